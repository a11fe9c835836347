//! Games in which seats take turns, and no seat's turns depend on anything that others do: the first that is done wins.
//!
//! Each seat is a chain of its own. With the chance `f_i(t)` that seat i is done in its t-th turn, and `S_i(t)` that it is not by
//! then, seat i wins in its t-th turn with
//!
//! - `P(i, t) = f_i(t)·Π S_j(t)·Π S_k(t − 1)`, for the seats j before it and k behind it.
//!
//! As many turns are followed as leave nothing that matters; what is left is bounded by how many seats are still on their way, and
//! by the chance of the slowest state to be on its way as many turns later.

use std::rc::Rc;

use super::solution::{Pmf, Pot, Solution, Spread, Support, standard_deviation};
use super::{Enclosure, Interval};
use crate::exact::Missing;

/// What a seat can do in a turn, from each of its states: where that leads, or `None` where it is done, and how likely.
pub type SeatChain = Vec<Vec<(Option<u32>, Interval)>>;

/// So much may be left of all games.
const LEFT: f64 = 1e-16;

/// So many turns of a seat are followed at most, and so many moves.
const MOST_TURNS: usize = 200_000;
const MOST_LOOKS: usize = 3_000_000_000;

/// How long one seat takes by itself.
struct Times {
    /// The chance to be done in turn t, from 1.
    done: Vec<Interval>,
    /// The chance not to be done after turn t, from 0.
    open: Vec<Interval>,
}

/// The game of these seats, each from the first of its states, in which a turn takes so many throws; `None` if it takes too long to
/// follow it, or may never end.
pub fn solve_independent(seats: &[Rc<SeatChain>], throws: u64, ante: Option<u64>) -> Option<Solution> {
    let mut different: Vec<(&Rc<SeatChain>, Seat)> = Vec::new();
    for chain in seats {
        if !different.iter().any(|(known, _)| Rc::ptr_eq(known, chain)) {
            different.push((chain, Seat::new(chain)));
        }
    }
    let of_seat: Vec<usize> = seats
        .iter()
        .filter_map(|chain| different.iter().position(|(known, _)| Rc::ptr_eq(known, chain)))
        .collect();
    let moves: usize = different.iter().map(|(chain, _)| chain.iter().map(Vec::len).sum::<usize>()).sum();
    let most = MOST_TURNS.min(MOST_LOOKS / moves.max(1));
    let mut left = Interval::ONE;
    let mut turns = 0;
    while left.high > LEFT {
        if turns == most {
            return None;
        }
        for (chain, seat) in &mut different {
            seat.turn(chain);
        }
        turns += 1;
        left = of_seat.iter().map(|seat| different[*seat].1.times.open[turns]).product();
    }
    let times: Vec<&Times> = of_seat.iter().map(|seat| &different[*seat].1.times).collect();
    let mut shares = vec![Interval::ZERO; seats.len()];
    let mut chances = Vec::with_capacity(turns * seats.len());
    for turn in 1..=turns {
        for (seat, share) in shares.iter_mut().enumerate() {
            let others = times.iter().enumerate().filter(|(other, _)| *other != seat);
            let open = others.map(|(other, times)| times.open[if other < seat { turn } else { turn - 1 }]);
            let wins = times[seat].done[turn - 1].times(open.product::<Interval>());
            *share = share.plus(wins);
            chances.push(wins);
        }
    }
    let remainder = Interval { low: 0.0, high: left.high };
    let shares: Option<Vec<Enclosure>> =
        shares.into_iter().map(|share| share.plus(remainder).at_most_one().enclosure()).collect();
    let shares = shares?;
    let slowest = different.iter().map(|(chain, _)| slowest(chain, turns)).fold(1.0, f64::min);
    let length = length(chances, remainder, throws, seats.len() as u64, slowest);
    Some(Solution {
        nobody: Enclosure::zero(),
        never: Enclosure::zero(),
        length,
        pot: ante.map(|ante| Pot::of_antes(ante, &shares, true)),
        statistics: Vec::new(),
        shares,
    })
}

/// A seat on its way.
struct Seat {
    /// How likely it is in each of its states.
    now: Vec<Interval>,
    times: Times,
}

impl Seat {
    fn new(chain: &SeatChain) -> Self {
        let mut now = vec![Interval::ZERO; chain.len()];
        if let Some(first) = now.first_mut() {
            *first = Interval::ONE;
        }
        Self { now, times: Times { done: Vec::new(), open: vec![Interval::ONE] } }
    }

    fn turn(&mut self, chain: &SeatChain) {
        let mut next = vec![Interval::ZERO; chain.len()];
        let mut done = Interval::ZERO;
        for (row, here) in chain.iter().zip(&self.now) {
            if here.high <= 0.0 {
                continue;
            }
            for (to, chance) in row {
                let there = here.times(chance);
                match to {
                    Some(to) => next[*to as usize] = next[*to as usize].plus(there),
                    None => done = done.plus(there),
                }
            }
        }
        let open = next.iter().copied().sum::<Interval>().at_most_one();
        self.now = next;
        self.times.done.push(done);
        self.times.open.push(open);
    }
}

/// The greatest chance of any state to be on its way for so many turns more.
fn slowest(chain: &SeatChain, turns: usize) -> f64 {
    let mut open = vec![Interval::ONE; chain.len()];
    for _ in 0..turns {
        let later = |row: &Vec<(Option<u32>, Interval)>| {
            let open = row
                .iter()
                .filter_map(|(to, chance)| Some(open[to.as_ref().copied()? as usize].times(chance)));
            open.sum::<Interval>().at_most_one()
        };
        open = chain.iter().map(later).collect();
    }
    open.iter().map(|open| open.high).fold(0.0, f64::max)
}

/// How many throws a game has, with these chances to be over after 1, 2, … turns of all seats.
#[expect(clippy::cast_precision_loss, reason = "turns are few")]
fn length(chances: Vec<Interval>, remainder: Interval, throws: u64, seats: u64, slowest: f64) -> Spread {
    let turns = chances.len() as f64;
    let (mut mean, mut square) = (Interval::ZERO, Interval::ZERO);
    for (chance, turn) in chances.iter().zip(1u64..) {
        let length = Interval::whole(turn * throws);
        mean = mean.plus(chance.times(length));
        square = square.plus(chance.times(length.times(length)));
    }
    let pmf = Pmf { support: Support::Steps { first: throws, step: throws }, chances, remainder };
    let quantiles = pmf.quantiles(|_| None);
    // All games still open are over within another so many turns but for a part, and so on.
    let longest = (turns + seats as f64) * throws as f64;
    let rest = 1.0 - slowest;
    if rest < 1e-6 {
        return Spread { quantiles, pmf: Some(pmf), ..Spread::missing(Missing::TooLong) };
    }
    let tail = |bound: f64| Interval { low: 0.0, high: (bound * remainder.high * (1.0 + 1e-9)).next_up() };
    let mean = mean.plus(tail(2.0 * longest / (rest * rest))).enclosure();
    let square = square.plus(tail(8.0 * longest * longest / (rest * rest * rest))).enclosure();
    match (mean, square) {
        (Some(mean), Some(square)) => {
            let sd = Ok(standard_deviation(&mean, &square));
            Spread { sd, mean: Ok(mean), finite_mean: None, quantiles, pmf: Some(pmf) }
        }
        _ => Spread { quantiles, pmf: Some(pmf), ..Spread::missing(Missing::TooLong) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_coins_in_turn_are_what_the_series_says() {
        let half = Interval { low: 0.5, high: 0.5 };
        let coin: Rc<SeatChain> = Rc::new(vec![vec![(None, half), (Some(0), half)]]);
        let solution = solve_independent(&[Rc::clone(&coin), coin], 1, Some(3)).unwrap();
        let near = |number: &Enclosure, known: f64| (number.to_f64() - known).abs() < 1e-12;
        assert!(near(&solution.shares[0], 2.0 / 3.0) && near(&solution.shares[1], 1.0 / 3.0));
        assert!(near(solution.length.mean.as_ref().unwrap(), 2.0));
        assert!(near(solution.length.sd.as_ref().unwrap(), 2.0_f64.sqrt()));
        assert!(near(solution.pot.unwrap().accounts[0].taken.as_ref().unwrap(), 4.0));
    }

    #[test]
    fn what_never_ends_is_not_solved() {
        let round: Rc<SeatChain> = Rc::new(vec![vec![(Some(0), Interval::ONE)]]);
        assert!(solve_independent(&[Rc::clone(&round), round], 1, None).is_none());
    }
}
