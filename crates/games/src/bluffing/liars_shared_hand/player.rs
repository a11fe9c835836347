//! Simulates matches of any number of seats.
//!
//! It draws whole turns of seats with policies, which is several times as fast as throw by throw.

use std::sync::{Arc, OnceLock};

use super::best::{BestPlay, Turn};
use super::calls::Rank;
use super::cup::Hand;
use super::distributions::weight;
use super::matches::STATISTICS;
use super::policies::Policy;
use super::table::{Table, score};
use super::turns::{Announced, Called, Given};
use crate::bluffing::ending::Ending;
use crate::bluffing::series::{MatchState, next};
use tali_core::monte_carlo::{Generator, Moments, Player, Sampler, Tally};
use tali_core::process::Distribution;

pub(super) struct MatchPlayer<'a> {
    table: &'a Table,
    /// The distinct policies, and the index of each seat's policy if best play is unknown.
    policies: Vec<Followed>,
    followed: Vec<usize>,
    best: Option<Arc<BestPlay>>,
}

/// A policy with its computed data.
struct Followed {
    policy: Policy,
    /// The bones on the table at the end of each turn.
    falls: Vec<OnceLock<Falls>>,
    /// The probabilities of its calls, by the lowest allowed call and its rank.
    calls: Vec<OnceLock<Vec<(Rank, f64)>>>,
    /// Its probability to challenge, if it knows the hand that was passed on, and if it does not.
    challenges: [Vec<OnceLock<f64>>; 2],
}

/// The bones on the table at the end of a turn, with the announced throws.
type Falls = Sampler<(Announced, Hand)>;

/// The number of calls, and of possible sizes of the first throw.
const CALLS: usize = Rank::VENUS.0 as usize + 1;
const THROWN: usize = 5;

impl<'a> MatchPlayer<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        let hands = table.turns.cup.hands().len();
        let mut policies: Vec<Followed> = Vec::new();
        let mut followed = Vec::new();
        for policy in table.policies.iter().map(Policy::without_solution) {
            let index = policies.iter().position(|known| known.policy == policy);
            followed.push(index.unwrap_or(policies.len()));
            if index.is_none() {
                let falls = empty(1 + CALLS * hands);
                let challenges = [1 + hands, 1 + CALLS].map(|seen| empty(seen * THROWN * CALLS));
                policies.push(Followed { policy, falls, calls: empty(CALLS * CALLS), challenges });
            }
        }
        let best = table.policies.contains(&Policy::Best).then(|| table.best().ok().cloned()).flatten();
        Self { table, policies, followed, best }
    }

    /// Draws a turn of a seat with a policy.
    fn turn(&self, mover: usize, given: Given, generator: &mut Generator) -> Called {
        let (turns, followed) = (&self.table.turns, &self.policies[self.followed[mover]]);
        let hands = turns.cup.hands().len();
        let index = given.map_or(0, |(hand, call)| {
            // A random thrower has no target rank.
            let wants = if followed.policy == Policy::Random { 0 } else { usize::from(call.0) };
            1 + wants * hands + self.number(hand)
        });
        let falls = followed.falls[index].get_or_init(|| {
            let falls = turns.falls(&followed.policy, given);
            let ends = Distribution::of_chances(falls.iter().map(|(fall, chance)| (*fall, weight(*chance))));
            // The probabilities of the throws add up to 1.
            Sampler::new(&ends.unwrap_or_else(|| Distribution::certain((Announced::default(), Hand::CUP))))
        });
        let (announced, hand) = falls.draw(generator);
        let (has, lowest) = (turns.cup.rank(hand), self.table.lowest(given));
        let calls = followed.calls[usize::from(lowest.0) * CALLS + usize::from(has.0)]
            .get_or_init(|| followed.policy.calls(has, turns.may_call(given)));
        let call = drawn(calls, generator).unwrap_or(Rank::VENUS);
        (announced, hand, call)
    }

    /// The probability that a seat with a policy challenges a call.
    fn challenges(&self, judge: usize, two: bool, given: Given, announced: Announced, call: Rank) -> f64 {
        let (turns, followed) = (&self.table.turns, &self.policies[self.followed[judge]]);
        let seen = match given {
            None => 0,
            Some((hand, _)) if two => 1 + self.number(hand),
            Some((_, before)) => 1 + usize::from(before.0),
        };
        let index = (seen * THROWN + usize::from(announced.first())) * CALLS + usize::from(call.0);
        *followed.challenges[usize::from(!two)][index]
            .get_or_init(|| turns.challenges(&followed.policy, turns.seen(given, two), announced, call))
    }

    fn number(&self, hand: Hand) -> usize {
        self.table.turns.cup.number(hand).map_or(0, usize::from)
    }

    /// Best play in the turn of a seat, if two seats are left and the asked one plays best.
    fn best_turn(&self, state: &MatchState, mover: usize, asked: usize, given: Given) -> Option<&Turn> {
        let best = self.best.as_ref().filter(|_| self.table.policies[asked] == Policy::Best)?;
        best.turn(score(&state.counters, mover), given)
    }

    /// Plays a round, and returns its ending and counts.
    fn round(
        &self,
        state: &MatchState,
        generator: &mut Generator,
        [counted_calls, lies, under, right]: &mut [Moments; STATISTICS.len()],
    ) -> Ending {
        let left = state.counters.left();
        let two = left.number() == 2;
        let (mut mover, mut given, mut calls) = (state.starter, None, 0);
        loop {
            let best = if two { self.best_turn(state, mover, mover, given) } else { None };
            let (announced, hand, call) = match best {
                Some(turn) => {
                    let end = (Announced::default(), Hand::CUP, Rank::VENUS);
                    drawn(&turn.distribution, generator).unwrap_or(end)
                }
                None => self.turn(mover, given, generator),
            };
            calls += 1;
            let has = self.table.turns.cup.rank(hand);
            lies.add(truth(call > has));
            under.add(truth(call < has));
            let judge = next(left, mover);
            let best = if two { self.best_turn(state, mover, judge, given) } else { None };
            let challenges = match best {
                Some(turn) => turn.challenges(announced, self.table.lowest(given), call),
                None => self.challenges(judge, two, given, announced, call),
            };
            if challenges > 0.0 && (challenges >= 1.0 || generator.uniform() < challenges) {
                let ending = Ending::new(mover, judge, has >= call);
                counted_calls.add(f64::from(calls));
                right.add(truth(ending.is_right()));
                return ending;
            }
            given = Some((hand, call));
            mover = judge;
        }
    }
}

fn empty<T>(number: usize) -> Vec<OnceLock<T>> {
    std::iter::repeat_with(OnceLock::new).take(number).collect()
}

fn truth(is: bool) -> f64 {
    if is { 1.0 } else { 0.0 }
}

/// Draws one of these by probability; the last one absorbs rounding errors.
fn drawn<T: Copy>(chances: &[(T, f64)], generator: &mut Generator) -> Option<T> {
    let ((last, _), others) = chances.split_last()?;
    // A certain result needs no random number.
    let mut drawn = if others.is_empty() { 0.0 } else { generator.uniform() };
    for (outcome, chance) in others {
        if drawn < *chance {
            return Some(*outcome);
        }
        drawn -= chance;
    }
    Some(*last)
}

impl Player for MatchPlayer<'_> {
    fn seats(&self) -> usize {
        self.table.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let settings = &self.table.settings;
        let mut counted = [Moments::default(); STATISTICS.len()];
        for _ in 0..games {
            let ended = settings.start().play(|state, _| {
                let is_played = self.table.can_be_played();
                is_played.then(|| settings.after(state, self.round(state, generator, &mut counted)))
            });
            match ended {
                Some((winners, rounds)) => tally.won(winners, rounds),
                None => tally.never_ended(),
            }
        }
        for (of, moments) in STATISTICS.into_iter().zip(counted) {
            tally.count(of, &[moments]);
        }
    }
}
