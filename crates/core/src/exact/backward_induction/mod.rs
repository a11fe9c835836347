//! Best play in finite games of perfect information with chance, by backward induction.
//!
//! With v(i, p) the expected payoff of seat i from position p on, and m(p) the seat that moves there,
//!
//! - where a leaf leads from p to q, seat i has its payoff of that leaf and v(i, q);
//! - where something is thrown, each seat has the mean over what can be thrown;
//! - where m(p) chooses, it takes the first option than which none is better for it, and each seat has what it has there.
//!
//! That is the subgame perfect equilibrium under the order of equal options that the game lists them in. Every position is
//! solved once and remembered by itself: it takes one number for each seat and measure, and one byte for each choice.
//!
//! In rationals an option is better if it is better by anything. In doubles, options that differ by no more than
//! [`SLACK`] are equal. What doubles lose is bounded by counting: a mean of m products is off by m + 3 roundings of the largest
//! value at most, and so are sums along the longest line of play.
//!
//! Source: H. W. Kuhn, "Extensive games and the problem of information", *Contributions to the Theory of Games II*
//! (1953).

mod forward;
mod payoffs;
mod solved;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::process::{Next, Node, Tree, TurnGame};

pub use forward::{Mass, MassOf, Roundings, forward};
pub use payoffs::{Doubles, Payoffs, Rationals};
pub use solved::{SolvedGame, Throw};

/// Options whose values differ by no more are equal, in doubles.
pub const SLACK: f64 = 1e-9;

/// There are more positions than may be remembered, or more ways for turns to end than may be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many positions to solve this game; take fewer seats or variants")]
pub struct TooManyPositions;

/// Called from time to time with the part of the allowed work that is done, from 0 to 1: solving ends with the rest of it at
/// the latest.
pub type OnProgress = Arc<dyn Fn(f64) + Send + Sync>;

/// The values of the positions of a game that were asked for, and of all that can follow them.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::{BackwardInduction, Rationals};
/// use tali_odds::process::{Next, Renaming, Tree, TurnGame};
///
/// /// One throw in four wins 10; whoever has not won can pay 1 to throw again, so many times.
/// struct Again(Tree);
///
/// impl TurnGame for Again {
///     /// How many more throws can be bought.
///     type Position = u32;
///
///     fn seats(&self) -> usize {
///         1
///     }
///     fn turn(&self, _: &u32) -> (usize, &Tree) {
///         (0, &self.0)
///     }
///     fn outcome(&self, left: &u32, leaf: usize, payoffs: &mut [i64]) -> Next<u32> {
///         payoffs[0] = [10, 0, -1][leaf];
///         match (leaf, left) {
///             (2, 1..) => Next::Turn(left - 1, Renaming::NONE),
///             _ => Next::End,
///         }
///     }
/// }
///
/// let mut turn = Tree::default();
/// let [won, given_up, again] = std::array::from_fn(|_| turn.leaf().0);
/// let choice = turn.choose(vec![given_up, again]);
/// turn.chance([(won, 1u32.into()), (choice, 3u32.into())]);
///
/// let mut solved = BackwardInduction::<_, Rationals>::new(Again(turn), 100);
/// let index = solved.solve(2)?;
/// // 5/2; 5/2 + 3/4 · (5/2 − 1) = 29/8; 5/2 + 3/4 · (29/8 − 1) = 143/32.
/// assert_eq!(solved.value(index).fraction(0).to_string(), "143/32");
/// # Ok::<(), tali_odds::exact::TooManyPositions>(())
/// ```
pub struct BackwardInduction<G: TurnGame, V> {
    game: G,
    known: FxHashMap<G::Position, u32>,
    /// Each after all that can follow it.
    positions: Vec<G::Position>,
    values: Vec<V>,
    /// What is chosen at each position, one choice after the other.
    choices: Vec<u8>,
    first_choice: Vec<usize>,
    most_positions: usize,
    /// How many ways for turns to end may be looked at, and how many still.
    most_work: u64,
    work_left: u64,
    progress: Option<OnProgress>,
    /// To be used again, one for each position that is being solved.
    spare: Vec<Workings<V>>,
    /// How many turns the longest line of play has, and how many roundings a turn.
    depth: usize,
    roundings: usize,
    /// Of each measure the largest value without its sign.
    largest: Vec<f64>,
}

/// What is known of one turn while it is worked out.
#[derive(Clone)]
pub struct Workings<V> {
    payoffs: Vec<i64>,
    /// The values of the leaves that are unlike all others, and of each leaf which of them is like it.
    unlike: Vec<V>,
    like: Vec<usize>,
    /// The value of each node.
    pub values: Vec<V>,
    /// What is chosen at each choice.
    pub choices: Vec<u8>,
}

impl<V> Default for Workings<V> {
    fn default() -> Self {
        Self {
            payoffs: Vec::new(),
            unlike: Vec::new(),
            like: Vec::new(),
            values: Vec::new(),
            choices: Vec::new(),
        }
    }
}

impl<G: TurnGame, V: Payoffs> BackwardInduction<G, V> {
    /// Nothing is solved yet, and at most so many positions will be.
    pub fn new(game: G, most_positions: usize) -> Self {
        Self {
            game,
            known: FxHashMap::default(),
            positions: Vec::new(),
            values: Vec::new(),
            choices: Vec::new(),
            first_choice: Vec::new(),
            most_positions: most_positions.min(u32::MAX as usize),
            most_work: u64::MAX,
            work_left: u64::MAX,
            progress: None,
            spare: Vec::new(),
            depth: 0,
            roundings: 0,
            largest: Vec::new(),
        }
    }

    /// The same, looking at so many ways for turns to end at most: in doubles some ten million take a second.
    pub fn working(self, most: u64) -> Self {
        Self { most_work: most, work_left: most, ..self }
    }

    /// How many it has looked at.
    pub const fn work(&self) -> u64 {
        self.most_work - self.work_left
    }

    /// The same, telling somebody how far it is.
    pub fn progress(self, progress: Option<OnProgress>) -> Self {
        Self { progress, ..self }
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

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many positions are known.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether nothing is known yet.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.known.clear();
        self.positions.clear();
        self.values.clear();
        self.choices.clear();
        self.first_choice.clear();
    }

    /// The positions that are known, each after all that can follow it.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The value of a known position to each seat, in each measure.
    pub fn value(&self, index: usize) -> &V {
        &self.values[index]
    }

    /// What is chosen at a known position.
    pub fn choices(&self, index: usize) -> &[u8] {
        let end = self.first_choice.get(index + 1).copied().unwrap_or(self.choices.len());
        &self.choices[self.first_choice[index]..end]
    }

    /// The index of a position among those that are known.
    pub fn index(&self, position: &G::Position) -> Option<usize> {
        self.known.get(position).map(|index| *index as usize)
    }

    /// By how much a value can be off at most in a measure, in doubles.
    #[expect(clippy::cast_precision_loss, reason = "a bound, of small numbers")]
    pub fn error(&self, measure: usize) -> f64 {
        let largest = self.largest.get(measure).copied().unwrap_or(0.0);
        V::error((self.depth * self.roundings) as f64, largest)
    }

    /// Takes note of how large a value is.
    fn note(&mut self, value: &V) {
        let seats = self.game.seats();
        self.largest.resize(self.game.measures(), 0.0);
        for (measure, largest) in self.largest.iter_mut().enumerate() {
            *largest = largest.max(value.largest(measure * seats..(measure + 1) * seats));
        }
    }

    /// Solves a position and all that can follow it, and says at which index it is.
    ///
    /// # Errors
    ///
    /// [`TooManyPositions`], if there are more than are allowed.
    pub fn solve(&mut self, position: G::Position) -> Result<usize, TooManyPositions> {
        self.solve_at(position, 1)
    }

    fn solve_at(&mut self, position: G::Position, depth: usize) -> Result<usize, TooManyPositions> {
        if let Some(index) = self.known.get(&position) {
            return Ok(*index as usize);
        }
        self.depth = self.depth.max(depth);
        let mut workings = self.spare.pop().unwrap_or_default();
        let worked_out = self.work_out(&position, None, depth, &mut workings);
        if worked_out.is_ok() {
            // Whoever follows is among them already.
            let Some(value) = workings.values.last() else { return Err(TooManyPositions) };
            let value = value.clone();
            self.note(&value);
            let index = self.positions.len();
            self.known.insert(position, u32::try_from(index).map_err(|_| TooManyPositions)?);
            self.positions.push(position);
            self.values.push(value);
            self.first_choice.push(self.choices.len());
            self.choices.extend_from_slice(&workings.choices);
        }
        self.spare.push(workings);
        worked_out?;
        Ok(self.positions.len() - 1)
    }

    /// Works out one turn from a position: by this tree, if it is not the whole turn that is meant.
    ///
    /// # Errors
    ///
    /// [`TooManyPositions`], if there are more than are allowed.
    pub fn turn(
        &mut self,
        position: &G::Position,
        tree: Option<(&Tree, &dyn TurnGame<Position = G::Position>)>,
    ) -> Result<Workings<V>, TooManyPositions> {
        let mut workings = Workings::default();
        self.depth = self.depth.max(1);
        self.work_out(position, tree, 1, &mut workings)?;
        workings.values.iter().for_each(|value| self.note(value));
        Ok(workings)
    }

    fn work_out(
        &mut self,
        position: &G::Position,
        of: Option<(&Tree, &dyn TurnGame<Position = G::Position>)>,
        depth: usize,
        workings: &mut Workings<V>,
    ) -> Result<(), TooManyPositions> {
        let (seats, width) = (self.game.seats(), self.game.seats() * self.game.measures());
        let leaves = match of {
            Some((tree, _)) => tree.leaves(),
            None => self.game.turn(position).1.leaves(),
        };
        self.worked(leaves)?;
        workings.payoffs.resize(width, 0);
        workings.unlike.clear();
        workings.like.clear();
        workings.like.resize(leaves, 0);
        let alike = |game: &G, leaf| match of {
            Some((_, rest)) => rest.alike(position, leaf),
            None => game.alike(position, leaf),
        };
        for leaf in 0..leaves {
            if alike(&self.game, leaf) != leaf {
                continue;
            }
            let payoffs = &mut workings.payoffs;
            let next = match of {
                Some((_, rest)) => rest.outcome(position, leaf, payoffs),
                None => self.game.outcome(position, leaf, payoffs),
            };
            let follows = match next {
                Next::End => None,
                Next::Turn(position, renaming) => {
                    if self.positions.len() >= self.most_positions {
                        return Err(TooManyPositions);
                    }
                    let index = self.solve_at(position, depth + 1)?;
                    Some((&self.values[index], renaming))
                }
            };
            workings.like[leaf] = workings.unlike.len();
            workings.unlike.push(V::of_leaf(&workings.payoffs, seats, follows));
        }
        let (mover, tree) = self.game.turn(position);
        let (tree, policy) = match of {
            Some((tree, _)) => (tree, None),
            None => (tree, self.game.policy(position)),
        };
        self.roundings = self.roundings.max(tree.roundings());
        workings.choices.clear();
        workings.choices.resize(tree.choices(), 0);
        workings.values.clear();
        for node in tree.nodes() {
            let value = match node {
                Node::Leaf(leaf) => {
                    let like = alike(&self.game, *leaf);
                    workings.unlike[workings.like[like]].clone()
                }
                Node::Chance(distribution) => V::mean(distribution, width, &workings.values),
                Node::Choose { choice, options } => {
                    let taken = match &policy {
                        Some(policy) => usize::from(policy[*choice]),
                        None => best(options, &workings.values, mover),
                    };
                    workings.choices[*choice] = u8::try_from(taken).unwrap_or(u8::MAX);
                    workings.values[options[taken]].clone()
                }
            };
            workings.values.push(value);
        }
        Ok(())
    }
}

/// The first of the options than which none is better for the seat.
pub fn best<V: Payoffs>(options: &[usize], values: &[V], seat: usize) -> usize {
    let mut taken = 0;
    for option in 1..options.len() {
        if values[options[option]].exceeds(&values[options[taken]], seat, SLACK) {
            taken = option;
        }
    }
    taken
}
