//! Two sets of house rules of one game side by side.

use num_traits::Signed;

use super::{BalanceAnswer, SeatFigure};
use crate::analysis::between::minus;
use crate::analysis::{Figure, SpreadFigures, record};
use crate::exact::Enclosure;
use crate::games::Shown;
use crate::process::Swing;

/// A game with two sets of house rules, and the differences of its figures.
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// The answers for the first set and for the second.
    pub games: [Box<BalanceAnswer>; 2],
    /// The figures that both have, with their differences.
    pub differences: Vec<Difference>,
}

/// A figure with both sets of rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The figure.
    pub of: Item,
    /// The values with the first and with the second set.
    pub figures: [Figure; 2],
    /// The second value minus the first, with bounds or an interval; for estimates it keeps their confidence, since the deviation
    /// of a difference is at most the sum of both.
    pub difference: Figure,
}

/// A comparable figure of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its name in CSV.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// The seat, from 1.
    pub seat: Option<usize>,
    /// The level of a quantile or a chance, from 0 to 1.
    pub at: Option<f64>,
    /// The format.
    pub shown: Shown,
}

impl SideBySide {
    /// Compares the figures of two answers.
    pub fn new(first: BalanceAnswer, second: BalanceAnswer) -> Self {
        let mut others = items(&second);
        let differences = items(&first).into_iter().filter_map(|(of, one)| {
            let index = others.iter().position(|(other, _)| *other == of)?;
            let (_, other) = others.swap_remove(index);
            Some(Difference { of, difference: around_nothing(minus(&other, &one)), figures: [one, other] })
        });
        let differences = differences.collect();
        Self { games: [Box::new(first), Box::new(second)], differences }
    }
}

/// The figures of a game that rules can change, in display order.
fn items(answer: &BalanceAnswer) -> Vec<(Item, Figure)> {
    let mut items: Vec<(Item, Figure)> = Vec::new();
    let item = |name, title: &str, shown| Item { name, title: title.to_owned(), seat: None, at: None, shown };
    let has_throws = answer.setting.game.has_throws(&answer.setting.rules);
    for seat in &answer.seats {
        let of_seat = |item| Item { seat: Some(seat.seat), ..item };
        items.push((of_seat(item("win_share", "Wins", Shown::Percent)), seat.share.solved.clone()));
        let is_compared = |of: &SeatFigure| {
            of.is_compared && (has_throws || ![SeatFigure::SUSPENSE, SeatFigure::SURPRISE].contains(of))
        };
        let compared = seat.figures.iter().filter(|(of, _)| is_compared(of));
        let compared =
            compared.map(|(of, figure)| (of_seat(item(of.name, of.title, of.shown)), figure.solved.clone()));
        items.extend(compared);
    }
    items.push((item("nobody", "Nobody wins", Shown::Percent), answer.nobody.clone()));
    if answer.seats.len() > 1 {
        let title = "Evenness (100 %: all seats win equally often)";
        items.push((item("balance", title, Shown::Percent), answer.balance.clone()));
    }
    let counted_in = answer.setting.counted_in().title();
    items.extend(of_spread(["length_mean", "length_sd", "length_quantile"], counted_in, &answer.length));
    items.extend(of_spread(["minutes_mean", "minutes_sd", "minutes_quantile"], "Minutes", &answer.minutes));
    items.push((item("completion", "The game ends", Shown::Percent), answer.completion.clone()));
    if has_throws {
        let of_game = |swing: &Swing| !matches!(swing, Swing::Suspense | Swing::Surprise);
        items.extend(Swing::ALL.into_iter().filter(of_game).map(|swing| {
            let at = swing.comeback_from();
            let name = if at.is_some() { "comeback" } else { swing.name() };
            let shown = if swing.is_part() { Shown::Percent } else { Shown::Plain };
            (Item { at, ..item(name, swing.title(), shown) }, answer.swings.of(swing).clone())
        }));
    }
    items
}

/// A difference below the error of both figures: 0, within that error.
fn around_nothing(difference: Figure) -> Figure {
    match difference {
        Figure::Numerical(bounds) if !bounds.low().is_positive() && !bounds.high().is_negative() => {
            let most = bounds.high().clone().max(-bounds.low().clone());
            Figure::Numerical(Enclosure::between(-most.clone(), most))
        }
        other => other,
    }
}

/// The mean, deviation and quantiles of a spread.
fn of_spread(
    [mean, sd, quantile]: [&'static str; 3],
    unit: &str,
    spread: &SpreadFigures,
) -> Vec<(Item, Figure)> {
    let item = |name, what: &str, at| {
        let title = format!("{unit}, {what}");
        Item { name, title, seat: None, at, shown: Shown::Whole }
    };
    let ends = [(item(mean, "mean", None), &spread.mean.solved), (item(sd, "deviation", None), &spread.sd)];
    let quantiles = spread.quantiles.iter().map(|found| {
        let level = f64::from(found.percent) / 100.0;
        let what = if found.percent == 50 { "median".to_owned() } else { format!("{} %", found.percent) };
        (item(quantile, &what, Some(level)), &found.number)
    });
    ends.into_iter().chain(quantiles).map(|(item, figure)| (item, figure.clone())).collect()
}

record!(Difference, found =>
    "figure": found.of.name,
    "seat"?: found.of.seat,
    "at"?: found.of.at,
    "difference": found.difference,
);
