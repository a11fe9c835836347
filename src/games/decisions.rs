//! What is asked of games in which seats choose.

use crate::exact::{Enclosure, Number, TooManyPositions};

/// A game in which seats choose, at a table.
pub trait Decisions: Sync {
    /// What is best at a position, in the game's own notation; without one at the first.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if there is no such position or it cannot be solved.
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError>;

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
    fn skill_against(&self, policy: &str) -> Result<Number, AdviceError>;

    /// What it is worth to play well, and to have each variant; `solved` is told of every table that was solved for it.
    ///
    /// # Errors
    ///
    /// [`AdviceError`], if that is not known of this game.
    fn skill(&self, solved: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError>;

    /// How many tables are solved for [`Decisions::skill`].
    fn skill_tables(&self) -> u64;
}

/// What is best at a position, and what all else is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The position, spelled out.
    pub position: String,
    /// The seat that decides, from 1.
    pub seat: usize,
    /// What it can expect with best play.
    pub value: Enclosure,
    /// What is advised.
    pub advised: Advised,
}

/// What is advised.
#[derive(Clone, Debug, PartialEq)]
pub enum Advised {
    /// What can be done now, in the order in which equal options are taken.
    Options(Vec<OptionValue>),
    /// What to do with each cast that can be thrown.
    Casts(Vec<CastAdvice>),
}

/// Something that can be done, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionValue {
    /// What is done.
    pub option: String,
    /// What the seat can expect from here on.
    pub value: Enclosure,
    /// Whether it is what best play does.
    pub best: bool,
    /// Why one does it: what is paid, what can be won, and how likely; empty where there is nothing to say.
    pub why: String,
}

/// What best play does with a cast.
#[derive(Clone, Debug, PartialEq)]
pub struct CastAdvice {
    /// The cast.
    pub cast: String,
    /// What is done.
    pub option: String,
    /// What the seat can expect from there on.
    pub value: Enclosure,
}

/// What best play does in every situation that matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// The situations, each with what to do with every cast.
    pub cards: Vec<(String, Vec<CastAdvice>)>,
    /// What each seat loses if it plays from the card alone.
    pub card_cost: Vec<Number>,
}

/// What it is worth to play well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skill {
    /// For each simpler policy what best play gains more against it, averaged over seats.
    pub against: Vec<(&'static str, Number)>,
    /// For each variant what each seat gains by being allowed to use it.
    pub worth: Vec<(&'static str, Vec<Number>)>,
    /// For each variant what each seat gains if nobody may use it.
    pub without: Vec<(&'static str, Vec<Number>)>,
}

/// Where a position is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct PositionError {
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what is allowed.
    pub problem: String,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// There is no such position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// It would take too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooManyPositions),
    /// It is not known of this game, or of this scope of it.
    #[error("{0}")]
    NotKnown(&'static str),
}
