//! What is known of a round for certain: who wins, what each gains, what is bought.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::after::InAllMeasures;
use super::round::{CoinGame, MOST_REMEMBERED, MOST_SEATS, MOST_WORK, WHOLE_WIN};
use super::settings::{REROLL_NAMES, Settings};
use super::turns::Ending;
use crate::exact::{
    Account, BackwardInduction, Detail, Doubles, Enclosure, Mass, MassOf, Missing, Number, Payoffs, Pot,
    Rationals, Roundings, Solution, Spread, StatisticNumbers, TooManyPositions, Wanted, forward,
};
use crate::process::{Measure, Over, Statistic};

/// As many positions are solved with all their measures: at some 400 bytes each they take 600 MB.
const MOST_SOLVED: usize = 1_500_000;

/// Three measures of every seat.
const WIDTH: usize = 3 * MOST_SEATS;

const PER_SEAT: Over = Over::Seats;
pub(super) static VENUS: Statistic =
    Statistic::new("venus", "Ends the round by a Venus", PER_SEAT, Measure::Probability);
pub(super) static SPLIT: Statistic =
    Statistic::new("split", "The round pot is split", Over::Game, Measure::Probability);
pub(super) static POT_MEAN: Statistic =
    Statistic::new("pot_mean", "Round pot in coppers, mean", Over::Game, Measure::Plain);
pub(super) static POT_SD: Statistic =
    Statistic::new("pot_sd", "Round pot in coppers, standard deviation", Over::Game, Measure::Plain);
pub(super) static NET: Statistic =
    Statistic::new("net", "Gain of the round in coppers, mean", PER_SEAT, Measure::Plain);
pub(super) static NET_PURSE: Statistic =
    Statistic::new("net_purse", "Coppers taken less coppers paid, mean", PER_SEAT, Measure::Plain);
pub(super) static BOUGHT: [Statistic; 3] = [
    Statistic::new("bought.etiam", "Etiam bought, mean number", PER_SEAT, Measure::Plain),
    Statistic::new("bought.mercury", "Mercury bought, mean number", PER_SEAT, Measure::Plain),
    Statistic::new("bought.fortuna", "Fortuna bought, mean number", PER_SEAT, Measure::Plain),
];
pub(super) static POWER_USED: Statistic =
    Statistic::new("power_used", "Powers used, mean number", PER_SEAT, Measure::Plain);
pub(super) static JOVE_CALL: Statistic =
    Statistic::new("jove_call", "Calls Jove", PER_SEAT, Measure::Probability);
pub(super) static JOVE_DROP: Statistic =
    Statistic::new("jove_drop", "Drops when Jove is called", PER_SEAT, Measure::Probability);

/// So many ways for turns to end are looked at in rationals: a second or so.
pub(super) const MOST_WORK_EXACTLY: u64 = 1_000_000;

/// Solves the round: in rationals where that is quick, else in doubles.
pub(super) fn solve(game: &CoinGame, wanted: Wanted) -> Solution {
    let solved = solved(game, wanted.detail, MOST_WORK);
    wanted.part_of(solved.unwrap_or_else(|| unsolved(&game.settings)))
}

/// The same with so much work at most in doubles; `None` if that is not enough.
fn solved(game: &CoinGame, detail: Detail, most_work: u64) -> Option<Solution> {
    let exactly = || Some(Chances::<Rationals, MassOf>::of(game, MOST_WORK_EXACTLY).ok()?.solution());
    let nearly = || Some(Chances::<Doubles<WIDTH>, f64>::of(game, most_work).ok()?.solution());
    let exact = (detail == Detail::Whole && is_soon_exact(game)).then(exactly).flatten();
    exact.or_else(nearly)
}

/// Nothing is known but what there is to be known.
fn unsolved(settings: &Settings) -> Solution {
    let nothing = || Err(Missing::TooLong);
    let numbers =
        |of: &Statistic| (0..if of.is_list() { settings.seats } else { 1 }).map(|_| nothing()).collect();
    let statistics = told(settings).map(|of| StatisticNumbers::several(of, numbers(of)));
    Solution { statistics: statistics.collect(), ..Solution::unknown(settings.seats, true) }
}

/// The figures that a round has to tell.
fn told(settings: &Settings) -> impl Iterator<Item = &'static Statistic> {
    let bought = (0..REROLL_NAMES.len()).filter(|variant| settings.variants.rerolls[*variant]);
    let bought = bought.map(|variant| &BOUGHT[variant]);
    let powers = settings.characters.iter().any(|character| !character.powers.is_empty());
    let jove = settings.variants.jove.then_some([&JOVE_CALL, &JOVE_DROP]);
    [&VENUS, &SPLIT, &POT_MEAN, &POT_SD, &NET, &NET_PURSE]
        .into_iter()
        .chain(bought)
        .chain(powers.then_some(&POWER_USED))
        .chain(jove.into_iter().flatten())
}

/// How many throws a round of all seats takes on average; as many as there are seats, if that is not soon known.
pub(super) fn mean_throws(game: &CoinGame) -> BigRational {
    const SOON: u64 = MOST_WORK / 10;
    let middle = |mean: Enclosure| (mean.low() + mean.high()) / BigRational::from_integer(2.into());
    let mean =
        solved(game, Detail::Whole, SOON).and_then(|solution| Some(middle(solution.length.mean.ok()?)));
    mean.unwrap_or_else(|| BigRational::from_integer(game.settings.seats.into()))
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
    let solved = exact.or_else(|| gains_in::<Doubles<MOST_SEATS>>(game, most_work));
    solved.unwrap_or_else(|| vec![Err(Missing::TooLong); game.settings.seats])
}

fn gains_in<V: Payoffs>(game: &CoinGame, most_work: u64) -> Option<Vec<Number>> {
    let mut induction: BackwardInduction<&CoinGame, V> =
        BackwardInduction::new(game, MOST_REMEMBERED).working(most_work);
    let seats = game.settings.seats;
    let start = induction.solve(game.opening()).ok().filter(|_| game.is_readable())?;
    let (value, error) = (induction.value(start), induction.error(0));
    let gain = |seat| {
        let gain = expected(value, error, seat, game.settings.parts(seats))?;
        Ok(shifted(&gain, &beside(game, seat)))
    };
    Some((0..seats).map(gain).collect())
}

/// A value of which so many parts make one.
fn expected<V: Payoffs>(value: &V, error: f64, place: usize, parts: i64) -> Number {
    let part = BigRational::new(One::one(), parts.into());
    let scaled = |number: Enclosure| Enclosure::between(number.low() * &part, number.high() * &part);
    value.at(place, error).map(scaled).ok_or(Missing::OutOfRange)
}

/// What a seat is paid beside the turns: the bonus of the bank, less its ante.
fn beside(game: &CoinGame, seat: usize) -> BigRational {
    let settings = &game.settings;
    &settings.role_play[seat] * BigRational::from_integer(settings.silver.into())
        - BigRational::from_integer(settings.ante.into())
}

/// What can be counted of each seat along all that can happen.
struct Counted<M> {
    venus: Vec<M>,
    paid: Vec<M>,
    bought: [Vec<M>; 3],
    powers: Vec<M>,
    calls: Vec<M>,
    drops: Vec<M>,
    asked: Vec<M>,
    split: M,
    nobody: M,
    /// Of each number of throws, and of each pot.
    lengths: Vec<M>,
    pots: BTreeMap<i64, M>,
}

impl<M: Mass> Counted<M> {
    fn nothing(seats: usize) -> Self {
        let each = || vec![M::zero(); seats];
        Self {
            venus: each(),
            paid: each(),
            bought: std::array::from_fn(|_| each()),
            powers: each(),
            calls: each(),
            drops: each(),
            asked: each(),
            split: M::zero(),
            nobody: M::zero(),
            lengths: Vec::new(),
            pots: BTreeMap::new(),
        }
    }
}

/// A round with all that is known of it.
struct Chances<'a, V, M> {
    game: &'a CoinGame,
    value: V,
    /// By how much a value can be off in each measure.
    errors: [f64; 3],
    counted: Counted<M>,
    roundings: Roundings,
}

impl<'a, V: Payoffs, M: Mass> Chances<'a, V, M> {
    fn of(game: &'a CoinGame, most_work: u64) -> Result<Self, TooManyPositions> {
        let mut induction: BackwardInduction<_, V> = BackwardInduction::new(InAllMeasures(game), MOST_SOLVED)
            .working(most_work)
            .telling(game.telling.clone());
        let start = induction.solve(game.opening())?;
        if !game.is_readable() {
            return Err(TooManyPositions);
        }
        let mut counted = Counted::nothing(game.settings.seats);
        let throws = |position: &_, leaf: usize| {
            let course = game.turns(position).endings[leaf].course();
            course.map_or(0, |course| usize::from(course.throws))
        };
        let roundings = forward(&induction, start, throws, |position, leaf, by_throws: &[M]| {
            let mut mass = M::zero();
            for part in by_throws {
                mass.add(part);
            }
            let ending = &game.turns(position).endings[leaf];
            let after = game.follow(position, ending);
            let mover = usize::from(position.mover);
            let times = |sum: &mut M, number: u64| {
                if number > 0 {
                    sum.add(&mass.times_whole(number));
                }
            };
            times(&mut counted.paid[mover], u64::try_from(after.paid).unwrap_or(0));
            if let Some(course) = ending.course() {
                for (bought, number) in counted.bought.iter_mut().zip(course.bought) {
                    times(&mut bought[mover], number.into());
                }
                times(&mut counted.powers[mover], course.powers.into());
            }
            match ending {
                Ending::Venus(_) => counted.venus[mover].add(&mass),
                Ending::Stand(..) => {}
                Ending::Call => counted.calls[mover].add(&mass),
                Ending::Match => counted.asked[mover].add(&mass),
                Ending::Drop => {
                    counted.asked[mover].add(&mass);
                    counted.drops[mover].add(&mass);
                }
            }
            if after.next.is_some() {
                return;
            }
            match after.winners.number() {
                0 => counted.nobody.add(&mass),
                1 => {}
                _ => counted.split.add(&mass),
            }
            counted.pots.entry(after.pot).or_insert_with(M::zero).add(&mass);
            let most = counted.lengths.len().max(by_throws.len());
            counted.lengths.resize(most, M::zero());
            counted.lengths.iter_mut().zip(by_throws).for_each(|(sum, part)| sum.add(part));
        });
        let value = induction.value(start).clone();
        let errors = [0, 1, 2].map(|measure| induction.error(measure));
        Ok(Self { game, value, errors, counted, roundings })
    }

    fn number(&self, mass: &M) -> Number {
        mass.enclosure(self.roundings).ok_or(Missing::OutOfRange)
    }

    fn chance(&self, mass: &M) -> Enclosure {
        self.number(mass).map_or_else(|_| Enclosure::probability(), Enclosure::at_most_one)
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
        let (gains, purses) = (net(0, parts), net(1, 1));
        let law = |masses: &mut dyn Iterator<Item = (i64, &M)>| {
            let law = masses.filter(|(_, mass)| !mass.is_zero());
            law.map(|(number, mass)| (number, self.chance(mass))).collect::<Vec<_>>()
        };
        let length = Spread::of_law(&law(&mut (0..).zip(&self.counted.lengths)));
        let coins = Spread::of_law(&law(&mut self.counted.pots.iter().map(|(pot, mass)| (*pot, mass))));
        let ante = BigRational::from_integer(settings.ante.into());
        let account = |(paid, net): (&M, &Number)| {
            let paid = self.number(paid).map(|paid| shifted(&paid, &ante));
            // Its part of what the game pot gains is taken as well.
            let taken = match (net, &paid) {
                (Ok(net), Ok(paid)) => Ok(net.plus(paid)),
                (Err(why), _) | (_, Err(why)) => Err(*why),
            };
            Account { paid, taken }
        };
        let accounts = self.counted.paid.iter().zip(&gains).map(account).collect();
        let statistics = self.statistics(&coins, gains, purses);
        Solution {
            shares: (0..seats).map(share).collect(),
            nobody: self.chance(&self.counted.nobody),
            never: Enclosure::zero(),
            length,
            pot: Some(Pot { coins, accounts }),
            statistics,
        }
    }

    fn statistics(&self, pot: &Spread, gains: Vec<Number>, purses: Vec<Number>) -> Vec<StatisticNumbers> {
        let settings = &self.game.settings;
        let counted = &self.counted;
        let chances = |of: &'static Statistic, masses: &[M]| {
            StatisticNumbers::several(of, masses.iter().map(|mass| Ok(self.chance(mass))).collect())
        };
        let means = |of: &'static Statistic, masses: &[M]| {
            StatisticNumbers::several(of, masses.iter().map(|mass| self.number(mass)).collect())
        };
        let mut statistics = vec![
            chances(&VENUS, &counted.venus),
            StatisticNumbers::one(&SPLIT, Ok(self.chance(&counted.split))),
            StatisticNumbers::one(&POT_MEAN, pot.mean.clone()),
            StatisticNumbers::one(&POT_SD, pot.sd.clone()),
            StatisticNumbers::several(&NET, gains),
            StatisticNumbers::several(&NET_PURSE, purses),
        ];
        for variant in (0..REROLL_NAMES.len()).filter(|variant| settings.variants.rerolls[*variant]) {
            statistics.push(means(&BOUGHT[variant], &counted.bought[variant]));
        }
        if settings.characters.iter().any(|character| !character.powers.is_empty()) {
            statistics.push(means(&POWER_USED, &counted.powers));
        }
        if settings.variants.jove {
            statistics.push(chances(&JOVE_CALL, &counted.calls));
            let drop = |(drops, asked): (&M, &M)| {
                if asked.is_zero() {
                    return Err(Missing::Impossible);
                }
                let given = self.number(drops)?.over(&self.number(asked)?);
                given.map(Enclosure::at_most_one).ok_or(Missing::OutOfRange)
            };
            let drops = counted.drops.iter().zip(&counted.asked).map(drop).collect();
            statistics.push(StatisticNumbers::several(&JOVE_DROP, drops));
        }
        statistics
    }
}

fn shifted(number: &Enclosure, by: &BigRational) -> Enclosure {
    Enclosure::between(number.low() + by, number.high() + by)
}
