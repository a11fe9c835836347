//! What seats know that hide something from each other, in words.

use std::fmt;

use super::described::Described;
use tali_core::exact::NoEquilibrium;
use tali_core::process::Hides;

/// A process that hides something, with words for what its seats know.
pub trait Hiding: Hides + Described {
    /// What a seat, from 0, knows that has seen this since a stage began: from the beginning of the game, or from another state
    /// on.
    fn knowledge(&self, root: &Self::State, seat: usize, seen: &[&Self::Sight], tells: Tells) -> Knowledge;

    /// Why no equilibrium is known, in a sentence.
    fn why_unsolved(&self, why: &NoEquilibrium<Self::State>) -> String;
}

/// How much is told of what a seat knows: as little as tells it apart from all else that a seat can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tells {
    /// Its own hidden variables, and what was thrown and chosen openly.
    Little,
    /// Open variables that have changed since the stage began as well.
    Variables,
    /// What it threw or chose in secret too, though it has noted it.
    Secrets,
    /// Everything that it has seen, step by step: what was set, and what was paid.
    All,
}

/// What a seat knows, as it is typed: `seat=1 card=2 after=bet`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// The seat, from 1.
    pub seat: usize,
    /// What everybody knows of the situation, where it is not that of the first stage.
    pub open: Vec<(String, String)>,
    /// What it has seen itself.
    pub own: Vec<(String, String)>,
    /// What was thrown and chosen, as far as it knows.
    pub after: Vec<String>,
}

impl Knowledge {
    /// Its parts, by their names.
    pub(super) fn parts(&self) -> Vec<(String, String)> {
        let mut parts = vec![("seat".to_owned(), self.seat.to_string())];
        parts.extend(self.open.iter().chain(&self.own).cloned());
        if !self.after.is_empty() {
            parts.push(("after".to_owned(), self.after.join(",")));
        }
        parts
    }

    /// The same step by step, each with what it is about and what it is: `card`, `2`.
    pub fn steps(&self) -> Vec<[String; 2]> {
        let seen = self.open.iter().chain(&self.own);
        let seen = seen.map(|(name, value)| [name.replace('_', " "), value.clone()]);
        let after = self.after.iter().map(|done| ["Then".to_owned(), done.clone()]);
        let seat = ["You are".to_owned(), format!("seat {}", self.seat)];
        std::iter::once(seat).chain(seen).chain(after).collect()
    }

    /// The same without what the seat has seen itself.
    pub fn situation(&self) -> Self {
        Self { own: Vec::new(), ..self.clone() }
    }

    /// What everybody knows of the situation, in words: `Seat 1 after check, bet`.
    pub(super) fn told(&self) -> String {
        let open = if self.open.is_empty() { String::new() } else { format!(", {}", written(&self.open)) };
        let after =
            if self.after.is_empty() { String::new() } else { format!(" after {}", self.after.join(", ")) };
        format!("Seat {}{open}{after}", self.seat)
    }

    /// What it has seen itself, in short.
    pub fn hand(&self) -> String {
        match &self.own[..] {
            [] => String::new(),
            [(_, value)] => value.clone(),
            all => written(all),
        }
    }
}

impl fmt::Display for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(&self.parts()))
    }
}

fn written(parts: &[(String, String)]) -> String {
    let quote = |value: &str| if value.contains(' ') { "\"" } else { "" };
    let one = |(name, value): &(String, String)| format!("{name}={0}{value}{0}", quote(value));
    parts.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Everything that a seat can know where it chooses, with the stage and its number there.
pub(super) struct Place {
    pub stage: usize,
    pub seat: usize,
    pub known: usize,
    pub knowledge: Knowledge,
}
