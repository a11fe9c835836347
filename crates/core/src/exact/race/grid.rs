//! The joint stages of all seats.

use super::track::{Field, Stages};
use crate::exact::Enclosure;
use crate::exact::number::Number;
use crate::exact::scalar::{Scalar, Weight};
use crate::process::MAX_SEATS;

/// What a round does from joint stages, in weights that have one total.
struct Round<W> {
    /// To other joint stages.
    moves: Vec<(u32, W)>,
    stay: W,
    /// Each seat is the first to be done.
    wins: Vec<W>,
    /// Nobody is done.
    open: W,
    /// The round changes anything.
    leave: W,
}

impl<W: Weight> Round<W> {
    /// E[casts^power] of the round.
    fn casts(&self, power: u32) -> W {
        let wins = self.wins.iter().zip(1u64..).map(|(win, casts)| win.times(&W::whole(casts.pow(power))));
        W::sum(wins).plus(&self.open.times(&W::whole((self.wins.len() as u64).pow(power))))
    }
}

/// Every joint state of a field in rising order, the stages of alike seats sorted.
///
/// With w(r, s) the weight of the moves from r to s, L(s) that of leaving s and T(s) that of everything, the expected
/// number of rounds begun at s is T(s)·M(s), where M(s) = (1{s is the start} + Σ M(r)·w(r, s)) / L(s): the totals cancel.
pub(super) struct Grid<W> {
    rounds: Vec<Round<W>>,
    /// What 1 is counted as, so that it can be divided by L of every state.
    unit: W,
    /// M times the unit; `None` in states that are never left.
    begun: Vec<Option<W>>,
}

impl<W: Weight> Grid<W> {
    pub(super) fn new(field: &Field<W>) -> Self {
        let lengths: Vec<usize> = field.of_seat.iter().map(|track| field.tracks[*track].len()).collect();
        let code = |stages: &Stages| {
            lengths.iter().zip(stages).fold(0, |code, (length, stage)| code * length + usize::from(*stage))
        };
        let mut place: Vec<u32> = vec![u32::MAX; field.states()];
        let mut states: Vec<Stages> = Vec::new();
        let mut stages: Stages = [0; MAX_SEATS];
        loop {
            if field.sorted(stages) == stages {
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
        let whole = field.divisible_by_orders();
        let rounds = states.iter().map(|stages| {
            let mut stay = W::zero();
            let mut moves: Vec<(u32, W)> = Vec::new();
            for (to, weight) in field.leaves(stages, &whole) {
                if to == *stages {
                    stay = stay.plus(&weight);
                } else {
                    moves.push((place[code(&field.sorted(to))], weight));
                }
            }
            let (wins, open) = field.ends(stages, &whole);
            let leave = W::sum(moves.iter().map(|(_, weight)| weight).chain(&wins).cloned());
            Round { moves, stay, wins, open, leave }
        });
        let rounds: Vec<Round<W>> = rounds.collect();
        let unit =
            W::divisible(rounds.iter().map(|round| &round.leave).filter(|leave| !leave.is_zero()).cloned());
        let mut inflow = vec![W::zero(); rounds.len()];
        inflow[0] = unit.clone();
        let mut begun = Vec::with_capacity(rounds.len());
        for (state, round) in rounds.iter().enumerate() {
            let here = (!round.leave.is_zero()).then(|| inflow[state].quotient(&round.leave));
            if let Some(here) = &here {
                for (to, weight) in &round.moves {
                    let sum = &mut inflow[*to as usize];
                    *sum = sum.plus(&weight.times(here));
                }
            }
            begun.push(here);
        }
        Self { rounds, unit, begun }
    }

    /// What a round brings, summed up over all rounds that are begun.
    fn total(&self, value: impl Fn(&Round<W>) -> W) -> Option<Enclosure> {
        let begun =
            self.rounds.iter().zip(&self.begun).filter_map(|(round, begun)| Some((round, begun.as_ref()?)));
        W::sum(begun.map(|(round, begun)| value(round).times(begun))).over(&self.unit).enclosure()
    }

    /// The probability of coming to a state that is never left.
    pub(super) fn never(&self) -> Enclosure {
        if matches!(self.begun.first(), Some(None)) {
            return Enclosure::one();
        }
        let into = |round: &Round<W>| {
            let stuck = round.moves.iter().filter(|(to, _)| self.begun[*to as usize].is_none());
            W::sum(stuck.map(|(_, weight)| weight.clone()))
        };
        self.total(into).unwrap_or_else(Enclosure::probability)
    }

    pub(super) fn shares(&self, seats: usize) -> Vec<Enclosure> {
        let share = |seat: usize| self.total(|round| round.wins[seat].clone());
        (0..seats).map(|seat| share(seat).unwrap_or_else(Enclosure::probability)).collect()
    }

    /// E[L] and E[L²]. With A(s) the mean number of casts still to come, L² grows in each round by
    /// c² + 2·c·A(s′), and where the game goes on every seat has cast.
    pub(super) fn lengths(&self) -> [Number; 2] {
        let seats = self.rounds.first().map_or(0, |round| round.wins.len() as u64);
        let twice = W::whole(2 * seats);
        // A times the unit.
        let mut after = vec![W::zero(); self.rounds.len()];
        let mut squares = W::zero();
        for (state, (round, begun)) in self.rounds.iter().zip(&self.begun).enumerate().rev() {
            let Some(begun) = begun else { continue };
            let later = W::sum(round.moves.iter().map(|(to, weight)| weight.times(&after[*to as usize])));
            let mean = later.plus(&round.casts(1).times(&self.unit)).quotient(&round.leave);
            let later = later.plus(&round.stay.times(&mean));
            squares = squares.plus(&twice.times(&begun.times(&later)));
            squares = squares.plus(&round.casts(2).times(begun).times(&self.unit));
            after[state] = mean;
        }
        [after[0].over(&self.unit).number(), squares.over(&self.unit.times(&self.unit)).number()]
    }
}

impl<W: Weight> Field<W> {
    /// What can be divided by the number of orders in which alike seats stand on any stages.
    fn divisible_by_orders(&self) -> W {
        let alike = (0..self.tracks.len()).map(|track| self.seats_on(track).count() as u64);
        W::divisible(alike.flat_map(|seats| 1..=seats).map(W::whole))
    }

    /// All joint stages to which a round leads in which nobody is done; what the seats do multiplies `whole`.
    fn leaves(&self, stages: &Stages, whole: &W) -> Vec<(Stages, W)> {
        let mut leaves = vec![(*stages, whole.clone())];
        for seat in 0..self.seats() {
            let stage = self.stage(seat, stages);
            let mut further = Vec::with_capacity(2 * leaves.len());
            for (at, weight) in leaves {
                if !stage.stay.is_zero() {
                    further.push((at, weight.times(&stage.stay)));
                }
                if !stage.advance.is_zero() {
                    let mut on = at;
                    on[seat] += 1;
                    further.push((on, weight.times(&stage.advance)));
                }
            }
            leaves = further;
        }
        leaves
    }

    /// That each seat is the first to be done in a round, and that none is: the mean over the orders in which alike
    /// seats can stand on their stages, all of which are as likely.
    fn ends(&self, stages: &Stages, whole: &W) -> (Vec<W>, W) {
        let mut orders = vec![*stages];
        for track in 0..self.tracks.len() {
            let seats: &Vec<usize> = &self.seats_on(track).collect();
            let alike: Vec<u16> = seats.iter().map(|seat| stages[*seat]).collect();
            let arrangements = &arrangements(&alike);
            let arranged = orders.into_iter().flat_map(|order| {
                arrangements.iter().map(move |arrangement| {
                    let mut order = order;
                    for (seat, stage) in seats.iter().zip(arrangement) {
                        order[*seat] = *stage;
                    }
                    order
                })
            });
            orders = arranged.collect();
        }
        let mut wins = vec![W::zero(); self.seats()];
        let mut open_in_all = W::zero();
        for order in &orders {
            let mut open = whole.clone();
            for (seat, sum) in wins.iter_mut().enumerate() {
                let stage = self.stage(seat, order);
                if !stage.done.is_zero() {
                    // Whatever the seats after it throw.
                    let later = (seat + 1..self.seats()).map(|later| self.stage(later, order).total.clone());
                    *sum = sum.plus(&open.times(&stage.done).times(&W::product(later)));
                }
                open = open.times(&stage.stay.plus(&stage.advance));
            }
            open_in_all = open_in_all.plus(&open);
        }
        let number = W::whole(orders.len() as u64);
        (wins.iter().map(|win| win.quotient(&number)).collect(), open_in_all.quotient(&number))
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
