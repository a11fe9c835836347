//! The names of bones and groups.

use std::collections::HashMap;

use crate::messages::{abridged, steers};

/// The most bones, or groups, that are told apart.
const MOST_NAMES: usize = 1_000;

/// The longest name of a bone or a group, in characters.
const LONGEST_NAME: usize = 100;

/// Names in the order in which they come.
#[derive(Default)]
pub(super) struct Names {
    pub(super) known: Vec<String>,
    /// The line where each stands first.
    pub(super) lines: Vec<u64>,
    places: HashMap<String, usize>,
    by_lower_case: HashMap<String, usize>,
}

impl Names {
    pub(super) fn place(&mut self, field: &str, line: u64, what: &str) -> Result<usize, String> {
        let name = field.trim();
        if let Some(place) = self.places.get(name) {
            return Ok(*place);
        }
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
        self.places.insert(name.to_owned(), place);
        self.by_lower_case.insert(name.to_lowercase(), place);
        self.known.push(name.to_owned());
        self.lines.push(line);
        Ok(place)
    }
}
