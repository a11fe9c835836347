//! A board as readers see it.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A move on a board: for each piece that moves the indices of two squares, nothing where it comes from the hand or leaves the board.
pub type Steps = Vec<[Option<usize>; 2]>;

/// A board as it is shown, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BoardView {
    /// How many squares a row has.
    pub columns: usize,
    /// The squares.
    pub squares: Vec<Square>,
    /// The best moves, as the indices of two squares each, where pieces move.
    #[serde(skip)]
    pub arrows: Vec<(usize, usize)>,
    /// The indices of the squares on which nothing can be taken, if the board marks them.
    #[serde(rename = "safe", skip_serializing_if = "Vec::is_empty")]
    pub rosettes: Vec<usize>,
    /// What is said above it.
    pub above: String,
    /// What is said below.
    pub below: String,
    /// What lies beside the board, by its name: of the side of the dark pieces, or of seat 1, and of the other.
    #[serde(flatten)]
    pub beside: BTreeMap<&'static str, [u32; 2]>,
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Nothing,
    /// Not even a square: the board has none here.
    Outside,
    /// So many pebbles.
    Pebbles(u8),
    /// A piece, by its letter: small for a stone, a capital for a dux.
    Piece(char),
    /// So many stones, by their letter.
    Pieces(char, u8),
}

/// A square or a cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// What it is called.
    pub name: String,
    /// What is there.
    pub content: Content,
    /// Whether a best move begins there.
    pub marked: bool,
    /// Whether the move that is advised ends there.
    pub reached: bool,
    /// Whether what is there is taken by it.
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
