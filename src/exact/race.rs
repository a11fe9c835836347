//! Races, solved on the joint places of all seats.
//!
//! A seat's way becomes a ladder of rungs, one for each move: from a rung the seat stays, advances or is
//! done. A round, in which every seat throws once, leads from joint rungs s to joint rungs s′ ≥ s or to
//! the end, so that the expected number of rounds begun at s follows by going up:
//! N(s) = (1{s is the start} + Σ N(r)·P(r, s)) / (1 − P(s, s)), with 1 − P(s, s) added up from its parts.
//! Seat i then wins with Σ N(s)·dᵢ(s)·Π_{j<i} (1 − dⱼ(s)), where dⱼ is the chance to be done. Seats that
//! fall alike are interchangeable, so that only the sorted rungs of such seats are told apart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::factored::{Factored, Value};
use super::finish::{self, FinishLaw};
use super::scalar::Scalar;
use super::solution::{
    Account, Missing, Number, Pmf, Pot, Solution, Special, Spread, Support, standard_deviation,
};
use super::{Enclosure, Interval};
use crate::process::{Climb, Race};

/// Rational solutions are worth writing out while the number of joint states times the bits of the
/// denominator of one round stays below.
const MOST_EXACT: u64 = 40_000;

/// Ways on which so much happens at most are turned into ladders exactly.
const MOST_EXACT_MOVES: usize = 2_000;

/// The longest law of the length that is computed cast by cast.
const MOST_CASTS: usize = 1 << 20;
const MOST_MOVES: usize = 20_000_000;
const REMAINDER: f64 = 1e-13;

/// What one throw does on a rung: probabilities that add up to 1.
#[derive(Clone, Debug, PartialEq)]
struct Rung<S> {
    stay: S,
    advance: S,
    done: S,
}

type Ladder<S> = Vec<Rung<S>>;

/// Turns a way into a ladder. After k moves the seat may be at several places; the chance to stay is the
/// same at all of them, and the chance to be done with the next move is averaged over them.
fn ladder<C: Climb, S: Scalar>(way: &C) -> Ladder<S> {
    let mut rungs = Vec::new();
    let mut at: BTreeMap<C::Place, S> = BTreeMap::from([(way.start(), S::one())]);
    while !at.is_empty() {
        let mut next: BTreeMap<C::Place, S> = BTreeMap::new();
        let (mut stay, mut done) = (S::zero(), S::zero());
        for (place, here) in &at {
            let law = &way.laws()[way.thrown(*place)];
            let mut staying = BigUint::zero();
            for (effect, weight) in law.outcomes() {
                match way.step(*place, *effect) {
                    Some(to) if to == *place => staying += weight,
                    to => {
                        let moved = here.times(&S::ratio(weight, law.total()));
                        match to {
                            Some(to) => {
                                let entry = next.entry(to).or_insert_with(S::zero);
                                *entry = entry.plus(&moved);
                            }
                            None => done = done.plus(&moved),
                        }
                    }
                }
            }
            stay = S::ratio(&staying, law.total());
        }
        let advance = S::sum(next.values().cloned());
        // What lies further on is taken given that the seat comes so far.
        if !advance.is_zero() {
            for mass in next.values_mut() {
                *mass = mass.over(&advance);
            }
        }
        rungs.push(Rung { stay, advance, done });
        at = next;
    }
    rungs
}

/// How much happens on a way: the outcomes over all places.
fn moves<C: Climb>(way: &C) -> usize {
    let mut seen = BTreeSet::from([way.start()]);
    let mut waiting = vec![way.start()];
    let mut moves = 0;
    while let Some(place) = waiting.pop() {
        let outcomes = way.laws()[way.thrown(place)].outcomes();
        moves += outcomes.len();
        for (effect, _) in outcomes {
            waiting.extend(way.step(place, *effect).filter(|to| seen.insert(*to)));
        }
    }
    moves
}

/// Seats on their ladders; alike seats share one.
struct Field<S> {
    ladders: Vec<Ladder<S>>,
    /// Which ladder each seat climbs.
    of_seat: Vec<usize>,
}

impl<S: Scalar + PartialEq> Field<S> {
    fn new<C: Climb>(ways: &[C]) -> Self {
        let mut field = Self { ladders: Vec::new(), of_seat: Vec::new() };
        for way in ways {
            let climbed = ladder(way);
            let known = field.ladders.iter().position(|known| *known == climbed);
            field.of_seat.push(known.unwrap_or(field.ladders.len()));
            if known.is_none() {
                field.ladders.push(climbed);
            }
        }
        field
    }

    fn seats(&self) -> usize {
        self.of_seat.len()
    }

    fn rung(&self, seat: usize, rungs: &[u16]) -> &Rung<S> {
        &self.ladders[self.of_seat[seat]][usize::from(rungs[seat])]
    }

    /// Whether sorting the rungs of alike seats leaves few joint states.
    fn is_small(&self) -> bool {
        const FEW: usize = 300;
        let alike = |(ladder, rungs): (usize, &Ladder<S>)| {
            // Multisets of so many rungs: C(rungs + seats − 1, seats).
            (0..self.seats_on(ladder).count()).fold(1, |sets, seat| sets * (rungs.len() + seat) / (seat + 1))
        };
        self.ladders.iter().enumerate().map(alike).fold(1, usize::saturating_mul) <= FEW
    }

    /// The number of joint states if no seats were alike.
    fn states(&self) -> usize {
        let lengths = self.of_seat.iter().map(|ladder| self.ladders[*ladder].len());
        lengths.fold(1, usize::saturating_mul)
    }

    /// The mean number of throws that each seat needs, Σ P(it comes to a rung) / (1 − stay).
    fn means(&self) -> Vec<Number> {
        let mean = |ladder: &Ladder<S>| {
            let (mut mean, mut reach) = (S::zero(), S::one());
            for rung in ladder {
                let leave = rung.advance.plus(&rung.done);
                if leave.is_zero() {
                    return Err(Missing::Endless);
                }
                mean = mean.plus(&reach.over(&leave));
                reach = reach.times(&rung.advance).over(&leave);
            }
            mean.enclosure().ok_or(Missing::TooLong)
        };
        self.of_seat.iter().map(|ladder| mean(&self.ladders[*ladder])).collect()
    }
}

/// What a round does from joint rungs.
struct Round<S> {
    /// To other joint rungs, and to the same.
    moves: Vec<(usize, S)>,
    stay: S,
    /// Each seat is the first to be done.
    wins: Vec<S>,
    /// The chance that nobody is done.
    open: S,
}

impl<S: Scalar> Round<S> {
    /// The chance that the round changes anything.
    fn leave(&self) -> S {
        S::sum(self.moves.iter().map(|(_, chance)| chance.clone()).chain(self.wins.iter().cloned()))
    }

    /// E[casts^power] of the round.
    fn casts(&self, power: u32) -> S {
        let wins = self.wins.iter().zip(1u64..).map(|(win, casts)| win.times(&S::whole(casts.pow(power))));
        S::sum(wins).plus(&self.open.times(&S::whole((self.wins.len() as u64).pow(power))))
    }
}

/// Every state of a field that its start reaches, in rising order, the rungs of alike seats sorted.
struct Grid<S> {
    rounds: Vec<Round<S>>,
}

impl<S: Scalar + PartialEq> Grid<S> {
    fn new(field: &Field<S>) -> Self {
        let mut reached: BTreeMap<Vec<u16>, Option<(Vec<(Vec<u16>, S)>, S)>> = BTreeMap::new();
        let start = vec![0; field.seats()];
        reached.insert(start.clone(), None);
        let mut waiting = vec![start];
        while let Some(rungs) = waiting.pop() {
            let mut leaves: BTreeMap<Vec<u16>, S> = BTreeMap::new();
            field.leaves(&rungs, 0, &S::one(), &mut rungs.clone(), &mut leaves);
            let stay = leaves.remove(&rungs).unwrap_or_else(S::zero);
            for to in leaves.keys().filter(|to| !reached.contains_key(*to)).cloned().collect::<Vec<_>>() {
                reached.insert(to.clone(), None);
                waiting.push(to);
            }
            reached.insert(rungs, Some((leaves.into_iter().collect(), stay)));
        }
        let place: HashMap<Vec<u16>, usize> =
            reached.keys().zip(0..).map(|(rungs, place)| (rungs.clone(), place)).collect();
        let rounds = reached.into_iter().filter_map(|(rungs, round)| {
            let (leaves, stay) = round?;
            let moves =
                leaves.into_iter().filter_map(|(to, chance)| Some((*place.get(&to)?, chance))).collect();
            let (wins, open) = field.ends(&rungs);
            Some(Round { moves, stay, wins, open })
        });
        Self { rounds: rounds.collect() }
    }

    /// The expected number of rounds begun in each state; `None` in those that are never left.
    fn visits<V: Value<S>>(&self, factors: &mut V::Factors) -> Vec<Option<V>> {
        let mut inflow: Vec<Vec<(usize, S)>> = vec![Vec::new(); self.rounds.len()];
        for (from, round) in self.rounds.iter().enumerate() {
            for (to, chance) in &round.moves {
                inflow[*to].push((from, chance.clone()));
            }
        }
        let mut visits: Vec<Option<V>> = Vec::with_capacity(self.rounds.len());
        for (state, round) in self.rounds.iter().enumerate() {
            let leave = round.leave();
            let begun = {
                let terms = inflow[state]
                    .iter()
                    .filter_map(|(from, chance)| Some((chance.clone(), visits[*from].as_ref()?)));
                let terms: Vec<(S, &V)> = terms.collect();
                let start = if state == 0 { S::one() } else { S::zero() };
                (!leave.is_zero()).then(|| V::combined(&terms, &start, &leave, factors))
            };
            visits.push(begun);
        }
        visits
    }

    /// The probability of coming to a state that is never left.
    fn never<V: Value<S>>(&self, visits: &[Option<V>], factors: &mut V::Factors) -> Enclosure {
        let stuck: Vec<bool> = self.rounds.iter().map(|round| round.leave().is_zero()).collect();
        if stuck.first() == Some(&true) {
            return Enclosure::one();
        }
        let mut terms = Vec::new();
        for (round, begun) in self.rounds.iter().zip(visits) {
            let into =
                S::sum(round.moves.iter().filter(|(to, _)| stuck[*to]).map(|(_, chance)| chance.clone()));
            terms.extend(begun.as_ref().filter(|_| !into.is_zero()).map(|begun| (into, begun)));
        }
        V::total(&terms, factors).unwrap_or_else(Enclosure::zero)
    }

    fn shares<V: Value<S>>(
        &self,
        visits: &[Option<V>],
        factors: &mut V::Factors,
        seats: usize,
    ) -> Vec<Enclosure> {
        let share = |seat: usize| {
            let terms = self.rounds.iter().zip(visits);
            let terms = terms.filter_map(|(round, begun)| Some((round.wins[seat].clone(), begun.as_ref()?)));
            V::total(&terms.collect::<Vec<_>>(), factors).unwrap_or_else(Enclosure::zero)
        };
        (0..seats).map(share).collect()
    }

    /// E[L] and E[L²]. With A(s) the mean number of casts still to come, L² grows in each round by
    /// c² + 2·c·A(s′), and where the game goes on every seat has cast.
    fn lengths<V: Value<S>>(&self, visits: &[Option<V>], factors: &mut V::Factors) -> [Number; 2] {
        let seats = self.rounds.first().map_or(0, |round| round.wins.len() as u64);
        let mut after: Vec<Option<V>> = vec![None; self.rounds.len()];
        for (state, round) in self.rounds.iter().enumerate().rev() {
            let terms =
                round.moves.iter().filter_map(|(to, chance)| Some((chance.clone(), after[*to].as_ref()?)));
            let mean = V::combined(&terms.collect::<Vec<_>>(), &round.casts(1), &round.leave(), factors);
            after[state] = Some(mean);
        }
        let twice = S::whole(2 * seats);
        let mut products = Vec::new();
        for (state, (round, begun)) in self.rounds.iter().zip(visits).enumerate() {
            let Some(begun) = begun else { continue };
            let stay = (state, round.stay.clone());
            let further = round.moves.iter().chain([&stay]).filter(|(_, chance)| !chance.is_zero());
            let terms = further.filter_map(|(to, chance)| Some((chance.times(&twice), after[*to].as_ref()?)));
            let grown = V::combined(&terms.collect::<Vec<_>>(), &round.casts(2), &S::one(), factors);
            products.push((S::one(), begun.multiplied(&grown)));
        }
        let terms: Vec<(S, &V)> = products.iter().map(|(one, product)| (one.clone(), product)).collect();
        let mean = match (visits.first(), after.first()) {
            (Some(Some(_)), Some(Some(mean))) => V::total(&[(S::one(), mean)], factors),
            _ => None,
        };
        [mean.ok_or(Missing::TooLong), V::total(&terms, factors).ok_or(Missing::TooLong)]
    }
}

impl<S: Scalar + PartialEq> Field<S> {
    /// All joint rungs to which a round leads in which nobody is done.
    fn leaves(
        &self,
        rungs: &[u16],
        seat: usize,
        chance: &S,
        at: &mut Vec<u16>,
        leaves: &mut BTreeMap<Vec<u16>, S>,
    ) {
        if seat == rungs.len() {
            let entry = leaves.entry(self.sorted(at.clone())).or_insert_with(S::zero);
            *entry = entry.plus(chance);
            return;
        }
        let rung = self.rung(seat, rungs);
        for (step, part) in [(0, &rung.stay), (1, &rung.advance)] {
            if !part.is_zero() {
                at[seat] = rungs[seat] + step;
                self.leaves(rungs, seat + 1, &chance.times(part), at, leaves);
            }
        }
        at[seat] = rungs[seat];
    }

    /// The rungs with those of alike seats in rising order.
    fn sorted(&self, mut rungs: Vec<u16>) -> Vec<u16> {
        for ladder in 0..self.ladders.len() {
            let mut alike: Vec<u16> = self.seats_on(ladder).map(|seat| rungs[seat]).collect();
            if alike.len() > 1 {
                alike.sort_unstable();
                for (seat, rung) in self.seats_on(ladder).zip(alike) {
                    rungs[seat] = rung;
                }
            }
        }
        rungs
    }

    fn seats_on(&self, ladder: usize) -> impl Iterator<Item = usize> {
        self.of_seat.iter().enumerate().filter(move |(_, on)| **on == ladder).map(|(seat, _)| seat)
    }

    /// The chance that each seat is the first to be done in a round, and that none is: the mean over the
    /// orders in which alike seats can stand on their rungs, all of which are as likely.
    fn ends(&self, rungs: &[u16]) -> (Vec<S>, S) {
        let mut orders = vec![rungs.to_vec()];
        for ladder in 0..self.ladders.len() {
            let seats: Vec<usize> = self.seats_on(ladder).collect();
            let alike: Vec<u16> = seats.iter().map(|seat| rungs[*seat]).collect();
            let arrangements = arrangements(&alike);
            orders = orders
                .iter()
                .flat_map(|order| {
                    arrangements.iter().map(|arrangement| {
                        let mut order = order.clone();
                        for (seat, rung) in seats.iter().zip(arrangement) {
                            order[*seat] = *rung;
                        }
                        order
                    })
                })
                .collect();
        }
        let mut wins = vec![S::zero(); self.seats()];
        let mut open_in_all = S::zero();
        for order in &orders {
            let mut open = S::one();
            for (seat, sum) in wins.iter_mut().enumerate() {
                let rung = self.rung(seat, order);
                *sum = sum.plus(&open.times(&rung.done));
                open = open.times(&rung.stay.plus(&rung.advance));
            }
            open_in_all = open_in_all.plus(&open);
        }
        let number = S::whole(orders.len() as u64);
        (wins.iter().map(|win| win.over(&number)).collect(), open_in_all.over(&number))
    }
}

/// Every different order of the numbers, which are sorted.
fn arrangements(numbers: &[u16]) -> Vec<Vec<u16>> {
    if numbers.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (place, number) in numbers.iter().enumerate() {
        if place > 0 && numbers[place - 1] == *number {
            continue;
        }
        let mut rest = numbers.to_vec();
        rest.remove(place);
        found.extend(arrangements(&rest).into_iter().map(|rest| [vec![*number], rest].concat()));
    }
    found
}

/// One course of a race, solved.
struct Solved {
    shares: Vec<Enclosure>,
    never: Enclosure,
    moments: [Number; 2],
    means: Vec<Number>,
    field: Field<Interval>,
}

/// Solves a race.
pub fn solve_race<C: Climb>(race: &Race<C>) -> Solution {
    let courses = race.courses.outcomes().iter();
    let courses: Vec<(BigRational, Solved)> = courses
        .map(|(course, weight)| {
            let chance = BigRational::new(weight.clone().into(), race.courses.total().clone().into());
            (chance, solve_course(&race.ways[*course]))
        })
        .collect();
    let seats = race.seats();
    let mean = |number: &dyn Fn(&Solved) -> Number| {
        courses.iter().try_fold(Enclosure::zero(), |sum, (chance, solved)| {
            Ok(sum.plus(&number(solved)?.scaled(chance)))
        })
    };
    let zero = |_| Enclosure::zero();
    let never = mean(&|solved| Ok(solved.never.clone())).unwrap_or_else(zero);
    let shares: Vec<Enclosure> =
        (0..seats).map(|seat| mean(&|solved| Ok(solved.shares[seat].clone())).unwrap_or_else(zero)).collect();
    let ends = never.as_exact().is_some_and(Zero::is_zero);
    let mut length = lengths(&courses, ends);
    if ends {
        length.mean = mean(&|solved| solved.moments[0].clone());
        let square = mean(&|solved| solved.moments[1].clone());
        length.sd = super::chain::both(&length.mean, square.ok())
            .map(|(mean, square)| standard_deviation(mean, &square));
    }
    let pot = race.stake.map(|stake| {
        let pot = BigRational::from_integer((stake * seats as u64).into());
        let paid = Enclosure::exact(BigRational::from_integer(stake.into()));
        let account = |share: &Enclosure| Account { paid: Ok(paid.clone()), taken: Ok(share.scaled(&pot)) };
        let coins = if never.as_exact().is_some_and(One::is_one) {
            Spread::missing(Missing::Endless)
        } else {
            Spread::certain(&pot)
        };
        Pot { coins, accounts: shares.iter().map(account).collect() }
    });
    let means = (0..seats).map(|seat| mean(&|solved| solved.means[seat].clone())).collect();
    let specials = vec![Special::several(race.mean_name, means)];
    Solution { shares, nobody: Enclosure::zero(), never, length, pot, specials }
}

fn solve_course<C: Climb>(ways: &[C]) -> Solved {
    let short = ways.iter().map(moves).sum::<usize>() <= MOST_EXACT_MOVES;
    if short {
        let field: Field<BigRational> = Field::new(ways);
        let bits = ways.iter().map(|way| way.laws().iter().map(|law| law.total().bits()).max().unwrap_or(0));
        if field.states() as u64 * bits.sum::<u64>() <= MOST_EXACT || field.is_small() {
            return solve_field::<BigRational, Factored>(&field, Field::new(ways));
        }
    }
    let field: Field<Interval> = Field::new(ways);
    solve_field::<Interval, Interval>(&field, Field::new(ways))
}

fn solve_field<S: Scalar + PartialEq, V: Value<S>>(field: &Field<S>, near: Field<Interval>) -> Solved {
    let grid = Grid::new(field);
    let mut factors = V::Factors::default();
    let visits = grid.visits::<V>(&mut factors);
    let never = grid.never(&visits, &mut factors);
    let shares = grid.shares(&visits, &mut factors, field.seats());
    let ends = never.as_exact().is_some_and(Zero::is_zero);
    let moments =
        if ends { grid.lengths(&visits, &mut factors) } else { [const { Err(Missing::Endless) }; 2] };
    Solved { shares, never, moments, means: field.means(), field: near }
}

/// Where every different ladder of every course stands after some rounds.
type Fronts = Vec<Vec<Vec<Interval>>>;

/// The law of the length: in the round r seat i is the first to be done at cast n(r − 1) + i.
fn lengths(courses: &[(BigRational, Solved)], ends: bool) -> Spread {
    let laws: Vec<(Interval, Vec<FinishLaw>, &[usize])> = courses
        .iter()
        .map(|(chance, solved)| {
            let law = |ladder: &Ladder<Interval>| {
                let places: Vec<_> = ladder.iter().map(|rung| (rung.stay, rung.advance, rung.done)).collect();
                FinishLaw::upward(&places)
            };
            let laws = solved.field.ladders.iter().map(law).collect();
            (Interval::rational(chance), laws, solved.field.of_seat.as_slice())
        })
        .collect();
    let seats = laws.first().map_or(0, |(_, _, of_seat)| of_seat.len());
    let size: usize = laws.iter().flat_map(|(_, laws, _)| laws).map(FinishLaw::size).sum();
    let mut standings: Vec<Vec<_>> =
        laws.iter().map(|(_, laws, _)| laws.iter().map(FinishLaw::begin).collect()).collect();
    let mut before: Vec<Vec<Interval>> =
        laws.iter().map(|(_, laws, _)| vec![Interval::ONE; laws.len()]).collect();
    let mut chances: Vec<Interval> = Vec::new();
    let mut rounds = 0;
    let why = if ends { Missing::TooLong } else { Missing::Endless };
    loop {
        let open: Interval = laws
            .iter()
            .zip(&before)
            .map(|((chance, _, of_seat), open)| {
                chance.times(of_seat.iter().map(|ladder| open[*ladder]).product::<Interval>())
            })
            .sum();
        if open.high < REMAINDER {
            let first = chances.iter().take_while(|chance| chance.is_zero()).count();
            chances.drain(..first);
            let support = Support::Steps { first: first as u64 + 1, step: 1 };
            let pmf = Pmf { support, chances, remainder: open };
            return Spread { quantiles: pmf.quantiles(|_| None), pmf: Some(pmf), ..Spread::missing(why) };
        }
        if rounds * size > MOST_MOVES || chances.len() + seats > MOST_CASTS {
            break;
        }
        rounds += 1;
        let mut casts = vec![Interval::ZERO; seats];
        for (((chance, laws, of_seat), standings), before) in laws.iter().zip(&mut standings).zip(&mut before)
        {
            for (law, standing) in laws.iter().zip(standings.iter_mut()) {
                law.step(standing);
            }
            let after: Vec<Interval> = standings.iter().map(finish::Standing::unfinished).collect();
            for (seat, sum) in casts.iter_mut().enumerate() {
                let others = of_seat.iter().enumerate().map(|(other, ladder)| match other.cmp(&seat) {
                    std::cmp::Ordering::Less => after[*ladder],
                    std::cmp::Ordering::Equal => standings[*ladder].done,
                    std::cmp::Ordering::Greater => before[*ladder],
                });
                *sum = sum.plus(chance.times(others.product::<Interval>()));
            }
            *before = after;
        }
        chances.extend(casts);
    }
    Spread {
        quantiles: long_quantiles(&laws, seats).map(|number| number.map_err(|_| why)),
        ..Spread::missing(why)
    }
}

/// Quantiles of lengths that are too long to be listed: to a round by powers of the ladders, then to a
/// seat.
fn long_quantiles(laws: &[(Interval, Vec<FinishLaw>, &[usize])], seats: usize) -> [Number; 4] {
    let mut powers: Vec<Vec<_>> =
        laws.iter().map(|(_, laws, _)| laws.iter().map(FinishLaw::powers).collect()).collect();
    let start: Fronts =
        powers.iter().map(|powers| powers.iter().map(|power| power.start.clone()).collect()).collect();
    let unfinished = |fronts: &Fronts| -> Interval {
        let course =
            |((chance, _, of_seat), fronts): (&(Interval, Vec<FinishLaw>, &[usize]), &Vec<Vec<Interval>>)| {
                let open = of_seat.iter().map(|ladder| fronts[*ladder].iter().copied().sum::<Interval>());
                chance.times(open.product::<Interval>())
            };
        laws.iter().zip(fronts).map(course).sum()
    };
    let one = Enclosure::one().low().clone();
    let rounds = finish::long_quantiles(
        start,
        |fronts, doubling| {
            let further = |(powers, fronts): (&mut Vec<finish::Powers>, &Vec<Vec<Interval>>)| {
                powers.iter_mut().zip(fronts).map(|(power, front)| power.further(front, doubling)).collect()
            };
            powers.iter_mut().zip(fronts).map(further).collect()
        },
        unfinished,
    );
    // Which seat of the round it is can be left open: the quantile lies among its casts.
    let seats = BigRational::from_integer(seats.into());
    rounds.map(|rounds| {
        let rounds = rounds?;
        let first = (rounds.low() - &one) * &seats + &one;
        Ok(Enclosure::between(first, rounds.high() * &seats))
    })
}
