//! Whether rows of counts could come from the same weights: bones that do not differ, throws that do not drift.
//!
//! In a table of r rows and the k faces that occur in it, row i is expected to show face f `nᵢ·n_f/n` times.
//! X² and G then have about the law of χ² with (r − 1)(k − 1) degrees of freedom, if no row differs from the
//! others. Source: R. A. Fisher, *Journal of the Royal Statistical Society* 85 (1922).

use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::goodness::{ChiSquare, chi_squared_tail};

/// Compares rows of counts of the faces 1, 3, 4, 6 with one another. Rows without a throw drop out.
///
/// ```
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

/// Compares pairs of rows, each with its partner alone: X², G and the degrees of freedom add up.
pub fn homogeneity_within(pairs: &[[[u64; 4]; 2]]) -> ChiSquare {
    let mut total = ChiSquare::of(&[], 0);
    for pair in pairs.iter().map(|pair| homogeneity(pair)) {
        total.pearson = total.pearson.zip(pair.pearson).map(|(sum, one)| sum + one);
        total.ratio += pair.ratio;
        total.ratio_error += pair.ratio_error;
        total.freedom += pair.freedom;
        total.smallest_expected = total.smallest_expected.min(pair.smallest_expected);
    }
    let pearson = total.pearson.as_ref().and_then(ToPrimitive::to_f64).unwrap_or(f64::INFINITY);
    total.p_pearson = chi_squared_tail(pearson, total.freedom);
    total.p_ratio = chi_squared_tail(total.ratio, total.freedom);
    total
}
