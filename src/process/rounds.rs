//! Games of many showdowns, of which most must be won.

use super::{Hand, Law};

/// Who takes the pot when several seats have won the most rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// They share it.
    Split,
    /// They play further rounds until one of them wins one alone.
    SuddenDeath,
}

/// So many rounds, in each of which every seat casts one hand and a sole best hand wins the round.
/// Most rounds won takes the pot.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// What each seat's casts are worth.
    pub hands: Vec<Law<Hand>>,
    /// How many rounds are played.
    pub rounds: u32,
    /// What happens when several have won the most.
    pub level: Level,
    /// What every seat pays before the first cast.
    pub ante: u64,
}

impl Rounds {
    /// Whether one of these seats, from 0, can ever win a round alone: its highest hand beats the lowest
    /// of every other.
    #[must_use]
    pub fn can_be_won_among(&self, seats: &[usize]) -> bool {
        let values = |seat: usize| {
            let hands = self.hands[seat].outcomes().iter();
            hands.filter_map(|(hand, _)| if let Hand::Of { value, .. } = hand { Some(*value) } else { None })
        };
        seats.iter().any(|seat| {
            let highest = values(*seat).max().flatten();
            let mut others = seats.iter().filter(|other| *other != seat);
            highest.is_some()
                && others.all(|other| values(*other).min().is_some_and(|lowest| lowest < highest))
        })
    }
}
