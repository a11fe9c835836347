//! Night files: an evening described in TOML.

use std::collections::BTreeMap;
use std::ops::Range;

use num_rational::BigRational;
use num_traits::{One, Signed};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Guest, Night, NightGame};
use crate::analysis::{NamedSet, Setting};
use crate::games::{self, Game, Rules, Value};
use crate::messages::{abridged, did_you_mean};
use crate::tali::presets::{self, Preset};
use crate::tali::{Bones, USUAL_TALI, parse_weight, read_faces_section};

/// The version of night files that is read.
const VERSION: u64 = 1;

const MOST_MINUTES: i64 = 1_000_000;
const MOST_PLAYERS: usize = 30;
const MOST_GAMES: usize = 50;
const LONGEST_NAME: usize = 80;

/// What is wrong with a night file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct NightError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what is allowed.
    pub problem: String,
}

/// A number as it stands in the file, read exactly.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
struct Exactly(BigRational);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Whole(i64),
    Decimal(f64),
    Text(String),
}

impl TryFrom<Written> for Exactly {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let text = match written {
            Written::Whole(number) => number.to_string(),
            // The shortest decimal that stands for the double is what was written.
            Written::Decimal(number) => number.to_string(),
            Written::Text(text) => text,
        };
        let number = parse_weight(&text).map(Exactly);
        number.map_err(|_| format!("`{}` is no number of 0 or more", abridged(&text)))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NightFile {
    version: Spanned<u64>,
    title: Option<Spanned<String>>,
    pace: Option<Spanned<Exactly>>,
    minutes: Option<Spanned<Exactly>>,
    tolerance: Option<Spanned<Exactly>>,
    seed: Option<u64>,
    #[serde(default)]
    #[expect(dead_code, reason = "read from the sections themselves, which keep numbers exact")]
    bones: BTreeMap<String, toml::Value>,
    players: Spanned<Vec<PlayerEntry>>,
    games: Spanned<Vec<GameEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerEntry {
    name: Spanned<String>,
    purse: Option<Spanned<u64>>,
    bones: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameEntry {
    game: Spanned<String>,
    players: Option<Spanned<Vec<Spanned<String>>>>,
    times: Option<Spanned<u64>>,
    minutes: Option<Spanned<Exactly>>,
    #[serde(default)]
    rules: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
}

/// Reads an evening; `open` reads the faces files that it names.
///
/// # Errors
///
/// [`NightError`], with the line, what stands there and what may.
///
/// ```
/// use tali_odds::analysis::read_night;
///
/// let text = "version = 1\n[[players]]\nname = 'Aulus'\n[[players]]\nname = 'Brutus'\n[[games]]\ngame = 'augustus'";
/// let night = read_night(text, |_| Err("no files here".to_owned()))?;
/// assert_eq!(night.games[0].setting.players, 2);
/// let error = read_night(&text.replace("game = 'augustus'", "game = 'august'"), |_| Err(String::new())).unwrap_err();
/// assert_eq!(error.line, 7);
/// assert!(error.problem.contains("did you mean `augustus`"));
/// # Ok::<(), tali_odds::analysis::NightError>(())
/// ```
pub fn read_night(text: &str, open: impl Fn(&str) -> Result<Bones, String>) -> Result<Night, NightError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = Reader { text };
    let file: NightFile = toml::from_str(text).map_err(|error| reader.syntax(&error))?;
    reader.night(&file, open)
}

struct Reader<'a> {
    text: &'a str,
}

/// The bones of the file by their names.
type Known = Vec<(String, NamedSet)>;

impl Reader<'_> {
    fn error(&self, span: &Range<usize>, problem: impl Into<String>) -> NightError {
        let line = 1 + self.text.bytes().take(span.start).filter(|byte| *byte == b'\n').count();
        NightError { line, problem: problem.into() }
    }

    /// What serde or TOML object to, with the nearest spelling of an unknown key.
    fn syntax(&self, error: &toml::de::Error) -> NightError {
        let message = error.message().replace('\n', ", ");
        let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let hint = match quoted.split_first() {
            Some((key, known)) if message.starts_with("unknown field") => {
                did_you_mean(key, known.iter().copied())
            }
            _ => String::new(),
        };
        let span = error.span().unwrap_or(0..0);
        // serde says what is expected in the words of a programmer, and not of which key.
        let message = message
            .replace("expected u64", "expected a whole number of 0 or more")
            .replace("a map", "a section of keys")
            .replace("a sequence", "a list");
        let before = self.text.get(..span.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let key = line.split('=').next().unwrap_or_default().trim();
        let key = if message.starts_with("unknown") || message.starts_with("missing") || key.is_empty() {
            String::new()
        } else {
            format!("`{}`: ", abridged(key))
        };
        self.error(&span, format!("{key}{message}{hint}"))
    }

    fn night(
        &self,
        file: &NightFile,
        open: impl Fn(&str) -> Result<Bones, String>,
    ) -> Result<Night, NightError> {
        if *file.version.get_ref() != VERSION {
            let found = file.version.get_ref();
            return Err(self.error(
                &file.version.span(),
                format!("this program reads night files of version {VERSION}, not of version {found}"),
            ));
        }
        let title = match &file.title {
            Some(title) => self.name(title, "title")?,
            None => "An evening of knucklebones".to_owned(),
        };
        let pace = self.positive(file.pace.as_ref(), "pace", 12, 86_400)?;
        let minutes = self.positive(file.minutes.as_ref(), "minutes", 240, MOST_MINUTES)?;
        let tolerance = match &file.tolerance {
            None => BigRational::new(1.into(), 50.into()),
            Some(number) if number.get_ref().0 <= BigRational::one() => number.get_ref().0.clone(),
            Some(number) => {
                return Err(self.error(&number.span(), "`tolerance` is a number from 0 to 1, such as 0.02"));
            }
        };
        let mut known = self.sections(&open)?;
        let guests = self.guests(&file.players, &mut known, &open)?;
        let entries = file.games.get_ref();
        if !(1..=MOST_GAMES).contains(&entries.len()) {
            return Err(self.error(&file.games.span(), format!("an evening has 1 to {MOST_GAMES} [[games]]")));
        }
        let mut games = Vec::new();
        for entry in entries {
            games.extend(self.game(entry, &guests, &known, &minutes)?);
        }
        let bones = known.into_iter().map(|(_, bones)| bones).collect();
        Ok(Night { title, pace, minutes, tolerance, seed: file.seed.unwrap_or(1), guests, bones, games })
    }

    /// A number above 0, or what usually stands for it.
    fn positive(
        &self,
        number: Option<&Spanned<Exactly>>,
        key: &str,
        usual: i64,
        most: i64,
    ) -> Result<BigRational, NightError> {
        let Some(number) = number else { return Ok(BigRational::from_integer(usual.into())) };
        let value = number.get_ref().0.clone();
        if value.is_positive() && value <= BigRational::from_integer(most.into()) {
            return Ok(value);
        }
        Err(self.error(&number.span(), format!("`{key}` is a number above 0 and up to {most}")))
    }

    /// A name that can be shown.
    fn name(&self, name: &Spanned<String>, key: &str) -> Result<String, NightError> {
        self.shown(name.get_ref(), key, &name.span())
    }

    fn shown(&self, text: &str, key: &str, span: &Range<usize>) -> Result<String, NightError> {
        let text = text.trim();
        // Signs that turn round or hide what stands beside them.
        let steers = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        let visible =
            text.chars().any(|c| !c.is_whitespace() && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'));
        let shown = visible
            && text.chars().count() <= LONGEST_NAME
            && !text.chars().any(|c| c.is_control() || steers(c));
        if shown {
            return Ok(text.to_owned());
        }
        let problem = format!("`{key}` is a text of 1 to {LONGEST_NAME} characters on one line");
        Err(self.error(span, problem))
    }

    /// The `[bones.NAME]` sections.
    fn sections(&self, open: &impl Fn(&str) -> Result<Bones, String>) -> Result<Known, NightError> {
        let Ok(document) = DeTable::parse(self.text) else { return Ok(Known::new()) };
        let section = document.get_ref().iter().find(|(name, _)| name.get_ref() == "bones");
        let Some((_, section)) = section else { return Ok(Known::new()) };
        let DeValue::Table(table) = section.get_ref() else { return Ok(Known::new()) };
        let mut known = Known::new();
        for (name, section) in table {
            let called: &str = &self.shown(name.get_ref(), "[bones.NAME]", &name.span())?;
            let from = |key: &str| match section.get_ref() {
                DeValue::Table(table) => table.iter().find(|(name, _)| name.get_ref() == key),
                _ => None,
            };
            let alone = |key: &str| match section.get_ref() {
                DeValue::Table(table) if table.len() > 1 => {
                    Err(self.error(&section.span(), format!("`{key}` stands alone in [bones.{called}]")))
                }
                _ => Ok(()),
            };
            let text = |value: &Spanned<DeValue<'_>>, key: &str| match value.get_ref() {
                DeValue::String(text) => Ok(text.to_string()),
                _ => Err(self.error(&value.span(), format!("`{key}` is a text in quotes"))),
            };
            let bones = if let Some((_, value)) = from("file") {
                alone("file")?;
                open(&text(value, "file")?).map_err(|problem| self.error(&value.span(), problem))?
            } else if let Some((_, value)) = from("preset") {
                alone("preset")?;
                self.preset(&text(value, "preset")?, &value.span())?
            } else {
                read_faces_section(self.text, section, called).map_err(|error| NightError {
                    line: error.line(),
                    problem: error.problem().to_string(),
                })?
            };
            known.push((called.to_owned(), self.set(bones, &section.span())?));
        }
        Ok(known)
    }

    fn preset(&self, name: &str, span: &Range<usize>) -> Result<Bones, NightError> {
        presets::find(name).map(Preset::bones).ok_or_else(|| {
            let names = || presets::ALL.iter().map(|preset| preset.name());
            let hint = did_you_mean(name, names());
            let known = names().collect::<Vec<_>>().join(", ");
            self.error(span, format!("there is no preset `{}`; there are {known}{hint}", abridged(name)))
        })
    }

    fn set(&self, bones: Bones, span: &Range<usize>) -> Result<NamedSet, NightError> {
        NamedSet::new(bones, USUAL_TALI).map_err(|error| self.error(span, error.to_string()))
    }

    fn guests(
        &self,
        players: &Spanned<Vec<PlayerEntry>>,
        known: &mut Known,
        open: &impl Fn(&str) -> Result<Bones, String>,
    ) -> Result<Vec<Guest>, NightError> {
        let entries = players.get_ref();
        if !(1..=MOST_PLAYERS).contains(&entries.len()) {
            let problem = format!("an evening has 1 to {MOST_PLAYERS} [[players]]");
            return Err(self.error(&players.span(), problem));
        }
        let mut guests: Vec<Guest> = Vec::new();
        for entry in entries {
            let name = self.name(&entry.name, "name")?;
            if guests.iter().any(|guest| guest.name == name) {
                let problem = format!("two players are called `{}`; tell them apart", abridged(&name));
                return Err(self.error(&entry.name.span(), problem));
            }
            let purse = match &entry.purse {
                Some(purse) if !(1..=1_000_000_000).contains(purse.get_ref()) => {
                    return Err(
                        self.error(&purse.span(), "`purse` is a whole number of coins, 1 to 1000000000")
                    );
                }
                purse => purse.as_ref().map(|purse| *purse.get_ref()),
            };
            let bones = self.bones_of(entry.bones.as_ref(), known, open)?;
            guests.push(Guest { name, purse, bones });
        }
        Ok(guests)
    }

    /// The place of a player's bones: a section, a preset, or a file.
    fn bones_of(
        &self,
        named: Option<&Spanned<String>>,
        known: &mut Known,
        open: &impl Fn(&str) -> Result<Bones, String>,
    ) -> Result<usize, NightError> {
        let default = presets::ALL[0].name().to_owned();
        let (name, span) = named.map_or((&default, 0..0), |name| (name.get_ref(), name.span()));
        if let Some(place) = known.iter().position(|(known, _)| known == name) {
            return Ok(place);
        }
        let bones = if let Some(preset) = presets::find(name) {
            preset.bones()
        } else if name.contains(['.', '/', '\\']) {
            open(name).map_err(|problem| self.error(&span, problem))?
        } else {
            let names = || {
                let sections = known.iter().map(|(name, _)| name.as_str());
                sections.chain(presets::ALL.iter().map(|preset| preset.name()))
            };
            let hint = did_you_mean(name, names());
            let all = names().collect::<Vec<_>>().join(", ");
            let problem =
                format!("there are no bones `{}`; there are {all}, or a faces file{hint}", abridged(name));
            return Err(self.error(&span, problem));
        };
        known.push((name.clone(), self.set(bones, &span)?));
        Ok(known.len() - 1)
    }

    /// The tables that an entry makes: one, or of a patience one for each kind of bones.
    fn game(
        &self,
        entry: &GameEntry,
        guests: &[Guest],
        known: &Known,
        evening: &BigRational,
    ) -> Result<Vec<NightGame>, NightError> {
        let span = entry.game.span();
        let game = games::find(entry.game.get_ref()).map_err(|error| self.error(&span, error.to_string()))?;
        let times = match &entry.times {
            Some(times) if !(1..=1000).contains(times.get_ref()) => {
                return Err(self.error(&times.span(), "`times` is how often it is played, 1 to 1000"));
            }
            times => times.as_ref().map_or(1, |times| *times.get_ref()),
        };
        let minutes = match &entry.minutes {
            None => evening.clone(),
            minutes => self.positive(minutes.as_ref(), "minutes", 240, MOST_MINUTES)?,
        };
        let (seats, left_out) = self.seats(entry, game, guests)?;
        let set = |seat: &usize| known[guests[*seat].bones].1.clone();
        let table = |seats: Vec<usize>, bones: Vec<NamedSet>, alone: bool| -> Result<NightGame, NightError> {
            let players = if alone { 1 } else { seats.len() };
            let rules = self.rules(entry, game, players)?;
            let setting = Setting { game, players, rules, bones, remarks: Vec::new() };
            // Whatever no table can be made of is said here and not later.
            setting.table().map_err(|error| self.error(&span, error.to_string()))?;
            let left_out = left_out.clone();
            Ok(NightGame { setting, seats, alone, times, minutes: minutes.clone(), left_out })
        };
        if game.players.most > 1 {
            let mut bones: Vec<NamedSet> = seats.iter().map(set).collect();
            if bones.iter().all(|set| *set == bones[0]) {
                bones.truncate(1);
            }
            return Ok(vec![table(seats, bones, false)?]);
        }
        let mut kinds: Vec<(usize, Vec<usize>)> = Vec::new();
        for seat in seats {
            let kind = if game.faces { guests[seat].bones } else { 0 };
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, seats)) => seats.push(seat),
                None => kinds.push((kind, vec![seat])),
            }
        }
        kinds
            .into_iter()
            .map(|(_, seats)| {
                let bones = vec![set(&seats[0])];
                table(seats, bones, true)
            })
            .collect()
    }

    /// Who plays, in the order of seats, and who does not.
    fn seats(
        &self,
        entry: &GameEntry,
        game: &Game,
        guests: &[Guest],
    ) -> Result<(Vec<usize>, Vec<usize>), NightError> {
        let everybody: Vec<usize> = (0..guests.len()).collect();
        let alone = game.players.most == 1;
        let named = match &entry.players {
            None if alone => return Ok((everybody, Vec::new())),
            None => {
                let seats: Vec<usize> = everybody.iter().copied().take(game.players.most).collect();
                let left_out = everybody[seats.len()..].to_vec();
                return self.enough(&entry.game.span(), game, seats, left_out);
            }
            Some(named) => named,
        };
        let mut seats = Vec::new();
        for name in named.get_ref() {
            let Some(seat) = guests.iter().position(|guest| guest.name == *name.get_ref()) else {
                let names = || guests.iter().map(|guest| guest.name.as_str());
                let hint = did_you_mean(name.get_ref(), names());
                let all = names().collect::<Vec<_>>().join(", ");
                let problem =
                    format!("no player is called `{}`; there are {all}{hint}", abridged(name.get_ref()));
                return Err(self.error(&name.span(), problem));
            };
            if seats.contains(&seat) {
                let problem = format!("`{}` sits at this table twice", abridged(name.get_ref()));
                return Err(self.error(&name.span(), problem));
            }
            seats.push(seat);
        }
        let left_out = everybody.into_iter().filter(|seat| !seats.contains(seat)).collect();
        if alone && !seats.is_empty() {
            return Ok((seats, left_out));
        }
        self.enough(&named.span(), game, seats, left_out)
    }

    fn enough(
        &self,
        span: &Range<usize>,
        game: &Game,
        seats: Vec<usize>,
        left_out: Vec<usize>,
    ) -> Result<(Vec<usize>, Vec<usize>), NightError> {
        match game.rules(seats.len()) {
            Ok(_) => Ok((seats, left_out)),
            Err(error) => Err(self.error(span, error.to_string())),
        }
    }

    fn rules(&self, entry: &GameEntry, game: &'static Game, players: usize) -> Result<Rules, NightError> {
        let mut rules =
            game.rules(players).map_err(|error| self.error(&entry.game.span(), error.to_string()))?;
        for (key, value) in &entry.rules {
            let changed =
                Value::parse(&value.get_ref().to_string()).and_then(|value| rules.set(key.get_ref(), value));
            changed.map_err(|error| self.error(&key.span(), error.to_string()))?;
        }
        Ok(rules)
    }
}
