//! What is written down is true: the examples of the README and of `docs/`, those of `--help`, and the reports.
//!
//! With `TALI_ODDS_UPDATE=1` in the environment the outputs of the documents and the reports are written
//! anew instead; read the difference before you commit it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{answer, console_lines, folder_with_examples, repository, run_line};
use resvg::tiny_skia::Pixmap;

fn updating() -> bool {
    std::env::var_os("TALI_ODDS_UPDATE").is_some()
}

/// The documents whose examples are run: the README and every chapter.
fn documents() -> Vec<PathBuf> {
    let chapters = fs::read_dir(repository("docs")).unwrap().map(|entry| entry.unwrap().path());
    let chapters = chapters.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    std::iter::once(repository("README.md")).chain(chapters).collect()
}

#[test]
fn the_documents_print_what_they_say() {
    let mut examples = 0;
    for path in documents() {
        let mut document = fs::read_to_string(&path).unwrap();
        let folder = folder_with_examples();
        for (command, said) in console_lines(&document) {
            let run = run_line(folder.path(), &command);
            let printed = run.out + &run.err;
            if updating() {
                document =
                    document.replacen(&format!("$ {command}\n{said}"), &format!("$ {command}\n{printed}"), 1);
            } else {
                assert_eq!(printed, said, "{}: $ {command}", path.display());
            }
            examples += 1;
        }
        if updating() {
            fs::write(path, document).unwrap();
        }
    }
    assert!(examples > 30, "the documents have lost their examples");
}

#[test]
fn every_example_of_every_help_runs() {
    let folder = folder_with_examples();
    let mut examples = 0;
    for verb in [
        "",
        "casts",
        "venus",
        "senio",
        "vultures",
        "canis",
        "odds",
        "win",
        "pot",
        "advise",
        "strategy",
        "balance",
        "tune",
        "report",
        "fit",
        "sheet",
        "games",
        "rules",
        "presets",
        "completions",
        "man",
    ] {
        let arguments: Vec<&str> = [verb, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = answer(&arguments);
        let (_, shown) =
            help.split_once("Examples:\n").unwrap_or_else(|| panic!("{verb} --help has no examples"));
        for line in shown.lines().map(str::trim).filter(|line| line.starts_with("tali-odds ")) {
            let run = run_line(folder.path(), line);
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
            examples += 1;
        }
    }
    assert!(examples > 20);
}

#[test]
fn the_reports_are_what_their_commands_make() {
    let folder = folder_with_examples();
    for (command, _) in console_lines(&fs::read_to_string(repository("reports/README.md")).unwrap()) {
        let run = run_line(folder.path(), &command);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{command}");
        // A report says which files it made.
        assert!(run.out.lines().all(|line| folder.path().join(line).is_file()), "{command}: {}", run.out);
    }
    let (made, kept) = (folder.path().join("reports"), repository("reports"));
    if updating() {
        for name in names(&made) {
            fs::create_dir_all(kept.join(&name).parent().unwrap()).unwrap();
            fs::copy(made.join(&name), kept.join(&name)).unwrap();
        }
    }
    let mut expected = names(&kept);
    assert!(expected.remove("README.md"));
    assert_eq!(names(&made), expected);
    for name in expected {
        assert!(same(&made.join(&name), &kept.join(&name)), "reports/{name} is not what its command makes");
    }
}

/// The files of a folder and of those in it, by their paths from there.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let of = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            names(&entry.path()).into_iter().map(|inner| format!("{name}/{inner}")).collect()
        } else {
            vec![name]
        }
    };
    entries.flat_map(of).collect()
}

/// Byte for byte; pictures pixel for pixel, within what another processor may round differently.
fn same(one: &Path, other: &Path) -> bool {
    const ROUNDING: u8 = 3;
    if one.extension().is_none_or(|ending| ending != "png") {
        return fs::read(one).unwrap() == fs::read(other).unwrap();
    }
    let (one, other) = (Pixmap::load_png(one).unwrap(), Pixmap::load_png(other).unwrap());
    let channels = |pixmap: &Pixmap| pixmap.data().to_vec();
    (one.width(), one.height()) == (other.width(), other.height())
        && channels(&one).iter().zip(channels(&other)).all(|(one, other)| one.abs_diff(other) <= ROUNDING)
}

#[test]
fn packagers_get_completions_and_manual_pages() {
    for (shell, sign) in [
        ("bash", "complete -F _tali__odds"),
        ("zsh", "#compdef tali-odds"),
        ("fish", "complete -c tali-odds"),
    ] {
        assert!(answer(&["completions", shell]).contains(sign), "{shell}");
    }
    let page = answer(&["man"]);
    assert!(page.contains(".TH tali-odds 1") && page.contains("venus"), "{page}");
    let page = answer(&["man", "venus"]);
    assert!(page.contains(".TH tali-odds-venus 1") && page.contains("within"), "{page}");
}

#[test]
fn the_version_is_the_crates() {
    assert_eq!(answer(&["--version"]), format!("tali-odds {}\n", env!("CARGO_PKG_VERSION")));
}
