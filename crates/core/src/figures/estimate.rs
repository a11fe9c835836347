//! Estimates from simulated games, and how well they agree with known values.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use statrs::distribution::{ContinuousCDF, DiscreteCDF, Normal, Poisson, StudentsT};

use super::{Absence, Chance, Estimate, Figure};
use crate::exact::{Enclosure, Missing, Number};
use crate::monte_carlo::{Moments, Pairs};

/// Makes estimates with a certain confidence, and compares them with known values.
#[derive(Clone, Debug)]
pub struct Estimator {
    confidence: f64,
    from: Chance,
    /// The standard normal quantile of the confidence.
    z: f64,
    /// The largest distance between an estimate and a known value, in standard errors.
    pub worst: f64,
    /// Whether the games vary much less than they should, because rare events did not happen in them.
    missed_what_is_rare: bool,
}

impl Estimator {
    /// For simulated games, with intervals of this confidence.
    pub fn new(confidence: f64) -> Self {
        let z = Normal::standard().inverse_cdf(0.5 + confidence / 2.0);
        Self { confidence, from: Chance::Games, z, worst: 0.0, missed_what_is_rare: false }
    }

    /// For draws that are not games.
    pub fn of_draws(confidence: f64) -> Self {
        Self { from: Chance::Draws, ..Self::new(confidence) }
    }

    /// The half-width of the interval of a mean, in standard errors: the quantile of Student's t for few games, whose deviation
    /// is poorly known, else the normal one. Infinite for a single game, which says nothing of the deviation.
    #[expect(clippy::cast_precision_loss, reason = "games are few")]
    fn reach(&self, games: u64) -> f64 {
        match games {
            0 | 1 => f64::INFINITY,
            MANY.. => self.z,
            _ => StudentsT::new(0.0, 1.0, (games - 1) as f64)
                .map_or(f64::INFINITY, |distribution| distribution.inverse_cdf(0.5 + self.confidence / 2.0)),
        }
    }

    /// An estimate with an interval that does not go below `least`. Few games get no interval, as their error is not known.
    fn around(&self, value: f64, error: f64, games: u64, least: f64) -> Figure {
        if games < ENOUGH {
            return self.figure(value, NO_INTERVAL, games);
        }
        let half = self.reach(games) * error;
        self.figure(value, [(value - half).max(least), value + half], games)
    }

    fn figure(&self, value: f64, ends: [f64; 2], games: u64) -> Figure {
        let Self { confidence, from, .. } = *self;
        let [low, high] = ends;
        // Sums of what was counted, or of its squares, can overflow.
        if !value.is_finite() || (ends != NO_INTERVAL && !(low.is_finite() && high.is_finite())) {
            return Figure::None(Absence::Game(Missing::OutOfRange));
        }
        Figure::Simulated(Estimate { value, low, high, confidence, games, from })
    }

    /// An estimate of a probability, from the sum of what counts towards it, with the interval of E. B.
    /// Wilson, "Probable inference, the law of succession, and statistical inference", *Journal of the
    /// American Statistical Association* 22 (1927): the probabilities from which the observed share is no
    /// more than z standard errors away,
    /// (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
    ///
    /// Split wins vary less than whole ones, so their interval is slightly too wide.
    #[expect(clippy::cast_precision_loss, reason = "estimates are doubles")]
    pub fn chance(&mut self, sum: f64, squares: f64, games: u64, known: Option<Ends>) -> Option<Figure> {
        if games == 0 {
            return None;
        }
        let n = games as f64;
        let p = (sum / n).min(1.0);
        let z = self.z;
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
        // At 0 and 1 the interval ends exactly there, regardless of rounding.
        let low = if sum <= 0.0 { 0.0 } else { (middle - half).clamp(0.0, p) };
        let high = if p >= 1.0 { 1.0 } else { (middle + half).clamp(p, 1.0) };
        if let Some(ends) = known {
            let known = nearest(ends, p);
            let whole = (sum - squares).abs() < 0.5;
            let variance = if whole { known * (1.0 - known) } else { (squares / n - p * p).max(0.0) };
            if whole && n * variance < FEW {
                // Counts the rarer of the event and its complement.
                let (times, expected) =
                    if known <= 0.5 { (sum, n * known) } else { (n - sum, n * (1.0 - known)) };
                self.worst = self.worst.max(rare_z(times, expected));
            } else if whole || games >= ENOUGH {
                // Shares of few games do not show how much they vary.
                self.compare(p - known, variance, n);
            }
        }
        Some(self.figure(p, [low, high], games))
    }

    /// An estimate of a mean of numbers of at least `least`, with the interval of the central limit theorem, x̄ ± z·s/√n; for few
    /// games that of Student's t, x̄ ± t·s/√(n − 1) with s² the mean square around x̄; for fewer than 30 games without one.
    ///
    /// If the known standard deviation is larger than that of the sample, the sample has missed rare events,
    /// and the interval uses the known one.
    #[expect(clippy::cast_precision_loss, reason = "estimates are doubles")]
    pub fn mean(
        &mut self,
        moments: &Moments,
        least: f64,
        known: Option<Ends>,
        deviation: Option<Ends>,
    ) -> Option<Figure> {
        if moments.count == 0 {
            return None;
        }
        let n = moments.count as f64;
        let value = moments.mean();
        let variance = deviation.map_or(0.0, |[low, _]| low * low).max(moments.variance());
        if deviation.is_some() {
            self.missed_what_is_rare = variance > MISSED * moments.variance();
        }
        // Without a variance that is known, or estimated from representative games, there is no standard error.
        if let Some(ends) =
            known.filter(|_| deviation.is_some() || (moments.count >= ENOUGH && !self.missed_what_is_rare))
        {
            let known = nearest(ends, value);
            // Rounding errors of sums are not chance.
            let off = if (value - known).abs() <= 1e-9 * known.abs() { 0.0 } else { value - known };
            self.compare(off, variance, n);
        }
        let freedom = if moments.count < MANY { (n - 1.0).max(1.0) } else { n };
        Some(self.around(value, (variance / freedom).sqrt(), moments.count, least))
    }

    /// An estimate of the quotient of two means of nonnegative numbers, with the interval of its standard error; at most 1 if
    /// it is a part of a whole. `None` if the second mean is 0.
    #[expect(clippy::cast_precision_loss, reason = "estimates are doubles")]
    pub fn ratio(&mut self, pairs: &Pairs, part: bool, known: Option<Ends>) -> Option<Figure> {
        let value = pairs.ratio()?;
        let (error, n) = (pairs.error(), pairs.count as f64);
        if let Some(ends) = known.filter(|_| pairs.count >= ENOUGH) {
            self.compare(value - nearest(ends, value), error * error * n, n);
        }
        let figure = self.around(value, error * (n / (n - 1.0).max(1.0)).sqrt(), pairs.count, 0.0);
        Some(match figure {
            Figure::Simulated(estimate) if part && estimate.has_interval() => {
                self.figure(value, [estimate.low, estimate.high.min(1.0).max(value)], pairs.count)
            }
            other => other,
        })
    }

    /// An estimate of a standard deviation, from the variances of several parts of the games: the square root of their mean,
    /// with an interval between the square roots of the ends of that of Student's t. A part that is a single game has no
    /// variance; then all games together give the estimate, without an interval.
    #[expect(clippy::cast_precision_loss, reason = "parts are few")]
    pub fn deviation(&self, parts: &[Moments]) -> Option<Figure> {
        let number = parts.len() as f64;
        let games = parts.iter().map(|part| part.count).sum();
        let unbiased = |part: &Moments| part.variance() * part.count as f64 / (part.count as f64 - 1.0);
        if parts.len() < 2 || parts.iter().any(|part| part.count < 2) {
            let all = parts.iter().copied().reduce(|all, part| all.and(&part)).filter(|all| all.count > 1)?;
            return Some(self.figure(unbiased(&all).sqrt(), NO_INTERVAL, games));
        }
        let mean = parts.iter().map(unbiased).sum::<f64>() / number;
        let spread = parts.iter().map(|part| (unbiased(part) - mean).powi(2)).sum::<f64>();
        let half = self.reach(parts.len() as u64) * (spread / (number * (number - 1.0))).sqrt();
        Some(self.figure(mean.sqrt(), [(mean - half).max(0.0).sqrt(), (mean + half).sqrt()], games))
    }

    /// An estimate of a quantile, in percent, from how often each number was counted. The interval ends at the numbers of the
    /// ranks n·q ± z·√(n·q·(1 − q)), if there are such ranks: H. A. David, H. N. Nagaraja, *Order Statistics* (2003),
    /// §7.1.
    ///
    /// Those of the `games` games that were not counted never ended.
    #[expect(clippy::cast_precision_loss, reason = "estimates are doubles")]
    pub fn quantile(&self, counted: &BTreeMap<u64, u64>, games: u64, percent: u8) -> Figure {
        let (n, q) = (games as f64, f64::from(percent) / 100.0);
        let at = |rank: f64| {
            let rank = rank.ceil().clamp(1.0, n);
            let mut so_far = 0.0;
            let reached = counted.iter().find(|(_, times)| {
                so_far += **times as f64;
                so_far >= rank
            });
            reached.map(|(number, _)| *number as f64)
        };
        let away = self.z * (n * q * (1.0 - q)).sqrt();
        let has_ranks = n * q - away > 0.0 && n * q + away <= n;
        match [n * q, n * q - away, n * q + away].map(at) {
            [Some(value), Some(_), Some(_)] if !has_ranks => self.figure(value, NO_INTERVAL, games),
            [Some(value), Some(low), Some(high)] => self.figure(value, [low, high], games),
            _ => Figure::None(Absence::Game(Missing::Endless)),
        }
    }

    /// An estimate of the standard deviation from how often each number was counted. Its square has the standard error
    /// √((m₄ − s⁴)/n). Few games get no interval, and a single game no estimate.
    #[expect(clippy::cast_precision_loss, reason = "estimates are doubles")]
    pub fn spread(&self, counted: &BTreeMap<u64, u64>) -> Figure {
        let games: u64 = counted.values().sum();
        let n = games as f64;
        if games < 2 {
            return Figure::None(Absence::OneGame);
        }
        let sum = |value: &dyn Fn(f64) -> f64| {
            counted.iter().map(|(number, times)| *times as f64 * value(*number as f64)).sum::<f64>()
        };
        let mean = sum(&|number| number) / n;
        let variance = sum(&|number| (number - mean).powi(2)) / (n - 1.0);
        if games < ENOUGH {
            return self.figure(variance.sqrt(), NO_INTERVAL, games);
        }
        let fourth = sum(&|number| (number - mean).powi(4)) / n;
        let half = self.reach(games) * ((fourth - variance * variance).max(0.0) / n).sqrt();
        let ends = [(variance - half).max(0.0).sqrt(), (variance + half).sqrt()];
        self.figure(variance.sqrt(), ends, games)
    }

    fn compare(&mut self, off: f64, variance: f64, n: f64) {
        let error = (variance / n).sqrt();
        if off.abs() > 1e-12 && error > 0.0 {
            self.worst = self.worst.max(off.abs() / error);
        }
    }
}

/// From this number of games on, the normal distribution replaces Student's t.
const MANY: u64 = 1_000;

/// The fewest games for which the error of a mean or a deviation is estimated.
const ENOUGH: u64 = 30;

/// The ends that mean that there is no interval.
const NO_INTERVAL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// The counts of something that is expected less often than this are not normally distributed.
const FEW: f64 = 10.0;

/// Games whose variance is this many times less than the known one have missed rare events.
const MISSED: f64 = 4.0;

/// The z-score of a rare count: a normal number exceeds it as rarely as a Poisson number with the mean `expected` reaches
/// `times`; 0 if that is likely.
fn rare_z(times: f64, expected: f64) -> f64 {
    // Something impossible that happened gets a large but finite number.
    const LARGEST: f64 = 37.0;
    let Some(before) = times.to_u64().and_then(|times| times.checked_sub(1)) else { return 0.0 };
    let tail = Poisson::new(expected).map_or(0.0, |distribution| distribution.sf(before));
    if tail >= 0.5 { 0.0 } else { (-Normal::standard().inverse_cdf(tail)).min(LARGEST) }
}

/// The bounds within which a number is known to be.
pub type Ends = [f64; 2];

/// The bounds of a solved number as doubles, to compare an estimate with.
pub fn known(number: &Number) -> Option<Ends> {
    number.as_ref().ok().and_then(ends)
}

/// The bounds of a number as doubles, unless the upper one is beyond all doubles.
pub fn ends(enclosure: &Enclosure) -> Option<Ends> {
    let [low, high] = [enclosure.low(), enclosure.high()].map(|end| end.to_f64().unwrap_or(f64::INFINITY));
    high.is_finite().then_some([low, high])
}

/// The value within the bounds that is nearest to the estimate.
const fn nearest([low, high]: Ends, estimate: f64) -> f64 {
    // Rounded ends may be out of order, which `clamp` does not allow.
    estimate.max(low).min(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_counts_are_compared_by_their_poisson_tail() {
        // P(at least one of λ = 0.001) = 1 − e^−0.001 = 0.0009995, which is 3.09 standard deviations away; not 31.6.
        assert!((rare_z(1.0, 0.001) - 3.0905).abs() < 1e-3);
        assert!(rare_z(0.0, 9.0) < 1e-9);
        assert!(rare_z(5.0, 0.0) > 30.0 && rare_z(60.0, 1.0).is_finite());
    }

    fn interval_of(numbers: &[f64]) -> Option<[f64; 2]> {
        let mut moments = Moments::default();
        for number in numbers {
            moments.add(*number);
        }
        let figure = Estimator::new(0.95).mean(&moments, 0.0, None, None).unwrap();
        figure.interval().map(|(ends, _)| ends)
    }

    #[test]
    fn few_games_have_the_interval_of_students_t() {
        // From tables: t of 95 % is 2.0452 with 29 degrees of freedom, 2.0096 with 49. The sums of squares are 30 and 50.
        let close = |[low, high]: [f64; 2], middle: f64, half: f64| {
            assert!(
                (low - middle + half).abs() < 1e-3 && (high - middle - half).abs() < 1e-3,
                "{low} {high}"
            );
        };
        close(interval_of(&[1.0, 3.0].repeat(15)).unwrap(), 2.0, 2.0452 * (1.0_f64 / 29.0).sqrt());
        close(interval_of(&[4.0, 6.0].repeat(25)).unwrap(), 5.0, 2.0096 * (1.0_f64 / 49.0).sqrt());
        // Fewer games have no interval, and no interval leaves the possible range: here 1 − 2.0452·√(1/29·899/31) would be −1.05.
        assert_eq!(interval_of(&[1.0, 34.0]), None);
        let mut skewed = vec![0.0; 29];
        skewed.push(30.0);
        assert!(interval_of(&skewed).unwrap()[0].abs() < 1e-12);
    }

    #[test]
    fn a_single_game_has_no_deviation() {
        let estimator = Estimator::new(0.95);
        let counted = |lengths: &[u64]| lengths.iter().map(|length| (*length, 1)).collect::<BTreeMap<_, _>>();
        assert_eq!(estimator.spread(&counted(&[5])), Figure::None(Absence::OneGame));
        // The squared deviations from 6 add up to 2, with one degree of freedom.
        let two = estimator.spread(&counted(&[5, 7]));
        assert_eq!(two.approximate(), Some(2.0_f64.sqrt()));
        assert_eq!(two.interval(), None);
        // If each part is a single game, all together give the estimate.
        let parts: Vec<Moments> =
            [1.0, 3.0, 1.0, 3.0].map(|net| Moments { count: 1, sum: net, squares: net * net }).into();
        let all = estimator.deviation(&parts).unwrap();
        assert_eq!((all.approximate(), all.interval()), (Some((4.0_f64 / 3.0).sqrt()), None));
    }

    #[test]
    fn quantiles_beyond_the_largest_rank_have_no_interval() {
        let lengths: BTreeMap<u64, u64> = (1..=16).map(|length| (length, 1)).collect();
        let estimator = Estimator::new(0.95);
        assert_eq!(estimator.quantile(&lengths, 16, 95).interval(), None);
        // The ranks are 8 ± 1.96·√4: from the fifth, 4.08 rounded up, to the twelfth.
        let Figure::Simulated(median) = estimator.quantile(&lengths, 16, 50) else { panic!("it is counted") };
        assert!((median.low - 5.0).abs() < 1e-12 && (median.high - 12.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_variance_there_is_no_z_score() {
        let mut alike = Moments::default();
        (0..10_000).for_each(|_| alike.add(1.0));
        let mut estimator = Estimator::new(0.95);
        // The mean is 35, as one game in a million million takes 34 million million casts.
        estimator.mean(&alike, 0.0, Some([35.0; 2]), Some([3e7; 2]));
        assert!(estimator.worst < 1.0 && estimator.missed_what_is_rare);
        let mut nearly = alike;
        (0..5).for_each(|_| nearly.add(2.0));
        estimator.mean(&nearly, 0.0, Some([35.0; 2]), None);
        assert!(estimator.worst < 1.0);
        // An estimate within the bounds has no distance.
        estimator.chance(400.0, 400.0, 1000, Some([0.0, 1.0]));
        assert!(estimator.worst < 1.0);
        estimator.chance(400.0, 400.0, 1000, Some([0.5; 2]));
        assert!((estimator.worst - 0.1 / (0.25_f64 / 1000.0).sqrt()).abs() < 1e-9);
    }
}
