//! What is known of a round for certain: who wins, what each gains, what is bought.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::after::After;
use super::figures::{
    COUNTED, JOVE_CALL, JOVE_DROP, NET, NET_PURSE, OF_ROUND, POT_MEAN, POT_SD, POWER_USED, SPLIT, unknown,
};
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

/// As many positions are solved with all their measures: at some 400 bytes each they take 600 MB.
const MOST_SOLVED: usize = 1_500_000;

/// Three measures of every seat.
const WIDTH: usize = 3 * MOST_SEATS;

/// So many ways for turns to end are looked at in rationals: a second or so.
pub(super) const MOST_WORK_EXACTLY: u64 = 1_000_000;

/// Solves the round: in rationals where that is quick, else in doubles.
pub(super) fn solve(game: &CoinGame, wanted: Wanted) -> Solution {
    let solved = solved(game, wanted.detail, MOST_WORK);
    wanted.part_of(solved.unwrap_or_else(|| unsolved(&game.settings)))
}

/// The same with so much work at most in doubles; `None` if that is not enough.
fn solved(game: &CoinGame, detail: Detail, most_work: u64) -> Option<Solution> {
    let exactly = || Some(Chances::<Rationals, Ratio>::of(game, MOST_WORK_EXACTLY).ok()?.solution());
    let nearly = || Some(Chances::<Doubles<WIDTH>, Interval>::of(game, most_work).ok()?.solution());
    let exact = (detail == Detail::Whole && is_soon_exact(game)).then(exactly).flatten();
    exact.or_else(nearly)
}

/// Nothing is known but what there is to be known.
fn unsolved(settings: &Settings) -> Solution {
    let statistics = listed(settings, |of| unknown(&OF_ROUND[of], settings.seats));
    Solution { statistics, ..Solution::unknown(settings.seats, true) }
}

/// The figures that a round has to tell: powers and calls where there are any, and what is bought where it may be.
fn listed(settings: &Settings, numbers: impl Fn(usize) -> Vec<Number>) -> Vec<StatisticNumbers> {
    let Variants { rerolls, jove } = settings.variants;
    let powers = settings.characters.iter().any(|character| !character.powers.is_empty());
    let bought = COUNTED[1..=rerolls.len()].iter().zip(rerolls);
    let mut out: Vec<usize> = bought.filter(|(_, open)| !open).map(|(of, _)| *of).collect();
    out.extend(
        [(POWER_USED, powers), (JOVE_CALL, jove), (JOVE_DROP, jove)]
            .iter()
            .filter(|(_, is)| !is)
            .map(|(of, _)| *of),
    );
    let listed = (0..OF_ROUND.len()).filter(|of| !out.contains(of));
    listed.map(|of| StatisticNumbers::several(&OF_ROUND[of], numbers(of))).collect()
}

/// How many throws a round of all seats takes on average; as many as there are seats, if that is not soon known.
pub(super) fn mean_throws(game: &CoinGame) -> BigRational {
    const SOON: u64 = MOST_WORK / 10;
    let middle = |mean: Enclosure| (mean.low() + mean.high()) / BigRational::from_integer(2.into());
    let mean =
        solved(game, Detail::Whole, SOON).and_then(|solution| Some(middle(solution.length.mean.ok()?)));
    mean.unwrap_or_else(|| BigRational::from_integer(game.settings.seats.into()))
}

/// Whether what seats decide is known soon enough to play.
pub(super) fn is_soon_thought_over(game: &CoinGame) -> bool {
    /// So many ways for turns to end are looked at within some seconds; an evening has many rounds.
    const SOON: u64 = 100_000_000;
    const SOON_ON_AN_EVENING: u64 = 20_000_000;
    let soon = if game.settings.scope == Scope::Evening { SOON_ON_AN_EVENING } else { SOON };
    let mut solver: Solver<'_, Gains> = Solver::new(game, MOST_REMEMBERED / 2).working(soon);
    !game.thinks() || solver.solve(game.opening()).is_ok()
}

/// Whether rationals take little more than a second.
pub(super) fn is_soon_exact(game: &CoinGame) -> bool {
    /// Of the weights of four bones, in bits.
    const SHORT: u64 = 64;
    let settings = &game.settings;
    let most = if settings.variants.jove { 2 } else { 4 };
    let short = game.seats.iter().all(|seat| seat.bones.denominator().bits() <= SHORT);
    settings.seats <= most && short
}

/// What each seat gains on average.
pub(super) fn gains(game: &CoinGame, most_work: u64) -> Vec<Number> {
    let exact = is_soon_exact(game).then(|| gains_in::<Rationals>(game, MOST_WORK_EXACTLY)).flatten();
    let solved = exact.or_else(|| gains_in::<Gains>(game, most_work));
    solved.unwrap_or_else(|| vec![Err(Missing::TooLong); game.settings.seats])
}

fn gains_in<V: Payoffs>(game: &CoinGame, most_work: u64) -> Option<Vec<Number>> {
    let mut solver: Solver<'_, V> = Solver::new(game, MOST_REMEMBERED).working(most_work);
    let seats = game.settings.seats;
    let start = solver.solve(game.opening()).ok()?;
    let (value, error) = (solver.value(start), solver.error(0));
    let gain = |seat| {
        let gain = expected(value, error, seat, game.settings.parts(seats))?;
        Ok(shifted(&gain, &beside(game, seat)))
    };
    Some((0..seats).map(gain).collect())
}

/// A value of which so many parts make one.
fn expected<V: Payoffs>(value: &V, error: f64, index: usize, parts: i64) -> Number {
    let part = BigRational::new(One::one(), parts.into());
    let scaled = |number: Enclosure| Enclosure::between(number.low() * &part, number.high() * &part);
    value.at(index, error).map(scaled).ok_or(Missing::OutOfRange)
}

/// What a seat is paid beside the turns: the bonus of the bank, less its ante.
fn beside(game: &CoinGame, seat: usize) -> BigRational {
    let settings = &game.settings;
    &settings.role_play[seat] * BigRational::from_integer(settings.silver.into())
        - BigRational::from_integer(settings.ante.into())
}

/// What can be counted along all that can happen.
struct Counted<M> {
    /// Of each seat.
    paid: Vec<M>,
    events: [Vec<M>; EVENTS],
    split: M,
    nobody: M,
    /// Of each number of throws, and of each pot.
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

    /// Counts a turn that ends so, by the number of throws so far.
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

/// A round with all that is known of it.
struct Chances<'a, V, M> {
    game: &'a CoinGame,
    value: V,
    /// By how much a value can be off in each measure.
    errors: [f64; 3],
    counted: Counted<M>,
}

impl<'a, V: Payoffs, M: Scalar> Chances<'a, V, M> {
    fn of(game: &'a CoinGame, most_work: u64) -> Result<Self, TooManyPositions> {
        let solver = Solver::new(game, MOST_SOLVED).working(most_work);
        let mut solver: Solver<'_, V> = solver.in_all_measures().telling();
        let start = solver.solve(game.opening())?;
        let mut counted = Counted::nothing(game.settings.seats);
        forward(&solver, start, |position, ending, after, by_throws: &[M]| {
            counted.count(usize::from(position.mover), ending, after, by_throws);
        });
        let value = solver.value(start).clone();
        let errors = [0, 1, 2].map(|measure| solver.error(measure));
        Ok(Self { game, value, errors, counted })
    }

    fn chance(mass: &M) -> Enclosure {
        mass.enclosure().map_or_else(Enclosure::probability, Enclosure::at_most_one)
    }

    /// What a seat can expect in a measure, of which so many parts make one.
    fn expected(&self, measure: usize, seat: usize, parts: i64) -> Number {
        expected(&self.value, self.errors[measure], measure * self.game.settings.seats + seat, parts)
    }

    fn solution(&self) -> Solution {
        let settings = &self.game.settings;
        let (seats, parts) = (settings.seats, settings.parts(settings.seats));
        let share = |seat| {
            let share = self.expected(2, seat, WHOLE_WIN).ok();
            share.map_or_else(Enclosure::probability, |share| {
                let low = share.low().clone().max(BigRational::zero());
                Enclosure::between(low, share.high().clone()).at_most_one()
            })
        };
        let net = |measure, parts| {
            let net = |seat| {
                self.expected(measure, seat, parts).map(|number| shifted(&number, &beside(self.game, seat)))
            };
            (0..seats).map(net).collect::<Vec<Number>>()
        };
        let gains = net(0, parts);
        let law = |masses: &mut dyn Iterator<Item = (i64, &M)>| {
            let law = masses.filter(|(_, mass)| !mass.is_zero());
            law.map(|(number, mass)| (BigRational::from_integer(number.into()), Self::chance(mass)))
                .collect::<Vec<_>>()
        };
        let length = Spread::of_law(law(&mut (0..).zip(&self.counted.lengths)));
        let coins = Spread::of_law(law(&mut self.counted.pots.iter().map(|(pot, mass)| (*pot, mass))));
        let ante = BigRational::from_integer(settings.ante.into());
        let account = |(paid, net): (&M, &Number)| {
            let paid = paid.number().map(|paid| shifted(&paid, &ante));
            // Its part of what the game pot gains is taken as well.
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
            NET_PURSE => net(1, 1),
            JOVE_DROP => self.drops(),
            of => self.of_event(of),
        });
        Solution {
            shares: (0..seats).map(share).collect(),
            nobody: Self::chance(&self.counted.nobody),
            never: Enclosure::zero(),
            length,
            pot: Some(Pot { coins, accounts }),
            statistics,
            scores: Vec::new(),
        }
    }

    /// How often the event of a figure happens to each seat, or how likely.
    fn of_event(&self, of: usize) -> Vec<Number> {
        let number = |mass| match OF_ROUND[of].unit {
            Measure::Probability => Ok(Self::chance(mass)),
            _ => mass.number(),
        };
        let event = COUNTED.iter().position(|counted| *counted == of);
        event.map_or_else(Vec::new, |event| self.counted.events[event].iter().map(number).collect())
    }

    /// How likely each seat drops, given that it is asked.
    fn drops(&self) -> Vec<Number> {
        let [drops, answers] = [DROPS, ANSWERS].map(|event| &self.counted.events[event]);
        let drop = |(drops, answers): (&M, &M)| {
            if answers.is_zero() { Err(Missing::Impossible) } else { Ok(Self::chance(&drops.over(answers))) }
        };
        drops.iter().zip(answers).map(drop).collect()
    }
}

fn shifted(number: &Enclosure, by: &BigRational) -> Enclosure {
    Enclosure::between(number.low() + by, number.high() + by)
}
