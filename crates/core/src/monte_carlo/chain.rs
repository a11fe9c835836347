//! Plays games with numbered states.
//!
//! From each state, one alias table draws the result of the next move that changes anything. Where idle moves, which change
//! only whose turn it is, lead back to the same state with the chance Q, the number of idle rounds is geometric,
//! P(n) = Qⁿ·(1 − Q), and is drawn at once: a game of twenty thousand casts takes as many draws as it has changes.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::counting::Counting;
use super::engine::Player;
use super::process::{Outcome, play_games};
use super::sampler::{Sampler, Samplers, Wait};
use super::{Generator, Tally};
use crate::process::{Edge, MarkovChain, Process, To};

/// Up to this many states, each state has its own alias table. In larger games, states with the same throw share one, and
/// idle moves are not skipped.
const MOST_TABLES: usize = 1 << 16;

/// The most states that are followed to find a cycle of idle moves.
const LONGEST_ROUND: usize = 64;

/// Idle rounds that are at least this likely are skipped: a logarithm takes as long as a few draws.
const JUMPED: f64 = 0.5;

/// Plays a game with numbered states.
pub struct ChainPlayer<'a> {
    chain: &'a MarkovChain,
    drawn: Drawn,
    /// The values of each figure that is read at the end.
    scores: Vec<Vec<f64>>,
}

enum Drawn {
    /// One table for each state.
    Tables { rows: Vec<Row>, samplers: Samplers, exits: Vec<Exit> },
    /// One table for each distribution.
    Shared(Vec<Sampler<usize>>),
}

/// How a state is played.
#[derive(Clone, Copy, Default)]
struct Row {
    /// The wait for the end of idle rounds, and the number of casts in each round.
    idle: Option<(Wait, u64)>,
}

/// The result of a move, possibly after idle moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Exit {
    to: To,
    casts: u64,
    transfers: u32,
    counts: u32,
}

impl<'a> ChainPlayer<'a> {
    /// A player of this game.
    pub fn new(chain: &'a MarkovChain) -> Self {
        let drawn = if chain.states() <= MOST_TABLES {
            Drawn::tables(chain)
        } else {
            Drawn::Shared(chain.distributions().iter().map(Sampler::new).collect())
        };
        let value = |value: &BigRational| value.to_f64().unwrap_or(f64::NAN);
        let scores = chain.scored().iter().map(|scored| scored.values.iter().map(value).collect());
        Self { chain, drawn, scores: scores.collect() }
    }

    /// Draws what follows a state.
    #[inline]
    fn next(&self, state: usize, generator: &mut Generator) -> Exit {
        match &self.drawn {
            Drawn::Tables { rows, samplers, exits } => {
                let mut exit = exits[samplers.draw(state, generator)];
                if let Some((wait, casts)) = rows[state].idle {
                    exit.casts = exit.casts.saturating_add((wait.draw(generator) - 1).saturating_mul(casts));
                }
                exit
            }
            Drawn::Shared(samplers) => {
                let thrown = self.chain.thrown(state);
                Exit::of(&self.chain.moves(state)[samplers[thrown].draw(generator)])
            }
        }
    }
}

impl Exit {
    fn of(edge: &Edge) -> Self {
        Self { to: edge.to, casts: edge.casts.into(), transfers: edge.transfers, counts: edge.counts }
    }
}

impl Drawn {
    fn tables(chain: &MarkovChain) -> Self {
        let chances = chain.chances().iter().map(|(weight, total)| {
            BigRational::new_raw(weight.clone().into(), total.clone().into()).to_f64().unwrap_or(0.0)
        });
        let chances: Vec<f64> = chances.collect();
        // Where a state leads if nothing happens, with how many casts, and the chance that something happens.
        let idle = |state: usize| {
            let is_idle = |edge: &&Edge| edge.idle && edge.transfers == 0 && edge.counts == 0;
            let mut stays = chain.moves(state).iter().filter(is_idle);
            let first = stays.next()?;
            let To::State(to) = first.to else { return None };
            let alike = stays.all(|edge| edge.to == first.to && edge.casts == first.casts);
            let happens = chain.moves(state).iter().filter(|edge| !is_idle(edge));
            let happens: f64 = happens.map(|edge| chances[edge.chance as usize]).sum();
            alike.then_some((to as usize, u64::from(first.casts), happens))
        };
        let idle: Vec<_> = (0..chain.states()).map(idle).collect();
        let round = |start: usize| {
            let (mut at, mut states) = (start, Vec::new());
            while states.len() < LONGEST_ROUND {
                let (to, casts, happens) = idle[at]?;
                states.push((at, casts, happens));
                at = to;
                if at == start {
                    return Some(states);
                }
            }
            None
        };
        let (mut rows, mut samplers) = (Vec::with_capacity(chain.states()), Samplers::default());
        let mut exits: Vec<Exit> = Vec::new();
        let mut merged: FxHashMap<Exit, f64> = FxHashMap::default();
        for state in 0..chain.states() {
            let (mut reached, mut later, mut row) = (1.0, 0, Row::default());
            let states = round(state).filter(|states| {
                let stays: f64 = states.iter().map(|(_, _, happens)| 1.0 - happens).product();
                stays >= JUMPED && states.iter().any(|(_, _, happens)| *happens > 0.0)
            });
            let mut order: Vec<Exit> = Vec::new();
            let mut add = |exit: Exit, chance: f64| {
                *merged.entry(exit).or_insert_with(|| {
                    order.push(exit);
                    0.0
                }) += chance;
            };
            match states {
                Some(states) => {
                    let mut happens_at_all = 0.0;
                    for (at, casts, happens) in states {
                        for edge in chain
                            .moves(at)
                            .iter()
                            .filter(|edge| !edge.idle || edge.transfers > 0 || edge.counts > 0)
                        {
                            let exit = Exit::of(edge);
                            add(
                                Exit { casts: exit.casts + later, ..exit },
                                reached * chances[edge.chance as usize],
                            );
                        }
                        happens_at_all += reached * happens;
                        reached *= 1.0 - happens;
                        later += casts;
                    }
                    row.idle = Some((Wait::of_chance(happens_at_all), later));
                }
                None => {
                    for edge in chain.moves(state) {
                        add(Exit::of(edge), chances[edge.chance as usize]);
                    }
                }
            }
            let weights: Vec<f64> = order.iter().map(|exit| merged[exit]).collect();
            merged.clear();
            samplers.add(u32::try_from(exits.len()).unwrap_or(u32::MAX), &weights);
            exits.append(&mut order);
            rows.push(row);
        }
        Self::Tables { rows, samplers, exits }
    }
}

impl Player for ChainPlayer<'_> {
    fn seats(&self) -> usize {
        self.chain.seats()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let mut counting =
            Counting::new(self.chain.counted().to_vec(), self.chain.scored().iter().map(|scored| scored.of));
        play_games(self.seats(), self.chain.ante(), games, tally, |coins| {
            let (mut at, mut casts) = (self.chain.start(), 0u64);
            while let To::State(state) = at {
                let exit = self.next(state as usize, generator);
                casts = casts.saturating_add(exit.casts);
                if exit.transfers > 0 {
                    coins.move_all(&self.chain.transfers()[exit.transfers as usize]);
                }
                if exit.counts > 0 {
                    let counts = &self.chain.counts()[exit.counts as usize];
                    counting.add(counts.iter().copied());
                    let read = counts[counts.len() - self.scores.len()..].iter().zip(&self.scores);
                    for (index, (value, values)) in read.enumerate().filter(|(_, (value, _))| **value > 0) {
                        counting.score(index, values[*value as usize - 1]);
                    }
                }
                at = exit.to;
            }
            // In endless play, coins and counts that go on forever have no mean to report; all others are complete.
            counting.end(true);
            if let To::End(winners) = at { Outcome::Ended(winners, casts) } else { Outcome::Endless }
        });
        counting.tell(tally);
    }
}
