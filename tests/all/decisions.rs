//! Games with decisions: without policies they have no odds, with policies they are games of chance, and solutions agree with
//! simulations and with values worked by hand.

use std::sync::atomic::AtomicBool;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use tali_odds::analysis::{BalanceAnswer, BalanceQuestion, Setting, WinAnswer};
use tali_odds::exact::{Enclosure, Missing, solve};
use tali_odds::games::{
    AdviceError, Advised, DecisionGame, Described, Game, POLICIES, Players, PolicyKind, ProcessGame,
    Simulated, Solvable, ThrowUse, own,
};
use tali_odds::monte_carlo::{Plan, Player, ProcessPlayer, Watch, simulate};
use tali_odds::process::{
    Account, Amount, ChainError, Distribution, Evaluated, Policy, Process, Seats, Step, Transfer, Turn,
    WithPolicies,
};

use crate::answers::{options, played, value};
use crate::common::one_in;
use crate::invariants;

/// You need four points in three turns. In each turn you take a point, or pay a coin to throw for two, which succeeds half of the
/// time.
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
    /// The points needed and the turns left.
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

/// The actions: take a point, or throw for two.
const TAKE: usize = 0;
const THROW: usize = 1;

/// Throws while more points are needed than turns are left, and so wins if the first throw or the next two succeed.
fn best() -> WithPolicies<Gamble> {
    with(Policy::pure(2, |&(needed, turns): &(u32, u32), _| if needed > turns { THROW } else { TAKE }))
}

#[track_caller]
fn wins(game: &WithPolicies<Gamble>, wanted: &BigRational) {
    let share = solve(game).unwrap().shares.remove(0);
    assert_eq!(share.as_exact(), Some(wanted));
}

#[test]
fn games_without_policies_have_no_odds() {
    assert_eq!(solve(&Gamble::new()).unwrap_err(), ChainError::Choice);
}

#[test]
fn odds_under_policies_match_hand_calculation() {
    // Three points are not enough.
    wins(&with(Policy::pure(2, |_: &(u32, u32), _| TAKE)), &ratio(0, 1));
    // Two of three throws must succeed.
    wins(&with(Policy::pure(2, |_: &(u32, u32), _| THROW)), &ratio(1, 2));
    wins(&best(), &ratio(5, 8));
    // W(n, t) = W(n − 1, t − 1)/2 + W(n − 2, t − 1)/4 + W(n, t − 1)/4.
    let half = Distribution::new([(TAKE, BigUint::from(1u32)), (THROW, BigUint::from(1u32))]).unwrap();
    wins(&with(Policy::mixed(vec![half], |_: &(u32, u32), _| 0).unwrap()), &ratio(11, 32));
}

#[test]
fn coins_casts_and_swings_follow_the_policy() {
    let game = ProcessGame::new(best());
    let solution = game.solve();
    // One throw, and if it fails two more.
    let throws = ratio(2, 1);
    assert_eq!(solution.length.mean.clone().unwrap().as_exact(), Some(&throws));
    let pot = solution.pot.as_ref().unwrap();
    assert_eq!(pot.accounts[0].paid.as_ref().unwrap().as_exact(), Some(&throws));
    assert_eq!(pot.accounts[0].net.clone().unwrap().as_exact(), Some(&-throws));
    let pmf = solution.length.pmf.unwrap();
    for (casts, chance) in [(0, 0.0), (1, 0.5), (2, 0.0), (3, 0.5)] {
        assert!((pmf.chances[casts].middle() - chance).abs() < 1e-12, "{casts}: {pmf:?}");
    }
    assert_eq!(pmf.chances.len(), 4);
    // The variances of the steps add up to that of the win, p·(1 − p).
    let dynamics = game.dynamics();
    let variance = dynamics.swings.variance[0].as_ref().unwrap();
    assert!(variance.contains(&ratio(15, 64)), "{variance:?}");
    assert_eq!(dynamics.swings.net_sd.unwrap()[0], Err(Missing::TooLong));
}

#[test]
fn simulations_match_the_solution() {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let plan = Plan { games: 400_000, seed: 5, threads: 0 };
    let (game, numbered) = (best(), ProcessGame::new(best()));
    let players: [&dyn Player; 2] = [&*numbered.player(), &ProcessPlayer::new(&game)];
    for tally in players.map(|player| simulate(player, &plan, &watch)) {
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
fn policies_are_one_for_all_seats_or_one_each() {
    let take = || Policy::pure(2, |_: &(u32, u32), _| TAKE);
    let error = WithPolicies::new(Gamble::new(), vec![take(), take()]).err().unwrap();
    assert_eq!(error.to_string(), "2 policies are given for 1 seats; give one for all, or one for each");
}

/// The race of the examples.
#[path = "../../examples/race_with_choices.rs"]
#[expect(dead_code, reason = "the output of the example is tested elsewhere")]
mod race;

use race::Squares;

impl Evaluated for Squares {
    /// Pieces further along the track have a higher value.
    fn evaluate(&self, (pieces, ..): &Self::State) -> f64 {
        let [one, two] = pieces.map(|pieces| f64::from(pieces[0] + pieces[1]));
        0.5 + (one - two) / 72.0
    }
}

impl Described for Squares {
    fn position(&self, (pieces, seat, thrown): &Self::State) -> String {
        let digits = pieces.as_flattened().iter().map(ToString::to_string).collect::<String>();
        format!("{digits} {}{}", seat + 1, thrown.map_or_else(String::new, |thrown| format!(" {thrown}")))
    }

    fn read(&self, position: &str) -> Result<Self::State, AdviceError> {
        let digits: Vec<u8> = position.bytes().filter_map(|byte| byte.checked_sub(b'0')).collect();
        match digits[..] {
            [a, b, c, d, seat @ 1..=2] => Ok(([[a, b], [c, d]], usize::from(seat) - 1, None)),
            [a, b, c, d, seat @ 1..=2, thrown] => Ok(([[a, b], [c, d]], usize::from(seat) - 1, Some(thrown))),
            _ => Err(AdviceError::NotKnown("four squares, who is to move, and what is thrown")),
        }
    }
}

static EIGHT_SQUARES: Game = Game {
    name: "eight-squares",
    title: "Eight squares",
    summary: "A race of two pieces each",
    players: Players::of(2, 2, 2),
    throw_use: &|_| ThrowUse::NoBones,
    policies: &POLICIES,
    set_up: &|table| {
        let die = Distribution::new((1..=4).map(|pips| (pips, 1u32.into()))).unwrap();
        Ok(Box::new(DecisionGame::new(
            Squares([die]),
            table.rules.play().iter().filter_map(PolicyKind::of).collect(),
        )))
    },
    ..Game::BLANK
};

fn eight_squares(plays: &[&str]) -> Setting {
    let mut rules = EIGHT_SQUARES.rules(2).unwrap();
    rules.set_play(plays).unwrap();
    Setting::new(&EIGHT_SQUARES, rules, Vec::new())
}

/// A game defined by a user of the library gets the same analyses as one of the catalogue: win shares and length with intervals,
/// swings with verdicts, and best options with the values of all others.
#[test]
fn user_defined_games_get_every_analysis() {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let games = 10_000 / one_in(5) as u64;
    // Computed by value iteration in another language; all digits are significant.
    for (plays, first) in [(&["best"][..], Some(0.519_364_287_03)), (&["search:2", "random"], None)] {
        let setting = eight_squares(plays);
        let table = setting.playable().unwrap();
        let solution = table.solve();
        if let Some(first) = first {
            assert!((solution.shares[0].to_f64() - first).abs() < 1e-10, "{:?}", solution.shares);
        }
        let played = played(table.as_ref(), games, 2);
        let answer = WinAnswer::new(setting, &solution, Some(&played), None);
        assert!(answer.simulation.as_ref().unwrap().largest_z < 5.0, "{plays:?}");
        invariants::holds(&serde_json::to_value(&answer).unwrap()).unwrap();
    }
    let balance = BalanceAnswer::new(eight_squares(&["best"]), BalanceQuestion::default(), &watch).unwrap();
    let document = serde_json::to_value(&balance).unwrap();
    invariants::holds(&document).unwrap();
    assert!(document["lead_changes"]["value"].as_f64().unwrap() > 4.0, "{document}");
    // Before and after the throw: the best option has the value of the position.
    let table = eight_squares(&["best"]).table().unwrap();
    let decisions = table.decisions().unwrap();
    let Advised::Casts(casts) = decisions.advise(None).unwrap().advised else { panic!("expected casts") };
    assert_eq!(casts.iter().map(|cast| cast.cast.as_str()).collect::<Vec<_>>(), ["1", "2", "3", "4"]);
    let mean = casts.iter().map(|cast| cast.value.enclosure().unwrap().to_f64()).sum::<f64>() / 4.0;
    assert!((mean - 0.519_364_287_03).abs() < 1e-10, "{mean}");
    let options = options(table.as_ref(), "1835 1 2");
    let (best, others): (Vec<_>, Vec<_>) = options.iter().partition(|option| option.best);
    assert_eq!((best.len(), options.len()), (1, 1 + others.len()));
    let utility = best[0].value.enclosure().unwrap().to_f64();
    assert_eq!(utility.to_bits(), value(table.as_ref(), "1835 1 2").to_f64().to_bits());
    let later = decisions.at("1835 1 2").unwrap();
    let there = later.decisions().unwrap();
    assert_eq!(there.position().as_deref(), Some("1835 1 2"));
    let later = there.advise(None).unwrap().value.enclosure().unwrap().to_f64();
    assert!((later - utility).abs() < 1e-12, "{later}");
    let error = decisions.advise(Some("x")).unwrap_err();
    assert_eq!(error.to_string(), "four squares, who is to move, and what is thrown");
}

/// The win shares in Nim by brute force: players take 1 to 3 of seven counters in turn, and the last counter wins.
fn nim(taken: usize, seat: usize, plays: &[&str]) -> Vec<f64> {
    let after: Vec<Vec<f64>> = (1..=3.min(7 - taken)).map(|n| nim_after(taken + n, seat, plays)).collect();
    let best = |best: Vec<f64>, other: Vec<f64>| if other[seat] > best[seat] { other } else { best };
    match plays[seat] {
        "first" => after[0].clone(),
        "random" => {
            let mean = |of: usize| {
                after.iter().map(|shares| shares[of]).sum::<f64>() / after.len().to_f64().unwrap()
            };
            (0..plays.len()).map(mean).collect()
        }
        _ => after.into_iter().reduce(best).unwrap(),
    }
}

fn nim_after(taken: usize, seat: usize, plays: &[&str]) -> Vec<f64> {
    if taken < 7 {
        return nim(taken, (seat + 1) % plays.len(), plays);
    }
    (0..plays.len()).map(|other| f64::from(u8::from(other == seat))).collect()
}

/// If you name policies, values are against them: of all seats, or of all but the one that plays best.
#[test]
fn advice_assumes_the_named_policies() {
    let game = own::read(
        "game \"Nim\"\nseats 2 to 4\ntable: taken from 0 to 7\nturn:\n  choose n in 1..3 if taken + n <= 7:\n    taken += n\n    if taken = 7: win\n",
    )
    .unwrap();
    let cases: [&[&str]; 6] = [
        &["random", "random"],
        &["best", "random"],
        &["random", "best"],
        &["random", "random", "random"],
        &["best", "random", "first"],
        &["random", "best", "first", "best"],
    ];
    for plays in cases {
        let mut rules = game.rules(plays.len()).unwrap();
        rules.set_play(plays).unwrap();
        let table = Setting::new(game, rules, Vec::new()).table().unwrap();
        for (taken, seat) in [(0, 0), (3, 1)] {
            let position = format!("seat={} taken={taken}", seat + 1);
            let near = |found: &Enclosure, wanted: f64| (found.to_f64() - wanted).abs() < 1e-12;
            let utility = value(table.as_ref(), &position);
            assert!(near(&utility, nim(taken, seat, plays)[seat]), "{plays:?} {position}: {utility:?}");
            let wanted: Vec<f64> = (1..=3).map(|n| nim_after(taken + n, seat, plays)[seat]).collect();
            let most = wanted.iter().copied().fold(0.0, f64::max);
            for (option, wanted) in options(table.as_ref(), &position).iter().zip(wanted) {
                assert!(
                    near(&option.value.enclosure().unwrap(), wanted),
                    "{plays:?} {position} {}: {wanted}",
                    option.option
                );
                assert_eq!(option.best, wanted > most - 1e-9, "{plays:?} {position} {}", option.option);
            }
        }
    }
}

/// The same in a game with cycles: in turn each player passes, or tosses a coin and wins with heads. By hand: if all toss, the
/// seats win with 1/2, 1/4 and 1/8, divided by 7/8.
#[test]
fn advice_against_policies_in_cyclic_games() {
    let text = "game \"Heads\"\nseats 3\nturn:\n  choose:\n    \"toss\":\n      roll d2\n      if sum = 2: win\n    \"pass\": pass\n";
    let game = own::read(text).unwrap();
    let advised = |plays: &[&str]| {
        let mut rules = game.rules(3).unwrap();
        rules.set_play(plays).unwrap();
        let table = Setting::new(game, rules, Vec::new()).table().unwrap();
        let advice = table.decisions().unwrap().advise(None);
        advice.map(|advice| match advice.advised {
            Advised::Options(options) => {
                options.iter().map(|option| option.value.enclosure().unwrap().to_f64()).collect::<Vec<_>>()
            }
            Advised::Casts(_) => panic!("expected options"),
        })
    };
    let near = |found: &[f64], wanted: [f64; 2]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9);
    // All toss: a player who passes becomes the last of the three.
    let all_toss = advised(&["first"]).unwrap();
    assert!(near(&all_toss, [4.0 / 7.0, 1.0 / 7.0]), "{all_toss:?}");
    let best = advised(&["best", "first", "first"]).unwrap();
    assert!(near(&best, [4.0 / 7.0, 1.0 / 7.0]), "{best:?}");
    // All choose at random, so a turn wins with 1/4: 16, 12 and 9 of 37.
    let random = advised(&["random"]).unwrap();
    assert!(near(&random, [0.5 + 0.5 * 9.0 / 37.0, 9.0 / 37.0]), "{random:?}");
    assert!(matches!(advised(&["best"]), Err(AdviceError::NoBest(_))));
}
