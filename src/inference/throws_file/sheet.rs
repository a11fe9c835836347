//! A file of throws while it is read, row by row.

use std::collections::HashMap;

use csv::ByteRecord;

use super::columns::{self, CIRCUMSTANCES, Columns};
use super::names::Names;
use super::{MOST_COUNTED, ThrowsFileError, ThrowsFormat, face, is_blank, line, text};
use crate::inference::throws::{Cell, Circumstance, Throws};
use crate::messages::{abridged, did_you_mean, plain};
use crate::tali::{Cast, Face, MAX_TALI};

/// The most columns of a file of throws; more than any sheet has.
const MOST_COLUMNS: usize = 1_000;

/// The most rows that an error names.
const MOST_NAMED: usize = 200;

/// A value that chooses rows, with the first others that were met.
struct Chosen {
    column: usize,
    value: String,
    others: Vec<String>,
}

impl Chosen {
    fn takes(&mut self, field: &[u8]) -> bool {
        const MOST_OTHERS: usize = 8;
        let field = field.trim_ascii();
        let takes = field == self.value.as_bytes();
        if !takes
            && self.others.len() < MOST_OTHERS
            && !self.others.iter().any(|other| other.as_bytes() == field)
        {
            self.others.push(text(field));
        }
        takes
    }
}

/// A file while it is read.
pub(super) struct Sheet {
    /// Whether the first row is one of throws already.
    pub(super) headless: bool,
    columns: Columns,
    width: usize,
    header: Vec<String>,
    group: Option<usize>,
    only: Vec<Chosen>,
    /// Columns that nothing is read from, in words.
    unused: Option<String>,
    circumstances: Vec<(usize, Circumstance)>,
    bones: Names,
    groups: Names,
    cells: Vec<Cell>,
    /// The place of the cell of each bone and group.
    places: HashMap<(usize, usize), usize>,
    wrong: Vec<(u64, String)>,
    others: u64,
    empty_fields: u64,
    rows: u64,
    /// How many bones the first cast had, in a column of casts.
    tali: Option<usize>,
    /// Whether these could be casts under a Venus as well as counts under the four faces.
    ambiguous: bool,
}

impl Sheet {
    pub(super) fn new(record: &ByteRecord, format: &ThrowsFormat) -> Result<Self, ThrowsFileError> {
        let wrong = |problem: String| ThrowsFileError::Header { line: line(record), problem };
        if record.len() > MOST_COLUMNS {
            let found = record.len();
            return Err(wrong(format!(
                "there are {found} columns; a file of throws has at most {MOST_COLUMNS}"
            )));
        }
        let header: Vec<String> = record.iter().map(text).collect();
        let headless = columns::headless(&header, format);
        let columns = match &headless {
            Some(columns) => columns.clone(),
            None => columns::of_header(&header, format).map_err(wrong)?,
        };
        let names = if headless.is_some() { &[][..] } else { &header[..] };
        let find = |name: &str| columns::find(names, name).map_err(wrong);
        let chosen = |(column, value): &(String, String)| {
            Ok(Chosen { column: find(column)?, value: value.clone(), others: Vec::new() })
        };
        let only = format.only.iter().map(chosen).collect::<Result<_, ThrowsFileError>>()?;
        let group = format.group.as_deref().map(find).transpose()?;
        let circumstances = CIRCUMSTANCES.iter().filter_map(|column| {
            let circumstance = Circumstance { column: (*column).to_owned(), values: Vec::new(), more: false };
            Some((columns::position(names, column)?, circumstance))
        });
        let faces_alone = header.len() == 4 && header.iter().all(|field| field.parse::<u32>().is_ok());
        let mut sheet = Self {
            width: header.len(),
            circumstances: circumstances.collect(),
            unused: columns::unused(names, &columns, format),
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
            tali: None,
            ambiguous: format.layout.is_none() && faces_alone,
        };
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

    pub(super) fn row(&mut self, record: &ByteRecord) {
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
        if self.only.iter_mut().any(|chosen| !chosen.takes(at(chosen.column))) {
            return Ok(());
        }
        let line = line(record);
        let group = match self.group {
            Some(place) => self.groups.place(at(place), line, "group")?,
            None => 0,
        };
        self.add(record, group, line)?;
        self.note_circumstances(record);
        Ok(())
    }

    /// Adds what was thrown in a row to the cells of its bones.
    fn add(&mut self, record: &ByteRecord, group: usize, line: u64) -> Result<(), String> {
        let at = |place: usize| record.get(place).unwrap_or_default();
        match &self.columns {
            Columns::Throws { bone, face: face_column, count } => {
                let field = at(*face_column);
                let shown = face(field).ok_or_else(|| no_face(field))?;
                let counted = count.map(|place| whole(at(place))).transpose()?;
                let bone = self.bone(bone.map(at), line)?;
                let cell = self.cell(bone, group);
                match counted {
                    None => cell.add(shown),
                    Some(count) => cell.add_many(shown, count)?,
                }
            }
            Columns::Cast(place) => {
                let digits = text(at(*place));
                if digits.is_empty() || digits.chars().count() > MAX_TALI {
                    return Err(format!("`{}` is no cast of 1 to {MAX_TALI} tali", abridged(&digits)));
                }
                let tali = digits.chars().count();
                let cast = Cast::parse(&digits, tali).map_err(|error| error.to_string())?;
                let usual = *self.tali.get_or_insert(tali);
                if tali != usual {
                    return Err(format!("`{digits}` shows {tali} tali, where the first cast shows {usual}"));
                }
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
                for (face, count) in Face::ALL.into_iter().zip(counts) {
                    cell.add_many(face, count)?;
                }
            }
        }
        Ok(())
    }

    /// Takes note of who threw, where and on what, as far as a row says it.
    fn note_circumstances(&mut self, record: &ByteRecord) {
        for (place, circumstance) in &mut self.circumstances {
            let value = record.get(*place).unwrap_or_default().trim_ascii();
            if !value.is_empty()
                && !circumstance.more
                && !circumstance.values.iter().any(|known| known.as_bytes() == value)
            {
                if circumstance.values.len() < Circumstance::MOST {
                    circumstance.values.push(plain(&text(value)));
                } else {
                    circumstance.more = true;
                }
            }
        }
    }

    fn bone(&mut self, field: Option<&[u8]>, line: u64) -> Result<usize, String> {
        match field {
            Some(field) => self.bones.place(field, line, "bone"),
            None if self.bones.known.is_empty() => {
                self.bones.known.push(String::new());
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

    pub(super) fn finished(self) -> Result<Throws, ThrowsFileError> {
        if !self.wrong.is_empty() {
            return Err(ThrowsFileError::Rows { rows: self.wrong, others: self.others });
        }
        if self.ambiguous && matches!(self.columns, Columns::Counts { .. }) && self.rows > 0 {
            let problem = "these can be counts under the heads 1, 3, 4, 6, or casts of which the first is a Venus; say \
                           --layout counts or --layout casts"
                .to_owned();
            return Err(ThrowsFileError::Header { line: 1, problem });
        }
        let Names { known, lines, .. } = self.bones;
        let mut throws = Throws {
            bones: known,
            groups: self.groups.known,
            cells: self.cells,
            circumstances: self.circumstances.into_iter().map(|(_, circumstance)| circumstance).collect(),
            remarks: self.unused.into_iter().collect(),
        };
        if throws.total() == 0 {
            return Err(ThrowsFileError::Empty(nothing_chosen(&self.only, &self.header, self.rows)));
        }
        let unthrown = throws.by_bone().iter().position(|counts| *counts == [0; 4]);
        if let Some(bone) = unthrown {
            let line = lines.get(bone).copied().unwrap_or(1);
            let problem =
                format!("there is no throw of {}; leave out a bone that was not thrown", throws.bones[bone]);
            return Err(ThrowsFileError::Header { line, problem });
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

/// Why no row was taken.
fn nothing_chosen(only: &[Chosen], header: &[String], rows: u64) -> String {
    if rows == 0 {
        return ": only a header".to_owned();
    }
    let chosen = only.iter().find(|chosen| !chosen.others.is_empty());
    chosen.map_or_else(String::new, |chosen| {
        let others: Vec<&str> = chosen.others.iter().map(String::as_str).collect();
        let hint = did_you_mean(&chosen.value, others.iter().copied());
        let (column, value) = (abridged(&header[chosen.column]), abridged(&chosen.value));
        let others = abridged(&others.join(", "));
        format!(": no row that is chosen has `{column}` = `{value}`; there are {others}{hint}")
    })
}

impl Cell {
    fn add(&mut self, face: Face) {
        self.counts[face.index()] += 1;
        self.order.push(face);
    }

    fn add_many(&mut self, face: Face, count: u64) -> Result<(), String> {
        let sum = self.counts[face.index()].saturating_add(count);
        if sum > MOST_COUNTED {
            return Err(format!("face {face} was counted more than {MOST_COUNTED} times"));
        }
        self.counts[face.index()] = sum;
        Ok(())
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
