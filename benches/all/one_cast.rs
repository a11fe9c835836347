//! Benchmarks of one cast: the table of casts, quantiles of waiting times, and the program as a whole.

use std::hint::black_box;
use std::process::Stdio;

use criterion::{Criterion, criterion_group};
use num_bigint::BigInt;
use num_rational::BigRational;
use tali_odds::exact::WaitingTime;
use tali_odds::tali::{CastTable, TaliSet, Talus, presets, read_faces};

fn cast_table(criterion: &mut Criterion) {
    let traditional = presets::TRADITIONAL.talus();
    for tali in [4, 8] {
        let set = TaliSet::alike(&traditional, tali).unwrap();
        criterion.bench_function(&format!("cast table, {tali} traditional tali"), |bencher| {
            bencher.iter(|| CastTable::new(black_box(&set)));
        });
    }
    let different: Vec<Talus> =
        (0..4).map(|bone| Talus::from_counts([50 + bone, 190, 201 - bone, 56]).unwrap()).collect();
    let set = TaliSet::new(different).unwrap();
    criterion.bench_function("cast table, four different tali", |bencher| {
        bencher.iter(|| CastTable::new(black_box(&set)));
    });
    let digits = "7".repeat(400);
    let long = format!("[faces]\n1 = {digits}\n3 = {digits}1\n4 = {digits}9\n6 = {digits}3");
    let set = read_faces(&long, "long").unwrap().set(4).unwrap();
    criterion.bench_function("cast table, weights of 400 digits", |bencher| {
        bencher.iter(|| CastTable::new(black_box(&set)));
    });
}

fn wait_quantiles(criterion: &mut Criterion) {
    let half = BigRational::new(1.into(), 2.into());
    let ninth = BigRational::new(9.into(), 10.into());
    let rare = |zeros: u32| BigRational::new(BigInt::from(1), BigInt::from(10).pow(zeros));
    let venus = BigRational::new(24.into(), 625.into());
    for (name, chance) in [("24/625", venus), ("1e-4", rare(4)), ("1e-30", rare(30)), ("1e-400", rare(400))] {
        let wait = WaitingTime::new(chance).unwrap();
        criterion.bench_function(&format!("wait quantiles, p = {name}"), |bencher| {
            bencher.iter(|| (black_box(&wait).quantile(&half), wait.quantile(&ninth)));
        });
    }
}

fn whole_process(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let chart = |name: &str| folder.path().join(name).display().to_string();
    let (png, svg, bars) = (chart("venus.png"), chart("venus.svg"), chart("casts.png"));
    let runs: [(&str, &[&str]); 5] = [
        ("venus", &["venus"]),
        ("casts", &["casts"]),
        ("venus --chart venus.png", &["venus", "--chart", &png]),
        ("venus --chart venus.svg", &["venus", "--chart", &svg]),
        ("casts --chart casts.png", &["casts", "--chart", &bars]),
    ];
    for (name, arguments) in runs {
        criterion.bench_function(&format!("process, {name}"), |bencher| {
            bencher.iter(|| {
                assert!(crate::program().args(arguments).stdout(Stdio::null()).status().unwrap().success());
            });
        });
    }
}

criterion_group!(all, cast_table, wait_quantiles, whole_process);
