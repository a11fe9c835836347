//! An evening: who plays what with whom, whether it fits, and what would fix it.

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

/// Of bones that were counted, so many weights at most are drawn for each game of an evening.
const MOST_DRAWS: u64 = 200;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The name.
    pub name: String,
    /// The coins.
    pub purse: Option<u64>,
    /// The place of the bones among those of the evening.
    pub bones: usize,
}

/// A game as it is played on an evening.
#[derive(Clone, Debug)]
pub struct NightGame {
    /// The table; of a solitaire one seat, at which one plays after the other.
    pub setting: Setting,
    /// The players in the order of the seats.
    pub seats: Vec<usize>,
    /// Whether each of them plays alone.
    pub alone: bool,
    /// How often it is played.
    pub times: u64,
    /// How many games are simulated for what is not solved; as many as are soon done if the evening's file does not say.
    pub simulated: Option<u64>,
    /// The minutes that there are for it.
    pub minutes: BigRational,
    /// Whether the evening's file says so; else it is all the time of the evening.
    pub has_own_minutes: bool,
    /// Those who do not play.
    pub left_out: Vec<usize>,
}

impl NightGame {
    /// How long it takes to answer for it, roughly.
    fn effort(&self) -> f64 {
        self.setting.table().map_or(0.0, |table| table.workload().effort())
    }

    /// How many weights are drawn for it, of bones that were counted: fewer where it takes long to solve.
    fn draws(&self) -> u64 {
        GamePosterior::usual_draws(self.effort()).min(MOST_DRAWS)
    }

    /// How many games that is.
    pub fn rounds(&self) -> u64 {
        self.times * if self.alone { self.seats.len() as u64 } else { 1 }
    }
}

/// An evening as its file describes it.
#[derive(Clone, Debug)]
pub struct Night {
    /// What it is called.
    pub title: String,
    /// The seconds that a cast takes.
    pub pace: BigRational,
    /// The minutes that there are.
    pub minutes: BigRational,
    /// How much the chances of two seats may differ, and how much of its coins a seat may lose.
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

/// A game of an evening with all that is said of it.
#[derive(Clone, Debug)]
pub struct NightGameAnswer {
    /// The game.
    pub game: NightGame,
    /// How the seats are called: by their players.
    pub names: Vec<String>,
    /// What is said of it.
    pub balance: BalanceAnswer,
    /// The mean minutes of all times that it is played.
    pub total: Figure,
    /// House rules that would fix what is wrong, if they were looked for.
    pub remedies: Vec<Remedy>,
    /// What everybody has to bring so that nobody is out of coins too often, if somebody is.
    pub enough: Option<EnoughPurse>,
    /// What can be thrown, and what it means, if that was asked for.
    pub thrown: Thrown,
    /// What best play does, where seats choose and it was asked for.
    pub card: Option<StrategyAnswer>,
}

/// An evening with all that is said of it.
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
    /// What these guests are called.
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

/// One bone of a set, or several alike: how likely its faces are, and how sure that is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneChances {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// How often it was thrown, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throws: Option<u128>,
    /// Its faces in order.
    pub faces: Vec<FaceChance>,
}

/// How likely a face is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceChance {
    /// Its probability, of counted bones the mean of what the counts leave possible.
    pub probability: Figure,
    /// The ends of the interval that holds it with a probability of 95 %: quantiles of the marginal Beta distribution of the
    /// posterior.
    #[serde(flatten, serialize_with = "low_and_high")]
    pub interval: Option<[f64; 2]>,
}

impl Night {
    /// The chances of a set of bones, bones that are alike once.
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

/// The card of a game in which seats choose, if it is not too large for a page.
fn card(setting: &Setting) -> Option<StrategyAnswer> {
    const MOST_SEATS: usize = 4;
    let table = setting.table().ok().filter(|_| setting.players <= MOST_SEATS)?;
    let strategy = table.decisions()?.strategy().ok()?;
    Some(StrategyAnswer { setting: setting.clone(), card: strategy })
}

impl NightAnswer {
    /// Answers for all games of an evening; with their pictures and house rules that would fix them, if a `report`
    /// is to be made of it.
    ///
    /// # Errors
    ///
    /// [`GameError`], if there is no such table.
    pub fn new(night: Night, report: bool, threads: usize, watch: &Watch<'_>) -> Result<Self, GameError> {
        let answer = |game: &NightGame| -> Result<NightGameAnswer, GameError> {
            let question = night.question(game, report, threads);
            // Whoever watches is told of games of the evening, not of those that are played for their figures.
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
        // What takes longest is begun first.
        let mut order: Vec<usize> = (0..night.games.len()).collect();
        let efforts: Vec<f64> = night.games.iter().map(NightGame::effort).collect();
        order.sort_by(|one, other| efforts[*other].total_cmp(&efforts[*one]));
        let work = |place: usize| (place, answer(&night.games[place]));
        let mut games: Vec<(usize, Result<NightGameAnswer, GameError>)> =
            on_threads(threads, || order.into_par_iter().with_max_len(1).map(work).collect());
        games.sort_by_key(|(place, _)| *place);
        let games = games.into_iter().map(|(_, game)| game).collect::<Result<Vec<_>, _>>()?;
        let zero = Figure::Exact(BigRational::from_integer(0.into()));
        let total = games.iter().fold(zero, |sum, game| between::sum(&sum, &game.total));
        Ok(Self { night, games, total })
    }

    /// What is wrong with the evening, the worst first, with the place of the game.
    pub fn problems(&self) -> Vec<(usize, &Verdict)> {
        let all = self.games.iter().enumerate();
        let all =
            all.flat_map(|(place, game)| game.balance.verdicts.iter().map(move |verdict| (place, verdict)));
        let mut problems: Vec<(usize, &Verdict)> = all.filter(|(_, verdict)| verdict.is_problem()).collect();
        problems.sort_by(|(_, one), (_, other)| other.excess().total_cmp(&one.excess()));
        problems
    }

    /// The places of the games that may never end, and the mean number of minutes of all others together.
    pub fn endless(&self) -> (Vec<usize>, Option<Figure>) {
        let (endless, others): (Vec<usize>, Vec<usize>) =
            (0..self.games.len()).partition(|place| self.games[*place].total.is_endless());
        let totals = others.into_iter().map(|place| self.games[place].total.clone());
        (endless, totals.reduce(|sum, total| between::sum(&sum, &total)))
    }

    /// Whether the games together fit into the evening, in the mean; `None` where that is not known.
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
    "bones": (0..night.bones.len()).map(|place| BonesRecord(night, place)).collect::<Vec<_>>(),
);

struct BonesRecord<'a>(&'a Night, usize);

record!(BonesRecord<'_>, Self(night, place) =>
    "set": night.bones[*place],
    "chances": night.faces(*place),
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
