//! Positions as they are typed: `10-10 6433 S16 2 ? S18`.

use super::best::Score;
use super::calls::Rank;
use super::cup::{Hand, Lying};
use super::settings::Void;
use super::shape::Shapes;
use super::table::Table;
use super::turns::{Given, Told, Turns};
use crate::games::kit::PositionError;
use crate::games::kit::words::Word;
use crate::messages::abridged;
use crate::tali::{Face, USUAL_TALI};

/// A position: who has how many counters, and what was done in the turn so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// The counters of the seat that decides, and of the other.
    pub own: u8,
    pub other: u8,
    /// What the turn began with.
    pub given: Given,
    pub thrown: Option<Thrown>,
}

/// What was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thrown {
    /// By the seat that decides, which sees what lies there.
    Own(Told, Lying),
    /// By the other, which has called.
    Hidden(Told, Rank),
}

impl Position {
    /// The counters of who throws, and of the other.
    pub(super) const fn score(&self) -> Score {
        match self.thrown {
            Some(Thrown::Hidden(..)) => [self.other, self.own],
            _ => [self.own, self.other],
        }
    }

    /// Reads a position at a table of two seats.
    pub(super) fn read(table: &Table, shapes: &Shapes, text: &str) -> Result<Self, PositionError> {
        let reader = Reader { table, turns: &table.turns };
        let mut words = Word::all(text, 1);
        words.reverse();
        let Some(counters) = words.pop() else {
            return PositionError::at(1, "a position begins with the counters of both seats, such as `10-8`");
        };
        let [own, other] = reader.counters(counters)?;
        let mut end = counters.end() + 1;
        let mut given = None;
        if let Some(word) = words.last().copied().filter(|word| word.text.chars().count() == USUAL_TALI) {
            words.pop();
            let hand = reader.hand(word)?;
            let Some(call) = words.pop() else {
                return PositionError::at(
                    word.end() + 1,
                    "after the hand that was accepted comes what it was called, such as S16",
                );
            };
            given = Some((hand, reader.accepted(call)?));
            end = call.end() + 1;
        }
        let Some(throws) = words.pop() else { return Ok(Self { own, other, given, thrown: None }) };
        let told = reader.throws(throws, given)?;
        end = end.max(throws.end() + 1);
        let Some(result) = words.pop() else {
            return PositionError::at(
                end,
                "after the bones thrown comes what lies there, or `?` if it is the other's",
            );
        };
        let thrown = if result.text == "?" {
            let Some(call) = words.pop() else {
                return PositionError::at(
                    result.end() + 1,
                    "after the `?` comes what the other called, such as S18",
                );
            };
            Thrown::Hidden(told, reader.call(call, given)?)
        } else {
            Thrown::Own(told, reader.lying(result, shapes, given, told)?)
        };
        if let Some(word) = words.pop() {
            let found = abridged(word.text);
            return PositionError::at(
                word.column,
                match thrown {
                    Thrown::Own(..) => {
                        format!(
                            "`{found}` is too much; once you have called the other decides: write its counters first, and `?` for your hand"
                        )
                    }
                    Thrown::Hidden(..) => {
                        format!("`{found}` is too much; after the call there is nothing more to say")
                    }
                },
            );
        }
        Ok(Self { own, other, given, thrown: Some(thrown) })
    }

    /// The position as it is typed.
    pub(super) fn text(&self, throws: u8) -> String {
        let given = self.given.map_or_else(String::new, |(hand, call)| format!(" {hand} {call}"));
        let thrown = match self.thrown {
            None => String::new(),
            Some(Thrown::Own(told, lying)) => format!(" {told} {}", written(&lying, told, throws)),
            Some(Thrown::Hidden(told, call)) => format!(" {told} ? {call}"),
        };
        format!("{}-{}{given}{thrown}", self.own, self.other)
    }
}

/// What lies there, bones put aside in brackets where more can be thrown.
fn written(lying: &Lying, told: Told, throws: u8) -> String {
    let is_last = told.throws().count() == usize::from(throws) || told.first() == 0;
    if is_last || lying.loose == [true; USUAL_TALI] {
        return lying.hand.to_string();
    }
    let mut text = String::new();
    let mut aside = false;
    for (face, is_loose) in lying.hand.0.iter().zip(lying.loose) {
        if aside == is_loose {
            text.push(if is_loose { ')' } else { '(' });
            aside = !is_loose;
        }
        text += &face.to_string();
    }
    if aside {
        text.push(')');
    }
    text
}

struct Reader<'a> {
    table: &'a Table,
    turns: &'a Turns,
}

impl Reader<'_> {
    fn counters(&self, word: Word<'_>) -> Result<Score, PositionError> {
        let most = self.table.two_most()[0];
        let number = |text: &str| Word { text, ..word }.number();
        let both = word.text.split_once('-').and_then(|(own, other)| number(own).zip(number(other)));
        let Some((own, other)) = both else {
            return PositionError::at(
                word.column,
                format!(
                    "`{}` is not how many counters you and the other have, such as `10-8`",
                    abridged(word.text)
                ),
            );
        };
        if own == 0 || other == 0 {
            return PositionError::at(word.column, "a seat without counters is out: the match is over");
        }
        if own > most || other > most {
            return PositionError::at(
                word.column,
                format!("seats of this table begin with {most} at most; --rule counters=… changes that"),
            );
        }
        Ok([own, other])
    }

    /// A face at a column.
    fn face(column: usize, digit: char) -> Result<u8, PositionError> {
        match digit.to_digit(10).and_then(Face::from_value) {
            Some(face) => Ok(u8::try_from(face.value()).unwrap_or_default()),
            None => PositionError::at(
                column,
                format!("`{digit}` is no face; a hand lists its faces, of {}", Face::ALLOWED),
            ),
        }
    }

    /// A hand that may be called on.
    fn hand(&self, word: Word<'_>) -> Result<Hand, PositionError> {
        let mut faces = [0; USUAL_TALI];
        for ((place, digit), face) in word.text.chars().enumerate().zip(&mut faces) {
            *face = Self::face(word.column + place, digit)?;
        }
        let hand = self.turns.cup.sorted(Lying::all_loose(Hand(faces))).hand;
        self.stands(word, hand)?;
        Ok(hand)
    }

    /// Whether the bones can show a hand, and it may be called on.
    fn stands(&self, word: Word<'_>, hand: Hand) -> Result<(), PositionError> {
        if self.turns.cup.number(hand).is_some() {
            return Ok(());
        }
        let problem = if self.turns.cup.may_stand(hand) {
            format!("these bones cannot show {hand}")
        } else {
            format!("{hand} has no rank: with void=\"recast\" nobody calls on it, it is thrown again")
        };
        PositionError::at(word.column, problem)
    }

    /// A call, after what was given.
    fn call(&self, word: Word<'_>, given: Given) -> Result<Rank, PositionError> {
        let call = Rank::read(word.text).or_else(|allowed| {
            PositionError::at(word.column, format!("`{}` is no call; {allowed}", abridged(word.text)))
        })?;
        if self.turns.may_call(given).any(|may| may == call) {
            return Ok(call);
        }
        let problem = match given {
            Some((_, before)) => {
                format!("{call} is no call after {before}; each call is higher than the one before")
            }
            None if self.turns.void == Void::Bluff => {
                "a void may not be called with void=\"bluff\"; the lowest call is canis".to_owned()
            }
            None => {
                "a void may not be called; the lowest call is canis (void=\"lowest\" allows it)".to_owned()
            }
        };
        PositionError::at(word.column, problem)
    }

    /// A call that opened a round or followed another, and was accepted.
    fn accepted(&self, word: Word<'_>) -> Result<Rank, PositionError> {
        let call = self.call(word, None)?;
        if call == Rank::VENUS {
            return PositionError::at(
                word.column,
                "nobody accepts venus: nothing is higher, so it must be challenged",
            );
        }
        Ok(call)
    }

    /// The numbers of bones thrown in a turn.
    fn throws(&self, word: Word<'_>, given: Given) -> Result<Told, PositionError> {
        let wrong = |problem: String| PositionError::at(word.column, problem);
        let found = abridged(word.text);
        let mut told = Told::default();
        let mut left = Hand::CUP.thrown();
        let numbers: Vec<&str> = word.text.split('/').collect();
        for text in &numbers {
            let number = Word { text, ..word }.number();
            let Some(number) = number.filter(|number| *number > 0 || (given.is_some() && numbers.len() == 1))
            else {
                return wrong(format!(
                    "`{found}` is not how many bones were thrown: 1 to 4, or a list such as 4/2"
                ));
            };
            if number > left {
                return wrong(match told.throws().last() {
                    None => format!("`{found}`: there are no more than {USUAL_TALI} bones"),
                    Some(before) => format!(
                        "`{found}`: of the {before} bones just thrown at most {before} can be thrown again"
                    ),
                });
            }
            if told.throws().count() == usize::from(self.turns.throws) {
                let most = self.turns.throws;
                let times = if most == 1 { "one throw".to_owned() } else { format!("{most} throws") };
                return wrong(format!("`{found}`: a turn has {times} at this table (--rule throws=…)"));
            }
            told = told.with(number);
            left = number;
        }
        if given.is_none() && told.first() != Hand::CUP.thrown() {
            return wrong(format!("`{found}`: at the opening all {USUAL_TALI} bones are thrown"));
        }
        Ok(told)
    }

    /// What lies there after throws, bones that were put aside in brackets.
    fn lying(
        &self,
        word: Word<'_>,
        shapes: &Shapes,
        given: Given,
        told: Told,
    ) -> Result<Lying, PositionError> {
        let mut lying = Lying { hand: Hand::CUP, loose: [true; USUAL_TALI] };
        let (mut bones, mut aside) = (0, false);
        for (place, digit) in word.text.chars().enumerate() {
            let column = word.column + place;
            match digit {
                '(' if !aside => aside = true,
                ')' if aside => aside = false,
                _ if bones == USUAL_TALI => {
                    return PositionError::at(column, format!("a hand has {USUAL_TALI} bones"));
                }
                _ => {
                    lying.hand.0[bones] = Self::face(column, digit)?;
                    lying.loose[bones] = !aside;
                    bones += 1;
                }
            }
        }
        if bones < USUAL_TALI || aside {
            let problem =
                if aside { "a bracket is open".to_owned() } else { format!("a hand has {USUAL_TALI} bones") };
            return PositionError::at(word.end(), problem);
        }
        let lying = self.turns.cup.sorted(lying);
        let is_last = told.throws().count() == usize::from(self.turns.throws) || told.first() == 0;
        if is_last {
            self.stands(word, lying.hand)?;
        }
        let all_loose = lying.loose == [true; USUAL_TALI];
        let aside = lying.loose.iter().filter(|is_loose| !**is_loose).count();
        let thrown = told.throws().last().map_or(0, usize::from);
        if !all_loose && aside + thrown != USUAL_TALI {
            return PositionError::at(
                word.column,
                format!(
                    "of {USUAL_TALI} bones {thrown} were thrown last, so that {} are aside, not {aside}",
                    USUAL_TALI - thrown
                ),
            );
        }
        let nodes = shapes
            .of(self.turns, given)
            .into_iter()
            .flat_map(|shape| shape.nodes.iter().filter(|node| shape.told.get(node.told) == Some(&told)));
        let fits = |node: &super::shape::Node| {
            node.lying.hand == lying.hand && (node.lying.loose == lying.loose || (is_last && all_loose))
        };
        let mut at_last = false;
        for node in nodes {
            if fits(node) {
                return Ok(node.lying);
            }
            at_last |= is_last && node.lying.hand == lying.hand;
        }
        if at_last {
            // Brackets say which bones were put aside; after the last throw that matters no more.
            return Ok(Lying { loose: [false; USUAL_TALI], ..lying });
        }
        let from = given.map_or_else(String::new, |(hand, _)| format!("from {hand} "));
        let hint = if !is_last && all_loose && told.throws().last() != Some(Hand::CUP.thrown()) {
            "; put the bones laid aside in brackets, such as (64)31"
        } else {
            ""
        };
        PositionError::at(
            word.column,
            format!("{from}throwing {told} cannot give {}{hint}", abridged(word.text)),
        )
    }
}
