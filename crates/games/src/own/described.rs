//! Names of positions and moves of a game file, and how they are parsed.

use std::sync::Arc;

use super::form::form;
use super::machine::Made;
use super::notation::{after, first, read};
use super::process::OwnGame;
use super::program::ME;
use super::spot::Spot;
use super::throws::Thrown;
use crate::kit::{AdviceError, Described, PositionForm};
use tali_core::process::{Policy, Process, Turn};

/// The throws that a distribution merges into one: as many as fit on a line.
fn all_like(game: &OwnGame, distribution: usize, thrown: u32) -> String {
    const SHOWN: usize = 4;
    let throws = &game.machine.program.throws.thrown;
    let alike = game.machine.program.stands_for.get(distribution).into_iter().flatten();
    let mut alike: Vec<&Thrown> =
        alike.filter(|(_, stands)| **stands == thrown).map(|(of, _)| &throws[*of as usize]).collect();
    alike.sort_by_key(|thrown| std::cmp::Reverse(thrown.faces()));
    let mut shown: Vec<String> = alike.iter().map(|thrown| thrown.typed()).collect();
    shown.dedup();
    let more = if shown.len() > SHOWN { "/…" } else { "" };
    shown.truncate(SHOWN);
    if shown.is_empty() { throws[thrown as usize].typed() } else { shown.join("/") + more }
}

impl Described for OwnGame {
    fn position(&self, _: &Spot) -> String {
        // A spot does not say how it was reached; the only position that nobody typed is the first.
        first(self)
    }

    fn read(&self, position: &str) -> Result<Spot, AdviceError> {
        Ok(read(self, position)?)
    }

    fn opening(&self, start: &Spot) -> Spot {
        let is_pause = start.at as usize == self.machine.pause();
        if is_pause { self.next(start, Made::Again(0)).to } else { *start }
    }

    fn form(&self, position: Option<&str>) -> Option<PositionForm> {
        Some(form(self, position))
    }

    fn called(&self, spot: &Spot, made: Made) -> String {
        match (made, self.turn(spot)) {
            (Made::Thrown(thrown), Turn::Chance(distribution)) => all_like(self, distribution, thrown),
            _ => self.slots(spot).map_or_else(String::new, |(slots, at)| self.called_at(&slots, at, made)),
        }
    }

    fn thrower(&self, spot: &Spot) -> Option<usize> {
        let (slots, _) = self.slots(spot)?;
        usize::try_from(slots[ME] - 1).ok()
    }

    fn most_actions(&self) -> usize {
        self.machine.most_options()
    }

    fn most_moves(&self) -> usize {
        super::MOST_MOVES
    }

    fn has_opinion(&self) -> bool {
        false
    }

    fn tells_before_throws(&self) -> bool {
        true
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        self.ladder
    }

    fn gains_in_a_coin(&self) -> u64 {
        let cut = super::process::shared_by_all(self.seats());
        u64::try_from(self.machine.parts * cut).unwrap_or(1)
    }

    fn own_policy(game: &Arc<Self>, index: usize) -> Policy<Spot> {
        game.policy(index)
    }

    fn position_after(&self, typed: Option<&str>, spot: &Spot, made: Made) -> String {
        let typed = typed.map_or_else(|| first(self), str::to_owned);
        after(self, &typed, spot, made)
    }
}
