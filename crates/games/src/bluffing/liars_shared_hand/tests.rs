//! Small matches solved by hand, and comparisons of different models of a match.

mod passing;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use serde_json::Value as Json;

use self::passing::Passing;
use super::advice::is_known;
use super::cup::{Hand, OnTable};
use super::notation::{Position, Thrown};
use super::policies::Policy;
use super::settings::{Settings, Starter, Void};
use super::table::Table;
use super::{calls::Rank, matches, matches::Match};
use crate::bluffing::series::Counters;
use crate::kit::notation::tests::{holds, texts};
use tali_core::exact::{Wanted, solve_chain};
use tali_core::process::MarkovChain;
use tali_core::tali::{TaliSet, Talus, presets};

fn bones(kinds: &[[u32; 4]]) -> TaliSet {
    let talus = |weights: &[u32; 4]| {
        Talus::from_weights(weights.map(|weight| BigRational::from_integer(weight.into()))).unwrap()
    };
    TaliSet::new(kinds.iter().cycle().take(4).map(talus).collect()).unwrap()
}

pub(super) fn table(
    bones: &TaliSet,
    counters: &[u8],
    rules: (u8, Void, Starter),
    policies: &[Policy],
) -> Table {
    let (throws, void, starter) = rules;
    let settings =
        Settings { seats: counters.len(), counters: Counters::new(counters), throws, void, starter };
    Table::new(settings, bones, policies.to_vec())
}

pub(super) const USUAL: (u8, Void, Starter) = (1, Void::Recast, Starter::Challenger);

#[test]
fn advice_only_solves_from_the_position() {
    let traditional = bones(&[[1, 4, 4, 1]]);
    let best = [Policy::Best, Policy::Best];
    // Ten counters each make a hundred scores of ten seconds each.
    let long = table(&traditional, &[10, 10], (3, Void::Recast, Starter::Challenger), &best);
    assert!(is_known(&long, [10, 10]).is_err() && is_known(&long, [1, 1]).is_ok());
    let read = |text: &str| Position::read(&long, long.shapes(), text).unwrap().score();
    assert!(is_known(&long, read("1-1 4 ? S17")).is_ok() && is_known(&long, read("10-9 4 ? S17")).is_err());
    // Four different bones lead to more outcomes than the program builds.
    let unlike = bones(&[[1, 4, 4, 1], [2, 4, 4, 1], [3, 4, 4, 1], [4, 4, 4, 1]]);
    let rules = |throws| (throws, Void::Recast, Starter::Challenger);
    assert!(is_known(&table(&unlike, &[1, 1], rules(3), &best), [1, 1]).is_err());
    assert!(is_known(&table(&unlike, &[1, 1], rules(1), &best), [1, 1]).is_ok());
}

/// Covers all positions of the reference data; many belong to matches that are too large to solve, which `advise` refuses.
#[test]
fn odds_of_true_calls_match_reference_code() {
    let all: Vec<Json> =
        serde_json::from_str(include_str!("../../../../../tests/expected/mendax_common.json")).unwrap();
    let is_of_odds = |case: &&Json| case["name"].as_str().unwrap().starts_with("odds ");
    let mut compared = 0;
    for case in all.iter().filter(is_of_odds) {
        let rational = |weight: &Json| weight.as_str().unwrap().parse::<BigRational>().unwrap();
        let talus =
            |weights: &Json| Talus::from_weights([0, 1, 2, 3].map(|face| rational(&weights[face]))).unwrap();
        let kinds = case["faces"][0].as_array().unwrap();
        let bones = TaliSet::new(kinds.iter().cycle().take(4).map(talus).collect()).unwrap();
        let void = match case["rules"]["void"].as_str() {
            None => Void::Recast,
            Some("lowest") => Void::Lowest,
            Some("bluff") => Void::Bluff,
            Some(other) => panic!("{other}"),
        };
        let throws = case["rules"]["throws"].as_u64().unwrap_or(1).try_into().unwrap();
        let rules = (throws, void, Starter::Challenger);
        let table = table(&bones, &[10, 10], rules, &[Policy::Best, Policy::Best]);
        for wanted in case["values"]["true_odds"].as_array().unwrap() {
            let text = wanted["position"].as_str().unwrap();
            let position = Position::read(&table, table.shapes(), text).unwrap();
            let Some(Thrown::Hidden(announced, call)) = position.thrown else { panic!("{text}") };
            let from = position.given.map(|(hand, _)| hand);
            let odds = table.turns.odds(from, announced.first(), call);
            assert_eq!(odds, rational(&wanted["true_odds"]), "{} {text}", case["name"]);
            compared += 1;
        }
    }
    assert_eq!(compared, 4_839);
}

#[test]
fn round_and_call_models_agree() {
    let half = || BigRational::new(1.into(), 2.into());
    let third = BigRational::new(1.into(), 3.into());
    let seats: [&[Policy]; 4] = [
        &[Policy::Random, Policy::Honest],
        &[Policy::Bluffing(third), Policy::Random],
        &[Policy::Cautious(half()), Policy::Bluffing(half())],
        &[Policy::Random, Policy::Cautious(half()), Policy::Honest],
    ];
    let rules = [USUAL, (1, Void::Bluff, Starter::Loser), (2, Void::Lowest, Starter::Loser), USUAL];
    let counters = [&[1, 2][..], &[1, 1], &[2, 1], &[1, 1, 1]];
    for (policies, (counters, rules)) in seats.iter().zip(counters.into_iter().zip(rules)) {
        for kinds in [&[[1, 0, 0, 2]][..], &[[1, 0, 0, 1], [0, 0, 2, 1]]] {
            let table = table(&bones(kinds), counters, rules, policies);
            let what = format!("{policies:?} {counters:?} {rules:?} {kinds:?}");
            let decided = Passing::new(&table).decided().unwrap();
            let chain = MarkovChain::new(&decided, 2_000_000).unwrap();
            let announced = solve_chain(&chain, Wanted::WITHOUT_COINS);
            let rounds = Match::new(&table, policies).unwrap().follow().solution(0.0, true);
            let shares = |solution: &tali_core::exact::Solution| {
                solution.shares.iter().map(tali_core::exact::Enclosure::to_f64).collect::<Vec<f64>>()
            };
            for (one, other) in shares(&announced).into_iter().zip(shares(&rounds)) {
                assert!((one - other).abs() < 1e-12, "{what}: {one}, {other}");
            }
            let means = [&announced, &rounds].map(|solution| solution.length.mean.as_ref().unwrap().to_f64());
            assert!((means[0] - means[1]).abs() < 1e-10, "{what}: {means:?}");
        }
    }
}

#[test]
fn ones_and_sixes_match_solution_by_hand() {
    // One counter each, and a bone that shows 6 in two throws of three. 6664, 666 and the like do not matter: the only true calls
    // are 1111, S9, S14, S19 and 6666. The reference code gives 4369/6561, in rationals.
    let table = table(&bones(&[[1, 0, 0, 2]]), &[1, 1], USUAL, &[Policy::Best, Policy::Best]);
    let share = matches::best_share(&table).unwrap();
    let exact = BigRational::new(4369.into(), 6561.into());
    assert!(share.contains(&exact), "{share:?}");
    assert!((share.high() - share.low()).to_f64().unwrap() < 1e-12);
}

#[test]
fn constant_bones_leave_nothing_to_chance() {
    // Four 4s every time: the starter truthfully calls 4444, and every higher call is a lie.
    for rules in [USUAL, (2, Void::Lowest, Starter::Loser), (1, Void::Bluff, Starter::Challenger)] {
        let table = table(&bones(&[[0, 0, 1, 0]]), &[1, 1], rules, &[Policy::Best, Policy::Best]);
        let share = matches::best_share(&table).unwrap();
        assert_eq!(share.as_exact(), Some(&BigRational::one()), "{rules:?}");
    }
    // Three 3s and a 4 never rank.
    let mut kinds = [[0, 1, 0, 0]; 4];
    kinds[3] = [0, 0, 1, 0];
    assert!(!table(&bones(&kinds), &[1, 1], USUAL, &[Policy::Best, Policy::Best]).can_be_played());
}

#[test]
fn throw_plans_match_solution_by_hand() {
    let table = table(
        &presets::TRADITIONAL.bones().set(4).unwrap(),
        &[1, 1],
        USUAL,
        &[Policy::Honest, Policy::Honest],
    );
    let turns = &table.turns;
    let hand = |faces: [u8; 4]| turns.cup.sorted(OnTable::all_loose(Hand(faces))).hand;
    // From 6443 one bone shows the 1 that Venus lacks in one throw of ten. Two bones with 4 and 3 held show 6 and 1 in two of the
    // nineteen throws of a hundred that have a rank: the others are thrown again.
    let (chance, part) = turns.plan(1, OnTable::all_loose(hand([6, 4, 4, 3])), Rank::VENUS);
    assert_eq!((chance.to_string(), part), ("2/19".to_owned(), Some(Hand([4, 3, 0, 0]))));
    // Bones that already fit stay.
    assert_eq!(
        turns.plan(1, OnTable::all_loose(hand([1, 3, 4, 6])), Rank::VENUS),
        (BigRational::one(), None)
    );
    // With 4444 nothing is held: all four bones show Venus in 384 of the 3,952 throws of ten thousand that rank, three with a 4
    // held in 24 of 335.
    let (chance, part) = turns.plan(1, OnTable::all_loose(hand([4; 4])), Rank::VENUS);
    assert_eq!((chance, part), (BigRational::new(384.into(), 3952.into()), Some(Hand::CUP)));
    let throw = turns.cup.distribution(Hand([4, 0, 0, 0]), true).unwrap();
    let venus = throw.probability(&OnTable { hand: hand([6, 4, 3, 1]), loose: [false; 4] });
    assert_eq!(venus, BigRational::new(24.into(), 335.into()));
    // Thrown again until it ranks: all weights except those of hands without a rank.
    assert_eq!(throw.total(), &num_bigint::BigUint::from(1000u32 - 729 + 64));
}

#[test]
fn any_text_is_read_or_refused() {
    let alike = bones(&[[1, 4, 4, 1]]);
    let tables = [
        table(&alike, &[10, 10], USUAL, &[]),
        table(&alike, &[10, 10], (3, Void::Lowest, Starter::Loser), &[]),
        table(&bones(&[[1, 4, 4, 1], [0, 1, 1, 1]]), &[10, 10], (2, Void::Bluff, Starter::Loser), &[]),
    ];
    let examples = &[
        "10-10 6433 S16 2 ? S18",
        "10-8 4/2 (64)31",
        "3-9 6431 S14 0 6431",
        "9-9 4/3/1 ? 6666",
        "1-2 6643 canis",
    ];
    proptest::proptest!(|(text in texts(examples), index in 0..tables.len())| {
        let table = &tables[index];
        let read = |text: &str| Position::read(table, table.shapes(), text);
        holds(&text, read, |position| position.text(table.settings.throws))?;
    });
}
