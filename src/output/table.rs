//! A sheet as tables for a terminal.

use comfy_table::{CellAlignment, Color, ContentArrangement, Table, TableStyle, presets};

use super::sheet::{Cell, Section, Sheet};
use crate::tali::Kind;

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
        blocks.push(sheet.heading.join("\n"));
    }
    for section in &sheet.sections {
        let table = lay_out(section, presets::UTF8_FULL_CONDENSED, terminal).to_string();
        blocks.push(match &section.title {
            Some(title) => format!("{title}\n{table}"),
            None => table,
        });
    }
    if !sheet.notes.is_empty() {
        blocks.push(sheet.notes.join("\n"));
    }
    blocks.join("\n\n") + "\n"
}

/// One section in comfy-table's hands.
pub(super) fn lay_out(section: &Section, style: TableStyle, terminal: Terminal) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    // Colour and width are decided by the caller, never guessed from this process's streams.
    table.force_no_tty();
    if terminal.colour {
        table.enforce_styling();
    }
    if let Some(width) = terminal.width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header(section.columns.iter().map(|column| column.title.as_str()));
    for row in &section.rows {
        table.add_row(row.iter().map(|cell| coloured(cell, terminal)));
    }
    for (place, column) in section.columns.iter().enumerate() {
        if let Some(laid_out) = table.column_mut(place) {
            laid_out.set_cell_alignment(if column.numbers {
                CellAlignment::Right
            } else {
                CellAlignment::Left
            });
        }
    }
    table
}

fn coloured(cell: &Cell, terminal: Terminal) -> comfy_table::Cell {
    let laid_out = comfy_table::Cell::new(&cell.text);
    match cell.kind.filter(|_| terminal.colour).and_then(colour) {
        Some(colour) => laid_out.fg(colour),
        None => laid_out,
    }
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
