//! The options of a seat at a position, best play there, and the values of the options.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::bids::{Action, Hand, Known, Subject};
use super::notation::Position;
use super::policies::Policy;
use super::table::Table;
use super::two_left::{Outlook, TwoLeft};
use crate::bluffing::advice::{best_of, sort_by_probability};
use crate::bluffing::series::MatchState;
use crate::kit::{Advice, AdviceError, Advised, CastAdvice, OptionValue, PositionError};
use tali_core::exact::{Enclosure, Missing, Number};
use tali_core::figures::Figure;
use tali_core::process::{Measure, Over, Statistic};

pub(super) static ROUND: Statistic =
    Statistic::new("round", "Wins the round", Over::Game, Measure::Probability);
pub(super) static HOLDS: Statistic = Statistic::new("holds", "Is right", Over::Game, Measure::Probability);

/// Gives advice for every hand at the beginning of a match, or for one position.
pub(super) fn advise(table: &Table, position: Option<&str>) -> Result<Advice, AdviceError> {
    match position {
        None => every_hand(table),
        Some(text) => {
            let position = Position::read(&table.settings, text)?;
            let possible = Hand::distribution(&table.bones[position.seat], position.hand.tali());
            if possible.outcomes().iter().all(|(hand, _)| *hand != position.hand) {
                let problem =
                    format!("the bones of seat {} cannot show {}", position.seat + 1, position.hand);
                return Err(PositionError { column: 1, problem }.into());
            }
            Ok(Adviser::new(table, &position)?.options(&position))
        }
    }
}

/// Gives advice for every hand at the beginning of a match.
fn every_hand(table: &Table) -> Result<Advice, AdviceError> {
    let MatchState { counters: tali, starter: seat } = table.settings.start();
    let hands = Hand::distribution(&table.bones[seat], tali.of(seat));
    let position = Position { seat, hand: hands.outcomes()[0].0, tali, bids: None };
    let adviser = Adviser::new(table, &position)?;
    let outlook = adviser.outlook(&position);
    let mut value = Ok(Enclosure::zero());
    let mut casts = Vec::new();
    for (hand, weight) in hands.outcomes().iter().rev() {
        let position = Position { hand: *hand, ..position.clone() };
        let options = adviser.values(&position, outlook.as_ref());
        let of_hand = best_of(&options);
        let part = BigRational::new(weight.clone().into(), hands.total().clone().into());
        value = sum(value, &of_hand, &part);
        let is_done =
            |option: &&OptionValue| option.probability.as_ref().is_some_and(|chance| !chance.is_zero());
        let done: Vec<String> = options.iter().filter(is_done).map(done).collect();
        let (cast, option) = (hand.to_string(), done.join(", "));
        casts.push(CastAdvice { cast, option, is_idle: false, value: of_hand, next: Some(position.text()) });
    }
    let count = |seat| tali.of(seat).to_string();
    let others: Vec<String> = (1..table.settings.seats).map(count).collect();
    let position = format!("{} tali v {}", tali.of(seat), others.join(" "));
    Ok(Advice::new(position, seat + 1, value, Advised::Casts(casts)))
}

/// Adds a weighted value to a mean.
fn sum(mean: Number, value: &Figure, part: &BigRational) -> Number {
    Ok(mean?.plus(&value.enclosure().ok_or(Missing::TooLong)?.scaled(part)))
}

/// Names the option, with its probability in percent if it is below 1.
fn done(option: &OptionValue) -> String {
    let probability = option.probability.clone().unwrap_or_else(BigRational::one);
    if probability.is_one() {
        return option.option.clone();
    }
    let percent = (probability * BigRational::from_integer(100.into())).round();
    format!("{} {percent} %", option.option)
}

/// The view of a round from one seat.
struct Adviser<'a> {
    table: &'a Table,
    seat: usize,
    /// The solved round and its consequences, if two seats are left.
    two: Option<TwoLeft>,
}

impl<'a> Adviser<'a> {
    fn new(table: &'a Table, position: &Position) -> Result<Self, AdviceError> {
        let seat = position.seat;
        let state = MatchState { counters: position.tali, starter: position.starter() };
        let two = if position.tali.left().number() == 2 {
            Some(TwoLeft::new(table, &state, seat).map_err(|_| {
                AdviceError::NotKnown(
                    "the solver gave up on the linear program of this round, so its strategy is unknown",
                )
            })?)
        } else {
            None
        };
        Ok(Self { table, seat, two })
    }

    /// The options at a position, with their values.
    fn options(&self, position: &Position) -> Advice {
        let outlook = self.outlook(position);
        let options = self.values(position, outlook.as_ref());
        let value = best_of(&options);
        let reached = outlook.map(|outlook| outlook.is_reached);
        let advised = Advised::Options(options);
        Advice { reached, ..Advice::new(position.text(), position.seat + 1, value, advised) }
    }

    /// What the seat can expect, if two seats are left.
    fn outlook(&self, position: &Position) -> Option<Outlook> {
        Some(self.two.as_ref()?.outlook(self.table, &position.tali, position.bids))
    }

    fn values(&self, position: &Position, outlook: Option<&Outlook>) -> Vec<OptionValue> {
        let (settings, odds) = (&self.table.settings, self.table.odds(&position.tali, self.seat));
        let own = |subject: Subject| subject.own(&position.hand, settings.wild_hounds);
        let known = Known::of(position.hand, position.bids, settings.wild_hounds);
        let actions = known.actions(settings, &position.tali);
        let behaviour = match (self.table.policy(self.seat), &self.two) {
            (Policy::Best, Some(TwoLeft { solved: Some(solved), side, .. })) => {
                solved.behaviour(settings, &odds, *side, &known)
            }
            (policy, _) => policy.behaviour(settings, &odds, &known),
        };
        let wins = self.two.as_ref().zip(outlook).map(|(two, outlook)| two.wins(outlook, &known));
        let mut options = Vec::with_capacity(actions.len());
        for (index, (action, probability)) in actions.iter().zip(behaviour).enumerate() {
            let holds = match (action, position.bids) {
                (Action::Bid(subject, level), _) => odds.holds(*subject, own(*subject), *level),
                (Action::Challenge, Some((subject, bids))) => {
                    BigRational::one() - odds.holds(subject, own(subject), bids.last())
                }
                (Action::Challenge, None) => BigRational::zero(),
            };
            let wins = wins.as_ref().and_then(|wins| wins.get(index)).cloned();
            let value = match (&self.two, &wins) {
                (Some(two), Some(wins)) => two.value(wins),
                _ => Err(Missing::TooLong),
            };
            let mut figures = vec![(&HOLDS, Figure::Exact(holds))];
            figures.extend(wins.map(|wins| (&ROUND, Figure::Exact(wins))));
            let probability = Some(probability);
            options.push(OptionValue {
                probability,
                figures,
                ..OptionValue::of(action.to_string(), value, false)
            });
        }
        // Where best play is known, the most frequent option comes first, as the advice.
        sort_by_probability(&mut options);
        if let Some(first) = options.first_mut().filter(|_| self.two.is_some()) {
            first.best = true;
        }
        options
    }
}
