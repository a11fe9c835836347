//! Gladiators: two tali against two, until one has no stones left.

use super::playing::{ProcessGame, of_talus};
use super::{Game, Key, Players, Reads, Takes};
use crate::process::{Course, Law, Process, Seats, Step, Turn};
use crate::tali::TaliSet;

pub(super) static GAME: Game = Game {
    number: 11,
    name: "gladiators",
    title: "Gladiators",
    summary: "Two fighters of four stones each; the lower total of two tali loses a stone",
    players: Players::of(2, 2, 2),
    coins: false,
    faces: true,
    keys: &[
        Key {
            name: "stones",
            default: "4",
            takes: Takes::Whole(1, 100),
            reading: "how many stones each fighter has",
        },
        Key {
            name: "attack",
            default: "\"both\"",
            takes: Takes::Word(&["both", "turns"]),
            reading: "\"both\": in every exchange the lower total loses a stone. \"turns\": seat 1 attacks first, then they \
                      alternate, and only the defender can lose a stone to a higher total",
        },
    ],
    reading: &[
        "Each fighter casts the first two bones of his set; an exchange is two casts. Equal totals cost both a stone.",
        "A fighter without stones has lost; if both have none it is a draw, which nobody wins.",
    ],
    source: "M. J. Speakman, game 11",
    reads: Reads::Pair(|_, total| format!("{total} against the other fighter's total")),
    set_up: |table| {
        let total =
            |set: &TaliSet| of_talus(&set.tali()[0]).and(&of_talus(&set.tali()[1]), |one, two| one + two);
        let exchange = total(&table.bones[0]).and(&total(&table.bones[1]), std::cmp::Ord::cmp);
        Ok(Box::new(ProcessGame::new(Gladiators {
            law: [exchange],
            stones: u8::try_from(table.rules.whole("stones")).unwrap_or(u8::MAX),
            turns: table.rules.is("attack", "turns"),
        })))
    },
};

/// Of an exchange it matters whose total is higher.
struct Gladiators {
    law: [Law<std::cmp::Ordering>; 1],
    stones: u8,
    turns: bool,
}

impl Process for Gladiators {
    /// The stones of both, and who attacks.
    type State = Course<([u8; 2], usize)>;
    type Move = std::cmp::Ordering;
    type Information = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::State {
        Course::On(([self.stones; 2], 0))
    }

    fn distributions(&self) -> &[Law<std::cmp::Ordering>] {
        &self.law
    }

    fn turn(&self, state: &Self::State) -> Turn<(), std::cmp::Ordering> {
        state.turn(|_| 0)
    }

    fn next(&self, state: &Self::State, higher: std::cmp::Ordering) -> Step<Self::State> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let Course::On((before, attacker)) = *state else { return Step::to(*state) };
        let losers: [bool; 2] = match higher {
            Equal => [true, true],
            Greater => [false, true],
            Less => [true, false],
        };
        let mut stones = before;
        for (fighter, loses) in losers.into_iter().enumerate() {
            let safe = self.turns && higher != Equal && fighter == attacker;
            stones[fighter] -= u8::from(loses && !safe);
        }
        let to = match stones {
            [0, 0] => Course::Over(Seats::NONE),
            [0, _] => Course::won_by(1),
            [_, 0] => Course::won_by(0),
            _ => Course::On((stones, if self.turns { 1 - attacker } else { 0 })),
        };
        Step::to(to).taking(2).idle_if(stones == before)
    }
}
