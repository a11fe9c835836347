//! The commands that reproduce the figures of a report, typed in its folder.

use crate::analysis::{NightAnswer, NightGameAnswer, Remedy, Unit};
use crate::output::tune::bare;
use crate::output::words::shell_word;
use crate::tali::presets;

/// The file of an evening's bones in the folder of its report.
pub(crate) fn bones_name(index: usize) -> String {
    format!("bones/{}.toml", index + 1)
}

/// The file of a user's own game in the folder of the report.
pub(crate) fn game_file(index: usize, game: &NightGameAnswer) -> Option<String> {
    let of_file = game.game.setting.game.number == 0;
    of_file.then(|| format!("games/{:02}-{}", index + 1, file_name(game.game.setting.game.name)))
}

/// The last part of a path, or the whole of a name.
pub(super) fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The name of a game in a command.
fn named(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let index = answer.games.iter().position(|other| std::ptr::eq(other, game));
    let file = index.and_then(|index| game_file(index, game));
    file.unwrap_or_else(|| game.game.setting.game.name.to_owned())
}

/// The command for the figures of one game.
pub(super) fn balance(answer: &NightAnswer, game: &NightGameAnswer) -> String {
    let question = &game.balance.question;
    let mut words = vec!["balance".to_owned(), named(answer, game)];
    words.extend(table(answer, game, None));
    words.extend(option("--pace", &question.pace));
    words.extend(option("--minutes", &question.minutes));
    if question.times != 1 {
        words.extend(option("--times", &question.times));
    }
    words.extend(option("--tolerance", &question.tolerance));
    words.extend(game.balance.posterior.iter().flat_map(|posterior| option("--draws", &posterior.draws)));
    words.extend(seed(answer));
    // No option sets purses of different sizes.
    if let Some((purses, games)) = &question.purses
        && let Some((purse, others)) = purses.split_first()
        && game.balance.evening.is_some()
        && others.iter().all(|other| other == purse)
    {
        words.extend(option("--purse", purse));
        words.extend(option("--evening", games));
    }
    typed(&words)
}

/// The command that shows all values tried for a rule.
pub(super) fn tune(answer: &NightAnswer, game: &NightGameAnswer, remedy: &Remedy) -> String {
    let question = &remedy.tuned.question;
    let mut words = vec!["tune".to_owned(), named(answer, game)];
    for sweep in &question.vary {
        // Without typed values `tune` also tries those between.
        let values = if sweep.is_usual(&game.game.setting) && remedy.tuned.between().is_empty() {
            String::new()
        } else {
            format!("={}", sweep.values.iter().map(bare).collect::<Vec<_>>().join("|"))
        };
        words.extend(option("--vary", &format!("{}{values}", sweep.key)));
    }
    let unit = if remedy.want.unit == Unit::Minutes { "min" } else { "" };
    words.extend(option("--want", &format!("{}<={}{unit}", remedy.want.metric.name(), remedy.want.target)));
    words.extend(table(answer, game, question.vary.first().map(|sweep| sweep.key)));
    words.extend(option("--pace", &question.pace));
    words.extend(seed(answer));
    typed(&words)
}

/// Players, bones and house rules, except a rule that is varied.
fn table(answer: &NightAnswer, game: &NightGameAnswer, but: Option<&str>) -> Vec<String> {
    let setting = &game.game.setting;
    let mut words = Vec::new();
    if setting.players != setting.game.players.usual {
        words.extend(option("--players", &setting.players));
    }
    if setting.game.faces(&setting.rules) {
        for set in &setting.bones {
            let index = answer.night.bones.iter().position(|known| known == set).unwrap_or(0);
            let preset = presets::find(set.name()).filter(|preset| preset.bones() == *set.bones());
            let name = preset.map_or_else(|| bones_name(index), |preset| preset.name.to_owned());
            words.extend(option("--faces", &name));
        }
    }
    for (key, value) in setting.rules.changed().into_iter().filter(|(key, _)| Some(*key) != but) {
        words.extend(option("--rule", &format!("{key}={value}")));
    }
    words.extend(setting.rules.changed_play().iter().flat_map(|policy| option("--play", policy)));
    words
}

/// The seed, unless it is the usual one.
fn seed(answer: &NightAnswer) -> Vec<String> {
    if answer.night.seed == 1 { Vec::new() } else { option("--seed", &answer.night.seed).into() }
}

fn option(name: &str, value: &impl ToString) -> [String; 2] {
    [name.to_owned(), value.to_string()]
}

/// The words quoted for a shell.
fn typed(words: &[String]) -> String {
    format!("tali-odds {}", words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" "))
}
