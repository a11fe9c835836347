//! What positions are worth to the seats, by how all of them play.

use std::sync::Arc;

use crate::exact::{BestPlay, BestPlayError, Enclosure};
use crate::process::{Alone, PoliciesError, Policy, Process, StartingAt, WithPolicies};

/// A process that begins at some position.
pub(super) type Begun<P> = Arc<StartingAt<Arc<P>>>;

/// What positions are worth: to all seats by one solution, or to each by its own.
pub(super) struct Worths<S>(Vec<BestPlay<S>>);

impl<S: Clone + Eq + std::hash::Hash + Send + Sync + 'static> Worths<S> {
    /// Best play of all.
    pub(super) fn of_best(best: BestPlay<S>) -> Self {
        Self(vec![best])
    }

    /// Where some seats go by a policy and the others play their best against that, at some positions and at all that follow;
    /// `policies` says who goes by one.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], if there are too many positions, or several seats choose that can come back to where they were.
    pub(super) fn against<P: Process<State = S, Information = S> + Send>(
        process: &Begun<P>,
        (positions, most): (&[S], usize),
        policies: impl Fn() -> Vec<Option<Policy<S>>>,
    ) -> Result<Self, BestPlayError> {
        let seats = process.seats();
        let wrong = |PoliciesError { found, .. }| BestPlayError::Seats(found);
        let decided = |policies| WithPolicies::of_some(Arc::clone(process), policies).map_err(wrong);
        match BestPlay::from_all(&decided(policies())?, positions, most) {
            Err(BestPlayError::ComesBack(_) | BestPlayError::CoinsComeBack) => {}
            solved => return solved.map(Self::of_best),
        }
        // What one seat alone can reach is known all the same, and then what it is worth to the others.
        let mut fixed = policies();
        let choose: Vec<usize> = (0..seats).filter(|seat| fixed[*seat].is_none()).collect();
        match choose[..] {
            [] => {}
            [seat] => {
                let alone = Alone { process: decided(policies())?, seat };
                fixed[seat] = Some(BestPlay::from_all(&alone, positions, most)?.policy());
            }
            _ => return Err(BestPlayError::ComesBack(seats)),
        }
        let fixed = Arc::new(decided(fixed)?);
        let alone = |seat| BestPlay::from_all(&Alone { process: Arc::clone(&fixed), seat }, positions, most);
        (0..seats).map(alone).collect::<Result<_, _>>().map(Self)
    }

    /// What a seat can expect at a position.
    pub(super) fn share(&self, state: &S, seat: usize) -> Option<Enclosure> {
        match self.0.as_slice() {
            [all] => all.share_at(state, seat),
            each => each.get(seat)?.share_at(state, 0),
        }
    }

    /// The one solution, where there is one.
    pub(super) fn of_all(&self) -> Option<&BestPlay<S>> {
        if let [all] = self.0.as_slice() { Some(all) } else { None }
    }
}
