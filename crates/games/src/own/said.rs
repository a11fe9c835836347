//! The sentences of a file about its game, by the rules of a table.

use super::compiler::{Evaluated, RuleValue, Setting, evaluated};
use super::number::Num;
use super::problem::{Problem, Read};
use super::syntax::{About, Expr, File, Part, Said};
use super::throws::Thrown;
use super::{english, lasting};
use crate::kit::RulesCard;
use crate::kit::card::listed_if_different;
use tali_core::messages::plain;

/// A file at a table: its rules and seats.
#[derive(Clone, Copy)]
pub(super) struct Sayer<'a> {
    pub file: &'a File,
    pub rules: &'a [RuleValue],
    pub seats: usize,
}

/// The most rows of a sheet.
const MOST_ROWS: i64 = 1_000;

impl Sayer<'_> {
    fn evaluated(&self, expr: &Expr, thrown: Option<&Thrown>) -> Read<Evaluated> {
        evaluated(self.file, Setting { seats: self.seats, rules: self.rules, bones: &[] }, expr, thrown)
    }

    fn holds(&self, said: &Said, thrown: Option<&Thrown>) -> Read<bool> {
        let Some(condition) = &said.condition else { return Ok(true) };
        match self.evaluated(condition, thrown)? {
            Evaluated::Truth(holds) => Ok(holds),
            _ => Err(Problem::new(&condition.at, "a condition is needed here", "for instance: fee > 0")),
        }
    }

    fn text(&self, said: &Said, thrown: Option<&Thrown>) -> Read<String> {
        let part = |part: &Part| match part {
            Part::Words(words) => Ok(plain(words)),
            Part::Value(expr, forms) => {
                let evaluated = self.evaluated(expr, thrown)?;
                let form = forms.as_ref().map_or("", |[one, more]| {
                    if matches!(evaluated, Evaluated::Number(Num::Whole(1))) { one } else { more }
                });
                let space = if form.is_empty() { "" } else { " " };
                Ok(format!("{}{space}{}", spoken(&evaluated), plain(form)))
            }
        };
        said.text.it.iter().map(part).collect()
    }

    fn of(&self, about: About) -> impl Iterator<Item = &Said> {
        self.file.words.iter().filter(move |said| said.of == about)
    }

    /// All sentences on a subject by these rules.
    pub(super) fn lines(&self, about: About) -> Read<Vec<String>> {
        let mut lines = Vec::new();
        for said in self.of(about) {
            if self.holds(said, None)? {
                lines.push(self.text(said, None)?);
            }
        }
        Ok(lines)
    }

    /// The card; written from the turn if the file has none.
    pub(super) fn card(&self) -> Read<RulesCard> {
        let has_card =
            [About::SetUp, About::Turn, About::End].iter().any(|part| self.of(*part).next().is_some());
        let mut card = if has_card {
            RulesCard {
                set_up: self.lines(About::SetUp)?,
                turn: self.lines(About::Turn)?,
                end: self.lines(About::End)?,
                ..RulesCard::default()
            }
        } else {
            english::card(self.file, self.rules, self.seats)
        };
        if let Some(sheet) = &self.file.sheet {
            let rows = match self.evaluated(&sheet.rows, None)? {
                Evaluated::Number(Num::Whole(rows)) if (1..=MOST_ROWS).contains(&rows) => {
                    (1..=rows).map(|row| row.to_string()).collect()
                }
                Evaluated::List(rows) => rows.iter().map(Num::to_string).collect(),
                _ => {
                    let label = "how many rows, up to 1,000, or a list of them";
                    return Err(Problem::new(&sheet.rows.at, "a sheet without rows", label));
                }
            };
            card.score_sheet = Some((lasting(plain(&sheet.row)), rows));
        }
        Ok(card)
    }

    /// What a throw means to its thrower: the first sentence whose condition holds, or nothing.
    pub(super) fn throw(&self, thrown: &Thrown) -> Read<String> {
        for said in self.of(About::Throw) {
            if self.holds(said, Some(thrown))? {
                return self.text(said, Some(thrown));
            }
        }
        Ok(String::new())
    }

    /// Checks that all sentences can be written, by these rules and for this throw.
    pub(super) fn check(&self, thrown: Option<&Thrown>) -> Read<()> {
        self.card()?;
        self.lines(About::Reading)?;
        if let Some(thrown) = thrown {
            for said in self.of(About::Throw) {
                self.holds(said, Some(thrown))?;
                self.text(said, Some(thrown))?;
            }
        }
        Ok(())
    }
}

fn spoken(evaluated: &Evaluated) -> String {
    match evaluated {
        Evaluated::Number(number) => number.to_string(),
        Evaluated::Truth(holds) => if *holds { "yes" } else { "no" }.to_owned(),
        Evaluated::Text(text) => plain(text),
        Evaluated::List(numbers) => numbers.iter().map(Num::to_string).collect::<Vec<_>>().join(", "),
        Evaluated::OfSeats(numbers) => {
            listed_if_different(&numbers.iter().map(Num::to_string).collect::<Vec<_>>())
        }
    }
}
