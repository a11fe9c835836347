//! What a board game for two provides to be set up, solved, played and advised on.

use std::sync::Arc;

use crate::kit::{
    Advice, AdviceError, Advised, BoardView, Fact, FactValue, GameError, OptionValue, Play, PolicyInfo,
    ReadAt, SolutionStore, Steps, Strategy, TableError, ValueUnit,
};
use tali_core::exact::{Number, OnProgress, Solution, Wanted};
use tali_core::process::{ChainError, MarkovChain, Over, Process, Statistic};
use tali_core::search::Lines;

/// A board game for two without hidden information, played from some position: its process, the names of positions and moves, and
/// what is known about their values.
pub(super) trait BoardGame: Process + Clone + Send + 'static {
    /// The unit of the values of positions and moves.
    const VALUES: ValueUnit;

    /// The unit of its length.
    const MOVES: &'static str;

    /// How seats can play.
    const POLICIES: &'static [Policy<Self>];

    /// How a seat plays by default.
    const USUAL: Playing<Self> = Playing { policy: &Self::POLICIES[0], depth: 0 };

    /// The pairs of policies that measure skill, the better one first.
    const LADDER: &'static [[&'static str; 2]] = &[
        ["best", "search:2"],
        ["best", "greedy"],
        ["best", "random"],
        ["search:2", "search:1"],
        ["search:1", "greedy"],
        ["greedy", "random"],
    ];

    /// Parses a position.
    fn read(&self, position: &str) -> Result<Self::State, AdviceError>;

    /// A position as it is typed.
    fn text(&self, state: &Self::State) -> String;

    /// A move as it is typed.
    fn named(&self, state: &Self::State, made: Self::Move) -> String;

    /// The same game from a position on.
    fn starting(&self, state: Self::State) -> Self;

    /// Any move, each equally likely, for games in which [`Process::actions`] would list many of them.
    fn any(&self, state: &Self::State, below: &mut dyn FnMut(usize) -> usize) -> Option<Self::Move> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        (!actions.is_empty()).then(|| actions[below(actions.len())])
    }

    /// How a remark on a game from a later position begins.
    const FROM: &'static str = "Played";

    /// The same game from the position that advice is about by default; from its first, if it has one.
    fn opening(&self) -> Self {
        self.clone()
    }

    /// The number of moves after which a game is given up as one that never ends.
    fn longest(&self) -> u64 {
        u64::MAX
    }

    /// The number of moves of a game, roughly.
    fn length(&self) -> f64;

    /// What is known about the game with these policies, without playing it.
    fn solution(&self, playing: &[Playing<Self>; 2], wanted: Wanted) -> Solution;

    /// Checks that every seat can play like this.
    fn check(&self, _playing: &[Playing<Self>; 2]) -> Result<(), GameError> {
        Ok(())
    }

    /// The numbered states with these policies, if there are few.
    fn chain(&self, _playing: &[Playing<Self>; 2], _most_moves: usize) -> Result<MarkovChain, ChainError> {
        Err(ChainError::TooLarge)
    }

    /// Whether the game is known never to end with these policies.
    fn is_endless(&self, _playing: &[Playing<Self>; 2]) -> bool {
        false
    }

    /// The milliseconds that its solution takes, roughly.
    fn effort(&self, _playing: &[Playing<Self>; 2]) -> f64 {
        1_000.0
    }

    /// What to say at once if its solution is not cached and takes long: how long, and what is solved sooner.
    fn foretold(&self) -> Option<String> {
        None
    }

    /// A remark on a table with these policies.
    fn remark(&self, _playing: &[Playing<Self>; 2]) -> Option<String> {
        None
    }

    /// The values of the moves in the first position to a seat that plays like this, the best first.
    fn assess(&self, _playing: Playing<Self>) -> Result<Assessment<Self::Move>, AdviceError> {
        Err(AdviceError::NotKnown("in a race, advice is given throw by throw"))
    }

    /// What a move does at once.
    fn facts(&self, _state: &Self::State, _made: Self::Move) -> Vec<Fact> {
        Vec::new()
    }

    /// The squares that a move leaves and reaches, as indices in the order of the board.
    fn steps(&self, _state: &Self::State, _made: Self::Move) -> Steps {
        Steps::new()
    }

    /// A remark on a position, such as how the game ended there.
    fn comment(&self, state: &Self::State) -> Option<String>;

    /// The board, with the best moves and what the first of them does.
    fn picture(&self, state: &Self::State, best: &[Self::Move]) -> BoardView;

    /// The seat to move, from 0, as readers see it.
    fn seat(&self, state: &Self::State) -> usize;

    /// The name of a seat in messages.
    fn called(&self, seat: usize) -> String {
        format!("seat {}", seat + 1)
    }

    /// Why a move that was typed is not allowed, if that is known.
    fn forbidden(&self, _state: &Self::State, _typed: &str) -> Option<&'static str> {
        None
    }

    /// The numbers of lines of 1, 2, … plies from the first position.
    fn lines(&self, _depth: u32) -> Result<Vec<Lines>, AdviceError> {
        Err(AdviceError::NO_LINES)
    }

    /// The plies of lines that are counted by default.
    const PLIES: u32 = 0;

    /// The figures that describe lines; the second is the number that win.
    const LINES: &'static [&'static Statistic] = &[];

    /// Advice on the first position.
    fn advise(&self, playing: &[Playing<Self>; 2]) -> Result<Advice, AdviceError> {
        let state = self.start();
        let seat = self.seat(&state);
        let Assessment { value, options, best, figures, depth } = self.assess(playing[seat])?;
        let done = options.iter().filter(|option| option.is_done).count();
        let shown: Vec<Self::Move> = options.iter().take(best).map(|option| option.made).collect();
        let advised = options.into_iter().enumerate().map(|(index, option)| {
            let name = self.named(&state, option.made);
            let mut facts = vec![Fact::new("move", None, FactValue::Word(name.clone()))];
            facts.extend(self.facts(&state, option.made));
            let value = Self::VALUES.looked(option.value, depth);
            let valued = OptionValue::of(name, value, best > 0 && index == 0);
            OptionValue {
                next: Some(self.text(&self.next(&state, option.made).to)),
                steps: Some(self.steps(&state, option.made)),
                facts,
                ..if best > 0 { valued.one_of(done, option.is_done) } else { valued }
            }
        });
        let advised = Advised::Options(advised.collect());
        let figures = figures.into_iter().map(|(of, numbers)| {
            let ahead = |slot: u32| match of.over {
                Over::Depths => Some(slot),
                Over::Game if Self::VALUES.is_whole() => depth,
                _ => None,
            };
            let numbers = (1..).zip(numbers);
            (of, numbers.map(|(slot, number)| Self::VALUES.looked(number, ahead(slot))).collect())
        });
        let mut advice = Advice {
            figures: figures.collect(),
            board: Some(self.picture(&state, &shown)),
            remark: self.comment(&state),
            ..Advice::new(self.text(&state), seat + 1, Self::VALUES.looked(value, depth), advised)
        };
        advice.figures.extend(Self::LINES.iter().map(|of| (*of, Vec::new())));
        if !Self::LINES.is_empty() {
            advice.count(&self.lines(Self::PLIES)?, Self::PLIES);
        }
        Ok(advice)
    }

    /// The strategy card.
    fn strategy(&self, playing: &[Playing<Self>; 2]) -> Result<Strategy, AdviceError>;

    /// The solution as a file.
    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Err(AdviceError::NO_TABLE)
    }

    /// Where solutions are cached and progress is reported, if the game can be solved.
    fn resources(&mut self) -> Option<&mut Resources> {
        None
    }

    /// Makes best play be looked up in this file.
    fn look_up_in(&mut self, _file: Box<dyn ReadAt>, _whole: bool) -> Result<(), TableError> {
        Err(TableError::None)
    }
}

/// Where solutions are cached, and where progress is reported.
#[derive(Clone, Default)]
pub(super) struct Resources {
    /// Stores solutions between runs.
    pub store: Option<Arc<dyn SolutionStore>>,
    /// Receives progress while something is solved.
    pub progress: Option<OnProgress>,
}

/// A policy of a board game: its description, and what it does.
pub(super) struct Policy<G: BoardGame> {
    /// Its name and its rule.
    pub info: PolicyInfo,
    /// Creates an agent that follows it, and looks this far ahead.
    pub agent: for<'g> fn(&'g G, u32) -> Likes<'g, G>,
    /// The cost of one of its moves, in draws.
    pub draws: fn(&G, u32) -> f64,
}

/// An agent with its memory: returns what it likes best of all that it can do.
pub(super) type Likes<'g, G> = Box<dyn FnMut(&<G as Process>::State) -> Liked<<G as Process>::Move> + 'g>;

/// What a seat likes best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Liked<M> {
    /// Anything that can be done.
    Any,
    /// These, all equally.
    These(Vec<M>),
}

/// How one seat plays.
pub(super) struct Playing<G: BoardGame> {
    pub policy: &'static Policy<G>,
    /// How far the policy looks ahead, if it does.
    pub depth: u32,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask for games that are Copy")]
impl<G: BoardGame> Clone for Playing<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: BoardGame> Copy for Playing<G> {}

impl<G: BoardGame> Playing<G> {
    /// The policy that was asked for.
    pub(super) fn of(play: &Play) -> Self {
        let known = G::POLICIES.iter().find(|policy| policy.info.name == play.name());
        known.map_or(G::USUAL, |policy| Self { policy, depth: play.depth().unwrap_or(0) })
    }

    /// Whether it follows the policy with that name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.policy.info.name == name
    }

    /// Creates an agent that plays like this.
    pub(super) fn agent<'g>(&self, game: &'g G) -> Likes<'g, G> {
        (self.policy.agent)(game, self.depth)
    }

    /// Whether it plays like another.
    pub(super) fn same(&self, other: &Self) -> bool {
        self.is(other.policy.info.name) && self.depth == other.depth
    }
}

/// The descriptions of the policies for the catalogue, in their order.
pub(super) const fn infos<G: BoardGame, const N: usize>(policies: &[Policy<G>; N]) -> [PolicyInfo; N] {
    let mut infos = [policies[0].info; N];
    let mut index = 1;
    while index < N {
        infos[index] = policies[index].info;
        index += 1;
    }
    infos
}

/// The values of the moves of a position.
pub(super) struct Assessment<M> {
    /// The value of the position to the seat to move.
    pub value: Number,
    /// The moves, the best first.
    pub options: Vec<Valued<M>>,
    /// How many of these are as good as the first, as far as is known; 0 if the best is not known.
    pub best: usize,
    /// Other figures of the position.
    pub figures: Vec<(&'static Statistic, Vec<Number>)>,
    /// The depth of the search, in plies, if values are an opinion.
    pub depth: Option<u32>,
}

/// A move with its value.
pub(super) struct Valued<M> {
    pub made: M,
    /// Its value to the seat to move.
    pub value: Number,
    /// Whether the seat may make it, playing as it does.
    pub is_done: bool,
}

/// The items with the greatest amount, in their order.
pub(super) fn most<T, W: Ord>(all: Vec<T>, of: impl FnMut(&T) -> W) -> Vec<T> {
    let amounts: Vec<W> = all.iter().map(of).collect();
    let Some(most) = amounts.iter().max() else { return Vec::new() };
    all.into_iter().zip(&amounts).filter(|(_, amount)| *amount == most).map(|(one, _)| one).collect()
}
