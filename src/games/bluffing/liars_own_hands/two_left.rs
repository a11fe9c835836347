//! A round of two seats, looked at from one of them: how likely it is won with everything that can be done.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::bids::{Action, Bids, Hand, Known, Subject, openings, replies};
use super::matches::{best_value, response, shares};
use super::notation::Position;
use super::odds::Odds;
use super::policies::Policy;
use super::settings::{Loss, Tali};
use super::solved::SolvedRound;
use super::table::{Standing, Table, side};
use crate::exact::{Enclosure, Missing, Number, Player, Unsolved};
use crate::process::Play;

/// A round of two seats.
pub(super) struct TwoLeft {
    pub side: Player,
    other: usize,
    /// The round at best play, if either plays its best.
    pub solved: Option<Arc<SolvedRound>>,
    /// What the seat wins of the match if it wins the round, and if it loses it.
    after: [Number; 2],
}

impl TwoLeft {
    pub(super) fn new(table: &Table, standing: &Standing, seat: usize) -> Result<Self, Unsolved> {
        let (tali, _) = standing;
        let (other, side) = (tali.next(seat), side(standing, seat));
        let policies = [seat, other].map(|seat| table.policy(seat));
        let is_best = policies.iter().any(|policy| **policy == Policy::Best);
        let solved = if is_best {
            // This round takes as long as all that can follow: they are solved side by side.
            table.solve_all(standing, |_| ());
            let solved = table.solved_round(standing)?;
            rayon::join(|| solved.best(Player::First), || solved.best(Player::Second));
            Some(solved)
        } else {
            None
        };
        let after = [other, seat].map(|loser| {
            match table.settings.after_losing(tali, loser) {
                Play::Over(winners) => Ok(Enclosure::certain(winners.has(seat))),
                // A round that costs nothing comes again, and nobody tells how often.
                Play::On(_) if table.settings.loss == Loss::Bidder => Err(Missing::TooLong),
                Play::On(next) => later(table, &next, seat, other).map_err(|_| Missing::TooLong),
            }
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
        let hands = Hand::law(&table.bones[self.other], tali.of(self.other));
        let Some((subject, bids)) = position.bids else {
            return (vec![(0, BigRational::one())], true);
        };
        let mut unconditioned: HashMap<u8, BigUint> = HashMap::new();
        let mut reached: HashMap<u8, BigRational> = HashMap::new();
        let odds = table.odds(tali, self.other);
        let made: Vec<u8> = bids.levels().collect();
        for (hand, weight) in hands.outcomes() {
            let own = subject.own(hand, wild);
            *unconditioned.entry(own).or_default() += weight;
            let mut chance = BigRational::from_integer(weight.clone().into());
            // Every other bid is the other seat's, the last among them.
            for place in (0..made.len()).rev().step_by(2) {
                let (known, taken) = if place == 0 {
                    let openings = openings(&table.settings, tali);
                    let taken = openings.iter().position(|action| *action == Action::Bid(subject, made[0]));
                    (Known::Hand(*hand), taken.unwrap_or(0))
                } else {
                    let before = made[..place].iter().skip(1);
                    let bids = before.fold(Bids::one(made[0]), |bids, level| bids.with(*level));
                    (Known::Bids { subject, bids, own }, usize::from(made[place] - made[place - 1]))
                };
                chance *= &self.behaviour(table, &odds, tali, &known)[taken];
                if chance.is_zero() {
                    break;
                }
            }
            *reached.entry(own).or_default() += chance;
        }
        let is_reached = reached.values().any(|chance| !chance.is_zero());
        let mut arrivals: Vec<(u8, BigRational)> = if is_reached {
            reached.into_iter().collect()
        } else {
            let whole = |(own, weight): (u8, BigUint)| (own, BigRational::from_integer(weight.into()));
            unconditioned.into_iter().map(whole).collect()
        };
        arrivals.sort();
        (arrivals, is_reached)
    }

    /// What the other seat does with what it knows.
    fn behaviour(&self, table: &Table, odds: &Odds, tali: &Tali, known: &Known) -> Vec<BigRational> {
        let policy = table.policy(self.other);
        if let (Some(solved), Policy::Best) = (&self.solved, policy) {
            return solved.behaviour(&table.settings, odds, self.side.other(), known);
        }
        let actions = match known {
            Known::Hand(_) => openings(&table.settings, tali).len(),
            Known::Bids { subject, bids, .. } => replies(*subject, bids.last(), tali.all()).count(),
        };
        table.behaviour(policy, odds, known, actions)
    }

    /// How likely the seat wins the round with each action, if it plays its best from there on.
    pub(super) fn wins(&self, table: &Table, position: &Position, actions: &[Action]) -> Vec<BigRational> {
        let (tali, wild) = (&position.tali, table.settings.wild_hounds);
        let (arrivals, _) = self.arrivals(table, position);
        let odds = table.odds(tali, self.other);
        let look = Look { two: self, table, odds: &odds, tali };
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
                    let hands = Hand::law(&table.bones[self.other], tali.of(self.other));
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
    tali: &'a Tali,
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
        let (_, most) = subject.levels(self.tali.all());
        let mut raised: Vec<Vec<(u8, BigRational)>> = vec![Vec::new(); usize::from(most - last)];
        for (others, weight) in arrivals.iter().filter(|(_, weight)| !weight.is_zero()) {
            let known = Known::Bids { subject, bids, own: *others };
            let behaviour = self.two.behaviour(self.table, self.odds, self.tali, &known);
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
        let (_, most) = subject.levels(self.tali.all());
        let raised =
            (last + 1..=most).map(|level| self.after_own_bid(subject, bids.with(level), own, arrivals));
        raised.chain([challenged.sum()]).max().unwrap_or_default()
    }
}

/// What a seat wins from a standing on, if it plays its best and the other as it plays.
fn later(table: &Table, standing: &Standing, seat: usize, other: usize) -> Result<Enclosure, Unsolved> {
    let policy = table.policy(other);
    if *policy == Policy::Best {
        table.solve_all(standing, |_| ());
        return best_value(table, standing, seat);
    }
    let values = shares(&table.settings, standing, seat, &mut |standing, is_won_gladly| {
        Ok(response(table, standing, seat, policy, is_won_gladly))
    })?;
    Ok(Enclosure::exact(values.get(standing).cloned().unwrap_or_default()))
}
