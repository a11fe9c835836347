//! Gladiators: two tali against two, until one has no stones left.

use crate::kit::ProcessGame;
use crate::kit::card::{RulesCard, many};
use crate::kit::rules::{Rule, words};
use crate::kit::throws::of_talus;
use crate::kit::{Game, Players, Rules, ThrowUse};
use tali_core::process::{Distribution, Play, Process, Seats, Step, Turn};
use tali_core::tali::TaliSet;

const STONES: Rule<u8> = Rule::whole("stones", "4", 1..=100, "how many stones each fighter has");

const ATTACK: Rule<Attack> = Rule::new(
    "attack",
    "\"both\"",
    "\"both\": in every exchange the lower total loses a stone. \"turns\": seat 1 attacks first, then they \
     alternate, and only the defender can lose a stone to a higher total",
);

words!(enum Attack { "both" => Both, "turns" => Turns });

pub(crate) static GAME: Game = Game {
    number: 11,
    name: "gladiators",
    file: include_str!("../../../../examples/games/gladiators.game"),
    title: "Gladiators",
    summary: "Two fighters of four stones each; the lower total of two tali loses a stone",
    players: Players::of(2, 2, 2),
    keys: &[STONES.key, ATTACK.key],
    reading: &[
        "Each fighter casts the first two bones of the set; an exchange is two casts. Equal totals cost both a stone.",
        "A fighter without stones has lost; if both have none it is a draw, which nobody wins.",
    ],
    card: &card,
    source: "M. J. Speakman, game 11",
    throw_use: &|_| ThrowUse::Pair(|_, total| format!("{total} against the other fighter's total")),
    set_up: &|table| {
        let total =
            |set: &TaliSet| of_talus(&set.tali()[0]).and(&of_talus(&set.tali()[1]), |one, two| one + two);
        let exchange = total(&table.bones[0]).and(&total(&table.bones[1]), std::cmp::Ord::cmp);
        Ok(Box::new(ProcessGame::new(Gladiators {
            distribution: [exchange],
            stones: table.rules.get(&STONES),
            turns: table.rules.get(&ATTACK) == Attack::Turns,
        })))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let exchange = match rules.get(&ATTACK) {
        Attack::Both => {
            "Both cast their two tali. Whoever has the lower total loses a stone; equal totals cost each of you a stone."
        }
        Attack::Turns => {
            "One attacks; the first player begins, then you take turns. Both cast their two tali. If the attacker's total is \
             higher, the defender loses a stone; equal totals cost each of you a stone; else nothing happens."
        }
    };
    RulesCard::new(
        [
            "Two fighters play. Each has two knucklebones (tali), which come to rest on one of four sides: 1, 3, 4 or 6.".to_owned(),
            format!("Each has {} too, to count lives with.", many(rules.get(&STONES), "stone", "stones")),
        ],
        [exchange.to_owned()],
        ["A fighter without stones has lost, and the other has won. If you lose your last stones together, it is a draw.".to_owned()],
    )
    .noted_by("stone", rules.get(&STONES).into())
}

/// Of an exchange it matters whose total is higher.
struct Gladiators {
    distribution: [Distribution<std::cmp::Ordering>; 1],
    stones: u8,
    turns: bool,
}

impl Process for Gladiators {
    /// The stones of both, and who attacks.
    type State = Play<([u8; 2], usize)>;
    type Move = std::cmp::Ordering;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::State {
        Play::On(([self.stones; 2], 0))
    }

    fn distributions(&self) -> &[Distribution<std::cmp::Ordering>] {
        &self.distribution
    }

    fn turn(&self, state: &Self::State) -> Turn<()> {
        state.turn(|_| 0)
    }

    fn next(&self, state: &Self::State, higher: std::cmp::Ordering) -> Step<Self::State> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let Play::On((before, attacker)) = *state else { return Step::to(*state) };
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
            [0, 0] => Play::Over(Seats::NONE),
            [0, _] => Play::won_by(1),
            [_, 0] => Play::won_by(0),
            _ => Play::On((stones, if self.turns { 1 - attacker } else { 0 })),
        };
        Step::to(to).taking(2).idle_if(stones == before)
    }
}
