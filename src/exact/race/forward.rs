//! Chances and the mean length of a race between different seats, in one pass over their joint stages.
//!
//! The same sums as on a [`Grid`](super::grid::Grid), without keeping what a round does from each of many states.

use super::Solved;
use super::track::Field;
use crate::exact::solution::Missing;
use crate::exact::{Enclosure, Interval};
use crate::process::MAX_SEATS;

/// Solves for shares and the mean length; `None` where seats are alike, which a grid makes use of.
pub(super) fn solve(field: &Field<Interval>) -> Option<Solved> {
    let seats = field.seats();
    if field.tracks.len() < seats {
        return None;
    }
    let lengths: Vec<usize> = field.of_seat.iter().map(|track| field.tracks[*track].len()).collect();
    // Joint stages are numbered in rising order, the last seat first.
    let mut strides = vec![1; seats];
    for seat in (1..seats).rev() {
        strides[seat - 1] = strides[seat] * lengths[seat];
    }
    let mut begun = vec![Interval::ZERO; field.states()];
    begun[0] = Interval::ONE;
    let (mut shares, mut mean, mut never) = (vec![Interval::ZERO; seats], Interval::ZERO, Interval::ZERO);
    let mut stages = [0u16; MAX_SEATS];
    // Every set of seats that advance, with its chance and by how much the number of the state grows.
    let mut sets: Vec<(Interval, usize)> = Vec::with_capacity(1 << seats);
    for state in 0..begun.len() {
        if !begun[state].is_zero() {
            let mut wins = [Interval::ZERO; MAX_SEATS];
            let mut open = Interval::ONE;
            sets.clear();
            sets.push((Interval::ONE, 0));
            for seat in 0..seats {
                let stage = field.stage(seat, &stages);
                wins[seat] = open.times(stage.done);
                open = open.times(stage.stay.plus(stage.advance));
                for place in 0..sets.len() {
                    let (chance, further) = sets[place];
                    sets[place].0 = chance.times(stage.stay);
                    sets.push((chance.times(stage.advance), further + strides[seat]));
                }
            }
            let moves = sets[1..].iter().map(|(chance, _)| *chance);
            let leave: Interval = moves.chain(wins).sum();
            if leave.is_zero() {
                never = never.plus(begun[state]);
            } else {
                let rounds = begun[state].over(leave);
                let mut casts = open.times(Interval::whole(seats as u64));
                for ((share, win), place) in shares.iter_mut().zip(wins).zip(1u64..) {
                    *share = share.plus(rounds.times(win));
                    casts = casts.plus(win.times(Interval::whole(place)));
                }
                mean = mean.plus(rounds.times(casts));
                for (chance, further) in sets[1..].iter().filter(|(chance, _)| !chance.is_zero()) {
                    begun[state + further] = begun[state + further].plus(rounds.times(chance));
                }
            }
        }
        for seat in (0..seats).rev() {
            stages[seat] += 1;
            if usize::from(stages[seat]) < lengths[seat] {
                break;
            }
            stages[seat] = 0;
        }
    }
    let ends = never.is_zero();
    let bounded = |chance: &Interval| chance.at_most_one().enclosure().unwrap_or_else(Enclosure::probability);
    let mean = if ends { mean.enclosure().ok_or(Missing::TooLong) } else { Err(Missing::Endless) };
    Some(Solved {
        shares: shares.iter().map(bounded).collect(),
        never: bounded(&never),
        moments: [mean, Err(if ends { Missing::TooLong } else { Missing::Endless })],
    })
}
