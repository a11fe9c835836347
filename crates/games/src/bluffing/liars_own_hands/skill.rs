//! What playing well wins of a match of two seats.

use num_rational::BigRational;

use super::matches::{self, best_share, extreme};
use super::policies::{POLICIES, Policy};
use super::settings::Loss;
use super::table::Table;
use crate::bluffing::skill::TwoSeats;
use crate::kit::rules::{Play, PolicyInfo};
use tali_core::exact::{Enclosure, Missing, Number, Objective, Unsolved, Wanted};

impl TwoSeats for Table {
    const POLICIES: &'static [PolicyInfo] = &POLICIES;

    fn is_known(&self) -> bool {
        self.settings.seats == 2
    }

    fn even(&self) -> Number {
        Ok(matches::solve(self, Wanted::WITHOUT_COINS).shares[0].clone())
    }

    fn best(&self, policy: &Play) -> [Number; 2] {
        let policy = Policy::of(policy);
        in_both(|seat| best_share(self, seat, &policy))
    }

    fn extremes(&self, policy: &Play, objective: Objective) -> [Number; 2] {
        let policy = Policy::of(policy);
        self.if_it_ends(|seat| extreme(self, seat, &policy, objective))
    }

    fn taken(&self, policy: &Play) -> [Number; 2] {
        let policy = Policy::of(policy);
        self.if_it_ends(|seat| matches::taken(self, &self.settings.start(), seat, &policy))
    }
}

impl Table {
    /// Without rounds that cost somebody a talus every time nothing is best, and nothing ends for certain.
    fn if_it_ends(&self, share: impl Fn(usize) -> Result<BigRational, Unsolved> + Sync) -> [Number; 2] {
        let ends = self.settings.loss == Loss::Either;
        in_both(|seat| if ends { share(seat) } else { Err(Unsolved) })
    }
}

fn in_both(share: impl Fn(usize) -> Result<BigRational, Unsolved> + Sync) -> [Number; 2] {
    let number = |seat: usize| share(seat).map(Enclosure::exact).map_err(|_| Missing::TooLong);
    rayon::join(|| number(0), || number(1)).into()
}
