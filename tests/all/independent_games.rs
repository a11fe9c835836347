//! Compares every figure of every game with values computed independently, from the rules alone and mostly by other methods:
//! `tests/oracle/make_games.py`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::common::{Row, expected, rational, setting_of};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value as Json;
use tali_odds::analysis::{PotAnswer, WinAnswer};

static VALUES: LazyLock<BTreeMap<String, Vec<Row>>> = LazyLock::new(|| {
    let mut values: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in expected("games_values.csv") {
        values.entry(row["case"].clone()).or_default().push(row);
    }
    values
});

/// The document that answers a case.
fn document(case: &Row) -> Json {
    let setting = setting_of(case);
    let casts: Vec<_> = setting.bones.iter().map(|set| set.set().clone()).collect();
    let solution = setting.game.table(setting.rules.clone(), &casts).unwrap().solve();
    match case["verb"].as_str() {
        "win" => serde_json::to_value(WinAnswer::new(setting, &solution, None, None)),
        _ => serde_json::to_value(PotAnswer::new(setting, solution.pot.as_ref().unwrap(), None, None)),
    }
    .unwrap()
}

/// Our name of a figure of the oracle.
fn named(path: &str) -> String {
    let path = path.replace("figures.cohort_games", "figures.season_mean");
    let path = path.replace("figures.end_mean_if_lost", "scores.men_left_if_lost.mean");
    let path = path.replace("figures.end_mean", "scores.men_at_the_end.mean");
    ["climb_mean", "match_mean", "own_turns_mean"]
        .iter()
        .fold(path, |path, alone| path.replace(alone, "alone_mean"))
}

/// Figures that the game files do not count: rounds that tie or are won, and the points of a turn.
const NOT_COUNTED: [&str; 4] = ["first_round_tie", "round_win", "round_nobody", "turn_mean["];

/// The value at a path such as `seats[0].win_share`; `length.at(7)` is a probability of a distribution.
fn at(document: &Json, path: &str) -> Json {
    if let Some((what, number)) = path.split_once(".at(") {
        return probability(document, what, &rational(number.trim_end_matches(')')));
    }
    // The probability that the game is won with that cast.
    if let Some(cast) = path.strip_prefix("figures.winning_day[") {
        let cast = rational(cast.trim_end_matches(']')) + BigRational::from_integer(1.into());
        let day = &document["scores"]["winning_day"];
        let found = probability(day, "", &cast);
        let chance = day["chance"]["value"].as_f64().unwrap();
        // An event that never occurs has no distribution.
        let given = found["value"].as_f64().unwrap_or(0.0);
        return serde_json::json!({"value": given * chance, "error": found["error"]});
    }
    let pointer = named(path).replace(['.', '['], "/").replace(']', "");
    let found = document.pointer(&format!("/{pointer}")).cloned();
    // Some lengths are counted in turns.
    found
        .or_else(|| document.pointer(&format!("/{pointer}").replace("casts", "turns")).cloned())
        .unwrap_or(Json::Null)
}

/// The probability of a number under a distribution, with its error: 0 where impossible, and past the end of the list at most the
/// remainder, less games that never end.
fn probability(document: &Json, what: &str, number: &BigRational) -> Json {
    let pmf = if what.is_empty() { &document["pmf"] } else { &document[what]["pmf"] };
    let Some(probabilities) = pmf["probabilities"].as_array() else {
        return serde_json::json!({"value": null, "why": "not computed"});
    };
    let double = |value: &Json| value.as_f64().unwrap();
    let beyond = || (double(&pmf["remainder"]) - document["never"]["value"].as_f64().unwrap_or(0.0)).max(0.0);
    let (value, error) = if let Some(first) = pmf["first"].as_u64() {
        let from_first = number - BigRational::from_integer(first.into());
        let steps = from_first / BigRational::from_integer(pmf["step"].as_u64().unwrap().into());
        match steps.is_integer().then(|| steps.to_integer().to_usize()).flatten() {
            None => (0.0, 0.0),
            Some(index) => probabilities.get(index).map_or_else(
                || (0.0, beyond() + double(&pmf["error"])),
                |listed| (double(listed), double(&pmf["error"])),
            ),
        }
    } else {
        let number = number.to_f64().unwrap();
        let listed = ["coins", "casts", "turns"].iter().find_map(|unit| pmf[unit].as_array()).unwrap();
        let index = listed.iter().position(|listed| (double(listed) - number).abs() < 1e-9);
        index.map_or_else(|| (0.0, beyond()), |index| (double(&probabilities[index]), double(&pmf["error"])))
    };
    serde_json::json!({"value": value, "error": error})
}

/// Fractions that we only compute within bounds, because the exact value needs the whole course of a game.
const IN_BOUNDS: [(&str, &str); 6] = [
    ("catapulta", ""),
    ("hounds-and-vultures", "figures.climb_mean"),
    ("par-tali", "figures.match_mean"),
    ("steps-of-the-senate", ""),
    ("sparing-tali", ""),
    ("tropa", ""),
];

/// The largest error bound that we accept.
fn widest(path: &str, wanted: f64) -> f64 {
    const PART: f64 = 1e-9;
    match path {
        // All probabilities of a distribution share one bound.
        _ if path.contains(".at(") || path.starts_with("figures.winning_day") => 1e-12,
        // A difference of large sums is as uncertain as they are.
        _ if path.rsplit('.').next() == Some("net") => PART * wanted.abs().max(1.0),
        // The square root of a difference has half as many correct digits.
        "length.sd" => 1e-7 * wanted,
        _ => PART * wanted.abs() + f64::EPSILON,
    }
}

/// Whether a figure is the expected number: the same fraction if there is one, otherwise within both bounds, ours being narrow.
fn agrees(found: &Json, game: &str, row: &Row, is_usual: bool) -> bool {
    let value = if found.is_object() { &found["value"] } else { found };
    let (path, wanted) = (row["path"].as_str(), row["value"].as_str());
    if matches!(wanted, "infinite" | "undefined") {
        return value.is_null();
    }
    let wanted = rational(wanted);
    let is_fraction = row["tolerance"].is_empty();
    if let (Some(exact), true) = (found["exact"].as_str(), is_fraction) {
        return rational(exact) == wanted;
    }
    let is_figure = found.get("method").is_some();
    if is_usual
        && is_fraction
        && is_figure
        && !IN_BOUNDS.iter().any(|(of, start)| game == *of && path.starts_with(start))
    {
        return false;
    }
    let value = value.as_f64().or_else(|| rational(found["exact"].as_str()?).to_f64());
    let wanted = wanted.to_f64().unwrap();
    let tolerance = row["tolerance"].parse().unwrap_or(1e-12f64).max(1e-12);
    let error = found["error"].as_f64().unwrap_or(0.0);
    let near = |value: f64| (value - wanted).abs() <= tolerance * wanted.abs() + error;
    value.is_some_and(near) && error <= widest(path, wanted)
}

/// Four bones that always show the four different faces.
const VENUS_ALONE: &str = "1 0 0 0 | 0 1 0 0 | 0 0 1 0 | 0 0 0 1";

/// Compares all cases of one game.
fn all_of(game: &str) {
    let cases: Vec<Row> =
        expected("games_cases.csv").into_iter().filter(|case| case["game"] == game).collect();
    assert!(cases.len() >= 10, "{game}: {}", cases.len());
    let mut compared = 0;
    for case in &cases {
        let document = document(case);
        let usual = tali_odds::games::find(game).unwrap().players.usual;
        let is_usual =
            case["rules"].is_empty() && case["faces"].is_empty() && case["players"] == usual.to_string();
        let counted = |row: &&Row| !NOT_COUNTED.iter().any(|name| row["path"].contains(name));
        for row in VALUES[&case["case"]].iter().filter(counted) {
            let found = at(&document, &row["path"]);
            // Leads and tables with too many states are only simulated. The distribution of a pot that pays out a part of itself
            // is not solved, nor are its payments if every cast is a Venus.
            let is_endless = matches!(row["value"].as_str(), "infinite" | "undefined");
            let is_unsaid = found.is_null() && !is_endless;
            if found["why"].as_str().is_some_and(|why| why.starts_with("not computed")) || is_unsaid {
                let is_left = match game {
                    "circus-maximus" => row["path"].starts_with("figures.lead"),
                    "hounds-in-olympus" => row["path"].starts_with("pot.") || case["faces"] == VENUS_ALONE,
                    _ => !is_usual,
                };
                assert!(is_left, "{case:?} {row:?}");
                continue;
            }
            assert!(agrees(&found, game, row, is_usual), "{case:?}\n{row:?}\nfound {found}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{game}: {compared}");
}

// Games with decisions have their own comparisons.
crate::common::for_every_game_of_chance!(all_of);
