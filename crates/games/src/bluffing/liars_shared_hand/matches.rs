//! Matches: sequences of rounds, each of which costs a counter.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::best::Turn as Played;
use super::distributions::{enclosure, weight};
use super::policies::Policy;
use super::rounds::{Counts, Outcome, outcome};
use super::table::Table;
use crate::bluffing::series::{Endings, MatchState, Series};
use crate::bluffing::table::shares;
use tali_core::exact::{Enclosure, Missing, Number, Solution, Spread, StatisticNumbers, Unsolved};
use tali_core::process::{Measure, Over, Play, Seats, Statistic};

pub(super) static SCORE_WIN: Statistic = Statistic::new(
    "score_win",
    "Seat 1 wins if it starts at this score",
    Over::Standings,
    Measure::Probability,
);
pub(super) static CALLS_MEAN: Statistic =
    Statistic::new("calls_mean", "Calls in a round, mean", Over::Game, Measure::Plain);
pub(super) static LIE_SHARE: Statistic =
    Statistic::new("lie_share", "Call is a lie", Over::Game, Measure::Probability);
pub(super) static UNDER_SHARE: Statistic =
    Statistic::new("under_share", "Call is less than the hand", Over::Game, Measure::Probability);
pub(super) static CHALLENGE_RIGHT: Statistic =
    Statistic::new("challenge_right", "Challenge is right", Over::Game, Measure::Probability);

/// The figures shown for every match.
pub(super) static STATISTICS: [&Statistic; 4] = [&CALLS_MEAN, &LIE_SHARE, &UNDER_SHARE, &CHALLENGE_RIGHT];

/// The largest number of states that are solved for more than two seats.
const MOST_STATES: f64 = 3_000.0;

/// Whether the match is small enough to be solved.
pub(super) fn is_small(table: &Table) -> bool {
    let settings = &table.settings;
    let states: f64 = settings.counters.0.iter().map(|counters| f64::from(*counters) + 1.0).product();
    settings.seats == 2 || states * settings.seats.to_f64().unwrap_or(f64::MAX) <= MOST_STATES
}

/// A match whose seats have known policies.
pub(super) struct Match {
    seats: usize,
    pub series: Series,
    /// Every reachable round in order, with its outcome.
    rounds: Vec<(MatchState, Arc<Outcome>)>,
}

impl Match {
    /// Solves the match with these policies.
    pub(super) fn new(table: &Table, policies: &[Policy]) -> Result<Self, Unsolved> {
        let best = if policies.contains(&Policy::Best) { Some(table.best()?.as_ref()) } else { None };
        // To policies, only the remaining seats and the starter matter, not the score.
        let mut alike: HashMap<(Seats, usize), Arc<Outcome>> = HashMap::new();
        let start = table.settings.start();
        // Every round costs a counter, so rounds with the most counters come first.
        let mut open: BTreeSet<(Reverse<u8>, MatchState)> = BTreeSet::new();
        let key = |state: MatchState| (Reverse(state.counters.all()), state);
        open.insert(key(start));
        let (mut rounds, mut endings) = (Vec::new(), Vec::new());
        while let Some((_, state)) = open.pop_first() {
            let find = || Arc::new(outcome(table, &state, policies, best));
            let outcome = if best.is_some() {
                find()
            } else {
                Arc::clone(alike.entry((state.counters.left(), state.starter)).or_insert_with(find))
            };
            let ends = outcome.ends.iter();
            let ends: Endings =
                ends.map(|(end, chance)| (table.settings.after(&state, *end), weight(*chance))).collect();
            for (next, _) in &ends {
                if let Play::On(next) = next {
                    open.insert(key(*next));
                }
            }
            endings.push((state, ends));
            rounds.push((state, outcome));
        }
        let seats = table.settings.seats;
        Ok(Self { seats, series: Series::new(seats, start, endings), rounds })
    }

    /// Follows the match from the first round to the last.
    pub(super) fn follow(&self) -> Followed {
        let mut reached = vec![0.0; self.rounds.len()];
        reached[0] = 1.0;
        let mut followed = Followed {
            shares: vec![0.0; self.seats],
            length: BTreeMap::new(),
            counts: Counts::nothing(),
            rounds: 0.0,
        };
        let all = i64::from(self.rounds[0].0.counters.all());
        for (index, (state, outcome)) in self.rounds.iter().enumerate() {
            let here = reached[index];
            followed.rounds += here;
            followed.counts.add(here, &outcome.counts);
            for (chance, next) in outcome.ends.values().zip(self.series.after(index)) {
                let chance = here * chance;
                match next {
                    Play::On(next) => reached[self.series.index(next)] += chance,
                    Play::Over(winners) => {
                        let played = all - i64::from(state.counters.all()) + 1;
                        *followed.length.entry(played).or_insert(0.0) += chance;
                        for seat in winners.iter() {
                            followed.shares[seat] += chance;
                        }
                    }
                }
            }
        }
        followed
    }
}

/// The results of a match.
pub(super) struct Followed {
    pub shares: Vec<f64>,
    length: BTreeMap<i64, f64>,
    counts: Counts,
    rounds: f64,
}

impl Followed {
    /// Converts the results to a solution.
    pub(super) fn solution(&self, least: f64, unique: bool) -> Solution {
        let mut length: Vec<(i64, Enclosure)> = self
            .length
            .iter()
            .map(|(rounds, chance)| (*rounds, enclosure(*chance, least).at_most_one()))
            .collect();
        if let [(_, chance)] = length.as_mut_slice() {
            // Every match ends.
            *chance = Enclosure::one();
        }
        let ratio = |one: f64, other: f64| {
            enclosure(one, least).over(&enclosure(other, least)).ok_or(Missing::Impossible)
        };
        let Counts { calls, lies, under, right } = self.counts;
        let numbers =
            [ratio(calls, self.rounds), ratio(lies, calls), ratio(under, calls), ratio(right, self.rounds)];
        let statistics = STATISTICS.into_iter().zip(numbers).map(|(of, number)| {
            let numbers = StatisticNumbers::one(of, number);
            if unique { numbers } else { numbers.not_unique() }
        });
        Solution {
            shares: self.shares.iter().map(|share| enclosure(*share, least).at_most_one()).collect(),
            nobody: Enclosure::zero(),
            never: Enclosure::zero(),
            length: Spread::of_distribution(
                length.into_iter().map(|(rounds, chance)| (BigRational::from_integer(rounds.into()), chance)),
            ),
            pot: None,
            statistics: statistics.collect(),
            scores: Vec::new(),
        }
    }
}

/// What seat 1 wins if both play best.
pub(super) fn best_share(table: &Table) -> Result<Enclosure, Unsolved> {
    table.best()?.turn(table.first_score(), None).map(Played::value).ok_or(Unsolved)
}

/// What seat 1 wins from every score if it starts and both play best.
fn score_win(table: &Table) -> Result<StatisticNumbers, Unsolved> {
    let (best, most) = (table.best()?, table.first_score());
    let scores = (1..=most[0]).flat_map(|one| (1..=most[1]).map(move |other| [one, other]));
    let numbers: Vec<Number> =
        scores.map(|score| best.turn(score, None).map(Played::value).ok_or(Missing::TooLong)).collect();
    Ok(StatisticNumbers::several(&SCORE_WIN, numbers).shaped(most.map(usize::from).to_vec()))
}

/// The solution if no hand ranks, so nothing can be called.
pub(super) fn endless(seats: usize) -> Solution {
    Solution {
        shares: vec![Enclosure::zero(); seats],
        nobody: Enclosure::zero(),
        never: Enclosure::one(),
        length: Spread::missing(Missing::Endless),
        pot: None,
        statistics: Vec::new(),
        scores: Vec::new(),
    }
}

/// Solves a match of two seats, or a small one of more, with the policies of its seats.
pub(super) fn solve(table: &Table) -> Result<Solution, Unsolved> {
    let policies = &table.policies;
    let plays_best = policies.contains(&Policy::Best);
    let followed = Match::new(table, policies)?.follow();
    let mut solution = followed.solution(table.least(), !plays_best);
    if policies.iter().all(|policy| *policy == Policy::Best) && table.settings.seats == 2 {
        // The value of best play is known more precisely than the results of the shown strategy.
        solution.shares = shares(best_share(table)?);
        solution.statistics.insert(0, score_win(table)?);
    }
    Ok(solution)
}

/// The mean number of calls in the first round.
pub(super) fn first_calls(table: &Table) -> Option<BigRational> {
    let best = if table.policies.contains(&Policy::Best) { Some(table.best().ok()?.as_ref()) } else { None };
    let first = outcome(table, &table.settings.start(), &table.policies, best);
    Some(weight(first.counts.calls))
}
