//! The number types for solving linear equations, each with its own method.

use super::Interval;
use super::components::Eliminated;
use super::linear::{Cascade, Elimination};
use super::scalar::{Ratio, Scalar};

/// A number type for solving linear equations.
pub(super) trait Solvable: Scalar {
    /// The method that solves X = P·X + gain.
    type Elimination: Elimination<Self>;
}

impl Solvable for Ratio {
    type Elimination = Cascade;
}

impl Solvable for Interval {
    type Elimination = Eliminated;
}

#[cfg(test)]
mod tests {
    use super::super::linear::System;
    use super::super::scalar::Semiring;
    use super::*;
    use num_bigint::BigInt;
    use num_rational::BigRational;
    use num_traits::One;
    use proptest::prelude::*;

    /// A random walk between two exits: a step to the left has weight 1, to the right weight 2.
    fn drunkard(states: usize) -> Rows {
        let row = |state: usize| {
            let right = Some(state + 1).filter(|right| *right < states);
            vec![(state.checked_sub(1), 1u32), (right, 2)]
        };
        Rows((0..states).map(row).collect())
    }

    /// For each state the targets and weights of its moves.
    struct Rows(Vec<Vec<(Option<usize>, u32)>>);

    impl Rows {
        fn solve<S: Solvable>(&self, gain: Vec<S>) -> Vec<S> {
            let (mut chances, mut rows, mut moves) = (Vec::new(), vec![0], Vec::new());
            for row in &self.0 {
                let total: u32 = row.iter().map(|(_, weight)| weight).sum();
                for (to, weight) in row.iter().filter(|(_, weight)| *weight > 0) {
                    moves.push((
                        to.map(|to| u32::try_from(to).unwrap()),
                        u32::try_from(chances.len()).unwrap(),
                    ));
                    chances.push(S::ratio(&(*weight).into(), &total.into()));
                }
                rows.push(moves.len());
            }
            let system = System { chances: &chances, rows, moves };
            S::Elimination::new(&system).solve(&[gain]).remove(0)
        }
    }

    #[test]
    fn exit_probabilities_match_the_textbook() {
        // P(right | start at s + 1 of N) = (1 − 2^−(s+1)) / (1 − 2^−N): Feller I, §XIV.2.
        let states = 9;
        let system = drunkard(states);
        let mut gain = vec![Ratio::zero(); states];
        gain[states - 1] = Ratio::ratio(&2u32.into(), &3u32.into());
        let right = system.solve(gain);
        for (state, found) in right.iter().enumerate() {
            let part =
                |power: usize| BigRational::one() - BigRational::new(BigInt::one(), BigInt::one() << power);
            assert_eq!(*found.enclosure().unwrap().low(), part(state + 1) / part(states + 1), "{state}");
        }
    }

    proptest! {
        #[test]
        fn number_types_agree(weights in proptest::collection::vec(0u32..5, 49), exits in proptest::collection::vec(1u32..4, 7)) {
            let row = |(row, exit): (&[u32], &u32)| {
                row.iter().enumerate().map(|(to, weight)| (Some(to), *weight)).chain([(None, *exit)]).collect()
            };
            let rows = Rows(weights.chunks(7).zip(&exits).map(row).collect());
            let exactly = rows.solve(vec![<Ratio as Semiring>::one(); 7]);
            let nearly = rows.solve(vec![Interval::ONE; 7]);
            for (exact, near) in exactly.iter().zip(&nearly) {
                let exact = exact.enclosure().unwrap();
                let exact = exact.low();
                let near = near.enclosure().unwrap();
                prop_assert!(near.low() <= exact && exact <= near.high());
                prop_assert!((near.high() - near.low()) / exact < BigRational::new(1.into(), 1_000_000_000_000i64.into()));
            }
        }
    }
}
