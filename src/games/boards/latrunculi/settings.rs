//! The rule keys, the rule sets, and the rules as a table plays them.

use super::board::{Board, BoardRule};
use crate::games::kit::Takes;
use crate::games::kit::rules::{Readable, Rule, RuleError, Rules, Value, words};

pub(super) const SET: Rule<Set> = Rule::new(
    "set",
    "\"kowalski\"",
    "the rule set, from which every other key can differ. \"kowalski\": W. Kowalski's proposed rules (12x8, one row of stones \
     and a dux, rook moves, rows are taken). \"piso\": the Locus Ludi project's reconstruction from the Laus Pisonis (8x8, 20 \
     stones that are placed first, one step at a time, single stones are taken). \"quintana\": the Museum Quintana's game (8x8, two \
     rows of stones, rook moves, single stones are taken, no corners)",
);

words!(pub(super) enum Set { "kowalski" => Kowalski, "piso" => Piso, "quintana" => Quintana });

pub(super) const BOARD: Rule<BoardRule> =
    Rule::new("board", "\"set\"", "how many files and ranks the board has");

pub(super) const SETUP: Rule<SetupRule> = Rule::new(
    "setup",
    "\"set\"",
    "how many rows are filled with stones at the start; \"placed\": the players put one stone each, in turn, where they like",
);

pub(super) const STONES: Rule<OrSet<u32>> = Rule::new(
    "stones",
    "\"set\"",
    "how many stones each player has; with rows of stones it is as many as they hold",
);

pub(super) const DUX: Rule<OrSet<bool>> = Rule::new(
    "dux",
    "\"set\"",
    "whether each player has a dux besides, which is never taken, and whose immobility loses",
);

pub(super) const MOVE: Rule<MoveRule> = Rule::new(
    "move",
    "\"set\"",
    "how far a piece moves along its rank or file over empty squares. \"rook\": any distance. \"step\": one square",
);

words!(pub(super) enum MoveRule { "set" => OfSet, "rook" => Rook, "step" => Step });

pub(super) const LINE: Rule<LineRule> = Rule::new(
    "line",
    "\"set\"",
    "how many stones one line of capture may hold. \"many\": an unbroken row of any length. \"one\": exactly one",
);

words!(pub(super) enum LineRule { "set" => OfSet, "many" => Many, "one" => One });

pub(super) const CORNER: Rule<OrSet<bool>> = Rule::new(
    "corner",
    "\"set\"",
    "whether a stone in a corner is taken by two that stand on both squares beside it",
);

pub(super) const IMMOBILE: Rule<Immobile> = Rule::new(
    "immobile",
    "\"blocked\"",
    "when a dux is immobile. \"blocked\": no square beside it is empty, and on at least one stands an enemy. \"surrounded\": enemies \
     stand on all four sides",
);

words!(pub(super) enum Immobile { "blocked" => Blocked, "surrounded" => Surrounded });

pub(super) const DUX_CAPTURES: Rule<bool> = Rule::new(
    "dux_captures",
    "true",
    "whether the dux takes part in captures, as the piece that moves and as the friend beyond",
);

pub(super) const QUIET: Rule<u32> = Rule::whole(
    "quiet",
    "60",
    0..=1_000,
    "after how many plies without a capture the game ends; 0: no limit",
);

/// A value of a key, or that of the rule set.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrSet<T>(Option<T>);

fn is_of_set(value: &Value) -> bool {
    value.word() == Some("set")
}

impl Readable for OrSet<bool> {
    const TAKES: Takes = Takes::Own("\"set\", true or false");

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        if is_of_set(value) { Some(Self(None)) } else { value.truth().map(|truth| Self(Some(truth))) }
    }
}

impl Readable for OrSet<u32> {
    const TAKES: Takes = Takes::Own("\"set\", or a whole number from 2 to 127");

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        if is_of_set(value) {
            return Some(Self(None));
        }
        let number = value.whole().filter(|number| (2..=127).contains(number))?;
        u32::try_from(number).ok().map(|number| Self(Some(number)))
    }
}

/// What the rule `setup` is read as.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetupRule(Option<Setup>);

impl Readable for SetupRule {
    const TAKES: Takes = Takes::Own("\"set\", \"placed\", or a whole number from 1 to 7");

    fn read(_: Takes, value: &Value, _: usize) -> Option<Self> {
        match value.word() {
            Some("set") => Some(Self(None)),
            Some("placed") => Some(Self(Some(Setup::Placed))),
            Some(_) => None,
            None => {
                let rows = value.whole().filter(|rows| (1..=7).contains(rows))?;
                u8::try_from(rows).ok().map(|rows| Self(Some(Setup::Rows(rows))))
            }
        }
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setup {
    /// With so many rows of stones.
    Rows(u8),
    /// With an empty board, on which the players place theirs.
    Placed,
}

/// The rules as a table plays them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "many rules are kept or not")]
pub(super) struct Settings {
    pub board: Board,
    pub setup: Setup,
    pub stones: u32,
    pub dux: bool,
    /// Whether a piece moves any distance.
    pub far: bool,
    /// Whether rows are taken, and not single stones alone.
    pub rows: bool,
    pub corner: bool,
    pub immobile: Immobile,
    pub dux_captures: bool,
    /// After so many plies without a capture the game is over; never, if that is 0.
    pub quiet: u32,
}

/// What a rule set says of the keys that it fixes.
#[expect(clippy::struct_excessive_bools, reason = "many rules are kept or not")]
struct Base {
    board: [u8; 2],
    setup: Setup,
    stones: u32,
    dux: bool,
    far: bool,
    rows: bool,
    corner: bool,
}

impl Set {
    const fn base(self) -> Base {
        match self {
            Self::Kowalski => Base {
                board: [12, 8],
                setup: Setup::Rows(1),
                stones: 12,
                dux: true,
                far: true,
                rows: true,
                corner: true,
            },
            Self::Piso => Base {
                board: [8, 8],
                setup: Setup::Placed,
                stones: 20,
                dux: false,
                far: false,
                rows: false,
                corner: true,
            },
            Self::Quintana => Base {
                board: [8, 8],
                setup: Setup::Rows(2),
                stones: 16,
                dux: false,
                far: true,
                rows: false,
                corner: false,
            },
        }
    }
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Result<Self, RuleError> {
        let base = rules.get(&SET).base();
        let [files, ranks] = base.board;
        let complain = |key, complaint: String| Err(RuleError::Complaint { key, complaint });
        let board = rules.get(&BOARD).0.or_else(|| Board::new(files, ranks));
        let Some(board) = board else { return complain("board", "there is no such board".to_owned()) };
        let setup = rules.get(&SETUP).0.unwrap_or(base.setup);
        let dux = rules.get(&DUX).0.unwrap_or(base.dux);
        let wanted = rules.get(&STONES).0;
        let stones = match setup {
            Setup::Rows(rows) => u32::from(rows) * u32::from(board.files),
            Setup::Placed => wanted.unwrap_or(base.stones),
        };
        if let (Setup::Rows(rows), Some(wanted)) = (setup, wanted)
            && wanted != stones
        {
            return complain(
                "stones",
                format!(
                    "with {} squares in each row, setup={rows} gives {stones} stones, not {wanted}",
                    board.files
                ),
            );
        }
        if let Setup::Rows(rows) = setup {
            let needed = 2 * (rows + u8::from(dux)) + u8::from(!dux);
            if needed > board.ranks {
                let duces = if dux { " and a dux before each" } else { "" };
                let between = if dux { "" } else { " and an empty one between them" };
                return complain(
                    "setup",
                    format!(
                        "rows of stones on both sides{duces}{between} take {needed} ranks, and the board has {}",
                        board.ranks
                    ),
                );
            }
        }
        if setup == Setup::Placed && dux {
            return complain(
                "dux",
                "with setup=\"placed\" no source says where a dux would come from; add dux=false".to_owned(),
            );
        }
        if 2 * stones >= board.squares() {
            return complain(
                "stones",
                format!(
                    "{stones} stones each leave no empty square on a board of {} squares",
                    board.squares()
                ),
            );
        }
        Ok(Self {
            board,
            setup,
            stones,
            dux,
            far: match rules.get(&MOVE) {
                MoveRule::OfSet => base.far,
                MoveRule::Rook => true,
                MoveRule::Step => false,
            },
            rows: match rules.get(&LINE) {
                LineRule::OfSet => base.rows,
                LineRule::Many => true,
                LineRule::One => false,
            },
            corner: rules.get(&CORNER).0.unwrap_or(base.corner),
            immobile: rules.get(&IMMOBILE),
            dux_captures: rules.get(&DUX_CAPTURES),
            quiet: rules.get(&QUIET),
        })
    }
}
