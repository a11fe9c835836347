//! The policies other than best play.

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
        "best play for two seats: of all unbeatable strategies, the one that gains most against `random`. With more seats it \
         plays like `cautious` until two are left. With loss=\"bidder\" it is `safe`",
    )
    .with_stand_in(|rules| match rules.get(&LOSS) {
        Loss::Bidder => Some(StandIn { policy: "safe", until: "" }),
        Loss::Either => best_of_many(rules),
    }),
    PolicyInfo::new(
        "honest",
        "bids its most frequent face, as many as it has (in a duel, the sum of its own face and 1), raises to what it has, and \
         challenges anything more",
    ),
    PolicyInfo::new(
        "cautious",
        "opens with the highest bid that holds at least half of the time, judging by its own tali; raises by one if that \
         bid holds at least as often as the last bid fails; otherwise it challenges",
    ),
    PolicyInfo::with_number(
        "bluffing",
        "1/4",
        "plays like `cautious`, but with a given probability bids one more, or raises where `cautious` challenges",
    ),
    PolicyInfo::new(
        "safe",
        "bids one of its most frequent face (in a duel its own face and 1), and challenges every bid",
    ),
    PolicyInfo::new("random", "takes any legal action, all equally likely"),
];

/// The policy of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Policy {
    Best,
    Honest,
    Cautious,
    Bluffing(BigRational),
    Safe,
    Random,
}

/// A decision, as indices into the possible actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice<'a> {
    Sure(usize),
    /// The first action, or the second with this probability.
    Or(usize, usize, &'a BigRational),
    /// Any action, all equally likely.
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

    /// Decides from what the seat knows. Best play needs more than that, so here it is `cautious`.
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

    /// The probability of each possible action.
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

    /// Decides from the seat's own tali alone.
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
