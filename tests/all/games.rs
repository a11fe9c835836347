//! The output of `win`, `pot`, `games` and `rules`, and small cases worked by hand.

use crate::common::{answer, everything, folder_with_examples, json, json_in, program, run_in};
use serde_json::{Value, json as expected};

/// Asserts that a document has these values at these JSON pointers.
#[track_caller]
fn says(document: &Value, expected: &Value) {
    for (index, wanted) in expected.as_object().unwrap() {
        assert_eq!(document.pointer(index), Some(wanted), "{index}");
    }
}

fn number(figure: &Value) -> f64 {
    figure["value"].as_f64().unwrap()
}

#[test]
fn win_has_the_documented_form() {
    let document = json(&["win", "augustus", "--players", "3", "--games", "20000", "--seed", "5"]);
    let usual = expected!({
        "/schema": 1,
        "/game": "augustus",
        "/players": 3,
        "/rules": {"fee": 4, "fee_per": "cast", "ante": 0},
        "/bones/0/name": "traditional",
        "/simulation/games": 20000,
        "/simulation/seed": 5,
    });
    says(&document, &usual);
    let seats = document["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 3);
    for (seat, number) in seats.iter().zip(1..) {
        says(
            seat,
            &expected!({"/seat": number, "/simulated/method": "simulated", "/simulated/games": 20000}),
        );
        let simulated = &seat["simulated"];
        assert_eq!(simulated["confidence"], 0.95);
        let [low, value, high] = ["low", "value", "high"].map(|part| simulated[part].as_f64().unwrap());
        assert!(low < value && value < high, "{simulated}");
    }
    let quantiles = document["length"]["quantiles"].as_array().unwrap();
    let levels: Vec<&Value> = quantiles.iter().map(|quantile| &quantile["q"]).collect();
    assert_eq!(levels, [0.05, 0.5, 0.95, 0.99]);
    let simulation = &document["simulation"];
    assert!(simulation["worst_z"].as_f64() < Some(5.0) && simulation["casts"].as_f64() > Some(20000.0));
}

#[test]
fn pot_has_the_documented_form() {
    let document = json(&["pot", "augustus", "--games", "20000"]);
    for key in ["paid", "taken", "net", "simulated"] {
        assert!(document["seats"][1][key]["value"].is_number(), "{key}");
    }
    let evening =
        &json(&["pot", "augustus", "--games", "6400", "--purse", "50", "--evening", "20"])["evening"];
    says(evening, &expected!({"/purse": 50, "/evenings": 64}));
    let coins: f64 = (0..2).map(|seat| number(&evening["seats"][seat]["coins"])).sum();
    // The total number of coins does not change.
    assert!((coins - 100.0).abs() < 1e-6, "{coins}");
}

/// By hand: with two stakes each and fair games, the walk leaves −2…2 with the second, fourth, … game, each time with probability
/// 1/2, and the next game cannot be paid. Within five games this happens with probability 1/2 + 1/4.
#[test]
fn ruin_matches_the_random_walk() {
    let arguments =
        ["pot", "par-tali", "--players", "2", "--rule", "stake=10", "--purse", "20", "--games", "100000"];
    let evening = &json(&[&arguments[..], &["--evening", "5"]].concat())["evening"];
    let mut all = 0.0;
    for seat in 0..2 {
        let seat = &evening["seats"][seat];
        let ruined = &seat["ruined"];
        assert_eq!(ruined["method"], "numerical");
        assert!((number(&seat["simulated"]) - number(ruined)).abs() < 0.07, "{seat}");
        all += number(ruined);
    }
    // Nearly fair, so nearly 3/8 each.
    let document = json(&["win", "par-tali", "--players", "2", "--games", "0"]);
    let win = number(&document["seats"][0]["win_share"]);
    let level = 2.0 * win * (1.0 - win);
    assert!((all - (1.0 - level * level)).abs() < 1e-9, "{all}");
}

#[test]
fn small_cases_worked_out_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ones.toml"), "[faces]\n1 = 1\n3 = 0\n4 = 0\n6 = 0\n").unwrap();
    let read = |arguments: &[&str]| json_in(folder.path(), &[arguments, &["--games", "100"]].concat());
    // Two seats, a stake of 1 and a ladder of two certain casts: seat 1 finishes first.
    let ladder = ["win", "hounds-and-vultures", "--rule", "ladder=[1111, 1111]", "--faces", "ones.toml"];
    let certain =
        expected!({"/seats/0/win_share/exact": "1", "/length/mean/exact": "3", "/length/sd/exact": "0"});
    says(&read(&ladder), &certain);
    // Without a 6 there is no Venus: nobody ever wins, which is detected at once.
    let never = expected!({
        "/never/exact": "1",
        "/length/mean/value": null,
        "/length/mean/why": "infinite: the game may never end",
        "/simulation/never/value": 1.0,
    });
    says(&read(&["win", "augustus", "--faces", "ones.toml"]), &never);
    // Each success picks up one talus: the first of five is in the hand, and four successes with chance 1/2 are needed. Among
    // seven fair tosses either four succeed or four fail, equally likely.
    let stones = expected!({"/length/mean/exact": "8", "/length/quantiles/1/turns": 7});
    says(&read(&["win", "pentelitha", "--rule", "style=pick-up"]), &stones);
    // With one stone each and uniform tali, a tie is as frequent as counted here.
    let totals: Vec<i32> =
        [1, 3, 4, 6].iter().flat_map(|one| [1, 3, 4, 6].map(|other| one + other)).collect();
    let ties = totals.iter().flat_map(|total| totals.iter().filter(move |other| *other == total)).count();
    let fight = read(&["win", "gladiators", "--rule", "stones=1", "--faces", "uniform"]);
    says(&fight, &expected!({"/nobody/exact": format!("{}/64", ties / 4), "/length/mean/exact": "2"}));
    assert_eq!(ties % 4, 0);
}

#[test]
fn players_can_have_different_bones() {
    let asked = ["win", "augustus", "--faces", "weights.toml", "--faces", "uniform", "--games", "1000"];
    let document = json_in(folder_with_examples().path(), &asked);
    assert_eq!(document["bones"].as_array().unwrap().len(), 2);
    let [own, other] = [0, 1].map(|seat| number(&document["seats"][seat]["win_share"]));
    assert!(own < other, "{own} {other}");
}

#[test]
fn house_rules_come_from_a_file_or_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let toml = answer(&["rules", "augustus", "--toml"]);
    std::fs::write(folder.path().join("house.toml"), toml.replace("fee = 4", "fee = \"3/2\"")).unwrap();
    let asked = ["pot", "augustus", "--rules", "house.toml", "--rule", "ante=1", "--games", "0"];
    let document = json_in(folder.path(), &asked);
    assert_eq!(document["rules"], expected!({"fee": "3/2", "fee_per": "cast", "ante": 1}));
    // 3055/96 coins came from fees of 4, and two antes are added.
    assert_eq!(document["pot"]["mean"]["exact"], "3567/256");
}

/// Extra arguments that shorten slow games: a match with ten counters takes a minute, and best play of both takes as long or
/// never ends.
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
fn every_game_is_listed_with_editable_rules() {
    let games = json(&["games"]);
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 22);
    for (index, game) in games.iter().enumerate() {
        let name = game["game"].as_str().unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("house.toml"), answer(&["rules", name, "--toml"])).unwrap();
        let short = short(name);
        let win = |more: &[&'static str]| [&["win", name], more, short].concat();
        // A different format for each game.
        let forms = ["table", "json", "csv", "markdown"];
        let solved = ["--games", "0", "--format", forms[index % forms.len()]];
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
fn every_rule_is_a_sentence_with_one_blank() {
    let catalogue = json(&["games"]);
    let mut keys = 0;
    for game in catalogue["games"].as_array().unwrap() {
        for rule in game["rules"].as_array().unwrap() {
            let index = format!("{} {}", game["game"], rule["rule"]);
            let [reading, before, after, more] =
                [&rule["reading"], &rule["says"]["before"], &rule["says"]["after"], &rule["says"]["more"]]
                    .map(|text| text.as_str().unwrap_or_else(|| panic!("{index}: no sentence")));
            assert_eq!(reading.matches('_').count(), 1, "{index}: {reading}");
            assert!(reading.starts_with(char::is_uppercase) && reading.ends_with('.'), "{index}: {reading}");
            assert!(after.ends_with('.') && !before.contains(". "), "{index}: {reading}");
            let space = if more.is_empty() { "" } else { " " };
            assert_eq!(format!("{before}_{after}{space}{more}"), reading, "{index}");
            for word in rule["words"].as_array().into_iter().flatten() {
                // The `set` of Latrunculi needs no explanation.
                let says = more.contains(&format!("{word}: "));
                assert!(says || word == "set", "{index}: {word}");
            }
            keys += 1;
        }
    }
    assert!(keys > 100, "{keys}");
}

#[test]
fn house_rules_are_sentences_with_their_values() {
    let said = |game: &str, rules: &[&str], sentence: &str| {
        let rules = rules.iter().flat_map(|rule| ["--rule", rule]);
        let all: Vec<&str> = ["win", game, "--games", "0"].into_iter().chain(rules).collect();
        let heading = answer(&all);
        assert!(heading.contains(&format!("House rules: {sentence}\n")), "{heading}");
    };
    said("augustus", &["fee=1", "fee_per=bone"], "The fee is 1 coin. The fee is charged per bone.");
    said(
        "unum-biga",
        &["overshoot=lose", "target=40"],
        "The goal is exactly 40 points. Above the target, you lose.",
    );
    said("hounds-and-vultures", &["ladder=[3333, 4444]"], "The casts to make, in order: 3333 and 4444.");
    said("tropa", &["skill=1/3"], "A player's talus goes into the jar with a chance of 1/3.");
    said(
        "mendax-single",
        &["tali=1", "wild_hounds=true"],
        "Each player begins with 1 talus. A 1 counts as any face: yes.",
    );
    said(
        "mendax-common",
        &["counters=[1, 2]"],
        "Each player begins with 1 and 2 counters, in the order of the seats.",
    );
}

#[test]
fn every_game_has_a_picture() {
    let games = if everything() { "2000" } else { "100" };
    for game in tali_odds::games::all() {
        let folder = tempfile::tempdir().unwrap();
        for verb in ["win", "pot"].into_iter().take(if game.coins.is_some() { 2 } else { 1 }) {
            let asked = [verb, game.name, "--games", games, "--chart", "picture.svg"];
            let run = run_in(folder.path(), &[&asked, short(game.name)].concat());
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", game.name);
            let svg = std::fs::read_to_string(folder.path().join("picture.svg")).unwrap();
            assert!(svg.contains("<title>") && svg.contains(game.title.split('\'').next().unwrap()));
        }
    }
}

/// The processor time of a process in user mode, in hundredths of a second.
#[cfg(target_os = "linux")]
fn processor_ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The program's name, in brackets, may contain anything.
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
    // After a second of processor time it is simulating games.
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
fn cards_are_complete_and_show_house_rules() {
    for game in tali_odds::games::all() {
        let card = answer(&["rules", game.name, "--card"]);
        assert!(card.starts_with(&format!("{}: {}.\n", game.title, game.summary)), "{card}");
        assert!(card.contains("\nThe end\n- ") && card.contains("\nSource: "), "{card}");
        let lines = card.lines().skip(1);
        assert!(lines.into_iter().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 80), "{card}");
    }
    let house = answer(&["rules", "augustus", "--card", "--rule", "fee=2"]);
    assert!(
        house.contains("put 2 coins into the pot") && house.contains("The fee is 2 coins (default 4)."),
        "{house}"
    );
    let folder = tempfile::tempdir().unwrap();
    let written = run_in(folder.path(), &["rules", "aseb", "--card", "-o", "card.html"]);
    assert_eq!((written.code, written.out.as_str()), (Some(0), ""), "{}", written.err);
    let page = std::fs::read_to_string(folder.path().join("card.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && page.contains("Source: "));
    assert_eq!(page, answer(&["rules", "aseb", "--card", "--format", "html"]));
}
