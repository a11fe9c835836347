//! What becomes of a showdown: from everybody down to whoever is left.
//!
//! From the contenders C the best hands are tied among T ⊆ C; who is left out never comes back. Where r is the best
//! value, that has the probability Π_{i∈T} pᵢ(r) · Π_{i∈C∖T} Pᵢ(<r). Of the showdowns N(C) begun in each group there
//! come to T therefore `Σ_r Π_{i∈T} pᵢ(r) · Σ_{C⊋T} N(C) · Π_{i∈C∖T} Pᵢ(<r)`, and the inner sum over all larger groups
//! is built up seat by seat: n·2ⁿ steps for each value, where pairs of groups would take 3ⁿ.
//! Source: F. Yates, *The Design and Analysis of Factorial Experiments* (1937).

use super::weights::{Around, Groups, Powers, Series, Weights, add};
use crate::exact::scalar::{Semiring, Weight, product};
use crate::process::Tie;

/// What comes to every group of contenders, and what of it ends there.
#[derive(Clone, Debug)]
pub(super) struct Flow<W> {
    /// The showdowns begun in each group, over what all hands of the group weigh; `None` where they are without number.
    pub begun: Vec<Option<Series<W>>>,
    /// What ends with each group as the winners, `None` where that is infinite.
    pub over: Vec<Option<Series<W>>>,
    /// What comes to groups whose showdowns never decide anything.
    pub stuck: W,
    /// What the start weighs, for each coefficient.
    pub scales: Vec<W>,
}

/// How a group's own showdown goes.
struct Stage<W> {
    /// It decides nothing and is repeated.
    repeat: Series<W>,
    /// What goes on is this part of what begins, the first coefficient of `repeat` being left out of it.
    /// `None` where repeats bring in more than goes on.
    rest: Option<W>,
}

/// The hands of some seats, seat after seat.
#[derive(Clone)]
struct Table<W> {
    seats: usize,
    /// By the best value.
    best: Vec<Best<W>>,
    /// None of the hands can win.
    idle: Series<W>,
    /// All hands, whatever they are.
    total: W,
}

/// The hands of which none is above a value.
#[derive(Clone)]
struct Best<W> {
    /// All of these seats have hands of the value, none of them, or some.
    all: W,
    none: W,
    some: W,
    /// All have, with what is counted.
    counted: Series<W>,
}

struct Solver<'a, W> {
    weights: &'a Weights<W>,
    groups: &'a Groups,
    tie: Tie,
    powers: Powers<W>,
    stages: Vec<Stage<W>>,
    /// By group, value and coefficient: the sum over the groups among which it is so far, every other
    /// seat of theirs below the value.
    inflow: Vec<W>,
    /// The same over the groups that are in one block with it, itself included.
    within: Vec<W>,
    /// The groups in which showdowns are begun without number, and lead to others.
    diverging: Vec<usize>,
    flow: Flow<W>,
}

impl<W: Weight> Flow<W> {
    pub(super) fn new(weights: &Weights<W>, groups: &Groups, tie: Tie) -> Self {
        let count = groups.count();
        let values = weights.kinds.first().map_or(0, |kind| kind.at.len());
        let stages = stages(weights, groups, tie);
        let divisors = stages.iter().filter_map(|stage| stage.rest.clone()).filter(|rest| !rest.is_zero());
        let unit = W::divisible(divisors);
        let scales: Vec<W> = (1..=weights.order).map(|power| unit.power(power)).collect();
        let cells = vec![W::zero(); count * values * weights.order];
        let mut solver = Solver {
            weights,
            groups,
            tie,
            powers: Powers::new(weights),
            stages,
            inflow: cells.clone(),
            within: cells,
            diverging: Vec::new(),
            flow: Self {
                begun: vec![Some(Vec::new()); count],
                over: vec![Some(Vec::new()); count],
                stuck: W::zero(),
                scales,
            },
        };
        solver.block(weights.kinds.len(), 0);
        solver.flow
    }

    /// A coefficient as a number. Every one is divided once more than the one before it.
    pub(super) fn number(&self, weight: &W, power: usize) -> W::Number {
        let last = self.scales.len() - 1;
        if power == last {
            return weight.over(&self.scales[last]);
        }
        weight.quotient(&self.scales[last - power - 1]).over(&self.scales[power])
    }

    /// The sum of a coefficient over all who can win; `None` where it is infinite.
    pub(super) fn taken(&self, power: usize) -> Option<W::Number> {
        let over: Option<Vec<_>> = self.over.iter().map(Option::as_ref).collect();
        let weights = over?.into_iter().filter_map(|over| over.get(power).cloned());
        Some(self.number(&W::sum(weights), power))
    }

    /// The first coefficient of the showdowns begun in a group.
    pub(super) fn begun(&self, group: usize) -> Option<W> {
        Some(self.begun[group].as_ref()?.first().cloned().unwrap_or_else(W::zero))
    }
}

/// Whether those who are tied for the best hand play on.
pub(super) const fn goes_on(tie: Tie, tied: usize) -> bool {
    matches!(tie, Tie::Recast) && tied > 1
}

/// How the showdown of every group goes, as far as the group itself is concerned.
fn stages<W: Weight>(weights: &Weights<W>, groups: &Groups, tie: Tie) -> Vec<Stage<W>> {
    let values = weights.kinds.first().map_or(0, |kind| kind.at.len());
    let one = || vec![W::one()];
    let start = Best { all: W::one(), none: W::one(), some: W::zero(), counted: one() };
    let mut stages = Vec::with_capacity(groups.count());
    let nobody = Table { seats: 0, best: vec![start; values], idle: one(), total: W::one() };
    extend(weights, weights.kinds.len(), &nobody, &mut |table| {
        let on = goes_on(tie, table.seats);
        if !on && stages.len() < groups.everybody() {
            // It never plays.
            stages.push(Stage { repeat: Vec::new(), rest: Some(W::zero()) });
            return;
        }
        let mut repeat = table.idle.clone();
        let mut decided = W::zero();
        for at in &table.best {
            decided = decided.plus(&at.some);
            if on {
                add(&mut repeat, &at.counted);
            } else {
                decided = decided.plus(&at.all);
            }
        }
        let first = repeat.first().cloned().unwrap_or_else(W::zero);
        let rest = match weights.around {
            Around::One => Some(decided),
            Around::Zero => Some(decided.plus(&W::sum(repeat.iter().skip(1).cloned()))),
            Around::Beyond => table.total.less(&first),
        };
        stages.push(Stage { repeat, rest });
    });
    stages
}

/// Calls `group` with the hands of every group in turn, by their numbers.
fn extend<W: Weight>(weights: &Weights<W>, kind: usize, table: &Table<W>, group: &mut impl FnMut(&Table<W>)) {
    let Some(last) = kind.checked_sub(1) else {
        group(table);
        return;
    };
    // Around 0 whether a group goes on needs all coefficients.
    let order = if weights.around == Around::Zero { usize::MAX } else { weights.order };
    let plain = |hands: &Series<W>| match weights.around {
        Around::Zero => W::sum(hands.iter().cloned()),
        _ => hands.first().cloned().unwrap_or_else(W::zero),
    };
    let hands = &weights.kinds[last];
    let mut table = table.clone();
    extend(weights, last, &table, group);
    for _ in 0..hands.seats {
        let mut below = plain(&hands.idle);
        for (at, series) in table.best.iter_mut().zip(&hands.at) {
            let here = plain(series);
            let mixed = at.all.times(&below).plus(&at.none.times(&here));
            // The first seat has such a hand or has not.
            let first = table.seats == 0;
            at.some = if first { W::zero() } else { at.some.times(&below.plus(&here)).plus(&mixed) };
            at.all = at.all.times(&here);
            at.none = at.none.times(&below);
            at.counted = product(&at.counted, series, order);
            below = below.plus(&here);
        }
        table.idle = product(&table.idle, &hands.idle, order);
        table.total = table.total.times(&hands.total);
        table.seats += 1;
        extend(weights, last, &table, group);
    }
}

impl<W: Weight> Solver<'_, W> {
    fn values(&self) -> usize {
        self.weights.kinds.first().map_or(0, |kind| kind.at.len())
    }

    fn cell(&self, group: usize, value: usize) -> usize {
        (group * self.values() + value) * self.weights.order
    }

    /// Solves the groups that have the number `base` but for the first kinds, the largest of them first. What comes
    /// from groups outside this block is in `inflow` already.
    fn block(&mut self, kinds: usize, base: usize) {
        let Some(kind) = kinds.checked_sub(1) else {
            self.group(base);
            return;
        };
        let (stride, seats) = (self.groups.stride(kind), self.weights.kinds[kind].seats);
        for stay in (0..=seats).rev() {
            for were in stay + 1..=seats {
                self.fall(kind, were, stay, base, stride, true);
            }
            self.block(kind, base + stay * stride);
        }
        if kinds == self.weights.kinds.len() {
            return;
        }
        for stay in 0..seats {
            for were in stay + 1..=seats {
                self.fall(kind, were, stay, base, stride, false);
            }
        }
    }

    /// Adds to the groups with fewer seats of a kind what is begun in those with more.
    fn fall(&mut self, kind: usize, were: usize, stay: usize, base: usize, stride: usize, inflow: bool) {
        let order = self.weights.order;
        for value in 0..self.values() {
            let factor = self.powers.fall(kind, value, were, stay);
            for offset in 0..stride {
                let from = self.cell(base + were * stride + offset, value);
                let to = self.cell(base + stay * stride + offset, value);
                for power in 0..order {
                    if self.within[from + power].is_zero() {
                        continue;
                    }
                    for (further, weight) in factor.iter().enumerate().take(order - power) {
                        let part = self.within[from + power].times(weight);
                        let sums = if inflow { &mut self.inflow } else { &mut self.within };
                        let sum = &mut sums[to + power + further];
                        *sum = sum.plus(&part);
                    }
                }
            }
        }
    }

    /// What all of these seats make of a series, all having hands of the value.
    fn all_best(&self, members: &[usize], value: usize, series: &[W]) -> Series<W> {
        let mut series = series.to_vec();
        for (kind, seats) in members.iter().enumerate().filter(|(_, seats)| **seats > 0) {
            series = product(&series, self.powers.best(kind, value, *seats), self.weights.order);
        }
        series
    }

    fn group(&mut self, group: usize) {
        let members = self.groups.members(group);
        let seats: usize = members.iter().sum();
        let order = self.weights.order;
        let everybody = group == self.groups.everybody();
        let mut arriving = Series::new();
        if everybody {
            arriving.extend(self.flow.scales.last().cloned());
        } else if seats > 0 {
            for value in 0..self.values() {
                let cell = self.cell(group, value);
                let inflow = &self.inflow[cell..cell + order];
                if inflow.iter().any(|weight| !weight.is_zero()) {
                    add(&mut arriving, &self.all_best(&members, value, inflow));
                }
            }
        }
        let diverges = self.diverging.iter().any(|from| self.leads(*from, &members));
        let plays = everybody || goes_on(self.tie, seats);
        if !plays {
            self.flow.over[group] = (!diverges).then_some(arriving);
            return;
        }
        if !diverges && arriving.iter().all(Semiring::is_zero) {
            return;
        }
        let stage = &self.stages[group];
        if stage.rest.as_ref().is_some_and(Semiring::is_zero) {
            // Nothing is ever decided here.
            let first = arriving.first().cloned().unwrap_or_else(W::zero);
            self.flow.stuck = self.flow.stuck.plus(&first);
            self.flow.begun[group] = None;
            return;
        }
        let Some(rest) = stage.rest.as_ref().filter(|_| !diverges) else {
            self.flow.begun[group] = None;
            self.diverging.push(group);
            if !goes_on(self.tie, seats) {
                self.flow.over[group] = None;
            }
            return;
        };
        let begun = repeated(&arriving, &stage.repeat, rest, order);
        for value in 0..self.values() {
            let cell = self.cell(group, value);
            self.within[cell..cell + order].clone_from_slice(&begun);
        }
        if !goes_on(self.tie, seats) {
            let mut over = Series::new();
            for value in 0..self.values() {
                add(&mut over, &self.all_best(&members, value, &begun));
            }
            self.flow.over[group] = Some(over);
        }
        self.flow.begun[group] = Some(begun);
    }

    /// Whether a showdown of one group can leave just these of it.
    fn leads(&self, from: usize, members: &[usize]) -> bool {
        let from = self.groups.members(from);
        if from.iter().zip(members).any(|(were, stay)| stay > were) || members.iter().all(|seats| *seats == 0)
        {
            return false;
        }
        (0..self.values()).any(|value| {
            from.iter().zip(members).enumerate().all(|(kind, (were, stay))| {
                let best = self.powers.best(kind, value, *stay);
                let fall = self.powers.fall(kind, value, *were, *stay);
                [best, fall].iter().all(|series| series.iter().any(|weight| !weight.is_zero()))
            })
        })
    }
}

/// The solution of `begun·total = arriving + repeat·begun`, `rest` being the total less the first coefficient
/// of `repeat`.
fn repeated<W: Weight>(arriving: &[W], repeat: &[W], rest: &W, order: usize) -> Series<W> {
    let mut begun: Series<W> = Vec::with_capacity(order);
    for power in 0..order {
        let again = repeat.iter().enumerate().take(power + 1).skip(1);
        let sum = again.fold(arriving.get(power).cloned().unwrap_or_else(W::zero), |sum, (back, weight)| {
            sum.plus(&weight.times(&begun[power - back]))
        });
        begun.push(sum.quotient(rest));
    }
    begun
}
