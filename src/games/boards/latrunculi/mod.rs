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

use std::sync::OnceLock;

use num_traits::ToPrimitive;

use self::game::Running;
use self::notation::Standing;
use self::player::Games;
use self::policies::{POLICIES, USUAL};
use self::settings::{
    BOARD, CORNER, DUX, DUX_CAPTURES, IMMOBILE, LINE, MOVE, QUIET, SET, SETUP, STONES, Settings,
};
use self::table::Table;
use crate::exact::{Solution, Wanted, solve_chain};
use crate::games::boards::player::GamePlayer;
use crate::games::kit::decisions::LADDER;
use crate::games::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, LengthUnit, Playable, Players, Reads, Strategy, Worth,
};
use crate::monte_carlo::Player;
use crate::process::{ChainError, MarkovChain};
use crate::search::Lines;

pub(in crate::games) static GAME: Game = Game {
    number: 20,
    name: "latrunculi",
    title: "Ludus Latrunculorum",
    summary: "Enclose the other's stones on a board, and shut in its dux; the Roman game of soldiers, without dice",
    players: Players::of(2, 2, 2),
    counted_in: |_| LengthUnit::Plies,
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
    card: card::card,
    source: "W. Kowalski, Roman Board Games: Latrunculi; Laus Pisonis 190-208; Locus Ludi (V. Dasen, U. Sch\u{e4}dler); Museum Quintana; \
             R. C. Bell, Board and Table Games (1979), p. 86",
    policies: &POLICIES,
    notation: "the ranks from the last to the first with / between, b and w for stones, B and W for the dux, numbers for empty squares; \
               then who is to move (b or w), what Black and White have taken, the plies since the last capture, and the \
               stones in hand; what comes last may be left out: wwwwwwwwwwww/5W6/12/12/12/12/6B5/bbbbbbbbbbbb b 0-0 0; moves \
               are a1-a4, and @d4 where a stone is placed",
    reads: Reads::NoBones,
    set_up: |table| {
        let settings = Settings::new(&table.rules)?;
        let policies = policies::policies(&table.rules);
        Ok(Box::new(Latrunculi::new(Table { settings, policies, from: None })))
    },
    ..Game::BLANK
};

/// The game at a table.
struct Latrunculi {
    table: Table,
    /// All positions of a small table at which everything is left to chance, once they are asked for.
    chain: OnceLock<Option<MarkovChain>>,
}

/// A table of so few moves between its positions is solved; so many take a second.
const MOST_MOVES: usize = 300_000;

impl Latrunculi {
    const fn new(table: Table) -> Self {
        Self { table, chain: OnceLock::new() }
    }

    /// All positions, if they are few. On larger boards, or without a quiet limit that is soon reached, they never are.
    fn numbered(&self) -> Option<&MarkovChain> {
        const SQUARES: u32 = 16;
        const QUIET: u32 = 12;
        let Settings { board, quiet, .. } = &self.table.settings;
        let may_be_few = board.squares() <= SQUARES && (1..=QUIET).contains(quiet);
        let numbered = || may_be_few.then(|| process::chain(&self.table, MOST_MOVES).ok()).flatten();
        self.chain.get_or_init(numbered).as_ref()
    }

    /// The table from a position, or from the first.
    fn table_at(&self, position: Option<&str>) -> Result<Table, AdviceError> {
        let Table { settings, policies, from } = &self.table;
        let read = |text| Standing::read(text, settings).map(|standing| Some(Running::from(&standing)));
        let from = position.map_or_else(|| Ok(from.clone()), read)?;
        Ok(Table { settings: settings.clone(), policies: *policies, from })
    }
}

impl Decisions for Latrunculi {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        Ok(advice::advise(&self.table_at(position)?))
    }

    fn lines(&self, position: Option<&str>, depth: u32) -> Result<Vec<Lines>, AdviceError> {
        Ok(advice::lines(&self.table_at(position)?, depth))
    }

    fn at(&self, position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Ok(Box::new(Self::new(self.table_at(Some(position))?)))
    }

    fn after(&self, position: Option<&str>, moves: &str) -> Result<Box<dyn Playable>, AdviceError> {
        let mut table = self.table_at(position)?;
        let game = moves::played(moves, table.game(), &table.settings).map_err(AdviceError::Moves)?;
        table.from = Some(game);
        Ok(Box::new(Self::new(table)))
    }

    fn position(&self) -> Option<String> {
        self.table.from.as_ref().map(|_| self.table.standing().text(&self.table.settings))
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        Ok(strategy::strategy(&self.table))
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &LADDER
    }

    fn worth(&self) -> Worth {
        Worth::Stones
    }
}

impl Playable for Latrunculi {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        self.numbered().map_or_else(|| self.table.solution(), |chain| solve_chain(chain, wanted))
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        process::chain(&self.table, most_moves)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(GamePlayer(Games::new(&self.table)))
    }

    fn dynamics(&self) -> Dynamics<'_> {
        self.numbered().map_or_else(|| Dynamics::unknown(2, None), Dynamics::of_chain)
    }

    fn moves(&self) -> &'static str {
        "plies"
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        const LOOKS: &str = "Both seats look two plies ahead (`search:2`), as nobody says otherwise: the strongest policy of which \
                             hundreds of games are soon played. Who wins depends on how they play; --play best looks three ahead.";
        let from = self.position().map(|from| format!("Played from the position {from}."));
        let usual = (self.table.policies == [USUAL; 2]).then(|| LOOKS.to_owned());
        from.into_iter().chain(usual).collect()
    }

    fn cost(&self, length: f64) -> f64 {
        length.max(1.0) * self.table.cost_of_ply()
    }

    fn cost_of_any(&self) -> f64 {
        self.cost(self.table.plies().to_f64().unwrap_or(f64::INFINITY))
    }

    fn effort(&self) -> f64 {
        1_000.0
    }
}
