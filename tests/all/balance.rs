//! Fairness and swings: laws that hold for every game, comparisons with simulated games, and small cases worked by hand.

use std::sync::atomic::AtomicBool;

use crate::common::{
    answer, bones_of, everything, folder_with, folder_with_examples, items, json, json_in, one_in, rational,
    short_rules, value_of,
};
use crate::night::{VERDICTS, badness};
use num_traits::ToPrimitive;
use serde_json::Value as Json;
use tali_odds::analysis::{About, BalanceAnswer, BalanceQuestion, NamedSet, Ruling, Setting};
use tali_odds::exact::{Number, Swings};
use tali_odds::games::{self, Game, Value};
use tali_odds::monte_carlo::{Plan, Watch, follow};
use tali_odds::process::Swing;
use tali_odds::tali::{parse_weight, presets};

fn setting(game: &'static Game, players: usize, rules: &[(&str, &str)], bones: Vec<NamedSet>) -> Setting {
    let mut agreed = game.rules(players).unwrap();
    for (key, value) in rules {
        agreed.set(key, Value::parse(value).unwrap()).unwrap();
    }
    Setting::new(game, agreed, bones)
}

fn balanced(setting: Setting, question: BalanceQuestion) -> BalanceAnswer {
    let stop = AtomicBool::new(false);
    BalanceAnswer::new(setting, question, &Watch { stop: &stop, played: &|_| () }).unwrap()
}

/// Games that take seconds with their usual rules. By default only versions with few casts are tested.
const LONG: [&str; 5] =
    ["circus-maximus", "coin-tali", "hounds-and-vultures", "mendax-common", "steps-of-the-senate"];

/// Every game with its usual rules, with different bones, with more players, and with some rules changed.
fn tables() -> Vec<Setting> {
    let mut tables = Vec::new();
    let usual = || vec![NamedSet::new(presets::TRADITIONAL.bones(), 4).unwrap()];
    let rules: &[(&str, &[(&str, &str)])] = &[
        ("augustus", &[("fee_per", "bone"), ("fee", "1"), ("ante", "3")]),
        ("simple-tali", &[("void", "lowest"), ("tie", "split"), ("canis_fee", "7")]),
        ("sparing-tali", &[("tie", "sudden-death"), ("rounds", "2")]),
        ("tropa", &[("skill", "1/3"), ("tie", "split")]),
        ("century", &[("target", "40"), ("casts", "9")]),
        ("circus-maximus", &[("laps", "2"), ("casts_per_lap", "3"), ("favour", "85")]),
        ("unum-biga", &[("overshoot", "lose"), ("target", "30")]),
        ("hounds-and-vultures", &[("ladder", "[3333, 4444, 3333]"), ("stake", "2")]),
        ("steps-of-the-senate", &[("ladder", "[6431, 6643, 4443]"), ("stake", "1")]),
        ("gladiators", &[("attack", "turns"), ("stones", "3")]),
        ("catapulta", &[("target", "60")]),
        ("hounds-in-olympus", &[("void", "worst"), ("tie", "split")]),
        ("odds-out", &[("void", "idle"), ("fee", "3")]),
        ("par-tali", &[("stake", "2")]),
        ("pentelitha", &[("style", "pick-up")]),
        ("mendax-single", &[("tali", "1"), ("duel", "faces")]),
        ("mendax-common", &[("counters", "1"), ("void", "bluff")]),
        ("coin-tali", &[("variants", "[fortuna]"), ("ante", "3")]),
    ];
    // Swings of games without bones are unknown.
    for game in games::all().filter(|game| game.has_bones()) {
        let players = game.players.usual;
        let mut as_usual = setting(game, players, &[], usual());
        as_usual.rules = short_rules(game, players);
        if game.name == "mendax-single" {
            // The value of skill in duels on sums takes long, and a regenerated report covers it.
            as_usual.rules.set("duel", Value::Word("faces".to_owned())).unwrap();
        }
        if everything() || !LONG.contains(&game.name) {
            tables.push(as_usual);
        }
        let changed = rules.iter().find(|(name, _)| *name == game.name).unwrap().1;
        // If all share one set, best play takes long; with two faces it is fast.
        let each = ["1 3 3 1", "2 3 4 1", "1 2 2 2", "1 1 1 1"].into_iter().take(players);
        let each = if game.one_set { vec!["1 0 0 2"] } else { each.collect() }.into_iter().map(bones_of);
        tables.push(setting(game, players, changed, each.collect()));
        // Three players, if the game allows them.
        if game.players.most > 2 && !game.one_set {
            tables.push(setting(game, 3, changed, vec![bones_of("1 1 1 1")]));
        }
    }
    tables
}

fn middle(number: &Number) -> f64 {
    let bounds = number.as_ref().unwrap();
    (bounds.low() + bounds.high()).to_f64().unwrap() / 2.0
}

#[test]
fn exact_swings_match_simulated_games() {
    let stop = AtomicBool::new(false);
    let watch = Watch { stop: &stop, played: &|_| () };
    let mut compared = 0;
    for setting in tables() {
        let table = setting.table().unwrap();
        let dynamics = table.dynamics();
        let name = format!("{} {:?}", setting.game.name, setting.rules);
        // Climbing a whole ladder takes tens of thousands of casts.
        let Ok(length) = table.solve().length.mean.map(|mean| mean.high().to_f64().unwrap()) else {
            assert!(!setting.game.policies.is_empty(), "{name}");
            continue;
        };
        let played = 2e6 / length / one_in(4).to_f64().unwrap();
        let games = played.to_u64().unwrap().clamp(400, 20_000);
        let number_of_games = games.to_f64().unwrap();
        let Swings { figures, variance, .. } = &dynamics.swings;
        if figures.one(Swing::DeadCasts).is_err() {
            continue;
        }
        let known = dynamics.trajectories.as_ref().unwrap_or_else(|| panic!("{name}"));
        let tally = follow(known, &Plan { games, seed: 3, threads: 0 }, &watch);
        let mut near = |what: &str, solved: f64, found: f64, error: f64| {
            // If games hardly ever differ, their sample variance is too unreliable. Numbers in 0..=1 with mean p have at most
            // the variance p(1 − p).
            let rest = 1.0 - solved;
            let few = solved.min(rest) * number_of_games < 25.0;
            let spread = if few { (solved * rest.max(0.0) / number_of_games).sqrt() } else { 0.0 };
            let room = 5.0 * error.max(spread);
            assert!((solved - found).abs() <= room + 1e-9, "{name}, {what}: {solved} and {found} ± {room}");
            compared += 1;
        };
        for swing in Swing::ALL {
            for (number, pairs) in figures.all(swing).iter().zip(tally.pairs.all(swing)) {
                // With a single player no winner can be behind.
                if number.is_ok() || setting.players > 1 {
                    let solved = number.as_ref().map_or(0.0, |_| middle(number));
                    near(swing.name(), solved, pairs.ratio().unwrap_or(0.0), pairs.error());
                }
            }
        }
        // Σ E|Δ| ≤ Σ √E[Δ²], position by position.
        let [surprise, suspense] = [Swing::Surprise, Swing::Suspense].map(|swing| figures.all(swing));
        for (surprise, suspense) in surprise.iter().zip(suspense) {
            assert!(middle(surprise) <= middle(suspense) + 1e-6, "{name}");
        }
        assert_eq!(variance.len(), setting.players);
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn variances_of_steps_add_up_to_that_of_the_win() {
    let mut compared = 0;
    for setting in tables() {
        let table = setting.table().unwrap();
        let Swings { variance, figures, .. } = table.dynamics().swings;
        let drawn = figures.one(Swing::Drawishness);
        let solution = table.solve();
        // If wins are shared, a share can be neither 0 nor 1.
        let whole = setting.players == 1 || drawn.as_ref().is_ok_and(|_| middle(drawn) == 0.0);
        let whole = whole || setting.game.name == "gladiators";
        for (share, variance) in solution.shares.iter().zip(variance.iter().filter(|number| number.is_ok())) {
            let p = middle(&Ok(share.clone()));
            let (found, bound) = (middle(variance), p * (1.0 - p));
            assert!(found <= bound + 1e-9, "{setting:?}: {found} > {bound}");
            if whole {
                assert!((found - bound).abs() < 1e-9, "{setting:?}: {found} is not {bound}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn every_balance_is_consistent() {
    for setting in tables() {
        let name = setting.game.name;
        let coins = setting.game.coins.is_some();
        let question = BalanceQuestion { games: Some(500), ..BalanceQuestion::default() };
        let document = serde_json::to_value(balanced(setting, question)).unwrap();
        let seats = items(&document["seats"]);
        let value = value_of;
        let shares: Vec<f64> = seats.iter().map(|seat| value(&seat["win_share"])).collect();
        let ends = shares.iter().sum::<f64>() + value(&document["nobody"]);
        assert!((ends - value(&document["completion"])).abs() < 1e-9, "{name}: {ends}");
        if seats.len() > 1 {
            let advantages: f64 = seats.iter().map(|seat| value(&seat["advantage"])).sum();
            assert!(advantages.abs() < 1e-9, "{name}: {advantages}");
            let most = shares.iter().copied().fold(0.0, f64::max);
            let least = shares.iter().copied().fold(1.0, f64::min);
            assert!((value(&document["balance"]) - (1.0 - most + least)).abs() < 1e-9, "{name}");
        } else {
            assert!(document["balance"]["value"].is_null() && document["lead_changes"]["value"].is_null());
        }
        if coins && !seats[0]["net"].is_null() && !seats[0]["net"]["value"].is_null() {
            let nets: f64 = seats.iter().map(|seat| value(&seat["net"])).sum();
            assert!(nets.abs() < 1e-9, "{name}: {nets}");
            for seat in seats {
                let [net, edge, sd] = ["net", "house_edge", "net_sd"].map(|key| &seat[key]);
                let gain = value(&seat["taken"]) - value(&seat["paid"]);
                assert!((gain - value(net)).abs() <= 1e-9 * value(&seat["paid"]).max(1.0), "{name} {seat}");
                assert!(
                    edge["value"].is_null() || (value(edge) > 0.0) == (value(net) > 0.0),
                    "{name} {seat}"
                );
                assert!(value(sd) >= 0.0 && sd["method"] != Json::Null, "{name} {seat}");
            }
        }
        // The quantiles of minutes are those of casts, at five casts a minute.
        for (index, quantile) in items(&document["length"]["quantiles"]).iter().enumerate() {
            let minutes = &document["minutes"]["quantiles"][index]["minutes"];
            if let (Some(casts), Some(minutes)) = (quantile["casts"].as_f64(), minutes.as_f64()) {
                assert!((minutes - casts / 5.0).abs() < 1e-9 * minutes.max(1.0), "{name}");
            }
        }
        let verdicts = items(&document["verdicts"]);
        assert!(verdicts.iter().any(|verdict| verdict["about"] == "length"), "{name}");
    }
}

/// Gladiators with one stone each: a single exchange, which each seat wins with probability a and otherwise nobody.
#[test]
fn one_exchange_by_hand() {
    let gladiators = games::find("gladiators").unwrap();
    let answer = balanced(
        setting(gladiators, 2, &[("stones", "1")], vec![bones_of("1 1 1 1")]),
        BalanceQuestion::default(),
    );
    let document = serde_json::to_value(&answer).unwrap();
    // The totals of two uniform tali are 2, 4, 5, 6, 7, 8, 9, 10, 12 with 1, 2, 2, 1, 4, 1, 2, 2, 1 ways of 16.
    let equal = f64::from(1 + 4 + 4 + 1 + 16 + 1 + 4 + 4 + 1) / 256.0;
    let a = (1.0 - equal) / 2.0;
    // Seat 1 casts first, which fixes the chances that seat 2 casts less or more.
    let ways = [1, 2, 2, 1, 4, 1, 2, 2, 1].map(|ways| f64::from(ways) / 16.0);
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        let each =
            (0..ways.len()).map(|at| ways[at] * of(ways[..at].iter().sum(), ways[at + 1..].iter().sum()));
        each.sum()
    };
    let value = |key: &str| value_of(&document[key]);
    let seat = |key: &str| value_of(&document["seats"][0][key]);
    assert!((seat("win_share") - a).abs() < 1e-15);
    assert!((value("drawishness") - equal).abs() < 1e-12);
    let suspense = sum(&|win, _| (win - a).powi(2)).sqrt() + sum(&|win, _| (win * (1.0 - win)).sqrt());
    assert!((seat("suspense") - suspense).abs() < 1e-12);
    let surprise = sum(&|win, _| (win - a).abs() + 2.0 * win * (1.0 - win));
    assert!((seat("surprise") - surprise).abs() < 1e-12);
    // The lead changes if the seat with the lower chance wins.
    let changes = sum(&|win, lose| if (win - lose).abs() < 1e-12 { 0.0 } else { win.min(lose) });
    assert!((value("lead_changes") - changes).abs() < 1e-12);
    assert_eq!(document["dead_casts"]["exact"], "0");
    assert_eq!(document["balance"]["exact"], "1");
}

/// Several games fit if their mean total does: 23.89 casts of 12 seconds are 4.778 minutes. One game fits if 95 % of plays do:
/// they end within 77 casts, 15.4 minutes.
#[test]
fn several_games_fit_by_their_mean() {
    let length = |minutes: &str, times: &str| {
        let words = ["balance", "augustus", "--minutes", minutes, "--times", times];
        let document = json(&words);
        let all = items(&document["verdicts"]);
        let verdict = all.iter().find(|verdict| verdict["about"] == "length").unwrap().clone();
        let mean = value_of(&document["minutes"]["mean"]);
        (verdict, mean)
    };
    let (one, mean) = length("15.3", "1");
    assert_eq!(one["ruling"], "outside");
    assert!((value_of(&one["figure"]) - 15.4).abs() < 1e-9);
    for times in [2u32, 20] {
        let all = f64::from(times) * mean;
        let (least, most) = ((all * 0.999).to_string(), (all * 1.001).to_string());
        let times = times.to_string();
        let (long, _) = length(&least, &times);
        let (fine, _) = length(&most, &times);
        assert_eq!((&long["ruling"], &fine["ruling"]), (&"outside".into(), &"inside".into()), "{times}");
        assert!((value_of(&long["figure"]) - all).abs() < 1e-9, "{times}");
        assert!(long["sentence"].as_str().unwrap().starts_with(&format!("{times} games take about")));
    }
}

/// For counted bones a verdict and its sentence give the credible interval.
#[test]
fn verdicts_for_counted_bones_give_a_range() {
    let folder = folder_with_examples();
    let draws = if everything() { "1000" } else { "100" };
    let words = ["balance", "century", "--faces", "counts.toml", "--draws", draws];
    let document = json_in(folder.path(), &words);
    let all = items(&document["verdicts"]);
    let verdict = all.iter().find(|verdict| verdict["about"] == "success").unwrap();
    let credible = &document["seats"][0]["win_share_posterior"]["credible"];
    assert_eq!((&verdict["low"], &verdict["high"]), (&credible["low"], &credible["high"]));
    let [low, high] = ["low", "high"].map(|end| 100.0 * verdict[end].as_f64().unwrap());
    assert!(low < high);
    let said = verdict["sentence"].as_str().unwrap();
    let (_, shown) = said.split_once("given your throws, ").unwrap();
    let (least, most) = shown.trim_end_matches(" %.").split_once(" to ").unwrap();
    assert!((least.parse::<f64>().unwrap() - low).abs() <= 0.5, "{said}, {low}");
    assert!((most.parse::<f64>().unwrap() - high).abs() <= 0.5, "{said}, {high}");
    // Bones with given weights have no such interval.
    let given = json(&["balance", "century"]);
    assert!(items(&given["verdicts"]).iter().all(|verdict| verdict.get("low").is_none()));
}

/// Twelve players with different bones are too many to solve. An open verdict states how many games would settle it.
#[test]
fn open_verdicts_state_how_many_games_are_needed() {
    let simple = games::find("simple-tali").unwrap();
    let each = || {
        let weights = ["10 38 40 12", "11 38 38 13", "10 39 38 13", "11 39 38 12"].map(bones_of);
        weights.iter().cycle().take(12).cloned().collect()
    };
    let table = || setting(simple, 12, &[], each());
    let answer = balanced(table(), BalanceQuestion::default());
    let gap = 1.0 - answer.balance.approximate().unwrap();
    assert_eq!(answer.balance.method(), Some("simulated"));
    let ruling = |tolerance: f64| {
        let tolerance = parse_weight(&format!("{tolerance:.4}")).unwrap();
        let answer = balanced(table(), BalanceQuestion { tolerance, ..BalanceQuestion::default() });
        answer.verdicts.iter().find(|verdict| verdict.about == About::Chances).unwrap().ruling
    };
    if everything() {
        assert_eq!(ruling(gap / 2.0), Ruling::Outside);
        assert_eq!(ruling(gap * 1.5), Ruling::Inside);
    }
    // The nearer the bound, the more games it takes.
    let (Ruling::Undecided(Some(near)), Ruling::Undecided(Some(far))) =
        (ruling(gap + 0.0002), ruling(gap + 0.0008))
    else {
        panic!("the interval should contain the bound");
    };
    assert!(near > 4 * far, "{near} {far}");
}

/// `tune` gives the same figures as `win` with that rule.
#[test]
fn tune_agrees_with_win() {
    let vary = ["--vary", "target=60..100:5", "--vary", "casts=10..20:5"];
    let tuned = json(&[&["tune", "century", "--want", "win:seat1=0.5"], &vary[..]].concat());
    let points = items(&tuned["points"]);
    assert_eq!(points.len(), 9 * 3);
    let distance = |point: &Json| (value_of(&point["figure"]) - 0.5).abs();
    let best = points.iter().map(distance).fold(1.0, f64::min);
    assert!(distance(&tuned["closest"]) <= best);
    for point in points {
        let rules = ["target", "casts"].map(|key| format!("{key}={}", point["values"][key]));
        let wins = json(&["win", "century", "--games", "0", "--rule", &rules[0], "--rule", &rules[1]]);
        assert_eq!(point["figure"]["exact"], wins["seats"][0]["win_share"]["exact"], "{rules:?}");
    }
}

#[test]
fn trends_are_reported() {
    for (words, trend) in [
        (&["century", "--vary", "target=20..40", "--want", "win:seat1=0.5"][..], "falls"),
        (&["century", "--vary", "casts=5..25", "--want", "win:seat1=0.5"], "rises"),
        (&["simple-tali", "--vary", "ante=1..5", "--want", "win:seat1=0.5"], "constant"),
        (&["circus-maximus", "--vary", "favour=900..1500:100", "--want", "nobody<=0.1"], "rises"),
        (&["unum-biga", "--vary", "target=10..40", "--want", "length:mean<=30"], "neither"),
    ] {
        let tuned = json(&[&["tune"], words].concat());
        assert_eq!(tuned["trend"], trend, "{words:?}");
        // The unrounded figures show the same trend.
        let values: Vec<f64> =
            items(&tuned["points"]).iter().map(|point| value_of(&point["figure"])).collect();
        let rises = values.windows(2).all(|pair| pair[1] >= pair[0] - 1e-9);
        let falls = values.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9);
        assert_eq!(
            (rises, falls),
            (trend == "rises" || trend == "constant", trend == "falls" || trend == "constant")
        );
    }
}

/// The figure of every value for a single `--want`, and whether it holds.
fn one_want(words: &[&str], want: &str) -> Vec<(f64, bool)> {
    let document = json(&[words, &["--want", want]].concat());
    let points = items(&document["points"]);
    points.iter().map(|point| (value_of(&point["figure"]), point["holds"].as_bool().unwrap())).collect()
}

/// With a higher target a Century is won less often and takes longer, so a host who wants frequent wins and long games has few
/// choices. Each figure equals that of its own question, and the chosen value is one that a search by hand finds.
#[test]
fn one_value_can_meet_several_wants() {
    let asked = ["tune", "century", "--vary", "target=40..100:5"];
    let with = |wants: &[&str]| {
        let wants: Vec<&str> = wants.iter().flat_map(|want| ["--want", want]).collect();
        json(&[&asked[..], &wants].concat())
    };
    let wants = ["win:seat1>=0.4", "length:mean>=17"];
    let (wins, lengths) = (one_want(&asked, wants[0]), one_want(&asked, wants[1]));
    let both = with(&wants);
    let points = items(&both["points"]);
    assert_eq!(points.len(), 13);
    for ((point, win), length) in points.iter().zip(&wins).zip(&lengths) {
        assert_eq!(point["figures"][0]["value"], serde_json::json!(win.0));
        assert_eq!(point["figures"][1]["value"], serde_json::json!(length.0));
        assert_eq!(point["figure"], point["figures"][0]);
        assert_eq!(point["met"], serde_json::json!([win.1, length.1]));
        assert_eq!(point["holds"], win.1 && length.1);
    }
    assert_eq!(both["trends"], serde_json::json!(["falls", "rises"]));
    let feasible: Vec<usize> = (0..13).filter(|index| wins[*index].1 && lengths[*index].1).collect();
    assert!(!feasible.is_empty() && feasible.len() < 13, "{feasible:?}");
    let closest = feasible.iter().find(|index| points[**index] == both["closest"]);
    assert!(closest.is_some(), "{}", both["closest"]);

    // A target and a bound: the value nearest to the target within the bound.
    let near = with(&["win:seat1=0.9", "length:mean>=17"]);
    let distance = |index: &usize| (wins[*index].0 - 0.9).abs();
    let within = (0..13).filter(|index| lengths[*index].1);
    let best = within.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
    assert_eq!(near["closest"]["values"], points[best]["values"]);
    assert_eq!(near["choice"], "nearest");

    // Conflicting wants, and which of the two fails.
    let text = answer(&[&asked[..], &["--want", "win:seat1>=0.99", "--want", "length:mean>=19"]].concat());
    let (often, long) = (one_want(&asked, "win:seat1>=0.99"), one_want(&asked, "length:mean>=19"));
    assert!(!often.iter().zip(&long).any(|(often, long)| often.1 && long.1));
    assert!(text.contains("None of the values tried meets every limit"), "{text}");
    assert!(text.contains("; it fails "), "{text}");
    assert!(text.contains("fails win:seat1") || text.contains("fails length:mean"), "{text}");
    // A want that no value meets is named.
    let text = answer(&[&asked[..], &["--want", "win:seat1>=1.0", "--want", "length:mean<=100"]].concat());
    assert!(text.contains("no value gives win:seat1 at least 100 %"), "{text}");

    // A figure with two bounds has one column.
    let range = answer(&[&asked[..], &["--want", "win:seat1>=0.3", "--want", "win:seat1<=0.6"]].concat());
    let header = range.lines().find(|line| line.contains("win:seat1") && line.contains('┆')).unwrap();
    assert_eq!(header.matches("win:seat1").count(), 1, "{range}");
    let rows = answer(
        &[&asked[..], &["--want", "win:seat1>=0.3", "--want", "win:seat1<=0.6", "--format", "csv"]].concat(),
    );
    assert_eq!(rows.lines().filter(|row| row.contains(",win:seat1,")).count(), 13, "{rows}");
}

/// Two sets of house rules side by side: each answer is the same as alone, in every format, and the differences are exact.
#[test]
fn two_sets_of_house_rules_are_compared() {
    let alone = |rules: &[&str], form: &str| {
        let rules: Vec<&str> = rules.iter().flat_map(|rule| ["--rule", rule]).collect();
        answer(&[&["balance", "augustus", "--format", form], &rules[..]].concat())
    };
    let (first, second) = (&["fee=2"][..], &["fee=3", "ante=1"][..]);
    let asked = ["balance", "augustus", "--rule", "fee=2", "--versus", "fee=3", "--versus", "ante=1"];
    let both = json(&asked);
    let mut exact = 0;
    for (index, rules) in [first, second].into_iter().enumerate() {
        let mut one: Json = serde_json::from_str(&alone(rules, "json")).unwrap();
        for key in ["schema", "version", "verb"] {
            one.as_object_mut().unwrap().remove(key);
        }
        assert_eq!(both["games"][index], one);
    }
    for found in items(&both["differences"]) {
        let (name, seat) = (found["figure"].as_str().unwrap(), &found["seat"]);
        let of = |game: &Json| match seat.as_u64() {
            Some(seat) => game["seats"][usize::try_from(seat).unwrap() - 1][name].clone(),
            None => game[name].clone(),
        };
        let [a, b] = [0, 1].map(|index| of(&both["games"][index])["exact"].as_str().map(rational));
        if let (Some(a), Some(b)) = (a, b) {
            assert_eq!(rational(found["difference"]["exact"].as_str().unwrap()), b - a, "{name} {seat}");
            exact += 1;
        }
    }
    assert!(exact >= 10, "{exact}");
    // Coins change what is at stake, not who wins.
    let of = |name: &str| {
        items(&both["differences"]).iter().find(|found| found["figure"] == name).unwrap()["difference"]["value"].clone()
    };
    assert_eq!(of("win_share"), 0.0);
    assert!(of("net").as_f64().is_some_and(|net| net.abs() > 0.0));

    let rows = answer(&[&asked[..], &["--format", "csv"]].concat());
    for rules in [first, second] {
        for row in alone(rules, "csv").lines() {
            assert!(rows.lines().any(|line| line == row), "{row}");
        }
    }
    assert!(
        rows.lines().any(|row| row.starts_with("augustus,2,fee=3; ante=1,,traditional,1,difference,net,")),
        "{rows}"
    );
    for form in ["table", "markdown"] {
        let text = answer(&[&asked[..], &["--format", form]].concat());
        let line = text
            .lines()
            .find(|line| line.contains("Seat 1: net  ") || line.contains("Seat 1: net |"))
            .unwrap_or_else(|| panic!("{text}"));
        let cells: Vec<&str> =
            line.split(['│', '┆', '|']).map(str::trim).filter(|cell| !cell.is_empty()).collect();
        for (cell, rules) in cells[1..3].iter().zip([first, second]) {
            let one = alone(rules, form);
            assert!(one.lines().any(|line| line.contains("Seat 1") && line.contains(cell)), "{cell}: {one}");
        }
        assert!(text.contains("A: fee = 2") && text.contains("B: fee = 3, ante = 1"), "{text}");
    }
}

/// The mean of a figure read at the end can be a `--want` like any other.
#[test]
fn tune_accepts_figures_read_at_the_end() {
    let want = "figure:men_at_the_end=60";
    let tuned = json(&["tune", "century", "--vary", "target=80..100:10", "--want", want]);
    let target = tuned["closest"]["values"]["target"].as_u64().unwrap();
    let win = json(&["win", "century", "--rule", &format!("target={target}"), "--games", "0"]);
    assert_eq!(tuned["closest"]["figure"], win["scores"]["men_at_the_end"]["mean"]);
    let mean = value_of(&tuned["closest"]["figure"]);
    assert!((mean - 60.0).abs() < 6.0, "{mean}");
}

/// The proposed fixes, as `about: sentence`.
fn mends(document: &Json) -> Vec<String> {
    let shown =
        |mend: &Json| format!("{}: {}", mend["about"].as_str().unwrap(), mend["sentence"].as_str().unwrap());
    items(&document["mends"]).iter().map(shown).collect()
}

#[test]
fn mend_proposes_fixes() {
    let with = |arguments: &[&str]| json(&[&["balance", "--mend"], arguments].concat());
    let augustus = with(&["augustus"]);
    assert_eq!(mends(&augustus), ["coins: Let the starter rotate.", "coins: Ante 2 instead of 0."]);
    let ante = &augustus["mends"][1];
    assert_eq!([&ante["how"], &ante["rule"], &ante["was"], &ante["value"]], ["rule", "ante", "0", "2"]);
    assert_eq!([&ante["holds"]["about"], &ante["holds"]["ruling"]], ["coins", "inside"]);
    let four = with(&["augustus", "--players", "4"]);
    assert_eq!(mends(&four), ["coins: Let the starter rotate.", "coins: Ante 5 instead of 0."]);
    // House rules are not changed.
    let house = with(&["augustus", "--rule", "fee=9"]);
    assert_eq!(mends(&house), ["coins: Let the starter rotate.", "coins: Ante 5 instead of 0."]);
    // Rotating the starter evens nothing out if bones differ.
    let unlike = with(&["augustus", "--faces", "traditional", "--faces", "uniform"]);
    assert_eq!(mends(&unlike), ["coins: Fee per bone instead of cast."]);
    for fair in ["century", "simple-tali"] {
        assert_eq!(with(&[fair])["mends"], serde_json::json!([]), "{fair}");
    }
    assert!(json(&["balance", "augustus"]).get("mends").is_none());
    let ladder = with(&["hounds-and-vultures"]);
    assert_eq!(mends(&ladder), ["length: Ladder 3333 and 4444 instead of 4 casts."]);
    assert_eq!(ladder["mends"][0]["value"], "[3333, 4444]");
    // Fewer casts or points would change the game: it would be harder, or won nearly always.
    assert_eq!(with(&["century", "--minutes", "3"])["mends"], serde_json::json!([]));

    // A game file is a game like any other.
    let race = "game \"A short race\"\nseats 2\nrule target = 20 from 5 to 400\neach seat: square from 0 to target, capped\n\n\
                turn:\n  roll d6\n  square += sum\n  if square = target: win\n";
    let folder = folder_with("race.game", race);
    let race = json_in(folder.path(), &["balance", "race.game", "--tolerance", "0.18", "--mend"]);
    assert_eq!(mends(&race), ["chances: Let the starter rotate.", "chances: Play to 40 instead of 20."]);

    let text = answer(&["balance", "augustus", "--mend"]);
    assert!(text.contains("What fixes it") && text.contains("│ Ante 2 instead of 0. "), "{text}");
    assert!(text.contains("┆ --rule ante=2 ┆"), "{text}");
    let none =
        answer(&["balance", "hounds-and-vultures", "--rule", "ladder=[1111]", "--minutes", "1", "--mend"]);
    assert!(none.contains("None of the rules tried fixes it."), "{none}");
}

/// Every fix proposed for a game of chance works if applied, and makes nothing worse.
#[test]
fn proposed_fixes_work_and_make_nothing_worse() {
    let (mut tried, mut cases) = (0, 0);
    for game in games::all().filter(|game| game.policies.is_empty()) {
        for players in (2..=4).filter(|players| game.rules(*players).is_ok()) {
            let long = ["steps-of-the-senate", "catapulta"].contains(&game.name);
            if long && (!everything() || players > 2) {
                continue;
            }
            for asked in
                [&[][..], &["--minutes", "12", "--pace", "10"], &["--tolerance", "0.005", "--purse", "30"]]
            {
                cases += 1;
                if cases % one_in(2) != 0 {
                    continue;
                }
                let players = players.to_string();
                let asked = [&["balance", game.name, "--players", &players], asked].concat();
                let before = json(&[&asked[..], &["--mend"]].concat());
                let mends = items(&before["mends"]);
                assert!(mends.len() <= 3, "{asked:?}");
                let rules: Vec<&Json> = mends.iter().filter_map(|mend| mend.get("rule")).collect();
                assert!((1..rules.len()).all(|index| !rules[..index].contains(&rules[index])), "{asked:?}");
                for mend in mends.iter().filter(|mend| mend["how"] == "rule") {
                    let [rule, value] = ["rule", "value"].map(|key| mend[key].as_str().unwrap());
                    assert_ne!(mend["was"], mend["value"], "{asked:?}");
                    let rule = format!("{rule}={value}");
                    let after = json(&[&asked[..], &["--rule", &rule]].concat());
                    let about = mend["about"].as_str().unwrap();
                    assert!(
                        badness(&before, about).0 == 3 && badness(&after, about).0 == 0,
                        "{asked:?} {rule}"
                    );
                    for other in VERDICTS {
                        assert!(
                            badness(&after, other) <= badness(&before, other),
                            "{asked:?} {rule}: {other}"
                        );
                    }
                    assert_eq!(
                        items(&after["verdicts"]).iter().find(|verdict| verdict["about"] == about),
                        Some(&mend["holds"]),
                        "{asked:?} {rule}"
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried >= 5, "{tried}");
}
