//! What is known of two policies that are fixed: the states of either seat in order, and what is done there.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "positions and moves are few"
)]

use num_rational::BigRational;
use num_traits::Zero;

use super::notation::GameState;
use super::numbering::Numbering;
use super::policies::{Policy, chosen};
use super::position::Move;
use super::process::{Event, figures};
use super::settings::{OFF, Settings};
use super::solved::Solved;
use tali_core::exact::{Decided, Grids};
use tali_core::process::Counter;

/// The positions of either seat, before a throw, with what policies do there.
pub(super) struct Fixed<'t> {
    numbering: &'t Numbering,
    policies: [Policy; 2],
    best: Option<&'t Solved>,
    /// The states in an order in which all moves but captures lead on, and the place of each.
    states: Vec<GameState>,
    places: Vec<u32>,
}

impl<'t> Fixed<'t> {
    pub(super) fn new(numbering: &'t Numbering, policies: [Policy; 2], best: Option<&'t Solved>) -> Self {
        let positions = numbering.positions();
        let mut keyed: Vec<(u32, u32)> = (0..positions)
            .filter_map(|number| {
                let position = numbering.position(number)?;
                let squares = |side: usize| {
                    (1..OFF).filter(|square| position.has(side, *square)).map(u32::from).sum::<u32>()
                };
                let far = [0, 1].map(|side| squares(side) + u32::from(OFF) * u32::from(position.off[side]));
                Some((far[0] + far[1], number as u32))
            })
            .collect();
        keyed.sort_unstable();
        let mut places = vec![0; 2 * positions];
        let mut states = Vec::with_capacity(2 * positions);
        for (_, number) in keyed {
            let position = numbering.position(number as usize).unwrap_or_default();
            for seat in 0..2 {
                places[seat * positions + number as usize] = states.len() as u32;
                states.push(GameState { position, seat: seat as u8, thrown: None });
            }
        }
        Self { numbering, policies, best, states, places }
    }

    fn settings(&self) -> &Settings {
        self.numbering.settings()
    }
}

impl Decided for Fixed<'_> {
    type State = GameState;
    type Event = Event;

    fn states(&self) -> &[GameState] {
        &self.states
    }

    fn place(&self, state: &GameState) -> Option<u32> {
        let goes_on = self.winner(state).is_none();
        goes_on.then(|| {
            self.places[usize::from(state.seat) * self.numbering.positions()
                + self.numbering.number(&state.position)]
        })
    }

    fn winner(&self, state: &GameState) -> Option<usize> {
        state.winner(self.settings())
    }

    fn turn(&self, state: &GameState, take: &mut dyn FnMut(f64, GameState, Event)) {
        let settings = self.settings();
        let seat = usize::from(state.seat);
        let law = settings.law(seat);
        let mut is_done = |chance: f64, made: Option<Move>, choice: bool| {
            take(chance, state.then(made), Event::of_turn(seat, made, choice));
        };
        if law.lost > 0.0 {
            is_done(law.lost, None, false);
        }
        let mut moves = Vec::with_capacity(8);
        for (squares, chance) in &law.throws {
            moves.clear();
            moves.extend(state.position.moves(*squares, settings));
            let choice = moves.len() > 1;
            // Where a value cannot be read nothing is known; that was seen before.
            match chosen(self.policies[seat], self.best, state, &moves, settings) {
                Ok(None) if choice => {
                    let part = chance / moves.len() as f64;
                    for made in &moves {
                        is_done(part, Some(*made), choice);
                    }
                }
                index => is_done(*chance, moves.get(index.ok().flatten().unwrap_or(0)).copied(), choice),
            }
        }
    }

    fn figures(&self) -> Vec<Counter<Event>> {
        figures()
    }

    fn blank(&self) -> BigRational {
        let settings = self.settings();
        if settings.rethrows { settings.throws[0].probability(&0) } else { BigRational::zero() }
    }
}
