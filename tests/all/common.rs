//! What the tests share: expected values, the built program, and shell lines to run it by.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use num_bigint::BigInt;
use num_rational::BigRational;
use tali_odds::analysis::{NamedSet, Setting};
use tali_odds::games::{self, Game, Rules, Value};
use tali_odds::tali::{Bones, Talus, parse_weight};

/// One test for each game of some kind, named after it, that calls a function with the game's name; and one that none of
/// that kind is left out.
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

/// The same of games that are played with bones.
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

/// The same of games in which nobody chooses.
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

/// The usual rules of a table, but for matches that take seconds to solve, or a minute, or never end: those are shorter.
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

/// Whether every case is tried, which takes an hour: with `TALI_ODDS_ALL` in the environment.
pub(crate) fn everything() -> bool {
    std::env::var_os("TALI_ODDS_ALL").is_some()
}

/// One in how many cases is tried, of many that are alike: this, or each of them.
pub(crate) fn one_in(number: usize) -> usize {
    if everything() { 1 } else { number }
}

/// Whether tests are run as they are in CI: with a browser and all that it takes.
pub(crate) fn needs_browser() -> bool {
    std::env::var_os("TALI_ODDS_NEEDS_BROWSER").is_some()
}

/// Whether everything that is printed is made anew, which takes minutes: with every case, and in CI.
pub(crate) fn everything_printed() -> bool {
    everything() || needs_browser()
}

/// A path in the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A row of a file of expected values, by its columns.
pub(crate) type Row = BTreeMap<String, String>;

/// The rows of a file of expected values.
pub(crate) fn expected(file: &str) -> Vec<Row> {
    csv::Reader::from_path(repository("tests/expected").join(file))
        .unwrap()
        .deserialize()
        .collect::<Result<_, _>>()
        .unwrap()
}

/// Where the program keeps what takes long to solve: once for all tests, and anew each time that they run.
static SOLVED: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved");
    drop(std::fs::remove_dir_all(&folder));
    folder
});

/// The built program, to be run in `folder`.
pub(crate) fn program(folder: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tali-odds"));
    program.current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    program.env_remove("COLUMNS");
    program.env("XDG_CACHE_HOME", &*SOLVED).env("LOCALAPPDATA", &*SOLVED);
    program
}

/// What became of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    /// What it printed, byte for byte.
    pub raw: String,
}

impl From<Output> for Run {
    /// A JSON document that is printed must be as its schema says, and the last line of an answer is a whole one.
    fn from(output: Output) -> Self {
        let raw = String::from_utf8(output.stdout).unwrap();
        let is_whole = output.status.code() != Some(0) || raw.is_empty() || raw.ends_with('\n');
        assert!(is_whole, "the last line does not end: {:?}", raw.lines().last());
        let run = Self {
            code: output.status.code(),
            out: breaking(&raw),
            raw,
            err: String::from_utf8(output.stderr).unwrap(),
        };
        if run.code == Some(0) && run.out.starts_with(DOCUMENT) && is_worth_validating(&run.out) {
            is_as_the_schema_says(&serde_json::from_str(&run.out).unwrap(), &run.out);
        }
        run
    }
}

/// Whether a document is held against the schema: large ones say the same again and again, and take long.
pub(crate) fn is_worth_validating(document: &str) -> bool {
    everything() || document.len() < 60_000
}

/// The text with a space before each `%` that may be broken at, as it is typed here and in the documents: that there is
/// none is what `forms.rs` looks at.
pub(crate) fn breaking(text: &str) -> String {
    text.replace("\u{a0}%", " %")
}

/// How every document begins.
pub(crate) const DOCUMENT: &str = "{\n  \"schema\": 1,";

/// What every document is, as programs can read it.
pub(crate) static SCHEMA: LazyLock<serde_json::Value> = LazyLock::new(|| {
    let text = std::fs::read_to_string(repository("docs/data.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
});

/// A form that documents have, with the verbs under which it is printed; of one form the schema leaves that to others.
struct Form {
    verbs: Option<Vec<String>>,
    validator: jsonschema::Validator,
}

/// Every form that the schema lists.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let of = |listed: &serde_json::Value| {
        let alone = serde_json::json!({ "$defs": SCHEMA["$defs"], "$ref": listed["$ref"] });
        let place = listed["$ref"].as_str().unwrap().trim_start_matches('#');
        let verb = SCHEMA.pointer(place).unwrap().pointer("/properties/verb");
        let verbs = verb.map(|verb| {
            let one = verb.get("const").into_iter();
            let verbs = one.chain(verb["enum"].as_array().into_iter().flatten());
            verbs.map(|verb| verb.as_str().unwrap().to_owned()).collect()
        });
        Form { verbs, validator: jsonschema::validator_for(&alone).unwrap() }
    };
    SCHEMA["anyOf"].as_array().unwrap().iter().map(of).collect()
});

/// The forms that a document can have by its verb: to try all others would take ten times as long, and they refuse it.
fn forms(document: &serde_json::Value) -> impl Iterator<Item = &'static jsonschema::Validator> {
    let verb = document["verb"].as_str().unwrap_or_default();
    let fits =
        move |form: &&Form| form.verbs.as_ref().is_none_or(|verbs| verbs.iter().any(|listed| listed == verb));
    FORMS.iter().filter(fits).map(|form| &form.validator)
}

/// Whether the schema describes a document.
pub(crate) fn is_described(document: &serde_json::Value) -> bool {
    forms(document).any(|form| form.is_valid(document))
}

/// That a document is one that the schema describes.
#[track_caller]
pub(crate) fn is_as_the_schema_says(document: &serde_json::Value, called: &str) {
    if is_described(document) {
        return;
    }
    // The form that it comes nearest to tells what is wrong.
    let complaints = forms(document).map(|form| {
        let told =
            |error: jsonschema::ValidationError<'_>| format!("{}: {error:.300}", error.instance_path());
        form.iter_errors(document).map(told).collect::<Vec<_>>()
    });
    let complaints = complaints.min_by_key(Vec::len).unwrap();
    let called: String = called.chars().take(500).collect();
    panic!("not as docs/data.schema.json says:\n{}\n{called}", complaints.join("\n"));
}

/// Runs the program in `folder` with these arguments.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    program(folder).args(arguments).output().unwrap().into()
}

/// Runs the program in an empty folder.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// Runs the program, which must answer, and returns what it printed.
#[track_caller]
pub(crate) fn answer(arguments: &[&str]) -> String {
    answer_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// The same in a folder.
#[track_caller]
pub(crate) fn answer_in(folder: &Path, arguments: &[&str]) -> String {
    let run = run_in(folder, arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out
}

/// What a file says, as [`breaking`] has it.
#[track_caller]
pub(crate) fn read(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    breaking(&text)
}

/// That a run ended with this code and one error that says all of this, and printed nothing else.
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

/// The JSON document that the program answers with.
#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    json_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// The same in a folder.
#[track_caller]
pub(crate) fn json_in(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&answer_in(folder, &[arguments, &["--format", "json"]].concat())).unwrap()
}

/// What stands in a list of a document.
#[track_caller]
pub(crate) fn items(list: &serde_json::Value) -> &[serde_json::Value] {
    list.as_array().unwrap_or_else(|| panic!("{list} is no list"))
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

/// A new folder with the faces files and throws of `examples/`, under that name and beside it, and an empty
/// `reports/`: where every command of the documentation can run.
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
    for part in ["games", "games/bluffing", "games/chances", "games/learn", "games/wrong"] {
        std::fs::create_dir(examples.join(part)).unwrap();
        for entry in std::fs::read_dir(repository("examples").join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, examples.join(part).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    folder
}

/// Runs one line of a shell in `folder`: `tali-odds …` (or `cargo run -- …`), and at its
/// end perhaps `| head -N` or `> FILE`.
#[track_caller]
pub(crate) fn run_line(folder: &Path, line: &str) -> Run {
    let (command, file) = line.split_once(" > ").unwrap_or((line, ""));
    let (command, head) = command.split_once(" | head -").unwrap_or((command, ""));
    let arguments = ["tali-odds ", "cargo run -- "].iter().find_map(|start| command.strip_prefix(start));
    let arguments = arguments.unwrap_or_else(|| panic!("neither tali-odds nor cargo: {line}"));
    let words = shlex::split(arguments).unwrap_or_else(|| panic!("unbalanced quotes: {line}"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut run = run_in(folder, &words);
    if !head.is_empty() {
        let lines = run.out.lines().take(head.trim().parse().unwrap());
        run.out = lines.map(|line| line.to_owned() + "\n").collect();
    }
    if !file.is_empty() {
        std::fs::write(folder.join(file.trim()), &run.raw).unwrap();
        run.out.clear();
    }
    run
}

/// The shell lines of a Markdown text: those that start with `$ ` in its `console` blocks, each with
/// what stands below it.
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

/// The rows that say the same in these columns, together: what they are held against is worked out once.
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

/// The table that a case speaks of.
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
