//! Handouts: one page for each game, for a class or a table at a museum.

use maud::{Markup, html};

use super::{POLICY, figure, name, page};
use crate::analysis::{NightAnswer, NightGameAnswer, Setting, StrategyAnswer, Throwing};
use crate::games::Key;
use crate::output::advice::{legend, short, situations};
use crate::output::number::seldom;
use crate::tali::Face;

/// Up to so many lines of what can be thrown leave room for a whole table of casts.
const FEW_LINES: usize = 12;

/// So many rows there are to note casts in, fewer where many casts are listed, and fewest where there is more to say.
const ROWS: usize = 20;
const FEW_ROWS: usize = 8;
const FEWEST_ROWS: usize = 2;

/// Of games with more rules only those of the house are explained: the rest is said in the reading.
const MOST_EXPLAINED: usize = 8;

/// So many columns at most have a name.
const MOST_COLUMNS: usize = 8;

/// The handouts of an evening.
pub(crate) fn handout(answer: &NightAnswer) -> String {
    let mut seen: Vec<&str> = Vec::new();
    let body = html! {
        main {
            @for (place, game) in answer.games.iter().enumerate() {
                @if first_of_its_kind(&mut seen, game) { (sheet(answer, place, game)) }
                @if let Some(card) = game.card.as_ref().filter(|card| card.has_choices()) { (what_is_best(card)) }
            }
        }
    };
    page(&answer.night.title, Some(POLICY), include_str!("handout.css"), &body)
}

/// A solitaire that is played with several sets of bones has one sheet.
fn first_of_its_kind<'a>(seen: &mut Vec<&'a str>, game: &'a NightGameAnswer) -> bool {
    let name = game.game.setting.game.name;
    let known = seen.contains(&name) && game.game.alone;
    seen.push(name);
    !known
}

fn sheet(answer: &NightAnswer, place: usize, game: &NightGameAnswer) -> Markup {
    let setting = &game.game.setting;
    let lines = if game.throw_groups.is_empty() { game.throws.len() } else { game.throw_groups.len() };
    let few = lines <= FEW_LINES;
    let rows = match (few, setting.game.policies.is_empty()) {
        (true, true) => ROWS,
        (false, true) => FEW_ROWS,
        (_, false) => FEWEST_ROWS,
    };
    let whose = setting.bones.first().map_or("", |bones| bones.name());
    html! {
        section {
            h1 { (setting.game.title) }
            p { (setting.game.summary) "." }
            ul { @for line in setting.game.reading { li { (line) } } }
            (rules(setting))
            @if !game.throws.is_empty() {
                h2 { "What you can throw, how rare it is, and what it means" }
                @if game.throw_groups.is_empty() {
                    ul.casts.one[few] {
                        @for (number, throwing) in game.throws.iter().enumerate() {
                            li {
                                (bones(&throwing.faces))
                                span.what { b { (throwing.shown) } span { (told(throwing)) } }
                                (figure(&format!("/games/{place}/throws/{number}/probability"), &seldom(&throwing.probability)))
                            }
                        }
                    }
                } @else {
                    ul.casts.one {
                        @for (number, group) in game.throw_groups.iter().enumerate() {
                            li.group {
                                span.what { b { (group.means) } span { (group.throws.join(" ")) } }
                                (figure(&format!("/games/{place}/throw_groups/{number}/probability"), &seldom(&group.probability)))
                            }
                        }
                    }
                }
                p.faint { "The odds are for the bones “" (name(whose)) "”." }
            }
            h2 { "Your casts" }
            (to_note(answer, game, rows))
        }
    }
}

/// The rules that are set, as players say them: those of the house, and the others where they are few.
fn rules(setting: &Setting) -> Markup {
    let changed = setting.rules.changed();
    let of_the_house = |key: &str| changed.iter().any(|(name, _)| *name == key);
    let all = setting.game.keys.len() <= MOST_EXPLAINED;
    let told: Vec<&Key> = setting.game.keys.iter().filter(|key| all || of_the_house(key.name)).collect();
    html! {
        @if !told.is_empty() {
            ul.rules {
                @for key in told {
                    li {
                        b { (key.name.replace('_', " ")) ": " (in_words(&setting.rules.value(key.name))) }
                        @if of_the_house(key.name) { " (house rule)" }
                        ". " (key.reading)
                    }
                }
            }
        }
    }
}

/// A value as a player reads it, without the signs of a file.
fn in_words(value: &str) -> String {
    value.replace(['"', '[', ']'], "").replace(" = ", " ").replace(['{', '}'], "")
}

fn told(throwing: &Throwing) -> String {
    match throwing.kind.filter(|kind| *kind != "void") {
        Some(kind) if throwing.means.is_empty() => kind.to_owned(),
        Some(kind) => format!("{kind}: {}", throwing.means),
        None => throwing.means.clone(),
    }
}

/// The bones as they lie, each by the shape of the side that is up.
fn bones(faces: &[Face]) -> Markup {
    html! {
        span.bones aria-hidden="true" {
            @for face in faces {
                svg viewBox="0 0 20 24" {
                    path d=(outline(*face)) {}
                    text x="10" y="16" { (face) }
                }
            }
        }
    }
}

/// The narrow sides are flat and sinuous, the broad ones hollow and bulging.
const fn outline(face: Face) -> &'static str {
    match face {
        Face::One => "M6 2H14Q15 12 14 22H6Q5 12 6 2Z",
        Face::Three => "M2 3Q10 0 18 3Q14 12 18 21Q10 24 2 21Q6 12 2 3Z",
        Face::Four => "M4 3Q10 1 16 3Q21 12 16 21Q10 23 4 21Q-1 12 4 3Z",
        Face::Six => "M6 2Q11 1 14 3Q12 8 14 12Q16 17 13 22Q9 23 6 21Q8 16 6 12Q4 7 6 2Z",
    }
}

/// The card: what best play does with each cast, seat by seat.
fn what_is_best(card: &StrategyAnswer) -> Markup {
    html! { section {
        h1 { (card.setting.game.title) ": the card" }
        @for (seat, columns) in card.columns() {
            h2 { "Best in seat " (seat) ", by the best cast so far" }
            table.card {
                thead { tr {
                    th scope="col" { "cast" }
                    @for column in &columns { th scope="col" { (situations(&column.best)) } }
                } }
                tbody {
                    @for (row, line) in columns.iter().take(1).flat_map(|column| column.card.casts.iter().enumerate()) {
                        tr {
                            th scope="row" { (line.cast) }
                            @for column in &columns { td { (short(&column.card.casts[row].option)) } }
                        }
                    }
                }
            }
        }
        @for table in &card.tables {
            h2 { (table.heading()) }
            table.card {
                thead { tr {
                    th scope="col" { (table.rows) }
                    @for name in &table.column_names { th scope="col" { (name) } }
                } }
                tbody {
                    @for (name, cells) in table.row_names.iter().zip(&table.cells) {
                        tr {
                            th scope="row" { (name) }
                            @for number in cells { td { (table.cell(*number)) } }
                        }
                    }
                }
            }
        }
        @if card.tables.is_empty() { p.faint { (legend(card)) } }
        @for remark in card.remarks() { p.faint { (remark) } }
    } }
}

fn to_note(answer: &NightAnswer, game: &NightGameAnswer, rows: usize) -> Markup {
    // Of a solitaire that is played with several sets of bones, everybody.
    let title = game.game.setting.game.name;
    let tables =
        answer.games.iter().filter(|other| other.game.setting.game.name == title && other.game.alone);
    let seats: Vec<usize> = if game.game.alone {
        tables.flat_map(|other| other.game.seats.iter().copied()).collect()
    } else {
        game.game.seats.clone()
    };
    let name_of = |seat: &usize| answer.night.guests[*seat].name.as_str();
    let names: Vec<&str> = seats.iter().take(MOST_COLUMNS).map(name_of).collect();
    html! {
        table {
            thead { tr { th scope="col" { "cast" } @for player in &names { th scope="col" { (name(player)) } } } }
            tbody { @for row in 1..=rows { tr { th scope="row" { (row) } @for _ in &names { td {} } } } }
        }
    }
}
