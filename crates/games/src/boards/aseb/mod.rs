//! Aseb, the Egyptian game of twenty squares: a race of two, with captures, that is solved.

mod advice;
mod card;
mod notation;
mod numbering;
mod player;
mod policies;
mod position;
mod process;
mod settings;
mod solved;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use self::notation::GameState;
use self::player::Games;
use self::policies::POLICIES;
use self::settings::{
    AGAIN, BLANK, CAPTURE, EXIT, FLAT, MOVES, NAME, PIECES, SAFE, Settings, THROW, Throw, idle_keys,
};
use self::solved::Solved;
use self::table::Table;
use crate::boards::player::GamePlayer;
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, GameError, Playable, Players, ReadAt, Rules, Simulated,
    SolutionStore, Solvable, Strategy, TableError, ThrowUse, ValueUnit, Workload,
};
use tali_core::exact::{OnProgress, Solution, Wanted};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MarkovChain};
use tali_core::tali::Face;

pub(crate) static GAME: Game = Game {
    number: 21,
    name: NAME,
    file: include_str!("../../../../../examples/games/aseb.game"),
    title: "Aseb",
    summary: "Bring your pieces up your own squares, along twelve that both share, and off; the Egyptian game of twenty squares",
    players: Players::of(2, 2, 2),
    keys: &[
        PIECES.key,
        THROW.key,
        FLAT.key,
        BLANK.key,
        MOVES.key,
        CAPTURE.key,
        SAFE.key,
        AGAIN.key,
        EXIT.key,
    ],
    reading: &[
        "Each seat has four squares of its own, 1 to 4; squares 5 to 16 are shared. All pieces wait at first. After a throw one of the \
         player's own pieces moves so many squares on, as its owner likes; one that waits enters. A square holds one piece of a seat, and \
         pieces are passed freely. If any move is legal one must be made; else the turn passes.",
        "A piece that lands on the other's captures it, on a shared square that is not safe, and it waits again. A piece leaves by the exact \
         throw, 17 less its square. Whoever first has all pieces off wins; nobody draws.",
        "The source has twelve rules, and stops before it says how pieces go on, meet and leave the board. The gaps are filled as is \
         commonly played, after I. Finkel's reading of the Seleucid tablets. The source says that the squares are 1-4 and 17-20 where pieces \
         enter; here each seat counts its own way, 1 to 16.",
        "Four sticks: as many squares as flat sides. With none the throw does not count and is made again, which is no additional throw in the \
         sense of the source. The source says that a knucklebone shows its four values equally often, which it does not; \"die\" is what it \
         has in mind.",
        "With two or three pieces it helps about twice as much to move first if a fair die is thrown as with the textbook's bone, which seldom \
         shows its 1 and its 6 (`win aseb --rule pieces=3 --rule throw=die`, and with `throw=talus`).",
        "By the source both throw until one alone has thrown 1, who begins, and throws again to move. Here whoever has won that throw sits in \
         seat 1.",
        "Best play is solved: every position has its value, with a proved error. Where both seats together could play on without end, nobody can \
         say what is best; other policies are played then, and a game of 100,000 throws counts as one that never ends.",
    ],
    out_of_play: &|rules| idle_keys(rules.get(&THROW)).to_vec(),
    card: &card::card,
    source: "I. Finkel, On the rules for the Royal Game of Ur (2007); 20 Squares (Seleucid) in the Ludii portal; \
             H. J. R. Murray, A History of Board-Games other than Chess (1952), 2.3",
    policies: &POLICIES,
    notation: "the squares of the player to move, / and those of the other, with commas; - for none on the board; +2 for pieces that are \
               off, the rest wait; :3 for 3 squares that have been thrown; @2 if the player to move sits in seat 2: 2,3,4+2/4,5,7,8,16:3",
    throw_use: &|rules| match rules.get(&THROW) {
        Throw::Talus => ThrowUse::Faces(&squares_of_face),
        Throw::Sticks | Throw::Die => ThrowUse::Others,
    },
    set_up: &|table| Ok(Box::new(Table::new(Settings::new(table)?, table.rules.clone()))),
    ..Game::BLANK
};

/// What a face is worth, in words.
fn squares_of_face(rules: &Rules, face: Face) -> String {
    let settings::Moves(worth) = rules.get(&MOVES);
    match worth[face.index()] {
        1 => "1 square".to_owned(),
        squares => format!("{squares} squares"),
    }
}

impl Table {
    fn state(&self, position: Option<&str>) -> Result<GameState, AdviceError> {
        position.map_or_else(|| Ok(self.race.start), |text| Ok(GameState::read(text, &self.race.settings)?))
    }
}

impl Decisions for Table {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        let state = self.state(position)?;
        let table = self.at_state(state);
        table.look_up(|solved| advice::advise(&table, solved, &state))
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        strategy::strategy(&self.whole())
    }

    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Ok(self.whole().solved()?.table.bytes()?)
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        &[
            ["best", "careful"],
            ["best", "greedy"],
            ["best", "runner"],
            ["best", "first"],
            ["best", "random"],
            ["careful", "first"],
            ["first", "greedy"],
            ["greedy", "runner"],
        ]
    }

    fn at(&self, position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Ok(Box::new(self.at_state(self.state(Some(position))?)))
    }

    fn position(&self) -> Option<String> {
        self.is_later.then(|| self.race.start.text(&self.race.settings))
    }

    fn worth(&self) -> ValueUnit {
        ValueUnit::WinShare
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

    fn look_up_in(&mut self, file: Box<dyn ReadAt>, whole: bool) -> Result<(), TableError> {
        let solved = Solved::open(&self.race.settings, &self.rules, file, whole)?;
        if whole {
            self.best = Arc::new(Ok(Arc::new(solved)).into());
        } else {
            self.named = Some(Arc::new(solved));
        }
        Ok(())
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        self.solution(wanted)
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        Self::chain(self, most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        const FEW: usize = 20_000;
        Dynamics::new(Self::chain(self, FEW), 2, None)
    }
}

impl Simulated for Table {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(GamePlayer(Games::new(self)))
    }

    fn check_policies(&self) -> Result<(), GameError> {
        if !self.plays_best() {
            return Ok(());
        }
        let wrong = |error: AdviceError| match error {
            AdviceError::NotKnown(why) => GameError::UnknownPolicy(why),
            _ => GameError::UnknownPolicy("what is best cannot be looked up"),
        };
        self.solved().map(drop).map_err(wrong)
    }
}

impl Playable for Table {
    fn moves(&self) -> &'static str {
        "throws"
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        self.is_later
            .then(|| format!("Played from the position {}.", self.race.start.text(&self.race.settings)))
            .into_iter()
            .collect()
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
        length.max(1.0) * self.cost_of_throw()
    }

    fn cost_of_any(&self) -> f64 {
        self.cost(25.0 * f64::from(self.race.settings.pieces))
    }
}
