//! An evening at a glance, and game by game.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use serde::Serialize;

use super::Answer;
use super::balance::{records_of, sheet};
use super::csv::{Record, Records};
use super::number::{duration, duration_within, there_are};
use super::rule::change;
use super::sheet::{Column, Rows, Sheet};
use super::tune::counted;
use super::verdicts::{BalanceRecord, Names, sentence, word};
use super::words::{capitalised, listed};
use crate::analysis::{
    About, Choice, Figure, Metric, NightAnswer, NightGameAnswer, Remedy, SeatBalance, ThrownSet, Verdict,
    record,
};

/// Minutes of a figure in words.
pub(super) fn time(minutes: &Figure) -> String {
    match minutes.rational() {
        Some(minutes) => duration(&minutes),
        None if minutes.is_endless() => "never ends".to_owned(),
        None => "unknown".to_owned(),
    }
}

/// `there are only 3 hours`.
fn only(there_are: &str) -> String {
    there_are.replacen("are ", "are only ", 1).replacen("is ", "is only ", 1)
}

/// Whether the evening is long enough.
pub(super) fn fit(answer: &NightAnswer) -> String {
    let there_are = there_are(&answer.night.minutes);
    let all = time(&answer.total);
    match answer.fits() {
        Some(true) => format!("All games together take {all} on average, and {there_are}."),
        Some(false) => format!("All games together take {all} on average, but {}.", only(&there_are)),
        None if answer.total.is_number() => {
            format!("All games together take about {all}; whether that fits, when {there_are}, is undecided.")
        }
        None if answer.total.is_endless() => "The evening may never end.".to_owned(),
        None => "How long all games together take is not known.".to_owned(),
    }
}

/// Who plays a game: `Aulus, Brutus`; of a solitaire `Aulus and Brutus, each alone`.
pub(super) fn who(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let names = answer.night.names(&game.game.seats).join(", ");
    if game.game.alone && game.game.seats.len() > 1 { format!("{names}, each alone") } else { names }
}

/// What a host should know of a game first.
pub(super) fn first_word(game: &NightGameAnswer) -> (&'static str, String) {
    game.balance.worst().map_or(("fine", String::new()), |verdict| {
        (word(verdict), sentence(&game.balance, verdict, Names(&game.names)))
    })
}

/// What a host can do about the evening, in sentences, the most useful first.
pub(super) fn to_do(answer: &NightAnswer) -> Vec<String> {
    let title = |place: usize| answer.games[place].game.setting.game.title;
    let mut said = Vec::new();
    let mut without = answer.too_many();
    // Of the last that has to go, some games may fit.
    let fewer = without.last().and_then(|last| {
        answer.times_that_fit(*last, &without).filter(|times| *times > 0).map(|times| (*last, times))
    });
    if fewer.is_none() && without.len() == answer.games.len() {
        without.clear();
    }
    said.extend(leave_out(answer, &without, fewer));
    for (place, game) in answer.games.iter().enumerate() {
        for found in &game.remedies {
            let what = advice(found);
            if found.about != About::Length || !without.contains(&place) {
                said.push(format!("{}: {what}", title(place)));
                continue;
            }
            // What was to be left out may stay, if it becomes short enough for the time that nothing else takes.
            let is_free = fewer.is_none_or(|(last, _)| last == place);
            if is_free && answer.fits_with(place, &found.minutes_of_all, &without) {
                said.push(format!("{}: {}", title(place), what.replacen("Change", "or change", 1)));
            }
        }
    }
    for (place, game) in answer.games.iter().enumerate() {
        let is_ruin = |verdict: &&Verdict| verdict.about == About::Ruin && verdict.is_problem();
        if game.balance.verdicts.iter().any(|verdict| is_ruin(&verdict)) {
            said.push(format!("{}: let {} bring more coins, or play for less.", title(place), ruined(game)));
        }
        said.extend(take_turns(game).map(|what| format!("{}: {what}", title(place))));
    }
    said.dedup();
    said
}

/// Without which games the evening fits, or with how few of one of them.
fn leave_out(answer: &NightAnswer, without: &[usize], fewer: Option<(usize, u64)>) -> Option<String> {
    let title = |place: usize| answer.games[place].game.setting.game.title;
    let is_gone = |place: &&usize| fewer.is_none_or(|(last, _)| last != **place);
    let mut titles: Vec<&str> = without.iter().filter(is_gone).map(|place| title(*place)).collect();
    titles.dedup();
    let gone = (!titles.is_empty()).then(|| format!("without {}", listed(&titles)));
    let fewer = fewer.map(|(last, times)| {
        let plural = if times == 1 { "game" } else { "games" };
        format!("with {times} {plural} of {} instead of {}", title(last), answer.games[last].game.times)
    });
    let how: Vec<String> = [gone, fewer].into_iter().flatten().collect();
    let minutes = duration(&answer.night.minutes);
    (!how.is_empty()).then(|| format!("{} the evening fits into {minutes}.", capitalised(&how.join(" and "))))
}

/// Who is out of coins in more than every second evening, as they are told to bring more.
fn ruined(game: &NightGameAnswer) -> String {
    let all = &game.balance.seats;
    let is_ruined = |seat: &&SeatBalance| {
        seat.ruined.as_ref().and_then(|ruined| ruined.solved.approximate()).is_some_and(|chance| chance > 0.5)
    };
    let who: Vec<String> =
        all.iter().filter(is_ruined).map(|seat| Names(&game.names).of(seat.seat)).collect();
    if who.len() == all.len() {
        return "everybody".to_owned();
    }
    listed(&who.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What evens out seats that differ.
fn take_turns(game: &NightGameAnswer) -> Option<String> {
    let unequal = |verdict: &Verdict| {
        let of_seats = matches!(verdict.about, About::Chances | About::Coins) && verdict.is_problem();
        of_seats && !game.remedies.iter().any(|remedy| remedy.about == verdict.about)
    };
    let several = game.balance.seats.len() > 1 && game.balance.verdicts.iter().any(unequal);
    if !several {
        return None;
    }
    let same_bones = game.game.setting.bones.len() <= 1;
    Some(match (same_bones, game.game.times) {
        (true, 1) => "seats differ, so draw lots for who starts.".to_owned(),
        (true, _) => "seats differ, so rotate who starts from game to game.".to_owned(),
        (false, 1) => {
            "seats and bones differ, so draw lots for who starts, and let everybody cast the same bones."
                .to_owned()
        }
        (false, _) => {
            "seats and bones differ, so rotate who starts, and let everybody cast the same bones.".to_owned()
        }
    })
}

/// How long a game may take, and who says so.
pub(super) fn given(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let minutes = duration(&game.game.minutes);
    let source = if game.game.has_own_minutes {
        "as was set for it".to_owned()
    } else {
        format!("all of the evening's {}, as no time was set for it alone", duration(&answer.night.minutes))
    };
    let each = match game.game.rounds() {
        1 => String::new(),
        rounds => format!(" for its {rounds} games"),
    };
    format!("It is given {minutes}{each}: {source}.")
}

/// Who does not play a game.
pub(super) fn sits_out(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    answer.night.names(&game.game.left_out).join(", ")
}

/// What a house rule would do, and why it is that one.
pub(super) fn remedy(found: &Remedy) -> String {
    let why = match found.tuned.choice {
        Choice::LeastChange => " This is the least change tried that leaves a fifth to spare.",
        Choice::MostRoom => " Of all tried this leaves most to spare.",
        Choice::Nearest => "",
    };
    format!("{}{why}", advice(found))
}

/// What a house rule would do.
fn advice(remedy: &Remedy) -> String {
    let Some(point) = remedy.tuned.closest() else { return String::new() };
    let figure = counted(&point.figure, remedy.tuned.question.want.unit);
    let setting = &remedy.tuned.setting;
    let varied = remedy.tuned.question.vary.first().and_then(|sweep| setting.game.key(sweep.key));
    let Some((key, value)) = varied.zip(point.values.first()) else { return String::new() };
    let rule = change(setting, key, value);
    let is_nothing = point.figure == Figure::Exact(BigRational::zero());
    let does = match remedy.about {
        About::Length => {
            let within = point.figure.rational().map_or(figure, |minutes| duration_within(&minutes));
            match remedy.tuned.question.want.metric {
                Metric::Length(Some(_)) => {
                    format!("95 % of the games are then over within {within}")
                }
                _ if remedy.games > 1 => format!(
                    "its {} games then take about {} together",
                    remedy.games,
                    time(&remedy.minutes_of_all)
                ),
                _ => format!("it then takes {within} on average"),
            }
        }
        About::Coins if is_nothing => "nobody then gains or loses in the long run".to_owned(),
        _ if is_nothing => "all seats then win as often".to_owned(),
        About::Coins => format!("no seat then gains or loses more than {figure} of what it pays in"),
        _ => format!("the seats then differ by {figure} at most"),
    };
    format!("Change {rule}: {does}.")
}

/// An evening for other programs.
struct NightRecord<'a>(&'a NightAnswer);

record!(NightRecord<'_>, Self(answer) =>
    "night": answer.night,
    "minutes_mean": answer.total,
    "fits": answer.fits(),
    "sentence": fit(answer),
    "to_do": to_do(answer),
    "games": answer.games.iter().map(|game| GameRecord(answer, game)).collect::<Vec<_>>(),
);

struct GameRecord<'a>(&'a NightAnswer, &'a NightGameAnswer);

impl GameRecord<'_> {
    /// The sets of bones that are thrown, with those who throw them.
    fn thrown_with(&self) -> Vec<ThrownRecord<'_>> {
        let record = |set| ThrownRecord { set, who: self.0.night.names(&set.players) };
        self.1.thrown.with.iter().map(record).collect()
    }
}

record!(GameRecord<'_>, record @ Self(_, of) =>
    ..BalanceRecord { answer: &of.balance, names: Names(&of.names) },
    "who": record.0.night.names(&of.game.seats),
    "alone": of.game.alone,
    "left_out": record.0.night.names(&of.game.left_out),
    "times": of.game.times,
    "minutes_of_all": of.total,
    "minutes_given": of.game.minutes.to_f64(),
    "given": given(record.0, of),
    "pot_mean"?: of.balance.pot.as_ref().map(|pot| &pot.pot.mean.solved),
    "story"?: of.balance.story,
    "thrown_with"?: (of.thrown.with.len() > 1).then(|| record.thrown_with()),
    "throws"?: Some(&of.thrown.throws).filter(|throws| !throws.is_empty()),
    "throw_groups"?: Some(&of.thrown.groups).filter(|groups| !groups.is_empty()),
    "remedies"?: (!of.remedies.is_empty()).then(|| of.remedies.iter().map(RemedyRecord).collect::<Vec<_>>()),
);

struct ThrownRecord<'a> {
    set: &'a ThrownSet,
    who: Vec<&'a str>,
}

record!(ThrownRecord<'_>, of => "bones": of.set.bones, "who": of.who,);

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
            .column(
                self.games
                    .iter()
                    .any(|game| !game.game.left_out.is_empty())
                    .then(|| Column::words("Sits out")),
                |game| sits_out(self, game),
            )
            .numbers("Times", |game| game.game.times.to_string())
            .numbers("Total time", |game| time(&game.total))
            .words("Verdict", |game| first_word(game).0)
            .words("What a host should know", |game| first_word(game).1);
        let heading = vec![self.night.title.clone(), fit(self)];
        let glance = Sheet { heading, sections: vec![table.section], notes: to_do(self) };
        let games = self.games.iter().map(|game| sheet(&game.balance, Names(&game.names)));
        std::iter::once(glance).chain(games).collect()
    }

    fn records(&self) -> Records {
        let mut records = Records::of_figures();
        for (place, game) in (1..).zip(&self.games) {
            // The same game can be played twice.
            let table = Record::of_table(&game.balance.setting).of(u32::to_string(&place));
            records_of(&game.balance, &table, &mut records);
        }
        records
    }

    fn json(&self) -> impl Serialize {
        NightRecord(self)
    }
}
