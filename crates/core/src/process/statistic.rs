//! The figures that a game reports beyond who wins, how long it takes, and what is in the pot.

use num_rational::BigRational;

/// A figure of a game: its name, its meaning, its unit, and how it is drawn.
///
/// Solvers, simulations and draws of weights report values under its name; displays take titles and units from it.
#[derive(Clone, Copy, Debug)]
pub struct Statistic {
    /// The name in JSON and CSV, and for `tune`.
    pub name: &'static str,
    /// The title for readers.
    pub title: &'static str,
    /// What the numbers belong to.
    pub over: Over,
    /// The unit of the numbers.
    pub unit: Measure,
    /// How the figure is drawn, if at all.
    pub drawing: Option<Drawing>,
    /// What the figure means to a host.
    pub role: Role,
}

/// What each number of a figure belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The game: a single number.
    Game,
    /// Each seat.
    Seats,
    /// Each cast.
    Casts,
    /// Each lap.
    Laps,
    /// Each state of the match between two rounds: who starts, and how much either seat has left.
    Standings,
    /// Each search depth of 1, 2, … turns or plies.
    Depths,
    /// Lines of 1, 2, … plies.
    Plies,
    /// Each square that both seats share.
    Squares,
}

impl Over {
    /// The number of the first one.
    pub const fn first(self) -> usize {
        if let Self::Squares = self { 5 } else { 1 }
    }

    /// The heading of their column; empty for a single number.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Game => "",
            Self::Seats => "Seat",
            Self::Casts => "Cast",
            Self::Laps => "Lap",
            Self::Standings => "Standing",
            Self::Depths => "Depth",
            Self::Plies => "Plies",
            Self::Squares => "Square",
        }
    }
}

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A probability.
    Probability,
    /// A plain number of what the title says: casts, points, changes.
    Plain,
    /// The difference of two numbers, which may be negative.
    Difference,
    /// A standard deviation of a difference; the counted numbers are squared deviations from the mean.
    Deviation,
}

/// How a figure is drawn as a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The title of the panel.
    pub title: &'static str,
    /// What the curve shows.
    pub label: &'static str,
    /// What the curve runs along, such as `lap`.
    pub along: &'static str,
}

/// What a figure means to a host.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// Nothing in particular.
    None,
    /// The probability that a seat misses what a rule asks for.
    Misses {
        /// The rule.
        rule: &'static str,
        /// The sentence for a rule that affects nobody, from the rule's value and how seldom it is missed.
        idle: fn(&str, &str) -> String,
    },
    /// The probability that each seat runs out of coins before the end.
    Ruin,
    /// The probability that a win is shared.
    SharedWin,
    /// The number of casts that one seat would need by itself.
    CastsAlone,
    /// How often a number is limited to its range.
    Capped,
    /// How often something is noted.
    Noted {
        /// What is noted.
        what: &'static str,
        /// The figure of the probability that it is noted at least once.
        once: &'static Statistic,
    },
    /// The probability that something is noted at least once, shown together with [`Role::Noted`].
    NotedOnce,
}

impl PartialEq for Statistic {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Statistic {
    /// A figure without drawing or role.
    pub const fn new(name: &'static str, title: &'static str, over: Over, unit: Measure) -> Self {
        Self { name, title, over, unit, drawing: None, role: Role::None }
    }

    /// Adds a drawing.
    pub const fn drawn(self, drawing: Drawing) -> Self {
        Self { drawing: Some(drawing), ..self }
    }

    /// Adds a role.
    pub const fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The figure of the probability that what is counted happens at least once, if there is one.
    pub const fn once(&self) -> Option<&'static Self> {
        if let Role::Noted { once, .. } = self.role { Some(once) } else { None }
    }

    /// Whether there are several numbers.
    pub fn is_list(&self) -> bool {
        self.over != Over::Game
    }
}

/// How a figure is counted: what each event of a game adds to each of its numbers.
///
/// The figure is the mean of the sum over a game. A [`Quotient`] of two sums, or a difference of two, which may be below 0,
/// has a single number.
#[derive(Clone, Copy, Debug)]
pub struct Counter<E> {
    /// The figure.
    pub of: &'static Statistic,
    /// How many numbers it has: one, or one for each seat.
    pub numbers: usize,
    /// What an event adds to the number at an index, from 0.
    pub adds: fn(&E, usize) -> u32,
    /// The index of its first number, where an event serves several figures.
    pub first: usize,
    /// What an event subtracts, if anything.
    pub less: Option<Adds<E>>,
    /// What an event adds to the divisor, if there is one.
    pub per: Option<(Quotient, Adds<E>)>,
}

/// What an event adds to a sum.
pub type Adds<E> = fn(&E) -> u32;

/// How one mean is divided by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotient {
    /// The number of one thing for each of another, which games have in different numbers.
    Ratio,
    /// The mean, over all occurrences of something, of what was added since the last one. A game may have several occurrences
    /// or none.
    Given,
}

impl<E> Counter<E> {
    /// A figure of this many numbers, to which events add.
    pub const fn new(of: &'static Statistic, numbers: usize, adds: fn(&E, usize) -> u32) -> Self {
        Self { of, numbers, adds, first: 0, less: None, per: None }
    }

    /// A figure that counts one thing for each of another ([`Quotient::Ratio`]).
    pub const fn ratio(of: &'static Statistic, adds: fn(&E, usize) -> u32, per: Adds<E>) -> Self {
        Self { of, numbers: 1, adds, first: 0, less: None, per: Some((Quotient::Ratio, per)) }
    }

    /// A figure that averages over the occurrences of something ([`Quotient::Given`]).
    pub const fn given(of: &'static Statistic, adds: fn(&E, usize) -> u32, happens: Adds<E>) -> Self {
        Self { of, numbers: 1, adds, first: 0, less: None, per: Some((Quotient::Given, happens)) }
    }

    /// The same with its numbers starting at this index.
    pub const fn starting(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// The same with a sum subtracted from its only number.
    pub fn less(self, less: Adds<E>) -> Self {
        Self { less: Some(less), ..self }
    }

    /// The sums that the figure needs.
    pub fn counted(&self) -> Counted {
        let quotient = self.per.map(|(quotient, _)| quotient);
        Counted { of: self.of, numbers: self.numbers, has_less: self.less.is_some(), quotient }
    }

    /// What an event adds to each of its sums.
    pub fn added<'a>(&'a self, event: &'a E) -> impl Iterator<Item = u32> + 'a {
        let numbers = (0..self.numbers).map(|number| (self.adds)(event, self.first + number));
        numbers.chain(self.less.map(|less| less(event))).chain(self.per.map(|(_, per)| per(event)))
    }
}

/// A figure that is read when a game ends, in all games or in some of them.
#[derive(Clone, Copy, Debug)]
pub struct Score<E> {
    /// The figure.
    pub of: &'static Statistic,
    /// Its index among several, from 0.
    pub index: usize,
    /// Reads the number from an event, if the event ends a game that has it.
    pub read: fn(&E, usize) -> Option<BigRational>,
}

/// A [`Score`] with all values that it can take.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The figure.
    pub of: &'static Statistic,
    /// The distinct values.
    pub values: Vec<BigRational>,
}

impl Scored {
    /// Returns the number of a value, from 1; a new one if it was not seen before.
    pub(super) fn index_of(&mut self, value: BigRational) -> u32 {
        let known = self.values.iter().position(|known| *known == value);
        let slot = known.unwrap_or_else(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        u32::try_from(slot + 1).unwrap_or(u32::MAX)
    }
}

/// A figure that is counted: its sums follow those of the figures before it.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The figure.
    pub of: &'static Statistic,
    /// How many numbers it has, each of which is a sum.
    pub numbers: usize,
    /// Whether another sum follows, which is subtracted from that of the only number.
    pub has_less: bool,
    /// The kind of quotient, if another sum follows as the divisor of the only number.
    pub quotient: Option<Quotient>,
}

impl Counted {
    /// How many sums it has.
    pub(crate) fn sums(&self) -> usize {
        self.numbers + usize::from(self.has_less) + usize::from(self.quotient.is_some())
    }
}
