//! What a seat can do at a position, what best play does there, and what each thing is worth.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::bids::{Action, Bids, Hand, Known, Subject, openings, replies};
use super::matches::{response, shares};
use super::notation::Position;
use super::odds::Odds;
use super::policies::Policy;
use super::settings::{Loss, Settings, Tali};
use super::solved::SolvedRound;
use super::table::{Ending, Standing, Table};
use crate::exact::{Enclosure, Missing, Number, Player, Unsolved, Wish};
use crate::games::{Advice, AdviceError, Advised, CastAdvice, OptionValue, PositionError};
use crate::process::{Measure, Over, Play, Statistic};

pub(super) static ROUND: Statistic =
    Statistic::new("round", "Wins the round", Over::Game, Measure::Probability);
pub(super) static HOLDS: Statistic = Statistic::new("holds", "Is right", Over::Game, Measure::Probability);

/// What is done with every hand at the beginning of a match, or at one position.
pub(super) fn advise(table: &Table, position: Option<&str>) -> Result<Advice, AdviceError> {
    match position {
        None => every_hand(table),
        Some(text) => {
            let position = Position::read(&table.settings, text)?;
            let possible = Hand::law(&table.bones[position.seat], position.hand.tali());
            if possible.outcomes().iter().all(|(hand, _)| *hand != position.hand) {
                let problem =
                    format!("the bones of seat {} cannot show {}", position.seat + 1, position.hand);
                return Err(PositionError { column: 1, problem }.into());
            }
            Ok(Adviser::new(table, &position)?.options(&position))
        }
    }
}

/// What is done with every hand at the beginning of a match.
fn every_hand(table: &Table) -> Result<Advice, AdviceError> {
    let (tali, seat) = table.start();
    let hands = Hand::law(&table.bones[seat], tali.of(seat));
    let position = Position { seat, hand: hands.outcomes()[0].0, tali, bids: None };
    let adviser = Adviser::new(table, &position)?;
    let mut value = Ok(Enclosure::zero());
    let mut casts = Vec::new();
    for (hand, weight) in hands.outcomes().iter().rev() {
        let options = adviser.values(&Position { hand: *hand, ..position.clone() });
        let of_hand = best_of(&options);
        let part = BigRational::new(weight.clone().into(), hands.total().clone().into());
        value = sum(value, of_hand.clone(), &part);
        let told: Vec<String> = likeliest(&options).into_iter().map(told).collect();
        casts.push(CastAdvice { cast: hand.to_string(), option: told.join(", "), value: of_hand });
    }
    let count = |seat| tali.of(seat).to_string();
    let others: Vec<String> = (1..table.settings.seats).map(count).collect();
    Ok(Advice {
        position: format!("{} tali v {}", tali.of(seat), others.join(" ")),
        seat: seat + 1,
        value,
        advised: Advised::Casts(casts),
        figures: Vec::new(),
        reached: None,
    })
}

/// The part of a mean that one value makes.
fn sum(mean: Number, value: Number, part: &BigRational) -> Number {
    Ok(mean?.plus(&value?.scaled(part)))
}

/// What is done, with how often if that is not always.
fn told(option: &OptionValue) -> String {
    let probability = option.probability.clone().unwrap_or_else(BigRational::one);
    if probability.is_one() {
        return option.option.clone();
    }
    let percent = (probability * BigRational::from_integer(100.into())).round();
    format!("{} {percent} %", option.option)
}

/// What is done at all, the likeliest first.
fn likeliest(options: &[OptionValue]) -> Vec<&OptionValue> {
    let mut taken: Vec<&OptionValue> = options
        .iter()
        .filter(|option| option.probability.as_ref().is_some_and(|chance| !chance.is_zero()))
        .collect();
    taken.sort_by(|one, other| other.probability.cmp(&one.probability));
    taken
}

/// The most that any option is worth.
fn best_of(options: &[OptionValue]) -> Number {
    let values = options.iter().map(|option| option.value.as_ref().map_err(|why| *why));
    let values: Vec<&Enclosure> = values.collect::<Result<_, _>>()?;
    let best = values.into_iter().max_by(|one, other| one.low().cmp(other.low()));
    best.cloned().ok_or(Missing::Impossible)
}

/// Someone who looks at a round from one seat.
struct Adviser<'a> {
    table: &'a Table,
    standing: Standing,
    seat: usize,
    /// Where two seats are left: what is known of the round, and of what follows it.
    two: Option<TwoLeft>,
}

/// A round of two seats.
struct TwoLeft {
    side: Player,
    other: usize,
    /// The round at best play, if either plays its best.
    solved: Option<std::sync::Arc<SolvedRound>>,
    /// What the seat wins of the match if it wins the round, and if it loses it.
    after: [Number; 2],
}

impl<'a> Adviser<'a> {
    fn new(table: &'a Table, position: &Position) -> Result<Self, AdviceError> {
        let (seat, standing) = (position.seat, (position.tali, position.starter()));
        let two = if position.tali.left().number() == 2 {
            Some(TwoLeft::new(table, &standing, seat).map_err(|_| {
                AdviceError::NotKnown(
                    "the linear program of this round was given up; its strategy is not known",
                )
            })?)
        } else {
            None
        };
        Ok(Self { table, standing, seat, two })
    }

    /// What can be done at a position, and what it is worth.
    fn options(&self, position: &Position) -> Advice {
        let options = self.values(position);
        let value = best_of(&options);
        let reached = self.two.as_ref().map(|two| two.arrivals(self, position).1);
        Advice {
            position: position.text(),
            seat: position.seat + 1,
            value,
            advised: Advised::Options(options),
            figures: Vec::new(),
            reached,
        }
    }

    fn settings(&self) -> &Settings {
        &self.table.settings
    }

    fn values(&self, position: &Position) -> Vec<OptionValue> {
        let odds = self.table.odds(&position.tali, self.seat);
        let own = |subject: Subject| subject.own(&position.hand, self.settings().wild_hounds);
        let (known, actions) = match position.bids {
            None => (Known::Hand(position.hand), openings(self.settings(), &position.tali)),
            Some((subject, bids)) => {
                let known = Known::Bids { subject, bids, own: own(subject) };
                (known, replies(subject, bids.last(), position.tali.all()).collect())
            }
        };
        let policy = self.table.policy(self.seat);
        let behaviour = match (policy, &self.two) {
            (Policy::Best, Some(TwoLeft { solved: Some(solved), side, .. })) => {
                solved.behaviour(self.settings(), &odds, *side, &known)
            }
            _ => self.table.behaviour(policy, &odds, &known, actions.len()),
        };
        let wins = self.two.as_ref().map(|two| two.wins(self, position, &actions));
        let mut options = Vec::with_capacity(actions.len());
        for (place, (action, probability)) in actions.iter().zip(behaviour).enumerate() {
            let holds = match (action, position.bids) {
                (Action::Bid(subject, level), _) => odds.holds(*subject, own(*subject), *level),
                (Action::Challenge, Some((subject, bids))) => {
                    BigRational::one() - odds.holds(subject, own(subject), bids.last())
                }
                (Action::Challenge, None) => BigRational::zero(),
            };
            let wins = wins.as_ref().map(|wins| wins[place].clone());
            let value = match (&self.two, &wins) {
                (Some(two), Some(wins)) => two.value(wins),
                _ => Err(Missing::TooLong),
            };
            let mut figures = vec![(&HOLDS, Ok(Enclosure::exact(holds)))];
            figures.extend(wins.map(|wins| (&ROUND, Ok(Enclosure::exact(wins)))));
            options.push(OptionValue {
                option: action.to_string(),
                value,
                best: false,
                why: String::new(),
                probability: Some(probability),
                figures,
            });
        }
        // What is done most is what is advised, where something is known to be best; it stands first.
        let worth = |option: &OptionValue| option.value.as_ref().ok().map(|value| value.low().clone());
        options.sort_by(|one, other| {
            other.probability.cmp(&one.probability).then_with(|| worth(other).cmp(&worth(one)))
        });
        if let Some(first) = options.first_mut().filter(|_| self.two.is_some()) {
            first.best = true;
        }
        options
    }
}

impl TwoLeft {
    fn new(table: &Table, standing: &Standing, seat: usize) -> Result<Self, Unsolved> {
        let (tali, starter) = standing;
        let other = tali.next(seat);
        let side = if *starter == seat { Player::First } else { Player::Second };
        let policies = [seat, other].map(|seat| table.policy(seat));
        let is_best = policies.iter().any(|policy| **policy == Policy::Best);
        let solved = if is_best { Some(table.solved_round(standing)?) } else { None };
        let after = [other, seat].map(|loser| {
            let ending =
                Ending { bidder: loser, challenger: if loser == seat { other } else { seat }, holds: false };
            match table.settings.after(tali, ending) {
                Play::Over(winners) => {
                    Ok(if winners.has(seat) { Enclosure::one() } else { Enclosure::zero() })
                }
                // A round that costs nothing comes again, and nobody tells how often.
                Play::On(_) if table.settings.loss == Loss::Bidder => Err(Missing::TooLong),
                Play::On(next) => later(table, &next, seat, other).map_err(|_| Missing::TooLong),
            }
        });
        Ok(Self { side, other, solved, after })
    }

    /// What the seat wins of the match if it wins the round so likely.
    fn value(&self, wins: &BigRational) -> Number {
        let [won, lost] = self.after.each_ref().map(|after| after.as_ref().map_err(|why| *why));
        let (won, lost) = (won?, lost?);
        let at = |won: &BigRational, lost: &BigRational| lost + wins * (won - lost);
        let ends = [at(won.low(), lost.low()), at(won.high(), lost.high())];
        let [one, other] = ends;
        Ok(if one <= other { Enclosure::between(one, other) } else { Enclosure::between(other, one) })
    }

    /// How likely the other seat comes to a position with each part that its hand can add, and whether it comes there at
    /// all; where it does not, how likely each is by itself.
    fn arrivals(&self, adviser: &Adviser<'_>, position: &Position) -> (Vec<(u8, BigRational)>, bool) {
        let (table, (tali, _)) = (adviser.table, &adviser.standing);
        let wild = table.settings.wild_hounds;
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
    fn wins(&self, adviser: &Adviser<'_>, position: &Position, actions: &[Action]) -> Vec<BigRational> {
        let table = adviser.table;
        let (tali, _) = &adviser.standing;
        let wild = table.settings.wild_hounds;
        let (arrivals, _) = self.arrivals(adviser, position);
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
    }
    let bound = |wish: Wish| {
        shares(&table.settings, standing, seat, &mut |standing, is_won_gladly| {
            if *policy != Policy::Best {
                return Ok(response(table, standing, seat, policy, is_won_gladly));
            }
            let value = table.solved_round(standing)?.value.clone();
            let starts = standing.1 == seat;
            let starter = if (wish == Wish::Least) == starts { value.low() } else { value.high() };
            Ok(if starts { starter.clone() } else { BigRational::one() - starter })
        })
    };
    let at = |values: HashMap<Standing, BigRational>| values.get(standing).cloned().unwrap_or_default();
    let low = at(bound(Wish::Least)?);
    let high = if *policy == Policy::Best { at(bound(Wish::Most)?) } else { low.clone() };
    Ok(Enclosure::between(low, high))
}
