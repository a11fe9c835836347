//! Optimal bases: found in doubles, proved in rationals.

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::field::Field;
use super::program::Program;
use super::simplex::{Simplex, Stopped};

/// For each row of a program at most so many pivots.
const PIVOTS_A_ROW: usize = 20;

/// So many pivots at most set right what shifted values could not tell.
const EXACT_PIVOTS: usize = 60;

/// By how much the values of a basis are shifted at most, so that no two vertices coincide.
const SHIFT: f64 = 1e-7;

/// An optimal basis, reached from a feasible one, as far as doubles can tell.
pub(super) fn optimum_in_doubles(
    program: &Program,
    [rhs, costs]: [&[f64]; 2],
    barred: &[bool],
    start: Vec<usize>,
) -> Result<Vec<usize>, Stopped> {
    let mut simplex = Simplex::new(program, [rhs, costs], barred, start)?;
    simplex.shift(shifts());
    simplex.maximise(PIVOTS_A_ROW * rhs.len())?;
    Ok(simplex.into_basis())
}

/// The basis of the dual that belongs to a basis.
pub(super) fn complementary(program: &Program, basis: &[usize]) -> Vec<usize> {
    let mut is_basic = vec![false; program.variables()];
    for variable in basis {
        is_basic[*variable] = true;
    }
    let others = (0..program.variables()).filter(|variable| !is_basic[*variable]);
    others.map(|variable| program.complement(variable)).collect()
}

/// Which variables of a program and of its dual are 0 in every optimum, given for each variable of the program whether it
/// has a value in one optimum, and whether it has a price.
pub(super) fn barred(program: &Program, of: impl Fn(usize) -> (bool, bool)) -> [Vec<bool>; 2] {
    let variables = program.variables();
    let mut barred = [vec![false; variables], vec![false; variables]];
    for variable in 0..variables {
        let (has_value, has_price) = of(variable);
        barred[0][variable] = has_price;
        barred[1][program.complement(variable)] = has_value;
    }
    barred
}

/// An optimal basis with all that belongs to it.
pub(super) struct Proved<S> {
    pub basis: Vec<usize>,
    pub values: Vec<S>,
    pub reduced: Vec<S>,
}

/// Proves that a basis is optimal, or sets it right where little is wrong: in rationals exactly, in doubles but for
/// roundings.
pub(super) fn proved<S: Field>(
    program: &Program,
    data: [&[S]; 2],
    barred: &[bool],
    basis: Vec<usize>,
) -> Result<Proved<S>, Stopped> {
    set_right(Simplex::new(program, data, barred, basis)?)
}

/// An optimal basis, reached from a feasible one, with all that belongs to it but for roundings.
pub(super) fn solved_in_doubles(
    program: &Program,
    data: [&[f64]; 2],
    barred: &[bool],
    start: Vec<usize>,
) -> Result<Proved<f64>, Stopped> {
    let mut simplex = Simplex::new(program, data, barred, start.clone())?;
    simplex.shift(shifts());
    simplex.climb(PIVOTS_A_ROW * program.rows.len())?;
    simplex.unshift(data[0])?;
    set_right(simplex).or_else(|_| {
        // Where roundings hid that the climb was not over: once more, with a fresh look at the end.
        let basis = optimum_in_doubles(program, data, barred, start)?;
        proved(program, data, barred, basis)
    })
}

/// Sets a basis right where little is wrong.
fn set_right<S: Field>(mut simplex: Simplex<'_, S>) -> Result<Proved<S>, Stopped> {
    if !simplex.is_feasible() {
        if !simplex.is_optimal() {
            return Err(Stopped::TooLong);
        }
        simplex.restore(EXACT_PIVOTS)?;
    }
    simplex.maximise(EXACT_PIVOTS)?;
    if !simplex.is_feasible() || !simplex.is_optimal() {
        return Err(Stopped::TooLong);
    }
    let (values, reduced) = (simplex.solution(), simplex.reduced_costs().to_vec());
    Ok(Proved { basis: simplex.into_basis(), values, reduced })
}

/// Numbers in doubles, as parts of the largest.
pub(super) fn in_doubles(numbers: &[BigRational]) -> Vec<f64> {
    let largest = numbers.iter().map(Signed::abs).max().filter(|largest| !Zero::is_zero(largest));
    let Some(largest) = largest else { return vec![0.0; numbers.len()] };
    let part = |number: &BigRational| {
        if Zero::is_zero(number) { 0.0 } else { (number / &largest).to_f64().unwrap_or(0.0) }
    };
    numbers.iter().map(part).collect()
}

/// Small positive numbers without a pattern, always the same ones.
fn shifts() -> impl FnMut() -> f64 {
    use rand::{RngExt, SeedableRng};
    let mut generator = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    move || generator.random_range(0.5 * SHIFT..SHIFT)
}
