//! What can be typed after the verbs of one cast.

use clap::Args;

use super::shared::{AnswerArgs, BonesArgs, number};
use crate::analysis::{By, CastOrder, OddsQuestion};
use crate::messages::did_you_mean;

#[derive(Debug, Args)]
pub(in crate::cli) struct CastsArgs {
    #[command(flatten)]
    pub bones: BonesArgs,
    /// Put the casts together: the distribution of their sum, of their kind, or of how many bones show a face
    #[arg(long, value_name = "sum|kind|count:FACE", value_parser = parse_by, conflicts_with_all = ["sensitivity", "sort"])]
    pub by: Option<By>,
    /// In which order, from the top
    #[arg(long, value_enum, default_value_t = CastOrder::Rank)]
    pub sort: CastOrder,
    /// Say how much each probability changes if a face is shown 1 percent more often
    #[arg(long)]
    pub sensitivity: bool,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct OddsArgs {
    /// What is to happen; several make a table
    #[arg(required = true, value_name = "EVENT")]
    pub events: Vec<String>,
    #[command(flatten)]
    pub odds: EventArgs,
}

/// What can be asked of any event on one cast.
#[derive(Debug, Args)]
pub(in crate::cli) struct EventArgs {
    #[command(flatten)]
    pub bones: BonesArgs,
    /// Only among the casts for which this holds
    #[arg(long, value_name = "EVENT")]
    pub given: Option<String>,
    /// The chance within N casts
    #[arg(long, value_name = "N", num_args = 1.., value_delimiter = ',', default_values_t = OddsQuestion::WITHIN,
        value_parser = number::<u64>(1..=1_000_000_000_000_000_000))]
    pub within: Vec<u64>,
    /// The chance of K times in a row
    #[arg(long, value_name = "K", num_args = 1.., value_delimiter = ',', default_values_t = OddsQuestion::RUNNING,
        value_parser = number::<u32>(1..=100))]
    pub running: Vec<u32>,
    /// Say how much the probability changes if a face is shown 1 percent more often
    #[arg(long)]
    pub sensitivity: bool,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

fn parse_by(text: &str) -> Result<By, String> {
    let face = text.strip_prefix("count:").map(|face| face.trim().parse());
    match (text.trim(), face) {
        ("sum", _) => Ok(By::Sum),
        ("kind", _) => Ok(By::Kind),
        (_, Some(Ok(face))) => Ok(By::Count(face)),
        (_, Some(Err(error))) => Err(format!("{error}")),
        _ => {
            let hint = did_you_mean(text, ["sum", "kind", "count:1", "count:3", "count:4", "count:6"]);
            Err(format!("casts are put together by sum, kind, count:1, count:3, count:4 or count:6{hint}"))
        }
    }
}
