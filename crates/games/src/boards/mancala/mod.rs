//! Lane's mancala: pebbles in twelve cells, sown round and round, without dice and with nothing hidden.

mod advice;
mod board;
mod card;
mod catalogue;
mod endgame;
mod layout;
mod moves;
mod notation;
mod outcomes;
mod play;
mod player;
mod policies;
mod process;
mod round;
mod score;
mod settings;
mod solver;
mod statistics;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

use num_traits::ToPrimitive;

use self::notation::RoundState;
use self::player::Matches;
use self::policies::POLICIES;
use self::round::Round;
use self::settings::{AGAIN, LAYOUT, PLAY, Settings, TARGET, TURNING};
use self::table::Table;
use crate::boards::decisions::BoardTable;
use crate::boards::player::GamePlayer;
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, GameError, LengthUnit, Playable, Players, PolicyKind,
    PositionError, Simulated, Solvable, Strategy, ThrowUse, ValueUnit, Workload,
};
use tali_core::exact::{Enclosure, OnProgress, Solution, Wanted};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MarkovChain};
use tali_core::search::Lines;

pub(crate) static GAME: Game = Game {
    number: 19,
    name: "mancala",
    title: "Lane's mancala",
    summary: "Sow 72 pebbles round a board of twelve cells and take what the last one makes two or four; no dice, no luck",
    players: Players::of(2, 2, 2),
    counted_in: &|_| LengthUnit::Sowings,
    keys: &[PLAY.key, AGAIN.key, TURNING.key, LAYOUT.key, TARGET.key],
    reading: &[
        "Twelve cells lie in a ring; 1 to 6 are the first seat's side, 7 to 12 the second's, and cells c and 13 − c are \
         opposite. One seat spreads 36 pebbles over cells 2 to 5 of a side and lays as many opposite. The other moves first, or \
         turns the board round and has the other side, whose turn is second. The sources fix only which cells are filled; equal \
         numbers opposite are the reading taken here.",
        "Whoever sows takes all pebbles of one of their cells and puts one into each cell that follows, the one that was emptied too. If \
         the last cell then holds 1, the turn is over; if 3, 5 or more, all are taken up and sown on from there; if 2 or 4, they \
         are taken, and with them those of the cells before it that were sown in this lap, as long as each holds 2 or 4, and \
         those of all cells opposite. Whoever has taken sows again.",
        "A player whose side is empty gets one pebble into the first cell, from a cell of the other that has two or more, and has to sow \
         it. If there is none, the turn is passed. A last single pebble belongs to the side on which it lies.",
        "After 100 turns in a row that take nothing a round is over, and what is left belongs to nobody. In what positions are \
         worth, play without an end adds nothing. A sowing that would never end may not be chosen; none is known.",
        "More pebbles win a round by the difference, which is added to the winner's score, and the first to reach the target \
         wins the match. The loser lays out the next round. A match of 1,000 rounds is taken for endless.",
        "The source says that with six pebbles in every cell the first mover will surely lose. It is the other way round: \
         solved, the first mover takes all 72 in the first turn.",
    ],
    card: &card::card,
    source: "E. W. Lane, An Account of the Manners and Customs of the Modern Egyptians (1836), and ancientgames.org, 2×6 mancala",
    policies: &POLICIES,
    notation: "cells 1 to 6, after a / cells 7 to 12, then whose turn it is (usually 1) and what both have taken (usually 0-0): \
               3,0,12,1,0,7/2,5,0,0,9,1 2 10-4; or a layout, cells 2 to 5 of who moves first: 9,9,9,9; moves are cells, `gift` \
               with a cell, and `pass`",
    throw_use: &|_| ThrowUse::NoBones,
    set_up: &|table| {
        let settings = Settings::new(&table.rules);
        let policies = PolicyKind::of_both(&table.rules, PolicyKind::Best);
        Ok(Box::new(Table::new(settings, policies, None)))
    },
    ..Game::BLANK
};

impl BoardTable for Table {
    const VALUES: ValueUnit = ValueUnit::Pebbles;

    fn at_position(&self, position: &str) -> Result<Self, AdviceError> {
        const LAID_OUT: &str = "a position says how the pebbles lie; use either --rule layout or --position";
        if self.settings.beginning != layout::Beginning::Any {
            return Err(PositionError { column: 1, problem: LAID_OUT.to_owned() }.into());
        }
        Ok(self.at_round(Round::from(&RoundState::read(position)?)))
    }

    fn after_moves(&self, moves: &str) -> Result<Self, PositionError> {
        Ok(self.at_round(moves::played(moves, advice::round(self), &self.settings)?))
    }

    fn later_position(&self) -> Option<String> {
        self.from.map(|from| from.round_state().text())
    }

    fn advice(&self) -> Advice {
        advice::advise(self)
    }

    fn count_lines(&self, depth: u32) -> Vec<Lines> {
        advice::lines(self, depth)
    }

    fn card(&self) -> Result<Strategy, AdviceError> {
        strategy::strategy(self)
    }
}

impl Solvable for Table {
    fn tell(&mut self, progress: OnProgress) {
        self.progress = Some(progress);
    }

    fn solve_to(&self, _wanted: Wanted) -> Solution {
        self.solution().clone()
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        process::chain(self, most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        Dynamics::unknown(2, None)
    }
}

impl Simulated for Table {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(GamePlayer(Matches::new(self)))
    }

    fn check_policies(&self) -> Result<(), GameError> {
        const UNKNOWN: &str = "with again=\"never\" best play is known up to 12 pebbles; use a policy that looks some turns ahead, \
                               such as --play search:3";
        if self.policies.contains(&PolicyKind::Best) && !self.is_solved() {
            return Err(GameError::UnknownPolicy(UNKNOWN));
        }
        Ok(())
    }
}

impl Playable for Table {
    fn moves(&self) -> &'static str {
        "sowings"
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        self.later_position().map(|from| format!("One round from the position {from}.")).into_iter().collect()
    }

    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Table {
    fn cost(&self, length: f64) -> f64 {
        // A thousand rounds would be played to see that a match never ends.
        if self.solution().never == Enclosure::one() {
            return f64::INFINITY;
        }
        length.max(1.0) * self.cost_of_sowing()
    }

    fn cost_of_any(&self) -> f64 {
        // What was measured: a round takes some 45 sowings, and a match two or three rounds.
        let rounds = if self.settings.target == 0 || self.from.is_some() { 1.0 } else { 3.0 };
        let target = self.settings.target.to_f64().unwrap_or(60.0);
        self.cost(45.0 * rounds * (target / 60.0).max(1.0))
    }

    fn effort(&self) -> f64 {
        1_000.0
    }
}
