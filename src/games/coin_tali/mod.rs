//! The boxed game with coins: throw, throw again for coins, and take one pot or both.

mod advice;
mod characters;
mod evening;
mod notation;
mod policies;
mod round;
mod scores;
mod settings;
mod simulation;
mod skill;
mod solution;
#[cfg(test)]
mod tests;
mod turns;

use self::advice::Adviser;
use self::evening::EveningPlayer;
use self::policies::{POLICIES, Policy};
use self::round::{CoinGame, Seat};
use self::scores::{Faces, Score, four_alike, is_venus};
use self::settings::{
    ANTE, CHARACTERS, COUNT, DOG, FEES, GAME_POT, GOLD, LOANS, PRICES, PURSE, RAISE, REROLLS, ROLE_PLAY,
    ROUNDS, SCOPE, SILVER, Scope, Settings, VARIANTS,
};
use self::simulation::RoundPlayer;
use super::{
    Advice, AdviceError, Decisions, Dynamics, Game, Playable, Players, Reads, RuleError, Rules, Skill,
    Strategy,
};
use crate::exact::{Solution, Wanted};
use crate::monte_carlo::Player;
use crate::process::{ChainError, MarkovChain};
use crate::tali::{Cast, Face};

pub(super) static GAME: Game = Game {
    number: 17,
    name: "coin-tali",
    title: "The boxed game with coins",
    summary: "Throw, throw again for coins; the best cast takes the round pot, and a Venus both pots",
    players: Players::of(2, 8, 3),
    keys: &[
        SCOPE.key,
        VARIANTS.key,
        PRICES.key,
        REROLLS.key,
        FEES.key,
        COUNT.key,
        ANTE.key,
        GAME_POT.key,
        GOLD.key,
        SILVER.key,
        DOG.key,
        CHARACTERS.key,
        ROLE_PLAY.key,
        PURSE.key,
        ROUNDS.key,
        RAISE.key,
        LOANS.key,
    ],
    reading: &[
        "Each seat has paid its ante into the round pot. In turn it throws four bones, may throw some again for the price of a \
         variant, and stands.",
        "Venus ends the round and takes both pots. Of all others the best cast with a 6 takes the round pot: the higher sum, \
         then triple before pair before none, then the higher face of them; 6666 scores 24. Equal casts share, odd coppers \
         go to the first. If nobody scores, the round pot goes into the game pot.",
        "Each 1 pays a dog into the round pot, 1111 a gold instead, 3333 and 4444 a silver. 6666, the eagle, takes a silver \
         out of the round pot, or what that lacks out of the game pot.",
        "Jove: before it throws a seat pays another ante and calls; each other seat matches or drops. Scores so far are \
         void, and those who are in throw once more.",
        "Best play maximises a seat's own gain of the round, with purses that are never empty; what comes after the round \
         does not count. Of equal options the one that is paid least for is taken, then standing, then the variants in order.",
        "Evening: each seat pays a gold into the game pot. Who cannot pay what it owes is out, or owes the bank; a debt is \
         what was lent and 5. The winner starts the next round; after a Venus each seat pays a gold again. Who is left \
         alone has won.",
    ],
    source: "the leaflet of the boxed game Tali, with coins",
    policies: &POLICIES,
    notation: "SEAT/SEATS and then, in any order, roll= (what lies), best= and tied= (the best cast so far, and how many hold \
               it), pot= and game= (the pots), left= (variants still open), power=used, jove= and in= (who called, and who is \
               in), won and ante= (the seat has won and sets the next ante): 2/3 best=6443 pot=7 game=300 roll=4331",
    reads: Reads::Cast(meaning),
    set_up: |table| {
        let settings = Settings::new(&table.rules);
        let seats = table.bones.iter().zip(table.rules.play());
        let seats =
            seats.map(|(bones, play)| Seat { bones: bones.clone(), policy: Policy::named(play.name()) });
        let mut game = CoinGame::new(settings, seats.collect());
        if game.settings.scope == Scope::Evening {
            everybody_can_begin(&game.settings)?;
            game.seat_all();
        }
        Ok(Box::new(game))
    },
};

/// Whether every purse holds the gold that goes into the game pot before an evening.
fn everybody_can_begin(settings: &Settings) -> Result<(), RuleError> {
    let poor = (1..).zip(&settings.purses).find(|(_, purse)| **purse < settings.gold);
    poor.map_or(Ok(()), |(seat, purse)| {
        let gold = settings.gold;
        let complaint = format!(
            "seat {seat} brings {purse} coppers, and cannot pay its gold of {gold} into the game pot"
        );
        Err(RuleError::Complaint { key: PURSE.key.name, complaint })
    })
}

/// What a cast is to whoever stands with it, the price of other throws aside.
fn meaning(rules: &Rules, cast: &Cast) -> String {
    let settings = Settings::new(rules);
    let faces: Vec<Face> = cast.faces().collect();
    let Ok(faces) = Faces::try_from(faces) else { return String::new() };
    if is_venus(&faces) {
        return "ends the round and takes both pots".to_owned();
    }
    let scores = if Score::new(&faces, 0).is_none() {
        "scores nothing".to_owned()
    } else {
        format!("scores {}", cast.sum())
    };
    let pays = match four_alike(&faces) {
        Some(Face::Six) => format!(", takes {}", settings.silver),
        Some(Face::One) => format!(", pays {}", settings.gold),
        Some(_) => format!(", pays {}", settings.silver),
        None => match settings.dog * i64::from(cast.count(Face::One)) {
            0 => String::new(),
            dogs => format!(", pays {dogs}"),
        },
    };
    scores + &pays
}

/// What is asked of both scopes.
impl Decisions for CoinGame {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        Adviser::new(&self.settings, &self.seats).advise(position)
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        let cards = Adviser::of_best(&self.settings, &self.seats).cards()?;
        Ok(Strategy { cards, card_cost: skill::card_cost(&self.settings, &self.seats) })
    }

    fn skill(&self) -> Result<Skill, AdviceError> {
        if self.settings.scope == Scope::Evening {
            return Err(AdviceError::NotKnown(
                "what skill is worth is known of single rounds, scope=\"round\"",
            ));
        }
        Ok(skill::skill(&self.settings, &self.seats))
    }
}

impl Playable for CoinGame {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        match self.settings.scope {
            Scope::Round => solution::solve(self, wanted),
            Scope::Evening => evening::unsolved(self, wanted),
        }
    }

    fn chain(&self, _: usize) -> Result<MarkovChain, ChainError> {
        Err(ChainError::TooLarge)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        match self.settings.scope {
            Scope::Round => Box::new(RoundPlayer::new(self)),
            Scope::Evening => Box::new(EveningPlayer::new(self)),
        }
    }

    fn dynamics(&self) -> Dynamics<'_> {
        let stake = match self.settings.scope {
            Scope::Round => u64::try_from(self.settings.ante).ok(),
            Scope::Evening => None,
        };
        Dynamics::unknown(self.settings.seats, stake)
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        self.settings.unused.clone()
    }

    fn can_be_played(&self) -> bool {
        self.is_soon_thought_over()
    }

    fn cost(&self, length: f64) -> f64 {
        // Every throw is thought about.
        20.0 * length
    }

    fn cost_of_any(&self) -> f64 {
        match self.settings.scope {
            Scope::Round => f64::INFINITY,
            // What was measured: an evening takes some 40 µs, and a millisecond or more where every decision is solved.
            Scope::Evening if self.thinks() => 1e5,
            Scope::Evening => 3e4,
        }
    }
}
