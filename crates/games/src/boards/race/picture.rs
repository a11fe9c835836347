//! The board of a race, as the player to move sees it.

use super::position::Position;
use crate::kit::{BoardView, Content, Square};

/// How the board of a race is shown.
pub(in crate::boards) struct Picture<'p> {
    /// How many squares a row has.
    pub columns: u8,
    /// Row by row from the top: whether a space is one of the other seat's own, and its number; nothing where there is none.
    pub spaces: &'p [Option<(bool, u8)>],
    /// The spaces that both seats walk over, one bit each.
    pub shared: u32,
    /// The shared spaces that are marked because nothing can be captured there.
    pub safe: u32,
    /// What a space is called.
    pub name: &'p dyn Fn(bool, u8) -> String,
    /// So many pieces, by their letter: those of the player to move are dark.
    pub pieces: fn(char, u8) -> Content,
    /// What is said above and below.
    pub texts: [String; 2],
}

impl Picture<'_> {
    /// The board with what the player to move does, from where to where pieces go.
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
        let index = |space: u8| spaces.iter().position(|at| *at == Some((false, space)));
        BoardView {
            columns: columns.into(),
            squares: spaces.iter().map(square).collect(),
            arrows: moves.iter().filter_map(|(from, to)| Some((index(*from)?, index(*to)?))).collect(),
            rosettes: (0..spaces.len()).filter(|place| spaces[*place].is_some_and(is_safe)).collect(),
            above,
            below,
        }
    }
}
