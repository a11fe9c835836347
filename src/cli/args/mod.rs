//! What can be typed.

mod balance;
mod fit;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::analysis::{Averaging, By, CastOrder, OddsQuestion, PmfForm};
use crate::messages::did_you_mean;
use crate::output::{Form, grouped};
use crate::process::MAX_SEATS;
use crate::tali::{MAX_TALI, USUAL_TALI, parse_weight};

pub(in crate::cli) use balance::{BalanceArgs, ReportArgs, TuneArgs};
pub(in crate::cli) use fit::{FitArgs, SheetArgs, WorksheetArg};

/// The most games, or threads, coins of a purse and games of an evening, that are asked for.
const MOST_GAMES: u64 = 1_000_000_000_000;
const MOST_THREADS: u64 = 1_024;
const LARGEST_PURSE: u64 = 1_000_000_000;
const LONGEST_EVENING: u64 = 100_000;

/// Exact odds for Roman and Greek games played with tali (knucklebones)
#[derive(Debug, Parser)]
#[command(name = "tali-odds", version, about, arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = "A faces file says how your bones fall:
  name = \"my bones\"
  [faces]                     # or [counts]: throws observed
  1 = 0.1                     # decimals, fractions (\"1/10\") or whole numbers
  3 = 0.4
  4 = 0.4
  6 = 0.1
Bones that differ have one [[tali]] section each, with a name and faces or counts of its own.
Whoever reads the side on the table adds: read = \"down\"

Examples:
  tali-odds venus --faces weights.toml --chart venus.png
  tali-odds casts --sort probability
  tali-odds odds 'sum>=14' '6>=2' --given 'not venus'

'tali-odds VERB --help' has more of them. Exit codes: 0 answered, 1 could not, 2 wrong request.")]
pub(in crate::cli) struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs as the help lists them.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Odds of a cast", &["casts", "odds"]),
    ("Games", &["win", "pot", "balance", "tune", "advise", "strategy", "check", "games", "rules"]),
    ("Your own bones", &["fit", "sheet", "presets"]),
    ("An evening", &["report"]),
];

/// The verbs that `odds` stands for, which have one line of the help together.
const KINDS: [&str; 4] = ["venus", "senio", "vultures", "canis"];

/// The program with its verbs in groups.
pub(in crate::cli) fn program() -> clap::Command {
    let program = Cli::command();
    let about = |verb: &str| {
        let found = program.find_subcommand(verb).and_then(clap::Command::get_about);
        let kinds = format!("{:<15}{}: the odds of that kind of cast\n", "", KINDS.join(", "));
        let below = if verb == "odds" { kinds.as_str() } else { "" };
        found.map_or_else(String::new, |about| format!("  {verb:<12} {about}\n{below}"))
    };
    let group = |(title, verbs): &(&str, &[&str])| {
        format!("{title}:\n{}\n", verbs.iter().map(|verb| about(verb)).collect::<String>())
    };
    let groups: String = GROUPS.iter().map(group).collect();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    );
    program.help_template(template).mut_subcommands(|verb| verb.mut_args(with_default_in_one_line))
}

/// The same with a default that no line of the help ends within.
fn with_default_in_one_line(argument: clap::Arg) -> clap::Arg {
    let Some(help) = argument.get_help().map(ToString::to_string) else { return argument };
    let Some((said, default)) = help.split_once("[default: ") else { return argument };
    let default = default.replace(' ', "\u{a0}");
    argument.help(format!("{said}[default:\u{a0}{default}"))
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Verb {
    /// Every cast these bones can show, with its kind, rank and probability
    #[command(after_help = "Examples:
  tali-odds casts
  tali-odds casts --faces weights.toml --sort probability --chart casts.png
  tali-odds casts --faces traditional --faces uniform --chart casts.svg
  tali-odds casts --by sum --chart sums.png
  tali-odds casts --by count:6 --tali 5
  tali-odds casts --tali 5")]
    Casts(CastsArgs),
    /// The odds of Venus: 6431, all four faces at once
    #[command(after_help = "Examples:
  tali-odds venus
  tali-odds venus --faces weights.toml --chart venus.png
  tali-odds venus --faces weights.toml --faces uniform
  tali-odds venus --within 3 30 300 --sensitivity")]
    Venus(EventArgs),
    /// The odds of a Senio: a 6, and neither Venus nor 6666
    #[command(after_help = "Examples:
  tali-odds senio
  tali-odds senio --faces weights.toml --format json")]
    Senio(EventArgs),
    /// The odds of the Vultures: 3333, 4444 or 6666
    #[command(after_help = "Examples:
  tali-odds vultures
  tali-odds vultures --faces uniform --sensitivity")]
    Vultures(EventArgs),
    /// The odds of Canis, the dogs: 1111
    #[command(after_help = "Examples:
  tali-odds canis
  tali-odds canis --within 1000 10000 100000")]
    Canis(EventArgs),
    /// The odds of any event on one cast: a cast, a kind, a sum, faces
    #[command(
        after_help = "An event is a cast (6643), a kind (venus), a sum ('sum>=14'), a rank ('rank>4') or a number of faces \
('6>=2', '1=0', 'flat>1'), compared by = != < <= > >= and joined by and, or, not and brackets. \
Events come before the options: after --within and --running stand numbers.

Examples:
  tali-odds odds 6643
  tali-odds odds 'sum>=14' '6>=2' 'venus or canis' --faces weights.toml
  tali-odds odds venus --given 'sum=14'
  tali-odds odds '6>=1 and not (venus or 6=4)' --chart senio.svg
  tali-odds odds 66431 --tali 5"
    )]
    Odds(OddsArgs),
    /// Who wins a game and how long it takes: exact odds beside a simulation
    #[command(after_help = "Examples:
  tali-odds win circus-maximus
  tali-odds win augustus --players 5 --faces weights.toml --chart augustus.png
  tali-odds win augustus --faces traditional --faces uniform
  tali-odds win century --rule target=80 --rule casts=15
  tali-odds win hounds-and-vultures --rule 'ladder=[3333, 4444]' --games 0 --format json
  tali-odds win mancala --play search:2 --play greedy
'tali-odds games' lists the games, 'tali-odds rules GAME' what can be changed.")]
    Win(WinArgs),
    /// What is in the pot when it is taken, and what each seat pays and takes
    #[command(after_help = "Examples:
  tali-odds pot augustus
  tali-odds pot simple-tali --players 4 --rule canis_fee=3 --chart pot.png
  tali-odds pot augustus --players 4 --purse 100
  tali-odds pot hounds-in-olympus --rule 'venus_share=\"1/3\"'")]
    Pot(PotArgs),
    /// What is best at a position, and what every other option is worth
    #[command(after_help = "Examples:
  tali-odds advise coin-tali --explain
  tali-odds advise coin-tali --rule 'variants=[mercury]' --position '2/3 best=6443 roll=4331'
  tali-odds advise coin-tali --rule 'variants=[jove]' --position '1/3 jove=2 in=2,3'
  tali-odds advise mancala --position '6,6,6,6,6,6/6,6,6,6,6,6' --lines 5 --chart board.png
  tali-odds advise latrunculi --moves 'f1-f6 a8-a5' --top 5
'tali-odds rules GAME' shows how positions are written.")]
    Advise(AdviseArgs),
    /// The card: what best play does with every cast, to be printed
    #[command(after_help = "Examples:
  tali-odds strategy coin-tali --players 3
  tali-odds strategy coin-tali --players 2 --rule 'variants=[mercury]' --chart card.png
  tali-odds strategy mancala --chart layouts.png")]
    Strategy(StrategyArgs),
    /// A game of your own, from a file: what was understood, and what can be answered
    #[command(after_help = "Examples:
  tali-odds check examples/games/pig.game
  tali-odds check examples/games/pig-two-dice.game --rule goal=30 --all
  tali-odds rules augustus --file > my.game
Wherever a GAME is named, a word that ends in .game or holds a folder is a game file, and - is standard input.")]
    Check(CheckArgs),
    /// Whether games are fair, how long they take, how they swing, and a verdict in words
    #[command(after_help = "Examples:
  tali-odds balance augustus
  tali-odds balance augustus simple-tali odds-out --players 4 --minutes 60
  tali-odds balance hounds-and-vultures --pace 10 --chart hounds.png
  tali-odds balance simple-tali --players 4 --purse 20 --evening 30
  tali-odds balance century --rule target=80 --versus target=60 --versus casts=15
  tali-odds balance examples/night.toml")]
    Balance(BalanceArgs),
    /// Find the value of a rule that gives the odds you want
    #[command(after_help = "Examples:
  tali-odds tune century --vary target=50..100 --want win:seat1=0.5
  tali-odds tune circus-maximus --vary favour=1100..1300:5 --want figure:qualify:1=80%
  tali-odds tune simple-tali --faces uniform --faces traditional --vary canis_fee --want net:seat1=0
  tali-odds tune hounds-and-vultures --vary ladder --want 'length:p95<=60min' --chart ladder.png
  tali-odds tune hounds-and-vultures --vary ladder --want 'gap<=1%' --want 'length:p95<=60min'
  tali-odds tune century --vary target=40..120:10 --vary casts=10..30:2 --want win:seat1=0.5")]
    Tune(TuneArgs),
    /// A whole evening as a page: charts, a rules card for every game, and what to change
    #[command(after_help = "Examples:
  tali-odds report examples/night.toml -o night
  tali-odds report examples/night.toml -o night --handout
  tali-odds report --template > my-night.toml")]
    Report(ReportArgs),
    /// The face weights of your own bones, from throws you noted, and how sure they are
    #[command(
        after_help = "The throws are CSV: one throw a row (bone,face), one cast a row (cast, or a column for each bone), or \
counts (bone,1,3,4,6). 'tali-odds sheet' prints a sheet to note them on.

Examples:
  tali-odds fit examples/simulated-throws.csv
  tali-odds fit examples/simulated-throws.csv --against traditional --chart fit.png
  tali-odds fit examples/simulated-throws.csv --pool all --bones bones.toml
  tali-odds fit examples/simulated-throws.csv --pool surface
  tali-odds fit examples/simulated-throws.csv --plan --width 0.01 --for venus
  tali-odds fit --plan --width 0.05 --for face:6
  tali-odds fit --power --against uniform"
    )]
    Fit(FitArgs),
    /// A sheet to print and note throws on, with the columns that 'fit' reads
    #[command(after_help = "Examples:
  tali-odds sheet Aulus Brutus Cato Decimus -o sheet.html
  tali-odds sheet Aulus --throws 200 > sheet.html
  tali-odds sheet --throwers 30 --tally -o tally.html
  tali-odds sheet --worksheet questions -o questions.html
  tali-odds sheet --worksheet solutions --faces uniform -o solutions.html")]
    Sheet(SheetArgs),
    /// The games there are
    #[command(after_help = "Examples:
  tali-odds games
  tali-odds games --format json")]
    Games(FormArgs),
    /// The rules of a game: every key with its default, its range and its reading
    #[command(after_help = "Examples:
  tali-odds rules augustus
  tali-odds rules augustus --toml > house.toml")]
    Rules(RulesArgs),
    /// The bones that need no file, and where their weights come from
    #[command(after_help = "Examples:
  tali-odds presets
  tali-odds presets --format json")]
    Presets(FormArgs),
    /// A completion script for a shell
    #[cfg(feature = "cli")]
    #[command(after_help = "Examples:
  tali-odds completions bash -o tali-odds.bash
  tali-odds completions fish > tali-odds.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
        /// Write the script into this file instead of to standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// The manual page, of the program or of one verb
    #[cfg(feature = "cli")]
    #[command(after_help = "Examples:
  tali-odds man -o tali-odds.1
  tali-odds man venus > tali-odds-venus.1")]
    Man {
        /// The verb; without it the page of the whole program
        verb: Option<String>,
        /// Write the page into this file instead of to standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

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
    /// Say how each probability moves with the weight of each face
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
    /// Say how the probability moves with the weight of each face
    #[arg(long)]
    pub sensitivity: bool,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GameArgs {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub table: TableArgs,
    /// How many games to simulate; 0 for exact figures alone [default: 1000000, fewer where games
    /// are very long]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=MOST_GAMES))]
    pub games: Option<u64>,
    #[command(flatten)]
    pub luck: LuckArgs,
    /// In JSON, tell the probability of every length or pot; else distributions of more than 500 values are binned
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

#[derive(Debug, Args)]
pub(in crate::cli) struct AdviseArgs {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub from: PositionArgs,
    /// Show so many options at most, the best first
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=10_000))]
    pub top: Option<usize>,
    /// Say of each option what it pays, what can be won, and how likely
    #[arg(long)]
    pub explain: bool,
    /// In board games, count the lines of 1, 2, … up to so many plies that go out from the position
    #[arg(long, value_name = "D", value_parser = number::<u32>(1..=20))]
    pub lines: Option<u32>,
    #[command(flatten)]
    pub table: TableArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct StrategyArgs {
    /// The game
    pub game: String,
    /// Write all of it as a table, in which any program can look up every position, to the file that -o names; the card goes
    /// to standard output
    #[arg(long, requires = "output")]
    pub solve: bool,
    #[command(flatten)]
    pub table: TableArgs,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

/// Who sits where, with what bones and by which rules.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct TableArgs {
    /// The bones: a faces file, a preset, or - for standard input; once for all seats, or once for each
    /// in order [default: traditional]
    #[arg(long, value_name = "FILE_OR_PRESET")]
    pub faces: Vec<OsString>,
    /// How many play [default: as many as the game says]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MAX_SEATS as u64))]
    pub players: Option<usize>,
    /// A house rule; 'tali-odds rules GAME' lists the keys
    #[arg(long, value_name = "KEY=VALUE")]
    pub rule: Vec<String>,
    /// A file of house rules; 'tali-odds rules GAME --toml' prints one
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
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
        let rules = self.rules.iter().map(|path| path.clone().into_os_string());
        let table = self.table.iter().map(|path| path.clone().into_os_string());
        self.faces.iter().cloned().chain(rules).chain(table).collect()
    }

    /// The same with that of a game, if it is one of a file.
    pub(in crate::cli) fn inputs_with(&self, game: &str) -> Vec<OsString> {
        self.inputs().into_iter().chain(crate::cli::game_file::inputs(game)).collect()
    }

    pub(in crate::cli) const fn is_empty(&self) -> bool {
        self.faces.is_empty()
            && self.players.is_none()
            && self.rule.is_empty()
            && self.rules.is_none()
            && self.play.is_empty()
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
pub(in crate::cli) struct PotArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Simulate evenings of many games, to which every seat brings this many coins; one for every hundred of
    /// --games
    #[arg(long, value_name = "COINS", value_parser = number::<u64>(1..=LARGEST_PURSE))]
    pub purse: Option<u64>,
    /// How many games such an evening has at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u64>(1..=LONGEST_EVENING), requires = "purse")]
    pub evening: u64,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    /// The game files
    #[arg(required = true, value_name = "FILE.game")]
    pub files: Vec<String>,
    /// How many play [default: as many as the file says]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MAX_SEATS as u64))]
    pub players: Option<usize>,
    /// A house rule; 'tali-odds rules FILE.game' lists the keys
    #[arg(long, value_name = "KEY=VALUE")]
    pub rule: Vec<String>,
    /// Count all positions, however many there are
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

impl CheckArgs {
    /// The table that is looked at.
    pub(in crate::cli) fn table(&self) -> TableArgs {
        let cache = CacheArgs { no_cache: true };
        TableArgs { players: self.players, rule: self.rule.clone(), cache, ..TableArgs::default() }
    }
}

#[derive(Debug, Args)]
pub(in crate::cli) struct RulesArgs {
    /// The game
    pub game: String,
    /// Print a file of rules to edit
    #[arg(long, conflicts_with = "file")]
    pub toml: bool,
    /// Print the game as a game file, to make a game of your own from
    #[arg(long)]
    pub file: bool,
    #[command(flatten)]
    pub form: FormArgs,
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

fn parse_confidence(text: &str) -> Result<f64, String> {
    let confidence = parse_weight(text).ok().and_then(|number| num_traits::ToPrimitive::to_f64(&number));
    confidence
        .filter(|confidence| (0.5..=0.999_999).contains(confidence))
        .ok_or_else(|| "a confidence from 0.5 to 0.999999 is asked for, such as 0.95".to_owned())
}

/// What takes a whole number of that range, in digits alone or with an exponent: `1000`, `1e3`. A decimal or a fraction is
/// a slip of the hand, even if it comes out whole.
fn number<T: TryFrom<u64>>(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_stands_in_one_group() {
        // Those who package the program find these in the documentation.
        const PACKAGING: [&str; 2] = ["completions", "man"];
        let groups = GROUPS.iter().flat_map(|(_, verbs)| verbs.iter().copied());
        let mut listed: Vec<&str> = groups.chain(KINDS).chain(PACKAGING).collect();
        let program = Cli::command();
        let mut verbs: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        listed.sort_unstable();
        verbs.sort_unstable();
        assert_eq!(listed, verbs);
        for verb in program.get_subcommands() {
            let about = verb.get_about().unwrap().to_string();
            assert!(about.chars().count() <= 84, "{about} does not fit one line of the help");
        }
    }
}
