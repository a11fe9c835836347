//! House rules that would solve a problem of a game and make nothing else worse.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::analysis::tune::preference;
use crate::analysis::workload::{minutes, time_to_play};
use crate::analysis::{
    About, BalanceAnswer, BalanceQuestion, Figure, Metric, Relation, Setting, Sweep, TuneAnswer,
    TuneQuestion, Unit, Verdict, Want, between,
};
use crate::games::{Key, Takes, Value};
use crate::monte_carlo::Watch;

/// So many values of a rule are tried at first.
const FIRST_TRIED: usize = 4;

/// So many milliseconds the values that are tried to solve a problem may take together.
const LONGEST_SEARCH: f64 = 20_000.0;

/// So many rules that would do are held against all verdicts, one after the other.
const MOST_CHECKED: usize = 4;

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

/// For each problem the least change of one rule that solves it with room to spare, or else the one that leaves most
/// room, if it makes no other verdict worse and ruins nobody more often.
pub(super) fn remedies(answer: &BalanceAnswer, watch: &Watch<'_>) -> Vec<Remedy> {
    let mut remedies: Vec<Remedy> = Vec::new();
    for verdict in answer.verdicts.iter().filter(|verdict| verdict.is_problem()) {
        let known = |remedy: &Remedy| remedy.about == verdict.about;
        if remedies.iter().any(known) {
            continue;
        }
        if verdict.about == About::End {
            remedies.extend(to_an_end(answer, watch));
            continue;
        }
        // Of seats with purses of different size no rule makes equals.
        if answer.setting.game.has_unequal_purses(&answer.setting.rules) {
            continue;
        }
        remedies.extend(want(answer, verdict).and_then(|want| solve(answer, verdict.about, &want, watch)));
    }
    remedies
}

/// The rules by which a game that may never end surely does, each by itself.
fn to_an_end(answer: &BalanceAnswer, watch: &Watch<'_>) -> Vec<Remedy> {
    let keys = answer.setting.game.keys.iter();
    let ends = keys.flat_map(|key| key.ends.iter().map(move |end| (key, end)));
    let found = ends.filter_map(|(key, end)| {
        let want = Want {
            metric: Metric::Never,
            relation: Relation::AtMost,
            target: BigRational::zero(),
            unit: Unit::Chance,
        };
        let question = TuneQuestion {
            vary: vec![Sweep { key: key.name, values: vec![Value::parse(end.value).ok()?] }],
            wants: vec![want.clone()],
            pace: answer.question.pace.clone(),
            averaging: answer.question.averaging,
        };
        let tuned = TuneAnswer::new(answer.setting.clone(), question, watch).ok()?;
        let changed =
            tuned.with_value(0).filter(|_| tuned.points.first().is_some_and(|point| point.holds))?;
        let table = changed.playable().ok()?;
        let length = Figure::from(table.solve().length.mean);
        let minutes = between::scaled(&length, &minutes(&answer.question.pace, &table.casts_in_unit()));
        let games = answer.question.times;
        let minutes_of_all = between::scaled(&minutes, &BigRational::from_integer(games.into()));
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

/// Of all rules the one whose value does it with the least change.
fn solve(answer: &BalanceAnswer, about: About, want: &Want, watch: &Watch<'_>) -> Option<Remedy> {
    let setting = &answer.setting;
    // Coins change neither who wins nor how long it takes, and what each seat begins with is what takes longest to try.
    let matters = |key: &&Key| {
        (about == About::Coins || !matches!(key.takes, Takes::Coins(_)))
            && !matches!(key.takes, Takes::WholeOfSeats(..))
    };
    let tune = |values: Vec<Value>, sweep: &Sweep| {
        let question = TuneQuestion {
            vary: vec![Sweep { values, ..sweep.clone() }],
            wants: vec![want.clone()],
            pace: answer.question.pace.clone(),
            averaging: answer.question.averaging,
        };
        TuneAnswer::new(setting.clone(), question, watch).ok()
    };
    let is_played = answer.wins.seats.iter().any(|seat| is_open(&seat.share.solved));
    let as_it_is = effort_of(setting, is_played);
    let mut left = LONGEST_SEARCH;
    if as_it_is * FIRST_TRIED.to_f64().unwrap_or(1.0) > left {
        return None;
    }
    let candidates = setting.game.keys.iter().filter(matters).filter_map(|key| {
        let mut sweep = Sweep::around(key, setting);
        // As it is, it does not do.
        let now = setting.rules.value(key.name);
        sweep.values.retain(|value| value.to_string() != now);
        sweep.values.retain(|value| {
            is_playable(key.takes, value)
                && is_the_same_game(setting, key, value)
                && is_soon_tried(setting, is_played, as_it_is, key, value)
        });
        // Of what takes long to try as much is tried as there is time for.
        let takes = as_it_is * FIRST_TRIED.min(sweep.values.len()).to_f64().unwrap_or(0.0);
        if takes > left {
            return None;
        }
        left -= takes;
        if sweep.values.is_empty() {
            return None;
        }
        // Ladders differ step by step, and the shorter the sooner they are solved.
        let ladder = key.takes == Takes::Casts;
        let every = if ladder { 1 } else { sweep.values.len().div_ceil(FIRST_TRIED) };
        let first: Vec<Value> = sweep.values.iter().step_by(every).cloned().collect();
        let tuned = tune(first, &sweep)?;
        // Nearer to what is in force there may be a smaller change that does it too.
        let nearer = nearer(&sweep.values, &tuned, setting);
        let second = if nearer.is_empty() { None } else { tune(nearer, &sweep) };
        Some(std::iter::once(tuned).chain(second))
    });
    let tried: Vec<TuneAnswer> = candidates.flatten().collect();
    let holding = tried.iter().flat_map(|tuned| {
        let points = tuned.points.iter().enumerate().filter(|(_, point)| point.holds);
        points.map(move |(place, _)| (tuned, place))
    });
    let mut holding: Vec<(&TuneAnswer, usize)> = holding.collect();
    holding.sort_by_cached_key(|(tuned, place)| preference(&tuned.points[*place], &tuned.question, setting));
    let mut checked = holding.iter().take(MOST_CHECKED).enumerate();
    let (chosen, minutes_of_all) = checked.find_map(|(chosen, (tuned, place))| {
        let after = with_nothing_worse(answer, tuned.with_value(*place)?, about, watch)?;
        Some((chosen, after.minutes_of_all().solved))
    })?;
    let (tuned, place) = holding[chosen];
    let rejected: Vec<Value> = holding[..chosen]
        .iter()
        .filter(|(other, _)| std::ptr::eq(*other, tuned))
        .flat_map(|(_, place)| tuned.points[*place].values.clone())
        .collect();
    Some(Remedy {
        about,
        want: want.clone(),
        tuned: without(tuned, place, &rejected),
        games: answer.question.times,
        minutes_of_all,
    })
}

/// The numbers between the one in force and the one that was found best.
fn nearer(all: &[Value], tuned: &TuneAnswer, setting: &Setting) -> Vec<Value> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(number.clone()),
        _ => None,
    };
    let now = Value::parse(&setting.rules.value(tuned.question.vary[0].key)).ok();
    let best = tuned.closest().filter(|point| point.holds).map(|point| &point.values[0]);
    let Some((now, best)) = now.as_ref().and_then(number).zip(best.and_then(number)) else {
        return Vec::new();
    };
    let (low, high) = if now < best { (now, best) } else { (best, now) };
    let is_between = |value: &&Value| number(value).is_some_and(|value| value > low && value < high);
    all.iter().filter(is_between).cloned().collect()
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
        preference(chosen, &tuned.question, &tuned.setting).map_or(tuned.choice, |(choice, ..)| choice);
    kept
}

/// The answer for other rules, if they solve a problem and nothing else that a host should know becomes worse by them.
fn with_nothing_worse(
    answer: &BalanceAnswer,
    changed: Setting,
    about: About,
    watch: &Watch<'_>,
) -> Option<BalanceAnswer> {
    let question = BalanceQuestion { story: false, ..answer.question.clone() };
    let after = BalanceAnswer::new(changed, question, watch).ok()?;
    let still = after.verdicts.iter().any(|verdict| verdict.about == about && verdict.severity() > 0);
    (!still && !after.is_worse_than(answer)).then_some(after)
}

/// Whether a value is tried within seconds: what takes longer nobody waits for who only asks for a report.
fn is_soon_tried(setting: &Setting, is_played: bool, as_it_is: f64, key: &Key, value: &Value) -> bool {
    const LONGEST: f64 = 4_000.0;
    let mut changed = setting.clone();
    let is_set = changed.rules.set(key.name, value.clone()).is_ok();
    is_set && effort_of(&changed, is_played) <= LONGEST.max(as_it_is)
}

/// Whether solving a game left a share so open that its values are compared by playing.
fn is_open(share: &Figure) -> bool {
    match share {
        Figure::Numerical(bounds) => between::is_vague(bounds),
        share => matches!(share, Figure::Simulated(_)),
    }
}

/// How many milliseconds it takes to try a game by such rules: to solve it, or where that says too little to play it.
fn effort_of(setting: &Setting, is_played: bool) -> f64 {
    let Ok(table) = setting.table() else { return 0.0 };
    if is_played { time_to_play(table.as_ref()) } else { table.workload().effort() }
}

/// A round is no house rule of an evening.
fn is_the_same_game(setting: &Setting, key: &Key, value: &Value) -> bool {
    let mut changed = setting.clone();
    changed.rules.set(key.name, value.clone()).is_ok() && changed.counted_in() == setting.counted_in()
}

/// No game is fair only because nothing is played for, or because nothing is left of a rule.
fn is_playable(takes: Takes, value: &Value) -> bool {
    match (takes, value) {
        (Takes::Coins(_), Value::Number(coins)) => !coins.is_zero(),
        (_, Value::List(list)) => !list.is_empty(),
        _ => true,
    }
}
