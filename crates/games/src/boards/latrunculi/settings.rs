//! The rule keys, the rule sets, and the rules as a table plays them.

use super::board::Board;
use crate::kit::Takes;
use crate::kit::rules::{ReadAs, Readable, Rule, RuleError, Rules, Value, words};

pub(super) const SET: Rule<Set> = Rule::new(
    "set",
    "\"kowalski\"",
    "The rule set is _. Every other rule can differ from it. \"kowalski\": W. Kowalski's proposed rules (12x8, one row of stones \
     and a dux, rook moves, rows are taken). \"piso\": the Locus Ludi project's reconstruction from the Laus Pisonis (8x8, 20 \
     stones that are placed first, one step at a time, single stones are taken). \"quintana\": the Museum Quintana's game (8x8, two \
     rows of stones, rook moves, single stones are taken, no corners).",
);

words!(pub(super) enum Set { "kowalski" => Kowalski, "piso" => Piso, "quintana" => Quintana });

pub(super) const BOARD: Rule<OrSet<Board>> =
    Rule::new("board", "\"set\"", "The board is _. That is files x ranks, up to 128 squares.");

pub(super) const SETUP: Rule<OrSet<Setup>> = Rule::new(
    "setup",
    "\"set\"",
    "Rows filled with stones at the start: _. \"placed\": the players put one stone each, in turn, where they like.",
);

pub(super) const STONES: Rule<OrSet<u32>> = Rule::new(
    "stones",
    "\"set\"",
    "Each player has _ stones. With rows of stones it is as many as they hold.",
);

pub(super) const DUX: Rule<OrSet<bool>> = Rule::new(
    "dux",
    "\"set\"",
    "Each player also has a dux: _. It is never taken, and a player whose dux is immobile loses.",
);

pub(super) const MOVE: Rule<MoveRule> = Rule::new(
    "move",
    "\"set\"",
    "A piece makes a _ move along its rank or file, over empty squares. \"rook\": any distance. \"step\": one square.",
);

words!(pub(super) enum MoveRule { "set" => OfSet, "rook" => Rook, "step" => Step });

pub(super) const LINE: Rule<LineRule> = Rule::new(
    "line",
    "\"set\"",
    "A line of capture may hold _ stones. \"many\": an unbroken row of any length. \"one\": exactly one.",
);

words!(pub(super) enum LineRule { "set" => OfSet, "many" => Many, "one" => One });

pub(super) const CORNER: Rule<OrSet<bool>> =
    Rule::new("corner", "\"set\"", "A stone in a corner is taken by two on both squares beside it: _.");

pub(super) const IMMOBILE: Rule<Immobile> = Rule::new(
    "immobile",
    "\"blocked\"",
    "A dux is immobile when it is _. \"blocked\": no square beside it is empty, and an enemy is on at least one. \"surrounded\": enemies \
     are on all four sides.",
);

words!(pub(super) enum Immobile { "blocked" => Blocked, "surrounded" => Surrounded });

pub(super) const DUX_CAPTURES: Rule<bool> = Rule::new(
    "dux_captures",
    "true",
    "The dux takes part in captures: _. It does so as the piece that moves and as the friend beyond.",
);

pub(super) const QUIET: Rule<u32> = Rule::whole(
    "quiet",
    "60",
    0..=1_000,
    "The game ends after _ plies without a capture. With 0 there is no limit.",
);

/// A value of a key, or that of the rule set.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrSet<T>(Option<T>);

/// What a key takes apart from "set".
pub(super) trait OwnValue: Sized {
    const TAKES: Takes;

    fn read(value: &Value) -> Option<Self>;
}

impl<T: OwnValue> Readable for OrSet<T> {
    const TAKES: Takes = T::TAKES;

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        if value.word() == Some("set") {
            Ok(Self(None))
        } else {
            T::read(value).map(Some).map(Self).ok_or(None)
        }
    }
}

impl OwnValue for bool {
    const TAKES: Takes = Takes::Own("\"set\", true or false");

    fn read(value: &Value) -> Option<Self> {
        value.truth()
    }
}

impl OwnValue for u32 {
    const TAKES: Takes = Takes::Own("\"set\", or a whole number from 2 to 63");

    fn read(value: &Value) -> Option<Self> {
        value.whole().filter(|number| (2..=63).contains(number))?.try_into().ok()
    }
}

impl OwnValue for Setup {
    const TAKES: Takes = Takes::Own("\"set\", \"placed\", or a whole number from 1 to 7");

    fn read(value: &Value) -> Option<Self> {
        match value.word() {
            Some(word) => (word == "placed").then_some(Self::Placed),
            None => Some(Self::Rows(value.whole().filter(|rows| (1..=7).contains(rows))?.try_into().ok()?)),
        }
    }
}

impl OwnValue for Board {
    const TAKES: Takes =
        Takes::Own("\"set\", or files x ranks, 4 to 16 of each and at most 128 squares, such as 8x8");

    fn read(value: &Value) -> Option<Self> {
        let (files, ranks) = value.word()?.split_once(['x', 'X'])?;
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let (files, ranks) = (number(files)?, number(ranks)?);
        Self::fits(files, ranks).then(|| Self::new(files, ranks))
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setup {
    /// With this many rows of stones.
    Rows(u8),
    /// With an empty board, on which the players place theirs.
    Placed,
}

/// The rules as a table plays them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "many rules are on or off")]
pub(super) struct Settings {
    pub board: Board,
    pub setup: Setup,
    pub stones: u32,
    pub dux: bool,
    /// Whether a piece moves any distance.
    pub far: bool,
    /// Whether rows are taken, and not only single stones.
    pub rows: bool,
    pub corner: bool,
    pub immobile: Immobile,
    pub dux_captures: bool,
    /// The number of plies without a capture after which the game is over; 0 for never.
    pub quiet: u32,
}

impl Set {
    /// The rules of a set, from which other keys can differ.
    fn settings(self) -> Settings {
        // The last three have keys with defaults of their own.
        let kowalski = Settings {
            board: Board::new(12, 8),
            setup: Setup::Rows(1),
            stones: 12,
            dux: true,
            far: true,
            rows: true,
            corner: true,
            immobile: Immobile::Blocked,
            dux_captures: true,
            quiet: 60,
        };
        let small = Settings { board: Board::new(8, 8), dux: false, rows: false, ..kowalski };
        match self {
            Self::Kowalski => kowalski,
            Self::Piso => Settings { setup: Setup::Placed, stones: 20, far: false, ..small },
            Self::Quintana => Settings { setup: Setup::Rows(2), stones: 16, corner: false, ..small },
        }
    }
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Result<Self, RuleError> {
        let base = rules.get(&SET).settings();
        let board = rules.get(&BOARD).0.unwrap_or(base.board);
        let setup = rules.get(&SETUP).0.unwrap_or(base.setup);
        let wanted = rules.get(&STONES).0;
        let settings = Self {
            board,
            setup,
            stones: match setup {
                Setup::Rows(rows) => u32::from(rows) * u32::from(board.files),
                Setup::Placed => wanted.unwrap_or(base.stones),
            },
            dux: rules.get(&DUX).0.unwrap_or(base.dux),
            far: match rules.get(&MOVE) {
                MoveRule::OfSet => base.far,
                own => own == MoveRule::Rook,
            },
            rows: match rules.get(&LINE) {
                LineRule::OfSet => base.rows,
                own => own == LineRule::Many,
            },
            corner: rules.get(&CORNER).0.unwrap_or(base.corner),
            immobile: rules.get(&IMMOBILE),
            dux_captures: rules.get(&DUX_CAPTURES),
            quiet: rules.get(&QUIET),
        };
        settings.check(wanted)?;
        Ok(settings)
    }

    /// Checks that the rules fit the board, and the number of stones that was asked for.
    fn check(&self, wanted: Option<u32>) -> Result<(), RuleError> {
        let Self { board, stones, dux, .. } = self;
        match self.setup {
            Setup::Placed if *dux => {
                let no_dux =
                    "with setup=\"placed\" no source says where a dux would come from; add dux=false";
                return complain("dux", no_dux.to_owned());
            }
            Setup::Placed => {}
            Setup::Rows(rows) => {
                if let Some(wanted) = wanted.filter(|wanted| wanted != stones) {
                    let files = board.files;
                    let given =
                        format!("with {files} squares in each row, setup={rows} gives {stones} stones");
                    return complain("stones", format!("{given}, not {wanted}"));
                }
                let needed = 2 * (rows + u8::from(*dux)) + u8::from(!dux);
                if needed > board.ranks {
                    let duces = if *dux { " and a dux before each" } else { "" };
                    let between = if *dux { "" } else { " and an empty one between them" };
                    let rows = format!("rows of stones on both sides{duces}{between} take {needed} ranks");
                    return complain("setup", format!("{rows}, but the board has {}", board.ranks));
                }
            }
        }
        if 2 * stones >= board.squares() {
            let squares = board.squares();
            let full = format!("{stones} stones each leave no empty square on a board of {squares} squares");
            return complain("stones", full);
        }
        Ok(())
    }
}

fn complain<T>(key: &'static str, complaint: String) -> Result<T, RuleError> {
    Err(RuleError::Complaint { key, complaint })
}
