//! Showdowns, solved on the groups of seats that can still be in.
//!
//! What is counted along the way, hands that pay or casts, comes out of generating functions: [`weights`] says what a
//! hand brings, [`flow`] what comes to each group of contenders and to the winners.

mod coins;
mod flow;
mod lengths;
mod payments;
mod weights;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;

use self::flow::Flow;
use self::weights::{Groups, Weights};
use super::hands::{SeatKind, Seating};
use super::number::{Missing, Number};
use super::scalar::{Scalar, Semiring, Weight};
use super::solution::{Detail, Solution, Spread, StatisticNumbers, Wanted};
use super::wide::Wide;
use super::{Enclosure, Interval, chain, solution};
use crate::process::{FIRST_ROUND_TIE, Fee, Showdown};

/// Rational solutions are worth writing out while groups, values and bits stay below.
const MOST_EXACT_WORK: usize = 30_000;
const MOST_EXACT_BITS: u64 = 4_000;

/// Solves a showdown, with the coins where they are wanted and played for.
pub fn solve_showdown(game: &Showdown, wanted: Wanted) -> Solution {
    let Wanted { detail, coins } = wanted;
    let apart = coins && matches!(&game.stakes, Some(stakes) if matches!(stakes.fee, Fee::Share(..)));
    let seating = Seating::new(&game.hands, apart);
    let table = Solver { game, groups: Groups::new(&seating), seating, detail, coins };
    let bits: u64 = game.hands.iter().map(|distribution| distribution.total().bits()).sum();
    let pairs: usize = table.seating.all().iter().map(|n| (n + 1) * (n + 2) / 2).product();
    let values = game.hands.iter().map(|distribution| distribution.outcomes().len()).max().unwrap_or(0);
    if pairs * values <= MOST_EXACT_WORK && bits <= MOST_EXACT_BITS && detail == Detail::Whole {
        table.solve::<BigUint>()
    } else {
        let solution = table.solve::<Interval>();
        // Chances that vanish in doubles, and lengths beyond all of them, are not gone.
        if !is_vague(&solution) {
            return solution;
        }
        let wide = table.solve::<Wide>();
        // Of a pot that grows by parts of itself they do not tell whether it is won before it grows.
        if apart { Solution { pot: solution.pot, ..wide } } else { wide }
    }
}

/// Whether doubles were too small or too large for it: intervals are a few roundings wide, else.
fn is_vague(solution: &Solution) -> bool {
    const WIDEST: f64 = 1e-9;
    let ends = solution.never == Enclosure::zero();
    let is_wide = |share: &Enclosure| Interval::around(share).relative_width() > WIDEST;
    solution.shares.iter().any(is_wide) || (ends && solution.length.mean.is_err())
}

/// A showdown that is to be solved.
struct Solver<'a> {
    game: &'a Showdown,
    seating: Seating,
    groups: Groups,
    detail: Detail,
    coins: bool,
}

impl Solver<'_> {
    fn solve<W: Weight>(&self) -> Solution {
        let seats = self.game.hands.len();
        let stakes = self.game.stakes.as_ref().filter(|_| self.coins);
        if self.seating.kinds.iter().any(|kind| kind.hands() == BigUint::ZERO) {
            let pot = stakes.map(|stakes| coins::without_hand::<W::Number>(&self.seating, stakes));
            return Solution { length: self.length::<W>(false), ..chain::never(seats, pot) };
        }
        let order = if matches!(stakes.map(|stakes| &stakes.fee), Some(Fee::Coins(_))) { 3 } else { 1 };
        let flow = self.flow::<W>(&Weights::paying(&self.seating, &<BigRational as One>::one(), order));
        let bounded =
            |value: &W::Number| value.enclosure().map_or_else(Enclosure::probability, Enclosure::at_most_one);
        let each: Vec<Enclosure> = (0..self.seating.kinds.len())
            .map(|kind| {
                self.taken(&flow, kind, 0).map_or_else(Enclosure::probability, |share| bounded(&share))
            })
            .collect();
        let never = flow.number(&flow.stuck, 0);
        let tie = bounded(&self.first_tie::<W>());
        let mut solution = Solution {
            shares: (0..seats).map(|seat| each[self.seating.kind_of(seat)].clone()).collect(),
            nobody: Enclosure::zero(),
            never: bounded(&never),
            length: self.length::<W>(never.is_zero()),
            pot: None,
            statistics: vec![StatisticNumbers::one(&FIRST_ROUND_TIE, Ok(tie))],
        };
        solution.pot = stakes.map(|stakes| self.pot(stakes, &flow));
        solution
    }

    /// Whether so many seats of each kind can never settle it among them.
    fn is_never_settled(&self, members: &[usize]) -> bool {
        // Of seats that are alike the first.
        let kinds = self.seating.kinds.iter().zip(members);
        let seats = kinds.flat_map(|(kind, seats)| kind.seats.iter().take(*seats).copied());
        self.game.is_never_settled(seats.collect())
    }

    fn flow<W: Weight>(&self, weights: &Weights<W>) -> Flow<W> {
        Flow::new(weights, &self.groups, self.game.tie)
    }

    /// What of a coefficient goes to each seat of a kind, winners who share being alike.
    fn taken<W: Weight>(&self, flow: &Flow<W>, kind: usize, power: usize) -> Option<W::Number> {
        let mut by_winners = vec![W::zero(); self.game.hands.len() + 1];
        for (group, over) in flow.over.iter().enumerate() {
            let members = self.groups.members(group);
            if members[kind] == 0 {
                continue;
            }
            if let Some(weight) = over.as_ref()?.get(power) {
                let sum = &mut by_winners[members.iter().sum::<usize>()];
                *sum = sum.plus(&weight.times(&W::whole(members[kind] as u64)));
            }
        }
        let alike = self.seating.kinds[kind].seats.len();
        let parts = by_winners.iter().enumerate().filter(|(_, weight)| !weight.is_zero());
        Some(W::Number::sum(parts.map(|(winners, weight)| {
            flow.number(weight, power).over(&W::Number::whole((winners * alike) as u64))
        })))
    }

    /// The chance that the best hands of the first showdown tie.
    fn first_tie<W: Weight>(&self) -> W::Number {
        let both = |kind: &SeatKind, [free, paying]: &[BigUint; 2]| W::of(&(free + paying), &kind.hands());
        let mut below: Vec<W> = self.seating.kinds.iter().map(|kind| both(kind, &kind.idle)).collect();
        let mut tied = W::zero();
        for value in 0..self.seating.values {
            // None of the seats so far has the value, one has, or several.
            let [mut none, mut one, mut several] = [W::one(), W::zero(), W::zero()];
            for (kind, below) in self.seating.kinds.iter().zip(&mut below) {
                let here = both(kind, &kind.at[value]);
                let up_to = below.plus(&here);
                for _ in &kind.seats {
                    several = several.times(&up_to).plus(&one.times(&here));
                    one = one.times(below).plus(&none.times(&here));
                    none = none.times(below);
                }
                *below = up_to;
            }
            tied = tied.plus(&several);
        }
        let totals = self.seating.kinds.iter().map(|kind| W::of_all(&kind.hands()).power(kind.seats.len()));
        tied.over(&W::product(totals))
    }

    /// The number of casts.
    fn length<W: Weight>(&self, ends: bool) -> Spread {
        let why = if ends { Missing::TooLong } else { Missing::Endless };
        let mut length =
            if self.detail == Detail::Whole { lengths::distribution(self) } else { Spread::missing(why) };
        if !ends {
            length.quantiles = length.quantiles.map(|number| number.map_err(|_| Missing::Endless));
            return Spread { mean: Err(Missing::Endless), sd: Err(Missing::Endless), ..length };
        }
        let flow = self.flow::<W>(&Weights::casting(&self.seating));
        let [mean, half] = [1, 2].map(|power| flow.taken(power));
        let square = half.and_then(|half| Some(mean.as_ref()?.plus(&half).plus(&half)));
        length.mean = mean.and_then(|mean| mean.enclosure()).ok_or(Missing::TooLong);
        length.sd = deviation(&length.mean, square);
        length
    }
}

/// The standard deviation for a mean and a mean square.
fn deviation<S: Scalar>(mean: &Number, square: Option<S>) -> Number {
    let square = square.and_then(|square| square.enclosure());
    solution::deviation(mean, square.ok_or(Missing::TooLong))
}
