//! Which weight to measure best: the face that moves the odds of Venus most.
//!
//! ```text
//! face 1 moves Venus by 144/625
//! face 3 moves Venus by -36/625
//! face 4 moves Venus by -36/625
//! face 6 moves Venus by 144/625
//! most: [1, 6]
//! ```

use std::error::Error;

use tali_odds::analysis::{Figure, SetSensitivity};
use tali_odds::tali::{Kind, presets};

fn main() -> Result<(), Box<dyn Error>> {
    let set = presets::TRADITIONAL.bones().set(4)?;
    let sensitivity = SetSensitivity::new(&set).event(|cast| cast.kind() == Some(Kind::Venus));
    for face in &sensitivity.faces {
        if let Figure::Exact(derivative) = &face.derivative {
            println!("face {} moves Venus by {derivative}", face.face);
        }
    }
    println!("most: {:?}", sensitivity.most);
    Ok(())
}
