//! Ludus Latrunculorum: against what other code worked out from the rules alone (`tests/oracle/make_latrunculi.py`), and
//! from the command line.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use serde_json::Value as Json;
use tali_odds::analysis::usual_games;
use tali_odds::games::{self, Playable, Rules, Value};
use tali_odds::monte_carlo::{Moments, Plan, Tally, Watch, simulate};
use tali_odds::tali::presets;

use crate::cases::{self, agrees, ratio_agrees};
use crate::common::{everything, json, one_in, program, refused, run};

static CASES: LazyLock<Json> = LazyLock::new(|| cases::document("latrunculi.json"));

fn rules(set: &str, keys: &Json, play: &[&str]) -> Rules {
    let mut rules = games::find("latrunculi").unwrap().rules(2).unwrap();
    rules.set("set", Value::parse(set).unwrap()).unwrap();
    for (key, value) in keys.as_object().unwrap() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        rules.set(key, Value::parse(&text).unwrap()).unwrap();
    }
    rules.set_play(play).unwrap();
    rules
}

fn table(rules: Rules) -> Box<dyn Playable> {
    let bones = presets::TRADITIONAL.bones().set(4).unwrap();
    games::find("latrunculi").unwrap().table(rules, &[bones]).unwrap()
}

fn play(table: &dyn Playable, games: u64, threads: usize) -> Tally {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    simulate(table.player().as_ref(), &Plan { games, seed: 5, threads }, &watch)
}

#[test]
fn games_come_out_as_other_code_plays_them() {
    for case in CASES["games"].as_array().unwrap() {
        // Where the other code tries another reading, nothing is to be compared.
        if case["greedy_counts_quiet_as_win"] != true {
            continue;
        }
        let policies: Vec<&str> =
            case["players"].as_array().unwrap().iter().map(|policy| policy.as_str().unwrap()).collect();
        let one_in = u64::try_from(one_in(10)).unwrap();
        let games = if policies.contains(&"greedy") { 1_500 } else { 6_000 } / one_in;
        let table = table(rules(case["set"].as_str().unwrap(), &case["keys"], &policies));
        let tally = play(table.as_ref(), games, 0);
        let what = |name: &str| format!("{name} {} {} {policies:?}", case["set"], case["keys"]);
        for (seat, share) in tally.shares.iter().enumerate() {
            let share = Moments { count: tally.games, ..*share };
            agrees(&what("win"), &share, &case["win"][(seat + 1).to_string()]);
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

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let keys = serde_json::json!({"board": "5x5"});
    for policies in [["search:2", "greedy"], ["random", "random"]] {
        let table = table(rules("kowalski", &keys, &policies));
        let one = play(table.as_ref(), 300, 1);
        for threads in [2, 7] {
            assert_eq!(one, play(table.as_ref(), 300, threads), "{policies:?}");
        }
    }
}

#[test]
fn advice_is_the_same_on_any_number_of_threads() {
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
fn what_is_equally_good_is_done_as_often() {
    let document = json(&["advise", "latrunculi", "--rule", "set=piso", "--play", "search:1"]);
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
fn a_forced_end_is_no_opinion() {
    let position = "w1Ww1w/2b3/3b2/b5/3B2/1b1b2 b";
    let document = json(&["advise", "latrunculi", "--rule", "board=6x6", "--position", position]);
    assert_eq!(document["options"][0]["value"]["exact"], "999999");
    assert_eq!(document["options"][1]["value"]["method"], "searched");
}

#[test]
fn lines_and_wins_are_counted_from_the_command_line() {
    let case = &CASES["lines"][0];
    let document =
        json(&["advise", "latrunculi", "--position", case["position"].as_str().unwrap(), "--lines", "3"]);
    for name in ["lines", "wins"] {
        let counted: Vec<f64> = document["figures"][name]
            .as_array()
            .unwrap()
            .iter()
            .map(|count| count["value"].as_f64().unwrap())
            .collect();
        let wanted: Vec<f64> =
            case[name].as_array().unwrap()[..3].iter().map(|count| count.as_f64().unwrap()).collect();
        assert_eq!(counted, wanted, "{name}");
    }
}

#[test]
fn first_moves_are_valued_and_mapped() {
    let document = json(&["strategy", "latrunculi", "--rule", "board=6x6", "--play", "search:2"]);
    let moves = document["first_moves"].as_array().unwrap();
    assert!(!moves.is_empty() && moves.iter().all(|made| made["value"]["depth"] == 2));
    let values: Vec<f64> = moves.iter().map(|made| made["value"]["value"].as_f64().unwrap()).collect();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]), "{values:?}");
}

#[test]
fn a_position_that_is_over_has_a_result_and_no_options() {
    for (set, position, value) in [
        ("kowalski", "5bWb4/6b5/12/12/12/12/6B5/bb10 w", "-1000000"),
        ("quintana", "8/8/8/3b4/3b4/8/8/w7 w 15-0 0", "-1000000"),
        ("quintana", "8/8/8/3b4/3b4/8/8/w7 b 15-0 0", "1000000"),
    ] {
        let rule = format!("set={set}");
        let document = json(&["advise", "latrunculi", "--rule", &rule, "--position", position]);
        assert_eq!(document["value"]["exact"], value, "{position}");
        assert_eq!(document["options"], serde_json::json!([]));
        let won = json(&["win", "latrunculi", "--rule", &rule, "--position", position, "--games", "0"]);
        assert_eq!(won["seats"][0]["win_share"]["exact"], "1", "{position}");
        let told = run(&["advise", "latrunculi", "--rule", &rule, "--position", position]).out;
        assert!(told.contains("The game is over: Black has won"), "{told}");
        assert!(!told.contains("Option"), "{told}");
    }
}

#[test]
fn what_is_wrong_is_said_once_and_clearly() {
    let advise =
        |position: &'static str| vec!["advise", "latrunculi", "--rule", "board=4x4", "--position", position];
    let rule = |rule: &'static str| vec!["win", "latrunculi", "--rule", rule];
    for (arguments, words) in [
        (advise(""), vec!["column 1", "ranks"]),
        (advise("4/4/4"), vec!["4 ranks", "3"]),
        (advise("2bW1/4/1B2/w3"), vec!["column 1", "rank 4", "5"]),
        (advise("2bW/4/1B2/w2"), vec!["column 11", "rank 1", "3"]),
        (advise("2bx/4/1B2/w3"), vec!["column 3", "`x`"]),
        (advise("2b1/4/1B2/w3"), vec!["White's", "`W`"]),
        (advise("BWB1/4/4/w3"), vec!["column 3", "second `B`"]),
        (advise("bbbb/b2W/1B2/w3"), vec!["Black", "4 stones", "5"]),
        (advise("2bW/4/1B2/w3 x"), vec!["column 14", "b or w", "`x`"]),
        (advise("2bW/4/1B2/w3 b 0"), vec!["column 16", "2-3"]),
        (advise("2bW/4/1B2/w3 b 0-0 x"), vec!["column 20"]),
        (advise("2bW/4/1B2/w3 b 0-0 0 1-1"), vec!["no stones are in hand"]),
        (advise("2bW/4/1B2/w3 b 0-0 0 0-0 1"), vec!["nothing comes after"]),
        (rule("board=3x8"), vec!["board", "4 to 16"]),
        (rule("board=17x8"), vec!["board", "4 to 16"]),
        (rule("setup=5"), vec!["setup", "12 ranks", "8"]),
        (rule("stones=13"), vec!["stones", "12 stones", "13"]),
        (rule("setup=placed"), vec!["dux", "placed"]),
        (rule("line=two"), vec!["line", "\"one\"", "two"]),
        (rule("set=kowalsky"), vec!["did you mean `kowalski`"]),
        (
            vec!["win", "latrunculi", "--rule", "set=piso", "--rule", "stones=32"],
            vec!["stones", "64 squares"],
        ),
        (vec!["win", "latrunculi", "--play", "search:7"], vec!["search:7", "1 to 6"]),
        (vec!["win", "latrunculi", "--faces", "uniform"], vec!["--faces", "without bones"]),
    ] {
        refused(&run(&arguments), 2, &words);
    }
}

const FIRST: &str = "wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb";

fn names(document: &Json) -> Vec<&str> {
    document["options"].as_array().unwrap().iter().map(|option| option["move"].as_str().unwrap()).collect()
}

/// Of a game that goes to and fro White's last move back would bring about the first position for the third time.
#[test]
fn moves_that_were_made_tell_what_may_not_come_again() {
    let asked = |rest: &[&str]| json(&[&["advise", "latrunculi", "--play", "search:1"], rest].concat());
    let moves = "f1-f6 a8-a5 f6-f1 a5-a8 f1-f6 a8-a5 f6-f1";
    let played = asked(&["--moves", moves]);
    let position = "1wwwwwwwwwww/5W6/12/w11/12/12/6B5/bbbbbbbbbbbb w 0-0 7";
    assert_eq!((&played["position"], &played["moves"]), (&Json::from(position), &Json::from(moves)));
    let pasted = asked(&["--position", position]);
    assert!(names(&pasted).contains(&"a5-a8") && !names(&played).contains(&"a5-a8"));
    assert_eq!(names(&played).len() + 1, names(&pasted).len());
    let again = format!("{moves} a5-a8");
    let told = ["advise", "latrunculi", "--moves", &again];
    refused(&run(&told), 2, &["--moves: column 43: move 8, `a5-a8`", "for the third time"]);
    // From the position that is given it comes about for the first time.
    asked(&["--position", position, "--moves", "a5-a8"]);
}

#[test]
fn what_follows_can_be_asked_for_in_turn() {
    let document = json(&["advise", "latrunculi", "--play", "search:1"]);
    let option =
        document["options"].as_array().unwrap().iter().find(|option| option["move"] == "f1-f6").unwrap();
    let next = "wwwwwwwwwwww/5W6/5b6/12/12/12/6B5/bbbbb1bbbbbb w 0-0 1";
    assert_eq!(option["next"], next);
    let asked = ["advise", "latrunculi", "--play", "search:1", "--position", next, "--top", "3"];
    let pasted = json(&asked);
    assert_eq!(pasted["position"], next);
    assert_eq!(names(&pasted).len(), 3);
    let all = json(&asked[..6]);
    assert_eq!(pasted["options_left_out"], names(&all).len() - 3);
    assert_eq!(names(&all)[..3], names(&pasted));
    let told = run(&asked).out;
    assert!(told.matches(", as --position: ").count() == 3 && told.contains("options 3 are shown"), "{told}");
}

/// Of options that are not shown nothing is said.
#[test]
fn the_best_of_many_are_not_all() {
    let asked = ["advise", "mancala", "--position", "0,1,11,11,1,1/4,13,1,12,12,0 2 3-2", "--top", "2"];
    let all = run(&asked[..4]).out;
    let few = run(&asked).out;
    assert!(all.contains("+67") && all.contains("\u{2212}67"), "{all}");
    assert!(few.contains("worth +67 pebbles") && few.contains("Of 5 options 2 are shown"), "{few}");
    assert!(!few.contains("All are worth the same"), "{few}");
}

#[test]
fn moves_that_cannot_be_made_are_refused_where_they_stand() {
    let moves = |moves: &'static str| run(&["advise", "latrunculi", "--moves", moves]);
    refused(&moves("f1-f6 a8-a9"), 2, &["column 7: move 2, `a8-a9`", "White may do `a8-a7`"]);
    refused(&moves("f1-f6 f8-e7"), 2, &["column 7: move 2", "White is to move", "did you mean `f7-e7`?"]);
    refused(&moves("@a3"), 2, &["column 1: move 1, `@a3`", "Black is to move"]);
    refused(&run(&["win", "latrunculi", "--moves", "x"]), 2, &["--moves: column 1"]);
    refused(&run(&["win", "augustus", "--moves", "x"]), 2, &["nobody has anything to decide"]);
    refused(&run(&["advise", "coin-tali", "--moves", "x"]), 2, &["only in board games"]);
}

/// By hand: from d8 to d4, between which nothing stands, Black encloses c4 with b4, and White is left one stone.
#[test]
fn the_board_shows_where_the_advised_move_ends_and_what_it_takes() {
    let position = "3b3w/8/8/8/1bw5/8/8/8 b 14-0";
    let told = run(&[
        "advise",
        "latrunculi",
        "--rule",
        "set=quintana",
        "--play",
        "search:1",
        "--position",
        position,
    ]);
    assert!(told.out.contains("Best: d8-d4, worth a win within 1 plies"), "{}", told.out);
    for marked in ["*b", ">\u{b7}", "xw"] {
        assert_eq!(told.out.matches(marked).count(), 1, "{marked} {}", told.out);
    }
}

#[test]
fn a_game_that_is_over_by_quiet_has_no_lines_and_nobody_to_move() {
    let position = format!("{FIRST} w 0-0 60");
    let asked = ["advise", "latrunculi", "--position", &position, "--lines", "3"];
    let document = json(&asked);
    let lines = document["figures"]["lines"].as_array().unwrap();
    assert!(lines.len() == 3 && lines.iter().all(|count| count["exact"] == "0"));
    let told = run(&asked).out;
    assert!(told.contains("The game is over: nobody has won") && !told.contains("is to move."), "{told}");
}

#[test]
fn lines_that_are_not_counted_say_why() {
    let asked = ["advise", "latrunculi", "--play", "search:1", "--lines", "6"];
    if everything() {
        let told = run(&asked).out;
        assert!(told.contains("Not counted: plies 5 to 6, for which too many positions"), "{told}");
    }
    let lines = json(&asked)["figures"]["lines"].clone();
    assert!(lines[5]["value"].is_null() && lines[5]["why"].as_str().unwrap().contains("too long"));
}

/// A host who asks who wins waits for hundreds of games, and is told how they are played.
#[test]
fn who_wins_is_told_from_hundreds_of_games() {
    let usual = table(games::find("latrunculi").unwrap().rules(2).unwrap());
    assert!(usual_games(usual.as_ref(), &usual.solve()) >= 300);
    let told = run(&["win", "latrunculi", "--games", "1"]).out;
    assert!(told.contains("look two plies ahead (`search:2`), as nobody says otherwise"), "{told}");
    // A single game has no interval and no deviation.
    let document = json(&["win", "latrunculi", "--games", "1"]);
    assert_eq!(document["play"], serde_json::json!(["search:2", "search:2"]));
    let length = &document["length"];
    assert!(length["mean"]["low"].is_null() && length["mean"]["value"].is_number());
    assert_eq!(length["sd"]["why"], "not known: a single game was simulated");
    // What is best is asked of the best policy.
    let advised = json(&["advise", "latrunculi", "--rule", "board=6x6"]);
    assert_eq!((&advised["play"][0], &advised["value"]["depth"]), (&Json::from("best"), &Json::from(3)));
}
