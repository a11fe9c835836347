//! What it is worth to play well, to move first, and to throw something else.

#![expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "games and sticks are few")]

use std::sync::atomic::AtomicBool;

use num_bigint::BigUint;
use rayon::prelude::*;

use super::chain::Fixed;
use super::notation::GameState;
use super::numbering::Numbering;
use super::player::Games;
use super::policies::Policy;
use super::process::MOST_IN_CHAIN;
use super::settings::{Settings, four};
use super::solved::Solved;
use super::strategy::policies;
use super::table::Table;
use crate::boards::player::GamePlayer;
use crate::kit::skill::{above_half, half, mean};
use crate::kit::throws::caught;
use crate::kit::{AdviceError, AgainstPolicy, FirstMoveBy, Measured, Play, PolicyCost, Skill};
use tali_core::exact::{Decided, Enclosure, Missing, Number, Wanted, solve_grids};
use tali_core::monte_carlo::{Pairs, Plan, Watch, simulate};
use tali_core::process::Distribution;
use tali_core::tali::{Face, Talus};

/// So many games are played in each seat where shares are not solved.
const GAMES: u64 = 20_000;

/// Other bones are compared with so many pieces at most: more would take minutes.
const MOST_COMPARED: u8 = 3;

/// All of it.
pub(super) fn skill(table: &Table, told: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError> {
    let solved = table.solved()?;
    // As it is played here, which need not be the best.
    let first = table.known(Wanted::ALL).shares.swap_remove(0);
    let first = if first == Enclosure::probability() { Err(Missing::TooLong) } else { Ok(first) };
    let against = |choices: PolicyCost| {
        let best = best_against(table, solved, Policy::named(choices.policy), told);
        let (policy, mean) = (choices.policy.to_owned(), mean_of(&best));
        AgainstPolicy { policy, best, mean, others: None, choices: Some(choices) }
    };
    Ok(Skill {
        first_move: Some(above_half(first)),
        first_move_by: thrown(&table.race.settings).into_par_iter().map(|other| other.solved(told)).collect(),
        shares: policies(solved).into_iter().map(against).collect(),
        ..Skill::default()
    })
}

/// What best play wins against a policy on average over both seats, if that is solved.
pub(super) fn against(table: &Table, policy: &Play) -> Result<Number, AdviceError> {
    if table.race.positions() > MOST_IN_CHAIN {
        return Err(AdviceError::PLAYED);
    }
    Ok(mean_of(&best_against(table, table.solved()?, Policy::of(policy), &|| ())).solved())
}

/// What best play wins against a policy, in seat 1 and in seat 2.
fn best_against(table: &Table, solved: &Solved, policy: Policy, told: &(dyn Fn() + Sync)) -> [Measured; 2] {
    let against = |seat: usize| {
        let policies = if seat == 0 { [Policy::Best, policy] } else { [policy, Policy::Best] };
        let share = share(table, solved, policies, seat);
        told();
        share
    };
    rayon::join(|| against(0), || against(1)).into()
}

/// How many solutions that takes.
pub(super) fn tables(table: &Table) -> u64 {
    (2 * Policy::SIMPLE.len() + thrown(&table.race.settings).len()) as u64
}

/// What a seat wins.
fn share(table: &Table, solved: &Solved, policies: [Policy; 2], seat: usize) -> Measured {
    if table.race.positions() <= MOST_IN_CHAIN {
        let shares = Fixed::new(&solved.numbering, policies, Some(solved)).shares(&GameState::FIRST);
        return Measured::Solved(
            shares.and_then(|shares| shares.into_iter().nth(seat).ok_or(Missing::Impossible)),
        );
    }
    let table = table.playing(policies);
    let plan = Plan { games: GAMES, seed: 1, threads: 0 };
    let watch = Watch { stop: &AtomicBool::new(false), played: &|_| () };
    let won = simulate(&GamePlayer(Games::new(&table)), &plan, &watch).shares[seat].sum;
    let games = GAMES as f64;
    Measured::Played(Pairs { count: GAMES, part: won, whole: games, squares: [won, games, won] })
}

/// The mean of what is won in both seats, as many games having been played in either.
fn mean_of(both: &[Measured; 2]) -> Measured {
    if let [Measured::Played(one), Measured::Played(other)] = both {
        let mut all = *one;
        all.merge(other);
        return Measured::Played(all);
    }
    Measured::Solved(mean(&both.each_ref().map(Measured::solved)))
}

/// Something that both seats could throw.
struct Thrown {
    name: String,
    settings: Settings,
}

impl Thrown {
    /// What the first move is worth with it.
    fn solved(self, told: &(dyn Fn() + Sync)) -> FirstMoveBy {
        let pieces = self.settings.pieces;
        let first_move = || -> Number {
            let values =
                solve_grids(&Numbering::new(self.settings, [0; 2]), None).map_err(|_| Missing::Impossible)?;
            above_half(Ok(Enclosure::chance(values.values[0], values.bound + f64::EPSILON)))
        };
        let first_move = first_move();
        told();
        FirstMoveBy { thrown: self.name, pieces, first_move }
    }
}

/// What could be thrown instead of a talus: sticks, a die, symmetric bones, and the own one with each face half as heavy again.
fn thrown(settings: &Settings) -> Vec<Thrown> {
    let Some(worth) = settings.faces else { return Vec::new() };
    let pieces = settings.pieces.min(MOST_COMPARED);
    let thrown =
        |name: String, throws: Distribution<u8>| Thrown { name, settings: settings.throwing(throws, pieces) };
    let own = |face: Face| {
        settings.talus.as_ref().map_or(BigUint::from(1u8), |talus: &Talus| talus.weight(face).clone())
    };
    let mut all = vec![
        thrown("one bone, as it is".to_owned(), four(worth, own)),
        thrown("four sticks".to_owned(), caught(4, &half()).map(|flat| *flat as u8)),
        thrown("a four-sided die".to_owned(), four([1, 2, 3, 4], |_| 1u8.into())),
    ];
    for face in Face::ALL {
        let heavier = four(worth, |other| own(other) * if other == face { 3u8 } else { 2 });
        all.push(thrown(format!("the bone, its {} half as heavy again", face.value()), heavier));
    }
    for twentieths in 1..=9u8 {
        let bone = four(worth, |face| match face {
            Face::One | Face::Six => twentieths.into(),
            Face::Three | Face::Four => (10 - twentieths).into(),
        });
        all.push(thrown(format!("a bone with 1 and 6 at {} % each", 5 * twentieths), bone));
    }
    all
}
