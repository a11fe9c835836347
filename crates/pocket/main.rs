//! Builds the pocket edition: one page with the whole program, for a phone or any browser.
//!
//! ```text
//! rustup target add wasm32-unknown-unknown
//! cargo run --release -p tali-odds-pocket -- -o tali-odds.html
//! ```
//!
//! The engine is the library of this package, built for WebAssembly without files or a terminal. It is packed into the page
//! with the script, the style, drawings of the sides of a talus, the game files of `examples/games` and the reference of
//! their language. The page fetches nothing, and its content security policy forbids fetching.

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
/// The drawings of the four sides of a talus, also used by the handouts.
const SIDES: &str = include_str!("../../src/output/page/sides.json");
/// The chapter on writing games, and the heading of the section that the page includes.
const CHAPTER: &str = include_str!("../../docs/language.md");
const REFERENCE: &str = "## Reference";
/// The entry module of the script.
const FIRST: &str = "main.js";
/// The memory limit of the engine in bytes: as much as a phone can spare.
const MOST_MEMORY: u32 = 448 << 20;

/// Builds the pocket edition of tali-odds: one page with the whole program, for any browser
#[derive(Debug, Parser)]
struct Arguments {
    /// The page to write
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
        "{}: {} (engine: {} unpacked)",
        arguments.output.display(),
        megabytes(page.len()),
        megabytes(engine.len())
    );
    Ok(())
}

/// Builds the engine in the target folder of this program.
fn engine() -> anyhow::Result<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = std::env::current_exe()?;
    // target/PROFILE/pocket
    let target = own.ancestors().nth(2).context("this program is not in a target folder of cargo")?;
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
            bail!("the Rust target {TARGET} is not installed; to install it: rustup target add {TARGET}");
        }
        bail!("the engine could not be built");
    }
    let engine = target.join(TARGET).join(PROFILE).join("engine.wasm");
    fs::read(&engine).with_context(|| format!("cannot read {}", engine.display()))
}

/// Whether the standard library for WebAssembly is installed.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    asked.is_ok_and(|asked| Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir())
}

/// Assembles the page.
fn page(engine: &[u8]) -> anyhow::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(engine)?;
    let engine = BASE64.encode(packed.finish()?);
    let mut script = "'use strict';\n".to_owned();
    join(Path::new(FIRST), &mut Vec::new(), &mut script)?;
    if script.contains("</script") || script.contains("<!--") {
        bail!("the script contains `</script` or `<!--`, which would end it early");
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
    for (index, part) in &parts {
        let (before, after) = rest.split_once(index).with_context(|| format!("the page has no {index}"))?;
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}

/// Adds a module to the script, after the modules that it imports and that are not added yet.
///
/// All modules share one scope in the page, so imports and the word `export` are left out. Every import has to be a single
/// line, `import { … } from './module.js';`, and names have to be unique.
fn join(module: &Path, known: &mut Vec<PathBuf>, script: &mut String) -> anyhow::Result<()> {
    if known.iter().any(|other| other == module) {
        return Ok(());
    }
    known.push(module.to_owned());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("script").join(module);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = module.parent().unwrap_or(Path::new(""));
    let mut own = String::new();
    // Line breaks are normalized, because the policy contains a hash of the script.
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

/// Removes `.` and `..` from a path.
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

/// The reference of the game language as HTML, from its chapter.
fn reference() -> anyhow::Result<String> {
    let (_, section) = CHAPTER.split_once(REFERENCE).context("the chapter has no reference")?;
    let section = section.split("\n## ").next().unwrap_or(section);
    let events = pulldown_cmark::Parser::new_ext(section, pulldown_cmark::Options::ENABLE_TABLES);
    // Links would lead out of the page to documents it does not have.
    let events = events.filter(|event| {
        use pulldown_cmark::{Event, Tag, TagEnd};
        !matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link))
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    // A column without a title has no heading.
    Ok(html.replace("<th></th>", "<td></td>"))
}

/// The content security policy: only the page's own script and engine run, and nothing is fetched.
fn policy(script: &str) -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{script}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'"
    )
}

/// JSON that is safe inside a script element.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The example game files: names and texts.
fn games() -> anyhow::Result<Vec<(String, String)>> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut games = Vec::new();
    for folder in ["crates/games/files", "examples/games", "examples/games/chances"] {
        for file in fs::read_dir(repository.join(folder))? {
            let path = file?.path();
            if path.extension().is_some_and(|ending| ending == "game") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                games.push((name, fs::read_to_string(path)?));
            }
        }
    }
    games.sort();
    Ok(games)
}
