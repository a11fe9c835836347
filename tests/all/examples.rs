//! Everything under `examples/` runs, and prints what its comments say.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{repository, run_in};

fn examples(ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository("examples")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

#[test]
fn example_programs_print_their_documented_output() {
    for source in examples("rs") {
        let text = std::fs::read_to_string(&source).unwrap();
        let head: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let said: String = head
            .iter()
            .skip_while(|line| !line.ends_with("```text"))
            .skip(1)
            .take_while(|line| !line.ends_with("```"))
            .map(|line| line.trim_start_matches("//!").trim_start().to_owned() + "\n")
            .collect();
        assert!(!said.is_empty(), "{} does not document its output", source.display());
        let name = source.file_stem().unwrap().to_str().unwrap();
        let printed = Command::new(built(name)).output().unwrap();
        assert!(printed.status.success(), "{name}");
        assert_eq!(String::from_utf8(printed.stdout).unwrap(), said, "{name}");
    }
}

/// A built example, next to the program. Cargo builds the examples when it builds all tests, but not for a single test file.
fn built(example: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_tali-odds")).parent().unwrap().join("examples");
    let path = folder.join(example).with_extension(std::env::consts::EXE_EXTENSION);
    if !path.exists() {
        let build = Command::new(env!("CARGO")).args(["build", "--quiet", "--examples"]).status().unwrap();
        assert!(build.success(), "the examples do not build");
    }
    path
}

/// The example data equal the output of the program that made them.
#[test]
fn the_simulated_throws_can_be_reproduced() {
    let printed = Command::new(built("simulate_throws")).arg("csv").output().unwrap();
    let file = std::fs::read(repository("examples/simulated-throws.csv")).unwrap();
    assert!(printed.stdout == file, "simulated-throws.csv differs from the program's output");
}

/// Whether a file describes an evening rather than bones.
fn is_night(file: &Path) -> bool {
    std::fs::read_to_string(file).unwrap().contains("[[players]]")
}

#[test]
fn night_files_work() {
    let files: Vec<PathBuf> = examples("toml").into_iter().filter(|file| is_night(file)).collect();
    assert!(files.len() >= 2);
    for file in files {
        let run = run_in(Path::new("/"), &["balance", file.to_str().unwrap(), "--format", "json"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", file.display());
        let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert!(document["games"].as_array().unwrap().len() >= 3, "{}", file.display());
    }
}

/// Whether a file has rules of a game rather than bones.
fn is_rules(file: &Path) -> bool {
    std::fs::read_to_string(file).unwrap().lines().any(|line| line.starts_with("game = "))
}

#[test]
fn rules_files_work() {
    let files: Vec<PathBuf> =
        examples("toml").into_iter().filter(|file| is_rules(file) && !is_night(file)).collect();
    assert!(!files.is_empty());
    for file in files {
        let rules = ["--rules", file.to_str().unwrap()];
        let words = [&["win", "coin-tali", "--players", "2", "--games", "0"][..], &rules].concat();
        let run = run_in(Path::new("/"), &words);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", file.display());
        assert!(run.out.contains("Powers used"), "{}", file.display());
    }
}

#[test]
fn faces_files_work() {
    for file in examples("toml").into_iter().filter(|file| !is_night(file) && !is_rules(file)) {
        let run = run_in(Path::new("/"), &["casts", "--faces", file.to_str().unwrap(), "--format", "json"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", file.display());
        let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(document["casts"].as_array().unwrap().len(), 35);
        assert_eq!(document["casts"][34]["cumulative"]["exact"], "1", "{}", file.display());
    }
}

/// Venus by hand: 4! times the product of the four weights.
#[test]
fn faces_files_give_the_odds_worked_by_hand() {
    for (file, venus) in [
        // 24 · 3/25 · 37/100 · 39/100 · 3/25
        ("weights.toml", "38961/781250"),
        // The parameters are 39/2, 167/2, 149/2 and 49/2, with sum 202, and grow by one with every bone:
        // 24 · 39 · 167 · 149 · 49 / (16 · 202 · 203 · 204 · 205)
        ("counts.toml", "6793059/163321040"),
        // 24 · 12 · 43 · 37 · 8 / 100⁴
        ("read-down.toml", "14319/390625"),
    ] {
        let path = repository("examples").join(file);
        let run = run_in(Path::new("/"), &["venus", "--faces", path.to_str().unwrap(), "--format", "json"]);
        let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(document["probability"]["exact"], venus, "{file}");
    }
}
