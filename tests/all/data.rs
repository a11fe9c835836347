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

/// What stands only in documents of games that were ended before their time.
const OF_WHAT_WAS_ENDED: [&str; 1] = ["asked"];

/// The documents that the lines of `documents.txt` bring forth, in which, together, every key occurs, and a report.
static DOCUMENTS: LazyLock<Vec<Json>> = LazyLock::new(|| {
    let folder = folder_with_examples();
    for entry in std::fs::read_dir(repository("tests/expected/documents")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let report = std::fs::read_to_string(repository("reports/night/report.json")).unwrap();
    let mut documents = vec![serde_json::from_str(&report).unwrap()];
    let lines = std::fs::read_to_string(repository("tests/expected/documents.txt")).unwrap();
    let lines = if everything() { &lines } else { lines.split("\n\n").next().unwrap() };
    for words in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
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
