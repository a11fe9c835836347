//! What `win`, `pot`, `games` and `rules` print, and hand-worked small cases.

use crate::common::{answer, everything, json, program, run, run_in};
use serde_json::{Value, json as expected};

fn exact(figure: &Value) -> &str {
    assert_eq!(figure["method"], "exact", "{figure}");
    figure["exact"].as_str().unwrap()
}

#[test]
fn wins_have_the_documented_form() {
    let document = json(&["win", "augustus", "--players", "3", "--games", "20000", "--seed", "5"]);
    assert_eq!(
        (&document["schema"], &document["game"], &document["players"]),
        (&expected!(1), &expected!("augustus"), &expected!(3))
    );
    assert_eq!(document["rules"], expected!({"fee": 4, "fee_per": "cast", "ante": 0}));
    let seats = document["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 3);
    for (seat, number) in seats.iter().zip(1..) {
        assert_eq!(seat["seat"], number);
        let simulated = &seat["simulated"];
        assert_eq!((&simulated["method"], &simulated["games"]), (&expected!("simulated"), &expected!(20000)));
        assert_eq!(simulated["confidence"], expected!(0.95));
        assert!(simulated["low"].as_f64() < simulated["value"].as_f64());
        assert!(simulated["value"].as_f64() < simulated["high"].as_f64());
    }
    assert_eq!((exact(&document["nobody"]), exact(&document["never"])), ("0", "0"));
    let length = &document["length"];
    assert_eq!(exact(&length["mean"]), "625/24");
    let levels: Vec<f64> =
        length["quantiles"].as_array().unwrap().iter().map(|q| q["q"].as_f64().unwrap()).collect();
    assert_eq!(levels, [0.05, 0.5, 0.95, 0.99]);
    assert_eq!(length["quantiles"][1]["casts"], 18);
    assert_eq!((&length["pmf"]["first"], &length["pmf"]["step"]), (&expected!(1), &expected!(1)));
    let simulation = &document["simulation"];
    assert_eq!((&simulation["games"], &simulation["seed"]), (&expected!(20000), &expected!(5)));
    assert!(simulation["worst_z"].as_f64().unwrap() < 5.0);
    assert!(simulation["casts"].as_f64().unwrap() > 20000.0);
    assert_eq!(document["bones"][0]["name"], "traditional");
}

#[test]
fn pots_have_the_documented_form() {
    let document = json(&["pot", "augustus", "--games", "20000"]);
    assert_eq!(exact(&document["pot"]["mean"]), "3055/96");
    assert_eq!(document["pot"]["quantiles"][1]["coins"], 20);
    // Seat 1 wins more often and still loses money.
    let net = &document["seats"][0]["net"];
    assert!((net["value"].as_f64().unwrap() + 0.317_577_920).abs() < 1e-9, "{net}");
    for key in ["paid", "taken", "net", "simulated"] {
        assert!(document["seats"][1][key]["value"].is_number(), "{key}");
    }
    let evening =
        &json(&["pot", "augustus", "--games", "6400", "--purse", "50", "--evening", "20"])["evening"];
    assert_eq!((&evening["purse"], &evening["evenings"]), (&expected!(50), &expected!(64)));
    let coins: f64 = (0..2).map(|seat| evening["seats"][seat]["coins"]["value"].as_f64().unwrap()).sum();
    // Coins move, none are made.
    assert!((coins - 100.0).abs() < 1e-6, "{coins}");
}

/// By hand: with two stakes each and fair games, the walk leaves −2…2 with the second, fourth, … game, half of
/// what is left each time, and the next game cannot be paid. Within five games that has happened by then
/// with probability 1/2 + 1/4.
#[test]
fn gamblers_are_ruined_as_feller_says() {
    let arguments =
        ["pot", "par-tali", "--players", "2", "--rule", "stake=10", "--purse", "20", "--games", "100000"];
    let evening = &json(&[&arguments[..], &["--evening", "5"]].concat())["evening"];
    for seat in 0..2 {
        let seat = &evening["seats"][seat];
        let (solved, simulated) = (&seat["ruined"], &seat["simulated"]);
        assert_eq!(solved["method"], "numerical");
        let value = solved["value"].as_f64().unwrap();
        assert!((simulated["value"].as_f64().unwrap() - value).abs() < 0.07, "{seat}");
    }
    // Nearly fair, so that nearly 3/8 each.
    let ruined: f64 = (0..2).map(|seat| evening["seats"][seat]["ruined"]["value"].as_f64().unwrap()).sum();
    let win = json(&["win", "par-tali", "--players", "2", "--games", "0"])["seats"][0]["win_share"]["value"]
        .as_f64()
        .unwrap();
    let level = 2.0 * win * (1.0 - win);
    assert!((ruined - (1.0 - level * level)).abs() < 1e-9, "{ruined}");
}

#[test]
fn no_games_are_played_where_none_are_asked_for() {
    let document = json(&["win", "century", "--games", "0"]);
    assert!(document.get("simulation").is_none());
    assert!(document["seats"][0].get("simulated").is_none());
    assert!(
        (document["seats"][0]["win_share"]["value"].as_f64().unwrap() - 0.320_369_183_526_092).abs() < 1e-14
    );
    assert_eq!(document["scores"]["winning_day"]["pmf"]["probabilities"].as_array().unwrap().len(), 16);
}

/// By hand: with Venus at every other cast the first seat wins 2/3 of the games, and so on.
#[test]
fn small_cases_worked_out_by_hand() {
    // Two seats, a stake of 1 and the ladder of one certain cast: seat 1 is there first.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ones.toml"), "[faces]\n1 = 1\n3 = 0\n4 = 0\n6 = 0\n").unwrap();
    let read = |arguments: &[&str]| -> Value {
        let run = run_in(folder.path(), &[arguments, &["--games", "100", "--format", "json"]].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        serde_json::from_str(&run.out).unwrap()
    };
    let certain =
        read(&["win", "hounds-and-vultures", "--rule", "ladder=[1111, 1111]", "--faces", "ones.toml"]);
    assert_eq!(exact(&certain["seats"][0]["win_share"]), "1");
    assert_eq!(exact(&certain["length"]["mean"]), "3");
    assert_eq!(exact(&certain["length"]["sd"]), "0");
    // No 6, no Venus: nobody ever wins, and it is seen at once.
    let never = read(&["win", "augustus", "--faces", "ones.toml"]);
    assert_eq!(exact(&never["never"]), "1");
    assert_eq!(never["length"]["mean"]["value"], Value::Null);
    assert_eq!(never["length"]["mean"]["why"], "infinite: the game may never end");
    assert_eq!(never["simulation"]["never"]["value"], 1.0);
    // One talus to pick up with each success: the first of five lies in the hand, four tries of 1/2 each.
    let stones = read(&["win", "pentelitha", "--rule", "style=pick-up"]);
    assert_eq!(exact(&stones["length"]["mean"]), "8");
    // Of seven fair tosses four succeed or four fail, equally likely.
    assert_eq!(stones["length"]["quantiles"][1]["turns"], 7);
    // With one stone each and uniform tali: totals of two are equal with probability 9/64... counted below.
    let fight = read(&["win", "gladiators", "--rule", "stones=1", "--faces", "uniform"]);
    let mut ties = 0;
    let mut totals = std::collections::BTreeMap::new();
    for one in [1, 3, 4, 6] {
        for other in [1, 3, 4, 6] {
            *totals.entry(one + other).or_insert(0) += 1;
        }
    }
    ties += totals.values().map(|ways| ways * ways).sum::<i32>();
    assert_eq!(fight["nobody"]["value"].as_f64(), Some(f64::from(ties) / 256.0));
    assert_eq!(exact(&fight["length"]["mean"]), "2");
}

#[test]
fn everybody_may_bring_their_own_bones() {
    let folder = crate::common::folder_with_examples();
    let run = run_in(
        folder.path(),
        &[
            "win",
            "augustus",
            "--faces",
            "weights.toml",
            "--faces",
            "uniform",
            "--games",
            "1000",
            "--format",
            "json",
        ],
    );
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["bones"].as_array().unwrap().len(), 2);
    assert!(
        document["seats"][1]["win_share"]["value"].as_f64()
            > document["seats"][0]["win_share"]["value"].as_f64()
    );
}

#[test]
fn house_rules_come_from_a_file_or_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let toml = answer(&["rules", "augustus", "--toml"]);
    std::fs::write(folder.path().join("house.toml"), toml.replace("fee = 4", "fee = \"3/2\"")).unwrap();
    let arguments =
        ["pot", "augustus", "--rules", "house.toml", "--rule", "ante=1", "--games", "0", "--format", "json"];
    let run = run_in(folder.path(), &arguments);
    let document: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
    assert_eq!(document["rules"], expected!({"fee": "3/2", "fee_per": "cast", "ante": 1}));
    // 3055/96 coins came from fees of 4, and two antes beside them.
    assert_eq!(exact(&document["pot"]["mean"]), "3567/256");
}

/// What is asked besides of games that would take long: a match of ten counters takes a minute, and two who play their best
/// take as long or never end.
fn short(name: &str) -> &'static [&'static str] {
    match name {
        "mendax-common" => &["--rule", "counters=1"],
        "mendax-single" => &["--rule", "tali=2", "--rule", "duel=faces"],
        "mancala" => &["--play", "greedy"],
        "latrunculi" => &["--rule", "quiet=20", "--play", "greedy"],
        "aseb" => &["--rule", "pieces=1"],
        "duodecim-scriptorum" => &["--rule", "pieces=4", "--play", "greedy"],
        _ => &[],
    }
}

#[test]
fn every_game_is_in_the_catalogue_with_rules_that_can_be_edited() {
    let games = json(&["games"]);
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 22);
    for (place, game) in games.iter().enumerate() {
        let name = game["game"].as_str().unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("house.toml"), answer(&["rules", name, "--toml"])).unwrap();
        let short = short(name);
        let win = |more: &[&'static str]| [&["win", name], more, short].concat();
        // One game after the other in another form.
        let forms = ["table", "json", "csv", "markdown"];
        let solved = ["--games", "0", "--format", forms[place % forms.len()]];
        let with = run_in(folder.path(), &win(&[&["--rules", "house.toml"], &solved[..]].concat()));
        assert_eq!((with.code, &with.out), (Some(0), &answer(&win(&solved))), "{name}: {}", with.err);
        assert!(answer(&["rules", name]).contains(game["source"].as_str().unwrap()));
        for form in forms {
            assert!(!answer(&["rules", name, "--format", form]).is_empty());
            assert!(!everything() || !answer(&win(&["--games", "100", "--format", form])).is_empty());
        }
    }
}

#[test]
fn every_game_has_a_picture() {
    for game in tali_odds::games::all() {
        let folder = tempfile::tempdir().unwrap();
        let verbs: &[&str] = if game.coins.is_some() { &["win", "pot"] } else { &["win"] };
        for verb in verbs {
            let games = if everything() { "2000" } else { "100" };
            let asked = [verb, game.name, "--games", games, "--chart", "picture.svg"];
            let short = short(game.name);
            let run = run_in(folder.path(), &[&asked, short].concat());
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", game.name);
            let svg = std::fs::read_to_string(folder.path().join("picture.svg")).unwrap();
            assert!(svg.contains("<title>") && svg.contains(game.title.split('\'').next().unwrap()));
        }
    }
}

#[test]
fn wrong_requests_say_what_is_right() {
    for (arguments, says) in [
        (&["win", "centurion"][..], "did you mean `century`"),
        (&["win", "augustus", "--players", "13"], "12"),
        (&["win", "century", "--players", "2"], "century is a game for 1 player, not for 2"),
        (&["win", "augustus", "--rule", "fees=2"], "its rules are fee, fee_per, ante; did you mean `fee`?"),
        (&["win", "augustus", "--rule", "fee"], "KEY=VALUE"),
        (&["win", "augustus", "--rule", "fee=-1"], "`fee` is an amount of coins from 0 to 1000000"),
        (&["win", "augustus", "--rule", "fee_per=bones"], "did you mean `bone`"),
        (&["win", "century", "--rule", "casts=0"], "`casts` is a whole number from 1 to 1000, not 0"),
        (&["win", "steps-of-the-senate", "--rule", "ladder=[6532]"], "a list of 1 to 64 casts of four tali"),
        (&["win", "tropa", "--rule", "skill=[0.5, 0.5, 0.5]"], "a list with one for each seat"),
        (&["win", "catapulta", "--rule", "outer=0.9"], "`ring` shows 0 with a weight of -1/5"),
        (
            &["win", "augustus", "--faces", "uniform", "--faces", "uniform", "--faces", "uniform"],
            "3 sets of bones are given, and the table has 2 seats",
        ),
        (&["win", "augustus", "--confidence", "1"], "from 0.5 to 0.999999"),
        (&["win", "augustus", "--games", "-1"], "unexpected argument"),
        (&["pot", "century"], "century is not played for coins"),
        (&["pot", "augustus", "--evening", "5"], "--purse"),
        (&["pot", "augustus", "--purse", "5", "--games", "0"], "leave out --games 0"),
        (&["rules", "augustus", "--toml", "--format", "json"], "--toml is a form of its own"),
        (&["rules", "agustus"], "did you mean `augustus`"),
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
        assert!(run.err.contains(says), "{arguments:?}: `{says}` is missing: {}", run.err);
    }
    let folder = tempfile::tempdir().unwrap();
    for (rules, says) in [
        ("fee = 2\nfees = 3\n", "house.toml: line 2: augustus has no rule `fees`"),
        ("game = \"century\"\n", "line 1: these are rules of `century`, not of augustus"),
        ("fee = = 2\n", "line 1: this is not TOML"),
        ("fee = 2\nfee = 3\n", "line 2: `fee` is given twice"),
    ] {
        std::fs::write(folder.path().join("house.toml"), rules).unwrap();
        let run = run_in(folder.path(), &["win", "augustus", "--rules", "house.toml"]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(says), "`{says}` is missing: {}", run.err);
    }
    assert_eq!(run_in(folder.path(), &["win", "augustus", "--rules", "none.toml"]).code, Some(1));
}

/// How many hundredths of a second of processor time a process has used in its own code.
#[cfg(target_os = "linux")]
fn processor_ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name of the program, in brackets, may hold anything.
    let (_, after_name) = stat.rsplit_once(')').unwrap();
    after_name.split_whitespace().nth(11).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_games_with_the_estimate_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let child = program(folder.path())
        .args(["win", "augustus", "--games", "1000000000000", "--format", "json"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It plays once it has worked so long, however little of the processors it is given.
    while processor_ticks(child.id()) < 100 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let (games, asked) = (&document["simulation"]["games"], &document["simulation"]["asked"]);
    assert_eq!(asked, 1_000_000_000_000u64);
    assert!(games.as_u64().unwrap() > 0 && games.as_u64() < asked.as_u64());
}

#[test]
fn the_card_stands_alone_with_the_rules_of_the_house() {
    for game in tali_odds::games::all() {
        let card = answer(&["rules", game.name, "--card"]);
        assert!(card.starts_with(&format!("{}: {}.\n", game.title, game.summary)), "{card}");
        assert!(card.contains("\nThe end\n- ") && card.contains("\nSource: "), "{card}");
        let lines = card.lines().skip(1);
        assert!(lines.into_iter().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 80), "{card}");
    }
    let house = answer(&["rules", "augustus", "--card", "--rule", "fee=2"]);
    assert!(house.contains("put 2 coins into the pot") && house.contains("fee 2 (usually 4)"), "{house}");
    let folder = tempfile::tempdir().unwrap();
    let written = run_in(folder.path(), &["rules", "aseb", "--card", "-o", "card.html"]);
    assert_eq!((written.code, written.out.as_str()), (Some(0), ""), "{}", written.err);
    let page = std::fs::read_to_string(folder.path().join("card.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && page.contains("Source: "));
    assert_eq!(page, answer(&["rules", "aseb", "--card", "--format", "html"]));
    for (words, said) in [
        (&["rules", "augustus", "--rule", "fee=2"][..], "add --card"),
        (&["rules", "augustus", "--card", "--format", "json"], "give --format html"),
        (&["rules", "augustus", "--card", "--toml"], "cannot be used with"),
    ] {
        let wrong = run(words);
        assert!(wrong.code == Some(2) && wrong.err.contains(said), "{words:?}: {}", wrong.err);
    }
}
