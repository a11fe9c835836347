//! Checks that nobody gains by deviating from best play at one position, and that positions read back as they are printed.

use proptest::prelude::*;

use super::notation::{Reading, Written};
use super::payoffs::{Gains, Payoffs, Rationals};
use super::policies::Policy;
use super::round::{CoinGame, Seat};
use super::scores::{Score, casts, is_venus, scoring};
use super::settings::Settings;
use super::solver::Solver;
use crate::find;
use crate::kit::Value;
use crate::kit::notation::tests::{holds, texts};
use tali_core::tali::presets;

fn settings(rules: &[(&str, &str)], players: usize) -> Settings {
    let mut agreed = find("coin-tali").unwrap().rules(players).unwrap();
    for (key, value) in rules {
        agreed.set(key, Value::parse(value).unwrap()).unwrap();
    }
    Settings::new(&agreed)
}

fn game(rules: &[(&str, &str)], players: usize) -> CoinGame {
    let bones = presets::TRADITIONAL.bones().set(4).unwrap();
    let seats = (0..players).map(|_| Seat { bones: bones.clone(), policy: Policy::Best });
    CoinGame::new(settings(rules, players), seats.collect())
}

/// A seat that chooses differently at one position, and then plays as solved, never gains more.
#[test]
fn nobody_gains_by_deviating_at_one_position() {
    let tables: [&[(&str, &str)]; 3] = [
        &[("variants", "[mercury]"), ("prices", "{mercury = 2}"), ("dog", "2")],
        &[("variants", "[fortuna]"), ("fees", "roll"), ("game_pot", "30")],
        &[("variants", "[etiam, jove]"), ("game_pot", "12"), ("count", "purse")],
    ];
    for rules in tables {
        let game = game(rules, 2);
        let mut solved: Solver<'_, Rationals> = Solver::new(&game, 1_000_000);
        solved.solve(game.opening()).unwrap();
        let (mut tried, mut worse) = (0, 0);
        for index in (0..solved.positions().len()).step_by(3) {
            let at = solved.positions()[index];
            let (mover, turns) = (usize::from(at.mover), game.turns(&at));
            let best = solved.choices(index).to_vec();
            for (choice, options) in turns.choices.iter().map(|choice| choice.options.len()).enumerate() {
                for option in 0..u8::try_from(options).unwrap() {
                    let mut chosen = best.clone();
                    chosen[choice] = option;
                    let deviating = solved.turn(&at, turns, Some(&chosen)).unwrap();
                    let (there, here) = (&deviating.values[turns.root()], solved.value(index));
                    assert!(!there.exceeds(here, mover), "{rules:?} {at:?}");
                    tried += 1;
                    worse += usize::from(here.exceeds(there, mover));
                }
            }
        }
        assert!(tried > 500 && worse * 3 > tried, "{rules:?}: {tried} tried, {worse} worse");
    }
}

/// Compares with the numbers of states on the rules' own page, where equal seats share states.
#[test]
fn position_counts_match_the_rules_page() {
    let all = ("variants", "[etiam, mercury, fortuna]");
    for (rules, players, positions) in [
        (&[all][..], 2, 94),
        (&[all], 3, 918),
        (&[all], 4, 3_849),
        (&[all, ("fees", "roll")], 2, 254),
        (&[all, ("fees", "roll")], 3, 5_553),
    ] {
        let game = game(rules, players);
        let mut solved: Solver<'_, Gains> = Solver::new(&game, 1_000_000);
        solved.solve(game.opening()).unwrap();
        assert_eq!(solved.positions().len(), positions, "{rules:?} for {players}");
    }
}

fn written() -> impl Strategy<Value = Written> {
    let casts: Vec<_> = casts(true).into_iter().filter(|faces| !is_venus(faces)).collect();
    let scores: Vec<_> = scoring();
    let coins = 0i64..2_000_000;
    (2usize..=5, 0usize..5, any::<bool>(), any::<prop::sample::Index>(), any::<prop::sample::Index>())
        .prop_flat_map(move |(seats, seat, thrown, cast, score)| {
            let (roll, score) = (thrown.then(|| *cast.get(&casts)), *score.get(&scores));
            let left = if thrown { any::<[bool; 3]>().boxed() } else { Just([true; 3]).boxed() };
            (
                Just((seats, seat % seats, roll, score)),
                left,
                0u32..4,
                coins.clone(),
                coins.clone(),
                1i64..99,
                0u8..4,
                any::<bool>(),
            )
        })
        .prop_map(|((seats, seat, roll, score), left, added, pot, game, ante, kind, power)| {
            let won = kind == 3;
            let joined: Vec<usize> = match kind {
                // The seat throws second of those who are in, or answers the caller.
                1 if roll.is_some() => vec![(seat + seats - 1) % seats, seat],
                1 => vec![(seat + seats - 1) % seats],
                _ => Vec::new(),
            };
            let thrown = match (roll.is_some(), joined.is_empty()) {
                (_, true) => seat,
                (true, false) => 1,
                (false, false) => 0,
            };
            let best = if thrown > 0 && !won { Score::new(&score, added) } else { Score::NONE };
            Written {
                seat,
                seats,
                roll: roll.filter(|_| !won),
                best,
                tied: if best.is_none() { 0 } else { thrown },
                pot: if won { 0 } else { pot },
                game,
                left: if won { [true; 3] } else { left },
                power: power || won,
                joined: if won { Vec::new() } else { joined },
                won,
                ante,
            }
        })
}

proptest! {
    #[test]
    fn positions_read_back_as_they_are_printed(written in written()) {
        let adds = format!("[{}]", ["{powers = [{add = 3}]}"; 5].join(", "));
        let settings = settings(&[("variants", "[etiam, mercury, fortuna, jove]"), ("characters", &adds)], 5);
        let reading = Reading { settings: &settings, ordered: false, possible: &|_, _| true };
        let text = written.text(&settings);
        prop_assert_eq!(reading.read(&text).map_err(|error| error.to_string()), Ok(written), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in texts(&[
        "2/3 best=6443 pot=7 game=300 roll=4331",
        "3/3 best=6643+3 tied=2 left=etiam,fortuna roll=6611 power=used",
        "1/3 jove=2 in=2,3 ante=6",
        "2/3 won game=40",
    ])) {
        let adds = ("characters", "[{powers = [{add = 3}]}, {powers = [{turn = 1}]}, {}]");
        let settings = settings(&[("variants", "[etiam, mercury, fortuna, jove]"), adds], 3);
        let reading = Reading { settings: &settings, ordered: true, possible: &|_, _| true };
        holds(&text, |text| reading.read(text), |written: &Written| written.text(&settings))?;
    }
}
