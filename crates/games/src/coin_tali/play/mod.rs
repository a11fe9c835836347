//! Simulations of single rounds and of evenings.

mod agent;
mod evenings;
mod rounds;
mod table;

use num_rational::BigRational;
use num_traits::One;

use self::agent::Agents;
use super::round::CoinGame;
use super::scores::Faces;
use super::settings::Scope;
use super::turns::{Bones, chosen};
use tali_core::monte_carlo::{Generator, Player, Sampler, Tally};
use tali_core::process::Distribution;
use tali_core::tali::{Face, Talus};

/// Simulates a table: rounds with purses that are never empty, or evenings.
pub(super) struct CoinPlayer<'a> {
    game: &'a CoinGame,
    hands: Hands,
    /// The seat voted the bonus at the end of a round.
    vote: Sampler<Option<usize>>,
    agents: Agents<'a>,
}

/// Samplers for each bone of every seat.
struct Hands(Vec<Vec<Sampler<Face>>>);

impl Hands {
    fn new(game: &CoinGame) -> Self {
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

impl<'a> CoinPlayer<'a> {
    pub(super) fn new(game: &'a CoinGame) -> Self {
        let chances = &game.settings.role_play;
        let nobody = BigRational::one() - chances.iter().sum::<BigRational>();
        let voted = (0..).map(Some).zip(chances.iter().cloned()).chain([(None, nobody)]);
        let voted = Distribution::of_chances(voted).unwrap_or_else(|| Distribution::certain(None));
        Self { game, hands: Hands::new(game), vote: Sampler::new(&voted), agents: Agents::new() }
    }
}

impl Player for CoinPlayer<'_> {
    fn seats(&self) -> usize {
        self.game.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        self.agents.with(self.game, |agent| match self.game.settings.scope {
            Scope::Round => self.play_rounds(agent, games, generator, tally),
            Scope::Evening => self.play_evenings(agent, games, generator, tally),
        });
    }
}
