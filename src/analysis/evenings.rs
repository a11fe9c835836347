//! An evening of many games with limited purses: chances of ruin, and when it happens.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::{Averaging, Compared, record};
use crate::exact::{Missing, Number, Ruin, Solution, ruin};
use crate::figures::Estimator;
use crate::games::Playable;
use crate::monte_carlo::{EveningPlan, Watch, spend_evenings};

/// The results of an evening for one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatEvening {
    /// The seat, from 1.
    pub seat: usize,
    /// The probability of being ruined before the evening is over.
    pub ruined: Compared,
    /// The mean number of the game that ruined it, over the evenings on which it was ruined.
    pub ruined_with: Compared,
    /// The mean number of coins that it has at the end.
    pub coins: Compared,
    /// For a chart: numbers of games with the part of evenings on which it was ruined by then.
    pub ruined_by: Vec<(u64, f64)>,
}

/// Simulated evenings of many games with given purses. For two seats that stake the same in every game and share no pot,
/// ruin is also solved.
///
/// The remaining players play each game in the order of their seats. A seat that cannot pay what it owes pays what it has and
/// leaves; the game goes on among the others, and the last one left takes the pot. A seat without coins at the start of a game
/// also leaves. The evening ends when one seat is left, or after `most_games` games; in games against the bank, and in games
/// for one, when nobody is left.
#[derive(Clone, Debug, PartialEq)]
pub struct EveningAnswer {
    /// The coins that each seat brings.
    pub purses: Vec<u64>,
    /// The most games of an evening.
    pub most_games: u64,
    /// The number of evenings played.
    pub evenings: u64,
    /// The number of evenings requested.
    pub asked: u64,
    /// The mean number of games.
    pub games: Compared,
    /// The results of each seat.
    pub seats: Vec<SeatEvening>,
}

impl EveningAnswer {
    /// Simulates evenings with the given purses; `None` for a game without coins.
    pub fn spend(
        table: &dyn Playable,
        solution: &Solution,
        purses: &[u64],
        (evenings, games): (u64, u64),
        averaging: &Averaging,
        watch: &Watch<'_>,
    ) -> Option<Self> {
        let plan = EveningPlan {
            evenings,
            games,
            purses: purses.iter().map(|purse| purse.to_f64().unwrap_or(0.0)).collect(),
            seed: averaging.seed,
            threads: averaging.threads,
        };
        let spent = spend_evenings(table.bankroll_player()?.as_ref(), &plan, watch);
        let solved = solved(solution, table, purses, games);
        let solved = solved.as_ref();
        let mut estimator = Estimator::new(averaging.level);
        let unsolved = Err(Missing::TooLong);
        let of = |number: Option<&Number>| number.unwrap_or(&unsolved).clone();
        let seats = (0..spent.ruined.len()).map(|seat| SeatEvening {
            seat: seat + 1,
            ruined: {
                let moments = spent.ruined[seat];
                let chance = estimator.chance(moments.sum, moments.squares, moments.count, None);
                Compared::new(of(solved.map(|ruin| &ruin.ruined[seat])), chance)
            },
            ruined_with: {
                let mean = estimator.mean(&spent.ruined_with[seat], 0.0, None, None);
                Compared::new(of(solved.map(|ruin| &ruin.ruined_with[seat])), mean)
            },
            coins: Compared::new(of(None), estimator.mean(&spent.coins[seat], 0.0, None, None)),
            ruined_by: {
                let so_far = spent.ruined_by[seat].iter().scan(0u64, |sum, (game, times)| {
                    *sum += times;
                    Some((*game, sum.to_f64()? / spent.played.to_f64()?))
                });
                so_far.collect()
            },
        });
        let seats = seats.collect();
        let games = estimator.mean(&spent.games, 0.0, None, None);
        let games = Compared::new(of(solved.map(|ruin| &ruin.games)), games);
        Some(Self {
            purses: purses.to_vec(),
            most_games: plan.games,
            evenings: spent.played,
            asked: evenings,
            games,
            seats,
        })
    }
}

impl EveningAnswer {
    /// The purse of every seat, if all bring the same.
    fn purse(&self) -> Option<u64> {
        let purse = self.purses.first()?;
        self.purses.iter().all(|other| other == purse).then_some(*purse)
    }
}

/// Solves the chances of ruin for two seats with equal purses that stake the same in every game.
fn solved(solution: &Solution, table: &dyn Playable, purses: &[u64], games: u64) -> Option<Ruin> {
    let pot = solution.pot.as_ref()?;
    let always = pot.coins.sd.as_ref().ok()?.as_exact().is_some_and(Zero::is_zero);
    let [win, lose] = solution.shares.as_slice() else { return None };
    let coins = pot.coins.mean.as_ref().ok()?.as_exact().filter(|_| always && table.is_never_shared())?;
    let stake = coins / BigRational::from_integer(2.into());
    let purse = purses.first().filter(|first| purses.iter().all(|purse| purse == *first))?;
    if stake.is_zero() {
        return None;
    }
    let stakes = BigRational::from_integer((*purse).into()) / stake;
    ruin(win, lose, stakes.to_integer().to_u64()?, !stakes.is_integer(), games)
}

record!(EveningAnswer, evening =>
    "purse"?: evening.purse(),
    "purses"?: Some(&evening.purses).filter(|_| evening.purse().is_none()),
    "most_games": evening.most_games,
    "evenings": evening.evenings,
    "asked"?: Some(evening.asked).filter(|asked| evening.evenings < *asked),
    "games": evening.games.solved,
    "seats": evening.seats,
);

record!(SeatEvening, evening =>
    "seat": evening.seat,
    "ruined": evening.ruined.solved,
    "simulated": evening.ruined.simulated,
    "ruined_with": evening.ruined_with.solved,
    "coins": evening.coins.solved,
);
