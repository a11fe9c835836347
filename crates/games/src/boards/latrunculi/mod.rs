//! Ludus Latrunculorum, the game of soldiers: stones that take by enclosing, and a dux that must not be shut in.

mod advice;
mod board;
mod card;
mod mobility;
mod notation;
mod policies;
mod position;
mod process;
mod settings;
mod state;
mod statistics;
mod strategy;
#[cfg(test)]
mod tests;
mod tree;

use self::advice::{ended, side};
use self::notation::named;
use self::policies::{POLICIES, USUAL};
use self::position::Ply;
use self::process::Soldiers;
use self::settings::{
    BOARD, CORNER, DUX, DUX_CAPTURES, IMMOBILE, LINE, MOVE, QUIET, SET, SETUP, STONES, Settings,
};
use self::state::State;
use crate::boards::figures::{ended_already, unknown_figures};
use crate::boards::game::{Assessment, BoardGame, Playing, Policy, infos};
use crate::boards::table::BoardTable;
use crate::kit::advice::{LINES, WINS};
use crate::kit::{
    AdviceError, BoardView, Fact, FactValue, Game, LengthUnit, Players, PolicyInfo, Steps, Strategy,
    ThrowUse, ValueUnit,
};
use tali_core::exact::{Enclosure, Solution, Wanted};
use tali_core::process::{Process, Statistic};
use tali_core::search::{Lines, count_lines};

static INFOS: [PolicyInfo; POLICIES.len()] = infos(&POLICIES);

pub(crate) static GAME: Game = Game {
    number: 20,
    name: "latrunculi",
    title: "Ludus Latrunculorum",
    summary: "Enclose the other's stones on a board, and shut in its dux; the Roman game of soldiers, without dice",
    players: Players::of(2, 2, 2),
    counted_in: &|_| LengthUnit::Plies,
    keys: &[
        SET.key,
        BOARD.key,
        SETUP.key,
        STONES.key,
        DUX.key,
        MOVE.key,
        LINE.key,
        CORNER.key,
        IMMOBILE.key,
        DUX_CAPTURES.key,
        QUIET.key,
    ],
    reading: &[
        "Seat 1 is Black and moves first. A piece moves along its rank or file over empty squares. If the \
         stones are placed, the players \
         first put one stone each, in turn, on any empty square; nothing is taken meanwhile.",
        "The piece that has moved takes enemy stones next to it, in each direction, if the square beyond them holds a friend; and a \
         stone in a corner, if friends hold both squares beside it. The edge is no friend, and a row with a dux in it is not taken. A piece \
         that moves between two enemies is safe.",
        "The dux starts right of the centre in front of its stones, as its owner sees it. If after a ply the dux of the player who is to \
         move next is immobile, the player who has just moved has won. A dux that is shut in only by its own pieces is not \
         immobile. Without a dux, a player with one stone left, or none, has lost.",
        "A move that would bring about a position for the third time is not allowed. If the player to move cannot, or \
         after a long time without a capture, the game ends, and the player who has taken more stones wins; with equal numbers nobody wins.",
        "No source has all rules: Kowalski's are numbered, the others are reconstructions. With a dux, stones cannot be placed first, \
         as no source says where the dux would come from. A ply that leaves the other without a move ends the game; if the player who \
         made it has taken more stones, it wins, and counts among the winning lines.",
        "Best play is not known, and `best`, which looks three plies ahead, takes too long for many games. So by default, seats look two plies ahead \
         when games are played; `advise` and `strategy` use `best`.",
    ],
    card: &card::card,
    source: "W. Kowalski, Roman Board Games: Latrunculi; Laus Pisonis 190-208; Locus Ludi (V. Dasen, U. Sch\u{e4}dler); Museum Quintana; \
             R. C. Bell, Board and Table Games (1979), p. 86",
    policies: &INFOS,
    notation: "the ranks from the last to the first with / between, b and w for stones, B and W for the dux, numbers for empty squares; \
               then who is to move (b or w), what Black and White have taken, the plies since the last capture, and the \
               stones in hand; what comes last may be left out: wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb b 0-0 0; moves \
               are a1-a4, and @d4 if a stone is placed",
    throw_use: &|_| ThrowUse::NoBones,
    set_up: &|table| {
        let game = Soldiers::new(Settings::new(&table.rules)?);
        Ok(Box::new(BoardTable::new(game, &table.rules)))
    },
    ..Game::BLANK
};

impl BoardGame for Soldiers {
    const VALUES: ValueUnit = ValueUnit::Stones;
    const MOVES: &'static str = "plies";
    const POLICIES: &'static [Policy<Self>] = &POLICIES;
    const USUAL: Playing<Self> = USUAL;
    const LINES: &'static [&'static Statistic] = &[&LINES, &WINS];
    const PLIES: u32 = 2;

    fn read(&self, position: &str) -> Result<State, AdviceError> {
        Ok(State::read(position, &self.settings)?)
    }

    fn text(&self, state: &State) -> String {
        state.text(&self.settings)
    }

    fn named(&self, _: &State, made: Ply) -> String {
        named(made, &self.settings)
    }

    fn called(&self, seat: usize) -> String {
        side(seat).to_owned()
    }

    fn seat(&self, state: &State) -> usize {
        state.position.mover()
    }

    fn starting(&self, start: State) -> Self {
        Self { start, ..self.clone() }
    }

    fn any(&self, state: &State, below: &mut dyn FnMut(usize) -> usize) -> Option<Ply> {
        state.any(&self.settings, below)
    }

    fn forbidden(&self, state: &State, typed: &str) -> Option<&'static str> {
        let plies = state.position.plies(&self.settings);
        let repeats = plies.into_iter().any(|ply| named(ply, &self.settings) == typed);
        repeats.then_some("it would bring about a position for the third time")
    }

    /// Without a quiet limit; with one, every game ends.
    fn longest(&self) -> u64 {
        if self.settings.quiet == 0 { 100_000 } else { u64::MAX }
    }

    fn length(&self) -> f64 {
        let quiet = if self.settings.quiet == 0 { 10_000.0 } else { f64::from(self.settings.quiet) };
        2.0 * quiet + 2.0 * f64::from(self.settings.stones)
    }

    /// Everything about a game that is over, and nothing about any other.
    fn solution(&self, _: &[Playing<Self>; 2], _: Wanted) -> Solution {
        if let Some(over) = self.start.over(&self.settings) {
            return ended_already(self, over.winners());
        }
        let endless = self.settings.quiet == 0;
        let never = if endless { Enclosure::probability() } else { Enclosure::zero() };
        Solution { never, statistics: unknown_figures(&self.figures()), ..Solution::unknown(2, false) }
    }

    fn remark(&self, playing: &[Playing<Self>; 2]) -> Option<String> {
        const LOOKS: &str = "Both seats look two plies ahead (`search:2`), which is the default: the strongest policy that \
                             plays hundreds of games in reasonable time. Who wins depends on how they play; --play best looks three ahead.";
        playing.iter().all(|playing| playing.same(&USUAL)).then(|| LOOKS.to_owned())
    }

    fn assess(&self, playing: Playing<Self>) -> Result<Assessment<Ply>, AdviceError> {
        Ok(advice::assess(self, playing))
    }

    fn facts(&self, state: &State, made: Ply) -> Vec<Fact> {
        let (_, takes) = state.position.after(made, &self.settings);
        vec![Fact::new("takes", Some("Takes"), FactValue::Count(takes.into()))]
    }

    fn steps(&self, _: &State, made: Ply) -> Steps {
        advice::steps(&self.settings, made)
    }

    fn comment(&self, state: &State) -> Option<String> {
        state.over(&self.settings).as_ref().map(ended)
    }

    fn picture(&self, state: &State, best: &[Ply]) -> BoardView {
        advice::picture(&self.settings, state, best)
    }

    fn lines(&self, depth: u32) -> Result<Vec<Lines>, AdviceError> {
        const MOST_LINES: u64 = 2_000_000_000;
        if self.start.over(&self.settings).is_some() {
            return Ok(vec![Lines::default(); depth as usize]);
        }
        Ok(count_lines(&*self.settings, &self.start.position, depth, MOST_LINES))
    }

    fn strategy(&self, playing: &[Playing<Self>; 2]) -> Result<Strategy, AdviceError> {
        Ok(strategy::strategy(self, playing[self.start.position.mover()]))
    }
}
