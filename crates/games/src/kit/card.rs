//! Rules cards: how to play a game by the rules of a table, for people who have never seen it.

use super::board::BoardView;

/// How to play a game, in sentences that follow the rules of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesCard {
    /// What you need, and how the game begins.
    pub set_up: Vec<String>,
    /// What a player does.
    pub turn: Vec<String>,
    /// How the game ends, and who wins or takes what.
    pub end: Vec<String>,
    /// The number of tali on the table, unless all share four.
    pub tali: Option<usize>,
    /// The caption and the row names of the score sheet, if players don't note every cast.
    pub score_sheet: Option<(&'static str, Vec<String>)>,
    /// The board at the start, if there is one.
    pub board: Option<BoardView>,
}

impl RulesCard {
    /// Creates a card from three lists of sentences; empty sentences are left out.
    pub(crate) fn new<const S: usize, const T: usize, const E: usize>(
        set_up: [String; S],
        turn: [String; T],
        end: [String; E],
    ) -> Self {
        Self { set_up: filled(set_up), turn: filled(turn), end: filled(end), ..Self::default() }
    }

    /// Adds a score sheet with this many numbered rows.
    pub(crate) fn noted_by(self, row: &'static str, rows: u32) -> Self {
        Self { score_sheet: Some((row, (1..=rows).map(|row| row.to_string()).collect())), ..self }
    }
}

fn filled<const N: usize>(part: [String; N]) -> Vec<String> {
    part.into_iter().filter(|line| !line.is_empty()).collect()
}

/// The equipment for every game with bones.
pub(crate) const FOUR_TALI: &str = "You need four knucklebones (tali), your own or shared. A talus lands on one of four \
                                    sides: 1, 3, 4 or 6. The side on top counts.";

/// Returns the common text if all are equal, else one for each player in seat order.
pub(crate) fn listed_if_different(each: &[String]) -> String {
    match each {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
        _ => format!("{} (in seat order)", each.join(", ")),
    }
}

/// A number of times in words: `once`, `twice`, `4 times`.
pub(crate) fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        number => format!("{number} times"),
    }
}

/// A number with its noun in the singular or plural.
pub(crate) fn many(number: impl Into<i64>, one: &str, more: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    }
}
