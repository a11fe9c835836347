//! Lane's mancala: compared with values computed from the rules alone (`tests/oracle/make_mancala.py`) and with simulated rounds,
//! and checked for its invariants.

use std::sync::LazyLock;

use num_traits::{One, ToPrimitive};
use serde_json::{Value as Json, json};
use tali_odds::exact::{Enclosure, Solution};
use tali_odds::games::Playable;
use tali_odds::monte_carlo::Moments;
use tali_odds::search::Lines;

use crate::answers::{self, is_over, play, share};
use crate::cases::{self, agrees, ratio_agrees, texts};
use crate::common::{Row, everything, json as answer, run};

static CASES: LazyLock<Json> = LazyLock::new(|| cases::document("mancala.json"));

fn part(name: &str) -> &'static Vec<Json> {
    CASES[name].as_array().unwrap()
}

fn table(rules: &Json, play: &[&str]) -> Box<dyn Playable> {
    answers::table("mancala", rules, play)
}

#[test]
fn counts_of_lines_match_the_oracle() {
    let cases = part("lines");
    assert!(cases.len() >= 30);
    for (name, rules) in [
        ("choice_scored", json!({"play": "choice", "again": "scored"})),
        ("choice_never", json!({"play": "choice", "again": "never"})),
        ("forced_scored", json!({"play": "forced", "again": "scored"})),
        ("forced_never", json!({"play": "forced", "again": "never"})),
    ] {
        let table = table(&rules, &[]);
        for case in cases {
            let position = case["position"].as_str().unwrap();
            let counted = table.decisions().unwrap().lines(Some(position), 4).unwrap();
            let counted: Vec<u64> = counted.iter().map(|Lines { lines, .. }| *lines).collect();
            assert_eq!(json!(counted), case[name], "{name} {position}");
        }
    }
}

#[test]
fn values_of_layouts_match_the_oracle() {
    let run = run(&["strategy", "mancala", "--format", "csv"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let mut reader = csv::Reader::from_reader(run.out.as_bytes());
    let rows = reader.deserialize().map(Result::<Row, _>::unwrap);
    let values: Vec<(String, i64)> = rows
        .filter(|row| row["figure"] == "layouts_value")
        .map(|row| (row["of"].clone(), row["exact"].parse().unwrap()))
        .collect();
    let wanted: Vec<(String, i64)> = part("catalogue")
        .iter()
        .map(|case| {
            let number = |index: usize| case[index].as_i64().unwrap();
            (format!("{},{},{},{}", number(0), number(1), number(2), number(3)), number(4))
        })
        .collect();
    assert_eq!(wanted.len(), 9_139);
    assert_eq!(values, wanted);
}

#[test]
fn the_summary_of_layouts_matches_the_oracle() {
    // The test above checks every layout.
    if !everything() {
        return;
    }
    let document = answer(&["strategy", "mancala"]);
    for (wanted, found) in ["all", "four_or_more"].into_iter().zip(document["groups"].as_array().unwrap()) {
        let wanted = &CASES["catalogue_summary"][wanted];
        assert_eq!(found["layouts"], wanted["layouts"]);
        let layouts = wanted["layouts"].as_u64().unwrap();
        for name in ["won", "drawn", "lost", "all_taken"] {
            let part = num_rational::BigRational::new(wanted[name].as_u64().unwrap().into(), layouts.into());
            assert_eq!(found[name]["exact"], part.to_string(), "{name}");
        }
        let mean = found["value_mean"]["value"].as_f64().unwrap();
        assert!((mean - wanted["value_mean"].as_f64().unwrap()).abs() < 1e-11);
        let values = found["values"].as_object().unwrap();
        for pair in wanted["values"].as_array().unwrap() {
            assert_eq!(values[&pair[0].to_string()], pair[1]);
        }
        let fair = wanted["fair"].as_array().unwrap().iter();
        let fair: Vec<String> =
            fair.map(|layout| layout.to_string().trim_matches(['[', ']']).to_owned()).collect();
        assert_eq!(found["fair"], json!(fair));
    }
}

#[test]
fn simulated_rounds_match_the_oracle() {
    for case in part("rounds") {
        let policies = texts(&case["policies"]);
        let table = table(&json!({"target": 0, "again": case["again"]}), &policies);
        let tally = play(table.as_ref(), if everything() { 40_000 } else { 4_000 }, 5);
        let what = |name: &str| format!("{name} {policies:?} {}", case["again"]);
        agrees(&what("seat1"), &share(&tally, 0), &case["seat1"]);
        agrees(&what("seat2"), &share(&tally, 1), &case["seat2"]);
        agrees(&what("length"), &tally.casts, &case["length"]);
        for name in ["first_turn_mean", "left_mean", "endless", "turned", "round_margin_mean"] {
            agrees(&what(name), &tally.statistics[name][0], &case[name]);
        }
        for name in ["laps_mean", "capture_share"] {
            ratio_agrees(&what(name), &tally.ratios[name], &case[name]);
        }
        for name in ["first_mover_won", "first_mover_drawn", "first_mover_lost"] {
            agrees(&what(name), &tally.statistics[name.replace("mover_", "mover.").as_str()][0], &case[name]);
        }
    }
}

#[test]
fn forced_rounds_match_the_oracle() {
    for case in part("forced").iter().step_by(3) {
        let position = case["position"].as_str().unwrap();
        let table = table(&json!({"play": "forced", "again": case["again"]}), &["random"]);
        let solution = table.decisions().unwrap().at(position).unwrap().solve();
        let number = |name: &str, index: usize| {
            let statistic = solution.statistics.iter().find(|statistic| statistic.of.name == name).unwrap();
            statistic.numbers[index].as_ref().unwrap().as_exact().unwrap().to_string()
        };
        assert_eq!(
            [number("captured", 0), number("captured", 1)],
            [0, 1].map(|seat| case["kept"][seat].to_string())
        );
        assert_eq!(number("left_mean", 0), case["left"].to_string());
        assert_eq!(number("endless", 0), u8::from(case["endless"] == true).to_string());
        let sowings = solution.length.mean.unwrap();
        assert_eq!(sowings.as_exact().unwrap().to_string(), case["sowings"].to_string(), "{case}");
    }
}

fn is_one(chance: &Enclosure) -> bool {
    chance.as_exact().is_some_and(One::is_one)
}

#[test]
fn matches_never_end_under_best_play() {
    let round = table(&json!({"target": 0}), &[]).solve();
    assert!(is_one(&round.nobody));
    if !everything() {
        return;
    }
    assert!(is_one(&table(&json!({}), &[]).solve().never));
    let turned = table(&json!({"layout": [6, 10, 10, 10]}), &[]).solve();
    // The player who does not lay out has the better side, and lays out only after losing.
    assert!(is_one(&turned.shares[1]), "{turned:?}");
}

/// Simulated rounds between two policies agree with other code that goes through all positions.
#[test]
fn duels_with_few_pebbles_match_the_oracle() {
    let (step, games) = if everything() { (1, 20_000) } else { (8, 2_000) };
    let cases = part("duels");
    assert!(cases.len() > 400);
    for case in cases.iter().step_by(step) {
        let table = table(&json!({"again": case["again"]}), &texts(&case["policies"]));
        let table = table.decisions().unwrap().at(case["position"].as_str().unwrap()).unwrap();
        let tally = play(table.as_ref(), games, 5);
        let number = tally.games.to_f64().unwrap();
        let close = |name: &str, moments: &Moments| {
            let (wanted, error) = (case[name].as_f64().unwrap(), (moments.variance() / number).sqrt());
            // The sample variance of rare or nearly certain events is useless.
            let least = if (1e-3..=1.0 - 1e-3).contains(&wanted) { 1e-9 } else { 20.0 / number };
            let mean = moments.mean();
            assert!((mean - wanted).abs() < 5.0 * error + least, "{name} {mean} {case}");
        };
        close("seat1", &share(&tally, 0));
        close("seat2", &share(&tally, 1));
        close("length", &tally.casts);
        for name in ["margin_mean", "endless", "left_mean"] {
            close(name, &tally.statistics[name][0]);
        }
        for name in ["capture_share", "laps_mean"] {
            let (pairs, wanted) = (&tally.ratios[name], case[name].as_f64().unwrap());
            let (found, error) = (pairs.ratio().unwrap(), pairs.error());
            assert!((found - wanted).abs() < 5.0 * error + 1e-9, "{name} {found} {case}");
        }
    }
}

#[test]
fn final_positions_have_a_result_and_no_options() {
    for (position, value) in [
        ("0,0,0,0,0,0/0,0,0,0,0,0 1 40-32", "0"),
        ("0,0,0,1,0,0/0,0,0,0,0,0 1", "1"),
        ("0,0,0,1,0,0/0,0,0,0,0,0 2", "-1"),
    ] {
        is_over(&["mancala", "--position", position], value, "The round is over: ");
    }
    let won = answer(&["win", "mancala", "--position", "0,0,0,0,0,0/0,0,0,0,0,0 1 40-32"]);
    assert_eq!(won["seats"][0]["win_share"]["exact"], "1");
}

#[test]
fn gifts_have_the_least_value_for_the_receiver() {
    let position = "0,0,0,0,0,0/0,2,0,3,0,1 1";
    let document = answer(&["advise", "mancala", "--position", position]);
    let options = document["options"].as_array().unwrap();
    let names: Vec<&str> = options.iter().map(|option| option["move"].as_str().unwrap()).collect();
    assert_eq!(document["turn"], 2);
    assert!(names.iter().all(|name| ["gift 8", "gift 10"].contains(name)) && names.len() == 2, "{names:?}");
    let values: Vec<f64> = options.iter().map(|option| option["value"]["value"].as_f64().unwrap()).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((document["value"]["value"].as_f64().unwrap() - least).abs() < 1e-12);
    assert_eq!(document["best"], options[0]["move"]);
}

/// The solved probability or mean of a figure.
fn solved(solution: &Solution, name: &str) -> f64 {
    let statistic = solution.statistics.iter().find(|statistic| statistic.of.name == name).unwrap();
    statistic.numbers[0].as_ref().unwrap_or_else(|_| panic!("{name} is not known")).to_f64()
}

#[test]
fn solutions_match_simulated_rounds() {
    let nines = json!([9, 9, 9, 9]);
    for (rules, policies) in [
        // The board may be turned.
        (json!({"target": 0, "layout": nines, "play": "forced"}), ["random"; 2]),
        // Matches in which everything is certain.
        (json!({"layout": nines, "play": "forced"}), ["greedy"; 2]),
        (json!({"layout": nines, "play": "forced", "turning": false}), ["best"; 2]),
    ] {
        let what = format!("{rules} {policies:?}");
        let table = table(&rules, &policies);
        let games = if everything() { 20_000 } else { 4_000 };
        let (solution, tally) = (table.solve(), play(table.as_ref(), games, 5));
        let all = solution.shares.iter().chain([&solution.nobody, &solution.never]);
        assert!((all.map(Enclosure::to_f64).sum::<f64>() - 1.0).abs() < 1e-9, "{what}: {solution:?}");
        let number = tally.games.to_f64().unwrap();
        let near = |name: &str, known: f64, found: f64, error: f64| {
            assert!((known - found).abs() < 5.0 * error + 1e-9, "{name} {what}: {known} and {found}");
        };
        for seat in [0, 1] {
            let share = share(&tally, seat);
            let known = solution.shares[seat].to_f64();
            near("win", known, share.mean(), (share.variance() / number).sqrt());
        }
        for name in [
            "first_mover.won",
            "first_mover.lost",
            "first_turn_mean",
            "round_margin_mean",
            "turned",
            "endless",
            "left_mean",
        ] {
            let moments = &tally.statistics[name][0];
            let error = (moments.variance() / number).sqrt();
            near(name, solved(&solution, name), moments.mean(), error);
        }
        for name in ["capture_share", "laps_mean"] {
            let pairs = &tally.ratios[name];
            assert_eq!(pairs.count, tally.games, "{name} {what}");
            near(name, solved(&solution, name), pairs.ratio().unwrap(), pairs.error());
        }
    }
}

#[test]
fn searched_values_state_their_depth() {
    let position = "1,1,1,1,1,1/1,1,1,1,1,1";
    let asked = |play: &str| answer(&["advise", "mancala", "--play", play, "--position", position]);
    let chances = |document: &Json| -> f64 {
        let options = document["options"].as_array().unwrap();
        options.iter().map(|option| option["probability"].as_f64().unwrap()).sum()
    };
    let best = asked("best");
    for depth in [2, 6] {
        let searched = asked(&format!("search:{depth}"));
        let (value, values) = (&searched["value"], searched["figures"]["search"].as_array().unwrap());
        assert_eq!((&value["method"], &value["depth"]), (&json!("searched"), &json!(depth)));
        // The search looks at least four plies ahead.
        assert_eq!((values.len(), &values[depth - 1]["depth"]), (depth.max(4), &json!(depth)));
        assert_eq!(values[depth - 1]["value"], value["value"]);
        assert!((chances(&searched) - 1.0).abs() < 1e-12);
    }
    assert_eq!(best["value"]["method"], "exact");
    assert!((chances(&best) - 1.0).abs() < 1e-12);
}

#[test]
fn skill_omits_unknown_best_play() {
    let known = ["balance", "mancala", "--rule", "again=never", "--rule", "target=0", "--play", "greedy"];
    let document = answer(&[&known[..], &["--games", "60"]].concat());
    let policies: Vec<&str> =
        document["skill"].as_array().unwrap().iter().map(|rung| rung["policy"].as_str().unwrap()).collect();
    assert_eq!(policies, ["search:2", "search:1", "greedy"]);
    let first_move = &document["first_move"];
    assert_eq!(first_move["method"], "simulated");
    assert!(first_move["low"].as_f64().unwrap() >= -1.0 && first_move["high"].as_f64().unwrap() <= 1.0);
}

#[test]
fn intervals_of_policies_that_always_win_have_a_width() {
    let asked =
        ["balance", "mancala", "--rule", "target=0", "--rule", "layout=[9, 9, 9, 9]", "--games", "40"];
    let document = answer(&asked);
    for rung in document["skill"].as_array().unwrap() {
        let [low, high] = ["low", "high"].map(|end| rung["share"][end].as_f64().unwrap());
        assert!(0.0 <= low && low < high && high <= 1.0, "{rung}");
    }
    // `--games 0` simulates nothing.
    let document = answer(&[&asked[..6], &["--games", "0"]].concat());
    assert!(document["skill"].is_null());
}

#[test]
fn layouts_can_be_typed_as_positions() {
    let of = |position: &str| answer(&["advise", "mancala", "--position", position])["position"].clone();
    assert_eq!(of("9,9,9,9"), "0,9,9,9,9,0/0,9,9,9,9,0 1 0-0");
    // Seat 2 moves first: its cells 8 to 11 have the layout, and cell 5 is opposite 8.
    assert_eq!(of("6,10, 10,10 2 0-0"), "0,10,10,10,6,0/0,6,10,10,10,0 2 0-0");
}

#[test]
fn positions_after_options_can_be_pasted() {
    for position in ["9,9,9,9", "0,0,0,0,0,0/0,2,0,3,0,1 1 30-20", "3,0,12,1,0,7/2,5,0,0,9,1 2 10-4"] {
        let asked = ["advise", "mancala", "--position"];
        let document = answer(&[&asked[..], &[position]].concat());
        for option in document["options"].as_array().unwrap() {
            let [next, made] = ["next", "move"].map(|part| option[part].as_str().unwrap());
            let pasted = answer(&[&asked[..], &[next]].concat());
            let played = answer(&[&asked[..], &[position, "--moves", made]].concat());
            assert_eq!(pasted["position"], next);
            assert_eq!([&played["position"], &played["options"]], [&pasted["position"], &pasted["options"]]);
        }
    }
}
