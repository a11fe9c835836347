//! Expected values on large, loosely connected chains, in intervals.
//!
//! The chain is split into strongly connected components; once it leaves one, it never comes back. Components that lead to
//! no other come first. Each is solved by elimination ([`Gth`]), using the values of those before it. This bounds the error
//! by a number of roundings; if there are many roundings, or a number comes near the limits of a double, the residual of
//! the equations gives a second enclosure: S. M. Rump, "Verification methods: rigorous results using floating-point
//! arithmetic", *Acta Numerica* 19 (2010), §10.

use super::Interval;
use super::gauss_seidel::GaussSeidel;
use super::gth::{Gth, LEAST, Row, add, time_to_eliminate};
use super::linear::{Elimination, System};
use crate::process::strong_components;

/// The largest relative error of one rounding: half the distance of 1 from the next double.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// Relative errors below this are not improved.
const FINE: f64 = 1e-13;

/// Relative errors above this count as unbounded.
const COARSE: f64 = 1e-3;

/// The time for eliminating large components, in nanoseconds; beyond it they are solved by sweeps.
const MOST_TIME: f64 = 3e9;

/// Estimates the nanoseconds it takes to solve a chain with these moves from each state, component by component; `None` if
/// the estimate takes too long or is beyond the time for elimination.
pub fn time_to_solve(moves: &[Vec<usize>]) -> Option<f64> {
    let mut steps = 300_000_000;
    let mut index = vec![usize::MAX; moves.len()];
    let mut time = 0.0;
    for states in strong_components(moves.len(), |state, branch| moves[state].get(branch).copied()) {
        if states.len() == 1 {
            continue;
        }
        for (local, state) in states.iter().enumerate() {
            index[*state] = local;
        }
        let inside = |state: &usize| {
            let local = moves[*state].iter().map(|to| index[*to]);
            local.filter(|to| *to != usize::MAX).collect::<Vec<usize>>()
        };
        time += time_to_eliminate(&states.iter().map(inside).collect::<Vec<_>>(), &mut steps)?;
        for state in states {
            index[state] = usize::MAX;
        }
    }
    // Beyond that, sweeps are used, whose number is unknown.
    (time < MOST_TIME).then_some(time)
}

/// The matrix of a chain, row by row.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    starts: Vec<usize>,
    moves: Vec<(usize, Interval)>,
    /// The chance of leaving the chain from each state.
    exits: Vec<Interval>,
}

impl Sparse {
    pub(super) fn new() -> Self {
        Self { starts: vec![0], moves: Vec::new(), exits: Vec::new() }
    }

    /// Adds a state: its moves, and the chance of leaving the chain from it.
    pub(super) fn row(&mut self, moves: impl IntoIterator<Item = (usize, Interval)>, exit: Interval) {
        self.moves.extend(moves);
        self.starts.push(self.moves.len());
        self.exits.push(exit);
    }

    pub(super) fn states(&self) -> usize {
        self.exits.len()
    }

    /// The moves from a state.
    fn moves(&self, state: usize) -> &[(usize, Interval)] {
        &self.moves[self.starts[state]..self.starts[state + 1]]
    }

    /// The strongly connected components, each after all those it leads to.
    fn components(&self) -> Vec<Vec<usize>> {
        strong_components(self.states(), |state, branch| self.moves(state).get(branch).map(|(to, _)| *to))
    }
}

/// A chain with its components eliminated.
#[derive(Clone, Debug)]
pub(super) struct Eliminated {
    chain: Sparse,
    components: Vec<Component>,
    /// A bound on the relative error of each state's value, for exact gains.
    errors: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Component {
    states: Vec<usize>,
    within: Within,
    /// The moves to other components: the local index of the source, the target state, and the chance.
    further: Vec<(usize, usize, f64)>,
}

/// How the equations of a component are solved.
#[derive(Clone, Debug)]
enum Within {
    Eliminated(Gth),
    /// Only the residual of the equations bounds the error.
    Swept(GaussSeidel),
}

impl Within {
    /// Eliminates small components, and large ones if the time allows it or sweeps would be too many.
    fn new(moves: Vec<Row>, exits: Vec<f64>, time: &mut f64) -> Self {
        const SMALL: usize = 1000;
        if moves.len() > SMALL {
            if let Some(eliminated) = Gth::within(moves.clone(), exits.clone(), time) {
                return Self::Eliminated(eliminated);
            }
            let swept = GaussSeidel::new(&moves, &exits);
            if swept.is_soon_solved() {
                return Self::Swept(swept);
            }
        }
        Self::Eliminated(Gth::new(moves, exits))
    }

    /// See [`Gth::roundings`].
    fn roundings(&self, of_input: f64) -> f64 {
        match self {
            Self::Eliminated(eliminated) => eliminated.roundings(of_input),
            Self::Swept(_) => f64::INFINITY,
        }
    }

    /// See [`Gth::solve`].
    fn solve(&self, gains: &mut [Vec<f64>]) -> Vec<bool> {
        match self {
            Self::Eliminated(eliminated) => eliminated.solve(gains),
            Self::Swept(swept) => {
                let nothing = |gain: &Vec<f64>| gain.iter().all(|gain| *gain == 0.0);
                let whole = gains.iter().map(nothing).collect();
                swept.solve(gains);
                whole
            }
        }
    }
}

impl From<Sparse> for Eliminated {
    fn from(chain: Sparse) -> Self {
        let mut index = vec![usize::MAX; chain.states()];
        let mut errors = vec![0.0; chain.states()];
        let mut components = Vec::new();
        let mut time = MOST_TIME;
        for states in chain.components() {
            for (local, state) in states.iter().enumerate() {
                index[*state] = local;
            }
            let mut exits: Vec<f64> = states.iter().map(|state| chain.exits[*state].middle()).collect();
            let mut within = vec![Row::new(); states.len()];
            let mut further = Vec::new();
            // The widest chance, the most terms of a sum, and the largest error of the values used.
            let (mut widest, mut most, mut before) = (0.0_f64, 0, 0.0_f64);
            for (from, state) in states.iter().enumerate() {
                let moves = chain.moves(*state);
                most = most.max(moves.len());
                for chance in moves.iter().map(|(_, chance)| chance).chain([&chain.exits[*state]]) {
                    widest = widest.max(chance.relative_width());
                }
                for (to, chance) in moves.iter().filter(|(to, chance)| to != state && !chance.is_zero()) {
                    if index[*to] == usize::MAX {
                        exits[from] += chance.middle();
                        further.push((from, *to, chance.middle()));
                        before = before.max(errors[*to]);
                    } else {
                        add(&mut within[from], index[*to], chance.middle());
                    }
                }
            }
            let within = Within::new(within, exits, &mut time);
            #[expect(clippy::cast_precision_loss, reason = "a bound on small numbers")]
            let added = most as f64 + 2.0;
            let roundings = within.roundings(widest / ROUNDING + added) + added;
            let error = before + 1.01 * roundings * ROUNDING;
            for state in &states {
                errors[*state] = if error < COARSE { error } else { f64::INFINITY };
                index[*state] = usize::MAX;
            }
            components.push(Component { states, within, further });
        }
        Self { chain, components, errors }
    }
}

impl Elimination<Interval> for Eliminated {
    fn new(system: &System<'_, Interval>) -> Self {
        let mut chain = Sparse::new();
        for state in 0..system.states() {
            let exits = system.moves(state).filter(|(to, _)| to.is_none());
            let exit = exits.map(|(_, chance)| *chance).sum();
            chain.row(system.moves(state).filter_map(|(to, chance)| Some((to?, *chance))), exit);
        }
        chain.into()
    }

    /// Bounds on the solutions of the equations, for each of the gains.
    fn solve(&self, gains: &[Vec<Interval>]) -> Vec<Vec<Interval>> {
        // Solutions are monotone in the gains, so the bounds of the gains give the bounds of the solutions.
        let ends = |gain: &Vec<Interval>| {
            let [low, high]: [fn(&Interval) -> f64; 2] = [|gain| gain.low, |gain| gain.high];
            [low, high].map(|end| gain.iter().map(end).collect::<Vec<f64>>())
        };
        let mut residuals = None;
        // One solution for each bound of the gains; the upper bound alone suffices where the residual covers the difference.
        let is_swept = self.components.iter().any(|component| matches!(component.within, Within::Swept(_)));
        let each = if is_swept { 1 } else { 2 };
        let (found, whole) =
            self.solve_nearly(gains.iter().flat_map(|gain| ends(gain).into_iter().skip(2 - each)).collect());
        let mut around = |which: usize, gain: &Vec<Interval>| -> Vec<Interval> {
            if gain.iter().all(Interval::is_zero) {
                return gain.clone();
            }
            let indices = [each * which, each * which + each - 1];
            let [low, high] = indices.map(|index| &found[index]);
            let whole = indices.map(|index| whole[index]);
            let by_roundings = |state: usize| {
                if high[state] == 0.0 && whole[1] {
                    return Interval::ZERO;
                }
                let error = 1.0 + self.errors[state];
                let within = Interval { low: low[state] / error, high: high[state] * error };
                let known = whole[1] && within.high.is_finite() && error.is_finite() && !is_swept;
                let from = if whole[0] && known { within.low.next_down().max(0.0) } else { 0.0 };
                Interval { low: from, high: if known { within.high.next_up() } else { f64::INFINITY } }
            };
            let first: Vec<Interval> = (0..self.chain.states()).map(by_roundings).collect();
            let fine = |bounds: &Interval| bounds.relative_width() <= 4.0 * FINE;
            if self.errors.iter().all(|error| *error <= FINE) && first.iter().all(fine) {
                return first;
            }
            let residuals = residuals.get_or_insert_with(|| Residuals::new(self));
            let [least, most] = ends(gain);
            let second = residuals.around([(low, &least), (high, &most)]);
            first.iter().zip(&second).map(|(one, other)| one.intersection(other)).collect()
        };
        gains.iter().enumerate().map(|(which, gain)| around(which, gain)).collect()
    }
}

impl Eliminated {
    /// The solutions in floating point, and whether no number came near the limits of a double.
    pub(super) fn solve_nearly(&self, gains: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<bool>) {
        let mut solved = gains;
        let mut whole = vec![true; solved.len()];
        for Component { states, within, further } in &self.components {
            // Most components have one state and need no lists of their own.
            if let ([state], Within::Eliminated(alone)) = (&states[..], within)
                && let Some(leaving) = alone.leaving_alone()
            {
                for (values, whole) in solved.iter_mut().zip(&mut whole) {
                    let mut sum = values[*state];
                    for (_, to, chance) in further {
                        let part = chance * values[*to];
                        *whole &= part >= LEAST || values[*to] == 0.0;
                        sum += part;
                    }
                    values[*state] = sum / leaving;
                }
                continue;
            }
            let local = |gain: &Vec<f64>| states.iter().map(|state| gain[*state]).collect();
            let mut sums: Vec<Vec<f64>> = solved.iter().map(local).collect();
            for ((sum, values), whole) in sums.iter_mut().zip(&solved).zip(&mut whole) {
                for (from, to, chance) in further {
                    let part = chance * values[*to];
                    *whole &= part >= LEAST || values[*to] == 0.0;
                    sum[*from] += part;
                }
            }
            for (whole, found) in whole.iter_mut().zip(within.solve(&mut sums)) {
                *whole &= found;
            }
            for (values, sums) in solved.iter_mut().zip(sums) {
                for (state, value) in states.iter().zip(sums) {
                    values[*state] = value;
                }
            }
        }
        (solved, whole)
    }
}

const fn exactly(value: f64) -> Interval {
    Interval { low: value, high: value }
}

/// Checks solutions against the equations. With the residual r = P·x + g − x and times y such that
/// y − P·y ≥ c > 0, the error is (I − P)⁻¹·r, and none of its components exceeds max|r|/c times that of y. All of this
/// is evaluated with bounds.
struct Residuals<'a> {
    chain: &'a Sparse,
    times: Vec<f64>,
    least: f64,
}

impl<'a> Residuals<'a> {
    fn new(eliminated: &'a Eliminated) -> Self {
        let chain = &eliminated.chain;
        let times = eliminated.solve_nearly(vec![vec![1.0; chain.states()]]).0.pop().unwrap_or_default();
        let mut residuals = Self { chain, times, least: 0.0 };
        let left = |state: usize| {
            (residuals.times[state] - residuals.moved(&residuals.times, state).high).next_down()
        };
        residuals.least = (0..chain.states()).map(left).fold(f64::INFINITY, f64::min);
        residuals
    }

    /// (P·x)(s)
    fn moved(&self, values: &[f64], state: usize) -> Interval {
        self.chain.moves(state).iter().map(|(to, chance)| chance.times(exactly(values[*to]))).sum()
    }

    /// A bound on the error of the solution for these gains, as a factor of each state's time.
    fn off(&self, values: &[f64], gain: &[f64]) -> f64 {
        let residual = (0..self.chain.states()).map(|state| {
            let right = self.moved(values, state).plus(exactly(gain[state]));
            (right.high - values[state]).abs().max((values[state] - right.low).abs()).next_up()
        });
        (residual.fold(0.0, f64::max) / self.least).next_up()
    }

    /// Bounds from the solutions for the lower and the upper bounds of a gain.
    fn around(&self, ends: [(&[f64], &[f64]); 2]) -> Vec<Interval> {
        let errors = ends.map(|(values, gain)| self.off(values, gain));
        let around = |state: usize| {
            let [below, above] = errors.map(|error| (error * self.times[state]).next_up());
            if self.least > 0.0 && below.is_finite() && above.is_finite() {
                let [low, high] = ends.map(|(values, _)| values[state]);
                Interval { low: (low - below).next_down().max(0.0), high: (high + above).next_up() }
            } else {
                Interval { low: 0.0, high: f64::INFINITY }
            }
        };
        (0..self.chain.states()).map(around).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_of_any_size_have_the_same_solution() {
        // A ring that is left from each state with probability 1/4: the expected number of states visited is 4.
        for size in [1, 2, 24, 100] {
            let mut ring = Sparse::new();
            let chance = exactly(0.75);
            for state in 0..size {
                ring.row([((state + 1) % size, chance)], exactly(0.25));
            }
            let solved = Eliminated::from(ring).solve(&[vec![Interval::ONE; size]]);
            for value in &solved[0] {
                assert!(value.low <= 4.0 && value.high >= 4.0 && value.error() < 1e-12, "{size}: {value:?}");
            }
        }
    }

    #[test]
    fn components_use_values_of_later_states() {
        // Two states back and forth, then one that pays 3: 0 ↔ 1 → 2 → out.
        let half = exactly(0.5);
        let mut chain = Sparse::new();
        chain.row([(1, Interval::ONE)], Interval::ZERO);
        chain.row([(0, half), (2, half)], Interval::ZERO);
        chain.row([], Interval::ONE);
        let pays = vec![Interval::ZERO, Interval::ZERO, Interval::whole(3)];
        let solved = Eliminated::from(chain).solve(&[pays, vec![Interval::ONE; 3]]);
        assert!((solved[0][0].middle() - 3.0).abs() < 1e-12);
        // Four moves from the two states, and one out.
        assert!((solved[1][0].middle() - 5.0).abs() < 1e-12);
    }
}
