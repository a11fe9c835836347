//! House rules that solve a problem of a game without making anything else worse, found by `tune` rule by rule.

use std::sync::atomic::Ordering;

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::{About, BalanceAnswer, BalanceQuestion, Verdict};
use crate::analysis::workload::{minutes, time_to_play};
use crate::analysis::{
    Figure, Metric, Relation, Setting, Sweep, TuneAnswer, TuneQuestion, Unit, Want, between, record,
};
use crate::games::{Takes, Value};
use crate::monte_carlo::Watch;

/// The limits of a search.
struct Search {
    /// The most milliseconds for all values tried for one problem.
    longest: f64,
    /// The most milliseconds for one of them, unless the present game takes longer.
    longest_of_one: f64,
    /// The most values tried for a rule.
    most_values: usize,
    /// The most successful values checked against all verdicts, one after the other.
    most_checked: usize,
    /// The number of rules that is enough.
    most: usize,
}

/// For the report of an evening, which is made only once.
const FOR_A_REPORT: Search =
    Search { longest: 20_000.0, longest_of_one: 4_000.0, most_values: usize::MAX, most_checked: 4, most: 1 };

/// For a waiting user: about two seconds, because whole solutions take several times as long as the estimate for means.
const AT_ONCE: Search =
    Search { longest: 300.0, longest_of_one: 200.0, most_values: 20, most_checked: 6, most: MOST_MENDS };

/// The most remedies listed.
const MOST_MENDS: usize = 3;

/// A share of wins that counts as nearly always.
const NEARLY_ALWAYS: f64 = 0.99;

/// A rule with a value that solves a problem.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// The problem.
    pub about: About,
    /// The condition that solves it.
    pub want: Want,
    /// All values tried, with the best one.
    pub tuned: TuneAnswer,
    /// The number of games planned.
    pub games: u64,
    /// The mean number of minutes of all of them together, with the remedy.
    pub minutes_of_all: Figure,
}

/// A remedy for a problem, with the game after it.
#[derive(Clone, Debug)]
pub struct Mend {
    /// The problem.
    pub about: About,
    /// The remedy.
    pub how: Mending,
}

/// The kind of remedy.
#[derive(Clone, Debug)]
pub enum Mending {
    /// The players rotate who begins.
    Turns,
    /// A rule gets another value.
    Rule {
        /// The key.
        key: &'static str,
        /// The value in force.
        was: String,
        /// The new value.
        value: Value,
        /// The game with the new value.
        after: Box<BalanceAnswer>,
    },
}

impl Mend {
    /// The verdict on the problem after the remedy; for a game that no longer may be endless, the verdict on its length.
    pub fn verdict(&self) -> Option<(&BalanceAnswer, &Verdict)> {
        let Mending::Rule { after, .. } = &self.how else { return None };
        let about = if self.about == About::End { About::Length } else { self.about };
        after.verdicts.iter().find(|verdict| verdict.about == about).map(|verdict| (&**after, verdict))
    }
}

impl BalanceAnswer {
    /// For each problem, the least change of one rule that solves it with room to spare, or else the one that leaves most
    /// room, provided it makes no other verdict worse and ruins nobody more often.
    pub(in crate::analysis) fn remedies(&self, watch: &Watch<'_>) -> Vec<Remedy> {
        let found = self.problems().flat_map(|verdict| {
            if verdict.about == About::End {
                return to_an_end(self, watch);
            }
            let found = solve(self, verdict, &FOR_A_REPORT, watch).into_iter();
            found.map(|(remedy, _)| remedy.with_fractions(watch)).collect()
        });
        found.collect()
    }

    /// Remedies for the problems, the best first: rotating who begins, then changes of one rule each, with the least change for
    /// every problem first.
    pub(super) fn mends_of(&self, watch: &Watch<'_>) -> Vec<Mend> {
        let turns = self.problems().find(|verdict| self.is_evened_by_turns(verdict));
        let mut mends: Vec<Mend> =
            turns.map(|verdict| Mend { about: verdict.about, how: Mending::Turns }).into_iter().collect();
        let mut found: Vec<_> = self
            .problems()
            .flat_map(|verdict| {
                let found = if verdict.about == About::End {
                    checked(self, to_an_end(self, watch), watch)
                } else {
                    solve(self, verdict, &AT_ONCE, watch)
                };
                found.into_iter().enumerate()
            })
            .collect();
        // The best remedies of all problems first, then the second best.
        found.sort_by_key(|(rank, _)| *rank);
        for (_, (remedy, after)) in found {
            let (key, Some(value)) = (remedy.tuned.question.vary[0].key, remedy.value().cloned()) else {
                continue;
            };
            let is_known = |mend: &Mend| matches!(mend.how, Mending::Rule { key: known, .. } if known == key);
            if mends.len() < MOST_MENDS && !mends.iter().any(is_known) {
                let was = self.setting.rules.value(key);
                let how = Mending::Rule { key, was, value, after: Box::new(after) };
                mends.push(Mend { about: remedy.about, how });
            }
        }
        mends
    }

    /// Whether a change made the game trivial: nobody stakes anything any more, a lone player nearly always wins, or it is over
    /// before every seat has cast once.
    fn is_trivial_beside(&self, before: &Self) -> bool {
        let is_staked = |answer: &Self| {
            let nothing = |paid: &Figure| matches!(paid, Figure::Exact(paid) if paid.is_zero());
            answer.pot.as_ref().is_some_and(|pot| !pot.seats.iter().all(|seat| nothing(&seat.paid.solved)))
        };
        let is_short = |answer: &Self| {
            let casts = answer.length.mean.solved.approximate();
            casts.zip(answer.seats.len().to_f64()).is_some_and(|(casts, seats)| casts < seats)
        };
        let is_easy = |answer: &Self| match answer.seats.as_slice() {
            [alone] => alone.share.solved.approximate().is_some_and(|share| share > NEARLY_ALWAYS),
            _ => false,
        };
        is_staked(before) && !is_staked(self)
            || is_short(self) && !is_short(before)
            || is_easy(self) && !is_easy(before)
    }

    /// The problems, the worst first.
    fn problems(&self) -> impl Iterator<Item = &Verdict> {
        self.verdicts.iter().filter(|verdict| verdict.is_problem())
    }
}

impl Remedy {
    /// The value to take.
    fn value(&self) -> Option<&Value> {
        self.tuned.closest().and_then(|point| point.values.first())
    }

    fn with_fractions(self, watch: &Watch<'_>) -> Self {
        Self { tuned: self.tuned.with_fractions(watch), ..self }
    }
}

/// The remedies that make nothing worse, each with the game after it.
fn checked(answer: &BalanceAnswer, remedies: Vec<Remedy>, watch: &Watch<'_>) -> Vec<(Remedy, BalanceAnswer)> {
    let checked = remedies.into_iter().filter_map(|remedy| {
        let changed = remedy.tuned.with_value(remedy.tuned.best?)?;
        let after = with_nothing_worse(answer, changed, remedy.about, watch)?;
        Some((remedy, after))
    });
    checked.collect()
}

/// Runs `tune` on some values of a rule, in fractions or doubles.
fn tuned(
    answer: &BalanceAnswer,
    sweep: Sweep,
    want: &Want,
    fractions: bool,
    watch: &Watch<'_>,
) -> Option<TuneAnswer> {
    let BalanceQuestion { pace, averaging, .. } = &answer.question;
    let question = TuneQuestion {
        vary: vec![sweep],
        wants: vec![want.clone()],
        pace: pace.clone(),
        averaging: *averaging,
        fractions,
    };
    TuneAnswer::new(answer.setting.clone(), question, watch).ok()
}

/// The single rules that make a possibly endless game surely end.
fn to_an_end(answer: &BalanceAnswer, watch: &Watch<'_>) -> Vec<Remedy> {
    let keys = answer.setting.game.keys.iter();
    let ends = keys.flat_map(|key| key.ends.iter().map(move |end| (key, end)));
    let found = ends.filter_map(|(key, end)| {
        let (metric, relation) = (Metric::Never, Relation::AtMost);
        let want = Want { metric, relation, target: BigRational::zero(), unit: Unit::Chance };
        let sweep = Sweep { key: key.name, values: vec![Value::parse(end.value).ok()?] };
        let tuned = tuned(answer, sweep, &want, true, watch)?;
        tuned.closest().filter(|point| point.holds)?;
        let table = tuned.with_value(tuned.best?)?.playable().ok()?;
        let length = Figure::from(table.solve().length.mean);
        let games = answer.question.times;
        let minutes = minutes(&answer.question.pace, &table.casts_in_unit());
        let minutes_of_all = between::scaled(&length, &(minutes * BigRational::from_integer(games.into())));
        Some(Remedy { about: About::End, want, tuned, games, minutes_of_all })
    });
    found.collect()
}

/// The want that corresponds to a verdict.
fn want(answer: &BalanceAnswer, verdict: &Verdict) -> Option<Want> {
    let tolerance = || answer.question.tolerance.clone();
    let (metric, target, unit) = match verdict.about {
        About::Length => {
            let p95 = answer.minutes.quantiles.iter().find(|quantile| quantile.percent == 95);
            let solved = p95.is_some_and(|quantile| quantile.number.is_number());
            let times = answer.question.times;
            let each = &answer.question.minutes / BigRational::from_integer(times.into());
            (Metric::Length((solved && times == 1).then_some(95)), each, Unit::Minutes)
        }
        About::Coins => (Metric::Risk, tolerance(), Unit::Chance),
        About::Chances => (Metric::Gap, tolerance(), Unit::Chance),
        _ => return None,
    };
    Some(Want { metric, relation: Relation::AtMost, target, unit })
}

/// The least changes that solve a problem and make nothing worse, one for each rule, with the game after each.
fn solve(
    answer: &BalanceAnswer,
    verdict: &Verdict,
    search: &Search,
    watch: &Watch<'_>,
) -> Vec<(Remedy, BalanceAnswer)> {
    let mut found = Vec::new();
    // No rule makes seats with different purses equal.
    let Some(want) =
        want(answer, verdict).filter(|_| !answer.setting.game.has_unequal_purses(&answer.setting.rules))
    else {
        return found;
    };
    let sweeps = sweeps(answer, verdict.about, search);
    let mut tried: Vec<TuneAnswer> =
        sweeps.into_iter().filter_map(|sweep| tuned(answer, sweep, &want, false, watch)).collect();
    for _ in 0..search.most_checked {
        let best = tried.iter().enumerate().filter_map(|(index, tuned)| {
            let preference =
                tuned.closest().filter(|point| point.holds).and_then(|point| tuned.preference(point));
            Some((preference?, index))
        });
        let Some((_, index)) = best.min() else { break };
        let changed = tried[index].best.and_then(|best| tried[index].with_value(best));
        let after = changed.and_then(|changed| with_nothing_worse(answer, changed, verdict.about, watch));
        let Some(after) = after else {
            tried[index] = tried[index].without_best();
            continue;
        };
        let remedy = Remedy {
            about: verdict.about,
            want: want.clone(),
            tuned: tried.swap_remove(index),
            games: answer.question.times,
            minutes_of_all: after.minutes_of_all().solved,
        };
        found.push((remedy, after));
        if found.len() >= search.most || watch.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    found
}

/// The rules that might help, with the values that there is time to try.
fn sweeps(answer: &BalanceAnswer, about: About, search: &Search) -> Vec<Sweep> {
    let setting = &answer.setting;
    let is_played = answer.wins.seats.iter().any(|seat| is_open(&seat.share.solved));
    let as_it_is = effort(setting, is_played);
    // Coins change neither who wins nor the length, and starting positions of seats take longest to try.
    let keys = setting.game.keys.iter().filter(|key| match key.takes {
        Takes::WholeOfSeats(..) => false,
        Takes::Coins(_) => about == About::Coins,
        _ => true,
    });
    let time_for_each = search.longest / keys.clone().count().to_f64().unwrap_or(1.0).max(1.0);
    let most = (time_for_each / as_it_is.max(1.0)).to_usize().unwrap_or(0);
    let sweeps = keys.filter_map(|key| {
        let mut sweep = Sweep::around(key, setting);
        // The present value does not help; and removing all stakes does not make a game fair.
        let now = setting.rules.value(key.name);
        let coins = matches!(key.takes, Takes::Coins(_));
        let is_nothing = |value: &Value| matches!(value, Value::Number(number) if coins && number.is_zero());
        sweep.values.retain(|value| {
            let mut changed = setting.clone();
            value.to_string() != now
                && !is_nothing(value)
                && changed.rules.set(key.name, value.clone()).is_ok()
                // A single round is not a house rule for an evening.
                && changed.counted_in() == setting.counted_in()
        });
        // If values take long to try, only every n-th is tried.
        let every = sweep.values.len().div_ceil(most.clamp(1, search.most_values)).max(1);
        let takes_too_long = |value: &Value| {
            let mut changed = setting.clone();
            let is_set = changed.rules.set(key.name, value.clone()).is_ok();
            !is_set || effort(&changed, is_played) > search.longest_of_one.max(as_it_is)
        };
        sweep.values =
            sweep.values.into_iter().step_by(every).filter(|value| !takes_too_long(value)).collect();
        (most > 0 && !sweep.values.is_empty()).then_some(sweep)
    });
    sweeps.collect()
}

/// The answer for changed rules, if they solve a problem and make no other verdict worse.
fn with_nothing_worse(
    answer: &BalanceAnswer,
    changed: Setting,
    about: About,
    watch: &Watch<'_>,
) -> Option<BalanceAnswer> {
    let question = BalanceQuestion { story: false, mend: false, ..answer.question.clone() };
    let after = BalanceAnswer::of(changed, question, false, watch).ok()?;
    let still = after.verdicts.iter().any(|verdict| verdict.about == about && verdict.severity() > 0);
    (!still && !after.is_worse_than(answer) && !after.is_trivial_beside(answer)).then_some(after)
}

/// Whether a share is known so poorly that values are compared by simulation.
fn is_open(share: &Figure) -> bool {
    match share {
        Figure::Numerical(bounds) => between::is_vague(bounds),
        share => matches!(share, Figure::Simulated(_)),
    }
}

/// The time in milliseconds to try a game with other rules: to solve it, or to simulate it if solving says too little.
fn effort(setting: &Setting, is_played: bool) -> f64 {
    let Ok(table) = setting.table() else { return 0.0 };
    if is_played { time_to_play(table.as_ref()) } else { table.workload().effort() }
}

record!(Mend, mend =>
    "about": mend.about.name(),
    "how": match mend.how { Mending::Turns => "turns", Mending::Rule { .. } => "rule" },
    "rule"?: if let Mending::Rule { key, .. } = &mend.how { Some(key) } else { None },
    "was"?: if let Mending::Rule { was, .. } = &mend.how { Some(typed(was)) } else { None },
    "value"?: if let Mending::Rule { value, .. } = &mend.how { Some(typed(&value.to_string())) } else { None },
);

/// A value as typed after `--rule KEY=`.
fn typed(value: &str) -> String {
    value.trim_matches('"').to_owned()
}
