//! Tropa: tali tossed at a jar, those that go in score.

use crate::kit::card::{RulesCard, chances};
use crate::kit::hands::TIE;
use crate::kit::rules::{Chance, OfSeats, Rule};
use crate::kit::throws::{caught, of_talus, sum_of};
use crate::kit::{Game, Players, Rules, ThrowUse};
use tali_core::process::{Distribution, Hand, Showdown, Tie};
use tali_core::tali::{Face, TaliSet};

const SKILL: Rule<OfSeats<Chance>> =
    Rule::new("skill", "\"1/2\"", "how likely each talus of a player goes into the jar");

pub(crate) static GAME: Game = Game {
    number: 4,
    name: "tropa",
    file: include_str!("../../../../examples/games/tropa.game"),
    title: "Tropa",
    summary: "Toss four tali at a jar; those that go in score their faces, and the highest total wins",
    players: Players::of(2, 12, 2),
    keys: &[SKILL.key, TIE.key],
    reading: &[
        "Every talus goes in independently of the others, and then scores its face.",
        "One toss of four tali each; with nothing in the jar the total is 0.",
    ],
    card: &card,
    source: "M. J. Speakman, game 4, after Martial 4.14",
    throw_use: &|_| {
        ThrowUse::Faces(|_, face| {
            let points = if face == Face::One { "point" } else { "points" };
            format!("{face} {points}, if it goes into the jar")
        })
    },
    set_up: &|table| {
        let skills = table.rules.get(&SKILL).0;
        Ok(Box::new(Showdown {
            hands: table.bones.iter().zip(&skills).map(|(set, skill)| toss(set, skill)).collect(),
            tie: table.rules.get(&TIE),
            stakes: None,
        }))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let tie = match rules.get(&TIE) {
        Tie::Recast => {
            "If the highest totals tie, the tied players alone toss again in the same order, until one has the highest."
        }
        Tie::Split => "If the highest totals tie, those players share the win.",
    };
    RulesCard::new(
        [
            "You need four knucklebones (tali), a jar or a cup, and a line to toss from. The sides of a talus count 1, 3, 4 and 6."
                .to_owned(),
            format!(
                "The odds given here suppose that a talus goes into the jar with a chance of {}.",
                chances(&rules.get(&SKILL))
            ),
        ],
        ["Each player in turn tosses all four tali at the jar. Each that goes in scores the side it shows; a miss scores nothing."
            .to_owned()],
        ["When everybody has tossed, the highest total wins.".to_owned(), tie.to_owned()],
    )
    .noted_by("toss", 8)
}

/// The total of what goes into the jar, as a hand.
fn toss(set: &TaliSet, skill: &Chance) -> Distribution<Hand> {
    let hit = caught(1, &skill.0);
    let total = sum_of(set.tali().iter().map(|talus| of_talus(talus).and(&hit, |face, hit| face * hit)));
    total.map(|total| Hand::Of { value: i32::try_from(*total).ok(), pays: false })
}
