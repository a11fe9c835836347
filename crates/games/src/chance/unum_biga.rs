//! Unum biga: one chariot that must make its points exactly.
//!
//! How it is played stands in its game file. In what order that reads a throw decides which games a seed gives.

use crate::kit::card::RulesCard;
use crate::kit::rules::{Rule, words};
use crate::kit::{Game, Players, Rules, ThrowUse};
use crate::own;

const TARGET: Rule<i32> = Rule::whole("target", "100", 1..=2000, "the points to be made exactly");

const FLOOR: Rule<i32> = Rule::whole("floor", "0", -2000..=0, "points never fall below it");

const OVERSHOOT: Rule<Overshoot> = Rule::new(
    "overshoot",
    "\"hold\"",
    "above the target. \"hold\": only losing totals count until the target is met. \"lose\": the run is lost",
);

words!(enum Overshoot { "hold" => Hold, "lose" => Lose });

pub(crate) static GAME: Game = Game {
    number: 8,
    name: "unum-biga",
    file: include_str!("../../../../examples/games/unum-biga.game"),
    title: "Unum biga",
    summary: "A solitaire: throw two tali, gain and lose points, and make 100 exactly",
    players: Players::of(1, 1, 1),
    keys: &[TARGET.key, FLOOR.key, OVERSHOOT.key],
    reading: &[
        "Totals of 4, 6, 8 and 10 gain themselves and a bonus of 2, 3, 4 and 5.",
        "Totals of 2, 5, 7, 9 and 12 lose 2, 2, 2, 3 and 6.",
        "The target can be met from below and from above. The first two bones of the set are thrown.",
    ],
    card: &card,
    source: "M. J. Speakman, game 8",
    throw_use: &|_| {
        ThrowUse::Pair(|_, total| match change(total) {
            lost if lost < 0 => format!("lose {}", -lost),
            gained => format!("gain {gained}"),
        })
    },
    set_up: &|table| own::set_up(&GAME, table),
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let target = rules.get(&TARGET);
    let above = match rules.get(&OVERSHOOT) {
        Overshoot::Hold => format!(
            "If you go above {target}, carry on: from there only the totals that lose count, until you come down to {target} or below."
        ),
        Overshoot::Lose => format!("If you go above {target}, you have lost."),
    };
    RulesCard::new(
        [
            "You need two knucklebones (tali). A talus comes to rest on one of four sides: 1, 3, 4 or 6. You play alone, and start \
             with 0 points."
                .to_owned(),
        ],
        [
            "Throw both tali and add up the two sides. A total of 4, 6, 8 or 10 gains you that total and a bonus of 2, 3, 4 or 5: \
             6, 9, 12 or 15 points in all."
                .to_owned(),
            format!(
                "A total of 2, 5 or 7 loses you 2 points, a 9 loses 3, a 12 loses 6. Your points never fall below {}.",
                rules.get(&FLOOR)
            ),
            above,
        ],
        [format!("You win when you have exactly {target} points. Count your throws: the fewer, the better.")],
    )
}

/// The points that a total of two tali gains or loses.
const fn change(total: u32) -> i32 {
    match total {
        4 => 6,
        6 => 9,
        8 => 12,
        10 => 15,
        9 => -3,
        12 => -6,
        _ => -2,
    }
}
