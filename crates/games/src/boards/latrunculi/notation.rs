//! Positions and moves as they are typed: `wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb b 0-0 0`, `a1-a4`.

use super::board::{has, one};
use super::position::{Ply, Position};
use super::settings::{Settings, Setup};
use super::state::State;
use crate::kit::notation::{Cursor, Read, refuse};

impl State {
    /// Parses `RANKS SIDE TAKEN-TAKEN QUIET HAND-HAND`; everything after the ranks is optional.
    pub(super) fn read(text: &str, settings: &Settings) -> Read<Self> {
        let whole = Cursor::new(text);
        let mut text = whole;
        let ranks = refuse!(text unless text.word(),
            "a position begins with the ranks, from the last to the first, such as `8/8/3bw3/8/8/8/8/8`");
        let mut position = Position { stones: [0; 2], dux: [None; 2], hands: [0; 2], taken: [0; 2], seat: 0 };
        position.read_ranks(ranks, settings)?;
        position.seat = text.word().map_or(Ok(0), |word| word.side(["b", "w"]))?;
        let pair = |word: Option<Cursor<'_>>, what| word.map_or(Ok([0; 2]), |word| pair(word, what));
        position.taken = pair(text.word(), "what Black and White have taken")?;
        let quiet = text.word().map_or(Ok(0), quiet)?;
        position.hands = pair(text.word(), "how many stones Black and White have in hand")?;
        text.ends_after("the stones in hand")?;
        position.check(whole, settings)?;
        Ok(Self::new(position, quiet))
    }

    /// The position as it is typed.
    pub(super) fn text(&self, settings: &Settings) -> String {
        let Self { position, quiet, .. } = self;
        let board = &settings.board;
        let rank = |rank| {
            let pieces: Vec<Option<char>> =
                (0..board.files).map(|file| position.piece(board.square(file, rank))).collect();
            let runs = pieces.chunk_by(|one, next| one.is_none() && next.is_none());
            runs.map(|run| run[0].map_or_else(|| run.len().to_string(), String::from)).collect::<String>()
        };
        let ranks: Vec<String> = (0..board.ranks).rev().map(rank).collect();
        let side = if position.seat == 0 { 'b' } else { 'w' };
        let [black, white] = position.taken;
        let hands = match position.hands {
            [0, 0] => String::new(),
            [black, white] => format!(" {black}-{white}"),
        };
        format!("{} {side} {black}-{white} {quiet}{hands}", ranks.join("/"))
    }
}

impl Position {
    /// The letter of the piece on a square: small for a stone, a capital for a dux.
    pub(super) fn piece(&self, square: u8) -> Option<char> {
        [('b', 'B'), ('w', 'W')].into_iter().enumerate().find_map(|(seat, (stone, dux))| {
            if self.dux[seat] == Some(square) {
                Some(dux)
            } else {
                has(self.stones[seat], square).then_some(stone)
            }
        })
    }

    /// Parses the ranks, separated by `/`, from the last to the first.
    fn read_ranks(&mut self, word: Cursor<'_>, settings: &Settings) -> Read<()> {
        let board = &settings.board;
        let files = u32::from(board.files);
        let parts: Vec<Cursor<'_>> = word.split(|sign| sign == '/').collect();
        refuse!(word if parts.len() != usize::from(board.ranks),
            "the board has {} ranks, not {}", board.ranks, parts.len());
        for (rank, part) in (0..board.ranks).rev().zip(parts) {
            // The file of the next piece, without a number of empty squares that is still being read.
            let (mut file, mut empty) = (0, 0);
            for sign in part.signs() {
                if let Some(digit) = sign.number(0..=9) {
                    empty = 10 * empty + digit;
                    refuse!(sign if empty == 0 || empty > files, "a number of empty squares is 1 to {files}");
                    continue;
                }
                file += std::mem::take(&mut empty);
                if file < files {
                    self.put(sign, board.square(u8::try_from(file).unwrap_or(0), rank), settings)?;
                }
                file += 1;
                if file > files {
                    break;
                }
            }
            file += empty;
            refuse!(part if file != files, "rank {} has {files} squares, not {file}", rank + 1);
        }
        Ok(())
    }

    /// Puts the piece of a letter on a square.
    fn put(&mut self, letter: Cursor<'_>, square: u8, settings: &Settings) -> Read<()> {
        let seat = match letter.text {
            "b" | "B" => 0,
            "w" | "W" => 1,
            _ => refuse!(
                letter,
                "a square is `b` or `w` for a stone, `B` or `W` for a dux, or one of a number of empty squares, not {letter}"
            ),
        };
        if matches!(letter.text, "b" | "w") {
            self.stones[seat] |= one(square);
        } else if !settings.dux {
            refuse!(letter, "by these rules there is no dux, but here is {letter}");
        } else if self.dux[seat].replace(square).is_some() {
            refuse!(letter, "each player has one dux, but here is a second {letter}");
        }
        Ok(())
    }

    /// Checks that there are no more pieces than the rules allow.
    fn check(&self, text: Cursor<'_>, settings: &Settings) -> Read<()> {
        for (seat, (name, dux)) in [("Black", "B"), ("White", "W")].into_iter().enumerate() {
            let (stones, all) = (settings.stones, self.stones_of(seat) + u32::from(self.taken[1 - seat]));
            refuse!(text if all > stones,
                "{name} has {stones} stones, but this position has {all}, on the board, in hand and taken");
            refuse!(text if settings.dux && self.dux[seat].is_none(),
                "each player has a dux, and {name}'s, `{dux}`, is missing");
        }
        refuse!(text if self.is_placing() && settings.setup != Setup::Placed,
            "by these rules no stones are in hand");
        refuse!(text if self.is_placing() && self.hands[self.mover()] == 0,
            "stones are being placed, but the player to move has none in hand");
        Ok(())
    }
}

/// Parses the number of plies since the last capture.
fn quiet(word: Cursor<'_>) -> Read<u32> {
    const MOST: u32 = 100_000;
    Ok(refuse!(word unless word.digits(..=MOST),
        "here come the plies since the last capture, 0 to {MOST}, not {word}"))
}

/// Parses a number for each player, such as `2-3`.
fn pair(word: Cursor<'_>, what: &str) -> Read<[u8; 2]> {
    Ok(refuse!(word unless word.pair('-', |number| number.digits(..)),
        "here comes {what}, each 0 to {}, such as 2-3, not {word}", u8::MAX))
}

/// A ply as it is typed.
pub(super) fn named(ply: Ply, settings: &Settings) -> String {
    let to = settings.board.name(ply.to);
    ply.from.map_or_else(|| format!("@{to}"), |from| format!("{}-{to}", settings.board.name(from)))
}
