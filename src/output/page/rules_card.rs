//! The card of a game's rules, with its board as it is set up.

use maud::{Markup, html};

use crate::analysis::Setting;
use crate::games::{BoardView, Content, Square};
use crate::output::board::names_each;
use crate::output::rule;

/// The card of the rules of a table: set-up, turn and end, each with its heading, and what the house plays otherwise.
pub(super) fn rules_card(setting: &Setting, heading: fn(&str) -> Markup) -> Markup {
    let card = setting.game.rules_card(&setting.rules);
    let house = rule::of_the_house(setting);
    html! {
        div.rules {
            @for (title, lines) in [("Set-up", &card.set_up), ("A turn", &card.turn), ("The end", &card.end)] {
                div {
                    (heading(title))
                    ul { @for line in lines { li { (line) } } }
                }
            }
        }
        @if !house.is_empty() { p.faint { "House rules, included above: " (house.join(", ")) "." } }
        @if let Some(view) = &card.board { (board(view)) }
    }
}

/// A board with its pieces or pebbles, the squares named where a reader needs it.
fn board(view: &BoardView) -> Markup {
    const SIDE: usize = 20;
    const EDGE: usize = 12;
    let columns = view.columns.max(1);
    let rows = view.squares.len() / columns;
    let (width, height) = (columns * SIDE + EDGE, rows * SIDE + EDGE);
    let named = names_each(view);
    let said = format!("The board as it is set up. Above: {}. Below: {}.", view.above, view.below);
    html! {
        figure.board {
            figcaption { (view.above) }
            svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(said) {
                @for (place, square) in view.squares.iter().enumerate() {
                    @let (x, y) = (EDGE + place % columns * SIDE, place / columns * SIDE);
                    @if square.content != Content::Outside {
                        rect x=(x) y=(y) width=(SIDE) height=(SIDE) {}
                        (lying(square, x + SIDE / 2, y + SIDE / 2))
                        @if named { text.name x=(x + 1) y=(y + 5) { (square.name.split(' ').next().unwrap_or_default()) } }
                    }
                }
                @if !named {
                    @for row in 0..rows {
                        text.name x=(EDGE - 3) y=(row * SIDE + SIDE / 2 + 2) text-anchor="end" { (rows - row) }
                    }
                    @for (column, square) in view.squares.iter().take(columns).enumerate() {
                        text.name x=(EDGE + column * SIDE + SIDE / 2) y=(rows * SIDE + 8) text-anchor="middle" {
                            (square.name.chars().take(1).collect::<String>())
                        }
                    }
                }
            }
            figcaption { (view.below) }
        }
    }
}

/// What lies on a square whose middle is there: a black or white stone, a dux with a D, or pebbles by their number.
fn lying(square: &Square, x: usize, y: usize) -> Markup {
    let piece = match square.content {
        Content::Piece(letter) | Content::Pieces(letter, _) => Some(letter),
        Content::Pebbles(_) | Content::Nothing | Content::Outside => None,
    };
    let is_black = piece.is_some_and(|letter| letter.eq_ignore_ascii_case(&'b'));
    html! {
        @if let Some(letter) = piece {
            circle.black[is_black] cx=(x) cy=(y) r="8" {}
            @if letter.is_ascii_uppercase() { text.black[is_black] x=(x) y=(y + 4) text-anchor="middle" { "D" } }
        }
        @if let Content::Pieces(_, count @ 2..) = square.content {
            text.black[is_black] x=(x) y=(y + 4) text-anchor="middle" { (count) }
        }
        @if let Content::Pebbles(pebbles) = square.content {
            text x=(x) y=(y + 6) text-anchor="middle" { @if pebbles > 0 { (pebbles) } }
        }
    }
}
