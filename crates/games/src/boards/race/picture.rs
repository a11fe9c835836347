//! The board of a race, as the player to move sees it.

use super::position::{HAND, OFF, Position, Side};
use crate::kit::{BoardView, Content, Square, Steps};

/// The spaces of a board, row by row from the top: whether one is of the other seat's own, and its number; `None` where there is
/// none.
pub(in crate::boards) type Spaces = Vec<Option<(bool, u8)>>;

/// The moves of the player to move, each from a space to another, as indices on the board.
pub(in crate::boards) fn steps(spaces: &Spaces, moves: impl IntoIterator<Item = (u8, u8)>) -> Steps {
    let index = |space: u8| spaces.iter().position(|at| *at == Some((false, space)));
    moves.into_iter().map(|(from, to)| [index(from), index(to)]).collect()
}

/// How the board of a race is shown.
pub(in crate::boards) struct Picture<'p> {
    /// The number of squares of a row.
    pub columns: u8,
    /// The spaces of the board.
    pub spaces: &'p Spaces,
    /// The spaces that both seats walk over, one bit each.
    pub shared: u32,
    /// The shared spaces that are marked because nothing can be captured there.
    pub safe: u32,
    /// The name of a space.
    pub name: &'p dyn Fn(bool, u8) -> String,
    /// The content of a space with this many pieces, by their letter: those of the player to move are dark.
    pub pieces: fn(char, u8) -> Content,
    /// The texts above and below.
    pub texts: [String; 2],
}

impl Picture<'_> {
    /// The board with the moves of the player to move.
    pub(in crate::boards) fn of(self, position: &Position, moves: &[(u8, u8)]) -> BoardView {
        let Self { columns, spaces, shared, safe, name, pieces, texts: [above, below] } = self;
        let square = |at: &Option<(bool, u8)>| {
            let Some((is_other, space)) = *at else {
                let (name, content) = (String::new(), Content::Outside);
                return Square { name, content, marked: false, reached: false, taken: false };
            };
            let is_shared = shared >> space & 1 == 1;
            let counts = [
                if is_other { 0 } else { position.own.count(space) },
                if is_other || is_shared { position.other.count(space) } else { 0 },
            ];
            let reached = !is_other && moves.iter().any(|(_, to)| *to == space);
            Square {
                name: name(is_other, space),
                content: match counts {
                    [0, 0] => Content::Nothing,
                    [0, count] => pieces('w', count),
                    [count, _] => pieces('b', count),
                },
                marked: !is_other && moves.iter().any(|(from, _)| *from == space),
                reached,
                taken: reached && counts[1] == 1,
            }
        };
        let is_safe = |(_, space): (bool, u8)| (shared & safe) >> space & 1 == 1;
        let steps = steps(spaces, moves.iter().copied());
        let of_both = |of: fn(Side) -> u8| [position.own, position.other].map(|side| u32::from(of(side)));
        BoardView {
            columns: columns.into(),
            squares: spaces.iter().map(square).collect(),
            arrows: steps.into_iter().filter_map(|[from, to]| from.zip(to)).collect(),
            rosettes: (0..spaces.len()).filter(|slot| spaces[*slot].is_some_and(is_safe)).collect(),
            above,
            below,
            beside: [("waiting", of_both(|side| side.count(HAND))), ("off", of_both(|side| side.count(OFF)))]
                .into(),
        }
    }
}
