//! The interfaces of a table, for any kind of game.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::advice::{Advice, AdviceError, ValueUnit};
use super::dynamics::Dynamics;
use super::error::GameError;
use super::position_form::PositionForm;
use super::rules::Play;
use super::skill::Skill;
use super::store::{ReadAt, SolutionStore, TableError};
use super::strategy::Strategy;
use tali_core::exact::{Number, OnProgress, Progress, Solution, Wanted};
use tali_core::monte_carlo::{BankrollPlayer, Player};
use tali_core::process::{ChainError, MarkovChain};
use tali_core::search::Lines;

/// Solves a table.
pub trait Solvable: Sync {
    /// Reports progress from now on in solves that take long.
    fn tell(&mut self, _progress: OnProgress) {}

    /// Looks up solutions in this store from now on, and stores those that take long.
    fn keep_in(&mut self, _store: Arc<dyn SolutionStore>) {}

    /// Looks up best play in this file; if `whole`, the whole file is checked at once.
    ///
    /// # Errors
    ///
    /// [`TableError`], if the file is damaged, or is not for this game with these rules.
    fn look_up_in(&mut self, _file: Box<dyn ReadAt>, _whole: bool) -> Result<(), TableError> {
        Err(TableError::None)
    }

    /// Solves the table exactly.
    fn solve(&self) -> Solution {
        self.solve_to(Wanted::ALL)
    }

    /// Solves the wanted part.
    fn solve_to(&self, wanted: Wanted) -> Solution;

    /// Numbers its states.
    ///
    /// # Errors
    ///
    /// [`ChainError`], if there are more than `most_moves` moves between them.
    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError>;

    /// How it swings from cast to cast.
    fn dynamics(&self) -> Dynamics;

    /// The progress of the seats for a picture, if this kind of game has one.
    fn progress(&self) -> Vec<Progress> {
        Vec::new()
    }

    /// Whether the pot always goes to one seat as a whole.
    fn is_never_shared(&self) -> bool {
        false
    }
}

/// Plays at a table.
pub trait Simulated: Sync {
    /// Returns a player for simulations.
    fn player(&self) -> Box<dyn Player + '_>;

    /// Returns a player for simulations with limited purses, if the game is for coins.
    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        None
    }

    /// Checks that every seat's policy can play here.
    ///
    /// # Errors
    ///
    /// [`GameError::UnknownPolicy`], if a policy is unknown.
    fn check_policies(&self) -> Result<(), GameError> {
        Ok(())
    }
}

/// A game that is set up, of any kind: its solver, its player, their cost, and remarks. [`Workload`] and [`Purses`] are separate
/// traits so that a wrapper around a game forwards each of them as a whole.
pub trait Playable: Solvable + Simulated {
    /// The mean number of casts in a unit of length; in an evening, more than one.
    fn casts_in_unit(&self) -> BigRational {
        BigRational::one()
    }

    /// The plural of the unit.
    fn moves(&self) -> &'static str {
        "casts"
    }

    /// Remarks on this table.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// A remark on the coins that seats pay and take.
    fn remark_on_coins(&self) -> Option<&'static str> {
        None
    }

    /// The decisions of a game with choices.
    fn decisions(&self) -> Option<&dyn Decisions> {
        None
    }

    /// The cost of solving and playing.
    fn workload(&self) -> &dyn Workload {
        &Ordinary
    }

    /// The requirements on purses.
    fn purses(&self) -> &dyn Purses {
        &Ordinary
    }
}

/// The predicted cost of solving and playing a table, so that users know how long to wait.
pub trait Workload {
    /// The rough time to solve chances and means, in milliseconds; the same on every machine.
    fn effort(&self) -> f64 {
        1.0
    }

    /// A warning if its solution is not cached and takes long: how long, and what is faster.
    fn foretold(&self) -> Option<String> {
        None
    }

    /// Whether the whole solution takes little longer than chances and means.
    fn is_soon_solved(&self) -> bool {
        true
    }

    /// The rough number of throws in a game of unknown length.
    fn cost_of_any(&self) -> f64 {
        f64::INFINITY
    }

    /// Whether decisions are found fast enough for simulations.
    fn can_be_played(&self) -> bool {
        true
    }

    /// The number of throws drawn for a game with this mean length in casts.
    fn cost(&self, length: f64) -> f64 {
        length
    }

    /// The number of throws drawn for such a game with limited purses.
    fn cost_among_purses(&self, length: f64) -> f64 {
        self.cost(length)
    }
}

/// The requirements of a table on limited purses.
pub trait Purses {
    /// The smallest purse for such an evening, in coins.
    fn least_purse(&self) -> u64 {
        0
    }

    /// The smallest purse with which a seat can throw at all.
    fn least_to_play(&self) -> u64 {
        self.least_purse()
    }

    /// A remark on limited purses, about what each seat pays before the first throw.
    fn remark_on_purses(&self) -> Option<String> {
        None
    }

    /// The purses of the seats, in an evening with purses.
    fn brought(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Whether ruin is worth reporting: an evening with purses that can end in other ways too.
    fn tells_ruin(&self) -> bool {
        false
    }

    /// What every seat has at stake before the first throw in addition to its payment: its share of an existing pot.
    fn staked_besides(&self) -> BigRational {
        BigRational::zero()
    }
}

/// A game that is solved and played quickly, and needs only purses for what seats pay.
struct Ordinary;

impl Workload for Ordinary {}

impl Purses for Ordinary {}

/// The decisions in a game with choices, at a table.
pub trait Decisions: Sync {
    /// Finds the best option at a position in the game's notation, or at the first position.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if the position does not exist or cannot be solved.
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError>;

    /// The parts of a position for an input form: of the given notation as far as it can be read, else of the first position.
    /// `None` if the game has no form.
    fn form(&self, _position: Option<&str>) -> Option<PositionForm> {
        None
    }

    /// The card: best play in every situation that matters.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if the game cannot be solved.
    fn strategy(&self) -> Result<Strategy, AdviceError>;

    /// How much more best play gains against seats with this policy than one of them does, averaged over seats.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if this game does not support it.
    fn skill_against(&self, _policy: &Play) -> Result<Number, AdviceError> {
        Err(AdviceError::PLAYED)
    }

    /// The value of good play and of each variant; `solved` is called after each table that is solved.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if this game does not support it.
    fn skill(&self, _solved: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError> {
        Err(AdviceError::PLAYED)
    }

    /// The number of tables that [`Decisions::skill`] solves.
    fn skill_tables(&self) -> u64 {
        0
    }

    /// The pairs of policies that measure skill by simulation, the better first.
    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &[]
    }

    /// Counts lines of 1, 2, … plies from a position, as far as that is fast; by default from the first position.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if the position does not exist, or this game does not count lines.
    fn lines(&self, _position: Option<&str>, _depth: u32) -> Result<Vec<Lines>, AdviceError> {
        Err(AdviceError::NO_LINES)
    }

    /// Writes best play as a table file, which any program can read.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if the game is not solved as a table.
    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Err(AdviceError::NO_TABLE)
    }

    /// The table, starting from a position.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if the position does not exist, or this game cannot start from a position.
    fn at(&self, _position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Err(AdviceError::NotKnown(
            "only board games can start from a position; `advise` gives the best choice there",
        ))
    }

    /// The table after these moves, from a position or from the first, including the history that the moves create.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if the position does not exist, a move is illegal, or the game does not record moves.
    fn after(&self, _position: Option<&str>, _moves: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Err(AdviceError::NO_MOVES)
    }

    /// The start position in words; `None` for the usual start.
    fn position(&self) -> Option<String> {
        None
    }

    /// The unit of values.
    fn value_unit(&self) -> ValueUnit;

    /// Whether advice assumes that all seats play best or use `search`, and no other policy.
    fn supposes_best_play(&self) -> bool {
        false
    }

    /// The least and greatest share of wins of seats, from 0, if all play best and the value depends on how an endless game
    /// counts.
    fn best_ranges(&self) -> Vec<(usize, [Number; 2])> {
        Vec::new()
    }
}
