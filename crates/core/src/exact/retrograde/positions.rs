//! Numbered positions, and the moves between them.

use std::hash::Hash;
use std::ops::Range;

use num_traits::ToPrimitive;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::BestPlayError;
use crate::exact::Interval;
use crate::process::strong_components;
use crate::process::{MAX_SEATS, Process, Step, To, Turn, Turning};

/// The mover at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Chance.
    Chance,
    /// A seat, from 0, with complete information.
    Seat(usize),
}

/// A position, or an end of the game, as seen from another position.
///
/// If seats are symmetric ([`Process::turning`]), positions and their values are stored as seen by the seat that has the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The stored position, or the end.
    pub to: To,
    /// The number of seats by which the table is turned: seat s of the stored position is seat s + `turned` here, counted round
    /// the table.
    pub turned: u8,
}

impl Seen {
    /// A position or an end as stored, not turned.
    pub const fn as_it_is(to: To) -> Self {
        Self { to, turned: 0 }
    }
}

/// A move from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedMove {
    /// The position or end that it leads to.
    pub to: Seen,
    /// The index of its probability in [`Positions::chances`], if chance moves.
    pub chance: u32,
}

/// A game for one or two seats, or without cycles for any number. Its positions are numbered without gaps, from a list
/// ([`Enumerated`]) or by a formula of the game, without storing them.
pub trait Positions: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The numbers of all positions, in ranges that lead only to themselves and to earlier ones.
    fn layers(&self) -> &[Range<usize>];

    /// The chances that moves refer to.
    fn chances(&self) -> &[Interval];

    /// The mover at a position, and its moves, at least one; `moves` may be used as a buffer for them.
    fn moves<'a>(&'a self, position: usize, moves: &'a mut Vec<NumberedMove>) -> (Mover, &'a [NumberedMove]);

    /// Bounds on the first seat's value of an endless game; 0 for a single seat.
    fn never(&self) -> [f64; 2];

    /// Whether seats maximise their gains instead of their shares of the win.
    fn is_for_gains(&self) -> bool {
        false
    }

    /// A seat's gain with one of the moves from a position, if seats maximise gains.
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
    /// The seat that decides at each position; `None` if chance moves.
    movers: Vec<Option<u8>>,
    /// The index of each position in the order of discovery.
    order: Vec<u32>,
    /// The index of the first move of each position, in the order of discovery, and the number of all moves.
    rows: Vec<usize>,
    moves: Vec<NumberedMove>,
    layers: Vec<Range<usize>>,
    start: Seen,
    /// Turns a state so that the seat that has the turn sees it, if seats are symmetric.
    turning: Option<Turning<S>>,
    never: [f64; 2],
    /// The gains of moves, in games for coins.
    gains: Option<Gains>,
}

/// The gains of moves: an index for each move, and for each index the gain of each seat.
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

/// The state that a move leads to, its gains, and the index of its chance.
struct Lead<S> {
    to: S,
    gains: Vec<i128>,
    chance: u32,
}

/// The number of positions expanded together.
const AT_ONCE: usize = 1 << 12;

impl<S: Clone + Eq + Hash + Send + Sync> Enumerated<S> {
    /// Lists the positions of a process.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`] if there are more than `most_moves` moves between them, or it is not a game for 1 to
    /// [`MAX_SEATS`] seats.
    pub fn new<P>(process: &P, most_moves: usize) -> Result<Self, BestPlayError>
    where
        P: Process<State = S, Information = S>,
    {
        Self::from_all(process, &[process.start()], most_moves)
    }

    /// Lists the positions that can be reached from any of these states; the first is the start.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], as for [`Enumerated::new`].
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
        // If seats are symmetric, a stored move stands for one of each seat.
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
                // Ends have no numbers.
                Turn::End(_) => (None, Vec::new()),
            }
        };
        while let Some(states) = found.states.get(found.movers.len()..).filter(|states| !states.is_empty()) {
            // Moves are found in parallel; numbers are assigned in order, so they are always the same.
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

    /// The number of moves of all positions found so far, if those not expanded yet have as many as the others.
    fn moves_foreseen(&self) -> usize {
        /// With fewer positions nothing is extrapolated.
        const ENOUGH: usize = 1 << 16;
        let looked_at = self.movers.len();
        if looked_at < ENOUGH { self.moves.len() } else { self.moves.len() * self.states.len() / looked_at }
    }

    /// A state as seen by the seat that has the turn, if seats are symmetric.
    fn seen(&self, state: &S) -> (S, u8) {
        let (seen, turned) =
            self.turning.as_ref().map_or_else(|| (state.clone(), 0), |turning| turning(state));
        (seen, u8::try_from(turned).unwrap_or(0))
    }

    /// The number of a state; assigns a new one if the state is new.
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

    /// Sorts the positions by components, each after those it leads to. The moves, which take most of the memory, are not
    /// moved.
    fn in_layers(mut self) -> Self {
        let to = |found: usize, branch: usize| {
            // A move to an end counts as one back to its own position, which changes no component.
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

    /// The indices of the moves of a position.
    fn moves_of(&self, position: usize) -> Range<usize> {
        let found = self.order[position] as usize;
        self.rows[found]..self.rows[found + 1]
    }

    /// The start of the game.
    pub const fn start(&self) -> Seen {
        self.start
    }

    /// The stored positions, in the order of their numbers.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The number of a position, or its end; `None` if it is never reached.
    pub fn find(&self, state: &S) -> Option<Seen> {
        let (state, turned) = self.seen(state);
        self.numbers.get(&state).map(|to| Seen { to: *to, turned })
    }

    /// The number of moves between the positions.
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
