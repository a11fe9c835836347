//! Files of throws: CSV as a class, a spreadsheet or a logger writes it.
//!
//! There are three layouts, told apart by the header (or, without one, by the first row):
//!
//! - one throw a row: a column `face`, and if the bones are told apart a column `bone`; a column `count` says
//!   how often that was seen;
//! - one cast a row: a column `cast` with texts such as `6431`, or a column for each bone, headed by its name;
//! - counts: a column for each face, headed 1, 3, 4, 6 (or by their shapes), and perhaps a column `bone`.
//!
//! Columns `thrower`, `surface` and `date` tell how throws were made; throws can be grouped by any column.
//! Fields are parted by commas, semicolons or tabs, lines end as on any system; empty lines, and those that begin
//! with #, are passed over.

mod columns;
mod names;
mod sheet;

use std::io::{BufRead, BufReader, Read};

use csv::{ByteRecord, ReaderBuilder};

use super::throws::Throws;
use crate::tali::Face;
use sheet::Sheet;

/// The largest count of one face: more than could ever be thrown.
pub const MOST_COUNTED: u64 = 1_000_000_000_000;

/// How a file of throws is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One throw a row.
    Throws,
    /// One cast a row.
    Casts,
    /// How often each face was shown.
    Counts,
}

/// What is known of a file before it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThrowsFormat {
    /// The layout; told by the header if not given.
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
    #[error("there are no throws in it{0}")]
    Empty(String),
    /// The header, or the first row of a file without one.
    #[error("line {line}: {problem}")]
    Header {
        /// The line.
        line: u64,
        /// What is wrong with it, and what would be right.
        problem: String,
    },
    /// Rows that are wrong, by their lines.
    #[error("{}", rows_in_words(.rows, *.others))]
    Rows {
        /// The first ones.
        rows: Vec<(u64, String)>,
        /// How many more there are.
        others: u64,
    },
}

fn rows_in_words(rows: &[(u64, String)], others: u64) -> String {
    let number = rows.len() as u64 + others;
    if let ([(line, problem)], 0) = (rows, others) {
        return format!("line {line}: {problem}");
    }
    let lines: Vec<String> =
        rows.iter().map(|(line, problem)| format!("\n  line {line}: {problem}")).collect();
    let more = if others > 0 { format!("\n  and {others} more") } else { String::new() };
    format!("{number} rows are wrong:{}{more}", lines.concat())
}

/// Reads throws, row by row: of each throw it keeps one byte.
///
/// # Errors
///
/// [`ThrowsFileError`], which names every row that is wrong (up to 200 of them).
///
/// ```
/// use tali_odds::inference::{ThrowsFormat, read_throws};
///
/// let throws = read_throws("bone,face\nAulus,3\nAulus,6\nBrutus,4\n".as_bytes(), &ThrowsFormat::default())?;
/// assert_eq!(throws.by_bone(), [[0, 1, 0, 1], [0, 0, 1, 0]]);
///
/// let wrong = read_throws("face\n3\n2\n5\n".as_bytes(), &ThrowsFormat::default()).unwrap_err().to_string();
/// assert!(wrong.contains("line 3: `2` is no face") && wrong.contains("line 4: `5` is no face"));
/// # Ok::<(), tali_odds::inference::ThrowsFileError>(())
/// ```
pub fn read_throws(input: impl Read, format: &ThrowsFormat) -> Result<Throws, ThrowsFileError> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let start = input.fill_buf().map_err(ThrowsFileError::Read)?;
    if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
        let problem = "this is UTF-16 text; save it as UTF-8".to_owned();
        return Err(ThrowsFileError::Header { line: 1, problem });
    }
    if start.contains(&0) {
        let problem = "this is no text; throws are read from UTF-8 text".to_owned();
        return Err(ThrowsFileError::Header { line: 1, problem });
    }
    let delimiter = delimiter(start);
    if start.starts_with("\u{feff}".as_bytes()) {
        input.consume(3);
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .comment(Some(b'#'))
        .flexible(true)
        .trim(csv::Trim::None)
        // The last line ends as well.
        .from_reader(LineEnds {
            input: input.chain(&b"\n"[..]),
            after_return: false,
            quotes: Quotes::new(delimiter),
        });
    let found = rows(&mut reader, format);
    // All that follows such a quote is one field, after which nothing is left to be read.
    let at_end = reader.is_done() || !read(&mut reader, &mut ByteRecord::new()).unwrap_or(true);
    match reader.get_ref().quotes.opened {
        Some(line) if at_end => {
            let problem = "the quote that opens here is never closed".to_owned();
            Err(ThrowsFileError::Header { line, problem })
        }
        _ => found,
    }
}

fn rows<R: Read>(
    reader: &mut csv::Reader<LineEnds<R>>,
    format: &ThrowsFormat,
) -> Result<Throws, ThrowsFileError> {
    let mut record = ByteRecord::new();
    let mut sheet = loop {
        if !read(reader, &mut record)? {
            return Err(ThrowsFileError::Empty(String::new()));
        }
        if !is_blank(&record) {
            break Sheet::new(&record, format)?;
        }
    };
    if sheet.headless {
        sheet.row(&record);
    }
    while read(reader, &mut record)? {
        sheet.row(&record);
    }
    sheet.finished()
}

/// Which quote is open, while a text is read byte by byte.
struct Quotes {
    delimiter: u8,
    line: u64,
    /// The byte before, and whether it was a quote that closed a field.
    last: u8,
    closed: bool,
    /// Whether the line began with `#` and is passed over.
    comment: bool,
    /// The line of the quote that was opened.
    opened: Option<u64>,
}

impl Quotes {
    const fn new(delimiter: u8) -> Self {
        Self { delimiter, line: 1, last: b'\n', closed: false, comment: false, opened: None }
    }

    /// A quote opens at the beginning of a field, and the next one closes it, unless another follows at once.
    fn pass(&mut self, byte: u8) {
        let begins = self.last == b'\n' || self.last == self.delimiter;
        if self.opened.is_none() && self.last == b'\n' {
            self.comment = byte == b'#';
        }
        // Two of them within quotes stand for one, which closes nothing.
        let again = self.closed;
        self.closed = byte == QUOTE && !self.comment && self.opened.is_some();
        self.last = byte;
        match byte {
            b'\n' => self.line += 1,
            QUOTE if self.closed => self.opened = None,
            QUOTE if !self.comment && (begins || again) => self.opened = Some(self.line),
            _ => {}
        }
    }
}

const QUOTE: u8 = b'"';

/// A text in which every line ends with one line feed.
struct LineEnds<R> {
    input: R,
    after_return: bool,
    quotes: Quotes,
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let read = self.input.read(buffer)?;
            let mut kept = 0;
            for place in 0..read {
                let byte = buffer[place];
                let doubled = byte == b'\n' && self.after_return;
                self.after_return = byte == b'\r';
                if !doubled {
                    buffer[kept] = if byte == b'\r' { b'\n' } else { byte };
                    self.quotes.pass(buffer[kept]);
                    kept += 1;
                }
            }
            if kept > 0 || read == 0 {
                return Ok(kept);
            }
        }
    }
}

fn read(reader: &mut csv::Reader<impl Read>, record: &mut ByteRecord) -> Result<bool, ThrowsFileError> {
    let read = reader.read_byte_record(record).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => ThrowsFileError::Read(error),
        other => ThrowsFileError::Header { line: 1, problem: format!("this is no CSV: {other:?}") },
    })?;
    // A record is told by where it ends: before it there may be empty lines.
    let mut place = csv::Position::new();
    place.set_line(reader.position().line().saturating_sub(1).max(1));
    record.set_position(Some(place));
    Ok(read)
}

/// A semicolon or a tab where the first line has more of them than commas.
fn delimiter(start: &[u8]) -> u8 {
    let told = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    let line = start.split(|byte| *byte == b'\n').find(told).unwrap_or(start);
    let number = |delimiter: u8| line.split(|byte| *byte == delimiter).count();
    [b';', b'\t']
        .into_iter()
        .filter(|other| number(*other) > number(b','))
        .max_by_key(|other| number(*other))
        .unwrap_or(b',')
}

fn is_blank(record: &ByteRecord) -> bool {
    record.iter().all(|field| field.trim_ascii().is_empty())
}

fn text(field: &[u8]) -> String {
    String::from_utf8_lossy(field.trim_ascii()).into_owned()
}

fn line(record: &ByteRecord) -> u64 {
    record.position().map_or(1, csv::Position::line)
}

fn face(field: &[u8]) -> Option<Face> {
    match field.trim_ascii() {
        [digit] => Face::from_value(u32::from(digit.wrapping_sub(b'0'))),
        word => std::str::from_utf8(word).ok()?.parse().ok(),
    }
}
