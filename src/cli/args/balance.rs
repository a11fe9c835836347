//! The arguments of `balance`, `tune` and `report`.

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
    /// The games, or a night file with players, bones and games
    #[arg(required = true, value_name = "GAME|NIGHT.toml")]
    pub games: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
    /// A second set of house rules for the same game, to compare with --rule and --rules: a rule or a file of rules,
    /// applied to the defaults
    #[arg(long, value_name = "KEY=VALUE|FILE.toml")]
    pub versus: Vec<String>,
    /// Tolerated gap in win probability between two seats, and loss per coin staked [default: 0.02]
    #[arg(long, value_name = "T", value_parser = parse_tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<BigRational>,
    /// Seconds per cast [default: 12]
    #[arg(long, value_name = "SECONDS", value_parser = above_zero("seconds", 86_400), allow_negative_numbers = true)]
    pub pace: Option<BigRational>,
    /// Minutes available for a game, or for all --times games together [default: 240]
    #[arg(long, value_name = "MINUTES", value_parser = above_zero("minutes", 1_000_000), allow_negative_numbers = true)]
    pub minutes: Option<BigRational>,
    /// Games that should fit into --minutes [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=LONGEST_EVENING))]
    pub times: Option<u64>,
    /// Coins that each seat brings; the answer then has its chance of ruin within --evening games
    #[arg(long, value_name = "COINS", value_parser = number::<u64>(1..=LARGEST_PURSE))]
    pub purse: Option<u64>,
    /// The most games in an evening [default: --times, or 100]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=LONGEST_EVENING), requires = "purse")]
    pub evening: Option<u64>,
    /// Games to simulate where no exact solution exists, such as for lead changes and the gain from better play;
    /// 0: none [default: about a second's worth]
    #[arg(long = "games", value_name = "N", value_parser = number::<u64>(0..=MOST_GAMES))]
    pub followed: Option<u64>,
    /// Look for a fix for each problem: rotating the starter, or another value of one rule
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
    /// The rule to vary, with its values; give two rules for a map [default: values around the usual one]
    #[arg(long, required = true, value_name = "KEY=LO..HI[:STEP]|A|B")]
    pub vary: Vec<String>,
    /// The target: a figure, then =, <= or >=, then a number; several targets must all hold
    ///
    /// Figures: win:seat1, advantage:seat1 (above an even share), gap (the largest difference between two seats), nobody,
    /// never, length:mean, p5, p50, p95 and p99 (casts, min or h), net:seat1, risk (the largest share of its stake that a
    /// seat gains or loses), pot:mean, p5, p50, p95 and p99, skill:POLICY, and figure:NAME or figure:NAME:PLACE for any
    /// figure that 'win' and 'balance' list, by its name in JSON.
    #[arg(long, required = true, value_name = "FIGURE=VALUE", allow_hyphen_values = true)]
    pub want: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
    /// Seconds per cast
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
    /// The folder for the report, created if necessary
    #[arg(short = 'o', long = "output", value_name = "DIR", required_unless_present = "template")]
    pub folder: Option<PathBuf>,
    /// Also write handout.html: one page per game, with drawings of its casts and a score sheet
    #[arg(long)]
    pub handout: bool,
    /// Number of threads; 0: one per core, which is also the maximum
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = number::<usize>(0..=MOST_THREADS))]
    pub threads: usize,
    #[command(flatten)]
    pub cache: CacheArgs,
    /// Print a night file to start from, in which every key is explained
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

    /// The most games in an evening.
    pub(in crate::cli) fn games_of_evening(&self) -> u64 {
        const USUAL: u64 = 100;
        self.evening.or(self.times).unwrap_or(USUAL)
    }

    /// Whether any option about tolerance or time is given.
    pub(in crate::cli) const fn has_host(&self) -> bool {
        self.tolerance.is_some() || self.pace.is_some() || self.minutes.is_some() || self.times.is_some()
    }
}

fn parse_tolerance(text: &str) -> Result<BigRational, String> {
    let tolerance =
        parse_weight(text).ok().filter(|tolerance| *tolerance <= BigRational::from_integer(1.into()));
    tolerance.ok_or_else(|| "give a number from 0 to 1, such as 0.02".to_owned())
}

/// A parser for a number above 0 and at most `most`, such as of seconds.
fn above_zero(what: &'static str, most: u32) -> impl Fn(&str) -> Result<BigRational, String> + Clone {
    move |text| {
        let number = parse_weight(text).ok();
        number
            .filter(|number| number.is_positive() && *number <= BigRational::from_integer(most.into()))
            .ok_or_else(|| format!("give a number of {what} above 0 and up to {most}"))
    }
}
