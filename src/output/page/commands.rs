//! What a user types, in the folder of the report, for the figures of its page.

use crate::analysis::{NightAnswer, NightGameAnswer, Remedy, Unit};
use crate::tali::presets;

/// Where the bones of an evening lie in the folder of its report.
pub(crate) fn bones_name(place: usize) -> String {
    format!("bones/{}.toml", place + 1)
}

/// The command for the figures of one game.
pub(super) fn balance(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let question = &game.balance.question;
    let mut words = vec!["balance".to_owned(), game.game.setting.game.name.to_owned()];
    words.extend(table(answer, game, None));
    words.extend([
        "--pace".to_owned(),
        question.pace.to_string(),
        "--minutes".to_owned(),
        question.minutes.to_string(),
    ]);
    words.extend(["--tolerance".to_owned(), question.tolerance.to_string()]);
    words.extend(draws(answer, game));
    // Purses of different size have no option.
    if let Some((purses, games)) = &question.purses
        && let Some((purse, others)) = purses.split_first()
        && game.balance.evening.is_some()
        && others.iter().all(|other| other == purse)
    {
        words.extend(["--purse".to_owned(), purse.to_string(), "--evening".to_owned(), games.to_string()]);
    }
    typed(&words)
}

/// The command for all values of a rule that were tried.
pub(super) fn tune(answer: &NightAnswer, game: &NightGameAnswer, remedy: &Remedy) -> String {
    let question = &remedy.tuned.question;
    let mut words = vec!["tune".to_owned(), game.game.setting.game.name.to_owned()];
    for sweep in &question.vary {
        let values: Vec<String> =
            sweep.values.iter().map(|value| value.to_string().replace('"', "")).collect();
        words.extend(["--vary".to_owned(), format!("{}={}", sweep.key, values.join("|"))]);
    }
    let unit = if question.want.unit == Unit::Minutes { "min" } else { "" };
    words.extend([
        "--want".to_owned(),
        format!("{}<={}{unit}", question.want.metric.name(), question.want.target),
    ]);
    words.extend(table(answer, game, question.vary.first().map(|sweep| sweep.key)));
    words.extend(["--pace".to_owned(), question.pace.to_string()]);
    if answer.night.seed != 1 {
        words.extend(["--seed".to_owned(), answer.night.seed.to_string()]);
    }
    typed(&words)
}

/// Players, bones and house rules, but for a rule that is varied.
fn table(answer: &NightAnswer, game: &NightGameAnswer, but: Option<&str>) -> Vec<String> {
    let setting = &game.game.setting;
    let mut words = Vec::new();
    if setting.players != setting.game.players.usual {
        words.extend(["--players".to_owned(), setting.players.to_string()]);
    }
    if setting.game.faces() {
        for set in &setting.bones {
            let place = answer.night.bones.iter().position(|known| known == set).unwrap_or(0);
            let preset = presets::find(set.name()).filter(|preset| preset.bones() == *set.bones());
            words.push("--faces".to_owned());
            words.push(preset.map_or_else(|| bones_name(place), |preset| preset.name.to_owned()));
        }
    }
    for (key, value) in setting.rules.changed().into_iter().filter(|(key, _)| Some(*key) != but) {
        words.extend(["--rule".to_owned(), format!("{key}={value}")]);
    }
    words
}

fn draws(answer: &NightAnswer, game: &NightGameAnswer) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(posterior) = &game.balance.posterior {
        words.extend(["--draws".to_owned(), posterior.draws.to_string()]);
    }
    if answer.night.seed != 1 {
        words.extend(["--seed".to_owned(), answer.night.seed.to_string()]);
    }
    words
}

/// The words as a shell takes them.
fn typed(words: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,".contains(c);
    let quoted = |word: &String| {
        if word.chars().all(plain) { word.clone() } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    format!("tali-odds {}", words.iter().map(quoted).collect::<Vec<_>>().join(" "))
}
