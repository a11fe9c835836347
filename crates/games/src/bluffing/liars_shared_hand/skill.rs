//! What playing well wins of a match of two seats.

use super::best::{Against, BestPlay, between};
use super::distributions::Chance;
use super::matches::{self, Match};
use super::policies::{POLICIES, Policy};
use super::table::Table;
use crate::bluffing::skill::TwoSeats;
use crate::kit::rules::{Play, PolicyInfo};
use tali_core::exact::{Missing, Number, Objective, Unsolved};

/// By how much what all best strategies win is further off than the value: at the edge of what is best small errors grow.
const EDGE: f64 = 1e-8;

const TOO_LONG: [Number; 2] = [Err(Missing::TooLong), Err(Missing::TooLong)];

impl TwoSeats for Table {
    const POLICIES: &'static [PolicyInfo] = &POLICIES;

    fn is_known(&self) -> bool {
        self.settings.seats == 2 && self.can_be_played() && self.is_soon_solved()
    }

    fn even(&self) -> Number {
        matches::best_share(self).map_err(|_| Missing::TooLong)
    }

    fn best(&self, policy: &Play) -> [Number; 2] {
        let policy = Policy::of(policy);
        [0, 1].map(|seat| {
            let mut policies = [policy.clone(), policy.clone()];
            policies[seat] = Policy::Best;
            let followed = Match::<f64>::new(self, &policies).map_err(|_| Missing::TooLong)?.follow();
            Ok(followed.shares[seat].enclosure(self.least()).at_most_one())
        })
    }

    fn extremes(&self, policy: &Play, objective: Objective) -> [Number; 2] {
        extremes(self, &Policy::of(policy), objective)
    }

    fn taken(&self, policy: &Play) -> [Number; 2] {
        if !self.is_answered_at_once() {
            return TOO_LONG;
        }
        let against = Against { policy: Policy::of(policy), objective: Objective::Most };
        worth(self, self.solver(against).taken(self.two_most()), 1e-9)
    }
}

/// What the best strategy wins in either seat against a policy that gains most from it, or least.
pub(super) fn extremes(table: &Table, policy: &Policy, objective: Objective) -> [Number; 2] {
    if !table.is_known() || !table.is_solved_at_once() {
        return TOO_LONG;
    }
    let against = Against { policy: policy.clone(), objective };
    worth(table, table.solver(against).solve(table.two_most(), None), EDGE)
}

fn worth(table: &Table, solved: Result<BestPlay, Unsolved>, error: f64) -> [Number; 2] {
    let Some(turn) = solved.ok().and_then(|solved| solved.turn(table.first_score(), None).cloned()) else {
        return TOO_LONG;
    };
    turn.prospect.worth.map(|worth| Ok(between((worth - error).max(0.0), (worth + error).min(1.0))))
}
