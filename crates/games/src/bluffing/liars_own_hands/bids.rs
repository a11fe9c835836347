//! Bids, knowledge and actions.

use std::fmt;

use super::settings::{Duel, Settings, Tali};
use tali_core::process::Distribution;
use tali_core::tali::{Face, TaliSet};

/// How many tali of a hand show each face, in the order of the faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Hand(pub [u8; 4]);

impl Hand {
    /// The distribution of the first `tali` bones of a set.
    pub(super) fn distribution(bones: &TaliSet, tali: u8) -> Distribution<Self> {
        bones.tali().iter().take(tali.into()).fold(Distribution::certain(Self::default()), |hands, talus| {
            let faces = Face::ALL.map(|face| (face, talus.weight(face).clone()));
            Distribution::new(faces)
                .map_or_else(|| hands.clone(), |one| hands.and(&one, |hand, face| hand.with(*face)))
        })
    }

    pub(super) const fn with(mut self, face: Face) -> Self {
        self.0[face.index()] += 1;
        self
    }

    pub(super) fn tali(self) -> u8 {
        self.0.iter().sum()
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Face::ALL
            .into_iter()
            .rev()
            .try_for_each(|face| (0..self.0[face.index()]).try_for_each(|_| write!(f, "{face}")))
    }
}

/// The subject of the bids of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Subject {
    /// How many tali show a face.
    Face(Face),
    /// The sum of the two tali of a duel.
    Sum,
}

impl Subject {
    /// The possible subjects.
    pub(super) fn all(settings: &Settings, tali: &Tali) -> &'static [Self] {
        const FACES: [Subject; 4] = [
            Subject::Face(Face::One),
            Subject::Face(Face::Three),
            Subject::Face(Face::Four),
            Subject::Face(Face::Six),
        ];
        let is_duel = settings.duel == Duel::Sum && tali.left().number() == 2 && tali.all() == 2;
        if is_duel { &[Self::Sum] } else { &FACES }
    }

    /// The lowest and the highest bid with this many tali in play.
    pub(super) const fn levels(self, all: u8) -> (u8, u8) {
        match self {
            Self::Face(_) => (1, all),
            Self::Sum => (2, 12),
        }
    }

    /// What a hand adds to the total that decides whether a bid holds.
    pub(super) fn own(self, hand: &Hand, wild_hounds: bool) -> u8 {
        match self {
            Self::Face(Face::One) => hand.0[Face::One.index()],
            Self::Face(face) if wild_hounds => hand.0[face.index()] + hand.0[Face::One.index()],
            Self::Face(face) => hand.0[face.index()],
            Self::Sum => {
                let pips = Face::ALL.map(|face| face.value() * u32::from(hand.0[face.index()]));
                u8::try_from(pips.iter().sum::<u32>()).unwrap_or(u8::MAX)
            }
        }
    }
}

/// The bids of a round so far: all on one subject, in increasing order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bids(u64);

impl Bids {
    pub(super) const fn one(level: u8) -> Self {
        Self(1 << level)
    }

    pub(super) const fn with(self, level: u8) -> Self {
        Self(self.0 | 1 << level)
    }

    /// The last and highest bid.
    pub(super) fn last(self) -> u8 {
        u8::try_from(self.0.checked_ilog2().unwrap_or(0)).unwrap_or(u8::MAX)
    }

    pub(super) const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// The bids in order.
    pub(super) fn levels(self) -> impl Iterator<Item = u8> {
        (0..64).filter(move |level| self.0 >> level & 1 == 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Action {
    Challenge,
    Bid(Subject, u8),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Challenge => write!(f, "challenge"),
            Self::Bid(Subject::Face(face), quantity) => write!(f, "{quantity}x{face}"),
            Self::Bid(Subject::Sum, sum) => write!(f, "{sum}"),
        }
    }
}

/// The knowledge that matters for a seat's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Known {
    /// Its hand, when it opens the round.
    Hand(Hand),
    /// The subject, all bids so far, and what its own hand adds.
    Bids { subject: Subject, bids: Bids, own: u8 },
}

impl Known {
    /// The knowledge of a seat with this hand after these bids.
    pub(super) fn of(hand: Hand, bids: Option<(Subject, Bids)>, wild_hounds: bool) -> Self {
        bids.map_or(Self::Hand(hand), |(subject, bids)| Self::Bids {
            subject,
            bids,
            own: subject.own(&hand, wild_hounds),
        })
    }

    /// The possible actions: any bid at the opening; later a challenge or a higher bid on the same subject.
    pub(super) fn actions(&self, settings: &Settings, tali: &Tali) -> Vec<Action> {
        let bid = |(subject, level): (Subject, u8)| Action::Bid(subject, level);
        match self {
            Self::Hand(_) => openings(settings, tali).into_iter().map(bid).collect(),
            Self::Bids { subject, bids, .. } => {
                let (_, most) = subject.levels(tali.all());
                let raises = (bids.last() + 1..=most).map(|level| bid((*subject, level)));
                std::iter::once(Action::Challenge).chain(raises).collect()
            }
        }
    }
}

impl Known {
    /// The next bid in a round with these bids so far, if the round passed through this situation.
    pub(super) fn next_of(&self, made: Option<(Subject, Bids)>) -> Option<Action> {
        let (subject, all) = made?;
        let before = match self {
            Self::Hand(_) => Bids::default(),
            Self::Bids { subject: on, bids, .. } if *on == subject => *bids,
            Self::Bids { .. } => return None,
        };
        let mut bids = all.levels();
        let is_before =
            bids.by_ref().take(before.number() as usize).fold(Bids::default(), Bids::with) == before;
        let next = bids.next().filter(|_| is_before)?;
        Some(Action::Bid(subject, next))
    }
}

/// All possible bids, grouped by subject, in increasing order.
pub(super) fn openings(settings: &Settings, tali: &Tali) -> Vec<(Subject, u8)> {
    let of = |subject: &Subject| {
        let (subject, (least, most)) = (*subject, subject.levels(tali.all()));
        (least..=most).map(move |level| (subject, level))
    };
    Subject::all(settings, tali).iter().flat_map(of).collect()
}
