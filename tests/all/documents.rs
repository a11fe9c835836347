//! The documentation is true: the examples of the README, `docs/` and `--help`, and the reports.
//!
//! Slow examples run only in CI and with `TALI_ODDS_ALL=1`. `TALI_ODDS_UPDATE=1` rewrites all outputs in the documents and all
//! reports instead; read the diff before you commit it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{answer, console_lines, everything_printed, folder_with_examples, repository, run_line};
use tali_odds::games::all;
use tiny_skia::Pixmap;

fn updating() -> bool {
    std::env::var_os("TALI_ODDS_UPDATE").is_some()
}

/// Whether all examples run and all reports are made.
fn is_all_made() -> bool {
    updating() || everything_printed()
}

/// Parts of examples that take a second or more. Other tests cover the same on a small scale: games with decisions, evenings and
/// counted bones.
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

/// Whether this example runs.
fn is_run(command: &str) -> bool {
    is_all_made() || !TAKE_LONG.iter().any(|part| command.contains(part))
}

/// The verb of an example.
fn verb_of(command: &str) -> &str {
    let (_, words) = command.split_once("tali-odds ").or_else(|| command.split_once(" -- ")).unwrap();
    words.split(' ').next().unwrap()
}

/// The documents whose examples run: the README and every chapter.
fn documents() -> Vec<PathBuf> {
    let chapters = fs::read_dir(repository("docs")).unwrap().map(|entry| entry.unwrap().path());
    let chapters = chapters.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    std::iter::once(repository("README.md")).chain(chapters).collect()
}

#[test]
fn examples_in_documents_print_what_is_shown() {
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
            // Only an example shown with an error may fail.
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

/// The commands in the README's table of questions work.
#[test]
fn commands_of_the_table_of_questions_work() {
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| ") && line.contains("| `tali-odds "));
    let commands: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert!(commands.len() >= 10, "{commands:?}");
    let folder = folder_with_examples();
    for command in commands.into_iter().filter(|command| is_run(command)) {
        let run = run_line(folder.path(), command);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{command}");
        assert!(!run.out.is_empty(), "{command}");
    }
}

/// The targets of the links within the repository, from a document in Markdown.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    targets.filter(|target| !target.starts_with("http"))
}

/// The anchors of the headings of a document, as GitHub and mdBook write them.
fn anchors(text: &str) -> BTreeSet<String> {
    // Within a block of code `#` begins a comment.
    let prose = text.split("\n```").step_by(2);
    let headings = prose.flat_map(str::lines).filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    headings.map(anchor).collect()
}

/// Links lead to files and headings that exist. On the site the chapters are pages of a book, with only the folders of
/// `BESIDE_THE_BOOK` next to it.
#[test]
fn links_of_documents_are_valid() {
    const BESIDE_THE_BOOK: [&str; 3] = ["../assets/", "../examples/", "../reports/"];
    let others = [
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "reports/README.md",
        "tests/README.md",
        "tests/oracle/README.md",
    ];
    let mut wrong = Vec::new();
    for path in documents().into_iter().chain(others.map(repository)) {
        let text = fs::read_to_string(&path).unwrap();
        let is_chapter = path.starts_with(repository("docs"));
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let is_published = !is_chapter
                || !file.starts_with("..")
                || BESIDE_THE_BOOK.iter().any(|folder| file.starts_with(folder))
                    && target.extension().is_some_and(|ending| ending != "md")
                    && target.is_file();
            let has_anchor =
                || anchor.is_empty() || anchors(&fs::read_to_string(&target).unwrap()).contains(anchor);
            if !is_published || !target.exists() || !has_anchor() {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The page on tests names modules and oracles that exist.
#[test]
fn the_page_on_tests_names_what_exists() {
    let page = fs::read_to_string(repository("tests/README.md")).unwrap();
    let (_, table) = page.split_once("## Independent values").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let mut seen = 0;
    for row in rows {
        let (module, oracle) = row[2..].split_once(" | ").unwrap();
        for name in module.split('`').skip(1).step_by(2) {
            assert!(repository(&format!("tests/all/{name}.rs")).exists(), "{name}");
            seen += 1;
        }
        let files =
            oracle.split('`').skip(1).step_by(2).filter(|name| name.contains('.') && !name.contains('*'));
        for name in files {
            assert!(repository(&format!("tests/oracle/{name}")).exists(), "{name}");
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}

/// The book has every chapter.
#[test]
fn the_summary_lists_every_chapter() {
    let docs = repository("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let listed: BTreeSet<PathBuf> = links(&summary).map(|link| docs.join(link)).collect();
    let chapters =
        documents().into_iter().filter(|path| path.starts_with(&docs) && !path.ends_with("SUMMARY.md"));
    assert_eq!(listed, chapters.collect());
}

/// The README fits on one page.
#[test]
fn the_readme_is_one_page() {
    const MOST_LINES: usize = 120;
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    assert!(readme.lines().count() <= MOST_LINES);
    assert!(links(&readme).any(|link| link == "docs/gallery.md"));
}

/// The findings in the README agree with the output of their commands.
#[test]
fn findings_in_the_readme_match_their_commands() {
    let folder = folder_with_examples();
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    let (_, findings) = readme.split_once("## Surprising results").unwrap();
    let (findings, _) = findings.split_once("\n## ").unwrap();
    let findings: Vec<&str> = findings.lines().filter(|line| line.starts_with("- ")).collect();
    let printed = [
        ("takes all 72 in one turn", "+72"),
        ("win 70 % of Augustus's games", "│ Seat 2 ┆ 70.13 % ┆"),
        ("35 casts", "│ Solved ┆   35 ┆"),
        ("20,078 casts", "│ 1    ┆ 20,078 ┆"),
        ("never ends", "│ Never ends ┆ 100 % ┆"),
    ];
    assert_eq!(findings.len(), printed.len());
    for (finding, (retold, shown)) in findings.iter().zip(printed) {
        assert!(finding.contains(retold), "{finding}");
        let command = finding.split('`').find(|text| text.starts_with("tali-odds ")).unwrap();
        let simulates = command.contains(" win ") && !command.contains("--games");
        let alone = command.to_owned() + if simulates { " --games 0" } else { "" };
        let run = run_line(folder.path(), &alone);
        assert!(run.code == Some(0) && run.out.contains(shown), "{command}: {}", run.out);
    }
    assert!(readme.contains("wins most often (50.98 %)"));
    assert!(answer(&["win", "augustus", "--games", "0"]).contains("│ Seat 1 ┆ 50.98 % ┆"));
}

/// Counts in the documents are right.
#[test]
fn counts_in_documents_are_right() {
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
        ("README.md", "Ten-minute guides".to_owned()),
        ("docs/games.md", format!("the {} games", word(all))),
        ("docs/own-games.md", format!("prints {} games of the catalogue", word(files))),
        ("docs/method.md", tables("games")),
        ("docs/method.md", tables("moments")),
        ("docs/method.md", format!("({} tables and positions)", coin_tali.len())),
    ] {
        let text = fs::read_to_string(repository(document)).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&says), "{document}: {says}");
    }
}

/// The guides take the ten minutes that they promise, at 200 words a minute, and all chapters together are at most half
/// a book.
#[test]
fn documents_are_as_short_as_they_say() {
    const MOST_IN_TEN_MINUTES: usize = 2_000;
    const MOST_IN_ALL: usize = 26_000;
    let words = |path: &Path| fs::read_to_string(path).unwrap().split_whitespace().count();
    for guide in ["host", "teacher", "reenactor", "designer", "programmer"] {
        let path = repository(&format!("docs/{guide}.md"));
        assert!(fs::read_to_string(&path).unwrap().contains("ten minutes"), "{guide}");
        assert!(words(&path) <= MOST_IN_TEN_MINUTES, "{guide}: {} words", words(&path));
    }
    let chapters = documents().into_iter().filter(|path| path.starts_with(repository("docs")));
    let all: usize = chapters.map(|path| words(&path)).sum();
    assert!(all <= MOST_IN_ALL, "{all} words");
}

/// The README and the table for contributors give the same times.
#[test]
fn documents_agree_on_times() {
    let [readme, contributing] =
        ["README.md", "CONTRIBUTING.md"].map(|name| fs::read_to_string(repository(name)).unwrap());
    let minutes = |row: &str| {
        let line = contributing.lines().find(|line| line.starts_with('|') && line.contains(row)).unwrap();
        let cell = line.split('|').nth(2).unwrap().trim();
        cell.split(' ').next().unwrap().parse::<usize>().unwrap()
    };
    let words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    for (row, says) in
        [("first command", "Building takes about"), ("`cargo test`", "runs all tests, in about")]
    {
        let (_, rest) = readme.split_once(says).unwrap();
        let said = rest.split_whitespace().next().unwrap();
        assert_eq!(said, words[minutes(row)], "{row}");
    }
}

/// All verbs, and an empty one for the program itself.
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
fn examples_in_help_run() {
    let folder = folder_with_examples();
    let mut examples = 0;
    for verb in VERBS {
        let arguments: Vec<&str> = [verb, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = answer(&arguments);
        let (_, shown) =
            help.split_once("Examples:\n").unwrap_or_else(|| panic!("{verb} --help has no examples"));
        let lines = shown.lines().map(str::trim).filter(|line| line.starts_with("tali-odds "));
        // By default one in three, always including the first of each verb.
        let step = if is_all_made() { 1 } else { 3 };
        for line in lines.filter(|line| is_run(line)).step_by(step) {
            let run = run_line(folder.path(), line);
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
            examples += 1;
        }
    }
    assert!(examples > 20);
}

/// `forms.rs` and `night.rs` test on a small scale that the verbs make these files.
#[test]
fn stored_reports_match_their_commands() {
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
    let (made, stored) = (folder.path().join("reports"), repository("reports"));
    if updating() {
        for name in names(&made) {
            fs::create_dir_all(stored.join(&name).parent().unwrap()).unwrap();
            fs::copy(made.join(&name), stored.join(&name)).unwrap();
        }
    }
    let mut expected = names(&stored);
    assert!(expected.remove("README.md"));
    assert_eq!(names(&made), expected);
    for name in expected {
        assert!(
            same(&made.join(&name), &stored.join(&name)),
            "reports/{name} differs from what its command makes"
        );
    }
}

/// All files below a folder, by relative path.
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

/// Whether two files are equal: byte for byte, or for pictures pixel for pixel up to rounding on other processors.
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

    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    assert_eq!(answer(&["man", "--folder", pages.to_str().unwrap()]), "");
    let verbs = VERBS.iter().filter(|verb| !verb.is_empty());
    let expected = verbs.map(|verb| format!("tali-odds-{verb}.1")).chain(["tali-odds.1".to_owned()]);
    assert_eq!(names(&pages), expected.collect());
    assert_eq!(fs::read_to_string(pages.join("tali-odds-venus.1")).unwrap(), page);
}

#[test]
fn the_version_matches_the_crate() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(answer(&["--version"]), format!("tali-odds {version}\n"));
    let (minor, _) = version.rsplit_once('.').unwrap();
    for (file, line) in [
        ("CITATION.cff", format!("version: {version}")),
        // A date may follow.
        ("CHANGELOG.md", format!("## {version}")),
        ("Cargo.toml", format!("tali-odds-core = {{ path = \"crates/core\", version = \"{version}\" }}")),
        ("Cargo.toml", format!("tali-odds-games = {{ path = \"crates/games\", version = \"{version}\" }}")),
        ("docs/programmer.md", format!("tali-odds = {{ version = \"{minor}\", default-features = false }}")),
    ] {
        let text = fs::read_to_string(repository(file)).unwrap();
        let is_line = |found: &str| {
            found.strip_prefix(&line).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        assert!(text.lines().any(is_line), "{file} has no line `{line}`");
    }
}

/// Phrases that readers stumbled on, which must not be printed again.
const GONE: [&str; 58] = [
    "half within",
    "19 in 20 within",
    "1 in 20 within",
    "nine in ten within",
    "19 of 20 within",
    " digits)",
    "amiss",
    "would mend",
    "mends ",
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
    "of ours",
    "besides",
    "stands in ",
    "is told",
    "are told",
    " told ",
    "telling",
    "as well as can be",
    "is asked for",
    "are asked for",
    "comes of",
    "so much as",
    "what stands",
    "foreseen",
    "nothing stands",
    "worth of",
    "with so many",
    "up to so many",
    "whatever is",
];

/// The command and output of `rules` for every game.
fn rules_of_all_games() -> Vec<(String, String)> {
    let games: serde_json::Value = serde_json::from_str(&answer(&["games", "--format", "json"])).unwrap();
    let names = games["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap());
    names.map(|name| (format!("rules {name}"), answer(&["rules", name]))).collect()
}

/// The documents, and the reports with these extensions, each with its text.
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
        let text = text.to_lowercase();
        found.extend(
            GONE.iter().filter(|phrase| text.contains(**phrase)).map(|phrase| format!("{name}: {phrase}")),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Every picture of the gallery is one of the reports, drawn by the command above it, and every verb that draws is shown.
#[test]
fn the_gallery_matches_its_commands() {
    let gallery = fs::read_to_string(repository("docs/gallery.md")).unwrap();
    let reports = fs::read_to_string(repository("reports/README.md")).unwrap();
    let mut verbs = BTreeSet::new();
    // Screenshots come last.
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

/// The commands in a text: lines that begin with one, and those in quotes, in backticks or in the `code` of a page.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">");
    let mut found = Vec::new();
    for line in text.lines() {
        for (index, _) in line.match_indices("tali-odds ") {
            let (before, command) = line.split_at(index);
            // A dependency in Cargo.toml.
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

/// The command without a pipe or redirection at its end.
fn without_redirection(command: &str) -> &str {
    let command = command.split_once(" > ").map_or(command, |(command, _)| command);
    [" | head", " | tail"]
        .iter()
        .find_map(|end| command.split_once(end))
        .map_or(command, |(command, _)| command)
}

/// The first character that a shell, especially zsh, would interpret: an unquoted bracket, brace or the like.
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
fn unquoted_shell_characters_are_found() {
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

/// You can paste every example into any shell: zsh rejects unquoted brackets. If zsh is installed, it splits them too.
#[test]
fn examples_are_quoted_for_every_shell() {
    let mut texts: Vec<(String, String)> = vec![("--help".to_owned(), answer(&["--help"]))];
    let verbs = crate::common::run_in(Path::new("."), &["man", "no-such-verb"]).err;
    let (_, verbs) = verbs.trim_end().split_once("the commands are ").unwrap();
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
            (split != expected).then(|| format!("{name}: {command}: zsh splits it into {split:?}"))
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The words that zsh splits a command into; `None` without zsh, which must be there if `TALI_ODDS_NEEDS_ZSH` is set.
fn split_by_zsh(command: &str) -> Option<Vec<String>> {
    let script = format!("tali-odds() {{ print -rN -- tali-odds \"$@\" }}\n{command}");
    let folder = tempfile::tempdir().unwrap();
    let mut zsh = std::process::Command::new("zsh");
    zsh.args(["-f", "-c", &script]).current_dir(folder.path()).stdin(std::process::Stdio::null());
    let out = match zsh.output() {
        Err(error) if std::env::var_os("TALI_ODDS_NEEDS_ZSH").is_some() => panic!("zsh: {error}"),
        out => String::from_utf8(out.ok()?.stdout).unwrap(),
    };
    Some(out.split_terminator('\0').map(str::to_owned).collect())
}
