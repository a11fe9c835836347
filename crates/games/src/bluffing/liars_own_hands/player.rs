//! Simulates matches of any number of seats.
//!
//! It plays like [`Bidding`](super::process::Bidding), several times as fast: it looks up what policies do, and lists no actions.

use std::sync::Arc;

use num_traits::ToPrimitive;

use super::bids::{Bids, Hand, Known, Subject, openings};
use super::matches::STATISTICS;
use super::odds::Odds;
use super::policies::{Choice, Policy};
use super::settings::{Loss, Tali};
use super::solved::SolvedRound;
use super::table::{Table, side};
use crate::bluffing::cache::Cache;
use crate::bluffing::ending::Ending;
use crate::bluffing::series::MatchState;
use tali_core::monte_carlo::{Generator, Moments, Player, Sampler, Tally};
use tali_core::process::{MAX_SEATS, Seats};

/// A match of more rounds than this counts as endless.
const LONGEST: u64 = 100_000;

/// The largest number of cached scenes, at a few kilobytes each: with many seats there are millions.
const MOST_SCENES: usize = 20_000;

pub(super) struct MatchPlayer<'a> {
    table: &'a Table,
    /// Samplers for the first 1, 2, … tali of each seat.
    hands: Vec<Vec<Sampler<Hand>>>,
    /// The probability that each seat bluffs.
    bluffs: Vec<f64>,
    scenes: Cache<Tali, Arc<Scene>>,
}

/// Data that stays the same until somebody loses a talus.
struct Scene {
    left: Seats,
    /// The odds of each seat.
    odds: Vec<Option<Arc<Odds>>>,
    openings: Vec<(Subject, u8)>,
    /// The round by starting seat, if two seats are left and one of them plays best.
    solved: [Option<Arc<SolvedRound>>; MAX_SEATS],
    /// Whether nobody can lose a talus any more.
    endless: bool,
}

struct Round {
    ending: Ending,
    bids: u32,
}

impl<'a> MatchPlayer<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        let samplers = |(bones, most): (&_, &u8)| {
            (1..=*most).map(|tali| Sampler::new(&Hand::distribution(bones, tali))).collect()
        };
        let hands = table.bones.iter().zip(&table.settings.tali.0).map(samplers).collect();
        let bluff = |seat| match table.policy(seat) {
            Policy::Bluffing(chance) => chance.to_f64().unwrap_or(0.0),
            _ => 0.0,
        };
        let bluffs = (0..table.settings.seats).map(bluff).collect();
        Self { table, hands, bluffs, scenes: Cache::default() }
    }

    fn scene(&self, tali: &Tali) -> Arc<Scene> {
        self.scenes.get_of(MOST_SCENES, *tali, || Arc::new(self.new_scene(tali)))
    }

    fn new_scene(&self, tali: &Tali) -> Scene {
        let (table, left) = (self.table, tali.left());
        let of_seat = |seat| left.has(seat).then(|| table.odds(tali, seat));
        let best = left.number() == 2 && left.iter().any(|seat| *table.policy(seat) == Policy::Best);
        let solved = std::array::from_fn(|seat| {
            (best && left.has(seat))
                .then(|| table.solved_round(&MatchState { counters: *tali, starter: seat }).ok())
                .flatten()
        });
        // A seat that bids no more than it has never loses a challenge.
        let truthful = |seat| matches!(table.policy(seat), Policy::Safe | Policy::Honest);
        Scene {
            left,
            odds: (0..table.settings.seats).map(of_seat).collect(),
            openings: openings(&table.settings, tali),
            solved,
            endless: table.settings.loss == Loss::Bidder && left.iter().all(truthful),
        }
    }

    /// The index of the action of a seat.
    fn choose(
        &self,
        scene: &Scene,
        state: &MatchState,
        seat: usize,
        known: &Known,
        generator: &mut Generator,
    ) -> usize {
        let Some(odds) = &scene.odds[seat] else { return 0 };
        let policy = self.table.policy(seat);
        if let (Policy::Best, Some(solved)) = (policy, &scene.solved[state.starter])
            && let Some(sums) = solved.sums(side(state, seat)).get(known)
        {
            let drawn = generator.uniform();
            return sums.iter().position(|sum| drawn < *sum).unwrap_or(sums.len() - 1);
        }
        match policy.choose(&self.table.settings, odds, known) {
            Choice::Sure(index) => index,
            Choice::Or(index, other, _) => {
                if generator.uniform() < self.bluffs[seat] {
                    other
                } else {
                    index
                }
            }
            Choice::Any => {
                let actions = odds.actions(known);
                usize::try_from(generator.below(actions as u64)).unwrap_or(0)
            }
        }
    }

    fn round(&self, scene: &Scene, state: &MatchState, generator: &mut Generator) -> Round {
        let (tali, starter) = (&state.counters, state.starter);
        let wild = self.table.settings.wild_hounds;
        let mut hands = [Hand::default(); MAX_SEATS];
        for seat in scene.left.iter() {
            hands[seat] = self.hands[seat][usize::from(tali.of(seat)) - 1].draw(generator);
        }
        let opened = self.choose(scene, state, starter, &Known::Hand(hands[starter]), generator);
        let (subject, level) = scene.openings[opened];
        let own = |seat: usize| subject.own(&hands[seat], wild);
        let (mut bids, mut bidder) = (Bids::one(level), starter);
        loop {
            let mover = tali.next(bidder);
            let known = Known::Bids { subject, bids, own: own(mover) };
            let raises = self.choose(scene, state, mover, &known, generator);
            if raises == 0 {
                let all: u32 = scene.left.iter().map(|seat| u32::from(own(seat))).sum();
                let ending = Ending::new(bidder, mover, all >= bids.last().into());
                return Round { ending, bids: bids.number() };
            }
            bids = bids.with(bids.last() + u8::try_from(raises).unwrap_or(1));
            bidder = mover;
        }
    }
}

impl Player for MatchPlayer<'_> {
    fn seats(&self) -> usize {
        self.table.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let settings = &self.table.settings;
        let start = settings.start();
        let mut counted = [Moments::default(); STATISTICS.len()];
        for _ in 0..games {
            let mut scene = self.scene(&start.counters);
            let mut tali = start.counters;
            let ended = start.play(|state, number| {
                if state.counters != tali {
                    tali = state.counters;
                    scene = self.scene(&tali);
                }
                if scene.endless || number > LONGEST {
                    return None;
                }
                let round = self.round(&scene, state, generator);
                if number == 1 {
                    let numbers = [f64::from(round.bids), f64::from(u8::from(round.ending.is_right()))];
                    counted.iter_mut().zip(numbers).for_each(|(moments, number)| moments.add(number));
                }
                Some(settings.after(state, round.ending))
            });
            match ended {
                Some((winners, rounds)) => tally.won(winners, rounds),
                None => tally.never_ended(),
            }
        }
        for (of, moments) in STATISTICS.into_iter().zip(counted) {
            tally.count(of, &[moments]);
        }
    }
}
