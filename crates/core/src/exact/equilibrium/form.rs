//! The sequence form of a game as a linear program, and a starting vertex for it.

use num_traits::ToPrimitive;

use super::basis::optimum_in_doubles;
use super::field::Field;
use super::game::{Player, SequenceGame};
use super::lists::{Lists, narrow};
use super::plan::{Objective, best_response};
use super::program::Program;
use super::simplex::Stopped;

/// The number of times that both seats answer each other before the first vertex is chosen.
const ANSWERS: u32 = 4;

/// The linear program of a game: the variables are the first seat's flows x and, for each set of the second, the payment v
/// there, which is at most that of any of its sequences; maximise Σ weight·v.
///
/// With weights of the first seat's sets, the last variable is a stake: the stake, multiplied by the weight of a set,
/// enters the set.
pub(super) fn program(game: &SequenceGame, stake: Option<&[f64]>) -> Program {
    let (one, two) = (Player::First, Player::Second);
    let variable = |set: usize| narrow(game.sequences(one) + set);
    let columns = game.sequences(one) + game.sets(two);
    let mut rows = Lists::default();
    for set in 0..game.sets(one) {
        let out = game.actions(one, set).map(|sequence| (narrow(sequence), 1.0));
        let parents = game.parents(one, set).iter().map(|(parent, chance)| (*parent, -chance));
        let weight = stake.and_then(|weights| weights.get(set)).filter(|weight| **weight != 0.0);
        rows.push(out.chain(parents).chain(weight.map(|weight| (narrow(columns), -weight))));
    }
    for sequence in 0..game.sequences(two) {
        let own = std::iter::once((variable(game.owner(two, sequence)), 1.0));
        let met = game.met(two, sequence).iter().map(|(other, payment)| (*other, -payment));
        let children = game.children(two, sequence).iter();
        rows.push(own.chain(met).chain(children.map(|(set, chance)| (variable(*set as usize), -chance))));
    }
    let is_flow = |row: usize| row < game.sets(one);
    let is_gain = |column: usize| (game.sequences(one)..columns).contains(&column);
    let equal = (0..rows.len()).map(is_flow).collect();
    Program::new(rows, equal, (0..columns + usize::from(stake.is_some())).map(is_gain).collect())
}

/// The flows of both seats, from the values and the reduced costs at a basis.
pub(super) fn flows<S: Field>(
    game: &SequenceGame,
    program: &Program,
    values: &[S],
    reduced: &[S],
) -> [Vec<S>; 2] {
    let first = values[..game.sequences(Player::First)].to_vec();
    let slacks = program.columns.len() + game.sets(Player::First);
    [first, reduced[slacks..].iter().map(Field::negated).collect()]
}

/// An optimal basis to the precision of doubles, reached from a vertex that is close to it.
pub(super) fn start_and_optimum(
    game: &SequenceGame,
    program: &Program,
    [rhs, costs]: [&Vec<f64>; 2],
) -> Result<Vec<usize>, Stopped> {
    let nothing = vec![false; program.variables()];
    optimum_in_doubles(program, [rhs, costs], &nothing, first_vertex(game, program, [rhs, costs]))
}

/// A starting vertex: a pure strategy of the first seat, from a few rounds of fictitious play, and the second seat's
/// best response to it.
///
/// Source of fictitious play, which answers the average of earlier strategies: G. W. Brown, "Iterative solution of games by
/// fictitious play", in *Activity Analysis of Production and Allocation* (1951).
pub(super) fn first_vertex(game: &SequenceGame, program: &Program, [rhs, costs]: [&[f64]; 2]) -> Vec<usize> {
    let gains = game.sequences(Player::First)..game.sequences(Player::First) + game.sets(Player::Second);
    let weights @ [first, second] = [&rhs[..game.sets(Player::First)], &costs[gains]];
    let even = |player: Player| {
        let parts = |set: usize| game.actions(player, set).len().to_f64().unwrap_or(1.0).recip();
        flow(game, player, weights[player.index()], |set, _| parts(set))
    };
    let pure = |player: Player, taken: &[usize]| {
        let is_taken = |set: usize, sequence: usize| if taken[set] == sequence { 1.0 } else { 0.0 };
        flow(game, player, weights[player.index()], is_taken)
    };
    let mut average = even(Player::Second);
    let mut taken = Vec::new();
    for answer in 1..=ANSWERS {
        taken = best_response(game, Player::First, Objective::Most, &average, first).taken;
        let reply =
            best_response(game, Player::Second, Objective::Most, &pure(Player::First, &taken), second).taken;
        let latest = pure(Player::Second, &reply);
        let part = f64::from(answer + 1).recip();
        average.iter_mut().zip(latest).for_each(|(flow, latest)| *flow += (latest - *flow) * part);
    }
    let reply =
        best_response(game, Player::Second, Objective::Most, &pure(Player::First, &taken), second).taken;
    // Slacks, except for the flows and the payments in the second seat's sets.
    let (variables, sets) = (program.columns.len(), game.sets(Player::First));
    let mut basis: Vec<usize> = (0..program.rows.len()).map(|row| variables + row).collect();
    basis[..sets].copy_from_slice(&taken);
    for (set, sequence) in reply.into_iter().enumerate() {
        basis[sets + sequence] = game.sequences(Player::First) + set;
    }
    basis
}

/// The flow of a seat that divides the inflow of a set among its sequences in these fractions.
fn flow(
    game: &SequenceGame,
    player: Player,
    weights: &[f64],
    part: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let mut flows = vec![0.0; game.sequences(player)];
    for (set, weight) in weights.iter().enumerate() {
        let parents = game.parents(player, set).iter();
        let inflow: f64 = parents.map(|(parent, chance)| flows[*parent as usize] * chance).sum();
        for sequence in game.actions(player, set) {
            flows[sequence] = (weight + inflow) * part(set, sequence);
        }
    }
    flows
}
