//! Following games cast by cast, with every seat's chance to win at each state.
//!
//! What is counted is what is solved for where there are few enough states.

use std::sync::atomic::Ordering;

use super::engine::in_batches;
use super::tally::Pairs;
use super::values::ValueFunction;
use super::{Generator, Plan, Watch};
use crate::process::{BySwing, DECIDED, MAX_SEATS, Process, SLACK, Seats, Step, Swing, Turn};

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

/// What came of following games: for each figure two numbers of every game, whose means are divided. The second is 1
/// where the figure is a plain mean.
#[derive(Clone, Debug, PartialEq)]
pub struct SwingTally {
    /// How many.
    pub games: u64,
    /// The numbers.
    pub pairs: BySwing<Pairs>,
}

impl SwingTally {
    fn new(seats: usize) -> Self {
        Self { games: 0, pairs: BySwing::new(seats, |_, _| Pairs::default()) }
    }

    fn add(&mut self, swing: Swing, seat: usize, part: f64, whole: f64) {
        self.pairs.all_mut(swing)[seat].add(part, whole);
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.pairs.iter_mut().zip(other.pairs.iter()).for_each(|(mine, other)| mine.merge(other));
    }
}

/// After so many casts, every seat's chance.
pub type Points = Vec<(u64, Vec<f64>)>;

/// Plays games of which every seat's chance is known at each state.
pub trait Trajectories: Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// Roughly how many nanoseconds a throw takes.
    fn cost(&self) -> f64;

    /// Follows so many games.
    fn follow(&self, games: u64, generator: &mut Generator, tally: &mut SwingTally);

    /// One game: after so many casts every seat's chance, at some of them if they are many. `None` of a very long one.
    fn story(&self, generator: &mut Generator) -> Option<Points>;
}

/// Follows the games of the plan.
pub fn follow(trajectories: &dyn Trajectories, plan: &Plan, watch: &Watch<'_>) -> SwingTally {
    let nothing = || SwingTally::new(trajectories.seats());
    let play = |games, generator: &mut _, tally: &mut _| trajectories.follow(games, generator, tally);
    let plan = Plan { seed: plan.seed ^ STREAM, ..*plan };
    in_batches(&plan, [BATCH, WAVE], watch, nothing, play, |sum, batch| sum.merge(&batch))
}

/// A game that is neither short nor long: the middle one of a few by its length. After so many casts every seat's
/// chance, the end included.
pub fn typical_story(trajectories: &dyn Trajectories, seed: u64, watch: &Watch<'_>) -> Option<Points> {
    let mut source = Generator::new(seed ^ STREAM, u64::MAX);
    let told = (0..EXAMPLES).filter(|_| !watch.stop.load(Ordering::Relaxed));
    let mut stories: Vec<Points> = told.filter_map(|_| trajectories.story(&mut source)).collect();
    stories.sort_by_key(|points| points.last().map(|(throws, _)| *throws));
    let middle = stories.len() / 2;
    (!stories.is_empty()).then(|| stories.swap_remove(middle))
}

/// Plays a process with the help of its value function.
pub struct TrajectorySimulator<P, V> {
    process: P,
    values: V,
    /// For each distribution the probabilities of its outcomes.
    chances: Vec<Vec<f64>>,
    /// Every so many throws it is asked how uncertain the next one is.
    every: u64,
    cost: f64,
}

/// What is added up along one game.
#[derive(Default)]
struct Trajectory {
    lowest: [f64; MAX_SEATS],
    short: [f64; MAX_SEATS],
    behind: [f64; MAX_SEATS],
    suspense: [f64; MAX_SEATS],
    surprise: [f64; MAX_SEATS],
    casts: u64,
    dead: u64,
    lead_changes: u32,
    last_leader: Option<usize>,
    /// For whom it is decided, and since which cast.
    holder: Option<usize>,
    since: u64,
}

impl Trajectory {
    /// Looks at every seat's chance at a state; whether the game goes on from there.
    fn see(&mut self, values: &[f64], goes_on: bool) {
        let best =
            (1..values.len()).fold(0, |best, seat| if values[seat] > values[best] { seat } else { best });
        let short = |seat: usize| values[best] - values[seat];
        let alone = (0..values.len()).all(|seat| seat == best || short(seat) > SLACK);
        if alone && values[best] > 0.0 {
            self.lead_changes += u32::from(self.last_leader.is_some_and(|leader| leader != best));
            self.last_leader = Some(best);
        }
        for (lowest, value) in self.lowest.iter_mut().zip(values) {
            *lowest = lowest.min(*value);
        }
        if !goes_on {
            return;
        }
        let holder = (values[best] > DECIDED + SLACK).then_some(best);
        if holder != self.holder {
            (self.holder, self.since) = (holder, self.casts);
        }
        for seat in (0..values.len()).filter(|seat| short(*seat) > SLACK) {
            self.short[seat] += short(seat);
            self.behind[seat] += 1.0;
        }
    }

    /// Counts the game, won by these seats.
    #[expect(clippy::cast_precision_loss, reason = "casts are counted in doubles")]
    fn count(&self, seats: usize, winners: Seats, tally: &mut SwingTally) {
        let all = self.casts as f64;
        let of_winners = |value: &dyn Fn(usize) -> f64| -> f64 {
            (0..seats).map(|seat| winners.share(seat) * value(seat)).sum()
        };
        let settled = self.holder.is_some() && winners.alone() == self.holder;
        let decided = if settled { all - self.since as f64 } else { 0.0 };
        tally.games += 1;
        tally.add(Swing::DeadCasts, 0, self.dead as f64, all);
        tally.add(Swing::Decisiveness, 0, decided, all);
        tally.add(
            Swing::Drama,
            0,
            of_winners(&|seat| self.short[seat]),
            of_winners(&|seat| self.behind[seat]),
        );
        for swing in Swing::COMEBACKS {
            let level = swing.comeback_from().unwrap_or(0.0);
            let came_back = |seat: usize| if self.lowest[seat] <= level + SLACK { 1.0 } else { 0.0 };
            tally.add(swing, 0, of_winners(&came_back), if winners.is_empty() { 0.0 } else { 1.0 });
        }
        tally.add(Swing::LeadChanges, 0, f64::from(self.lead_changes), 1.0);
        tally.add(Swing::Drawishness, 0, if winners.number() == 1 { 0.0 } else { 1.0 }, 1.0);
        for seat in 0..seats {
            tally.add(Swing::Suspense, seat, self.suspense[seat], 1.0);
            tally.add(Swing::Surprise, seat, self.surprise[seat], 1.0);
        }
    }
}

impl<P: Process, V: ValueFunction<P::State>> TrajectorySimulator<P, V> {
    /// Looks ahead `every` so many throws; a throw takes roughly `cost` nanoseconds.
    pub fn new(process: P, values: V, every: u64, cost: f64) -> Self {
        let chances = process.distributions().iter().map(crate::process::Distribution::chances).collect();
        Self { process, values, chances, every, cost }
    }

    /// What can come of a state, with the chances; `Err` with the winners if it is over.
    fn steps(&self, state: &P::State, steps: &mut Vec<Step<P::State, P::Event>>) -> Result<&[f64], Seats> {
        steps.clear();
        match self.process.turn(state) {
            Turn::Chance(place) => {
                let outcomes = self.process.distributions()[place].outcomes().iter();
                steps.extend(outcomes.map(|(outcome, _)| self.process.next(state, *outcome)));
                Ok(&self.chances[place])
            }
            Turn::End(winners) => Err(winners),
            // A process with choices is given its policies first.
            Turn::Choose { .. } => Err(Seats::NONE),
        }
    }

    fn draw<'m>(
        steps: &'m [Step<P::State, P::Event>],
        chances: &[f64],
        generator: &mut Generator,
    ) -> &'m Step<P::State, P::Event> {
        let mut left: f64 = generator.uniform();
        let (last, others) = steps.split_last().expect("every state has a move");
        for (step, chance) in others.iter().zip(chances) {
            left -= chance;
            if left < 0.0 {
                return step;
            }
        }
        last
    }

    #[expect(clippy::cast_precision_loss, reason = "throws are counted in doubles")]
    fn game(
        &self,
        steps: &mut Vec<Step<P::State, P::Event>>,
        generator: &mut Generator,
        tally: &mut SwingTally,
    ) {
        let seats = self.process.seats();
        let (mut now, mut then) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        let mut along = Trajectory { lowest: [1.0; MAX_SEATS], ..Trajectory::default() };
        let offset = if self.every > 1 { generator.below(self.every) } else { 0 };
        let mut throws = 0u64;
        let mut state = self.process.start();
        self.values.values(&state, &mut now[..seats]);
        let winners = loop {
            let found = self.steps(&state, steps);
            along.see(&now[..seats], found.is_ok());
            let chances = match found {
                Ok(chances) => chances,
                Err(winners) => break winners,
            };
            if throws % self.every == offset {
                let mut variance = [0.0; MAX_SEATS];
                for (step, chance) in steps.iter().zip(chances).filter(|(step, _)| step.to != state) {
                    self.values.values(&step.to, &mut then[..seats]);
                    for seat in 0..seats {
                        variance[seat] += chance * (then[seat] - now[seat]).powi(2);
                    }
                }
                for (sum, variance) in along.suspense.iter_mut().zip(variance) {
                    *sum += variance.sqrt() * self.every as f64;
                }
            }
            let step = Self::draw(steps, chances, generator);
            throws += u64::from(step.casts > 0);
            along.casts += u64::from(step.casts);
            along.dead += if step.idle { u64::from(step.casts) } else { 0 };
            state = step.to.clone();
            self.values.values(&state, &mut then[..seats]);
            for seat in 0..seats {
                along.surprise[seat] += (then[seat] - now[seat]).abs();
            }
            std::mem::swap(&mut now, &mut then);
        };
        along.count(seats, winners, tally);
    }
}

impl<P: Process, V: ValueFunction<P::State>> Trajectories for TrajectorySimulator<P, V> {
    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn cost(&self) -> f64 {
        self.cost
    }

    fn follow(&self, games: u64, generator: &mut Generator, tally: &mut SwingTally) {
        let mut steps = Vec::new();
        (0..games).for_each(|_| self.game(&mut steps, generator, tally));
    }

    fn story(&self, generator: &mut Generator) -> Option<Points> {
        let mut values = vec![0.0; self.process.seats()];
        let (mut state, mut casts, mut steps) = (self.process.start(), 0, Vec::new());
        let mut story: Points = Vec::new();
        let (mut moves, mut every) = (0u64, 1u64);
        loop {
            let found = self.steps(&state, &mut steps);
            if found.is_err() || moves.is_multiple_of(every) {
                self.values.values(&state, &mut values);
                story.push((casts, values.clone()));
            }
            let Ok(chances) = found else { return Some(story) };
            if story.len() > 2 * POINTS {
                // Half of them do, and half as many from here on.
                story = story.into_iter().step_by(2).collect();
                every *= 2;
            }
            moves += 1;
            if moves > LONGEST_EXAMPLE {
                return None;
            }
            let step = Self::draw(&steps, chances, generator);
            casts += u64::from(step.casts);
            state = step.to.clone();
        }
    }
}
