//! Gambler's ruin: two gamblers with limited purses.
//!
//! In every game both stake the same, and one of them takes it all. The number of games by which the first
//! is ahead is a random walk that ends when one of the two has no coins left, or cannot pay the next stake.
//! Source: W. Feller, *An Introduction to Probability Theory and Its Applications*, vol. I, chapter XIV.

use super::number::{Missing, Number};
use super::scalar::Scalar;
use super::{Enclosure, Interval};

/// The longest evening computed, in games times states.
const MOST_STEPS: u64 = 20_000_000;

/// The results of an evening of two gamblers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruin {
    /// The probability that each is ruined within the evening.
    pub ruined: [Number; 2],
    /// The mean number of the game that ruins each, given that it is ruined.
    pub ruined_with: [Number; 2],
    /// The mean number of games.
    pub games: Number,
}

/// Solves an evening of at most `games` games. The first gambler wins each with probability `win` and loses it with `lose`.
/// Each can lose `stakes` times and then has nothing left or, if there is a `rest`, too little for the next game, which ruins
/// them. `None` if it takes too long.
///
/// ```
/// # use tali_core as tali_odds;
/// use num_rational::BigRational;
/// use tali_odds::exact::{Enclosure, ruin};
///
/// // With one stake each, the first of two fair games ruins either with probability 1/2.
/// let half = Enclosure::exact(BigRational::new(1.into(), 2.into()));
/// let evening = ruin(&half, &half, 1, false, 10).unwrap();
/// assert!(evening.ruined[0].as_ref().unwrap().contains(half.low()));
/// assert!(evening.games.unwrap().contains(&BigRational::from_integer(1.into())));
/// ```
pub fn ruin(win: &Enclosure, lose: &Enclosure, stakes: u64, rest: bool, games: u64) -> Option<Ruin> {
    if stakes == 0 || stakes.saturating_mul(2).saturating_mul(games) > MOST_STEPS {
        return None;
    }
    let (win, lose) = (Interval::around(win), Interval::around(lose));
    let (ahead, indices) = (usize::try_from(stakes).ok()?, usize::try_from(2 * stakes + 1).ok()?);
    let mut at = vec![Interval::ZERO; indices];
    at[ahead] = Interval::ONE;
    let mut ruined = [Interval::ZERO; 2];
    let mut with = [Interval::ZERO; 2];
    let mut mean = Interval::ZERO;
    let mut leave = |at: &mut Vec<Interval>, game: u64| {
        let number = Interval::whole(game);
        let ends = [0, indices - 1].map(|end| std::mem::replace(&mut at[end], Interval::ZERO));
        for ((end, ruined), with) in ends.iter().zip(&mut ruined).zip(&mut with) {
            *ruined = ruined.plus(*end);
            *with = with.plus(end.times(number));
            mean = mean.plus(end.times(number));
        }
    };
    for game in 1..=games {
        // A gambler with a rest is ruined by the next game, for which it is too little.
        if rest {
            leave(&mut at, game);
        }
        let mut next = vec![Interval::ZERO; indices];
        for index in 1..indices - 1 {
            next[index + 1] = next[index + 1].plus(at[index].times(win));
            next[index - 1] = next[index - 1].plus(at[index].times(lose));
        }
        at = next;
        if !rest {
            leave(&mut at, game);
        }
    }
    let unfinished: Interval = at.iter().copied().sum();
    mean = mean.plus(unfinished.times(Interval::whole(games)));
    let given = |ruined: Interval, with: Interval| {
        if ruined.is_zero() { Err(Missing::Impossible) } else { with.over(ruined).number() }
    };
    Some(Ruin {
        ruined: ruined.map(|chance| chance.at_most_one().number()),
        ruined_with: [given(ruined[0], with[0]), given(ruined[1], with[1])],
        games: mean.number(),
    })
}
