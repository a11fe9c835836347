//! What it is worth to play well, and to have each variant.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Rung;
use crate::analysis::{Figure, record};
use crate::exact::Number;
use crate::games::{AgainstPolicy, Skill};

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
    /// By how much more than half of the games the first seat wins; where a ladder is played, by how much more than the
    /// second seat, if both play alike.
    pub first_move: Option<Figure>,
    /// What is won against each simpler policy, where that is what is counted.
    pub shares: Vec<AgainstPolicy>,
    /// What better policies win against simpler ones, where that is played and not solved.
    pub ladder: Vec<Rung>,
}

pub(super) struct AgainstRecord<'a>(&'a AgainstPolicy);

record!(AgainstRecord<'_>, Self(against) =>
    "policy": against.policy,
    "best": against.best,
    "mean": against.mean,
);

impl SkillFigures {
    /// What was solved, and what was played.
    pub(super) fn new(skill: Skill, ladder: Vec<Rung>, first_move: Option<Figure>) -> Self {
        let of_seats = |(name, numbers): (&'static str, Vec<Number>)| {
            (name, numbers.into_iter().map(Figure::from).collect())
        };
        Self {
            against: skill.against.into_iter().map(|(name, number)| (name, number.into())).collect(),
            worth: skill.worth.into_iter().map(of_seats).collect(),
            without: skill.without.into_iter().map(of_seats).collect(),
            first_move: skill.first_move.map(Figure::from).or(first_move),
            shares: skill.shares,
            ladder,
        }
    }

    /// One record for each policy.
    pub(super) fn by_policy(&self) -> Vec<Against<'_>> {
        let nets = self.against.iter().map(|(policy, net)| Against::Net(Net { policy, net }));
        let shares = self.shares.iter().map(|against| Against::Shares(AgainstRecord(against)));
        nets.chain(shares).chain(self.ladder.iter().map(Against::Rung)).collect()
    }

    /// By how much more the first seat wins than the second where both play alike, of games in which that is played.
    pub fn first_move_of_alike(&self) -> Option<&Figure> {
        self.first_move.as_ref().filter(|_| !self.ladder.is_empty())
    }

    /// Whether anything is known.
    pub(super) const fn says_anything(&self) -> bool {
        !self.against.is_empty() || !self.shares.is_empty() || !self.ladder.is_empty()
    }

    /// What it is worth in coins, if that is what is counted.
    pub(super) fn in_coins(&self) -> Option<InCoins<'_>> {
        let in_coins = self.first_move.is_none() && self.ladder.is_empty();
        in_coins.then_some(InCoins(self))
    }
}

/// What is gained or won against a policy.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Against<'a> {
    Net(Net<'a>),
    Shares(AgainstRecord<'a>),
    Rung(&'a Rung),
}

pub(super) struct Net<'a> {
    policy: &'static str,
    net: &'a Figure,
}

record!(Net<'_>, against =>
    "policy": against.policy,
    "net": against.net,
);

pub(super) struct InCoins<'a>(&'a SkillFigures);

record!(InCoins<'_>, Self(figures) =>
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
