//! Internal checks: rounds solved by hand, and the same matches modelled in two ways.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::matches::Match;
use super::notation::Position;
use super::policies::{POLICIES, Policy};
use super::process::{Bidding, Move};
use super::settings::{Duel, Loss, Settings, Tali};
use super::table::Table;
use crate::kit::Play;
use crate::kit::notation::tests::{holds, texts};
use tali_core::exact::{HiddenPlay, Objective, Player, Wanted, solve_chain};
use tali_core::process::{Hides, MarkovChain, Play as Playing, Step};
use tali_core::tali::{Face, TaliSet, Talus, presets};

fn settings(tali: [u8; 2], duel: Duel, loss: Loss) -> Settings {
    Settings { seats: 2, tali: Tali::new(&tali), loss, duel, wild_hounds: false }
}

fn bones(weights: [u64; 4]) -> TaliSet {
    let talus = Talus::from_weights(weights.map(|weight| BigRational::from_integer(weight.into()))).unwrap();
    TaliSet::alike(&talus, 4).unwrap()
}

fn table(settings: Settings, bones: &[TaliSet], policies: [Policy; 2]) -> Table {
    Table::new(settings, vec![bones[0].clone(), bones[bones.len() - 1].clone()], policies.into())
}

fn at_best(settings: Settings, bones: &[TaliSet]) -> Table {
    table(settings, bones, [Policy::Best, Policy::Best])
}

/// The probability that the starter wins the first round if both play best, checked by best responses to both seats.
#[track_caller]
fn value(table: &Table) -> BigRational {
    let solved = table.solved_round(&table.settings.start()).unwrap();
    let value = solved.value.as_exact().expect("this round is solved exactly").clone();
    let round = &solved.round;
    for player in Player::BOTH {
        let others = &round.weights[player.other().index()];
        let response = solved.best(player).best_response(&round.game, others, Objective::Most);
        assert_eq!(round.each(response), value, "nothing beats {player:?}");
    }
    value
}

fn policies() -> Vec<Policy> {
    POLICIES.iter().map(|info| Policy::of(&Play::usual(info))).collect()
}

#[test]
fn duel_on_faces_matches_solution_by_hand() {
    // A player with the face raises, and does not challenge otherwise: a bid on your own face loses if the other has it too. So
    // the value of a hand is the probability that the other does not have the face.
    for weights in [[1, 4, 4, 1], [1, 1, 1, 1], [3, 4, 4, 3]] {
        let bones = bones(weights);
        let others = |face: Face| BigRational::one() - bones.tali()[0].probability(face);
        let expected: BigRational =
            Face::ALL.map(|face| bones.tali()[0].probability(face) * others(face)).iter().sum();
        let table = at_best(settings([1, 1], Duel::Faces, Loss::Either), &[bones]);
        assert_eq!(value(&table), expected, "{weights:?}");
    }
}

#[test]
fn duel_on_sums_matches_solution_by_hand() {
    // The starter opens with 5 or 7. Against the best answer, the hands 1, 3, 4 and 6 win .2, .6, .6 and .3.
    let bones = presets::TRADITIONAL.bones().set(4).unwrap();
    let parts = [(1, 2), (4, 6), (4, 6), (1, 3)].map(|(weight, share)| weight * share);
    let expected = BigRational::new(parts.iter().sum::<i32>().into(), 100.into());
    let table = at_best(settings([1, 1], Duel::Sum, Loss::Either), &[bones]);
    assert_eq!(value(&table), expected);
}

#[test]
fn starter_wins_with_constant_bones() {
    for tali in [[1, 1], [2, 2], [4, 3]] {
        let table = at_best(settings(tali, Duel::Faces, Loss::Either), &[bones([0, 0, 0, 1])]);
        assert!(value(&table).is_one(), "it bids all there are");
    }
}

#[test]
fn rare_faces_are_solved_or_enclosed() {
    // The second bones show two faces as rarely as allowed.
    for weights in [[1, 1_000_000, 1_000_000, 1], [1, 1, 1_000_000, 999_998_999_998]] {
        let table = at_best(settings([2, 2], Duel::Faces, Loss::Either), &[bones(weights)]);
        let bounds = table.solved_round(&table.settings.start()).unwrap().value.clone();
        let width = bounds.high() - bounds.low();
        assert!(width <= BigRational::new(1.into(), 1_000_000_000.into()), "{weights:?}: {width}");
    }
}

#[test]
fn round_and_bid_models_agree() {
    let sets = [bones([1, 4, 4, 1]), bones([2, 1, 3, 1])];
    for loss in [Loss::Either, Loss::Bidder] {
        for one in policies().into_iter().skip(1) {
            for other in policies().into_iter().skip(1) {
                let pair = [one.clone(), other];
                let table = table(settings([2, 1], Duel::Sum, loss), &sets, pair.clone());
                let rounds = Match::new(&table, pair.each_ref()).unwrap();
                let rounds = solve_chain(&MarkovChain::new(&rounds.series, 10_000).unwrap(), Wanted::ALL);
                let bids = Bidding::new(&table).decided().unwrap();
                let bids = solve_chain(&MarkovChain::new(&bids, 1_000_000).unwrap(), Wanted::ALL);
                for seat in 0..2 {
                    let [by_rounds, by_bids] = [&rounds, &bids].map(|solution| solution.shares[seat].clone());
                    let common = by_rounds.low().max(by_bids.low()) <= by_rounds.high().min(by_bids.high());
                    assert!(common, "{loss:?} {pair:?}: {by_rounds:?} {by_bids:?}");
                }
                assert_eq!(rounds.never.low().is_zero(), bids.never.low().is_zero(), "{pair:?}");
            }
        }
    }
}

/// Each seat sees its own throws and all bids; between rounds nothing is hidden.
impl Hides for Bidding<'_> {
    type Sight = Option<Move>;

    fn sight(&self, seat: usize, from: &Self::State, made: Move, _: &Step<Self::State>) -> Option<Move> {
        match (made, Self::thrower(from)) {
            (Move::Throw(_), thrower) => (thrower == Some(seat)).then_some(made),
            (Move::Act(_), _) => Some(made),
        }
    }

    fn open(&self, state: &Self::State) -> Option<Self::State> {
        (Self::hidden(state) == 0).then_some(*state)
    }

    fn question(&self, state: &Self::State) -> u64 {
        let Playing::On(_) = state else { return 0 };
        (Self::hidden(state) as u64) << 8 | Self::thrower(state).map_or(0, |thrower| 1 + thrower as u64)
    }
}

/// Solves whole short matches bid by bid from what each seat knows, and compares them with the rounds solved in their own form.
#[test]
fn round_values_match_bid_by_bid_solutions() {
    for (tali, duel, weights) in [
        ([1, 1], Duel::Faces, [1, 4, 4, 1]),
        ([1, 1], Duel::Faces, [3, 1, 2, 5]),
        ([1, 1], Duel::Sum, [1, 1, 1, 1]),
        ([1, 1], Duel::Sum, [0, 2, 1, 1]),
    ] {
        let table = at_best(settings(tali, duel, Loss::Either), &[bones(weights)]);
        let starter = table.settings.start().starter;
        let wanted = value(&table);
        let solved = HiddenPlay::new(Bidding::new(&table), 2_000_000, &|_| ()).unwrap();
        let first = solved.value().as_exact().unwrap() / BigRational::from_integer(2.into());
        let found = if starter == 0 { first } else { BigRational::one() - first };
        assert_eq!(found, wanted, "{tali:?} {duel:?} {weights:?}");
    }
}

/// Solves whole matches, which have many rounds.
#[test]
fn match_values_follow_from_rounds() {
    for (tali, duel) in [([2, 1], Duel::Sum), ([1, 2], Duel::Faces)] {
        let table = at_best(settings(tali, duel, Loss::Either), &[bones([1, 4, 4, 1])]);
        let of_match = Match::new(&table, [&Policy::Best, &Policy::Best]).unwrap();
        let by_rounds = solve_chain(&MarkovChain::new(&of_match.series, 1_000).unwrap(), Wanted::ALL);
        let by_bids = HiddenPlay::new(Bidding::new(&table), 2_000_000, &|_| ()).unwrap();
        assert!(by_bids.stages() > 1);
        let off = by_rounds.shares[0].to_f64() - by_bids.value().to_f64() / 2.0;
        assert!(off.abs() < 1e-9, "{tali:?} {duel:?}: {off}");
    }
}

#[test]
fn losing_the_last_talus_ends_the_match() {
    let table = at_best(settings([1, 1], Duel::Sum, Loss::Either), &[bones([1, 4, 4, 1])]);
    let of_match = Match::new(&table, [&Policy::Best, &Policy::Best]).unwrap();
    let solution = solve_chain(&MarkovChain::new(&of_match.series, 100).unwrap(), Wanted::ALL);
    assert_eq!(solution.shares[0].as_exact(), Some(&value(&table)));
    assert!(solution.length.mean.unwrap().as_exact().unwrap().is_one());
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in texts(&["63 v 3: 1x6 3x6", "6431 v 4 4 @3", "1 v 1: 4 7", "61 v 2,3: 2x1 @2"]),
    ) {
        let mut tali = Tali([0; 12]);
        tali.0[..3].fill(4);
        let settings = Settings { seats: 3, tali, ..settings([4, 4], Duel::Sum, Loss::Either) };
        holds(&text, |text| Position::read(&settings, text), Position::text)?;
    }
}
