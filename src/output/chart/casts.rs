//! The casts as bars, coloured by kind; several sets of bones side by side.

use plotters::style::text_anchor::HPos;

use super::canvas::{Area, Canvas, Drawn, INK, Type, as_i32, kind_colour};
use super::layout::{Column, Key, Layout, Panel, Sign};
use super::plot::{Axes, Axis, Plot, Stroke};
use super::{ChartError, Picture, at_most};
use crate::analysis::{CastList, CastRow, Credible};
use crate::output::bones;
use crate::output::number::{one_in, percent};
use crate::output::posterior::column;
use crate::tali::Kind;

const COLUMN: u32 = 560;
const ROW: i32 = 21;
/// Below the bars, for their axis.
const AXIS: i32 = 48;
/// Left of the bars for the casts' names, and right of them for the longest bar's figures.
const NAMES: i32 = 92;
const FIGURES: i32 = 176;

impl Picture for [CastList] {
    fn draw(&self) -> Result<Canvas, ChartError> {
        at_most(self.len(), "sets of bones")?;
        let longest = self.iter().flat_map(|list| &list.casts).map(end).fold(0.0, f64::max);
        let rows = self.iter().map(|list| list.casts.len()).max().unwrap_or(0);
        let kinds = self.iter().any(|list| !list.kinds.is_empty());
        let key =
            |kind: Kind| Key { sign: Sign::Dot(kind_colour(Some(kind))), label: kind.title().to_owned() };
        let columns = self.iter().map(|list| Column {
            panels: vec![Panel {
                title: (self.len() > 1).then(|| list.bones.name().to_owned()),
                height: as_i32(rows) * ROW + AXIS,
                draw: Box::new(move |area| draw_bars(area, list, longest)),
            }],
            notes: notes(list),
        });
        let layout = Layout {
            title: title(self),
            subtitle: None,
            legend: kinds.then(|| Kind::ALL.map(key).into()).into_iter().collect(),
            width: COLUMN,
            columns: columns.collect(),
            description: description(self),
        };
        layout.draw()
    }
}

fn notes(list: &CastList) -> Vec<String> {
    let credible = list.casts.iter().find_map(interval).map(|credible| {
        format!(
            "On each bar the {} of the weights that the counts leave possible",
            column(credible.level).title
        )
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

fn draw_bars(area: &Area<'_>, list: &CastList, longest: f64) -> Drawn {
    let axes = Axes {
        across: 0.0..(100.0 * longest).max(1e-12),
        upward: f64::from(as_i32(list.casts.len()))..0.0,
        space: [NAMES, FIGURES, 0, AXIS],
        below: Some(Axis { title: "probability of the cast in percent", labels: 6 }),
        beside: None,
        // The numbers stand beside the bars, and no line runs through them.
        lines: false,
    };
    let mut plot = Plot::new(area, &axes)?;
    for (row, top) in list.casts.iter().zip(0u32..) {
        let top = f64::from(top);
        let (middle, colour) = (top + 0.5, kind_colour(row.kind));
        plot.rectangle([(0.0, top + 0.14), (100.0 * chance(row), top + 0.86)], colour)?;
        if let Some(Credible { low, high, .. }) = interval(row) {
            plot.whisker([low, high].map(|end| (100.0 * end, middle)), (0.0, 0.2), Stroke::solid(INK, 1))?;
        }
        if row.kind.is_some() {
            // Where the bar is too short to show the kind, a dot before the name does.
            plot.spot((0.0, middle), 16 - NAMES, 5, colour)?;
        }
        plot.text((0.0, middle), (-14, 0), &row.cast.to_string(), Type::LABEL.anchored(HPos::Right))?;
        plot.text((100.0 * end(row), middle), (7, 0), &figures(row), Type::FIGURES)?;
    }
    Ok(())
}

fn figures(row: &CastRow) -> String {
    let (percent, one_in) = (percent(&row.probability), one_in(&row.probability));
    if percent == "0 %" { one_in } else { format!("{percent}, {one_in}") }
}

/// Where the probability lies, if the bones were counted.
fn interval(row: &CastRow) -> Option<Credible> {
    row.posterior.as_ref().and_then(|posterior| posterior.credible)
}

/// Where the bar, or the interval on it, ends.
fn end(row: &CastRow) -> f64 {
    interval(row).map_or(0.0, |credible| credible.high).max(chance(row))
}

fn chance(row: &CastRow) -> f64 {
    row.probability.approximate().unwrap_or(0.0)
}
