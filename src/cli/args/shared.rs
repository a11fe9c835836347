//! What can be typed after several verbs.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use crate::analysis::Averaging;
use crate::output::{Form, grouped};
use crate::process::MAX_SEATS;
use crate::tali::{MAX_TALI, USUAL_TALI, parse_weight};

/// The most games, or threads, coins of a purse and games of an evening, that are asked for.
pub(super) const MOST_GAMES: u64 = 1_000_000_000_000;
pub(super) const MOST_THREADS: u64 = 1_024;
pub(super) const LARGEST_PURSE: u64 = 1_000_000_000;
pub(super) const LONGEST_EVENING: u64 = 100_000;

/// Where play begins.
#[derive(Debug, Args)]
pub(in crate::cli) struct PositionArgs {
    /// The position to play from, in the game's own notation; 'tali-odds rules GAME' shows it [default: the first]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// In board games, the moves that were made from there, such as 'f1-f6 a8-a5'; repetitions among them count
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

/// Who sits where, with what bones and by which rules.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct TableArgs {
    /// The bones: a faces file, a preset, or - for standard input; once for all seats, or once for each
    /// in order [default: traditional]
    #[arg(long, value_name = "FILE_OR_PRESET")]
    pub faces: Vec<OsString>,
    #[command(flatten)]
    pub house: HouseArgs,
    /// How seats play, in games with decisions; once for all seats, or once for each in order; 'tali-odds rules
    /// GAME' lists the policies [default: best]
    #[arg(long, value_name = "POLICY")]
    pub play: Vec<String>,
    #[command(flatten)]
    pub cache: CacheArgs,
    /// Look up what is best in this file, which `strategy --solve -o FILE` has written
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Whether no more of that file is read than is asked for.
    #[arg(skip)]
    pub reads_parts: bool,
}

/// How many play, and the rules of their house.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct HouseArgs {
    /// How many play [default: as many as the game says]
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

    /// The files that are read.
    pub(in crate::cli) fn inputs(&self) -> Option<OsString> {
        self.rules.as_ref().map(|path| path.clone().into_os_string())
    }
}

/// What is kept from one run to the next.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct CacheArgs {
    /// Do not use the cache of solutions that took long
    #[arg(long)]
    pub no_cache: bool,
}

impl TableArgs {
    /// The files that are read.
    pub(in crate::cli) fn inputs(&self) -> Vec<OsString> {
        let table = self.table.iter().map(|path| path.clone().into_os_string());
        self.faces.iter().cloned().chain(self.house.inputs()).chain(table).collect()
    }

    /// The same with that of a game, if it is one of a file.
    pub(in crate::cli) fn inputs_with(&self, game: &str) -> Vec<OsString> {
        self.inputs().into_iter().chain(crate::cli::game_file::inputs(game)).collect()
    }

    pub(in crate::cli) const fn is_empty(&self) -> bool {
        self.faces.is_empty() && self.house.is_empty() && self.play.is_empty()
    }
}

/// What is left to chance in a game.
#[derive(Debug, Args)]
pub(in crate::cli) struct LuckArgs {
    /// How many threads play; 0 for one on each core, which is also the most
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = number::<usize>(0..=MOST_THREADS))]
    pub threads: usize,
    #[command(flatten)]
    pub chance: ChanceArgs,
}

impl LuckArgs {
    /// Whether nothing but the threads is given.
    pub(in crate::cli) fn is_usual(&self) -> bool {
        self.chance.averaging() == Averaging { threads: 1, ..Averaging::default() }
    }

    pub(in crate::cli) fn averaging(&self) -> Averaging {
        Averaging { threads: self.threads, ..self.chance.averaging() }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BonesArgs {
    /// The bones: a faces file, a preset, or - for standard input; several are compared [default:
    /// traditional]
    #[arg(long, value_name = "FILE_OR_PRESET")]
    pub faces: Vec<OsString>,
    /// How many bones are cast, 1 to 8; kinds and ranks need four
    #[arg(long, value_name = "N", default_value_t = USUAL_TALI,
        value_parser = number::<usize>(1..=MAX_TALI as u64))]
    pub tali: usize,
    #[command(flatten)]
    pub chance: ChanceArgs,
}

/// What is drawn at random: games, and the weights that throws leave possible.
#[derive(Debug, Args)]
pub(in crate::cli) struct ChanceArgs {
    /// The seed; the same seed gives the same answer on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// How likely an interval is to hold the true number
    #[arg(long, value_name = "C", default_value_t = 0.95, value_parser = parse_confidence, allow_negative_numbers = true)]
    pub confidence: f64,
    /// For counted bones: how many sets of weights to draw for the intervals
    /// [default: 10000; 1000 for a game]
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
    /// Draw the answer into this file as well; its ending says how
    #[arg(long, value_name = "FILE.png|.svg")]
    pub chart: Option<PathBuf>,
    /// Write the answer as CSV into this file as well
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the answer as JSON into this file as well
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct FormArgs {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t = Form::Table)]
    pub format: Form,
    /// Write the answer into this file instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn parse_confidence(text: &str) -> Result<f64, String> {
    let confidence = parse_weight(text).ok().and_then(|number| num_traits::ToPrimitive::to_f64(&number));
    confidence
        .filter(|confidence| (0.5..=0.999_999).contains(confidence))
        .ok_or_else(|| "a confidence from 0.5 to 0.999999 is asked for, such as 0.95".to_owned())
}

/// What takes a whole number of that range, in digits alone or with an exponent: `1000`, `1e3`. A decimal or a fraction is
/// a slip of the hand, even if it comes out whole.
pub(super) fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number =
            parse_weight(text).ok().filter(|number| number.is_integer() && !text.contains(['.', '/']));
        let number = number.and_then(|number| u64::try_from(number.to_integer()).ok());
        number.filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok()).ok_or_else(
            || {
                format!(
                    "a whole number from {} to {} is asked for",
                    grouped(range.start()),
                    grouped(range.end())
                )
            },
        )
    }
}
