//! What every seat has, and what the bank has lent.

use super::round::MOST_SEATS;

/// What one seat can pay with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Purse {
    pub coins: i64,
    /// Whether the bank lends what it lacks.
    pub loans: bool,
}

impl Purse {
    /// One that is never empty.
    pub(super) const ENDLESS: Self = Self { coins: 1 << 50, loans: false };

    /// What is paid of what is owed, and how much of that the bank lends.
    pub(super) fn pays(self, owed: i64) -> (i64, i64) {
        let lacking = (owed - self.coins).max(0);
        if self.loans { (owed, lacking) } else { (owed - lacking, 0) }
    }
}

/// What every seat of the table has, and what the bank has lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Purses {
    pub coins: [i64; MOST_SEATS],
    pub debts: [i64; MOST_SEATS],
    pub loans: bool,
    /// What the bank has paid out less what it got back.
    pub bank: i64,
}

/// What the bank asks for a loan.
const INTEREST: i64 = 5;

impl Purses {
    /// Purses that are never empty.
    pub(super) const fn endless() -> Self {
        Self { coins: [Purse::ENDLESS.coins; MOST_SEATS], debts: [0; MOST_SEATS], loans: false, bank: 0 }
    }

    pub(super) const fn of(&self, seat: usize) -> Purse {
        Purse { coins: self.coins[seat], loans: self.loans }
    }

    /// The bank lends a seat coins, for which it asks interest once until they are repaid.
    pub(super) fn lend(&mut self, seat: usize, coins: i64) {
        if coins > 0 {
            self.bank += coins;
            self.debts[seat] += coins + if self.debts[seat] == 0 { INTEREST } else { 0 };
            self.coins[seat] += coins;
        }
    }

    /// A seat pays what it owes, or as much as it has: what it pays, and whether it stays in.
    pub(super) fn owe(&mut self, seat: usize, owed: i64) -> (i64, bool) {
        let (paid, lent) = self.of(seat).pays(owed);
        self.lend(seat, lent);
        self.coins[seat] -= paid;
        (paid, paid == owed)
    }

    /// A seat with a debt repays it if it can; if not, and the debt is `due`, what it has goes to the bank. Whether the seat
    /// stays in.
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

    /// A bank that lends is owed what it paid and 5, once.
    #[test]
    fn debts_are_what_was_lent_and_five() {
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
