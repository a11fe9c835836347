//! Rules cards: how a game is played by the rules of a table, for people who have never seen it.

use super::board::BoardView;

/// How a game is played, in sentences that are said as the rules of a table have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesCard {
    /// What is needed, and how it begins.
    pub set_up: Vec<String>,
    /// What a player does.
    pub turn: Vec<String>,
    /// How it ends, and who wins or takes what.
    pub end: Vec<String>,
    /// How many tali are on the table at once, where it is not four that everybody shares.
    pub tali: Option<usize>,
    /// What is noted in each row of a score sheet, and the names of its rows, where that is not cast by cast.
    pub score_sheet: Option<(&'static str, Vec<String>)>,
    /// How the board stands when the game begins, where there is one.
    pub board: Option<BoardView>,
}

impl RulesCard {
    /// A card of these three parts, each in sentences; empty ones are left out.
    pub(crate) fn new<const S: usize, const T: usize, const E: usize>(
        set_up: [String; S],
        turn: [String; T],
        end: [String; E],
    ) -> Self {
        Self { set_up: filled(set_up), turn: filled(turn), end: filled(end), ..Self::default() }
    }

    /// The same with a score sheet that has so many numbered rows.
    pub(crate) fn noted_by(self, row: &'static str, rows: u32) -> Self {
        Self { score_sheet: Some((row, (1..=rows).map(|row| row.to_string()).collect())), ..self }
    }
}

fn filled<const N: usize>(part: [String; N]) -> Vec<String> {
    part.into_iter().filter(|line| !line.is_empty()).collect()
}

/// What everybody needs who throws bones.
pub(crate) const FOUR_TALI: &str = "You need four knucklebones (tali), of your own or shared. A talus comes to rest on one of \
                                    four sides: 1, 3, 4 or 6. The side on top is the one that counts.";

/// One thing, or one for each player in the order of the seats.
pub(crate) fn listed_if_different(each: &[String]) -> String {
    match each {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
        _ => format!("{} (in the order of the seats)", each.join(", ")),
    }
}

/// How often: `once`, `twice`, `4 times`.
pub(crate) fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        number => format!("{number} times"),
    }
}

/// So many things.
pub(crate) fn many(number: impl Into<i64>, one: &str, more: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    }
}
