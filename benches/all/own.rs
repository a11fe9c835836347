//! Benchmarks of game files: solving, simulating, and surveying.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group};
use tali_odds::games::{Game, Playable, Value, own};
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::tali::presets;

use crate::cases;

/// The game of a file: an example, or a game of the catalogue that is written as a file.
fn game(name: &str) -> &'static Game {
    let paths = ["examples/games", "crates/games/files"].map(|folder| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join(name).with_extension("game")
    });
    let path = paths.iter().find(|path| path.exists()).expect("a game file of that name");
    own::read(&fs::read_to_string(path).unwrap()).unwrap()
}

fn table(game: &Game, rules: &[(&str, &str)], play: &[&str]) -> Box<dyn Playable> {
    let mut agreed = game.rules(game.players.usual).unwrap();
    for (key, value) in rules {
        agreed.set(key, Value::parse(value).unwrap()).unwrap();
    }
    agreed.set_play(play).unwrap();
    let bones = [presets::TRADITIONAL.bones().set(4).unwrap()];
    game.table(agreed, if game.has_bones() { &bones } else { &[] }).unwrap()
}

fn solved(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game files, solved");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, rules) in cases([
        ("augustus", &[][..]),
        ("eight-squares", &[]),
        ("pig-two-dice", &[("goal", "30")]),
        ("pig", &[("goal", "100")]),
        ("bear-off", &[("men", "[6, 6, 5, 5, 4, 4, 3, 2, 1]")]),
        ("bluffing/mendax-two", &[]),
        ("bluffing/leduc-poker", &[]),
        ("bluffing/liars-dice", &[]),
    ]) {
        let game = game(name);
        group.bench_function(name, |bencher| bencher.iter(|| black_box(table(game, rules, &[]).solve())));
    }
    group.finish();
}

fn played(criterion: &mut Criterion) {
    const GAMES: u64 = 2_000;
    let mut group = criterion.benchmark_group("game files, played on one thread");
    group.throughput(Throughput::Elements(GAMES));
    for (name, play) in
        cases([("augustus", &[][..]), ("pig-two-dice", &["twenty"]), ("eight-squares", &["runner"])])
    {
        let table = table(game(name), &[], play);
        let player = table.player();
        let stop = AtomicBool::new(false);
        let watch = Watch { stop: &stop, played: &|_| {} };
        let plan = Plan { games: GAMES, seed: 1, threads: 1 };
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(simulate(player.as_ref(), &plan, &watch)));
        });
    }
    group.finish();
}

fn surveyed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game files, surveyed");
    group.sample_size(10);
    for name in cases(["eight-squares", "aseb"]) {
        let game = game(name);
        let rules = game.rules(2).unwrap();
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(own::survey(game, &rules, &[], 60_000).unwrap()));
        });
    }
    group.finish();
}

criterion_group!(all, solved, played, surveyed);
