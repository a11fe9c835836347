//! Sheets for people: the layout behind terminal tables, Markdown and HTML.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::number::{fraction, is_elided};
use crate::analysis::Figure;
use crate::tali::Kind;

/// A heading, tables, and notes below them. A page with its own layout reads them as JSON.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub(crate) struct Sheet {
    pub heading: Vec<String>,
    pub sections: Vec<Section>,
    pub notes: Vec<String>,
}

impl Sheet {
    /// The notes, with a hint if fractions were too long for the tables.
    pub(crate) fn all_notes(&self) -> Vec<String> {
        const HINT: &str = "For exact fractions too long for a table use --format json or csv.";
        let hint = self.sections.iter().any(|section| section.elided).then(|| HINT.to_owned());
        self.notes.iter().cloned().chain(hint).collect()
    }
}

/// A table with its title; on HTML pages its cells are markup.
#[derive(Clone, Debug)]
pub(crate) struct Section<C = Cell> {
    pub title: Option<String>,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<C>>,
    /// Whether some exact fraction is too long for it.
    pub elided: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub title: String,
    /// Whether the column is flush right.
    pub numbers: bool,
    /// Above 0, a narrow terminal may leave the column out, the highest first.
    pub spare: u8,
}

/// A cell, with its kind of cast if a terminal may colour it.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(transparent)]
pub(crate) struct Cell {
    pub text: String,
    #[serde(skip)]
    pub kind: Option<Kind>,
}

/// The table for a page: with a flag for the two columns that a narrow screen shows.
impl<C: Serialize> Serialize for Section<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Shown<'a> {
            title: &'a str,
            numbers: bool,
            matters: bool,
        }
        let second = (1..self.columns.len()).min_by_key(|index| self.columns[*index].spare);
        let columns = self.columns.iter().enumerate().map(|(index, column)| Shown {
            title: &column.title,
            numbers: column.numbers,
            matters: index == 0 || Some(index) == second,
        });
        let mut shown = serializer.serialize_struct("Section", 3)?;
        shown.serialize_field("title", &self.title)?;
        shown.serialize_field("columns", &columns.collect::<Vec<_>>())?;
        shown.serialize_field("rows", &self.rows)?;
        shown.end()
    }
}

impl<C: Clone> Section<C> {
    pub(crate) const fn new(columns: Vec<Column>) -> Self {
        Self { title: None, columns, rows: Vec::new(), elided: false }
    }

    pub(crate) fn titled(title: impl Into<String>, columns: Vec<Column>) -> Self {
        Self { title: Some(title.into()), ..Self::new(columns) }
    }

    /// The section with only some of its columns.
    pub(crate) fn part(&self, indices: &[usize]) -> Self {
        let cells = |row: &Vec<C>| indices.iter().map(|index| row[*index].clone()).collect();
        let columns = indices.iter().map(|index| self.columns[*index].clone()).collect();
        let rows = self.rows.iter().map(cells).collect();
        Self { title: self.title.clone(), columns, rows, elided: self.elided }
    }

    pub(crate) fn row<T: Into<C>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

/// A section built column by column, each with a function from row to cell.
pub(crate) struct Rows<R, C = Cell> {
    rows: Vec<R>,
    pub section: Section<C>,
}

impl<R, C: Clone> Rows<R, C> {
    pub(crate) fn of(rows: impl IntoIterator<Item = R>) -> Self {
        let rows = Vec::from_iter(rows);
        let cells = rows.iter().map(|_| Vec::new()).collect();
        Self { rows, section: Section { rows: cells, ..Section::new(Vec::new()) } }
    }

    pub(crate) fn titled(mut self, title: impl Into<String>) -> Self {
        self.section.title = Some(title.into());
        self
    }

    /// Adds a column, unless it is `None`.
    pub(crate) fn column<T: Into<C>>(
        mut self,
        column: impl Into<Option<Column>>,
        cell: impl Fn(&R) -> T,
    ) -> Self {
        if let Some(column) = column.into() {
            self.section.columns.push(column);
            for (cells, row) in self.section.rows.iter_mut().zip(&self.rows) {
                cells.push(cell(row).into());
            }
        }
        self
    }

    pub(crate) fn words<T: Into<C>>(self, title: impl Into<String>, cell: impl Fn(&R) -> T) -> Self {
        self.column(Column::words(title), cell)
    }

    pub(crate) fn numbers<T: Into<C>>(self, title: impl Into<String>, cell: impl Fn(&R) -> T) -> Self {
        self.column(Column::numbers(title), cell)
    }
}

impl<R> Rows<R> {
    /// Adds a column of exact fractions, if any is short enough; whole numbers among bounds need none.
    pub(crate) fn exactly(mut self, spare: u8, figure: impl Fn(&R) -> &Figure) -> Self {
        self.section.elided |= self.rows.iter().any(|row| is_elided(figure(row)));
        let mut figures = self.rows.iter().map(&figure);
        let has_bounds = figures.clone().any(|figure| matches!(figure, Figure::Numerical(_)));
        let is_shown = figures.any(|figure| {
            let needs_one = matches!(figure, Figure::Exact(number) if !(has_bounds && number.is_integer()));
            needs_one && !is_elided(figure)
        });
        let column = is_shown.then(|| Column::numbers("Exact fraction").spare(spare));
        self.column(column, |row| fraction(figure(row)))
    }
}

impl Column {
    /// A column of words, flush left.
    pub(crate) fn words(title: impl Into<String>) -> Self {
        Self { title: title.into(), numbers: false, spare: 0 }
    }

    pub(crate) fn spare(self, spare: u8) -> Self {
        Self { spare, ..self }
    }

    /// A column of numbers, flush right.
    pub(crate) fn numbers(title: impl Into<String>) -> Self {
        Self { title: title.into(), numbers: true, spare: 0 }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), kind: None }
    }
}

impl Cell {
    pub(crate) fn of_kind(text: impl Into<String>, kind: Option<Kind>) -> Self {
        Self { text: text.into(), kind }
    }
}
