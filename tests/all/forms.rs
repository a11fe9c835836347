//! Output formats: those for programs, for terminals, and pictures.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{
    Row, answer, answer_in, everything, folder_with_examples, items, json, json_in, one_in, program, read,
    run, run_in, value_of,
};
use serde_json::Value;

#[test]
fn casts_can_be_sorted() {
    let by = |sort: &str, key: &str| -> Vec<f64> {
        let document = json(&["casts", "--sort", sort]);
        items(&document["casts"])
            .iter()
            .map(|cast| cast[key].as_f64().or_else(|| cast[key]["value"].as_f64()).unwrap())
            .collect()
    };
    for (sort, key) in [("rank", "rank"), ("sum", "sum"), ("probability", "probability")] {
        assert!(by(sort, key).is_sorted_by(|a, b| a >= b), "{sort}");
    }
}

/// The columns that all figures share.
const COLUMNS: &str =
    "game,players,rules,play,bones,seat,figure,of,at,option,method,value,low,high,exact,confidence,error,why";

/// The records of an answer, each checked against the meaning of its columns.
fn figures(folder: &Path, arguments: &[&str]) -> Vec<Row> {
    let run = run_in(folder, &[arguments, &["--format", "csv"]].concat());
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
    assert_eq!(run.out.lines().next(), Some(COLUMNS), "{arguments:?}");
    let mut reader = csv::Reader::from_reader(run.out.as_bytes());
    let rows: Vec<Row> = reader.deserialize().collect::<Result<_, _>>().unwrap();
    assert!(!rows.is_empty(), "{arguments:?}");
    let mut keys = std::collections::HashSet::new();
    for row in &rows {
        let number = |column: &str| {
            let text = &row[column];
            (!text.is_empty()).then(|| text.parse::<f64>().unwrap_or_else(|_| panic!("{column} of {row:?}")))
        };
        // A figure is identified by its subject and its method.
        let about = ["game", "players", "rules", "play", "bones", "seat", "figure", "of", "at", "option"];
        let key: Vec<&String> = about.iter().chain(&["method"]).map(|column| &row[*column]).collect();
        assert!(keys.insert(key), "{arguments:?} repeats {row:?}");
        assert!(!row["figure"].is_empty() && row["game"].is_empty() == row["players"].is_empty(), "{row:?}");
        assert!(row["seat"].is_empty() || row["seat"].parse::<u8>().is_ok_and(|seat| seat > 0), "{row:?}");
        let [value, low, high] = ["value", "low", "high"].map(number);
        let confidence = number("confidence");
        assert!(low.is_none() == confidence.is_none() && low.is_none() == high.is_none(), "{row:?}");
        assert!(low <= high, "{row:?}");
        assert!(confidence.is_none_or(|level| level > 0.0 && level <= 1.0), "{row:?}");
        assert!(row["why"].is_empty() || value.is_none(), "{row:?}");
        match row["method"].as_str() {
            "exact" => {
                let exact: num_rational::BigRational = row["exact"].parse().unwrap();
                let near = num_traits::ToPrimitive::to_f64(&exact).unwrap();
                assert!(value.is_none_or(|value| (value - near).abs() <= 1e-15 * near.abs()), "{row:?}");
            }
            "numerical" => assert!(value.is_none() || number("error").is_some(), "{row:?}"),
            "simulated" => {
                // Few games have a value and no interval.
                assert!(value.is_some() && (low.is_none() || low <= value && value <= high), "{row:?}");
                assert!(confidence < Some(1.0), "{row:?}");
            }
            "asymptotic" | "searched" => assert!(value.is_some() && row["exact"].is_empty(), "{row:?}"),
            "credible" => assert!(value.is_none() && low.is_some(), "{row:?}"),
            "" | "averaged" => assert_eq!(value.is_some(), row["why"].is_empty(), "{row:?}"),
            other => panic!("{other}: {row:?}"),
        }
    }
    rows
}

#[test]
fn csv_has_the_same_columns_for_every_verb() {
    let folder = folder_with_examples();
    let folder = folder.path();
    let fitted =
        ["fit", "simulated-throws.csv", "--only", "thrower=Livia", "--pool", "all", "-o", "own.toml"];
    assert_eq!(run_in(folder, &fitted).code, Some(0));
    let mendax = ["mendax-single", "--players", "2", "--rule", "tali=2", "--rule", "duel=faces"];
    let long: [&[&str]; 3] = [
        &["balance", "night.toml"],
        &["balance", "coin-tali", "--rule", "variants=[mercury]"],
        &["strategy", "mendax-common", "--rule", "counters=1"],
    ];
    for arguments in long.into_iter().filter(|_| everything()) {
        figures(folder, arguments);
    }
    std::fs::write(folder.join("two-faces.toml"), "faces = { 1 = 1, 3 = 0, 4 = 0, 6 = 2 }").unwrap();
    let night = "version = 1\n[[players]]\nname = 'A'\npurse = 20\n[[players]]\nname = 'B'\n[[games]]\ngame = 'augustus'\n";
    std::fs::write(folder.join("small.toml"), night).unwrap();
    for arguments in [
        &["casts"][..],
        &["casts", "--sensitivity", "--faces", "uniform", "--faces", "own.toml"],
        &["casts", "--by", "kind", "--faces", "own.toml"],
        &["casts", "--by", "count:6"],
        &["venus", "--faces", "own.toml"],
        &["odds", "venus", "6666", "--given", "sum>=14", "--sensitivity", "--faces", "uniform"],
        &["win", "latrunculi", "--play", "random", "--rule", "quiet=4", "--games", "40"],
        &["win", "mancala", "--play", "greedy", "--rule", "target=0", "--games", "40"],
        &["pot", "hounds-in-olympus", "--games", "2000", "--purse", "50"],
        &["balance", "augustus", "century", "--purse", "30", "--games", "500"],
        &["balance", "small.toml"],
        &[&["balance"], &mendax[..]].concat(),
        &["tune", "augustus", "--vary", "ante=1..3", "--want", "risk<=0.2"],
        &["tune", "century", "--vary", "casts=10..12", "--vary", "target=50..52", "--want", "win:seat1=0.5"],
        &["fit", "simulated-throws.csv", "--pool", "none", "--against", "traditional"],
        &["fit", "--plan", "--width", "0.02", "--for", "venus", "--assume", "traditional"],
        &["fit", "--power", "--against", "uniform"],
        &["advise", "mancala", "--position", "6,5,4,4,4,4/4,4,4,4,4,5 2"],
        &["advise", "coin-tali", "--rule", "variants=[mercury]"],
        &["advise", "coin-tali", "--rule", "variants=[mercury]", "--position", "2/3 roll=4331"],
        &["strategy", "coin-tali", "--players", "2", "--rule", "variants=[mercury]"],
        &[&["strategy"], &mendax[..]].concat(),
        &["strategy", "mendax-common", "--rule", "counters=1", "--faces", "two-faces.toml"],
    ] {
        figures(folder, arguments);
    }
    let few = if everything() { ["--games", "2000"] } else { ["--games=500", "--draws=100"] };
    let of_chance = tali_odds::games::all().filter(|game| game.policies.is_empty());
    for (index, game) in of_chance.enumerate() {
        // Counted bones take long.
        let bones = if index % one_in(4) == 0 { "own.toml" } else { "weights.toml" };
        figures(folder, &[&["win", game.name, "--faces", bones], &few[..]].concat());
    }
}

#[test]
fn csv_lists_every_figure_once() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, rows) in [
        // Probability, cumulative, sum, ways and rank of each cast; casts, ways and probability of each kind; five counts.
        (&["casts"][..], 35 * 5 + 5 * 3 + 5),
        (&["casts", "--sensitivity", "--faces", "uniform", "--faces", "traditional"], 2 * (35 * 13 + 20)),
        // Probability, odds, mean, 2 quantiles, 6 within, 3 running and their waits.
        (&["venus"], 5 + 6 + 6),
        (&["odds", "venus", "sum>=14", "--sensitivity"], 2 * (17 + 8)),
    ] {
        assert_eq!(figures(folder.path(), arguments).len(), rows, "{arguments:?}");
    }
    let text = answer(&["venus", "--format", "csv"]);
    assert!(text.contains(",traditional,,probability,venus,,,exact,0.0384,,,24/625,,,\n"), "{text}");
    // Figures that are only simulated are listed too.
    let unsolved = ["balance", "mendax-single", "--players", "3", "--rule", "tali=2", "--play", "honest"];
    let rows = figures(folder.path(), &[&unsolved[..], &["--games", "200"]].concat());
    for name in ["win_share", "length_mean", "minutes_mean"] {
        assert!(rows.iter().any(|row| row["figure"] == name && row["method"] == "simulated"), "{name}");
    }
    // Rows name their rules, whether set by --rule or by --vary.
    let rows = figures(folder.path(), &["tune", "augustus", "--vary", "ante=0..2", "--want", "risk<=0.2"]);
    let risk = |ante: &str| {
        let is_it = |row: &&Row| row["figure"] == "risk" && row["of"] == "ante" && row["at"] == ante;
        rows.iter().find(is_it).unwrap().clone()
    };
    // Default values are not named.
    assert_eq!(["0", "1", "2"].map(|ante| risk(ante)["rules"].clone()), ["", "ante=1", "ante=2"]);
}

/// Collects the values of all figures of a document, except in verdicts and bones.
fn values(document: &Value, found: &mut Vec<String>) {
    match document {
        Value::Object(entries) if entries.contains_key("value") && entries.contains_key("method") => {
            found.push(entries["value"].to_string());
        }
        Value::Object(entries) => {
            let others = entries.iter().filter(|(key, _)| !["verdicts", "bones"].contains(&key.as_str()));
            others.for_each(|(_, value)| values(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| values(value, found)),
        _ => {}
    }
}

#[test]
fn csv_identifies_every_figure() {
    let folder = folder_with_examples();
    let folder = folder.path();
    // A game can name its figures freely, even like keys that are not figures elsewhere.
    let own = "game \"Odd\"\nseats 2\ntable: level from 0 to 9\nturn:\n  roll 2 tali\n  level = min(9, sum)\n  if level > 6: win\n\
               figure \"level\" = level\nfigure \"cards\" = level if level > 7\nfigure \"games\" = 2\n";
    std::fs::write(folder.join("odd.game"), own).unwrap();
    for arguments in [
        &["win", "odd.game", "--games", "500"][..],
        &["win", "aseb", "--rule", "pieces=1", "--games", "500"],
        &["win", "coin-tali", "--rule", "variants=[mercury]", "--games", "500"],
        &["win", "augustus", "--faces", "counts.toml", "--games", "500", "--draws", "100"],
        &["pot", "augustus", "--games", "500"],
        &["balance", "augustus", "--purse", "30", "--games", "500"],
        &["odds", "venus", "--given", "sum>=14"],
        &["strategy", "mendax-single", "--rule", "tali=2"],
        &["advise", "latrunculi", "--lines", "2"],
    ] {
        let mut found = Vec::new();
        values(&json_in(folder, arguments), &mut found);
        let rows = figures(folder, arguments);
        let known: std::collections::HashSet<&String> = rows.iter().map(|row| &row["value"]).collect();
        for value in &found {
            assert!(known.contains(value), "{arguments:?} lacks {value}");
        }
    }
    let of = |arguments: &[&str], name: &str, column: &str| -> Vec<String> {
        let rows = figures(folder, arguments).into_iter().filter(|row| row["figure"] == name);
        rows.map(|row| row[column].clone()).collect()
    };
    let aseb = ["win", "aseb", "--rule", "pieces=1", "--games", "0"];
    assert_eq!(
        of(&aseb, "captures_on", "at"),
        ["5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"]
    );
    assert_eq!(of(&aseb, "captures_mean", "seat"), ["1", "2"]);
    assert_eq!(of(&["pot", "augustus", "--games", "500"], "paid", "seat"), ["1", "2", "1", "2"]);
    assert_eq!(of(&["odds", "venus", "--given", "sum>=14"], "odds_against", "of"), ["venus; given sum>=14"]);
    let counted = ["win", "augustus", "--faces", "counts.toml", "--games", "0", "--draws", "100"];
    assert_eq!(of(&counted, "nobody", "method").len(), 2);
    let round = of(&["strategy", "mendax-single", "--rule", "tali=2"], "rounds_exploitability", "seat");
    assert!(round.len() % 2 == 0 && round.chunks(2).all(|pair| pair == ["1", "2"]), "{round:?}");
    let ahead = of(&["advise", "latrunculi", "--lines", "2"], "lines", "at");
    assert_eq!(ahead, ["1", "2"]);
    let mancala = ["advise", "mancala", "--position", "6,5,4,4,4,4/4,4,4,4,4,5 2"];
    assert!(of(&mancala, "takes", "option").iter().all(|option| option.parse::<u8>().is_ok()));
}

/// Text for people never separates a number from its percent sign; text for programs has no such space.
#[test]
fn a_percent_sign_stays_with_its_number() {
    for words in [
        &["venus"][..],
        &["win", "augustus", "--games", "1000"],
        &["balance", "augustus"],
        &["fit", "class.csv", "--pool", "thrower"],
    ] {
        let folder = folder_with_examples();
        let raw = |form: &str| run_in(folder.path(), &[words, &["--format", form]].concat()).raw;
        for form in ["table", "markdown"] {
            let text = raw(form);
            let parted =
                text.match_indices(" %").any(|(at, _)| text[..at].ends_with(|c: char| c.is_ascii_digit()));
            assert!(text.contains("\u{a0}%") && !parted, "{words:?}: {text}");
        }
        for form in ["json", "csv"] {
            assert!(!raw(form).contains('\u{a0}'), "{words:?} {form}");
        }
    }
    let page = run(&["sheet", "--worksheet", "solutions"]).raw;
    assert!(page.contains("\u{a0}%") && !page.contains("5 %"), "{page}");
}

#[test]
fn colour_is_only_for_terminals() {
    let folder = tempfile::tempdir().unwrap();
    let casts = |variables: &[(&str, &str)]| {
        let output = program(folder.path()).arg("casts").envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!casts(&[]).contains('\u{1b}'));
    assert!(casts(&[("CLICOLOR_FORCE", "1")]).contains("\u{1b}["));
    assert!(!casts(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
}

#[test]
fn answers_can_be_written_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), &["venus", "--format", "json", "--output", "venus.json"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    let written = std::fs::read_to_string(folder.path().join("venus.json")).unwrap();
    assert_eq!(written, answer(&["venus", "--format", "json"]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        std::fs::set_permissions(folder.path().join("venus.json"), std::fs::Permissions::from_mode(0o640))
            .unwrap();
        symlink("venus.json", folder.path().join("link.json")).unwrap();
        run_in(folder.path(), &["canis", "--format", "json", "--output", "link.json"]);
        assert!(folder.path().join("link.json").is_symlink());
        let behind = folder.path().join("venus.json");
        assert!(std::fs::read_to_string(&behind).unwrap().contains("\"canis\""));
        assert_eq!(std::fs::metadata(&behind).unwrap().permissions().mode() & 0o777, 0o640);
    }
}

#[test]
fn pictures_need_no_font_and_are_accessible() {
    let folder = folder_with_examples();
    let asked: [&[&str]; 7] = [
        &["venus", "--faces", "four-bones.toml", "--faces", "uniform"],
        &["odds", "sum>=14", "canis", "not 6=4", "--given", "not void"],
        &["casts", "--faces", "counts.toml"],
        &["casts", "--tali", "8", "--faces", "uniform", "--faces", "traditional"],
        &["casts", "--tali", "1"],
        &["canis"],
        &["odds", "sum>=4"],
    ];
    for arguments in asked.into_iter().step_by(one_in(3)) {
        for file in ["picture.svg", "picture.png"] {
            answer_in(folder.path(), &[arguments, &["--chart", file]].concat());
        }
        let svg = std::fs::read_to_string(folder.path().join("picture.svg")).unwrap();
        // Its text is searchable and accessible, and the file is small.
        assert!(svg.contains("<text") && svg.contains("Noto Sans, sans-serif"), "{arguments:?}");
        assert!(svg.len() < 250_000, "{arguments:?}: {} bytes", svg.len());
        assert!(
            svg.contains("<title>") && svg.contains("<desc>") && svg.contains("role=\"img\""),
            "{arguments:?}"
        );
        let document = roxmltree::Document::parse(&svg).unwrap();
        let [wide, high] = ["width", "height"].map(|side| document.root_element().attribute(side).unwrap());
        let pixels = tiny_skia::Pixmap::load_png(folder.path().join("picture.png")).unwrap();
        let size = [wide, high].map(|side| side.parse::<u32>().unwrap());
        assert_eq!([pixels.width(), pixels.height()], size.map(|side| 2 * side), "{arguments:?}");
        // Something is drawn, and nothing touches the frame.
        let white = |pixel: &tiny_skia::PremultipliedColorU8| {
            (pixel.red(), pixel.green(), pixel.blue()) == (255, 255, 255)
        };
        let (wide, high) = (pixels.width() as usize, pixels.height() as usize);
        let at = |x: usize, y: usize| &pixels.pixels()[y * wide + x];
        assert!(pixels.pixels().iter().any(|pixel| !white(pixel)));
        assert!((0..wide).all(|x| white(at(x, 0)) && white(at(x, high - 1))), "{arguments:?} is cut off");
        assert!((0..high).all(|y| white(at(0, y)) && white(at(wide - 1, y))), "{arguments:?} is cut off");
    }
}

#[test]
fn pictures_are_reproducible() {
    let folder = folder_with_examples();
    let draw = |file: &str| {
        run_in(folder.path(), &["venus", "--faces", "weights.toml", "--chart", file]);
        std::fs::read(folder.path().join(file)).unwrap()
    };
    assert_eq!(draw("one.png"), draw("two.png"));
    assert_eq!(draw("one.svg"), draw("two.svg"));
}

/// The length distribution of a game of up to half a million casts is binned, unless `--pmf` asks for all of it.
#[test]
fn long_distributions_are_binned() {
    let asked = ["win", "hounds-and-vultures", "--games", "0", "--format", "json"];
    let text = answer(&asked);
    assert!(text.len() < 100_000, "{}", text.len());
    let distribution = |text: &str| serde_json::from_str::<Value>(text).unwrap()["length"]["pmf"].clone();
    let numbers = |distribution: &Value| -> Vec<f64> {
        items(&distribution["probabilities"]).iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let (binned, whole) = (distribution(&text), distribution(&answer(&[&asked[..], &["--pmf"]].concat())));
    let bin = usize::try_from(binned["bin"].as_u64().unwrap()).unwrap();
    assert!(bin > 1 && whole.get("bin").is_none());
    assert_eq!((&binned["first"], &binned["step"]), (&whole["first"], &whole["step"]));
    let (bins, each) = (numbers(&binned), numbers(&whole));
    assert!((100..=500).contains(&bins.len()));
    // At most one in a thousand is left out.
    assert!(binned["remainder"].as_f64().unwrap() < 0.001);
    for (sum, of) in bins.iter().zip(each.chunks(bin)) {
        assert!((sum - of.iter().sum::<f64>()).abs() < 1e-12);
    }
    let all = bins.iter().sum::<f64>() + binned["remainder"].as_f64().unwrap();
    assert!((all - 1.0).abs() < 1e-8, "{all}");
}

/// One run can write table, chart, CSV and JSON, equal to those of separate runs.
#[test]
fn one_run_can_write_every_format() {
    let folder = folder_with_examples();
    let all = ["--chart", "one.svg", "--csv", "one.csv", "--json", "one.json"];
    for words in [
        &["casts", "--by", "sum"][..],
        &["venus"],
        &["win", "augustus", "--games", "1000"],
        &["tune", "century", "--vary", "target=60|70", "--want", "win:seat1=0.5"],
        &["fit", "simulated-throws.csv"],
    ] {
        let table = answer_in(folder.path(), &[words, &all[..]].concat());
        let alone = |form: &str| run_in(folder.path(), &[words, &["--format", form]].concat()).out;
        let written = |file: &str| read(&folder.path().join(file));
        assert_eq!(table, alone("table"), "{words:?}");
        assert_eq!(written("one.csv"), alone("csv"), "{words:?}");
        assert_eq!(written("one.json"), alone("json"), "{words:?}");
        assert!(written("one.svg").starts_with("<svg"));
    }
}

/// Without a terminal, tables have at most a hundred columns, or as many as `COLUMNS` says. At a hundred nothing is left out and
/// no number is broken: the narrow table has the same words as the wide one.
#[test]
fn tables_fit_a_hundred_columns_without_a_terminal() {
    let folder = folder_with_examples();
    let games: Value = json(&["games"]);
    let games = items(&games["games"]).iter();
    let mut asked: Vec<String> =
        games.map(|game| format!("rules {}", game["game"].as_str().unwrap())).collect();
    asked.extend(
        [
            "games",
            "presets",
            "odds 'sum>=14' '6>=2' 'not (venus or 6=4) and sum<=17' --faces four-bones.toml",
            "casts --sensitivity --faces four-bones.toml",
            "venus --faces counts.toml --faces uniform",
            "casts --faces counts.toml --sensitivity",
            "win augustus --games 2000 --players 5 --faces counts.toml --draws 100",
            "win circus-maximus --games 2000",
            "pot augustus --games 2000 --players 4 --purse 100",
            "balance augustus",
            "balance century --versus target=60",
            "tune hounds-and-vultures --vary ladder --want 'length:p95<=60min'",
            "tune century --vary target=60..80:5 --want win:seat1=0.5 --want 'length:mean<=19'",
            "fit simulated-throws.csv",
            "fit class.csv --pool all --against uniform --power",
        ]
        .map(str::to_owned),
    );
    let is_table = |line: &&str| line.starts_with(['│', '┌', '╞', '└', '├']);
    let mut broken = 0;
    for words in asked.into_iter().step_by(one_in(2)) {
        let shown = |columns: &str| {
            let mut program = program(folder.path());
            if !columns.is_empty() {
                program.env("COLUMNS", columns);
            }
            let run = crate::common::Run::from(program.args(shlex::split(&words).unwrap()).output().unwrap());
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{words:?}");
            run.out
        };
        let widest = |text: &str| {
            let lines = text.lines().filter(is_table);
            lines.map(|line| line.chars().count()).max().unwrap_or(0)
        };
        let (usual, wide) = (shown(""), shown("5000"));
        assert!(widest(&usual) <= 100, "{words:?}: {}\n{usual}", widest(&usual));
        assert!(!usual.contains("left out for lack of width"), "{words:?}\n{usual}");
        // Cells break only at spaces and fraction bars.
        let parts = |text: &str| -> BTreeSet<String> {
            let cells = text.lines().filter(is_table).flat_map(|line| line.split(['│', '┆']));
            let words = cells.flat_map(|cell| cell.split_inclusive(['/', ' '])).map(str::trim);
            words.filter(|word| word.chars().any(char::is_alphanumeric)).map(str::to_owned).collect()
        };
        assert_eq!(parts(&usual), parts(&wide), "{words:?}");
        broken += usize::from(usual != wide);
    }
    assert!(broken > 10 / one_in(2), "{broken}");
}

/// All verbs, including those that the help omits, as listed by an error.
fn verbs() -> Vec<String> {
    let run = run_in(Path::new("."), &["man", "no-such-verb"]);
    let (_, listed) =
        run.err.trim_end().split_once("the commands are ").unwrap_or_else(|| panic!("{}", run.err));
    let verbs: Vec<String> = listed.split(", ").map(str::to_owned).filter(|verb| verb != "help").collect();
    assert!(verbs.len() >= 20, "{verbs:?}");
    verbs
}

/// Every document begins with its schema, version and verb. Two runs with the same seed are equal to the byte, on any number of
/// threads.
#[test]
fn documents_name_their_verb_and_are_reproducible() {
    const ASKED: [&str; 17] = [
        "casts",
        "venus --faces counts.toml",
        "senio",
        "vultures",
        "canis",
        "odds sum>=14",
        "win augustus --games 2000 --faces counts.toml --draws 100",
        "pot simple-tali --games 2000 --purse 20",
        "balance mendax-single --rule tali=1 --rule duel=faces --games 200",
        "tune century --vary target=60|70 --want win:seat1=0.5",
        "advise mancala",
        "strategy mendax-single --rule tali=1 --rule duel=faces",
        "check examples/games/learn/4-choice.game",
        "games",
        "rules augustus",
        "presets",
        "fit class.csv --pool all",
    ];
    let folder = folder_with_examples();
    let run = |words: &str| answer_in(folder.path(), &words.split(' ').collect::<Vec<_>>());
    let begins = |text: &str, verb: &str| {
        let version = env!("CARGO_PKG_VERSION");
        text.starts_with(&format!(
            "{{\n  \"schema\": 1,\n  \"version\": \"{version}\",\n  \"verb\": \"{verb}\",\n"
        ))
    };
    let mut with_documents: Vec<String> = Vec::new();
    for verb in verbs() {
        let help = run(&format!("{verb} --help"));
        if help.contains("One JSON document") {
            let asked = ASKED.iter().find(|words| words.split(' ').next() == Some(verb.as_str()));
            let asked = format!("{} --format json", asked.unwrap_or_else(|| panic!("{verb}")));
            let threads =
                if help.contains("--threads <") { [" --threads 1", " --threads 2"] } else { [""; 2] };
            let [first, second] = threads.map(|threads| run(&format!("{asked}{threads}")));
            assert!(begins(&first, &verb), "{verb}: {first:.90}");
            assert_eq!(first, second, "{verb}");
            with_documents.push(verb);
        }
    }
    assert_eq!(with_documents.len(), ASKED.len(), "{with_documents:?}");
    if everything() {
        // A game that is only simulated.
        let played = "tune latrunculi --rule board=4x4 --play random --vary quiet=2|4 --want nobody<=0.5";
        let tuned = [1, 2].map(|threads| run(&format!("{played} --format json --threads {threads}")));
        assert_eq!(tuned[0], tuned[1]);
    }
    let night = "version = 1\ntitle = \"T\"\n[[players]]\nname = \"A\"\npurse = 20\n[[players]]\nname = \"B\"\npurse = 20\n\
                 [[games]]\ngame = \"augustus\"\n";
    std::fs::write(folder.path().join("small.toml"), night).unwrap();
    let reports = [("one", "1"), ("two", "2")].map(|(name, threads)| {
        run(&format!("report small.toml -o {name} --threads {threads}"));
        read(&folder.path().join(name).join("report.json"))
    });
    assert!(begins(&reports[0], "report"), "{:.90}", reports[0]);
    assert_eq!(reports[0], reports[1]);
    assert!(begins(&run("balance small.toml --format json"), "balance"));
}

/// Under every verb `-o`, like `--output`, writes the answer to a file instead of standard output.
#[test]
fn every_verb_accepts_the_short_form_of_output() {
    let folder = folder_with_examples();
    for verb in verbs() {
        let help = answer(&[&verb, "--help"]);
        assert!(help.contains("-o, --output <"), "{verb}: {help}");
    }
    for words in [
        &["venus"][..],
        &["rules", "augustus", "--toml"],
        &["man", "venus"],
        &["completions", "zsh"],
        &["sheet"],
        &["fit", "class.csv", "--pool", "all"],
    ] {
        let run = run_in(folder.path(), &[words, &["-o", "answer.html"]].concat());
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""), "{words:?}");
        let written = std::fs::read_to_string(folder.path().join("answer.html")).unwrap();
        assert_eq!(written, run_in(folder.path(), words).raw, "{words:?}");
    }
}

/// The distributions of sums, kinds and counts of a face agree with the list of casts, for all sorts of bones.
#[test]
fn casts_can_be_grouped() {
    let folder = folder_with_examples();
    let json = |words: &[&str]| json_in(folder.path(), words);
    let bones = ["four-bones.toml", "traditional", "counts.toml", "uniform", "no-six.toml"];
    for faces in bones.into_iter().step_by(one_in(2)) {
        let list = json(&["casts", "--faces", faces]);
        for (by, of) in [("sum", "sum"), ("kind", "kind"), ("count:6", "6"), ("count:3", "3")] {
            let spread = json(&["casts", "--faces", faces, "--by", by]);
            let rows = items(&spread["rows"]);
            let mut all = 0.0;
            for row in rows {
                let same = |cast: &&Value| match of {
                    "sum" | "kind" => cast[of] == row["value"],
                    face => cast["cast"].as_str().unwrap().matches(face).count() as u64 == row["value"],
                };
                let casts: Vec<&Value> = items(&list["casts"]).iter().filter(same).collect();
                let sum: f64 = casts.iter().map(|cast| value_of(&cast["probability"])).sum();
                assert!((sum - value_of(&row["probability"])).abs() < 1e-12, "{faces} {by}: {row}");
                assert_eq!(row["casts"], casts.len());
                all += value_of(&row["probability"]);
                assert_eq!(row.get("posterior").is_some(), list["casts"][0].get("posterior").is_some());
            }
            assert!((all - 1.0).abs() < 1e-12);
        }
        // `at_least` is the probability of the event.
        let spread = json(&["casts", "--faces", faces, "--by", "sum"]);
        let odds = json(&["odds", "sum>=14", "--faces", faces]);
        let row = items(&spread["rows"]).iter().find(|row| row["value"] == 14).unwrap();
        assert_eq!(row["at_least"]["exact"], odds["probability"]["exact"], "{faces}");
    }
}
