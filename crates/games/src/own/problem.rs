//! The problems of a game file, and where they are.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use tali_core::messages::{abridged, suggestion};

/// A range of bytes in a file.
pub(super) type Span = Range<usize>;

/// The most problems of a file to report at once.
const MOST_SHOWN: usize = 10;

/// The most characters to show of a line.
const WIDTH: usize = 100;

/// A problem at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub at: Span,
    /// What is wrong.
    pub title: String,
    /// The label under the caret: what is allowed there.
    pub label: String,
    /// Further help: how it happens, or what to write instead.
    pub help: String,
}

/// What was read, or the problem with it.
pub(super) type Read<T> = Result<T, Problem>;

impl Problem {
    pub(super) fn new(at: &Span, title: impl Into<String>, label: impl Into<String>) -> Self {
        Self { at: at.clone(), title: title.into(), label: label.into(), help: String::new() }
    }

    /// Adds a help text.
    pub(super) fn helped(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Adds the nearest of the known words as help, if there is one.
    pub(super) fn hinted<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match suggestion(word, known) {
            Some(hint) => self.helped(hint),
            None => self,
        }
    }
}

/// All problems of a game file, shown with its lines.
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

    /// Returns the lines with problems, from 1.
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        self.problems.iter().map(|problem| line_of(&self.text, problem.at.start))
    }
}

impl std::error::Error for GameFileError {}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = shortened(&self.text);
        let count = self.problems.len().min(MOST_SHOWN);
        let mut groups: Vec<Group<'_>> = Vec::new();
        for problem in &self.problems[..count] {
            let at = within(&text, &self.text, &problem.at);
            let primary = AnnotationKind::Primary.span(at).label(problem.label.as_str());
            let snippet = Snippet::source(text.as_str()).path(self.name.as_str()).annotation(primary);
            // The whole is one error, however many problems it has.
            let level = if groups.is_empty() { Level::ERROR } else { Level::ERROR.no_name() };
            let mut group = level.primary_title(problem.title.as_str()).element(snippet);
            if !problem.help.is_empty() {
                group = group.element(Level::HELP.message(problem.help.as_str()));
            }
            groups.push(group);
        }
        let shown = Renderer::plain().render(&groups);
        f.write_str(shown.strip_prefix("error: ").unwrap_or(&shown))?;
        match self.problems.len() - count {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

/// The number, from 1, of the line that contains a byte.
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

/// Maps a span of the whole text to the shortened one.
fn within(short: &str, text: &str, at: &Span) -> Span {
    let index = |index: usize| {
        let index = (0..=index.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let before = &text[..index];
        let (line, column) = (before.matches('\n').count(), before.rsplit('\n').next().map_or(0, str::len));
        let mut lines = short.split('\n');
        let first: usize = lines.by_ref().take(line).map(|line| line.len() + 1).sum();
        let longest = lines.next().map_or(0, str::len);
        let column =
            (0..=column.min(longest)).rev().find(|at| short.is_char_boundary(first + at)).unwrap_or(0);
        first + column
    };
    let (start, end) = (index(at.start), index(at.end));
    start..end.max(start)
}

/// Something that was typed, as errors repeat it.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", abridged(text))
}
