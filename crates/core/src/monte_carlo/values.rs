//! Value functions: every seat's chance to win at any state, where it is not solved for at each of them.

use crate::process::{Seats, To};

/// Every seat's chance to win at a state of a game.
pub trait ValueFunction<S>: Sync {
    /// Fills in the chances, one for each seat.
    fn values(&self, state: &S, values: &mut [f64]);
}

fn fill_shares(winners: Seats, values: &mut [f64]) {
    values.iter_mut().enumerate().for_each(|(seat, value)| *value = winners.share(seat));
}

/// Chances that were found before, state by state.
pub struct ListedValues {
    seats: usize,
    values: Vec<f64>,
}

impl ListedValues {
    /// For each seat its chance at every state.
    pub fn new(of_seats: &[Vec<f64>]) -> Self {
        let states = of_seats.first().map_or(0, Vec::len);
        let at = |state: usize| of_seats.iter().map(move |values| values[state]);
        Self { seats: of_seats.len(), values: (0..states).flat_map(at).collect() }
    }
}

impl ValueFunction<To> for ListedValues {
    fn values(&self, state: &To, values: &mut [f64]) {
        match state {
            To::State(state) => {
                let first = *state as usize * self.seats;
                values.copy_from_slice(&self.values[first..first + self.seats]);
            }
            To::End(winners) => fill_shares(*winners, values),
            To::Never => values.fill(0.0),
        }
    }
}
