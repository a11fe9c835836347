//! Playing races, seat by seat.
//!
//! The seats do not touch each other before one of them is done, so that each is played to its own end
//! and the earliest wins. At a place that a throw seldom changes, the number of throws until it does is
//! drawn at once.

use num_traits::Zero;

use super::bankrolls::{BankrollPlayer, Bankrolls, Evening, game_by_game};
use super::engine::Player;
use super::process::play_games;
use super::sampler::{Sampler, Wait};
use super::{Generator, Moments, Tally};
use crate::process::{Distribution, Race, Seats, Statistic, Way};

/// Where a way ends.
const DONE: u32 = u32::MAX;

/// No throw changes anything any more.
const NEVER: u64 = u64::MAX;

/// A place on a way, as it is played.
#[derive(Clone, Debug)]
struct Place {
    /// How long nothing changes, where that is drawn at once.
    wait: Option<Wait>,
    next: Next,
}

#[derive(Clone, Debug)]
enum Next {
    Stuck,
    Sure(u32),
    Drawn(Sampler<u32>),
}

/// A way, as it is played.
#[derive(Clone, Debug)]
struct Track {
    places: Vec<Place>,
}

impl Track {
    fn new(way: &Way, skip: bool) -> Self {
        Self {
            places: (0..)
                .zip(way.places())
                .map(|(here, distribution)| Place::new(here, distribution, skip))
                .collect(),
        }
    }

    /// The number of throws until the end.
    #[inline]
    fn play(&self, generator: &mut Generator) -> u64 {
        let mut throws = 0u64;
        let mut here = 0;
        while here != DONE {
            let place = &self.places[here as usize];
            throws = throws.saturating_add(match place.wait {
                Some(wait) => wait.draw(generator),
                None => 1,
            });
            here = match &place.next {
                Next::Stuck => return NEVER,
                Next::Sure(next) => *next,
                Next::Drawn(sampler) => sampler.draw(generator),
            };
        }
        throws
    }
}

impl Place {
    fn new(here: u32, distribution: &Distribution<Option<u32>>, skip: bool) -> Self {
        let moving = distribution.weight_of(|to| *to != Some(here));
        let wait = if skip { Wait::if_seldom(&moving, distribution.total()) } else { None };
        let next = distribution.outcomes().iter().filter(|(to, _)| wait.is_none() || *to != Some(here));
        let next = Distribution::new(next.map(|(to, weight)| (to.unwrap_or(DONE), weight.clone())));
        let next = match next {
            Some(distribution) if !moving.is_zero() => match distribution.outcomes() {
                [(only, _)] => Next::Sure(*only),
                _ => Next::Drawn(Sampler::new(&distribution)),
            },
            _ => Next::Stuck,
        };
        Self { wait, next }
    }
}

/// Plays races.
pub struct RacePlayer {
    scenarios: Sampler<usize>,
    /// On each course each seat's way.
    tracks: Vec<Vec<Track>>,
    stake: Option<u64>,
    mean: &'static Statistic,
}

impl RacePlayer {
    /// A player who may `skip` idle throws.
    pub fn new(race: &Race, skip: bool) -> Self {
        let tracks = race.ways.iter().map(|ways| ways.iter().map(|way| Track::new(way, skip)).collect());
        let scenarios = Sampler::new(&race.scenarios);
        Self { scenarios, tracks: tracks.collect(), stake: race.stake, mean: race.mean }
    }

    fn scenario(&self, generator: &mut Generator) -> &[Track] {
        if self.tracks.len() == 1 { &self.tracks[0] } else { &self.tracks[self.scenarios.draw(generator)] }
    }

    /// Plays one game among those who are there; whether it came to its end.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn play_among(&self, bankrolls: &mut Bankrolls, generator: &mut Generator) -> bool {
        let mut pot = 0.0;
        if !bankrolls.ante(self.stake.unwrap_or(0) as f64, &mut pot) {
            return true;
        }
        let tracks = self.scenario(generator);
        let throws = bankrolls.present.iter().map(|seat| (tracks[seat].play(generator), seat));
        match throws.min() {
            Some((fewest, winner)) if fewest != NEVER => {
                bankrolls.take(Seats::one(winner), pot);
                true
            }
            _ => false,
        }
    }
}

impl Player for RacePlayer {
    fn seats(&self) -> usize {
        self.tracks.first().map_or(0, Vec::len)
    }

    #[expect(clippy::cast_precision_loss, reason = "a double holds every length that is not astronomic")]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = Player::seats(self);
        let mut needed = vec![Moments::default(); seats];
        play_games(seats, self.stake, games, tally, |_| {
            let (mut winner, mut fewest) = (0, NEVER);
            for (seat, track) in self.scenario(generator).iter().enumerate() {
                let throws = track.play(generator);
                if throws < fewest {
                    (winner, fewest) = (seat, throws);
                }
                if throws != NEVER {
                    needed[seat].add(throws as f64);
                }
            }
            let casts = || (fewest - 1).saturating_mul(seats as u64).saturating_add(winner as u64 + 1);
            (fewest != NEVER).then(|| (Seats::one(winner), casts()))
        });
        tally.count(self.mean, &needed);
    }
}

impl BankrollPlayer for RacePlayer {
    fn seats(&self) -> usize {
        Player::seats(self)
    }

    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening {
        game_by_game(purses, false, games, |bankrolls| self.play_among(bankrolls, generator))
    }
}
