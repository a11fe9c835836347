//! Policies, which turn a game of decisions into a game of chance.

use super::{Counter, Distribution, Process, Score, Step, Turn};
use crate::delegate;

/// How a seat chooses: in every information set, it plays one of several mixtures of its actions.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::process::{Distribution, Policy};
///
/// // The last of up to three actions, wherever there is a choice.
/// let last = Policy::pure(3, |_: &(), actions| actions - 1);
/// // A learnt table: for each thing that a seat can know, the index of a mixture.
/// let (mixtures, table) = (vec![Distribution::certain(0), Distribution::certain(1)], [1, 0, 1]);
/// let learnt = Policy::mixed(mixtures, move |known: &usize, _| table[*known]);
/// # assert!(learnt.is_some());
/// ```
pub struct Policy<I> {
    /// Over the indices of the actions, from 0.
    mixtures: Vec<Distribution<usize>>,
    index: Box<Choice<I>>,
}

/// Returns an index from what the seat knows and the number of actions.
type Choice<I> = dyn Fn(&I, usize) -> usize + Send + Sync;

impl<I> Policy<I> {
    /// A policy without mixing: `choose` returns the index of an action from what the seat knows and the number of actions,
    /// at most `most_actions`. An index beyond the last action means the last.
    pub fn pure(most_actions: usize, choose: impl Fn(&I, usize) -> usize + Send + Sync + 'static) -> Self {
        let mixtures = (0..most_actions.max(1)).map(Distribution::certain).collect();
        Self { mixtures, index: Box::new(choose) }
    }

    /// Chooses uniformly among at most `most_actions` actions.
    pub fn random(most_actions: usize) -> Self {
        let alike = |number: usize| Distribution::new((0..number).map(|index| (index, 1u32.into())));
        let mixtures = (1..=most_actions.max(1)).filter_map(alike).collect();
        Self { mixtures, index: Box::new(|_, actions| actions.saturating_sub(1)) }
    }

    /// Adapts the policy to seats that know more; `read` returns the part that the policy uses.
    pub fn knowing<J: 'static>(self, read: impl Fn(&J) -> &I + Send + Sync + 'static) -> Policy<J>
    where
        I: 'static,
    {
        let index = self.index;
        Policy { mixtures: self.mixtures, index: Box::new(move |known, actions| index(read(known), actions)) }
    }

    /// Always takes the first action.
    pub fn first() -> Self {
        Self::pure(1, |_, _| 0)
    }

    /// Plays mixtures: `index` returns the index of a mixture from what the seat knows and the number of actions. An index
    /// beyond the last mixture means the last. `None` without mixtures.
    pub fn mixed(
        mixtures: Vec<Distribution<usize>>,
        index: impl Fn(&I, usize) -> usize + Send + Sync + 'static,
    ) -> Option<Self> {
        (!mixtures.is_empty()).then(|| Self { mixtures, index: Box::new(index) })
    }
}

/// A game with fixed policies. If every seat has one, nothing is left to choose, and the game can be solved and played as
/// a game of chance. Seats without one still choose, and their best play is a best response to these policies.
pub struct WithPolicies<P: Process> {
    process: P,
    policies: Vec<Option<Policy<P::Information>>>,
    distributions: Vec<Distribution<Decided<P::Move>>>,
    /// The index of each seat's first mixture.
    mixtures: Vec<usize>,
}

/// A move of a game with policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decided<M> {
    /// The outcome of a throw.
    Thrown(M),
    /// The index of the chosen action; beyond the last action, the last.
    Chosen(usize),
}

impl<P: Process> WithPolicies<P> {
    /// The game with one policy for each seat, or one for all.
    ///
    /// # Errors
    ///
    /// [`PoliciesError`], unless there is one policy, or one for each seat.
    pub fn new(process: P, policies: Vec<Policy<P::Information>>) -> Result<Self, PoliciesError> {
        Self::of_some(process, policies.into_iter().map(Some).collect())
    }

    /// The game with policies for some seats; those with `None` choose.
    ///
    /// # Errors
    ///
    /// [`PoliciesError`], unless there is one entry, or one for each seat.
    pub fn of_some(process: P, policies: Vec<Option<Policy<P::Information>>>) -> Result<Self, PoliciesError> {
        let (found, seats) = (policies.len(), process.seats());
        if found != seats && found != 1 {
            return Err(PoliciesError { found, seats });
        }
        let thrown = process
            .distributions()
            .iter()
            .map(|distribution| distribution.relabelled(|thrown| Decided::Thrown(*thrown)));
        let mut distributions: Vec<Distribution<Decided<P::Move>>> = thrown.collect();
        let mut mixtures = Vec::with_capacity(found);
        for policy in &policies {
            mixtures.push(distributions.len());
            let of_policy = policy.iter().flat_map(|policy| &policy.mixtures);
            distributions.extend(
                of_policy.map(|distribution| distribution.relabelled(|index| Decided::Chosen(*index))),
            );
        }
        Ok(Self { process, policies, distributions, mixtures })
    }
}

impl<P: Process> WithPolicies<P> {
    /// The move of the game itself.
    fn undecided(&self, state: &P::State, made: Decided<P::Move>) -> Option<P::Move> {
        let index = match made {
            Decided::Thrown(thrown) => return Some(thrown),
            Decided::Chosen(index) => index,
        };
        let mut actions = Vec::new();
        self.process.actions(state, &mut actions);
        actions.get(index).or(actions.last()).copied()
    }
}

/// The number of policies is neither one nor the number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} policies are given for {seats} seats; give one for all, or one for each")]
pub struct PoliciesError {
    /// The number of policies.
    pub found: usize,
    /// The number of seats.
    pub seats: usize,
}

impl<P: Process> Process for WithPolicies<P> {
    type State = P::State;
    type Move = Decided<P::Move>;
    type Information = P::Information;
    type Event = P::Event;

    delegate! { self => self.process;
        seats() -> usize,
        start() -> P::State,
        scores() -> Vec<Score<P::Event>>,
        ante() -> Option<u64>,
        without(state: &P::State, seat: usize) -> Option<P::State>,
        is_against_bank() -> bool,
        never_ends(state: &P::State) -> bool,
        draws_without_end() -> bool,
        is_for_coins() -> bool,
        estimated_states() -> f64,
        figures() -> Vec<Counter<P::Event>>,
    }

    fn distributions(&self) -> &[Distribution<Self::Move>] {
        &self.distributions
    }

    fn turn(&self, state: &P::State) -> Turn<P::Information> {
        match self.process.turn(state) {
            Turn::Chance(index) => Turn::Chance(index),
            Turn::End(winners) => Turn::End(winners),
            Turn::Choose { seat, information } => {
                let who = if self.policies.len() == 1 { 0 } else { seat };
                let Some(policy) = &self.policies[who] else { return Turn::Choose { seat, information } };
                let mut actions = Vec::new();
                self.process.actions(state, &mut actions);
                let mixture = (policy.index)(&information, actions.len()).min(policy.mixtures.len() - 1);
                Turn::Chance(self.mixtures[who] + mixture)
            }
        }
    }

    fn actions(&self, state: &P::State, actions: &mut Vec<Self::Move>) {
        let mut all = Vec::new();
        self.process.actions(state, &mut all);
        actions.extend((0..all.len()).map(Decided::Chosen));
    }

    fn next(&self, state: &P::State, made: Self::Move) -> Step<P::State, P::Event> {
        match self.undecided(state, made) {
            Some(made) => self.process.next(state, made),
            // There was nothing to choose.
            None => Step::to(state.clone()).taking(0).idle_if(true),
        }
    }
}
