//! The strategy card: how likely pieces are hit, the first moves, and which rules of thumb the evaluation follows.

use num_rational::BigRational;

use super::evaluation::{FARTHEST, singles};
use super::policies::{Chooser, ValuedResult, Way};
use super::process::Duodecim;
use super::results::{Results, ways};
use super::settings::Settings;
use crate::boards::race::{HAND, Position, as_typed};
use crate::kit::{Entry, Listing, Row, Shown, Strategy, StrategyTable, StrategyTables, TableUnit};
use tali_core::exact::Missing;
use tali_core::figures::{Estimator, Figure};
use tali_core::monte_carlo::{Generator, Pairs, Sampler};

/// The number of choices in which rules of thumb are looked for.
const CHOICES: usize = 1_000;

/// The confidence level of the intervals of how often a rule is followed.
const CONFIDENCE: f64 = 0.95;

const RULES: [&str; 3] = ["capture when you can", "leave no single piece", "empty the hand fastest"];

/// Whether a result follows a rule, if any result does; for the last rule there has to be a hand to empty.
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
    let hits: Vec<Row> = (0..3)
        .flat_map(|in_hand| (1..=FARTHEST).map(move |distance| hit(settings, distance, in_hand)))
        .collect();
    let cells = hits
        .chunks(FARTHEST.into())
        .map(|row| row.iter().map(|hit| hit.figure("probability")?.approximate()).collect());
    let map = StrategyTable {
        title: "How likely a lone piece is hit".to_owned(),
        unit: TableUnit::Percent,
        rows: "pieces in hand".to_owned(),
        columns: "distance".to_owned(),
        row_names: ["none in hand", "one in hand", "two in hand"].map(str::to_owned).into(),
        column_names: (1..=FARTHEST).map(|distance| distance.to_string()).collect(),
        cells: cells.collect(),
    };
    let rules = Listing::shown(
        "rules_of_thumb",
        "Rules of thumb: how often they can be followed, and how often they then are",
        &[
            ("rule", "Rule of thumb", Shown::Plain),
            ("share", "Can be followed", Shown::Percent),
            ("holds", "Is followed", Shown::Percent),
        ],
        rules_of_thumb(game, chooser),
    );
    let opening = Listing::shown(
        "opening",
        "The first throw",
        &[
            ("throw", "Throw", Shown::Plain),
            ("do", "Do", Shown::Plain),
            ("value", "Wins", Shown::Percent),
            ("better", "Better than the worst by", Shown::Percent),
        ],
        opening(settings, chooser),
    );
    Strategy::Tables(Box::new(StrategyTables {
        of: None,
        tables: vec![map],
        lists: vec![
            rules,
            opening,
            Listing::of("hit", hits.len(), move |index| hits[index].clone()),
        ],
        explained: vec!["A piece is hit from each distance at which the other seat has a piece behind it, if the dice that this seat does not \
                    need for its hand have that total; with three or more in hand nothing moves. These odds are exact, whatever else the \
                    throw must be used for."
                .to_owned()],
        lists_explained: "The opening is what `search:2` plays. Rules of thumb are looked for in the first 1,000 choices of `search:1` against \
                          itself, which does not prove that they are good.",
        is_mixed: false,
    }))
}

/// The probability that a throw has this distance among its totals.
fn hit(settings: &Settings, distance: u8, in_hand: u8) -> Row {
    let has =
        settings.chances().filter(|(throw, _)| throw.totals(usize::from(3 - in_hand)) >> distance & 1 == 1);
    let probability = Figure::Exact(has.map(|(_, chance)| chance).sum());
    Row::from([
        ("distance", Entry::Count(distance.into())),
        ("in_hand", Entry::Count(in_hand.into())),
        ("probability", probability.into()),
    ])
}

/// What `search:2` does with each first throw.
fn opening(settings: &Settings, chooser: &Chooser<'_>) -> Vec<Row> {
    let first = Position::first(settings.pieces);
    let placing = |throw| {
        let mut results = Results::default();
        let valued =
            chooser.valued(Way::SearchTwo, &first, results.in_order(&first, throw, settings.readings));
        let chosen = valued.first()?;
        let worst = valued.iter().map(ValuedResult::value).fold(1.0, f64::min);
        let depth = chosen.depth.unwrap_or(1);
        let seen = |value: f64| Figure::Searched {
            value: BigRational::from_float(value).unwrap_or_default(),
            depth,
        };
        let way = ways(&first, throw, settings.readings).get(&chosen.result)?.text(&first);
        Some(Row::from([
            ("throw", throw.text().into()),
            ("do", way.into()),
            ("next", as_typed(&chosen.result.flipped()).into()),
            ("value", seen(chosen.value()).into()),
            ("better", seen(chosen.value() - worst).into()),
        ]))
    };
    settings.throws.iter().filter_map(placing).collect()
}

/// How often `search:1` against itself follows rules of thumb, game by game.
fn rules_of_thumb(game: &Duodecim, chooser: &Chooser<'_>) -> Vec<Row> {
    let settings = &game.settings;
    let throws = Sampler::new(&settings.distribution.indices());
    let mut generator = Generator::new(1, 0);
    let mut results = Results::default();
    let (mut shares, mut holds) = ([Pairs::default(); RULES.len()], [Pairs::default(); RULES.len()]);
    let mut left = CHOICES;
    // In case nobody ever has a choice.
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
    let part = |pairs: &Pairs| {
        let part = Estimator::new(CONFIDENCE).ratio(pairs, true, None);
        Entry::Figure(part.unwrap_or_else(|| Err(Missing::Impossible).into()))
    };
    let rule = |(rule, name): (usize, &'static str)| {
        Row::from([("rule", name.into()), ("share", part(&shares[rule])), ("holds", part(&holds[rule]))])
    };
    RULES.into_iter().enumerate().map(rule).collect()
}
