//! What a board game of two seats hands over to be set up, solved, played and advised in.

use std::sync::Arc;

use crate::kit::{
    Advice, AdviceError, Advised, BoardView, Fact, FactValue, GameError, OptionValue, Play, PolicyInfo,
    ReadAt, SolutionStore, Steps, Strategy, TableError, ValueUnit,
};
use tali_core::exact::{Number, OnProgress, Solution, Wanted};
use tali_core::process::{ChainError, MarkovChain, Over, Process, Statistic};
use tali_core::search::Lines;

/// A board game of two seats in which nothing is hidden, played from some position: its process, with what positions and
/// moves are called, and as much of their values as is known.
pub(super) trait BoardGame: Process + Clone + Send + 'static {
    /// In what the values of positions and moves are counted.
    const VALUES: ValueUnit;

    /// What its length is counted in.
    const MOVES: &'static str;

    /// How seats can play.
    const POLICIES: &'static [Policy<Self>];

    /// What a seat does of whom nothing is said.
    const USUAL: Playing<Self> = Playing { policy: &Self::POLICIES[0], depth: 0 };

    /// Which policies are played against one another to measure skill: the better first.
    const LADDER: &'static [[&'static str; 2]] = &[
        ["best", "search:2"],
        ["best", "greedy"],
        ["best", "random"],
        ["search:2", "search:1"],
        ["search:1", "greedy"],
        ["greedy", "random"],
    ];

    /// The position that somebody typed.
    fn read(&self, position: &str) -> Result<Self::State, AdviceError>;

    /// A position as it is typed.
    fn text(&self, state: &Self::State) -> String;

    /// A move as it is typed.
    fn named(&self, state: &Self::State, made: Self::Move) -> String;

    /// The same game from a position on.
    fn starting(&self, state: Self::State) -> Self;

    /// Any move, each as likely as another, where [`Process::actions`] would list many of them.
    fn any(&self, state: &Self::State, below: &mut dyn FnMut(usize) -> usize) -> Option<Self::Move> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        (!actions.is_empty()).then(|| actions[below(actions.len())])
    }

    /// What is said of a game from a later position: how it is played from there.
    const FROM: &'static str = "Played";

    /// The same game from the position of which is asked where nobody says of which; from its first, if it has one.
    fn opening(&self) -> Self {
        self.clone()
    }

    /// How many moves a game is played before it is given up, as one that never ends.
    fn longest(&self) -> u64 {
        u64::MAX
    }

    /// How many moves a game takes, roughly.
    fn length(&self) -> f64;

    /// What is known of the game when seats play like this, without playing it.
    fn solution(&self, playing: &[Playing<Self>; 2], wanted: Wanted) -> Solution;

    /// Whether every seat can play like this.
    fn check(&self, _playing: &[Playing<Self>; 2]) -> Result<(), GameError> {
        Ok(())
    }

    /// The states numbered, where seats play like this and there are few.
    fn chain(&self, _playing: &[Playing<Self>; 2], _most_moves: usize) -> Result<MarkovChain, ChainError> {
        Err(ChainError::TooLarge)
    }

    /// Whether it is known that the game never ends when seats play like this.
    fn is_endless(&self, _playing: &[Playing<Self>; 2]) -> bool {
        false
    }

    /// How many milliseconds its solution takes, roughly.
    fn effort(&self, _playing: &[Playing<Self>; 2]) -> f64 {
        1_000.0
    }

    /// What to say at once where its solution is not cached and takes long: how long, and what is sooner solved.
    fn foretold(&self) -> Option<String> {
        None
    }

    /// What is to be noted of a table at which seats play like this.
    fn remark(&self, _playing: &[Playing<Self>; 2]) -> Option<String> {
        None
    }

    /// The values of the moves of the first position to a seat that plays like this, the best first.
    fn assess(&self, _playing: Playing<Self>) -> Result<Assessment<Self::Move>, AdviceError> {
        Err(AdviceError::NotKnown("in a race advice goes throw by throw"))
    }

    /// What comes of a move at once.
    fn facts(&self, _state: &Self::State, _made: Self::Move) -> Vec<Fact> {
        Vec::new()
    }

    /// The squares from which and to which a move goes, in their order on the board.
    fn steps(&self, _state: &Self::State, _made: Self::Move) -> Steps {
        Steps::new()
    }

    /// What is to be said of a position in words: how the game is over there, say.
    fn comment(&self, state: &Self::State) -> Option<String>;

    /// The board, on which the best moves are shown, and what comes of the first of them.
    fn picture(&self, state: &Self::State, best: &[Self::Move]) -> BoardView;

    /// The seat that is to move, from 0, as readers see it; whoever decides, if nobody says otherwise.
    fn seat(&self, state: &Self::State) -> usize;

    /// What a seat is called in messages.
    fn called(&self, seat: usize) -> String {
        format!("seat {}", seat + 1)
    }

    /// Why a move that was typed may not be made, if that is known.
    fn forbidden(&self, _state: &Self::State, _typed: &str) -> Option<&'static str> {
        None
    }

    /// How many lines of 1, 2, … plies go out from the first position.
    fn lines(&self, _depth: u32) -> Result<Vec<Lines>, AdviceError> {
        Err(AdviceError::NO_LINES)
    }

    /// How many plies of lines are counted if nobody says otherwise.
    const PLIES: u32 = 0;

    /// The figures that describe lines, of which the second says how many win.
    const LINES: &'static [&'static Statistic] = &[];

    /// What is best at the first position.
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
            let ahead = |place: u32| match of.over {
                Over::Depths => Some(place),
                Over::Game if Self::VALUES.is_whole() => depth,
                _ => None,
            };
            let numbers = (1..).zip(numbers);
            (of, numbers.map(|(place, number)| Self::VALUES.looked(number, ahead(place))).collect())
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

    /// The card.
    fn strategy(&self, playing: &[Playing<Self>; 2]) -> Result<Strategy, AdviceError>;

    /// All of what is best as a file.
    fn table_file(&self) -> Result<Vec<u8>, AdviceError> {
        Err(AdviceError::NO_TABLE)
    }

    /// Where solutions are cached and progress is reported, if it is ever solved.
    fn resources(&mut self) -> Option<&mut Resources> {
        None
    }

    /// Has what is best looked up in this file.
    fn look_up_in(&mut self, _file: Box<dyn ReadAt>, _whole: bool) -> Result<(), TableError> {
        Err(TableError::None)
    }
}

/// Where solutions are cached, and to whom progress is reported.
#[derive(Clone, Default)]
pub(super) struct Resources {
    /// Keeps solutions from run to run.
    pub store: Option<Arc<dyn SolutionStore>>,
    /// Receives progress while something is solved.
    pub progress: Option<OnProgress>,
}

/// How a seat can play a board game: what is said of it, and what it does.
pub(super) struct Policy<G: BoardGame> {
    /// Its name and the rule that it follows.
    pub info: PolicyInfo,
    /// Somebody who plays by it, looking so far ahead.
    pub agent: for<'g> fn(&'g G, u32) -> Likes<'g, G>,
    /// How many draws take as long as one of its moves.
    pub draws: fn(&G, u32) -> f64,
}

/// A seat that chooses, with what it remembers: what it likes best of all that it can do.
pub(super) type Likes<'g, G> = Box<dyn FnMut(&<G as Process>::State) -> Liked<<G as Process>::Move> + 'g>;

/// What a seat likes best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Liked<M> {
    /// Anything that can be done.
    Any,
    /// These, all alike.
    These(Vec<M>),
}

/// How one seat plays.
pub(super) struct Playing<G: BoardGame> {
    /// Its policy.
    pub policy: &'static Policy<G>,
    /// How far that looks ahead, if it does.
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
    /// What somebody plays.
    pub(super) fn of(play: &Play) -> Self {
        let known = G::POLICIES.iter().find(|policy| policy.info.name == play.name());
        known.map_or(G::USUAL, |policy| Self { policy, depth: play.depth().unwrap_or(0) })
    }

    /// Whether it goes by the policy of that name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.policy.info.name == name
    }

    /// Somebody who plays so.
    pub(super) fn agent<'g>(&self, game: &'g G) -> Likes<'g, G> {
        (self.policy.agent)(game, self.depth)
    }

    /// Whether it plays as another does.
    pub(super) fn same(&self, other: &Self) -> bool {
        self.is(other.policy.info.name) && self.depth == other.depth
    }
}

/// What is said of the policies in the catalogue, in the order in which they stand there.
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
    /// The value of the position to the seat that is to move.
    pub value: Number,
    /// The moves, the best first.
    pub options: Vec<Valued<M>>,
    /// How many of these are as good as the first, as far as is known; none where it is not known what is best.
    pub best: usize,
    /// What else there is to say of the position.
    pub figures: Vec<(&'static Statistic, Vec<Number>)>,
    /// How many plies ahead was looked, where values are an opinion.
    pub depth: Option<u32>,
}

/// A move with its value.
pub(super) struct Valued<M> {
    /// The move.
    pub made: M,
    /// Its value to the seat that is to move.
    pub value: Number,
    /// Whether the seat may make it, playing as it does.
    pub is_done: bool,
}

/// Those of which there is most of something, in their order.
pub(super) fn most<T, W: Ord>(all: Vec<T>, of: impl FnMut(&T) -> W) -> Vec<T> {
    let amounts: Vec<W> = all.iter().map(of).collect();
    let Some(most) = amounts.iter().max() else { return Vec::new() };
    all.into_iter().zip(&amounts).filter(|(_, amount)| *amount == most).map(|(one, _)| one).collect()
}
