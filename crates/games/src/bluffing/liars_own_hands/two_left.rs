//! A round of two seats, looked at from one of them: how likely it is won with everything that can be done.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::bids::{Action, Bids, Hand, Known, Subject};
use super::matches::{best_value, solve_all, taken};
use super::notation::Position;
use super::odds::Odds;
use super::policies::Policy;
use super::settings::Loss;
use super::solved::SolvedRound;
use super::table::{Table, side};
use crate::kit::series::MatchState;
use tali_core::exact::{Enclosure, Missing, Number, Player, Unsolved};
use tali_core::process::Play;

/// A round of two seats, as one of them sees it.
pub(super) struct TwoLeft {
    pub side: Player,
    other: usize,
    /// The round at best play, if either plays its best.
    pub solved: Option<Arc<SolvedRound>>,
    /// What the seat wins of the match if it wins the round, and if it loses it.
    after: [Number; 2],
}

impl TwoLeft {
    pub(super) fn new(table: &Table, state: &MatchState, seat: usize) -> Result<Self, Unsolved> {
        let (other, side) = (state.counters.next(seat), side(state, seat));
        let is_best = [seat, other].iter().any(|seat| *table.policy(*seat) == Policy::Best);
        let solved = if is_best {
            // This round takes as long as all that can follow: they are solved side by side.
            solve_all(table, state, |_| ());
            let solved = table.solved_round(state)?;
            rayon::join(|| solved.best(Player::First), || solved.best(Player::Second));
            Some(solved)
        } else {
            None
        };
        let after = [other, seat].map(|loser| match state.after(Some(loser), loser) {
            Play::Over(winners) => Ok(Enclosure::certain(winners.has(seat))),
            // A round that costs nothing comes again, and nobody tells how often.
            Play::On(_) if table.settings.loss == Loss::Bidder => Err(Missing::TooLong),
            Play::On(next) => later(table, &next, seat, other).map_err(|_| Missing::TooLong),
        });
        Ok(Self { side, other, solved, after })
    }

    /// What the seat wins of the match if it wins the round so likely.
    pub(super) fn value(&self, wins: &BigRational) -> Number {
        let [won, lost] = self.after.each_ref().map(|after| after.as_ref().map_err(|why| *why));
        let (won, lost) = (won?, lost?);
        let at = |won: &BigRational, lost: &BigRational| lost + wins * (won - lost);
        let ends = [at(won.low(), lost.low()), at(won.high(), lost.high())];
        let [one, other] = ends;
        Ok(if one <= other { Enclosure::between(one, other) } else { Enclosure::between(other, one) })
    }

    /// How likely the other seat comes to a position with each part that its hand can add, and whether it comes there at
    /// all; where it does not, how likely each is by itself.
    pub(super) fn arrivals(&self, table: &Table, position: &Position) -> (Vec<(u8, BigRational)>, bool) {
        let (tali, wild) = (&position.tali, table.settings.wild_hounds);
        let Some((subject, bids)) = position.bids else {
            return (vec![(0, BigRational::one())], true);
        };
        let hands = Hand::distribution(&table.bones[self.other], tali.of(self.other));
        // For each part how likely it is by itself, and with the bids that were made.
        let mut parts: BTreeMap<u8, [BigRational; 2]> = BTreeMap::new();
        let odds = table.odds(tali, self.other);
        let made: Vec<u8> = bids.levels().collect();
        for (hand, weight) in hands.outcomes() {
            let own = subject.own(hand, wild);
            let weight = BigRational::from_integer(weight.clone().into());
            let mut chance = weight.clone();
            // Every other bid is the other seat's, the last among them.
            for index in (0..made.len()).rev().step_by(2) {
                let known = match made[..index] {
                    [] => Known::Hand(*hand),
                    [first, ref more @ ..] => {
                        let bids = more.iter().fold(Bids::one(first), |bids, level| bids.with(*level));
                        Known::Bids { subject, bids, own }
                    }
                };
                let actions = known.actions(&table.settings, tali);
                let bid = Action::Bid(subject, made[index]);
                let taken = actions.iter().position(|action| *action == bid).unwrap_or(0);
                chance *= &self.behaviour(table, &odds, &known)[taken];
                if chance.is_zero() {
                    break;
                }
            }
            let [unconditioned, reached] = parts.entry(own).or_default();
            *unconditioned += weight;
            *reached += chance;
        }
        let is_reached = parts.values().any(|[_, reached]| !reached.is_zero());
        let arrivals = parts.into_iter().map(|(own, of)| (own, of[usize::from(is_reached)].clone()));
        (arrivals.collect(), is_reached)
    }

    /// What the other seat does with what it knows.
    fn behaviour(&self, table: &Table, odds: &Odds, known: &Known) -> Vec<BigRational> {
        match (&self.solved, table.policy(self.other)) {
            (Some(solved), Policy::Best) => solved.behaviour(&table.settings, odds, self.side.other(), known),
            (_, policy) => policy.behaviour(&table.settings, odds, known),
        }
    }

    /// How likely the seat wins the round with each action, if it plays its best from there on.
    pub(super) fn wins(&self, table: &Table, position: &Position, actions: &[Action]) -> Vec<BigRational> {
        let (tali, wild) = (&position.tali, table.settings.wild_hounds);
        let (arrivals, _) = self.arrivals(table, position);
        let odds = table.odds(tali, self.other);
        let look = Look { two: self, table, odds: &odds };
        let value = |action: &Action| match (action, position.bids) {
            (Action::Challenge, None) => BigRational::zero(),
            (Action::Challenge, Some((subject, bids))) => {
                let own = subject.own(&position.hand, wild);
                part(&arrivals, |others| own + others < bids.last())
            }
            (Action::Bid(subject, level), made) => {
                let own = subject.own(&position.hand, wild);
                let (arrivals, bids) = if let Some((_, bids)) = made {
                    (arrivals.clone(), bids.with(*level))
                } else {
                    let hands = Hand::distribution(&table.bones[self.other], tali.of(self.other));
                    let parts = hands.map(|hand| subject.own(hand, wild));
                    let whole = |weight: &BigUint| BigRational::from_integer(weight.clone().into());
                    let weights = parts.outcomes().iter().map(|(others, weight)| (*others, whole(weight)));
                    (weights.collect(), Bids::one(*level))
                };
                let whole: BigRational = arrivals.iter().map(|(_, weight)| weight).sum();
                look.after_own_bid(*subject, bids, own, &arrivals) / whole
            }
        };
        actions.iter().map(value).collect()
    }
}

/// What part of all weights is of those for which something is true.
fn part(arrivals: &[(u8, BigRational)], is: impl Fn(u8) -> bool) -> BigRational {
    let whole: BigRational = arrivals.iter().map(|(_, weight)| weight).sum();
    let part: BigRational = arrivals.iter().filter(|(others, _)| is(*others)).map(|(_, weight)| weight).sum();
    part / whole
}

/// Looks ahead in a round.
struct Look<'a> {
    two: &'a TwoLeft,
    table: &'a Table,
    odds: &'a Odds,
}

impl Look<'_> {
    /// What of the weights of the other's hands leads to a won round, once the seat has made the last of these bids.
    fn after_own_bid(
        &self,
        subject: Subject,
        bids: Bids,
        own: u8,
        arrivals: &[(u8, BigRational)],
    ) -> BigRational {
        let mut won = BigRational::zero();
        let last = bids.last();
        let (_, most) = subject.levels(self.odds.all);
        let mut raised: Vec<Vec<(u8, BigRational)>> = vec![Vec::new(); usize::from(most - last)];
        for (others, weight) in arrivals.iter().filter(|(_, weight)| !weight.is_zero()) {
            let known = Known::Bids { subject, bids, own: *others };
            let behaviour = self.two.behaviour(self.table, self.odds, &known);
            if own + others >= last {
                won += &behaviour[0] * weight;
            }
            for (raised, chance) in raised.iter_mut().zip(&behaviour[1..]) {
                if !chance.is_zero() {
                    raised.push((*others, weight * chance));
                }
            }
        }
        for (level, arrivals) in (last + 1..).zip(raised) {
            if !arrivals.is_empty() {
                won += self.to_reply(subject, bids.with(level), own, &arrivals);
            }
        }
        won
    }

    /// The same where the other seat has made the last bid: the seat does what is best.
    fn to_reply(&self, subject: Subject, bids: Bids, own: u8, arrivals: &[(u8, BigRational)]) -> BigRational {
        let last = bids.last();
        let challenged = arrivals.iter().filter(|(others, _)| own + others < last).map(|(_, weight)| weight);
        let (_, most) = subject.levels(self.odds.all);
        let raised =
            (last + 1..=most).map(|level| self.after_own_bid(subject, bids.with(level), own, arrivals));
        raised.chain([challenged.sum()]).max().unwrap_or_default()
    }
}

/// What a seat wins from a state on, if it plays its best and the other as it plays.
fn later(table: &Table, state: &MatchState, seat: usize, other: usize) -> Result<Enclosure, Unsolved> {
    match table.policy(other) {
        Policy::Best => {
            solve_all(table, state, |_| ());
            best_value(table, state, seat)
        }
        policy => taken(table, state, seat, policy).map(Enclosure::exact),
    }
}
