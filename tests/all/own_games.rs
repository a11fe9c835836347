//! Game files, compared with other code that reads the same files.

use std::any::Any;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value as Json, json};
use tali_odds::analysis::{is_unsolved, usual_games};
use tali_odds::exact::{Enclosure, Missing, Number, Solution};
use tali_odds::games::{
    Advised, Entry, Game, Playable, Rules, SolutionStore, Strategy, Value, ValueUnit, own,
};
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::process::{Distribution, Swing};
use tali_odds::tali::{Cast, CastTable, Kind, TaliSet, Talus, presets};

use crate::common::{self, folder_with_examples, game_file, repository, run_line};
use crate::contract::agrees_with_chance;

/// The values of a game by other code, written only from the description of the language.
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

    /// The game, from its text or from an example.
    fn game(&self) -> Result<&'static Game, String> {
        if let Some(file) = self.0["file"].as_str() {
            return Ok(example(file.strip_suffix(".game").unwrap()));
        }
        own::read_as(self.0["text"].as_str().unwrap(), self.name()).map_err(|error| error.to_string())
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

/// A fraction, or a double if the other code found no fraction.
fn number(value: &Json) -> BigRational {
    match value {
        Json::String(text) => text.parse().unwrap(),
        Json::Number(number) if number.is_i64() => BigRational::from_integer(number.as_i64().unwrap().into()),
        other => BigRational::from_float(other.as_f64().unwrap()).unwrap(),
    }
}

/// Whether a number has narrow bounds that contain the expected one.
fn is(found: &Enclosure, expected: &BigRational) -> bool {
    let width = found.high() - found.low();
    let close: BigRational = "1/1000000000".parse().unwrap();
    let size = if *expected < BigRational::zero() { -expected.clone() } else { expected.clone() };
    let close = close * (BigRational::one() + size);
    // Doubles of the other code can be off by as much.
    let slack = if expected.denom().bits() > 40
        && expected.denom().trailing_zeros() == Some(expected.denom().bits() - 1)
    {
        close.clone()
    } else {
        BigRational::zero()
    };
    found.low() - &slack <= *expected && *expected <= found.high() + &slack && width <= close
}

/// Compares the figures read at the end: the probability of being read, the mean, and every value.
fn figures(
    expected: &Expected,
    solution: &Solution,
    hold: &mut dyn FnMut(&str, &Number, Option<BigRational>),
) {
    if let Json::Object(figures) = &expected.0["figures"] {
        for (name, figure) in figures {
            let key = name
                .to_lowercase()
                .replace(|sign: char| !sign.is_ascii_alphanumeric(), "_")
                .replace("__", "_");
            let one_seat = key.strip_suffix("_seat_1").filter(|_| expected.seats() == 1).unwrap_or(&key);
            let Some(score) = solution.scores.iter().find(|score| score.of.name == one_seat) else {
                hold(&format!("no figure `{name}`"), &Err(Missing::TooLong), Some(BigRational::one()));
                continue;
            };
            let chance = number(&figure["chance"]);
            hold(&format!("chance of `{name}`"), &score.chance, Some(chance.clone()));
            if chance.is_zero() {
                continue;
            }
            let values: Vec<[BigRational; 2]> = figure["pmf"]
                .as_array()
                .unwrap()
                .iter()
                .map(|pair| [number(&pair[0]), number(&pair[1])])
                .collect();
            let mean = values.iter().map(|[value, chance]| value * chance).sum();
            hold(&format!("mean of `{name}`"), &score.spread.mean, Some(mean));
            let Some(pmf) = &score.spread.pmf else {
                hold(&format!("no values of `{name}`"), &Err(Missing::TooLong), Some(BigRational::one()));
                continue;
            };
            let found: Vec<BigRational> = (0..pmf.chances.len()).map(|index| pmf.support.at(index)).collect();
            if found.iter().ne(values.iter().map(|[value, _]| value)) {
                hold(&format!("values of `{name}`"), &Err(Missing::Impossible), Some(BigRational::one()));
                continue;
            }
            for (index, [value, chance]) in values.into_iter().enumerate() {
                let found = match pmf.exact.get(index) {
                    Some(exact) => Enclosure::exact(exact.clone()),
                    None => pmf.chances[index].enclosure().unwrap(),
                };
                hold(&format!("{name} = {value}"), &Ok(found), Some(chance));
            }
        }
    }
}

/// All differences between found and expected values of a game.
fn differences(expected: &Expected) -> Vec<String> {
    let mut wrong = Vec::new();
    let game = match expected.game() {
        Ok(game) => game,
        Err(error) => return vec![error],
    };
    let (rules, bones) = (expected.rules(game), expected.bones());
    match own::survey(game, &rules, &bones, 100_000) {
        Ok(survey) => {
            let positions = expected.0["with_again"].as_u64();
            if let Some(positions) = positions.filter(|_| survey.is_complete)
                && survey.positions as u64 != positions
            {
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
    let mut hold = |what: &str, found: &Number, expected: Option<BigRational>| match (found, expected) {
        (Ok(found), Some(expected)) if !is(found, &expected) => {
            wrong.push(format!("{what}: {} to {}, not {expected}", found.low(), found.high()));
        }
        (Err(why), Some(_)) => wrong.push(format!("{what}: {why:?}")),
        _ => {}
    };
    for (seat, share) in expected.fractions("win").into_iter().enumerate() {
        hold(&format!("win of seat {}", seat + 1), &Ok(solution.shares[seat].clone()), Some(share));
    }
    hold("never", &Ok(solution.never.clone()), expected.fraction("never"));
    let nobody = expected.fraction("draw").zip(expected.fraction("loss")).map(|(draw, loss)| draw + loss);
    hold("nobody", &Ok(solution.nobody.clone()), nobody);
    if is_unique {
        figures(expected, &solution, &mut hold);
    }
    let ends = expected.fraction("never").is_some_and(|never| never.is_zero());
    if !is_unique || !ends {
        return wrong;
    }
    hold("length", &solution.length.mean, expected.fraction("length"));
    if let Some(pot) = &solution.pot {
        for (seat, net) in expected.fractions("net").into_iter().enumerate() {
            hold(&format!("net of seat {}", seat + 1), &pot.accounts[seat].net, Some(net));
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
            let title = format!("How often in a game: {text}");
            let Some(figure) = solution.statistics.iter().find(|figure| figure.of.title == title) else {
                let missing = Err(Missing::TooLong);
                numbers.into_iter().filter(|number| !number.is_zero()).for_each(|number| {
                    hold(&format!("no figure of {text}"), &missing, Some(number));
                });
                continue;
            };
            for (seat, number) in numbers.into_iter().enumerate().take(seats) {
                hold(&format!("{text}, seat {}", seat + 1), &figure.numbers[seat], Some(number));
            }
        }
    }
    wrong
}

#[track_caller]
fn check_all(file: &str, one_in: usize) {
    let mut wrong = Vec::new();
    let all = Expected::all(file);
    // All cases take minutes.
    for expected in all.iter().step_by(common::one_in(one_in)) {
        let differences = differences(expected);
        if !differences.is_empty() {
            wrong.push(format!("{}\n  {}", expected.name(), differences.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn random_games_match_the_oracle() {
    check_all("own.json", 31);
}

/// The second version of the language: variable numbers of dice, dice put aside, chances, actions, figures and their values.
#[test]
fn games_of_the_second_version_match_the_oracle() {
    check_all("own_second.json", 11);
}

/// Small games with hidden information: the value of best play to seat 1, by linear programs over the whole tree.
#[test]
fn values_of_hidden_games_match_the_oracle() {
    let bones = presets::TRADITIONAL.bones().set(4).unwrap();
    for Expected(hidden) in Expected::all("own_hidden.json") {
        let (name, text) = (hidden["name"].as_str().unwrap(), hidden["text"].as_str().unwrap());
        let game = own::read_as(text, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let rules = game.rules(usize::try_from(hidden["seats"].as_u64().unwrap()).unwrap()).unwrap();
        let bones = if game.has_tali(&rules) { vec![bones.clone()] } else { Vec::new() };
        let table = game.table(rules, &bones).unwrap();
        let Strategy::Tables(card) = table.decisions().unwrap().strategy().unwrap() else { panic!("{name}") };
        let (.., value) = card.of.unwrap();
        let value = value.enclosure().unwrap();
        let expected = &hidden["value"];
        let expected: f64 =
            expected.as_str().map_or_else(|| expected.as_f64().unwrap(), |text| text.parse().unwrap());
        for bound in [value.low(), value.high()] {
            let off = bound.to_f64().unwrap() - expected;
            assert!(off.abs() < 1e-9, "{name}: {value:?}, not {expected}\n{text}");
        }
        // The results agree too, if shared wins and wins of nobody count half.
        let solution = table.solve();
        let found = if table.decisions().unwrap().value_unit() == ValueUnit::Coins {
            solution.pot.unwrap().accounts[0].net.clone().unwrap().to_f64()
        } else {
            let nobody = if game.players.usual == 2 { solution.nobody.to_f64() / 2.0 } else { 0.0 };
            solution.shares[0].to_f64() + nobody
        };
        assert!((found - expected).abs() < 1e-9, "{name}: {found}, not {expected}\n{text}");
    }
}

#[test]
fn catalogue_files_match_the_oracle() {
    check_all("own_catalogue.json", 37);
}

fn example(name: &str) -> &'static Game {
    let path = game_file(name);
    let text = fs::read_to_string(repository(&path)).unwrap();
    own::read_as(&text, &path).unwrap_or_else(|error| panic!("{error}"))
}

fn with_rules(game: &Game, seats: usize, set: &[(&str, &str)]) -> Rules {
    let mut rules = game.rules(seats).unwrap();
    for (key, value) in set {
        rules.set(key, Value::parse(value).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", game.name));
    }
    rules
}

/// Within one turn an unordered list behaves like an ordered one if the file uses the order of its numbers.
#[test]
fn used_orders_of_lists_are_preserved() {
    const GAMES: [(&str, &str); 13] = [
        ("", "roll d2\n  if x[1] > x[2]: win"),
        ("", "for i in 1..2:\n    roll d2\n    if x[i] = sum: win"),
        ("", "choose m in 1..2:\n    roll d2\n    if m = x[m] and x[m] <= sum: win"),
        (
            "each turn: kept from 0 to 2",
            "choose m in 1..2: kept = m\n  roll d2\n  if x[kept] > x[3 - kept] and kept = sum: win",
        ),
        (
            "",
            "roll d2 as coin\n  choose m in 1..1: x[m] = x[m] + coin.sum\n  roll d2\n  if x[2] + sum > x[1]: win",
        ),
        ("", "roll d2\n  if any(m in 1..2: x[m] > y[m]): win"),
        ("", "roll d2\n  if sum(m in 1..2: m * x[m]) > 6: win"),
        ("figure \"the first\" = x[1]", "roll d2\n  if sum = 1: win"),
        ("", "roll d2\n  if any(m in 1..2: 1.z[m] > 2.z[m]): win"),
        ("", "roll d2\n  if any(m in 1..2: every(s in seats: s.z[m] = 1)): win"),
        (
            "each turn: passed from 0 to 1",
            "if passed = 0:\n    passed = 1\n    roll d2\n    again\n  if x[1] < x[2]: win",
        ),
        (
            "each turn: kept from 0 to 3",
            "roll d2\n  for i in 1..2:\n    if x[i] > 1 and kept = 0: kept = x[i]\n  if kept = 3: win",
        ),
        ("", "choose m in 1..2 if x[m] > 1:\n    by 2:\n      roll d2\n      if z[m] = sum: win 1"),
    ];
    for (name, turn) in GAMES {
        let solve = |unordered: &str| {
            let text = format!(
                "game \"Order\"\nseats 2\ntable: x[1..2] from 0 to 5{unordered}; y[1..2] from 0 to 5{unordered}\neach seat: z[1..2] from 0 to 5{unordered}\n{name}\n\
                 turn:\n  if x[1] = 0:\n    for i in 1..2:\n      roll d3\n      x[i] = sum\n      roll d3\n      y[i] = sum\n      \
                 for s in seats:\n        roll d2\n        s.z[i] = sum\n  {turn}\n  draw\n"
            );
            let game = own::read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            let solution = game.table(game.rules(2).unwrap(), &[]).unwrap().solve();
            assert!(solution.shares[0].as_exact().is_some(), "{turn}");
            format!("{:?} {:?}", solution.shares, solution.scores)
        };
        assert_eq!(solve(", unordered"), solve(""), "{turn}");
    }
}

/// Arguments of an action, numbers and throws, are evaluated before it. A turn wins if its two throws of a d4 exceed 5 in sum, in
/// 6 of 16 cases, so seat 1 wins 1/(2 − 3/8) of the games.
#[test]
fn arguments_of_actions_are_evaluated_first() {
    let text = "game \"Twice\"\nseats 2\nturn:\n  roll d4\n  again_with(dice)\naction again_with(first):\n  roll d4\n  \
                if sum + first.sum > 5: win\n";
    let game = own::read(text).unwrap();
    let solution = game.table(game.rules(2).unwrap(), &[]).unwrap().solve();
    assert_eq!(solution.shares[0].as_exact(), Some(&"8/13".parse().unwrap()));
}

/// Bugs that a user found: named throws end with their turn, dice that were never chosen have no name, and a rule that differs by
/// seat can be added to the argument of an action.
#[test]
fn names_of_throws_end_with_their_block() {
    let error = |text: &str| match own::read(text) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{text}"),
    };
    let outlives = "game \"T\"\nseats 1\neach turn: n from 0 to 1\nturn:\n  if n = 0: n = 1; roll d6 as mine; again\n  \
                    if mine.sum > 3: win\n  draw\n";
    assert!(error(outlives).contains("a throw is read, but nothing has been thrown"));
    let unchosen = "game \"T\"\nseats 1\nturn:\n  roll 2 d6\n  keep any 1 to 2 as taken if taken.sum > 100: win\n  \
                    else: if_any(taken.sum)\n  draw\naction if_any(n):\n  if n > 10: win\n";
    assert!(error(unchosen).contains("`taken`"));
    // Seat 1 throws two dice and seat 2 three: a sum of at most 3 has probability 1/12 and 1/216.
    let both = "game \"T\"\nseats 2\nrule k = 1 from 1 to 2, each\nturn:\n  both(2 - 1 + 0 * down(pot_of))\n\
                action both(n):\n  roll k + n d6\n  if sum < 4: win\ndefine pot_of: me\n";
    let game = own::read(both).unwrap();
    let solve = |text: &str| {
        let mut rules = game.rules(2).unwrap();
        rules.set("k", Value::parse(text).unwrap()).unwrap();
        game.table(rules, &[]).unwrap().solve().shares.swap_remove(0)
    };
    let [p, q] = ["1/12", "1/216"].map(|chance| chance.parse::<BigRational>().unwrap());
    let one = BigRational::one();
    let first = &p / (&one - (&one - &p) * (&one - &q));
    let found = solve("[1, 2]");
    assert!(is(&found, &first), "{found:?}, not {first}");
}

/// The kind of value of an example that is known from elsewhere.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The probability that seat 1 wins.
    Win,
    /// The expected net of seat 1.
    Net,
    /// The expected number of throws.
    Length,
    /// The mean of the only figure.
    Figure,
}

/// Values from the literature or from other code for each single game, exact or to double precision.
#[test]
fn examples_have_their_known_values() {
    use Known::{Figure, Length, Net, Win};
    let after_24 = (BigRational::one() - "35/36".parse::<BigRational>().unwrap().pow(24)).to_string();
    let [lost, won] = [19, 18].map(|times| BigRational::from_integer(times.into()));
    let odds = (&lost / &won).pow(10);
    let gambler = (BigRational::one() / (BigRational::one() + odds)).to_string();
    let known = [
        ("chances/one-six", &[][..], Win, "671/1296"),
        ("chances/de-mere", &[], Win, "671/1296"),
        ("chances/de-mere", &[("dice", "2"), ("throws", "24")], Win, after_24.as_str()),
        ("chances/ability-scores", &[], Figure, "15869/1296"),
        ("chances/exploding-die", &[], Figure, "65317/15552"),
        ("chances/opposed-pools", &[], Win, "17/54"),
        ("chances/risk-fight", &[], Win, "2890/7776"),
        ("chances/best-of-seven", &[], Win, "38930419/64000000"),
        ("chances/penneys-game", &[], Win, "7/8"),
        ("chances/penneys-game", &[], Length, "7"),
        ("chances/gamblers-ruin", &[], Win, gambler.as_str()),
        ("chances/coupon-collector", &[], Length, "147/10"),
        ("chances/urn", &[], Figure, "6/5"),
        ("chances/craps", &[], Win, "244/495"),
        ("chances/craps", &[], Net, "-7/495"),
        ("chances/secretary", &[], Win, "3349/8400"),
        ("yahtzee-boxes", &[], Win, "347897/7558272"),
        ("yahtzee-boxes", &[("box", "full house")], Win, "5485535/15116544"),
        ("yahtzee-boxes", &[("box", "large straight")], Win, "319695199/1224440064"),
        ("threes", &[], Net, "-504205555/80621568"),
        ("drop-dead", &[], Net, "837242/52117"),
        ("ship-captain-crew", &[], Win, "42314697971/78364164096"),
        ("ship-captain-crew", &[], Net, "160042333703/39182082048"),
        ("farkle-one", &[], Net, "8.931428806874559"),
        ("farkle-two", &[], Win, "0.67562066152386"),
        ("risk-campaign", &[], Win, "208367138941435/270826551115776"),
        ("left-center-right", &[], Win, "0.306843014246535"),
        ("ur-short", &[], Win, "0.540743425385039"),
        ("ur-short", &[("pieces", "2")], Win, "0.5361779473995574"),
        ("bear-off", &[], Net, "-11431/5832"),
        ("shut-the-box-two-dice", &[], Win, "466473281/6530347008"),
        ("bluffing/kuhn-poker", &[], Net, "-1/18"),
        ("bluffing/rock-paper-scissors", &[], Win, "1/2"),
        ("bluffing/odds-and-evens", &[], Net, "-1/12"),
        ("bluffing/monty-hall", &[], Win, "2/3"),
        ("bluffing/sealed-bids", &[], Win, "1/2"),
        // As in `mendax-single` with as many tali.
        ("bluffing/mendax-one", &[], Win, "53/100"),
        ("bluffing/mendax-two", &[], Win, "55069103/93750000"),
        // OpenSpiel has a net win of -0.0271.
        ("bluffing/liars-dice", &[], Win, "251/516"),
    ];
    for (file, set, what, value) in known {
        let game = example(file);
        let bones = presets::TRADITIONAL.bones().set(4).unwrap();
        let rules = with_rules(game, game.players.usual, set);
        let bones = if game.has_tali(&rules) { vec![bones] } else { Vec::new() };
        let table = game.table(rules, &bones).unwrap();
        let solution = table.solve();
        let found = match what {
            Win => solution.shares[0].clone(),
            Net => solution.pot.unwrap().accounts[0].net.clone().unwrap(),
            Length => solution.length.mean.unwrap(),
            Figure => solution.scores[0].spread.mean.clone().unwrap(),
        };
        if value.contains('.') {
            let off = (found.to_f64() - value.parse::<f64>().unwrap()).abs();
            assert!(off < 2e-14 * found.to_f64().abs().max(1.0), "{file}: {} and {value}", found.to_f64());
        } else {
            let value: BigRational = value.parse().unwrap();
            assert_eq!(found.as_exact(), Some(&value), "{file} {set:?} {what:?}");
        }
    }
}

/// Hiding something changes nothing if no other seat decides.
#[test]
fn hiding_from_seats_without_decisions_changes_nothing() {
    const GAMES: [&str; 3] = [
        r#"
table: kept dice d3 up to 2?
turn:
  roll 2 d3?
  keep any 1 to 1 as taken: kept += taken
  roll 1 d3?
  choose:
    "a": kept += dice
    "b": kept = dice
  if kept.sum > 4: win
  win left
"#,
        r"
each seat: hand[1..3] from 0 to 2?
turn:
  roll 2 d3 as mine?
  reroll any 0 to 2
  for f in 1..3: hand[f] = mine.count(f)
  choose f in 1..3 if hand[f] > 0: hand[f] -= 1
  if sum(f in 1..3: f * hand[f]) > 1: win
  win left
",
        r#"
table: kept dice d3 up to 2?
turn:
  roll 1 d3?
  kept += dice
  choose:
    "more":
      roll 1 d3?
      kept += dice
    "no": note "no"
  if kept.sum > 3: win
  win left
"#,
    ];
    for text in GAMES {
        let [open, hidden] = ["", ", hidden"].map(|hidden| {
            let text = format!("game \"Twins\"\nseats 2{}", text.replace('?', hidden));
            let game = own::read(&text).unwrap_or_else(|error| panic!("{error}"));
            game.table(game.rules(2).unwrap(), &[]).unwrap().solve().shares.swap_remove(0).to_f64()
        });
        assert!((open - hidden).abs() < 1e-9, "{open} and {hidden}: {text}");
    }
}

/// The value of Leduc poker as `OpenSpiel` documents it.
#[test]
fn leduc_poker_has_its_known_value() {
    assert!((gained("leduc-poker", true, &["best"]) + 0.085_606_424_078).abs() < 1e-9);
}

/// The bluffing games, and whether they are played for coins.
const BLUFFING: [(&str, bool); 5] = [
    ("kuhn-poker", true),
    ("odds-and-evens", true),
    ("mendax-two", false),
    ("sealed-bids", false),
    ("mendax-one", false),
];

fn bluffing(name: &str, play: &[&str]) -> Box<dyn Playable> {
    let game = example(&format!("bluffing/{name}"));
    let mut rules = game.rules(game.players.usual).unwrap();
    rules.set_play(&play.iter().map(|play| (*play).to_owned()).collect::<Vec<_>>()).unwrap();
    let bones = presets::TRADITIONAL.bones().set(4).unwrap();
    let bones = if game.has_tali(&rules) { vec![bones] } else { Vec::new() };
    game.table(rules, &bones).unwrap()
}

/// The net of seat 1 under these policies, or its win share.
fn gained(name: &str, coins: bool, play: &[&str]) -> f64 {
    let solution = bluffing(name, play).solve();
    let number =
        if coins { solution.pot.unwrap().accounts[0].net.clone() } else { Ok(solution.shares[0].clone()) };
    number.unwrap().to_f64()
}

/// No policy gains more than the value against an equilibrium strategy.
#[test]
fn no_policy_beats_best_play() {
    for (name, coins) in BLUFFING {
        let value = gained(name, coins, &["best"]);
        let mut others = vec!["random", "first"];
        others.extend(example(&format!("bluffing/{name}")).policies.iter().map(|policy| policy.name));
        for other in others {
            assert!(gained(name, coins, &["best", other]) >= value - 1e-9, "{name}: {other} in seat 2");
            assert!(gained(name, coins, &[other, "best"]) <= value + 1e-9, "{name}: {other} in seat 1");
        }
    }
}

/// On the card of best play probabilities add up to 1, and all options that are played have the best value.
#[test]
fn mixed_options_have_equal_values() {
    for name in ["kuhn-poker", "odds-and-evens", "sealed-bids", "mendax-two"] {
        let table = bluffing(name, &["best"]);
        let decisions = table.decisions().unwrap();
        let Strategy::Tables(tables) = decisions.strategy().unwrap() else {
            panic!("{name} should have a card of tables")
        };
        let knowledge = tables.lists.iter().find(|list| list.name == "knowledge").unwrap();
        let mut mixed = 0;
        let one_in = if name == "mendax-two" { common::one_in(97) } else { 1 };
        for row in knowledge.rows().step_by(one_in) {
            let Some(Entry::Word(position)) = row.get("position") else { panic!("{row:?}") };
            let advice = decisions.advise(Some(position)).unwrap();
            let Advised::Options(options) = &advice.advised else { panic!("{position}") };
            let Some(_) = options[0].probability else { continue };
            let all: BigRational = options.iter().filter_map(|option| option.probability.clone()).sum();
            assert_eq!(all, BigRational::one(), "{name}: {position}");
            let Some(best) = advice.value.enclosure() else { continue };
            for option in options.iter().filter(|option| option.certainty() > 0.0) {
                let value = option.value.enclosure().unwrap();
                let off = best.high() - value.low();
                assert!(
                    off < BigRational::new(1.into(), 1_000_000_000.into()),
                    "{name}: {position}: {option:?}"
                );
                mixed += usize::from(option.certainty() < 1.0);
            }
        }
        assert!(mixed > 0 || ["sealed-bids", "mendax-two"].contains(&name), "{name} should mix");
    }
}

/// Simulated best play, based on the knowledge of each seat, agrees with the chain of all states.
#[test]
fn simulated_bluffing_matches_the_solution() {
    let bones = [presets::TRADITIONAL.bones().set(4).unwrap()];
    for (name, _) in BLUFFING {
        let game = example(&format!("bluffing/{name}"));
        let rules = game.rules(game.players.usual).unwrap();
        agrees_with_chance(game, &rules, &bones[..usize::from(game.has_tali(&rules))], 20_000);
    }
}

/// The value of advice agrees with `win`, for two and three seats, and in games with payments.
#[test]
fn values_of_advice_match_win() {
    let text = |seats: usize| {
        format!(
            "game \"Heads once\"\nseats {seats}\ndie coin = 0: 1/2, 1: 1/2\ntable: n from 0 to 2\nturn:\n  choose:\n    \
             \"throw\":\n      roll coin\n      if sum = 1: win\n    \"leave\": pay 1\n  n += 1\n  if n = 2: win left\n"
        )
    };
    // With two seats, the first head wins and the second tail loses: 1/2 + 1/4.
    for (seats, wins) in [(2, "3/4"), (3, "1/2")] {
        let game = own::read(&text(seats)).unwrap();
        let table = game.table(game.rules(seats).unwrap(), &[]).unwrap();
        let advice = table.decisions().unwrap().advise(None).unwrap();
        let solved = table.solve().shares.swap_remove(0);
        let value = advice.value.enclosure().unwrap();
        assert!(value.low() <= solved.high() && solved.low() <= value.high(), "{value:?} {solved:?}");
        let wins: BigRational = wins.parse().unwrap();
        assert!(value.low() <= &wins && &wins <= value.high(), "{value:?} {wins}");
    }
    // At positions of seat 2 values are those of seat 2.
    let pig = example("pig-two-dice");
    let table = pig.table(with_rules(pig, 2, &[("goal", "12")]), &[]).unwrap();
    let decisions = table.decisions().unwrap();
    let value =
        |position: &str| decisions.advise(Some(position)).unwrap().value.enclosure().unwrap().to_f64();
    let (first, second) = (value("seat=1 score=4,0"), value("seat=2 score=0,4"));
    assert!((first - second).abs() < 1e-12 && first > 0.5, "{first} {second}");
}

/// Games with too many positions to solve are simulated. A turn of two throws wins with 1/10, so the starter wins 10/19 of the
/// games, in 20 throws on average.
#[test]
fn games_of_unknown_length_are_simulated() {
    let text = "game \"T\"\nseats 2\nante 1\neach seat: total from 0 to 3000, capped\nturn:\n  roll 4 d6\n  total += sum\n  \
                if total = 3000: win\n  if total > left.total + 60: note \"far ahead\"\n  roll d100\n  if sum <= 10: win\n";
    let game = own::read(text).unwrap();
    let table = game.table(game.rules(2).unwrap(), &[]).unwrap();
    let solution = table.solve();
    assert!(is_unsolved(&solution));
    let games = usual_games(table.as_ref(), &solution);
    assert!((10_000..1_000_000).contains(&games), "{games}");
    let stop = AtomicBool::new(false);
    let plan = Plan { games: 20_000, seed: 3, threads: 0 };
    let tally = simulate(table.player().as_ref(), &plan, &Watch { stop: &stop, played: &|_| {} });
    let error = (tally.casts.variance() / 20_000.0).sqrt();
    assert!((tally.casts.mean() - 20.0).abs() < 5.0 * error, "{}", tally.casts.mean());
    assert!((tally.shares[0].sum / 20_000.0 - 10.0 / 19.0).abs() < 5.0 * 0.0036);
    assert_eq!(tally.statistics["note_far_ahead"].len(), 2);
}

/// A store that counts its hits.
#[derive(Debug, Default)]
struct Remembering {
    known: Mutex<Vec<(String, Arc<dyn Any + Send + Sync>)>>,
    found: AtomicUsize,
}

impl SolutionStore for Remembering {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn write(&self, _: &str, _: &[u8]) {}

    fn recall(&self, name: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        let known = self.known.lock().unwrap();
        let found = known.iter().find(|(other, _)| other == name)?;
        self.found.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(&found.1))
    }

    fn remember(&self, name: &str, what: Arc<dyn Any + Send + Sync>) {
        self.known.lock().unwrap().push((name.to_owned(), what));
    }
}

#[test]
fn best_play_is_solved_only_once() {
    let store = Arc::new(Remembering::default());
    let game = example("pig-two-dice");
    let bones = [presets::TRADITIONAL.bones().set(4).unwrap()];
    let first = |goal: &str, play: &[&str]| {
        let mut rules = with_rules(game, 2, &[("goal", goal)]);
        rules.set_play(play).unwrap();
        let mut table = game.table(rules, &bones).unwrap();
        table.keep_in(Arc::<Remembering>::clone(&store));
        table.solve().shares[0].to_f64()
    };
    let best = first("10", &["best"]);
    assert_eq!((store.known.lock().unwrap().len(), store.found.load(Ordering::Relaxed)), (1, 0));
    assert!((first("10", &["best", "best"]) - best).abs() < 1e-12);
    assert_eq!((store.known.lock().unwrap().len(), store.found.load(Ordering::Relaxed)), (1, 1));
    // Best play against other policies is different.
    assert!(first("10", &["best", "random"]) > best);
    assert_eq!((store.known.lock().unwrap().len(), store.found.load(Ordering::Relaxed)), (1, 1));
    // Another rule makes another game.
    assert!((first("11", &["best"]) - best).abs() > 1e-6);
    assert_eq!((store.known.lock().unwrap().len(), store.found.load(Ordering::Relaxed)), (2, 1));
}

/// Best play solved once for equal seats agrees with best play solved seat by seat. To force the latter, a statement that never
/// runs names a seat.
#[test]
fn equal_seats_solved_once_match_seat_by_seat() {
    let with_everything = "game \"Round the table\"\nseats 2\ntable: holder seat; n from 0 to 4, capped\n\
        each seat: hand[1..2] from 0 to 3, capped, unordered; rival seat\neach turn: thrown from 0 to 6\n\
        start:\n  roll d3\n  if sum = 1: first 2\nturn:\n  rival = left\n  for s in others: roll d3; s.hand[1] = sum\n  \
        choose:\n    \"hold\": holder = me; pass to right\n    \"throw\":\n      roll 2 d3\n      reroll any 0 to 1\n      \
        thrown = sum\n    \"dare\" if holder != me:\n      by left:\n        roll d6\n        choose:\n          \
        \"yield\": n += 1; thrown = sum\n          \"stand\": hand[2] += 1\n  if thrown > 5 and holder != 0: win holder\n  \
        if thrown > 4: hand[1] += 1\n  if n = 4: win s in seats if s.hand[2] = max(t in seats: t.hand[2])\n  \
        if every(hand, 3): out rival\n";
    let all = Expected::all("own.json").into_iter();
    let chosen = all.filter(|case| case.seats() > 1 && case.0["text"].as_str().unwrap().contains("choose"));
    let mut cases: Vec<Expected> = chosen.step_by(common::one_in(4)).collect();
    let pig = example("pig-two-dice").file;
    for (name, text, rules) in [("everything", with_everything, json!({})), ("pig", pig, json!({"goal": 12}))]
    {
        cases.push(Expected(
            json!({"name": name, "text": text, "seats": 2, "rules": rules, "play": null, "faces": null}),
        ));
    }
    let mut compared = Vec::new();
    for case in cases {
        let Ok(alike) = case.game() else { continue };
        let survey =
            |game: &Game, case: &Expected| own::survey(game, &case.rules(game), &case.bones(), 100_000);
        if !survey(alike, &case).is_ok_and(|survey| survey.seats_are_alike) {
            continue;
        }
        let text = case.0["text"].as_str().unwrap();
        let Some((head, turn)) = text.split_once("\nturn:\n") else { continue };
        // The first statement of the turn gives the indentation.
        let first = turn.lines().find(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty());
        let indent: String = first.unwrap().chars().take_while(|letter| *letter == ' ').collect();
        let mut named_case = Expected(case.0.clone());
        named_case.0["text"] = format!("{head}\nturn:\n{indent}if me = 13: draw\n{turn}").into();
        let named = named_case.game().unwrap();
        assert!(!survey(named, &named_case).unwrap().seats_are_alike, "{text}");
        let advised = [(alike, &case), (named, &named_case)].map(|(game, case)| {
            let table = game.table(case.rules(game), &case.bones()).unwrap();
            table.decisions().unwrap().advise(None).map(|advice| advice.value.enclosure().unwrap())
        });
        if let [Ok(once), Ok(each)] = advised {
            assert!(once.low() <= each.high() && each.low() <= once.high(), "{text}: {once:?} {each:?}");
            compared.push(case.name().to_owned());
        }
    }
    assert!(compared.len() >= 20 / common::one_in(4), "only {compared:?}");
    assert!(
        ["everything", "pig"].iter().all(|name| compared.iter().any(|other| other == name)),
        "{compared:?}"
    );
}

/// A seat named by a number, even in a loop over numbers, makes seats unequal.
#[test]
fn named_seats_are_not_equal_to_others() {
    let alike = |line: &str| {
        let text = format!("game \"A throw\"\nseats 2\nturn:\n  roll d6\n  {line}\n");
        let game = own::read(&text).unwrap();
        own::survey(game, &game.rules(2).unwrap(), &[], 100).unwrap().seats_are_alike
    };
    let lines = ["if sum = 1: win", "if sum = 1: win s in seats if s != me", "if sum = 1: out left"];
    assert!(lines.into_iter().all(alike));
    let naming = [
        "if sum = 1: win 2",
        "if sum = 1: win s in 1..1",
        "if sum = me: win",
        "if sum > 5: win left + 0",
        "if sum = max(s in seats: s): win",
    ];
    assert_eq!(naming.into_iter().find(|line| alike(line)), None);
}

/// Dead casts of a game file are counted: in Augustus those that neither pay nor win.
#[test]
fn dead_casts_of_game_files_are_counted() {
    let game = example("augustus");
    let bones = presets::TRADITIONAL.bones().set(4).unwrap();
    let pays_or_wins = |cast: &Cast| matches!(cast.kind(), Some(Kind::Venus | Kind::Canis | Kind::Senio));
    let dead = Distribution::of_casts(&CastTable::new(&bones), pays_or_wins).probability(&false);
    let table = game.table(game.rules(3).unwrap(), &[bones]).unwrap();
    let simulated = table.dynamics().swings.figures.one(Swing::DeadCasts).clone().unwrap();
    assert!(simulated.low() <= &dead && &dead <= simulated.high(), "{simulated:?} {dead}");
}

#[test]
fn counts_of_positions_match_other_programs() {
    for (file, set, positions) in
        [("eight-squares", &[][..], 11_397), ("pig-two-dice", &[("goal", "30")][..], 40_824)]
    {
        let game = example(file);
        let survey = own::survey(game, &with_rules(game, 2, set), &[], 1_000_000).unwrap();
        assert_eq!((survey.positions, survey.is_complete), (positions, true), "{file}");
    }
}

#[test]
fn errors_are_found_and_fit_on_a_screen() {
    let text = fs::read_to_string(repository("tests/expected/own_errors.json")).unwrap();
    let all: Vec<Json> = serde_json::from_str(&text).unwrap();
    assert!(all.len() > 30);
    let mut accepted = Vec::new();
    for wrong in &all {
        let (why, text) = (wrong["why"].as_str().unwrap(), wrong["text"].as_str().unwrap());
        match own::read_as(text, "wrong.game") {
            Err(error) => {
                let shown = error.to_string();
                assert!(shown.lines().count() <= 60 && shown.contains("wrong.game:"), "{why}: {shown}");
            }
            Ok(_) => accepted.push(why),
        }
    }
    assert!(accepted.is_empty(), "{accepted:?}");
}

/// A game file that uses nearly every feature of the language.
const MANY: &str = include_str!("../expected/many_things.game");

#[test]
fn a_file_with_every_feature_is_read() {
    own::read(MANY).unwrap_or_else(|error| panic!("{error}"));
}

/// Words omitted, doubled, truncated and exchanged, and signs inserted: nothing makes the reader panic or hang.
#[test]
fn no_text_makes_the_reader_panic() {
    let mut state = 88_172_645_463_325_252u64;
    let mut below = |number: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % number as u64).unwrap()
    };
    let words_of =
        |text: &'static str| text.split_inclusive([' ', '\n', '(', ')', ':', ',']).collect::<Vec<&str>>();
    let (words, hidden) =
        (words_of(MANY), words_of(include_str!("../../examples/games/bluffing/mendax-two.game")));
    let signs = "\t|\u{202e}|\"|[|]|(|:|\n      |-|/ 0|999999999999|seats|again|é|\r\n|0 to";
    let signs: Vec<&str> = signs.split('|').collect();
    for round in 0..1_500 {
        let words = if round % 3 == 0 { &hidden } else { &words };
        let mut text: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        for _ in 0..=below(4) {
            let at = below(text.len());
            match below(5) {
                0 => text.remove(at).clear(),
                1 => text.insert(at, words[below(words.len())].to_owned()),
                2 => text.insert(at, signs[below(signs.len())].to_owned()),
                3 => {
                    let other = below(text.len());
                    text.swap(at, other);
                }
                _ => {
                    let cut = below(text[at].chars().count() + 1);
                    text[at] = text[at].chars().take(cut).collect();
                }
            }
        }
        if let Err(error) = own::read_as(&text.concat(), "any.game") {
            assert!(!error.to_string().is_empty() && error.lines().next().is_some());
        }
    }
}

/// A keyword with two letters exchanged gets an error that suggests the right one.
#[test]
fn misspelt_keywords_get_suggestions() {
    for word in [
        "seats", "table", "turn", "roll", "choose", "policy", "define", "capped", "venus", "others", "length",
    ] {
        let wrong: String = {
            let mut letters: Vec<char> = word.chars().collect();
            letters.swap(0, 1);
            letters.into_iter().collect()
        };
        let text = MANY.replacen(word, &wrong, 1);
        let Err(error) = own::read_as(&text, "misspelt.game") else { panic!("{wrong} is read") };
        let error = error.to_string();
        assert!(error.contains(&format!("`{word}`")), "{wrong}: {error}");
    }
}

/// Examples that are not in the catalogue, or have other rules than there.
#[test]
fn simulated_games_match_the_solution() {
    let bones = [presets::TRADITIONAL.bones().set(4).unwrap()];
    for (file, seats, set) in [
        ("augustus", 3, &[("fee", "3/2")][..]),
        ("pig-two-dice", 2, &[("goal", "12")]),
        ("eight-squares", 2, &[]),
        // A race of four has 100^4 positions, but independent seats are solved one by one.
        ("snakes-and-ladders", 4, &[]),
    ] {
        let game = example(file);
        let rules = with_rules(game, seats, set);
        agrees_with_chance(game, &rules, &bones[..usize::from(game.has_bones())], 30_000);
        for share in game.table(rules, &bones[..usize::from(game.has_bones())]).unwrap().solve().shares {
            assert!(share.high() - share.low() < "1/1000000000".parse().unwrap(), "{file}: {share:?}");
        }
    }
}

/// A report contains a copy of the game file, and the commands on its page run in its folder.
#[test]
fn reports_of_game_files_are_self_contained() {
    let folder = folder_with_examples();
    let night = "version = 1\n[[players]]\nname = 'Aulus'\n[[players]]\nname = 'Titus'\n[[games]]\n\
                 game = 'examples/games/learn/1-venus.game'\n";
    fs::write(folder.path().join("n.toml"), night).unwrap();
    let run = run_line(folder.path(), "tali-odds report n.toml -o out");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.lines().all(|file| file.starts_with("out/")), "{}", run.out);
    let copy = fs::read(folder.path().join("out/games/01-1-venus.game")).unwrap();
    assert_eq!(copy, fs::read(repository("examples/games/learn/1-venus.game")).unwrap());
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    let command = page.split("tali-odds balance ").nth(1).unwrap().split('<').next().unwrap();
    let run = run_line(&folder.path().join("out"), &format!("tali-odds balance {command}"));
    assert_eq!(run.code, Some(0), "{command}: {}", run.err);
}
