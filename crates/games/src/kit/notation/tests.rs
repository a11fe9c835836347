//! Properties of every reader, for any input.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{Cursor, Read};

/// Inputs: any text, and examples with characters removed, inserted, swapped or doubled.
pub(crate) fn texts(examples: &'static [&'static str]) -> impl Strategy<Value = String> {
    let known: Vec<char> = examples.concat().chars().collect();
    let sign = prop_oneof![8 => select(known), 1 => select(" ,-/0279é\u{301}ß".chars().collect::<Vec<_>>())];
    let changes = prop::collection::vec((0..4, any::<Index>(), any::<Index>(), sign), 0..5);
    let changed = (select(examples), changes).prop_map(|(example, changes)| {
        let mut signs: Vec<char> = example.chars().collect();
        for (change, one, other, sign) in changes {
            let end = signs.len();
            match change {
                0 if end > 0 => drop(signs.remove(one.index(end))),
                1 if end > 0 => signs.swap(one.index(end), other.index(end)),
                2 if end > 0 => signs.extend_from_within(one.index(end)..),
                _ => signs.insert(one.index(end + 1), sign),
            }
        }
        signs.into_iter().collect()
    });
    prop_oneof![1 => ".{0,40}", 9 => changed]
}

/// Checks that a text is refused at a column inside it or at its end, or is a position that reads back as it is written.
pub(crate) fn holds<P: PartialEq + Debug>(
    text: &str,
    read: impl Fn(&str) -> Read<P>,
    write: impl Fn(&P) -> String,
) -> Result<(), TestCaseError> {
    match read(text) {
        Err(error) => prop_assert!((1..=text.chars().count() + 1).contains(&error.column), "{text}: {error}"),
        Ok(position) => {
            let written = write(&position);
            prop_assert_eq!(read(&written), Ok(position), "{} as {}", text, written);
        }
    }
    Ok(())
}

#[test]
fn columns_count_characters() {
    let text = Cursor::new("é1 ,ß2/é,3 ");
    let seen = |cursor: Cursor<'_>| (cursor.column, cursor.text.to_owned());
    let words: Vec<_> = text.words().map(seen).collect();
    assert_eq!(words, [(1, "é1".to_owned()), (5, "ß2/é".to_owned()), (10, "3".to_owned())]);
    let parts: Vec<_> = text.split(|sign| sign == ',').map(seen).collect();
    assert_eq!(parts, [(1, "é1 ".to_owned()), (5, "ß2/é".to_owned()), (10, "3 ".to_owned())]);
    let (before, after) = text.cut(&['/']);
    assert_eq!((before.end().column, after.map(seen)), (7, Some((8, "é,3 ".to_owned()))));
    assert_eq!(text.signs().map(|sign| sign.column).collect::<Vec<_>>(), (1..=11).collect::<Vec<_>>());
}
