//! Every figure of every game, held against values that were worked out independently of the program,
//! from the rules alone and mostly by other methods: `tests/oracle/make_games.py`.

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

/// What a figure of the oracle is called here.
fn named(path: &str) -> String {
    let path = path.replace("figures.cohort_games", "figures.season_mean");
    let path = path.replace("figures.end_mean_if_lost", "scores.men_left_if_lost.mean");
    let path = path.replace("figures.end_mean", "scores.men_at_the_end.mean");
    ["climb_mean", "match_mean", "own_turns_mean"]
        .iter()
        .fold(path, |path, alone| path.replace(alone, "alone_mean"))
}

/// What the files of the games do not count: rounds that tie or are won, and the points of a turn.
const NOT_COUNTED: [&str; 4] = ["first_round_tie", "round_win", "round_nobody", "turn_mean["];

/// What stands at a path such as `seats[0].win_share`; `length.at(7)` asks the law for a number.
fn at(document: &Json, path: &str) -> Json {
    if let Some((what, number)) = path.split_once(".at(") {
        return probability(document, what, &rational(number.trim_end_matches(')')));
    }
    // How likely the game is won with that cast.
    if let Some(cast) = path.strip_prefix("figures.winning_day[") {
        let cast = rational(cast.trim_end_matches(']')) + BigRational::from_integer(1.into());
        let day = &document["scores"]["winning_day"];
        let found = probability(day, "", &cast);
        let chance = day["chance"]["value"].as_f64().unwrap();
        // Of what never comes about there is no law.
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

/// What a law says of a number, and within what bounds: nothing where it cannot fall, and past the end of the list a part
/// of what remains there, games without end aside.
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
            Some(place) => probabilities.get(place).map_or_else(
                || (0.0, beyond() + double(&pmf["error"])),
                |listed| (double(listed), double(&pmf["error"])),
            ),
        }
    } else {
        let number = number.to_f64().unwrap();
        let listed = ["coins", "casts", "turns"].iter().find_map(|unit| pmf[unit].as_array()).unwrap();
        let place = listed.iter().position(|listed| (double(listed) - number).abs() < 1e-9);
        place.map_or_else(|| (0.0, beyond()), |place| (double(&probabilities[place]), double(&pmf["error"])))
    };
    serde_json::json!({"value": value, "error": error})
}

/// What is a fraction and is told within bounds all the same: it takes the whole course of a game to work out.
const IN_BOUNDS: [(&str, &str); 6] = [
    ("catapulta", ""),
    ("hounds-and-vultures", "figures.climb_mean"),
    ("par-tali", "figures.match_mean"),
    ("steps-of-the-senate", ""),
    ("sparing-tali", ""),
    ("tropa", ""),
];

/// How wide the program's own bounds may be.
fn widest(path: &str, wanted: f64) -> f64 {
    const PART: f64 = 1e-9;
    match path {
        // One bound serves all the probabilities of a law.
        _ if path.contains(".at(") || path.starts_with("figures.winning_day") => 1e-12,
        // What is left of larger sums is as uncertain as they are.
        _ if path.rsplit('.').next() == Some("net") => PART * wanted.abs().max(1.0),
        // The root of a difference of two bounded numbers has half of their digits.
        "length.sd" => 1e-7 * wanted,
        _ => PART * wanted.abs() + f64::EPSILON,
    }
}

/// Whether the figure is the expected number: the same fraction where there is one, else a number within both bounds, of
/// which the program's are narrow.
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

/// Bones of which each always shows another face.
const VENUS_ALONE: &str = "1 0 0 0 | 0 1 0 0 | 0 0 1 0 | 0 0 0 1";

/// The cases of one game.
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
            // Leads are left to the games played by chance, and so are tables with too many states; how pots are spread to which a
            // part of them is paid is not solved, nor what is paid of them where every cast is a Venus.
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

// What seats decide is held against other code by tests of each game.
crate::common::for_every_game_of_chance!(all_of);
