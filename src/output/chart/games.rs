//! Charts of `win` and `pot`: who wins with its interval, the distribution of the length or the pot, and the special figures of
//! each game.

use num_traits::ToPrimitive;

use super::curves::{Curve, Mark};
use super::dots::{Dot, Labelled, Reference};
use super::panels::{Layout, OF_THE_GAMES, Panel, distribution, distribution_panel, layout};
use super::{ChartError, Picture};
use crate::analysis::{
    Compared, EveningAnswer, Figure, GamePosterior, NamedFigures, PmfRow, PotAnswer, SeatCoins, SeatEvening,
    SpreadFigures, WinAnswer,
};
use crate::output::number::percent;
use crate::output::posterior::column;
use crate::output::wins::{MOST_VALUES, asked, heading, title_of};
use crate::process::Drawing;

impl Picture for WinAnswer {
    fn layout(&self) -> Result<Layout, ChartError> {
        let solved = self.seats.iter().any(|seat| seat.share.is_solved());
        let title = with_interval("Wins", solved, self.posterior.as_ref());
        let mut lines = heading(&self.setting, asked(self));
        // A single seat's wins are one number, so it goes into the title.
        if let [one] = self.seats.as_slice()
            && !self.is_but_figures()
        {
            let won = if self.setting.is_mere_chance() { "It happens" } else { "Won" };
            lines.insert(1, format!("{won} in {} of the games", percent(&one.share.solved)));
        }
        let seats = self.seats.iter().map(|seat| (format!("Seat {}", seat.seat), &seat.share));
        let wins = vec![winners(seats, self)];
        let mut panels = Vec::from_iter(shares(title, wins, std::iter::once(self.even_share())));
        panels.extend(self.figures.iter().filter_map(own_panel));
        panels.extend(progress_panel(self));
        panels.extend(self.scores.iter().filter_map(|score| {
            values(&title_of(score), &score.spread).or_else(|| {
                let curve = distribution(String::new(), &score.spread, 1.0);
                distribution_panel(
                    &format!("{}: at most n", score.of.title),
                    "n",
                    "percent of these games",
                    vec![curve],
                    false,
                )
            })
        }));
        let title = self.setting.counted_in().over_after(self.seats.len());
        let curve = distribution(String::new(), &self.length, 1.0);
        let unit = self.setting.counted_in().name();
        panels.extend(distribution_panel(&title, unit, OF_THE_GAMES, vec![curve], self.length.pmf.is_none()));
        layout(&lines, &[], panels)
    }
}

impl Picture for PotAnswer {
    fn layout(&self) -> Result<Layout, ChartError> {
        let net = |seat: &SeatCoins| (format!("Seat {}", seat.seat), Dot::compared(&seat.net, false));
        let solved = self.seats.iter().any(|seat| seat.net.is_solved());
        let title = with_interval("Net of each seat", solved, self.posterior.as_ref());
        let money = self.setting.money();
        let mut panels = vec![nets(title, money, vec![self.seats.iter().map(net).collect()])];
        panels.extend(
            self.seats
                .iter()
                .filter_map(|seat| values(&format!("Net of seat {}", seat.seat), seat.net_spread.as_ref()?)),
        );
        panels.extend(self.evening.as_ref().and_then(ruin));
        let pots = vec![distribution(String::new(), &self.pot, 1.0)];
        let title = format!("Pots of at most n {money}");
        panels.extend(distribution_panel(&title, money, OF_THE_GAMES, pots, self.pot.pmf.is_none()));
        layout(&heading(&self.setting, "the pot"), &[], panels)
    }
}

/// The chance of each value of a number as bars, if they are whole and not too many.
fn values(title: &str, spread: &SpreadFigures) -> Option<Panel> {
    let rows = PmfRow::all(spread.pmf.as_ref()?);
    let is_whole = rows.iter().all(|row| row.number.is_integer());
    if !is_whole || !(2..=MOST_VALUES).contains(&rows.len()) {
        return None;
    }
    let point = |row: &PmfRow| Some((row.number.to_f64()?, 100.0 * row.chance.approximate()?));
    let curve = Curve::new(String::new(), rows.iter().filter_map(point).collect());
    Some(Panel::curves(title, vec![curve], Mark::Bars, "n", "percent of these games"))
}

fn with_interval(what: &str, solved: bool, posterior: Option<&GamePosterior>) -> String {
    match posterior {
        Some(posterior) => {
            format!("{what}, with the interval of {}", column(posterior.level).title)
        }
        None if !solved => format!("{what}, simulated; dots with their intervals"),
        None => what.to_owned(),
    }
}

/// How often each seat wins, and, with several seats, how often nobody does.
pub(super) fn winners<'a>(
    seats: impl ExactSizeIterator<Item = (String, &'a Compared)>,
    answer: &'a WinAnswer,
) -> Vec<Labelled> {
    let several = seats.len() > 1;
    let nobody = several.then_some(("Nobody", &answer.nobody));
    let others = nobody.into_iter().chain([("Never ends", &answer.never)]);
    let others = others.filter(|(_, beside)| beside.solved.approximate().is_some_and(|chance| chance > 0.0));
    let others = others.map(|(label, beside)| (label.to_owned(), beside));
    seats.chain(others).map(|(label, beside)| (label, Dot::compared(beside, true))).collect()
}

/// Shares of the wins, with a line at the even share if it is the same for all series; nothing for a single number.
pub(super) fn shares(
    title: impl Into<String>,
    wins: Vec<Vec<Labelled>>,
    even: impl Iterator<Item = Figure>,
) -> Option<Panel> {
    let line = |even: &Figure| {
        Some(Reference { at: 100.0 * even.approximate()?, label: format!("even share, {}", percent(even)) })
    };
    let even: Vec<Figure> = even.collect();
    let reference = even.first().filter(|first| even.iter().all(|other| other == *first)).and_then(line);
    (wins.iter().map(Vec::len).sum::<usize>() > 1).then(|| Panel::dots(title, wins, "percent", reference))
}

/// What seats gain or lose, with a line at zero.
pub(super) fn nets(title: impl Into<String>, money: &'static str, nets: Vec<Vec<Labelled>>) -> Panel {
    let even = Reference { at: 0.0, label: "nothing gained or lost".to_owned() };
    Panel::dots(title, nets, money, Some(even))
}

/// The chance of each seat to be ruined by game n of an evening.
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

/// The panel of a special figure of a game.
fn own_panel(named: &NamedFigures) -> Option<Panel> {
    let Drawing { title, label, along } = named.of.drawing?;
    let dots = || (1..).map(f64::from).zip(named.figures.iter().map(|figure| Dot::compared(figure, true)));
    let points: Vec<(f64, f64)> = dots().filter_map(|(index, dot)| Some((index, dot.value?))).collect();
    let around = dots().filter_map(|(index, dot)| Some((index, dot.interval?))).collect();
    let simulated = named.figures.iter().all(|figure| matches!(figure.solved, Figure::Simulated(_)));
    let title = if simulated { format!("{title}, simulated") } else { title.to_owned() };
    let known = !points.is_empty();
    let curve = Curve { around, ..Curve::new(label.to_owned(), points) };
    known.then(|| Panel::curves(title, vec![curve], Mark::Points, along, OF_THE_GAMES))
}

/// The progress of the seats: the band of totals by lap.
fn progress_panel(answer: &WinAnswer) -> Option<Panel> {
    let seats = |seats: &[usize]| {
        let names: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
        match names.as_slice() {
            _ if seats.len() == answer.seats.len() => "every seat".to_owned(),
            [one] => format!("seat {one}"),
            several => format!("seats {}", several.join(", ")),
        }
    };
    (!answer.progress.is_empty()).then(|| {
        let curves = answer.progress.iter().map(|progress| {
            let median = progress.points.iter().map(|(lap, totals)| (*lap, totals[1]));
            let around = progress.points.iter().map(|(lap, totals)| (*lap, [totals[0], totals[2]]));
            Curve { around: around.collect(), ..Curve::new(seats(&progress.seats), median.collect()) }
        });
        let title = "Totals by lap minus their mean: median, and band of nine games in ten";
        Panel::curves(title, curves.collect(), Mark::Line, "lap", "points")
    })
}
