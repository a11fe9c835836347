//! The notation of positions: `63 v 3: 1x6 3x6`.

use super::bids::{Bids, Hand, Subject};
use super::settings::{Duel, MOST_TALI, Settings, Tali};
use crate::kit::notation::{Cursor, Read, refuse};
use tali_core::process::MAX_SEATS;

/// A position: the deciding seat and its hand, the tali of each seat, and the bids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub seat: usize,
    pub hand: Hand,
    pub tali: Tali,
    pub bids: Option<(Subject, Bids)>,
}

impl Position {
    /// Reads `HAND v TALI…: BIDS… @SEAT` for these settings.
    pub(super) fn read(settings: &Settings, text: &str) -> Read<Self> {
        let text = Cursor::new(text);
        let (before, after) = text.cut(&[':']);
        let mut words: Vec<Cursor<'_>> = before.words().collect();
        let mut bids: Vec<Cursor<'_>> = after.into_iter().flat_map(Cursor::words).collect();
        let last = if after.is_some() { &mut bids } else { &mut words };
        let seat = last.pop_if(|word| word.text.starts_with('@'));
        let seat = seat.map_or(Ok(0), |word| read_seat(settings, word))?;
        let mut words = words.into_iter();
        let hand = refuse!(text unless words.next(),
            "a position begins with your own hand, such as `63 v 3: 1x6 3x6`");
        let hand = read_hand(hand)?;
        let end = before.trim_end().end();
        let v = refuse!(end unless words.next(),
            "after the hand come `v` and the others' numbers of tali, such as `v 3`");
        refuse!(v if v.text != "v", "after the hand comes `v`, not {v}");
        let tali = read_tali(settings, seat, hand.tali(), v, words.as_slice())?;
        let bids = read_bids(settings, &tali, &bids)?;
        let end = text.end();
        refuse!(end if after.is_some() && bids.is_none(),
            "after the colon come the bids of the round, such as `1x6 3x6`");
        Ok(Self { seat, hand, tali, bids })
    }

    /// The seat that started the round: all seats still in bid once before anybody bids again.
    pub(super) fn starter(&self) -> usize {
        let bids = self.bids.map_or(0, |(_, bids)| bids.number());
        let left: Vec<usize> = self.tali.left().iter().collect();
        let index = left.iter().position(|seat| *seat == self.seat).unwrap_or(0);
        let back = bids as usize % left.len();
        left[(index + left.len() - back) % left.len()]
    }

    /// The position in notation.
    pub(super) fn text(&self) -> String {
        let others = (1..MAX_SEATS).map(|index| self.tali.of((self.seat + index) % MAX_SEATS));
        let others: Vec<String> = others.filter(|tali| *tali > 0).map(|tali| tali.to_string()).collect();
        let bids =
            self.bids.map_or_else(String::new, |(subject, bids)| format!(": {}", written(subject, bids)));
        let seat = if self.seat == 0 { String::new() } else { format!(" @{}", self.seat + 1) };
        format!("{} v {}{bids}{seat}", self.hand, others.join(" "))
    }
}

/// Writes bids in order: `1x6 3x6`.
pub(super) fn written(subject: Subject, bids: Bids) -> String {
    let bids = bids.levels().map(|level| super::bids::Action::Bid(subject, level).to_string());
    bids.collect::<Vec<_>>().join(" ")
}

/// Reads `@SEAT`.
fn read_seat(settings: &Settings, word: Cursor<'_>) -> Read<usize> {
    let seats = settings.seats;
    let (_, seat) = word.cut(&['@']);
    let seat = refuse!(word unless seat.and_then(|seat| seat.number(1..=seats)),
        "{word} is not a seat of this table; the seats are @1 to @{seats}");
    Ok(seat - 1)
}

fn read_hand(word: Cursor<'_>) -> Read<Hand> {
    let mut hand = Hand::default();
    for sign in word.signs() {
        let face = sign.face()?;
        refuse!(sign if hand.tali() >= MOST_TALI, "a hand has 1 to {MOST_TALI} tali");
        hand = hand.with(face);
    }
    Ok(hand)
}

/// Reads the numbers of tali of the seats after this one, which follow `v`.
fn read_tali(settings: &Settings, seat: usize, own: u8, v: Cursor<'_>, counts: &[Cursor<'_>]) -> Read<Tali> {
    let mut tali = Tali([0; MAX_SEATS]);
    tali.0[seat] = own;
    let others = settings.seats - 1;
    let allowed = if others == 1 { "one number".to_owned() } else { format!("1 to {others} numbers") };
    let end = v.end();
    refuse!(end if counts.is_empty(), "the others' numbers of tali are missing; this table takes {allowed}");
    for (index, word) in (1..).zip(counts) {
        refuse!(word if index > others, "there are no more seats at this table; it takes {allowed}");
        let count = refuse!(word unless word.number(1..=MOST_TALI),
            "{word} is not a number of tali of a seat still in: 1 to {MOST_TALI}");
        tali.0[(seat + index) % settings.seats] = count;
    }
    Ok(tali)
}

/// Reads the bids of a round, as `NUMBERxFACE` or, in a duel, `SUM`.
fn read_bids(settings: &Settings, tali: &Tali, words: &[Cursor<'_>]) -> Read<Option<(Subject, Bids)>> {
    let (subjects, all) = (Subject::all(settings, tali), tali.all());
    let mut made: Option<(Subject, Bids)> = None;
    for word in words {
        let bid = match word.cut(&['x', 'X']) {
            (sum, None) => sum.number(..).map(|sum| (Subject::Sum, sum)),
            (quantity, Some(face)) => face.shown().map(Subject::Face).zip(quantity.number(..)),
        };
        let (subject, level) = match bid {
            Some(bid) if subjects.contains(&bid.0) => bid,
            _ if subjects == [Subject::Sum] => {
                refuse!(
                    word,
                    "{word} is not a bid in a duel; with one talus each, bids are sums from 2 to 12"
                )
            }
            Some((Subject::Sum, _)) if settings.duel == Duel::Sum => refuse!(
                word,
                "{word} is not a bid here; a bid is a number and a face, such as 3x6 (only two seats with one talus each \
                 bid sums)"
            ),
            _ => refuse!(word, "{word} is not a bid; a bid is a number and a face, such as 3x6"),
        };
        let (least, most) = subject.levels(all);
        let why = match subject {
            Subject::Sum => "bids are sums from 2 to 12".to_owned(),
            Subject::Face(_) => format!("with {all} tali in play, bids are from 1 to {all}"),
        };
        refuse!(word if !(least..=most).contains(&level), "{word} is not a bid; {why}");
        let Some((before, bids)) = made else {
            made = Some((subject, Bids::one(level)));
            continue;
        };
        refuse!(word if before != subject, "{word} changes the face; a raise keeps it");
        refuse!(word if bids.last() == most, "{word} follows the highest possible bid, which must be challenged");
        refuse!(word if bids.last() >= level, "{word} is not a raise; each bid is higher than the one before");
        made = Some((subject, bids.with(level)));
    }
    Ok(made)
}
