//! Random bones, down to faces shown once in 10¹² throws, and random rules: every answer must be consistent.
//!
//! The tables are drawn from fixed seeds. `TALI_ODDS_TABLES=1000` tries 1,000 tables of each game.

use std::sync::atomic::AtomicBool;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Pow, ToPrimitive, Zero};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value as Json;
use tali_odds::analysis::{BalanceAnswer, BalanceQuestion, NamedSet, Setting, WinAnswer, can_play};
use tali_odds::exact::{Enclosure, Wanted, solve_chain};
use tali_odds::games::{self, Game, Rules, Takes, Value};
use tali_odds::monte_carlo::Watch;
use tali_odds::process::Swing;
use tali_odds::tali::{Bones, Talus};

use crate::answers::played;
use crate::common::{everything, short_rules};
use crate::invariants::holds;

/// The number of tables of each game with `TALI_ODDS_ALL`, in place of one. Games with decisions, which take longer, get half.
const TABLES: u64 = 10;

/// Games that take seconds per table. `contract.rs` and their own cases test them with other bones.
const LONG: [&str; 3] = ["catapulta", "circus-maximus", "coin-tali"];

/// Simulations of more casts in total are skipped.
const MOST_CASTS: f64 = 1e7;
const GAMES: u64 = 20_000;

struct Any(ChaCha8Rng);

impl Any {
    fn below(&mut self, number: u64) -> u64 {
        self.0.random_range(0..number)
    }

    /// A random index into a list of this length.
    fn index(&mut self, number: usize) -> usize {
        usize::try_from(self.below(number as u64)).unwrap()
    }

    fn one_in(&mut self, number: u64) -> bool {
        self.below(number) == 0
    }

    /// An ordinary weight, zero, or a very small one.
    fn weight(&mut self) -> BigRational {
        let digits = BigInt::from(1 + self.below(99));
        let rarity = match self.below(10) {
            0 => return BigRational::zero(),
            1 | 2 => self.below(10),
            3 => 10,
            _ => 0,
        };
        BigRational::new(digits, Pow::pow(BigInt::from(10), rarity))
    }

    fn talus(&mut self) -> Talus {
        loop {
            if let Ok(talus) = Talus::from_weights(std::array::from_fn(|_| self.weight())) {
                return talus;
            }
        }
    }

    fn set(&mut self, alike: bool) -> NamedSet {
        let tali = if alike || self.one_in(2) {
            vec![self.talus(); 4]
        } else {
            (0..4).map(|_| self.talus()).collect()
        };
        NamedSet::new(Bones::each("bones", tali), 4).unwrap()
    }

    /// A value that the rule accepts; in a long range mostly a low one, which is faster to solve.
    fn value(&mut self, takes: Takes) -> Option<String> {
        let value = match takes {
            Takes::Whole(least, most) => {
                let range = u64::try_from(most - least).unwrap() + 1;
                let range = if self.one_in(8) { range } else { range.min(60) };
                (least + i64::try_from(self.below(range)).unwrap()).to_string()
            }
            Takes::WholeOfSeats(least, _) => (least + i64::try_from(self.below(2)).unwrap()).to_string(),
            Takes::Coins([least, most])
            | Takes::Number([least, most])
            | Takes::NumberOfSeats([least, most]) => {
                // Almost zero.
                if self.one_in(6) && *least == BigRational::zero() {
                    return Some("\"1/1000000000\"".to_owned());
                }
                let part = BigRational::new(self.below(13).into(), 12.into());
                format!("\"{}\"", least + (most - least) * part)
            }
            Takes::OneOf(numbers) => numbers[self.index(numbers.len())].to_string(),
            Takes::Word(words) => {
                format!("\"{}\"", words[self.index(words.len())])
            }
            Takes::Casts => {
                let mut cast = || -> String { (0..4).map(|_| ['1', '3', '4', '6'][self.index(4)]).collect() };
                format!("[{}, {}, {}]", cast(), cast(), cast())
            }
            Takes::Own(_) | Takes::Numbers => return None,
        };
        Some(value)
    }

    fn rules(&mut self, game: &Game, players: usize) -> Rules {
        let mut rules = short_rules(game, players);
        // Several throws in a turn take a minute.
        for key in game.keys.iter().filter(|key| key.name != "throws") {
            let value = if self.one_in(3) { self.value(key.takes) } else { None };
            if let Some(value) = value {
                rules.set(key.name, Value::parse(&value).unwrap()).unwrap();
            }
        }
        if !rules.policies().is_empty() {
            self.decisions(&mut rules);
        }
        rules
    }

    /// Sets the variants that can be bought or the number of tali, and the policy of the seats.
    fn decisions(&mut self, rules: &mut Rules) {
        let index = self.index(4);
        let choices = [
            ("tali", ["1", "2", "2", "3"]),
            ("variants", ["[]", "[etiam]", "[mercury, fortuna]", "[etiam, mercury, fortuna]"]),
        ];
        let has = |(key, _): &&(&str, _)| rules.keys().iter().any(|known| known.name == *key);
        if let Some((key, values)) = choices.iter().find(has) {
            rules.set(key, Value::parse(values[index]).unwrap()).unwrap();
        }
        let policies = rules.policies();
        let play = policies[self.index(policies.len())].name;
        rules.set_play(&[play]).unwrap();
    }

    fn setting(&mut self, game: &'static Game) -> Setting {
        let games::Players { least, most, .. } = game.players;
        let players = least + self.index(most.min(5) - least + 1);
        let bones = if !game.one_set && self.one_in(3) { players } else { 1 };
        // If all share one set of unlike bones, best play takes a minute.
        let bones: Vec<NamedSet> = (0..bones).map(|_| self.set(game.one_set)).collect();
        loop {
            let rules = self.rules(game, players);
            let setting = Setting::new(game, rules, bones.clone());
            // Values that are valid one by one can conflict.
            if setting.table().is_ok() {
                return setting;
            }
        }
    }
}

fn overlap(one: &Enclosure, other: &Enclosure) -> bool {
    one.low() <= other.high() && other.low() <= one.high()
}

/// Compares a game's own solution with one state by state and with simulation.
fn wins(setting: &Setting) {
    let table = setting.table().unwrap();
    let solution = table.solve();
    if let Ok(chain) = table.chain(5_000) {
        let by_states = solve_chain(&chain, Wanted::ALL);
        let pairs =
            solution.shares.iter().zip(&by_states.shares).chain([(&solution.nobody, &by_states.nobody)]);
        for (one, other) in pairs.chain([(&solution.never, &by_states.never)]) {
            assert!(overlap(one, other), "{one:?} and, state by state, {other:?}");
        }
    }
    let length = solution.length.mean.as_ref().ok().and_then(|mean| mean.high().to_f64());
    let casts = table.workload().cost(length.unwrap_or(f64::INFINITY)) * GAMES.to_f64().unwrap();
    let is_played = casts < MOST_CASTS && can_play(table.as_ref(), &solution, GAMES).is_ok();
    let played = is_played.then(|| played(table.as_ref(), GAMES, 3));
    let answer = WinAnswer::new(setting.clone(), &solution, played.as_ref(), None);
    holds(&serde_json::to_value(&answer).unwrap()).unwrap_or_else(|problem| panic!("{problem}"));
    if let Some(simulation) = &answer.simulation {
        assert!(simulation.largest_z < 6.0, "{}", simulation.largest_z);
    }
}

fn balance(setting: &Setting) {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let answer = BalanceAnswer::new(setting.clone(), BalanceQuestion::default(), &watch).unwrap();
    let document = serde_json::to_value(&answer).unwrap();
    holds(&document).unwrap_or_else(|problem| panic!("{problem}"));
    for swing in Swing::ALL.into_iter().filter(|swing| swing.is_part()) {
        let value = document.get(swing.name()).and_then(|figure| figure.get("value")).and_then(Json::as_f64);
        assert!(value.is_none_or(|value| (0.0..=1.0).contains(&value)), "{swing:?}: {value:?}");
    }
}

fn any_table(name: &str) {
    let game = games::find(name).unwrap();
    let all = TABLES / if game.policies.is_empty() { 1 } else { 2 };
    let usual = if everything() { all } else { u64::from(!LONG.contains(&name)) };
    let tables = std::env::var("TALI_ODDS_TABLES").map_or(usual, |tables| tables.parse().unwrap());
    for seed in 0..tables {
        let setting = Any(ChaCha8Rng::seed_from_u64(seed)).setting(game);
        // Shown if the test fails.
        let weights: Vec<_> = setting.bones.iter().map(|bones| bones.set().tali()).collect();
        let rules = serde_json::to_string(&setting.rules).unwrap();
        eprintln!("table {seed}: {} players, {rules}, {weights:?}", setting.players);
        wins(&setting);
        if seed % 2 == 0 {
            balance(&setting);
        }
    }
}

crate::common::for_every_game_with_bones!(any_table);
