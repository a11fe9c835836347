//! What is in the pot, and what each seat pays and takes.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::estimate::{Compared, Estimator, Played, Simulation, known};
use super::wins::{InUnitOf, Setting, SpreadFigures};
use super::written::solved;
use super::{EveningAnswer, Figure, GamePosterior, OverPosterior};
use crate::exact::{Number, Pot};
use crate::monte_carlo::{Moments, Tally};

/// The expected coins of one seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatCoins {
    /// The seat, from 1.
    pub seat: usize,
    /// Paid into the pot.
    #[serde(serialize_with = "solved")]
    pub paid: Compared,
    /// Taken from it.
    #[serde(serialize_with = "solved")]
    pub taken: Compared,
    /// Taken minus paid.
    #[serde(flatten, serialize_with = "net_beside")]
    pub net: Compared,
}

/// What is in the pot of a game, and what each seat pays and takes.
#[derive(Clone, Debug)]
pub struct PotAnswer {
    /// The game.
    pub setting: Setting,
    /// The coins in the pot when it is taken.
    pub pot: SpreadFigures,
    /// The coins of each seat.
    pub seats: Vec<SeatCoins>,
    /// The games played by chance, if any were.
    pub simulation: Option<Simulation>,
    /// The weights that were drawn, where weights of bones were estimated from throws.
    pub posterior: Option<GamePosterior>,
    /// An evening of many games, if it was asked for.
    pub evening: Option<EveningAnswer>,
}

impl PotAnswer {
    /// What a solution, games played by chance, and other weights that throws leave possible say together.
    pub fn new(
        setting: Setting,
        pot: &Pot,
        played: Option<&Played>,
        posterior: Option<GamePosterior>,
    ) -> Self {
        let mut estimator = Estimator::new(played.map_or(0.95, |played| played.confidence));
        let tally = played.map(|played| &played.tally);
        // Where the variance is infinite, an estimate tells nothing of how far off it is.
        let tame = pot.coins.sd.is_ok();
        let mut beside = |number: Number, moments: Option<&Moments>, deviation: Option<f64>| {
            let expected = known(&number).filter(|_| tame);
            let simulated = moments.and_then(|moments| estimator.mean(moments, expected, deviation));
            Compared::new(number, simulated)
        };
        let mean = beside(pot.coins.mean.clone(), tally.map(|tally| &tally.pot), known(&pot.coins.sd));
        let mean = mean.over(posterior.as_ref().and_then(GamePosterior::pot));
        let seats = pot.accounts.iter().enumerate().map(|(seat, account)| {
            let [paid, taken, net] =
                posterior.as_ref().map_or([None, None, None], |posterior| posterior.coins(seat));
            let tallied = |of: fn(&Tally) -> &Vec<Moments>| tally.and_then(|tally| of(tally).get(seat));
            SeatCoins {
                seat: seat + 1,
                paid: beside(account.paid.clone(), tallied(|tally| &tally.paid), None).over(paid),
                taken: beside(account.taken.clone(), tallied(|tally| &tally.taken), None).over(taken),
                net: beside(account.net(), tallied(|tally| &tally.net), None).over(net),
            }
        });
        let seats = seats.collect();
        let pot = SpreadFigures { mean, ..SpreadFigures::new(&pot.coins, None, None) };
        let simulation = played.map(|played| Simulation::new(played, &estimator));
        Self { setting, pot, seats, simulation, posterior, evening: None }
    }

    /// The same with an evening of many games.
    pub fn with_evening(self, evening: Option<EveningAnswer>) -> Self {
        Self { evening, ..self }
    }
}

impl Serialize for PotAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.setting.entries(&mut map)?;
        map.serialize_entry("pot", &InUnitOf(&self.pot, "coins"))?;
        map.serialize_entry("seats", &self.seats)?;
        if let Some(simulation) = &self.simulation {
            map.serialize_entry("simulation", &PotSimulation { answer: self, simulation })?;
        }
        if let Some(posterior) = &self.posterior {
            map.serialize_entry("posterior", &PotPosterior { answer: self, posterior })?;
        }
        if let Some(evening) = &self.evening {
            map.serialize_entry("evening", evening)?;
        }
        self.setting.bones_entry(&mut map)?;
        map.end()
    }
}

/// The net, and what was simulated of it.
fn net_beside<S: Serializer>(net: &Compared, serializer: S) -> Result<S::Ok, S::Error> {
    let entries = [("net", Some(&net.solved)), ("simulated", net.simulated.as_ref())];
    serializer.collect_map(entries.into_iter().filter(|(_, figure)| figure.is_some()))
}

struct PotPosterior<'a> {
    answer: &'a PotAnswer,
    posterior: &'a GamePosterior,
}

impl Serialize for PotPosterior<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.posterior.entries(&mut map)?;
        map.serialize_entry("pot_mean", &self.answer.pot.mean.posterior)?;
        let each = |of: fn(&SeatCoins) -> &Compared| -> Vec<Option<&OverPosterior>> {
            self.answer.seats.iter().map(|seat| of(seat).posterior.as_ref()).collect()
        };
        map.serialize_entry("paid", &each(|seat| &seat.paid))?;
        map.serialize_entry("taken", &each(|seat| &seat.taken))?;
        map.serialize_entry("net", &each(|seat| &seat.net))?;
        map.end()
    }
}

struct PotSimulation<'a> {
    answer: &'a PotAnswer,
    simulation: &'a Simulation,
}

impl Serialize for PotSimulation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.simulation.entries(&mut map)?;
        map.serialize_entry("pot_mean", &self.answer.pot.mean.simulated)?;
        let each = |of: fn(&SeatCoins) -> &Compared| -> Vec<Option<&Figure>> {
            self.answer.seats.iter().map(|seat| of(seat).simulated.as_ref()).collect()
        };
        map.serialize_entry("paid", &each(|seat| &seat.paid))?;
        map.serialize_entry("taken", &each(|seat| &seat.taken))?;
        map.end()
    }
}
