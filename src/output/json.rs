//! Answers as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::messages::steers;

/// The version of the document format.
const SCHEMA: u32 = 1;

/// The envelope of every document.
#[derive(Serialize)]
struct Document<'a, T> {
    schema: u32,
    version: &'a str,
    verb: &'a str,
    #[serde(flatten)]
    answer: T,
}

/// Answers to the same question; a single one is written without a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Compared<T> {
    One(T),
    Several(BTreeMap<&'static str, Vec<T>>),
}

impl<T> Compared<T> {
    /// Several are put into a list of that name.
    pub(crate) fn of(name: &'static str, answers: impl IntoIterator<Item = T>) -> Self {
        match <[T; 1]>::try_from(Vec::from_iter(answers)) {
            Ok([one]) => Self::One(one),
            Err(several) => Self::Several(BTreeMap::from([(name, several)])),
        }
    }
}

pub(crate) fn render(verb: &str, answer: &impl Serialize) -> Result<String, serde_json::Error> {
    let document = Document { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), verb, answer };
    let mut text = serde_json::to_string_pretty(&document)? + "\n";
    // Only quoted strings can contain control characters, and there an escape means the same character.
    if text.contains(|c| c != '\n' && steers(c)) {
        text = text.split('\n').map(escaped).collect::<Vec<_>>().join("\n");
    }
    Ok(text)
}

fn escaped(line: &str) -> String {
    line.chars().map(|c| if steers(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() }).collect()
}
