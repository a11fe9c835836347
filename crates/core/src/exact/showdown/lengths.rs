//! The distribution of the length of a showdown: hand after hand, each cast again while it is none.

use num_rational::BigRational;
use num_traits::One;

use super::Solver;
use super::flow::goes_on;
use super::weights::{Groups, Powers, Weights};
use crate::exact::Interval;
use crate::exact::absorption::{self, AbsorptionTime};
use crate::exact::hands::{Casts, Seating};
use crate::exact::solution::Spread;

/// The distribution of the number of casts, without its moments; every seat has hands.
pub(super) fn distribution(table: &Solver<'_>) -> Spread {
    let Solver { seating, groups, game, .. } = table;
    let casts: Vec<Casts<Interval>> = seating.kinds.iter().filter_map(Casts::new).collect();
    let members: Vec<Vec<usize>> = (0..groups.count()).map(|group| groups.members(group)).collect();
    let size = |group: usize| members[group].iter().sum::<usize>();
    let showdowns = Showdowns::new(seating, groups);
    // One state for each hand of each group that can come about, the group of everybody first.
    let mut first = vec![None; groups.count()];
    first[groups.everybody()] = Some(0);
    let mut states = size(groups.everybody());
    let mut distribution = AbsorptionTime::new(0);
    let mut waiting = std::collections::VecDeque::from([groups.everybody()]);
    while let Some(group) = waiting.pop_front() {
        if table.is_never_settled(&members[group]) {
            (0..size(group)).for_each(|_| distribution.row([], Interval::ZERO, Interval::ONE));
            continue;
        }
        let hands = casts.iter().zip(&members[group]);
        let hands = hands.flat_map(|(casts, seats)| std::iter::repeat_n([casts.again, casts.hand], *seats));
        distribution.hands(&hands.collect::<Vec<_>>(), |hand| {
            let (mut to, mut over) = (Vec::new(), Interval::ZERO);
            showdowns.each(&members[group], |left, chance| {
                let chance = hand.times(chance);
                if left.is_none_or(|left| goes_on(game.tie, size(left))) {
                    let left = left.unwrap_or(group);
                    let place = *first[left].get_or_insert_with(|| {
                        waiting.push_back(left);
                        states += size(left);
                        states - size(left)
                    });
                    to.push((place, chance));
                } else {
                    over = over.plus(chance);
                }
            });
            (to, over, Interval::ZERO)
        });
    }
    absorption::lengths(&distribution, 1, |_| None)
}

/// The showdowns of single groups, which pairs of groups make up.
struct Showdowns<'a> {
    seating: &'a Seating,
    strides: Vec<usize>,
    weights: Weights<Interval>,
    powers: Powers<Interval>,
}

impl<'a> Showdowns<'a> {
    fn new(seating: &'a Seating, groups: &Groups) -> Self {
        let weights = Weights::paying(seating, &BigRational::one(), 1);
        let strides = (0..seating.kinds.len()).map(|kind| groups.stride(kind)).collect();
        Self { seating, strides, powers: Powers::new(&weights), weights }
    }

    /// Calls `outcome` with each group that can be left, `None` where no hand can win, and the chance of that.
    fn each(&self, members: &[usize], mut outcome: impl FnMut(Option<usize>, Interval)) {
        let idle = self.weights.kinds.iter().zip(members).flat_map(|(kind, seats)| {
            std::iter::repeat_n(kind.idle.first().copied().unwrap_or(Interval::ZERO), *seats)
        });
        let nobody: Interval = idle.product();
        if !nobody.is_zero() {
            outcome(None, nobody);
        }
        self.further(members, 0, &vec![Interval::ONE; self.seating.values], &mut outcome);
    }

    /// The chances, by the best value, of what the first kinds of seats have are `so_far`.
    fn further(
        &self,
        members: &[usize],
        left: usize,
        so_far: &[Interval],
        outcome: &mut impl FnMut(Option<usize>, Interval),
    ) {
        let Some((seats, others)) = members.split_last() else {
            let chance: Interval = so_far.iter().copied().sum();
            if left > 0 && !chance.is_zero() {
                outcome(Some(left), chance);
            }
            return;
        };
        let kind = others.len();
        for stay in 0..=*seats {
            let chance = |(value, so_far): (usize, &Interval)| {
                let only = |series: &[Interval]| series.first().copied().unwrap_or(Interval::ZERO);
                let best = only(self.powers.best(kind, value, stay));
                so_far.times(best.times(only(self.powers.fall(kind, value, *seats, stay))))
            };
            let chances: Vec<Interval> = so_far.iter().enumerate().map(chance).collect();
            if chances.iter().any(|chance| !chance.is_zero()) {
                self.further(others, left + stay * self.strides[kind], &chances, outcome);
            }
        }
    }
}
