//! Bones in words.

use crate::analysis::NamedSet;
use crate::tali::{Face, Side, Talus};

/// What the bones are called and how they fall: one line, or one and a line for each bone.
pub(crate) fn lines(bones: &NamedSet) -> Vec<String> {
    let tali = bones.set().tali();
    let name = bones.name();
    if bones.set().is_alike() && tali.iter().all(|talus| talus.name().is_none()) {
        return vec![format!("Bones: {name} ({})", weights(&tali[0]))];
    }
    let each = tali.iter().enumerate().map(|(place, talus)| {
        let own = talus.name().map_or_else(String::new, |name| format!(" {name}"));
        format!("  bone {}{own} ({})", place + 1, weights(talus))
    });
    std::iter::once(format!("Bones: {name}")).chain(each).collect()
}

/// `1: 1/10, 3: 2/5, 4: 2/5, 6: 1/10`; in percent where fractions are long.
pub(crate) fn weights(talus: &Talus) -> String {
    let long = talus.total().to_string().len() > 4;
    let faces = Face::ALL.map(|face| {
        let chance = talus.probability(face);
        let shown = if long { super::number::percent(&chance.into()) } else { chance.to_string() };
        format!("{face}: {shown}")
    });
    faces.join(", ")
}

/// Where the weights come from, and what was noticed of them.
pub(crate) fn notes(bones: &NamedSet) -> Vec<String> {
    let mut notes: Vec<String> =
        bones.bones().source().map(|source| format!("Source: {source}.")).into_iter().collect();
    let tali = bones.set().tali();
    if tali.iter().any(|talus| talus.observed().is_some()) {
        notes.push("Weights from counts are the posterior mean, (count + 1/2) / (throws + 2).".to_owned());
    }
    if tali.iter().any(|talus| talus.side() == Side::Down) {
        notes.push("Read from the side on the table: 1 and 6, 3 and 4 have changed places.".to_owned());
    }
    notes.extend(bones.bones().remarks().iter().map(|remark| format!("Note: {remark}.")));
    notes
}
