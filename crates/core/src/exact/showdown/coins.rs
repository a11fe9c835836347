//! The coins of showdowns.
//!
//! Every hand that pays takes the pot to its next amount: P₀, P₁, P₂, … For a fee in coins these are
//! P₀ + v·fee; for a share s of the pot P₀·(1 + s)ᵛ, as long as no payment is rounded. In the first case
//! the mean of v suffices, in the second the mean of (1 + s)ᵛ, for which every probability is weighed by
//! the growth that goes with it; it is infinite where repeated showdowns grow the pot faster than they
//! end. Rounded payments are summed amount by amount, with what is left out bounded by the unrounded
//! pot.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;

use super::flow::Flow;
use super::payments::Payments;
use super::weights::Weights;
use super::{Solver, deviation};
use crate::exact::hands::Seating;
use crate::exact::number::Missing;
use crate::exact::scalar::{Scalar, Semiring, Weight};
use crate::exact::solution::{Account, Detail, Pot, Spread};
use crate::exact::{Enclosure, Interval};
use crate::process::{Fee, Rounding, Stakes};

pub(super) fn near_to<S: Scalar>(value: &S) -> Interval {
    value.enclosure().map_or(Interval::ONE, |bounds| Interval::around(&bounds))
}

/// One seat never has a hand: those before it cast one each, and there it stays.
pub(super) fn without_hand<S: Scalar>(seating: &Seating, stakes: &Stakes) -> Pot {
    let seats: usize = seating.all().iter().sum();
    let mut amounts = vec![BigRational::from_integer((seats as u64 * stakes.ante).into())];
    // How many have paid so far.
    let mut distribution = vec![S::one()];
    let mut stuck = false;
    let mut accounts = Vec::with_capacity(seats);
    for seat in 0..seats {
        let kind = &seating.kinds[seating.kind_of(seat)];
        let hands = kind.hands();
        stuck |= hands == BigUint::ZERO;
        let mut paid = S::whole(stakes.ante);
        if !stuck {
            let pays = S::ratio(&kind.paying(), &hands);
            let free = S::ratio(&(&hands - kind.paying()), &hands);
            let mut next = vec![S::zero(); distribution.len() + 1];
            for (paying, chance) in distribution.iter().enumerate() {
                let payment = stakes.fee.payment(&amounts[paying]);
                if amounts.len() == paying + 1 {
                    let amount = &amounts[paying] + &payment;
                    amounts.push(amount);
                }
                let pays = chance.times(&pays);
                paid = paid.plus(&pays.times(&S::rational(&payment)));
                next[paying] = next[paying].plus(&chance.times(&free));
                next[paying + 1] = next[paying + 1].plus(&pays);
            }
            distribution = next;
        }
        accounts.push(Account::new(paid.number(), Ok(Enclosure::zero())));
    }
    Pot { coins: Spread::missing(Missing::Impossible), accounts }
}

impl Solver<'_> {
    /// The coins. The distribution of the pot is that of the games in which it is taken; what the seats pay and take is the mean
    /// over all games. `flow` counts the hands that pay as far as a fee in coins needs it.
    pub(super) fn pot<W: Weight>(&self, stakes: &Stakes, flow: &Flow<W>) -> Pot {
        let taken = flow.taken(0).filter(|taken| !taken.is_zero());
        let whole = self.detail == Detail::Whole;
        let is_rounded = matches!(stakes.fee, Fee::Share(_, Rounding::Up | Rounding::Down, _));
        let counted = taken.as_ref().filter(|_| whole || is_rounded);
        let payments = counted.map(|taken| Payments::new(self, near_to(taken)));
        let mut pot = match (&stakes.fee, &payments) {
            (Fee::Coins(fee), _) => self.in_coins(*fee, stakes.ante, flow),
            (Fee::Share(share, ..), Some(payments)) if is_rounded => payments.rounded(self, stakes, share),
            (Fee::Share(share, ..), _) => self.in_shares::<W>(share, stakes.ante, taken.as_ref()),
        };
        match (&taken, payments) {
            (None, _) => pot.coins = Spread::missing(Missing::Impossible),
            (Some(_), Some(payments)) if whole => {
                let pmf = payments.pmf(stakes, &self.antes(stakes.ante));
                pot.coins.quantiles = pmf.quantiles(|_| None);
                pot.coins.pmf = Some(pmf);
            }
            _ => {}
        }
        pot
    }

    /// The pot before the first cast.
    pub(super) fn antes(&self, ante: u64) -> BigRational {
        BigRational::from_integer((self.game.hands.len() as u64 * ante).into())
    }

    /// Σ value over the groups, where what is visited without end counts only if it has a value.
    fn over_groups<W: Weight>(
        &self,
        flow: &Flow<W>,
        value: impl Fn(&[usize]) -> Option<W>,
    ) -> Result<W::Number, Missing> {
        let mut sum = W::zero();
        for group in 0..self.groups.count() {
            let members = self.groups.members(group);
            let Some(value) = value(&members).filter(|value| !value.is_zero()) else { continue };
            match flow.begun(group) {
                Some(begun) => sum = sum.plus(&begun.times(&value)),
                None if self.is_never_settled(&members) => return Err(Missing::Endless),
                None => return Err(Missing::Diverges),
            }
        }
        Ok(flow.number(&sum, 0))
    }

    fn in_coins<W: Weight>(&self, fee: u64, ante: u64, flow: &Flow<W>) -> Pot {
        let fee = W::Number::whole(fee);
        let kinds = &self.seating.kinds;
        let account = |kind: usize| {
            let pays = W::Number::ratio(&kinds[kind].paying(), &kinds[kind].hands());
            let each = pays.times(&fee).over(&W::Number::whole(kinds[kind].seats.len() as u64));
            let hands = self.over_groups(flow, |members| {
                if each.is_zero() {
                    return None;
                }
                let all =
                    kinds.iter().zip(members).map(|(kind, seats)| W::of_all(&kind.hands()).power(*seats));
                Some(W::whole(members[kind] as u64).times(&W::product(all)))
            });
            let paid = hands.map(|hands| hands.times(&each).plus(&W::Number::whole(ante)));
            let [share, with] = [0, 1].map(|power| self.taken(flow, kind, power).ok_or(Missing::Diverges));
            let antes = W::Number::rational(&self.antes(ante));
            let won = share.and_then(|share| Ok(share.times(&antes).plus(&with?.times(&fee))));
            Account::new(paid.and_then(|paid| paid.number()), won.and_then(|won| won.number()))
        };
        let coins = || -> Option<Spread> {
            let taken = flow.taken(0).filter(|taken| !taken.is_zero())?;
            let [first, half] = [1, 2].map(|power| flow.taken(power));
            let mean = first?.over(&taken);
            let square = half.map(|half| half.plus(&half).over(&taken).plus(&mean).times(&fee).times(&fee));
            let added = mean.times(&fee).number();
            let sd = deviation(&added, square);
            let mean = added.map(|added| added.plus(&Enclosure::exact(self.antes(ante))));
            Some(Spread { mean, sd, ..Spread::missing(Missing::TooLong) })
        };
        Pot {
            coins: coins().unwrap_or_else(|| Spread::missing(Missing::Impossible)),
            accounts: self.accounts(account),
        }
    }

    /// The accounts of all seats, those of a kind being alike.
    fn accounts(&self, account: impl Fn(usize) -> Account) -> Vec<Account> {
        let each: Vec<Account> = (0..self.seating.kinds.len()).map(account).collect();
        (0..self.game.hands.len()).map(|seat| each[self.seating.kind_of(seat)].clone()).collect()
    }

    /// What a fee that is a share of the pot costs; every seat is a kind of its own.
    fn in_shares<W: Weight>(&self, share: &BigRational, ante: u64, taken: Option<&W::Number>) -> Pot {
        let growth = <BigRational as One>::one() + share;
        let weights = Weights::paying(&self.seating, &growth, 1);
        let flow = self.flow::<W>(&weights);
        let (antes, share) = (W::Number::rational(&self.antes(ante)), W::Number::rational(share));
        let counted: Vec<W> = (0..weights.kinds.len()).map(|kind| weights.counted(kind)).collect();
        let unit = growth.denom().magnitude();
        let account = |seat: usize| {
            let kind = &self.seating.kinds[seat];
            let pays = W::of(&(kind.paying() * unit), &(kind.hands() * unit));
            // In every showdown a seat's payment follows those of the contenders before it.
            let paid = self.over_groups(&flow, |members| {
                let others = members.iter().enumerate().filter(|(_, seats)| **seats > 0);
                let each = others.map(|(other, _)| match other {
                    _ if other < seat => counted[other].clone(),
                    _ if other == seat => pays.clone(),
                    _ => weights.kinds[other].total.clone(),
                });
                (members[seat] > 0 && !share.is_zero()).then(|| W::product(each))
            });
            let won = self.taken(&flow, seat, 0).ok_or(Missing::Diverges);
            let paid =
                paid.and_then(|paid| paid.times(&share).times(&antes).plus(&W::Number::whole(ante)).number());
            Account::new(paid, won.and_then(|won| won.times(&antes).number()))
        };
        let accounts = self.accounts(account);
        let Some(taken) = taken else {
            return Pot { coins: Spread::missing(Missing::Impossible), accounts };
        };
        let finite = |mean: Option<W::Number>| mean.ok_or(Missing::Diverges);
        let mean = finite(flow.taken(0)).and_then(|mean| mean.times(&antes).over(taken).number());
        let square = self.generating_function::<W>(&(&growth * &growth));
        let sd = finite(square)
            .and_then(|square| deviation(&mean, Some(square.times(&antes).times(&antes).over(taken))));
        Pot { coins: Spread { mean, sd, ..Spread::missing(Missing::TooLong) }, accounts }
    }

    /// E[xⱽ·1] for the number V of hands that pay, 1 being that the pot is taken; `None` where it is infinite.
    pub(super) fn generating_function<W: Weight>(&self, growth: &BigRational) -> Option<W::Number> {
        self.flow::<W>(&Weights::paying(&self.seating, growth, 1)).taken(0)
    }
}
