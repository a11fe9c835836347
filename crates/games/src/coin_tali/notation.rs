//! The notation of positions: `2/3 best=6443 pot=7 game=300 roll=4331`.

use super::round::number;
use super::scores::{Faces, Score, is_venus, shown, sorted, written};
use super::settings::{Effect, Power, REROLL_NAMES, Settings};
use crate::kit::notation::{Cursor, Read, refuse};
use crate::kit::rules::MOST_COINS;
use tali_core::tali::Face;

/// A position with all its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// The deciding seat, from 0, and the number of seats in the round.
    pub seat: usize,
    pub seats: usize,
    /// The faces on the table, after the throw.
    pub roll: Option<Faces>,
    /// The best score so far, and the number of seats that hold it.
    pub best: Score,
    pub tied: usize,
    pub pot: i64,
    pub game: i64,
    /// The remaining re-rolls.
    pub left: [bool; 3],
    pub power: bool,
    /// The seats in a special round, in rolling order with the caller first; empty in a normal round.
    pub joined: Vec<usize>,
    /// Whether the seat has won the round and sets the ante of the next one.
    pub won: bool,
    pub ante: i64,
}

/// What the parser needs to know about the table.
pub(super) struct Reading<'a> {
    pub settings: &'a Settings,
    /// Whether the bones differ, so the order of the faces matters.
    pub ordered: bool,
    /// Whether the seat's bones can show these faces.
    pub possible: &'a dyn Fn(usize, &Faces) -> bool,
}

/// The keys of a position, and an example value for each.
const KEYS: [&str; 11] =
    ["roll", "best", "tied", "pot", "game", "left", "power", "jove", "in", "won", "ante"];
const EXAMPLES: [&str; 11] =
    ["4331", "6443", "2", "7", "300", "mercury,fortuna", "used", "2", "2,3", "", "6"];

/// The keys that describe an unfinished round.
const IN_ROUND: [&str; 8] = ["roll", "best", "tied", "pot", "left", "power", "jove", "in"];

/// The values of the keys in a text.
#[derive(Default)]
struct Given<'t>([Option<Cursor<'t>>; KEYS.len()]);

impl<'t> Given<'t> {
    fn get(&self, key: &str) -> Option<Cursor<'t>> {
        self.0[KEYS.iter().position(|known| *known == key)?]
    }

    /// Reads `KEY=VALUE` pairs, each key at most once.
    fn read(words: impl Iterator<Item = Cursor<'t>>) -> Read<Self> {
        let mut given = Self::default();
        for word in words {
            let (key, value) = word.cut(&['=']);
            let index = refuse!(word unless KEYS.iter().position(|known| *known == key.text),
                "{key} is not a key of a position; the keys are {}{}", KEYS.join(", "), key.hint(KEYS));
            refuse!(word if given.0[index].is_some(), "{key} is given twice");
            given.0[index] = match value {
                Some(_) if key.text == "won" => refuse!(word, "{key} takes no value"),
                None if key.text == "won" => Some(word),
                Some(value) if !value.is_empty() => Some(value),
                _ => refuse!(word, "{key} needs a value, such as {}={}", key.text, EXAMPLES[index]),
            };
        }
        Ok(given)
    }
}

/// Reads a whole number of coppers.
fn coins(word: Cursor<'_>, least: i64) -> Read<i64> {
    const MOST: i64 = 1000 * MOST_COINS;
    Ok(refuse!(word unless word.number(least..=MOST),
        "{word} is not a whole number of coppers from {least} to {MOST}"))
}

/// Reads a seat, counted from 0.
fn seat(word: Cursor<'_>, seats: usize) -> Read<usize> {
    let seat: usize = refuse!(word unless word.number(1..=seats), "{word} is not a seat from 1 to {seats}");
    Ok(seat - 1)
}

/// Splits a list at commas.
fn listed(word: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    word.split(|sign| sign == ',')
}

/// Reads `SEAT/SEATS`.
fn seats(word: Cursor<'_>, most: usize) -> Read<(usize, usize)> {
    let (own, Some(seats)) = word.cut(&['/']) else {
        refuse!(word, "{word} is not SEAT/SEATS; write 2/3 for seat 2 of 3");
    };
    let number = refuse!(seats unless seats.number(2..=most),
        "{seats} is not a number of seats in the round, from 2 to {most}, the seats at the table");
    Ok((seat(own, number)?, number))
}

/// Reads four faces.
fn cast(word: Cursor<'_>) -> Read<Faces> {
    let faces: Option<Vec<Face>> = word.signs().map(Cursor::shown).collect();
    Ok(refuse!(word unless faces.and_then(|faces| Faces::try_from(faces).ok()),
        "{word} is not a cast; a cast has four of the faces 1, 3, 4 and 6"))
}

impl Reading<'_> {
    /// Reads `SEAT/SEATS KEY=VALUE…`.
    pub(super) fn read(&self, text: &str) -> Read<Written> {
        let text = Cursor::new(text);
        let mut words = text.split(char::is_whitespace).filter(|word| !word.is_empty());
        let first = refuse!(text unless words.next(), "a position begins with SEAT/SEATS, such as 2/3");
        let settings = self.settings;
        let (seat, seats) = seats(first, settings.seats)?;
        let given = Given::read(words)?;
        let coins = |key, least, usual| given.get(key).map_or(Ok(usual), |word| coins(word, least));
        let ante = coins("ante", 1, settings.ante)?;
        let joined = self.joined(&given, seat, seats)?;
        let won = given.get("won");
        let in_round = IN_ROUND.iter().find(|key| given.get(key).is_some());
        if let (Some(won), Some(other)) = (won, in_round) {
            refuse!(won, "`won` describes the end of a round and takes no `{other}`");
        }
        let roll = given.get("roll").map(|word| self.roll(word, seat)).transpose()?;
        let thrown = match joined.iter().position(|other| *other == seat) {
            Some(index) => index,
            None if joined.is_empty() => seat,
            None => 0,
        };
        let best = self.best(&given, thrown, &joined)?;
        let in_pot = if won.is_some() { 0 } else { number(seats + joined.len()) * ante };
        Ok(Written {
            seat,
            seats,
            roll,
            best,
            tied: tied(&given, best, thrown)?,
            pot: coins("pot", 0, in_pot)?,
            game: coins("game", 0, settings.game_pot)?,
            left: self.left(&given)?,
            power: self.power(&given, seat)?,
            joined,
            won: won.is_some(),
            ante,
        })
    }

    fn roll(&self, word: Cursor<'_>, seat: usize) -> Read<Faces> {
        let faces = cast(word)?;
        let faces = if self.ordered { faces } else { sorted(faces) };
        refuse!(word if is_venus(&faces), "a Venus ends the round, so there is nothing to decide");
        refuse!(word if !(self.possible)(seat, &faces), "these bones never show {}", written(faces));
        Ok(faces)
    }

    /// Reads `CAST`, `CAST+POINTS` or `-`: the best cast so far.
    fn best(&self, given: &Given<'_>, thrown: usize, joined: &[usize]) -> Read<Score> {
        let best = given.get("best").filter(|word| word.text != "-");
        if let Some(word) = best.or(given.get("tied")).filter(|_| thrown == 0) {
            let who = if joined.is_empty() { "in this round" } else { "in the special round" };
            refuse!(word, "there is no best cast: nobody has thrown {who}");
        }
        let Some(word) = best else { return Ok(Score::NONE) };
        let (shown, points) = word.cut(&['+']);
        let faces = cast(shown)?;
        let added = points.map_or(Ok(0), |points| self.added(points))?;
        let score = Score::new(&faces, added);
        refuse!(word if is_venus(&faces), "a Venus would have ended the round");
        refuse!(word if score.is_none(), "{} scores nothing: it shows no 6", shown.text);
        Ok(score)
    }

    /// Reads the points added by a power.
    fn added(&self, points: Cursor<'_>) -> Read<u32> {
        let added = refuse!(points unless points.number(..=1000),
            "{points} is not a number of points from 0 to 1000");
        let adds = |power: &Power| matches!(power.effect, Effect::Add(_));
        let nobody = !self.settings.characters.iter().flat_map(|one| &one.powers).any(adds);
        refuse!(points if added > 0 && nobody, "nobody at this table has a power that adds points");
        Ok(added)
    }

    /// Reads the remaining re-rolls, or `-`.
    fn left(&self, given: &Given<'_>) -> Read<[bool; 3]> {
        let in_force = self.settings.variants.rerolls;
        let Some(all) = given.get("left") else { return Ok(in_force) };
        let mut left = [false; 3];
        for word in listed(all).filter(|_| all.text != "-") {
            let variant = REROLL_NAMES.iter().position(|name| *name == word.text);
            let variant = refuse!(word unless variant.filter(|variant| in_force[*variant]),
                "{word} is not a variant in force{}", word.hint(REROLL_NAMES));
            left[variant] = true;
        }
        refuse!(all if given.get("roll").is_none(), "`left` needs bones on the table; add roll=");
        Ok(left)
    }

    /// Reads whether the seat still has its power.
    fn power(&self, given: &Given<'_>, seat: usize) -> Read<bool> {
        let has = has_powers(self.settings, seat);
        let Some(word) = given.get("power") else { return Ok(has) };
        match word.text {
            "used" if !has => refuse!(word, "this seat has no power"),
            "open" => Ok(has),
            "used" => Ok(false),
            _ => refuse!(word, "`power` is open or used, not {word}{}", word.hint(["open", "used"])),
        }
    }

    /// Reads the seats in the special round, the caller first.
    fn joined(&self, given: &Given<'_>, own: usize, seats: usize) -> Read<Vec<usize>> {
        let list = given.get("in");
        let caller = match (given.get("jove"), list) {
            (Some(caller), _) => caller,
            (None, None) => return Ok(Vec::new()),
            (None, Some(list)) => {
                refuse!(list, "`in` needs a special round; add jove= with the seat that called it")
            }
        };
        refuse!(caller if !self.settings.variants.jove, "`jove` is not a variant in force");
        let called = seat(caller, seats)?;
        let list = refuse!(caller unless list, "the seats in the special round are missing; add in={},… with the caller first", called + 1);
        let joined = listed(list).map(|word| seat(word, seats)).collect::<Result<Vec<usize>, _>>()?;
        let turn = |other: usize| (other + seats - called) % seats;
        refuse!(list if joined[0] != called || !joined.is_sorted_by(|one, next| turn(*one) < turn(*next)),
            "`in` begins with the caller, seat {}, and continues in rolling order", called + 1);
        let number = own + 1;
        match (given.get("roll").is_some(), joined.contains(&own)) {
            (true, false) => refuse!(list, "seat {number} throws but is not in"),
            (false, true) => refuse!(list, "seat {number} is in but is not asked; add roll= if it throws"),
            (false, false) if joined.iter().any(|other| turn(*other) > turn(own)) => {
                refuse!(list, "seat {number} is asked before those who come after it")
            }
            _ => Ok(joined),
        }
    }
}

fn has_powers(settings: &Settings, seat: usize) -> bool {
    !settings.characters[seat].powers.is_empty()
}

/// Reads how many of the seats that have thrown hold the best cast.
fn tied(given: &Given<'_>, best: Score, thrown: usize) -> Read<usize> {
    let Some(word) = given.get("tied") else { return Ok(usize::from(!best.is_none())) };
    let tied = refuse!(word unless word.number(1..), "{word} is not a number of seats");
    refuse!(word if best.is_none(), "`tied` needs a best cast");
    if tied > thrown {
        let have = if thrown == 1 { "has" } else { "have" };
        refuse!(word, "{tied} seats cannot hold the best cast where {thrown} {have} thrown");
    }
    Ok(tied)
}

impl Written {
    /// The position in notation.
    pub(super) fn text(&self, settings: &Settings) -> String {
        let seat = format!("{}/{}", self.seat + 1, self.seats);
        if self.won {
            return format!("{seat} won ante={} game={}", self.ante, self.game);
        }
        let mut words = vec![seat];
        if let Some((faces, added)) = shown(self.best).filter(|_| !self.best.is_none()) {
            let added = if added > 0 { format!("+{added}") } else { String::new() };
            words.push(format!("best={}{added}", written(faces)));
            if self.tied > 1 {
                words.push(format!("tied={}", self.tied));
            }
        }
        if let Some(caller) = self.joined.first() {
            let joined: Vec<String> = self.joined.iter().map(|seat| (seat + 1).to_string()).collect();
            words.push(format!("jove={} in={}", caller + 1, joined.join(",")));
        }
        words.push(format!("pot={} game={}", self.pot, self.game));
        if self.ante != settings.ante {
            words.push(format!("ante={}", self.ante));
        }
        if let Some(faces) = self.roll {
            words.push(format!("roll={}", written(faces)));
            if self.left != settings.variants.rerolls {
                let left: Vec<&str> = (0..3).filter(|v| self.left[*v]).map(|v| REROLL_NAMES[v]).collect();
                words.push(format!("left={}", if left.is_empty() { "-".to_owned() } else { left.join(",") }));
            }
        }
        if has_powers(settings, self.seat) && !self.power {
            words.push("power=used".to_owned());
        }
        words.join(" ")
    }
}
