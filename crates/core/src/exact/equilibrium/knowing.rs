//! A game with hidden information, played by seats that remember what they have seen.

use std::sync::Arc;

use super::hidden::HiddenPlay;
use super::tree::{Arrival, arrival};
use crate::delegate;
use crate::process::{Counter, Distribution, Hides, Policy, Process, Score, Step, Turn};

/// A state with the histories of both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Knows<S> {
    /// The state.
    pub state: S,
    stage: u32,
    histories: [u32; 2],
}

/// A solved process with the histories of its seats, who choose by them alone.
#[derive(Debug)]
pub struct Knowing<P: Hides> {
    play: Arc<HiddenPlay<P>>,
}

impl<P: Hides> Knowing<P> {
    /// The process of a solution.
    pub const fn new(play: Arc<HiddenPlay<P>>) -> Self {
        Self { play }
    }
}

impl<P: Hides + Send + 'static> Knowing<P> {
    /// The process's own state, without the histories.
    pub fn shown(knows: &Knows<P::State>) -> &P::State {
        &knows.state
    }

    /// The equilibrium policy of a seat, by its history.
    pub fn best(play: &Arc<HiddenPlay<P>>, seat: usize) -> Option<Policy<Knows<P::State>>> {
        let (mut mixtures, mut first) = (Vec::new(), Vec::new());
        for stage in 0..play.stages() {
            first.push(mixtures.len());
            for known in 0..play.known(stage, seat) {
                let actions = play.actions(stage, seat, known).len();
                let chances = play.chances(stage, seat, known);
                let played =
                    chances.and_then(|chances| Distribution::of_chances(chances.into_iter().enumerate()));
                // If its own play never gets here, any choice will do.
                let even = || Distribution::new((0..actions).map(|action| (action, 1u32.into())));
                mixtures.push(played.or_else(even).unwrap_or_else(|| Distribution::certain(0)));
            }
        }
        // A seat that never chooses needs a policy too.
        mixtures.extend(mixtures.is_empty().then(|| Distribution::certain(0)));
        let play = Arc::clone(play);
        Policy::mixed(mixtures, move |knows: &Knows<P::State>, _| {
            let known = play.seats_of(knows.stage)[seat].set(knows.histories[seat]);
            first[knows.stage as usize] + known.unwrap_or(0)
        })
    }
}

impl<P: Hides> Process for Knowing<P>
where
    P: Send,
{
    type State = Knows<P::State>;
    type Move = P::Move;
    type Information = Knows<P::State>;
    type Event = P::Event;

    delegate! { self => self.play.process();
        seats() -> usize,
        distributions() -> &[Distribution<P::Move>],
        begun() -> Option<P::Event>,
        figures() -> Vec<Counter<P::Event>>,
        scores() -> Vec<Score<P::Event>>,
        ante() -> Option<u64>,
        is_against_bank() -> bool,
        draws_without_end() -> bool,
        is_for_coins() -> bool,
    }

    fn start(&self) -> Self::State {
        Knows { state: self.play.process().start(), stage: 0, histories: [0; 2] }
    }

    fn turn(&self, knows: &Self::State) -> Turn<Self::Information> {
        match self.play.process().turn(&knows.state) {
            Turn::Chance(distribution) => Turn::Chance(distribution),
            Turn::End(winners) => Turn::End(winners),
            Turn::Choose { seat, .. } => Turn::Choose { seat, information: knows.clone() },
        }
    }

    fn actions(&self, knows: &Self::State, actions: &mut Vec<P::Move>) {
        self.play.process().actions(&knows.state, actions);
    }

    fn next(&self, knows: &Self::State, made: P::Move) -> Step<Self::State, P::Event> {
        let process = self.play.process();
        let step = process.next(&knows.state, made);
        let seats = self.play.seats_of(knows.stage);
        let after = |seat: usize| {
            let sight = process.sight(seat, &knows.state, made, &step);
            seats.get(seat).and_then(|of_seat| of_seat.after(knows.histories[seat], sight)).unwrap_or(0)
        };
        let root = self.play.root(knows.stage);
        let (state, stage, histories) = match arrival(process, root, &step.to) {
            Arrival::Over(_) => (step.to.clone(), 0, [0; 2]),
            Arrival::Back => (root.clone(), knows.stage, [0; 2]),
            Arrival::Next(open) => {
                let stage = self.play.stage(&open).unwrap_or(0);
                (open, stage, [0; 2])
            }
            Arrival::On(_) => (step.to.clone(), knows.stage, [after(0), after(1)]),
        };
        let to = Knows { state, stage, histories };
        let Step { casts, idle, transfers, gains, event, .. } = step;
        Step { to, casts, idle, transfers, gains, event }
    }
}
