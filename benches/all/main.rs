//! All benchmarks in one program: `cargo bench -p tali-odds-benches -- century` runs those with `century` in their name.

mod balance;
mod boards;
mod decisions;
mod fit;
mod games;
mod one_cast;
mod own;

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

criterion::criterion_main!(
    one_cast::all,
    games::all,
    fit::all,
    balance::all,
    decisions::all,
    boards::all,
    own::all
);

/// All cases of a benchmark, or only the first if `cargo test -p tali-odds-benches --benches` checks that it runs.
fn cases<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let arguments: Vec<String> = std::env::args().collect();
    let is = |argument: &str| arguments.iter().any(|known| known == argument);
    let number = if is("--bench") && !is("--test") { usize::MAX } else { 1 };
    all.into_iter().take(number)
}

/// The program, built once with the profile of the benchmarks, before the first run.
fn program() -> Command {
    static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
        let own = std::env::current_exe().unwrap();
        // target/PROFILE/deps/all-HASH
        let folder = own.ancestors().nth(2).unwrap();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "tali-odds"]);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().unwrap().success(), "the program does not build");
        folder.join("tali-odds").with_extension(std::env::consts::EXE_EXTENSION)
    });
    Command::new(&*BUILT)
}
