//! Report pages in a real browser: they fetch nothing, run nothing, overflow nowhere, are readable, and print on the expected
//! number of pages.
//!
//! They need Chromium (`apt-get install chromium`, or the program that `CHROMIUM` names) and some time. With
//! `TALI_ODDS_NEEDS_BROWSER`, as in CI, a missing browser is a failure. With `TALI_ODDS_ALL` these tests run if one is found;
//! otherwise they report that they were skipped.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{everything_printed, needs_browser, repository, run_in};
use serde_json::Value as Json;

/// Names that do harm unless they are escaped.
const HOSTILE: [&str; 5] = [
    "<script>window.hacked=1;parent.hacked=1</script>",
    "\"onmouseover=\"window.hacked=1",
    "</bdi></title><img src=x onerror=hacked=1>",
    "قيصر ‏& אוגוסטוס",
    "🦴 Ossicula 🎲 with a name that is as long as it may be and has no end, nearly so",
];

pub(crate) fn browser() -> Option<PathBuf> {
    if !everything_printed() {
        eprintln!("SKIPPED: neither TALI_ODDS_NEEDS_BROWSER nor TALI_ODDS_ALL is set");
        return None;
    }
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = || {
        std::env::split_paths(&folders)
            .flat_map(|folder| known.map(|name| folder.join(name)))
            .find(|path| path.is_file())
    };
    let browser = named.or_else(found);
    if browser.is_none() {
        assert!(!needs_browser(), "no Chromium was found, and this run needs one");
        eprintln!("SKIPPED: there is no Chromium on this machine");
    }
    browser
}

fn opened(browser: &Path, folder: &Path, arguments: &[&str]) -> Output {
    let profile = folder.join("profile");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--enable-logging=stderr",
            "--no-first-run",
        ])
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("CONSOLE"), "the browser complains: {said}");
    output
}

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Examines a page at several widths, in light or dark colours.
fn examined(browser: &Path, folder: &Path, page: &str, dark: bool) -> Vec<Json> {
    examined_at([380, 800, 1400], browser, folder, page, dark)
}

/// Examines a page as printed on A4 with the widest margins and on Letter with the narrowest, each plus a scroll bar.
fn on_paper(browser: &Path, folder: &Path, page: &str) -> Vec<Json> {
    let printed = page.replace("@media print", "@media all").replace("@media screen", "@media not all");
    examined_at([695 + 15, 725 + 15], browser, folder, &printed, false)
}

fn examined_at<const N: usize>(
    widths: [u32; N],
    browser: &Path,
    folder: &Path,
    page: &str,
    dark: bool,
) -> Vec<Json> {
    let escaped = page.replace('&', "&amp;").replace('"', "&quot;");
    let frames: String = widths
        .map(|width| {
            format!("<iframe width={width} height=900 style='border:0' srcdoc=\"{escaped}\"></iframe>")
        })
        .concat();
    let script = std::fs::read_to_string(repository("tests/all/browser.js")).unwrap();
    let harness = format!("<!DOCTYPE html><meta charset=utf-8><body>{frames}<script>{script}</script>");
    let path = folder.join("harness.html");
    std::fs::write(&path, harness).unwrap();
    let scheme = format!("--blink-settings=preferredColorScheme={}", i32::from(!dark));
    let arguments =
        ["--window-size=1500,1000", "--virtual-time-budget=3000", &scheme, "--dump-dom", &address(&path)];
    let output = opened(browser, folder, &arguments);
    let dom = String::from_utf8(output.stdout).unwrap();
    let said = dom.split_once("EXAMINED").and_then(|(_, rest)| rest.split_once("END"));
    let (said, _) = said.unwrap_or_else(|| panic!("the page was not examined: {dom}"));
    let said =
        said.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
    serde_json::from_str(&said).unwrap()
}

#[track_caller]
fn is_fine(page: &Json, dark: bool) {
    let about = || format!("at a width of {}, dark: {dark}: {page:#}", page["width"]);
    assert_eq!(page["dark"], dark, "{}", about());
    for none in ["scripts", "ran", "handlers", "jumps", "unnamed", "unheaded", "lost"] {
        assert_eq!(page[none], 0, "{none} {}", about());
    }
    for empty in ["wide", "requests", "twice", "faint", "covered", "cut"] {
        assert_eq!(page[empty], serde_json::json!([]), "{empty} {}", about());
    }
    assert_eq!(page["scrolls"], false, "{}", about());
    assert_eq!(page["lang"], "en");
    assert_eq!(page["headings"][0], 1);
}

/// The number of pages that a file prints on.
fn printed(browser: &Path, folder: &Path, page: &Path) -> usize {
    let pdf = folder.join("printed.pdf");
    let to = format!("--print-to-pdf={}", pdf.display());
    opened(browser, folder, &[&to, "--no-pdf-header-footer", &address(page)]);
    let bytes = std::fs::read(pdf).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    text.matches("/Type /Page").count() - text.matches("/Type /Pages").count()
}

fn reported(folder: &Path, night: &str) -> PathBuf {
    std::fs::write(folder.join("night.toml"), night).unwrap();
    let run = run_in(folder, &["report", "night.toml", "-o", "out", "--handout"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    folder.join("out")
}

/// The faults that axe-core finds in a page, as `rule: element`. `TALI_ODDS_AXE` names axe-core. Without it the check is skipped,
/// or fails if a browser is needed.
fn axe(browser: &Path, folder: &Path, page: &str, width: u32) -> Option<Vec<String>> {
    let Some(axe) = std::env::var_os("TALI_ODDS_AXE") else {
        assert!(!needs_browser(), "this run needs axe-core as well");
        eprintln!("SKIPPED: axe-core is not named by TALI_ODDS_AXE");
        return None;
    };
    let axe = std::fs::read_to_string(axe).unwrap().replace("</script", "<\\/script");
    // The page's own policy blocks scripts.
    let start = page.find("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let end = start + page[start..].find('>').unwrap() + 1;
    let run = "axe.run(document).then((found) => { document.body.textContent = 'AXE' + JSON.stringify(found.violations.flatMap(\
               (rule) => rule.nodes.map((node) => rule.id + ': ' + node.html.slice(0, 120)))) + 'END'; })";
    let scripts = format!("<script>{axe}</script><script>{run}</script></body>");
    let page = format!("{}{}", &page[..start], &page[end..]).replacen("</body>", &scripts, 1);
    let path = folder.join("axe.html");
    std::fs::write(&path, page).unwrap();
    let size = format!("--window-size={width},2000");
    let output =
        opened(browser, folder, &[&size, "--virtual-time-budget=20000", "--dump-dom", &address(&path)]);
    let dom = String::from_utf8(output.stdout).unwrap();
    let said = dom
        .rsplit_once("AXE[")
        .and_then(|(_, rest)| rest.split_once("]END"))
        .unwrap_or_else(|| panic!("{dom}"));
    let said = format!("[{}]", said.0).replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ");
    Some(serde_json::from_str(&said.replace("&amp;", "&")).unwrap())
}

#[test]
fn the_pages_are_accessible() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (night, file) in [
        ("night", "index.html"),
        ("night", "handout.html"),
        ("museum", "index.html"),
        ("museum", "handout.html"),
    ] {
        let page = std::fs::read_to_string(repository("reports").join(night).join(file)).unwrap();
        for width in [500, 1400] {
            let Some(found) = axe(&browser, folder.path(), &page, width) else { return };
            assert!(found.is_empty(), "{night}/{file} at {width}: {found:#?}");
        }
    }
    // Faults are found.
    let bad = "<!DOCTYPE html><html><head><meta http-equiv=\"Content-Security-Policy\" content=''></head><body><img src=x></body></html>";
    let found = axe(&browser, folder.path(), bad, 800).unwrap();
    assert!(found.iter().any(|found| found.starts_with("image-alt")), "{found:?}");
}

/// The examination finds all of these faults.
#[test]
fn the_examination_finds_faults() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = "<!DOCTYPE html><html><title>bad</title><body onload='window.hacked=1'><h1>A</h1><h3 id=a>B</h3><p id=a>C</p>\
                <p style='color:#999;background:#fff'>faint</p><div style='width:3000px'>wide</div><svg></svg>\
                <a href='#nowhere'>lost</a><div style='display:grid'><p style='grid-area:1/1'>on</p>\
                <p style='grid-area:1/1'>top</p></div><div><p style='float:left;margin-bottom:-3em'>beside</p>\
                <p style='clear:left'>under</p></div><table><tr><td>1</table><script>parent.hacked=1</script>";
    for page in examined(&browser, folder.path(), page, false) {
        for found in ["scripts", "ran", "handlers", "jumps", "unnamed", "unheaded", "lost"] {
            assert_eq!(page[found], 1, "{found} {page:#}");
        }
        assert_eq!(page["covered"].as_array().unwrap().len(), 2, "{page:#}");
        for found in ["wide", "twice", "faint"] {
            assert!(!page[found].as_array().unwrap().is_empty(), "{found} {page:#}");
        }
        assert_eq!(page["scrolls"], true);
    }
}

#[test]
fn hostile_names_are_shown_and_never_run() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut night = format!("version = 1\ntitle = {:?}\n", HOSTILE[0]);
    for name in HOSTILE {
        write!(night, "[[players]]\nname = '''{name}'''\npurse = 50\nbones = \"evil\"\n").unwrap();
    }
    write!(night, "[bones.evil]\nname = '''{}'''\nsource = '''{}'''\n", HOSTILE[2], HOSTILE[0]).unwrap();
    night += "counts = { 1 = 20, 3 = 80, 4 = 75, 6 = 25 }\n";
    for game in ["augustus", "sparing-tali", "hounds-in-olympus", "century", "tropa", "par-tali"] {
        write!(night, "[[games]]\ngame = \"{game}\"\n").unwrap();
    }
    let out = reported(folder.path(), &night);
    for (file, headings) in [("index.html", 15), ("handout.html", 12)] {
        let page = std::fs::read_to_string(out.join(file)).unwrap();
        for dark in [false, true] {
            let pages = examined(&browser, folder.path(), &page, dark);
            assert_eq!(pages.len(), 3);
            for page in &pages {
                is_fine(page, dark);
                assert_eq!(page["title"], HOSTILE[0]);
                assert!(page["headings"].as_array().unwrap().len() >= headings);
                assert!(page["tables"].as_u64().unwrap() > 4);
                let names = page["names"].as_array().unwrap();
                let shown = |name: &str| names.iter().any(|shown| shown.as_str().unwrap().contains(name));
                assert!(HOSTILE.iter().all(|name| shown(name)), "{names:?}");
            }
            if file == "index.html" {
                assert!(pages[0]["pictures"].as_u64().unwrap() >= 8);
            }
        }
    }
}

/// Nothing is wider than the paper, whatever the players and games.
#[test]
fn long_names_fit_on_paper() {
    let Some(browser) = browser() else { return };
    let names = [
        "Publius Cornelius Scipio Africanus Aemilianus Numantinus",
        "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren",
        HOSTILE[4],
        "Quintus Fabius Maximus Verrucosus Cunctator",
        "Marcus Tullius Cicero the Elder of Arpinum",
        "Gaius Iulius Caesar Octavianus Augustus",
        "Tiberius Sempronius Gracchus the Younger",
        "Lucius Quinctius Cincinnatus",
    ];
    let race = "game \"A race of my own\"\nseats 2 to 8\nrule target = 20 from 5 to 40\neach seat: square from 0 to target, \
                capped\n\nturn:\n  roll 4 tali\n  square += sum\n  if square = target: win\n";
    for players in [2, 4, 8] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("race.game"), race).unwrap();
        let mut night = "version = 1\n".to_owned();
        for (index, name) in names[..players].iter().enumerate() {
            write!(night, "[[players]]\nname = '{name}'\npurse = 30\nbones = 'set {}'\n", index % 3).unwrap();
        }
        for set in 0..3 {
            let name = "The bones of a grandmother of the house";
            write!(night, "[bones.'set {set}']\nname = '{name}, {set}'\n").unwrap();
            writeln!(night, "faces = {{ 1 = {}, 3 = 80, 4 = 75, 6 = 25 }}", 20 + set).unwrap();
        }
        for game in ["augustus", "century", "hounds-in-olympus", "race.game"] {
            write!(night, "[[games]]\ngame = '{game}'\ntimes = 2\n").unwrap();
        }
        let two = format!("players = ['{}', '{}']", names[0], names[1]);
        write!(night, "[[games]]\ngame = 'aseb'\n{two}\nrules = {{ pieces = 1, throw = 'talus' }}\n")
            .unwrap();
        write!(night, "[[games]]\ngame = 'mendax-single'\n{two}\nrules = {{ tali = 1, duel = 'faces' }}\n")
            .unwrap();
        let out = reported(folder.path(), &night);
        for file in ["index.html", "handout.html"] {
            let page = std::fs::read_to_string(out.join(file)).unwrap();
            for page in on_paper(&browser, folder.path(), &page) {
                for empty in ["wide", "covered", "cut"] {
                    assert_eq!(page[empty], serde_json::json!([]), "{empty} {players} {file}: {page:#}");
                }
                assert_eq!(page["scrolls"], false, "{players} {file}: {page:#}");
            }
        }
    }
}

#[test]
fn evenings_print_on_the_expected_number_of_pages() {
    let Some(browser) = browser() else { return };
    for (night, games) in [("night", 5), ("museum", 5)] {
        let folder = tempfile::tempdir().unwrap();
        let stored = repository("reports").join(night);
        // One page for each game, and none with only a card of rules.
        assert_eq!(printed(&browser, folder.path(), &stored.join("index.html")), games, "{night}");
        let handouts = if night == "night" { 3 } else { 5 };
        assert_eq!(printed(&browser, folder.path(), &stored.join("handout.html")), handouts, "{night}");
    }
}

#[test]
fn a_worksheet_is_one_page() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    for which in ["questions", "solutions"] {
        let file = format!("{which}.html");
        let run = run_in(folder.path(), &["sheet", "--worksheet", which, "--output", &file]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert_eq!(printed(&browser, folder.path(), &folder.path().join(&file)), 1, "{which}");
        is_fine_at_all_widths(&browser, folder.path(), &folder.path().join(&file));
    }
}

/// Column headings show even long names in full, and no sheet has more pages than it needs.
#[test]
fn sheets_print_completely() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let long = "Publius Cornelius Scipio Africanus Aemilianus Numantinus";
    let unbroken = "x".repeat(60);
    let sheets: [(&[&str], usize); 5] = [
        (&["Aulus", "Brutus", "Cato", "Decimus"], 1),
        (&[long, &unbroken, "C", "D", "E", "F", "G", "H", "--throws", "20"], 1),
        (&["--throwers", "30", "--tally"], 1),
        (&["--throwers", "31", "--tally"], 2),
        (&["--throwers", "4"], 4),
    ];
    for (words, pages) in sheets {
        let run = run_in(folder.path(), &[&["sheet"], words, &["--output", "sheet.html"]].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let path = folder.path().join("sheet.html");
        assert_eq!(printed(&browser, folder.path(), &path), pages, "{words:?}");
        for page in examined(&browser, folder.path(), &std::fs::read_to_string(path).unwrap(), false) {
            // A sheet is as wide as its paper, and nothing is hidden.
            for none in ["lost", "scripts"] {
                assert_eq!(page[none], 0, "{none} {words:?} {page:#}");
            }
            for empty in ["covered", "cut"] {
                assert_eq!(page[empty], serde_json::json!([]), "{empty} {words:?} {page:#}");
            }
        }
    }
}

#[test]
fn handouts_are_one_page_per_game() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut night = "version = 1\n".to_owned();
    let names = ["Aulus", "Brutus", "Cato", "Decimus", "Ennius"];
    for name in names {
        write!(night, "[[players]]\nname = \"{name}\"\n").unwrap();
    }
    // Board games take long to judge; games of chance follow.
    let with_bones = || tali_odds::games::all().filter(|game| game.has_bones());
    let with_decisions = || with_bones().filter(|game| !game.policies.is_empty());
    for game in with_decisions() {
        // A match of ten counters takes a minute.
        let rules = if game.name == "mendax-common" { "rules = { counters = 1 }\n" } else { "" };
        write!(night, "[[games]]\ngame = \"{}\"\n{rules}", game.name).unwrap();
    }
    let out = reported(folder.path(), &night);
    assert_eq!(printed(&browser, folder.path(), &out.join("handout.html")), with_decisions().count());
    is_fine_at_all_widths(&browser, folder.path(), &out.join("index.html"));
    // Games of chance in which each player has different bones: a column of odds for each set.
    let mut night = "version = 1\n".to_owned();
    for (one, name) in (10..).zip(names) {
        writeln!(night, "[bones.{name}]\nfaces = {{ 1 = {one}, 3 = 40, 4 = 40, 6 = {} }}", 20 - one).unwrap();
        writeln!(night, "[[players]]\nname = \"{name}\"\nbones = \"{name}\"").unwrap();
    }
    // Pages of games with decisions have no such columns.
    let of_chance = || with_bones().filter(|game| game.policies.is_empty());
    for game in of_chance() {
        let players = if game.players.most == 2 { "players = [\"Aulus\", \"Brutus\"]\n" } else { "" };
        write!(night, "[[games]]\ngame = \"{}\"\n{players}", game.name).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let out = reported(folder.path(), &night);
    assert_eq!(printed(&browser, folder.path(), &out.join("handout.html")), of_chance().count());
    is_fine_at_all_widths(&browser, folder.path(), &out.join("index.html"));
}

fn is_fine_at_all_widths(browser: &Path, folder: &Path, page: &Path) {
    for page in examined(browser, folder, &std::fs::read_to_string(page).unwrap(), false) {
        is_fine(&page, false);
    }
}
