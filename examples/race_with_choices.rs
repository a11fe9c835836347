//! A game with dice, choices and a way back, solved: a race over eight squares.
//!
//! Both seats have two pieces in hand, and throw a die of four sides in turn. One piece goes on by what it shows, onto a
//! square that none of one's own stands on; a piece of the other's that stands there goes back to its hand. The last square
//! is left by an exact throw, and the first to bring both pieces home wins.
//!
//! ```text
//! ```

use std::sync::atomic::AtomicBool;

use tali_odds::exact::{BestPlay, Positions};
use tali_odds::games::{Playable, ProcessGame};
use tali_odds::monte_carlo::{Plan, Watch, simulate};
use tali_odds::process::{Distribution, Policy, Process, Seats, Step, Swing, Turn};

/// Where a piece is that has come home.
const HOME: u8 = 9;

struct Squares([Distribution<u8>; 1]);

impl Process for Squares {
    /// Where the pieces of both seats are, 0 in hand; whose turn it is, and what it has thrown.
    type State = ([[u8; 2]; 2], usize, Option<u8>);
    type Move = u8;
    type Information = Self::State;
    type Event = ();

    fn seats(&self) -> usize {
        2
    }
    fn start(&self) -> Self::State {
        ([[0; 2]; 2], 0, None)
    }
    fn distributions(&self) -> &[Distribution<u8>] {
        &self.0
    }
    fn turn(&self, state @ (pieces, seat, thrown): &Self::State) -> Turn<Self::State> {
        match (pieces.iter().position(|pieces| *pieces == [HOME; 2]), thrown) {
            (Some(winner), _) => Turn::End(Seats::one(winner)),
            (None, None) => Turn::Chance(0),
            (None, Some(_)) => Turn::Choose { seat: *seat, information: *state },
        }
    }
    /// The pieces that can go on.
    fn actions(&self, (pieces, seat, thrown): &Self::State, actions: &mut Vec<u8>) {
        let own = pieces[*seat];
        let to = |piece: u8| own[usize::from(piece)] + thrown.unwrap_or(0);
        let may = |piece: &u8| to(*piece) == HOME || to(*piece) < HOME && !own.contains(&to(*piece));
        actions.extend((0..2).filter(may));
    }
    fn next(&self, state: &Self::State, made: u8) -> Step<Self::State> {
        let (mut pieces, seat, thrown) = *state;
        let Some(thrown) = thrown else {
            let shown = (pieces, seat, Some(made));
            let mut actions = Vec::new();
            self.actions(&shown, &mut actions);
            return Step::to(if actions.is_empty() { (pieces, 1 - seat, None) } else { shown });
        };
        pieces[seat][usize::from(made)] += thrown;
        let reached = pieces[seat][usize::from(made)];
        let captured = |piece: u8| if reached < HOME && piece == reached { 0 } else { piece };
        pieces[1 - seat] = pieces[1 - seat].map(captured);
        Step::to((pieces, 1 - seat, None)).taking(0)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let die = Distribution::new((1..=4).map(|pips| (pips, 1u32.into()))).ok_or("a die has sides")?;
    let game = Squares([die]);
    let best = BestPlay::new(&game, 1_000_000)?;
    let thrown = best.positions().states().iter().filter(|(.., thrown)| thrown.is_none()).count();
    let share = best.share(0);
    println!("Of {thrown} positions the first is worth {:.10} to who begins,", share.to_f64());
    println!("to within {:.0e}.", best.values().widest());

    // One piece stands before the other's, the second on the last square.
    let at = ([[1, 8], [3, 5]], 0, Some(2));
    println!(
        "With {:?} and a 2 the piece on square {:?} moves.",
        at.0,
        best.choice(&at).map(|piece| at.0[0][piece])
    );

    let played = ProcessGame::with_policies(&game, vec![best.policy(), Policy::random(2)])?;
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| {} };
    let plan = Plan { games: 100_000, seed: 1, threads: 0 };
    let won = simulate(played.player().as_ref(), &plan, &watch).shares[0].sum / 100_000.0;
    println!(
        "Against moves at random it wins {:.1} % of simulated games, and {:.4} exactly.",
        100.0 * won,
        played.solve().shares[0].to_f64()
    );

    let both = ProcessGame::with_policies(&game, vec![best.policy()])?;
    let swings = both.dynamics().swings;
    if let Ok(changes) = swings.figures.one(Swing::LeadChanges) {
        println!("The lead changes {:.2} times in a game that both play well.", changes.to_f64());
    }
    Ok(())
}
