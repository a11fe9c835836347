//! Lane's mancala: pebbles in twelve cells, sown round and round, without dice or hidden information.

mod advice;
mod board;
mod card;
mod catalogue;
mod endgame;
mod layout;
mod notation;
mod play;
mod policies;
mod process;
mod round;
mod score;
mod settings;
mod solution;
mod solver;
mod statistics;
mod strategy;
#[cfg(test)]
mod tests;

use num_traits::ToPrimitive;

use self::layout::Beginning;
use self::policies::POLICIES;
use self::process::{Choice, Mancala, Phase, State};
use self::round::Round;
use self::score::Score;
use self::settings::{AGAIN, LAYOUT, PLAY, Settings, TARGET, TURNING};
use crate::boards::game::{Assessment, BoardGame, Playing, Policy, Resources, infos};
use crate::boards::table::BoardTable;
use crate::kit::advice::LINES;
use crate::kit::{
    AdviceError, BoardView, Fact, Game, GameError, LengthUnit, Players, PolicyInfo, PositionError, Steps,
    Strategy, ThrowUse, ValueUnit,
};
use tali_core::exact::{Enclosure, Solution, Wanted};
use tali_core::process::Statistic;
use tali_core::search::{Lines, count_lines};

static INFOS: [PolicyInfo; POLICIES.len()] = infos(&POLICIES);

pub(crate) static GAME: Game = Game {
    number: 19,
    name: "mancala",
    title: "Lane's mancala",
    summary: "Sow 72 pebbles round a board of twelve cells; capture a cell when your last pebble makes it two or four; no dice, no luck",
    players: Players::of(2, 2, 2),
    counted_in: &|_| LengthUnit::Sowings,
    keys: &[PLAY.key, AGAIN.key, TURNING.key, LAYOUT.key, TARGET.key],
    reading: &[
        "Twelve cells form a ring; 1 to 6 are the first seat's side, 7 to 12 the second's, and cells c and 13 − c are \
         opposite. One seat spreads 36 pebbles over cells 2 to 5 of a side and lays as many opposite. The other moves first, or \
         turns the board round, which exchanges the sides, and moves second. The sources fix only which cells are filled; equal \
         numbers opposite are the reading taken here.",
        "To sow, a player takes all pebbles of one of their cells and puts one into each cell that follows, the one that was emptied too. If \
         the last cell then holds 1, the turn is over; if 3, 5 or more, all are taken up and sown on from there; if 2 or 4, they \
         are taken, and with them those of the cells before it that were sown in this lap, as long as each holds 2 or 4, and \
         those of all cells opposite. A player who has taken sows again.",
        "A player whose side is empty gets one pebble into the first cell, from a cell of the other that has two or more, and has to sow \
         it. If there is none, the turn is passed. A last single pebble belongs to the side on which it lies.",
        "After 100 turns in a row that take nothing a round is over, and what is left belongs to nobody. Endless play adds nothing \
         to the value of a position. A sowing that would never end may not be chosen; none is known.",
        "More pebbles win a round by the difference, which is added to the winner's score, and the first to reach the target \
         wins the match. The loser lays out the next round. A match of 1,000 rounds counts as endless.",
        "The source calls six pebbles in every cell a sure loss for the first player. It is the other way round: the \
         solution shows that the first player takes all 72 in the first turn.",
    ],
    card: &card::card,
    source: "E. W. Lane, An Account of the Manners and Customs of the Modern Egyptians (1836), and ancientgames.org, 2×6 mancala",
    policies: &INFOS,
    notation: "cells 1 to 6, after a / cells 7 to 12, then whose turn it is (default 1) and what both have taken (default 0-0): \
               3,0,12,1,0,7/2,5,0,0,9,1 2 10-4; or a layout, cells 2 to 5 of the first player: 9,9,9,9; moves are cells, `gift` \
               with a cell, and `pass`",
    throw_use: &|_| ThrowUse::NoBones,
    set_up: &|table| {
        let game = Mancala::new(Settings::new(&table.rules));
        Ok(Box::new(BoardTable::new(game, &table.rules)))
    },
    ..Game::BLANK
};

/// The round of a state; `None` between rounds.
const fn round(state: &State) -> Option<Round> {
    match state.phase {
        Phase::Round(round) | Phase::Over(_, round) => Some(round),
        Phase::Layout | Phase::Turning(_) => None,
    }
}

impl BoardGame for Mancala {
    const VALUES: ValueUnit = ValueUnit::Pebbles;
    const MOVES: &'static str = "sowings";
    const POLICIES: &'static [Policy<Self>] = &POLICIES;
    const LINES: &'static [&'static Statistic] = &[&LINES];
    const PLIES: u32 = 3;
    const FROM: &'static str = "One round";

    fn read(&self, position: &str) -> Result<State, AdviceError> {
        const LAID_OUT: &str =
            "a position already places the pebbles; use either --rule layout or --position";
        if self.settings.beginning != Beginning::Any {
            return Err(PositionError { column: 1, problem: LAID_OUT.to_owned() }.into());
        }
        let round = Round::read(position)?;
        Ok(State { score: Score::default(), phase: Phase::Round(round) })
    }

    fn text(&self, state: &State) -> String {
        round(state).map_or_else(String::new, |round| round.text())
    }

    fn named(&self, state: &State, made: Choice) -> String {
        match made {
            Choice::Act(action) => advice::named(action, self.seat(state)),
            Choice::Turn(turned) => if turned { "turn" } else { "stay" }.to_owned(),
            Choice::LayOut(layout) => layout.to_string(),
        }
    }

    fn seat(&self, state: &State) -> usize {
        round(state).map_or(state.score.layer, |round| round.seat)
    }

    fn starting(&self, state: State) -> Self {
        round(&state).map_or_else(|| self.clone(), |round| self.one_round(round))
    }

    fn opening(&self) -> Self {
        if self.from.is_some() { self.clone() } else { self.one_round(advice::opening(self)) }
    }

    fn any(&self, state: &State, below: &mut dyn FnMut(usize) -> usize) -> Option<Choice> {
        match state.phase {
            Phase::Layout => self.layouts.get(below(self.layouts.len())).copied().map(Choice::LayOut),
            Phase::Turning(_) => Some(Choice::Turn(self.settings.turning && below(2) == 0)),
            Phase::Round(round) => {
                let mut actions = round.position.actions(&self.settings);
                actions.nth(below(actions.clone().count())).map(Choice::Act)
            }
            Phase::Over(..) => None,
        }
    }

    /// Measured: a round takes about 45 sowings, and a match two or three rounds.
    fn length(&self) -> f64 {
        let target = if self.from.is_some() { 0 } else { self.settings.target };
        let rounds = if target == 0 { 1.0 } else { 3.0 };
        45.0 * rounds * (target.to_f64().unwrap_or(60.0) / 60.0).max(1.0)
    }

    fn solution(&self, playing: &[Playing<Self>; 2], _: Wanted) -> Solution {
        solution::solution(self, playing)
    }

    fn is_endless(&self, playing: &[Playing<Self>; 2]) -> bool {
        solution::solution(self, playing).never == Enclosure::one()
    }

    fn check(&self, playing: &[Playing<Self>; 2]) -> Result<(), GameError> {
        const UNKNOWN: &str = "with again=\"never\" best play is known up to 12 pebbles; use a policy that looks some turns ahead, \
                               such as --play search:3";
        if playing.iter().any(|playing| playing.is("best")) && !self.is_solved() {
            return Err(GameError::UnknownPolicy(UNKNOWN));
        }
        Ok(())
    }

    fn assess(&self, playing: Playing<Self>) -> Result<Assessment<Choice>, AdviceError> {
        Ok(advice::assess(self, playing))
    }

    fn facts(&self, state: &State, made: Choice) -> Vec<Fact> {
        match (round(state), made) {
            (Some(round), Choice::Act(action)) => advice::facts(self, &round, action),
            _ => Vec::new(),
        }
    }

    fn steps(&self, state: &State, made: Choice) -> Steps {
        match (round(state), made) {
            (Some(round), Choice::Act(action)) => advice::steps(&round, action),
            _ => Steps::new(),
        }
    }

    fn comment(&self, state: &State) -> Option<String> {
        round(state).as_ref().and_then(advice::comment)
    }

    fn picture(&self, state: &State, best: &[Choice]) -> BoardView {
        let round = round(state).unwrap_or_else(|| advice::opening(self));
        let actions: Vec<_> = best
            .iter()
            .filter_map(|made| if let Choice::Act(action) = made { Some(*action) } else { None })
            .collect();
        advice::picture(&round, &actions)
    }

    fn lines(&self, depth: u32) -> Result<Vec<Lines>, AdviceError> {
        const MOST_LINES: u64 = 200_000_000;
        let round = advice::opening(self);
        if round.is_over() {
            return Ok(vec![Lines::default(); depth as usize]);
        }
        Ok(count_lines(&self.ahead, &round.position, depth, MOST_LINES))
    }

    fn strategy(&self, _: &[Playing<Self>; 2]) -> Result<Strategy, AdviceError> {
        strategy::strategy(self)
    }

    fn resources(&mut self) -> Option<&mut Resources> {
        Some(&mut self.resources)
    }
}
