//! All values that a `chance` can take.

use std::collections::BTreeSet;

use crate::own::evaluate::{Tables, to_number};
use crate::own::number::Num;
use crate::own::problem::Problem;
use crate::own::program::{Code, Domain, Op, Reduction, Value};

/// Limits: values that a chance can take, and pairs of operands to try.
const MOST_NUMBERS: usize = 100_000;
const MOST_PAIRS: usize = 3_000_000;

/// Returns all values strictly between 0 and 1 that the chances of a file can take, sorted.
pub(super) fn all(code: &Code, tables: &Tables) -> Result<Vec<Num>, Vec<Problem>> {
    let mut chances = BTreeSet::new();
    for (at, op) in code.ops.iter().enumerate() {
        let Op::Chance { chance, .. } = op else { continue };
        let all = Possible { code, tables }.of(chance).ok_or_else(|| {
            let label = "store it in a variable with a range, and use that";
            vec![Problem::new(&code.spans[at], "a chance with too many possible values", label)]
        })?;
        chances.extend(all.into_iter().filter(|chance| Num::Whole(0) < *chance && *chance < Num::Whole(1)));
    }
    Ok(chances.into_iter().collect())
}

/// Finds all values that an expression can take, and possibly more: its parts are treated as independent.
struct Possible<'c> {
    code: &'c Code,
    tables: &'c Tables,
}

impl Possible<'_> {
    fn of(&self, value: &Value) -> Option<BTreeSet<Num>> {
        let slot = |slot: usize| {
            let range = self.code.ranges.get(slot)?;
            let few = usize::try_from(range.high - range.low).is_ok_and(|number| number < MOST_NUMBERS);
            few.then(|| (range.low..=range.high).map(Num::Whole).collect())
        };
        let listed = |numbers: &[Num]| Some(numbers.iter().copied().collect());
        let found: BTreeSet<Num> = match value {
            Value::Const(number) => BTreeSet::from([*number]),
            Value::Atom(atom) => self.tables.atoms[*atom].1.iter().flatten().copied().collect(),
            Value::Slot(at) => slot(*at)?,
            Value::At(address) => slot(address.list.base)?,
            Value::OfSeat(numbers, _) | Value::Listed(numbers, _) => listed(numbers)?,
            Value::Mapped(table, inside) => {
                let mapped = |number: &Num| {
                    let entry = number.whole().and_then(|number| table.entries.get(&number).copied());
                    entry.or(table.otherwise).unwrap_or(*number)
                };
                self.of(inside)?.iter().map(mapped).collect()
            }
            Value::Let { body, .. } => self.of(body)?,
            Value::If(all) => self.of(&all[1])?.into_iter().chain(self.of(&all[2])?).collect(),
            Value::Neighbour(_) => (1..=super::to_number(self.code.seats)).map(Num::Whole).collect(),
            Value::Any { .. } => [false, true].map(Num::truth).into(),
            Value::Unary(unary, inside) => {
                let made = |number: Num| Value::Unary(*unary, Box::new(Value::Const(number)));
                self.each(self.of(inside)?.into_iter().map(made))
            }
            Value::Binary(binary, one, other) => {
                let (one, other) = (self.of(one)?, self.of(other)?);
                if one.len().saturating_mul(other.len()) > MOST_PAIRS {
                    return None;
                }
                let pairs = one.iter().flat_map(|one| other.iter().map(|other| [*one, *other]));
                self.each(pairs.map(|[one, other]| {
                    Value::Binary(*binary, Box::new(Value::Const(one)), Box::new(Value::Const(other)))
                }))
            }
            Value::Over { what, each, body } => {
                let most = match &each.domain {
                    Domain::Seats { .. } => to_number(self.code.seats),
                    Domain::Numbers(low, high) => {
                        let (low, high) = (self.of(low)?, self.of(high)?);
                        (high.last()?.whole()? - low.first()?.whole()? + 1).max(0)
                    }
                };
                let of_body = || self.of(body);
                match what {
                    Reduction::Any | Reduction::Every => [false, true].map(Num::truth).into(),
                    Reduction::Count => (0..=most).map(Num::Whole).collect(),
                    Reduction::Max | Reduction::Min => of_body()?,
                    Reduction::Sum => {
                        let parts = of_body()?;
                        let (low, high) = (parts.first()?.whole()?, parts.last()?.whole()?);
                        if !parts.iter().all(|part| part.whole().is_some()) {
                            return None;
                        }
                        let all = (most * low.min(0))..=(most * high.max(0));
                        let few =
                            usize::try_from(all.end() - all.start()).is_ok_and(|all| all < MOST_NUMBERS);
                        few.then(|| all.map(Num::Whole).collect())?
                    }
                }
            }
            Value::Thrown(..) | Value::Asked(..) | Value::Pot => return None,
        };
        (found.len() <= MOST_NUMBERS).then_some(found)
    }

    /// The results of these values, without those that fail.
    fn each(&self, values: impl Iterator<Item = Value>) -> BTreeSet<Num> {
        values.filter_map(|value| self.tables.value(&value, &mut []).ok()).collect()
    }
}
