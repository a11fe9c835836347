//! A match throw by throw and call by call, for comparison with the rounds.

use num_rational::BigRational;

use crate::bluffing::decided::decided;
use crate::bluffing::ending::Ending;
use crate::bluffing::liars_shared_hand::calls::Rank;
use crate::bluffing::liars_shared_hand::cup::{Hand, OnTable};
use crate::bluffing::liars_shared_hand::distributions::weight;
use crate::bluffing::liars_shared_hand::policies::Policy as Playing;
use crate::bluffing::liars_shared_hand::shape::TurnGame;
use crate::bluffing::liars_shared_hand::table::Table;
use crate::bluffing::liars_shared_hand::turns::{Announced, Given, Turns};
use crate::bluffing::series::{MatchState, next};
use tali_core::process::{Distribution, Play, Process, Step, Turn, WithPolicies};

/// A match in which the hand passes round, with the distributions of all throws.
pub(super) struct Passing<'a>(&'a Table, Vec<Distribution<Move>>);

/// The state of a round; as a seat's information, without what is hidden from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Middle {
    state: MatchState,
    /// The seat with the cup.
    mover: usize,
    /// The hand that it accepted and its call, unless it opens.
    given: Given,
    /// The number of throws left, and the announced throws.
    throws: u8,
    announced: Announced,
    phase: Phase,
}

/// The next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Phase {
    /// The bones that are not held are thrown.
    Throw(Hand),
    /// The mover throws again, or stops.
    Think(OnTable),
    /// The mover calls.
    Call(Hand),
    /// The next seat accepts the call on this hand, or challenges it.
    Judge(Hand, Rank),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Move {
    Fall(OnTable),
    Stop,
    Throw(Hand),
    Call(Rank),
    Accept,
    Challenge,
}

impl<'a> Passing<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        let throws = table.turns.cup.throws.iter();
        let throws = throws.map(|throw| throw.relabelled(|on_table| Move::Fall(*on_table))).collect();
        Self(table, throws)
    }

    fn begin(&self, state: MatchState) -> Middle {
        self.turn_of(state, state.starter, None)
    }

    fn turn_of(&self, state: MatchState, mover: usize, given: Given) -> Middle {
        let throws = self.0.settings.throws;
        // At the opening all four bones are thrown.
        let (announced, phase) = match given {
            None => (Announced::default().with(Hand::CUP.thrown()), Phase::Throw(Hand::CUP)),
            Some((hand, _)) => (Announced::default(), Phase::Think(OnTable::all_loose(hand))),
        };
        Middle { state, mover, given, throws, announced, phase }
    }

    fn turns(&self) -> &Turns {
        &self.0.turns
    }

    /// The possible moves of a seat.
    fn moves(&self, at: &Middle) -> Vec<Move> {
        match at.phase {
            Phase::Throw(_) => Vec::new(),
            Phase::Think(on_table) => {
                let stop = self.turns().cup.may_stand(on_table.hand).then_some(Move::Stop);
                let throws =
                    self.turns().cup.throws(&on_table).into_iter().map(|(part, _)| Move::Throw(part));
                stop.into_iter().chain(throws).collect()
            }
            Phase::Call(_) => self.turns().may_call(at.given).map(Move::Call).collect(),
            Phase::Judge(_, call) => {
                let replies = TurnGame::replies(call).iter();
                replies.map(|is| if *is { Move::Challenge } else { Move::Accept }).collect()
            }
        }
    }

    /// Fixes the policies of all seats.
    pub(super) fn decided(self) -> Option<WithPolicies<Self>> {
        let passing = Self::new(self.0);
        decided(self, |known| {
            let judge = next(known.state.counters.left(), known.mover);
            let seat = if matches!(known.phase, Phase::Judge(..)) { judge } else { known.mover };
            passing.mixture(&passing.0.policies[seat], known)
        })
    }

    /// The probabilities of a policy's moves with this information.
    fn mixture(&self, policy: &Playing, known: &Middle) -> Distribution<usize> {
        let turns = self.turns();
        let does: Vec<(Move, BigRational)> = match known.phase {
            Phase::Throw(_) => Vec::new(),
            Phase::Think(on_table) => {
                let throws = turns.throws_of(policy, known.given, known.throws, on_table).into_iter();
                throws.map(|(part, chance)| (part.map_or(Move::Stop, Move::Throw), chance)).collect()
            }
            Phase::Call(hand) => {
                let calls = policy.calls(turns.cup.rank(hand), turns.may_call(known.given)).into_iter();
                calls.map(|(call, chance)| (Move::Call(call), weight(chance))).collect()
            }
            Phase::Judge(_, call) => {
                let from = known.given.map(|(hand, _)| hand);
                let challenges = turns.challenges(policy, from, known.announced, call);
                vec![(Move::Accept, weight(1.0 - challenges)), (Move::Challenge, weight(challenges))]
            }
        };
        let moves = self.moves(known);
        let indices = does.into_iter().filter_map(|(does, chance)| {
            moves.iter().position(|known| *known == does).map(|index| (index, chance))
        });
        Distribution::of_chances(indices).unwrap_or_else(|| Distribution::certain(0))
    }
}

impl Process for Passing<'_> {
    type State = Play<Middle>;
    type Move = Move;
    type Information = Middle;
    type Event = ();

    fn seats(&self) -> usize {
        self.0.settings.seats
    }

    fn start(&self) -> Self::State {
        Play::On(self.begin(self.0.settings.start()))
    }

    fn distributions(&self) -> &[Distribution<Move>] {
        &self.1
    }

    fn turn(&self, state: &Self::State) -> Turn<Middle> {
        let state = match state {
            Play::On(state) => state,
            Play::Over(winners) => return Turn::End(*winners),
        };
        match state.phase {
            Phase::Throw(part) => {
                Turn::Chance(self.turns().cup.index(part, state.throws == 1).unwrap_or_default())
            }
            Phase::Think(_) | Phase::Call(_) => Turn::Choose { seat: state.mover, information: *state },
            Phase::Judge(_, call) => {
                let left = state.state.counters.left();
                let from = self.turns().seen(state.given, left.number() == 2);
                let given = from.zip(state.given).map(|(hand, (_, call))| (hand, call));
                let information = Middle { given, phase: Phase::Judge(Hand::CUP, call), ..*state };
                Turn::Choose { seat: next(left, state.mover), information }
            }
        }
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Move>) {
        if let Play::On(state) = state {
            actions.extend(self.moves(state));
        }
    }

    fn next(&self, state: &Self::State, made: Move) -> Step<Self::State> {
        let Play::On(mut at) = *state else { return Step::to(*state) };
        match (made, at.phase) {
            (Move::Fall(on_table), _) => {
                at.throws -= 1;
                at.phase = if at.throws == 0 { Phase::Call(on_table.hand) } else { Phase::Think(on_table) };
            }
            (Move::Throw(part), _) => {
                at.announced = at.announced.with(part.thrown());
                at.phase = Phase::Throw(part);
            }
            (Move::Stop, Phase::Think(on_table)) => at.phase = Phase::Call(on_table.hand),
            (Move::Call(call), Phase::Call(hand)) => at.phase = Phase::Judge(hand, call),
            (Move::Accept, Phase::Judge(hand, call)) => {
                let judge = next(at.state.counters.left(), at.mover);
                at = self.turn_of(at.state, judge, Some((hand, call)));
            }
            (Move::Challenge, Phase::Judge(hand, call)) => {
                let challenger = next(at.state.counters.left(), at.mover);
                let ending = Ending::new(at.mover, challenger, self.turns().cup.is_true(hand, call));
                return Step::to(match self.0.settings.after(&at.state, ending) {
                    Play::On(state) => Play::On(self.begin(state)),
                    Play::Over(winners) => Play::Over(winners),
                });
            }
            _ => {}
        }
        Step::to(Play::On(at)).taking(0)
    }
}
