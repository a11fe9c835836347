//! What can be thrown in a game, how likely it is, and what it means.

use serde::Serialize;

use super::NightGame;
use crate::analysis::between;
use crate::analysis::{Averaging, CastList, CastsQuestion, Figure, NamedSet};
use crate::games::Reads;
use crate::tali::{Bones, Face};

/// Something that a throw can show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Throwing {
    /// The cast, the total, or the face.
    pub shown: String,
    /// The faces, where it is a cast or a face.
    #[serde(skip)]
    pub faces: Vec<Face>,
    /// What kind of cast it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// How likely it is; with counted bones averaged over what the counts leave possible.
    pub probability: Figure,
    /// What it means to who threw it.
    pub means: String,
}

/// Throws that mean the same, so that a player need not read each of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThrowGroup {
    /// What they mean, with their kind if they share one; where all throws mean the same, how common these are.
    pub means: String,
    /// The throws.
    pub throws: Vec<String>,
    /// How likely one of them is.
    pub probability: Figure,
}

/// So many throws at most are told one by one.
const FEW: usize = 12;

/// The throws in groups, where there are many of them: by what they mean, or, where all mean the same, by how common they
/// are.
pub(super) fn grouped(throws: &[Throwing]) -> Vec<ThrowGroup> {
    const MOST_GROUPS: usize = 12;
    if throws.len() <= FEW {
        return Vec::new();
    }
    let alike = throws.iter().all(|throwing| throwing.means == throws[0].means);
    let name = |throwing: &Throwing| {
        if alike {
            return format!("{}: {}", common(&throwing.probability), throwing.means);
        }
        match throwing.kind.filter(|kind| *kind != "void") {
            Some(kind) if throwing.means.is_empty() => kind.to_owned(),
            Some(kind) => format!("{kind}: {}", throwing.means),
            None => throwing.means.clone(),
        }
    };
    let mut groups: Vec<ThrowGroup> = Vec::new();
    for throwing in throws {
        let means = name(throwing);
        match groups.iter_mut().find(|group| group.means == means) {
            Some(group) => {
                group.throws.push(throwing.shown.clone());
                group.probability = between::either(&group.probability, &throwing.probability);
            }
            None => groups.push(ThrowGroup {
                means,
                throws: vec![throwing.shown.clone()],
                probability: throwing.probability.clone(),
            }),
        }
    }
    if alike {
        groups.sort_by(|one, other| {
            other
                .probability
                .approximate()
                .partial_cmp(&one.probability.approximate())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    if groups.len() <= MOST_GROUPS { groups } else { Vec::new() }
}

/// How common a throw is.
fn common(probability: &Figure) -> &'static str {
    match probability.approximate() {
        Some(chance) if chance >= 0.05 => "common (more than one throw in twenty each)",
        Some(chance) if chance >= 0.005 => "uncommon (down to one in two hundred each)",
        _ => "rare (less than one in two hundred each)",
    }
}

/// What seat 1 of a game can throw, the best first.
pub(super) fn throws(game: &NightGame) -> Vec<Throwing> {
    let setting = &game.setting;
    let Some(bones) = setting.bones.first() else { return Vec::new() };
    match setting.game.reads {
        Reads::Cast(means) => {
            let rows = casts(bones).into_iter().map(|row| Throwing {
                shown: row.cast.to_string(),
                faces: Face::ALL
                    .into_iter()
                    .rev()
                    .flat_map(|face| std::iter::repeat_n(face, row.cast.count(face) as usize))
                    .collect(),
                kind: row.kind.map(crate::tali::Kind::name),
                probability: row.probability,
                means: means(&setting.rules, &row.cast),
            });
            rows.collect()
        }
        Reads::Pair(means) => {
            let Some(pair) = first_two(bones) else { return Vec::new() };
            let mut totals: Vec<(u32, Figure)> = Vec::new();
            for row in casts(&pair) {
                match totals.iter_mut().find(|(total, _)| *total == row.sum) {
                    Some((_, chance)) => *chance = between::either(chance, &row.probability),
                    None => totals.push((row.sum, row.probability)),
                }
            }
            totals.sort_by_key(|(total, _)| *total);
            let totals = totals.into_iter().map(|(total, probability)| Throwing {
                shown: total.to_string(),
                faces: Vec::new(),
                kind: None,
                probability,
                means: means(&setting.rules, total),
            });
            totals.collect()
        }
        Reads::Faces(means) => {
            let talus = &bones.set().tali()[0];
            let faces = Face::ALL.map(|face| Throwing {
                shown: face.to_string(),
                faces: vec![face],
                kind: None,
                probability: Figure::Exact(talus.probability(face)),
                means: means(&setting.rules, face),
            });
            faces.to_vec()
        }
        Reads::Nothing | Reads::NoBones => Vec::new(),
    }
}

fn casts(bones: &NamedSet) -> Vec<crate::analysis::CastRow> {
    let averaging = Averaging { draws: Some(Averaging::FEWEST), seed: 1, threads: 1, level: 0.95 };
    let list = CastList::new(bones.clone(), CastsQuestion::default(), &averaging);
    list.map_or_else(|_| Vec::new(), |list| list.casts)
}

/// The first two of four bones.
fn first_two(bones: &NamedSet) -> Option<NamedSet> {
    let mut left = 2;
    let mut kinds = Vec::new();
    for (talus, number) in bones.set().kinds() {
        let number = number.min(left);
        left -= number;
        if number > 0 {
            kinds.push((talus.clone(), number));
        }
    }
    NamedSet::new(Bones::kinds(bones.name(), kinds), 2).ok()
}
