//! What is in the pot, and what each seat pays and takes, laid out.

use super::csv::Records;
use super::number::{fraction, grouped, percent, quantity, signed};
use super::sheet::{Column, Section, Sheet};
use super::wins::{RECORD, both, estimated, heading, notes, played_records, spread, spread_records};
use super::{Answer, json, posterior};
use crate::analysis::{Compared, EveningAnswer, Figure, PotAnswer};

/// What is solved with what was simulated of it, or that alone.
fn told(beside: &Compared, chance: bool) -> String {
    let simulated = estimated(beside.simulated.as_ref(), chance);
    match &beside.solved {
        Figure::Simulated(_) => simulated,
        solved if chance => format!("{}; {simulated}", percent(solved)),
        solved => format!("{}; {simulated}", quantity(solved, "")),
    }
}

/// Who is ruined, and when.
fn evening_table(evening: &EveningAnswer) -> Section {
    let coins = |purse: &u64| grouped(&purse.to_string());
    let each = match evening.purses.split_first() {
        Some((purse, others)) if others.iter().all(|other| other == purse) => {
            format!("every seat with {}", coins(purse))
        }
        _ => format!("the seats with {}", evening.purses.iter().map(coins).collect::<Vec<_>>().join(", ")),
    };
    let games = grouped(&evening.most_games.to_string());
    let title = format!("An evening of up to {games} games, {each} coins");
    let columns = vec![
        Column::words(""),
        Column::numbers("Ruined"),
        Column::numbers("With which game, on average"),
        Column::numbers("Goes home with"),
    ];
    let mut section = Section::titled(title, columns);
    for seat in &evening.seats {
        section.row([
            format!("Seat {}", seat.seat),
            told(&seat.ruined, true),
            told(&seat.ruined_with, false),
            told(&seat.coins, false),
        ]);
    }
    section
}

impl Answer for PotAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let simulated = self.simulation.is_some();
        let mut columns = vec![
            Column::words(""),
            Column::numbers("Pays"),
            Column::numbers("Takes"),
            Column::numbers("Net"),
            Column::numbers("Net exactly").spare(1),
        ];
        columns.extend(simulated.then(|| Column::numbers("Net simulated")));
        columns.extend(self.posterior.as_ref().map(|drawn| {
            let column = posterior::column(drawn.level);
            Column { title: format!("Net, {}", column.title), ..column }
        }));
        let mut section = Section::titled("Mean coins of each seat", columns);
        for seat in &self.seats {
            let mut cells = vec![
                format!("Seat {}", seat.seat),
                quantity(&seat.paid.solved, ""),
                quantity(&seat.taken.solved, ""),
                signed(&seat.net.solved),
                fraction(&seat.net.solved),
            ];
            cells.extend(simulated.then(|| estimated(seat.net.simulated.as_ref(), false)));
            let credible = seat.net.posterior.as_ref().map(|posterior| &posterior.credible);
            cells.extend(self.posterior.as_ref().map(|_| posterior::interval(credible, false)));
            section.row(cells);
        }
        let mut sections = vec![spread("Coins in the pot when it is taken", &self.pot), section];
        let mut notes = notes(&self.setting, self.simulation.as_ref(), self.posterior.as_ref());
        if let Some(evening) = &self.evening {
            sections.push(evening_table(evening));
            let evenings = grouped(&evening.evenings.to_string());
            let games = estimated(evening.games.simulated.as_ref(), false);
            notes.insert(0, format!("{evenings} evenings were played, of {games} games on average."));
            notes.insert(
                1,
                "Who cannot pay what he owes pays what he has and leaves; the others play on.".to_owned(),
            );
        }
        vec![Sheet { heading: heading(&self.setting, "the pot"), sections, notes }]
    }

    fn records(&self) -> Records {
        let mut records = Records::new(RECORD);
        spread_records(&mut records, "pot", &self.pot);
        for seat in &self.seats {
            let at = seat.seat.to_string();
            both(&mut records, ["paid", &at], &seat.paid);
            both(&mut records, ["taken", &at], &seat.taken);
            both(&mut records, ["net", &at], &seat.net);
        }
        played_records(&mut records, self.simulation.as_ref());
        for seat in self.evening.iter().flat_map(|evening| &evening.seats) {
            let at = seat.seat.to_string();
            let figures =
                [("ruined", &seat.ruined), ("ruined_with", &seat.ruined_with), ("coins_home", &seat.coins)];
            for (name, figure) in figures {
                both(&mut records, [name, &at], figure);
            }
        }
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(self)
    }
}
