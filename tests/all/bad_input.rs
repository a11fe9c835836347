//! Wrong requests: one error that says what and where, the right exit code, and nothing half-written.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::common::{Run, program, refused, run, run_in};

/// Runs `venus` with a faces file of this content.
fn with_faces(content: impl AsRef<[u8]>) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("weights.toml"), content).unwrap();
    run_in(folder.path(), &["venus", "--faces", "weights.toml"])
}

#[test]
fn a_wrong_faces_file_is_told_by_name_and_line() {
    let file = |faces: &str| format!("[faces]\n{faces}");
    for (faces, says) in [
        ("1 = -1\n3 = 4\n4 = 4\n6 = 1", "weights.toml: line 2: face 1: `-1` is negative"),
        ("1 = nan\n3 = 4\n4 = 4\n6 = 1", "line 2: face 1: `nan` is not a finite number"),
        ("1 = 1\n3 = inf\n4 = 4\n6 = 1", "line 3: face 3: `inf` is not a finite number"),
        ("1 = 0\n3 = 0\n4 = 0\n6 = 0", "line 1: all four weights are 0"),
        ("1 = 1\n3 = 4\n4 = 4", "face 6 (sinuous) is missing"),
        ("1 = 1\n2 = 4\n4 = 4\n6 = 1", "line 3: `2` means nothing here; the faces of a talus are 1 (flat)"),
        ("1 = 1\n3 = 4\n4 = 4\n5 = 1\n6 = 1", "line 5: `5` means nothing here"),
        ("1 = 1\n3 = 4\n4 = 4\n6 = 1\n6 = 1", "line 6: `6` is given twice"),
        ("1 = 1\n3 = 4\n4 = 4\nsinuous = 1\n6 = 1", "line 6: face 6 (sinuous) is given twice"),
        ("1 = \"\"\n3 = 4\n4 = 4\n6 = 1", "line 2: face 1: `` is not a number"),
        (
            "1 = 1\n3 = 4\n4 = 4\n6 = 1\n[counts]\n1 = 1\n3 = 1\n4 = 1\n6 = 1",
            "`faces` and `counts` are both given",
        ),
    ] {
        refused(&with_faces(file(faces)), 2, &["weights.toml", says]);
    }
    refused(&with_faces(""), 2, &["weights.toml: line 1: there are no weights"]);
    refused(&with_faces(format!("[faces]\n1 = {}", "7".repeat(600))), 2, &["needs more than 500 digits"]);
    refused(&with_faces("[faces]\n1 = 1e999999999999"), 2, &["needs more than 500 digits"]);
    let too_many = "[[tali]]\nfaces = {1=1, 3=4, 4=4, 6=1}\n".repeat(5);
    refused(&with_faces(too_many), 2, &["5 tali are given one by one, and 4 are cast", "--tali 5"]);
}

#[test]
fn what_is_no_text_file_is_told() {
    refused(&with_faces([0u8, 159, 146, 150]), 2, &["this is no text"]);
    refused(&with_faces(b"[faces]\n1 = \0"), 2, &["this is no text"]);
    refused(&with_faces([0xff, 0xfe, b'[']), 2, &["UTF-16"]);
    let folder = tempfile::tempdir().unwrap();
    let here = |arguments: &[&str]| run_in(folder.path(), arguments);
    refused(&here(&["venus", "--faces", "."]), 1, &["cannot read .", "directory"]);
    refused(&here(&["venus", "--faces", "missing.toml"]), 1, &["cannot read missing.toml"]);
    refused(&here(&["venus", "--faces", "tradtional"]), 2, &["did you mean `traditional`?", "uniform"]);
    // Sparse, so that the test does not write a gigabyte.
    fs::File::create(folder.path().join("large.toml")).unwrap().set_len(1 << 30).unwrap();
    refused(&here(&["venus", "--faces", "large.toml"]), 2, &["larger than 1 MiB"]);
}

#[test]
fn usage_errors_say_what_is_allowed() {
    for (arguments, says) in [
        (&["vensu"][..], "'venus'"),
        (&["venus", "--face", "uniform"], "'--faces'"),
        (&["venus", "--format", "jsn"], "json"),
        (&["venus", "--tali", "9"], "from 1 to 8"),
        (&["venus", "--tali", "0"], "from 1 to 8"),
        (&["venus", "--tali", "5"], "a kind of cast of 4 tali, not of 5"),
        (&["venus", "--within", "0"], "from 1 to 1,000,000,000,000,000,000"),
        (&["venus", "--within", "1e19"], "from 1 to"),
        (&["venus", "--within", "1.5"], "from 1 to"),
        (&["venus", "--within=-3"], "from 1 to"),
        (&["venus", "--running", "101"], "from 1 to 100"),
        (&["casts", "--sort", "ranks"], "rank"),
        (&["casts", "--ordered", "--chart", "x.png"], "cannot be used with"),
        (&["venus", "--chart", "x.bmp"], ".png or a .svg"),
        (&["venus", "--chart", "png"], ".png or a .svg"),
        (&["venus", "--chart", "a.png", "--output", "a.png"], "both name a.png"),
        (&["venus", "--chart", "a.png", "--output", "./a.png"], "both name ./a.png"),
        (&["odds"], "EVENT"),
        (&["man", "vensu"], "did you mean `venus`?"),
        (&["completions", "basj"], "bash"),
    ] {
        refused(&run(arguments), 2, &[says]);
    }
    let many: Vec<&str> =
        ["venus", "--chart", "x.png"].into_iter().chain(["--faces", "uniform"].repeat(9)).collect();
    refused(&run(&many), 2, &["at most 8 lines, and 9"]);
}

#[test]
fn an_event_that_cannot_be_read_is_pointed_at() {
    let wrong = run(&["odds", "sum>=14 and 5=1"]);
    refused(&wrong, 2, &["EVENT: before `=` stands `sum`, `rank` or a face"]);
    assert!(wrong.err.ends_with("  sum>=14 and 5=1\n              ^\n"), "{}", wrong.err);
    refused(
        &run(&["odds", "venus", "--given", "vneus"]),
        2,
        &["--given: `vneus` is no event; did you mean `venus`?"],
    );
    refused(&run(&["odds", "venus", "--tali", "5"]), 2, &["belongs to casts of 4 tali, and 5 are cast"]);
    refused(&run(&["odds", "6643", "--tali", "5"]), 2, &["`6643` shows 4 tali, and 5 are cast"]);
    refused(&run(&["odds", ""]), 2, &["expected a cast"]);
}

#[test]
fn a_place_that_cannot_be_written_is_told_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = |arguments: &[&str]| run_in(folder.path(), arguments);
    refused(&here(&["venus", "--chart", "no/such/folder.png"]), 1, &["there is no folder no/such"]);
    refused(&here(&["venus", "--output", "no/such.txt"]), 1, &["there is no folder no"]);
    refused(&here(&["venus", "--output", "."]), 2, &["--output .: a folder is named"]);
    assert_eq!(names(folder.path()), Vec::<String>::new());
    // A wrong event leaves the file from before as it was.
    fs::write(folder.path().join("old.svg"), "before").unwrap();
    refused(&here(&["odds", "5=1", "--chart", "old.svg"]), 2, &["faces are"]);
    assert_eq!(fs::read_to_string(folder.path().join("old.svg")).unwrap(), "before");
    assert_eq!(names(folder.path()), ["old.svg"]);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn the_bones_are_not_overwritten_by_their_answer() {
    let folder = crate::common::folder_with_examples();
    let before = fs::read_to_string(folder.path().join("weights.toml")).unwrap();
    let run =
        run_in(folder.path(), &["venus", "--faces", "weights.toml", "--output", "examples/../weights.toml"]);
    refused(&run, 2, &["--output examples/../weights.toml is read from, and would be overwritten"]);
    assert_eq!(fs::read_to_string(folder.path().join("weights.toml")).unwrap(), before);
}

#[test]
fn long_weights_work() {
    let long = "7".repeat(400);
    let run = with_faces(format!("[faces]\n1 = {long}\n3 = {long}1\n4 = {long}9\n6 = \"1/{long}\""));
    assert_eq!(run.code, Some(0), "{run:?}");
    // Nearly 1/21, 10/21, 10/21 and 1/(7/9·10⁴⁰⁰ · 7/9·10⁴⁰⁰ · 21): 24 times their product.
    let tiny = 24.0 * (1.0 / 21.0) * (10.0 / 21.0) * (10.0 / 21.0) * (81.0 / 49.0 / 21.0);
    assert_eq!(format!("{tiny:.4}"), "0.0204");
    assert!(run.out.starts_with("Venus: 2.04") && run.out.contains(" × 10⁻⁸⁰⁰ %"), "{}", run.out);
    let run = with_faces(format!("[faces]\n1 = {long}\n3 = {long}\n4 = {long}\n6 = {long}"));
    assert!(run.out.contains("3/32"), "{}", run.out);
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = program(folder.path())
        .args(["casts", "--ordered", "--tali", "8", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    refused(&run(&["venus", "--output", "/dev/full"]), 1, &["cannot write /dev/full", "No space left"]);
    let folder = tempfile::tempdir().unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program(folder.path()).args(["venus", "--chart", "x.svg"]).stdout(full).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.starts_with("error: cannot write to standard output: No space left"), "{told}");
    // The chart was placed before the words were to follow, and is whole.
    assert_eq!(names(folder.path()), ["x.svg"]);
    assert!(fs::read_to_string(folder.path().join("x.svg")).unwrap().ends_with("</svg>\n"));
    assert!(fs::metadata("/dev/full").unwrap().len() == 0, "the device is still there");
}

#[cfg(target_os = "linux")]
#[test]
fn links_are_followed_and_streams_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("behind.svg", folder.path().join("link.svg")).unwrap();
    assert_eq!(run_in(folder.path(), &["venus", "--chart", "link.svg"]).code, Some(0));
    assert!(folder.path().join("link.svg").is_symlink() && folder.path().join("behind.svg").is_file());

    let log = folder.path().join("log");
    fs::write(&log, "before\n").unwrap();
    let stdout = fs::OpenOptions::new().append(true).open(&log).unwrap();
    let status =
        program(folder.path()).args(["venus", "--output", "/dev/stdout"]).stdout(stdout).status().unwrap();
    assert!(status.success());
    assert!(fs::read_to_string(&log).unwrap().starts_with("before\nVenus: 24/625"));
}

#[cfg(unix)]
#[test]
fn bones_come_through_pipes_and_under_any_file_name() {
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
