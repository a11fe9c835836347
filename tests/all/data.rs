//! Tests of the schema, `docs/data.schema.json`. Every document that a test makes the program print is validated against it
//! (`common::Run`), large ones with `TALI_ODDS_ALL=1`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::common::{
    DOCUMENT, SCHEMA, everything, folder_with_examples, is_described, needs_browser, needs_validation,
    one_in, repository, run_line,
};

/// Keys that occur only in documents of interrupted simulations.
const OF_WHAT_WAS_ENDED: [&str; 1] = ["asked"];

/// A report, and the documents printed by the lines of `documents.txt`. Together they contain every key.
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
        assert!(run.out.starts_with(DOCUMENT), "{words}: not recognised as a document: {:.40}", run.out);
        documents.push(serde_json::from_str(&run.out).unwrap());
    }
    documents
});

/// The documents without the large ones, which are repetitive.
fn small() -> impl Iterator<Item = &'static Json> {
    DOCUMENTS.iter().filter(|document| needs_validation(&document.to_string()))
}

/// The first document of each verb, or all documents if every case is tested.
fn sample() -> impl Iterator<Item = &'static Json> {
    let mut verbs = BTreeSet::new();
    small().filter(move |document| verbs.insert(document["verb"].as_str().unwrap()) || everything())
}

/// Collects the keys of all objects in a document.
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

/// Collects the keys that a schema describes.
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

/// Runs the Python snippet of `docs/data.md` with the interpreter that `TALI_ODDS_PYTHON` names, and validates documents with it,
/// because the schema must work outside of Rust. `TALI_ODDS_NEEDS_BROWSER`, as in CI, makes the interpreter required.
#[test]
fn python_validates_the_documents() {
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
fn every_key_of_the_schema_occurs() {
    let (mut described, mut occurring) = (BTreeSet::new(), BTreeSet::new());
    properties(&SCHEMA, &mut described);
    DOCUMENTS.iter().for_each(|document| keys(document, &mut occurring));
    let missing: Vec<_> =
        described.difference(&occurring).filter(|key| !OF_WHAT_WAS_ENDED.contains(key)).collect();
    assert!(missing.is_empty(), "no document has {missing:?}");
}

/// Collects the paths of all properties of a schema that have no description. `false` forbids a property and needs none.
fn undescribed(schema: &Json, path: &str, found: &mut Vec<String>) {
    match schema {
        Json::Object(entries) => {
            for (key, value) in entries {
                let path = format!("{path}/{key}");
                if let ("properties", Json::Object(properties)) = (key.as_str(), value) {
                    let lacking = properties.iter().filter(|(_, property)| {
                        let text = property.get("description").and_then(Json::as_str);
                        property.is_object() && text.is_none_or(|text| text.trim().is_empty())
                    });
                    found.extend(lacking.map(|(name, _)| format!("{path}/{name}")));
                }
                undescribed(value, &path, found);
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                undescribed(item, &format!("{path}/{index}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_property_is_described() {
    let mut found = Vec::new();
    undescribed(&SCHEMA, "#", &mut found);
    assert!(found.is_empty(), "docs/data.schema.json has properties without a description: {found:#?}");
}

/// Collects the paths of all objects in a document.
fn objects(document: &Json, path: &str, found: &mut Vec<String>) {
    match document {
        Json::Object(entries) => {
            found.push(path.to_owned());
            for (key, value) in entries {
                objects(value, &format!("{path}/{key}"), found);
            }
        }
        // Further items are like the first two.
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate().take(2) {
                objects(item, &format!("{path}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// Whether keys below this one are arbitrary: rules, values, policies, variants, actions.
fn is_free(key: &str) -> bool {
    ["rules", "values", "allowed", "without", "bids", "actions"].contains(&key)
}

/// Sets or removes the value of a key, and returns the old one.
fn put(document: &mut Json, index: &str, key: &str, value: Option<Json>) -> Option<Json> {
    let object = document.pointer_mut(index).unwrap().as_object_mut().unwrap();
    let before = object.remove(key);
    object.extend(value.map(|value| (key.to_owned(), value)));
    before
}

/// A document conforms only to the form of its verb, both by the whole schema and by `is_described`.
#[test]
fn documents_match_only_the_form_of_their_verb() {
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
fn changed_documents_fail_validation() {
    let mut tried = 0;
    for document in sample() {
        let mut indices = Vec::new();
        objects(document, "", &mut indices);
        indices.retain(|index| !index.split('/').any(is_free) && !index.ends_with("/figures/skill"));
        let step = indices.len().div_ceil(5).max(1);
        let mut other = document.clone();
        for index in indices.iter().step_by(step) {
            // Copying the document for every change would be too slow.
            let mut is_refused = |key: &str, value: Json| {
                let before = put(&mut other, index, key, Some(value));
                let refused = !is_described(&other);
                put(&mut other, index, key, before);
                refused
            };
            assert!(is_refused("unheard_of", Json::from(1)), "{index} accepts an unknown key");
            for key in document.pointer(index).unwrap().as_object().unwrap().keys() {
                assert!(
                    is_refused(key, serde_json::json!([[[null]]])) || is_free(key),
                    "{index}/{key} accepts anything"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 1000 / one_in(4), "{tried}");
}

#[test]
fn all_reports_conform_to_the_schema() {
    let mut read = 0;
    for folder in ["", "night", "museum"] {
        for entry in std::fs::read_dir(repository("reports").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "json") {
                let document = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
                crate::common::assert_conforms(&document, &path.display().to_string());
                read += 1;
            }
        }
    }
    assert!(read >= 8, "{read}");
}
