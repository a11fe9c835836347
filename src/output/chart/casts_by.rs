//! The distribution of what casts come to: points by number, dots by kind.

use num_traits::ToPrimitive;

use super::canvas::Canvas;
use super::panels::{Curve, Dot, Mark, Panel, draw};
use super::{ChartError, Picture, at_most};
use crate::analysis::{By, CastValue, CastsBy, CastsByRow};
use crate::output::bones;
use crate::output::casts_by::{heading, title, value};

/// How far points of the same number are apart, and at most all of them, where the next number is 1 away.
const APART: f64 = 0.2;
const WIDEST: f64 = 0.8;

impl Picture for [CastsBy] {
    fn draw(&self) -> Result<Canvas, ChartError> {
        at_most(self.len(), "sets of bones")?;
        let Some(first) = self.first() else { return Err(ChartError::Nothing("no bones are given")) };
        let title = title(first);
        let several = self.len() > 1;
        let panels = if first.by == By::Kind {
            let panel = |spread: &CastsBy| {
                let dots = spread.rows.iter().filter_map(dot).collect();
                let title =
                    if several { spread.bones.name().to_owned() } else { "How likely each is".to_owned() };
                Panel::dots(title, dots, "percent", None)
            };
            Panel::sharing_axis(self.iter().map(panel).collect())
        } else {
            // Points of several sets stand side by side, as they would cover one another.
            let sets = self.len().to_f64().unwrap_or(1.0);
            let apart = (WIDEST / sets).min(APART);
            let aside = |set: u32| apart * (f64::from(set) - (sets - 1.0) / 2.0);
            let curves = (0..).zip(self).map(|(set, spread)| curve(spread, aside(set))).collect();
            let x = heading(first.by).to_lowercase();
            vec![Panel::curves("How likely each is", curves, Mark::Points, x, "percent of the casts")]
        };
        let bones = self.iter().flat_map(|spread| bones::lines(&spread.bones));
        draw(&std::iter::once(title).chain(bones).collect::<Vec<_>>(), &panels)
    }
}

fn interval(row: &CastsByRow) -> Option<[f64; 2]> {
    Some(row.posterior.as_ref()?.credible?.ends())
}

fn dot(row: &CastsByRow) -> Option<Dot> {
    Dot::new(value(row.value), &row.probability, true, interval(row))
}

fn curve(spread: &CastsBy, aside: f64) -> Curve {
    let at = |row: &CastsByRow| match row.value {
        CastValue::Number(number) => f64::from(number) + aside,
        CastValue::Kind(_) => 0.0,
    };
    let chance =
        |row: &CastsByRow| row.probability.rational().and_then(|chance| chance.to_f64()).unwrap_or(0.0);
    let points = spread.rows.iter().map(|row| (at(row), 100.0 * chance(row))).collect();
    let around = spread.rows.iter().filter_map(|row| Some((at(row), interval(row)?.map(|end| 100.0 * end))));
    Curve { around: around.collect(), ..Curve::new(spread.bones.name().to_owned(), points) }
}
