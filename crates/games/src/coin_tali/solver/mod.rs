//! Best play in rounds, by backward induction.
//!
//! Let v(i, p) be the expected payoff of seat i from position p on, and m(p) the seat that moves there:
//!
//! - If a leaf leads from p to q, seat i has its payoff of that leaf plus v(i, q).
//! - At a throw, each seat has the mean over the outcomes.
//! - If m(p) chooses, it takes the first of its best options, or the choice of its policy, and each seat has its value there.
//!
//! This is the subgame perfect equilibrium under the order of equal options. Every position is solved once and cached; it takes
//! one number for each seat and measure, and one byte for each choice.
//!
//! In rationals, any difference makes an option better. In doubles, options that differ by no more than
//! [`SLACK`](super::payoffs::SLACK) are equal. Counting bounds the rounding errors: a mean of m products has an error of at most
//! m + 3 roundings of the largest value, and errors add up along the longest line of play.
//!
//! Source: H. W. Kuhn, "Extensive games and the problem of information", *Contributions to the Theory of Games II*
//! (1953).

mod forward;
mod throws;

use num_rational::BigRational;
use rustc_hash::FxHashMap;

pub(super) use self::forward::forward;
pub(super) use self::throws::SolvedRound;
use super::payoffs::Payoffs;
use super::round::{CoinGame, Position};
use super::tree::{Node, Turns};
use crate::kit::AdviceError;
use tali_core::exact::{Missing, Number, OnProgress};

/// The largest work, in leaves of turns: about a minute in doubles, at ten million per second.
pub(super) const MOST_WORK: u64 = 500_000_000;

/// The largest number of cached positions: at about 150 bytes each they take 600 MB.
pub(super) const MOST_REMEMBERED: usize = 4_000_000;

/// There are too many positions to cache, or too many leaves to visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooManyPositions;

impl From<TooManyPositions> for AdviceError {
    fn from(_: TooManyPositions) -> Self {
        Self::TooLarge
    }
}

/// The values of the requested positions, and of all that can follow them.
pub(super) struct Solver<'g, V> {
    game: &'g CoinGame,
    /// The number of measures of each seat: gains; coins; shares of the win.
    measures: usize,
    known: FxHashMap<Position, u32>,
    /// Each position comes after its successors.
    positions: Vec<Position>,
    values: Vec<V>,
    /// The choices at each position, in order.
    choices: Vec<u8>,
    first_choice: Vec<usize>,
    most_positions: usize,
    /// The allowed work, in leaves of turns, and how much of it is left.
    most_work: u64,
    work_left: u64,
    /// Receives the completed fraction of the allowed work from time to time.
    progress: Option<OnProgress>,
    /// Buffers for reuse, one for each position being solved: without them five seats take 0.60 s instead of 0.46 s.
    spare: Vec<Workings<V>>,
    /// The number of turns in the longest line of play, and the number of roundings in a turn.
    depth: usize,
    roundings: usize,
    /// The largest absolute value in each measure.
    largest: Vec<f64>,
}

/// Buffers for solving a turn.
#[derive(Clone)]
pub(super) struct Workings<V> {
    payoffs: Vec<i64>,
    /// The value of each node.
    pub values: Vec<V>,
    /// The option taken at each choice.
    choices: Vec<u8>,
}

impl<V> Workings<V> {
    const fn new() -> Self {
        Self { payoffs: Vec::new(), values: Vec::new(), choices: Vec::new() }
    }
}

impl<'g, V: Payoffs> Solver<'g, V> {
    /// Creates a solver for at most this many positions.
    pub(super) fn new(game: &'g CoinGame, most_positions: usize) -> Self {
        Self {
            game,
            measures: 1,
            known: FxHashMap::default(),
            positions: Vec::new(),
            values: Vec::new(),
            choices: Vec::new(),
            first_choice: Vec::new(),
            most_positions,
            most_work: u64::MAX,
            work_left: u64::MAX,
            progress: None,
            spare: Vec::new(),
            depth: 0,
            roundings: 0,
            largest: Vec::new(),
        }
    }

    /// Limits the work, in leaves of turns.
    pub(super) fn working(self, most: u64) -> Self {
        Self { most_work: most, work_left: most, ..self }
    }

    /// Solves all three measures.
    pub(super) fn in_all_measures(self) -> Self {
        Self { measures: 3, ..self }
    }

    /// Reports progress to the game's listener.
    pub(super) fn with_progress(self) -> Self {
        Self { progress: self.game.progress.clone(), ..self }
    }

    /// The work so far, in leaves of turns.
    pub(super) const fn work(&self) -> u64 {
        self.most_work - self.work_left
    }

    /// Records work, and reports progress.
    #[expect(clippy::cast_precision_loss, reason = "a part that is shown")]
    fn worked(&mut self, leaves: usize) -> Result<(), TooManyPositions> {
        const OFTEN: u64 = 1 << 20;
        let before = self.work_left;
        self.work_left = before.checked_sub(leaves as u64).ok_or(TooManyPositions)?;
        if let Some(progress) = self.progress.as_ref().filter(|_| before / OFTEN != self.work_left / OFTEN) {
            let work = 1.0 - self.work_left as f64 / self.most_work as f64;
            progress(work.max(self.positions.len() as f64 / self.most_positions as f64));
        }
        Ok(())
    }

    /// Clears the cache if it is more than half full.
    pub(super) fn clear_if_full(&mut self) {
        if self.positions.len() > self.most_positions / 2 {
            self.known.clear();
            self.positions.clear();
            self.values.clear();
            self.choices.clear();
            self.first_choice.clear();
        }
    }

    /// The solved positions, each after its successors.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The value of a solved position to each seat, in each measure.
    pub(super) fn value(&self, index: usize) -> &V {
        &self.values[index]
    }

    /// The choices at a solved position.
    pub(super) fn choices(&self, index: usize) -> &[u8] {
        let end = self.first_choice.get(index + 1).copied().unwrap_or(self.choices.len());
        &self.choices[self.first_choice[index]..end]
    }

    /// The index of a solved position.
    fn index(&self, position: &Position) -> Option<usize> {
        self.known.get(position).map(|index| *index as usize)
    }

    /// The largest error of a value in a measure, in doubles.
    #[expect(clippy::cast_precision_loss, reason = "a bound, of small numbers")]
    fn error(&self, measure: usize) -> f64 {
        let largest = self.largest.get(measure).copied().unwrap_or(0.0);
        V::error((self.depth * self.roundings) as f64, largest)
    }

    /// A seat's expected value in a measure; `parts` units make 1.
    pub(super) fn expected(&self, value: &V, measure: usize, seat: usize, parts: i64) -> Number {
        let part = BigRational::new(1.into(), parts.into());
        let number = value.at(measure * self.game.settings.seats + seat, self.error(measure));
        number.map(|number| number.scaled(&part)).ok_or(Missing::OutOfRange)
    }

    /// Updates the largest values.
    fn note(&mut self, value: &V) {
        let seats = self.game.settings.seats;
        self.largest.resize(self.measures, 0.0);
        for (measure, largest) in self.largest.iter_mut().enumerate() {
            *largest = largest.max(value.largest(measure * seats..(measure + 1) * seats));
        }
    }

    /// Solves a position and its successors, and returns its index.
    pub(super) fn solve(&mut self, position: Position) -> Result<usize, TooManyPositions> {
        self.solve_at(position, 1)
    }

    fn solve_at(&mut self, position: Position, depth: usize) -> Result<usize, TooManyPositions> {
        if let Some(index) = self.index(&position) {
            return Ok(index);
        }
        self.depth = self.depth.max(depth);
        let mut workings = self.spare.pop().unwrap_or_else(Workings::new);
        let policy = self.game.chosen(&position);
        let turns = self.game.turns(&position);
        let worked_out = self.work_out(&position, turns, policy.as_deref(), depth, &mut workings);
        if worked_out.is_ok() {
            // Its successors are already stored.
            let value = workings.values[turns.root()].clone();
            self.note(&value);
            let index = u32::try_from(self.positions.len()).map_err(|_| TooManyPositions)?;
            self.known.insert(position, index);
            self.positions.push(position);
            self.values.push(value);
            self.first_choice.push(self.choices.len());
            self.choices.extend_from_slice(&workings.choices);
        }
        self.spare.push(workings);
        worked_out?;
        Ok(self.positions.len() - 1)
    }

    /// Solves this turn, or the rest of it, from a position: with best play, or with the given choices.
    pub(super) fn turn(
        &mut self,
        position: &Position,
        turns: &Turns,
        policy: Option<&[u8]>,
    ) -> Result<Workings<V>, TooManyPositions> {
        let mut workings = Workings::new();
        self.depth = self.depth.max(1);
        self.work_out(position, turns, policy, 1, &mut workings)?;
        workings.values.iter().for_each(|value| self.note(value));
        Ok(workings)
    }

    fn work_out(
        &mut self,
        position: &Position,
        turns: &Turns,
        policy: Option<&[u8]>,
        depth: usize,
        workings: &mut Workings<V>,
    ) -> Result<(), TooManyPositions> {
        let (seats, width) = (self.game.settings.seats, self.game.settings.seats * self.measures);
        self.worked(turns.endings.len())?;
        workings.payoffs.resize(width, 0);
        let mover = usize::from(position.mover);
        self.roundings = self.roundings.max(turns.roundings());
        workings.choices.clear();
        workings.choices.resize(turns.choices.len(), 0);
        workings.values.clear();
        for node in turns.nodes() {
            let value = match node {
                Node::Leaf(leaf) => {
                    let ending = &turns.endings[*leaf];
                    let follows = match self.game.lead(position, ending, &mut workings.payoffs) {
                        None => None,
                        Some(_) if self.positions.len() >= self.most_positions => {
                            return Err(TooManyPositions);
                        }
                        Some((next, renaming)) => Some((self.solve_at(next, depth + 1)?, renaming)),
                    };
                    let follows = follows.map(|(next, renaming)| (&self.values[next], renaming));
                    V::of_leaf(&workings.payoffs, seats, follows)
                }
                Node::Chance(throw) => V::mean(throw, width, &workings.values),
                Node::Choose(choice) => {
                    let options = &turns.choices[*choice].options;
                    let taken = match policy {
                        Some(policy) => usize::from(policy[*choice]),
                        None => {
                            best(mover, options.iter().map(|option| &workings.values[option.to]).enumerate())
                        }
                    };
                    workings.choices[*choice] = u8::try_from(taken).unwrap_or(u8::MAX);
                    workings.values[options[taken].to].clone()
                }
            };
            workings.values.push(value);
        }
        Ok(())
    }
}

/// The index of the first of the best values for a seat.
pub(super) fn best<'v, V: Payoffs + 'v>(seat: usize, values: impl Iterator<Item = (usize, &'v V)>) -> usize {
    let better = |taken: (usize, &'v V), other: (usize, &'v V)| {
        if other.1.exceeds(taken.1, seat) { other } else { taken }
    };
    values.reduce(better).map_or(0, |(number, _)| number)
}
