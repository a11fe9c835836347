//! Following games cast by cast, with every seat's chance to win at each position.
//!
//! What is counted is what is solved for where there are few enough positions.

use std::sync::atomic::Ordering;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rand::RngExt;

use super::engine::{generator, in_waves};
use super::{Generator, Moments, Plan, Watch};
use crate::process::{MAX_SEATS, Move, Next, Thrown, Unfolding, Winners};

/// How many games are followed as one batch.
const BATCH: u64 = 32;

/// Batches that are followed before what came of them is added up.
const WAVE: u64 = 64;

/// The games that are followed are not those that are played for the figures beside them.
const STREAM: u64 = 0x5377_696e_6773;

/// So many games are looked at for one that is neither short nor long.
pub const EXAMPLES: usize = 15;

/// A longer game is not shown.
const LONGEST_EXAMPLE: u64 = 2_000_000;

/// Of a game that is shown so many points at least are kept, and at most twice as many.
const POINTS: usize = 400;

/// Someone who knows every seat's chance to win at a position.
pub trait Judge<P>: Sync {
    /// Fills in the chances, one for each seat.
    fn chances(&self, position: P, chances: &mut [f64]);
}

/// The levels that chances are held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// Chances that differ by no more count as equal.
    pub slack: f64,
    /// A game is decided for a seat while its chance is above this.
    pub decided: f64,
    /// A winner who was once at or below such a chance has come back.
    pub comebacks: [f64; 2],
}

/// Two numbers of each game, whose means are divided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairs {
    /// How many games.
    pub count: u64,
    /// The sum of the first numbers.
    pub part: f64,
    /// The sum of the second ones.
    pub whole: f64,
    /// The sums of the squares, and of the products.
    pub squares: [f64; 3],
}

impl Pairs {
    fn add(&mut self, part: f64, whole: f64) {
        self.count += 1;
        self.part += part;
        self.whole += whole;
        for (sum, square) in self.squares.iter_mut().zip([part * part, whole * whole, part * whole]) {
            *sum += square;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.part += other.part;
        self.whole += other.whole;
        for (sum, square) in self.squares.iter_mut().zip(other.squares) {
            *sum += square;
        }
    }

    /// The quotient of the means; `None` where the second is 0.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.whole > 0.0).then(|| self.part / self.whole)
    }

    /// Its standard error, `√(Σ (x − r·y)²) / Σ y`: W. G. Cochran, *Sampling Techniques* (1977), §6.3.
    #[must_use]
    pub fn error(&self) -> f64 {
        let ratio = self.ratio().unwrap_or(0.0);
        let [parts, wholes, products] = self.squares;
        (parts - 2.0 * ratio * products + ratio * ratio * wholes).max(0.0).sqrt() / self.whole
    }
}

/// What came of following games.
#[derive(Clone, Debug, PartialEq)]
pub struct SwingTally {
    /// How many.
    pub games: u64,
    /// Throws that changed nothing, and all throws.
    pub dead: Pairs,
    /// Throws that were made when it was decided, and all throws.
    pub decided: Pairs,
    /// By how much winners were short of the best chance, and how often.
    pub drama: Pairs,
    /// The part of the win of those who had been so low, and of all.
    pub comebacks: [Pairs; 2],
    /// Changes of the best chance from one seat to another.
    pub lead_changes: Moments,
    /// Whether the game ended and no seat won alone.
    pub drawn: Moments,
    /// For each seat the sum of the standard deviations of its chance after each throw.
    pub suspense: Vec<Moments>,
    /// For each seat the sum of the changes of its chance.
    pub surprise: Vec<Moments>,
}

impl SwingTally {
    fn new(seats: usize) -> Self {
        let each = || vec![Moments::default(); seats];
        Self {
            games: 0,
            dead: Pairs::default(),
            decided: Pairs::default(),
            drama: Pairs::default(),
            comebacks: [Pairs::default(); 2],
            lead_changes: Moments::default(),
            drawn: Moments::default(),
            suspense: each(),
            surprise: each(),
        }
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        let pairs = [&mut self.dead, &mut self.decided, &mut self.drama].into_iter();
        let others = [&other.dead, &other.decided, &other.drama].into_iter().chain(&other.comebacks);
        pairs.chain(&mut self.comebacks).zip(others).for_each(|(mine, other)| mine.merge(other));
        let single = [&mut self.lead_changes, &mut self.drawn].into_iter();
        let others = [&other.lead_changes, &other.drawn].into_iter();
        let many = single.chain(&mut self.suspense).chain(&mut self.surprise);
        many.zip(others.chain(&other.suspense).chain(&other.surprise))
            .for_each(|(mine, other)| mine.merge(other));
    }
}

/// After so many throws, every seat's chance.
pub type Points = Vec<(u64, Vec<f64>)>;

/// Someone who follows games.
pub trait Follower: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// Roughly how many nanoseconds a throw takes.
    fn cost(&self) -> f64;

    /// Follows so many games.
    fn follow(&self, games: u64, generator: &mut Generator, tally: &mut SwingTally);

    /// One game: after so many throws every seat's chance, at some of them if they are many. `None` of a very long one.
    fn story(&self, generator: &mut Generator) -> Option<Points>;
}

/// Follows the games of the plan.
pub fn follow(follower: &dyn Follower, plan: &Plan, watch: &Watch<'_>) -> SwingTally {
    let seats = follower.seats();
    let mut tally = SwingTally::new(seats);
    let play = |batch: u64| {
        let mut tally = SwingTally::new(seats);
        if !watch.stop.load(Ordering::Relaxed) {
            let games = BATCH.min(plan.games - batch * BATCH);
            follower.follow(games, &mut generator(plan.seed ^ STREAM, batch), &mut tally);
            (watch.played)(games);
        }
        tally
    };
    in_waves(plan.games.div_ceil(BATCH), WAVE, plan.threads, watch, play, |batch| tally.merge(&batch));
    tally
}

/// A game that is neither short nor long: the middle one of a few by its length. After so many throws every seat's
/// chance, the end included.
pub fn typical_story(follower: &dyn Follower, seed: u64, watch: &Watch<'_>) -> Option<Points> {
    let mut source = generator(seed ^ STREAM, u64::MAX);
    let told = (0..EXAMPLES).filter(|_| !watch.stop.load(Ordering::Relaxed));
    let mut stories: Vec<Points> = told.filter_map(|_| follower.story(&mut source)).collect();
    stories.sort_by_key(|points| points.last().map(|(throws, _)| *throws));
    let middle = stories.len() / 2;
    (!stories.is_empty()).then(|| stories.swap_remove(middle))
}

/// Follows a game with the help of someone who knows the chances.
pub struct GameFollower<U, J> {
    game: U,
    judge: J,
    levels: Levels,
    chances: Vec<f64>,
    /// Every so many throws it is asked how uncertain the next one is.
    every: u64,
    cost: f64,
}

impl<U: Unfolding, J: Judge<U::Position>> GameFollower<U, J> {
    /// Someone who looks ahead `every` so many throws; a throw takes roughly `cost` nanoseconds.
    pub fn new(game: U, judge: J, levels: Levels, every: u64, cost: f64) -> Self {
        let chances = as_doubles(game.chances());
        Self { game, judge, levels, chances, every, cost }
    }

    fn draw<'m>(&self, moves: &'m [Move<U::Position>], generator: &mut Generator) -> &'m Move<U::Position> {
        let mut left: f64 = generator.random();
        let (last, others) = moves.split_last().expect("every position has a move");
        for step in others {
            left -= self.chances[step.chance as usize];
            if left < 0.0 {
                return step;
            }
        }
        last
    }

    fn chances_at(&self, next: Next<U::Position>, into: &mut [f64]) {
        match next {
            Next::To(position) => self.judge.chances(position, into),
            Next::End(winners) => {
                into.iter_mut().enumerate().for_each(|(seat, chance)| *chance = winners.share(seat));
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "throws are counted in doubles")]
    fn game(&self, moves: &mut Vec<Move<U::Position>>, generator: &mut Generator, tally: &mut SwingTally) {
        let seats = self.game.seats();
        let Levels { slack, decided, comebacks } = self.levels;
        let (mut now, mut then) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        let (mut lowest, mut short, mut behind) = ([1.0f64; MAX_SEATS], [0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        let (mut suspense, mut surprise) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        let (mut throws, mut dead, mut changes) = (0u64, 0u64, 0u32);
        let (mut last_leader, mut holder, mut since) = (None, None, 0u64);
        let offset = if self.every > 1 { generator.random_range(0..self.every) } else { 0 };
        let mut at = Next::To(self.game.start());
        self.chances_at(at, &mut now[..seats]);
        let winners = loop {
            let p = &now[..seats];
            let best = (1..seats).fold(0, |best, seat| if p[seat] > p[best] { seat } else { best });
            let alone = (0..seats).all(|seat| seat == best || p[best] - p[seat] > slack);
            if alone && p[best] > 0.0 {
                changes += u32::from(last_leader.is_some_and(|leader| leader != best));
                last_leader = Some(best);
            }
            for (lowest, chance) in lowest.iter_mut().zip(p) {
                *lowest = lowest.min(*chance);
            }
            let held = (p[best] > decided + slack).then_some(best);
            let position = match at {
                Next::To(position) => position,
                Next::End(winners) => break winners,
            };
            if held != holder {
                (holder, since) = (held, throws);
            }
            for seat in 0..seats {
                if p[best] - p[seat] > slack {
                    short[seat] += p[best] - p[seat];
                    behind[seat] += 1.0;
                }
            }
            self.game.moves(position, moves);
            if throws % self.every == offset {
                let mut variance = [0.0; MAX_SEATS];
                for step in moves.iter() {
                    if step.next == Next::To(position) {
                        continue;
                    }
                    self.chances_at(step.next, &mut then[..seats]);
                    let chance = self.chances[step.chance as usize];
                    for seat in 0..seats {
                        variance[seat] += chance * (then[seat] - now[seat]).powi(2);
                    }
                }
                for seat in 0..seats {
                    suspense[seat] += variance[seat].sqrt() * self.every as f64;
                }
            }
            let step = self.draw(moves, generator);
            throws += u64::from(step.throw != Thrown::None);
            dead += u64::from(step.throw == Thrown::Dead);
            at = step.next;
            self.chances_at(at, &mut then[..seats]);
            for seat in 0..seats {
                surprise[seat] += (then[seat] - now[seat]).abs();
            }
            std::mem::swap(&mut now, &mut then);
        };
        tally.games += 1;
        let all = throws as f64;
        tally.dead.add(dead as f64, all);
        let settled = holder.is_some() && winners.alone() == holder;
        tally.decided.add(if settled { all - since as f64 } else { 0.0 }, all);
        let share = |seat: usize| winners.share(seat);
        let of_winners = |value: &[f64]| (0..seats).map(|seat| share(seat) * value[seat]).sum::<f64>();
        tally.drama.add(of_winners(&short), of_winners(&behind));
        for (pairs, level) in tally.comebacks.iter_mut().zip(comebacks) {
            let back = (0..seats).filter(|seat| lowest[*seat] <= level + slack).map(share).sum();
            pairs.add(back, if winners == Winners::NOBODY { 0.0 } else { 1.0 });
        }
        tally.lead_changes.add(f64::from(changes));
        tally.drawn.add(if winners.number() == 1 { 0.0 } else { 1.0 });
        for seat in 0..seats {
            tally.suspense[seat].add(suspense[seat]);
            tally.surprise[seat].add(surprise[seat]);
        }
    }
}

impl<U: Unfolding, J: Judge<U::Position>> Follower for GameFollower<U, J> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn cost(&self) -> f64 {
        self.cost
    }

    fn follow(&self, games: u64, generator: &mut Generator, tally: &mut SwingTally) {
        let mut moves = Vec::new();
        (0..games).for_each(|_| self.game(&mut moves, generator, tally));
    }

    fn story(&self, generator: &mut Generator) -> Option<Points> {
        let mut chances = vec![0.0; self.game.seats()];
        let (mut at, mut throws, mut moves) = (Next::To(self.game.start()), 0, Vec::new());
        let mut story: Points = Vec::new();
        let (mut steps, mut every) = (0u64, 1u64);
        loop {
            let position = match at {
                Next::To(position) => Some(position),
                Next::End(_) => None,
            };
            if position.is_none() || steps.is_multiple_of(every) {
                self.chances_at(at, &mut chances);
                story.push((throws, chances.clone()));
            }
            let Some(position) = position else { return Some(story) };
            if story.len() > 2 * POINTS {
                // Half of them do, and half as many from here on.
                story = story.into_iter().step_by(2).collect();
                every *= 2;
            }
            steps += 1;
            if steps > LONGEST_EXAMPLE {
                return None;
            }
            self.game.moves(position, &mut moves);
            let step = self.draw(&moves, generator);
            throws += u64::from(step.throw != Thrown::None);
            at = step.next;
        }
    }
}

pub(super) fn as_doubles(chances: &[(BigUint, BigUint)]) -> Vec<f64> {
    let ratio = |(weight, total): &(BigUint, BigUint)| {
        BigRational::new_raw(weight.clone().into(), total.clone().into()).to_f64().unwrap_or(0.0)
    };
    chances.iter().map(ratio).collect()
}
