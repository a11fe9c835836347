//! All positions with few pebbles, solved from the last pebble back.
//!
//! Sowings that take nothing lead round in circles, so the positions with so many pebbles are solved all at once. From
//! values of 0 each is computed anew from those that it leads to until nothing changes, which gives what both can force
//! within ever more turns. Whoever gains something by force does so within finitely many turns, and play without an end
//! adds nothing: so the last values are those of best play, however long it takes.

use super::board::{Board, CELLS};
use super::layout::Beginning;
use super::play::{After, Position};
use super::settings::{Again, Choice, Settings};

/// So many pebbles at most.
pub(super) const FEW: u32 = 6;

/// As many turns as nothing is taken where nothing ever is.
const NO_TAKING: u8 = u8::MAX;

/// What all positions with few pebbles are worth.
pub(super) struct Endgame {
    /// The numbers of combinations.
    choose: [[u32; CELLS]; FEW as usize + CELLS],
    /// Where the boards with so many pebbles begin.
    begins: [usize; FEW as usize + 2],
    /// What each board is worth to the seat whose turn it is.
    values: Vec<i8>,
    /// How many turns pass until the next taking if both play their best, and of what is equally good what comes to it
    /// soonest.
    turns: Vec<u8>,
}

impl Endgame {
    pub(super) fn new(choice: Choice, again: Again) -> Self {
        let settings = Settings { choice, again, turning: false, beginning: Beginning::Any, target: 0 };
        let mut choose = [[0; CELLS]; FEW as usize + CELLS];
        for of in 0..choose.len() {
            choose[of][0] = 1;
            for k in 1..CELLS {
                choose[of][k] = if of == 0 { 0 } else { choose[of - 1][k - 1] + choose[of - 1][k] };
            }
        }
        let mut begins = [0; FEW as usize + 2];
        for pebbles in 0..=FEW as usize {
            begins[pebbles + 1] = begins[pebbles] + choose[pebbles + CELLS - 1][CELLS - 1] as usize;
        }
        let all = begins[FEW as usize + 1];
        let mut endgame = Self { choose, begins, values: vec![0; all], turns: vec![NO_TAKING; all] };
        for pebbles in 1..=FEW {
            endgame.solve(pebbles, &settings);
        }
        endgame
    }

    /// What a position is worth to who decides, if it is one of these.
    pub(super) fn value(&self, position: Position) -> Option<i32> {
        if position.board.pebbles() > FEW {
            return None;
        }
        // Who gives decides in the turn of the other.
        let value = |board: Board| self.values.get(self.index(board)).map(|value| i32::from(*value));
        if position.gives {
            value(position.board.turned()).map(|value| -value)
        } else {
            value(position.board)
        }
    }

    /// How many turns pass until the next taking if both play as `best`, if it is one of these positions; the most that
    /// there can be where nothing is ever taken.
    pub(super) fn turns(&self, position: Position) -> Option<u32> {
        let few = position.board.pebbles() <= FEW;
        let board = if position.gives { position.board.turned() } else { position.board };
        few.then(|| self.turns.get(self.index(board)).map(|turns| u32::from(*turns)))?
    }

    /// The index of a board: those with fewer pebbles come first.
    fn index(&self, board: Board) -> usize {
        let (mut sum, mut index) = (0, 0);
        for cell in 0..CELLS - 1 {
            sum += usize::from(board.cell(cell));
            index += self.choose[sum + cell][cell + 1] as usize;
        }
        self.begins[sum + usize::from(board.cell(CELLS - 1))] + index
    }

    fn solve(&mut self, pebbles: u32, settings: &Settings) {
        let turns: Vec<Turn> = boards(pebbles).map(|board| self.turn(board, settings)).collect();
        loop {
            let values: Vec<i8> = turns.iter().map(|turn| self.value_of(turn)).collect();
            let indices = turns.iter().map(|turn| turn.index);
            let mut changed = false;
            for (index, value) in indices.zip(values) {
                changed |= std::mem::replace(&mut self.values[index], value) != value;
            }
            if !changed {
                break;
            }
        }
        self.count_turns(&turns);
    }

    /// Counts the turns to the next taking from the positions on in which something is taken at once.
    fn count_turns(&mut self, turns: &[Turn]) {
        let liked: Vec<(&Turn, Vec<usize>)> = turns.iter().map(|turn| (turn, self.liked(turn))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (turn, liked) in &liked {
                // What is given is sown in the same turn.
                let passes = u8::from(!turn.gives);
                let soonest = liked.iter().map(|index| {
                    let (next, takes, _) = turn.options[*index];
                    if takes > 0 { 0 } else { self.turns[next].saturating_add(passes) }
                });
                if let Some(soonest) = soonest.min().filter(|soonest| *soonest < self.turns[turn.index]) {
                    self.turns[turn.index] = soonest;
                    changed = true;
                }
            }
        }
    }

    /// Of what can be done that which is worth most, and of that what takes most.
    fn liked(&self, turn: &Turn) -> Vec<usize> {
        let merit = |(index, takes, same): &(usize, u32, bool)| (self.option(*index, *takes, *same), *takes);
        let most = turn.options.iter().map(merit).max();
        (0..turn.options.len()).filter(|index| Some(merit(&turn.options[*index])) == most).collect()
    }

    /// What an option is worth to who decides.
    fn option(&self, index: usize, takes: u32, same: bool) -> i32 {
        let value = i32::from(self.values[index]);
        takes.cast_signed() + if same { value } else { -value }
    }

    /// What can be done in the turn of who sees a board, and after a gift of the other.
    fn turn(&self, board: Board, settings: &Settings) -> Turn {
        let position = Position::at_turn(board);
        let options = position.actions(settings);
        let options = options.iter().map(|action| {
            let After { position: next, takes, again, .. } = position.after(action, settings);
            // To who decides here; the board is that of who has the turn.
            let (board, same) = if next.gives { (next.board.turned(), !again) } else { (next.board, again) };
            (self.index(board), takes, same)
        });
        Turn {
            index: self.index(board),
            gives: position.gives,
            end: position.last_pebble(),
            options: options.collect(),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "nothing is worth more than six pebbles")]
    fn value_of(&self, turn: &Turn) -> i8 {
        let value = |(index, takes, same): &(usize, u32, bool)| self.option(*index, *takes, *same);
        let best = turn.options.iter().map(value).max().unwrap_or(turn.end);
        (if turn.gives { -best } else { best }) as i8
    }
}

/// What can be done on a board.
struct Turn {
    index: usize,
    /// Whether the other seat decides, who gives.
    gives: bool,
    /// What it is worth if nothing can be done.
    end: i32,
    /// Which boards it leads to, what is taken, and whether who decides has the turn there.
    options: Vec<(usize, u32, bool)>,
}

/// All boards with so many pebbles.
pub(super) fn boards(pebbles: u32) -> impl Iterator<Item = Board> {
    let mut cells = [0u8; CELLS];
    #[expect(clippy::cast_possible_truncation, reason = "they are few")]
    let all = pebbles as u8;
    cells[0] = all;
    let mut next = Some(cells);
    std::iter::from_fn(move || {
        let board = next?;
        next = successor(board);
        Some(Board::new(board))
    })
}

/// The next way to spread as many pebbles, in falling order.
fn successor(mut cells: [u8; CELLS]) -> Option<[u8; CELLS]> {
    let last = cells[CELLS - 1];
    let from = cells[..CELLS - 1].iter().rposition(|cell| *cell > 0)?;
    cells[CELLS - 1] = 0;
    cells[from] -= 1;
    cells[from + 1] = last + 1;
    Some(cells)
}
