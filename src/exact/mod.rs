//! Solvers that know no game.
//!
//! They answer in rationals ([`num_rational::BigRational`]), or, where a rational would be too long
//! to write out, in an [`Enclosure`] between two of them.

mod enclosure;
mod fixed_point;
mod waiting;

pub use enclosure::Enclosure;
pub use waiting::{NotAProbability, WaitingTime};
