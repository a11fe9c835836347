//! Arguments that several commands share.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use crate::analysis::Averaging;
use crate::output::{Form, grouped};
use crate::process::MAX_SEATS;
use crate::tali::{MAX_TALI, USUAL_TALI, parse_weight};

/// The largest numbers of games, threads, coins in a purse and games in an evening that are accepted.
pub(super) const MOST_GAMES: u64 = 1_000_000_000_000;
pub(super) const MOST_THREADS: u64 = 1_024;
pub(super) const LARGEST_PURSE: u64 = 1_000_000_000;
pub(super) const LONGEST_EVENING: u64 = 100_000;

/// The position at which play begins.
#[derive(Debug, Args)]
pub(in crate::cli) struct PositionArgs {
    /// The position to start from, in the game's own notation, which 'tali-odds rules GAME' shows [default: the first]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// In board games, the moves made from that position, such as 'f1-f6 a8-a5', so that repetitions are seen
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

/// The bones, rules and policies of the seats.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct TableArgs {
    /// The bones: a faces file, a preset, or - for standard input; once for all seats, or once per seat,
    /// in order [default: traditional]
    #[arg(long, value_name = "FILE_OR_PRESET")]
    pub faces: Vec<OsString>,
    #[command(flatten)]
    pub house: HouseArgs,
    /// How seats play in games with decisions; once for all seats, or once per seat, in order; 'tali-odds rules
    /// GAME' lists the policies [default: best]
    #[arg(long, value_name = "POLICY")]
    pub play: Vec<String>,
    #[command(flatten)]
    pub cache: CacheArgs,
    /// Look up best play in this file, made by `strategy --solve -o FILE`
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Whether only the needed parts of that file are read.
    #[arg(skip)]
    pub reads_parts: bool,
}

/// The number of players and their house rules.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct HouseArgs {
    /// Number of players [default: that of the game]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MAX_SEATS as u64))]
    pub players: Option<usize>,
    /// A house rule; 'tali-odds rules GAME' lists the keys
    #[arg(long, value_name = "KEY=VALUE")]
    pub rule: Vec<String>,
    /// A file of house rules; 'tali-odds rules GAME --toml' prints one
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
}

impl HouseArgs {
    pub(in crate::cli) const fn is_empty(&self) -> bool {
        self.players.is_none() && self.rule.is_empty() && self.rules.is_none()
    }

    /// The input files.
    pub(in crate::cli) fn inputs(&self) -> Option<OsString> {
        self.rules.as_ref().map(|path| path.clone().into_os_string())
    }
}

/// The cache of solutions.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct CacheArgs {
    /// Do not use the cache of solutions
    #[arg(long)]
    pub no_cache: bool,
}

impl TableArgs {
    /// The input files.
    pub(in crate::cli) fn inputs(&self) -> Vec<OsString> {
        let table = self.table.iter().map(|path| path.clone().into_os_string());
        self.faces.iter().cloned().chain(self.house.inputs()).chain(table).collect()
    }

    /// The input files, including that of the game if it is a game file.
    pub(in crate::cli) fn inputs_with(&self, game: &str) -> Vec<OsString> {
        self.inputs().into_iter().chain(crate::cli::game_file::inputs(game)).collect()
    }

    pub(in crate::cli) const fn is_empty(&self) -> bool {
        self.faces.is_empty() && self.house.is_empty() && self.play.is_empty()
    }
}

/// The help of `--draws` for games, whose draws take longer.
const DRAWS_OF_GAMES: &str = "How many sets of weights to draw when computing intervals for counted bones [default: 1000, \
                              fewer for slow games]";

/// The options for simulations of games.
#[derive(Debug, Args)]
#[command(mut_arg("draws", |draws| draws.help(DRAWS_OF_GAMES)))]
pub(in crate::cli) struct LuckArgs {
    /// Number of threads; 0: one per core, which is also the maximum
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = number::<usize>(0..=MOST_THREADS))]
    pub threads: usize,
    #[command(flatten)]
    pub chance: ChanceArgs,
}

impl LuckArgs {
    /// Whether only the number of threads is given.
    pub(in crate::cli) fn is_usual(&self) -> bool {
        self.chance.averaging() == Averaging { threads: 1, ..Averaging::default() }
    }

    pub(in crate::cli) fn averaging(&self) -> Averaging {
        Averaging { threads: self.threads, ..self.chance.averaging() }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BonesArgs {
    /// The bones: a faces file, a preset, or - for standard input; repeat the option to compare sets of bones [default:
    /// traditional]
    #[arg(long, value_name = "FILE_OR_PRESET")]
    pub faces: Vec<OsString>,
    /// Number of bones, 1 to 8; kinds and ranks are defined only for four bones
    #[arg(long, value_name = "N", default_value_t = USUAL_TALI,
        value_parser = number::<usize>(1..=MAX_TALI as u64))]
    pub tali: usize,
    #[command(flatten)]
    pub chance: ChanceArgs,
}

/// The options for everything that is drawn at random: games, and weights from their posterior.
#[derive(Debug, Args)]
pub(in crate::cli) struct ChanceArgs {
    /// The random seed; the same seed gives the same answer on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// The confidence level of the intervals
    #[arg(long, value_name = "C", default_value_t = 0.95, value_parser = parse_confidence, allow_negative_numbers = true)]
    pub confidence: f64,
    /// How many sets of weights to draw when computing intervals for counted bones [default: 10000]
    #[arg(long, value_name = "N", value_parser = number::<u64>(100..=100_000), allow_negative_numbers = true)]
    pub draws: Option<u64>,
}

impl ChanceArgs {
    pub(in crate::cli) fn averaging(&self) -> Averaging {
        Averaging { draws: self.draws, seed: self.seed, threads: 1, level: self.confidence }
    }
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct AnswerArgs {
    #[command(flatten)]
    pub form: FormArgs,
    /// Also draw a chart and save it to this file
    #[arg(long, value_name = "FILE.png|.svg")]
    pub chart: Option<PathBuf>,
    /// Also write the answer as CSV to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Also write the answer as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct FormArgs {
    /// Output format
    #[arg(long, value_enum, default_value_t = Form::Table)]
    pub format: Form,
    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn parse_confidence(text: &str) -> Result<f64, String> {
    let confidence = parse_weight(text).ok().and_then(|number| num_traits::ToPrimitive::to_f64(&number));
    confidence
        .filter(|confidence| (0.5..=0.999_999).contains(confidence))
        .ok_or_else(|| "give a confidence from 0.5 to 0.999999, such as 0.95".to_owned())
}

/// A parser for a whole number in this range, in digits or with an exponent: `1000`, `1e3`. A decimal or a fraction is
/// rejected as a typing error, even if its value is whole.
pub(super) fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number =
            parse_weight(text).ok().filter(|number| number.is_integer() && !text.contains(['.', '/']));
        let number = number.and_then(|number| u64::try_from(number.to_integer()).ok());
        number.filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok()).ok_or_else(
            || format!("give a whole number from {} to {}", grouped(range.start()), grouped(range.end())),
        )
    }
}
