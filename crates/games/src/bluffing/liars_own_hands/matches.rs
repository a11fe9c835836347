//! Matches of two seats, made of rounds.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_rational::BigRational;
use num_traits::{One, Zero};
use rayon::prelude::*;

use super::policies::Policy;
use super::round::Outcome;
use super::settings::{Loss, Settings};
use super::solved::SolvedRound;
use super::table::{Table, part_of, side};
use crate::bluffing::ending::Ending;
use crate::bluffing::series::{Endings, MatchState, Series};
use crate::bluffing::table::shares;
use tali_core::exact::{
    Enclosure, Missing, Number, Objective, Player, Solution, StatisticNumbers, Unsolved, Wanted, solve_chain,
};
use tali_core::process::{ChainError, MarkovChain, Measure, Over, Play, Statistic};

pub(super) static ROUND_WIN: Statistic =
    Statistic::new("round_win", "Starter wins the round", Over::Standings, Measure::Probability);
pub(super) static BIDS_MEAN: Statistic =
    Statistic::new("bids_mean", "Bids in the first round, mean", Over::Game, Measure::Plain);
pub(super) static CHALLENGE_RIGHT: Statistic =
    Statistic::new("challenge_right", "First challenge is right", Over::Game, Measure::Probability);
/// The figures shown for the first round.
pub(super) static STATISTICS: [&Statistic; 2] = [&BIDS_MEAN, &CHALLENGE_RIGHT];

/// A match of two seats with known policies.
pub(super) struct Match {
    pub series: Series,
    outcomes: Vec<(MatchState, Outcome)>,
}

impl Match {
    /// Solves the match of a table of two seats.
    pub(super) fn new(table: &Table, policies: [&Policy; 2]) -> Result<Self, Unsolved> {
        let start = table.settings.start();
        // Rounds with the most tali take longest, so they start first.
        let states = states(&start);
        let done = AtomicUsize::new(0);
        let outcome = |state: &MatchState| {
            let outcome = table.outcome(state, policies);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some(progress) = &table.progress {
                #[expect(clippy::cast_precision_loss, reason = "rounds are few")]
                progress(done as f64 / states.len() as f64);
            }
            Ok((*state, outcome?))
        };
        let outcomes: Vec<(MatchState, Outcome)> =
            states.par_iter().map(outcome).collect::<Result<_, _>>()?;
        let rounds =
            outcomes.iter().map(|(state, outcome)| (*state, endings(&table.settings, state, outcome)));
        let series = Series::new(2, start, rounds);
        Ok(Self { series, outcomes })
    }
}

/// All states of a match of two seats that can follow `start`, including it; apart from the starting seat, each comes before its
/// successors.
pub(super) fn states(start: &MatchState) -> Vec<MatchState> {
    let [one, other] = start.pair();
    let mut states = Vec::new();
    for ones in (1..=start.counters.of(one)).rev() {
        for others in (1..=start.counters.of(other)).rev() {
            let mut counters = start.counters;
            (counters.0[one], counters.0[other]) = (ones, others);
            states.extend([one, other].map(|starter| MatchState { counters, starter }));
        }
    }
    states
}

/// The endings of a round between two seats, by whose bid is challenged and whether it holds.
fn endings(settings: &Settings, state: &MatchState, outcome: &Outcome) -> Endings {
    let pair = state.pair();
    let mut bidders = Player::BOTH.map(|player| (pair[player.index()], player));
    bidders.sort_unstable();
    let endings = bidders.into_iter().flat_map(|(seat, player)| {
        [false, true].map(|holds| {
            let ending = Ending::new(seat, pair[player.other().index()], holds);
            (settings.after(state, ending), outcome.ends[player.index()][usize::from(holds)].clone())
        })
    });
    endings.collect()
}

/// Solves all rounds that two seats can reach, in parallel, and passes each to `with`.
pub(super) fn solve_all(table: &Table, start: &MatchState, with: impl Fn(&SolvedRound) + Sync) {
    states(start).par_iter().for_each(|state| {
        if let Ok(solved) = table.solved_round(state) {
            with(&solved);
        }
    });
}

/// Solves a match of two seats under their policies.
pub(super) fn solve(table: &Table, wanted: Wanted) -> Solution {
    let policies = [table.policy(0), table.policy(1)];
    solved(table, policies, wanted).unwrap_or_else(|_| Solution::unknown(2, false))
}

fn solved(table: &Table, policies: [&Policy; 2], wanted: Wanted) -> Result<Solution, Unsolved> {
    let of_match = Match::new(table, policies)?;
    let chain = MarkovChain::new(&of_match.series, usize::MAX).map_err(|_: ChainError| Unsolved)?;
    let mut solution = solve_chain(&chain, wanted);
    if policies == [&Policy::Best; 2] {
        bound_by_value(table, &of_match, &mut solution)?;
    }
    let first = of_match.outcomes.first().map(|(_, outcome)| outcome);
    let is_unique = !policies.contains(&&Policy::Best);
    solution.statistics = vec![round_wins(table, &of_match, policies)?];
    for numbers in first_round(first) {
        solution.statistics.push(if is_unique { numbers } else { numbers.not_unique() });
    }
    Ok(solution)
}

/// Widens the shares to the bounds of the value if a round was not solved exactly: this strategy then need not attain the value.
fn bound_by_value(table: &Table, of_match: &Match, solution: &mut Solution) -> Result<(), Unsolved> {
    let mut is_exact = true;
    for (state, _) in &of_match.outcomes {
        is_exact &= table.solved_round(state)?.value.as_exact().is_some();
    }
    if !is_exact {
        solution.shares = shares(best_value(table, &table.settings.start(), 0)?);
    }
    Ok(())
}

/// What a seat wins from a state on, if both play best.
pub(super) fn best_value(table: &Table, start: &MatchState, seat: usize) -> Result<Enclosure, Unsolved> {
    let bound = |is_low: bool| {
        share(start, seat, |state, _| {
            let solved = table.solved_round(state)?;
            let player = side(state, seat);
            // The less the starter wins, the more the other seat does.
            let least = (player == Player::First) == is_low;
            let starter = if least { solved.value.low() } else { solved.value.high() };
            Ok(part_of(player, starter.clone()))
        })
    };
    Ok(Enclosure::between(bound(true)?, bound(false)?))
}

/// What a seat wins from a state on, if every round costs a talus. `wins` gives its probability to win a round, and receives
/// whether winning that round is better than losing it.
fn share(
    start: &MatchState,
    seat: usize,
    wins: impl Fn(&MatchState, bool) -> Result<BigRational, Unsolved>,
) -> Result<BigRational, Unsolved> {
    let mut values: HashMap<MatchState, BigRational> = HashMap::new();
    let other = start.counters.next(seat);
    for state in states(start).into_iter().rev() {
        let after = |loser: usize| match state.after(Some(loser), loser) {
            Play::Over(winners) if winners.has(seat) => BigRational::one(),
            Play::Over(_) => BigRational::zero(),
            Play::On(next) => values.get(&next).cloned().unwrap_or_default(),
        };
        let [won, lost] = [after(other), after(seat)];
        let chance = wins(&state, won >= lost)?;
        values.insert(state, &lost + chance * (&won - &lost));
    }
    Ok(values.remove(start).unwrap_or_default())
}

/// The mean number of bids in the first round.
pub(super) fn first_bids(table: &Table) -> Option<BigRational> {
    let outcome = table.outcome(&table.settings.start(), [table.policy(0), table.policy(1)]);
    outcome.ok().map(|outcome| outcome.bids)
}

/// What best play, as shown, wins in a seat against a policy in the other.
pub(super) fn best_share(table: &Table, seat: usize, policy: &Policy) -> Result<BigRational, Unsolved> {
    let policies = if seat == 0 { [&Policy::Best, policy] } else { [policy, &Policy::Best] };
    if table.settings.loss == Loss::Bidder {
        let solution = solved(table, policies.map(|policy| table.played(policy)), Wanted::ALL)?;
        return solution.shares[seat].as_exact().cloned().ok_or(Unsolved);
    }
    share(&table.settings.start(), seat, |state, _| {
        Ok(part_of(side(state, seat), table.outcome(state, policies)?.starter_wins()))
    })
}

/// What a best response to the policy of the other seat wins, from a state on.
pub(super) fn taken(
    table: &Table,
    start: &MatchState,
    seat: usize,
    policy: &Policy,
) -> Result<BigRational, Unsolved> {
    share(start, seat, |state, is_won_gladly| {
        let (round, player) = (table.round(state), side(state, seat));
        let plan = table.plan(&round, state, player.other(), policy);
        let objective = if is_won_gladly { Objective::Most } else { Objective::Least };
        let starter = round.each(plan.best_response(&round.game, &round.weights[player.index()], objective));
        Ok(part_of(player, starter))
    })
}

/// The starter's probability to win each possible round of two seats, by starter and numbers of tali.
fn round_wins(table: &Table, of_match: &Match, policies: [&Policy; 2]) -> Result<StatisticNumbers, Unsolved> {
    let most = [0, 1].map(|seat| table.settings.tali.of(seat));
    let mut wins: Vec<Number> = Vec::new();
    for starter in 0..2 {
        for tali in (1..=most[0]).flat_map(|one| (1..=most[1]).map(move |other| [one, other])) {
            let is_it = |state: &MatchState| {
                state.starter == starter && [0, 1].map(|seat| state.counters.of(seat)) == tali
            };
            wins.push(match of_match.outcomes.iter().find(|(state, _)| is_it(state)) {
                None => Err(Missing::Impossible),
                Some((state, _)) if policies == [&Policy::Best; 2] => {
                    Ok(table.solved_round(state)?.value.clone())
                }
                Some((_, outcome)) => Ok(Enclosure::exact(outcome.starter_wins())),
            });
        }
    }
    let shape = vec![2, most[0].into(), most[1].into()];
    Ok(StatisticNumbers::several(&ROUND_WIN, wins).shaped(shape))
}

/// The figures of the first round; all are missing without an outcome, which takes too long for many seats.
pub(super) fn first_round(outcome: Option<&Outcome>) -> impl Iterator<Item = StatisticNumbers> + use<> {
    let known = |number: fn(&Outcome) -> BigRational| {
        outcome.map(number).map(Enclosure::exact).ok_or(Missing::TooLong)
    };
    let numbers = [known(|outcome| outcome.bids.clone()), known(Outcome::challenge_right)];
    STATISTICS.into_iter().zip(numbers).map(|(of, number)| StatisticNumbers::one(of, number))
}
