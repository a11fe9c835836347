//! What a round between two seats makes of purses that can run out, and how likely.
//!
//! It is found turn by turn: wherever a round stands alike with the same coins in the purses it goes on alike, whatever came
//! before.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::state::{Begun, EveningState};
use crate::coin_tali::after::RoundEnd;
use crate::coin_tali::play::Agent;
use crate::coin_tali::purses::Purses;
use crate::coin_tali::round::{CoinGame, Position};
use crate::coin_tali::turns::Turns;
use tali_core::exact::{Mass, MassOf};
use tali_core::process::Node;

/// A round before one of its turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    position: Position,
    purses: Purses,
}

/// Of one kind of turn: the seat, whether it answers a call, and whether it may call; and what is chosen at each choice.
type Chosen = (usize, bool, bool, Vec<u8>);

/// The leaves of a turn that can be reached, with their chances.
type Leaves = Rc<[(usize, MassOf)]>;

/// Goes through rounds.
pub(super) struct Rounds<'g> {
    game: &'g CoinGame,
    agent: Agent<'g>,
    leaves: FxHashMap<Chosen, Leaves>,
}

impl<'g> Rounds<'g> {
    pub(super) fn new(game: &'g CoinGame) -> Self {
        Self { game, agent: Agent::new(game), leaves: FxHashMap::default() }
    }

    pub(super) const fn game(&self) -> &'g CoinGame {
        self.game
    }

    pub(super) const fn agent(&mut self) -> &mut Agent<'g> {
        &mut self.agent
    }

    /// All that can come of a round, with what is in the purses then.
    pub(super) fn play(&mut self, state: &EveningState, begun: &Begun) -> Vec<((RoundEnd, Purses), MassOf)> {
        let seating = self.game.seating(&begun.seats);
        let position = self.game.first(seating, begun.pot, state.game_pot, state.ante);
        let first = Stage { position, purses: state.purses };
        let mut turns = FxHashMap::from_iter([(first, MassOf::one())]);
        let mut ends: FxHashMap<(RoundEnd, Purses), MassOf> = FxHashMap::default();
        while !turns.is_empty() {
            for (stage, so_far) in std::mem::take(&mut turns) {
                let leaves = self.leaves(&stage, begun);
                for (leaf, chance) in leaves.iter() {
                    let chance = so_far.times(chance);
                    let Stage { position, mut purses } = stage;
                    let mover = usize::from(position.mover);
                    let ending = &self.game.turns(&position).endings[*leaf];
                    let after = self.game.follow(&position, ending, purses.of(begun.seats[mover]));
                    after.pay(&begun.seats, mover, &mut purses);
                    match after.next {
                        Some(position) => {
                            turns.entry(Stage { position, purses }).or_insert_with(MassOf::zero)
                        }
                        None => ends.entry((after.end, purses)).or_insert_with(MassOf::zero),
                    }
                    .add(&chance);
                }
            }
        }
        ends.into_iter().collect()
    }

    /// How likely a turn ends in which way.
    fn leaves(&mut self, stage: &Stage, begun: &Begun) -> Leaves {
        let (game, position) = (self.game, &stage.position);
        let turns = game.turns(position);
        let choices = self.choices(stage, begun, turns);
        let chosen = (game.at_table(position), !position.asked.is_empty(), game.may_call(position), choices);
        if let Some(known) = self.leaves.get(&chosen) {
            return Rc::clone(known);
        }
        let start = (MassOf::zero(), MassOf::one());
        let chances = turns.tree.leaf_chances(&chosen.3, start, MassOf::add_part, MassOf::add);
        let leaves: Leaves =
            chances.into_iter().enumerate().filter(|(_, chance)| !chance.is_zero()).collect();
        self.leaves.insert(chosen, Rc::clone(&leaves));
        leaves
    }

    /// What the mover chooses, at each choice that it can come to.
    fn choices(&mut self, stage: &Stage, begun: &Begun, turns: &Turns) -> Vec<u8> {
        let Stage { position, purses } = stage;
        let purse = purses.of(begun.seats[usize::from(position.mover)]);
        let nodes = turns.tree.nodes();
        let mut reached = vec![false; nodes.len()];
        reached[turns.root()] = true;
        let mut choices = vec![0; turns.choices.len()];
        for (index, node) in nodes.iter().enumerate().rev() {
            match node {
                _ if !reached[index] => {}
                Node::Leaf(_) => {}
                Node::Chance(law) => law.outcomes.outcomes().iter().for_each(|(to, _)| reached[*to] = true),
                Node::Choose { choice, options } => {
                    let option = self.agent.decides(position, turns, *choice, purse);
                    choices[*choice] = u8::try_from(option).unwrap_or(0);
                    reached[options[option]] = true;
                }
            }
        }
        choices
    }
}
