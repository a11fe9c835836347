//! A sheet as tables for a terminal.

use comfy_table::{
    CellAlignment, Color, ColumnConstraint, ContentArrangement, Table, TableStyle, Width, presets,
};

use super::sheet::{Section, Sheet};
use crate::messages::plain;
use crate::tali::Kind;

/// How narrow a column of phrases may become.
const NARROWEST_PHRASE: u16 = 16;

/// How a terminal shows a sheet: with colours or without, and how wide it is, if that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// Whether kinds of cast are set apart by colour.
    pub colour: bool,
    /// How many columns there are; unlimited if it is no terminal.
    pub width: Option<u16>,
}

pub(crate) fn render(sheet: &Sheet, terminal: Terminal) -> String {
    let mut blocks = Vec::new();
    if !sheet.heading.is_empty() {
        blocks.push(lines(&sheet.heading));
    }
    for section in &sheet.sections {
        let title = section.title.as_deref().map(plain).into_iter();
        let (table, left_out) = fitted(section, terminal);
        let left_out =
            (!left_out.is_empty()).then(|| format!("Left out for want of width: {}.", left_out.join(", ")));
        blocks.push(title.chain([table]).chain(left_out).collect::<Vec<_>>().join("\n"));
    }
    let notes = sheet.all_notes();
    if !notes.is_empty() {
        blocks.push(lines(&notes));
    }
    blocks.join("\n\n") + "\n"
}

/// Lines that steer nothing.
fn lines(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(|text| plain(text.as_ref())).collect::<Vec<_>>().join("\n")
}

/// The section as wide as the terminal at most, if its columns can be spared, and the titles of those
/// that were. A number is never broken.
fn fitted(section: &Section, terminal: Terminal) -> (String, Vec<String>) {
    let mut section = section.clone();
    let mut left_out = Vec::new();
    let mut table = lay_out(&section, presets::UTF8_FULL_CONDENSED, terminal, plain);
    let Some(width) = terminal.width else {
        return (table.to_string(), left_out);
    };
    while breadth(&table) > usize::from(width) {
        let sparable = section.columns.iter().enumerate().filter(|(_, column)| column.spare > 0);
        let Some((place, _)) = sparable.max_by_key(|(_, column)| column.spare) else {
            break_phrases(&mut table, &section, width);
            break;
        };
        left_out.push(section.columns.remove(place).title);
        section.rows.iter_mut().for_each(|row| drop(row.remove(place)));
        table = lay_out(&section, presets::UTF8_FULL_CONDENSED, terminal, plain);
    }
    (table.to_string(), left_out)
}

/// Numbers and single words stay in one piece; only phrases may be broken, between words.
fn break_phrases(table: &mut Table, section: &Section, width: u16) {
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    for (place, (laid_out, column)) in table.column_iter_mut().zip(&section.columns).enumerate() {
        let phrases = !column.numbers && section.rows.iter().any(|row| row[place].text.contains(' '));
        laid_out.set_constraint(if phrases {
            ColumnConstraint::LowerBoundary(Width::Fixed(NARROWEST_PHRASE))
        } else {
            ColumnConstraint::ContentWidth
        });
    }
}

/// How wide the table is: its first line is a rule of signs as wide as one column each.
fn breadth(table: &Table) -> usize {
    table.lines().next().map_or(0, |rule| rule.chars().count())
}

/// One section in comfy-table's hands, its texts as that function makes them.
pub(super) fn lay_out(
    section: &Section,
    style: TableStyle,
    terminal: Terminal,
    text: fn(&str) -> String,
) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    // Colour and width are decided by the caller, never guessed from this process's streams.
    table.force_no_tty();
    if terminal.colour {
        table.enforce_styling();
    }
    table.set_header(section.columns.iter().map(|column| text(&column.title)));
    for row in &section.rows {
        table.add_row(row.iter().map(|cell| {
            let laid_out = comfy_table::Cell::new(text(&cell.text));
            match cell.kind.filter(|_| terminal.colour).and_then(colour) {
                Some(colour) => laid_out.fg(colour),
                None => laid_out,
            }
        }));
    }
    for (laid_out, column) in table.column_iter_mut().zip(&section.columns) {
        if column.numbers {
            laid_out.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Sixteen-colour names, so that the terminal's own theme keeps them readable.
const fn colour(kind: Kind) -> Option<Color> {
    match kind {
        Kind::Venus => Some(Color::Magenta),
        Kind::Senio => Some(Color::Blue),
        Kind::Vultures => Some(Color::Yellow),
        Kind::Canis => Some(Color::Red),
        Kind::Void => None,
    }
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

    #[test]
    fn a_narrow_terminal_loses_columns_and_never_breaks_a_number() {
        for width in 30..120 {
            let (table, left_out) = fitted(&section(), Terminal { colour: false, width: Some(width) });
            assert!(
                table.lines().all(|line| line.chars().count() <= usize::from(width).max(30)),
                "{width}\n{table}"
            );
            assert!(table.contains("55.79 %"), "{width}\n{table}");
            for (title, number) in [("Exact fraction", "123456/7891011"), ("Odds", "25.04 to 1")] {
                let gone = left_out.iter().any(|left_out| left_out == title);
                assert!(gone != table.contains(number), "{width}\n{table}");
            }
        }
        let (_, left_out) = fitted(&section(), Terminal { colour: false, width: Some(66) });
        assert_eq!(left_out, ["Exact fraction"]);
        assert!(fitted(&section(), Terminal::default()).1.is_empty());
    }
}
