//! Evaluates values while a game is played.

use super::number::Num;
use super::program::{
    Address, Binary, Domain, FORGOTTEN, ListValue, Loop, ME, OUT, Question, Reading, Reduction, Unary, Value,
};
use super::throws::Thrown;

/// Why a number cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault(pub Box<str>);

impl Fault {
    #[cold]
    pub(super) fn new(problem: impl Into<String>) -> Self {
        Self(problem.into().into_boxed_str())
    }
}

pub(super) type Worked<T> = Result<T, Fault>;

/// What values are computed from, apart from the slots.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub seats: usize,
    pub thrown: Vec<Thrown>,
    /// For each atom, the slot of the throw that it reads, and its value for every throw.
    pub atoms: Vec<(usize, Vec<Worked<Num>>)>,
}

impl Tables {
    pub(super) fn is_true(&self, value: &Value, slots: &mut [i64]) -> Worked<bool> {
        self.value(value, slots).map(Num::is_true)
    }

    /// Evaluates a whole number.
    pub(super) fn whole(&self, value: &Value, slots: &mut [i64]) -> Worked<i64> {
        let found = match value {
            Value::Slot(slot) => return known(slots[*slot]),
            other => self.value(other, slots)?,
        };
        found.whole().ok_or_else(|| Fault::new(format!("a whole number is needed here, not {found}")))
    }

    /// Evaluates a seat, from 1.
    pub(super) fn seat(&self, value: &Value, slots: &mut [i64]) -> Worked<usize> {
        let number = self.whole(value, slots)?;
        let seat = usize::try_from(number).ok().filter(|seat| (1..=self.seats).contains(seat));
        seat.ok_or_else(|| {
            Fault::new(format!("there is no seat {number}; the seats are 1 to {}", self.seats))
        })
    }

    /// The slot of a variable.
    pub(super) fn slot(&self, address: &Address, slots: &mut [i64]) -> Worked<usize> {
        let Address { list, seat, index } = address;
        let seat = seat.as_ref().map_or(Ok(1), |seat| self.seat(seat, slots))?;
        let index = index.as_ref().map_or(Ok(list.first), |index| self.whole(index, slots))?;
        let position = usize::try_from(index - list.first).ok().filter(|position| *position < list.len);
        position.map(|position| list.base + (seat - 1) * list.len + position).ok_or_else(|| {
            let last = list.first + to_number(list.len) - 1;
            Fault::new(format!("`{}` has the indices {} to {last}, not {index}", list.name, list.first))
        })
    }

    pub(super) fn value(&self, value: &Value, slots: &mut [i64]) -> Worked<Num> {
        Ok(match value {
            Value::Const(number) => *number,
            Value::Slot(slot) => Num::Whole(known(slots[*slot])?),
            Value::Atom(atom) => {
                let (slot, values) = &self.atoms[*atom];
                let thrown = throw_in(slots, *slot)?;
                match values.get(thrown) {
                    Some(value) => value.clone()?,
                    None => return Err(Fault::new("this cannot be read from the throw on the table")),
                }
            }
            Value::At(address) => Num::Whole(known(slots[self.slot(address, slots)?])?),
            Value::If(all) => {
                let [condition, one, other] = &**all;
                self.value(if self.is_true(condition, slots)? { one } else { other }, slots)?
            }
            Value::OfSeat(numbers, seat) => numbers[self.seat(seat, slots)? - 1],
            Value::Listed(numbers, index) => {
                let index = self.whole(index, slots)?;
                let found = usize::try_from(index - 1).ok().and_then(|index| numbers.get(index));
                *found.ok_or_else(|| {
                    Fault::new(format!("the list has the indices 1 to {}, not {index}", numbers.len()))
                })?
            }
            Value::Mapped(table, argument) => {
                let argument = self.whole(argument, slots)?;
                let found = table.entries.get(&argument).copied().or(table.otherwise);
                found.unwrap_or(Num::Whole(argument))
            }
            Value::Unary(unary, inside) => {
                let inside = self.value(inside, slots)?;
                match unary {
                    Unary::Not => Num::truth(!inside.is_true()),
                    Unary::Minus => inside.negative(),
                    Unary::Down => inside.down(),
                    Unary::Up => inside.up(),
                }
            }
            Value::Binary(binary, one, other) => self.binary(*binary, one, other, slots)?,
            Value::Thrown(slot, reading) => {
                let thrown = &self.thrown[throw_in(slots, *slot)?];
                read(thrown, *reading)?
            }
            Value::Asked(slot, question, number) => {
                let number = self.whole(number, slots)?;
                ask(&self.thrown[throw_in(slots, *slot)?], *question, number)?
            }
            Value::Over { what, each, body } => self.over(*what, each, body, slots)?,
            Value::Any { list, value, every } => self.any(list, value, *every, slots)?,
            Value::Neighbour(left) => Num::Whole(to_number(self.neighbour(slots, slots[ME], *left))),
            Value::Let { slot, value, body } => {
                slots[*slot] = self.whole(value, slots)?;
                self.value(body, slots)?
            }
            Value::Pot => return Err(Fault::new("the pot is read, but has no range")),
        })
    }

    fn binary(&self, binary: Binary, one: &Value, other: &Value, slots: &mut [i64]) -> Worked<Num> {
        let one = self.value(one, slots)?;
        match (binary, one.is_true()) {
            (Binary::Or, true) => return Ok(Num::truth(true)),
            (Binary::And, false) => return Ok(Num::truth(false)),
            _ => {}
        }
        let other = self.value(other, slots)?;
        let large = || Fault::new("a number beyond 1,000,000,000");
        let zero = |other: Num| if other == Num::Whole(0) { Fault::new("a division by 0") } else { large() };
        Ok(match binary {
            Binary::Or | Binary::And => Num::truth(other.is_true()),
            Binary::Equal => Num::truth(one == other),
            Binary::Unequal => Num::truth(one != other),
            Binary::Less => Num::truth(one < other),
            Binary::AtMost => Num::truth(one <= other),
            Binary::Add => one.plus(other).ok_or_else(large)?,
            Binary::Subtract => one.plus(other.negative()).ok_or_else(large)?,
            Binary::Multiply => one.times(other).ok_or_else(large)?,
            Binary::Divide => one.over(other).ok_or_else(|| zero(other))?,
            Binary::Modulo => one.modulo(other).ok_or_else(|| zero(other))?,
            Binary::Min => one.min(other),
            Binary::Max => one.max(other),
        })
    }

    fn over(&self, what: Reduction, each: &Loop, body: &Value, slots: &mut [i64]) -> Worked<Num> {
        let mut found: Option<Num> = None;
        let large = || Fault::new("a number beyond 1,000,000,000");
        self.go_over(each, slots, |slots| {
            if let Some(condition) = &each.condition
                && !self.is_true(condition, slots)?
            {
                return Ok(true);
            }
            let value = self.value(body, slots)?;
            match what {
                Reduction::Any | Reduction::Every => {
                    // The first that holds settles `any`, the first that does not settles `every`.
                    found = Some(Num::truth(value.is_true()));
                    return Ok(value.is_true() == (what == Reduction::Every));
                }
                Reduction::Count => {
                    let one = Num::Whole(i64::from(value.is_true()));
                    found = Some(found.unwrap_or(Num::Whole(0)).plus(one).ok_or_else(large)?);
                }
                Reduction::Sum => found = Some(found.unwrap_or(Num::Whole(0)).plus(value).ok_or_else(large)?),
                Reduction::Max => found = Some(found.map_or(value, |found| found.max(value))),
                Reduction::Min => found = Some(found.map_or(value, |found| found.min(value))),
            }
            Ok(true)
        })?;
        match (what, found) {
            (_, Some(found)) => Ok(found),
            (Reduction::Any | Reduction::Count | Reduction::Sum, None) => Ok(Num::Whole(0)),
            (Reduction::Every, None) => Ok(Num::truth(true)),
            (Reduction::Max | Reduction::Min, None) => Err(Fault::new("`max` or `min` of nothing")),
        }
    }

    fn any(&self, list: &ListValue, value: &Value, every: bool, slots: &mut [i64]) -> Worked<Num> {
        let value = self.value(value, slots)?;
        let is_so = match list {
            ListValue::Numbers(numbers) => {
                let mut alike = numbers.iter().map(|number| *number == value);
                if every { alike.all(|alike| alike) } else { alike.any(|alike| alike) }
            }
            ListValue::Of(address) => {
                let base = self.slot(address, slots)?;
                let list = &slots[base..base + address.list.len];
                for held in list {
                    known(*held)?;
                }
                search(list, value, every)
            }
        };
        Ok(Num::truth(is_so))
    }

    /// Puts the values of a loop into its slot, one after the other, until `goes_on` returns false.
    pub(super) fn go_over(
        &self,
        each: &Loop,
        slots: &mut [i64],
        mut goes_on: impl FnMut(&mut [i64]) -> Worked<bool>,
    ) -> Worked<()> {
        if let Domain::Numbers(low, high) = &each.domain {
            let (low, high) = (self.whole(low, slots)?, self.whole(high, slots)?);
            for at in low..=high {
                if at - low == MOST_ELEMENTS {
                    return Err(too_many());
                }
                slots[each.slot] = at;
                if !goes_on(slots)? {
                    break;
                }
            }
            return Ok(());
        }
        for counter in 0.. {
            let Some(at) = self.element(&each.domain, counter, slots)? else { break };
            slots[each.slot] = at;
            if !goes_on(slots)? {
                break;
            }
        }
        Ok(())
    }

    /// The value of a loop at step `counter`, from 0; `None` after its end.
    pub(super) fn element(&self, domain: &Domain, counter: i64, slots: &mut [i64]) -> Worked<Option<i64>> {
        match domain {
            Domain::Numbers(low, high) => {
                let at = self.whole(low, slots)? + counter;
                Ok((at <= self.whole(high, slots)?).then_some(at))
            }
            Domain::Seats { with_me } => {
                let (me, seats) = (slots[ME], to_number(self.seats));
                let first = if me > 0 { me - 1 } else { 0 };
                let skipped = i64::from(!with_me && me > 0);
                // Seats that are out are skipped.
                let mut left = counter;
                for step in skipped..seats {
                    let seat = (first + step) % seats + 1;
                    if slots[OUT] >> seat & 1 == 0 {
                        if left == 0 {
                            return Ok(Some(seat));
                        }
                        left -= 1;
                    }
                }
                Ok(None)
            }
        }
    }

    /// The nearest seat still in the game, to the left or right of another; that seat itself, if it is alone.
    pub(super) fn neighbour(&self, slots: &[i64], seat: i64, left: bool) -> usize {
        let seats = to_number(self.seats);
        let step = |further: i64| if left { further } else { seats - further };
        let mut seats_on = (1..=seats).map(|further| (seat - 1 + step(further)).rem_euclid(seats) + 1);
        let found = seats_on.find(|seat| slots[OUT] >> seat & 1 == 0).unwrap_or(seat);
        usize::try_from(found).unwrap_or(1)
    }
}

/// The most steps of a loop.
pub(super) const MOST_ELEMENTS: i64 = 10_000;

/// The fault of a loop that has more.
pub(super) fn too_many() -> Fault {
    Fault::new("this loop has more than 10,000 steps")
}

/// What a slot holds, unless that was forgotten.
fn known(held: i64) -> Worked<i64> {
    if held == FORGOTTEN { Err(Fault::new("what was hidden here has been forgotten")) } else { Ok(held) }
}

/// The index of the throw in a slot.
fn throw_in(slots: &[i64], slot: usize) -> Worked<usize> {
    match usize::try_from(slots[slot]) {
        Ok(number) if number > 0 => Ok(number - 1),
        _ => Err(Fault::new("a throw is read, but nothing has been thrown")),
    }
}

pub(super) fn to_number(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn search(slots: &[i64], value: Num, every: bool) -> bool {
    let Some(value) = value.whole() else { return false };
    if every { slots.iter().all(|slot| *slot == value) } else { slots.contains(&value) }
}

/// Answers a question to a throw that takes a number.
fn ask(thrown: &Thrown, question: Question, number: i64) -> Worked<Num> {
    let so_many = usize::try_from(number).map_err(|_| Fault::new(format!("{number} dice of a throw")));
    let faces = || thrown.faces();
    Ok(Num::Whole(match question {
        Question::Count => thrown.count(number),
        Question::Nth => {
            let (faces, nth) = (faces(), so_many?);
            let found = nth.checked_sub(1).and_then(|nth| faces.get(nth));
            *found.ok_or_else(|| {
                let dice = faces.len();
                Fault::new(format!(
                    "die {number} of a throw of {dice} is read: 1 is the highest, and {dice} the lowest"
                ))
            })?
        }
        Question::Highest => faces().iter().take(so_many?).sum(),
        Question::Lowest => faces().iter().rev().take(so_many?).sum(),
    }))
}

fn read(thrown: &Thrown, reading: Reading) -> Worked<Num> {
    let of_four = || Fault::new("only casts of four tali have a kind and a rank");
    let number = match reading {
        Reading::Size => Some(to_number(thrown.0.len())),
        Reading::Sum => Some(thrown.sum()),
        Reading::High => thrown.faces().first().copied(),
        Reading::Low => thrown.faces().last().copied(),
        Reading::Distinct => Some(thrown.distinct()),
        Reading::Rank => Some(thrown.rank().ok_or_else(of_four)?),
        Reading::Cast => {
            let wide = || Fault::new("`cast` works for up to nine dice with faces from 0 to 9");
            Some(thrown.digits().ok_or_else(wide)?)
        }
        Reading::Within(low, high) => Some(thrown.within(low, high)),
        Reading::Kind(kind) => Some(i64::from(thrown.kind().ok_or_else(of_four)? == kind)),
    };
    number.map(Num::Whole).ok_or_else(|| Fault::new("a throw without dice"))
}
