//! What playing well wins of a match of two seats.

use super::distributions::enclosure;
use super::matches::{self, Match};
use super::policies::{POLICIES, Policy};
use super::table::Table;
use crate::bluffing::skill::TwoSeats;
use crate::kit::rules::{Play, PolicyInfo};
use tali_core::exact::{Missing, Number};

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
            let followed = Match::new(self, &policies).map_err(|_| Missing::TooLong)?.follow();
            Ok(enclosure(followed.shares[seat], self.least()).at_most_one())
        })
    }
}
