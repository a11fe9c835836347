//! Who wins a game, and how long it takes.

use num_traits::ToPrimitive;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::distribution::PmfRecord;
use super::estimate::{Compared, Estimator, Played, Simulation, known};
use super::{Absence, Figure, GamePosterior, NamedSet, OverPosterior, PmfForm};
use crate::exact::{Number, Pmf, Progress, Solution, Spread};
use crate::games::{Game, GameError, Playable, Rules};
use crate::monte_carlo::Moments;
use crate::process::{Measure, Statistic};

/// A game as a table plays it.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The game.
    pub game: &'static Game,
    /// How many play.
    pub players: usize,
    /// Their rules.
    pub rules: Rules,
    /// Their bones: one set for all, or one for each seat.
    pub bones: Vec<NamedSet>,
    /// What is to be noted of this table.
    pub remarks: Vec<String>,
}

impl Setting {
    /// The table, set up.
    ///
    /// # Errors
    ///
    /// [`GameError`], if the sets of bones are neither one nor one for each player, or are not of four tali.
    pub fn table(&self) -> Result<Box<dyn Playable>, GameError> {
        let sets: Vec<_> = self.bones.iter().map(|bones| bones.set().clone()).collect();
        self.game.table(self.rules.clone(), &sets)
    }

    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("game", self.game.name)?;
        map.serialize_entry("players", &self.players)?;
        map.serialize_entry("rules", &self.rules)
    }

    pub(super) fn bones_entry<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        if self.game.faces() { map.serialize_entry("bones", &self.bones) } else { Ok(()) }
    }
}

/// The odds of one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatOdds {
    /// The seat, from 1.
    pub seat: usize,
    /// The probability of winning, shared wins in parts.
    pub share: Compared,
}

/// One of the figures that a game has besides.
#[derive(Clone, Debug)]
pub struct NamedFigures {
    /// Which one.
    pub of: &'static Statistic,
    /// The figures, in the order of seats, casts or laps.
    pub figures: Vec<Compared>,
}

/// How a number of casts or coins is spread.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadFigures {
    /// The mean.
    pub mean: Compared,
    /// The standard deviation.
    pub sd: Figure,
    /// The quantiles.
    pub quantiles: Vec<Quantile>,
    /// The law itself, where it is not too long.
    pub pmf: Option<Pmf>,
    /// How it is written out.
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
            sd: spread.sd.clone().into(),
            quantiles: quantiles
                .map(|(percent, number)| Quantile { percent: *percent, number: number.clone().into() })
                .collect(),
            pmf: spread.pmf.clone(),
            form: PmfForm::default(),
        }
    }
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
    /// The probability that the game goes on for ever.
    pub never: Compared,
    /// The number of casts.
    pub length: SpreadFigures,
    /// What this game has to tell besides.
    pub figures: Vec<NamedFigures>,
    /// How the seats come along, for a picture.
    pub progress: Vec<Progress>,
    /// The games played by chance, if any were.
    pub simulation: Option<Simulation>,
    /// The weights that were drawn, where weights of bones were estimated from throws.
    pub posterior: Option<GamePosterior>,
}

impl WinAnswer {
    /// What a solution, games played by chance, and other weights that throws leave possible say together.
    pub fn new(
        setting: Setting,
        solution: &Solution,
        played: Option<&Played>,
        posterior: Option<GamePosterior>,
    ) -> Self {
        let over = |of: &dyn Fn(&GamePosterior) -> Option<OverPosterior>| posterior.as_ref().and_then(of);
        let mut estimator = Estimator::new(played.map_or(0.95, |played| played.confidence));
        let games = played.map_or(0, |played| played.tally.games);
        let tally = played.map(|played| &played.tally);
        let mut chance = |number: &Number, sum: Option<(f64, f64)>| {
            let (sum, squares) = sum?;
            estimator.chance(sum, squares, games, known(number))
        };
        let seats = solution.shares.iter().enumerate().map(|(seat, share)| {
            let number = Ok(share.clone());
            let moments = tally.and_then(|tally| tally.shares.get(seat));
            let simulated = chance(&number, moments.map(|moments| (moments.sum, moments.squares)));
            let share = Compared::new(number, simulated).over(over(&|posterior| posterior.share(seat)));
            SeatOdds { seat: seat + 1, share }
        });
        let seats = seats.collect();
        #[expect(clippy::cast_precision_loss, reason = "estimates are doubles")]
        let counted = |times: u64| (times as f64, times as f64);
        let nobody = Ok(solution.nobody.clone());
        let nobody = Compared::new(nobody.clone(), chance(&nobody, tally.map(|tally| counted(tally.nobody))))
            .over(over(&GamePosterior::nobody));
        let never = Ok(solution.never.clone());
        let never = Compared::new(never.clone(), chance(&never, tally.map(|tally| counted(tally.never))))
            .over(over(&GamePosterior::never));
        let casts = tally.and_then(|tally| {
            estimator.mean(&tally.casts, known(&solution.length.mean), known(&solution.length.sd))
        });
        let length = SpreadFigures::new(&solution.length, casts, over(&GamePosterior::length));
        let figures = solution.statistics.iter().map(|statistic| {
            let of = statistic.of;
            let counted = tally.and_then(|tally| tally.statistics.get(of.name));
            let figure = |(place, number): (usize, &Number)| {
                let moments = counted.and_then(|counted| counted.get(place));
                let simulated = moments.and_then(|moments| of_moments(&mut estimator, of, moments, number));
                Compared::new(number.clone(), simulated)
                    .over(over(&|posterior| posterior.statistic(of, place)))
            };
            NamedFigures { of, figures: statistic.numbers.iter().enumerate().map(figure).collect() }
        });
        let figures = figures.collect();
        let simulation = played.map(|played| Simulation::new(played, &estimator));
        Self { setting, seats, nobody, never, length, figures, progress: Vec::new(), simulation, posterior }
    }

    /// The same with how the seats come along.
    pub fn with_progress(self, progress: Vec<Progress>) -> Self {
        Self { progress, ..self }
    }
}

/// A chance where only 0 and 1 were counted, else a mean.
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
    estimator.mean(moments, known(number), None)
}

impl Serialize for WinAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.setting.entries(&mut map)?;
        map.serialize_entry("seats", &self.seats)?;
        map.serialize_entry("nobody", &self.nobody.solved)?;
        map.serialize_entry("never", &self.never.solved)?;
        map.serialize_entry("length", &InUnitOf(&self.length, "casts"))?;
        map.serialize_entry("figures", &Named { figures: &self.figures, of: |figure| Some(&figure.solved) })?;
        if let Some(simulation) = &self.simulation {
            map.serialize_entry("simulation", &WinSimulation { answer: self, simulation })?;
        }
        if let Some(posterior) = &self.posterior {
            map.serialize_entry("posterior", &WinPosterior { answer: self, posterior })?;
        }
        self.setting.bones_entry(&mut map)?;
        map.end()
    }
}

struct WinSimulation<'a> {
    answer: &'a WinAnswer,
    simulation: &'a Simulation,
}

impl Serialize for WinSimulation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.simulation.entries(&mut map)?;
        map.serialize_entry("nobody", &self.answer.nobody.simulated)?;
        map.serialize_entry("never", &self.answer.never.simulated)?;
        map.serialize_entry("length_mean", &self.answer.length.mean.simulated)?;
        let figures = Named { figures: &self.answer.figures, of: |figure| figure.simulated.as_ref() };
        map.serialize_entry("figures", &figures)?;
        map.end()
    }
}

struct WinPosterior<'a> {
    answer: &'a WinAnswer,
    posterior: &'a GamePosterior,
}

impl Serialize for WinPosterior<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.posterior.entries(&mut map)?;
        map.serialize_entry("nobody", &self.answer.nobody.posterior)?;
        map.serialize_entry("never", &self.answer.never.posterior)?;
        map.serialize_entry("length_mean", &self.answer.length.mean.posterior)?;
        let figures = Named { figures: &self.answer.figures, of: |figure| figure.posterior.as_ref() };
        map.serialize_entry("figures", &figures)?;
        map.end()
    }
}

impl GamePosterior {
    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("draws", &self.draws)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("level", &self.level)
    }
}

impl Simulation {
    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("games", &self.games)?;
        if self.games < self.asked {
            map.serialize_entry("asked", &self.asked)?;
        }
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("casts", &self.casts)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.serialize_entry("confidence", &self.confidence)?;
        map.serialize_entry("worst_z", &self.largest_z)
    }
}

impl Serialize for SeatOdds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seat", &self.seat)?;
        map.serialize_entry("win_share", &self.share.solved)?;
        if let Some(simulated) = &self.share.simulated {
            map.serialize_entry("simulated", simulated)?;
        }
        if let Some(posterior) = &self.share.posterior {
            map.serialize_entry("posterior", posterior)?;
        }
        map.end()
    }
}

/// Figures by name, as many as there are.
struct Named<'a, T> {
    figures: &'a [NamedFigures],
    of: fn(&Compared) -> Option<&T>,
}

impl<T: Serialize> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for named in self.figures {
            let all: Vec<Option<&T>> = named.figures.iter().map(self.of).collect();
            if named.of.is_list() && all.iter().any(Option::is_some) {
                map.serialize_entry(named.of.name, &all)?;
            } else if let Some(Some(one)) = all.first() {
                map.serialize_entry(named.of.name, one)?;
            }
        }
        map.end()
    }
}

/// A spread with the unit in which its numbers are counted.
pub(super) struct InUnitOf<'a>(pub &'a SpreadFigures, pub &'static str);

impl Serialize for InUnitOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(spread, unit) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("mean", &spread.mean.solved)?;
        map.serialize_entry("sd", &spread.sd)?;
        let quantiles: Vec<_> = spread.quantiles.iter().map(|quantile| InUnit(quantile, unit)).collect();
        map.serialize_entry("quantiles", &quantiles)?;
        if let Some(pmf) = &spread.pmf {
            map.serialize_entry("pmf", &PmfRecord { pmf, unit, form: spread.form })?;
        }
        map.end()
    }
}

struct InUnit<'a>(&'a Quantile, &'static str);

impl Serialize for InUnit<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(quantile, unit) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("q", &(f64::from(quantile.percent) / 100.0))?;
        match &quantile.number {
            Figure::Exact(number) => {
                if let Some(whole) = number.to_integer().to_u64().filter(|_| number.is_integer()) {
                    map.serialize_entry(unit, &whole)?;
                } else {
                    map.serialize_entry(unit, &quantile.number.approximate())?;
                    map.serialize_entry("exact", &number.to_string())?;
                }
            }
            // The smallest that it can be.
            Figure::Numerical(bounds) => {
                map.serialize_entry(unit, &bounds.low().to_f64())?;
                map.serialize_entry("low", &bounds.low().to_f64())?;
                map.serialize_entry("high", &bounds.high().to_f64())?;
            }
            Figure::Simulated(_) | Figure::None(_) => {
                map.serialize_entry(unit, &None::<u64>)?;
                map.serialize_entry("why", &quantile.number.why())?;
            }
        }
        if let Some(method) = quantile.number.method() {
            map.serialize_entry("method", method)?;
        }
        map.end()
    }
}

impl Figure {
    /// Whether there is a number at all.
    pub const fn is_number(&self) -> bool {
        !matches!(self, Self::None(_))
    }

    /// Whether the number is missing because the game may go on for ever.
    pub const fn is_endless(&self) -> bool {
        matches!(self, Self::None(Absence::Game(crate::exact::Missing::Endless)))
    }
}
