//! The rules of the architecture that no compiler checks: imports run one way within a crate, and only `cli` prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::repository;

/// The floors, each a crate, which needs only those below it.
const FLOORS: [&str; 3] = ["src", "crates/games/src", "crates/core/src"];

/// The layers of the uppermost and of the lowest floor, with what each may use besides itself and the leaves.
const LAYERS: [(&str, &str, &[&str]); 9] = [
    ("src", "cli", &["output", "analysis", "inference", "games", "monte_carlo", "exact", "process", "tali"]),
    ("src", "output", &["analysis", "inference", "games", "exact", "process", "tali"]),
    ("src", "analysis", &["inference", "games", "exact", "monte_carlo", "process", "tali"]),
    ("crates/core/src", "inference", &["monte_carlo", "tali"]),
    ("crates/core/src", "exact", &["process", "tali"]),
    ("crates/core/src", "search", &["process", "tali"]),
    ("crates/core/src", "monte_carlo", &["process", "tali"]),
    ("crates/core/src", "process", &["tali"]),
    ("crates/core/src", "tali", &[]),
];

/// What every layer may use: the leaves, and a macro.
const LEAVES: [&str; 4] = ["messages", "plain_text", "toml_text", "delegate"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// What follows each `crate::` in the file.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
}

#[test]
fn imports_run_one_way() {
    for floor in ["src", "crates/core/src"] {
        let folders = fs::read_dir(repository(floor)).unwrap().map(|entry| entry.unwrap());
        let folders: BTreeSet<String> = folders
            .filter(|entry| entry.file_type().unwrap().is_dir())
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        let layers = LAYERS.iter().filter(|(of, ..)| *of == floor).map(|(_, layer, _)| (*layer).to_owned());
        assert_eq!(folders, layers.collect(), "every folder of {floor} is a layer");
    }
    for (floor, layer, below) in LAYERS {
        let files = sources(&repository(floor).join(layer));
        assert!(!files.is_empty(), "{layer}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for import in imports(&text) {
                assert!(
                    import == layer || LEAVES.contains(&import) || below.contains(&import),
                    "{} uses crate::{import}, which is not below {layer}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn only_the_command_line_touches_the_streams() {
    for file in FLOORS.into_iter().flat_map(|floor| sources(&repository(floor))) {
        if file.starts_with(repository("src/cli")) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for stream in ["println!", "print!", "io::stdout", "io::stderr", "io::stdin", "std::fs"] {
            assert!(!text.contains(stream), "{} has {stream}", file.display());
        }
    }
}

/// A module: its file, and what its `use` declarations bring in, as paths from the root.
struct Module {
    file: PathBuf,
    brings: Vec<Vec<String>>,
    /// Paths that are written out where something is used.
    named: Vec<Vec<String>>,
}

/// All modules of a floor but for tests, by their paths.
fn modules(floor: &str) -> BTreeMap<Vec<String>, Module> {
    let root = repository(floor);
    let path_of = |file: &Path| -> Vec<String> {
        let inside = file.strip_prefix(&root).unwrap().with_extension("");
        let parts = inside.iter().map(|part| part.to_str().unwrap().to_owned());
        parts.filter(|part| !["mod", "lib", "main"].contains(&part.as_str())).collect()
    };
    let files =
        sources(&root).into_iter().filter(|file| !file.ends_with("tests.rs") && !file.ends_with("main.rs"));
    let paths: BTreeMap<Vec<String>, PathBuf> = files.map(|file| (path_of(&file), file)).collect();
    let module = |(path, file): (&Vec<String>, &PathBuf)| {
        let text = fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = lines.join("\n");
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let from_root = |parts: String| absolute(&parts, path, &paths);
        // A declaration begins a line, and ends with a semicolon.
        let declared = code.split("\nuse ").skip(1).chain(code.split("\npub").skip(1).filter_map(|rest| {
            let (visible, tree) =
                rest.split_once(" use ").or_else(|| rest.strip_prefix(" use ").map(|tree| ("", tree)))?;
            (!visible.contains(['\n', '{'])).then_some(tree)
        }));
        let brings = declared.filter_map(|rest| rest.split_once(';')).flat_map(|(tree, _)| spread(tree));
        let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
        let after = |start: &'static str| {
            let rest = code.split(start).skip(1);
            rest.map(move |rest| format!("{start}{}", rest.split(ends).next().unwrap()))
        };
        let named = after("crate::").chain(after("super::")).filter(|parts| !parts.ends_with("::"));
        let (brings, named) = (brings.filter_map(from_root).collect(), named.filter_map(from_root).collect());
        (path.clone(), Module { file: file.clone(), brings, named })
    };
    paths.iter().map(module).collect()
}

/// The paths of a tree such as `a::{b, c::{d, e as f}}`.
fn spread(tree: &str) -> Vec<String> {
    let Some((before, inside)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let inside = &inside[..inside.rfind('}').unwrap()];
    let (mut depth, mut branches) = (0, vec![String::new()]);
    for c in inside.chars() {
        match c {
            ',' if depth == 0 => branches.push(String::new()),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                branches.last_mut().unwrap().push(c);
            }
        }
    }
    let branches =
        branches.iter().filter(|branch| !branch.trim().is_empty()).flat_map(|branch| spread(branch));
    branches.map(|branch| format!("{}{branch}", before.trim())).collect()
}

/// A path as it is from the root; nothing of another crate's.
fn absolute(parts: &str, module: &[String], all: &BTreeMap<Vec<String>, PathBuf>) -> Option<Vec<String>> {
    let mut at = module.to_vec();
    let mut rest = parts.split("::").map(|part| part.trim().to_owned()).peekable();
    match rest.peek()?.as_str() {
        "crate" => at.clear(),
        "self" | "super" => {}
        first if all.contains_key(&[module, &[first.to_owned()]].concat()) => {
            return Some([at, rest.collect()].concat());
        }
        _ => return None,
    }
    while let Some(part) = rest.next_if(|part| ["crate", "self", "super"].contains(&part.as_str())) {
        if part == "super" {
            at.pop();
        }
    }
    at.extend(rest);
    Some(at)
}

/// The module that defines what a path names, through all that hand it on.
fn defined_in(path: &[String], all: &BTreeMap<Vec<String>, Module>, depth: usize) -> Option<Vec<String>> {
    let length = (0..=path.len()).rev().find(|length| all.contains_key(&path[..*length]))?;
    let (module, name) = (&path[..length], path.get(length));
    let Some(name) = name else { return Some(module.to_vec()) };
    let handed_on =
        all[module].brings.iter().find(|brought| brought.last() == Some(name) && brought[..] != *path);
    match handed_on {
        Some(from) if depth > 0 => defined_in(from, all, depth - 1),
        _ => Some(module.to_vec()),
    }
}

/// No two files need each other, by whatever way round. A folder's own file, which is put together from the others, may be
/// needed by those within.
#[test]
fn no_files_go_in_circles() {
    for floor in FLOORS {
        go_in_no_circles(&modules(floor));
    }
}

fn go_in_no_circles(all: &BTreeMap<Vec<String>, Module>) {
    let used = |path: &Vec<String>| {
        let used = all[path].brings.iter().chain(&all[path].named);
        let files = used.filter_map(|used| defined_in(used, all, 8)).filter(|of| !path.starts_with(of));
        files.collect::<BTreeSet<Vec<String>>>()
    };
    let needs: BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> =
        all.keys().map(|path| (path, used(path))).collect();
    let leads_to = |from: &Vec<String>, to: &Vec<String>| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(path) = open.pop() {
            open.extend(needs[path].iter().filter(|of| seen.insert(*of)));
        }
        seen.contains(to)
    };
    let ties = needs.iter().flat_map(|(path, of)| of.iter().map(move |of| (*path, of)));
    let circles: Vec<String> = ties
        .filter(|(path, of)| leads_to(of, path))
        .map(|(path, of)| format!("{} needs {}", all[path].file.display(), of.join("::")))
        .collect();
    assert!(circles.is_empty(), "files that need each other:\n{}", circles.join("\n"));
}
