//! Showdowns, solved on the groups of seats that can still be in.
//!
//! From the contenders C the best hands are tied among T ⊆ C; who is left out never comes back. With
//! N(C) the expected number of showdowns among C, going down from everybody, and h(C), A(C) the chance to
//! win and the mean number of casts from C on, going up, every mean follows; second moments as for
//! walks. The hands that pay are counted along.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::finish::{self, FinishLaw};
use super::hands::{Casts, Group, Hands, Showing};
use super::scalar::{Scalar, Weight};
use super::solution::{Detail, Missing, Number, Solution, Spread, StatisticNumbers, standard_deviation};
use super::{Enclosure, Interval, chain, pot};
use crate::process::{FIRST_ROUND_TIE, Fee, Showdown, Tie};

/// Rational solutions are worth writing out while groups, values and bits stay below.
const MOST_EXACT_WORK: usize = 30_000;
const MOST_EXACT_BITS: u64 = 4_000;

/// One group of contenders and what becomes of them, by the number of hands that pay.
#[derive(Clone, Debug)]
pub(super) struct Stage<S> {
    pub group: Group,
    /// The showdown decides nothing and is repeated.
    pub repeat: Vec<S>,
    /// It goes on among a smaller group, which has its place before this one.
    pub on: Vec<(usize, Vec<S>)>,
    /// It is over, with the part of the win that falls to each kind of seat.
    pub over: Vec<(Vec<S>, Vec<S>)>,
    /// It can never be over.
    pub hopeless: bool,
}

impl<S: Scalar> Stage<S> {
    /// The chance that the showdown decides something.
    pub(super) fn leave(&self) -> S {
        let on = self.on.iter().map(|(_, counted)| all(counted));
        S::sum(on.chain(self.over.iter().map(|(_, counted)| all(counted))))
    }
}

/// The chance, whatever pays.
pub(super) fn all<S: Scalar>(counted: &[S]) -> S {
    S::sum(counted.iter().cloned())
}

/// E[vᵏ], v being the number of hands that pay.
fn moment<S: Scalar>(counted: &[S], power: u32) -> S {
    S::sum(counted.iter().zip(0u64..).map(|(chance, paying)| chance.times(&S::whole(paying.pow(power)))))
}

/// A kind of seats: how long their hands take and how likely they pay.
pub(super) struct KindOfSeat<S> {
    pub seats: Vec<usize>,
    /// `None` where no cast is a hand.
    pub casts: Option<Casts<S>>,
    pub pays: S,
}

/// Everything that can come of a showdown, the smallest groups first and everybody last.
pub(super) struct Table<S> {
    pub stages: Vec<Stage<S>>,
    pub kinds: Vec<KindOfSeat<S>>,
    /// The chance that the best hands of the first showdown tie.
    pub first_tie: S,
}

impl<S: Scalar> Table<S> {
    pub(super) fn new<W: Weight<Number = S>>(game: &Showdown, apart: bool) -> Self {
        let hands = Hands::<W>::new(&game.hands, apart);
        let kinds: Vec<KindOfSeat<S>> = hands
            .kinds
            .iter()
            .map(|kind| {
                let casts = Casts::new(&kind.again);
                let pays = if casts.is_some() { kind.pays() } else { S::zero() };
                KindOfSeat { seats: kind.seats.clone(), casts, pays }
            })
            .collect();
        let goes_on = |tied: &Group| game.tie == Tie::Recast && tied.iter().sum::<usize>() > 1;
        let size = |group: &Group| group.iter().sum::<usize>();
        // By size, then by members: those who stay in are always fewer.
        let mut showings: BTreeMap<(usize, Group), Showing<S>> = BTreeMap::new();
        let mut waiting = vec![hands.all()];
        while let Some(group) = waiting.pop() {
            let key = (size(&group), group);
            if showings.contains_key(&key) {
                continue;
            }
            let silent = kinds.iter().zip(&key.1).any(|(kind, number)| *number > 0 && kind.casts.is_none());
            let showing =
                if silent { Showing { best: Vec::new(), none: Vec::new() } } else { hands.showing(&key.1) };
            waiting.extend(showing.best.iter().map(|(tied, _)| tied).filter(|tied| goes_on(tied)).cloned());
            showings.insert(key, showing);
        }
        let place: BTreeMap<Group, usize> =
            showings.keys().zip(0..).map(|((_, group), place)| (group.clone(), place)).collect();
        let first = showings.last_key_value().map(|(_, showing)| showing.best.iter());
        let tied = first.into_iter().flatten().filter(|(tied, _)| size(tied) > 1);
        let first_tie = S::sum(tied.map(|(_, counted)| all(counted)));
        let mut table = Self { stages: Vec::with_capacity(place.len()), kinds, first_tie };
        for ((_, group), showing) in showings {
            let mut stage =
                Stage { group, repeat: showing.none, on: Vec::new(), over: Vec::new(), hopeless: true };
            for (tied, counted) in showing.best {
                if tied == stage.group && goes_on(&tied) {
                    stage.repeat.resize(stage.repeat.len().max(counted.len()), S::zero());
                    for (sum, chance) in stage.repeat.iter_mut().zip(&counted) {
                        *sum = sum.plus(chance);
                    }
                } else if goes_on(&tied) {
                    let to = place[&tied];
                    stage.hopeless &= table.stages[to].hopeless;
                    stage.on.push((to, counted));
                } else {
                    let best = S::whole(size(&tied) as u64);
                    let parts = tied.iter().map(|number| S::whole(*number as u64).over(&best)).collect();
                    stage.hopeless = false;
                    stage.over.push((parts, counted));
                }
            }
            table.stages.push(stage);
        }
        table
    }

    /// The mean of what is gained from each stage on, when every showdown there gains that much.
    pub(super) fn up(&self, gain: impl Fn(usize, &Stage<S>) -> S) -> Vec<S> {
        let mut values: Vec<S> = Vec::with_capacity(self.stages.len());
        for (place, stage) in self.stages.iter().enumerate() {
            let further = stage.on.iter().map(|(to, counted)| all(counted).times(&values[*to]));
            let sum = S::sum(further).plus(&gain(place, stage));
            values.push(if stage.hopeless { S::zero() } else { sum.over(&stage.leave()) });
        }
        values
    }

    /// The expected number of showdowns in each stage, each weighed by what `weigh` makes of what pays in
    /// those before; `None` where that is infinite.
    pub(super) fn down(&self, weigh: impl Fn(&[S]) -> S) -> Vec<Option<S>> {
        self.visits(weigh, super::scalar::Scalar::geometric)
    }

    /// The expected number of showdowns in each stage; `None` where it is infinite.
    pub(super) fn begun(&self) -> Vec<Option<S>> {
        let mut places = self.stages.iter().rev();
        // Told by what a showdown decides, which is as precise where that is rare.
        self.visits(all, |_| {
            let leave = places.next().map(Stage::leave)?;
            (!leave.is_zero()).then(|| S::one().over(&leave))
        })
    }

    fn visits(&self, weigh: impl Fn(&[S]) -> S, mut repeats: impl FnMut(&S) -> Option<S>) -> Vec<Option<S>> {
        let mut visits = vec![Some(S::zero()); self.stages.len()];
        if let Some(everybody) = visits.last_mut() {
            *everybody = Some(S::one());
        }
        for (place, stage) in self.stages.iter().enumerate().rev() {
            let repeated = repeats(&weigh(&stage.repeat));
            if visits[place].as_ref().is_some_and(Scalar::is_zero) {
                continue;
            }
            let here = visits[place].clone().zip(repeated).map(|(visits, repeated)| visits.times(&repeated));
            visits[place].clone_from(&here);
            for (to, counted) in &stage.on {
                let sum = visits[*to].clone().zip(here.clone());
                visits[*to] = sum.map(|(sum, here)| sum.plus(&here.times(&weigh(counted))));
            }
        }
        visits
    }

    /// E[casts] and E[casts²] of one showdown in a stage.
    fn casts(&self, stage: &Stage<S>) -> [S; 2] {
        let (mut mean, mut variance) = (S::zero(), S::zero());
        for (kind, number) in self.kinds.iter().zip(&stage.group) {
            if let Some(casts) = &kind.casts {
                let number = S::whole(*number as u64);
                mean = mean.plus(&number.times(&casts.mean));
                variance = variance.plus(&number.times(&casts.variance));
            }
        }
        let square = mean.times(&mean).plus(&variance);
        [mean, square]
    }

    /// The stages from which an end can be reached, with their visits where these are finite.
    pub(super) fn hopeful<'a>(
        &'a self,
        visits: &'a [Option<S>],
    ) -> impl Iterator<Item = (usize, &'a Stage<S>, &'a S)> {
        let stages = self.stages.iter().zip(visits).enumerate();
        stages
            .filter(|(_, (stage, _))| !stage.hopeless)
            .filter_map(|(place, (stage, visits))| Some((place, stage, visits.as_ref()?)))
    }

    /// E[X²] from everybody on, where a showdown adds x with these moments and leads on with these.
    fn square(
        &self,
        visits: &[Option<S>],
        after: &[S],
        square: impl Fn(usize, &Stage<S>) -> S,
        twice: impl Fn(&Stage<S>, &[S]) -> S,
    ) -> S {
        S::sum(self.hopeful(visits).map(|(place, stage, visits)| {
            let on = stage.on.iter().map(|(to, counted)| (*to, counted));
            let further = on.chain([(place, &stage.repeat)]);
            let grown = S::sum(further.map(|(to, counted)| twice(stage, counted).times(&after[to])));
            visits.times(&square(place, stage).plus(&grown.plus(&grown)))
        }))
    }

    /// The table in intervals.
    pub(super) fn nearly(&self) -> Table<Interval> {
        let near = |value: &S| value.enclosure().map_or(Interval::ONE, |bounds| Interval::around(&bounds));
        let counted = |counted: &Vec<S>| counted.iter().map(near).collect::<Vec<_>>();
        let stage = |stage: &Stage<S>| Stage {
            group: stage.group.clone(),
            repeat: counted(&stage.repeat),
            on: stage.on.iter().map(|(to, chance)| (*to, counted(chance))).collect(),
            over: stage.over.iter().map(|(parts, chance)| (counted(parts), counted(chance))).collect(),
            hopeless: stage.hopeless,
        };
        let kind = |kind: &KindOfSeat<S>| KindOfSeat {
            seats: kind.seats.clone(),
            casts: kind.casts.as_ref().map(|casts| Casts {
                again: near(&casts.again),
                hand: near(&casts.hand),
                mean: near(&casts.mean),
                variance: near(&casts.variance),
            }),
            pays: near(&kind.pays),
        };
        Table {
            stages: self.stages.iter().map(stage).collect(),
            kinds: self.kinds.iter().map(kind).collect(),
            first_tie: near(&self.first_tie),
        }
    }

    /// The kind of each seat.
    pub(super) fn kind_of(&self, seat: usize) -> usize {
        self.kinds.iter().position(|kind| kind.seats.contains(&seat)).unwrap_or(0)
    }
}

/// Which groups of seats can never settle a showdown: asked with the seats that are still in.
#[derive(Clone, Debug)]
pub struct DeadEnds {
    kind_of: Vec<usize>,
    hopeless: Vec<Group>,
}

impl DeadEnds {
    /// Finds them.
    #[must_use]
    pub fn new(game: &Showdown) -> Self {
        let table: Table<Interval> = Table::new::<Interval>(game, false);
        let hopeless = table.stages.iter().filter(|stage| stage.hopeless).map(|stage| stage.group.clone());
        Self {
            kind_of: (0..game.hands.len()).map(|seat| table.kind_of(seat)).collect(),
            hopeless: hopeless.collect(),
        }
    }

    /// Whether these seats, from 0, can never settle it.
    #[must_use]
    pub fn has(&self, contenders: &[usize]) -> bool {
        if self.hopeless.is_empty() {
            return false;
        }
        let kinds = self.kind_of.iter().max().map_or(0, |last| last + 1);
        let mut group = vec![0; kinds];
        for seat in contenders {
            group[self.kind_of[*seat]] += 1;
        }
        self.hopeless.contains(&group)
    }
}

/// Solves a showdown.
#[must_use]
pub fn solve_showdown(game: &Showdown, detail: Detail) -> Solution {
    let apart = matches!(&game.stakes, Some(stakes) if matches!(stakes.fee, Fee::Share(..)));
    let seats = game.hands.len();
    let bits: u64 = game.hands.iter().map(|law| law.total().bits()).sum();
    let near: Table<Interval>;
    let mut solution = {
        let pairs: usize =
            Hands::<BigUint>::new(&game.hands, apart).all().iter().map(|n| (n + 1) * (n + 2) / 2).product();
        let values = game.hands.iter().map(|law| law.outcomes().len()).max().unwrap_or(0);
        if pairs * values <= MOST_EXACT_WORK && bits <= MOST_EXACT_BITS && detail == Detail::Whole {
            let table = Table::new::<BigUint>(game, apart);
            near = table.nearly();
            solve(&table, game, seats, &near)
        } else {
            near = Table::new::<Interval>(game, apart);
            solve(&near, game, seats, &near)
        }
    };
    if detail == Detail::Means {
        return solution;
    }
    let ends = solution.never.as_exact().is_some_and(Zero::is_zero);
    let moments = (solution.length.mean.clone(), solution.length.sd.clone());
    solution.length = Spread { mean: moments.0, sd: moments.1, ..lengths(&near) };
    if !ends {
        let why = |number: Number| number.map_err(|_| Missing::Endless);
        solution.length.quantiles = solution.length.quantiles.map(why);
    }
    solution
}

fn solve<S: Scalar>(table: &Table<S>, game: &Showdown, seats: usize, near: &Table<Interval>) -> Solution {
    let last = table.stages.len() - 1;
    let everybody = &table.stages[last];
    let wins: Vec<Vec<S>> = (0..table.kinds.len())
        .map(|kind| {
            let part = |(parts, counted): &(Vec<S>, Vec<S>)| parts[kind].times(&all(counted));
            table.up(|_, stage| S::sum(stage.over.iter().map(part)))
        })
        .collect();
    let visits = table.begun();
    let never = if everybody.hopeless {
        S::one()
    } else {
        let into_hopeless = |stage: &Stage<S>| {
            let on = stage.on.iter().filter(|(to, _)| table.stages[*to].hopeless);
            S::sum(on.map(|(_, counted)| all(counted)))
        };
        S::sum(table.hopeful(&visits).map(|(_, stage, visits)| visits.times(&into_hopeless(stage))))
    };
    let bounded = |value: &S| value.enclosure().map_or_else(Enclosure::probability, Enclosure::at_most_one);
    let shares = (0..seats).map(|seat| {
        let kind = table.kind_of(seat);
        bounded(&wins[kind][last].over(&S::whole(everybody.group[kind] as u64)))
    });
    let mut solution = Solution {
        shares: shares.collect(),
        nobody: Enclosure::zero(),
        never: bounded(&never),
        length: Spread::missing(Missing::Endless),
        pot: game.stakes.as_ref().map(|stakes| pot::of_showdown(table, near, stakes, &visits, &wins)),
        statistics: Vec::new(),
    };
    if table.kinds.iter().all(|kind| kind.casts.is_some()) {
        let tie = table.first_tie.enclosure().map(Enclosure::at_most_one).ok_or(Missing::TooLong);
        solution.statistics.push(StatisticNumbers::one(&FIRST_ROUND_TIE, tie));
    }
    if never.is_zero() {
        let after = table.up(|_, stage| table.casts(stage)[0].clone());
        let square = table.square(
            &visits,
            &after,
            |_, stage| table.casts(stage)[1].clone(),
            |stage, counted| table.casts(stage)[0].times(&all(counted)),
        );
        solution.length.mean = after[last].enclosure().ok_or(Missing::TooLong);
        solution.length.sd = chain::both(&solution.length.mean, square.enclosure())
            .map(|(mean, square)| standard_deviation(mean, &square));
    }
    solution
}

impl<S: Scalar> Table<S> {
    /// E[V·1] and E[V²·1], V being the number of hands that pay and 1 that the pot is taken, for which
    /// `taken` has the chance from each stage.
    pub(super) fn paying(&self, visits: &[Option<S>], taken: &[S]) -> [S; 2] {
        let counted = |place: usize, stage: &Stage<S>, power: u32| {
            let on = stage.on.iter().map(|(to, counted)| moment(counted, power).times(&taken[*to]));
            let over = stage.over.iter().map(|(_, counted)| moment(counted, power));
            S::sum(on.chain(over).chain([moment(&stage.repeat, power).times(&taken[place])]))
        };
        let after = self.up(|place, stage| counted(place, stage, 1));
        let square = self.square(
            visits,
            &after,
            |place, stage| counted(place, stage, 2),
            |_, counted| moment(counted, 1),
        );
        [after.last().cloned().unwrap_or_else(S::zero), square]
    }

    /// E[V · the win goes to that kind of seats], V being the number of hands that pay.
    pub(super) fn paying_with(&self, visits: &[Option<S>], wins: &[S], kind: usize) -> S {
        S::sum(self.hopeful(visits).map(|(place, stage, visits)| {
            let on = stage.on.iter().map(|(to, counted)| moment(counted, 1).times(&wins[*to]));
            let repeat = moment(&stage.repeat, 1).times(&wins[place]);
            let over = stage.over.iter().map(|(parts, counted)| moment(counted, 1).times(&parts[kind]));
            visits.times(&S::sum(on.chain(over).chain([repeat])))
        }))
    }
}

/// The law of the length: hand after hand, each cast again while it is none.
fn lengths(table: &Table<Interval>) -> Spread {
    let mut first = Vec::with_capacity(table.stages.len());
    let mut states = 0;
    for stage in &table.stages {
        first.push(states);
        states += stage.group.iter().sum::<usize>();
    }
    let (mut moves, mut done, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for (place, stage) in table.stages.iter().enumerate() {
        let hands: Vec<&Casts<Interval>> = table
            .kinds
            .iter()
            .zip(&stage.group)
            .flat_map(|(kind, number)| {
                kind.casts.iter().cycle().take(if kind.casts.is_some() { *number } else { 0 })
            })
            .collect();
        if stage.hopeless {
            for _ in 0..stage.group.iter().sum::<usize>() {
                moves.push(Vec::new());
                done.push(Interval::ZERO);
                lost.push(Interval::ONE);
            }
            continue;
        }
        for (hand, casts) in hands.iter().enumerate() {
            let mut to = vec![(first[place] + hand, casts.again)];
            let mut over = Interval::ZERO;
            if hand + 1 < hands.len() {
                to.push((first[place] + hand + 1, casts.hand));
            } else {
                let on = stage.on.iter().map(|(to, counted)| (first[*to], all(counted)));
                to.extend(
                    on.chain([(first[place], all(&stage.repeat))])
                        .map(|(to, chance)| (to, casts.hand.times(chance))),
                );
                over = casts.hand.times(stage.over.iter().map(|(_, counted)| all(counted)).sum::<Interval>());
            }
            to.retain(|(_, chance)| !chance.is_zero());
            moves.push(to);
            done.push(over);
            lost.push(Interval::ZERO);
        }
    }
    let start = first.last().copied().unwrap_or(0);
    finish::lengths(&FinishLaw::of_chances(moves, done, lost, start), 1, |_| None)
}
