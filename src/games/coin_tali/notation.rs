//! Positions as they are typed: `2/3 best=6443 pot=7 game=300 roll=4331`.

use super::characters::{Effect, Power};
use super::round::number;
use super::scores::{Faces, Score, is_venus, shown, written};
use super::settings::{REROLL_NAMES, Settings};
use crate::games::kit::PositionError;
use crate::games::kit::rules::MOST_COINS;
use crate::messages::{abridged, did_you_mean};
use crate::tali::Face;

/// A position as it is written, everything spelled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// Who decides, from 0, and how many are in the round.
    pub seat: usize,
    pub seats: usize,
    /// What lies; before the throw nothing.
    pub roll: Option<Faces>,
    /// The best score so far, and how many hold it.
    pub best: Score,
    pub tied: usize,
    pub pot: i64,
    pub game: i64,
    /// Which re-rolls are open.
    pub left: [bool; 3],
    pub power: bool,
    /// Those in a special round, in rolling order, the caller first; else nobody.
    pub joined: Vec<usize>,
    /// The seat has won the round, and sets the ante of the next.
    pub won: bool,
    pub ante: i64,
}

const KEYS: [&str; 11] =
    ["roll", "best", "tied", "pot", "game", "left", "power", "jove", "in", "won", "ante"];

/// What notation needs to know of the table.
pub(super) struct Reading<'a> {
    pub settings: &'a Settings,
    /// Whether bones differ, so that it matters which bone shows which face.
    pub ordered: bool,
    /// Whether the seat has powers.
    pub powers: &'a dyn Fn(usize) -> bool,
    /// Whether the seat's bones can show this.
    pub possible: &'a dyn Fn(usize, &Faces) -> bool,
}

/// A word of a position, with the column where it begins.
#[derive(Clone, Copy)]
struct Word<'t> {
    column: usize,
    text: &'t str,
}

impl Word<'_> {
    /// A whole number of coppers.
    fn coins(self, least: i64) -> Result<i64, PositionError> {
        const MOST: i64 = 1000 * MOST_COINS;
        let coins = self.text.parse::<i64>().ok().filter(|coins| (least..=MOST).contains(coins));
        coins.map_or_else(
            || {
                let found = abridged(self.text);
                PositionError::at(
                    self.column,
                    format!("`{found}` is no whole number of coppers from {least} to {MOST}"),
                )
            },
            Ok,
        )
    }

    fn seat(self, seats: usize) -> Result<usize, PositionError> {
        let seat = self.text.parse::<usize>().ok().filter(|seat| (1..=seats).contains(seat));
        seat.map_or_else(
            || {
                PositionError::at(
                    self.column,
                    format!("`{}` is no seat from 1 to {seats}", abridged(self.text)),
                )
            },
            |seat| Ok(seat - 1),
        )
    }

    fn faces(self, ordered: bool) -> Result<Faces, PositionError> {
        let digit = |c: char| c.to_digit(10).and_then(Face::from_value);
        let faces: Option<Vec<Face>> = self.text.chars().map(digit).collect();
        match faces.and_then(|faces| Faces::try_from(faces).ok()) {
            Some(faces) if ordered => Ok(faces),
            Some(faces) => Ok(super::scores::sorted(faces)),
            None => {
                let found = abridged(self.text);
                PositionError::at(
                    self.column,
                    format!("`{found}` is no cast; four of the faces 1, 3, 4 and 6 are"),
                )
            }
        }
    }

    /// What stands between commas.
    fn listed(self) -> Vec<Self> {
        let mut column = self.column;
        let word = |text| {
            let word = Word { column, text };
            column += word.text.chars().count() + 1;
            word
        };
        self.text.split(',').map(word).collect()
    }
}

/// The words of a text, which spaces part.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut begin: Option<(usize, usize)> = None;
    for (column, (place, c)) in (1..).zip(text.char_indices()) {
        match (c.is_whitespace(), begin) {
            (false, None) => begin = Some((column, place)),
            (true, Some((column, from))) => {
                words.push(Word { column, text: &text[from..place] });
                begin = None;
            }
            _ => {}
        }
    }
    if let Some((column, from)) = begin {
        words.push(Word { column, text: &text[from..] });
    }
    words
}

/// What every key of a position is set to.
#[derive(Default)]
struct Given<'t>([Option<Word<'t>>; KEYS.len()]);

impl<'t> Given<'t> {
    fn get(&self, key: &str) -> Option<Word<'t>> {
        self.0[KEYS.iter().position(|known| *known == key)?]
    }

    fn read(words: &[Word<'t>]) -> Result<Self, PositionError> {
        let mut given = Self::default();
        for word in words {
            let (key, value) =
                word.text.split_once('=').map_or((word.text, None), |(key, value)| (key, Some(value)));
            let Some(place) = KEYS.iter().position(|known| *known == key) else {
                let hint = did_you_mean(key, KEYS);
                let keys = KEYS.join(", ");
                let problem = format!("`{}` is no key of a position; there are {keys}{hint}", abridged(key));
                return PositionError::at(word.column, problem);
            };
            if given.0[place].is_some() {
                return PositionError::at(word.column, format!("`{key}` is given twice"));
            }
            given.0[place] = match value {
                Some(_) if key == "won" => return PositionError::at(word.column, "`won` takes no value"),
                None if key == "won" => Some(*word),
                Some(text) if !text.is_empty() => {
                    Some(Word { column: word.column + key.chars().count() + 1, text })
                }
                _ => {
                    return PositionError::at(
                        word.column,
                        format!("`{key}` needs a value, such as {}", example(key)),
                    );
                }
            };
        }
        Ok(given)
    }
}

fn example(key: &str) -> &'static str {
    match key {
        "roll" => "roll=4331",
        "best" => "best=6443",
        "tied" => "tied=2",
        "pot" => "pot=7",
        "game" => "game=300",
        "left" => "left=mercury,fortuna",
        "power" => "power=used",
        "jove" => "jove=2",
        "in" => "in=2,3",
        _ => "ante=6",
    }
}

impl Reading<'_> {
    /// Reads a position.
    pub(super) fn read(&self, text: &str) -> Result<Written, PositionError> {
        let words = words(text);
        let Some((first, keys)) = words.split_first() else {
            return PositionError::at(1, "a position begins with SEAT/SEATS, such as 2/3");
        };
        let (seat, seats) = self.seats(*first)?;
        let given = Given::read(keys)?;
        let settings = self.settings;
        let ante = given.get("ante").map_or(Ok(settings.ante), |word| word.coins(1))?;
        let joined = self.joined(&given, seat, seats)?;
        let won = given.get("won").is_some();
        if let (Some(won), Some(other)) = (
            given.get("won"),
            ["roll", "best", "tied", "pot", "left", "power", "jove", "in"]
                .iter()
                .find(|key| given.get(key).is_some()),
        ) {
            return PositionError::at(
                won.column,
                format!("`won` is said after a round, where there is no `{other}`"),
            );
        }
        let roll = given.get("roll").map(|word| self.roll(word, seat)).transpose()?;
        let thrown = match joined.iter().position(|other| *other == seat) {
            Some(place) => place,
            None if joined.is_empty() => seat,
            None => 0,
        };
        let best = self.best(&given, thrown, &joined)?;
        let tied = match given.get("tied") {
            None => usize::from(!best.is_none()),
            Some(word) => {
                let tied = word.text.parse::<usize>().ok().filter(|tied| *tied >= 1);
                let Some(tied) = tied else {
                    return PositionError::at(
                        word.column,
                        format!("`{}` is no number of seats", abridged(word.text)),
                    );
                };
                if best.is_none() {
                    return PositionError::at(word.column, "`tied` needs a best cast that seats hold");
                }
                if tied > thrown {
                    let have = if thrown == 1 { "has" } else { "have" };
                    let problem =
                        format!("{tied} seats cannot hold the best cast where {thrown} {have} thrown");
                    return PositionError::at(word.column, problem);
                }
                tied
            }
        };
        let raises = number(joined.len());
        let coins = |key, usual| given.get(key).map_or(Ok(usual), |word| word.coins(0));
        Ok(Written {
            seat,
            seats,
            roll,
            best,
            tied,
            pot: coins("pot", if won { 0 } else { (number(seats) + raises) * ante })?,
            game: coins("game", settings.game_pot)?,
            left: self.left(&given, roll.is_some())?,
            power: self.power(&given, seat)?,
            joined,
            won,
            ante,
        })
    }

    fn seats(&self, word: Word<'_>) -> Result<(usize, usize), PositionError> {
        let Some((seat, seats)) = word.text.split_once('/') else {
            let found = abridged(word.text);
            return PositionError::at(
                word.column,
                format!("`{found}` is not SEAT/SEATS; write 2/3 for seat 2 of 3"),
            );
        };
        let most = self.settings.seats;
        let after = Word { column: word.column + seat.chars().count() + 1, text: seats };
        let Some(seats) = seats.parse::<usize>().ok().filter(|seats| (2..=most).contains(seats)) else {
            let found = abridged(after.text);
            return PositionError::at(
                after.column,
                format!(
                    "`{found}` is no number of seats in the round from 2 to {most}, as many as sit at the table"
                ),
            );
        };
        Ok((Word { column: word.column, text: seat }.seat(seats)?, seats))
    }

    fn roll(&self, word: Word<'_>, seat: usize) -> Result<Faces, PositionError> {
        let faces = word.faces(self.ordered)?;
        if is_venus(&faces) {
            return PositionError::at(word.column, "a Venus ends the round, and there is nothing to decide");
        }
        if !(self.possible)(seat, &faces) {
            return PositionError::at(word.column, format!("these bones never show {}", written(faces)));
        }
        Ok(faces)
    }

    fn best(&self, given: &Given<'_>, thrown: usize, joined: &[usize]) -> Result<Score, PositionError> {
        for key in ["best", "tied"] {
            if let Some(word) = given.get(key)
                && thrown == 0
                && (word.text != "-" || key == "tied")
            {
                let who = if joined.is_empty() { "in this round" } else { "in the special round" };
                return PositionError::at(
                    word.column,
                    format!("there is no best cast: nobody has thrown {who}"),
                );
            }
        }
        let Some(word) = given.get("best").filter(|word| word.text != "-") else { return Ok(Score::NONE) };
        let (cast, added) = word.text.split_once('+').map_or((word.text, "0"), |(cast, added)| (cast, added));
        let faces = Word { column: word.column, text: cast }.faces(false)?;
        let column = word.column + cast.chars().count() + 1;
        let Some(added) = added.parse::<u32>().ok().filter(|added| *added <= 1000) else {
            return PositionError::at(
                column,
                format!("`{}` is no number of points from 0 to 1000", abridged(added)),
            );
        };
        let adds = |power: &Power| matches!(power.effect, Effect::Add(_));
        if added > 0 && !self.settings.characters.iter().flat_map(|one| &one.powers).any(adds) {
            return PositionError::at(column, "nobody at this table has a power that adds points");
        }
        let score = Score::new(&faces, added);
        if is_venus(&faces) {
            return PositionError::at(word.column, "a Venus would have ended the round");
        }
        if score.is_none() {
            return PositionError::at(word.column, format!("{cast} scores nothing: it shows no 6"));
        }
        Ok(score)
    }

    fn left(&self, given: &Given<'_>, lies: bool) -> Result<[bool; 3], PositionError> {
        let in_force = self.settings.variants.rerolls;
        let Some(all) = given.get("left") else { return Ok(in_force) };
        let mut left = [false; 3];
        for word in all.listed().into_iter().filter(|_| all.text != "-") {
            let variant = REROLL_NAMES.iter().position(|name| *name == word.text);
            let Some(variant) = variant.filter(|variant| in_force[*variant]) else {
                let hint = did_you_mean(word.text, REROLL_NAMES);
                let found = abridged(word.text);
                return PositionError::at(
                    word.column,
                    format!("`{found}` is not among the variants in force{hint}"),
                );
            };
            left[variant] = true;
        }
        if !lies {
            return PositionError::at(all.column, "`left` is said of a turn in which bones lie; add roll=");
        }
        Ok(left)
    }

    fn power(&self, given: &Given<'_>, seat: usize) -> Result<bool, PositionError> {
        let has = (self.powers)(seat);
        let Some(word) = given.get("power") else { return Ok(has) };
        match word.text {
            "used" if !has => PositionError::at(word.column, "this seat has no power"),
            "open" => Ok(has),
            "used" => Ok(false),
            odd => {
                let hint = did_you_mean(odd, ["open", "used"]);
                PositionError::at(
                    word.column,
                    format!("`power` is open or used, not `{}`{hint}", abridged(odd)),
                )
            }
        }
    }

    /// Those in the special round, the caller first.
    fn joined(&self, given: &Given<'_>, seat: usize, seats: usize) -> Result<Vec<usize>, PositionError> {
        let Some(caller) = given.get("jove") else {
            return given.get("in").map_or(Ok(Vec::new()), |word| {
                PositionError::at(
                    word.column,
                    "`in` is said of a special round; add jove= with the seat that called it",
                )
            });
        };
        if !self.settings.variants.jove {
            return PositionError::at(caller.column, "`jove` is not among the variants in force");
        }
        let called = caller.seat(seats)?;
        let Some(list) = given.get("in") else {
            return PositionError::at(
                caller.column,
                format!("who is in? add in={},… with the caller first", called + 1),
            );
        };
        let mut joined = Vec::new();
        for word in list.listed() {
            joined.push(word.seat(seats)?);
        }
        let turn = |other: usize| (other + seats - called) % seats;
        if joined[0] != called || joined.windows(2).any(|pair| turn(pair[0]) >= turn(pair[1])) {
            let problem =
                format!("`in` begins with the caller, seat {}, and goes on in rolling order", called + 1);
            return PositionError::at(list.column, problem);
        }
        let throws = given.get("roll").is_some();
        match (throws, joined.contains(&seat)) {
            (true, false) => {
                PositionError::at(list.column, format!("seat {} throws and is not in", seat + 1))
            }
            (false, true) => PositionError::at(
                list.column,
                format!("seat {} is in and is not asked; add roll= if it throws", seat + 1),
            ),
            (false, false) if joined.iter().any(|other| turn(*other) > turn(seat)) => PositionError::at(
                list.column,
                format!("seat {} is asked before those who come after it", seat + 1),
            ),
            _ => Ok(joined),
        }
    }
}

impl Written {
    /// As it is typed.
    pub(super) fn text(&self, settings: &Settings, has_power: bool) -> String {
        let mut text = format!("{}/{}", self.seat + 1, self.seats);
        let mut add = |key: &str, value: String| {
            text.push(' ');
            text.push_str(key);
            if !value.is_empty() {
                text.push('=');
                text.push_str(&value);
            }
        };
        if self.won {
            add("won", String::new());
            add("ante", self.ante.to_string());
            add("game", self.game.to_string());
            return text;
        }
        if let Some((faces, added)) = shown(self.best).filter(|_| !self.best.is_none()) {
            let added = if added > 0 { format!("+{added}") } else { String::new() };
            add("best", format!("{}{added}", written(faces)));
            if self.tied > 1 {
                add("tied", self.tied.to_string());
            }
        }
        if !self.joined.is_empty() {
            add("jove", (self.joined[0] + 1).to_string());
            let joined: Vec<String> = self.joined.iter().map(|seat| (seat + 1).to_string()).collect();
            add("in", joined.join(","));
        }
        add("pot", self.pot.to_string());
        add("game", self.game.to_string());
        if self.ante != settings.ante {
            add("ante", self.ante.to_string());
        }
        if let Some(faces) = self.roll {
            add("roll", written(faces));
            if self.left != settings.variants.rerolls {
                let left: Vec<&str> = (0..3).filter(|v| self.left[*v]).map(|v| REROLL_NAMES[v]).collect();
                add("left", if left.is_empty() { "-".to_owned() } else { left.join(",") });
            }
        }
        if has_power && !self.power {
            add("power", "used".to_owned());
        }
        text
    }
}
