//! Helpers that the tests share: expected values, the built program, and shell lines that run it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use num_bigint::BigInt;
use num_rational::BigRational;
use tali_odds::analysis::{NamedSet, Setting};
use tali_odds::games::{self, Game, Rules, Value};
use tali_odds::tali::{Bones, Talus, parse_weight};

/// Defines one test for each game of a kind, named after it, that calls a function with the game's name, and one that checks that
/// no game of that kind is missing.
macro_rules! for_every_game {
    ($check:path) => {
        $crate::common::for_every_game_with_bones! { $check, |_| true;
            mancala: "mancala",
            latrunculi: "latrunculi",
            aseb: "aseb",
            duodecim_scriptorum: "duodecim-scriptorum",
        }
    };
    ($check:path, $kind:expr; $($test:ident: $name:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            $check($name);
        })*

        #[test]
        fn every_game_has_its_test() {
            let named = [$($name),*];
            let kind: fn(&tali_odds::games::Game) -> bool = $kind;
            assert!(tali_odds::games::all().all(|game| kind(game) == named.contains(&game.name)));
        }
    };
}
pub(crate) use for_every_game;

/// Does the same for games with bones.
macro_rules! for_every_game_with_bones {
    ($check:path) => {
        $crate::common::for_every_game_with_bones! { $check, |game| game.has_bones(); }
    };
    ($check:path, $kind:expr; $($more:tt)*) => {
        $crate::common::for_every_game_of_chance! { $check, $kind;
            mendax_single: "mendax-single",
            mendax_common: "mendax-common",
            coin_tali: "coin-tali",
            $($more)*
        }
    };
}
pub(crate) use for_every_game_with_bones;

/// Does the same for games without decisions.
macro_rules! for_every_game_of_chance {
    ($check:path) => {
        $crate::common::for_every_game_of_chance! { $check, |game| game.policies.is_empty(); }
    };
    ($check:path, $kind:expr; $($more:tt)*) => {
        $crate::common::for_every_game! { $check, $kind;
            augustus: "augustus",
            simple_tali: "simple-tali",
            sparing_tali: "sparing-tali",
            tropa: "tropa",
            century: "century",
            circus_maximus: "circus-maximus",
            unum_biga: "unum-biga",
            hounds_and_vultures: "hounds-and-vultures",
            steps_of_the_senate: "steps-of-the-senate",
            gladiators: "gladiators",
            catapulta: "catapulta",
            hounds_in_olympus: "hounds-in-olympus",
            odds_out: "odds-out",
            par_tali: "par-tali",
            pentelitha: "pentelitha",
            $($more)*
        }
    };
}
pub(crate) use for_every_game_of_chance;

/// The usual rules of a table, shortened for games that take long to solve or may never end.
pub(crate) fn short_rules(game: &Game, players: usize) -> Rules {
    let mut rules = game.rules(players).unwrap();
    for (name, key, value) in
        [("mendax-common", "counters", "1"), ("mendax-single", "tali", "2"), ("aseb", "pieces", "1")]
    {
        if game.name == name {
            rules.set(key, Value::parse(value).unwrap()).unwrap();
        }
    }
    if game.name == "mancala" {
        rules.set("target", Value::parse("0").unwrap()).unwrap();
        rules.set_play(&["greedy", "random"]).unwrap();
    }
    if game.name == "duodecim-scriptorum" {
        rules.set("pieces", Value::parse("3").unwrap()).unwrap();
        rules.set_play(&["first"]).unwrap();
    }
    if game.name == "latrunculi" {
        rules.set("quiet", Value::parse("20").unwrap()).unwrap();
        rules.set_play(&["random"]).unwrap();
    }
    rules
}

/// Whether every case is tested, which takes an hour: if `TALI_ODDS_ALL` is in the environment.
pub(crate) fn everything() -> bool {
    std::env::var_os("TALI_ODDS_ALL").is_some()
}

/// The step at which similar cases are sampled: this number, or 1 if every case is tested.
pub(crate) fn one_in(number: usize) -> usize {
    if everything() { 1 } else { number }
}

/// Whether tests run as in CI, where a browser and its tools are required.
pub(crate) fn needs_browser() -> bool {
    std::env::var_os("TALI_ODDS_NEEDS_BROWSER").is_some()
}

/// Whether all printed output is regenerated, which takes minutes: if every case is tested, and in CI.
pub(crate) fn everything_printed() -> bool {
    everything() || needs_browser()
}

/// A path in the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A row of a file of expected values, by column.
pub(crate) type Row = BTreeMap<String, String>;

/// The rows of a file of expected values.
pub(crate) fn expected(file: &str) -> Vec<Row> {
    csv::Reader::from_path(repository("tests/expected").join(file))
        .unwrap()
        .deserialize()
        .collect::<Result<_, _>>()
        .unwrap()
}

/// The cache folder of the program, shared by all tests and emptied before each run.
static SOLVED: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved");
    drop(std::fs::remove_dir_all(&folder));
    folder
});

/// The built program, set to run in `folder`.
pub(crate) fn program(folder: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tali-odds"));
    program.current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    program.env_remove("COLUMNS");
    program.env("XDG_CACHE_HOME", &*SOLVED).env("LOCALAPPDATA", &*SOLVED);
    program
}

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    /// The exact output, byte for byte.
    pub raw: String,
}

impl From<Output> for Run {
    /// Asserts that a printed JSON document conforms to its schema and that an answer ends with a newline.
    fn from(output: Output) -> Self {
        let raw = String::from_utf8(output.stdout).unwrap();
        let is_whole = output.status.code() != Some(0) || raw.is_empty() || raw.ends_with('\n');
        assert!(is_whole, "the last line has no newline: {:?}", raw.lines().last());
        let run = Self {
            code: output.status.code(),
            out: breaking(&raw),
            raw,
            err: String::from_utf8(output.stderr).unwrap(),
        };
        if run.code == Some(0) && run.out.starts_with(DOCUMENT) && needs_validation(&run.out) {
            assert_conforms(&serde_json::from_str(&run.out).unwrap(), &run.out);
        }
        run
    }
}

/// Whether a document is validated against the schema. Large ones are repetitive and slow.
pub(crate) fn needs_validation(document: &str) -> bool {
    everything() || document.len() < 60_000
}

/// The text with an ordinary space before each `%`, as typed here and in the documents; `forms.rs` tests that the program prints
/// no-break spaces there.
pub(crate) fn breaking(text: &str) -> String {
    text.replace("\u{a0}%", " %")
}

/// The beginning of every document.
pub(crate) const DOCUMENT: &str = "{\n  \"schema\": 1,";

/// The JSON Schema of all documents.
pub(crate) static SCHEMA: LazyLock<serde_json::Value> = LazyLock::new(|| {
    let text = std::fs::read_to_string(repository("docs/data.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
});

/// A form of documents, with the verbs that print it; `None` if the schema does not restrict them.
struct Form {
    verbs: Option<Vec<String>>,
    validator: jsonschema::Validator,
}

/// All forms that the schema lists.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let of = |listed: &serde_json::Value| {
        let alone = serde_json::json!({ "$defs": SCHEMA["$defs"], "$ref": listed["$ref"] });
        let index = listed["$ref"].as_str().unwrap().trim_start_matches('#');
        let verb = SCHEMA.pointer(index).unwrap().pointer("/properties/verb");
        let verbs = verb.map(|verb| {
            let one = verb.get("const").into_iter();
            let verbs = one.chain(verb["enum"].as_array().into_iter().flatten());
            verbs.map(|verb| verb.as_str().unwrap().to_owned()).collect()
        });
        Form { verbs, validator: jsonschema::validator_for(&alone).unwrap() }
    };
    SCHEMA["anyOf"].as_array().unwrap().iter().map(of).collect()
});

/// The forms that fit the verb of a document. Trying the others too would take ten times as long.
fn forms(document: &serde_json::Value) -> impl Iterator<Item = &'static jsonschema::Validator> {
    let verb = document["verb"].as_str().unwrap_or_default();
    let fits =
        move |form: &&Form| form.verbs.as_ref().is_none_or(|verbs| verbs.iter().any(|listed| listed == verb));
    FORMS.iter().filter(fits).map(|form| &form.validator)
}

/// Whether a document conforms to the schema.
pub(crate) fn is_described(document: &serde_json::Value) -> bool {
    forms(document).any(|form| form.is_valid(document))
}

/// Asserts that a document conforms to the schema.
#[track_caller]
pub(crate) fn assert_conforms(document: &serde_json::Value, called: &str) {
    if is_described(document) {
        return;
    }
    // Report the errors of the closest form.
    let complaints = forms(document).map(|form| {
        let shown =
            |error: jsonschema::ValidationError<'_>| format!("{}: {error:.300}", error.instance_path());
        form.iter_errors(document).map(shown).collect::<Vec<_>>()
    });
    let complaints = complaints.min_by_key(Vec::len).unwrap();
    let called: String = called.chars().take(500).collect();
    panic!("does not conform to docs/data.schema.json:\n{}\n{called}", complaints.join("\n"));
}

/// Runs the program in `folder` with these arguments.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    program(folder).args(arguments).output().unwrap().into()
}

/// Runs the program in an empty folder.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// Runs the program, asserts that it succeeds, and returns its output.
#[track_caller]
pub(crate) fn answer(arguments: &[&str]) -> String {
    answer_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// Runs the program in a folder, asserts that it succeeds, and returns its output.
#[track_caller]
pub(crate) fn answer_in(folder: &Path, arguments: &[&str]) -> String {
    let run = run_in(folder, arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out
}

/// The text of a file, after [`breaking`].
#[track_caller]
pub(crate) fn read(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    breaking(&text)
}

/// Asserts that a run ended with this code and printed only one error, which contains all of these parts.
#[track_caller]
pub(crate) fn refused(run: &Run, code: i32, says: &[&str]) {
    assert_eq!(run.code, Some(code), "{run:?}");
    assert_eq!(run.out, "", "{run:?}");
    assert!(run.err.starts_with("error: "), "{run:?}");
    assert_eq!(run.err.matches("error:").count(), 1, "{run:?}");
    for part in says {
        assert!(run.err.contains(part), "`{part}` is missing: {run:?}");
    }
}

/// Runs the program and returns the JSON document that it prints.
#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    json_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// Runs the program in a folder and returns the JSON document that it prints.
#[track_caller]
pub(crate) fn json_in(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&answer_in(folder, &[arguments, &["--format", "json"]].concat())).unwrap()
}

/// The items of a list of a document.
#[track_caller]
pub(crate) fn items(list: &serde_json::Value) -> &[serde_json::Value] {
    list.as_array().unwrap_or_else(|| panic!("{list} is not a list"))
}

/// The value of a figure of a document.
#[track_caller]
pub(crate) fn value_of(figure: &serde_json::Value) -> f64 {
    figure["value"].as_f64().unwrap_or_else(|| panic!("{figure} has no value"))
}

/// A folder with this one file.
pub(crate) fn folder_with(name: &str, text: impl AsRef<[u8]>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    folder
}

/// A new folder in which every command of the documentation can run: the files of `examples/` are both in it and in its
/// `examples/`, and `reports/` is empty.
pub(crate) fn folder_with_examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let examples = folder.path().join("examples");
    std::fs::create_dir(&examples).unwrap();
    std::fs::create_dir(folder.path().join("reports")).unwrap();
    for entry in std::fs::read_dir(repository("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml" || ending == "csv") {
            let name = path.file_name().unwrap();
            std::fs::copy(&path, folder.path().join(name)).unwrap();
            std::fs::copy(&path, examples.join(name)).unwrap();
        }
    }
    for part in GAME_FOLDERS {
        let copies = folder.path().join(part);
        std::fs::create_dir_all(&copies).unwrap();
        for entry in std::fs::read_dir(repository(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, copies.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    folder
}

/// The folders with game files.
const GAME_FOLDERS: [&str; 6] = [
    "crates/games/files",
    "examples/games",
    "examples/games/bluffing",
    "examples/games/chances",
    "examples/games/learn",
    "examples/games/wrong",
];

/// The path of a game file within the repository, from its name: `pig`, `bluffing/kuhn-poker`, or a game of the catalogue.
pub(crate) fn game_file(name: &str) -> String {
    let paths = ["examples/games", "crates/games/files"].map(|folder| format!("{folder}/{name}.game"));
    paths.into_iter().find(|path| repository(path).exists()).unwrap_or_else(|| panic!("no game file {name}"))
}

/// Runs a shell line in `folder`: `tali-odds …` (or `cargo run -- …`), optionally followed by `| head -N` or `> FILE`.
#[track_caller]
pub(crate) fn run_line(folder: &Path, line: &str) -> Run {
    let (command, file) = line.split_once(" > ").unwrap_or((line, ""));
    let (command, part) = command.split_once(" | ").unwrap_or((command, ""));
    let arguments = ["tali-odds ", "cargo run -- "].iter().find_map(|start| command.strip_prefix(start));
    let arguments = arguments.unwrap_or_else(|| panic!("neither tali-odds nor cargo: {line}"));
    let words = shlex::split(arguments).unwrap_or_else(|| panic!("unbalanced quotes: {line}"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut run = run_in(folder, &words);
    if let Some((end, count)) = part.split_once(" -") {
        let (lines, count): (Vec<&str>, usize) = (run.out.lines().collect(), count.trim().parse().unwrap());
        let shown = match end {
            "head" => &lines[..count.min(lines.len())],
            "tail" => &lines[lines.len().saturating_sub(count)..],
            _ => panic!("neither head nor tail: {line}"),
        };
        run.out = shown.iter().flat_map(|line| [line, "\n"]).collect();
    }
    if !file.is_empty() {
        std::fs::write(folder.join(file.trim()), &run.raw).unwrap();
        run.out.clear();
    }
    run
}

/// The shell lines of a Markdown text (those that start with `$ ` in its `console` blocks), each with the output below it.
pub(crate) fn console_lines(markdown: &str) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            lines.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = lines.last_mut().filter(|_| inside) {
            output.push_str(line);
            output.push('\n');
        }
    }
    lines
}

/// Groups rows with equal values in these columns, so that each group needs only one solution.
pub(crate) fn grouped(rows: Vec<Row>, columns: &[&str]) -> Vec<Vec<Row>> {
    let mut groups: BTreeMap<Vec<String>, Vec<Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(columns.iter().map(|column| row[*column].clone()).collect()).or_default().push(row);
    }
    groups.into_values().collect()
}

pub(crate) fn rational(text: &str) -> BigRational {
    match text.split_once('/') {
        Some((numerator, denominator)) => {
            let whole = |digits: &str| digits.parse::<BigInt>().unwrap();
            BigRational::new(whole(numerator), whole(denominator))
        }
        None if text.starts_with('-') => -rational(&text[1..]),
        None => {
            text.parse::<BigInt>().map_or_else(|_| parse_weight(text).unwrap(), BigRational::from_integer)
        }
    }
}

/// `1 1 1 1`, or four such vectors joined by `|`.
pub(crate) fn bones_of(text: &str) -> NamedSet {
    let tali: Vec<Talus> = text
        .split('|')
        .map(|weights| {
            let weights: Vec<BigRational> =
                weights.split_whitespace().map(|w| parse_weight(w).unwrap()).collect();
            Talus::from_weights(weights.try_into().unwrap()).unwrap()
        })
        .collect();
    let bones =
        if tali.len() == 1 { Bones::alike("bones", tali[0].clone()) } else { Bones::each("bones", tali) };
    NamedSet::new(bones, 4).unwrap()
}

/// Splits `a=1;b=[1, 2];c="x"` at the semicolons.
pub(crate) fn rules_of(text: &str) -> Vec<(&str, &str)> {
    text.split(';').filter(|rule| !rule.is_empty()).map(|rule| rule.split_once('=').unwrap()).collect()
}

/// The table of a case.
pub(crate) fn setting_of(case: &Row) -> Setting {
    let game = games::find(&case["game"]).unwrap();
    let players = case["players"].parse().unwrap_or(game.players.usual);
    let mut agreed = game.rules(players).unwrap();
    for (key, value) in rules_of(&case["rules"]) {
        agreed.set(key, Value::parse(value).unwrap()).unwrap_or_else(|error| panic!("{case:?}: {error}"));
    }
    let faces = if case["faces"].is_empty() { "1/10 4/10 4/10 1/10" } else { &case["faces"] };
    let bones = faces.split(';').map(bones_of).collect();
    Setting::new(game, agreed, bones)
}
