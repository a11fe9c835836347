//! Games of which some never end, or end without a winner: what is still finite is told, and of the same games by every way. All
//! values are worked out by hand.

use serde_json::Value;

use super::common::{json_in, run_in};

/// Won in half of the games with the first throw; in the others nothing happens any more but throws.
const HALF_NEVER: &str = r#"
game "Half never"
seats 2
table: dead from 0 to 1
ante 2
turn:
  roll 1 d6
  if dead = 0:
    note "live throws"
    if sum <= 3: win
    else: dead = 1
  else: note "dead throws"
"#;

/// A folder with a game file.
fn with_game(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("my.game"), text).unwrap();
    folder
}

/// The answer about a game file.
fn of_game(text: &str, arguments: &[&str]) -> Value {
    let words = [&[arguments[0], "my.game"], &arguments[1..]].concat();
    json_in(with_game(text).path(), &words)
}

#[track_caller]
fn exactly(figure: &Value, exact: &str) {
    assert_eq!(figure["exact"], exact, "{figure}");
}

#[track_caller]
fn about(figure: &Value, value: f64) {
    let found = figure["value"].as_f64().unwrap_or_else(|| panic!("no number: {figure}"));
    assert!((found - value).abs() < 1e-12 * value.abs().max(1.0), "{figure}, not {value}");
}

#[track_caller]
fn why(figure: &Value, why: &str) {
    assert!(figure["why"].as_str().unwrap_or_default().starts_with(why), "{figure}, not {why}");
}

/// Shares of a pot that are taken for ever are neither infinite nor nothing: what they come to is not solved, and games that are
/// broken off do not tell.
#[test]
fn shares_of_the_pot_that_are_taken_for_ever_are_not_told() {
    let games = [
        "if dead = 0:\n    if sum <= 3: win\n    else: dead = 1\n  else: take pot / 2",
        "pay 1\n  take pot / 2",
        "take pot / 2",
    ];
    for turn in games {
        let text = format!(
            "game \"Shares\"\nseats 2\ntable: dead from 0 to 1\nante 8\nturn:\n  roll 1 d6\n  {turn}\n"
        );
        let pot = of_game(&text, &["pot", "--games", "200"]);
        for seat in pot["seats"].as_array().unwrap() {
            for figure in ["taken", "net"] {
                why(&seat[figure], "not computed");
            }
            assert_eq!(seat.get("simulated"), None, "{seat}");
        }
    }
    // The pot doubles as often as it is won: it is 2, 4, 8, … with chances of 1/2, 1/4, 1/8, …
    let doubling = "game \"Doubling\"\nseats 2\nante 1\nturn:\n  roll 1 d6\n  if sum <= 3: win\n  pay pot\n";
    let pot = of_game(doubling, &["pot", "--games", "200"]);
    why(&pot["pot"]["mean"], "infinite");
    why(&pot["pot"]["quantiles"][1], "not computed");
    let balance = of_game(doubling, &["balance", "--games", "200"]);
    for seat in balance["seats"].as_array().unwrap() {
        for figure in ["net", "net_sd"] {
            why(&seat[figure], "undefined");
        }
    }
}

/// Of games that were given up nobody knows whether they end: this one does so surely, once in some ten million turns.
#[test]
fn games_that_are_given_up_are_no_games_without_end() {
    let rare = "game \"Rare\"\nseats 2\neach seat: a from 0 to 3000, capped; b from 0 to 3000, capped\nturn:\n  roll 4 d6 as x\n  \
                a += x.sum\n  roll 2 d100 as y\n  b += y.sum\n  if a = 3000: a = 0\n  if b = 3000: b = 0\n  \
                if x.sum = 4 and y.sum = 2: win\n";
    let win = of_game(rare, &["win", "--games", "2"]);
    why(&win["never"], "not computed");
    let notes = win["remarks"].to_string();
    assert!(notes.contains("2 of 2 games were given up"), "{notes}");
    let printed = run_in(with_game(rare).path(), &["balance", "my.game", "--games", "2"]).out;
    assert!(!printed.contains("never ends") && !printed.contains("infinite"), "{printed}");
}

/// Where one pays for ever, and now and then takes, it is the mean that counts.
#[test]
fn nets_go_the_way_of_their_mean() {
    let bank = |prize: u64| {
        format!(
            "game \"Bank\"\nseats 2\nturn:\n  pay 1 to bank\n  roll 1 d6\n  if sum = 6: take {prize} from bank\n"
        )
    };
    for (prize, expected) in [(5, "-infinite"), (6, "undefined"), (7, "infinite")] {
        let balance = of_game(&bank(prize), &["balance", "--games", "200"]);
        for seat in balance["seats"].as_array().unwrap() {
            why(&seat["net"], expected);
            why(&seat["net_sd"], "infinite");
        }
        let length = &balance["length"];
        length["quantiles"]
            .as_array()
            .unwrap()
            .iter()
            .chain([&length["mean"]])
            .for_each(|of| why(of, "infinite"));
    }
    // A third of the games ends, a third loses for ever, and a third takes this prize in two throws of three.
    let two = |prize: u64| {
        format!(
            "game \"Two\"\nseats 1\ntable: where from 0 to 2\nturn:\n  roll 1 d3\n  if where = 0:\n    if sum = 1: win\n    \
             where = sum - 1\n  else if where = 1: pay sum to bank\n  else:\n    pay 2 to bank\n    if sum > 1: take {prize} \
             from bank\n"
        )
    };
    for (prize, expected) in [(2, "-infinite"), (3, "-infinite"), (4, "undefined")] {
        let pot = of_game(&two(prize), &["pot", "--games", "0"]);
        why(&pot["seats"][0]["net"], expected);
        why(&pot["seats"][0]["taken"], "infinite");
    }
}

#[test]
fn only_what_grows_in_the_endless_part_is_infinite() {
    let pot = of_game(HALF_NEVER, &["pot", "--games", "20000"]);
    exactly(&pot["pot"]["mean"], "4");
    exactly(&pot["pot"]["sd"], "0");
    for (seat, taken, net) in [(0, "2", "0"), (1, "0", "-2")] {
        exactly(&pot["seats"][seat]["paid"], "2");
        exactly(&pot["seats"][seat]["taken"], taken);
        exactly(&pot["seats"][seat]["net"], net);
    }
    let win = of_game(HALF_NEVER, &["win", "--games", "0"]);
    exactly(&win["never"], "1/2");
    why(&win["length"]["mean"], "infinite");
    exactly(&win["length"]["finite_mean"], "1");
    let notes = &win["figures"];
    exactly(&notes["note_live_throws"][0], "1");
    exactly(&notes["note_live_throws"][1], "0");
    (0..2).for_each(|seat| why(&notes["note_dead_throws"][seat], "infinite"));
    // Seat 1 takes 4 or nothing of what it has paid, each in half of the games: 2 away from 0. Its chance moves by a half.
    let balance = of_game(HALF_NEVER, &["balance"]);
    for (seat, sd, suspense) in [(0, 2.0, 0.5), (1, 0.0, 0.0)] {
        let seat = &balance["seats"][seat];
        about(&seat["net_sd"], sd);
        about(&seat["suspense"], suspense);
        about(&seat["surprise"], suspense);
    }
    exactly(&balance["seats"][1]["net_sd"], "0");
    for part in ["dead_casts", "decisiveness"] {
        why(&balance[part], "undefined");
    }
}

#[test]
fn like_stands_beside_like() {
    let pot = of_game(HALF_NEVER, &["pot", "--games", "20000"]);
    let simulated = &pot["seats"][0]["simulated"];
    // Of all games: 4 in half of them, less 2.
    assert!(simulated["value"].as_f64().unwrap().abs() < 0.1, "{simulated}");
    assert!(pot["simulation"]["worst_z"].as_f64().unwrap() > 0.0);
    let win = of_game(HALF_NEVER, &["win", "--games", "20000"]);
    assert_eq!(win["simulation"]["length_mean"], Value::Null);
    about(&win["simulation"]["length_finite_mean"], 1.0);
    let notes = &win["simulation"]["figures"];
    about(&notes["note_live_throws"][0], 1.0);
    assert_eq!(notes.get("note_dead_throws"), None, "{notes}");
    // Two who always throw the same tie for ever where the third throws nothing better.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("threes.toml"), "[faces]\n1 = 0\n3 = 1\n4 = 0\n6 = 0\n").unwrap();
    let faces = ["--faces", "threes.toml", "--faces", "threes.toml", "--faces", "uniform"];
    let words = [&["pot", "simple-tali", "--players", "3", "--games", "20000"], &faces[..]].concat();
    let pot = json_in(folder.path(), &words);
    for seat in pot["seats"].as_array().unwrap() {
        let (net, simulated) = (&seat["net"]["value"], &seat["simulated"]);
        let [low, high] = ["low", "high"].map(|end| simulated[end].as_f64().unwrap());
        let net = net.as_f64().unwrap();
        assert!(low - 0.05 < net && net < high + 0.05, "{seat}");
    }
}

/// Coins that move before, on the way to, and in play without an end.
#[test]
fn coins_on_the_way_to_endless_play_count() {
    let game = |for_ever: &str| {
        format!(
            "game \"Two steps\"\nseats 2\ntable: step from 0 to 2\nturn:\n  roll 1 d2\n  if step = 0:\n    pay 1\n    \
             if sum = 1: win\n    step = 1\n  else if step = 1:\n    pay 5\n    step = 2\n  else:\n    {for_ever}\n"
        )
    };
    // Half of the games end with the first throw; in the others seat 2 pays 5 before nobody pays any more.
    let pot = of_game(&game("note \"idle\""), &["pot", "--games", "0"]);
    exactly(&pot["pot"]["mean"], "1");
    for (seat, paid, taken, net) in [(0, "1", "1/2", "-1/2"), (1, "5/2", "0", "-5/2")] {
        exactly(&pot["seats"][seat]["paid"], paid);
        exactly(&pot["seats"][seat]["taken"], taken);
        exactly(&pot["seats"][seat]["net"], net);
    }
    let forever = |what: &str| of_game(&game(what), &["pot", "--games", "200"])["seats"].clone();
    let seats = forever("if me = 1: pay 1 to bank");
    why(&seats[0]["paid"], "infinite");
    why(&seats[0]["net"], "-infinite");
    assert_eq!(seats[0].get("simulated"), None);
    exactly(&seats[1]["net"], "-5/2");
    let seats = forever("take 1 from bank");
    why(&seats[0]["taken"], "infinite");
    why(&seats[0]["net"], "infinite");
    // What is paid and got back at once adds up to nothing.
    let seats = forever("pay 1 to bank; take 1 from bank");
    why(&seats[0]["paid"], "infinite");
    exactly(&seats[0]["net"], "-1/2");
    let seats = forever("if sum = 1: pay 1 to bank\n    else: take 1 from bank");
    why(&seats[0]["net"], "undefined");
}

#[test]
fn infinity_has_a_sign_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let thirds = "[faces]\n1 = \"1/3\"\n3 = \"1/3\"\n4 = \"1/3\"\n6 = 0\n";
    std::fs::write(folder.path().join("no-six.toml"), thirds).unwrap();
    let balance = ["balance", "augustus", "--faces", "no-six.toml"];
    let document = json_in(folder.path(), &balance);
    for seat in document["seats"].as_array().unwrap() {
        assert_eq!(seat["net"]["why"], "-infinite: the game may never end");
        exactly(&seat["element_of_risk"], "-1");
        exactly(&seat["suspense"], "0");
    }
    for (format, told) in [("table", "−infinite"), ("markdown", "−infinite"), ("csv", "-infinite: ")] {
        let printed = run_in(folder.path(), &[&balance[..], &["--format", format]].concat()).out;
        assert!(printed.contains(told), "{printed}");
    }
}

#[test]
fn a_pot_is_that_of_the_games_in_which_it_is_taken() {
    let drawn =
        "game \"Drawn\"\nseats 2\nante 1\nturn:\n  roll 1 d2\n  pay 1\n  if sum = 1: draw\n  pay 1\n  win\n";
    let pot = of_game(drawn, &["pot", "--games", "1000"]);
    exactly(&pot["pot"]["mean"], "4");
    exactly(&pot["pot"]["sd"], "0");
    assert_eq!(pot["pot"]["quantiles"][1]["coins"], 4);
    about(&pot["simulation"]["pot_mean"], 4.0);
    // It pays 1 and then 1 or 2, and takes 4 in half of the games.
    exactly(&pot["seats"][0]["net"], "-1/2");
    // 1 more with each throw until somebody wins or nobody does: 2 + N, N geometric with 1/2, whoever it is.
    let growing = "game \"Growing\"\nseats 2\nante 1\nturn:\n  roll 1 d4\n  pay 1\n  if sum = 1: win\n  if sum = 2: draw\n";
    let pot = of_game(growing, &["pot", "--games", "0"]);
    exactly(&pot["pot"]["mean"], "4");
    about(&pot["pot"]["sd"], 2.0_f64.sqrt());
    let chances = pot["pot"]["pmf"]["probabilities"].as_array().unwrap();
    chances.iter().zip([0.0, 0.5, 0.25, 0.125]).for_each(|(found, wanted)| {
        assert!((found.as_f64().unwrap() - wanted).abs() < 1e-9, "{found}");
    });
    let untaken = "game \"Untaken\"\nseats 2\nante 3\nturn:\n  roll 1 d2\n  draw\n";
    let pot = of_game(untaken, &["pot", "--games", "1000"]);
    why(&pot["pot"]["mean"], "undefined");
    assert_eq!(pot["simulation"]["pot_mean"], Value::Null);
    exactly(&pot["seats"][0]["net"], "-3");
    let tuned = "game \"Drawn\"\nseats 2\nrule more = 1 from 0 to 5\nante 1\nturn:\n  roll 1 d2\n  if sum = 1: draw\n  pay more\n  win\n";
    let folder = with_game(tuned);
    let tune = ["tune", "my.game", "--vary", "more=0..5", "--want", "pot:mean=6"];
    let tune = json_in(folder.path(), &tune);
    // Two antes, and more of seat 1 if it wins.
    let points = tune["points"].as_array().unwrap();
    let holds: Vec<u64> =
        (0..).zip(points).filter(|(_, point)| point["holds"] == true).map(|(at, _)| at).collect();
    assert_eq!(holds, [4], "{tune}");
}

#[test]
fn a_net_that_is_sure_has_no_deviation() {
    // Seat 2 never wins. Seat 1 pays its coin with the first throw or with a later one.
    let later = "game \"Now or later\"\nseats 2\nante 2\neach seat: paid from 0 to 1\nturn:\n  roll 1 d3\n  if me = 2: pass\n  \
                 if paid = 0:\n    if sum < 3: pay 1; paid = 1\n  else if sum = 3: win\n";
    let balance = of_game(later, &["balance"]);
    for (seat, net) in [(0, "2"), (1, "-2")] {
        exactly(&balance["seats"][seat]["net"], net);
        exactly(&balance["seats"][seat]["net_sd"], "0");
    }
    let won = "game \"Even\"\nseats 2\nante 2\nturn:\n  roll 1 d2\n  if sum = 1: win\n";
    about(&of_game(won, &["balance"])["seats"][1]["net_sd"], 4.0 * (2.0_f64 / 9.0).sqrt());
}

#[test]
fn few_games_have_no_interval_and_none_leaves_what_can_be() {
    let folder = tempfile::tempdir().unwrap();
    for (games, has_interval) in [("2", false), ("29", false), ("30", true), ("100", true)] {
        let win = json_in(folder.path(), &["win", "augustus", "--games", games]);
        let mean = &win["simulation"]["length_mean"];
        assert_eq!(mean["low"].is_number(), has_interval, "{mean}");
        assert!(mean["low"].as_f64().is_none_or(|low| low >= 0.0), "{mean}");
        let pot = json_in(folder.path(), &["pot", "augustus", "--games", games]);
        for seat in 0..2 {
            let taken = &pot["simulation"]["taken"][seat];
            assert_eq!(taken["low"].is_number(), has_interval, "{taken}");
            assert!(taken["low"].as_f64().is_none_or(|low| low >= 0.0), "{taken}");
        }
    }
}
