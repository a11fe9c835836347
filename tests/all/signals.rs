//! Signals, pipes, full disks and limits: answers are written completely or not at all.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{assert_conforms, folder_with_examples, program};

/// All paths below a folder.
fn paths(folder: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            paths.push(path.strip_prefix(folder).unwrap().display().to_string());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    paths.sort();
    paths
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    program(folder).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends a signal to the program, which installs its handlers first.
fn send(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Waits until the program reads from a pipe. It keeps reading until the returned file is dropped.
fn wait_for_reader(pipe: &Path) -> fs::File {
    fs::OpenOptions::new().write(true).open(pipe).unwrap()
}

fn is_hangup_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 1
}

#[test]
fn signals_leave_no_partial_report() {
    for (signal, code, says) in [
        ("-INT", 130, "error: interrupted\n"),
        ("-TERM", 143, "error: ended by SIGTERM\n"),
        ("-HUP", 129, "error: ended by SIGHUP\n"),
    ] {
        // Under `nohup` the program rightly ignores this signal.
        if signal == "-HUP" && is_hangup_ignored() {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        pipe(folder.path(), "bones.toml");
        let night = "version = 1\nplayers = [{ name = 'Aulus', bones = 'bones.toml' }, { name = 'Brutus' }]\n\
                     [[games]]\ngame = 'simple-tali'\n";
        fs::write(folder.path().join("night.toml"), night).unwrap();
        let before = paths(folder.path());
        let child = start(folder.path(), &["report", "night.toml", "-o", "a/b/night"]);
        let reads = wait_for_reader(&folder.path().join("bones.toml"));
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        drop(reads);
        assert_eq!(output.status.code(), Some(code), "{signal}: {output:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), says);
        assert_eq!((output.stdout, paths(folder.path())), (Vec::new(), before), "{signal}");
    }
}

#[test]
fn signals_leave_no_partial_files() {
    let folder = tempfile::tempdir().unwrap();
    pipe(folder.path(), "pipe");
    let child = start(folder.path(), &["venus", "--chart", "x.svg", "--output", "pipe"]);
    // The chart is written, and the text waits for a reader that never comes.
    while !folder.path().join("x.svg").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    send(&child, "-TERM");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(143));
    assert_eq!(paths(folder.path()), ["pipe", "x.svg"]);
}

#[test]
fn ctrl_c_stops_long_solutions() {
    let folder = tempfile::tempdir().unwrap();
    pipe(folder.path(), "bones.toml");
    let before = paths(folder.path());
    // Minutes of work, which cannot start before the bones are read.
    for long in [
        "tune century --vary target=400..460:2 --vary casts=100..160 --want win:seat1=0.5",
        "strategy aseb --rule throw=talus --no-cache --solve -o aseb.table",
    ] {
        let mut long: Vec<&str> = long.split(' ').collect();
        long.extend(["--faces", "bones.toml"]);
        let child = start(folder.path(), &long);
        let mut bones = wait_for_reader(&folder.path().join("bones.toml"));
        bones.write_all(b"[faces]\n1 = 0.1\n3 = 0.4\n4 = 0.4\n6 = 0.1\n").unwrap();
        drop(bones);
        send(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(130), Vec::new()), "{long:?}");
        assert_eq!(paths(folder.path()), before, "{long:?}");
    }
}

/// Runs a shell line in which `$T` is the program. Returns the exit code and standard error.
fn shell(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", line])
        .env("T", env!("CARGO_BIN_EXE_tali-odds"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn file_size_limits_are_reported_and_leave_nothing() {
    let folder = folder_with_examples();
    let small =
        "version = 1\nplayers = [{ name = 'Aulus' }, { name = 'Brutus' }]\n[[games]]\ngame = 'simple-tali'\n";
    fs::write(folder.path().join("small.toml"), small).unwrap();
    let before = paths(folder.path());
    for (arguments, says) in [
        ("casts --output big.txt", "error: cannot write big.txt: File too large"),
        ("venus --chart x.png", "error: cannot write x.png: File too large"),
        (
            "strategy aseb --rule pieces=2 --no-cache --solve -o x.table",
            "error: cannot write x.table: File too large",
        ),
        ("report small.toml -o a/b", "error: cannot write a/b/index.html: File too large"),
        ("report small.toml -o examples", "error: cannot write examples/index.html: File too large"),
    ] {
        let (code, shown) = shell(folder.path(), &format!("ulimit -f 1; exec $T {arguments}"));
        assert_eq!(code, Some(1), "{arguments}: {shown}");
        assert!(shown.starts_with(says), "{arguments}: {shown}");
        assert_eq!(paths(folder.path()), before, "{arguments}");
    }
}

#[test]
fn full_disks_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in
        ["--help", "--version", "venus --help", "games", "presets", "man", "completions bash", "sheet"]
    {
        let (code, shown) = shell(folder.path(), &format!("exec $T {arguments} > /dev/full"));
        assert_eq!(code, Some(1), "{arguments}: {shown}");
        assert!(
            shown.starts_with("error: cannot write to standard output: No space left"),
            "{arguments}: {shown}"
        );
    }
    // The chart was written before the text, and is complete.
    assert_eq!(shell(folder.path(), "exec $T venus --chart x.svg > /dev/full").0, Some(1));
    assert_eq!(paths(folder.path()), ["x.svg"]);
    assert!(fs::read_to_string(folder.path().join("x.svg")).unwrap().ends_with("</svg>\n"));
    let (code, shown) = shell(folder.path(), "exec $T venus --output /dev/full");
    assert!(code == Some(1) && shown.starts_with("error: cannot write /dev/full: No space left"), "{shown}");
    assert!(!fs::metadata("/dev/full").unwrap().is_file(), "the device was replaced");
}

#[test]
fn output_works_in_shared_memory_and_to_open_files() {
    let memory = tempfile::Builder::new().tempdir_in("/dev/shm");
    // Not every system has it.
    if let Ok(memory) = memory {
        let path = memory.path().join("x.json");
        for arguments in [&["games"][..], &["venus", "--format", "json"]] {
            let path = path.to_str().unwrap();
            let status = program(memory.path()).args(arguments).args(["--output", path]).status().unwrap();
            assert!(status.success());
        }
        let text = fs::read_to_string(&path).unwrap();
        assert_conforms(&serde_json::from_str(&text).unwrap(), &text);
        assert_eq!(paths(memory.path()), ["x.json"]);
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["/dev/stdout", "/dev/fd/3", "/proc/self/fd/1", "/dev/null"] {
        let line = format!("echo before > log; exec $T presets --output {name} 3>> log >> log");
        assert_eq!(shell(folder.path(), &line), (Some(0), String::new()), "{name}");
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        assert!(log.starts_with("before\n"), "{name}: {log}");
        assert_eq!(log.contains("traditional"), name != "/dev/null", "{name}: {log}");
        assert_eq!(paths(folder.path()), ["log"]);
    }
}

fn pipe(folder: &Path, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.join(name)).status().unwrap().success());
}

#[test]
fn pipes_receive_one_complete_document() {
    let folder = tempfile::tempdir().unwrap();
    pipe(folder.path(), "pipe");
    let path = folder.path().join("pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        fs::File::open(path).unwrap().read_to_string(&mut text).unwrap();
        text
    });
    let arguments = ["venus", "--format", "json", "--chart", "x.svg", "--output", "pipe"];
    let output = program(folder.path()).args(arguments).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    let text = reader.join().unwrap();
    assert_conforms(&serde_json::from_str(&text).unwrap(), &text);
    assert_eq!(paths(folder.path()), ["pipe", "x.svg"]);
}
