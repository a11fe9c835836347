//! The games.
//!
//! Each game is described once: rule keys with their readings, and a process of [`tali_core::process`] that the exact solvers
//! solve and Monte Carlo simulates. [`all`] lists them. They come from M. J. Speakman's collection of Roman and Greek tali
//! games, whose rules leave many points open; each game states the reading used here.
//!
//! - `kit`: the parts that games are made of
//! - `chance`: games without choices, one file each
//! - `bluffing`: the two liar games, one with hidden hands and one with a hand that passes round
//! - `coin_tali`: throw, and pay coins to throw again
//! - `boards`: mancala, Latrunculi, Aseb and Ludus Duodecim Scriptorum
//! - [`own`]: games defined in a file

#![forbid(unsafe_code)]
// Only tests, benchmarks and examples may do these.
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
