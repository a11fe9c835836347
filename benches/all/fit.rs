//! Benchmarks of reading throws, and of propagating their uncertainty to odds and games.

use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group};
use tali_odds::analysis::{Averaging, GamePosterior, NamedSet, OddsQuestion, SetOdds, Subject};
use tali_odds::games;
use tali_odds::inference::{Beta, ThrowsFormat, multinomial_test, read_throws};
use tali_odds::monte_carlo::{Draws, Watch};
use tali_odds::tali::{Bones, Kind, Talus, presets};

use crate::cases;

/// The counts of a class's throws of one bone.
const COUNTS: [u64; 4] = [83, 301, 337, 79];

fn counted() -> Bones {
    Bones::alike("counted", Talus::from_counts(COUNTS).unwrap())
}

fn throws(criterion: &mut Criterion) {
    let rows = ["Aulus,1\n", "Brutus,3\n", "Cato,4\n", "Decimus,6\n", "Aulus,4\n"].concat().repeat(20_000);
    let text = format!("bone,face\n{rows}");
    criterion.bench_function("100,000 rows of throws", |bencher| {
        bencher.iter(|| read_throws(text.as_bytes(), &ThrowsFormat::default()).unwrap());
    });
    criterion.bench_function("exact multinomial test, 400 throws", |bencher| {
        let talus = presets::TRADITIONAL.talus();
        bencher.iter(|| multinomial_test([41, 150, 169, 40], &talus, &Draws::default()));
    });
    criterion.bench_function("an interval after 10,000,000 throws", |bencher| {
        bencher.iter(|| Beta::new(1_000_000.5, 9_000_001.5).interval(0.95));
    });
}

fn odds(criterion: &mut Criterion) {
    for kind in [Kind::Venus, Kind::Senio] {
        let question = OddsQuestion {
            subjects: vec![Subject::Kind(kind)],
            given: None,
            within: OddsQuestion::WITHIN.to_vec(),
            running: OddsQuestion::RUNNING.to_vec(),
            sensitivity: false,
        };
        let bones = NamedSet::new(counted(), 4).unwrap();
        criterion.bench_function(&format!("{kind} of counted bones, averaged"), |bencher| {
            bencher.iter(|| SetOdds::new(bones.clone(), &question, &Averaging::default()));
        });
    }
}

fn played(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("100 draws of the weights");
    group.sample_size(10);
    let bones = [NamedSet::new(counted(), 4).unwrap()];
    let averaging = Averaging { draws: Some(100), threads: 1, ..Averaging::default() };
    for game in cases(games::all().filter(|game| game.has_bones())) {
        let mut rules = game.rules(game.players.usual).unwrap();
        if game.name.starts_with("mendax") {
            // Solving best play a hundred times takes minutes; `decisions` measures it once.
            rules.set_play(&["cautious"]).unwrap();
        }
        group.bench_function(game.name, |bencher| {
            let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
            bencher.iter(|| GamePosterior::new(game, &rules, &bones, true, &averaging, &watch).unwrap());
        });
    }
    group.finish();
}

criterion_group!(all, throws, odds, played);
