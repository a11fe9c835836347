//! Benchmarks for game nights: swings of a game, sweeps over a rule, and whole evenings.
//!
//! Evenings are solved, tuned, drawn and written by the program, run as by a user.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group};
use tali_odds::analysis::{BalanceAnswer, BalanceQuestion, NamedSet, Setting};
use tali_odds::games;
use tali_odds::monte_carlo::Watch;
use tali_odds::tali::presets;

use crate::cases;

fn setting(name: &str, players: usize) -> Setting {
    let game = games::find(name).unwrap();
    let bones = vec![NamedSet::new(presets::TRADITIONAL.bones(), 4).unwrap()];
    Setting::new(game, game.rules(players).unwrap(), bones)
}

fn balance(criterion: &mut Criterion) {
    let stop = AtomicBool::new(false);
    let watch = Watch { stop: &stop, played: &|_| () };
    for (name, players) in cases([
        ("augustus", 5),
        ("simple-tali", 5),
        ("sparing-tali", 3),
        ("century", 1),
        ("circus-maximus", 4),
        ("hounds-and-vultures", 4),
        ("steps-of-the-senate", 2),
        ("catapulta", 2),
    ]) {
        criterion.bench_function(&format!("balance: {name}, {players} seats"), |bencher| {
            bencher.iter(|| {
                BalanceAnswer::new(setting(name, players), BalanceQuestion::default(), &watch).unwrap()
            });
        });
    }
}

fn run(folder: &Path, words: &[&str]) {
    let status = crate::program().args(words).current_dir(folder).stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "{words:?}");
}

fn sweeps(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    for (what, words) in cases([
        (
            "a hundred targets of a century",
            &["tune", "century", "--vary", "target=21..120", "--want", "win:seat1=0.5"][..],
        ),
        (
            "a hundred favours of the circus",
            &["tune", "circus-maximus", "--vary", "favour=1101..1299:2", "--want", "figure:qualify:1=80%"],
        ),
        (
            "a hundred antes of five",
            &["tune", "augustus", "--players", "5", "--vary", "ante=1..100", "--want", "net:seat1=0"],
        ),
    ]) {
        criterion.bench_function(&format!("tune: {what}"), |bencher| {
            bencher.iter(|| run(folder.path(), black_box(words)));
        });
    }
}

fn evenings(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let mut head = "version = 1\n".to_owned();
    for name in ["Aulus", "Brutus", "Cato", "Decimus", "Ennius"] {
        writeln!(head, "[[players]]\nname = \"{name}\"\npurse = 100").unwrap();
    }
    let evening = |games: &[&str]| {
        games.iter().fold(head.clone(), |night, name| {
            let two = games::find(name).unwrap().players.most == 2;
            let players = if two { "players = [\"Aulus\", \"Brutus\"]" } else { "" };
            // A match with ten counters takes a minute.
            let rules = if *name == "mendax-common" { "rules = { counters = 1 }" } else { "" };
            format!("{night}[[games]]\ngame = \"{name}\"\n{players}\n{rules}\n")
        })
    };
    // `boards` measures board games, whose policies search.
    let with_bones = games::all().filter(|game| game.has_bones());
    let all: Vec<&str> = with_bones.map(|game| game.name).collect();
    let mut group = criterion.benchmark_group("report, five players");
    group.sample_size(10);
    for (what, games) in cases([
        ("three games", &["augustus", "simple-tali", "hounds-and-vultures"][..]),
        ("all games with bones", &all),
    ]) {
        std::fs::write(folder.path().join("night.toml"), evening(games)).unwrap();
        let words = ["report", "night.toml", "-o", "out", "--handout"];
        group.bench_function(what, |bencher| bencher.iter(|| run(folder.path(), &words)));
    }
}

criterion_group!(all, balance, sweeps, evenings);
