//! A round: whose turn it is, the pots, and what follows a turn.

use std::sync::Arc;

use super::builder::Builder;
use super::policies::Policy;
use super::scores::Score;
use super::settings::Settings;
use super::tree::Turns;
use tali_core::exact::OnProgress;
use tali_core::process::Seats;
use tali_core::tali::TaliSet;

/// The largest number of seats.
pub(super) const MOST_SEATS: usize = 8;

/// The index of Jove among the variants, after the re-rolls. A seat barred from it may match but not call.
pub(super) const JOVE: usize = 3;

/// The change of an ante by a winner, and its increase after a special round without a winner.
pub(super) const RAISE: i64 = 5;

/// The ante after raising it.
pub(super) const fn raised(ante: i64) -> i64 {
    ante + RAISE
}

/// The ante after lowering it.
pub(super) fn lowered(ante: i64) -> i64 {
    (ante - RAISE).max(1)
}

/// The index of each seat in the next position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Renaming(pub [u8; MOST_SEATS]);

impl Renaming {
    /// All seats keep their index.
    pub(super) const NONE: Self = Self([0, 1, 2, 3, 4, 5, 6, 7]);

    /// The new index of a seat.
    pub(super) const fn of(&self, seat: usize) -> usize {
        self.0[seat] as usize
    }
}

/// The unit of shared wins: divisible by every number of seats.
pub(super) const WHOLE_WIN: i64 = 840;

/// The state of a round. Seats are numbered in rolling order from the starter, 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Position {
    pub seating: Seating,
    /// The seat whose turn it is.
    pub mover: u8,
    /// The seat that called Jove.
    pub caller: Option<u8>,
    /// The seats that have not answered the call; the first is the mover, from the caller's left.
    pub asked: Seats,
    /// The seats that still have a turn, in rolling order from the mover, unless it is answering a call.
    pub waiting: Seats,
    /// The seats that went out of the evening after this round's antes; only kept if a call may ask them.
    pub out: Seats,
    pub best: Score,
    pub holders: Seats,
    /// The round pot and the game pot.
    pub pot: i64,
    pub game: i64,
    /// The ante of this round; only kept where it matters to a call.
    pub ante: i64,
}

impl Position {
    /// The seat of the table whose turn it is.
    pub(super) const fn at_table(&self) -> usize {
        self.seating.seat(self.mover)
    }
}

/// A seat of the table: its bones and its policy.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seat {
    pub bones: TaliSet,
    pub policy: Policy,
}

/// The seats of the table in a round, in rolling order. The first of several equal seats represents all of them, so they share
/// positions. Each takes four bits, the starter's lowest: its number at the table plus 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Seating(u32);

impl Seating {
    fn new(seats: impl DoubleEndedIterator<Item = usize>) -> Self {
        Self(seats.rev().fold(0, |packed, seat| packed << 4 | (u32::from(small(seat)) + 1)))
    }

    /// The number of seats in the round.
    pub(super) const fn players(self) -> usize {
        (u32::BITS - self.0.leading_zeros()).div_ceil(4) as usize
    }

    /// The seat of the table at an index in rolling order.
    const fn seat(self, index: u8) -> usize {
        (self.0 >> (4 * index as u32) & 0xf) as usize - 1
    }
}

/// The turns of a seat: without and with the choice to call Jove.
type SeatTurns = [Arc<Turns>; 2];

/// The game at a table.
pub(super) struct CoinGame {
    pub settings: Settings,
    pub seats: Vec<Seat>,
    /// The turns of each seat of the table.
    turns: Vec<SeatTurns>,
    /// For each seat, the first equal one.
    alike: Vec<usize>,
    answer: Turns,
    /// Receives the progress of solving.
    pub progress: Option<OnProgress>,
}

impl CoinGame {
    /// Creates the game of these seats.
    pub(super) fn new(settings: Settings, seats: Vec<Seat>) -> Self {
        Self::barring(settings, seats, None)
    }

    /// Creates the game where one seat may not use one of the variants: a re-roll, or [`JOVE`].
    pub(super) fn barring(settings: Settings, seats: Vec<Seat>, barred: Option<(usize, usize)>) -> Self {
        let barred_at = |seat| barred.filter(|(barred, _)| *barred == seat).map(|(_, variant)| variant);
        let (mut turns, mut alike): (Vec<SeatTurns>, Vec<usize>) = (Vec::new(), Vec::new());
        for (index, seat) in seats.iter().enumerate() {
            // Turns do not depend on policies.
            let powers = |seat: usize| &settings.characters[seat].powers;
            let same_turns = |other: &usize| {
                seats[*other].bones == seat.bones
                    && powers(*other) == powers(index)
                    && barred_at(*other) == barred_at(index)
            };
            let same = (0..index).filter(same_turns);
            turns.push(match same.clone().next() {
                Some(known) => turns[known].clone(),
                None => Self::turns_of(&settings, index, &seat.bones, barred_at(index)),
            });
            let same_seat = |other: &usize| {
                seats[*other] == *seat && settings.characters[*other] == settings.characters[index]
            };
            alike.push(same.clone().find(same_seat).unwrap_or(index));
        }
        Self { settings, seats, turns, alike, answer: Turns::answer(), progress: None }
    }

    /// The game where all seats play best.
    pub(super) fn of_best(&self) -> Self {
        let seats = self.seats.iter().map(|seat| Seat { policy: Policy::Best, ..seat.clone() });
        Self { progress: self.progress.clone(), ..Self::new(self.settings.clone(), seats.collect()) }
    }

    fn turns_of(settings: &Settings, seat: usize, bones: &TaliSet, barred: Option<usize>) -> SeatTurns {
        let mut settings = settings.clone();
        if let Some(open) = barred.and_then(|variant| settings.variants.rerolls.get_mut(variant)) {
            *open = false;
        }
        let powers = &settings.characters[seat].powers;
        let turns = |may_call| Arc::new(Builder::new(&settings, bones, powers).whole(may_call));
        let plain = turns(false);
        let may_call = settings.variants.jove && barred != Some(JOVE);
        let calling = if may_call { turns(true) } else { Arc::clone(&plain) };
        [plain, calling]
    }

    /// The seating of these seats in rolling order.
    pub(super) fn seating(&self, seats: &[usize]) -> Seating {
        Seating::new(seats.iter().map(|seat| self.alike[*seat]))
    }

    /// Whether any policy uses solved decisions.
    pub(super) fn thinks(&self) -> bool {
        self.seats.iter().any(|seat| seat.policy == Policy::Best)
    }

    /// The position before the first throw of a round.
    pub(super) fn first(seating: Seating, pot: i64, game: i64, ante: i64) -> Position {
        Position {
            seating,
            mover: 0,
            caller: None,
            asked: Seats::NONE,
            waiting: Seats::first(seating.players()),
            out: Seats::NONE,
            best: Score::NONE,
            holders: Seats::NONE,
            pot,
            game,
            ante,
        }
    }

    /// The opening of a round with all seats.
    pub(super) fn opening(&self) -> Position {
        let settings = &self.settings;
        let pot = settings.ante * number(settings.seats);
        let everybody: Vec<usize> = (0..settings.seats).collect();
        self.tidy(Self::first(self.seating(&everybody), pot, settings.game_pot, settings.ante)).0
    }

    /// Whether the mover may still call Jove.
    pub(super) const fn may_call(&self, position: &Position) -> bool {
        self.settings.variants.jove && position.caller.is_none()
    }

    /// The turn at a position.
    pub(super) fn turns(&self, position: &Position) -> &Turns {
        if !position.asked.is_empty() {
            return &self.answer;
        }
        &self.turns[position.at_table()][usize::from(self.may_call(position))]
    }

    /// The turn without the choice to call Jove.
    pub(super) fn plain_turns(&self, position: &Position) -> &Turns {
        &self.turns[position.at_table()][0]
    }

    /// Removes what no longer matters from a position, and renumbers the seats that have finished: those with the best score come
    /// first, since they do nothing more.
    pub(super) fn tidy(&self, position: Position) -> (Position, Renaming) {
        let jove = self.settings.variants.jove;
        let to_come = jove && (position.caller.is_none() || !position.asked.is_empty());
        let ante = if to_come { position.ante } else { 0 };
        let out = if jove && position.caller.is_none() { position.out } else { Seats::NONE };
        let position = Position { out, ante, ..position };
        if jove {
            return (position, Renaming::NONE);
        }
        let players = position.seating.players();
        let mut renaming = Renaming::NONE;
        if position.holders == Seats::first(position.holders.number() as usize) {
            return (position, renaming);
        }
        let mut indices = (0..players).filter(|seat| !position.waiting.has(*seat));
        let done = || (0..players).filter(|seat| !position.waiting.has(*seat));
        let order = done()
            .filter(|seat| position.holders.has(*seat))
            .chain(done().filter(|seat| !position.holders.has(*seat)));
        let mut holders = Seats::NONE;
        for seat in order {
            let Some(index) = indices.next() else { break };
            renaming.0[seat] = u8::try_from(index).unwrap_or(0);
            if position.holders.has(seat) {
                holders = holders.with(index);
            }
        }
        (Position { holders, ..position }, renaming)
    }

    /// The seats of a round from one of them on, in rolling order.
    pub(super) fn from(players: usize, seat: usize) -> impl Iterator<Item = usize> {
        (0..players).map(move |further| (seat + further) % players)
    }

    /// The policy of the mover.
    pub(super) fn policy_at(&self, position: &Position) -> Policy {
        self.seats[position.at_table()].policy
    }
}

pub(super) fn number(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn small(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(0)
}
