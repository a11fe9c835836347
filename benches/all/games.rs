//! Benchmarks of games: exact solutions, simulations (one batch on one thread), and the program as a whole.

use std::hint::black_box;
use std::process::Stdio;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group};
use tali_odds::games::{self, Playable, Value};
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::process::Distribution;
use tali_odds::tali::{TaliSet, Talus, presets};

use crate::cases;

/// Four seats with four different sets of bones.
fn four_sets() -> Vec<TaliSet> {
    let counts = [[50, 190, 200, 60], [90, 210, 160, 40], [70, 150, 220, 60], [100, 100, 100, 100]];
    counts.map(|counts| TaliSet::alike(&Talus::from_counts(counts).unwrap(), 4).unwrap()).to_vec()
}

fn table(game: &str, players: usize, bones: &[TaliSet]) -> Box<dyn Playable> {
    let game = games::find(game).unwrap();
    let mut rules = game.rules(players).unwrap();
    if game.name == "mendax-common" {
        // A match with ten counters takes a minute; `decisions` measures it.
        rules.set("counters", Value::parse("1").unwrap()).unwrap();
    }
    game.table(rules, bones).unwrap()
}

fn traditional() -> Vec<TaliSet> {
    vec![presets::TRADITIONAL.bones().set(4).unwrap()]
}

fn exact(criterion: &mut Criterion) {
    let distribution =
        Distribution::new([(1u32, 1u32.into()), (3, 4u32.into()), (4, 4u32.into()), (6, 1u32.into())])
            .unwrap();
    criterion.bench_function("total of 84 casts, 336 tali", |bencher| {
        bencher.iter(|| black_box(&distribution).sum_of(336));
    });
    // Every game with the usual number of players, and then slower ones.
    let usual = games::all().map(|game| (game.name, game.players.usual, traditional(), ""));
    for (name, players, bones, with) in cases(usual.chain([
        ("circus-maximus", 4, four_sets(), " with different bones"),
        ("hounds-and-vultures", 4, traditional(), ""),
        ("steps-of-the-senate", 4, traditional(), ""),
        ("steps-of-the-senate", 4, four_sets(), " with different bones"),
        ("augustus", 12, traditional(), ""),
    ])) {
        let table = table(name, players, &bones);
        let name = format!("exact: {name}, {players} seats{with}");
        criterion.bench_function(&name, |bencher| bencher.iter(|| table.solve()));
    }
}

fn by_chance(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("by chance, one thread");
    for game in cases(games::all()) {
        let table = table(game.name, game.players.usual, &traditional());
        let player = table.player();
        let games = player.batch();
        group.throughput(Throughput::Elements(games));
        let plan = Plan { games, seed: 1, threads: 1 };
        let stop = AtomicBool::new(false);
        group.bench_function(game.name, |bencher| {
            bencher.iter(|| simulate(player.as_ref(), &plan, &Watch { stop: &stop, played: &|_| {} }));
        });
    }
}

fn program(criterion: &mut Criterion) {
    let run = |arguments: &[&str]| {
        let status = crate::program().args(arguments).stdout(Stdio::null()).status().unwrap();
        assert!(status.success());
    };
    for arguments in cases([
        ["win", "century"].as_slice(),
        &["win", "circus-maximus"],
        &["win", "steps-of-the-senate", "--players", "4"],
        &["pot", "augustus", "--players", "5"],
    ]) {
        let name = format!("tali-odds {}", arguments.join(" "));
        criterion.bench_function(&name, |bencher| bencher.iter(|| run(arguments)));
    }
}

criterion_group! {
    name = all;
    config = Criterion::default().sample_size(10);
    targets = exact, by_chance, program
}
