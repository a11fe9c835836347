//! Comparisons that never hold, and those that always do, whatever is thrown and noted.

use std::collections::BTreeMap;

use super::flow::depends_on_throw;
use crate::own::evaluate::{Tables, Worked, to_number};
use crate::own::number::Num;
use crate::own::problem::Span;
use crate::own::program::{Binary, Code, Unary, Value};

/// What is known of the values that a comparison can have.
pub(super) struct Known<'c> {
    pub code: &'c Code,
    pub tables: &'c Tables,
}

impl Known<'_> {
    /// Of these comparisons those that never hold, and those that always do. What is compared in several ways at one place, as
    /// in a loop, is so in all of them.
    pub(super) fn settled(&self, compared: Vec<(Span, Value)>) -> Vec<(Span, bool)> {
        let mut places: BTreeMap<(usize, usize), Vec<Option<bool>>> = BTreeMap::new();
        for (at, value) in compared {
            places.entry((at.start, at.end)).or_default().push(self.holds(&value));
        }
        let settled = places.into_iter().filter_map(|((start, end), known)| {
            let first = known[0]?;
            known.iter().all(|other| *other == Some(first)).then_some((start..end, first))
        });
        settled.collect()
    }

    /// Whether a comparison holds, if that is always so or never. What rules alone decide is left out.
    fn holds(&self, value: &Value) -> Option<bool> {
        if depends_on_throw(value).is_some() {
            let [low, high] = self.of_throws(value)?;
            return (low == high).then_some(low.is_true());
        }
        let Value::Binary(binary, one, other) = value else { return None };
        let ([low, high], [least, most]) = (self.ends(one)?, self.ends(other)?);
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

    /// The least and the greatest of what is read of any throw.
    fn of_throws(&self, value: &Value) -> Option<[Num; 2]> {
        let slot = depends_on_throw(value)?;
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

    /// The least and the greatest that a value can be, as far as that is soon seen.
    fn ends(&self, value: &Value) -> Option<[Num; 2]> {
        let of_slot = |slot: usize| {
            let range = self.code.ranges.get(slot)?;
            Some([Num::Whole(range.low), Num::Whole(range.high)])
        };
        let of_numbers = |numbers: &[Num]| Some([*numbers.iter().min()?, *numbers.iter().max()?]);
        if depends_on_throw(value).is_some() {
            return self.of_throws(value);
        }
        match value {
            Value::Const(number) => Some([*number, *number]),
            Value::Slot(slot) => of_slot(*slot),
            Value::Item { list, .. } | Value::Of { list, .. } => of_slot(list.base),
            Value::OfSeat(numbers, _) | Value::Listed(numbers, _) => of_numbers(numbers),
            Value::Unary(Unary::Minus, inside) => {
                self.ends(inside).map(|[low, high]| [high.negative(), low.negative()])
            }
            Value::Binary(binary, one, other) => {
                let ([low, high], [least, most]) = (self.ends(one)?, self.ends(other)?);
                match binary {
                    Binary::Add => Some([low.plus(least)?, high.plus(most)?]),
                    Binary::Subtract => Some([low.plus(most.negative())?, high.plus(least.negative())?]),
                    Binary::Multiply => {
                        let products =
                            [low.times(least)?, low.times(most)?, high.times(least)?, high.times(most)?];
                        of_numbers(&products)
                    }
                    Binary::Min => Some([low.min(least), high.min(most)]),
                    Binary::Max => Some([low.max(least), high.max(most)]),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
