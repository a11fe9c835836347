//! How a game swings: what every throw does to every seat's chance to win.

/// Chances that differ by no more count as equal: rounding is far below, and no player could tell.
///
/// In a game cast in turn, to be next is worth about the chance p that a cast changes anything. While that is more than
/// this, equal seats are ahead in turn, and the best chance passes with every idle cast, 1/p times or so; where it is less,
/// they are level, and only what is made counts. So as p goes to 0 the lead changes of a race become those of a race in
/// which every cast is a step: 7/16 in a fair race of two to three steps.
pub const SLACK: f64 = 1e-9;

/// A game is decided for a seat while its chance is above this.
pub const DECIDED: f64 = 0.9;

/// A figure of how a game swings. With p(i) the chance of seat i to win at a position, a win shared by k seats counting
/// 1/k to each:
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Swing {
    /// The share of casts that change nothing, `E[dead casts] / E[casts]`.
    DeadCasts,
    /// The mean number of changes of the unique best chance, from one seat to another. Where no seat's chance is better
    /// than all others by more than [`SLACK`], whoever had the best last is remembered.
    LeadChanges,
    /// The probability that the winner's chance was once at most 1/4, of games that are won.
    ComebackFromQuarter,
    /// The same of a chance of at most 1/10.
    ComebackFromTenth,
    /// By how much the later winner is short of the best chance, where he is: the mean over all such positions.
    Drama,
    /// The share of casts that are made when it is decided: the chance of one seat stays above [`DECIDED`].
    Decisiveness,
    /// The probability that the game ends, and no seat wins alone.
    Drawishness,
    /// For each seat the sum of the standard deviations of its chance after each throw.
    Suspense,
    /// For each seat the sum of the changes of its chance.
    Surprise,
}

impl Swing {
    /// All of them.
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

    /// Those of the winner's comebacks.
    pub const COMEBACKS: [Self; 2] = [Self::ComebackFromQuarter, Self::ComebackFromTenth];

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.described()[0]
    }

    /// What it is, for a reader.
    pub const fn title(self) -> &'static str {
        self.described()[1]
    }

    const fn described(self) -> [&'static str; 2] {
        match self {
            Self::DeadCasts => ["dead_casts", "Casts that change nothing"],
            Self::LeadChanges => ["lead_changes", "How often the best chance changes hands, on average"],
            Self::ComebackFromQuarter => {
                ["comeback_from_quarter", "The winner once had a chance of 1/4 or less"]
            }
            Self::ComebackFromTenth => {
                ["comeback_from_tenth", "The winner once had a chance of 1/10 or less"]
            }
            Self::Drama => ["drama", "Winner's average deficit when trailing"],
            Self::Decisiveness => {
                ["decisiveness", "Casts once somebody is nearly sure to win (chance above 0.9)"]
            }
            Self::Drawishness => ["drawishness", "No seat wins alone"],
            Self::Suspense => ["suspense", "Suspense"],
            Self::Surprise => ["surprise", "Surprise"],
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|swing| swing.name() == name)
    }

    /// Whether there is one number for each seat.
    pub const fn is_per_seat(self) -> bool {
        matches!(self, Self::Suspense | Self::Surprise)
    }

    /// Whether it is a part of something, and so at most 1.
    pub const fn is_part(self) -> bool {
        !matches!(self, Self::LeadChanges | Self::Suspense | Self::Surprise)
    }

    /// The chance from which the winner has come back.
    pub const fn comeback_from(self) -> Option<f64> {
        match self {
            Self::ComebackFromQuarter => Some(0.25),
            Self::ComebackFromTenth => Some(0.1),
            _ => None,
        }
    }
}

/// Something for every [`Swing`], and for every seat where there is one for each.
#[derive(Clone, Debug, PartialEq)]
pub struct BySwing<T>([Vec<T>; Swing::ALL.len()]);

impl<T> BySwing<T> {
    /// What `of` makes of each figure and seat, from 0.
    pub fn new(seats: usize, mut of: impl FnMut(Swing, usize) -> T) -> Self {
        Self(Swing::ALL.map(|swing| {
            let numbers = if swing.is_per_seat() { seats } else { 1 };
            (0..numbers).map(|seat| of(swing, seat)).collect()
        }))
    }

    /// What there is of a figure: one thing, or one for each seat.
    pub fn all(&self, swing: Swing) -> &[T] {
        &self.0[swing as usize]
    }

    /// The only thing that there is of a figure, or the first seat's.
    pub fn one(&self, swing: Swing) -> &T {
        &self.0[swing as usize][0]
    }

    /// The same, to be changed.
    pub fn all_mut(&mut self, swing: Swing) -> &mut [T] {
        &mut self.0[swing as usize]
    }

    /// Everything, figure by figure.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    /// Everything, figure by figure.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}
