//! Ludus Duodecim Scriptorum: compared with values computed from the rules alone (`tests/oracle/make_duodecim.py`), checked for
//! consistency, and run from the command line.

use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, LazyLock, Mutex};

use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use serde_json::{Value as Json, json};
use tali_odds::figures::Figure;
use tali_odds::games::{Advice, Entry, Playable, Row, SolutionStore, Strategy};

use crate::answers::{self, decisions, example_reads, near, options, value};
use crate::cases::{self, texts};
use crate::common::{everything, json as answer, json_in, one_in, rational, refused, run_in};

static CASES: LazyLock<Json> = LazyLock::new(|| cases::document("duodecim.json"));

fn all<'a>(cases: &'a Json, name: &str) -> &'a [Json] {
    cases[name].as_array().unwrap()
}

/// Stores solutions for the duration of the tests.
#[derive(Debug, Default)]
struct Memory(Mutex<BTreeMap<String, Arc<dyn Any + Send + Sync>>>);

impl SolutionStore for Memory {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
    fn write(&self, _: &str, _: &[u8]) {}
    fn recall(&self, name: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        self.0.lock().unwrap().get(name).cloned()
    }
    fn remember(&self, name: &str, what: Arc<dyn Any + Send + Sync>) {
        self.0.lock().unwrap().insert(name.to_owned(), what);
    }
}

static MEMORY: LazyLock<Arc<Memory>> = LazyLock::new(Arc::default);

static SOLVING: Mutex<()> = Mutex::new(());

/// A table with the rules of a case.
fn table(rules: &Json, play: &[&str]) -> Box<dyn Playable> {
    let mut table = answers::table("duodecim-scriptorum", rules, play);
    table.keep_in(Arc::<Memory>::clone(&MEMORY));
    if play.contains(&"best") {
        // Solutions shared by several tests are computed once.
        let _alone = SOLVING.lock().unwrap();
        table.check_policies().unwrap();
    }
    table
}

fn advice(table: &dyn Playable, position: &str) -> Advice {
    decisions(table).advise(Some(position)).unwrap()
}

fn figure<'a>(advice: &'a Advice, name: &str) -> &'a [Figure] {
    &advice.figures.iter().find(|(of, _)| of.name == name).unwrap().1
}

fn exactly(number: &Figure) -> BigRational {
    number.enclosure().unwrap().as_exact().unwrap().clone()
}

#[test]
fn counts_of_results_match_the_oracle() {
    let counts = &CASES["counts"];
    let names = texts(&counts["throws"]);
    let mut seen = 0;
    for case in all(counts, "cases").iter().step_by(one_in(12)) {
        let table = table(&case["rules"], &["search:1"]);
        let advice = advice(table.as_ref(), case["position"].as_str().unwrap());
        let found: BTreeMap<String, u64> = advice
            .throws
            .iter()
            .map(|throw| (throw.throw.to_string(), throw.play.as_ref().unwrap().turns))
            .collect();
        let wanted = names.iter().zip(all(case, "results"));
        let wanted: BTreeMap<String, u64> =
            wanted.filter_map(|(name, count)| Some(((*name).to_owned(), count.as_u64()?))).collect();
        assert_eq!(found, wanted, "{} {}", case["rules"], case["position"]);
        for name in ["forfeit", "choice", "hit", "turns_mean"] {
            let (found, wanted) =
                (exactly(&figure(&advice, name)[0]), rational(case[name].as_str().unwrap()));
            assert_eq!(found, wanted, "{name} {} {}", case["rules"], case["position"]);
        }
        let pips: Vec<u64> =
            figure(&advice, "pips").iter().map(|pips| exactly(pips).to_integer().to_u64().unwrap()).collect();
        assert_eq!(json!(pips), case["pips"], "{}", case["position"]);
        let sum: BigRational = advice.throws.iter().filter_map(|throw| throw.probability.rational()).sum();
        assert!(sum.is_one());
        seen += 1;
    }
    assert!(seen >= 700 / one_in(12), "{seen}");
}

#[test]
fn counts_of_lines_match_the_oracle() {
    for case in all(&CASES, "lines") {
        let table = table(&case["rules"], &["search:1"]);
        let position = case["position"].as_str().unwrap();
        let wanted: Vec<u64> = all(case, "lines").iter().map(|count| count.as_u64().unwrap()).collect();
        // Counts that are quick to check.
        let is_soon = |count: &&u64| **count <= 200_000;
        let depth = if everything() { wanted.len() } else { wanted.iter().take_while(is_soon).count() };
        let found = decisions(table.as_ref()).lines(Some(position), u32::try_from(depth).unwrap()).unwrap();
        let found: Vec<u64> = found.iter().map(|lines| lines.lines).collect();
        assert_eq!(found, wanted[..depth], "{} {position}", case["rules"]);
    }
}

#[test]
fn evaluations_match_the_oracle() {
    for case in all(&CASES["worth"], "worth") {
        let table = table(&case["rules"], &["search:1"]);
        let value = value(table.as_ref(), case["position"].as_str().unwrap());
        near(&value, case["value"].as_f64().unwrap(), 1e-9, &case.to_string());
    }
}

/// The rows of a list of the card.
fn card(rules: &Json, list: &str) -> Vec<Row> {
    let Strategy::Tables(card) = decisions(table(rules, &["best"]).as_ref()).strategy().unwrap() else {
        panic!("expected a card of tables")
    };
    card.lists.iter().find(|known| known.name == list).unwrap().rows().collect()
}

#[test]
fn hit_probabilities_match_the_oracle() {
    // A card searches every throw, which is only fast with dice of two faces.
    let is_wanted = |case: &&Json| everything() || case["die"] == json!([1, 0, 0, 0, 0, 1]);
    for case in all(&CASES["worth"], "hit").iter().filter(is_wanted) {
        let hits = card(&json!({"die": case["die"]}), "hit");
        let mut seen = 0;
        for (in_hand, row) in (0..).zip(all(case, "hit")) {
            for (distance, chance) in (1..).zip(row.as_array().unwrap()) {
                let is_it = |hit: &&Row| {
                    let counts = ["in_hand", "distance"].map(|name| hit.get(name).unwrap());
                    counts == [&Entry::Count(in_hand), &Entry::Count(distance)]
                };
                let hit = hits.iter().find(is_it).unwrap().figure("probability").unwrap();
                let chance = rational(chance.as_str().unwrap());
                assert_eq!(hit.rational().unwrap(), chance, "{case} {in_hand} {distance}");
                seen += 1;
            }
        }
        assert_eq!((seen, hits.len()), (54, 54));
    }
}

#[test]
fn the_opening_matches_the_oracle() {
    // Searching all its throws takes a while, and other tests cover values at this depth.
    if !everything() {
        return;
    }
    let opening = card(&json!({}), "opening");
    let wanted = all(&CASES, "strategy");
    assert_eq!(opening.len(), 56);
    for case in wanted {
        let throw = case["throw"].as_str().unwrap();
        let line = opening.iter().find(|line| line.get("throw") == Some(&throw.into())).unwrap();
        assert_eq!(line.get("next"), Some(&case["next"].as_str().unwrap().into()), "{throw}");
        for wanted in ["value", "better"] {
            let found = line.figure(wanted).unwrap().approximate().unwrap();
            assert!((found - case[wanted].as_f64().unwrap()).abs() < 1e-9, "{throw} {wanted}");
        }
    }
    for rule in card(&json!({}), "rules_of_thumb") {
        for mean in ["share", "holds"] {
            assert_eq!(rule.figure(mean).unwrap().method(), Some("simulated"), "{rule:?}");
        }
    }
}

/// Values are from the side of the player to throw.
#[test]
fn endgame_values_match_the_oracle() {
    for set in all(&CASES["table"], "sets") {
        // With other dice the solution is slow.
        let is_quick = set["sweeps"].as_u64() == Some(8);
        if !is_quick && !everything() {
            continue;
        }
        let table = table(&set["rules"], &["best"]);
        for case in all(set, "values") {
            let position = case[0].as_str().unwrap();
            let value = answers::value(table.as_ref(), position);
            match (case.get(3).and_then(Json::as_f64), case.get(4).and_then(Json::as_f64)) {
                (Some(low), Some(high)) => {
                    let found = [value.low(), value.high()].map(|end| end.to_f64().unwrap());
                    let off = (found[0] - low).abs().max((found[1] - high).abs());
                    assert!(off < 1e-12, "{} {position}: {found:?}, not {low} to {high}", set["rules"]);
                }
                _ => near(&value, case[1].as_f64().unwrap(), 1e-12, position),
            }
        }
    }
}

#[test]
fn best_play_wins_the_value_of_an_endgame() {
    let set = &all(&CASES["table"], "sets")[0];
    let table = table(&set["rules"], &["best"]);
    for case in all(set, "values").iter().step_by(10) {
        let position = case[0].as_str().unwrap();
        let solution = decisions(table.as_ref()).at(position).unwrap().solve();
        let value = case[1].as_f64().unwrap();
        near(&solution.shares[0], value, 1e-12, position);
        near(&solution.shares[1], 1.0 - value, 1e-12, position);
    }
}

#[test]
fn win_shares_match_the_oracle() {
    for case in all(&CASES["duels"], "ladder") {
        let play = texts(&case["policies"]);
        let games = if everything() { 40_000 } else { 200 };
        let mut won = 0.0;
        for (seat, order) in [[play[0], play[1]], [play[1], play[0]]].iter().enumerate() {
            let tally = answers::play(table(&json!({}), order).as_ref(), games, 7);
            assert_eq!(tally.never, 0, "{case}");
            won += tally.shares[seat].sum;
        }
        let games = 2.0 * games.to_f64().unwrap();
        let [wanted, error] = [0, 1].map(|index| case["share"][index].as_f64().unwrap());
        let own = (wanted * (1.0 - wanted) / games).sqrt();
        let off = (won / games - wanted).abs() / own.hypot(error);
        assert!(off < 4.5, "{play:?}: {} is {off} standard errors from {wanted}", won / games);
    }
}

#[test]
fn simulated_figures_match_the_oracle() {
    let games = if everything() { "20000" } else { "400" };
    for case in all(&CASES["duels"], "selfplay") {
        let play = case["policies"][0].as_str().unwrap();
        let found = answer(&["win", "duodecim-scriptorum", "--play", play, "--games", games, "--seed", "3"]);
        let figures = &found["figures"];
        for (name, figure) in [
            ("share1", &found["seats"][0]["win_share"]),
            ("share2", &found["seats"][1]["win_share"]),
            ("length_mean", &found["length"]["mean"]),
            ("captures1", &figures["captures"][0]),
            ("captures2", &figures["captures"][1]),
            ("forfeits1", &figures["forfeits"][0]),
            ("forfeits2", &figures["forfeits"][1]),
            ("forfeit_share", &figures["forfeit_share"]),
            ("choice_share", &figures["choice_share"]),
            ("options_mean", &figures["options_mean"]),
            ("left_mean", &figures["left_mean"]),
        ] {
            let [value, low, high] = ["value", "low", "high"].map(|end| figure[end].as_f64().unwrap());
            let [wanted, error] = [0, 1].map(|index| case[name][index].as_f64().unwrap());
            // With few games and rare events our interval is too narrow, so it is at least the other's error scaled to our games.
            let more = case["games"].as_f64().unwrap() / games.parse::<f64>().unwrap();
            let own = ((high - low) / 2.0 / 1.96).max(error * more.sqrt());
            let off = (value - wanted).abs() / own.hypot(error).max(1e-12);
            assert!(off < 4.7, "{name} of {play}: {value} is {off} standard errors from {wanted}");
        }
    }
}

/// The examples given in the source.
#[test]
fn examples_of_the_source_have_the_stated_results() {
    let named = |position: &str| -> Vec<String> {
        let table = table(&json!({}), &["search:1"]);
        let options = options(table.as_ref(), position).into_iter();
        let mut names: Vec<String> = options.map(|option| option.option).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(named("-/- 321"), ["@1 @2 @3", "@1 @5", "@2 @4", "@3 @3", "@6"]);
    assert_eq!(named("-/- 642"), ["@2 @4 @6", "@6 @6"]);
    assert_eq!(
        named("10x15/- 521"),
        ["10-11 10-12 10-15", "10-11 10-17", "10-12 10-16", "10-13 10-15", "10-18"]
    );
    // One piece in hand, and three sixes: one is placed, and two others move by 6 or one by 12.
    assert_eq!(named("7x14/- 666"), ["@6 7-13 7-13", "@6 7-19"]);
    // A lone piece is captured, a pair is not, and pieces on the way are passed.
    assert_eq!(named("10+14/11x2,12,13+11 111"), ["10-13*"]);
    assert_eq!(named("10+14/13x2+13 111"), ["forfeit"]);
    // The last piece bears off with one die of three.
    assert!(named("30+14/- 654").contains(&"30-off".to_owned()));
}

#[test]
fn printed_positions_can_be_typed() {
    let mut position = "-/-".to_owned();
    let throws = ["521", "666", "431", "332", "654", "611", "542", "221", "633", "441", "652", "111"];
    for throw in throws {
        let typed = format!("{position} {throw}");
        let asked = ["advise", "duodecim-scriptorum", "--play", "search:1", "--position", &typed];
        let shown = answer(&asked);
        let best = &shown["options"][0];
        assert_eq!(best["probability"], 1.0, "{typed}");
        assert_eq!(shown["best"], best["do"]);
        let value = shown["value"]["value"].as_f64().unwrap();
        assert!(shown["value"]["method"] == "searched" && shown["value"]["depth"] == 1, "{shown}");
        let is_no_better = |option: &Json| option["value"]["value"].as_f64().unwrap() <= value + 1e-9;
        assert!(all(&shown, "options").iter().all(is_no_better), "{shown}");
        position = best["next"].as_str().unwrap().to_owned();
    }
    assert!(position.contains('6'), "{position}");
}

/// `random` plays each result with some probability, and its value is their mean.
#[test]
fn values_follow_the_policy_and_the_best_comes_first() {
    let position = "6x4,14x3,15x2,22x2,23x3+1/3,6,7x4,11x3,25x2+4 641";
    let (of, asked) =
        (|play: &str| table(&json!({}), &[play]), |table: &dyn Playable| options(table, position));
    let random = of("random");
    let all = asked(random.as_ref());
    assert!(all.iter().filter_map(|option| option.probability.clone()).sum::<BigRational>().is_one());
    let values: Vec<f64> = all.iter().map(|option| option.value.enclosure().unwrap().to_f64()).collect();
    let mean = values.iter().sum::<f64>() / values.len().to_f64().unwrap();
    assert!((value(random.as_ref(), position).to_f64() - mean).abs() < 1e-12);
    let greedy = of("greedy");
    let all = asked(greedy.as_ref());
    let chosen = all.iter().find(|option| option.probability.as_ref().is_some_and(One::is_one)).unwrap();
    assert_eq!(advice(greedy.as_ref(), position).value, chosen.value);
    assert!(all[0].best && values.iter().all(|value| *value <= values[0] + 1e-9));
    // At depth 2 the eight most promising options come first.
    let two = asked(of("search:2").as_ref());
    let depths: Vec<Option<u32>> = two.iter().map(|option| option.value.depth()).collect();
    let (likely, others) = depths.split_at(8);
    assert!(likely.iter().all(|depth| *depth == Some(2)) && others.iter().all(|depth| *depth == Some(1)));
}

#[test]
fn tables_round_trip_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, file) = (["--rule", "die=[1,0,0,0,0,1]", "--no-cache"], "few.table");
    let made = run_in(
        folder.path(),
        &[&["strategy", "duodecim-scriptorum", "--solve", "-o", file][..], &rules].concat(),
    );
    assert_eq!(made.code, Some(0), "{made:?}");
    let asked = ["advise", "duodecim-scriptorum", "--table", file, "--position", "20+14/9,13+13"];
    let shown = json_in(folder.path(), &[&asked[..], &rules].concat());
    let alone = json_in(folder.path(), &[&asked[..2], &asked[4..], &rules].concat());
    assert_eq!(shown["value"], alone["value"]);
    assert_eq!(shown["value"]["method"], "numerical");
    // A table of other rules, and a damaged one.
    let other = run_in(folder.path(), &asked);
    refused(&other, 2, &["the table is for other rules"]);
    let mut bytes = fs::read(folder.path().join(file)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 64;
    fs::write(folder.path().join(file), bytes).unwrap();
    refused(&run_in(folder.path(), &[&asked[..], &rules].concat()), 2, &["damaged"]);
}

/// Findings stated in the rules.
#[test]
fn findings_in_the_rules_hold() {
    let share = |position: &str| {
        let table = table(&json!({}), &["search:1"]);
        let tally = answers::play(decisions(table.as_ref()).at(position).unwrap().as_ref(), 600, 7);
        tally.shares[0].sum / 600.0
    };
    let other = "3,6,7x4,11x3,25x2+4";
    let cost = share(&format!("6x3,14x3,15x2,22x2,23x3,27+1/{other}"))
        - share(&format!("6x3,14x3,15x2,22x2,23x3+1/{other}"));
    // About nine games in a hundred, give or take three standard errors of 600 games.
    assert!((0.01..0.17).contains(&cost), "{cost}");
    let forfeits = |rule: &str| {
        let asked = ["win", "duodecim-scriptorum", "--play", "greedy", "--games", "400", "--rule", rule];
        answer(&asked)["figures"]["forfeit_share"]["value"].as_f64().unwrap()
    };
    let (usual, exact) = (forfeits("pieces=15"), forfeits("exit=exact"));
    assert!((0.010..0.018).contains(&usual) && (0.065..0.1).contains(&exact), "{usual} {exact}");
}

#[test]
fn the_example_reads_the_table() {
    let positions =
        [("20+14/9+14", "20/9"), ("16,22+13/9,20+13", "16,22/9,20"), ("30x2+13/5+13", "30x2/0,5")];
    let positions = positions.map(|(typed, read)| (typed.to_owned(), read.to_owned()));
    example_reads(table(&json!({"die": [1, 0, 0, 0, 0, 1]}), &["best"]).as_ref(), &positions);
}
