//! Games in which seats take turns and do not affect each other: the first to be done wins.
//!
//! Each seat is a chain of its own. If seat i is done in its t-th turn with probability `f_i(t)`, and not done by then with
//! `S_i(t)`, it wins in its t-th turn with
//!
//! - `P(i, t) = f_i(t)·Π S_j(t)·Π S_k(t − 1)`, for the seats j before it and k behind it.
//!
//! Turns are followed until the remainder is negligible. It is bounded by the chance that no seat is done, and
//! by the chance of the slowest state not to be done after as many more turns.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

use super::linear::{Elimination, System};
use super::number::{Missing, Number};
use super::scalar::{Ratio, Scalar};
use super::solution::{Pmf, Pot, Solution, Spread, StatisticNumbers, Support, standard_deviation};
use super::solvable::Solvable;
use super::{Enclosure, Interval};
use crate::process::{ALONE_MEAN, IndependentSeats, SeatChain};

/// A seat's chain, with bounds on all chances.
type Chain = SeatChain<Interval>;

/// The largest unfinished part of the games of a scenario, for all results and for quantiles alone.
const LEFT: f64 = 1e-16;
const ENOUGH: f64 = 0.005;

/// The most turns followed of a seat, and the most moves.
const MOST_TURNS: usize = 500_000;
const MOST_LOOKS: usize = 3_000_000_000;

/// The distribution of the turns that one seat takes by itself.
struct Times {
    /// The chance of being done in turn t, from 1.
    done: Vec<Interval>,
    /// The chance of not being done after turn t, from 0.
    open: Vec<Interval>,
    /// The chance that it can no longer be done, after the turns followed.
    stuck: Interval,
}

impl IndependentSeats<Interval> {
    /// The chance of each scenario.
    fn chances(&self) -> Vec<Interval> {
        let mut chances = vec![Interval::ZERO; self.starts.len()];
        for (scenario, weight) in self.scenarios.outcomes() {
            chances[*scenario] = Interval::ratio(weight, self.scenarios.total());
        }
        chances
    }

    /// The mean number of throws that each seat takes by itself, within bounds.
    pub fn alone(&self) -> StatisticNumbers {
        alone(self, &self.chances(), |row| row.iter().map(|(_, chance)| *chance).collect())
    }

    /// The quantiles of the length; `None` if it takes too long to follow the game up to the last of them.
    pub fn quantiles(&self) -> Option<[Number; 4]> {
        let mut last = 0.0_f64;
        let mut chances: Vec<Interval> = Vec::new();
        for (chance, starts) in self.chances().into_iter().zip(&self.starts) {
            let Followed { done, open, .. } = self.followed(starts, ENOUGH)?;
            for (turn, wins) in done.iter().enumerate() {
                if chances.len() <= turn {
                    chances.push(Interval::ZERO);
                }
                chances[turn] = chances[turn].plus(chance.times(*wins));
            }
            last += chance.times(open).high;
        }
        let support = Support::Steps { first: self.throws, step: self.throws };
        let remainder = Interval { low: 0.0, high: last };
        Some(Pmf { support, chances, exact: Vec::new(), remainder }.quantiles(|_| None))
    }

    /// Solves the game; `None` if following it takes too long.
    pub fn solve(&self) -> Option<Solution> {
        let seats = self.chains.len();
        let mut shares = vec![Interval::ZERO; seats];
        let (mut chances, mut never, mut remainder) = (Vec::new(), Interval::ZERO, Interval::ZERO);
        let mut slowest = 0.0_f64;
        for (chance, starts) in self.chances().into_iter().zip(&self.starts) {
            let Followed { done, open, stuck, least } = self.followed(starts, LEFT)?;
            for (turn, wins) in done.iter().enumerate() {
                let (seat, wins) = (turn % seats, chance.times(*wins));
                shares[seat] = shares[seat].plus(wins);
                if chances.len() <= turn {
                    chances.push(Interval::ZERO);
                }
                chances[turn] = chances[turn].plus(wins);
            }
            never = never.plus(chance.times(stuck));
            remainder = remainder.plus(chance.times(open));
            slowest = slowest.max(least);
        }
        let remainder = Interval { low: 0.0, high: remainder.high };
        let shares: Option<Vec<Enclosure>> =
            shares.into_iter().map(|share| share.plus(remainder).at_most_one().enclosure()).collect();
        let shares = shares?;
        let is_sure = never.is_zero();
        let never = if remainder.is_zero() { never } else { never.plus(remainder) };
        let never = never.at_most_one().enclosure().filter(|_| !is_sure);
        let mut length = length(chances, remainder, self.throws, seats as u64, slowest);
        if never.is_some() {
            (length.mean, length.sd) = (Err(Missing::Endless), Err(Missing::Endless));
            length.quantiles = length.quantiles.map(|number| number.map_err(|_| Missing::Endless));
        }
        Some(Solution {
            nobody: Enclosure::zero(),
            never: never.unwrap_or_else(Enclosure::zero),
            length,
            pot: self.ante.map(|ante| Pot::of_antes(ante, &shares, true)),
            statistics: Vec::new(),
            scores: Vec::new(),
            shares,
        })
    }

    /// Follows the game of a scenario turn by turn, until no more than `left` is unfinished; `None` if it takes too long.
    fn followed(&self, starts: &[u32], left: f64) -> Option<Followed> {
        let of_seat = self.first_alike();
        let mut known: Vec<(usize, Seat)> = Vec::new();
        for (seat, first) in of_seat.iter().enumerate().filter(|(seat, first)| *seat == **first) {
            known.push((*first, Seat::new(&self.chains[seat], starts[seat])));
        }
        let index: Vec<usize> =
            of_seat.iter().filter_map(|first| known.iter().position(|(seat, _)| seat == first)).collect();
        let moves: usize =
            known.iter().map(|(seat, _)| self.chains[*seat].iter().map(Vec::len).sum::<usize>()).sum();
        let most = MOST_TURNS.min(MOST_LOOKS / moves.max(1));
        let of_all = |known: &[(usize, Seat)], chance: &dyn Fn(&Times) -> Interval| -> Interval {
            index.iter().map(|index| chance(&known[*index].1.times)).product()
        };
        let (mut open, mut stuck, mut turns) = (Interval::ONE, of_all(&known, &|times| times.stuck), 0);
        while open.high - stuck.low > left {
            if turns == most {
                return None;
            }
            for (seat, at) in &mut known {
                at.turn(&self.chains[*seat]);
            }
            turns += 1;
            open = of_all(&known, &|times| times.open[turns]);
            stuck = of_all(&known, &|times| times.stuck);
        }
        let times: Vec<&Times> = index.iter().map(|index| &known[*index].1.times).collect();
        let wins = |(turn, seat): (usize, usize)| {
            let others = times.iter().enumerate().filter(|(other, _)| *other != seat);
            let open = others.map(|(other, times)| times.open[if other < seat { turn } else { turn - 1 }]);
            times[seat].done[turn - 1].times(open.product::<Interval>())
        };
        let done =
            (1..=turns).flat_map(|turn| (0..times.len()).map(move |seat| (turn, seat))).map(wins).collect();
        let least =
            known.iter().map(|(seat, at)| slowest(&self.chains[*seat], &at.leads, turns)).fold(1.0, f64::min);
        let left = (open.high - stuck.low).max(0.0);
        let left = Interval { low: 0.0, high: if left > 0.0 { left.next_up() } else { 0.0 } };
        Some(Followed { done, open: left, stuck, least })
    }
}

/// The results of a scenario.
struct Followed {
    /// For each turn, and in it for each seat, the probability of winning in it.
    done: Vec<Interval>,
    /// The probability that the game is still undecided, and that nobody can win any more.
    open: Interval,
    stuck: Interval,
    /// For the fastest seat, the greatest chance of any of its states not to be done after as many more turns.
    least: f64,
}

/// For each state, whether a seat can still be done from it; `to` returns the successors of a state.
fn leads_to_the_end(states: usize, to: impl Fn(usize) -> Vec<Option<u32>>) -> Vec<bool> {
    let mut leads = vec![false; states];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for state in (0..states).rev() {
            if !leads[state] && to(state).iter().any(|to| to.is_none_or(|to| leads[to as usize])) {
                leads[state] = true;
                changed = true;
            }
        }
    }
    leads
}

impl IndependentSeats<BigRational> {
    /// The mean number of throws that each seat takes by itself.
    pub fn alone(&self) -> StatisticNumbers {
        let ratio =
            |number: &BigRational| Ratio::ratio(number.numer().magnitude(), number.denom().magnitude());
        let scenarios: Vec<Ratio> =
            (0..self.starts.len()).map(|scenario| ratio(&self.scenarios.probability(&scenario))).collect();
        alone(self, &scenarios, |row| {
            // Brings the chances of one turn to a common denominator.
            let common = row.iter().fold(BigInt::one(), |common, (_, chance)| common.lcm(chance.denom()));
            let part =
                |chance: &BigRational| (chance.numer() * (&common / chance.denom())).magnitude().clone();
            row.iter().map(|(_, chance)| Ratio::ratio(&part(chance), common.magnitude())).collect()
        })
    }
}

/// The mean number of throws of each seat by itself, given the chances of the scenarios and of each turn's moves.
fn alone<C, S: Solvable>(
    game: &IndependentSeats<C>,
    scenarios: &[S],
    chances: impl Fn(&[(Option<u32>, C)]) -> Vec<S>,
) -> StatisticNumbers {
    let first = game.first_alike();
    let of_chain = |seat: usize| -> Number {
        let means = mean_turns(&game.chains[seat], &chances);
        let mut sum = S::zero();
        for (chance, starts) in scenarios.iter().zip(&game.starts).filter(|(chance, _)| !chance.is_zero()) {
            let mean = means[starts[seat] as usize].as_ref().ok_or(Missing::Endless)?;
            sum = sum.plus(&chance.times(mean));
        }
        sum.times(&S::whole(game.throws)).number()
    };
    let known: Vec<Option<Number>> =
        (0..first.len()).map(|seat| (first[seat] == seat).then(|| of_chain(seat))).collect();
    let numbers = first.iter().map(|first| known[*first].clone().unwrap_or(Err(Missing::TooLong)));
    StatisticNumbers::several(&ALONE_MEAN, numbers.collect())
}

/// The mean number of turns from each state; `None` if a seat may never be done from it.
fn mean_turns<C, S: Solvable>(
    chain: &SeatChain<C>,
    chances_of: impl Fn(&[(Option<u32>, C)]) -> Vec<S>,
) -> Vec<Option<S>> {
    let of_rows: Vec<Vec<S>> = chain.iter().map(|row| chances_of(row)).collect();
    let moves = |state: usize| {
        let row = chain[state].iter().map(|(to, _)| *to).zip(&of_rows[state]);
        row.filter(|(_, chance)| !chance.is_zero())
    };
    let mut surely = leads_to_the_end(chain.len(), |state| moves(state).map(|(to, _)| to).collect());
    // A state that can lead to one that may never end may never end either.
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for state in 0..chain.len() {
            let fails = |(to, _): (Option<u32>, &S)| to.is_some_and(|to| !surely[to as usize]);
            if surely[state] && moves(state).any(fails) {
                surely[state] = false;
                changed = true;
            }
        }
    }
    let mut index = vec![0; chain.len()];
    let states: Vec<usize> = (0..chain.len()).filter(|state| surely[*state]).collect();
    states.iter().zip(0u32..).for_each(|(state, local)| index[*state] = local);
    let (mut chances, mut rows, mut to_states) = (Vec::new(), vec![0], Vec::new());
    for (to, chance) in states.iter().flat_map(|state| moves(*state)) {
        to_states.push((to.map(|to| index[to as usize]), u32::try_from(chances.len()).unwrap_or(u32::MAX)));
        chances.push(chance.clone());
    }
    rows.extend(states.iter().scan(0, |end, state| {
        *end += moves(*state).count();
        Some(*end)
    }));
    let system = System { chances: &chances, rows, moves: to_states };
    let solved =
        S::Elimination::new(&system).solve(&[vec![S::one(); states.len()]]).pop().unwrap_or_default();
    (0..chain.len()).map(|state| surely[state].then(|| solved[index[state] as usize].clone())).collect()
}

/// The state of a seat while it is followed.
struct Seat {
    /// The probability of each state.
    now: Vec<Interval>,
    /// The probabilities after the current turn.
    next: Vec<Interval>,
    /// For each state, whether the seat can still be done from it.
    leads: Vec<bool>,
    times: Times,
}

impl Seat {
    fn new(chain: &Chain, start: u32) -> Self {
        let mut now = vec![Interval::ZERO; chain.len()];
        now[start as usize] = Interval::ONE;
        let possible =
            |state: usize| chain[state].iter().filter(|(_, chance)| chance.high > 0.0).map(|(to, _)| *to);
        let leads = leads_to_the_end(chain.len(), |state| possible(state).collect());
        let stuck = if leads[start as usize] { Interval::ZERO } else { Interval::ONE };
        let next = now.clone();
        Self { now, next, leads, times: Times { done: Vec::new(), open: vec![Interval::ONE], stuck } }
    }

    fn turn(&mut self, chain: &Chain) {
        let next = &mut self.next;
        next.fill(Interval::ZERO);
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
        let stuck = next.iter().zip(&self.leads).filter(|(_, leads)| !**leads).map(|(chance, _)| *chance);
        self.times.stuck = stuck.sum::<Interval>().at_most_one();
        std::mem::swap(&mut self.now, &mut self.next);
        self.times.done.push(done);
        self.times.open.push(open);
    }
}

/// Among states that can lead to the end, the greatest chance of not being done after `turns` more turns.
fn slowest(chain: &Chain, leads: &[bool], turns: usize) -> f64 {
    let first = |leads: &bool| if *leads { Interval::ONE } else { Interval::ZERO };
    let mut open: Vec<Interval> = leads.iter().map(first).collect();
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

/// The number of throws in a game, given the chances that it is over after 1, 2, … turns, all seats counted.
#[expect(clippy::cast_precision_loss, reason = "turns are few")]
fn length(chances: Vec<Interval>, remainder: Interval, throws: u64, seats: u64, slowest: f64) -> Spread {
    let turns = chances.len() as f64;
    let (mut mean, mut square) = (Interval::ZERO, Interval::ZERO);
    for (chance, turn) in chances.iter().zip(1u64..) {
        let length = Interval::whole(turn * throws);
        mean = mean.plus(chance.times(length));
        square = square.plus(chance.times(length.times(length)));
    }
    let pmf = Pmf {
        support: Support::Steps { first: throws, step: throws },
        chances,
        exact: Vec::new(),
        remainder,
    };
    let quantiles = pmf.quantiles(|_| None);
    // Among the games still open, at most the fraction `slowest` is open after as many more turns, and so on.
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
    use crate::process::Distribution;
    use std::sync::Arc;

    fn game(chain: Chain, ante: Option<u64>) -> IndependentSeats<Interval> {
        let chain = Arc::new(chain);
        IndependentSeats {
            chains: vec![Arc::clone(&chain), chain],
            scenarios: Distribution::certain(0),
            starts: vec![vec![0, 0]],
            throws: 1,
            ante,
        }
    }

    const HALF: Interval = Interval { low: 0.5, high: 0.5 };

    #[test]
    fn alternating_coin_tosses_match_the_geometric_series() {
        let coins = game(vec![vec![(None, HALF), (Some(0), HALF)]], Some(3));
        let solution = coins.solve().unwrap();
        let near = |number: &Enclosure, known: f64| (number.to_f64() - known).abs() < 1e-12;
        assert!(near(&solution.shares[0], 2.0 / 3.0) && near(&solution.shares[1], 1.0 / 3.0));
        assert!(near(solution.length.mean.as_ref().unwrap(), 2.0));
        assert!(near(solution.length.sd.as_ref().unwrap(), 2.0_f64.sqrt()));
        assert!(near(solution.pot.unwrap().accounts[0].taken.as_ref().unwrap(), 4.0));
        // By itself a seat takes two tosses.
        assert!(coins.alone().numbers.iter().all(|mean| near(mean.as_ref().unwrap(), 2.0)));
    }

    #[test]
    fn stuck_seats_never_win() {
        let round = game(vec![vec![(Some(0), Interval::ONE)]], None);
        assert_eq!(round.solve().unwrap().never, Enclosure::one());
        assert_eq!(round.alone().numbers, vec![Err(Missing::Endless); 2]);
        // Each is done or stuck after its first toss: in one game out of four nobody wins.
        let once = game(vec![vec![(None, HALF), (Some(1), HALF)], vec![(Some(1), Interval::ONE)]], None);
        let solution = once.solve().unwrap();
        assert!((solution.never.to_f64() - 0.25).abs() < 1e-12);
        assert!((solution.shares[0].to_f64() - 0.5).abs() < 1e-12);
    }
}
