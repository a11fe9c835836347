//! Games solved in doubles, of which there are too many to prove each in rationals.

use super::basis::{Proved, barred, complementary, solved_in_doubles};
use super::form::{first_vertex, flows, program};
use super::game::{Player, SequenceGame};
use super::program::Program;
use super::solve::Unsolved;

/// Values and prices below this are taken for nothing.
const NOTHING: f64 = 1e-11;

/// An equilibrium in doubles, and with it all others.
///
/// Nothing is claimed of how near it is: a best response tells what is kept of the value.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::{Player, SequenceGame, SolvedInDoubles};
///
/// // The seats show a coin each: 3 are paid for two heads, 2 for two tails, and 1 or nothing for unlike ones.
/// let mut game = SequenceGame::default();
/// let (one, other) = (game.add_set(Player::First, &[], 2), game.add_set(Player::Second, &[], 2));
/// for (row, column, payment) in [(0, 0, 3.0), (0, 1, 0.0), (1, 0, 1.0), (1, 1, 2.0)] {
///     let sequence = game.sequence(Player::First, one, row);
///     game.pay(sequence, game.sequence(Player::Second, other, column), payment);
/// }
/// let solved = SolvedInDoubles::new(game, [vec![1.0], vec![1.0]])?;
/// assert!((solved.value() - 1.5).abs() < 1e-12);
/// assert!((solved.flows(Player::First)[0] - 0.25).abs() < 1e-12);
/// # Ok::<(), tali_odds::exact::Unsolved>(())
/// ```
pub struct SolvedInDoubles {
    game: SequenceGame,
    program: Program,
    dual: Program,
    rhs: Vec<f64>,
    costs: Vec<f64>,
    of: Proved<f64>,
    value: f64,
}

impl SolvedInDoubles {
    /// Solves a game whose sets begin with these weights, in their order; those that are left out begin with nothing.
    ///
    /// # Errors
    ///
    /// [`Unsolved`], if the linear program is given up.
    pub fn new(game: SequenceGame, weights: [Vec<f64>; 2]) -> Result<Self, Unsolved> {
        let program = program(&game);
        let [mut rhs, second] = weights;
        rhs.resize(program.rows.len(), 0.0);
        let mut costs = vec![0.0; program.variables()];
        for (cost, weight) in costs[game.sequences(Player::First)..].iter_mut().zip(second) {
            *cost = weight;
        }
        let start = first_vertex(&game, &program, [&rhs, &costs]);
        let (dual, nothing) = (program.dual(), vec![false; program.variables()]);
        let of = solved_in_doubles(&program, &dual, [&rhs, &costs], &nothing, start).map_err(|_| Unsolved)?;
        let value = of.values.iter().zip(&costs).map(|(value, cost)| value * cost).sum();
        Ok(Self { game, program, dual, rhs, costs, of, value })
    }

    /// The game.
    pub const fn game(&self) -> &SequenceGame {
        &self.game
    }

    /// What the first seat is paid.
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// How much flows through each sequence of a seat at best play.
    pub fn flows(&self, player: Player) -> Vec<f64> {
        let [first, second] = flows(&self.game, &self.program, &self.of.values, &self.of.reduced);
        positive(if player == Player::First { first } else { second })
    }

    /// Of all best strategies of a seat the flows of one that gains most, where each of its sequences gains so much.
    ///
    /// # Errors
    ///
    /// [`Unsolved`], if the linear program is given up.
    pub fn sharpest(&self, player: Player, gains: &[f64]) -> Result<Vec<f64>, Unsolved> {
        let (values, reduced) = (&self.of.values, &self.of.reduced);
        let is_something =
            |variable: usize| (values[variable].abs() > NOTHING, reduced[variable].abs() > NOTHING);
        let barred = barred(&self.program, is_something);
        let (program, dual, rhs, first, basis) = match player {
            Player::First => (&self.program, &self.dual, self.rhs.clone(), 0, self.of.basis.clone()),
            Player::Second => {
                let columns = self.program.columns.len();
                let rhs = self.costs[..columns].iter().map(|cost| -cost).collect();
                let basis = complementary(&self.program, &self.of.basis);
                (&self.dual, &self.program, rhs, self.game.sets(Player::First), basis)
            }
        };
        let barred = &barred[player.index()];
        if is_only(program, &basis, barred) {
            return Ok(self.flows(player));
        }
        let mut costs = vec![0.0; program.variables()];
        costs[first..first + gains.len()].copy_from_slice(gains);
        let found = solved_in_doubles(program, dual, [&rhs, &costs], barred, basis).map_err(|_| Unsolved)?;
        Ok(positive(found.values[first..first + gains.len()].to_vec()))
    }
}

/// Whether nothing may enter an optimal basis, so that there is no other optimum.
fn is_only(program: &Program, basis: &[usize], barred: &[bool]) -> bool {
    let mut may_not = barred.to_vec();
    for variable in basis {
        may_not[*variable] = true;
    }
    (0..program.variables()).all(|variable| may_not[variable] || program.is_fixed(variable))
}

/// Flows without roundings below zero.
fn positive(mut flows: Vec<f64>) -> Vec<f64> {
    for flow in &mut flows {
        *flow = flow.max(0.0);
    }
    flows
}
