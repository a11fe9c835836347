//! House rules that would mend what is amiss with a game.

use num_rational::BigRational;

use crate::analysis::{
    About, BalanceAnswer, Metric, Relation, Sweep, TuneAnswer, TuneQuestion, Unit, Verdict, Want,
};
use crate::games::{Takes, Value};
use crate::monte_carlo::Watch;

/// Of ladders so many of the shortest are tried.
const SHORTEST: usize = 10;

/// So many values of a rule are tried.
const MOST_TRIED: usize = 10;

/// A rule with a value that mends something.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// What it mends.
    pub about: About,
    /// All values that were tried, of which the closest does it.
    pub tuned: TuneAnswer,
}

/// For each thing that is amiss the first rule with a value that mends it, if any has one.
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
            let solved = answer.minutes.quantiles.iter().any(|quantile| quantile.number.is_number());
            (Metric::Length(solved.then_some(95)), answer.question.minutes.clone(), Unit::Minutes)
        }
        About::Coins => (Metric::Risk, tolerance(), Unit::Chance),
        About::Chances => (Metric::Gap, tolerance(), Unit::Chance),
        _ => return None,
    };
    Some(Want { metric, relation: Relation::AtMost, target, unit })
}

fn mend(answer: &BalanceAnswer, about: About, want: &Want, watch: &Watch<'_>) -> Option<Remedy> {
    let setting = &answer.setting;
    setting.game.keys.iter().find_map(|key| {
        let mut sweep = Sweep::around(key, setting);
        if key.takes == Takes::Casts {
            let longest = sweep.values.len().saturating_sub(SHORTEST);
            sweep.values.drain(..longest);
        }
        // As it is, it does not do.
        let now = setting.rules.value(key.name);
        sweep.values.retain(|value| value.to_string() != now && is_playable(key.takes, value));
        if sweep.values.is_empty() {
            return None;
        }
        let every = sweep.values.len().div_ceil(MOST_TRIED);
        sweep.values = sweep.values.into_iter().step_by(every).collect();
        let question = TuneQuestion {
            vary: vec![sweep],
            want: want.clone(),
            pace: answer.question.pace.clone(),
            seed: answer.question.seed,
            threads: answer.question.threads,
            confidence: answer.question.confidence,
        };
        let tuned = TuneAnswer::new(setting.clone(), question, watch).ok()?;
        tuned.closest().is_some_and(|point| point.holds).then_some(Remedy { about, tuned })
    })
}

/// No game is fair only because nothing is played for.
fn is_playable(takes: Takes, value: &Value) -> bool {
    !matches!((takes, value), (Takes::Coins, Value::Number(coins)) if *coins == BigRational::from_integer(0.into()))
}
