//! Games of one's own, held against other code that reads the same files.

use std::fs;

use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::Value as Json;
use tali_odds::exact::{Enclosure, Number};
use tali_odds::games::{self, Game, Rules, Value, own};
use tali_odds::tali::{TaliSet, Talus, presets};

use crate::common::repository;

/// What other code, written from the description of the language alone, has found of a game.
struct Expected(Json);

impl Expected {
    fn all(file: &str) -> Vec<Self> {
        let text = fs::read_to_string(repository("tests/expected").join(file)).unwrap();
        let Json::Array(all) = serde_json::from_str(&text).unwrap() else { panic!("{file}") };
        all.into_iter().map(Self).collect()
    }

    fn name(&self) -> &str {
        self.0["name"].as_str().unwrap()
    }

    fn text(&self) -> &str {
        self.0["text"].as_str().unwrap()
    }

    fn seats(&self) -> usize {
        usize::try_from(self.0["seats"].as_u64().unwrap()).unwrap()
    }

    fn fraction(&self, key: &str) -> Option<BigRational> {
        (!self.0[key].is_null()).then(|| number(&self.0[key]))
    }

    fn fractions(&self, key: &str) -> Vec<BigRational> {
        fractions(&self.0[key])
    }

    fn rules(&self, game: &Game) -> Rules {
        let mut rules = game.rules(self.seats()).unwrap();
        if let Json::Object(changed) = &self.0["rules"] {
            for (key, value) in changed {
                let written = match value {
                    Json::String(text) => Value::parse(text).unwrap(),
                    other => Value::parse(&other.to_string()).unwrap(),
                };
                rules.set(key, written).unwrap();
            }
        }
        if let Json::Array(play) = &self.0["play"] {
            let play: Vec<String> =
                play.iter().map(|play| play.as_str().unwrap().to_lowercase().replace(' ', "-")).collect();
            rules.set_play(&play).unwrap();
        }
        rules
    }

    fn bones(&self) -> Vec<TaliSet> {
        let talus = |weights: &Json| {
            let weights: Vec<BigRational> = weights.as_array().unwrap().iter().map(number).collect();
            Talus::from_weights(weights.try_into().unwrap()).unwrap()
        };
        let set = |set: &Json| {
            if set[0].is_array() {
                TaliSet::new(set.as_array().unwrap().iter().map(talus).collect()).unwrap()
            } else {
                TaliSet::alike(&talus(set), 4).unwrap()
            }
        };
        match &self.0["faces"] {
            Json::Array(sets) => sets.iter().map(set).collect(),
            _ => vec![presets::TRADITIONAL.bones().set(4).unwrap()],
        }
    }
}

fn fractions(list: &Json) -> Vec<BigRational> {
    list.as_array().map_or_else(Vec::new, |all| all.iter().map(number).collect())
}

/// A fraction; or a double, where the other code found no fraction.
fn number(value: &Json) -> BigRational {
    match value {
        Json::String(text) => text.parse().unwrap(),
        Json::Number(number) if number.is_i64() => BigRational::from_integer(number.as_i64().unwrap().into()),
        other => BigRational::from_float(other.as_f64().unwrap()).unwrap(),
    }
}

/// Whether a number is what is expected, or lies within bounds that are close.
fn is(found: &Enclosure, expected: &BigRational) -> bool {
    let width = found.high() - found.low();
    let close: BigRational = "1/1000000000".parse().unwrap();
    let size = if *expected < BigRational::zero() { -expected.clone() } else { expected.clone() };
    let close = close * (BigRational::one() + size);
    // A double of the other code is off by as much.
    let slack = if expected.denom().bits() > 40
        && expected.denom().trailing_zeros() == Some(expected.denom().bits() - 1)
    {
        close.clone()
    } else {
        BigRational::zero()
    };
    found.low() - &slack <= *expected && *expected <= found.high() + &slack && width <= close
}

/// All that differs between what is found and what is expected of a game.
fn differences(expected: &Expected) -> Vec<String> {
    let mut wrong = Vec::new();
    let game = match own::read_as(expected.text(), expected.name()) {
        Ok(game) => game,
        Err(error) => return vec![error.to_string()],
    };
    let (rules, bones) = (expected.rules(game), expected.bones());
    match own::survey(game, &rules, &bones, 100_000) {
        Ok(survey) => {
            let positions = usize::try_from(expected.0["with_again"].as_u64().unwrap()).unwrap();
            if survey.positions != positions {
                wrong.push(format!("{} positions, not {positions}", survey.positions));
            }
        }
        Err(error) => return vec![error.to_string()],
    }
    let table = match game.table(rules, &bones) {
        Ok(table) => table,
        Err(error) => return vec![error.to_string()],
    };
    if let Err(error) = table.check_policies() {
        return vec![error.to_string()];
    }
    let solution = table.solve();
    let seats = expected.seats();
    let is_unique = expected.0["best"]["unique"] != Json::Bool(false);
    let mut hold = |what: &str, found: &Enclosure, expected: Option<BigRational>| {
        if let Some(expected) = expected.filter(|expected| !is(found, expected)) {
            wrong.push(format!("{what}: {} to {}, not {expected}", found.low(), found.high()));
        }
    };
    for (seat, share) in expected.fractions("win").into_iter().enumerate() {
        hold(&format!("win of seat {}", seat + 1), &solution.shares[seat], Some(share));
    }
    hold("never", &solution.never, expected.fraction("never"));
    let nobody = expected.fraction("draw").zip(expected.fraction("loss")).map(|(draw, loss)| draw + loss);
    hold("nobody", &solution.nobody, nobody);
    let ends = expected.fraction("never").is_some_and(|never| never.is_zero());
    if !is_unique || !ends {
        return wrong;
    }
    match &solution.length.mean {
        Ok(mean) => hold("length", mean, expected.fraction("length")),
        Err(why) => wrong.push(format!("length: {why:?}")),
    }
    if let Some(pot) = &solution.pot {
        for (seat, net) in expected.fractions("net").into_iter().enumerate() {
            match pot.accounts[seat].net() {
                Ok(found) if !is(&found, &net) => wrong.push(format!(
                    "net of seat {}: {} to {}, not {net}",
                    seat + 1,
                    found.low(),
                    found.high()
                )),
                Ok(_) => {}
                Err(why) => wrong.push(format!("net: {why:?}")),
            }
        }
    }
    if let Json::Object(notes) = &expected.0["notes"] {
        let mut sums: Vec<(String, Vec<BigRational>)> = Vec::new();
        for (line, numbers) in notes {
            let text = line.split_once(':').unwrap().1.to_owned();
            let numbers = fractions(numbers);
            match sums.iter_mut().find(|(known, _)| *known == text) {
                Some((_, sum)) => sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number),
                None => sums.push((text, numbers)),
            }
        }
        for (text, numbers) in sums {
            let title = format!("Passed in a game: {text}");
            let Some(figure) = solution.statistics.iter().find(|figure| figure.of.title == title) else {
                if numbers.iter().any(|number| !number.is_zero()) {
                    wrong.push(format!("no figure of {text}"));
                }
                continue;
            };
            for (seat, number) in numbers.iter().enumerate().take(seats) {
                match &figure.numbers[seat] {
                    Ok(found) if !is(found, number) => wrong.push(format!(
                        "{text}, seat {}: {} to {}, not {number}",
                        seat + 1,
                        found.low(),
                        found.high()
                    )),
                    Ok(_) => {}
                    Err(why) => wrong.push(format!("{text}: {why:?}")),
                }
            }
        }
    }
    wrong
}

#[track_caller]
fn hold_all(file: &str) {
    let mut wrong = Vec::new();
    let all = Expected::all(file);
    for expected in &all {
        let differences = differences(expected);
        if !differences.is_empty() {
            wrong.push(format!("{}\n  {}", expected.name(), differences.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn games_written_by_chance_are_what_other_code_finds() {
    hold_all("own.json");
}

#[test]
fn the_catalogue_as_files_is_what_other_code_finds() {
    hold_all("own_catalogue.json");
}

/// Rules and what they are set to.
type Set = &'static [(&'static str, &'static str)];

/// A file of `examples/games` with the game of the catalogue that it describes.
struct Pair {
    file: &'static str,
    built_in: &'static str,
    /// With how many seats both are solved.
    seats: &'static [usize],
    /// Rules that both have, and what they are set to; with those of the built-in game that are called otherwise.
    rules: &'static [(Set, Set)],
}

const PAIRS: [Pair; 14] = [
    Pair {
        file: "augustus",
        built_in: "augustus",
        seats: &[2, 3, 12],
        rules: &[
            (&[], &[]),
            (&[("fee", "1"), ("fee_per", "bone")], &[]),
            (&[("fee", "3/2"), ("ante", "5")], &[]),
        ],
    },
    Pair {
        file: "simple-tali",
        built_in: "simple-tali",
        seats: &[2, 3],
        rules: &[
            (&[], &[]),
            (&[("void", "lowest"), ("canis_fee", "7/2")], &[]),
            (&[("tie", "split"), ("ante", "3")], &[]),
        ],
    },
    Pair {
        file: "sparing-tali",
        built_in: "sparing-tali",
        seats: &[2, 3],
        rules: &[
            (&[("rounds", "2")], &[]),
            (&[("rounds", "1"), ("ante", "3/2")], &[]),
            (&[("rounds", "2"), ("tie", "sudden-death")], &[]),
        ],
    },
    Pair {
        file: "tropa",
        built_in: "tropa",
        seats: &[2, 3],
        rules: &[(&[], &[]), (&[("tie", "split")], &[]), (&[("skill", "1/3")], &[])],
    },
    Pair {
        file: "century",
        built_in: "century",
        seats: &[1],
        rules: &[
            (&[("casts", "8"), ("target", "30")], &[]),
            (&[], &[]),
            (&[("hounds", "0"), ("gaul", "40"), ("casts", "12")], &[]),
        ],
    },
    Pair {
        file: "unum-biga",
        built_in: "unum-biga",
        seats: &[1],
        rules: &[
            (&[], &[]),
            (&[("target", "40"), ("floor", "-6")], &[]),
            (&[("target", "31"), ("overshoot", "lose")], &[]),
        ],
    },
    Pair {
        file: "hounds-and-vultures",
        built_in: "hounds-and-vultures",
        seats: &[2, 3],
        rules: &[
            (&[], &[]),
            (&[("stake", "5")], &[]),
            (&[("ladder", "[3333, 6431]"), ("stake", "1/2")], &[]),
        ],
    },
    Pair {
        file: "steps-of-the-senate",
        built_in: "steps-of-the-senate",
        seats: &[2],
        rules: &[
            (&[], &[]),
            (&[("ladder", "[3333, 4444, 6431]")], &[]),
            (&[("stake", "2"), ("ladder", "[6431]")], &[]),
        ],
    },
    Pair {
        file: "gladiators",
        built_in: "gladiators",
        seats: &[2],
        rules: &[(&[], &[]), (&[("attack", "turns")], &[]), (&[("stones", "7")], &[])],
    },
    Pair {
        file: "catapulta",
        built_in: "catapulta",
        seats: &[2],
        rules: &[
            (&[("target", "20")], &[]),
            (&[("target", "12"), ("rings", "[1, 2, 3]")], &[]),
            (
                &[("target", "20"), ("outer", "1/2"), ("inner", "0"), ("stake", "1/4")],
                &[("target", "20"), ("skill", "[0.5, 0, 0.25]")],
            ),
        ],
    },
    Pair {
        file: "hounds-in-olympus",
        built_in: "hounds-in-olympus",
        seats: &[2, 3],
        rules: &[
            (&[], &[]),
            (&[("venus_share", "1/3"), ("void", "worst")], &[]),
            (&[("tie", "split"), ("bid", "5")], &[]),
        ],
    },
    Pair {
        file: "odds-out",
        built_in: "odds-out",
        seats: &[2, 3],
        rules: &[
            (&[], &[]),
            (&[("void", "idle"), ("fee", "2")], &[]),
            (&[("tie", "split"), ("bid", "3/2")], &[]),
        ],
    },
    Pair {
        file: "par-tali",
        built_in: "par-tali",
        seats: &[2, 4],
        rules: &[(&[], &[]), (&[("stake", "3")], &[]), (&[("stake", "1/2")], &[])],
    },
    Pair {
        file: "pentelitha",
        built_in: "pentelitha",
        seats: &[1],
        rules: &[(&[], &[]), (&[("tali", "4"), ("catch", "1/3")], &[]), (&[("style", "pick-up")], &[])],
    },
];

fn example(name: &str) -> &'static Game {
    let text = fs::read_to_string(repository(&format!("examples/games/{name}.game"))).unwrap();
    own::read_as(&text, &format!("examples/games/{name}.game")).unwrap_or_else(|error| panic!("{error}"))
}

fn with_rules(game: &Game, seats: usize, set: &[(&str, &str)]) -> Rules {
    let mut rules = game.rules(seats).unwrap();
    for (key, value) in set {
        rules.set(key, Value::parse(value).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", game.name));
    }
    rules
}

/// What both say is the same: to the last digit where both are fractions, else within their bounds.
fn is_same(what: &str, file: &Number, built_in: &Number) {
    match (file, built_in) {
        (Ok(file), Ok(built_in)) => match (file.as_exact(), built_in.as_exact()) {
            (Some(file), Some(built_in)) => assert_eq!(file, built_in, "{what}"),
            _ => assert!(
                file.low() <= built_in.high() && built_in.low() <= file.high(),
                "{what}: {file:?} {built_in:?}"
            ),
        },
        // One of them may know less.
        (Err(_), _) | (_, Err(_)) => {}
    }
}

/// How many shares of wins are the same fraction.
fn files_are_the_games(pair: &Pair) -> usize {
    let game = example(pair.file);
    let built_in = games::find(pair.built_in).unwrap();
    let bones = |weights: [i64; 4]| {
        let weights = weights.map(|weight| BigRational::from_integer(weight.into()));
        TaliSet::alike(&Talus::from_weights(weights).unwrap(), 4).unwrap()
    };
    let sets = [presets::TRADITIONAL.bones().set(4).unwrap(), bones([1, 1, 1, 1]), bones([1, 2, 3, 4])];
    let mut exact = 0;
    for seats in pair.seats {
        for (of_file, of_built_in) in pair.rules {
            for set in &sets {
                let what = format!("{} with {seats} seats, {of_file:?}, {set:?}", pair.file);
                let bones = std::slice::from_ref(set);
                let file = game.table(with_rules(game, *seats, of_file), bones).unwrap().solve();
                let of_built_in = if of_built_in.is_empty() { of_file } else { of_built_in };
                let known = built_in.table(with_rules(built_in, *seats, of_built_in), bones).unwrap().solve();
                for (file, known) in file.shares.iter().zip(&known.shares) {
                    is_same(&format!("{what}: shares"), &Ok(file.clone()), &Ok(known.clone()));
                    exact += usize::from(file.as_exact().is_some() && known.as_exact().is_some());
                }
                is_same(&format!("{what}: nobody"), &Ok(file.nobody), &Ok(known.nobody));
                is_same(&format!("{what}: length"), &file.length.mean, &known.length.mean);
                if let (Some(file), Some(known)) = (&file.pot, &known.pot) {
                    is_same(&format!("{what}: pot"), &file.coins.mean, &known.coins.mean);
                    for (file, known) in file.accounts.iter().zip(&known.accounts) {
                        is_same(&format!("{what}: paid"), &file.paid, &known.paid);
                        is_same(&format!("{what}: taken"), &file.taken, &known.taken);
                    }
                }
            }
        }
    }
    exact
}

#[test]
fn the_files_of_the_catalogue_are_its_games() {
    // Where a file or its game has too many states for fractions, bounds meet.
    let in_fractions: usize = PAIRS.iter().map(files_are_the_games).sum();
    assert!(in_fractions > 150, "{in_fractions}");
}
