//! Aseb: against what other code worked out from the rules alone (`tests/expected/make_aseb.py`), against itself, and from the
//! command line.

use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use serde_json::Value as Json;
use tali_odds::exact::{Enclosure, Missing, Wanted};
use tali_odds::games::{
    self, Advised, Decisions, FactValue, Measured, OptionValue, Playable, Strategy, Value, WholeStrategy,
};
use tali_odds::monte_carlo::{Plan, Tally, Watch, simulate};
use tali_odds::tali::{TaliSet, Talus};

use crate::cases;
use crate::common::{json_in, one_in, program, rational, refused, run_in};

static CASES: LazyLock<Json> = LazyLock::new(|| cases::document("aseb.json"));

fn all(name: &str) -> &'static [Json] {
    CASES[name].as_array().unwrap()
}

/// A table by the rules of a case; an error of those that are refused.
fn table(rules: &Json, play: &[&str]) -> Box<dyn Playable> {
    let game = games::find("aseb").unwrap();
    let mut agreed = game.rules(2).unwrap();
    for (key, value) in rules.as_object().unwrap().iter().filter(|(key, _)| *key != "faces") {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        agreed.set(key, Value::parse(&text).unwrap()).unwrap();
    }
    agreed.set_play(play).unwrap();
    let set = |faces: &Json| {
        let weights = faces.as_array().unwrap().iter().map(|weight| rational(weight.as_str().unwrap()));
        let talus = Talus::from_weights(weights.collect::<Vec<_>>().try_into().unwrap()).unwrap();
        TaliSet::alike(&talus, 4).unwrap()
    };
    let bones: Vec<TaliSet> = match rules.get("faces") {
        Some(faces) => faces.as_array().unwrap().iter().map(set).collect(),
        None => vec![set(&serde_json::json!(["1", "1", "1", "1"]))],
    };
    game.table(agreed, &bones).unwrap()
}

fn decisions(table: &dyn Playable) -> &dyn Decisions {
    table.decisions().unwrap()
}

fn options(table: &dyn Playable, position: &str) -> Vec<OptionValue> {
    match decisions(table).advise(Some(position)).unwrap().advised {
        Advised::Options(options) => options,
        Advised::Casts(_) => panic!("options are advised"),
    }
}

#[track_caller]
fn near(number: &Enclosure, case: &Json, digits: f64, what: &dyn Fn() -> String) {
    let wanted = case.as_f64().unwrap();
    let [low, high] = [number.low(), number.high()].map(|end| num_traits::ToPrimitive::to_f64(end).unwrap());
    assert!(low - digits <= wanted && wanted <= high + digits, "{} is {low} to {high}, not {wanted}", what());
    assert!(high - low <= 1e-9, "{}: {low} to {high}", what());
}

#[test]
fn as_many_positions_follow_as_other_code_counts() {
    for case in all("counts") {
        // What is asked of six and seven pieces is no advice, and what both play for ever no value.
        let table = table(&case["rules"], &["careful"]);
        let position = case["position"].as_str().unwrap();
        let mut advice = tali_odds::games::Advice {
            positions: None,
            ..decisions(self::table(&serde_json::json!({"pieces": 1}), &["best"]).as_ref())
                .advise(None)
                .unwrap()
        };
        decisions(table.as_ref()).count(&mut advice, Some(position), 2).unwrap();
        let counted: Vec<(Vec<u64>, u64)> = advice
            .positions
            .unwrap()
            .into_iter()
            .map(|line| (line.throws.into_iter().map(u64::from).collect(), line.count))
            .collect();
        let line = |line: &Json| {
            let throws = line["throws"].as_array().unwrap().iter().map(|throw| throw.as_u64().unwrap());
            (throws.collect::<Vec<_>>(), line["count"].as_u64().unwrap())
        };
        let wanted: Vec<(Vec<u64>, u64)> = case["lines"].as_array().unwrap().iter().map(line).collect();
        assert_eq!(counted, wanted, "{} {position}", case["rules"]);
    }
}

#[test]
fn policies_move_as_other_code_says() {
    let mut seen = 0;
    for case in all("moves").iter().step_by(one_in(12)) {
        let rules = &case["rules"];
        let few = rules.get("pieces").and_then(Json::as_u64).is_some_and(|pieces| pieces <= 2);
        if !few {
            continue;
        }
        let position = case["position"].as_str().unwrap();
        for policy in ["first", "runner", "greedy", "careful"] {
            let table = table(rules, &[policy]);
            // By rules under which play can go on for ever there is no advice.
            let Ok(advice) = decisions(table.as_ref()).advise(Some(position)) else { continue };
            let Advised::Options(options) = advice.advised else { panic!("options are advised") };
            let chosen = options.iter().find(|option| option.best).unwrap();
            assert_eq!(
                chosen.option,
                case["policies"][policy].as_str().unwrap(),
                "{policy} {rules} {position}"
            );
            let mut names: Vec<&str> = options.iter().map(|option| option.option.as_str()).collect();
            names.sort_unstable();
            if let Some(listed) = case.get("options").and_then(Json::as_array) {
                let mut wanted: Vec<&str> = listed.iter().map(|name| name.as_str().unwrap()).collect();
                wanted.sort_unstable();
                assert_eq!(names, wanted, "{rules} {position}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 480 / one_in(12), "{seen}");
}

#[test]
fn positions_are_worth_what_other_code_solves() {
    for case in all("values") {
        let three = case["rules"]["pieces"] == 3;
        if three && !(case["rules"].as_object().unwrap().len() == 1 || one_in(6) == 1) {
            continue;
        }
        let table = table(&case["rules"], &["best"]);
        for value in case["values"].as_array().unwrap() {
            let position = value["position"].as_str().unwrap();
            let found = decisions(table.as_ref()).advise(Some(position)).unwrap().value.unwrap();
            near(&found, &value["value"], 2e-12, &|| format!("{} {position}", case["rules"]));
        }
    }
}

#[test]
fn play_that_can_go_on_for_ever_is_refused() {
    let few = |case: &&Json| case["rules"]["pieces"].as_u64().is_some_and(|pieces| pieces <= 2);
    for case in all("endless").iter().filter(few).step_by(one_in(6)) {
        let table = table(&case["rules"], &["best"]);
        let advice = decisions(table.as_ref()).advise(None);
        let endless = advice.as_ref().is_err_and(|error| error.to_string().contains("without end"));
        assert_eq!(endless, case["endless"].as_bool().unwrap(), "{}", case["rules"]);
        assert_eq!(advice.is_err(), endless, "{}", case["rules"]);
    }
}

#[test]
fn fixed_policies_end_as_other_code_says() {
    for case in all("win").iter().step_by(one_in(5)) {
        let rules = &case["rules"];
        if rules["pieces"] == 3 && one_in(3) > 1 {
            continue;
        }
        let play: Vec<&str> =
            case["play"].as_array().unwrap().iter().map(|policy| policy.as_str().unwrap()).collect();
        let mut table = table(rules, &play);
        if let Some(position) = case.get("position").and_then(Json::as_str) {
            table = decisions(table.as_ref()).at(position).unwrap();
        }
        let solution = table.solve_to(Wanted::ALL);
        let what = |name: &str| format!("{name} {rules} {play:?} {}", case["position"]);
        for seat in 0..2 {
            near(&solution.shares[seat], &case["win_share"][seat], 2e-12, &|| what("win"));
        }
        near(solution.length.mean.as_ref().unwrap(), &case["length_mean"], 1e-9, &|| what("length"));
        near(solution.length.sd.as_ref().unwrap(), &case["length_sd"], 1e-8, &|| what("deviation"));
        for statistic in &solution.statistics {
            let name = statistic.of.name;
            let wanted = match &case[name] {
                Json::Array(wanted) => wanted.clone(),
                Json::Null => continue,
                one => vec![one.clone()],
            };
            for (number, wanted) in statistic.numbers.iter().zip(&wanted) {
                match number {
                    Ok(number) => near(number, wanted, 1e-9, &|| what(name)),
                    Err(why) => assert_eq!(
                        (*why, wanted.as_f64().unwrap_or(0.0)),
                        (Missing::Impossible, 0.0),
                        "{}",
                        what(name)
                    ),
                }
            }
        }
    }
}

#[test]
fn the_card_says_what_other_code_works_out() {
    for case in all("strategy").iter().filter(|case| case["rules"]["pieces"] != 3 || one_in(2) == 1) {
        let table = table(&case["rules"], &["best"]);
        let Strategy::Tables(card) = decisions(table.as_ref()).strategy().unwrap() else {
            panic!("a card of tables")
        };
        let WholeStrategy::Race(race) = &card.whole else { panic!("a race") };
        let what = |name: &str| format!("{name} {}", case["rules"]);
        near(race.value.as_ref().unwrap(), &case["value"], 2e-12, &|| what("value"));
        for (throw, wanted) in race.throws.iter().zip(case["throws"].as_array().unwrap()) {
            near(throw.value.as_ref().unwrap(), &wanted["value"], 2e-12, &|| what("throw"));
            near(throw.gain.as_ref().unwrap(), &wanted["gain"], 2e-12, &|| what("gain"));
        }
        let openings = case["opening"].as_array().unwrap();
        assert_eq!(race.opening.len(), openings.len(), "{}", what("opening"));
        for (opening, wanted) in race.opening.iter().zip(openings) {
            let found = (
                opening.throws.iter().map(|throw| u64::from(*throw)).collect::<Vec<_>>(),
                opening.best.as_str(),
            );
            let throws = wanted["throws"].as_array().unwrap().iter().map(|throw| throw.as_u64().unwrap());
            assert_eq!(found, (throws.collect(), wanted["do"].as_str().unwrap()), "{}", what("opening"));
            assert_eq!(opening.next.as_deref(), wanted["next"].as_str(), "{}", what("next"));
            if let Ok(cost) = &opening.cost {
                near(cost, &wanted["cost"], 2e-12, &|| what("cost"));
            }
        }
        let measured = |mean: &Measured, wanted: &Json, name: &str| match (mean, wanted.as_f64()) {
            (Measured::Solved(Ok(number)), Some(_)) => near(number, wanted, 1e-9, &|| what(name)),
            (Measured::Solved(Err(_)), None) => {}
            other => panic!("{} {other:?}", what(name)),
        };
        for wanted in case["rules_of_thumb"].as_array().unwrap() {
            let name = wanted["rule"].as_str().unwrap();
            let rule = race.rules.iter().find(|rule| rule.rule == name).unwrap();
            measured(&rule.share, &wanted["share"], name);
            measured(&rule.holds, &wanted["holds"], name);
            measured(&rule.cost, &wanted["cost"], name);
        }
        for wanted in case["policies"].as_array().unwrap() {
            let name = wanted["policy"].as_str().unwrap();
            let policy = race.policies.iter().find(|policy| policy.policy == name).unwrap();
            measured(&policy.agreement, &wanted["agreement"], name);
            measured(&policy.cost, &wanted["cost"], name);
        }
        for (worth, wanted) in race.squares.iter().zip(case["squares"].as_array().unwrap()) {
            near(worth.to_move.as_ref().unwrap(), &wanted["to_move"], 2e-12, &|| what("square"));
            near(worth.to_wait.as_ref().unwrap(), &wanted["to_wait"], 2e-12, &|| what("square"));
        }
    }
}

fn play(table: &dyn Playable, games: u64, threads: usize) -> Tally {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    simulate(table.player().as_ref(), &Plan { games, seed: 7, threads }, &watch)
}

#[test]
fn games_are_the_same_on_any_number_of_threads_and_end_as_is_solved() {
    let rules = serde_json::json!({"pieces": 2, "again": [4], "throw": "die"});
    let table = table(&rules, &["best", "random"]);
    let tally = play(table.as_ref(), 20_000, 1);
    assert_eq!(tally, play(table.as_ref(), 20_000, 2));
    let solved = table.solve_to(Wanted::ALL).shares[0].to_f64();
    let played = tally.shares[0].sum / 20_000.0;
    let error = (solved * (1.0 - solved) / 20_000.0).sqrt();
    assert!((played - solved).abs() < 4.5 * error, "{played} where {solved} is right");
}

#[test]
fn an_option_says_what_it_does() {
    let table = table(&serde_json::json!({"pieces": 2}), &["best"]);
    let all = options(table.as_ref(), "9,10/8:1");
    assert_eq!(
        all.iter().map(|option| (option.option.as_str(), option.throw)).collect::<Vec<_>>(),
        [("10-11", Some(1))],
        "{all:?}"
    );
    let capture =
        options(table.as_ref(), "9/10:1").into_iter().find(|option| option.option == "9-10x").unwrap();
    let fact =
        |name: &str| capture.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.clone());
    assert_eq!(fact("captures"), Some(FactValue::Truth(true)));
    assert_eq!(fact("to"), Some(FactValue::Count(10)));
    assert_eq!(capture.next.as_deref(), Some("-/10"));
}

#[test]
fn a_table_is_read_as_it_was_written_and_never_trusted() {
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
    let damaged = |place: usize| {
        let mut file = whole.clone();
        file[place] ^= 1;
        file
    };
    refused(&look_up(&damaged(40), &two), 2, &["--solve"]);
    // All blocks are looked at where all values are wanted.
    fs::write(folder.path().join("other.table"), damaged(whole.len() / 2)).unwrap();
    let run = run_in(folder.path(), &["win", "aseb", "--table", "other.table", "--rule", "pieces=2"]);
    refused(&run, 2, &["block", "damaged"]);
    // A place that is no file.
    let run = run_in(folder.path(), &["win", "aseb", "--table", "nowhere.table"]);
    refused(&run, 1, &["nowhere.table"]);
    assert!(program(folder.path()).arg("games").output().unwrap().status.success());
}

#[test]
fn bad_positions_are_refused_with_their_column() {
    let folder = tempfile::tempdir().unwrap();
    for (position, column, says) in [
        ("17/-", 1, "1 to 16"),
        ("3,3/-", 3, "twice"),
        ("7/7", 3, "share"),
        ("1,2,3/-", 1, "2 pieces"),
        ("-+3/-", 3, "1 to 2"),
        ("-+2/-+2", 1, "both"),
        ("3/4:5", 5, "of 1, 2, 3, 4"),
        ("3/4 @3", 6, "1 or 2"),
        ("3", 1, "`/`"),
    ] {
        let run = run_in(
            folder.path(),
            &["advise", "aseb", "--rule", "pieces=2", "--no-cache", "--position", position],
        );
        refused(&run, 2, &[&format!("column {column}"), says]);
    }
    for (rule, says) in [
        ("moves=[1,2,3]", "four whole numbers"),
        ("flat=0", "above 0"),
        ("safe=[4]", "5 to 16"),
        ("again=[4,4]", "once"),
    ] {
        let run = run_in(folder.path(), &["win", "aseb", "--rule", rule]);
        refused(&run, 2, &[says]);
    }
    let idle = ["win", "aseb", "--rule", "throw=talus", "--rule", "flat=1/3"];
    refused(&run_in(folder.path(), &idle), 2, &["`flat`", "talus"]);
    refused(&run_in(folder.path(), &["win", "aseb", "--faces", "uniform"]), 2, &["--faces"]);
    refused(&run_in(folder.path(), &["advise", "aseb", "--rule", "pieces=6"]), 2, &["172,676,489"]);
}
