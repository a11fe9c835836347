//! What is wrong with a game file, and where.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use tali_core::messages::{abridged, suggestion};

/// Where something stands in a file, in bytes.
pub(super) type Span = Range<usize>;

/// So many problems of a file are told at once.
const MOST_TOLD: usize = 10;

/// Lines are shown to so many characters.
const WIDTH: usize = 100;

/// Something that is wrong at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub at: Span,
    /// What is wrong.
    pub title: String,
    /// What stands under the caret: what is allowed there.
    pub label: String,
    /// What else may help: how it came about, what to write instead.
    pub help: String,
}

/// What is read, or what is wrong with it.
pub(super) type Read<T> = Result<T, Problem>;

impl Problem {
    pub(super) fn new(at: &Span, title: impl Into<String>, label: impl Into<String>) -> Self {
        Self { at: at.clone(), title: title.into(), label: label.into(), help: String::new() }
    }

    /// The same with a word of help.
    pub(super) fn helped(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// The same with the nearest of the words that are known, if there is one.
    pub(super) fn hinted<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match suggestion(word, known) {
            Some(hint) => self.helped(hint),
            None => self,
        }
    }
}

/// All that is wrong with a game file, shown with its lines.
///
/// ```
/// # mod tali_odds { pub use tali_core::{exact, process, tali}; pub use tali_games as games; }
/// let error = tali_odds::games::own::read("game \"Mine\"\nseats 2\nturn:\n  rol 4 tali\n").unwrap_err();
/// let shown = error.to_string();
/// assert!(shown.contains("4 |   rol 4 tali"), "{shown}");
/// assert!(shown.contains("did you mean `roll`?"), "{shown}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFileError {
    name: String,
    text: String,
    problems: Vec<Problem>,
}

impl GameFileError {
    pub(super) fn new(name: &str, text: &str, mut problems: Vec<Problem>) -> Self {
        problems.sort_by_key(|problem| problem.at.start);
        problems.dedup();
        Self { name: name.to_owned(), text: text.to_owned(), problems }
    }

    /// The lines on which something is wrong, from 1.
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        self.problems.iter().map(|problem| line_of(&self.text, problem.at.start))
    }
}

impl std::error::Error for GameFileError {}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = shortened(&self.text);
        let told = self.problems.len().min(MOST_TOLD);
        let mut groups: Vec<Group<'_>> = Vec::new();
        for problem in &self.problems[..told] {
            let at = within(&text, &self.text, &problem.at);
            let primary = AnnotationKind::Primary.span(at).label(problem.label.as_str());
            let snippet = Snippet::source(text.as_str()).path(self.name.as_str()).annotation(primary);
            // One error is told to be one, whatever it consists of.
            let level = if groups.is_empty() { Level::ERROR } else { Level::ERROR.no_name() };
            let mut group = level.primary_title(problem.title.as_str()).element(snippet);
            if !problem.help.is_empty() {
                group = group.element(Level::HELP.message(problem.help.as_str()));
            }
            groups.push(group);
        }
        let shown = Renderer::plain().render(&groups);
        f.write_str(shown.strip_prefix("error: ").unwrap_or(&shown))?;
        match self.problems.len() - told {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

/// The number of the line in which a place lies, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// The text with long lines cut, so that an error fits a screen.
fn shortened(text: &str) -> String {
    let cut = |line: &str| match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    text.split('\n').map(cut).collect::<Vec<_>>().join("\n")
}

/// A place of the whole text in the shortened one.
fn within(short: &str, text: &str, at: &Span) -> Span {
    let place = |place: usize| {
        let place = (0..=place.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let before = &text[..place];
        let (line, column) = (before.matches('\n').count(), before.rsplit('\n').next().map_or(0, str::len));
        let mut lines = short.split('\n');
        let first: usize = lines.by_ref().take(line).map(|line| line.len() + 1).sum();
        let longest = lines.next().map_or(0, str::len);
        let column =
            (0..=column.min(longest)).rev().find(|at| short.is_char_boundary(first + at)).unwrap_or(0);
        first + column
    };
    let (start, end) = (place(at.start), place(at.end));
    start..end.max(start)
}

/// Something that was typed, as an error repeats it.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", abridged(text))
}
