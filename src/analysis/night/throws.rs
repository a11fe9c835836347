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
