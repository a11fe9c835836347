//! The hands that meet in a showdown, seats that fall alike counted together.
//!
//! The best value r is held by exactly the seats T among the contenders C with probability
//! Π_{i∈T} pᵢ(r) · Π_{i∈C∖T} Pᵢ(<r). Alike seats are interchangeable, so that C and T need only say how
//! many there are of each kind.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::scalar::{Scalar, Weight};
use crate::process::{Hand, Law};

/// Polynomials in z, in which the power of z counts the hands that pay; the coefficient of z⁰ first.
pub(super) type Counted<W> = Vec<W>;

fn multiplied<W: Weight>(one: &[W], other: &[W]) -> Counted<W> {
    let mut product = vec![W::zero(); (one.len() + other.len()).saturating_sub(1)];
    for (i, a) in one.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
        for (j, b) in other.iter().enumerate() {
            product[i + j] = product[i + j].plus(&a.times(b));
        }
    }
    product
}

fn add<W: Weight>(sum: &mut Counted<W>, other: &[W]) {
    sum.resize(sum.len().max(other.len()), W::zero());
    for (a, b) in sum.iter_mut().zip(other) {
        *a = a.plus(b);
    }
}

/// Without zeros at the end.
fn trimmed<W: Weight>(mut counted: Counted<W>) -> Counted<W> {
    while counted.last().is_some_and(Weight::is_zero) {
        counted.pop();
    }
    counted
}

/// Seats whose hands have one law.
#[derive(Clone, Debug)]
pub(super) struct Kind<W> {
    /// The seats, from 0.
    pub seats: Vec<usize>,
    /// The probability that a cast is no hand.
    pub again: (BigUint, BigUint),
    /// The weight of all hands.
    total: W,
    /// Hands of each of the table's values, with and without payment.
    at: Vec<Counted<W>>,
    /// Hands that cannot win.
    idle: Counted<W>,
}

impl<W: Weight> Kind<W> {
    /// The probability that a hand pays.
    pub(super) fn pays(&self) -> W::Number {
        let paying = self.at.iter().chain([&self.idle]).filter_map(|hands| hands.get(1));
        paying.fold(W::zero(), |sum, weight| sum.plus(weight)).over(&self.total)
    }
}

/// All kinds of seats at a table.
#[derive(Clone, Debug)]
pub(super) struct Hands<W> {
    pub kinds: Vec<Kind<W>>,
    values: usize,
}

/// How many of each kind.
pub(super) type Group = Vec<usize>;

/// What a showdown leads to.
pub(super) struct Showing<N> {
    /// These share the best value.
    pub best: Vec<(Group, Vec<N>)>,
    /// No hand can win.
    pub none: Vec<N>,
}

impl<W: Weight> Hands<W> {
    /// The kinds of seats, or every seat by itself where `apart`; `None` where a seat never has a hand.
    pub(super) fn new(laws: &[Law<Hand>], apart: bool) -> Self {
        let mut values: Vec<i32> = laws
            .iter()
            .flat_map(Law::outcomes)
            .filter_map(|(hand, _)| if let Hand::Of { value, .. } = hand { *value } else { None })
            .collect();
        values.sort_unstable();
        values.dedup();
        let mut kinds: Vec<Kind<W>> = Vec::new();
        for (seat, law) in laws.iter().enumerate() {
            let known = laws[..seat].iter().position(|other| other == law).filter(|_| !apart);
            let known = known.and_then(|first| kinds.iter().position(|kind| kind.seats.contains(&first)));
            match known {
                Some(known) => kinds[known].seats.push(seat),
                None => kinds.push(kind(seat, law, &values)),
            }
        }
        Self { kinds, values: values.len() }
    }

    /// Everybody.
    pub(super) fn all(&self) -> Group {
        self.kinds.iter().map(|kind| kind.seats.len()).collect()
    }

    /// What becomes of a showdown among these contenders, in probabilities.
    pub(super) fn showing(&self, contenders: &Group) -> Showing<W::Number> {
        let total = self
            .kinds
            .iter()
            .zip(contenders)
            .fold(W::one(), |total, (kind, number)| total.times(&kind.total.power(*number)));
        let over = |counted: Counted<W>| {
            trimmed(counted).iter().map(|weight| weight.over(&total)).collect::<Vec<_>>()
        };
        let mut below: Vec<Counted<W>> = self.kinds.iter().map(|kind| kind.idle.clone()).collect();
        let idle = Self::powers(&below, contenders);
        let mut sums: BTreeMap<Group, Counted<W>> = BTreeMap::new();
        for value in 0..self.values {
            let mut partial: Vec<(Group, Counted<W>)> = vec![(Vec::new(), vec![W::one()])];
            for ((kind, below), number) in self.kinds.iter().zip(&below).zip(contenders) {
                let chosen = chosen(&kind.at[value], below, *number);
                partial = partial
                    .iter()
                    .flat_map(|(group, weight)| {
                        chosen.iter().enumerate().filter(|(_, part)| !part.is_empty()).map(
                            move |(tied, part)| {
                                (group.iter().copied().chain([tied]).collect(), multiplied(weight, part))
                            },
                        )
                    })
                    .collect();
            }
            for (group, weight) in partial {
                if group.iter().any(|tied| *tied > 0) {
                    add(sums.entry(group).or_default(), &weight);
                }
            }
            for (below, kind) in below.iter_mut().zip(&self.kinds) {
                add(below, &kind.at[value]);
            }
        }
        let best = sums.into_iter().map(|(group, weight)| (group, over(weight)));
        Showing { best: best.filter(|(_, chances)| !chances.is_empty()).collect(), none: over(idle) }
    }

    fn powers(each: &[Counted<W>], group: &Group) -> Counted<W> {
        let mut product = vec![W::one()];
        for (weight, number) in each.iter().zip(group) {
            for _ in 0..*number {
                product = multiplied(&product, weight);
            }
        }
        product
    }
}

fn kind<W: Weight>(seat: usize, law: &Law<Hand>, values: &[i32]) -> Kind<W> {
    let again = law.weight_of(|hand| *hand == Hand::Again);
    let hands = law.total() - &again;
    let mut kind = Kind {
        seats: vec![seat],
        again: (again, law.total().clone()),
        total: W::of_all(&hands),
        at: vec![Vec::new(); values.len()],
        idle: Vec::new(),
    };
    for (hand, weight) in law.outcomes() {
        if let Hand::Of { value, pays } = hand {
            let place = value.and_then(|value| values.binary_search(&value).ok());
            let hands_at = match place {
                Some(place) => &mut kind.at[place],
                None => &mut kind.idle,
            };
            let mut counted = vec![W::zero(); usize::from(*pays)];
            counted.push(W::of(weight, &hands));
            add(hands_at, &counted);
        }
    }
    kind
}

/// For each number of seats of one kind that can hold the best value, how all of them weigh: as many
/// ways as there are to choose them, the rest below.
fn chosen<W: Weight>(at: &[W], below: &[W], number: usize) -> Vec<Counted<W>> {
    let power = |base: &[W]| {
        let mut powers = vec![vec![W::one()]];
        for exponent in 0..number {
            powers.push(trimmed(multiplied(&powers[exponent], base)));
        }
        powers
    };
    let (tied, rest) = (power(at), power(below));
    let mut ways = 1u64;
    let mut chosen = Vec::with_capacity(number + 1);
    for tie in 0..=number {
        let both = multiplied(&tied[tie], &rest[number - tie]);
        chosen.push(trimmed(both.iter().map(|weight| weight.times(&W::whole(ways))).collect()));
        ways = ways * (number - tie) as u64 / (tie as u64 + 1);
    }
    chosen
}

/// How many casts a hand takes: the mean of the geometric law and its variance, P(again) and
/// 1 − P(again).
pub(super) struct Casts<S> {
    pub again: S,
    pub hand: S,
    pub mean: S,
    pub variance: S,
}

impl<S: Scalar> Casts<S> {
    /// `None` where a cast is never a hand.
    pub(super) fn new((again, total): &(BigUint, BigUint)) -> Option<Self> {
        let hands = total - again;
        if hands.bits() == 0 {
            return None;
        }
        let (again, hand) = (S::ratio(again, total), S::ratio(&hands, total));
        let mean = S::one().over(&hand);
        let variance = again.times(&mean).times(&mean);
        Some(Self { again, hand, mean, variance })
    }
}
