//! Evenings: many games among seats with limited purses.
//!
//! A seat that cannot pay what it owes pays what it has and leaves the evening; a seat with nothing left after a game leaves
//! too. The game goes on among the others. The last seat takes the pot, or plays on against the bank.

use std::collections::BTreeMap;

use super::engine::in_batches;
use super::{Generator, Moments, Plan, Watch};
use crate::process::{MAX_SEATS, Seats};

/// The number of throws after which a game is given up: among the seats that are left it may never end.
pub(super) const LONGEST_GAME: u64 = 10_000_000;

/// The number of evenings in a batch.
const BATCH: u64 = 64;

/// The number of batches played before their results are added up.
const WAVE: u64 = 64;

/// Fewer coins than this count as none: they are rounding errors.
const NOTHING: f64 = 1e-6;

/// The purses of the seats, and which seats are still at the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bankrolls {
    /// The coins of each seat.
    pub purses: [f64; MAX_SEATS],
    /// The seats still at the table.
    pub present: Seats,
    /// The fewest seats that can play.
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
        // Divided coins have rounding errors.
        const CRUMB: f64 = 1e-9;
        self.purses[seat] + CRUMB >= coins
    }

    /// Takes coins from a seat that can pay, and returns them.
    pub(super) fn pay(&mut self, seat: usize, coins: f64) -> f64 {
        self.purses[seat] = (self.purses[seat] - coins).max(0.0);
        coins
    }

    /// Removes a seat from the table, and returns its coins.
    pub(super) fn leave(&mut self, seat: usize) -> f64 {
        self.present = self.present.without(seat);
        std::mem::take(&mut self.purses[seat])
    }

    /// Collects the ante. A seat that cannot pay, or has nothing, leaves; if no seat can pay, all leave and nobody pays. Returns
    /// whether there are enough seats to play.
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

    /// Returns whether there are enough seats to play; if not, the last seat takes the pot.
    pub(super) fn go_on(&mut self, pot: f64) -> bool {
        let is_enough = self.present.number() >= self.least;
        if let Some(alone) = self.present.alone().filter(|_| !is_enough) {
            self.purses[alone] += pot;
        }
        is_enough
    }

    /// Divides the pot among the winners.
    pub(super) fn take(&mut self, winners: Seats, pot: f64) {
        for seat in winners.iter() {
            self.purses[seat] += pot * winners.share(seat);
        }
    }
}

/// Plays games among seats with limited purses.
pub trait BankrollPlayer: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// Plays an evening of at most `games` games, to which the seats bring these purses.
    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening;
}

/// The result of one evening.
#[derive(Clone, Debug, PartialEq)]
pub struct Evening {
    /// The coins that each seat takes home.
    pub purses: Vec<f64>,
    /// The number of the game that ruined each seat, if one did.
    pub ruined_with: Vec<Option<u64>>,
    /// The number of games played.
    pub games: u64,
}

/// Plays an evening of independent games. `play` plays one among the seats present, or with a single seat if it
/// `plays_alone`, and returns whether it ended. If it did not, nobody pays anything for it, and the evening is over.
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

/// The results of many evenings.
#[derive(Clone, Debug, PartialEq)]
pub struct Evenings {
    /// The number of evenings.
    pub played: u64,
    /// For each seat, whether it was ruined.
    pub ruined: Vec<Moments>,
    /// For each seat, the number of the game that ruined it.
    pub ruined_with: Vec<Moments>,
    /// For each seat, how often each game ruined it.
    pub ruined_by: Vec<BTreeMap<u64, u64>>,
    /// For each seat, the coins that it took home.
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

/// Which evenings to play.
#[derive(Clone, Debug, PartialEq)]
pub struct EveningPlan {
    /// The number of evenings.
    pub evenings: u64,
    /// The most games in an evening.
    pub games: u64,
    /// The coins that each seat brings.
    pub purses: Vec<f64>,
    /// The seed.
    pub seed: u64,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
}

/// Plays the evenings of the plan, or fewer if stopped.
pub fn spend_evenings(player: &dyn BankrollPlayer, plan: &EveningPlan, watch: &Watch<'_>) -> Evenings {
    let nothing = || Evenings::new(player.seats());
    let play = |evenings, generator: &mut _, sum: &mut Evenings| {
        for _ in 0..evenings {
            sum.add(&player.evening(&plan.purses, plan.games, generator));
        }
    };
    // The inverted seed keeps evenings from repeating the games that are played for the other figures.
    let games = Plan { games: plan.evenings, seed: !plan.seed, threads: plan.threads };
    in_batches(&games, [BATCH, WAVE], watch, nothing, play, Evenings::merge)
}
