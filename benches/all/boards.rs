//! Benchmarks of board games: counting lines, proving and searching positions, simulating games.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group};
use tali_odds::games::{self, Playable, Value};
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::tali::presets;

use crate::cases;

fn table(game: &str, rules: &[(&str, &str)], play: &[&str]) -> Box<dyn Playable> {
    let game = games::find(game).unwrap();
    let mut agreed = game.rules(2).unwrap();
    for (key, value) in rules {
        agreed.set(key, Value::parse(value).unwrap()).unwrap();
    }
    agreed.set_play(play).unwrap();
    game.table(agreed, &[presets::TRADITIONAL.bones().set(4).unwrap()]).unwrap()
}

fn mancala(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mancala, proved");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, position) in cases([
        ("24 pebbles", "3,2,0,1,1,2/2,2,2,5,2,2"),
        ("36 pebbles", "0,6,2,0,2,2/1,4,3,5,3,8"),
        ("the even position of 72", "6,6,6,6,6,6/6,6,6,6,6,6"),
    ]) {
        group.bench_function(name, |bencher| {
            let table = table("mancala", &[], &[]);
            bencher.iter(|| black_box(table.decisions().unwrap().advise(Some(position)).unwrap()));
        });
    }
    group.finish();
}

fn cards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cards of board games");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, game, play) in cases([
        ("every first move, search:3", "latrunculi", &["search:3"][..]),
        ("every first move, search:4", "latrunculi", &["search:4"]),
        ("all 9,139 layouts", "mancala", &[]),
    ]) {
        group.bench_function(format!("{game}, {name}"), |bencher| {
            let table = table(game, &[], play);
            bencher.iter(|| black_box(table.decisions().unwrap().strategy().unwrap()));
        });
    }
    group.finish();
}

fn latrunculi(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("latrunculi on 12x8");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(81 + 6_285 + 537_761));
    group.bench_function("lines of three plies", |bencher| {
        let table = table("latrunculi", &[], &[]);
        bencher.iter(|| black_box(table.decisions().unwrap().lines(None, 3).unwrap()));
    });
    group.finish();
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("board games played");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (game, rules, play, games) in cases([
        ("mancala", &[("target", "0")][..], &["random"][..], 20_000),
        ("mancala", &[("target", "0")], &["best", "greedy"], 200),
        ("latrunculi", &[], &["random"], 4_000),
        ("latrunculi", &[], &["greedy"], 400),
        ("aseb", &[("pieces", "3")], &["careful"], 20_000),
        ("aseb", &[("pieces", "3")], &["best"], 20_000),
        ("duodecim-scriptorum", &[], &["random"], 2_000),
        ("duodecim-scriptorum", &[], &["first"], 2_000),
        ("duodecim-scriptorum", &[], &["greedy"], 2_000),
        ("duodecim-scriptorum", &[], &["search:1"], 500),
    ]) {
        group.throughput(Throughput::Elements(games));
        group.bench_function(format!("{game}, {}", play.join(" against ")), |bencher| {
            let table = table(game, rules, play);
            let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
            let plan = Plan { games, seed: 1, threads: 0 };
            bencher.iter(|| black_box(simulate(table.player().as_ref(), &plan, &watch)));
        });
    }
    group.finish();
}

fn aseb(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("aseb, solved");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (pieces, positions) in cases([("1", 277), ("2", 20_314), ("3", 512_349), ("4", 6_159_211)]) {
        group.throughput(Throughput::Elements(positions));
        group.bench_function(format!("{pieces} of each seat"), |bencher| {
            // Nothing is cached, so each table is solved again.
            bencher.iter(|| {
                let table = table("aseb", &[("pieces", pieces)], &["best"]);
                black_box(table.decisions().unwrap().advise(None).unwrap())
            });
        });
    }
    group.finish();
}

/// A position in the middle of a game of duodecim scriptorum.
const MIDDLE: &str = "6x4,14x3,15x2,22x2,23x3+1/3,6,7x4,11x3,25x2+4";

fn duodecim_scriptorum(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("duodecim scriptorum");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(26_878_395));
    group.bench_function("lines of two turns", |bencher| {
        let table = table("duodecim-scriptorum", &[], &["search:1"]);
        let decisions = table.decisions().unwrap();
        bencher.iter(|| black_box(decisions.lines(Some(MIDDLE), 2).unwrap()));
    });
    group.throughput(Throughput::Elements(1));
    for (play, thrown) in cases([("search:1", " 641"), ("search:2", " 641"), ("search:2", "")]) {
        group.bench_function(format!("advice of {play}{thrown}"), |bencher| {
            let table = table("duodecim-scriptorum", &[], &[play]);
            let position = format!("{MIDDLE}{thrown}");
            bencher.iter(|| black_box(table.decisions().unwrap().advise(Some(&position)).unwrap()));
        });
    }
    group.throughput(Throughput::Elements(253_429));
    group.bench_function("two pieces each, solved", |bencher| {
        bencher.iter(|| {
            let table = table("duodecim-scriptorum", &[], &["best"]);
            black_box(table.decisions().unwrap().advise(Some("16,22+13/9,20+13")).unwrap())
        });
    });
    group.finish();
}

criterion_group!(all, mancala, latrunculi, aseb, duodecim_scriptorum, cards, games);
