//! The card of a game's rules, with its starting board.

use std::fmt::Write;

use maud::{Markup, html};
use unicode_width::UnicodeWidthChar;

use super::drawing::drawing;
use super::{POLICY, page, sides};
use crate::analysis::Setting;
use crate::games::BoardView;
use crate::output::chart::squares;
use crate::output::rule;
use crate::output::words::wrapped;

/// The card of one game, to print: the rules of a table and their sources.
pub(crate) struct PrintedCard(pub Setting);

impl PrintedCard {
    /// The card as a page for printing.
    pub(crate) fn html(&self) -> String {
        let game = self.0.game;
        let body = html! {
            main { section {
                @if game.has_tali(&self.0.rules) { (sides()) }
                h1 { (game.title) }
                p { (game.summary) "." }
                (rules_card(&self.0, |title| html! { h2 { (title) } }))
                p.faint { "Source: " (game.source) "." }
            } }
        };
        page(game.title, Some(POLICY), include_str!("handout.css"), &body)
    }

    /// The card as text for a terminal.
    pub(crate) fn text(&self) -> String {
        const WIDTH: f64 = 80.0;
        let Self(setting) = self;
        let lines =
            |text: &str, room: f64| wrapped(text, room, |c| if c.width() == Some(2) { 2.0 } else { 1.0 });
        let mut card = format!("{}: {}.\n", setting.game.title, setting.game.summary);
        let rules = setting.game.rules_card(&setting.rules);
        for (title, all) in [("Set-up", &rules.set_up), ("A turn", &rules.turn), ("The end", &rules.end)] {
            let _ = write!(card, "\n{title}\n");
            for line in all {
                // Sub-items begin with a dash for each level.
                let said = line.trim_start_matches("\u{2013} ");
                let indent = " ".repeat(2 * ((line.len() - said.len()) / "\u{2013} ".len()));
                let room = WIDTH - 2.0 - if indent.is_empty() { 0.0 } else { 6.0 };
                let _ = writeln!(card, "{indent}- {}", lines(said, room).join(&format!("\n{indent}  ")));
            }
        }
        let house = rule::of_the_house(setting);
        let house = (!house.is_empty()).then(|| format!("House rules, included above: {}", house.join(" ")));
        for last in house.into_iter().chain([format!("Source: {}.", setting.game.source)]) {
            let _ = write!(card, "\n{}\n", lines(&last, WIDTH).join("\n"));
        }
        card
    }
}

/// The card of a table's rules: set-up, turn and end, each with its heading, and the house rules.
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
        @if !house.is_empty() { p.faint { "House rules, included above: " (house.join(" ")) } }
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
