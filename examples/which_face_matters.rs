//! The weight to measure most carefully: the face that changes the odds of Venus most if it is shown one percent more often.
//!
//! ```text
//! face 1: +0.0003
//! face 3: -0.0004
//! face 4: -0.0004
//! face 6: +0.0003
//! most: [3, 4]
//! ```

use std::error::Error;

use tali_odds::analysis::SetSensitivity;
use tali_odds::tali::{Kind, presets};

fn main() -> Result<(), Box<dyn Error>> {
    let set = presets::TRADITIONAL.bones().set(4)?;
    let sensitivity = SetSensitivity::new(&set).of(|cast| cast.kind() == Some(Kind::Venus), |_| true);
    for face in &sensitivity.faces {
        if let Some(change) = face.change.approximate() {
            println!("face {}: {change:+.4}", face.face);
        }
    }
    println!("most: {:?}", sensitivity.most);
    Ok(())
}
