//! The card: best play in every situation that matters.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::advice::{CastAdvice, ThrowValue, ValueUnit};
use tali_core::figures::Figure;

/// Best play in every situation that matters.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// One decision for every cast, by situation.
    Casts(Vec<Situation>),
    /// Tables and lists.
    Tables(Box<StrategyTables>),
}

/// A seat before its throw, and its decision for every cast.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Situation {
    /// The position, in notation.
    pub position: String,
    /// The seat and the number of players: `2/3`.
    #[serde(skip)]
    pub seat: String,
    /// The best cast so far, `-` if nobody has scored; `None` before the first throw.
    #[serde(skip)]
    pub best: Option<String>,
    /// The decision for each cast.
    pub casts: Vec<CastAdvice>,
}

/// The tables and lists of a strategy.
#[derive(Clone, Debug)]
pub struct StrategyTables {
    /// Of what situation the tables are, what its value is called and counted in, and the value.
    pub of: Option<(String, &'static str, ValueUnit, Figure)>,
    /// Tables of probabilities or values.
    pub tables: Vec<StrategyTable>,
    /// Lists: the whole strategy for programs, and the part that readers see.
    pub lists: Vec<Listing>,
    /// How to read the tables, in paragraphs.
    pub explained: Vec<String>,
    /// How to read the lists, if that needs explaining.
    pub lists_explained: &'static str,
    /// Whether best play is mixed.
    pub is_mixed: bool,
}

/// A table of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyTable {
    /// The title.
    pub title: String,
    /// The unit of the cells.
    pub unit: TableUnit,
    /// The name of the row variable.
    pub rows: String,
    /// The name of the column variable.
    pub columns: String,
    /// The names of the rows.
    pub row_names: Vec<String>,
    /// The names of the columns.
    pub column_names: Vec<String>,
    /// The cells, row by row; `None` where play never gets there.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// The unit of the numbers in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableUnit {
    /// Probabilities.
    Percent,
    /// Bones, out of four.
    Bones,
    /// Values in this range.
    Value {
        /// The minimum.
        low: i32,
        /// The maximum.
        high: i32,
    },
}

/// The entries of a row, with their names in JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row(pub Vec<(&'static str, Entry)>);

/// An entry of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A word.
    Word(String),
    /// A number of things.
    Count(i64),
    /// A computed number.
    Figure(Figure),
    /// A probability under a strategy found in floating point.
    Chance(f64),
    /// Several words.
    Words(Vec<String>),
    /// Several numbers.
    Counts(Vec<i64>),
    /// Several computed numbers.
    Figures(Vec<Figure>),
    /// Several options with their probabilities.
    Chances(Vec<(String, f64)>),
    /// How often each number occurs.
    Histogram(BTreeMap<i32, usize>),
    /// Nested rows.
    Rows(Vec<Row>),
}

/// The format of a figure for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Without a format.
    Plain,
    /// In percent.
    Percent,
    /// In percent, with its sign.
    SignedPercent,
    /// A difference in percentage points, with its sign.
    Points,
    /// With its sign.
    Signed,
    /// Without decimals if it is a whole number.
    Whole,
}

/// A list of rows with the same entries.
#[derive(Clone)]
pub struct Listing {
    /// The name in JSON.
    pub name: &'static str,
    /// The title for readers; `None` for lists that only programs read.
    pub title: Option<&'static str>,
    /// The columns for readers: the entry's name, its title and its format. Columns without entries are omitted.
    pub columns: &'static [(&'static str, &'static str, Shown)],
    /// The number of rows.
    number: usize,
    /// Creates a row on demand, so that a strategy of millions of rows is never in memory at once.
    row: Arc<dyn Fn(usize) -> Row + Send + Sync>,
}

impl Listing {
    /// Creates a list for programs only.
    pub(crate) fn of(
        name: &'static str,
        number: usize,
        row: impl Fn(usize) -> Row + Send + Sync + 'static,
    ) -> Self {
        Self { name, title: None, columns: &[], number, row: Arc::new(row) }
    }

    /// Creates a list that readers see as well.
    pub(crate) fn shown(
        name: &'static str,
        title: &'static str,
        columns: &'static [(&'static str, &'static str, Shown)],
        rows: Vec<Row>,
    ) -> Self {
        let number = rows.len();
        let row = move |index: usize| rows[index].clone();
        Self { title: Some(title), columns, ..Self::of(name, number, row) }
    }

    /// Creates the list of the values of throws.
    pub fn of_throws(title: &'static str, throws: &[ThrowValue]) -> Self {
        const COLUMNS: &[(&str, &str, Shown)] = &[
            ("throw", "Throw", Shown::Plain),
            ("probability", "Probability", Shown::Percent),
            ("turns", "Results", Shown::Plain),
            ("value", "Chance of winning", Shown::Percent),
            ("gain", "Gain", Shown::SignedPercent),
            ("option", "Does", Shown::Plain),
        ];
        let counts = |throw: &&ThrowValue| throw.throw != super::Thrown::Squares(0);
        Self::shown("throws", title, COLUMNS, throws.iter().filter(counts).map(Row::from).collect())
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        (0..self.number).map(|index| (self.row)(index))
    }
}

impl fmt::Debug for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listing")
            .field("name", &self.name)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl Row {
    /// The entry of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, entry)| entry)
    }

    /// The figure of this name, if there is one.
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        if let Some(Entry::Figure(figure)) = self.get(name) { Some(figure) } else { None }
    }
}

impl<const N: usize> From<[(&'static str, Entry); N]> for Row {
    fn from(entries: [(&'static str, Entry); N]) -> Self {
        Self(entries.into())
    }
}

impl From<Figure> for Entry {
    fn from(figure: Figure) -> Self {
        Self::Figure(figure)
    }
}

impl From<String> for Entry {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<&str> for Entry {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<&ThrowValue> for Row {
    fn from(value: &ThrowValue) -> Self {
        let throw = match &value.throw {
            super::Thrown::Squares(squares) => Entry::Count((*squares).into()),
            super::Thrown::Dice(faces) => Entry::Word(faces.clone()),
        };
        let next = value.next.as_str().into();
        let mut row =
            vec![("throw", throw), ("next", next), ("probability", value.probability.clone().into())];
        if let Some(play) = &value.play {
            row.push(("turns", Entry::Count(play.turns.cast_signed())));
            row.extend(play.option.iter().flat_map(|[option, next]| {
                [("option", option.as_str().into()), ("after", next.as_str().into())]
            }));
        }
        row.push(("value", value.value.clone().into()));
        row.extend(value.gain.clone().map(|gain| ("gain", gain.into())));
        Self(row)
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, entry)| (name, entry)))
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Word(word) => word.serialize(serializer),
            Self::Count(count) => count.serialize(serializer),
            Self::Figure(figure) => figure.serialize(serializer),
            Self::Chance(chance) => chance.serialize(serializer),
            Self::Words(words) => words.serialize(serializer),
            Self::Counts(counts) => counts.serialize(serializer),
            Self::Figures(figures) => figures.serialize(serializer),
            Self::Chances(chances) => {
                serializer.collect_map(chances.iter().map(|(name, chance)| (name, chance)))
            }
            Self::Histogram(counts) => counts.serialize(serializer),
            Self::Rows(rows) => rows.serialize(serializer),
        }
    }
}

impl Serialize for Listing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

impl Strategy {
    /// Writes the entries into a map with other entries.
    ///
    /// # Errors
    ///
    /// Errors of the serializer.
    pub fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Casts(cards) if cards.is_empty() => Ok(()),
            Self::Casts(cards) => map.serialize_entry("cards", cards),
            Self::Tables(tables) => {
                if let Some((.., value)) = &tables.of {
                    map.serialize_entry("value", value)?;
                }
                tables.lists.iter().try_for_each(|list| map.serialize_entry(list.name, list))
            }
        }
    }
}
