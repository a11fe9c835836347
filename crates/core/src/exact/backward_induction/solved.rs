//! A solved game as a game of chance.

use rustc_hash::FxHashMap;

use super::{BackwardInduction, Payoffs, TooManyPositions};
use crate::process::{Distribution, Next, Node, Play, Process, Renaming, Step, Tree, Turn, TurnGame};

/// A solved game, throw by throw: whoever chooses takes what was solved for, and only chance is left. A throw is one cast.
///
/// The seats of the process are those of the position from which the game begins.
pub struct SolvedGame<G: TurnGame, V> {
    solved: BackwardInduction<G, V>,
    start: usize,
    /// What can be thrown at the nodes of all trees, as the indices of the outcomes.
    distributions: Vec<Distribution<usize>>,
    /// Of each position where the nodes of its tree begin among [`Self::thrown`].
    trees: Vec<usize>,
    /// Of each node of each tree the index of its distribution; of those at which nothing is thrown, any.
    thrown: Vec<usize>,
}

/// Before a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw {
    /// The index of the position, and the node of its tree.
    position: u32,
    node: u32,
    /// Which seat of the table each seat of the position is.
    seats: Renaming,
}

impl<G: TurnGame, V: Payoffs> SolvedGame<G, V> {
    /// The game from this position on.
    ///
    /// # Errors
    ///
    /// [`TooManyPositions`], if it cannot be solved.
    pub fn new(mut solved: BackwardInduction<G, V>, position: G::Position) -> Result<Self, TooManyPositions> {
        let start = solved.solve(position)?;
        let (mut distributions, mut thrown) = (Vec::new(), Vec::new());
        let mut first: FxHashMap<*const Tree, usize> = FxHashMap::default();
        let mut trees = Vec::with_capacity(solved.len());
        for position in solved.positions() {
            let (_, tree) = solved.game().turn(position);
            let nodes = *first.entry(std::ptr::from_ref(tree)).or_insert_with(|| {
                let nodes = thrown.len();
                for node in tree.nodes() {
                    thrown.push(distributions.len());
                    if let Node::Chance(distribution) = node {
                        distributions.push(distribution.outcomes.indices());
                    }
                }
                nodes
            });
            trees.push(nodes);
        }
        Ok(Self { solved, start, distributions, trees, thrown })
    }

    /// From a node of a turn to the next throw, or the end.
    fn go_on(&self, mut position: usize, mut node: usize, mut seats: Renaming) -> Play<Throw> {
        let mut payoffs = vec![0; self.solved.game().seats() * self.solved.game().measures()];
        loop {
            let at = &self.solved.positions()[position];
            let (_, tree) = self.solved.game().turn(at);
            match &tree.nodes()[node] {
                Node::Chance(_) => {
                    let [position, node] =
                        [position, node].map(|index| u32::try_from(index).unwrap_or(u32::MAX));
                    return Play::On(Throw { position, node, seats });
                }
                Node::Choose { choice, .. } => {
                    node = tree.chosen(node, self.solved.choices(position)[*choice]);
                }
                Node::Leaf(leaf) => {
                    let next = match self.solved.game().outcome(at, *leaf, &mut payoffs) {
                        Next::Turn(next, renaming) => self.solved.index(&next).map(|next| (next, renaming)),
                        Next::End => None,
                    };
                    let Some((next, renaming)) = next else {
                        let winners = self.solved.game().winners(at, *leaf);
                        return Play::Over(winners.iter().map(|seat| seats.of(seat)).collect());
                    };
                    let before = seats;
                    for seat in 0..self.solved.game().seats() {
                        seats.0[renaming.of(seat)] = before.0[seat];
                    }
                    position = next;
                    node = self.solved.game().turn(&self.solved.positions()[next]).1.nodes().len() - 1;
                }
            }
        }
    }
}

impl<G: TurnGame, V: Payoffs> Process for SolvedGame<G, V> {
    type State = Play<Throw>;
    type Move = usize;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.solved.game().seats()
    }

    fn start(&self) -> Play<Throw> {
        let (_, tree) = self.solved.game().turn(&self.solved.positions()[self.start]);
        self.go_on(self.start, tree.nodes().len() - 1, Renaming::NONE)
    }

    fn distributions(&self) -> &[Distribution<usize>] {
        &self.distributions
    }

    fn turn(&self, state: &Play<Throw>) -> Turn<()> {
        state.turn(|throw| self.thrown[self.trees[throw.position as usize] + throw.node as usize])
    }

    fn next(&self, state: &Play<Throw>, made: usize) -> Step<Play<Throw>> {
        let Play::On(Throw { position, node, seats }) = *state else { return Step::to(*state) };
        let (position, node) = (position as usize, node as usize);
        let (_, tree) = self.solved.game().turn(&self.solved.positions()[position]);
        let Node::Chance(distribution) = &tree.nodes()[node] else { return Step::to(*state) };
        Step::to(self.go_on(position, distribution.outcomes.outcomes()[made].0, seats))
    }

    /// Each position with some tens of throws.
    #[expect(clippy::cast_precision_loss, reason = "a rough number")]
    fn estimated_states(&self) -> f64 {
        20.0 * self.solved.len() as f64
    }
}
