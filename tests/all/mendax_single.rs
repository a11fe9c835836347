//! Mendax Tali with a hand each: compared with values computed from the rules alone (`tests/oracle/make_mendax_single.py`) and
//! with simulated matches.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value as Json;
use tali_odds::analysis::Setting;

use crate::answers::{self, agree, all_are, best_against_random, is_played, wins};
use crate::cases::{self, is};
use crate::common::{everything, json, one_in};

static CASES: LazyLock<Vec<Json>> = LazyLock::new(|| cases::read("mendax_single.json"));

/// The cases with this value.
fn cases_with(what: &str) -> impl Iterator<Item = &'static Json> {
    CASES.iter().filter(move |case| case["values"].get(what).is_some())
}

fn setting(case: &Json) -> Setting {
    cases::setting("mendax-single", case)
}

#[test]
fn results_of_two_seats_match_the_oracle() {
    let one_in = one_in(53);
    let mut compared = BTreeMap::new();
    for case in cases_with("win_share").filter(|case| case["players"] == 2).step_by(one_in) {
        agree(case, &wins(&setting(case), 0), &is, &mut compared);
    }
    for (name, least) in [("win_share", 500), ("round_win", 400), ("bids_mean", 400), ("length_pmf", 300)] {
        assert!(one_in * compared[name] > least, "{compared:?}");
    }
}

#[test]
fn values_of_skill_match_the_oracle() {
    // Duels on sums are slowest.
    let [sums, faces] = [48, 2].map(one_in);
    let mut compared = 0;
    for (number, case) in cases_with("best_v_random").enumerate() {
        if number.is_multiple_of(if case["rules"]["duel"] == "faces" { faces } else { sums }) {
            let (figures, wanted) = (best_against_random(&setting(case)), &case["values"]["best_v_random"]);
            assert!(all_are(&figures, wanted, &is), "{}: {figures} {wanted}", case["name"]);
            compared += 1;
        }
    }
    assert!(compared >= if everything() { 40 } else { 2 }, "{compared}");
}

#[test]
fn advice_matches_the_oracle() {
    let one_in = one_in(31);
    let (mut odds, mut positions) = (0, 0);
    let of_odds = cases_with("odds").step_by(one_in.div_ceil(4));
    // Policies alternate, so a step coprime to their number covers all of them.
    for case in of_odds.chain(cases_with("positions").step_by(one_in)) {
        let values = &case["values"];
        let setting = setting(case);
        let table = setting.table().unwrap();
        let advised = |position: &str| {
            answers::advised(&setting, table.as_ref(), position)
                .unwrap_or_else(|error| panic!("{case}: {error}"))
        };
        let of = |advice: &Json, what: &Json| {
            let options = advice["options"].as_array().unwrap().iter();
            options.into_iter().find(|option| option["do"] == *what).unwrap().clone()
        };
        for wanted in values["odds"].as_array().into_iter().flatten() {
            let position = wanted["position"].as_str().unwrap();
            let option = of(&advised(position), &wanted["bid"]);
            assert!(is(&option["holds"], &wanted["holds"]), "{position} {option} {wanted}");
            odds += 1;
        }
        for wanted in values["positions"].as_array().into_iter().flatten() {
            let position = wanted["position"].as_str().unwrap();
            let advice = advised(position);
            assert_eq!(advice["reached"], wanted["reached"], "{} {position}", case["name"]);
            for wanted in wanted["options"].as_array().unwrap() {
                let option = of(&advice, &wanted["do"]);
                for name in ["holds", "round", "value"] {
                    let is_same = is(&option[name], &wanted[name]);
                    assert!(is_same, "{} {position} {name}: {option} {wanted}", case["name"]);
                }
            }
            positions += 1;
        }
    }
    assert!(odds * one_in > 400 && positions > 200 / one_in, "{odds} {positions}");
}

#[test]
fn simulated_matches_of_more_seats_match_the_oracle() {
    const GAMES: u32 = 10_000;
    let one_in = one_in(6);
    let [mut compared, mut solved] = [0, 0];
    for case in cases_with("win_share").filter(|case| case["players"] != 2).step_by(one_in) {
        let counts = is_played(case, &wins(&setting(case), GAMES.into()), GAMES, &is);
        compared += counts[0];
        solved += counts[1];
    }
    assert!(one_in * compared > 120 && one_in * solved > 8, "{compared} {solved}");
}

#[test]
fn skill_can_be_tuned_as_a_share_or_percentage() {
    let rules = ["mendax-single", "--rule", "tali=1", "--rule", "duel=\"faces\""];
    let asked =
        |want| json(&[&["tune"], &rules[..], &["--vary", "wild_hounds=false|true", "--want", want]].concat());
    let by_share = asked("skill:random=60%");
    assert_eq!(by_share["points"], asked("skill:random=0.6")["points"]);
    let without = json(&[&["balance"], &rules[..]].concat());
    let random = without["skill"].as_array().unwrap().iter().find(|against| against["policy"] == "random");
    let points = by_share["points"].as_array().unwrap();
    assert!(points.iter().any(|point| point["figure"] == random.unwrap()["mean"]), "{points:?}");
}
