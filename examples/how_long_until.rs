//! How long you wait for a Canis, with different bones.
//!
//! ```text
//! traditional: every 10000 casts on average, within 6932 casts at even odds
//! uniform: every 256 casts on average, within 178 casts at even odds
//! ```

use std::error::Error;

use num_rational::BigRational;
use tali_odds::exact::WaitingTime;
use tali_odds::tali::{CastTable, Kind, presets};

fn main() -> Result<(), Box<dyn Error>> {
    let even = BigRational::new(1.into(), 2.into());
    for preset in presets::ALL {
        let table = CastTable::new(&preset.bones().set(4)?);
        let wait = WaitingTime::new(table.probability_that(|cast| cast.kind() == Some(Kind::Canis)))?;
        let (Some(mean), Some(median)) = (wait.mean(), wait.quantile(&even)) else {
            println!("{}: never", preset.name);
            continue;
        };
        println!("{}: every {mean} casts on average, within {median} casts at even odds", preset.name);
    }
    Ok(())
}
