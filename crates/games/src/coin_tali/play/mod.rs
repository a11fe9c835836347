//! Playing at random.

mod agent;
mod rounds;
mod table;

pub(super) use agent::{Agent, Agents};
pub(super) use rounds::{RoundPlayer, voted};
pub(super) use table::{Hands, Table};
