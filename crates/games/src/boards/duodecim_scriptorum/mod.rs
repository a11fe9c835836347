//! Ludus Duodecim Scriptorum, the game of twelve lines: a race of two by three dice, with captures, that is searched, and solved at
//! its end.

mod advice;
mod card;
mod evaluation;
mod few;
mod notation;
mod player;
mod policies;
mod position;
mod process;
mod results;
mod settings;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use self::few::Solved;
use self::notation::Typed;
use self::player::Games;
use self::policies::{POLICIES, Policy};
use self::settings::{DIE, EXIT, LEAVE, NAME, PIECES, SUM, Settings, UNUSED};
use self::table::Table;
use crate::boards::player::GamePlayer;
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, GameError, LengthUnit, Playable, Players, ReadAt,
    Simulated, SolutionStore, Solvable, Strategy, TableError, ThrowUse, ValueUnit, Workload,
};
use tali_core::exact::{OnProgress, Solution, Wanted};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MarkovChain};
use tali_core::search::Lines;

pub(crate) static GAME: Game = Game {
    number: 22,
    name: NAME,
    title: "Ludus Duodecim Scriptorum",
    summary: "Place fifteen pieces at home, bring them along both outer rows, and off, by three dice; the Roman game of twelve lines",
    players: Players::of(2, 2, 2),
    counted_in: &|_| LengthUnit::Turns,
    keys: &[PIECES.key, DIE.key, SUM.key, UNUSED.key, EXIT.key, LEAVE.key],
    reading: &[
        "Three rows of twelve spaces. Of the middle row six spaces are a seat's home, 1 to 6, where the other never comes; spaces 7 to 30, the two \
         outer rows, are shared, and both walk them the same way. A throw of three dice is divided into totals: three single dice, a pair and \
         a single, or all three. While pieces are in hand, so many of the totals as there are such pieces, or all, place one each on the home \
         space of that number; every other total moves another of the pieces that were on the board.",
        "A piece passes anything, may not land where the other has two or more, and captures one that is alone there: that is in hand again. \
         All three dice must be used, or the whole turn is forfeited; only a turn that takes the last piece off may leave dice unused. \
         Whoever first has all pieces off wins; nobody draws.",
        "No ancient rules survive. The source retells R. C. Bell's, which it calls vague, and the drawing of the path is lost: it says that \
         nobody enters the other's home, that the second row follows the last home space at once, and that both leave through the very last \
         six. So both walk the whole of both outer rows, the same way.",
        "Read here: a total is one jump, and nothing happens on its way (`sum`); a piece uses several dice by their total alone; with more \
         dice than pieces in hand what is left moves pieces that were on the board before; nobody has to place as many as possible, nor to \
         capture; a captured piece comes back by the same rules; a turn that cannot use all dice is lost as a whole (`unused`); any total \
         beyond space 30 takes a piece off (`exit`), also while others are behind (`off`).",
        "Turns are seldom forfeited, about 3 in 1,000 with `search:1` and 14 with `greedy`; with `greedy` 82 in 1,000 if pieces must leave by the \
         exact total (`win duodecim-scriptorum --play greedy`, with and without `--rule exit=exact`). The source praises the sixth space: it makes no difference that \
         30,000 games show whether 3, 2, 1 places one piece there or three behind it (`--position -/6`, `--position -/1,2,3`). To have a piece captured on \
         space 27 costs about nine games in a hundred, on space 16 six, on space 10 two or three (`--position \
         6x3,14x3,15x2,22x2,23x3,27+1/3,6,7x4,11x3,25x2+4`, and without the 27).",
        "Two that run the same way meet until the end: the one behind has the other before it, and a throw carries a piece up to 18 spaces. \
         So there is no race to be solved by itself. Solved are all positions with at most two pieces left to either seat, with bounds; \
         all about a single throw is exact; everything else is searched, which is an opinion, or simulated. A game of 20,000 turns counts as \
         one that never ends.",
    ],
    card: &card::card,
    source: "R. C. Bell, The Boardgame Book (1979), pp. 84-85; J. Botermans, The Book of Games (2008), pp. 289-298; D. Parlett, The Oxford \
             History of Board Games (1999), pp. 70-72",
    policies: &POLICIES,
    notation: "the spaces of the player to move, / and those of the other, with commas; 6x3 for three pieces on space 6, - for none on the \
               board; +2 for pieces that are off, the rest is in hand; then what has been thrown: 6x4,9,12x2+5/3x2,7x2,20+4 641",
    throw_use: &|_| ThrowUse::Others,
    set_up: &|table| Ok(Box::new(Table::new(Settings::new(&table.rules), table.rules.clone()))),
    ..Game::BLANK
};

impl Table {
    fn typed(&self, position: Option<&str>) -> Result<Typed, AdviceError> {
        position.map_or_else(|| Ok(self.position()), |text| Ok(Typed::read(text, self.settings())?))
    }
}

impl Decisions for Table {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        advice::advise(self, &self.typed(position)?)
    }

    fn lines(&self, position: Option<&str>, depth: u32) -> Result<Vec<Lines>, AdviceError> {
        Ok(advice::lines(self.settings(), &self.typed(position)?, depth))
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        if self.policies != [Policy::Best; 2] {
            return Err(AdviceError::CARD_OF_BEST);
        }
        Ok(strategy::strategy(self))
    }

    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Ok(self.solved()?.bytes()?)
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &[
            ["best", "search:1"],
            ["best", "greedy"],
            ["best", "careful"],
            ["best", "racer"],
            ["best", "first"],
            ["best", "random"],
            ["search:1", "greedy"],
            ["greedy", "careful"],
            ["careful", "racer"],
            ["racer", "first"],
            ["first", "random"],
        ]
    }

    fn at(&self, position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Ok(Box::new(self.at_position(Typed::read_before_throw(position, self.settings())?)))
    }

    fn position(&self) -> Option<String> {
        self.is_later.then(|| self.position().text(self.settings()))
    }

    fn worth(&self) -> ValueUnit {
        ValueUnit::SearchedShare
    }

    fn supposes_best_play(&self) -> bool {
        true
    }
}

impl Solvable for Table {
    fn tell(&mut self, progress: OnProgress) {
        self.progress = Some(progress);
    }

    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        self.store = Some(store);
    }

    fn look_up_in(&mut self, file: Box<dyn ReadAt>, _: bool) -> Result<(), TableError> {
        self.look_up(Solved::open(self.settings(), &self.rules, file)?);
        Ok(())
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        self.solution(wanted)
    }

    fn chain(&self, _: usize) -> Result<MarkovChain, ChainError> {
        Err(ChainError::TooLarge)
    }

    fn dynamics(&self) -> Dynamics {
        Dynamics::unknown(2, None)
    }
}

impl Simulated for Table {
    fn player(&self) -> Box<dyn Player + '_> {
        let chooser = self.chooser(self.plays_best()).unwrap_or_else(|_| self.simple().clone());
        Box::new(GamePlayer(Games::new(chooser, self.policies)))
    }

    fn check_policies(&self) -> Result<(), GameError> {
        let wrong = |_| GameError::UnknownPolicy("what is best cannot be looked up");
        if self.plays_best() { self.solved().map(drop).map_err(wrong) } else { Ok(()) }
    }
}

impl Playable for Table {
    fn moves(&self) -> &'static str {
        "turns"
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        const BLIND: &str = "`search` and `best` know nothing of the exact total by which pieces leave: what they think of positions is no \
                             guide here, and `random` wins more often.";
        let from = || format!("Played from the position {}.", self.position().text(self.settings()));
        let looks = self.policies.iter().any(|policy| policy.searches() || *policy == Policy::Best);
        let blind = (looks && self.settings().readings.exact && !self.is_few()).then(|| BLIND.to_owned());
        self.is_later.then(from).into_iter().chain(blind).collect()
    }

    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Table {
    fn effort(&self) -> f64 {
        Self::effort(self)
    }

    fn cost(&self, length: f64) -> f64 {
        let of = |policy: &Policy| match policy {
            Policy::Best | Policy::Search => 900.0,
            Policy::SearchTwo => 300_000.0,
            _ => 250.0,
        };
        length.max(1.0) * self.policies.iter().map(of).sum::<f64>() / 2.0
    }

    fn cost_of_any(&self) -> f64 {
        self.cost(7.0 * f64::from(self.settings().pieces))
    }
}
