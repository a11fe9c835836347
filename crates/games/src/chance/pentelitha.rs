//! Pentelitha, five stones: tali caught on the back of the hand.

use crate::kit::ProcessGame;
use crate::kit::card::RulesCard;
use crate::kit::rules::{Chance, Rule, words};
use crate::kit::throws::caught;
use crate::kit::{Game, Players, Rules, ThrowUse};
use tali_core::process::{Distribution, Process, Seats, Step, Turn};

const TALI: Rule<u32> = Rule::whole("tali", "5", 4..=5, "how many tali there are");

const CATCH: Rule<Chance> = Rule::new("catch", "\"1/2\"", "how likely a talus is caught, or a try succeeds");

const STYLE: Rule<Style> = Rule::new(
    "style",
    "\"back-of-hand\"",
    "\"back-of-hand\": all tali are tossed, and those that are not caught are tossed again. \"pick-up\": one \
     talus is tossed per try, and every success picks one of the others up from the ground",
);

words!(enum Style { "back-of-hand" => BackOfHand, "pick-up" => PickUp });

pub(crate) static GAME: Game = Game {
    number: 16,
    name: "pentelitha",
    file: include_str!("../../../../examples/games/pentelitha.game"),
    title: "Pentelitha",
    summary: "A solitaire of skill: toss five tali and catch them all on the back of the hand",
    players: Players::of(1, 1, 1),
    keys: &[TALI.key, CATCH.key, STYLE.key],
    reading: &["Done when all tali are caught. No face is read."],
    card: &card,
    source: "M. J. Speakman, game 16",
    throw_use: &|_| ThrowUse::Nothing,
    set_up: &|table| {
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
        let distributions = (1..=left).map(|left| caught(tossed(left), &catch)).collect();
        Ok(Box::new(ProcessGame::new(Pentelitha { distributions, left })))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let [tali, chance] = [rules.get(&TALI).to_string(), rules.get(&CATCH).0.to_string()];
    let (turn, end) = match rules.get(&STYLE) {
        Style::BackOfHand => (
            format!(
                "Toss all {tali} tali up from the palm and catch as many as you can on the back of the same hand. Keep those that \
                 you have caught aside, and toss the others again."
            ),
            format!("You are done when all {tali} are caught. Count your tosses: the fewer, the better."),
        ),
        Style::PickUp => (
            "Scatter the tali on the ground, and keep one in your hand. Toss it up, pick another up from the ground, and catch \
                 it as it falls. If you fail, try again; what you have picked up stays with you.".to_string(),
            "You are done when none is left on the ground. Count your tries: the fewer, the better."
                .to_owned(),
        ),
    };
    RulesCard::new(
        [
            format!("You need {tali} knucklebones (tali), and play alone. What sides they show does not matter."),
            format!("The odds given here suppose that you catch a talus, or succeed in a try, with a chance of {chance}."),
        ],
        [turn],
        [end],
    )
    .noted_by("game", 20)
}

/// Of a toss it matters how many tali are caught.
struct Pentelitha {
    distributions: Vec<Distribution<u32>>,
    left: u32,
}

impl Process for Pentelitha {
    /// How many tali are left to catch.
    type State = u32;
    type Move = u32;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> u32 {
        self.left
    }

    fn distributions(&self) -> &[Distribution<u32>] {
        &self.distributions
    }

    fn turn(&self, left: &u32) -> Turn<()> {
        match left {
            0 => Turn::End(Seats::one(0)),
            left => Turn::Chance(*left as usize - 1),
        }
    }

    fn next(&self, left: &u32, caught: u32) -> Step<u32> {
        Step::to(left - caught).idle_if(caught == 0)
    }
}
