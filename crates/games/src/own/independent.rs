//! Game files in which no seat's turn depends on what others do, so that each is a chain of its own, however many seats there are.

use std::rc::Rc;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::compiler::flow::{values_of, visit};
use super::machine::{Effects, Made, Reached};
use super::process::OwnGame;
use super::program::{Code, Domain, Holder, ME, MOVER, Op, Target, Value, Whom};
use super::spot::Spot;
use super::syntax::{Length, Scope};
use crate::kit::{DRAWS_IN_A_MOVE, Dynamics, Playable, Simulated, Solvable, Workload};
use tali_core::exact::{Interval, SeatChain, Solution, Wanted, solve_independent};
use tali_core::monte_carlo::{BankrollPlayer, Player, ProcessPlayer};
use tali_core::process::{ChainError, MarkovChain, Process, Turn};

/// A seat has so many states at most that are followed.
const MOST_STATES: usize = 50_000;

/// So many outcomes of its turns are looked at.
const MOST_LOOKS: usize = 2_000_000;

/// A game of seats that are independent of one another, too large to be solved as a whole.
pub(super) struct Independent {
    game: OwnGame,
    solution: OnceLock<Solution>,
}

impl Independent {
    /// The game, if its seats are independent; else it is handed back.
    pub(super) fn new(game: OwnGame) -> Result<Self, Box<OwnGame>> {
        if is_independent(&game.machine.program.code) {
            Ok(Self { game, solution: OnceLock::new() })
        } else {
            Err(Box::new(game))
        }
    }

    fn solved(&self) -> Option<Solution> {
        let code = &self.game.machine.program.code;
        let of_turns = code.length == Some(Length::Turns);
        let mut chains: Vec<Rc<SeatChain>> = Vec::new();
        let mut throws = None;
        for seat in 1..=code.seats {
            let chain = Followed::new(&self.game, seat, if of_turns { Some(1) } else { None })?;
            if throws.is_some_and(|throws| throws != chain.throws) {
                return None;
            }
            throws = Some(chain.throws);
            let alike = chains.iter().find(|known| ***known == chain.rows).cloned();
            chains.push(alike.unwrap_or_else(|| Rc::new(chain.rows)));
        }
        solve_independent(&chains, throws?.into(), self.game.ante())
    }
}

/// Whether nothing that a seat does depends on another, or changes anything for one but that it has won.
pub(super) fn is_independent(code: &Code) -> bool {
    let has_table = code.told.iter().any(|told| told.scope == Scope::Table);
    let op_is_own = |op: &Op| match op {
        Op::Choose { .. }
        | Op::ChooseEach { .. }
        | Op::RerollAny { .. }
        | Op::By { .. }
        | Op::EndBy { .. }
        | Op::Pass(Some(_))
        | Op::First(_)
        | Op::Out(_)
        | Op::Draw
        | Op::Note(_)
        | Op::Win(Whom::Each(_)) => false,
        Op::Pay { from, to, .. } => matches!((from, to), (Holder::Bank, Holder::Bank)),
        Op::Roll { owners, .. } => owners.is_empty(),
        Op::Each { each, .. } => matches!(each.domain, Domain::Numbers(..)),
        Op::Win(Whom::One(seat)) | Op::Set { target: Target::Of { seat, .. }, .. } => {
            matches!(seat, Value::Slot(ME))
        }
        _ => true,
    };
    let value_is_own = |value: &Value| match value {
        Value::Slot(slot) => *slot != MOVER,
        Value::Of { seat, .. } | Value::OfSeat(_, seat) => matches!(**seat, Value::Slot(ME)),
        Value::Neighbour(_) | Value::Pot => false,
        Value::Over { each, .. } => matches!(each.domain, Domain::Numbers(..)),
        _ => true,
    };
    let mut own = !has_table
        && code.seats > 1
        && code.start.is_none()
        && code.round.is_none()
        && code.length != Some(Length::Rounds);
    for op in &code.ops {
        own &= op_is_own(op);
        values_of(op, &mut |value| visit(value, &mut |value| own &= value_is_own(value)));
    }
    own
}

/// The chain of one seat.
struct Followed {
    rows: SeatChain,
    /// How many throws, or turns, a turn takes, whatever comes.
    throws: u32,
}

impl Followed {
    fn new(game: &OwnGame, seat: usize, counted: Option<u32>) -> Option<Self> {
        let mut slots = game.machine.first();
        slots[MOVER] = super::evaluate::to_number(seat);
        let mut known: FxHashMap<u128, u32> = FxHashMap::default();
        let mut states = vec![slots.clone()];
        known.insert(game.position(&slots), 0);
        let mut rows: SeatChain = Vec::new();
        let (mut throws, mut looks) = (counted, 0);
        while let Some(state) = states.get(rows.len()).cloned() {
            if states.len() > MOST_STATES {
                return None;
            }
            let mut row: FxHashMap<Option<u32>, Interval> = FxHashMap::default();
            let mut slots = state;
            let reached = game.machine.enter(&mut slots, &mut Effects::default(), &mut |_| {});
            // What lies open of the turn: where play stands after how many throws, and how likely.
            let mut open: FxHashMap<(Spot, u32), Interval> = FxHashMap::default();
            open.insert((game.spot(&slots, &reached), 0), Interval::ONE);
            while !open.is_empty() {
                for ((spot, thrown), chance) in std::mem::take(&mut open) {
                    let Turn::Chance(law) = game.turn(&spot) else { return None };
                    let law = &game.distributions()[law];
                    for (made, weight) in law.outcomes() {
                        looks += 1;
                        if looks > MOST_LOOKS || !matches!(made, Made::Thrown(_)) {
                            return None;
                        }
                        let mut after: Option<Vec<i64>> = None;
                        let (reached, slots, effects) = game.made(&spot, *made, &mut |slots| {
                            after.get_or_insert_with(|| slots.to_vec());
                        });
                        let there = chance.times(Interval::ratio(weight, law.total()));
                        let thrown = thrown + effects.throws;
                        let to = match (&reached, effects.turns) {
                            (Ok(Reached::Over(_)), _) => None,
                            // The turn of the next seat has begun; what this one has noted stays.
                            (Ok(Reached::Stop(_)), 1..) => {
                                let mut slots = after?;
                                slots[MOVER] = super::evaluate::to_number(seat);
                                let next = u32::try_from(states.len()).ok()?;
                                let number = *known.entry(game.position(&slots)).or_insert(next);
                                if number == next {
                                    states.push(slots);
                                }
                                Some(number)
                            }
                            (Ok(Reached::Stop(_)), 0) => {
                                let sum = open
                                    .entry((game.spot(&slots, &reached), thrown))
                                    .or_insert(Interval::ZERO);
                                *sum = sum.plus(there);
                                continue;
                            }
                            _ => return None,
                        };
                        if *throws.get_or_insert(thrown) != thrown && counted.is_none() {
                            return None;
                        }
                        let sum = row.entry(to).or_insert(Interval::ZERO);
                        *sum = sum.plus(there);
                    }
                }
            }
            let mut row: Vec<(Option<u32>, Interval)> = row.into_iter().collect();
            row.sort_by_key(|(to, _)| *to);
            rows.push(row);
        }
        Some(Self { rows, throws: throws? })
    }
}

impl Solvable for Independent {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        let unknown = || Solution::unknown_of(&self.game, Wanted::ALL);
        let solution = self.solution.get_or_init(|| {
            let unknown = unknown();
            match self.solved() {
                Some(solved) => Solution { statistics: unknown.statistics, ..solved },
                None => unknown,
            }
        });
        let solution = solution.clone();
        Solution { pot: solution.pot.filter(|_| wanted.coins), ..solution }
    }

    fn chain(&self, _most_moves: usize) -> Result<MarkovChain, ChainError> {
        Err(ChainError::TooLarge)
    }

    fn dynamics(&self) -> Dynamics<'_> {
        Dynamics::unknown(self.game.seats(), self.game.ante())
    }
}

impl Simulated for Independent {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(ProcessPlayer::new(&self.game))
    }

    fn bankroll_player(&self) -> Option<Box<dyn BankrollPlayer + '_>> {
        self.game.ante()?;
        Some(Box::new(ProcessPlayer::new(&self.game)))
    }
}

impl Workload for Independent {
    fn cost_of_any(&self) -> f64 {
        self.cost(ProcessPlayer::new(&self.game).trial())
    }

    fn cost(&self, length: f64) -> f64 {
        DRAWS_IN_A_MOVE * length
    }
}

impl Playable for Independent {
    fn workload(&self) -> &dyn Workload {
        self
    }
}
