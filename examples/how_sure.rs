//! The uncertainty of weights and of the odds of Venus after two hundred throws of a bone.
//!
//! ```text
//! Face 1: 39/404, from 0.0599 to 0.1408
//! Face 3: 167/404, from 0.3465 to 0.4818
//! Face 4: 149/404, from 0.3037 to 0.4363
//! Face 6: 49/404, from 0.0801 to 0.1696
//! Textbook bones would look at least this different in 70.3 of 100 trials
//! Venus: 6793059/163321040 averaged, 142654239/3329932832 with the mean weights
//! ```

use tali_odds::inference::{Beta, Pool, ThrowsFormat, goodness_of_fit, read_throws};
use tali_odds::tali::{CastTable, Face, Kind, Posterior, Prior, TaliSet, Talus, presets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let noted = "face,count\n1,19\n3,83\n4,74\n6,24\n";
    let throws = read_throws(noted.as_bytes(), &ThrowsFormat::default())?;
    let counts = throws.pooled(&Pool::All)[0].counts;
    let posterior = Posterior::new(counts, Prior::default())?;
    let shapes = posterior.shapes_f64();
    for face in Face::ALL {
        let shape = shapes[face.index()];
        let [low, high] = Beta::new(shape, shapes.iter().sum::<f64>() - shape).interval(0.95);
        println!("Face {face}: {}, from {low:.4} to {high:.4}", posterior.mean(face));
    }
    let fit = goodness_of_fit(counts, &presets::TRADITIONAL.talus());
    println!(
        "Textbook bones would look at least this different in {:.1} of 100 trials",
        100.0 * fit.p_pearson
    );
    let four = TaliSet::alike(&Talus::from_posterior(posterior), 4)?;
    let venus =
        |table: &CastTable| table.probability_that(|cast| cast.kind() == Some(Kind::Venus)).to_string();
    println!(
        "Venus: {} averaged, {} with the mean weights",
        venus(&CastTable::averaged(&four)),
        venus(&CastTable::new(&four))
    );
    Ok(())
}
