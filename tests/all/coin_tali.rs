//! The boxed game with coins: compared with brute force from its rules alone (`tests/oracle/make_coin_tali.py`) and with
//! simulated games, and checked for its invariants.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use tali_odds::analysis::{AdviceAnswer, PotAnswer, Setting, WinAnswer};
use tali_odds::exact::{Enclosure, Number, Wanted, solve_chain};
use tali_odds::games::{Value, ValueUnit};
use tali_odds::monte_carlo::{EveningPlan, Tally, Watch, spend_evenings};

use crate::answers::{self, agree, played};
use crate::cases::{self, is, texts};
use crate::common::{answer, json_in, one_in, rational};

static CASES: LazyLock<Vec<Json>> = LazyLock::new(|| cases::read("coin_tali.json"));

fn setting(case: &Json) -> Setting {
    cases::setting("coin-tali", case)
}

fn check_round(case: &Json) {
    let setting = setting(case);
    let solution = setting.table().unwrap().solve();
    let document = serde_json::to_value(WinAnswer::new(setting, &solution, None, None)).unwrap();
    let mut compared = BTreeMap::new();
    // Variants that are off are not listed.
    let same = |figure: &Json, wanted: &Json| is(figure, wanted) || figure.is_null() && wanted == "0";
    agree(case, &document, &same, &mut compared);
    assert!(compared.len() > 5, "{case}");
}

fn check_advice(case: &Json) {
    let setting = setting(case);
    let table = setting.table().unwrap();
    let position = case["position"].as_str();
    let advice =
        table.decisions().unwrap().advise(position).unwrap_or_else(|error| panic!("{case}: {error}"));
    let again = table.decisions().unwrap().advise(Some(&advice.position)).unwrap();
    assert_eq!(again, advice, "{}: the printed position should parse", case["name"]);
    let mut answer = AdviceAnswer::new(setting, advice, ValueUnit::Coppers, true);
    answer.shorten(usize::MAX);
    let document = serde_json::to_value(answer).unwrap();
    if let Some(options) = case["options"].as_object() {
        let found = document["options"].as_array().unwrap();
        let value: Vec<f64> = found.iter().map(|option| option["value"]["value"].as_f64().unwrap()).collect();
        assert_eq!(found[0]["option"], document["best"], "{case}");
        assert!(value.is_sorted_by(|one, other| one >= other), "{case}: {value:?}");
        assert_eq!(found.len(), options.len(), "{case}: {found:?}");
        for option in found {
            let wanted = &options[option["option"].as_str().unwrap()];
            assert!(is(&option["value"], wanted), "{}: {option}, not {wanted}", case["name"]);
        }
        assert_eq!(document["best"], case["best"], "{case}");
    }
    if let Some(casts) = case["casts"].as_object() {
        let found = document["casts"].as_array().unwrap();
        assert_eq!(found.len(), casts.len(), "{case}");
        for line in found {
            let wanted = &casts[line["cast"].as_str().unwrap()];
            assert_eq!(line["option"], wanted[0], "{}: {line}", case["name"]);
            assert!(is(&line["value"], &wanted[1]), "{}: {line}, not {wanted}", case["name"]);
        }
    }
}

fn check_skill(case: &Json) {
    let setting = setting(case);
    let table = setting.table().unwrap();
    let skill = table.decisions().unwrap().skill(&|| ()).unwrap();
    let number = |number: &Number| number.as_ref().unwrap().as_exact().unwrap().clone();
    for (policy, found) in &skill.against {
        if let Some(wanted) = case["skill"][policy].as_str() {
            assert_eq!(number(found), rational(wanted), "{}: {policy}", case["name"]);
        }
    }
    for (kind, list) in [("worth", &skill.value), ("without", &skill.without)] {
        for (variant, found) in list {
            for (seat, wanted) in texts(&case[kind][variant]).into_iter().enumerate() {
                assert_eq!(number(&found[seat]), rational(wanted), "{}: {kind} {variant}", case["name"]);
            }
        }
    }
}

#[test]
fn rounds_match_brute_force() {
    let rounds: Vec<&Json> = CASES.iter().filter(|case| case["values"].is_object()).collect();
    assert!(rounds.len() >= 60, "{}", rounds.len());
    rounds.into_iter().step_by(one_in(3)).for_each(check_round);
}

#[test]
fn advice_matches_brute_force() {
    let advised: Vec<&Json> = CASES.iter().filter(|case| case["position"].is_string()).collect();
    assert!(advised.len() >= 20, "{}", advised.len());
    advised.into_iter().for_each(check_advice);
}

#[test]
fn skill_matches_brute_force() {
    let skill: Vec<&Json> = CASES.iter().filter(|case| case["worth"].is_object()).collect();
    assert!(skill.len() >= 4, "{}", skill.len());
    skill.into_iter().step_by(one_in(3)).for_each(check_skill);
}

fn play(setting: &Setting, games: u64) -> Tally {
    answers::play(setting.table().unwrap().as_ref(), games, 11)
}

/// The number of rounds simulated at each table.
const GAMES: u64 = 10_000;

/// Solutions agree with rounds simulated bone by bone, for every policy and kind of table.
#[test]
fn solutions_match_simulated_rounds() {
    for case in CASES.iter().filter(|case| case["values"].is_object()).step_by(one_in(7)) {
        let setting = setting(case);
        let table = setting.table().unwrap();
        let (solution, played) = (table.solve(), played(table.as_ref(), GAMES, 11));
        let wins = WinAnswer::new(setting.clone(), &solution, Some(&played), None);
        let pots = PotAnswer::new(setting, solution.pot.as_ref().unwrap(), Some(&played), None);
        for simulation in [wins.simulation.unwrap(), pots.simulation.unwrap()] {
            assert!(simulation.largest_z < 5.5, "{}: {}", case["name"], simulation.largest_z);
        }
    }
}

/// Simulated evenings agree with those that other code solves or simulates, within five standard errors of both.
#[test]
fn evenings_match_the_oracle() {
    let cases = cases::read("coin_tali_evenings.json");
    assert!(cases.len() >= 20, "{}", cases.len());
    for case in cases.iter().step_by(one_in(3)) {
        let setting = setting(case);
        let thinks = setting.rules.play().iter().any(|play| play.name() == "best");
        let wanted = &case["evening"];
        let games: u64 = match wanted["never"].as_f64() {
            // Each game stops after 10,000 rounds.
            Some(1.0) => 20,
            _ if thinks => 3_000,
            _ => 10_000,
        };
        let tally = play(&setting, games);
        let near = |name: &str, index: usize, found: f64, error: f64| {
            let of = |from: &Json| {
                let number = &from[name];
                if number.is_array() { number[index].as_f64() } else { number.as_f64() }
            };
            let Some(wanted_here) = of(wanted) else { return };
            let theirs = of(&wanted["standard_errors"]).unwrap_or(0.0);
            let room = 5.0 * error.hypot(theirs) + 1e-9;
            let what = format!("{}, {name} {index}", case["name"]);
            assert!((found - wanted_here).abs() <= room, "{what}: {found}, not {wanted_here} ± {room}");
        };
        #[expect(clippy::cast_precision_loss, reason = "games are few")]
        let number = games as f64;
        for (seat, share) in tally.shares.iter().enumerate() {
            let mean = share.sum / number;
            // Counts of rare events are not normally distributed.
            let variance = (share.squares / number - mean * mean).max(3.0 / number);
            near("win_share", seat, mean, (variance / number).sqrt());
        }
        for (name, list) in &tally.statistics {
            for (index, moments) in list.iter().enumerate().filter(|(_, moments)| moments.count > 0) {
                #[expect(clippy::cast_precision_loss, reason = "games are few")]
                let count = moments.count as f64;
                near(name, index, moments.mean(), (moments.variance().max(3.0 / count) / count).sqrt());
            }
        }
        if wanted["never"].as_f64() == Some(1.0) {
            assert_eq!(tally.never, games, "{}", case["name"]);
        }
    }
}

/// Evenings of single rounds with carried-over purses agree with the chain that other code solves.
#[test]
fn rounds_with_purses_match_an_evening() {
    let cases = cases::read("coin_tali_evenings.json");
    let case = cases.iter().find(|case| case["name"] == "chain trad purses 15 and 25").unwrap();
    let mut rounds = setting(case);
    rounds.rules.set("scope", Value::parse("round").unwrap()).unwrap();
    let table = rounds.table().unwrap();
    let games = 20_000;
    let plan = EveningPlan { evenings: games, games: 1_000, purses: vec![15.0, 25.0], seed: 3, threads: 0 };
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let spent = spend_evenings(table.bankroll_player().unwrap().as_ref(), &plan, &watch);
    assert_eq!(spent.played, games);
    for seat in 0..2 {
        let lost = case["evening"]["ruin"][seat].as_f64().unwrap();
        let error = (lost * (1.0 - lost) / 20_000.0).sqrt();
        let ruined = spent.ruined[seat].mean();
        assert!((ruined - lost).abs() < 5.0 * error, "seat {seat}: {ruined}, not {lost}");
        let home = spent.coins[seat].mean();
        assert!((home - 40.0 * (1.0 - lost)).abs() < 5.0 * 40.0 * error, "seat {seat}: {home}");
    }
    let all = spent.coins.iter().map(|coins| coins.sum).sum::<f64>();
    assert!((all - 40.0 * 20_000.0).abs() < 1e-6, "{all}");
}

/// Extreme purses: nobody can pay the first ante, one copper lasts for a round, and a dog costs more than the seat has.
#[test]
fn purses_run_out_in_rolling_order() {
    let evening = |purse: u64, players: usize, faces: [&str; 4]| {
        let rules = json!({"scope": "evening", "gold": 10, "silver": 3, "purse": purse});
        setting(&json!({"players": players, "faces": [[faces]], "rules": rules, "play": ["never"]}))
    };
    // All are broke before the first throw and go out in rolling order. The last one gets the pots.
    for players in [2, 3, 8] {
        let tally = play(&evening(10, players, ["1", "4", "4", "1"]), 50);
        assert!((tally.shares[players - 1].sum - 50.0).abs() < 1e-9, "{tally:?}");
        let taken = tally.taken[players - 1].mean() - 10.0 * players.to_f64().unwrap();
        assert!((tally.casts.mean() - 1.0).abs() < 1e-9 && taken.abs() < 1e-9, "{tally:?}");
    }
    // With one copper more all pay the first ante. Then 3333 costs a silver, which seat 1 no longer has; 1111 costs a gold, which
    // nobody has after the ante. The first to throw is out in the first round.
    for (purse, faces, all) in [(11, ["0", "1", "0", "0"], 22.0), (15, ["1", "0", "0", "0"], 30.0)] {
        let tally = play(&evening(purse, 2, faces), 50);
        assert!((tally.shares[1].sum - 50.0).abs() < 1e-9, "{tally:?}");
        assert!((tally.casts.mean() - 1.0).abs() < 1e-9, "{tally:?}");
        let taken = [0, 1].map(|seat: usize| tally.taken[seat].mean());
        assert!(taken[0].abs() < 1e-9 && (taken[1] - all).abs() < 1e-9, "{tally:?}");
    }
}

/// The chain of throws and decisions agrees with the solution of a round, and its swings are known.
#[test]
fn chains_of_throws_match_the_solution() {
    let (mut compared, one_in) = (0, one_in(9));
    for case in CASES.iter().filter(|case| case["values"].is_object()).step_by(one_in) {
        let setting = setting(case);
        let table = setting.table().unwrap();
        let Ok(chain) = table.chain(40_000) else { continue };
        let (solution, by_throws) = (table.solve(), solve_chain(&chain, Wanted::WITHOUT_COINS));
        let overlap = |one: &Enclosure, other: &Enclosure, what: &str| {
            let (low, high) = (one.low().max(other.low()), one.high().min(other.high()));
            // If options are equal up to rounding, either can be chosen.
            let apart = (low - high).to_f64().unwrap();
            assert!(apart < 1e-9, "{}, {what}: {} and {}", case["name"], one.to_f64(), other.to_f64());
        };
        for (one, other) in solution.shares.iter().zip(&by_throws.shares) {
            overlap(one, other, "win share");
        }
        overlap(&solution.nobody, &by_throws.nobody, "nobody");
        let [one, other] = [&solution, &by_throws].map(|solution| solution.length.mean.as_ref().unwrap());
        overlap(one, other, "length");
        let swings = table.dynamics().swings;
        let start = solution.shares.iter().map(|share| share.low().to_f64().unwrap());
        for (variance, share) in swings.variance.iter().zip(start) {
            // The variance of a win share is the sum of its swings, at most the p(1 − p) of undivided wins.
            let variance = variance.as_ref().unwrap().low().to_f64().unwrap();
            assert!(variance <= share * (1.0 - share) + 1e-9, "{}: {variance}", case["name"]);
        }
        compared += 1;
    }
    assert!(compared >= 40 / one_in, "{compared}");
}

/// Advice and cards can be printed as CSV, with a row for each cast or option.
#[test]
fn advice_and_cards_print_as_csv() {
    for (asked, rows) in [
        (&["advise", "coin-tali"][..], 34),
        (&["advise", "coin-tali", "--position", "2/3 roll=4331"], 2),
        (&["strategy", "coin-tali", "--players", "2"], 34 * 21),
    ] {
        let shown = answer(&[asked, &["--rule", "variants=[mercury]", "--format", "csv"]].concat());
        assert!(shown.lines().count() > rows, "{asked:?}: {shown}");
    }
}

/// The document of a night of two players at this game, given their purses and the section of the game.
fn night(purses: [&str; 2], section: &str) -> Json {
    let folder = tempfile::tempdir().unwrap();
    let [gaia, titus] = purses;
    let players = format!("[[players]]\nname = 'Gaia'\n{gaia}\n[[players]]\nname = 'Titus'\n{titus}\n");
    let night = format!("version = 1\n{players}[[games]]\ngame = 'coin-tali'\n{section}");
    std::fs::write(folder.path().join("night.toml"), night).unwrap();
    json_in(folder.path(), &["balance", "night.toml"])
}

fn remarks(game: &Json) -> String {
    let remarks = game["remarks"].as_array().into_iter().flatten();
    remarks.map(|remark| remark.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

/// Anything a night file leaves out follows the usual rules; anything it sets applies.
#[test]
fn nights_default_to_the_usual_evening() {
    let usual = json!(["etiam", "mercury", "fortuna"]);
    for (rules, scope, variants) in [
        ("", "evening", &usual),
        ("rules = { scope = 'round' }", "round", &usual),
        ("rules = { variants = [] }", "evening", &json!([])),
    ] {
        let document = night(["", ""], &format!("play = 'never'\n{rules}"));
        let game = &document["games"][0];
        let of_game = (&game["rules"]["scope"], &game["rules"]["variants"]);
        assert_eq!(of_game, (&scope.into(), variants), "{rules}");
        let said = remarks(game);
        assert_eq!(said.contains("This is one round"), scope == "round", "{said}");
    }
}

/// An answer lists what is off, with a rule that switches it on.
#[test]
fn disabled_variants_are_listed_with_their_rule() {
    let shown = answer(&["win", "coin-tali", "--games", "0"]);
    let [_, rule] = shown.split("--rule '").collect::<Vec<_>>()[..] else { panic!("{shown}") };
    let rule = rule.split('\'').next().unwrap();
    let shown = answer(&["win", "coin-tali", "--play", "never", "--games", "100", "--rule", rule]);
    assert!(shown.contains("Rounds") && !shown.contains("--rule '"), "{shown}");
}

/// A player without a purse gets the usual one, one who cannot pay the first ante is named, and a rule overrides purses.
#[test]
fn purses_default_and_rules_override_them() {
    let brought = night(["purse = 15"; 2], "play = 'never'\nrules = { gold = 10 }\n");
    assert_eq!(brought["games"][0]["rules"]["purse"], json!([15, 15]), "{brought}");
    let document = night(["purse = 100", ""], "play = 'never'\n");
    let game = &document["games"][0];
    let usual = json!({ "gold": 2, "silver": 3, "copper": 5 });
    assert_eq!(game["rules"]["purse"], json!([100, usual]));
    let said = remarks(game);
    // The gold is 100, and the ante 1.
    assert!(said.contains("each seat pays 101 coppers") && said.contains("can play is 101."), "{said}");
    assert!(said.contains("Gaia brings 100 and is out before the first throw"), "{said}");
    // With one copper more she can play the first round and win it.
    let document = night(["purse = 101", ""], "play = 'never'\n");
    assert!(!remarks(&document["games"][0]).contains("before the first throw."), "{document}");
    assert!(document["games"][0]["seats"][0]["win_share"]["value"].as_f64().unwrap() > 0.0);
    let document = night(["purse = 100", ""], "play = 'never'\nrules = { purse = 300 }\n");
    let game = &document["games"][0];
    assert_eq!(game["rules"]["purse"], 300);
    assert!(remarks(game).contains("the `purse` of Gaia under [[players]] has no effect"), "{game}");
    let document = night(["purse = 100", ""], "play = 'never'\nrules = { scope = 'round' }\n");
    assert!(remarks(&document["games"][0]).contains("because Titus has none"), "{document}");
}

/// With the suggested purse nobody is ruined in more than half of the evenings, whether the night has several rounds or the game
/// is an evening of several rounds.
#[test]
fn the_suggested_purse_is_enough() {
    let (round, evening) = (
        "times = 10\ngames = 5000\nplay = 'never'\nrules = { scope = 'round', gold = 10 }\n",
        "games = 5000\nplay = 'never'\nrules = { rounds = 10, gold = 30 }\n",
    );
    for ([least, more], section) in [([11, 14], round), ([31, 34], evening)] {
        let most = |document: &Json, end: &str| {
            let seats = document["games"][0]["seats"].as_array().unwrap().iter();
            seats.map(|seat| seat["ruined"][end].as_f64().unwrap()).fold(0.0, f64::max)
        };
        let poor = night([&format!("purse = {least}"), &format!("purse = {more}")], section);
        assert!(most(&poor, "low") > 0.5, "{section}: {poor}");
        let coins = poor["games"][0]["purse"]["coins"].as_u64().unwrap();
        assert!(coins > more, "{coins}");
        let to_do = poor["to_do"].to_string();
        assert!(to_do.contains(&format!("let everybody bring {coins} coppers")), "{to_do}");
        let purse = format!("purse = {coins}");
        let enough = night([&purse, &purse], section);
        assert!(most(&enough, "high") <= 0.5, "{section}: {enough}");
        assert!(enough["games"][0].get("purse").is_none());
    }
}
