//! Walks, solved: who wins, how long it takes, and what is in the pot.
//!
//! A walk becomes an absorbing Markov chain on the states that it can reach. Expected values X are the
//! solution of X(s) = Σ P(s, t)·X(t) + g(s), with the gain g that belongs to each: the chance of winning
//! at once for win shares, one throw for the length, what is paid for the pot. Second moments follow from
//! E[(r + X)²] = r² + 2r·E[X] + E[X²]. Source: J. G. Kemeny, J. L. Snell, *Finite Markov Chains* (1960),
//! chapter III.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

use super::finish::{self, FinishLaw};
use super::linear::System;
use super::scalar::Scalar;
use super::solution::{Account, Detail, Missing, Pmf, Pot, Solution, Spread, Support, standard_deviation};
use super::{Enclosure, Interval};
use crate::process::{Ending, Payment, Step, Walk};

/// Rational solutions of so many states, and with so many bits in a determinant, are worth writing out.
const MOST_EXACT_STATES: usize = 400;
const MOST_EXACT_BITS: u64 = 1 << 13;

/// So few states may have longer weights.
const FEW_STATES: usize = 12;
const FEW_STATES_BITS: u64 = 1 << 15;

/// How many different amounts in the pot are told apart.
const MOST_AMOUNTS: u64 = 1 << 12;

/// Where a throw leads in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum To {
    State(usize),
    Won(usize),
    Nobody,
    /// Where no end is ever reached.
    Never,
}

#[derive(Clone, Debug)]
struct Move {
    to: To,
    weight: BigUint,
    payment: Option<Payment>,
}

/// A walk on the states that it can reach, the start among them.
struct Chain {
    seats: usize,
    casts: u64,
    ante: Option<u64>,
    /// The seats that never pay anything but the ante.
    idle: Vec<bool>,
    start: To,
    moves: Vec<Vec<Move>>,
    totals: Vec<BigUint>,
}

/// Solves a walk without a deadline.
pub fn solve_walk<W: Walk>(walk: &W, detail: Detail) -> Solution {
    let chain = Chain::new(walk);
    let bits: u64 = chain.totals.iter().map(BigUint::bits).sum();
    let few = chain.moves.len() <= FEW_STATES && bits <= FEW_STATES_BITS;
    let feasible = few || (chain.moves.len() <= MOST_EXACT_STATES && bits <= MOST_EXACT_BITS);
    if feasible && detail == Detail::Whole {
        chain.solve::<BigRational>(detail)
    } else {
        chain.solve::<Interval>(detail)
    }
}

/// The states that a walk reaches, in their order, with what each throw leads to.
pub(super) type Reached<S> = (Vec<S>, Vec<Row>);

/// From one state the moves, with their weights and what they cost.
pub(super) type Row = Vec<(Result<usize, Ending>, BigUint, Option<Payment>)>;

pub(super) fn reached<W: Walk>(walk: &W) -> Reached<W::State> {
    let mut seen = HashSet::from([walk.start()]);
    let mut waiting = VecDeque::from([walk.start()]);
    while let Some(state) = waiting.pop_front() {
        for (effect, _) in walk.laws()[walk.thrown(state)].outcomes() {
            if let Step::To(next) = walk.step(state, *effect)
                && seen.insert(next)
            {
                waiting.push_back(next);
            }
        }
    }
    let mut states: Vec<W::State> = seen.into_iter().collect();
    states.sort_unstable();
    let place: HashMap<W::State, usize> =
        states.iter().zip(0..).map(|(state, place)| (*state, place)).collect();
    let row = |state: &W::State| {
        let mut row: BTreeMap<(Result<usize, Ending>, Option<Payment>), BigUint> = BTreeMap::new();
        for (effect, weight) in walk.laws()[walk.thrown(*state)].outcomes() {
            let to = match walk.step(*state, *effect) {
                Step::To(next) => Ok(place[&next]),
                Step::End(ending, _) => Err(ending),
            };
            *row.entry((to, walk.payment(*state, *effect).filter(|payment| payment.coins > 0)))
                .or_default() += weight;
        }
        row.into_iter().map(|((to, payment), weight)| (to, weight, payment)).collect()
    };
    let rows = states.iter().map(row).collect();
    (states, rows)
}

/// The states from which no end can be reached.
pub fn hopeless_states<W: Walk>(walk: &W) -> HashSet<W::State> {
    let (states, rows) = reached(walk);
    states.into_iter().zip(can_end(&rows)).filter(|(_, hopeful)| !hopeful).map(|(state, _)| state).collect()
}

fn can_end(rows: &[Row]) -> Vec<bool> {
    let mut before = vec![Vec::new(); rows.len()];
    let mut hopeful = vec![false; rows.len()];
    let mut waiting = Vec::new();
    for (from, row) in rows.iter().enumerate() {
        for (to, ..) in row {
            match to {
                Ok(to) => before[*to].push(from),
                Err(_) if !hopeful[from] => {
                    hopeful[from] = true;
                    waiting.push(from);
                }
                Err(_) => {}
            }
        }
    }
    while let Some(state) = waiting.pop() {
        for from in std::mem::take(&mut before[state]) {
            if !hopeful[from] {
                hopeful[from] = true;
                waiting.push(from);
            }
        }
    }
    hopeful
}

impl Chain {
    /// The chain of the states from which an end can be reached; all others are [`To::Never`].
    fn new<W: Walk>(walk: &W) -> Self {
        let (states, rows) = reached(walk);
        let hopeful = can_end(&rows);
        let kept: Vec<usize> = (0..states.len()).filter(|state| hopeful[*state]).collect();
        let place: HashMap<usize, usize> =
            kept.iter().zip(0..).map(|(state, place)| (*state, place)).collect();
        let to = |to: &Result<usize, Ending>| match to {
            Ok(state) => place.get(state).map_or(To::Never, |place| To::State(*place)),
            Err(Ending::Won(seat)) => To::Won(*seat),
            Err(Ending::Nobody) => To::Nobody,
        };
        let moves = kept.iter().map(|state| {
            rows[*state]
                .iter()
                .map(|(end, weight, payment)| Move { to: to(end), weight: weight.clone(), payment: *payment })
                .collect()
        });
        let start = states.binary_search(&walk.start()).map_or(To::Never, |state| to(&Ok(state)));
        let payments = rows.iter().flatten().filter_map(|(_, _, payment)| *payment);
        let payers: HashSet<usize> = payments.map(|payment| payment.seat).collect();
        let totals = kept.iter().map(|state| walk.laws()[walk.thrown(states[*state])].total().clone());
        Self {
            seats: walk.seats(),
            casts: walk.casts(),
            ante: walk.ante(),
            idle: (0..walk.seats()).map(|seat| !payers.contains(&seat)).collect(),
            start,
            totals: totals.collect(),
            moves: moves.collect(),
        }
    }

    fn solve<S: Scalar>(&self, detail: Detail) -> Solution {
        let To::State(start) = self.start else {
            return never(
                self.seats,
                self.ante.map(|ante| {
                    untaken(self.seats, |seat| {
                        if self.idle[seat] {
                            Ok(Enclosure::exact(BigRational::from_integer(ante.into())))
                        } else {
                            Err(Missing::Endless)
                        }
                    })
                }),
            );
        };
        let system = self.system(|_| true);
        let win =
            |seat: usize| self.gain::<S>(|step| if step.to == To::Won(seat) { S::one() } else { S::zero() });
        let mut gains: Vec<Vec<S>> = (0..self.seats).map(win).collect();
        gains.push(self.gain(|step| if step.to == To::Nobody { S::one() } else { S::zero() }));
        gains.push(self.gain(|step| if step.to == To::Never { S::one() } else { S::zero() }));
        gains.push(vec![S::whole(self.casts); self.moves.len()]);
        let mut solved = S::solve(&system, &gains);
        let casts = solved.pop().unwrap_or_default();
        let bounded = |solved: &[S]| solved[start].enclosure().unwrap_or_else(Enclosure::probability);
        let never = solved.pop().map_or_else(Enclosure::probability, |never| bounded(&never));
        let nobody = solved.pop().map_or_else(Enclosure::probability, |nobody| bounded(&nobody));
        let shares: Vec<Enclosure> = solved.iter().map(|share| bounded(share)).collect();
        let (shares, nobody, never) = certain_if_alone(shares, nobody, never);
        let ends = never.as_exact().is_some_and(Zero::is_zero);
        let whole = detail == Detail::Whole;
        let why = if ends { Missing::TooLong } else { Missing::Endless };
        let mut length = if whole { self.lengths(start) } else { Spread::missing(why) };
        if ends {
            length.mean = casts[start].enclosure().ok_or(Missing::TooLong);
        }
        if ends && whole {
            let square = self.square(&casts, |_| self.casts);
            let square = S::solve(&system, &[square]).pop().and_then(|square| square[start].enclosure());
            length.sd = both(&length.mean, square).map(|(mean, square)| standard_deviation(mean, &square));
        }
        let account = Account { paid: Err(Missing::Endless), taken: Err(Missing::Endless) };
        let endless = Pot { coins: Spread::missing(Missing::Endless), accounts: vec![account; self.seats] };
        let pot = self
            .ante
            .map(|ante| if ends { self.pot(&system, &solved, start, ante, detail) } else { endless });
        Solution { shares, nobody, never, length, pot, specials: Vec::new() }
    }

    /// The equations of the chain of those moves that are `kept`; all others leave it.
    fn system(&self, kept: impl Fn(&Move) -> bool) -> System {
        let mut system = System {
            totals: self.totals.clone(),
            moves: Vec::with_capacity(self.moves.len()),
            exits: Vec::with_capacity(self.moves.len()),
        };
        for row in &self.moves {
            let mut moves: BTreeMap<usize, BigUint> = BTreeMap::new();
            let mut exit = BigUint::zero();
            for step in row {
                match step.to {
                    To::State(state) if kept(step) => *moves.entry(state).or_default() += &step.weight,
                    _ => exit += &step.weight,
                }
            }
            system.moves.push(moves.into_iter().collect());
            system.exits.push(exit);
        }
        system
    }

    /// From each state the expected value of the next move.
    fn gain<S: Scalar>(&self, value: impl Fn(&Move) -> S) -> Vec<S> {
        let row = |(row, total): (&Vec<Move>, &BigUint)| {
            S::sum(row.iter().map(|step| value(step).times(&S::ratio(&step.weight, total))))
        };
        self.moves.iter().zip(&self.totals).map(row).collect()
    }

    /// The gains of E[X²], where every move adds to X: r² + 2r·E[X from there].
    fn square<S: Scalar>(&self, mean: &[S], adds: impl Fn(&Move) -> u64) -> Vec<S> {
        self.gain(|step| {
            let added = S::whole(adds(step));
            let later = match step.to {
                To::State(state) => mean[state].plus(&mean[state]),
                _ => S::zero(),
            };
            added.times(&added.plus(&later))
        })
    }

    fn pot<S: Scalar>(
        &self,
        system: &System,
        shares: &[Vec<S>],
        start: usize,
        ante: u64,
        detail: Detail,
    ) -> Pot {
        let coins = |step: &Move| step.payment.map_or(0, |payment| payment.coins);
        let paid_by = |seat: usize, step: &Move| {
            S::whole(step.payment.filter(|payment| payment.seat == seat).map_or(0, |payment| payment.coins))
        };
        let mut gains: Vec<Vec<S>> =
            (0..self.seats).map(|seat| self.gain(|step| paid_by(seat, step))).collect();
        gains.extend(shares.iter().enumerate().map(|(seat, share)| {
            self.gain(|step| {
                let wins = match step.to {
                    To::State(state) => share[state].clone(),
                    To::Won(winner) if winner == seat => S::one(),
                    _ => S::zero(),
                };
                wins.times(&S::whole(coins(step)))
            })
        }));
        gains.push(self.gain(|step| S::whole(coins(step))));
        let solved = S::solve(system, &gains);
        let antes = self.seats as u64 * ante;
        let number = |value: S| value.enclosure().ok_or(Missing::TooLong);
        let accounts = (0..self.seats).map(|seat| Account {
            paid: number(solved[seat][start].plus(&S::whole(ante))),
            taken: number(
                solved[self.seats + seat][start].plus(&shares[seat][start].times(&S::whole(antes))),
            ),
        });
        let accounts = accounts.collect();
        let mean = &solved[2 * self.seats];
        let pot_mean = number(mean[start].plus(&S::whole(antes)));
        if detail == Detail::Means {
            return Pot { coins: Spread { mean: pot_mean, ..Spread::missing(Missing::TooLong) }, accounts };
        }
        let square = S::solve(system, &[self.square(mean, coins)]).pop().unwrap_or_default();
        let added = number(mean[start].clone());
        let sd =
            both(&added, square[start].enclosure()).map(|(mean, square)| standard_deviation(mean, &square));
        let mut spread = self.amounts(start, antes);
        spread.mean = pot_mean;
        spread.sd = sd;
        Pot { coins: spread, accounts }
    }

    /// The law of the coins in the pot. `f_c(s)`, the chance that c coins are still to come, follows from
    /// those with fewer: `f_c = Q₀·f_c + Σ_r Q_r·f_{c−r}`, with `Q_r` the moves that pay r coins.
    fn amounts(&self, start: usize, antes: u64) -> Spread {
        const REMAINDER: f64 = 1e-13;
        let payments = self.moves.iter().flatten().filter_map(|step| step.payment);
        let unit = payments.fold(0, |unit: u64, payment| unit.gcd(&payment.coins));
        if unit == 0 {
            return Spread::certain(&BigRational::from_integer(antes.into()));
        }
        let free = self.system(|step| step.payment.is_none());
        let mut laws: Vec<Vec<Interval>> = Vec::new();
        let mut so_far = 0.0;
        while so_far < 1.0 - REMAINDER {
            if laws.len() as u64 == MOST_AMOUNTS {
                break;
            }
            let gain = self.gain(|step| match (step.to, step.payment) {
                (To::Never, _) | (To::State(_), None) => Interval::ZERO,
                (to, payment) => {
                    let paid = payment.map_or(0, |payment| payment.coins / unit);
                    let left = usize::try_from(paid).ok().and_then(|paid| laws.len().checked_sub(paid));
                    match (to, left) {
                        (To::State(state), Some(left)) => {
                            laws.get(left).map_or(Interval::ZERO, |law| law[state])
                        }
                        (To::Won(_) | To::Nobody, Some(0)) => Interval::ONE,
                        _ => Interval::ZERO,
                    }
                }
            });
            let law = Interval::solve(&free, &[gain]).pop().unwrap_or_default();
            so_far += law[start].low;
            laws.push(law);
        }
        let chances: Vec<Interval> = laws.iter().map(|law| law[start]).collect();
        let remainder = chances.iter().copied().sum::<Interval>().complement();
        let pmf = Pmf { support: Support::Steps { first: antes, step: unit }, chances, remainder };
        let quantiles = pmf.quantiles(|_| None);
        Spread { quantiles, pmf: Some(pmf), ..Spread::missing(Missing::TooLong) }
    }

    /// The law of the length; without its moments, which are solved for.
    fn lengths(&self, start: usize) -> Spread {
        let moves = self.moves.iter().zip(&self.totals).map(|(row, total)| {
            let mut to: BTreeMap<Option<usize>, BigUint> = BTreeMap::new();
            for step in row {
                match step.to {
                    To::State(state) => *to.entry(Some(state)).or_default() += &step.weight,
                    To::Won(_) | To::Nobody => *to.entry(None).or_default() += &step.weight,
                    To::Never => {}
                }
            }
            (to, total.clone())
        });
        finish::lengths(&FinishLaw::new(moves, start), self.casts, |steps| self.done_after(start, steps))
    }

    /// The exact probability of being done after so many steps, where it is not too long.
    fn done_after(&self, start: usize, steps: usize) -> Option<BigRational> {
        let common = self.totals.iter().fold(BigUint::from(1u32), |common, total| common.lcm(total));
        if self.moves.len() > MOST_EXACT_STATES || common.bits() * steps as u64 > MOST_EXACT_BITS {
            return None;
        }
        let mut at = vec![BigUint::zero(); self.moves.len()];
        at[start] = BigUint::from(1u32);
        let mut done = BigUint::zero();
        for _ in 0..steps {
            let mut next = vec![BigUint::zero(); at.len()];
            done *= &common;
            for ((here, row), total) in
                at.iter().zip(&self.moves).zip(&self.totals).filter(|((here, _), _)| !here.is_zero())
            {
                for step in row {
                    let weight = here * &step.weight * (&common / total);
                    match step.to {
                        To::State(state) => next[state] += weight,
                        To::Won(_) | To::Nobody => done += weight,
                        To::Never => {}
                    }
                }
            }
            at = next;
        }
        let denominator = (0..steps).fold(BigUint::from(1u32), |power, _| power * &common);
        Some(BigRational::new(done.into(), denominator.into()))
    }
}

/// Where all other endings are impossible, the last one is certain; none is more than that.
fn certain_if_alone(
    mut shares: Vec<Enclosure>,
    mut nobody: Enclosure,
    mut never: Enclosure,
) -> (Vec<Enclosure>, Enclosure, Enclosure) {
    let all = || shares.iter().chain([&nobody, &never]);
    let possible = all().filter(|chance| !chance.high().numer().is_zero()).count();
    for chance in shares.iter_mut().chain([&mut nobody, &mut never]) {
        if possible == 1 && !chance.high().numer().is_zero() {
            *chance = Enclosure::one();
        } else {
            *chance = chance.clone().at_most_one();
        }
    }
    (shares, nobody, never)
}

/// The solution of a game that surely goes on for ever.
pub(super) fn never(seats: usize, pot: Option<Pot>) -> Solution {
    let nothing =
        Pmf { support: Support::Steps { first: 1, step: 1 }, chances: Vec::new(), remainder: Interval::ONE };
    Solution {
        shares: vec![Enclosure::zero(); seats],
        nobody: Enclosure::zero(),
        never: Enclosure::one(),
        length: Spread { pmf: Some(nothing), ..Spread::missing(Missing::Endless) },
        pot,
        specials: Vec::new(),
    }
}

/// A pot that is never taken.
pub(super) fn untaken(seats: usize, paid: impl Fn(usize) -> super::Number) -> Pot {
    let account = |seat: usize| Account { paid: paid(seat), taken: Ok(Enclosure::zero()) };
    Pot { coins: Spread::missing(Missing::Impossible), accounts: (0..seats).map(account).collect() }
}

pub(super) fn both(
    mean: &super::Number,
    square: Option<Enclosure>,
) -> Result<(&Enclosure, Enclosure), Missing> {
    Ok((mean.as_ref().map_err(|why| *why)?, square.ok_or(Missing::TooLong)?))
}
