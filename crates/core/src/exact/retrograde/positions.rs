//! Positions with numbers, and where each of them leads.

use std::hash::Hash;
use std::ops::Range;

use num_traits::ToPrimitive;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::BestPlayError;
use crate::exact::Interval;
use crate::process::strong_components;
use crate::process::{MAX_SEATS, Process, Step, To, Turn, Turning};

/// Who or what moves at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Chance.
    Chance,
    /// A seat, from 0, which sees all there is to see.
    Seat(usize),
}

/// A position, or how a game is over, as it is seen from another one.
///
/// Where seats are alike ([`Process::turning`]) positions are kept as whoever has the turn sees them, and so are their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Which it is.
    pub to: To,
    /// By how many seats to the left one has to go to see it so: what is there of seat s is here of seat s + turned, counted
    /// round the table.
    pub turned: u8,
}

impl Seen {
    /// As it is kept.
    pub const fn as_it_is(to: To) -> Self {
        Self { to, turned: 0 }
    }
}

/// A move from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedMove {
    /// Where it leads.
    pub to: Seen,
    /// How likely it is, where chance moves: the index of one of [`Positions::chances`].
    pub chance: u32,
}

/// A game for one or two seats, or one that cannot come back for any number: positions that have numbers without gaps,
/// from a list ([`Enumerated`]) or by a formula of the game, which then need not be stored.
pub trait Positions: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The numbers of all positions, in ranges of which each leads only to itself and to those before it.
    fn layers(&self) -> &[Range<usize>];

    /// Every chance that a move can have.
    fn chances(&self) -> &[Interval];

    /// Who moves at a position, and where that can lead, at least to one place; `moves` may be used to hold the answer.
    fn moves<'a>(&'a self, position: usize, moves: &'a mut Vec<NumberedMove>) -> (Mover, &'a [NumberedMove]);

    /// What a game without end is worth to the first seat, at least and at most; to one alone nothing.
    fn never(&self) -> [f64; 2];

    /// Whether each seat wants as much as it can get of what moves gain, and not to win.
    fn is_for_gains(&self) -> bool {
        false
    }

    /// What a seat gains with one of the moves from a position, where that is wanted.
    fn gain(&self, _position: usize, _branch: usize, _seat: usize) -> f64 {
        0.0
    }
}

/// All positions that can be reached from the start of a process, each with its moves.
pub struct Enumerated<S> {
    seats: usize,
    chances: Vec<Interval>,
    states: Vec<S>,
    numbers: FxHashMap<S, To>,
    /// The seat that decides at each; none where chance moves.
    movers: Vec<Option<u8>>,
    /// The place of each position in the order in which they were found.
    order: Vec<u32>,
    /// Where the moves of each position begin, in the order in which they were found, and where all end.
    rows: Vec<usize>,
    moves: Vec<NumberedMove>,
    layers: Vec<Range<usize>>,
    start: Seen,
    /// How states are seen that are kept for all seats at once.
    turning: Option<Turning<S>>,
    never: [f64; 2],
    /// What each move gains, seat by seat, where that is wanted.
    gains: Option<Gains>,
}

/// What moves gain: an index for each of them, and for each index a number for each seat.
struct Gains {
    of_moves: Vec<u32>,
    lists: Vec<Vec<f64>>,
    known: FxHashMap<Vec<i128>, u32>,
}

impl Gains {
    fn add(&mut self, gained: Vec<i128>) {
        let Self { of_moves, lists, known } = self;
        let index = *known.entry(gained).or_insert_with_key(|gained| {
            lists.push(gained.iter().map(|gain| gain.to_f64().unwrap_or(f64::INFINITY)).collect());
            u32::try_from(lists.len() - 1).unwrap_or(u32::MAX)
        });
        of_moves.push(index);
    }
}

/// Where a move leads, what it gains, and the index of its chance.
struct Lead<S> {
    to: S,
    gains: Vec<i128>,
    chance: u32,
}

/// How many positions are looked at together.
const AT_ONCE: usize = 1 << 12;

impl<S: Clone + Eq + Hash + Send + Sync> Enumerated<S> {
    /// The positions of a process.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], if there are more than so many moves between them, or it is not a game for 1 to
    /// [`MAX_SEATS`] seats.
    pub fn new<P>(process: &P, most_moves: usize) -> Result<Self, BestPlayError>
    where
        P: Process<State = S, Information = S>,
    {
        Self::from_all(process, &[process.start()], most_moves)
    }

    /// Those that can be reached from any of some states, of which the first is the start.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], as of [`Enumerated::new`].
    pub fn from_all<P>(process: &P, starts: &[S], most_moves: usize) -> Result<Self, BestPlayError>
    where
        P: Process<State = S, Information = S>,
    {
        if !(1..=MAX_SEATS).contains(&process.seats()) {
            return Err(BestPlayError::Seats(process.seats()));
        }
        let mut found = Self {
            seats: process.seats(),
            chances: vec![Interval::ONE],
            states: Vec::new(),
            numbers: FxHashMap::default(),
            movers: Vec::new(),
            order: Vec::new(),
            rows: vec![0],
            moves: Vec::new(),
            layers: Vec::new(),
            start: Seen::as_it_is(To::Never),
            // Coins are counted seat by seat.
            turning: process.turning().filter(|_| !process.is_for_coins()),
            never: match (process.seats(), process.draws_without_end()) {
                (2, true) => [0.5; 2],
                (2, false) => [0.0, 1.0],
                _ => [0.0; 2],
            },
            gains: process.is_for_coins().then(|| Gains {
                of_moves: Vec::new(),
                lists: Vec::new(),
                known: FxHashMap::default(),
            }),
        };
        let mut first_chance = Vec::new();
        for distribution in process.distributions() {
            first_chance.push(u32::try_from(found.chances.len()).unwrap_or(u32::MAX));
            let weights = distribution.outcomes().iter().map(|(_, weight)| weight);
            found.chances.extend(weights.map(|weight| Interval::ratio(weight, distribution.total())));
        }
        // A move of whoever has the turn is one of each seat.
        let stand_for = if found.turning.is_some() { found.seats } else { 1 };
        for (index, start) in starts.iter().enumerate() {
            let seen = found.number(process, start)?;
            if index == 0 {
                found.start = seen;
            }
        }
        let leads = |state: &S| -> (Option<usize>, Vec<Lead<S>>) {
            let lead = |(made, chance): (P::Move, u32)| {
                let Step { to, gains, .. } = process.next(state, made);
                Lead { to, gains, chance }
            };
            match process.turn(state) {
                Turn::Chance(distribution) => {
                    let outcomes = process.distributions()[distribution].outcomes().iter();
                    let made = outcomes.map(|(outcome, _)| *outcome).zip(first_chance[distribution]..);
                    (None, made.map(lead).collect())
                }
                Turn::Choose { seat, .. } => {
                    let mut actions = Vec::new();
                    process.actions(state, &mut actions);
                    (Some(seat), actions.into_iter().map(|action| lead((action, 0))).collect())
                }
                // Such a state has no number.
                Turn::End(_) => (None, Vec::new()),
            }
        };
        while let Some(states) = found.states.get(found.movers.len()..).filter(|states| !states.is_empty()) {
            // Moves are found in parallel; numbers are given in order, and so are always the same.
            let all: Vec<_> = states[..states.len().min(AT_ONCE)].par_iter().map(leads).collect();
            for (mover, moves) in all {
                for Lead { to, gains, chance } in moves {
                    let to = found.number(process, &to)?;
                    found.moves.push(NumberedMove { to, chance });
                    if let Some(known) = &mut found.gains {
                        known.add(gains);
                    }
                }
                found.movers.push(mover.and_then(|seat| u8::try_from(seat).ok()));
                let (moves, foreseen) = (found.moves.len() * stand_for, found.moves_foreseen() * stand_for);
                if moves > most_moves || foreseen / 2 > most_moves {
                    return Err(BestPlayError::TooLarge { moves: foreseen, most: most_moves });
                }
                found.rows.push(found.moves.len());
            }
        }
        Ok(found.in_layers())
    }

    /// How many moves the positions have that were found so far, if those that were not looked at yet have as many as others.
    fn moves_foreseen(&self) -> usize {
        /// Among fewer positions nothing is foreseen.
        const ENOUGH: usize = 1 << 16;
        let looked_at = self.movers.len();
        if looked_at < ENOUGH { self.moves.len() } else { self.moves.len() * self.states.len() / looked_at }
    }

    /// A state as whoever has the turn sees it.
    fn seen(&self, state: &S) -> (S, u8) {
        let (seen, turned) =
            self.turning.as_ref().map_or_else(|| (state.clone(), 0), |turning| turning(state));
        (seen, u8::try_from(turned).unwrap_or(0))
    }

    /// The number of a state, a new one if it was not seen before.
    fn number<P: Process<State = S>>(&mut self, process: &P, state: &S) -> Result<Seen, BestPlayError> {
        let (state, turned) = self.seen(state);
        if let Some(known) = self.numbers.get(&state) {
            return Ok(Seen { to: *known, turned });
        }
        let to = match process.turn(&state) {
            Turn::End(winners) => To::End(winners),
            _ if process.never_ends(&state) => To::Never,
            _ => {
                self.states.push(state.clone());
                To::State(u32::try_from(self.states.len() - 1).map_err(|_| BestPlayError::TooLarge {
                    moves: self.moves_foreseen(),
                    most: u32::MAX as usize,
                })?)
            }
        };
        self.numbers.insert(state, to);
        Ok(Seen { to, turned })
    }

    /// The same with the positions in the order in which their components are left last. Their moves, which take most of the
    /// room, stay where they are.
    fn in_layers(mut self) -> Self {
        let to = |found: usize, branch: usize| {
            // Whatever ends leads back to where it comes from, which changes no component.
            let to = self.moves[self.rows[found]..self.rows[found + 1]].get(branch)?.to;
            Some(if let To::State(to) = to.to { to as usize } else { found })
        };
        let components = strong_components(self.states.len(), to);
        let mut first = 0;
        for component in &components {
            self.layers.push(first..first + component.len());
            first += component.len();
        }
        self.order =
            components.into_iter().flatten().map(|found| u32::try_from(found).unwrap_or(0)).collect();
        let mut numbers = vec![0; self.states.len()];
        self.order.iter().zip(0u32..).for_each(|(found, number)| numbers[*found as usize] = number);
        let renumber = |to: &mut To| {
            if let To::State(state) = to {
                *state = numbers[*state as usize];
            }
        };
        self.moves.iter_mut().for_each(|made| renumber(&mut made.to.to));
        self.numbers.values_mut().for_each(renumber);
        renumber(&mut self.start.to);
        self.states = self.order.iter().map(|found| self.states[*found as usize].clone()).collect();
        self.movers = self.order.iter().map(|found| self.movers[*found as usize]).collect();
        self
    }

    /// Where the moves of a position stand.
    fn moves_of(&self, position: usize) -> Range<usize> {
        let found = self.order[position] as usize;
        self.rows[found]..self.rows[found + 1]
    }

    /// Where the game begins.
    pub const fn start(&self) -> Seen {
        self.start
    }

    /// The positions as they are kept, in the order of their numbers.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The number of a position, or how it is over; `None` of one that is never reached.
    pub fn find(&self, state: &S) -> Option<Seen> {
        let (state, turned) = self.seen(state);
        self.numbers.get(&state).map(|to| Seen { to: *to, turned })
    }

    /// How many moves there are between the positions.
    pub const fn size(&self) -> usize {
        self.moves.len()
    }
}

impl<S: Clone + Eq + Hash + Send + Sync> Positions for Enumerated<S> {
    fn seats(&self) -> usize {
        self.seats
    }

    fn layers(&self) -> &[Range<usize>] {
        &self.layers
    }

    fn chances(&self) -> &[Interval] {
        &self.chances
    }

    fn moves<'a>(&'a self, position: usize, _: &'a mut Vec<NumberedMove>) -> (Mover, &'a [NumberedMove]) {
        let seat = self.movers[position];
        let mover = seat.map_or(Mover::Chance, |seat| Mover::Seat(seat.into()));
        (mover, &self.moves[self.moves_of(position)])
    }

    fn never(&self) -> [f64; 2] {
        self.never
    }

    fn is_for_gains(&self) -> bool {
        self.gains.is_some()
    }

    fn gain(&self, position: usize, branch: usize, seat: usize) -> f64 {
        let at = self.moves_of(position).start + branch;
        self.gains.as_ref().map_or(0.0, |gains| gains.lists[gains.of_moves[at] as usize][seat])
    }
}
