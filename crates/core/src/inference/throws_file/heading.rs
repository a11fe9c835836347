//! Determines the meaning of the columns of a file of throws from its heading.

use super::{Layout, ThrowsFormat};
use crate::messages::{abridged, did_you_mean};
use crate::plain_text::composed;
use crate::tali::{Face, MAX_TALI};

/// The columns that say how throws were made.
pub(super) const CIRCUMSTANCES: &str = "thrower, surface, date";

/// Columns with row numbers or remarks.
const PASSED_OVER: &str = "throw, row, no, no., nr, #, note, notes";

/// Other columns that are not bones.
const NO_BONES: &str = "id, index, day, week, month, year, time, timestamp, session, round, roll, trial, series, turn, game, \
                        throw number, cast number, class, group, team, table, place, name, person, player, pupil, student, \
                        seat, observer, weather, remark, remarks, comment, comments, attempt, try, set, hand, kind, age, weight, \
                        score, points, rank";

/// Names of columns of counts.
const COUNTS: &str = "count, counts, times, n, number, frequency, tally, throws, rolls, casts, hits, seen, observed, \
                      occurrences, how often, how many";

/// Names of sums.
const SUMS: &str =
    "total, totals, sum, sums, all, grand total, subtotal, overall, Σ, ∑, summe, gesamt, somme, totale, suma";

/// The columns whose names have a meaning.
const KNOWN: [&str; 4] = ["bone", "face", "cast", "count"];

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The face that a throw shows.
    Face,
    /// The faces of a cast, in digits.
    Cast,
    /// The face that a bone shows, by the bone's number; its name heads the column.
    FaceOfBone(usize),
    /// How often this face was shown.
    CountOf(Face),
    /// The name of the bone.
    Bone,
    /// How often the row was seen.
    Times,
    /// The sum of the other columns.
    Sum,
    /// How throws were made, a column to group or select rows by, or the number of the row.
    Label,
    /// A column that is not read.
    Unread,
}

/// The columns of a file.
pub(super) struct Heading {
    pub(super) names: Vec<String>,
    pub(super) roles: Vec<Role>,
}

impl Heading {
    /// Determines the meaning of columns with these names.
    pub(super) fn new(names: Vec<String>, format: &ThrowsFormat) -> Result<Self, String> {
        for (column, name) in names.iter().enumerate() {
            if !name.is_empty() && names[..column].iter().any(|other| is_same(other, name)) {
                return Err(format!("two columns are called `{}`", abridged(name)));
            }
        }
        let is_label = |name: &String| is_one_of(name, CIRCUMSTANCES) || is_one_of(name, PASSED_OVER);
        let role = |name| if is_label(name) || format.names(name) { Role::Label } else { Role::Unread };
        let mut heading = Self { roles: names.iter().map(role).collect(), names };
        let wanted = format.wanted()?;
        let column = |named: &Option<String>, usual: &str| match named {
            Some(name) => heading.find(name).map(Some),
            None => Ok(usual.split(", ").find_map(|usual| heading.position(usual))),
        };
        let (face, cast) = (column(&format.face, "face")?, column(&format.cast, "cast")?);
        let (bone, times) = (column(&format.bone, "bone")?, column(&format.count, COUNTS)?);
        let sum = heading.names.iter().position(|name| heads_a_sum(name)).filter(|sum| times != Some(*sum));
        let faces = Face::ALL.map(|face| heading.headed_by(face));
        let wants = |layout: Layout| wanted.is_none_or(|wanted| wanted == layout);
        let mut roles = vec![(bone, Role::Bone)];
        match (faces, face, cast) {
            ([Some(_), Some(_), Some(_), Some(_)], _, _) if wants(Layout::Counts) => {
                roles.extend(faces.into_iter().zip(Face::ALL.map(Role::CountOf)));
                // A count next to counts of faces is their sum.
                roles.push((times.or(sum), Role::Sum));
            }
            (_, Some(_), _) if wants(Layout::Throws) => {
                // A row has nothing to add up, so a sum is a count.
                roles.extend([(face, Role::Face), (times.or(sum), Role::Times)]);
            }
            (_, _, Some(_)) if wants(Layout::Casts) => {
                roles.extend([(cast, Role::Cast), (times, Role::Times), (sum, Role::Sum)]);
            }
            _ => {
                roles.extend([(times, Role::Times), (sum, Role::Sum)]);
                let bones = heading.bones(&[bone, times, sum]);
                if bone.is_some() || !wants(Layout::Casts) || !heading.name_bones(&bones) {
                    return Err(heading.no_throws(wanted, faces));
                }
                roles.extend((0..).zip(bones).map(|(number, bone)| (Some(bone), Role::FaceOfBone(number))));
            }
        }
        for (column, role) in roles {
            column.map_or(Ok(()), |column| heading.assign(column, role, format))?;
        }
        // Counts of a face that no talus has must not be ignored.
        let is_number = |column: &usize| heading.names[*column].parse::<u32>().is_ok();
        let strange = heading.columns(Role::is_unused).find(is_number);
        match strange.filter(|_| heading.has_counts()) {
            Some(column) => {
                let face = abridged(&heading.names[column]);
                Err(format!("there is no face {face}; the faces are {}", Face::ALLOWED))
            }
            None => Ok(heading),
        }
    }

    /// Gives a column its role, unless it has another.
    fn assign(&mut self, column: usize, role: Role, format: &ThrowsFormat) -> Result<(), String> {
        let name = &self.names[column];
        if !self.roles[column].is_unused() {
            return Err(format!("the column `{}` cannot have two meanings", abridged(name)));
        }
        if role != Role::Bone && format.names(name) {
            let name = abridged(name);
            return Err(format!(
                "`{name}` contains what was thrown; group and select throws by other columns"
            ));
        }
        self.roles[column] = role;
        Ok(())
    }

    /// The columns whose role satisfies `holds`.
    pub(super) fn columns(&self, holds: impl Fn(Role) -> bool) -> impl Iterator<Item = usize> {
        (0..self.roles.len()).filter(move |column| holds(self.roles[*column]))
    }

    /// Whether the file contains counts of faces.
    pub(super) fn has_counts(&self) -> bool {
        self.roles.iter().any(|role| matches!(role, Role::CountOf(_)))
    }

    /// Adds the column's name to a problem.
    pub(super) fn in_column(&self, column: usize) -> impl Fn(String) -> String {
        move |problem| format!("column `{}`: {problem}", abridged(&self.names[column]))
    }

    /// The columns that a row of sums adds up.
    pub(super) fn numbers(&self) -> Vec<usize> {
        let times: Vec<usize> = self.columns(|role| role == Role::Times).collect();
        let shown = self.columns(|role| matches!(role, Role::FaceOfBone(_) | Role::CountOf(_)));
        if times.is_empty() { shown.collect() } else { times }
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|column| is_same(column, name))
    }

    /// The column of that name.
    pub(super) fn find(&self, name: &str) -> Result<usize, String> {
        self.position(name).ok_or_else(|| {
            let hint = did_you_mean(name, self.names.iter().map(String::as_str));
            let columns = abridged(&self.names.join(", "));
            format!("there is no column `{}`; the columns are {columns}{hint}", abridged(name))
        })
    }

    /// The column that is headed by a face: `3`, `concave`, `3 concave`, `face 3`.
    fn headed_by(&self, wanted: Face) -> Option<usize> {
        self.names.iter().position(|name| {
            let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            let mut faces =
                words.filter(|word| !is_same(word, "face")).map(|word| word.parse() == Ok(wanted));
            faces.next() == Some(true) && faces.all(|same| same)
        })
    }

    /// The columns that may be bones: the longest series of names such as `A`, `B` or `bone 1`, `bone 2`, or all if there is no
    /// series.
    fn bones(&self, others: &[Option<usize>]) -> Vec<usize> {
        let is_bone = |column: &usize| {
            let name = &self.names[*column];
            let known = KNOWN.iter().any(|known| is_same(known, name));
            let none = known || is_one_of(name, COUNTS) || is_one_of(name, NO_BONES);
            self.roles[*column] == Role::Unread
                && !others.contains(&Some(*column))
                && !name.is_empty()
                && !none
        };
        let columns: Vec<usize> = (0..self.names.len()).filter(is_bone).collect();
        let row = |column: usize| in_row(&self.names[column]);
        let begins =
            |column: &&usize| row(**column).is_some_and(|(_, at)| ["0", "1", "a", "A", "I"].contains(&at));
        let of_row = |first: &usize| -> Vec<usize> {
            let before = row(*first).map(|(before, _)| before);
            columns
                .iter()
                .copied()
                .filter(|column| row(*column).map(|(before, _)| before) == before)
                .collect()
        };
        let rows = columns.iter().rev().filter(begins).map(of_row).filter(|row| row.len() > 1);
        rows.max_by_key(Vec::len).unwrap_or_else(|| columns.clone())
    }

    /// Whether these columns are headed by names of bones: not by faces or numbers, unless they are numbered from 1.
    fn name_bones(&self, bones: &[usize]) -> bool {
        let names = || bones.iter().map(|bone| self.names[*bone].as_str());
        let numbered = bones.len() > 1 && names().zip(1..).all(|(name, number)| name.parse() == Ok(number));
        (1..=MAX_TALI).contains(&bones.len()) && (numbered || !names().any(is_shown))
    }

    /// The message for a heading that does not describe throws.
    fn no_throws(&self, wanted: Option<Layout>, faces: [Option<usize>; 4]) -> String {
        let shown = abridged(&self.names.join(","));
        let layout = wanted.map(|layout| format!(" in the layout {}", format!("{layout:?}").to_lowercase()));
        let missing: Vec<Face> = Face::ALL.into_iter().filter(|face| faces[face.index()].is_none()).collect();
        let hint = self.names.iter().map(|name| did_you_mean(name, KNOWN)).find(|hint| !hint.is_empty());
        let hint = match (missing.as_slice(), hint) {
            _ if self.names.iter().all(|name| is_shown(name)) => "; the heading is missing".to_owned(),
            ([missing], _) if wanted != Some(Layout::Throws) => {
                format!("; the column of face {missing} is missing")
            }
            _ if self.names.iter().any(|name| is_shown(name)) => "; the heading is missing".to_owned(),
            (_, Some(hint)) => hint,
            _ => "; --face-column and similar options set the names of columns".to_owned(),
        };
        format!(
            "`{shown}` is not a heading of throws{}: the first line names the columns: face, cast, or up to {MAX_TALI} bones; \
             1, 3, 4, 6 above counts{hint}",
            layout.unwrap_or_default()
        )
    }
}

impl Role {
    /// Whether the column contains nothing that was thrown.
    const fn is_unused(self) -> bool {
        matches!(self, Self::Label | Self::Unread)
    }
}

impl ThrowsFormat {
    /// Whether rows are grouped or selected by this column.
    fn names(&self, name: &str) -> bool {
        let mut chosen = self.group.iter().chain(self.only.iter().map(|(column, _)| column));
        chosen.any(|column| is_same(column, name))
    }

    /// The requested layout, given directly or by the name of a column.
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

/// Splits a name of a series into the common part and the part that distinguishes it: a number, or a single letter.
fn in_row(name: &str) -> Option<(&str, &str)> {
    let digits = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (last, letter) = name.char_indices().next_back()?;
    let single = letter.is_alphabetic() && !name[..last].ends_with(char::is_alphanumeric);
    let at = if digits < name.len() { Some(digits) } else { single.then_some(last) };
    at.map(|at| name.split_at(at))
}

/// Whether a heading is a face or a number.
fn is_shown(name: &str) -> bool {
    name.parse::<Face>().is_ok() || name.parse::<f64>().is_ok()
}

/// An unread column, with what it may have been meant as.
pub(super) fn meant(name: &str) -> String {
    let hint = if is_one_of(name, NO_BONES) { String::new() } else { did_you_mean(name, KNOWN) };
    let hint = hint.strip_prefix("; ").map(|hint| format!(" ({hint})"));
    format!("`{}`{}", abridged(name), hint.unwrap_or_default())
}
