//! Compares swings of games with values computed independently, from the rules and definitions alone:
//! `tests/oracle/make_moments.py`.

use std::collections::BTreeMap;

use crate::common::{Row, expected, one_in, setting_of};
use serde_json::Value as Json;
use std::sync::atomic::AtomicBool;
use tali_odds::analysis::{Averaging, BalanceAnswer, BalanceQuestion};
use tali_odds::monte_carlo::Watch;

fn document(case: &Row) -> Json {
    let question = BalanceQuestion {
        averaging: Averaging { level: 0.999, ..Averaging::default() },
        ..BalanceQuestion::default()
    };
    let stop = AtomicBool::new(false);
    let watch = Watch { stop: &stop, played: &|_| () };
    serde_json::to_value(BalanceAnswer::new(setting_of(case), question, &watch).unwrap()).unwrap()
}

/// The figure of a row.
fn figure<'a>(document: &'a Json, row: &Row) -> Option<&'a Json> {
    let at = row["at"].as_str();
    let seat = || &document["seats"][at.parse::<usize>().unwrap() - 1];
    let found = match row["metric"].as_str() {
        metric @ ("balance" | "dead_casts" | "lead_changes" | "drama" | "decisiveness" | "drawishness") => {
            &document[metric]
        }
        "comeback" => {
            let mut all = document["comeback"].as_array().unwrap().iter();
            &all.find(|one| one["from"].as_f64() == at.parse().ok()).unwrap()["probability"]
        }
        // Variances are tested as a property.
        "variance" => return None,
        metric => &seat()[metric],
    };
    Some(found)
}

/// The largest error bound that we accept.
fn widest(game: &str, metric: &str, wanted: f64) -> f64 {
    match (game, metric) {
        // Sums over the thousands of casts of a ladder add up all their bounds.
        ("hounds-and-vultures" | "steps-of-the-senate", "surprise" | "suspense" | "drama") => {
            3e-6 * wanted.abs() + 2e-8
        }
        _ => 1e-9 * wanted.abs() + 2e-11,
    }
}

/// Metrics that depend on single throws.
const OF_THROWS: [&str; 7] =
    ["dead_casts", "lead_changes", "comeback", "drama", "decisiveness", "suspense", "surprise"];

#[test]
fn swings_match_the_oracle() {
    let mut values: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in expected("moments_values.csv") {
        values.entry(row["case"].clone()).or_default().push(row);
    }
    let cases = expected("moments_cases.csv");
    assert!(cases.len() > 100, "{}", cases.len());
    let (mut solved, mut simulated, one_in) = (0, 0, one_in(2));
    for case in cases.iter().step_by(one_in) {
        let document = document(case);
        for row in &values[&case["case"]] {
            let Some(found) = figure(&document, row) else { continue };
            // In these game files a turn has several throws; the oracle treats it as one step.
            let is_of_throws =
                ["tropa", "gladiators", "catapulta", "pentelitha"].contains(&case["game"].as_str());
            if is_of_throws && OF_THROWS.contains(&row["metric"].as_str()) {
                continue;
            }
            // Each cast of Century uses up a day, which changes the state.
            if case["game"] == "century" && row["metric"] == "dead_casts" {
                continue;
            }
            // Too many states to number, so games are simulated without chances on the way.
            if found["value"].is_null() && ["circus-maximus", "catapulta"].contains(&case["game"].as_str()) {
                continue;
            }
            let wanted: f64 = row["value"].parse().unwrap();
            let Some(value) = found["value"].as_f64() else {
                // Metrics that need two seats are absent for one.
                assert!(document["players"] == 1, "{case:?} {row:?} {found}");
                continue;
            };
            if found["method"] == "simulated" {
                // Leads among charioteers and fees that are a part of the pot are simulated.
                let by_chance = case["game"] == "circus-maximus" || row["metric"] == "net_sd";
                assert!(by_chance, "{case:?} {row:?} {found}");
                let half = (found["high"].as_f64().unwrap() - found["low"].as_f64().unwrap()) / 2.0;
                assert!((value - wanted).abs() <= 1.6 * half + 1e-12, "{case:?}\n{row:?}\n{found}");
                assert!(half <= 0.1 * wanted.abs().max(1.0), "{case:?} {row:?} {found}");
                simulated += 1;
            } else {
                let error = found["error"].as_f64().unwrap_or(0.0);
                let room = 1e-10 * wanted.abs() + 1e-12 + error;
                assert!((value - wanted).abs() <= room, "{case:?}\n{row:?}\n{found}");
                let widest = widest(&case["game"], &row["metric"], wanted);
                assert!(error <= widest, "{case:?} {row:?} {found}");
                solved += 1;
            }
        }
    }
    assert!(solved > 1500 / one_in && simulated > 10 / one_in, "{solved} solved, {simulated} simulated");
}
