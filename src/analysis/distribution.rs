//! The distribution of a number: value by value, in bins, and as a line.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Figure, record};
use crate::exact::{Interval, Missing, Pmf, Support};

/// The approximate maximum of points of a line.
const MOST_POINTS: usize = 300;

/// The most bins of a distribution.
const MOST_BINS: usize = 500;

/// The part of a distribution shown in bins; the rare rest would only make them wider.
const COVERED: f64 = 0.999;

/// A thinned selection of the points if there are many, with the end of the line complete.
pub(super) fn thinned<T>(points: Vec<T>) -> Vec<T> {
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let shown = points.into_iter().enumerate();
    shown.filter(|(index, _)| index % every == 0 || index + every > last).map(|(_, point)| point).collect()
}

/// The most digits of all fractions of a distribution together.
const MOST_DIGITS: usize = 1 << 16;

/// A value of a distribution.
#[derive(Clone, Debug)]
pub struct PmfRow {
    /// The number.
    pub number: BigRational,
    /// Its probability.
    pub chance: Figure,
    /// The probability of it or more.
    pub at_least: Figure,
}

record!(PmfRow, row =>
    "at": row.number.to_f64(),
    "probability": row.chance,
    "at_least": row.at_least,
);

impl PmfRow {
    /// All values of a distribution, in rising order.
    pub fn all(pmf: &Pmf) -> Vec<Self> {
        let figure = |chance: &Interval| Figure::from(chance.enclosure().ok_or(Missing::OutOfRange));
        let chances: Vec<Figure> = if pmf.exact.is_empty() {
            pmf.chances.iter().map(figure).collect()
        } else {
            pmf.exact.iter().cloned().map(Figure::Exact).collect()
        };
        let (mut above, mut exactly) = (pmf.remainder, BigRational::zero());
        let mut rows: Vec<Self> = Vec::with_capacity(chances.len());
        for (index, chance) in chances.into_iter().enumerate().rev() {
            above = above.plus(pmf.chances[index]).at_most_one();
            let at_least = match &chance {
                Figure::Exact(chance) => {
                    exactly += chance;
                    Figure::Exact(exactly.clone())
                }
                _ => figure(&above),
            };
            rows.push(Self { number: pmf.support.at(index), chance, at_least });
        }
        rows.reverse();
        rows
    }
}

/// The JSON form of a distribution.
///
/// In JSON, `"first"` and `"step"` determine the numbers of the `"probabilities"`. With bins there is also `"bin"`:
/// entry i is then the probability of at least `first + i·step·bin` and less than `first + (i + 1)·step·bin`. If the
/// numbers are listed instead, the smallest one stands for its bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PmfForm {
    /// The probability of every number.
    #[default]
    Whole,
    /// If there are more than 500 numbers, only those up to the 99.9th percentile; if these are still more than 500,
    /// in bins of equally many consecutive numbers. The rest is part of the `"remainder"`.
    Binned,
}

/// A distribution as JSON, with the unit of its numbers if they are listed.
pub(super) struct PmfRecord<'a> {
    pub pmf: &'a Pmf,
    pub unit: &'static str,
    pub form: PmfForm,
}

impl PmfRecord<'_> {
    /// The number of values shown, and the number of values in a bin.
    fn extent(&self) -> (usize, usize) {
        let chances = &self.pmf.chances;
        if self.form == PmfForm::Whole || chances.len() <= MOST_BINS {
            return (chances.len(), 1);
        }
        let so_far = chances.iter().scan(0.0, |sum, chance| {
            *sum += chance.middle();
            Some(*sum)
        });
        let covered = so_far.take_while(|sum| *sum < COVERED).count() + 1;
        let bin = covered.div_ceil(MOST_BINS);
        // The last bin is as wide as all others.
        ((covered.div_ceil(bin) * bin).min(chances.len()), bin)
    }
}

impl Serialize for PmfRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let (covered, bin) = self.extent();
        match &self.pmf.support {
            Support::Steps { first, step } => {
                map.serialize_entry("first", first)?;
                map.serialize_entry("step", step)?;
            }
            Support::Listed(numbers) => {
                let numbers = numbers.iter().take(covered).step_by(bin).map(BigRational::to_f64);
                let numbers: Vec<Option<f64>> = numbers.collect();
                map.serialize_entry(self.unit, &numbers)?;
            }
        }
        if bin > 1 {
            map.serialize_entry("bin", &bin)?;
        }
        let sum = |bin: &[Interval]| bin.iter().fold(Interval::ZERO, |sum, chance| sum.plus(chance));
        let sums: Vec<Interval> = self.pmf.chances[..covered].chunks(bin).map(sum).collect();
        let probabilities: Vec<f64> = sums.iter().map(|sum| sum.middle().clamp(0.0, 1.0)).collect();
        map.serialize_entry("probabilities", &probabilities)?;
        let error = sums.iter().map(|sum| sum.error()).fold(0.0, f64::max);
        map.serialize_entry("method", "numerical")?;
        map.serialize_entry("error", &error)?;
        if bin == 1 && covered == self.pmf.exact.len() {
            let exact: Vec<String> = self.pmf.exact.iter().map(BigRational::to_string).collect();
            if exact.iter().map(String::len).sum::<usize>() <= MOST_DIGITS {
                map.serialize_entry("exact", &exact)?;
            }
        }
        let beyond: Interval = self.pmf.chances[covered..].iter().copied().sum();
        map.serialize_entry("remainder", &self.pmf.remainder.plus(beyond).middle().clamp(0.0, 1.0))?;
        map.end()
    }
}

/// The cumulative distribution, as a line to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Cumulative {
    /// Numbers with the chance of at most that number, from 0 before the first to nearly 1. Each holds until the next.
    pub points: Vec<(f64, f64)>,
}

impl Cumulative {
    /// The line of a distribution, with its numbers multiplied by `factor`.
    pub fn new(pmf: &Pmf, factor: f64) -> Self {
        // Beyond this, the line is visibly at the top.
        const TOP: f64 = 0.995;
        let at = |index: usize| match &pmf.support {
            #[expect(clippy::cast_precision_loss, reason = "a coordinate in a chart")]
            Support::Steps { first, step } => (first + step * index as u64) as f64,
            Support::Listed(numbers) => numbers.get(index).and_then(ToPrimitive::to_f64).unwrap_or(0.0),
        };
        let mut sum = 0.0;
        let mut points = Vec::new();
        for (index, chance) in pmf.chances.iter().enumerate() {
            sum += chance.middle();
            points.push((factor * at(index), sum.min(1.0)));
            if sum > TOP {
                break;
            }
        }
        let before = points.first().map(|(number, _)| (*number, 0.0));
        Self { points: before.into_iter().chain(thinned(points)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pmf: &Pmf, form: PmfForm) -> serde_json::Value {
        serde_json::to_value(PmfRecord { pmf, unit: "casts", form }).unwrap()
    }

    fn numbers(value: &serde_json::Value) -> Vec<f64> {
        value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    }

    fn even(chances: usize) -> Pmf {
        let chance = Interval::ratio(&1u32.into(), &chances.into());
        let support = Support::Steps { first: 4, step: 2 };
        Pmf { support, chances: vec![chance; chances], exact: Vec::new(), remainder: Interval::ZERO }
    }

    #[test]
    fn bins_add_up_to_the_whole() {
        let pmf = even(1234);
        let (whole, binned) = (written(&pmf, PmfForm::Whole), written(&pmf, PmfForm::Binned));
        assert_eq!(binned["bin"], 3);
        assert_eq!((&binned["first"], &binned["step"]), (&whole["first"], &whole["step"]));
        let (each, sums) = (numbers(&whole["probabilities"]), numbers(&binned["probabilities"]));
        // 1,233 of 1,234 are 99.9 in 100.
        assert_eq!((each.len(), sums.len()), (1234, 411));
        for (bin, sum) in each.chunks(3).zip(&sums) {
            assert!((bin.iter().sum::<f64>() - sum).abs() < 1e-15);
        }
        let remainder = binned["remainder"].as_f64().unwrap();
        assert!((remainder - 1.0 / 1234.0).abs() < 1e-15);
        assert!((sums.iter().sum::<f64>() + remainder - 1.0).abs() < 1e-12);
        assert!(binned["error"].as_f64() >= whole["error"].as_f64());
    }

    #[test]
    fn short_distributions_are_written_whole() {
        let pmf = even(500);
        assert_eq!(written(&pmf, PmfForm::Binned), written(&pmf, PmfForm::Whole));
    }

    #[test]
    fn lines_end_near_the_top() {
        let line = Cumulative::new(&even(1000), 0.5);
        assert!(line.points.len() <= 2 * MOST_POINTS + 1);
        let last = line.points.last().unwrap();
        assert!(last.0 < 1002.0 && last.1 > 0.995 && last.1 <= 1.0);
    }
}
