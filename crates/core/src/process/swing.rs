//! How a game swings: how throws change every seat's chance to win.

/// Chances that differ by no more than this count as equal: rounding errors are far smaller, and no player would notice.
///
/// Where seats cast in turn, being next is worth about the chance p that a cast changes anything. If p is larger than this,
/// equal seats lead in turn: the best chance passes with every idle cast, about 1/p times. If p is smaller, they are tied,
/// and only progress counts. So as p goes to 0, the lead changes of a race become those of a race in which every cast is a
/// step: 7/16 in a fair race of two to three steps.
pub const SLACK: f64 = 1e-9;

/// A game is decided for a seat while its chance is above this.
pub const DECIDED: f64 = 0.9;

/// A measure of how a game swings. A seat's chance is its probability to win from a position; a win shared by k seats
/// counts 1/k for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Swing {
    /// The share of casts that change nothing, `E[dead casts] / E[casts]`.
    DeadCasts,
    /// The mean number of times that the unique best chance passes from one seat to another. If no chance is better than all
    /// others by more than [`SLACK`], the leader does not change.
    LeadChanges,
    /// The probability that the winner's chance was once at most 1/4, among games that are won.
    ComebackFromQuarter,
    /// The same for a chance of at most 1/10.
    ComebackFromTenth,
    /// How far the later winner is behind the best chance: the mean over all positions in which it is behind.
    Drama,
    /// The share of casts made after the game is decided: the chance of one seat stays above [`DECIDED`].
    Decisiveness,
    /// The probability that the game ends without a sole winner.
    Drawishness,
    /// For each seat, the sum of the standard deviations of its chance after each throw.
    Suspense,
    /// For each seat, the sum of the absolute changes of its chance.
    Surprise,
}

impl Swing {
    /// All measures.
    pub const ALL: [Self; 9] = [
        Self::DeadCasts,
        Self::LeadChanges,
        Self::ComebackFromQuarter,
        Self::ComebackFromTenth,
        Self::Drama,
        Self::Decisiveness,
        Self::Drawishness,
        Self::Suspense,
        Self::Surprise,
    ];

    /// The measures of the winner's comebacks.
    pub const COMEBACKS: [Self; 2] = [Self::ComebackFromQuarter, Self::ComebackFromTenth];

    /// The name, such as `lead_changes`.
    pub const fn name(self) -> &'static str {
        self.described()[0]
    }

    /// The title for readers.
    pub const fn title(self) -> &'static str {
        self.described()[1]
    }

    const fn described(self) -> [&'static str; 2] {
        match self {
            Self::DeadCasts => ["dead_casts", "Casts that change nothing"],
            Self::LeadChanges => {
                ["lead_changes", "How often the best chance to win changes hands, on average"]
            }
            Self::ComebackFromQuarter => {
                ["comeback_from_quarter", "The winner once had a chance of 1/4 or less"]
            }
            Self::ComebackFromTenth => {
                ["comeback_from_tenth", "The winner once had a chance of 1/10 or less"]
            }
            Self::Drama => ["drama", "Winner's average deficit when trailing"],
            Self::Decisiveness => [
                "decisiveness",
                "Share of casts made after somebody is nearly sure to win (chance above 0.9)",
            ],
            Self::Drawishness => ["drawishness", "No seat wins alone"],
            Self::Suspense => ["suspense", "Suspense"],
            Self::Surprise => ["surprise", "Surprise"],
        }
    }

    /// Returns the measure of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|swing| swing.name() == name)
    }

    /// Whether there is one number for each seat.
    pub const fn is_per_seat(self) -> bool {
        matches!(self, Self::Suspense | Self::Surprise)
    }

    /// Whether it is a proportion, and so at most 1.
    pub const fn is_part(self) -> bool {
        !matches!(self, Self::LeadChanges | Self::Suspense | Self::Surprise)
    }

    /// The chance from which the winner came back, if the measure counts comebacks.
    pub const fn comeback_from(self) -> Option<f64> {
        match self {
            Self::ComebackFromQuarter => Some(0.25),
            Self::ComebackFromTenth => Some(0.1),
            _ => None,
        }
    }
}

/// A value for every [`Swing`], or one for each seat where it is per seat.
#[derive(Clone, Debug, PartialEq)]
pub struct BySwing<T>([Vec<T>; Swing::ALL.len()]);

impl<T> BySwing<T> {
    /// Computes each value from its measure and seat, from 0.
    pub fn new(seats: usize, mut of: impl FnMut(Swing, usize) -> T) -> Self {
        Self(Swing::ALL.map(|swing| {
            let numbers = if swing.is_per_seat() { seats } else { 1 };
            (0..numbers).map(|seat| of(swing, seat)).collect()
        }))
    }

    /// The values of a measure: one, or one for each seat.
    pub fn all(&self, swing: Swing) -> &[T] {
        &self.0[swing as usize]
    }

    /// The only value of a measure, or that of the first seat.
    pub fn one(&self, swing: Swing) -> &T {
        &self.0[swing as usize][0]
    }

    /// The values of a measure, mutable.
    pub fn all_mut(&mut self, swing: Swing) -> &mut [T] {
        &mut self.0[swing as usize]
    }

    /// All values, measure by measure, mutable.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    /// All values, measure by measure.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}
