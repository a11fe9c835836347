//! Races, solved on the joint places of all seats.
//!
//! A seat's way becomes a track of stages, one for each move: from a stage the seat stays, advances or is
//! done. A round, in which every seat throws once, leads from joint stages s to joint stages s′ ≥ s or to
//! the end, so that the expected number of rounds begun at s follows by going up:
//! N(s) = (1{s is the start} + Σ N(r)·P(r, s)) / (1 − P(s, s)), with 1 − P(s, s) added up from its parts.
//! Seat i then wins with Σ N(s)·dᵢ(s)·Π_{j<i} (1 − dⱼ(s)), where dⱼ is the chance to be done. Seats that
//! fall alike are interchangeable, so that only the sorted stages of such seats are told apart.

mod forward;
mod grid;
mod lengths;
mod track;

use std::borrow::Cow;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::number::{Missing, Number};
use super::scalar::{Scalar, Semiring, Weight};
use super::solution::{
    Detail, Pot, Progress, Shape, Solution, Spread, StatisticNumbers, add_up_to_one, deviation,
};
use super::wide::{Wide, is_tiny};
use super::{Enclosure, Interval};
use crate::process::{Race, Way};
use grid::Grid;
use lengths::Lengths;
use track::{Field, climb};

/// Rational solutions are worth writing out while the number of joint states times the bits of the
/// denominator of one round stays below.
const MOST_EXACT: u64 = 40_000;
const MOST_EXACT_BITS: u64 = 400;

/// Joint states of which it is worth while to look at numbers that no double holds.
const MOST_WIDE: usize = 100_000;

/// Ways on which so much happens at most are turned into tracks exactly.
const MOST_EXACT_MOVES: usize = 1_000;

/// Laws of so few rounds are as precise as the joint states, of which there can be so many.
const FEW_ROUNDS: usize = 5_000;
const MOST_STATES: usize = 2_000_000;

/// One course of a race, solved.
#[derive(Clone)]
struct Solved {
    shares: Vec<Enclosure>,
    never: Enclosure,
    moments: [Number; 2],
}

impl Solved {
    /// Whether what is left out of a distribution of the length is little even of the rarest win, and of the mean.
    fn is_precise(&self) -> bool {
        const WIDEST: f64 = 1e-9;
        let narrow = |number: &Enclosure| Interval::around(number).relative_width() <= WIDEST;
        let moments = self.moments.iter().all(|moment| match moment {
            Ok(moment) => narrow(moment),
            Err(why) => *why == Missing::Endless,
        });
        moments && self.shares.iter().all(narrow)
    }
}

/// One course of a race: how likely it is, and what is known of it.
struct Scenario {
    chance: BigRational,
    field: Field<Interval>,
    means: Vec<Number>,
    /// In rationals where that is feasible, and where chances are too small for doubles, in numbers that hold them.
    solved: Option<Solved>,
}

impl Scenario {
    fn new(chance: BigRational, ways: &[Way], detail: Detail) -> Self {
        let field: Field<Interval> = Field::new(ways);
        let moves: usize =
            ways.iter().flat_map(Way::places).map(|distribution| distribution.outcomes().len()).sum();
        let longest = |way: &Way| {
            way.places().iter().map(|distribution| distribution.total().bits()).max().unwrap_or(0)
        };
        let bits: u64 = ways.iter().map(longest).sum();
        if moves <= MOST_EXACT_MOVES && bits <= MOST_EXACT_BITS && detail == Detail::Whole {
            let exact: Field<BigRational> = Field::new(ways);
            if exact.sets() as u64 * bits <= MOST_EXACT {
                let solved = Some(solve_field::<BigUint>(&exact));
                return Self { chance, field, means: exact.means(), solved };
            }
        }
        let stages = || field.tracks.iter().flatten();
        let tiny = stages().any(|stage| [stage.stay, stage.advance, stage.done].iter().any(is_tiny));
        if tiny && field.states() <= MOST_WIDE {
            let wide: Field<Wide> = Field::new(ways);
            let (means, solved) = (wide.means(), Some(solve_field::<Wide>(&wide)));
            return Self { chance, field, means, solved };
        }
        Self { chance, means: field.means(), field, solved: None }
    }
}

fn solve_field<W: Weight>(field: &Field<W::Number>) -> Solved {
    let grid = Grid::<W>::new(&field.weights());
    let never = grid.never();
    let ends = never.as_exact().is_some_and(Zero::is_zero);
    let moments = if ends { grid.lengths() } else { [const { Err(Missing::Endless) }; 2] };
    Solved { shares: grid.shares(field.seats()), never, moments }
}

/// Solves a race.
pub fn solve_race(race: &Race, detail: Detail) -> Solution {
    let total = BigInt::from(race.scenarios.total().clone());
    let scenarios = race.scenarios.outcomes().iter().map(|(scenario, weight)| {
        Scenario::new(BigRational::new(weight.clone().into(), total.clone()), &race.ways[*scenario], detail)
    });
    let scenarios: Vec<Scenario> = scenarios.collect();
    let few = scenarios.iter().all(|scenario| scenario.field.states() <= MOST_STATES);
    let distribution = (detail == Detail::Whole || !few).then(|| Lengths::new(&scenarios));
    let mut solved = solve_courses(&scenarios, distribution.as_ref(), detail);
    add_up_to_one(solved.shares.iter_mut().chain([&mut solved.never]));
    let ends = solved.never.as_exact().is_some_and(Zero::is_zero);
    let why = if ends { Missing::TooLong } else { Missing::Endless };
    let mut length =
        distribution.map_or_else(|| Spread::missing(why), |distribution| distribution.spread(why));
    let [mean, square] = solved.moments;
    length.sd = deviation(&mean, square);
    length.mean = mean;
    let seats = race.seats();
    let taken = !solved.never.as_exact().is_some_and(One::is_one);
    let pot = race.stake.map(|stake| Pot::of_antes(stake, &solved.shares, taken));
    let mean =
        |seat: usize| averaged(&scenarios, scenarios.iter().map(|scenario| scenario.means[seat].clone()));
    let statistics = vec![StatisticNumbers::several(race.mean, (0..seats).map(mean).collect())];
    Solution {
        shares: solved.shares,
        nobody: Enclosure::zero(),
        never: solved.never,
        length,
        pot,
        statistics,
    }
}

/// On how many joint places of its seats a race is solved, over all scenarios.
pub fn joint_places(race: &Race) -> usize {
    let places = |ways: &Vec<Way>| Field::<Interval>::new(ways).states();
    race.ways.iter().map(places).fold(0, usize::saturating_add)
}

/// Where each seat of a race stands after so many throws of its own: for each different way its seats and,
/// for some numbers of throws in rising order, the probabilities of having moved so many times, of being
/// done last. Until 99 in 100 are done; nothing where that takes too long, or the scenarios differ.
pub fn race_progress(race: &Race) -> Vec<Progress> {
    const POINTS: usize = 240;
    const MOST: usize = 2_000_000;
    let [ways] = race.ways.as_slice() else { return Vec::new() };
    let field: Field<Interval> = Field::new(ways);
    let mut all = Vec::new();
    for (kind, track) in field.tracks.iter().enumerate() {
        let distribution = climb(track);
        let mut occupancy = distribution.begin();
        let mut points = vec![(0.0, occupancy.chances())];
        let mut throws = 0usize;
        let mut every = 1;
        while occupancy.unfinished().high > 0.01 {
            if throws * track.len() > MOST {
                return Vec::new();
            }
            distribution.step(&mut occupancy);
            throws += 1;
            if throws.is_multiple_of(every) {
                #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
                points.push((throws as f64, occupancy.chances()));
            }
            if points.len() > 2 * POINTS {
                // Half of them do, and half as many from here on.
                points = points.into_iter().step_by(2).collect();
                every *= 2;
            }
        }
        all.push(Progress { seats: field.seats_on(kind).collect(), shape: Shape::Bands, points });
    }
    all
}

/// The average of what is known of each scenario. Sums of many fractions of many digits take long; they are taken
/// only where the scenario is solved exactly.
fn averaged(scenarios: &[Scenario], parts: impl Iterator<Item = Number>) -> Number {
    let mut parts = parts.zip(scenarios);
    if scenarios.iter().all(|scenario| scenario.solved.is_some()) {
        return parts.map(|(part, scenario)| Ok(part?.scaled(&scenario.chance))).sum();
    }
    if let [_] = scenarios {
        return parts.next().map_or(Err(Missing::TooLong), |(part, _)| part);
    }
    let parts: Vec<(Enclosure, &Scenario)> =
        parts.map(|(part, scenario)| Ok((part?, scenario))).collect::<Result<_, Missing>>()?;
    let near = parts
        .iter()
        .map(|(part, scenario)| Interval::around(part).times(Interval::rational(&scenario.chance)))
        .sum::<Interval>();
    // A rare scenario can be so long that no double holds it, and matter none the less.
    near.number().or_else(|_| {
        let wide = |(part, scenario): &(Enclosure, &Scenario)| {
            Wide::around(part).times(&Wide::rational(&scenario.chance))
        };
        Wide::sum(parts.iter().map(wide)).number()
    })
}

/// All scenarios together: rational where each of them is, else from the distribution of the length, which tells
/// the seats apart, or from the joint states where that distribution is too long.
fn solve_courses(scenarios: &[Scenario], distribution: Option<&Lengths>, detail: Detail) -> Solved {
    let seats = scenarios.first().map_or(0, |scenario| scenario.field.seats());
    let in_all = |of: &dyn Fn(&Solved) -> Number, solved: &[&Solved]| {
        averaged(scenarios, solved.iter().map(|solved| of(solved)))
    };
    let together = |solved: &[&Solved]| {
        let share = |seat: usize| in_all(&|solved| Ok(solved.shares[seat].clone()), solved);
        let never = in_all(&|solved| Ok(solved.never.clone()), solved);
        Solved {
            shares: (0..seats)
                .map(|seat| share(seat).map_or_else(|_| Enclosure::probability(), Enclosure::at_most_one))
                .collect(),
            never: never.unwrap_or_else(|_| Enclosure::probability()),
            moments: [0, 1].map(|power| in_all(&|solved| solved.moments[power].clone(), solved)),
        }
    };
    if let Some(solved) =
        scenarios.iter().map(|scenario| scenario.solved.as_ref()).collect::<Option<Vec<_>>>()
    {
        return together(&solved);
    }
    let states = scenarios.iter().map(|scenario| scenario.field.states()).max().unwrap_or(0);
    let complete = |distribution: &&Lengths| {
        distribution.complete() && (distribution.rounds <= FEW_ROUNDS || states > MOST_STATES)
    };
    if let Some(distribution) = distribution.filter(complete) {
        let solved = distribution.solved(scenarios);
        if states > MOST_STATES || solved.is_precise() {
            return solved;
        }
    }
    if states > MOST_STATES {
        let unknown = Enclosure::probability();
        return Solved {
            shares: vec![unknown.clone(); seats],
            never: if distribution.is_some_and(Lengths::surely_ends) { Enclosure::zero() } else { unknown },
            moments: [const { Err(Missing::TooLong) }; 2],
        };
    }
    let solve = |scenario: &Scenario| {
        let soon = (detail == Detail::Means).then(|| forward::solve(&scenario.field)).flatten();
        soon.unwrap_or_else(|| solve_field::<Interval>(&scenario.field))
    };
    let solved: Vec<Cow<'_, Solved>> = scenarios
        .iter()
        .map(|scenario| scenario.solved.as_ref().map_or_else(|| Cow::Owned(solve(scenario)), Cow::Borrowed))
        .collect();
    together(&solved.iter().map(Cow::as_ref).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Distribution, Measure, Over, Statistic};
    use num_traits::Pow;

    static MEAN: Statistic = Statistic::new("mean", "Mean", Over::Seats, Measure::Plain);

    /// Against a seat that is done with every other throw, one that is done with the chance p wins p/(1 + p) of the games,
    /// and these take 3/(1 + p) casts on average.
    #[test]
    fn a_seat_that_hardly_ever_wins_is_solved_for_as_well_as_the_other() {
        for exponent in [3u32, 16, 50, 90, 400] {
            // Too many digits for a fraction.
            let all: BigUint = Pow::pow(BigUint::from(10u32), exponent + 150);
            let rare = Pow::pow(BigUint::from(10u32), 150u32) + 1u32;
            let distribution =
                |weight: &BigUint| Distribution::new([(0, &all - weight), (1, weight.clone())]).unwrap();
            let (often, seldom) = (distribution(&(&all / 2u32)), distribution(&rare));
            let way = |distribution: &Distribution<u32>| {
                Way::new(0, |_| distribution, |at, step| (at + step < 1).then_some(at + step))
            };
            let solution =
                solve_race(&Race::new(vec![way(&often), way(&seldom)], None, &MEAN), Detail::Whole);
            let (rare, all) = (BigInt::from(rare), BigInt::from(all));
            let wanted = BigRational::new(rare.clone(), &all + &rare);
            let mean = BigRational::new(&all * 3, &all + &rare);
            for (found, wanted) in [(&solution.shares[1], wanted), (&solution.length.mean.unwrap(), mean)] {
                assert!(found.contains(&wanted) && found.as_exact().is_none());
                let width = (found.high() - found.low()) / wanted;
                assert!(
                    width < BigRational::new(1.into(), 1_000_000_000_000i64.into()),
                    "{exponent}: {width}"
                );
            }
        }
    }

    #[test]
    fn a_race_too_long_to_solve_is_not_said_to_end() {
        // On each scenario, eight seats have eight moves to make, and so many throws in 2⁴⁰ are moves.
        let race = |scenarios: &[u64]| {
            let ways = |moves: &u64| {
                let throws = [(0, ((1 << 40) - moves).into()), (1, (*moves).into())];
                let distribution: Distribution<u32> = Distribution::new(throws).unwrap();
                vec![Way::new(0, |_| &distribution, |at, step| (at + step < 8).then_some(at + step)); 8]
            };
            let drawn = (0..scenarios.len()).map(|scenario| (scenario, BigUint::from(1_u32)));
            let scenarios = scenarios.iter().map(ways).collect();
            let race = Race {
                scenarios: Distribution::new(drawn).unwrap(),
                ways: scenarios,
                stake: None,
                mean: &MEAN,
            };
            let solution = solve_race(&race, Detail::Whole);
            assert_eq!(solution.shares[0], Enclosure::probability());
            solution.never
        };
        assert_eq!(race(&[1]), Enclosure::zero());
        assert!(race(&[1, 0]).contains(&BigRational::new(1.into(), 2.into())));
    }
}
