//! How seats play, if not their best.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::bids::{Known, Subject};
use super::odds::Odds;
use super::settings::{LOSS, Loss, Settings};
use crate::bluffing::table::best_of_many;
use crate::kit::StandIn;
use crate::kit::rules::{Play, PolicyInfo};

pub(super) const POLICIES: [PolicyInfo; 6] = [
    PolicyInfo::new(
        "best",
        "best play of two seats: of all the strategies that nobody can beat, the one that gains most against `random`. Of more \
         seats it plays as `cautious` until two are left. With loss=\"bidder\" it is `safe`",
    )
    .with_stand_in(|rules| match rules.get(&LOSS) {
        Loss::Bidder => Some(StandIn { policy: "safe", until: "" }),
        Loss::Either => best_of_many(rules),
    }),
    PolicyInfo::new(
        "honest",
        "bids the face of which it has most, as many as it has (in a duel its own face and 1), raises to what it has, and \
         challenges whatever is more",
    ),
    PolicyInfo::new(
        "cautious",
        "opens with the highest bid that holds at least half of the time, as far as its own tali tell; raises by one if that \
         holds at least as likely as the bid before fails; else it challenges",
    ),
    PolicyInfo::with_number(
        "bluffing",
        "1/4",
        "as `cautious`, but with this probability bids one more than that, or raises where that challenges",
    ),
    PolicyInfo::new(
        "safe",
        "bids one of the face of which it has most (in a duel its own face and 1), and challenges whatever is bid",
    ),
    PolicyInfo::new("random", "does anything that is allowed, each as likely as another"),
];

/// How a seat plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Policy {
    Best,
    Honest,
    Cautious,
    Bluffing(BigRational),
    Safe,
    Random,
}

/// What is done, as indices into all that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice<'a> {
    Sure(usize),
    /// One thing, or with this probability another.
    Or(usize, usize, &'a BigRational),
    /// Anything, all equally likely.
    Any,
}

impl Policy {
    pub(super) fn of(play: &Play) -> Self {
        match play.name() {
            "honest" => Self::Honest,
            "cautious" => Self::Cautious,
            "bluffing" => Self::Bluffing(play.number().cloned().unwrap_or_default()),
            "safe" => Self::Safe,
            "random" => Self::Random,
            _ => Self::Best,
        }
    }

    /// What it does with what it knows; best play, which needs more than that, is `cautious` here.
    pub(super) fn choose(&self, settings: &Settings, odds: &Odds, known: &Known) -> Choice<'_> {
        let (index, higher) = match (self, known) {
            (Self::Random, _) => return Choice::Any,
            (Self::Honest | Self::Safe, _) => return Choice::Sure(self.by_own_tali(settings, odds, known)),
            (_, Known::Hand(hand)) => {
                let mut best: Option<(u8, &BigUint, Subject)> = None;
                for subject in odds.subjects() {
                    let own = subject.own(hand, settings.wild_hounds);
                    if let Some((level, weight)) = odds.likely(subject, own) {
                        best = best.max(Some((level, weight, subject)));
                    }
                }
                let Some((level, _, subject)) = best else { return Choice::Sure(0) };
                (opening(odds, subject, level), level < subject.levels(odds.all).1)
            }
            (_, Known::Bids { subject, bids, own }) => {
                let (last, most) = (bids.last(), subject.levels(odds.all).1);
                if last == most {
                    return Choice::Sure(0);
                }
                if odds.is_raised(*subject, *own, last) { (1, last + 1 < most) } else { (0, true) }
            }
        };
        match self {
            Self::Bluffing(chance) if higher => Choice::Or(index, index + 1, chance),
            _ => Choice::Sure(index),
        }
    }

    /// The same as a probability for each thing that can be done.
    pub(super) fn behaviour(&self, settings: &Settings, odds: &Odds, known: &Known) -> Vec<BigRational> {
        let mut chances = vec![BigRational::zero(); odds.actions(known)];
        match self.choose(settings, odds, known) {
            Choice::Any => {
                let each = BigRational::new(1.into(), chances.len().into());
                chances.fill(each);
            }
            Choice::Sure(index) => chances[index] = BigRational::one(),
            Choice::Or(index, other, chance) => {
                chances[index] = BigRational::one() - chance;
                chances[other].clone_from(chance);
            }
        }
        chances
    }

    /// What those do who look at their own tali alone.
    fn by_own_tali(&self, settings: &Settings, odds: &Odds, known: &Known) -> usize {
        match known {
            Known::Hand(hand) => {
                let own = |subject: &Subject| subject.own(hand, settings.wild_hounds);
                let most = odds.subjects().max_by_key(|subject| (own(subject), *subject));
                let Some(subject) = most else { return 0 };
                let level = match subject {
                    Subject::Sum => own(&subject) + 1,
                    Subject::Face(_) if *self == Self::Safe => 1,
                    Subject::Face(_) => own(&subject),
                };
                opening(odds, subject, level)
            }
            Known::Bids { .. } if *self == Self::Safe => 0,
            Known::Bids { subject, bids, own } => {
                let to = if *subject == Subject::Sum { own + 1 } else { *own };
                usize::from(to.saturating_sub(bids.last()))
            }
        }
    }
}

/// The index of a bid among all openings.
fn opening(odds: &Odds, subject: Subject, level: u8) -> usize {
    let (least, most) = subject.levels(odds.all);
    let before = odds.subjects().take_while(|other| *other != subject).count();
    before * usize::from(most - least + 1) + usize::from(level.saturating_sub(least))
}
