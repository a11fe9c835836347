//! `completions` and `man`, for packagers.

use std::path::Path;

use clap::CommandFactory;

use super::args::Cli;
use super::deliver::Delivery;
use super::failure::{Failure, shown, wrong};
use super::system::write_folder;
use crate::messages::did_you_mean;

pub(super) fn completions(shell: clap_complete::Shell, output: Option<&Path>) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tali-odds", &mut script);
    deliver(&script, output)
}

pub(super) fn man(verb: Option<&str>, output: Option<&Path>) -> Result<(), Failure> {
    let program = built();
    let command = match verb {
        None => &program,
        Some(verb) => program.find_subcommand(verb).ok_or_else(|| no_such_verb(&program, verb))?,
    };
    deliver(&page(command)?, output)
}

/// Writes the pages of the program and of every verb into a folder.
pub(super) fn manual(folder: &Path) -> Result<(), Failure> {
    let program = built();
    let verbs = program.get_subcommands().filter(|verb| verb.get_name() != "help");
    let pages = std::iter::once(&program).chain(verbs).map(|command| {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        Ok((format!("{name}.1"), page(command)?))
    });
    write_folder(folder, &pages.collect::<Result<Vec<_>, Failure>>()?)
}

/// The program, with its verbs under the names of their pages, such as `tali-odds-venus`.
fn built() -> clap::Command {
    let mut program = Cli::command();
    program.build();
    program
}

fn page(command: &clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command.clone()).render(&mut page);
    rendered.map_err(|error| Failure::CouldNot(error.into()))?;
    Ok(page)
}

fn deliver(text: &[u8], output: Option<&Path>) -> Result<(), Failure> {
    Delivery::to(output.map(Path::to_owned))?.text_as_it_is(&String::from_utf8_lossy(text))
}

fn no_such_verb(program: &clap::Command, verb: &str) -> Failure {
    let verbs: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    let hint = did_you_mean(verb, verbs.iter().copied());
    wrong!("`{}` is not a command; the commands are {}{hint}", shown(verb.as_ref()), verbs.join(", "))
}
