//! What can be typed after `balance`.

use std::path::PathBuf;

use clap::Args;
use num_rational::BigRational;
use num_traits::Signed;

use super::shared::{
    AnswerArgs, CacheArgs, LARGEST_PURSE, LONGEST_EVENING, LuckArgs, MOST_GAMES, MOST_THREADS, TableArgs,
    number,
};
use crate::analysis::BalanceQuestion;
use crate::tali::parse_weight;

#[derive(Debug, Args)]
pub(in crate::cli) struct BalanceArgs {
    /// The games, or one night file, which names players, bones and games
    #[arg(required = true, value_name = "GAME|NIGHT.toml")]
    pub games: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
    /// A second set of house rules of the same game, over the defaults, to be held against that of --rule and --rules: a
    /// rule, or a file of rules
    #[arg(long, value_name = "KEY=VALUE|FILE.toml")]
    pub versus: Vec<String>,
    /// How much the chances of two seats may differ, and how much of its coins a seat may lose [default: 0.02]
    #[arg(long, value_name = "T", value_parser = parse_tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<BigRational>,
    /// The seconds that a cast takes [default: 12]
    #[arg(long, value_name = "SECONDS", value_parser = above_zero("seconds", 86_400), allow_negative_numbers = true)]
    pub pace: Option<BigRational>,
    /// The minutes that there are for a game, or for all of --times [default: 240]
    #[arg(long, value_name = "MINUTES", value_parser = above_zero("minutes", 1_000_000), allow_negative_numbers = true)]
    pub minutes: Option<BigRational>,
    /// How many games are to fit into --minutes [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=LONGEST_EVENING))]
    pub times: Option<u64>,
    /// What every seat brings: how likely it is to be ruined within --evening games
    #[arg(long, value_name = "COINS", value_parser = number::<u64>(1..=LARGEST_PURSE))]
    pub purse: Option<u64>,
    /// How many games such an evening has at most [default: those of --times, or 100]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=LONGEST_EVENING), requires = "purse")]
    pub evening: Option<u64>,
    /// How many games to play where something is not solved: to follow how a game swings, and for what better play wins;
    /// 0: none [default: as many as are soon done]
    #[arg(long = "games", value_name = "N", value_parser = number::<u64>(0..=MOST_GAMES))]
    pub followed: Option<u64>,
    /// Look for what fixes each problem: taking turns at who begins, or another value of one rule
    #[arg(long, conflicts_with = "versus")]
    pub mend: bool,
    #[command(flatten)]
    pub luck: LuckArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct TuneArgs {
    /// The game
    pub game: String,
    /// The rule to vary, with its values; without values, those around the default. Two rules make a map
    #[arg(long, required = true, value_name = "KEY=LO..HI[:STEP]|A|B")]
    pub vary: Vec<String>,
    /// What is wanted: a figure, = or <= or >=, and a number; given more than once, all of it at once
    ///
    /// Figures: win:seat1, advantage:seat1 (above an even share), gap (the largest difference between two seats), nobody,
    /// never, length:mean, p5, p50, p95 and p99 (casts, min or h), net:seat1, risk (the largest part of its coins that a
    /// seat gains or loses), pot:mean, p5, p50, p95 and p99, skill:POLICY, and figure:NAME or figure:NAME:PLACE for the
    /// figures that 'win' and 'balance' list, by their names in JSON.
    #[arg(long, required = true, value_name = "FIGURE=VALUE", allow_hyphen_values = true)]
    pub want: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
    /// The seconds that a cast takes
    #[arg(long, value_name = "SECONDS", default_value = "12", value_parser = above_zero("seconds", 86_400), allow_negative_numbers = true)]
    pub pace: BigRational,
    #[command(flatten)]
    pub luck: LuckArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ReportArgs {
    /// The night file: players, bones, games, time
    #[arg(value_name = "NIGHT.toml", required_unless_present = "template")]
    pub night: Option<PathBuf>,
    /// The folder that the report is written into; it is made if it is not there
    #[arg(short = 'o', long = "output", value_name = "DIR", required_unless_present = "template")]
    pub folder: Option<PathBuf>,
    /// Write handout.html as well: one page for each game, with its casts drawn and a sheet to note throws on
    #[arg(long)]
    pub handout: bool,
    /// How many threads work; 0 for one on each core, which is also the most
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = number::<usize>(0..=MOST_THREADS))]
    pub threads: usize,
    #[command(flatten)]
    pub cache: CacheArgs,
    /// Print a night file to begin with, in which every key is explained
    #[arg(long, conflicts_with_all = ["night", "folder", "handout"])]
    pub template: bool,
}

impl BalanceArgs {
    pub(in crate::cli) fn question(&self) -> BalanceQuestion {
        let usual = BalanceQuestion::default();
        BalanceQuestion {
            tolerance: self.tolerance.clone().unwrap_or(usual.tolerance),
            pace: self.pace.clone().unwrap_or(usual.pace),
            minutes: self.minutes.clone().unwrap_or(usual.minutes),
            times: self.times.unwrap_or(usual.times),
            games: self.followed,
            averaging: self.luck.averaging(),
            purses: None,
            story: false,
            mend: self.mend,
        }
    }

    /// How many games an evening has.
    pub(in crate::cli) fn games_of_evening(&self) -> u64 {
        const USUAL: u64 = 100;
        self.evening.or(self.times).unwrap_or(USUAL)
    }

    /// Whether it is said what a host cares about.
    pub(in crate::cli) const fn has_host(&self) -> bool {
        self.tolerance.is_some() || self.pace.is_some() || self.minutes.is_some() || self.times.is_some()
    }
}

fn parse_tolerance(text: &str) -> Result<BigRational, String> {
    let tolerance =
        parse_weight(text).ok().filter(|tolerance| *tolerance <= BigRational::from_integer(1.into()));
    tolerance.ok_or_else(|| "a number from 0 to 1 is asked for, such as 0.02".to_owned())
}

/// What takes a number above 0 of something, up to that many.
fn above_zero(what: &'static str, most: u32) -> impl Fn(&str) -> Result<BigRational, String> + Clone {
    move |text| {
        let number = parse_weight(text).ok();
        number
            .filter(|number| number.is_positive() && *number <= BigRational::from_integer(most.into()))
            .ok_or_else(|| format!("a number of {what} above 0 and up to {most} is asked for"))
    }
}
