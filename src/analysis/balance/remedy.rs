//! House rules that would solve a problem of a game and make nothing else worse: what `tune` finds, rule by rule.

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

/// How long is searched, and for how much.
struct Search {
    /// The values that are tried to solve a problem may take this many milliseconds together.
    longest: f64,
    /// One of them may take this many, unless the game as it is takes longer.
    longest_of_one: f64,
    /// So many values of a rule are tried.
    most_values: usize,
    /// At most this many values that would do are held against all verdicts, one after the other.
    most_checked: usize,
    /// So many rules are enough.
    most: usize,
}

/// For the report of an evening, which is made once.
const FOR_A_REPORT: Search =
    Search { longest: 20_000.0, longest_of_one: 4_000.0, most_values: usize::MAX, most_checked: 4, most: 1 };

/// For somebody who waits: some two seconds, as whole solutions take several times as long as the means that are foreseen.
const AT_ONCE: Search =
    Search { longest: 300.0, longest_of_one: 200.0, most_values: 20, most_checked: 6, most: MOST_MENDS };

/// So many mends are told.
const MOST_MENDS: usize = 3;

/// Who wins so often wins nearly always.
const NEARLY_ALWAYS: f64 = 0.99;

/// A rule with a value that solves a problem.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// Which problem.
    pub about: About,
    /// What has to be so.
    pub want: Want,
    /// All values that were tried, with the one to take.
    pub tuned: TuneAnswer,
    /// How many games there are.
    pub games: u64,
    /// How many minutes all of them then take together, in the mean.
    pub minutes_of_all: Figure,
}

/// What would mend a problem of a game.
#[derive(Clone, Debug)]
pub struct Mend {
    /// Which problem.
    pub about: About,
    /// How.
    pub how: Mending,
}

/// How a problem is mended.
#[derive(Clone, Debug)]
pub enum Mending {
    /// The players take turns at who begins.
    Turns,
    /// A rule has another value.
    Rule {
        /// The key.
        key: &'static str,
        /// The value in force.
        was: String,
        /// The value to take.
        value: Value,
        /// The game with it.
        after: Box<BalanceAnswer>,
    },
}

impl Mend {
    /// What is then said of the problem; of a game that may never end, and then does, how long it takes.
    pub fn verdict(&self) -> Option<(&BalanceAnswer, &Verdict)> {
        let Mending::Rule { after, .. } = &self.how else { return None };
        let about = if self.about == About::End { About::Length } else { self.about };
        after.verdicts.iter().find(|verdict| verdict.about == about).map(|verdict| (&**after, verdict))
    }
}

impl BalanceAnswer {
    /// For each problem the least change of one rule that solves it with room to spare, or else the one that leaves most
    /// room, if it makes no other verdict worse and ruins nobody more often.
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

    /// What would mend the problems, the best first: taking turns at who begins, and then other values of one rule each, of every
    /// problem that of the least change first.
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
        // Each problem has its turn.
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

    /// Whether hardly anything of the game is left: nobody stakes anything any more, who plays alone nearly always wins, or it is
    /// over before every seat has cast once.
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

    /// What is wrong, each thing once, the worst first.
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

/// Those of the rules by which a game ends that make nothing worse.
fn checked(answer: &BalanceAnswer, remedies: Vec<Remedy>, watch: &Watch<'_>) -> Vec<(Remedy, BalanceAnswer)> {
    let checked = remedies.into_iter().filter_map(|remedy| {
        let changed = remedy.tuned.with_value(remedy.tuned.best?)?;
        let after = with_nothing_worse(answer, changed, remedy.about, watch)?;
        Some((remedy, after))
    });
    checked.collect()
}

/// What `tune` says of some values of a rule, in fractions or as near as doubles are.
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

/// The rules by which a game that may never end surely does, each by itself.
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

/// What would have to be so.
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

/// Of all values of all rules those that do it with the least change, one of each rule, and make nothing worse; with the game as it
/// then is.
fn solve(
    answer: &BalanceAnswer,
    verdict: &Verdict,
    search: &Search,
    watch: &Watch<'_>,
) -> Vec<(Remedy, BalanceAnswer)> {
    let mut found = Vec::new();
    // Of seats with purses of different size no rule makes equals.
    let Some(want) =
        want(answer, verdict).filter(|_| !answer.setting.game.has_unequal_purses(&answer.setting.rules))
    else {
        return found;
    };
    let sweeps = sweeps(answer, verdict.about, search);
    let mut tried: Vec<TuneAnswer> =
        sweeps.into_iter().filter_map(|sweep| tuned(answer, sweep, &want, false, watch)).collect();
    for _ in 0..search.most_checked {
        let best = tried.iter().enumerate().filter_map(|(place, tuned)| {
            let preference =
                tuned.closest().filter(|point| point.holds).and_then(|point| tuned.preference(point));
            Some((preference?, place))
        });
        let Some((_, place)) = best.min() else { break };
        let changed = tried[place].best.and_then(|best| tried[place].with_value(best));
        let after = changed.and_then(|changed| with_nothing_worse(answer, changed, verdict.about, watch));
        let Some(after) = after else {
            tried[place] = tried[place].without_best();
            continue;
        };
        let remedy = Remedy {
            about: verdict.about,
            want: want.clone(),
            tuned: tried.swap_remove(place),
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

/// The rules that might do, with the values that there is time to try.
fn sweeps(answer: &BalanceAnswer, about: About, search: &Search) -> Vec<Sweep> {
    let setting = &answer.setting;
    let is_played = answer.wins.seats.iter().any(|seat| is_open(&seat.share.solved));
    let as_it_is = effort(setting, is_played);
    // Coins change neither who wins nor how long it takes, and what each seat begins with is what takes longest to try.
    let keys = setting.game.keys.iter().filter(|key| match key.takes {
        Takes::WholeOfSeats(..) => false,
        Takes::Coins(_) => about == About::Coins,
        _ => true,
    });
    let time_for_each = search.longest / keys.clone().count().to_f64().unwrap_or(1.0).max(1.0);
    let most = (time_for_each / as_it_is.max(1.0)).to_usize().unwrap_or(0);
    let sweeps = keys.filter_map(|key| {
        let mut sweep = Sweep::around(key, setting);
        // As it is, it does not do; and no game is fair only because nothing is played for.
        let now = setting.rules.value(key.name);
        let coins = matches!(key.takes, Takes::Coins(_));
        let is_nothing = |value: &Value| matches!(value, Value::Number(number) if coins && number.is_zero());
        sweep.values.retain(|value| {
            let mut changed = setting.clone();
            value.to_string() != now
                && !is_nothing(value)
                && changed.rules.set(key.name, value.clone()).is_ok()
                // A round is no house rule of an evening.
                && changed.counted_in() == setting.counted_in()
        });
        // Of what takes long to try as much is tried as there is time for.
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

/// The answer for other rules, if they solve a problem and nothing else that a host should know becomes worse by them.
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

/// Whether solving a game left a share so open that its values are compared by playing.
fn is_open(share: &Figure) -> bool {
    match share {
        Figure::Numerical(bounds) => between::is_vague(bounds),
        share => matches!(share, Figure::Simulated(_)),
    }
}

/// How many milliseconds it takes to try a game by such rules: to solve it, or where that says too little to play it.
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

/// A value as it is typed after `--rule KEY=`.
fn typed(value: &str) -> String {
    value.trim_matches('"').to_owned()
}
