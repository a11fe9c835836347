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
            // What is shown as an error was written so by hand.
            assert!(
                run.code == Some(0) || said.starts_with("error: "),
                "{}: $ {command}: {printed}",
                path.display()
            );
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

/// Phrases that readers stumbled on, which nothing that is printed says any more.
const GONE: [&str; 22] = [
    "half within",
    "19 in 20 within",
    "1 in 20 within",
    "nine in ten within",
    "19 of 20 within",
    " digits)",
    "amiss",
    "would mend",
    "mends ",
    "for ever",
    "which rule does it",
    "how it goes",
    "over after so many",
    "falls so",
    "times running",
    "where he is",
    "by chance",
    "a patience",
    "how seldom",
    "is said of",
    "what he ",
    "less than 1 of",
];

#[test]
fn the_worst_phrases_are_gone() {
    let mut texts: Vec<(String, String)> = Vec::new();
    let program = answer(&["--help"]);
    let verbs = program.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let (list, _) = program.split_once("Options:").unwrap();
    let verbs = verbs.filter(|verb| list.contains(&format!("  {verb} ")) && *verb != "tali-odds");
    let verbs: Vec<&str> = verbs.collect();
    assert!(verbs.contains(&"tune") && verbs.contains(&"venus"), "{program}");
    for verb in verbs {
        texts.push((format!("{verb} --help"), answer(&[verb, "--help"])));
    }
    texts.push(("--help".to_owned(), program));
    let games: serde_json::Value = serde_json::from_str(&answer(&["games", "--format", "json"])).unwrap();
    for game in games["games"].as_array().unwrap() {
        let name = game["game"].as_str().unwrap();
        texts.push((format!("rules {name}"), answer(&["rules", name])));
    }
    let mut files = documents();
    let mut folders = vec![repository("reports")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.extension().and_then(std::ffi::OsStr::to_str) {
                _ if entry.is_dir() => folders.push(entry),
                Some("md" | "html" | "svg" | "json") => files.push(entry),
                _ => {}
            }
        }
    }
    for file in files {
        texts.push((file.display().to_string(), fs::read_to_string(&file).unwrap()));
    }
    assert!(texts.len() > 60, "{}", texts.len());
    let mut found = Vec::new();
    for (name, text) in &texts {
        let text = text.to_lowercase().replace("for every", "");
        found.extend(
            GONE.iter().filter(|phrase| text.contains(**phrase)).map(|phrase| format!("{name}: {phrase}")),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Every picture of the gallery is one of the reports, drawn by the command that stands above it; and every verb that
/// draws is there.
#[test]
fn the_gallery_shows_what_its_commands_draw() {
    let gallery = fs::read_to_string(repository("docs/gallery.md")).unwrap();
    let reports = fs::read_to_string(repository("reports/README.md")).unwrap();
    let mut verbs = BTreeSet::new();
    for part in gallery.split("\n## ").skip(1) {
        let command = part.split('`').find(|text| text.starts_with("tali-odds ")).unwrap();
        let (asked, file) = command.split_once(" --chart ").unwrap();
        assert!(part.contains(&format!("](../reports/{file})")), "{command}");
        assert!(repository("reports").join(file).exists(), "{command}");
        let made = format!(" --chart reports/{file}");
        let line = reports.lines().find(|line| line.ends_with(&made)).unwrap();
        assert!(line.starts_with(&format!("$ {asked} ")), "{line} is not {command}");
        verbs.insert(asked.split(' ').nth(1).unwrap().to_owned());
    }
    let all = ["advise", "balance", "casts", "fit", "pot", "strategy", "tune", "venus", "win"];
    assert_eq!(verbs, all.map(str::to_owned).into());
}
