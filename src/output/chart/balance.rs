//! Pictures of how a game goes: who wins, one game cast by cast, and how long it takes.

use num_traits::ToPrimitive;

use super::panels::{Bar, Curve, Panel, draw, scaled_law_panel};
use super::{ChartError, ChartFormat, Picture};
use crate::analysis::{BalanceAnswer, Figure, SeatBalance};
use crate::output::number::{percent, signed};
use crate::output::verdicts::Names;
use crate::output::wins::heading;

impl Picture for [BalanceAnswer] {
    fn picture(&self, format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        match self {
            [answer] => picture(answer, Names::default(), format),
            _ => Err(ChartError::Nothing("a chart of the balance shows one game; ask for each by itself")),
        }
    }
}

/// A picture of one game, its seats called by these names.
pub(crate) fn picture(
    answer: &BalanceAnswer,
    names: Names<'_>,
    format: ChartFormat,
) -> Result<Vec<u8>, ChartError> {
    let mut panels = vec![Panel::Bars {
        title: "Wins".to_owned(),
        bars: answer.seats.iter().filter_map(|seat| win_bar(seat, names)).collect(),
        unit: "percent",
    }];
    let nets: Vec<Bar> = answer.seats.iter().filter_map(|seat| net_bar(seat, names)).collect();
    if nets.iter().any(|bar| bar.value != 0.0) {
        panels.push(Panel::Bars {
            title: "Coins gained or lost in a game".to_owned(),
            bars: nets,
            unit: "coins",
        });
    }
    panels.extend(story(answer, names));
    panels.extend(over_by(answer));
    draw(&heading(&answer.setting, "how it goes"), &panels)?.encode(format)
}

fn number(figure: &Figure) -> Option<f64> {
    figure.rational()?.to_f64()
}

fn interval(figure: &Figure, credible: Option<(f64, f64)>, scale: f64) -> Option<(f64, f64)> {
    let ends = match figure {
        Figure::Simulated(estimate) => Some((estimate.low, estimate.high)),
        _ => credible.filter(|(_, high)| high.is_finite()),
    };
    ends.map(|(low, high)| (low * scale, high * scale))
}

fn win_bar(seat: &SeatBalance, names: Names<'_>) -> Option<Bar> {
    let share = &seat.share;
    let credible =
        share.posterior.as_ref().map(|posterior| (posterior.credible.low, posterior.credible.high));
    Some(Bar {
        label: names.of(seat.seat),
        value: 100.0 * number(&share.solved)?,
        shown: percent(&share.solved),
        interval: interval(&share.solved, credible, 100.0),
    })
}

fn net_bar(seat: &SeatBalance, names: Names<'_>) -> Option<Bar> {
    let net = &seat.coins.as_ref()?.net;
    let credible = net.posterior.as_ref().map(|posterior| (posterior.credible.low, posterior.credible.high));
    Some(Bar {
        label: names.of(seat.seat),
        value: number(&net.solved)?,
        shown: signed(&net.solved).replace('−', "-"),
        interval: interval(&net.solved, credible, 1.0),
    })
}

/// How likely the game is over after so many minutes.
pub(in crate::output) fn over_by(answer: &BalanceAnswer) -> Option<Panel> {
    let pace = answer.question.pace.to_f64().unwrap_or(0.0) / 60.0;
    scaled_law_panel("Over after so many minutes", "minutes", &answer.wins.length, pace)
}

/// One game, cast by cast.
pub(in crate::output) fn story(answer: &BalanceAnswer, names: Names<'_>) -> Option<Panel> {
    let story = answer.story.as_ref().filter(|story| story.points.len() > 2)?;
    let curve = |seat: usize| {
        let point = |(throws, chances): &(u64, Vec<f64>)| Some((throws.to_f64()?, 100.0 * chances[seat]));
        Curve::new(names.of(seat + 1), story.points.iter().filter_map(point).collect())
    };
    let curves: Vec<Curve> = (0..answer.seats.len()).map(curve).collect();
    // Chances that never move are no story.
    let moves =
        |curve: &Curve| curve.points.iter().any(|(_, chance)| (chance - curve.points[0].1).abs() > 1e-9);
    curves.iter().any(moves).then(|| Panel::Curves {
        title: "One game, played by chance: every seat's chance to win as it went along".to_owned(),
        curves,
        x: "casts".to_owned(),
        y: "percent",
    })
}
