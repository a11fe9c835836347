//! Helpers that ask games for answers and compare these with values computed by other code.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use tali_odds::analysis::{AdviceAnswer, Played, Setting, WinAnswer};
use tali_odds::exact::{Enclosure, Wanted};
use tali_odds::games::{AdviceError, Advised, Decisions, OptionValue, Playable};
use tali_odds::monte_carlo::{Moments, Plan, Tally, Watch, simulate};

use crate::cases;
use crate::common::{self, rational, repository};
use crate::invariants::holds;

/// A table for two with these rules. Their entry `faces` holds the weights of each seat's bones, or of both seats'.
pub(crate) fn table(game: &str, rules: &Json, play: &[&str]) -> Box<dyn Playable> {
    let mut rules = rules.clone();
    let faces =
        rules.as_object_mut().unwrap().remove("faces").unwrap_or_else(|| json!([["1", "4", "4", "1"]]));
    let faces: Vec<Json> = faces.as_array().unwrap().iter().map(|weights| json!([weights])).collect();
    let case = json!({"players": 2, "faces": faces, "rules": rules, "play": play});
    cases::setting(game, &case).table().unwrap()
}

pub(crate) fn decisions(table: &dyn Playable) -> &dyn Decisions {
    table.decisions().unwrap()
}

/// The value of a position.
pub(crate) fn value(table: &dyn Playable, position: &str) -> Enclosure {
    decisions(table).advise(Some(position)).unwrap().value.enclosure().unwrap()
}

/// The options at a position.
pub(crate) fn options(table: &dyn Playable, position: &str) -> Vec<OptionValue> {
    match decisions(table).advise(Some(position)).unwrap().advised {
        Advised::Options(options) => options,
        Advised::Casts(_) => panic!("expected options"),
    }
}

/// The advice at a position, as a JSON document.
pub(crate) fn advised(setting: &Setting, table: &dyn Playable, position: &str) -> Result<Json, AdviceError> {
    let decisions = decisions(table);
    let advice = decisions.advise(Some(position))?;
    let answer = AdviceAnswer::new(setting.clone(), advice, decisions.value_unit(), false);
    Ok(serde_json::to_value(&answer).unwrap())
}

pub(crate) fn play(table: &dyn Playable, games: u64, seed: u64) -> Tally {
    play_on(0, table, games, seed)
}

/// Plays on this many threads; 0 uses all of them.
pub(crate) fn play_on(threads: usize, table: &dyn Playable, games: u64, seed: u64) -> Tally {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    simulate(table.player().as_ref(), &Plan { games, seed, threads }, &watch)
}

/// Plays games for an answer to report.
pub(crate) fn played(table: &dyn Playable, games: u64, seed: u64) -> Played {
    Played { tally: play(table, games, seed), asked: games, seed, confidence: 0.95 }
}

/// The moments of a seat's share over all games. Games it does not win count as 0.
pub(crate) fn share(tally: &Tally, seat: usize) -> Moments {
    Moments { count: tally.games, ..tally.shares[seat] }
}

/// The document of `win`, with this many games simulated.
pub(crate) fn wins(setting: &Setting, games: u64) -> Json {
    let table = setting.table().unwrap();
    let solution = table.solve_to(Wanted::WITHOUT_COINS);
    let played = (games > 0).then(|| played(table.as_ref(), games, 5));
    serde_json::to_value(WinAnswer::new(setting.clone(), &solution, played.as_ref(), None)).unwrap()
}

/// The win shares of all seats in a document.
pub(crate) fn shares(document: &Json) -> Vec<Json> {
    document["seats"].as_array().unwrap().iter().map(|seat| seat["win_share"].clone()).collect()
}

/// The win share of each seat under best play against `random`.
pub(crate) fn best_against_random(setting: &Setting) -> Json {
    let table = setting.table().unwrap();
    let skill = decisions(table.as_ref()).skill(&|| ()).unwrap();
    serde_json::to_value(&skill.shares.iter().find(|against| against.policy == "random").unwrap().best)
        .unwrap()
}

/// A number of a case: a fraction, or a double where a fraction would be too long.
pub(crate) fn number(wanted: &Json) -> f64 {
    wanted.as_str().map_or_else(|| wanted.as_f64().unwrap(), |text| rational(text).to_f64().unwrap())
}

#[track_caller]
pub(crate) fn near(number: &Enclosure, wanted: f64, off: f64, what: &str) {
    let [low, high] = [number.low(), number.high()].map(|end| end.to_f64().unwrap());
    assert!(low - off <= wanted && wanted <= high + off, "{what} is {low} to {high}, not {wanted}");
    assert!(high - low <= 1e-9, "{what}: {low} to {high}");
}

/// The probability of a number under a distribution of a document.
fn chance_of(pmf: &Json, number: u64) -> f64 {
    let index = match (pmf["casts"].as_array(), pmf["first"].as_u64()) {
        (Some(casts), _) => casts.iter().position(|casts| casts.as_f64() == number.to_f64()),
        (None, Some(first)) => {
            let (past, step) = (number.checked_sub(first), pmf["step"].as_u64().unwrap());
            past.filter(|past| past % step == 0).map(|past| usize::try_from(past / step).unwrap())
        }
        _ => panic!("unknown form of distribution: {pmf}"),
    };
    index.and_then(|index| pmf["probabilities"][index].as_f64()).unwrap_or(0.0)
}

/// Compares a figure of a document with the expected one.
pub(crate) type Same<'a> = &'a dyn Fn(&Json, &Json) -> bool;

/// Whether all elements of a list, nested to any depth, are as expected.
pub(crate) fn all_are(found: &Json, wanted: &Json, same: Same) -> bool {
    let Json::Array(wanted) = wanted else { return same(found, wanted) };
    found.as_array().is_none_or(|found| found.len() == wanted.len())
        && wanted.iter().enumerate().all(|(index, wanted)| all_are(&found[index], wanted, same))
}

/// Compares a document of `win` with all values of other code, and counts the comparisons by name.
pub(crate) fn agree<'c>(
    case: &'c Json,
    document: &Json,
    same: Same,
    compared: &mut BTreeMap<&'c str, usize>,
) {
    holds(document).unwrap_or_else(|problem| panic!("{}: {problem}", case["name"]));
    let (length, figures) = (&document["length"], &document["figures"]);
    for (name, wanted) in case["values"].as_object().unwrap() {
        let check = |found: &Json, is_same: bool| {
            assert!(is_same, "{}: {name} is {found}, not {wanted}", case["name"]);
        };
        match name.as_str() {
            // Tests of advice compare these.
            "best_v_random" | "policy" | "certificate_gap" | "turn_values" | "throw_values" => continue,
            "length_pmf" => {
                for (number, wanted) in wanted.as_object().unwrap() {
                    let found = chance_of(&length["pmf"], number.parse().unwrap());
                    check(&length["pmf"], (found - self::number(wanted)).abs() < 1e-12);
                }
            }
            "length_variance" | "pot_variance" => {
                let sd = if name == "pot_variance" { &figures["pot_sd"] } else { &length["sd"] };
                let wanted = number(wanted);
                let off = sd["value"].as_f64().map(|sd| (sd * sd - wanted).abs());
                check(sd, off.is_some_and(|off| off <= 1e-9 * wanted.max(1.0)));
            }
            name => {
                let found = match name {
                    "win_share" => &Json::Array(shares(document)),
                    "nobody" | "never" => &document[name],
                    "length_mean" => &length["mean"],
                    "etiam" | "mercury" | "fortuna" => &figures["bought"][name],
                    name => &figures[name],
                };
                check(found, all_are(found, wanted, same));
            }
        }
        *compared.entry(name).or_default() += 1;
    }
}

/// Compares the simulated figures of a document, and its solved ones, with those of a case. Returns how many figures were
/// compared, and how many of them were solved.
pub(crate) fn is_played(case: &Json, document: &Json, games: u32, same: Same) -> [usize; 2] {
    /// Hardly any comparison should exceed this.
    const STANDARD_ERRORS: f64 = 4.5;
    let mut counts = [0, 0];
    let mut check = |what: &str, played: &Json, known: &Json, wanted: &Json, deviation: Option<f64>| {
        let bounds = || Some((played["low"].as_f64()?, played["high"].as_f64()?));
        // A 95 % confidence interval extends 1.96 standard errors to each side.
        let error = deviation.map_or_else(
            || bounds().map_or(0.0, |(low, high)| (high - low) / 3.92),
            |deviation| deviation / f64::from(games).sqrt(),
        );
        // A rare event may never occur, and then its variance cannot be estimated.
        let seldom = 15.0 / f64::from(games);
        let off = (played["value"].as_f64().unwrap_or(f64::NAN) - number(wanted)).abs();
        let is_near = off <= STANDARD_ERRORS * error + seldom;
        assert!(is_near, "{}: simulated {what} is {played}, not {wanted}", case["name"]);
        counts[0] += 1;
        if known["value"].is_number() && known["method"] != "simulated" {
            assert!(same(known, wanted), "{}: {what} is {known}, not {wanted}", case["name"]);
            counts[1] += 1;
        }
    };
    let (simulation, values) = (&document["simulation"], &case["values"]);
    let seats = document["seats"].as_array().unwrap();
    for (seat, wanted) in seats.iter().zip(values["win_share"].as_array().unwrap()) {
        let share = number(wanted);
        let deviation = (share * (1.0 - share)).sqrt();
        check("win_share", &seat["simulated"], &seat["win_share"], wanted, Some(deviation));
    }
    if let Some(wanted) = values.get("length_mean") {
        let deviation = number(&values["length_variance"]).sqrt();
        check("length", &simulation["length_mean"], &Json::Null, wanted, Some(deviation));
    }
    for name in ["bids_mean", "calls_mean", "lie_share", "under_share", "challenge_right"] {
        if let Some(wanted) = values.get(name) {
            check(name, &simulation["figures"][name], &document["figures"][name], wanted, None);
        }
    }
    counts
}

/// Asserts that a position is final: it has this value and no options, and its outcome is shown.
#[track_caller]
pub(crate) fn is_over(asked: &[&str], value: &str, says: &str) {
    let asked = [&["advise"], asked].concat();
    let document = common::json(&asked);
    assert_eq!((&document["value"]["exact"], &document["options"]), (&json!(value), &json!([])), "{asked:?}");
    let shown = common::answer(&asked);
    assert!(shown.contains(says) && !shown.contains("Option"), "{shown}");
}

/// Asserts that the reader in `examples/` finds the table's values of positions, each given as you type it and as the reader
/// takes it. Skipped without Python.
pub(crate) fn example_reads(table: &dyn Playable, positions: &[(String, String)]) {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3 to run the reader of tables");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("some.table"), decisions(table).table_file().unwrap()).unwrap();
    for (typed, read) in positions {
        let reader = repository("examples/read_table.py");
        let found = Command::new("python3")
            .arg(reader)
            .args(["some.table", read])
            .current_dir(folder.path())
            .output();
        let said = String::from_utf8(found.unwrap().stdout).unwrap();
        let found: f64 = said.trim().parse().unwrap_or_else(|_| panic!("{read}: {said}"));
        near(&value(table, typed), found, 1e-12, typed);
    }
}
