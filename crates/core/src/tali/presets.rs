//! Bones that need no file.

use super::{Bones, Talus};

/// A set of face weights with a name, and where they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What a user types after `--faces`.
    pub name: &'static str,
    /// Where the weights come from.
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
/// They are what modern accounts of the game repeat, not counts. For throws that were counted, and
/// how much they depend on bone and table, see P. Winkelman's report on 1,000 throws of five bones
/// (2001), <http://www.historicgames.com/learnmore/knuckstats.html>.
pub const TRADITIONAL: Preset = Preset {
    name: "traditional",
    weights: [1, 4, 4, 1],
    source: "sheep bones, rounded to tenths as textbooks and museum pages give them; not counts of throws",
};

/// All presets, the default first.
pub const ALL: [Preset; 2] = [TRADITIONAL, UNIFORM];

/// Other names of presets.
const ALSO: [(&str, Preset); 2] = [("textbook", TRADITIONAL), ("fair", UNIFORM)];

/// The preset of that name, in capitals or not; `textbook` is the traditional one, `fair` the uniform one.
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
    /// One bone of this make.
    #[expect(clippy::missing_panics_doc, reason = "no preset has weights that are all zero")]
    pub fn talus(self) -> Talus {
        let weights = self.weights.map(|weight| num_bigint::BigInt::from(weight).into());
        Talus::from_weights(weights).expect("a preset has positive weights")
    }

    /// As many bones of this make as are asked for.
    pub fn bones(self) -> Bones {
        Bones::alike(self.name, self.talus()).with_source(self.source)
    }
}
