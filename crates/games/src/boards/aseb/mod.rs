//! Aseb, the Egyptian game of twenty squares: a race for two, with captures, which is solved.

mod advice;
mod card;
mod moves;
mod notation;
mod numbering;
mod policies;
mod process;
mod settings;
mod solution;
mod solved;
mod strategy;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use num_rational::BigRational;

use self::policies::POLICIES;
use self::process::Aseb;
use self::settings::{
    AGAIN, BLANK, CAPTURE, EXIT, FLAT, MOVES, NAME, PIECES, SAFE, Settings, THROW, Throw, idle_keys,
};
use self::solved::Solved;
use super::game::{BoardGame, Playing, Policy, Resources, infos};
use super::race::{Choices, Race, State, advise, over};
use super::table::BoardTable;
use crate::kit::{
    Advice, AdviceError, BoardView, Game, GameError, Players, PolicyInfo, ReadAt, Rules, Strategy,
    TableError, ThrowUse, Thrown, ValueUnit,
};
use tali_core::exact::{Enclosure, Solution, Wanted};
use tali_core::process::{ChainError, MarkovChain};
use tali_core::tali::Face;

static INFOS: [PolicyInfo; POLICIES.len()] = infos(&POLICIES);

pub(crate) static GAME: Game = Game {
    number: 21,
    name: NAME,
    file: include_str!("../../../files/aseb.game"),
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
        "Each seat has four squares of its own, 1 to 4; squares 5 to 16 are shared. All pieces wait at first. After a throw you move \
         one of your pieces that many squares; a waiting piece enters. A square holds one piece of a seat, and \
         pieces are passed freely. If any move is legal, you must make one; otherwise the turn passes.",
        "A piece that lands on one of the other's, on a shared square that is not safe, captures it; that piece waits again. A piece leaves by the exact \
         throw, 17 less its square. The first player with all pieces off wins; there are no draws.",
        "The source has twelve rules, and ends before it says how pieces move on, meet and leave the board. The gaps are filled as the game is \
         commonly played, after I. Finkel's reading of the Seleucid tablets. In the source, pieces enter on the squares 1-4 \
         and 17-20; here each seat counts its own way, 1 to 16.",
        "Four sticks: as many squares as flat sides. With none the throw does not count and is repeated, which is not an additional throw in the \
         sense of the source. The source says that a knucklebone shows its four values equally often, which is wrong; it means \"die\".",
        "With two or three pieces, moving first helps about twice as much with a fair die as with the textbook's bone, which seldom \
         shows its 1 and its 6 (`win aseb --rule pieces=3 --rule throw=die`, and with `throw=talus`).",
        "In the source, both throw until exactly one throws a 1; that player begins, and throws again to move. Here that player sits in \
         seat 1.",
        "Best play is solved: every position has a value, with a proven error bound. If both seats together could play on forever, best play is \
         undefined; other policies still work, and a game of 100,000 throws counts as one that never ends.",
    ],
    out_of_play: &|rules| idle_keys(rules.get(&THROW)).to_vec(),
    card: &card::card,
    source: "I. Finkel, On the rules for the Royal Game of Ur (2007); 20 Squares (Seleucid) in the Ludii portal; \
             H. J. R. Murray, A History of Board-Games other than Chess (1952), 2.3",
    policies: &INFOS,
    notation: "the squares of the player to move, / and those of the other, with commas; - for none on the board; +2 for pieces that are \
               off, the rest wait; :3 for 3 squares that have been thrown; @2 if the player to move sits in seat 2: 2,3,4+2/4,5,7,8,16:3",
    throw_use: &|rules| match rules.get(&THROW) {
        Throw::Talus => ThrowUse::Faces(&squares_of_face),
        Throw::Sticks | Throw::Die => ThrowUse::Others,
    },
    set_up: &|table| {
        let game = Aseb::new(Settings::new(table)?, table.rules.clone());
        Ok(Box::new(BoardTable::new(game, &table.rules)))
    },
    ..Game::BLANK
};

/// The value of a face, in words.
fn squares_of_face(rules: &Rules, face: Face) -> String {
    let settings::Moves(moves) = rules.get(&MOVES);
    match moves[face.index()] {
        1 => "1 square".to_owned(),
        squares => format!("{squares} squares"),
    }
}

impl BoardGame for Aseb {
    const VALUES: ValueUnit = ValueUnit::Wins;
    const MOVES: &'static str = "throws";
    const POLICIES: &'static [Policy<Self>] = &POLICIES;
    const LADDER: &'static [[&'static str; 2]] = &[
        ["best", "careful"],
        ["best", "greedy"],
        ["best", "runner"],
        ["best", "first"],
        ["best", "random"],
        ["careful", "greedy"],
        ["greedy", "random"],
    ];

    fn read(&self, position: &str) -> Result<State, AdviceError> {
        Ok(notation::read(position, &self.settings)?)
    }

    fn text(&self, state: &State) -> String {
        notation::text(state, &self.settings)
    }

    fn named(&self, state: &State, made: u8) -> String {
        let made = self.settings.legal(&state.position, made, state.thrown.unwrap_or(0));
        made.map_or_else(|| "pass".to_owned(), |made| made.to_string())
    }

    fn starting(&self, state: State) -> Self {
        self.from(state)
    }

    fn longest(&self) -> u64 {
        200_000
    }

    /// Measured: about 25 throws for each piece.
    fn length(&self) -> f64 {
        25.0 * f64::from(self.settings.pieces)
    }

    fn solution(&self, playing: &[Playing<Self>; 2], wanted: Wanted) -> Solution {
        solution::solution(self, playing, wanted)
    }

    fn check(&self, playing: &[Playing<Self>; 2]) -> Result<(), GameError> {
        if !playing.iter().any(|playing| playing.is("best")) {
            return Ok(());
        }
        let wrong = |error: AdviceError| match error {
            AdviceError::NotKnown(why) => GameError::UnknownPolicy(why),
            _ => GameError::UnknownPolicy("best play cannot be looked up"),
        };
        self.solved().map(drop).map_err(wrong)
    }

    fn chain(&self, playing: &[Playing<Self>; 2], most_moves: usize) -> Result<MarkovChain, ChainError> {
        solution::chain(self, playing, most_moves)
    }

    fn effort(&self, playing: &[Playing<Self>; 2]) -> f64 {
        solution::effort(self, playing)
    }

    fn foretold(&self) -> Option<String> {
        const LONG: f64 = 5_000.0;
        let time = solution::milliseconds(self);
        let seconds = Some(time).filter(|time| time.is_finite() && *time > LONG)? / 1_000.0;
        let time = if seconds < 45.0 {
            format!("about {seconds:.0} seconds")
        } else {
            "a minute or more".to_owned()
        };
        Some(format!(
            "Best play is now solved ({time} on two cores) and cached. With three pieces (--rule pieces=3) it takes a second."
        ))
    }

    fn comment(&self, state: &State) -> Option<String> {
        let lost = || self.look_up(|solved| Ok(advice::if_lost(solved, state))).ok().flatten();
        over(state).or_else(lost)
    }

    fn picture(&self, state: &State, best: &[u8]) -> BoardView {
        let squares = state.thrown.unwrap_or(0);
        let made = best.first().and_then(|from| self.settings.legal(&state.position, *from, squares));
        advice::picture(&self.settings, state, made)
    }

    fn seat(&self, state: &State) -> usize {
        state.seat.into()
    }

    fn advise(&self, playing: &[Playing<Self>; 2]) -> Result<Advice, AdviceError> {
        let mut advice = advise(self, playing)?;
        advice.throws.extend(self.look_up(|solved| advice::lost(solved, &self.start))?);
        Ok(advice)
    }

    fn strategy(&self, playing: &[Playing<Self>; 2]) -> Result<Strategy, AdviceError> {
        strategy::strategy(&self.whole(), playing)
    }

    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Ok(self.whole().solved()?.table.bytes()?)
    }

    fn resources(&mut self) -> Option<&mut Resources> {
        Some(&mut self.solving.resources)
    }

    fn look_up_in(&mut self, file: Box<dyn ReadAt>, whole: bool) -> Result<(), TableError> {
        let solved = Arc::new(Solved::open(&self.settings, &self.solving.rules, file, whole)?);
        if whole {
            self.solving.is(solved);
        } else {
            self.named = Some(solved);
        }
        Ok(())
    }
}

impl Race for Aseb {
    const LISTS: bool = true;

    fn throws(&self, seat: usize) -> Vec<(u8, Thrown, BigRational)> {
        let throws = self.settings.distribution(seat).throws.iter().map(|(squares, _)| *squares);
        throws
            .map(|squares| (squares, Thrown::Squares(squares), self.settings.chance(seat, squares)))
            .collect()
    }

    fn choices(&self, state: &State, playing: Playing<Self>) -> Result<Choices<u8>, AdviceError> {
        self.look_up(|solved| advice::choices(self, solved, state, playing))
    }

    fn before(&self, state: &State, _: Playing<Self>) -> Result<Option<Enclosure>, AdviceError> {
        self.look_up(|solved| Ok(Some(solved.enclosed(solved.value(&state.position, state.seat.into())?))))
    }
}
