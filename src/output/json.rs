//! Answers for other programs.

use serde::Serialize;

/// The version of the documents' form.
const SCHEMA: u32 = 1;

/// What every document starts with, and what it says.
#[derive(Serialize)]
struct Document<'a, T> {
    schema: u32,
    version: &'a str,
    #[serde(flatten)]
    answer: T,
}

/// Answers for several sets of bones; one stands alone.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Compared<'a, T> {
    One(&'a T),
    Several { sets: &'a [T] },
}

impl<'a, T> Compared<'a, T> {
    pub(crate) const fn of(answers: &'a [T]) -> Self {
        match answers {
            [one] => Self::One(one),
            several => Self::Several { sets: several },
        }
    }
}

pub(crate) fn render(answer: &impl Serialize) -> Result<String, serde_json::Error> {
    let document = Document { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), answer };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
