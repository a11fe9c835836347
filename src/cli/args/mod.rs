//! The arguments of the command line.

mod balance;
mod casts;
mod fit;
mod games;
mod shared;

#[cfg(feature = "cli")]
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

pub(in crate::cli) use balance::{BalanceArgs, ReportArgs, TuneArgs};
pub(in crate::cli) use casts::{CastsArgs, EventArgs, OddsArgs};
pub(in crate::cli) use fit::{FitArgs, SheetArgs, WorksheetArg};
pub(in crate::cli) use games::{AdviseArgs, CheckArgs, GameArgs, PotArgs, RulesArgs, StrategyArgs, WinArgs};
pub(in crate::cli) use shared::{AnswerArgs, CacheArgs, FormArgs, HouseArgs, PositionArgs, TableArgs};

/// Exact odds for Roman and Greek games played with tali (knucklebones)
#[derive(Debug, Parser)]
#[command(name = "tali-odds", version, about, arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = "A faces file holds the weights of your bones:
  name = \"my bones\"
  [faces]                     # or [counts]: throws observed
  1 = 0.1                     # decimals, fractions (\"1/10\") or whole numbers
  3 = 0.4
  4 = 0.4
  6 = 0.1
If your bones differ, give each a [[tali]] section with its own name and faces or counts.
If you read the side on the table, add: read = \"down\"

Examples:
  tali-odds venus --faces weights.toml --chart venus.png
  tali-odds casts --sort probability
  tali-odds odds 'sum>=14' '6>=2' --given 'not venus'

'tali-odds COMMAND --help' has more examples. Exit codes: 0 answered, 1 failed, 2 wrong request.")]
pub(in crate::cli) struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs in the order of the help.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Odds of a cast", &["casts", "odds"]),
    ("Games", &["win", "pot", "balance", "tune", "advise", "strategy", "check", "games", "rules"]),
    ("Your own bones", &["fit", "sheet", "presets"]),
    ("An evening", &["report"]),
];

/// Shortcuts for `odds`, which share one line of the help.
const KINDS: [&str; 4] = ["venus", "senio", "vultures", "canis"];

/// The program, with its verbs listed in groups.
pub(in crate::cli) fn program() -> clap::Command {
    let program = Cli::command();
    let about = |verb: &str| {
        let found = program.find_subcommand(verb).and_then(clap::Command::get_about);
        let kinds = format!("{:<15}{}: the odds of one kind of cast\n", "", KINDS.join(", "));
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

/// Keeps the default in a help text on one line.
fn with_default_in_one_line(argument: clap::Arg) -> clap::Arg {
    let Some(help) = argument.get_help().map(ToString::to_string) else { return argument };
    let Some((said, default)) = help.split_once("[default: ") else { return argument };
    let default = default.replace(' ', "\u{a0}");
    argument.help(format!("{said}[default:\u{a0}{default}"))
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Verb {
    /// List every cast of these bones, with its kind, rank and probability
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
    /// The odds of any event in one cast: a cast, a kind, a sum, faces
    #[command(
        after_help = "An event is a cast (6643), a kind (venus), a sum ('sum>=14'), a rank ('rank>4') or a number of faces \
('6>=2', '1=0', 'flat>1'), compared with = != < <= > >= and combined with and, or, not and brackets. \
Put events before the options, because --within and --running take lists of numbers.

Examples:
  tali-odds odds 6643
  tali-odds odds 'sum>=14' '6>=2' 'venus or canis' --faces weights.toml
  tali-odds odds venus --given 'sum=14'
  tali-odds odds '6>=1 and not (venus or 6=4)' --chart senio.svg
  tali-odds odds 66431 --tali 5"
    )]
    Odds(OddsArgs),
    /// Who wins a game and how long it takes: exact odds and a simulation
    #[command(after_help = "Examples:
  tali-odds win circus-maximus
  tali-odds win augustus --players 5 --faces weights.toml --chart augustus.png
  tali-odds win augustus --faces traditional --faces uniform
  tali-odds win century --rule target=80 --rule casts=15
  tali-odds win hounds-and-vultures --rule 'ladder=[3333, 4444]' --games 0 --format json
  tali-odds win mancala --play search:2 --play greedy
'tali-odds games' lists the games, 'tali-odds rules GAME' the rules you can change.")]
    Win(WinArgs),
    /// The size of the pot when it is won, and what each seat pays and wins
    #[command(after_help = "Examples:
  tali-odds pot augustus
  tali-odds pot simple-tali --players 4 --rule canis_fee=3 --chart pot.png
  tali-odds pot augustus --players 4 --purse 100
  tali-odds pot hounds-in-olympus --rule 'venus_share=\"1/3\"'")]
    Pot(PotArgs),
    /// The best move in a position, and the value of every other option
    #[command(after_help = "Examples:
  tali-odds advise coin-tali --explain
  tali-odds advise coin-tali --rule 'variants=[mercury]' --position '2/3 best=6443 roll=4331'
  tali-odds advise coin-tali --rule 'variants=[jove]' --position '1/3 jove=2 in=2,3'
  tali-odds advise mancala --position '6,6,6,6,6,6/6,6,6,6,6,6' --lines 5 --chart board.png
  tali-odds advise latrunculi --moves 'f1-f6 a8-a5' --top 5
'tali-odds rules GAME' shows how positions are written.")]
    Advise(AdviseArgs),
    /// A strategy card to print: the best play for every cast, layout or first move
    #[command(after_help = "Examples:
  tali-odds strategy coin-tali --players 3
  tali-odds strategy coin-tali --players 2 --rule 'variants=[mercury]' --chart card.png
  tali-odds strategy mancala --chart layouts.png")]
    Strategy(StrategyArgs),
    /// Check a game file of your own: how it was understood, and what can be computed
    #[command(after_help = "Examples:
  tali-odds check examples/games/pig.game
  tali-odds check examples/games/pig-two-dice.game --rule goal=30 --all
  tali-odds rules augustus --file > my.game
Wherever you name a GAME, a word that ends in .game or contains a folder is a game file, and - is standard input.")]
    Check(CheckArgs),
    /// Whether games are fair, how long they take, how the lead changes, and a verdict
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
    /// A page for a whole evening: charts, a rules card for every game, suggested fixes
    #[command(after_help = "Examples:
  tali-odds report examples/night.toml -o night
  tali-odds report examples/night.toml -o night --handout
  tali-odds report --template > my-night.toml")]
    Report(ReportArgs),
    /// Estimate the face weights of your own bones from recorded throws, with intervals
    #[command(
        after_help = "Throws are CSV: one throw per row (bone,face), one cast per row (cast, or a column for each bone), or \
counts (bone,1,3,4,6). 'tali-odds sheet' prints a sheet to record throws on.

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
    /// A sheet to print and record throws on, with the columns that 'fit' reads
    #[command(after_help = "Examples:
  tali-odds sheet Aulus Brutus Cato Decimus -o sheet.html
  tali-odds sheet Aulus --throws 200 > sheet.html
  tali-odds sheet --throwers 30 --tally -o tally.html
  tali-odds sheet --worksheet questions -o questions.html
  tali-odds sheet --worksheet solutions --faces uniform -o solutions.html")]
    Sheet(SheetArgs),
    /// List the games
    #[command(after_help = "Examples:
  tali-odds games
  tali-odds games --format json")]
    Games(FormArgs),
    /// The rules of a game: every key with its default, range and meaning
    #[command(after_help = "Examples:
  tali-odds rules augustus
  tali-odds rules augustus --toml > house.toml")]
    Rules(RulesArgs),
    /// The built-in bones, and where their weights come from
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
        /// Write the script to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// The manual page of the program or of one command
    #[cfg(feature = "cli")]
    #[command(after_help = "Examples:
  tali-odds man -o tali-odds.1
  tali-odds man venus > tali-odds-venus.1
  tali-odds man --folder man")]
    Man {
        /// The command [default: the whole program]
        #[arg(value_name = "COMMAND")]
        verb: Option<String>,
        /// Write the page to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Write the manual pages of the program and of every command to this folder
        #[arg(long, value_name = "DIR", conflicts_with_all = ["verb", "output"])]
        folder: Option<PathBuf>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_in_one_group() {
        // Packagers find these in the documentation.
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
