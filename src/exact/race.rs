//! Races, solved on the joint places of all seats.
//!
//! A seat's way becomes a ladder of rungs, one for each move: from a rung the seat stays, advances or is
//! done. A round, in which every seat throws once, leads from joint rungs s to joint rungs s′ ≥ s or to
//! the end, so that the expected number of rounds begun at s follows by going up:
//! N(s) = (1{s is the start} + Σ N(r)·P(r, s)) / (1 − P(s, s)), with 1 − P(s, s) added up from its parts.
//! Seat i then wins with Σ N(s)·dᵢ(s)·Π_{j<i} (1 − dⱼ(s)), where dⱼ is the chance to be done. Seats that
//! fall alike are interchangeable, so that only the sorted rungs of such seats are told apart.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::factored::{Factored, Value};
use super::finish::{self, FinishLaw, Powers, Standing};
use super::scalar::Scalar;
use super::solution::{
    Account, Missing, Number, Pmf, Pot, Progress, Solution, Special, Spread, Support, standard_deviation,
};
use super::{Enclosure, Interval, chain};
use crate::process::{Climb, Law, MAX_SEATS, Race};

/// Rational solutions are worth writing out while the number of joint states times the bits of the
/// denominator of one round stays below.
const MOST_EXACT: u64 = 40_000;
const MOST_EXACT_BITS: u64 = 400;

/// Ways on which so much happens at most are turned into ladders exactly.
const MOST_EXACT_MOVES: usize = 2_000;

/// The longest law of the length that is computed cast by cast.
const MOST_CASTS: usize = 1 << 20;
const MOST_MOVES: usize = 20_000_000;
const REMAINDER: f64 = 1e-15;

/// Laws of so few rounds are as precise as the joint states, of which there can be so many.
const FEW_ROUNDS: usize = 5_000;
const MOST_STATES: usize = 2_000_000;

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
    let of_law = |law: &Law<C::Effect>| {
        let outcomes = law.outcomes().iter();
        outcomes.map(|(effect, weight)| (*effect, S::ratio(weight, law.total()))).collect()
    };
    let chances: Vec<Vec<(C::Effect, S)>> = way.laws().iter().map(of_law).collect();
    // Where the seat is after so many moves, if it is not done.
    let mut at: BTreeMap<C::Place, S> = BTreeMap::from([(way.start(), S::one())]);
    while !at.is_empty() {
        let here = S::sum(at.values().cloned());
        let mut next: BTreeMap<C::Place, S> = BTreeMap::new();
        let (mut stay, mut moves, mut done) = (S::zero(), S::zero(), S::zero());
        for (place, mass) in &at {
            let law = way.thrown(*place);
            let mut staying = S::zero();
            let mut moving = S::zero();
            for (effect, chance) in &chances[law] {
                match way.step(*place, *effect) {
                    Some(to) if to == *place => staying = staying.plus(chance),
                    to => {
                        moving = moving.plus(chance);
                        let moved = mass.times(chance);
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
            (stay, moves) = (staying, moving);
        }
        // Given that it moved, so that long ways do not vanish.
        if !moves.is_zero() {
            done = done.over(&moves);
            for mass in next.values_mut() {
                *mass = mass.over(&moves);
            }
        }
        let mut further = S::sum(next.values().cloned());
        if further.is_negligible() {
            // So seldom that it is bounded instead: as if the end came with this move.
            done = done.plus(&further);
            (further, next) = (S::zero(), BTreeMap::new());
        }
        let part = |mass: &S| if mass.is_zero() { S::zero() } else { mass.over(&here).times(&moves) };
        rungs.push(Rung { advance: part(&further), done: part(&done), stay });
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

    fn rung(&self, seat: usize, rungs: &Rungs) -> &Rung<S> {
        &self.ladders[self.of_seat[seat]][usize::from(rungs[seat])]
    }

    /// The number of joint states with the rungs of alike seats sorted: C(rungs + seats − 1, seats) of
    /// each kind.
    fn sets(&self) -> usize {
        let alike = |(ladder, rungs): (usize, &Ladder<S>)| {
            (0..self.seats_on(ladder).count()).fold(1, |sets, seat| sets * (rungs.len() + seat) / (seat + 1))
        };
        self.ladders.iter().enumerate().map(alike).fold(1, usize::saturating_mul)
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

/// Where every seat stands.
type Rungs = [u16; MAX_SEATS];

/// What a round does from joint rungs.
struct Round<S> {
    /// To other joint rungs.
    moves: Vec<(u32, S)>,
    stay: S,
    /// Each seat is the first to be done.
    wins: Vec<S>,
    /// The chance that nobody is done.
    open: S,
    /// The chance that the round changes anything.
    leave: S,
}

impl<S: Scalar> Round<S> {
    /// E[casts^power] of the round.
    fn casts(&self, power: u32) -> S {
        let wins = self.wins.iter().zip(1u64..).map(|(win, casts)| win.times(&S::whole(casts.pow(power))));
        S::sum(wins).plus(&self.open.times(&S::whole((self.wins.len() as u64).pow(power))))
    }
}

/// Every joint state of a field in rising order, the rungs of alike seats sorted.
struct Grid<S> {
    rounds: Vec<Round<S>>,
}

impl<S: Scalar + PartialEq> Grid<S> {
    fn new(field: &Field<S>) -> Self {
        let lengths: Vec<usize> = field.of_seat.iter().map(|ladder| field.ladders[*ladder].len()).collect();
        // A seat that is next to one of its kind stands no lower than that.
        let mut before: Vec<Option<usize>> = Vec::with_capacity(lengths.len());
        for (seat, ladder) in field.of_seat.iter().enumerate() {
            before.push(field.of_seat[..seat].iter().rposition(|other| other == ladder));
        }
        let sorted = |rungs: &Rungs| {
            before
                .iter()
                .enumerate()
                .all(|(seat, other)| other.is_none_or(|other| rungs[other] <= rungs[seat]))
        };
        let code = |rungs: &Rungs| {
            lengths.iter().zip(rungs).fold(0, |code, (length, rung)| code * length + usize::from(*rung))
        };
        let mut place: Vec<u32> = vec![u32::MAX; field.states()];
        let mut states: Vec<Rungs> = Vec::new();
        let mut rungs: Rungs = [0; MAX_SEATS];
        loop {
            if sorted(&rungs) {
                place[code(&rungs)] = u32::try_from(states.len()).unwrap_or(u32::MAX);
                states.push(rungs);
            }
            // The next in rising order, the last seat first.
            let Some(seat) =
                (0..lengths.len()).rev().find(|seat| usize::from(rungs[*seat]) + 1 < lengths[*seat])
            else {
                break;
            };
            rungs[seat] += 1;
            rungs[seat + 1..].fill(0);
        }
        let rounds = states.iter().map(|rungs| {
            let mut stay = S::zero();
            let mut moves: Vec<(u32, S)> = Vec::new();
            for (to, chance) in field.leaves(rungs) {
                if to == *rungs {
                    stay = stay.plus(&chance);
                } else {
                    moves.push((place[code(&field.sorted(to))], chance));
                }
            }
            let (wins, open) = field.ends(rungs);
            let leave = S::sum(moves.iter().map(|(_, chance)| chance).chain(&wins).cloned());
            Round { moves, stay, wins, open, leave }
        });
        Self { rounds: rounds.collect() }
    }

    /// The expected number of rounds begun in each state; `None` in those that are never left.
    fn visits<V: Value<S>>(&self, factors: &mut V::Factors) -> Vec<Option<V>> {
        let mut inflow: Vec<V::Sum> = vec![V::Sum::default(); self.rounds.len()];
        let mut visits: Vec<Option<V>> = Vec::with_capacity(self.rounds.len());
        for (state, round) in self.rounds.iter().enumerate() {
            if round.leave.is_zero() {
                visits.push(None);
                continue;
            }
            let start = if state == 0 { S::one() } else { S::zero() };
            let begun = V::finish(&std::mem::take(&mut inflow[state]), &start, &round.leave, factors);
            for (to, chance) in &round.moves {
                V::add(&mut inflow[*to as usize], chance, &begun);
            }
            visits.push(Some(begun));
        }
        visits
    }

    /// Σ N(s)·value(s).
    fn total<V: Value<S>>(
        &self,
        visits: &[Option<V>],
        factors: &mut V::Factors,
        value: impl Fn(&Round<S>) -> S,
    ) -> Option<Enclosure> {
        let mut sum = V::Sum::default();
        for (round, begun) in self.rounds.iter().zip(visits) {
            if let Some(begun) = begun {
                V::add(&mut sum, &value(round), begun);
            }
        }
        V::finish(&sum, &S::zero(), &S::one(), factors).number(factors)
    }

    /// The probability of coming to a state that is never left.
    fn never<V: Value<S>>(&self, visits: &[Option<V>], factors: &mut V::Factors) -> Enclosure {
        if matches!(visits.first(), Some(None)) {
            return Enclosure::one();
        }
        let stuck = |to: u32| visits[to as usize].is_none();
        let into = |round: &Round<S>| {
            S::sum(round.moves.iter().filter(|(to, _)| stuck(*to)).map(|(_, chance)| chance.clone()))
        };
        self.total(visits, factors, into).unwrap_or_else(Enclosure::probability)
    }

    fn shares<V: Value<S>>(
        &self,
        visits: &[Option<V>],
        factors: &mut V::Factors,
        seats: usize,
    ) -> Vec<Enclosure> {
        let share = |seat: usize| self.total(visits, factors, |round| round.wins[seat].clone());
        (0..seats).map(share).map(|share| share.unwrap_or_else(Enclosure::probability)).collect()
    }

    /// E[L] and E[L²]. With A(s) the mean number of casts still to come, L² grows in each round by
    /// c² + 2·c·A(s′), and where the game goes on every seat has cast.
    fn lengths<V: Value<S>>(&self, visits: &[Option<V>], factors: &mut V::Factors) -> [Number; 2] {
        let seats = self.rounds.first().map_or(0, |round| round.wins.len() as u64);
        let twice = S::whole(2 * seats);
        let mut after: Vec<Option<V>> = vec![None; self.rounds.len()];
        let mut squares = V::Sum::default();
        for (state, round) in self.rounds.iter().enumerate().rev() {
            if round.leave.is_zero() {
                continue;
            }
            let mut sum = V::Sum::default();
            for (to, chance) in &round.moves {
                if let Some(later) = &after[*to as usize] {
                    V::add(&mut sum, chance, later);
                }
            }
            let mean = V::finish(&sum, &round.casts(1), &round.leave, factors);
            if let Some(begun) = &visits[state] {
                V::add(&mut sum, &round.stay, &mean);
                let later = V::finish(&sum, &S::zero(), &S::one(), factors);
                V::add(&mut squares, &twice, &begun.multiplied(&later));
                V::add(&mut squares, &round.casts(2), begun);
            }
            after[state] = Some(mean);
        }
        let square = V::finish(&squares, &S::zero(), &S::one(), factors);
        let mean = after.first().and_then(Option::as_ref).and_then(|mean| mean.number(factors));
        [mean.ok_or(Missing::TooLong), square.number(factors).ok_or(Missing::TooLong)]
    }
}

impl<S: Scalar + PartialEq> Field<S> {
    /// All joint rungs to which a round leads in which nobody is done.
    fn leaves(&self, rungs: &Rungs) -> Vec<(Rungs, S)> {
        let mut leaves = vec![(*rungs, S::one())];
        for seat in 0..self.seats() {
            let rung = self.rung(seat, rungs);
            let mut further = Vec::with_capacity(2 * leaves.len());
            for (at, chance) in leaves {
                if !rung.stay.is_zero() {
                    further.push((at, chance.times(&rung.stay)));
                }
                if !rung.advance.is_zero() {
                    let mut on = at;
                    on[seat] += 1;
                    further.push((on, chance.times(&rung.advance)));
                }
            }
            leaves = further;
        }
        leaves
    }

    /// The rungs with those of alike seats in rising order.
    fn sorted(&self, mut rungs: Rungs) -> Rungs {
        for ladder in 0..self.ladders.len() {
            // Insertion: a round moves every seat by one rung at most.
            let mut seats: [usize; MAX_SEATS] = [0; MAX_SEATS];
            let mut number = 0;
            for (seat, _) in self.of_seat.iter().enumerate().filter(|(_, on)| **on == ladder) {
                seats[number] = seat;
                number += 1;
                let mut place = number - 1;
                while place > 0 && rungs[seats[place - 1]] > rungs[seats[place]] {
                    rungs.swap(seats[place - 1], seats[place]);
                    place -= 1;
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
    fn ends(&self, rungs: &Rungs) -> (Vec<S>, S) {
        let mut orders = vec![*rungs];
        for ladder in 0..self.ladders.len() {
            let seats: Vec<usize> = self.seats_on(ladder).collect();
            if seats.len() == 1 {
                continue;
            }
            let alike: Vec<u16> = seats.iter().map(|seat| rungs[*seat]).collect();
            let arrangements = arrangements(&alike);
            let arranged = |order: &Rungs| {
                let mut all = Vec::with_capacity(arrangements.len());
                for arrangement in &arrangements {
                    let mut order = *order;
                    for (seat, rung) in seats.iter().zip(arrangement) {
                        order[*seat] = *rung;
                    }
                    all.push(order);
                }
                all
            };
            orders = orders.iter().flat_map(arranged).collect();
        }
        let mut wins = vec![S::zero(); self.seats()];
        let mut open_in_all = S::zero();
        for order in &orders {
            let mut open = S::one();
            for (seat, sum) in wins.iter_mut().enumerate() {
                let rung = self.rung(seat, order);
                if !rung.done.is_zero() {
                    *sum = sum.plus(&open.times(&rung.done));
                }
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
    if numbers.first() == numbers.last() {
        return vec![numbers.to_vec()];
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
}

/// One course of a race: how likely it is, and what is known of it.
struct Course {
    chance: BigRational,
    field: Field<Interval>,
    means: Vec<Number>,
    /// Rational where that is feasible.
    solved: Option<Solved>,
}

impl Course {
    fn new<C: Climb>(chance: BigRational, ways: &[C]) -> Self {
        let field: Field<Interval> = Field::new(ways);
        let short = ways.iter().map(moves).sum::<usize>() <= MOST_EXACT_MOVES;
        let longest = |way: &C| way.laws().iter().map(|law| law.total().bits()).max().unwrap_or(0);
        let bits: u64 = ways.iter().map(longest).sum();
        if short && bits <= MOST_EXACT_BITS {
            let exact: Field<BigRational> = Field::new(ways);
            if exact.sets() as u64 * bits <= MOST_EXACT {
                let solved = Some(solve_field::<BigRational, Factored>(&exact));
                return Self { chance, field, means: exact.means(), solved };
            }
        }
        Self { chance, means: field.means(), field, solved: None }
    }
}

fn solve_field<S: Scalar + PartialEq, V: Value<S>>(field: &Field<S>) -> Solved {
    let grid = Grid::new(field);
    let mut factors = V::Factors::default();
    let visits = grid.visits::<V>(&mut factors);
    let never = grid.never(&visits, &mut factors);
    let shares = grid.shares(&visits, &mut factors, field.seats());
    let ends = never.as_exact().is_some_and(Zero::is_zero);
    let moments =
        if ends { grid.lengths(&visits, &mut factors) } else { [const { Err(Missing::Endless) }; 2] };
    Solved { shares, never, moments }
}

/// Solves a race.
pub fn solve_race<C: Climb>(race: &Race<C>) -> Solution {
    let total = BigInt::from(race.courses.total().clone());
    let courses = race.courses.outcomes().iter().map(|(course, weight)| {
        Course::new(BigRational::new(weight.clone().into(), total.clone()), &race.ways[*course])
    });
    let courses: Vec<Course> = courses.collect();
    let law = Lengths::new(&courses);
    let solved = solve_courses(&courses, &law);
    let ends = solved.never.as_exact().is_some_and(Zero::is_zero);
    let why = if ends { Missing::TooLong } else { Missing::Endless };
    let mut length = law.spread(why);
    let [mean, square] = solved.moments;
    length.sd = chain::both(&mean, square.ok()).map(|(mean, square)| standard_deviation(mean, &square));
    length.mean = mean;
    let seats = race.seats();
    let pot = race.stake.map(|stake| {
        let pot = BigRational::from_integer((stake * seats as u64).into());
        let paid = Enclosure::exact(BigRational::from_integer(stake.into()));
        let account = |share: &Enclosure| Account { paid: Ok(paid.clone()), taken: Ok(share.scaled(&pot)) };
        let taken = !solved.never.as_exact().is_some_and(One::is_one);
        let coins = if taken { Spread::certain(&pot) } else { Spread::missing(Missing::Impossible) };
        Pot { coins, accounts: solved.shares.iter().map(account).collect() }
    });
    let mean = |seat: usize| {
        let each = courses.iter().map(|course| Ok(course.means[seat].clone()?.scaled(&course.chance)));
        each.sum::<Number>()
    };
    let specials = vec![Special::several(race.mean_name, (0..seats).map(mean).collect())];
    Solution { shares: solved.shares, nobody: Enclosure::zero(), never: solved.never, length, pot, specials }
}

/// Where each seat of a race stands after so many throws of its own: for each different way its seats and,
/// for some numbers of throws in rising order, the probabilities of having moved so many times, of being
/// done last. Until 99 in 100 are done; nothing where that takes too long, or the courses differ.
#[must_use]
pub fn race_progress<C: Climb>(race: &Race<C>) -> Vec<Progress> {
    const POINTS: usize = 240;
    const MOST: usize = 2_000_000;
    let [ways] = race.ways.as_slice() else { return Vec::new() };
    let field: Field<Interval> = Field::new(ways);
    let mut all = Vec::new();
    for (kind, ladder) in field.ladders.iter().enumerate() {
        let places: Vec<_> = ladder.iter().map(|rung| (rung.stay, rung.advance, rung.done)).collect();
        let law = FinishLaw::upward(&places);
        let mut standing = law.begin();
        let mut points = vec![(0.0, standing.chances())];
        let mut throws = 0usize;
        let mut every = 1;
        while standing.unfinished().high > 0.01 {
            if throws * ladder.len() > MOST {
                return Vec::new();
            }
            law.step(&mut standing);
            throws += 1;
            if throws.is_multiple_of(every) {
                #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
                points.push((throws as f64, standing.chances()));
            }
            if points.len() > 2 * POINTS {
                // Half of them do, and half as many from here on.
                points = points.into_iter().step_by(2).collect();
                every *= 2;
            }
        }
        all.push(Progress { seats: field.seats_on(kind).collect(), points });
    }
    all
}

/// All courses together: rational where each of them is, else from the law of the length, which tells
/// the seats apart, or from the joint states where that law is too long.
fn solve_courses(courses: &[Course], law: &Lengths) -> Solved {
    let seats = courses.first().map_or(0, |course| course.field.seats());
    let in_all = |of: &dyn Fn(&Solved) -> Number, solved: &[&Solved]| -> Number {
        solved.iter().zip(courses).map(|(solved, course)| Ok(of(solved)?.scaled(&course.chance))).sum()
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
    if let Some(solved) = courses.iter().map(|course| course.solved.as_ref()).collect::<Option<Vec<_>>>() {
        return together(&solved);
    }
    let states = courses.iter().map(|course| course.field.states()).max().unwrap_or(0);
    let precise = law.complete() && (law.rounds <= FEW_ROUNDS || states > MOST_STATES);
    if precise {
        return law.solved(courses);
    }
    if states > MOST_STATES {
        let nothing = Enclosure::probability();
        return Solved {
            shares: vec![nothing; seats],
            never: Enclosure::zero(),
            moments: [const { Err(Missing::TooLong) }; 2],
        };
    }
    let solved: Vec<Solved> =
        courses.iter().map(|course| solve_field::<Interval, Interval>(&course.field)).collect();
    together(&solved.iter().collect::<Vec<_>>())
}

/// The law of the length, round by round: in the round r seat i is the first to be done at cast
/// n(r − 1) + i.
struct Lengths {
    laws: Vec<OfCourse>,
    seats: usize,
    /// The chance of each cast to be the last, as far as listed.
    chances: Vec<Interval>,
    rounds: usize,
    /// What is left when listing ends, and the part of it that can still end.
    open: Interval,
    active: Interval,
}

struct OfCourse {
    chance: Interval,
    laws: Vec<FinishLaw>,
    of_seat: Vec<usize>,
    never: bool,
}

impl Lengths {
    fn new(courses: &[Course]) -> Self {
        let laws: Vec<OfCourse> = courses
            .iter()
            .map(|course| {
                let law = |ladder: &Ladder<Interval>| {
                    let places: Vec<_> =
                        ladder.iter().map(|rung| (rung.stay, rung.advance, rung.done)).collect();
                    FinishLaw::upward(&places)
                };
                let stuck = |ladder: &Ladder<Interval>| {
                    ladder.iter().any(|rung| rung.advance.plus(rung.done).is_zero())
                };
                OfCourse {
                    chance: Interval::rational(&course.chance),
                    laws: course.field.ladders.iter().map(law).collect(),
                    of_seat: course.field.of_seat.clone(),
                    never: course.field.ladders.iter().all(stuck),
                }
            })
            .collect();
        let seats = laws.first().map_or(0, |course| course.of_seat.len());
        let never: Interval = laws.iter().filter(|course| course.never).map(|course| course.chance).sum();
        let active = laws.iter().filter(|course| !course.never).map(|course| course.chance).sum();
        let mut lengths = Self { laws, seats, chances: Vec::new(), rounds: 0, open: never, active };
        lengths.list();
        lengths.open = lengths.open.plus(lengths.active);
        lengths
    }

    fn list(&mut self) {
        let mut running: Vec<(&OfCourse, Vec<Standing>, Vec<Interval>)> = Vec::new();
        for course in self.laws.iter().filter(|course| !course.never) {
            let standings: Vec<Standing> = course.laws.iter().map(FinishLaw::begin).collect();
            running.push((course, standings, vec![Interval::ONE; course.laws.len()]));
        }
        let (mut work, mut set_aside) = (0, Interval::ZERO);
        let mut casts = vec![Interval::ZERO; self.seats];
        while self.active.high > REMAINDER
            && work < MOST_MOVES
            && self.chances.len() + self.seats <= MOST_CASTS
        {
            self.rounds += 1;
            casts.fill(Interval::ZERO);
            for (course, standings, before) in &mut running {
                let mut after: [Interval; MAX_SEATS] = [Interval::ONE; MAX_SEATS];
                for ((law, standing), after) in course.laws.iter().zip(standings.iter_mut()).zip(&mut after) {
                    law.step(standing);
                    *after = standing.unfinished();
                    work += law.size();
                }
                // All before the seat are still on their way after this round, all others before it.
                let mut left = course.chance;
                for (seat, sum) in casts.iter_mut().enumerate() {
                    let later = course.of_seat[seat + 1..].iter().map(|ladder| before[*ladder]);
                    let done = standings[course.of_seat[seat]].done;
                    *sum = sum.plus(later.fold(left.times(done), |product, open| product.times(open)));
                    left = left.times(after[course.of_seat[seat]]);
                }
                let ladders = before.len();
                before.copy_from_slice(&after[..ladders]);
                work += self.seats * self.seats;
            }
            self.chances.extend(&casts);
            let open = |(course, _, open): &(&OfCourse, Vec<Standing>, Vec<Interval>)| -> Interval {
                course.chance.times(course.of_seat.iter().map(|ladder| open[*ladder]).product::<Interval>())
            };
            // What is almost surely over on its course need not be followed any further.
            running.retain(|course| {
                let left = open(course);
                let over = left.high < REMAINDER * 1e-3;
                if over {
                    set_aside = set_aside.plus(left);
                }
                !over
            });
            self.active = running.iter().map(open).sum::<Interval>().plus(set_aside);
        }
    }

    fn complete(&self) -> bool {
        self.active.high <= REMAINDER
    }

    /// The shares and moments that follow from a complete law. With M the most rounds that a seat still
    /// needs on average from anywhere, E[R] ≤ M and E[R²] ≤ 2M² for the rounds R after the last listed.
    fn solved(&self, courses: &[Course]) -> Solved {
        let mut shares = vec![Interval::ZERO; self.seats];
        let mut moments = [Interval::ZERO; 2];
        for (place, chance) in self.chances.iter().enumerate() {
            shares[place % self.seats] = shares[place % self.seats].plus(*chance);
            let cast = Interval::whole(place as u64 + 1);
            moments[0] = moments[0].plus(chance.times(cast));
            moments[1] = moments[1].plus(chance.times(cast).times(cast));
        }
        let longest = |ladder: &Ladder<Interval>| {
            ladder.iter().map(|rung| Interval::ONE.over(rung.advance.plus(rung.done)).high).sum::<f64>()
        };
        let ladders = courses.iter().flat_map(|course| &course.field.ladders);
        let most = ladders.map(longest).fold(0.0, f64::max) * (1.0 + 1e-9);
        #[expect(clippy::cast_precision_loss, reason = "a bound, which is rounded up")]
        let (seats, listed) = (self.seats as f64, self.rounds as f64);
        let tails = [
            seats * (listed + most),
            seats * seats * (listed * listed + 2.0 * listed * most + 2.0 * most * most),
        ];
        let widened =
            |number: Interval, tail: f64| Interval { low: number.low, high: (number.high + tail).next_up() };
        let ends = !self.laws.iter().any(|course| course.never);
        let moment = |power: usize| {
            let number = widened(moments[power], self.active.high * tails[power] * (1.0 + 1e-9));
            if ends { number.enclosure().ok_or(Missing::TooLong) } else { Err(Missing::Endless) }
        };
        let never =
            courses.iter().zip(&self.laws).filter(|(_, law)| law.never).map(|(course, _)| &course.chance);
        let share = |share: &Interval| widened(*share, self.active.high).at_most_one().enclosure();
        Solved {
            shares: shares.iter().map(|sum| share(sum).unwrap_or_else(Enclosure::probability)).collect(),
            never: Enclosure::exact(never.sum()),
            moments: [0, 1].map(moment),
        }
    }

    /// The law with its quantiles; without the moments.
    fn spread(&self, why: Missing) -> Spread {
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

    /// Quantiles of lengths that are too long to be listed, to a round, by powers of the ladders. Which
    /// seat of the round it is is left open.
    fn long_quantiles(&self) -> [Number; 4] {
        type Fronts = Vec<Vec<Vec<Interval>>>;
        // The powers of longer ladders take too long.
        const LONGEST: usize = 64;
        if self.laws.iter().flat_map(|course| &course.laws).any(|law| law.states() > LONGEST) {
            return [const { Err(Missing::TooLong) }; 4];
        }
        let courses: Vec<&OfCourse> = self.laws.iter().filter(|course| !course.never).collect();
        let never: Interval =
            self.laws.iter().filter(|course| course.never).map(|course| course.chance).sum();
        let mut powers: Vec<Vec<Powers>> =
            courses.iter().map(|course| course.laws.iter().map(FinishLaw::powers).collect()).collect();
        let start: Fronts =
            powers.iter().map(|powers| powers.iter().map(|power| power.start.clone()).collect()).collect();
        let unfinished = |fronts: &Fronts| -> Interval {
            let open = |(course, fronts): (&&OfCourse, &Vec<Vec<Interval>>)| {
                let seats =
                    course.of_seat.iter().map(|ladder| fronts[*ladder].iter().copied().sum::<Interval>());
                course.chance.times(seats.product::<Interval>())
            };
            courses.iter().zip(fronts).map(open).sum::<Interval>().plus(never)
        };
        let further = |fronts: &Fronts, doubling: usize| -> Fronts {
            let on = |(powers, fronts): (&mut Vec<Powers>, &Vec<Vec<Interval>>)| {
                powers.iter_mut().zip(fronts).map(|(power, front)| power.further(front, doubling)).collect()
            };
            powers.iter_mut().zip(fronts).map(on).collect()
        };
        let rounds = finish::long_quantiles(start, further, unfinished);
        let seats = BigRational::from_integer(self.seats.into());
        rounds.map(|rounds| {
            let rounds = rounds?;
            let first = (rounds.low() - Enclosure::one().low()) * &seats + Enclosure::one().low();
            Ok(Enclosure::between(first, rounds.high() * &seats))
        })
    }
}
