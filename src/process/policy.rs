//! Policies, which turn a game of decisions into a game of chance.

use super::{Distribution, Fee, Process, Step, Turn};

/// How a seat chooses: at every information set a mixture of what it can do.
pub trait Policy<I>: Send + Sync {
    /// Every mixture that is ever played, over the places of the actions, from 0.
    fn mixtures(&self) -> &[Distribution<usize>];

    /// Which of them is played by who knows this and can do so many things.
    fn mixture(&self, information: &I, actions: usize) -> usize;
}

/// A policy that never mixes.
///
/// ```
/// use tali_odds::process::{Policy, Pure};
///
/// let last = Pure::new(3, |_: &(), actions: usize| actions - 1);
/// assert_eq!(last.mixture(&(), 2), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Pure<F> {
    mixtures: Vec<Distribution<usize>>,
    choose: F,
}

impl<F> Pure<F> {
    /// Chooses among at most so many actions.
    pub fn new<I>(most_actions: usize, choose: F) -> Self
    where
        F: Fn(&I, usize) -> usize,
    {
        Self { mixtures: (0..most_actions.max(1)).map(Distribution::certain).collect(), choose }
    }
}

impl<I, F: Fn(&I, usize) -> usize + Send + Sync> Policy<I> for Pure<F> {
    fn mixtures(&self) -> &[Distribution<usize>] {
        &self.mixtures
    }

    fn mixture(&self, information: &I, actions: usize) -> usize {
        (self.choose)(information, actions).min(self.mixtures.len() - 1)
    }
}

/// A policy that is written down as mixtures and where each is played.
#[derive(Clone, Debug)]
pub struct Mixed<F> {
    mixtures: Vec<Distribution<usize>>,
    place: F,
}

impl<F> Mixed<F> {
    /// Plays the mixture at the place that `place` says; `None` without mixtures.
    pub fn new<I>(mixtures: Vec<Distribution<usize>>, place: F) -> Option<Self>
    where
        F: Fn(&I, usize) -> usize,
    {
        (!mixtures.is_empty()).then_some(Self { mixtures, place })
    }
}

impl<I, F: Fn(&I, usize) -> usize + Send + Sync> Policy<I> for Mixed<F> {
    fn mixtures(&self) -> &[Distribution<usize>] {
        &self.mixtures
    }

    fn mixture(&self, information: &I, actions: usize) -> usize {
        (self.place)(information, actions).min(self.mixtures.len() - 1)
    }
}

/// A game of which every seat's policy is known: nothing is left to choose, and all that solves and plays games of
/// chance works.
pub struct WithPolicies<P: Process> {
    process: P,
    policies: Vec<Box<dyn Policy<P::Information>>>,
    distributions: Vec<Distribution<Decided<P::Move>>>,
    /// Where the mixtures of each seat begin.
    mixtures: Vec<usize>,
}

/// A move of a game with policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decided<M> {
    /// What was thrown.
    Thrown(M),
    /// The place of what was chosen among the actions; beyond them the last one.
    Chosen(usize),
}

impl<P: Process> WithPolicies<P> {
    /// The game with one policy for each seat, or one for all.
    ///
    /// # Errors
    ///
    /// [`PoliciesError`], if there are neither as many as seats nor one.
    pub fn new(process: P, policies: Vec<Box<dyn Policy<P::Information>>>) -> Result<Self, PoliciesError> {
        let (found, seats) = (policies.len(), process.seats());
        if found != seats && found != 1 {
            return Err(PoliciesError { found, seats });
        }
        let thrown = process.distributions().iter().map(|law| law.map(|thrown| Decided::Thrown(*thrown)));
        let mut distributions: Vec<Distribution<Decided<P::Move>>> = thrown.collect();
        let mut mixtures = Vec::with_capacity(found);
        for policy in &policies {
            mixtures.push(distributions.len());
            distributions
                .extend(policy.mixtures().iter().map(|law| law.map(|place| Decided::Chosen(*place))));
        }
        Ok(Self { process, policies, distributions, mixtures })
    }

    /// The game without policies.
    pub const fn process(&self) -> &P {
        &self.process
    }
}

/// Another number of policies than there are seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} policies are given for {seats} seats; give one for all, or one for each")]
pub struct PoliciesError {
    found: usize,
    seats: usize,
}

impl<P: Process> Process for WithPolicies<P> {
    type State = P::State;
    type Move = Decided<P::Move>;
    type Information = ();

    fn seats(&self) -> usize {
        self.process.seats()
    }

    fn start(&self) -> P::State {
        self.process.start()
    }

    fn distributions(&self) -> &[Distribution<Self::Move>] {
        &self.distributions
    }

    fn turn(&self, state: &P::State) -> Turn<(), Self::Move> {
        match self.process.turn(state) {
            Turn::Chance(place) => Turn::Chance(place),
            Turn::End(winners) => Turn::End(winners),
            Turn::Choose { seat, information, actions } => {
                let who = if self.policies.len() == 1 { 0 } else { seat };
                Turn::Chance(self.mixtures[who] + self.policies[who].mixture(&information, actions.len()))
            }
        }
    }

    fn next(&self, state: &P::State, made: Self::Move) -> Step<P::State> {
        match (made, self.process.turn(state)) {
            (Decided::Thrown(thrown), _) => self.process.next(state, thrown),
            (Decided::Chosen(place), Turn::Choose { actions, .. }) if !actions.is_empty() => {
                self.process.next(state, actions[place.min(actions.len() - 1)])
            }
            // No choice was asked for.
            (Decided::Chosen(_), _) => Step::to(state.clone()).taking(0).idle_if(true),
        }
    }

    fn ante(&self) -> Option<u64> {
        self.process.ante()
    }

    fn fee(&self) -> Option<&Fee> {
        self.process.fee()
    }

    fn without(&self, state: &P::State, seat: usize) -> Option<P::State> {
        self.process.without(state, seat)
    }

    fn states(&self) -> f64 {
        self.process.states()
    }
}
