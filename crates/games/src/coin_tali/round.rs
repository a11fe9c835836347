//! A round: whose turn it is, what is in the pots, and where the end of a turn leads.

use std::sync::Arc;

use super::builder::Builder;
use super::policies::Policy;
use super::scores::Score;
use super::settings::Settings;
use super::tree::Turns;
use tali_core::exact::OnProgress;
use tali_core::process::Seats;
use tali_core::tali::TaliSet;

/// The most seats.
pub(super) const MOST_SEATS: usize = 8;

/// The index of Jove among the variants, after the re-rolls: whoever is barred from it may match, and not call.
pub(super) const JOVE: usize = 3;

/// By how much an ante is raised or lowered, and how much larger it is after a special round that nobody won.
pub(super) const RAISE: i64 = 5;

/// The ante, raised.
pub(super) const fn raised(ante: i64) -> i64 {
    ante + RAISE
}

/// The ante, lowered.
pub(super) fn lowered(ante: i64) -> i64 {
    (ante - RAISE).max(1)
}

/// Where each seat of a position is found in the one that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Renaming(pub [u8; MOST_SEATS]);

impl Renaming {
    /// Every seat where it was.
    pub(super) const NONE: Self = Self([0, 1, 2, 3, 4, 5, 6, 7]);

    /// The index of a seat.
    pub(super) const fn of(&self, seat: usize) -> usize {
        self.0[seat] as usize
    }
}

/// What shared wins are counted in: every number of seats divides it.
pub(super) const WHOLE_WIN: i64 = 840;

/// Where a round stands. Seats are numbered in rolling order, the starter is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Position {
    pub seating: Seating,
    /// Whose turn it is.
    pub mover: u8,
    /// Who has called Jove.
    pub caller: Option<u8>,
    /// Who is still to answer the call; the mover is the first of them, from the caller's left.
    pub asked: Seats,
    /// Who still has a turn; the mover, unless it answers, and from it on in rolling order.
    pub waiting: Seats,
    /// Who is out of the evening since this round's antes; held where a call may ask them.
    pub out: Seats,
    pub best: Score,
    pub holders: Seats,
    /// The round pot and the game pot.
    pub pot: i64,
    pub game: i64,
    /// Of this round; held where it matters to a call.
    pub ante: i64,
}

impl Position {
    /// The seat of the table whose turn it is.
    pub(super) const fn at_table(&self) -> usize {
        self.seating.seat(self.mover)
    }
}

/// A seat of the table: its bones, and how it plays.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seat {
    pub bones: TaliSet,
    pub policy: Policy,
}

/// Which seats of the table play a round, in rolling order. Of seats that are alike in everything the first stands for all, so
/// that they share positions. Packed into four bits for each seat, the starter lowest: its number at the table and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Seating(u32);

impl Seating {
    fn new(seats: impl DoubleEndedIterator<Item = usize>) -> Self {
        Self(seats.rev().fold(0, |packed, seat| packed << 4 | (u32::from(small(seat)) + 1)))
    }

    /// How many play.
    pub(super) const fn players(self) -> usize {
        (u32::BITS - self.0.leading_zeros()).div_ceil(4) as usize
    }

    /// The seat of the table at an index in rolling order.
    const fn seat(self, index: u8) -> usize {
        (self.0 >> (4 * index as u32) & 0xf) as usize - 1
    }
}

/// The turns of a seat: without and with a call of Jove.
type SeatTurns = [Arc<Turns>; 2];

/// The game at one table.
pub(super) struct CoinGame {
    pub settings: Settings,
    pub seats: Vec<Seat>,
    /// Of each seat of the table.
    turns: Vec<SeatTurns>,
    /// For each seat the first one that is alike in everything.
    alike: Vec<usize>,
    answer: Turns,
    /// Receives progress as it is solved.
    pub progress: Option<OnProgress>,
}

impl CoinGame {
    /// The game of these seats.
    pub(super) fn new(settings: Settings, seats: Vec<Seat>) -> Self {
        Self::barring(settings, seats, None)
    }

    /// The same, where a seat may not use one of the variants: a re-roll, or [`JOVE`].
    pub(super) fn barring(settings: Settings, seats: Vec<Seat>, barred: Option<(usize, usize)>) -> Self {
        let barred_at = |seat| barred.filter(|(barred, _)| *barred == seat).map(|(_, variant)| variant);
        let (mut turns, mut alike): (Vec<SeatTurns>, Vec<usize>) = (Vec::new(), Vec::new());
        for (index, seat) in seats.iter().enumerate() {
            // Turns do not depend on who plays them.
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

    /// The same where all play their best.
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

    /// These seats as they play a round, in rolling order.
    pub(super) fn seating(&self, seats: &[usize]) -> Seating {
        Seating::new(seats.iter().map(|seat| self.alike[*seat]))
    }

    /// Whether somebody plays by what is solved.
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

    /// Of a round of all seats.
    pub(super) fn opening(&self) -> Position {
        let settings = &self.settings;
        let pot = settings.ante * number(settings.seats);
        let everybody: Vec<usize> = (0..settings.seats).collect();
        self.tidy(Self::first(self.seating(&everybody), pot, settings.game_pot, settings.ante)).0
    }

    /// Whether the mover could still call Jove.
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

    /// The same without a call of Jove.
    pub(super) fn plain_turns(&self, position: &Position) -> &Turns {
        &self.turns[position.at_table()][0]
    }

    /// The position without what no longer matters, and with the seats that have had their turns numbered so that those
    /// who hold the best score come first: they do nothing any more.
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
