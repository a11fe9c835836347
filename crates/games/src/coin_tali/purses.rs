//! The coins of the seats and the loans of the bank.

use super::round::MOST_SEATS;

/// What a seat can pay with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Purse {
    pub coins: i64,
    /// Whether the bank lends missing coins.
    pub loans: bool,
}

impl Purse {
    /// A purse that is never empty.
    pub(super) const ENDLESS: Self = Self { coins: 1 << 50, loans: false };

    /// How much of a debt is paid, and how much of that the bank lends.
    pub(super) fn pays(self, owed: i64) -> (i64, i64) {
        let lacking = (owed - self.coins).max(0);
        if self.loans { (owed, lacking) } else { (owed - lacking, 0) }
    }
}

/// The coins of all seats, and the loans of the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Purses {
    pub coins: [i64; MOST_SEATS],
    pub debts: [i64; MOST_SEATS],
    pub loans: bool,
    /// The bank's payments minus what it got back.
    pub bank: i64,
}

/// The interest on a loan.
const INTEREST: i64 = 5;

impl Purses {
    /// Purses that are never empty.
    pub(super) const fn endless() -> Self {
        Self { coins: [Purse::ENDLESS.coins; MOST_SEATS], debts: [0; MOST_SEATS], loans: false, bank: 0 }
    }

    pub(super) const fn of(&self, seat: usize) -> Purse {
        Purse { coins: self.coins[seat], loans: self.loans }
    }

    /// Lends coins to a seat; interest is due once until the loan is repaid.
    pub(super) fn lend(&mut self, seat: usize, coins: i64) {
        if coins > 0 {
            self.bank += coins;
            self.debts[seat] += coins + if self.debts[seat] == 0 { INTEREST } else { 0 };
            self.coins[seat] += coins;
        }
    }

    /// Makes a seat pay as much of its debt as possible; returns the payment, and whether the seat stays in.
    pub(super) fn owe(&mut self, seat: usize, owed: i64) -> (i64, bool) {
        let (paid, lent) = self.of(seat).pays(owed);
        self.lend(seat, lent);
        self.coins[seat] -= paid;
        (paid, paid == owed)
    }

    /// Makes a seat repay its loan if it can. If it cannot and the loan is `due`, the bank takes all its coins. Returns whether
    /// the seat stays in.
    pub(super) fn repay(&mut self, seat: usize, due: bool) -> bool {
        let (purse, debt) = (self.coins[seat], self.debts[seat]);
        if debt == 0 || (purse < debt && !due) {
            return true;
        }
        let repaid = purse.min(debt);
        self.coins[seat] -= repaid;
        self.bank -= repaid;
        self.debts[seat] = 0;
        repaid == debt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bank is owed the loan plus 5, once.
    #[test]
    fn debts_are_loans_plus_five() {
        let mut purses = Purses { coins: [3; 8], debts: [0; 8], loans: true, bank: 0 };
        assert_eq!(purses.owe(0, 10), (10, true));
        assert_eq!((purses.coins[0], purses.debts[0], purses.bank), (0, 12, 7));
        assert_eq!(purses.owe(0, 4), (4, true));
        assert_eq!((purses.debts[0], purses.bank), (16, 11));
        purses.loans = false;
        assert_eq!(purses.owe(1, 10), (3, false));
        assert_eq!((purses.coins[1], purses.debts[1], purses.bank), (0, 0, 11));
        assert_eq!(purses.owe(2, 3), (3, true));
    }
}
