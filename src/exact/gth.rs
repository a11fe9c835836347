//! A chain eliminated state after state, in floating point and without any subtraction.
//!
//! W. K. Grassmann, M. I. Taksar, D. P. Heyman, "Regenerative analysis and steady state distributions for Markov
//! chains", *Operations Research* 33 (1985). 1 minus the chance to stay is never computed, but added up from the
//! chances of all else; so every number that is found is right to so many roundings, however rare it is to leave:
//! C. A. O'Cinneide, "Entrywise perturbation theory and error analysis for Markov chains", *Numerische Mathematik* 65
//! (1993).
//!
//! How many follows from two facts. By the matrix-tree theorem the expected number of visits to t from s is a quotient
//! of sums of products of the n chances to leave each of the n states for another one or for good: chances that are off
//! by a factor of 1 + δ change it by a factor of (1 + δ)²ⁿ⁻¹ at most. And to take a state out is exact for chances that
//! are off by the roundings of that one step.

/// Numbers smaller than this are too near the end of the doubles to be right to so many roundings.
pub(super) const LEAST: f64 = 1e-290;

/// The equations X(s) = Σ P(s, t)·X(t) + g(s). From the last state to the first, each is taken out: whoever would move
/// there moves to where it is left for instead, and gains what is gained meanwhile.
#[derive(Clone, Debug)]
pub(super) struct Gth {
    /// From each state the chances of the earlier states to which it is left.
    rows: Vec<Row>,
    /// The chance of leaving each state when it was taken out.
    leaving: Vec<f64>,
    /// The earlier states from which each was reached then, with the chance.
    reached: Vec<Row>,
    /// Whether any number came near the end of the doubles.
    vanished: bool,
}

/// The chances of going to some states, which are in rising order.
pub(super) type Row = Vec<(usize, f64)>;

/// Adds the chance of going to a state, and says whether there was none before.
pub(super) fn add(row: &mut Row, to: usize, chance: f64) -> bool {
    let place = row.binary_search_by_key(&to, |(to, _)| *to);
    match place {
        Ok(place) => row[place].1 += chance,
        Err(place) => row.insert(place, (to, chance)),
    }
    place.is_err()
}

impl Gth {
    /// Eliminates a chain with these moves and chances to leave it; chances to stay where one is do not count.
    pub(super) fn new(mut moves: Vec<Row>, mut exits: Vec<f64>) -> Self {
        let states = moves.len();
        let mut above = vec![Vec::new(); states];
        for (from, row) in moves.iter().enumerate() {
            for (to, _) in row.iter().filter(|(to, _)| from < *to) {
                above[*to].push(from);
            }
        }
        let (mut leaving, mut reached) = (vec![0.0; states], vec![Vec::new(); states]);
        let mut vanished = false;
        for state in (0..states).rev() {
            let mut row = std::mem::take(&mut moves[state]);
            row.retain(|(to, _)| *to < state);
            leaving[state] = row.iter().map(|(_, chance)| chance).sum::<f64>() + exits[state];
            vanished |= leaving[state] < LEAST;
            for (_, chance) in &mut row {
                *chance /= leaving[state];
            }
            let exit = exits[state] / leaving[state];
            for from in std::mem::take(&mut above[state]) {
                // All later states are out of its row already.
                let Some((_, there)) = moves[from].pop() else { continue };
                for (to, chance) in &row {
                    let on = there * chance;
                    vanished |= on < LEAST;
                    if add(&mut moves[from], *to, on) && from < *to {
                        above[*to].push(from);
                    }
                }
                let out = there * exit;
                vanished |= out < LEAST && exit > 0.0;
                exits[from] += out;
                reached[state].push((from, there));
            }
            moves[state] = row;
        }
        Self { rows: moves, leaving, reached, vanished }
    }

    /// By how many roundings a solution is off at most that is computed from chances and gains that are off by so many;
    /// infinite where a number came near the end of the doubles.
    #[expect(clippy::cast_precision_loss, reason = "a bound on small numbers")]
    pub(super) fn roundings(&self, of_input: f64) -> f64 {
        if self.vanished {
            return f64::INFINITY;
        }
        // To take a state out: the sum of its row, a quotient, a product and a sum, which all the states before it bear;
        // and as many to find its own value from theirs.
        let of_state = |(before, row): (usize, &Row)| {
            let step = row.len() as f64 + 3.0;
            2.0 * before as f64 * step + step + 2.0
        };
        let own: f64 = self.rows.iter().enumerate().map(of_state).sum();
        own + 2.0 * self.rows.len() as f64 * of_input
    }

    /// The solutions for each of the gains, and whether no number came near the end of the doubles.
    pub(super) fn solve(&self, gains: &mut [Vec<f64>]) -> Vec<bool> {
        let solve = |sums: &mut Vec<f64>| {
            let mut vanished = false;
            let mut part = |chance: f64, value: f64| {
                let part = chance * value;
                vanished |= part < LEAST && value > 0.0;
                part
            };
            for (state, reached) in self.reached.iter().enumerate().rev() {
                sums[state] /= self.leaving[state];
                for (from, there) in reached {
                    sums[*from] += part(*there, sums[state]);
                }
            }
            for (state, row) in self.rows.iter().enumerate() {
                let further = row.iter().map(|(to, chance)| part(*chance, sums[*to])).sum::<f64>();
                sums[state] += further;
            }
            !vanished
        };
        gains.iter_mut().map(solve).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_ways_out_are_found_to_the_last_places() {
        // Two states back and forth, left with p from the first and with 2p from the second: of those who start in the
        // first, (1 + 1 − 2p) / (1 + 2(1 − p) … ) leave by it; as p goes to 0, one in three.
        for exponent in [1, 10, 100, 280] {
            let p = 0.1_f64.powi(exponent);
            let chain = Gth::new(vec![vec![(1, 1.0 - p)], vec![(0, 1.0 - 2.0 * p)]], vec![p, 2.0 * p]);
            let mut gains = [vec![p, 0.0]];
            assert_eq!(chain.solve(&mut gains), [true]);
            let exactly = 1.0 / (1.0 + 2.0 * (1.0 - p));
            let off = (gains[0][0] / exactly - 1.0).abs();
            assert!(off <= chain.roundings(1.0) * f64::EPSILON, "{exponent}: {off}");
        }
    }

    #[test]
    fn numbers_near_the_end_of_the_doubles_are_noticed() {
        let p = 1e-200;
        let chain = Gth::new(vec![vec![(1, p)], vec![(0, p)]], vec![1.0, 1.0]);
        assert!(chain.roundings(1.0).is_infinite());
        let quiet = Gth::new(vec![vec![(1, p)], Vec::new()], vec![1.0, 1.0]);
        assert!(quiet.roundings(1.0).is_finite());
        assert_eq!(quiet.solve(&mut [vec![0.0, 1e-200], vec![0.0, 1.0]]), [false, true]);
    }
}
