//! The card of a game's rules, with its board as it is set up.

use maud::{Markup, html};

use super::drawing::drawing;
use crate::analysis::Setting;
use crate::games::BoardView;
use crate::output::chart::squares;
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

/// A board with its pieces or pebbles.
fn board(view: &BoardView) -> Markup {
    let said = format!("The board as it is set up. Above: {}. Below: {}.", view.above, view.below);
    html! {
        figure.board {
            figcaption { (view.above) }
            (drawing(&squares(view), &said))
            figcaption { (view.below) }
        }
    }
}
