//! How an evening stands between two rounds, and how it goes on.

use std::ops::ControlFlow;

use crate::coin_tali::after::RoundEnd;
use crate::coin_tali::purses::Purses;
use crate::coin_tali::round::{CoinGame, MOST_SEATS, RAISE, lowered, number, raised};
use crate::coin_tali::settings::{Raise, Settings};
use tali_core::process::Seats;

/// How an evening stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct EveningState {
    /// How many rounds have begun, and after how many it ends; 0 where it goes on until one seat is left.
    pub rounds: u64,
    pub last: u64,
    pub ante: i64,
    pub game_pot: i64,
    pub starter: usize,
    /// Who is left.
    pub present: Seats,
    pub purses: Purses,
}

/// A round of which the antes are paid.
pub(super) struct Begun {
    /// Who plays it, in rolling order.
    pub seats: Vec<usize>,
    pub pot: i64,
    /// Who had a debt by then.
    indebted: Seats,
}

impl EveningState {
    /// An evening as the rules have it.
    pub(super) fn new(settings: &Settings) -> Self {
        Self::of_purses(settings, &settings.purses, settings.rounds)
    }

    /// An evening of so many rounds, or as many as there are, to which the seats bring these purses: everybody has paid a
    /// gold into the game pot.
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

    /// Those who are left, from a seat on in rolling order.
    fn from(&self, settings: &Settings, seat: usize) -> Vec<usize> {
        CoinGame::from(settings.seats, seat).filter(|seat| self.present.has(*seat)).collect()
    }

    /// A seat goes out; who is left alone takes what is in the pots, and has won.
    fn out(&mut self, seat: usize, pot: i64) -> ControlFlow<Seats> {
        self.present = self.present.without(seat);
        let Some(alone) = self.present.alone() else { return ControlFlow::Continue(()) };
        self.purses.coins[alone] += pot + self.game_pot;
        self.game_pot = 0;
        ControlFlow::Break(self.present)
    }

    /// The antes of the next round are paid; or the evening is over, won by these seats.
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

    /// All that follows a round, of which the pots are paid out: who is out, the bonus for the seat that was voted, debts,
    /// the gold after a Venus, and who starts the next round with which ante.
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

    /// Who starts the next round, and with which ante.
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

    /// After the last round those who are left share the game pot; who has most then has won.
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
