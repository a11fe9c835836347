//! Why there is no such game or table.

use super::rules::RuleError;
use tali_core::exact::BestPlayError;
use tali_core::tali::USUAL_TALI;

/// Why there is no such game, or not for so many.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No game of that name.
    #[error("there is no game `{name}`{hint}; the games are {known}; or a FILE.game")]
    Unknown {
        /// The name.
        name: String,
        /// The games there are.
        known: String,
        /// ` (did you mean …?)`, which stands before the many that there are, or nothing.
        hint: String,
    },
    /// A game file that cannot be played.
    #[error("{0}")]
    File(String),
    /// Too few or too many players.
    #[error("{game} is a game for {allowed}, not for {found}")]
    Players {
        /// The game.
        game: &'static str,
        /// For how many it is.
        allowed: String,
        /// How many are asked for.
        found: usize,
    },
    /// Another number of sets of bones than there are players.
    #[error(
        "{found} sets of bones are given, and the table has {players} seats; give one for all, or one for each in the order of the seats"
    )]
    Bones {
        /// How many sets there are.
        found: usize,
        /// How many players.
        players: usize,
    },
    /// A policy of which it is not known what it does.
    #[error("{0}")]
    UnknownPolicy(&'static str),
    /// Best play that is not known.
    #[error("what is best here is not known: {0}; give another policy with --play")]
    NoBest(BestPlayError),
    /// The same where seats hide something from each other: why.
    #[error("what is best here is not known: {0}; give another policy with --play")]
    NoEquilibrium(String),
    /// Several sets of bones for a game that is played with one.
    #[error("in {0} one set of bones passes round; give one set, not one for each seat")]
    OneSet(&'static str),
    /// Sets that are not of four tali.
    #[error("games are played with sets of {USUAL_TALI} tali, not of {0}")]
    Tali(usize),
    /// A rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
}
