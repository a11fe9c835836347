//! The parts that games are made of: catalogue entries, tables, rules, and what can be asked of them.

pub(crate) mod advice;
mod board;
pub(crate) mod card;
mod decision_game;
mod described;
mod dynamics;
mod entry;
mod error;
mod hidden_card;
mod hidden_game;
mod hiding;
pub(crate) mod notation;
mod playable;
mod policies;
mod position_form;
mod position_values;
mod process_game;
pub(crate) mod rules;
mod skill;
mod store;
mod strategy;
mod whole_card;

pub use advice::{
    Advice, AdviceError, Advised, CastAdvice, Fact, FactValue, OptionValue, ThrowPlay, ThrowValue, Thrown,
    ValueUnit,
};
pub use board::{BoardView, Content, Square, Steps};
pub use card::RulesCard;
pub use decision_game::DecisionGame;
pub use described::Described;
pub use dynamics::{Dynamics, MOST_LISTED};
pub use entry::{Asked, Game, LengthUnit, PURSE, Players, Table, ThrowUse};
pub use error::GameError;
pub use hidden_game::HiddenGame;
pub use hiding::{Hiding, Knowledge, Tells};
pub use notation::PositionError;
pub use playable::{Decisions, Playable, Purses, Simulated, Solvable, Workload};
pub use policies::{POLICIES, PolicyKind};
pub use position_form::{Between, Field, FieldKind, PositionForm};
pub use process_game::ProcessGame;
pub(crate) use rules::LARGEST_IN_FILE;
pub use rules::{
    BLANK, EndsBy, Key, MOST_COINS, Play, PlayError, PolicyInfo, RuleError, Rules, RulesFileError, Sentence,
    StandIn, Takes, Usual, Value, read_rules,
};
pub use skill::{AgainstPolicy, Skill};
pub use store::{ReadAt, SolutionStore, TableError};
pub use strategy::{
    Entry, Listing, Row, Shown, Situation, Strategy, StrategyTable, StrategyTables, TableUnit,
};
