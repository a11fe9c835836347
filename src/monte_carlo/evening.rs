//! Evenings: many games among seats with limited purses.
//!
//! A seat that cannot pay what it owes pays what it has and leaves the evening; the game goes on among
//! the others. Who is left alone takes what lies in the pot.

use std::sync::atomic::Ordering;

use super::engine::generator;
use super::{Generator, Moments, Player, Watch};

/// A game is given up after so many throws: among those who are left it may never end.
pub(super) const LONGEST_GAME: u64 = 10_000_000;

/// How many evenings are played as one batch.
const BATCH: u64 = 64;

/// Batches that are played before their results are added up.
const WAVE: u64 = 64;

/// An evening, as it stands.
#[derive(Clone, Debug)]
pub struct Evening {
    /// What each seat has.
    pub purses: Vec<f64>,
    /// Whether each seat is still there.
    pub present: Vec<bool>,
}

impl Evening {
    fn new(purses: &[f64]) -> Self {
        Self { purses: purses.to_vec(), present: vec![true; purses.len()] }
    }

    /// The seats that are still there, in order.
    #[must_use]
    pub fn seats(&self) -> Vec<usize> {
        (0..self.present.len()).filter(|seat| self.present[*seat]).collect()
    }

    /// A seat pays into the pot; whether it could. If not, it pays what it has and leaves.
    pub(super) fn pay(&mut self, seat: usize, coins: f64, pot: &mut f64) -> bool {
        // Cut coins come out of divisions, which leave crumbs.
        const CRUMB: f64 = 1e-9;
        let able = self.purses[seat] + CRUMB >= coins;
        let paid = if able { coins } else { self.purses[seat] };
        self.purses[seat] = (self.purses[seat] - paid).max(0.0);
        *pot += paid;
        self.present[seat] &= able;
        able
    }

    /// Everybody pays the ante; who cannot leaves. Whether there are two or more to play; one alone
    /// takes the pot.
    pub(super) fn ante(&mut self, ante: f64, pot: &mut f64) -> bool {
        for seat in self.seats() {
            self.pay(seat, ante, pot);
        }
        match self.seats()[..] {
            [] => false,
            [alone] => {
                self.purses[alone] += *pot;
                false
            }
            _ => true,
        }
    }

    /// These seats share the pot.
    #[expect(clippy::cast_precision_loss, reason = "seats are few")]
    pub(super) fn take(&mut self, seats: &[usize], pot: f64) {
        for seat in seats {
            self.purses[*seat] += pot / seats.len() as f64;
        }
    }
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
    /// For each seat the coins that it went home with.
    pub coins: Vec<Moments>,
    /// The number of games.
    pub games: Moments,
}

impl Evenings {
    fn new(seats: usize) -> Self {
        let each = || vec![Moments::default(); seats];
        Self { played: 0, ruined: each(), ruined_with: each(), coins: each(), games: Moments::default() }
    }

    fn merge(&mut self, other: &Self) {
        self.played += other.played;
        let all = [&mut self.ruined, &mut self.ruined_with, &mut self.coins].into_iter().flatten();
        let others = [&other.ruined, &other.ruined_with, &other.coins].into_iter().flatten();
        for (mine, other) in all.chain([&mut self.games]).zip(others.chain([&other.games])) {
            mine.merge(other);
        }
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

fn one(player: &dyn Player, plan: &EveningPlan, generator: &mut Generator, sum: &mut Evenings) {
    let mut evening = Evening::new(&plan.purses);
    let mut games = 0;
    while games < plan.games && evening.seats().len() > 1 {
        games += 1;
        let before = evening.present.clone();
        if !player.sit(&mut evening, generator) {
            break;
        }
        for (seat, _) in before.iter().enumerate().filter(|(seat, there)| **there && !evening.present[*seat])
        {
            #[expect(clippy::cast_precision_loss, reason = "games are few")]
            sum.ruined_with[seat].add(games as f64);
        }
    }
    for (seat, present) in evening.present.iter().enumerate() {
        sum.ruined[seat].add(if *present { 0.0 } else { 1.0 });
        sum.coins[seat].add(evening.purses[seat]);
    }
    #[expect(clippy::cast_precision_loss, reason = "games are few")]
    sum.games.add(games as f64);
    sum.played += 1;
}

/// Plays the evenings of the plan, or as many as there is time for.
pub fn spend_evenings(player: &dyn Player, plan: &EveningPlan, watch: &Watch<'_>) -> Evenings {
    let mut sum = Evenings::new(player.seats());
    let batches = plan.evenings.div_ceil(BATCH);
    let play = |batch: u64| {
        let mut sum = Evenings::new(player.seats());
        if !watch.stop.load(Ordering::Relaxed) {
            let evenings = BATCH.min(plan.evenings - batch * BATCH);
            // Evenings are not to repeat the games that are played for the figures beside them.
            let mut generator = generator(!plan.seed, batch);
            (0..evenings).for_each(|_| one(player, plan, &mut generator, &mut sum));
            (watch.played)(evenings);
        }
        sum
    };
    super::engine::in_waves(batches, WAVE, plan.threads, watch, play, |batch| sum.merge(&batch));
    sum
}
