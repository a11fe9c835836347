//! From throws to weights, and from uncertain weights to odds.

use std::fs;
use std::path::Path;

use crate::common::{
    Run, everything, expected, folder_with, folder_with_examples, grouped, items, json_in as json, read,
    run_in, value_of,
};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value;
use tali_odds::analysis::{Averaging, FitQuestion, Fitted, NamedSet, OddsQuestion, SetOdds, Subject};
use tali_odds::inference::{Cell, PValue, Pool, Throws, permutation_test};
use tali_odds::monte_carlo::{Draws, Generator, draw};
use tali_odds::tali::{Bones, CastTable, Kind, Posterior, Prior, TaliSet, Talus, presets};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// Runs `fit` on this text with these arguments.
fn fit(text: &[u8], arguments: &[&str]) -> Run {
    let folder = folder_with("throws.csv", text);
    run_in(folder.path(), &[&["fit", "throws.csv", "--format", "json"], arguments].concat())
}

fn counts(run: &Run) -> Vec<(String, [u64; 4])> {
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let estimate = |estimate: &Value| {
        let name = estimate["name"].as_str().unwrap_or("").to_owned();
        (name, [0, 1, 2, 3].map(|face| estimate["faces"][face]["count"].as_u64().unwrap()))
    };
    items(&document["estimates"]).iter().map(estimate).collect()
}

/// The 95 % intervals contain the true values in 93 to 97 of 100 data sets generated from known weights, for every face and for
/// Venus.
#[test]
fn credible_intervals_have_their_coverage() {
    const THROWS: u64 = 200;
    const WEIGHTS: [u64; 4] = [12, 37, 39, 12];
    // The tolerance is three and a half standard errors of 95 %.
    let (sets, off) = if everything() { (2_000_u32, 0.02) } else { (300, 0.044) };
    let truth = Talus::from_weights(WEIGHTS.map(|weight| BigRational::from_integer(weight.into()))).unwrap();
    let venus = CastTable::new(&TaliSet::alike(&truth, 4).unwrap());
    let venus = venus.probability_that(|cast| cast.kind() == Some(Kind::Venus)).to_f64().unwrap();
    let plan = Draws { draws: sets.into(), seed: 7, threads: 0 };
    let held = draw(&plan, |generator| {
        let mut counts = [0; 4];
        for _ in 0..THROWS {
            let mut left = generator.below(100);
            let face = WEIGHTS.iter().position(|weight| {
                let here = left < *weight;
                left = left.saturating_sub(*weight);
                here
            });
            counts[face.unwrap()] += 1;
        }
        let cell = Cell { counts, ..Cell::default() };
        let throws = Throws { bones: vec![String::new()], cells: vec![cell], ..Throws::default() };
        let question = FitQuestion {
            pool: Pool::All,
            prior: Prior::default(),
            against: None,
            averaging: Averaging { draws: Some(1_000), seed: generator.bits(), threads: 1, level: 0.95 },
            source: "simulation".into(),
        };
        let fitted = Fitted::new(throws, question).unwrap();
        let credible = fitted.kinds[0].posterior.as_ref().unwrap().credible.unwrap();
        let mut held = vec![credible.low <= venus && venus <= credible.high];
        held.extend(fitted.estimates[0].faces.iter().map(|face| {
            let weight = truth.probability(face.face).to_f64().unwrap();
            face.credible.low <= weight && weight <= face.credible.high
        }));
        held
    });
    for (index, what) in ["Venus", "1", "3", "4", "6"].iter().enumerate() {
        let share = held.iter().map(|held| f64::from(u8::from(held[index]))).sum::<f64>() / f64::from(sets);
        assert!((share - 0.95).abs() <= off, "{what}: {share}");
    }
}

/// Drawn intervals agree with quantiles drawn by `SciPy`, within both sampling errors.
#[test]
fn drawn_quantiles_match_scipy() {
    let mut compared = 0;
    let rows = expected("fit_kinds.csv").into_iter();
    let ends = rows.filter(|row| row["figure"] == "quantile" && row["at"] != "0.5").collect();
    for rows in grouped(ends, &["c1", "c3", "c4", "c6", "alpha"]) {
        let counts = ["c1", "c3", "c4", "c6"].map(|count| rows[0][count].parse().unwrap());
        let Ok(posterior) = Posterior::new(counts, Prior::parse(&rows[0]["alpha"]).unwrap()) else {
            continue;
        };
        let bones = Bones::alike("counted", Talus::from_posterior(posterior));
        let averaging = Averaging { draws: Some(100_000), ..Averaging::default() };
        // All events share one set of drawn weights.
        let question = OddsQuestion {
            subjects: rows.iter().map(|row| Subject::Kind(row["kind"].parse().unwrap())).collect(),
            given: None,
            within: vec![],
            running: vec![],
            sensitivity: false,
        };
        let odds = SetOdds::new(NamedSet::new(bones, 4).unwrap(), &question, &averaging);
        for (row, event) in rows.iter().zip(&odds.events) {
            let credible = event.posterior.as_ref().unwrap().probability.credible.unwrap();
            let found = if row["at"].parse::<f64>().unwrap() < 0.5 { credible.low } else { credible.high };
            let (value, se): (f64, f64) = (row["value"].parse().unwrap(), row["se"].parse().unwrap());
            // `SciPy` drew forty times as many.
            assert!((found - value).abs() <= 5.0 * 7.0 * se, "{row:?}: {found}");
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn odds_of_a_cast_are_averaged_and_show_the_plug_in_value() {
    let folder = folder_with_examples();
    let venus = json(folder.path(), &["venus", "--faces", "counts.toml", "--within", "1", "20"]);
    // 24 · 39 · 167 · 149 · 49 / (2 · 202)⁴, with the mean weights plugged in
    assert_eq!(venus["posterior"]["plug_in"]["exact"], "142654239/3329932832");
    assert_eq!(venus["probability"]["exact"], venus["within"][0]["probability"]["exact"]);
    let (low, high) =
        (number(&venus["posterior"]["credible"]["low"]), number(&venus["posterior"]["credible"]["high"]));
    let value = value_of(&venus["probability"]);
    assert!(low < value && value < high && high < 3.0 * low);
    // For a decreasing function of P the ends are swapped.
    let wait = &venus["posterior"]["mean_wait"];
    assert!(
        (number(&wait["low"]) * high - 1.0).abs() < 1e-12
            && (number(&wait["high"]) * low - 1.0).abs() < 1e-12
    );
    let within = &venus["within"][1]["posterior"]["credible"];
    assert!((number(&within["low"]) - (1.0 - (1.0 - low).powi(20))).abs() < 1e-12);
    // Bones with known weights have no posterior.
    assert_eq!(json(folder.path(), &["venus"])["posterior"], Value::Null);
}

/// Four bones with separate estimates are independent, so averaged and plug-in casts agree.
#[test]
fn bones_with_separate_estimates_are_independent() {
    let talus = |counts| Talus::from_posterior(Posterior::new(counts, Prior::default()).unwrap());
    let own =
        TaliSet::new([[3, 10, 12, 5], [0, 4, 4, 2], [7, 7, 7, 7], [2, 9, 6, 3]].map(talus).into()).unwrap();
    assert_eq!(CastTable::new(&own), CastTable::averaged(&own));
    let shared = TaliSet::alike(&talus([3, 10, 12, 5]), 4).unwrap();
    assert_ne!(CastTable::new(&shared), CastTable::averaged(&shared));
    let known = presets::TRADITIONAL.bones().set(4).unwrap();
    assert_eq!(CastTable::new(&known), CastTable::averaged(&known));
    let one = BigRational::from_integer(1.into());
    assert_eq!(CastTable::averaged(&shared).probability_that(|_| true), one);
}

/// In Augustus's game for two, seat 1 wins with probability 1/(2 − v), where v is that of a Venus.
#[test]
fn games_are_solved_for_every_draw_of_the_weights() {
    let folder = folder_with_examples();
    let draws = if everything() { "20000" } else { "3000" };
    let of = |threads: &'static str| {
        let arguments = ["win", "augustus", "--faces", "counts.toml", "--games", "0", "--threads", threads];
        json(folder.path(), &[&arguments[..], &["--draws", draws]].concat())
    };
    let win = of("2");
    let seat = &win["seats"][0];
    let venus = ["venus", "--faces", "counts.toml", "--draws", draws];
    let credible = &json(folder.path(), &venus)["posterior"]["credible"];
    for end in ["low", "high"] {
        // Both drew the same weights, one of them rounded to integers.
        let share = 1.0 / (2.0 - number(&credible[end]));
        assert!((number(&seat["posterior"]["credible"][end]) - share).abs() < 2e-6, "{end}");
    }
    assert_eq!(win["posterior"]["draws"].to_string(), draws);
    assert_eq!(win, of("1"), "differs with the number of threads");
    // Average win shares add up to 1; length and coins only have intervals.
    let averages: f64 = (0..2).map(|seat| value_of(&win["seats"][seat]["posterior"]["average"])).sum();
    assert!((averages - 1.0).abs() < 1e-9);
    assert_eq!(win["posterior"]["length_mean"]["average"], Value::Null);
    let length = &win["posterior"]["length_mean"]["credible"];
    assert!((number(&length["low"]) * number(&credible["high"]) - 1.0).abs() < 1e-4);
}

#[test]
fn all_layouts_of_throws_read_the_same() {
    let bones = vec![("A".to_owned(), [1, 1, 0, 1]), ("B".to_owned(), [0, 1, 2, 0])];
    let all = vec![(String::new(), [1, 2, 2, 1])];
    for text in [
        "bone,face\nA,1\nB,3\nA,3\nB,4\nA,6\nB,4\n",
        "Face;Bone;surface\n1;A;oak\n3;B;oak\n3;A;\n4;B;oak\n6;A;oak\n4;B;oak\n",
        "\u{feff}bone\tface\r\nA\tflat\r\nB\tconcave\r\n\r\nA\t3\r\nB\tconvex\r\nA\tsinuous\r\nB\t4",
        "A,B\n1,3\n3,4\n6,4\n",
        "throw,A,B,surface\n1,1,3,oak\n2,3,4,\n3,6,4,oak\n",
        "bone,1,3,4,6\nA,1,1,0,1\nB,0,1,2,0\n",
        "bone,face,count\nA,1,1\nA,3,1\nA,6,1\nB,3,1\nB,4,2\n",
        "sinuous,convex,concave,flat,bone\n1,0,1,1,A\n0,2,1,0,B\n",
        "A,B,times\n1,3,1\n3,4,1\n6,,1\n,4,1\n3,3,0\n",
        "sep=;\nday;A;B;sum;;\n1;1;3;4\n3;3;4;7;;\n4;6;4;10\n;;;\n",
        "sep=|\nface|n|bone\n1|1|A\n3|1|A\n6|1|A\nsubtotal|3|\n3|1|B\n4|2|B\nsubtotal|3|\ntotal|6|\n",
        "Bone,Face 1,3 (concave),convex,6 sinuous\nA,1,1,0,1\nB,0,1,2,0\n",
        "bone,1,3,4,6,n\nA,1,1,0,1,3\nB,0,1,2,0,3\nTotal:,1,2,2,1,6\n",
        "bone,1,3,4,6\nA,1,1,0,1\nB,0,1,2,0\n,1,2,2,1\n",
    ] {
        assert_eq!(counts(&fit(text.as_bytes(), &[])), bones, "{text}");
        assert_eq!(counts(&fit(text.as_bytes(), &["--pool", "all"])), all, "{text}");
    }
    let named = "knuckle,shows\nA,1\nB,3\nA,3\nB,4\nA,6\nB,4\n";
    assert_eq!(
        counts(&fit(named.as_bytes(), &["--bone-column", "knuckle", "--face-column", "shows"])),
        bones
    );
}

#[test]
fn encodings_of_a_name_are_equal() {
    let text = "thrower,face\nJosé,1\nJose\u{301},3\nAnna,6\n";
    let named = [("José".to_owned(), [1, 1, 0, 0]), ("Anna".to_owned(), [0, 0, 0, 1])];
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [text.as_bytes(), &utf16] {
        assert_eq!(counts(&fit(bytes, &["--pool", "thrower"])), named);
        for name in ["José", "Jose\u{301}"] {
            let only = format!("thrower={name}");
            assert_eq!(counts(&fit(bytes, &["--only", &only])), [(String::new(), [1, 1, 0, 0])]);
        }
    }
}

#[test]
fn throws_can_be_pooled_and_filtered() {
    let text = "bone,face,surface\nA,1,oak\nA,3,sand\nB,3,oak\nB,6,sand\n";
    let groups = [("oak".to_owned(), [1, 1, 0, 0]), ("sand".to_owned(), [0, 1, 0, 1])];
    assert_eq!(counts(&fit(text.as_bytes(), &["--pool", "surface"])), groups);
    assert_eq!(counts(&fit(text.as_bytes(), &["--pool", "bone"])).len(), 2);
    let oak = [("A".to_owned(), [1, 0, 0, 0]), ("B".to_owned(), [0, 1, 0, 0])];
    assert_eq!(counts(&fit(text.as_bytes(), &["--only", "surface=oak"])), oak);
}

#[test]
fn estimates_are_written_as_faces_files() {
    let folder = folder_with_examples();
    let throws = "examples/simulated-throws.csv";
    let fitted = json(folder.path(), &["fit", throws, "-o", "each.toml", "--against", "traditional"]);
    let counts = |document: &Value, index: usize| document["bones"]["tali"][index]["counts"].clone();
    let each = json(folder.path(), &["venus", "--faces", "each.toml"]);
    for bone in 0..4 {
        for (index, face) in ["1", "3", "4", "6"].iter().enumerate() {
            assert_eq!(counts(&each, bone)[face], fitted["estimates"][bone]["faces"][index]["count"]);
        }
        assert_eq!(each["bones"]["tali"][bone]["name"], fitted["estimates"][bone]["name"]);
    }
    assert_eq!(each["probability"], fitted["kinds"][0]["probability"]);
    assert_eq!(each["posterior"]["credible"], fitted["kinds"][0]["posterior"]["credible"]);
    assert!(
        each["bones"]["source"].as_str().unwrap().contains("800 throws of 4 bones in simulated-throws.csv")
    );

    json(folder.path(), &["fit", throws, "--pool", "all", "--prior", "2, 1, 1, 2", "-o", "all.toml"]);
    let all = json(folder.path(), &["venus", "--faces", "all.toml"]);
    assert_eq!(all["bones"]["tali"][0]["prior"]["1"], "2");
    assert!(all["posterior"]["plug_in"].is_object(), "four bones with one estimate are not independent");

    fs::write(folder.path().join("odd.csv"), "bone,face\n\"A \"\"x\"\" \\, <b>\",3\nB,4\n").unwrap();
    json(folder.path(), &["fit", "odd.csv", "-o", "odd.toml"]);
    let odd = json(folder.path(), &["odds", "3=2", "--tali", "2", "--faces", "odd.toml"]);
    assert_eq!(odd["bones"]["tali"][0]["name"], "A \"x\" \\, <b>");
}

#[test]
fn plans_reach_the_requested_width() {
    for (goal, width) in [("venus", 0.01), ("face:6", 0.05), ("sum>=14", 0.02)] {
        let plan = json(Path::new("/"), &["fit", "--plan", "--width", &width.to_string(), "--for", goal]);
        let interval = &plan["plan"]["interval"];
        let found = number(&interval["high"]) - number(&interval["low"]);
        assert!((0.94 * width..=width).contains(&found), "{goal}: {found}");
        assert!(plan["plan"]["throws"].as_u64().unwrap() > 100);
    }
    let folder = folder_with_examples();
    let throws =
        ["fit", "simulated-throws.csv", "--pool", "all", "--plan", "--width", "0.01", "--for", "venus"];
    let plan = &json(folder.path(), &throws)["plan"];
    assert_eq!(plan["made"], 800);
    assert_eq!(plan["more"].as_u64().unwrap(), plan["throws"].as_u64().unwrap() - 800);
}

#[test]
fn headers_of_sheets_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    for bones in [vec![], vec!["Aulus", "<i>Brutus</i>", "C, \"D\""]] {
        let run = run_in(folder.path(), &[&["sheet"][..], &bones, &["--output", "sheet.html"]].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{bones:?}");
        let sheet = read(&folder.path().join("sheet.html"));
        assert!(!sheet.contains("<i>"), "names must be escaped");
        assert_eq!(sheet.matches("<th scope=\"row\">").count(), 100);
        let header = sheet.split("<code>").nth(1).unwrap().split("</code>").next().unwrap();
        let header =
            header.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        let columns = if bones.is_empty() { 4 } else { bones.len() };
        let text = format!("{header}\n1{}\n", ",3".repeat(columns));
        assert_eq!(counts(&fit(text.as_bytes(), &[])).len(), columns);
    }
}

/// Equal seats have equal shares whatever the weights, up to rounding.
#[test]
fn figures_independent_of_the_weights_are_certain() {
    let folder = folder_with_examples();
    let arguments = ["--faces", "counts.toml", "--games", "0", "--players", "4"];
    let win = json(folder.path(), &[&["win", "circus-maximus", "--draws", "100"], &arguments[..]].concat());
    let credible = &win["seats"][0]["posterior"]["credible"];
    // Numerically it is a quarter up to rounding, and so are both ends.
    assert_eq!(credible["low"], credible["high"]);
    assert!((number(&credible["low"]) - 0.25).abs() < 1e-9);
}

/// Thirty groups are tested and summarised, with p-values adjusted by Holm's method, which is recomputed here.
#[test]
fn thirty_groups_are_tested_and_summarised() {
    let folder = folder_with_examples();
    let words = ["fit", "class.csv", "--pool", "thrower", "--against", "uniform"];
    let document = json(folder.path(), &words);
    let tests = items(&document["tests"]);
    let fits: Vec<&Value> = tests.iter().filter(|test| test["test"] == "fit").collect();
    assert_eq!(fits.len(), 30);
    let p = |test: &Value| value_of(&test["p_exact"]);
    let mut sorted: Vec<f64> = fits.iter().map(|test| p(test)).collect();
    sorted.sort_by(f64::total_cmp);
    for test in &fits {
        // The largest of the p-values up to this one, each times the number of p-values from it on.
        let smaller = sorted.iter().enumerate().filter(|(_, other)| **other <= p(test));
        let left = |index: usize| (30 - index).to_f64().unwrap();
        let wanted = smaller.map(|(index, other)| left(index) * other).fold(0.0, f64::max).min(1.0);
        assert!((test["p_holm"].as_f64().unwrap() - wanted).abs() < 1e-9, "{test}");
    }
    let said = run_in(folder.path(), &words);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    // One sentence for each kind of result, none repeated for every group.
    let sentences: Vec<&str> = said.out.lines().filter(|line| line.contains("fair weights")).collect();
    assert_eq!(sentences.len(), 3, "{}", said.out);
    assert!(sentences[0].starts_with("11 of 30 differ from fair weights (p = "), "{}", said.out);
}

/// A permutation test keeps its level where the χ² approximation does not: it rejects about one in twenty series of independent
/// throws.
#[test]
fn few_throws_are_tested_by_permutation() {
    let draws = Draws { draws: 500, seed: 3, threads: 1 };
    let mut rejected = 0;
    for seed in 0..300 {
        let mut generator = Generator::new(seed, 0);
        let mut rows = vec![[0u64; 4]; 12];
        for row in &mut rows {
            for _ in 0..3 {
                // A talus with weights 1, 4, 4 and 1.
                let face = match generator.below(10) {
                    0 => 0,
                    1..=4 => 1,
                    5..=8 => 2,
                    _ => 3,
                };
                row[face] += 1;
            }
        }
        let PValue::Drawn { hits, draws } = permutation_test(&rows, &draws) else { panic!() };
        rejected += usize::from(20 * hits < draws);
    }
    assert!((5..=27).contains(&rejected), "{rejected} of 300 at the level of 5 %");
}

#[test]
fn throwers_get_separate_sheets() {
    let folder = folder_with("names.txt", "Aemilia\n\n  Gaius Iulius \n");
    let named = run_in(folder.path(), &["sheet", "--throwers", "names.txt", "--throws", "40"]);
    assert_eq!((named.code, named.err.as_str()), (Some(0), ""));
    assert_eq!(named.out.matches("<section>").count(), 2);
    assert!(
        named.out.contains("Aemilia,1,")
            && named.out.contains("Gaius Iulius,1,")
            && named.out.contains("--pool thrower")
    );
    let numbered = run_in(folder.path(), &["sheet", "--throwers", "30", "--throws", "40"]);
    assert_eq!(numbered.out.matches("<section>").count(), 30);
}

/// The worksheet, the tally sheet and the example file all describe one talus that each pupil throws forty times.
#[test]
fn tally_sheets_of_a_class_can_be_read() {
    let folder = folder_with_examples();
    let class = read(&folder.path().join("class.csv"));
    let names: Vec<&str> = class.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(names.len(), 30);
    fs::write(folder.path().join("names.txt"), names.join("\n")).unwrap();
    let sheet = run_in(folder.path(), &["sheet", "--throwers", "names.txt", "--tally"]);
    assert_eq!((sheet.code, sheet.err.as_str()), (Some(0), ""));
    assert_eq!(sheet.out.matches("<section").count(), 1);
    assert!(names.iter().all(|name| sheet.out.contains(&format!("<bdi>{name}</bdi>"))));
    let typed: Vec<&str> =
        sheet.out.split("<code>").skip(1).map(|code| code.split("</code>").next().unwrap()).collect();
    let [header, example, command] = typed.as_slice() else { panic!("{typed:?}") };
    assert_eq!((*header, *example), (class.lines().next().unwrap(), "Aemilia,4,17,15,4"));
    fs::write(folder.path().join("FILE.csv"), format!("{header}\n{example}\n")).unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let run = run_in(folder.path(), &words);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    // Without names, and with more rows than fit on a page.
    let many = run_in(folder.path(), &["sheet", "--throwers", "31", "--tally", "--throws", "20"]);
    assert_eq!((many.out.matches("<section").count(), many.out.matches("<bdi>").count()), (2, 31));
    assert!(many.out.contains("<code>1,2,8,8,2</code>"));
    // Separate sheets also have one talus, and as many throws as the worksheet asks for.
    let each = run_in(folder.path(), &["sheet", "--throwers", "3"]).out;
    assert!(each.contains("<code>thrower,throw,talus</code>"), "{each}");
    assert_eq!(each.matches("<th scope=\"row\">").count(), 3 * 40);
    let worksheet = run_in(folder.path(), &["sheet", "--worksheet", "questions"]).out;
    assert!(worksheet.contains("Throw one talus 40 times"));
}

/// Few throws are judged by the exact test instead of χ²: the p-value of three ones in five throws is that of all counts that are
/// no likelier, and that of χ² is smaller.
#[test]
fn few_throws_are_judged_by_the_exact_test() {
    let folder = tempfile::tempdir().unwrap();
    for (counts, sound) in [("3,1,1,0", false), ("4,16,16,4", false), ("5,20,20,5", true)] {
        fs::write(folder.path().join("few.csv"), format!("1,3,4,6\n{counts}\n")).unwrap();
        let words = ["fit", "few.csv", "--layout", "counts", "--against", "traditional", "--pool", "all"];
        let test = &json(folder.path(), &words)["tests"][0];
        assert_eq!(
            (test["sound"].as_bool(), &test["p_exact"]["method"]),
            (Some(sound), &"exact".into()),
            "{counts}"
        );
        let said = run_in(folder.path(), &words).out;
        let p = said.split("the textbook weights (p = ").nth(1).unwrap();
        let p: f64 = p.split(')').next().unwrap().parse().unwrap();
        assert!((p - value_of(&test["p_exact"])).abs() <= 0.005, "{counts}: {said}");
    }
}

/// The solutions answer the questions of the worksheet, with the same figures as other verbs.
#[test]
fn worksheets_have_questions_and_solutions() {
    let folder = folder_with_examples();
    for faces in ["traditional", "uniform", "counts.toml", "no-six.toml"] {
        let page = |which: &str| {
            let run = run_in(folder.path(), &["sheet", "--worksheet", which, "--faces", faces]);
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{faces}");
            run.out
        };
        let (questions, solutions) = (page("questions"), page("solutions"));
        let asked = |page: &str| page.matches("<li>").count();
        assert_eq!((asked(&questions), asked(&solutions)), (10, 10));
        assert!(
            !questions.contains("class=\"answer\"") && solutions.matches("class=\"answer\"").count() == 10
        );
        if faces != "counts.toml" {
            let venus = json(folder.path(), &["venus", "--faces", faces]);
            let exact = venus["probability"]["exact"].as_str().unwrap();
            assert!(
                solutions.contains(&format!("<p class=\"answer\">{exact}")) || exact == "0",
                "{faces}: {exact}"
            );
        }
    }
    let solutions = run_in(folder.path(), &["sheet", "--worksheet", "solutions"]).out;
    for shown in [
        "24/625 = 3.84 %",
        "1/10000 = 0.01 %",
        "24 · 4 · 4 · 1 = 384 times",
        "10 · p = 38.40 %",
        "26.04 casts on average, and 18 casts",
        "= 17.70",
        "3.5 and 14.",
        "7.815",
        "= 2.063",
        "--against traditional'",
    ] {
        assert!(solutions.contains(shown), "{shown}: {solutions}");
    }
    // Answers depend on the bones.
    let of =
        |faces: &str| run_in(folder.path(), &["sheet", "--worksheet", "solutions", "--faces", faces]).out;
    // The list that a question refers to is there: 35 casts, 4 + 4 − 1 choose 4.
    let list = solutions.split("different casts: ").nth(1).unwrap().split('.').next().unwrap();
    assert_eq!(list.split(", ").count(), 35);
    assert!(solutions.contains("not equally likely") && !of("uniform").contains("not equally likely"));
    assert!(of("no-six.toml").contains("These bones never show Venus."));
    // Long fractions are printed as decimals, and the command names the file.
    let counted = of("counts.toml");
    assert!(
        counted.contains("<p class=\"answer\">4.284 %, 1 in 23.")
            && counted.contains("--against counts.toml'")
    );
}
