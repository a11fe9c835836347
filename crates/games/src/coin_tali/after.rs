//! The consequences of a turn: the coins, and the next turn.

use super::purses::{Purse, Purses};
use super::round::{CoinGame, MOST_SEATS, Position, Renaming, WHOLE_WIN, small};
use super::scores::Score;
use super::settings::Count;
use super::turns::{Choice, Ending, Payment, TurnLog};
use tali_core::process::Seats;

impl CoinGame {
    /// Makes the payments of a turn, as far as the purse allows.
    pub(super) fn settle(&self, log: &TurnLog, position: &Position, purse: Purse) -> Settled {
        let Position { pot, game, .. } = *position;
        let mut settled = Settled { paid: 0, taken: 0, lent: 0, left: purse.coins, pot, game, broke: false };
        for payment in &log.payments {
            match payment {
                Payment::Pay(coins) => {
                    let (paid, lent) = Purse { coins: settled.left, ..purse }.pays(*coins);
                    settled.paid += paid;
                    settled.lent += lent;
                    settled.left += lent - paid;
                    settled.pot += paid;
                    if paid < *coins {
                        settled.broke = true;
                        break;
                    }
                }
                Payment::Eagle => {
                    let from_pot = self.settings.silver.min(settled.pot);
                    let from_game = (self.settings.silver - from_pot).min(settled.game);
                    settled.pot -= from_pot;
                    settled.game -= from_game;
                    settled.taken += from_pot + from_game;
                    settled.left += from_pot + from_game;
                }
            }
        }
        settled
    }

    /// The mover's coins at a choice, if it began the turn with this purse; `None` if it could not pay.
    pub(super) fn left(&self, position: &Position, choice: &Choice, purse: Purse) -> Option<i64> {
        let Some(on_table) = &choice.on_table else { return Some(purse.coins) };
        let settled = self.settle(&on_table.log, position, purse);
        (!settled.broke).then_some(settled.left)
    }

    /// The consequences of a turn that the mover began with this purse. Seats keep their numbers.
    pub(super) fn follow(&self, position: &Position, ending: &Ending, purse: Purse) -> After {
        let mover = usize::from(position.mover);
        let mut after = After::new(position);
        let broke = ending.log().is_some_and(|log| {
            let settled = self.settle(log, position, purse);
            (after.paid, after.lent, after.taken[mover]) = (settled.paid, settled.lent, settled.taken);
            (after.end.pot, after.end.game) = (settled.pot, settled.game);
            settled.broke
        });
        if matches!(ending, Ending::Call | Ending::Match) {
            after.paid = position.ante;
            after.end.pot += position.ante;
        }
        let next = match *ending {
            Ending::Venus(_) => {
                after.taken[mover] += after.end.pot + after.end.game;
                after.end =
                    RoundEnd { winners: Seats::one(mover), first: mover, venus: true, game: 0, ..after.end };
                return after;
            }
            Ending::Stand(..) if broke => {
                after.end.out = position.out.with(mover);
                if after.end.out.number() as usize + 1 == position.seating.players() {
                    // Only one other seat is left, so the evening is over.
                    return after;
                }
                Position { out: after.end.out, waiting: position.waiting.without(mover), ..*position }
            }
            Ending::Stand(score, _) => position.scored(score),
            Ending::Call => {
                let others = Seats::first(position.seating.players()).without(mover);
                Position {
                    caller: Some(position.mover),
                    asked: others.iter().filter(|seat| !position.out.has(*seat)).collect(),
                    waiting: Seats::one(mover),
                    best: Score::NONE,
                    holders: Seats::NONE,
                    ..*position
                }
            }
            Ending::Match => Position {
                asked: position.asked.without(mover),
                waiting: position.waiting.with(mover),
                ..*position
            },
            Ending::Drop => Position { asked: position.asked.without(mover), ..*position },
        };
        after.go_on(next);
        after
    }

    /// The position after a turn; writes the payoffs of the turn, grouped by measure, then by seat.
    pub(super) fn lead(
        &self,
        position: &Position,
        ending: &Ending,
        payoffs: &mut [i64],
    ) -> Option<(Position, Renaming)> {
        let after = self.follow(position, ending, Purse::ENDLESS);
        self.payoffs(position, &after, payoffs);
        after.next.map(|next| self.tidy(next))
    }

    /// Computes the payoff of each seat in every measure.
    fn payoffs(&self, position: &Position, after: &After, payoffs: &mut [i64]) {
        payoffs.fill(0);
        let (players, seats) = (position.seating.players(), self.settings.seats);
        let parts = self.settings.parts(players);
        let share = match self.settings.count {
            Count::Shares => after.end.game - position.game,
            Count::Purse => 0,
        };
        for (seat, taken) in after.taken.iter().enumerate().take(players) {
            let coins = taken - if seat == usize::from(position.mover) { after.paid } else { 0 };
            payoffs[seat] = coins * parts + share;
            if let Some(purse) = payoffs.get_mut(seats + seat) {
                *purse = coins;
            }
        }
        if after.next.is_none() && payoffs.len() > 2 * seats {
            let winners = after.end.winners;
            for winner in winners.iter() {
                payoffs[2 * seats + winner] = WHOLE_WIN / i64::from(winners.number());
            }
        }
    }
}

impl Position {
    /// The position after the mover stands with a score.
    fn scored(&self, score: Score) -> Self {
        let mover = usize::from(self.mover);
        let waiting = self.waiting.without(mover);
        if score.is_none() || score < self.best {
            return Self { waiting, ..*self };
        }
        let others = if score == self.best { self.holders } else { Seats::NONE };
        Self { waiting, best: score, holders: others.with(mover), ..*self }
    }
}

/// The coins of a turn, and the pots after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled {
    pub paid: i64,
    pub taken: i64,
    /// The coins that the bank lends.
    pub lent: i64,
    /// The coins left in the purse.
    pub left: i64,
    pub pot: i64,
    pub game: i64,
    /// Whether the mover could not pay everything.
    pub broke: bool,
}

/// The result of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RoundEnd {
    pub winners: Seats,
    /// The first of the winners to throw.
    pub first: usize,
    pub venus: bool,
    pub caller: Option<u8>,
    /// The seats that went out of the evening after this round's antes.
    pub out: Seats,
    /// The pots. At the end of a round the round pot has been taken, or has gone into the game pot.
    pub pot: i64,
    pub game: i64,
}

/// The consequences of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// The mover's payment, the part of it that the bank lends, and the coins that seats take.
    pub paid: i64,
    pub lent: i64,
    pub taken: [i64; MOST_SEATS],
    /// The next turn; `None` if the round is over.
    pub next: Option<Position>,
    pub end: RoundEnd,
}

impl After {
    const fn new(position: &Position) -> Self {
        let Position { caller, out, pot, game, .. } = *position;
        let end = RoundEnd { winners: Seats::NONE, first: 0, venus: false, caller, out, pot, game };
        Self { paid: 0, lent: 0, taken: [0; MOST_SEATS], next: None, end }
    }

    /// Moves the coins of a turn of one of these seats.
    pub(super) fn pay(&self, seats: &[usize], mover: usize, purses: &mut Purses) {
        purses.lend(seats[mover], self.lent);
        purses.coins[seats[mover]] -= self.paid;
        for (seat, taken) in seats.iter().zip(self.taken) {
            purses.coins[*seat] += taken;
        }
    }

    /// Sets the next turn, or ends the round.
    fn go_on(&mut self, next: Position) {
        // In rolling order from the caller, or from the starter.
        let start = usize::from(next.caller.unwrap_or(0));
        let first = |of: Seats| of.iter().find(|seat| *seat >= start).or_else(|| of.iter().next());
        let RoundEnd { pot, game, .. } = self.end;
        if let Some(mover) = first(next.asked).or_else(|| first(next.waiting)) {
            self.next = Some(Position { mover: small(mover), pot, game, ..next });
            return;
        }
        let Some(first) = first(next.holders) else {
            self.end.game += pot;
            return;
        };
        let holders = i64::from(next.holders.number());
        next.holders.iter().for_each(|seat| self.taken[seat] += pot / holders);
        self.taken[first] += pot % holders;
        (self.end.winners, self.end.first) = (next.holders, first);
    }
}
