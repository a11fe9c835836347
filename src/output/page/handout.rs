//! Handouts: one page for each game, for a class or a table at a museum.

use maud::{Markup, html};

use super::rules_card::rules_card;
use super::sides::{bones, sides};
use super::{POLICY, figure, name, page};
use crate::analysis::{
    CardColumn, Figure, NightAnswer, NightGameAnswer, StrategyAnswer, ThrowGroup, Throwing, ThrownSet,
};
use crate::games::{StrategyTable, TableUnit};
use crate::output::night::plays;
use crate::output::number::seldom;
use crate::output::strategy::{
    cell, corner, heading_of, legend, merged, merged_rows, remarks, short, situations,
};
use crate::output::words::listed;

/// The most lines of throws that leave room for a whole table of casts.
const FEW_LINES: usize = 12;

/// The most players with room for two tables of casts side by side.
const MOST_BESIDE: usize = 5;

/// The most sets of bones with a column of odds.
const MOST_SETS: usize = 6;

/// The same, if the casts are in two lists side by side.
const MOST_IN_HALVES: usize = 3;

/// The most columns with names.
const MOST_COLUMNS: usize = 8;

/// The handouts of an evening.
pub(crate) fn handout(answer: &NightAnswer) -> String {
    let mut seen: Vec<&str> = Vec::new();
    let body = html! {
        main {
            @for (index, game) in answer.games.iter().enumerate() {
                @if first_of_its_kind(&mut seen, game) { (sheet(answer, index, game)) }
                @if let Some(card) = game.card.as_ref().filter(|card| is_for_paper(card)) { (what_is_best(card)) }
            }
        }
    };
    page(&answer.night.title, Some(POLICY), include_str!("handout.css"), &body)
}

/// Whether a card gives instructions, and not search values of first moves.
fn is_for_paper(card: &StrategyAnswer) -> bool {
    let is_opinion = |table: &StrategyTable| matches!(table.unit, TableUnit::Value { .. });
    card.has_choices() && !card.tables().is_some_and(|tables| tables.tables.iter().any(is_opinion))
}

/// Whether a game needs a sheet: a solitaire played with several sets of bones has only one.
fn first_of_its_kind<'a>(seen: &mut Vec<&'a str>, game: &'a NightGameAnswer) -> bool {
    let name = game.game.setting.game.name;
    let known = seen.contains(&name) && game.game.alone;
    seen.push(name);
    !known
}

fn sheet(answer: &NightAnswer, index: usize, game: &NightGameAnswer) -> Markup {
    let setting = &game.game.setting;
    let mut columns = columns(answer, index);
    let left_out = columns.split_off(columns.len().min(MOST_SETS));
    let names = players(answer, index);
    html! {
        section {
            @if setting.game.has_tali(&setting.rules) { (sides()) }
            h1 { (setting.game.title) }
            p { (setting.game.summary) "." }
            (rules_card(setting, |title| html! { h2 { (title) } }))
            @if let Some(plays) = plays(game) { p.faint { "For the figures of the report: " (plays) } }
            @if !game.thrown.throws.is_empty() {
                h2 { "What you can throw, how rare it is, and what it means" }
                (what_is_thrown(answer, &columns, game))
                @if !left_out.is_empty() {
                    p.faint {
                        "There is no room for the odds of "
                        @for (number, column) in left_out.iter().enumerate() { @if number > 0 { ", " } (column.players(answer)) }
                        "."
                    }
                }
            }
            @if game.card.is_none() && !setting.game.policies.is_empty() {
                p.faint { "There is no card of best play here: for this table it is unknown or takes too long to solve." }
            }
            // Other games need more than a list of casts.
            @if setting.game.has_tali(&setting.rules) && setting.game.policies.is_empty() {
                h2 { "Score sheet" }
                (to_note(&names, setting.game.rules_card(&setting.rules).score_sheet, room(&columns, game, names.len()), is_compact(&columns, game)))
            }
        }
    }
}

/// The odds with one set of bones: a column beside the list of throws.
struct Column<'a> {
    /// The game with these odds; in a solitaire each set has a game of its own.
    game: &'a NightGameAnswer,
    /// Its index in the evening.
    index: usize,
    /// The set, and its index among those of the game.
    set: &'a ThrownSet,
    number: usize,
}

/// The games of one sheet with their indices; for a solitaire played with several sets of bones, all of them.
fn on_one_sheet(answer: &NightAnswer, index: usize) -> impl Iterator<Item = (usize, &NightGameAnswer)> {
    let first = &answer.games[index].game;
    let is_on_it = move |other: usize, game: &NightGameAnswer| {
        other == index
            || first.alone && game.game.alone && game.game.setting.game.name == first.setting.game.name
    };
    answer.games.iter().enumerate().filter(move |(other, game)| is_on_it(*other, game))
}

/// The columns of a sheet: one for each different set of bones thrown in the game.
fn columns(answer: &NightAnswer, index: usize) -> Vec<Column<'_>> {
    let games = on_one_sheet(answer, index);
    let columns = games.flat_map(|(index, game)| {
        let sets = game.thrown.with.iter().enumerate();
        sets.map(move |(number, set)| Column { game, index, set, number })
    });
    let mut different: Vec<Column<'_>> = Vec::new();
    for column in columns {
        if !different.iter().any(|known| known.set == column.set) {
            different.push(column);
        }
    }
    different
}

impl Column<'_> {
    /// The players with these odds, short enough for a column heading.
    fn heading(&self, answer: &NightAnswer) -> Markup {
        match self.set.players.as_slice() {
            [_] | [_, _] => self.players(answer),
            _ => name(&self.set.bones),
        }
    }

    /// All players with these odds.
    fn players(&self, answer: &NightAnswer) -> Markup {
        html! {
            @for (number, player) in answer.night.names(&self.set.players).into_iter().enumerate() {
                @if number > 0 { ", " }
                (name(player))
            }
        }
    }

    /// The rarity of an entry in the list of this name.
    fn odds(&self, list: &str, number: usize, probabilities: &[Figure]) -> Markup {
        let key = if probabilities.len() > 1 {
            format!("probabilities/{}", self.number)
        } else {
            "probability".to_owned()
        };
        let at = format!("/games/{}/{list}/{number}/{key}", self.index);
        figure(&at, &probabilities.get(self.number).map(seldom).unwrap_or_default())
    }

    fn throwing(&self, wanted: &Throwing) -> Markup {
        let mut throws = self.game.thrown.throws.iter().enumerate();
        let found = throws.find(|(_, throwing)| throwing.shown == wanted.shown);
        html! { @if let Some((number, found)) = found { (self.odds("throws", number, &found.probabilities)) } }
    }

    fn find(&self, wanted: &ThrowGroup) -> Option<(usize, &ThrowGroup)> {
        self.game.thrown.groups.iter().enumerate().find(|(_, group)| group.throws == wanted.throws)
    }

    fn group(&self, wanted: &ThrowGroup) -> Markup {
        let found = self.find(wanted);
        html! { @if let Some((number, found)) = found { (self.odds("throw_groups", number, &found.probabilities)) } }
    }
}

/// The groups, if they are the same for all sets: what is common with one may be rare with another.
fn groups<'a>(columns: &[Column<'_>], game: &'a NightGameAnswer) -> &'a [ThrowGroup] {
    let groups = &game.thrown.groups;
    let are_the_same = groups.iter().all(|group| columns.iter().all(|column| column.find(group).is_some()));
    if are_the_same { groups } else { &[] }
}

/// The throws, or groups of them, with the odds for each set of bones.
fn what_is_thrown(answer: &NightAnswer, columns: &[Column<'_>], game: &NightGameAnswer) -> Markup {
    let throws = &game.thrown.throws;
    let groups = groups(columns, game);
    let several = columns.len() > 1;
    let head = || {
        html! {
            @if several { li.head { span {} @for column in columns { span { (column.heading(answer)) } } } }
        }
    };
    let sets = format!("--sets: {}", columns.len());
    let compact = is_compact(columns, game);
    // Two lists side by side need a heading each; with many sets there is no room for that.
    let halves = groups.is_empty() && throws.len() > FEW_LINES && columns.len() <= MOST_IN_HALVES;
    let half = if halves { throws.len().div_ceil(2) } else { throws.len().max(1) };
    html! {
        @if groups.is_empty() {
            div.halves[halves] {
                @for throws in throws.chunks(half) {
                    ul.casts.several[several].compact[compact] style=(sets) {
                        (head())
                        @for throwing in throws {
                            li {
                                span.what {
                                    @if !(compact || several && halves) { (bones(&throwing.faces)) }
                                    b { (throwing.shown) } span { (throwing.meaning()) }
                                }
                                @for column in columns { (column.throwing(throwing)) }
                            }
                        }
                    }
                }
            }
        } @else {
            ul.casts.groups.several[several].compact[compact] style=(sets) {
                (head())
                @for group in groups {
                    li {
                        span.what {
                            b { @if group.means.is_empty() { "nothing" } @else { (group.means) } }
                            span { (group.throws.join(" ")) }
                        }
                        @for column in columns { (column.group(group)) }
                    }
                }
            }
        }
        p.faint {
            "The odds are for the bones "
            @for (number, column) in columns.iter().enumerate() {
                @if number > 0 { ", " }
                "“" (name(&column.set.bones)) "”"
                @if several { " (" (column.players(answer)) ")" }
            }
            "."
        }
    }
}

/// Whether many casts and sets require a compact layout.
fn is_compact(columns: &[Column<'_>], game: &NightGameAnswer) -> bool {
    game.thrown.throws.len() > FEW_LINES && columns.len() > MOST_IN_HALVES
}

/// The number of rows that fit for noting casts, how many of them side by side, and whether the sheet is full of casts.
fn room(columns: &[Column<'_>], game: &NightGameAnswer, players: usize) -> (usize, usize, bool) {
    let lines = match groups(columns, game) {
        [] => game.thrown.throws.len(),
        groups => groups.len(),
    };
    let many = [lines > FEW_LINES, columns.len() > MOST_IN_HALVES];
    match (many.into_iter().filter(|many| *many).count(), players <= MOST_BESIDE) {
        (0, _) => (20, 1, false),
        (_, true) => (12, 2, true),
        (1, false) => (6, 1, true),
        (_, false) => (4, 1, true),
    }
}

/// The columns of a card, with the seats that share them: `1 of 3`.
fn seats_alike(card: &StrategyAnswer) -> Vec<(Vec<String>, Vec<CardColumn<'_>>)> {
    let said = |columns: &[CardColumn<'_>]| -> Vec<(String, Vec<String>)> {
        let options =
            |column: &CardColumn<'_>| column.card.casts.iter().map(|line| line.option.clone()).collect();
        columns.iter().map(|column| (situations(&column.best), options(column))).collect()
    };
    let mut all: Vec<(Vec<String>, Vec<CardColumn<'_>>)> = Vec::new();
    for (seat, columns) in card.columns() {
        let seat = seat.replace('/', " of ");
        match all.iter_mut().find(|(_, known)| said(known) == said(&columns)) {
            Some((seats, _)) => seats.push(seat),
            None => all.push((vec![seat], columns)),
        }
    }
    all
}

/// What to do with each cast, in several tables side by side if there is room.
fn what_to_do(columns: &[CardColumn<'_>]) -> Markup {
    let beside = (6 / columns.len().max(1)).clamp(1, 3);
    let casts = columns.first().map_or(0, |column| column.card.casts.len());
    let lines = casts.div_ceil(beside);
    html! {
        div.notes style={ "--beside: " (beside) } {
            @for first in (0..beside).map(|block| block * lines) {
                table.card {
                    thead { tr {
                        th scope="col" { "cast" }
                        @for column in columns { th scope="col" { (situations(&column.best)) } }
                    } }
                    tbody {
                        @for row in first..(first + lines).min(casts) {
                            tr {
                                th scope="row" { (columns[0].card.casts[row].cast) }
                                @for column in columns { td { (short(&column.card.casts[row])) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The card: what best play does with each cast, seat by seat.
fn what_is_best(card: &StrategyAnswer) -> Markup {
    html! { section {
        h1 { (card.setting.game.title) ": strategy card" }
        @if card.tables().is_none() { p.faint { (legend(card)) } }
        @for (seats, columns) in seats_alike(card) {
            h2 { "Best in seat " (listed(&seats.iter().map(String::as_str).collect::<Vec<_>>())) ", by the best cast so far" }
            (what_to_do(&columns))
        }
        @for table in card.tables().into_iter().flat_map(|tables| &tables.tables) {
            h2 { (heading_of(table)) }
            table.card.mixed {
                @let columns = merged(table);
                thead { tr {
                    th scope="col" { (corner(table)) }
                    @for (title, _) in &columns { th scope="col" { (title) } }
                } }
                tbody {
                    @for (name, row) in merged_rows(table) {
                        tr {
                            th scope="row" { (name) }
                            @for (_, index) in &columns { td { (cell(table, table.cells[row][*index])) } }
                        }
                    }
                }
            }
        }
        @if let Some(tables) = card.tables() {
            @if tables.is_mixed { p.faint { "A dot means never; an empty cell means that this does not occur." } }
            @for remark in remarks(tables) { p.faint { (remark) } }
        }
    } }
}

/// The names of the players, each once.
fn players(answer: &NightAnswer, index: usize) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in on_one_sheet(answer, index).flat_map(|(_, game)| answer.night.names(&game.game.seats)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(MOST_COLUMNS);
    names
}

/// The most rows of a score sheet, with few casts above it and with many; and the most that are high enough to add up in.
const MOST_BELOW: [usize; 2] = [24, 10];
const FEW_ROWS: usize = 10;

/// A table to keep score in: the rows that the game asks for, else as many casts as fit, several side by side.
fn to_note(
    names: &[&str],
    wanted: Option<(&'static str, Vec<String>)>,
    (casts, beside, is_full): (usize, usize, bool),
    compact: bool,
) -> Markup {
    let is_of_casts = wanted.is_none();
    let (what, rows) = wanted.unwrap_or_else(|| ("cast", (1..=casts).map(|cast| cast.to_string()).collect()));
    let beside =
        if is_of_casts { beside } else { rows.len().div_ceil(MOST_BELOW[usize::from(is_full)]).max(1) };
    let is_high = !is_of_casts && rows.len() <= FEW_ROWS;
    html! {
        div.notes.compact[compact && !is_high].high[is_high].full[is_full] style={ "--beside: " (beside) } {
            @for rows in rows.chunks(rows.len().div_ceil(beside).max(1)) {
                table {
                    thead { tr { th scope="col" { (what) } @for player in names { th scope="col" { (name(player)) } } } }
                    tbody { @for row in rows { tr { th scope="row" { (row) } @for _ in names { td {} } } } }
                }
            }
        }
    }
}
