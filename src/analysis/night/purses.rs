//! The purse with which nobody runs out of coins too often.

use num_rational::BigRational;

use crate::analysis::{
    About, BalanceAnswer, BalanceQuestion, EveningAnswer, Figure, SeatFigure, between, record, usual_evenings,
};
use crate::games::{PURSE, Value};
use crate::monte_carlo::Watch;

/// The most doublings of a purse that is too small, and the most steps to narrow it down.
const MOST_DOUBLED: u32 = 14;
const NARROWED: u32 = 4;

/// A purse with which every seat stays below the bound of the verdict on ruin.
#[derive(Clone, Debug)]
pub struct EnoughPurse {
    /// The least purse: seats with less bring this.
    pub purse: u64,
    /// The coins of each seat then.
    pub purses: Vec<u64>,
    /// The chance of each seat to run out of coins then.
    pub ruined: Vec<Figure>,
}

/// The purse that everybody needs, if some seat runs out of coins too often; found with the seed of the evening, for all seats
/// at once.
pub(super) fn enough(answer: &BalanceAnswer, watch: &Watch<'_>) -> Option<EnoughPurse> {
    let verdict =
        answer.verdicts.iter().find(|verdict| verdict.about == About::Ruin && verdict.is_problem())?;
    let bound = verdict.bound.as_ref()?;
    let table = answer.setting.table().ok()?;
    let brought = brought(answer);
    let solution = table.solve();
    let with = |purse: u64| {
        let purses: Vec<u64> = brought.iter().map(|own| purse.max(*own)).collect();
        let ruined: Vec<Figure> = match &answer.question.purses {
            Some((_, games)) if answer.evening.is_some() => {
                let evenings = usual_evenings(table.as_ref(), &solution, *games).min(10_000);
                let averaging = &answer.question.averaging;
                let plan = (evenings, *games);
                let spent = EveningAnswer::spend(table.as_ref(), &solution, &purses, plan, averaging, watch)?;
                spent.seats.into_iter().map(|seat| seat.ruined.solved).collect()
            }
            _ => {
                let mut changed = answer.setting.clone();
                let coins = |purse: &u64| Value::Number(BigRational::from_integer((*purse).into()));
                let list = Value::List(purses.iter().map(coins).collect());
                changed.rules.set(PURSE, list).ok()?;
                let question = BalanceQuestion { story: false, ..answer.question.clone() };
                let after = BalanceAnswer::new(changed, question, watch).ok()?;
                after
                    .seats
                    .into_iter()
                    .map(|seat| seat.solved(SeatFigure::RUINED).cloned())
                    .collect::<Option<_>>()?
            }
        };
        let holds = ruined.iter().all(|ruined| between::ends(ruined).is_some_and(|(_, high)| high <= *bound));
        Some((EnoughPurse { purse, purses, ruined }, holds))
    };
    let mut small = brought.iter().copied().min()?.max(table.purses().least_to_play()).max(1);
    let mut found = None;
    for _ in 0..MOST_DOUBLED {
        let purse = rounded(small.saturating_mul(2));
        let (tried, holds) = with(purse)?;
        if holds {
            found = Some(tried);
            break;
        }
        small = purse;
    }
    let mut found = found?;
    for _ in 0..NARROWED {
        let middle = rounded(small + (found.purse - small) / 2);
        if middle >= found.purse {
            break;
        }
        let (tried, holds) = with(middle)?;
        if holds {
            found = tried;
        } else {
            small = middle;
        }
    }
    Some(found)
}

record!(EnoughPurse, enough =>
    "coins": enough.purse,
    "purses": enough.purses,
    "ruined": enough.ruined,
);

/// The coins that every seat brings.
fn brought(answer: &BalanceAnswer) -> Vec<u64> {
    if let Some((purses, _)) = answer.question.purses.as_ref().filter(|_| answer.evening.is_some()) {
        return purses.clone();
    }
    let table = answer.setting.table().ok();
    table.map_or_else(Vec::new, |table| table.purses().brought())
}

/// Rounded up to two digits, for easy counting.
fn rounded(coins: u64) -> u64 {
    let unit = 10u64.pow(coins.max(1).ilog10().saturating_sub(1));
    coins.div_ceil(unit).saturating_mul(unit)
}
