//! How long races take, round by round.

use num_rational::BigRational;

use super::track::{Track, climb};
use super::{Scenario, Solved};
use crate::exact::absorption::{self, AbsorptionTime, Occupancy, Powers};
use crate::exact::number::{Missing, Number};
use crate::exact::scalar::Scalar;
use crate::exact::solution::{Pmf, Spread, Support};
use crate::exact::{Enclosure, Interval};
use crate::process::MAX_SEATS;

/// The longest distribution of the length that is computed cast by cast.
const MOST_CASTS: usize = 1 << 20;
const MOST_MOVES: usize = 20_000_000;
const REMAINDER: f64 = 1e-15;

/// The distribution of the length, round by round: in the round r seat i is the first to be done at cast
/// n(r − 1) + i.
pub(super) struct Lengths {
    pub(super) distributions: Vec<OfScenario>,
    pub(super) seats: usize,
    /// The chance of each cast to be the last, as far as listed.
    pub(super) chances: Vec<Interval>,
    pub(super) rounds: usize,
    /// What is left when listing ends, and the part of it that can still end.
    pub(super) open: Interval,
    pub(super) active: Interval,
}

pub(super) struct OfScenario {
    pub(super) chance: Interval,
    pub(super) distributions: Vec<AbsorptionTime>,
    pub(super) of_seat: Vec<usize>,
    pub(super) never: bool,
}

impl Lengths {
    pub(super) fn new(scenarios: &[Scenario]) -> Self {
        let distributions: Vec<OfScenario> = scenarios
            .iter()
            .map(|scenario| {
                let stuck = |track: &Track<Interval>| {
                    track.iter().any(|stage| stage.advance.plus(stage.done).is_zero())
                };
                OfScenario {
                    chance: Interval::rational(&scenario.chance),
                    distributions: scenario.field.tracks.iter().map(climb).collect(),
                    of_seat: scenario.field.of_seat.clone(),
                    never: scenario.field.tracks.iter().all(stuck),
                }
            })
            .collect();
        let seats = distributions.first().map_or(0, |scenario| scenario.of_seat.len());
        let never: Interval =
            distributions.iter().filter(|scenario| scenario.never).map(|scenario| scenario.chance).sum();
        let active =
            distributions.iter().filter(|scenario| !scenario.never).map(|scenario| scenario.chance).sum();
        let mut lengths = Self { distributions, seats, chances: Vec::new(), rounds: 0, open: never, active };
        lengths.list();
        lengths.open = lengths.open.plus(lengths.active);
        lengths
    }

    pub(super) fn list(&mut self) {
        let mut running: Vec<(&OfScenario, Vec<Occupancy>, Vec<Interval>)> = Vec::new();
        for scenario in self.distributions.iter().filter(|scenario| !scenario.never) {
            let occupancies: Vec<Occupancy> =
                scenario.distributions.iter().map(AbsorptionTime::begin).collect();
            running.push((scenario, occupancies, vec![Interval::ONE; scenario.distributions.len()]));
        }
        let (mut work, mut set_aside) = (0, Interval::ZERO);
        let mut casts = vec![Interval::ZERO; self.seats];
        while self.active.high > REMAINDER
            && work < MOST_MOVES
            && self.chances.len() + self.seats <= MOST_CASTS
        {
            self.rounds += 1;
            casts.fill(Interval::ZERO);
            for (scenario, occupancies, before) in &mut running {
                let mut after: [Interval; MAX_SEATS] = [Interval::ONE; MAX_SEATS];
                for ((distribution, occupancy), after) in
                    scenario.distributions.iter().zip(occupancies.iter_mut()).zip(&mut after)
                {
                    distribution.step(occupancy);
                    *after = occupancy.unfinished();
                    work += distribution.size();
                }
                // All before the seat are still on their way after this round, all others before it.
                let mut left = scenario.chance;
                for (seat, sum) in casts.iter_mut().enumerate() {
                    let later = scenario.of_seat[seat + 1..].iter().map(|track| before[*track]);
                    let done = occupancies[scenario.of_seat[seat]].done;
                    *sum = sum.plus(later.fold(left.times(done), |product, open| product.times(open)));
                    left = left.times(after[scenario.of_seat[seat]]);
                }
                let tracks = before.len();
                before.copy_from_slice(&after[..tracks]);
                work += self.seats * self.seats;
            }
            self.chances.extend(&casts);
            let open = |(scenario, _, open): &(&OfScenario, Vec<Occupancy>, Vec<Interval>)| -> Interval {
                scenario.chance.times(scenario.of_seat.iter().map(|track| open[*track]).product::<Interval>())
            };
            // What is almost surely over on its scenario need not be followed any further.
            running.retain(|scenario| {
                let left = open(scenario);
                let over = left.high < REMAINDER * 1e-3;
                if over {
                    set_aside = set_aside.plus(left);
                }
                !over
            });
            self.active = running.iter().map(open).sum::<Interval>().plus(set_aside);
        }
    }

    /// Whether on every scenario some seat can leave each stage of its way, so that it is done in the end.
    pub(super) fn surely_ends(&self) -> bool {
        !self.distributions.iter().any(|scenario| scenario.never)
    }

    pub(super) fn complete(&self) -> bool {
        self.active.high <= REMAINDER
    }

    /// The shares and moments that follow from a complete distribution. With M the most rounds that a seat still
    /// needs on average from anywhere, E[R] ≤ M and E[R²] ≤ 2M² for the rounds R after the last listed.
    pub(super) fn solved(&self, scenarios: &[Scenario]) -> Solved {
        let mut shares = vec![Interval::ZERO; self.seats];
        let mut moments = [Interval::ZERO; 2];
        for (place, chance) in self.chances.iter().enumerate() {
            shares[place % self.seats] = shares[place % self.seats].plus(*chance);
            let cast = Interval::whole(place as u64 + 1);
            moments[0] = moments[0].plus(chance.times(cast));
            moments[1] = moments[1].plus(chance.times(cast).times(cast));
        }
        let longest = |track: &Track<Interval>| {
            track.iter().map(|stage| Interval::ONE.over(stage.advance.plus(stage.done)).high).sum::<f64>()
        };
        let tracks = scenarios.iter().flat_map(|scenario| &scenario.field.tracks);
        let most = tracks.map(longest).fold(0.0, f64::max) * (1.0 + 1e-9);
        #[expect(clippy::cast_precision_loss, reason = "a bound, which is rounded up")]
        let (seats, listed) = (self.seats as f64, self.rounds as f64);
        let tails = [
            seats * (listed + most),
            seats * seats * (listed * listed + 2.0 * listed * most + 2.0 * most * most),
        ];
        let widened =
            |number: Interval, tail: f64| Interval { low: number.low, high: (number.high + tail).next_up() };
        let moment = |power: usize| {
            let number = widened(moments[power], self.active.high * tails[power] * (1.0 + 1e-9));
            if self.surely_ends() { number.number() } else { Err(Missing::Endless) }
        };
        let never = scenarios
            .iter()
            .zip(&self.distributions)
            .filter(|(_, distribution)| distribution.never)
            .map(|(scenario, _)| &scenario.chance);
        let share = |share: &Interval| widened(*share, self.active.high).at_most_one().enclosure();
        Solved {
            shares: shares.iter().map(|sum| share(sum).unwrap_or_else(Enclosure::probability)).collect(),
            never: Enclosure::exact(never.sum()),
            moments: [0, 1].map(moment),
        }
    }

    /// The distribution with its quantiles; without the moments.
    pub(super) fn spread(&self, why: Missing) -> Spread {
        if !self.complete() {
            return Spread {
                quantiles: self.long_quantiles().map(|number| number.map_err(|_| why)),
                ..Spread::missing(why)
            };
        }
        let first = self.chances.iter().take_while(|chance| chance.is_zero()).count();
        let first = if first == self.chances.len() { 0 } else { first };
        let support = Support::Steps { first: first as u64 + 1, step: 1 };
        let pmf = Pmf { support, chances: self.chances[first..].to_vec(), remainder: self.open };
        let quantiles = pmf.quantiles(|_| None).map(|number| number.map_err(|_| why));
        Spread { quantiles, pmf: Some(pmf), ..Spread::missing(why) }
    }

    /// Quantiles of lengths that are too long to be listed, to a round, by powers of the tracks. Which
    /// seat of the round it is is left open.
    pub(super) fn long_quantiles(&self) -> [Number; 4] {
        type Fronts = Vec<Vec<Vec<Interval>>>;
        // The powers of longer tracks take too long.
        const LONGEST: usize = 64;
        if self
            .distributions
            .iter()
            .flat_map(|scenario| &scenario.distributions)
            .any(|distribution| distribution.states() > LONGEST)
        {
            return [const { Err(Missing::TooLong) }; 4];
        }
        let scenarios: Vec<&OfScenario> =
            self.distributions.iter().filter(|scenario| !scenario.never).collect();
        let never: Interval =
            self.distributions.iter().filter(|scenario| scenario.never).map(|scenario| scenario.chance).sum();
        let mut powers: Vec<Vec<Powers>> = scenarios
            .iter()
            .map(|scenario| scenario.distributions.iter().map(AbsorptionTime::powers).collect())
            .collect();
        let start: Fronts =
            powers.iter().map(|powers| powers.iter().map(|power| power.start.clone()).collect()).collect();
        let unfinished = |fronts: &Fronts| -> Interval {
            let open = |(scenario, fronts): (&&OfScenario, &Vec<Vec<Interval>>)| {
                let seats =
                    scenario.of_seat.iter().map(|track| fronts[*track].iter().copied().sum::<Interval>());
                scenario.chance.times(seats.product::<Interval>())
            };
            scenarios.iter().zip(fronts).map(open).sum::<Interval>().plus(never)
        };
        let further = |fronts: &Fronts, doubling: usize| -> Fronts {
            let on = |(powers, fronts): (&mut Vec<Powers>, &Vec<Vec<Interval>>)| {
                powers.iter_mut().zip(fronts).map(|(power, front)| power.further(front, doubling)).collect()
            };
            powers.iter_mut().zip(fronts).map(on).collect()
        };
        let rounds = absorption::long_quantiles(start, further, unfinished);
        let seats = BigRational::from_integer(self.seats.into());
        rounds.map(|rounds| {
            let rounds = rounds?;
            let first = (rounds.low() - Enclosure::one().low()) * &seats + Enclosure::one().low();
            Ok(Enclosure::between(first, rounds.high() * &seats))
        })
    }
}
