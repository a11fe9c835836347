//! The hands that meet in a showdown, seats that fall alike counted together.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::scalar::Scalar;
use crate::process::{Distribution, Hand};

/// The weights of hands that pay nothing, and of those that pay.
pub(super) type Hands = [BigUint; 2];

/// Seats whose hands have one distribution.
#[derive(Clone, Debug)]
pub(super) struct SeatKind {
    /// The seats, from 0.
    pub seats: Vec<usize>,
    /// The weight of the casts that are no hand, and of all casts.
    pub again: BigUint,
    pub casts: BigUint,
    /// The hands of each of the table's values, the lowest first.
    pub at: Vec<Hands>,
    /// The hands that cannot win.
    pub idle: Hands,
}

impl SeatKind {
    fn new(seat: usize, distribution: &Distribution<Hand>, values: &[i32]) -> Self {
        let again = distribution.weight_of(|hand| *hand == Hand::Again);
        let mut kind = Self {
            seats: vec![seat],
            again,
            casts: distribution.total().clone(),
            at: vec![Hands::default(); values.len()],
            idle: Hands::default(),
        };
        for (hand, weight) in distribution.outcomes() {
            if let Hand::Of { value, pays } = hand {
                let index = value.and_then(|value| values.binary_search(&value).ok());
                let hands = index.map_or(&mut kind.idle, |index| &mut kind.at[index]);
                hands[usize::from(*pays)] += weight;
            }
        }
        kind
    }

    /// The weight of all hands; 0 where no hand is possible.
    pub(super) fn hands(&self) -> BigUint {
        &self.casts - &self.again
    }

    /// The weight of the hands that pay.
    pub(super) fn paying(&self) -> BigUint {
        self.at.iter().chain([&self.idle]).map(|[_, paying]| paying).sum()
    }
}

/// How many seats there are of each kind.
pub(super) type Group = Vec<usize>;

/// All kinds of seats at a table.
#[derive(Clone, Debug)]
pub(super) struct Seating {
    pub kinds: Vec<SeatKind>,
    /// How many values hands can have.
    pub values: usize,
}

impl Seating {
    /// The kinds of seats, or every seat by itself where `apart`.
    pub(super) fn new(distributions: &[Distribution<Hand>], apart: bool) -> Self {
        let value = |(hand, _): &(Hand, BigUint)| match hand {
            Hand::Of { value, .. } => *value,
            Hand::Again => None,
        };
        let mut values: Vec<i32> =
            distributions.iter().flat_map(Distribution::outcomes).filter_map(value).collect();
        values.sort_unstable();
        values.dedup();
        let mut kinds: Vec<SeatKind> = Vec::new();
        for (seat, distribution) in distributions.iter().enumerate() {
            match kinds.iter_mut().find(|kind| !apart && distributions[kind.seats[0]] == *distribution) {
                Some(kind) => kind.seats.push(seat),
                None => kinds.push(SeatKind::new(seat, distribution, &values)),
            }
        }
        Self { kinds, values: values.len() }
    }

    /// Everybody.
    pub(super) fn all(&self) -> Group {
        self.kinds.iter().map(|kind| kind.seats.len()).collect()
    }

    /// The kind of each seat.
    pub(super) fn kind_of(&self, seat: usize) -> usize {
        self.kinds.iter().position(|kind| kind.seats.contains(&seat)).unwrap_or(0)
    }

    /// The chance that one certain seat of each kind has the best hand of these contenders, alone.
    pub(super) fn sole_best(&self, contenders: &Group) -> Vec<BigRational> {
        let both = |[free, paying]: &Hands| free + paying;
        let mut weights = vec![BigUint::zero(); self.kinds.len()];
        let mut below: Vec<BigUint> = self.kinds.iter().map(|kind| both(&kind.idle)).collect();
        for value in 0..self.values {
            for (best, weight) in weights.iter_mut().enumerate().filter(|(best, _)| contenders[*best] > 0) {
                let others = below
                    .iter()
                    .zip(contenders)
                    .enumerate()
                    .map(|(kind, (below, seats))| Pow::pow(below, seats - usize::from(kind == best)));
                *weight += both(&self.kinds[best].at[value]) * others.product::<BigUint>();
            }
            for (below, kind) in below.iter_mut().zip(&self.kinds) {
                *below += both(&kind.at[value]);
            }
        }
        let totals = self.kinds.iter().zip(contenders).map(|(kind, seats)| Pow::pow(&kind.hands(), *seats));
        let total = totals.fold(BigUint::one(), |total, power: BigUint| total * power);
        weights.into_iter().map(|weight| BigRational::new(weight.into(), total.clone().into())).collect()
    }
}

/// In how many ways `k` of `n` seats can be chosen.
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}

/// How many casts a hand takes: the mean of the geometric distribution and its variance, P(again) and
/// 1 − P(again).
pub(super) struct Casts<S> {
    pub again: S,
    pub hand: S,
    pub mean: S,
    pub variance: S,
}

impl<S: Scalar> Casts<S> {
    /// `None` where no hand is possible.
    pub(super) fn new(kind: &SeatKind) -> Option<Self> {
        let hands = kind.hands();
        if hands.is_zero() {
            return None;
        }
        let (again, hand) = (S::ratio(&kind.again, &kind.casts), S::ratio(&hands, &kind.casts));
        let mean = S::one().over(&hand);
        let variance = again.times(&mean).times(&mean);
        Some(Self { again, hand, mean, variance })
    }
}
