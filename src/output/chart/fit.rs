//! The weights of bones with their intervals, as dots.

use num_traits::ToPrimitive;
use plotters::style::text_anchor::HPos;

use super::canvas::{Area, Canvas, Drawn, INK, PALETTE, Type, as_i32, fitted as fitted_text};
use super::curves::{Curve, Mark};
use super::dots::{Dot, Reference};
use super::layout::{Column, Layout, Panel as Part, WIDTH};
use super::panels::{self, Content, Panel};
use super::plot::{Axes, Axis, Plot, Stroke};
use super::{ChartError, MOST_COMPARED, Picture};
use crate::analysis::{Estimated, FaceEstimate, FitAnswer, Fitted, PowerAnswer};
use crate::output::number::{grouped, percent};
use crate::output::posterior::column;
use crate::tali::Face;

/// Below the rows of a column, for its axis.
const AXIS: i32 = 48;

impl Picture for FitAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let Some(fitted) = &self.fitted else {
            let power = self.power.as_ref();
            return power.map_or(Err(ChartError::Nothing("a plan is one number")), draw_power);
        };
        if fitted.estimates.len() > MOST_COMPARED { many(fitted).draw() } else { draw_few(fitted) }
    }
}

/// How likely so many throws tell bones apart, with a line at the power that is usually wanted.
fn draw_power(power: &PowerAnswer) -> Result<Canvas, ChartError> {
    let points = power.curve().into_iter().map(|(throws, power)| (throws, 100.0 * power)).collect();
    let wanted = 100.0 * PowerAnswer::USUAL;
    let mut panel = Panel::curves(
        power.title(),
        vec![Curve::new(String::new(), points)],
        Mark::Line,
        "throws",
        "percent",
    );
    if let Content::Curves(curves) = &mut panel.content {
        curves.reference = Some(Reference { at: wanted, label: format!("{wanted} %, usually wanted") });
        curves.marked = power.answer().and_then(|(throws, reached)| {
            Some(((throws.to_f64()?, 100.0 * reached), format!("{} throws", grouped(&throws))))
        });
    }
    panels::draw(&["Telling bones apart".to_owned(), power.level_note()], &[], &[panel])
}

/// A few bones side by side.
fn draw_few(fitted: &Fitted) -> Result<Canvas, ChartError> {
    let level = column(fitted.question.averaging.level).title;
    let name = |face: Face| format!("{face} {}", face.shape());
    let dots = |estimated: &Estimated| {
        let dot = |estimate: &FaceEstimate| {
            (name(estimate.face), Dot::new(&estimate.mean, true, Some(estimate.credible.ends())))
        };
        estimated.faces.iter().map(dot).collect()
    };
    let against = fitted.question.against.as_ref();
    let dashed = against.map_or_else(String::new, |(name, _)| format!("; dashed: {name}"));
    let title = format!("The weight of each face, with its {level}{dashed}");
    let mut panel = Panel::dots(title, fitted.estimates.iter().map(dots).collect(), "percent", None);
    if let (Content::Dots(dots), Some((_, weights))) = (&mut panel.content, against) {
        for (row, face) in dots.rows.iter_mut().zip(Face::ALL) {
            row.against = weights.probability(face).to_f64().map(|weight| 100.0 * weight);
        }
    }
    let names: Vec<String> = fitted.estimates.iter().map(|one| one.title().to_owned()).collect();
    panels::draw(&["How the bones fall".to_owned(), fitted.provenance()], &names, &[panel])
}

/// The height of a row where there are many.
const LOW_ROW: i32 = 19;

/// So many of them have room.
const MOST_ROWS: usize = 60;

/// Many bones or groups: a column for each face, and in each the same rows, those that differ most from all throws
/// together at the top.
fn many(fitted: &Fitted) -> Layout<'_> {
    let level = column(fitted.question.averaging.level).title;
    let all = fitted.estimates.len();
    let ranked: Vec<&Estimated> = ranked(fitted).into_iter().take(MOST_ROWS).collect();
    let rows = as_i32(ranked.len());
    let left_out =
        (all > MOST_ROWS).then(|| format!("Of {all} groups the {MOST_ROWS} that differ most are drawn."));
    let intervals = (ranked.len() * Face::ALL.len()).to_f64().unwrap_or(0.0);
    let by_luck = (1.0 - fitted.question.averaging.level) * intervals;
    let orange = format!(
        "Orange: the interval misses what all threw together; of {intervals} intervals about {by_luck:.0} do so by luck alone."
    );
    let width = WIDTH * 2 / 5;
    let columns = Face::ALL.map(|face| {
        let ranked = ranked.clone();
        let panel = Part {
            title: Some(format!("{face} {}", face.shape())),
            height: rows * LOW_ROW + AXIS,
            draw: Box::new(move |area| draw_column(area, fitted, &ranked, face)),
        };
        let notes = match face {
            Face::One => [fitted.provenance(), orange.clone()].into_iter().chain(left_out.clone()).collect(),
            _ => Vec::new(),
        };
        Column { panels: vec![panel], notes }
    });
    Layout {
        title: "How the bones fall, group by group".to_owned(),
        subtitle: Some(format!(
            "the weight of each face in percent, with its {level}; dashed: all throws together; those that differ most first"
        )),
        legend: Vec::new(),
        width,
        columns: columns.into(),
        description: description(fitted),
    }
}

/// What all throws together show of each face.
fn together(fitted: &Fitted) -> [f64; 4] {
    let total = fitted.throws.total().to_f64().unwrap_or(1.0).max(1.0);
    let count = |face: Face| {
        fitted.estimates.iter().map(|estimated| estimated.faces[face.index()].count).sum::<u64>()
    };
    Face::ALL.map(|face| count(face).to_f64().unwrap_or(0.0) / total)
}

/// The estimates by how far their counts are from what all throws together let expect, by X², the farthest first.
fn ranked(fitted: &Fitted) -> Vec<&Estimated> {
    let all = together(fitted);
    let distance = |estimated: &Estimated| -> f64 {
        let throws = estimated.posterior.throws().to_f64().unwrap_or(0.0);
        let of_face = |face: Face| {
            let expected = throws * all[face.index()];
            let count = estimated.faces[face.index()].count.to_f64().unwrap_or(0.0);
            if expected > 0.0 { (count - expected).powi(2) / expected } else { 0.0 }
        };
        Face::ALL.into_iter().map(of_face).sum()
    };
    let mut ranked: Vec<(f64, &Estimated)> =
        fitted.estimates.iter().map(|estimated| (distance(estimated), estimated)).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.into_iter().map(|(_, estimated)| estimated).collect()
}

fn draw_column(area: &Area<'_>, fitted: &Fitted, ranked: &[&Estimated], face: Face) -> Drawn {
    const LABEL: Type = Type { size: 13.0, ..Type::LABEL };
    const NARROW: u32 = 104;
    let credible = |estimated: &&Estimated| estimated.faces[face.index()].credible;
    let most = ranked.iter().map(|estimated| credible(estimated).high).fold(0.0, f64::max);
    let rows = f64::from(as_i32(ranked.len()));
    let axes = Axes {
        across: 0.0..(105.0 * most),
        upward: rows..0.0,
        space: [128, 14, 0, AXIS],
        below: Some(Axis { title: "percent", labels: 4 }),
        beside: None,
        lines: true,
    };
    let mut plot = Plot::new(area, &axes)?;
    let all = 100.0 * together(fitted)[face.index()];
    plot.line(vec![(all, 0.0), (all, rows)], Stroke { colour: INK, width: 2, dash: Some((5, 4)) })?;
    for (estimated, row) in ranked.iter().zip(0u32..) {
        let y = f64::from(row) + 0.5;
        let [low, high] = credible(estimated).ends().map(|end| 100.0 * end);
        // An interval that misses the line stands out.
        let misses = all < low || all > high;
        let colour = if misses { PALETTE[1] } else { PALETTE[0] };
        plot.line(vec![(low, y), (high, y)], Stroke::solid(colour, 2))?;
        let mean = estimated.faces[face.index()].mean.approximate().unwrap_or(0.0);
        plot.dots(&[(100.0 * mean, y)], 4, colour)?;
        let name = fitted_text(estimated.title(), NARROW, LABEL);
        plot.text((0.0, y), (-10, 0), &name, LABEL.anchored(HPos::Right))?;
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
