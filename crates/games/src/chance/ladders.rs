//! Hounds and vultures, and the Steps of the Senate: casts to be made in order.

use crate::kit::card::{FOUR_TALI, RulesCard, many, staked};
use crate::kit::coins::Coins;
use crate::kit::rules::{Amount, Rule};
use crate::kit::{Game, Playable, Players, RuleError, Rules, Table, ThrowUse};
use tali_core::process::{Distribution, Measure, Over, Race, Role, Statistic, Way};
use tali_core::tali::{Cast, CastTable};

/// The stake of a race.
pub(super) const STAKE: Rule<Amount> =
    Rule::new("stake", "0", "what every seat pays into the pot, which the winner takes");

/// The ladder of either game.
const fn ladder(default: &'static str) -> Rule<Vec<Cast>> {
    Rule::new("ladder", default, "the casts to be made, in this order; casts may be repeated")
}

const LADDER: Rule<Vec<Cast>> = ladder("[1111, 3333, 4444, 6666]");

const LONG_LADDER: Rule<Vec<Cast>> = ladder(
    "[1111, 3333, 4444, 6666, 6111, 6311, 6411, 6331, 6611, 6333, 6441, 6433, 6631, 6443, 6641, 6444, 6633, \
     6643, 6661, 6644, 6663, 6664, 6431]",
);

const READING: &[&str] = &[
    "Every seat climbs a ladder of its own: only the next cast on it counts, and one cast climbs one step.",
    "The first at the top wins. The order of the steps changes neither who wins nor how long it takes.",
];

const THROW_USE: ThrowUse = ThrowUse::Cast(|rules, cast| {
    let ladder = rules.get(&LADDER);
    let steps = ladder.iter().zip(1..).filter(|(step, _)| *step == cast).map(|(_, place)| place.to_string());
    let steps: Vec<String> = steps.collect();
    if steps.is_empty() { String::new() } else { format!("step {}", steps.join(", ")) }
});

pub(crate) static HOUNDS_AND_VULTURES: Game = Game {
    number: 9,
    name: "hounds-and-vultures",
    file: include_str!("../../../../examples/games/hounds-and-vultures.game"),
    title: "Hounds and vultures",
    summary: "Make a Canis and the three Vultures in order; the first to have all four wins",
    players: Players::of(2, 4, 2),
    coins: Some("coins"),
    keys: &[LADDER.key, STAKE.key],
    reading: READING,
    card: &card,
    source: "M. J. Speakman, game 9",
    throw_use: &|_| THROW_USE,
    set_up: &set_up,
    ..Game::BLANK
};

pub(crate) static STEPS_OF_THE_SENATE: Game = Game {
    number: 10,
    name: "steps-of-the-senate",
    file: include_str!("../../../../examples/games/steps-of-the-senate.game"),
    title: "Steps of the Senate",
    summary: "Make all 23 casts that rank in order, from Canis up to Venus",
    players: Players::of(2, 4, 2),
    coins: Some("coins"),
    keys: &[LONG_LADDER.key, STAKE.key],
    reading: READING,
    card: &card,
    source: "M. J. Speakman, game 10",
    throw_use: &|_| THROW_USE,
    set_up: &set_up,
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let ladder = rules.get(&LADDER);
    let steps: Vec<String> = ladder.iter().map(Cast::to_string).collect();
    let (stake, wins) = staked(&rules.get(&STAKE));
    RulesCard::new(
        [
            FOUR_TALI.to_owned(),
            format!("Every player climbs the same ladder of {}: {}.", many(i64::try_from(steps.len()).unwrap_or(i64::MAX), "cast", "casts"), steps.join(", ")),
            stake,
        ],
        [
            "Take turns. Cast all four tali once. If they show the next cast of your ladder, in any order, tick it off; if not, \
             nothing happens. Only your next cast counts, and one cast climbs one step."
                .to_owned(),
        ],
        [format!("The first player to tick off the last cast {wins}")],
    )
    .noted_in("step", steps)
}

#[expect(clippy::unnecessary_wraps, reason = "every game is set up so")]
fn set_up(table: &Table) -> Result<Box<dyn Playable>, RuleError> {
    let ladder = table.rules.get(&LADDER);
    let way = |set| {
        let casts = CastTable::new(set);
        let steps: Vec<Distribution<bool>> =
            ladder.iter().map(|next| Distribution::of_casts(&casts, |cast| cast == next)).collect();
        // A place is the number of casts made.
        Way::new(
            0,
            |place| &steps[place],
            |place: usize, made| {
                let place = place + usize::from(*made);
                (place < ladder.len()).then_some(place)
            },
        )
    };
    let ways = table.bones.iter().map(way).collect();
    let coins = Coins::new(&table.rules);
    Ok(coins.counted(Race::new(ways, Some(coins.of(&STAKE)), &CLIMB_MEAN)))
}

static CLIMB_MEAN: Statistic =
    Statistic::new("climb_mean", "Mean casts one seat needs", Over::Seats, Measure::Plain)
        .with_role(Role::CastsAlone);
