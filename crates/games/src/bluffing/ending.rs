//! What the rounds of all liar's games come to.

/// How a round ends: who has lost it, and who challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ending {
    pub loser: usize,
    pub challenger: usize,
}

impl Ending {
    /// One seat has said something, which the other challenged.
    pub(super) const fn new(said_by: usize, challenger: usize, is_true: bool) -> Self {
        Self { loser: if is_true { challenger } else { said_by }, challenger }
    }

    /// Whether the challenge is right: what was said is not true.
    pub(super) const fn is_right(self) -> bool {
        self.loser != self.challenger
    }
}
