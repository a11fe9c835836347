//! Game files in which no seat's turn depends on what others do, so that each is a chain of its own, however many seats there are.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::compiler::flow::{values_of, visit};
use super::machine::{Effects, Made, Reached};
use super::process::OwnGame;
use super::program::{Code, Domain, Holder, ME, MOVER, Op, Target, Value, Whom};
use super::spot::Spot;
use super::syntax::{Length, Scope};
use tali_core::exact::{IndependentSeats, Interval, SeatChain};
use tali_core::process::{Distribution, Process, Turn};

/// A seat has so many states at most that are followed.
const MOST_STATES: usize = 50_000;

/// So many outcomes of its turns are looked at.
const MOST_LOOKS: usize = 2_000_000;

/// The seats of a game, each by itself; `None` where that takes too long, or their turns do not all take as many throws.
pub(super) fn seats(game: &OwnGame) -> Option<IndependentSeats> {
    let code = &game.machine.program.code;
    let (weights, firsts): (Vec<BigRational>, Vec<Vec<i64>>) = scenarios(game)?.into_iter().unzip();
    let of_turns = code.length == Some(Length::Turns);
    let mut chains: Vec<Arc<SeatChain>> = Vec::new();
    let mut starts = vec![Vec::new(); firsts.len()];
    let mut throws = None;
    for seat in 1..=code.seats {
        let chain = Followed::new(game, seat, &firsts, if of_turns { Some(1) } else { None })?;
        if throws.is_some_and(|throws| throws != chain.throws) {
            return None;
        }
        throws = Some(chain.throws);
        starts.iter_mut().zip(chain.starts).for_each(|(starts, start)| starts.push(start));
        let alike = chains.iter().find(|known| ***known == chain.rows).cloned();
        chains.push(alike.unwrap_or_else(|| Arc::new(chain.rows)));
    }
    let scenarios = Distribution::of_chances((0..).zip(weights))?;
    Some(IndependentSeats { chains, scenarios, starts, throws: throws?.into(), ante: game.ante() })
}

/// How play can stand before the first turn, and how likely: what is thrown in `start` may be read by all.
fn scenarios(game: &OwnGame) -> Option<Vec<(BigRational, Vec<i64>)>> {
    let mut begun = None;
    let mut slots = game.machine.first();
    let reached =
        game.machine.begin(&mut slots, &mut Effects::default(), &mut |slots| begun = Some(slots.to_vec()));
    if let Some(first) = begun {
        return Some(vec![(BigRational::one(), first)]);
    }
    let mut found: FxHashMap<Vec<i64>, BigRational> = FxHashMap::default();
    let mut open: FxHashMap<Spot, BigRational> = FxHashMap::default();
    open.insert(game.spot(&slots, &reached), BigRational::one());
    let mut looks = 0;
    while !open.is_empty() {
        for (spot, chance) in std::mem::take(&mut open) {
            let Turn::Chance(law) = game.turn(&spot) else { return None };
            let law = &game.distributions()[law];
            for (made, weight) in law.outcomes() {
                looks += 1;
                if looks > MOST_STATES {
                    return None;
                }
                let mut first: Option<Vec<i64>> = None;
                let (reached, slots, _) = game.made(&spot, *made, &mut |slots| {
                    first.get_or_insert_with(|| slots.to_vec());
                });
                let there = &chance * BigRational::new(weight.clone().into(), law.total().clone().into());
                match first {
                    Some(first) => *found.entry(first).or_insert_with(BigRational::zero) += there,
                    None => {
                        *open.entry(game.spot(&slots, &reached)).or_insert_with(BigRational::zero) += there
                    }
                }
            }
        }
    }
    let mut found: Vec<(BigRational, Vec<i64>)> =
        found.into_iter().map(|(first, chance)| (chance, first)).collect();
    found.sort_by(|(_, one), (_, other)| one.cmp(other));
    Some(found)
}

/// Whether nothing that a seat does depends on another, or changes anything for one but that it has won.
pub(super) fn is_independent(code: &Code) -> bool {
    // What the table notes may be read by all, where it is set before the first turn alone.
    let of_table: Vec<_> = code.told.iter().filter(|told| told.scope == Scope::Table).collect();
    let is_of_table = |slot: usize| {
        of_table.iter().any(|told| (told.list.base..told.list.base + told.list.len).contains(&slot))
    };
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
        Op::Set { target: Target::Slot(slot), .. } => !is_of_table(*slot),
        Op::Set { target: Target::Item { list, .. }, .. } => !is_of_table(list.base),
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
    let is_of_start = |op: &Op| {
        matches!(
            op,
            Op::Roll { .. }
                | Op::Set { .. }
                | Op::By { .. }
                | Op::EndBy { .. }
                | Op::Unless { .. }
                | Op::Jump(_)
                | Op::End
        )
    };
    let mut own = code.seats > 1
        && code.figures.is_empty()
        && code.round.is_none()
        && code.length != Some(Length::Rounds);
    for (at, op) in code.ops.iter().enumerate() {
        if code.start.is_some() && at < code.turn {
            own &= is_of_start(op);
            continue;
        }
        own &= op_is_own(op);
        values_of(op, &mut |value| visit(value, &mut |value| own &= value_is_own(value)));
    }
    own
}

/// The chain of one seat.
struct Followed {
    rows: SeatChain,
    /// The state in which it starts, in each scenario.
    starts: Vec<u32>,
    /// How many throws, or turns, a turn takes, whatever comes.
    throws: u32,
}

impl Followed {
    fn new(game: &OwnGame, seat: usize, firsts: &[Vec<i64>], counted: Option<u32>) -> Option<Self> {
        let mut known: FxHashMap<u128, u32> = FxHashMap::default();
        let (mut states, mut starts) = (Vec::new(), Vec::new());
        for first in firsts {
            let mut slots = first.clone();
            slots[MOVER] = super::evaluate::to_number(seat);
            let next = u32::try_from(states.len()).ok()?;
            let number = *known.entry(game.position(&slots)).or_insert(next);
            if number == next {
                states.push(slots);
            }
            starts.push(number);
        }
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
        Some(Self { rows, starts, throws: throws? })
    }
}
