//! What it is worth to play well, to start, and to know how the other plays.

use num_rational::BigRational;
use rayon::prelude::*;

use super::matches::{self, best_share, extreme, taken};
use super::policies::{POLICIES, Policy};
use super::settings::Loss;
use super::table::Table;
use crate::exact::{Enclosure, Missing, Number, Unsolved, Wanted, Wish, minus};
use crate::games::kit::rules::Play;
use crate::games::kit::{AgainstPolicy, Skill};

/// What is known of two seats; of more, nothing.
pub(super) fn skill(table: &Table, solved: &(dyn Fn() + Sync)) -> Skill {
    if table.settings.seats != 2 {
        return Skill::default();
    }
    // The rounds are solved once for all that is asked of them.
    let even = matches::solve(table, Wanted::WITHOUT_COINS);
    solved();
    let first_move = minus(Ok(even.shares[0].clone()), Ok(Enclosure::exact(half())));
    let against = simpler().map(|info| {
        let of_policy = against(table, &Play::usual(info));
        solved();
        of_policy
    });
    Skill { first_move: Some(first_move), shares: against.collect(), ..Skill::default() }
}

/// How many tables are solved for [`skill`].
pub(super) fn tables(table: &Table) -> u64 {
    if table.settings.seats == 2 { 1 + simpler().count() as u64 } else { 0 }
}

fn half() -> BigRational {
    BigRational::new(1.into(), 2.into())
}

fn simpler() -> impl Iterator<Item = &'static crate::games::kit::PolicyInfo> {
    POLICIES.iter().filter(|info| info.name != "best")
}

/// What best play wins against a policy on average over both seats.
pub(super) fn mean_against(table: &Table, play: &Play) -> Number {
    if table.settings.seats != 2 {
        return Err(Missing::TooLong);
    }
    against(table, play).mean
}

fn against(table: &Table, play: &Play) -> AgainstPolicy {
    let policy = Policy::of(play);
    let number =
        |share: Result<BigRational, Unsolved>| share.map(Enclosure::exact).map_err(|_| Missing::TooLong);
    let of_both = |share: &(dyn Fn(usize) -> Result<BigRational, Unsolved> + Sync)| {
        let both: Vec<Number> = [0, 1].par_iter().map(|seat| number(share(*seat))).collect();
        [both[0].clone(), both[1].clone()]
    };
    let best = of_both(&|seat| best_share(table, seat, &policy));
    let mean = match &best {
        [Ok(one), Ok(other)] => Ok(one.plus(other).scaled(&half())),
        _ => Err(Missing::TooLong),
    };
    let unknown = || [Err(Missing::TooLong), Err(Missing::TooLong)];
    // Without rounds that cost somebody a talus every time nothing is best, and nothing ends for certain.
    let [low_best, high_best, taken] = if table.settings.loss == Loss::Bidder {
        [unknown(), unknown(), unknown()]
    } else {
        [
            of_both(&|seat| extreme(table, seat, &policy, Wish::Least)),
            of_both(&|seat| extreme(table, seat, &policy, Wish::Most)),
            of_both(&|seat| taken(table, seat, &policy)),
        ]
    };
    AgainstPolicy { policy: play.to_string(), best, low_best, high_best, taken, mean }
}
