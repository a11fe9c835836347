//! A board as readers see it.

/// A board as it is shown, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// How many squares a row has.
    pub columns: usize,
    /// The squares.
    pub squares: Vec<Square>,
    /// The best moves, as the indices of two squares each, where pieces move.
    pub arrows: Vec<(usize, usize)>,
    /// The indices of the squares on which nothing can be taken, if the board marks them.
    pub rosettes: Vec<usize>,
    /// What is said above it.
    pub above: String,
    /// What is said below.
    pub below: String,
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
