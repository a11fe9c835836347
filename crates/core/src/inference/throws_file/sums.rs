//! Rows and columns that add up the others.

use super::columns::{Columns, Shown, heads_a_sum};
use super::{Row, face, whole};
use crate::messages::abridged;

/// Leaves out the rows that are sums of those above, of all or of those since the last such row, and says on which lines they were.
/// They are called sums, or are the last row of counts: of two others or more if it has no name, of three if it has one, as a row
/// of few throws can come to the sum of two others by chance. What is called a sum and is none is wrong.
pub(super) fn left_out(rows: &mut Vec<Row>, columns: &Columns, wrong: &mut Vec<(u64, String)>) -> Vec<u64> {
    let numbers = columns.numbers();
    let last = rows.last().map(|row| row.line);
    let (mut all, mut block) = (vec![0; numbers.len()], vec![0; numbers.len()]);
    let (mut plain, mut lines) = (0, Vec::new());
    rows.retain(|row| {
        let amounts: Option<Vec<u64>> = numbers.iter().map(|place| whole(row.at(*place)).ok()).collect();
        let Some(amounts) = amounts.filter(|amounts| !amounts.is_empty()) else { return true };
        let labels =
            || (0..row.fields.len()).filter(|place| !numbers.contains(place)).map(|place| row.at(place));
        let is_sum = amounts == all || amounts == block;
        let fewest = if labels().all(str::is_empty) { 2 } else { 3 };
        let may_be = matches!(columns.shown, Shown::Counts(_)) && Some(row.line) == last && plain >= fewest;
        match labels().find(|label| heads_a_sum(label)) {
            None if !(may_be && is_sum) => {
                plain += usize::from(amounts.iter().any(|amount| *amount > 0));
                for sums in [&mut all, &mut block] {
                    sums.iter_mut().zip(&amounts).for_each(|(sum, amount)| *sum += amount);
                }
                return true;
            }
            Some(label) if !is_sum => {
                let differs = amounts.iter().zip(&all).find(|(amount, sum)| amount != sum);
                let (amount, sum) = differs.unwrap_or((&0, &0));
                let label = abridged(label);
                wrong
                    .push((row.line, format!("`{label}` is {amount}, where the rows above add up to {sum}")));
            }
            _ => lines.push(row.line),
        }
        block.fill(0);
        false
    });
    lines
}

/// Holds a column of sums against the row that it is in.
pub(super) fn check(row: &Row, columns: &Columns, header: &[String]) -> Result<(), String> {
    let Some(place) = columns.sum.filter(|place| !row.at(*place).is_empty()) else { return Ok(()) };
    let shown = columns.shown().iter().map(|place| match (&columns.shown, row.at(*place)) {
        (Shown::Counts(_), count) => whole(count),
        (Shown::Cast(_), cast) => {
            Ok(cast.chars().filter_map(|digit| digit.to_digit(10)).map(u64::from).sum())
        }
        (_, "") => Ok(0),
        (_, shown) => face(shown).map(|face| face.value().into()),
    });
    let sum: u64 = shown.sum::<Result<u64, String>>()?;
    let name = abridged(&header[place]);
    match whole(row.at(place)) {
        Ok(told) if told == sum => Ok(()),
        Ok(told) => Err(format!(
            "column `{name}`: {told}, where the others add up to {sum}; a column that is no sum is called no, or note"
        )),
        Err(problem) => Err(format!("column `{name}`: {problem}")),
    }
}
