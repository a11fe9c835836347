//! Adds up the rows of a file of throws.

use std::collections::{BTreeMap, HashMap};

use super::heading::{CIRCUMSTANCES, Heading, Role, heads_a_sum, meant};
use super::{MOST_COUNTED, Row, ThrowsFileError, ThrowsFormat, face, in_digits, whole};
use crate::inference::throws::{Cell, Circumstance, Throws};
use crate::messages::{abridged, did_you_mean, plain, steers};
use crate::plain_text::composed;
use crate::tali::{Cast, Face, MAX_TALI};

/// The most columns of a file of throws; more than any sheet has.
const MOST_COLUMNS: usize = 1_000;

/// The most rows that an error names.
const MOST_NAMED: usize = 200;

/// The most bones, or groups, and the longest name of one in characters.
const MOST_NAMES: usize = 1_000;
const LONGEST_NAME: usize = 100;

/// Reads the rows below a heading.
pub(super) fn throws(
    first: &Row,
    mut rows: Vec<Row>,
    format: &ThrowsFormat,
) -> Result<Throws, ThrowsFileError> {
    let at_heading = |problem: String| ThrowsFileError::at(first.line, problem);
    let width = first.fields.len();
    if width > MOST_COLUMNS {
        return Err(at_heading(format!(
            "there are {width} columns; a file of throws has at most {MOST_COLUMNS}"
        )));
    }
    let names = (0..width).map(|column| first.at(column).to_owned()).collect();
    let heading = Heading::new(names, format).map_err(at_heading)?;
    let find = |name: &str| heading.find(name).map_err(at_heading);
    let group = format.group.as_deref().map(find).transpose()?;
    let only = format.only.iter().map(|(column, value)| Ok((find(column)?, composed(value.clone()))));
    let only = only.collect::<Result<Vec<_>, ThrowsFileError>>()?;
    if rows.is_empty() {
        return Err(ThrowsFileError::Empty(": only a header".to_owned()));
    }
    let (sums, mut wrong) = leave_out_sums(&mut rows, &heading);
    choose(&mut rows, &only, &heading)?;
    let mut table = Table::new(&heading, group, first.line).map_err(at_heading)?;
    wrong.extend(rows.iter().filter_map(|row| Some((row.line, table.add(row).err()?))));
    wrong.sort_by_key(|(line, _)| *line);
    if !wrong.is_empty() {
        let others = wrong.split_off(wrong.len().min(MOST_NAMED)).len();
        return Err(ThrowsFileError::Lines { lines: wrong, others });
    }
    if let Some(doubt) = table.doubt(&rows, format) {
        return Err(at_heading(doubt));
    }
    let remarks = table.remarks(&rows, &sums);
    table.finished(circumstances(&heading, &rows), remarks)
}

/// Removes the rows that are sums of all rows above, or of those since the last sum. Returns their lines, and which of them are
/// wrong. A sum is called one, or it is the last row of counts, and adds up at least two others if it has no name, or three
/// if it has one, as a row of few throws can be the sum of two others by chance.
fn leave_out_sums(rows: &mut Vec<Row>, heading: &Heading) -> (Vec<u64>, Vec<(u64, String)>) {
    let numbers = heading.numbers();
    let last = rows.last().map(|row| row.line).filter(|_| heading.has_counts());
    let (mut all, mut block) = (vec![0; numbers.len()], vec![0; numbers.len()]);
    let (mut plain, mut lines, mut wrong) = (0, Vec::new(), Vec::new());
    rows.retain(|row| {
        let amounts: Option<Vec<u64>> = numbers.iter().map(|column| whole(row.at(*column)).ok()).collect();
        let Some(amounts) = amounts.filter(|amounts| !amounts.is_empty()) else { return true };
        let others = (0..row.fields.len()).filter(|column| !numbers.contains(column));
        let labels: Vec<&str> =
            others.map(|column| row.at(column)).filter(|label| !label.is_empty()).collect();
        let is_sum = amounts == all || amounts == block;
        let may_be = Some(row.line) == last && plain >= if labels.is_empty() { 2 } else { 3 };
        match labels.iter().find(|label| heads_a_sum(label)) {
            None if !(may_be && is_sum) => {
                plain += usize::from(amounts.iter().any(|amount| *amount > 0));
                for sums in [&mut all, &mut block] {
                    sums.iter_mut().zip(&amounts).for_each(|(sum, amount)| *sum += amount);
                }
                return true;
            }
            Some(label) if !is_sum => {
                let (amount, sum) =
                    amounts.iter().zip(&all).find(|(amount, sum)| amount != sum).unwrap_or((&0, &0));
                let label = abridged(label);
                wrong.push((row.line, format!("`{label}` is {amount}, but the rows above add up to {sum}")));
            }
            _ => lines.push(row.line),
        }
        block.fill(0);
        false
    });
    (lines, wrong)
}

/// Selects the rows with these values in these columns.
fn choose(rows: &mut Vec<Row>, only: &[(usize, String)], heading: &Heading) -> Result<(), ThrowsFileError> {
    for (column, value) in only {
        let others = distinct(rows, *column, 8).0;
        rows.retain(|row| row.at(*column) == *value);
        if rows.is_empty() {
            let hint = did_you_mean(value, others.iter().map(String::as_str));
            let (column, value) = (abridged(&heading.names[*column]), abridged(value));
            let others = abridged(&others.join(", "));
            return Err(ThrowsFileError::Empty(format!(
                ": no selected row has `{column}` = `{value}`; the values are {others}{hint}"
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

/// How the throws were made, as far as the rows say it.
fn circumstances(heading: &Heading, rows: &[Row]) -> Vec<Circumstance> {
    let of = |column: &str| {
        let (values, more) = distinct(rows, heading.position(column)?, Circumstance::MOST);
        let values = values.iter().map(|value| plain(value)).collect();
        Some(Circumstance { column: column.to_owned(), values, more })
    };
    CIRCUMSTANCES.split(", ").filter_map(of).collect()
}

/// A face: the number of the bone that shows it, if bones have columns, and its count, if the file has counts.
type Shown = (usize, Face, Option<u64>);

/// Collects what the rows of a file show.
struct Table<'a> {
    heading: &'a Heading,
    group: Option<usize>,
    bones: Names,
    groups: Names,
    counts: BTreeMap<(usize, usize), [u64; 4]>,
    empty_fields: u64,
    /// The number of bones in the first cast, in a column of casts.
    tali: Option<usize>,
}

impl<'a> Table<'a> {
    fn new(heading: &'a Heading, group: Option<usize>, line: u64) -> Result<Self, String> {
        let (mut bones, groups) = (Names::default(), Names::default());
        // If each bone has a column, the heading names them all.
        for column in heading.columns(|role| matches!(role, Role::FaceOfBone(_))) {
            bones.number(&heading.names[column], line, "bone")?;
        }
        Ok(Self { heading, group, bones, groups, counts: BTreeMap::new(), empty_fields: 0, tali: None })
    }

    /// Adds what was thrown in a row.
    fn add(&mut self, row: &Row) -> Result<(), String> {
        let Heading { names, roles } = self.heading;
        // Spreadsheets may end rows with empty fields.
        if (names.len()..row.fields.len()).any(|column| !row.at(column).is_empty()) {
            let (fields, columns) = (row.fields.len(), names.len());
            return Err(format!(
                "{fields} fields, but {columns} columns; put a field that contains the separator in quotes"
            ));
        }
        let shown = self.shown(row)?;
        let (mut bone, mut times) = (0, 1);
        for (column, role) in roles.iter().enumerate() {
            let field = row.at(column);
            let in_column = self.heading.in_column(column);
            match role {
                Role::Bone => bone = self.bones.number(field, row.line, "bone")?,
                Role::Times => times = whole(field).map_err(in_column)?,
                Role::Sum if !field.is_empty() => {
                    let total = whole(field).map_err(&in_column)?;
                    let sum: u64 = shown
                        .iter()
                        .map(|(_, face, count)| count.unwrap_or_else(|| face.value().into()))
                        .sum();
                    if total != sum {
                        return Err(in_column(format!(
                            "{total}, but the others add up to {sum}; if the column is not a sum, call it no or note"
                        )));
                    }
                }
                _ => {}
            }
        }
        let group = self.group.map(|column| self.groups.number(row.at(column), row.line, "group"));
        let group = group.transpose()?.unwrap_or(0);
        for (column, face, count) in shown {
            let counts = self.counts.entry((bone + column, group)).or_default();
            let sum = counts[face.index()].saturating_add(count.unwrap_or(times));
            if sum > MOST_COUNTED {
                return Err(format!("face {face} was counted more than {MOST_COUNTED} times"));
            }
            counts[face.index()] = sum;
        }
        Ok(())
    }

    /// The faces that a row shows.
    fn shown(&mut self, row: &Row) -> Result<Vec<Shown>, String> {
        let mut shown = Vec::new();
        for (column, role) in self.heading.roles.iter().enumerate() {
            let field = row.at(column);
            match role {
                Role::Face => shown.push((0, face(field)?, None)),
                Role::Cast => shown.extend(self.cast(field)?.faces().map(|face| (0, face, None))),
                Role::FaceOfBone(_) if field.is_empty() => self.empty_fields += 1,
                Role::FaceOfBone(bone) => {
                    shown.push((*bone, face(field).map_err(self.heading.in_column(column))?, None));
                }
                Role::CountOf(face) => {
                    let count = whole(field).map_err(|problem| format!("face {face}: {problem}"))?;
                    shown.push((0, *face, Some(count)));
                }
                _ => {}
            }
        }
        Ok(shown)
    }

    fn cast(&mut self, digits: &str) -> Result<Cast, String> {
        let tali = digits.chars().count();
        if !(1..=MAX_TALI).contains(&tali) {
            return Err(format!("`{}` is not a cast of 1 to {MAX_TALI} tali", abridged(digits)));
        }
        let cast = Cast::parse(digits, tali).map_err(|error| format!("{error}{}", in_digits(digits)))?;
        let usual = *self.tali.get_or_insert(tali);
        if tali != usual {
            return Err(format!("`{digits}` shows {tali} tali, but the first cast shows {usual}"));
        }
        Ok(cast)
    }

    /// The message for a file with two possible meanings.
    fn doubt(&self, rows: &[Row], format: &ThrowsFormat) -> Option<String> {
        const FEWEST: usize = 3;
        let heading = self.heading;
        let in_rows = |column: usize| rows.iter().map(move |row| row.at(column));
        let mut counts = heading.columns(|role| matches!(role, Role::CountOf(_)));
        let only_faces = heading.has_counts()
            && format.layout.is_none()
            && heading.names.iter().all(|name| name.parse::<u32>().is_ok())
            && counts.all(|column| in_rows(column).all(|field| face(field).is_ok()));
        if only_faces {
            return Some(
                "these are counts below 1, 3, 4, 6, or casts that begin with a Venus: say --layout counts, or name the bones in \
                 a line above the casts, such as A,B,C,D"
                    .to_owned(),
            );
        }
        let counted =
            |column: usize| in_rows(column).any(|field| whole(field).is_ok_and(|number| number > 6));
        if heading.roles.contains(&Role::Face)
            && heading.numbers().is_empty()
            && heading.columns(|role| role == Role::Unread).any(counted)
            && rows.len() == Face::ALL.len()
            && self.counts.values().all(|counts| *counts == [1; 4])
        {
            return Some(
                "each face occurs once, with what may be counts: call their column count, or transpose the table to a column for \
                 each face (1, 3, 4, 6) and a row for each bone"
                    .to_owned(),
            );
        }
        let times = heading.columns(|role| role == Role::Times).next();
        let times = times.filter(|_| format.count.is_none() && rows.len() >= FEWEST)?;
        let numbered = in_rows(times).zip(1..).all(|(field, number)| field.parse() == Ok(number));
        let name =
            Some(&heading.names[times]).filter(|name| numbered && !name.eq_ignore_ascii_case("count"))?;
        Some(format!(
            "the column `{0}` may contain counts, or number the rows: say --count-column {0}, or call it no",
            abridged(name)
        ))
    }

    /// The remarks about what was left out.
    fn remarks(&self, rows: &[Row], sums: &[u64]) -> Vec<String> {
        let names = &self.heading.names;
        let unread = self.heading.columns(|role| role == Role::Unread).filter_map(|column| {
            let is_used = || rows.iter().any(|row| !row.at(column).is_empty());
            match names[column].as_str() {
                "" => is_used().then(|| format!("number {}, which has no name", column + 1)),
                name => Some(meant(name)),
            }
        });
        let unread = unread.collect::<Vec<_>>().join(", ");
        let unread = (!unread.is_empty()).then(|| format!("nothing was read from the column {unread}"));
        let sum = self.heading.columns(|role| role == Role::Sum);
        let sum = sum.map(|column| {
            format!("the column `{}` is the sum of the others, and was left out", abridged(&names[column]))
        });
        let sums = sums.iter().map(|line| format!("line {line} is the sum of lines above, and was left out"));
        let empty = (self.empty_fields > 0)
            .then(|| format!("{} empty fields were taken for throws that were not made", self.empty_fields));
        unread.into_iter().chain(sum).chain(sums).chain(empty).collect()
    }

    fn finished(
        self,
        circumstances: Vec<Circumstance>,
        remarks: Vec<String>,
    ) -> Result<Throws, ThrowsFileError> {
        let cell = |((bone, group), counts)| Cell { bone, group, counts };
        let mut throws = Throws {
            bones: self.bones.known.iter().map(|(name, _)| name.clone()).collect(),
            groups: self.groups.known.into_iter().map(|(name, _)| name).collect(),
            cells: self.counts.into_iter().map(cell).collect(),
            circumstances,
            remarks,
        };
        if throws.bones.is_empty() {
            throws.bones.push(String::new());
        }
        if throws.total() == 0 {
            return Err(ThrowsFileError::Empty(String::new()));
        }
        if let Some(bone) = throws.by_bone().iter().position(|counts| *counts == [0; 4]) {
            let (name, line) = &self.bones.known[bone];
            let problem = format!("there is no throw of {name}; leave out a bone that was not thrown");
            return Err(ThrowsFileError::at(*line, problem));
        }
        Ok(throws)
    }
}

/// The names of bones or groups in the order in which they first occur.
#[derive(Default)]
struct Names {
    /// Each with the line on which it first occurs.
    known: Vec<(String, u64)>,
    /// The number of each, by its lower-case name.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Returns the number of a name, a new one if the name is new.
    fn number(&mut self, name: &str, line: u64, what: &str) -> Result<usize, String> {
        if name.is_empty() {
            return Err(format!("the {what} is missing"));
        }
        if name.chars().count() > LONGEST_NAME || name.chars().any(steers) {
            return Err(format!(
                "`{}` is not a name of a {what}: it is too long, or contains invalid characters",
                abridged(name)
            ));
        }
        let number = *self.numbers.entry(name.to_lowercase()).or_insert(self.known.len());
        match self.known.get(number) {
            Some((first, _)) if first == name => Ok(number),
            Some((first, on)) => {
                Err(format!("{what} `{name}` is called `{first}` on line {on}; spell it one way"))
            }
            None if number == MOST_NAMES => {
                Err(format!("there are more than {MOST_NAMES} names of a {what}"))
            }
            None => {
                self.known.push((name.to_owned(), line));
                Ok(number)
            }
        }
    }
}
