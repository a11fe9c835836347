//! What is in the pot, and what each seat pays and takes.

use num_traits::Zero;
use serde::{Serialize, Serializer};

use super::estimate::solved;
use super::estimate::{Compared, Played, Simulation};
use super::game_posterior::Of;
use super::wins::{InUnitOf, Setting, SpreadFigures};
use super::{EveningAnswer, Figure, GamePosterior, record};
use crate::exact::{Missing, Number, Pot};
use crate::figures::{Ends, Estimator, known};
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
    /// The spread of the net, if it is known: in bets with a bank.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_numbers")]
    pub net_spread: Option<SpreadFigures>,
}

#[expect(clippy::ref_option, reason = "as serde asks for it")]
fn in_numbers<S: Serializer>(spread: &Option<SpreadFigures>, serializer: S) -> Result<S::Ok, S::Error> {
    spread.as_ref().map(|spread| InUnitOf(spread, "number")).serialize(serializer)
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
    /// The simulated games, if there were any.
    pub simulation: Option<Simulation>,
    /// The figures over draws of the weights, if these were estimated from throws.
    pub posterior: Option<GamePosterior>,
    /// An evening of many games, if requested.
    pub evening: Option<EveningAnswer>,
}

impl PotAnswer {
    /// Combines a solution, simulated games, and figures over the posterior of the weights.
    pub fn new(
        setting: Setting,
        pot: &Pot,
        played: Option<&Played>,
        posterior: Option<GamePosterior>,
    ) -> Self {
        let mut estimator = Estimator::new(played.map_or(0.95, |played| played.confidence));
        let over = |of: Of| posterior.as_ref().and_then(|posterior| posterior.mean(of));
        let tally = played.map(|played| &played.tally);
        // With infinite variance, the error of an estimate is unknown.
        let tame = pot.coins.sd.is_ok();
        let mut beside = |number: Number, moments: Option<&Moments>, least: f64, deviation: Option<Ends>| {
            let expected = known(&number).filter(|_| tame);
            // Simulated games never approach an infinite mean.
            let moments = moments.filter(|_| !number.as_ref().is_err_and(|why| why.is_infinite()));
            let simulated = moments.and_then(|moments| estimator.mean(moments, least, expected, deviation));
            Compared::new(number, simulated)
        };
        let mean = beside(pot.coins.mean.clone(), tally.map(|tally| &tally.pot), 0.0, known(&pot.coins.sd));
        let mean = mean.over(over(Of::Pot));
        let seats = pot.accounts.iter().enumerate().map(|(seat, account)| {
            let tallied = |number: &Number, of: fn(&Tally) -> &Vec<Moments>| {
                // Unsolved coins may keep changing hands in games that never end.
                let tally = tally.filter(|tally| tally.never == 0 || *number != Err(Missing::TooLong));
                tally.and_then(|tally| tally.of_all(of(tally).get(seat)?, number.is_ok()))
            };
            let mut coins = |number: &Number, of: fn(&Tally) -> &Vec<Moments>, least: f64, drawn: Of| {
                beside(number.clone(), tallied(number, of), least, None).over(over(drawn))
            };
            SeatCoins {
                seat: seat + 1,
                paid: coins(&account.paid, |tally| &tally.paid, 0.0, Of::Paid(seat)),
                taken: coins(&account.taken, |tally| &tally.taken, 0.0, Of::Taken(seat)),
                net: coins(&account.net, |tally| &tally.net, f64::NEG_INFINITY, Of::Net(seat)),
                net_spread: account.spread.as_ref().map(|spread| SpreadFigures::new(spread, None, None)),
            }
        });
        let seats = seats.collect();
        let pot = SpreadFigures { mean, ..SpreadFigures::new(&pot.coins, None, None) };
        let simulation = Simulation::of(played, estimator.worst);
        Self { setting, pot, seats, simulation, posterior, evening: None }
    }

    /// Whether any coins change hands.
    pub(super) fn has_coins(&self) -> bool {
        let is_zero = |figure: &Figure| matches!(figure, Figure::Exact(coins) if coins.is_zero());
        !self.seats.iter().all(|seat| is_zero(&seat.paid.solved) && is_zero(&seat.taken.solved))
    }

    fn each<'a, T>(&'a self, of: fn(&'a SeatCoins) -> T) -> Vec<T> {
        self.seats.iter().map(of).collect()
    }
}

record!(PotAnswer, answer =>
    ..answer.setting,
    "pot": InUnitOf(&answer.pot, "coins"),
    "seats": answer.seats,
    "simulation"?: answer.simulation.as_ref().map(|simulation| PotSimulation(answer, simulation)),
    "posterior"?: answer.posterior.as_ref().map(|posterior| PotPosterior(answer, posterior)),
    "evening"?: answer.evening,
    "bones"?: answer.setting.bones_if_used(),
);

/// The net and its simulated estimate.
fn net_beside<S: Serializer>(net: &Compared, serializer: S) -> Result<S::Ok, S::Error> {
    let entries = [("net", Some(&net.solved)), ("simulated", net.simulated.as_ref())];
    serializer.collect_map(entries.into_iter().filter(|(_, figure)| figure.is_some()))
}

struct PotPosterior<'a>(&'a PotAnswer, &'a GamePosterior);

record!(PotPosterior<'_>, Self(answer, posterior) =>
    ..posterior,
    "pot_mean": answer.pot.mean.posterior,
    "paid": answer.each(|seat| seat.paid.posterior.as_ref()),
    "taken": answer.each(|seat| seat.taken.posterior.as_ref()),
    "net": answer.each(|seat| seat.net.posterior.as_ref()),
);

struct PotSimulation<'a>(&'a PotAnswer, &'a Simulation);

record!(PotSimulation<'_>, Self(answer, simulation) =>
    ..simulation,
    "pot_mean": answer.pot.mean.simulated,
    "paid": answer.each(|seat| seat.paid.simulated.as_ref()),
    "taken": answer.each(|seat| seat.taken.simulated.as_ref()),
);
