//! How long the library takes, in one program that is linked once: `cargo bench -- century` measures what has that in its name.

mod balance;
mod boards;
mod decisions;
mod fit;
mod games;
mod one_cast;
mod own;

criterion::criterion_main!(
    one_cast::all,
    games::all,
    fit::all,
    balance::all,
    decisions::all,
    boards::all,
    own::all
);

/// All cases of a benchmark where it is measured; the first where `cargo test --benches` merely sees whether it runs.
fn cases<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let arguments: Vec<String> = std::env::args().collect();
    let is = |argument: &str| arguments.iter().any(|known| known == argument);
    let number = if is("--bench") && !is("--test") { usize::MAX } else { 1 };
    all.into_iter().take(number)
}
