//! Boards as they are shown.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A move on a board: the indices of the two squares for each moving piece; `None` stands for the hand or off the board.
pub type Steps = Vec<[Option<usize>; 2]>;

/// A board, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BoardView {
    /// The number of squares in a row.
    pub columns: usize,
    /// The squares.
    pub squares: Vec<Square>,
    /// The best moves of pieces, each as the indices of two squares.
    #[serde(skip)]
    pub arrows: Vec<(usize, usize)>,
    /// The indices of squares marked as safe from capture.
    #[serde(rename = "safe", skip_serializing_if = "Vec::is_empty")]
    pub rosettes: Vec<usize>,
    /// The text above the board.
    pub above: String,
    /// The text below the board.
    pub below: String,
    /// Counts shown beside the board, by name: for the dark side or seat 1, then for the other.
    #[serde(flatten)]
    pub beside: BTreeMap<&'static str, [u32; 2]>,
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Nothing,
    /// Not a square of the board.
    Outside,
    /// A number of pebbles.
    Pebbles(u8),
    /// A piece by its letter: lower case for a stone, upper case for a dux.
    Piece(char),
    /// A number of stones, with their letter.
    Pieces(char, u8),
}

/// A square or a cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// Its name.
    pub name: String,
    /// Its content.
    pub content: Content,
    /// Whether a best move begins here.
    pub marked: bool,
    /// Whether the advised move ends here.
    pub reached: bool,
    /// Whether the advised move captures the content.
    pub taken: bool,
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (piece, count) = match self.content {
            Content::Outside => return serializer.serialize_none(),
            Content::Nothing => (None, 0),
            Content::Pebbles(pebbles) => (None, pebbles),
            Content::Piece(letter) => (Some(letter), 1),
            Content::Pieces(letter, count) => (Some(letter), count),
        };
        let mut square = serializer.serialize_struct("Square", 3)?;
        square.serialize_field("name", &self.name)?;
        square.serialize_field("piece", &piece)?;
        square.serialize_field("count", &count)?;
        square.end()
    }
}
