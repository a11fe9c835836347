//! What hands weigh, with what is counted along as generating functions.
//!
//! A hand of which one counts v brings a factor (x + ε)ᵛ, and every number becomes a power series in ε that is cut off
//! after some powers. Around x = 1 its coefficients are E[1], E[v], E[v(v − 1)]/2, …; around x = 0 they are the chances
//! of v = 0, 1, 2, …; and the first one around x is E[xᵛ].

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::exact::hands::{Hands, SeatKind, Seating, binomial};
use crate::exact::scalar::{Weight, product};

/// A power series in ε, the coefficient of ε⁰ first, zeros at the end left out.
pub(super) type Series<W> = Vec<W>;

pub(super) fn add<W: Weight>(sum: &mut Series<W>, other: &[W]) {
    if sum.len() < other.len() {
        sum.resize(other.len(), W::zero());
    }
    for (a, b) in sum.iter_mut().zip(other) {
        *a = a.plus(b);
    }
}

/// Where the generating functions are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    Zero,
    One,
    /// Beyond 1, where they can be infinite.
    Beyond,
}

/// The weights of the hands of a kind of seats.
#[derive(Clone, Debug)]
pub(super) struct KindWeights<W> {
    pub seats: usize,
    /// What all hands weigh together when nothing is counted.
    pub total: W,
    /// The hands of each value, the lowest first.
    pub at: Vec<Series<W>>,
    pub idle: Series<W>,
}

/// The weights of the hands of all kinds.
#[derive(Clone, Debug)]
pub(super) struct Weights<W> {
    pub kinds: Vec<KindWeights<W>>,
    pub around: Around,
    /// How many coefficients are kept.
    pub order: usize,
}

impl<W: Weight> Weights<W> {
    fn new(
        seating: &Seating,
        around: Around,
        order: usize,
        total: impl Fn(&SeatKind) -> BigUint,
        weigh: impl Fn(&SeatKind, &Hands) -> Vec<BigUint>,
    ) -> Self {
        let kind = |kind: &SeatKind| {
            let total = total(kind);
            let series = |hands: &Hands| {
                let mut weights = weigh(kind, hands);
                weights.truncate(order);
                while weights.last().is_some_and(Zero::is_zero) {
                    weights.pop();
                }
                weights.iter().map(|weight| W::of(weight, &total)).collect()
            };
            KindWeights {
                seats: kind.seats.len(),
                total: W::of_all(&total),
                at: kind.at.iter().map(series).collect(),
                idle: series(&kind.idle),
            }
        };
        Self { kinds: seating.kinds.iter().map(kind).collect(), around, order }
    }

    /// The hands that pay are counted, around x = 0, x = 1 or beyond.
    pub(super) fn paying(seating: &Seating, x: &BigRational, order: usize) -> Self {
        let around = match x {
            zero if zero.is_zero() => Around::Zero,
            one if one.is_one() => Around::One,
            _ => Around::Beyond,
        };
        let (x, unit) = (x.numer().magnitude(), x.denom().magnitude());
        Self::new(
            seating,
            around,
            order,
            |kind| kind.hands() * unit,
            |_, [free, paying]| vec![free * unit + paying * x, paying * unit],
        )
    }

    /// The casts are counted, around 1 and up to their square. Of the N casts for a hand E[N] = 1/p and
    /// E[N(N − 1)]/2 = (1 − p)/p².
    pub(super) fn casting(seating: &Seating) -> Self {
        Self::new(
            seating,
            Around::One,
            3,
            |kind| kind.hands() * kind.hands() * kind.hands(),
            |kind, [free, paying]| {
                let (weight, hands) = (free + paying, kind.hands());
                vec![
                    &weight * &hands * &hands,
                    &weight * &hands * &kind.casts,
                    weight * &kind.again * &kind.casts,
                ]
            },
        )
    }

    /// The weight of all hands with what they count.
    pub(super) fn counted(&self, kind: usize) -> W {
        let KindWeights { at, idle, .. } = &self.kinds[kind];
        W::sum(at.iter().chain([idle]).filter_map(|hands| hands.first().cloned()))
    }
}

/// Groups of contenders, by how many there are of each kind; numbered so that a smaller group among another's comes
/// before it.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    seats: Vec<usize>,
}

impl Groups {
    pub(super) fn new(seating: &Seating) -> Self {
        Self { seats: seating.all() }
    }

    pub(super) fn count(&self) -> usize {
        self.stride(self.seats.len())
    }

    pub(super) fn everybody(&self) -> usize {
        self.count() - 1
    }

    /// By how much the number of a group grows with each seat of a kind.
    pub(super) fn stride(&self, kind: usize) -> usize {
        self.seats[..kind].iter().map(|seats| seats + 1).product()
    }

    /// How many there are of each kind.
    pub(super) fn members(&self, mut group: usize) -> Vec<usize> {
        let digit = |seats: &usize| {
            let digit = group % (seats + 1);
            group /= seats + 1;
            digit
        };
        self.seats.iter().map(digit).collect()
    }
}

/// The powers of the weights that groups need.
#[derive(Clone, Debug)]
pub(super) struct Powers<W> {
    /// By kind, value and number of seats: all of these have hands of the value.
    best: Vec<Vec<Vec<Series<W>>>>,
    /// By kind, value, seats that were in and seats that stay: the others fall below the value.
    fall: Vec<Vec<Vec<Vec<Series<W>>>>>,
}

impl<W: Weight> Powers<W> {
    pub(super) fn new(weights: &Weights<W>) -> Self {
        let order = weights.order;
        let powers = |base: &[W], up_to: usize| {
            let mut powers = vec![vec![W::one()]];
            for exponent in 0..up_to {
                powers.push(product(&powers[exponent], base, order));
            }
            powers
        };
        let falls = |kind: &KindWeights<W>| {
            let mut below = kind.idle.clone();
            let fall = |hands: &Series<W>| {
                let lost = powers(&below, kind.seats);
                add(&mut below, hands);
                let stay = |were: usize, stay: usize| {
                    let ways = W::whole(binomial(were, stay));
                    lost[were - stay].iter().map(|weight| weight.times(&ways)).collect()
                };
                (0..=kind.seats).map(|were| (0..=were).map(|seats| stay(were, seats)).collect()).collect()
            };
            kind.at.iter().map(fall).collect()
        };
        let best = |kind: &KindWeights<W>| kind.at.iter().map(|hands| powers(hands, kind.seats)).collect();
        Self {
            best: weights.kinds.iter().map(best).collect(),
            fall: weights.kinds.iter().map(falls).collect(),
        }
    }

    pub(super) fn best(&self, kind: usize, value: usize, seats: usize) -> &[W] {
        &self.best[kind][value][seats]
    }

    pub(super) fn fall(&self, kind: usize, value: usize, were: usize, stay: usize) -> &[W] {
        &self.fall[kind][value][were][stay]
    }
}
