//! Payments of seats in games that may never end.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::Zero;

use super::super::Interval;
use super::super::number::{Missing, minus};
use super::super::scalar::Ratio;
use super::super::solution::Account;
use super::super::solvable::Solvable;
use super::Solver;
use super::equations::Equations;
use crate::process::{self, MarkovChain};

/// Marks the accounts' infinite numbers: those that change again and again if the game never ends.
///
/// By the law of large numbers, a seat's coins then go up or down without end, by the sign of its mean gain.
pub(super) fn go_on_for_ever(accounts: &mut [Account], chain: &MarkovChain) {
    for (seat, account) in accounts.iter_mut().enumerate() {
        let moved =
            chain.endless().map(|(transfers, _)| process::moved(transfers, process::Account::Seat(seat)));
        let Some(moved) = moved.collect::<Option<Vec<_>>>() else {
            // Shares of the pot in the long run are not solved.
            *account = Account::missing(Missing::TooLong);
            continue;
        };
        let any = |holds: fn(&[u64; 2]) -> bool| moved.iter().any(holds);
        let (pays, takes) = (any(|[paid, _]| *paid > 0), any(|[_, taken]| *taken > 0));
        let (gains, loses) = (any(|[paid, taken]| taken > paid), any(|[paid, taken]| taken < paid));
        let endless = |for_ever: bool| for_ever.then_some(Missing::Endless);
        let net = if gains && loses { Some(in_the_long_run(chain, seat)) } else { endless(gains || loses) };
        let net = net.map(|why| if loses && !gains { why.negated() } else { why });
        let numbers = [&mut account.paid, &mut account.taken, &mut account.net];
        for (number, why) in numbers.into_iter().zip([endless(pays), endless(takes), net]) {
            if let Some(why) = why {
                *number = Err(why);
            }
        }
    }
}

/// The long-run trend of the net of a seat that gains with some of the moves made forever, and loses with others.
fn in_the_long_run(chain: &MarkovChain, seat: usize) -> Missing {
    let Some((cycles, starts)) = chain.cycles() else { return Missing::Unbalanced };
    let solver = Solver::new(cycles);
    if solver.coins.iter().any(|coins| coins.unknown) {
        return Missing::Unbalanced;
    }
    let drifts = if solver.is_soon_exact() {
        solver.drifts::<Ratio>(starts, seat)
    } else {
        solver.drifts::<Interval>(starts, seat)
    };
    let Some(drifts) = drifts else { return Missing::Unbalanced };
    match [Ordering::Greater, Ordering::Less].map(|sign| drifts.contains(&sign)) {
        [true, false] => Missing::Endless,
        [false, true] => Missing::EndlessLoss,
        _ => Missing::Unbalanced,
    }
}

impl Solver<'_> {
    /// The sign of a seat's mean gain from each of these states until the chain returns there; `None` if one of them is
    /// undecided.
    fn drifts<S: Solvable>(&self, starts: &[usize], seat: usize) -> Option<Vec<Ordering>> {
        let equations = Equations::<S>::new(self, |_| true);
        let gains = [
            equations.gain(|step| S::whole(self.coins(step).received[seat])),
            equations.gain(|step| S::whole(self.coins(step).paid[seat])),
        ];
        let solved = equations.solve(&gains);
        let sign = |start: &usize| {
            let [taken, paid] = [0, 1].map(|which: usize| solved[which][*start].number());
            let net = minus(taken, paid).ok()?;
            let [low, high] = [net.low(), net.high()].map(|end| end.cmp(&BigRational::zero()));
            (low == high).then_some(low)
        };
        starts.iter().map(sign).collect()
    }
}
