//! Policies, which turn a game of decisions into a game of chance.

use super::{Distribution, Fee, Process, Step, Turn};

/// How a seat chooses: at every information set a mixture of what it can do.
pub trait Policy<I>: Send + Sync {
    /// Every mixture that is ever played, over the places of the actions, from 0.
    fn mixtures(&self) -> &[Distribution<usize>];

    /// Which of them is played by who knows this and can do so many things; beyond the last one, the last.
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
    /// Chooses the action at the place that `choose` says, among at most so many; beyond the last one, the last.
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
    /// [`PoliciesError`], if there are neither as many as seats nor one, or one of them has nothing to play.
    pub fn new(process: P, policies: Vec<Box<dyn Policy<P::Information>>>) -> Result<Self, PoliciesError> {
        let (found, seats) = (policies.len(), process.seats());
        if found != seats && found != 1 {
            return Err(PoliciesError::Number { found, seats });
        }
        if policies.iter().any(|policy| policy.mixtures().is_empty()) {
            return Err(PoliciesError::Empty);
        }
        let thrown =
            process.distributions().iter().map(|law| law.relabelled(|thrown| Decided::Thrown(*thrown)));
        let mut distributions: Vec<Distribution<Decided<P::Move>>> = thrown.collect();
        let mut mixtures = Vec::with_capacity(found);
        for policy in &policies {
            mixtures.push(distributions.len());
            distributions
                .extend(policy.mixtures().iter().map(|law| law.relabelled(|place| Decided::Chosen(*place))));
        }
        Ok(Self { process, policies, distributions, mixtures })
    }

    /// The game without policies.
    pub const fn process(&self) -> &P {
        &self.process
    }
}

/// Why policies do not fit a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PoliciesError {
    /// There are neither as many as seats nor one.
    #[error("{found} policies are given for {seats} seats; give one for all, or one for each")]
    Number {
        /// How many policies.
        found: usize,
        /// How many seats.
        seats: usize,
    },
    /// A policy has no mixture to play.
    #[error("a policy has no mixture to play")]
    Empty,
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
                let policy = &self.policies[who];
                let mixture = policy.mixture(&information, actions.len()).min(policy.mixtures().len() - 1);
                Turn::Chance(self.mixtures[who] + mixture)
            }
        }
    }

    fn next(&self, state: &P::State, made: Self::Move) -> Step<P::State> {
        let place = match made {
            Decided::Thrown(thrown) => return self.process.next(state, thrown),
            Decided::Chosen(place) => place,
        };
        match self.process.turn(state) {
            Turn::Choose { actions, .. } if !actions.is_empty() => {
                self.process.next(state, actions[place.min(actions.len() - 1)])
            }
            // No choice was asked for.
            _ => Step::to(state.clone()).taking(0).idle_if(true),
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

    fn never_ends(&self, state: &P::State) -> bool {
        self.process.never_ends(state)
    }

    fn estimated_states(&self) -> f64 {
        self.process.estimated_states()
    }
}
