//! A table at which a board game is played: what is solved, simulated and advised there.

use std::sync::Arc;

use num_rational::BigRational;

use super::game::{BoardGame, Liked, Playing};
use crate::kit::notation::{Cursor, Read, refuse};
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, GameError, Playable, ReadAt, Rules, Simulated, SolutionStore,
    Solvable, Strategy, TableError, ValueUnit, Workload,
};
use tali_core::exact::{Enclosure, OnProgress, Solution, Wanted};
use tali_core::monte_carlo::{Agent, Player, ProcessPlayer};
use tali_core::process::{ChainError, MarkovChain, Turn};
use tali_core::search::Lines;

/// A board game at a table: the game from some position, and the policies of both seats.
pub(super) struct BoardTable<G: BoardGame> {
    /// The game, from where it is played.
    pub game: G,
    /// How the seats play.
    pub playing: [Playing<G>; 2],
    /// Whether it is played from a later position than the first.
    is_later: bool,
}

impl<G: BoardGame> BoardTable<G> {
    /// A table of a game, with the policies that the rules give.
    pub(super) fn new(game: G, rules: &Rules) -> Self {
        let playing = [0, 1].map(|seat| rules.play().get(seat).map_or(G::USUAL, Playing::of));
        Self { game, playing, is_later: false }
    }

    /// The same table from a position on.
    fn starting(&self, state: G::State) -> Self {
        Self { game: self.game.starting(state), playing: self.playing, is_later: true }
    }

    /// The game from a position that was typed, or from where it is played.
    fn game_at(&self, position: Option<&str>) -> Result<G, AdviceError> {
        Ok(match position {
            Some(position) => self.game.starting(self.game.read(position)?),
            None => self.game.opening(),
        })
    }

    /// Creates an agent for a seat.
    fn agent(&self, seat: usize) -> Agent<'_, &G> {
        let mut likes = self.playing[seat].agent(&self.game);
        Box::new(move |state, generator| match likes(state) {
            Liked::Any => self
                .game
                .any(state, &mut |number| usize::try_from(generator.below(number as u64)).unwrap_or(0)),
            Liked::These(moves) => generator.one_of(&moves).copied(),
        })
    }

    /// The cost of a move, in draws.
    fn draws_in_a_move(&self) -> f64 {
        self.playing.iter().map(|playing| (playing.policy.draws)(&self.game, playing.depth)).sum::<f64>()
            / 2.0
    }
}

/// The state after moves that were typed.
fn played<G: BoardGame>(game: &G, text: &str) -> Read<G::State> {
    let mut state = game.start();
    let mut words = Cursor::new(text).words();
    for number in 1.. {
        let Some(word) = words.next() else { break };
        if let Turn::End(_) = game.turn(&state) {
            let over = game.comment(&state).unwrap_or_default();
            refuse!(word, "move {number}, {word}, comes too late. {over}");
        }
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let names: Vec<String> = actions.iter().map(|made| game.named(&state, *made)).collect();
        let mut typed = word.text.to_lowercase();
        // A name may have two words.
        if names.iter().any(|name| name.split_once(' ').is_some_and(|(first, _)| first == typed))
            && let Some(second) = words.next()
        {
            typed = format!("{typed} {}", second.text);
        }
        let found = Cursor { text: &typed, ..word };
        let Some(index) = names.iter().position(|name| *name == typed) else {
            let why = game
                .forbidden(&state, &typed)
                .map_or_else(|| allowed(found, &game.called(game.seat(&state)), &names), str::to_owned);
            refuse!(word, "move {number}, {found}, cannot be made: {why}");
        };
        game.advance(&mut state, actions[index]);
    }
    Ok(state)
}

/// The allowed moves: those of the piece that was meant, if it can move, otherwise all.
fn allowed(typed: Cursor<'_>, who: &str, all: &[String]) -> String {
    const MOST: usize = 12;
    let begins = typed.text.split_once('-').filter(|(from, _)| !from.is_empty());
    let of_piece: Vec<&String> = begins.map_or_else(Vec::new, |(from, _)| {
        all.iter().filter(|name| name.split_once('-').is_some_and(|(other, _)| other == from)).collect()
    });
    let (names, may, hint) = if of_piece.is_empty() {
        // If everything is listed, no hint is needed.
        let hint = if all.len() > MOST { typed.hint(all.iter().map(String::as_str)) } else { String::new() };
        (all.iter().collect(), "is to move, and can play", hint)
    } else {
        (of_piece, "can play", String::new())
    };
    let quoted: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > MOST { ", \u{2026}" } else { "" };
    format!("{who} {may} {}{more}{hint}", quoted.join(", "))
}

impl<G: BoardGame> Decisions for BoardTable<G> {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        self.game_at(position)?.advise(&self.playing)
    }

    fn lines(&self, position: Option<&str>, depth: u32) -> Result<Vec<Lines>, AdviceError> {
        self.game_at(position)?.lines(depth)
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        self.game.strategy(&self.playing)
    }

    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        self.game.table_file()
    }

    fn ladder(&self) -> &'static [[&'static str; 2]] {
        G::LADDER
    }

    fn at(&self, position: &str) -> Result<Box<dyn Playable>, AdviceError> {
        Ok(Box::new(self.starting(self.game.read(position)?)))
    }

    fn after(&self, position: Option<&str>, moves: &str) -> Result<Box<dyn Playable>, AdviceError> {
        let game = self.game_at(position)?;
        if !game.distributions().is_empty() {
            return Err(AdviceError::NO_MOVES);
        }
        let state = played(&game, moves).map_err(AdviceError::Moves)?;
        Ok(Box::new(self.starting(state)))
    }

    fn position(&self) -> Option<String> {
        self.is_later.then(|| self.game.text(&self.game.start()))
    }

    fn value_unit(&self) -> ValueUnit {
        G::VALUES
    }

    fn supposes_best_play(&self) -> bool {
        true
    }
}

impl<G: BoardGame> Solvable for BoardTable<G> {
    fn tell(&mut self, progress: OnProgress) {
        if let Some(resources) = self.game.resources() {
            resources.progress = Some(progress);
        }
    }

    fn keep_in(&mut self, store: Arc<dyn SolutionStore>) {
        if let Some(resources) = self.game.resources() {
            resources.store = Some(store);
        }
    }

    fn look_up_in(&mut self, file: Box<dyn ReadAt>, whole: bool) -> Result<(), TableError> {
        self.game.look_up_in(file, whole)
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        self.game.solution(&self.playing, wanted)
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        self.game.chain(&self.playing, most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        /// Games with more moves would take too long to be numbered for the figures of swings.
        const FEW: usize = 20_000;
        Dynamics::new(self.chain(FEW), 2, None)
    }
}

impl<G: BoardGame> Simulated for BoardTable<G> {
    fn player(&self) -> Box<dyn Player + '_> {
        /// The rough number of draws before it is checked whether to go on.
        const DRAWS: f64 = 1_000_000.0;
        let games = DRAWS / (self.game.length() * self.draws_in_a_move()).max(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "there are 1 to 128")]
        let batch = games.clamp(1.0, 128.0) as u64;
        let agents = || [0, 1].map(|seat| self.agent(seat)).into();
        Box::new(ProcessPlayer::choosing(&self.game, agents).within(self.game.longest(), batch))
    }

    fn check_policies(&self) -> Result<(), GameError> {
        self.game.check(&self.playing)
    }
}

impl<G: BoardGame> Playable for BoardTable<G> {
    fn moves(&self) -> &'static str {
        G::MOVES
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        let from = self.position().map(|from| format!("{} from the position {from}.", G::FROM));
        from.into_iter().chain(self.game.remark(&self.playing)).collect()
    }

    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl<G: BoardGame> Workload for BoardTable<G> {
    fn effort(&self) -> f64 {
        self.game.effort(&self.playing)
    }

    fn foretold(&self) -> Option<String> {
        self.game.foretold()
    }

    fn cost(&self, length: f64) -> f64 {
        // Endless games would be played until they are given up.
        if self.game.is_endless(&self.playing) {
            return f64::INFINITY;
        }
        length.max(1.0) * self.draws_in_a_move()
    }

    fn cost_of_any(&self) -> f64 {
        self.cost(self.game.length())
    }
}

/// A whole number as a value.
pub(super) fn whole(number: i32) -> Enclosure {
    Enclosure::exact(BigRational::from_integer(number.into()))
}
