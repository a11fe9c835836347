//! Win shares and net coins in Augustus's game when one player uses different bones.
//!
//! ```text
//! Seat 1 wins 10546875/19560427
//! Seat 2 wins 4595000/19560427
//! Seat 3 wins 4418552/19560427
//! Seat 1 has -189727302734375/1530441217689316 left
//! Seat 2 has -30525910840625/3060882435378632 left
//! Seat 3 has 409980516309375/3060882435378632 left
//! ```

use tali_odds::exact::Enclosure;
use tali_odds::games::{self, Value};
use tali_odds::tali::{presets, read_faces};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mine = read_faces("[faces]\n1 = 0.15\n3 = 0.3\n4 = 0.3\n6 = 0.25", "mine")?.set(4)?;
    let theirs = presets::TRADITIONAL.bones().set(4)?;
    let augustus = games::find("augustus")?;
    let mut rules = augustus.rules(3)?;
    rules.set("fee", Value::parse("2")?)?;
    let solution = augustus.table(rules, &[mine, theirs.clone(), theirs])?.solve();
    let fraction = |number: &Enclosure| number.as_exact().map_or_else(|| "?".to_owned(), ToString::to_string);
    for (seat, share) in (1..).zip(&solution.shares) {
        println!("Seat {seat} wins {}", fraction(share));
    }
    if let Some(pot) = solution.pot {
        for (seat, account) in (1..).zip(&pot.accounts) {
            println!(
                "Seat {seat} has {} left",
                account.net.as_ref().map_or_else(|_| "?".to_owned(), fraction)
            );
        }
    }
    Ok(())
}
