//! Reads the cases computed by other code.

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use serde_json::Value as Json;
use tali_odds::analysis::{NamedSet, Setting};
use tali_odds::games::{self, Value};
use tali_odds::monte_carlo::{Moments, Pairs};
use tali_odds::tali::{Bones, Talus, parse_weight};

use crate::common::{rational, repository};

/// Parses a file of expected values.
pub(crate) fn document(name: &str) -> Json {
    let text = std::fs::read_to_string(repository("tests/expected").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The cases of a file.
pub(crate) fn read(name: &str) -> Vec<Json> {
    document(name).as_array().unwrap().clone()
}

pub(crate) fn texts(list: &Json) -> Vec<&str> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().unwrap()).collect()
}

/// The bones of each seat, given as four bones or as one kind.
pub(crate) fn bones(faces: &Json) -> Vec<NamedSet> {
    let talus = |weights: &Json| {
        let weights: Vec<BigRational> =
            texts(weights).into_iter().map(|text| parse_weight(text).unwrap()).collect();
        Talus::from_weights(weights.try_into().unwrap()).unwrap()
    };
    let seat = |bones: &Json| {
        let bones: Vec<Talus> = bones.as_array().unwrap().iter().map(talus).collect();
        let bones = if bones.len() == 1 { vec![bones[0].clone(); 4] } else { bones };
        NamedSet::new(Bones::each("bones", bones), 4).unwrap()
    };
    faces.as_array().unwrap().iter().map(seat).collect()
}

/// The table of a case.
pub(crate) fn setting(game: &str, case: &Json) -> Setting {
    setting_of(games::find(game).unwrap(), case)
}

/// The table of a case in any game.
pub(crate) fn setting_of(game: &'static games::Game, case: &Json) -> Setting {
    let players = usize::try_from(case["players"].as_u64().unwrap()).unwrap();
    let mut rules = game.rules(players).unwrap();
    for (key, value) in case["rules"].as_object().unwrap() {
        rules
            .set(key, Value::parse(&in_toml(value)).unwrap())
            .unwrap_or_else(|error| panic!("{case}: {error}"));
    }
    rules.set_play(&texts(&case["play"])).unwrap();
    Setting::new(game, rules, bones(&case["faces"]))
}

pub(crate) fn in_toml(value: &Json) -> String {
    match value {
        Json::Array(values) => format!("[{}]", values.iter().map(in_toml).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let entry = |(key, value): (&String, &Json)| format!("{key} = {}", in_toml(value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    }
}

/// Whether a figure is the expected number: the same fraction, or a number within its bounds.
pub(crate) fn is(figure: &Json, wanted: &Json) -> bool {
    let Some(wanted) = wanted.as_str().map(rational) else { return figure["value"].is_null() };
    if let Some(exact) = figure["exact"].as_str() {
        return rational(exact) == wanted;
    }
    let bounds = || Some((figure["value"].as_f64()?, figure["error"].as_f64()?));
    bounds().is_some_and(|(value, error)| {
        let off = (BigRational::from_float(value).unwrap() - wanted).abs();
        error < 1e-7 && off <= BigRational::from_float(error + 1e-13).unwrap()
    })
}

/// Asserts that a simulated mean is within five standard errors of that of other code.
#[track_caller]
pub(crate) fn agrees(what: &str, moments: &Moments, wanted: &Json) {
    let own = (moments.variance() / moments.count.to_f64().unwrap()).sqrt();
    is_near(what, moments.mean(), own, wanted);
}

/// Asserts the same of a ratio of two means, such as a mean per bid.
#[track_caller]
pub(crate) fn ratio_agrees(what: &str, pairs: &Pairs, wanted: &Json) {
    is_near(what, pairs.ratio().unwrap(), pairs.error(), wanted);
}

#[track_caller]
fn is_near(what: &str, found: f64, own: f64, wanted: &Json) {
    let (value, error) = (wanted[0].as_f64().unwrap(), wanted[1].as_f64().unwrap());
    let off = (found - value).abs();
    assert!(off < 5.0 * error.hypot(own) + 1e-9, "{what}: {found} and {value} \u{b1} {error}");
}
