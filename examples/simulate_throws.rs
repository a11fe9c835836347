//! Simulates throws with known weights, as data for `fit`: four bones, two hundred throws of each. With the argument `csv` the
//! program prints all of them, which makes `simulated-throws.csv`.
//!
//! ```text
//! Aulus: [20, 79, 72, 29]
//! Brutus: [26, 84, 67, 23]
//! Cato: [24, 85, 73, 18]
//! Decimus: [45, 70, 53, 32]
//! ```

use tali_odds::monte_carlo::{Draws, Generator, draw};
use tali_odds::tali::Face;

/// Three equal bones and one that was filed down, in percent for the faces 1, 3, 4, 6.
const BONES: [(&str, [u64; 4]); 4] = [
    ("Aulus", [11, 38, 40, 11]),
    ("Brutus", [11, 38, 40, 11]),
    ("Cato", [11, 38, 40, 11]),
    ("Decimus", [19, 33, 31, 17]),
];

const THROWS: u64 = 200;

fn throw(weights: [u64; 4], generator: &mut Generator) -> Face {
    let mut left = generator.below(weights.iter().sum());
    for (face, weight) in Face::ALL.into_iter().zip(weights) {
        if left < weight {
            return face;
        }
        left -= weight;
    }
    Face::Six
}

fn main() {
    let casts = Draws { draws: THROWS, seed: 1, threads: 1 };
    let casts: Vec<[Face; 4]> = draw(&casts, |generator| BONES.map(|(_, weights)| throw(weights, generator)));
    if std::env::args().nth(1).as_deref() == Some("csv") {
        println!("bone,face,thrower,surface");
        for (number, cast) in casts.iter().enumerate() {
            let thrower = if number < 100 { "Livia" } else { "Marcus" };
            let surface = if number % 100 < 50 { "oak" } else { "sand" };
            for ((bone, _), face) in BONES.iter().zip(cast) {
                println!("{bone},{face},{thrower},{surface}");
            }
        }
        return;
    }
    for ((bone, _), index) in BONES.iter().zip(0..) {
        let counts = Face::ALL.map(|face| casts.iter().filter(|cast| cast[index] == face).count());
        println!("{bone}: {counts:?}");
    }
}
