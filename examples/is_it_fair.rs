//! The fairness, length and swings of a game: Augustus's game for three, with an ante of one coin.
//!
//! ```text
//! seat 1: wins 0.3465, net -0.3894, suspense 2.2892
//! seat 2: wins 0.3332, net 0.0105, suspense 2.2679
//! seat 3: wins 0.3204, net 0.3789, suspense 2.2448
//! mean minutes: 5.2083
//! casts that change nothing: 0.6561
//! coins: outside
//! chances: outside
//! purse: outside
//! length: inside
//! ```

use std::sync::atomic::AtomicBool;

use tali_odds::analysis::{BalanceAnswer, BalanceQuestion, Figure, NamedSet, SeatFigure, Setting};
use tali_odds::games::{self, Value};
use tali_odds::monte_carlo::Watch;
use tali_odds::process::Swing;
use tali_odds::tali::presets;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = games::find("augustus")?;
    let mut rules = game.rules(3)?;
    rules.set("ante", Value::parse("1")?)?;
    let bones = vec![NamedSet::new(presets::TRADITIONAL.bones(), 4)?];
    let setting = Setting::new(game, rules, bones);

    let stop = AtomicBool::new(false);
    let watch = Watch { stop: &stop, played: &|_| () };
    let answer = BalanceAnswer::new(setting, BalanceQuestion::default(), &watch)?;

    let shown =
        |figure: &Figure| figure.approximate().map_or("none".to_owned(), |value| format!("{value:.4}"));
    for seat in &answer.seats {
        let net = seat.solved(SeatFigure::NET).map_or("none".to_owned(), shown);
        println!(
            "seat {}: wins {}, net {net}, suspense {}",
            seat.seat,
            shown(&seat.share.solved),
            seat.solved(SeatFigure::SUSPENSE).map_or("none".to_owned(), shown)
        );
    }
    println!("mean minutes: {}", shown(&answer.minutes.mean.solved));
    println!("casts that change nothing: {}", shown(answer.swings.of(Swing::DeadCasts)));
    for verdict in &answer.verdicts {
        println!("{}: {}", verdict.about.name(), verdict.ruling.name());
    }
    Ok(())
}
