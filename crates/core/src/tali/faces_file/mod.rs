//! Faces files: bones described in TOML.
//!
//! ```toml
//! name   = "goat bones from the market"   # optional, as are source and read
//! source = "500 throws on oak, 2026"
//! read   = "up"                            # or "down": the side on the table is read
//! [faces]                                  # or [counts]: throws observed
//! 1 = "1/10"                               # a face by its number or its shape
//! concave = 0.4
//! 4 = 0.4
//! 6 = 0.1
//! ```
//!
//! Different bones have one `[[tali]]` section each, with its own `name`, `read`, and `faces` or `counts`;
//! `number = 2` means two bones that share the estimate. Next to counts, `prior` replaces Jeffreys' prior:
//! `prior = 1`, or `prior = "1/2, 2, 2, 1/2"`.

mod problem;

pub use problem::{FacesFileError, FacesFileProblem};

use num_rational::BigRational;
use num_traits::One;

use FacesFileProblem as Problem;

use super::set::MAX_TALI;
use super::{Bones, Face, Posterior, Prior, Talus, TalusError, parse_weight};
use crate::messages::{abridged, steers};
use crate::toml_text::{self, Item, Table, TomlProblem};

/// The longest name or source, in characters.
const LONGEST_TEXT: usize = 200;

const TOP_KEYS: [&str; 7] = ["name", "source", "read", "faces", "counts", "prior", "tali"];
const TALUS_KEYS: [&str; 6] = ["name", "read", "faces", "counts", "prior", "number"];

/// Reads bones from the text of a faces file. If it has no `name`, they are called
/// `default_name`.
///
/// # Errors
///
/// [`FacesFileError`], with the line, what is wrong there, and what is allowed.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::{Face, read_faces};
///
/// let bones = read_faces("[faces]\n1 = 0.1\n3 = 0.4\n4 = 0.4\n6 = 0.1", "weights.toml")?;
/// assert_eq!(bones.set(4).unwrap().tali()[0].probability(Face::One).to_string(), "1/10");
/// # Ok::<(), tali_odds::tali::FacesFileError>(())
/// ```
pub fn read_faces(text: &str, default_name: &str) -> Result<Bones, FacesFileError> {
    bones(&toml_text::parse(text)?, "the file", default_name)
}

/// Reads bones from a section of another file, with the same keys as in a faces file.
///
/// # Errors
///
/// [`FacesFileError`], with the line in that file.
pub fn read_faces_section(section: &Item<'_>, name: &str) -> Result<Bones, FacesFileError> {
    match section.table() {
        Some(table) => bones(table, &format!("[bones.{name}]"), name),
        None => Err(section.is_not(name, "a section with faces or counts").into()),
    }
}

fn bones(table: &Table<'_>, table_name: &str, default_name: &str) -> Result<Bones, FacesFileError> {
    table.only(&TOP_KEYS, table_name)?;
    let mut remarks = Vec::new();
    let name = text(table, "name")?.unwrap_or_else(|| default_name.to_owned());
    let mut bones = if let Some(tali) = table.get("tali") {
        if let Some(other) = ["faces", "counts"].into_iter().find(|key| table.get(key).is_some()) {
            return Err(FacesFileError::new(tali.line, Problem::Both(other, "tali")));
        }
        Bones::kinds(name, kinds(tali, table, &mut remarks)?)
    } else {
        let talus = talus(table, table, ", or one [[tali]] for each bone", &mut remarks)?;
        Bones::alike(name, turned(talus, table, table)?)
    };
    bones.remarks = remarks;
    bones.source = text(table, "source")?;
    Ok(bones)
}

/// Reads the `[[tali]]` sections, each with its number of bones.
fn kinds(
    value: &Item<'_>,
    top: &Table<'_>,
    remarks: &mut Vec<String>,
) -> Result<Vec<(Talus, usize)>, FacesFileError> {
    let no_section = |found: &Item<'_>| found.is_not("tali", "one [[tali]] section for each bone");
    let entries = value.list().ok_or_else(|| no_section(value))?;
    if !(1..=MAX_TALI).contains(&entries.len()) {
        return Err(FacesFileError::new(value.line, Problem::NumberOfTali(entries.len())));
    }
    let mut tali = Vec::new();
    for entry in entries {
        let table = entry.table().ok_or_else(|| no_section(entry))?;
        table.only(&TALUS_KEYS, "[[tali]]")?;
        let talus = turned(talus(table, top, " for this bone", remarks)?, table, top)?;
        let talus = match text(table, "name")? {
            Some(name) => talus.named(name),
            None => talus,
        };
        tali.push((talus, number(table)?));
    }
    let bones = tali.iter().map(|(_, number)| number).sum();
    if bones > MAX_TALI {
        return Err(FacesFileError::new(value.line, Problem::NumberOfTali(bones)));
    }
    Ok(tali)
}

/// The number of bones of one section.
fn number(table: &Table<'_>) -> Result<usize, FacesFileError> {
    let Some(number) = table.get("number") else { return Ok(1) };
    let known = number.whole().filter(|number| (1..=MAX_TALI).contains(number));
    known.ok_or_else(|| number.is_not("number", "how many bones share these weights, 1 to 8").into())
}

/// The prior of the table, else of the file, else Jeffreys'.
fn prior(table: &Table<'_>, top: &Table<'_>) -> Result<Prior, FacesFileError> {
    match table.get("prior").or_else(|| top.get("prior")) {
        None => Ok(Prior::default()),
        Some(prior) => {
            Prior::parse(&prior.digits()).map_err(|problem| FacesFileError::new(prior.line, problem))
        }
    }
}

/// Reads one bone from `faces` or `counts`, whichever the table has.
fn talus(
    table: &Table<'_>,
    top: &Table<'_>,
    hint: &'static str,
    remarks: &mut Vec<String>,
) -> Result<Talus, FacesFileError> {
    if let (Some(prior), None) = (table.get("prior"), table.get("counts")) {
        return Err(FacesFileError::new(prior.line, Problem::PriorOfNothing));
    }
    match (table.get("faces"), table.get("counts")) {
        (Some(_), Some(counts)) => Err(FacesFileError::new(counts.line, Problem::Both("faces", "counts"))),
        (None, None) => Err(FacesFileError::new(table.line, Problem::NoWeights(hint))),
        (Some(faces), None) => {
            let weights = by_face(faces, "faces", |face, value| {
                parse_weight(&value.digits()).map_err(|error| Problem::Weight { face, error })
            })?;
            let any_part = weights.iter().any(|weight| !weight.is_integer());
            let sum: BigRational = weights.iter().sum();
            let talus = Talus::from_weights(weights)
                .map_err(|problem| FacesFileError::new(line_of(faces, &problem), problem))?;
            if any_part && !sum.is_one() {
                let sum = abridged(&sum.to_string());
                remarks.push(format!(
                    "the weights on line {} add up to {sum}, not 1, and were scaled to 1",
                    faces.line
                ));
            }
            Ok(talus)
        }
        (None, Some(counts)) => {
            let counted = by_face(counts, "counts", |face, value| {
                value.whole().ok_or_else(|| Problem::Count { face, found: value.described() })
            })?;
            let posterior = Posterior::new(counted, prior(table, top)?);
            posterior.map(Talus::from_posterior).map_err(|problem| FacesFileError::new(counts.line, problem))
        }
    }
}

/// The line of a problem with weights: that of the face, or of the section.
fn line_of(section: &Item<'_>, problem: &TalusError) -> usize {
    let (TalusError::TooRare(face) | TalusError::Negative(face)) = problem else { return section.line };
    let mut entries = section.table().into_iter().flat_map(|table| &table.entries);
    entries.find(|(name, _)| name.text.parse() == Ok(*face)).map_or(section.line, |(name, _)| name.line)
}

/// Reads the four values of a table by face.
fn by_face<T>(
    section: &Item<'_>,
    key: &'static str,
    read: impl Fn(Face, &Item<'_>) -> Result<T, Problem>,
) -> Result<[T; 4], FacesFileError> {
    let Some(table) = section.table() else {
        return Err(section.is_not(key, "a section with one line for each face").into());
    };
    let mut values: [Option<T>; 4] = [const { None }; 4];
    for (name, value) in &table.entries {
        let face: Face = name.text.parse().map_err(|_| {
            let allowed = format!("the faces of a talus are {}", Face::ALLOWED);
            name.unknown(&["flat", "concave", "convex", "sinuous"], allowed)
        })?;
        let value = read(face, value).map_err(|problem| FacesFileError::new(name.line, problem))?;
        if values[face.index()].replace(value).is_some() {
            let twice = TomlProblem::Twice(format!("face {face} ({})", face.shape()));
            return Err(FacesFileError::new(name.line, twice));
        }
    }
    if let Some(face) = Face::ALL.into_iter().find(|face| values[face.index()].is_none()) {
        return Err(FacesFileError::new(section.line, Problem::MissingFace { face }));
    }
    // Every face has a value by now, so the flattened list has four.
    let mut filled = values.into_iter().flatten();
    Ok(std::array::from_fn(|_| filled.next().expect("four faces were read")))
}

/// Turns the bone if `read` in its own table, else in the file, is `down`.
fn turned(talus: Talus, table: &Table<'_>, top: &Table<'_>) -> Result<Talus, FacesFileError> {
    let Some(read) = table.get("read").or_else(|| top.get("read")) else { return Ok(talus) };
    match read.text() {
        Some("up") => Ok(talus),
        Some("down") => Ok(talus.turned()),
        _ => Err(read.is_not("read", "\"up\" or \"down\"").into()),
    }
}

fn text(table: &Table<'_>, key: &str) -> Result<Option<String>, FacesFileError> {
    let Some(value) = table.get(key) else { return Ok(None) };
    match value.text() {
        // Names reach terminals, pages and pictures, so they may not contain control characters.
        Some(text)
            if text.chars().count() <= LONGEST_TEXT
                && !text.chars().any(steers)
                && !text.trim().is_empty() =>
        {
            Ok(Some(text.trim().to_owned()))
        }
        _ => Err(value.is_not(key, "a text in quotes of 1 to 200 characters on one line").into()),
    }
}

#[cfg(test)]
mod tests;
