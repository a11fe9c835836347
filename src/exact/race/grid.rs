//! The joint stages of all seats.

use super::track::{Field, Stages};
use crate::exact::Enclosure;
use crate::exact::factored::Value;
use crate::exact::scalar::Scalar;
use crate::exact::solution::{Missing, Number};
use crate::process::MAX_SEATS;

/// What a round does from joint stages.
pub(super) struct Round<S> {
    /// To other joint stages.
    pub(super) moves: Vec<(u32, S)>,
    pub(super) stay: S,
    /// Each seat is the first to be done.
    pub(super) wins: Vec<S>,
    /// The chance that nobody is done.
    pub(super) open: S,
    /// The chance that the round changes anything.
    pub(super) leave: S,
}

impl<S: Scalar> Round<S> {
    /// E[casts^power] of the round.
    pub(super) fn casts(&self, power: u32) -> S {
        let wins = self.wins.iter().zip(1u64..).map(|(win, casts)| win.times(&S::whole(casts.pow(power))));
        S::sum(wins).plus(&self.open.times(&S::whole((self.wins.len() as u64).pow(power))))
    }
}

/// Every joint state of a field in rising order, the stages of alike seats sorted.
pub(super) struct Grid<S> {
    pub(super) rounds: Vec<Round<S>>,
}

impl<S: Scalar + PartialEq> Grid<S> {
    pub(super) fn new(field: &Field<S>) -> Self {
        let lengths: Vec<usize> = field.of_seat.iter().map(|track| field.tracks[*track].len()).collect();
        // A seat that is next to one of its kind stands no lower than that.
        let mut before: Vec<Option<usize>> = Vec::with_capacity(lengths.len());
        for (seat, track) in field.of_seat.iter().enumerate() {
            before.push(field.of_seat[..seat].iter().rposition(|other| other == track));
        }
        let sorted = |stages: &Stages| {
            before
                .iter()
                .enumerate()
                .all(|(seat, other)| other.is_none_or(|other| stages[other] <= stages[seat]))
        };
        let code = |stages: &Stages| {
            lengths.iter().zip(stages).fold(0, |code, (length, stage)| code * length + usize::from(*stage))
        };
        let mut place: Vec<u32> = vec![u32::MAX; field.states()];
        let mut states: Vec<Stages> = Vec::new();
        let mut stages: Stages = [0; MAX_SEATS];
        loop {
            if sorted(&stages) {
                place[code(&stages)] = u32::try_from(states.len()).unwrap_or(u32::MAX);
                states.push(stages);
            }
            // The next in rising order, the last seat first.
            let Some(seat) =
                (0..lengths.len()).rev().find(|seat| usize::from(stages[*seat]) + 1 < lengths[*seat])
            else {
                break;
            };
            stages[seat] += 1;
            stages[seat + 1..].fill(0);
        }
        let rounds = states.iter().map(|stages| {
            let mut stay = S::zero();
            let mut moves: Vec<(u32, S)> = Vec::new();
            for (to, chance) in field.leaves(stages) {
                if to == *stages {
                    stay = stay.plus(&chance);
                } else {
                    moves.push((place[code(&field.sorted(to))], chance));
                }
            }
            let (wins, open) = field.ends(stages);
            let leave = S::sum(moves.iter().map(|(_, chance)| chance).chain(&wins).cloned());
            Round { moves, stay, wins, open, leave }
        });
        Self { rounds: rounds.collect() }
    }

    /// The expected number of rounds begun in each state; `None` in those that are never left.
    pub(super) fn visits<V: Value<S>>(&self, factors: &mut V::Factors) -> Vec<Option<V>> {
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
    pub(super) fn total<V: Value<S>>(
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
    pub(super) fn never<V: Value<S>>(&self, visits: &[Option<V>], factors: &mut V::Factors) -> Enclosure {
        if matches!(visits.first(), Some(None)) {
            return Enclosure::one();
        }
        let stuck = |to: u32| visits[to as usize].is_none();
        let into = |round: &Round<S>| {
            S::sum(round.moves.iter().filter(|(to, _)| stuck(*to)).map(|(_, chance)| chance.clone()))
        };
        self.total(visits, factors, into).unwrap_or_else(Enclosure::probability)
    }

    pub(super) fn shares<V: Value<S>>(
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
    pub(super) fn lengths<V: Value<S>>(&self, visits: &[Option<V>], factors: &mut V::Factors) -> [Number; 2] {
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
    /// All joint stages to which a round leads in which nobody is done.
    pub(super) fn leaves(&self, stages: &Stages) -> Vec<(Stages, S)> {
        let mut leaves = vec![(*stages, S::one())];
        for seat in 0..self.seats() {
            let stage = self.stage(seat, stages);
            let mut further = Vec::with_capacity(2 * leaves.len());
            for (at, chance) in leaves {
                if !stage.stay.is_zero() {
                    further.push((at, chance.times(&stage.stay)));
                }
                if !stage.advance.is_zero() {
                    let mut on = at;
                    on[seat] += 1;
                    further.push((on, chance.times(&stage.advance)));
                }
            }
            leaves = further;
        }
        leaves
    }

    /// The stages with those of alike seats in rising order.
    pub(super) fn sorted(&self, mut stages: Stages) -> Stages {
        for track in 0..self.tracks.len() {
            // Insertion: a round moves every seat by one stage at most.
            let mut seats: [usize; MAX_SEATS] = [0; MAX_SEATS];
            let mut number = 0;
            for (seat, _) in self.of_seat.iter().enumerate().filter(|(_, on)| **on == track) {
                seats[number] = seat;
                number += 1;
                let mut place = number - 1;
                while place > 0 && stages[seats[place - 1]] > stages[seats[place]] {
                    stages.swap(seats[place - 1], seats[place]);
                    place -= 1;
                }
            }
        }
        stages
    }

    pub(super) fn seats_on(&self, track: usize) -> impl Iterator<Item = usize> {
        self.of_seat.iter().enumerate().filter(move |(_, on)| **on == track).map(|(seat, _)| seat)
    }

    /// The chance that each seat is the first to be done in a round, and that none is: the mean over the
    /// orders in which alike seats can stand on their stages, all of which are as likely.
    pub(super) fn ends(&self, stages: &Stages) -> (Vec<S>, S) {
        let mut orders = vec![*stages];
        for track in 0..self.tracks.len() {
            let seats: Vec<usize> = self.seats_on(track).collect();
            if seats.len() == 1 {
                continue;
            }
            let alike: Vec<u16> = seats.iter().map(|seat| stages[*seat]).collect();
            let arrangements = arrangements(&alike);
            let arranged = |order: &Stages| {
                let mut all = Vec::with_capacity(arrangements.len());
                for arrangement in &arrangements {
                    let mut order = *order;
                    for (seat, stage) in seats.iter().zip(arrangement) {
                        order[*seat] = *stage;
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
                let stage = self.stage(seat, order);
                if !stage.done.is_zero() {
                    *sum = sum.plus(&open.times(&stage.done));
                }
                open = open.times(&stage.stay.plus(&stage.advance));
            }
            open_in_all = open_in_all.plus(&open);
        }
        let number = S::whole(orders.len() as u64);
        (wins.iter().map(|win| win.over(&number)).collect(), open_in_all.over(&number))
    }
}

/// Every different order of the numbers, which are sorted.
pub(super) fn arrangements(numbers: &[u16]) -> Vec<Vec<u16>> {
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
