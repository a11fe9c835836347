//! Where the end of a turn leads, and what happens with the coins.

use std::sync::Arc;

use super::round::{CoinGame, ENDLESS, MOST_SEATS, Position, WHOLE_WIN, number, small};
use super::scores::Score;
use super::settings::{Count, Settings};
use super::turns::{Course, Ending, Payment, Turns};
use crate::process::{MAX_SEATS, Next, Renaming, Seats, Tree, TurnGame, delegate};

impl CoinGame {
    /// Makes the payments of a turn, as long as the purse can: what the seat pays and takes, and the pots after it.
    pub(super) fn settle(&self, course: &Course, (mut pot, mut game): (i64, i64), purse: i64) -> Settled {
        let (mut paid, mut taken, mut broke) = (0, 0, false);
        for payment in &course.payments {
            match payment {
                Payment::Pay(coins) => {
                    let able = purse + taken - paid;
                    broke = able < *coins;
                    let coins = able.min(*coins);
                    paid += coins;
                    pot += coins;
                    if broke {
                        break;
                    }
                }
                Payment::Eagle => {
                    let from_pot = self.settings.silver.min(pot);
                    let from_game = (self.settings.silver - from_pot).min(game);
                    pot -= from_pot;
                    game -= from_game;
                    taken += from_pot + from_game;
                }
            }
        }
        Settled { paid, taken, pot, game, broke }
    }

    /// Where the end of a turn leads, and what happens with the coins.
    pub(super) fn follow(&self, position: &Position, ending: &Ending) -> After {
        let players = self.players(position);
        let mover = usize::from(position.mover);
        let mut after = After::nothing(position);
        match ending {
            Ending::Venus(course) => {
                let settled = self.settle(course, (position.pot, position.game), ENDLESS);
                after.paid = settled.paid;
                after.taken[mover] = settled.taken + settled.pot + settled.game;
                after.winners = Seats::one(mover);
                after.venus = true;
                after.pot = settled.pot;
                after.game = 0;
            }
            Ending::Stand(score, course) => {
                let settled = self.settle(course, (position.pot, position.game), ENDLESS);
                after.paid = settled.paid;
                after.taken[mover] = settled.taken;
                after.pot = settled.pot;
                after.game = settled.game;
                let mut next = *position;
                next.waiting = position.waiting.without(mover);
                if !score.is_none() && *score >= position.best {
                    let others = if *score == position.best { position.holders } else { Seats::NONE };
                    next.holders = others.with(mover);
                    next.best = *score;
                }
                self.go_on(next, &mut after);
            }
            Ending::Call | Ending::Match => {
                let ante = position.ante;
                after.paid = ante;
                after.pot = position.pot + ante;
                let mut next = Position { raised: position.raised + ante, ..*position };
                if *ending == Ending::Call {
                    next.caller = Some(position.mover);
                    let others =
                        (0..players).filter(|seat| *seat != mover && !position.out.has(*seat)).collect();
                    next.asked = others;
                    next.waiting = Seats::one(mover);
                    next.best = Score::NONE;
                    next.holders = Seats::NONE;
                } else {
                    next.asked = position.asked.without(mover);
                    next.waiting = position.waiting.with(mover);
                }
                self.ask_on(next, &mut after);
            }
            Ending::Drop => {
                let next = Position { asked: position.asked.without(mover), ..*position };
                self.ask_on(next, &mut after);
            }
        }
        after
    }

    /// The same as solvers ask for it.
    fn lead(&self, position: &Position, ending: &Ending, payoffs: &mut [i64]) -> Next<Position> {
        let after = self.follow(position, ending);
        after.payoffs(&self.settings, position, self.players(position), payoffs);
        after.next.map_or(Next::End, |(next, renaming)| Next::Turn(next, renaming))
    }

    /// The seat of whoever is asked next, or of the caller, who throws.
    fn ask_on(&self, mut next: Position, after: &mut After) {
        let players = self.players(&next);
        let caller = next.caller.unwrap_or(0);
        let asked = Self::from(players, usize::from(caller)).find(|seat| next.asked.has(*seat));
        next.mover = asked.map_or(caller, small);
        next.pot = after.pot;
        let (next, renaming) = self.tidy(next);
        after.next = Some((next, renaming));
    }

    /// The next turn, or the end of the round.
    pub(super) fn go_on(&self, mut next: Position, after: &mut After) {
        let players = self.players(&next);
        next.pot = after.pot;
        next.game = after.game;
        if let Some(mover) = Self::from(players, usize::from(next.mover)).find(|seat| next.waiting.has(*seat))
        {
            next.mover = small(mover);
            after.next = Some(self.tidy(next));
            return;
        }
        if next.holders.is_empty() {
            after.game += after.pot;
            return;
        }
        let first = usize::from(next.caller.unwrap_or(0));
        let mut holders = Self::from(players, first).filter(|seat| next.holders.has(*seat));
        let number = number(next.holders.number() as usize);
        let each = after.pot / number;
        if let Some(first) = holders.next() {
            after.taken[first] += each + after.pot % number;
        }
        holders.for_each(|seat| after.taken[seat] += each);
        after.winners = next.holders;
    }
}

/// The coins of a turn, and the pots after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled {
    pub paid: i64,
    pub taken: i64,
    pub pot: i64,
    pub game: i64,
    /// Whether it could not pay all that it owes.
    pub broke: bool,
}

/// What the end of a turn leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// What the mover pays, and what seats take.
    pub paid: i64,
    pub taken: [i64; MOST_SEATS],
    /// The pots; at the end of the round the round pot is what was taken, or goes into the game pot.
    pub pot: i64,
    pub game: i64,
    /// The next turn; without it the round is over.
    pub next: Option<(Position, Renaming)>,
    /// Who has won the round.
    pub winners: Seats,
    pub venus: bool,
}

impl After {
    pub(super) const fn nothing(position: &Position) -> Self {
        Self {
            paid: 0,
            taken: [0; MOST_SEATS],
            pot: position.pot,
            game: position.game,
            next: None,
            winners: Seats::NONE,
            venus: false,
        }
    }

    /// What each seat is paid in every measure, seat by seat.
    fn payoffs(&self, settings: &Settings, position: &Position, players: usize, payoffs: &mut [i64]) {
        payoffs.fill(0);
        let (mover, seats) = (usize::from(position.mover), settings.seats);
        let parts = settings.parts(players);
        let share = match settings.count {
            Count::Shares => self.game - position.game,
            Count::Purse => 0,
        };
        for (seat, taken) in self.taken.iter().enumerate().take(players) {
            let coins = taken - if seat == mover { self.paid } else { 0 };
            payoffs[seat] = coins * parts + share;
            if let Some(purse) = payoffs.get_mut(seats + seat) {
                *purse = coins;
            }
        }
        if self.next.is_none() && payoffs.len() > 2 * seats {
            for winner in self.winners.iter() {
                payoffs[2 * seats + winner] = WHOLE_WIN / i64::from(self.winners.number());
            }
        }
    }
}

impl TurnGame for CoinGame {
    type Position = Position;

    fn seats(&self) -> usize {
        self.settings.seats
    }

    fn turn(&self, position: &Position) -> (usize, &Tree) {
        (usize::from(position.mover), &self.turns(position).tree)
    }

    fn outcome(&self, position: &Position, leaf: usize, payoffs: &mut [i64]) -> Next<Position> {
        self.lead(position, &self.turns(position).endings[leaf], payoffs)
    }

    fn alike(&self, position: &Position, leaf: usize) -> usize {
        let turns = self.turns(position);
        match turns.endings[leaf] {
            Ending::Stand(score, _) if score.is_none() || score < position.best => turns.lowest[leaf],
            _ => leaf,
        }
    }

    fn winners(&self, position: &Position, leaf: usize) -> Seats {
        self.follow(position, &self.turns(position).endings[leaf]).winners
    }

    fn policy(&self, position: &Position) -> Option<Arc<[u8]>> {
        self.chosen(position)
    }
}

/// A round whose values are counted in gains, coins and wins.
pub(super) struct InAllMeasures<'a>(pub &'a CoinGame);

impl TurnGame for InAllMeasures<'_> {
    type Position = Position;

    fn measures(&self) -> usize {
        3
    }

    delegate! { self => self.0;
        seats() -> usize,
        turn(position: &Position) -> (usize, &Tree),
        outcome(position: &Position, leaf: usize, payoffs: &mut [i64]) -> Next<Position>,
        alike(position: &Position, leaf: usize) -> usize,
        policy(position: &Position) -> Option<Arc<[u8]>>,
    }
}

/// What remains of a turn, as a game that goes on like the rest: to advise in the middle of it.
pub(super) struct RestOfTurn<'a> {
    pub game: &'a CoinGame,
    pub turns: &'a Turns,
}

impl TurnGame for RestOfTurn<'_> {
    type Position = Position;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn turn(&self, position: &Position) -> (usize, &Tree) {
        (usize::from(position.mover), &self.turns.tree)
    }

    fn outcome(&self, position: &Position, leaf: usize, payoffs: &mut [i64]) -> Next<Position> {
        self.game.lead(position, &self.turns.endings[leaf], payoffs)
    }
}

const _: () = assert!(MOST_SEATS <= MAX_SEATS, "a renaming holds every seat");
