//! The command line: checks the arguments, lets one verb compute the answer, and writes the answer completely or not
//! at all.

mod advise;
mod args;
mod balance;
mod casts;
mod check;
mod deliver;
mod faces;
mod failure;
mod fit;
mod game_file;
mod games;
mod hints;
mod night;
mod odds;
#[cfg(feature = "cli")]
mod packaging;
mod play;
mod presets;
mod report;
#[cfg(not(feature = "cli"))]
mod request;
mod sheet;
mod system;
mod table;
mod texts;
mod tune;
#[cfg(any(not(feature = "cli"), test))]
mod wrong;

use std::ffi::OsString;
use std::io;

use clap::FromArgMatches;

use args::{Cli, Verb};
use failure::{Failure, could_not};
#[cfg(not(feature = "cli"))]
pub use request::{ask, keep, on_progress};

use crate::messages::plain;

/// Runs the program with these arguments, starting with its own name.
///
/// The exit code is 0 if the question was answered (or the reader closed the pipe), 1 if it could not be answered, 2 if
/// the request is wrong, and 128 plus the number of the signal that ended the program.
#[cfg(feature = "cli")]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> std::process::ExitCode {
    outcome(arguments).map_or_else(report, |()| 0).into()
}

/// Parses the arguments and answers them.
fn outcome(arguments: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let parsed = args::program().try_get_matches_from(arguments).and_then(|matches| {
        // An error found after parsing is formatted to show the usage.
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut args::program()))
    });
    match parsed {
        Ok(cli) => system::start().and_then(|()| answer(&cli.verb)),
        Err(usage) => Err(Failure::Usage(usage)),
    }
}

/// Prints the failure on standard error and returns the exit code.
fn report(failure: Failure) -> u8 {
    match failure {
        Failure::ReaderGone => 0,
        Failure::Usage(usage) if usage.use_stderr() => {
            let _ = system::show_usage(&failure::abridged(hints::hinted(usage)));
            2
        }
        // If the help cannot be printed completely, the exit code is 1.
        Failure::Usage(usage) => match system::show_usage(&usage) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                report(could_not!("cannot write to standard output: {error}"))
            }
            _ => 0,
        },
        Failure::Wrong(_) | Failure::CouldNot(_) => {
            system::complain(&failure.to_string().split('\n').map(plain).collect::<Vec<_>>().join("\n"));
            if matches!(failure, Failure::Wrong(_)) { 2 } else { 1 }
        }
    }
}

fn answer(verb: &Verb) -> Result<(), Failure> {
    match verb {
        Verb::Casts(arguments) => casts::answer(arguments),
        Verb::Venus(arguments) => odds::of_kind(crate::tali::Kind::Venus, arguments),
        Verb::Senio(arguments) => odds::of_kind(crate::tali::Kind::Senio, arguments),
        Verb::Vultures(arguments) => odds::of_kind(crate::tali::Kind::Vultures, arguments),
        Verb::Canis(arguments) => odds::of_kind(crate::tali::Kind::Canis, arguments),
        Verb::Odds(arguments) => odds::of_events(arguments),
        Verb::Win(arguments) => play::win(arguments),
        Verb::Pot(arguments) => play::pot(arguments),
        Verb::Advise(arguments) => advise::advise(arguments),
        Verb::Strategy(arguments) => advise::strategy(arguments),
        Verb::Balance(arguments) => balance::answer(arguments),
        Verb::Tune(arguments) => tune::answer(arguments),
        Verb::Report(arguments) => report::answer(arguments),
        Verb::Fit(arguments) => fit::answer(arguments),
        Verb::Sheet(arguments) => sheet::answer(arguments),
        Verb::Check(arguments) => check::answer(arguments),
        Verb::Games(arguments) => games::catalogue(arguments),
        Verb::Rules(arguments) => games::rules(arguments),
        Verb::Presets(arguments) => presets::answer(arguments),
        #[cfg(feature = "cli")]
        Verb::Completions { shell, output } => packaging::completions(*shell, output.as_deref()),
        #[cfg(feature = "cli")]
        Verb::Man { folder: Some(folder), .. } => packaging::manual(folder),
        #[cfg(feature = "cli")]
        Verb::Man { verb, output, .. } => packaging::man(verb.as_deref(), output.as_deref()),
    }
}
