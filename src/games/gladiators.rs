//! Gladiators: two tali against two, until one has no stones left.

use super::playing::{Walking, of_talus};
use super::rules::{Rule, words};
use super::{Game, Players, Reads};
use crate::process::{Ending, Law, Step, Walk};
use crate::tali::TaliSet;

const STONES: Rule<u8> = Rule::whole("stones", "4", 1..=100, "how many stones each fighter has");

const ATTACK: Rule<Attack> = Rule::new(
    "attack",
    "\"both\"",
    "\"both\": in every exchange the lower total loses a stone. \"turns\": seat 1 attacks first, then they \
     alternate, and only the defender can lose a stone to a higher total",
);

#[derive(PartialEq, Eq)]
enum Attack {
    Both,
    Turns,
}

words!(Attack { "both" => Both, "turns" => Turns });

pub(super) static GAME: Game = Game {
    number: 11,
    name: "gladiators",
    title: "Gladiators",
    summary: "Two fighters of four stones each; the lower total of two tali loses a stone",
    players: Players::of(2, 2, 2),
    coins: false,
    faces: true,
    keys: &[STONES.key, ATTACK.key],
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
        Ok(Box::new(Walking(Gladiators {
            law: [exchange],
            stones: table.rules.get(&STONES),
            turns: table.rules.get(&ATTACK) == Attack::Turns,
        })))
    },
};

/// In which the state is the stones of both and who attacks, and the effect whose total is higher.
struct Gladiators {
    law: [Law<std::cmp::Ordering>; 1],
    stones: u8,
    turns: bool,
}

impl Walk for Gladiators {
    type State = ([u8; 2], usize);
    type Effect = std::cmp::Ordering;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::State {
        ([self.stones; 2], 0)
    }

    fn laws(&self) -> &[Law<Self::Effect>] {
        &self.law
    }

    fn thrown(&self, _: Self::State) -> usize {
        0
    }

    #[inline]
    fn step(&self, (mut stones, attacker): Self::State, higher: Self::Effect) -> Step<Self::State> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let losers: [bool; 2] = match higher {
            Equal => [true, true],
            Greater => [false, true],
            Less => [true, false],
        };
        for (fighter, loses) in losers.into_iter().enumerate() {
            let safe = self.turns && higher != Equal && fighter == attacker;
            stones[fighter] -= u8::from(loses && !safe);
        }
        match stones {
            [0, 0] => Step::End(Ending::Nobody, 0),
            [0, _] => Step::End(Ending::Won(1), 0),
            [_, 0] => Step::End(Ending::Won(0), 0),
            _ => Step::To(self.pass((stones, attacker))),
        }
    }

    fn pass(&self, (stones, attacker): Self::State) -> Self::State {
        (stones, if self.turns { 1 - attacker } else { 0 })
    }

    fn casts(&self) -> u64 {
        2
    }
}
