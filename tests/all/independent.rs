//! Compares every figure about one cast with independent values: `tests/oracle/make_one_cast.py`, by brute force over the ordered
//! outcomes.

use std::collections::BTreeMap;

use crate::common::expected;
use num_bigint::BigInt;
use num_rational::BigRational;
use tali_odds::analysis::{
    Absence, Averaging, CastList, CastsQuestion, Figure, NamedSet, OddsQuestion, SetOdds, SetSensitivity,
    Subject,
};
use tali_odds::tali::{Bones, Cast, Event, Kind, Talus, USUAL_TALI};

/// The sets of bones of `bones.csv`.
fn sets() -> BTreeMap<String, NamedSet> {
    let mut tali: BTreeMap<String, Vec<Talus>> = BTreeMap::new();
    for row in expected("bones.csv") {
        let weights = ["face1", "face3", "face4", "face6"].map(|face| rational(&row[face]));
        tali.entry(row["set"].clone()).or_default().push(Talus::from_weights(weights).unwrap());
    }
    let named = |(name, tali): (String, Vec<Talus>)| {
        let number = tali.len();
        (name.clone(), NamedSet::new(Bones::each(name, tali), number).unwrap())
    };
    tali.into_iter().map(named).collect()
}

fn rational(text: &str) -> BigRational {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let integer = |digits: &str| digits.parse::<BigInt>().unwrap();
    BigRational::new(integer(numerator), integer(denominator))
}

#[track_caller]
fn agrees(figure: &Figure, expected: &str, what: &str) {
    match (figure, expected) {
        (Figure::None(Absence::ImpossibleCondition), "undefined")
        | (Figure::None(Absence::NeverHappens | Absence::Impossible), "inf") => {}
        (Figure::Exact(exact), number) => assert_eq!(*exact, rational(number), "{what}"),
        (figure, expected) => panic!("{what}: {figure:?}, not {expected}"),
    }
}

fn question(subject: Subject, given: &str, tali: usize) -> OddsQuestion {
    OddsQuestion {
        subjects: vec![subject],
        given: (!given.is_empty()).then(|| (given.to_owned(), Event::parse(given, tali).unwrap())),
        within: vec![5, 100],
        running: vec![2, 3],
        sensitivity: false,
    }
}

#[test]
fn casts_of_all_sets() {
    let mut expected_rows: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for row in expected("casts.csv") {
        expected_rows.entry(row["set"].clone()).or_default().push(row);
    }
    let sets = sets();
    assert_eq!(expected_rows.keys().collect::<Vec<_>>(), sets.keys().collect::<Vec<_>>());
    for (name, bones) in sets {
        let list = CastList::new(bones, CastsQuestion::default(), &Averaging::default());
        let rows = &expected_rows[&name];
        assert_eq!(list.casts.len(), rows.len(), "{name}");
        for (row, expected) in list.casts.iter().zip(rows) {
            let what = format!("{name} {}", row.cast);
            let optional = |text: Option<String>| text.unwrap_or_default();
            assert_eq!(row.cast.to_string(), expected["cast"], "{name}");
            assert_eq!(optional(row.kind.map(|kind| kind.to_string())), expected["kind"], "{what}");
            assert_eq!(optional(row.rank.map(|rank| rank.to_string())), expected["rank"], "{what}");
            assert_eq!(row.sum.to_string(), expected["sum"], "{what}");
            assert_eq!(row.ways.to_string(), expected["ways"], "{what}");
            agrees(&row.probability, &expected["probability"], &what);
            agrees(&row.cumulative, &expected["cumulative"], &what);
        }
    }
}

#[test]
fn kinds_and_their_waiting_times() {
    let sets = sets();
    let rows = expected("kinds.csv");
    assert_eq!(rows.len(), 40);
    for row in rows {
        let what = format!("{} {}", row["set"], row["kind"]);
        let kind: Kind = row["kind"].parse().unwrap();
        let answer = SetOdds::new(
            sets[&row["set"]].clone(),
            &question(Subject::Kind(kind), "", USUAL_TALI),
            &Averaging::default(),
        );
        let odds = &answer.events[0];
        agrees(&odds.probability, &row["probability"], &what);
        agrees(&odds.odds_against, &row["odds_against"], &what);
        agrees(&odds.mean_wait, &row["mean_wait"], &what);
        for (quantile, column) in odds.quantiles.iter().zip(["median", "q90"]) {
            let casts = quantile.casts.as_ref().map_or_else(|_| "inf".to_owned(), ToString::to_string);
            assert_eq!(casts, row[column], "{what} {column}");
        }
        for (within, column) in odds.within.iter().zip(["within5", "within100"]) {
            agrees(&within.probability, &row[column], &what);
        }
        for (run, (chance, wait)) in odds.running.iter().zip([("run2", "run2_wait"), ("run3", "run3_wait")]) {
            agrees(&run.probability, &row[chance], &what);
            agrees(&run.mean_wait, &row[wait], &what);
        }
    }
}

#[test]
fn events_and_conditional_events() {
    let sets = sets();
    let rows = expected("events.csv");
    assert!(rows.len() > 100);
    for row in rows {
        let bones = sets[&row["set"]].clone();
        let tali = bones.set().len();
        let event = Event::parse(&row["event"], tali).unwrap();
        let subject = Subject::Event(row["event"].clone(), event);
        let answer = SetOdds::new(bones, &question(subject, &row["given"], tali), &Averaging::default());
        let what = format!("{}: {} given {}", row["set"], row["event"], row["given"]);
        agrees(&answer.events[0].probability, &row["probability"], &what);
    }
}

#[test]
fn sensitivities_to_all_bones_and_to_each() {
    let sets = sets();
    let rows = expected("sensitivity.csv");
    assert!(rows.len() > 100);
    for row in rows {
        let set = sets[&row["set"]].set();
        let event = Event::parse(&row["event"], set.len()).unwrap();
        let all = SetSensitivity::new(set);
        let given = Some(&row["given"]).filter(|given| !given.is_empty());
        let given = given.map(|given| Event::parse(given, set.len()).unwrap());
        let given = |cast: &Cast| given.as_ref().is_none_or(|given| given.holds(cast));
        let sensitivity = all.of(|cast| event.holds(cast), given);
        let index = ["1", "3", "4", "6"].iter().position(|face| **face == row["face"]).unwrap();
        let what = format!("{row:?}");
        let most: Vec<String> = sensitivity.most.iter().map(u32::to_string).collect();
        assert_eq!(most.join(" "), row["most"], "{what}");
        let face = match row["bone"].parse::<usize>() {
            Err(_) => &sensitivity.faces[index],
            Ok(bone) => &sensitivity.bones[bone - 1].faces[index],
        };
        for (figure, column) in [(&face.change, "change"), (&face.relative_change, "relative_change")] {
            match figure {
                Figure::None(Absence::NothingToScale) => assert_eq!(row[column], "undefined", "{what}"),
                figure => agrees(figure, &row[column], &what),
            }
        }
    }
}
