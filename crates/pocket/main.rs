//! Makes the pocket edition: one page, for a phone or any browser, with all of the program in it.
//!
//! ```text
//! rustup target add wasm32-unknown-unknown
//! cargo run --release -p tali-odds-pocket -- -o tali-odds.html
//! ```
//!
//! The engine is this package once more, built for WebAssembly without files and a terminal. It is packed into the page with
//! the script, the style, the drawn sides of a talus, the game files of `examples/games` and the reference of their language.
//! The page fetches nothing, and its policy lets nothing be fetched.

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clap::Parser;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "pocket";

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const WORKER: &str = include_str!("worker.js");
/// The four sides of a talus, as the handouts draw them.
const SIDES: &str = include_str!("../../src/output/page/sides.json");
/// The chapter on games of one's own, and its section that the page has at hand.
const CHAPTER: &str = include_str!("../../docs/own-games.md");
const REFERENCE: &str = "## Reference";
/// The module that the page begins with.
const FIRST: &str = "main.js";
/// No request may take more memory than a phone has to spare.
const MOST_MEMORY: u32 = 448 << 20;

/// Makes the pocket edition of tali-odds: one page with all of it, for any browser
#[derive(Debug, Parser)]
struct Arguments {
    /// The page
    #[arg(short, long, value_name = "FILE.html", default_value = "tali-odds.html")]
    output: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let engine = engine()?;
    let page = page(&engine)?;
    fs::write(&arguments.output, &page)
        .with_context(|| format!("cannot write {}", arguments.output.display()))?;
    let megabytes = |bytes: usize| format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10);
    println!(
        "{}: {}, with an engine of {}",
        arguments.output.display(),
        megabytes(page.len()),
        megabytes(engine.len())
    );
    Ok(())
}

/// The engine, built beside whatever built this program.
fn engine() -> anyhow::Result<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = std::env::current_exe()?;
    // target/PROFILE/pocket
    let target = own.ancestors().nth(2).context("this program lies in no folder of cargo's")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .current_dir(root)
        .args(["build", "--locked", "--lib"])
        .args(["--profile", PROFILE, "--target", TARGET, "--target-dir"])
        .arg(target)
        .env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            format!("-Clink-arg=--max-memory={MOST_MEMORY}"),
        )
        .status()
        .context("cannot run cargo")?;
    if !built.success() {
        if !has_target() {
            bail!("Rust has no {TARGET} here; this adds it: rustup target add {TARGET}");
        }
        bail!("the engine could not be built");
    }
    let engine = target.join(TARGET).join(PROFILE).join("engine.wasm");
    fs::read(&engine).with_context(|| format!("cannot read {}", engine.display()))
}

/// Whether the standard library is there for WebAssembly.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    asked.is_ok_and(|asked| Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir())
}

/// The page with everything in it.
fn page(engine: &[u8]) -> anyhow::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(engine)?;
    let engine = BASE64.encode(packed.finish()?);
    let mut script = "'use strict';\n".to_owned();
    join(Path::new(FIRST), &mut Vec::new(), &mut script)?;
    if script.contains("</script") || script.contains("<!--") {
        bail!("the script would end before its end");
    }
    let allowed = BASE64.encode(Sha256::digest(script.as_bytes()));
    let games = serde_json::to_string(&games()?)?;
    let parts = [
        ("{policy}", policy(&allowed)),
        ("{style}", STYLE.to_owned()),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{reference}", reference()?),
        ("{sides}", in_script(SIDES)),
        ("{games}", in_script(&games)),
        ("{worker}", in_script(&serde_json::to_string(WORKER)?)),
        ("{engine}", engine),
        ("{script}", script),
    ];
    let mut page = String::new();
    let mut rest = PAGE;
    for (place, part) in &parts {
        let (before, after) = rest.split_once(place).with_context(|| format!("the page has no {place}"))?;
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}

/// Adds a module to the script, after those that it imports and that are not there yet.
///
/// All of them share one scope in the page, so that imports and the word `export` are left out: an import is one line,
/// `import { … } from './module.js';`, and names are unique.
fn join(module: &Path, known: &mut Vec<PathBuf>, script: &mut String) -> anyhow::Result<()> {
    if known.iter().any(|other| other == module) {
        return Ok(());
    }
    known.push(module.to_owned());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("script").join(module);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = module.parent().unwrap_or(Path::new(""));
    let mut own = String::new();
    // A page's lines end as its policy reckons, whatever system this was checked out on.
    for line in text.lines() {
        if line.starts_with("import ") {
            let from = line.split('\'').nth(1).with_context(|| format!("{}: {line}", path.display()))?;
            join(&plain(&folder.join(from)), known, script)?;
        } else {
            own.push_str(line.strip_prefix("export ").unwrap_or(line));
            own.push('\n');
        }
    }
    script.push_str(&own);
    Ok(())
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// What can be written in a game file, as the chapter says it.
fn reference() -> anyhow::Result<String> {
    let (_, section) = CHAPTER.split_once(REFERENCE).context("the chapter has no reference")?;
    let section = section.split("\n## ").next().unwrap_or(section);
    let events = pulldown_cmark::Parser::new_ext(section, pulldown_cmark::Options::ENABLE_TABLES);
    // Links lead out of the page, which has nothing there.
    let events = events.filter(|event| {
        use pulldown_cmark::{Event, Tag, TagEnd};
        !matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link))
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    // A column without a title has no heading.
    Ok(html.replace("<th></th>", "<td></td>"))
}

/// Nothing runs but the page's own script and its engine, and nothing is fetched.
fn policy(script: &str) -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{script}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'"
    )
}

/// JSON that can stand in a script.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The game files to begin with, by their names.
fn games() -> anyhow::Result<Vec<(String, String)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games");
    let mut games = Vec::new();
    for file in fs::read_dir(&folder)?.chain(fs::read_dir(folder.join("chances"))?) {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "game") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            games.push((name, fs::read_to_string(path)?));
        }
    }
    games.sort();
    Ok(games)
}
