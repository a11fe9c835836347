//! Matches: rounds one after another, each of which costs a counter.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::best::Turn as Played;
use super::policies::Policy;
use super::rounds::{Counts, Course, Ending};
use super::table::{Chance, Standing, Table, score};
use crate::exact::{Enclosure, Missing, Number, Solution, Spread, StatisticNumbers, Unsolved};
use crate::process::{Distribution, Measure, Over, Play, Process, Seats, Statistic, Step, Turn};

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

/// What is told of every match.
pub(super) static STATISTICS: [&Statistic; 4] = [&CALLS_MEAN, &LIE_SHARE, &UNDER_SHARE, &CHALLENGE_RIGHT];

/// So many standings are followed, of more than two seats.
const MOST_STANDINGS: f64 = 3_000.0;

/// Every standing that can be come to, in the order in which they follow each other, with what can come of its round.
pub(super) struct Match<N> {
    seats: usize,
    start: Standing,
    rounds: Vec<Round<N>>,
    places: HashMap<Standing, usize>,
    laws: Vec<Distribution<Ending>>,
}

/// A round of a match.
struct Round<N> {
    standing: Standing,
    course: Arc<Course<N>>,
    /// What follows each way in which it can end.
    after: Vec<(Ending, Play<Standing>)>,
}

/// Whether a match of more than two seats has few enough standings to be followed.
pub(super) fn is_small(table: &Table) -> bool {
    let settings = &table.settings;
    let standings: f64 = settings.counters.0.iter().map(|counters| f64::from(*counters) + 1.0).product();
    settings.seats == 2 || standings * settings.seats.to_f64().unwrap_or(f64::MAX) <= MOST_STANDINGS
}

impl<N: Chance> Match<N> {
    /// The match with what can come of each round.
    pub(super) fn new(
        table: &Table,
        mut course: impl FnMut(&Standing) -> Result<Arc<Course<N>>, Unsolved>,
    ) -> Result<Self, Unsolved> {
        // Every round costs a counter: those with most come first.
        let mut open: BTreeSet<(Reverse<u32>, Standing)> = BTreeSet::new();
        let key = |standing: Standing| (Reverse(standing.0.all()), standing);
        open.insert(key(table.start()));
        let mut rounds = Vec::new();
        while let Some((_, standing)) = open.pop_first() {
            let of_round = course(&standing)?;
            let after =
                of_round.ends.keys().map(|ending| (*ending, table.settings.after(&standing.0, *ending)));
            let after: Vec<(Ending, Play<Standing>)> = after.collect();
            for (_, next) in &after {
                if let Play::On(next) = next {
                    open.insert(key(*next));
                }
            }
            rounds.push(Round { standing, course: of_round, after });
        }
        let places = rounds.iter().zip(0..).map(|(round, place)| (round.standing, place)).collect();
        let laws = rounds.iter().map(|round| law(&round.course)).collect();
        Ok(Self { seats: table.settings.seats, start: table.start(), rounds, places, laws })
    }

    /// Follows it from the first round to the last.
    pub(super) fn follow(&self) -> Followed<N> {
        let mut reached = vec![N::zero(); self.rounds.len()];
        reached[0] = N::one();
        let mut followed = Followed {
            shares: vec![N::zero(); self.seats],
            length: BTreeMap::new(),
            counts: Counts::nothing(),
            rounds: N::zero(),
        };
        let all = i64::from(self.start.0.all());
        for (place, Round { standing, course, after }) in self.rounds.iter().enumerate() {
            let here = reached[place].clone();
            followed.rounds += here.clone();
            followed.counts.add(&here, &course.counts);
            for (ending, next) in after {
                let chance = here.clone() * course.ends[ending].clone();
                match next {
                    Play::On(next) => reached[self.places[next]] += chance,
                    Play::Over(winners) => {
                        let played = all - i64::from(standing.0.all()) + 1;
                        *followed.length.entry(played).or_insert_with(N::zero) += chance.clone();
                        for seat in winners.iter() {
                            followed.shares[seat] += chance.clone();
                        }
                    }
                }
            }
        }
        followed
    }
}

/// How a round ends, as weights.
fn law<N: Chance>(course: &Course<N>) -> Distribution<Ending> {
    let law =
        Distribution::of_chances(course.ends.iter().map(|(ending, chance)| (*ending, chance.rational())));
    // A round ends for certain.
    law.unwrap_or_else(|| Distribution::certain(Ending { loser: 0, challenger: 0 }))
}

/// What comes of a match.
pub(super) struct Followed<N> {
    pub shares: Vec<N>,
    length: BTreeMap<i64, N>,
    counts: Counts<N>,
    rounds: N,
}

impl<N: Chance> Followed<N> {
    /// As all others know it.
    pub(super) fn solution(&self, least: f64, unique: bool) -> Solution {
        let mut law: Vec<(i64, Enclosure)> = self
            .length
            .iter()
            .map(|(rounds, chance)| (*rounds, chance.enclosure(least).at_most_one()))
            .collect();
        if let [(_, chance)] = law.as_mut_slice() {
            // A match comes to an end.
            *chance = Enclosure::one();
        }
        let ratio = |one: &N, other: &N| {
            one.enclosure(least).over(&other.enclosure(least)).ok_or(Missing::Impossible)
        };
        let Counts { calls, lies, under, right } = &self.counts;
        let numbers =
            [ratio(calls, &self.rounds), ratio(lies, calls), ratio(under, calls), ratio(right, &self.rounds)];
        let statistics = STATISTICS.into_iter().zip(numbers).map(|(of, number)| {
            let numbers = StatisticNumbers::one(of, number);
            if unique { numbers } else { numbers.not_unique() }
        });
        Solution {
            shares: self.shares.iter().map(|share| share.enclosure(least).at_most_one()).collect(),
            nobody: Enclosure::zero(),
            never: Enclosure::zero(),
            length: Spread::of_law(&law),
            pot: None,
            statistics: statistics.collect(),
        }
    }
}

impl<N: Chance + Send + Sync> Process for Match<N> {
    type State = Play<Standing>;
    type Move = Ending;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.seats
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
        let after = self.places.get(standing).and_then(|place| {
            self.rounds[*place].after.iter().find(|(known, _)| *known == ending).map(|(_, next)| *next)
        });
        Step::to(after.unwrap_or(*state))
    }
}

/// The match as its seats play, in rationals: nobody plays its best.
pub(super) fn exact(table: &Table) -> Result<Match<BigRational>, Unsolved> {
    let mut known = HashMap::new();
    Match::new(table, |(counters, starter)| {
        Ok(at_any_score(&mut known, (counters.left(), *starter), |(left, starter)| {
            table.exact_course(left, starter)
        }))
    })
}

/// The same in doubles, where two seats may play their best.
pub(super) fn near(table: &Table, policies: &[Policy]) -> Result<Match<f64>, Unsolved> {
    if policies.contains(&Policy::Best) {
        let best = table.best()?;
        return Match::new(table, |standing| Ok(Arc::new(table.near_course(standing, policies, Some(best)))));
    }
    let mut known = HashMap::new();
    Match::new(table, |standing| {
        let key = (standing.0.left(), standing.1);
        Ok(at_any_score(&mut known, key, |_| table.near_course(standing, policies, None)))
    })
}

/// What can come of a round of seats that follow policies: to them the score does not matter, but who is left and starts.
fn at_any_score<N>(
    known: &mut HashMap<(Seats, usize), Arc<Course<N>>>,
    key: (Seats, usize),
    course: impl FnOnce((Seats, usize)) -> Course<N>,
) -> Arc<Course<N>> {
    Arc::clone(known.entry(key).or_insert_with(|| Arc::new(course(key))))
}

/// What seat 1 wins at best play of both.
pub(super) fn best_share(table: &Table) -> Result<Enclosure, Unsolved> {
    let score = score(&table.settings.counters, 0);
    table.best()?.turn(score, None).map(Played::value).ok_or(Unsolved)
}

/// What seat 1 wins at best play of both from every score, if it starts.
pub(super) fn score_win(table: &Table) -> Result<StatisticNumbers, Unsolved> {
    let best = table.best()?;
    let most = [table.settings.counters.of(0), table.settings.counters.of(1)];
    let scores = (1..=most[0]).flat_map(|one| (1..=most[1]).map(move |other| [one, other]));
    let numbers: Vec<Number> =
        scores.map(|score| best.turn(score, None).map(Played::value).ok_or(Missing::TooLong)).collect();
    Ok(StatisticNumbers::several(&SCORE_WIN, numbers).shaped(most.map(usize::from).to_vec()))
}

/// Nothing can be called: no hand ranks.
pub(super) fn endless(seats: usize) -> Solution {
    Solution {
        shares: vec![Enclosure::zero(); seats],
        nobody: Enclosure::zero(),
        never: Enclosure::one(),
        length: Spread::missing(Missing::Endless),
        pot: None,
        statistics: Vec::new(),
    }
}

/// Solves a match of two seats, or a small one of more, as its seats play.
pub(super) fn solve(table: &Table) -> Result<Solution, Unsolved> {
    let plays_best = table.policies.contains(&Policy::Best);
    if !plays_best && table.is_soon_exact() {
        return Ok(exact(table)?.follow().solution(0.0, true));
    }
    let mut solution = near(table, &table.policies)?.follow().solution(table.least(), !plays_best);
    if table.policies.iter().all(|policy| *policy == Policy::Best) && table.settings.seats == 2 {
        // What best play is worth is known better than what comes of the strategy that is shown.
        let best = table.best()?;
        let score = score(&table.settings.counters, 0);
        if let Some(opening) = best.turn(score, None) {
            let share = opening.value();
            let rest =
                Enclosure::between(BigRational::one() - share.high(), BigRational::one() - share.low());
            solution.shares = vec![share, rest];
        }
        solution.statistics.insert(0, score_win(table)?);
    }
    Ok(solution)
}

/// The mean number of calls in the first round.
pub(super) fn first_calls(table: &Table) -> Option<BigRational> {
    let best = if table.policies.contains(&Policy::Best) { Some(table.best().ok()?.as_ref()) } else { None };
    let course = table.near_course(&table.start(), &table.policies, best);
    Some(course.counts.calls.rational())
}
