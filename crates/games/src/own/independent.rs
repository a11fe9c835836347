//! Game files in which no seat's turn depends on the others, so that each seat is a chain of its own, for any number of seats.

use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::compiler::walk::{values_of, visit};
use super::machine::{Effects, Made, Reached, Trouble};
use super::process::OwnGame;
use super::program::{Code, Domain, Holder, ListValue, ME, MOVER, Op, Value, Whom};
use super::spot::Spot;
use super::syntax::{Length, Scope};
use tali_core::exact::{Interval, StatisticNumbers};
use tali_core::process::{Distribution, IndependentSeats, Process, SeatChain, Turn};

/// The most states of a seat to follow.
const MOST_STATES: usize = 50_000;

/// The most outcomes for which means are computed as fractions.
const MOST_EXACTLY: usize = 20_000;

/// The most outcomes of a seat's turns to visit.
const MOST_LOOKS: usize = 2_000_000;

/// How each seat of a game plays by itself, for any weights of what is thrown.
#[derive(Debug)]
pub(super) struct SeatPlans {
    /// The tree of throws before the first turn that leads to each scenario; empty if there is only one.
    scenarios: Vec<Node>,
    number: usize,
    seats: Vec<SeatPlan>,
    throws: u32,
}

/// The turns of one seat.
#[derive(Debug)]
struct SeatPlan {
    /// The tree of the turn from each of its states.
    turns: Vec<Vec<Node>>,
    /// The state in which it starts, in each scenario.
    starts: Vec<u32>,
}

/// A throw: its distribution, and where each outcome leads. Nodes only lead to later nodes.
#[derive(Debug)]
struct Node {
    distribution: usize,
    to: Vec<Branch>,
}

#[derive(Clone, Copy, Debug)]
enum Branch {
    Node(u32),
    /// A state of the seat in its next turn, or a scenario.
    Leaf(u32),
    Done,
}

impl SeatPlans {
    /// Builds the plans of a game; `None` if that takes too long, or if its turns do not all take the same number of throws.
    pub(super) fn new(game: &OwnGame) -> Option<Self> {
        let code = &game.machine.program.code;
        let (scenarios, firsts) = scenarios(game)?;
        let of_turns = code.length == Some(Length::Turns);
        let (mut seats, mut throws) = (Vec::new(), None);
        for seat in 1..=code.seats {
            let (plan, taken) = SeatPlan::new(game, seat, &firsts, if of_turns { Some(1) } else { None })?;
            if throws.is_some_and(|throws| throws != taken) {
                return None;
            }
            throws = Some(taken);
            seats.push(plan);
        }
        Some(Self { scenarios, number: firsts.len(), seats, throws: throws? })
    }

    /// The number of outcomes in all trees.
    fn size(&self) -> usize {
        self.seats.iter().flat_map(|seat| seat.turns.iter().flatten()).map(|node| node.to.len()).sum()
    }

    /// How long the seats take by themselves: as fractions, if that is fast.
    pub(super) fn alone(
        &self,
        distributions: &[Distribution<Made>],
        seats: &IndependentSeats<Interval>,
    ) -> StatisticNumbers {
        let chance = |distribution: &Distribution<Made>, weight: &BigUint| {
            BigRational::new(weight.clone().into(), distribution.total().clone().into())
        };
        let exactly =
            if self.size() > MOST_EXACTLY { None } else { self.weighted(distributions, seats.ante, chance) };
        exactly.map_or_else(|| seats.alone(), |exactly| exactly.alone())
    }

    /// The chains of the seats with these weights, as intervals.
    pub(super) fn within_bounds(
        &self,
        distributions: &[Distribution<Made>],
        ante: Option<u64>,
    ) -> Option<IndependentSeats<Interval>> {
        self.weighted(distributions, ante, |distribution, weight| {
            Interval::ratio(weight, distribution.total())
        })
    }

    fn weighted<C: Chance>(
        &self,
        distributions: &[Distribution<Made>],
        ante: Option<u64>,
        chance: impl Fn(&Distribution<Made>, &BigUint) -> C,
    ) -> Option<IndependentSeats<C>> {
        let mut weights = vec![BigRational::zero(); self.number];
        if self.scenarios.is_empty() {
            weights[0] = BigRational::one();
        }
        let ratio = |node: &Node, outcome: usize| {
            let distribution = &distributions[node.distribution];
            BigRational::new(
                distribution.outcomes()[outcome].1.clone().into(),
                distribution.total().clone().into(),
            )
        };
        each_leaf(&self.scenarios, ratio, |leaf, part| weights[leaf.unwrap_or(0) as usize] += part);
        let scenarios = Distribution::of_chances((0..).zip(weights))?;
        let chances: Vec<Vec<C>> = distributions
            .iter()
            .map(|distribution| {
                distribution.outcomes().iter().map(|(_, weight)| chance(distribution, weight)).collect()
            })
            .collect();
        let mut chains: Vec<Arc<SeatChain<C>>> = Vec::new();
        for seat in &self.seats {
            let chain = seat.weighted(&chances);
            let alike = chains.iter().find(|known| ***known == chain).cloned();
            chains.push(alike.unwrap_or_else(|| Arc::new(chain)));
        }
        let starts =
            (0..self.number).map(|scenario| self.seats.iter().map(|seat| seat.starts[scenario]).collect());
        Some(IndependentSeats {
            chains,
            scenarios,
            starts: starts.collect(),
            throws: self.throws.into(),
            ante,
        })
    }
}

/// A chance that is multiplied along a tree, and added up at its leaves.
trait Chance: Clone + PartialEq {
    fn none() -> Self;
    fn certain() -> Self;
    fn and(&self, other: &Self) -> Self;
    fn or(&self, other: &Self) -> Self;
}

impl Chance for Interval {
    fn none() -> Self {
        Self::ZERO
    }

    fn certain() -> Self {
        Self::ONE
    }

    fn and(&self, other: &Self) -> Self {
        self.times(*other)
    }

    fn or(&self, other: &Self) -> Self {
        self.plus(*other)
    }
}

impl Chance for BigRational {
    fn none() -> Self {
        Self::zero()
    }

    fn certain() -> Self {
        Self::one()
    }

    fn and(&self, other: &Self) -> Self {
        self * other
    }

    fn or(&self, other: &Self) -> Self {
        self + other
    }
}

/// Passes every way through a tree to `leaf`, with its probability, given that of each outcome of a node.
fn each_leaf<C: Chance>(
    nodes: &[Node],
    chance: impl Fn(&Node, usize) -> C,
    mut leaf: impl FnMut(Option<u32>, C),
) {
    let mut there = vec![C::none(); nodes.len()];
    if let Some(root) = there.first_mut() {
        *root = C::certain();
    }
    for (index, node) in nodes.iter().enumerate() {
        let here = std::mem::replace(&mut there[index], C::none());
        for (outcome, to) in node.to.iter().enumerate() {
            let part = here.and(&chance(node, outcome));
            match to {
                Branch::Node(node) => there[*node as usize] = there[*node as usize].or(&part),
                Branch::Leaf(to) => leaf(Some(*to), part),
                Branch::Done => leaf(None, part),
            }
        }
    }
}

/// The possible states before the first turn: everybody may read what is thrown in `start`.
fn scenarios(game: &OwnGame) -> Option<(Vec<Node>, Vec<Vec<i64>>)> {
    let mut begun = None;
    let mut slots = game.machine.first();
    let reached =
        game.machine.begin(&mut slots, &mut Effects::default(), &mut |slots| begun = Some(slots.to_vec()));
    if let Some(first) = begun {
        return Some((Vec::new(), vec![first]));
    }
    let mut tree = Tree::default();
    let mut found: FxHashMap<Vec<i64>, u32> = FxHashMap::default();
    let mut firsts = Vec::new();
    tree.grow(game, game.spot(&slots, &reached), &mut |_, made| {
        if let Some(first) = made.entered {
            let next = u32::try_from(firsts.len()).ok()?;
            let number = *found.entry(first).or_insert_with_key(|first| {
                firsts.push(first.clone());
                next
            });
            return Some(Grown::Leaf(number));
        }
        Some(Grown::On(game.spot(&made.slots, &made.reached)))
    })?;
    Some((tree.nodes, firsts))
}

/// A tree of throws under construction.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    looks: usize,
}

/// The result of a throw.
struct Thrown {
    reached: Result<Reached, Trouble>,
    slots: Vec<i64>,
    effects: Effects,
    /// The slots as the next turn began, if it did.
    entered: Option<Vec<i64>>,
}

/// Where a throw leads in a tree.
enum Grown {
    On(Spot),
    Leaf(u32),
    Done,
}

impl Tree {
    /// Follows play from a spot; `leads` gets the number of throws before each, and returns `None` to give up.
    fn grow(
        &mut self,
        game: &OwnGame,
        start: Spot,
        leads: &mut dyn FnMut(u32, Thrown) -> Option<Grown>,
    ) -> Option<()> {
        let mut level: Vec<(Spot, u32)> = vec![(start, 0)];
        // Nodes of one level are adjacent, before those of the next.
        let mut first = 0;
        while !level.is_empty() {
            let after = u32::try_from(first + level.len()).ok()?;
            let mut next: Vec<(Spot, u32)> = Vec::new();
            let mut known: FxHashMap<(Spot, u32), u32> = FxHashMap::default();
            for (spot, thrown) in &level {
                let Turn::Chance(distribution) = game.turn(spot) else { return None };
                let mut to = Vec::new();
                for (made, _) in game.distributions()[distribution].outcomes() {
                    self.looks += 1;
                    if self.looks > MOST_LOOKS || !matches!(made, Made::Thrown(_) | Made::Happens(_)) {
                        return None;
                    }
                    let mut entered = None;
                    let (reached, slots, effects) = game.made(spot, *made, &mut |slots| {
                        entered.get_or_insert_with(|| slots.to_vec());
                    });
                    let thrown = thrown + effects.throws;
                    to.push(match leads(thrown, Thrown { reached, slots, effects, entered })? {
                        Grown::On(spot) => {
                            let index = *known.entry((spot, thrown)).or_insert_with(|| {
                                next.push((spot, thrown));
                                after + u32::try_from(next.len() - 1).unwrap_or(u32::MAX)
                            });
                            Branch::Node(index)
                        }
                        Grown::Leaf(leaf) => Branch::Leaf(leaf),
                        Grown::Done => Branch::Done,
                    });
                }
                self.nodes.push(Node { distribution, to });
            }
            first = after as usize;
            level = next;
        }
        Some(())
    }
}

/// Whether no seat's play depends on another, or changes anything for one except by winning.
pub(super) fn is_independent(code: &Code) -> bool {
    // Everybody may read the variables of the table if they are only set before the first turn.
    let of_table: Vec<_> = code.declared.iter().filter(|variable| variable.scope == Scope::Table).collect();
    let is_of_table = |slot: usize| {
        of_table
            .iter()
            .any(|variable| (variable.list.base..variable.list.base + variable.list.len).contains(&slot))
    };
    let is_me = |seat: &Value| matches!(seat, Value::Slot(ME));
    let op_is_own = |op: &Op| match op {
        Op::Choose { .. }
        | Op::ChooseEach { .. }
        | Op::RerollAny { .. }
        | Op::Keep { .. }
        | Op::By { .. }
        | Op::EndBy { .. }
        | Op::Pass(Some(_))
        | Op::First(_)
        | Op::Out(_)
        | Op::Draw
        | Op::Note(_)
        | Op::Win(Whom::Each(_)) => false,
        Op::Pay { from, to, .. } => matches!((from, to), (Holder::Bank, Holder::Bank)),
        Op::Roll { cases, .. } => cases.iter().all(|case| !case.is_seat),

        Op::PutAside { to, .. } => !is_of_table(*to),
        Op::Each { each, .. } => matches!(each.domain, Domain::Numbers(..)),
        Op::Set { to, .. } => to.seat.as_ref().map_or(!is_of_table(to.list.base), is_me),
        Op::Win(Whom::One(seat)) => is_me(seat),
        _ => true,
    };
    let value_is_own = |value: &Value| match value {
        Value::Slot(slot) => *slot != MOVER,
        Value::At(address) | Value::Any { list: ListValue::Of(address), .. } => {
            address.seat.as_ref().is_none_or(is_me)
        }
        Value::OfSeat(_, seat) => is_me(seat),
        Value::Neighbour(_) | Value::Pot => false,
        Value::Over { each, .. } => matches!(each.domain, Domain::Numbers(..)),
        _ => true,
    };
    let is_of_start = |op: &Op| {
        matches!(
            op,
            Op::Roll { .. }
                | Op::Set { .. }
                | Op::By { .. }
                | Op::EndBy { .. }
                | Op::Unless { .. }
                | Op::Chance { .. }
                | Op::PutAside { .. }
                | Op::Jump(_)
                | Op::End
        )
    };
    let mut own = code.seats > 1
        && code.figures.is_empty()
        && code.round.is_none()
        && code.length != Some(Length::Rounds);
    for (at, op) in code.ops.iter().enumerate() {
        if code.start.is_some() && at < code.turn {
            own &= is_of_start(op);
            continue;
        }
        own &= op_is_own(op);
        values_of(op, &mut |value| visit(value, &mut |value| own &= value_is_own(value)));
    }
    own
}

impl SeatPlan {
    /// The turns of a seat, and how many throws each takes in any case, or what is counted instead.
    fn new(game: &OwnGame, seat: usize, firsts: &[Vec<i64>], counted: Option<u32>) -> Option<(Self, u32)> {
        let mut known: FxHashMap<u128, u32> = FxHashMap::default();
        let mut states: Vec<Vec<i64>> = Vec::new();
        let mut number = |mut slots: Vec<i64>, states: &mut Vec<Vec<i64>>| {
            slots[MOVER] = super::evaluate::to_number(seat);
            let next = u32::try_from(states.len()).ok()?;
            let number = *known.entry(game.position(&slots)).or_insert(next);
            if number == next {
                states.push(slots);
            }
            Some(number)
        };
        let starts: Option<Vec<u32>> =
            firsts.iter().map(|first| number(first.clone(), &mut states)).collect();
        let (mut turns, mut throws, mut looks) = (Vec::new(), counted, 0);
        while let Some(state) = states.get(turns.len()).cloned() {
            if states.len() > MOST_STATES {
                return None;
            }
            let mut slots = state;
            let reached = game.machine.enter(&mut slots, &mut Effects::default(), &mut |_| {});
            let mut tree = Tree { nodes: Vec::new(), looks };
            tree.grow(game, game.spot(&slots, &reached), &mut |thrown, made| {
                let grown = match (&made.reached, made.effects.turns) {
                    (Ok(Reached::Over(_)), _) => Grown::Done,
                    // The turn of the next seat has begun; this seat's variables stay.
                    (Ok(Reached::Stop(_)), 1..) => Grown::Leaf(number(made.entered?, &mut states)?),
                    (Ok(Reached::Stop(_)), 0) => {
                        return Some(Grown::On(game.spot(&made.slots, &made.reached)));
                    }
                    _ => return None,
                };
                let is_even = counted.is_some() || *throws.get_or_insert(thrown) == thrown;
                is_even.then_some(grown)
            })?;
            looks = tree.looks;
            turns.push(tree.nodes);
        }
        Some((Self { turns, starts: starts? }, throws?))
    }

    /// The chain with these chances of the outcomes.
    fn weighted<C: Chance>(&self, chances: &[Vec<C>]) -> SeatChain<C> {
        // Index 0 is the end.
        let mut sums: Vec<Option<C>> = vec![None; self.turns.len() + 1];
        let row = |nodes: &Vec<Node>| {
            let mut reached: Vec<usize> = Vec::new();
            each_leaf(
                nodes,
                |node, outcome| chances[node.distribution][outcome].clone(),
                |leaf, part| {
                    let index = leaf.map_or(0, |leaf| leaf as usize + 1);
                    let sum = sums[index].take();
                    if sum.is_none() {
                        reached.push(index);
                    }
                    sums[index] = Some(sum.map_or_else(|| part.clone(), |sum| sum.or(&part)));
                },
            );
            reached.sort_unstable();
            let to = |index: usize| {
                let state = index.checked_sub(1).and_then(|state| u32::try_from(state).ok());
                Some((state, sums[index].take()?))
            };
            reached.into_iter().filter_map(to).collect()
        };
        self.turns.iter().map(row).collect()
    }
}
