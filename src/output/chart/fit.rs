//! The weights of bones with their intervals, as dots.

use num_traits::ToPrimitive;
use plotters::style::text_anchor::HPos;

use super::canvas::{Area, Canvas, Drawn, INK, PALETTE, Type, as_i32};
use super::layout::{Column, Key, Layout, Panel, Sign, WIDTH};
use super::plot::{Axes, Axis, Plot, Stroke, trimmed};
use super::{ChartError, Picture, at_most};
use crate::analysis::{Estimated, FitAnswer, Fitted};
use crate::output::number::percent;
use crate::output::posterior::column;
use crate::tali::Face;

const NAMES: i32 = 150;
const FIGURES: i32 = 110;
/// The height of one bone's dot, and between faces.
const ROW: i32 = 26;
const GAP: i32 = 20;
const AXIS: i32 = 48;

impl Picture for FitAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let Some(fitted) = &self.fitted else {
            return Err(ChartError::Nothing("throws are drawn, and none are given"));
        };
        at_most(fitted.estimates.len(), "bones or groups")?;
        layout(fitted).draw()
    }
}

fn layout(fitted: &Fitted) -> Layout<'_> {
    let level = column(fitted.question.averaging.level).title;
    let dashed =
        fitted.question.against.as_ref().map_or_else(String::new, |(name, _)| format!("; dashed: {name}"));
    let keys = fitted.estimates.iter().zip(PALETTE);
    let keys = keys.map(|(estimated, colour)| {
        vec![Key { sign: Sign::Dot(colour), label: estimated.title().to_owned() }]
    });
    let panel =
        Panel { title: None, height: height(fitted) + AXIS, draw: Box::new(|area| draw_dots(area, fitted)) };
    Layout {
        title: "How the bones fall".to_owned(),
        subtitle: Some(format!("the weight of each face in percent, with its {level}{dashed}")),
        legend: if fitted.estimates.len() > 1 { keys.collect() } else { Vec::new() },
        width: WIDTH,
        columns: vec![Column { panels: vec![panel], notes: vec![fitted.provenance()] }],
        description: description(fitted),
    }
}

/// The height of the dots of one face.
fn rows(fitted: &Fitted) -> i32 {
    as_i32(fitted.estimates.len()) * ROW
}

fn height(fitted: &Fitted) -> i32 {
    4 * (rows(fitted) + GAP)
}

fn draw_dots(area: &Area<'_>, fitted: &Fitted) -> Drawn {
    let faces = fitted.estimates.iter().flat_map(|estimated| &estimated.faces);
    let most = faces.map(|face| face.credible.high).fold(0.0, f64::max);
    let axes = Axes {
        across: 0.0..(105.0 * most),
        upward: f64::from(height(fitted))..0.0,
        space: [NAMES, FIGURES, 0, AXIS],
        below: Some(Axis { title: "weight in percent", labels: 8, format: &trimmed }),
        beside: None,
        lines: true,
    };
    let mut plot = Plot::new(area, &axes)?;
    for (face, place) in Face::ALL.into_iter().zip(0..) {
        let top = place * (rows(fitted) + GAP) + GAP / 2;
        let middle = f64::from(top) + f64::from(rows(fitted)) / 2.0;
        let name = format!("{face} {}", face.shape());
        plot.text((0.0, middle), (-14, 0), &name, Type::LABEL.anchored(HPos::Right))?;
        if let Some((_, weights)) = &fitted.question.against {
            let weight = 100.0 * weights.probability(face).to_f64().unwrap_or(0.0);
            let ends = [f64::from(top) - 4.0, f64::from(top + rows(fitted)) + 4.0];
            let stroke = Stroke { colour: INK, width: 2, dash: Some((5, 4)) };
            plot.line(ends.map(|end| (weight, end)).into(), stroke)?;
        }
        for ((estimated, colour), bone) in fitted.estimates.iter().zip(PALETTE).zip(0..) {
            let estimate = &estimated.faces[face.index()];
            let y = f64::from(top + bone * ROW + ROW / 2);
            let [low, high] = [estimate.credible.low, estimate.credible.high].map(|end| 100.0 * end);
            plot.whisker([(low, y), (high, y)], (0.0, 5.0), Stroke::solid(colour, 3))?;
            plot.dots(&[(100.0 * estimate.mean.approximate().unwrap_or(0.0), y)], 6, colour)?;
            plot.text((high, y), (10, 0), &percent(&estimate.mean), Type::FIGURES)?;
        }
    }
    Ok(())
}

fn description(fitted: &Fitted) -> String {
    let one = |estimated: &Estimated| {
        let faces = estimated.faces.iter().map(|face| format!("{} {}", face.face, percent(&face.mean)));
        format!("{}: {}.", estimated.title(), faces.collect::<Vec<_>>().join(", "))
    };
    fitted.estimates.iter().map(one).collect::<Vec<_>>().join(" ")
}
