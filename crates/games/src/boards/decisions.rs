//! What is asked of a board game at a table.

use crate::kit::skill::LADDER;
use crate::kit::{Advice, AdviceError, Decisions, Playable, PositionError, Strategy, ValueUnit};
use tali_core::search::Lines;

/// A table of a board game, at which is played from the first position, from another one or after some moves.
pub(super) trait BoardTable: Playable + Sized + 'static {
    /// In what values are counted.
    const VALUES: ValueUnit;

    /// The table from a position on.
    fn at_position(&self, position: &str) -> Result<Self, AdviceError>;

    /// The table after these moves.
    fn after_moves(&self, moves: &str) -> Result<Self, PositionError>;

    /// The position from which is played, spelled out, if not from the first.
    fn later_position(&self) -> Option<String>;

    /// What is best where play begins.
    fn advice(&self) -> Advice;

    /// How many lines of so many plies go out from there.
    fn count_lines(&self, depth: u32) -> Vec<Lines>;

    /// The card.
    fn card(&self) -> Result<Strategy, AdviceError>;
}

impl<T: BoardTable> Decisions for T {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        at(self, position, Self::advice)
    }

    fn lines(&self, position: Option<&str>, depth: u32) -> Result<Vec<Lines>, AdviceError> {
        at(self, position, |table| table.count_lines(depth))
    }

    fn at(&self, position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Ok(Box::new(self.at_position(position)?))
    }

    fn after(&self, position: Option<&str>, moves: &str) -> Result<Box<dyn Playable>, AdviceError> {
        let after = at(self, position, |table| table.after_moves(moves))?;
        Ok(Box::new(after.map_err(AdviceError::Moves)?))
    }

    fn position(&self) -> Option<String> {
        self.later_position()
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        self.card()
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &LADDER
    }

    fn worth(&self) -> ValueUnit {
        T::VALUES
    }

    fn supposes_best_play(&self) -> bool {
        true
    }
}

/// What is asked of a table, at a position or where it begins.
fn at<T: BoardTable, A>(
    table: &T,
    position: Option<&str>,
    ask: impl FnOnce(&T) -> A,
) -> Result<A, AdviceError> {
    Ok(match position {
        Some(position) => ask(&table.at_position(position)?),
        None => ask(table),
    })
}
