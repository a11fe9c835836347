//! What the rows of a file of throws add up to.

use std::collections::HashMap;

use super::columns::{self, CIRCUMSTANCES, Columns, Shown};
use super::names::Names;
use super::{MOST_COUNTED, Row, ThrowsFileError, ThrowsFormat, face, in_digits, sums, whole};
use crate::inference::throws::{Cell, Circumstance, Throws};
use crate::messages::{abridged, did_you_mean, plain};
use crate::plain_text::composed;
use crate::tali::{Cast, Face, MAX_TALI};

/// The most columns of a file of throws; more than any sheet has.
const MOST_COLUMNS: usize = 1_000;

/// The most rows that an error names.
const MOST_NAMED: usize = 200;

/// A face that is shown, or none where no throw was made, and how often.
type Thrown = (Option<Face>, u64);

/// What the rows below a heading say.
pub(super) fn throws(
    heading: &Row,
    mut rows: Vec<Row>,
    format: &ThrowsFormat,
) -> Result<Throws, ThrowsFileError> {
    let at_heading = |problem: String| ThrowsFileError::Header { line: heading.line, problem };
    let width = heading.fields.len();
    if width > MOST_COLUMNS {
        return Err(at_heading(format!(
            "there are {width} columns; a file of throws has at most {MOST_COLUMNS}"
        )));
    }
    let header: Vec<String> = (0..width).map(|place| heading.at(place).to_owned()).collect();
    let columns = columns::of_header(&header, format).map_err(at_heading)?;
    let find = |name: &str| columns::find(&header, name).map_err(at_heading);
    let group = format.group.as_deref().map(find).transpose()?;
    let only = format.only.iter().map(|(column, value)| Ok((find(column)?, composed(value.clone()))));
    let only = only.collect::<Result<Vec<_>, ThrowsFileError>>()?;
    if rows.is_empty() {
        return Err(ThrowsFileError::Empty(": only a header".to_owned()));
    }
    let mut wrong = Vec::new();
    let sums = sums::left_out(&mut rows, &columns, &mut wrong);
    choose(&mut rows, &only, &header)?;
    let mut sheet = Sheet::new(header, columns, group, heading.line).map_err(at_heading)?;
    let taken = rows.iter().filter_map(|row| Some((row.line, sheet.take(row).err()?)));
    wrong.extend(taken);
    wrong.sort_by_key(|(line, _)| *line);
    if !wrong.is_empty() {
        let others = wrong.split_off(wrong.len().min(MOST_NAMED)).len() as u64;
        return Err(ThrowsFileError::Rows { rows: wrong, others });
    }
    if let Some(doubt) = sheet.doubt(&rows, format) {
        return Err(at_heading(doubt));
    }
    let remarks = sheet.remarks(&rows, &sums, format);
    let circumstances = sheet.circumstances(&rows);
    sheet.finished(circumstances, remarks)
}

/// Leaves the rows with these values in these columns.
fn choose(rows: &mut Vec<Row>, only: &[(usize, String)], header: &[String]) -> Result<(), ThrowsFileError> {
    for (column, value) in only {
        let others = distinct(rows, *column, 8).0;
        rows.retain(|row| row.at(*column) == *value);
        if rows.is_empty() {
            let hint = did_you_mean(value, others.iter().map(String::as_str));
            let (column, value) = (abridged(&header[*column]), abridged(value));
            let others = abridged(&others.join(", "));
            return Err(ThrowsFileError::Empty(format!(
                ": no row that is chosen has `{column}` = `{value}`; there are {others}{hint}"
            )));
        }
    }
    Ok(())
}

/// The first different values in a column, and whether there are more.
fn distinct(rows: &[Row], column: usize, most: usize) -> (Vec<String>, bool) {
    let mut values: Vec<String> = Vec::new();
    for value in rows.iter().map(|row| row.at(column)).filter(|value| !value.is_empty()) {
        if !values.iter().any(|known| known == value) {
            if values.len() == most {
                return (values, true);
            }
            values.push(value.to_owned());
        }
    }
    (values, false)
}

/// The cells of a file while rows are added to them.
struct Sheet {
    header: Vec<String>,
    columns: Columns,
    group: Option<usize>,
    bones: Names,
    groups: Names,
    cells: Vec<Cell>,
    /// The place of the cell of each bone and group.
    places: HashMap<(usize, usize), usize>,
    empty_fields: u64,
    /// How many bones the first cast had, in a column of casts.
    tali: Option<usize>,
}

impl Sheet {
    fn new(header: Vec<String>, columns: Columns, group: Option<usize>, line: u64) -> Result<Self, String> {
        let mut bones = Names::default();
        // A column for each bone names them all at once.
        if let Shown::Bones(places) = &columns.shown {
            for place in places {
                bones.place(&header[*place], line, "bone")?;
            }
        } else if columns.bone.is_none() {
            bones.known.push(String::new());
        }
        Ok(Self {
            header,
            columns,
            group,
            bones,
            groups: Names::default(),
            cells: Vec::new(),
            places: HashMap::new(),
            empty_fields: 0,
            tali: None,
        })
    }

    /// Adds what was thrown in a row to the cells of its bones.
    fn take(&mut self, row: &Row) -> Result<(), String> {
        let width = self.header.len();
        // Spreadsheets end rows with empty fields that nothing is in.
        if (width..row.fields.len()).any(|place| !row.at(place).is_empty()) {
            return Err(format!(
                "{} fields, where there are {width} columns; a field that holds what parts fields stands in quotes",
                row.fields.len()
            ));
        }
        sums::check(row, &self.columns, &self.header)?;
        let times = self.columns.count.map(|place| {
            whole(row.at(place))
                .map_err(|problem| format!("column `{}`: {problem}", abridged(&self.header[place])))
        });
        let shown = self.thrown(row, times.transpose()?.unwrap_or(1))?;
        let group = match self.group {
            Some(place) => self.groups.place(row.at(place), row.line, "group")?,
            None => 0,
        };
        let bone = match self.columns.bone {
            Some(place) => self.bones.place(row.at(place), row.line, "bone")?,
            None => 0,
        };
        let by_column = matches!(self.columns.shown, Shown::Bones(_));
        for (place, (face, times)) in shown.into_iter().enumerate() {
            match face {
                Some(face) => self.cell(if by_column { place } else { bone }, group).add(face, times)?,
                None => self.empty_fields += 1,
            }
        }
        Ok(())
    }

    fn thrown(&mut self, row: &Row, times: u64) -> Result<Vec<Thrown>, String> {
        match &self.columns.shown {
            Shown::Face(place) => Ok(vec![(Some(face(row.at(*place))?), times)]),
            Shown::Cast(place) => {
                let digits = row.at(*place);
                let tali = digits.chars().count();
                if !(1..=MAX_TALI).contains(&tali) {
                    return Err(format!("`{}` is no cast of 1 to {MAX_TALI} tali", abridged(digits)));
                }
                let cast =
                    Cast::parse(digits, tali).map_err(|error| format!("{error}{}", in_digits(digits)))?;
                let usual = *self.tali.get_or_insert(tali);
                if tali != usual {
                    return Err(format!("`{digits}` shows {tali} tali, where the first cast shows {usual}"));
                }
                Ok(cast.faces().map(|face| (Some(face), times)).collect())
            }
            Shown::Bones(places) => {
                let of = |place: &usize| match row.at(*place) {
                    "" => Ok((None, times)),
                    shown => face(shown)
                        .map(|face| (Some(face), times))
                        .map_err(|problem| format!("column `{}`: {problem}", abridged(&self.header[*place]))),
                };
                places.iter().map(of).collect()
            }
            Shown::Counts(places) => {
                let of = |(place, face): (&usize, Face)| {
                    let count = whole(row.at(*place)).map_err(|problem| format!("face {face}: {problem}"))?;
                    Ok((Some(face), count))
                };
                places.iter().zip(Face::ALL).map(of).collect()
            }
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

    /// What the file could be as well.
    fn doubt(&self, rows: &[Row], format: &ThrowsFormat) -> Option<String> {
        const FEWEST: usize = 3;
        let is_face = |row: &Row, place: &usize| face(row.at(*place)).is_ok();
        let counted =
            |place: &usize| rows.iter().any(|row| whole(row.at(*place)).is_ok_and(|number| number > 6));
        match &self.columns.shown {
            Shown::Counts(places)
                if format.layout.is_none()
                    && self.header.iter().all(|name| name.parse::<u32>().is_ok())
                    && rows.iter().all(|row| places.iter().all(|place| is_face(row, place))) =>
            {
                Some(
                    "these are counts below 1, 3, 4, 6, or casts of which the first is a Venus: say --layout counts, or put a \
                     line above the casts that names the bones, such as A,B,C,D"
                        .to_owned(),
                )
            }
            Shown::Face(_)
                if self.columns.numbers().is_empty()
                    && self.columns.unread(&self.header, format).iter().any(counted)
                    && rows.len() == Face::ALL.len()
                    && self.cells.iter().all(|cell| cell.counts == [1; 4]) =>
            {
                Some(
                    "each face stands there once, with what may be counts: name their column count, or turn the table, so that \
                     there is a column for each face (1, 3, 4, 6) and a row for each bone"
                        .to_owned(),
                )
            }
            _ => {
                let count = self.columns.count.filter(|_| format.count.is_none() && rows.len() >= FEWEST)?;
                let numbered = rows.iter().zip(1..).all(|(row, number)| row.at(count).parse() == Ok(number));
                let name = Some(self.header[count].as_str()).filter(|name| numbered && !name.eq_ignore_ascii_case("count"))?;
                Some(format!(
                    "the column `{0}` may hold counts, or number the rows: say --count-column {0}, or call it no",
                    abridged(name)
                ))
            }
        }
    }

    /// What was noticed.
    fn remarks(&self, rows: &[Row], sums: &[u64], format: &ThrowsFormat) -> Vec<String> {
        let unread = self.columns.unread(&self.header, format).into_iter().filter_map(|place| {
            match self.header[place].as_str() {
                "" => rows
                    .iter()
                    .any(|row| !row.at(place).is_empty())
                    .then(|| format!("number {}, which has no name", place + 1)),
                name => Some(columns::meant(name)),
            }
        });
        let unread = unread.collect::<Vec<_>>().join(", ");
        let unread = (!unread.is_empty()).then(|| format!("nothing was read from the column {unread}"));
        let sum = self.columns.sum.map(|place| {
            format!(
                "the column `{}` is the sum of the others, and was left out",
                abridged(&self.header[place])
            )
        });
        let sums = sums.iter().map(|line| format!("line {line} is the sum of lines above, and was left out"));
        let empty = (self.empty_fields > 0).then(|| {
            format!("{} empty fields were passed over as throws that were not made", self.empty_fields)
        });
        unread.into_iter().chain(sum).chain(sums).chain(empty).collect()
    }

    /// Who threw, where and on what, as far as rows say it.
    fn circumstances(&self, rows: &[Row]) -> Vec<Circumstance> {
        let told = |column: &str| {
            let place = columns::position(&self.header, column)?;
            let (values, more) = distinct(rows, place, Circumstance::MOST);
            let values = values.iter().map(|value| plain(value)).collect();
            Some(Circumstance { column: column.to_owned(), values, more })
        };
        CIRCUMSTANCES.split(", ").filter_map(told).collect()
    }

    fn finished(
        self,
        circumstances: Vec<Circumstance>,
        remarks: Vec<String>,
    ) -> Result<Throws, ThrowsFileError> {
        let Names { known, lines, .. } = self.bones;
        let throws =
            Throws { bones: known, groups: self.groups.known, cells: self.cells, circumstances, remarks };
        if throws.total() == 0 {
            return Err(ThrowsFileError::Empty(String::new()));
        }
        if let Some(bone) = throws.by_bone().iter().position(|counts| *counts == [0; 4]) {
            let line = lines.get(bone).copied().unwrap_or(1);
            let problem =
                format!("there is no throw of {}; leave out a bone that was not thrown", throws.bones[bone]);
            return Err(ThrowsFileError::Header { line, problem });
        }
        Ok(throws)
    }
}

impl Cell {
    /// Adds what was shown that often.
    fn add(&mut self, face: Face, times: u64) -> Result<(), String> {
        let sum = self.counts[face.index()].saturating_add(times);
        if sum > MOST_COUNTED {
            return Err(format!("face {face} was counted more than {MOST_COUNTED} times"));
        }
        self.counts[face.index()] = sum;
        Ok(())
    }
}
