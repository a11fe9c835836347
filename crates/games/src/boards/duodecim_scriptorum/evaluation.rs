//! The estimated value of a position: weights that were rounded from a fit to games.

use std::sync::OnceLock;

use super::settings::{LAST, SHARED, Settings, Throw};
use crate::boards::race::{BOARD, HAND, Position, Side, spaces};

/// Results whose values differ by no more than this are equally good.
pub(super) const AS_GOOD: f64 = 1e-9;

/// The farthest that a throw moves a piece.
pub(super) const FARTHEST: u8 = 18;

/// One piece on every space that both seats walk over.
const ON_SHARED: u128 = 0x0111_1111_1111_1111_1111_1111_1000_0000;

/// The number of shared spaces on which a side has one piece.
pub(super) const fn singles(Side(side): Side) -> u32 {
    (side & !(side >> 1 | side >> 2 | side >> 3) & ON_SHARED).count_ones()
}

/// The number of shared spaces on which a side has two pieces or more.
const fn pairs(Side(side): Side) -> u32 {
    ((side >> 1 | side >> 2 | side >> 3) & ON_SHARED).count_ones()
}

/// The probability that single pieces are hit, by the distances from which they can be.
#[derive(Debug)]
pub(super) struct Evaluation {
    throws: Vec<Throw>,
    /// With no, one or two dice needed for the hand, the probability that a throw has one of these distances among its totals:
    /// one bit each, from 1 on.
    hits: [OnceLock<Vec<f64>>; 3],
}

impl Evaluation {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { throws: settings.throws.clone(), hits: Default::default() }
    }

    /// The probability that a throw, of which `in_hand` dice are needed for the hand, has one of these distances.
    fn hit(&self, in_hand: u8, distances: u32) -> f64 {
        let dice = usize::from(3 - in_hand);
        let hits = self.hits[usize::from(in_hand)].get_or_init(|| {
            // A throw has none of these distances if all of its totals are among the others: sums over all subsets.
            let all = (1usize << (6 * dice)) - 1;
            let mut misses = vec![0.0; all + 1];
            self.throws.iter().for_each(|throw| misses[throw.totals(dice) as usize >> 1] += throw.chance);
            for bit in (0..6 * dice).map(|bit| 1 << bit) {
                for set in (0..=all).filter(|set| set & bit != 0) {
                    misses[set] += misses[set ^ bit];
                }
            }
            (0..=all).map(|distances| 1.0 - misses[all ^ distances]).collect()
        });
        hits[distances as usize & (hits.len() - 1)]
    }

    /// What a side can lose by one throw of the other: the spaces of its single pieces, each times the probability of a hit.
    fn risk(&self, lone: u32, other: Side) -> f64 {
        let in_hand = other.count(HAND);
        if in_hand > 2 || lone == 0 {
            return 0.0;
        }
        // Counted backwards from the last space, so that they become distances if shifted.
        let behind = (other.held() & BOARD).reverse_bits();
        spaces(lone)
            .map(|space| f64::from(space) * self.hit(in_hand, behind >> (LAST + 1 - space) >> 1))
            .sum()
    }

    /// The estimated value of a position to the side that has just played, as a logit.
    pub(super) fn logit(&self, &Position { own, other }: &Position) -> f64 {
        let lone = [own, other]
            .map(|side| if singles(side) == 0 { 0 } else { side.held() & !side.doubled() & SHARED });
        let pips = [own, other].map(|side| f64::from(side.pips()));
        let held = [own, other].map(|side| f64::from(pairs(side)));
        let hands = [own, other].map(|side| f64::from(side.count(HAND)));
        let risks = [self.risk(lone[0], other), self.risk(lone[1], own)];
        (6.0 * (pips[1] - pips[0]) - 40.0 - 3.0 * risks[0] + 2.0 * risks[1] + 5.0 * (held[0] - held[1])
            - 30.0 * (hands[0] - hands[1]))
            / (10.0 * (pips[0] + pips[1] + 60.0).sqrt())
    }

    /// The same as a probability to win; certain for a side without pieces left.
    pub(super) fn chance(&self, position: &Position) -> f64 {
        match position.winner() {
            Some(side) => [1.0, 0.0][side],
            None => 1.0 / (1.0 + (-self.logit(position)).exp()),
        }
    }
}
