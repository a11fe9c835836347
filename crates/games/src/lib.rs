//! The games.
//!
//! A game is described once: rule keys with their readings, and a process of [`tali_core::process`], which the exact solvers
//! solve and Monte Carlo plays. [`all`] lists them. The games are those of M. J. Speakman's collection of Roman and Greek tali games, which are open in many places; what each
//! says of itself is the reading taken here.
//!
//! - `kit`: what games are made of
//! - `chance`: games in which nobody chooses, one file each
//! - `bluffing`: both games of the liar, with the hands that all hide and with the one that passes round
//! - `coin_tali`: throw, and throw again for coins
//! - `boards`: mancala, Latrunculi, Aseb and Ludus Duodecim Scriptorum
//! - [`own`]: games that are written down in a file

#![forbid(unsafe_code)]
// What only tests, benchmarks and examples may do.
#![warn(clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod bluffing;
mod boards;
mod catalogue;
mod chance;
mod coin_tali;
mod kit;
pub mod own;

pub use catalogue::{all, find};
pub use kit::{
    Advice, AdviceError, Advised, AgainstPolicy, Asked, BLANK, Between, BoardView, CastAdvice, Content,
    DecisionGame, Decisions, Described, Dynamics, EndsBy, Entry, Fact, FactValue, Field, FieldKind, Game,
    GameError, HiddenGame, Hiding, Key, Knowledge, LengthUnit, Listing, MOST_COINS, MOST_LISTED, OptionValue,
    POLICIES, PURSE, Play, PlayError, Playable, Players, PolicyInfo, PolicyKind, PositionError, PositionForm,
    ProcessGame, Purses, ReadAt, Row, RuleError, Rules, RulesCard, RulesFileError, Sentence, Shown,
    Simulated, Situation, Skill, SolutionStore, Solvable, Square, StandIn, Steps, Strategy, StrategyTable,
    StrategyTables, Table, TableError, TableUnit, Takes, Tells, ThrowPlay, ThrowUse, ThrowValue, Thrown,
    Usual, Value, ValueUnit, Workload, read_rules,
};
