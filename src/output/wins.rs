//! Who wins and how long it takes, laid out.

use super::csv::{Records, all_of, ends};
use super::number::{decimal, fraction, grouped, one_in, percent, quantity};
use super::sheet::{Column, Section, Sheet};
use super::{Answer, bones, json, posterior};
use crate::analysis::{
    Compared, Figure, GamePosterior, NamedFigures, OverPosterior, Setting, Simulation, SpreadFigures,
    WinAnswer,
};
use crate::process::Measure;
use crate::tali::Face;

/// The estimate with its interval: `32.05 % (31.96–32.14)`.
pub(super) fn estimated(figure: Option<&Figure>, chance: bool) -> String {
    let Some(Figure::Simulated(estimate)) = figure else { return String::new() };
    let shown = |value: f64| posterior::shown(value, chance);
    let unit = if chance { " %" } else { "" };
    format!("{}{unit} ({} to {})", shown(estimate.value), shown(estimate.low), shown(estimate.high))
}

fn shown(figure: &Figure, chance: bool) -> String {
    if chance { percent(figure) } else { quantity(figure, "") }
}

/// The game, its players, its changed rules and its bones.
pub(super) fn heading(setting: &Setting, what: &str) -> Vec<String> {
    let players =
        if setting.players == 1 { "1 player".to_owned() } else { format!("{} players", setting.players) };
    let mut lines = vec![format!("{}, {players}: {what}", setting.game.title)];
    let changed = setting.rules.changed();
    if !changed.is_empty() {
        let changed: Vec<String> = changed.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        lines.push(format!("House rules: {}", changed.join(", ")));
    }
    if setting.game.faces() {
        let each = setting.bones.len() > 1;
        for (seat, set) in setting.bones.iter().enumerate() {
            let seat = if each { format!("Seat {}: ", seat + 1) } else { String::new() };
            lines.extend(bones::lines(set).into_iter().map(|line| format!("{seat}{line}")));
        }
    }
    lines
}

/// What heads averages and intervals, where bones were counted.
fn posterior_columns(drawn: Option<&GamePosterior>) -> Vec<Column> {
    drawn.map_or_else(Vec::new, |drawn| vec![Column::numbers("Averaged"), posterior::column(drawn.level)])
}

fn posterior_cells(drawn: Option<&GamePosterior>, beside: &Compared, chance: bool) -> Vec<String> {
    drawn.map_or_else(Vec::new, |_| posterior::over(beside.posterior.as_ref(), chance).into())
}

/// What is said of the games that were played by chance, and of the bones.
pub(super) fn notes(
    setting: &Setting,
    simulation: Option<&Simulation>,
    drawn: Option<&GamePosterior>,
) -> Vec<String> {
    let mut notes = setting.remarks.clone();
    notes.extend(drawn.map(|drawn| posterior::note_of_game(drawn.draws, drawn.seed, drawn.level)));
    if let Some(simulation) = simulation {
        let games = grouped(&simulation.games.to_string());
        let confidence = percent(&percent_of(simulation.confidence));
        notes.push(format!(
            "{games} games played by chance, seed {}; the intervals are of {confidence} confidence, and the estimate \
             farthest off is {:.1} standard errors away.",
            simulation.seed, simulation.largest_z
        ));
        if simulation.games < simulation.asked {
            notes.push(format!(
                "Ended before its time: {games} of {} games were played.",
                grouped(&simulation.asked.to_string())
            ));
        }
    }
    if setting.game.faces() {
        let mut different: Vec<crate::analysis::NamedSet> = Vec::new();
        for set in &setting.bones {
            if !different.contains(set) {
                different.push(set.clone());
            }
        }
        notes.extend(bones::notes(&different));
    }
    notes
}

/// A fraction as close as its decimals say.
fn percent_of(fraction: f64) -> Figure {
    let exactly = crate::tali::parse_weight(&fraction.to_string());
    exactly.map_or(Figure::None(crate::analysis::Absence::NothingToScale), Figure::Exact)
}

/// Mean, deviation and quantiles in one table.
pub(super) fn spread(title: &str, spread: &SpreadFigures) -> Section {
    let columns =
        ["Mean", "Deviation", "1 in 20 within", "Half within", "19 in 20 within", "99 in 100 within"];
    let mut columns: Vec<Column> = columns.map(Column::numbers).into();
    columns.insert(0, Column::words(""));
    let mut section = Section::titled(title, columns);
    let quantiles = spread.quantiles.iter().map(|quantile| quantity_or_whole(&quantile.number));
    let mut row = vec!["Solved".to_owned(), quantity(&spread.mean.solved, ""), quantity(&spread.sd, "")];
    row.extend(quantiles);
    section.row(row);
    if let Some(simulated) = &spread.mean.simulated {
        let mut row = vec!["Simulated".to_owned(), estimated(Some(simulated), false)];
        row.resize(7, String::new());
        section.row(row);
    }
    if let Some(posterior) = &spread.mean.posterior {
        let name = posterior::column(posterior.credible.level).title;
        let mut row = vec![name, posterior::interval(Some(&posterior.credible), false)];
        row.resize(7, String::new());
        section.row(row);
    }
    section
}

/// Whole numbers are written out, others with four digits.
pub(super) fn quantity_or_whole(figure: &Figure) -> String {
    match figure {
        Figure::Exact(number) if number.is_integer() && number.to_integer().bits() < 60 => {
            grouped(&number.to_integer().to_string())
        }
        Figure::Numerical(bounds) if bounds.low().is_integer() && bounds.high().is_integer() => {
            let whole = |bound: &num_rational::BigRational| decimal(bound, 15);
            format!("{} to {}", whole(bounds.low()), whole(bounds.high()))
        }
        figure => quantity(figure, ""),
    }
}

impl WinAnswer {
    fn wins(&self) -> Section {
        let simulated = self.simulation.is_some();
        let mut columns = vec![
            Column::words(""),
            Column::numbers("Wins"),
            Column::numbers("One in"),
            Column::numbers("Exactly").spare(1),
        ];
        columns.extend(simulated.then(|| Column::numbers("Simulated")));
        columns.extend(posterior_columns(self.posterior.as_ref()));
        let mut section = Section::new(columns);
        let mut row = |name: String, beside: &Compared| {
            let mut cells =
                vec![name, percent(&beside.solved), one_in(&beside.solved), fraction(&beside.solved)];
            cells.extend(simulated.then(|| estimated(beside.simulated.as_ref(), true)));
            cells.extend(posterior_cells(self.posterior.as_ref(), beside, true));
            section.row(cells);
        };
        for seat in &self.seats {
            row(format!("Seat {}", seat.seat), &seat.share);
        }
        let possible = |beside: &Compared| !matches!(&beside.solved, Figure::Exact(chance) if chance.numer().bits() == 0);
        if possible(&self.nobody) {
            row("Nobody".to_owned(), &self.nobody);
        }
        if possible(&self.never) {
            row("Goes on for ever".to_owned(), &self.never);
        }
        section
    }

    /// The single figures in one table, and each list in one of its own.
    fn others(&self) -> Vec<Section> {
        let simulated = self.simulation.is_some();
        let columns = |first: &str| {
            let mut columns =
                vec![Column::words(first), Column::numbers(""), Column::numbers("Exactly").spare(1)];
            columns.extend(simulated.then(|| Column::numbers("Simulated")));
            columns.extend(posterior_columns(self.posterior.as_ref()));
            columns
        };
        let cells = |name: String, beside: &Compared, chance: bool| {
            let mut cells = vec![name, shown(&beside.solved, chance), fraction(&beside.solved)];
            cells.extend(simulated.then(|| estimated(beside.simulated.as_ref(), chance)));
            cells.extend(posterior_cells(self.posterior.as_ref(), beside, chance));
            cells
        };
        let mut single = Section::titled("Besides", columns(""));
        let mut sections = Vec::new();
        for named in &self.figures {
            let chance = named.of.unit == Measure::Probability;
            match named.figures.as_slice() {
                [one] if !named.of.is_list() => single.row(cells(named.of.title.to_owned(), one, chance)),
                figures => {
                    let mut section = Section::titled(named.of.title, columns(named.of.over.heading()));
                    for (place, figure) in figures.iter().enumerate() {
                        section.row(cells((place + 1).to_string(), figure, chance));
                    }
                    sections.push(section);
                }
            }
        }
        if !single.rows.is_empty() {
            sections.insert(0, single);
        }
        sections
    }
}

/// A figure and what was simulated of it, as two records.
pub(super) fn both(records: &mut Records, about: [&str; 2], beside: &Compared) {
    // What was only simulated is told once.
    if !matches!(beside.solved, Figure::Simulated(_)) {
        record(records, about, "solved", &beside.solved);
    }
    if let Some(simulated) = &beside.simulated {
        record(records, about, "simulated", simulated);
    }
    let Some(OverPosterior { average, credible }) = &beside.posterior else { return };
    if let Some(average) = average {
        record(records, about, "averaged", average);
    }
    let about = about.into_iter().chain(["credible"]).map(str::to_owned);
    records.row(about.chain([const { String::new() }; 5]).chain(ends(Some(*credible))));
}

pub(super) fn record(records: &mut Records, [name, at]: [&str; 2], from: &str, figure: &Figure) {
    let interval = match figure {
        Figure::Simulated(estimate) => [estimate.low.to_string(), estimate.high.to_string()],
        _ => [String::new(), String::new()],
    };
    let about = [name, at, from].map(str::to_owned);
    records.row(about.into_iter().chain(all_of(figure)).chain(interval));
}

pub(super) const RECORD: [&str; 10] =
    ["figure", "at", "from", "value", "method", "exact", "error", "why", "low", "high"];

/// The records of a spread.
pub(super) fn spread_records(records: &mut Records, name: &str, spread: &SpreadFigures) {
    both(records, [&format!("{name}_mean"), ""], &spread.mean);
    record(records, [&format!("{name}_sd"), ""], "solved", &spread.sd);
    for quantile in &spread.quantiles {
        let at = (f64::from(quantile.percent) / 100.0).to_string();
        record(records, [&format!("{name}_quantile"), &at], "solved", &quantile.number);
    }
}

/// Which faces no bone shows.
fn missing_faces(setting: &Setting) -> String {
    let tali = || setting.bones.iter().flat_map(|set| set.set().tali());
    let never = Face::ALL.into_iter().filter(|face| tali().all(|talus| talus.weight(*face).bits() == 0));
    let never: Vec<String> = never.map(|face| face.to_string()).collect();
    if never.is_empty() || !setting.game.faces() {
        String::new()
    } else {
        format!(" No bone shows a {}.", never.join(" or a "))
    }
}

/// How many games were played, and how many were asked for.
pub(super) fn played_records(records: &mut Records, simulation: Option<&Simulation>) {
    if let Some(simulation) = simulation {
        for (name, number) in [("games", simulation.games), ("games_asked", simulation.asked)] {
            records.row([name, "", "simulated", &number.to_string(), "", "", "", "", "", ""]);
        }
    }
}

impl Answer for WinAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut sections = vec![self.wins(), spread("Length in casts of all seats together", &self.length)];
        sections.extend(self.others());
        let mut notes = notes(&self.setting, self.simulation.as_ref(), self.posterior.as_ref());
        match self.never.solved.approximate() {
            Some(1.0) => notes.insert(0, format!("Nobody ever wins.{}", missing_faces(&self.setting))),
            Some(never) if never > 0.0 => {
                notes.insert(0, format!("The game may go on for ever.{}", missing_faces(&self.setting)));
            }
            _ => {}
        }
        vec![Sheet { heading: heading(&self.setting, "who wins"), sections, notes }]
    }

    fn records(&self) -> Records {
        let mut records = Records::new(RECORD);
        for seat in &self.seats {
            both(&mut records, ["win_share", &seat.seat.to_string()], &seat.share);
        }
        both(&mut records, ["nobody", ""], &self.nobody);
        both(&mut records, ["never", ""], &self.never);
        spread_records(&mut records, "length", &self.length);
        for NamedFigures { of, figures } in &self.figures {
            for (place, figure) in figures.iter().enumerate() {
                let at = if of.is_list() { (place + 1).to_string() } else { String::new() };
                both(&mut records, [of.name, &at], figure);
            }
        }
        played_records(&mut records, self.simulation.as_ref());
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(self)
    }
}
