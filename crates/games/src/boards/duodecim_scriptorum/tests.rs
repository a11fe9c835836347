use std::sync::LazyLock;

use serde_json::Value as Json;

use super::few::Numbered;
use super::notation::{read, text};
use super::policies::Chooser;
use super::results::{Results, ways};
use super::*;
use crate::boards::race::{HAND, OFF, Position, Side, Solving, as_typed};
use crate::kit::Value;
use crate::kit::notation::tests::{holds, texts};
use tali_core::exact::{Alternating, BestPlay, solve_alternating};
use tali_core::monte_carlo::Generator;

/// Results of other code, which only knows the rules.
static CASES: LazyLock<Json> = LazyLock::new(|| {
    let text = include_str!("../../../../../tests/expected/duodecim.json");
    serde_json::from_str(text).unwrap()
});

fn cases(name: &str) -> &'static [Json] {
    CASES[name].as_array().unwrap()
}

fn settings(rules: &Json) -> Settings {
    let mut agreed = GAME.rules(2).unwrap();
    for (key, value) in rules.as_object().unwrap() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        agreed.set(key, Value::parse(&text).unwrap()).unwrap();
    }
    Settings::new(&agreed)
}

fn typed(case: &Json, settings: &Settings) -> (Position, usize) {
    let text = case["position"].as_str().unwrap();
    let state = read(text, settings).unwrap();
    assert_eq!(self::text(&state, settings), text);
    (state.position, usize::from(state.thrown.unwrap()))
}

/// Fowler, Noll and Vo's hash, of lines.
fn hash<'a>(lines: impl Iterator<Item = &'a Position>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in lines.flat_map(|line| format!("{}\n", as_typed(&line.flipped())).into_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[test]
fn results_and_their_order_match_other_code() {
    let mut results = Results::default();
    for case in cases("random") {
        let settings = settings(&case["rules"]);
        let (position, throw) = typed(case, &settings);
        let throw = &settings.throws[throw];
        let found = results.in_order(&position, throw, settings.readings);
        assert_eq!(found.len() as u64, case["n"].as_u64().unwrap(), "{case}");
        let lost = [position];
        assert_eq!(
            hash(if found.is_empty() { &lost } else { found }.iter()),
            case["fnv"].as_str().unwrap(),
            "{case}"
        );
        // Each of them has a way to play it, and no piece appears or is lost.
        let ways = ways(&position, throw, settings.readings);
        assert_eq!(ways.len(), found.len());
        for result in found {
            let all = |side: Side| (HAND..=OFF).map(|space| side.count(space)).sum::<u8>();
            assert_eq!([result.own, result.other].map(all), [settings.pieces; 2], "{case}");
            let moved =
                ways[result].moves().fold(position.own, |own, (from, to)| own.with(to, 1).without(from));
            assert_eq!(moved, result.own, "{case} {}", ways[result].text(&position));
        }
    }
}

#[test]
fn policy_choices_match_other_code() {
    // Looking two turns ahead takes a while.
    let looks = |index: usize| index.is_multiple_of(60) || std::env::var_os("TALI_ODDS_ALL").is_some();
    for (index, case) in cases("policies").iter().enumerate() {
        let settings = settings(&case["rules"]);
        let (position, throw) = typed(case, &settings);
        let game = Duodecim::new(settings, GAME.rules(2).unwrap());
        let (chooser, settings) = (Chooser::new(&game, false), &game.settings);
        let mut results = Results::default();
        let found = results.of(&position, &settings.throws[throw], settings.readings).to_vec();
        let choices = [
            ("first", Way::First),
            ("racer", Way::Racer),
            ("careful", Way::Careful),
            ("greedy", Way::Greedy),
            ("search:1", Way::Search),
        ];
        for (name, policy) in choices {
            let chosen = chooser.choice(policy, &position, &found);
            assert_eq!(as_typed(&chosen.flipped()), case["next"][name].as_str().unwrap(), "{name} {case}");
        }
        let chosen = chooser.choice(Way::Search, &position, &found);
        if let Some(wanted) = case["z"].as_f64() {
            let liking = game.evaluation.logit(&chosen);
            assert!((liking - wanted).abs() < 1e-9, "{case}: {liking}");
        }
        if !looks(index) {
            continue;
        }
        let best = &chooser.valued(Way::SearchTwo, &position, &found)[0];
        assert_eq!(as_typed(&best.result.flipped()), case["next"]["search:2"].as_str().unwrap(), "{case}");
        let wanted = case["value"].as_f64().unwrap();
        assert!((best.value() - wanted).abs() < 1e-9, "{case}: {}", best.value());
    }
}

#[test]
fn positions_round_trip() {
    let settings = settings(&serde_json::json!({}));
    for (text, spelled) in [
        ("-/-", "-/-"),
        ("6x3,4/- 521", "4,6x3/- 521"),
        ("12x2,9,6x4+5/3x2,20,7x2+4 146", "6x4,9,12x2+5/3x2,7x2,20+4 641"),
        ("-+13/30x2+13", "-+13/30x2+13"),
        ("  1x15/-+15 ", "1x15/-+15"),
    ] {
        let typed = read(text, &settings).unwrap();
        assert_eq!(self::text(&typed, &settings), spelled);
        assert_eq!(read(spelled, &settings).unwrap(), typed);
    }
    for (text, column, said) in [
        ("", 1, "a position is"),
        ("6", 1, "a position is"),
        ("6/7/8", 5, "one `/`"),
        ("6,31/-", 3, "1 to 30"),
        ("6,0/-", 3, "1 to 30"),
        ("6,6/-", 3, "named twice"),
        ("6x0/-", 3, "after `x`"),
        ("6x16/-", 3, "after `x`"),
        ("6x9,7x7/-", 1, "here are 16"),
        ("6x9+7/-", 1, "here are 16"),
        ("6+0/-", 3, "after `+`"),
        ("7/8,7", 5, "share"),
        ("7x2/8,7x2", 7, "share"),
        ("-+15/-+15", 1, "all pieces"),
        ("6/- 64", 5, "three dice"),
        ("6/- 6417", 5, "three dice"),
        ("6/- 740", 5, "three dice"),
        ("6/- 641 2", 9, "nothing comes after"),
        ("a/-", 1, "1 to 30"),
    ] {
        let error = read(text, &settings).unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.problem.contains(said), "{text}: {error}");
    }
    // At home, equal numbers are different spaces.
    assert!(read("6/6", &settings).is_ok());
}

proptest::proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in texts(&["6x3,1/- 521", "3x2,1+1/3,7x2+1 641", "-/-", "30+4/29"])) {
        let settings = settings(&serde_json::json!({"pieces": 5}));
        holds(&text, |text| read(text, &settings), |state| self::text(state, &settings))?;
    }
}

/// The positions with only one piece each.
struct OfOne<'s>(Numbered<'s>);

impl Alternating for OfOne<'_> {
    fn positions(&self) -> usize {
        self.0.positions()
    }
    fn layers(&self) -> Vec<Vec<u32>> {
        self.0.layers().into_iter().take(1).collect()
    }
    fn chances(&self) -> Vec<f64> {
        self.0.chances()
    }
    fn flipped(&self, position: u32) -> u32 {
        self.0.flipped(position)
    }
    fn turn(&self, position: u32, take: &mut dyn FnMut(usize, &[u32])) {
        self.0.turn(position, take);
    }
}

#[test]
fn one_piece_values_match_the_general_solver() {
    for rules in [
        serde_json::json!({"pieces": 1}),
        serde_json::json!({"pieces": 1, "sum": "steps", "unused": "most"}),
        serde_json::json!({"pieces": 1, "exit": "exact", "off": "gathered"}),
        serde_json::json!({"pieces": 1, "die": [1, 0, 4, 4, 0, 1]}),
    ] {
        let settings = settings(&rules);
        let solved = solve_alternating(&OfOne(Numbered::new(&settings)), None);
        let game = Duodecim::new(settings, GAME.rules(2).unwrap());
        let general = BestPlay::new(&game, 10_000_000).unwrap();
        let mut seen = 0;
        // One piece of two is off.
        let of_one = |side: Side| (side.left() == 1).then(|| side.without(OFF));
        for (_, position) in few::positions() {
            let (Some(own), Some(other)) = (of_one(position.own), of_one(position.other)) else { continue };
            let position = Position { own, other };
            let Some(share) = general.share_at(&State::of(position, 0), 0) else { continue };
            let [low, high] = solved[number(&position).unwrap()];
            let share = share.to_f64();
            assert!(
                low - 1e-11 <= share && share <= high + 1e-11,
                "{rules} {position:?}: {share} {low} {high}"
            );
            seen += 1;
        }
        assert!(seen > 100, "{rules}: {seen}");
    }
}

#[test]
fn solution_covers_all_positions_and_is_consistent() {
    let all = few::positions();
    assert_eq!(all.len(), 253_429);
    let of_one = |position: &&(u32, Position)| position.1.own.left() == 1 && position.1.other.left() == 1;
    assert_eq!(all.iter().filter(of_one).count(), 937);
    // Dice with two faces are solved soonest.
    let everything = std::env::var_os("TALI_ODDS_ALL").is_some();
    let die = if everything { [1, 0, 4, 4, 0, 1] } else { [1, 0, 0, 0, 0, 1] };
    let settings = settings(&serde_json::json!({"pieces": 2, "die": die}));
    let solved = Solved::new(&settings, &Solving::new(GAME.rules(2).unwrap())).unwrap();
    let mut generator = Generator::new(1, 0);
    let mut results = Results::default();
    for _ in 0..2_000 {
        let (_, position) = generator.one_of(&all).copied().unwrap();
        let [low, high] = solved.bounds(&position).unwrap();
        assert!(0.0 <= low && low <= high && high - low < 1e-12, "{position:?}: {low} {high}");
        let of_throw = |results: &mut Results, throw| {
            let found = results.of(&position, throw, settings.readings);
            let lost = [position];
            let all = if found.is_empty() { &lost } else { found };
            let value = |result| solved.of_result(result).unwrap().iter().sum::<f64>() / 2.0;
            all.iter().map(value).fold(0.0, f64::max)
        };
        let mean: f64 =
            settings.throws.iter().map(|throw| throw.chance * of_throw(&mut results, throw)).sum();
        assert!(low - 1e-12 <= mean && mean <= high + 1e-12, "{position:?}: {mean} {low} {high}");
    }
}
