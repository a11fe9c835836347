//! Serialization helpers for answers whose JSON differs from their fields.

use std::fmt::Display;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::{Serialize, Serializer};

use crate::tali::Face;

/// Writes a type as a map: `record!(SeatOdds, odds => "seat": odds.seat, "simulated"?: odds.simulated, ..odds.part,)`.
/// An entry with `?` is left out if it is `None`; `..` inserts all entries of another record, and `..?` those of an optional
/// one.
macro_rules! record {
    (@$map:ident) => {};
    (@$map:ident $key:literal: $value:expr, $($rest:tt)*) => {
        $map.serialize_entry($key, &$value)?;
        record!(@$map $($rest)*);
    };
    (@$map:ident $key:literal?: $value:expr, $($rest:tt)*) => {
        if let Some(value) = &$value {
            $map.serialize_entry($key, value)?;
        }
        record!(@$map $($rest)*);
    };
    (@$map:ident ..?$part:expr, $($rest:tt)*) => {
        if let Some(part) = &$part {
            part.entries($map)?;
        }
        record!(@$map $($rest)*);
    };
    (@$map:ident ..$part:expr, $($rest:tt)*) => {
        $part.entries($map)?;
        record!(@$map $($rest)*);
    };
    ($type:ty, $this:pat => $($entries:tt)*) => {
        impl $type {
            pub(crate) fn entries<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                let $this = self;
                record!(@map $($entries)*);
                Ok(())
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                self.entries(&mut map)?;
                serde::ser::SerializeMap::end(map)
            }
        }
    };
}

pub(crate) use record;

/// The value as it is printed.
pub(super) fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The nearest double.
pub(super) fn as_double<S: Serializer>(value: &BigRational, serializer: S) -> Result<S::Ok, S::Error> {
    value.to_f64().serialize(serializer)
}

/// A face as the number that it shows.
pub(super) fn as_number<S: Serializer>(face: &Face, serializer: S) -> Result<S::Ok, S::Error> {
    face.value().serialize(serializer)
}

/// An asymptotic p-value, more accurate with more throws: `{"value", "method": "asymptotic"}`.
#[derive(Serialize)]
pub(super) struct Asymptotic {
    value: f64,
    method: &'static str,
}

impl Asymptotic {
    pub(super) const fn of(value: f64) -> Self {
        Self { value, method: "asymptotic" }
    }
}
