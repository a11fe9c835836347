//! The values of positions to the seats, under the policies of all seats.

use std::hash::Hash;
use std::sync::Arc;

use num_rational::BigRational;
use tali_core::exact::{BestPlay, BestPlayError, Enclosure};
use tali_core::process::{Alone, PoliciesError, Policy, Process, StartingAt, Step, WithPolicies};

/// A process with a chosen start position.
pub(super) type Begun<P> = Arc<StartingAt<Arc<P>>>;

/// The gain of a seat from a step, in coins; `part` is one unit of gain. `None` if the game is not for coins.
pub(super) fn gained<S, E>(step: &Step<S, E>, seat: usize, part: &BigRational) -> Option<BigRational> {
    step.gains.get(seat).map(|gain| BigRational::from_integer((*gain).into()) * part)
}

/// The values of positions: one solution for all seats, or one for each.
pub(super) struct PositionValues<S>(Vec<BestPlay<S>>);

impl<S: Clone + Eq + Hash + Send + Sync + 'static> PositionValues<S> {
    /// Creates the values from best play of all seats.
    pub(super) fn of_best(best: BestPlay<S>) -> Self {
        Self(vec![best])
    }

    /// Solves these positions and all later ones. Seats with a policy in `policies` follow it; the others play best against it.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], if there are too many positions, or several seats choose in a game with cycles.
    pub(super) fn against<P: Process<State = S, Information = S> + Send>(
        process: &Begun<P>,
        (positions, most): (&[S], usize),
        policies: impl Fn() -> Vec<Option<Policy<S>>>,
    ) -> Result<Self, BestPlayError> {
        let mut fixed = policies();
        match answer(process, (positions, most), policies) {
            Ok(Answer::OfAll(best)) => return Ok(Self::of_best(best)),
            // Fix the best policy, then compute its value to the other seats.
            Ok(Answer::OfOne(seat, best)) => fixed[seat] = Some(best.policy()),
            Err(BestPlayError::ComesBack(_) | BestPlayError::CoinsComeBack)
                if fixed.iter().all(Option::is_some) => {}
            Err(error) => return Err(error),
        }
        let fixed = Arc::new(with(process, fixed)?);
        let alone = |seat| BestPlay::from_all(&Alone { process: Arc::clone(&fixed), seat }, positions, most);
        (0..process.seats()).map(alone).collect::<Result<_, _>>().map(Self)
    }

    /// The expected value of a position to a seat.
    pub(super) fn share(&self, state: &S, seat: usize) -> Option<Enclosure> {
        match self.0.as_slice() {
            [all] => all.share_at(state, seat),
            each => each.get(seat)?.share_at(state, 0),
        }
    }

    /// The common solution, if there is one.
    pub(super) fn of_all(&self) -> Option<&BestPlay<S>> {
        if let [all] = self.0.as_slice() { Some(all) } else { None }
    }
}

/// Best play against policies: of all seats without a policy, with the values to every seat, or of the only such seat, with the
/// values to it.
enum Answer<S> {
    OfAll(BestPlay<S>),
    OfOne(usize, BestPlay<S>),
}

fn with<P: Process + Send>(
    process: &Begun<P>,
    policies: Vec<Option<Policy<P::Information>>>,
) -> Result<WithPolicies<Begun<P>>, BestPlayError> {
    let wrong = |PoliciesError { found, .. }| BestPlayError::Seats(found);
    WithPolicies::of_some(Arc::clone(process), policies).map_err(wrong)
}

fn answer<S: Clone + Eq + Hash + Send + Sync + 'static, P: Process<State = S, Information = S> + Send>(
    process: &Begun<P>,
    (positions, most): (&[S], usize),
    policies: impl Fn() -> Vec<Option<Policy<S>>>,
) -> Result<Answer<S>, BestPlayError> {
    let error = match BestPlay::from_all(&with(process, policies())?, positions, most) {
        Err(error @ (BestPlayError::ComesBack(_) | BestPlayError::CoinsComeBack)) => error,
        solved => return solved.map(Answer::OfAll),
    };
    let choosing: Vec<usize> =
        policies().iter().enumerate().filter(|(_, policy)| policy.is_none()).map(|(seat, _)| seat).collect();
    let [seat] = choosing[..] else { return Err(error) };
    let alone = Alone { process: with(process, policies())?, seat };
    Ok(Answer::OfOne(seat, BestPlay::from_all(&alone, positions, most)?))
}

/// Finds best play of the seats without a policy.
///
/// # Errors
///
/// [`BestPlayError`], as in [`PositionValues::against`].
pub(super) fn best_against<S, P>(
    process: &Begun<P>,
    most: usize,
    policies: impl Fn() -> Vec<Option<Policy<S>>>,
) -> Result<BestPlay<S>, BestPlayError>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    P: Process<State = S, Information = S> + Send,
{
    let start = [process.start.clone()];
    Ok(match answer(process, (&start, most), policies)? {
        Answer::OfAll(best) | Answer::OfOne(_, best) => best,
    })
}
