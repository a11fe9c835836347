//! A sheet as Markdown.

use comfy_table::presets;

use super::sheet::Sheet;
use super::table::{Terminal, lay_out, readable};

pub(crate) fn render(sheet: &Sheet) -> String {
    let mut blocks: Vec<String> = Vec::new();
    if let Some((title, rest)) = sheet.heading.split_first() {
        blocks.push(format!("## {}", escaped(title)));
        blocks.extend(rest.iter().map(|line| escaped(line)));
    }
    for section in &sheet.sections {
        blocks.extend(section.title.as_ref().map(|title| format!("### {}", escaped(title))));
        blocks.push(lay_out(section, presets::ASCII_MARKDOWN, Terminal::default(), escaped).to_string());
    }
    blocks.extend(sheet.all_notes().iter().map(|note| escaped(note)));
    blocks.join("\n\n") + "\n"
}

/// Escapes Markdown markup with a backslash and spells out control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in readable(text).chars() {
        if matches!(character, '|' | '*' | '_' | '`' | '<' | '>' | '\\' | '[' | ']' | '#') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
