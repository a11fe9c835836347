//! The chart of `casts --by`: bars by number, dots by kind, several sets of bones side by side.

use num_traits::ToPrimitive;

use super::curves::{Curve, Mark};
use super::dots::{Dot, Labelled};
use super::panels::{Layout, Panel, layout};
use super::{ChartError, Picture, at_most};
use crate::analysis::{By, CastValue, CastsBy, CastsByRow};
use crate::output::bones;
use crate::output::casts_by::{heading, title, value};

impl Picture for [CastsBy] {
    fn layout(&self) -> Result<Layout, ChartError> {
        const TITLE: &str = "The chance of each";
        at_most(self.len(), "sets of bones")?;
        let Some(first) = self.first() else { return Err(ChartError::Nothing("no bones are given")) };
        let panel = if first.by == By::Kind {
            let dots = |spread: &CastsBy| spread.rows.iter().map(dot).collect();
            Panel::dots(TITLE, self.iter().map(dots).collect(), "percent", None)
        } else {
            let x = heading(first.by).to_lowercase();
            Panel::curves(TITLE, self.iter().map(curve).collect(), Mark::Bars, x, "percent of the casts")
        };
        let names: Vec<String> = self.iter().map(|spread| spread.bones.name().to_owned()).collect();
        let bones = self.iter().flat_map(|spread| bones::lines(&spread.bones));
        layout(&std::iter::once(title(first)).chain(bones).collect::<Vec<_>>(), &names, vec![panel])
    }
}

fn interval(row: &CastsByRow) -> Option<[f64; 2]> {
    Some(row.posterior.as_ref()?.credible?.ends())
}

fn dot(row: &CastsByRow) -> Labelled {
    (value(row.value), Dot::new(&row.probability, true, interval(row)))
}

fn curve(spread: &CastsBy) -> Curve {
    let at = |row: &CastsByRow| match row.value {
        CastValue::Number(number) => f64::from(number),
        CastValue::Kind(_) => 0.0,
    };
    let chance =
        |row: &CastsByRow| row.probability.rational().and_then(|chance| chance.to_f64()).unwrap_or(0.0);
    let points = spread.rows.iter().map(|row| (at(row), 100.0 * chance(row))).collect();
    let around = spread.rows.iter().filter_map(|row| Some((at(row), interval(row)?.map(|end| 100.0 * end))));
    Curve { around: around.collect(), ..Curve::new(spread.bones.name().to_owned(), points) }
}
