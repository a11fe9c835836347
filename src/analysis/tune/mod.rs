//! Which value of a rule gives the wanted odds.

mod sweep;
mod want;

use std::sync::atomic::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Signed, Zero};
use rayon::prelude::*;
use serde::{Serialize, Serializer};

pub use sweep::Sweep;
pub use want::{Metric, Relation, Unit, Want};

use super::between;
use super::estimate::Played;
use super::workload::{minutes, usual_games};
use super::{Absence, Averaging, Figure, PotAnswer, Setting, WinAnswer, record};
use crate::exact::{Detail, Missing, Number, Pot, Wanted};
use crate::games::{AdviceError, Decisions, GameError, RuleError, Value, ValueUnit};
use crate::monte_carlo::{Plan, Watch, on_threads, simulate};

/// The most games simulated with each value, if a figure is not solved.
const MOST_GAMES: u64 = 100_000;

/// The reason why a game cannot be tuned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// The want could not be parsed.
    #[error("--want `{0}`: {1}")]
    Want(String, String),
    /// The values could not be parsed.
    #[error("--vary `{0}`: {1}")]
    Sweep(String, String),
    /// The rule is invalid.
    #[error("--vary: {0}")]
    Rule(RuleError),
    /// There is no such table.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game has no coins.
    #[error("--want: {0} is not played for coins")]
    NoCoins(&'static str),
    /// The game has no such figure.
    #[error("--want: {1} has no figure `{0}`; choose from {2}{3}")]
    NoFigure(String, &'static str, String, String),
    /// The game has no decisions.
    #[error("--want: {0} has no decisions")]
    NoDecisions(&'static str),
    /// The value of skill is unknown with these rules.
    #[error("--want: {0}")]
    NotKnown(AdviceError),
    /// The game has no such policy.
    #[error("--want: {1} has no simpler policy `{0}`; choose from {2}{3}")]
    NoPolicy(String, &'static str, String, String),
    /// The list of figures is shorter.
    #[error("--want: `{0}` has {1} entries, counted from 1")]
    NoIndex(String, usize),
    /// Too many values.
    #[error("--vary: that is {0} games to solve, but at most 2000 are allowed; use larger steps")]
    TooMany(usize),
    /// No rule or too many.
    #[error("--vary: you can vary one rule or two at once")]
    Keys,
    /// The value of skill is in coins, not a share of the matches.
    #[error("--want: in {0} skill is in coins: skill:POLICY=0.5, without %")]
    SkillInCoins(&'static str),
    /// The value of skill is a share of the matches, not coins.
    #[error("--want: in {0} skill is a share of the matches from 0 to 1: skill:POLICY=0.6 or 60%")]
    SkillInShares(&'static str),
    /// A want is given twice.
    #[error("--want {0} is given twice")]
    WantedTwice(String),
    /// The run was stopped early.
    #[error("stopped before every value was tried")]
    Stopped,
    /// A rule is varied twice.
    #[error("--vary: `{0}` is varied twice")]
    Twice(&'static str),
}

/// A question about the values of rules.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneQuestion {
    /// One rule, or two, with their values.
    pub vary: Vec<Sweep>,
    /// The wants, all at once.
    pub wants: Vec<Want>,
    /// The seconds per cast.
    pub pace: BigRational,
    /// The threads, and the seed and confidence of simulated games.
    pub averaging: Averaging,
    /// Whether to compute fractions if the game is quick to solve, which takes longer.
    pub fractions: bool,
}

/// A game with one value of each varied rule.
#[derive(Clone, Debug, PartialEq)]
pub struct TunePoint {
    /// The values, in the order of the rules.
    pub values: Vec<Value>,
    /// The figures, in the order of the wants.
    pub figures: Vec<Figure>,
    /// Whether all of them surely meet the wants.
    pub holds: bool,
}

/// The trend of a figure along the values of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// It never falls.
    Rises,
    /// It never rises.
    Falls,
    /// It stays the same.
    Constant,
    /// It goes up and down.
    Neither,
    /// Intervals overlap, or figures are missing.
    Unknown,
}

/// The reason to choose a value, the better reasons first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Of the values that meet all wants with room to spare (see [`Want::holds_with_room`]) it changes the rule least.
    LeastChange,
    /// No value leaves that much room; of those that meet all wants it leaves the most.
    MostRoom,
    /// It comes closest to an exact target, or to a bound that no value meets.
    Nearest,
}

/// The figures for every value of a rule, and the best value.
#[derive(Clone, Debug)]
pub struct TuneAnswer {
    /// The game, with the rules that are not varied.
    pub setting: Setting,
    /// The question.
    pub question: TuneQuestion,
    /// Every value, or pair of values, the second rule changing first.
    pub points: Vec<TunePoint>,
    /// The index of the best one.
    pub best: Option<usize>,
    /// The reason for it.
    pub choice: Choice,
    /// The trend of each figure along the values of one rule; empty if these have no order.
    pub trends: Vec<Trend>,
}

impl TuneAnswer {
    /// Solves the game with every value; for counted bones, with their mean weights.
    ///
    /// # Errors
    ///
    /// [`TuneError`], if the game has no such figure.
    pub fn new(setting: Setting, mut question: TuneQuestion, watch: &Watch<'_>) -> Result<Self, TuneError> {
        for (index, want) in question.wants.iter().enumerate() {
            if question.wants[..index].contains(want) {
                return Err(TuneError::WantedTwice(want.metric.name()));
            }
        }
        for want in &mut question.wants {
            count_skill(want, &setting)?;
        }
        let keys: Vec<&'static str> = question.vary.iter().map(|sweep| sweep.key).collect();
        if !(1..=2).contains(&keys.len()) {
            return Err(TuneError::Keys);
        }
        let number = question.vary.iter().map(|sweep| sweep.values.len()).product::<usize>();
        if number > sweep::MOST_VALUES {
            return Err(TuneError::TooMany(number));
        }
        let combinations = match question.vary.as_slice() {
            [one] => one.values.iter().map(|value| vec![value.clone()]).collect::<Vec<_>>(),
            [one, two] if one.key == two.key => return Err(TuneError::Twice(one.key)),
            [one, two] => {
                let pairs = one.values.iter();
                pairs.flat_map(|a| two.values.iter().map(|b| vec![a.clone(), b.clone()])).collect()
            }
            _ => return Err(TuneError::Keys),
        };
        let solve = |values: Vec<Value>| -> Result<TunePoint, TuneError> {
            if watch.stop.load(Ordering::Relaxed) {
                return Err(TuneError::Stopped);
            }
            let setting = varied(&setting, &question.vary, &values).map_err(TuneError::Rule)?;
            let figures = figures(&setting, &question, watch)?;
            (watch.played)(1);
            let holds = question.wants.iter().zip(&figures).all(|(want, figure)| want.holds(figure));
            Ok(TunePoint { values, figures, holds })
        };
        let points: Vec<TunePoint> = on_threads(question.averaging.threads, || {
            combinations.into_par_iter().map(solve).collect::<Result<_, _>>()
        })?;
        Ok(Self::of_points(setting, question, points))
    }

    /// Chooses the best of the points.
    fn of_points(setting: Setting, question: TuneQuestion, points: Vec<TunePoint>) -> Self {
        let preferences = points.iter().enumerate();
        let preferences =
            preferences.filter_map(|(index, point)| Some((preference(point, &question, &setting)?, index)));
        let best = preferences.min();
        let choice = best.as_ref().map_or(Choice::Nearest, |((choice, ..), _)| *choice);
        let best = best.map(|(_, index)| index);
        // Words and lists have no order.
        let ordered = points.iter().all(|point| matches!(point.values[..], [Value::Number(_)]));
        let wanted = if ordered && points.len() > 1 { question.wants.len() } else { 0 };
        let trends = (0..wanted).map(|which| trend(&points, which)).collect();
        Self { setting, question, points, best, choice, trends }
    }

    /// The preference key of a point (the least is best); `None` if a figure is not a number.
    pub(in crate::analysis) fn preference(&self, point: &TunePoint) -> Option<(Choice, usize, BigRational)> {
        preference(point, &self.question, &self.setting)
    }

    /// The answer for one rule without its best value.
    pub(in crate::analysis) fn without_best(&self) -> Self {
        let Self { setting, mut question, mut points, best, .. } = self.clone();
        if let Some(best) = best {
            points.remove(best);
            question.vary[0].values.remove(best);
        }
        Self::of_points(setting, question, points)
    }

    /// Adds fractions for the best value, if the game is quick to solve.
    pub(in crate::analysis) fn with_fractions(mut self, watch: &Watch<'_>) -> Self {
        self.question.fractions = true;
        let found = self.best.and_then(|best| {
            let figures = figures(&self.with_value(best)?, &self.question, watch).ok()?;
            Some((best, figures))
        });
        if let Some((best, figures)) = found {
            self.points[best].figures = figures;
        }
        self
    }

    /// The best value of one rule with its neighbours, if all of them are whole numbers.
    fn neighbours(&self) -> Option<Vec<BigInt>> {
        let [sweep] = self.question.vary.as_slice() else { return None };
        let whole = |value: &Value| match value {
            Value::Number(number) if number.is_integer() => Some(number.to_integer()),
            _ => None,
        };
        let best = self.best?;
        let beside = best.saturating_sub(1)..(best + 2).min(sweep.values.len());
        sweep.values[beside].iter().map(whole).collect()
    }

    /// Whole values of one rule between the best one and its neighbours, if there are any.
    pub fn between(&self) -> Vec<Value> {
        const STEPS: usize = 10;
        let gaps = self.neighbours().unwrap_or_default();
        let within = |pair: &[BigInt]| {
            let step = ((&pair[1] - &pair[0]) / STEPS).max(BigInt::one());
            let values = std::iter::successors(Some(&pair[0] + &step), move |value| Some(value + &step));
            let end = pair[1].clone();
            values.take_while(move |value| *value < end).map(|value| Value::Number(value.into()))
        };
        gaps.windows(2).flat_map(within).collect()
    }

    /// The answer with further values of its one rule.
    ///
    /// # Errors
    ///
    /// [`TuneError`], as for [`TuneAnswer::new`].
    pub fn refined(mut self, values: &[Value], watch: &Watch<'_>) -> Result<Self, TuneError> {
        let vary = self.question.vary.iter().map(|sweep| Sweep { key: sweep.key, values: values.to_vec() });
        let question = TuneQuestion { vary: vary.collect(), ..self.question.clone() };
        self.points.extend(Self::new(self.setting.clone(), question, watch)?.points);
        self.points.sort_by(|one, other| match (&one.values[..], &other.values[..]) {
            ([Value::Number(one)], [Value::Number(other)]) => one.cmp(other),
            _ => std::cmp::Ordering::Equal,
        });
        for (index, sweep) in self.question.vary.iter_mut().enumerate() {
            sweep.values = self.points.iter().map(|point| point.values[index].clone()).collect();
        }
        Ok(Self::of_points(self.setting, self.question, self.points))
    }

    /// Whether an untried value could be better than the best one: the values tried skip some numbers, and either the figures are not
    /// monotonic or numbers next to the best value are skipped.
    pub fn may_be_between(&self) -> bool {
        let is_number = |sweep: &Sweep| sweep.values.iter().any(|value| matches!(value, Value::Number(_)));
        let every = self.question.vary.iter().all(|sweep| !is_number(sweep) || sweep.is_every_whole_number());
        let one_way = self.trends.iter().all(|trend| matches!(trend, Trend::Rises | Trend::Falls));
        let is_close = |near: Vec<BigInt>| near.windows(2).all(|pair| &pair[1] - &pair[0] == BigInt::one());
        !(every || one_way && self.neighbours().is_some_and(is_close))
    }

    /// The table with the values of a point; `None` if there is no such point.
    pub fn with_value(&self, index: usize) -> Option<Setting> {
        varied(&self.setting, &self.question.vary, &self.points.get(index)?.values).ok()
    }

    /// For each want, whether a point surely meets it.
    pub fn met(&self, point: &TunePoint) -> Vec<bool> {
        let wants = self.question.wants.iter().zip(&point.figures);
        wants.map(|(want, figure)| want.holds(figure)).collect()
    }

    /// Whether no value makes a difference to any wanted figure.
    pub fn is_constant(&self) -> bool {
        !self.trends.is_empty() && self.trends.iter().all(|trend| *trend == Trend::Constant)
    }

    /// The best point.
    pub fn closest(&self) -> Option<&TunePoint> {
        self.best.and_then(|best| self.points.get(best))
    }
}

/// The table with one value of each varied rule.
fn varied(setting: &Setting, vary: &[Sweep], values: &[Value]) -> Result<Setting, RuleError> {
    let mut setting = setting.clone();
    for (sweep, value) in vary.iter().zip(values) {
        setting.rules.set(sweep.key, value.clone())?;
    }
    Ok(setting)
}

/// Sets the unit of a want on skill: coins or a share of the matches, depending on the game.
fn count_skill(want: &mut Want, setting: &Setting) -> Result<(), TuneError> {
    let Metric::Skill(_) = want.metric else { return Ok(()) };
    let table = setting.playable()?;
    match (table.decisions().map(Decisions::value_unit), want.unit) {
        (Some(ValueUnit::Coppers | ValueUnit::Coins), Unit::Chance) => {
            return Err(TuneError::SkillInCoins(setting.game.name));
        }
        (Some(ValueUnit::WinShare | ValueUnit::Wins), _) if is_chance(&want.target) => {
            want.unit = Unit::Chance;
        }
        (Some(ValueUnit::WinShare | ValueUnit::Wins), _) => {
            return Err(TuneError::SkillInShares(setting.game.name));
        }
        _ => {}
    }
    Ok(())
}

fn is_chance(number: &BigRational) -> bool {
    !number.is_negative() && *number <= BigRational::one()
}

/// The wanted figures of one table, from a single solution.
fn figures(setting: &Setting, question: &TuneQuestion, watch: &Watch<'_>) -> Result<Vec<Figure>, TuneError> {
    let table = setting.playable()?;
    let any = |is: fn(&Metric) -> bool| question.wants.iter().any(|want| is(&want.metric));
    let quantile = any(|metric| matches!(metric, Metric::Length(Some(_)) | Metric::Pot(Some(_))));
    let fractions = question.fractions && table.workload().is_soon_solved();
    let detail = if quantile || fractions { Detail::Whole } else { Detail::Means };
    let coins = any(|metric| matches!(metric, Metric::Net(_) | Metric::Risk | Metric::Pot(_)));
    let solution = table.solve_to(Wanted { detail, coins });
    let is_zero = |coins: &Number| coins.as_ref().is_ok_and(|coins| coins.high().is_zero());
    let stakes = |pot: &Pot| pot.accounts.iter().any(|account| !is_zero(&account.paid));
    let unstaked = solution.pot.as_ref().is_some_and(|pot| !stakes(pot));
    let answers = |played: Option<&Played>| {
        let pot = solution.pot.as_ref();
        let pot = pot.map(|pot| PotAnswer::new(setting.clone(), pot, played, None));
        let wins = WinAnswer::new(setting.clone(), &solution, played, None);
        let figure = |want: &Want| match want.metric {
            // Without stakes nobody gains or loses, which is no way to make a game fair.
            Metric::Net(_) if unstaked => Ok(Figure::None(Absence::NothingStaked)),
            _ => want.metric.of(&wins, pot.as_ref(), table.as_ref()),
        };
        question.wants.iter().map(figure).collect::<Result<Vec<Figure>, TuneError>>()
    };
    let mut found = answers(None)?;
    let vague = |(want, figure): (&Want, &Figure)| match figure {
        // Simulated games alone do not show swings.
        _ if want.metric.is_swing() => false,
        Figure::Numerical(bounds) => between::is_vague(bounds) && want.unit == Unit::Chance,
        Figure::None(absence) => *absence == Absence::Game(Missing::TooLong),
        Figure::Exact(_) | Figure::Simulated(_) | Figure::Searched { .. } => false,
    };
    let vague: Vec<bool> = question.wants.iter().zip(&found).map(vague).collect();
    let games = usual_games(table.as_ref(), &solution).min(MOST_GAMES);
    if vague.contains(&true) && games > 0 {
        let Averaging { seed, level: confidence, .. } = question.averaging;
        let silent = Watch { stop: watch.stop, played: &|_| () };
        let tally = simulate(table.player().as_ref(), &Plan { games, seed, threads: 1 }, &silent);
        let asked = tally.begun();
        let played = answers(Some(&Played { tally, asked, seed, confidence }))?;
        for ((figure, played), _) in found.iter_mut().zip(played).zip(&vague).filter(|(_, vague)| **vague) {
            *figure = played;
        }
    }
    let minutes = minutes(&question.pace, &table.casts_in_unit());
    let counted = |(want, figure): (&Want, Figure)| {
        if want.unit == Unit::Minutes { between::scaled(&figure, &minutes) } else { figure }
    };
    Ok(question.wants.iter().zip(found).map(counted).collect())
}

/// The reason to choose a point, the number of bounds it breaks or may break, and how far it is from ideal by the measure of that
/// reason; the point with the least is chosen. `None` if a figure is not a number.
///
/// Bounds come before exact targets: of the values within all bounds, the closest to the targets is chosen.
/// Distances are relative to the targets, except that those of probabilities are absolute; the largest counts.
fn preference(
    point: &TunePoint,
    question: &TuneQuestion,
    setting: &Setting,
) -> Option<(Choice, usize, BigRational)> {
    let wants = || question.wants.iter().zip(&point.figures);
    let distances: Vec<BigRational> =
        wants().map(|(want, figure)| Some(want.distance(figure)? / want.scale())).collect::<Option<_>>()?;
    if wants().all(|(want, figure)| want.holds_with_room(figure)) {
        let changes = question.vary.iter().zip(&point.values);
        let change: f64 = changes.map(|(sweep, value)| sweep.change(value, setting)).sum();
        return Some((Choice::LeastChange, 0, BigRational::from_f64(change)?));
    }
    if point.holds && question.wants.iter().all(Want::is_bound) {
        return Some((Choice::MostRoom, 0, -distances.into_iter().min()?));
    }
    let broken: Vec<bool> = wants().map(|(want, figure)| want.is_broken(figure)).collect();
    let number = broken.iter().filter(|broken| **broken).count();
    // If any bounds are broken, only those count; otherwise only exact targets do.
    let counts = |index: usize| if number > 0 { broken[index] } else { !question.wants[index].is_bound() };
    let distances = distances.into_iter().enumerate().filter(|(index, _)| counts(*index));
    Some((Choice::Nearest, number, distances.map(|(_, distance)| distance).max()?))
}

fn trend(points: &[TunePoint], which: usize) -> Trend {
    // Values without stakes are not compared.
    let figures = points.iter().map(|point| &point.figures[which]);
    let defined = figures.clone().filter(|figure| **figure != Figure::None(Absence::NothingStaked));
    let ends: Option<Vec<_>> = defined.map(between::ends).collect();
    let Some(ends) = ends.filter(|ends| ends.len() > 1) else { return Trend::Unknown };
    let steps = || ends.windows(2).map(|pair| (&pair[0], &pair[1]));
    // If intervals overlap, the step is too small to be seen.
    let rises = steps().any(|(a, b)| b.0 > a.1);
    let falls = steps().any(|(a, b)| b.1 < a.0);
    let simulated = figures.into_iter().any(|figure| matches!(figure, Figure::Simulated(_)));
    let unseen = simulated && steps().any(|(a, b)| b.0 <= a.1 && b.1 >= a.0);
    match (rises, falls) {
        (true, true) => Trend::Neither,
        _ if unseen => Trend::Unknown,
        (true, false) => Trend::Rises,
        (false, true) => Trend::Falls,
        (false, false) => Trend::Constant,
    }
}

record!(TuneAnswer, answer =>
    ..answer.setting,
    "vary": answer.question.vary,
    "want": answer.question.wants.first(),
    "wants"?: several(&answer.question.wants),
    "points": answer.points.iter().map(|point| PointRecord(answer, point)).collect::<Vec<_>>(),
    "closest": answer.closest().map(|point| PointRecord(answer, point)),
    "choice"?: answer.best.map(|_| answer.choice),
    "trend"?: answer.trends.first(),
    "trends"?: several(&answer.trends),
    "bones"?: answer.setting.bones_if_used(),
);

/// The list, if it has several entries.
fn several<T>(list: &[T]) -> Option<&[T]> {
    (list.len() > 1).then_some(list)
}

struct PointRecord<'a>(&'a TuneAnswer, &'a TunePoint);

record!(PointRecord<'_>, Self(answer, point) =>
    "values": Pairs(answer, point),
    "figure": point.figures.first(),
    "figures"?: several(&point.figures),
    "met"?: several(&answer.met(point)),
    "holds": point.holds,
);

struct Pairs<'a>(&'a TuneAnswer, &'a TunePoint);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.question.vary.iter().map(|sweep| sweep.key).zip(&self.1.values))
    }
}
