//! The chart of `casts`: bars coloured by kind, several sets of bones side by side.

use super::colour::Colour;
use super::dots::{Dot, Labelled};
use super::panels::{Column, Layout, Panel};
use super::{ChartError, Picture, at_most};
use crate::analysis::{CastList, CastRow, Credible};
use crate::output::bones;
use crate::output::number::{one_in, percent};
use crate::output::posterior::column;
use crate::tali::Kind;

const COLUMN: f64 = 560.0;

impl Picture for [CastList] {
    fn layout(&self) -> Result<Layout, ChartError> {
        at_most(self.len(), "sets of bones")?;
        let longest = self.iter().flat_map(|list| &list.casts).map(end).fold(0.0, f64::max);
        let kinds = self.iter().any(|list| !list.kinds.is_empty());
        let key = |kind: Kind| (Colour::of_kind(Some(kind)), kind.title().to_owned());
        let columns = self.iter().map(|list| {
            let title = if self.len() > 1 { list.bones.name() } else { "" };
            let bars = list.casts.iter().map(bar).collect();
            Column { panels: vec![Panel::bars(title, bars, 100.0 * longest)], notes: notes(list) }
        });
        Ok(Layout {
            title: title(self),
            legend: kinds.then(|| Kind::ALL.map(key).into()).into_iter().collect(),
            width: COLUMN,
            columns: columns.collect(),
            description: description(self),
        })
    }
}

fn bar(row: &CastRow) -> Labelled {
    let bar = Dot::new(&row.probability, true, interval(row).map(|credible| credible.ends()));
    let colour = row.kind.map(|_| Colour::of_kind(row.kind));
    (row.cast.to_string(), Dot { shown: figures(row), colour, ..bar })
}

fn notes(list: &CastList) -> Vec<String> {
    let credible = list.casts.iter().find_map(interval).map(|credible| {
        format!("The line on each bar covers {}, given the counts", column(credible.level).title)
    });
    bones::lines(&list.bones).into_iter().chain(credible).collect()
}

fn title(lists: &[CastList]) -> String {
    let tali = lists.first().map_or(0, |list| list.bones.set().len());
    let casts = lists.first().map_or(0, |list| list.casts.len());
    format!("Odds of the {casts} casts of {}", bones::tali(tali))
}

fn description(lists: &[CastList]) -> String {
    let each = lists.iter().map(|list| {
        let likeliest = list.casts.iter().max_by(|a, b| chance(a).total_cmp(&chance(b)));
        let likeliest = likeliest.map_or_else(String::new, |row| {
            format!("the likeliest is {}, {}", row.cast, percent(&row.probability))
        });
        format!("{}: {} casts, {likeliest}.", bones::lines(&list.bones).join(" "), list.casts.len())
    });
    format!("Bars of the probability of each cast in percent. {}", each.collect::<Vec<_>>().join(" "))
}

fn figures(row: &CastRow) -> String {
    let (percent, one_in) = (percent(&row.probability), one_in(&row.probability));
    if percent == "0 %" { one_in } else { format!("{percent}, {one_in}") }
}

/// The credible interval of the probability, if the bones were counted.
fn interval(row: &CastRow) -> Option<Credible> {
    row.posterior.as_ref().and_then(|posterior| posterior.credible)
}

/// The end of the bar, or of the interval on it.
fn end(row: &CastRow) -> f64 {
    interval(row).map_or(0.0, |credible| credible.high).max(chance(row))
}

fn chance(row: &CastRow) -> f64 {
    row.probability.approximate().unwrap_or(0.0)
}
