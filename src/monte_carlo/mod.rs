//! Games played by chance, many times over.
//!
//! Games are played in batches of a fixed size, each with a generator of its own derived from the seed
//! and the number of the batch, and the batches are added up in order: the same seed gives the same
//! figures on any number of threads. What is played are the processes of [`crate::process`], by drawing
//! what every throw shows; only stretches in which no throw can change anything are skipped, by drawing
//! how long they last.

mod climb;
mod draws;
mod engine;
mod evening;
mod judges;
mod sampler;
mod showdown;
mod swings;
mod tally;
mod totals;
mod walk;

pub use climb::RacePlayer;
pub use draws::{CastChances, Drawn, Draws, WeightSampler, draw, draw_watched};
pub use engine::{BATCH, Plan, Player, Watch, simulate};
pub use evening::{Evening, EveningPlan, Evenings, spend_evenings};
pub use judges::{ListedChances, RaceJudge, TotalsJudge};
pub use sampler::{Sampler, Wait};
pub use showdown::{RoundsPlayer, ShowdownPlayer};
pub use swings::{
    EXAMPLES, Follower, GameFollower, Judge, Levels, Pairs, Points, SwingTally, follow, typical_story,
};
pub use tally::{Moments, Tally};
pub use totals::TotalsPlayer;
pub use walk::WalkPlayer;

/// The generator that games are played with.
pub type Generator = rand_xoshiro::Xoshiro256PlusPlus;
