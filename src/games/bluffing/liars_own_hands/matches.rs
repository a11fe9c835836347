//! Matches of two seats: rounds one after another.

use std::collections::{BTreeMap, HashMap};

use num_rational::BigRational;
use num_traits::{One, Zero};
use rayon::prelude::*;

use super::bids::{self, Action, Hand, Known, Subject};
use super::policies::Policy;
use super::round::{Course, Round};
use super::settings::{Loss, Settings};
use super::table::{Ending, Standing, Table, part_of, played, side, standings};
use crate::exact::{
    Enclosure, Missing, Number, Player, Solution, StatisticNumbers, Unsolved, Wanted, Wish, solve_chain,
};
use crate::process::{
    ChainError, Distribution, MarkovChain, Measure, Over, Play, Process, Statistic, Step, Turn,
};

pub(super) static ROUND_WIN: Statistic =
    Statistic::new("round_win", "Starter wins the round", Over::Standings, Measure::Probability);
pub(super) static BIDS_MEAN: Statistic =
    Statistic::new("bids_mean", "Bids in the first round, mean", Over::Game, Measure::Plain);
pub(super) static CHALLENGE_RIGHT: Statistic =
    Statistic::new("challenge_right", "First challenge is right", Over::Game, Measure::Probability);
pub(super) static BLUFF_SHARE: Statistic = Statistic::new(
    "bluff_share",
    "First bid more likely fails, as far as its bidder knows",
    Over::Game,
    Measure::Probability,
);
pub(super) static BLIND_SHARE: Statistic = Statistic::new(
    "blind_share",
    "First bid is on a face that its bidder does not hold",
    Over::Game,
    Measure::Probability,
);

/// A match of two seats who are known to play like this: each state is a round.
pub(super) struct Match {
    start: Standing,
    /// Where each standing is found.
    places: HashMap<Standing, usize>,
    laws: Vec<Distribution<Ending>>,
    after: Vec<BTreeMap<Ending, Play<Standing>>>,
    pub courses: Vec<(Standing, Course)>,
}

impl Match {
    /// The match of a table of two seats.
    pub(super) fn new(table: &Table, policies: [&Policy; 2]) -> Result<Self, Unsolved> {
        let standings = standings(&table.start());
        // Those with the most tali take longest, and are begun first.
        let course = |standing: &Standing| {
            let pair = Table::pair(standing);
            table.course(standing, pair.map(|seat| policies[seat])).map(|course| (*standing, course))
        };
        let told = std::sync::atomic::AtomicUsize::new(0);
        let courses: Vec<(Standing, Course)> = standings
            .par_iter()
            .map(|standing| {
                let course = course(standing);
                let done = told.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                if let Some(telling) = &table.telling {
                    #[expect(clippy::cast_precision_loss, reason = "rounds are few")]
                    telling(done as f64 / standings.len() as f64);
                }
                course
            })
            .collect::<Result<_, _>>()?;
        let ends = courses.iter().map(|(standing, course)| endings(standing, course));
        let laws: Vec<Distribution<Ending>> = ends.collect();
        let after = courses.iter().zip(&laws).map(|((standing, _), law)| {
            let endings = law.outcomes().iter();
            endings.map(|(ending, _)| (*ending, table.settings.after(&standing.0, *ending))).collect()
        });
        Ok(Self {
            start: table.start(),
            places: standings.iter().copied().zip(0..).collect(),
            after: after.collect(),
            laws,
            courses,
        })
    }
}

/// How a round between two seats ends.
fn endings(standing: &Standing, course: &Course) -> Distribution<Ending> {
    let pair = Table::pair(standing);
    let ends = (0..2).flat_map(|bidder: usize| {
        [false, true].map(|holds| {
            let ending = Ending { bidder: pair[bidder], challenger: pair[1 - bidder], holds };
            (ending, course.ends[bidder][usize::from(holds)].clone())
        })
    });
    // One of them comes about for certain.
    let nothing = Ending { bidder: pair[0], challenger: pair[1], holds: false };
    Distribution::of_chances(ends).unwrap_or_else(|| Distribution::certain(nothing))
}

impl Process for Match {
    type State = Play<Standing>;
    type Move = Ending;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::State {
        Play::On(self.start)
    }

    fn distributions(&self) -> &[Distribution<Ending>] {
        &self.laws
    }

    fn turn(&self, state: &Self::State) -> Turn<()> {
        state.turn(|standing| self.places[standing])
    }

    fn next(&self, state: &Self::State, ending: Ending) -> Step<Self::State> {
        let Play::On(standing) = state else { return Step::to(*state) };
        Step::to(self.after[self.places[standing]].get(&ending).copied().unwrap_or(*state))
    }
}

/// Solves a match of two seats as its seats play.
pub(super) fn solve(table: &Table, wanted: Wanted) -> Solution {
    let policies = [table.policy(0), table.policy(1)];
    solved(table, policies, wanted).unwrap_or_else(|_| Solution::unknown(2, false))
}

fn solved(table: &Table, policies: [&Policy; 2], wanted: Wanted) -> Result<Solution, Unsolved> {
    let of_match = Match::new(table, policies)?;
    let chain = MarkovChain::new(&of_match, usize::MAX).map_err(|_: ChainError| Unsolved)?;
    let mut solution = solve_chain(&chain, wanted);
    let is_best = policies.map(|policy| *policy == Policy::Best);
    if is_best != [false; 2] {
        widen(table, &of_match, policies, &mut solution)?;
    }
    solution.statistics = statistics(table, &of_match, policies, is_best != [false; 2])?;
    Ok(solution)
}

/// Where a round resisted exact solution, what the solution says of this strategy is not what best play is worth: the
/// bounds of the value say that.
fn widen(
    table: &Table,
    of_match: &Match,
    policies: [&Policy; 2],
    solution: &mut Solution,
) -> Result<(), Unsolved> {
    if policies.iter().any(|policy| **policy != Policy::Best) {
        return Ok(());
    }
    let mut is_exact = true;
    for (standing, _) in &of_match.courses {
        is_exact &= table.solved_round(standing)?.value.as_exact().is_some();
    }
    if is_exact {
        return Ok(());
    }
    let share = best_value(table, &table.start(), 0)?;
    let rest = Enclosure::between(BigRational::one() - share.high(), BigRational::one() - share.low());
    solution.shares = vec![share, rest];
    Ok(())
}

/// What a seat wins from a standing on at best play of both.
pub(super) fn best_value(table: &Table, start: &Standing, seat: usize) -> Result<Enclosure, Unsolved> {
    let bound = |is_low: bool| {
        let values = shares(&table.settings, start, seat, &mut |standing, _| {
            let solved = table.solved_round(standing)?;
            let player = side(standing, seat);
            // The less the starter wins, the more the other.
            let least = (player == Player::First) == is_low;
            let starter = if least { solved.value.low() } else { solved.value.high() };
            Ok(part_of(player, starter.clone()))
        })?;
        Ok(values.get(start).cloned().unwrap_or_default())
    };
    Ok(Enclosure::between(bound(true)?, bound(false)?))
}

/// What a seat wins of a match in which every round costs a talus, if it wins each round as likely as is told; which is
/// asked with whether winning that round is better than losing it.
pub(super) fn share(
    table: &Table,
    seat: usize,
    wins: &mut dyn FnMut(&Standing, bool) -> Result<BigRational, Unsolved>,
) -> Result<BigRational, Unsolved> {
    let values = shares(&table.settings, &table.start(), seat, wins)?;
    Ok(values.get(&table.start()).cloned().unwrap_or_default())
}

/// The same from every standing that can follow one.
pub(super) fn shares(
    settings: &Settings,
    start: &Standing,
    seat: usize,
    wins: &mut dyn FnMut(&Standing, bool) -> Result<BigRational, Unsolved>,
) -> Result<HashMap<Standing, BigRational>, Unsolved> {
    let mut values: HashMap<Standing, BigRational> = HashMap::new();
    let other = start.0.next(seat);
    for standing in standings(start).into_iter().rev() {
        let after = |loser: usize| match settings.after_losing(&standing.0, loser) {
            Play::Over(winners) if winners.has(seat) => BigRational::one(),
            Play::Over(_) => BigRational::zero(),
            Play::On(next) => values.get(&next).cloned().unwrap_or_default(),
        };
        let [won, lost] = [after(other), after(seat)];
        let chance = wins(&standing, won >= lost)?;
        values.insert(standing, &lost + chance * (&won - &lost));
    }
    Ok(values)
}

/// The mean number of bids in the first round.
pub(super) fn first_bids(table: &Table) -> Option<BigRational> {
    let start = table.start();
    let policies = Table::pair(&start).map(|seat| table.policy(seat));
    table.course(&start, policies).ok().map(|course| course.bids)
}

/// Of the seat that alone plays its best, what it wins at least and at most among all strategies that are best.
pub(super) fn best_range(table: &Table) -> Option<(usize, [BigRational; 2])> {
    let policies = [table.policy(0), table.policy(1)];
    let is_best = policies.map(|policy| *policy == Policy::Best);
    if is_best[0] == is_best[1] {
        return None;
    }
    let best = usize::from(is_best[1]);
    let bound = |wish| extreme(table, best, policies[1 - best], wish).ok();
    Some((best, [bound(Wish::Least)?, bound(Wish::Most)?]))
}

/// What best play, as it is shown, wins in a seat against a policy in the other.
pub(super) fn best_share(table: &Table, seat: usize, policy: &Policy) -> Result<BigRational, Unsolved> {
    let policies = if seat == 0 { [&Policy::Best, policy] } else { [policy, &Policy::Best] };
    if table.settings.loss == Loss::Bidder {
        let solution = solved(table, policies.map(|policy| played(&table.settings, policy)), Wanted::ALL)?;
        return solution.shares[seat].as_exact().cloned().ok_or(Unsolved);
    }
    share(table, seat, &mut |standing, _| {
        let course = table.course(standing, Table::pair(standing).map(|seat| policies[seat]))?;
        Ok(part_of(side(standing, seat), course.starter_wins()))
    })
}

/// What best play wins in a seat against a policy in the other: most, or least, of all best strategies.
pub(super) fn extreme(
    table: &Table,
    seat: usize,
    policy: &Policy,
    wish: Wish,
) -> Result<BigRational, Unsolved> {
    share(table, seat, &mut |standing, is_won_gladly| {
        let solved = table.solved_round(standing)?;
        let player = side(standing, seat);
        let wish = if is_won_gladly { wish } else { wish.other() };
        let opponent = || table.plan(&solved.round, standing, player.other(), policy);
        let starter = solved.extreme(player, wish, policy, opponent)?;
        Ok(part_of(player, starter))
    })
}

/// What whoever knows the policy of the other seat can win against it.
pub(super) fn taken(table: &Table, seat: usize, policy: &Policy) -> Result<BigRational, Unsolved> {
    share(table, seat, &mut |standing, is_won_gladly| {
        Ok(response(table, standing, seat, policy, is_won_gladly))
    })
}

/// How likely a seat wins a round, or loses it if it would rather, that answers the policy of the other seat as well as can
/// be.
pub(super) fn response(
    table: &Table,
    standing: &Standing,
    seat: usize,
    policy: &Policy,
    is_won_gladly: bool,
) -> BigRational {
    let round = Round::new(&table.settings, &standing.0, Table::pair(standing), &table.bones);
    let player = side(standing, seat);
    let plan = table.plan(&round, standing, player.other(), policy);
    let wish = if is_won_gladly { Wish::Most } else { Wish::Least };
    let starter = round.each(plan.best_response(&round.game, &round.weights[player.place()], wish));
    part_of(player, starter)
}

/// The figures that a match of two seats has to tell.
fn statistics(
    table: &Table,
    of_match: &Match,
    policies: [&Policy; 2],
    best: bool,
) -> Result<Vec<StatisticNumbers>, Unsolved> {
    let exact = |number: BigRational| Ok(Enclosure::exact(number));
    let tali = table.settings.tali;
    let mut wins: Vec<Number> = Vec::new();
    for starter in 0..2 {
        for one in 1..=tali.of(0) {
            for other in 1..=tali.of(1) {
                let found = of_match
                    .courses
                    .iter()
                    .find(|((left, first), _)| (left.of(0), left.of(1), *first) == (one, other, starter));
                wins.push(match found {
                    None => Err(Missing::Impossible),
                    Some((standing, _)) if policies.iter().all(|policy| **policy == Policy::Best) => {
                        Ok(table.solved_round(standing)?.value.clone())
                    }
                    Some((_, course)) => exact(course.starter_wins()),
                });
            }
        }
    }
    let mut statistics = vec![StatisticNumbers::several(&ROUND_WIN, wins).shaped(vec![
        2,
        tali.of(0).into(),
        tali.of(1).into(),
    ])];
    if let Some((standing, course)) = of_match.courses.first() {
        let [bluff, blind] = first_bid_shares(table, standing, policies[0])?;
        let mut firsts = vec![
            StatisticNumbers::one(&BIDS_MEAN, exact(course.bids.clone())),
            StatisticNumbers::one(&CHALLENGE_RIGHT, exact(course.challenge_right())),
        ];
        for (of, share) in [(&BLUFF_SHARE, bluff), (&BLIND_SHARE, blind)] {
            firsts.extend(share.map(|share| StatisticNumbers::one(of, exact(share))));
        }
        statistics
            .extend(firsts.into_iter().map(|numbers| if best { numbers.not_unique() } else { numbers }));
    }
    Ok(statistics)
}

/// How likely the first bid more likely fails than holds, and how likely it is on a face that its bidder has not: the
/// second means nothing of sums.
pub(super) fn first_bid_shares(
    table: &Table,
    standing: &Standing,
    policy: &Policy,
) -> Result<[Option<BigRational>; 2], Unsolved> {
    let (tali, starter) = standing;
    let odds = table.odds(tali, *starter);
    let hands = Hand::law(&table.bones[*starter], tali.of(*starter));
    let openings = bids::openings(&table.settings, tali);
    let (mut bluffs, mut blind) = (BigRational::zero(), Some(BigRational::zero()));
    for (hand, weight) in hands.outcomes() {
        let known = Known::Hand(*hand);
        let behaviour = if *policy == Policy::Best && table.settings.seats == 2 {
            table.solved_round(standing)?.behaviour(&table.settings, &odds, Player::First, &known)
        } else {
            table.behaviour(policy, &odds, &known, openings.len())
        };
        for (opening, part) in openings.iter().zip(behaviour) {
            let Action::Bid(subject, level) = opening else { continue };
            let chance = part * BigRational::from_integer(weight.clone().into());
            let own = subject.own(hand, table.settings.wild_hounds);
            if !odds.is_likely(*subject, own, *level) {
                bluffs += &chance;
            }
            match (&mut blind, subject) {
                (_, Subject::Sum) => blind = None,
                (Some(blind), Subject::Face(_)) if own == 0 => *blind += chance,
                _ => {}
            }
        }
    }
    let total = BigRational::from_integer(hands.total().clone().into());
    Ok([Some(bluffs / &total), blind.map(|blind| blind / total)])
}
