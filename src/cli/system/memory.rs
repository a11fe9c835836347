//! The system of a page, which has only memory. Files are those of the request or stored before; output stays here until it
//! is returned.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use num_traits::ToPrimitive;

use super::memo::Memo;
use crate::cli::failure::Failure;
use crate::games::{Playable, ReadAt, SolutionStore};
use crate::monte_carlo::Watch;
use crate::output::chart::Screen;
use crate::output::{Sheet, Terminal};

/// The input and output of one request.
#[derive(Debug, Default)]
pub(in crate::cli) struct Desk {
    /// The readable files.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    /// The written files.
    pub written: BTreeMap<PathBuf, Vec<u8>>,
    /// The standard output.
    pub said: Vec<u8>,
    /// The standard error.
    pub complaints: String,
    /// The screen to draw pictures for.
    pub screen: Screen,
    /// The tables of the answer, if the request names a screen.
    pub sheets: Option<Vec<Sheet>>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
    /// Files for every request.
    static FILES: RefCell<BTreeMap<PathBuf, Arc<Vec<u8>>>> = RefCell::default();
}

/// Begins a request with these files. If a screen is given, pictures are drawn for it and tables are returned as data.
pub(in crate::cli) fn lay_out(files: BTreeMap<PathBuf, Vec<u8>>, screen: Option<Screen>) {
    let sheets = screen.map(|_| Vec::new());
    DESK.set(Desk { files, screen: screen.unwrap_or_default(), sheets, ..Desk::default() });
}

/// Ends the request and returns its output.
pub(in crate::cli) fn take_away() -> Desk {
    DESK.take()
}

/// Called with the progress of the current work, from 0 to 1.
static LISTENER: OnceLock<fn(f64)> = OnceLock::new();

/// Sets the listener for progress, from 0 to 1. Only the first call has an effect.
pub(in crate::cli) fn listen(listener: fn(f64)) {
    LISTENER.set(listener).ok();
}

fn tell(done: f64) {
    if let Some(listener) = LISTENER.get() {
        listener(done);
    }
}

/// Stores a file for all further requests.
pub(in crate::cli) fn keep_file(path: PathBuf, contents: Vec<u8>) {
    FILES.with_borrow_mut(|stored| stored.insert(path, Arc::new(contents)));
}

fn at_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    DESK.with_borrow_mut(work)
}

fn stored(path: &Path) -> Option<Arc<Vec<u8>>> {
    FILES.with_borrow(|stored| stored.get(path).cloned())
}

/// Does nothing: a page needs no preparation.
#[expect(clippy::unnecessary_wraps, reason = "on a computer it can fail")]
pub(in crate::cli) fn start() -> Result<(), Failure> {
    Ok(())
}

/// Opens a file to read it.
pub(in crate::cli) fn open(path: &Path) -> io::Result<impl Read + use<>> {
    let file = at_desk(|desk| desk.files.get(path).cloned());
    file.or_else(|| stored(path).map(|file| file.to_vec()))
        .map(Cursor::new)
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file here"))
}

/// All files that came with the request.
pub(in crate::cli) fn files_beside(_: &Path) -> Vec<PathBuf> {
    at_desk(|desk| desk.files.keys().cloned().collect())
}

/// Standard input, which is empty.
pub(in crate::cli) fn stdin() -> impl Read {
    io::empty()
}

#[expect(clippy::unnecessary_wraps, reason = "on a computer it can fail")]
pub(in crate::cli) fn print(bytes: &[u8]) -> Result<(), Failure> {
    at_desk(|desk| desk.said.extend_from_slice(bytes));
    Ok(())
}

/// Stores the tables of an answer, if they are requested.
pub(in crate::cli) fn lay_tables(tables: impl FnOnce() -> Vec<Sheet>) {
    at_desk(|desk| {
        if let Some(sheets) = &mut desk.sheets {
            *sheets = tables();
        }
    });
}

pub(in crate::cli) fn complain(words: &str) {
    at_desk(|desk| desk.complaints.push_str(words));
}

/// Prints help to the output, and usage errors to the error output.
#[expect(clippy::unnecessary_wraps, reason = "on a computer it can fail")]
pub(in crate::cli) fn show_usage(usage: &clap::Error) -> io::Result<()> {
    let words = usage.to_string();
    at_desk(|desk| {
        if usage.use_stderr() {
            desk.complaints.push_str(&words);
        } else {
            desk.said.extend_from_slice(words.as_bytes());
        }
    });
    Ok(())
}

/// The screen to draw pictures for.
pub(in crate::cli) fn screen() -> Screen {
    at_desk(|desk| desk.screen)
}

pub(in crate::cli) const fn terminal() -> Terminal {
    no_terminal()
}

pub(in crate::cli) const fn no_terminal() -> Terminal {
    Terminal { colour: false, width: Some(100), whole: true }
}

pub(in crate::cli) fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other
}

#[expect(clippy::unnecessary_wraps, reason = "on a computer it can fail")]
pub(in crate::cli) fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let files = files.iter().map(|(path, contents)| ((*path).to_owned(), contents.to_vec()));
    at_desk(|desk| desk.written.extend(files));
    Ok(())
}

pub(in crate::cli) fn write_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let files: Vec<(PathBuf, &[u8])> =
        files.iter().map(|(name, contents)| (folder.join(name), contents.as_slice())).collect();
    write_files(&files.iter().map(|(path, contents)| (path.as_path(), *contents)).collect::<Vec<_>>())
}

/// A store of solutions that lasts as long as the page is open.
#[derive(Debug)]
struct Remembered {
    named: Option<Arc<Vec<u8>>>,
}

static MEMO: LazyLock<Memo> = LazyLock::new(Memo::default);

pub(in crate::cli) fn store(_: bool, named: Option<&Path>) -> Arc<dyn SolutionStore> {
    Arc::new(Remembered { named: named.and_then(stored) })
}

/// Opens a file to read parts of it.
pub(in crate::cli) fn parts(path: &Path) -> io::Result<Box<dyn ReadAt>> {
    let file = stored(path).ok_or(io::ErrorKind::NotFound)?;
    Ok(Box::new(file))
}

impl SolutionStore for Remembered {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn write(&self, _: &str, _: &[u8]) {}

    fn open(&self, _: &str) -> Vec<Box<dyn ReadAt>> {
        self.named.iter().map(|file| Box::new(Arc::clone(file)) as Box<dyn ReadAt>).collect()
    }

    fn recall(&self, name: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        MEMO.recall(name)
    }

    fn remember(&self, name: &str, what: Arc<dyn Any + Send + Sync>) {
        MEMO.remember(name, what);
    }
}

/// Runs a simulation. The page stops it by stopping the whole engine.
pub(in crate::cli) fn played<T>(number: u64, what: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    watched(number, what, work)
}

/// Runs work without a partial answer, and reports how much of `number` parts is done.
pub(in crate::cli) fn watched<T>(number: u64, _: &str, work: impl FnOnce(&Watch<'_>) -> T) -> T {
    let done = AtomicU64::new(0);
    let played = |more| {
        let done = done.fetch_add(more, Ordering::Relaxed) + more;
        if number > 0 {
            tell(done.to_f64().unwrap_or(0.0) / number.to_f64().unwrap_or(f64::INFINITY));
        }
    };
    work(&Watch { stop: &AtomicBool::new(false), played: &played })
}

/// Solves a game and reports progress.
pub(in crate::cli) fn solving<T>(table: &mut dyn Playable, work: impl FnOnce(&dyn Playable) -> T) -> T {
    table.tell(Arc::new(tell));
    work(table)
}
