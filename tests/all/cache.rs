//! What took long to solve is kept in the user's cache folder, and never trusted.

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

/// A folder with bones, and with others. Those of three faces have few casts, and a match with them is soon solved.
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

fn kept(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.join("cache/tali-odds"));
    files.map_or(Vec::new(), |files| files.map(|file| file.unwrap().path()).collect())
}

/// A folder in which the match was solved, the one file that is kept of it, and what was answered.
fn solved() -> (tempfile::TempDir, PathBuf, String) {
    let folder = with_bones();
    let answered = answer(folder.path(), &MATCH);
    let [file] = kept(folder.path()).try_into().unwrap();
    (folder, file, answered)
}

fn changed(file: &Path) -> SystemTime {
    fs::metadata(file).unwrap().modified().unwrap()
}

#[test]
fn a_match_is_kept_and_answers_are_the_same_with_it_and_without() {
    let (folder, file, first) = solved();
    let (contents, time) = (fs::read(&file).unwrap(), changed(&file));
    assert_eq!(answer(folder.path(), &MATCH), first);
    // Whatever else is asked of the match.
    let other = ["advise", "mendax-common", "--position", "1-1 6661 S16", "--format=json", BONES];
    let advice = answer(folder.path(), &other);
    assert_eq!((fs::read(&file).unwrap(), changed(&file), kept(folder.path()).len()), (contents, time, 1));

    let without = with_bones();
    assert_eq!(answer(without.path(), &[&MATCH[..], &["--no-cache"]].concat()), first);
    assert_eq!(answer(without.path(), &[&other[..], &["--no-cache"]].concat()), advice);
    assert_eq!(kept(without.path()), Vec::<PathBuf>::new());
    // Other bones and rules have files of their own.
    answer(folder.path(), &[&MATCH[..5], &["--faces=others.toml"]].concat());
    answer(folder.path(), &[&MATCH[..], &["--rule", "starter=\"loser\""]].concat());
    assert_eq!(kept(folder.path()).len(), 3);
}

#[test]
fn a_damaged_file_is_solved_anew_and_mended() {
    let (folder, file, first) = solved();
    let whole = fs::read(&file).unwrap();
    let mut one_bit = whole.clone();
    one_bit[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() / 2], &[], &one_bit, b"something else"] {
        fs::write(&file, damaged).unwrap();
        assert_eq!(answer(folder.path(), &MATCH), first);
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    // Nothing can be kept where a folder lies in the place of the file, or a file in that of the folder.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(answer(folder.path(), &MATCH), first);
    fs::remove_dir_all(folder.path().join("cache")).unwrap();
    fs::write(folder.path().join("cache"), "").unwrap();
    assert_eq!(answer(folder.path(), &MATCH), first);
}

#[test]
fn a_whole_file_that_says_what_is_not_best_is_seen_through() {
    let (folder, file, first) = solved();
    let whole = fs::read(&file).unwrap();
    let mut contents = Vec::new();
    GzDecoder::new(whole.as_slice()).read_to_end(&mut contents).unwrap();
    // Whoever was certain to challenge, or to call something, is certain not to.
    let (certain, never) = (1.0f64.to_le_bytes(), 0.0f64.to_le_bytes());
    let places: Vec<usize> =
        (0..contents.len() - 8).filter(|place| contents[*place..].starts_with(&certain)).collect();
    assert!(places.len() > 1_000);
    for place in places {
        contents[place..place + 8].copy_from_slice(&never);
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&contents).unwrap();
    fs::write(&file, packed.finish().unwrap()).unwrap();
    assert_eq!(answer(folder.path(), &MATCH), first);
    assert_eq!(fs::read(&file).unwrap(), whole);
}
