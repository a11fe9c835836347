//! The rules card.

use super::advice::picture;
use super::layout::{Beginning, Layout};
use super::round::Round;
use super::settings::{Again, Choice, Settings};
use crate::kit::Rules;
use crate::kit::card::{RulesCard, many};

pub(super) fn card(rules: &Rules) -> RulesCard {
    let settings = Settings::new(rules);
    let (laid, shown, below) = match settings.beginning {
        Beginning::Any => (
            "The first player to lay out, decided by lot, spreads 36 pebbles over the four middle cells of one side as they like, \
             and lays as many into each cell opposite. The end cells stay empty.",
            Layout([9; 4]).board(),
            "One layout of many. The cells are sown in the order of their numbers",
        ),
        Beginning::Fixed(board) => (
            "Lay out the pebbles as the picture shows.",
            board,
            "The layout. The cells are sown in the order of their numbers",
        ),
    };
    let turning = if settings.turning {
        "The other player either moves first from that side, or takes the other side and moves second."
    } else {
        "The other player has that side and moves first."
    };
    let from = match settings.choice {
        Choice::Any => "one of your cells",
        Choice::Forced => "your last cell that is not empty",
    };
    let again = match settings.again {
        Again::Scored => "A player who has taken sows again",
        Again::Never => "Then the turn is over",
    };
    let won = match settings.target {
        0 => "More pebbles win; equal numbers are a draw.".to_owned(),
        target => format!(
            "More pebbles win the round, and score the difference. The loser lays out the next round. The first to score {} wins.",
            many(target, "point", "points")
        ),
    };
    let mut card = RulesCard::new(
        [
            "You need 72 pebbles and a board of two rows of six cells; each player sits at one row. Cells that face each other are \
             opposite."
                .to_owned(),
            laid.to_owned(),
            turning.to_owned(),
        ],
        [
            format!(
                "Sow: take all pebbles of {from} and drop one into each cell that follows, anticlockwise round both rows, the emptied \
                 cell too if you come round. Look at the last cell, with the pebble just dropped:"
            ),
            "1 pebble: your turn is over. 3, 5 or more: take them all up and sow on from there.".to_owned(),
            format!(
                "2 or 4: take them, and those of the cells just before, one after the other, as long as each was sown in this lap and \
                 holds 2 or 4; and take all pebbles opposite the cells you take. {again}."
            ),
            "If your row is empty, the other player moves a pebble of theirs, from a cell with two or more, into your first cell, and \
             you sow it. If they have no such cell, you pass."
                .to_owned(),
        ],
        [
            "A round is over when one pebble or none is left; the last belongs to the row in which it is. It is over, too, after \
             100 turns in a row that take nothing; what is left then belongs to nobody."
                .to_owned(),
            won,
        ],
    );
    let mut view = picture(&Round::new(shown, 0, [0, 0]), &[]);
    view.above = "The second mover's side".into();
    view.below = format!("The first player's side. {below}");
    card.board = Some(view);
    card
}
