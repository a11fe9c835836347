//! Best play in rounds, by backward induction.
//!
//! With v(i, p) the expected payoff of seat i from position p on, and m(p) the seat that moves there,
//!
//! - where a leaf leads from p to q, seat i has its payoff of that leaf and v(i, q);
//! - where something is thrown, each seat has the mean over what can be thrown;
//! - where m(p) chooses, it takes the first option than which none is better for it, or what its policy says, and each seat has
//!   what it has there.
//!
//! That is the subgame perfect equilibrium under the order of equal options. Every position is solved once and remembered by
//! itself: it takes one number for each seat and measure, and one byte for each choice.
//!
//! In rationals an option is better if it is better by anything. In doubles, options that differ by no more than
//! [`SLACK`](super::payoffs::SLACK) are equal. What doubles lose is bounded by counting: a mean of m products is off by m + 3
//! roundings of the largest value at most, and so are sums along the longest line of play.
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

/// So many ways for turns to end are looked at: a minute or so in doubles, of which some ten million take a second.
pub(super) const MOST_WORK: u64 = 500_000_000;

/// As many positions are remembered at most: at some 150 bytes each they take 600 MB.
pub(super) const MOST_REMEMBERED: usize = 4_000_000;

/// There are more positions than may be remembered, or more ways for turns to end than may be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooManyPositions;

impl From<TooManyPositions> for AdviceError {
    fn from(_: TooManyPositions) -> Self {
        Self::TooLarge
    }
}

/// The values of the positions of a table that were asked for, and of all that can follow them.
pub(super) struct Solver<'g, V> {
    game: &'g CoinGame,
    /// In how many measures each seat is paid: gains; coins; shares of the win.
    measures: usize,
    known: FxHashMap<Position, u32>,
    /// Each after all that can follow it.
    positions: Vec<Position>,
    values: Vec<V>,
    /// What is chosen at each position, one choice after the other.
    choices: Vec<u8>,
    first_choice: Vec<usize>,
    most_positions: usize,
    /// How many ways for turns to end may be looked at, and how many still.
    most_work: u64,
    work_left: u64,
    /// Called from time to time with the part of the allowed work that is done.
    progress: Option<OnProgress>,
    /// To be used again, one for each position that is being solved: without them five seats take 0.60 s in place of 0.46 s.
    spare: Vec<Workings<V>>,
    /// How many turns the longest line of play has, and how many roundings a turn.
    depth: usize,
    roundings: usize,
    /// Of each measure the largest value without its sign.
    largest: Vec<f64>,
}

/// What is known of one turn while it is worked out.
#[derive(Clone)]
pub(super) struct Workings<V> {
    payoffs: Vec<i64>,
    /// The value of each node.
    pub values: Vec<V>,
    /// What is chosen at each choice.
    choices: Vec<u8>,
}

impl<V> Workings<V> {
    const fn new() -> Self {
        Self { payoffs: Vec::new(), values: Vec::new(), choices: Vec::new() }
    }
}

impl<'g, V: Payoffs> Solver<'g, V> {
    /// Nothing is solved yet, and at most so many positions will be.
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

    /// The same, looking at so many ways for turns to end at most.
    pub(super) fn working(self, most: u64) -> Self {
        Self { most_work: most, work_left: most, ..self }
    }

    /// The same in all three measures.
    pub(super) fn in_all_measures(self) -> Self {
        Self { measures: 3, ..self }
    }

    /// The same, telling whoever the game tells how far it is.
    pub(super) fn telling(self) -> Self {
        Self { progress: self.game.progress.clone(), ..self }
    }

    /// How many ways for turns to end it has looked at.
    pub(super) const fn work(&self) -> u64 {
        self.most_work - self.work_left
    }

    /// Takes note of so much work that is done.
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

    /// Forgets everything, if more than half of the positions that may be remembered are.
    pub(super) fn clear_if_full(&mut self) {
        if self.positions.len() > self.most_positions / 2 {
            self.known.clear();
            self.positions.clear();
            self.values.clear();
            self.choices.clear();
            self.first_choice.clear();
        }
    }

    /// The positions that are known, each after all that can follow it.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The value of a known position to each seat, in each measure.
    pub(super) fn value(&self, index: usize) -> &V {
        &self.values[index]
    }

    /// What is chosen at a known position.
    pub(super) fn choices(&self, index: usize) -> &[u8] {
        let end = self.first_choice.get(index + 1).copied().unwrap_or(self.choices.len());
        &self.choices[self.first_choice[index]..end]
    }

    /// The index of a position among those that are known.
    fn index(&self, position: &Position) -> Option<usize> {
        self.known.get(position).map(|index| *index as usize)
    }

    /// By how much a value can be off at most in a measure, in doubles.
    #[expect(clippy::cast_precision_loss, reason = "a bound, of small numbers")]
    fn error(&self, measure: usize) -> f64 {
        let largest = self.largest.get(measure).copied().unwrap_or(0.0);
        V::error((self.depth * self.roundings) as f64, largest)
    }

    /// What a seat can expect by a value in a measure, of which so many parts make one.
    pub(super) fn expected(&self, value: &V, measure: usize, seat: usize, parts: i64) -> Number {
        let part = BigRational::new(1.into(), parts.into());
        let number = value.at(measure * self.game.settings.seats + seat, self.error(measure));
        number.map(|number| number.scaled(&part)).ok_or(Missing::OutOfRange)
    }

    /// Takes note of how large a value is.
    fn note(&mut self, value: &V) {
        let seats = self.game.settings.seats;
        self.largest.resize(self.measures, 0.0);
        for (measure, largest) in self.largest.iter_mut().enumerate() {
            *largest = largest.max(value.largest(measure * seats..(measure + 1) * seats));
        }
    }

    /// Solves a position and all that can follow it, and says at which index it is.
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
            // Whoever follows is among them already.
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

    /// Works out this turn, or what remains of it, from a position: at its best, or as is chosen at each choice.
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

/// The first of numbered values than which none is better for the seat: its number.
pub(super) fn best<'v, V: Payoffs + 'v>(seat: usize, values: impl Iterator<Item = (usize, &'v V)>) -> usize {
    let better = |taken: (usize, &'v V), other: (usize, &'v V)| {
        if other.1.exceeds(taken.1, seat) { other } else { taken }
    };
    values.reduce(better).map_or(0, |(number, _)| number)
}
