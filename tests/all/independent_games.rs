//! Every figure of every game, held against values that were worked out independently of the program,
//! from the rules alone and mostly by other methods: `tests/expected/make_games.py`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::common::{Row, expected, rational, setting_of};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value as Json;
use tali_odds::analysis::{PotAnswer, WinAnswer};
use tali_odds::games;

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

/// What stands at a path such as `seats[0].win_share`; `length.at(7)` asks the law for a number.
fn at(document: &Json, path: &str) -> Json {
    if let Some((what, number)) = path.split_once(".at(") {
        return probability(&document[what]["pmf"], &rational(number.trim_end_matches(')')));
    }
    let pointer = path.replace(['.', '['], "/").replace(']', "");
    document.pointer(&format!("/{pointer}")).cloned().unwrap_or(Json::Null)
}

fn probability(pmf: &Json, number: &BigRational) -> Json {
    let probabilities = pmf["probabilities"].as_array().expect("a law");
    let place = if let Some(first) = pmf["first"].as_u64() {
        let from_first = number - BigRational::from_integer(first.into());
        let steps = from_first / BigRational::from_integer(pmf["step"].as_u64().unwrap().into());
        steps.is_integer().then(|| steps.to_integer().to_usize()).flatten()
    } else {
        let number = number.to_f64().unwrap();
        let listed = pmf["coins"].as_array().or(pmf["casts"].as_array()).unwrap();
        listed.iter().position(|coins| (coins.as_f64().unwrap() - number).abs() < 1e-9)
    };
    let value = place.and_then(|place| probabilities.get(place)).and_then(Json::as_f64).unwrap_or(0.0);
    // Beyond the listed part, the number is within what remains.
    let room = pmf["error"].as_f64().unwrap() + pmf["remainder"].as_f64().unwrap();
    serde_json::json!({"value": value, "error": room})
}

/// Whether the figure is the expected number, exactly where both are exact.
fn agrees(found: &Json, row: &Row) -> bool {
    let value = if found.is_object() { &found["value"] } else { found };
    let wanted = row["value"].as_str();
    if matches!(wanted, "infinite" | "undefined") {
        return value.is_null();
    }
    let wanted = rational(wanted);
    match found["exact"].as_str() {
        Some(exact) if row["tolerance"].is_empty() => rational(exact) == wanted,
        exact => {
            let value = value.as_f64().or_else(|| rational(exact?).to_f64());
            let wanted = wanted.to_f64().unwrap();
            let tolerance = row["tolerance"].parse().unwrap_or(1e-12f64).max(1e-12);
            let error = found["error"].as_f64().unwrap_or(0.0);
            value.is_some_and(|value| (value - wanted).abs() <= tolerance * wanted.abs() + error)
        }
    }
}

/// The cases of one game.
fn all_of(game: &str) {
    let cases: Vec<Row> =
        expected("games_cases.csv").into_iter().filter(|case| case["game"] == game).collect();
    assert!(cases.len() >= 10, "{game}: {}", cases.len());
    let mut compared = 0;
    for case in &cases {
        let document = document(case);
        for row in &VALUES[&case["case"]] {
            let found = at(&document, &row["path"]);
            // Leads among many are left to the games played by chance.
            if found["why"].as_str().is_some_and(|why| why.starts_with("not computed")) {
                assert!(row["path"].starts_with("figures.lead"), "{case:?} {row:?}");
                continue;
            }
            assert!(agrees(&found, row), "{case:?}\n{row:?}\nfound {found}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{game}: {compared}");
}

macro_rules! games {
    ($($test:ident: $name:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            all_of($name);
        })*

        #[test]
        fn every_game_has_cases() {
            let named = [$($name),*];
            assert!(games::ALL.iter().all(|game| named.contains(&game.name)));
        }
    };
}

games! {
    augustus: "augustus",
    simple_tali: "simple-tali",
    sparing_tali: "sparing-tali",
    tropa: "tropa",
    century: "century",
    circus_maximus: "circus-maximus",
    unum_biga: "unum-biga",
    hounds_and_vultures: "hounds-and-vultures",
    steps_of_the_senate: "steps-of-the-senate",
    gladiators: "gladiators",
    catapulta: "catapulta",
    hounds_in_olympus: "hounds-in-olympus",
    odds_out: "odds-out",
    par_tali: "par-tali",
    pentelitha: "pentelitha",
}
