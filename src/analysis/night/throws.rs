//! The possible throws of a game, their chances and their meanings.

use super::{Night, NightGame};
use crate::analysis::{Averaging, CastList, CastsQuestion, Figure, NamedSet, between, record};
use crate::games::ThrowUse;
use crate::tali::{Bones, Face, Kind};

/// The possible throws of a game.
#[derive(Clone, Debug, Default)]
pub struct Thrown {
    /// The different sets of bones, in the order of the seats.
    pub with: Vec<ThrownSet>,
    /// The throws, the best first.
    pub throws: Vec<Throwing>,
    /// The throws in groups, if there are many.
    pub groups: Vec<ThrowGroup>,
}

/// A set of bones and the players who throw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrownSet {
    /// The name of the bones.
    pub bones: String,
    /// The players, by index among the guests.
    pub players: Vec<usize>,
}

/// A possible throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Throwing {
    /// The cast, the total, or the face.
    pub shown: String,
    /// The faces, if it is a cast or a face.
    pub faces: Vec<Face>,
    /// The kind of cast.
    pub kind: Option<&'static str>,
    /// Its probability with each set, for counted bones averaged over the posterior.
    pub probabilities: Vec<Figure>,
    /// Its meaning for the thrower.
    pub means: String,
}

impl Throwing {
    /// Its meaning, with its kind if it has one.
    pub fn meaning(&self) -> String {
        let kind = Kind::ALL.into_iter().find(|kind| Some(kind.name()) == self.kind);
        match kind.filter(|kind| *kind != Kind::Void).map(Kind::title) {
            Some(kind) if self.means.is_empty() => kind.to_owned(),
            Some(kind) => format!("{kind}: {}", self.means),
            None => self.means.clone(),
        }
    }
}

record!(Throwing, throwing =>
    "shown": throwing.shown,
    "kind"?: throwing.kind,
    "probability": throwing.probabilities.first(),
    "probabilities"?: several(&throwing.probabilities),
    "means": throwing.means,
);

/// The probabilities, if there are several.
fn several(probabilities: &[Figure]) -> Option<&[Figure]> {
    (probabilities.len() > 1).then_some(probabilities)
}

/// Throws with the same meaning, so that players need not read each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct ThrowGroup {
    /// Their meaning, with their kind if they share one; if all throws mean the same, how common these are.
    pub means: String,
    /// The throws.
    pub throws: Vec<String>,
    /// The probability of any of them with each set.
    pub probabilities: Vec<Figure>,
}

record!(ThrowGroup, group =>
    "means": group.means,
    "throws": group.throws,
    "probability": group.probabilities.first(),
    "probabilities"?: several(&group.probabilities),
);

/// The most throws listed one by one.
const FEW: usize = 12;

/// The throws in groups, if there are many: by meaning, or, if all mean the same, by how common they are.
fn grouped(throws: &[Throwing]) -> Vec<ThrowGroup> {
    const MOST_GROUPS: usize = 12;
    if throws.len() <= FEW {
        return Vec::new();
    }
    let alike = throws.iter().all(|throwing| throwing.means == throws[0].means);
    // A throw may be common with one set and rare with another: then there are no groups.
    let is_common_or_not = |throwing: &Throwing| {
        throwing.probabilities.windows(2).all(|pair| common(&pair[0]) == common(&pair[1]))
    };
    if alike && !throws.iter().all(is_common_or_not) {
        return Vec::new();
    }
    let name = |throwing: &Throwing| {
        if alike {
            format!("{}: {}", common(&throwing.probabilities[0]), throwing.means)
        } else {
            throwing.meaning()
        }
    };
    let mut groups: Vec<ThrowGroup> = Vec::new();
    for throwing in throws {
        let means = name(throwing);
        match groups.iter_mut().find(|group| group.means == means) {
            Some(group) => {
                group.throws.push(throwing.shown.clone());
                for (sum, probability) in group.probabilities.iter_mut().zip(&throwing.probabilities) {
                    *sum = between::either(sum, probability);
                }
            }
            None => groups.push(ThrowGroup {
                means,
                throws: vec![throwing.shown.clone()],
                probabilities: throwing.probabilities.clone(),
            }),
        }
    }
    if alike {
        groups.sort_by(|one, other| {
            let [one, other] = [one, other].map(|group| group.probabilities[0].approximate());
            other.partial_cmp(&one).unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    if groups.len() <= MOST_GROUPS { groups } else { Vec::new() }
}

/// How common a throw is.
fn common(probability: &Figure) -> &'static str {
    match probability.approximate() {
        Some(0.05..) => "common (more than one throw in twenty each)",
        Some(0.005..) => "uncommon (down to one in two hundred each)",
        _ => "rare (less than one in two hundred each)",
    }
}

/// The possible throws of a game for all its players.
pub(super) fn thrown(night: &Night, game: &NightGame) -> Thrown {
    let mut with: Vec<(usize, &NamedSet, ThrownSet)> = Vec::new();
    for (seat, player) in game.seats.iter().enumerate() {
        let bones = night.guests[*player].bones;
        // A single set at the table is for everybody.
        let set = game.setting.bones.get(seat).or(game.setting.bones.first());
        let Some(set) = set else { return Thrown::default() };
        match with.iter_mut().find(|(known, ..)| *known == bones) {
            Some((_, _, thrown)) => thrown.players.push(*player),
            None => {
                with.push((bones, set, ThrownSet { bones: set.name().to_owned(), players: vec![*player] }));
            }
        }
    }
    let mut each = with.iter().map(|(_, set, _)| throws(game, set));
    let mut throws = each.next().unwrap_or_default();
    for others in each {
        // Sets of equally many bones have the same casts in the same order.
        if others.len() != throws.len() {
            return Thrown::default();
        }
        for (throwing, other) in throws.iter_mut().zip(others) {
            debug_assert_eq!(throwing.shown, other.shown);
            throwing.probabilities.extend(other.probabilities);
        }
    }
    if throws.is_empty() {
        return Thrown::default();
    }
    let groups = grouped(&throws);
    Thrown { with: with.into_iter().map(|(_, _, thrown)| thrown).collect(), throws, groups }
}

/// The possible throws of a game with one set of bones, the best first.
fn throws(game: &NightGame, bones: &NamedSet) -> Vec<Throwing> {
    let setting = &game.setting;
    match (setting.game.throw_use)(&setting.rules) {
        ThrowUse::Cast(means) => {
            let rows = casts(bones).into_iter().map(|row| Throwing {
                shown: row.cast.to_string(),
                faces: Face::ALL
                    .into_iter()
                    .rev()
                    .flat_map(|face| std::iter::repeat_n(face, row.cast.count(face) as usize))
                    .collect(),
                kind: row.kind.map(crate::tali::Kind::name),
                probabilities: vec![row.probability],
                means: means(&setting.rules, &row.cast),
            });
            rows.collect()
        }
        ThrowUse::Pair(means) => {
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
                probabilities: vec![probability],
                means: means(&setting.rules, total),
            });
            totals.collect()
        }
        ThrowUse::Faces(means) => {
            let talus = &bones.set().tali()[0];
            let faces = Face::ALL.map(|face| Throwing {
                shown: face.to_string(),
                faces: vec![face],
                kind: None,
                probabilities: vec![Figure::Exact(talus.probability(face))],
                means: means(&setting.rules, face),
            });
            faces.to_vec()
        }
        ThrowUse::Nothing | ThrowUse::Tali | ThrowUse::NoBones | ThrowUse::Others => Vec::new(),
    }
}

fn casts(bones: &NamedSet) -> Vec<crate::analysis::CastRow> {
    let averaging = Averaging { draws: Some(Averaging::FEWEST), seed: 1, threads: 1, level: 0.95 };
    CastList::new(bones.clone(), CastsQuestion::default(), &averaging).casts
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
