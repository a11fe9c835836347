//! Follows games cast by cast, with every seat's chance to win in each state.
//!
//! It estimates the measures that are solved exactly where there are few enough states.

use std::sync::atomic::Ordering;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::engine::in_batches;
use super::tally::Pairs;
use super::{Generator, Plan, Watch};
use crate::process::{BySwing, DECIDED, Edge, MAX_SEATS, MarkovChain, Process, SLACK, Seats, Swing, To};

/// The number of games in a batch.
const BATCH: u64 = 32;

/// The number of batches followed before their results are added up.
const WAVE: u64 = 64;

/// Makes the followed games differ from those that are played for the other figures.
const STREAM: u64 = 0x5377_696e_6773;

/// The number of games from which one of middle length is chosen.
pub const EXAMPLES: usize = 15;

/// The most moves of a game that is shown.
const LONGEST_EXAMPLE: u64 = 2_000_000;

/// A long game that is shown is thinned out to between this many points and twice as many.
const POINTS: usize = 400;

/// The results of followed games: for each measure two numbers of every game, whose means are divided. The second is 1
/// if the measure is a plain mean.
#[derive(Clone, Debug, PartialEq)]
pub struct SwingTally {
    /// The number of games.
    pub games: u64,
    /// The pairs of numbers.
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

/// Numbers of casts, each with every seat's chance after them.
pub type Points = Vec<(u64, Vec<f64>)>;

/// Follows the games of the plan.
pub fn follow(trajectories: &Trajectories, plan: &Plan, watch: &Watch<'_>) -> SwingTally {
    let nothing = || SwingTally::new(trajectories.chain.seats());
    let play = |games, generator: &mut _, tally: &mut _| trajectories.follow(games, generator, tally);
    let plan = Plan { seed: plan.seed ^ STREAM, ..*plan };
    in_batches(&plan, [BATCH, WAVE], watch, nothing, play, |sum, batch| sum.merge(&batch))
}

/// A game that is neither short nor long: of a few, the one of median length. Returns every seat's chance along it,
/// including the end.
pub fn typical_story(trajectories: &Trajectories, seed: u64, watch: &Watch<'_>) -> Option<Points> {
    let mut source = Generator::new(seed ^ STREAM, u64::MAX);
    let shown = (0..EXAMPLES).filter(|_| !watch.stop.load(Ordering::Relaxed));
    let mut stories: Vec<Points> = shown.filter_map(|_| trajectories.story(&mut source)).collect();
    stories.sort_by_key(|points| points.last().map(|(throws, _)| *throws));
    let middle = stories.len() / 2;
    (!stories.is_empty()).then(|| stories.swap_remove(middle))
}

/// A game with numbered states, and every seat's chance to win in each of them.
pub struct Trajectories {
    chain: MarkovChain,
    /// The chances of all seats, state by state.
    values: Vec<f64>,
    /// The chain's chances as doubles.
    chances: Vec<f64>,
}

/// The sums along one game.
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
    /// The seat for which the game is decided, if any, and since which cast.
    holder: Option<usize>,
    since: u64,
}

impl Trajectory {
    /// Adds every seat's chance in a state; `goes_on` says whether the game goes on from there.
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

impl Trajectories {
    /// The approximate time to follow one cast, in nanoseconds.
    pub const NANOSECONDS: f64 = 300.0;

    /// Combines a game with each seat's chance in every state.
    pub fn new(chain: MarkovChain, of_seats: &[Vec<f64>]) -> Self {
        let at = |state: usize| of_seats.iter().map(move |values| values[state]);
        let values = (0..chain.states()).flat_map(at).collect();
        let chances = chain.chances().iter().map(|(weight, total)| {
            BigRational::new_raw(weight.clone().into(), total.clone().into()).to_f64().unwrap_or(0.0)
        });
        Self { values, chances: chances.collect(), chain }
    }

    /// Writes every seat's chance to `values`.
    fn values(&self, at: To, values: &mut [f64]) {
        match at {
            To::State(state) => {
                let first = state as usize * values.len();
                values.copy_from_slice(&self.values[first..first + values.len()]);
            }
            To::End(winners) => {
                values.iter_mut().enumerate().for_each(|(seat, value)| *value = winners.share(seat));
            }
            To::Never => values.fill(0.0),
        }
    }

    /// The moves from a state, or the winners if the game is over.
    fn moves(&self, at: To) -> Result<&[Edge], Seats> {
        match at {
            To::State(state) => Ok(self.chain.moves(state as usize)),
            To::End(winners) => Err(winners),
            To::Never => Err(Seats::NONE),
        }
    }

    fn chance(&self, edge: &Edge) -> f64 {
        self.chances[edge.chance as usize]
    }

    fn draw<'m>(&self, moves: &'m [Edge], generator: &mut Generator) -> &'m Edge {
        let mut left: f64 = generator.uniform();
        let (last, others) = moves.split_last().expect("every state has a move");
        let mut falls_on = |edge: &&Edge| {
            left -= self.chance(edge);
            left < 0.0
        };
        others.iter().find(|edge| falls_on(edge)).unwrap_or(last)
    }

    fn follow(&self, games: u64, generator: &mut Generator, tally: &mut SwingTally) {
        (0..games).for_each(|_| self.game(generator, tally));
    }

    fn game(&self, generator: &mut Generator, tally: &mut SwingTally) {
        let seats = self.chain.seats();
        let (mut now, mut then) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        let mut along = Trajectory { lowest: [1.0; MAX_SEATS], ..Trajectory::default() };
        let mut at = self.chain.start();
        self.values(at, &mut now[..seats]);
        let winners = loop {
            let found = self.moves(at);
            along.see(&now[..seats], found.is_ok());
            let moves = match found {
                Ok(moves) => moves,
                Err(winners) => break winners,
            };
            let mut variance = [0.0; MAX_SEATS];
            for edge in moves.iter().filter(|edge| edge.to != at) {
                self.values(edge.to, &mut then[..seats]);
                for seat in 0..seats {
                    variance[seat] += self.chance(edge) * (then[seat] - now[seat]).powi(2);
                }
            }
            for (sum, variance) in along.suspense.iter_mut().zip(variance) {
                *sum += variance.sqrt();
            }
            let edge = self.draw(moves, generator);
            along.casts += u64::from(edge.casts);
            along.dead += if edge.idle { u64::from(edge.casts) } else { 0 };
            at = edge.to;
            self.values(at, &mut then[..seats]);
            for seat in 0..seats {
                along.surprise[seat] += (then[seat] - now[seat]).abs();
            }
            std::mem::swap(&mut now, &mut then);
        };
        along.count(seats, winners, tally);
    }

    /// Plays one game and returns every seat's chance along it, thinned out if it is long; `None` if it is very long.
    fn story(&self, generator: &mut Generator) -> Option<Points> {
        let mut values = vec![0.0; self.chain.seats()];
        let (mut at, mut casts) = (self.chain.start(), 0);
        let mut story: Points = Vec::new();
        let (mut moves, mut every) = (0u64, 1u64);
        loop {
            let found = self.moves(at);
            if found.is_err() || moves.is_multiple_of(every) {
                self.values(at, &mut values);
                story.push((casts, values.clone()));
            }
            let Ok(of_state) = found else { return Some(story) };
            if story.len() > 2 * POINTS {
                // Drops every other point, and stores half as many from here on.
                story = story.into_iter().step_by(2).collect();
                every *= 2;
            }
            moves += 1;
            if moves > LONGEST_EXAMPLE {
                return None;
            }
            let edge = self.draw(of_state, generator);
            casts += u64::from(edge.casts);
            at = edge.to;
        }
    }
}
