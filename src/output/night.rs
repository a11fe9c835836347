//! The sheets of `night`: the evening at a glance, and game by game.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use serde::Serialize;

use super::Answer;
use super::balance::sheet;
use super::csv::{Record, Records};
use super::number::{duration, duration_within, grouped, percent_as_set, round_percent, you_have};
use super::rule::change;
use super::sheet::{Column, Rows, Sheet};
use super::tune::{counted, spare};
use super::verdicts::{BalanceRecord, Names, is_best_play, sentence, word};
use super::words::{capitalised, listed};
use crate::analysis::{
    About, Choice, Cut, Figure, Metric, NightAnswer, NightGameAnswer, Remedy, ThrownSet, Verdict, record,
};
use crate::games::{EndsBy, Play, Value};

/// Minutes of a figure in words.
pub(super) fn time(minutes: &Figure) -> String {
    match minutes.rational() {
        Some(minutes) => duration(&minutes),
        None if minutes.is_endless() => "never ends".to_owned(),
        None => "unknown".to_owned(),
    }
}

/// `you have only 3 hours`.
fn only(you_have: &str) -> String {
    you_have.replacen("have ", "have only ", 1)
}

/// Whether the evening is long enough.
pub(super) fn fit(answer: &NightAnswer) -> String {
    let you_have = you_have(&answer.night.minutes);
    let all = time(&answer.total);
    if answer.fits() == Some(false) && all == duration(&answer.night.minutes) {
        let over = answer.total.rational().map(|total| total - &answer.night.minutes);
        let over = over.map_or_else(String::new, |over| format!(" by {}", duration(&over)));
        return format!("All games together exceed the evening's {all}{over}, on average.");
    }
    match answer.fits() {
        Some(true) => format!("All games together take {all} on average, and {you_have}."),
        Some(false) => format!("All games together take {all} on average, but {}.", only(&you_have)),
        None if answer.total.is_number() => {
            format!("All games together take about {all}; we cannot yet tell whether that fits ({you_have}).")
        }
        None if answer.total.is_endless() => endless(answer),
        None => "It is unknown how long all games together take.".to_owned(),
    }
}

/// Which games may never end, and how long the others take.
fn endless(answer: &NightAnswer) -> String {
    let (endless, rest) = answer.endless();
    let titles: Vec<String> = endless.iter().map(|index| title(answer, *index)).collect();
    let perfect = endless.iter().all(|index| is_best_play(&answer.games[*index].balance));
    let how = if perfect { " if all play perfectly" } else { "" };
    let rest = rest.map_or_else(String::new, |rest| {
        format!("; the other games take {} on average, and {}", time(&rest), you_have(&answer.night.minutes))
    });
    format!("{} may never end{how}{rest}.", capitalised(&listed(&titles)))
}

/// The policies of the players, for a game in which seats choose.
pub(super) fn plays(game: &NightGameAnswer) -> Option<String> {
    let rules = &game.balance.setting.rules;
    let played = rules.played();
    let first = played.first()?;
    let shown = if played.iter().all(|other| other == first) {
        format!("Everybody plays {first}")
    } else {
        let each =
            (1..).zip(&played).map(|(seat, how)| format!("{} plays {how}", Names(&game.names).of(seat)));
        each.collect::<Vec<_>>().join(", ")
    };
    // "best" needs no explanation.
    let readings = rules.played_policies().into_iter().filter(|policy| policy.name != "best");
    let readings = readings.map(|policy| format!(" {}: {}.", policy.name, policy.reading.replace('`', "")));
    Some(format!("{shown}.{}", readings.collect::<String>()))
}

/// The players of a game: `Aulus, Brutus`; for a solitaire `Aulus, Brutus, each alone`.
pub(super) fn who(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let names = answer.night.names(&game.game.seats).join(", ");
    if game.game.alone && game.game.seats.len() > 1 { format!("{names}, each alone") } else { names }
}

/// The most important verdict on a game.
pub(super) fn first_word(game: &NightGameAnswer) -> (&'static str, String) {
    game.balance.worst().map_or(("fine", String::new()), |verdict| {
        (word(&game.balance, verdict), sentence(&game.balance, verdict, Names(&game.names)))
    })
}

/// The title of a game, with its players where it is played several times.
fn title(answer: &NightAnswer, index: usize) -> String {
    let game = &answer.games[index];
    let title = game.game.setting.game.title;
    if is_played_apart(answer, game) { format!("{title} ({})", who(answer, game)) } else { title.to_owned() }
}

/// Whether a game is played more than once by different players or rules.
pub(super) fn is_played_apart(answer: &NightAnswer, game: &NightGameAnswer) -> bool {
    let name = game.game.setting.game.name;
    answer.games.iter().filter(|other| other.game.setting.game.name == name).count() > 1
}

/// Advice to the host, the most useful first.
pub(super) fn to_do(answer: &NightAnswer) -> Vec<String> {
    let mut said = Vec::from_iter(leave_out(answer));
    for (index, game) in answer.games.iter().enumerate() {
        let title = title(answer, index);
        let mut turns = take_turns(game);
        for found in &game.remedies {
            let Some(Change { rule, does }) = change_of(found) else { continue };
            let turns = if found.about == About::Length { None } else { turns.take() };
            let or = turns.map_or_else(String::new, |turns| format!(" Or {turns}."));
            said.push(format!("{title}: change {rule}: {does}.{or}"));
        }
        let setting = &game.balance.setting;
        let tali = setting.game.rules_card(&setting.rules).tali;
        said.extend(tali.map(|tali| format!("{title}: have {tali} tali at hand; all are thrown at once.")));
        said.extend(purse(game).map(|purse| format!("{title}: {purse}")));
        if game.remedies.iter().any(|remedy| remedy.about == About::End)
            && let Some(other) = setting.rules.policies().iter().find(|policy| policy.depth.is_some())
        {
            let other = Play::usual(other);
            said.push(format!(
                "{title}: people do not play perfectly; play = \"{other}\" in the file gives figures for such players."
            ));
        }
        let unequal = setting.game.has_unequal_purses(&setting.rules);
        let even = if unequal {
            "seats and purses differ: let everybody bring the same, and"
        } else {
            "seats differ, so"
        };
        said.extend(turns.map(|turns| format!("{title}: {even} {turns}.")));
    }
    said.dedup();
    said
}

/// Which games to drop, or how many of one to play, so that the evening fits.
fn leave_out(answer: &NightAnswer) -> Option<String> {
    let cuts = answer.cuts();
    let minutes = duration(&answer.night.minutes);
    if !cuts.is_empty() && cuts.len() == answer.games.len() && cuts.iter().all(|cut| cut.times == 0) {
        return Some(match answer.games.len() {
            1 => format!("As it is, the game does not fit into {minutes}."),
            _ => format!("As they are, none of the games fits into {minutes}."),
        });
    }
    let (fewer, gone): (Vec<Cut>, Vec<Cut>) = cuts.into_iter().partition(|cut| cut.times > 0);
    let gone: Vec<String> = gone.iter().map(|cut| title(answer, cut.index)).collect();
    let fewer = fewer.iter().map(|cut| {
        let games = if cut.times == 1 { "game" } else { "games" };
        let planned = answer.games[cut.index].game.times;
        format!("with {} {games} of {} instead of {planned}", cut.times, title(answer, cut.index))
    });
    let gone = (!gone.is_empty()).then(|| format!("without {}", listed(&gone)));
    let how: Vec<String> = gone.into_iter().chain(fewer).collect();
    (!how.is_empty()).then(|| format!("{} the evening fits into {minutes}.", capitalised(&listed(&how))))
}

/// The purse that everybody needs, if somebody runs out of coins too often.
fn purse(game: &NightGameAnswer) -> Option<String> {
    let is_ruin = |verdict: &&Verdict| verdict.about == About::Ruin && verdict.is_problem();
    let verdict = game.balance.verdicts.iter().find(is_ruin)?;
    let coins = game.balance.setting.money();
    let Some(enough) = &game.enough else {
        return Some(format!("no purse that was tried is large enough; play for fewer {coins}."));
    };
    let who = if enough.purses.iter().all(|purse| *purse == enough.purse) {
        "everybody"
    } else {
        "anyone who brings less"
    };
    let most = enough.ruined.iter().max_by(|one, other| {
        one.approximate().unwrap_or(0.0).total_cmp(&other.approximate().unwrap_or(0.0))
    })?;
    let bound = verdict.bound.as_ref().map(percent_as_set)?;
    Some(format!(
        "let {who} bring {} {coins}, or play for less: each seat then runs out of {coins} in less than {bound} of evenings, even \
        the worst seat in about {}.",
        grouped(&enough.purse),
        round_percent(most)
    ))
}

/// The remedy for seats that differ.
fn take_turns(game: &NightGameAnswer) -> Option<&'static str> {
    let unequal =
        |verdict: &Verdict| matches!(verdict.about, About::Chances | About::Coins) && verdict.is_problem();
    let several = game.balance.seats.len() > 1 && game.balance.verdicts.iter().any(unequal);
    let same_bones = game.game.setting.bones.windows(2).all(|pair| pair[0] == pair[1]);
    several.then_some(match (same_bones, game.game.times) {
        (true, 1) => "draw lots for who starts",
        (true, _) => "rotate who starts from game to game",
        (false, 1) => "draw lots for who starts, and let everybody cast the same bones",
        (false, _) => "rotate who starts, and let everybody cast the same bones",
    })
}

/// How long a game may take, and who set that limit.
pub(super) fn given(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let whose = match game.game.rounds() {
        1 if game.game.has_own_minutes => ", set for this game",
        2 if game.game.has_own_minutes => ", set for both games together",
        _ if game.game.has_own_minutes => ", set for all its games together",
        1 if answer.games.len() == 1 => "",
        _ => ", shared by all games",
    };
    format!("Time allowed: {}{whose}.", duration(&game.game.minutes))
}

/// The players who sit out a game.
pub(super) fn sits_out(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    answer.night.names(&game.game.left_out).join(", ")
}

/// What a house rule would do, and why this one is proposed.
pub(super) fn remedy(found: &Remedy) -> String {
    let why = match found.tuned.choice {
        // Every rule that makes the game end is listed; none is the smallest.
        _ if found.about == About::End => String::new(),
        Choice::LeastChange => {
            let spare = found.tuned.question.wants.first().map_or("leaves a margin", spare);
            format!(" This is the smallest change tried that {spare}.")
        }
        Choice::MostRoom => " Of all values tried, this leaves the largest margin.".to_owned(),
        Choice::Nearest => String::new(),
    };
    let shown =
        change_of(found).map_or_else(String::new, |Change { rule, does }| format!("Change {rule}: {does}."));
    format!("{shown}{why}")
}

/// A house rule in words, `the rule target from 100 to 40`, and its effect.
struct Change {
    rule: String,
    does: String,
}

fn change_of(remedy: &Remedy) -> Option<Change> {
    let point = remedy.tuned.closest()?;
    let found = point.figures.first()?;
    let figure = counted(found, remedy.want.unit);
    let setting = &remedy.tuned.setting;
    let varied = remedy.tuned.question.vary.first().and_then(|sweep| setting.game.key(sweep.key));
    let rule = change(setting, varied?, point.values.first()?);
    let is_nothing = *found == Figure::Exact(BigRational::zero());
    let does = match remedy.about {
        About::Length => {
            let within = found.rational().map_or(figure, |minutes| duration_within(&minutes));
            match remedy.want.metric {
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
        About::End => {
            let value = point.values.first()?.to_string();
            let parsed = |end: &&EndsBy| Value::parse(end.value).is_ok_and(|end| end.to_string() == value);
            let means =
                varied?.ends.iter().find(parsed).map_or_else(String::new, |end| format!(" ({})", end.means));
            if remedy.minutes_of_all.is_number() {
                format!("every game then ends, after {} on average{means}", time(&remedy.minutes_of_all))
            } else {
                format!("every game then ends{means}")
            }
        }
        _ if is_nothing => "all seats then win equally often".to_owned(),
        About::Coins => format!("nobody then gains or loses more than {figure} of what they pay in"),
        _ => format!("the seats then differ by {} at most", figure.replace(" %", " percentage points")),
    };
    Some(Change { rule, does })
}

/// An evening as JSON.
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
    /// The sets of bones, each with the players who throw it.
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
    "plays"?: plays(of),
    "purse"?: of.enough,
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
    "want": of.want,
    "figure"?: of.tuned.closest().map(|point| point.figures.first()),
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
        // The same game can be played twice.
        let table = |index: u32, game: &NightGameAnswer| {
            Record::of_table(&game.balance.setting).with("of", &index.to_string())
        };
        let games = (1..).zip(&self.games);
        Records::of(games.map(|(index, game)| (table(index, game), game.balance.without_verdicts())))
    }

    fn json(&self) -> impl Serialize {
        NightRecord(self)
    }
}
