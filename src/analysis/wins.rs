//! Who wins a game, and how long it takes.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::between;
use super::distribution::PmfRecord;
use super::estimate::{Compared, Played, Simulation};
use super::game_posterior::Of;
use super::{Absence, Figure, GamePosterior, NamedSet, OverPosterior, PmfForm, record};
use crate::exact::{Enclosure, Interval, Missing, Number, Pmf, Progress, Solution, Spread, Support};
use crate::figures::{Estimator, ends, known};
use crate::games::{Game, GameError, Key, LengthUnit, Playable, Rules, SolutionStore, Value};
use crate::monte_carlo::{Moments, Tally};
use crate::process::{Measure, Role, Statistic};

/// A table: a game with its players, rules and bones.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The game.
    pub game: &'static Game,
    /// The number of players.
    pub players: usize,
    /// The rules.
    pub rules: Rules,
    /// The bones: one set for all, or one for each seat.
    pub bones: Vec<NamedSet>,
    /// The starting position, if it is not the usual one.
    pub position: Option<String>,
    /// The moves that led there, as they were typed, if any.
    pub moves: Option<String>,
    /// Remarks on this table.
    pub remarks: Vec<String>,
    /// How often numbers are capped at the ends of their ranges, if no other figure shows it.
    pub capped: Vec<NamedFigures>,
    /// The store of slow solutions, if there is one.
    pub store: Option<Arc<dyn SolutionStore>>,
}

impl Setting {
    /// A table with these rules, and one set of bones for all or one for each seat.
    pub const fn new(game: &'static Game, rules: Rules, bones: Vec<NamedSet>) -> Self {
        let players = rules.seats();
        Self {
            game,
            players,
            rules,
            bones,
            position: None,
            moves: None,
            remarks: Vec::new(),
            capped: Vec::new(),
            store: None,
        }
    }

    /// Sets up the table.
    ///
    /// # Errors
    ///
    /// [`GameError`], if the sets of bones are neither one nor one for each player, or are not of four tali.
    pub fn table(&self) -> Result<Box<dyn Playable>, GameError> {
        let sets: Vec<_> = self.bones.iter().map(|bones| bones.set().clone()).collect();
        let mut table = self.game.table(self.rules.clone(), &sets)?;
        if let Some(store) = &self.store {
            table.keep_in(Arc::clone(store));
        }
        Ok(table)
    }

    /// Sets up the table, if every seat can follow its policy.
    ///
    /// # Errors
    ///
    /// [`GameError`], as for [`Setting::table`], or if the choices of a policy are unknown.
    pub fn playable(&self) -> Result<Box<dyn Playable>, GameError> {
        let table = self.table()?;
        table.check_policies()?;
        Ok(table)
    }

    /// Sets the remarks on the table, including usual rules that are switched off.
    pub fn note(&mut self, table: &dyn Playable) {
        self.remarks = table.remarks();
        self.remarks.extend(self.game.switched_off(&self.rules));
    }

    /// The name of the coins.
    pub fn money(&self) -> &'static str {
        self.game.coins.unwrap_or("coins")
    }

    /// The unit of the game's length.
    pub fn counted_in(&self) -> LengthUnit {
        self.game.counted_in(&self.rules)
    }

    /// Whether the seats differ only in their order, with the same bones, policies and rules.
    pub fn has_seats_alike(&self) -> bool {
        let is_same = |value: &Value| match value {
            Value::List(list) if list.len() == self.players => list.iter().all(|one| *one == list[0]),
            _ => true,
        };
        let values = self.game.keys.iter().filter(|key: &&Key| key.takes.can_differ_by_seat());
        self.position.is_none()
            && self.bones.iter().all(|bones| *bones == self.bones[0])
            && self.rules.play().windows(2).all(|pair| pair[0] == pair[1])
            && values
                .filter_map(|key| Value::parse(&self.rules.value(key.name)).ok())
                .all(|value| is_same(&value))
    }

    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("game", self.game.name)?;
        map.serialize_entry("players", &self.players)?;
        map.serialize_entry("rules", &self.rules)?;
        if !self.rules.play().is_empty() {
            map.serialize_entry("play", self.rules.play())?;
        }
        if self.rules.has_stand_ins() {
            map.serialize_entry("played", &self.rules.played())?;
        }
        if let Some(position) = &self.position {
            map.serialize_entry("position", position)?;
        }
        if let Some(moves) = &self.moves {
            map.serialize_entry("moves", moves)?;
        }
        if !self.remarks.is_empty() {
            map.serialize_entry("remarks", &self.remarks)?;
        }
        if !self.capped.is_empty() {
            map.serialize_entry(
                "capped",
                &Named { figures: &self.capped, of: |figure| Some(&figure.solved) },
            )?;
        }
        Ok(())
    }

    /// The bones, if the game uses any.
    pub(super) fn bones_if_used(&self) -> Option<&[NamedSet]> {
        self.game.faces(&self.rules).then_some(&self.bones)
    }
}

/// The odds of one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatOdds {
    /// The seat, from 1.
    pub seat: usize,
    /// The probability of winning, with shared wins in parts.
    pub share: Compared,
    /// Under best play: the least and the greatest share, depending on how an endless game counts.
    pub best_range: Option<[Figure; 2]>,
}

/// A figure that the game itself defines.
#[derive(Clone, Debug)]
pub struct NamedFigures {
    /// The definition of the figure.
    pub of: &'static Statistic,
    /// The figures, in the order of seats, casts or laps.
    pub figures: Vec<Compared>,
    /// The dimensions, if the figures form a table.
    pub shape: Vec<usize>,
    /// Whether it is the same for all best strategies.
    pub unique: bool,
}

impl NamedFigures {
    /// The subject of one of several figures.
    pub fn at(&self, index: usize) -> String {
        match self.shape.as_slice() {
            [_, ones, others] => {
                let (starter, left) = (index / (ones * others), index % (ones * others));
                let tali = (left / others + 1, left % others + 1);
                format!("seat {} starts, {} against {}", starter + 1, tali.0, tali.1)
            }
            [_, others] => format!("{} against {}", index / others + 1, index % others + 1),
            _ => (index + self.of.over.first()).to_string(),
        }
    }
}

/// The spread of a number of casts or coins.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadFigures {
    /// The mean.
    pub mean: Compared,
    /// The mean over the games in which the number is finite, if there may be others.
    pub finite_mean: Option<Box<Compared>>,
    /// The standard deviation.
    pub sd: Figure,
    /// The quantiles.
    pub quantiles: Vec<Quantile>,
    /// The distribution, if it is not too long.
    pub pmf: Option<Pmf>,
    /// Instead of it, for a chart, the simulated distribution, if it was counted.
    pub counted: Option<Pmf>,
    /// The form in which the distribution is written.
    pub form: PmfForm,
}

/// A quantile: the smallest number that is not exceeded with at least that probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantile {
    /// Its level in percent.
    pub percent: u8,
    /// The number.
    pub number: Figure,
}

impl SpreadFigures {
    pub(super) fn new(spread: &Spread, simulated: Option<Figure>, posterior: Option<OverPosterior>) -> Self {
        let quantiles = Spread::PERCENT.iter().zip(&spread.quantiles);
        Self {
            mean: Compared::new(spread.mean.clone(), simulated).over(posterior),
            finite_mean: None,
            sd: spread.sd.clone().into(),
            quantiles: quantiles
                .map(|(percent, number)| Quantile { percent: *percent, number: number.clone().into() })
                .collect(),
            pmf: spread.pmf.clone(),
            counted: None,
            form: PmfForm::default(),
        }
    }

    /// Fills in unsolved figures from the counted lengths.
    fn fill_in(&mut self, tally: &Tally, estimator: &Estimator) {
        let (counted, games) = (&tally.lengths, tally.begun());
        let unsolved = |figure: &Figure| matches!(figure, Figure::None(Absence::Game(Missing::TooLong)));
        let ended: u64 = counted.values().sum();
        if unsolved(&self.sd) && ended == games {
            self.sd = estimator.spread(counted);
        }
        for quantile in self.quantiles.iter_mut().filter(|quantile| unsolved(&quantile.number)) {
            let number = estimator.quantile(counted, games, quantile.percent);
            // The length of games that were given up is unknown.
            if tally.given_up == 0 || number.is_number() {
                quantile.number = number;
            }
        }
        if self.pmf.is_none() {
            let part = |times: &u64| Interval::ratio(&(*times).into(), &games.into());
            self.counted = Some(Pmf {
                support: Support::Listed(
                    counted.keys().map(|number| BigRational::from_integer((*number).into())).collect(),
                ),
                chances: counted.values().map(part).collect(),
                exact: Vec::new(),
                remainder: Interval::ratio(&(games - ended).into(), &games.into()),
            });
        }
    }
}

/// A final score, over the games that have it.
#[derive(Clone, Debug)]
pub struct ScoreFigures {
    /// The figure.
    pub of: &'static Statistic,
    /// The probability that a game has it.
    pub chance: Figure,
    /// The spread.
    pub spread: SpreadFigures,
}

/// Who wins a game, and how long it takes.
#[derive(Clone, Debug)]
pub struct WinAnswer {
    /// The game.
    pub setting: Setting,
    /// The odds of each seat.
    pub seats: Vec<SeatOdds>,
    /// The probability that nobody wins.
    pub nobody: Compared,
    /// The probability that the game never ends.
    pub never: Compared,
    /// The number of casts.
    pub length: SpreadFigures,
    /// The figures that the game itself defines.
    pub figures: Vec<NamedFigures>,
    /// The final scores.
    pub scores: Vec<ScoreFigures>,
    /// The progress of the seats, for a chart.
    pub progress: Vec<Progress>,
    /// The simulated games, if there were any.
    pub simulation: Option<Simulation>,
    /// The figures over draws of the weights, if these were estimated from throws.
    pub posterior: Option<GamePosterior>,
}

impl WinAnswer {
    /// Combines a solution, simulated games, and figures over the posterior of the weights.
    pub fn new(
        setting: Setting,
        solution: &Solution,
        played: Option<&Played>,
        posterior: Option<GamePosterior>,
    ) -> Self {
        let chance_over = |of: Of| posterior.as_ref().and_then(|posterior| posterior.chance(of));
        let mean_over = |of: Of| posterior.as_ref().and_then(|posterior| posterior.mean(of));
        let mut estimator = Estimator::new(played.map_or(0.95, |played| played.confidence));
        let games = played.map_or(0, |played| played.tally.games);
        let tally = played.map(|played| &played.tally).filter(|tally| tally.games > 0);
        // The reason for unknown shares, if they are: the same as for the length.
        let unsolved = match solution.length.mean {
            Err(why @ (Missing::TooLong | Missing::OutOfRange)) => why,
            _ => Missing::OutOfRange,
        };
        let mut chance = |number: &Enclosure, sums: Option<(f64, f64)>, of: Of| {
            let simulated =
                sums.and_then(|(sum, squares)| estimator.chance(sum, squares, games, ends(number)));
            // Bounds from 0 to 1 say nothing about a probability.
            let nothing = number.low().is_zero() && number.high().is_one();
            let number = if nothing { Err(unsolved) } else { Ok(number.clone()) };
            Compared::new(number, simulated).over(chance_over(of))
        };
        let seats = solution.shares.iter().enumerate().map(|(seat, share)| {
            let moments = tally.and_then(|tally| tally.shares.get(seat));
            let sums = moments.map(|moments| (moments.sum, moments.squares));
            SeatOdds { seat: seat + 1, share: chance(share, sums, Of::Share(seat)), best_range: None }
        });
        let seats = seats.collect();
        #[expect(clippy::cast_precision_loss, reason = "estimates are doubles")]
        let counted = |times: u64| (times as f64, times as f64);
        let nobody = chance(&solution.nobody, tally.map(|tally| counted(tally.nobody)), Of::Nobody);
        let all_known = tally.filter(|tally| tally.given_up == 0);
        let never = chance(&solution.never, all_known.map(|tally| counted(tally.never)), Of::Never);
        let Spread { mean, finite_mean, sd, .. } = &solution.length;
        // The counted lengths are from games that ended.
        let all_end =
            tally.is_none_or(|tally| tally.never + tally.given_up == 0) && *mean != Err(Missing::Endless);
        let some_end = !solution.never.low().is_one();
        let mut casts =
            |mean: &Number| tally.and_then(|tally| estimator.mean(&tally.casts, 0.0, known(mean), known(sd)));
        let of_all = if all_end { casts(mean) } else { None };
        let mut length = SpreadFigures::new(&solution.length, of_all, mean_over(Of::Length));
        if some_end && !all_end && mean.is_err() {
            let mean = finite_mean.clone().unwrap_or(Err(Missing::TooLong));
            length.finite_mean = Some(Box::new(Compared::new(mean.clone(), casts(&mean))));
        }
        if let Some(tally) = tally.filter(|tally| !tally.lengths.is_empty()) {
            length.fill_in(tally, &estimator);
        }
        let figures = solution.statistics.iter().map(|statistic| {
            let of = statistic.of;
            let counted = tally.and_then(|tally| tally.statistics.get(of.name));
            let figure = |(index, number): (usize, &Number)| {
                let moments = counted.and_then(|counted| counted.get(index));
                let moments =
                    tally.zip(moments).and_then(|(tally, moments)| tally.of_all(moments, number.is_ok()));
                let ratio = tally.and_then(|tally| tally.ratios.get(of.name)).filter(|_| index == 0);
                let simulated = match (moments, ratio) {
                    (Some(moments), _) => of_moments(&mut estimator, of, moments, number),
                    (None, Some(pairs)) => {
                        estimator.ratio(pairs, of.unit == Measure::Probability, known(number))
                    }
                    (None, None) => None,
                };
                Compared::new(number.clone(), simulated).over(match of.unit {
                    Measure::Probability => chance_over(Of::Statistic(of.name, index)),
                    Measure::Plain | Measure::Difference | Measure::Deviation => {
                        mean_over(Of::Statistic(of.name, index))
                    }
                })
            };
            NamedFigures {
                of,
                figures: statistic.numbers.iter().enumerate().map(figure).collect(),
                shape: statistic.shape.clone(),
                unique: statistic.unique,
            }
        });
        let figures = figures.collect();
        let scores = solution.scores.iter().map(|score| {
            let counted = tally.and_then(|tally| tally.statistics.get(score.of.name)?.first());
            let (mean, sd) = (&score.spread.mean, &score.spread.sd);
            let simulated = counted
                .filter(|moments| moments.count > 0)
                .and_then(|moments| estimator.mean(moments, f64::NEG_INFINITY, known(mean), known(sd)));
            ScoreFigures {
                of: score.of,
                chance: score.chance.clone().into(),
                spread: SpreadFigures::new(&score.spread, simulated, None),
            }
        });
        let scores = scores.collect();
        let simulation = Simulation::of(played, estimator.worst);
        Self {
            setting,
            seats,
            nobody,
            never,
            length,
            figures,
            scores,
            progress: Vec::new(),
            simulation,
            posterior,
        }
    }

    /// The share of each seat if all win equally often: the mean of their shares, smaller if nobody may win or the game may
    /// never end.
    pub fn even_share(&self) -> Figure {
        let shares: Vec<Compared> = self.seats.iter().map(|seat| between::best_known(&seat.share)).collect();
        between::even_share(&shares)
    }
}

impl Setting {
    /// Whether the file describes a chance and not a game: it is for one player without choices.
    pub fn is_mere_chance(&self) -> bool {
        let is_file = self.game.number == 0 && !self.game.file.is_empty();
        self.players == 1 && is_file && self.game.policies.is_empty()
    }
}

impl WinAnswer {
    /// How often numbers are capped at the ends of their ranges, if ever.
    pub fn capped(&self) -> Vec<NamedFigures> {
        let is_met = |named: &&NamedFigures| {
            matches!(named.of.role, Role::Capped) && named.figures[0].solved.approximate() != Some(0.0)
        };
        self.figures.iter().filter(is_met).cloned().collect()
    }
}

/// A chance if only 0 and 1 were counted, else a mean.
fn of_moments(
    estimator: &mut Estimator,
    of: &Statistic,
    moments: &Moments,
    number: &Number,
) -> Option<Figure> {
    let counted_whole = moments.squares.to_bits() == moments.sum.to_bits();
    if of.unit == Measure::Probability && counted_whole {
        return estimator.chance(moments.sum, moments.squares, moments.count, known(number));
    }
    if of.unit == Measure::Deviation {
        return estimator.mean(moments, 0.0, None, None).map(Figure::root);
    }
    let least = if of.unit == Measure::Difference { f64::NEG_INFINITY } else { 0.0 };
    let mean = estimator.mean(moments, least, known(number), None);
    if of.unit == Measure::Probability { mean.map(Figure::clamped_to_one) } else { mean }
}

record!(WinAnswer, answer =>
    ..answer.setting,
    "seats": answer.seats,
    "nobody": answer.nobody.solved,
    "never": answer.never.solved,
    "length": InUnitOf(&answer.length, answer.setting.counted_in().name()),
    "figures": Named { figures: &answer.figures, of: |figure| Some(&figure.solved) },
    "scores"?: Some(Scores(&answer.scores)).filter(|scores| !scores.0.is_empty()),
    "simulation"?: answer.simulation.as_ref().map(|simulation| WinSimulation(answer, simulation)),
    "posterior"?: answer.posterior.as_ref().map(|posterior| WinPosterior(answer, posterior)),
    "bones"?: answer.setting.bones_if_used(),
);

struct WinSimulation<'a>(&'a WinAnswer, &'a Simulation);

record!(WinSimulation<'_>, Self(answer, simulation) =>
    ..simulation,
    "nobody": answer.nobody.simulated,
    "never": answer.never.simulated,
    "length_mean": answer.length.mean.simulated,
    "length_finite_mean"?: answer.length.finite_mean.as_ref().and_then(|mean| mean.simulated.as_ref()),
    "figures": Named { figures: &answer.figures, of: |figure| figure.simulated.as_ref() },
);

/// Final scores, by name.
struct Scores<'a>(&'a [ScoreFigures]);

impl Serialize for Scores<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|score| (score.of.name, score)))
    }
}

record!(ScoreFigures, score =>
    "chance": score.chance,
    "mean": score.spread.mean.solved,
    "simulated"?: score.spread.mean.simulated,
    ..WithoutMean(&score.spread, "number"),
);

struct WinPosterior<'a>(&'a WinAnswer, &'a GamePosterior);

record!(WinPosterior<'_>, Self(answer, posterior) =>
    ..posterior,
    "nobody": answer.nobody.posterior,
    "never": answer.never.posterior,
    "length_mean": answer.length.mean.posterior,
    "figures": Named { figures: &answer.figures, of: |figure| figure.posterior.as_ref() },
);

record!(GamePosterior, posterior =>
    "draws": posterior.draws,
    "seed": posterior.seed,
    "level": posterior.level,
);

record!(Simulation, Self { played, largest_z } =>
    "games": played.tally.games,
    "asked"?: Some(played.asked).filter(|asked| played.tally.begun() < *asked),
    "seed": played.seed,
    "casts": played.tally.casts.sum,
    "confidence": played.confidence,
    "worst_z": largest_z,
);

record!(SeatOdds, odds =>
    "seat": odds.seat,
    "win_share": odds.share.solved,
    "low_best"?: odds.best_range.as_ref().map(|[low, _]| low),
    "high_best"?: odds.best_range.as_ref().map(|[_, high]| high),
    "simulated"?: odds.share.simulated,
    "posterior"?: odds.share.posterior,
);

/// Existing figures, by name.
struct Named<'a, T> {
    figures: &'a [NamedFigures],
    of: fn(&Compared) -> Option<&T>,
}

impl<T: Serialize> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut family = "";
        for named in self.figures {
            match named.of.name.split_once('.') {
                None => entry(&mut map, named.of.name, named, self.of)?,
                // `bought.etiam` and `bought.mercury` go together under `bought`.
                Some((name, _)) if name != family => {
                    family = name;
                    let of = |named: &&NamedFigures| named.of.name.split('.').next() == Some(name);
                    map.serialize_entry(name, &Family(self.figures.iter().filter(of).collect(), self.of))?;
                }
                Some(_) => {}
            }
        }
        map.end()
    }
}

/// Writes a figure, or a list of them, under a name.
fn entry<M: SerializeMap, T: Serialize>(
    map: &mut M,
    name: &str,
    named: &NamedFigures,
    of: fn(&Compared) -> Option<&T>,
) -> Result<(), M::Error> {
    let all: Vec<Option<&T>> = named.figures.iter().map(of).collect();
    if let ([_, ones, others], true) = (named.shape.as_slice(), all.iter().any(Option::is_some)) {
        let tables: Vec<Vec<&[Option<&T>]>> =
            all.chunks(ones * others).map(|table| table.chunks(*others).collect()).collect();
        map.serialize_entry(name, &tables)?;
    } else if let ([_, others], true) = (named.shape.as_slice(), all.iter().any(Option::is_some)) {
        map.serialize_entry(name, &all.chunks(*others).collect::<Vec<&[Option<&T>]>>())?;
    } else if named.of.is_list() && all.iter().any(Option::is_some) {
        map.serialize_entry(name, &all)?;
    } else if let Some(Some(one)) = all.first() {
        if named.unique {
            map.serialize_entry(name, one)?;
        } else {
            map.serialize_entry(name, &NotUnique { figure: *one, unique: false })?;
        }
    }
    Ok(())
}

/// A figure that depends on the best strategy shown, if there are several.
#[derive(serde::Serialize)]
struct NotUnique<'a, T> {
    #[serde(flatten)]
    figure: &'a T,
    unique: bool,
}

/// Figures with a common prefix, each under the rest of its name.
struct Family<'a, T>(Vec<&'a NamedFigures>, fn(&Compared) -> Option<&T>);

impl<T: Serialize> Serialize for Family<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for named in &self.0 {
            entry(&mut map, named.of.name.rsplit('.').next().unwrap_or_default(), named, self.1)?;
        }
        map.end()
    }
}

/// A spread with the unit of its numbers.
pub(super) struct InUnitOf<'a>(pub &'a SpreadFigures, pub &'static str);

record!(InUnitOf<'_>, Self(spread, unit) =>
    "mean": spread.mean.solved,
    ..WithoutMean(spread, unit),
);

/// A spread whose mean is written separately.
struct WithoutMean<'a>(&'a SpreadFigures, &'static str);

record!(WithoutMean<'_>, Self(spread, unit) =>
    "finite_mean"?: spread.finite_mean.as_ref().map(|mean| &mean.solved),
    "sd": spread.sd,
    "quantiles": spread.quantiles.iter().map(|quantile| InUnit(quantile, unit)).collect::<Vec<_>>(),
    "pmf"?: spread.pmf.as_ref().map(|pmf| PmfRecord { pmf, unit, form: spread.form }),
);

struct InUnit<'a>(&'a Quantile, &'static str);

impl Serialize for InUnit<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(quantile, unit) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("q", &(f64::from(quantile.percent) / 100.0))?;
        match &quantile.number {
            // The least possible value.
            Figure::Numerical(bounds) => {
                map.serialize_entry(unit, &bounds.low().to_f64())?;
                map.serialize_entry("method", "numerical")?;
                map.serialize_entry("low", &bounds.low().to_f64())?;
                map.serialize_entry("high", &bounds.high().to_f64())?;
            }
            number => number.entries(&mut map, unit)?,
        }
        map.end()
    }
}
