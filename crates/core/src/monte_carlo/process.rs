//! The player of any game of chance.

use num_traits::ToPrimitive;

use super::bankrolls::{BankrollPlayer, Bankrolls, Evening, LONGEST_GAME, game_by_game};
use super::counting::Counting;
use super::engine::{BATCH, Player};
use super::sampler::Sampler;
use super::{Generator, Tally};
use crate::process::{
    Account, Amount, Counter, Fee, MAX_SEATS, MarkovChain, Process, Rounding, Seats, Step, To, Transfer, Turn,
};

/// A game whose states are not numbered is given up after so many moves.
const LONGEST: u64 = 1_000_000;

/// Plays a game whose states are numbered, one alias table for each of its distributions.
pub struct ChainPlayer<'a> {
    chain: &'a MarkovChain,
    fee: Option<FeeInDoubles>,
    samplers: Vec<Sampler<usize>>,
}

impl<'a> ChainPlayer<'a> {
    /// A player of this game.
    pub fn new(chain: &'a MarkovChain) -> Self {
        let samplers = chain.distributions().iter().map(Sampler::new).collect();
        Self { chain, fee: chain.fee().map(FeeInDoubles::new), samplers }
    }
}

impl Player for ChainPlayer<'_> {
    fn seats(&self) -> usize {
        self.chain.seats()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let mut counting = Counting::new(self.chain.counted().to_vec());
        play_games(self.seats(), self.chain.ante(), games, tally, |coins| {
            let (mut at, mut casts) = (self.chain.start(), 0u64);
            while let To::State(state) = at {
                let Turn::Chance(place) = self.chain.turn(&at) else { break };
                let edge = &self.chain.moves(state as usize)[self.samplers[place].draw(generator)];
                casts = casts.saturating_add(edge.casts.into());
                if edge.transfers > 0 {
                    let transfers = &self.chain.transfers()[edge.transfers as usize];
                    coins.move_all(transfers, self.fee.as_ref());
                }
                if edge.counts > 0 {
                    counting.add(self.chain.counts()[edge.counts as usize].iter().copied());
                }
                at = edge.to;
            }
            // Where the game never ends, what goes on changing hands and being counted has no mean to be told; all else is done.
            counting.end(true);
            if let To::End(winners) = at { Course::Ended(winners, casts) } else { Course::Endless }
        });
        counting.tell(tally);
    }
}

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

    /// A seat pays a fee into the pot.
    pub(super) fn pay(&mut self, seat: usize, fee: &FeeInDoubles) {
        let coins = fee.of(self.pot);
        self.pot += coins;
        self.paid[seat] += coins;
    }

    fn move_all(&mut self, transfers: &[Transfer], fee: Option<&FeeInDoubles>) {
        for transfer in transfers {
            let coins = amount(transfer.amount, fee, self.pot);
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
fn amount(amount: Amount, fee: Option<&FeeInDoubles>, pot: f64) -> f64 {
    match amount {
        Amount::Coins(coins) => coins as f64,
        Amount::Fee => fee.map_or(0.0, |fee| fee.of(pot)),
        Amount::Share { numerator, denominator } => pot * f64::from(numerator) / f64::from(denominator),
    }
}

/// A fee, computed in doubles.
pub(super) struct FeeInDoubles {
    fee: Fee,
    share: f64,
    /// The share as a fraction of two numbers that are not too long to be multiplied.
    parts: Option<[u64; 2]>,
}

/// A pot of so few coins that a double tells them all apart.
fn whole(pot: f64) -> Option<u64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    pot.to_u64().filter(|_| pot < MOST)
}

impl FeeInDoubles {
    pub(super) fn new(fee: &Fee) -> Self {
        let (share, parts) = match fee {
            Fee::Share(share, ..) => {
                let parts = share.numer().to_u64().zip(share.denom().to_u64());
                (share.to_f64().unwrap_or(0.0), parts.map(<[u64; 2]>::from))
            }
            Fee::Coins(_) => (0.0, None),
        };
        Self { fee: fee.clone(), share, parts }
    }

    /// The payment into a pot of that many coins.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    pub(super) fn of(&self, pot: f64) -> f64 {
        match &self.fee {
            Fee::Coins(coins) => *coins as f64,
            Fee::Share(_, Rounding::None, _) => pot * self.share,
            Fee::Share(_, rounding, unit) => {
                if let Some((share, whole)) = self.parts.zip(whole(pot)) {
                    let paid = u128::from(whole) * u128::from(share[0]);
                    let parts = u128::from(share[1]) * u128::from(*unit);
                    let units = if *rounding == Rounding::Up { paid.div_ceil(parts) } else { paid / parts };
                    return units as f64 * *unit as f64;
                }
                // Of larger pots a double tells no single coins.
                let units = pot * self.share / *unit as f64;
                let units = if *rounding == Rounding::Up { units.ceil() } else { units.floor() };
                units * *unit as f64
            }
        }
    }
}

/// Plays any game of chance state by state, without numbering the states; also among seats with limited purses, where
/// who cannot pay what a move costs leaves instead ([`Process::without`]).
pub struct ProcessPlayer<P: Process> {
    process: P,
    fee: Option<FeeInDoubles>,
    samplers: Vec<Sampler<P::Move>>,
    counters: Vec<Counter<P::Event>>,
}

impl<P: Process> ProcessPlayer<P> {
    /// A player of this game.
    pub fn new(process: P) -> Self {
        let samplers = process.distributions().iter().map(Sampler::new).collect();
        let fee = process.fee().map(FeeInDoubles::new);
        Self { counters: process.figures(), process, fee, samplers }
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
    fn settle(&self, transfers: &[Transfer], bankrolls: &mut Bankrolls, pot: &mut f64) -> Option<usize> {
        let before = (*bankrolls, *pot);
        for transfer in transfers {
            let mut coins = amount(transfer.amount, self.fee.as_ref(), *pot);
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
            let Some(leaves) = self.settle(&step.transfers, bankrolls, &mut pot) else {
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
        let mut counting = Counting::new(self.counters.iter().map(Counter::counted).collect());
        play_games(self.process.seats(), self.process.ante(), games, tally, |coins| {
            let mut casts = 0u64;
            let over = self.walk(LONGEST, generator, |step| {
                casts = casts.saturating_add(step.casts.into());
                coins.move_all(&step.transfers, self.fee.as_ref());
                if let Some(event) = &step.event {
                    counting.add(self.counters.iter().flat_map(|counter| counter.added(event)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;

    #[test]
    fn rounded_fees_are_those_of_the_rules() {
        for (numerator, denominator) in [(1, 2), (1, 3), (7, 10), (999, 1000), (0, 1), (1, 1_i64 << 62)] {
            let share = BigRational::new(numerator.into(), denominator.into());
            for (rounding, unit) in
                [(Rounding::Up, 1), (Rounding::Down, 1), (Rounding::Up, 12), (Rounding::Down, 12)]
            {
                let fee = Fee::Share(share.clone(), rounding, unit);
                let near = FeeInDoubles::new(&fee);
                let exactly =
                    |pot: f64| fee.payment(&BigRational::from_float(pot).unwrap()).to_f64().unwrap();
                for pot in [0.0, 1.0, 2.0, 3.0, 11.0, 12.0, 25.0, 1e6 + 1.0, 9_007_199_254_740_991.0] {
                    assert_eq!(near.of(pot).to_bits(), exactly(pot).to_bits(), "{fee:?} of {pot}");
                }
                // A double tells no single coins of these.
                for pot in [9_007_199_254_740_992.0, 1e20, 1e40, 1e300] {
                    let off = (near.of(pot) - exactly(pot)).abs();
                    assert!(off <= 1e-15 * pot, "{fee:?} of {pot}: {off}");
                }
            }
        }
    }
}
