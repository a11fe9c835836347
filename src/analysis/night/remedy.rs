//! House rules that would solve a problem of a game and make nothing else worse.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::analysis::tune::preference;
use crate::analysis::{
    About, BalanceAnswer, BalanceQuestion, Metric, Relation, Setting, Sweep, TuneAnswer, TuneQuestion, Unit,
    Verdict, Want,
};
use crate::games::{Key, Takes, Value};
use crate::monte_carlo::Watch;

/// So many values of a rule are tried at least, if it takes that many; and all of them where that takes no longer
/// than so many milliseconds.
const LEAST_TRIED: f64 = 6.0;
const SOON: f64 = 100.0;

/// So many rules that would do are held against all verdicts, one after the other.
const MOST_CHECKED: usize = 4;

/// A rule with a value that solves a problem.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// Which problem.
    pub about: About,
    /// All values that were tried, with the one to take.
    pub tuned: TuneAnswer,
}

/// For each problem the least change of one rule that solves it with room to spare, or else the one that leaves most
/// room, if it makes no other verdict worse and ruins nobody more often.
pub(super) fn remedies(answer: &BalanceAnswer, watch: &Watch<'_>) -> Vec<Remedy> {
    let mut remedies: Vec<Remedy> = Vec::new();
    for verdict in answer.verdicts.iter().filter(|verdict| verdict.is_problem()) {
        let known = |remedy: &Remedy| remedy.about == verdict.about;
        if remedies.iter().any(known) {
            continue;
        }
        remedies.extend(want(answer, verdict).and_then(|want| solve(answer, verdict.about, &want, watch)));
    }
    remedies
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

/// Of all rules the one whose value does it with the least change.
fn solve(answer: &BalanceAnswer, about: About, want: &Want, watch: &Watch<'_>) -> Option<Remedy> {
    let setting = &answer.setting;
    // Coins change neither who wins nor how long it takes, and what each seat begins with is what takes longest to try.
    let matters = |key: &&Key| {
        (about == About::Coins || key.takes != Takes::Coins) && !matches!(key.takes, Takes::WholeOfSeats(..))
    };
    let candidates = setting.game.keys.iter().filter(matters).filter_map(|key| {
        let mut sweep = Sweep::around(key, setting);
        // As it is, it does not do.
        let now = setting.rules.value(key.name);
        sweep.values.retain(|value| value.to_string() != now);
        sweep.values.retain(|value| {
            is_playable(key.takes, value)
                && is_the_same_game(setting, key, value)
                && is_soon_tried(setting, key, value)
        });
        if sweep.values.is_empty() {
            return None;
        }
        let most = (SOON / effort_of(setting)).max(LEAST_TRIED);
        // Ladders differ step by step, and the shorter the sooner.
        let most = if key.takes == Takes::Casts { None } else { most.to_usize() };
        let every = most.map_or(1, |most| sweep.values.len().div_ceil(most));
        sweep.values = sweep.values.into_iter().step_by(every).collect();
        let question = TuneQuestion {
            vary: vec![sweep],
            want: want.clone(),
            pace: answer.question.pace.clone(),
            averaging: answer.question.averaging,
        };
        TuneAnswer::new(setting.clone(), question, watch).ok()
    });
    let tried: Vec<TuneAnswer> = candidates.collect();
    let holding = tried.iter().flat_map(|tuned| {
        let points = tuned.points.iter().enumerate().filter(|(_, point)| point.holds);
        points.map(move |(place, _)| (tuned, place))
    });
    let mut holding: Vec<(&TuneAnswer, usize)> = holding.collect();
    holding.sort_by_cached_key(|(tuned, place)| preference(&tuned.points[*place], &tuned.question, setting));
    let checked = holding.iter().take(MOST_CHECKED);
    let does = |(tuned, place): &&(&TuneAnswer, usize)| {
        tuned.with_value(*place).is_some_and(|changed| makes_nothing_worse(answer, changed, about, watch))
    };
    let chosen = checked.clone().position(|candidate| does(&candidate))?;
    let (tuned, place) = holding[chosen];
    let rejected: Vec<Value> = holding[..chosen]
        .iter()
        .filter(|(other, _)| std::ptr::eq(*other, tuned))
        .flat_map(|(_, place)| tuned.points[*place].values.clone())
        .collect();
    Some(Remedy { about, tuned: without(tuned, place, &rejected) })
}

/// What was tried of one rule, without the values that make something else worse.
fn without(tuned: &TuneAnswer, place: usize, rejected: &[Value]) -> TuneAnswer {
    let mut kept = tuned.clone();
    let is_kept = |value: &Value| !rejected.contains(value);
    kept.points.retain(|point| point.values.iter().all(is_kept));
    for sweep in &mut kept.question.vary {
        sweep.values.retain(is_kept);
    }
    let chosen = &tuned.points[place];
    kept.best = kept.points.iter().position(|point| point.values == chosen.values);
    kept.choice =
        preference(chosen, &tuned.question, &tuned.setting).map_or(tuned.choice, |(choice, _)| choice);
    kept
}

/// Whether a problem is solved by other rules, and nothing else that a host should know becomes worse by them.
fn makes_nothing_worse(answer: &BalanceAnswer, changed: Setting, about: About, watch: &Watch<'_>) -> bool {
    let question = BalanceQuestion { story: false, ..answer.question.clone() };
    BalanceAnswer::new(changed, question, watch).is_ok_and(|after| {
        let still = after.verdicts.iter().any(|verdict| verdict.about == about && verdict.severity() > 0);
        !still && !after.is_worse_than(answer)
    })
}

/// Whether a value is tried within seconds: what takes longer nobody waits for who only asks for a report.
fn is_soon_tried(setting: &Setting, key: &Key, value: &Value) -> bool {
    const LONGEST: f64 = 4_000.0;
    let mut changed = setting.clone();
    let is_set = changed.rules.set(key.name, value.clone()).is_ok();
    is_set && changed.table().is_ok_and(|table| table.effort() <= LONGEST.max(effort_of(setting)))
}

/// How many milliseconds a game takes as it is.
fn effort_of(setting: &Setting) -> f64 {
    setting.table().map_or(0.0, |table| table.effort())
}

/// A round is no house rule of an evening.
fn is_the_same_game(setting: &Setting, key: &Key, value: &Value) -> bool {
    let mut changed = setting.clone();
    changed.rules.set(key.name, value.clone()).is_ok() && changed.counted_in() == setting.counted_in()
}

/// No game is fair only because nothing is played for.
fn is_playable(takes: Takes, value: &Value) -> bool {
    !matches!((takes, value), (Takes::Coins, Value::Number(coins)) if *coins == BigRational::from_integer(0.into()))
}
