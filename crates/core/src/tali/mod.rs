//! The bones, and what one cast of them shows.
//!
//! From the inside out: a [`Face`] of a [`Talus`], a [`TaliSet`] that is cast together, the [`Cast`]
//! that it shows, its [`Kind`] and its rank, and the [`CastTable`] of all casts with their exact
//! probabilities. [`Bones`] come from [`presets`] or from a faces file ([`read_faces`]). An [`Event`] is
//! a condition on one cast.

mod bones;
mod cast;
mod cast_table;
mod event;
mod face;
mod faces_file;
mod kind;
mod posterior;
pub mod presets;
mod set;
mod talus;
mod weight;

pub use bones::{Bones, BonesError};
pub use cast::{Cast, CastError};
pub use cast_table::CastTable;
pub use event::{Comparison, Event, EventError, Quantity};
pub use face::{Face, UnknownFace};
pub use faces_file::read_faces_section;
pub use faces_file::{FacesFileError, FacesFileProblem, read_faces};
pub use kind::{Kind, UnknownKind};
pub use posterior::{Posterior, Prior, PriorError};
pub use set::{MAX_SET_DIGITS, MAX_TALI, SetError, TaliSet, USUAL_TALI};
pub use talus::Talus;
pub use weight::{MAX_DIGITS, RAREST, TalusError, WeightError, parse_weight};

pub use crate::toml_text::{AtLine, TomlError, TomlProblem};
