//! How parts of answers are written for other programs, where that is not how they are held.

use std::fmt::Display;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::{Serialize, Serializer};

use super::Compared;
use crate::tali::Face;

/// As it is printed.
pub(super) fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// As it is printed, if it is there.
#[expect(clippy::ref_option, reason = "the signature that serde calls")]
pub(super) fn as_optional_text<S: Serializer>(
    value: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

/// The nearest double.
pub(super) fn as_double<S: Serializer>(value: &BigRational, serializer: S) -> Result<S::Ok, S::Error> {
    value.to_f64().serialize(serializer)
}

/// A face as the number that it shows.
pub(super) fn as_number<S: Serializer>(face: &Face, serializer: S) -> Result<S::Ok, S::Error> {
    face.value().serialize(serializer)
}

/// What is solved alone; what stands beside it is told elsewhere.
pub(super) fn solved<S: Serializer>(beside: &Compared, serializer: S) -> Result<S::Ok, S::Error> {
    beside.solved.serialize(serializer)
}
