//! The pocket edition, opened in Chromium as people open it: from a file, without a network.
//!
//! These tests need the page made by the crate `pocket` (`TALI_ODDS_POCKET`), the folder of the package playwright-core
//! (`TALI_ODDS_PLAYWRIGHT`), Node.js, axe-core (`TALI_ODDS_AXE`) and a browser, found as in `browser.rs`. Otherwise they report
//! that they were skipped, or fail if `TALI_ODDS_NEEDS_BROWSER` is set, as in CI. `TALI_ODDS_PICTURES` names a folder for
//! pictures of all screens.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::browser::browser;
use crate::common::{game_file, needs_browser, program, repository, run_in};

/// What a story needs to run.
struct Stage {
    browser: PathBuf,
    page: PathBuf,
    playwright: PathBuf,
    axe: PathBuf,
}

/// `None` if something is missing.
fn stage() -> Option<Stage> {
    let named = |name: &str| {
        let named = std::env::var_os(name).map(PathBuf::from);
        if named.is_none() {
            assert!(!needs_browser(), "this run needs {name} as well");
            eprintln!("SKIPPED: {name} is not set");
        }
        named
    };
    Some(Stage {
        browser: browser()?,
        page: named("TALI_ODDS_POCKET")?,
        playwright: named("TALI_ODDS_PLAYWRIGHT")?,
        axe: named("TALI_ODDS_AXE")?,
    })
}

/// Runs a story of `tests/pocket/stories.mjs` in this folder; `None` if it was skipped.
fn run_story_in(story: &str, folder: &Path) -> Option<()> {
    let Stage { browser, page, playwright, axe } = stage()?;
    let run = Command::new("node")
        .current_dir(repository(""))
        .arg(repository("tests/pocket/stories.mjs"))
        .arg(story)
        .args([page.as_path(), folder])
        .env("PLAYWRIGHT", playwright)
        .env("CHROMIUM", browser)
        .env("AXE", axe)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{story}: {said}");
    Some(())
}

fn run_story(story: &str) {
    run_story_in(story, tempfile::tempdir().unwrap().path());
}

#[test]
fn a_host_on_a_phone() {
    run_story("host");
}

#[test]
fn proposed_rules_can_be_tapped() {
    run_story("mended");
}

#[test]
fn a_class() {
    run_story("class");
}

#[test]
fn counted_bones_stay_with_the_page() {
    run_story("counter");
}

#[test]
fn a_tavern() {
    run_story("tavern");
}

#[test]
fn only_legal_moves_can_be_tapped() {
    run_story("boards");
}

#[test]
fn a_reader_in_an_aeroplane() {
    run_story("aeroplane");
}

#[test]
fn hostile_input_does_no_harm() {
    run_story("hostile");
}

#[test]
fn slow_requests_ask_first() {
    run_story("patience");
}

#[test]
fn preset_bones_are_used_until_bones_are_thrown() {
    run_story("unthrown");
}

#[test]
fn back_and_forward_lose_nothing() {
    run_story("history");
}

#[test]
fn typed_text_is_not_lost() {
    run_story("saved");
}

#[test]
fn evenings_have_their_page() {
    run_story("evening");
}

#[test]
fn endgames_are_solved_on_a_phone() {
    run_story("ends");
}

#[test]
fn everything_is_readable_and_nothing_jumps() {
    run_story("readable");
}

#[test]
fn everything_works_with_the_keyboard() {
    run_story("keyboard");
}

#[test]
fn requests_fit_into_the_memory_of_a_phone() {
    run_story("memory");
}

#[test]
fn a_bluffer() {
    let folder = tempfile::tempdir().unwrap();
    let game = repository("examples/games/bluffing/kuhn-poker.game");
    std::fs::copy(game, folder.path().join("kuhn-poker.game")).unwrap();
    run_story_in("bluffer", folder.path());
}

/// Tuning a game in the page gives the same figures as in the program.
#[test]
fn a_designer() {
    let folder = tempfile::tempdir().unwrap();
    let Some(()) = run_story_in("designer", folder.path()) else { return };
    let tuned = std::fs::read_to_string(folder.path().join("tuned.txt")).unwrap();
    let words = ["tune", "my.game", "--vary", "ahead", "--want", "win:seat1=0.5"];
    let run = run_in(folder.path(), &words);
    let is_figure = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
    let figures: Vec<&str> = run.out.split_whitespace().filter(is_figure).collect();
    assert!(figures.len() >= 7, "{}", run.out);
    for figure in figures {
        assert!(tuned.contains(figure), "{figure} is not in {tuned}");
    }
}

/// The page looks up a table that the program wrote, with the same values.
#[test]
fn a_table_from_a_computer() {
    if stage().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pieces = ["--rule", "pieces=3"];
    let solved = [&["strategy", "aseb", "--solve", "-o", "aseb.table"], &pieces[..]].concat();
    assert_eq!(run_in(folder.path(), &solved).code, Some(0));
    let Some(()) = run_story_in("table", folder.path()) else { return };
    let there = std::fs::read_to_string(folder.path().join("advice.txt")).unwrap();
    let position = ["--position", "2,3/4,5:3", "--format", "csv"];
    let here = run_in(folder.path(), &[&["advise", "aseb"], &pieces[..], &position].concat());
    let mut rows = csv::Reader::from_reader(here.out.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = rows.deserialize().collect::<Result<_, _>>().unwrap();
    let values: Vec<&String> =
        rows.iter().filter(|row| row["figure"] == "value").map(|row| &row["value"]).collect();
    assert!(values.len() >= 2, "{}", here.out);
    for value in values {
        let percent = format!("{:.2}", 100.0 * value.parse::<f64>().unwrap());
        assert!(there.contains(&percent), "{percent} is not in {there}");
    }
}

/// Makes pictures of all screens.
#[test]
fn every_screen_has_its_picture() {
    let folder = tempfile::tempdir().unwrap();
    let named = std::env::var_os("TALI_ODDS_PICTURES").map(PathBuf::from);
    let Some(()) = run_story_in("pictures", named.as_deref().unwrap_or_else(|| folder.path())) else {
        return;
    };
    for screen in SCREENS {
        let index = named.as_deref().unwrap_or_else(|| folder.path()).join(format!("pocket-{screen}.png"));
        assert!(std::fs::metadata(index).unwrap().len() > 10_000, "{screen}");
    }
}

/// The screens of the gallery.
pub(crate) const SCREENS: [&str; 8] = ["home", "fair", "best", "hand", "bones", "cast", "tonight", "own"];

/// The requests made to both the page and the program, with their files.
fn requests() -> Vec<(Vec<String>, BTreeMap<String, String>)> {
    let none = BTreeMap::new;
    let read = |name: &str| std::fs::read_to_string(repository("examples").join(name)).unwrap();
    let mut requests: Vec<(Vec<String>, BTreeMap<String, String>)> = Vec::new();
    let mut ask = |line: &str, files: BTreeMap<String, String>| {
        requests.push((shlex::split(line).unwrap(), files));
    };
    for line in [
        "presets",
        "games",
        "casts",
        "casts --by sum --faces uniform",
        "casts --sensitivity",
        "casts --by count:6 --tali 5",
        "venus --sensitivity",
        "senio --faces uniform",
        "vultures --within 3 30 300",
        "canis",
        "odds 6431 'sum>=14' 'rank>4'",
        "odds 'venus or 6>=2' --given 'not canis'",
        "odds 66431 --tali 5",
        "fit --power --against uniform",
        "fit --plan --width 0.004 --for venus",
        "balance simple-tali --players 4 --purse 20 --evening 30",
        "balance century --rule target=80 --versus target=60",
        "tune century --vary target=50..100 --want win:seat1=0.5",
        "tune hounds-and-vultures --vary ladder --want 'gap<=1%'",
        "tune circus-maximus --vary favour=1100..1300:50 --want figure:qualify:1=80%",
        "pot augustus --players 4 --purse 100 --games 2000",
        "pot hounds-in-olympus --games 0",
        "pot coin-tali --games 0",
        "advise coin-tali --rule 'variants=[etiam,mercury]' --position '2/3 best=6443 roll=4331' --explain",
        "advise mendax-single --position '63 v 2: 2x6'",
        "advise mendax-single --position '6431 v 2 2'",
        "advise mendax-common --rule counters=1 --position '1-1 6433 S16'",
        "advise aseb --rule pieces=1",
        "advise aseb --rule pieces=2 --position '2,3/4,5:3'",
        "advise mancala --play search:2",
        "advise mancala --position '3,0,12,1,0,7/2,5,0,0,9,1 2 10-4' --play search:3",
        "advise latrunculi --play search:2 --top 5",
        "advise duodecim-scriptorum --play search:1 --position '6x4,9,12x2+5/3x2,7x2,20+4 641'",
        "strategy coin-tali --players 2 --rule 'variants=[mercury]'",
        "win mancala --play greedy --games 200",
        "win latrunculi --rule quiet=20 --play random --games 200",
        "win duodecim-scriptorum --play first --games 100",
        "win hounds-and-vultures --rule 'ladder=[3333, 4444]' --games 0",
        "win circus-maximus --players 2 --games 5000",
        // Errors have the same words.
        "win augustsu",
        "win augustus --rule fe=2",
        "win augustus --players 13",
        "odds 'sum>=', ",
        "venus --faces nothing",
        "win augustus --games -1",
        "advise mancala --position '1,2'",
        "tune century --vary nothing --want win:seat1=0.5",
        "win augustus --rule fee=",
        "casts --tali 9",
        "nonsense",
        "",
    ] {
        ask(line, none());
    }
    for game in tali_odds::games::all() {
        ask(&format!("rules {}", game.name), none());
        if game.policies.is_empty() {
            let seats = game.players.most.min(game.players.usual + 1);
            ask(&format!("win {} --players {seats} --games 3000 --seed 7", game.name), none());
            ask(
                &format!("balance {} --faces bones.toml", game.name),
                BTreeMap::from([("bones.toml".to_owned(), read("counts.toml"))]),
            );
        }
    }
    for game in ["pig", "snakes-and-ladders", "augustus", "simple-tali", "eight-squares"] {
        let text = std::fs::read_to_string(repository(&game_file(game))).unwrap();
        let file = BTreeMap::from([("my.game".to_owned(), text)]);
        let smaller = if game == "pig" { " --rule goal=10" } else { "" };
        for verb in ["rules", "check", "win"] {
            let games = if verb == "win" { " --games 2000" } else { "" };
            let smaller = if verb == "rules" { "" } else { smaller };
            ask(&format!("{verb} my.game{smaller}{games}"), file.clone());
        }
    }
    ask(
        "check my.game",
        BTreeMap::from([("my.game".to_owned(), "game \"x\"\nseats 2\nturn:\n  rol 4 tali\n".to_owned())]),
    );
    ask("fit class.csv --pool all", BTreeMap::from([("class.csv".to_owned(), read("class.csv"))]));
    // The request shown in the chapter.
    let chapter = std::fs::read_to_string(repository("docs/pocket.md")).unwrap();
    let shown = chapter.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let shown: Json = serde_json::from_str(shown).unwrap();
    let words = shown["arguments"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    let line = words.collect::<Vec<_>>().join(" ");
    ask(
        line.strip_suffix(" --format json").unwrap(),
        serde_json::from_value(shown["files"].clone()).unwrap(),
    );
    let night = "version = 1\n[[players]]\nname = \"Aulus\"\npurse = 50\n[[players]]\nname = \"Brutus\"\n[[games]]\ngame = \"augustus\"\n";
    ask("balance night.toml", BTreeMap::from([("night.toml".to_owned(), night.to_owned())]));
    requests
}

/// Removes what depends on the machine.
fn remove_machine_dependent(document: &mut Json) {
    match document {
        Json::Object(entries) => {
            for key in ["version", "seconds", "threads"] {
                entries.remove(key);
            }
            entries.values_mut().for_each(remove_machine_dependent);
        }
        Json::Array(entries) => entries.iter_mut().for_each(remove_machine_dependent),
        _ => {}
    }
}

/// Whether two documents are equal, except for last digits, which can differ between machines.
fn is_alike(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| is_alike(value, other)))
        }
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_alike(one, other))
        }
        (Json::Number(one), Json::Number(other)) if one.is_f64() && other.is_f64() => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            (one - other).abs() <= 1e-12 * one.abs().max(1.0)
        }
        _ => one == other,
    }
}

/// Page and program give the same figures or the same error for each request.
#[test]
fn the_page_agrees_with_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let requests = requests();
    assert!(requests.len() >= 100, "{}", requests.len());
    let with_form = |words: &[String]| [words, &["--format".to_owned(), "json".to_owned()]].concat();
    let asked: Vec<Json> = requests
        .iter()
        .map(|(words, files)| json!({ "arguments": with_form(words), "files": files }))
        .collect();
    std::fs::write(folder.path().join("requests.json"), serde_json::to_string(&asked).unwrap()).unwrap();
    let Some(()) = run_story_in("same", folder.path()) else { return };
    let answers = std::fs::read_to_string(folder.path().join("answers.json")).unwrap();
    let answers: Vec<Json> = serde_json::from_str(&answers).unwrap();
    assert_eq!(answers.len(), requests.len());
    for ((words, files), there) in requests.iter().zip(answers) {
        let index = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(index.path().join(name), text).unwrap();
        }
        let here = program(index.path()).args(with_form(words)).output().unwrap();
        let code = here.status.code().unwrap();
        assert_eq!(there["code"], code, "{words:?} {there:#}");
        if code == 0 {
            let read = |text: &str| {
                let mut document: Json = serde_json::from_str(text).unwrap();
                remove_machine_dependent(&mut document);
                document
            };
            let (here, there) =
                (read(&String::from_utf8(here.stdout).unwrap()), read(there["out"].as_str().unwrap()));
            assert!(is_alike(&here, &there), "{words:?}: {here:#}\n{there:#}");
        } else {
            let said = String::from_utf8(here.stderr).unwrap();
            let plain = |text: &str| text.trim().trim_start_matches("error: ").to_owned();
            assert_eq!(plain(&said), plain(there["err"].as_str().unwrap()), "{words:?}");
        }
    }
}
