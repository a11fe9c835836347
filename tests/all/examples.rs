//! Everything under `examples/` runs, and says what it says it says.

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
fn every_program_prints_what_its_head_says() {
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
        assert!(!said.is_empty(), "{} does not say what it prints", source.display());
        let name = source.file_stem().unwrap().to_str().unwrap();
        let printed = Command::new(built(name)).output().unwrap();
        assert!(printed.status.success(), "{name}");
        assert_eq!(String::from_utf8(printed.stdout).unwrap(), said, "{name}");
    }
}

/// A built example, beside the program. Cargo builds all of them with all the tests, but not for one
/// test file alone.
fn built(example: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_tali-odds")).parent().unwrap().join("examples");
    let path = folder.join(example).with_extension(std::env::consts::EXE_EXTENSION);
    if !path.exists() {
        let build = Command::new(env!("CARGO")).args(["build", "--quiet", "--examples"]).status().unwrap();
        assert!(build.success(), "the examples do not build");
    }
    path
}

/// The throws of the example data are those that the program makes.
#[test]
fn the_simulated_throws_are_as_they_were_made() {
    let printed = Command::new(built("simulate_throws")).arg("csv").output().unwrap();
    let file = std::fs::read(repository("examples/simulated-throws.csv")).unwrap();
    assert!(printed.stdout == file, "simulated-throws.csv is another file than the program prints");
}

/// Whether a file describes an evening, and no bones.
fn is_night(file: &Path) -> bool {
    std::fs::read_to_string(file).unwrap().contains("[[players]]")
}

#[test]
fn every_night_file_answers() {
    let files: Vec<PathBuf> = examples("toml").into_iter().filter(|file| is_night(file)).collect();
    assert!(files.len() >= 2);
    for file in files {
        let run = run_in(Path::new("/"), &["balance", file.to_str().unwrap(), "--format", "json"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", file.display());
        let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert!(document["games"].as_array().unwrap().len() >= 3, "{}", file.display());
    }
}

/// Whether a file holds rules of a game, and no bones.
fn is_rules(file: &Path) -> bool {
    std::fs::read_to_string(file).unwrap().lines().any(|line| line.starts_with("game = "))
}

#[test]
fn every_file_of_rules_is_played() {
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
fn every_faces_file_answers() {
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
fn the_faces_files_mean_what_they_say() {
    for (file, venus) in [
        // 24 · 3/25 · 37/100 · 39/100 · 3/25
        ("weights.toml", "38961/781250"),
        // The shapes are 39/2, 167/2, 149/2, 49/2 of 202, and grow by one with every bone:
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
