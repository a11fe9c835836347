//! Payments: in whole parts of a coin, or as a share of the pot.

use super::{Effects, Machine};
use crate::own::evaluate::{Fault, Tables, Worked, to_number};
use crate::own::number::Num;
use crate::own::program::{Binary, Holder, Unary, Value};
use tali_core::process::{Account, Amount, Transfer};

/// The most parts of a coin.
pub(super) const MOST_PARTS: i64 = 1_000_000;

impl Machine {
    /// Moves coins from one account to another.
    pub(super) fn pay(
        &self,
        (from, to): (&Holder, &Holder),
        amount: &Value,
        slots: &mut [i64],
        effects: &mut Effects,
    ) -> Worked<()> {
        let mut account = |holder: &Holder| {
            Ok(match holder {
                Holder::Pot => Account::Pot,
                Holder::Bank => Account::Bank,
                Holder::Seat(seat) => Account::Seat(self.program.tables.seat(seat, slots)? - 1),
            })
        };
        let (from, to) = (account(from)?, account(to)?);
        if has_pot(amount) {
            effects.transfers.extend(share_of(amount).map(|amount| Transfer { from, to, amount }));
            return Ok(());
        }
        let coins = self.program.tables.value(amount, slots)?;
        let (numerator, denominator) = coins.parts();
        if numerator < 0 {
            return Err(Fault::new(format!("{coins} coins are paid, but an amount must be 0 or more")));
        }
        let parts = i128::from(numerator) * i128::from(self.parts);
        let paid = u64::try_from(parts / i128::from(denominator))
            .ok()
            .filter(|_| parts % i128::from(denominator) == 0);
        let paid =
            paid.ok_or_else(|| Fault::new(format!("{coins} coins are paid, but the fraction is too small")))?;
        if let Some(pot) = self.code().pot {
            let sign = if from == Account::Pot { coins.negative() } else { coins };
            if from == Account::Pot || to == Account::Pot {
                let now = Num::Whole(slots[pot])
                    .plus(sign)
                    .ok_or_else(|| Fault::new("a pot beyond 1,000,000,000"))?;
                slots[pot] = self.within(pot, "pot", now, effects)?;
            }
        }
        if paid > 0 && from != to {
            effects.transfers.push(Transfer { from, to, amount: Amount::Coins(paid) });
        }
        Ok(())
    }
}

/// Whether a value reads a pot without a range.
pub(super) fn has_pot(value: &Value) -> bool {
    match value {
        Value::Pot => true,
        Value::Unary(_, inside) => has_pot(inside),
        Value::Binary(_, one, other) => has_pot(one) || has_pot(other),
        _ => false,
    }
}

/// The share of the pot that a value stands for.
pub(super) fn share_of(value: &Value) -> Option<Amount> {
    let share = match value {
        Value::Pot => Num::Whole(1),
        Value::Binary(Binary::Multiply, one, other) => match (&**one, &**other) {
            (Value::Pot, Value::Const(share)) | (Value::Const(share), Value::Pot) => *share,
            _ => return None,
        },
        Value::Binary(Binary::Divide, one, other) => match (&**one, &**other) {
            (Value::Pot, Value::Const(parts)) => Num::Whole(1).over(*parts)?,
            _ => return None,
        },
        _ => return None,
    };
    let (numerator, denominator) = share.parts();
    let numerator = u32::try_from(numerator).ok().filter(|_| share <= Num::Whole(1))?;
    Some(Amount::Share { numerator, denominator: u32::try_from(denominator).ok()? })
}

/// A number that makes every value of an expression whole if multiplied by it.
pub(super) fn denominators(value: &Value, tables: &Tables) -> i64 {
    let of = |value: &Value| denominators(value, tables);
    let all = |numbers: &mut dyn Iterator<Item = &Num>| {
        numbers.fold(1, |parts, number| num_integer::lcm(parts, number.parts().1).min(MOST_PARTS))
    };
    let parts = match value {
        Value::Const(number) => number.parts().1,
        Value::OfSeat(numbers, _) | Value::Listed(numbers, _) => all(&mut numbers.iter()),
        Value::Mapped(table, _) => all(&mut table.entries.values().chain(&table.otherwise)),
        Value::Atom(atom) => all(&mut tables.atoms[*atom].1.iter().filter_map(|value| value.as_ref().ok())),
        Value::Unary(Unary::Down | Unary::Up, _) => 1,
        Value::Unary(_, inside) => of(inside),
        Value::Binary(Binary::Divide, one, other) => {
            let by = match **other {
                Value::Const(number) => number.parts().0.abs().max(1),
                // Counts are of seats or dice.
                _ => (1..=to_number(tables.seats.max(6))).fold(1, num_integer::lcm),
            };
            of(one).saturating_mul(by).saturating_mul(of(other))
        }
        Value::Binary(Binary::Multiply, one, other) => of(one).saturating_mul(of(other)),
        Value::Binary(_, one, other) => num_integer::lcm(of(one), of(other)),
        Value::Over { body, .. } | Value::Let { body, .. } => of(body),
        Value::If(all) => num_integer::lcm(of(&all[1]), of(&all[2])),
        _ => 1,
    };
    parts.min(MOST_PARTS)
}
