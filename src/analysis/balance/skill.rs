//! What it is worth to play well, and to have each variant.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::analysis::{Figure, record};
use crate::exact::Number;
use crate::games::Skill;

/// What it is worth to play well, and to have each variant, in the coins of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillFigures {
    /// For each simpler policy what best play gains more against seats that follow it than one of them does, averaged over
    /// seats.
    pub against: Vec<(&'static str, Figure)>,
    /// For each variant what each seat gains by being allowed to use it, the rights of the others unchanged.
    pub worth: Vec<(&'static str, Vec<Figure>)>,
    /// For each variant what each seat gains if nobody may use it.
    pub without: Vec<(&'static str, Vec<Figure>)>,
}

impl From<Skill> for SkillFigures {
    fn from(skill: Skill) -> Self {
        let of_seats = |(name, numbers): (&'static str, Vec<Number>)| {
            (name, numbers.into_iter().map(Figure::from).collect())
        };
        Self {
            against: skill.against.into_iter().map(|(name, number)| (name, number.into())).collect(),
            worth: skill.worth.into_iter().map(of_seats).collect(),
            without: skill.without.into_iter().map(of_seats).collect(),
        }
    }
}

impl SkillFigures {
    /// One record for each policy.
    pub(super) fn by_policy(&self) -> Vec<Against<'_>> {
        self.against.iter().map(|(policy, net)| Against { policy, net }).collect()
    }
}

pub(super) struct Against<'a> {
    policy: &'static str,
    net: &'a Figure,
}

record!(Against<'_>, against =>
    "policy": against.policy,
    "net": against.net,
);

record!(SkillFigures, figures =>
    "skill": ByName(&figures.against),
    "worth": ByName(&figures.worth),
    "without": ByName(&figures.without),
);

/// Something for each of several names.
struct ByName<'a, T>(&'a [(&'static str, T)]);

impl<T: Serialize> Serialize for ByName<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
