//! Plays games of independent seats, seat by seat.
//!
//! The seats do not affect each other before one of them is done, so each is played to its own end, and the earliest wins.
//! In a state that turns seldom change, the number of turns until a change is drawn at once.

use super::bankrolls::{BankrollPlayer, Bankrolls, Evening, game_by_game};
use super::engine::Player;
use super::process::play_games;
use super::sampler::{Sampler, Samplers, Wait};
use super::{Generator, Moments, Tally};
use crate::process::{ALONE_MEAN, IndependentSeats, SeatChain, Seats};

/// The state of a seat that is done.
const DONE: u32 = u32::MAX;

/// The number of turns of a seat that is never done. Turns are doubles, as some seats by themselves take more than 2⁶⁴.
const NEVER: f64 = f64::INFINITY;

/// If at most this part of the turns changes anything, the wait for a change is drawn at once.
const SELDOM: f64 = 0.25;

/// The chain of a seat, prepared for play.
struct Track {
    states: Vec<State>,
    samplers: Samplers,
    next: Vec<u32>,
}

enum State {
    Stuck,
    Drawn,
    /// The state changes after a wait.
    Waiting(Wait),
    /// The same, with a single next state.
    WaitingFor(Wait, u32),
}

impl Track {
    fn new<C: Copy + Into<f64>>(chain: &SeatChain<C>) -> Self {
        let mut track = Self { states: Vec::new(), samplers: Samplers::default(), next: Vec::new() };
        for (here, row) in (0..).zip(chain) {
            let row = row.iter().map(|(to, chance)| (to.unwrap_or(DONE), (*chance).into()));
            let (stays, mut moves): (Vec<_>, Vec<_>) = row.partition(|(to, _)| *to == here);
            let leaves: f64 = moves.iter().map(|(_, chance)| chance).sum();
            track.states.push(if leaves <= 0.0 {
                moves.push((here, 1.0));
                State::Stuck
            } else if leaves <= SELDOM {
                let wait = Wait::of_chance(leaves);
                if let [(only, _)] = moves[..] { State::WaitingFor(wait, only) } else { State::Waiting(wait) }
            } else {
                moves.extend(stays);
                State::Drawn
            });
            let first = u32::try_from(track.next.len()).unwrap_or(u32::MAX);
            let weights: Vec<f64> = moves.iter().map(|(_, chance)| *chance).collect();
            track.samplers.add(first, &weights);
            track.next.extend(moves.into_iter().map(|(to, _)| to));
        }
        track
    }

    /// Draws the number of turns until the end.
    #[inline]
    fn play(&self, start: u32, generator: &mut Generator) -> f64 {
        let (mut turns, mut here) = (0.0, start);
        while here != DONE {
            let next = |generator: &mut Generator| self.next[self.samplers.draw(here as usize, generator)];
            let (waited, to) = match self.states[here as usize] {
                State::Stuck => return NEVER,
                State::Drawn => (1.0, next(generator)),
                State::Waiting(wait) => (wait.drawn(generator), next(generator)),
                State::WaitingFor(wait, only) => (wait.drawn(generator), only),
            };
            (turns, here) = (turns + waited, to);
        }
        turns
    }
}

/// Plays games of independent seats.
pub struct SeatsPlayer<'a> {
    scenarios: Sampler<usize>,
    starts: &'a [Vec<u32>],
    throws: u64,
    ante: Option<u64>,
    /// The distinct tracks, and the index of each seat's track.
    tracks: Vec<Track>,
    of_seat: Vec<usize>,
}

impl<'a> SeatsPlayer<'a> {
    /// A player of this game.
    pub fn new<C: Copy + Into<f64>>(game: &'a IndependentSeats<C>) -> Self {
        let first = game.first_alike();
        let mut different = first.clone();
        different.sort_unstable();
        different.dedup();
        let of_seat = first.iter().filter_map(|first| different.binary_search(first).ok()).collect();
        let tracks = different.iter().map(|seat| Track::new(&game.chains[*seat])).collect();
        let scenarios = Sampler::new(&game.scenarios);
        Self { scenarios, starts: &game.starts, throws: game.throws, ante: game.ante, tracks, of_seat }
    }

    fn starts(&self, generator: &mut Generator) -> &[u32] {
        if self.starts.len() == 1 { &self.starts[0] } else { &self.starts[self.scenarios.draw(generator)] }
    }

    fn turns(&self, seat: usize, start: u32, generator: &mut Generator) -> f64 {
        self.tracks[self.of_seat[seat]].play(start, generator)
    }

    /// Plays one game among the seats present, and returns whether it ended.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn play_among(&self, bankrolls: &mut Bankrolls, generator: &mut Generator) -> bool {
        let mut pot = 0.0;
        if !bankrolls.ante(self.ante.unwrap_or(0) as f64, &mut pot) {
            return true;
        }
        let starts = self.starts(generator);
        let (mut winner, mut fewest) = (None, NEVER);
        for seat in bankrolls.present.iter() {
            let turns = self.turns(seat, starts[seat], generator);
            if turns < fewest {
                (winner, fewest) = (Some(seat), turns);
            }
        }
        if let Some(winner) = winner {
            bankrolls.take(Seats::one(winner), pot);
        }
        winner.is_some()
    }
}

impl Player for SeatsPlayer<'_> {
    fn seats(&self) -> usize {
        self.of_seat.len()
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a double holds every length that is not astronomic, and it is above 0"
    )]
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let seats = Player::seats(self);
        let mut needed = vec![Moments::default(); seats];
        let throws = self.throws as f64;
        play_games(seats, self.ante, games, tally, |_| {
            let (mut winner, mut fewest) = (0, NEVER);
            for (seat, start) in self.starts(generator).iter().enumerate() {
                let turns = self.turns(seat, *start, generator);
                if turns < fewest {
                    (winner, fewest) = (seat, turns);
                }
                if turns < NEVER {
                    needed[seat].add(turns * throws);
                }
            }
            let casts = ((fewest - 1.0) * seats as f64 + winner as f64 + 1.0) * throws;
            (fewest < NEVER).then(|| (Seats::one(winner), casts as u64))
        });
        tally.count(&ALONE_MEAN, &needed);
    }
}

impl BankrollPlayer for SeatsPlayer<'_> {
    fn seats(&self) -> usize {
        Player::seats(self)
    }

    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening {
        game_by_game(purses, false, games, |bankrolls| self.play_among(bankrolls, generator))
    }
}
