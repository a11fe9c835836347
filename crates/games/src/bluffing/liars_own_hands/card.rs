//! The rules card.

use super::settings::{DUEL, Duel, LOSS, Loss, TALI, WILD_HOUNDS};
use crate::kit::Rules;
use crate::kit::card::RulesCard;

pub(super) fn card(rules: &Rules) -> RulesCard {
    let tali = rules.get(&TALI).0;
    let in_all = tali.iter().map(|tali| usize::from(*tali)).sum();
    let tali: Vec<String> = tali.iter().map(u8::to_string).collect();
    let wild = rules.get(&WILD_HOUNDS);
    let loses = match rules.get(&LOSS) {
        Loss::Either => "The loser of the round puts one talus away.",
        Loss::Bidder => "A bidder who loses puts one talus away; a challenger who loses keeps all tali.",
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
    let card = RulesCard::new(
        [
            "Each player has a cup and tali (knucklebones with the sides 1, 3, 4 and 6). Decide who starts.".to_owned(),
            if tali.iter().all(|each| each == &tali[0]) {
                let kind = if tali[0] == "1" { "talus" } else { "tali" };
                format!("Each player starts with {} {kind}: {in_all} in all.", tali[0])
            } else {
                format!("In seat order, the players start with {} tali: {in_all} in all.", tali.join(", "))
            },
        ],
        [
            "A round: all players throw their tali under their cups and look, so that nobody else can see.".to_owned(),
            "The starter bids how many of all the tali on the table show one face, such as “three 4s”. The bid may be a bluff."
                .to_owned(),
            "Each next player around the table either bids a higher number of the same face or challenges. Nobody may bid \
             more than there are tali in play."
                .to_owned(),
            "After a challenge all lift their cups. If at least as many tali show the face as were bid, the challenger \
             loses the round; otherwise the bidder does."
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
    );
    RulesCard { tali: Some(in_all), ..card }
}
