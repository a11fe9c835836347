//! A sheet as tables for a terminal.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, TableStyle, Width, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::sheet::{Section, Sheet};
use super::words::{unbroken, wrapped};
use crate::messages::plain;
use crate::tali::Kind;

/// The least width of a column of phrases.
const NARROWEST_PHRASE: usize = 16;

/// The width to which phrases shrink before anything else is broken.
const READABLE_PHRASE: usize = 32;

/// The longest word that is never broken.
const LONGEST_WORD: usize = 40;

/// How a terminal shows a sheet: its colours, and its width if that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// Whether kinds of cast have colours.
    pub colour: bool,
    /// The width in characters, if tables are limited to it.
    pub width: Option<u16>,
    /// Whether columns without room go to a table below, with the first column repeated, instead of being left out.
    pub whole: bool,
}

pub(crate) fn render(sheet: &Sheet, terminal: Terminal) -> String {
    let mut blocks = Vec::new();
    if !sheet.heading.is_empty() {
        blocks.push(lines(&sheet.heading));
    }
    for section in &sheet.sections {
        let title = section.title.as_deref().map(readable).into_iter();
        let (table, left_out) = fitted(section, terminal);
        let left_out = (!left_out.is_empty())
            .then(|| format!("Columns left out for lack of width: {}.", left_out.join(", ")));
        blocks.push(title.chain([table]).chain(left_out).collect::<Vec<_>>().join("\n"));
    }
    let notes = sheet.all_notes();
    if !notes.is_empty() {
        blocks.push(lines(&notes));
    }
    blocks.join("\n\n") + "\n"
}

/// A text without control characters, with no-break spaces before `%`.
pub(super) fn readable(text: &str) -> String {
    unbroken(&plain(text))
}

fn lines(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(|text| readable(text.as_ref())).collect::<Vec<_>>().join("\n")
}

/// The section within the available width: phrases are broken between words, then titles, and a part in brackets or after
/// the stroke of a long fraction gets a line of its own. A number is never broken. If that is not enough, spare columns
/// are left out and listed by title, or go to a table below.
fn fitted(section: &Section, terminal: Terminal) -> (String, Vec<String>) {
    let section = as_shown(section);
    let (mut stored, mut spared): (Vec<usize>, Vec<usize>) =
        ((0..section.columns.len()).collect(), Vec::new());
    let breadths = terminal.width.map(|width| {
        loop {
            // Every column takes a rule and two spaces more.
            let room = usize::from(width).saturating_sub(3 * stored.len() + 1);
            let columns: Vec<Breadth> = stored.iter().map(|index| Breadth::of(&section, *index)).collect();
            let fits = columns.iter().map(|column| column.least).sum::<usize>() <= room;
            let spare = |index: &usize| section.columns[stored[*index]].spare;
            // Columns moved below are not lost, so the last ones may go too, as long as two are left.
            let below = |index: usize| terminal.whole && index > 0 && stored.len() > 2;
            let sparable =
                (0..stored.len()).filter(|index| spare(index) > 0 || below(*index)).max_by_key(spare);
            match sparable.filter(|_| !fits) {
                Some(index) => spared.push(stored.remove(index)),
                None => return narrowed(columns, room),
            }
        }
    });
    let mut part = section.part(&stored);
    break_numbers(&mut part, breadths.as_deref().unwrap_or_default());
    let mut table = lay_out(&part, presets::UTF8_FULL_CONDENSED, terminal, str::to_owned);
    if let (Some(width), Some(breadths)) = (terminal.width, &breadths) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        table.set_constraints(breadths.iter().map(Breadth::constraint));
    }
    let table = table.to_string();
    let titles = spared.iter().map(|index| section.columns[*index].title.clone());
    if !terminal.whole || spared.is_empty() || stored.len() < 2 {
        return (table, titles.collect());
    }
    spared.push(stored[0]);
    spared.sort_unstable();
    let (below, left_out) = fitted(&section.part(&spared), terminal);
    (format!("{table}\n{below}"), left_out)
}

/// The section with all texts made readable.
fn as_shown(section: &Section) -> Section {
    let mut section = section.clone();
    section.columns.iter_mut().for_each(|column| column.title = readable(&column.title));
    section.rows.iter_mut().flatten().for_each(|cell| cell.text = readable(&cell.text));
    section
}

/// The intended width of a column, and its width if everything breakable is broken.
#[derive(Clone, Copy)]
struct Breadth {
    numbers: bool,
    width: usize,
    least: usize,
}

impl Breadth {
    /// Initial widths: numbers and titles whole, and phrases at a readable width.
    fn of(section: &Section, index: usize) -> Self {
        let column = &section.columns[index];
        let longest_word = |text: &str| text.split(' ').map(|word| word.width().min(LONGEST_WORD)).max();
        let (mut whole, mut least) = (column.title.width(), longest_word(&column.title));
        for cell in section.rows.iter().map(|row| row[index].text.as_str()) {
            let width = cell.width();
            whole = whole.max(width);
            least = least.max(if column.numbers {
                broken(cell).lines().map(UnicodeWidthStr::width).max()
            } else {
                longest_word(cell).max(Some(width.min(NARROWEST_PHRASE)))
            });
        }
        let least = least.unwrap_or(0);
        let width = if column.numbers { whole } else { whole.min(READABLE_PHRASE).max(least) };
        Self { numbers: column.numbers, width, least }
    }

    /// The constraint for comfy-table: numbers are already broken, and phrases share the remaining room.
    fn constraint(&self) -> ColumnConstraint {
        // Including padding.
        let least = Width::Fixed(u16::try_from(self.least + 2).unwrap_or(u16::MAX));
        if self.numbers { ColumnConstraint::ContentWidth } else { ColumnConstraint::LowerBoundary(least) }
    }
}

/// Narrows the columns to the available room: first numbers and their titles, then phrases, always the one with most to spare.
fn narrowed(mut columns: Vec<Breadth>, room: usize) -> Vec<Breadth> {
    while columns.iter().map(|column| column.width).sum::<usize>() > room {
        let slack = columns.iter_mut().filter(|column| column.width > column.least);
        match slack.max_by_key(|column| (column.numbers, column.width - column.least)) {
            Some(column) => column.width -= 1,
            None => break,
        }
    }
    columns
}

/// Breaks numbers and titles wider than their columns.
fn break_numbers(section: &mut Section, breadths: &[Breadth]) {
    for (index, breadth) in breadths.iter().enumerate().filter(|(_, breadth)| breadth.numbers) {
        let title = &mut section.columns[index].title;
        let room = u16::try_from(breadth.width).unwrap_or(u16::MAX).into();
        *title = wrapped(title, room, |sign| if sign.width() == Some(2) { 2.0 } else { 1.0 }).join("\n");
        let cells = section.rows.iter_mut().map(|row| &mut row[index].text);
        for cell in cells.filter(|cell| cell.width() > breadth.width) {
            *cell = broken(cell);
        }
    }
}

/// A long number with its part in brackets, or after the stroke of a fraction, on a line of its own.
fn broken(number: &str) -> String {
    if number.width() <= NARROWEST_PHRASE {
        return number.to_owned();
    }
    number.replace(" (", "\n(").replace('/', "/\n")
}

/// A section as a comfy-table table, its texts mapped by a function.
pub(super) fn lay_out(
    section: &Section,
    style: TableStyle,
    terminal: Terminal,
    text: fn(&str) -> String,
) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    // The caller decides on colour and width; nothing is guessed from this process's streams.
    #[cfg(feature = "cli")]
    {
        table.force_no_tty();
        if terminal.colour {
            table.enforce_styling();
        }
    }
    table.set_header(section.columns.iter().map(|column| text(&column.title)));
    for row in &section.rows {
        table.add_row(row.iter().map(|cell| {
            coloured(comfy_table::Cell::new(text(&cell.text)), cell.kind.filter(|_| terminal.colour))
        }));
    }
    for (laid_out, column) in table.column_iter_mut().zip(&section.columns) {
        if column.numbers {
            laid_out.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A cell in the colour of its kind: one of 16 named colours, which the terminal's theme keeps readable.
#[cfg(feature = "cli")]
fn coloured(cell: comfy_table::Cell, kind: Option<Kind>) -> comfy_table::Cell {
    use comfy_table::Color;

    match kind {
        Some(Kind::Venus) => cell.fg(Color::Magenta),
        Some(Kind::Senio) => cell.fg(Color::Blue),
        Some(Kind::Vultures) => cell.fg(Color::Yellow),
        Some(Kind::Canis) => cell.fg(Color::Red),
        Some(Kind::Void) | None => cell,
    }
}

/// The cell unchanged, without a terminal.
#[cfg(not(feature = "cli"))]
const fn coloured(cell: comfy_table::Cell, _: Option<Kind>) -> comfy_table::Cell {
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sheet::Column;

    fn section() -> Section {
        let mut section = Section::new(vec![
            Column::words("Event"),
            Column::numbers("Chance"),
            Column::numbers("Exact fraction").spare(2),
            Column::numbers("Odds").spare(1),
        ]);
        section.row(["not venus and sum>=14 or 6>=2", "55.79 %", "123456/7891011", "25.04 to 1"]);
        section
    }

    /// The number of letters and digits, which stays the same if nothing is lost.
    fn letters(table: &str) -> usize {
        table.chars().filter(|c| c.is_alphanumeric()).count()
    }

    #[test]
    fn narrow_terminals_break_phrases_then_drop_columns() {
        for width in 44..120 {
            let (table, left_out) =
                fitted(&section(), Terminal { width: Some(width), ..Terminal::default() });
            assert!(table.lines().all(|line| line.width() <= usize::from(width)), "{width}\n{table}");
            assert!(table.contains("55.79\u{a0}%"), "{width}\n{table}");
            for (title, number) in [("Exact fraction", "123456/7891011"), ("Odds", "25.04 to 1")] {
                let gone = left_out.iter().any(|left_out| left_out == title);
                assert!(gone != table.contains(number), "{width}\n{table}");
            }
            assert_eq!(left_out.is_empty(), width >= 60, "{width}\n{table}");
        }
        assert!(fitted(&section(), Terminal::default()).1.is_empty());
    }

    #[test]
    fn whole_tables_continue_below() {
        let narrow = Terminal { width: Some(46), whole: true, ..Terminal::default() };
        let (table, left_out) = fitted(&section(), narrow);
        assert!(left_out.is_empty());
        assert!(table.lines().all(|line| line.width() <= 46), "{table}");
        for number in ["55.79\u{a0}%", "123456/7891011", "25.04 to 1"] {
            assert_eq!(table.matches(number).count(), 1, "{table}");
        }
        assert_eq!(table.matches("Event").count(), 2, "{table}");
    }

    #[test]
    fn lists_of_numbers_continue_below_from_their_end() {
        let titles = ["1", "5", "10", "20", "50"];
        let columns = std::iter::once(Column::words("Event")).chain(titles.map(Column::numbers));
        let mut section = Section::new(columns.collect());
        section.row(["venus", "11.111 %", "22.222 %", "33.333 %", "44.444 %", "55.555 %"]);
        let narrow = Terminal { width: Some(44), whole: true, ..Terminal::default() };
        let (table, _) = fitted(&section, narrow);
        assert!(table.lines().all(|line| line.width() <= 44), "{table}");
        let of =
            |number: &str| table.lines().position(|line| line.contains(&number.replace(" %", "\u{a0}%")));
        assert!(of("11.111 %") == of("33.333 %") && of("33.333 %") < of("44.444 %"), "{table}");
        assert!(of("44.444 %") == of("55.555 %") && of("55.555 %").is_some(), "{table}");
        // Without `whole`, no part of the list is left out.
        let terminal = Terminal { width: Some(44), ..Terminal::default() };
        assert!(fitted(&section, terminal).0.contains("55.555\u{a0}%"));
    }

    #[test]
    fn long_cells_are_broken_where_readable() {
        let fraction = format!("{}/{}", "1".repeat(17), "2".repeat(18));
        let mut section = Section::new(vec![
            Column::words("What a host should know"),
            Column::numbers("Net / all paid"),
            Column::numbers("Exact fraction"),
            Column::numbers("Simulated"),
        ]);
        let sentence = "a sentence of many words ".repeat(6);
        section.row([sentence.trim_end(), "+2.036 %", &fraction, "32.05 % (31.96 to 32.14)"]);
        let whole = fitted(&section, Terminal::default()).0;
        for width in 80..240 {
            let (table, left_out) = fitted(&section, Terminal { width: Some(width), ..Terminal::default() });
            assert!(left_out.is_empty());
            assert!(table.lines().all(|line| line.width() <= usize::from(width)), "{width}\n{table}");
            let numbers =
                ["32.05\u{a0}%", "(31.96 to 32.14)", &"1".repeat(17), &"2".repeat(18), "+2.036\u{a0}%"];
            for number in numbers {
                assert!(table.contains(number), "{width}\n{table}");
            }
            assert_eq!(letters(&table), letters(&whole), "{width}\n{table}");
        }
        let (table, _) = fitted(&section, Terminal { width: Some(120), ..Terminal::default() });
        assert!(table.contains(&fraction) && table.contains("32.05\u{a0}% (31.96 to 32.14)"), "{table}");
    }
}
