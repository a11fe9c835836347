//! Mendax Tali with a hand each: against values worked out by other code from the rules alone
//! (`tests/oracle/make_mendax_single.py`), against matches played by chance, and by what must be true of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use num_traits::ToPrimitive;
use serde_json::Value as Json;
use tali_odds::analysis::{AdviceAnswer, Played, Setting, WinAnswer};
use tali_odds::exact::Wanted;
use tali_odds::games::Playable;
use tali_odds::monte_carlo::{Plan, Watch, simulate};

use crate::cases::{self, is};
use crate::common::{everything, json, one_in, rational};

const GAME: &str = "mendax-single";

static CASES: LazyLock<Vec<Json>> = LazyLock::new(|| cases::read("mendax_single.json"));

fn setting(case: &Json) -> Setting {
    cases::setting(GAME, case)
}

/// The document of a table, with so many matches played by chance.
fn document(setting: &Setting, table: &dyn Playable, games: u64) -> (Json, f64) {
    let solution = table.solve_to(Wanted::WITHOUT_COINS);
    let played = (games > 0).then(|| {
        let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
        let tally = simulate(table.player().as_ref(), &Plan { games, seed: 5, threads: 2 }, &watch);
        Played { tally, asked: games, seed: 5, confidence: 0.95 }
    });
    let answer = WinAnswer::new(setting.clone(), &solution, played.as_ref(), None);
    let worst = answer.simulation.as_ref().map_or(0.0, |simulation| simulation.largest_z);
    (serde_json::to_value(&answer).unwrap(), worst)
}

/// A list in which everything is as expected, however deep.
fn all_are(figures: &Json, wanted: &Json) -> bool {
    match wanted {
        Json::Array(wanted) => {
            let figures = figures.as_array().map(Vec::as_slice).unwrap_or_default();
            figures.len() == wanted.len()
                && figures.iter().zip(wanted).all(|(figure, wanted)| all_are(figure, wanted))
        }
        wanted => is(figures, wanted),
    }
}

#[test]
fn two_seats_win_as_other_code_says() {
    let one_in = one_in(53);
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    let mut lengths = 0;
    let cases = CASES.iter().filter(|case| case["players"] == 2 && case["values"].get("win_share").is_some());
    for case in cases.step_by(one_in) {
        let setting = setting(case);
        let table = setting.table().unwrap();
        let (document, _) = document(&setting, table.as_ref(), 0);
        let wanted = &case["values"];
        let mut check = |name: &'static str, figure: &Json, wanted: &Json| {
            assert!(all_are(figure, wanted), "{}: {name} is {figure}, not {wanted}", case["name"]);
            *compared.entry(name).or_default() += 1;
        };
        let shares: Vec<Json> =
            document["seats"].as_array().unwrap().iter().map(|seat| seat["win_share"].clone()).collect();
        check("win_share", &Json::Array(shares), &wanted["win_share"]);
        for (name, at) in [("never", "/never"), ("length_mean", "/length/mean")] {
            if let Some(wanted) = wanted.get(name) {
                check(name, document.pointer(at).unwrap(), wanted);
            }
        }
        if let Some(pmf) = wanted.get("length_pmf") {
            let law = &document["length"]["pmf"];
            let first = law["first"].as_u64().unwrap();
            for (rounds, chance) in pmf.as_object().unwrap() {
                let place = usize::try_from(rounds.parse::<u64>().unwrap() - first).unwrap();
                let found = law["probabilities"][place].as_f64().unwrap_or(0.0);
                let chance = rational(chance.as_str().unwrap()).to_f64().unwrap();
                assert!((found - chance).abs() < 1e-12, "{}: {rounds} rounds, {law}", case["name"]);
            }
            lengths += 1;
        }
        for name in ["round_win", "bids_mean", "challenge_right"] {
            if let Some(wanted) = wanted.get(name) {
                check(name, &document["figures"][name], wanted);
            }
        }
    }
    for (name, least) in [("win_share", 500), ("round_win", 400), ("bids_mean", 400)] {
        assert!(one_in * compared[name] > least, "{compared:?}");
    }
    assert!(one_in * lengths > 300, "{lengths}");
}

#[test]
fn what_skill_is_worth_is_what_other_code_says() {
    // Duels on sums take longest.
    let [sums, faces] = [48, 2].map(one_in);
    let is_wanted = |number: usize, rules: &Json| {
        number.is_multiple_of(if rules["duel"] == "faces" { faces } else { sums })
    };
    let cases = CASES.iter().filter(|case| case["values"].get("best_v_random").is_some());
    let mut compared = 0;
    for (_, case) in cases.enumerate().filter(|(number, case)| is_wanted(*number, &case["rules"])) {
        let table = setting(case).table().unwrap();
        let skill = table.decisions().unwrap().skill(&|| ()).unwrap();
        let against = skill.shares.iter().find(|against| against.policy == "random").unwrap();
        let figures: Vec<Json> =
            against.best.each_ref().map(|share| serde_json::to_value(share).unwrap()).into();
        let wanted = &case["values"]["best_v_random"];
        assert!(all_are(&Json::Array(figures.clone()), wanted), "{}: {figures:?} {wanted}", case["name"]);
        compared += 1;
    }
    assert!(compared >= if everything() { 40 } else { 2 }, "{compared}");
}

#[test]
fn advice_is_worth_what_other_code_says() {
    let one_in = one_in(31);
    let (mut odds, mut positions) = (0, 0);
    let tells = |values: &Json, what: &str| values.get(what).is_some();
    let of_odds = CASES.iter().filter(|case| tells(&case["values"], "odds")).step_by(one_in.div_ceil(4));
    // Policies come in turn: with a step that has nothing in common with how many there are, each has its table.
    let of_positions = CASES.iter().filter(|case| tells(&case["values"], "positions")).step_by(one_in);
    for case in of_odds.chain(of_positions) {
        let values = &case["values"];
        let setting = setting(case);
        let table = setting.table().unwrap();
        let advised = |position: &str| {
            let decisions = table.decisions().unwrap();
            let advice = decisions.advise(Some(position)).unwrap_or_else(|error| panic!("{case}: {error}"));
            let answer = AdviceAnswer::new(setting.clone(), advice, decisions.value_unit(), false);
            serde_json::to_value(&answer).unwrap()
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
                    assert!(
                        is(&option[name], &wanted[name]),
                        "{} {position} {name}: {option} {wanted}",
                        case["name"]
                    );
                }
            }
            positions += 1;
        }
    }
    assert!(odds * one_in > 400 && positions > 200 / one_in, "{odds} {positions}");
}

#[test]
fn matches_of_more_seats_are_played_as_other_code_says() {
    let (mut compared, mut solved) = (0, 0);
    let one_in = one_in(6);
    let several = |case: &&Json| case["players"] != 2 && case["values"].get("win_share").is_some();
    for case in CASES.iter().filter(several).step_by(one_in) {
        let setting = setting(case);
        let table = setting.table().unwrap();
        let (document, _) = document(&setting, table.as_ref(), 10_000);
        // Five standard errors, of which there are many.
        let is_near = |simulated: &Json, wanted: &Json, what: &str| {
            let (value, low, high) = (
                simulated["value"].as_f64().unwrap(),
                simulated["low"].as_f64().unwrap(),
                simulated["high"].as_f64().unwrap(),
            );
            let wanted: f64 = rational(wanted.as_str().unwrap()).to_f64().unwrap();
            let off = 2.5 * (high - low) + 1e-9;
            assert!((value - wanted).abs() < off, "{}: {what} {value}, not {wanted}", case["name"]);
        };
        for (seat, wanted) in
            document["seats"].as_array().unwrap().iter().zip(case["values"]["win_share"].as_array().unwrap())
        {
            is_near(&seat["simulated"], wanted, "win_share");
            if seat["win_share"]["method"] != "simulated" {
                assert!(is(&seat["win_share"], wanted), "{}: {seat} {wanted}", case["name"]);
                solved += 1;
            }
            compared += 1;
        }
        let simulation = &document["simulation"];
        if let Some(wanted) = case["values"].get("length_mean") {
            is_near(&simulation["length_mean"], wanted, "length");
        }
        for name in ["bids_mean", "challenge_right"] {
            if let Some(wanted) = case["values"].get(name) {
                is_near(&simulation["figures"][name], wanted, name);
            }
        }
    }
    assert!(one_in * compared > 60 && one_in * solved > 8, "{compared} {solved}");
}

#[test]
fn skill_is_tuned_as_a_share_of_the_matches() {
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
