//! How long the library takes, in one program that is linked once: `cargo bench -- century` measures what has that in its name.

mod balance;
mod boards;
mod decisions;
mod fit;
mod games;
mod one_cast;

criterion::criterion_main!(one_cast::all, games::all, fit::all, balance::all, decisions::all, boards::all);
