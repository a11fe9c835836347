//! Documents as `docs/data.schema.json` describes them. Every document that any test has the program print is held against
//! it (`common::Run`), large ones with `TALI_ODDS_ALL=1`; here is what holds the schema itself to account.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::common::{
    DOCUMENT, SCHEMA, everything, folder_with_examples, is_described, is_worth_validating, needs_browser,
    one_in, repository, run_line,
};

/// Documents in which, together, every key occurs.
const TELLING: &[&str] = &[
    "games",
    "presets",
    "rules mendax-common",
    "casts --sensitivity --sort probability --faces scaled.toml",
    "casts --tali 2 --faces counts.toml",
    "casts --faces traditional --faces uniform --faces counts.toml --by count:6",
    "odds venus --given sum=14 --sensitivity --faces four-bones.toml --running 2",
    "odds 'sum>=14' 'not void' --faces read-down.toml",
    "fit simulated-throws.csv --pool all --plan --width 0.01 --for venus",
    "fit simulated-throws.csv --pool thrower --against uniform",
    "fit class.csv --pool all --against uniform --power",
    "win century --games 0",
    "win century --rule casts=2 --games 0",
    "win catapulta --games 0",
    "win circus-maximus --players 2 --rule laps=1 --rule casts_per_lap=1 --games 0",
    "win sparing-tali --games 500",
    "win hounds-and-vultures --games 500",
    "win par-tali --games 500 --faces uniform --faces traditional --faces no-six.toml --faces counts.toml --draws 100",
    "win mendax-single --rule tali=2 --play honest --games 0",
    "win mendax-common --rule counters=1 --play best --play honest --games 500 --faces two-faces.toml",
    "win mendax-common --rule counters=1 --rule void=bluff --games 0 --faces two-faces.toml",
    "win coin-tali --players 2 --rules heroes.toml --games 500",
    "win coin-tali --players 2 --rule 'variants=[jove,mercury]' --games 100",
    "win coin-tali --players 2 --rule scope=evening --rule rounds=1 --play never --games 0",
    "win coin-tali --players 2 --rule scope=evening --rule gold=5 --rule purse=5 --play never --games 0",
    "win mancala --position '0,0,0,0,0,0/0,0,0,0,0,0 1 40-32' --games 2000",
    "win mancala --rule 'layout=[9,9,9,9]' --rule target=0 --rule turning=false --games 0",
    "win latrunculi --rule set=piso --rule board=4x4 --rule setup=1 --position 'w3/4/4/bbbb b 3-0' --play random --games 0",
    "win mendax-single --players 3 --rule tali=1 --rule duel=faces --games 100",
    "pot hounds-in-olympus --games 500 --purse 20",
    "tune century --vary target=60..80:10 --want win:seat1=0.5 --want 'length:mean<=19'",
    "balance circus-maximus --rule favour=100000",
    "balance century --versus target=60 --games 0",
    "balance poor.toml",
    "balance mendax-single --rule tali=2 --rule duel=faces --games 200",
    "advise mancala --position '0,1,0,2,0,0/0,0,0,0,0,0 2' --lines 2",
    "advise mendax-common --position '1-1 6661 S16 2 ? S18' --faces two-faces.toml",
    "advise latrunculi --rule board=6x6 --play search:2 --lines 2",
    "advise latrunculi --rule board=6x6 --play search:1 --moves 'a1-a3 f6-f4' --top 2",
    "strategy mendax-single --rule tali=1 --rule duel=faces",
    "strategy mendax-common --rule counters=1 --rule void=bluff --faces two-faces.toml",
    "strategy coin-tali --rule 'variants=[jove]' --players 2",
    "strategy latrunculi --rule board=6x6",
    "strategy mancala --rule play=forced",
    "win duodecim-scriptorum --play greedy --games 200",
    "win duodecim-scriptorum --rule pieces=1 --play greedy --games 200",
    "advise duodecim-scriptorum --play search:1 --position '-/- 321' --lines 1",
    "advise duodecim-scriptorum --play search:1 --rule 'die=[1,0,0,0,0,1]'",
    "strategy duodecim-scriptorum",
    "win aseb --rule pieces=1 --games 200",
    "advise aseb --rule pieces=2 --rule throw=talus --position 3,7/4,9",
    "strategy aseb --rule pieces=1",
    "balance aseb --rule pieces=1 --rule throw=talus",
    "win aseb --rule pieces=1 --rule throw=talus --faces traditional --faces uniform --games 200",
    "win examples/games/learn/2-coins.game --games 500 --faces counts.toml --draws 100",
    "win examples/games/pig-two-dice.game --rule goal=12 --games 500",
    "pot examples/games/learn/2-coins.game --games 500",
    "win half.game --games 200",
    "win standoff.game --games 0",
    "balance examples/games/learn/5-board.game --rule length=4 --games 200",
    "balance examples/games/learn/3-points.game --rule goal=5",
    "balance long.game --games 200",
    "advise mendax-single --rule tali=1 --position '3 v 1'",
    "rules examples/games/pig.game",
    "check examples/games/wrong/endless.game examples/games/learn/4-choice.game examples/games/catapulta.game",
];

/// Documents that take long, and say nothing else than those above.
const TAKE_LONG: &[&str] = &[
    "win mendax-common --rule counters=1 --play best --play honest --games 500",
    "win mendax-common --rule counters=1 --rule void=bluff --games 0",
    "win mendax-single --players 3 --rule tali=1 --games 100",
    "tune latrunculi --rule board=4x4 --play random --vary quiet=2..4:2 --want figure:captures_mean=3",
    "balance coin-tali --games 200",
    "strategy mendax-single --rule tali=1",
    "strategy mendax-common --rule counters=1 --rule void=bluff",
    "strategy mancala",
    "advise examples/games/learn/4-choice.game --position 'seat=1 score=12,30 after=6443'",
];

/// What stands only in documents of games that were ended before their time.
const OF_WHAT_WAS_ENDED: [&str; 1] = ["asked"];

/// The documents that [`TELLING`] brings forth, and a report.
static DOCUMENTS: LazyLock<Vec<Json>> = LazyLock::new(|| {
    let folder = folder_with_examples();
    // That these do not add up to 1 is remarked.
    std::fs::write(folder.path().join("scaled.toml"), "faces = { 1 = 0.333, 3 = 0.333, 4 = 0.333, 6 = 0.0 }")
        .unwrap();
    // Of these there are few casts.
    std::fs::write(folder.path().join("two-faces.toml"), "faces = { 1 = 1, 3 = 0, 4 = 0, 6 = 2 }").unwrap();
    // Half of these games never end.
    let half = "game \"Half\"\nseats 2\ntable: dead from 0 to 1\nturn:\n  roll 1 d2\n  if dead = 0 and sum = 1: win\n  dead = 1\n";
    std::fs::write(folder.path().join("half.game"), half).unwrap();
    // Whoever throws first loses more often than not, and both may wait for ever.
    let standoff = "game \"Standoff\"\nseats 2\ntable: bold from 0 to 1\nturn:\n  if bold = 1: win\n  choose:\n    \"throw\":\n      \
                    roll d3\n      if sum = 1: win\n      bold = 1\n    \"wait\": pass\n";
    std::fs::write(folder.path().join("standoff.game"), standoff).unwrap();
    // How it swings is not solved, but followed.
    let long = "game \"Long\"\nseats 1\ntable: n from 0 to 40000, capped\nturn:\n  roll d8\n  n += 1000 * sum - 999\n  if n = 40000: win\n";
    std::fs::write(folder.path().join("long.game"), long).unwrap();
    // Nobody has enough for ten rounds.
    let poor = "version = 1\n[[players]]\nname = 'Gaia'\npurse = 12\n[[players]]\nname = 'Titus'\npurse = 12\n\
                [[games]]\ngame = 'coin-tali'\ntimes = 10\nplay = 'never'\nrules = { scope = 'round', gold = 10 }\n";
    std::fs::write(folder.path().join("poor.toml"), poor).unwrap();
    let report = std::fs::read_to_string(repository("reports/night/report.json")).unwrap();
    let mut documents = vec![serde_json::from_str(&report).unwrap()];
    let more = if everything() { TAKE_LONG } else { &[] };
    for words in TELLING.iter().chain(more) {
        let run = run_line(folder.path(), &format!("tali-odds {words} --format json"));
        assert_eq!(run.code, Some(0), "{words}: {}", run.err);
        assert!(run.out.starts_with(DOCUMENT), "{words}: this is not known as a document: {:.40}", run.out);
        documents.push(serde_json::from_str(&run.out).unwrap());
    }
    documents
});

/// The documents but for the large ones, which say the same again and again.
fn small() -> impl Iterator<Item = &'static Json> {
    DOCUMENTS.iter().filter(|document| is_worth_validating(&document.to_string()))
}

/// The first document of each verb, or all of them.
fn sample() -> impl Iterator<Item = &'static Json> {
    let mut verbs = BTreeSet::new();
    small().filter(move |document| verbs.insert(document["verb"].as_str().unwrap()) || everything())
}

/// Adds the keys of the objects in a document.
fn keys<'a>(document: &'a Json, found: &mut BTreeSet<&'a str>) {
    match document {
        Json::Object(entries) => entries.iter().for_each(|(key, value)| {
            found.insert(key);
            keys(value, found);
        }),
        Json::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

/// Adds the keys that a schema has something to say of.
fn properties<'a>(schema: &'a Json, found: &mut BTreeSet<&'a str>) {
    match schema {
        Json::Object(entries) => {
            for (key, value) in entries {
                if let ("properties", Json::Object(properties)) = (key.as_str(), value) {
                    found.extend(properties.keys().map(String::as_str));
                }
                properties(value, found);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| properties(item, found)),
        _ => {}
    }
}

/// What `docs/data.md` says to do in Python is done by the one that `TALI_ODDS_PYTHON` names, and documents are validated there:
/// a schema that only Rust can read is of use to nobody. Where `TALI_ODDS_NEEDS_BROWSER` is set, as in CI, it must be there.
#[test]
fn python_validates_as_the_chapter_says() {
    let Some(python) = std::env::var_os("TALI_ODDS_PYTHON") else {
        assert!(!needs_browser(), "this run needs TALI_ODDS_PYTHON as well");
        eprintln!("SKIPPED: TALI_ODDS_PYTHON is not set");
        return;
    };
    let chapter = std::fs::read_to_string(repository("docs/data.md")).unwrap();
    let snippet = chapter.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let documents = folder.path().join("documents.json");
    std::fs::write(&documents, serde_json::to_string(&small().collect::<Vec<_>>()).unwrap()).unwrap();
    let all = "import sys\nvalidator = jsonschema.Draft202012Validator(schema)\nvalidator.check_schema(schema)\n\
               for document in json.load(open(sys.argv[1])): validator.validate(document)\n";
    let program = Path::new(env!("CARGO_BIN_EXE_tali-odds")).parent().unwrap().to_owned();
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&folders))).unwrap();
    let run = std::process::Command::new(python)
        .args(["-c", &format!("{snippet}{all}")])
        .arg(documents)
        .current_dir(repository(""))
        .env("PATH", folders)
        .env("XDG_CACHE_HOME", folder.path())
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn every_key_of_the_schema_occurs_and_is_explained() {
    let (mut described, mut occurring) = (BTreeSet::new(), BTreeSet::new());
    properties(&SCHEMA, &mut described);
    DOCUMENTS.iter().for_each(|document| keys(document, &mut occurring));
    let missing: Vec<_> =
        described.difference(&occurring).filter(|key| !OF_WHAT_WAS_ENDED.contains(key)).collect();
    assert!(missing.is_empty(), "no document has {missing:?}");
    let chapter = std::fs::read_to_string(repository("docs/data.md")).unwrap();
    // Samples explain nothing.
    let chapter: String = chapter.split("\n```").step_by(2).collect();
    // In code the parts of `seats[].win_share` and `"value"` are words.
    let code = chapter.split('`').skip(1).step_by(2);
    let words: BTreeSet<&str> =
        code.flat_map(|code| code.split(|c: char| !(c.is_alphanumeric() || c == '_'))).collect();
    let unexplained: Vec<_> = described.iter().filter(|key| !words.contains(*key)).collect();
    assert!(unexplained.is_empty(), "docs/data.md does not explain {unexplained:?}");
}

/// Every object of a document, by its path.
fn objects(document: &Json, path: &str, found: &mut Vec<String>) {
    match document {
        Json::Object(entries) => {
            found.push(path.to_owned());
            for (key, value) in entries {
                objects(value, &format!("{path}/{key}"), found);
            }
        }
        // Further items are like the first ones.
        Json::Array(items) => {
            for (place, item) in items.iter().enumerate().take(2) {
                objects(item, &format!("{path}/{place}"), found);
            }
        }
        _ => {}
    }
}

/// Below these keys others are free by nature: rules, values, policies, variants, actions.
fn is_free(key: &str) -> bool {
    ["rules", "values", "worth", "without", "bids", "actions"].contains(&key)
}

/// Puts a value in the place of another, or of none.
fn put(document: &mut Json, place: &str, key: &str, value: Option<Json>) -> Option<Json> {
    let object = document.pointer_mut(place).unwrap().as_object_mut().unwrap();
    let before = object.remove(key);
    object.extend(value.map(|value| (key.to_owned(), value)));
    before
}

/// The form of a document is that of its verb and no other, as the whole schema says as well.
#[test]
fn every_form_is_that_of_its_verb() {
    let whole = jsonschema::validator_for(&SCHEMA).unwrap();
    for document in sample() {
        assert!(whole.is_valid(document), "{:.300}", document.to_string());
    }
    let verbs: BTreeSet<&str> = DOCUMENTS.iter().map(|document| document["verb"].as_str().unwrap()).collect();
    for other in verbs.iter().copied().chain(["unheard-of"]) {
        let mut document = DOCUMENTS[1].clone();
        document["verb"] = Json::from(other);
        let is_games = other == "games";
        assert_eq!((whole.is_valid(&document), is_described(&document)), (is_games, is_games), "{other}");
    }
}

#[test]
fn what_is_no_such_document_is_refused() {
    let mut tried = 0;
    for document in sample() {
        let mut places = Vec::new();
        objects(document, "", &mut places);
        places.retain(|place| !place.split('/').any(is_free) && !place.ends_with("/figures/skill"));
        let step = places.len().div_ceil(5).max(1);
        let mut other = document.clone();
        for place in places.iter().step_by(step) {
            // A copy for every change would take longer than all else.
            let mut is_refused = |key: &str, value: Json| {
                let before = put(&mut other, place, key, Some(value));
                let refused = !is_described(&other);
                put(&mut other, place, key, before);
                refused
            };
            assert!(is_refused("unheard_of", Json::from(1)), "{place} may have another key");
            for key in document.pointer(place).unwrap().as_object().unwrap().keys() {
                assert!(
                    is_refused(key, serde_json::json!([[[null]]])) || is_free(key),
                    "{place}/{key} may be anything"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 1000 / one_in(4), "{tried}");
}

#[test]
fn every_report_is_as_the_schema_says() {
    let mut read = 0;
    for folder in ["", "night", "museum"] {
        for entry in std::fs::read_dir(repository("reports").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "json") {
                let document = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
                crate::common::is_as_the_schema_says(&document, &path.display().to_string());
                read += 1;
            }
        }
    }
    assert!(read >= 8, "{read}");
}
