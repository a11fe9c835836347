//! An evening at a glance, and game by game.

use serde::Serialize;

use super::Answer;
use super::balance::{records_of, sheet};
use super::csv::Records;
use super::number::{duration, duration_within, there_are};
use super::sheet::{Rows, Sheet};
use super::tune::{bare, counted, values};
use super::verdicts::{BalanceRecord, Names, sentence, word};
use super::wins::RECORD;
use crate::analysis::{About, Figure, Metric, NightAnswer, NightGameAnswer, Remedy, record};

/// Minutes of a figure in words.
pub(super) fn time(minutes: &Figure) -> String {
    match minutes.rational() {
        Some(minutes) => duration(&minutes),
        None if minutes.is_endless() => "for ever".to_owned(),
        None => "unknown".to_owned(),
    }
}

/// Whether the evening is long enough.
pub(super) fn fit(answer: &NightAnswer) -> String {
    let there_are = there_are(&answer.night.minutes);
    let all = time(&answer.total);
    match answer.fits() {
        Some(true) => format!("All games together take {all} on average, and {there_are}."),
        Some(false) => format!("All games together take {all} on average, but {there_are} only."),
        None if answer.total.is_number() => {
            format!(
                "All games together take about {all}; whether that fits, where {there_are}, is undecided."
            )
        }
        None if answer.total.is_endless() => "The evening may never end.".to_owned(),
        None => "How long all games together take is not known.".to_owned(),
    }
}

/// Who plays a game: `Aulus, Brutus`; of a patience `Aulus and Brutus, each alone`.
pub(super) fn who(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let names = game.game.seats.iter().map(|seat| answer.night.guests[*seat].name.clone());
    let names = names.collect::<Vec<_>>().join(", ");
    if game.game.alone && game.game.seats.len() > 1 { format!("{names}, each alone") } else { names }
}

/// What a host should know of a game first.
pub(super) fn first_word(game: &NightGameAnswer) -> (&'static str, String) {
    game.balance.worst().map_or(("fine", String::new()), |verdict| {
        (word(verdict), sentence(&game.balance, verdict, Names(&game.names)))
    })
}

/// What a house rule would do.
pub(super) fn remedy(remedy: &Remedy) -> String {
    let Some(point) = remedy.tuned.closest() else { return String::new() };
    let figure = counted(&point.figure, remedy.tuned.question.want.unit);
    let rule = bare(&values(&remedy.tuned, point));
    match remedy.about {
        About::Length => {
            let within = point.figure.rational().map_or(figure, |minutes| duration_within(&minutes));
            match remedy.tuned.question.want.metric {
                Metric::Length(Some(_)) => {
                    format!("Play it with {rule}: nineteen of twenty games are then over within {within}.")
                }
                _ => format!("Play it with {rule}: it then takes {within} on average."),
            }
        }
        About::Coins => {
            format!("Play it with {rule}: no seat then gains or loses more than {figure} of what it pays in.")
        }
        _ => format!("Play it with {rule}: the seats then differ by {figure} at most."),
    }
}

/// An evening for other programs.
struct NightRecord<'a>(&'a NightAnswer);

record!(NightRecord<'_>, Self(answer) =>
    "night": answer.night,
    "minutes_mean": answer.total,
    "fits": answer.fits(),
    "sentence": fit(answer),
    "games": answer.games.iter().map(|game| GameRecord(answer, game)).collect::<Vec<_>>(),
);

struct GameRecord<'a>(&'a NightAnswer, &'a NightGameAnswer);

impl GameRecord<'_> {
    fn named(&self, seats: &[usize]) -> Vec<&str> {
        seats.iter().map(|seat| self.0.night.guests[*seat].name.as_str()).collect()
    }
}

record!(GameRecord<'_>, record @ Self(_, of) =>
    ..BalanceRecord { answer: &of.balance, names: Names(&of.names) },
    "who": record.named(&of.game.seats),
    "alone": of.game.alone,
    "left_out": record.named(&of.game.left_out),
    "times": of.game.times,
    "minutes_of_all": of.total,
    "pot_mean"?: of.balance.pot.as_ref().map(|pot| &pot.pot.mean.solved),
    "throws"?: Some(&of.throws).filter(|throws| !throws.is_empty()),
    "remedies"?: (!of.remedies.is_empty()).then(|| of.remedies.iter().map(RemedyRecord).collect::<Vec<_>>()),
);

struct RemedyRecord<'a>(&'a Remedy);

record!(RemedyRecord<'_>, Self(of) =>
    "about": of.about.name(),
    "sentence": remedy(of),
    "rule"?: of.tuned.question.vary.first().map(|sweep| sweep.key),
    "value"?: of.tuned.closest().map(|point| point.values.first()),
    "want": of.tuned.question.want,
    "figure"?: of.tuned.closest().map(|point| &point.figure),
);

impl Answer for NightAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let table = Rows::of(&self.games)
            .words("Game", |game| game.game.setting.game.title)
            .words("Who plays", |game| who(self, game))
            .numbers("Times", |game| game.game.times.to_string())
            .numbers("Takes in all", |game| time(&game.total))
            .words("Verdict", |game| first_word(game).0)
            .words("What a host should know", |game| first_word(game).1);
        let heading = vec![self.night.title.clone(), fit(self)];
        let glance = Sheet { heading, sections: vec![table.section], notes: Vec::new() };
        let games = self.games.iter().map(|game| sheet(&game.balance, Names(&game.names)));
        std::iter::once(glance).chain(games).collect()
    }

    fn records(&self) -> Records {
        let mut records = Records::new(["place", "game"].into_iter().chain(RECORD));
        for (place, game) in (1..).zip(&self.games) {
            let about = [&place.to_string(), game.game.setting.game.name];
            records_of(&game.balance, &about, &mut records);
        }
        records
    }

    fn json(&self) -> impl Serialize {
        NightRecord(self)
    }
}
