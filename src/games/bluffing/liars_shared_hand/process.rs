//! A match as a process: throw by throw, call by call.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::calls::Rank;
use super::cup::{Hand, Lying};
use super::policies::Policy as Playing;
use super::rounds::Ending;
use super::settings::next;
use super::shape::TurnGame;
use super::table::{Standing, Table};
use super::turns::{Given, Told, Turns};
use crate::process::{Distribution, Play, Policy, Process, Step, Turn, WithPolicies};

/// A match in which the hand passes round.
pub(super) struct Passing(Arc<Table>, Vec<Distribution<Move>>);

/// In the middle of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Middle {
    standing: Standing,
    /// Who has the cup.
    mover: usize,
    /// What it was given.
    given: Given,
    /// How many throws it has left, and what it told of those it made.
    throws: u8,
    told: Told,
    phase: Phase,
}

/// What is to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Phase {
    /// What is not left lying is thrown.
    Throw(Hand),
    /// The mover throws again, or stops.
    Think(Lying),
    /// It calls.
    Call(Hand),
    /// The next seat accepts the call on this hand, or challenges it.
    Judge(Hand, Rank),
}

/// What is thrown or done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Move {
    Fall(Lying),
    Stop,
    Throw(Hand),
    Call(Rank),
    Accept,
    Challenge,
}

/// The information set of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Information {
    seat: usize,
    standing: Standing,
    /// The hand that was passed on, as far as the seat knows it, and the call before.
    from: Option<Hand>,
    before: Option<Rank>,
    told: Told,
    sees: Sees,
}

/// What a seat sees besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Sees {
    /// What lies there, and how many throws are left.
    Bones(Lying, u8),
    /// The hand that it calls on.
    Hand(Hand),
    /// What another has called.
    Call(Rank),
}

impl Passing {
    pub(super) fn new(table: Arc<Table>) -> Self {
        let laws =
            table.turns.cup.laws().iter().map(|law| law.relabelled(|lying| Move::Fall(*lying))).collect();
        Self(table, laws)
    }

    fn begin(&self, standing: Standing) -> Middle {
        self.turn_of(standing, standing.1, None)
    }

    fn turn_of(&self, standing: Standing, mover: usize, given: Given) -> Middle {
        let throws = self.0.settings.throws;
        // At the opening all four are thrown.
        let (told, phase) = match given {
            None => (Told::default().with(Hand::CUP.thrown()), Phase::Throw(Hand::CUP)),
            Some((hand, _)) => (Told::default(), Phase::Think(Lying::all_loose(hand))),
        };
        Middle { standing, mover, given, throws, told, phase }
    }

    fn turns(&self) -> &Turns {
        &self.0.turns
    }

    /// What a seat can do with what lies there.
    fn thoughts(&self, lying: &Lying) -> Vec<Move> {
        let stop = self.turns().cup.may_stand(lying.hand).then_some(Move::Stop);
        let throws = self.turns().cup.throws(lying).into_iter().map(|(part, _)| Move::Throw(part));
        stop.into_iter().chain(throws).collect()
    }

    /// The same with everybody following a policy; `None` if somebody plays its best.
    pub(super) fn decided(table: &Arc<Table>) -> Option<WithPolicies<Self>> {
        let policy = |seat: usize| {
            let playing = table.policies[seat].clone();
            if playing == Playing::Best {
                return None;
            }
            let passing = Self::new(Arc::clone(table));
            let mixtures = passing.mixtures(&playing);
            Policy::mixed(mixtures.clone(), move |information: &Information, _| {
                let mixture = passing.mixture(&playing, information);
                mixtures.iter().position(|known| *known == mixture).unwrap_or(0)
            })
        };
        let policies: Vec<Policy<Information>> =
            (0..table.settings.seats).map(policy).collect::<Option<_>>()?;
        WithPolicies::new(Self::new(Arc::clone(table)), policies).ok()
    }

    /// Everything that a policy ever does, as places among all that can be done.
    fn mixtures(&self, policy: &Playing) -> Vec<Distribution<usize>> {
        const MOST: usize = Rank::VENUS.0 as usize + 1;
        let mut mixtures: Vec<Distribution<usize>> = (0..MOST).map(Distribution::certain).collect();
        match policy {
            Playing::Bluffing(chance) => {
                let two = |place, other| [(place, BigRational::one() - chance), (other, chance.clone())];
                let pairs = (0..MOST).flat_map(|place| [(place, place + 1), (place, place + 2)]);
                mixtures
                    .extend(pairs.filter_map(|(place, other)| Distribution::of_chances(two(place, other))));
            }
            Playing::Random => {
                let even = |number: usize| Distribution::new((0..number).map(|place| (place, 1u32.into())));
                mixtures.extend((2..=MOST).filter_map(even));
                let cup = &self.turns().cup;
                let thrown = cup.laws().iter().flat_map(|law| law.outcomes().iter().map(|(lying, _)| *lying));
                for lying in thrown.chain(cup.hands().iter().map(|hand| Lying::all_loose(*hand))) {
                    let mixture = self.thinks(policy, None, 1, &lying);
                    if !mixtures.contains(&mixture) {
                        mixtures.push(mixture);
                    }
                }
            }
            _ => {}
        }
        mixtures
    }

    /// What a policy does with what it knows.
    fn mixture(&self, policy: &Playing, information: &Information) -> Distribution<usize> {
        let Information { before, from, told, .. } = *information;
        let given = before.map(|call| (Hand::CUP, call));
        let certain = || Distribution::certain(0);
        match information.sees {
            Sees::Bones(lying, throws) => self.thinks(policy, given, throws, &lying),
            Sees::Hand(hand) => {
                let may: Vec<Rank> = self.turns().may_call(given).collect();
                let calls = policy.calls(self.turns().cup.rank(hand), may.iter().copied());
                let places = calls.into_iter().filter_map(|(call, chance)| {
                    may.iter().position(|known| *known == call).map(|place| (place, chance))
                });
                Distribution::of_chances(places).unwrap_or_else(certain)
            }
            Sees::Call(call) => {
                let challenges = self.turns().challenges(policy, from, told, call);
                let replies = TurnGame::replies(call).iter();
                let chances =
                    replies.map(|is| if *is { challenges.clone() } else { BigRational::one() - &challenges });
                Distribution::of_chances((0..).zip(chances)).unwrap_or_else(certain)
            }
        }
    }

    fn thinks(&self, policy: &Playing, given: Given, throws: u8, lying: &Lying) -> Distribution<usize> {
        let thoughts = self.thoughts(lying);
        let does = self.turns().throws_of(policy, given, throws, *lying).into_iter();
        let places = does.filter_map(|(part, chance)| {
            let does = part.map_or(Move::Stop, Move::Throw);
            thoughts.iter().position(|known| *known == does).map(|place| (place, chance))
        });
        Distribution::of_chances(places).unwrap_or_else(|| Distribution::certain(0))
    }

    /// What the seat that replies believes of the hand that was passed on.
    fn believed(&self, state: &Middle) -> Option<Hand> {
        if state.standing.0.left().number() == 2 {
            state.given.map(|(hand, _)| hand)
        } else {
            self.turns().believed(state.given)
        }
    }
}

impl Process for Passing {
    type State = Play<Middle>;
    type Move = Move;
    type Information = Information;
    type Event = ();

    fn seats(&self) -> usize {
        self.0.settings.seats
    }

    fn start(&self) -> Self::State {
        Play::On(self.begin(self.0.start()))
    }

    fn estimated_states(&self) -> f64 {
        // What can be given, and then lie there and be called, for each seat that can have the cup, once for each standing.
        let settings = &self.0.settings;
        let standings: f64 = settings.counters.0.iter().map(|counters| f64::from(*counters) + 1.0).product();
        let seats = settings.seats.to_f64().unwrap_or(f64::MAX);
        let hands = self.turns().cup.hands().len().to_f64().unwrap_or(f64::MAX);
        let calls = f64::from(Rank::VENUS.0);
        standings * seats * (hands * calls).powi(2) * 2f64.powi(settings.throws.into())
    }

    fn distributions(&self) -> &[Distribution<Move>] {
        &self.1
    }

    fn turn(&self, state: &Self::State) -> Turn<Information> {
        let state = match state {
            Play::On(state) => state,
            Play::Over(winners) => return Turn::End(*winners),
        };
        let mover = |sees| {
            let before = state.given.map(|(_, call)| call);
            let from = state.given.map(|(hand, _)| hand);
            Information { seat: state.mover, standing: state.standing, from, before, told: state.told, sees }
        };
        match state.phase {
            Phase::Throw(part) => {
                Turn::Chance(self.turns().cup.place(part, state.throws == 1).unwrap_or_default())
            }
            Phase::Think(lying) => {
                Turn::Choose { seat: state.mover, information: mover(Sees::Bones(lying, state.throws)) }
            }
            Phase::Call(hand) => Turn::Choose { seat: state.mover, information: mover(Sees::Hand(hand)) },
            Phase::Judge(_, call) => {
                let seat = next(state.standing.0.left(), state.mover);
                let from = self.believed(state);
                Turn::Choose { seat, information: Information { seat, from, ..mover(Sees::Call(call)) } }
            }
        }
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Move>) {
        let Play::On(state) = state else { return };
        match state.phase {
            Phase::Throw(_) => {}
            Phase::Think(lying) => actions.extend(self.thoughts(&lying)),
            Phase::Call(_) => actions.extend(self.turns().may_call(state.given).map(Move::Call)),
            Phase::Judge(_, call) => {
                let replies = TurnGame::replies(call).iter();
                actions.extend(replies.map(|is| if *is { Move::Challenge } else { Move::Accept }));
            }
        }
    }

    fn next(&self, state: &Self::State, made: Move) -> Step<Self::State> {
        let Play::On(mut at) = *state else { return Step::to(*state) };
        match (made, at.phase) {
            (Move::Fall(lying), _) => {
                at.throws -= 1;
                at.phase = if at.throws == 0 { Phase::Call(lying.hand) } else { Phase::Think(lying) };
            }
            (Move::Throw(part), _) => {
                at.told = at.told.with(part.thrown());
                at.phase = Phase::Throw(part);
            }
            (Move::Stop, Phase::Think(lying)) => at.phase = Phase::Call(lying.hand),
            (Move::Call(call), Phase::Call(hand)) => at.phase = Phase::Judge(hand, call),
            (Move::Accept, Phase::Judge(hand, call)) => {
                let judge = next(at.standing.0.left(), at.mover);
                at = self.turn_of(at.standing, judge, Some((hand, call)));
            }
            (Move::Challenge, Phase::Judge(hand, call)) => {
                let challenger = next(at.standing.0.left(), at.mover);
                let loser = if self.turns().cup.is_true(hand, call) { challenger } else { at.mover };
                return Step::to(match self.0.settings.after(&at.standing.0, Ending { loser, challenger }) {
                    Play::On(standing) => Play::On(self.begin(standing)),
                    Play::Over(winners) => Play::Over(winners),
                });
            }
            _ => {}
        }
        Step::to(Play::On(at)).taking(0)
    }
}
