//! What games are made of: their entry in the catalogue, tables, rules, and what is told and asked of them.

pub(in crate::games) mod card;
pub(in crate::games) mod coins;
mod decision_game;
pub(in crate::games) mod decisions;
mod entry;
pub(in crate::games) mod hands;
pub(in crate::games) mod playing;
pub(in crate::games) mod policies;
pub(in crate::games) mod rules;
mod store;
mod table;
pub(in crate::games) mod words;

pub use card::RulesCard;
pub use decision_game::{DecisionGame, Described};
pub use decisions::{
    Advice, AdviceError, Advised, AgainstPolicy, BoardView, CastAdvice, Decisions, Fact, FirstMoves,
    HiddenLaw, Label, LayoutCatalogue, LayoutSummary, Lies, OptionValue, PositionError, Reply, RoundStrategy,
    Skill, Square, Strategy, StrategyTable, TableUnit, TurnStrategy, Worth, players_in,
};
pub use entry::{Game, GameError, LengthUnit, PURSE, Players, Reads};
pub use playing::{Dynamics, Playable, ProcessGame};
pub use policies::{POLICIES, PolicyKind};
pub use rules::{
    EndsBy, Key, MOST_COINS, Play, PlayError, PolicyInfo, RuleError, Rules, RulesFileError, StandIn, Takes,
    Usual, Value, read_rules,
};
pub use store::SolutionStore;
pub use table::Table;
