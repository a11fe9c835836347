//! The weights of bones with their intervals, as dots.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::canvas::{
    Area, CAPTION_LINE, Canvas, INK, MARGIN, PALETTE, Type, as_i32, failed, fine, fine_size, fitted as cut,
    plain_axes, wrapped, write, write_lines,
};
use super::{ChartError, ChartFormat, Picture, at_most};
use crate::analysis::{Estimated, FitAnswer, Fitted};
use crate::output::number::percent;
use crate::output::posterior::column;
use crate::tali::Face;

const WIDTH: u32 = 960;
const TEXT_WIDTH: u32 = WIDTH - 2 * MARGIN.unsigned_abs();
const HEAD: i32 = 84;
const NAMES: i32 = 150;
const FIGURES: i32 = 110;
/// The height of one bone's dot, and between faces.
const ROW: i32 = 26;
const GAP: i32 = 20;
const AXIS: i32 = 52;

impl Picture for FitAnswer {
    fn picture(&self, format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        let Some(fitted) = &self.fitted else {
            return Err(ChartError::Nothing("throws are drawn, and none are given"));
        };
        at_most(fitted.estimates.len(), "bones or groups")?;
        draw(fitted)?.encode(format)
    }
}

fn draw(fitted: &Fitted) -> Result<Canvas, ChartError> {
    let level = fitted.question.averaging.level;
    let title = "How the bones fall".to_owned();
    let dashed =
        fitted.question.against.as_ref().map_or_else(String::new, |(name, _)| format!("; dashed: {name}"));
    let subtitle = format!("the weight of each face in percent, with its {}{dashed}", column(level).title);
    let caption = wrapped(&fitted.provenance(), TEXT_WIDTH, Type::CAPTION);
    let bones = as_i32(fitted.estimates.len());
    let legend = if bones > 1 { bones * 22 } else { 0 };
    let plot = 4 * (bones * ROW + GAP);
    let height = HEAD + legend + plot + AXIS + as_i32(caption.len()) * CAPTION_LINE + 24;
    let size = (WIDTH, height.unsigned_abs());
    Canvas::draw(size, &title, description(fitted), |area| {
        write(area, &title, (MARGIN, 34), Type::TITLE)?;
        write(area, &cut(&subtitle, TEXT_WIDTH, Type::SUBTITLE), (MARGIN, 64), Type::SUBTITLE)?;
        if bones > 1 {
            for ((estimated, colour), place) in fitted.estimates.iter().zip(PALETTE).zip(0..) {
                let middle = HEAD + place * 22 + 6;
                area.draw(&Circle::new((fine(MARGIN + 6), fine(middle)), fine(6), colour.filled()))
                    .map_err(failed)?;
                write(
                    area,
                    &cut(estimated.title(), TEXT_WIDTH, Type::LABEL),
                    (MARGIN + 22, middle),
                    Type::LABEL,
                )?;
            }
        }
        let (_, below) = area.split_vertically(fine(HEAD + legend));
        let (plot, _) = below.split_vertically(fine(plot + AXIS));
        draw_dots(&plot, fitted)?;
        write_lines(
            area,
            &caption,
            height - as_i32(caption.len()) * CAPTION_LINE - 6,
            CAPTION_LINE,
            Type::CAPTION,
        )
    })
}

fn draw_dots(area: &Area<'_>, fitted: &Fitted) -> Result<(), ChartError> {
    let faces = || fitted.estimates.iter().flat_map(|estimated| &estimated.faces);
    let most = faces().map(|face| face.credible.high).fold(0.0, f64::max);
    let bones = as_i32(fitted.estimates.len());
    let rows = 4 * (bones * ROW + GAP);
    let mut chart = ChartBuilder::on(area)
        .margin_left(fine(NAMES))
        .margin_right(fine(FIGURES))
        .x_label_area_size(fine_size(AXIS.unsigned_abs()))
        .build_cartesian_2d(0.0..(105.0 * most), f64::from(rows)..0.0)
        .map_err(failed)?;
    plain_axes(&mut chart.configure_mesh(), 15.0)
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(8)
        .x_label_formatter(&|percent| format!("{percent:.0}"))
        .x_desc("weight in percent")
        .draw()
        .map_err(failed)?;
    for (face, place) in Face::ALL.into_iter().zip(0..) {
        let top = place * (bones * ROW + GAP) + GAP / 2;
        let middle = f64::from(top) + f64::from(bones * ROW) / 2.0;
        let name = format!("{face} {}", face.shape());
        let label = Text::new(name, (fine(-14), 0), Type::LABEL.anchored(HPos::Right).style());
        chart.draw_series(std::iter::once(EmptyElement::at((0.0, middle)) + label)).map_err(failed)?;
        if let Some((_, weights)) = &fitted.question.against {
            let weight = 100.0 * num_traits::ToPrimitive::to_f64(&weights.probability(face)).unwrap_or(0.0);
            let ends = [f64::from(top) - 4.0, f64::from(top + bones * ROW) + 4.0];
            let line = DashedLineSeries::new(
                ends.map(|end| (weight, end)),
                fine(5),
                fine(4),
                INK.stroke_width(fine_size(2)),
            );
            chart.draw_series(line).map_err(failed)?;
        }
        for ((estimated, colour), bone) in fitted.estimates.iter().zip(PALETTE).zip(0..) {
            let estimate = &estimated.faces[face.index()];
            let y = f64::from(top + bone * ROW + ROW / 2);
            let [low, high] = [estimate.credible.low, estimate.credible.high].map(|end| 100.0 * end);
            let style = colour.stroke_width(fine_size(3));
            let whisker =
                [[(low, y), (high, y)], [(low, y - 5.0), (low, y + 5.0)], [(high, y - 5.0), (high, y + 5.0)]];
            chart.draw_series(whisker.map(|ends| PathElement::new(ends.to_vec(), style))).map_err(failed)?;
            let mean = estimate.mean.approximate().unwrap_or(0.0) * 100.0;
            chart.draw_series([Circle::new((mean, y), fine(6), colour.filled())]).map_err(failed)?;
            let figures =
                Text::new(percent(&estimate.mean), (fine(10), 0), Type { size: 15.0, ..Type::LABEL }.style());
            chart.draw_series(std::iter::once(EmptyElement::at((high, y)) + figures)).map_err(failed)?;
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
