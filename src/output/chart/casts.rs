//! The casts as bars, coloured by kind; several sets of bones side by side.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::ChartError;
use super::canvas::{
    Area, CAPTION_LINE, Canvas, INK, MARGIN, Type, failed, fine, fine_size, fitted, kind_colour, plain_axes,
    wrapped, write, write_lines,
};
use crate::analysis::{CastList, CastRow, Credible};
use crate::output::bones;
use crate::output::number::{one_in, percent};
use crate::output::posterior::column;
use crate::tali::Kind;

const HEAD: i32 = 56;
const LEGEND: i32 = 36;
/// Above each of several panels, for the bones' name.
const PANEL_NAME: i32 = 30;
const PANEL_WIDTH: u32 = 560;
const ROW: u32 = 21;
/// Below the bars: the axis, its title, and the caption's first line.
const AXIS: u32 = 46;
/// Left of the bars for the casts' names, and right of them for the longest bar's figures.
const NAMES: i32 = 92;
const FIGURES: i32 = 176;

pub(super) fn draw(lists: &[CastList]) -> Result<Canvas, ChartError> {
    let caption = |list: &CastList| {
        let broken = |line: &str| wrapped(line, PANEL_WIDTH - 40, Type::CAPTION);
        let mut lines = bones::caption(&list.bones, broken);
        let credible = list.casts.iter().find_map(interval);
        lines.extend(credible.iter().flat_map(|credible| {
            broken(&format!(
                "On each bar the {} of the weights that the counts leave possible",
                column(credible.level).title
            ))
        }));
        lines
    };
    let captions: Vec<Vec<String>> = lists.iter().map(caption).collect();
    let caption_lines = as_u32(captions.iter().map(Vec::len).max().unwrap_or(0));
    let rows = as_u32(lists.iter().map(|list| list.casts.len()).max().unwrap_or(0));
    let bars = rows * ROW;
    let kinds = lists.iter().any(|list| !list.kinds.is_empty());
    let legend_height = if kinds { LEGEND } else { 0 };
    let named = lists.len() > 1;
    let head = HEAD + legend_height + if named { PANEL_NAME } else { 0 };
    let size = (
        PANEL_WIDTH * as_u32(lists.len()).max(1),
        head.unsigned_abs() + bars + AXIS + caption_lines * CAPTION_LINE.unsigned_abs() + 22,
    );
    let title = title(lists);
    Canvas::draw(size, &title, description(lists), |area| {
        write(area, &title, (MARGIN, 30), Type::TITLE)?;
        if kinds {
            legend(area)?;
        }
        let longest = lists.iter().flat_map(|list| &list.casts).map(end).fold(0.0, f64::max);
        let (_, below) = area.split_vertically(fine(head));
        for (panel, (list, caption)) in
            below.split_evenly((1, lists.len().max(1))).iter().zip(lists.iter().zip(&captions))
        {
            if named {
                let name = fitted(list.bones.name(), PANEL_WIDTH - 2 * MARGIN.unsigned_abs(), Type::PANEL);
                write(panel, &name, (MARGIN, -PANEL_NAME / 2 - 2), Type::PANEL)?;
            }
            let (plot, foot) = panel.split_vertically(fine_size(bars + AXIS));
            draw_bars(&plot, list, longest)?;
            write_lines(&foot, caption, 14, CAPTION_LINE, Type::CAPTION)?;
        }
        Ok(())
    })
}

fn title(lists: &[CastList]) -> String {
    let tali = lists.first().map_or(0, |list| list.bones.set().len());
    let casts = lists.first().map_or(0, |list| list.casts.len());
    format!("How likely each of the {casts} casts of {} is", bones::tali(tali))
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

fn legend(area: &Area<'_>) -> Result<(), ChartError> {
    for (kind, place) in Kind::ALL.into_iter().zip(0..) {
        let left = MARGIN + place * 104;
        let swatch = Rectangle::new(
            [(fine(left), fine(59)), (fine(left + 16), fine(75))],
            kind_colour(Some(kind)).filled(),
        );
        area.draw(&swatch).map_err(failed)?;
        write(area, kind.title(), (left + 23, 67), Type::LABEL)?;
    }
    Ok(())
}

fn draw_bars(area: &Area<'_>, list: &CastList, longest: f64) -> Result<(), ChartError> {
    let rows = f64::from(as_u32(list.casts.len()));
    let mut chart = ChartBuilder::on(area)
        .margin_left(fine(NAMES))
        .margin_right(fine(FIGURES))
        .x_label_area_size(fine_size(AXIS))
        .build_cartesian_2d(0.0..(100.0 * longest).max(1e-12), rows..0.0)
        .map_err(failed)?;
    plain_axes(&mut chart.configure_mesh(), 15.0)
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(6)
        .x_label_formatter(&|percent| axis_label(*percent))
        .x_desc("probability of the cast in percent")
        .draw()
        .map_err(failed)?;
    for (row, place) in list.casts.iter().zip(0u32..) {
        let (place, percent_long) = (f64::from(place), 100.0 * chance(row));
        let bar = Rectangle::new(
            [(0.0, place + 0.14), (percent_long, place + 0.86)],
            kind_colour(row.kind).filled(),
        );
        chart.draw_series(std::iter::once(bar)).map_err(failed)?;
        if let Some(credible) = interval(row) {
            let (low, high) = (100.0 * credible.low, 100.0 * credible.high);
            let ends = [[(low, place + 0.5), (high, place + 0.5)]].into_iter();
            let caps = [low, high].map(|end| [(end, place + 0.3), (end, place + 0.7)]);
            let style = INK.stroke_width(fine_size(1));
            let whisker = ends.chain(caps).map(|ends| PathElement::new(ends.to_vec(), style));
            chart.draw_series(whisker).map_err(failed)?;
        }
        if row.kind.is_some() {
            // A mark beside the axis shows the kind where the bar is too short to.
            let mark = Rectangle::new([(fine(-8), 0), (fine(-3), fine(15))], kind_colour(row.kind).filled());
            chart
                .draw_series(std::iter::once(EmptyElement::at((0.0, place + 0.14)) + mark))
                .map_err(failed)?;
        }
        let name = Text::new(row.cast.to_string(), (fine(-14), 0), Type::LABEL.anchored(HPos::Right).style());
        chart.draw_series(std::iter::once(EmptyElement::at((0.0, place + 0.5)) + name)).map_err(failed)?;
        let figures =
            Text::new(figures(row), (fine(7), 0), Type { size: 15.0, colour: INK, ..Type::LABEL }.style());
        chart
            .draw_series(std::iter::once(EmptyElement::at((100.0 * end(row), place + 0.5)) + figures))
            .map_err(failed)?;
    }
    Ok(())
}

fn figures(row: &CastRow) -> String {
    let (percent, one_in) = (percent(&row.probability), one_in(&row.probability));
    if percent == "0 %" { one_in } else { format!("{percent}, {one_in}") }
}

/// A percentage on the axis, without the tail of a double.
fn axis_label(percent: f64) -> String {
    let text = format!("{percent:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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

fn as_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
