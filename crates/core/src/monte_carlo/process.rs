//! Plays any game, state by state.

use num_traits::ToPrimitive;

use super::bankrolls::{BankrollPlayer, Bankrolls, Evening, LONGEST_GAME, game_by_game};
use super::counting::Counting;
use super::engine::{BATCH, Player};
use super::sampler::Sampler;
use super::{Generator, Tally};
use crate::process::{Account, Amount, Counter, MAX_SEATS, Process, Score, Seats, Step, Transfer, Turn};

/// The number of moves after which a game is given up.
const LONGEST: u64 = 1_000_000;

/// How a game turned out.
pub(super) enum Outcome {
    /// These seats won, after this number of casts.
    Ended(Seats, u64),
    /// The game never ends: nobody takes the pot, and what is paid in the endless part is nothing or has no mean.
    Endless,
    /// The game was given up; how it would have ended is unknown.
    GivenUp,
}

impl From<Option<(Seats, u64)>> for Outcome {
    fn from(ended: Option<(Seats, u64)>) -> Self {
        ended.map_or(Self::Endless, |(winners, casts)| Self::Ended(winners, casts))
    }
}

/// Plays and counts games. `play` plays one with the coins that are on the table after the ante.
#[expect(clippy::cast_precision_loss, reason = "coins are few")]
pub(super) fn play_games<C: Into<Outcome>>(
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
            Outcome::Ended(winners, casts) => {
                tally.won(winners, casts);
                winners
            }
            Outcome::Endless => {
                tally.never_ended();
                Seats::NONE
            }
            Outcome::GivenUp => {
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

/// The number of coins of an amount, given the coins in the pot.
#[expect(clippy::cast_precision_loss, reason = "coins are few")]
fn amount(amount: Amount, pot: f64) -> f64 {
    match amount {
        Amount::Coins(coins) => coins as f64,
        Amount::Share { numerator, denominator } => pot * f64::from(numerator) / f64::from(denominator),
    }
}

/// Chooses for a seat while games are played, and may remember things from one game to the next. Returns the move in a
/// state, or `None` if it does not know one.
pub type Agent<'a, P> =
    Box<dyn FnMut(&<P as Process>::State, &mut Generator) -> Option<<P as Process>::Move> + 'a>;

/// Creates the agents of a batch of games: one for each seat, or none for games of chance.
type Agents<'a, P> = Box<dyn Fn() -> Vec<Agent<'a, P>> + Sync + 'a>;

/// Plays any game state by state, without numbering the states; also among seats with limited purses, where a seat that
/// cannot pay for a move leaves instead ([`Process::without`]).
pub struct ProcessPlayer<'a, P: Process> {
    process: P,
    samplers: Vec<Sampler<P::Move>>,
    counters: Vec<Counter<P::Event>>,
    scores: Vec<Score<P::Event>>,
    begun: Option<P::Event>,
    agents: Agents<'a, P>,
    longest: u64,
    batch: u64,
}

impl<'a, P: Process + 'a> ProcessPlayer<'a, P> {
    /// A player of a game of chance. A game in which a seat has to choose is given up.
    pub fn new(process: P) -> Self {
        Self::choosing(process, Vec::new)
    }

    /// A player of a game in which seats choose. `agents` creates the agents of each batch of games.
    pub fn choosing(process: P, agents: impl Fn() -> Vec<Agent<'a, P>> + Sync + 'a) -> Self {
        let samplers = process.distributions().iter().map(Sampler::new).collect();
        let (counters, scores, begun) = (process.figures(), process.scores(), process.begun());
        Self {
            process,
            begun,
            samplers,
            counters,
            scores,
            agents: Box::new(agents),
            longest: LONGEST,
            batch: BATCH / 64,
        }
    }

    /// Sets the number of moves after which a game is given up, and the number of games in a batch.
    pub fn within(self, longest: u64, batch: u64) -> Self {
        Self { longest, batch, ..self }
    }

    /// Plays a game of at most `most` moves and passes each step to `tell`. Returns how it turned out, with 0 casts.
    fn walk(
        &self,
        most: u64,
        agents: &mut [Agent<'_, P>],
        generator: &mut Generator,
        mut tell: impl FnMut(Step<(), P::Event>),
    ) -> Outcome {
        let mut state = self.process.start();
        for _ in 0..most {
            if self.process.never_ends(&state) {
                return Outcome::Endless;
            }
            let made = match self.process.turn(&state) {
                Turn::Chance(distribution) => Some(self.samplers[distribution].draw(generator)),
                Turn::Choose { seat, .. } => agents.get_mut(seat).and_then(|agent| agent(&state, generator)),
                Turn::End(winners) => return Outcome::Ended(winners, 0),
            };
            let Some(made) = made else { return Outcome::GivenUp };
            tell(self.process.advance(&mut state, made));
        }
        Outcome::GivenUp
    }

    /// Estimates the mean number of moves in a game by playing a few; infinite if not even one ends soon.
    pub fn trial(&self) -> f64 {
        const GAMES: u32 = 64;
        const MOST_MOVES: u32 = 1 << 18;
        let mut generator = Generator::new(0, 0);
        let mut moves = 0;
        let mut agents = (self.agents)();
        for games in 0..GAMES {
            let outcome = self.walk((MOST_MOVES - moves).into(), &mut agents, &mut generator, |_| moves += 1);
            if !matches!(outcome, Outcome::Ended(..)) {
                // It may go on until it is given up.
                let all = f64::from(moves) + LONGEST.to_f64().unwrap_or(f64::INFINITY);
                return if games == 0 { f64::INFINITY } else { all / f64::from(games + 1) };
            }
        }
        f64::from(moves) / f64::from(GAMES)
    }

    /// Makes the transfers of a move. If a seat cannot pay, none of them are made: the seat pays what it has to its creditor,
    /// and leaves. Returns that seat, if there is one.
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

    /// Plays one game among the seats present, and returns whether it ended.
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
            let distribution = match self.process.turn(&state) {
                Turn::Chance(distribution) => distribution,
                Turn::End(winners) => {
                    bankrolls.take(winners, pot);
                    return true;
                }
                Turn::Choose { .. } => return false,
            };
            let step = self.process.next(&state, self.samplers[distribution].draw(generator));
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

impl<'a, P: Process + 'a> Player for ProcessPlayer<'a, P> {
    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn batch(&self) -> u64 {
        self.batch
    }

    /// Games are given up after a million moves, unless [`ProcessPlayer::within`] sets another number.
    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let counted = self.counters.iter().map(Counter::counted).collect();
        let mut counting = Counting::new(counted, self.scores.iter().map(|score| score.of));
        let mut agents = (self.agents)();
        play_games(self.process.seats(), self.process.ante(), games, tally, |coins| {
            let mut casts = 0u64;
            let count = |counting: &mut Counting, event: &P::Event| {
                counting.add(self.counters.iter().flat_map(|counter| counter.added(event)));
                for (index, score) in self.scores.iter().enumerate() {
                    if let Some(value) = (score.read)(event, score.index) {
                        counting.score(index, value.to_f64().unwrap_or(f64::NAN));
                    }
                }
            };
            if let Some(event) = &self.begun {
                count(&mut counting, event);
            }
            let outcome = self.walk(self.longest, &mut agents, generator, |step| {
                casts = casts.saturating_add(step.casts.into());
                coins.move_all(&step.transfers);
                if let Some(event) = &step.event {
                    count(&mut counting, event);
                }
            });
            counting.end(!matches!(outcome, Outcome::GivenUp));
            if let Outcome::Ended(winners, _) = outcome { Outcome::Ended(winners, casts) } else { outcome }
        });
        counting.tell(tally);
    }
}

impl<'a, P: Process + 'a> BankrollPlayer for ProcessPlayer<'a, P> {
    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn evening(&self, purses: &[f64], games: u64, generator: &mut Generator) -> Evening {
        let plays_alone = self.process.is_against_bank();
        game_by_game(purses, plays_alone, games, |bankrolls| self.play_among(bankrolls, generator))
    }
}
