//! The rules of the architecture that no compiler checks: imports run one way, and only `cli` prints.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::repository;

/// The layers with what each may use, besides itself and the leaves.
const LAYERS: [(&str, &[&str]); 10] = [
    ("cli", &["output", "analysis", "inference", "games", "monte_carlo", "exact", "process", "tali"]),
    ("output", &["analysis", "inference", "games", "exact", "process", "tali"]),
    ("analysis", &["inference", "games", "exact", "monte_carlo", "process", "tali"]),
    ("inference", &["monte_carlo", "tali"]),
    ("games", &["exact", "search", "monte_carlo", "process", "tali"]),
    ("exact", &["process", "tali"]),
    ("search", &["process", "tali"]),
    ("monte_carlo", &["process", "tali"]),
    ("process", &["tali"]),
    ("tali", &[]),
];

/// What every layer may use.
const LEAVES: [&str; 2] = ["messages", "toml_text"];

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
    let folders = fs::read_dir(repository("src")).unwrap().map(|entry| entry.unwrap());
    let folders: Vec<String> = folders
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert_eq!(folders.len(), LAYERS.len(), "every folder of src is a layer: {folders:?}");
    for (layer, below) in LAYERS {
        let files = sources(&repository("src").join(layer));
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
    for file in sources(&repository("src")) {
        if file.starts_with(repository("src/cli")) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for stream in ["println!", "print!", "io::stdout", "io::stderr", "io::stdin", "std::fs"] {
            assert!(!text.contains(stream), "{} has {stream}", file.display());
        }
    }
}
