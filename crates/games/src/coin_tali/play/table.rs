//! A round as it is played at the table: the bones are thrown one by one, and the turns are those that are solved.

use super::agent::Agent;
use crate::coin_tali::after::RoundEnd;
use crate::coin_tali::purses::Purses;
use crate::coin_tali::round::{CoinGame, MOST_SEATS, Position};
use crate::coin_tali::scores::{Faces, sorted};
use crate::coin_tali::tree::Node;
use crate::coin_tali::turns::{ALL_BONES, Action, Bones, EVENTS, Ending, chosen};
use tali_core::monte_carlo::{Generator, Sampler};
use tali_core::process::Distribution;
use tali_core::tali::{Face, Talus, USUAL_TALI};

/// What came of a round. Seats are numbered in rolling order.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub end: RoundEnd,
    pub throws: u64,
    pub paid: [i64; MOST_SEATS],
    pub taken: [i64; MOST_SEATS],
    /// How often what is counted happened to each seat.
    pub events: [[u32; EVENTS]; MOST_SEATS],
}

/// The bones of every seat, to be thrown one by one.
pub(crate) struct Hands(Vec<Vec<Sampler<Face>>>);

impl Hands {
    pub(crate) fn new(game: &CoinGame) -> Self {
        let sampler = |talus: &Talus| {
            let faces = Distribution::new(Face::ALL.map(|face| (face, talus.weight(face).clone())));
            Sampler::new(&faces.unwrap_or_else(|| Distribution::certain(Face::One)))
        };
        Self(game.seats.iter().map(|seat| seat.bones.tali().iter().map(sampler).collect()).collect())
    }

    /// Throws some of a seat's bones.
    fn throw(&self, seat: usize, bones: Bones, faces: &mut Faces, generator: &mut Generator) {
        for bone in chosen(bones) {
            faces[bone] = self.0[seat][bone].draw(generator);
        }
    }
}

/// A round while it is played.
pub(crate) struct Table<'t, 'g> {
    pub game: &'g CoinGame,
    pub hands: &'t Hands,
    pub agent: &'t mut Agent<'g>,
    pub purses: &'t mut Purses,
    /// The seats of the table, in rolling order.
    pub seats: &'t [usize],
    pub generator: &'t mut Generator,
}

impl<'g> Table<'_, 'g> {
    /// Plays a round whose antes lie in the pot.
    pub(crate) fn play(&mut self, pot: i64, game_pot: i64, ante: i64) -> Played {
        let mut at = CoinGame::first(self.game.seating(self.seats), pot, game_pot, ante);
        let (mut throws, mut events) = (0, [[0; EVENTS]; MOST_SEATS]);
        let (mut paid, mut taken) = ([0; MOST_SEATS], [0; MOST_SEATS]);
        loop {
            let mover = usize::from(at.mover);
            let ending = self.turn(&at);
            let after = self.game.follow(&at, ending, self.purses.of(self.seats[mover]));
            after.pay(self.seats, mover, self.purses);
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

    /// How the mover's turn ends.
    fn turn(&mut self, at: &Position) -> &'g Ending {
        let turns = self.game.turns(at);
        let seat = self.seats[usize::from(at.mover)];
        let alike = self.game.seats[seat].bones.is_alike();
        let mut faces = [Face::One; USUAL_TALI];
        let (mut bones, mut node) = (ALL_BONES, turns.root());
        loop {
            match &turns.nodes()[node] {
                Node::Leaf(leaf) => return &turns.endings[*leaf],
                Node::Chance(_) => {
                    self.hands.throw(seat, bones, &mut faces, self.generator);
                    if alike {
                        faces = sorted(faces);
                    }
                    // Whatever can be thrown leads on; the first node is a leaf.
                    node = turns.landing(node, &faces).unwrap_or(0);
                }
                Node::Choose(choice) => {
                    let option = self.agent.decides(at, turns, *choice, self.purses.of(seat));
                    let choice = &turns.choices[*choice];
                    if let Some(on_table) = &choice.on_table {
                        faces = on_table.faces;
                    }
                    if let Action::Reroll(_, thrown) | Action::Power(_, thrown) =
                        choice.options[option].action
                    {
                        bones = thrown;
                    }
                    node = choice.options[option].to;
                }
            }
        }
    }
}

/// Who is voted the bonus.
pub(crate) fn voted(chances: &[f64], generator: &mut Generator) -> Option<usize> {
    if chances.iter().all(|chance| *chance <= 0.0) {
        return None;
    }
    let mut left = generator.uniform();
    for (seat, chance) in chances.iter().enumerate() {
        if left < *chance {
            return Some(seat);
        }
        left -= chance;
    }
    None
}
