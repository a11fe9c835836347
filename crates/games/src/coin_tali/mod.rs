//! The boxed game with coins: throw, pay coins to throw again, and win one pot or both.

mod advice;
mod after;
mod builder;
mod card;
mod deciding;
mod evening;
mod figures;
mod form;
mod notation;
mod payoffs;
mod play;
mod policies;
mod purses;
mod round;
mod scores;
mod settings;
mod skill;
mod solution;
mod solver;
#[cfg(test)]
mod tests;
mod tree;
mod turns;

use std::sync::OnceLock;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use self::advice::Adviser;
use self::builder::charge;
use self::play::CoinPlayer;
use self::policies::{POLICIES, Policy};
use self::round::{CoinGame, Seat};
use self::scores::{Faces, Score, is_venus};
use self::settings::{
    ANTE, CHARACTERS, COUNT, Count, DOG, FEES, GAME_POT, GOLD, LOANS, PRICES, PURSE, RAISE, REROLLS,
    ROLE_PLAY, ROUNDS, SCOPE, SILVER, Scope, Settings, VARIANTS, out_of_play,
};
use self::solver::{MOST_WORK, SolvedRound, Solver, TooManyPositions};
use self::turns::Payment;

use crate::kit::notation::Cursor;
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, LengthUnit, MOST_LISTED, Play, Playable, Players,
    PositionForm, Purses, RuleError, Rules, Simulated, Skill, Solvable, Strategy, ThrowUse, ValueUnit,
    Workload,
};
use tali_core::exact::{Missing, Number, OnProgress, Solution, Wanted};
use tali_core::monte_carlo::{BankrollPlayer, Player};
use tali_core::process::{ChainError, MarkovChain};
use tali_core::tali::{Cast, Face};

/// The cost of a round of an evening without decisions, in drawn throws.
const ROUND: f64 = 1_200.0;

/// Rounds with at most this many positions are followed throw by throw.
const MOST_FOLLOWED: usize = 30_000;

pub(crate) static GAME: Game = Game {
    number: 17,
    name: "coin-tali",
    file: include_str!("../../files/coin-tali-round.game"),
    title: "The boxed game with coins",
    summary: "Throw, and pay coins to throw again; the best cast takes the round pot, a Venus both pots",
    players: Players::of(2, 8, 3),
    coins: Some("coppers"),
    counted_in: &|rules| match rules.get(&SCOPE) {
        Scope::Round => LengthUnit::Casts,
        Scope::Evening => LengthUnit::Rounds,
    },
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
        "Each seat has paid its ante into the round pot. In turn it throws four bones and stands.",
        "Variants: a seat may pay to throw bones again before it stands.",
        "Venus ends the round and takes both pots. Of all others the best cast with a 6 takes the round pot: the higher \
         sum, then triple before pair before none, then the higher face of the triple or pair; 6666 scores 24. Equal casts \
         share; odd coppers go to the first. If nobody scores, the round pot goes into the game pot.",
        "Each 1 costs a dog, paid into the round pot; 1111 costs a gold instead, 3333 and 4444 a silver. 6666, the eagle, takes a \
         silver from the round pot, and any shortfall from the game pot.",
        "Jove: before its throw a seat pays another ante and calls; each other seat matches or drops. Scores so far are \
         void, and all who matched throw once more, with the caller.",
        "Best play maximises a seat's own gain in the round, with purses that are never empty; later rounds do not count. \
         Of equal options the cheapest is taken, then standing, then the variants in order.",
        "Evening: each seat pays a gold into the game pot. A seat that cannot pay what it owes is out, or owes the bank; a \
         debt is the loan plus 5. The winner starts the next round; after a Venus each seat pays a gold again. The last \
         seat left wins.",
    ],
    out_of_play: &out_of_play,
    card: &card::card,
    source: "the leaflet of the boxed game Tali, with coins",
    policies: &POLICIES,
    notation: "SEAT/SEATS and then, in any order, roll= (your cast), best= and tied= (the best cast so far, and how many \
               hold it), pot= and game= (the pots), left= (variants still open), power=used, jove= and in= (who called, and \
               who is in), won and ante= (the seat has won and sets the next ante): 2/3 best=6443 pot=7 game=300 roll=4331",
    players_in: &|position| {
        let (_, seats) = Cursor::new(position.split_whitespace().next()?).cut(&['/']);
        seats?.number(..)
    },
    throw_use: &|_| ThrowUse::Cast(&meaning),
    set_up: &|table| {
        let settings = Settings::new(&table.rules);
        let seats = table.bones.iter().zip(table.rules.play());
        let seats =
            seats.map(|(bones, play)| Seat { bones: bones.clone(), policy: Policy::named(play.name()) });
        let game = CoinGame::new(settings, seats.collect());
        if game.settings.scope == Scope::Evening {
            everybody_can_begin(&game.settings)?;
        }
        Ok(Box::new(CoinTali { game, playable: OnceLock::new(), of_evening: OnceLock::new() }))
    },
    ..Game::BLANK
};

/// Checks that every purse holds the gold that goes into the game pot before an evening.
fn everybody_can_begin(settings: &Settings) -> Result<(), RuleError> {
    let poor = (1..).zip(&settings.purses).find(|(_, purse)| **purse < settings.gold);
    poor.map_or(Ok(()), |(seat, purse)| {
        let gold = settings.gold;
        let complaint =
            format!("seat {seat} brings {purse} coppers, too few for its gold of {gold} in the game pot");
        Err(RuleError::Complaint { key: PURSE.key.name, complaint })
    })
}

/// The meaning of a cast for a seat that stands with it, without the price of re-rolls.
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
    let pays = match charge(&settings, &faces) {
        Payment::Eagle => format!(", takes {}", settings.silver),
        Payment::Pay(0) => String::new(),
        Payment::Pay(coins) => format!(", pays {coins}"),
    };
    scores + &pays
}

/// The game at a table, in either scope.
struct CoinTali {
    game: CoinGame,
    /// Whether decisions are found fast enough for simulations.
    playable: OnceLock<bool>,
    /// The cost of simulating an evening.
    of_evening: OnceLock<f64>,
}

impl CoinTali {
    /// Whether it is an evening, with its own purses.
    fn is_an_evening(&self) -> bool {
        self.game.settings.scope == Scope::Evening
    }

    /// The cost of a round of an evening, in drawn throws.
    fn cost_of_round(&self) -> f64 {
        // Measured: at least 40 µs if every decision is solved.
        if self.game.thinks() { 4_000.0 } else { ROUND }
    }

    /// The game, if it is a single round.
    const fn one_round(&self) -> Result<&CoinGame, AdviceError> {
        match self.game.settings.scope {
            Scope::Round => Ok(&self.game),
            Scope::Evening => Err(AdviceError::NotKnown(
                "the value of skill is only known for single rounds (scope=\"round\")",
            )),
        }
    }

    /// The round throw by throw, with all decisions solved.
    fn round(&self) -> Result<SolvedRound<'_>, TooManyPositions> {
        SolvedRound::new(&self.game, Solver::new(&self.game, MOST_FOLLOWED).working(MOST_WORK))
    }
}

impl Decisions for CoinTali {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        Adviser::new(&self.game).advise(position)
    }

    fn form(&self, position: Option<&str>) -> Option<PositionForm> {
        Some(Adviser::new(&self.game).form(position))
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        Ok(Strategy::Casts(Adviser::new(&self.game.of_best()).cards()?))
    }

    fn skill_against(&self, policy: &Play) -> Result<Number, AdviceError> {
        let CoinGame { settings, seats, .. } = self.one_round()?;
        Ok(skill::skill_against(settings, seats, Policy::named(policy.name())))
    }

    fn value_unit(&self) -> ValueUnit {
        ValueUnit::Coppers
    }

    fn skill(&self, solved: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError> {
        let CoinGame { settings, seats, .. } = self.one_round()?;
        Ok(skill::skill(settings, seats, solved))
    }

    fn skill_tables(&self) -> u64 {
        self.one_round().map_or(0, |game| skill::tables(&game.settings) as u64)
    }
}

impl Solvable for CoinTali {
    fn tell(&mut self, progress: OnProgress) {
        self.game.progress = Some(progress);
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        match self.game.settings.scope {
            Scope::Round => solution::solve(&self.game, wanted),
            Scope::Evening => figures::of_evenings(self.game.settings.seats, wanted),
        }
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        match self.game.settings.scope {
            Scope::Round => MarkovChain::new(&self.round().map_err(|_| ChainError::TooLarge)?, most_moves),
            Scope::Evening => Err(ChainError::TooLarge),
        }
    }

    fn dynamics(&self) -> Dynamics {
        let seats = self.game.settings.seats;
        let mut dynamics = Dynamics::new(self.chain(MOST_LISTED), seats, None);
        // The process does not track coins, so simulations know more about them.
        dynamics.swings.net_sd = Some(vec![Err(Missing::TooLong); seats]);
        let stake = (!self.is_an_evening()).then_some(self.game.settings.ante);
        dynamics.stake = stake.map(|ante| BigRational::from_integer(ante.into()) + self.staked_besides());
        dynamics
    }
}

impl Simulated for CoinTali {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(CoinPlayer::new(&self.game))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        (!self.is_an_evening()).then(|| Box::new(CoinPlayer::new(&self.game)) as Box<dyn BankrollPlayer>)
    }
}

impl Playable for CoinTali {
    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    fn remarks(&self) -> Vec<String> {
        let purses = if self.is_an_evening() { self.remark_on_purses() } else { None };
        self.game.settings.unused.iter().cloned().chain(purses).collect()
    }

    fn casts_in_unit(&self) -> BigRational {
        match self.game.settings.scope {
            Scope::Round => BigRational::one(),
            Scope::Evening => solution::mean_throws(&self.game),
        }
    }

    fn remark_on_coins(&self) -> Option<&'static str> {
        (!self.staked_besides().is_zero()).then_some(
            "The game pot belongs to all seats equally: a seat's result includes the growth or loss of its share, and that \
             share is at stake in addition to its payments.",
        )
    }

    fn workload(&self) -> &dyn Workload {
        self
    }

    fn purses(&self) -> &dyn Purses {
        self
    }
}

impl Workload for CoinTali {
    fn effort(&self) -> f64 {
        // Measured: each additional seat makes a round take about five times as long.
        const FIVE: f64 = 5.0;
        self.game.settings.seats.to_f64().map_or(1.0, |seats| 4.0 * FIVE.powf(seats - 2.0))
    }

    fn can_be_played(&self) -> bool {
        *self.playable.get_or_init(|| solution::is_soon_thought_over(&self.game))
    }

    fn cost(&self, length: f64) -> f64 {
        match self.game.settings.scope {
            // Every throw needs decisions.
            Scope::Round => 20.0 * length,
            Scope::Evening => self.cost_of_round() * length,
        }
    }

    fn cost_among_purses(&self, length: f64) -> f64 {
        match self.game.settings.scope {
            Scope::Round => self.cost_of_round(),
            Scope::Evening => self.cost(length),
        }
    }

    fn cost_of_any(&self) -> f64 {
        match self.game.settings.scope {
            Scope::Round => f64::INFINITY,
            Scope::Evening if !self.can_be_played() => f64::INFINITY,
            Scope::Evening => {
                *self.of_evening.get_or_init(|| CoinPlayer::new(&self.game).cost_of_evening(ROUND))
            }
        }
    }
}

impl Purses for CoinTali {
    fn least_purse(&self) -> u64 {
        u64::try_from(self.game.settings.gold).unwrap_or(0)
    }

    fn least_to_play(&self) -> u64 {
        let Settings { gold, ante, loans, .. } = self.game.settings;
        let lent = self.is_an_evening() && loans;
        u64::try_from(gold + if lent { 0 } else { ante }).unwrap_or(0)
    }

    fn remark_on_purses(&self) -> Option<String> {
        let Settings { gold, ante, .. } = self.game.settings;
        let (all, least) = (gold + ante, self.least_to_play());
        Some(format!(
            "Before the first throw each seat pays {all} coppers: a gold of {gold} into the game pot, and an ante of \
             {ante}. The smallest purse that can play is {least}."
        ))
    }

    fn brought(&self) -> Vec<u64> {
        if !self.is_an_evening() {
            return Vec::new();
        }
        self.game.settings.purses.iter().map(|purse| u64::try_from(*purse).unwrap_or(0)).collect()
    }

    fn tells_ruin(&self) -> bool {
        self.is_an_evening() && self.game.settings.rounds > 0
    }

    fn staked_besides(&self) -> BigRational {
        let settings = &self.game.settings;
        match (settings.scope, settings.count) {
            // A seat's share of the game pot is also at stake: the gain of a round includes its change.
            (Scope::Round, Count::Shares) => {
                BigRational::new(settings.game_pot.into(), settings.seats.into())
            }
            _ => BigRational::zero(),
        }
    }
}
