//! Games of two seats of which one gains what the other loses, but for what both gain together.

use super::positions::Positions;
use crate::process::To;

/// Sums of whole numbers up to this are exact.
const LARGEST: f64 = 1e15;

/// What both seats gain together from each position on, where that is certain, else not a number; `None` but of two seats.
pub(super) fn together(positions: &impl Positions) -> Option<Vec<f64>> {
    if !positions.is_for_gains() || positions.seats() != 2 {
        return None;
    }
    let mut sums = vec![f64::NAN; positions.layers().last().map_or(0, |last| last.end)];
    let mut buffer = Vec::new();
    for layer in positions.layers() {
        // Of numbers so large that doubles do not hold them nothing is certain.
        let gain = |position: usize, branch: usize| {
            let [one, other] = [0, 1].map(|seat| positions.gain(position, branch, seat));
            if one.abs().max(other.abs()) < LARGEST { one + other } else { f64::NAN }
        };
        let later = |sums: &[f64], to: To| match to {
            To::State(to) if layer.contains(&(to as usize)) => None,
            To::State(to) => Some(sums[to as usize]),
            To::End(_) | To::Never => Some(0.0),
        };
        // From one position that leads out the sum follows for all others, as each is reached from it.
        let begun = layer.clone().find_map(|position| {
            let moves = positions.moves(position, &mut buffer).1;
            let mut ways = moves.iter().enumerate();
            let way =
                ways.find_map(|(branch, made)| Some(gain(position, branch) + later(&sums, made.to.to)?));
            Some((position, way?))
        });
        let Some((first, sum)) = begun else { continue };
        sums[first] = sum;
        let (mut waiting, mut certain) = (vec![first], !sum.is_nan());
        while let Some(position) = waiting.pop().filter(|_| certain) {
            for (branch, made) in positions.moves(position, &mut buffer).1.iter().enumerate() {
                let left = sums[position] - gain(position, branch);
                match (made.to.to, later(&sums, made.to.to)) {
                    (To::State(to), None) if sums[to as usize].is_nan() => {
                        sums[to as usize] = left;
                        waiting.push(to as usize);
                    }
                    (To::State(to), None) => certain &= sums[to as usize].to_bits() == left.to_bits(),
                    (_, known) => certain &= known.is_some_and(|known| known.to_bits() == left.to_bits()),
                }
            }
        }
        if !certain {
            sums[layer.clone()].fill(f64::NAN);
        }
    }
    Some(sums)
}
