//! Games with bones whose weights are not known for certain: solved anew for each draw of the weights.

use num_traits::ToPrimitive;
use serde::Serialize;

use super::posterior::drawn_average;
use super::{Averaging, Credible, Figure, NamedSet};
use crate::exact::{Detail, Missing, Number, Solution};
use crate::games::{Game, Rules};
use crate::monte_carlo::{Watch, WeightSampler, draw_watched};
use crate::tali::TaliSet;

/// How sure a figure of a game is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OverPosterior {
    /// Its mean over the weights that the throws leave possible; of chances alone, as other means may be
    /// infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<Figure>,
    /// Where it lies.
    pub credible: Credible,
}

/// The figures of a game for weights that the throws leave possible.
#[derive(Clone, Debug)]
pub struct GamePosterior {
    /// How many draws of the weights there are.
    pub draws: u64,
    /// The seed.
    pub seed: u64,
    /// The probability that a figure lies in its interval.
    pub level: f64,
    seats: usize,
    specials: usize,
    /// Of each figure its value with each draw, in the order of [`numbers`].
    columns: Vec<Vec<f64>>,
}

impl GamePosterior {
    /// How many draws are made of a table that takes so many milliseconds to solve, unless others are asked for.
    #[must_use]
    pub fn usual_draws(effort: f64) -> u64 {
        const MOST_EFFORT: f64 = 3_000.0;
        (MOST_EFFORT / effort).to_u64().unwrap_or(0).clamp(Averaging::FEWEST, Averaging::OF_GAMES)
    }

    /// Solves the game for each draw of the weights; `None` where no weights were estimated, or matter.
    ///
    /// Seats that bring bones of the same name, source and weights bring the same bones, and so the same
    /// unknown weights.
    #[must_use]
    pub fn new(
        game: &Game,
        rules: &Rules,
        bones: &[NamedSet],
        averaging: &Averaging,
        watch: &Watch<'_>,
    ) -> Option<Self> {
        if !game.faces || bones.iter().all(|bones| !bones.set().is_estimated()) {
            return None;
        }
        let sets: Vec<TaliSet> = bones.iter().map(|bones| bones.set().clone()).collect();
        // Effort is looked into only where the number of draws depends on it.
        let usual = match averaging.draws {
            Some(draws) => draws,
            None => Self::usual_draws(game.table(rules.clone(), &sets).ok()?.effort()),
        };
        let mut different: Vec<&NamedSet> = Vec::new();
        let places = bones.iter().map(|set| {
            different.iter().position(|known| *known == set).unwrap_or_else(|| {
                different.push(set);
                different.len() - 1
            })
        });
        let places: Vec<usize> = places.collect();
        let samplers: Vec<WeightSampler> =
            different.iter().map(|bones| WeightSampler::new(bones.set())).collect();
        let solved = draw_watched(&averaging.plan(usual), watch, |generator| {
            let drawn = samplers.iter().map(|sampler| sampler.set(&sampler.draw(generator)));
            let drawn: Vec<TaliSet> = drawn.collect::<Option<_>>()?;
            let sets: Vec<TaliSet> = places.iter().map(|place| drawn[*place].clone()).collect();
            let solution = game.table(rules.clone(), &sets).ok()?.solve_to(Detail::Means);
            let specials = solution.specials.iter().map(|special| special.numbers().len()).sum();
            Some((numbers(&solution), solution.shares.len(), specials))
        });
        let solved: Vec<(Vec<f64>, usize, usize)> = solved.into_iter().collect::<Option<_>>()?;
        let (first, seats, specials) = solved.first()?;
        let columns =
            (0..first.len()).map(|place| solved.iter().map(|(numbers, ..)| numbers[place]).collect());
        Some(Self {
            draws: solved.len() as u64,
            seed: averaging.seed,
            level: averaging.level,
            seats: *seats,
            specials: *specials,
            columns: columns.collect(),
        })
    }

    fn over(&self, place: usize) -> Option<OverPosterior> {
        let values = self.columns.get(place)?;
        let credible = Credible::of(&mut values.clone(), self.level)?;
        let chance = values.iter().all(|value| (0.0..=1.0).contains(value));
        let average = chance.then(|| drawn_average(values.iter().copied(), self.level)).flatten();
        Some(OverPosterior { average, credible })
    }

    /// Of the share of a seat, from 0.
    pub(super) fn share(&self, seat: usize) -> Option<OverPosterior> {
        self.over(seat)
    }

    /// That nobody wins.
    pub(super) fn nobody(&self) -> Option<OverPosterior> {
        self.over(self.seats)
    }

    /// That the game never ends.
    pub(super) fn never(&self) -> Option<OverPosterior> {
        self.over(self.seats + 1)
    }

    /// Of the mean length.
    pub(super) fn length(&self) -> Option<OverPosterior> {
        self.over(self.seats + 2)
    }

    /// Of one of the figures that the game has besides, all of them counted through.
    pub(super) fn special(&self, place: usize) -> Option<OverPosterior> {
        self.over(self.seats + 3 + place)
    }

    /// Of the mean pot.
    pub(super) fn pot(&self) -> Option<OverPosterior> {
        self.over(self.seats + 3 + self.specials)
    }

    /// Of what a seat, from 0, pays, takes and has left.
    pub(super) fn coins(&self, seat: usize) -> [Option<OverPosterior>; 3] {
        [0, 1, 2].map(|kind| self.over(self.seats + 4 + self.specials + 3 * seat + kind))
    }
}

/// The numbers of a solution: the shares, nobody, never, the mean length, what there is besides, and, where
/// coins are played for, the mean pot and what each seat pays, takes and has left.
fn numbers(solution: &Solution) -> Vec<f64> {
    let chances = solution.shares.iter().chain([&solution.nobody, &solution.never]).cloned().map(Ok);
    let besides = solution.specials.iter().flat_map(|special| special.numbers().iter().cloned());
    let coins = solution.pot.iter().flat_map(|pot| {
        let each = pot.accounts.iter();
        let each = each.flat_map(|account| [account.paid.clone(), account.taken.clone(), account.net()]);
        std::iter::once(pot.coins.mean.clone()).chain(each)
    });
    let all = chances.chain([solution.length.mean.clone()]).chain(besides).chain(coins);
    all.map(|number| double(&number)).collect()
}

/// The middle of what is known; infinite where the number is, and no number where there is none.
fn double(number: &Number) -> f64 {
    match number {
        Ok(bounds) => {
            let [low, high] = [bounds.low(), bounds.high()].map(|end| end.to_f64().unwrap_or(f64::INFINITY));
            f64::midpoint(low, high)
        }
        Err(Missing::Endless | Missing::Diverges) => f64::INFINITY,
        Err(_) => f64::NAN,
    }
}
