//! Inference from counted throws: how certain the weights of bones are, and whether they could be others.

mod beta;
mod chi_squared;
mod goodness;
mod holm;
mod homogeneity;
mod moments;
mod multinomial;
mod power;
mod saddle;
mod throws;
mod throws_file;

pub use beta::Beta;
pub use goodness::{ChiSquare, SMALLEST_EXPECTED, goodness_of_fit};
pub use holm::holm;
pub use homogeneity::{homogeneity, permutation_test};
pub use moments::PosteriorMoments;
pub use multinomial::{MOST_EXACT, PValue, multinomial_test};
pub use power::{Power, chi_squared_critical, two_digits};
pub use throws::{Cell, Circumstance, Pool, Pooled, Throws};
pub use throws_file::{Layout, MOST_COUNTED, ThrowsFileError, ThrowsFormat, read_throws};
