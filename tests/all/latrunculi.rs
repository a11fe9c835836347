//! Ludus Latrunculorum: compared with values computed from the rules alone (`tests/oracle/make_latrunculi.py`), and run from the
//! command line.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};
use tali_odds::analysis::usual_games;
use tali_odds::games::Playable;

use crate::answers::{self, is_over, play, play_on, share};
use crate::cases::{self, agrees, ratio_agrees, texts};
use crate::common::{json as answer, one_in, program, run};

static CASES: LazyLock<Json> = LazyLock::new(|| cases::document("latrunculi.json"));

fn table(set: &str, keys: &Json, play: &[&str]) -> Box<dyn Playable> {
    let mut rules = json!({"set": set});
    rules.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    answers::table("latrunculi", &rules, play)
}

#[test]
fn simulated_games_match_the_oracle() {
    for case in CASES["games"].as_array().unwrap() {
        // Skip cases in which the other code tries another reading.
        if case["greedy_counts_quiet_as_win"] != true {
            continue;
        }
        let policies = texts(&case["players"]);
        let one_in = u64::try_from(one_in(10)).unwrap();
        let games = if policies.contains(&"greedy") { 1_500 } else { 6_000 } / one_in;
        let table = table(case["set"].as_str().unwrap(), &case["keys"], &policies);
        let tally = play(table.as_ref(), games, 5);
        let what = |name: &str| format!("{name} {} {} {policies:?}", case["set"], case["keys"]);
        for seat in 0..2 {
            agrees(&what("win"), &share(&tally, seat), &case["win"][(seat + 1).to_string()]);
            agrees(&what("captures"), &tally.statistics["captures"][seat], &case["captures"][seat]);
        }
        agrees(&what("length"), &tally.casts, &case["length"]);
        agrees(&what("captures_mean"), &tally.statistics["captures_mean"][0], &case["captures_mean"]);
        ratio_agrees(&what("branching"), &tally.ratios["branching"], &case["branching"]);
        for name in ["immobilised", "last_stone", "stalemate", "quiet"] {
            let counted = &tally.statistics[format!("ended.{name}").as_str()][0];
            agrees(&what(name), counted, &case["ended"][name]);
        }
        if case["immobilised_games"].as_u64().unwrap() > 20 * one_in {
            agrees(&what("outnumbered"), &tally.statistics["outnumbered"][0], &case["outnumbered"]);
        }
    }
}

/// `threads.rs` tests policies without search for every game.
#[test]
fn searching_policies_do_not_depend_on_threads() {
    let five = table("kowalski", &json!({"board": "5x5"}), &["search:2", "greedy"]);
    let mancala = answers::table("mancala", &json!({"target": 0}), &["search:2", "greedy"]);
    let duodecim = answers::table("duodecim-scriptorum", &json!({"pieces": 3}), &["search:1", "greedy"]);
    for (table, games) in [(five, 300), (mancala, 100), (duodecim, 400)] {
        let [one, others @ ..] = [1, 2, 7].map(|threads| play_on(threads, table.as_ref(), games, 7));
        assert!(others.iter().all(|other| *other == one));
    }
}

#[test]
fn advice_does_not_depend_on_threads() {
    let advise = |threads: &str| {
        let position = "wwwwww/2W3/6/1b4/3B2/b1bbbb w";
        let folder = tempfile::tempdir().unwrap();
        let asked = ["advise", "latrunculi", "--rule", "board=6x6", "--play", "search:4", "--format", "json"];
        let mut program = program(folder.path());
        program.args(asked).args(["--position", position]).env("RAYON_NUM_THREADS", threads);
        let printed = program.output().unwrap();
        assert!(printed.status.success());
        serde_json::from_slice::<Json>(&printed.stdout).unwrap()
    };
    let first = advise("1");
    assert_eq!(first["value"]["method"], "searched");
    assert_eq!(first["value"]["depth"], 4);
    for threads in ["2", "7"] {
        assert_eq!(first, advise(threads), "{threads}");
    }
}

#[test]
fn equally_good_options_are_equally_likely() {
    let document = answer(&["advise", "latrunculi", "--rule", "set=piso", "--play", "search:1"]);
    let options = document["options"].as_array().unwrap();
    let best: Vec<&Json> = options.iter().filter(|option| option["value"] == options[0]["value"]).collect();
    assert!(best.len() > 1 && best.len() < options.len());
    let each = 1.0 / f64::from(u32::try_from(best.len()).unwrap());
    for option in options {
        let wanted = if best.contains(&option) { each } else { 0.0 };
        assert_eq!(option["probability"].as_f64(), Some(wanted), "{option}");
    }
}

#[test]
fn forced_wins_have_exact_values() {
    let position = "w1Ww1w/2b3/3b2/b5/3B2/1b1b2 b";
    let document = answer(&["advise", "latrunculi", "--rule", "board=6x6", "--position", position]);
    assert_eq!(document["options"][0]["value"]["exact"], "999999");
    assert_eq!(document["options"][1]["value"]["method"], "searched");
}

#[test]
fn lines_and_wins_are_counted() {
    let case = &CASES["lines"][0];
    let document =
        answer(&["advise", "latrunculi", "--position", case["position"].as_str().unwrap(), "--lines", "3"]);
    for name in ["lines", "wins"] {
        let counted = document["figures"][name].as_array().unwrap().iter().map(|count| &count["value"]);
        let is_same = |(found, wanted): (&Json, &Json)| found.as_f64() == wanted.as_f64();
        assert!(counted.len() == 3 && counted.zip(case[name].as_array().unwrap()).all(is_same), "{name}");
    }
}

#[test]
fn first_moves_are_valued_and_mapped() {
    let document = answer(&["strategy", "latrunculi", "--rule", "board=6x6", "--play", "search:2"]);
    let moves = document["first_moves"].as_array().unwrap();
    assert!(!moves.is_empty() && moves.iter().all(|made| made["value"]["depth"] == 2));
    let values: Vec<f64> = moves.iter().map(|made| made["value"]["value"].as_f64().unwrap()).collect();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]), "{values:?}");
}

#[test]
fn final_positions_have_a_result_and_no_options() {
    for (set, position, value) in [
        ("kowalski", "5bWb4/6b5/12/12/12/12/6B5/bb10 w", "-1000000"),
        ("quintana", "8/8/8/3b4/3b4/8/8/w7 w 15-0 0", "-1000000"),
        ("quintana", "8/8/8/3b4/3b4/8/8/w7 b 15-0 0", "1000000"),
    ] {
        let rule = format!("set={set}");
        let asked = ["latrunculi", "--rule", &rule, "--position", position];
        is_over(&asked, value, "The game is over: Black has won");
        let won = answer(&[&["win"], &asked[..], &["--games", "0"]].concat());
        assert_eq!(won["seats"][0]["win_share"]["exact"], "1", "{position}");
    }
}

const FIRST: &str = "wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb";

fn names(document: &Json) -> Vec<&str> {
    document["options"].as_array().unwrap().iter().map(|option| option["move"].as_str().unwrap()).collect()
}

/// After moves to and fro, Black's last move back would repeat the first position for the third time.
#[test]
fn past_moves_exclude_repetitions() {
    let asked = |rest: &[&str]| answer(&[&["advise", "latrunculi", "--play", "search:1"], rest].concat());
    let moves = "f1-f6 a8-a5 f6-f1 a5-a8 f1-f6 a8-a5 f6-f1";
    let played = asked(&["--moves", moves]);
    let position = "1wwwwwwwwwww/5W6/12/w11/12/12/6B5/bbbbbbbbbbbb w 0-0 7";
    assert_eq!((&played["position"], &played["moves"]), (&Json::from(position), &Json::from(moves)));
    let pasted = asked(&["--position", position]);
    assert!(names(&pasted).contains(&"a5-a8") && !names(&played).contains(&"a5-a8"));
    assert_eq!(names(&played).len() + 1, names(&pasted).len());
    // Counted from the given position, it occurs for the first time.
    asked(&["--position", position, "--moves", "a5-a8"]);
}

#[test]
fn positions_after_options_can_be_pasted() {
    let document = answer(&["advise", "latrunculi", "--play", "search:1"]);
    let option =
        document["options"].as_array().unwrap().iter().find(|option| option["move"] == "f1-f6").unwrap();
    let next = "wwwwwwwwwwww/5W6/5b6/12/12/12/6B5/bbbbb1bbbbbb w 0-0 1";
    assert_eq!(option["next"], next);
    let asked = ["advise", "latrunculi", "--play", "search:1", "--position", next, "--top", "3"];
    let pasted = answer(&asked);
    assert_eq!(pasted["position"], next);
    assert_eq!(names(&pasted).len(), 3);
    let all = answer(&asked[..6]);
    assert_eq!(pasted["options_left_out"], names(&all).len() - 3);
    assert_eq!(names(&all)[..3], names(&pasted));
    let shown = run(&asked).out;
    assert!(
        shown.matches(", use --position ").count() == 3 && shown.contains("options 3 are shown"),
        "{shown}"
    );
}

/// By hand: Black moves freely from d8 to d4 and captures c4 between d4 and b4, which leaves White one stone.
#[test]
fn the_board_shows_the_advised_move_and_its_captures() {
    let position = "3b3w/8/8/8/1bw5/8/8/8 b 14-0";
    let asked = ["advise", "latrunculi", "--rule", "set=quintana", "--play", "search:1", "--position"];
    let shown = run(&[&asked[..], &[position]].concat());
    assert!(shown.out.contains("Best: d8-d4. Value: a win within 1 ply."), "{}", shown.out);
    for marked in ["*b", ">\u{b7}", "xw"] {
        assert_eq!(shown.out.matches(marked).count(), 1, "{marked} {}", shown.out);
    }
}

#[test]
fn lines_end_with_the_game_and_missing_counts_have_a_reason() {
    let asked = |rest: [&str; 4]| {
        let document = answer(&[&["advise", "latrunculi"], &rest[..]].concat());
        document["figures"]["lines"].as_array().unwrap().clone()
    };
    let lines = asked(["--position", &format!("{FIRST} w 0-0 60"), "--lines", "3"]);
    assert!(lines.len() == 3 && lines.iter().all(|count| count["exact"] == "0"));
    let lines = asked(["--play", "search:1", "--lines", "6"]);
    assert!(lines[5]["value"].is_null() && lines[5]["why"].as_str().unwrap().contains("too long"));
}

/// By default `win` simulates hundreds of games, and names the policies.
#[test]
fn win_simulates_hundreds_of_games() {
    let usual = answers::table("latrunculi", &json!({}), &[]);
    assert!(usual_games(usual.as_ref(), &usual.solve()) >= 300);
    // A single game has no interval and no deviation.
    let document = answer(&["win", "latrunculi", "--games", "1"]);
    assert_eq!(document["play"], json!(["search:2", "search:2"]));
    let length = &document["length"];
    assert!(length["mean"]["low"].is_null() && length["mean"]["value"].is_number());
    assert_eq!(length["sd"]["why"], "not known: a single game was simulated");
    // Advice uses the best policy by default.
    let advised = answer(&["advise", "latrunculi", "--rule", "board=6x6"]);
    assert_eq!((&advised["play"][0], &advised["value"]["depth"]), (&Json::from("best"), &Json::from(3)));
}
