//! Ludus Latrunculorum, the game of soldiers: stones that take by enclosing, and a dux that must not be shut in.

mod advice;
mod bits;
mod board;
mod card;
mod game;
mod mobility;
mod moves;
mod notation;
mod player;
mod policies;
mod position;
mod process;
mod settings;
mod statistics;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use num_traits::ToPrimitive;

use self::game::Running;
use self::notation::GameState;
use self::player::Games;
use self::policies::{POLICIES, USUAL};
use self::settings::{
    BOARD, CORNER, DUX, DUX_CAPTURES, IMMOBILE, LINE, MOVE, QUIET, SET, SETUP, STONES, Settings,
};
use self::table::Table;
use crate::boards::decisions::BoardTable;
use crate::boards::player::GamePlayer;
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, LengthUnit, Playable, Players, PositionError, Simulated,
    Solvable, Strategy, ThrowUse, ValueUnit, Workload,
};
use tali_core::exact::{Solution, Wanted, solve_chain};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MarkovChain};
use tali_core::search::Lines;

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
        "Seat 1 is Black and moves first. A piece moves along its rank or file over empty squares. Where the \
         stones are placed the players \
         first put one stone each, in turn, on any empty square; nothing is taken meanwhile.",
        "The piece that has moved takes enemy stones next to it, in each direction, if the square beyond them holds a friend; and a \
         stone in a corner, if friends hold both squares beside it. The edge is no friend, and a row with a dux in it is not taken. A piece \
         that moves between two enemies is safe.",
        "The dux stands right of the centre before its stones, as its owner sees it. After every ply the dux of the player who is to \
         move next is looked at: if it is immobile, whoever has just moved has won. A dux that is shut in by its own pieces alone is not \
         immobile. Without a dux a player with one stone left, or none, has lost.",
        "A move that would bring about a position for the third time may not be made. If whoever is to move cannot, or \
         after a long time without a capture, the game ends, and whoever has taken more stones wins; if both have taken as many, nobody does.",
        "No source has all rules: Kowalski's are numbered, the others are reconstructions. With a dux stones cannot be placed first, \
         as no source says where the dux would come from. A ply that leaves the other without a move ends the game; if whoever \
         made it has taken more stones, it wins, and counts among the lines that win.",
        "Nobody knows what is best, and `best`, which looks three plies ahead, takes too long for many games. So seats look two plies ahead \
         where games are played, if nobody says otherwise; `advise` and `strategy` go by `best`.",
    ],
    card: &card::card,
    source: "W. Kowalski, Roman Board Games: Latrunculi; Laus Pisonis 190-208; Locus Ludi (V. Dasen, U. Sch\u{e4}dler); Museum Quintana; \
             R. C. Bell, Board and Table Games (1979), p. 86",
    policies: &POLICIES,
    notation: "the ranks from the last to the first with / between, b and w for stones, B and W for the dux, numbers for empty squares; \
               then who is to move (b or w), what Black and White have taken, the plies since the last capture, and the \
               stones in hand; what comes last may be left out: wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb b 0-0 0; moves \
               are a1-a4, and @d4 where a stone is placed",
    throw_use: &|_| ThrowUse::NoBones,
    set_up: &|table| {
        let settings = Settings::new(&table.rules)?;
        let policies = policies::policies(&table.rules);
        Ok(Box::new(Table::new(settings, policies, None)))
    },
    ..Game::BLANK
};

impl BoardTable for Table {
    const VALUES: ValueUnit = ValueUnit::Stones;

    fn at_position(&self, position: &str) -> Result<Self, AdviceError> {
        Ok(self.at_game(Running::from(&GameState::read(position, &self.settings)?)))
    }

    fn after_moves(&self, moves: &str) -> Result<Self, PositionError> {
        Ok(self.at_game(moves::played(moves, self.game(), &self.settings)?))
    }

    fn later_position(&self) -> Option<String> {
        self.from.as_ref().map(|game| game.game_state().text(&self.settings))
    }

    fn advice(&self) -> Advice {
        advice::advise(self)
    }

    fn count_lines(&self, depth: u32) -> Vec<Lines> {
        advice::lines(self, depth)
    }

    fn card(&self) -> Result<Strategy, AdviceError> {
        Ok(strategy::strategy(self))
    }
}

impl Solvable for Table {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        process::numbered(self).map_or_else(|| self.solution(), |chain| solve_chain(chain, wanted))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        process::chain(self, most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        let numbered = process::numbered(self).cloned();
        Dynamics::new(numbered.ok_or(ChainError::TooLarge), 2, None)
    }
}

impl Simulated for Table {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(GamePlayer(Games::new(self)))
    }
}

impl Playable for Table {
    fn moves(&self) -> &'static str {
        "plies"
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        const LOOKS: &str = "Both seats look two plies ahead (`search:2`), as nobody says otherwise: the strongest policy of which \
                             hundreds of games are soon played. Who wins depends on how they play; --play best looks three ahead.";
        let from = self.later_position().map(|from| format!("Played from the position {from}."));
        let usual = (self.policies == [USUAL; 2]).then(|| LOOKS.to_owned());
        from.into_iter().chain(usual).collect()
    }

    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Table {
    fn cost(&self, length: f64) -> f64 {
        length.max(1.0) * self.cost_of_ply()
    }

    fn cost_of_any(&self) -> f64 {
        self.cost(self.plies().to_f64().unwrap_or(f64::INFINITY))
    }

    fn effort(&self) -> f64 {
        1_000.0
    }
}
