//! Benchmarks of games with decisions: solving rounds, advice, simulating evenings.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group};
use num_traits::ToPrimitive;
use tali_odds::exact::Wanted;
use tali_odds::games::{self, Playable, Value};
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::tali::{TaliSet, Talus, presets};

use crate::cases;

fn table(players: usize, rules: &[(&str, &str)], play: &str) -> Box<dyn Playable> {
    table_of("coin-tali", players, rules, play, &[presets::TRADITIONAL.bones().set(4).unwrap()])
}

fn table_of(
    game: &str,
    players: usize,
    rules: &[(&str, &str)],
    play: &str,
    bones: &[TaliSet],
) -> Box<dyn Playable> {
    let game = games::find(game).unwrap();
    let mut agreed = game.rules(players).unwrap();
    for (key, value) in rules {
        agreed.set(key, Value::parse(value).unwrap()).unwrap();
    }
    agreed.set_play(&[play]).unwrap();
    game.table(agreed, bones).unwrap()
}

const ALL: (&str, &str) = ("variants", "[etiam, mercury, fortuna]");
const WITH_JOVE: (&str, &str) = ("variants", "[etiam, mercury, fortuna, jove]");

fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a round of coin-tali, all re-rolls");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, players, rules) in cases([
        ("2 seats, exactly", 2, &[ALL][..]),
        ("3 seats, exactly", 3, &[ALL]),
        ("4 seats, exactly", 4, &[ALL]),
        ("3 seats with Jove", 3, &[WITH_JOVE]),
        ("5 seats", 5, &[ALL]),
        ("8 seats", 8, &[ALL]),
        ("3 seats, fees of every roll", 3, &[ALL, ("fees", "roll")]),
    ]) {
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(table(players, rules, "best").solve_to(Wanted::ALL)));
        });
    }
    group.bench_function("advice in the middle of it, 5 seats", |bencher| {
        let table = table(5, &[ALL], "best");
        let position = Some("2/5 best=6443 pot=9 game=500 roll=4331");
        bencher.iter(|| black_box(table.decisions().unwrap().advise(position).unwrap()));
    });
    group.finish();
}

/// Four different bones, also different from those of the other seat.
fn different(seat: u64) -> TaliSet {
    let bone = |bone: u64| {
        let weights = [1 + bone, 4 + seat, 5 - bone, 2 + bone * seat];
        Talus::from_weights(weights.map(|weight| num_bigint::BigInt::from(weight).into())).unwrap()
    };
    TaliSet::new((0..4).map(bone).collect()).unwrap()
}

fn mendax_single(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mendax-single, four tali each");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    let traditional = [presets::TRADITIONAL.bones().set(4).unwrap()];
    let of_two = |bones: &[TaliSet]| table_of("mendax-single", 2, &[], "best", bones);
    let unlike = [different(0), different(1)];
    for (name, bones) in cases([("", &traditional[..]), (", all bones different", &unlike)]) {
        group.bench_function(format!("all rounds, exactly{name}"), |bencher| {
            bencher.iter(|| black_box(of_two(bones).solve_to(Wanted::ALL)));
        });
    }
    group.bench_function("advice at the first position", |bencher| {
        bencher
            .iter(|| black_box(of_two(&traditional).decisions().unwrap().advise(Some("4433 v 4")).unwrap()));
    });
    group.finish();
}

fn mendax_common(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mendax-common, all scores");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    let traditional = [presets::TRADITIONAL.bones().set(4).unwrap()];
    let of_two = |counters: &str| {
        table_of("mendax-common", 2, &[("counters", counters)], "best", &traditional).solve_to(Wanted::ALL)
    };
    for counters in cases(["1", "3", "10"]) {
        group.bench_function(format!("{counters} v {counters}"), |bencher| {
            bencher.iter(|| black_box(of_two(counters)));
        });
    }
    group.finish();
}

/// Matches of six seats. The throughput counts rounds, from the mean length.
fn six_seats(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rounds of 6 seats, cautious");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    let traditional = [presets::TRADITIONAL.bones().set(4).unwrap()];
    for (game, number) in cases([("mendax-common", 20_000u64), ("mendax-single", 100_000)]) {
        let table = table_of(game, 6, &[], "cautious", &traditional);
        let plan = Plan { games: number, seed: 1, threads: 0 };
        let stop = AtomicBool::new(false);
        let watch = Watch { stop: &stop, played: &|_| {} };
        let play = || simulate(table.player().as_ref(), &plan, &watch);
        let rounds = play().casts.mean() * number.to_f64().unwrap();
        group.throughput(Throughput::Elements(rounds.to_u64().unwrap()));
        group.bench_function(game, |bencher| bencher.iter(|| black_box(play())));
    }
    group.finish();
}

fn evenings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evenings of coin-tali, 5 seats");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for (play, number) in cases([("never", 5_000), ("best", 200)]) {
        let table = table(5, &[ALL, ("scope", "evening")], play);
        let stop = AtomicBool::new(false);
        group.throughput(Throughput::Elements(number));
        group.bench_function(play, |bencher| {
            let plan = Plan { games: number, seed: 1, threads: 0 };
            let watch = Watch { stop: &stop, played: &|_| {} };
            // A new player has no solutions cached.
            bencher.iter(|| black_box(simulate(table.player().as_ref(), &plan, &watch)));
        });
    }
    group.finish();
}

criterion_group!(all, rounds, evenings, mendax_single, mendax_common, six_seats);
