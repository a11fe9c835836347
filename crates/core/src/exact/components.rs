//! Expected values on large chains that hang together loosely, in intervals.
//!
//! The states fall into components within which each can be reached from every other; seen component by component, the
//! chain never comes back. Those that lead to no other come first, and each is solved by elimination ([`Gth`]) from what is known of those before it. That bounds the error by a number of roundings; where there
//! are many, or a number comes near the end of the doubles, the solution is enclosed by what is left of the equations as
//! well: S. M. Rump, "Verification methods: rigorous results using floating-point arithmetic", *Acta Numerica* 19 (2010),
//! §10.

use super::Interval;
use super::gauss_seidel::GaussSeidel;
use super::gth::{Gth, LEAST, Row, add, time_to_eliminate};
use super::linear::{Elimination, System};
use crate::process::strong_components;

/// Half the distance of 1 from the next double: what one rounding is off by, relatively.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// Relative errors below this are not made smaller.
const FINE: f64 = 1e-13;

/// Relative errors above this are no bounds any more.
const COARSE: f64 = 1e-3;

/// So many nanoseconds are taken to eliminate large components before they are gone over in sweeps.
const MOST_TIME: f64 = 3e9;

/// How many nanoseconds it takes, roughly, to solve a chain of which these are the moves, from each state, component by
/// component; `None` where that is not soon found out.
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
    // What takes longer is gone over in sweeps, of which nobody knows how many there will be.
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

    /// Adds a state: its moves, and the chance to leave the chain from it.
    pub(super) fn row(&mut self, moves: impl IntoIterator<Item = (usize, Interval)>, exit: Interval) {
        self.moves.extend(moves);
        self.starts.push(self.moves.len());
        self.exits.push(exit);
    }

    pub(super) fn states(&self) -> usize {
        self.exits.len()
    }

    /// Where it goes from a state.
    fn moves(&self, state: usize) -> &[(usize, Interval)] {
        &self.moves[self.starts[state]..self.starts[state + 1]]
    }

    /// The components, each after all those that it leads to.
    fn components(&self) -> Vec<Vec<usize>> {
        strong_components(self.states(), |state, branch| self.moves(state).get(branch).map(|(to, _)| *to))
    }
}

/// A chain with its components eliminated.
#[derive(Clone, Debug)]
pub(super) struct Eliminated {
    chain: Sparse,
    components: Vec<Component>,
    /// By how much the value of each state is off at most, relatively, for gains that are known exactly.
    errors: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Component {
    states: Vec<usize>,
    within: Within,
    /// What leads out of the component to states of others: the index of the state in it, that state, and the chance.
    further: Vec<(usize, usize, f64)>,
}

/// How the equations of a component are solved.
#[derive(Clone, Debug)]
enum Within {
    Eliminated(Gth),
    /// What is found is known by what is left of the equations alone.
    Swept(GaussSeidel),
}

impl Within {
    /// Eliminated, where there is time for that or sweeps take too many.
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

    /// As [`Gth::roundings`].
    fn roundings(&self, of_input: f64) -> f64 {
        match self {
            Self::Eliminated(eliminated) => eliminated.roundings(of_input),
            Self::Swept(_) => f64::INFINITY,
        }
    }

    /// As [`Gth::solve`].
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
            // How wide the chances are and how many are added up, and how far off the values are that are built upon.
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

    /// Bounds on what the equations have for solutions, for each of the gains.
    fn solve(&self, gains: &[Vec<Interval>]) -> Vec<Vec<Interval>> {
        // More gain anywhere is never less anywhere, so that the ends of the gains give those of the solutions.
        let ends = |gain: &Vec<Interval>| {
            let [low, high]: [fn(&Interval) -> f64; 2] = [|gain| gain.low, |gain| gain.high];
            [low, high].map(|end| gain.iter().map(end).collect::<Vec<f64>>())
        };
        let mut residuals = None;
        // One solution for each end of the gains, or for the upper end alone where what is left of the equations makes up for it.
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
    /// The solutions in floating point, and whether no number came near the end of the doubles.
    pub(super) fn solve_nearly(&self, gains: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<bool>) {
        let mut solved = gains;
        let mut whole = vec![true; solved.len()];
        for Component { states, within, further } in &self.components {
            // Most components are of one state, which needs no lists of its own.
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

/// Solutions held against the equations: with the residual r = P·x + g − x, and with times y for which
/// y − P·y ≥ c > 0, the error is (I − P)⁻¹·r, of which no component exceeds max|r|/c times that of y. All of this
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

    /// How far the solution for these gains can be off, by the time that belongs to each state.
    fn off(&self, values: &[f64], gain: &[f64]) -> f64 {
        let residual = (0..self.chain.states()).map(|state| {
            let right = self.moved(values, state).plus(exactly(gain[state]));
            (right.high - values[state]).abs().max((values[state] - right.low).abs()).next_up()
        });
        (residual.fold(0.0, f64::max) / self.least).next_up()
    }

    /// Bounds from the solutions for the lower and the upper ends of a gain.
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
    fn components_large_and_small_are_solved_alike() {
        // A ring of so many states that is left from each with 1/4: the expected number of states seen is 4.
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
    fn what_comes_after_a_block_counts_in_it() {
        // Two states back and forth, then one that pays 3: 0 ↔ 1 → 2 → out.
        let half = exactly(0.5);
        let mut chain = Sparse::new();
        chain.row([(1, Interval::ONE)], Interval::ZERO);
        chain.row([(0, half), (2, half)], Interval::ZERO);
        chain.row([], Interval::ONE);
        let pays = vec![Interval::ZERO, Interval::ZERO, Interval::whole(3)];
        let solved = Eliminated::from(chain).solve(&[pays, vec![Interval::ONE; 3]]);
        assert!((solved[0][0].middle() - 3.0).abs() < 1e-12);
        // Four moves between the two, and one out.
        assert!((solved[1][0].middle() - 5.0).abs() < 1e-12);
    }
}
