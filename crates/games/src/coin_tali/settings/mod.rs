//! The rules of the game with coins, as read from the keys.

mod characters;
mod keys;
mod values;

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

pub(super) use self::characters::{CHARGES, Character, Effect, Power};
pub(super) use self::keys::{
    ANTE, CHARACTERS, COUNT, Count, DOG, FEES, Fees, GAME_POT, GOLD, LOANS, PRICES, PURSE, RAISE, REROLLS,
    ROLE_PLAY, ROUNDS, SCOPE, SILVER, Scope, VARIANTS, out_of_play,
};
use self::keys::{OF_EVENINGS, OF_ROUNDS, Rerolls};
use self::values::{GamePot, Purse};
pub(super) use self::values::{REROLL_BONES, REROLL_NAMES, Raise, Variants};
use crate::kit::Rules;

/// The rules of a table, with amounts in coppers.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub seats: usize,
    pub scope: Scope,
    pub variants: Variants,
    pub prices: [i64; 3],
    pub each: bool,
    pub fees: Fees,
    pub count: Count,
    pub ante: i64,
    pub game_pot: i64,
    pub gold: i64,
    pub silver: i64,
    pub dog: i64,
    pub characters: Vec<Character>,
    pub role_play: Vec<BigRational>,
    pub purses: Vec<i64>,
    pub rounds: u64,
    pub raises: Vec<Raise>,
    pub loans: bool,
    /// Remarks on rules that have no effect in this scope.
    pub unused: Vec<String>,
}

impl Settings {
    pub(super) fn new(rules: &Rules) -> Self {
        let seats = rules.seats;
        let is_evening = rules.get(&SCOPE) == Scope::Evening;
        let (gold, silver) = (rules.get(&GOLD), rules.get(&SILVER));
        let in_coppers = |purse: &Purse| match purse {
            Purse::Coppers(coppers) => *coppers,
            Purse::Coins([golds, silvers, coppers]) => golds * gold + silvers * silver + coppers,
        };
        let mut characters = rules.get(&CHARACTERS).0;
        characters.resize_with(seats, Character::default);
        let mut role_play = rules.get(&ROLE_PLAY).0;
        role_play.resize_with(seats, BigRational::zero);
        Self {
            seats,
            scope: rules.get(&SCOPE),
            variants: rules.get(&VARIANTS),
            prices: rules.get(&PRICES).0,
            each: rules.get(&REROLLS) == Rerolls::Each,
            fees: rules.get(&FEES),
            count: rules.get(&COUNT),
            ante: rules.get(&ANTE),
            game_pot: match (rules.get(&SCOPE), rules.get(&GAME_POT)) {
                (Scope::Round, GamePot::Coppers(coppers)) => coppers,
                // Every seat pays a gold before an evening, whatever the rule for rounds says.
                _ => gold * seats.to_i64().unwrap_or(0),
            },
            gold,
            silver,
            dog: rules.get(&DOG),
            characters,
            role_play,
            purses: rules.get(&PURSE).0.iter().map(in_coppers).collect(),
            rounds: rules.get(&ROUNDS),
            // A rule for evenings does not apply to single rounds with purses.
            raises: if is_evening { rules.get(&RAISE).0 } else { vec![Raise::Keep; seats] },
            loans: is_evening && rules.get(&LOANS),
            unused: unused(rules),
        }
    }

    /// The number of units of gain in a copper: each seat owns a share of the game pot.
    pub(super) fn parts(&self, seats: usize) -> i64 {
        match self.count {
            Count::Shares => seats.to_i64().unwrap_or(1),
            Count::Purse => 1,
        }
    }
}

/// Remarks on changed rules that have no effect in this scope.
fn unused(rules: &Rules) -> Vec<String> {
    let (keys, scope): (&[&str], _) = match rules.get(&SCOPE) {
        Scope::Round => (&OF_EVENINGS, "a round"),
        Scope::Evening => (&OF_ROUNDS, "an evening"),
    };
    let changed = rules.changed();
    let unused: Vec<&str> =
        changed.iter().map(|(name, _)| *name).filter(|name| keys.contains(name)).collect();
    let remark = |names: &str| format!("Not used in {scope}: {names}.");
    if unused.is_empty() { Vec::new() } else { vec![remark(&unused.join(", "))] }
}
