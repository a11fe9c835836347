//! The value of good play and of each variant.

use num_rational::BigRational;
use rayon::prelude::*;

use super::policies::Policy;
use super::round::{CoinGame, JOVE, Seat};
use super::settings::{REROLL_NAMES, Settings};
use super::solution::gains as gains_of;
use crate::kit::Skill;
use tali_core::exact::{Enclosure, Missing, Number, minus};

/// The largest work per table, in leaves of turns: a few seconds.
const MOST_WORK_EACH: u64 = 50_000_000;

/// The mean gain of every seat in a round, at each table; `solved` is called after each.
fn gains(tables: Vec<CoinGame>, solved: &(dyn Fn() + Sync)) -> Vec<Vec<Number>> {
    let gains = |table: CoinGame| {
        let gains = gains_of(&table, MOST_WORK_EACH);
        solved();
        gains
    };
    tables.into_par_iter().map(gains).collect()
}

fn mean(numbers: &[Number]) -> Number {
    let part = BigRational::new(1.into(), numbers.len().into());
    let add = |sum: Enclosure, number: &Number| Ok(sum.plus(number.as_ref().map_err(|why| *why)?));
    Ok(numbers.iter().try_fold(Enclosure::zero(), add)?.scaled(&part))
}

/// The tables that measure best play against a policy: all seats follow it, then one of them plays best instead.
fn against(settings: &Settings, seats: &[Seat], policy: Policy) -> impl Iterator<Item = CoinGame> {
    let table = move |best: Option<usize>| {
        let playing = |seat| if best == Some(seat) { Policy::Best } else { policy };
        let seats = seats.iter().enumerate().map(|(seat, one)| Seat { policy: playing(seat), ..one.clone() });
        CoinGame::new(settings.clone(), seats.collect())
    };
    std::iter::once(None).chain((0..seats.len()).map(Some)).map(table)
}

/// The mean advantage of best play at these tables.
fn gained(gains: &[Vec<Number>]) -> Number {
    let Some((among_equals, best)) = gains.split_first() else { return Err(Missing::Impossible) };
    let best: Vec<Number> = best.iter().enumerate().map(|(seat, gains)| gains[seat].clone()).collect();
    minus(mean(&best), mean(among_equals))
}

/// How much more best play gains against seats with this policy than one of them does, averaged over seats.
pub(super) fn skill_against(settings: &Settings, seats: &[Seat], policy: Policy) -> Number {
    gained(&gains(against(settings, seats, policy).collect(), &|| ()))
}

/// The variants in force, with their indices.
fn variants(settings: &Settings) -> Vec<(&'static str, usize)> {
    let rerolls = (0..REROLL_NAMES.len()).filter(|variant| settings.variants.rerolls[*variant]);
    let jove = settings.variants.jove.then_some(("jove", JOVE));
    rerolls.map(|variant| (REROLL_NAMES[variant], variant)).chain(jove).collect()
}

/// The number of tables that [`skill`] solves.
pub(super) fn tables(settings: &Settings) -> usize {
    1 + Policy::simpler().count() * (settings.seats + 1) + variants(settings).len() * (settings.seats + 1)
}

/// The value of good play and of each variant; `solved` is called after each table that is solved.
pub(super) fn skill(settings: &Settings, seats: &[Seat], solved: &(dyn Fn() + Sync)) -> Skill {
    let table = |settings: &Settings, barred| CoinGame::barring(settings.clone(), seats.to_vec(), barred);
    let mut all = vec![table(settings, None)];
    all.extend(Policy::simpler().flat_map(|(_, policy)| against(settings, seats, policy)));
    for (_, variant) in variants(settings) {
        let mut without = settings.clone();
        match without.variants.rerolls.get_mut(variant) {
            Some(open) => *open = false,
            None => without.variants.jove = false,
        }
        all.push(table(&without, None));
        all.extend((0..seats.len()).map(|seat| table(settings, Some((seat, variant)))));
    }
    let gains = gains(all, solved);
    let Some((as_played, others)) = gains.split_first() else { return Skill::default() };
    let mut each = others.chunks(seats.len() + 1);
    let against =
        Policy::simpler().zip(each.by_ref()).map(|((name, _), gains)| (name, gained(gains))).collect();
    let (mut value, mut without) = (Vec::new(), Vec::new());
    for ((name, _), gains) in variants(settings).into_iter().zip(each) {
        let Some((struck, barred)) = gains.split_first() else { continue };
        without.push((name, struck.clone()));
        let barred = barred
            .iter()
            .enumerate()
            .map(|(seat, gains)| minus(as_played[seat].clone(), gains[seat].clone()));
        value.push((name, barred.collect()));
    }
    Skill { against, value, without, ..Skill::default() }
}
