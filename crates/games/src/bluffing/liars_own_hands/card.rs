//! The rules card.

use super::settings::{DUEL, Duel, LOSS, Loss, TALI, WILD_HOUNDS};
use crate::kit::Rules;
use crate::kit::card::{RulesCard, listed_if_different};

pub(super) fn card(rules: &Rules) -> RulesCard {
    let tali: Vec<String> = rules.get(&TALI).0.iter().map(u8::to_string).collect();
    let wild = rules.get(&WILD_HOUNDS);
    let loses = match rules.get(&LOSS) {
        Loss::Either => "Whoever loses the round puts one talus away.",
        Loss::Bidder => "A bidder who loses puts one talus away; a challenger who loses keeps all.",
    };
    let duel = match rules.get(&DUEL) {
        Duel::Sum => {
            "When two players are left with one talus each, bid on the sum of the two tali instead: from 2 to 12, and each bid \
             higher than the last. The bid holds if the sum is at least as high."
        }
        Duel::Faces => "",
    };
    let wild = match (wild, rules.get(&DUEL)) {
        (false, _) => "",
        (true, Duel::Sum) => "A 1 counts as any face, except in bids on 1s and on sums.",
        (true, Duel::Faces) => "A 1 counts as any face, except in bids on 1s.",
    };
    RulesCard::new(
        [format!(
            "Each player has a cup and tali (knucklebones with the sides 1, 3, 4 and 6), so many: {}. Decide who starts.",
            listed_if_different(&tali)
        )],
        [
            "A round: everybody throws their tali under their cup and looks, so that nobody else can see.".to_owned(),
            "The starter bids: how many of all tali on the table show one face, such as “three 4s”. The bid may be a bluff."
                .to_owned(),
            "The next player either bids a higher number of the same face or challenges; and so on round the table. Nobody bids \
             more than there are tali in play."
                .to_owned(),
            "After a challenge all lift their cups. If at least as many tali show the face as were bid, the challenger loses the \
             round, else the bidder does."
                .to_owned(),
            wild.to_owned(),
            duel.to_owned(),
        ],
        [
            format!(
                "{loses} The loser of the round starts the next one, or, if out, the next player still in."
            ),
            "A player without tali is out. The last one with tali wins.".to_owned(),
        ],
    )
}
