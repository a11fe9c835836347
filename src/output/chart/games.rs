//! Pictures of games: who wins with the simulated interval on each bar, the law of the length or of the
//! pot, and what each game has of its own.

use num_traits::ToPrimitive;

use super::canvas::Canvas;
use super::panels::{Bar, Content, Curve, Panel, draw, law_panel};
use super::{ChartError, Picture};
use crate::analysis::{Compared, GamePosterior, NamedFigures, PotAnswer, WinAnswer};
use crate::exact::{Progress, Shape};
use crate::output::csv::{ends, simulated_ends};
use crate::output::posterior::column;
use crate::output::wins::heading;
use crate::process::Drawing;

impl Picture for WinAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let title = with_interval("Wins", self.simulation.is_some(), self.posterior.as_ref());
        let mut panels = vec![Panel::bars(title, win_bars(self), "percent")];
        panels.extend(self.figures.iter().filter_map(own_panel));
        panels.extend(progress_panels(self));
        let title = self.setting.counted_in().over_after();
        panels.extend(law_panel(title, self.setting.counted_in().name(), &self.length, 1.0));
        draw(&heading(&self.setting, "who wins"), &panels)
    }
}

impl Picture for PotAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let net = |seat: &crate::analysis::SeatCoins| bar(format!("Seat {}", seat.seat), &seat.net, false);
        let title = with_interval("Net of each seat", self.simulation.is_some(), self.posterior.as_ref());
        let mut panels = vec![Panel::bars(title, self.seats.iter().filter_map(net).collect(), "coins")];
        panels.extend(law_panel("At most so many coins in the pot", "coins", &self.pot, 1.0));
        draw(&heading(&self.setting, "the pot"), &panels)
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

/// A figure as a bar, with the interval of the weights or else of the games played by chance.
fn bar(label: String, beside: &Compared, chance: bool) -> Option<Bar> {
    let interval = match &beside.posterior {
        Some(posterior) => ends(Some(&posterior.credible)),
        None => beside.simulated.as_ref().and_then(simulated_ends),
    };
    Bar::new(label, &beside.solved, chance, interval.filter(|[_, high]| high.is_finite()))
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
    Some(Panel::curves(title, curves, along, "percent"))
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
        return vec![Panel::curves("Totals by lap", curves, "lap", "points")];
    }
    let bands = |progress: &Progress| {
        let steps = progress.points.first().map_or(0, |(_, chances)| chances.len());
        let title = format!("Steps made by {}, by its own casts", seats(&progress.seats));
        (steps > 1).then(|| Panel { title, content: Content::Bands(progress.points.clone()) })
    };
    answer.progress.iter().filter_map(bands).collect()
}
