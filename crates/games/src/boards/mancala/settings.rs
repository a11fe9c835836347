//! The rule keys, and the rules as a table plays them.

use super::layout::{Beginning, Layout};
use super::notation;
use crate::kit::Takes;
use crate::kit::rules::{EndsBy, ReadAs, Readable, Rule, Rules, Value, words};

pub(super) const PLAY: Rule<Choice> = Rule::new(
    "play",
    "\"choice\"",
    "Where to sow from: _. \"choice\": any of their own. \"forced\": always the last one that is not empty, Lane's \
     simple game, in which only the layout and the side of the board are chosen.",
);

words!(pub(super) enum Choice { "choice" => Any, "forced" => Forced });

pub(super) const AGAIN: Rule<Again> = Rule::new(
    "again",
    "\"scored\"",
    "A player sows again: _. \"scored\": after every sowing that takes. \"never\": not at all, as in the reading of the Ludii \
     portal.",
);

words!(pub(super) enum Again { "scored" => Scored, "never" => Never });

pub(super) const TURNING: Rule<bool> = Rule::new(
    "turning",
    "true",
    "The player who did not lay out may turn the board round: _. The two then change sides, and the other moves first.",
);

pub(super) const LAYOUT: Rule<LayoutRule> = Rule::new(
    "layout",
    "\"any\"",
    "The layout of the pebbles: _. \"any\": any of the 9,139 ways to spread 36 over cells 2 to 5 of the side that moves first, \
     with as many opposite. Otherwise the layout itself, of cells 2 to 5 or of all twelve.",
)
.ending(&[EndsBy {
    value: "[6, 10, 10, 10]",
    means: "the fairest layout with four or more in each cell that ends a match; one side wins every round by four",
}]);

pub(super) const TARGET: Rule<u32> = Rule::whole(
    "target",
    "60",
    0..=1_000,
    "The first to _ points wins the match. The difference of the pebbles of each round counts for its winner. With 0 it is a \
     single round.",
)
.ending(&[EndsBy {
    value: "0",
    means: "a game is a single round, and `times` in the night file says how many are played",
}]);

/// The rules as a table plays them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub choice: Choice,
    pub again: Again,
    pub turning: bool,
    pub beginning: Beginning,
    pub target: u32,
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            choice: rules.get(&PLAY),
            again: rules.get(&AGAIN),
            turning: rules.get(&TURNING),
            beginning: rules.get(&LAYOUT).0,
            target: rules.get(&TARGET),
        }
    }
}

/// The value of the rule `layout`.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayoutRule(pub Beginning);

const ALLOWED: &str = "\"any\", four numbers that add up to 36 such as [9, 9, 9, 9], or a position such as \
                       \"6,6,6,6,6,6/6,6,6,6,6,6\"";

impl Readable for LayoutRule {
    const TAKES: Takes = Takes::Own(ALLOWED);

    fn read(_: Takes, value: &Value, _: usize) -> ReadAs<Self> {
        read(value).map(Self)
    }
}

/// The beginning that a value stands for, or what is wrong with it, if that is more than that it is not allowed.
fn read(value: &Value) -> ReadAs<Beginning> {
    if let Some(cells) = value.list() {
        let cells: Option<Vec<i64>> = cells.iter().map(Value::whole).collect();
        return numbers(&cells.ok_or(None)?);
    }
    match value.word().ok_or(None)? {
        "any" => Ok(Beginning::Any),
        text if text.contains('/') => {
            let (board, _, captured) = notation::read(text).map_err(|error| Some(error.to_string()))?;
            if captured != [0, 0] {
                return Err(Some("a round begins with no pebbles taken; leave them out".to_owned()));
            }
            if board.pebbles() < 2 {
                return Err(Some("a round needs two pebbles or more".to_owned()));
            }
            Ok(Beginning::Fixed(board))
        }
        text => {
            let cells: Option<Vec<i64>> = text.split(',').map(|cell| cell.trim().parse().ok()).collect();
            numbers(&cells.ok_or(None)?)
        }
    }
}

fn numbers(cells: &[i64]) -> ReadAs<Beginning> {
    Layout::read(cells).map(|layout| Beginning::Fixed(layout.board())).map_err(Some)
}
