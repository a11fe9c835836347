//! A game of your own in Rust: a tug of war.
//!
//! A stone starts in the middle of a rope. The players cast in turn. A Senio pulls the stone one step towards you, a Venus two.
//! You win if you pull it three steps.
//!
//! ```text
//! Seat 1 wins with 0.532972.
//! A game takes 26.969 casts on average.
//! It wins 53.3 % of 200000 simulated games.
//! Casts that change nothing: 0.6562
//! How often the best chance to win changes hands, on average: 6.2625
//! The winner once had a chance of 1/4 or less: 0.2091
//! ```

use std::sync::atomic::AtomicBool;

use tali_odds::games::{ProcessGame, Simulated, Solvable};
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::process::{Distribution, Process, Seats, Step, Swing, Turn};
use tali_odds::tali::{CastTable, Kind, presets};

/// The distribution of the steps that a cast pulls.
struct TugOfWar([Distribution<i8>; 1]);

impl Process for TugOfWar {
    /// The position of the stone, from −3 at seat 2 to 3 at seat 1, and the seat to cast.
    type State = (i8, usize);
    type Move = i8;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        2
    }
    fn start(&self) -> Self::State {
        (0, 0)
    }
    fn distributions(&self) -> &[Distribution<i8>] {
        &self.0
    }
    fn turn(&self, (stone, _): &Self::State) -> Turn<()> {
        match stone {
            3 => Turn::End(Seats::one(0)),
            -3 => Turn::End(Seats::one(1)),
            _ => Turn::Chance(0),
        }
    }
    fn next(&self, &(stone, seat): &Self::State, steps: i8) -> Step<Self::State> {
        let pulled = if seat == 0 { stone + steps } else { stone - steps };
        Step::to((pulled.clamp(-3, 3), 1 - seat)).idle_if(steps == 0)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let casts = CastTable::new(&presets::TRADITIONAL.bones().set(4)?);
    let steps = Distribution::of_casts(&casts, |cast| match cast.kind() {
        Some(Kind::Venus) => 2,
        Some(Kind::Senio) => 1,
        _ => 0,
    });
    let game = ProcessGame::new(TugOfWar([steps]));

    let solution = game.solve();
    println!("Seat 1 wins with {:.6}.", solution.shares[0].to_f64());
    println!(
        "A game takes {:.3} casts on average.",
        solution.length.mean.map_or(f64::NAN, |mean| mean.to_f64())
    );

    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let played = simulate(game.player().as_ref(), &Plan { games: 200_000, seed: 1, threads: 0 }, &watch);
    println!(
        "It wins {:.1} % of {} simulated games.",
        100.0 * played.shares[0].sum / 200_000.0,
        played.games
    );

    let swings = game.dynamics().swings;
    for swing in [Swing::DeadCasts, Swing::LeadChanges, Swing::ComebackFromQuarter] {
        if let Ok(number) = swings.figures.one(swing) {
            println!("{}: {:.4}", swing.title(), number.to_f64());
        }
    }
    Ok(())
}
