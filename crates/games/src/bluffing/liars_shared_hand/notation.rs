//! The notation of positions: `10-10 6433 S16 2 ? S18`.

use super::best::Score;
use super::calls::Rank;
use super::cup::{Hand, OnTable};
use super::settings::Void;
use super::shape::Shapes;
use super::table::Table;
use super::turns::{Announced, Given, Turns};
use crate::kit::notation::{Cursor, Read, refuse};
use tali_core::messages::abridged;
use tali_core::tali::USUAL_TALI;

/// A position: the counters of both seats, and the turn so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// The counters of the deciding seat, and of the other.
    pub own: u8,
    pub other: u8,
    /// The hand and call at the beginning of the turn.
    pub given: Given,
    pub thrown: Option<Thrown>,
}

/// The throws of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thrown {
    /// By the deciding seat, which sees the bones.
    Own(Announced, OnTable),
    /// By the other seat, which has made a call.
    Hidden(Announced, Rank),
}

impl Position {
    /// The counters of the thrower, and of the other seat.
    pub(super) const fn score(&self) -> Score {
        match self.thrown {
            Some(Thrown::Hidden(..)) => [self.other, self.own],
            _ => [self.own, self.other],
        }
    }

    /// Reads `OWN-OTHER HAND CALL THROWS LYING` or `OWN-OTHER HAND CALL THROWS ? CALL` at a table of two seats. The opening has
    /// no hand and no call; parts without throws are omitted.
    pub(super) fn read(table: &Table, shapes: &Shapes, text: &str) -> Read<Self> {
        let mut text = Cursor::new(text);
        let reader = Reader { turns: &table.turns, shapes };
        let word = refuse!(text unless text.word(),
            "a position begins with the counters of both seats, such as `10-8`");
        let [own, other] = counters(word, table.two_most()[0])?;
        let mut given = None;
        let mut next = text.word();
        if let Some(word) = next.filter(|word| word.signs().count() == USUAL_TALI) {
            let hand = reader.hand(word)?;
            let call = refuse!(text unless text.word(),
                "after the accepted hand comes its call, such as S16");
            given = Some((hand, reader.accepted(call)?));
            next = text.word();
        }
        let Some(throws) = next else { return Ok(Self { own, other, given, thrown: None }) };
        let announced = reader.throws(throws, given)?;
        let result = refuse!(text unless text.word(),
            "after the bones thrown come the bones on the table, or `?` if they are the other's");
        let (thrown, too_much) = if result.text == "?" {
            let call = refuse!(text unless text.word(),
                "after the `?` comes the other's call, such as S18");
            (Thrown::Hidden(announced, reader.call(call, given)?), "nothing comes after the call")
        } else {
            let too_much =
                "after your call the other decides: write its counters first, and `?` for your hand";
            (Thrown::Own(announced, reader.on_table(result, given, announced)?), too_much)
        };
        if let Some(word) = text.word() {
            refuse!(word, "{word} is too much; {too_much}");
        }
        Ok(Self { own, other, given, thrown: Some(thrown) })
    }

    /// The position in notation.
    pub(super) fn text(&self, throws: u8) -> String {
        let given = self.given.map_or_else(String::new, |(hand, call)| format!(" {hand} {call}"));
        let thrown = match self.thrown {
            None => String::new(),
            Some(Thrown::Own(announced, on_table)) => {
                format!(" {announced} {}", written(&on_table, announced, throws))
            }
            Some(Thrown::Hidden(announced, call)) => format!(" {announced} ? {call}"),
        };
        format!("{}-{}{given}{thrown}", self.own, self.other)
    }
}

/// The bones on the table, with those put aside in brackets if more can be thrown.
pub(super) fn written(on_table: &OnTable, announced: Announced, throws: u8) -> String {
    let is_last = announced.throws().count() == usize::from(throws) || announced.first() == 0;
    if is_last || on_table.loose == [true; USUAL_TALI] {
        return on_table.hand.to_string();
    }
    let bones: Vec<(u8, bool)> = on_table.hand.0.into_iter().zip(on_table.loose).collect();
    let runs = bones.chunk_by(|(_, is_loose), (_, next)| is_loose == next).map(|run| {
        let faces: String = run.iter().map(|(face, _)| face.to_string()).collect();
        if run[0].1 { faces } else { format!("({faces})") }
    });
    runs.collect()
}

/// Reads the counters of both seats.
fn counters(word: Cursor<'_>, most: u8) -> Read<Score> {
    let counters = refuse!(word unless word.pair('-', |number| number.number(..)),
        "{word} is not the counters of you and the other, such as `10-8`");
    refuse!(word if counters.contains(&0), "a seat without counters is out: the match is over");
    refuse!(word if counters.iter().any(|number| *number > most),
        "seats of this table begin with at most {most}; --rule counters=… changes that");
    Ok(counters)
}

/// Reads a face.
fn face(sign: Cursor<'_>) -> Read<u8> {
    sign.face().map(|face| u8::try_from(face.value()).unwrap_or_default())
}

/// Reads four faces; those in brackets are put aside.
fn faces(word: Cursor<'_>) -> Read<OnTable> {
    let mut on_table = OnTable::all_loose(Hand::CUP);
    let (mut bones, mut aside) = (0, false);
    for sign in word.signs() {
        match sign.text {
            "(" if !aside => aside = true,
            ")" if aside => aside = false,
            _ if bones == USUAL_TALI => refuse!(sign, "a hand has {USUAL_TALI} bones"),
            _ => {
                (on_table.hand.0[bones], on_table.loose[bones]) = (face(sign)?, !aside);
                bones += 1;
            }
        }
    }
    let end = word.end();
    refuse!(end if aside, "a bracket is not closed");
    refuse!(end if bones < USUAL_TALI, "a hand has {USUAL_TALI} bones");
    Ok(on_table)
}

/// Reads the parts of a position.
pub(super) struct Reader<'a> {
    pub turns: &'a Turns,
    pub shapes: &'a Shapes,
}

impl Reader<'_> {
    /// Reads a hand that may be called on.
    pub(super) fn hand(&self, word: Cursor<'_>) -> Read<Hand> {
        let mut faces = [0; USUAL_TALI];
        for (sign, slot) in word.signs().zip(&mut faces) {
            *slot = face(sign)?;
        }
        let hand = self.turns.cup.sorted(OnTable::all_loose(Hand(faces))).hand;
        self.check_possible(word, hand)?;
        Ok(hand)
    }

    /// Checks that the bones can show a hand, and that it may be called on.
    fn check_possible(&self, word: Cursor<'_>, hand: Hand) -> Read<()> {
        let (is_known, may_stand) = (self.turns.cup.number(hand).is_some(), self.turns.cup.may_stand(hand));
        refuse!(word if !is_known && may_stand, "these bones cannot show {hand}");
        refuse!(word if !is_known,
            "{hand} has no rank; with void=\"recast\" it is thrown again before a call");
        Ok(())
    }

    /// Reads a call after this hand and call.
    pub(super) fn call(&self, word: Cursor<'_>, given: Given) -> Read<Rank> {
        let call = Rank::read(word.text)
            .map_err(|allowed| word.refused(format_args!("{word} is not a call; {allowed}")))?;
        if self.turns.may_call(given).any(|may| may == call) {
            return Ok(call);
        }
        if let Some((_, before)) = given {
            refuse!(word, "{call} is not a call after {before}; each call is higher than the one before");
        }
        refuse!(word if self.turns.void == Void::Bluff,
            "a void may not be called with void=\"bluff\"; the lowest call is canis");
        refuse!(word, "a void may not be called; the lowest call is canis (void=\"lowest\" allows it)")
    }

    /// Reads a call that was accepted at the beginning of the turn.
    pub(super) fn accepted(&self, word: Cursor<'_>) -> Read<Rank> {
        let call = self.call(word, None)?;
        refuse!(word if call == Rank::VENUS,
            "venus cannot be accepted: nothing is higher, so it must be challenged");
        Ok(call)
    }

    /// Reads the numbers of bones thrown in a turn, such as `4/2`.
    pub(super) fn throws(&self, word: Cursor<'_>, given: Given) -> Read<Announced> {
        let mut announced = Announced::default();
        let (most, mut left) = (self.turns.throws, Hand::CUP.thrown());
        // A player who accepted a hand may throw none.
        let least = u8::from(given.is_none() || word.text.contains('/'));
        for part in word.split(|sign| sign == '/') {
            let number = refuse!(word unless part.number(least..),
                "{word} is not a number of bones thrown: 1 to 4, or a list such as 4/2");
            match announced.throws().last() {
                _ if number <= left => {}
                None => refuse!(word, "{word}: there are only {USUAL_TALI} bones"),
                Some(before) => refuse!(
                    word,
                    "{word}: of the {before} bones just thrown at most {before} can be thrown again"
                ),
            }
            if announced.throws().count() == usize::from(most) {
                let times = if most == 1 { "one throw".to_owned() } else { format!("{most} throws") };
                refuse!(word, "{word}: a turn has {times} at this table (--rule throws=…)");
            }
            announced = announced.with(number);
            left = number;
        }
        refuse!(word if given.is_none() && announced.first() != Hand::CUP.thrown(),
            "{word}: at the opening all {USUAL_TALI} bones are thrown");
        Ok(announced)
    }

    /// Reads the bones on the table after these throws.
    pub(super) fn on_table(&self, word: Cursor<'_>, given: Given, announced: Announced) -> Read<OnTable> {
        let on_table = self.turns.cup.sorted(faces(word)?);
        let is_last = announced.throws().count() == usize::from(self.turns.throws) || announced.first() == 0;
        if is_last {
            self.check_possible(word, on_table.hand)?;
        }
        let all_loose = on_table.loose == [true; USUAL_TALI];
        let aside = on_table.loose.iter().filter(|is_loose| !**is_loose).count();
        let thrown = announced.throws().last().map_or(0, usize::from);
        let left = USUAL_TALI - thrown;
        refuse!(word if !all_loose && aside != left,
            "of {USUAL_TALI} bones {thrown} were thrown last, so {left} are aside, not {aside}");
        let shapes = self.shapes.of(self.turns, given);
        let ends = shapes.into_iter().flat_map(|shape| {
            shape.nodes.iter().filter(move |node| shape.announced.get(node.announced) == Some(&announced))
        });
        let ends: Vec<OnTable> =
            ends.map(|node| node.on_table).filter(|end| end.hand == on_table.hand).collect();
        let fits = |end: &&OnTable| end.loose == on_table.loose || (is_last && all_loose);
        if let Some(end) = ends.iter().find(fits) {
            return Ok(*end);
        }
        if is_last && !ends.is_empty() {
            // Brackets show which bones were put aside, which no longer matters after the last throw.
            return Ok(OnTable { loose: [false; USUAL_TALI], ..on_table });
        }
        let from = given.map_or_else(String::new, |(hand, _)| format!("from {hand} "));
        let hint = if !is_last && all_loose && thrown != USUAL_TALI {
            "; put the bones set aside in brackets, such as (64)31"
        } else {
            ""
        };
        refuse!(word, "{from}throwing {announced} cannot give {}{hint}", abridged(word.text))
    }
}
