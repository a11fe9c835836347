//! The games of an evening: who sits at which table, and with which rules.

use num_rational::BigRational;

use super::bones::Known;
use super::{MOST_MINUTES, NightError, positive, text, whole};
use crate::analysis::night::{Guest, NightGame};
use crate::analysis::{NamedSet, Setting};
use crate::games::{self, Game, Rules};
use crate::messages::{abridged, did_you_mean};
use crate::toml_text::{Item, Table};

const KEYS: [&str; 7] = ["game", "players", "times", "minutes", "rules", "play", "games"];

/// The most games that are simulated.
const MOST_SIMULATED: u64 = 1_000_000_000_000;

/// The tables of an entry: one, or for a solitaire one for each set of bones.
pub(super) fn of(
    entry: &Table<'_>,
    guests: &[Guest],
    known: &Known,
    evening: &BigRational,
    find: &dyn Fn(&str) -> Result<&'static Game, String>,
) -> Result<Vec<NightGame>, NightError> {
    entry.only(&KEYS, "[[games]]")?;
    let item = entry.required("game", "every [[games]]")?;
    let here = |error: games::GameError| NightError::new(item.line, error.to_string());
    let game = find(text(item, "game")?).map_err(|problem| NightError::new(item.line, problem))?;
    let times = whole(entry.get("times"), "times", 1..=1000, "how often it is played, 1 to 1000")?;
    let simulated = "how many games to simulate, 0 to 1000000000000";
    let simulated = whole(entry.get("games"), "games", 0..=MOST_SIMULATED, simulated)?;
    let has_own_minutes = entry.get("minutes").is_some();
    let minutes = match entry.get("minutes") {
        None => evening.clone(),
        minutes => positive(minutes, "minutes", 240, MOST_MINUTES)?,
    };
    let (seats, left_out) = seats(entry, item.line, game, guests)?;
    let table = |seats: Vec<usize>, bones: Vec<NamedSet>, alone: bool| -> Result<NightGame, NightError> {
        let players = if alone { 1 } else { seats.len() };
        let mut rules = played(entry, rules(entry, game.usual_rules(players).map_err(here)?)?)?;
        let purses: Vec<Option<u64>> = seats.iter().map(|seat| guests[*seat].purse).collect();
        let has_purses = game.has_purses(&rules);
        let brought = !alone
            && (has_purses || purses.iter().all(Option::is_some))
            && game.bring(&mut rules, &purses).map_err(|error| here(error.into()))?;
        let mut setting = Setting::new(game, rules, bones);
        // Report impossible tables here and not later.
        let table = setting.playable().map_err(here)?;
        setting.note(table.as_ref());
        let least = table.purses().least_purse();
        let below = |bound: u64| {
            let is_below = move |guest: &&Guest| guest.purse.is_some_and(|purse| purse < bound);
            seats.iter().map(|seat| &guests[*seat]).filter(move |guest| brought && is_below(guest))
        };
        if let Some(guest) = below(least).next() {
            let (name, coins) = (abridged(&guest.name), game.coins.unwrap_or("coins"));
            let problem = format!(
                "{name} brings too little: {} takes {least} {coins} from every seat at the start",
                game.name
            );
            return Err(NightError::new(item.line, problem));
        }
        let out = below(table.purses().least_to_play()).map(|guest| {
            let (name, purse) = (abridged(&guest.name), guest.purse.unwrap_or(0));
            format!("{name} brings {purse} and is out before the first throw.")
        });
        setting.remarks.extend(out);
        if !alone && !brought && game.coins.is_some() {
            setting.remarks.extend(ignored(&seats, guests, has_purses));
        }
        let left_out = left_out.clone();
        Ok(NightGame {
            setting,
            seats,
            alone,
            times: times.unwrap_or(1),
            simulated,
            minutes: minutes.clone(),
            has_own_minutes,
            left_out,
        })
    };
    if game.players.most > 1 {
        let mut bones: Vec<NamedSet> =
            seats.iter().map(|seat| known.set(guests[*seat].bones).clone()).collect();
        if bones.iter().all(|set| *set == bones[0]) {
            bones.truncate(1);
        }
        return Ok(vec![table(seats, bones, false)?]);
    }
    let has_faces = game.rules(game.players.usual).is_ok_and(|rules| game.faces(&rules));
    let kinds = by_bones(seats, |seat| if has_faces { guests[seat].bones } else { 0 });
    let alone = |seats: Vec<usize>| {
        let bones = known.set(guests[seats[0]].bones).clone();
        table(seats, vec![bones], true)
    };
    kinds.into_iter().map(alone).collect()
}

/// A remark on purses without effect: if a rule sets what seats bring, or if somebody has no purse.
fn ignored(seats: &[usize], guests: &[Guest], has_purses: bool) -> Option<String> {
    let (with, without): (Vec<usize>, Vec<usize>) =
        seats.iter().partition(|seat| guests[**seat].purse.is_some());
    let names = |seats: &[usize]| {
        let names: Vec<String> = seats.iter().map(|seat| abridged(&guests[*seat].name)).collect();
        names.join(", ")
    };
    if with.is_empty() {
        return None;
    }
    Some(if has_purses {
        format!(
            "The rule `purse` sets what every seat brings: the `purse` of {} under [[players]] has no effect.",
            names(&with)
        )
    } else {
        format!("No purse has an effect here, because {} has none.", names(&without))
    })
}

/// The seats grouped by bones.
fn by_bones(seats: Vec<usize>, bones: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    for seat in seats {
        match kinds.iter_mut().find(|kind| bones(kind[0]) == bones(seat)) {
            Some(kind) => kind.push(seat),
            None => kinds.push(vec![seat]),
        }
    }
    kinds
}

/// The players in the order of seats, and those who sit out.
fn seats(
    entry: &Table<'_>,
    line: usize,
    game: &Game,
    guests: &[Guest],
) -> Result<(Vec<usize>, Vec<usize>), NightError> {
    let alone = game.players.most == 1;
    let most = if alone { guests.len() } else { game.players.most };
    let (line, seats) = match entry.get("players") {
        Some(item) => (item.line, named(item, guests)?),
        None => (line, (0..guests.len()).take(most).collect()),
    };
    if !alone || seats.is_empty() {
        game.rules(seats.len()).map_err(|error| NightError::new(line, error.to_string()))?;
    }
    let left_out = (0..guests.len()).filter(|seat| !seats.contains(seat)).collect();
    Ok((seats, left_out))
}

/// The indices of the players that a list names.
fn named(item: &Item<'_>, guests: &[Guest]) -> Result<Vec<usize>, NightError> {
    let names = item.list().ok_or_else(|| item.is_not("players", "a list of names"))?;
    let mut seats = Vec::new();
    for item in names {
        let name = text(item, "players")?;
        let Some(seat) = guests.iter().position(|guest| guest.name == name) else {
            let names = || guests.iter().map(|guest| guest.name.as_str());
            let hint = did_you_mean(name, names());
            let all = names().collect::<Vec<_>>().join(", ");
            let problem = format!("no player is called `{}`; there are {all}{hint}", abridged(name));
            return Err(NightError::new(item.line, problem));
        };
        if seats.contains(&seat) {
            let problem = format!("`{}` sits at this table twice", abridged(name));
            return Err(NightError::new(item.line, problem));
        }
        seats.push(seat);
    }
    Ok(seats)
}

/// The rules with the entry's changes.
fn rules(entry: &Table<'_>, mut rules: Rules) -> Result<Rules, NightError> {
    let Some(item) = entry.get("rules") else { return Ok(rules) };
    let table = item.table().ok_or_else(|| item.is_not("rules", "a section of rules"))?;
    for (name, value) in &table.entries {
        rules.read(&name.text, value).map_err(|error| NightError::new(name.line, error.to_string()))?;
    }
    Ok(rules)
}

/// The rules with the seats' policies: one for all, or a list with one for each.
fn played(entry: &Table<'_>, mut rules: Rules) -> Result<Rules, NightError> {
    let Some(item) = entry.get("play") else { return Ok(rules) };
    let policies = match item.list() {
        Some(list) => list.iter().map(|one| text(one, "play")).collect::<Result<Vec<_>, _>>()?,
        None => vec![text(item, "play")?],
    };
    rules.set_play(&policies).map_err(|error| NightError::new(item.line, error.to_string()))?;
    Ok(rules)
}
