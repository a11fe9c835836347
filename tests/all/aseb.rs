//! Aseb: compared with values computed from the rules alone (`tests/oracle/make_aseb.py`), checked for consistency, and run from
//! the command line.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "files and numbers of games are small"
)]

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use num_traits::One;
use serde_json::{Value as Json, json};
use tali_odds::exact::{Enclosure, Missing, Wanted};
use tali_odds::games::{Advised, FactValue, OptionValue, Playable, Row, Strategy};
use tali_odds::monte_carlo::Generator;

use crate::answers::{self, decisions, example_reads, near, options, play};
use crate::cases::{self, texts};
use crate::common::{everything, json as answer, json_in, one_in, refused, run_in};

static CASES: LazyLock<Json> = LazyLock::new(|| cases::document("aseb.json"));

fn all(name: &str) -> &'static [Json] {
    CASES[name].as_array().unwrap()
}

fn table(rules: &Json, play: &[&str]) -> Box<dyn Playable> {
    answers::table("aseb", rules, play)
}

/// Asserts that a number is near a figure of a case.
#[track_caller]
fn is(number: &Enclosure, case: &Json, off: f64, what: &str) {
    near(number, case.as_f64().unwrap(), off, what);
}

#[test]
fn policies_match_the_oracle() {
    let mut seen = 0;
    for case in all("moves").iter().step_by(one_in(60)) {
        let rules = &case["rules"];
        let few = rules.get("pieces").and_then(Json::as_u64).is_some_and(|pieces| pieces <= 2);
        if !few {
            continue;
        }
        let position = case["position"].as_str().unwrap();
        for policy in ["first", "runner", "greedy", "careful"] {
            let table = table(rules, &[policy]);
            // There is no advice under rules that allow endless play.
            let Ok(advice) = decisions(table.as_ref()).advise(Some(position)) else { continue };
            let Advised::Options(options) = advice.advised else { panic!("expected options") };
            let is_made = |option: &&OptionValue| option.probability.as_ref().is_some_and(One::is_one);
            let chosen = options.iter().find(is_made).unwrap();
            // The best option comes first, whatever the policy.
            let utility = |option: &OptionValue| option.value.enclosure().unwrap().to_f64();
            assert!(
                options[0].best
                    && options.iter().all(|option| utility(option) <= utility(&options[0]) + 1e-9)
            );
            assert_eq!(case["policies"][policy], *chosen.option, "{policy} {rules} {position}");
            if case["options"].is_array() {
                let names: BTreeSet<&str> = options.iter().map(|option| option.option.as_str()).collect();
                assert_eq!(names, texts(&case["options"]).into_iter().collect(), "{rules} {position}");
                assert_eq!(names.len(), options.len());
            }
            seen += 1;
        }
    }
    assert!(seen >= 480 / one_in(60), "{seen}");
}

#[test]
fn position_values_match_the_oracle() {
    // With three pieces the solution takes a second.
    let is_soon = |case: &&Json| everything() || case["rules"]["pieces"] != 3;
    for case in all("values").iter().filter(is_soon).step_by(one_in(4)) {
        let table = table(&case["rules"], &["best"]);
        for value in case["values"].as_array().unwrap() {
            let position = value["position"].as_str().unwrap();
            let found = answers::value(table.as_ref(), position);
            is(&found, &value["value"], 2e-12, &format!("{} {position}", case["rules"]));
        }
    }
}

/// Other code solved the whole game with five pieces. With few left, only the reachable positions are solved, with the same
/// values; so too with seven pieces of which two more are off.
#[test]
fn endgames_are_solved_without_the_whole_game() {
    let rules = [5, 7].map(|pieces| json!({ "pieces": pieces }));
    let tables = rules.each_ref().map(|rules| table(rules, &["best"]));
    let off = |side: &str| side.split_once('+').map_or(0, |(_, off)| off.parse::<u32>().unwrap());
    let mut seen = 0;
    for case in CASES["five"]["values"].as_array().unwrap().iter().step_by(one_in(4)) {
        let position = case["position"].as_str().unwrap();
        let sides = position.split_once('/').unwrap();
        let gone = [off(sides.0), off(sides.1)];
        if gone[0].min(gone[1]) < 2 || gone[0] + gone[1] < 5 {
            continue;
        }
        seen += 1;
        let more = |side: &str| format!("{}+{}", side.split('+').next().unwrap(), off(side) + 2);
        let of_seven = format!("{}/{}", more(sides.0), more(sides.1));
        for (table, position) in tables.iter().zip([position, &of_seven]) {
            is(&answers::value(table.as_ref(), position), &case["value"], 2e-12, position);
        }
    }
    assert!(seen >= 10 / one_in(4), "{seen}");
}

#[test]
fn endless_play_is_refused() {
    let few = |case: &&Json| case["rules"]["pieces"].as_u64().is_some_and(|pieces| pieces <= 2);
    for case in all("endless").iter().filter(few).step_by(one_in(6)) {
        let table = table(&case["rules"], &["best"]);
        let advice = decisions(table.as_ref()).advise(None);
        let endless = advice.as_ref().is_err_and(|error| error.to_string().contains("forever"));
        assert_eq!(endless, case["endless"].as_bool().unwrap(), "{}", case["rules"]);
        assert_eq!(advice.is_err(), endless, "{}", case["rules"]);
    }
}

#[test]
fn results_of_fixed_policies_match_the_oracle() {
    const GAMES: u64 = 1_000;
    let mut solved = 0;
    for case in all("win").iter().step_by(one_in(20)) {
        let rules = &case["rules"];
        let play = texts(&case["play"]);
        // With three pieces best play takes a second to solve.
        if rules["pieces"] == 3 && play.contains(&"best") && one_in(3) > 1 {
            continue;
        }
        let mut table = table(rules, &play);
        if let Some(position) = case.get("position").and_then(Json::as_str) {
            table = decisions(table.as_ref()).at(position).unwrap();
        }
        let what = |name: &str| format!("{name} {rules} {play:?} {}", case["position"]);
        let solution = table.solve_to(Wanted::ALL);
        let Ok(mean) = &solution.length.mean else {
            // The chain is too large, so games are simulated.
            let wanted = case["win_share"][0].as_f64().unwrap();
            let won = answers::play(table.as_ref(), GAMES, 7).shares[0].sum;
            let spread = (GAMES as f64 * wanted * (1.0 - wanted)).sqrt();
            assert!((won - GAMES as f64 * wanted).abs() < 4.5 * spread, "{won} {}", what("win"));
            continue;
        };
        solved += 1;
        for seat in 0..2 {
            is(&solution.shares[seat], &case["win_share"][seat], 2e-12, &what("win"));
        }
        is(mean, &case["length_mean"], 1e-9, &what("length"));
        is(solution.length.sd.as_ref().unwrap(), &case["length_sd"], 1e-8, &what("deviation"));
        for statistic in &solution.statistics {
            let name = statistic.of.name;
            let wanted = match &case[name] {
                Json::Array(wanted) => wanted.clone(),
                Json::Null => continue,
                one => vec![one.clone()],
            };
            for (number, wanted) in statistic.numbers.iter().zip(&wanted) {
                let impossible =
                    |why: Missing| why == Missing::Impossible && wanted.as_f64().unwrap_or(0.0) == 0.0;
                match number {
                    Ok(number) => is(number, wanted, 1e-9, &what(name)),
                    Err(why) => assert!(impossible(*why), "{}: {why:?}, not {wanted}", what(name)),
                }
            }
        }
    }
    assert!(solved > 0);
}

#[test]
fn the_strategy_card_matches_the_oracle() {
    for case in all("strategy").iter().filter(|case| case["rules"]["pieces"] != 3 || one_in(2) == 1) {
        let table = table(&case["rules"], &["best"]);
        let Strategy::Tables(card) = decisions(table.as_ref()).strategy().unwrap() else {
            panic!("expected a card of tables")
        };
        let rows = |name: &str| -> Vec<Row> {
            card.lists.iter().find(|list| list.name == name).unwrap().rows().collect()
        };
        let known = |row: &Row, name: &str| row.figure(name).unwrap().enclosure().unwrap();
        let what = |name: &str| format!("{name} {}", case["rules"]);
        let value = card.of.as_ref().and_then(|(.., value)| value.enclosure()).unwrap();
        is(&value, &case["value"], 2e-12, &what("value"));
        for (list, names) in [("throws", ["value", "gain"]), ("squares", ["to_move", "to_wait"])] {
            for (row, wanted) in rows(list).iter().zip(case[list].as_array().unwrap()) {
                for name in names {
                    is(&known(row, name), &wanted[name], 2e-12, &what(name));
                }
            }
        }
    }
}

#[test]
fn simulated_games_match_the_solution() {
    let table = table(&json!({"pieces": 2, "again": [4], "throw": "die"}), &["best"]);
    let solved = table.solve_to(Wanted::ALL).shares[0].to_f64();
    let played = play(table.as_ref(), 20_000, 7).shares[0].sum / 20_000.0;
    let error = (solved * (1.0 - solved) / 20_000.0).sqrt();
    assert!((played - solved).abs() < 4.5 * error, "{played}, not {solved}");
}

#[test]
fn options_describe_their_moves() {
    let table = table(&json!({"pieces": 2}), &["best"]);
    let all = options(table.as_ref(), "9,10/8:1");
    let [only] = &all[..] else { panic!("{all:?}") };
    assert_eq!((only.option.as_str(), only.throw), ("10-11", Some(1)));
    let capture =
        options(table.as_ref(), "9/10:1").into_iter().find(|option| option.option == "9-10x").unwrap();
    let fact =
        |name: &str| capture.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.clone());
    assert_eq!(fact("captures"), Some(FactValue::Truth(true)));
    assert_eq!(fact("to"), Some(FactValue::Count(10)));
    assert_eq!(capture.next.as_deref(), Some("-/10"));
}

#[test]
fn tables_round_trip_and_damage_is_detected() {
    let folder = tempfile::tempdir().unwrap();
    let asked = ["--rule", "pieces=2", "--no-cache"];
    let solved =
        json_in(folder.path(), &[&["strategy", "aseb", "--solve", "-o", "aseb.table"][..], &asked].concat());
    let again =
        json_in(folder.path(), &[&["strategy", "aseb", "--table", "aseb.table"][..], &asked].concat());
    assert_eq!(solved, again);
    let advise = |more: &[&str]| {
        json_in(folder.path(), &[&["advise", "aseb", "--position", "3,7/4:2"][..], &asked, more].concat())
    };
    assert_eq!(advise(&[]), advise(&["--table", "aseb.table"]));
    let whole = fs::read(folder.path().join("aseb.table")).unwrap();
    let look_up = |file: &[u8], rules: &[&str]| {
        fs::write(folder.path().join("other.table"), file).unwrap();
        run_in(
            folder.path(),
            &[&["advise", "aseb", "--table", "other.table", "--position", "3,7/4:2"][..], rules].concat(),
        )
    };
    let two = ["--rule", "pieces=2"];
    refused(&look_up(&whole, &["--rule", "pieces=1"]), 2, &["`pieces`", "--solve"]);
    refused(&look_up(&whole, &[&two[..], &["--rule", "exit=over"]].concat()), 2, &["`exit`", "over"]);
    refused(&look_up(&whole[..whole.len() - 1], &two), 2, &["bytes", "damaged"]);
    refused(&look_up(&[&whole[..], b"x"].concat(), &two), 2, &["bytes", "damaged"]);
    refused(&look_up(b"no table", &two), 2, &["damaged"]);
    let damaged = |index: usize| {
        let mut file = whole.clone();
        file[index] ^= 1;
        file
    };
    refused(&look_up(&damaged(40), &two), 2, &["--solve"]);
    // However a file is damaged, it is refused or its values are right.
    let mut generator = Generator::new(9, 1);
    let right = look_up(&whole, &two).out;
    for _ in 0..if everything() { 500 } else { 10 } {
        let mut file = whole.clone();
        match generator.below(4) {
            // The heading, in which most bytes are spaces.
            0 => file[generator.below(900) as usize] = generator.below(256) as u8,
            1 => file[generator.below(whole.len() as u64) as usize] ^= 1 << generator.below(8),
            2 => file.truncate(generator.below(whole.len() as u64) as usize),
            _ => file.rotate_left(1 + generator.below(whole.len() as u64 - 1) as usize),
        }
        let run = look_up(&file, &two);
        if run.code != Some(2) {
            assert_eq!((run.code, &run.out), (Some(0), &right));
        }
    }
    // All blocks are checked when all values are needed.
    fs::write(folder.path().join("other.table"), damaged(whole.len() / 2)).unwrap();
    let run = run_in(folder.path(), &["win", "aseb", "--table", "other.table", "--rule", "pieces=2"]);
    refused(&run, 2, &["block", "damaged"]);
}

/// A random position in which nobody has won, as the player to move sees it.
fn any_position(generator: &mut Generator, pieces: u32) -> String {
    let mut taken = Vec::new();
    let mut side = || {
        let (mut squares, mut off) = (Vec::new(), 0);
        for piece in 0..pieces {
            // On square 0 a piece waits, and on 17 it is off.
            let square = generator.below(18);
            match square {
                // At least one piece is left.
                17 if piece > 0 => off += 1,
                0 | 17 => {}
                square if squares.contains(&square) || square > 4 && taken.contains(&square) => {}
                square => squares.push(square),
            }
        }
        taken.extend(&squares);
        squares.sort_unstable();
        let on: Vec<String> = squares.iter().map(u64::to_string).collect();
        let on = if on.is_empty() { "-".to_owned() } else { on.join(",") };
        if off > 0 { format!("{on}+{off}") } else { on }
    };
    let own = side();
    format!("{own}/{}", side())
}

fn value(table: &dyn Playable, position: &str) -> f64 {
    answers::value(table, position).to_f64()
}

/// Simulated games agree with the value of their position, and exchanged bones give the other seat the same values.
#[test]
fn simulated_games_match_position_values() {
    const GAMES: u64 = 100;
    let faces = [["1", "4", "4", "1"], ["3", "1", "2", "2"]];
    let rules = |one: usize| json!({"pieces": 2, "throw": "talus", "faces": [faces[one], faces[1 - one]]});
    let [given, exchanged] = [0, 1].map(|one| table(&rules(one), &["best"]));
    let mut generator = Generator::new(3, 1);
    let positions = if everything() { 1_000 } else { 60 };
    let mut squares = 0.0;
    for _ in 0..positions {
        let text = any_position(&mut generator, 2);
        let at = |seat: usize| format!("{text} @{seat}");
        let utility = value(given.as_ref(), &at(2));
        assert!((value(exchanged.as_ref(), &at(1)) - utility).abs() < 1e-12, "{text}");
        let there = decisions(given.as_ref()).at(&at(2)).unwrap();
        let won = play(there.as_ref(), GAMES, 7).shares[1].sum;
        let spread = (utility * (1.0 - utility) * GAMES as f64).sqrt();
        if spread > 1.0 {
            squares += ((won - utility * GAMES as f64) / spread).powi(2) - 1.0;
        }
    }
    let standard = squares / (2.0 * f64::from(positions)).sqrt();
    assert!(standard.abs() < 4.5, "standard scores are off by {standard}");
}

/// You can append the throw to a pasted position.
#[test]
fn a_throw_may_follow_the_seat() {
    let advise = |position: &str| {
        let bones = ["--rule", "throw=talus", "--faces", "traditional", "--faces", "uniform"];
        let asked = ["advise", "aseb", "--rule", "pieces=1", "--no-cache", "--position", position];
        answer(&[&asked[..], &bones].concat())
    };
    assert_eq!(advise("3/9 @2:3"), advise("3/9:3 @2"));
    assert_eq!(advise("3/9 @2:3")["position"], "3/9:3 @2");
}

#[test]
fn the_only_seat_to_throw_a_one_begins() {
    let one = ["1/10", "4/10", "4/10", "1/10"];
    let of = |pieces: u32, faces: [[&str; 4]; 2]| {
        table(&json!({"pieces": pieces, "throw": "talus", "faces": faces}), &["best"])
    };
    let start = |table: &dyn Playable| {
        let mut statistics = table.solve_to(Wanted::ALL).statistics.into_iter();
        statistics
            .find(|statistic| statistic.of.name == "start_thrown")
            .map(|mut found| found.numbers.remove(0))
    };
    for pieces in 1..=if everything() { 2 } else { 1 } {
        let unlike = of(pieces, [one, ["1/3", "1/3", "1/6", "1/6"]]);
        let first = unlike.solve_to(Wanted::ALL).shares[0].to_f64();
        let second = decisions(unlike.as_ref()).at("-/- @2").unwrap();
        let second = second.solve_to(Wanted::ALL).shares[0].to_f64();
        // Seat 1 alone throws a 1 with probability 1/10 · 2/3 = 2/30, seat 2 alone with 9/10 · 1/3 = 9/30.
        near(
            &start(unlike.as_ref()).unwrap().unwrap(),
            (2.0 * first + 9.0 * second) / 11.0,
            1e-12,
            "the start",
        );
    }
    let never = of(1, [["0", "1/3", "1/3", "1/3"], ["0", "1/2", "1/4", "1/4"]]);
    assert!(start(never.as_ref()).unwrap().is_err());
    assert!(start(of(1, [one, one]).as_ref()).is_none());
}

#[test]
fn balance_reports_skill_and_the_first_move() {
    let asked = ["balance", "aseb", "--rule", "pieces=2", "--rule", "throw=talus", "--games", "2000"];
    let two = answer(&asked);
    let share = two["seats"][0]["win_share"]["value"].as_f64().unwrap();
    let first_move = two["first_move"]["value"].as_f64().unwrap();
    assert!((first_move - (2.0 * share - 1.0)).abs() < 1e-12, "{two}");
    let played = two["skill"].as_array().unwrap();
    assert_eq!(played.len(), 7, "{two}");
    for pair in played {
        // Nothing beats best play, which with two pieces is far better than random play.
        assert!(pair["share"]["high"].as_f64().unwrap() > 0.5, "{pair}");
        let by_chance = pair["policy"] == "best" && pair["against"] == "random";
        assert!(!by_chance || pair["share"]["low"].as_f64().unwrap() > 0.55, "{pair}");
    }
    // With a die the first move is worth nearly twice as much as with the bone.
    let of = |rules: &Json| value(table(rules, &["best"]).as_ref(), "-/-") - 0.5;
    let bone = json!({"pieces": 2, "throw": "talus", "faces": [["1", "4", "4", "1"]]});
    assert!((2.0 * of(&bone) - first_move).abs() < 1e-12);
    assert!(of(&json!({"pieces": 2, "throw": "die"})) > 1.9 * of(&bone));
}

#[test]
fn the_example_reads_the_table() {
    let pieces = if everything() { 3 } else { 2 };
    let mut generator = Generator::new(5, 1);
    let random = (0..if everything() { 12 } else { 3 }).map(|_| any_position(&mut generator, pieces));
    let positions = ["-/-", "3,7/4,6", "16+1/15+1"].into_iter().map(str::to_owned).chain(random);
    let positions: Vec<(String, String)> = positions.map(|position| (position.clone(), position)).collect();
    example_reads(table(&json!({"pieces": pieces, "exit": "over"}), &["best"]).as_ref(), &positions);
}
