//! A sheet as a part of a page in HTML, for pages that have a heading of their own.

use maud::{Markup, html};

use super::sheet::{Section, Sheet};
use super::table::readable;

pub(crate) fn render(sheet: &Sheet) -> String {
    let (title, rest) =
        sheet.heading.split_first().map_or((None, &[][..]), |(title, rest)| (Some(title), rest));
    let part = html! {
        section.answer {
            @if let Some(title) = title { h3 { (readable(title)) } }
            @for line in rest { p { (readable(line)) } }
            @for section in &sheet.sections { (table(section)) }
            @for note in sheet.all_notes() { p.note { (readable(&note)) } }
        }
    };
    part.into_string() + "\n"
}

/// A table that is moved sideways where it is too wide, by the keyboard as well.
fn table(section: &Section) -> Markup {
    let class = |place: usize| section.columns.get(place).is_some_and(|column| column.numbers).then_some("n");
    let label = section.title.as_deref().unwrap_or("Table");
    html! {
        div.table role="group" tabindex="0" aria-label=(readable(label)) {
            table {
                @if let Some(title) = &section.title { caption { (readable(title)) } }
                // A board has no heads.
                @if section.columns.iter().any(|column| !column.title.is_empty()) {
                    thead { tr {
                        @for (place, column) in section.columns.iter().enumerate() {
                            @if column.title.is_empty() { td {} }
                            @else { th scope="col" class=[class(place)] { (readable(&column.title)) } }
                        }
                    } }
                }
                tbody {
                    @for row in &section.rows {
                        tr {
                            @for (place, cell) in row.iter().enumerate() {
                                td class=[class(place)] { (readable(&cell.text)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
