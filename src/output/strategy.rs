//! The sheet of `strategy`: the card of best play in every situation.

use serde::Serialize;

use super::Answer;
use super::csv::{Record, Records};
use super::intervals::shown_as;
use super::number::{fraction, grouped, percent, signed};
use super::sheet::{Cell, Column, Section, Sheet};
use super::wins::heading;
use super::words::capitalised;
use crate::analysis::{Figure, Setting, StrategyAnswer};
use crate::games::{
    CastAdvice, Entry, Listing, Row, Shown, Strategy, StrategyTable, StrategyTables, TableUnit, ValueUnit,
};
use crate::tali::Kind;

/// The advice on a cast, short enough for a card: `M 43` for `mercury 43`, and a dot if nothing is thrown again.
pub(super) fn short(line: &CastAdvice) -> String {
    if line.is_idle {
        return "\u{b7}".to_owned();
    }
    match line.option.split_once(' ') {
        Some((word, rest)) => format!("{} {rest}", letter(word)),
        None => letter(&line.option),
    }
}

fn letter(word: &str) -> String {
    word.chars().take(1).flat_map(char::to_uppercase).collect()
}

/// The advice in one word.
pub(super) fn first_word(line: &CastAdvice) -> &str {
    line.option.split(' ').next().unwrap_or_default()
}

/// All advice on a card, each in one word: first to leave a cast as it is, even if that never occurs.
pub(super) fn words(answer: &StrategyAnswer) -> Vec<(&str, bool)> {
    let lines = answer.cards().iter().flat_map(|card| &card.casts);
    let mut words: Vec<(&str, bool)> = lines.map(|line| (first_word(line), line.is_idle)).collect();
    words.sort_unstable_by_key(|(word, is_idle)| (!is_idle, *word));
    words.dedup();
    words
}

/// The legend of the short forms.
pub(super) fn legend(answer: &StrategyAnswer) -> String {
    let short = |(word, is_idle): &(&str, bool)| (!is_idle).then(|| format!("{} {word}", letter(word)));
    let uses: Vec<String> =
        std::iter::once("\u{b7} stand".to_owned()).chain(words(answer).iter().filter_map(short)).collect();
    format!("{}; digits are the faces that are thrown again.", uses.join(", "))
}

/// The heading of the situations of a seat that share a column.
pub(super) fn situations(best: &[&str]) -> String {
    match best {
        [] => "any".to_owned(),
        ["-"] => "none".to_owned(),
        ["-", rest @ ..] => format!("none, {}", situations(rest)),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}\u{2013}{last}"),
    }
}

/// A probability in whole percent, to fit a card; empty for 0.
pub(super) fn part(chance: Option<f64>) -> String {
    match chance {
        None => String::new(),
        Some(chance) if chance <= 0.0 => "\u{b7}".to_owned(),
        Some(chance) if chance < 0.005 => "<1".to_owned(),
        Some(chance) => format!("{:.0}", 100.0 * chance),
    }
}

/// The title of the table, with its unit.
pub(super) fn heading_of(table: &StrategyTable) -> String {
    match table.unit {
        TableUnit::Percent => format!("{}, in percent", table.title),
        TableUnit::Bones | TableUnit::Value { .. } => table.title.clone(),
    }
}

/// A number of the table as text.
pub(super) fn cell(table: &StrategyTable, number: Option<f64>) -> String {
    match (table.unit, number) {
        (TableUnit::Percent, chance) => part(chance),
        (TableUnit::Bones | TableUnit::Value { .. }, None) => String::new(),
        (TableUnit::Value { .. }, Some(value)) => format!("{value:+.0}").replace('-', "\u{2212}"),
        (TableUnit::Bones, Some(bones)) if (bones - bones.round()).abs() < 0.05 => format!("{bones:.0}"),
        (TableUnit::Bones, Some(bones)) => format!("{bones:.1}"),
    }
}

/// A number as a part of its maximum: from 0 to 1, for costs down to −1.
pub(super) fn part_of_range(table: &StrategyTable, number: f64) -> f64 {
    let most = match table.unit {
        TableUnit::Percent => 1.0,
        TableUnit::Bones => 4.0,
        TableUnit::Value { low, .. } if number < 0.0 => -f64::from(low),
        TableUnit::Value { high, .. } => f64::from(high),
    };
    if most > 0.0 { number / most } else { 0.0 }
}

/// The heading of the row names: `Hand, by call`.
pub(super) fn corner(table: &StrategyTable) -> String {
    format!("{}, by {}", capitalised(&table.rows), table.columns)
}

/// The columns with their headings; columns with identical cells are merged.
pub(super) fn merged(table: &StrategyTable) -> Vec<(String, usize)> {
    let column = |index: usize| table.cells.iter().map(move |row| cell(table, row[index]));
    // If the cells of a row add up to 1, equal columns are still different options, unless they are empty.
    let sum = |row: &Vec<Option<f64>>| row.iter().flatten().sum::<f64>();
    let divides = table.unit == TableUnit::Percent
        && table.cells.iter().map(sum).all(|sum| sum <= 0.0 || (sum - 1.0).abs() < 1e-6);
    let is_none = |cell: &str| cell.is_empty() || cell == "\u{b7}";
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for index in 0..table.column_names.len() {
        match runs.last_mut() {
            Some((first, last))
                if column(*first).eq(column(index))
                    && (!divides || column(index).all(|cell| is_none(&cell))) =>
            {
                *last = index;
            }
            _ => runs.push((index, index)),
        }
    }
    let title = |(first, last): (usize, usize)| match &table.column_names[first..=last] {
        [one] => with_kind(one),
        [one, other] => format!("{}, {}", with_kind(one), with_kind(other)),
        [first, .., last] => format!("{}\u{2013}{}", with_kind(first), with_kind(last)),
        [] => String::new(),
    };
    runs.into_iter().map(|run| (title(run), run.0)).collect()
}

/// The rows with their headings; rows with identical cells are merged.
pub(super) fn merged_rows(table: &StrategyTable) -> Vec<(String, usize)> {
    let said = |index: usize| table.cells[index].iter().map(|number| cell(table, *number));
    let mut rows: Vec<(String, usize)> = Vec::new();
    for (index, name) in table.row_names.iter().enumerate() {
        match rows.iter_mut().find(|(_, first)| said(*first).eq(said(index))) {
            // On a board, every row is shown.
            Some((names, _)) if !matches!(table.unit, TableUnit::Value { .. }) => {
                names.push_str(", ");
                names.push_str(&with_kind(name));
            }
            _ => rows.push((with_kind(name), index)),
        }
    }
    rows
}

/// The heading of a row or column of a card, with a capital if it begins with a kind of cast.
fn with_kind(name: &str) -> String {
    let first = name.split([' ', ',']).next().unwrap_or_default();
    if Kind::ALL.into_iter().any(|kind| kind.name() == first) { capitalised(name) } else { name.to_owned() }
}

/// The probability of each option.
fn mixture(table: &StrategyTable) -> Section {
    let columns = merged(table);
    let mut titles = vec![Column::words(corner(table))];
    titles.extend(columns.iter().map(|(title, _)| Column::numbers(title.clone())));
    let mut section = Section::titled(heading_of(table), titles);
    for (name, cells) in table.row_names.iter().zip(&table.cells) {
        let cells = columns.iter().map(|(_, index)| Cell::from(cell(table, cells[*index])));
        section.row(std::iter::once(Cell::from(with_kind(name))).chain(cells));
    }
    section
}

/// The longest exact fraction shown beside a value, in characters.
const MOST_LETTERS: usize = 12;

/// Remarks on the tables.
pub(super) fn remarks(card: &StrategyTables) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some((situation, what, unit, value)) = &card.of {
        let mut amount = match unit {
            ValueUnit::Coins => format!("{} coins", signed(value)),
            _ => percent(value),
        };
        let exact = fraction(value);
        if matches!(value, Figure::Exact(_)) && (1..=MOST_LETTERS).contains(&exact.chars().count()) {
            amount = format!("{amount}, exactly {exact}");
        }
        remarks.push(format!("This card is for {situation}. {what}: {amount}."));
    }
    remarks.extend(card.explained.iter().cloned());
    remarks
}

fn sheet(card: &StrategyTables, setting: &Setting) -> Sheet {
    let mut notes = remarks(card);
    notes.extend(Some(card.lists_explained.to_owned()).filter(|notes| !notes.is_empty()));
    if card.is_mixed {
        notes.push(format!(
            "'tali-odds advise {}' shows what to do in any position; --format json has the whole strategy.",
            setting.game.name
        ));
    }
    notes.extend(super::wins::notes(setting, None, None));
    let lists = card.lists.iter().filter(|list| list.title.is_some());
    let sections = lists.map(listed).chain(card.tables.iter().map(mixture));
    Sheet { heading: heading(setting, "strategy card"), sections: sections.collect(), notes }
}

/// A list for readers, without empty columns.
pub(super) fn listed(list: &Listing) -> Section {
    let rows: Vec<Row> = list.rows().collect();
    let columns = list.columns.iter().filter(|(name, ..)| rows.iter().any(|row| row.get(name).is_some()));
    let columns: Vec<_> = columns.collect();
    let heads = columns.iter().map(|(name, heading, _)| {
        let is_word = |row: &Row| matches!(row.get(name), Some(Entry::Word(_)));
        if rows.iter().any(is_word) { Column::words(*heading) } else { Column::numbers(*heading) }
    });
    let mut section = Section::new(heads.collect());
    section.title = list.title.filter(|title| !title.is_empty()).map(str::to_owned);
    for row in &rows {
        section.row(
            columns.iter().map(|(name, _, shown)| {
                row.get(name).map_or_else(String::new, |entry| entry_as(entry, *shown))
            }),
        );
    }
    section
}

fn entry_as(entry: &Entry, shown: Shown) -> String {
    match (entry, shown) {
        (Entry::Word(word), _) => word.clone(),
        (Entry::Count(count), _) => grouped(count),
        (Entry::Figure(figure), shown) => shown_as(figure, shown),
        _ => String::new(),
    }
}

impl StrategyAnswer {
    /// What to do with each cast, seat by seat.
    fn sheet_of_casts(&self) -> Sheet {
        let sections = self.columns().into_iter().map(|(seat, columns)| {
            let mut titles = vec![Column::words("Cast")];
            titles.extend(columns.iter().map(|column| Column::words(situations(&column.best))));
            let first = columns.first().is_some_and(|column| column.best.is_empty());
            let title =
                if first { format!("Seat {seat}") } else { format!("Seat {seat}, by the best cast so far") };
            let mut section = Section::titled(title, titles);
            let casts = columns.first().map_or(0, |column| column.card.casts.len());
            for line in 0..casts {
                let cast = columns[0].card.casts[line].cast.clone();
                let advice = columns.iter().map(|column| short(&column.card.casts[line]));
                section.row(std::iter::once(cast).chain(advice).map(Cell::from));
            }
            section
        });
        let mut notes = vec![legend(self)];
        if self.columns().iter().flat_map(|(_, columns)| columns).any(|column| column.best.len() > 1) {
            notes.push("Best casts with the same advice share a column.".to_owned());
        }
        Sheet { sections: sections.collect(), ..self.sheet_of(notes) }
    }

    /// A sheet with notes only.
    fn sheet_of(&self, mut notes: Vec<String>) -> Sheet {
        notes.extend(super::wins::notes(&self.setting, None, None));
        Sheet { heading: heading(&self.setting, "strategy card"), sections: Vec::new(), notes }
    }
}

impl Answer for StrategyAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        vec![match &self.card {
            Strategy::Tables(tables) => sheet(tables, &self.setting),
            Strategy::Casts(_) if !self.has_choices() => self
                .sheet_of(vec!["Nothing to decide: best play keeps every cast, in every seat.".to_owned()]),
            Strategy::Casts(_) => self.sheet_of_casts(),
        }]
    }

    fn records(&self) -> Records {
        let about = Record::of_table(&self.setting);
        let mut answer = self.clone();
        let lists = match &mut answer.card {
            Strategy::Tables(tables) => std::mem::take(&mut tables.lists),
            Strategy::Casts(_) => Vec::new(),
        };
        let mut records = Records::of([(about.clone(), answer)]);
        for list in &lists {
            records.add_rows(&about, list.name, list.rows());
        }
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
