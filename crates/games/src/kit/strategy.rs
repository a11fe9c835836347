//! The card: what best play does in every situation that matters.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::advice::{CastAdvice, ThrowValue, ValueUnit};
use tali_core::figures::Figure;

/// What best play does in every situation that matters.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// One thing with every cast, by situation.
    Casts(Vec<Situation>),
    /// What tables and lists say.
    Tables(Box<StrategyTables>),
}

/// A seat before its throw, and what it does with every cast.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Situation {
    /// As a position is typed.
    pub position: String,
    /// The seat and how many play: `2/3`.
    #[serde(skip)]
    pub seat: String,
    /// The best cast so far, `-` where nobody has scored; nothing where nobody has thrown.
    #[serde(skip)]
    pub best: Option<String>,
    /// What to do with each cast.
    pub casts: Vec<CastAdvice>,
}

/// Tables and lists of a strategy.
#[derive(Clone, Debug)]
pub struct StrategyTables {
    /// Of what situation the tables are, what its value is called and counted in, and the value.
    pub of: Option<(String, &'static str, ValueUnit, Figure)>,
    /// How likely each thing is done, or its value.
    pub tables: Vec<StrategyTable>,
    /// What else there is: all of the strategy for programs, and what readers are shown of it.
    pub lists: Vec<Listing>,
    /// How the tables are read, a paragraph each.
    pub explained: Vec<String>,
    /// How the lists that readers see are read, if that needs saying.
    pub lists_explained: &'static str,
    /// Whether best play does now this and now that.
    pub is_mixed: bool,
}

/// A table of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyTable {
    /// What is shown.
    pub title: String,
    /// In what it is counted.
    pub unit: TableUnit,
    /// What the rows are, and what the columns.
    pub rows: String,
    /// What the columns are.
    pub columns: String,
    /// The name of each row.
    pub row_names: Vec<String>,
    /// The name of each column.
    pub column_names: Vec<String>,
    /// Row by row a number for each column; nothing where it never comes to that.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// In what the numbers of a table are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableUnit {
    /// Probabilities.
    Percent,
    /// Bones, of four.
    Bones,
    /// Values between these.
    Value {
        /// The least.
        low: i32,
        /// The greatest.
        high: i32,
    },
}

/// Entries under the names that programs read them by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row(pub Vec<(&'static str, Entry)>);

/// Something that a list says of each of its rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A word.
    Word(String),
    /// A number of things.
    Count(i64),
    /// A number that was computed.
    Figure(Figure),
    /// How likely something is by a strategy that was found in doubles.
    Chance(f64),
    /// Several words.
    Words(Vec<String>),
    /// Several numbers.
    Counts(Vec<i64>),
    /// Several numbers that were computed.
    Figures(Vec<Figure>),
    /// How likely each of several things is.
    Chances(Vec<(String, f64)>),
    /// How often each number occurs.
    Histogram(BTreeMap<i32, usize>),
    /// Rows of its own.
    Rows(Vec<Row>),
}

/// How readers are shown a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As it is.
    Plain,
    /// In percent.
    Percent,
    /// In percent, with its sign.
    SignedPercent,
    /// A difference of parts in percent, with its sign.
    Points,
    /// With its sign.
    Signed,
    /// Whole where it is a whole number.
    Whole,
}

/// A list with the same entries of several things.
#[derive(Clone)]
pub struct Listing {
    /// The name that programs read it by.
    pub name: &'static str,
    /// What readers see above it; nothing where it is for programs alone.
    pub title: Option<&'static str>,
    /// What readers are shown: the name of an entry, what heads it, and how. What no row has is left out.
    pub columns: &'static [(&'static str, &'static str, Shown)],
    /// How many rows there are.
    number: usize,
    /// Each row; a strategy of millions of rows is written row by row, and never held whole.
    row: Arc<dyn Fn(usize) -> Row + Send + Sync>,
}

impl Listing {
    /// Rows for programs.
    pub(crate) fn of(
        name: &'static str,
        number: usize,
        row: impl Fn(usize) -> Row + Send + Sync + 'static,
    ) -> Self {
        Self { name, title: None, columns: &[], number, row: Arc::new(row) }
    }

    /// Rows that readers see as well.
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

    /// The value of each throw that counts.
    pub fn of_throws(title: &'static str, throws: &[ThrowValue]) -> Self {
        const COLUMNS: &[(&str, &str, Shown)] = &[
            ("throw", "Throw", Shown::Plain),
            ("probability", "Probability", Shown::Percent),
            ("turns", "Results", Shown::Plain),
            ("value", "Wins with it", Shown::Percent),
            ("gain", "Gain", Shown::SignedPercent),
            ("option", "Does", Shown::Plain),
        ];
        let counts = |throw: &&ThrowValue| throw.throw != super::Thrown::Squares(0);
        Self::shown("throws", title, COLUMNS, throws.iter().filter(counts).map(Row::from).collect())
    }

    /// Its rows.
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
    /// The entry of this name, if it has one.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, entry)| entry)
    }

    /// The figure of this name, if it has one.
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
    /// Writes what programs read of it among other entries.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
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
