//! Monte Carlo simulation of games.
//!
//! Games are played in batches of a fixed size, each with a generator of its own derived from the seed
//! and the number of the batch, and the batches are added up in order: the same seed gives the same
//! figures on any number of threads. The games are the processes of [`crate::process`], with every throw
//! drawn at random. Only stretches in which no throw can change anything are skipped, by drawing their
//! length.

mod bankrolls;
mod chain;
mod counting;
mod draws;
mod engine;
mod generator;
mod process;
mod sampler;
mod seats;
mod tally;
mod totals;
mod trajectories;

pub use bankrolls::{BankrollPlayer, Evening, EveningPlan, Evenings, spend_evenings};
pub use chain::ChainPlayer;
pub use counting::Counting;
pub use draws::{CastChances, Drawn, Draws, WeightSampler, draw, draw_watched};
pub use engine::cores;
pub use engine::on_threads;
pub use engine::{BATCH, Plan, Player, Watch, simulate};
pub use generator::Generator;
pub use process::{Agent, ProcessPlayer};
pub use sampler::{Sampler, Wait};
pub use seats::SeatsPlayer;
pub use tally::{Moments, Pairs, Tally};
pub use totals::TotalsPlayer;
pub use trajectories::{EXAMPLES, Points, SwingTally, Trajectories, follow, typical_story};
