//! Equilibria in doubles, for games too numerous or too large to be proved in rationals.

use super::basis::{Proved, solved_in_doubles};
use super::form::{first_vertex, flows, program};
use super::game::{Player, SequenceGame};
use super::program::Program;
use super::solve::Unsolved;

/// Values and prices below this count as 0.
const NOTHING: f64 = 1e-11;

/// An equilibrium in doubles, from which the others can be searched.
///
/// It comes without error bounds: check with a best response how much of the value a strategy secures.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::{Player, SequenceGame, SolvedInDoubles};
///
/// // Each seat shows a coin: 3 are paid for two heads, 2 for two tails, and 1 or nothing for different sides.
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
    /// The last variable is the stake of [`SolvedInDoubles::sharpest_within`], which is barred everywhere else.
    program: Program,
    rhs: Vec<f64>,
    costs: Vec<f64>,
    of: Proved<f64>,
    value: f64,
}

impl SolvedInDoubles {
    /// Solves a game whose sets begin with these weights, in their order; sets without a weight begin with 0.
    ///
    /// # Errors
    ///
    /// [`Unsolved`] if the solver gives up the linear program.
    pub fn new(game: SequenceGame, weights: [Vec<f64>; 2]) -> Result<Self, Unsolved> {
        let [mut rhs, second] = weights;
        let program = program(&game, Some(&rhs));
        rhs.resize(program.rows.len(), 0.0);
        let mut costs = vec![0.0; program.variables()];
        for (cost, weight) in costs[game.sequences(Player::First)..].iter_mut().zip(second) {
            *cost = weight;
        }
        let start = first_vertex(&game, &program, [&rhs, &costs]);
        let mut barred = vec![false; program.variables()];
        barred[program.columns.len() - 1] = true;
        let of = solved_in_doubles(&program, [&rhs, &costs], &barred, &start).map_err(|_| Unsolved)?;
        let value = of.values.iter().zip(&costs).map(|(value, cost)| value * cost).sum();
        Ok(Self { game, program, rhs, costs, of, value })
    }

    /// The game.
    pub const fn game(&self) -> &SequenceGame {
        &self.game
    }

    /// The payment to the first seat.
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// The flow through each sequence of a seat at equilibrium.
    pub fn flows(&self, player: Player) -> Vec<f64> {
        let [first, second] = flows(&self.game, &self.program, &self.of.values, &self.of.reduced);
        positive(if player == Player::First { first } else { second })
    }

    /// The flows of an optimal strategy of the first seat that maximises the sum of these gains of its sequences.
    ///
    /// # Errors
    ///
    /// [`Unsolved`] if the solver gives up the linear program.
    pub fn sharpest(&self, gains: &[f64]) -> Result<Vec<f64>, Unsolved> {
        let mut barred: Vec<bool> = self.of.reduced.iter().map(|reduced| reduced.abs() > NOTHING).collect();
        barred[self.program.columns.len() - 1] = true;
        if is_only(&self.program, &self.of.basis, &barred) {
            return Ok(self.flows(Player::First));
        }
        let mut costs = vec![0.0; self.program.variables()];
        costs[..gains.len()].copy_from_slice(gains);
        let found = solved_in_doubles(&self.program, [&self.rhs, &costs], &barred, &self.of.basis);
        Ok(positive(found.map_err(|_| Unsolved)?.values[..gains.len()].to_vec()))
    }

    /// The flows of strategies of the second seat that maximise the sum of these gains of its sequences while the first seat
    /// gets no more than a bound, which is at least the value. There is one strategy for each bound; bounds in ascending order
    /// are fastest, since each solution starts from the one before.
    ///
    /// This is the dual of the following program, which has as few rows as the game: the first seat plays for a stake t ≥ 0
    /// of its choice, which costs it bound · t, and the second has its gains in addition. Maximise Σ weight·v − bound·t, where
    /// each set of the first begins with t times its weight, and v of each sequence of the second is no more than its payment
    /// minus its gain.
    ///
    /// # Errors
    ///
    /// [`Unsolved`] for each bound whose linear program the solver gives up.
    pub fn sharpest_within(&self, bounds: &[f64], gains: &[f64]) -> Vec<Result<Vec<f64>, Unsolved>> {
        let (program, sets) = (&self.program, self.game.sets(Player::First));
        let columns = program.columns.len();
        let mut rhs = vec![0.0; sets];
        rhs.extend(gains.iter().map(|gain| -gain));
        let mut costs = self.costs.clone();
        let nothing = vec![false; program.variables()];
        let mut basis = self.unstaked(gains);
        let within = |bound: &f64| {
            costs[columns - 1] = -bound;
            let found = solved_in_doubles(program, [&rhs, &costs], &nothing, &basis);
            let found = found.map_err(|_| Unsolved)?;
            basis = found.basis;
            Ok(positive(found.reduced[columns + sets..].iter().map(|price| -price).collect()))
        };
        bounds.iter().map(within).collect()
    }

    /// A feasible basis of that program: the stake is 0, and the second seat takes the sequences with the largest gains.
    fn unstaked(&self, gains: &[f64]) -> Vec<usize> {
        let (one, two) = (Player::First, Player::Second);
        let (game, sets) = (&self.game, self.game.sets(one));
        let mut basis: Vec<usize> = (0..sets).map(|set| game.actions(one, set).start).collect();
        basis.extend((0..gains.len()).map(|sequence| self.program.columns.len() + sets + sequence));
        for set in 0..game.sets(two) {
            let most = game.actions(two, set).max_by(|one, other| gains[*one].total_cmp(&gains[*other]));
            basis[sets + most.unwrap_or_default()] = game.sequences(one) + set;
        }
        basis
    }
}

/// Whether no variable may enter an optimal basis, so that the optimum is unique.
fn is_only(program: &Program, basis: &[usize], barred: &[bool]) -> bool {
    let mut may_not = barred.to_vec();
    for variable in basis {
        may_not[*variable] = true;
    }
    (0..program.variables()).all(|variable| may_not[variable] || program.is_fixed(variable))
}

/// The flows with negative roundings set to 0.
fn positive(mut flows: Vec<f64>) -> Vec<f64> {
    for flow in &mut flows {
        *flow = flow.max(0.0);
    }
    flows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looser_bounds_allow_larger_gains() {
        // Each seat shows one of two sides; the first is paid 1 for equal sides, and the second gains 1 with its first side.
        let mut game = SequenceGame::default();
        let (one, other) = (game.add_set(Player::First, &[], 2), game.add_set(Player::Second, &[], 2));
        for side in [0, 1] {
            let first = game.sequence(Player::First, one, side);
            game.pay(first, game.sequence(Player::Second, other, side), 1.0);
        }
        let solved = SolvedInDoubles::new(game, [vec![1.0], vec![1.0]]).unwrap();
        let (bounds, sides) = ([0.5, 0.75, 2.0, 0.5], [0.5, 0.75, 1.0, 0.5]);
        for (flows, side) in solved.sharpest_within(&bounds, &[1.0, 0.0]).into_iter().zip(sides) {
            let flows = flows.unwrap();
            assert!(
                (flows[0] - side).abs() < 1e-12 && (flows[1] + side - 1.0).abs() < 1e-12,
                "{side}: {flows:?}"
            );
        }
    }
}
