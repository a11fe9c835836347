//! A round: whose turn it is, what lies in the pots, and where the end of a turn leads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::characters::{Character, Effect};
use super::policies::{self, Policy};
use super::scores::Score;
use super::settings::{Count, Raise, Settings};
use super::turns::{Builder, Choice, Course, Ending, Payment, Turns, Usable};
use crate::exact::{BackwardInduction, Doubles};
use crate::process::{MAX_SEATS, Next, Renaming, Seats, Tree, TurnGame, delegate};
use crate::tali::TaliSet;

/// The most seats.
pub(super) const MOST_SEATS: usize = 8;

/// The place of Jove among the variants, after the re-rolls: whoever is barred from it may match, and not call.
pub(super) const JOVE: usize = 3;

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
    /// The same table where all play their best, for who plays from the card.
    card: Option<Mutex<Card>>,
    /// A seat that may not use one of the variants: a re-roll, or [`JOVE`].
    barred: Option<(usize, usize)>,
}

/// Best play against best play.
pub(super) type Card = BackwardInduction<Box<CoinGame>, Doubles<MOST_SEATS>>;

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
            let card = Self::unseated(game.settings.clone(), best, game.alike.clone(), barred);
            game.card = Some(Mutex::new(BackwardInduction::new(Box::new(card), MOST_REMEMBERED)));
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
            card: None,
            barred,
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
        if let Some(card) = &mut self.card {
            card.get_mut().unwrap_or_else(PoisonError::into_inner).game_mut().seat(seats);
        }
        let seats: Vec<usize> = seats.iter().map(|seat| self.alike[*seat]).collect();
        if let Some(known) = self.by_seats.get(&seats) {
            return *known;
        }
        let number = u16::try_from(self.seatings.len()).unwrap_or(u16::MAX);
        let turns = (0..seats.len()).map(|place| self.turns_of(&seats, place)).collect();
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

    /// The turns of the seat at a place in rolling order.
    fn turns_of(&mut self, seats: &[usize], place: usize) -> SeatTurns {
        let seat = seats[place];
        let bones = &self.seats[seat].bones;
        let first = self.seats.iter().position(|other| other.bones == *bones).unwrap_or(seat);
        let kind = (first, self.barred_at(seat), self.powers(seats, place));
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
    pub(super) fn powers(&self, seats: &[usize], place: usize) -> Vec<Usable> {
        let characters = &self.settings.characters;
        let own = &characters[seats[place]].powers;
        let mut usable = Vec::new();
        for (number, power) in (1..).zip(own) {
            if power.effect != Effect::Rent {
                usable.push(Usable { power: power.clone(), number, owner: None });
                continue;
            }
            let mut others: Vec<usize> =
                seats.iter().copied().filter(|other| *other != seats[place]).collect();
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
        /// So many ways for turns to end are looked at within some seconds.
        const MOST_WORK: u64 = 100_000_000;
        let mut solver: BackwardInduction<&Self, Doubles<MOST_SEATS>> =
            BackwardInduction::new(self, MOST_REMEMBERED / 2).working(MOST_WORK);
        !self.thinks() || solver.solve(self.opening()).is_ok()
    }

    /// The position before the first throw of a round.
    pub(super) fn first(&self, seating: u16, pot: i64, game: i64, ante: i64) -> Position {
        let players = self.seatings[usize::from(seating)].seats.len();
        self.tidy(Position {
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
        })
        .0
    }

    /// Of a round of all seats.
    pub(super) fn opening(&self) -> Position {
        let settings = &self.settings;
        self.first(0, settings.ante * number(settings.seats), settings.game_pot, settings.ante)
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

    /// The powers of the mover.
    pub(super) fn powers_at(&self, position: &Position) -> Vec<Usable> {
        let seating = &self.seatings[usize::from(position.seating)];
        self.powers(&seating.seats, usize::from(position.mover))
    }

    /// The position without what no longer matters, and with the seats that have had their turns numbered so that those
    /// who hold the best score come first: they do nothing any more.
    pub(super) fn tidy(&self, position: Position) -> (Position, Renaming) {
        let jove = self.settings.variants.jove;
        let to_come = jove && (position.caller.is_none() || !position.asked.is_empty());
        let ante = if to_come { position.ante } else { 0 };
        let raised = if self.card.is_some() { position.raised } else { 0 };
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
        let mut places = (0..players).filter(|seat| !position.waiting.has(*seat));
        let done = || (0..players).filter(|seat| !position.waiting.has(*seat));
        let order = done()
            .filter(|seat| position.holders.has(*seat))
            .chain(done().filter(|seat| !position.holders.has(*seat)));
        let mut holders = Seats::NONE;
        for seat in order {
            let Some(place) = places.next() else { break };
            renaming.0[seat] = u8::try_from(place).unwrap_or(0);
            if position.holders.has(seat) {
                holders = holders.with(place);
            }
        }
        (Position { holders, ..position }, renaming)
    }

    /// Makes the payments of a turn: what the seat pays and takes, and the pots after it.
    pub(super) fn settle(&self, course: &Course, (mut pot, mut game): (i64, i64)) -> Settled {
        let (mut paid, mut taken) = (0, 0);
        for payment in &course.payments {
            match payment {
                Payment::Pay(coins) => {
                    paid += coins;
                    pot += coins;
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
        Settled { paid, taken, pot, game }
    }

    /// The seats of a round from one of them on, in rolling order.
    pub(super) fn from(players: usize, seat: usize) -> impl Iterator<Item = usize> {
        (0..players).map(move |further| (seat + further) % players)
    }

    /// Where the end of a turn leads, and what happens with the coins.
    pub(super) fn follow(&self, position: &Position, ending: &Ending) -> After {
        let players = self.players(position);
        let mover = usize::from(position.mover);
        let mut after = After::nothing(position);
        match ending {
            Ending::Venus(course) => {
                let settled = self.settle(course, (position.pot, position.game));
                after.paid = settled.paid;
                after.taken[mover] = settled.taken + settled.pot + settled.game;
                after.winners = Seats::one(mover);
                after.venus = true;
                after.pot = settled.pot;
                after.game = 0;
            }
            Ending::Stand(score, course) => {
                let settled = self.settle(course, (position.pot, position.game));
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

    /// What the mover of a position would do by its policy; `None` if it plays its best.
    fn chosen(&self, position: &Position) -> Option<Arc<[u8]>> {
        let policy = self.seats[self.at_table(position)].policy;
        if policy == Policy::Best {
            return None;
        }
        if policy == Policy::Card {
            return Some(self.card_at(&self.tidy(Self::as_on_card(position)).0));
        }
        Some(policies::simple(self, policy, position))
    }

    /// Looks something up on the card.
    fn on_card<T>(&self, look: impl FnOnce(&mut Card) -> T) -> Option<T> {
        let mut card = self.card.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        if card.len() > MOST_REMEMBERED / 2 {
            card.clear();
        }
        Some(look(&mut card))
    }

    /// What the mover does by the card, at a position as the card shows it.
    pub(super) fn card_at(&self, shown: &Position) -> Arc<[u8]> {
        let choices = self.on_card(|card| policies::from_card(self, shown, card));
        choices.unwrap_or_else(|| vec![0; self.turns(shown).choices.len()].into())
    }

    /// What the mover does by the card among the options that are open to it.
    pub(super) fn card_among(
        &self,
        position: &Position,
        choice: &Choice,
        open: &dyn Fn(usize) -> bool,
    ) -> usize {
        let shown = self.tidy(Self::as_on_card(position)).0;
        let option = self.on_card(|card| {
            let turn = card.turn(&shown, None).ok()?;
            Some(policies::on_card(self, &shown, choice, &turn.values, open))
        });
        option.flatten().unwrap_or(0)
    }

    /// The position as the card shows it: nobody has paid a charge or a price.
    pub(super) const fn as_on_card(position: &Position) -> Position {
        Position { pot: position.raised, ..*position }
    }
}

/// As many positions are remembered at most: at some 150 bytes each they take 600 MB.
pub(super) const MOST_REMEMBERED: usize = 4_000_000;

pub(super) fn number(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn small(seat: usize) -> u8 {
    u8::try_from(seat).unwrap_or(0)
}

/// The coins of a turn, and the pots after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled {
    pub paid: i64,
    pub taken: i64,
    pub pot: i64,
    pub game: i64,
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
