//! The exact results of a round: wins, gains, and re-rolls bought.

use std::collections::BTreeMap;

use num_rational::BigRational;

use super::after::After;
use super::figures::{COUNTED, JOVE_DROP, NET, NET_PURSE, OF_ROUND, POT_MEAN, POT_SD, SPLIT, unknown};
use super::payoffs::{Doubles, Gains, Payoffs, Rationals};
use super::round::{CoinGame, MOST_SEATS, WHOLE_WIN};
use super::settings::{Scope, Settings, Variants};
use super::solver::{MOST_REMEMBERED, MOST_WORK, Solver, TooManyPositions, forward};
use super::turns::{ANSWERS, DROPS, EVENTS, Ending};
use tali_core::exact::{
    Account, Detail, Enclosure, Interval, Missing, Number, Pot, Ratio, Scalar, Solution, Spread,
    StatisticNumbers, Wanted,
};
use tali_core::process::Measure;

/// The largest number of positions solved in all measures: at about 400 bytes each they take 600 MB.
const MOST_SOLVED: usize = 1_500_000;

/// Three measures for every seat.
const WIDTH: usize = 3 * MOST_SEATS;

/// The largest work in rationals, in leaves of turns: about a second.
pub(super) const MOST_WORK_EXACTLY: u64 = 1_000_000;

/// Solves the round: in rationals if that is fast, else in doubles.
pub(super) fn solve(game: &CoinGame, wanted: Wanted) -> Solution {
    let solved = solved(game, wanted.detail, MOST_WORK);
    wanted.part_of(solved.unwrap_or_else(|| unsolved(&game.settings)))
}

/// Solves with at most this work in doubles; `None` if that is not enough.
fn solved(game: &CoinGame, detail: Detail, most_work: u64) -> Option<Solution> {
    let exactly = || Some(Chances::<Ratio>::of::<Rationals>(game, MOST_WORK_EXACTLY).ok()?.solution());
    let nearly = || Some(Chances::<Interval>::of::<Doubles<WIDTH>>(game, most_work).ok()?.solution());
    let exact = (detail == Detail::Whole && is_soon_exact(game)).then(exactly).flatten();
    exact.or_else(nearly)
}

/// A solution without any known value.
fn unsolved(settings: &Settings) -> Solution {
    let statistics = listed(settings, |of| unknown(&OF_ROUND[of], settings.seats));
    Solution { statistics, ..Solution::unknown(settings.seats, true) }
}

/// The figures that apply: powers and calls if there are any, and the re-rolls in force.
fn listed(settings: &Settings, numbers: impl Fn(usize) -> Vec<Number>) -> Vec<StatisticNumbers> {
    let Variants { rerolls: [etiam, mercury, fortuna], jove } = settings.variants;
    let powers = settings.characters.iter().any(|character| !character.powers.is_empty());
    let in_force = [true, etiam, mercury, fortuna, powers, jove];
    let is_idle = |of: usize| {
        let mut counted = COUNTED.iter().zip(in_force);
        (of == JOVE_DROP && !jove) || counted.any(|(counted, in_force)| *counted == of && !in_force)
    };
    let listed = (0..OF_ROUND.len()).filter(|of| !is_idle(*of));
    listed.map(|of| StatisticNumbers::several(&OF_ROUND[of], numbers(of))).collect()
}

/// The mean number of throws in a round of all seats; the number of seats, if the mean takes too long.
pub(super) fn mean_throws(game: &CoinGame) -> BigRational {
    const SOON: u64 = MOST_WORK / 10;
    let mean = solved(game, Detail::Whole, SOON).and_then(|solution| solution.length.mean.ok());
    let middle = |mean: Enclosure| (mean.low() + mean.high()) / BigRational::from_integer(2.into());
    mean.map_or_else(|| BigRational::from_integer(game.settings.seats.into()), middle)
}

/// Whether decisions are found fast enough for simulations.
pub(super) fn is_soon_thought_over(game: &CoinGame) -> bool {
    /// The largest work, in leaves of turns: a few seconds. An evening has many rounds.
    const SOON: u64 = 100_000_000;
    const SOON_ON_AN_EVENING: u64 = 20_000_000;
    let soon = if game.settings.scope == Scope::Evening { SOON_ON_AN_EVENING } else { SOON };
    let mut solver: Solver<'_, Gains> = Solver::new(game, MOST_REMEMBERED / 2).working(soon);
    !game.thinks() || solver.solve(game.opening()).is_ok()
}

/// Whether rationals take about a second at most.
pub(super) fn is_soon_exact(game: &CoinGame) -> bool {
    /// The largest size of the weights of four bones, in bits.
    const SHORT: u64 = 64;
    let settings = &game.settings;
    let most = if settings.variants.jove { 2 } else { 4 };
    let short = game.seats.iter().all(|seat| seat.bones.denominator().bits() <= SHORT);
    settings.seats <= most && short
}

/// The mean gain of each seat.
pub(super) fn gains(game: &CoinGame, most_work: u64) -> Vec<Number> {
    let exact = is_soon_exact(game).then(|| gains_in::<Rationals>(game, MOST_WORK_EXACTLY)).flatten();
    let solved = exact.or_else(|| gains_in::<Gains>(game, most_work));
    solved.unwrap_or_else(|| vec![Err(Missing::TooLong); game.settings.seats])
}

fn gains_in<V: Payoffs>(game: &CoinGame, most_work: u64) -> Option<Vec<Number>> {
    let mut solver: Solver<'_, V> = Solver::new(game, MOST_REMEMBERED).working(most_work);
    let seats = game.settings.seats;
    let start = solver.solve(game.opening()).ok()?;
    let value = solver.value(start);
    let gain = |seat| solver.expected(value, 0, seat, game.settings.parts(seats));
    Some((0..seats).map(|seat| with_bonus(game, seat, &gain(seat))).collect())
}

/// The total gain of a seat, with the bonus of the bank and minus its ante.
fn with_bonus(game: &CoinGame, seat: usize, gain: &Number) -> Number {
    let settings = &game.settings;
    let bonus = &settings.role_play[seat] * BigRational::from_integer(settings.silver.into());
    let beside = bonus - BigRational::from_integer(settings.ante.into());
    Ok(gain.as_ref().map_err(|why| *why)?.plus(&Enclosure::exact(beside)))
}

/// Sums of weighted events over all turns.
struct Counted<M> {
    /// The payments of each seat.
    paid: Vec<M>,
    events: [Vec<M>; EVENTS],
    split: M,
    nobody: M,
    /// By number of throws, and by pot.
    lengths: Vec<M>,
    pots: BTreeMap<i64, M>,
}

impl<M: Scalar> Counted<M> {
    fn nothing(seats: usize) -> Self {
        let each = || vec![M::zero(); seats];
        let [split, nobody] = [M::zero(), M::zero()];
        let events = std::array::from_fn(|_| each());
        Self { paid: each(), events, split, nobody, lengths: Vec::new(), pots: BTreeMap::new() }
    }

    /// Adds a turn with this ending, by the number of throws so far.
    fn count(&mut self, mover: usize, ending: &Ending, after: &After, by_throws: &[M]) {
        let mass = M::sum(by_throws.iter().cloned());
        let times = |sum: &mut M, number: u64| {
            if number > 0 {
                *sum = sum.plus(&mass.times(&M::whole(number)));
            }
        };
        times(&mut self.paid[mover], u64::try_from(after.paid).unwrap_or(0));
        for (event, number) in self.events.iter_mut().zip(ending.events()) {
            times(&mut event[mover], number.into());
        }
        if after.next.is_some() {
            return;
        }
        match after.end.winners.number() {
            0 => times(&mut self.nobody, 1),
            1 => {}
            _ => times(&mut self.split, 1),
        }
        times(self.pots.entry(after.end.pot).or_insert_with(M::zero), 1);
        self.lengths.resize(self.lengths.len().max(by_throws.len()), M::zero());
        self.lengths.iter_mut().zip(by_throws).for_each(|(sum, part)| *sum = sum.plus(part));
    }
}

/// The results of a solved round.
struct Chances<'a, M> {
    game: &'a CoinGame,
    /// The expected value of every seat in each measure.
    expected: [Vec<Number>; 3],
    counted: Counted<M>,
}

impl<'a, M: Scalar> Chances<'a, M> {
    fn of<V: Payoffs>(game: &'a CoinGame, most_work: u64) -> Result<Self, TooManyPositions> {
        let solver = Solver::new(game, MOST_SOLVED).working(most_work);
        let mut solver: Solver<'_, V> = solver.in_all_measures().with_progress();
        let (start, seats) = (solver.solve(game.opening())?, game.settings.seats);
        let mut counted = Counted::nothing(seats);
        forward(&solver, start, |position, ending, after, by_throws: &[M]| {
            counted.count(usize::from(position.mover), ending, after, by_throws);
        });
        let expected = [(0, game.settings.parts(seats)), (1, 1), (2, WHOLE_WIN)].map(|(measure, parts)| {
            let of = |seat| solver.expected(solver.value(start), measure, seat, parts);
            (0..seats).map(of).collect()
        });
        Ok(Self { game, expected, counted })
    }

    fn chance(mass: &M) -> Enclosure {
        mass.enclosure().map_or_else(Enclosure::probability, Enclosure::at_most_one)
    }

    /// The total gain of every seat in a measure of coins.
    fn net(&self, measure: usize) -> Vec<Number> {
        let gains = (0..).zip(&self.expected[measure]);
        gains.map(|(seat, gain)| with_bonus(self.game, seat, gain)).collect()
    }

    fn solution(&self) -> Solution {
        let settings = &self.game.settings;
        let share = |share: &Number| match share {
            Ok(share) => share.clone().at_least_zero().at_most_one(),
            Err(_) => Enclosure::probability(),
        };
        let gains = self.net(0);
        let distribution = |masses: &mut dyn Iterator<Item = (i64, &M)>| {
            let possible = masses.filter(|(_, mass)| !mass.is_zero());
            possible
                .map(|(number, mass)| (BigRational::from_integer(number.into()), Self::chance(mass)))
                .collect::<Vec<_>>()
        };
        let length = Spread::of_distribution(distribution(&mut (0..).zip(&self.counted.lengths)));
        let coins = Spread::of_distribution(distribution(
            &mut self.counted.pots.iter().map(|(pot, mass)| (*pot, mass)),
        ));
        let ante = Enclosure::exact(BigRational::from_integer(settings.ante.into()));
        let account = |(paid, net): (&M, &Number)| {
            let paid = paid.number().map(|paid| paid.plus(&ante));
            // This includes the seat's share of the game pot's growth.
            let taken = match (net, &paid) {
                (Ok(net), Ok(paid)) => Ok(net.plus(paid)),
                (Err(why), _) | (_, Err(why)) => Err(*why),
            };
            Account::new(paid, taken)
        };
        let accounts = self.counted.paid.iter().zip(&gains).map(account).collect();
        let statistics = listed(settings, |of| match of {
            SPLIT => vec![Ok(Self::chance(&self.counted.split))],
            POT_MEAN => vec![coins.mean.clone()],
            POT_SD => vec![coins.sd.clone()],
            NET => gains.clone(),
            NET_PURSE => self.net(1),
            JOVE_DROP => self.drops(),
            of => self.of_event(of),
        });
        Solution {
            shares: self.expected[2].iter().map(share).collect(),
            nobody: Self::chance(&self.counted.nobody),
            never: Enclosure::zero(),
            length,
            pot: Some(Pot { coins, accounts }),
            statistics,
            scores: Vec::new(),
        }
    }

    /// How often the event of a figure happens to each seat, or with what probability.
    fn of_event(&self, of: usize) -> Vec<Number> {
        let number = |mass| match OF_ROUND[of].unit {
            Measure::Probability => Ok(Self::chance(mass)),
            _ => mass.number(),
        };
        let event = COUNTED.iter().position(|counted| *counted == of);
        event.map_or_else(Vec::new, |event| self.counted.events[event].iter().map(number).collect())
    }

    /// The probability that each seat drops, given that it is asked.
    fn drops(&self) -> Vec<Number> {
        let [drops, answers] = [DROPS, ANSWERS].map(|event| &self.counted.events[event]);
        let drop = |(drops, answers): (&M, &M)| {
            if answers.is_zero() { Err(Missing::Impossible) } else { Ok(Self::chance(&drops.over(answers))) }
        };
        drops.iter().zip(answers).map(drop).collect()
    }
}
