//! The player of any game of chance.

use num_traits::ToPrimitive;

use super::bankrolls::{BankrollPlayer, Bankrolls, Evening, LONGEST_GAME, game_by_game};
use super::counting::Counting;
use super::engine::{BATCH, Player};
use super::sampler::Sampler;
use super::{Generator, Tally};
use crate::process::{Account, Amount, Counter, MAX_SEATS, Process, Score, Seats, Step, Transfer, Turn};

/// A game whose states are not numbered is given up after so many moves.
const LONGEST: u64 = 1_000_000;

/// What becomes of a game.
pub(super) enum Course {
    /// These seats win it after so many casts.
    Ended(Seats, u64),
    /// It never ends: nobody takes the pot, and what is paid in the endless part either is nothing or has no mean.
    Endless,
    /// It was given up, and nobody knows.
    GivenUp,
}

impl From<Option<(Seats, u64)>> for Course {
    fn from(ended: Option<(Seats, u64)>) -> Self {
        ended.map_or(Self::Endless, |(winners, casts)| Self::Ended(winners, casts))
    }
}

/// Counts so many games, each of which `play` plays with the coins that are on the table after the ante.
#[expect(clippy::cast_precision_loss, reason = "coins are few")]
pub(super) fn play_games<C: Into<Course>>(
    seats: usize,
    ante: Option<u64>,
    games: u64,
    tally: &mut Tally,
    mut play: impl FnMut(&mut Coins) -> C,
) {
    let mut coins = Coins::default();
    for _ in 0..games {
        coins.start(seats, ante.unwrap_or(0) as f64);
        let winners = match play(&mut coins).into() {
            Course::Ended(winners, casts) => {
                tally.won(winners, casts);
                winners
            }
            Course::Endless => {
                tally.never_ended();
                Seats::NONE
            }
            Course::GivenUp => {
                tally.given_up += 1;
                continue;
            }
        };
        if ante.is_some() {
            coins.count(seats, winners, tally);
        }
    }
}

/// The coins of one game.
#[derive(Default)]
pub(super) struct Coins {
    pot: f64,
    paid: [f64; MAX_SEATS],
    received: [f64; MAX_SEATS],
}

impl Coins {
    #[expect(clippy::cast_precision_loss, reason = "seats are few")]
    fn start(&mut self, seats: usize, ante: f64) {
        self.pot = ante * seats as f64;
        self.paid[..seats].fill(ante);
        self.received[..seats].fill(0.0);
    }

    pub(super) fn move_all(&mut self, transfers: &[Transfer]) {
        for transfer in transfers {
            let coins = amount(transfer.amount, self.pot);
            match transfer.from {
                Account::Seat(seat) => self.paid[seat] += coins,
                Account::Pot => self.pot -= coins,
                Account::Bank => {}
            }
            match transfer.to {
                Account::Seat(seat) => self.received[seat] += coins,
                Account::Pot => self.pot += coins,
                Account::Bank => {}
            }
        }
    }

    fn count(&self, seats: usize, winners: Seats, tally: &mut Tally) {
        if !winners.is_empty() {
            tally.pot.add(self.pot);
        }
        for seat in 0..seats {
            let taken = self.received[seat] + self.pot * winners.share(seat);
            tally.paid[seat].add(self.paid[seat]);
            tally.taken[seat].add(taken);
            tally.net[seat].add(taken - self.paid[seat]);
        }
    }
}

/// How many coins an amount is, with so many in the pot.
#[expect(clippy::cast_precision_loss, reason = "coins are few")]
fn amount(amount: Amount, pot: f64) -> f64 {
    match amount {
        Amount::Coins(coins) => coins as f64,
        Amount::Share { numerator, denominator } => pot * f64::from(numerator) / f64::from(denominator),
    }
}

/// Plays any game of chance state by state, without numbering the states; also among seats with limited purses, where
/// who cannot pay what a move costs leaves instead ([`Process::without`]).
pub struct ProcessPlayer<P: Process> {
    process: P,
    samplers: Vec<Sampler<P::Move>>,
    counters: Vec<Counter<P::Event>>,
    scores: Vec<Score<P::Event>>,
}

impl<P: Process> ProcessPlayer<P> {
    /// A player of this game.
    pub fn new(process: P) -> Self {
        let samplers = process.distributions().iter().map(Sampler::new).collect();
        Self { counters: process.figures(), scores: process.scores(), process, samplers }
    }

    /// Plays a game, up to so many moves, and tells of each; who wins it, if it came to its end.
    fn walk(
        &self,
        most: u64,
        generator: &mut Generator,
        mut tell: impl FnMut(&Step<P::State, P::Event>),
    ) -> Option<Seats> {
        let mut state = self.process.start();
        for _ in 0..most {
            if self.process.never_ends(&state) {
                return None;
            }
            let place = match self.process.turn(&state) {
                Turn::Chance(place) => place,
                Turn::End(winners) => return Some(winners),
                Turn::Choose { .. } => return None,
            };
            let step = self.process.next(&state, self.samplers[place].draw(generator));
            tell(&step);
            state = step.to;
        }
        None
    }

    /// How many moves a game has on average, by the first few that are played; infinite where not even one is over soon.
    pub fn trial(&self) -> f64 {
        const GAMES: u32 = 64;
        const MOST_MOVES: u32 = 1 << 18;
        let mut generator = Generator::new(0, 0);
        let mut moves = 0;
        for games in 0..GAMES {
            if self.walk((MOST_MOVES - moves).into(), &mut generator, |_| moves += 1).is_none() {
                // It may go on for as long as a game is played at all.
                let all = f64::from(moves) + LONGEST.to_f64().unwrap_or(f64::INFINITY);
                return if games == 0 { f64::INFINITY } else { all / f64::from(games + 1) };
            }
        }
        f64::from(moves) / f64::from(GAMES)
    }

    /// Makes the transfers of a move; or, if a seat cannot pay, none of them: it pays what it has to whom it owes it. That one,
    /// if there is one.
    fn settle(transfers: &[Transfer], bankrolls: &mut Bankrolls, pot: &mut f64) -> Option<usize> {
        let before = (*bankrolls, *pot);
        for transfer in transfers {
            let mut coins = amount(transfer.amount, *pot);
            let mut leaves = None;
            match transfer.from {
                Account::Seat(seat) if bankrolls.is_able(seat, coins) => coins = bankrolls.pay(seat, coins),
                Account::Seat(seat) => {
                    (*bankrolls, *pot) = before;
                    coins = bankrolls.leave(seat);
                    leaves = Some(seat);
                }
                Account::Pot => *pot -= coins,
                Account::Bank => {}
            }
            match transfer.to {
                Account::Seat(seat) => bankrolls.purses[seat] += coins,
                Account::Pot => *pot += coins,
                Account::Bank => {}
            }
            if leaves.is_some() {
                return leaves;
            }
        }
        None
    }

    /// Plays one game among those who are there; whether it came to its end.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn play_among(&self, bankrolls: &mut Bankrolls, generator: &mut Generator) -> bool {
        let mut pot = 0.0;
        if !bankrolls.ante(self.process.ante().unwrap_or(0) as f64, &mut pot) {
            return true;
        }
        let mut state = self.process.start();
        for seat in (0..self.process.seats()).filter(|seat| !bankrolls.present.has(*seat)) {
            match self.process.without(&state, seat) {
                Some(without) => state = without,
                None => return false,
            }
        }
        for _ in 0..LONGEST_GAME {
            if self.process.never_ends(&state) {
                return false;
            }
            let place = match self.process.turn(&state) {
                Turn::Chance(place) => place,
                Turn::End(winners) => {
                    bankrolls.take(winners, pot);
                    return true;
                }
                Turn::Choose { .. } => return false,
            };
            let step = self.process.next(&state, self.samplers[place].draw(generator));
            let Some(leaves) = Self::settle(&step.transfers, bankrolls, &mut pot) else {
                state = step.to;
                continue;
            };
            if !bankrolls.go_on(pot) {
                return true;
            }
            match self.process.without(&state, leaves) {
                Some(without) => state = without,
                None => return false,
            }
        }
        false
    }
}

impl<P: Process> Player for ProcessPlayer<P> {
    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn batch(&self) -> u64 {
        BATCH / 64
    }

    /// Games that are not over after a million moves are given up.
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let counted = self.counters.iter().map(Counter::counted).collect();
        let mut counting = Counting::new(counted, self.scores.iter().map(|score| score.of));
        play_games(self.process.seats(), self.process.ante(), games, tally, |coins| {
            let mut casts = 0u64;
            let over = self.walk(LONGEST, generator, |step| {
                casts = casts.saturating_add(step.casts.into());
                coins.move_all(&step.transfers);
                if let Some(event) = &step.event {
                    counting.add(self.counters.iter().flat_map(|counter| counter.added(event)));
                    for (index, score) in self.scores.iter().enumerate() {
                        if let Some(value) = (score.read)(event, score.index) {
                            counting.score(index, value.to_f64().unwrap_or(f64::NAN));
                        }
                    }
                }
            });
            counting.end(over.is_some());
            over.map_or(Course::GivenUp, |winners| Course::Ended(winners, casts))
        });
        counting.tell(tally);
    }
}

impl<P: Process> BankrollPlayer for ProcessPlayer<P> {
    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening {
        let plays_alone = self.process.is_against_bank();
        game_by_game(purses, plays_alone, games, |bankrolls| self.play_among(bankrolls, generator))
    }
}
