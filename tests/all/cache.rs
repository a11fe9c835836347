//! Slow solutions are cached in the user's cache folder, and verified when read.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::common::{Run, everything, program};

const MATCH: [&str; 6] = ["win", "mendax-common", "--rule=counters=1", "--games=0", "--format=json", BONES];

const BONES: &str = "--faces=bones.toml";

/// A folder with two sets of bones. With three faces there are few casts, so a match is solved quickly.
fn with_bones() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let weights = if everything() { [[1, 4, 4, 1], [1; 4]] } else { [[1, 2, 0, 1], [1, 0, 4, 1]] };
    for (name, [one, three, four, six]) in ["bones.toml", "others.toml"].into_iter().zip(weights) {
        let faces = format!("faces = {{ 1 = {one}, 3 = {three}, 4 = {four}, 6 = {six} }}");
        fs::write(folder.path().join(name), faces).unwrap();
    }
    folder
}

/// Runs the program with a cache folder of its own.
fn run(folder: &Path, arguments: &[&str]) -> Run {
    program(folder).args(arguments).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap().into()
}

#[track_caller]
fn answer(folder: &Path, arguments: &[&str]) -> String {
    let run = run(folder, arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out
}

fn stored(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.join("cache/tali-odds"));
    files.map_or(Vec::new(), |files| files.map(|file| file.unwrap().path()).collect())
}

/// Solves the match in a new folder. Returns the folder, its one cached file, and the answer.
fn solved() -> (tempfile::TempDir, PathBuf, String) {
    let folder = with_bones();
    let answered = answer(folder.path(), &MATCH);
    let [file] = stored(folder.path()).try_into().unwrap();
    (folder, file, answered)
}

fn changed(file: &Path) -> SystemTime {
    fs::metadata(file).unwrap().modified().unwrap()
}

#[test]
fn answers_are_the_same_with_and_without_the_cache() {
    let (folder, file, first) = solved();
    let (contents, time) = (fs::read(&file).unwrap(), changed(&file));
    assert_eq!(answer(folder.path(), &MATCH), first);
    // Other questions about the match use the same file.
    let other = ["advise", "mendax-common", "--position", "1-1 6661 S16", "--format=json", BONES];
    let advice = answer(folder.path(), &other);
    assert_eq!((fs::read(&file).unwrap(), changed(&file), stored(folder.path()).len()), (contents, time, 1));

    let without = with_bones();
    assert_eq!(answer(without.path(), &[&MATCH[..], &["--no-cache"]].concat()), first);
    assert_eq!(answer(without.path(), &[&other[..], &["--no-cache"]].concat()), advice);
    assert_eq!(stored(without.path()), Vec::<PathBuf>::new());
    // Other bones and rules have files of their own.
    answer(folder.path(), &[&MATCH[..5], &["--faces=others.toml"]].concat());
    answer(folder.path(), &[&MATCH[..], &["--rule", "starter=\"loser\""]].concat());
    assert_eq!(stored(folder.path()).len(), 3);
}

#[test]
fn damaged_files_are_replaced() {
    let (folder, file, first) = solved();
    let whole = fs::read(&file).unwrap();
    let mut one_bit = whole.clone();
    one_bit[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() / 2], &[], &one_bit, b"something else"] {
        fs::write(&file, damaged).unwrap();
        assert_eq!(answer(folder.path(), &MATCH), first);
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    // Nothing can be cached if the file's path is a folder, or the folder's path a file.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(answer(folder.path(), &MATCH), first);
    fs::remove_dir_all(folder.path().join("cache")).unwrap();
    fs::write(folder.path().join("cache"), "").unwrap();
    assert_eq!(answer(folder.path(), &MATCH), first);
}

#[test]
fn wrong_strategies_in_valid_files_are_detected() {
    let (folder, file, first) = solved();
    let whole = fs::read(&file).unwrap();
    let mut contents = Vec::new();
    GzDecoder::new(whole.as_slice()).read_to_end(&mut contents).unwrap();
    // Actions with probability 1 get probability 0.
    let (certain, never) = (1.0f64.to_le_bytes(), 0.0f64.to_le_bytes());
    let indices: Vec<usize> =
        (0..contents.len() - 8).filter(|index| contents[*index..].starts_with(&certain)).collect();
    assert!(indices.len() > 1_000);
    for index in indices {
        contents[index..index + 8].copy_from_slice(&never);
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&contents).unwrap();
    fs::write(&file, packed.finish().unwrap()).unwrap();
    assert_eq!(answer(folder.path(), &MATCH), first);
    assert_eq!(fs::read(&file).unwrap(), whole);
}
