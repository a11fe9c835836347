//! Problems in faces files.

use crate::tali::set::MAX_TALI;
use crate::tali::{Face, PriorError, TalusError, WeightError};
use crate::toml_text::{AtLine, TomlError, TomlProblem};

/// A problem in a faces file, with its line.
pub type FacesFileError = AtLine<FacesFileProblem>;

impl From<TomlError> for FacesFileError {
    fn from(error: TomlError) -> Self {
        Self::new(error.line, error.problem)
    }
}

/// A problem in a faces file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FacesFileProblem {
    /// A problem with its form.
    #[error(transparent)]
    Toml(#[from] TomlProblem),
    /// Weights or counts without one of the faces.
    #[error("face {face} ({shape}) is missing; write {face} = 0 if it never comes up", shape = .face.shape())]
    MissingFace {
        /// The face.
        face: Face,
    },
    /// A weight that is not a number.
    #[error("face {face}: {error}")]
    Weight {
        /// The face.
        face: Face,
        /// What is wrong with the weight.
        error: WeightError,
    },
    /// A count that is not a number of throws.
    #[error("face {face}: `{found}` is not a count of throws; a count is a whole number from 0 to {max}", max = u64::MAX)]
    Count {
        /// The face.
        face: Face,
        /// What was found.
        found: String,
    },
    /// Weights or counts that do not make a talus.
    #[error(transparent)]
    Talus(#[from] TalusError),
    /// An invalid prior.
    #[error(transparent)]
    Prior(#[from] PriorError),
    /// A prior without counts.
    #[error("`prior` belongs to counts of throws; weights under [faces] have none")]
    PriorOfNothing,
    /// More than one of `faces`, `counts` and `tali`.
    #[error("`{0}` and `{1}` are both given; give the bones one way")]
    Both(&'static str, &'static str),
    /// None of them.
    #[error("there are no weights: give [faces] with 1, 3, 4 and 6, or [counts] with the throws observed{0}")]
    NoWeights(&'static str),
    /// Too few or too many `[[tali]]`.
    #[error("{0} [[tali]] are given; a set has 1 to {MAX_TALI}")]
    NumberOfTali(usize),
}
