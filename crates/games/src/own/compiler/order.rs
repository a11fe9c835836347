//! Where the order of an unordered list still matters within a turn. Everywhere else the list is sorted, so that options that
//! move equal pieces lead to the same position.
//!
//! The order does not matter if the list is only searched, or looped over as a whole by formulas and choices that use nothing of
//! an entry but its value.

use rustc_hash::FxHashMap;

use super::walk::{children, values_of, visit};
use crate::own::evaluate::to_number;
use crate::own::number::Num;
use crate::own::program::{
    Address, Code, Declared, Domain, FigureProgram, List, ListValue, Loop, ME, Op, PolicyStep, Value,
};
use crate::own::syntax::Scope;

/// A list that is sorted between turns, and the slots that only loop over all its entries, each with what it looks up.
#[derive(Debug)]
pub(super) struct Unordered {
    pub base: usize,
    pub gone_over_by: Vec<(usize, Address)>,
}

/// Whose variable is read or set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Table,
    Seat(Num),
    /// The seat in a slot.
    Slot(usize),
    Neighbour(bool),
}

/// How a slot is used.
#[derive(Default)]
struct Uses {
    read: usize,
    /// What it looks up in a list, whose list that is, and how often it does so.
    as_index: Option<(Address, Whose, usize)>,
    /// The range that it loops over.
    over: Option<(i64, i64)>,
    /// Whether a choice sets it, so that it keeps its value from one operation to the next.
    is_chosen: bool,
    /// The slots set within the formula that loops over it.
    set_within: Vec<usize>,
    /// Whether it is used in any other way.
    is_other: bool,
}

impl Uses {
    /// Whether the slot only loops over all entries of a list. `others_choose`: seats other than the mover choose, too.
    fn are_of(&self, list: &List, others_choose: bool) -> bool {
        let whole = (list.first, list.first + to_number(list.len) - 1);
        let Some((address, whose, times)) = &self.as_index else { return false };
        let stays_the_same = match *whose {
            Whose::Table | Whose::Seat(_) => true,
            Whose::Neighbour(_) => !(self.is_chosen && others_choose),
            Whose::Slot(slot) if self.is_chosen => slot == ME && !others_choose,
            Whose::Slot(slot) => !self.set_within.contains(&slot),
        };
        let is_index = address.list.base == list.base && *times == self.read;
        stays_the_same && is_index && self.over == Some(whole) && !self.is_other
    }
}

/// Finds all lists that are sorted between turns.
pub(super) fn unordered(code: &Code) -> Vec<Unordered> {
    let lists: Vec<&Declared> =
        code.declared.iter().filter(|declared| declared.unordered && declared.scope != Scope::Turn).collect();
    if lists.is_empty() {
        return Vec::new();
    }
    let mut looked = Looked::default();
    for op in &code.ops {
        match op {
            Op::Set { to, .. } => looked.address(to),
            Op::ChooseEach { each, .. } => looked.goes_over(each).is_chosen = true,
            _ => {}
        }
        values_of(op, &mut |value| looked.value(value));
    }
    let of_policies = code.policies.iter().flat_map(|policy| &policy.lines).flat_map(PolicyStep::values);
    let of_figures = code.figures.iter().flat_map(FigureProgram::values);
    of_policies.chain(of_figures).for_each(|value| looked.value(value));
    let others_choose = code.ops.iter().any(|op| matches!(op, Op::By { .. }));
    let of = |declared: &Declared| {
        let slots = looked.slots.iter().filter(|(_, uses)| uses.are_of(&declared.list, others_choose));
        let looks = |(slot, uses): (&usize, &Uses)| Some((*slot, uses.as_index.as_ref()?.0.clone()));
        Unordered { base: declared.list.base, gone_over_by: slots.filter_map(looks).collect() }
    };
    lists.into_iter().map(of).collect()
}

#[derive(Default)]
struct Looked {
    slots: FxHashMap<usize, Uses>,
}

impl Looked {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Slot(slot) => self.slots.entry(*slot).or_default().read += 1,
            Value::At(address) | Value::Any { list: ListValue::Of(address), .. } => self.address(address),
            Value::Over { each, body, .. } => {
                let within = &mut self.goes_over(each).set_within;
                for value in each.condition.iter().chain([&**body]) {
                    visit(value, &mut |value| match value {
                        Value::Over { each, .. } => within.push(each.slot),
                        Value::Let { slot, .. } => within.push(*slot),
                        _ => {}
                    });
                }
            }
            _ => {}
        }
        children(value, &mut |child| self.value(child));
    }

    /// Records a variable that is read or set.
    fn address(&mut self, address: &Address) {
        let Some(Value::Slot(slot)) = &address.index else { return };
        let whose = match &address.seat {
            None => Some(Whose::Table),
            Some(Value::Const(seat)) => Some(Whose::Seat(*seat)),
            Some(Value::Slot(slot)) => Some(Whose::Slot(*slot)),
            Some(Value::Neighbour(left)) => Some(Whose::Neighbour(*left)),
            Some(_) => None,
        };
        let uses = self.slots.entry(*slot).or_default();
        match (whose, &mut uses.as_index) {
            (Some(whose), None) => uses.as_index = Some((address.clone(), whose, 1)),
            (Some(whose), Some((known, of, times)))
                if known.list.base == address.list.base && *of == whose =>
            {
                *times += 1;
            }
            _ => uses.is_other = true,
        }
    }

    /// Records the loop of a formula or of a choice.
    fn goes_over(&mut self, each: &Loop) -> &mut Uses {
        let uses = self.slots.entry(each.slot).or_default();
        match &each.domain {
            Domain::Numbers(Value::Const(Num::Whole(low)), Value::Const(Num::Whole(high))) => {
                uses.over = Some((*low, *high));
            }
            _ => uses.is_other = true,
        }
        uses
    }
}
