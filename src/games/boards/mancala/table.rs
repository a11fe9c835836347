//! A table, with what is found out about it once.

use std::sync::OnceLock;

use super::catalogue::Catalogue;
use super::layout::{Beginning, Layout};
use super::player::Opening;
use super::policies::Policy;
use super::round::Round;
use super::settings::{Choice, Settings};
use super::solver;
use crate::exact::{Solution, Telling};

/// A table.
pub(super) struct Table {
    pub settings: Settings,
    pub policies: [Policy; 2],
    /// From where one round is played, instead of a match.
    pub from: Option<Round>,
    pub telling: Option<Telling>,
    catalogue: OnceLock<Option<Catalogue>>,
    pub(super) solution: OnceLock<Solution>,
}

impl Table {
    pub(super) const fn new(settings: Settings, policies: [Policy; 2], from: Option<Round>) -> Self {
        Self {
            settings,
            policies,
            from,
            telling: None,
            catalogue: OnceLock::new(),
            solution: OnceLock::new(),
        }
    }

    /// What all layouts are worth, if that is solved.
    pub(super) fn catalogue(&self) -> Option<&Catalogue> {
        let solve = || {
            let solved = solver::is_solved(&self.settings, super::board::PEBBLES);
            solved.then(|| Catalogue::new(&self.settings, self.telling.as_ref())).flatten()
        };
        self.catalogue.get_or_init(solve).as_ref()
    }

    /// Whether best play is known of all positions that this table comes to.
    pub(super) fn is_solved(&self) -> bool {
        solver::is_solved(&self.settings, self.pebbles())
    }

    /// How many pebbles rounds begin with.
    pub(super) fn pebbles(&self) -> u32 {
        match (self.from, self.settings.beginning) {
            (Some(from), _) => from.position.board.pebbles(),
            (None, Beginning::Fixed(board)) => board.pebbles(),
            (None, Beginning::Any) => super::board::PEBBLES,
        }
    }

    /// How rounds begin.
    pub(super) fn opening(&self) -> Opening {
        let of_seat = |seat: usize| match self.policies[seat] {
            Policy::Best => self.catalogue().map_or_else(Vec::new, Catalogue::fair),
            Policy::Search(_) | Policy::Greedy | Policy::Random => Vec::new(),
        };
        let all = |layouts: Vec<Layout>| if layouts.is_empty() { Layout::all().collect() } else { layouts };
        Opening::new(&self.settings, self.from, |seat| all(of_seat(seat)))
    }

    /// How many games are played before anybody asks whether to go on.
    pub(super) fn batch(&self) -> u64 {
        if self.looks_ahead() { 32 } else { 256 }
    }

    /// Whether a seat looks ahead; where nobody has a choice none does.
    pub(super) fn looks_ahead(&self) -> bool {
        self.settings.choice == Choice::Any
            && self.policies.iter().any(|policy| matches!(policy, Policy::Best | Policy::Search(_)))
    }

    /// How many draws take as long as one sowing.
    pub(super) fn cost_of_sowing(&self) -> f64 {
        let of = |policy: &Policy| match policy {
            _ if self.settings.choice == Choice::Forced => 60.0,
            Policy::Best => 30_000.0,
            Policy::Search(depth) => 300.0 * 5f64.powi(i32::try_from(*depth).unwrap_or(9)),
            Policy::Greedy | Policy::Random => 60.0,
        };
        self.policies.iter().map(of).sum::<f64>() / 2.0
    }
}
