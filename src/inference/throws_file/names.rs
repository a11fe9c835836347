//! The names of bones and groups.

use std::collections::HashMap;

use crate::messages::{abridged, steers};

/// The most bones, or groups, that are told apart.
const MOST_NAMES: usize = 1_000;

/// The longest name of a bone or a group, in characters.
const LONGEST_NAME: usize = 100;

/// Names in the order in which they come, found again by their bytes.
#[derive(Default)]
pub(super) struct Names {
    pub(super) known: Vec<String>,
    /// The line where each stands first.
    pub(super) lines: Vec<u64>,
    places: HashMap<Vec<u8>, usize>,
    by_lower_case: HashMap<String, usize>,
    last: usize,
}

impl Names {
    pub(super) fn place(&mut self, field: &[u8], line: u64, what: &str) -> Result<usize, String> {
        let field = field.trim_ascii();
        if self.known.get(self.last).is_some_and(|last| last.as_bytes() == field) {
            return Ok(self.last);
        }
        if let Some(place) = self.places.get(field) {
            self.last = *place;
            return Ok(*place);
        }
        let name = std::str::from_utf8(field).map_err(|_| format!("the {what} is no UTF-8 text"))?;
        if name.is_empty() {
            return Err(format!("the {what} is missing"));
        }
        if name.chars().count() > LONGEST_NAME || name.chars().any(steers) {
            return Err(format!(
                "`{}` is no name of a {what}: it is too long, or has signs that no name has",
                abridged(name)
            ));
        }
        if let Some(other) = self.by_lower_case.get(&name.to_lowercase()) {
            let (first, on) = (&self.known[*other], self.lines[*other]);
            return Err(format!("{what} `{name}` is called `{first}` on line {on}; spell it one way"));
        }
        if self.known.len() == MOST_NAMES {
            return Err(format!("there are more than {MOST_NAMES} different names of a {what}"));
        }
        let place = self.known.len();
        self.places.insert(field.to_vec(), place);
        self.by_lower_case.insert(name.to_lowercase(), place);
        self.known.push(name.to_owned());
        self.lines.push(line);
        self.last = place;
        Ok(place)
    }
}
