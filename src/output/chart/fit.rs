//! The chart of `fit`: the weights of bones with their intervals, as dots.

use num_traits::ToPrimitive;

use super::curves::{Curve, Mark};
use super::dots::{Dot, Reference};
use super::panels::{self, Content, Layout, Panel};
use super::{ChartError, Picture, at_most};
use crate::analysis::{Estimated, FaceEstimate, FitAnswer, Fitted, PowerAnswer};
use crate::output::number::grouped;
use crate::output::posterior::column;
use crate::tali::Face;

impl Picture for FitAnswer {
    fn layout(&self) -> Result<Layout, ChartError> {
        let Some(fitted) = &self.fitted else {
            let power = self.power.as_ref();
            return power.map_or(Err(ChartError::Nothing("a plan is one number")), lay_out_power);
        };
        at_most(fitted.estimates.len(), "groups of throws")?;
        lay_out_few(fitted)
    }
}

/// The power to distinguish bones by the number of throws, with a line at the usual target.
fn lay_out_power(power: &PowerAnswer) -> Result<Layout, ChartError> {
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
        curves.reference = Some(Reference { at: wanted, label: format!("{wanted} %, the usual target") });
        curves.marked = power.answer().and_then(|(throws, reached)| {
            Some(((throws.to_f64()?, 100.0 * reached), format!("{} throws", grouped(&throws))))
        });
    }
    panels::layout(&["Distinguishing bones".to_owned(), power.level_note()], &[], vec![panel])
}

/// A few bones side by side.
fn lay_out_few(fitted: &Fitted) -> Result<Layout, ChartError> {
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
    panels::layout(&["The weights of the bones".to_owned(), fitted.provenance()], &names, vec![panel])
}
