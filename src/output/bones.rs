//! Bones in words.

use crate::analysis::NamedSet;
use crate::tali::{Face, Prior, Talus};

/// The name and weights of the bones: one line, or one and a line for each bone.
pub(crate) fn lines(bones: &NamedSet) -> Vec<String> {
    let tali = bones.set().tali();
    let name = bones.name();
    if bones.set().is_alike() && tali.iter().all(|talus| talus.name().is_none()) {
        return vec![format!("Bones: {name} ({})", weights(&tali[0]))];
    }
    let each = tali.iter().enumerate().map(|(index, talus)| {
        let number = format!("bone {}", index + 1);
        // Bones without a name go by their number.
        let own = talus.name().filter(|name| *name != number);
        let own = own.map_or_else(String::new, |name| format!(" {name}"));
        format!("  {number}{own} ({})", weights(talus))
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

/// `4 tali`, or `1 talus`.
pub(crate) fn tali(number: usize) -> String {
    if number == 1 { "1 talus".to_owned() } else { format!("{number} tali") }
}

/// The origin of the weights and remarks on them, with the set's name if there are several sets.
pub(crate) fn notes(sets: &[NamedSet]) -> Vec<String> {
    let of_set = |bones: &NamedSet| {
        let of = if sets.len() > 1 { format!("{}: ", bones.name()) } else { String::new() };
        notes_of_one(bones).into_iter().map(move |note| format!("{of}{note}"))
    };
    sets.iter().flat_map(of_set).collect()
}

fn notes_of_one(bones: &NamedSet) -> Vec<String> {
    let tali = bones.set().tali();
    let mut notes: Vec<String> =
        bones.bones().source.iter().map(|source| format!("Source: {source}.")).collect();
    if let Some(first) = tali.iter().find_map(Talus::posterior) {
        let all = || tali.iter().map(Talus::posterior);
        let same = all().all(|posterior| posterior == Some(first));
        let from =
            if same { format!(" from {} throws", first.throws()) } else { " from counted throws".to_owned() };
        let mean = if all().flatten().all(|posterior| *posterior.prior() == Prior::default()) {
            ": (count + 1/2) / (throws + 2)".to_owned()
        } else {
            format!(", with the prior {}", first.prior())
        };
        notes.push(format!("The probabilities are posterior means{from}{mean}."));
    }
    if tali.iter().any(Talus::is_turned) {
        notes.push("Read from the side on the table: 1 and 6, and 3 and 4, are swapped.".to_owned());
    }
    notes.extend(bones.bones().remarks.iter().map(|remark| format!("Note: {remark}.")));
    notes
}
