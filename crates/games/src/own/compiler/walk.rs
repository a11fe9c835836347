//! Traverses values and operations, to read or to change them.

use crate::own::program::{
    Address, Domain, FIRST_FREE, Holder, ListValue, Loop, ME, OUT, Op, PATTERN, Show, Value, Whom,
};

/// The throw that a value depends on, if it depends on nothing else.
pub(super) fn depends_on_throw(value: &Value) -> Option<usize> {
    fn look(value: &Value, throw: &mut Option<usize>, alone: &mut bool, bound: &mut Vec<usize>) {
        match value {
            Value::Thrown(slot, _) | Value::Asked(slot, ..) => {
                *alone &= throw.is_none_or(|known| known == *slot);
                *throw = Some(*slot);
            }
            Value::Over { each, .. } => {
                *alone &= matches!(each.domain, Domain::Numbers(..));
                bound.push(each.slot);
            }
            Value::Let { slot, .. } => bound.push(*slot),
            Value::Slot(slot) => *alone &= bound.contains(slot),
            Value::At(_)
            | Value::OfSeat(..)
            | Value::Neighbour(_)
            | Value::Atom(_)
            | Value::Pot
            | Value::Any { list: ListValue::Of(_), .. } => *alone = false,
            _ => {}
        }
        children(value, &mut |child| look(child, throw, alone, bound));
    }
    let (mut throw, mut alone, mut bound) = (None, true, Vec::new());
    look(value, &mut throw, &mut alone, &mut bound);
    throw.filter(|_| alone)
}

/// Visits a value and all its parts.
pub(in crate::own) fn visit(value: &Value, tell: &mut dyn FnMut(&Value)) {
    tell(value);
    children(value, &mut |child| visit(child, tell));
}

/// Whether a value reads any throw.
pub(in crate::own) fn reads_throws(value: &Value) -> bool {
    let mut found = matches!(value, Value::Thrown(..) | Value::Asked(..) | Value::Atom(_));
    children(value, &mut |child| found |= reads_throws(child));
    found
}

/// Visits every slot that a value reads, including those of throws.
pub(in crate::own) fn each_slot(value: &Value, tell: &mut dyn FnMut(usize)) {
    own_slots(value, tell);
    children(value, &mut |child| each_slot(child, tell));
}

/// Visits the slots that a value reads itself, not through its parts.
pub(super) fn own_slots(value: &Value, tell: &mut dyn FnMut(usize)) {
    match value {
        Value::Slot(slot) | Value::Thrown(slot, _) | Value::Asked(slot, ..) => tell(*slot),
        Value::At(address) | Value::Any { list: ListValue::Of(address), .. } => {
            let Address { list, seat, .. } = &**address;
            let read = if seat.is_some() { 1 } else { list.len };
            (list.base..list.base + read).for_each(&mut *tell);
        }
        Value::Neighbour(_) => [ME, OUT].into_iter().for_each(&mut *tell),
        Value::Over { each, .. } if matches!(each.domain, Domain::Seats { .. }) => {
            [ME, OUT].into_iter().for_each(&mut *tell);
        }
        _ => {}
    }
}

/// Defines functions that visit the parts of values and operations, to read or to change them.
macro_rules! parts {
    ($children:ident, $in_address:ident, $in_loop:ident, $values_of:ident, $iter:ident, $($mutable:tt)?) => {
        pub(super) fn $children<'v>(value: &'v $($mutable)? Value, tell: &mut dyn FnMut(&'v $($mutable)? Value)) {
            match value {
                Value::OfSeat(_, inside)
                | Value::Listed(_, inside)
                | Value::Mapped(_, inside)
                | Value::Unary(_, inside)
                | Value::Asked(_, _, inside) => tell(inside),
                Value::At(address) => $in_address(address, tell),
                Value::If(all) => all.$iter().for_each(tell),
                Value::Binary(_, one, other) => {
                    tell(one);
                    tell(other);
                }
                Value::Over { each, body, .. } => {
                    $in_loop(each, tell);
                    tell(body);
                }
                Value::Any { list, value, .. } => {
                    if let ListValue::Of(address) = list {
                        $in_address(address, tell);
                    }
                    tell(value);
                }
                Value::Let { value, body, .. } => {
                    tell(value);
                    tell(body);
                }
                Value::Const(_)
                | Value::Slot(_)
                | Value::Thrown(..)
                | Value::Atom(_)
                | Value::Neighbour(_)
                | Value::Pot => {}
            }
        }

        fn $in_address<'v>(address: &'v $($mutable)? Address, tell: &mut dyn FnMut(&'v $($mutable)? Value)) {
            let Address { seat, index, .. } = address;
            seat.$iter().chain(index.$iter()).for_each(tell);
        }

        fn $in_loop<'v>(each: &'v $($mutable)? Loop, tell: &mut dyn FnMut(&'v $($mutable)? Value)) {
            if let Domain::Numbers(low, high) = &$($mutable)? each.domain {
                tell(low);
                tell(high);
            }
            if let Some(condition) = &$($mutable)? each.condition {
                tell(condition);
            }
        }

        pub(in crate::own) fn $values_of<'v>(op: &'v $($mutable)? Op, tell: &mut dyn FnMut(&'v $($mutable)? Value)) {
            match op {
                Op::Set { to, value } => {
                    $in_address(to, tell);
                    tell(value);
                }
                Op::Unless { condition: value, .. }
                | Op::Chance { chance: value, .. }
                | Op::Keep { condition: Some(value), .. }
                | Op::By { seat: value, .. }
                | Op::Pass(Some(value))
                | Op::First(value) => tell(value),
                Op::Each { each, .. } | Op::ChooseEach { each, .. } => $in_loop(each, tell),
                Op::Choose { options, .. } => {
                    for option in options {
                        if let Some(condition) = &$($mutable)? option.condition {
                            tell(condition);
                        }
                    }
                }
                Op::Pay { from, to, amount } => {
                    for holder in [from, to] {
                        if let Holder::Seat(seat) = holder {
                            tell(seat);
                        }
                    }
                    tell(amount);
                }
                Op::Roll { cases, .. } => cases.$iter().for_each(|case| tell(&$($mutable)? case.value)),
                Op::Reveal(shown) => {
                    for shown in shown {
                        if let Show::Variable(address) = shown {
                            $in_address(address, tell);
                        }
                    }
                }
                Op::Out(Whom::One(seat)) | Op::Win(Whom::One(seat)) => tell(seat),
                Op::Out(Whom::Each(each)) | Op::Win(Whom::Each(each)) => $in_loop(each, tell),
                _ => {}
            }
        }
    };
}

parts!(children, in_address, in_loop, values_of, iter,);
parts!(children_mut, in_address_mut, in_loop_mut, values_of_mut, iter_mut, mut);

/// The loop of an operation, which sets its slot before anything of it is read.
pub(super) fn loop_of(op: &Op) -> Option<&Loop> {
    match op {
        Op::Each { each, .. }
        | Op::ChooseEach { each, .. }
        | Op::Out(Whom::Each(each))
        | Op::Win(Whom::Each(each)) => Some(each),
        _ => None,
    }
}

const _: () = assert!(FIRST_FREE > PATTERN);
