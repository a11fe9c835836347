//! Built-in bones.

use super::{Bones, Talus};

/// Face weights with a name and a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name to give to `--faces`.
    pub name: &'static str,
    /// The source of the weights.
    pub source: &'static str,
    weights: [u8; 4],
}

/// A four-sided die: every face 1/4.
pub const UNIFORM: Preset = Preset {
    name: "uniform",
    weights: [1, 1, 1, 1],
    source: "not a bone: a fair four-sided die, for comparison",
};

/// The rounded figures for sheep bones: 1/10, 4/10, 4/10, 1/10. The default.
///
/// Modern accounts of the game repeat them, but they are not counts. For counted throws, and how much
/// these depend on bone and table, see P. Winkelman's report on 1,000 throws of five bones
/// (2001), <http://www.historicgames.com/learnmore/knuckstats.html>.
pub const TRADITIONAL: Preset = Preset {
    name: "traditional",
    weights: [1, 4, 4, 1],
    source: "textbook and museum figures for sheep bones, rounded to tenths; not based on recorded throws",
};

/// All presets, the default first.
pub const ALL: [Preset; 2] = [TRADITIONAL, UNIFORM];

/// Other names of presets.
const ALSO: [(&str, Preset); 2] = [("textbook", TRADITIONAL), ("fair", UNIFORM)];

/// Returns the preset of that name, ignoring case; `textbook` is the traditional one, `fair` the uniform one.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::tali::presets;
///
/// assert_eq!(presets::find("uniform"), Some(presets::UNIFORM));
/// assert_eq!(presets::find("fair"), Some(presets::UNIFORM));
/// assert_eq!(presets::find("marble"), None);
/// ```
pub fn find(name: &str) -> Option<Preset> {
    let mut named = ALL.into_iter().map(|preset| (preset.name, preset)).chain(ALSO);
    named.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, preset)| preset)
}

impl Preset {
    /// One bone with these weights.
    #[expect(clippy::missing_panics_doc, reason = "no preset has weights that are all zero")]
    pub fn talus(self) -> Talus {
        let weights = self.weights.map(|weight| num_bigint::BigInt::from(weight).into());
        Talus::from_weights(weights).expect("a preset has positive weights")
    }

    /// Any number of bones with these weights.
    pub fn bones(self) -> Bones {
        Bones::alike(self.name, self.talus()).with_source(self.source)
    }
}
