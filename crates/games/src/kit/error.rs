//! Errors in setting up a game or table.

use super::rules::RuleError;
use tali_core::exact::BestPlayError;
use tali_core::tali::USUAL_TALI;

/// Why a game or a table cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// There is no game of that name.
    #[error("there is no game `{name}`{hint}; the games are {known}; or a FILE.game")]
    Unknown {
        /// The name.
        name: String,
        /// The names of all games.
        known: String,
        /// ` (did you mean …?)`, shown before the long list, or nothing.
        hint: String,
    },
    /// The game file cannot be played.
    #[error("{0}")]
    File(String),
    /// There are too few or too many players.
    #[error("{game} is a game for {allowed}, not for {found}")]
    Players {
        /// The game.
        game: &'static str,
        /// The allowed numbers of players.
        allowed: String,
        /// The requested number.
        found: usize,
    },
    /// The number of sets of bones does not match the number of players.
    #[error(
        "{found} sets of bones are given for {players} seats; give one for all, or one for each in seat order"
    )]
    Bones {
        /// The number of sets.
        found: usize,
        /// The number of players.
        players: usize,
    },
    /// A policy is unknown.
    #[error("{0}")]
    UnknownPolicy(&'static str),
    /// Best play is unknown.
    #[error("best play is not known here: {0}; give another policy with --play")]
    NoBest(BestPlayError),
    /// Best play is unknown in a game with hidden information, for this reason.
    #[error("best play is not known here: {0}; give another policy with --play")]
    NoEquilibrium(String),
    /// Several sets of bones were given for a game with one.
    #[error("in {0} all players share one set of bones; give one set, not one for each seat")]
    OneSet(&'static str),
    /// A set does not have four tali.
    #[error("games are played with sets of {USUAL_TALI} tali, not of {0}")]
    Tali(usize),
    /// A rule is wrong.
    #[error(transparent)]
    Rule(#[from] RuleError),
}
