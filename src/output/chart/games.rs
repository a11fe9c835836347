//! Pictures of games: who wins with the interval of the simulation, the distribution of the length or of the
//! pot, and what each game has of its own.

use num_traits::ToPrimitive;

use super::canvas::Canvas;
use super::panels::{Content, Curve, Dot, Mark, Panel, Reference, draw, law_panel};
use super::{ChartError, Picture};
use crate::analysis::{
    EveningAnswer, Figure, GamePosterior, NamedFigures, PotAnswer, SeatEvening, WinAnswer,
};
use crate::exact::{Progress, Shape};
use crate::output::number::{double, percent};
use crate::output::posterior::column;
use crate::output::wins::{asked, heading};
use crate::process::Drawing;

impl Picture for WinAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let solved = self.seats.iter().any(|seat| seat.share.is_solved());
        let title = with_interval("Wins", self.simulation.is_some(), solved, self.posterior.as_ref());
        let mut lines = heading(&self.setting, asked(&self.setting));
        let mut panels = match self.seats.as_slice() {
            // How often one seat wins is one number.
            [one] => {
                lines.insert(1, format!("Won in {} of the games", percent(&one.share.solved)));
                Vec::new()
            }
            _ => Vec::from_iter(shares(title, win_dots(self), self.seats.len(), &self.nobody.solved)),
        };
        panels.extend(self.figures.iter().filter_map(own_panel));
        panels.extend(progress_panels(self));
        let title = self.setting.counted_in().over_after(self.seats.len());
        panels.extend(law_panel(title, self.setting.counted_in().name(), &self.length, 1.0));
        draw(&lines, &panels)
    }
}

impl Picture for PotAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let net = |seat: &crate::analysis::SeatCoins| {
            Dot::compared(format!("Seat {}", seat.seat), &seat.net, false)
        };
        let solved = self.seats.iter().any(|seat| seat.net.is_solved());
        let title =
            with_interval("Net of each seat", self.simulation.is_some(), solved, self.posterior.as_ref());
        let mut panels = vec![nets(title, self.setting.money(), self.seats.iter().filter_map(net).collect())];
        panels.extend(self.evening.as_ref().and_then(ruin));
        panels.extend(law_panel(
            &format!("Pots of at most n {}", self.setting.money()),
            self.setting.money(),
            &self.pot,
            1.0,
        ));
        draw(&heading(&self.setting, "the pot"), &panels)
    }
}

fn with_interval(what: &str, simulated: bool, solved: bool, posterior: Option<&GamePosterior>) -> String {
    match posterior {
        Some(posterior) => {
            format!("{what}, with the {} of the weights that the counts leave", column(posterior.level).title)
        }
        None if !solved => format!("{what}, simulated; dots with their intervals"),
        None if simulated => format!("{what}; dots are solved, bars the interval of the simulation"),
        None => what.to_owned(),
    }
}

/// Shares of the wins, held against an even one; of one number there is nothing to draw.
pub(super) fn shares(
    title: impl Into<String>,
    dots: Vec<Dot>,
    seats: usize,
    nobody: &Figure,
) -> Option<Panel> {
    let even = 100.0 * (1.0 - nobody.approximate().unwrap_or(0.0)) / seats.to_f64()?;
    let reference =
        (seats > 1).then(|| Reference { at: even, label: format!("even share, {}", percents(even)) });
    (dots.len() > 1).then(|| Panel::dots(title, dots, "percent", reference))
}

/// What seats gain or lose, held against nothing.
pub(super) fn nets(title: impl Into<String>, money: &'static str, dots: Vec<Dot>) -> Panel {
    let even = Reference { at: 0.0, label: "nothing gained or lost".to_owned() };
    Panel::dots(title, dots, money, Some(even))
}

/// Who is ruined by which game of an evening.
fn ruin(evening: &EveningAnswer) -> Option<Panel> {
    let curve = |seat: &SeatEvening| {
        let start = std::iter::once((0.0, 0.0));
        let end = seat.ruined_by.last().map(|(_, chance)| (evening.most_games, *chance));
        let points = seat.ruined_by.iter().copied().chain(end);
        let points = points.filter_map(|(game, chance)| Some((game.to_f64()?, 100.0 * chance)));
        Curve::new(format!("Seat {}", seat.seat), start.chain(points).collect())
    };
    let somebody = evening.seats.iter().any(|seat| !seat.ruined_by.is_empty());
    let curves = evening.seats.iter().map(curve).collect();
    let title = "Ruined by game n of the evening, simulated";
    somebody.then(|| Panel::curves(title, curves, Mark::Steps, "game", "percent of the evenings"))
}

fn win_dots(answer: &WinAnswer) -> Vec<Dot> {
    let seats = answer
        .seats
        .iter()
        .filter_map(|seat| Dot::compared(format!("Seat {}", seat.seat), &seat.share, true));
    let others = [("Nobody", &answer.nobody), ("Never ends", &answer.never)];
    let others = others
        .into_iter()
        .filter(|(_, beside)| beside.solved.approximate().is_some_and(|chance| chance > 0.0));
    seats.chain(others.filter_map(|(label, beside)| Dot::compared(label.to_owned(), beside, true))).collect()
}

/// `33.33 %`.
fn percents(number: f64) -> String {
    double(number / 100.0).map_or_else(String::new, |share| percent(&share))
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
            let ends = match (&figure.posterior, &figure.solved) {
                (Some(posterior), _) => [posterior.credible.low, posterior.credible.high],
                (None, solved @ Figure::Simulated(_)) => solved.interval()?.0,
                _ => return None,
            };
            Some((f64::from(place), ends.map(|end| 100.0 * end)))
        });
        ends.collect()
    };
    if named.figures.iter().all(|figure| figure.solved.rational().is_none()) {
        return None;
    }
    let curve = |label: &str| Curve { around: around(), ..Curve::new(label.to_owned(), values(100.0)) };
    let Drawing { title, label, sum, along } = named.of.drawing?;
    let simulated = named.figures.iter().all(|figure| matches!(figure.solved, Figure::Simulated(_)));
    let title = if simulated { format!("{title}, simulated") } else { title.to_owned() };
    let mut curves = vec![curve(label)];
    curves.extend(sum.map(|label| {
        let mut so_far = 0.0;
        let within = values(100.0).into_iter().map(|(place, chance)| {
            so_far += chance;
            (place, so_far)
        });
        Curve::new(label.to_owned(), within.collect())
    }));
    Some(Panel::curves(title, curves, Mark::Points, along, "percent of the games"))
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
            [line(2, "95 % below"), line(1, "median"), line(0, "5 % below")]
        });
        let curves: Vec<Curve> = curves.collect();
        return vec![Panel::curves("Totals by lap, less their mean", curves, Mark::Points, "lap", "points")];
    }
    let bands = |progress: &Progress| {
        let steps = progress.points.first().map_or(0, |(_, chances)| chances.len());
        let title = format!("Steps made by {}, by its own casts", seats(&progress.seats));
        (steps > 1).then(|| Panel { title, content: Content::Bands(progress.points.clone()) })
    };
    answer.progress.iter().filter_map(bands).collect()
}
