//! What it is worth to play well, to start, and to know how the other plays.

use num_rational::BigRational;

use super::best::{Against, between};
use super::matches::{self, near};
use super::policies::{POLICIES, Policy};
use super::table::{Chance, Table, score};
use crate::exact::{Enclosure, Missing, Number, Unsolved, Wish, minus};
use crate::games::kit::rules::Play;
use crate::games::kit::{AgainstPolicy, PolicyInfo, Skill};

/// By how much what all best strategies win is further off than the value: at the edge of what is best small errors grow.
const EDGE: f64 = 1e-8;

/// What is known of two seats; of more, nothing.
pub(super) fn skill(table: &Table, solved: &(dyn Fn() + Sync)) -> Skill {
    if !is_known(table) {
        return Skill::default();
    }
    let half = BigRational::new(1.into(), 2.into());
    let share = matches::best_share(table).map_err(|_| Missing::TooLong);
    let first_move = minus(share, Ok(Enclosure::exact(half)));
    solved();
    let against = simpler().map(|info| {
        let of_policy = against(table, &Play::usual(info));
        solved();
        of_policy
    });
    Skill { first_move: Some(first_move), shares: against.collect(), ..Skill::default() }
}

/// How many tables are solved for [`skill`].
pub(super) fn tables(table: &Table) -> u64 {
    if is_known(table) { 1 + simpler().count() as u64 } else { 0 }
}

fn is_known(table: &Table) -> bool {
    table.settings.seats == 2 && table.can_be_played() && table.is_soon_solved()
}

fn simpler() -> impl Iterator<Item = &'static PolicyInfo> {
    POLICIES.iter().filter(|info| info.name != "best")
}

/// What best play wins against a policy on average over both seats.
pub(super) fn mean_against(table: &Table, play: &Play) -> Number {
    if is_known(table) { mean(&best_shares(table, &Policy::of(play))) } else { Err(Missing::TooLong) }
}

fn mean([one, other]: &[Number; 2]) -> Number {
    let half = BigRational::new(1.into(), 2.into());
    Ok(one.clone()?.plus(&other.clone()?).scaled(&half))
}

/// What best play, as it is shown, wins in either seat.
fn best_shares(table: &Table, policy: &Policy) -> [Number; 2] {
    [0, 1].map(|seat| {
        let policies =
            if seat == 0 { [Policy::Best, policy.clone()] } else { [policy.clone(), Policy::Best] };
        let followed = near(table, &policies).map_err(|_| Missing::TooLong)?.follow();
        Ok(followed.shares[seat].enclosure(table.least()).at_most_one())
    })
}

/// What the best strategy wins in either seat against a policy that gains most from it, or least.
pub(super) fn extremes(table: &Table, policy: &Policy, wish: Wish) -> [Number; 2] {
    if !is_known(table) || !table.is_solved_at_once() {
        return [Err(Missing::TooLong), Err(Missing::TooLong)];
    }
    let against = Against { policy: policy.clone(), wish };
    worth(table, table.solver(against).solve(table.two_most(), None), EDGE)
}

/// What whoever knows the policy wins in either seat.
fn taken(table: &Table, policy: &Policy) -> [Number; 2] {
    if !table.is_answered_at_once() {
        return [Err(Missing::TooLong), Err(Missing::TooLong)];
    }
    let against = Against { policy: policy.clone(), wish: Wish::Most };
    worth(table, table.solver(against).taken(table.two_most()), 1e-9)
}

fn worth(table: &Table, solved: Result<super::best::BestPlay, Unsolved>, error: f64) -> [Number; 2] {
    let score = score(&table.settings.counters, 0);
    let turn = solved.ok().and_then(|solved| solved.turn(score, None).cloned());
    let number = |seat: usize| match &turn {
        Some(turn) => {
            let worth = turn.prospect.worth[seat];
            Ok(between((worth - error).max(0.0), (worth + error).min(1.0)))
        }
        None => Err(Missing::TooLong),
    };
    [number(0), number(1)]
}

fn against(table: &Table, play: &Play) -> AgainstPolicy {
    let policy = Policy::of(play);
    let best = best_shares(table, &policy);
    AgainstPolicy {
        policy: play.to_string(),
        mean: mean(&best),
        best,
        low_best: extremes(table, &policy, Wish::Least),
        high_best: extremes(table, &policy, Wish::Most),
        taken: taken(table, &policy),
    }
}
