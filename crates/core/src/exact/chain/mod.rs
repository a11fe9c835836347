//! Solves absorbing Markov chains for win shares, length and coins.
//!
//! Expected values X are the solution of X(s) = Σ P(s, t)·X(t) + g(s), each with its own gain g: the
//! chance of winning at once for win shares, the casts of a move for the length, the payments for the pot. Second
//! moments follow from E[(r + X)²] = r² + 2r·E[X] + E[X²]. Source: J. G. Kemeny, J. L. Snell, *Finite Markov
//! Chains* (1960), chapter III.

mod equations;
mod for_ever;
mod nets;
mod scores;

use std::collections::{BTreeMap, VecDeque};

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

use equations::{Chance, Equations};
use for_ever::go_on_for_ever;
use scores::Scores;

use super::absorption::{self, AbsorptionTime};
use super::linear::{Cascade, Elimination, System};
use super::number::{Missing, Number, minus, quotient};
use super::scalar::{Ratio, Scalar};
use super::solution::{
    Account, Detail, Pmf, Pot, Solution, Spread, StatisticNumbers, Support, Wanted, add_up_to_one, deviation,
};
use super::solvable::Solvable;
use super::{Enclosure, Interval, pot_shares};
use crate::process::{
    self, Amount, ChainError, Counted, Fraction, MAX_SEATS, MarkovChain, Merged, Move, Process, To,
    strong_components,
};

/// The most states of a component that is solved in rationals.
pub const MOST_EXACT_STATES: usize = 400;
/// The most states, moves and bits for rationals in chains of many small components.
const MOST_CASCADE_STATES: usize = 20_000;
const MOST_CASCADE_MOVES: usize = 200_000;
const MOST_CASCADE_BITS: u64 = 1 << 10;
/// The most bits of a denominator.
const MOST_EXACT_BITS: u64 = 1 << 13;

/// A limit on the work of multiplication: the square of the bits for every state.
const MOST_MULTIPLIED: u64 = 2_000_000_000;
/// Chains with this few states may have longer weights.
const FEW_STATES: usize = 12;
const FEW_STATES_BITS: u64 = 1 << 15;

/// The most amounts in the distribution of a sum.
const MOST_AMOUNTS: u64 = 1 << 12;

/// The most moves of a chain that is solved.
const MOST_MOVES: usize = 4_000_000;

/// Solves a game of chance: in rationals where that is feasible, else in intervals.
///
/// # Errors
///
/// [`ChainError`] if it has too many moves, or a seat has a choice.
pub fn solve<P: Process>(process: &P) -> Result<Solution, ChainError> {
    Ok(solve_chain(&MarkovChain::new(process, MOST_MOVES)?, Wanted::ALL))
}

/// Solves a game whose states are numbered.
pub fn solve_chain(chain: &MarkovChain, wanted: Wanted) -> Solution {
    let (mut solution, sums) = solve_with_sums(chain, wanted, &counted_sums(chain));
    let of_shares = solution.pot.as_ref().is_some_and(|pot| pot.coins.mean == Err(Missing::TooLong));
    if of_shares && let Some(ante) = chain.ante() {
        solution.pot = Some(pot_shares::pot(chain, ante, &solution.shares));
    }
    if let Some(pot) = &mut solution.pot {
        go_on_for_ever(&mut pot.accounts, chain);
    }
    let mut statistics = counted_figures(chain, sums);
    if wanted.detail == Detail::Whole {
        statistics.extend(noted_once(chain));
    }
    Solution { statistics, ..solution }
}

/// The chance of each counted event to happen at least once: the chance that the chain that ends with the first event ends.
fn noted_once(chain: &MarkovChain) -> Vec<StatisticNumbers> {
    let all: usize = chain.counted().iter().filter(|of| of.of.once().is_some()).map(|of| of.numbers).sum();
    let is_soon_done = all.saturating_mul(chain.size()) <= MOST_NOTED && chain.endless().next().is_none();
    let mut first = 0;
    let mut found = Vec::new();
    for counted in chain.counted() {
        if let Some(once) = counted.of.once().filter(|_| is_soon_done) {
            let chance = |index: usize| {
                let until = chain.until_counted(first + index);
                let solver = Solver::new(&until);
                let (mut solution, _) = solver.solve_in(solver.is_soon_exact(), Detail::Means, &[]);
                Ok(solution.shares.swap_remove(0))
            };
            found.push(StatisticNumbers::several(once, (0..counted.numbers).map(chance).collect()));
        }
        first += counted.sums();
    }
    found
}

/// The most moves for these chances, over all events and seats.
const MOST_NOTED: usize = 1_000_000;

/// For each sum of the counted figures and each state, the mean of what the next move adds.
fn counted_sums(chain: &MarkovChain) -> Vec<Vec<Fraction>> {
    let added = |state: usize, sum: usize| {
        let mut of_state = (BigUint::ZERO, BigUint::from(1u32));
        for edge in chain.moves(state) {
            let (weight, total) = &chain.chances()[edge.chance as usize];
            of_state.1.clone_from(total);
            if let Some(count) = chain.counts()[edge.counts as usize].get(sum) {
                of_state.0 += weight * *count;
            }
        }
        of_state
    };
    let sums: usize = chain.counted().iter().map(Counted::sums).sum();
    (0..sums).map(|sum| (0..chain.states()).map(|state| added(state, sum)).collect()).collect()
}

/// The counted figures, from the means of their sums. Sums that grow forever if the game never ends
/// are infinite.
fn counted_figures(chain: &MarkovChain, sums: Vec<Number>) -> Vec<StatisticNumbers> {
    let endless =
        |sum: usize| chain.endless().any(|(_, counts)| counts.get(sum).is_some_and(|count| *count > 0));
    let sums = sums.into_iter().enumerate();
    let mut sums = sums.map(|(index, sum)| if endless(index) { Err(Missing::Endless) } else { sum });
    let figure = |figure: &Counted| {
        let numbers: Vec<Number> = sums.by_ref().take(figure.numbers).collect();
        let less = sums.by_ref().take(usize::from(figure.has_less)).next();
        let whole = figure.quotient.and_then(|_| sums.next());
        let divided = |part: Number| match &whole {
            Some(whole) => quotient(part, whole),
            None => part,
        };
        let number = |number: Number| match &less {
            Some(less) => minus(divided(number), divided(less.clone())),
            None => divided(number),
        };
        StatisticNumbers::several(figure.of, numbers.into_iter().map(number).collect())
    };
    chain.counted().iter().map(figure).collect()
}

fn solve_with_sums(chain: &MarkovChain, wanted: Wanted, sums: &[Vec<Fraction>]) -> (Solution, Vec<Number>) {
    let Wanted { detail, coins } = wanted;
    let mut solver = Solver::new(chain);
    if detail == Detail::Whole {
        solver.scores = Scores::all(chain);
    }
    solver.ante = solver.ante.filter(|_| coins);
    solver.solve_in(detail == Detail::Whole && solver.is_soon_exact(), detail, sums)
}

/// The coins that change hands with a move.
#[derive(Clone, Debug, Default)]
struct Coins {
    into_pot: u64,
    out_of_pot: u64,
    paid: [u64; MAX_SEATS],
    received: [u64; MAX_SEATS],
    /// Whether the amount depends on the pot.
    unknown: bool,
}

impl Coins {
    fn of(transfers: &[process::Transfer]) -> Self {
        let mut all = Self::default();
        for transfer in transfers {
            let Amount::Coins(coins) = transfer.amount else {
                all.unknown = true;
                continue;
            };
            match transfer.from {
                process::Account::Seat(seat) => all.paid[seat] += coins,
                process::Account::Pot => all.out_of_pot += coins,
                process::Account::Bank => {}
            }
            match transfer.to {
                process::Account::Seat(seat) => all.received[seat] += coins,
                process::Account::Pot => all.into_pot += coins,
                process::Account::Bank => {}
            }
        }
        all
    }
}

struct Solver<'c> {
    chain: &'c MarkovChain,
    seats: usize,
    ante: Option<u64>,
    start: To,
    /// The chances that moves refer to.
    fractions: Vec<Fraction>,
    merged: &'c Merged,
    coins: Vec<Coins>,
    /// The number of casts of a move, if it is the same for all and not 0.
    casts: Option<u64>,
    /// The figures that are read off at the end.
    scores: Vec<Scores>,
}

impl<'c> Solver<'c> {
    fn new(chain: &'c MarkovChain) -> Self {
        let merged = chain.merged();
        let chances = chain.chances();
        let sum = |parts: &Vec<u32>| {
            let weight = parts.iter().map(|part| &chances[*part as usize].0).sum();
            (weight, chances[parts[0] as usize].1.clone())
        };
        let mut all_casts = merged.all().iter().map(|step| u64::from(step.casts));
        let first = all_casts.next();
        let casts = first.filter(|first| *first > 0 && all_casts.all(|casts| casts == *first));
        Self {
            chain,
            seats: chain.seats(),
            ante: chain.ante(),
            start: chain.start(),
            fractions: merged.sums.iter().map(sum).collect(),
            merged,
            coins: chain.transfers().iter().map(|transfers| Coins::of(transfers)).collect(),
            casts,
            scores: Vec::new(),
        }
    }

    fn states(&self) -> usize {
        self.chain.states()
    }

    /// The moves of each state.
    fn rows(&self) -> impl Iterator<Item = &'c [Move]> {
        let merged = self.merged;
        (0..self.chain.states()).map(move |state| merged.moves(state))
    }

    /// The sum of all weights in a state.
    fn total(&self, state: usize) -> &BigUint {
        self.chain.distributions()[self.chain.thrown(state)].total()
    }

    /// The weight of all moves that leave a state.
    fn leaves(&self, state: usize) -> BigUint {
        let stays = |step: &&Move| matches!(step.to, To::State(to) if to as usize == state);
        let staying: BigUint =
            self.merged.moves(state).iter().filter(stays).map(|step| self.weight(step)).sum();
        self.total(state) - staying
    }

    fn totals(&self) -> impl Iterator<Item = &BigUint> {
        (0..self.states()).map(|state| self.total(state))
    }

    /// Whether rational solutions are short enough, and found quickly.
    fn is_soon_exact(&self) -> bool {
        let states = self.states();
        let bits = |states: &mut dyn Iterator<Item = &BigUint>| states.map(BigUint::bits).sum::<u64>();
        if states <= FEW_STATES && bits(&mut self.totals()) <= FEW_STATES_BITS {
            return true;
        }
        if states > MOST_CASCADE_STATES || self.merged.all().len() > MOST_CASCADE_MOVES {
            return false;
        }
        // All states of a component share its determinant as denominator.
        let mut multiplied = 0;
        for component in self.components().into_iter().filter(|component| component.len() > 1) {
            let bits = bits(&mut component.iter().map(|state| self.total(*state)));
            multiplied += component.len() as u64 * bits * bits;
            if component.len() > MOST_EXACT_STATES || bits > MOST_EXACT_BITS || multiplied > MOST_MULTIPLIED {
                return false;
            }
        }
        let most = if states <= MOST_EXACT_STATES { MOST_EXACT_BITS } else { MOST_CASCADE_BITS };
        let chances: Vec<Ratio> = self.chances();
        Cascade::new(&self.system(&chances, |_| true)).is_short(most)
    }

    /// The strongly connected components, each after all those it leads to.
    fn components(&self) -> Vec<Vec<usize>> {
        strong_components(self.states(), |state, branch| {
            // A move to an end counts as one back to its own state.
            Some(match self.merged.moves(state).get(branch)?.to {
                To::State(to) => to as usize,
                To::End(_) | To::Never => state,
            })
        })
    }

    fn coins(&self, step: &Move) -> &Coins {
        &self.coins[step.coins as usize]
    }

    fn weight(&self, step: &Move) -> &BigUint {
        &self.fractions[step.chance as usize].0
    }

    /// Solves in rationals, or in intervals.
    fn solve_in(&self, exactly: bool, detail: Detail, sums: &[Vec<Fraction>]) -> (Solution, Vec<Number>) {
        if exactly { self.solve::<Ratio>(detail, sums) } else { self.solve::<Interval>(detail, sums) }
    }

    fn solve<S: Solvable>(&self, detail: Detail, sums: &[Vec<Fraction>]) -> (Solution, Vec<Number>) {
        let nothing = || sums.iter().map(|_| Ok(Enclosure::zero())).collect();
        let start = match self.start {
            To::State(start) => start as usize,
            To::Never => {
                return (never(self.seats, self.ante.map(|ante| untaken(self.seats, ante))), nothing());
            }
            To::End(winners) => return (self.over_at_once(winners), nothing()),
        };
        let equations = Equations::<S>::new(self, |_| true);
        let mut gains: Vec<Vec<S>> =
            (0..self.seats).map(|seat| equations.gain(|step| part(step.to, seat))).collect();
        let ends = |step: &Move, nobody: bool| match step.to {
            To::End(winners) if nobody && winners.is_empty() => S::one(),
            To::Never if !nobody => S::one(),
            _ => S::zero(),
        };
        gains.push(equations.gain(|step| ends(step, true)));
        gains.push(equations.gain(|step| ends(step, false)));
        gains.push(equations.gain(|step| S::whole(step.casts.into())));
        let added = |sum: &Vec<Fraction>| sum.iter().map(|(weight, total)| S::ratio(weight, total)).collect();
        gains.extend(sums.iter().map(added));
        let mut solved = equations.solve(&gains);
        let sums = solved.split_off(solved.len() - sums.len());
        let of_sums = sums.iter().map(|sum| sum[start].number()).collect();
        let casts = solved.pop().unwrap_or_default();
        let bounded = |solved: &Vec<S>| solved[start].enclosure().unwrap_or_else(Enclosure::probability);
        let mut never = solved.pop().map_or_else(Enclosure::probability, |never| bounded(&never));
        let of_nobody = solved.pop().unwrap_or_default();
        let mut nobody = bounded(&of_nobody);
        let mut shares: Vec<Enclosure> = solved.iter().map(bounded).collect();
        add_up_to_one(shares.iter_mut().chain([&mut nobody, &mut never]));
        let is_zero = |chance: &Enclosure| chance.as_exact().is_some_and(Zero::is_zero);
        let ends = is_zero(&never);
        let wants_all = detail == Detail::Whole;
        let why = if ends { Missing::TooLong } else { Missing::Endless };
        let is_asked = ends && wants_all;
        let sure = is_asked.then(|| self.chain.sum_of_all_ways(|edge| edge.casts.into())).flatten();
        let mut length = match sure {
            Some(casts) => Spread::certain(&BigRational::from_integer(casts.into())),
            None if wants_all => self.lengths(start, why),
            None => Spread::missing(why),
        };
        if ends && sure.is_none() {
            length.mean = casts[start].number();
        }
        if is_asked && sure.is_none() {
            let square = equations.square(&casts, &Chance::certain(self.states()), |step| step.casts.into());
            length.sd = deviation(&length.mean, square[start].number());
        }
        let won = (0..self.states()).map(|state| S::sum(solved.iter().map(|share| share[state].clone())));
        let won: Vec<S> = won.collect();
        length.finite_mean = (!ends).then(|| {
            let at = won.iter().zip(&of_nobody).map(|(won, lost)| won.plus(lost)).collect();
            let ended = Chance { at, holds: |_| true };
            let casts = equations.given(&ended, |step| step.casts.into());
            ended.mean(&casts, start)
        });
        let pot = self.ante.map(|ante| {
            if self.coins.iter().any(|coins| coins.unknown) {
                return Pot::missing(self.seats, Missing::TooLong);
            }
            let taken = if ends && is_zero(&nobody) {
                Chance::certain(self.states())
            } else {
                Chance { at: won, holds: |winners| !winners.is_empty() }
            };
            let coins = self.pot(&equations, &taken, start, ante, detail);
            let mut accounts = self.accounts(&equations, &solved, start, ante);
            if wants_all {
                for (seat, account) in accounts.iter_mut().enumerate() {
                    account.spread = self.net::<S>(seat, start);
                }
            }
            Pot { coins, accounts }
        });
        // Scores are not needed for averages over many weights.
        let scores = if wants_all { self.scores(&equations, start) } else { Vec::new() };
        (Solution { shares, nobody, never, length, pot, statistics: Vec::new(), scores }, of_sums)
    }

    /// The solution of a game that is over before it begins.
    fn over_at_once(&self, winners: process::Seats) -> Solution {
        let share =
            |seat: usize| part::<Ratio>(To::End(winners), seat).enclosure().unwrap_or_else(Enclosure::zero);
        let shares: Vec<Enclosure> = (0..self.seats).map(share).collect();
        Solution {
            nobody: Enclosure::certain(winners.is_empty()),
            never: Enclosure::zero(),
            length: Spread::certain(&Zero::zero()),
            pot: self.ante.map(|ante| Pot::of_antes(ante, &shares, true)),
            statistics: Vec::new(),
            scores: Vec::new(),
            shares,
        }
    }

    /// The chances that moves refer to.
    fn chances<S: Scalar>(&self) -> Vec<S> {
        self.fractions.iter().map(|(weight, total)| S::ratio(weight, total)).collect()
    }

    /// The equations of the chain of moves for which `stored` holds; all others leave it.
    fn system<'s, S>(&self, chances: &'s [S], stored: impl Fn(&Move) -> bool) -> System<'s, S> {
        let mut system =
            System { chances, rows: vec![0], moves: Vec::with_capacity(self.merged.all().len()) };
        for row in self.rows() {
            system.moves.extend(row.iter().map(|step| match step.to {
                To::State(state) if stored(step) => (Some(state), step.chance),
                _ => (None, step.chance),
            }));
            system.rows.push(system.moves.len());
        }
        system
    }

    /// The coins that each seat pays and takes.
    fn accounts<S: Solvable>(
        &self,
        equations: &Equations<'_, S>,
        shares: &[Vec<S>],
        start: usize,
        ante: u64,
    ) -> Vec<Account> {
        let later_share = |seat: usize, step: &Move| match step.to {
            To::State(state) => shares[seat][state as usize].clone(),
            end => part(end, seat),
        };
        // Most moves move no coins.
        let of_pot = |seat: usize, step: &Move, coins: u64| match coins {
            0 => S::zero(),
            coins => later_share(seat, step).times(&S::whole(coins)),
        };
        let mut gains = Vec::with_capacity(4 * self.seats);
        for seat in 0..self.seats {
            gains.extend([
                equations.gain(|step| S::whole(self.coins(step).paid[seat])),
                equations.gain(|step| S::whole(self.coins(step).received[seat])),
                equations.gain(|step| of_pot(seat, step, self.coins(step).into_pot)),
                equations.gain(|step| of_pot(seat, step, self.coins(step).out_of_pot)),
            ]);
        }
        let solved = equations.solve(&gains);
        let antes = S::whole(self.seats as u64 * ante);
        let account = |(share, of_seat): (&Vec<S>, &[Vec<S>])| {
            let [paid, received, into, out] = [0, 1, 2, 3].map(|which: usize| &of_seat[which][start]);
            let taken = into.plus(&share[start].times(&antes)).plus(received);
            Account::new(paid.plus(&S::whole(ante)).number(), minus(taken.number(), out.number()))
        };
        shares.iter().zip(solved.chunks(4)).map(account).collect()
    }

    /// The coins in the pot when it is taken.
    fn pot<S: Solvable>(
        &self,
        equations: &Equations<'_, S>,
        taken: &Chance<S>,
        start: usize,
        ante: u64,
        detail: Detail,
    ) -> Spread {
        if taken.at[start].is_zero() {
            return Spread::missing(Missing::Impossible);
        }
        let first = self.seats as u64 * ante;
        let coins = |step: &Move| self.coins(step).into_pot;
        let into = equations.given(taken, coins);
        let out = equations.given(taken, |step| self.coins(step).out_of_pot);
        let added = taken.mean(&into, start);
        let antes = Enclosure::exact(BigRational::from_integer(first.into()));
        let mean = added.as_ref().map(|added| added.plus(&antes)).map_err(|why| *why);
        let mean = minus(mean, taken.mean(&out, start));
        let only_grows = self.coins.iter().all(|coins| coins.out_of_pot == 0);
        if detail == Detail::Means || !only_grows {
            return Spread { mean, ..Spread::missing(Missing::TooLong) };
        }
        let square = taken.mean(&equations.square(&into, taken, coins), start);
        let whole = taken.at[start].enclosure();
        let whole = whole.map_or(Interval::ONE, |chance| Interval::around(&chance));
        let sums = self.sums(start, first, coins, taken.holds, whole);
        Spread { mean, sd: deviation(&added, square), ..sums }
    }

    /// The distribution of a sum that starts from `first` and to which every move `adds` an amount, given an end for which
    /// `holds` is true; that end has the chance `whole`. Without moments. `f_c(s)`, the chance that c is still to be added,
    /// follows from smaller amounts: `f_c = Q₀·f_c + Σ_r Q_r·f_{c−r}`, where `Q_r` are the moves that add r.
    fn sums(
        &self,
        start: usize,
        first: u64,
        adds: impl Fn(&Move) -> u64,
        holds: impl Fn(process::Seats) -> bool,
        whole: Interval,
    ) -> Spread {
        const REMAINDER: f64 = 1e-13;
        let unit = self.merged.all().iter().fold(0, |unit: u64, step| unit.gcd(&adds(step)));
        let may_never_end = || self.merged.all().iter().any(|step| step.to == To::Never);
        if unit == 0 && (whole != Interval::ONE || !may_never_end()) {
            return Spread::certain(&BigRational::from_integer(first.into()));
        }
        let unit = unit.max(1);
        let free = Equations::<Interval>::new(self, |step| adds(step) == 0);
        // The distributions of the smaller amounts that a move can lead to, the latest first.
        let reach = self.merged.all().iter().map(|step| adds(step) / unit).max().unwrap_or(0);
        let reach = usize::try_from(reach).unwrap_or(usize::MAX);
        let most_amounts = if reach == 0 { 1 } else { MOST_AMOUNTS };
        let mut distributions: VecDeque<Vec<Interval>> = VecDeque::new();
        let mut chances: Vec<Interval> = Vec::new();
        let mut so_far = Interval::ZERO;
        // Until the remainder is negligible, or smaller than the error of the sum so far.
        let most = whole.low - REMAINDER * whole.low;
        while so_far.low < most && so_far.high < whole.high && (chances.len() as u64) < most_amounts {
            let gain = free.gain(|step| {
                let units = adds(step) / unit;
                let units = usize::try_from(units).unwrap_or(usize::MAX);
                match step.to {
                    To::State(state) if units > 0 => distributions
                        .get(units - 1)
                        .map_or(Interval::ZERO, |distribution| distribution[state as usize]),
                    To::End(winners) if units == chances.len() && holds(winners) => Interval::ONE,
                    _ => Interval::ZERO,
                }
            });
            let distribution = free.solve(&[gain]).pop().unwrap_or_default();
            so_far = so_far.plus(distribution[start]);
            chances.push(distribution[start]);
            distributions.push_front(distribution);
            distributions.truncate(reach);
        }
        if whole != Interval::ONE {
            for chance in &mut chances {
                *chance = chance.over(whole).at_most_one();
            }
        }
        let remainder = chances.iter().copied().sum::<Interval>().complement();
        let pmf =
            Pmf { support: Support::Steps { first, step: unit }, chances, exact: Vec::new(), remainder };
        let quantiles = pmf.quantiles(|_| None);
        // If every amount is very rare, its chance is smaller than the accumulated error.
        let pmf = Some(pmf).filter(Pmf::is_known);
        Spread { quantiles, pmf, ..Spread::missing(Missing::TooLong) }
    }

    /// The distribution of the length, without its moments, which are solved for separately.
    fn lengths(&self, start: usize, why: Missing) -> Spread {
        let Some(casts) = self.casts else {
            let sums = self.sums(start, 0, |step| step.casts.into(), |_| true, Interval::ONE);
            return Spread {
                quantiles: sums.quantiles.map(|number| number.map_err(|_| why)),
                pmf: sums.pmf,
                ..Spread::missing(why)
            };
        };
        let mut distribution = AbsorptionTime::new(start);
        for (row, total) in self.rows().zip(self.totals()) {
            let mut to: BTreeMap<usize, BigUint> = BTreeMap::new();
            let [mut done, mut lost] = [BigUint::ZERO, BigUint::ZERO];
            for step in row {
                *match step.to {
                    To::State(state) => to.entry(state as usize).or_default(),
                    To::End(_) => &mut done,
                    To::Never => &mut lost,
                } += self.weight(step);
            }
            let chance = |weight: &BigUint| Interval::ratio(weight, total);
            distribution.row(
                to.iter().map(|(to, weight)| (*to, chance(weight))),
                chance(&done),
                chance(&lost),
            );
        }
        absorption::lengths(&distribution, casts, |steps| self.done_after(start, steps))
    }

    /// The exact probability of being done within a number of steps, if the fraction is not too long.
    fn done_after(&self, start: usize, steps: usize) -> Option<BigRational> {
        let common = self.totals().fold(BigUint::from(1u32), |common, total| common.lcm(total));
        if self.states() > MOST_EXACT_STATES || common.bits() * steps as u64 > MOST_EXACT_BITS {
            return None;
        }
        let mut at = vec![BigUint::ZERO; self.states()];
        at[start] = BigUint::from(1u32);
        let mut done = BigUint::ZERO;
        for _ in 0..steps {
            let mut next = vec![BigUint::ZERO; at.len()];
            done *= &common;
            for ((here, row), total) in
                at.iter().zip(self.rows()).zip(self.totals()).filter(|((here, _), _)| **here != BigUint::ZERO)
            {
                for step in row {
                    let weight = here * self.weight(step) * (&common / total);
                    match step.to {
                        To::State(state) => next[state as usize] += weight,
                        To::End(_) => done += weight,
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

/// A seat's share of the win if a move leads to this end; 0 if it leads to a state.
pub(super) fn part<S: Scalar>(to: To, seat: usize) -> S {
    match to {
        To::End(winners) if winners.has(seat) => S::one().over(&S::whole(winners.number().into())),
        _ => S::zero(),
    }
}

/// The solution of a game that never ends.
pub(super) fn never(seats: usize, pot: Option<Pot>) -> Solution {
    let nothing = Pmf {
        support: Support::Steps { first: 1, step: 1 },
        chances: Vec::new(),
        exact: Vec::new(),
        remainder: Interval::ONE,
    };
    Solution {
        shares: vec![Enclosure::zero(); seats],
        nobody: Enclosure::zero(),
        never: Enclosure::one(),
        length: Spread { pmf: Some(nothing), ..Spread::missing(Missing::Endless) },
        pot,
        statistics: Vec::new(),
        scores: Vec::new(),
    }
}

/// A pot of every seat's ante that is never taken.
pub(super) fn untaken(seats: usize, ante: u64) -> Pot {
    let paid = Enclosure::exact(BigRational::from_integer(ante.into()));
    let account = Account::new(Ok(paid), Ok(Enclosure::zero()));
    Pot { coins: Spread::missing(Missing::Impossible), accounts: vec![account; seats] }
}
