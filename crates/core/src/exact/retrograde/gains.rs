//! Play for the most coins, in games without cycles: each seat maximises its own gain.

use super::positions::{Mover, Positions};
use super::sweeps::{BETTER, Open, as_choice};

impl<P: Positions> Open<'_, '_, P> {
    /// Sets the gains of all seats from a position to which play never returns.
    #[expect(clippy::cast_precision_loss, reason = "a throw has few outcomes")]
    pub(super) fn look_at_gains(&mut self, position: usize) {
        let mut buffer = Vec::new();
        let (mover, moves) = self.positions.moves(position, &mut buffer);
        let value = |branch: usize, seat: usize| {
            let gain = self.positions.gain(position, branch, seat);
            let [low, high] = self.enclosure(moves[branch].to, seat);
            let lost = rounding(gain.abs() + low.abs().max(high.abs()));
            [low + gain - lost, high + gain + lost]
        };
        let better = |seat: usize, best: usize, other: usize| {
            let middle = |branch: usize| value(branch, seat).iter().sum::<f64>();
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
                let [low, high] = value(branch, seat);
                sums = [sums[0] + chance * low, sums[1] + chance * high];
                size += chance * low.abs().max(high.abs());
            }
            let lost = 2.0 * (moves.len() as f64 + 4.0) * f64::EPSILON * size;
            [sums[0] - lost, sums[1] + lost]
        };
        let found =
            (0..self.known.width).map(|seat| choice.map_or_else(|| mean(seat), |choice| value(choice, seat)));
        self.bounds = found.collect();
        self.choices[0] = as_choice(choice.unwrap_or(0));
    }
}

/// The largest error of one rounding.
fn rounding(number: f64) -> f64 {
    number.abs() * f64::EPSILON
}
