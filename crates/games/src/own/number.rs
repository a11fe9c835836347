//! Numbers of a game file while it is played: exact fractions of limited size.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// The largest absolute value of a number, and of its denominator.
pub(super) const LARGEST: i64 = crate::kit::LARGEST_IN_FILE;

/// A whole number or a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Num {
    Whole(i64),
    /// A numerator and a denominator above 1.
    Part(i64, i64),
}

impl Default for Num {
    fn default() -> Self {
        Self::Whole(0)
    }
}

impl Num {
    pub(super) const fn truth(truth: bool) -> Self {
        Self::Whole(truth as i64)
    }

    pub(super) const fn is_true(self) -> bool {
        !matches!(self, Self::Whole(0))
    }

    pub(super) const fn whole(self) -> Option<i64> {
        if let Self::Whole(number) = self { Some(number) } else { None }
    }

    /// Rounds down, or up, to a bound of what a slot holds.
    pub(super) fn down_to(self) -> i64 {
        self.down().whole().unwrap_or(-LARGEST)
    }

    pub(super) fn up_to(self) -> i64 {
        self.up().whole().unwrap_or(LARGEST)
    }

    /// The number, if it is not too large.
    pub(super) fn of(number: &BigRational) -> Option<Self> {
        Self::ratio(number.numer().to_i128()?, number.denom().to_i128()?)
    }

    pub(super) fn rational(self) -> BigRational {
        let (numerator, denominator) = self.parts();
        BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
    }

    /// Numerator and denominator.
    pub(super) const fn parts(self) -> (i64, i64) {
        match self {
            Self::Whole(number) => (number, 1),
            Self::Part(numerator, denominator) => (numerator, denominator),
        }
    }

    fn ratio(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = numerator.gcd(&denominator) * denominator.signum();
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        let fits = |number: i128| i64::try_from(number).ok().filter(|number| number.abs() <= LARGEST);
        let (numerator, denominator) = (fits(numerator)?, fits(denominator)?);
        Some(if denominator == 1 { Self::Whole(numerator) } else { Self::Part(numerator, denominator) })
    }

    fn wide(self) -> (i128, i128) {
        let (numerator, denominator) = self.parts();
        (numerator.into(), denominator.into())
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        if let (Self::Whole(one), Self::Whole(other)) = (self, other) {
            let sum = one + other;
            return (sum.abs() <= LARGEST).then_some(Self::Whole(sum));
        }
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        Self::ratio(a * d + c * b, b * d)
    }

    pub(super) const fn negative(self) -> Self {
        match self {
            Self::Whole(number) => Self::Whole(-number),
            Self::Part(numerator, denominator) => Self::Part(-numerator, denominator),
        }
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        if let (Self::Whole(one), Self::Whole(other)) = (self, other) {
            return one.checked_mul(other).filter(|product| product.abs() <= LARGEST).map(Self::Whole);
        }
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        Self::ratio(a * c, b * d)
    }

    pub(super) fn over(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        Self::ratio(a * d, b * c)
    }

    /// The remainder of a division, which is never negative.
    pub(super) fn modulo(self, other: Self) -> Option<Self> {
        let quotient = self.over(other)?.down();
        let rest = self.plus(other.times(quotient)?.negative())?;
        if matches!(rest, Self::Whole(number) | Self::Part(number, _) if number < 0) {
            rest.plus(other.negative())
        } else {
            Some(rest)
        }
    }

    /// The greatest whole number that is not greater.
    pub(super) fn down(self) -> Self {
        let (numerator, denominator) = self.parts();
        Self::Whole(numerator.div_euclid(denominator))
    }

    /// The least whole number that is not less.
    pub(super) fn up(self) -> Self {
        self.negative().down().negative()
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Num {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if let (Self::Whole(one), Self::Whole(other)) = (self, other) {
            return one.cmp(other);
        }
        let ((a, b), (c, d)) = (self.wide(), other.wide());
        (a * d).cmp(&(c * b))
    }
}

impl std::fmt::Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.parts() {
            (number, 1) => write!(f, "{number}"),
            (numerator, denominator) => write!(f, "{numerator}/{denominator}"),
        }
    }
}
