//! Games in which nobody chooses, one file each; some are alike, and share one.

pub(super) mod augustus;
pub(super) mod catapulta;
pub(super) mod century;
pub(super) mod circus_maximus;
pub(super) mod gladiators;
pub(super) mod hounds_in_olympus;
pub(super) mod ladders;
pub(super) mod odds_out;
pub(super) mod par_tali;
pub(super) mod pentelitha;
pub(super) mod simple_tali;
pub(super) mod sparing_tali;
pub(super) mod tropa;
pub(super) mod unum_biga;
