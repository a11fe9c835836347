//! The number types for linear programs: doubles to find a basis, rationals to prove it.

use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A number of a field, with the tolerances of the simplex method.
pub(super) trait Field: Clone + PartialOrd {
    fn nothing() -> Self;
    fn is_nothing(&self) -> bool;
    /// Converts a coefficient, exactly.
    fn of(coefficient: f64) -> Self;
    /// `self −= factor · other`.
    fn subtract(&mut self, factor: &Self, other: &Self);
    /// `self −= factor · coefficient`.
    fn subtract_part(&mut self, factor: &Self, coefficient: f64);
    fn over(&self, other: &Self) -> Self;
    fn negated(&self) -> Self {
        let mut negated = Self::nothing();
        negated.subtract_part(self, 1.0);
        negated
    }
    /// The approximate absolute value, for comparing pivots.
    fn size(&self) -> f64;
    /// Whether a variable with this reduced cost improves the objective.
    fn improves(&self) -> bool;
    /// Whether a reduced cost may be a rounding of 0.
    fn may_be_rounding(&self) -> bool;
    /// Whether this entry may be the pivot of a leaving variable.
    fn is_pivot(&self) -> bool;
    fn is_negative(&self) -> bool;
}

impl Field for f64 {
    fn nothing() -> Self {
        0.0
    }

    fn is_nothing(&self) -> bool {
        // Only exact zeros of either sign, set on purpose or from the start.
        self.to_bits() << 1 == 0
    }

    fn of(coefficient: f64) -> Self {
        coefficient
    }

    fn subtract(&mut self, factor: &Self, other: &Self) {
        // The difference of two nearly equal numbers consists of roundings.
        const NOTHING: f64 = 1e-13;
        let (before, part) = (*self, factor * other);
        *self = before - part;
        if self.abs() <= NOTHING * part.abs() {
            *self = 0.0;
        }
    }

    fn subtract_part(&mut self, factor: &Self, coefficient: f64) {
        *self -= factor * coefficient;
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn size(&self) -> f64 {
        self.abs()
    }

    fn improves(&self) -> bool {
        *self > 1e-12
    }

    fn may_be_rounding(&self) -> bool {
        *self < 1e-9
    }

    fn is_pivot(&self) -> bool {
        *self > 1e-9
    }

    fn is_negative(&self) -> bool {
        // Anything nearer to 0 is a rounding.
        *self < -1e-13
    }
}

impl Field for BigRational {
    fn nothing() -> Self {
        Zero::zero()
    }

    fn is_nothing(&self) -> bool {
        Zero::is_zero(self)
    }

    fn of(coefficient: f64) -> Self {
        Self::from_float(coefficient).unwrap_or_else(Zero::zero)
    }

    fn subtract(&mut self, factor: &Self, other: &Self) {
        if One::is_one(factor) {
            *self -= other;
        } else if One::is_one(other) {
            *self -= factor;
        } else {
            *self -= factor * other;
        }
    }

    fn subtract_part(&mut self, factor: &Self, coefficient: f64) {
        if coefficient.to_bits() == 1f64.to_bits() {
            *self -= factor;
        } else if coefficient.to_bits() == (-1f64).to_bits() {
            *self += factor;
        } else {
            *self -= factor * Self::of(coefficient);
        }
    }

    fn over(&self, other: &Self) -> Self {
        if One::is_one(other) { self.clone() } else { self / other }
    }

    fn size(&self) -> f64 {
        self.abs().to_f64().unwrap_or(f64::MAX)
    }

    fn improves(&self) -> bool {
        Signed::is_positive(self)
    }

    fn may_be_rounding(&self) -> bool {
        false
    }

    fn is_pivot(&self) -> bool {
        Signed::is_positive(self)
    }

    fn is_negative(&self) -> bool {
        Signed::is_negative(self)
    }
}
