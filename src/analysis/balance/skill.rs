//! The value of good play, and of each variant.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Rung;
use crate::analysis::{Figure, record};
use crate::exact::Number;
use crate::games::{AgainstPolicy, Skill};

/// The value of good play, and of each variant, in the coins of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillFigures {
    /// For each simpler policy, the extra gain of best play over that policy against seats that follow it, averaged over seats.
    pub against: Vec<(&'static str, Figure)>,
    /// For each variant, what each seat gains if it may use it, with the rights of the others unchanged.
    pub value: Vec<(&'static str, Vec<Figure>)>,
    /// For each variant, what each seat gains if nobody may use it.
    pub without: Vec<(&'static str, Vec<Figure>)>,
    /// The first seat's share minus one half; with a ladder, its share minus the second seat's, if both follow the same policy.
    pub first_move: Option<Figure>,
    /// The shares won against each simpler policy, in games that count shares.
    pub shares: Vec<AgainstPolicy>,
    /// The shares of better policies against simpler ones, if they are simulated.
    pub ladder: Vec<Rung>,
}

pub(super) struct AgainstRecord<'a>(&'a AgainstPolicy);

record!(AgainstRecord<'_>, Self(against) =>
    "policy": against.policy,
    "best": against.best,
    "mean": against.mean,
);

impl SkillFigures {
    /// Combines solved and simulated figures.
    pub(super) fn new(skill: Skill, ladder: Vec<Rung>, first_move: Option<Figure>) -> Self {
        let of_seats = |(name, numbers): (&'static str, Vec<Number>)| {
            (name, numbers.into_iter().map(Figure::from).collect())
        };
        Self {
            against: skill.against.into_iter().map(|(name, number)| (name, number.into())).collect(),
            value: skill.value.into_iter().map(of_seats).collect(),
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

    /// The first seat's share minus the second's if both follow the same policy, for games with a ladder.
    pub fn first_move_of_alike(&self) -> Option<&Figure> {
        self.first_move.as_ref().filter(|_| !self.ladder.is_empty())
    }

    /// Whether there is any figure.
    pub(super) const fn says_anything(&self) -> bool {
        !self.against.is_empty() || !self.shares.is_empty() || !self.ladder.is_empty()
    }

    /// The value in coins, if the game counts coins.
    pub(super) fn in_coins(&self) -> Option<InCoins<'_>> {
        let in_coins = self.first_move.is_none() && self.ladder.is_empty();
        in_coins.then_some(InCoins(self))
    }
}

/// The gain or the share against a policy.
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
    "allowed": ByName(&figures.value),
    "without": ByName(&figures.without),
);

/// A map from names to values.
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
