//! The figures that a game has to tell besides who wins, how long it takes, and what is in the pot.

use num_rational::BigRational;

/// A figure of a game: its name, its meaning, its unit, and how it is drawn.
///
/// Solvers, players and draws of the weights tell what they know of it under its name, and whoever shows it asks it
/// what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Statistic {
    /// Its name, in JSON and CSV, and for `tune`.
    pub name: &'static str,
    /// What it is, for a reader.
    pub title: &'static str,
    /// What there is one number for.
    pub over: Over,
    /// In what it is counted.
    pub unit: Measure,
    /// How it is drawn, if it is.
    pub drawing: Option<Drawing>,
    /// What it tells a host.
    pub role: Role,
}

/// What there is one number for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The game: there is one number.
    Game,
    /// Each seat.
    Seats,
    /// Each cast.
    Casts,
    /// Each lap.
    Laps,
    /// Each standing between two rounds: who starts, and how much either seat has left.
    Standings,
    /// Looking ahead 1, 2, … turns or plies.
    Depths,
    /// Lines of 1, 2, … plies.
    Plies,
    /// Each square that both seats share.
    Squares,
}

impl Over {
    /// The number of the first of them.
    pub const fn first(self) -> usize {
        if let Self::Squares = self { 5 } else { 1 }
    }

    /// What heads a list of them; nothing for a single number.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Game => "",
            Self::Seats => "Seat",
            Self::Casts => "Cast",
            Self::Laps => "Lap",
            Self::Standings => "Standing",
            Self::Depths => "Ahead",
            Self::Plies => "Plies",
            Self::Squares => "Square",
        }
    }
}

/// In what a figure is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A probability.
    Probability,
    /// Casts, points, changes: whatever its title says, and how many there are.
    Plain,
    /// By how much one number is above another, or below.
    Difference,
    /// A standard deviation of such: what is counted of it are squares of distances from the mean.
    Deviation,
}

/// How a figure is drawn, as a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The title of the panel.
    pub title: &'static str,
    /// What the curve shows.
    pub label: &'static str,
    /// What they run along.
    pub along: &'static str,
}

/// What a figure tells a host.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// Nothing in particular.
    None,
    /// How likely a seat misses what a rule asks for.
    Misses {
        /// The rule.
        rule: &'static str,
        /// What is said if it binds nobody, given the rule's value and how seldom it is missed.
        idle: fn(&str, &str) -> String,
    },
    /// How likely each seat is out of coins before the end.
    Ruin,
    /// How likely a win is shared.
    SharedWin,
    /// How many casts one seat would need by itself.
    CastsAlone,
    /// How often a number is held at an end of its range.
    Capped,
    /// How often something is noted.
    Noted {
        /// What is noted.
        what: &'static str,
        /// The figure of how likely it is noted at least once.
        once: &'static Statistic,
    },
    /// How likely something is noted at least once; it stands beside how often it is.
    NotedOnce,
}

impl PartialEq for Statistic {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Statistic {
    /// A figure that is neither drawn nor judged.
    pub const fn new(name: &'static str, title: &'static str, over: Over, unit: Measure) -> Self {
        Self { name, title, over, unit, drawing: None, role: Role::None }
    }

    /// The same with a drawing.
    pub const fn drawn(self, drawing: Drawing) -> Self {
        Self { drawing: Some(drawing), ..self }
    }

    /// The same with a role.
    pub const fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The figure of how likely what is counted comes about at least once, where there is one.
    pub const fn once(&self) -> Option<&'static Self> {
        if let Role::Noted { once, .. } = self.role { Some(once) } else { None }
    }

    /// Whether there are several numbers.
    pub fn is_list(&self) -> bool {
        self.over != Over::Game
    }
}

/// How a figure is counted: what each event adds to each of its numbers in the course of a game.
///
/// The figure is the mean of the sum over a game. It can also be a [`Quotient`] of two sums, and has one number then; and so
/// has one from which another sum is taken off, which may be below 0.
#[derive(Clone, Copy, Debug)]
pub struct Counter<E> {
    /// The figure.
    pub of: &'static Statistic,
    /// How many numbers it has: one, or one for each seat.
    pub numbers: usize,
    /// What an event adds to the number at an index, from 0.
    pub adds: fn(&E, usize) -> u32,
    /// The index of the first of its numbers, where an event tells of several figures.
    pub first: usize,
    /// What it takes off, where it may.
    pub less: Option<Adds<E>>,
    /// What it adds to the sum that is divided by, where there is one.
    pub per: Option<(Quotient, Adds<E>)>,
}

/// What an event adds to a sum.
pub type Adds<E> = fn(&E) -> u32;

/// A mean that is divided by another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotient {
    /// So many of something for each of something else, of which there is more in some games than in others.
    Ratio,
    /// A mean over the times at which something happens, be it several times in a game or never: of what was added since it
    /// last did.
    Given,
}

impl<E> Counter<E> {
    /// A figure of so many numbers that adds up so much for each.
    pub const fn new(of: &'static Statistic, numbers: usize, adds: fn(&E, usize) -> u32) -> Self {
        Self { of, numbers, adds, first: 0, less: None, per: None }
    }

    /// A figure that counts one thing for each of another.
    pub const fn ratio(of: &'static Statistic, adds: fn(&E, usize) -> u32, per: Adds<E>) -> Self {
        Self { of, numbers: 1, adds, first: 0, less: None, per: Some((Quotient::Ratio, per)) }
    }

    /// A figure of the times at which something happens.
    pub const fn given(of: &'static Statistic, adds: fn(&E, usize) -> u32, happens: Adds<E>) -> Self {
        Self { of, numbers: 1, adds, first: 0, less: None, per: Some((Quotient::Given, happens)) }
    }

    /// The same with its numbers at the indices from this one on.
    pub const fn starting(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// The same with so much taken off its only number.
    pub fn less(self, less: Adds<E>) -> Self {
        Self { less: Some(less), ..self }
    }

    /// What there is to add up.
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

/// A figure that is a number which is read when a game ends, in all games or in some of them.
#[derive(Clone, Copy, Debug)]
pub struct Score<E> {
    /// The figure.
    pub of: &'static Statistic,
    /// Which of several it is, from 0.
    pub index: usize,
    /// The number, where an event ends a game that has it.
    pub read: fn(&E, usize) -> Option<BigRational>,
}

/// A [`Score`] with all numbers that it can be.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The figure.
    pub of: &'static Statistic,
    /// The numbers, each once.
    pub values: Vec<BigRational>,
}

impl Scored {
    /// Which of its values that is, from 1; a new one if it was not seen before.
    pub(super) fn index_of(&mut self, value: BigRational) -> u32 {
        let known = self.values.iter().position(|known| *known == value);
        let place = known.unwrap_or_else(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        u32::try_from(place + 1).unwrap_or(u32::MAX)
    }
}

/// A figure that is counted: its sums follow those of the figures before it.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The figure.
    pub of: &'static Statistic,
    /// How many numbers it has, each of which is a sum.
    pub numbers: usize,
    /// Whether another sum follows, which is taken off that of the only number.
    pub has_less: bool,
    /// Whether another sum follows, by whose mean that of the only number is divided.
    pub quotient: Option<Quotient>,
}

impl Counted {
    /// How many sums it has.
    pub(crate) fn sums(&self) -> usize {
        self.numbers + usize::from(self.has_less) + usize::from(self.quotient.is_some())
    }
}
