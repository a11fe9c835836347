//! Chances and the mean length of a race, in one pass over the joint stages of its seats.
//!
//! The same sums as on a [`Grid`](super::grid::Grid), without keeping what a round does from each of many states, and in
//! doubles. Nothing is ever subtracted: every number is made of sums, products and quotients of numbers of 0 or more, so
//! that its relative error is at most that of so many roundings one after the other, (1 + 2⁻⁵³)ᵏ − 1. What is lost below
//! the smallest double is bounded apart.

use super::Solved;
use super::track::Field;
use crate::exact::number::Missing;
use crate::exact::wide::is_tiny;
use crate::exact::{Enclosure, Interval};
use crate::process::MAX_SEATS;

/// So many joint stages take as long as one on a grid, which is made of fewer where seats are alike.
const AS_LONG: usize = 16;

/// More than all that is ever lost there: 2⁻¹⁰⁷⁵ in each operation, divided by a chance to leave, of every state.
const LOST: f64 = 1e-200;

/// Solves for shares and the mean length; `None` where a grid is quicker.
pub(super) fn solve(field: &Field<Interval>) -> Option<Solved> {
    let seats = field.seats();
    if field.states() > AS_LONG * field.sets() {
        return None;
    }
    let known = roundings_of_input(field)?;
    let lengths: Vec<usize> = field.of_seat.iter().map(|track| field.tracks[*track].len()).collect();
    // Of each track the chances to stay, to advance and to be done, in doubles.
    let middles =
        |stage: &super::track::Stage<Interval>| [stage.stay, stage.advance, stage.done].map(Interval::middle);
    let tracks: Vec<Vec<[f64; 3]>> =
        field.tracks.iter().map(|track| track.iter().map(middles).collect()).collect();
    // Joint stages are numbered in rising order, the last seat first.
    let mut strides = vec![1; seats];
    for seat in (1..seats).rev() {
        strides[seat - 1] = strides[seat] * lengths[seat];
    }
    let mut begun = vec![0.0; field.states()];
    begun[0] = 1.0;
    let (mut shares, mut mean, mut never) = (vec![0.0; seats], 0.0, 0.0);
    let mut stages = [0; MAX_SEATS];
    // Every set of seats that advance, with its chance and by how much the number of the state grows.
    let mut sets: Vec<(f64, usize)> = Vec::with_capacity(1 << seats);
    for state in 0..begun.len() {
        if begun[state] > 0.0 {
            let mut wins = [0.0; MAX_SEATS];
            let mut open = 1.0;
            sets.clear();
            sets.push((1.0, 0));
            for seat in 0..seats {
                let [stay, advance, done] = tracks[field.of_seat[seat]][stages[seat]];
                wins[seat] = open * done;
                open *= stay + advance;
                for place in 0..sets.len() {
                    let (chance, further) = sets[place];
                    sets[place].0 = chance * stay;
                    sets.push((chance * advance, further + strides[seat]));
                }
            }
            let leave = sets[1..].iter().map(|(chance, _)| chance).chain(&wins[..seats]).sum::<f64>();
            if leave > 0.0 {
                let rounds = begun[state] / leave;
                let (mut casts, mut place) = (0.0, 0.0);
                for (share, win) in shares.iter_mut().zip(wins) {
                    place += 1.0;
                    *share += rounds * win;
                    casts += win * place;
                }
                mean += rounds * (casts + open * place);
                // The last stage has none to advance to.
                for (chance, further) in sets[1..].iter().filter(|(chance, _)| *chance > 0.0) {
                    begun[state + further] += rounds * chance;
                }
            } else {
                never += begun[state];
            }
        }
        for seat in (0..seats).rev() {
            stages[seat] += 1;
            if stages[seat] < lengths[seat] {
                break;
            }
            stages[seat] = 0;
        }
    }
    let bounded = within(roundings(&lengths, field.states(), known));
    let chance = |value: f64| bounded(value).at_most_one().enclosure().unwrap_or_else(Enclosure::probability);
    let why = if never > 0.0 { Missing::Endless } else { Missing::TooLong };
    let mean = bounded(mean).enclosure().filter(|_| never <= 0.0).ok_or(why);
    Some(Solved {
        shares: shares.into_iter().map(chance).collect(),
        never: if never > 0.0 { chance(never) } else { Enclosure::zero() },
        moments: [mean, Err(why)],
    })
}

/// How many roundings the widest of the tracks' chances is away from its middle; `None` for chances that are too small:
/// quotients by them could bring out what is lost below the smallest double.
fn roundings_of_input(field: &Field<Interval>) -> Option<usize> {
    let chances = field.tracks.iter().flatten().flat_map(|stage| [stage.stay, stage.advance, stage.done]);
    let mut widest = 0.0_f64;
    for chance in chances.filter(|chance| chance.high > 0.0) {
        if is_tiny(&chance) {
            return None;
        }
        widest = widest.max((chance.high - chance.low) / chance.low);
    }
    // Wider than this is not a matter of rounding.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 4,504")]
    (widest < 1e-12).then_some((widest / f64::EPSILON) as usize + 2)
}

/// How many roundings one after the other a number is made of at most.
///
/// From state to state, above and below the line of a quotient: of each seat its chances, so many roundings from the
/// truth, with a sum and a product; and the sum of all that leaves. Then the quotient, one product, and the sum of what
/// comes into a state. No way is longer than that on which the seats advance one by one. In the end all states are added up.
fn roundings(lengths: &[usize], states: usize, known: usize) -> usize {
    let seats = lengths.len();
    let sets = 1 << seats;
    let step = 2 * seats * (known + 2) + 2 * (sets + seats) + 4;
    (lengths.iter().sum::<usize>() + 1) * step + states
}

/// An interval that holds the number of which that is known with so many roundings.
fn within(roundings: usize) -> impl Fn(f64) -> Interval {
    // A little more than so many times half the distance of neighbours.
    #[expect(clippy::cast_precision_loss, reason = "a bound with room to spare")]
    let wide = 1.0 + 1.01 * roundings as f64 * f64::EPSILON;
    move |value| Interval {
        low: (value / wide - LOST).next_down().max(0.0),
        high: (value * wide + LOST).next_up(),
    }
}
