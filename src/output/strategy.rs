//! The card that says what is best in every situation, laid out.

use serde::Serialize;

use super::Answer;
use super::csv::{Record, Records};
use super::intervals::shown_as;
use super::number::{fraction, grouped, percent, signed};
use super::sheet::{Cell, Column, Section, Sheet};
use super::wins::{heading, notes};
use super::words::capitalised;
use crate::analysis::{Figure, Setting, StrategyAnswer};
use crate::games::{
    CastAdvice, Entry, Listing, Row, Shown, Strategy, StrategyTable, StrategyTables, TableUnit, ValueUnit,
};
use crate::tali::Kind;

/// What is done with a cast, as short as fits a card: `M 43` for `mercury 43`, and a dot where it is left as it lies.
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

/// What is done in one word.
pub(super) fn first_word(line: &CastAdvice) -> &str {
    line.option.split(' ').next().unwrap_or_default()
}

/// All that a card says to do, each in one word: first to leave a cast as it lies, whether or not that is ever said.
pub(super) fn words(answer: &StrategyAnswer) -> Vec<(&str, bool)> {
    let lines = answer.cards().iter().flat_map(|card| &card.casts);
    let mut words: Vec<(&str, bool)> = lines.map(|line| (first_word(line), line.is_idle)).collect();
    words.sort_unstable_by_key(|(word, is_idle)| (!is_idle, *word));
    words.dedup();
    words
}

/// What the short forms stand for.
pub(super) fn legend(answer: &StrategyAnswer) -> String {
    let short = |(word, is_idle): &(&str, bool)| (!is_idle).then(|| format!("{} {word}", letter(word)));
    let told: Vec<String> =
        std::iter::once("\u{b7} stand".to_owned()).chain(words(answer).iter().filter_map(short)).collect();
    format!("{}; digits are the faces that are thrown again.", told.join(", "))
}

/// What heads the situations of a seat that share a column.
pub(super) fn situations(best: &[&str]) -> String {
    match best {
        [] => "any".to_owned(),
        ["-"] => "none".to_owned(),
        ["-", rest @ ..] => format!("none, {}", situations(rest)),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}\u{2013}{last}"),
    }
}

/// A probability as whole percent, as a card has room for; nothing for what is never done.
pub(super) fn part(chance: Option<f64>) -> String {
    match chance {
        None => String::new(),
        Some(chance) if chance <= 0.0 => "\u{b7}".to_owned(),
        Some(chance) if chance < 0.005 => "<1".to_owned(),
        Some(chance) => format!("{:.0}", 100.0 * chance),
    }
}

/// What the table tells, and in what.
pub(super) fn heading_of(table: &StrategyTable) -> String {
    match table.unit {
        TableUnit::Percent => format!("{}, in percent", table.title),
        TableUnit::Bones | TableUnit::Value { .. } => table.title.clone(),
    }
}

/// One of its numbers.
pub(super) fn cell(table: &StrategyTable, number: Option<f64>) -> String {
    match (table.unit, number) {
        (TableUnit::Percent, chance) => part(chance),
        (TableUnit::Bones | TableUnit::Value { .. }, None) => String::new(),
        (TableUnit::Value { .. }, Some(value)) => format!("{value:+.0}").replace('-', "\u{2212}"),
        (TableUnit::Bones, Some(bones)) if (bones - bones.round()).abs() < 0.05 => format!("{bones:.0}"),
        (TableUnit::Bones, Some(bones)) => format!("{bones:.1}"),
    }
}

/// How much a number is of the most that there can be: from 0 to 1, and of what costs to −1.
pub(super) fn part_of_range(table: &StrategyTable, number: f64) -> f64 {
    let most = match table.unit {
        TableUnit::Percent => 1.0,
        TableUnit::Bones => 4.0,
        TableUnit::Value { low, .. } if number < 0.0 => -f64::from(low),
        TableUnit::Value { high, .. } => f64::from(high),
    };
    if most > 0.0 { number / most } else { 0.0 }
}

/// What heads the names of the rows: `Hand, by call`.
pub(super) fn corner(table: &StrategyTable) -> String {
    format!("{}, by {}", capitalised(&table.rows), table.columns)
}

/// Its columns with what heads them; columns that say the same all the way down share one.
pub(super) fn merged(table: &StrategyTable) -> Vec<(String, usize)> {
    let column = |place: usize| table.cells.iter().map(move |row| cell(table, row[place]));
    // Where a row divides what is done among the columns, one part stands for one of them alone, unless it is nothing.
    let sum = |row: &Vec<Option<f64>>| row.iter().flatten().sum::<f64>();
    let divides = table.unit == TableUnit::Percent
        && table.cells.iter().map(sum).all(|sum| sum <= 0.0 || (sum - 1.0).abs() < 1e-6);
    let is_none = |cell: &str| cell.is_empty() || cell == "\u{b7}";
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for place in 0..table.column_names.len() {
        match runs.last_mut() {
            Some((first, last))
                if column(*first).eq(column(place))
                    && (!divides || column(place).all(|cell| is_none(&cell))) =>
            {
                *last = place;
            }
            _ => runs.push((place, place)),
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

/// Its rows with what heads them; rows that say the same share one.
pub(super) fn merged_rows(table: &StrategyTable) -> Vec<(String, usize)> {
    let said = |place: usize| table.cells[place].iter().map(|number| cell(table, *number));
    let mut rows: Vec<(String, usize)> = Vec::new();
    for (place, name) in table.row_names.iter().enumerate() {
        match rows.iter_mut().find(|(_, first)| said(*first).eq(said(place))) {
            // Where rows lie beside one another on a board, every one is wanted.
            Some((names, _)) if !matches!(table.unit, TableUnit::Value { .. }) => {
                names.push_str(", ");
                names.push_str(&with_kind(name));
            }
            _ => rows.push((with_kind(name), place)),
        }
    }
    rows
}

/// What stands at a row or a column of a card, with a capital if it begins with a kind of cast.
fn with_kind(name: &str) -> String {
    let first = name.split([' ', ',']).next().unwrap_or_default();
    if Kind::ALL.into_iter().any(|kind| kind.name() == first) { capitalised(name) } else { name.to_owned() }
}

/// How likely each thing is done.
fn mixture(table: &StrategyTable) -> Section {
    let columns = merged(table);
    let mut titles = vec![Column::words(corner(table))];
    titles.extend(columns.iter().map(|(title, _)| Column::numbers(title.clone())));
    let mut section = Section::titled(heading_of(table), titles);
    for (name, cells) in table.row_names.iter().zip(&table.cells) {
        let cells = columns.iter().map(|(_, place)| Cell::from(cell(table, cells[*place])));
        section.row(std::iter::once(Cell::from(with_kind(name))).chain(cells));
    }
    section
}

/// A fraction of up to so many letters is told beside what it is about.
const MOST_LETTERS: usize = 12;

/// What is said of them.
pub(super) fn remarks(card: &StrategyTables) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some((situation, what, unit, value)) = &card.of {
        let mut told = match unit {
            ValueUnit::Coins => format!("{} coins", signed(value)),
            _ => percent(value),
        };
        let exact = fraction(value).replace('-', "\u{2212}");
        if matches!(value, Figure::Exact(_)) && (1..=MOST_LETTERS).contains(&exact.chars().count()) {
            told = format!("{told}, exactly {exact}");
        }
        let value = told;
        remarks.push(format!("The card is of {situation}. {what}: {value}."));
    }
    remarks.extend(card.explained.iter().cloned());
    remarks
}

fn sheet(card: &StrategyTables, setting: &Setting) -> Sheet {
    let mut told = remarks(card);
    told.extend(Some(card.lists_explained.to_owned()).filter(|told| !told.is_empty()));
    if card.is_mixed {
        told.push(format!(
            "'tali-odds advise {}' says what to do in any position; --format json has the whole strategy.",
            setting.game.name
        ));
    }
    told.extend(notes(setting, None, None));
    let lists = card.lists.iter().filter(|list| list.title.is_some());
    let sections = lists.map(listed).chain(card.tables.iter().map(mixture));
    Sheet { heading: heading(setting, "the card"), sections: sections.collect(), notes: told }
}

/// A list for readers, without the columns of which no row has anything.
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
        let mut told = vec![legend(self)];
        if self.columns().iter().flat_map(|(_, columns)| columns).any(|column| column.best.len() > 1) {
            told.push("Best casts with the same advice share a column.".to_owned());
        }
        Sheet { sections: sections.collect(), ..self.sheet_of(told) }
    }

    /// Nothing but what is said.
    fn sheet_of(&self, mut told: Vec<String>) -> Sheet {
        told.extend(notes(&self.setting, None, None));
        Sheet { heading: heading(&self.setting, "the card"), sections: Vec::new(), notes: told }
    }
}

impl Answer for StrategyAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        vec![match &self.card {
            Strategy::Tables(tables) => sheet(tables, &self.setting),
            Strategy::Casts(_) if !self.has_choices() => self.sheet_of(vec![
                "Nothing to decide: best play stands with every cast, in every seat.".to_owned(),
            ]),
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
