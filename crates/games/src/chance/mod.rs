//! Games without choices: those of `files/`, and Circus Maximus, whose totals have too many states for a file.

pub(super) mod circus_maximus;

/// The text of a game file in the catalogue.
macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../files/", $name, ".game"))
    };
}

pub(super) use file;
