//! The card: how likely pieces are hit, what is done first, and which rules of thumb the evaluation follows.

use num_rational::BigRational;

use super::evaluation::{FARTHEST, singles};
use super::policies::{Chooser, ValuedResult, Way};
use super::process::Duodecim;
use super::results::{Results, ways};
use super::settings::Settings;
use crate::boards::race::{HAND, Position, as_typed};
use crate::kit::{
    DiceStrategy, FirstPlacing, HitChance, Measured, RuleOfThumb, Strategy, StrategyTable, StrategyTables,
    TableUnit, WholeStrategy,
};
use tali_core::monte_carlo::{Generator, Pairs, Sampler};

/// Rules of thumb are looked for in so many choices.
const CHOICES: usize = 1_000;

const RULES: [&str; 3] = ["capture when you can", "leave no single piece", "empty the hand fastest"];

/// Whether a result follows a rule, and whether any of all does; the last of them only where there is a hand to empty.
fn follows(rule: usize, from: &Position, result: &Position, all: &[Position]) -> Option<bool> {
    let in_hand = |result: &Position| result.own.count(HAND);
    match rule {
        0 => all.iter().any(|one| one.other != from.other).then(|| result.other != from.other),
        1 => all.iter().any(|one| singles(one.own) == 0).then(|| singles(result.own) == 0),
        _ => {
            let least = all.iter().map(in_hand).min().filter(|_| in_hand(from) > 0)?;
            Some(in_hand(result) == least)
        }
    }
}

/// The card of a game from its first position.
pub(super) fn strategy(game: &Duodecim) -> Strategy {
    let (settings, chooser) = (&game.settings, &Chooser::new(game, false));
    let hits: Vec<HitChance> = (0..3)
        .flat_map(|in_hand| (1..=FARTHEST).map(move |distance| hit(settings, distance, in_hand)))
        .collect();
    let cells = hits
        .chunks(FARTHEST.into())
        .map(|row| row.iter().map(|hit| num_traits::ToPrimitive::to_f64(&hit.probability)).collect());
    let map = StrategyTable {
        title: "How likely a lone piece is hit".to_owned(),
        unit: TableUnit::Percent,
        rows: "pieces in hand",
        columns: "distance",
        row_names: ["none in hand", "one in hand", "two in hand"].map(str::to_owned).into(),
        column_names: (1..=FARTHEST).map(|distance| distance.to_string()).collect(),
        cells: cells.collect(),
    };
    let whole =
        DiceStrategy { opening: opening(settings, chooser), rules: rules_of_thumb(game, chooser), hits };
    Strategy::Tables(Box::new(StrategyTables {
        of: None,
        tables: vec![map],
        explained: "A piece is hit from each distance at which the other seat has a piece behind it, if a total of the dice that it does not \
                    need for its hand is just that; with three or more in hand nothing moves. These odds are exact, whatever else the \
                    throw must be used for.",
        whole: WholeStrategy::Dice(Box::new(whole)),
    }))
}

/// How likely a throw has a total of just that distance.
fn hit(settings: &Settings, distance: u8, in_hand: u8) -> HitChance {
    let has =
        settings.chances().filter(|(throw, _)| throw.totals(usize::from(3 - in_hand)) >> distance & 1 == 1);
    HitChance { distance, in_hand, probability: has.map(|(_, chance)| chance).sum() }
}

/// What `search:2` does with each first throw.
fn opening(settings: &Settings, chooser: &Chooser<'_>) -> Vec<FirstPlacing> {
    let first = Position::first(settings.pieces);
    let placing = |throw| {
        let mut results = Results::default();
        let valued =
            chooser.valued(Way::SearchTwo, &first, results.in_order(&first, throw, settings.readings));
        let chosen = valued.first()?;
        let worst = valued.iter().map(ValuedResult::value).fold(1.0, f64::min);
        let number = |value: f64| BigRational::from_float(value).unwrap_or_default();
        let way = ways(&first, throw, settings.readings).get(&chosen.result)?.text(&first);
        Some(FirstPlacing {
            throw: throw.text(),
            option: [way, as_typed(&chosen.result.flipped())],
            worth: [number(chosen.value()), number(chosen.value() - worst)],
            depth: chosen.depth.unwrap_or(1),
        })
    };
    settings.throws.iter().filter_map(placing).collect()
}

/// How often `search:1` against itself follows rules of thumb, game by game.
fn rules_of_thumb(game: &Duodecim, chooser: &Chooser<'_>) -> Vec<RuleOfThumb> {
    let settings = &game.settings;
    let throws = Sampler::new(&settings.distribution.indices());
    let mut generator = Generator::new(1, 0);
    let mut results = Results::default();
    let (mut shares, mut holds) = ([Pairs::default(); RULES.len()], [Pairs::default(); RULES.len()]);
    let mut left = CHOICES;
    // Where nobody ever has a choice.
    let mut turns = 100 * CHOICES;
    while left > 0 && turns > 0 {
        let mut state = game.start;
        let (mut choices, mut can, mut does) = (0.0, [0.0; RULES.len()], [0.0; RULES.len()]);
        while state.winner().is_none() && left > 0 && turns > 0 {
            turns -= 1;
            let throw = &settings.throws[throws.draw(&mut generator)];
            let found = results.of(&state.position, throw, settings.readings);
            let result = if found.is_empty() {
                state.position
            } else {
                chooser.choice(Way::Search, &state.position, found)
            };
            if found.len() > 1 {
                left -= 1;
                choices += 1.0;
                for rule in 0..RULES.len() {
                    if let Some(follows) = follows(rule, &state.position, &result, found) {
                        can[rule] += 1.0;
                        does[rule] += f64::from(u8::from(follows));
                    }
                }
            }
            state = state.after(&result);
        }
        for rule in 0..RULES.len() {
            shares[rule].add(can[rule], choices);
            holds[rule].add(does[rule], can[rule]);
        }
    }
    let rule = |(rule, name): (usize, &'static str)| RuleOfThumb {
        rule: name,
        share: Measured::Played(shares[rule]),
        holds: Measured::Played(holds[rule]),
    };
    RULES.into_iter().enumerate().map(rule).collect()
}
