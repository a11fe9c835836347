//! The sheet of `pot`: what is in the pot, and what each seat pays and takes.

use num_traits::Zero;
use serde::Serialize;

use super::csv::{Record, Records};
use super::number::{grouped, quantity, shown, signed};
use super::sheet::{Column, Rows, Section, Sheet};
use super::wins::{MOST_VALUES, add_distribution, distribution, estimated, heading, notes, spread};
use super::words::capitalised;
use super::{Answer, posterior};
use crate::analysis::{Compared, EveningAnswer, Figure, PotAnswer};

/// The solved figure with the simulated one, or the simulated one alone.
fn text(beside: &Compared, chance: bool) -> String {
    let simulated = estimated(beside.simulated.as_ref(), chance);
    match &beside.solved {
        Figure::Simulated(_) => simulated,
        solved if simulated.is_empty() => shown(solved, chance),
        solved => format!("{}; {simulated}", shown(solved, chance)),
    }
}

/// Chances of ruin, and when it happens.
fn evening_table(evening: &EveningAnswer, money: &str) -> Section {
    let coins = |purse: &u64| grouped(purse);
    let each = match evening.purses.split_first() {
        Some((purse, others)) if others.iter().all(|other| other == purse) => {
            format!("every player with {}", coins(purse))
        }
        _ => format!("the seats with {}", evening.purses.iter().map(coins).collect::<Vec<_>>().join(", ")),
    };
    let games = grouped(&evening.most_games);
    let games = if games == "1" { "one game".to_owned() } else { format!("up to {games} games") };
    let title = format!("An evening of {games}, {each} {money}");
    Rows::of(&evening.seats)
        .titled(title)
        .words("", |seat| format!("Seat {}", seat.seat))
        .numbers("Ruined", |seat| text(&seat.ruined, true))
        .numbers("Average game in which they run out", |seat| text(&seat.ruined_with, false))
        .numbers("Goes home with", |seat| text(&seat.coins, false))
        .section
}

impl Answer for PotAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let money = self.setting.money();
        let is_played = self.seats.iter().any(|seat| matches!(seat.net.solved, Figure::Simulated(_)));
        let simulated = self.simulation.as_ref().filter(|_| !is_played);
        let simulated = simulated.map(|_| Column::numbers("Net simulated"));
        let by_chance = if is_played { ", simulated" } else { "" };
        let number = |figure: &Figure, solved: fn(&Figure) -> String| match figure {
            Figure::Simulated(_) => estimated(Some(figure), false),
            figure => solved(figure),
        };
        let plain = |figure: &Figure| quantity(figure, "");
        let interval = self.posterior.as_ref().map(|drawn| {
            let column = posterior::column(drawn.level);
            Column { title: format!("Net, {}", column.title), ..column }
        });
        let seats = Rows::of(&self.seats)
            .titled(format!("Mean {money} of each seat{by_chance}"))
            .words("", |seat| format!("Seat {}", seat.seat))
            .numbers("Pays", |seat| number(&seat.paid.solved, plain))
            .numbers("Takes", |seat| number(&seat.taken.solved, plain))
            .numbers("Net", |seat| number(&seat.net.solved, signed))
            .exactly(1, |seat| &seat.net.solved)
            .column(simulated, |seat| estimated(seat.net.simulated.as_ref(), false))
            .column(interval, |seat| posterior::interval(seat.net.credible().as_ref(), false));
        // An evening has many pots.
        // Bets with a bank, and solo games that nobody wins, have no pot to speak of.
        let is_empty = match &self.pot.mean.solved {
            Figure::Exact(coins) => coins.is_zero(),
            Figure::None(_) => self.seats.len() == 1,
            _ => false,
        };
        let one_pot = !self.setting.game.is_match(&self.setting.rules) && !is_empty;
        let title = format!("{} in the pot when it is taken", capitalised(money));
        let pot = one_pot.then(|| spread(&title, &self.pot));
        let values = one_pot.then(|| distribution(&title, &self.pot, 0)).flatten();
        let nets = self.seats.iter().filter_map(|seat| {
            let spread = seat.net_spread.as_ref()?;
            distribution(&format!("Net of seat {}", seat.seat), spread, MOST_VALUES)
        });
        let mut sections: Vec<Section> =
            pot.into_iter().chain(values).chain([seats.section]).chain(nets).collect();
        let mut notes = notes(&self.setting, self.simulation.as_ref(), self.posterior.as_ref());
        if let Some(evening) = &self.evening {
            sections.push(evening_table(evening, money));
            let evenings = grouped(&evening.evenings);
            let games = estimated(evening.games.simulated.as_ref(), false);
            let were = if evening.evenings == 1 { "evening was" } else { "evenings were" };
            notes.insert(0, format!("{evenings} {were} simulated. Games per evening, on average: {games}."));
            notes.insert(
                1,
                "A seat that cannot pay in full pays what it has left and drops out; the others play on."
                    .to_owned(),
            );
        }
        vec![Sheet { heading: heading(&self.setting, "the pot"), sections, notes }]
    }

    fn records(&self) -> Records {
        let about = Record::of_table(&self.setting);
        let mut records = Records::of([(about.clone(), self)]);
        add_distribution(&mut records, &about, "pot", &self.pot);
        for seat in &self.seats {
            if let Some(spread) = &seat.net_spread {
                let about = about.clone().with("seat", &seat.seat.to_string());
                add_distribution(&mut records, &about, "net", spread);
            }
        }
        records
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
