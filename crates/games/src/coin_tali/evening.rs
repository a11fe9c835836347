//! The state of an evening between rounds.

use std::ops::ControlFlow;

use crate::coin_tali::after::RoundEnd;
use crate::coin_tali::purses::Purses;
use crate::coin_tali::round::{CoinGame, MOST_SEATS, RAISE, lowered, number, raised};
use crate::coin_tali::settings::{Raise, Settings};
use tali_core::process::Seats;

/// The state of an evening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct EveningState {
    /// The number of rounds begun, and the last round; 0 if the evening continues until one seat is left.
    pub rounds: u64,
    pub last: u64,
    pub ante: i64,
    pub game_pot: i64,
    pub starter: usize,
    /// The seats still in.
    pub present: Seats,
    pub purses: Purses,
}

/// A round after the antes.
pub(super) struct Begun {
    /// The seats that play it, in rolling order.
    pub seats: Vec<usize>,
    pub pot: i64,
    /// The seats that already had a debt.
    indebted: Seats,
}

impl EveningState {
    /// The start of an evening under these rules.
    pub(super) fn new(settings: &Settings) -> Self {
        Self::of_purses(settings, &settings.purses, settings.rounds)
    }

    /// The start of an evening with these purses and this last round, or none if 0; each seat has paid a gold into the game pot.
    pub(super) fn of_purses(settings: &Settings, purses: &[i64], last: u64) -> Self {
        let mut coins = [0; MOST_SEATS];
        for (coins, brought) in coins.iter_mut().zip(purses) {
            *coins = brought - settings.gold;
        }
        Self {
            rounds: 0,
            last,
            ante: settings.ante,
            game_pot: settings.gold * number(settings.seats),
            starter: 0,
            present: Seats::first(settings.seats),
            purses: Purses { coins, debts: [0; MOST_SEATS], loans: settings.loans, bank: 0 },
        }
    }

    /// The seats still in, from this seat on in rolling order.
    fn from(&self, settings: &Settings, seat: usize) -> Vec<usize> {
        CoinGame::from(settings.seats, seat).filter(|seat| self.present.has(*seat)).collect()
    }

    /// Removes a seat. If only one is left, it takes the pots and wins.
    fn out(&mut self, seat: usize, pot: i64) -> ControlFlow<Seats> {
        self.present = self.present.without(seat);
        let Some(alone) = self.present.alone() else { return ControlFlow::Continue(()) };
        self.purses.coins[alone] += pot + self.game_pot;
        self.game_pot = 0;
        ControlFlow::Break(self.present)
    }

    /// Begins a round with the antes, or ends the evening with these winners.
    pub(super) fn begin(&mut self, settings: &Settings) -> ControlFlow<Seats, Begun> {
        self.rounds += 1;
        let mut pot = 0;
        for seat in self.from(settings, self.starter) {
            let (paid, stays) = self.purses.owe(seat, self.ante);
            pot += paid;
            if !stays {
                self.out(seat, pot)?;
            }
        }
        let seats = self.from(settings, self.starter);
        let indebted = seats.iter().copied().filter(|seat| self.purses.debts[*seat] > 0).collect();
        ControlFlow::Continue(Begun { seats, pot, indebted })
    }

    /// Finishes a round after its pots are paid: seats that are out, the bonus of the voted seat, debts, the gold after a Venus,
    /// and the next starter and ante.
    pub(super) fn finish(
        &mut self,
        settings: &Settings,
        begun: &Begun,
        end: &RoundEnd,
        voted: Option<usize>,
    ) -> ControlFlow<Seats> {
        self.game_pot = end.game;
        for out in end.out.iter() {
            self.out(begun.seats[out], if end.winners.is_empty() { end.pot } else { 0 })?;
        }
        if let Some(seat) = voted.filter(|seat| self.present.has(*seat)) {
            self.purses.coins[seat] += settings.silver;
            self.purses.bank += settings.silver;
        }
        for seat in self.from(settings, self.starter) {
            if !self.purses.repay(seat, begun.indebted.has(seat)) {
                self.out(seat, 0)?;
            }
        }
        let winner = (!end.winners.is_empty()).then(|| begun.seats[end.first]);
        if end.venus {
            for seat in self.from(settings, begun.seats[end.first]) {
                if self.purses.coins[seat] >= settings.gold {
                    self.purses.coins[seat] -= settings.gold;
                    self.game_pot += settings.gold;
                } else {
                    self.out(seat, 0)?;
                }
            }
        }
        let caller = end.caller.map(|caller| begun.seats[usize::from(caller)]);
        self.next(settings, winner, caller);
        if self.rounds == self.last {
            return ControlFlow::Break(self.share_out(settings));
        }
        ControlFlow::Continue(())
    }

    /// Sets the starter and the ante of the next round.
    fn next(&mut self, settings: &Settings, winner: Option<usize>, caller: Option<usize>) {
        let wanted = winner.unwrap_or_else(|| (caller.unwrap_or(self.starter) + 1) % settings.seats);
        self.starter = self.from(settings, wanted).first().copied().unwrap_or(wanted);
        match winner {
            Some(winner) if winner == self.starter => {
                self.ante = match settings.raises[winner] {
                    Raise::Keep => self.ante,
                    Raise::Up => raised(self.ante),
                    Raise::Down => lowered(self.ante),
                }
            }
            Some(_) => {}
            None => self.ante += if caller.is_some() { RAISE } else { 1 },
        }
    }

    /// Shares the game pot among the seats still in after the last round, and returns those with the most coins.
    fn share_out(&mut self, settings: &Settings) -> Seats {
        let left = self.from(settings, self.starter);
        let number = number(left.len());
        for (index, seat) in left.iter().enumerate() {
            let odd = if index == 0 { self.game_pot % number } else { 0 };
            self.purses.coins[*seat] += self.game_pot / number + odd;
        }
        self.game_pot = 0;
        let most = self.purses.coins[..settings.seats].iter().max();
        (0..settings.seats).filter(|seat| self.purses.coins.get(*seat) == most).collect()
    }
}
