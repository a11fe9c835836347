//! Runs the cases of `tests/hostile/`: what people, files and shells do to the program, and answers worked by hand. Every run is
//! also checked for what must always hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value as Json;

use crate::common::{
    Run, breaking, everything, folder_with_examples, is_described, needs_validation, program, repository,
};
use crate::invariants::holds;

/// Defines a test for each file of cases, and one that checks that no file is missing.
macro_rules! themes {
    ($($theme:ident),* $(,)?) => {
        $(#[test]
        fn $theme() {
            check(stringify!($theme));
        })*

        #[test]
        fn every_file_of_cases_has_its_test() {
            for entry in fs::read_dir(repository("tests/hostile")).unwrap() {
                let path = entry.unwrap().path();
                let theme = path.file_stem().unwrap().to_str().unwrap();
                assert!([$(stringify!($theme)),*].contains(&theme), "{theme}");
            }
        }
    };
}

themes!(answers, endless, figures, files, games, long, nights, numbers, own, throws, words);

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

/// A run of the program and its expected result. In `run`, `files`, `stdin` and `says`, `${TEXT xN}` stands for N copies of the
/// text.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the case shows, if its arguments do not make that clear.
    #[serde(default)]
    name: String,
    /// Whether it only runs with `TALI_ODDS_ALL`, because it is slow or resembles others.
    #[serde(default, rename = "everything")]
    is_only_for_all: bool,
    run: Vec<String>,
    /// Other runs with the same expected result.
    #[serde(default)]
    also: Vec<Vec<String>>,
    /// Variants of this case.
    #[serde(default)]
    each: Vec<Each>,
    /// Whether the folder has the files of `examples/`.
    #[serde(default, rename = "examples")]
    has_examples: bool,
    /// The files in the folder before the run, which must not change.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Such files in bytes, written as hexadecimal digits.
    #[serde(default)]
    bytes: BTreeMap<String, String>,
    #[serde(default)]
    folders: Vec<String>,
    /// The target of each link.
    #[serde(default)]
    links: BTreeMap<String, String>,
    #[serde(default)]
    stdin: String,
    #[serde(default)]
    env: BTreeMap<String, String>,
    code: Several<i32>,
    /// Text that must be in the error, or in the answer.
    #[serde(default)]
    says: Several<String>,
    /// Text that must not be in it.
    #[serde(default)]
    never: Several<String>,
    /// Expected parts of the JSON document, which this requests: see [`is_so`].
    #[serde(default)]
    is: Json,
    /// Text that must be in the picture `x.svg`, which this requests; `hides` must not be in it.
    #[serde(default)]
    shows: Several<String>,
    #[serde(default)]
    hides: Several<String>,
    /// The files that the run adds.
    #[serde(default)]
    leaves: Vec<String>,
}

/// What distinguishes one variant of a case.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
struct Each {
    /// Arguments after those that all variants share.
    #[serde(default)]
    more: String,
    /// The text of the only file.
    file: Option<String>,
    /// Or a replacement in it: from, to.
    swap: Option<[String; 2]>,
    code: Option<Several<i32>>,
    #[serde(default)]
    says: Several<String>,
    #[serde(default)]
    never: Several<String>,
    #[serde(default)]
    is: Json,
    #[serde(default)]
    shows: Several<String>,
    #[serde(default)]
    hides: Several<String>,
}

/// One value or a list of them.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
enum Several<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> Default for Several<T> {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl<T> Several<T> {
    fn all(&self) -> &[T] {
        match self {
            Self::One(only) => std::slice::from_ref(only),
            Self::Many(all) => all,
        }
    }
}

impl Case {
    fn name(&self) -> String {
        if self.name.is_empty() { format!("{:?} {:?}", self.run, self.files) } else { self.name.clone() }
    }

    /// The case, or all its variants.
    fn all(self) -> Vec<Self> {
        let alone = [Each::default()];
        let each = if self.each.is_empty() { &alone[..] } else { &self.each };
        let runs: Vec<&Vec<String>> = [&self.run].into_iter().chain(&self.also).collect();
        let cases = each.iter().flat_map(|own| runs.iter().map(|run| self.with(own, run)));
        cases.collect()
    }

    fn with(&self, own: &Each, run: &[String]) -> Self {
        let mut case = Self { run: run.to_vec(), ..self.clone() };
        case.run.extend(shlex::split(&own.more).unwrap_or_else(|| panic!("unbalanced quotes: {}", own.more)));
        if let Some(file) = case.files.values_mut().next() {
            if let Some([from, to]) = &own.swap {
                assert!(file.contains(from), "{from} is not in the file of {}", self.name);
                *file = file.replacen(from, to, 1);
            }
            *file = own.file.clone().unwrap_or_else(|| file.clone());
        }
        case.code = own.code.clone().unwrap_or_else(|| case.code.clone());
        let both =
            |all: &Several<String>, own: &Several<String>| Several::Many([all.all(), own.all()].concat());
        (case.says, case.never) = (both(&case.says, &own.says), both(&case.never, &own.never));
        (case.shows, case.hides) = (both(&case.shows, &own.shows), both(&case.hides, &own.hides));
        if !case.shows.all().is_empty() {
            case.run.extend(["--chart", "x.svg"].map(str::to_owned));
            case.leaves.push("x.svg".to_owned());
        }
        if !own.is.is_null() {
            case.is = own.is.clone();
        }
        if !case.is.is_null() {
            case.run.extend(["--format", "json"].map(str::to_owned));
        }
        if !self.each.is_empty() || !self.also.is_empty() {
            let changed = own.file.iter().chain(own.swap.iter().flatten());
            case.name = format!("{} ({:?} {:?})", self.name, case.run, changed.collect::<Vec<_>>());
        }
        case
    }
}

/// Runs all cases of a file, and reports all that fail.
fn check(theme: &str) {
    let text = fs::read_to_string(repository("tests/hostile").join(theme).with_extension("toml")).unwrap();
    let Cases { case: cases } = toml::from_str(&text).unwrap_or_else(|error| panic!("{theme}.toml: {error}"));
    let cases: Vec<Case> = cases.into_iter().flat_map(Case::all).collect();
    let names: BTreeSet<String> = cases.iter().map(Case::name).collect();
    assert_eq!(names.len(), cases.len(), "two cases of {theme}.toml have the same name");
    let cases: Vec<&Case> = cases.iter().filter(|case| everything() || !case.is_only_for_all).collect();
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = outcome(case) {
                        failed.lock().unwrap().push(format!("{}: {problem}", case.name()));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{} cases of {theme}.toml fail:\n{}", failed.len(), failed.join("\n"));
}

fn outcome(case: &Case) -> Result<(), String> {
    let folder = if case.has_examples { folder_with_examples() } else { tempfile::tempdir().unwrap() };
    let mut before = lay_out(case, folder.path());
    let run = run(case, folder.path())?;
    let code = run.code.ok_or("ended by a signal")?;
    let shown = |text: &str| text.chars().take(1500).collect::<String>();
    let outcome = format!("code {code}, error {:?}, answer {:?}", shown(&run.err), shown(&run.out));
    let all = [
        check_code(case, code),
        check_words(case, &run, code),
        check_signs(case, &run),
        check_json(case, &run),
    ];
    if let Some(problem) = all.into_iter().find_map(Result::err) {
        return Err(format!("{problem}; {outcome}"));
    }
    let after = contents(folder.path());
    for left in &case.leaves {
        let file = after.get(left).ok_or_else(|| format!("{left} is not there; {outcome}"))?;
        before.insert(left.clone(), file.clone());
    }
    check_picture(case, after.get("x.svg"))?;
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>().join(", ");
    match after == before {
        true => Ok(()),
        false if names(&after) == names(&before) => Err(format!("a file was changed; {outcome}")),
        false => Err(format!("there are {} where there were {}; {outcome}", names(&after), names(&before))),
    }
}

fn check_code(case: &Case, code: i32) -> Result<(), String> {
    if case.code.all().contains(&code) { Ok(()) } else { Err(format!("the exit code is {code}")) }
}

/// Checks that there is either one error or an answer; both only if no picture could be drawn of the answer.
fn check_words(case: &Case, run: &Run, code: i32) -> Result<(), String> {
    let (words, silent) = if code == 0 { (&run.out, &run.err) } else { (&run.err, &run.out) };
    if code == 1 && run.err.contains("the chart was not made") {
        if silent.is_empty() {
            return Err("the answer is lost with its picture".to_owned());
        }
    } else if !silent.is_empty() {
        return Err("an answer and an error".to_owned());
    }
    if run.err.contains("panicked") || (code != 0 && !run.err.starts_with("error: ")) {
        return Err("this is not an error message".to_owned());
    }
    if run.err.lines().filter(|line| line.starts_with("error:")).count() > 1 {
        return Err("more than one error".to_owned());
    }
    if run.err.lines().any(|line| line.chars().count() > 400) {
        return Err("a very long line".to_owned());
    }
    if let Some(missing) =
        case.says.all().iter().map(|part| expanded(part)).find(|part| !words.contains(part))
    {
        return Err(format!("`{missing}` is missing"));
    }
    match case.never.all().iter().map(|part| expanded(part)).find(|part| words.contains(part)) {
        Some(said) => Err(format!("`{said}` should not be printed")),
        None => Ok(()),
    }
}

/// Checks that nothing printed controls the terminal, except in CSV, which is raw data.
fn check_signs(case: &Case, run: &Run) -> Result<(), String> {
    let steers = |c: char| {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || (c.is_control() && c != '\n')
    };
    let data = case.run.iter().any(|word| word == "csv") || case.run[0] == "completions";
    let shown = if data { &run.err } else { &(run.err.clone() + &run.out) };
    match shown.chars().find(|c| steers(*c)) {
        Some(c) => Err(format!("{c:?} is shown raw")),
        None => Ok(()),
    }
}

fn check_picture(case: &Case, svg: Option<&Vec<u8>>) -> Result<(), String> {
    let text = svg.map(|svg| String::from_utf8_lossy(svg).replace(">\n", ">").replace("\n<", "<"));
    let has = |part: &&String| text.as_ref().is_some_and(|text| text.contains(*part));
    let (shows, hides) = (case.shows.all(), case.hides.all());
    match shows.iter().find(|part| !has(part)).or_else(|| hides.iter().find(has)) {
        Some(part) => Err(format!("the picture should not have `{part}`, or lacks it")),
        None => Ok(()),
    }
}

fn check_json(case: &Case, run: &Run) -> Result<(), String> {
    if run.out.is_empty() || !case.run.iter().any(|word| word == "json") {
        return Ok(());
    }
    let document = serde_json::from_str(&run.out).map_err(|error| format!("this is not JSON: {error}"))?;
    holds(&document)?;
    if needs_validation(&run.out) && !is_described(&document) {
        return Err("this does not conform to docs/data.schema.json".to_owned());
    }
    is_so(&document, &case.is)
}

/// Checks part of a document. A table selects parts of an object by key, and of a list by index, by `KEY=VALUE` (the first item
/// that has it) or by `*` (every item); a list must match completely. For a figure, a numeric string is its exact value,
/// `LOW..HIGH` the range of its value, any other string the beginning of its `why`, and a number its value up to rounding.
/// `nothing` means that the part must be absent.
fn is_so(found: &Json, wanted: &Json) -> Result<(), String> {
    let is = match (found, wanted) {
        (_, Json::Null) => true,
        (found, Json::Object(parts)) => {
            for (key, wanted) in parts {
                let problem = match parts_of(found, key).as_slice() {
                    [] => is_so(&Json::Null, wanted),
                    all => all.iter().try_for_each(|found| is_so(found, wanted)),
                };
                problem.map_err(|problem| format!("{key}/{problem}"))?;
            }
            true
        }
        (Json::Array(all), Json::Array(wanted)) => {
            let mut pairs = all.iter().zip(wanted);
            all.len() == wanted.len() && pairs.all(|(found, wanted)| is_so(found, wanted).is_ok())
        }
        (Json::Null, wanted) => wanted == "nothing",
        (found, Json::String(range)) if ends(range).is_some() => {
            let (value, ends) = (found.get("value").unwrap_or(found).as_f64(), ends(range).unwrap());
            value.is_some_and(|value| ends[0] <= value && value <= ends[1])
        }
        (Json::Object(figure), Json::String(text)) => {
            let is_number = text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
            let said = figure.get(if is_number { "exact" } else { "why" }).and_then(Json::as_str);
            said.is_some_and(|said| if is_number { said == text } else { said.starts_with(text) })
        }
        (found, Json::Number(number)) => {
            let (wanted, value) = (number.as_f64().unwrap(), found.get("value").unwrap_or(found).as_f64());
            value.is_some_and(|value| (value - wanted).abs() <= 1e-12 * wanted.abs().max(1.0))
        }
        (found, wanted) => found == wanted,
    };
    if is { Ok(()) } else { Err(format!(" {found:.300} is not {wanted}")) }
}

fn ends(range: &str) -> Option<[f64; 2]> {
    let (low, high) = range.split_once("..")?;
    Some([low.parse().ok()?, high.parse().ok()?])
}

fn parts_of<'a>(found: &'a Json, key: &str) -> Vec<&'a Json> {
    let Json::Array(items) = found else { return found.get(key).into_iter().collect() };
    match key.split_once('=') {
        _ if key == "*" => items.iter().collect(),
        Some((key, value)) => items
            .iter()
            .find(|item| item[key] == value || value.parse::<f64>().is_ok_and(|number| item[key] == number))
            .into_iter()
            .collect(),
        None => key.parse().ok().and_then(|at: usize| items.get(at)).into_iter().collect(),
    }
}

/// Runs the program, and kills it if it hangs.
fn run(case: &Case, folder: &Path) -> Result<Run, String> {
    /// Long enough for a busy machine.
    const PATIENCE: Duration = Duration::from_secs(600);
    let streams = tempfile::tempdir().unwrap();
    let [input, out, err] = ["in", "out", "err"].map(|name| streams.path().join(name));
    fs::write(&input, expanded(&case.stdin)).unwrap();
    let mut child = program(folder)
        .args(case.run.iter().map(|word| expanded(word)))
        .envs(&case.env)
        .stdin(fs::File::open(&input).unwrap())
        .stdout(fs::File::create(&out).unwrap())
        .stderr(fs::File::create(&err).unwrap())
        .spawn()
        .map_err(|error| format!("it does not start: {error}"))?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().unwrap();
                child.wait().unwrap();
                return Err("it hangs".to_owned());
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let text = |path: &Path| String::from_utf8(fs::read(path).unwrap()).map_err(|error| error.to_string());
    let raw = text(&out)?;
    Ok(Run { code: status.code(), out: breaking(&raw), err: text(&err)?, raw })
}

/// The contents of files and the targets of links, by path.
type Files = BTreeMap<String, Vec<u8>>;

fn lay_out(case: &Case, folder: &Path) -> Files {
    for name in &case.folders {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    for (name, text) in &case.files {
        fs::write(folder.join(expanded(name)), expanded(text)).unwrap();
    }
    for (name, digits) in &case.bytes {
        let digits: Vec<char> = digits.chars().filter(|c| !c.is_whitespace()).collect();
        let byte = |pair: &[char]| u8::from_str_radix(&String::from_iter(pair), 16).unwrap();
        fs::write(folder.join(name), digits.chunks(2).map(byte).collect::<Vec<u8>>()).unwrap();
    }
    #[cfg(unix)]
    for (name, end) in &case.links {
        std::os::unix::fs::symlink(end, folder.join(name)).unwrap();
    }
    contents(folder)
}

fn contents(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            if let Ok(end) = fs::read_link(&path) {
                files.insert(name, end.into_os_string().into_encoded_bytes());
            } else if path.is_dir() {
                files.insert(name + "/", Vec::new());
                folders.push(path);
            } else {
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// Expands `${TEXT xN}` in a text.
fn expanded(text: &str) -> String {
    let Some((before, rest)) = text.split_once("${") else { return text.to_owned() };
    let (inner, after) = rest.split_once('}').expect("${TEXT xN} ends with a brace");
    let (repeated, times) = inner.rsplit_once(" x").expect("${TEXT xN} has a number");
    format!("{before}{}{}", repeated.repeat(times.parse().unwrap()), expanded(after))
}

/// A closed pipe, which cases cannot test because their streams are files.
#[test]
fn closed_pipes_are_not_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = program(folder.path())
        .args(["casts", "--tali", "8", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// Bones from a pipe, and from a file whose name is not valid text.
#[cfg(unix)]
#[test]
fn bones_can_come_from_pipes_and_any_file_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let faces = b"[faces]\n1 = 1\n3 = 1\n4 = 1\n6 = 1\n";
    let name = OsStr::from_bytes(b"b\xffnes.toml");
    fs::write(folder.path().join(name), faces).unwrap();
    let output = program(folder.path()).args(["venus", "--faces"]).arg(name).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("3/32") && out.contains("Bones: b\u{fffd}nes.toml"), "{out}");

    for source in ["-", "/dev/stdin"] {
        let mut child = program(folder.path())
            .args(["venus", "--faces", source])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(faces).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(String::from_utf8(output.stdout).unwrap().contains("3/32"), "{source}");
    }
}
