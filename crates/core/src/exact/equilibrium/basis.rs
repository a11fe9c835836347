//! Optimal bases of linear programs: found in doubles, proved in rationals.

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::field::Field;
use super::program::Program;
use super::simplex::{Simplex, Stopped};

/// The most pivots for each row of a program.
const PIVOTS_A_ROW: usize = 20;

/// The most pivots for repairing a basis that was found with shifted values.
const EXACT_PIVOTS: usize = 60;

/// The largest shifts of the values of a basis, which keep vertices from coinciding. The second is used if the first
/// leads to a vertex that is infeasible without it.
const SHIFTS: [f64; 2] = [1e-9, 1e-11];

/// An optimal basis to the precision of doubles, reached from a feasible one.
pub(super) fn optimum_in_doubles(
    program: &Program,
    [rhs, costs]: [&[f64]; 2],
    barred: &[bool],
    start: Vec<usize>,
) -> Result<Vec<usize>, Stopped> {
    Ok(climbed(program, [rhs, costs], barred, start, SHIFTS[0])?.into_basis())
}

/// Solves the program with values shifted by at most `shift`.
fn climbed<'a>(
    program: &'a Program,
    [rhs, costs]: [&'a [f64]; 2],
    barred: &'a [bool],
    start: Vec<usize>,
    shift: f64,
) -> Result<Simplex<'a, f64>, Stopped> {
    let mut simplex = Simplex::new(program, [rhs, costs], barred, start)?;
    simplex.shift(shifts(shift));
    simplex.maximise(PIVOTS_A_ROW * rhs.len())?;
    Ok(simplex)
}

/// The basis of the dual that corresponds to a basis.
pub(super) fn complementary(program: &Program, basis: &[usize]) -> Vec<usize> {
    let mut is_basic = vec![false; program.variables()];
    for variable in basis {
        is_basic[*variable] = true;
    }
    let others = (0..program.variables()).filter(|variable| !is_basic[*variable]);
    others.map(|variable| program.complement(variable)).collect()
}

/// The variables of a program and of its dual that are 0 in every optimum, given whether each variable of the program has a
/// nonzero value in one optimum, and whether it has a nonzero price.
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

/// An optimal basis with its values and reduced costs.
pub(super) struct Proved<S> {
    pub basis: Vec<usize>,
    pub values: Vec<S>,
    pub reduced: Vec<S>,
}

/// Proves that a basis is optimal, or repairs it if a few pivots suffice: exactly in rationals, up to roundings in
/// doubles.
pub(super) fn proved<S: Field>(
    program: &Program,
    data: [&[S]; 2],
    barred: &[bool],
    basis: Vec<usize>,
) -> Result<Proved<S>, Stopped> {
    set_right(Simplex::new(program, data, barred, basis)?)
}

/// An optimal basis, reached from a feasible one, with its values up to roundings.
pub(super) fn solved_in_doubles(
    program: &Program,
    data: [&[f64]; 2],
    barred: &[bool],
    start: &[usize],
) -> Result<Proved<f64>, Stopped> {
    let solved = |shift| {
        let mut simplex = climbed(program, data, barred, start.to_vec(), shift)?;
        simplex.unshift(data[0])?;
        set_right(simplex)
    };
    solved(SHIFTS[0]).or_else(|_| solved(SHIFTS[1]))
}

/// Repairs a basis if a few pivots suffice.
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

/// Numbers in doubles, divided by the largest absolute value.
pub(super) fn in_doubles(numbers: &[BigRational]) -> Vec<f64> {
    let largest = numbers.iter().map(Signed::abs).max().filter(|largest| !Zero::is_zero(largest));
    let Some(largest) = largest else { return vec![0.0; numbers.len()] };
    let part = |number: &BigRational| {
        if Zero::is_zero(number) { 0.0 } else { (number / &largest).to_f64().unwrap_or(0.0) }
    };
    numbers.iter().map(part).collect()
}

/// Small positive pseudorandom numbers, always the same sequence.
fn shifts(most: f64) -> impl FnMut() -> f64 {
    use rand::{RngExt, SeedableRng};
    let mut generator = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    move || generator.random_range(0.5 * most..most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unbounded_gains_differ_from_roundings() {
        // Maximise gain·x + y, where x is unbounded and y ≤ 1.
        let program = Program::new(std::iter::once([(1, 1.0)]).collect(), vec![false], vec![false; 2]);
        let solved = |gain| {
            let solved = solved_in_doubles(&program, [&[1.0], &[gain, 1.0, 0.0]], &[false; 3], &[2]);
            solved.map(|proved| proved.values)
        };
        assert_eq!(solved(1e-11), Ok(vec![0.0, 1.0, 0.0]));
        assert_eq!(solved(1e-3), Err(Stopped::Unbounded));
    }
}
