//! The program, a wrapper around the library.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tali_odds::cli::run(std::env::args_os())
}
