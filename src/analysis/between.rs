//! Arithmetic on figures, with their bounds and intervals.

use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};

use super::estimate::Compared;
use super::{Absence, Estimate, Figure, OverPosterior};
use crate::exact::{Enclosure, Missing};

/// The least and the greatest possible value of a figure.
pub(super) type Ends = (BigRational, BigRational);

/// Whether the bounds of a probability are so wide that simulation tells more.
pub(super) fn is_vague(chance: &Enclosure) -> bool {
    chance.high() - chance.low() > BigRational::new(1.into(), 1_000_000.into())
}

/// The solved figure, or the simulated one if the bounds are too wide.
pub(super) fn best_known(share: &Compared) -> Compared {
    match (&share.solved, &share.simulated) {
        (Figure::Numerical(bounds), Some(simulated)) if is_vague(bounds) => {
            Compared { solved: simulated.clone(), ..share.clone() }
        }
        _ => share.clone(),
    }
}

/// The range of a figure; `None` if there is no number, or too few games for an interval.
pub(super) fn ends(figure: &Figure) -> Option<Ends> {
    match figure {
        Figure::Exact(value) | Figure::Searched { value, .. } => Some((value.clone(), value.clone())),
        Figure::Numerical(bounds) => Some((bounds.low().clone(), bounds.high().clone())),
        Figure::Simulated(estimate) => {
            Some((BigRational::from_f64(estimate.low)?, BigRational::from_f64(estimate.high)?))
        }
        Figure::None(_) => None,
    }
}

/// Whether a figure is indistinguishable from 0, within its own error.
pub(super) fn is_nothing(figure: &Figure) -> bool {
    ends(figure).is_some_and(|(low, high)| !low.is_positive() && !high.is_negative())
}

/// The range of a figure: its credible interval for counted bones, else its own.
pub(super) fn possible(of: &Compared) -> Option<Ends> {
    match of.credible() {
        Some(credible) => Some((BigRational::from_f64(credible.low)?, BigRational::from_f64(credible.high)?)),
        None => ends(&of.solved),
    }
}

/// Combines figures when an interval is missing: the first that is not a number, else an estimate without an interval.
fn without_ends(value: impl FnOnce() -> Option<BigRational>, from: &[&Figure]) -> Figure {
    if let Some(missing) = from.iter().find(|figure| matches!(figure, Figure::None(_))) {
        return (*missing).clone();
    }
    let zero = || (BigRational::zero(), BigRational::zero());
    match figure(value, zero(), from) {
        Figure::Simulated(estimate) => {
            Figure::Simulated(Estimate { low: f64::NEG_INFINITY, high: f64::INFINITY, ..estimate })
        }
        other => other,
    }
}

/// A figure with this range, which is an estimate if any of its sources is one.
fn figure(value: impl FnOnce() -> Option<BigRational>, (low, high): Ends, from: &[&Figure]) -> Figure {
    let estimate = from.iter().find_map(|figure| match figure {
        Figure::Simulated(estimate) => Some(*estimate),
        _ => None,
    });
    let double = |number: &BigRational| number.to_f64().unwrap_or(0.0);
    match estimate {
        Some(estimate) => {
            let (low, high) = (double(&low), double(&high));
            let value = value().map_or(f64::midpoint(low, high), |value| double(&value));
            Figure::Simulated(Estimate { value, low, high, ..estimate })
        }
        None => Enclosure::between(low, high).into(),
    }
}

/// A monotonic function of a figure.
fn mapped(of: &Figure, function: impl Fn(BigRational) -> BigRational) -> Figure {
    let Some((low, high)) = ends(of) else { return without_ends(|| of.rational().map(function), &[of]) };
    let (one, other) = (function(low), function(high));
    let ends = if one <= other { (one, other) } else { (other, one) };
    figure(|| of.rational().map(function), ends, &[of])
}

/// A figure times a positive number.
pub(super) fn scaled(of: &Figure, factor: &BigRational) -> Figure {
    mapped(of, |value| value * factor)
}

/// A solved figure, its simulated counterpart and its intervals, all times a positive number.
pub(super) fn times(of: &Compared, factor: &BigRational) -> Compared {
    let posterior = of.posterior.clone().map(|posterior| OverPosterior {
        average: posterior.average.map(|average| scaled(&average, factor)),
        plug_in: posterior.plug_in.map(|plug_in| scaled(&plug_in, factor)),
        credible: posterior
            .credible
            .map(|credible| credible.map(|end| end * factor.to_f64().unwrap_or(f64::INFINITY))),
    });
    let simulated = of.simulated.as_ref().map(|simulated| scaled(simulated, factor));
    Compared { solved: scaled(&of.solved, factor), simulated, posterior }
}

/// 1 minus a probability.
pub(super) fn complement(of: &Figure) -> Figure {
    mapped(of, |value| BigRational::one() - value)
}

/// The absolute value of a figure.
pub(super) fn absolute(of: &Figure) -> Figure {
    if let Figure::None(Absence::Game(why)) = of {
        return Figure::None(Absence::Game(why.magnitude()));
    }
    match ends(of) {
        None => without_ends(|| of.rational().map(|value| value.abs()), &[of]),
        Some((low, high)) if !low.is_negative() => figure(|| of.rational(), (low, high), &[of]),
        Some((low, high)) => {
            let least = if high.is_negative() { high.abs() } else { BigRational::zero() };
            figure(|| of.rational().map(|value| value.abs()), (least, low.abs().max(high)), &[of])
        }
    }
}

/// The sum of two figures.
pub(super) fn sum(one: &Figure, other: &Figure) -> Figure {
    let value = || Some(one.rational()? + other.rational()?);
    let (Some((low, high)), Some((least, most))) = (ends(one), ends(other)) else {
        return without_ends(value, &[one, other]);
    };
    figure(value, (low + least, high + most), &[one, other])
}

/// One figure minus another.
pub(super) fn minus(one: &Figure, other: &Figure) -> Figure {
    match (one, other) {
        // Infinite figures have signs.
        (Figure::None(Absence::Game(one)), Figure::None(Absence::Game(other))) => {
            crate::exact::minus(Err(*one), Err(*other)).into()
        }
        (one, Figure::None(Absence::Game(other))) if one.is_number() => {
            Figure::None(Absence::Game(other.negated()))
        }
        _ => sum(one, &mapped(other, |value| -value)),
    }
}

/// The total stake: payments plus the stake in the pot before the first throw.
pub(super) fn staked(paid: &Figure, besides: &BigRational) -> Figure {
    if besides.is_zero() { paid.clone() } else { sum(paid, &Figure::Exact(besides.clone())) }
}

/// The probability that one of two mutually exclusive events happens.
pub(super) fn either(one: &Figure, other: &Figure) -> Figure {
    mapped(&sum(one, other), |chance| chance.min(BigRational::one()))
}

/// A figure as a part of a positive one.
pub(super) fn part_of(part: &Figure, whole: Option<&Figure>) -> Figure {
    let Some(whole) = whole else { return Figure::None(Absence::NothingStaked) };
    if whole.is_infinite() {
        return Figure::None(Absence::Game(Missing::Unbalanced));
    }
    let (Some((low, high)), Some((least, most))) = (ends(part), ends(whole)) else {
        let value = || Some(part.rational()? / whole.rational().filter(Signed::is_positive)?);
        return without_ends(value, &[part, whole]);
    };
    if !least.is_positive() {
        return Figure::None(Absence::NothingStaked);
    }
    let lowest = if low.is_negative() { &low / &least } else { &low / &most };
    let highest = if high.is_negative() { &high / &most } else { &high / &least };
    figure(|| Some(part.rational()? / whole.rational()?), (lowest, highest), &[part, whole])
}

/// The ranges of several seats' shares of the wins; `None` for one seat, or if a share is missing.
fn several(shares: &[Compared]) -> Option<Vec<Ends>> {
    let ends: Vec<Ends> = shares.iter().map(|share| ends(&share.solved)).collect::<Option<_>>()?;
    (ends.len() > 1).then_some(ends)
}

/// A figure computed from all shares.
fn of_all(
    shares: &[Compared],
    value: impl FnOnce(&[BigRational]) -> Option<BigRational>,
    ends: Ends,
) -> Figure {
    let figures: Vec<&Figure> = shares.iter().map(|share| &share.solved).collect();
    let values = figures.iter().map(|figure| figure.rational()).collect::<Option<Vec<_>>>();
    figure(|| value(&values?), ends, &figures)
}

/// `w̄`, the mean of the seats' shares of the wins: an even share of the games that are won.
pub(super) fn even_share(shares: &[Compared]) -> Figure {
    let Some(ends) = several(shares) else { return alone() };
    let number = BigRational::from_integer(ends.len().into());
    let mean = |sum: BigRational| sum / &number;
    let (low, high) = ends.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
    let ends = (mean(low.into_iter().sum()), mean(high.into_iter().sum()));
    of_all(shares, |values| Some(mean(values.iter().sum())), ends)
}

/// `wᵢ − w̄`, the seat's share of the wins minus the mean share.
pub(super) fn advantage(shares: &[Compared], seat: usize) -> Figure {
    let Some(ends) = several(shares) else { return alone() };
    let number = BigRational::from_integer(ends.len().into());
    let others = |end: fn(&Ends) -> &BigRational| -> BigRational {
        let others = ends.iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, ends)| end(ends)).sum()
    };
    let rest = &number - BigRational::one();
    let low = (&ends[seat].0 * &rest - others(|ends| &ends.1)) / &number;
    let high = (&ends[seat].1 * &rest - others(|ends| &ends.0)) / &number;
    of_all(shares, |values| Some(&values[seat] - values.iter().sum::<BigRational>() / &number), (low, high))
}

/// `1 − max |wᵢ − wⱼ|`.
pub(super) fn balance(shares: &[Compared]) -> Figure {
    let Some(ends) = several(shares) else { return alone() };
    let (low, high) = widest(&ends);
    let one = BigRational::one();
    let value = |values: &[BigRational]| Some(&one - (values.iter().max()? - values.iter().min()?));
    of_all(shares, value, (&one - high, &one - low))
}

/// The range of the largest difference, over the posterior weights of counted bones.
pub(super) fn difference<'a>(shares: impl Iterator<Item = &'a Compared>) -> Option<Ends> {
    let ends: Vec<Ends> = shares.map(possible).collect::<Option<_>>()?;
    (ends.len() > 1).then(|| widest(&ends))
}

/// The range of the largest difference between numbers with these ranges.
fn widest(ends: &[Ends]) -> Ends {
    let zero = BigRational::zero;
    let most = |end: fn(&Ends) -> &BigRational| ends.iter().map(end).max().cloned().unwrap_or_else(zero);
    let least = |end: fn(&Ends) -> &BigRational| ends.iter().map(end).min().cloned().unwrap_or_else(zero);
    let low = most(|ends| &ends.0) - least(|ends| &ends.1);
    (low.max(zero()), most(|ends| &ends.1) - least(|ends| &ends.0))
}

/// The answer to questions about several seats, if there is only one.
fn alone() -> Figure {
    Figure::None(Absence::Game(Missing::Impossible))
}
