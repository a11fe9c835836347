//! The odds that bids hold, for a seat that knows only its own tali.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;

use super::bids::{Hand, Known, Subject};
use super::settings::{Settings, Tali};
use tali_core::process::Distribution;
use tali_core::tali::TaliSet;

/// What the tali of all other seats can add to each bid.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    /// The number of tali in play.
    pub all: u8,
    subjects: Vec<Tails>,
}

/// What the others can add to bids on one subject.
#[derive(Clone, Debug)]
struct Tails {
    subject: Subject,
    /// The weight of adding at least each number, from 0 on; the first is the total weight.
    at_least: Vec<BigUint>,
    /// By the excess of a bid over the own part: whether the next higher bid holds at least as likely as this one fails.
    raised: Vec<bool>,
    /// The largest number that the others reach at least half of the time.
    median: u8,
}

impl Odds {
    /// Computes the odds of a seat, from the bones and the numbers of tali.
    pub(super) fn new(settings: &Settings, bones: &[TaliSet], tali: &Tali, seat: usize) -> Self {
        let others = tali.left().iter().filter(|other| *other != seat);
        let hands: Vec<Distribution<Hand>> =
            others.map(|other| Hand::distribution(&bones[other], tali.of(other))).collect();
        let everything: BigUint = hands.iter().map(Distribution::total).product();
        let subjects = Subject::all(settings, tali).iter().map(|subject| {
            let own = |hand: &Hand| subject.own(hand, settings.wild_hounds);
            let sum = hands
                .iter()
                .fold(Distribution::certain(0u8), |sum, hand| sum.and(&hand.map(own), |sum, own| sum + own));
            Tails::new(*subject, &sum, &everything)
        });
        Self { all: tali.all(), subjects: subjects.collect() }
    }

    /// The subjects of bids.
    pub(super) fn subjects(&self) -> impl Iterator<Item = Subject> {
        self.subjects.iter().map(|tails| tails.subject)
    }

    /// The number of actions with this knowledge.
    pub(super) fn actions(&self, known: &Known) -> usize {
        match known {
            Known::Hand(_) => {
                let levels = self.subjects().map(|subject| subject.levels(self.all));
                levels.map(|(least, most)| usize::from(most - least) + 1).sum()
            }
            Known::Bids { subject, bids, .. } => usize::from(subject.levels(self.all).1 - bids.last()) + 1,
        }
    }

    fn of(&self, subject: Subject) -> &Tails {
        let found = self.subjects.iter().find(|tails| tails.subject == subject);
        found.unwrap_or(&self.subjects[0])
    }

    /// The probability that a bid holds if the own tali add `own`.
    pub(super) fn holds(&self, subject: Subject, own: u8, level: u8) -> BigRational {
        let tails = self.of(subject);
        BigRational::new(tails.beyond(own, level).clone().into(), tails.at_least[0].clone().into())
    }

    /// The highest bid that holds at least half of the time, if there is one, with the weight of holding.
    pub(super) fn likely(&self, subject: Subject, own: u8) -> Option<(u8, &BigUint)> {
        let tails = self.of(subject);
        let (least, most) = subject.levels(self.all);
        let level = (own + tails.median).min(most);
        (level >= least).then(|| (level, tails.beyond(own, level)))
    }

    /// Whether the next higher bid holds at least as likely as this one fails.
    pub(super) fn is_raised(&self, subject: Subject, own: u8, level: u8) -> bool {
        let raised = &self.of(subject).raised;
        raised.get(usize::from(level.saturating_sub(own))).copied().unwrap_or(false)
    }
}

impl Tails {
    fn new(subject: Subject, sum: &Distribution<u8>, total: &BigUint) -> Self {
        let most = sum.outcomes().last().map_or(0, |(most, _)| *most);
        // All subjects use the same total weight, so their odds are comparable.
        let unit = total / sum.total();
        let mut at_least: Vec<BigUint> =
            (0..=most).map(|number| sum.weight_of(|other| *other >= number) * &unit).collect();
        at_least.push(BigUint::zero());
        let raised = at_least.windows(2).map(|pair| &pair[0] + &pair[1] >= *total).collect();
        let likely = at_least.iter().take_while(|weight| *weight * 2u32 >= *total).count();
        let median = u8::try_from(likely.saturating_sub(1)).unwrap_or(u8::MAX);
        Self { subject, at_least, raised, median }
    }

    /// The weight of the others adding at least what is missing.
    fn beyond(&self, own: u8, level: u8) -> &BigUint {
        let lacking = usize::from(level.saturating_sub(own));
        &self.at_least[lacking.min(self.at_least.len() - 1)]
    }
}
