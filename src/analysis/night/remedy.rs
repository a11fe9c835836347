//! House rules that would solve a problem of a game and make nothing else worse: what `tune` finds, rule by rule.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::analysis::workload::{minutes, time_to_play};
use crate::analysis::{
    About, BalanceAnswer, BalanceQuestion, Figure, Metric, Relation, Setting, Sweep, TuneAnswer,
    TuneQuestion, Unit, Verdict, Want, between,
};
use crate::games::{Takes, Value};
use crate::monte_carlo::Watch;

/// The values that are tried to solve a problem may take this many milliseconds together, and one of them this many, unless
/// the game as it is takes longer.
const LONGEST_SEARCH: f64 = 20_000.0;
const LONGEST: f64 = 4_000.0;

/// At most this many values that would do are held against all verdicts, one after the other.
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

/// Of all values of all rules the one that does it with the least change, and nothing worse.
fn solve(answer: &BalanceAnswer, about: About, want: &Want, watch: &Watch<'_>) -> Option<Remedy> {
    let sweeps = sweeps(answer, about);
    let mut tried: Vec<TuneAnswer> =
        sweeps.into_iter().filter_map(|sweep| tuned(answer, sweep, want, false, watch)).collect();
    for _ in 0..MOST_CHECKED {
        let best = tried.iter().enumerate().filter_map(|(place, tuned)| {
            let preference =
                tuned.closest().filter(|point| point.holds).and_then(|point| tuned.preference(point));
            Some((preference?, place))
        });
        let (_, place) = best.min()?;
        let changed = tried[place].with_value(tried[place].best?)?;
        if let Some(after) = with_nothing_worse(answer, changed, about, watch) {
            let minutes_of_all = after.minutes_of_all().solved;
            let (want, tuned) = (want.clone(), tried.swap_remove(place).with_fractions(watch));
            return Some(Remedy { about, want, tuned, games: answer.question.times, minutes_of_all });
        }
        tried[place] = tried[place].without_best();
    }
    None
}

/// The rules that might do, with the values that there is time to try.
fn sweeps(answer: &BalanceAnswer, about: About) -> Vec<Sweep> {
    let setting = &answer.setting;
    let is_played = answer.wins.seats.iter().any(|seat| is_open(&seat.share.solved));
    let as_it_is = effort(setting, is_played);
    // Coins change neither who wins nor how long it takes, and what each seat begins with is what takes longest to try.
    let keys = setting.game.keys.iter().filter(|key| match key.takes {
        Takes::WholeOfSeats(..) => false,
        Takes::Coins(_) => about == About::Coins,
        _ => true,
    });
    let time_for_each = LONGEST_SEARCH / keys.clone().count().to_f64().unwrap_or(1.0).max(1.0);
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
                && effort(&changed, is_played) <= LONGEST.max(as_it_is)
        });
        // Of what takes long to try as much is tried as there is time for.
        let every = sweep.values.len().div_ceil(most.max(1)).max(1);
        sweep.values = sweep.values.into_iter().step_by(every).collect();
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
    let question = BalanceQuestion { story: false, ..answer.question.clone() };
    let after = BalanceAnswer::new(changed, question, watch).ok()?;
    let still = after.verdicts.iter().any(|verdict| verdict.about == about && verdict.severity() > 0);
    (!still && !after.is_worse_than(answer)).then_some(after)
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
