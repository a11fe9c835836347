//! Comparisons that always or never hold, whatever is thrown and stored.

use std::collections::BTreeMap;

use super::walk::depends_on_throw;
use crate::own::evaluate::{Tables, Worked, to_number};
use crate::own::number::{LARGEST, Num};
use crate::own::problem::Span;
use crate::own::program::{Binary, Code, Domain, LAST, Op, Question, Reading, Reduction, Unary, Value};
use crate::own::throws::Throws;

/// What is known about the values of comparisons.
pub(super) struct Known<'c> {
    pub code: &'c Code,
    pub tables: &'c Tables,
    pub throws: &'c Throws,
}

/// How many dice a slot can hold, and the faces they can show.
#[derive(Clone, Copy, Debug)]
struct Extent {
    least: i64,
    most: i64,
    low: i64,
    high: i64,
}

impl Known<'_> {
    /// Returns the comparisons that always or never hold. If one place is compared in several ways, as in a loop, all must agree.
    pub(super) fn settled(&self, compared: Vec<(Span, Value)>) -> Vec<(Span, bool)> {
        let mut indices: BTreeMap<(usize, usize), Vec<Option<bool>>> = BTreeMap::new();
        for (at, value) in compared {
            indices.entry((at.start, at.end)).or_default().push(self.holds(&value));
        }
        let settled = indices.into_iter().filter_map(|((start, end), known)| {
            let first = known[0]?;
            known.iter().all(|other| *other == Some(first)).then_some((start..end, first))
        });
        settled.collect()
    }

    /// Whether a comparison holds, if it always or never does. Comparisons that rules alone decide are left out.
    fn holds(&self, value: &Value) -> Option<bool> {
        if depends_on_throw(value).is_some() {
            let [low, high] = self.of_throws(value)?;
            return (low == high).then_some(low.is_true());
        }
        let Value::Binary(binary, one, other) = value else { return None };
        let ([low, high], [least, most]) = (self.ends(one), self.ends(other));
        let apart = high < least || most < low;
        let same = low == high && least == most && low == least;
        match binary {
            Binary::Equal | Binary::Unequal if apart || same => Some(same == (*binary == Binary::Equal)),
            Binary::Less if high < least => Some(true),
            Binary::Less if low >= most => Some(false),
            Binary::AtMost if high <= least => Some(true),
            Binary::AtMost if low > most => Some(false),
            _ => None,
        }
    }

    /// The least and the greatest value over all throws.
    fn of_throws(&self, value: &Value) -> Option<[Num; 2]> {
        let slot = depends_on_throw(value)?;
        if self.tables.thrown.is_empty() {
            return self.of_dice(value);
        }
        let mut slots = vec![0; self.code.slots];
        let all: Worked<Vec<Num>> = (1..=to_number(self.tables.thrown.len()))
            .map(|number| {
                slots[slot] = number;
                self.tables.value(value, &mut slots)
            })
            .collect();
        let all = all.ok()?;
        Some([*all.iter().min()?, *all.iter().max()?])
    }

    /// The same from the dice alone, before the possible throws are known.
    fn of_dice(&self, value: &Value) -> Option<[Num; 2]> {
        let whole = |low: i64, high: i64| Some([Num::Whole(low), Num::Whole(high)]);
        let sum = |dice: Extent| {
            let (least, most) = (dice.least.min(dice.most), dice.most);
            let low = if dice.low < 0 { most } else { least } * dice.low;
            whole(low, if dice.high < 0 { least } else { most } * dice.high)
        };
        match value {
            Value::Thrown(slot, reading) => {
                let dice = self.extent(*slot)?;
                match reading {
                    Reading::Size => whole(dice.least, dice.most),
                    Reading::Distinct | Reading::Within(..) => whole(0, dice.most),
                    Reading::Sum => sum(dice),
                    Reading::High | Reading::Low => whole(dice.low, dice.high),
                    Reading::Kind(_) => whole(0, 1),
                    Reading::Rank | Reading::Cast => whole(0, LARGEST),
                }
            }
            Value::Asked(slot, question, number) => {
                let dice = self.extent(*slot)?;
                match (question, &**number) {
                    (Question::Count, _) => whole(0, dice.most),
                    (Question::Nth, _) => whole(dice.low, dice.high),
                    (Question::Highest | Question::Lowest, Value::Const(Num::Whole(number))) => {
                        let [least, most] = [dice.least, dice.most].map(|dice| dice.min(*number));
                        sum(Extent { least, most, ..dice })
                    }
                    (Question::Highest | Question::Lowest, _) => sum(Extent { least: 0, ..dice }),
                }
            }
            _ => Some(self.ends(value)),
        }
    }

    /// What a slot can hold: thrown dice, some of them, or dice put aside. Nothing is known of a throw that comes later in a
    /// repeated loop.
    fn extent(&self, slot: usize) -> Option<Extent> {
        let declared = self.code.declared.iter().find(|declared| declared.list.base == slot);
        if let Some((most, faces)) = declared.and_then(|declared| declared.dice.as_ref()) {
            return Some(Extent {
                least: 0,
                most: to_number(*most),
                low: *faces.first()?,
                high: *faces.last()?,
            });
        }
        let copied = self.code.ops.iter().find_map(|op| match op {
            Op::Lay { to, from } if *to == slot => Some(*from),
            _ => None,
        });
        if let Some(from) = copied {
            return self.extent(from);
        }
        let is_part =
            self.code.ops.iter().any(|op| matches!(op, Op::Keep { slot: part, .. } if *part == slot));
        let sites = self.code.sites.iter().filter(|site| slot == LAST || is_part || site.name == Some(slot));
        let mut found: Option<Extent> = None;
        for dice in sites.flat_map(|site| &site.dice) {
            let faces = dice.iter().flat_map(|die| self.throws.dice[usize::from(*die)].outcomes());
            let (low, high) =
                faces.fold((i64::MAX, i64::MIN), |(low, high), (face, _)| (low.min(*face), high.max(*face)));
            let number = to_number(dice.len());
            let known = found.unwrap_or(Extent { least: number, most: number, low, high });
            found = Some(Extent {
                least: if is_part { 0 } else { known.least.min(number) },
                most: known.most.max(number),
                low: known.low.min(low),
                high: known.high.max(high),
            });
        }
        // Without dice there is no face.
        found.map(|dice| if dice.low > dice.high { Extent { low: 0, high: 0, ..dice } } else { dice })
    }

    /// Bounds of a value, if they are easily found; otherwise those of any number.
    pub(super) fn ends(&self, value: &Value) -> [Num; 2] {
        const ANY: [Num; 2] = [Num::Whole(-LARGEST), Num::Whole(LARGEST)];
        const TRUTH: [Num; 2] = [Num::truth(false), Num::truth(true)];
        self.soon_seen(value, TRUTH).unwrap_or(ANY)
    }

    fn soon_seen(&self, value: &Value, truth: [Num; 2]) -> Option<[Num; 2]> {
        let of_slot = |slot: usize| {
            let range = self.code.ranges.get(slot)?;
            Some([Num::Whole(range.low), Num::Whole(range.high)])
        };
        let of_numbers = |numbers: &[Num]| Some([*numbers.iter().min()?, *numbers.iter().max()?]);
        let is_read = matches!(value, Value::Thrown(..) | Value::Asked(..));
        if depends_on_throw(value).is_some() && (is_read || !self.tables.thrown.is_empty()) {
            return self.of_throws(value);
        }
        Some(match value {
            Value::Const(number) => [*number, *number],
            Value::Slot(slot) => of_slot(*slot)?,
            Value::At(address) => of_slot(address.list.base)?,
            Value::If(all) => {
                let ([low, high], [least, most]) = (self.ends(&all[1]), self.ends(&all[2]));
                [low.min(least), high.max(most)]
            }
            Value::Neighbour(_) => [Num::Whole(1), Num::Whole(to_number(self.code.seats))],
            Value::OfSeat(numbers, _) | Value::Listed(numbers, _) => of_numbers(numbers)?,
            Value::Mapped(table, _) if table.otherwise.is_some() => {
                let numbers: Vec<Num> = table.entries.values().chain(&table.otherwise).copied().collect();
                of_numbers(&numbers)?
            }
            Value::Let { body, .. } => self.ends(body),
            Value::Unary(Unary::Down, inside) => self.ends(inside).map(Num::down),
            Value::Unary(Unary::Up, inside) => self.ends(inside).map(Num::up),
            Value::Unary(Unary::Minus, inside) => {
                let [low, high] = self.ends(inside);
                [high.negative(), low.negative()]
            }
            Value::Unary(Unary::Not, _) | Value::Any { .. } => truth,
            Value::Over { what, each, body } => {
                let most = match &each.domain {
                    Domain::Seats { .. } => to_number(self.code.seats),
                    Domain::Numbers(low, high) => {
                        let ([low, _], [_, high]) = (self.ends(low), self.ends(high));
                        (high.up().whole()? - low.down().whole()? + 1).max(0)
                    }
                };
                let [low, high] = self.ends(body);
                match what {
                    Reduction::Any | Reduction::Every => truth,
                    Reduction::Count => [Num::Whole(0), Num::Whole(most)],
                    Reduction::Max | Reduction::Min => [low, high],
                    Reduction::Sum => {
                        let all = |end: Num| Num::Whole(most).times(end);
                        [all(low.min(Num::Whole(0)))?, all(high.max(Num::Whole(0)))?]
                    }
                }
            }
            Value::Binary(binary, one, other) => {
                let ([low, high], [least, most]) = (self.ends(one), self.ends(other));
                match binary {
                    Binary::Add => [low.plus(least)?, high.plus(most)?],
                    Binary::Subtract => [low.plus(most.negative())?, high.plus(least.negative())?],
                    Binary::Multiply => {
                        let products =
                            [low.times(least)?, low.times(most)?, high.times(least)?, high.times(most)?];
                        of_numbers(&products)?
                    }
                    Binary::Min => [low.min(least), high.min(most)],
                    Binary::Max => [low.max(least), high.max(most)],
                    Binary::Divide if least == most && least > Num::Whole(0) => {
                        [low.over(least)?, high.over(least)?]
                    }
                    Binary::Modulo if least > Num::Whole(0) => [Num::Whole(0), most],
                    Binary::Divide | Binary::Modulo => return None,
                    Binary::Or
                    | Binary::And
                    | Binary::Equal
                    | Binary::Unequal
                    | Binary::Less
                    | Binary::AtMost => truth,
                }
            }
            _ => return None,
        })
    }
}
