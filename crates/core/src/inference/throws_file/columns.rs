//! What the columns of a file of throws are, by its heading alone.

use super::{Layout, ThrowsFormat};
use crate::messages::{abridged, did_you_mean};
use crate::plain_text::composed;
use crate::tali::{Face, MAX_TALI};

/// The columns that tell how throws were made.
pub(super) const CIRCUMSTANCES: &str = "thrower, surface, date";

/// Columns that number the rows of a sheet, or hold remarks.
const PASSED_OVER: &str = "throw, row, no, no., nr, #, note, notes";

/// Other columns that are no bones.
const NO_BONES: &str = "id, index, day, week, month, year, time, timestamp, session, round, roll, trial, series, turn, game, \
                        throw number, cast number, class, group, team, table, place, name, person, player, pupil, student, \
                        seat, observer, weather, remark, remarks, comment, comments, attempt, try, set, hand, kind, age, weight, \
                        score, points, rank";

/// What columns of counts are called.
const COUNTS: &str = "count, counts, times, n, number, frequency, tally, throws, rolls, casts, hits, seen, observed, \
                      occurrences, how often, how many";

/// What sums are called.
const SUMS: &str =
    "total, totals, sum, sums, all, grand total, subtotal, overall, Σ, ∑, summe, gesamt, somme, totale, suma";

/// The columns that mean something by their names.
const KNOWN: [&str; 4] = ["bone", "face", "cast", "count"];

/// What the throws of a row stand in.
#[derive(Clone, Debug)]
pub(super) enum Shown {
    Face(usize),
    Cast(usize),
    /// The column of each bone.
    Bones(Vec<usize>),
    /// The column of each face.
    Counts([usize; 4]),
}

/// Where in a row what stands.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) shown: Shown,
    pub(super) bone: Option<usize>,
    /// How often a row was seen.
    pub(super) count: Option<usize>,
    /// The sum of what else is counted or shown in a row.
    pub(super) sum: Option<usize>,
}

impl Columns {
    /// The columns of what was thrown.
    pub(super) fn shown(&self) -> &[usize] {
        match &self.shown {
            Shown::Face(column) | Shown::Cast(column) => std::slice::from_ref(column),
            Shown::Bones(columns) => columns,
            Shown::Counts(faces) => faces,
        }
    }

    /// The columns of numbers that a row of sums adds up.
    pub(super) fn numbers(&self) -> &[usize] {
        match (&self.shown, &self.count) {
            (_, Some(count)) => std::slice::from_ref(count),
            (Shown::Face(_) | Shown::Cast(_), None) => &[],
            (Shown::Bones(_) | Shown::Counts(_), None) => self.shown(),
        }
    }

    /// All columns that are read.
    fn used(&self) -> Vec<usize> {
        let others = [self.bone, self.count, self.sum];
        self.shown().iter().copied().chain(others.into_iter().flatten()).collect()
    }

    /// The columns that nothing is read from.
    pub(super) fn unread(&self, header: &[String], format: &ThrowsFormat) -> Vec<usize> {
        let used = self.used();
        let quiet =
            |name: &str| is_one_of(name, CIRCUMSTANCES) || is_one_of(name, PASSED_OVER) || format.names(name);
        (0..header.len()).filter(|place| !used.contains(place) && !quiet(&header[*place])).collect()
    }
}

impl ThrowsFormat {
    /// Whether rows are grouped or chosen by this column.
    fn names(&self, name: &str) -> bool {
        self.group
            .iter()
            .chain(self.only.iter().map(|(column, _)| column))
            .any(|column| is_same(column, name))
    }

    /// The layout that is asked for, by itself or by the name of a column.
    fn wanted(&self) -> Result<Option<Layout>, String> {
        let face = self.face.as_ref().map(|_| Layout::Throws);
        let cast = self.cast.as_ref().map(|_| Layout::Casts);
        let mut asked = [self.layout, face, cast].into_iter().flatten();
        let wanted = asked.next();
        if asked.any(|other| Some(other) != wanted) {
            return Err("--layout, --face-column and --cast-column ask for more than one layout".to_owned());
        }
        Ok(wanted)
    }
}

fn is_same(column: &str, name: &str) -> bool {
    column.to_lowercase() == composed(name.to_lowercase())
}

/// Whether a name is in a list of names.
fn is_one_of(name: &str, names: &str) -> bool {
    names.split(", ").any(|known| is_same(known, name))
}

/// Whether a row or a column is called a sum.
pub(super) fn heads_a_sum(name: &str) -> bool {
    is_one_of(name.trim_end_matches([':', ' ']), SUMS)
}

/// The place of the column of that name.
pub(super) fn find(header: &[String], name: &str) -> Result<usize, String> {
    position(header, name).ok_or_else(|| {
        let columns: Vec<&str> = header.iter().map(String::as_str).collect();
        let hint = did_you_mean(name, columns.iter().copied());
        let columns = abridged(&columns.join(", "));
        format!("there is no column `{}`; the columns are {columns}{hint}", abridged(name))
    })
}

pub(super) fn position(header: &[String], name: &str) -> Option<usize> {
    header.iter().position(|column| is_same(column, name))
}

/// The column that is headed by a face: `3`, `concave`, `3 concave`, `face 3`.
fn head(header: &[String], wanted: Face) -> Option<usize> {
    header.iter().position(|name| {
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut faces = words.filter(|word| !is_same(word, "face")).map(|word| word.parse() == Ok(wanted));
        faces.next() == Some(true) && faces.all(|same| same)
    })
}

/// What a heading says of the columns.
pub(super) fn of_header(header: &[String], format: &ThrowsFormat) -> Result<Columns, String> {
    for (place, name) in header.iter().enumerate() {
        if !name.is_empty() && header[..place].iter().any(|other| is_same(other, name)) {
            return Err(format!("two columns are called `{}`", abridged(name)));
        }
    }
    let column = |named: &Option<String>, usual: &str| match named {
        Some(name) => find(header, name).map(Some),
        None => Ok(usual.split(", ").find_map(|usual| position(header, usual))),
    };
    let (face, cast) = (column(&format.face, "face")?, column(&format.cast, "cast")?);
    let (bone, count) = (column(&format.bone, "bone")?, column(&format.count, COUNTS)?);
    let sum = header.iter().position(|name| heads_a_sum(name)).filter(|sum| count != Some(*sum));
    let wanted = format.wanted()?;
    let wants = |layout: Layout| wanted.is_none_or(|wanted| wanted == layout);
    let faces = Face::ALL.map(|face| head(header, face));
    let mut columns = Columns { shown: Shown::Bones(Vec::new()), bone, count, sum };
    columns.shown = match (faces, face, cast) {
        ([Some(one), Some(three), Some(four), Some(six)], _, _) if wants(Layout::Counts) => {
            // Counts are counted already: a count beside them is their sum.
            columns.sum = columns.count.take().or(sum);
            Shown::Counts([one, three, four, six])
        }
        (_, Some(face), _) if wants(Layout::Throws) => {
            // There is nothing to add up in a row.
            columns.count = columns.count.or(columns.sum.take());
            Shown::Face(face)
        }
        (_, _, Some(cast)) if wants(Layout::Casts) => Shown::Cast(cast),
        _ => {
            let used = columns.used();
            let bones =
                (0..header.len()).filter(|place| !used.contains(place) && is_bone(&header[*place], format));
            let bones = named_alike(bones.collect(), header);
            if bone.is_some() || !wants(Layout::Casts) || !name_bones(&bones, header) {
                return Err(no_throws(header, wanted, faces));
            }
            Shown::Bones(bones)
        }
    };
    hold_apart(header, &columns, format)?;
    Ok(columns)
}

/// Whether a column can be one of a bone.
fn is_bone(name: &str, format: &ThrowsFormat) -> bool {
    let known = [COUNTS, CIRCUMSTANCES, PASSED_OVER, NO_BONES];
    let told =
        KNOWN.iter().any(|known| is_same(known, name)) || known.iter().any(|known| is_one_of(name, known));
    !name.is_empty() && !format.names(name) && !told
}

/// Those of the columns that are headed by a row of names from the first on, as `A`, `B` or `bone 1`, `bone 2`; all, if there is no
/// such row.
fn named_alike(columns: Vec<usize>, header: &[String]) -> Vec<usize> {
    let row_of = |place: &usize| of_row(&header[*place]);
    let in_row = |row: &str| columns.iter().copied().filter(|place| row_of(place) == Some(row)).collect();
    let rows: Vec<Vec<usize>> = columns.iter().filter_map(row_of).map(in_row).collect();
    let begins = |place: &usize| {
        let name = &header[*place];
        of_row(name).is_some_and(|before| matches!(&name[before.len()..], "0" | "1" | "a" | "A" | "I"))
    };
    let begun = rows.into_iter().rev().filter(|row: &Vec<usize>| row.len() > 1 && row.iter().any(begins));
    begun.max_by_key(Vec::len).unwrap_or(columns)
}

/// What the names of a row have in common, if this can be one: what stands before a number or a single letter.
fn of_row(name: &str) -> Option<&str> {
    let before = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let letter = name.char_indices().next_back().filter(|(_, last)| last.is_alphabetic());
    let by_letter =
        letter.map(|(at, _)| &name[..at]).filter(|before| !before.ends_with(char::is_alphanumeric));
    if before.len() < name.len() { Some(before) } else { by_letter }
}

/// Whether these columns are headed by names of bones: not by what a throw would show, unless bones are numbered from 1.
fn name_bones(bones: &[usize], header: &[String]) -> bool {
    let names = || bones.iter().map(|place| header[*place].as_str());
    let numbered = bones.len() > 1 && names().zip(1..).all(|(name, number)| name.parse() == Ok(number));
    (1..=MAX_TALI).contains(&bones.len()) && (numbered || !names().any(is_shown))
}

/// Whether a heading is what a throw shows.
fn is_shown(name: &str) -> bool {
    name.parse::<Face>().is_ok() || name.parse::<f64>().is_ok()
}

/// Refuses a column that would be two things.
fn hold_apart(header: &[String], columns: &Columns, format: &ThrowsFormat) -> Result<(), String> {
    let used = columns.used();
    if let Some(twice) = used.iter().find(|column| used.iter().filter(|other| other == column).count() > 1) {
        return Err(format!("the column `{}` cannot be two things at once", abridged(&header[*twice])));
    }
    let thrown = used.iter().filter(|column| Some(**column) != columns.bone).map(|column| &header[*column]);
    if let Some(column) = thrown.into_iter().find(|column| format.names(column)) {
        let column = abridged(column);
        return Err(format!(
            "`{column}` holds what was thrown; throws are grouped and chosen by other columns"
        ));
    }
    // Counts of what no talus shows are no column to pass over.
    let strange = |place: &usize| !used.contains(place) && header[*place].parse::<u32>().is_ok();
    match (0..header.len()).find(strange) {
        Some(place) if matches!(columns.shown, Shown::Counts(_)) => {
            Err(format!("there is no face {}; the faces are {}", abridged(&header[place]), Face::ALLOWED))
        }
        _ => Ok(()),
    }
}

/// What a column that nothing is read from may have been meant as.
pub(super) fn meant(name: &str) -> String {
    let hint = if is_one_of(name, NO_BONES) { String::new() } else { did_you_mean(name, KNOWN) };
    let hint = hint.strip_prefix("; ").map(|hint| format!(" ({hint})"));
    format!("`{}`{}", abridged(name), hint.unwrap_or_default())
}

/// Why a heading heads no throws.
fn no_throws(header: &[String], wanted: Option<Layout>, faces: [Option<usize>; 4]) -> String {
    let shown = abridged(&header.join(","));
    let layout = wanted.map_or_else(String::new, |layout| {
        format!(" in the layout {}", format!("{layout:?}").to_lowercase())
    });
    let missing: Vec<Face> = Face::ALL.into_iter().filter(|face| faces[face.index()].is_none()).collect();
    let hint = header.iter().map(|name| did_you_mean(name, KNOWN)).find(|hint| !hint.is_empty());
    let hint = match (missing.as_slice(), hint) {
        _ if header.iter().all(|name| is_shown(name)) => "; here it is missing".to_owned(),
        ([missing], _) if wanted != Some(Layout::Throws) => {
            format!("; the column of face {missing} is missing")
        }
        _ if header.iter().any(|name| is_shown(name)) => "; here it is missing".to_owned(),
        (_, Some(hint)) => hint,
        _ => "; --face-column and the like name columns that are called otherwise".to_owned(),
    };
    format!(
        "`{shown}` heads no throws{layout}: the first line names the columns: face, cast, or each of at most {MAX_TALI} bones; \
         1, 3, 4, 6 above counts{hint}"
    )
}
