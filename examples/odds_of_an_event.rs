//! The probability of any event on one cast, with bones from a faces file.
//!
//! ```text
//! 24/625 for venus
//! 523/10000 for 6>=2
//! 5963/10000 for sum>=14
//! ```

use std::error::Error;

use tali_odds::tali::{CastTable, Event, read_faces};

fn main() -> Result<(), Box<dyn Error>> {
    let bones = read_faces("faces = { 1 = 0.1, 3 = 0.4, 4 = 0.4, 6 = 0.1 }", "my bones")?;
    let table = CastTable::new(&bones.set(4)?);
    for text in ["venus", "6>=2", "sum>=14"] {
        let event = Event::parse(text, 4)?;
        println!("{} for {text}", table.probability_that(|cast| event.holds(cast)));
    }
    Ok(())
}
