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
//! Fields are parted by commas, semicolons or tabs, lines end as on any system, and empty lines are passed over.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};

use csv::{ByteRecord, ReaderBuilder};

use super::throws::{Cell, Circumstance, Throws};
use crate::messages::{abridged, did_you_mean};
use crate::tali::{Cast, Face, MAX_TALI};

/// The largest count of one face: more than could ever be thrown.
pub const MOST_COUNTED: u64 = 1_000_000_000_000;

/// The most bones, or groups, that are told apart.
const MOST_NAMES: usize = 1_000;

/// The most rows that an error names.
const MOST_NAMED: usize = 200;

/// The longest name of a bone or a group, in characters.
const LONGEST_NAME: usize = 100;

/// The columns that tell how throws were made.
const CIRCUMSTANCES: [&str; 3] = ["thrower", "surface", "date"];

/// Columns that number the rows of a sheet, or hold remarks.
const PASSED_OVER: [&str; 8] = ["throw", "row", "no", "no.", "nr", "#", "note", "notes"];

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
    Empty(&'static str),
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
    let delimiter = delimiter(start);
    if start.starts_with("\u{feff}".as_bytes()) {
        input.consume(3);
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::None)
        .from_reader(input);
    let mut record = ByteRecord::new();
    let mut sheet = loop {
        if !read(&mut reader, &mut record)? {
            return Err(ThrowsFileError::Empty(""));
        }
        if !is_blank(&record) {
            break Sheet::new(&record, format)?;
        }
    };
    if sheet.headless {
        sheet.row(&record);
    }
    while read(&mut reader, &mut record)? {
        sheet.row(&record);
    }
    sheet.finished()
}

fn read(reader: &mut csv::Reader<impl Read>, record: &mut ByteRecord) -> Result<bool, ThrowsFileError> {
    reader.read_byte_record(record).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => ThrowsFileError::Read(error),
        other => ThrowsFileError::Header { line: 1, problem: format!("this is no CSV: {other:?}") },
    })
}

/// A semicolon or a tab where the first line has more of them than commas.
fn delimiter(start: &[u8]) -> u8 {
    let line = start.split(|byte| *byte == b'\n').find(|line| !line.trim_ascii().is_empty()).unwrap_or(start);
    let number = |delimiter: u8| line.iter().filter(|byte| **byte == delimiter).count();
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

/// Where in a row what stands.
#[derive(Clone)]
enum Columns {
    Throws {
        bone: Option<usize>,
        face: usize,
        count: Option<usize>,
    },
    Cast(usize),
    /// The column of each bone.
    Bones(Vec<usize>),
    Counts {
        bone: Option<usize>,
        faces: [usize; 4],
    },
}

/// Names in the order in which they come, found again by their bytes.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    /// The line where each stands first.
    lines: Vec<u64>,
    places: HashMap<Vec<u8>, usize>,
    by_lower_case: HashMap<String, usize>,
    last: usize,
}

impl Names {
    fn place(&mut self, field: &[u8], line: u64, what: &str) -> Result<usize, String> {
        let field = field.trim_ascii();
        if self.names.get(self.last).is_some_and(|last| last.as_bytes() == field) {
            return Ok(self.last);
        }
        if let Some(place) = self.places.get(field) {
            self.last = *place;
            return Ok(*place);
        }
        let name = std::str::from_utf8(field).map_err(|_| format!("the {what} is no UTF-8 text"))?;
        if name.is_empty() {
            return Err(format!("the {what} is missing"));
        }
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(format!(
                "`{}` is no name of a {what}: it is too long, or not on one line",
                abridged(name)
            ));
        }
        if let Some(other) = self.by_lower_case.get(&name.to_lowercase()) {
            let (first, on) = (&self.names[*other], self.lines[*other]);
            return Err(format!("{what} `{name}` is called `{first}` on line {on}; spell it one way"));
        }
        if self.names.len() == MOST_NAMES {
            return Err(format!("there are more than {MOST_NAMES} different names of a {what}"));
        }
        let place = self.names.len();
        self.places.insert(field.to_vec(), place);
        self.by_lower_case.insert(name.to_lowercase(), place);
        self.names.push(name.to_owned());
        self.lines.push(line);
        self.last = place;
        Ok(place)
    }
}

/// A file while it is read.
struct Sheet {
    headless: bool,
    columns: Columns,
    width: usize,
    header: Vec<String>,
    group: Option<usize>,
    only: Vec<(usize, String)>,
    circumstances: Vec<(usize, Circumstance)>,
    bones: Names,
    groups: Names,
    cells: Vec<Cell>,
    /// The place of the cell of each bone and group, plus one.
    places: HashMap<(usize, usize), usize>,
    wrong: Vec<(u64, String)>,
    others: u64,
    empty_fields: u64,
    rows: u64,
    /// Whether these could be casts under a Venus as well as counts under the four faces.
    ambiguous: bool,
}

impl Sheet {
    fn new(record: &ByteRecord, format: &ThrowsFormat) -> Result<Self, ThrowsFileError> {
        let header: Vec<String> = record.iter().map(text).collect();
        let wrong = |problem: String| ThrowsFileError::Header { line: line(record), problem };
        let headless = headless(&header, format);
        let columns = match &headless {
            Some(columns) => Ok(columns.clone()),
            None => Header { names: &header, format }.columns(),
        };
        let columns = columns.map_err(wrong)?;
        let find = |name: &str| {
            let named = if headless.is_some() { None } else { position(&header, name) };
            named.ok_or_else(|| wrong(no_column(&header, name)))
        };
        let only = format.only.iter().map(|(column, value)| Ok((find(column)?, value.clone())));
        let only = only.collect::<Result<_, ThrowsFileError>>()?;
        let group = format.group.as_deref().map(find).transpose()?;
        let circumstances = CIRCUMSTANCES.iter().filter(|_| headless.is_none()).filter_map(|column| {
            let place = position(&header, column)?;
            Some((place, Circumstance { column: (*column).to_owned(), values: Vec::new(), more: false }))
        });
        let mut sheet = Self {
            width: header.len(),
            circumstances: circumstances.collect(),
            headless: headless.is_some(),
            columns,
            group,
            only,
            header,
            bones: Names::default(),
            groups: Names::default(),
            cells: Vec::new(),
            places: HashMap::new(),
            wrong: Vec::new(),
            others: 0,
            empty_fields: 0,
            rows: 0,
            ambiguous: format.layout.is_none(),
        };
        sheet.ambiguous &= sheet.width == 4 && sheet.header.iter().all(|field| field.parse::<u32>().is_ok());
        // A column for each bone names them all at once.
        if let Columns::Bones(columns) = &sheet.columns {
            for column in columns {
                let name = if sheet.headless {
                    format!("bone {}", column + 1)
                } else {
                    sheet.header[*column].clone()
                };
                sheet.bones.place(name.as_bytes(), line(record), "bone").map_err(wrong)?;
            }
        }
        Ok(sheet)
    }

    fn row(&mut self, record: &ByteRecord) {
        if is_blank(record) {
            return;
        }
        self.rows += 1;
        if let Err(problem) = self.take(record) {
            if self.wrong.len() < MOST_NAMED {
                self.wrong.push((line(record), problem));
            } else {
                self.others += 1;
            }
        }
    }

    fn take(&mut self, record: &ByteRecord) -> Result<(), String> {
        // Spreadsheets end rows with empty fields that nothing is in.
        let beyond = || record.iter().skip(self.width).any(|field| !field.trim_ascii().is_empty());
        if record.len() > self.width && beyond() {
            return Err(format!("{} fields, where there are {} columns", record.len(), self.width));
        }
        let at = |place: usize| record.get(place).unwrap_or_default();
        if self.only.iter().any(|(place, value)| at(*place).trim_ascii() != value.as_bytes()) {
            return Ok(());
        }
        let line = line(record);
        let group = match self.group {
            Some(place) => self.groups.place(at(place), line, "group")?,
            None => 0,
        };
        match &self.columns {
            Columns::Throws { bone, face: face_column, count } => {
                let field = at(*face_column);
                let shown = face(field).ok_or_else(|| no_face(field))?;
                let counted = count.map(|place| whole(at(place))).transpose()?;
                let bone = self.bone(bone.map(at), line)?;
                let cell = self.cell(bone, group);
                match counted {
                    None => cell.add(shown),
                    Some(count) => cell.add_many(shown, count),
                }
            }
            Columns::Cast(place) => {
                let digits = text(at(*place));
                if digits.is_empty() || digits.chars().count() > MAX_TALI {
                    return Err(format!("`{}` is no cast of 1 to {MAX_TALI} tali", abridged(&digits)));
                }
                let cast = Cast::parse(&digits, digits.chars().count()).map_err(|error| error.to_string())?;
                let bone = self.bone(None, line)?;
                // Its digits may have been put in order: of a cast no throw comes before another.
                let cell = self.cell(bone, group);
                cast.faces().for_each(|face| cell.add(face));
            }
            Columns::Bones(places) => {
                let fields: Vec<Option<Face>> = places
                    .iter()
                    .map(|place| match at(*place) {
                        field if field.trim_ascii().is_empty() => Ok(None),
                        field => face(field).map(Some).ok_or_else(|| {
                            let column = self.header.get(*place).filter(|_| !self.headless);
                            column.map_or_else(
                                || no_face(field),
                                |column| format!("column `{}`: {}", abridged(column), no_face(field)),
                            )
                        }),
                    })
                    .collect::<Result<_, String>>()?;
                for (bone, shown) in fields.into_iter().enumerate() {
                    match shown {
                        Some(face) => self.cell(bone, group).add(face),
                        None => self.empty_fields += 1,
                    }
                }
            }
            Columns::Counts { bone, faces } => {
                let mut counts = [0; 4];
                for (count, (place, face)) in counts.iter_mut().zip(faces.iter().zip(Face::ALL)) {
                    *count = whole(at(*place)).map_err(|problem| format!("face {face}: {problem}"))?;
                }
                let bone = self.bone(bone.map(at), line)?;
                self.ambiguous &= counts.iter().all(|count| matches!(count, 1 | 3 | 4 | 6));
                let cell = self.cell(bone, group);
                Face::ALL.into_iter().zip(counts).for_each(|(face, count)| cell.add_many(face, count));
            }
        }
        for (place, circumstance) in &mut self.circumstances {
            let value = at(*place).trim_ascii();
            if !value.is_empty()
                && !circumstance.more
                && !circumstance.values.iter().any(|known| known.as_bytes() == value)
            {
                if circumstance.values.len() < Circumstance::MOST {
                    circumstance.values.push(text(value));
                } else {
                    circumstance.more = true;
                }
            }
        }
        Ok(())
    }

    fn bone(&mut self, field: Option<&[u8]>, line: u64) -> Result<usize, String> {
        match field {
            Some(field) => self.bones.place(field, line, "bone"),
            None if self.bones.names.is_empty() => {
                self.bones.names.push(String::new());
                Ok(0)
            }
            None => Ok(0),
        }
    }

    fn cell(&mut self, bone: usize, group: usize) -> &mut Cell {
        let cells = &mut self.cells;
        let place = *self.places.entry((bone, group)).or_insert_with(|| {
            cells.push(Cell { bone, group, ..Cell::default() });
            cells.len() - 1
        });
        &mut self.cells[place]
    }

    fn finished(self) -> Result<Throws, ThrowsFileError> {
        if !self.wrong.is_empty() {
            return Err(ThrowsFileError::Rows { rows: self.wrong, others: self.others });
        }
        if self.ambiguous && matches!(self.columns, Columns::Counts { .. }) && self.rows > 0 {
            let problem = "these can be counts under the heads 1, 3, 4, 6, or casts of which the first is a Venus; say \
                           --layout counts or --layout casts"
                .to_owned();
            return Err(ThrowsFileError::Header { line: 1, problem });
        }
        let mut throws = Throws {
            bones: self.bones.names,
            groups: self.groups.names,
            cells: self.cells,
            circumstances: self.circumstances.into_iter().map(|(_, circumstance)| circumstance).collect(),
            remarks: Vec::new(),
        };
        if throws.total() == 0 {
            let why = if self.rows == 0 {
                ": only a header"
            } else if self.only.is_empty() {
                ""
            } else {
                ": no row has that value"
            };
            return Err(ThrowsFileError::Empty(why));
        }
        let unthrown: Vec<&str> = throws
            .bones
            .iter()
            .zip(throws.by_bone())
            .filter(|(_, counts)| counts.iter().all(|count| *count == 0))
            .map(|(bone, _)| bone.as_str())
            .collect();
        if !unthrown.is_empty() {
            let line = self.bones.lines.first().copied().unwrap_or(1);
            let problem =
                format!("there is no throw of {}; leave out a bone that was not thrown", unthrown.join(", "));
            return Err(ThrowsFileError::Header { line, problem });
        }
        if throws.cells.iter().flat_map(|cell| cell.counts).any(|count| count > MOST_COUNTED) {
            let problem = format!("a face was counted more than {MOST_COUNTED} times");
            return Err(ThrowsFileError::Header { line: 1, problem });
        }
        // The order was lost wherever counts were added.
        for cell in &mut throws.cells {
            if cell.order.len() as u64 != cell.counts.iter().sum::<u64>() {
                cell.order = Vec::new();
            }
        }
        if self.empty_fields > 0 {
            throws.remarks.push(format!(
                "{} empty fields were passed over as throws that were not made",
                self.empty_fields
            ));
        }
        Ok(throws)
    }
}

impl Cell {
    fn add(&mut self, face: Face) {
        self.counts[face.index()] += 1;
        self.order.push(face);
    }

    fn add_many(&mut self, face: Face, count: u64) {
        self.counts[face.index()] = self.counts[face.index()].saturating_add(count);
    }
}

fn no_face(field: &[u8]) -> String {
    format!("`{}` is no face; the faces are {}", abridged(&text(field)), Face::ALLOWED)
}

fn whole(field: &[u8]) -> Result<u64, String> {
    let shown = text(field);
    let number = shown.parse::<u64>().ok().filter(|count| *count <= MOST_COUNTED);
    number.ok_or_else(|| {
        format!("`{}` is no count; a count is a whole number from 0 to {MOST_COUNTED}", abridged(&shown))
    })
}

fn position(header: &[String], name: &str) -> Option<usize> {
    header.iter().position(|column| column.eq_ignore_ascii_case(name))
}

fn no_column(header: &[String], name: &str) -> String {
    let columns: Vec<&str> = header.iter().map(String::as_str).collect();
    let hint = did_you_mean(name, columns.iter().copied());
    format!(
        "there is no column `{}`; the columns are {}{hint}",
        abridged(name),
        abridged(&columns.join(", "))
    )
}

/// What a first row that is no header but throws already says of the columns.
fn headless(first: &[String], format: &ThrowsFormat) -> Option<Columns> {
    let named = [&format.bone, &format.face, &format.cast, &format.count].iter().any(|name| name.is_some());
    if named || format.layout == Some(Layout::Counts) {
        return None;
    }
    let faces = first.iter().filter(|field| face(field.as_bytes()).is_some()).count();
    let all = faces == first.len();
    let wants = |layout: Layout| format.layout.is_none_or(|wanted| wanted == layout);
    match first {
        [_] if all && wants(Layout::Throws) => Some(Columns::Throws { bone: None, face: 0, count: None }),
        [digits]
            if wants(Layout::Casts)
                && (1..=MAX_TALI).contains(&digits.len())
                && Cast::parse(digits, digits.len()).is_ok() =>
        {
            Some(Columns::Cast(0))
        }
        [name, _]
            if face(first[1].as_bytes()).is_some()
                && face(name.as_bytes()).is_none()
                && wants(Layout::Throws) =>
        {
            Some(Columns::Throws { bone: Some(0), face: 1, count: None })
        }
        _ if all
            && first.len() <= MAX_TALI
            && wants(Layout::Casts)
            && (format.layout.is_some() || !is_all_faces(first)) =>
        {
            Some(Columns::Bones((0..first.len()).collect()))
        }
        _ => None,
    }
}

/// Whether these are the four faces, each once: what heads columns of counts, and is a Venus as well.
fn is_all_faces(fields: &[String]) -> bool {
    fields.len() == 4
        && Face::ALL
            .into_iter()
            .all(|wanted| fields.iter().any(|field| face(field.as_bytes()) == Some(wanted)))
}

/// The header of a file of throws.
struct Header<'a> {
    names: &'a [String],
    format: &'a ThrowsFormat,
}

impl Header<'_> {
    fn columns(&self) -> Result<Columns, String> {
        for (place, name) in self.names.iter().enumerate() {
            if !name.is_empty() && self.names[..place].iter().any(|other| other.eq_ignore_ascii_case(name)) {
                return Err(format!("two columns are called `{}`", abridged(name)));
            }
        }
        let wants = |layout: Layout| self.format.layout.is_none_or(|wanted| wanted == layout);
        let bone = self.column(self.format.bone.as_deref(), "bone")?;
        let count = self.column(self.format.count.as_deref(), "count")?;
        if let Some(face) =
            self.column(self.format.face.as_deref(), "face")?.filter(|_| wants(Layout::Throws))
        {
            return Ok(Columns::Throws { bone, face, count });
        }
        if let Some(cast) = self.column(self.format.cast.as_deref(), "cast")?.filter(|_| wants(Layout::Casts))
        {
            return Ok(Columns::Cast(cast));
        }
        let heads = |wanted: Face| self.names.iter().position(|name| face(name.as_bytes()) == Some(wanted));
        let [one, three, four, six] = Face::ALL.map(heads);
        if let (Some(one), Some(three), Some(four), Some(six), true) =
            (one, three, four, six, wants(Layout::Counts))
        {
            return Ok(Columns::Counts { bone, faces: [one, three, four, six] });
        }
        let known = |name: &str| {
            CIRCUMSTANCES.iter().chain(&PASSED_OVER).any(|known| name.eq_ignore_ascii_case(known))
        };
        let grouping = |name: &str| {
            let mut named = self.format.group.iter().chain(self.format.only.iter().map(|(column, _)| column));
            named.any(|column| column.eq_ignore_ascii_case(name))
        };
        let is_bone = |place: &usize| {
            let name = &self.names[*place];
            !name.is_empty() && !known(name) && !grouping(name)
        };
        let bones: Vec<usize> = (0..self.names.len()).filter(is_bone).collect();
        if bone.is_none() && (1..=MAX_TALI).contains(&bones.len()) && wants(Layout::Casts) {
            return Ok(Columns::Bones(bones));
        }
        Err(format!(
            "`{}` heads no throws; one throw a row has the columns bone and face, one cast a row a column cast or one \
             for each bone, counts the columns 1, 3, 4, 6; --face-column and the like name a column that is called \
             otherwise",
            abridged(&self.names.join(","))
        ))
    }

    /// The column of that name, or by its usual name.
    fn column(&self, named: Option<&str>, usual: &str) -> Result<Option<usize>, String> {
        match named {
            Some(name) => position(self.names, name).map(Some).ok_or_else(|| no_column(self.names, name)),
            None => Ok(position(self.names, usual)),
        }
    }
}
