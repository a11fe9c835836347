//! Night files: an evening described in TOML.

mod bones;
mod tables;

use std::ops::RangeInclusive;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::{Guest, Night};
use crate::games::{self, Game};
use crate::messages::{abridged, steers};
use crate::tali::{Bones, parse_weight};
use crate::toml_text::{self, AtLine, Item, Table};

use bones::Known;

/// The supported version of night files.
const VERSION: u64 = 1;

const MOST_MINUTES: i64 = 1_000_000;
const MOST_PLAYERS: usize = 30;
const MOST_GAMES: usize = 50;
const MOST_COINS: u64 = 1_000_000_000;
const LONGEST_NAME: usize = 80;

const TOP_KEYS: [&str; 9] =
    ["version", "title", "pace", "minutes", "tolerance", "seed", "bones", "players", "games"];
const PLAYER_KEYS: [&str; 3] = ["name", "purse", "bones"];

/// An error in a night file, with its line.
pub type NightError = AtLine<String>;

/// Reads an evening; `open` reads the faces files that it names.
///
/// # Errors
///
/// [`NightError`], with the line, what was found and what is allowed.
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
    read_night_of(text, open, |name| games::find(name).map_err(|error| error.to_string()))
}

/// Like [`read_night`], with a lookup of games by their names in the file.
///
/// # Errors
///
/// [`NightError`], as for [`read_night`].
pub fn read_night_of(
    text: &str,
    open: impl Fn(&str) -> Result<Bones, String>,
    game: impl Fn(&str) -> Result<&'static Game, String>,
) -> Result<Night, NightError> {
    let file = toml_text::parse(text)?;
    let of_bones = ["faces", "counts", "tali"].into_iter().find_map(|key| file.get(key));
    if let Some(found) = of_bones.filter(|_| file.get("version").is_none()) {
        let problem = "this is a faces file, not a night file; pass it as --faces FILE, with a game";
        return Err(NightError::new(found.line, problem.to_owned()));
    }
    let rules = file.get("game").filter(|game| game.text().is_some() && file.get("version").is_none());
    if let Some(found) = rules {
        let problem = "this is a file of house rules, not a night file; pass it as --rules FILE, with a game";
        return Err(NightError::new(found.line, problem.to_owned()));
    }
    let missing = "`version` is missing; a night file begins with `version = 1`, and `tali-odds report --template` prints one";
    let version = file.get("version").ok_or_else(|| NightError::new(1, missing.to_owned()))?;
    if version.whole() != Some(VERSION) {
        let found = version.described();
        let problem = format!("this program reads night files of version {VERSION}, not of version {found}");
        return Err(NightError::new(version.line, problem));
    }
    file.only(&TOP_KEYS, "a night file")?;
    let title = match file.get("title") {
        Some(title) => name(title, "title")?,
        None => "An evening of knucklebones".to_owned(),
    };
    let pace = positive(file.get("pace"), "pace", 12, 86_400)?;
    let minutes = positive(file.get("minutes"), "minutes", 240, MOST_MINUTES)?;
    let tolerance = match file.get("tolerance") {
        None => BigRational::new(1.into(), 50.into()),
        Some(item) => number(item)
            .filter(|tolerance| *tolerance <= BigRational::one())
            .ok_or_else(|| item.is_not("tolerance", "a number from 0 to 1, such as 0.02"))?,
    };
    let any = format!("a whole number from 0 to {}", u64::MAX);
    let seed = whole(file.get("seed"), "seed", 0..=u64::MAX, &any)?.unwrap_or(1);
    let mut known = Known::sections(file.get("bones"), &open)?;
    let guests = guests(&file, &mut known, &open)?;
    let mut games = Vec::new();
    for entry in sections(&file, "games", "game", MOST_GAMES)? {
        games.extend(tables::of(entry, &guests, &known, &minutes, &game)?);
    }
    Ok(Night { title, pace, minutes, tolerance, seed, guests, bones: known.into_sets(), games })
}

/// The `[[key]]` sections, at least one and at most `most`.
fn sections<'f, 't>(
    file: &'f Table<'t>,
    key: &'static str,
    one: &str,
    most: usize,
) -> Result<Vec<&'f Table<'t>>, NightError> {
    let item = file.required(key, "a night file")?;
    let no_section = |item: &Item<'_>| item.is_not(key, format!("one [[{key}]] section for each {one}"));
    let entries = item.list().ok_or_else(|| no_section(item))?;
    if !(1..=most).contains(&entries.len()) {
        return Err(NightError::new(item.line, format!("an evening has 1 to {most} [[{key}]]")));
    }
    let table = |entry: &'f Item<'t>| entry.table().ok_or_else(|| no_section(entry).into());
    entries.iter().map(table).collect()
}

/// A number in the file, read exactly.
fn number(item: &Item<'_>) -> Option<BigRational> {
    parse_weight(&item.digits()).ok()
}

/// A whole number, if the key is present.
fn whole(
    item: Option<&Item<'_>>,
    key: &str,
    allowed: RangeInclusive<u64>,
    expected: &str,
) -> Result<Option<u64>, NightError> {
    let fitting = |item: &Item<'_>| {
        let number = item.whole().filter(|number| allowed.contains(number));
        number.ok_or_else(|| item.is_not(key, expected).into())
    };
    item.map(fitting).transpose()
}

/// A positive number, or the default.
fn positive(item: Option<&Item<'_>>, key: &str, usual: i64, most: i64) -> Result<BigRational, NightError> {
    let Some(item) = item else { return Ok(BigRational::from_integer(usual.into())) };
    let fits =
        |number: &BigRational| number.is_positive() && *number <= BigRational::from_integer(most.into());
    number(item)
        .filter(fits)
        .ok_or_else(|| item.is_not(key, format!("a number above 0 and up to {most}")).into())
}

/// A text in quotes.
fn text<'f>(item: &'f Item<'_>, key: &str) -> Result<&'f str, NightError> {
    item.text().ok_or_else(|| item.is_not(key, "a text in quotes").into())
}

/// A name that can be shown.
fn name(item: &Item<'_>, key: &str) -> Result<String, NightError> {
    shown(text(item, key)?, key, item.line)
}

fn shown(text: &str, key: &str, line: usize) -> Result<String, NightError> {
    let text = text.trim();
    let visible =
        text.chars().any(|c| !c.is_whitespace() && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'));
    let shown = visible && text.chars().count() <= LONGEST_NAME && !text.chars().any(steers);
    if shown {
        return Ok(text.to_owned());
    }
    Err(NightError::new(line, format!("`{key}` is a text of 1 to {LONGEST_NAME} characters on one line")))
}

fn guests(
    file: &Table<'_>,
    known: &mut Known,
    open: &impl Fn(&str) -> Result<Bones, String>,
) -> Result<Vec<Guest>, NightError> {
    let mut guests: Vec<Guest> = Vec::new();
    for entry in sections(file, "players", "player", MOST_PLAYERS)? {
        entry.only(&PLAYER_KEYS, "[[players]]")?;
        let called = entry.required("name", "every [[players]]")?;
        let name = name(called, "name")?;
        if guests.iter().any(|guest| guest.name == name) {
            let problem = format!("two players are called `{}`; give them different names", abridged(&name));
            return Err(NightError::new(called.line, problem));
        }
        let coins = format!("a whole number of coins, 1 to {MOST_COINS}");
        let purse = whole(entry.get("purse"), "purse", 1..=MOST_COINS, &coins)?;
        let bones = known.index(entry.get("bones"), open)?;
        guests.push(Guest { name, purse, bones });
    }
    Ok(guests)
}
