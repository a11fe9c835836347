//! Par tali: match the cast that all of them made together.

use super::ladders::STAKE;
use crate::kit::card::{FOUR_TALI, RulesCard, staked};
use crate::kit::coins::Coins;
use crate::kit::{Game, Players, RuleError, Rules, ThrowUse};
use tali_core::process::{Distribution, Measure, Over, Race, Statistic, Way};
use tali_core::tali::{CastTable, TaliSet, USUAL_TALI};

pub(crate) static GAME: Game = Game {
    number: 15,
    name: "par-tali",
    file: include_str!("../../../../examples/games/par-tali.game"),
    title: "Par tali",
    summary: "A talus of each player makes the target; the first to cast the same wins",
    players: Players::of(2, 12, 4),
    coins: Some("coins"),
    keys: &[STAKE.key],
    reading: &[
        "Of four seats, each rolls one bone of its set, seat 1 the first, seat 2 the second and so on: what they show is the \
         target. With fewer or more seats the target is one cast of seat 1's set.",
        "Then the seats cast four in turn, and the first to show the target wins. The roll for the target is no cast of the \
         game.",
        "If all use the same bones, the mean number of casts is the number of casts that can occur, 35 if no face is \
         impossible, whatever the weights.",
    ],
    card: &card,
    source: "M. J. Speakman, game 15",
    throw_use: &|_| ThrowUse::Cast(|_, _| "wins, if it is the target".to_owned()),
    set_up: &|table| {
        let target = match table.bones.as_slice() {
            seats if seats.len() == USUAL_TALI => {
                let one_each = seats.iter().enumerate().map(|(seat, set)| set.tali()[seat].clone());
                // Weights that are not too long in four sets can be too long in a set of one of each.
                let set = TaliSet::new(one_each.collect()).map_err(|_| RuleError::TooLong)?;
                CastTable::new(&set)
            }
            seats => CastTable::new(&seats[0]),
        };
        let casts: Vec<CastTable> = table.bones.iter().map(CastTable::new).collect();
        let ways = target.entries().iter().map(|(target, _)| {
            // There is one place, which is left with the first match.
            let way = |casts| {
                let matches = Distribution::of_casts(casts, |cast| cast == target);
                Way::new((), |()| &matches, |(), matches| (!matches).then_some(()))
            };
            casts.iter().map(way).collect()
        });
        let scenarios =
            target.entries().iter().zip(0usize..).map(|((_, weight), scenario)| (scenario, weight.clone()));
        let coins = Coins::new(&table.rules);
        Ok(coins.counted(Race {
            scenarios: Distribution::new(scenarios).unwrap_or_else(|| Distribution::certain(0)),
            ways: ways.collect(),
            stake: Some(coins.of(&STAKE)),
            mean: &MATCH_MEAN,
        }))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let (stake, wins) = staked(&rules.get(&STAKE));
    let target = if rules.seats() == USUAL_TALI {
        "Each player rolls one talus. What the four show together is the target; write it down."
    } else {
        "One player casts all four tali. What they show is the target; write it down."
    };
    RulesCard::new(
        [FOUR_TALI.to_owned(), stake, target.to_owned()],
        ["Take turns, the first player first. Cast all four tali once.".to_owned()],
        [format!("The first to cast the same four sides as the target, in any order, {wins}")],
    )
}

static MATCH_MEAN: Statistic =
    Statistic::new("match_mean", "Mean casts one seat needs to match", Over::Seats, Measure::Plain);
