//! Lane's mancala: against what other code worked out from the rules alone (`tests/oracle/make_mancala.py`), against
//! rounds played by chance, and by what must be true of it.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use num_traits::{One, ToPrimitive};
use serde_json::Value as Json;
use tali_odds::exact::{Enclosure, Solution};
use tali_odds::games::{self, Playable, Rules, Value};
use tali_odds::monte_carlo::{Moments, Plan, Tally, Watch, simulate};
use tali_odds::search::Lines;
use tali_odds::tali::presets;

use crate::cases::{self, agrees, ratio_agrees};
use crate::common::{Row, everything, json, refused, run};

static CASES: LazyLock<Json> = LazyLock::new(|| cases::document("mancala.json"));

fn part(name: &str) -> &'static Vec<Json> {
    CASES[name].as_array().unwrap()
}

fn rules(changed: &[(&str, &str)], play: &[&str]) -> Rules {
    let mut rules = games::find("mancala").unwrap().rules(2).unwrap();
    for (key, value) in changed {
        rules.set(key, Value::parse(value).unwrap()).unwrap();
    }
    rules.set_play(play).unwrap();
    rules
}

fn table(changed: &[(&str, &str)], play: &[&str]) -> Box<dyn Playable> {
    let bones = presets::TRADITIONAL.bones().set(4).unwrap();
    games::find("mancala").unwrap().table(rules(changed, play), &[bones]).unwrap()
}

fn play(table: &dyn Playable, games: u64, threads: usize) -> Tally {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    simulate(table.player().as_ref(), &Plan { games, seed: 5, threads }, &watch)
}

#[test]
fn lines_of_play_are_as_other_code_counts_them() {
    let cases = part("lines");
    assert!(cases.len() >= 30);
    for (name, rules) in [
        ("choice_scored", [("play", "choice"), ("again", "scored")]),
        ("choice_never", [("play", "choice"), ("again", "never")]),
        ("forced_scored", [("play", "forced"), ("again", "scored")]),
        ("forced_never", [("play", "forced"), ("again", "never")]),
    ] {
        let table = table(&rules, &[]);
        for case in cases {
            let position = case["position"].as_str().unwrap();
            let counted = table.decisions().unwrap().lines(Some(position), 4).unwrap();
            let counted: Vec<u64> = counted.iter().map(|Lines { lines, .. }| *lines).collect();
            assert_eq!(serde_json::json!(counted), case[name], "{name} {position}");
        }
    }
}

#[test]
fn lines_are_counted_from_the_command_line() {
    let case = &part("lines")[0];
    let position = case["position"].as_str().unwrap();
    let document = json(&["advise", "mancala", "--position", position, "--lines", "4"]);
    let lines: Vec<Json> =
        document["figures"]["lines"].as_array().unwrap().iter().map(|lines| lines["exact"].clone()).collect();
    let wanted: Vec<Json> = case["choice_scored"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lines| Json::String(lines.to_string()))
        .collect();
    assert_eq!(lines, wanted);
}

#[test]
fn every_layout_is_worth_what_other_code_says() {
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
            let number = |place: usize| case[place].as_i64().unwrap();
            (format!("{},{},{},{}", number(0), number(1), number(2), number(3)), number(4))
        })
        .collect();
    assert_eq!(wanted.len(), 9_139);
    assert_eq!(values, wanted);
}

#[test]
fn the_catalogue_is_summed_up() {
    // Layout by layout it is looked at above.
    if !everything() {
        return;
    }
    let document = json(&["strategy", "mancala"]);
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
        let fair: Vec<String> = wanted["fair"]
            .as_array()
            .unwrap()
            .iter()
            .map(|layout| layout.to_string().trim_matches(['[', ']']).to_owned())
            .collect();
        assert_eq!(found["fair"], serde_json::json!(fair));
    }
}

#[test]
fn rounds_come_out_as_other_code_plays_them() {
    for case in part("rounds") {
        let policies: Vec<&str> =
            case["policies"].as_array().unwrap().iter().map(|policy| policy.as_str().unwrap()).collect();
        let table = table(&[("target", "0"), ("again", case["again"].as_str().unwrap())], &policies);
        let tally = play(table.as_ref(), if everything() { 40_000 } else { 4_000 }, 0);
        let what = |name: &str| format!("{name} {policies:?} {}", case["again"]);
        agrees(&what("seat1"), &with_misses(&tally.shares[0], tally.games), &case["seat1"]);
        agrees(&what("seat2"), &with_misses(&tally.shares[1], tally.games), &case["seat2"]);
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

/// The same of all games, of which those that a seat did not win count nothing.
fn with_misses(share: &Moments, games: u64) -> Moments {
    Moments { count: games, ..*share }
}

#[test]
fn forced_rounds_come_out_as_other_code_says() {
    for case in part("forced").iter().step_by(3) {
        let (position, again) = (case["position"].as_str().unwrap(), case["again"].as_str().unwrap());
        let table = table(&[("play", "forced"), ("again", again)], &["random"]);
        let solution = table.decisions().unwrap().at(position).unwrap().solve();
        let number = |name: &str, place: usize| {
            let statistic = solution.statistics.iter().find(|statistic| statistic.of.name == name).unwrap();
            statistic.numbers[place].as_ref().unwrap().as_exact().unwrap().to_string()
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
fn best_play_of_both_never_ends_a_match() {
    let round = table(&[("target", "0")], &[]).solve();
    assert!(is_one(&round.nobody));
    if !everything() {
        return;
    }
    assert!(is_one(&table(&[], &[]).solve().never));
    let turned = table(&[("layout", "[6, 10, 10, 10]")], &[]).solve();
    // Whoever does not lay out has the better side, and lays out only after it has lost.
    assert!(is_one(&turned.shares[1]), "{turned:?}");
}

/// What other code works out of a round between two policies by going through all its positions is what is played.
#[test]
fn duels_from_few_pebbles_come_out_as_other_code_says() {
    let (step, games) = if everything() { (1, 20_000) } else { (8, 2_000) };
    let cases = part("duels");
    assert!(cases.len() > 400);
    for case in cases.iter().step_by(step) {
        let policies = [0, 1].map(|seat| case["policies"][seat].as_str().unwrap());
        let table = table(&[("again", case["again"].as_str().unwrap())], &policies);
        let table = table.decisions().unwrap().at(case["position"].as_str().unwrap()).unwrap();
        let tally = play(table.as_ref(), games, 0);
        let number = tally.games.to_f64().unwrap();
        let close = |name: &str, moments: &Moments| {
            let (wanted, error) = (case[name].as_f64().unwrap(), (moments.variance() / number).sqrt());
            // Of what is never seen, or always, the spread is not seen either.
            let least = if (1e-3..=1.0 - 1e-3).contains(&wanted) { 1e-9 } else { 20.0 / number };
            assert!(
                (moments.mean() - wanted).abs() < 5.0 * error + least,
                "{name} {} {case}",
                moments.mean()
            );
        };
        close("seat1", &with_misses(&tally.shares[0], tally.games));
        close("seat2", &with_misses(&tally.shares[1], tally.games));
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

fn adds_up(solution: &Solution) {
    let all = solution.shares.iter().chain([&solution.nobody, &solution.never]);
    let (low, high) = all.fold((0.0, 0.0), |(low, high), chance| {
        (low + chance.low().to_f64().unwrap(), high + chance.high().to_f64().unwrap())
    });
    assert!(low <= 1.0 + 1e-12 && high >= 1.0 - 1e-12 && high - low < 1e-9);
}

#[test]
fn rounds_are_the_same_on_any_number_of_threads() {
    let first = if everything() { "best" } else { "greedy" };
    for policies in [["search:2", first], ["random", "greedy"]] {
        let table = table(&[("target", "0")], &policies);
        let one = play(table.as_ref(), 100, 1);
        for threads in [2, 7] {
            assert_eq!(one, play(table.as_ref(), 100, threads), "{policies:?}");
        }
    }
}

#[test]
fn what_is_wrong_is_said_once_and_clearly() {
    let advise = |position: &'static str| vec!["advise", "mancala", "--position", position];
    for (arguments, words) in [
        (advise(""), vec!["column 1", "cells 1 to 6"]),
        (advise("6,6,6,6,6,6"), vec!["column 12", "`/`"]),
        (advise("6,6,6,6,6,6/6,6,6,6,6"), vec!["column 22", "`,`"]),
        (advise("6,6,6,6,6,6/6,6,6,6,6,6,1"), vec!["column 24", "12 cells"]),
        (advise("6,6,6,6,6,6,6/6,6,6,6,6"), vec!["column 12", "`/`"]),
        (advise("6,-6,6,6,6,6/6,6,6,6,6,6"), vec!["column 3", "0 to 72", "`-6`"]),
        (advise("73,0,0,0,0,0/0,0,0,0,0,0"), vec!["column 1", "72", "`73`"]),
        (advise("6,6,6,6,6,7/6,6,6,6,6,6"), vec!["72 pebbles", "73"]),
        (advise("6,6,6,6,6,6/6,6,6,6,6,6 1 1-0"), vec!["72 pebbles", "73"]),
        (advise("6,6,6,6,6,6/6,6,6,6,6,6 3"), vec!["column 25", "1 or 2", "`3`"]),
        (advise("6,6,6,6,6,6/6,6,6,6,6,6 1 0"), vec!["column 27", "10-4"]),
        (advise("6,6,6,6,6,6/6,6,6,6,6,6 1 0-0 0"), vec!["column 31"]),
        (vec!["win", "mancala", "--rule", "layout=[9, 9, 9, 8]"], vec!["layout", "add up to 36", "35"]),
        (vec!["win", "mancala", "--rule", "layout=9,9,9"], vec!["layout", "4 numbers", "3"]),
        (vec!["win", "mancala", "--rule", "layout=[-1, 9, 9, 19]"], vec!["layout", "0 to 36", "-1"]),
        (vec!["win", "mancala", "--rule", "layout=even"], vec!["layout", "even"]),
        (vec!["win", "mancala", "--play", "gready"], vec!["gready", "did you mean `greedy`"]),
        (vec!["win", "mancala", "--play", "search:0"], vec!["search:0", "1 to 9"]),
        (vec!["win", "mancala", "--play", "search:10"], vec!["search:10", "1 to 9"]),
        (vec!["win", "mancala", "--play", "greedy:2"], vec!["greedy:2", "does not look ahead"]),
        (vec!["win", "mancala", "--rule", "again=never"], vec!["12 pebbles", "search:3"]),
        (vec!["win", "mancala", "--players", "3"], vec!["2 players", "3"]),
        (vec!["win", "mancala", "--faces", "uniform"], vec!["--faces", "without bones"]),
        (
            vec!["win", "mancala", "--rule", "layout=9,9,9,9", "--position", "1,1,0,0,0,0/0,0,0,0,0,0"],
            vec!["--position", "--rule layout"],
        ),
        (vec!["win", "augustus", "--position", "1"], vec!["nobody has anything to decide"]),
        (vec!["advise", "coin-tali", "--lines", "2"], vec!["board games"]),
    ] {
        refused(&run(&arguments), 2, &words);
    }
}

#[test]
fn a_position_that_is_over_has_a_result_and_no_options() {
    for (position, value) in [
        ("0,0,0,0,0,0/0,0,0,0,0,0 1 40-32", "0"),
        ("0,0,0,1,0,0/0,0,0,0,0,0 1", "1"),
        ("0,0,0,1,0,0/0,0,0,0,0,0 2", "-1"),
    ] {
        let document = json(&["advise", "mancala", "--position", position]);
        assert_eq!(document["value"]["exact"], value, "{position}");
        assert_eq!(document["options"], serde_json::json!([]));
        let told = run(&["advise", "mancala", "--position", position]).out;
        assert!(told.contains("The round is over: ") && !told.contains("Option"), "{told}");
    }
    let won = json(&["win", "mancala", "--position", "0,0,0,0,0,0/0,0,0,0,0,0 1 40-32"]);
    assert_eq!(won["seats"][0]["win_share"]["exact"], "1");
}

#[test]
fn a_gift_is_worth_least_to_who_gets_it() {
    let position = "0,0,0,0,0,0/0,2,0,3,0,1 1";
    let document = json(&["advise", "mancala", "--position", position]);
    let options = document["options"].as_array().unwrap();
    let names: Vec<&str> = options.iter().map(|option| option["move"].as_str().unwrap()).collect();
    assert_eq!(document["turn"], 2);
    assert!(names.iter().all(|name| ["gift 8", "gift 10"].contains(name)) && names.len() == 2, "{names:?}");
    let values: Vec<f64> = options.iter().map(|option| option["value"]["value"].as_f64().unwrap()).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((document["value"]["value"].as_f64().unwrap() - least).abs() < 1e-12);
    assert_eq!(document["best"], options[0]["move"]);
}

/// The chance or mean of a figure, solved.
fn solved(solution: &Solution, name: &str) -> f64 {
    let statistic = solution.statistics.iter().find(|statistic| statistic.of.name == name).unwrap();
    statistic.numbers[0].as_ref().unwrap_or_else(|_| panic!("{name} is not known")).to_f64()
}

#[test]
fn what_is_known_of_rounds_is_what_is_played() {
    let nines = "[9, 9, 9, 9]";
    for (changed, policies) in [
        // The board is turned, or is not.
        (vec![("target", "0"), ("layout", nines), ("play", "forced")], ["random"; 2]),
        // Matches in which everything is certain.
        (vec![("layout", nines), ("play", "forced")], ["greedy"; 2]),
        (vec![("layout", nines), ("play", "forced"), ("turning", "false")], ["best"; 2]),
    ] {
        let table = table(&changed, &policies);
        let games = if everything() { 20_000 } else { 4_000 };
        let (solution, tally) = (table.solve(), play(table.as_ref(), games, 0));
        let what = format!("{changed:?} {policies:?}");
        let number = tally.games.to_f64().unwrap();
        let near = |name: &str, known: f64, found: f64, error: f64| {
            assert!((known - found).abs() < 5.0 * error + 1e-9, "{name} {what}: {known} and {found}");
        };
        for seat in [0, 1] {
            let share = with_misses(&tally.shares[seat], tally.games);
            let known = solution.shares[seat].to_f64();
            near("win", known, share.mean(), (share.variance() / number).sqrt());
        }
        for name in
            ["first_mover.won", "first_mover.lost", "round_margin_mean", "turned", "endless", "left_mean"]
        {
            let moments = &tally.statistics[name][0];
            let error = (moments.variance() / number).sqrt();
            near(name, solved(&solution, name), moments.mean(), error);
        }
        for name in ["capture_share", "laps_mean"] {
            let pairs = &tally.ratios[name];
            assert_eq!(pairs.count, tally.games, "{name} {what}");
            near(name, solved(&solution, name), pairs.ratio().unwrap(), pairs.error());
        }
        if changed.contains(&("play", "forced")) {
            let moments = &tally.statistics["first_turn_mean"][0];
            let error = (moments.variance() / number).sqrt();
            near("first_turn_mean", solved(&solution, "first_turn_mean"), moments.mean(), error);
        }
        adds_up(&solution);
    }
}

#[test]
fn who_looks_so_far_ahead_has_an_opinion() {
    let position = "1,1,1,1,1,1/1,1,1,1,1,1";
    let asked = |play: &str| json(&["advise", "mancala", "--play", play, "--position", position]);
    let (searched, best) = (asked("search:2"), asked("best"));
    assert_eq!(searched["value"]["method"], "searched");
    assert_eq!(searched["value"]["depth"], 2);
    assert_eq!(searched["value"]["value"], searched["figures"]["search"][1]["value"]);
    assert_eq!(best["value"]["method"], "exact");
    let chances = |document: &Json| -> f64 {
        let options = document["options"].as_array().unwrap();
        options.iter().map(|option| option["probability"].as_f64().unwrap()).sum()
    };
    assert!((chances(&searched) - 1.0).abs() < 1e-12 && (chances(&best) - 1.0).abs() < 1e-12);
}

#[test]
fn what_is_not_known_to_be_best_is_not_played() {
    for asked in [
        vec!["win", "mancala", "--rule", "again=never"],
        vec!["balance", "mancala", "--rule", "again=never"],
        vec![
            "tune",
            "mancala",
            "--rule",
            "again=never",
            "--vary",
            "target=20|60",
            "--want",
            "length:mean=100",
        ],
    ] {
        refused(&run(&asked), 2, &["best play is known up to 12 pebbles"]);
    }
    // Nor do others play against it.
    let known = ["balance", "mancala", "--rule", "again=never", "--rule", "target=0", "--play", "greedy"];
    let document = json(&[&known[..], &["--games", "60"]].concat());
    let policies: Vec<&str> =
        document["skill"].as_array().unwrap().iter().map(|rung| rung["policy"].as_str().unwrap()).collect();
    assert_eq!(policies, ["search:2", "search:1", "greedy"]);
    let first_move = &document["first_move"];
    assert_eq!(first_move["method"], "simulated");
    assert!(first_move["low"].as_f64().unwrap() >= -1.0 && first_move["high"].as_f64().unwrap() <= 1.0);
}

#[test]
fn what_always_wins_was_not_seen_to_lose_yet() {
    let asked =
        ["balance", "mancala", "--rule", "target=0", "--rule", "layout=[9, 9, 9, 9]", "--games", "40"];
    let document = json(&asked);
    for rung in document["skill"].as_array().unwrap() {
        let [low, high] = ["low", "high"].map(|end| rung["share"][end].as_f64().unwrap());
        assert!(0.0 <= low && low < high && high <= 1.0, "{rung}");
    }
    // Nothing is played if nobody wants it.
    let document = json(&[&asked[..6], &["--games", "0"]].concat());
    assert!(document["skill"].is_null());
}

#[test]
fn a_layout_is_a_position() {
    let of = |position: &str| json(&["advise", "mancala", "--position", position])["position"].clone();
    assert_eq!(of("9,9,9,9"), "0,9,9,9,9,0/0,9,9,9,9,0 1 0-0");
    // Seat 2 moves first: its cells 8 to 11 are those of the layout, and 5 lies opposite 8.
    assert_eq!(of("6,10, 10,10 2 0-0"), "0,10,10,10,6,0/0,6,10,10,10,0 2 0-0");
    let told = |position: &'static str| run(&["advise", "mancala", "--position", position]);
    refused(&told("9,9,9,8"), 2, &["column 1", "add up to 36", "35"]);
    refused(&told("9,9,9,9 3"), 2, &["column 9", "1 or 2"]);
}

#[test]
fn what_follows_can_be_asked_for_in_turn() {
    for position in ["9,9,9,9", "0,0,0,0,0,0/0,2,0,3,0,1 1 30-20", "3,0,12,1,0,7/2,5,0,0,9,1 2 10-4"] {
        let document = json(&["advise", "mancala", "--position", position]);
        for option in document["options"].as_array().unwrap() {
            let next = option["next"].as_str().unwrap();
            let pasted = json(&["advise", "mancala", "--position", next]);
            let played = json(&[
                "advise",
                "mancala",
                "--position",
                position,
                "--moves",
                option["move"].as_str().unwrap(),
            ]);
            assert_eq!(pasted["position"], next);
            assert_eq!([&played["position"], &played["options"]], [&pasted["position"], &pasted["options"]]);
        }
    }
    let moves = |moves: &'static str| run(&["advise", "mancala", "--position", "9,9,9,9", "--moves", moves]);
    refused(
        &moves("5 7"),
        2,
        &["--moves: column 3: move 2, `7`, cannot be made: seat 1 is to move, and may do"],
    );
    refused(&moves("gift 3"), 2, &["column 1: move 1, `gift`"]);
    let over = ["advise", "mancala", "--position", "0,0,0,0,0,0/0,0,0,0,0,0 1 40-32", "--moves", "1"];
    refused(&run(&over), 2, &["column 1: here stands move 1, `1`. The round is over"]);
}

#[test]
fn the_list_of_values_goes_as_far_as_was_looked() {
    let position = "1,1,1,1,1,1/1,1,1,1,1,1";
    let document = json(&["advise", "mancala", "--play", "search:6", "--position", position]);
    let values = document["figures"]["search"].as_array().unwrap();
    assert_eq!(values.len(), 6);
    assert_eq!(values[5]["value"], document["value"]["value"]);
    assert_eq!(values[5]["depth"], 6);
}

#[test]
fn a_match_that_surely_lasts_a_thousand_rounds_says_so() {
    // That such a match never ends is looked at above.
    if !everything() {
        return;
    }
    // Two who play their best lay out fair layouts, so that nobody ever scores.
    let document = json(&["win", "mancala", "--games", "0"]);
    assert_eq!(document["never"]["exact"], "1");
    assert_eq!(document["figures"]["rounds_mean"]["exact"], "1000");
}
