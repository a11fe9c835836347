//! What is known about rounds and matches without playing them.
//!
//! A round is certain if nobody ever has two options, and if both play their best: then its value is that of its board. A match
//! is certain if its rounds are. Everything else is simulated.

use num_rational::BigRational;

use super::board::{Board, PEBBLES};
use super::catalogue::Catalogue;
use super::endgame::FEW;
use super::layout::{Beginning, Layout};
use super::process::{Choice, Mancala, Phase, State};
use super::round::Round;
use super::score::{End as Over, Score};
use super::settings;
use super::solver;
use super::statistics::{
    CAPTURE_SHARE, CAPTURED, End, Event, FIRST_TURN_MEAN, LAPS_MEAN, LEFT_MEAN, ROUNDS_MEAN,
};
use crate::boards::figures::{counted, unknown_figures};
use crate::boards::game::{Liked, Playing};
use tali_core::exact::{Enclosure, Missing, Solution, Spread, StatisticNumbers};
use tali_core::process::{Counter, Process};

/// The figures that are unknown if both play their best: equally good play can differ in them.
const OF_THE_WAY: [&str; 5] =
    [FIRST_TURN_MEAN.name, CAPTURE_SHARE.name, LAPS_MEAN.name, LEFT_MEAN.name, CAPTURED.name];

/// The possible results of a round, all equally likely.
struct Rounds {
    rounds: Vec<Event>,
    /// Whether both play their best, so that only who ends ahead by how much is known.
    are_best: bool,
}

impl Rounds {
    /// By how much seat 1 ends ahead, if that is certain.
    fn margin(&self) -> Option<i32> {
        let mut margins = self.rounds.iter().map(|round| round.end.map(|end| end.margin()));
        let first = margins.next()??;
        margins.all(|margin| margin == Some(first)).then_some(first)
    }
}

/// What is known with these policies.
pub(super) fn solution(game: &Mancala, playing: &[Playing<Mancala>; 2]) -> Solution {
    let known = match game.from {
        Some(from) => of_position(game, playing, &from).map(|rounds| of_rounds(game, &rounds)),
        None => of_match(game, playing),
    };
    known.unwrap_or_else(|| unknown(game))
}

/// Nothing is known: a single round ends, and without a target it can be drawn.
fn unknown(game: &Mancala) -> Solution {
    let single = game.from.is_some() || game.settings.target == 0;
    let [possible, impossible] = [Enclosure::probability(), Enclosure::zero()];
    let (nobody, never) = if single { (possible, impossible) } else { (impossible, possible) };
    Solution { nobody, never, statistics: unknown_figures(&game.figures()), ..Solution::unknown(2, false) }
}

/// A round that goes on from a position, if it is certain.
fn of_position(game: &Mancala, playing: &[Playing<Mancala>; 2], round: &Round) -> Option<Rounds> {
    if let Some(certain) = without_a_choice(game, playing, *round, false) {
        return Some(Rounds { rounds: vec![certain], are_best: false });
    }
    // After earlier turns without a capture, there may not be enough turns left.
    if !(both_play_their_best(game, playing) && round.is_at_rest()) {
        return None;
    }
    let ((board, seat), captured) = (round.turn(), round.captured);
    let value = game.value(board)?;
    let ahead = captured[0].cast_signed() - captured[1].cast_signed();
    let margin = ahead + if seat == 0 { value } else { -value };
    Some(Rounds { rounds: vec![of_best_play(margin, usize::from(round.first), false)], are_best: true })
}

/// A round in which nobody ever has two options. If seats look ahead, which takes long, only positions with few pebbles are
/// tried.
fn without_a_choice(
    game: &Mancala,
    playing: &[Playing<Mancala>; 2],
    round: Round,
    turned: bool,
) -> Option<Event> {
    if looks_ahead(game, playing) && round.position.board.pebbles() > FEW {
        return None;
    }
    let mut agents = playing.map(|playing| playing.agent(game));
    let mut event = Event { turned, ..Event::default() };
    let only = |round: &Round| {
        let state = State { score: Score::default(), phase: Phase::Round(*round) };
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let liked = match agents[round.seat](&state) {
            Liked::Any => actions,
            Liked::These(liked) => liked,
        };
        if let [Choice::Act(only)] = liked[..] { Some(only) } else { None }
    };
    round.play(&game.settings, only, &mut event)?;
    Some(event)
}

/// A round of best play that seat 1 ends `margin` pebbles ahead: the seat that is ahead secures every gain within a few turns,
/// long before the round ends without captures (see [`Tree::soonest`](super::solver::Tree::soonest)).
fn of_best_play(margin: i32, first: usize, turned: bool) -> Event {
    let captured = [margin.max(0).unsigned_abs(), (-margin).max(0).unsigned_abs()];
    Event { turned, end: Some(End { captured, left: 0, first, is_endless: false }), ..Event::default() }
}

/// Whether a seat looks ahead; in forced play none does.
fn looks_ahead(game: &Mancala, playing: &[Playing<Mancala>; 2]) -> bool {
    let looks = |playing: &Playing<Mancala>| playing.is("best") || playing.is("search");
    game.settings.choice == settings::Choice::Any && playing.iter().any(looks)
}

/// Whether both play their best, if that is solved and there are choices.
fn both_play_their_best(game: &Mancala, playing: &[Playing<Mancala>; 2]) -> bool {
    let best = playing.iter().all(|playing| playing.is("best"));
    best && game.is_solved() && game.settings.choice == settings::Choice::Any
}

fn of_match(game: &Mancala, playing: &[Playing<Mancala>; 2]) -> Option<Solution> {
    let rounds = match rounds_at_best(game, playing) {
        Some(rounds) => rounds,
        None => [rounds(game, playing, 0)?, rounds(game, playing, 1)?],
    };
    if game.settings.target == 0 {
        return Some(of_rounds(game, &rounds[0]));
    }
    let margins = [rounds[0].margin()?, rounds[1].margin()?];
    // A round that can go two ways is not certain, even if both have the same margin.
    let certain = rounds[0].are_best || rounds.iter().all(|rounds| rounds.rounds.len() == 1);
    certain.then(|| of_certain_rounds(game, &rounds, margins))
}

/// The rounds that each seat lays out if both play their best, all equally likely: the value of the board, over which neither can
/// gain anything. `None` if that is not known, or not the same on all boards.
fn rounds_at_best(game: &Mancala, playing: &[Playing<Mancala>; 2]) -> Option<[Rounds; 2]> {
    if !both_play_their_best(game, playing) {
        return None;
    }
    let values = match game.settings.beginning {
        Beginning::Fixed(board) => vec![game.value(board)?],
        Beginning::Any => game.catalogue()?.fair().into_iter().map(|(_, value)| value).collect(),
    };
    let rounds = [0, 1].map(|layer| {
        let round = |value: &i32| {
            // The better side is for the seat that has not laid out, if it may turn the board.
            let turned = game.settings.turning && *value < 0;
            let first = if turned { layer } else { 1 - layer };
            of_best_play(if first == 0 { *value } else { -value }, first, turned)
        };
        Rounds { rounds: values.iter().map(round).collect(), are_best: true }
    });
    rounds[0].margin().map(|_| rounds)
}

/// The possible rounds that a seat lays out, all equally likely, if they are soon found.
fn rounds(game: &Mancala, playing: &[Playing<Mancala>; 2], layer: usize) -> Option<Rounds> {
    let Beginning::Fixed(board) = game.settings.beginning else { return None };
    let mut score = Score::default();
    score.layer = layer;
    let state = State { score, phase: Phase::Turning(board) };
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let turns = match playing[1 - layer].agent(game)(&state) {
        Liked::Any => actions,
        Liked::These(liked) => liked,
    };
    let rounds = turns.into_iter().map(|turn| {
        let turned = turn == Choice::Turn(true);
        let seat = if turned { layer } else { 1 - layer };
        let round = Round::new(board, seat, [0, 0]);
        without_a_choice(game, playing, round, turned)
    });
    Some(Rounds { rounds: rounds.collect::<Option<_>>()?, are_best: false })
}

/// A match of rounds in which it is certain by how much seat 1 ends ahead, by who lays them out.
fn of_certain_rounds(game: &Mancala, rounds: &[Rounds; 2], margins: [i32; 2]) -> Solution {
    let (mut score, mut played) = (Score::default(), Vec::new());
    let end = loop {
        let layer = score.layer;
        played.extend(rounds[layer].rounds.first().copied());
        if let Some(end) = score.count(margins[layer], game.settings.target) {
            break end;
        }
    };
    let are_best = rounds[0].are_best;
    let mut solution = match end {
        // To the first player, rounds are the same, whoever lays them out.
        _ if are_best => of_rounds(game, &rounds[0]),
        // Each round that was played is one of them, all equally likely.
        Over::Over(_) => of_rounds(game, &Rounds { rounds: played.clone(), are_best }),
        Over::Endless => unknown(game),
    };
    let winners = if let Over::Over(winners) = end { Some(winners) } else { None };
    let wins = |seat| Enclosure::certain(winners.is_some_and(|winners| winners.has(seat)));
    solution.shares = [0, 1].map(wins).into();
    solution.nobody = Enclosure::zero();
    solution.never = Enclosure::certain(winners.is_none());
    solution.length = match winners {
        None => Spread::missing(Missing::Endless),
        Some(_) if are_best => Spread::missing(Missing::TooLong),
        Some(_) => Spread::certain(&sowings(&played)),
    };
    if let Some(rounds) = solution.statistics.iter_mut().find(|figure| *figure.of == ROUNDS_MEAN) {
        rounds.numbers = vec![Ok(Enclosure::exact(BigRational::from_integer(score.rounds.into())))];
    }
    solution
}

/// The total number of sowings.
fn sowings(rounds: &[Event]) -> BigRational {
    let sowings: u32 = rounds.iter().map(|round| round.sowings).sum();
    BigRational::from_integer(sowings.into())
}

/// What is known about a single round that goes in one of several equally likely ways.
fn of_rounds(game: &Mancala, Rounds { rounds, are_best }: &Rounds) -> Solution {
    let number = BigRational::from_integer(rounds.len().max(1).into());
    let chance = |is: &dyn Fn(i32) -> bool| {
        let times = rounds.iter().filter(|round| round.end.is_some_and(|end| is(end.margin()))).count();
        Enclosure::exact(BigRational::from_integer(times.into()) / &number)
    };
    let mean = || Ok(Enclosure::exact(sowings(rounds) / &number));
    let length = match rounds[..] {
        _ if *are_best => Spread::missing(Missing::TooLong),
        [_] => Spread::certain(&sowings(rounds)),
        _ => Spread { mean: mean(), ..Spread::missing(Missing::TooLong) },
    };
    let figure = |counter: &Counter<Event>| {
        let unknown = *are_best && OF_THE_WAY.contains(&counter.of.name);
        let numbers = if unknown {
            vec![Err(Missing::TooLong); counter.numbers]
        } else {
            counted(counter, rounds, &number)
        };
        StatisticNumbers::several(counter.of, numbers)
    };
    Solution {
        shares: vec![chance(&|margin| margin > 0), chance(&|margin| margin < 0)],
        nobody: chance(&|margin| margin == 0),
        never: Enclosure::zero(),
        length,
        statistics: game.figures().iter().map(figure).collect(),
        ..Solution::unknown(2, false)
    }
}

impl Mancala {
    /// Whether best play is solved for all positions of this game.
    pub(super) fn is_solved(&self) -> bool {
        let pebbles = match (self.from, self.settings.beginning) {
            (Some(from), _) => from.position.board.pebbles(),
            (None, Beginning::Fixed(board)) => board.pebbles(),
            (None, Beginning::Any) => PEBBLES,
        };
        solver::is_solved(&self.settings, pebbles)
    }

    /// The value of a board to the first player; the one that a game begins with is solved once.
    fn value(&self, board: Board) -> Option<i32> {
        *self.value.get_or_init(|| solver::values(std::iter::once(board), &self.settings).first()?.exact())
    }

    /// The layouts of which best play lays out one; none if that is not solved.
    pub(super) fn fairest(&self) -> Vec<Layout> {
        self.catalogue().into_iter().flat_map(Catalogue::fair).map(|(layout, _)| layout).collect()
    }
}
