//! Most coins.
//!
//! Where play cannot come back, each seat wants the most for itself. Where it can, they are known for one seat, or for two
//! that share what is certain together.
//!
//! What the first seat still gains is v(s) = T v(s), with the gains g of the moves:
//!
//! - Σ P(s, t)·(g + v(t)) where chance moves,
//! - the greatest g + v(t) where the first seat decides, the least where the second does.
//!
//! **Certificate.** Let h(s) ≥ c + P h(s) with c > 0, whatever anybody chooses: so play ends, and h serves as the mean
//! number of moves to come. From any V with |TV − V| ≤ r everywhere, T maps what lies between V − (r/c)·h and V + (r/c)·h
//! into itself, so that v lies there. D. P. Bertsekas, J. N. Tsitsiklis, "An analysis of stochastic shortest path
//! problems", *Mathematics of Operations Research* 16 (1991).

use super::end_components::can_go_on;
use super::positions::{Mover, Positions, Seen};
use super::sweeps::{BETTER, MOST_LOOKS, Open, as_choice};
use crate::process::To;

/// Mean numbers of moves are swept until none changes by more; each move counts one.
const SETTLED: f64 = 0.25;

impl<P: Positions> Open<'_, '_, P> {
    /// What each seat gains from a position that is never come back to.
    #[expect(clippy::cast_precision_loss, reason = "a throw has few outcomes")]
    pub(super) fn look_at_gains(&mut self, position: usize) {
        let mut buffer = Vec::new();
        let (mover, moves) = self.positions.moves(position, &mut buffer);
        let worth = |branch: usize, seat: usize| {
            let gain = self.positions.gain(position, branch, seat);
            let [low, high] = self.worth(moves[branch].to, seat);
            let lost = rounding(gain.abs() + low.abs().max(high.abs()));
            [low + gain - lost, high + gain + lost]
        };
        let better = |seat: usize, best: usize, other: usize| {
            let middle = |branch: usize| worth(branch, seat).iter().sum::<f64>();
            let is_better = middle(other) > middle(best) + 2.0 * BETTER * middle(best).abs().max(1.0);
            if is_better { other } else { best }
        };
        let choice = match mover {
            Mover::Seat(seat) => Some((1..moves.len()).fold(0, |best, other| better(seat, best, other))),
            Mover::Chance => None,
        };
        let mean = |seat: usize| {
            let (mut sums, mut size) = ([0.0; 2], 0.0);
            for (branch, made) in moves.iter().enumerate() {
                let chance = self.known.chances[made.chance as usize];
                let [low, high] = worth(branch, seat);
                sums = [sums[0] + chance * low, sums[1] + chance * high];
                size += chance * low.abs().max(high.abs());
            }
            let lost = 2.0 * (moves.len() as f64 + 4.0) * f64::EPSILON * size;
            [sums[0] - lost, sums[1] + lost]
        };
        let found =
            (0..self.known.width).map(|seat| choice.map_or_else(|| mean(seat), |choice| worth(choice, seat)));
        self.bounds = found.collect();
        self.choices[0] = as_choice(choice.unwrap_or(0));
    }

    /// Solves a layer that can come back to where it was; whether it could.
    pub(super) fn sweep_gains(&mut self) -> bool {
        let together = match &self.known.together {
            Some(sums) => Some(&sums[self.layer.clone()]).filter(|sums| !sums.iter().any(|sum| sum.is_nan())),
            None => None,
        };
        if self.positions.seats() > 2 || (self.positions.seats() == 2 && together.is_none()) {
            return false;
        }
        let Some((moves_left, least)) = self.moves_left() else { return false };
        let mut values = vec![0.0; self.layer.len()];
        let is_settled = self.until_settled(&mut values, |open, values, position| {
            let (value, choice, (lost, _)) = open.gained(values, position);
            open.choices[position - open.layer.start] = choice;
            (value, lost)
        });
        if !is_settled {
            return false;
        }
        let (mut off, mut before) = (0.0_f64, 0.0_f64);
        for (position, value) in self.layer.clone().zip(&values) {
            let (next, _, (lost, width)) = self.gained(&values, position);
            off = off.max((next - value).abs() + lost);
            before = before.max(width);
        }
        if !(off.is_finite() && before.is_finite()) {
            return false;
        }
        let around = |value: f64, error: f64| [(value - error).next_down(), (value + error).next_up()];
        let bounds = |at: usize| {
            let error = (off / least * moves_left[at] * (1.0 + 8.0 * f64::EPSILON) + before).next_up();
            let first = around(values[at], error);
            let second = together.map(|sums| around(sums[at] - values[at], error));
            [Some(first), second].into_iter().flatten()
        };
        let bounds = (0..self.layer.len()).flat_map(bounds).collect();
        self.bounds = bounds;
        true
    }

    /// The mean number of moves that are made within the layer at most, and by how much less it is after one of them at
    /// least; `None` where play can go on for ever, or nearly so.
    fn moves_left(&mut self) -> Option<(Vec<f64>, f64)> {
        if can_go_on(self.positions, &self.layer) {
            return None;
        }
        let mut moves_left = vec![1.0; self.layer.len()];
        let most = |open: &Self, moves_left: &[f64], position: usize| {
            let mut buffer = Vec::new();
            let (mover, moves) = open.positions.moves(position, &mut buffer);
            let left = |to: Seen| open.inside(to).map_or(0.0, |at| moves_left[at]);
            match mover {
                Mover::Chance => {
                    moves.iter().map(|made| open.known.chances[made.chance as usize] * left(made.to)).sum()
                }
                Mover::Seat(_) => moves.iter().map(|made| left(made.to)).fold(0.0, f64::max),
            }
        };
        let is_settled = self.until_settled(&mut moves_left, |open, moves_left, position| {
            (1.0 + most(open, moves_left, position), SETTLED)
        });
        let less =
            |(at, left): (usize, &f64)| left - most(self, &moves_left, self.layer.start + at) * (1.0 + 1e-9);
        let least = moves_left.iter().enumerate().map(less).fold(f64::INFINITY, f64::min);
        (is_settled && least > 0.0).then_some((moves_left, least))
    }

    /// Sweeps over some numbers of the layer until none changes by more than it may; whether that came about in time.
    fn until_settled(
        &mut self,
        numbers: &mut [f64],
        mut next: impl FnMut(&mut Self, &[f64], usize) -> (f64, f64),
    ) -> bool {
        for _ in 0..MOST_LOOKS / self.layer.len() as u64 {
            let mut is_settled = true;
            for position in self.layer.clone().rev() {
                let (number, enough) = next(self, numbers, position);
                let known = &mut numbers[position - self.layer.start];
                is_settled &= (number - *known).abs() <= enough;
                *known = number;
                if !number.is_finite() {
                    return false;
                }
            }
            if is_settled {
                return true;
            }
        }
        false
    }

    /// The place in the layer that a move leads to, if it stays there.
    fn inside(&self, seen: Seen) -> Option<usize> {
        match seen.to {
            To::State(to) if self.layer.contains(&(to as usize)) => Some(to as usize - self.layer.start),
            _ => None,
        }
    }

    /// What the first seat gains from a position on, with what it does who decides; what rounding does to it, and how far it
    /// may be off as what lies before the layer is.
    #[expect(clippy::cast_precision_loss, reason = "a throw has few outcomes")]
    fn gained(&self, values: &[f64], position: usize) -> (f64, u16, (f64, f64)) {
        let mut buffer = Vec::new();
        let (mover, moves) = self.positions.moves(position, &mut buffer);
        let (mut widest, mut largest) = (0.0_f64, 0.0_f64);
        let mut worth = |branch: usize| {
            let to = moves[branch].to;
            let later = if let Some(at) = self.inside(to) {
                values[at]
            } else {
                let [low, high] = self.worth(to, 0);
                widest = widest.max(high - low);
                low.midpoint(high)
            };
            let gain = self.positions.gain(position, branch, 0);
            largest = largest.max(gain.abs() + later.abs());
            gain + later
        };
        let all: Vec<f64> = (0..moves.len()).map(&mut worth).collect();
        let (value, choice) = match mover {
            Mover::Chance => {
                let chance = |branch: usize| self.known.chances[moves[branch].chance as usize];
                (all.iter().enumerate().map(|(branch, worth)| chance(branch) * worth).sum(), 0)
            }
            Mover::Seat(seat) => {
                let sign = if seat == 0 { 1.0 } else { -1.0 };
                let is_better = |one: f64, other: f64| sign * (one - other) > 2.0 * BETTER * largest.max(1.0);
                let best = (1..all.len())
                    .fold(0, |best, other| if is_better(all[other], all[best]) { other } else { best });
                let value = all.iter().map(|worth| sign * worth).fold(f64::NEG_INFINITY, f64::max);
                (sign * value, as_choice(best))
            }
        };
        let lost = 2.0 * (all.len() as f64 + 6.0) * f64::EPSILON * largest;
        (value, choice, (lost, widest))
    }
}

/// What is lost by one rounding.
fn rounding(number: f64) -> f64 {
    number.abs() * f64::EPSILON
}
