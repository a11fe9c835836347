//! Reasons for options, in one sentence.

use super::Adviser;
use crate::coin_tali::builder::charge;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::Position;
use crate::coin_tali::scores::{Faces, Score, casts, is_venus};
use crate::coin_tali::settings::Fees;
use crate::coin_tali::tree::{Node, Turns};
use crate::coin_tali::turns::{Action, Choosable, OnTable, TurnLog};

impl Adviser<'_> {
    /// What a seat pays or takes if it stands with these faces.
    fn charge(&self, faces: &Faces, position: &Position) -> String {
        let settings = &self.game.settings;
        if settings.fees == Fees::Roll {
            return "pays nothing".to_owned();
        }
        let log = TurnLog::default().with(Some(charge(settings, faces)));
        let settled = self.game.settle(&log, position, Purse::ENDLESS);
        if settled.taken > 0 {
            return format!("takes {}", coppers(settled.taken));
        }
        format!("pays {}", coppers(settled.paid))
    }

    /// The reason for an option: what is paid, what can be won, and how likely.
    pub(super) fn why(
        &self,
        turns: &Turns,
        position: &Position,
        on_table: Option<&OnTable>,
        chosen: &Choosable,
    ) -> String {
        let Some(on_table) = on_table else { return before_a_throw(chosen.action, position) };
        let to_beat = if position.best.is_none() { "" } else { " better than the best so far" };
        match chosen.action {
            Action::Stand => {
                let score = Score::new(&on_table.faces, on_table.added);
                let what = if score.is_none() {
                    "the cast scores nothing"
                } else if score > position.best {
                    "the cast is the best so far"
                } else if score == position.best {
                    "the cast ties with the best so far"
                } else {
                    "the cast is already beaten"
                };
                format!("{what}; standing {}", self.charge(&on_table.faces, position))
            }
            Action::Reroll(..) | Action::Power(..) => {
                let Node::Chance(throw) = &turns.nodes()[chosen.to] else {
                    return format!("it costs {}", coppers(chosen.pays));
                };
                let wins =
                    |faces: &Faces| !is_venus(faces) && Score::new(faces, on_table.added) > position.best;
                let winning = casts(self.alike).into_iter().filter(wins);
                let chances = winning.filter_map(|faces| turns.chance_of(chosen.to, &faces));
                let better = chances.fold(0.0, |sum, chance| sum + chance);
                let mut bought = Vec::new();
                if throw.venus > 0.0 {
                    let (venus, pots) = (100.0 * throw.venus, coppers(position.game));
                    bought
                        .push(format!("a chance of {venus:.1} % of a Venus, worth {pots} and the round pot"));
                }
                if better > 0.0 || bought.is_empty() {
                    bought.push(format!("a chance of {:.1} % of a score{to_beat}", 100.0 * better));
                }
                let bought = bought.join(", and ");
                match chosen.pays {
                    0 => format!("free: {bought}"),
                    1 => format!("1 copper buys {bought}"),
                    price => format!("{} buy {bought}", coppers(price)),
                }
            }
            _ => String::new(),
        }
    }
}

/// The reason for an option before the throw.
fn before_a_throw(action: Action, position: &Position) -> String {
    let ante = coppers(position.ante);
    match action {
        Action::Throw => "no raise: the round goes on as it is".to_owned(),
        Action::Call => format!("pays {ante}; scores so far are void, and all who match throw again"),
        Action::Match => format!("pays {ante} to throw for the round pot, now {}", coppers(position.pot)),
        Action::Drop => {
            format!("pays nothing and gets nothing from the round pot, now {}", coppers(position.pot))
        }
        _ => String::new(),
    }
}

fn coppers(coins: i64) -> String {
    match coins {
        0 => "nothing".to_owned(),
        1 => "1 copper".to_owned(),
        coins => format!("{coins} coppers"),
    }
}
