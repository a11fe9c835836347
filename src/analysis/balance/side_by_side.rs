//! Two sets of house rules of one game side by side.

use num_traits::Signed;

use super::BalanceAnswer;
use crate::analysis::between::minus;
use crate::analysis::{Figure, SpreadFigures, record};
use crate::exact::Enclosure;
use crate::process::Swing;

/// A game by two sets of house rules, and how its figures differ.
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// By the first set and by the second, each as it is answered alone.
    pub games: [BalanceAnswer; 2],
    /// The figures that both have.
    pub differences: Vec<Difference>,
}

/// A figure by both sets of rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which.
    pub of: Item,
    /// By the first and by the second set.
    pub figures: [Figure; 2],
    /// The second less the first, as sure as both are; of estimates it holds with their confidence, since the deviation of
    /// a difference is no more than that of both together.
    pub difference: Figure,
}

/// Which figure of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its name, as in CSV.
    pub name: &'static str,
    /// The seat, from 1.
    pub seat: Option<usize>,
    /// The level of a quantile or a chance, from 0 to 1.
    pub at: Option<f64>,
    /// Whether it is a probability, or a part of something.
    pub is_part: bool,
}

impl SideBySide {
    /// Holds the figures of two answers against one another.
    pub fn new(first: BalanceAnswer, second: BalanceAnswer) -> Self {
        let mut others = items(&second);
        let differences = items(&first).into_iter().filter_map(|(of, one)| {
            let place = others.iter().position(|(other, _)| *other == of)?;
            let (_, other) = others.swap_remove(place);
            Some(Difference { of, difference: around_nothing(minus(&other, &one)), figures: [one, other] })
        });
        let differences = differences.collect();
        Self { games: [first, second], differences }
    }
}

/// The figures of a game that rules can change, in the order in which they are told.
fn items(answer: &BalanceAnswer) -> Vec<(Item, Figure)> {
    let mut items: Vec<(Item, Figure)> = Vec::new();
    let item = |name, is_part| Item { name, seat: None, at: None, is_part };
    for seat in &answer.seats {
        let mut add = |name, is_part, figure: &Figure| {
            items.push((Item { seat: Some(seat.seat), ..item(name, is_part) }, figure.clone()));
        };
        add("win_share", true, &seat.share.solved);
        if let Some(coins) = &seat.coins {
            add("net", false, &coins.net.solved);
            add("net_sd", false, &coins.net_sd);
            add("element_of_risk", true, &coins.element_of_risk);
        }
        if let Some(ruined) = &seat.ruined {
            add("ruined", true, &ruined.solved);
        }
        if answer.setting.game.has_throws(&answer.setting.rules) {
            add("suspense", false, &seat.suspense);
            add("surprise", false, &seat.surprise);
        }
    }
    items.push((item("nobody", true), answer.nobody.clone()));
    if answer.seats.len() > 1 {
        items.push((item("balance", true), answer.balance.clone()));
    }
    let spreads = [
        (["length_mean", "length_sd", "length_quantile"], &answer.length),
        (["minutes_mean", "minutes_sd", "minutes_quantile"], &answer.minutes),
    ];
    for ([mean, sd, quantile], spread) in spreads {
        items.extend(of_spread([item(mean, false), item(sd, false), item(quantile, false)], spread));
    }
    items.push((item("completion", true), answer.completion.clone()));
    if answer.setting.game.has_throws(&answer.setting.rules) {
        let of_game = |swing: &Swing| !matches!(swing, Swing::Suspense | Swing::Surprise);
        items.extend(Swing::ALL.into_iter().filter(of_game).map(|swing| {
            let name = if swing.comeback_from().is_some() { "comeback" } else { swing.name() };
            let at = swing.comeback_from();
            (Item { at, ..item(name, swing.is_part()) }, answer.swings.of(swing).clone())
        }));
    }
    items
}

/// A difference of which only the error of both figures is known: none, within that error.
fn around_nothing(difference: Figure) -> Figure {
    match difference {
        Figure::Numerical(bounds) if !bounds.low().is_positive() && !bounds.high().is_negative() => {
            let most = bounds.high().clone().max(-bounds.low().clone());
            Figure::Numerical(Enclosure::between(-most.clone(), most))
        }
        other => other,
    }
}

/// Mean, deviation and quantiles.
fn of_spread([mean, sd, quantile]: [Item; 3], spread: &SpreadFigures) -> Vec<(Item, Figure)> {
    let ends = [(mean, spread.mean.solved.clone()), (sd, spread.sd.clone())];
    let quantiles = spread.quantiles.iter().map(|found| {
        (Item { at: Some(f64::from(found.percent) / 100.0), ..quantile.clone() }, found.number.clone())
    });
    ends.into_iter().chain(quantiles).collect()
}

record!(Difference, found =>
    "figure": found.of.name,
    "seat"?: found.of.seat,
    "at"?: found.of.at,
    "difference": found.difference,
);
