//! The figures that a game has to tell besides who wins, how long it takes, and what is in the pot.

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
}

impl Over {
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
        }
    }
}

/// In what a figure is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A probability.
    Probability,
    /// Casts, points, changes: whatever its title says.
    Plain,
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
    /// What its sum so far shows, where that is another curve.
    pub sum: Option<&'static str>,
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

    /// Whether there are several numbers.
    pub fn is_list(&self) -> bool {
        self.over != Over::Game
    }
}
