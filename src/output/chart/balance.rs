//! Pictures of how a game goes: who wins, one game cast by cast, and how long it takes.

use num_traits::ToPrimitive;

use super::canvas::Canvas;
use super::games::{nets as net_panel, shares};
use super::panels::{self, Curve, Dot, Mark, Panel, law_panel};
use super::{ChartError, Picture};
use crate::analysis::{BalanceAnswer, SeatBalance, SideBySide};
use crate::output::verdicts::Names;
use crate::output::wins::heading;
use crate::output::words::capitalised;

impl Picture for [BalanceAnswer] {
    fn draw(&self) -> Result<Canvas, ChartError> {
        match self {
            [answer] => draw(answer, Names::default()),
            _ => Err(ChartError::Nothing("a chart of the balance shows one game; ask for each by itself")),
        }
    }
}

impl Picture for SideBySide {
    fn draw(&self) -> Result<Canvas, ChartError> {
        Err(ChartError::Nothing(
            "a chart of the balance shows one game by one set of rules; leave out --versus",
        ))
    }
}

/// A picture of one game, its seats called by these names.
pub(crate) fn draw(answer: &BalanceAnswer, names: Names<'_>) -> Result<Canvas, ChartError> {
    panels::draw(&heading(&answer.setting, "balance and length"), &panels_of(answer, names))
}

/// Whether there is anything to be seen in a picture of a game.
pub(crate) fn has_picture(answer: &BalanceAnswer) -> bool {
    !panels_of(answer, Names::default()).is_empty()
}

fn panels_of(answer: &BalanceAnswer, names: Names<'_>) -> Vec<Panel> {
    let wins = answer.seats.iter().filter_map(|seat| Dot::compared(names.of(seat.seat), &seat.share, true));
    let wins: Vec<Dot> = if answer.is_never_won() { Vec::new() } else { wins.collect() };
    let mut panels = Vec::from_iter(shares("Wins", wins, answer.seats.len(), &answer.nobody));
    let net = |seat: &SeatBalance| Dot::compared(names.of(seat.seat), &seat.coins.as_ref()?.net, false);
    let money = answer.setting.money();
    let nets: Vec<Dot> = answer.seats.iter().filter_map(net).collect();
    if nets.iter().any(|dot| dot.value != 0.0) {
        panels.push(net_panel(format!("{} gained or lost in a game", capitalised(money)), money, nets));
    }
    panels.extend(story(answer, names));
    panels.extend(over_by(answer));
    panels
}

/// How likely the game is over after so many minutes, or hours where it takes many.
pub(crate) fn over_by(answer: &BalanceAnswer) -> Option<Panel> {
    const LONG: f64 = 300.0;
    let each = answer.minutes_each().to_f64().unwrap_or(0.0);
    let most = answer.minutes.quantiles.iter().filter_map(|quantile| quantile.number.approximate());
    if most.fold(0.0, f64::max) > LONG {
        law_panel("Games finished within so many hours", "hours", &answer.wins.length, each / 60.0)
    } else {
        law_panel("Games finished within so many minutes", "minutes", &answer.wins.length, each)
    }
}

/// One game, cast by cast.
pub(crate) fn story(answer: &BalanceAnswer, names: Names<'_>) -> Option<Panel> {
    let story = answer.story.as_ref().filter(|story| story.points.len() > 2)?;
    let curve = |seat: usize| {
        let point = |(throws, chances): &(u64, Vec<f64>)| Some((throws.to_f64()?, 100.0 * chances[seat]));
        Curve::new(names.of(seat + 1), story.points.iter().filter_map(point).collect())
    };
    let curves: Vec<Curve> = (0..answer.seats.len()).map(curve).collect();
    // Chances that never move are no story.
    let moves =
        |curve: &Curve| curve.points.iter().any(|(_, chance)| (chance - curve.points[0].1).abs() > 1e-9);
    let title = match curves.as_slice() {
        [_] => "One simulated game: the chance to win as it went along",
        _ => "One simulated game: every seat's chance to win as it went along",
    };
    curves
        .iter()
        .any(moves)
        .then(|| Panel::curves(title, curves, Mark::Steps, answer.setting.counted_in().name(), "percent"))
}
