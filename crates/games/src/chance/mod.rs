//! Games in which nobody chooses: the files of `examples/games`, and Circus Maximus, whose totals have too many states for one.

pub(super) mod circus_maximus;

/// The text of a game file that is a game of the catalogue.
macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../examples/games/", $name, ".game"))
    };
}

pub(super) use file;
