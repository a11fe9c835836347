//! Evenings: many games among seats with limited purses.
//!
//! A seat that cannot pay what it owes pays what it has and leaves the evening, and so does one that has nothing left after a
//! game; the game goes on among the others. Who is left alone takes what lies in the pot, or plays on against the bank.

use std::collections::BTreeMap;

use super::engine::in_batches;
use super::{Generator, Moments, Plan, Watch};
use crate::process::{MAX_SEATS, Seats};

/// A game is given up after so many throws: among those who are left it may never end.
pub(super) const LONGEST_GAME: u64 = 10_000_000;

/// How many evenings are played as one batch.
const BATCH: u64 = 64;

/// Batches that are played before their results are added up.
const WAVE: u64 = 64;

/// Fewer coins than these are none: crumbs of divisions.
const NOTHING: f64 = 1e-6;

/// What the seats have, and who of them is still at the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bankrolls {
    /// What each seat has.
    pub purses: [f64; MAX_SEATS],
    /// Who is still there.
    pub present: Seats,
    /// How many it takes to play.
    least: u32,
}

impl Bankrolls {
    fn new(brought: &[f64], plays_alone: bool) -> Self {
        let least = if plays_alone || brought.len() == 1 { 1 } else { 2 };
        let mut purses = [0.0; MAX_SEATS];
        purses[..brought.len()].copy_from_slice(brought);
        Self { purses, present: Seats::first(brought.len()), least }
    }

    /// Whether a seat can pay.
    pub(super) fn is_able(&self, seat: usize, coins: f64) -> bool {
        // Cut coins come out of divisions, which leave crumbs.
        const CRUMB: f64 = 1e-9;
        self.purses[seat] + CRUMB >= coins
    }

    /// What a seat pays that can.
    pub(super) fn pay(&mut self, seat: usize, coins: f64) -> f64 {
        self.purses[seat] = (self.purses[seat] - coins).max(0.0);
        coins
    }

    /// What a seat has, which leaves.
    pub(super) fn leave(&mut self, seat: usize) -> f64 {
        self.present = self.present.without(seat);
        std::mem::take(&mut self.purses[seat])
    }

    /// Everybody pays the ante; who cannot leaves, and who has nothing. Whether there are enough to play. Where nobody can pay
    /// nobody does.
    pub(super) fn ante(&mut self, ante: f64, pot: &mut f64) -> bool {
        let least = ante.max(NOTHING);
        if !self.present.iter().any(|seat| self.is_able(seat, least)) {
            self.present = Seats::NONE;
        }
        for seat in self.present.iter() {
            *pot += if self.is_able(seat, least) { self.pay(seat, ante) } else { self.leave(seat) };
        }
        self.go_on(*pot)
    }

    /// Whether there are enough to play; else who is left alone takes the pot.
    pub(super) fn go_on(&mut self, pot: f64) -> bool {
        let is_enough = self.present.number() >= self.least;
        if let Some(alone) = self.present.alone().filter(|_| !is_enough) {
            self.purses[alone] += pot;
        }
        is_enough
    }

    /// These seats share the pot.
    pub(super) fn take(&mut self, winners: Seats, pot: f64) {
        for seat in winners.iter() {
            self.purses[seat] += pot * winners.share(seat);
        }
    }
}

/// Someone who plays games among seats with limited purses.
pub trait BankrollPlayer: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// Plays an evening of so many games at most, to which the seats bring these purses.
    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening;
}

/// What came of one evening.
#[derive(Clone, Debug, PartialEq)]
pub struct Evening {
    /// What each seat goes home with.
    pub purses: Vec<f64>,
    /// The game with which each seat was ruined, if it was.
    pub ruined_with: Vec<Option<u64>>,
    /// How many games it had.
    pub games: u64,
}

/// An evening whose games have nothing to do with one another: `play` plays one among those who are there, or with one who
/// `plays_alone`, and says whether it came to its end. If it did not, nobody has paid anything for it, and the evening is over.
pub(super) fn game_by_game(
    purses: &[f64],
    plays_alone: bool,
    most: u64,
    mut play: impl FnMut(&mut Bankrolls) -> bool,
) -> Evening {
    let mut bankrolls = Bankrolls::new(purses, plays_alone);
    let mut ruined_with = vec![None; purses.len()];
    let mut games = 0;
    while games < most && bankrolls.present.number() >= bankrolls.least {
        games += 1;
        let before = bankrolls;
        let ended = play(&mut bankrolls);
        if ended {
            let present = bankrolls.present.iter();
            bankrolls.present = present.filter(|seat| bankrolls.is_able(*seat, NOTHING)).collect();
        }
        for seat in before.present.iter().filter(|seat| !bankrolls.present.has(*seat)) {
            ruined_with[seat] = Some(games);
        }
        if !ended {
            bankrolls.purses = before.purses;
            break;
        }
    }
    Evening { purses: bankrolls.purses[..purses.len()].to_vec(), ruined_with, games }
}

/// What came of many evenings.
#[derive(Clone, Debug, PartialEq)]
pub struct Evenings {
    /// How many were played.
    pub played: u64,
    /// For each seat whether it was ruined.
    pub ruined: Vec<Moments>,
    /// For each seat the game with which it was ruined.
    pub ruined_with: Vec<Moments>,
    /// For each seat how often each game ruined it.
    pub ruined_by: Vec<BTreeMap<u64, u64>>,
    /// For each seat the coins that it went home with.
    pub coins: Vec<Moments>,
    /// The number of games.
    pub games: Moments,
}

impl Evenings {
    fn new(seats: usize) -> Self {
        let each = || vec![Moments::default(); seats];
        Self {
            played: 0,
            ruined: each(),
            ruined_with: each(),
            ruined_by: vec![BTreeMap::new(); seats],
            coins: each(),
            games: Moments::default(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "games are few")]
    fn add(&mut self, evening: &Evening) {
        self.played += 1;
        self.games.add(evening.games as f64);
        for (seat, ruined_with) in evening.ruined_with.iter().enumerate() {
            self.ruined[seat].add(if ruined_with.is_some() { 1.0 } else { 0.0 });
            if let Some(game) = ruined_with {
                self.ruined_with[seat].add(*game as f64);
                *self.ruined_by[seat].entry(*game).or_default() += 1;
            }
            self.coins[seat].add(evening.purses[seat]);
        }
    }

    fn merge(&mut self, mut other: Self) {
        self.played += other.played;
        for (mine, other) in self.ruined_by.iter_mut().zip(&other.ruined_by) {
            for (game, times) in other {
                *mine.entry(*game).or_default() += times;
            }
        }
        self.all_mut().zip(other.all_mut()).for_each(|(mine, other)| mine.merge(other));
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Moments> {
        let of_seats = [&mut self.ruined, &mut self.ruined_with, &mut self.coins];
        of_seats.into_iter().flatten().chain([&mut self.games])
    }
}

/// Which evenings are played.
#[derive(Clone, Debug, PartialEq)]
pub struct EveningPlan {
    /// How many evenings.
    pub evenings: u64,
    /// How many games an evening has at most.
    pub games: u64,
    /// What each seat brings.
    pub purses: Vec<f64>,
    /// The seed.
    pub seed: u64,
    /// The threads; 0 for one on each core.
    pub threads: usize,
}

/// Plays the evenings of the plan, or as many as there is time for.
pub fn spend_evenings(player: &dyn BankrollPlayer, plan: &EveningPlan, watch: &Watch<'_>) -> Evenings {
    let nothing = || Evenings::new(player.seats());
    let play = |evenings, generator: &mut _, sum: &mut Evenings| {
        for _ in 0..evenings {
            sum.add(&player.evening(&plan.purses, plan.games, generator));
        }
    };
    // Evenings are not to repeat the games that are played for the figures beside them.
    let games = Plan { games: plan.evenings, seed: !plan.seed, threads: plan.threads };
    in_batches(&games, [BATCH, WAVE], watch, nothing, play, Evenings::merge)
}
