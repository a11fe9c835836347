//! Playing at random.

mod mind;
mod purses;
mod rounds;
mod table;

pub(super) use mind::{Mind, Minds};
pub(super) use purses::Purses;
pub(super) use rounds::{RoundPlayer, voted};
pub(super) use table::{Hands, RoundEnd, Table};
