//! The input form for positions; each part offers what the parser accepts after the earlier parts.

use super::notation::Reading;
use super::scores::{casts, scoring, written};
use super::settings::REROLL_NAMES;
use crate::kit::notation::Cursor;
use crate::kit::rules::MOST_COINS;
use crate::kit::{Field, FieldKind, PositionForm};

/// The parts found so far, and their notation.
struct Found<'r> {
    reading: &'r Reading<'r>,
    text: String,
    form: PositionForm,
}

impl Found<'_> {
    /// Whether the parser accepts this part next.
    fn may_follow(&self, part: &str) -> bool {
        self.reading.read(&format!("{}{part}", self.text)).is_ok()
    }

    fn add(&mut self, field: Field) {
        self.text.push_str(&field.text());
        self.form.0.push(field);
    }

    /// Adds an optional part, if any of these options is accepted.
    fn choice(&mut self, field: Field, of: impl IntoIterator<Item = String>, typed: Option<&str>) {
        let may_be = |value: &str| self.may_follow(&format!("{}{value}", field.before));
        let options: Vec<String> = of.into_iter().filter(|option| may_be(option)).collect();
        if !options.is_empty() {
            let value = typed.filter(|typed| may_be(typed));
            self.add(field.is(value).of(options).or_nothing());
        }
    }

    /// Adds an optional number, if its minimum is accepted.
    fn number(&mut self, field: Field, [least, most]: [i64; 2], typed: Option<&str>) {
        let may_be = |value: &str| self.may_follow(&format!("{}{value}", field.before));
        if may_be(&least.to_string()) {
            let value = typed.filter(|typed| may_be(typed));
            self.add(field.is(value).within(least, most).or_nothing());
        }
    }
}

/// The parts of a position, as far as a text states them.
pub(super) fn form(reading: &Reading<'_>, text: Option<&str>) -> PositionForm {
    const MOST: i64 = 1000 * MOST_COINS;
    let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
    let typed = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    let most = reading.settings.seats;
    let both = words.first().and_then(|word| Cursor::new(word).pair('/', |number| number.number(1..=most)));
    let [seat, seats] = both.unwrap_or([1, most]);
    let seats = seats.max(2);
    let seat = seat.min(seats);
    let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let count = |name, title, before| Field::new(name, title, FieldKind::Count, before);
    let choice = |name, title, before| Field::new(name, title, FieldKind::Choice, before);
    let coins = |name, title, before| Field::new(name, title, FieldKind::Coins, before);
    let cast = |name, title, before| Field::new(name, title, FieldKind::Cast, before);
    let mut found = Found { reading, text: String::new(), form: PositionForm::default() };
    found.add(count("seat", "Whose turn", "").is([seat]).within(1, number(seats)));
    found
        .add(count("seats", "Seats in the round", "/").is([seats]).within(number(seat.max(2)), number(most)));
    let won = words.contains(&"won").then_some("won");
    found.choice(choice("won", "The round", " "), ["won".to_owned()], won);
    let alike = !reading.ordered;
    found.choice(
        cast("roll", "What the bones show", " roll="),
        casts(alike).into_iter().map(written),
        typed("roll"),
    );
    if reading.settings.variants.jove {
        special_round(&mut found, seats, [typed("jove"), typed("in")]);
    }
    let best = typed("best")
        .map(|best| best.split_once('+').map_or((best, None), |(cast, points)| (cast, Some(points))));
    found.choice(
        cast("best", "Cast to beat", " best="),
        scoring().into_iter().map(written),
        best.map(|(cast, _)| cast).filter(|cast| *cast != "-"),
    );
    if found.text.contains(" best=") {
        // Points are added to the last part.
        if found.may_follow("+1") {
            found.number(
                count("added", "Points added to it", "+"),
                [0, 1000],
                best.and_then(|(_, points)| points),
            );
        }
        let tied = (1..=seats).filter(|tied| found.may_follow(&format!(" tied={tied}"))).max().unwrap_or(1);
        found.number(count("tied", "Seats that hold it", " tied="), [1, number(tied)], typed("tied"));
    }
    found.number(coins("pot", "Round pot", " pot="), [0, MOST], typed("pot"));
    found.number(coins("game", "Game pot", " game="), [0, MOST], typed("game"));
    found.number(coins("ante", "Ante", " ante="), [1, MOST], typed("ante"));
    found.choice(choice("left", "Re-rolls left", " left="), some_rerolls(), typed("left"));
    if found.may_follow(" power=used") {
        let power = ["open", "used"].map(str::to_owned);
        found.choice(choice("power", "Your power", " power="), power, typed("power"));
    }
    found.form
}

/// Adds the caller and the seats of a special round, which must come together.
fn special_round(found: &mut Found<'_>, seats: usize, [caller, joined]: [Option<&str>; 2]) {
    let both = |caller: usize, joined: &str| format!(" jove={caller} in={joined}");
    let lists = |found: &Found<'_>, caller: usize| -> Vec<String> {
        let all = lists_from(caller, seats).into_iter();
        all.filter(|joined| found.may_follow(&both(caller, joined))).collect()
    };
    let callers: Vec<usize> = (1..=seats).filter(|caller| !lists(found, *caller).is_empty()).collect();
    if callers.is_empty() {
        return;
    }
    let caller = caller.and_then(|caller| caller.parse().ok()).filter(|caller| callers.contains(caller));
    let called = Field::new("jove", "Caller of the special round", FieldKind::Choice, " jove=");
    found.form.0.push(called.is(caller).of(callers).or_nothing());
    let Some(caller) = caller else { return };
    let all = lists(found, caller);
    let joined = all.iter().find(|list| Some(list.as_str()) == joined).or(all.first()).cloned();
    let joined = joined.unwrap_or_default();
    found.text.push_str(&both(caller, &joined));
    found.form.0.push(Field::new("in", "Seats in it", FieldKind::Choice, " in=").is([joined]).of(all));
}

/// All lists of seats in rolling order that begin with the caller.
fn lists_from(caller: usize, seats: usize) -> Vec<String> {
    let others = |some: usize| {
        let is_in = move |index: &usize| some >> (index - 1) & 1 == 1;
        (1..seats).filter(is_in).map(|index| (caller - 1 + index) % seats + 1)
    };
    let list = |some| {
        let all = std::iter::once(caller).chain(others(some));
        all.map(|seat| seat.to_string()).collect::<Vec<_>>().join(",")
    };
    (0..1 << (seats - 1)).map(list).collect()
}

/// All possible sets of remaining re-rolls.
fn some_rerolls() -> impl Iterator<Item = String> {
    (0..1usize << REROLL_NAMES.len()).rev().map(|some| {
        let left = (0..REROLL_NAMES.len()).filter(|reroll| some >> reroll & 1 == 1);
        let left: Vec<&str> = left.map(|reroll| REROLL_NAMES[reroll]).collect();
        if left.is_empty() { "-".to_owned() } else { left.join(",") }
    })
}
