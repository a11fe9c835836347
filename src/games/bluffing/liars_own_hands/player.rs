//! Matches of any number of seats, simulated.
//!
//! It plays what [`Bidding`](super::process::Bidding) says, several times as fast: what policies do is looked up, and no
//! lists of actions are made.

use std::sync::{Arc, PoisonError, RwLock};

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::bids::{Action, Bids, Hand, Known, Subject, openings};
use super::matches::{BIDS_MEAN, BLIND_SHARE, BLUFF_SHARE, CHALLENGE_RIGHT};
use super::odds::Odds;
use super::policies::{Choice, Policy};
use super::settings::{Loss, Tali};
use super::solved::SolvedRound;
use super::table::{Ending, Standing, Table};
use crate::exact::Player as Side;
use crate::monte_carlo::{Generator, Moments, Player, Sampler, Tally};
use crate::process::{MAX_SEATS, Play, Seats};

/// A match of so many rounds is taken for endless.
const LONGEST: u64 = 100_000;

/// So many scenes are remembered, at a few kilobytes each: of many seats there are millions.
const MOST_SCENES: usize = 20_000;

/// Plays matches.
pub(super) struct MatchPlayer<'a> {
    table: &'a Table,
    /// What the first 1, 2, … tali of each seat show.
    hands: Vec<Vec<Sampler<Hand>>>,
    /// With what probability a seat bluffs.
    bluffs: Vec<f64>,
    scenes: RwLock<FxHashMap<Tali, Arc<Scene>>>,
}

/// What stays the same for as long as nobody loses a talus.
struct Scene {
    left: Seats,
    /// The odds of each seat.
    odds: Vec<Option<Arc<Odds>>>,
    openings: Vec<Action>,
    /// Where two seats are left, one of which plays its best: the round with either of them starting.
    solved: [Option<Arc<SolvedRound>>; MAX_SEATS],
    /// Nobody can lose a talus any more.
    endless: bool,
}

/// A round as it was played.
struct Round {
    ending: Ending,
    opening: (Subject, u8),
    own: u8,
    bids: u32,
}

impl<'a> MatchPlayer<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        let samplers = |(bones, most): (&_, &u8)| {
            (1..=*most).map(|tali| Sampler::new(&Hand::law(bones, tali))).collect()
        };
        let hands = table.bones.iter().zip(&table.settings.tali.0).map(samplers).collect();
        let bluff = |seat| match table.policy(seat) {
            Policy::Bluffing(chance) => chance.to_f64().unwrap_or(0.0),
            _ => 0.0,
        };
        let bluffs = (0..table.settings.seats).map(bluff).collect();
        Self { table, hands, bluffs, scenes: RwLock::default() }
    }

    fn scene(&self, tali: &Tali) -> Arc<Scene> {
        if let Some(known) = self.scenes.read().unwrap_or_else(PoisonError::into_inner).get(tali) {
            return Arc::clone(known);
        }
        let scene = Arc::new(self.new_scene(tali));
        if self.scenes.read().unwrap_or_else(PoisonError::into_inner).len() >= MOST_SCENES {
            return scene;
        }
        let mut scenes = self.scenes.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(scenes.entry(*tali).or_insert(scene))
    }

    fn new_scene(&self, tali: &Tali) -> Scene {
        let (table, left) = (self.table, tali.left());
        let of_seat = |seat| left.has(seat).then(|| table.odds(tali, seat));
        let best = left.number() == 2 && left.iter().any(|seat| *table.policy(seat) == Policy::Best);
        let solved = std::array::from_fn(|seat| {
            (best && left.has(seat)).then(|| table.solved_round(&(*tali, seat)).ok()).flatten()
        });
        // Who bids no more than it has is never caught.
        let truthful = |seat| matches!(table.policy(seat), Policy::Safe | Policy::Honest);
        Scene {
            left,
            odds: (0..table.settings.seats).map(of_seat).collect(),
            openings: openings(&table.settings, tali),
            solved,
            endless: table.settings.loss == Loss::Bidder && left.iter().all(truthful),
        }
    }

    /// The place of what a seat does.
    fn choose(
        &self,
        scene: &Scene,
        starter: usize,
        seat: usize,
        known: &Known,
        generator: &mut Generator,
    ) -> usize {
        let Some(odds) = &scene.odds[seat] else { return 0 };
        let policy = self.table.policy(seat);
        if let (Policy::Best, Some(solved)) = (policy, &scene.solved[starter]) {
            let side = if seat == starter { Side::First } else { Side::Second };
            if let Some(sums) = solved.sums(side).get(known) {
                let drawn = generator.uniform();
                return sums.iter().position(|sum| drawn < *sum).unwrap_or(sums.len() - 1);
            }
        }
        match policy.choose(&self.table.settings, odds, known) {
            Choice::Sure(place) => place,
            Choice::Or(place, other, _) => {
                if generator.uniform() < self.bluffs[seat] {
                    other
                } else {
                    place
                }
            }
            Choice::Any => {
                let number = match known {
                    Known::Hand(_) => scene.openings.len(),
                    Known::Bids { subject, bids, .. } => {
                        usize::from(subject.levels(odds.all).1 - bids.last()) + 1
                    }
                };
                usize::try_from(generator.below(number as u64)).unwrap_or(0)
            }
        }
    }

    fn round(&self, scene: &Scene, (tali, starter): &Standing, generator: &mut Generator) -> Round {
        let wild = self.table.settings.wild_hounds;
        let mut hands = [Hand::default(); MAX_SEATS];
        for seat in scene.left.iter() {
            hands[seat] = self.hands[seat][usize::from(tali.of(seat)) - 1].draw(generator);
        }
        let known = Known::Hand(hands[*starter]);
        let place = self.choose(scene, *starter, *starter, &known, generator);
        // There is nothing but bids.
        let Action::Bid(subject, level) = scene.openings[place] else {
            return Round {
                ending: Ending { bidder: *starter, challenger: *starter, holds: true },
                opening: (Subject::Sum, 0),
                own: 0,
                bids: 0,
            };
        };
        let (mut bids, mut bidder) = (Bids::one(level), *starter);
        loop {
            let mover = tali.next(bidder);
            let known = Known::Bids { subject, bids, own: subject.own(&hands[mover], wild) };
            let place = self.choose(scene, *starter, mover, &known, generator);
            if place == 0 {
                let all: u32 = scene.left.iter().map(|seat| u32::from(subject.own(&hands[seat], wild))).sum();
                let holds = all >= bids.last().into();
                return Round {
                    ending: Ending { bidder, challenger: mover, holds },
                    opening: (subject, level),
                    own: subject.own(&hands[*starter], wild),
                    bids: bids.number(),
                };
            }
            bids = bids.with(bids.last() + u8::try_from(place).unwrap_or(1));
            bidder = mover;
        }
    }
}

impl Player for MatchPlayer<'_> {
    fn seats(&self) -> usize {
        self.table.settings.seats
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let [mut bids, mut right, mut bluff, mut blind] = [Moments::default(); 4];
        let truth = |is: bool| if is { 1.0 } else { 0.0 };
        for _ in 0..games {
            let (mut standing, mut rounds) = (self.table.start(), 0);
            let mut scene = self.scene(&standing.0);
            loop {
                if scene.endless || rounds == LONGEST {
                    tally.never_ended();
                    break;
                }
                let round = self.round(&scene, &standing, generator);
                rounds += 1;
                if rounds == 1 {
                    let (subject, level) = round.opening;
                    bids.add(round.bids.into());
                    right.add(truth(!round.ending.holds));
                    let odds = scene.odds[standing.1].as_ref();
                    bluff.add(truth(odds.is_some_and(|odds| !odds.is_likely(subject, round.own, level))));
                    blind.add(truth(round.own == 0));
                }
                match self.table.settings.after(&standing.0, round.ending) {
                    Play::Over(winners) => {
                        tally.won(winners, rounds);
                        break;
                    }
                    Play::On(next) => {
                        if next.0 != standing.0 {
                            scene = self.scene(&next.0);
                        }
                        standing = next;
                    }
                }
            }
        }
        let counted =
            [(&BIDS_MEAN, bids), (&CHALLENGE_RIGHT, right), (&BLUFF_SHARE, bluff), (&BLIND_SHARE, blind)];
        for (of, moments) in counted {
            tally.count(of, &[moments]);
        }
    }
}
