//! Best responses to a strategy, computed on the game tree itself. They use nothing from the solver that found the
//! strategy, so they verify its results independently.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::tree::{Of, Tree};
use crate::exact::signed::Signed;
use crate::exact::{Enclosure, Interval};
use crate::process::{Distribution, Hides};

/// A gain that can be added, multiplied and compared: a rational, an interval rounded outwards, or a double.
pub(super) trait Gain: Clone + Send + Sync {
    fn nothing() -> Self;
    fn of(number: &Enclosure) -> Self;
    /// Converts a double exactly.
    fn of_double(number: f64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// The maximum of both; for intervals, bounds on it.
    fn most(self, other: Self) -> Self;
    /// The quotient by 1 − `part`.
    fn over_rest(&self, part: &Self) -> Self;
    fn over(&self, other: &Self) -> Self;
    fn is_nothing(&self) -> bool;
    fn enclosure(&self) -> Enclosure;
}

impl Gain for BigRational {
    fn nothing() -> Self {
        Zero::zero()
    }

    fn of(number: &Enclosure) -> Self {
        number.low().clone()
    }

    fn of_double(number: f64) -> Self {
        Self::from_float(number).unwrap_or_else(Zero::zero)
    }

    fn plus(&self, other: &Self) -> Self {
        if Zero::is_zero(self) { other.clone() } else { self + other }
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn most(self, other: Self) -> Self {
        self.max(other)
    }

    fn over_rest(&self, part: &Self) -> Self {
        self / (<Self as One>::one() - part)
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn is_nothing(&self) -> bool {
        Zero::is_zero(self)
    }

    fn enclosure(&self) -> Enclosure {
        Enclosure::exact(self.clone())
    }
}

impl Gain for Signed {
    fn nothing() -> Self {
        Self { low: 0.0, high: 0.0 }
    }

    fn of(number: &Enclosure) -> Self {
        let [low, high] = [number.low(), number.high()].map(|end| end.to_f64().unwrap_or(f64::NAN));
        let is_exact =
            number.as_exact().is_some() && BigRational::from_float(low).as_ref() == Some(number.low());
        if is_exact {
            Self { low, high }
        } else {
            Self { low: low.next_down().next_down(), high: high.next_up().next_up() }
        }
    }

    fn of_double(number: f64) -> Self {
        Self { low: number, high: number }
    }

    fn plus(&self, other: &Self) -> Self {
        if self.is_nothing() {
            *other
        } else if other.is_nothing() {
            *self
        } else {
            Self::plus(*self, *other)
        }
    }

    fn times(&self, other: &Self) -> Self {
        Self::times(*self, *other)
    }

    fn most(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    fn over_rest(&self, part: &Self) -> Self {
        let rest = Interval { low: part.low.max(0.0), high: part.high.min(1.0) }.complement();
        Gain::over(self, &rest.into())
    }

    fn over(&self, other: &Self) -> Self {
        let inverse = Self { low: other.high.recip().next_down(), high: other.low.recip().next_up() };
        Self::times(*self, inverse)
    }

    fn is_nothing(&self) -> bool {
        self.low == 0.0 && self.high == 0.0
    }

    fn enclosure(&self) -> Enclosure {
        let ends = [self.low, self.high].map(BigRational::from_float);
        match ends {
            [Some(low), Some(high)] => Enclosure::between(low, high),
            _ => Enclosure::probability(),
        }
    }
}

/// Doubles, without error bounds.
impl Gain for f64 {
    fn nothing() -> Self {
        0.0
    }

    fn of(number: &Enclosure) -> Self {
        number.to_f64()
    }

    fn of_double(number: f64) -> Self {
        number
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn most(self, other: Self) -> Self {
        self.max(other)
    }

    fn over_rest(&self, part: &Self) -> Self {
        self / (1.0 - part)
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn is_nothing(&self) -> bool {
        *self == 0.0
    }

    fn enclosure(&self) -> Enclosure {
        BigRational::from_float(*self).map_or_else(Enclosure::probability, Enclosure::exact)
    }
}

/// A seat's best response to the strategies of all others.
pub(super) struct BestAnswer<G> {
    /// The gain of the seat.
    pub value: G,
    /// The probability that the stage starts again.
    pub back: G,
    /// The counterfactual reach of each set: its probability if the seat plays to reach it.
    pub reach: Vec<G>,
    /// The value of each sequence if the seat plays its best from there on, times the reach of its set.
    pub sequences: Vec<G>,
}

/// The probabilities of the outcomes of each distribution.
pub(super) fn chances<G: Gain, M: Ord>(distributions: &[Distribution<M>]) -> Vec<Vec<G>> {
    let of = |distribution: &Distribution<M>| {
        let total = distribution.total();
        let chance = |weight: &num_bigint::BigUint| {
            G::of(&Enclosure::exact(BigRational::new(weight.clone().into(), total.clone().into())))
        };
        distribution.outcomes().iter().map(|(_, weight)| chance(weight)).collect()
    };
    distributions.iter().map(of).collect()
}

/// The best response of a seat: `played` returns the probability that another seat takes a sequence given that its set is
/// reached, and `gained` the seat's gain at a node that ends the stage.
pub(super) fn best_answer<P: Hides, G: Gain>(
    tree: &Tree<P>,
    seat: usize,
    chances: &[Vec<G>],
    played: &dyn Fn(usize, usize) -> G,
    gained: &dyn Fn(&Of) -> G,
) -> BestAnswer<G> {
    let nodes = &tree.nodes;
    let sets = &tree.seats[seat].sets;
    let one = G::of(&Enclosure::one());
    // For each node, the reach probability of all but the seat, and the number of the seat's choices before it.
    let mut reached = vec![one; 1];
    reached.resize(nodes.len(), G::nothing());
    let mut levels = vec![0u32; nodes.len()];
    let mut reach = vec![G::nothing(); sets.len()];
    let mut back = G::nothing();
    for (index, node) in nodes.iter().enumerate() {
        let here = reached[index].clone();
        let children = node.children();
        let mut level = levels[index];
        match node.of {
            Of::Chance(distribution) => {
                for (child, chance) in children.clone().zip(&chances[distribution as usize]) {
                    reached[child] = here.times(chance);
                }
            }
            Of::Choose(who, set) if usize::from(who) == seat => {
                level += 1;
                reach[set as usize] = reach[set as usize].plus(&here);
                children.clone().for_each(|child| reached[child] = here.clone());
            }
            Of::Choose(who, set) => {
                let first = tree.seats[usize::from(who)].sets[set as usize].first as usize;
                for (action, child) in children.clone().enumerate() {
                    reached[child] = here.times(&played(usize::from(who), first + action));
                }
            }
            Of::Back(_) => back = back.plus(&here),
            Of::End(_) | Of::Next(..) => {}
        }
        children.for_each(|child| levels[child] = level);
    }
    let mut values: Vec<G> = nodes
        .iter()
        .zip(&reached)
        .map(|(node, reached)| match node.of {
            Of::Chance(_) | Of::Choose(..) => G::nothing(),
            _ if reached.is_nothing() => G::nothing(),
            _ => reached.times(&gained(&node.of)),
        })
        .collect();
    let mut sequences = vec![G::nothing(); tree.seats[seat].sequences.len()];
    // From the last choices of the seat back to the first, so that later values are known when they are needed.
    let mut by_level: Vec<Vec<u32>> = Vec::new();
    for (index, level) in (0u32..).zip(&levels) {
        let level = *level as usize;
        if by_level.len() <= level {
            by_level.resize_with(level + 1, Vec::new);
        }
        by_level[level].push(index);
    }
    // The value of a set is stored at one of its nodes; the others add nothing.
    let mut is_counted = vec![false; sets.len()];
    for level in by_level.iter().rev() {
        let own = |index: &&u32| matches!(nodes[**index as usize].of, Of::Choose(who, _) if usize::from(who) == seat);
        for index in level.iter().filter(own) {
            let node = &nodes[*index as usize];
            let Of::Choose(_, set) = node.of else { continue };
            for (sequence, child) in (sets[set as usize].first as usize..).zip(node.children()) {
                sequences[sequence] = sequences[sequence].plus(&values[child]);
            }
        }
        for index in level.iter().filter(own) {
            let Of::Choose(_, set) = nodes[*index as usize].of else { continue };
            if std::mem::replace(&mut is_counted[set as usize], true) {
                continue;
            }
            let set = &sets[set as usize];
            let most = sequences[set.sequences()].iter().cloned().reduce(G::most);
            values[*index as usize] = most.unwrap_or_else(G::nothing);
        }
        for index in level.iter().rev() {
            let node = &nodes[*index as usize];
            let is_others = match node.of {
                Of::Chance(_) => true,
                Of::Choose(who, _) => usize::from(who) != seat,
                _ => false,
            };
            if is_others {
                let sum = values[node.children()].iter().fold(G::nothing(), |sum, value| sum.plus(value));
                values[*index as usize] = sum;
            }
        }
    }
    BestAnswer { value: values[0].clone(), back, reach, sequences }
}
