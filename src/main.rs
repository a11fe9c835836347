//! The program: everything it does is in the library.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tali_odds::cli::run(std::env::args_os())
}
