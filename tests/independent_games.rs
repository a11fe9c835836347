//! Every figure of every game, held against values that were worked out independently of the program,
//! from the rules alone and mostly by other methods: `tests/expected/make_games.py`.

mod common;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use common::expected;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value as Json;
use tali_odds::analysis::{NamedSet, PotAnswer, Setting, WinAnswer};
use tali_odds::games::{self, Value};
use tali_odds::tali::{Bones, Talus, parse_weight};

type Row = BTreeMap<String, String>;

static VALUES: LazyLock<BTreeMap<String, Vec<Row>>> = LazyLock::new(|| {
    let mut values: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in expected("games_values.csv") {
        values.entry(row["case"].clone()).or_default().push(row);
    }
    values
});

fn rational(text: &str) -> BigRational {
    match text.split_once('/') {
        Some((numerator, denominator)) => {
            let whole = |digits: &str| digits.parse::<BigInt>().unwrap();
            BigRational::new(whole(numerator), whole(denominator))
        }
        None if text.starts_with('-') => -rational(&text[1..]),
        None => {
            text.parse::<BigInt>().map_or_else(|_| parse_weight(text).unwrap(), BigRational::from_integer)
        }
    }
}

/// `1 1 1 1`, or four such vectors joined by `|`.
fn bones(text: &str) -> NamedSet {
    let tali: Vec<Talus> = text
        .split('|')
        .map(|weights| {
            let weights: Vec<BigRational> =
                weights.split_whitespace().map(|w| parse_weight(w).unwrap()).collect();
            Talus::from_weights(weights.try_into().unwrap()).unwrap()
        })
        .collect();
    let bones =
        if tali.len() == 1 { Bones::alike("bones", tali[0].clone()) } else { Bones::each("bones", tali) };
    NamedSet::new(bones, 4).unwrap()
}

/// Splits `a=1;b=[1, 2];c="x"` at the semicolons.
fn rules(text: &str) -> Vec<(&str, &str)> {
    text.split(';').filter(|rule| !rule.is_empty()).map(|rule| rule.split_once('=').unwrap()).collect()
}

/// The document that answers a case.
fn document(case: &Row) -> Json {
    let game = games::find(&case["game"]).unwrap();
    let players = case["players"].parse().unwrap_or(game.players.usual);
    let mut agreed = game.rules(players).unwrap();
    for (key, value) in rules(&case["rules"]) {
        agreed.set(key, Value::parse(value).unwrap()).unwrap_or_else(|error| panic!("{case:?}: {error}"));
    }
    let faces = if case["faces"].is_empty() { "1/10 4/10 4/10 1/10" } else { &case["faces"] };
    let sets: Vec<NamedSet> = faces.split(';').map(bones).collect();
    let casts: Vec<_> = sets.iter().map(|set| set.set().clone()).collect();
    let solution = game.table(agreed.clone(), &casts).unwrap().solve();
    let setting = Setting { game, players, rules: agreed, bones: sets, remarks: Vec::new() };
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
