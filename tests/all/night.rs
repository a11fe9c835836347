//! Evenings: the page agrees with `report.json`, and that with the other verbs.

use std::fmt::Write;
use std::path::Path;

use crate::common::{
    answer, answer_in, assert_conforms, everything, folder_with, folder_with_examples, items, json, json_in,
    read, repository, value_of,
};
use serde_json::Value as Json;

/// The text of these elements, each after the value of one attribute.
fn tagged<'a>(page: &'a str, tag: &str, attribute: &str) -> Vec<(&'a str, String)> {
    let opening = format!("<{tag} {attribute}=\"");
    let closing = format!("</{tag}>");
    page.split(&opening)
        .skip(1)
        .map(|rest| {
            let (value, rest) = rest.split_once("\">").unwrap();
            (value, plain(rest.split_once(&closing).unwrap().0))
        })
        .collect()
}

fn plain(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The number that a text shows in the units of its figure (`12.3 %` is 0.123, `3 hours` 180), with its rounding error.
fn shown(text: &str) -> Option<(f64, f64)> {
    let clean = text.replace(',', "").replace('−', "-").replace('+', "").replace("> ", "");
    if let Some(seldom) = clean.strip_prefix("1 in ") {
        let tries: f64 = seldom.parse().ok()?;
        // Whole tries are rounded to integers.
        let off = if seldom.contains('.') { 0.005 } else { 0.5 };
        return Some((1.0 / tries, 1.0 / (tries - off) - 1.0 / tries + 1e-9));
    }
    let (mut total, mut last) = (0.0, 0.0);
    let mut words = clean.split_whitespace();
    while let Some(word) = words.next() {
        let number: f64 = word.parse().ok()?;
        // Pages have no numbers like `4.158 × 10⁻⁵`.
        let unit = match words.next().unwrap_or("") {
            "%" | "points" | "point" => 0.01,
            "hours" | "hour" | "h" => 60.0,
            "days" | "day" | "d" => 1440.0,
            "seconds" | "second" | "s" => 1.0 / 60.0,
            _ => 1.0,
        };
        total += number * unit;
        let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        last = unit * 0.1_f64.powi(i32::try_from(decimals).unwrap());
    }
    Some((total, 0.5 * last + 1e-9))
}

/// Asserts that every number on a page is that of the figure it names in the document. Returns how many there are.
fn agrees(page: &str, document: &Json) -> usize {
    let mut numbers = 0;
    for (index, text) in tagged(page, "data", "value") {
        let found =
            document.pointer(index).unwrap_or_else(|| panic!("{index} ({text}) is not in the document"));
        let value = if found.is_object() { &found["value"] } else { found };
        let Some(value) = value.as_f64() else {
            assert!(
                ["undefined", "infinite", "–", "never ends"].contains(&text.as_str()),
                "{index}: {text}, {found}"
            );
            continue;
        };
        if matches!(text.as_str(), "always" | "never" | "nearly always") {
            assert!(!(1e-9..=1.0 - 1e-9).contains(&value), "{index}: {text}, {found}");
            continue;
        }
        let (number, rough) = shown(&text).unwrap_or_else(|| panic!("{index}: cannot read `{text}`"));
        assert!((number - value).abs() <= rough, "{index}: {text} is not {value}");
        numbers += 1;
    }
    for (index, text) in tagged(page, "span", "data-from") {
        assert_eq!(document.pointer(index).and_then(Json::as_str), Some(text.as_str()), "{index}");
        numbers += 1;
    }
    numbers
}

/// The text of a page without drawings, style, and elements that name their place in the document.
fn other_text(page: &str) -> String {
    let mut rest = page.to_owned();
    for (from, to) in [
        ("<style>", "</style>"),
        ("<svg", "</svg>"),
        ("<data", "</data>"),
        ("<span data-from", "</span>"),
        ("<section class=\"card\"", "</section>"),
        ("<bdi>", "</bdi>"),
        ("<code>", "</code>"),
        ("<nav", "</nav>"),
        ("<title>", "</title>"),
    ] {
        while let Some(start) = rest.find(from) {
            let end = rest[start..].find(to).unwrap() + start + to.len();
            rest.replace_range(start..end, " ");
        }
    }
    let mut inside = false;
    let visible = rest.chars().filter(|c| {
        inside = (inside || *c == '<') && *c != '>';
        !inside && *c != '>'
    });
    visible.collect()
}

#[test]
fn numbers_on_pages_come_from_the_document() {
    for night in ["night", "museum"] {
        let folder = repository("reports").join(night);
        let document = report_in(&folder);
        assert_conforms(&document, night);
        let page = read(&folder.join("index.html"));
        assert!(agrees(&page, &document) > 100, "{night}");
        assert!(agrees(&read(&folder.join("handout.html")), &document) > 30, "{night}");
        // The rest are titles, sources and names of figures.
        let text = other_text(&page);
        let allowed = "1/2|1/4|1/5|1/10|0.9|95 %|1 flat|3 concave|4 convex|6 sinuous|1 in 20".split('|');
        let mut left = allowed.fold(text, |text, allowed| text.replace(allowed, ""));
        for game in tali_odds::games::all() {
            left = left.replace(&plain(game.summary), "").replace(game.summary, "");
        }
        let left: Vec<&str> =
            left.split_whitespace().filter(|word| word.contains(|c: char| c.is_ascii_digit())).collect();
        // The remarks on counted bones, and the names of the pictures.
        let known = |word: &&str| ["200", "1/2)", "2)."].contains(word) || word.starts_with("charts/");
        assert_eq!(left.iter().filter(|word| !known(word)).count(), 0, "{night}: {left:?}");
    }
}

/// Collects the figures of a document that have numbers, with their JSON pointers.
fn figures(document: &Json, index: &str, found: &mut Vec<(String, f64)>) {
    match document {
        Json::Object(entries) if entries.contains_key("method") && entries.contains_key("value") => {
            if let Some(value) = entries["value"].as_f64() {
                found.push((index.to_owned(), value));
            }
        }
        Json::Object(entries) => {
            entries.iter().for_each(|(key, value)| figures(value, &format!("{index}/{key}"), found));
        }
        Json::Array(values) => {
            values.iter().enumerate().for_each(|(at, value)| figures(value, &format!("{index}/{at}"), found));
        }
        _ => {}
    }
}

#[track_caller]
fn same(one: &Json, other: &Json, about: &str) {
    let numbers = |figure: &Json| figure["value"].as_f64();
    match (numbers(one), numbers(other)) {
        (Some(a), Some(b)) => assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{about}: {a} is not {b}"),
        (a, b) => assert_eq!(a, b, "{about}"),
    }
}

/// The arguments that you type for the table of a game of a document.
fn table(folder: &Path, document: &Json, game: &Json) -> Vec<String> {
    let mut words = Vec::new();
    let sets = game["bones"].as_array().cloned().unwrap_or_default();
    for (index, set) in sets.iter().enumerate() {
        let kind = |key: &str| {
            let faces = &set["tali"][0][key];
            ["1", "3", "4", "6"].map(|face| format!("{face} = {}", faces[face])).join("\n")
        };
        let weights = if set["tali"][0]["counts"].is_object() {
            format!("[counts]\n{}", kind("counts"))
        } else {
            format!("[faces]\n{}", kind("faces"))
        };
        let mut head = format!("name = {}\n", set["name"]);
        if !set["source"].is_null() {
            head = format!("{head}source = {}\n", set["source"]);
        }
        let file = format!("bones-{index}.toml");
        std::fs::write(folder.join(&file), head + &weights).unwrap();
        words.extend(["--faces".to_owned(), file]);
    }
    words.extend(["--players".to_owned(), game["players"].to_string()]);
    for (key, value) in game["rules"].as_object().unwrap() {
        words.extend(["--rule".to_owned(), format!("{key}={value}")]);
    }
    words.extend(["--seed".to_owned(), document["night"]["seed"].to_string()]);
    words
}

fn asked(folder: &Path, words: &[String]) -> Json {
    json_in(folder, &words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The document of a report.
fn report_in(folder: &Path) -> Json {
    serde_json::from_str(&read(&folder.join("report.json"))).unwrap()
}

#[test]
fn figures_of_reports_match_other_verbs() {
    for night in evenings() {
        let folder = folder_with_examples();
        let document = report_in(&repository("reports").join(night));
        // The figures only.
        let balanced = json_in(folder.path(), &["balance", &format!("{night}.toml")]);
        let mut all = Vec::new();
        figures(&balanced, "", &mut all);
        assert!(all.len() > 150, "{}", all.len());
        for (index, _) in &all {
            same(&balanced.pointer(index).unwrap().clone(), document.pointer(index).unwrap(), index);
        }
        for game in items(&document["games"]) {
            let name = game["game"].as_str().unwrap();
            let of = |verb: &str, more: &[&str]| {
                let mut words = vec![verb.to_owned(), name.to_owned()];
                words.extend(table(folder.path(), &document, game));
                words.extend(more.iter().map(|word| (*word).to_owned()));
                asked(folder.path(), &words)
            };
            // Win shares and length, by `win`.
            let draws = game["posterior"]["draws"].as_u64().unwrap_or(200).to_string();
            let wins = of("win", &["--games", "0", "--draws", &draws]);
            for (one, other) in items(&game["seats"]).iter().zip(items(&wins["seats"])) {
                same(&one["win_share"], &other["win_share"], name);
                assert_eq!(one["win_share_posterior"], other["posterior"], "{name}");
            }
            same(&game["length"]["mean"], &wins["length"]["mean"], name);
            assert_eq!(game["length"]["quantiles"], wins["length"]["quantiles"], "{name}");
            // The coins, by `pot`.
            if !game["seats"][0]["net"].is_null() {
                let pot = of("pot", &["--games", "0", "--draws", &draws]);
                same(&game["pot_mean"], &pot["pot"]["mean"], name);
                for (one, other) in items(&game["seats"]).iter().zip(items(&pot["seats"])) {
                    same(&one["net"], &other["net"], name);
                    same(&one["paid"], &other["paid"], name);
                }
            }
            odds_of_casts_match(folder.path(), game);
        }
    }
}

/// The evenings of `examples/`, by default only the smaller one.
fn evenings() -> &'static [&'static str] {
    if everything() { &["night", "museum"] } else { &["museum"] }
}

/// The rulings on a game, except those on different purses, which have no option.
fn rulings(document: &Json) -> Vec<[&Json; 2]> {
    let all = items(&document["verdicts"]).iter();
    all.filter(|verdict| verdict["about"] != "ruin")
        .map(|verdict| [&verdict["about"], &verdict["ruling"]])
        .collect()
}

/// Compares the odds of casts for each set of bones with `casts`.
fn odds_of_casts_match(folder: &Path, game: &Json) {
    let name = game["game"].as_str().unwrap();
    let Some(throws) = game["throws"].as_array().filter(|throws| throws.len() == 35) else { return };
    let who: Vec<&Json> = items(&game["who"]).iter().collect();
    let alone = [serde_json::json!({ "who": who })];
    let sets = game["thrown_with"].as_array().map_or(&alone[..], Vec::as_slice);
    let mut everybody = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let players = items(&set["who"]);
        everybody.extend(players);
        // One file of bones for each seat, or one for all.
        let seat = who.iter().position(|player| **player == players[0]).unwrap();
        let seat = if items(&game["bones"]).len() > 1 { seat } else { 0 };
        let casts = json_in(folder, &["casts", "--faces", &format!("bones-{seat}.toml")]);
        for cast in items(&casts["casts"]) {
            let throwing = throws.iter().find(|throwing| throwing["shown"] == cast["cast"]).unwrap();
            let found = match throwing["probabilities"].as_array() {
                Some(probabilities) => &probabilities[number],
                None => &throwing["probability"],
            };
            same(found, &cast["probability"], name);
        }
        // The groups add up to 1.
        let groups = game["throw_groups"].as_array().into_iter().flatten();
        let chances = groups.map(|group| match group["probabilities"].as_array() {
            Some(probabilities) => &probabilities[number],
            None => &group["probability"],
        });
        let chances: Vec<f64> = chances.map(value_of).collect();
        assert!(
            chances.is_empty() || (chances.iter().sum::<f64>() - 1.0).abs() < 1e-12,
            "{name}: {chances:?}"
        );
    }
    everybody.sort_by_key(|player| who.iter().position(|other| other == player));
    assert_eq!(everybody, who, "{name}");
}

/// The commands on a page print its figures.
#[test]
fn commands_on_pages_give_their_figures() {
    for night in evenings() {
        let folder = repository("reports").join(night);
        let page = read(&folder.join("index.html"));
        let document = report_in(&folder);
        let commands = page.split("<code>").skip(1).map(|rest| plain(rest.split_once("</code>").unwrap().0));
        let commands: Vec<String> = commands.map(|command| command.replace("&#39;", "'")).collect();
        let games = items(&document["games"]);
        let remedies: Vec<&Json> =
            games.iter().flat_map(|game| game["remedies"].as_array().into_iter().flatten()).collect();
        let (mut tuned, mut balanced) = (0, 0);
        for command in commands {
            let words = shlex::split(command.strip_prefix("tali-odds ").unwrap()).unwrap();
            let said = asked(&folder, &words);
            if command.starts_with("tali-odds tune") {
                same(&said["closest"]["figure"], &remedies[tuned]["figure"], &command);
                assert_eq!(said["closest"]["holds"], true, "{command}");
                assert_eq!(
                    said["closest"]["values"][remedies[tuned]["rule"].as_str().unwrap()],
                    remedies[tuned]["value"]
                );
                tuned += 1;
            } else {
                let game = &games[balanced];
                for (one, other) in items(&game["seats"]).iter().zip(items(&said["seats"])) {
                    same(&one["win_share"], &other["win_share"], &command);
                    same(&one["suspense"], &other["suspense"], &command);
                    assert_eq!(one["win_share_posterior"], other["win_share_posterior"], "{command}");
                }
                for key in [
                    "balance",
                    "completion",
                    "drawishness",
                    "dead_casts",
                    "lead_changes",
                    "drama",
                    "decisiveness",
                ] {
                    same(&game[key], &said[key], &command);
                }
                assert_eq!(game["minutes"], said["minutes"], "{command}");
                assert_eq!(game["comeback"], said["comeback"], "{command}");
                assert_eq!(rulings(game), rulings(&said), "{command}");
                balanced += 1;
            }
        }
        assert_eq!((tuned, balanced), (remedies.len(), games.len()), "{night}");
    }
}

/// Numbers in a night file are read exactly, as in a rules file.
#[test]
fn numbers_in_night_files_are_exact() {
    let tropa = tali_odds::games::find("tropa").unwrap();
    let by_night = |skill: &str| {
        let text = format!(
            "version = 1\n[[players]]\nname = 'Aulus'\n[[players]]\nname = 'Brutus'\n[[games]]\ngame = 'tropa'\n\
             [games.rules]\nskill = [{skill}, 0.1]"
        );
        let night = tali_odds::analysis::read_night(&text, |_| Err(String::new())).unwrap();
        let game = &night.games[0].setting;
        (game.rules.clone(), game.table().unwrap().solve().shares)
    };
    let by_rules = |skill: &str| {
        let mut rules = tropa.rules(2).unwrap();
        tali_odds::games::read_rules(&format!("skill = [{skill}, 0.1]"), &mut rules).unwrap();
        let bones = tali_odds::tali::presets::TRADITIONAL.bones().set(4).unwrap();
        (rules.clone(), tropa.table(rules, &[bones]).unwrap().solve().shares)
    };
    let long = "0.100000001";
    assert_eq!(by_night(long), by_rules(long));
    assert_ne!(by_night(long), by_night("0.1"));
    let value = by_night(long).0.value("skill");
    assert_eq!(value, "[\"100000001/1000000000\", \"1/10\"]");
}

#[test]
fn the_template_is_a_valid_evening() {
    let folder = folder_with_examples();
    std::fs::write(folder.path().join("mine.toml"), answer(&["report", "--template"])).unwrap();
    let template = read(&folder.path().join("mine.toml"));
    answer_in(folder.path(), &["balance", "mine.toml"]);
    // Every key that the file can have is explained in it.
    let keys = "version title pace minutes tolerance seed [bones. file preset counts faces [[players]] name purse bones \
                [[games]] game times players [games.rules]";
    for key in keys.split(' ') {
        assert!(template.contains(key), "{key}");
    }
    // The template states the defaults of keys that are left out.
    let is_key =
        |rest: &&str| ["pace", "minutes = 240", "tolerance", "seed"].iter().any(|key| rest.starts_with(key));
    let lines = template.lines().map(|line| line.strip_prefix("# ").filter(is_key).unwrap_or(line));
    let uncommented = lines.collect::<Vec<_>>().join("\n");
    assert_ne!(uncommented, template);
    let night = |text: &str| {
        let open = |_: &str| Ok(tali_odds::tali::presets::UNIFORM.bones());
        format!("{:?}", tali_odds::analysis::read_night(text, open).unwrap())
    };
    assert_eq!(night(&template), night(&uncommented));
}

/// If the host follows the advice, the evening fits.
#[test]
fn following_the_advice_makes_the_evening_fit() {
    let folder = folder_with_examples();
    let answer_to = |night: &str| -> Json {
        std::fs::write(folder.path().join("evening.toml"), night).unwrap();
        answer_in(folder.path(), &["report", "evening.toml", "-o", "out"]);
        report_in(&folder.path().join("out"))
    };
    let to_do = |report: &Json| -> Vec<String> {
        items(&report["to_do"]).iter().map(|what| what.as_str().unwrap().to_owned()).collect()
    };
    let players = "[[players]]\nname = 'Ann'\n[[players]]\nname = 'Bob'\n";
    // The advised number of games fits, and one more does not.
    let many = |times: u64| {
        answer_to(&format!(
            "version = 1\nminutes = 60\n{players}[[games]]\ngame = 'augustus'\ntimes = {times}\n"
        ))
    };
    let said = to_do(&many(40));
    let what = said.iter().find(|what| what.contains("instead of 40")).unwrap_or_else(|| panic!("{said:?}"));
    let fewer: u64 = what.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(what.starts_with(&format!(
        "With {fewer} games of Emperor Augustus's tali instead of 40 the evening fits"
    )));
    assert_eq!((many(fewer)["fits"].clone(), many(fewer + 1)["fits"].clone()), (true.into(), false.into()));
    // The longest game is dropped first, and the rest fits.
    let several = |minutes: u64, games: &[&str]| {
        let games = games.iter().map(|game| format!("[[games]]\ngame = '{game}'\n"));
        let games = games.collect::<Vec<_>>().concat();
        answer_to(&format!("version = 1\nminutes = {minutes}\n{players}{games}"))
    };
    let report = several(60, &["hounds-and-vultures", "augustus", "simple-tali"]);
    assert_eq!(to_do(&report)[0], "Without Hounds and vultures the evening fits into 60 minutes.");
    assert_eq!(several(60, &["augustus", "simple-tali"])["fits"], true);
    let remedies = items(&report["games"][0]["remedies"]);
    assert!(remedies.iter().any(|remedy| remedy["about"] == "length"), "{report:#}");
    // A solitaire is not shortened by making it harder, or so easy that it is nearly always won.
    let century = |minutes: &str| {
        answer_to(&format!("version = 1\nminutes = {minutes}\n{players}[[games]]\ngame = 'century'\n"))
    };
    assert!(century("2")["games"][0].get("remedies").is_none());
    let report = century("3.9");
    let wins = |rules: &[String]| {
        let words = ["win", "century", "--games", "0"].map(str::to_owned);
        asked(folder.path(), &[&words, rules].concat())["seats"][0]["win_share"]["value"].as_f64().unwrap()
    };
    for remedy in items(&report["games"][0]["remedies"]) {
        let rule = format!("{}={}", remedy["rule"].as_str().unwrap(), remedy["value"]);
        assert!(wins(&["--rule".to_owned(), rule.clone()]) >= wins(&[]), "{rule}");
    }
}

/// The subjects of verdicts.
pub(crate) const VERDICTS: [&str; 10] =
    ["end", "length", "coins", "chances", "nobody", "ruin", "purse", "idle_rule", "dead_casts", "success"];

/// The severity of a verdict, and the size of a problem.
pub(crate) fn badness(document: &Json, about: &str) -> (u8, f64) {
    let verdict = items(&document["verdicts"]).iter().find(|verdict| verdict["about"] == about);
    let Some(verdict) = verdict else { return (0, 0.0) };
    let size = verdict["figure"]["value"].as_f64().unwrap_or(f64::INFINITY).abs();
    match (verdict["ruling"].as_str().unwrap(), about) {
        ("inside", _) => (0, 0.0),
        ("stated", _) | ("outside", "idle_rule" | "dead_casts" | "purse") => (1, 0.0),
        ("undecided", _) => (2, 0.0),
        // It differs by chance between two evenings.
        ("outside", "ruin") => (3, 0.0),
        ("outside", _) => (3, size),
        other => panic!("{other:?}"),
    }
}

fn most_ruined(document: &Json) -> Option<[f64; 2]> {
    let seats = items(&document["seats"]).iter();
    let ends = seats.filter_map(|seat| {
        let ruined = seat.get("ruined")?;
        let value = ruined["value"].as_f64()?;
        Some([ruined["low"].as_f64().unwrap_or(value), ruined["high"].as_f64().unwrap_or(value)])
    });
    ends.reduce(|one, other| [one[0].max(other[0]), one[1].max(other[1])])
}

/// In random evenings no house rule that a report suggests makes another verdict worse.
#[test]
fn no_suggested_rule_makes_another_verdict_worse() {
    let mut state = 20_261_123u64;
    let mut draw = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let games =
        ["augustus", "simple-tali", "gladiators", "odds-out", "hounds-in-olympus", "tropa", "sparing-tali"];
    let (mut suggested, mut ruins) = (0, 0);
    let (evenings, least, least_ruins) = if everything() { (24, 5, 2) } else { (5, 2, 1) };
    // Evenings of two players are fast.
    let more = if everything() { 3 } else { 1 };
    for _ in 0..evenings {
        let players = 2 + draw(more);
        let purse = [20, 40, 100, 400][usize::try_from(draw(4)).unwrap()];
        let mut night = format!(
            "version = 1\nminutes = {}\npace = {}\ntolerance = {}\n",
            20 + draw(200),
            5 + draw(20),
            ["0.005", "0.02", "0.05"][usize::try_from(draw(3)).unwrap()]
        );
        for player in 0..players {
            let bones = ["traditional", "uniform"][usize::try_from(draw(2)).unwrap()];
            write!(night, "[[players]]\nname = 'P{player}'\npurse = {purse}\nbones = '{bones}'\n").unwrap();
        }
        night += "[bones.traditional]\npreset = 'traditional'\n[bones.uniform]\npreset = 'uniform'\n";
        for _ in 0..2 {
            let game = games[usize::try_from(draw(7)).unwrap()];
            let seats = if game == "gladiators" { "players = ['P0', 'P1']\n" } else { "" };
            write!(night, "[[games]]\ngame = '{game}'\ntimes = {}\n{seats}", 1 + draw(30)).unwrap();
        }
        let folder = folder_with_examples();
        std::fs::write(folder.path().join("random.toml"), &night).unwrap();
        answer_in(folder.path(), &["report", "random.toml", "-o", "out"]);
        let report = report_in(&folder.path().join("out"));
        for game in items(&report["games"]) {
            for remedy in game["remedies"].as_array().into_iter().flatten() {
                suggested += 1;
                let name = game["game"].as_str().unwrap();
                // The same evening with that rule for every game of that name.
                let rule = format!("{} = {}", remedy["rule"].as_str().unwrap(), remedy["value"]);
                let mut changed = String::new();
                for part in night.split_inclusive("[[games]]\n") {
                    let is_it = part.starts_with(&format!("game = '{name}'"));
                    let (own, next) = part.split_at(part.find("[[games]]").unwrap_or(part.len()));
                    changed += own;
                    if is_it {
                        write!(changed, "[games.rules]\n{rule}\n").unwrap();
                    }
                    changed += next;
                }
                std::fs::write(folder.path().join("changed.toml"), &changed).unwrap();
                let said = json_in(folder.path(), &["balance", "changed.toml"]);
                let index = items(&report["games"]).iter().position(|other| other == game).unwrap();
                let after = &said["games"][index];
                let about = remedy["about"].as_str().unwrap();
                assert_eq!(badness(after, about).0, 0, "{rule} does not fix {about}\n{changed}");
                for other in VERDICTS {
                    assert!(badness(after, other) <= badness(game, other), "{rule}: {other}\n{changed}");
                }
                if let (Some([low, _]), Some([_, high])) = (most_ruined(after), most_ruined(game)) {
                    assert!(low <= high, "{rule} ruins {low} to {high}\n{changed}");
                    ruins += 1;
                }
            }
        }
    }
    assert!(
        suggested >= least && ruins >= least_ruins,
        "{suggested} rules were suggested, {ruins} with purses"
    );
}

/// The report of a night, with its page and handout.
fn report_of(night: &str) -> (Json, String, String) {
    let folder = folder_with_examples();
    std::fs::write(folder.path().join("mine.toml"), night).unwrap();
    answer_in(folder.path(), &["report", "mine.toml", "-o", "out", "--handout"]);
    let [report, page, handout] =
        ["report.json", "index.html", "handout.html"].map(|name| read(&folder.path().join("out").join(name)));
    (serde_json::from_str(&report).unwrap(), page, handout)
}

/// If one policy is replaced by another, every format names the one that is played.
#[test]
fn pages_name_the_policy_that_is_played() {
    let faces = if everything() { "" } else { ", duel = 'faces'" };
    for (rules, played) in
        [("", "best (as cautious until two are left)"), (", loss = 'bidder'", "best (as safe)")]
    {
        let night = format!(
            "version = 1\n[[players]]\nname = 'A'\n[[players]]\nname = 'B'\n[[players]]\nname = 'C'\n\
             [[games]]\ngame = 'mendax-single'\nrules = {{ tali = 1{rules}{faces} }}\n"
        );
        let (report, page, handout) = report_of(&night);
        assert_eq!(report["games"][0]["played"], serde_json::json!([played, played, played]));
        for text in [page, handout] {
            assert!(text.contains(&format!("Everybody plays {played}.")), "{text}");
        }
    }
    let called = ["win", "mendax-single", "--rule", "tali=1", "--rule", "duel=faces"];
    let printed = answer(&[&called[..], &["--players", "3", "--games", "100"]].concat());
    assert!(printed.contains("Play: best (as cautious until two are left)"), "{printed}");
    // For two seats best play is known.
    let printed = answer(&[&called[..], &["--games", "0"]].concat());
    assert!(!printed.contains("Play:"), "{printed}");
}

/// Only a game that never ends under perfect play is reported as such, and the proposed rules end it.
#[test]
fn proposed_rules_end_endless_matches() {
    // Two pebbles on each side: with perfect play every round is drawn.
    let night = |rules: &str, play: &str| {
        format!(
            "version = 1\n[[players]]\nname = 'A'\n[[players]]\nname = 'B'\n[[games]]\ngame = 'mancala'\n{play}\n\
             rules = {{ {rules} }}\n[[games]]\ngame = 'augustus'\n"
        )
    };
    let endless = "layout = '2,0,0,0,0,0/2,0,0,0,0,0'";
    if !everything() {
        let folder = folder_with("mine.toml", night(endless, ""));
        let balanced = json_in(folder.path(), &["balance", "mine.toml"]);
        let verdict = &balanced["games"][0]["verdicts"][0];
        assert_eq!([&verdict["about"], &verdict["ruling"]], ["end", "outside"]);
        return;
    }
    let (report, page, _) = report_of(&night(endless, ""));
    let lead = report["sentence"].as_str().unwrap();
    assert!(
        lead.starts_with("Lane's mancala may never end if all play perfectly; the other games take "),
        "{lead}"
    );
    // Shares that are all 0 are not drawn or listed; the cost of Augustus is.
    assert!(
        !page.contains("<h3>Who wins</h3>") && page.contains("<h3>Who wins, and what it costs</h3>"),
        "{page}"
    );
    let remedies = items(&report["games"][0]["remedies"]);
    let rules: Vec<&Json> = remedies.iter().map(|remedy| &remedy["rule"]).collect();
    assert_eq!(rules, ["layout", "target"]);
    for remedy in remedies {
        let rule = format!("{}={}", remedy["rule"].as_str().unwrap(), remedy["value"]);
        let layout = endless.replace(" = ", "=").replace('\'', "");
        let mut called = vec!["win", "mancala", "--games", "0", "--rule", &rule];
        if remedy["rule"] != "layout" {
            called.extend(["--rule", &layout]);
        }
        let document = json(&called);
        assert_eq!(document["never"]["value"].as_f64(), Some(0.0), "{rule}: {document}");
    }
}
