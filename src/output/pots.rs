//! What is in the pot, and what each seat pays and takes, laid out.

use super::csv::Records;
use super::number::{fraction, quantity, signed};
use super::sheet::{Column, Section, Sheet};
use super::wins::{RECORD, both, estimated, heading, notes, spread, spread_records};
use super::{Answer, json};
use crate::analysis::PotAnswer;

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
            section.row(cells);
        }
        let sections = vec![spread("Coins in the pot when it is taken", &self.pot), section];
        let notes = notes(&self.setting, self.simulation.as_ref());
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
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(self)
    }
}
