//! The card of best play in every situation.

use super::{Setting, record};
use crate::games::{Situation, Strategy, StrategyTables};

/// The card of best play in every relevant situation.
#[derive(Clone, Debug)]
pub struct StrategyAnswer {
    /// The table.
    pub setting: Setting,
    /// The card.
    pub card: Strategy,
}

impl StrategyAnswer {
    /// The situations with one option for every cast, if the card has this form.
    pub fn cards(&self) -> &[Situation] {
        if let Strategy::Casts(cards) = &self.card { cards } else { &[] }
    }

    /// The tables, if the card has this form.
    pub const fn tables(&self) -> Option<&StrategyTables> {
        if let Strategy::Tables(tables) = &self.card { Some(tables) } else { None }
    }

    /// Whether best play ever changes a cast.
    pub fn has_choices(&self) -> bool {
        let mut lines = self.cards().iter().flat_map(|card| &card.casts);
        self.tables().is_some() || lines.any(|line| !line.is_idle)
    }

    /// The situations of each seat with decisions, from the first on; neighbours with the same advice are merged.
    pub fn columns(&self) -> Vec<(&str, Vec<CardColumn<'_>>)> {
        let mut seats: Vec<(&str, Vec<CardColumn<'_>>)> = Vec::new();
        for card in self.cards() {
            if seats.last().is_none_or(|(last, _)| *last != card.seat) {
                seats.push((&card.seat, Vec::new()));
            }
            let Some((_, columns)) = seats.last_mut() else { continue };
            let best = card.best.as_deref();
            let said =
                |card: &Situation| card.casts.iter().map(|line| line.option.clone()).collect::<Vec<_>>();
            match columns.last_mut().filter(|column| said(column.card) == said(card)) {
                Some(column) => column.best.extend(best),
                None => columns.push(CardColumn { best: best.into_iter().collect(), card }),
            }
        }
        seats
    }
}

/// Situations of one seat with the same advice.
#[derive(Clone, Debug)]
pub struct CardColumn<'a> {
    /// The best casts so far, `-` if nobody has scored; empty for the first seat.
    pub best: Vec<&'a str>,
    /// The advice.
    pub card: &'a Situation,
}

record!(StrategyAnswer, answer =>
    ..answer.setting,
    ..answer.card,
    "bones"?: answer.setting.bones_if_used(),
);
