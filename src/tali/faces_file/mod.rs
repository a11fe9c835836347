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
//! Bones that differ are written as `[[tali]]` once for each bone, with its own `name`, `read`, and
//! `faces` or `counts`; with `number = 2` for two bones that share the one estimate. Beside counts `prior`
//! may say what was thought before, in place of Jeffreys' prior: `prior = 1`, or `prior = "1/2, 2, 2, 1/2"`.

mod problem;

pub use problem::{FacesFileError, FacesFileProblem};

use std::ops::Range;

use num_rational::BigRational;
use num_traits::One;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use FacesFileProblem as Problem;

use super::set::MAX_TALI;
use super::{Bones, Face, Posterior, Prior, Talus, parse_weight};
use crate::messages::{abridged, did_you_mean};

/// The longest name or source, in characters.
const LONGEST_TEXT: usize = 200;

const TOP_KEYS: [&str; 7] = ["name", "source", "read", "faces", "counts", "prior", "tali"];
const TALUS_KEYS: [&str; 6] = ["name", "read", "faces", "counts", "prior", "number"];

/// Reads bones from the text of a faces file. Without a `name` in it they are called
/// `default_name`.
///
/// # Errors
///
/// [`FacesFileError`], which names the line, what stands there and what may.
///
/// ```
/// use tali_odds::tali::{Face, read_faces};
///
/// let bones = read_faces("[faces]\n1 = 0.1\n3 = 0.4\n4 = 0.4\n6 = 0.1", "weights.toml")?;
/// assert_eq!(bones.set(4).unwrap().tali()[0].probability(Face::One).to_string(), "1/10");
/// # Ok::<(), tali_odds::tali::FacesFileError>(())
/// ```
pub fn read_faces(text: &str, default_name: &str) -> Result<Bones, FacesFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = Reader { text };
    let document = DeTable::parse(text).map_err(|error| reader.syntax(&error))?;
    reader.bones(&document.span(), document.get_ref(), "the file", default_name)
}

/// Reads bones from a section of another file, of which that is the text: with the same keys as in a file of their own.
///
/// # Errors
///
/// [`FacesFileError`], with the line in that file.
pub(crate) fn read_faces_section(
    text: &str,
    section: &Spanned<DeValue<'_>>,
    name: &str,
) -> Result<Bones, FacesFileError> {
    let reader = Reader { text };
    match section.get_ref() {
        DeValue::Table(table) => reader.bones(&section.span(), table, &format!("[bones.{name}]"), name),
        other => {
            let expected = "a section with faces or counts";
            let found = described(other);
            let problem = Problem::WrongType { key: name.to_owned(), expected, found };
            Err(reader.error(&section.span(), problem))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
}

type Entries<'a> = DeTable<'a>;

impl<'a> Reader<'a> {
    fn error(&self, span: &Range<usize>, problem: impl Into<Problem>) -> FacesFileError {
        FacesFileError { line: self.line(span.start), problem: problem.into() }
    }

    /// The line, from 1, of a place in the text.
    fn line(&self, place: usize) -> usize {
        1 + self.text.bytes().take(place).filter(|byte| *byte == b'\n').count()
    }

    fn bones(
        &self,
        whole: &Range<usize>,
        table: &Entries<'a>,
        place: &str,
        default_name: &str,
    ) -> Result<Bones, FacesFileError> {
        self.only_keys(table, &TOP_KEYS, place)?;
        let mut remarks = Vec::new();
        let name = self.string(table, "name")?.unwrap_or_else(|| default_name.to_owned());
        let bones = if let Some(tali) = value(table, "tali") {
            if let Some(other) = ["faces", "counts"].into_iter().find(|key| value(table, key).is_some()) {
                return Err(self.error(&tali.span(), Problem::Both(other, "tali")));
            }
            Bones::kinds(name, self.tali(tali, table, &mut remarks)?)
        } else {
            let talus = self.talus(whole, table, None, ", or one [[tali]] for each bone", &mut remarks)?;
            Bones::alike(name, self.turned(talus, table, None)?)
        };
        let bones = bones.with_remarks(remarks);
        Ok(match self.string(table, "source")? {
            Some(source) => bones.with_source(source),
            None => bones,
        })
    }

    fn syntax(&self, error: &toml::de::Error) -> FacesFileError {
        let span = error.span().unwrap_or(0..0);
        let problem = match self.text.get(span.clone()) {
            Some(key) if error.message().contains("duplicate key") => {
                Problem::Twice(format!("`{}`", abridged(key)))
            }
            _ => Problem::Syntax(error.message().replace('\n', ", ")),
        };
        self.error(&span, problem)
    }

    fn tali(
        &self,
        value: &Spanned<DeValue<'a>>,
        top: &Entries<'a>,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<(Talus, usize)>, FacesFileError> {
        let wrong = |found: &DeValue<'_>| Problem::WrongType {
            key: "tali".into(),
            expected: "one [[tali]] section for each bone",
            found: described(found),
        };
        let DeValue::Array(entries) = value.get_ref() else {
            return Err(self.error(&value.span(), wrong(value.get_ref())));
        };
        if !(1..=MAX_TALI).contains(&entries.len()) {
            return Err(self.error(&value.span(), Problem::NumberOfTali(entries.len())));
        }
        let mut tali = Vec::new();
        for entry in entries {
            let DeValue::Table(table) = entry.get_ref() else {
                return Err(self.error(&entry.span(), wrong(entry.get_ref())));
            };
            self.only_keys(table, &TALUS_KEYS, "[[tali]]")?;
            let talus = self.talus(&entry.span(), table, Some(top), " for this bone", remarks)?;
            let talus = self.turned(talus, table, Some(top))?;
            let talus = match self.string(table, "name")? {
                Some(name) => talus.named(name),
                None => talus,
            };
            tali.push((talus, self.number(table)?));
        }
        let bones = tali.iter().map(|(_, number)| number).sum();
        if bones > MAX_TALI {
            return Err(self.error(&value.span(), Problem::NumberOfTali(bones)));
        }
        Ok(tali)
    }

    /// For how many bones one section stands.
    fn number(&self, table: &Entries<'a>) -> Result<usize, FacesFileError> {
        let Some(number) = value(table, "number") else { return Ok(1) };
        let whole = literal(number.get_ref()).and_then(|digits| digits.parse().ok());
        whole.filter(|number| (1..=MAX_TALI).contains(number)).ok_or_else(|| {
            let found = described(number.get_ref());
            let expected = "how many bones share these weights, 1 to 8";
            self.error(&number.span(), Problem::WrongType { key: "number".into(), expected, found })
        })
    }

    /// The prior of the table, else of the file, else Jeffreys'.
    fn prior(&self, table: &Entries<'a>, top: Option<&Entries<'a>>) -> Result<Prior, FacesFileError> {
        let found = value(table, "prior").or_else(|| top.and_then(|top| value(top, "prior")));
        let Some(prior) = found else { return Ok(Prior::default()) };
        let text = match prior.get_ref() {
            DeValue::String(text) => text.to_string(),
            other => literal(other).unwrap_or_else(|| described(other)),
        };
        Prior::parse(&text).map_err(|error| self.error(&prior.span(), error))
    }

    /// One bone, from whichever of `faces` and `counts` the table has.
    fn talus(
        &self,
        place: &Range<usize>,
        table: &Entries<'a>,
        top: Option<&Entries<'a>>,
        hint: &'static str,
        remarks: &mut Vec<String>,
    ) -> Result<Talus, FacesFileError> {
        if let (Some(prior), None) = (value(table, "prior"), value(table, "counts")) {
            return Err(self.error(&prior.span(), Problem::PriorOfNothing));
        }
        match (value(table, "faces"), value(table, "counts")) {
            (Some(_), Some(counts)) => Err(self.error(&counts.span(), Problem::Both("faces", "counts"))),
            (None, None) => Err(self.error(place, Problem::NoWeights(hint))),
            (Some(faces), None) => {
                let weights = self.by_face(faces, "faces", |face, value| weight(face, value))?;
                let any_part = weights.iter().any(|weight| !weight.is_integer());
                let sum: BigRational = weights.iter().sum();
                let talus = Talus::from_weights(weights).map_err(|error| self.error(&faces.span(), error))?;
                if any_part && !sum.is_one() {
                    let line = self.line(faces.span().start);
                    let sum = abridged(&sum.to_string());
                    let what =
                        format!("the weights on line {line} add up to {sum}, not 1, and were scaled to 1");
                    remarks.push(what);
                }
                Ok(talus)
            }
            (None, Some(counts)) => {
                let throws = self.by_face(counts, "counts", |face, value| count(face, value))?;
                let posterior = Posterior::new(throws, self.prior(table, top)?);
                posterior.map(Talus::from_posterior).map_err(|error| self.error(&counts.span(), error))
            }
        }
    }

    /// The four values of a table by face, each read by `read`.
    fn by_face<T>(
        &self,
        section: &Spanned<DeValue<'a>>,
        key: &'static str,
        read: impl Fn(Face, &DeValue<'a>) -> Result<T, Problem>,
    ) -> Result<[T; 4], FacesFileError> {
        let DeValue::Table(table) = section.get_ref() else {
            let found = described(section.get_ref());
            let problem = Problem::WrongType {
                key: key.into(),
                expected: "a section with one line for each face",
                found,
            };
            return Err(self.error(&section.span(), problem));
        };
        let mut values: [Option<T>; 4] = [const { None }; 4];
        for (name, value) in table {
            let face: Face = name.get_ref().parse().map_err(|_| {
                let known = ["flat", "concave", "convex", "sinuous"];
                self.error(
                    &name.span(),
                    unknown_key(
                        name.get_ref(),
                        &known,
                        &format!("the faces of a talus are {}", Face::ALLOWED),
                    ),
                )
            })?;
            let value = read(face, value.get_ref()).map_err(|problem| self.error(&name.span(), problem))?;
            if values[face.index()].replace(value).is_some() {
                return Err(
                    self.error(&name.span(), Problem::Twice(format!("face {face} ({})", face.shape())))
                );
            }
        }
        if let Some(face) = Face::ALL.into_iter().find(|face| values[face.index()].is_none()) {
            return Err(self.error(&section.span(), Problem::MissingFace { face }));
        }
        // Every place is filled by now: the flattened list has four values.
        let mut filled = values.into_iter().flatten();
        Ok(std::array::from_fn(|_| filled.next().expect("four faces were read")))
    }

    /// The bone as `read` in its own table, else in the file, says.
    fn turned(
        &self,
        talus: Talus,
        table: &Entries<'a>,
        top: Option<&Entries<'a>>,
    ) -> Result<Talus, FacesFileError> {
        let own = value(table, "read");
        let Some(read) = own.or_else(|| top.and_then(|top| value(top, "read"))) else {
            return Ok(talus);
        };
        match read.get_ref() {
            DeValue::String(side) if side == "up" => Ok(talus),
            DeValue::String(side) if side == "down" => Ok(talus.turned()),
            other => {
                let found = described(other);
                let problem =
                    Problem::WrongType { key: "read".into(), expected: "\"up\" or \"down\"", found };
                Err(self.error(&read.span(), problem))
            }
        }
    }

    fn string(&self, table: &Entries<'a>, key: &str) -> Result<Option<String>, FacesFileError> {
        let Some(value) = value(table, key) else {
            return Ok(None);
        };
        match value.get_ref() {
            // Names reach terminals, pages and pictures: nothing in them may steer those.
            DeValue::String(text)
                if text.chars().count() <= LONGEST_TEXT
                    && !text.chars().any(char::is_control)
                    && !text.trim().is_empty() =>
            {
                Ok(Some(text.trim().to_owned()))
            }
            other => {
                let expected = "a text in quotes of 1 to 200 characters on one line";
                let found = described(other);
                Err(self.error(&value.span(), Problem::WrongType { key: key.to_owned(), expected, found }))
            }
        }
    }

    fn only_keys(&self, table: &Entries<'a>, known: &[&str], place: &str) -> Result<(), FacesFileError> {
        match table.iter().find(|(name, _)| !known.contains(&name.get_ref().as_ref())) {
            None => Ok(()),
            Some((name, _)) => {
                let allowed = format!("the keys of {place} are {}", known.join(", "));
                Err(self.error(&name.span(), unknown_key(name.get_ref(), known, &allowed)))
            }
        }
    }
}

fn value<'t, 'a>(table: &'t Entries<'a>, key: &str) -> Option<&'t Spanned<DeValue<'a>>> {
    table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
}

fn unknown_key(key: &str, known: &[&str], allowed: &str) -> Problem {
    let hint = did_you_mean(key, known.iter().copied());
    Problem::UnknownKey { key: abridged(key), allowed: allowed.to_owned(), hint }
}

/// The literal of a number as it stands in the file, without TOML's digit separators.
fn literal(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().replace('_', "")),
        DeValue::Float(number) => Some(number.as_str().replace('_', "")),
        _ => None,
    }
}

fn weight(face: Face, value: &DeValue<'_>) -> Result<BigRational, Problem> {
    let text = match value {
        DeValue::String(text) => text.to_string(),
        number => literal(number).unwrap_or_else(|| described(number)),
    };
    parse_weight(&text).map_err(|error| Problem::Weight { face, error })
}

fn count(face: Face, value: &DeValue<'_>) -> Result<u64, Problem> {
    let whole = matches!(value, DeValue::Integer(_)).then(|| literal(value)).flatten();
    whole
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| Problem::Count { face, found: described(value) })
}

/// A value as an error message names it.
fn described(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", abridged(text)),
        DeValue::Integer(number) => abridged(&number.to_string()),
        DeValue::Float(number) => abridged(number.as_str()),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a section".into(),
    }
}

#[cfg(test)]
mod tests;
