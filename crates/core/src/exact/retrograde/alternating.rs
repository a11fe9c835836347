//! Games of two seats that throw and choose in turn by the same laws, of which every position is seen by the seat that is to
//! throw, and in which both together may go on for ever.
//!
//! With the chances p of the throws, and s′ the position that is handed over, the chances to win of the seat that is to throw are
//!
//! - lo(s) = Σ p·max (1 − hi(s′)), where a game that goes on for ever is lost to it,
//! - hi(s) = Σ p·max (1 − lo(s′)), where such a game is won,
//!
//! a win being worth 1 and a throw by which nothing can be done leading to s as the other seat sees it. Swept from 0 and from 1, all
//! rounded outwards, both stay bounds after every step. Where neither seat can do anything for a while they come back to
//! where they were: that loop of two positions is solved in closed form. L. S. Shapley, "Stochastic games", *PNAS* 39 (1953).

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "throws and results are few"
)]

use rayon::prelude::*;

use crate::exact::OnProgress;

/// Bounds as close as this are not brought any closer.
const CLOSE: f64 = 1e-14;

/// Nothing changes any more that is worth another sweep.
const STILL: f64 = f64::EPSILON;

/// So many results are looked at at most, and so many sweeps made of a layer.
const MOST_LOOKS: u64 = 20_000_000_000;
const MOST_SWEEPS: u64 = 20_000;

/// So many sweeps a layer takes as a rule.
const USUAL: u32 = 30;

/// So many positions are looked at together, each with what was known of the others before.
const TOGETHER: usize = 2_048;

/// What is lost where products fall below the doubles that are kept to full precision, and the least by which may be divided.
const TINY: f64 = 1e-90;
const LEAST: f64 = 1e-200;

/// A result that wins.
pub const WON: u32 = u32::MAX;

/// A game of two seats that throw and choose in turn.
pub trait Alternating: Sync {
    /// Positions have numbers below this, of which some may stand for none.
    fn positions(&self) -> usize;

    /// The positions in which the game is on, of each and what the other seat sees of it one alone, in layers that lead to themselves
    /// and to those before; within a layer best those first that are nearer to the end.
    fn layers(&self) -> Vec<Vec<u32>>;

    /// The chance of each throw.
    fn chances(&self) -> Vec<f64>;

    /// A position as the other seat sees it.
    fn flipped(&self, position: u32) -> u32;

    /// For each throw, by its index, all that it can come to: positions that are handed over, or [`WON`]; nothing, if nothing can be
    /// done.
    fn turn(&self, position: u32, take: &mut dyn FnMut(usize, &[u32]));
}

/// Bounds of the chance to win of the seat that is to throw, for every number of a position; 0 and 1 where it stands for none.
pub fn solve_alternating(game: &impl Alternating, progress: Option<&OnProgress>) -> Vec<[f64; 2]> {
    let mut bounds = vec![[0.0, 1.0]; game.positions()];
    let law = Law::new(game.chances());
    let layers = game.layers();
    let all = layers.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let mut before = 0.0;
    for layer in layers {
        let parts: Vec<Part> =
            layer.par_chunks(TOGETHER).map(|positions| Part::new(game, positions, &law)).collect();
        let looks = parts.iter().map(|part| part.cells.len()).sum::<usize>().max(1) as u64;
        let here = layer.len() as f64;
        for sweep in 1..=MOST_SWEEPS.min(MOST_LOOKS / looks) {
            let (mut widest, mut changed) = (0.0_f64, 0.0_f64);
            for part in &parts {
                let found: Vec<[[f64; 2]; 2]> =
                    part.pairs.par_iter().map(|pair| part.update(pair, &law, &bounds)).collect();
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

/// What is thrown, and what is lost by adding it up.
struct Law {
    chances: Vec<f64>,
    /// Relatively, by roundings.
    roundings: f64,
    /// Absolutely, where products fall below the doubles that are kept to full precision.
    tiny: f64,
}

impl Law {
    fn new(chances: Vec<f64>) -> Self {
        let roundings = 2.0 * (chances.len() as f64 + 8.0) * f64::EPSILON;
        // Where no throw is rarer than this nothing is lost, and what comes to nothing cannot be.
        let tiny = if chances.iter().all(|chance| *chance >= 1e-9) { 0.0 } else { TINY };
        Self { chances, roundings, tiny }
    }
}

/// Some positions, and what they lead to.
struct Part {
    pairs: Vec<Pair>,
    /// The index of a throw and how many results it has, in one number, and these; then the next throw.
    cells: Vec<u32>,
}

/// A position and what the other seat sees of it, with what is the same at every look.
struct Pair {
    positions: [u32; 2],
    turns: [Throws; 2],
}

/// The throws of a position.
#[derive(Default)]
struct Throws {
    /// How likely one wins at once, something else can be done, and nothing.
    wins: f64,
    acts: f64,
    idles: f64,
    /// Those by which something else can be done, as a range of the cells.
    cells: std::ops::Range<usize>,
}

const RESULTS: u32 = 1 << 16;

impl Part {
    fn new(game: &impl Alternating, positions: &[u32], law: &Law) -> Self {
        let mut part = Self { pairs: Vec::with_capacity(positions.len()), cells: Vec::new() };
        for position in positions {
            let positions = [*position, game.flipped(*position)];
            let turns = positions.map(|position| part.throws(game, position, law));
            part.pairs.push(Pair { positions, turns });
        }
        part
    }

    fn throws(&mut self, game: &impl Alternating, position: u32, law: &Law) -> Throws {
        let mut throws = Throws { cells: self.cells.len()..0, ..Throws::default() };
        game.turn(position, &mut |throw, results| {
            let chance = law.chances[throw];
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

    /// Bounds of both positions of a pair that follow from those of all others.
    fn update(&self, pair: &Pair, law: &Law, bounds: &[[f64; 2]]) -> [[f64; 2]; 2] {
        let sums = pair.turns.each_ref().map(|throws| self.sums(throws, &law.chances, bounds));
        // What either does, times how likely it comes to that: both may wait for it.
        let Law { roundings, tiny, .. } = *law;
        [0, 1].map(|side| {
            let (own, other) = (&pair.turns[side], &pair.turns[1 - side]);
            let goes_on = own.wins + own.acts + own.idles * (other.wins + other.acts);
            if goes_on < LEAST {
                return [0.0, 1.0];
            }
            let part = |ways: [f64; 2]| (ways[0] + own.idles * ways[1]) / goes_on;
            let won = [0, 1].map(|bound| part([sums[side].wins[bound], sums[1 - side].losses[bound]]));
            let lost = [0, 1].map(|bound| part([sums[side].losses[bound], sums[1 - side].wins[bound]]));
            // What is nearly sure is known best by what is against it.
            let [least, most] = [1.0 - roundings, 1.0 + roundings];
            let low = (won[0] * least - tiny).max((1.0 - (lost[1] * most + tiny)).next_down());
            let high = (won[1] * most + tiny).min((1.0 - (lost[0] * least - tiny)).next_up());
            [if lost[1] + tiny == 0.0 { 1.0 } else { low }, if won[1] + tiny == 0.0 { 0.0 } else { high }]
        })
    }

    /// What the throws of a position come to by which anything can be done.
    fn sums(&self, throws: &Throws, chances: &[f64], bounds: &[[f64; 2]]) -> Sums {
        let mut sums = Sums { wins: [throws.wins; 2], losses: [0.0; 2] };
        let mut cells = &self.cells[throws.cells.clone()];
        while let [head, rest @ ..] = cells {
            let chance = chances[(head / RESULTS) as usize];
            let (results, next) = rest.split_at((head % RESULTS) as usize);
            // What the other can expect at least and at most after what is best against that.
            let [low, high] = results.iter().fold([1.0_f64; 2], |[low, high], to| {
                let worth = bounds[*to as usize];
                [low.min(worth[0]), high.min(worth[1])]
            });
            sums.wins = [sums.wins[0] + chance * (1.0 - high), sums.wins[1] + chance * (1.0 - low)];
            sums.losses = [sums.losses[0] + chance * low, sums.losses[1] + chance * high];
            cells = next;
        }
        sums
    }
}

/// How likely it is at least and at most that something is done and won, and that it is done and lost.
struct Sums {
    wins: [f64; 2],
    losses: [f64; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coin in turn: a head wins; on a tail one may wait, or hand over a position from which nobody can do anything.
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
    fn a_coin_is_worth_what_the_closed_form_says() {
        for head in [0.5, 0.25, 1e-6, 1e-12] {
            let [low, high] = solve_alternating(&Coin { head, stuck: false }, None)[0];
            // h / (1 - (1 - h)²) = 1 / (2 - h)
            let value = 1.0 / (2.0 - head);
            assert!(low <= value && value <= high && high - low < 1e-13, "{head}: {low} {high}");
        }
    }

    #[test]
    fn what_never_ends_is_lost_at_worst_and_won_at_best() {
        let bounds = solve_alternating(&Coin { head: 0.25, stuck: true }, None);
        let [[low, high], stuck] = [bounds[0], bounds[1]];
        assert!(stuck[0] <= 0.0 && stuck[1] >= 1.0, "{stuck:?}");
        assert!((low - 0.25).abs() < 1e-13 && (high - 1.0).abs() < 1e-13, "{low} {high}");
    }
}
