//! What is best at a position, and the card that says it for every situation, laid out.

use serde::Serialize;

use super::Answer;
use super::csv::Records;
use super::number::{fraction, signed};
use super::sheet::{Cell, Column, Rows, Section, Sheet};
use super::wins::{heading, notes};
use crate::analysis::{AdviceAnswer, AdviceLines, CardLine, StrategyAnswer};

impl Answer for AdviceAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut heading = heading(&self.setting, "what is best");
        heading.push(format!("Position: {}", self.position));
        let mut told = notes(&self.setting, None, None);
        let section = match &self.lines {
            AdviceLines::Options(options) => {
                if let Some(best) = self.best() {
                    told.insert(0, format!("Best: {}, worth {} coppers.", best.option, signed(&best.value)));
                }
                Rows::of(options)
                    .words("Option", |option| option.option.clone())
                    .numbers("Expected gain", |option| signed(&option.value))
                    .words("", |option| if option.best { "best" } else { "" })
                    .column(Column::numbers("Exactly").spare(1), |option| fraction(&option.value))
                    .column(self.explained.then(|| Column::words("Why")), |option| option.why.clone())
                    .section
            }
            AdviceLines::Casts(casts) => {
                told.insert(
                    0,
                    format!(
                        "Before the throw seat {} can expect {} coppers.",
                        self.seat,
                        signed(&self.value)
                    ),
                );
                Rows::of(casts)
                    .words("Cast", |line| line.cast.clone())
                    .words("Best", |line| line.option.clone())
                    .numbers("Expected gain", |line| signed(&line.value))
                    .column(Column::numbers("Exactly").spare(1), |line| fraction(&line.value))
                    .section
            }
        };
        let gain = "A gain is counted from here on, in coppers: what is paid already is gone.";
        told.push(gain.to_owned());
        vec![Sheet { heading, sections: vec![section], notes: told }]
    }

    fn records(&self) -> Records {
        const HEADER: [&str; 8] = ["cast", "option", "best", "value", "method", "exact", "error", "why"];
        let mut records = Records::new(HEADER);
        match &self.lines {
            AdviceLines::Options(options) => {
                for option in options {
                    let best = if option.best { "1" } else { "0" };
                    records.figure(&["", &option.option, best], &option.value, None);
                }
            }
            AdviceLines::Casts(casts) => {
                for CardLine { cast, option, value } in casts {
                    records.figure(&[cast, option, "1"], value, None);
                }
            }
        }
        records.leave_out_after(HEADER.len());
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}

/// What is done, as short as fits a card: `M 43` for `mercury 43`, and a dot for standing.
pub(super) fn short(option: &str) -> String {
    if option == "stand" {
        return "\u{b7}".to_owned();
    }
    let (first, rest) = option.split_once(' ').unwrap_or((option, ""));
    let letter: String = first.chars().take(1).flat_map(char::to_uppercase).collect();
    if rest.is_empty() { letter } else { format!("{letter} {rest}") }
}

/// What the short forms stand for.
pub(super) fn legend(answer: &StrategyAnswer) -> String {
    let mut words: Vec<&str> = Vec::new();
    for line in answer.cards.iter().flat_map(|card| &card.casts) {
        let word = line.option.split(' ').next().unwrap_or_default();
        if !words.contains(&word) && word != "stand" {
            words.push(word);
        }
    }
    words.sort_unstable();
    let word = |word: &&str| format!("{} {word}", short(word));
    let told: Vec<String> =
        std::iter::once("\u{b7} stand".to_owned()).chain(words.iter().map(word)).collect();
    format!("{}; digits are the faces that are thrown again.", told.join(", "))
}

/// What heads the situations of a seat that share a column.
pub(super) fn situations(best: &[&str]) -> String {
    match best {
        [] | [""] => "any".to_owned(),
        ["-"] => "none".to_owned(),
        ["-", rest @ ..] => format!("none, {}", situations(rest)),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}\u{2013}{last}"),
    }
}

impl Answer for StrategyAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let sections = self.columns().into_iter().map(|(seat, columns)| {
            let mut titles = vec![Column::words("Cast")];
            titles.extend(columns.iter().map(|column| Column::words(situations(&column.best))));
            let first = columns.first().is_some_and(|column| column.best == [""]);
            let title =
                if first { format!("Seat {seat}") } else { format!("Seat {seat}, by the best cast so far") };
            let mut section = Section::titled(title, titles);
            let casts = columns.first().map_or(0, |column| column.card.casts.len());
            for line in 0..casts {
                let cast = columns[0].card.casts[line].cast.clone();
                let advice = columns.iter().map(|column| short(&column.card.casts[line].option));
                section.row(std::iter::once(cast).chain(advice).map(Cell::from));
            }
            section
        });
        let mut notes = vec![legend(self)];
        let range =
            self.columns().iter().any(|(_, columns)| columns.iter().any(|column| column.best.len() > 1));
        if range {
            notes.push("Best casts with the same advice share a column.".to_owned());
        }
        for (seat, cost) in (1..).zip(&self.card_cost) {
            notes.push(format!(
                "Whoever plays from the card in seat {seat}, and not by what lies in the pot, loses {} coppers a round.",
                super::number::quantity(cost, "")
            ));
        }
        notes.extend(super::wins::notes(&self.setting, None, None));
        vec![Sheet { heading: heading(&self.setting, "the card"), sections: sections.collect(), notes }]
    }

    fn records(&self) -> Records {
        const HEADER: [&str; 8] = ["position", "cast", "option", "value", "method", "exact", "error", "why"];
        let mut records = Records::new(HEADER);
        for card in &self.cards {
            for CardLine { cast, option, value } in &card.casts {
                records.figure(&[&card.position, cast, option], value, None);
            }
        }
        for (seat, cost) in (1..).zip(&self.card_cost) {
            records.figure(&[&format!("card_cost {seat}"), "", ""], cost, None);
        }
        records.leave_out_after(HEADER.len());
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
