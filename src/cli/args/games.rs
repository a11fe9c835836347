//! The arguments of the verbs about one game.

use clap::Args;

use super::shared::{
    AnswerArgs, CacheArgs, FormArgs, HouseArgs, LARGEST_PURSE, LONGEST_EVENING, LuckArgs, MOST_GAMES,
    PositionArgs, TableArgs, number,
};
use crate::analysis::PmfForm;
use crate::process::MAX_SEATS;

#[derive(Debug, Args)]
pub(in crate::cli) struct GameArgs {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableArgs,
    /// Games to simulate; 0: exact figures only [default: 1000000, fewer if games are long]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=MOST_GAMES))]
    pub games: Option<u64>,
    #[command(flatten)]
    pub luck: LuckArgs,
    /// Print the probability of every length, pot and figure: as a table, in CSV, and in JSON, which otherwise bins
    /// distributions of more than 500 values
    #[arg(long)]
    pub pmf: bool,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

impl GameArgs {
    pub(in crate::cli) const fn pmf_form(&self) -> PmfForm {
        if self.pmf { PmfForm::Whole } else { PmfForm::Binned }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct WinArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub from: PositionArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct AdviseArgs {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub from: PositionArgs,
    /// Show at most N options, the best first
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=10_000))]
    pub top: Option<usize>,
    /// Show for each option what it pays, what it can win, and how likely that is
    #[arg(long)]
    pub explain: bool,
    /// In board games, count the lines of play of 1, 2, … D plies from the position
    #[arg(long, value_name = "D", value_parser = number::<u32>(1..=20))]
    pub lines: Option<u32>,
    /// For programs: print only the parts that make up a position, with the values that --position gives
    #[arg(long, conflicts_with_all = ["moves", "top", "explain", "lines", "chart"])]
    pub parts: bool,
    #[command(flatten)]
    pub table: TableArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct StrategyArgs {
    /// The game
    pub game: String,
    /// Write the complete solution to the file that -o names, as a table in which any program can look up positions; the
    /// card goes to standard output
    #[arg(long, requires = "output")]
    pub solve: bool,
    #[command(flatten)]
    pub table: TableArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct PotArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Simulate evenings of many games, to which each seat brings this many coins; one evening per hundred
    /// --games
    #[arg(long, value_name = "COINS", value_parser = number::<u64>(1..=LARGEST_PURSE))]
    pub purse: Option<u64>,
    /// The most games in an evening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u64>(1..=LONGEST_EVENING), requires = "purse")]
    pub evening: u64,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    /// The game files
    #[arg(required = true, value_name = "FILE.game")]
    pub files: Vec<String>,
    /// Number of players [default: that of the file]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MAX_SEATS as u64))]
    pub players: Option<usize>,
    /// A house rule; 'tali-odds rules FILE.game' lists the keys
    #[arg(long, value_name = "KEY=VALUE")]
    pub rule: Vec<String>,
    /// Count all positions, even if there are very many
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

impl CheckArgs {
    /// The table to check.
    pub(in crate::cli) fn table(&self) -> TableArgs {
        let cache = CacheArgs { no_cache: true };
        let house = HouseArgs { players: self.players, rule: self.rule.clone(), rules: None };
        TableArgs { house, cache, ..TableArgs::default() }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct RulesArgs {
    /// The game
    pub game: String,
    /// Print a file of house rules to edit
    #[arg(long, conflicts_with_all = ["file", "card"])]
    pub toml: bool,
    /// Print the game as a game file, to change into a game of your own
    #[arg(long, conflicts_with = "card")]
    pub file: bool,
    /// Print only the rules card, with your house rules; --output NAME.html makes a page to print
    #[arg(long)]
    pub card: bool,
    #[command(flatten)]
    pub house: HouseArgs,
    #[command(flatten)]
    pub form: FormArgs,
}
