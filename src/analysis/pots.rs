//! What is in the pot, and what each seat pays and takes.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::estimate::{Beside, Estimator, Played, Simulation, known};
use super::wins::{Setting, SpreadFigures, Unit};
use super::{EveningAnswer, Figure};
use crate::exact::{Number, Pot};
use crate::monte_carlo::Moments;

/// The expected coins of one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatCoins {
    /// The seat, from 1.
    pub seat: usize,
    /// Paid into the pot.
    pub paid: Beside,
    /// Taken from it.
    pub taken: Beside,
    /// Taken minus paid.
    pub net: Beside,
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
    /// An evening of many games, if it was asked for.
    pub evening: Option<EveningAnswer>,
}

impl PotAnswer {
    /// What a solution and games played by chance say together.
    #[must_use]
    pub fn new(setting: Setting, pot: &Pot, played: Option<&Played>) -> Self {
        let mut estimator = Estimator::new(played.map_or(0.95, |played| played.confidence));
        let tally = played.map(|played| &played.tally);
        // Where the variance is infinite, an estimate tells nothing of how far off it is.
        let tame = pot.coins.sd.is_ok();
        let mut beside = |number: Number, moments: Option<&Moments>, deviation: Option<f64>| {
            let expected = known(&number).filter(|_| tame);
            let simulated = moments.and_then(|moments| estimator.mean(moments, expected, deviation));
            Beside::new(number, simulated)
        };
        let mean = beside(pot.coins.mean.clone(), tally.map(|tally| &tally.pot), known(&pot.coins.sd));
        let seats = pot.accounts.iter().enumerate().map(|(seat, account)| SeatCoins {
            seat: seat + 1,
            paid: beside(account.paid.clone(), tally.and_then(|tally| tally.paid.get(seat)), None),
            taken: beside(account.taken.clone(), tally.and_then(|tally| tally.taken.get(seat)), None),
            net: beside(account.net(), tally.and_then(|tally| tally.net.get(seat)), None),
        });
        let seats = seats.collect();
        let pot = SpreadFigures { mean, ..SpreadFigures::new(&pot.coins, None) };
        let simulation = played.map(|played| Simulation::new(played, &estimator));
        Self { setting, pot, seats, simulation, evening: None }
    }

    /// The same with an evening of many games.
    #[must_use]
    pub fn with_evening(self, evening: Option<EveningAnswer>) -> Self {
        Self { evening, ..self }
    }
}

impl Serialize for PotAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.setting.entries(&mut map)?;
        map.serialize_entry("pot", &Unit(&self.pot, "coins"))?;
        map.serialize_entry("seats", &self.seats)?;
        if let Some(simulation) = &self.simulation {
            map.serialize_entry("simulation", &PotSimulation { answer: self, simulation })?;
        }
        if let Some(evening) = &self.evening {
            map.serialize_entry("evening", evening)?;
        }
        self.setting.bones_entry(&mut map)?;
        map.end()
    }
}

impl Serialize for SeatCoins {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seat", &self.seat)?;
        map.serialize_entry("paid", &self.paid.solved)?;
        map.serialize_entry("taken", &self.taken.solved)?;
        map.serialize_entry("net", &self.net.solved)?;
        if let Some(simulated) = &self.net.simulated {
            map.serialize_entry("simulated", simulated)?;
        }
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
        let each = |of: fn(&SeatCoins) -> &Beside| -> Vec<Option<&Figure>> {
            self.answer.seats.iter().map(|seat| of(seat).simulated.as_ref()).collect()
        };
        map.serialize_entry("paid", &each(|seat| &seat.paid))?;
        map.serialize_entry("taken", &each(|seat| &seat.taken))?;
        map.end()
    }
}
