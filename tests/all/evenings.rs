//! Evenings with limited purses: games against the bank, and payments before the first throw.

use std::sync::atomic::AtomicBool;

use num_traits::ToPrimitive;
use tali_odds::analysis::Setting;
use tali_odds::exact::Number;
use tali_odds::games::own;
use tali_odds::monte_carlo::{EveningPlan, Evenings, Moments, Watch, spend_evenings};

/// The number of simulated evenings. A chance is then off by 2 % or more in only one of ten thousand runs.
const EVENINGS: u64 = 10_000;

fn setting(text: &str, players: usize) -> Setting {
    let game = own::read(text).unwrap();
    Setting::new(game, game.rules(players).unwrap(), Vec::new())
}

fn spend(text: &str, purses: &[f64], games: u64) -> Evenings {
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let table = setting(text, purses.len()).table().unwrap();
    let plan = EveningPlan { evenings: EVENINGS, games, purses: purses.to_vec(), seed: 5, threads: 0 };
    spend_evenings(table.bankroll_player().unwrap().as_ref(), &plan, &watch)
}

/// The mean of each seat.
fn means(seats: &[Moments]) -> String {
    seats.iter().map(|seat| seat.mean().to_string()).collect::<Vec<_>>().join(" ")
}

/// The probability of ruin, and the mean final number of stakes, of a gambler with this many stakes who makes up to this many
/// even bets with a chance of 18 in 37; computed bet by bet.
fn at_roulette(stakes: usize, games: usize) -> (f64, f64) {
    let win = 18.0 / 37.0;
    let mut at = vec![0.0; stakes + games + 2];
    at[stakes] = 1.0;
    let mut ruined = 0.0;
    for _ in 0..games {
        let mut next = vec![0.0; at.len()];
        for (has, chance) in at.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            next[has + 1] += chance * win;
            next[has - 1] += chance * (1.0 - win);
        }
        at = next;
        ruined += std::mem::take(&mut at[0]);
    }
    (ruined, (0_u32..).zip(&at).map(|(has, chance)| f64::from(has) * chance).sum())
}

const WHEEL: &str = "die wheel = 0: 19/37, 1: 18/37\n";

/// Bets of one coin, staked in advance or paid when lost, and bets of half a coin; each with the number of bets per coin.
fn bets(seats: &str) -> [(String, usize); 3] {
    let game =
        |turn: &str| format!("game \"Even bets\"\nseats {seats}\n{WHEEL}turn:\n{turn}after round:\n  draw\n");
    [
        (game("  pay 1 to bank\n  roll wheel\n  if sum = 1: take 2 from bank\n"), 1),
        (game("  roll wheel\n  if sum = 1: take 1 from bank\n  else: pay 1 to bank\n"), 1),
        (game("  roll wheel\n  if sum = 1: take 1/2 from bank\n  else: pay 1/2 to bank\n"), 2),
    ]
}

#[test]
fn games_against_the_bank_ruin_each_seat_independently() {
    for seats in [1, 3] {
        let purses: Vec<f64> = [5.0, 5.0, 3.0][..seats].to_vec();
        for (text, in_a_coin) in bets(if seats == 1 { "1" } else { "2 to 6" }) {
            let evenings = spend(&text, &purses, 100);
            for (seat, purse) in purses.iter().enumerate() {
                let (ruined, stakes) = at_roulette(purse.to_usize().unwrap() * in_a_coin, 100);
                let coins = stakes / in_a_coin.to_f64().unwrap();
                let (found, home) = (&evenings.ruined[seat], &evenings.coins[seat]);
                assert!((found.mean() - ruined).abs() < 0.02, "{text}, seat {}: {}", seat + 1, found.mean());
                assert!((home.mean() - coins).abs() < 0.3, "{text}, seat {}: {}", seat + 1, home.mean());
            }
        }
    }
    assert!((at_roulette(5, 100).0 - 0.6984).abs() < 1e-4 && (at_roulette(5, 100).1 - 3.582).abs() < 1e-3);
}

/// A player is ruined with the game that takes the last coin. A purse below the first ante is taken home unchanged.
#[test]
fn short_evenings_and_small_purses() {
    let [(bet, _), ..] = bets("1");
    let one = spend(&bet, &[1.0], 1);
    assert_eq!((one.ruined_with[0].mean(), one.games.mean()), (1.0, 1.0));
    assert!((one.ruined[0].mean() - 19.0 / 37.0).abs() < 0.05);
    let surely = "game \"Lost\"\nseats 1\nturn:\n  pay 1 to bank\n  roll d6\n  draw\n";
    let lost = spend(surely, &[3.0], 10);
    assert_eq!((lost.ruined_with[0].mean(), lost.games.mean()), (3.0, 3.0));
    assert!((one.coins[0].mean() - 36.0 / 37.0).abs() < 0.05);
    let ante = "game \"Ten\"\nseats 2\nante 10\nturn:\n  roll d2\n  if sum = 1: win\n  else: win left\n";
    let none = spend(ante, &[5.0, 5.0], 10);
    assert_eq!([0, 1].map(|seat| (none.ruined[seat].mean(), none.coins[seat].mean())), [(1.0, 5.0); 2]);
    let other = spend(ante, &[5.0, 10.0], 10);
    assert_eq!(means(&other.coins), "0 15");
}

/// A player who cannot pay another in full pays what is left. Payments due after that are not made.
#[test]
fn partial_payments_go_to_the_creditor() {
    let text =
        "game \"Tribute\"\nseats 3\nturn:\n  roll d2\n  for s in others:\n    by s: pay 2 to right\n  win\n";
    let evenings = spend(text, &[4.0, 7.0, 3.0], 2);
    // The first game leaves 6, 7 and 1. In the second, seat 3 cannot pay seat 2 in full and leaves before seat 2 has paid.
    assert_eq!(means(&evenings.coins), "8 6 0");
    assert_eq!(means(&evenings.ruined_with[2..]), "2");
}

/// Payments and notes before the first throw of a game count. By hand: if three players throw in turn for a six, seat 1 wins
/// with 36/91, and takes six coins, of which each has paid two.
#[test]
fn payments_and_notes_before_the_first_throw_count() {
    let start = "game \"Six\"\nseats 3\nstart:\n  for s in seats:\n    by s: pay 2\nturn:\n  roll d6\n  if sum = 6: win\n";
    let pot = setting(start, 3).table().unwrap().solve().pot.unwrap();
    let exact = |number: &Number| number.as_ref().unwrap().as_exact().unwrap().to_string();
    assert_eq!([0, 1, 2].map(|seat| exact(&pot.accounts[seat].net)), ["34/91", "-2/91", "-32/91"]);
    assert_eq!(exact(&pot.coins.mean), "6");
    let [(bet, _), ..] = bets("1");
    assert_eq!(exact(&setting(&bet, 1).table().unwrap().solve().pot.unwrap().accounts[0].net), "-1/37");
    let noted = "game \"Note\"\nseats 1\nturn:\n  note \"begun\"\n  roll d2\n  if sum = 2: win\n";
    let solution = setting(noted, 1).table().unwrap().solve();
    assert_eq!(exact(&solution.statistics[0].numbers[0]), "2");
    // Events without an actor count for all seats: a round passes while neither of two throws a six.
    let rounds = "game \"Rounds\"\nseats 2\nstart:\n  note \"begun\"\nturn:\n  roll d6\n  if sum = 6: win\nafter round:\n  note \"round\"\n";
    let solution = setting(rounds, 2).table().unwrap().solve();
    for (figure, value) in solution.statistics.iter().zip(["1", "25/11"]) {
        assert_eq!([0, 1].map(|seat| exact(&figure.numbers[seat])), [value; 2]);
    }
}
