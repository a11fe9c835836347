//! An evening: who plays what with whom, whether it fits, and remedies.

mod cuts;
mod file;
mod purses;
mod throws;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rayon::prelude::*;
use serde::{Serialize, Serializer};

pub use cuts::Cut;
pub use file::{NightError, read_night, read_night_of};
pub use purses::EnoughPurse;
pub use throws::{ThrowGroup, Throwing, Thrown, ThrownSet};

use super::between;
use super::posterior::face_interval;
use super::{
    Averaging, BalanceAnswer, BalanceQuestion, Figure, GamePosterior, NamedSet, Remedy, Setting,
    StrategyAnswer, Verdict, record,
};
use crate::games::GameError;
use crate::monte_carlo::{Watch, on_threads};
use crate::tali::{Face, Posterior};

/// The most draws of counted bones' weights for each game of an evening.
const MOST_DRAWS: u64 = 200;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The name.
    pub name: String,
    /// The coins, if given.
    pub purse: Option<u64>,
    /// The index of the bones among those of the evening.
    pub bones: usize,
}

/// A game of an evening.
#[derive(Clone, Debug)]
pub struct NightGame {
    /// The table; for a solitaire, one seat for one player after the other.
    pub setting: Setting,
    /// The players by index, in the order of the seats.
    pub seats: Vec<usize>,
    /// Whether each of them plays alone.
    pub alone: bool,
    /// How many times it is played.
    pub times: u64,
    /// The number of games simulated for unsolved figures; `None` for as many as are quick.
    pub simulated: Option<u64>,
    /// The minutes available for it.
    pub minutes: BigRational,
    /// Whether the night file sets these minutes; otherwise they are the whole evening.
    pub has_own_minutes: bool,
    /// The players who sit out, by index.
    pub left_out: Vec<usize>,
}

impl NightGame {
    /// The rough effort to answer for it.
    fn effort(&self) -> f64 {
        self.setting.table().map_or(0.0, |table| table.workload().effort())
    }

    /// The number of draws of counted bones' weights: fewer if the game takes long to solve.
    fn draws(&self) -> u64 {
        GamePosterior::usual_draws(self.effort()).min(MOST_DRAWS)
    }

    /// The number of games.
    pub fn rounds(&self) -> u64 {
        self.times * if self.alone { self.seats.len() as u64 } else { 1 }
    }
}

/// An evening as described by its file.
#[derive(Clone, Debug)]
pub struct Night {
    /// The title.
    pub title: String,
    /// The seconds per cast.
    pub pace: BigRational,
    /// The available minutes.
    pub minutes: BigRational,
    /// The tolerated difference between the chances of two seats, and the tolerated loss as a part of the stakes.
    pub tolerance: BigRational,
    /// The seed.
    pub seed: u64,
    /// The players.
    pub guests: Vec<Guest>,
    /// The bones.
    pub bones: Vec<NamedSet>,
    /// The games in their order.
    pub games: Vec<NightGame>,
}

/// A game of an evening with its answers.
#[derive(Clone, Debug)]
pub struct NightGameAnswer {
    /// The game.
    pub game: NightGame,
    /// The names of the seats: those of their players.
    pub names: Vec<String>,
    /// The balance of the game.
    pub balance: BalanceAnswer,
    /// The mean minutes of all its games together.
    pub total: Figure,
    /// House rules that would fix its problems, if requested.
    pub remedies: Vec<Remedy>,
    /// The purse that keeps everybody from running out of coins too often, if somebody does.
    pub enough: Option<EnoughPurse>,
    /// The possible throws and their meanings, if requested.
    pub thrown: Thrown,
    /// The card of best play, if seats choose and it was requested.
    pub card: Option<StrategyAnswer>,
}

/// An evening with its answers.
#[derive(Clone, Debug)]
pub struct NightAnswer {
    /// The evening.
    pub night: Night,
    /// The games in their order.
    pub games: Vec<NightGameAnswer>,
    /// The mean minutes of all games together.
    pub total: Figure,
}

impl Night {
    /// The names of these guests.
    pub fn names(&self, guests: &[usize]) -> Vec<&str> {
        guests.iter().map(|guest| self.guests[*guest].name.as_str()).collect()
    }

    fn question(&self, game: &NightGame, story: bool, threads: usize) -> BalanceQuestion {
        let purses: Option<Vec<u64>> = game.seats.iter().map(|seat| self.guests[*seat].purse).collect();
        BalanceQuestion {
            tolerance: self.tolerance.clone(),
            pace: self.pace.clone(),
            minutes: game.minutes.clone(),
            times: game.rounds(),
            purses: purses.filter(|_| !game.alone).map(|purses| (purses, game.times)),
            averaging: Averaging {
                seed: self.seed,
                threads,
                draws: Some(game.draws()),
                ..Averaging::default()
            },
            story,
            games: game.simulated,
            mend: false,
        }
    }
}

/// One bone of a set, or several identical ones: the chances of its faces and their uncertainty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneChances {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The number of its throws, if it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throws: Option<u128>,
    /// Its faces in order.
    pub faces: Vec<FaceChance>,
}

/// The chance of a face.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceChance {
    /// Its probability, for counted bones the posterior mean.
    pub probability: Figure,
    /// The ends of its 95 % credible interval: quantiles of its marginal Beta posterior.
    #[serde(flatten, serialize_with = "low_and_high")]
    pub interval: Option<[f64; 2]>,
}

impl Night {
    /// The chances of a set of bones, with identical bones only once.
    pub fn faces(&self, bones: usize) -> Vec<BoneChances> {
        const LEVEL: f64 = 0.95;
        let kinds = self.bones[bones].set().kinds();
        let chances = kinds.map(|(talus, _)| BoneChances {
            name: talus.name().map(str::to_owned),
            throws: talus.posterior().map(Posterior::throws),
            faces: Face::ALL
                .map(|face| FaceChance {
                    probability: Figure::Exact(talus.probability(face)),
                    interval: talus.posterior().map(|posterior| face_interval(posterior, face, LEVEL)),
                })
                .to_vec(),
        });
        chances.collect()
    }
}

/// The card of best play, if seats choose and it is not too large for a page.
fn card(setting: &Setting) -> Option<StrategyAnswer> {
    const MOST_SEATS: usize = 4;
    let table = setting.table().ok().filter(|_| setting.players <= MOST_SEATS)?;
    let strategy = table.decisions()?.strategy().ok()?;
    Some(StrategyAnswer { setting: setting.clone(), card: strategy })
}

impl NightAnswer {
    /// Answers for all games of an evening; with charts and remedies, if it is for a `report`.
    ///
    /// # Errors
    ///
    /// [`GameError`], if there is no such table.
    pub fn new(night: Night, report: bool, threads: usize, watch: &Watch<'_>) -> Result<Self, GameError> {
        let answer = |game: &NightGame| -> Result<NightGameAnswer, GameError> {
            let question = night.question(game, report, threads);
            // Progress counts the games of the evening, not simulated ones.
            let silent = Watch { stop: watch.stop, played: &|_| () };
            let balance = BalanceAnswer::new(game.setting.clone(), question, &silent)?;
            let enough = purses::enough(&balance, &silent);
            let remedies = if report { balance.remedies(&silent) } else { Vec::new() };
            let names = match game.seats.as_slice() {
                [_, _, ..] if game.alone => vec!["Each player".to_owned()],
                seats => seats.iter().map(|seat| night.guests[*seat].name.clone()).collect(),
            };
            (watch.played)(1);
            Ok(NightGameAnswer {
                names,
                thrown: if report { throws::thrown(&night, game) } else { Thrown::default() },
                card: if report { card(&game.setting) } else { None },
                total: balance.minutes_of_all().solved,
                game: game.clone(),
                balance,
                remedies,
                enough,
            })
        };
        // The slowest games start first.
        let mut order: Vec<usize> = (0..night.games.len()).collect();
        let efforts: Vec<f64> = night.games.iter().map(NightGame::effort).collect();
        order.sort_by(|one, other| efforts[*other].total_cmp(&efforts[*one]));
        let work = |index: usize| (index, answer(&night.games[index]));
        let mut games: Vec<(usize, Result<NightGameAnswer, GameError>)> =
            on_threads(threads, || order.into_par_iter().with_max_len(1).map(work).collect());
        games.sort_by_key(|(index, _)| *index);
        let games = games.into_iter().map(|(_, game)| game).collect::<Result<Vec<_>, _>>()?;
        let zero = Figure::Exact(BigRational::from_integer(0.into()));
        let total = games.iter().fold(zero, |sum, game| between::sum(&sum, &game.total));
        Ok(Self { night, games, total })
    }

    /// The problems of the evening, the worst first, with the indices of their games.
    pub fn problems(&self) -> Vec<(usize, &Verdict)> {
        let all = self.games.iter().enumerate();
        let all =
            all.flat_map(|(index, game)| game.balance.verdicts.iter().map(move |verdict| (index, verdict)));
        let mut problems: Vec<(usize, &Verdict)> = all.filter(|(_, verdict)| verdict.is_problem()).collect();
        problems.sort_by(|(_, one), (_, other)| other.excess().total_cmp(&one.excess()));
        problems
    }

    /// The indices of the games that may never end, and the mean number of minutes of all others together.
    pub fn endless(&self) -> (Vec<usize>, Option<Figure>) {
        let (endless, others): (Vec<usize>, Vec<usize>) =
            (0..self.games.len()).partition(|index| self.games[*index].total.is_endless());
        let totals = others.into_iter().map(|index| self.games[index].total.clone());
        (endless, totals.reduce(|sum, total| between::sum(&sum, &total)))
    }

    /// Whether the games together fit into the evening on average; `None` if that is unknown.
    pub fn fits(&self) -> Option<bool> {
        let (low, high) = between::ends(&self.total)?;
        let fits = high <= self.night.minutes;
        (fits || low > self.night.minutes).then_some(fits)
    }
}

record!(Night, night =>
    "title": night.title,
    "pace": night.pace.to_f64(),
    "minutes": night.minutes.to_f64(),
    "tolerance": night.tolerance.to_f64(),
    "seed": night.seed,
    "players": night.guests.iter().map(|guest| GuestRecord(guest, night)).collect::<Vec<_>>(),
    "bones": (0..night.bones.len()).map(|index| BonesRecord(night, index)).collect::<Vec<_>>(),
);

struct BonesRecord<'a>(&'a Night, usize);

record!(BonesRecord<'_>, Self(night, index) =>
    "set": night.bones[*index],
    "chances": night.faces(*index),
);

#[expect(clippy::ref_option, reason = "the signature that serde calls")]
fn low_and_high<S: Serializer>(ends: &Option<[f64; 2]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(ends.iter().flat_map(|[low, high]| [("low", low), ("high", high)]))
}

struct GuestRecord<'a>(&'a Guest, &'a Night);

record!(GuestRecord<'_>, Self(guest, night) =>
    "name": guest.name,
    "purse": guest.purse,
    "bones": night.bones[guest.bones].name(),
);
