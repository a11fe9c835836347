//! Symmetric seats: positions are stored as the player to move sees them, as seat 1.
//!
//! Seats are symmetric if the turn treats them only as seats: none is named by its number or used in arithmetic, all throw the
//! same dice, and nothing is done after a round. How the game starts does not matter.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::evaluate::to_number;
use super::program::{
    Address, Binary, Case, Code, Domain, Holder, Is as Holds, ListValue, Loop, ME, MOVER, Op, Value, Whom,
};
use super::spot::{Field, Layout, Spot};
use super::syntax::Scope;
use tali_core::process::Turning;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Seat,
    /// 0, which can stand for nobody.
    Nobody,
    Number,
}

/// Whether the seats of a game are symmetric.
pub(super) fn is_symmetric(code: &Code) -> bool {
    let turn = code.turn..code.round.unwrap_or(code.ops.len());
    let mut seats = SeatsAlone { code, formulas: FxHashMap::default() };
    code.seats > 1 && !code.hides && code.round.is_none() && code.ops[turn].iter().all(|op| seats.does(op))
}

/// Checks that seats are only used as seats.
struct SeatsAlone<'c> {
    code: &'c Code,
    /// Whether the slots set by formulas hold a seat.
    formulas: FxHashMap<usize, bool>,
}

impl SeatsAlone<'_> {
    fn does(&mut self, op: &Op) -> bool {
        match op {
            Op::Set { to, value } => {
                let held = self.position(to);
                held.zip(self.is(value)).is_some_and(|(held, is)| is == held || is == Is::Nobody)
            }
            Op::Unless { condition: value, .. } | Op::Chance { chance: value, .. } => self.number(value),
            Op::Keep { condition, .. } => condition.iter().all(|condition| self.number(condition)),
            Op::Each { each, .. } | Op::ChooseEach { each, .. } => self.goes_over(each),
            Op::Out(Whom::Each(each)) | Op::Win(Whom::Each(each)) => {
                matches!(each.domain, Domain::Seats { .. }) && self.goes_over(each)
            }
            Op::Roll { site, cases } => {
                let all: usize = cases.iter().map(|case| case.number).product();
                let mut of_seats = self.code.sites[*site].dice.chunks(all);
                let first = of_seats.next();
                let is_plain = |case: &Case| {
                    if case.is_seat { self.seat(&case.value) } else { self.number(&case.value) }
                };
                of_seats.all(|dice| Some(dice) == first) && cases.iter().all(is_plain)
            }
            Op::Choose { options, .. } => {
                options.iter().filter_map(|option| option.condition.as_ref()).all(|asked| self.number(asked))
            }
            Op::Pay { from, to, amount } => {
                let mut holds = |holder: &Holder| match holder {
                    Holder::Seat(seat) => self.seat(seat),
                    Holder::Pot | Holder::Bank => true,
                };
                holds(from) && holds(to) && self.number(amount)
            }
            Op::By { seat, .. }
            | Op::Pass(Some(seat))
            | Op::First(seat)
            | Op::Out(Whom::One(seat))
            | Op::Win(Whom::One(seat)) => self.seat(seat),
            Op::Jump(_)
            | Op::Begin { .. }
            | Op::RerollAll
            | Op::RerollAny { .. }
            | Op::Rethrow { .. }
            | Op::PutAside { .. }
            | Op::Lay { .. }
            | Op::EndBy { .. }
            | Op::Note(_)
            | Op::Reveal(_)
            | Op::Again
            | Op::Pass(None)
            | Op::Draw
            | Op::End => true,
        }
    }

    fn held(&self, slot: usize) -> Is {
        let is_seat = self.formulas.get(&slot).copied().unwrap_or(self.code.ranges[slot].is == Holds::Seat);
        if is_seat { Is::Seat } else { Is::Number }
    }

    /// The kind of what a variable holds, if its seat and index are plain.
    fn position(&mut self, Address { list, seat, index }: &Address) -> Option<Is> {
        let is_index = seat.as_ref().is_none_or(|seat| self.seat(seat))
            && index.as_ref().is_none_or(|index| self.number(index));
        is_index.then(|| self.held(list.base))
    }

    fn seat(&mut self, value: &Value) -> bool {
        self.is(value) == Some(Is::Seat)
    }

    fn number(&mut self, value: &Value) -> bool {
        self.is(value).is_some_and(|is| is != Is::Seat)
    }

    fn goes_over(&mut self, each: &Loop) -> bool {
        let is_plain = match &each.domain {
            Domain::Seats { .. } => true,
            Domain::Numbers(low, high) => self.number(low) && self.number(high),
        };
        is_plain && each.condition.iter().all(|condition| self.number(condition))
    }

    /// The kind of a value; `None` if it uses a seat as more than a seat.
    fn is(&mut self, value: &Value) -> Option<Is> {
        let number = |is_plain: bool| is_plain.then_some(Is::Number);
        match value {
            Value::Const(number) if *number == super::number::Num::Whole(0) => Some(Is::Nobody),
            Value::Const(_) | Value::Thrown(..) | Value::Atom(_) | Value::Pot => Some(Is::Number),
            Value::Neighbour(_) | Value::Slot(ME | MOVER) => Some(Is::Seat),
            Value::Slot(slot) => Some(self.held(*slot)),
            Value::At(address) => self.position(address),
            Value::If(all) => {
                let both = [self.is(&all[1])?, self.is(&all[2])?];
                let is_plain =
                    self.number(&all[0]) && !(both.contains(&Is::Seat) && both.contains(&Is::Number));
                is_plain.then_some(if both.contains(&Is::Seat) { Is::Seat } else { both[0] })
            }
            // Numbers that differ from seat to seat.
            Value::OfSeat(..) => None,
            Value::Listed(_, inside)
            | Value::Mapped(_, inside)
            | Value::Unary(_, inside)
            | Value::Asked(_, _, inside) => number(self.number(inside)),
            Value::Binary(Binary::Equal | Binary::Unequal, one, other) => {
                let both = [self.is(one)?, self.is(other)?];
                number(!(both.contains(&Is::Seat) && both.contains(&Is::Number)))
            }
            Value::Binary(_, one, other) => number(self.number(one) && self.number(other)),
            Value::Over { each, body, .. } => number(self.goes_over(each) && self.number(body)),
            Value::Any { list, value, .. } => {
                let held = match list {
                    ListValue::Numbers(_) => Is::Number,
                    ListValue::Of(address) => self.position(address)?,
                };
                let is = self.is(value)?;
                number(is == held || is == Is::Nobody)
            }
            Value::Let { slot, value, body } => {
                let is_seat = self.is(value)? == Is::Seat;
                self.formulas.insert(*slot, is_seat);
                self.is(body)
            }
        }
    }
}

/// Turns spots so that the player to move is seat 1; `None` if seats are not symmetric.
pub(super) fn turning(code: &Code, layouts: &[Layout]) -> Option<Turning<Spot>> {
    if !is_symmetric(code) {
        return None;
    }
    let plans: Vec<Vec<Part>> = layouts.iter().map(|layout| Part::all(code, layout)).collect();
    Some(Arc::new(move |spot: &Spot| {
        let plan = plans.get(spot.at as usize).map_or(&[][..], Vec::as_slice);
        let bits = spot.bits();
        let mover = plan.iter().find(|part| part.field.slot == MOVER).map_or(0, |part| part.field.held(bits));
        let turned = usize::try_from(mover).unwrap_or(0).saturating_sub(1);
        if turned == 0 {
            return (*spot, 0);
        }
        let seen = plan.iter().fold(0, |seen, part| seen | part.field.put(part.seen(bits, turned)));
        (Spot::new(seen, spot.at), turned)
    }))
}

/// What one field of a spot holds if it is seen from another seat.
struct Part {
    field: Field,
    /// The field that it takes this from, by how many seats to the left the other seat is.
    from: Vec<Field>,
    /// Whether it holds a seat, or nobody.
    is_seat: bool,
}

impl Part {
    fn all(code: &Code, layout: &Layout) -> Vec<Self> {
        let seats = code.seats;
        let lists = || {
            code.declared
                .iter()
                .filter(|declared| declared.scope == Scope::Seat)
                .map(|declared| &declared.list)
        };
        let part = |field: &Field| {
            let of = lists().find(|list| (list.base..list.base + list.len * seats).contains(&field.slot));
            let seen_from = |turned: usize| {
                let Some(list) = of else { return *field };
                let slot = list.base + (field.slot - list.base + turned * list.len) % (list.len * seats);
                layout.fields.iter().find(|other| other.slot == slot).copied().unwrap_or(*field)
            };
            let is_seat = code.ranges[field.slot].is == Holds::Seat;
            Self { field: *field, from: (0..seats).map(seen_from).collect(), is_seat }
        };
        layout.fields.iter().map(part).collect()
    }

    fn seen(&self, bits: u128, turned: usize) -> i64 {
        let held = self.from[turned].held(bits);
        let (turned, seats) = (to_number(turned), to_number(self.from.len()));
        match held {
            seat if self.is_seat && seat > 0 => (seat - 1 - turned).rem_euclid(seats) + 1,
            set if self.field.is_set => {
                let members = set >> 1;
                ((members >> turned | members << (seats - turned)) & ((1 << seats) - 1)) << 1
            }
            other => other,
        }
    }
}
