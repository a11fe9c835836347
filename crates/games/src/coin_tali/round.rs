//! A round: whose turn it is, what lies in the pots, and where the end of a turn leads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::builder::Builder;
use super::characters::{Character, Effect};
use super::policies::Policy;
use super::scores::Score;
use super::settings::{Raise, Scope, Settings};
use super::turns::{Turns, Usable};
use tali_core::exact::{BackwardInduction, Doubles, OnProgress};
use tali_core::process::{Renaming, Seats};
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

/// What shared wins are counted in: every number of seats divides it.
pub(super) const WHOLE_WIN: i64 = 840;

/// Where a round stands. Seats are numbered in rolling order, the starter is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Position {
    /// Which seats of the table play, and who of them starts.
    pub seating: u16,
    /// Whose turn it is.
    pub mover: u8,
    /// Who has called Jove.
    pub caller: Option<u8>,
    /// Who is still to answer the call; the mover is the first of them, from the caller's left.
    pub asked: Seats,
    /// Who still has a turn; the mover, unless it answers, and from it on in rolling order.
    pub waiting: Seats,
    /// Who is out of the evening since this round's antes; kept where a call may ask them.
    pub out: Seats,
    pub best: Score,
    pub holders: Seats,
    /// The round pot and the game pot.
    pub pot: i64,
    pub game: i64,
    /// Of this round; kept where it matters to a call.
    pub ante: i64,
    /// The antes and raises that were paid, which is what the card takes for the round pot; kept where somebody plays from it.
    pub raised: i64,
}

/// A seat of the table: its bones, and how it plays.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seat {
    pub bones: TaliSet,
    pub policy: Policy,
}

/// The turns of a seat where it sits: without and with a call of Jove.
type SeatTurns = [Arc<Turns>; 2];

/// By what turns differ: the first seat with the same bones, the re-roll that is barred, the powers.
type Kind = (usize, Option<usize>, Vec<Usable>);

/// Which seats of the table play, in rolling order.
pub(super) struct Seating {
    pub seats: Vec<usize>,
    turns: Vec<SeatTurns>,
}

/// The game at one table.
pub(super) struct CoinGame {
    pub settings: Settings,
    pub seats: Vec<Seat>,
    pub seatings: Vec<Seating>,
    by_seats: HashMap<Vec<usize>, u16>,
    by_kind: HashMap<Kind, SeatTurns>,
    /// For each seat the first one that is alike in everything.
    alike: Vec<usize>,
    answer: Turns,
    /// The same table where all play their best, for whoever plays from the card, and what is known of it.
    best: Option<Arc<CoinGame>>,
    pub(super) card: OnceLock<Option<Mutex<Card>>>,
    /// Whether there was something on the card that is not known, as it would take too long.
    pub(super) unreadable: AtomicBool,
    /// A seat that may not use one of the variants: a re-roll, or [`JOVE`].
    barred: Option<(usize, usize)>,
    /// Whoever is told how far it is solved.
    pub progress: Option<OnProgress>,
}

/// Best play against best play.
pub(super) type Card = BackwardInduction<Arc<CoinGame>, Doubles<MOST_SEATS>>;

impl CoinGame {
    /// The game of these seats.
    pub(super) fn new(settings: Settings, seats: Vec<Seat>) -> Self {
        Self::with(settings, seats, None)
    }

    /// The same, where a seat may not use one of the variants.
    pub(super) fn with(settings: Settings, seats: Vec<Seat>, barred: Option<(usize, usize)>) -> Self {
        let everybody: Vec<usize> = (0..seats.len()).collect();
        let mut game = Self::unseated(settings, seats, everybody.clone(), barred);
        // Whose power is rented matters, so that seats of which one rents are all unlike.
        let rents = |character: &Character| character.powers.iter().any(|power| power.effect == Effect::Rent);
        if !game.settings.characters.iter().any(rents) {
            let first = |seat: usize| (0..=seat).find(|other| game.are_alike(*other, seat)).unwrap_or(seat);
            game.alike = (0..game.seats.len()).map(first).collect();
        }
        if game.seats.iter().any(|seat| seat.policy == Policy::Card) {
            let best = game.seats.iter().map(|seat| Seat { policy: Policy::Best, ..seat.clone() }).collect();
            // Seated alike, so that a position means the same to both.
            let best = Self::unseated(game.settings.clone(), best, game.alike.clone(), barred);
            game.best = Some(Arc::new(best));
        }
        game.seat(&everybody);
        game
    }

    /// The game before anybody sits, with for each seat the first one that is alike.
    fn unseated(
        settings: Settings,
        seats: Vec<Seat>,
        alike: Vec<usize>,
        barred: Option<(usize, usize)>,
    ) -> Self {
        Self {
            settings,
            seats,
            seatings: Vec::new(),
            by_seats: HashMap::new(),
            by_kind: HashMap::new(),
            alike,
            answer: Turns::answer(),
            best: None,
            card: OnceLock::new(),
            unreadable: AtomicBool::new(false),
            barred,
            progress: None,
        }
    }

    fn are_alike(&self, one: usize, other: usize) -> bool {
        let characters = &self.settings.characters;
        self.seats[one] == self.seats[other]
            && characters[one] == characters[other]
            && self.barred_at(one) == self.barred_at(other)
    }

    /// Has these seats play a round in this order, and says under which number.
    pub(super) fn seat(&mut self, seats: &[usize]) -> u16 {
        // Everybody sits down before anything is looked up.
        if let Some(best) = self.best.as_mut().and_then(Arc::get_mut) {
            best.seat(seats);
        }
        let seats: Vec<usize> = seats.iter().map(|seat| self.alike[*seat]).collect();
        if let Some(known) = self.by_seats.get(&seats) {
            return *known;
        }
        let number = u16::try_from(self.seatings.len()).unwrap_or(u16::MAX);
        let turns = (0..seats.len()).map(|index| self.turns_of(&seats, index)).collect();
        self.by_seats.insert(seats.clone(), number);
        self.seatings.push(Seating { seats, turns });
        number
    }

    /// Has all who can be left in an evening play rounds, beginning with any of them.
    pub(super) fn seat_all(&mut self) {
        let everybody = self.seats.len();
        for present in 0u32..1 << everybody {
            for starter in (0..everybody).filter(|starter| present >> starter & 1 == 1) {
                let seats: Vec<usize> =
                    Self::from(everybody, starter).filter(|seat| present >> seat & 1 == 1).collect();
                if seats.len() > 1 {
                    self.seat(&seats);
                }
            }
        }
    }

    /// The number under which these seats play a round.
    pub(super) fn seating(&self, seats: &[usize]) -> u16 {
        let seats: Vec<usize> = seats.iter().map(|seat| self.alike[*seat]).collect();
        self.by_seats.get(&seats).copied().unwrap_or(0)
    }

    /// The turns of the seat at an index in rolling order.
    fn turns_of(&mut self, seats: &[usize], index: usize) -> SeatTurns {
        let seat = seats[index];
        let bones = &self.seats[seat].bones;
        let first = self.seats.iter().position(|other| other.bones == *bones).unwrap_or(seat);
        let kind = (first, self.barred_at(seat), self.powers(seats, index));
        if let Some(known) = self.by_kind.get(&kind) {
            return known.clone();
        }
        let mut settings = self.settings.clone();
        if let Some(variant) = kind.1.filter(|variant| *variant != JOVE) {
            settings.variants.rerolls[variant] = false;
        }
        let turns = |may_call| Arc::new(Builder::new(&settings, bones, &kind.2).whole(may_call));
        let plain = turns(false);
        let may_call = settings.variants.jove && kind.1 != Some(JOVE);
        let calling = if may_call { turns(true) } else { Arc::clone(&plain) };
        let turns = [plain, calling];
        self.by_kind.insert(kind, turns.clone());
        turns
    }

    /// The variant that a seat may not use.
    fn barred_at(&self, seat: usize) -> Option<usize> {
        self.barred.filter(|(barred, _)| *barred == seat).map(|(_, variant)| variant)
    }

    /// The powers that a seat can use among these.
    pub(super) fn powers(&self, seats: &[usize], index: usize) -> Vec<Usable> {
        let characters = &self.settings.characters;
        let own = &characters[seats[index]].powers;
        let mut usable = Vec::new();
        for (number, power) in (1..).zip(own) {
            if power.effect != Effect::Rent {
                usable.push(Usable { power: power.clone(), number, owner: None });
                continue;
            }
            let mut others: Vec<usize> =
                seats.iter().copied().filter(|other| *other != seats[index]).collect();
            others.sort_unstable();
            for owner in others {
                for (number, power) in (1..).zip(&characters[owner].powers) {
                    if power.effect != Effect::Rent {
                        let mut power = power.clone();
                        power.cost = power.cost.max(1);
                        usable.push(Usable { power, number, owner: Some(owner) });
                    }
                }
            }
        }
        usable
    }

    /// Whether somebody plays by what is solved.
    pub(super) fn thinks(&self) -> bool {
        let thinks = |seat: &Seat| matches!(seat.policy, Policy::Best | Policy::Card);
        self.seats.iter().any(thinks) || self.settings.raises.contains(&Raise::Best)
    }

    /// Whether what seats decide is known soon enough to play.
    pub(super) fn is_soon_thought_over(&self) -> bool {
        /// So many ways for turns to end are looked at within some seconds; an evening has many rounds.
        const SOON: u64 = 100_000_000;
        const SOON_ON_AN_EVENING: u64 = 20_000_000;
        let soon = if self.settings.scope == Scope::Evening { SOON_ON_AN_EVENING } else { SOON };
        let mut solver: BackwardInduction<&Self, Doubles<MOST_SEATS>> =
            BackwardInduction::new(self, MOST_REMEMBERED / 2).working(soon);
        !self.thinks() || (solver.solve(self.opening()).is_ok() && self.is_readable())
    }

    /// The position before the first throw of a round.
    pub(super) fn first(&self, seating: u16, pot: i64, game: i64, ante: i64) -> Position {
        let players = self.seatings[usize::from(seating)].seats.len();
        Position {
            seating,
            mover: 0,
            caller: None,
            asked: Seats::NONE,
            waiting: Seats::first(players),
            out: Seats::NONE,
            best: Score::NONE,
            holders: Seats::NONE,
            pot,
            game,
            ante,
            raised: pot,
        }
    }

    /// Of a round of all seats.
    pub(super) fn opening(&self) -> Position {
        let settings = &self.settings;
        let pot = settings.ante * number(settings.seats);
        self.tidy(self.first(0, pot, settings.game_pot, settings.ante)).0
    }

    /// How many play the round.
    pub(super) fn players(&self, position: &Position) -> usize {
        self.seatings[usize::from(position.seating)].seats.len()
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
        let seating = &self.seatings[usize::from(position.seating)];
        &seating.turns[usize::from(position.mover)][usize::from(self.may_call(position))]
    }

    /// The same without a call of Jove.
    pub(super) fn plain_turns(&self, position: &Position) -> &Turns {
        &self.seatings[usize::from(position.seating)].turns[usize::from(position.mover)][0]
    }

    /// The seat of the table whose turn it is.
    pub(super) fn at_table(&self, position: &Position) -> usize {
        self.seatings[usize::from(position.seating)].seats[usize::from(position.mover)]
    }

    /// The position without what no longer matters, and with the seats that have had their turns numbered so that those
    /// who hold the best score come first: they do nothing any more.
    pub(super) fn tidy(&self, position: Position) -> (Position, Renaming) {
        let jove = self.settings.variants.jove;
        let to_come = jove && (position.caller.is_none() || !position.asked.is_empty());
        let ante = if to_come { position.ante } else { 0 };
        let raised = if self.best.is_some() { position.raised } else { 0 };
        let out = if jove && position.caller.is_none() { position.out } else { Seats::NONE };
        let position = Position { out, ante, raised, ..position };
        if jove {
            return (position, Renaming::NONE);
        }
        let players = self.players(&position);
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

    /// Best play against best play, of which nothing is known yet and so many positions will be remembered; `None` if
    /// nobody plays from the card.
    pub(super) fn new_card(&self, most: usize) -> Option<Card> {
        Some(BackwardInduction::new(Arc::clone(self.best.as_ref()?), most))
    }

    /// Whether all that was looked up on the card stands there.
    pub(super) fn is_readable(&self) -> bool {
        !self.unreadable.load(Ordering::Relaxed)
    }

    /// The policy of the mover.
    pub(super) fn policy_at(&self, position: &Position) -> Policy {
        self.seats[self.at_table(position)].policy
    }

    /// The position as the mover looks at it: on the card nobody has paid a charge or a price.
    pub(super) fn shown(&self, position: &Position) -> Position {
        let by_card = self.policy_at(position) == Policy::Card;
        let pot = if by_card { position.raised } else { position.pot };
        self.tidy(Position { pot, ..*position }).0
    }
}

/// So many ways for turns to end are looked at: a minute or so in doubles.
pub(super) const MOST_WORK: u64 = 500_000_000;

/// As many positions are remembered at most: at some 150 bytes each they take 600 MB.
pub(super) const MOST_REMEMBERED: usize = 4_000_000;

pub(super) fn number(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn small(seat: usize) -> u8 {
    u8::try_from(seat).unwrap_or(0)
}
