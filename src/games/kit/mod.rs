//! What games are made of: their entry in the catalogue, tables, rules, and what is told and asked of them.

pub(in crate::games) mod card;
pub(in crate::games) mod coins;
pub(in crate::games) mod decisions;
mod entry;
pub(in crate::games) mod hands;
pub(in crate::games) mod notation;
pub(in crate::games) mod playing;
pub(in crate::games) mod rules;
mod store;
mod table;

pub use card::RulesCard;
pub use decisions::{
    Advice, AdviceError, Advised, AgainstPolicy, BoardView, CastAdvice, Decisions, Fact, FirstMoves,
    HiddenLaw, Label, LayoutCatalogue, LayoutSummary, Lies, OptionValue, Reply, RoundStrategy, Skill, Square,
    Strategy, StrategyTable, TableUnit, TurnStrategy, Worth,
};
pub use entry::{Game, GameError, LengthUnit, PURSE, Players, Reads};
pub use notation::{PositionError, players_in};
pub use playing::{Dynamics, Playable, ProcessGame};
pub use rules::{
    EndsBy, Key, MOST_COINS, Play, PlayError, PolicyInfo, RuleError, Rules, RulesFileError, StandIn, Takes,
    Usual, Value, read_rules,
};
pub use store::SolutionStore;
pub(in crate::games) use table::Table;
