use std::collections::BTreeSet;

use num_traits::ToPrimitive;

use super::notation::{read, text};
use super::numbering::{Numbering, Reach};
use super::*;
use crate::kit::notation::tests::{holds, texts};
use crate::kit::{Table as At, Value};
use tali_core::exact::{BestPlay, GridValues, Grids, ThrowDistribution, certify, solve_grids};
use tali_core::monte_carlo::Generator;

fn settings(pieces: u8, changed: &[(&str, &str)]) -> Settings {
    let mut rules = GAME.rules(2).unwrap();
    rules.set("pieces", Value::parse(&pieces.to_string()).unwrap()).unwrap();
    for (key, value) in changed {
        rules.set(key, Value::parse(value).unwrap()).unwrap();
    }
    Settings::new(&At { bones: Vec::new(), rules }).unwrap()
}

fn solved(settings: &Settings) -> (Numbering, GridValues) {
    let numbering = Numbering::new(settings.clone(), [0; 2]);
    let values = solve_grids(&numbering, None).unwrap();
    (numbering, values)
}

#[test]
fn positions_have_numbers_without_gaps() {
    for (pieces, all) in [
        (1, 277),
        (2, 20_314),
        (3, 512_349),
        (4, 6_159_211),
        (5, 41_243_781),
        (6, 172_676_489),
        (7, 500_929_993),
    ] {
        let numbering = Numbering::new(settings(pieces, &[]), [0; 2]);
        assert_eq!(numbering.positions(), all);
        let step = (all / 20_000).max(1);
        for number in (0..all).step_by(step) {
            let position = numbering.position(number).unwrap();
            assert_eq!(numbering.number(&position), number, "{position:?}");
        }
    }
    let settings = settings(5, &[]);
    let numbering = Numbering::new(settings.clone(), [0; 2]);
    for (text, number) in
        [("-/-", 0), ("3,4,7/4,6", 119_284), ("2,3,4+2/4,5,7,8,16", 36_392_790), ("16+4/15+4", 41_243_780)]
    {
        let state = read(text, &settings).unwrap();
        assert_eq!(
            (numbering.number(&state.position), self::text(&state, &settings).as_str()),
            (number, text)
        );
    }
}

/// Positions have the same value in a partial solution as in the whole; stored parts are distinguished by their numbers of
/// positions.
#[test]
fn partial_solutions_match_the_whole() {
    let settings = settings(2, &[("throw", "talus"), ("again", "[4]")]);
    let (whole, all) = solved(&settings);
    for off in [[0, 1], [1, 0], [1, 1]] {
        let part = Numbering::new(settings.clone(), off);
        let found = solve_grids(&part, None).unwrap();
        for (number, value) in found.values.iter().enumerate() {
            let position = part.position(number).unwrap();
            assert_eq!(part.number(&position), number, "{position:?}");
            let there = all.values[whole.number(&position)];
            assert!((value - there).abs() <= found.bound + all.bound, "{position:?}");
        }
    }
    for pieces in 1..=7 {
        let off = (0..pieces).flat_map(|one| (0..=one).map(move |other| [one, other]));
        let sizes: Vec<usize> = off.map(|off| Reach::new(pieces, off).positions()).collect();
        assert_eq!(sizes.iter().collect::<BTreeSet<_>>().len(), sizes.len(), "{sizes:?}");
    }
}

/// The general solver goes position by position, from the start.
#[test]
fn grid_values_match_the_general_solver() {
    let rules: [&[(&str, &str)]; 8] = [
        &[],
        &[("again", "[4]")],
        &[("again", "[2,4,8,12,16]"), ("exit", "over")],
        &[("blank", "pass"), ("flat", "\"1/3\"")],
        &[("capture", "false")],
        &[("safe", "[]"), ("throw", "die")],
        &[("throw", "talus"), ("moves", "[1,3,4,6]")],
        &[("throw", "talus"), ("moves", "[2,2,5,1]"), ("again", "[6,9]")],
    ];
    for (pieces, changed) in rules
        .iter()
        .enumerate()
        .flat_map(|(index, rules)| [(1, rules), (if index == 0 { 2 } else { 1 }, rules)])
    {
        let settings = settings(pieces, changed);
        let (numbering, found) = solved(&settings);
        assert!(found.bound < 1e-12, "{pieces} {changed:?}: {}", found.bound);
        let general = BestPlay::new(&Aseb::new(settings.clone(), GAME.rules(2).unwrap()), 4_000_000).unwrap();
        let mut seen = 0;
        for number in 0..numbering.positions() {
            let position = numbering.position(number).unwrap();
            let state = State::of(position, 0);
            let Some(share) = general.share_at(&state, 0) else { continue };
            let off = (share.to_f64() - found.values[number]).abs();
            assert!(off < 1e-11, "{} {changed:?}: {off}", text(&state, &settings));
            seen += 1;
        }
        assert!(seen > 100, "{pieces} {changed:?}: {seen} positions are reached");
    }
}

/// The bound holds, whatever the values are for which it is proven.
#[test]
fn bounds_of_wrong_values_hold() {
    let (numbering, right) = solved(&settings(2, &[]));
    let worst = |values: &[f64]| {
        values.iter().zip(&right.values).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
    };
    let proved = |values: Vec<f64>| {
        let off = worst(&values);
        let found = certify(&numbering, values);
        assert!(found.bound >= off, "{} is proved of values that are {off} off", found.bound);
        found.bound
    };
    assert!(proved(right.values.clone()) < 1e-12);
    let mut generator = Generator::new(1, 0);
    for size in [1e-15, 1e-14, 1e-13, 1e-12, 1e-9, 1e-4] {
        let wrong =
            right.values.iter().map(|value| (value + size * (generator.uniform() - 0.5)).clamp(0.0, 1.0));
        let bound = proved(wrong.collect());
        assert!(size > 1e-13 || bound < 1e-10, "{bound} for {size}");
        // One value alone.
        let mut one = right.values.clone();
        let index = usize::try_from(generator.below(one.len() as u64)).unwrap();
        one[index] = (one[index] + size).min(1.0);
        proved(one);
    }
    proved(vec![0.5; right.values.len()]);
    proved(vec![1.0; right.values.len()]);
}

/// Very rare throws.
#[test]
fn bounds_hold_with_rare_throws() {
    for rare in [1e-3, 1e-6, 1e-9, 1e-300] {
        let mut settings = settings(1, &[]);
        settings.distributions =
            vec![ThrowDistribution { throws: vec![(1, 1.0 - rare), (4, rare)], lost: 0.0 }];
        let (_, found) = solved(&settings);
        assert!(found.bound < 1e-9, "{rare}: {}", found.bound);
    }
    // Nearly always lost: a turn takes a million throws.
    let settings = settings(1, &[("blank", "pass"), ("flat", "\"1/1000000\"")]);
    let (_, found) = solved(&settings);
    assert!(
        found.bound <= 1.0 && found.values.iter().all(|value| (0.0..=1.0).contains(value)),
        "{}",
        found.bound
    );
}

/// Two equal tables have the values of one.
#[test]
fn two_equal_distributions_match_one() {
    let one = settings(2, &[("again", "[4]")]);
    let mut two = one.clone();
    two.distributions = vec![one.distributions[0].clone(); 2];
    let ((numbering, once), (_, twice)) = (solved(&one), solved(&two));
    let positions = numbering.positions();
    for (number, value) in once.values.iter().enumerate() {
        for table in 0..2 {
            let other = twice.values[table * positions + number];
            assert!((value - other).abs() < 1e-12, "{number} {table}: {value} {other}");
        }
    }
}

#[test]
fn values_do_not_depend_on_threads() {
    let settings = settings(2, &[]);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solved(&settings).1)
    };
    let one = on(1);
    assert!([2, 7].map(on).iter().all(|other| *other == one));
}

/// Several threads process the pairs of a stage, and must not read what another writes.
#[test]
fn grids_of_a_stage_are_independent() {
    let numbering = Numbering::new(settings(3, &[("again", "[4, 8]"), ("exit", "over")]), [0; 2]);
    let first = |grid| numbering.cells(grid).first;
    let mut seen = 0;
    for stage in (0..numbering.layers()).flat_map(|layer| numbering.stages(layer)) {
        // If the seats throw differently, a pair is identified by what seat 1 sees; otherwise the lesser grid stands for both.
        let by_either = |grid| first(grid).min(first(numbering.mirror(grid)));
        let names: [&dyn Fn(_) -> usize; 2] = [&first, &by_either];
        for (alike, name) in names.into_iter().enumerate() {
            let looked_at = |grid: &_| alike == 0 || first(*grid) == by_either(*grid);
            let pairs: std::collections::BTreeSet<usize> =
                stage.iter().copied().filter(looked_at).map(name).collect();
            for grid in stage.iter().copied().filter(looked_at) {
                let mut moves = Vec::new();
                for squares in 1..=6 {
                    for seat in 0..2 {
                        let seen_by = |grid| if seat == 0 { grid } else { numbering.mirror(grid) };
                        moves.clear();
                        numbering.moves(seen_by(grid), squares, &mut moves);
                        for to in moves.iter().filter_map(|made| made.to) {
                            let to = name(seen_by(to));
                            assert!(to == name(grid) || !pairs.contains(&to), "{grid:?} {squares} {seat}");
                            seen += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(seen > 100_000, "{seen}");
}

/// Solves five pieces: a minute or two, and a gigabyte.
#[test]
#[ignore = "takes minutes; see tests/README.md"]
fn five_piece_values_match_other_code() {
    let text = include_str!("../../../../../tests/expected/aseb.json");
    let cases: serde_json::Value = serde_json::from_str(text).unwrap();
    let settings = settings(5, &[]);
    let (numbering, found) = solved(&settings);
    assert!(found.bound < 1e-12, "{}", found.bound);
    let values = cases["five"]["values"].as_array().unwrap();
    assert!(values.len() >= 300);
    for case in values {
        let state = read(case["position"].as_str().unwrap(), &settings).unwrap();
        let value = found.values[numbering.number(&state.position)];
        let off = (value - case["value"].as_f64().unwrap()).abs();
        assert!(off < found.bound + case["error"].as_f64().unwrap(), "{}: {off}", case["position"]);
    }
}

/// Numbers of other code for positions of one to five pieces.
#[test]
fn position_numbers_match_other_code() {
    let text = include_str!("../../../../../tests/expected/aseb.json");
    let cases: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut numberings = std::collections::BTreeMap::new();
    for case in cases["numbering"]["positions"].as_array().unwrap() {
        let pieces = case["pieces"].as_u64().unwrap().to_u8().unwrap();
        let settings = settings(pieces, &[]);
        let numbering = numberings.entry(pieces).or_insert_with(|| Numbering::new(settings.clone(), [0; 2]));
        let state = read(case["position"].as_str().unwrap(), &settings).unwrap();
        assert_eq!(numbering.number(&state.position) as u64, case["number"].as_u64().unwrap(), "{case}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in texts(&["-/-", "2,3,4+2/4,5,7,8,16:3 @2", "15,16+3/-+4"])) {
        // The seat is given if the seats throw differently.
        let mut settings = settings(5, &[]);
        settings.distributions.push(settings.distributions[0].clone());
        holds(&text, |text| read(text, &settings), |state| self::text(state, &settings))?;
    }
}
