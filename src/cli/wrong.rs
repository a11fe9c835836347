//! Splits an error into its subject, message and line, for a page whose readers see neither options nor files.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use serde::Serialize;

use super::failure::{Failure, shown};
use crate::toml_text::{self, Content, Item, Table};

/// An error and its position.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Wrong {
    /// The option or argument (`purse`, `rule fee`), or the key in a file, with list items counted from 1
    /// (`games.2.times`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The message, without the option, the file and the line.
    pub message: String,
    /// The allowed words, if known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// The line of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of a game file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// The options whose errors are followed by a key.
const OF_KEYS: [&str; 2] = ["rule", "versus"];

impl Wrong {
    /// Splits the error of a request that came with these files. A request for help is not an error.
    pub(super) fn of(failure: &Failure, files: &BTreeMap<PathBuf, String>) -> Option<Self> {
        match failure {
            Failure::Usage(usage) => usage.use_stderr().then(|| Self::of_usage(usage)),
            Failure::Wrong(_) | Failure::CouldNot(_) => Some(Self::of_words(&failure.to_string(), files)),
            Failure::ReaderGone => None,
        }
    }

    fn of_usage(usage: &clap::Error) -> Self {
        let argument = match usage.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(argument)) => Some(argument.clone()),
            Some(ContextValue::Strings(arguments)) => arguments.first().cloned(),
            _ => None,
        };
        // `--purse <COINS>`, `<GAME>`.
        let what = argument.as_deref().and_then(|argument| argument.split(' ').next());
        let what = what.map(|what| what.trim_matches(['-', '<', '>', '.']).to_lowercase());
        let words = usage.to_string();
        let first = words.lines().next().unwrap_or_default();
        let said = usage.source().map(ToString::to_string);
        let message = said.unwrap_or_else(|| first.trim_start_matches("error: ").to_owned());
        let allowed = match usage.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(allowed)) => allowed.clone(),
            _ => Vec::new(),
        };
        Self { what, message, allowed, ..Self::default() }
    }

    fn of_words(words: &str, files: &BTreeMap<PathBuf, String>) -> Self {
        let mut wrong = Self::default();
        // The remaining lines show the position in a game file.
        let (mut words, shows) = words.split_once('\n').unwrap_or((words, ""));
        if let Some((option, rest)) = words.strip_prefix("--").and_then(|rest| rest.split_once(": ")) {
            let mut named = option.split(' ');
            let (option, key) = (named.next().unwrap_or_default(), named.next());
            let key =
                key.filter(|_| OF_KEYS.contains(&option)).map(|key| format!(" {}", key.trim_matches('`')));
            wrong.what = Some(option.to_owned() + &key.unwrap_or_default());
            words = rest;
        }
        // A file may name another file.
        let in_file = |words: &str| {
            files.iter().find_map(|(path, text)| {
                let rest = words.strip_prefix(&shown(path))?.strip_prefix(": ")?;
                Some((words.len() - rest.len(), text))
            })
        };
        while let Some((start, text)) = in_file(words) {
            words = &words[start..];
            let Some((line, rest)) = words.strip_prefix("line ").and_then(|rest| rest.split_once(": "))
            else {
                continue;
            };
            let (Ok(line), None) = (line.parse(), wrong.line) else { continue };
            words = rest;
            wrong.line = Some(line);
            wrong.what = wrong.what.or_else(|| key_at(text, line, words));
        }
        if let Some(at) = shows.lines().find_map(|line| line.trim_start().strip_prefix("--> ")) {
            let mut numbers = at.rsplit(':').map(str::parse);
            if let (Some(Ok(column)), Some(Ok(line))) = (numbers.next(), numbers.next()) {
                (wrong.line, wrong.column) = (Some(line), Some(column));
            }
        }
        words.clone_into(&mut wrong.message);
        wrong
    }
}

/// The path to the key on a line of a file. If there are several keys, it is the one at the start of the message.
fn key_at(text: &str, line: usize, sentence: &str) -> Option<String> {
    let file = toml_text::parse(text).ok()?;
    let named = sentence.strip_prefix('`').and_then(|rest| rest.split_once('`'));
    let any = || way_in(&file, line, &|_| true);
    match named {
        // The key is missing from the section that begins on that line.
        Some((key, rest)) if rest.starts_with(" is missing") => {
            let section = way_in(&file, line, &|name| name.is_none());
            Some(section.map_or_else(|| key.to_owned(), |way| format!("{way}.{key}")))
        }
        Some((key, _)) => way_in(&file, line, &|name| name == Some(key)).or_else(any),
        None => any(),
    }
}

/// The path to the innermost key or section that begins on a line and that `is_it` accepts. It gets the name of a key, and
/// `None` for a section.
fn way_in(table: &Table<'_>, line: usize, is_it: &dyn Fn(Option<&str>) -> bool) -> Option<String> {
    table.entries.iter().find_map(|(name, item)| {
        let here = name.line == line && is_it(Some(&name.text));
        let way = way_below(item, line, is_it).map(|below| format!("{}{below}", name.text));
        way.or_else(|| here.then(|| name.text.to_string()))
    })
}

fn way_below(item: &Item<'_>, line: usize, is_it: &dyn Fn(Option<&str>) -> bool) -> Option<String> {
    match &item.content {
        Content::Table(table) => {
            let below = way_in(table, line, is_it).map(|way| format!(".{way}"));
            below.or_else(|| (table.line == line && is_it(None)).then(String::new))
        }
        Content::List(items) => (1..)
            .zip(items)
            .find_map(|(at, item)| way_below(item, line, is_it).map(|way| format!(".{at}{way}"))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::failure::wrong;

    const NIGHT: &str = "version = 1\n[[players]]\nname = 'A'\n[[games]]\ngame = 'augustus'\nrules = { fee = 1, ante = 2 }\n\
                         [[games]]\ntimes = 0\n[games.rules]\nfee = 3\n";

    /// An error, split: `what | message | line`.
    fn described(words: &str) -> String {
        let files =
            BTreeMap::from([("night.toml".into(), NIGHT.to_owned()), ("my.game".into(), String::new())]);
        let Wrong { what, message, line, column, .. } = Wrong::of(&wrong!("{words}"), &files).unwrap();
        let at = [line, column].into_iter().flatten().map(|number| number.to_string());
        format!("{} | {message} | {}", what.unwrap_or_default(), at.collect::<Vec<_>>().join(":"))
    }

    #[test]
    fn errors_are_split_by_position() {
        for (words, expected) in [
            ("there is no game `x`", " | there is no game `x` | "),
            ("--rule fee: `fee` is an amount", "rule fee | `fee` is an amount | "),
            ("--rule `fee`: a rule is", "rule fee | a rule is | "),
            ("--purse 3: an evening takes 4", "purse | an evening takes 4 | "),
            ("night.toml: line 8: `times` is a number", "games.2.times | `times` is a number | 8"),
            ("night.toml: line 6: `ante` is a number", "games.1.rules.ante | `ante` is a number | 6"),
            ("night.toml: line 10: no rule `fee`", "games.2.rules.fee | no rule `fee` | 10"),
            ("night.toml: line 7: `game` is missing; every", "games.2.game | `game` is missing; every | 7"),
            ("night.toml: line 1: `bones` is missing", "bones | `bones` is missing | 1"),
            (
                "night.toml: line 5: nothing is called `x`\n --> my.game:8:6\n  | x",
                "games.1.game | nothing is called `x` | 8:6",
            ),
            ("nothing is called `x`\n --> my.game:8:6", " | nothing is called `x` | 8:6"),
            ("other.toml: line 8: `times` is", " | other.toml: line 8: `times` is | "),
        ] {
            assert_eq!(described(words), expected);
        }
    }

    #[test]
    fn options_lose_their_dashes() {
        let described = |words: &str| {
            let words = words.split(' ').map(std::ffi::OsString::from);
            let usage = crate::cli::args::program().try_get_matches_from(words).unwrap_err();
            Wrong::of(&Failure::Usage(usage), &BTreeMap::new())
        };
        let wrong = described("tali-odds balance augustus --purse 0").unwrap();
        assert_eq!(wrong.what.as_deref(), Some("purse"));
        assert_eq!(wrong.message, "give a whole number from 1 to 1,000,000,000");
        let wrong = described("tali-odds win augustus --format x").unwrap();
        assert_eq!((wrong.what.as_deref(), wrong.allowed[0].as_str()), (Some("format"), "table"));
        assert_eq!(described("tali-odds win").unwrap().what.as_deref(), Some("game"));
        assert_eq!(described("tali-odds win --help"), None);
    }
}
