//! The results of rounds in all liar games.

/// The result of a round: who lost it, and who challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ending {
    pub loser: usize,
    pub challenger: usize,
}

impl Ending {
    /// The result after one seat made a claim and the other challenged it.
    pub(super) const fn new(said_by: usize, challenger: usize, is_true: bool) -> Self {
        Self { loser: if is_true { challenger } else { said_by }, challenger }
    }

    /// Whether the challenge is right, that is, the claim is false.
    pub(super) const fn is_right(self) -> bool {
        self.loser != self.challenger
    }
}
