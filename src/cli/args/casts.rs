//! Arguments of the commands that analyse a single cast.

use clap::Args;

use super::shared::{AnswerArgs, BonesArgs, number};
use crate::analysis::{By, CastOrder, OddsQuestion};
use crate::messages::did_you_mean;

#[derive(Debug, Args)]
pub(in crate::cli) struct CastsArgs {
    #[command(flatten)]
    pub bones: BonesArgs,
    /// Group the casts by sum, by kind, or by how many bones show a given face; not with --sort or --sensitivity
    #[arg(long, value_name = "sum|kind|count:FACE", value_parser = parse_by, conflicts_with_all = ["sensitivity", "sort"])]
    pub by: Option<By>,
    /// How to sort the casts
    #[arg(long, value_enum, default_value_t = CastOrder::Rank)]
    pub sort: CastOrder,
    /// Show how much each probability changes if a face comes up 1 percent more often
    #[arg(long)]
    pub sensitivity: bool,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct OddsArgs {
    /// One or more events; several are shown as a table
    #[arg(required = true, value_name = "EVENT")]
    pub events: Vec<String>,
    #[command(flatten)]
    pub odds: EventArgs,
}

/// Options shared by all commands about events in one cast.
#[derive(Debug, Args)]
pub(in crate::cli) struct EventArgs {
    #[command(flatten)]
    pub bones: BonesArgs,
    /// Consider only casts in which this event happens (conditional probability)
    #[arg(long, value_name = "EVENT")]
    pub given: Option<String>,
    /// Show the chance that the event happens at least once in N casts
    #[arg(long, value_name = "N", num_args = 1.., value_delimiter = ',', default_values_t = OddsQuestion::WITHIN,
        value_parser = number::<u64>(1..=1_000_000_000_000_000_000))]
    pub within: Vec<u64>,
    /// Show the chance that it happens K times in a row
    #[arg(long, value_name = "K", num_args = 1.., value_delimiter = ',', default_values_t = OddsQuestion::RUNNING,
        value_parser = number::<u32>(1..=100))]
    pub running: Vec<u32>,
    /// Show how much the probability changes if a face comes up 1 percent more often
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
            Err(format!("casts can be grouped by sum, kind, count:1, count:3, count:4 or count:6{hint}"))
        }
    }
}
