//! Positions as they are typed: `63 v 3: 1x6 3x6`.

use super::bids::{Bids, Hand, Subject};
use super::settings::{Duel, MOST_TALI, Settings, Tali};
use crate::games::kit::PositionError;
use crate::games::kit::words::Word;
use crate::messages::abridged;
use crate::process::MAX_SEATS;
use crate::tali::Face;

/// A position: who decides with what hand, how many tali each seat has, and what was bid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub seat: usize,
    pub hand: Hand,
    pub tali: Tali,
    pub bids: Option<(Subject, Bids)>,
}

impl Position {
    /// Reads a position at a table.
    pub(super) fn read(settings: &Settings, text: &str) -> Result<Self, PositionError> {
        let columns = |part: &str| part.chars().count();
        let (before, after) = match text.split_once(':') {
            Some((before, after)) => (before, Some((after, columns(before) + 2))),
            None => (text, None),
        };
        let mut words = Word::all(before, 1);
        let mut bids = after.map(|(after, column)| Word::all(after, column)).unwrap_or_default();
        let last = if after.is_some() { &mut bids } else { &mut words };
        let seat = match last.last().copied().filter(|word| word.text.starts_with('@')) {
            Some(word) => {
                last.pop();
                seat(settings, word)?
            }
            None => 0,
        };
        let Some(first) = words.first().copied() else {
            return PositionError::at(1, "a position begins with the own hand, such as `63 v 3: 1x6 3x6`");
        };
        let hand = hand(first)?;
        match words.get(1) {
            Some(word) if word.text == "v" => {}
            Some(word) => {
                return PositionError::at(
                    word.column,
                    format!("after the hand comes `v`, not `{}`", abridged(word.text)),
                );
            }
            None => {
                let column = columns(before.trim_end()) + 1;
                return PositionError::at(
                    column,
                    "after the hand come `v` and how many tali the others have, such as `v 3`",
                );
            }
        }
        let tali = tali(settings, seat, hand, &words)?;
        let subjects = Subject::all(settings, &tali);
        let bids = bids_of(settings, subjects, tali.all(), &bids)?;
        if after.is_some() && bids.is_none() {
            return PositionError::at(
                columns(text) + 1,
                "after the colon come the bids of the round, such as `1x6 3x6`",
            );
        }
        Ok(Self { seat, hand, tali, bids })
    }

    /// Who started the round: everybody who is in has bid once before anybody bids again.
    pub(super) fn starter(&self) -> usize {
        let bids = self.bids.map_or(0, |(_, bids)| bids.number());
        let left: Vec<usize> = self.tali.left().iter().collect();
        let place = left.iter().position(|seat| *seat == self.seat).unwrap_or(0);
        let back = bids as usize % left.len();
        left[(place + left.len() - back) % left.len()]
    }

    /// The position as it is typed.
    pub(super) fn text(&self) -> String {
        let mut others = Vec::new();
        let mut seat = self.tali.next(self.seat);
        while seat != self.seat {
            others.push(self.tali.of(seat).to_string());
            seat = self.tali.next(seat);
        }
        let bids =
            self.bids.map_or_else(String::new, |(subject, bids)| format!(": {}", written(subject, bids)));
        let seat = if self.seat == 0 { String::new() } else { format!(" @{}", self.seat + 1) };
        format!("{} v {}{bids}{seat}", self.hand, others.join(" "))
    }
}

/// Bids from the first to the last: `1x6 3x6`.
pub(super) fn written(subject: Subject, bids: Bids) -> String {
    let bids = bids.levels().map(|level| super::bids::Action::Bid(subject, level).to_string());
    bids.collect::<Vec<_>>().join(" ")
}

fn seat(settings: &Settings, word: Word<'_>) -> Result<usize, PositionError> {
    let number = Word { text: &word.text[1..], ..word }.number().map(usize::from);
    match number.filter(|seat| (1..=settings.seats).contains(seat)) {
        Some(seat) => Ok(seat - 1),
        None => PositionError::at(
            word.column,
            format!(
                "`{}` is no seat of this table; its seats are @1 to @{}",
                abridged(word.text),
                settings.seats
            ),
        ),
    }
}

fn hand(word: Word<'_>) -> Result<Hand, PositionError> {
    let mut hand = Hand::default();
    for (place, digit) in word.text.chars().enumerate() {
        let Some(face) = digit.to_digit(10).and_then(Face::from_value) else {
            return PositionError::at(
                word.column + place,
                format!("`{digit}` is no face; a hand lists its faces, of {}", Face::ALLOWED),
            );
        };
        if place >= MOST_TALI.into() {
            return PositionError::at(word.column + place, format!("a hand has 1 to {MOST_TALI} tali"));
        }
        hand = hand.with(face);
    }
    Ok(hand)
}

/// How many tali each seat has.
fn tali(settings: &Settings, seat: usize, hand: Hand, words: &[Word<'_>]) -> Result<Tali, PositionError> {
    let mut tali = Tali([0; MAX_SEATS]);
    tali.0[seat] = hand.tali();
    let counts = &words[2..];
    let others = settings.seats - 1;
    let allowed = if others == 1 { "one number".to_owned() } else { format!("1 to {others} numbers") };
    if counts.is_empty() {
        let column = words.last().map_or(1, |word| word.column + word.text.chars().count() + 1);
        return PositionError::at(
            column,
            format!("how many tali the others have is missing; this table takes {allowed}"),
        );
    }
    for (place, word) in counts.iter().enumerate() {
        if place >= others {
            return PositionError::at(
                word.column,
                format!("there are no more seats at this table; it takes {allowed}"),
            );
        }
        let count = word.number().filter(|count| (1..=MOST_TALI).contains(count));
        let Some(count) = count else {
            let found = abridged(word.text);
            return PositionError::at(
                word.column,
                format!("`{found}` is not how many tali a seat has that is still in: 1 to {MOST_TALI}"),
            );
        };
        tali.0[(seat + 1 + place) % settings.seats] = count;
    }
    Ok(tali)
}

/// Reads the bids of a round.
fn bids_of(
    settings: &Settings,
    subjects: &[Subject],
    all: u8,
    words: &[Word<'_>],
) -> Result<Option<(Subject, Bids)>, PositionError> {
    let is_duel = subjects == [Subject::Sum];
    let mut made: Option<(Subject, Bids)> = None;
    for word in words {
        let found = abridged(word.text);
        let bid = match word.text.split_once(['x', 'X']) {
            None => word.number().map(|sum| (Subject::Sum, sum)),
            Some((quantity, face)) => {
                let quantity = Word { text: quantity, ..*word }.number();
                let face =
                    Word { text: face, ..*word }.number().and_then(|face| Face::from_value(face.into()));
                quantity.zip(face).map(|(quantity, face)| (Subject::Face(face), quantity))
            }
        };
        let (subject, level) = match bid {
            Some(bid) if subjects.contains(&bid.0) => bid,
            Some(_) | None if is_duel => {
                return PositionError::at(
                    word.column,
                    format!("`{found}` is no bid in a duel; with one talus each, sums from 2 to 12 are bid"),
                );
            }
            Some((Subject::Sum, _)) if settings.duel == Duel::Sum => {
                return PositionError::at(
                    word.column,
                    format!(
                        "`{found}` is no bid here; a bid is a number and a face, such as 3x6 (sums are bid when two seats \
                         have one talus each)"
                    ),
                );
            }
            _ => {
                return PositionError::at(
                    word.column,
                    format!("`{found}` is no bid; a bid is a number and a face, such as 3x6"),
                );
            }
        };
        let (least, most) = subject.levels(all);
        if !(least..=most).contains(&level) {
            let why = match subject {
                Subject::Sum => "sums from 2 to 12 can be bid".to_owned(),
                Subject::Face(_) => format!("with {all} tali in play 1 to {all} can be bid"),
            };
            return PositionError::at(word.column, format!("`{found}` is no bid; {why}"));
        }
        made = Some(match made {
            None => (subject, Bids::one(level)),
            Some((before, _)) if before != subject => {
                return PositionError::at(
                    word.column,
                    format!("`{found}` changes the face; a raise keeps it"),
                );
            }
            Some((_, bids)) if bids.last() == most => {
                return PositionError::at(
                    word.column,
                    format!("`{found}` follows the highest bid there is, which is challenged"),
                );
            }
            Some((_, bids)) if bids.last() >= level => {
                return PositionError::at(
                    word.column,
                    format!("`{found}` is no raise; each bid is higher than the one before"),
                );
            }
            Some((_, bids)) => (subject, bids.with(level)),
        });
    }
    Ok(made)
}
