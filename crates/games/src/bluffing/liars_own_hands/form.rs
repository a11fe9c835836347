//! The input form for positions.

use super::bids::{Action, Bids, Hand, Known, Subject};
use super::settings::{MOST_TALI, Settings, Tali};
use super::table::Table;
use crate::kit::notation::Cursor;
use crate::kit::{Field, FieldKind, PositionForm};
use tali_core::process::MAX_SEATS;
use tali_core::tali::Face;

/// The parts of a position, as far as a text states them.
pub(super) fn form(table: &Table, text: Option<&str>) -> PositionForm {
    let settings = &table.settings;
    let is_seat = |word: &Cursor<'_>| word.text.starts_with('@');
    let (before, after) = Cursor::new(text.unwrap_or_default()).cut(&[':']);
    let mut all = before.words().chain(after.into_iter().flat_map(Cursor::words));
    let seat =
        all.find(is_seat).and_then(|word| word.cut(&['@']).1?.number(1..=settings.seats)).unwrap_or(1) - 1;
    let words: Vec<Cursor<'_>> = before.words().filter(|word| !is_seat(word)).collect();
    let (own, others) = words.split_at(words.iter().position(|word| word.text == "v").unwrap_or(words.len()));
    // A cup that nobody has looked into is written as a number of tali: `4 tali`.
    let own = if let [own] = own { own.text } else { "" };

    let possible: Vec<Hand> = (1..=MOST_TALI)
        .flat_map(|tali| Hand::distribution(&table.bones[seat], tali).outcomes().to_vec())
        .map(|(hand, _)| hand)
        .collect();
    let can_come = |hand: Hand| {
        possible.iter().any(|other| hand.0.iter().zip(other.0).all(|(own, other)| *own <= other))
    };
    let (mut hand, mut faces) = (Hand::default(), Vec::new());
    for face in Cursor::new(own).signs().filter_map(Cursor::shown) {
        if can_come(hand.with(face)) {
            hand = hand.with(face);
            faces.push(face);
        }
    }
    let next = Face::ALL.into_iter().rev().filter(|face| can_come(hand.with(*face)));
    let is_known = hand.tali() == 0 || possible.contains(&hand);
    let least = if is_known { 1 } else { usize::from(hand.tali()) + 1 };

    let seats = settings.seats;
    let typed = others.iter().skip(1).filter_map(|word| word.number(1..=MOST_TALI)).take(seats - 1);
    let mut counts: Vec<u8> = typed.collect();
    if counts.is_empty() {
        counts = (1..seats).map(|other| settings.tali.of((seat + other) % seats)).collect();
    }
    let mut tali = Tali([0; MAX_SEATS]);
    tali.0[seat] = if hand.tali() > 0 { hand.tali() } else { settings.tali.of(seat) };
    for (count, other) in counts.iter().zip(1..) {
        tali.0[(seat + other) % seats] = *count;
    }

    let mut made = None;
    let mut bids = Vec::new();
    for word in after.into_iter().flat_map(Cursor::words).filter(|word| !is_seat(word)) {
        let legal = next_bids(settings, &tali, hand, made);
        let Some(bid) = legal.into_iter().find(|bid| named(bid).eq_ignore_ascii_case(word.text)) else {
            break;
        };
        bids.push(named(&bid));
        made = Some((bid.0, made.map_or_else(|| Bids::one(bid.1), |(_, bids): (_, Bids)| bids.with(bid.1))));
    }
    let next_bids = next_bids(settings, &tali, hand, made);
    PositionForm(vec![
        Field::new("hand", "Your hand", FieldKind::Faces, "")
            .is(faces)
            .several([least, MOST_TALI.into()], "")
            .of(next),
        Field::new("others", "Others' tali", FieldKind::Counts, " v ")
            .is(counts)
            .several([1, seats - 1], " ")
            .within(1, MOST_TALI.into()),
        Field::new("bids", "Bids so far", FieldKind::Bids, ": ")
            .several([1, bids.len() + next_bids.len()], " ")
            .is(bids)
            .of(next_bids.iter().map(named))
            .or_nothing(),
        Field::new("seat", "Your seat", FieldKind::Choice, " @").is([seat + 1]).of(1..=seats).or_nothing(),
    ])
}

fn named((subject, level): &(Subject, u8)) -> String {
    Action::Bid(*subject, *level).to_string()
}

/// The possible bids after these.
fn next_bids(
    settings: &Settings,
    tali: &Tali,
    hand: Hand,
    made: Option<(Subject, Bids)>,
) -> Vec<(Subject, u8)> {
    let bid =
        |action: Action| if let Action::Bid(subject, level) = action { Some((subject, level)) } else { None };
    let known = Known::of(hand, made, settings.wild_hounds);
    known.actions(settings, tali).into_iter().filter_map(bid).collect()
}
