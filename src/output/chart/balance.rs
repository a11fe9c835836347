//! Charts of `balance`: who wins, one game cast by cast, and how long it takes; several games, or several sets of rules, side
//! by side.

use num_traits::ToPrimitive;

use super::curves::{Curve, Mark};
use super::dots::{Dot, Labelled};
use super::games::{nets, shares, winners};
use super::panels::{self, Layout, OF_THE_GAMES, Panel, distribution, distribution_panel};
use super::{ChartError, Picture, at_most};
use crate::analysis::{BalanceAnswer, SeatBalance, SeatFigure, SideBySide};
use crate::output::side_by_side::{SETS, rules};
use crate::output::verdicts::Names;
use crate::output::wins::heading;
use crate::output::words::capitalised;

impl Picture for [BalanceAnswer] {
    fn layout(&self) -> Result<Layout, ChartError> {
        at_most(self.len(), "games")?;
        if let [answer] = self {
            return layout(answer, Names::default());
        }
        let name = |answer: &BalanceAnswer| heading(&answer.setting, "")[0].trim_end_matches(": ").to_owned();
        let named: Vec<(String, &BalanceAnswer)> = self.iter().map(|answer| (name(answer), answer)).collect();
        let names: Vec<String> = named.iter().map(|(name, _)| name.clone()).collect();
        let mut lines = vec!["Games side by side: balance and length".to_owned()];
        for line in self.iter().flat_map(|answer| heading(&answer.setting, "").split_off(1)) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        panels::layout(&lines, &names, panels_of(&named, Names::default()))
    }
}

impl Picture for SideBySide {
    fn layout(&self) -> Result<Layout, ChartError> {
        let names = SETS.into_iter().zip(&self.games);
        let names: Vec<String> =
            names.map(|(set, game)| format!("{set}: {}", rules(&game.setting))).collect();
        let named: Vec<(String, &BalanceAnswer)> =
            SETS.map(str::to_owned).into_iter().zip(self.games.iter().map(Box::as_ref)).collect();
        let mut lines = heading(&self.games[0].setting, "two sets of house rules side by side");
        lines.retain(|line| !line.starts_with("House rules: "));
        panels::layout(&lines, &names, panels_of(&named, Names::default()))
    }
}

/// A chart of one game, with the names of its seats.
pub(crate) fn layout(answer: &BalanceAnswer, names: Names<'_>) -> Result<Layout, ChartError> {
    let panels = panels_of(&[(String::new(), answer)], names);
    panels::layout(&heading(&answer.setting, "balance and length"), &[], panels)
}

/// Whether a chart of a game would show anything.
pub(crate) fn has_picture(answer: &BalanceAnswer) -> bool {
    !panels_of(&[(String::new(), answer)], Names::default()).is_empty()
}

/// The panels of several games, each with its label.
fn panels_of(games: &[(String, &BalanceAnswer)], names: Names<'_>) -> Vec<Panel> {
    let wins = games.iter().map(|(_, answer)| {
        let seats = answer.seats.iter().map(|seat| (names.of(seat.seat), &seat.share));
        winners(seats, &answer.wins)
    });
    let even = games.iter().map(|(_, answer)| answer.wins.even_share());
    let mut panels = Vec::from_iter(shares("Wins", wins.collect(), even));
    let money = games.iter().map(|(_, answer)| answer.setting.money());
    let money = money.reduce(|one, other| if one == other { one } else { "coins" }).unwrap_or("coins");
    let net =
        |seat: &SeatBalance| Some((names.of(seat.seat), Dot::compared(seat.get(SeatFigure::NET)?, false)));
    let net = |(_, answer): &(String, &BalanceAnswer)| answer.seats.iter().filter_map(net).collect();
    let net: Vec<Vec<Labelled>> = games.iter().map(net).collect();
    if net.iter().flatten().any(|(_, dot)| dot.value != Some(0.0)) {
        panels.push(nets(format!("{} gained or lost in a game", capitalised(money)), money, net));
    }
    if let [(_, answer)] = games {
        panels.extend(story(answer, names));
    }
    panels.extend(over_by(games));
    panels
}

/// The chance that games are over within n minutes, or hours if one of them is long.
pub(crate) fn over_by(games: &[(String, &BalanceAnswer)]) -> Option<Panel> {
    const LONG: f64 = 300.0;
    let minutes = games.iter().flat_map(|(_, answer)| &answer.minutes.quantiles);
    let most = minutes.filter_map(|quantile| quantile.number.approximate()).fold(0.0, f64::max);
    let (unit, minutes) = if most > LONG { ("hours", 60.0) } else { ("minutes", 1.0) };
    let curve = |(name, answer): &(String, &BalanceAnswer)| {
        distribution(
            name.clone(),
            &answer.wins.length,
            answer.minutes_each().to_f64().unwrap_or(0.0) / minutes,
        )
    };
    let simulated = games.iter().all(|(_, answer)| answer.wins.length.pmf.is_none());
    let curves = games.iter().map(curve).collect();
    distribution_panel(
        &format!("Percentage of games finished within n {unit}"),
        unit,
        OF_THE_GAMES,
        curves,
        simulated,
    )
}

/// One game, cast by cast, unless a single cast decides it.
pub(crate) fn story(answer: &BalanceAnswer, names: Names<'_>) -> Option<Panel> {
    let points = &answer.story.as_ref()?.points;
    let moves = |before: &[f64], after: &[f64]| {
        before.iter().zip(after).any(|(before, after)| (before - after).abs() > 1e-9)
    };
    if points.windows(2).filter(|pair| moves(&pair[0].1, &pair[1].1)).count() < 2 {
        return None;
    }
    let curve = |seat: usize| {
        let point = |(throws, chances): &(u64, Vec<f64>)| Some((throws.to_f64()?, 100.0 * chances[seat]));
        Curve::new(names.of(seat + 1), points.iter().filter_map(point).collect())
    };
    let curves: Vec<Curve> = (0..answer.seats.len()).map(curve).collect();
    let title = match curves.as_slice() {
        [_] => "One simulated game: the chance of winning as the game went on",
        _ => "One simulated game: each seat's chance of winning as the game went on",
    };
    Some(Panel::curves(title, curves, Mark::Steps, answer.setting.counted_in().name(), "percent"))
}
