//! Symmetric games of two seats that throw and choose in turn, where play may go on forever. Every position is seen by the
//! seat that is to throw.
//!
//! With the chances p of the throws, and s′ the position that is handed over, that seat's chances to win are
//!
//! - lo(s) = Σ p·max (1 − hi(s′)), if it loses an endless game,
//! - hi(s) = Σ p·max (1 − lo(s′)), if it wins an endless game,
//!
//! where a winning move counts 1, and a throw without a move leads to s as the other seat sees it. Sweeps start from 0 and 1
//! and round outwards, so both are bounds after every step. A loop of two positions, in which neither seat can move for a
//! while, is solved in closed form. L. S. Shapley, "Stochastic games", *PNAS* 39 (1953).

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "throws and results are few"
)]

use rayon::prelude::*;

use crate::exact::OnProgress;

/// Bounds this close are not improved any further.
const CLOSE: f64 = 1e-14;

/// Sweeps stop when no bound changes by more than this.
const STILL: f64 = f64::EPSILON;

/// The most results visited for a layer, and the most sweeps.
const MOST_LOOKS: u64 = 20_000_000_000;
const MOST_SWEEPS: u64 = 20_000;

/// The usual number of sweeps of a layer.
const USUAL: u32 = 30;

/// The number of positions updated together, each from the earlier bounds of the others.
const TOGETHER: usize = 2_048;

/// The absolute error when products fall below the doubles of full precision, and the smallest allowed divisor.
const TINY: f64 = 1e-90;
const LEAST: f64 = 1e-200;

/// The result of a throw that wins.
pub const WON: u32 = u32::MAX;

/// A game of two seats that throw and choose in turn.
pub trait Alternating: Sync {
    /// An upper limit for the numbers of positions; some numbers may be unused.
    fn positions(&self) -> usize;

    /// The positions in which the game is not over, but only one of each position and its flipped version, in layers that lead
    /// only to themselves and to earlier ones; within a layer, best those first that are nearer to the end.
    fn layers(&self) -> Vec<Vec<u32>>;

    /// The chance of each throw.
    fn chances(&self) -> Vec<f64>;

    /// A position as the other seat sees it.
    fn flipped(&self, position: u32) -> u32;

    /// Calls `take` for each throw, by its index, with its possible results: positions that are handed over, or [`WON`]; none if
    /// there is no move.
    fn turn(&self, position: u32, take: &mut dyn FnMut(usize, &[u32]));
}

/// Bounds on the chance to win of the seat that is to throw, for every position number; 0 and 1 for unused numbers.
pub fn solve_alternating(game: &impl Alternating, progress: Option<&OnProgress>) -> Vec<[f64; 2]> {
    let mut bounds = vec![[0.0, 1.0]; game.positions()];
    let distribution = Distribution::new(game.chances());
    let layers = game.layers();
    let all = layers.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let mut before = 0.0;
    for layer in layers {
        let parts: Vec<Part> =
            layer.par_chunks(TOGETHER).map(|positions| Part::new(game, positions, &distribution)).collect();
        let looks = parts.iter().map(|part| part.cells.len()).sum::<usize>().max(1) as u64;
        let here = layer.len() as f64;
        for sweep in 1..=MOST_SWEEPS.min(MOST_LOOKS / looks) {
            let (mut widest, mut changed) = (0.0_f64, 0.0_f64);
            for part in &parts {
                let found: Vec<[[f64; 2]; 2]> =
                    part.pairs.par_iter().map(|pair| part.update(pair, &distribution, &bounds)).collect();
                for (position, [low, high]) in
                    part.pairs.iter().flat_map(|pair| pair.positions).zip(found.into_iter().flatten())
                {
                    let known = &mut bounds[position as usize];
                    let closer = [known[0].max(low), known[1].min(high)];
                    changed = changed.max(closer[0] - known[0]).max(known[1] - closer[1]);
                    widest = widest.max(closer[1] - closer[0]);
                    *known = closer;
                }
            }
            if let Some(progress) = progress {
                progress(
                    (before
                        + here
                            * (f64::from(u32::try_from(sweep).unwrap_or(USUAL)) / f64::from(USUAL)).min(1.0))
                        / all,
                );
            }
            if widest <= CLOSE || changed <= STILL {
                break;
            }
        }
        before += here;
    }
    bounds
}

/// The chances of the throws, with the errors of their sums.
struct Distribution {
    chances: Vec<f64>,
    /// The relative error by roundings.
    roundings: f64,
    /// The absolute error when products fall below the doubles of full precision.
    tiny: f64,
}

impl Distribution {
    fn new(chances: Vec<f64>) -> Self {
        let roundings = 2.0 * (chances.len() as f64 + 8.0) * f64::EPSILON;
        // If no throw is rarer than this, products do not underflow, and a sum of 0 is exact.
        let tiny = if chances.iter().all(|chance| *chance >= 1e-9) { 0.0 } else { TINY };
        Self { chances, roundings, tiny }
    }
}

/// A group of positions, with their results.
struct Part {
    pairs: Vec<Pair>,
    /// For each throw its index and the number of its results, combined in one number, and then the results.
    cells: Vec<u32>,
}

/// A position and its flipped version, with everything that stays the same in every sweep.
struct Pair {
    positions: [u32; 2],
    turns: [Throws; 2],
}

/// The throws of a position.
#[derive(Default)]
struct Throws {
    /// The chances of throws that win at once, that allow other moves, and that allow none.
    wins: f64,
    acts: f64,
    idles: f64,
    /// The throws that allow other moves, as a range of the cells.
    cells: std::ops::Range<usize>,
}

const RESULTS: u32 = 1 << 16;

impl Part {
    fn new(game: &impl Alternating, positions: &[u32], distribution: &Distribution) -> Self {
        let mut part = Self { pairs: Vec::with_capacity(positions.len()), cells: Vec::new() };
        for position in positions {
            let positions = [*position, game.flipped(*position)];
            let turns = positions.map(|position| part.throws(game, position, distribution));
            part.pairs.push(Pair { positions, turns });
        }
        part
    }

    fn throws(&mut self, game: &impl Alternating, position: u32, distribution: &Distribution) -> Throws {
        let mut throws = Throws { cells: self.cells.len()..0, ..Throws::default() };
        game.turn(position, &mut |throw, results| {
            let chance = distribution.chances[throw];
            if results.is_empty() {
                throws.idles += chance;
            } else if results.contains(&WON) {
                throws.wins += chance;
            } else {
                throws.acts += chance;
                self.cells.push(throw as u32 * RESULTS + results.len() as u32);
                self.cells.extend_from_slice(results);
            }
        });
        throws.cells.end = self.cells.len();
        throws
    }

    /// The bounds of both positions of a pair, from those of all others.
    fn update(&self, pair: &Pair, distribution: &Distribution, bounds: &[[f64; 2]]) -> [[f64; 2]; 2] {
        let sums = pair.turns.each_ref().map(|throws| self.sums(throws, &distribution.chances, bounds));
        // Both may pass before either moves: each part is divided by the chance that one of them moves.
        let Distribution { roundings, tiny, .. } = *distribution;
        [0, 1].map(|side| {
            let (own, other) = (&pair.turns[side], &pair.turns[1 - side]);
            let goes_on = own.wins + own.acts + own.idles * (other.wins + other.acts);
            if goes_on < LEAST {
                return [0.0, 1.0];
            }
            let part = |ways: [f64; 2]| (ways[0] + own.idles * ways[1]) / goes_on;
            let won = [0, 1].map(|bound| part([sums[side].wins[bound], sums[1 - side].losses[bound]]));
            let lost = [0, 1].map(|bound| part([sums[side].losses[bound], sums[1 - side].wins[bound]]));
            // Near 1, the complement gives better bounds.
            let [least, most] = [1.0 - roundings, 1.0 + roundings];
            let low = (won[0] * least - tiny).max((1.0 - (lost[1] * most + tiny)).next_down());
            let high = (won[1] * most + tiny).min((1.0 - (lost[0] * least - tiny)).next_up());
            [if lost[1] + tiny == 0.0 { 1.0 } else { low }, if won[1] + tiny == 0.0 { 0.0 } else { high }]
        })
    }

    /// The sums over the throws of a position that win or allow moves.
    fn sums(&self, throws: &Throws, chances: &[f64], bounds: &[[f64; 2]]) -> Sums {
        let mut sums = Sums { wins: [throws.wins; 2], losses: [0.0; 2] };
        let mut cells = &self.cells[throws.cells.clone()];
        while let [head, rest @ ..] = cells {
            let chance = chances[(head / RESULTS) as usize];
            let (results, next) = rest.split_at((head % RESULTS) as usize);
            // Bounds on the other seat's chance after the best move.
            let [low, high] = results.iter().fold([1.0_f64; 2], |[low, high], to| {
                let utility = bounds[*to as usize];
                [low.min(utility[0]), high.min(utility[1])]
            });
            sums.wins = [sums.wins[0] + chance * (1.0 - high), sums.wins[1] + chance * (1.0 - low)];
            sums.losses = [sums.losses[0] + chance * low, sums.losses[1] + chance * high];
            cells = next;
        }
        sums
    }
}

/// Bounds on the chances to make a move and win, and to make a move and lose.
struct Sums {
    wins: [f64; 2],
    losses: [f64; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coin tossed in turn: heads wins; tails passes, or, if `stuck`, hands over a position in which nobody can move.
    struct Coin {
        head: f64,
        stuck: bool,
    }

    impl Alternating for Coin {
        fn positions(&self) -> usize {
            2
        }
        fn layers(&self) -> Vec<Vec<u32>> {
            vec![vec![1], vec![0]]
        }
        fn chances(&self) -> Vec<f64> {
            vec![self.head, 1.0 - self.head]
        }
        fn flipped(&self, position: u32) -> u32 {
            position
        }
        fn turn(&self, position: u32, take: &mut dyn FnMut(usize, &[u32])) {
            let tail: &[u32] = if self.stuck { &[1] } else { &[] };
            take(0, if position == 0 { &[WON] } else { &[] });
            take(1, if position == 0 { tail } else { &[] });
        }
    }

    #[test]
    fn coin_value_matches_the_closed_form() {
        for head in [0.5, 0.25, 1e-6, 1e-12] {
            let [low, high] = solve_alternating(&Coin { head, stuck: false }, None)[0];
            // h / (1 - (1 - h)²) = 1 / (2 - h)
            let value = 1.0 / (2.0 - head);
            assert!(low <= value && value <= high && high - low < 1e-13, "{head}: {low} {high}");
        }
    }

    #[test]
    fn endless_play_is_lost_at_worst_and_won_at_best() {
        let bounds = solve_alternating(&Coin { head: 0.25, stuck: true }, None);
        let [[low, high], stuck] = [bounds[0], bounds[1]];
        assert!(stuck[0] <= 0.0 && stuck[1] >= 1.0, "{stuck:?}");
        assert!((low - 0.25).abs() < 1e-13 && (high - 1.0).abs() < 1e-13, "{low} {high}");
    }
}
