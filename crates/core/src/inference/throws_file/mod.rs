//! Files of throws: CSV as a class, a spreadsheet or a logger writes it.
//!
//! The first line names the columns. The names decide between three layouts:
//!
//! - one throw per row: a column `face`, and a column `bone` to distinguish bones;
//! - one cast per row: a column `cast` with texts such as `6431`, or a column for each bone, headed by its name;
//! - counts: a column for each face, headed 1, 3, 4, 6 (or by their shapes), and optionally a column `bone`.
//!
//! In the first two, a column `count` says how often a row was seen. Next to counts it is their sum, as is a column `total`
//! in every layout. Sums are checked and left out, and so are rows of sums. Columns `thrower`, `surface` and `date` say how
//! throws were made. Throws can be grouped by any column.
//! Fields are separated by commas, semicolons or tabs, or as a first line `sep=;` says. Empty lines, and lines that begin
//! with #, are ignored.

mod heading;
mod table;

use std::io::Read;

use csv::{ReaderBuilder, StringRecord};

use super::throws::Throws;
use crate::messages::abridged;
use crate::plain_text::decoded;
use crate::tali::Face;

/// The largest count of one face: more than could ever be thrown.
pub const MOST_COUNTED: u64 = 1_000_000_000_000;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 26;

/// A line added after a file; it reaches a field's text only if a quote is still open.
const END: &str = "\n\0\n";

/// How a file of throws is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One throw per row.
    Throws,
    /// One cast per row.
    Casts,
    /// How often each face was shown.
    Counts,
}

/// How to read a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThrowsFormat {
    /// The layout; determined by the heading if not given.
    pub layout: Option<Layout>,
    /// The name of the column of bones, if it is not `bone`.
    pub bone: Option<String>,
    /// The name of the column of faces, if it is not `face`.
    pub face: Option<String>,
    /// The name of the column of casts, if it is not `cast`.
    pub cast: Option<String>,
    /// The name of the column of counts, if it is not `count`.
    pub count: Option<String>,
    /// The column by which throws are grouped.
    pub group: Option<String>,
    /// Only rows with these values in these columns count.
    pub only: Vec<(String, String)>,
}

/// Why throws could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ThrowsFileError {
    /// The file could not be read to its end.
    #[error("{0}")]
    Read(std::io::Error),
    /// There are no throws in it.
    #[error("it contains no throws{0}")]
    Empty(String),
    /// Wrong lines: the heading alone, or all wrong rows.
    #[error("{}", in_words(.lines, *.others))]
    Lines {
        /// The first of them, each with its problem and what is allowed.
        lines: Vec<(u64, String)>,
        /// How many more there are.
        others: usize,
    },
}

impl ThrowsFileError {
    /// A problem on one line.
    fn at(line: u64, problem: String) -> Self {
        Self::Lines { lines: vec![(line, problem)], others: 0 }
    }
}

fn in_words(lines: &[(u64, String)], others: usize) -> String {
    if let ([(line, problem)], 0) = (lines, others) {
        return format!("line {line}: {problem}");
    }
    let named: Vec<String> =
        lines.iter().map(|(line, problem)| format!("\n  line {line}: {problem}")).collect();
    let more = if others > 0 { format!("\n  and {others} more") } else { String::new() };
    format!("{} rows are wrong:{}{more}", lines.len() + others, named.concat())
}

/// Reads throws.
///
/// # Errors
///
/// [`ThrowsFileError`], which lists all wrong rows (up to 200).
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::{ThrowsFormat, read_throws};
///
/// let throws = read_throws("bone,face\nAulus,3\nAulus,6\nBrutus,4\n".as_bytes(), &ThrowsFormat::default())?;
/// assert_eq!(throws.by_bone(), [[0, 1, 0, 1], [0, 0, 1, 0]]);
///
/// let wrong = read_throws("face\n3\n2\n5\n".as_bytes(), &ThrowsFormat::default()).unwrap_err().to_string();
/// assert!(wrong.contains("line 3: `2` is not a face") && wrong.contains("line 4: `5` is not a face"));
/// # Ok::<(), tali_odds::inference::ThrowsFileError>(())
/// ```
pub fn read_throws(input: impl Read, format: &ThrowsFormat) -> Result<Throws, ThrowsFileError> {
    let mut bytes = Vec::new();
    input.take(LARGEST + 1).read_to_end(&mut bytes).map_err(ThrowsFileError::Read)?;
    if bytes.len() as u64 > LARGEST {
        let problem = "the file is larger than 64 MiB; give counts of each face instead";
        return Err(ThrowsFileError::at(1, problem.to_owned()));
    }
    let text = decoded(bytes).map_err(|error| ThrowsFileError::at(error.line as u64, error.problem))?;
    let mut rows = rows(&text)?.into_iter();
    let heading = rows.next().ok_or_else(|| ThrowsFileError::Empty(String::new()))?;
    table::throws(&heading, rows.collect(), format)
}

/// A row of a file.
struct Row {
    line: u64,
    fields: StringRecord,
}

impl Row {
    /// The text in a column.
    fn at(&self, column: usize) -> &str {
        self.fields.get(column).unwrap_or_default().trim()
    }
}

/// The rows that are not empty, the heading first.
fn rows(text: &str) -> Result<Vec<Row>, ThrowsFileError> {
    let (delimiter, text) = delimited(text);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .comment((!heading(text).starts_with('#')).then_some(b'#'))
        .flexible(true)
        .from_reader(text.as_bytes().chain(END.as_bytes()));
    let mut rows = Vec::new();
    loop {
        let mut fields = StringRecord::new();
        reader.read_record(&mut fields).map_err(|error| ThrowsFileError::Read(error.into()))?;
        if let Some(open) = fields.iter().find(|field| field.contains('\0')) {
            if open == "\0" {
                return Ok(rows);
            }
            let behind = open.trim_end_matches(END).matches('\n').count();
            let line = 1 + text.matches('\n').count() - behind;
            let problem = "the quote that opens here is never closed".to_owned();
            return Err(ThrowsFileError::at(line as u64, problem));
        }
        // The line follows from the row's end, as empty lines may precede the row.
        let line = reader.position().line().saturating_sub(1).max(1);
        if fields.iter().any(|field| !field.trim().is_empty()) {
            rows.push(Row { line, fields });
        }
    }
}

/// The first line that is neither empty nor a remark; a heading may begin with # as a column.
fn heading(text: &str) -> &str {
    let is_remark = |line: &&str| line.starts_with('#') && !line[1..].starts_with([',', ';', '\t']);
    text.lines().find(|line| !line.trim().is_empty() && !is_remark(line)).unwrap_or_default()
}

/// The separator of fields, and the text without its declaration: `sep=;` in the first line, as spreadsheets write it, else
/// a semicolon or a tab if the heading has more of them than commas.
fn delimited(text: &str) -> (u8, &str) {
    let (first, _) = text.split_once('\n').unwrap_or((text, ""));
    let said = first.trim_matches(['"', ' ']).to_ascii_lowercase();
    if let Some([delimiter]) = said
        .strip_prefix("sep=")
        .map(|sign| <[u8; 1]>::try_from(sign.as_bytes()))
        .and_then(Result::ok)
        .filter(|[sign]| sign.is_ascii_punctuation() || *sign == b'\t')
    {
        return (delimiter, &text[first.len()..]);
    }
    let heading = heading(text);
    let number = |delimiter: u8| heading.bytes().filter(|byte| *byte == delimiter).count();
    let others = [b';', b'\t'].into_iter().filter(|other| number(*other) > number(b','));
    (others.max_by_key(|other| number(*other)).unwrap_or(b','), text)
}

/// Reads a face from a field.
fn face(shown: &str) -> Result<Face, String> {
    shown.parse().map_err(|_| {
        format!("`{}` is not a face; the faces are {}{}", abridged(shown), Face::ALLOWED, in_digits(shown))
    })
}

/// Reads a count from a field.
fn whole(shown: &str) -> Result<u64, String> {
    let number = shown.parse::<u64>().ok().filter(|count| *count <= MOST_COUNTED);
    number.ok_or_else(|| {
        let hint = if shown.is_empty() {
            "; write 0 where nothing was counted".to_owned()
        } else {
            in_digits(shown)
        };
        format!(
            "`{}` is not a count; a count is a whole number from 0 to {MOST_COUNTED}{hint}",
            abridged(shown)
        )
    })
}

/// Returns `; write …` for a number that a spreadsheet wrote with a separator or with decimals.
fn in_digits(shown: &str) -> String {
    let parts: Vec<&str> = shown.split(['.', ',', '\'', '’', ' ', '\u{a0}', '\u{202f}']).collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let point = if shown.contains(',') { "decimal comma" } else { "decimal point" };
    match parts.as_slice() {
        [_] => String::new(),
        all if !all.iter().all(is_number) => String::new(),
        [_, thousands @ ..] if thousands.iter().all(|part| part.len() == 3) => {
            format!("; if that is a thousands separator, write {}", abridged(&parts.concat()))
        }
        [number, zeros] if zeros.bytes().all(|byte| byte == b'0') => {
            format!("; write {}, without a {point}", abridged(number))
        }
        _ if shown.contains([',', '.']) => format!("; that has a {point}"),
        _ => String::new(),
    }
}
