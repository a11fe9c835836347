//! `completions` and `man`, for those who package the program.

use std::path::Path;

use clap::CommandFactory;

use super::args::Cli;
use super::deliver::Delivery;
use super::failure::{Failure, shown, wrong};
use crate::messages::did_you_mean;

pub(super) fn completions(shell: clap_complete::Shell, output: Option<&Path>) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tali-odds", &mut script);
    deliver(&script, output)
}

pub(super) fn man(verb: Option<&str>, output: Option<&Path>) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let command = match verb {
        None => program,
        Some(verb) => {
            // Built, it calls itself tali-odds-VERB.
            program.find_subcommand(verb).cloned().ok_or_else(|| no_such_verb(&program, verb))?
        }
    };
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut page);
    rendered.map_err(|error| Failure::CouldNot(error.into()))?;
    deliver(&page, output)
}

fn deliver(text: &[u8], output: Option<&Path>) -> Result<(), Failure> {
    Delivery::to(output.map(Path::to_owned))?.text_as_it_is(&String::from_utf8_lossy(text))
}

fn no_such_verb(program: &clap::Command, verb: &str) -> Failure {
    let verbs: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    let hint = did_you_mean(verb, verbs.iter().copied());
    wrong!("`{}` is no verb; the verbs are {}{hint}", shown(verb.as_ref()), verbs.join(", "))
}
