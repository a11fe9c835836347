//! Properties for arbitrary bones: sums, symmetries, certainties, and the rules of probability.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use tali_odds::analysis::{NamedSet, SetSensitivity, Setting};
use tali_odds::games;
use tali_odds::tali::{Bones, Cast, CastTable, Event, Face, Kind, TaliSet, Talus, presets, read_faces};

use crate::common::everything;

/// A bone with small weights, some of them 0.
fn any_talus() -> impl Strategy<Value = Talus> {
    let weights = prop::array::uniform4(0u32..30).prop_filter("a face", |weights| *weights != [0; 4]);
    weights.prop_map(|weights| {
        Talus::from_weights(weights.map(|weight| BigRational::from(BigInt::from(weight)))).unwrap()
    })
}

fn any_set() -> impl Strategy<Value = TaliSet> {
    prop::collection::vec(any_talus(), 1..=5).prop_map(|tali| TaliSet::new(tali).unwrap())
}

/// The text of an event on casts of any number of bones.
fn any_event() -> impl Strategy<Value = String> {
    let comparison = prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let quantity =
        prop::sample::select(vec!["sum", "1", "3", "4", "6", "flat", "concave", "convex", "sinuous"]);
    let leaf = (quantity, comparison, 0u32..30).prop_map(|(of, is, number)| format!("{of} {is} {number}"));
    leaf.prop_recursive(4, 16, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|event| format!("not ({event})")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("({left}) and ({right})")),
            (inner.clone(), inner).prop_map(|(left, right)| format!("({left}) or ({right})")),
        ]
    })
}

/// For each face, the power of 10 by which its weight is divided, up to the limit for rare faces.
fn rare_faces() -> impl Strategy<Value = [u32; 4]> {
    prop::array::uniform4(prop::sample::select(vec![0u32, 0, 3, 9, 11])).prop_map(|exponents| {
        let least = exponents.into_iter().min().unwrap_or(0);
        exponents.map(|exponent| exponent - least)
    })
}

/// A talus with such faces.
fn rare_talus(exponents: [u32; 4]) -> Talus {
    let weight = |exponent| BigRational::new(BigInt::one(), num_traits::pow(BigInt::from(10), exponent));
    Talus::from_weights(exponents.map(|exponent| weight(exponent as usize))).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if everything() { 8 } else { 1 }))]

    /// With rare faces, the length distribution of every game of chance adds up to 1.
    #[test]
    fn lengths_add_up_to_one_with_rare_faces(exponents in rare_faces()) {
        for game in games::all().filter(|game| game.rules(game.players.usual).is_ok_and(|rules| game.faces(&rules)) && game.policies.is_empty()) {
            let bones = NamedSet::new(Bones::alike("rare", rare_talus(exponents)), 4).unwrap();
            let setting = Setting::new(game, game.rules(game.players.usual).unwrap(), vec![bones]);
            // Some games cannot be played with some bones.
            let Ok(table) = setting.playable() else { continue };
            let Some(pmf) = table.solve().length.pmf else { continue };
            let all = || pmf.chances.iter().chain([&pmf.remainder]);
            let error: f64 = all().map(|chance| chance.error()).sum();
            let sum: f64 = all().map(|chance| chance.middle()).sum();
            prop_assert!(error < 1e-9 && (sum - 1.0).abs() <= 1e-9, "{} {exponents:?}: {sum}, {error}", game.name);
        }
    }
}

proptest! {
    #[test]
    fn cast_tables_match_ordered_outcomes(set in any_set()) {
        let table = CastTable::new(&set);
        let mut outcomes = vec![(String::new(), BigRational::one())];
        for talus in set.tali() {
            outcomes = outcomes.iter().flat_map(|(shown, chance)| Face::ALL.map(|face| (format!("{shown}{face}"), chance * talus.probability(face)))).collect();
        }
        prop_assert_eq!(&table.weight_of(|_| true), table.denominator());
        for cast in &Cast::all(set.len()) {
            let brute: BigRational = outcomes.iter().filter(|(shown, _)| Cast::parse(shown, set.len()).as_ref() == Ok(cast)).map(|(_, chance)| chance).sum();
            prop_assert_eq!(table.probability(cast), brute);
        }
    }

    #[test]
    fn reading_the_other_side_mirrors_every_sum(tali in prop::collection::vec(any_talus(), 1..=5)) {
        let turned = tali.iter().cloned().map(Talus::turned).collect();
        let sevens = 7 * u32::try_from(tali.len()).unwrap();
        let (up, down) = (CastTable::new(&TaliSet::new(tali).unwrap()), CastTable::new(&TaliSet::new(turned).unwrap()));
        for sum in 1..sevens {
            prop_assert_eq!(up.probability_that(|cast| cast.sum() == sum), down.probability_that(|cast| cast.sum() == sevens - sum));
        }
    }

    #[test]
    fn events_obey_the_laws_of_probability(set in any_set(), one in any_event(), other in any_event()) {
        let table = CastTable::new(&set);
        let chance = |text: &str| {
            let event = Event::parse(text, set.len()).unwrap();
            table.probability_that(|cast| event.holds(cast))
        };
        prop_assert_eq!(chance(&one) + chance(&format!("not ({one})")), BigRational::one());
        prop_assert_eq!(
            chance(&format!("({one}) or ({other})")) + chance(&format!("({one}) and ({other})")),
            chance(&one) + chance(&other)
        );
        prop_assert_eq!(chance(&format!("not (({one}) and ({other}))")), chance(&format!("not ({one}) or not ({other})")));
    }

    #[test]
    fn sensitivity_is_the_change_of_probability(set in any_set(), event in any_event(), face in 0usize..4) {
        let event = Event::parse(&event, set.len()).unwrap();
        let chance = |tali: Vec<Talus>| CastTable::new(&TaliSet::new(tali).unwrap()).probability_that(|cast| event.holds(cast));
        let now = chance(set.tali().to_vec());
        // 1.01·p, with the other probabilities scaled so that the sum is 1.
        let more = |talus: &Talus| {
            let p = Face::ALL.map(|face| talus.probability(face));
            let raised = (&p[face] * BigRational::new(101.into(), 100.into())).min(BigRational::one());
            let left = if p[face].is_one() { BigRational::zero() } else { (BigRational::one() - &raised) / (BigRational::one() - &p[face]) };
            Talus::from_weights([0, 1, 2, 3].map(|of| if of == face { raised.clone() } else { &p[of] * &left })).unwrap()
        };
        let found = SetSensitivity::new(&set).of(|cast| event.holds(cast), |_| true);
        let all = chance(set.tali().iter().map(more).collect()) - &now;
        prop_assert_eq!(found.faces[face].change.rational().unwrap(), all.clone());
        match found.faces[face].relative_change.rational() {
            Some(relative) => prop_assert_eq!(relative * &now, all),
            None => prop_assert!(now.is_zero()),
        }
        for bone in &found.bones {
            let mut tali = set.tali().to_vec();
            tali[bone.bone - 1] = more(&tali[bone.bone - 1]);
            prop_assert_eq!(bone.faces[face].change.rational().unwrap(), chance(tali) - &now);
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text in "\\PC*", faces in "[\\[\\]{}a-z0-9=.\"'\\n #/eE+-]*") {
        let _ = Event::parse(&text, 4);
        let _ = read_faces(&text, "text");
        let _ = read_faces(&faces, "faces");
        let _ = read_faces(&format!("[faces]\n{faces}"), "faces");
    }
}

/// Ranks can be used in events.
#[test]
fn ranks_can_be_used_in_events() {
    let table = CastTable::new(&TaliSet::alike(&presets::TRADITIONAL.talus(), 4).unwrap());
    let chance = |text: &str| {
        let event = Event::parse(text, 4).unwrap();
        table.probability_that(|cast| event.holds(cast))
    };
    assert_eq!(chance("rank=18"), chance("venus"));
    assert_eq!(chance("rank=0"), chance("void"));
    assert_eq!(chance("rank>=5 and rank<18"), chance("senio"));
    assert_eq!(chance("rank=14"), chance("6661 or 6643"));
}

#[test]
fn certain_faces_give_certain_casts() {
    for (index, cast) in ["1111", "3333", "4444", "6666"].into_iter().enumerate() {
        let mut weights = [0; 4].map(BigInt::from).map(BigRational::from);
        weights[index] = BigRational::one();
        let set = TaliSet::alike(&Talus::from_weights(weights).unwrap(), 4).unwrap();
        let table = CastTable::new(&set);
        assert!(table.probability(&Cast::parse(cast, 4).unwrap()).is_one());
        assert!(table.probability_that(|cast| cast.kind() == Some(Kind::Venus)).is_zero());
    }
}
