//! What seats know in games with hidden information, in words.

use std::fmt;

use super::described::Described;
use tali_core::exact::NoEquilibrium;
use tali_core::process::Hides;

/// A process with hidden information, with words for what its seats know.
pub trait Hiding: Hides + Described {
    /// Describes what a seat, from 0, knows after seeing this since a stage began at `root`.
    fn knowledge(&self, root: &Self::State, seat: usize, seen: &[&Self::Sight], tells: Tells) -> Knowledge;

    /// Explains in a sentence why no equilibrium is known.
    fn why_unsolved(&self, why: &NoEquilibrium<Self::State>) -> String;
}

/// How much detail describes a seat's knowledge: the least that distinguishes all situations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tells {
    /// Its own hidden variables, and all open throws and choices.
    Little,
    /// Also the open variables that changed since the stage began.
    Variables,
    /// Also its secret throws and choices, even if noted in variables.
    Secrets,
    /// Everything it has seen, step by step, including variables set and coins paid.
    All,
}

/// What a seat knows, in notation: `seat=1 card=2 after=bet`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// The seat, from 1.
    pub seat: usize,
    /// What everybody knows of the situation, unless it is that of the first stage.
    pub open: Vec<(String, String)>,
    /// What only the seat has seen.
    pub own: Vec<(String, String)>,
    /// The throws and choices that it knows of.
    pub after: Vec<String>,
}

impl Knowledge {
    /// The parts with their names.
    pub(super) fn parts(&self) -> Vec<(String, String)> {
        let mut parts = vec![("seat".to_owned(), self.seat.to_string())];
        parts.extend(self.open.iter().chain(&self.own).cloned());
        if !self.after.is_empty() {
            parts.push(("after".to_owned(), self.after.join(",")));
        }
        parts
    }

    /// The knowledge step by step, each step with its subject and value: `card`, `2`.
    pub fn steps(&self) -> Vec<[String; 2]> {
        let seen = self.open.iter().chain(&self.own);
        let seen = seen.map(|(name, value)| [name.replace('_', " "), value.clone()]);
        let after = self.after.iter().map(|done| ["Then".to_owned(), done.clone()]);
        let seat = ["You are".to_owned(), format!("seat {}", self.seat)];
        std::iter::once(seat).chain(seen).chain(after).collect()
    }

    /// The knowledge without what only the seat has seen.
    pub fn situation(&self) -> Self {
        Self { own: Vec::new(), ..self.clone() }
    }

    /// What everybody knows, in words: `Seat 1 after check, bet`.
    pub(super) fn shown(&self) -> String {
        let open = if self.open.is_empty() { String::new() } else { format!(", {}", written(&self.open)) };
        let after =
            if self.after.is_empty() { String::new() } else { format!(" after {}", self.after.join(", ")) };
        format!("Seat {}{open}{after}", self.seat)
    }

    /// What only the seat has seen, in short.
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

/// A situation where a seat chooses, with its stage and its index there.
pub(super) struct Index {
    pub stage: usize,
    pub seat: usize,
    pub known: usize,
    pub knowledge: Knowledge,
}
