//! Ludus Duodecim Scriptorum, the game of twelve lines: a race for two with three dice and captures, which is searched, and
//! solved at its end.

mod advice;
mod card;
mod evaluation;
mod few;
mod notation;
mod policies;
mod process;
mod results;
mod settings;
mod strategy;
#[cfg(test)]
mod tests;

use num_rational::BigRational;

use self::few::{Solved, enclosed, number};
use self::policies::{POLICIES, Way};
use self::process::{Duodecim, Made};
use self::settings::{DIE, EXIT, LEAVE, NAME, PIECES, SUM, Settings, UNUSED};
use super::figures::{ended_already, unknown_figures};
use super::game::{BoardGame, Playing, Policy, Resources, infos};
use super::race::{Choices, Race, State, advise, over};
use super::table::BoardTable;
use crate::kit::{
    Advice, AdviceError, BoardView, Game, GameError, LengthUnit, Players, PolicyInfo, ReadAt, Strategy,
    TableError, ThrowUse, Thrown, ValueUnit,
};
use tali_core::exact::{Detail, Enclosure, Number, Solution, Wanted};
use tali_core::process::{Process, Seats, Statistic};
use tali_core::search::Lines;

static INFOS: [PolicyInfo; POLICIES.len()] = infos(&POLICIES);

pub(crate) static GAME: Game = Game {
    number: 22,
    name: NAME,
    title: "Ludus Duodecim Scriptorum",
    summary: "Place fifteen pieces at home, bring them along both outer rows, and off, by three dice; the Roman game of twelve lines",
    players: Players::of(2, 2, 2),
    counted_in: &|_| LengthUnit::Turns,
    keys: &[PIECES.key, DIE.key, SUM.key, UNUSED.key, EXIT.key, LEAVE.key],
    reading: &[
        "Three rows of twelve spaces. Six spaces of the middle row are a seat's home, 1 to 6, which the other never enters; spaces 7 to 30, the two \
         outer rows, are shared, and both walk them the same way. A throw of three dice is divided into totals: three single dice, a pair and \
         a single, or all three. While pieces are in hand, each total places one of them on the home \
         space of that number; totals that are left move pieces that were on the board, each another one.",
        "A piece may pass any other, may not land where the other has two or more, and captures one that is alone there, which goes back to the hand. \
         All three dice must be used, or the whole turn is forfeited; only a turn that takes the last piece off may leave dice unused. \
         The first player with all pieces off wins; there are no draws.",
        "No ancient rules survive. The source repeats R. C. Bell's, which it calls vague, and the drawing of the path is lost: it says that \
         nobody enters the other's home, that the second row directly follows the last home space, and that both leave through the very last \
         six. So both walk the whole of both outer rows, the same way.",
        "The readings here: a total is one jump, and nothing happens on its way (`sum`); a piece uses several dice only by their total; with more \
         dice than pieces in hand the rest moves pieces that were on the board before; players need not place as many as possible, nor \
         capture; a captured piece comes back by the same rules; a turn that cannot use all dice is lost as a whole (`unused`); any total \
         beyond space 30 takes a piece off (`exit`), also while others are behind (`off`).",
        "Turns are seldom forfeited, about 3 in 1,000 with `search:1` and 14 with `greedy`; with `greedy` 82 in 1,000 if pieces must leave by the \
         exact total (`win duodecim-scriptorum --play greedy`, with and without `--rule exit=exact`). The source praises the sixth space, but \
         30,000 games show no difference between 3, 2, 1 placing one piece there or three behind it (`--position -/6`, `--position -/1,2,3`). A piece captured on \
         space 27 costs about nine games in a hundred, on space 16 six, on space 10 two or three (`--position \
         6x3,14x3,15x2,22x2,23x3,27+1/3,6,7x4,11x3,25x2+4`, and without the 27).",
        "Both sides run the same way, so they can meet until the end, and a throw carries a piece up to 18 spaces. \
         So there is no pure race to solve. All positions with at most two pieces left to either seat are solved, with bounds; \
         everything about a single throw is exact; all else is searched, which gives an opinion, or simulated. A game of 20,000 turns counts as \
         one that never ends.",
    ],
    card: &card::card,
    source: "R. C. Bell, The Boardgame Book (1979), pp. 84-85; J. Botermans, The Book of Games (2008), pp. 289-298; D. Parlett, The Oxford \
             History of Board Games (1999), pp. 70-72",
    policies: &INFOS,
    notation: "the spaces of the player to move, / and those of the other, with commas; 6x3 for three pieces on space 6, - for none on the \
               board; +2 for pieces that are off, the rest is in hand; then what has been thrown: 6x4,9,12x2+5/3x2,7x2,20+4 641",
    throw_use: &|_| ThrowUse::Others,
    set_up: &|table| {
        let game = Duodecim::new(Settings::new(&table.rules), table.rules.clone());
        Ok(Box::new(BoardTable::new(game, &table.rules)))
    },
    ..Game::BLANK
};

/// Whether any seat plays its best.
fn plays_best(playing: &[Playing<Duodecim>; 2]) -> bool {
    playing.iter().any(|playing| Way::of(*playing) == Way::Best)
}

impl BoardGame for Duodecim {
    const VALUES: ValueUnit = ValueUnit::SearchedShare;
    const MOVES: &'static str = "turns";
    const POLICIES: &'static [Policy<Self>] = &POLICIES;
    const LADDER: &'static [[&'static str; 2]] = &[
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
    ];

    fn read(&self, position: &str) -> Result<State, AdviceError> {
        Ok(notation::read(position, &self.settings)?)
    }

    fn text(&self, state: &State) -> String {
        notation::text(state, &self.settings)
    }

    fn named(&self, state: &State, made: Made) -> String {
        let Made::Result(result, _) = made else { return String::new() };
        let way = advice::way(self, state, &result);
        way.map_or_else(|| "forfeit".to_owned(), |way| way.text(&state.position))
    }

    fn starting(&self, state: State) -> Self {
        self.from(state)
    }

    /// The throws of 20,000 turns, and what is done with them.
    fn longest(&self) -> u64 {
        40_000
    }

    /// Measured: about seven turns for each piece.
    fn length(&self) -> f64 {
        7.0 * f64::from(self.settings.pieces)
    }

    /// Who wins, if both play their best with few pieces left; nothing of any other game.
    fn solution(&self, playing: &[Playing<Self>; 2], wanted: Wanted) -> Solution {
        if let Some(winner) = self.start.winner() {
            return ended_already(self, Seats::one(winner));
        }
        let mut solution = Solution {
            statistics: unknown_figures(&self.figures()),
            nobody: Enclosure::zero(),
            ..Solution::unknown(2, false)
        };
        let are_best = playing.iter().all(|playing| Way::of(*playing) == Way::Best);
        // For many games, nothing that takes long is solved.
        let is_asked = are_best && wanted.detail == Detail::Whole && self.start.thrown.is_none();
        let solved = if is_asked && self.is_few() { self.solved().ok() } else { None };
        if let Some([low, high]) = solved.and_then(|solved| solved.bounds(&self.start.position)) {
            solution.shares = vec![enclosed([low, high]), enclosed([1.0 - high, 1.0 - low])];
            solution.shares.rotate_right(self.start.seat.into());
        }
        solution
    }

    fn check(&self, playing: &[Playing<Self>; 2]) -> Result<(), GameError> {
        let wrong = |_| GameError::UnknownPolicy("best play cannot be looked up");
        if plays_best(playing) { self.solved().map(drop).map_err(wrong) } else { Ok(()) }
    }

    fn effort(&self, playing: &[Playing<Self>; 2]) -> f64 {
        if plays_best(playing) { 8_000.0 } else { 0.0 }
    }

    fn remark(&self, playing: &[Playing<Self>; 2]) -> Option<String> {
        const BLIND: &str = "`search` and `best` ignore that pieces leave by the exact total: their opinion of positions is no \
                             guide here, and `random` wins more often.";
        let looks = plays_best(playing) || playing.iter().any(|playing| Way::of(*playing).searches());
        (looks && self.settings.readings.exact && !self.is_few()).then(|| BLIND.to_owned())
    }

    fn comment(&self, state: &State) -> Option<String> {
        over(state)
    }

    fn picture(&self, state: &State, best: &[Made]) -> BoardView {
        let way = best.first().and_then(|made| match made {
            Made::Result(result, _) => advice::way(self, state, result),
            Made::Throw(_) => None,
        });
        advice::picture(&self.settings, state, way)
    }

    fn seat(&self, state: &State) -> usize {
        state.seat.into()
    }

    fn lines(&self, depth: u32) -> Result<Vec<Lines>, AdviceError> {
        Ok(advice::lines(&self.settings, &self.start, depth))
    }

    fn advise(&self, playing: &[Playing<Self>; 2]) -> Result<Advice, AdviceError> {
        advise(self, playing)
    }

    fn strategy(&self, playing: &[Playing<Self>; 2]) -> Result<Strategy, AdviceError> {
        if !playing.iter().all(|playing| Way::of(*playing) == Way::Best) {
            return Err(AdviceError::CARD_OF_BEST);
        }
        Ok(strategy::strategy(self))
    }

    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Ok(self.solved()?.0.bytes()?)
    }

    fn resources(&mut self) -> Option<&mut Resources> {
        Some(&mut self.solving.resources)
    }

    fn look_up_in(&mut self, file: Box<dyn ReadAt>, _: bool) -> Result<(), TableError> {
        self.solving.is(Solved::open(&self.settings, &self.solving.rules, file)?);
        Ok(())
    }
}

impl Race for Duodecim {
    const LISTS: bool = false;

    fn throws(&self, _: usize) -> Vec<(u8, Thrown, BigRational)> {
        let throws = (0..).zip(self.settings.chances());
        throws.map(|(index, (throw, chance))| (index, Thrown::Dice(throw.text()), chance)).collect()
    }

    fn choices(&self, state: &State, playing: Playing<Self>) -> Result<Choices<Made>, AdviceError> {
        const NOT_THROWN: AdviceError = AdviceError::NotKnown("nothing has been thrown yet");
        advice::choices(self, state, Way::of(playing)).ok_or(NOT_THROWN)
    }

    /// A solved value is better known than a mean of what follows.
    fn before(&self, state: &State, playing: Playing<Self>) -> Result<Option<Enclosure>, AdviceError> {
        let way = Way::of(playing);
        if way.searches() || number(&state.position).is_none() {
            return Ok(None);
        }
        let bounds = self.solved()?.bounds(&state.position).filter(|_| way == Way::Best);
        Ok(bounds.map(enclosed))
    }

    fn said(&self, state: &State) -> Vec<(&'static Statistic, Vec<Number>)> {
        advice::of_throws(&self.settings, &state.position)
    }
}
