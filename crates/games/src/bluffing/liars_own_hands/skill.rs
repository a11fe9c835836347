//! What playing well wins of a match of two seats.

use num_rational::BigRational;

use super::matches::{self, best_share};
use super::policies::{POLICIES, Policy};
use super::table::Table;
use crate::bluffing::skill::TwoSeats;
use crate::kit::rules::{Play, PolicyInfo};
use tali_core::exact::{Enclosure, Missing, Number, Unsolved, Wanted};

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
}

fn in_both(share: impl Fn(usize) -> Result<BigRational, Unsolved> + Sync) -> [Number; 2] {
    let number = |seat: usize| share(seat).map(Enclosure::exact).map_err(|_| Missing::TooLong);
    rayon::join(|| number(0), || number(1)).into()
}
