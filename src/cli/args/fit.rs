//! The arguments of `fit` and `sheet`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::shared::{AnswerArgs, ChanceArgs, number};
use crate::inference::Layout;
use crate::tali::parse_weight;

#[derive(Debug, Args)]
pub(in crate::cli) struct FitArgs {
    /// The throws: a CSV file, or - for standard input
    #[arg(value_name = "THROWS")]
    pub throws: Option<OsString>,
    /// Also write the weights to this file, for use with --faces; -o does the same if its file ends in .toml
    #[arg(long, value_name = "FILE.toml")]
    pub bones: Option<PathBuf>,
    /// Test whether the bones could have these weights: a preset or a faces file
    #[arg(long, value_name = "FILE_OR_PRESET")]
    pub against: Option<OsString>,
    /// Which throws to pool into one estimate: all, none (one estimate per bone), or those with the same value in a
    /// column [default: none]
    #[arg(long, value_name = "all|none|COLUMN")]
    pub pool: Option<String>,
    /// The Dirichlet prior: one number for all faces, or four for 1, 3, 4, 6
    #[arg(long, value_name = "A", default_value = "1/2", allow_hyphen_values = true)]
    pub prior: String,
    /// Use only the rows with this value in this column
    #[arg(long, value_name = "COLUMN=VALUE")]
    pub only: Vec<String>,
    /// The layout of the file, if its heading does not settle that
    #[arg(long, value_enum)]
    pub layout: Option<LayoutArg>,
    /// The column of bones [default: bone]
    #[arg(long, value_name = "COLUMN")]
    pub bone_column: Option<String>,
    /// The column of faces [default: face]
    #[arg(long, value_name = "COLUMN")]
    pub face_column: Option<String>,
    /// The column of casts [default: cast]
    #[arg(long, value_name = "COLUMN")]
    pub cast_column: Option<String>,
    /// The column with the number of times a row was seen [default: count, times, n and the like]
    #[arg(long, value_name = "COLUMN")]
    pub count_column: Option<String>,
    /// Compute how many throws give an interval as narrow as --width
    #[arg(long, requires_all = ["width", "goal"])]
    pub plan: bool,
    /// The width of the interval, such as 0.01
    #[arg(long, value_name = "W", value_parser = parse_width, allow_negative_numbers = true, requires = "plan")]
    pub width: Option<f64>,
    /// The quantity to estimate: an event such as venus, or face:6
    #[arg(long = "for", value_name = "WHAT", requires = "plan")]
    pub goal: Option<String>,
    /// Compute how many throws distinguish the bones from those of --against
    #[arg(long)]
    pub power: bool,
    /// The weights assumed by --plan and --power [default: those estimated from the throws, else traditional]
    #[arg(long, visible_alias = "faces", value_name = "FILE_OR_PRESET")]
    pub assume: Option<OsString>,
    #[command(flatten)]
    pub chance: ChanceArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum LayoutArg {
    /// One throw per row
    Throws,
    /// One cast per row
    Casts,
    /// Counts of the faces
    Counts,
}

impl From<LayoutArg> for Layout {
    fn from(layout: LayoutArg) -> Self {
        match layout {
            LayoutArg::Throws => Self::Throws,
            LayoutArg::Casts => Self::Casts,
            LayoutArg::Counts => Self::Counts,
        }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SheetArgs {
    /// The bones, a column for each [default: bone 1 to bone 4; one talus with --throwers]
    #[arg(value_name = "BONE")]
    pub bones: Vec<String>,
    /// Room for this many throws [default: 100; 40 with --throwers]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=5_000))]
    pub throws: Option<usize>,
    /// One sheet per thrower: the number of throwers, or a file with one name per line
    #[arg(long, value_name = "N|FILE")]
    pub throwers: Option<OsString>,
    /// One sheet for the whole class instead: a row per thrower, to count the faces of one talus
    #[arg(long, requires = "throwers", conflicts_with = "bones")]
    pub tally: bool,
    /// A lesson on these bones instead of a throw sheet: questions for pupils, or solutions for the teacher
    #[arg(long, value_enum, conflicts_with_all = ["bones", "throws", "throwers", "tally"])]
    pub worksheet: Option<WorksheetArg>,
    /// The bones of the worksheet: a faces file or a preset [default: traditional]
    #[arg(long, value_name = "FILE_OR_PRESET", requires = "worksheet")]
    pub faces: Option<OsString>,
    /// Write the sheet to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum WorksheetArg {
    /// For pupils
    Questions,
    /// For the teacher
    Solutions,
}

fn parse_width(text: &str) -> Result<f64, String> {
    let (digits, parts) = text.trim().strip_suffix('%').map_or((text, 1.0), |percents| (percents, 100.0));
    let width = parse_weight(digits).ok().and_then(|number| num_traits::ToPrimitive::to_f64(&number));
    let width = width.map(|width| width / parts);
    width
        .filter(|width| (1e-6..1.0).contains(width))
        .ok_or_else(|| "give a width from 0.000001 to less than 1, such as 0.01 or 1%".to_owned())
}
