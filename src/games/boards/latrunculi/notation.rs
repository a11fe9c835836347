//! Positions and moves as they are typed: `wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb b 0-0 0`, `a1-a4`.

use super::bits::Bits;
use super::position::{Ply, Position};
use super::settings::{Settings, Setup};
use crate::games::kit::PositionError;
use crate::games::kit::words::{Word, digits};
use crate::messages::abridged;

/// A position with how many plies running nothing was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub position: Position,
    pub quiet: u32,
}

impl Standing {
    /// The first position.
    pub(super) fn first(settings: &Settings) -> Self {
        Self { position: Position::first(settings), quiet: 0 }
    }

    /// Reads a position of these rules.
    pub(super) fn read(text: &str, settings: &Settings) -> Result<Self, PositionError> {
        let words = Word::all(text, 1);
        let Some((board, rest)) = words.split_first() else {
            return PositionError::at(
                1,
                "a position begins with the ranks, from the last to the first, such as `8/8/3bw3/8/8/8/8/8`",
            );
        };
        let mut position =
            Position { stones: [Bits::NONE; 2], dux: [None; 2], hands: [0; 2], taken: [0; 2], seat: 0 };
        position.read_ranks(*board, settings)?;
        let mut quiet = 0;
        for (place, word) in rest.iter().enumerate() {
            match place {
                0 => position.seat = side(*word)?,
                1 => position.taken = pair(*word, "what Black and White have taken")?,
                2 => quiet = number(*word, "the plies since the last capture")?,
                3 => position.hands = pair(*word, "how many stones Black and White have in hand")?,
                _ => {
                    let problem = format!(
                        "nothing comes after the stones in hand, and here is `{}`",
                        abridged(word.text)
                    );
                    return PositionError::at(word.column, problem);
                }
            }
        }
        position.check(settings)?;
        Ok(Self { position, quiet })
    }

    /// The position as it is typed.
    pub(super) fn text(&self, settings: &Settings) -> String {
        let Self { position, quiet } = self;
        let board = &settings.board;
        let mut ranks = Vec::new();
        for rank in (0..board.ranks).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..board.files {
                match position.piece(board.square(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(piece);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
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
    /// The letter of what stands on a square: small for a stone, a capital for a dux.
    pub(super) fn piece(&self, square: u8) -> Option<char> {
        [('b', 'B'), ('w', 'W')].into_iter().enumerate().find_map(|(seat, (stone, dux))| {
            if self.dux[seat] == Some(square) {
                Some(dux)
            } else {
                self.stones[seat].has(square).then_some(stone)
            }
        })
    }

    fn read_ranks(&mut self, word: Word<'_>, settings: &Settings) -> Result<(), PositionError> {
        let board = &settings.board;
        let (files, ranks) = (u32::from(board.files), u32::from(board.ranks));
        let mut column = word.column;
        let parts: Vec<&str> = word.text.split('/').collect();
        if parts.len() != usize::from(board.ranks) {
            let problem = format!("the board has {ranks} ranks, and here are {}", parts.len());
            return PositionError::at(column, problem);
        }
        for (rank, part) in (0..board.ranks).rev().zip(parts) {
            let begins = column;
            let mut file = 0u32;
            let mut digits: Option<u32> = None;
            for letter in part.chars() {
                let full = |file: u32| {
                    let problem = format!("rank {} has {files} squares, and here are {file}", rank + 1);
                    PositionError::at::<()>(begins, problem)
                };
                if let Some(digit) = letter.to_digit(10) {
                    let number = digits.unwrap_or(0).saturating_mul(10).saturating_add(digit);
                    if number == 0 || number > files {
                        let problem = format!("a number of empty squares is 1 to {files}");
                        return PositionError::at(column, problem);
                    }
                    digits = Some(number);
                } else {
                    file += digits.take().unwrap_or(0);
                    if file >= files {
                        full(file + 1)?;
                    }
                    let square = board.square(u8::try_from(file).unwrap_or(0), rank);
                    self.put(letter, square, column, settings)?;
                    file += 1;
                }
                column += 1;
            }
            file += digits.unwrap_or(0);
            if file != files {
                let problem = format!("rank {} has {files} squares, and here are {file}", rank + 1);
                return PositionError::at(begins, problem);
            }
            column += 1;
        }
        Ok(())
    }

    fn put(
        &mut self,
        letter: char,
        square: u8,
        column: usize,
        settings: &Settings,
    ) -> Result<(), PositionError> {
        let seat = match letter {
            'b' | 'B' => 0,
            'w' | 'W' => 1,
            _ => {
                let problem = format!(
                    "on a square stands `b` or `w`, a stone, `B` or `W`, a dux, or a number of squares are empty; not `{}`",
                    abridged(&letter.to_string())
                );
                return PositionError::at(column, problem);
            }
        };
        if letter.is_ascii_lowercase() {
            self.stones[seat] |= Bits::one(square);
            return Ok(());
        }
        if !settings.dux {
            return PositionError::at(
                column,
                format!("by these rules there is no dux, and here is `{letter}`"),
            );
        }
        if self.dux[seat].is_some() {
            return PositionError::at(
                column,
                format!("each player has one dux, and here is a second `{letter}`"),
            );
        }
        self.dux[seat] = Some(square);
        Ok(())
    }

    /// That there are no more pieces than the rules give.
    fn check(&self, settings: &Settings) -> Result<(), PositionError> {
        for (seat, (name, dux)) in [("Black", "B"), ("White", "W")].into_iter().enumerate() {
            let all = self.stones_of(seat) + u32::from(self.taken[1 - seat]);
            if all > settings.stones {
                let problem = format!(
                    "{name} has {} stones, and this position has {all}, on the board, in hand and taken",
                    settings.stones
                );
                return PositionError::at(1, problem);
            }
            if settings.dux && self.dux[seat].is_none() {
                return PositionError::at(
                    1,
                    format!("each player has a dux, and {name}'s, `{dux}`, is missing"),
                );
            }
        }
        if self.is_placing() {
            if settings.setup != Setup::Placed {
                return PositionError::at(1, "by these rules no stones are in hand");
            }
            if self.hands[self.mover()] == 0 {
                return PositionError::at(1, "stones are being placed, and who is to move has none in hand");
            }
        }
        Ok(())
    }
}

fn side(word: Word<'_>) -> Result<u8, PositionError> {
    match word.text {
        "b" => Ok(0),
        "w" => Ok(1),
        other => {
            PositionError::at(word.column, format!("the side to move is b or w, not `{}`", abridged(other)))
        }
    }
}

fn number(word: Word<'_>, what: &str) -> Result<u32, PositionError> {
    const MOST: u32 = 100_000;
    digits(word.text).filter(|number| *number <= MOST).map_or_else(
        || {
            PositionError::at(
                word.column,
                format!("here stands {what}, 0 to {MOST}, not `{}`", abridged(word.text)),
            )
        },
        Ok,
    )
}

fn pair(word: Word<'_>, what: &str) -> Result<[u8; 2], PositionError> {
    let number = |text: &str| digits(text).and_then(|number| u8::try_from(number).ok());
    let read = word.text.split_once('-').and_then(|(one, two)| Some([number(one)?, number(two)?]));
    read.map_or_else(
        || {
            PositionError::at(
                word.column,
                format!(
                    "here stands {what}, each 0 to {}, such as 2-3, not `{}`",
                    u8::MAX,
                    abridged(word.text)
                ),
            )
        },
        Ok,
    )
}

/// A ply as it is typed.
pub(super) fn named(ply: Ply, settings: &Settings) -> String {
    let to = settings.board.name(ply.to);
    ply.from.map_or_else(|| format!("@{to}"), |from| format!("{}-{to}", settings.board.name(from)))
}
