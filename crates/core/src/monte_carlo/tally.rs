//! What is counted in simulated games.

use std::collections::BTreeMap;

use crate::process::{Seats, Statistic};

/// A count of numbers, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// How many numbers there are.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Moments {
    /// Adds one number.
    #[inline]
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The moments of these numbers and others together.
    pub fn and(mut self, others: &Self) -> Self {
        self.merge(others);
        self
    }

    /// The mean; NaN if there are no numbers.
    #[expect(clippy::cast_precision_loss, reason = "means are doubles")]
    pub fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }

    /// The variance of the numbers.
    #[expect(clippy::cast_precision_loss, reason = "means are doubles")]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        (self.squares / self.count as f64 - mean * mean).max(0.0)
    }
}

/// Two numbers of each game, whose means are divided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairs {
    /// The number of games.
    pub count: u64,
    /// The sum of the first numbers.
    pub part: f64,
    /// The sum of the second numbers.
    pub whole: f64,
    /// The sums of the squares of both, and of the products.
    pub squares: [f64; 3],
}

impl Pairs {
    /// Counts the two numbers of a game.
    pub fn add(&mut self, part: f64, whole: f64) {
        let squares = [part * part, whole * whole, part * whole];
        self.merge(&Self { count: 1, part, whole, squares });
    }

    /// Adds the pairs of other games.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.part += other.part;
        self.whole += other.whole;
        for (sum, square) in self.squares.iter_mut().zip(other.squares) {
            *sum += square;
        }
    }

    /// The quotient of the means; `None` if the second is 0.
    pub fn ratio(&self) -> Option<f64> {
        (self.whole > 0.0).then(|| self.part / self.whole)
    }

    /// The standard error of the quotient, `√(Σ (x − r·y)²) / Σ y`: W. G. Cochran, *Sampling Techniques* (1977), §6.3.
    pub fn error(&self) -> f64 {
        let ratio = self.ratio().unwrap_or(0.0);
        let [parts, wholes, products] = self.squares;
        (parts - 2.0 * ratio * products + ratio * ratio * wholes).max(0.0).sqrt() / self.whole
    }
}

/// The results of many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The number of games with a known outcome.
    pub games: u64,
    /// The number of other games, given up before they ended: it is not known whether they ever would have.
    pub given_up: u64,
    /// Each seat's share of the win.
    pub shares: Vec<Moments>,
    /// The number of ended games that nobody won.
    pub nobody: u64,
    /// The number of games that would never have ended.
    pub never: u64,
    /// The lengths of the games that ended, in casts, or in rounds for evenings.
    pub casts: Moments,
    /// The number of ended games of each length.
    pub lengths: BTreeMap<u64, u64>,
    /// The pots of the games that somebody won.
    pub pot: Moments,
    /// What each seat paid.
    pub paid: Vec<Moments>,
    /// What each seat took.
    pub taken: Vec<Moments>,
    /// Taken minus paid.
    pub net: Vec<Moments>,
    /// The other figures of the game, by name: one number, or one for each seat, cast or lap.
    pub statistics: BTreeMap<&'static str, Vec<Moments>>,
    /// Figures that are a mean over something that games have in different numbers, such as moves.
    pub ratios: BTreeMap<&'static str, Pairs>,
}

impl Tally {
    /// An empty tally.
    pub fn new(seats: usize) -> Self {
        let each = || vec![Moments::default(); seats];
        Self { shares: each(), paid: each(), taken: each(), net: each(), ..Self::default() }
    }

    /// Counts a game that ended after `casts` casts.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "a double holds every length that is not astronomic")]
    pub(super) fn ended(&mut self, casts: u64) {
        self.games += 1;
        self.casts.add(casts as f64);
        *self.lengths.entry(casts).or_default() += 1;
    }

    /// Counts a game that these seats won after `casts` casts.
    #[inline]
    pub fn won(&mut self, winners: Seats, casts: u64) {
        match winners.alone() {
            Some(seat) => self.shares[seat].add(1.0),
            None => winners.iter().for_each(|seat| self.shares[seat].add(winners.share(seat))),
        }
        self.nobody += u64::from(winners.is_empty());
        self.ended(casts);
    }

    /// Counts a game that would never have ended.
    #[inline]
    pub fn never_ended(&mut self) {
        self.games += 1;
        self.never += 1;
    }

    /// The number of games begun.
    pub const fn begun(&self) -> u64 {
        self.games + self.given_up
    }

    /// Returns what was counted; `None` if it leaves out endless games, but is compared with a number for `all` games.
    pub fn of_all<'a>(&self, counted: &'a Moments, all: bool) -> Option<&'a Moments> {
        Some(counted).filter(|counted| !all || self.never == 0 || counted.count >= self.games)
    }

    /// Adds what games counted for a figure.
    pub fn count(&mut self, of: &'static Statistic, counted: &[Moments]) {
        self.count_named(of.name, counted);
    }

    /// Adds what games counted for a figure that is a quotient.
    pub fn count_ratio(&mut self, of: &'static Statistic, counted: &Pairs) {
        self.ratios.entry(of.name).or_default().merge(counted);
    }

    fn count_named(&mut self, name: &'static str, counted: &[Moments]) {
        let sums = self.statistics.entry(name).or_default();
        sums.resize(sums.len().max(counted.len()), Moments::default());
        sums.iter_mut().zip(counted).for_each(|(sum, moments)| sum.merge(moments));
    }

    /// Multiplies all amounts of coins by a factor.
    pub fn scale_coins(&mut self, factor: f64) {
        let many = [&mut self.paid, &mut self.taken, &mut self.net].into_iter().flatten();
        for moments in many.chain([&mut self.pot]) {
            moments.sum *= factor;
            moments.squares *= factor * factor;
        }
    }

    /// Adds the results of further games.
    pub fn merge(&mut self, mut other: Self) {
        self.games += other.games;
        self.given_up += other.given_up;
        self.nobody += other.nobody;
        self.never += other.never;
        self.all_mut().zip(other.all_mut()).for_each(|(mine, other)| mine.merge(other));
        for (length, games) in &other.lengths {
            *self.lengths.entry(*length).or_default() += games;
        }
        for (name, counted) in &other.statistics {
            self.count_named(name, counted);
        }
        for (name, counted) in &other.ratios {
            self.ratios.entry(name).or_default().merge(counted);
        }
    }

    /// The moments that every game has.
    fn all_mut(&mut self) -> impl Iterator<Item = &mut Moments> {
        let many = [&mut self.shares, &mut self.paid, &mut self.taken, &mut self.net];
        [&mut self.casts, &mut self.pot].into_iter().chain(many.into_iter().flatten())
    }
}
