//! Pentelitha, five stones: tali caught on the back of the hand.

use super::playing::{ProcessGame, caught};
use super::rules::{Chance, Rule, words};
use super::{Game, IN_CASTS, Players, Reads};
use crate::process::{Distribution, Process, Seats, Step, Turn};

const TALI: Rule<u32> = Rule::whole("tali", "5", 4..=5, "how many tali there are");

const CATCH: Rule<Chance> = Rule::new("catch", "\"1/2\"", "how likely a talus is caught, or a try succeeds");

const STYLE: Rule<Style> = Rule::new(
    "style",
    "\"back-of-hand\"",
    "\"back-of-hand\": all tali are tossed, and those that are not caught are tossed again. \"pick-up\": one \
     talus is tossed per try, and every success picks one of the others up from the ground",
);

words!(enum Style { "back-of-hand" => BackOfHand, "pick-up" => PickUp });

pub(super) static GAME: Game = Game {
    number: 16,
    name: "pentelitha",
    title: "Pentelitha",
    summary: "A solitaire of skill: toss five tali and catch them all on the back of the hand",
    players: Players::of(1, 1, 1),
    coins: false,
    one_set: false,
    counted_in: IN_CASTS,
    keys: &[TALI.key, CATCH.key, STYLE.key],
    reading: &["Done when all tali are caught. No face is read."],
    out_of_play: |_| Vec::new(),
    source: "M. J. Speakman, game 16",
    policies: &[],
    notation: "",
    reads: Reads::Nothing,
    set_up: |table| {
        let rules = &table.rules;
        let (tali, Chance(catch), style) = (rules.get(&TALI), rules.get(&CATCH), rules.get(&STYLE));
        let left = match style {
            Style::BackOfHand => tali,
            Style::PickUp => tali - 1,
        };
        let tossed = |left: u32| match style {
            Style::BackOfHand => left,
            Style::PickUp => 1,
        };
        let laws = (1..=left).map(|left| caught(tossed(left), &catch)).collect();
        Ok(Box::new(ProcessGame::new(Pentelitha { laws, left })))
    },
};

/// Of a toss it matters how many tali are caught.
struct Pentelitha {
    laws: Vec<Distribution<u32>>,
    left: u32,
}

impl Process for Pentelitha {
    /// How many tali are left to catch.
    type State = u32;
    type Move = u32;
    type Information = ();

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> u32 {
        self.left
    }

    fn distributions(&self) -> &[Distribution<u32>] {
        &self.laws
    }

    fn turn(&self, left: &u32) -> Turn<(), u32> {
        match left {
            0 => Turn::End(Seats::one(0)),
            left => Turn::Chance(*left as usize - 1),
        }
    }

    fn next(&self, left: &u32, caught: u32) -> Step<u32> {
        Step::to(left - caught).idle_if(caught == 0)
    }
}
