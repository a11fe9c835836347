//! A solved round as a game of chance.

use rustc_hash::FxHashMap;

use super::{Solver, TooManyPositions};
use crate::coin_tali::payoffs::Gains;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::{CoinGame, Renaming};
use crate::coin_tali::tree::{Node, Turns};
use tali_core::process::{Distribution, Play, Process, Step, Turn};

/// A solved round, throw by throw: all choices are solved, and only chance is left. A throw is one cast.
pub(crate) struct SolvedRound<'g> {
    game: &'g CoinGame,
    solved: Solver<'g, Gains>,
    start: usize,
    /// The distributions over outcome indices for the nodes of all turns.
    distributions: Vec<Distribution<usize>>,
    /// For each position, the index of its turn's first node in [`Self::thrown`].
    turns: Vec<usize>,
    /// For each node of each turn, the index of its distribution; arbitrary for nodes without a throw.
    thrown: Vec<usize>,
}

/// The state before a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BeforeThrow {
    /// The index of the position, and the node in its turn.
    position: u32,
    node: u32,
    /// The seat of the table for each seat of the position.
    seats: Renaming,
}

impl<'g> SolvedRound<'g> {
    /// Solves the round of all seats with this solver.
    pub(crate) fn new(game: &'g CoinGame, mut solved: Solver<'g, Gains>) -> Result<Self, TooManyPositions> {
        let start = solved.solve(game.opening())?;
        let (mut distributions, mut thrown) = (Vec::new(), Vec::new());
        let mut first: FxHashMap<*const Turns, usize> = FxHashMap::default();
        let mut all = Vec::with_capacity(solved.positions().len());
        for position in solved.positions() {
            let turns = game.turns(position);
            let nodes = *first.entry(std::ptr::from_ref(turns)).or_insert_with(|| {
                let nodes = thrown.len();
                for node in turns.nodes() {
                    thrown.push(distributions.len());
                    if let Node::Chance(throw) = node {
                        distributions.push(throw.outcomes.indices());
                    }
                }
                nodes
            });
            all.push(nodes);
        }
        Ok(Self { game, solved, start, distributions, turns: all, thrown })
    }

    /// Follows the choices from a node of a turn to the next throw, or the end.
    fn go_on(&self, mut position: usize, mut node: usize, mut seats: Renaming) -> Play<BeforeThrow> {
        loop {
            let at = &self.solved.positions()[position];
            let turns = self.game.turns(at);
            match &turns.nodes()[node] {
                Node::Chance(_) => {
                    let [position, node] =
                        [position, node].map(|index| u32::try_from(index).unwrap_or(u32::MAX));
                    return Play::On(BeforeThrow { position, node, seats });
                }
                Node::Choose(choice) => {
                    let taken = usize::from(self.solved.choices(position)[*choice]);
                    node = turns.choices[*choice].options[taken].to;
                }
                Node::Leaf(leaf) => {
                    let after = self.game.follow(at, &turns.endings[*leaf], Purse::ENDLESS);
                    let next = after.next.map(|next| self.game.tidy(next));
                    let next = next.and_then(|(next, renaming)| Some((self.solved.index(&next)?, renaming)));
                    let Some((next, renaming)) = next else {
                        return Play::Over(after.end.winners.iter().map(|seat| seats.of(seat)).collect());
                    };
                    let before = seats;
                    for seat in 0..self.game.settings.seats {
                        seats.0[renaming.of(seat)] = before.0[seat];
                    }
                    position = next;
                    node = self.game.turns(&self.solved.positions()[next]).root();
                }
            }
        }
    }
}

impl Process for SolvedRound<'_> {
    type State = Play<BeforeThrow>;
    type Move = usize;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.game.settings.seats
    }

    fn start(&self) -> Play<BeforeThrow> {
        let turns = self.game.turns(&self.solved.positions()[self.start]);
        self.go_on(self.start, turns.root(), Renaming::NONE)
    }

    fn distributions(&self) -> &[Distribution<usize>] {
        &self.distributions
    }

    fn turn(&self, state: &Play<BeforeThrow>) -> Turn<()> {
        state.turn(|throw| self.thrown[self.turns[throw.position as usize] + throw.node as usize])
    }

    fn next(&self, state: &Play<BeforeThrow>, made: usize) -> Step<Play<BeforeThrow>> {
        let Play::On(BeforeThrow { position, node, seats }) = *state else { return Step::to(*state) };
        let (position, node) = (position as usize, node as usize);
        let turns = self.game.turns(&self.solved.positions()[position]);
        let Node::Chance(throw) = &turns.nodes()[node] else { return Step::to(*state) };
        Step::to(self.go_on(position, throw.outcomes.outcomes()[made].0, seats))
    }

    /// Each position has a few dozen throws.
    #[expect(clippy::cast_precision_loss, reason = "a rough number")]
    fn estimated_states(&self) -> f64 {
        20.0 * self.solved.positions().len() as f64
    }
}
