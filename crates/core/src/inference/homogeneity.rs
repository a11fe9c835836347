//! Tests whether rows of counts, of bones or groups of throws, could come from the same weights.
//!
//! In a table of r rows and the k faces that occur in it, row i is expected to show face f `nᵢ·n_f/n` times.
//! If no row differs from the others, X² approximately follows the χ² distribution with (r − 1)(k − 1) degrees of freedom.
//! Source: R. A. Fisher, *Journal of the Royal Statistical Society* 85 (1922).

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rand::seq::SliceRandom;

use super::goodness::ChiSquare;
use super::multinomial::PValue;
use crate::monte_carlo::{Draws, draw};

/// Compares rows of counts of the faces 1, 3, 4, 6 with one another. Rows without a throw are ignored.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::homogeneity;
///
/// let alike = homogeneity(&[[1, 4, 4, 1], [2, 8, 8, 2]]);
/// assert_eq!((alike.pearson.unwrap().to_string(), alike.freedom, alike.p_pearson), ("0".into(), 3, 1.0));
/// ```
pub fn homogeneity(rows: &[[u64; 4]]) -> ChiSquare {
    let sum = |counts: &mut dyn Iterator<Item = u64>| counts.map(u128::from).sum::<u128>();
    let of_rows: Vec<u128> = rows.iter().map(|row| sum(&mut row.iter().copied())).collect();
    let of_faces = [0, 1, 2, 3].map(|face| sum(&mut rows.iter().map(|row| row[face])));
    let all: u128 = of_rows.iter().sum();
    let mut cells = Vec::with_capacity(4 * rows.len());
    for (row, of_row) in rows.iter().zip(&of_rows).filter(|(_, of_row)| **of_row > 0) {
        for (count, of_face) in row.iter().zip(&of_faces).filter(|(_, of_face)| **of_face > 0) {
            let expected =
                BigRational::from_integer((*of_row).into()) * BigRational::from_integer((*of_face).into());
            cells.push((*count, expected / BigRational::from_integer(all.into())));
        }
    }
    let some = |sums: &[u128]| sums.iter().filter(|sum| **sum > 0).count().saturating_sub(1);
    ChiSquare::of(&cells, u32::try_from(some(&of_rows) * some(&of_faces)).unwrap_or(u32::MAX))
}

/// The probability that rows that do not differ are at least as far apart as these, by X²: the faces are dealt anew to the
/// rows at random. For rows whose expected counts are too small for the χ² distribution.
/// Source: R. A. Fisher, *The Design of Experiments* (1935), §21.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::inference::{PValue, permutation_test};
/// use tali_odds::monte_carlo::Draws;
///
/// // Two throws against two: only the deals that separate them are as far apart, one in three.
/// let p = permutation_test(&[[2, 0, 0, 0], [0, 2, 0, 0]], &Draws::default());
/// let PValue::Drawn { hits, draws } = p else { panic!() };
/// assert!((hits as f64 / draws as f64 - 1.0 / 3.0).abs() < 0.03);
/// ```
pub fn permutation_test(rows: &[[u64; 4]], draws: &Draws) -> PValue {
    const SLACK: f64 = 1e-9;
    let deal = Deal::new(rows);
    let observed = deal.distance(rows);
    let hits = draw(draws, |generator| {
        let mut faces = deal.faces.clone();
        faces.shuffle(generator.source());
        deal.distance(&deal.rows(&faces)) >= observed * (1.0 - SLACK)
    });
    PValue::Drawn { hits: hits.iter().filter(|hit| **hit).count() as u64, draws: hits.len() as u64 }
}

/// The faces that are dealt out, and how many each row gets.
struct Deal {
    faces: Vec<u8>,
    sizes: Vec<usize>,
    /// How often each face occurs.
    of_faces: [f64; 4],
}

impl Deal {
    fn new(rows: &[[u64; 4]]) -> Self {
        let of_face = |face: usize| rows.iter().map(|row| row[face]).sum::<u64>();
        let size = |row: &[u64; 4]| usize::try_from(row.iter().sum::<u64>()).unwrap_or(0);
        let faces = (0..4u8).flat_map(|face| {
            std::iter::repeat_n(face, usize::try_from(of_face(usize::from(face))).unwrap_or(0))
        });
        Self {
            faces: faces.collect(),
            sizes: rows.iter().map(size).collect(),
            of_faces: [0, 1, 2, 3].map(|face| of_face(face).to_f64().unwrap_or(0.0)),
        }
    }

    /// The counts of each row.
    fn rows(&self, faces: &[u8]) -> Vec<[u64; 4]> {
        let mut rest = faces;
        let row = |size: &usize| {
            let (own, others) = rest.split_at(*size);
            rest = others;
            let mut counts = [0; 4];
            for face in own {
                counts[usize::from(*face)] += 1;
            }
            counts
        };
        self.sizes.iter().map(row).collect()
    }

    /// X² up to a constant that is the same for all deals.
    fn distance(&self, rows: &[[u64; 4]]) -> f64 {
        let all = self.faces.len().to_f64().unwrap_or(0.0);
        let cell = |size: f64, count: u64, of_face: f64| {
            if size > 0.0 && of_face > 0.0 {
                count.to_f64().unwrap_or(0.0).powi(2) * all / (size * of_face)
            } else {
                0.0
            }
        };
        let of_row = |(row, size): (&[u64; 4], &usize)| -> f64 {
            let size = size.to_f64().unwrap_or(0.0);
            row.iter().zip(self.of_faces).map(|(count, of_face)| cell(size, *count, of_face)).sum()
        };
        rows.iter().zip(&self.sizes).map(of_row).sum()
    }
}
