//! What is known about games without playing them.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::process::{Aseb, START_THROWN};
use super::solved::{MOST_POSITIONS, Solved};
use crate::boards::figures::{ended_already, unknown_figures};
use crate::boards::game::{Liked, Playing};
use crate::boards::race::State;
use crate::kit::MOST_LISTED;
use tali_core::exact::{Detail, Enclosure, Missing, Number, Solution, StatisticNumbers, Wanted, solve_chain};
use tali_core::process::{ChainError, MarkovChain, Policy, Process, Seats, WithPolicies};

/// The most positions for which two policies are solved as a chain: two pieces each, 20,314, take fourteen seconds.
const MOST_IN_CHAIN: usize = 8_000;

/// The most milliseconds to take for each of many draws.
const MOST_EFFORT: f64 = 500.0;

/// How both seats play.
type Both = [Playing<Aseb>; 2];

/// What is known about who wins, and about all else.
pub(super) fn solution(game: &Aseb, playing: &Both, wanted: Wanted) -> Solution {
    let mut solution = known(game, playing, wanted);
    if game.settings.distributions.len() > 1 && game.start == game.settings.first() {
        let share = start_thrown(game, playing, &solution.shares[0], wanted);
        solution.statistics.push(StatisticNumbers::several(&START_THROWN, vec![share]));
    }
    solution
}

/// The probability that seat 1 wins if both throw until exactly one throws a 1 and begins; it is `as_first` if seat 1 begins.
///
/// With c the chance of each seat to throw a 1, seat 1 begins with probability
/// r = c₁(1 − c₂) / (c₁(1 − c₂) + c₂(1 − c₁)).
fn start_thrown(game: &Aseb, playing: &Both, as_first: &Enclosure, wanted: Wanted) -> Number {
    let [one, two] = [0, 1].map(|seat| game.settings.chance(seat, 1));
    let alone = [&one * (BigRational::one() - &two), &two * (BigRational::one() - &one)];
    let either = &alone[0] + &alone[1];
    if either.is_zero() {
        return Err(Missing::Impossible);
    }
    let second = game.from(State { seat: 1, ..game.settings.first() });
    let as_second = &known(&second, playing, wanted).shares[0];
    if [as_first, as_second].contains(&&Enclosure::probability()) {
        return Err(Missing::TooLong);
    }
    let [first, second] = alone.map(|alone| alone / &either);
    Ok(as_first.scaled(&first).plus(&as_second.scaled(&second)))
}

/// The same without a throw for the start.
fn known(game: &Aseb, playing: &Both, wanted: Wanted) -> Solution {
    if let Some(winner) = game.start.winner() {
        return ended_already(game, Seats::one(winner));
    }
    let unknown = Solution { statistics: unknown_figures(&game.figures()), ..Solution::unknown(2, false) };
    // For many draws of the weights of bones, nothing that takes long is solved.
    if wanted.detail == Detail::Means && effort(game, playing) > MOST_EFFORT {
        return unknown;
    }
    if game.to_come() <= MOST_IN_CHAIN
        && let Ok(chain) = chain(game, playing, MOST_LISTED)
    {
        return solve_chain(&chain, wanted);
    }
    let value = |solved: &Solved| match game.start.thrown {
        Some(squares) => solved.of_throw(&game.start, squares),
        None => solved.to_seat(&game.start, game.start.seat.into()),
    };
    let are_best = playing.iter().all(|playing| playing.is("best"));
    let solved = if are_best { game.solved().ok() } else { None };
    let Some((solved, value)) = solved.and_then(|solved| Some((solved, value(solved).ok()?))) else {
        return unknown;
    };
    let share = |seat: usize| if usize::from(game.start.seat) == seat { value } else { 1.0 - value };
    let shares = [0, 1].map(|seat| solved.enclosed(share(seat))).into();
    Solution { shares, nobody: Enclosure::zero(), never: Enclosure::zero(), ..unknown }
}

/// Numbers the states of the game with the policies of both seats.
pub(super) fn chain(game: &Aseb, playing: &Both, most_moves: usize) -> Result<MarkovChain, ChainError> {
    const MOST: usize = 8;
    if playing.iter().any(|playing| playing.is("best")) && game.solved().is_err() {
        return Err(ChainError::TooLarge);
    }
    let policy = |playing: Playing<Aseb>| {
        if playing.is("random") {
            return Policy::random(MOST);
        }
        let game = game.clone();
        Policy::pure(MOST, move |state: &State, _| {
            let Liked::These(liked) = playing.agent(&game)(state) else { return 0 };
            game.settings.moves_in(state).iter().position(|made| liked.contains(&made.from)).unwrap_or(0)
        })
    };
    let process =
        WithPolicies::new(game.clone(), playing.map(policy).into()).map_err(|_| ChainError::Choice)?;
    MarkovChain::new(&process, most_moves)
}

/// The milliseconds that the solution takes, roughly, as measured on two cores.
pub(super) fn effort(game: &Aseb, playing: &Both) -> f64 {
    let chain = if game.to_come() > MOST_IN_CHAIN { 1.0 } else { 100.0 };
    if !playing.iter().any(|playing| playing.is("best")) {
        return chain;
    }
    milliseconds(game) + chain
}

/// The milliseconds that it takes to solve every position.
#[expect(clippy::cast_precision_loss, reason = "an estimate needs no more")]
pub(super) fn milliseconds(game: &Aseb) -> f64 {
    if game.positions() > MOST_POSITIONS {
        return f64::INFINITY;
    }
    0.0014 * game.positions() as f64 * game.settings.distributions.len() as f64
}
