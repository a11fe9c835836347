//! The input form for positions.

use super::calls::NAMES;
use super::notation::{Reader, written};
use super::table::Table;
use super::turns::Announced;
use crate::kit::notation::Cursor;
use crate::kit::{Field, FieldKind, PositionForm};
use tali_core::tali::USUAL_TALI;

/// The parts of a position, as far as a text states them, each with the options that the earlier parts allow.
pub(super) fn form(table: &Table, text: Option<&str>) -> PositionForm {
    let reader = Reader { turns: &table.turns, shapes: table.shapes() };
    let most = table.two_most()[0];
    let mut text = Cursor::new(text.unwrap_or_default());
    let counters = text.word().and_then(|word| word.pair('-', |number| number.number(1..=most)));
    let counters = counters.unwrap_or_else(|| table.first_score());
    let count =
        |name, title, before| Field::new(name, title, FieldKind::Count, before).within(1, most.into());
    let mut fields = vec![
        count("own", "Your counters", "").is([counters[0]]),
        count("other", "Other's counters", "-").is([counters[1]]),
    ];

    let mut word = text.word();
    let is_hand = |word: &Cursor<'_>| word.signs().count() == USUAL_TALI && !word.text.contains('/');
    let hand = word.filter(is_hand);
    if hand.is_some() {
        word = text.word();
    }
    let hand = hand.and_then(|word| reader.hand(word).ok());
    let mut hands: Vec<String> = table.turns.cup.hands().iter().map(ToString::to_string).collect();
    hands.sort_by(|one, other| other.cmp(one));
    let accepted = "The accepted hand";
    fields.push(Field::new("hand", accepted, FieldKind::Cast, " ").is(hand).of(hands).or_nothing());
    let mut given = None;
    if let Some(hand) = hand {
        let call = word.and_then(|word| reader.accepted(word).ok());
        let calls = NAMES.into_iter().filter(|name| reader.accepted(Cursor::new(name)).is_ok());
        fields.push(Field::new("call", "Its call", FieldKind::Call, " ").is(call).of(calls));
        let Some(call) = call else { return PositionForm(fields) };
        given = Some((hand, call));
        word = text.word();
    }

    // Reads throws one by one, since another throw can be too many.
    let mut thrown: Vec<String> = Vec::new();
    let with = |thrown: &[String], next: &str| [thrown, &[next.to_owned()]].concat().join("/");
    let may_be = |thrown: &[String], next: &str| {
        let is_first = thrown.is_empty() || thrown[0] != "0";
        is_first && reader.throws(Cursor::new(&with(thrown, next)), given).is_ok()
    };
    for next in word.into_iter().flat_map(|word| word.split(|sign| sign == '/')) {
        if !may_be(&thrown, next.text) {
            break;
        }
        thrown.push(next.text.to_owned());
    }
    // A single throw can still be replaced by any other number.
    let before = if table.turns.throws == 1 { &[][..] } else { &thrown[..] };
    let next = (0..=USUAL_TALI).map(|number| number.to_string()).filter(|next| may_be(before, next));
    let throws = Field::new("thrown", "Bones thrown", FieldKind::Choice, " ");
    fields.push(throws.is(&thrown).several([1, table.turns.throws.into()], "/").of(next).or_nothing());
    let announced = reader.throws(Cursor::new(&thrown.join("/")), given).ok();
    let Some(announced) = announced else { return PositionForm(fields) };

    let possible = can_lie(&reader, given, announced);
    let is_hidden = |word: &Cursor<'_>| word.text == "?";
    let word = text.word();
    let typed = word.and_then(|word| reader.on_table(word, given, announced).ok());
    let typed = typed.map(|on_table| written(&on_table, announced, table.turns.throws));
    let typed = typed.or_else(|| word.filter(is_hidden).map(|word| word.text.to_owned()));
    let is_hidden = typed.as_deref() == Some("?");
    let is_there = Field::new("lying", "Bones on the table", FieldKind::Cast, " ");
    fields.push(is_there.is(typed).of(possible.into_iter().chain(["?".to_owned()])));
    if is_hidden {
        let last = text.word().and_then(|word| reader.call(word, given).ok());
        let calls = NAMES.into_iter().filter(|name| reader.call(Cursor::new(name), given).is_ok());
        fields.push(Field::new("last", "The other's call", FieldKind::Call, " ").is(last).of(calls));
    }
    PositionForm(fields)
}

/// All hands that can be on the table after these throws, high faces first.
fn can_lie(reader: &Reader<'_>, given: super::turns::Given, announced: Announced) -> Vec<String> {
    let shapes = reader.shapes.of(reader.turns, given);
    let mut possible: Vec<String> = shapes
        .into_iter()
        .flat_map(|shape| {
            let nodes = shape.nodes.iter();
            nodes.filter(|node| shape.announced.get(node.announced) == Some(&announced))
        })
        .map(|node| written(&node.on_table, announced, reader.turns.throws))
        .collect();
    possible.sort_by(|one, other| other.cmp(one));
    possible.dedup();
    possible
}
