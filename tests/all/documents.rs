//! What is written down is true: the examples of the README and of `docs/`, those of `--help`, and the reports.
//!
//! What takes long is left to CI and to `TALI_ODDS_ALL=1`. With `TALI_ODDS_UPDATE=1` in the environment the outputs of the
//! documents and the reports are written anew instead, all of them; read the difference before you commit it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{answer, console_lines, everything_printed, folder_with_examples, repository, run_line};
use tali_odds::games::all;
use tiny_skia::Pixmap;

fn updating() -> bool {
    std::env::var_os("TALI_ODDS_UPDATE").is_some()
}

/// Whether all examples are run and all reports are made.
fn is_all_made() -> bool {
    updating() || everything_printed()
}

/// Parts of examples that take a second and more. What they show of games that are solved with decisions, of evenings and
/// of counted bones is what other tests ask for in small.
const TAKE_LONG: [&str; 13] = [
    "4-choice",
    "aseb --rule pieces=3",
    "duodecim-scriptorum --position '16",
    "mendax-single --games 0",
    "mendax-single --play",
    "night.toml",
    "pot augustus --players 4",
    "scope=evening",
    "search:",
    "strategy mancala",
    "strategy mendax-single",
    "void=bluff",
    "win circus-maximus",
];

/// Whether this example is run.
fn is_run(command: &str) -> bool {
    is_all_made() || !TAKE_LONG.iter().any(|part| command.contains(part))
}

/// The verb of an example.
fn verb_of(command: &str) -> &str {
    let (_, words) = command.split_once("tali-odds ").or_else(|| command.split_once(" -- ")).unwrap();
    words.split(' ').next().unwrap()
}

/// The documents whose examples are run: the README and every chapter.
fn documents() -> Vec<PathBuf> {
    let chapters = fs::read_dir(repository("docs")).unwrap().map(|entry| entry.unwrap().path());
    let chapters = chapters.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    std::iter::once(repository("README.md")).chain(chapters).collect()
}

#[test]
fn the_documents_print_what_they_say() {
    let (mut examples, mut ran) = (BTreeSet::new(), BTreeSet::new());
    for path in documents() {
        let mut document = fs::read_to_string(&path).unwrap();
        let folder = folder_with_examples();
        for (command, said) in console_lines(&document) {
            examples.insert(verb_of(&command).to_owned());
            if !is_run(&command) {
                continue;
            }
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
            ran.insert(verb_of(&command).to_owned());
        }
        if updating() {
            fs::write(path, document).unwrap();
        }
    }
    assert!(examples.len() > 12, "the documents have lost their examples");
    assert_eq!(ran, examples);
}

/// The README is one page, and shows nothing but files that are there.
#[test]
fn the_readme_is_one_page() {
    const MOST_LINES: usize = 120;
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    assert!(readme.lines().count() <= MOST_LINES);
    let links = readme.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap());
    let files: Vec<&str> = links.filter(|link| !link.starts_with("http")).collect();
    assert!(files.len() > 15 && files.contains(&"docs/gallery.md"), "{files:?}");
    for file in files {
        assert!(repository(file).exists(), "{file}");
    }
}

/// The findings that the README tells stand in what their commands print.
#[test]
fn what_the_readme_retells_is_what_its_commands_say() {
    let folder = folder_with_examples();
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    let (_, findings) = readme.split_once("## What people retell").unwrap();
    let (findings, _) = findings.split_once("\n## ").unwrap();
    let findings: Vec<&str> = findings.lines().filter(|line| line.starts_with("- ")).collect();
    let printed = [
        ("all 72 in his first turn", "+72"),
        ("win 70 % of Augustus's games", "│ Seat 2 ┆ 70.13 % ┆"),
        ("35 casts", "│ Solved ┆   35 ┆"),
        ("20,078 casts", "│ 1    ┆ 20,078 ┆"),
        ("never ends", "│ Never ends ┆ 100 % ┆"),
    ];
    assert_eq!(findings.len(), printed.len());
    for (finding, (told, shown)) in findings.iter().zip(printed) {
        assert!(finding.contains(told), "{finding}");
        let command = finding.split('`').find(|text| text.starts_with("tali-odds ")).unwrap();
        let simulates = command.contains(" win ") && !command.contains("--games");
        let alone = command.to_owned() + if simulates { " --games 0" } else { "" };
        let run = run_line(folder.path(), &alone);
        assert!(run.code == Some(0) && run.out.contains(shown), "{command}: {}", run.out);
    }
    assert!(readme.contains("wins most often (50.98 %)"));
    assert!(answer(&["win", "augustus", "--games", "0"]).contains("│ Seat 1 ┆ 50.98 % ┆"));
}

/// Whatever a document counts there is as often.
#[test]
fn documents_count_right() {
    let files = all().filter(|game| !game.file.is_empty()).count();
    // The board games come last.
    let [all, tali] = [all().len(), all().filter(|game| game.number < 19).count()];
    let word = |count: usize| match count {
        4 => "four",
        16 => "sixteen",
        18 => "eighteen",
        22 => "twenty-two",
        _ => panic!("{count} in words"),
    };
    let lines = |file: &str| {
        let rows = fs::read_to_string(repository("tests/expected").join(file)).unwrap().lines().count() - 1;
        if rows < 1000 { rows.to_string() } else { format!("{},{:03}", rows / 1000, rows % 1000) }
    };
    let tables = |of: &str| {
        format!(
            "({} tables, {} values)",
            lines(&format!("{of}_cases.csv")),
            lines(&format!("{of}_values.csv"))
        )
    };
    let coin_tali = fs::read_to_string(repository("tests/expected/coin_tali.json")).unwrap();
    let coin_tali: Vec<serde_json::Value> = serde_json::from_str(&coin_tali).unwrap();
    for (document, says) in [
        ("README.md", format!("{} games: {} with tali", word(all), word(tali))),
        ("README.md", format!("{} board games", word(all - tali))),
        ("docs/games.md", format!("the {} games", word(all))),
        ("docs/own-games.md", format!("prints {} of our games", word(files))),
        ("docs/method.md", tables("games")),
        ("docs/method.md", tables("moments")),
        ("docs/method.md", format!("({} tables and positions)", coin_tali.len())),
    ] {
        let text = fs::read_to_string(repository(document)).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&says), "{document}: {says}");
    }
}

/// All verbs, and none for the program itself.
const VERBS: [&str; 22] = [
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
    "check",
    "games",
    "rules",
    "presets",
    "completions",
    "man",
];

#[test]
fn every_example_of_every_help_runs() {
    let folder = folder_with_examples();
    let mut examples = 0;
    for verb in VERBS {
        let arguments: Vec<&str> = [verb, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = answer(&arguments);
        let (_, shown) =
            help.split_once("Examples:\n").unwrap_or_else(|| panic!("{verb} --help has no examples"));
        let lines = shown.lines().map(str::trim).filter(|line| line.starts_with("tali-odds "));
        // By default one in three, and of each verb the first.
        let step = if is_all_made() { 1 } else { 3 };
        for line in lines.filter(|line| is_run(line)).step_by(step) {
            let run = run_line(folder.path(), line);
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
            examples += 1;
        }
    }
    assert!(examples > 20);
}

/// That the verbs make these files is what `forms.rs` and `night.rs` ask for in small.
#[test]
fn the_reports_are_what_their_commands_make() {
    if !is_all_made() {
        return;
    }
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
const GONE: [&str; 41] = [
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
    "who cannot",
    "who is left",
    "who has just",
    "law of χ²",
    "mean seat",
    "net / all paid",
    "all the way.",
    "could they be",
    "they could be",
    "could be; the",
    "down what lies",
    "what that lacks",
    "is the least change",
    "least change tried",
    "fifth of the bound",
    "fifth to spare",
    "it is given",
    "no time was set for it alone",
    "that is paid least for",
];

/// What `rules` says of every game, each under its command.
fn rules_of_all_games() -> Vec<(String, String)> {
    let games: serde_json::Value = serde_json::from_str(&answer(&["games", "--format", "json"])).unwrap();
    let names = games["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap());
    names.map(|name| (format!("rules {name}"), answer(&["rules", name]))).collect()
}

/// The documents, and the reports whose names end like this, each with its text.
fn documents_and_reports(endings: &[&str]) -> Vec<(String, String)> {
    let mut files = documents();
    let mut folders = vec![repository("reports")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.extension().and_then(std::ffi::OsStr::to_str) {
                _ if entry.is_dir() => folders.push(entry),
                Some(ending) if endings.contains(&ending) => files.push(entry),
                _ => {}
            }
        }
    }
    files.iter().map(|file| (file.display().to_string(), fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn the_worst_phrases_are_gone() {
    let mut texts: Vec<(String, String)> = Vec::new();
    for verb in VERBS {
        let arguments: Vec<&str> = [verb, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        texts.push((format!("{verb} --help"), answer(&arguments)));
    }
    texts.extend(rules_of_all_games());
    texts.extend(documents_and_reports(&["md", "html", "svg", "json"]));
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
    // What is no chart comes last.
    let (charts, screens) = gallery.split_once("\n## The pocket edition").unwrap();
    for section in crate::pocket::SCREENS {
        let picture = format!("assets/pocket-{section}.png");
        assert!(screens.contains(&format!("](../{picture})")) && repository(&picture).exists(), "{section}");
    }
    for part in charts.split("\n## ").skip(1) {
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

/// The commands that a text gives to be typed: lines that begin with one, and what stands in quotes, in backticks or in
/// the `code` of a page.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">");
    let mut found = Vec::new();
    for line in text.lines() {
        for (place, _) in line.match_indices("tali-odds ") {
            let (before, command) = line.split_at(place);
            // So a crate names what it needs.
            if command.starts_with("tali-odds = ") {
                continue;
            }
            let end = match before.chars().last() {
                _ if before.trim_start_matches("$ ").trim().is_empty() => Some(command.len()),
                Some('`') => command.find('`'),
                Some('\'') => command.find('\''),
                Some('>') => command.find("</"),
                _ => None,
            };
            found.extend(
                end.map(|end| command[..end].split("  #").next().unwrap_or_default().trim().to_owned()),
            );
        }
    }
    found
}

/// The command without a pipe and a file at its end, which are meant for the shell.
fn without_redirection(command: &str) -> &str {
    let command = command.split_once(" > ").map_or(command, |(command, _)| command);
    command.split_once(" | head").map_or(command, |(command, _)| command)
}

/// What a shell would not take as it stands, zsh least of all: brackets, braces and the like outside of quotes.
fn unquoted(command: &str) -> Option<char> {
    let (mut quote, mut escaped) = (None, false);
    for c in command.chars() {
        match quote {
            _ if escaped => escaped = false,
            Some(open) if c == open => quote = None,
            Some('"') | None if c == '\\' => escaped = true,
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None if "[]{}()*?<>|&;~#!^$".contains(c) => return Some(c),
            Some(_) | None => {}
        }
    }
    quote
}

#[test]
fn what_a_shell_would_take_otherwise_is_found() {
    for (command, found) in [
        ("tali-odds odds 'sum>=14' 6643 --within 3", None),
        ("tali-odds pot x --rule 'venus_share=\"1/3\"'", None),
        ("tali-odds advise coin-tali --rule variants=[jove]", Some('[')),
        ("tali-odds odds 6>=2", Some('>')),
        ("tali-odds odds 'sum>=14", Some('\'')),
        ("tali-odds tune x --vary rule=a|b", Some('|')),
        ("tali-odds casts > casts.txt", None),
    ] {
        assert_eq!(unquoted(without_redirection(command)), found, "{command}");
    }
    let text = "<code>tali-odds win x --rule &#39;a=[1]&#39;</code> and 'tali-odds rules GAME' or `tali-odds games`\n$ tali-odds x (y)";
    let expected =
        ["tali-odds win x --rule 'a=[1]'", "tali-odds rules GAME", "tali-odds games", "tali-odds x (y)"];
    assert_eq!(commands(text), expected);
}

/// Every example can be pasted into any shell: zsh ends a command at a bracket that is not quoted. Where zsh is there, it
/// is asked.
#[test]
fn every_example_is_quoted_for_every_shell() {
    let mut texts: Vec<(String, String)> = vec![("--help".to_owned(), answer(&["--help"]))];
    let verbs = crate::common::run_in(Path::new("."), &["man", "no-such-verb"]).err;
    let (_, verbs) = verbs.trim_end().split_once("the verbs are ").unwrap();
    for verb in verbs.split(", ").filter(|verb| *verb != "help") {
        texts.push((format!("{verb} --help"), answer(&[verb, "--help"])));
    }
    texts.extend(rules_of_all_games());
    texts.push(("the template".to_owned(), answer(&["report", "--template"])));
    texts.extend(documents_and_reports(&["md", "html"]));
    let all = texts.iter().flat_map(|(name, text)| commands(text).into_iter().map(move |line| (name, line)));
    let all: Vec<(&String, String)> = all.collect();
    assert!(all.len() > 100, "{}", all.len());
    let mut wrong = Vec::new();
    for (name, command) in &all {
        let words = without_redirection(command);
        wrong.extend(unquoted(words).map(|found| format!("{name}: {command}: {found}")));
        wrong.extend(split_by_zsh(words).and_then(|split| {
            let expected = shlex::split(words)?;
            (split != expected).then(|| format!("{name}: {command}: zsh makes {split:?} of it"))
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The words that zsh makes of a command, where there is a zsh.
fn split_by_zsh(command: &str) -> Option<Vec<String>> {
    let script = format!("tali-odds() {{ print -rN -- tali-odds \"$@\" }}\n{command}");
    let folder = tempfile::tempdir().unwrap();
    let mut zsh = std::process::Command::new("zsh");
    zsh.args(["-f", "-c", &script]).current_dir(folder.path()).stdin(std::process::Stdio::null());
    let out = zsh.output().ok()?.stdout;
    let out = String::from_utf8(out).unwrap();
    Some(out.split_terminator('\0').map(str::to_owned).collect())
}
