//! House rules that would mend what is amiss with a game.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::analysis::{
    About, BalanceAnswer, Metric, Relation, Setting, Sweep, TuneAnswer, TuneQuestion, Unit, Verdict, Want,
};
use crate::exact::Wanted;
use crate::games::{Key, Takes, Value};
use crate::monte_carlo::Watch;

/// Of ladders so many of the shortest are tried.
const SHORTEST: usize = 6;

/// So many values of a rule are tried.
const MOST_TRIED: usize = 6;

/// A rule with a value that mends something.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// What it mends.
    pub about: About,
    /// All values that were tried, of which the closest does it.
    pub tuned: TuneAnswer,
}

/// For each thing that is amiss a rule with a value that mends it, if any has one.
pub(super) fn remedies(answer: &BalanceAnswer, watch: &Watch<'_>) -> Vec<Remedy> {
    let mut remedies: Vec<Remedy> = Vec::new();
    for verdict in answer.verdicts.iter().filter(|verdict| verdict.is_problem()) {
        let known = |remedy: &Remedy| remedy.about == verdict.about;
        if remedies.iter().any(known) {
            continue;
        }
        remedies.extend(want(answer, verdict).and_then(|want| mend(answer, verdict.about, &want, watch)));
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
            (Metric::Length(solved.then_some(95)), answer.question.minutes.clone(), Unit::Minutes)
        }
        About::Coins => (Metric::Risk, tolerance(), Unit::Chance),
        About::Chances => (Metric::Gap, tolerance(), Unit::Chance),
        _ => return None,
    };
    Some(Want { metric, relation: Relation::AtMost, target, unit })
}

/// Of all rules the one whose value does it with the least change.
fn mend(answer: &BalanceAnswer, about: About, want: &Want, watch: &Watch<'_>) -> Option<Remedy> {
    let setting = &answer.setting;
    // Coins change neither who wins nor how long it takes, and what each seat begins with is what takes longest to try.
    let matters = |key: &&Key| {
        (about == About::Coins || key.takes != Takes::Coins) && !matches!(key.takes, Takes::WholeOfSeats(..))
    };
    let candidates = setting.game.keys.iter().filter(matters).filter_map(|key| {
        let mut sweep = Sweep::around(key, setting);
        if key.takes == Takes::Casts {
            let longest = sweep.values.len().saturating_sub(SHORTEST);
            sweep.values.drain(..longest);
        }
        // As it is, it does not do.
        let now = setting.rules.value(key.name);
        sweep.values.retain(|value| {
            value.to_string() != now
                && is_playable(key.takes, value)
                && is_the_same_game(setting, key, value)
                && is_soon_tried(setting, key, value)
        });
        if sweep.values.is_empty() {
            return None;
        }
        let every = sweep.values.len().div_ceil(MOST_TRIED);
        sweep.values = sweep.values.into_iter().step_by(every).collect();
        let question = TuneQuestion {
            vary: vec![sweep],
            want: want.clone(),
            pace: answer.question.pace.clone(),
            averaging: answer.question.averaging,
        };
        let tuned = TuneAnswer::new(setting.clone(), question, watch).ok()?;
        let value = tuned.closest().filter(|point| point.holds)?.values.first()?.clone();
        ends_as_before(answer, key, &value).then(|| (change(key, &now, &value), Remedy { about, tuned }))
    });
    candidates.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, remedy)| remedy)
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

/// How much of a change a value is: none back to the default, little to another word, and to another number the more,
/// the farther it is.
fn change(key: &Key, now: &str, value: &Value) -> f64 {
    let number = |value: Value| if let Value::Number(number) = value { number.to_f64() } else { None };
    let before = Value::parse(now).ok().and_then(number);
    match (value, before, number(value.clone())) {
        _ if value.to_string() == key.default => 0.0,
        (Value::Word(_), ..) => 1.0,
        (_, Some(before), Some(after)) => 1.0 + ((after + 1.0) / (before + 1.0)).ln().abs(),
        _ => 3.0,
    }
}

/// No game is mended by one that may go on for ever.
fn ends_as_before(answer: &BalanceAnswer, key: &Key, value: &Value) -> bool {
    let mut changed = answer.setting.clone();
    if changed.rules.set(key.name, value.clone()).is_err() {
        return false;
    }
    let never = |setting: &Setting| {
        setting.table().map(|table| table.solve_to(Wanted::MEANS).never.high().clone()).ok()
    };
    let may_now = answer.wins.never.solved.approximate().is_none_or(|never| never > 0.0);
    may_now || never(&changed).is_some_and(|never| Zero::is_zero(&never))
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
