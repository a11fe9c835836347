//! Architecture rules that the compiler does not check: imports within a crate go one way, and only `cli` prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::repository;

/// The floors, each a crate that depends only on those below it.
const FLOORS: [&str; 3] = ["src", "crates/games/src", "crates/core/src"];

/// The layers of the top and bottom floors, with what each may use in addition to itself and the leaves.
const LAYERS: [(&str, &str, &[&str]); 10] = [
    ("src", "cli", &["output", "analysis", "inference", "games", "monte_carlo", "exact", "process", "tali"]),
    ("src", "output", &["analysis", "inference", "games", "exact", "process", "tali"]),
    ("src", "analysis", &["inference", "games", "figures", "exact", "monte_carlo", "process", "tali"]),
    ("crates/core/src", "figures", &["exact", "monte_carlo", "process", "tali"]),
    ("crates/core/src", "inference", &["monte_carlo", "tali"]),
    ("crates/core/src", "exact", &["process", "tali"]),
    ("crates/core/src", "search", &["process", "tali"]),
    ("crates/core/src", "monte_carlo", &["process", "tali"]),
    ("crates/core/src", "process", &["tali"]),
    ("crates/core/src", "tali", &[]),
];

/// The modules that every layer may use, and a macro.
const LEAVES: [&str; 4] = ["messages", "plain_text", "toml_text", "delegate"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The names that follow `crate::` in a file.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
}

#[test]
fn imports_go_one_way() {
    for floor in ["src", "crates/core/src"] {
        let folders = fs::read_dir(repository(floor)).unwrap().map(|entry| entry.unwrap());
        let folders: BTreeSet<String> = folders
            .filter(|entry| entry.file_type().unwrap().is_dir())
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        let layers = LAYERS.iter().filter(|(of, ..)| *of == floor).map(|(_, layer, _)| (*layer).to_owned());
        assert_eq!(folders, layers.collect(), "every folder of {floor} should be a layer");
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
fn only_the_command_line_uses_streams() {
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

/// The code of every module of a floor, without tests and comments, by the module's path from the root.
type Floor = BTreeMap<Vec<String>, String>;

fn floor(name: &str) -> Floor {
    let root = repository(name);
    let path_of = |file: &Path| -> Vec<String> {
        let inside = file.strip_prefix(&root).unwrap().with_extension("");
        let parts = inside.iter().map(|part| part.to_str().unwrap().to_owned());
        parts.filter(|part| !["mod", "lib", "main"].contains(&part.as_str())).collect()
    };
    let code_of = |file: &Path| {
        let text = fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        lines.join("\n").split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned()
    };
    let files = sources(&root).into_iter();
    let files = files.filter(|file| !file.ends_with("tests.rs") && !file.ends_with("main.rs"));
    files.map(|file| (path_of(&file), code_of(&file))).collect()
}

/// The names of its own floor that a module uses.
#[derive(Default)]
struct Module {
    /// The names that its `use` declarations import, with their paths from the root.
    brings: Vec<(String, Vec<String>)>,
    /// The modules that it imports by `*`.
    globs: Vec<Vec<String>>,
    /// The paths written out in its code.
    named: Vec<Vec<String>>,
    /// The names it defines; below, every word of its code.
    defines: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Module {
    fn new(path: &[String], code: &str, all: &Floor) -> Self {
        const DEFINES: [&str; 9] =
            ["fn", "struct", "enum", "const", "static", "trait", "type", "mod", "macro_rules!"];
        let mut module = Self::default();
        let mut body = String::new();
        // A `use` declaration begins a line and ends with a semicolon.
        let mut rest = code;
        while let Some(line) = rest.split_inclusive('\n').next() {
            let begins = line.trim_start();
            let visible = begins.strip_prefix("pub").map_or(begins, |hidden| {
                hidden.strip_prefix('(').and_then(|of| of.split_once(')')).map_or(hidden, |(_, after)| after)
            });
            if visible.trim_start().starts_with("use ") {
                let (tree, after) = rest.split_once(';').unwrap();
                module.bring(tree.split_once("use ").unwrap().1, path, all);
                rest = after;
            } else {
                body.push_str(line);
                rest = &rest[line.len()..];
            }
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words: Vec<&str> = body.split(|c: char| !is_word(c) && c != '!').collect();
        let defined = words.windows(2).filter(|pair| DEFINES.contains(&pair[0]));
        module.defines = defined.map(|pair| pair[1].to_owned()).collect();
        module.words = words.into_iter().map(str::to_owned).collect();
        let written = body.split(|c: char| !is_word(c) && c != ':').filter(|parts| parts.contains("::"));
        let written = written.map(|parts| parts.trim_end_matches(':'));
        module.named = written.filter_map(|parts| module.absolute(parts, path, all)).collect();
        module
    }

    /// Reads a tree such as `a::{b, c::{d, e as f}}`.
    fn bring(&mut self, tree: &str, path: &[String], all: &Floor) {
        for (parts, name) in spread(tree) {
            let Some(mut from_root) = self.absolute(&parts, path, all) else { continue };
            if name == "*" {
                from_root.pop();
                self.globs.push(from_root);
            } else {
                self.brings.push((name, from_root));
            }
        }
    }

    /// The path from the root; `None` for paths of other crates.
    fn absolute(&self, parts: &str, module: &[String], all: &Floor) -> Option<Vec<String>> {
        let mut rest = parts.split("::").map(|part| part.trim().to_owned()).peekable();
        let mut at = module.to_vec();
        match rest.peek()?.as_str() {
            "crate" => at.clear(),
            "self" | "super" => {}
            first if all.contains_key(&[module, &[first.to_owned()]].concat()) => {}
            first => {
                let (_, from_root) = self.brings.iter().find(|(name, _)| name == first)?;
                return Some(from_root.iter().cloned().chain(rest.skip(1)).collect());
            }
        }
        while let Some(part) = rest.next_if(|part| ["crate", "self", "super"].contains(&part.as_str())) {
            if part == "super" {
                at.pop();
            }
        }
        at.extend(rest);
        Some(at)
    }

    /// The path of a name that this module re-exports or uses without defining it.
    fn found(&self, name: &str, all: &BTreeMap<Vec<String>, Self>) -> Option<Vec<String>> {
        let brought = self.brings.iter().find(|(brought, _)| brought == name);
        brought.map(|(_, from)| from.clone()).or_else(|| {
            let knows = |module: &Self| {
                module.defines.contains(name) || module.brings.iter().any(|(brought, _)| brought == name)
            };
            let glob = self.globs.iter().find(|glob| all.get(*glob).is_some_and(knows))?;
            Some([&glob[..], &[name.to_owned()]].concat())
        })
    }
}

/// The paths of a tree such as `a::{b, c::{d, e as f}}`, each with its local name.
fn spread(tree: &str) -> Vec<(String, String)> {
    let Some((before, inside)) = tree.split_once('{') else {
        let (path, renamed) = tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
        let path = path.trim().trim_end_matches("::self").to_owned();
        let name = renamed.unwrap_or_else(|| path.rsplit("::").next().unwrap()).trim().to_owned();
        return vec![(path, name)];
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
    let branches = branches.iter().filter(|branch| !branch.trim().is_empty());
    branches.flat_map(|branch| spread(&format!("{}{}", before.trim(), branch.trim()))).collect()
}

/// The modules on a path: those that re-export its name, and the one that defines it.
fn led_through(path: &[String], all: &BTreeMap<Vec<String>, Module>, depth: usize) -> BTreeSet<Vec<String>> {
    let length = (0..=path.len()).rev().find(|length| all.contains_key(&path[..*length])).unwrap();
    let (module, rest) = path.split_at(length);
    let mut through = BTreeSet::from([module.to_vec()]);
    if let [name, after @ ..] = rest
        && depth > 0
        && !all[module].defines.contains(name)
        && let Some(from) = all[module].found(name, all)
    {
        through.extend(led_through(&[&from[..], after].concat(), all, depth - 1));
    }
    through
}

/// No two files depend on each other, directly or through others, including re-exports. Only a folder's own file may be used by
/// the files in it.
#[test]
fn there_are_no_import_cycles() {
    for name in FLOORS {
        assert_eq!(circles(&floor(name)), [""; 0], "files of {name} that depend on each other");
    }
}

fn circles(floor: &Floor) -> Vec<String> {
    let all = floor.iter().map(|(path, code)| (path.clone(), Module::new(path, code, floor)));
    let all: BTreeMap<Vec<String>, Module> = all.collect();
    let used = |(path, module): (&Vec<String>, &Module)| {
        let by_glob = module.words.iter().filter(|word| !module.defines.contains(*word));
        let by_glob = by_glob.filter_map(|word| module.found(word, &all));
        let paths = module.brings.iter().map(|(_, from)| from).chain(&module.named).chain(&module.globs);
        let paths = paths.cloned().chain(by_glob);
        let files = paths.flat_map(|path| led_through(&path, &all, 8)).filter(|of| !path.starts_with(of));
        (path.clone(), files.collect::<BTreeSet<Vec<String>>>())
    };
    let needs: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = all.iter().map(used).collect();
    let leads_to = |from: &Vec<String>, to: &Vec<String>| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(path) = open.pop() {
            open.extend(needs[path].iter().filter(|of| seen.insert(*of)));
        }
        seen.contains(to)
    };
    let ties = needs.iter().flat_map(|(path, of)| of.iter().map(move |of| (path, of)));
    let circles = ties.filter(|(path, of)| leads_to(of, path));
    circles.map(|(path, of)| format!("{} needs {}", path.join("::"), of.join("::"))).collect()
}

/// Cycles are found through files that re-export a name: directly, renamed, or by `*`.
#[test]
fn cycles_through_re_exports_are_found() {
    let made = |files: &[(&str, &str)]| {
        let path = |path: &str| path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        circles(&files.iter().map(|(at, code)| (path(at), (*code).to_owned())).collect())
    };
    let within = ("b::c", "pub struct Name;");
    for handed_on in
        ["pub use self::c::Name;", "pub(super) use c::{Name as Other, Name};", "pub use self::c::*;"]
    {
        let b = format!("mod c;\n{handed_on}\nuse crate::a;");
        let found = made(&[("a", "use super::b::Name;"), ("b", &b), within]);
        assert_eq!(found, ["a needs b", "b needs a"], "{handed_on}");
        let c = "use crate::a::of;\npub struct Name;";
        let found = made(&[("a", "use crate::b;\nfn of(_: b::Name) {}"), ("b", handed_on), ("b::c", c)]);
        assert!(found.contains(&"a needs b::c".to_owned()), "{handed_on}: {found:?}");
    }
    assert_eq!(
        made(&[("a", "use super::b::Name;"), ("b", "mod c;\npub use self::c::Name;"), within]),
        [""; 0]
    );
    assert_eq!(made(&[("b", "mod c;\nuse self::c::Name;"), ("b::c", "use super::Other;")]), [""; 0]);
}
