//! Equilibria: finds a basis in doubles and proves it in rationals.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::basis::{Proved, barred, complementary, in_doubles, optimum_in_doubles, proved};
use super::form::{flows, program, start_and_optimum};
use super::game::{Player, SequenceGame};
use super::plan::{Objective, Plan, met};
use super::program::Program;
use super::simplex::Simplex;
use crate::exact::Enclosure;

/// Values and reduced costs below this count as 0 if there is no exact solution.
const NOTHING: f64 = 1e-9;

/// A zero-sum game with its chance weights.
pub struct ZeroSum {
    game: Arc<SequenceGame>,
    weights: [Vec<BigUint>; 2],
    program: Program,
}

/// The solver gave up the linear program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solver gave up the linear program of this game")]
pub struct Unsolved;

/// An equilibrium, from which the others can be searched.
pub struct Equilibrium {
    of: ZeroSum,
    dual: Program,
    basis: Vec<usize>,
    /// For the program and its dual, the variables that are 0 in every optimum.
    barred: [Vec<bool>; 2],
    plans: [Plan; 2],
    value: Enclosure,
}

impl ZeroSum {
    /// A game whose sets begin with these weights, in their order; sets without a weight begin with 0.
    pub fn new(game: Arc<SequenceGame>, weights: [Vec<BigUint>; 2]) -> Self {
        let mut weights = weights;
        for player in Player::BOTH {
            weights[player.index()].resize(game.sets(player), BigUint::zero());
        }
        Self { program: program(&game, None), game, weights }
    }

    /// The weights with which the sets of a seat begin.
    fn weights(&self, player: Player) -> &[BigUint] {
        &self.weights[player.index()]
    }

    /// Solves the game: exactly if doubles lead close enough to an optimal basis, else within two bounds.
    ///
    /// # Errors
    ///
    /// [`Unsolved`] if the solver gives up the linear program.
    pub fn solve(self) -> Result<Equilibrium, Unsolved> {
        let (rhs, costs) = self.data();
        let data = [in_doubles(&rhs), in_doubles(&costs)];
        let basis = start_and_optimum(&self.game, &self.program, data.each_ref()).map_err(|_| Unsolved)?;
        let nothing = vec![false; self.program.variables()];
        let dual = self.program.dual();
        match proved(&self.program, [&rhs, &costs], &nothing, basis.clone()) {
            Ok(Proved { basis, values, reduced }) => {
                let flows = flows(&self.game, &self.program, &values, &reduced);
                let plans = Player::BOTH.map(|player| Plan::new(player, &flows[player.index()]));
                let barred = barred(&self.program, |variable| {
                    (!values[variable].is_zero(), !reduced[variable].is_zero())
                });
                let value = values.iter().zip(&costs).filter(|(_, cost)| !cost.is_zero());
                let value = Enclosure::exact(value.map(|(value, cost)| value * cost).sum());
                Ok(Equilibrium { of: self, dual, basis, barred, plans, value })
            }
            Err(_) => self.between(dual, data.each_ref(), basis).ok_or(Unsolved),
        }
    }

    /// The equilibrium found in doubles, with bounds on its value.
    fn between(self, dual: Program, [rhs, costs]: [&Vec<f64>; 2], basis: Vec<usize>) -> Option<Equilibrium> {
        let nothing = vec![false; self.program.variables()];
        let simplex = Simplex::new(&self.program, [rhs, costs], &nothing, basis).ok()?;
        let (values, reduced) = (simplex.solution(), simplex.reduced_costs().to_vec());
        let flows = flows(&self.game, &self.program, &values, &reduced);
        let plans = Player::BOTH.map(|player| self.rounded(player, &flows[player.index()]));
        let barred =
            barred(&self.program, |variable| (values[variable] > NOTHING, reduced[variable].abs() > NOTHING));
        let [low, high] = Player::BOTH.map(|player| {
            plans[player.index()].best_response(&self.game, self.weights(player.other()), Objective::Most)
        });
        let value = Enclosure::between(low, high);
        let basis = simplex.into_basis();
        Some(Equilibrium { of: self, dual, basis, barred, plans, value })
    }

    /// The exact plan that is nearest to flows in doubles.
    fn rounded(&self, player: Player, flows: &[f64]) -> Plan {
        const PARTS: f64 = 1_099_511_627_776.0;
        Plan::of_behaviour(&self.game, player, self.weights(player), |set| {
            let actions = self.game.actions(player, set);
            let inflow: f64 = actions.clone().map(|sequence| flows[sequence].max(0.0)).sum();
            let part =
                |sequence: usize| (flows[sequence].max(0.0) / inflow * PARTS).round().to_u64().unwrap_or(0);
            let mut parts: Vec<u64> = actions.map(part).collect();
            if parts.iter().all(|part| *part == 0) {
                parts[0] = 1;
            }
            let all: u64 = parts.iter().sum();
            parts.into_iter().map(|part| BigRational::new(part.into(), all.into())).collect()
        })
    }

    /// The right-hand side and the costs.
    fn data(&self) -> (Vec<BigRational>, Vec<BigRational>) {
        let number = |weight: &BigUint| BigRational::from_integer(weight.clone().into());
        let [first, second] = &self.weights;
        let mut rhs: Vec<BigRational> = first.iter().map(number).collect();
        rhs.resize(self.program.rows.len(), BigRational::zero());
        let mut costs = vec![BigRational::zero(); self.program.variables()];
        for (cost, weight) in costs[self.game.sequences(Player::First)..].iter_mut().zip(second) {
            *cost = number(weight);
        }
        (rhs, costs)
    }
}

impl Equilibrium {
    /// The payment to the first seat, summed over all weights.
    pub const fn value(&self) -> &Enclosure {
        &self.value
    }

    /// An optimal strategy of a seat.
    pub const fn plan(&self, player: Player) -> &Plan {
        &self.plans[player.index()]
    }

    /// The optimal strategy of a seat that gets the largest payment from the other seat's plan.
    ///
    /// A payment to the second seat is the negative of the game's payment.
    ///
    /// # Errors
    ///
    /// [`Unsolved`] if the solver gives up the linear program.
    pub fn sharpest(&self, player: Player, against: &Plan) -> Result<Plan, Unsolved> {
        let zero_sum = &self.of;
        let game = &*zero_sum.game;
        let program = match player {
            Player::First => &zero_sum.program,
            Player::Second => &self.dual,
        };
        // The right-hand side of the dual are the costs, and its variables are the rows of the program.
        let (rows, costs) = zero_sum.data();
        let (rhs, first_sequence) = match player {
            Player::First => (rows, 0),
            Player::Second => {
                let columns = zero_sum.program.columns.len();
                (costs[..columns].iter().map(|cost| -cost).collect(), game.sets(Player::First))
            }
        };
        let gains = match player {
            Player::First => BigRational::one(),
            Player::Second => -BigRational::one(),
        };
        let gains = gains / against.scale();
        let mut secondary = vec![BigRational::zero(); program.variables()];
        for sequence in 0..game.sequences(player) {
            let paid: BigInt = met(game, player, sequence, against.flows());
            if !paid.is_zero() {
                secondary[first_sequence + sequence] = &gains * paid;
            }
        }
        let basis = match player {
            Player::First => self.basis.clone(),
            Player::Second => complementary(&zero_sum.program, &self.basis),
        };
        let barred = &self.barred[player.index()];
        let data = [in_doubles(&rhs), in_doubles(&secondary)];
        let doubles = data.each_ref().map(Vec::as_slice);
        let basis = optimum_in_doubles(program, doubles, barred, basis).map_err(|_| Unsolved)?;
        let exact = proved(program, [&rhs, &secondary], barred, basis.clone());
        let sequences = first_sequence..first_sequence + game.sequences(player);
        if self.value.as_exact().is_some()
            && let Ok(Proved { values, .. }) = exact
        {
            return Ok(Plan::new(player, &values[sequences]));
        }
        let [rhs, secondary] = &data;
        let simplex = Simplex::new(program, [rhs, secondary], barred, basis);
        let simplex = simplex.map_err(|_| Unsolved)?;
        Ok(zero_sum.rounded(player, &simplex.solution()[sequences]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves the matrix game with these payments.
    fn matrix(payments: &[&[f64]]) -> Equilibrium {
        let mut game = SequenceGame::default();
        let rows = game.add_set(Player::First, &[], payments.len());
        let columns = game.add_set(Player::Second, &[], payments[0].len());
        for (row, of_row) in payments.iter().enumerate() {
            for (column, payment) in of_row.iter().enumerate() {
                let one = game.sequence(Player::First, rows, row);
                let two = game.sequence(Player::Second, columns, column);
                game.pay(one, two, *payment);
            }
        }
        ZeroSum::new(Arc::new(game), [vec![1u32.into()], vec![1u32.into()]]).solve().unwrap()
    }

    fn shares(solved: &Equilibrium, plan: &Plan, actions: u32) -> Vec<String> {
        (0..actions).map(|action| plan.probability(&solved.of.game, action).to_string()).collect()
    }

    #[test]
    fn matrix_games_match_solutions_by_hand() {
        let scissors = matrix(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        assert_eq!(scissors.value().as_exact(), Some(&BigRational::zero()));
        assert_eq!(shares(&scissors, scissors.plan(Player::First), 3), ["1/3"; 3]);
        // v = (3·2 − 1·0) ÷ (3 + 2 − 1 − 0).
        let mixed = matrix(&[&[3.0, 0.0], &[1.0, 2.0]]);
        assert_eq!(mixed.value().as_exact().unwrap().to_string(), "3/2");
        assert_eq!(shares(&mixed, mixed.plan(Player::First), 2), ["1/4", "3/4"]);
        assert_eq!(shares(&mixed, mixed.plan(Player::Second), 2), ["1/2", "1/2"]);
        // A saddle point.
        let saddle = matrix(&[&[4.0, 2.0], &[3.0, 1.0]]);
        assert_eq!(saddle.value().as_exact().unwrap().to_string(), "2");
    }

    #[test]
    fn sharpest_finds_the_best_of_many_optimal_strategies() {
        // The first three rows secure 1; against the second column, which no good opponent plays, they get 1 to 5.
        let solved = matrix(&[&[1.0, 1.0], &[1.0, 3.0], &[1.0, 5.0], &[0.0, 9.0]]);
        let second = Plan::new(Player::Second, &[BigRational::zero(), BigRational::one()]);
        let plan = solved.sharpest(Player::First, &second).unwrap();
        let stored = plan.best_response(&solved.of.game, &solved.of.weights[1], Objective::Most);
        assert!(stored.is_one(), "the plan is still optimal");
        assert_eq!(plan.payment(&solved.of.game, &second).to_string(), "5");
        // The same for the other seat: both columns pay 1 against the first row, but not against the last.
        let solved = matrix(&[&[1.0, 1.0], &[0.0, 1.0]]);
        let last = Plan::new(Player::First, &[BigRational::zero(), BigRational::one()]);
        let plan = solved.sharpest(Player::Second, &last).unwrap();
        assert!(last.payment(&solved.of.game, &plan).is_zero());
    }

    #[test]
    fn best_responses_bound_solutions_in_doubles() {
        let mut game = SequenceGame::default();
        let rows = game.add_set(Player::First, &[], 2);
        let columns = game.add_set(Player::Second, &[], 2);
        for (one, two) in [(0, 0), (1, 1)] {
            let one = game.sequence(Player::First, rows, one);
            game.pay(one, game.sequence(Player::Second, columns, two), 1.0);
        }
        let zero_sum = ZeroSum::new(Arc::new(game), [vec![1u32.into()], vec![1u32.into()]]);
        let (rhs, costs) = zero_sum.data();
        let data = [in_doubles(&rhs), in_doubles(&costs)];
        let (dual, basis) = (
            zero_sum.program.dual(),
            start_and_optimum(&zero_sum.game, &zero_sum.program, data.each_ref()).unwrap(),
        );
        let solved = zero_sum.between(dual, data.each_ref(), basis).unwrap();
        let half = BigRational::new(1.into(), 2.into());
        assert!(*solved.value().low() <= half && half <= *solved.value().high());
    }
}
