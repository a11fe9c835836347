//! The rules card.

use num_traits::Zero;

use super::settings::{CHARGES, Character, Effect, Fees, REROLL_BONES, REROLL_NAMES, Raise, Scope, Settings};
use crate::kit::Rules;
use crate::kit::card::{FOUR_TALI, RulesCard, listed_if_different, many};

pub(super) fn card(rules: &Rules) -> RulesCard {
    let settings = Settings::new(rules);
    let mut card = RulesCard::new(set_up(&settings), turn(&settings), end(&settings));
    card.turn.extend(settings.characters.iter().enumerate().filter_map(|(seat, one)| character(seat, one)));
    if settings.scope == Scope::Evening {
        card.end.extend(evening(&settings).into_iter().filter(|line| !line.is_empty()));
    }
    card
}

fn coppers(number: i64) -> String {
    many(number, "copper", "coppers")
}

fn set_up(settings: &Settings) -> [String; 3] {
    let pots = match settings.scope {
        Scope::Evening => {
            let purses: Vec<String> = settings.purses.iter().map(|purse| coppers(*purse)).collect();
            format!(
                "There are two pots. Each player brings {} and puts a gold into the game pot, once.",
                listed_if_different(&purses)
            )
        }
        Scope::Round => format!(
            "There are two pots. When the round begins, the game pot holds {}.",
            coppers(settings.game_pot)
        ),
    };
    [
        FOUR_TALI.to_owned(),
        format!(
            "Play with coins: a silver is {}, a gold {}. {pots}",
            coppers(settings.silver),
            coppers(settings.gold)
        ),
        format!("Before a round each player pays the ante, {}, into the round pot.", coppers(settings.ante)),
    ]
}

fn turn(settings: &Settings) -> [String; 6] {
    [
        "Take turns, one each in a round. Throw all four tali.".to_owned(),
        rerolls(settings),
        charges(settings),
        "A cast with a 6 scores the sum of its sides; a cast without a 6 scores nothing. Of equal sums, three of a kind \
         beat a pair, a pair beats none, and then the higher side of the pair or three wins."
            .to_owned(),
        "Venus (all four sides, 6431) ends the round at once.".to_owned(),
        if settings.variants.jove {
            format!(
                "Jove: once in a round, before you throw, you may call on Jove and pay another ante, {}. Each other player \
                 pays the same or drops out of the round. All scores so far are void, and all who paid throw once more, you \
                 first.",
                coppers(settings.ante)
            )
        } else {
            String::new()
        },
    ]
}

fn rerolls(settings: &Settings) -> String {
    let bones = |index: usize| match REROLL_BONES[index] {
        1 => "one talus".to_owned(),
        2 => "two tali".to_owned(),
        _ => "all four".to_owned(),
    };
    let bought: Vec<String> = (0..REROLL_NAMES.len())
        .filter(|index| settings.variants.rerolls[*index])
        .map(|index| {
            format!(
                "{} ({}) for {}",
                capital(REROLL_NAMES[index]),
                bones(index),
                coppers(settings.prices[index])
            )
        })
        .collect();
    if bought.is_empty() {
        return "Your first throw counts: there are no re-rolls at this table.".to_owned();
    }
    let often = if settings.each && bought.len() > 1 {
        "each of these once, in any order"
    } else {
        "once in your turn"
    };
    format!("Then stand, or pay into the round pot to throw some again, {often}: {}.", bought.join(", "))
}

fn capital(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

fn charges(settings: &Settings) -> String {
    let when = match settings.fees {
        Fees::Last => "When you stand, you pay into the round pot for your cast",
        Fees::Roll => "After every throw you pay into the round pot for the tali just thrown",
    };
    format!(
        "{when}: {} for each 1; but a gold for 1111, and a silver for 3333 or 4444. For 6666, the eagle, you take a silver \
         from the round pot, and any shortfall from the game pot. Venus costs nothing.",
        coppers(settings.dog)
    )
}

fn character(seat: usize, character: &Character) -> Option<String> {
    if character.powers.is_empty() {
        return None;
    }
    let powers = character.powers.iter().map(|power| {
        let does = match power.effect {
            Effect::Reroll(bones) => format!("throw {} again", many(bones, "talus", "tali")),
            Effect::Turn(bones) => format!("turn {} over", many(bones, "talus", "tali")),
            Effect::Add(more) => format!("score {more} more"),
            Effect::Immune(from) => {
                const NAMED: [&str; CHARGES.len()] = ["1s", "1111", "3333 and 4444"];
                let named = NAMED.into_iter().zip(from).filter_map(|(name, is_free)| is_free.then_some(name));
                format!("pay only that for {}", named.collect::<Vec<_>>().join(" or "))
            }
        };
        let name = if power.name.is_empty() { String::new() } else { format!("{}: ", power.name) };
        format!("{name}for {} {does}", coppers(power.cost))
    });
    let who = if character.name.is_empty() { String::new() } else { format!(", {}", character.name) };
    let powers: Vec<String> = powers.collect();
    Some(format!("Seat {}{who}, may once in a round: {}.", seat + 1, powers.join("; ")))
}

fn end(settings: &Settings) -> [String; 3] {
    let vote = settings.role_play.iter().any(|vote| !vote.is_zero());
    [
        "A player who throws Venus takes both pots. If nobody does, the best score takes the round pot when all have \
         thrown; equal casts share it, and odd coppers go to the first of them."
            .to_owned(),
        "If nobody scores, the round pot goes into the game pot.".to_owned(),
        if vote {
            "At the end of a round the table may vote one player a silver from the bank, for playing the part well.".to_owned()
        } else {
            String::new()
        },
    ]
}

fn evening(settings: &Settings) -> [String; 4] {
    let raise = match settings.raises.first() {
        Some(first) if settings.raises.iter().all(|other| other == first) => match first {
            Raise::Keep => "The ante stays as it was.",
            Raise::Up => "The winner raises the ante by 5.",
            Raise::Down => "The winner lowers the ante by 5, to at least 1.",
        },
        _ => "The winner may keep the ante, raise it by 5, or lower it by 5 (to at least 1).",
    };
    let after_nobody = if settings.variants.jove { "1 more, or 5 more after a Jove round" } else { "1 more" };
    let broke = if settings.loans {
        "The bank lends you what you owe and do not have. Pay it back with 5 more at the end of a round as soon as you can; \
         if you still cannot at the end of the next round, you are out."
    } else {
        "If you cannot pay what you owe, you pay what you have and are out."
    };
    let last = match settings.rounds {
        0 => "Play until one player is left, who wins and takes both pots.".to_owned(),
        rounds => format!(
            "The evening ends after {}, or when one player is left. Those left share the game pot, and the player with the \
             most coins wins.",
            many(i64::try_from(rounds).unwrap_or(i64::MAX), "round", "rounds")
        ),
    };
    [
        format!(
            "The winner starts the next round. {raise} After a round without a winner the next player starts, and the ante is \
             {after_nobody}."
        ),
        "After a Venus each player still in pays a gold into the new game pot.".to_owned(),
        broke.to_owned(),
        last,
    ]
}
