//! A game in which a seat chooses: undecided it has no odds, with a policy it is a game of chance, and what is solved,
//! what is played and what a pencil says agree.

use std::sync::atomic::AtomicBool;

use num_bigint::BigUint;
use num_rational::BigRational;
use tali_odds::exact::{Missing, solve};
use tali_odds::games::{Playable, ProcessGame};
use tali_odds::monte_carlo::{Plan, Player, ProcessPlayer, Tally, Watch, simulate};
use tali_odds::process::{
    Account, Amount, ChainError, Distribution, Policy, Process, Seats, Step, Transfer, Turn, WithPolicies,
};

/// Four points are needed in three turns. In each, one can take a point, or pay a coin to throw for two, which comes
/// off half of the time.
struct Gamble([Distribution<Move>; 1]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct At {
    needed: u32,
    turns: u32,
    throwing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Move {
    Take,
    Pay,
    Shown(bool),
}

impl Gamble {
    fn new() -> Self {
        let half = || BigUint::from(1u32);
        Self([Distribution::new([(Move::Shown(true), half()), (Move::Shown(false), half())]).unwrap()])
    }
}

impl Process for Gamble {
    type State = At;
    type Move = Move;
    /// The points that are needed, and the turns that are left.
    type Information = (u32, u32);
    type Event = ();

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> At {
        At { needed: 4, turns: 3, throwing: false }
    }

    fn distributions(&self) -> &[Distribution<Move>] {
        &self.0
    }

    fn turn(&self, at: &At) -> Turn<(u32, u32)> {
        match at {
            At { throwing: true, .. } => Turn::Chance(0),
            At { needed: 0, .. } => Turn::End(Seats::one(0)),
            At { turns: 0, .. } => Turn::End(Seats::NONE),
            At { needed, turns, .. } => Turn::Choose { seat: 0, information: (*needed, *turns) },
        }
    }

    fn actions(&self, _: &At, actions: &mut Vec<Move>) {
        actions.extend([Move::Take, Move::Pay]);
    }

    fn next(&self, at: &At, made: Move) -> Step<At> {
        let after = |points: u32| At {
            needed: at.needed.saturating_sub(points),
            turns: at.turns - 1,
            throwing: false,
        };
        match made {
            Move::Take => Step::to(after(1)).taking(0),
            Move::Pay => {
                let coin = Transfer { from: Account::Seat(0), to: Account::Bank, amount: Amount::Coins(1) };
                Step { transfers: vec![coin], ..Step::to(At { throwing: true, ..*at }).taking(0) }
            }
            Move::Shown(comes_off) => Step::to(after(if comes_off { 2 } else { 0 })),
        }
    }

    fn ante(&self) -> Option<u64> {
        Some(0)
    }
}

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn with(policy: Policy<(u32, u32)>) -> WithPolicies<Gamble> {
    WithPolicies::new(Gamble::new(), vec![policy]).unwrap()
}

/// Takes a point, or throws for two.
const TAKE: usize = 0;
const THROW: usize = 1;

#[track_caller]
fn wins(game: &WithPolicies<Gamble>, wanted: &BigRational) {
    let share = solve(game).unwrap().shares.remove(0);
    assert_eq!(share.as_exact(), Some(wanted));
}

#[test]
fn a_game_that_is_not_decided_has_no_odds() {
    assert_eq!(solve(&Gamble::new()).unwrap_err(), ChainError::Choice);
}

#[test]
fn with_a_policy_the_odds_are_those_of_a_pencil() {
    // Three points are not enough.
    wins(&with(Policy::pure(2, |_: &(u32, u32), _| TAKE)), &ratio(0, 1));
    // Two of three throws must come off.
    wins(&with(Policy::pure(2, |_: &(u32, u32), _| THROW)), &ratio(1, 2));
    // Throwing while more points are needed than turns are left: the first throw comes off, or the next two.
    let best = |&(needed, turns): &(u32, u32), _| if needed > turns { THROW } else { TAKE };
    wins(&with(Policy::pure(2, best)), &ratio(5, 8));
    // W(n, t) = W(n − 1, t − 1)/2 + W(n − 2, t − 1)/4 + W(n, t − 1)/4.
    let half = Distribution::new([(TAKE, BigUint::from(1u32)), (THROW, BigUint::from(1u32))]).unwrap();
    wins(&with(Policy::mixed(vec![half], |_: &(u32, u32), _| 0).unwrap()), &ratio(11, 32));
}

#[test]
fn coins_casts_and_swings_follow_the_policy() {
    let best = |&(needed, turns): &(u32, u32), _: usize| if needed > turns { THROW } else { TAKE };
    let game = ProcessGame::new(with(Policy::pure(2, best)));
    let solution = game.solve();
    // One throw, and if it does not come off two more.
    let throws = ratio(2, 1);
    assert_eq!(solution.length.mean.clone().unwrap().as_exact(), Some(&throws));
    let pot = solution.pot.as_ref().unwrap();
    assert_eq!(pot.accounts[0].paid.as_ref().unwrap().as_exact(), Some(&throws));
    assert_eq!(pot.accounts[0].net().unwrap().as_exact(), Some(&-throws));
    let pmf = solution.length.pmf.unwrap();
    for (casts, chance) in [(0, 0.0), (1, 0.5), (2, 0.0), (3, 0.5)] {
        assert!((pmf.chances[casts].middle() - chance).abs() < 1e-12, "{casts}: {pmf:?}");
    }
    assert_eq!(pmf.chances.len(), 4);
    // The variances of its chance add up to that of its win, p·(1 − p).
    let dynamics = game.dynamics();
    let variance = dynamics.swings.variance[0].as_ref().unwrap();
    assert!(variance.contains(&ratio(15, 64)), "{variance:?}");
    assert_eq!(dynamics.swings.net_sd.unwrap()[0], Err(Missing::TooLong));
}

#[test]
fn whoever_plays_it_finds_the_same() {
    let best = |&(needed, turns): &(u32, u32), _: usize| if needed > turns { THROW } else { TAKE };
    let game = with(Policy::pure(2, best));
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let plan = Plan { games: 400_000, seed: 5, threads: 0 };
    let play = |player: &dyn Player| -> Tally { simulate(player, &plan, &watch) };
    let numbered = ProcessGame::new(with(Policy::pure(2, best)));
    for tally in [play(numbered.player().as_ref()), play(&ProcessPlayer::new(&game))] {
        assert_eq!(tally.games, 400_000);
        // Within five standard errors.
        let share = tally.shares[0].sum / 400_000.0;
        assert!((share - 0.625).abs() < 5.0 * (15.0 / 64.0 / 400_000.0f64).sqrt(), "{share}");
        let paid = tally.paid[0];
        assert!((paid.mean() - 2.0).abs() < 5.0 * (paid.variance() / 400_000.0).sqrt(), "{paid:?}");
        assert_eq!(paid.sum.to_bits(), tally.casts.sum.to_bits());
        assert_eq!(tally.nobody + tally.shares[0].count, 400_000);
    }
}

#[test]
fn there_is_one_policy_for_all_seats_or_one_for_each() {
    let take = || Policy::pure(2, |_: &(u32, u32), _| TAKE);
    let error = WithPolicies::new(Gamble::new(), vec![take(), take()]).err().unwrap();
    assert_eq!(error.to_string(), "2 policies are given for 1 seats; give one for all, or one for each");
}
