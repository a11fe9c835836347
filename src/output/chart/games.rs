//! Pictures of games: who wins with the simulated interval on each bar, the law of the length or of the
//! pot, and what each game has of its own.

use num_traits::ToPrimitive;

use super::panels::{Bar, Curve, Panel, draw, law_panel};
use super::{ChartError, ChartFormat, Picture};
use crate::analysis::{Compared, Figure, GamePosterior, NamedFigures, PotAnswer, WinAnswer};
use crate::exact::{Progress, Shape};
use crate::output::number::{percent, signed};
use crate::output::posterior::column;
use crate::output::wins::heading;
use crate::process::Drawing;

impl Picture for WinAnswer {
    fn picture(&self, format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        let mut panels = vec![Panel::Bars {
            title: with_interval("Wins", self.simulation.is_some(), self.posterior.as_ref()),
            bars: win_bars(self),
            unit: "percent",
        }];
        panels.extend(self.figures.iter().filter_map(own_panel));
        panels.extend(progress_panels(self));
        panels.extend(law_panel("Over after so many casts of all seats together", "casts", &self.length));
        draw(&heading(&self.setting, "who wins"), &panels)?.encode(format)
    }
}

impl Picture for PotAnswer {
    fn picture(&self, format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        let net = |seat: &crate::analysis::SeatCoins| bar(format!("Seat {}", seat.seat), &seat.net, false);
        let mut panels = vec![Panel::Bars {
            title: with_interval("Net of each seat", self.simulation.is_some(), self.posterior.as_ref()),
            bars: self.seats.iter().filter_map(net).collect(),
            unit: "coins",
        }];
        panels.extend(law_panel("At most so many coins in the pot", "coins", &self.pot));
        draw(&heading(&self.setting, "the pot"), &panels)?.encode(format)
    }
}

fn with_interval(what: &str, simulated: bool, posterior: Option<&GamePosterior>) -> String {
    match posterior {
        Some(posterior) => {
            format!("{what}, with the {} of the weights that the counts leave", column(posterior.level).title)
        }
        None if simulated => format!("{what}, with the interval of the games played by chance"),
        None => what.to_owned(),
    }
}

/// A figure as a bar, in percent if it is a chance.
fn bar(label: String, beside: &Compared, chance: bool) -> Option<Bar> {
    let scale = if chance { 100.0 } else { 1.0 };
    let interval = match (&beside.posterior, &beside.simulated) {
        (Some(posterior), _) => Some((posterior.credible.low, posterior.credible.high)),
        (None, Some(Figure::Simulated(estimate))) => Some((estimate.low, estimate.high)),
        _ => None,
    };
    let interval =
        interval.filter(|(_, high)| high.is_finite()).map(|(low, high)| (low * scale, high * scale));
    // What is too small for a double is 0 in a picture.
    let value = beside.solved.rational()?.to_f64()? * scale;
    let shown = if chance { percent(&beside.solved) } else { signed(&beside.solved).replace('−', "-") };
    Some(Bar { label, value, shown, interval })
}

fn win_bars(answer: &WinAnswer) -> Vec<Bar> {
    let seats = answer.seats.iter().filter_map(|seat| bar(format!("Seat {}", seat.seat), &seat.share, true));
    let others = [("Nobody", &answer.nobody), ("For ever", &answer.never)];
    let others = others
        .into_iter()
        .filter(|(_, beside)| beside.solved.approximate().is_some_and(|chance| chance > 0.0));
    seats.chain(others.filter_map(|(label, beside)| bar(label.to_owned(), beside, true))).collect()
}

/// The panels of figures that a game has to itself.
fn own_panel(named: &NamedFigures) -> Option<Panel> {
    let values = |scale: f64| -> Vec<(f64, f64)> {
        let points = (1..).zip(&named.figures);
        points
            .filter_map(|(place, figure)| {
                Some((f64::from(place), figure.solved.rational()?.to_f64()? * scale))
            })
            .collect()
    };
    let around = || -> Vec<(f64, [f64; 2])> {
        let posteriors = (1..).zip(&named.figures);
        let ends = posteriors.filter_map(|(place, figure)| {
            let credible = figure.posterior.as_ref()?.credible;
            Some((f64::from(place), [credible.low, credible.high].map(|end| 100.0 * end)))
        });
        ends.collect()
    };
    if named.figures.iter().all(|figure| figure.solved.rational().is_none()) {
        return None;
    }
    let curve = |label: &str| Curve { around: around(), ..Curve::new(label.to_owned(), values(100.0)) };
    let Drawing { title, label, sum, along } = named.of.drawing?;
    let mut curves = vec![curve(label)];
    curves.extend(sum.map(|label| {
        let mut so_far = 0.0;
        let within = values(100.0).into_iter().map(|(place, chance)| {
            so_far += chance;
            (place, so_far)
        });
        Curve::new(label.to_owned(), within.collect())
    }));
    Some(Panel::Curves { title: title.to_owned(), curves, x: along.to_owned(), y: "percent" })
}

/// How the seats come along: the fan of totals by lap, or the steps of a ladder by cast.
fn progress_panels(answer: &WinAnswer) -> Vec<Panel> {
    let seats = |seats: &[usize]| {
        let names: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
        match names.as_slice() {
            _ if seats.len() == answer.seats.len() => "every seat".to_owned(),
            [one] => format!("seat {one}"),
            several => format!("seats {}", several.join(", ")),
        }
    };
    if answer.progress.iter().any(|progress| progress.shape == Shape::Fan) {
        let curves = answer.progress.iter().flat_map(|progress| {
            let who = seats(&progress.seats);
            let line = move |place: usize, what: &str| {
                let points = progress.points.iter().map(|(lap, totals)| (*lap, totals[place]));
                Curve::new(format!("{who}, {what}"), points.collect())
            };
            [line(2, "19 in 20 below"), line(1, "half below"), line(0, "1 in 20 below")]
        });
        let curves: Vec<Curve> = curves.collect();
        let title = "Totals by lap".to_owned();
        return vec![Panel::Curves { title, curves, x: "lap".to_owned(), y: "points" }];
    }
    let bands = |progress: &Progress| {
        let steps = progress.points.first().map_or(0, |(_, chances)| chances.len());
        (steps > 1).then(|| Panel::Bands {
            title: format!("Steps made by {}, by its own casts", seats(&progress.seats)),
            points: progress.points.clone(),
        })
    };
    answer.progress.iter().filter_map(bands).collect()
}
