//! Whether games are fair, how long they take and how they swing, laid out.

use serde::Serialize;

use super::csv::Records;
use super::number::{fraction, percent, quantity, signed};
use super::sheet::{Column, Section, Sheet};
use super::verdicts::{BalanceRecord, Names, sentence, word};
use super::wins::{RECORD, estimated, heading, notes, quantity_or_whole, record};
use super::{Answer, json, posterior};
use crate::analysis::{BalanceAnswer, Figure, SpreadFigures};
use crate::process::Swing;

/// A figure of how a game swings: its key in JSON, which of several it is, its title, its value, and whether that is a
/// chance.
pub(super) type SwingRow<'a> = (&'static str, String, &'static str, &'a Figure, bool);

/// The figures of the swings.
pub(super) fn swings(answer: &BalanceAnswer) -> Vec<SwingRow<'_>> {
    const SHOWN: [Swing; 7] = [
        Swing::Drawishness,
        Swing::DeadCasts,
        Swing::Decisiveness,
        Swing::LeadChanges,
        Swing::ComebackFromQuarter,
        Swing::ComebackFromTenth,
        Swing::Drama,
    ];
    let completion: SwingRow<'_> =
        ("completion", String::new(), "The game comes to an end", &answer.completion, true);
    let row = |swing: Swing| {
        let figure = answer.swings.of(swing);
        match swing.comeback_from() {
            Some(from) => ("comeback", from.to_string(), swing.title(), figure, true),
            None => (swing.name(), String::new(), swing.title(), figure, swing.is_part()),
        }
    };
    let several = answer.seats.len() > 1;
    let figures = std::iter::once(completion).chain(SHOWN.map(row));
    figures.filter(|(.., figure, _)| several || figure.is_number()).collect()
}

/// A figure, with its interval where it is an estimate.
pub(super) fn shown(figure: &Figure, chance: bool) -> String {
    match figure {
        Figure::Simulated(_) => estimated(Some(figure), chance),
        figure if chance => percent(figure),
        figure => quantity(figure, ""),
    }
}

/// The same with a sign.
fn shown_signed(figure: &Figure) -> String {
    if matches!(figure, Figure::Simulated(_)) { shown(figure, false) } else { signed(figure) }
}

/// Percent with a sign: `+1.958 %`.
pub(super) fn signed_percent(figure: &Figure) -> String {
    let positive =
        figure.rational().is_some_and(|value| value > num_rational::BigRational::from_integer(0.into()));
    match figure {
        Figure::Simulated(_) => shown(figure, true),
        figure => format!("{}{}", if positive { "+" } else { "" }, percent(figure)),
    }
}

fn verdict_table(answer: &BalanceAnswer, names: Names<'_>) -> Section {
    let mut section = Section::new(vec![Column::words("Verdict"), Column::words("What a host should know")]);
    for verdict in &answer.verdicts {
        section.row([word(verdict).to_owned(), sentence(answer, verdict, names)]);
    }
    section
}

fn seat_table(answer: &BalanceAnswer, names: Names<'_>) -> Section {
    let coins = answer.seats.iter().any(|seat| seat.coins.is_some());
    let several = answer.seats.len() > 1;
    let mut columns = vec![Column::words(""), Column::numbers("Wins")];
    columns.extend(several.then(|| Column::numbers("Advantage")));
    columns.push(Column::numbers("Exactly").spare(2));
    if coins {
        let titles = ["Net", "Deviation", "Net / first stake", "Net / all paid"];
        columns.extend(titles.map(Column::numbers));
    }
    columns.extend(answer.evening.as_ref().map(|evening| Column::numbers(ruined_within(evening.most_games))));
    columns.extend(["Suspense", "Surprise"].map(|title| Column::numbers(title).spare(1)));
    columns.extend(answer.posterior.as_ref().map(|drawn| {
        let column = posterior::column(drawn.level);
        Column { title: format!("Wins, {}", column.title), ..column }
    }));
    let mut section = Section::titled("Seat by seat", columns);
    for seat in &answer.seats {
        let mut cells = vec![names.of(seat.seat), shown(&seat.share.solved, true)];
        cells.extend(several.then(|| signed_percent(&seat.advantage)));
        cells.push(fraction(&seat.share.solved));
        if let Some(coins) = &seat.coins {
            cells.push(shown_signed(&coins.net.solved));
            cells.push(shown(&coins.net_sd, false));
            cells.push(signed_percent(&coins.house_edge));
            cells.push(signed_percent(&coins.element_of_risk));
        }
        if answer.evening.is_some() {
            cells.push(seat.ruined.as_ref().map_or_else(String::new, |ruined| shown(&ruined.solved, true)));
        }
        cells.extend([shown(&seat.suspense, false), shown(&seat.surprise, false)]);
        if answer.posterior.is_some() {
            let credible = seat.share.posterior.as_ref().map(|posterior| &posterior.credible);
            cells.push(posterior::interval(credible, true));
        }
        section.row(cells);
    }
    if answer
        .nobody
        .rational()
        .is_some_and(|nobody| nobody > num_rational::BigRational::from_integer(0.into()))
    {
        let mut cells = vec!["Nobody".to_owned(), shown(&answer.nobody, true)];
        cells.resize(section.columns.len(), String::new());
        section.row(cells);
    }
    section
}

/// What heads the chances to be ruined.
fn ruined_within(games: u64) -> String {
    match games {
        1 => "Ruined by one game".to_owned(),
        games => format!("Ruined within {games} games"),
    }
}

fn length_table(answer: &BalanceAnswer) -> Section {
    let titles =
        ["Mean", "Deviation", "1 in 20 within", "Half within", "19 in 20 within", "99 in 100 within"];
    let mut columns = vec![Column::words("")];
    columns.extend(titles.map(Column::numbers));
    let mut section = Section::titled("How long it takes", columns);
    let mut row = |what: &str, spread: &SpreadFigures| {
        let mut cells = vec![what.to_owned(), shown(&spread.mean.solved, false), shown(&spread.sd, false)];
        cells.extend(spread.quantiles.iter().map(|quantile| quantity_or_whole(&quantile.number)));
        section.row(cells);
    };
    row("Casts", &answer.length);
    row("Minutes", &answer.minutes);
    section
}

fn swing_table(answer: &BalanceAnswer) -> Section {
    let columns = vec![Column::words(""), Column::numbers("")];
    let mut section = Section::titled("How it swings", columns);
    for (_, _, title, figure, chance) in swings(answer) {
        section.row([title.to_owned(), shown(figure, chance)]);
    }
    section
}

/// The sheet of one game.
pub(super) fn sheet(answer: &BalanceAnswer, names: Names<'_>) -> Sheet {
    let sections = vec![
        verdict_table(answer, names),
        seat_table(answer, names),
        length_table(answer),
        swing_table(answer),
    ];
    let mut notes = notes(&answer.setting, None, answer.posterior.as_ref());
    let pace = quantity(&Figure::Exact(answer.question.pace.clone()), "");
    notes.push(format!(
        "Minutes are those of {pace} seconds a cast; \"fine\" and \"amiss\" are said when the whole interval is within {} or \
         beyond.",
        percent(&Figure::Exact(answer.question.tolerance.clone()))
    ));
    if let Some(games) = answer.swings.followed {
        notes.push(format!(
            "How it swings is from {} games that were followed cast by cast, seed {}.",
            super::number::grouped(&games.to_string()),
            answer.question.averaging.seed
        ));
    }
    Sheet { heading: heading(&answer.setting, "is it fair, and how long is it"), sections, notes }
}

/// The records of one game, each beginning with `about`.
pub(super) fn records_of(answer: &BalanceAnswer, records: &mut Records) {
    let mut add = |name: &str, at: &str, figure: &Figure| record(records, [name, at], method(figure), figure);
    for seat in &answer.seats {
        let at = seat.seat.to_string();
        add("win_share", &at, &seat.share.solved);
        add("advantage", &at, &seat.advantage);
        if let Some(coins) = &seat.coins {
            add("net", &at, &coins.net.solved);
            add("net_sd", &at, &coins.net_sd);
            add("house_edge", &at, &coins.house_edge);
            add("element_of_risk", &at, &coins.element_of_risk);
        }
        if let Some(ruined) = &seat.ruined {
            add("ruined", &at, &ruined.solved);
        }
        add("suspense", &at, &seat.suspense);
        add("surprise", &at, &seat.surprise);
    }
    add("balance", "", &answer.balance);
    add("nobody", "", &answer.nobody);
    for (name, spread) in [("length", &answer.length), ("minutes", &answer.minutes)] {
        add(&format!("{name}_mean"), "", &spread.mean.solved);
        add(&format!("{name}_sd"), "", &spread.sd);
        for quantile in &spread.quantiles {
            let at = (f64::from(quantile.percent) / 100.0).to_string();
            add(&format!("{name}_quantile"), &at, &quantile.number);
        }
    }
    for (name, at, _, figure, _) in swings(answer) {
        add(name, &at, figure);
    }
}

const fn method(figure: &Figure) -> &'static str {
    if matches!(figure, Figure::Simulated(_)) { "simulated" } else { "solved" }
}

impl Answer for [BalanceAnswer] {
    fn sheets(&self) -> Vec<Sheet> {
        self.iter().map(|answer| sheet(answer, Names::default())).collect()
    }

    fn records(&self) -> Records {
        let mut all = Records::new(["game"].into_iter().chain(RECORD));
        for answer in self {
            let mut records = Records::new(RECORD);
            records_of(answer, &mut records);
            let game = answer.setting.game.name.to_owned();
            all.rows.extend(records.rows.into_iter().map(|row| [vec![game.clone()], row].concat()));
        }
        all
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        let records = self.iter().map(|answer| BalanceRecord { answer, names: Names::default() });
        match records.collect::<Vec<_>>().as_slice() {
            [one] => json::render(one),
            games => json::render(&Several { games }),
        }
    }
}

#[derive(Serialize)]
struct Several<'a> {
    games: &'a [BalanceRecord<'a>],
}
