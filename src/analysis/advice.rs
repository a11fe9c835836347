//! What is best at a position, and the card that says it for every situation.

use super::{Figure, Setting, record};
use crate::games::{Advice, Advised, CastAdvice, OptionValue, Strategy};

/// What is best at a position, and what all else is worth.
#[derive(Clone, Debug)]
pub struct AdviceAnswer {
    /// The table.
    pub setting: Setting,
    /// The position, spelled out.
    pub position: String,
    /// The seat that decides, from 1.
    pub seat: usize,
    /// What it can expect with best play.
    pub value: Figure,
    /// What can be done, or what to do with each cast that can be thrown.
    pub lines: AdviceLines,
    /// Whether it is said why.
    pub explained: bool,
}

/// What is advised.
#[derive(Clone, Debug)]
pub enum AdviceLines {
    /// What can be done now.
    Options(Vec<OptionAdvice>),
    /// What is best with each cast.
    Casts(Vec<CardLine>),
}

/// Something that can be done.
#[derive(Clone, Debug)]
pub struct OptionAdvice {
    /// What is done.
    pub option: String,
    /// What it is worth.
    pub value: Figure,
    /// Whether it is what best play does.
    pub best: bool,
    /// Why one does it.
    pub why: String,
}

/// What is best with a cast.
#[derive(Clone, Debug)]
pub struct CardLine {
    /// The cast.
    pub cast: String,
    /// What is done with it.
    pub option: String,
    /// What it is worth.
    pub value: Figure,
}

fn card_lines(casts: Vec<CastAdvice>) -> Vec<CardLine> {
    let line = |CastAdvice { cast, option, value }| CardLine { cast, option, value: value.into() };
    casts.into_iter().map(line).collect()
}

impl AdviceAnswer {
    /// What was advised at a table; why, if it is wanted.
    pub fn new(setting: Setting, advice: Advice, explained: bool) -> Self {
        let option = |OptionValue { option, value, best, why }| OptionAdvice {
            option,
            value: value.into(),
            best,
            why,
        };
        let lines = match advice.advised {
            Advised::Options(options) => AdviceLines::Options(options.into_iter().map(option).collect()),
            Advised::Casts(casts) => AdviceLines::Casts(card_lines(casts)),
        };
        let Advice { position, seat, value, .. } = advice;
        Self { setting, position, seat, value: value.into(), lines, explained }
    }

    /// What can be done, if that is what was asked.
    pub fn options(&self) -> Option<&[OptionAdvice]> {
        if let AdviceLines::Options(options) = &self.lines { Some(options) } else { None }
    }

    /// What is best with each cast, if that is what was asked.
    pub fn casts(&self) -> Option<&[CardLine]> {
        if let AdviceLines::Casts(casts) = &self.lines { Some(casts) } else { None }
    }

    /// What best play does, where there is one thing that it does.
    pub fn best(&self) -> Option<&OptionAdvice> {
        self.options()?.iter().find(|option| option.best)
    }
}

record!(AdviceAnswer, answer =>
    ..answer.setting,
    "position": answer.position,
    "turn": answer.seat,
    "value": answer.value,
    "options"?: answer.options().map(|options| options.iter().map(|option| Explained(option, answer.explained)).collect::<Vec<_>>()),
    "casts"?: answer.casts(),
    "best"?: answer.best().map(|best| &best.option),
    "bones"?: answer.setting.bones_if_used(),
);

struct Explained<'a>(&'a OptionAdvice, bool);

record!(Explained<'_>, Self(option, explained) =>
    "option": option.option,
    "do": option.option,
    "probability": if option.best { 1.0 } else { 0.0 },
    "value": option.value,
    "why"?: (*explained && !option.why.is_empty()).then_some(&option.why),
);

record!(CardLine, line =>
    "cast": line.cast,
    "option": line.option,
    "value": line.value,
);

/// What best play does in one situation.
#[derive(Clone, Debug)]
pub struct Card {
    /// The situation, as a position is written.
    pub position: String,
    /// What is done with each cast.
    pub casts: Vec<CardLine>,
}

/// The card: what best play does in every situation that matters.
#[derive(Clone, Debug)]
pub struct StrategyAnswer {
    /// The table.
    pub setting: Setting,
    /// The situations.
    pub cards: Vec<Card>,
    /// What each seat loses if it plays from the card, and all others their best.
    pub card_cost: Vec<Figure>,
}

impl StrategyAnswer {
    /// The card of a table.
    pub fn new(setting: Setting, strategy: Strategy) -> Self {
        let card = |(position, casts)| Card { position, casts: card_lines(casts) };
        Self {
            setting,
            cards: strategy.cards.into_iter().map(card).collect(),
            card_cost: strategy.card_cost.into_iter().map(Figure::from).collect(),
        }
    }

    /// Whether best play ever does anything but stand.
    pub fn has_choices(&self) -> bool {
        self.cards.iter().flat_map(|card| &card.casts).any(|line| line.option != "stand")
    }

    /// The situations of each seat that decides, from the first on, neighbours with the same advice together.
    pub fn columns(&self) -> Vec<(String, Vec<CardColumn<'_>>)> {
        let mut seats: Vec<(String, Vec<CardColumn<'_>>)> = Vec::new();
        for card in &self.cards {
            let (seat, best) = card.position.split_once(" best=").unwrap_or((&card.position, ""));
            if seats.last().is_none_or(|(last, _)| last != seat) {
                seats.push((seat.to_owned(), Vec::new()));
            }
            let Some((_, columns)) = seats.last_mut() else { continue };
            let advice = |card: &Card| card.casts.iter().map(|line| line.option.clone()).collect::<Vec<_>>();
            match columns.last_mut().filter(|column| advice(column.card) == advice(card)) {
                Some(column) => column.best.push(best),
                None => columns.push(CardColumn { best: vec![best], card }),
            }
        }
        seats
    }
}

/// Situations of one seat in which the same is advised.
#[derive(Clone, Debug)]
pub struct CardColumn<'a> {
    /// The best casts so far; empty for the first seat, `-` where nobody has scored.
    pub best: Vec<&'a str>,
    /// What is advised.
    pub card: &'a Card,
}

record!(Card, card =>
    "position": card.position,
    "casts": card.casts,
);

struct CardFigures<'a>(&'a [Figure]);

record!(CardFigures<'_>, Self(card_cost) =>
    "card_cost": card_cost,
);

record!(StrategyAnswer, answer =>
    ..answer.setting,
    "cards": answer.cards,
    "figures": CardFigures(&answer.card_cost),
    "bones"?: answer.setting.bones_if_used(),
);
