//! Best play of large games of two seats that throw and then choose, by sweeps over grids of positions.
//!
//! A position is a state before a throw, seen by the seat to move. With the distribution p of its throws, and the probability
//! λ of a lost throw, its value is
//!
//! - W(s) = Σ p(d)·W(s, d) + λ·(1 − W(s̄)), where s̄ is s as the other seat sees it,
//! - W(s, d) = the maximum over moves: 1 for a win, W(t) if the same seat throws again, 1 − W(t̄) if the other is to
//!   move; 1 − W(s̄) if there is no move.
//!
//! **Grids.** Positions that differ only in each seat's private part form a grid, with a row for each private part of the
//! mover and a column for each of the other. A move maps the rows of a grid to rows of one other grid and leaves the columns
//! unchanged, so whole grids are processed together. A grid and its mirror image lead to one another by private moves, to
//! higher rows only, and by passes, whose two equations are solved at once.
//!
//! **Sweeps.** Layers are solved after those they lead to. Within a layer, a sweep goes through the stages, each with the
//! results of those before (Gauss–Seidel); the grids of a stage are independent, so the result is the same with any number of
//! threads. All moves are compared in a few sweeps; the others follow the best moves of the last comparison, which
//! takes a fraction of the time: modified policy iteration, M. L. Puterman, M. C. Shin, "Modified policy iteration algorithms
//! for discounted Markov decision problems", *Management Science* 24 (1978).
//!
//! **Certificate.** For any V and any h > 0 let r be the maximum of (|TV − V| + the rounding error)/(h − Ph), where T is the
//! right-hand side above, and P the mean over the throws of the largest h among the moves that are within [`TIE`] of the
//! best by V. If r·h ≤ [`TIE`] everywhere, T maps the functions between V − r·h and V + r·h into themselves, so W is one of
//! them: a game that must end has only one fixed point. The mean number of throws to come serves as h. Compare D. P. Bertsekas,
//! J. N. Tsitsiklis, "An analysis of stochastic shortest path problems", *Mathematics of Operations Research* 16 (1991).
//!
//! **Endless play.** The same sweeps find the largest set of positions in which every throw allows a move that stays in the
//! set; if any layer has such a set, both seats together could play forever.

#![expect(clippy::cast_precision_loss, reason = "progress need not be exact")]

mod follow;
mod pair;
mod plan;

use rayon::prelude::*;

use self::follow::{Stored, Target, follow};
use self::pair::{Found, Look, Looked, Swept, Task};
use self::plan::{Pair, Plan};
use crate::exact::OnProgress;

/// The most rows of a grid, and the most columns.
pub(super) const MOST_ROWS: usize = 16;

/// Moves whose values differ by at most this count as equally good.
pub(super) const TIE: f64 = 1e-10;

/// Values are swept until none changes by more than this.
const SETTLED: f64 = 2e-15;

/// The most sweeps that follow the best moves before all are compared again. They stop early when no value changes by more
/// than this fraction of the change of the comparison, or than its square if that is less.
const MOST_FOLLOWED: u32 = 32;
const ENOUGH: f64 = 0.02;

/// Lengths, in throws, are swept until none changes by more than this.
const LENGTHS_SETTLED: f64 = 0.4;

/// The most comparisons of all moves of a layer; after them the values so far are returned.
const MOST_SWEEPS: u32 = 2_000;

/// The numbers of the positions of a grid, which are consecutive, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The number of the first position.
    pub first: usize,
    /// The number of private parts that the mover can have.
    pub rows: usize,
    /// The number of private parts that the other seat can have.
    pub columns: usize,
}

/// A move from the positions of a grid.
#[derive(Clone, Copy, Debug)]
pub struct GridMove<'g, G> {
    /// The grid that it leads to, as seen by the seat that moves; `None` if the move wins.
    pub to: Option<G>,
    /// The rows from which it is possible, each with the row to which it leads, a higher one if the grid stays the same;
    /// `None` if it is possible from all rows and leaves them unchanged.
    pub rows: Option<&'g [(u8, u8)]>,
    /// Whether the same seat throws again.
    pub again: bool,
}

/// The distribution of a seat's throws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ThrowDistribution {
    /// Each throw that counts, with its probability.
    pub throws: Vec<(u8, f64)>,
    /// The probability that a throw is lost, and the turn with it.
    pub lost: f64,
}

/// A game of two seats in grids.
pub trait Grids: Sync {
    /// What the positions of a grid have in common.
    type Grid: Copy + PartialEq + Send + Sync;

    /// The number of positions with one given seat to move.
    fn positions(&self) -> usize;

    /// The position numbers of a grid.
    fn cells(&self, grid: Self::Grid) -> Cells;

    /// The grid as the other seat sees it.
    fn mirror(&self, grid: Self::Grid) -> Self::Grid;

    /// The distribution of each seat's throws; a single one if both seats throw the same.
    fn distributions(&self) -> &[ThrowDistribution];

    /// The number of layers.
    fn layers(&self) -> usize;

    /// The grids of a layer, stage by stage, each with its mirror image.
    fn stages(&self, layer: usize) -> Vec<Vec<Self::Grid>>;

    /// Adds the moves in a grid with a throw.
    fn moves<'g>(&'g self, grid: Self::Grid, throw: u8, moves: &mut Vec<GridMove<'g, Self::Grid>>);
}

/// A game in grids need not end, so it is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("both seats together could play forever")]
pub struct Endless;

/// The values of all positions with the first seat to move, and then, if the second throws differently, with the second.
#[derive(Clone, Debug, PartialEq)]
pub struct GridValues {
    /// W, by position.
    pub values: Vec<f64>,
    /// A bound on the error of every value.
    pub bound: f64,
}

/// Solves a game.
///
/// # Errors
///
/// [`Endless`] if the game need not end.
pub fn solve_grids<G: Grids>(game: &G, progress: Option<&OnProgress>) -> Result<GridValues, Endless> {
    let mut solver = Solver::new(game, vec![0.5; game.positions() * game.distributions().len()]);
    for layer in 0..game.layers() {
        let plan = Plan::new(game, layer);
        solver.look_for_endless_play(&plan)?;
        solver.solve(&plan, progress);
        solver.check(&plan);
    }
    Ok(solver.finish())
}

/// Bounds the error of values from any source, for a game that must end.
pub fn certify<G: Grids>(game: &G, values: Vec<f64>) -> GridValues {
    let mut solver = Solver::new(game, values);
    for layer in 0..game.layers() {
        let plan = Plan::new(game, layer);
        solver.lengthen(&plan);
        solver.check(&plan);
    }
    solver.finish()
}

/// The results for all positions so far.
struct Solver {
    all: Swept,
    /// The targets of the best moves of a layer, by groups of pairs.
    targets: Vec<Vec<Target>>,
    /// The largest error per throw to come, and the largest number of throws to come.
    ratio: f64,
    longest: f64,
    /// The number of positions that are solved.
    known: usize,
}

impl Solver {
    fn new<G: Grids>(game: &G, values: Vec<f64>) -> Self {
        debug_assert_eq!(
            values.len(),
            game.positions() * game.distributions().len(),
            "one value for each position"
        );
        let lengths = (0..values.len()).map(|_| Stored::new(0.0)).collect();
        let values = values.into_iter().map(Stored::new).collect();
        Self { all: Swept { values, lengths }, targets: Vec::new(), ratio: 0.0, longest: 0.0, known: 0 }
    }

    /// Returns an error if a layer has positions that need never be left.
    fn look_for_endless_play(&mut self, plan: &Plan<'_>) -> Result<(), Endless> {
        loop {
            match self.compare(plan, Task::Stay) {
                [_, 0.0] => return Ok(()),
                [0.0, _] => return Err(Endless),
                _ => {}
            }
        }
    }

    /// Solves for values, and then for lengths under the best moves.
    fn solve(&mut self, plan: &Plan<'_>, progress: Option<&OnProgress>) {
        let (known, here, all) = (self.known, plan.positions(), self.all.values.len());
        let (mut most_followed, mut before) = (MOST_FOLLOWED, f64::INFINITY);
        for _ in 0..MOST_SWEEPS {
            let [changed, _] = self.compare(plan, Task::Values);
            if let Some(progress) = progress {
                // Every sweep reduces the error by about the same factor.
                let settled = (changed.max(SETTLED).ln() / SETTLED.ln()).clamp(0.0, 1.0);
                progress((known as f64 + here as f64 * settled) / all as f64);
            }
            if changed <= SETTLED {
                break;
            }
            // Following moves need not converge if seats keep answering one another; comparing moves always does.
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

    /// Solves for lengths with fixed values, over all moves that tie with the best.
    fn lengthen(&mut self, plan: &Plan<'_>) {
        for _ in 0..MOST_SWEEPS {
            if self.compare(plan, Task::Lengths)[0] <= LENGTHS_SETTLED {
                return;
            }
        }
    }

    /// Updates the error bounds with a layer.
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

    /// Sweeps a layer once and compares all moves; returns the largest changes, or the results of a check.
    fn compare(&mut self, plan: &Plan<'_>, task: Task) -> [f64; 2] {
        if task == Task::Values {
            // Frees memory: the targets are found again.
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

    /// Sweeps a layer once by the best moves of the last comparison; returns the largest change.
    fn follow<S: Stored + Sync, const LENGTHS: bool>(&self, plan: &Plan<'_>, all: &[S]) -> f64 {
        let changes = Self::each_stage(plan, |_, pairs, part| {
            let mut targets = self.targets[part].as_slice();
            pairs.iter().map(|pair| follow::<S, LENGTHS>(plan, pair, all, &mut targets)).fold(0.0, f64::max)
        });
        changes.into_iter().fold(0.0, f64::max)
    }

    /// Goes through a layer stage by stage, in numbered groups of pairs, and returns the results of the groups.
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
