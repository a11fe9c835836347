//! The probabilities of all turns of a solved game, by the number of throws.

use rustc_hash::FxHashMap;

use super::Solver;
use crate::coin_tali::after::After;
use crate::coin_tali::payoffs::Payoffs;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::Position;
use crate::coin_tali::tree::Turns;
use crate::coin_tali::turns::Ending;
use tali_core::exact::Scalar;

/// Visits all turns reachable from a solved position, and passes each position and ending to `tell` with its probabilities, by
/// the number of throws including those of the turn.
pub(crate) fn forward<V: Payoffs, S: Scalar>(
    solved: &Solver<'_, V>,
    start: usize,
    mut tell: impl FnMut(&Position, &Ending, &After, &[S]),
) {
    // Many positions share a turn, so each probability is divided only once.
    let mut thrown: FxHashMap<*const Turns, Vec<Vec<S>>> = FxHashMap::default();
    let mut reached: Vec<Vec<S>> = vec![Vec::new(); start + 1];
    reached[start].push(S::one());
    for index in (0..=start).rev() {
        let so_far = std::mem::take(&mut reached[index]);
        if so_far.is_empty() {
            continue;
        }
        let position = &solved.positions[index];
        let turns = solved.game.turns(position);
        let thrown = thrown.entry(std::ptr::from_ref(turns)).or_insert_with(|| turns.thrown());
        let leaves = turns.leaf_chances(solved.choices(index), thrown);
        for (ending, chance) in turns.endings.iter().zip(&leaves).filter(|(_, chance)| !chance.is_zero()) {
            let mut by_throws = vec![S::zero(); ending.log().map_or(0, |log| usize::from(log.throws))];
            by_throws.extend(so_far.iter().map(|before| before.times(chance)));
            let after = solved.game.follow(position, ending, Purse::ENDLESS);
            tell(position, ending, &after, &by_throws);
            let next = after.next.and_then(|next| solved.index(&solved.game.tidy(next).0));
            let Some(next) = next else { continue };
            let there = &mut reached[next];
            there.resize(there.len().max(by_throws.len()), S::zero());
            there.iter_mut().zip(&by_throws).for_each(|(sum, chance)| *sum = sum.plus(chance));
        }
    }
}
