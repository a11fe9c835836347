//! What games are made of: their entry in the catalogue, tables, rules, and what is told and asked of them.

pub(in crate::games) mod card;
pub(in crate::games) mod coins;
mod decision_game;
pub(in crate::games) mod decisions;
mod dynamics;
mod entry;
mod error;
mod forms;
pub(in crate::games) mod hands;
pub(in crate::games) mod notation;
mod playable;
pub(in crate::games) mod policies;
mod process_game;
pub(in crate::games) mod rules;
pub(in crate::games) mod series;
mod store;
mod table;
pub(in crate::games) mod throws;

pub use card::RulesCard;
pub use decision_game::{DecisionGame, Described};
pub use decisions::{
    Advice, AdviceError, Advised, AgainstPolicy, BoardView, CastAdvice, Fact, FirstMoves, HiddenLaw, Label,
    LayoutCatalogue, LayoutSummary, Lies, OptionValue, Reply, RoundStrategy, Skill, Square, Strategy,
    StrategyTable, TableUnit, TurnStrategy, Worth,
};
pub use dynamics::Dynamics;
pub use entry::{Game, LengthUnit, PURSE, Players, ThrowUse};
pub use error::GameError;
pub use notation::{PositionError, players_in};
pub use playable::{Decisions, Playable, Purses, Workload};
pub use policies::{POLICIES, PolicyKind};
pub use process_game::ProcessGame;
pub use rules::{
    EndsBy, Key, MOST_COINS, Play, PlayError, PolicyInfo, RuleError, Rules, RulesFileError, StandIn, Takes,
    Usual, Value, read_rules,
};
pub use store::SolutionStore;
pub use table::Table;
