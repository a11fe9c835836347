//! What is known of two policies that are fixed, where few pieces are left.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "positions and results are few"
)]

use num_rational::BigRational;
use num_traits::Zero;

use super::few;
use super::policies::{Chooser, Policy};
use super::position::Position;
use super::process::{Event, Race, State, figures};
use super::results::Results;
use tali_core::exact::Decided;
use tali_core::process::Counter;

/// The positions of either seat with few pieces left, before a throw, and what two policies do there.
pub(super) struct Fixed<'t> {
    chooser: &'t Chooser,
    policies: [Policy; 2],
    /// Those farther from the end first, and of each by seat and number its place.
    states: Vec<State>,
    places: Vec<Option<u32>>,
}

impl<'t> Fixed<'t> {
    pub(super) fn new(chooser: &'t Chooser, policies: [Policy; 2]) -> Self {
        let left = |state: &State| {
            let Position { own, other } = state.position;
            if state.seat == 0 { [own.left(), other.left()] } else { [other.left(), own.left()] }
        };
        // What is off stays off.
        let most = left(&chooser.race.start);
        let (mut states, mut places) = (Vec::new(), vec![None; 2 * few::NUMBERS]);
        for (number, position) in few::positions().into_iter().rev() {
            for seat in [0, 1] {
                let state = State::of(position, seat);
                if left(&state).iter().zip(most).all(|(left, most)| *left <= most) {
                    places[usize::from(seat) * few::NUMBERS + number as usize] = Some(states.len() as u32);
                    states.push(state);
                }
            }
        }
        Self { chooser, policies, states, places }
    }
}

impl Decided for Fixed<'_> {
    type State = State;
    type Event = Event;

    fn states(&self) -> &[State] {
        &self.states
    }

    fn place(&self, state: &State) -> Option<u32> {
        self.places[usize::from(state.seat) * few::NUMBERS + few::number(&state.position)?]
    }

    fn winner(&self, state: &State) -> Option<usize> {
        state.winner()
    }

    fn turn(&self, state: &State, take: &mut dyn FnMut(f64, State, Event)) {
        let Race { settings, .. } = self.chooser.race.as_ref();
        let (seat, mut results) = (usize::from(state.seat), Results::default());
        let policy = self.policies[seat];
        for throw in &settings.throws {
            let found = results.of(&state.position, throw, settings.readings);
            let mut comes_to = |chance: f64, result: &Position| {
                let event = Event::of_turn(seat, &state.position, found.len(), result);
                take(chance, state.after(result), event);
            };
            match found {
                [] => comes_to(throw.chance, &state.position),
                found if policy == Policy::Random => {
                    for result in found {
                        comes_to(throw.chance / found.len() as f64, result);
                    }
                }
                found => comes_to(throw.chance, &self.chooser.choice(policy, &state.position, found)),
            }
        }
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }

    fn blank(&self) -> BigRational {
        BigRational::zero()
    }
}
