//! A sheet as an HTML fragment, for pages with a heading of their own.

use maud::{Markup, html};

use super::sheet::{Column, Section, Sheet};
use super::table::readable;

pub(crate) fn render(sheet: &Sheet) -> String {
    let (title, rest) =
        sheet.heading.split_first().map_or((None, &[][..]), |(title, rest)| (Some(title), rest));
    let part = html! {
        section.answer {
            @if let Some(title) = title { h3 { (readable(title)) } }
            @for line in rest { p { (readable(line)) } }
            @for section in &sheet.sections { (table(section, None, |cell| html! { (readable(&cell.text)) })) }
            @for note in sheet.all_notes() { p.note { (readable(&note)) } }
        }
    };
    part.into_string() + "\n"
}

/// A table that scrolls sideways if it is too wide, also by keyboard. With a class from the style sheet, the first cell is the
/// heading of its row, and every other cell repeats the title of its column for narrow screens.
pub(super) fn table<C>(section: &Section<C>, class: Option<&str>, shown: impl Fn(&C) -> Markup) -> Markup {
    let align = |column: &Column| column.numbers.then_some("n");
    let label = section.title.as_deref().unwrap_or("Table");
    // A board has no column titles.
    let is_headed = section.columns.iter().any(|column| !column.title.is_empty());
    html! {
        div.table role="group" tabindex="0" aria-label=(readable(label)) {
            table class=[class] {
                @if let Some(title) = &section.title { caption { (readable(title)) } }
                @if is_headed {
                    thead { tr {
                        @for column in &section.columns {
                            @if column.title.is_empty() { td {} }
                            @else { th scope="col" class=[align(column)] { (readable(&column.title)) } }
                        }
                    } }
                }
                tbody {
                    @for row in &section.rows {
                        tr {
                            @for (index, (column, cell)) in section.columns.iter().zip(row).enumerate() {
                                @if index == 0 && class.is_some() { th scope="row" { (shown(cell)) } }
                                @else { td class=[align(column)] data-label=[class.map(|_| &column.title)] { (shown(cell)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
