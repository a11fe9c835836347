//! What there is to say about bones and casts, as plain data.
//!
//! Every number is a [`Figure`]: exact, numerical with a bound, or absent with a reason. The JSON form
//! of an answer is its serde form.

mod bones;
mod casts;
mod figure;
mod odds;
mod sensitivity;

pub use bones::NamedSet;
pub use casts::{CastCount, CastList, CastOrder, CastRow, CastsQuestion, KindRow, ListTooLong};
pub use figure::{Absence, Figure};
pub use odds::{EventOdds, OddsQuestion, Running, SetOdds, Subject, WaitQuantile, Within};
pub use sensitivity::{BoneSensitivity, FaceSensitivity, Sensitivity, SetSensitivity};
