//! What is asked of a table, whatever its form.

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

/// What solves a table.
pub trait Solvable: Sync {
    /// From now on progress is reported while it is solved, where that takes long.
    fn tell(&mut self, _progress: OnProgress) {}

    /// From now on what takes long to solve is stored here, and looked up before it is solved.
    fn keep_in(&mut self, _store: Arc<dyn SolutionStore>) {}

    /// Has what is best looked up in this file; all of it is checked at once, if it is wanted whole.
    ///
    /// # Errors
    ///
    /// [`TableError`], if it is not the table of this game by these rules, or damaged.
    fn look_up_in(&mut self, _file: Box<dyn ReadAt>, _whole: bool) -> Result<(), TableError> {
        Err(TableError::None)
    }

    /// Its exact solution.
    fn solve(&self) -> Solution {
        self.solve_to(Wanted::ALL)
    }

    /// As much of its solution as is wanted.
    fn solve_to(&self, wanted: Wanted) -> Solution;

    /// Its states, numbered.
    ///
    /// # Errors
    ///
    /// [`ChainError`], if there are more than so many moves between them.
    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError>;

    /// How it swings from cast to cast.
    fn dynamics(&self) -> Dynamics;

    /// How the seats come along, for a picture, where this kind of game has one.
    fn progress(&self) -> Vec<Progress> {
        Vec::new()
    }

    /// Whether the pot always falls to one seat as a whole.
    fn is_never_shared(&self) -> bool {
        false
    }
}

/// What plays at a table.
pub trait Simulated: Sync {
    /// Someone who plays it.
    fn player(&self) -> Box<dyn Player + '_>;

    /// Someone who plays it among seats with limited purses, where it is played for coins.
    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        None
    }

    /// Whether every seat can play by its policy here.
    ///
    /// # Errors
    ///
    /// [`GameError::UnknownPolicy`], if it is not known what a policy does.
    fn check_policies(&self) -> Result<(), GameError> {
        Ok(())
    }
}

/// A game that is set up, whatever its form: what solves it, what plays it, what that costs, and what is to be said of it. What
/// a wrapper around a game should not forget comes as a whole: [`Workload`] and [`Purses`].
pub trait Playable: Solvable + Simulated {
    /// How many casts one of those things takes, on average, in which its length is counted: casts, if it is not a whole
    /// evening.
    fn casts_in_unit(&self) -> BigRational {
        BigRational::one()
    }

    /// What these are called.
    fn moves(&self) -> &'static str {
        "casts"
    }

    /// What is to be noted of this table.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is to be noted of the coins that seats pay and take.
    fn remark_on_coins(&self) -> Option<&'static str> {
        None
    }

    /// What is asked of it where seats choose.
    fn decisions(&self) -> Option<&dyn Decisions> {
        None
    }

    /// What it takes to solve it and to play it.
    fn workload(&self) -> &dyn Workload {
        &Ordinary
    }

    /// What it asks of the purses that seats bring.
    fn purses(&self) -> &dyn Purses {
        &Ordinary
    }
}

/// What it takes to solve a table and to play at it: foreseen, so that nobody waits without knowing.
pub trait Workload {
    /// How many milliseconds it takes, roughly, to solve it to means; the same on every machine.
    fn effort(&self) -> f64 {
        1.0
    }

    /// What to say at once where its solution is not cached and takes long: how long, and what is sooner solved.
    fn foretold(&self) -> Option<String> {
        None
    }

    /// Whether its whole solution takes little longer than chances and means alone.
    fn is_soon_solved(&self) -> bool {
        true
    }

    /// How many throws are drawn, roughly, for a game of which it is not known how long it is.
    fn cost_of_any(&self) -> f64 {
        f64::INFINITY
    }

    /// Whether what seats decide is known soon enough to play.
    fn can_be_played(&self) -> bool {
        true
    }

    /// How many throws are drawn for a game of that mean length in casts.
    fn cost(&self, length: f64) -> f64 {
        length
    }

    /// The same among limited purses.
    fn cost_among_purses(&self, length: f64) -> f64 {
        self.cost(length)
    }
}

/// What a table asks of purses that are limited.
pub trait Purses {
    /// The fewest coins that a purse may hold for such an evening.
    fn least_purse(&self) -> u64 {
        0
    }

    /// The fewest with which a seat comes to throw at all.
    fn least_to_play(&self) -> u64 {
        self.least_purse()
    }

    /// What is to be noted of limited purses: what every seat pays before the first throw.
    fn remark_on_purses(&self) -> Option<String> {
        None
    }

    /// What every seat brings, where it is a whole evening with purses.
    fn brought(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Whether it is an evening with purses in which it is of account who is out of coins: one that ends in other ways too.
    fn tells_ruin(&self) -> bool {
        false
    }

    /// What every seat has at stake before the first throw besides what it pays: its part of a pot that is there already.
    fn staked_besides(&self) -> BigRational {
        BigRational::zero()
    }
}

/// A game that is solved and played at once, and asks for no more than what seats pay.
struct Ordinary;

impl Workload for Ordinary {}

impl Purses for Ordinary {}

/// A game in which seats choose, at a table.
pub trait Decisions: Sync {
    /// What is best at a position, in the game's own notation; without one at the first.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if there is no such position or it cannot be solved.
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError>;

    /// How a position is entered part by part: one that was typed, as far as it can be read, or else the first; nothing where that
    /// is not known.
    fn form(&self, _position: Option<&str>) -> Option<PositionForm> {
        None
    }

    /// The card: what best play does in every situation that matters.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if the game cannot be solved.
    fn strategy(&self) -> Result<Strategy, AdviceError>;

    /// What best play gains more against seats that all play by a policy than one of them does, averaged over seats.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if that is not known of this game.
    fn skill_against(&self, _policy: &Play) -> Result<Number, AdviceError> {
        Err(AdviceError::PLAYED)
    }

    /// The value of good play, and of having each variant; `solved` is called after every table that is solved for it.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if that is not known of this game.
    fn skill(&self, _solved: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError> {
        Err(AdviceError::PLAYED)
    }

    /// How many tables are solved for [`Decisions::skill`].
    fn skill_tables(&self) -> u64 {
        0
    }

    /// Which policies are played against one another to measure skill, where that is not solved: the better first.
    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &[]
    }

    /// How many lines of 1, 2, … plies go out from a position, as far as that is soon counted; without one from the first.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if there is no such position, or lines are not counted in this game.
    fn lines(&self, _position: Option<&str>, _depth: u32) -> Result<Vec<Lines>, AdviceError> {
        Err(AdviceError::NO_LINES)
    }

    /// All of what is best as a file of a table, in which any program can look it up.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if it is not solved as a table.
    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Err(AdviceError::NO_TABLE)
    }

    /// The table from a position on.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if there is no such position, or this game is not played from one.
    fn at(&self, _position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Err(AdviceError::NotKnown(
            "only board games are played from a position; `advise` says what is best there",
        ))
    }

    /// The table after these moves, from a position or from the first, with all that came about on the way.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if there is no such position, a move cannot be made, or moves are not written down in this game.
    fn after(&self, _position: Option<&str>, _moves: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Err(AdviceError::NO_MOVES)
    }

    /// The position from which is played, spelled out, if not from the first.
    fn position(&self) -> Option<String> {
        None
    }

    /// In what values are counted.
    fn value_unit(&self) -> ValueUnit;

    /// Whether what is advised supposes that all play their best, or look ahead as far as `search` does, and no other policy.
    fn supposes_best_play(&self) -> bool {
        false
    }

    /// What seats, from 0, win at least and at most if all play their best, where that leaves it open: as a game without end
    /// may count.
    fn best_ranges(&self) -> Vec<(usize, [Number; 2])> {
        Vec::new()
    }
}
