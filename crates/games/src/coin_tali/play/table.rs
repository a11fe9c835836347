//! A simulated round: bones are thrown one by one, and turns follow the solved trees.

use super::CoinPlayer;
use super::agent::Agent;
use crate::coin_tali::after::RoundEnd;
use crate::coin_tali::purses::{Purse, Purses};
use crate::coin_tali::round::{MOST_SEATS, Position};
use crate::coin_tali::scores::sorted;
use crate::coin_tali::tree::Node;
use crate::coin_tali::turns::{ALL_BONES, Action, EVENTS, Ending};
use tali_core::monte_carlo::Generator;
use tali_core::tali::{Face, USUAL_TALI};

/// The result of a round. Seats are numbered in rolling order.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub end: RoundEnd,
    pub throws: u64,
    pub paid: [i64; MOST_SEATS],
    pub taken: [i64; MOST_SEATS],
    /// The number of each event for each seat.
    pub events: [[u32; EVENTS]; MOST_SEATS],
}

impl<'a> CoinPlayer<'a> {
    /// Plays a round of these seats in rolling order, after the antes.
    pub(super) fn round(
        &self,
        first: Position,
        seats: &[usize],
        purses: &mut Purses,
        agent: &mut Agent<'a>,
        generator: &mut Generator,
    ) -> Played {
        let mut at = first;
        let (mut throws, mut events) = (0, [[0; EVENTS]; MOST_SEATS]);
        let (mut paid, mut taken) = ([0; MOST_SEATS], [0; MOST_SEATS]);
        loop {
            let mover = usize::from(at.mover);
            let purse = purses.of(seats[mover]);
            let ending = self.turn(&at, seats[mover], purse, agent, generator);
            let after = self.game.follow(&at, ending, purse);
            after.pay(seats, mover, purses);
            throws += ending.log().map_or(0, |log| u64::from(log.throws));
            events[mover].iter_mut().zip(ending.events()).for_each(|(sum, number)| *sum += number);
            paid[mover] += after.paid;
            taken.iter_mut().zip(after.taken).for_each(|(sum, taken)| *sum += taken);
            match after.next {
                Some(next) => at = next,
                None => return Played { end: after.end, throws, paid, taken, events },
            }
        }
    }

    /// The ending of a turn of a seat that begins it with this purse.
    fn turn(
        &self,
        at: &Position,
        seat: usize,
        purse: Purse,
        agent: &mut Agent<'a>,
        generator: &mut Generator,
    ) -> &'a Ending {
        let turns = self.game.turns(at);
        let alike = self.game.seats[seat].bones.is_alike();
        let mut faces = [Face::One; USUAL_TALI];
        let (mut bones, mut node) = (ALL_BONES, turns.root());
        loop {
            match &turns.nodes()[node] {
                Node::Leaf(leaf) => return &turns.endings[*leaf],
                Node::Chance(_) => {
                    self.hands.throw(seat, bones, &mut faces, generator);
                    if alike {
                        faces = sorted(faces);
                    }
                    // Every possible throw has a node; the first node is a leaf.
                    node = turns.landing(node, &faces).unwrap_or(0);
                }
                Node::Choose(choice) => {
                    let option = agent.decides(at, turns, *choice, purse);
                    let choice = &turns.choices[*choice];
                    if let Some(on_table) = &choice.on_table {
                        faces = on_table.faces;
                    }
                    let chosen = &choice.options[option];
                    if let Action::Reroll(_, thrown) | Action::Power(_, thrown) = chosen.action {
                        bones = thrown;
                    }
                    node = chosen.to;
                }
            }
        }
    }
}
