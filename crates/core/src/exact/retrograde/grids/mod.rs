//! Best play of large games of two seats that throw and then choose, by sweeps over grids of positions.
//!
//! A position is one before a throw, as the seat sees it that is to move. With the law p of its throws, and λ for one that is
//! lost, it is worth
//!
//! - W(s) = Σ p(d)·W(s, d) + λ·(1 − W(s̄)), s̄ being s as the other seat sees it,
//! - W(s, d) = the greatest of 1 where a move wins, W(t) where the same seat throws again, 1 − W(t̄) where the other is to
//!   move; 1 − W(s̄) where nothing can be done.
//!
//! **Grids.** Positions that differ only in what each seat has for itself form a grid: a row for each private part of the
//! mover, a column for each of the other. A move leads the rows of a grid to rows of one other grid, and the columns stay:
//! whole grids are looked at together. A grid and its mirror image lead to one another by private moves, towards higher
//! rows alone, and by passes, whose two equations are solved at once.
//!
//! **Sweeps.** Layers are solved in the order in which they are left last. Within one, a sweep goes through its stages, each
//! with what those before have found (Gauss–Seidel); the grids of a stage see nothing of one another, so that any number of
//! threads find the same. All moves are compared in few sweeps; those between follow the moves that were best then, which
//! takes a fraction of the time: modified policy iteration, M. L. Puterman, M. C. Shin, "Modified policy iteration algorithms
//! for discounted Markov decision problems", *Management Science* 24 (1978).
//!
//! **Certificate.** From any V and any h > 0 let r be the greatest (|TV − V| + what rounding does)/(h − Ph), T being the
//! right-hand side above, and P the mean over the throws of the greatest h among the moves that are within [`TIE`] of the
//! best by V. If r·h ≤ [`TIE`] everywhere, T maps what lies between V − r·h and V + r·h into itself, and so W lies there: a
//! game that must end has one fixed point alone. For h serves the mean number of throws to come. Compare D. P. Bertsekas,
//! J. N. Tsitsiklis, "An analysis of stochastic shortest path problems", *Mathematics of Operations Research* 16 (1991).
//!
//! **Endless play.** The largest set of positions in which every throw leaves a move that stays there is found in the same
//! way; if there is one in any layer, both seats together could play for ever.

#![expect(clippy::cast_precision_loss, reason = "how far it is need not be exact")]

mod follow;
mod pair;
mod plan;

use rayon::prelude::*;

use self::follow::{Stored, Target, follow};
use self::pair::{Found, Look, Looked, Swept, Task};
use self::plan::{Pair, Plan};
use crate::exact::OnProgress;

/// A grid has at most so many rows, and as many columns.
pub(super) const MOST_ROWS: usize = 16;

/// Moves whose values differ by no more than this are equally good.
pub(super) const TIE: f64 = 1e-10;

/// Values are swept until none changes by more.
const SETTLED: f64 = 2e-15;

/// So many sweeps at most follow the best moves before all are compared again, and fewer once none changes by more than this
/// part of what comparing them changed, or, if that is less, the square of it.
const MOST_FOLLOWED: u32 = 32;
const ENOUGH: f64 = 0.02;

/// Lengths are swept until none changes by more than so many throws, of which each counts one.
const LENGTHS_SETTLED: f64 = 0.4;

/// All moves of a layer are compared so often at most: whatever is known then is told.
const MOST_SWEEPS: u32 = 2_000;

/// Where the positions of a grid stand among all: row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The number of the first.
    pub first: usize,
    /// How many private parts the mover can have.
    pub rows: usize,
    /// How many the other can have.
    pub columns: usize,
}

/// A move from the positions of a grid.
#[derive(Clone, Copy, Debug)]
pub struct GridMove<'g, G> {
    /// The grid that it leads to, as the seat sees it that has moved; nothing where it wins.
    pub to: Option<G>,
    /// The rows from which it can be made, each with the row to which it leads, a higher one if the grid stays the same;
    /// nothing where it can be made from all, which stay what they are.
    pub rows: Option<&'g [(u8, u8)]>,
    /// Whether the same seat throws again.
    pub again: bool,
}

/// What a seat throws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThrowLaw {
    /// Each throw that counts, with its probability.
    pub throws: Vec<(u8, f64)>,
    /// How likely a throw is lost, and the turn with it.
    pub lost: f64,
}

/// A game of two seats in grids.
pub trait Grids: Sync {
    /// What is common to the positions of a grid.
    type Grid: Copy + PartialEq + Send + Sync;

    /// How many positions there are, of one seat to move.
    fn positions(&self) -> usize;

    /// Where the positions of a grid stand.
    fn cells(&self, grid: Self::Grid) -> Cells;

    /// The grid as the other seat sees it.
    fn mirror(&self, grid: Self::Grid) -> Self::Grid;

    /// What each seat throws: one law, if both throw alike.
    fn laws(&self) -> &[ThrowLaw];

    /// How many layers there are.
    fn layers(&self) -> usize;

    /// The grids of a layer, stage by stage, each with its mirror image.
    fn stages(&self, layer: usize) -> Vec<Vec<Self::Grid>>;

    /// Adds what can be done in a grid with a throw.
    fn moves<'g>(&'g self, grid: Self::Grid, throw: u8, moves: &mut Vec<GridMove<'g, Self::Grid>>);
}

/// Why a game in grids is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("both seats together could play for ever")]
pub struct Endless;

/// The values of all positions: those of the first seat to move, then, if the second throws otherwise, those of the second.
#[derive(Clone, Debug, PartialEq)]
pub struct GridValues {
    /// W, position by position.
    pub values: Vec<f64>,
    /// How far each is off at most.
    pub bound: f64,
}

/// Solves a game.
///
/// # Errors
///
/// [`Endless`], if it need not end.
pub fn solve_grids<G: Grids>(game: &G, progress: Option<&OnProgress>) -> Result<GridValues, Endless> {
    let mut solver = Solver::new(game, vec![0.5; game.positions() * game.laws().len()]);
    for layer in 0..game.layers() {
        let plan = Plan::new(game, layer);
        solver.look_for_endless_play(&plan)?;
        solver.solve(&plan, progress);
        solver.check(&plan);
    }
    Ok(solver.finish())
}

/// How far values are off at most that come from anywhere, of a game that must end.
pub fn certify<G: Grids>(game: &G, values: Vec<f64>) -> GridValues {
    let mut solver = Solver::new(game, values);
    for layer in 0..game.layers() {
        let plan = Plan::new(game, layer);
        solver.lengthen(&plan);
        solver.check(&plan);
    }
    solver.finish()
}

/// What is known of all positions so far.
struct Solver {
    all: Swept,
    /// Where the best moves of a layer lead, some pairs after the other.
    targets: Vec<Vec<Target>>,
    /// How far values are off at most for each throw to come, and how many come at most.
    ratio: f64,
    longest: f64,
    /// How many positions are known.
    known: usize,
}

impl Solver {
    fn new<G: Grids>(game: &G, values: Vec<f64>) -> Self {
        debug_assert_eq!(values.len(), game.positions() * game.laws().len(), "one value for each position");
        let lengths = (0..values.len()).map(|_| Stored::new(0.0)).collect();
        let values = values.into_iter().map(Stored::new).collect();
        Self { all: Swept { values, lengths }, targets: Vec::new(), ratio: 0.0, longest: 0.0, known: 0 }
    }

    /// Whether a layer has positions that need never be left.
    fn look_for_endless_play(&mut self, plan: &Plan<'_>) -> Result<(), Endless> {
        loop {
            match self.compare(plan, Task::Stay) {
                [_, 0.0] => return Ok(()),
                [0.0, _] => return Err(Endless),
                _ => {}
            }
        }
    }

    /// Values, and then lengths by what is best.
    fn solve(&mut self, plan: &Plan<'_>, progress: Option<&OnProgress>) {
        let (known, here, all) = (self.known, plan.positions(), self.all.values.len());
        let (mut most_followed, mut before) = (MOST_FOLLOWED, f64::INFINITY);
        for _ in 0..MOST_SWEEPS {
            let [changed, _] = self.compare(plan, Task::Values);
            if let Some(progress) = progress {
                // Every sweep brings values closer by about the same factor.
                let settled = (changed.max(SETTLED).ln() / SETTLED.ln()).clamp(0.0, 1.0);
                progress((known as f64 + here as f64 * settled) / all as f64);
            }
            if changed <= SETTLED {
                break;
            }
            // Seats that answer one another's moves in turn need not come to rest; comparing moves alone always does.
            if changed > before / 2.0 {
                most_followed /= 2;
            }
            before = changed;
            let enough = (changed * changed.min(ENOUGH)).max(SETTLED);
            for _ in 0..most_followed {
                if self.follow::<_, false>(plan, &self.all.values) <= enough {
                    break;
                }
            }
        }
        for _ in 0..MOST_SWEEPS {
            if self.follow::<_, true>(plan, &self.all.lengths) <= LENGTHS_SETTLED {
                break;
            }
        }
        self.lengthen(plan);
    }

    /// Lengths, by values that stay as they are, and all moves that are as good as the best.
    fn lengthen(&mut self, plan: &Plan<'_>) {
        for _ in 0..MOST_SWEEPS {
            if self.compare(plan, Task::Lengths)[0] <= LENGTHS_SETTLED {
                return;
            }
        }
    }

    /// How far values are off.
    fn check(&mut self, plan: &Plan<'_>) {
        let [ratio, longest] = self.compare(plan, Task::Check);
        self.ratio = self.ratio.max(ratio);
        self.longest = self.longest.max(longest);
        self.known += plan.positions();
    }

    fn finish(self) -> GridValues {
        let Self { all: Swept { values, lengths }, ratio, longest, .. } = self;
        drop(lengths);
        let bound = ratio * longest;
        let bound = if bound <= TIE { bound } else { 1.0 };
        GridValues { values: values.into_iter().map(|value| value.get()).collect(), bound }
    }

    /// Goes through a layer once and compares all moves. The greatest changes, or what a check says.
    fn compare(&mut self, plan: &Plan<'_>, task: Task) -> [f64; 2] {
        if task == Task::Values {
            // They take much room, and are found anew.
            self.targets = Vec::new();
        }
        let found = Self::each_stage(plan, |looked, pairs, _| {
            let mut found = Found::default();
            for pair in pairs {
                Look { all: &self.all, plan, pair, task }.look(looked, &mut found);
            }
            found
        });
        let most = found.iter().fold([0.0; 2], |most, found| greater(most, found.most));
        if task == Task::Values {
            self.targets = found.into_iter().map(|found| found.targets).collect();
        }
        most
    }

    /// Goes through a layer once by the moves that were best when they were compared last. The greatest change.
    fn follow<S: Stored + Sync, const LENGTHS: bool>(&self, plan: &Plan<'_>, all: &[S]) -> f64 {
        let changes = Self::each_stage(plan, |_, pairs, part| {
            let mut targets = self.targets[part].as_slice();
            pairs.iter().map(|pair| follow::<S, LENGTHS>(plan, pair, all, &mut targets)).fold(0.0, f64::max)
        });
        changes.into_iter().fold(0.0, f64::max)
    }

    /// Goes through a layer stage by stage, some pairs at a time, and gives what is found of these, which have a number.
    fn each_stage<F: Send>(
        plan: &Plan<'_>,
        look: impl Fn(&mut Looked, &[Pair], usize) -> F + Sync,
    ) -> Vec<F> {
        const TOGETHER: usize = 32;
        let mut looked = Looked::default();
        let mut found = Vec::new();
        for stage in &plan.stages {
            let pairs = &plan.pairs[stage.clone()];
            let before = found.len();
            let look =
                |looked: &mut Looked, (part, pairs): (usize, &[Pair])| look(looked, pairs, before + part);
            if pairs.len() < 2 * TOGETHER {
                found.extend(pairs.chunks(TOGETHER).enumerate().map(|pairs| look(&mut looked, pairs)));
            } else {
                found.par_extend(pairs.par_chunks(TOGETHER).enumerate().map_init(Looked::default, look));
            }
        }
        found
    }
}

fn greater(one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
    [one[0].max(other[0]), one[1].max(other[1])]
}
