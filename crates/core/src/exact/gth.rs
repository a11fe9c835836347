//! Elimination of a chain state by state, in floating point and without any subtraction.
//!
//! W. K. Grassmann, M. I. Taksar, D. P. Heyman, "Regenerative analysis and steady state distributions for Markov
//! chains", *Operations Research* 33 (1985). Instead of 1 minus the chance of staying, the chances of all other moves are
//! added up, so the relative error is bounded by a number of roundings, however small the chance of leaving:
//! C. A. O'Cinneide, "Entrywise perturbation theory and error analysis for Markov chains", *Numerische Mathematik* 65
//! (1993).
//!
//! The number of roundings follows from two facts. By the matrix-tree theorem the expected number of visits to t from s is a
//! quotient of sums of products of n chances, one for leaving each of the n states: an error of the chances by a factor of
//! 1 + δ changes it by a factor of (1 + δ)²ⁿ⁻¹ at most. And eliminating a state is exact for chances that are off by the
//! roundings of that one step.

/// Below this, numbers are too near the smallest double for the bound on the roundings to hold.
pub(super) const LEAST: f64 = 1e-290;

/// The equations X(s) = Σ P(s, t)·X(t) + g(s). States are eliminated from the last to the first: a move to an eliminated
/// state leads to its successors instead, and includes what is gained there.
#[derive(Clone, Debug)]
pub(super) struct Gth {
    /// For each state, when it was eliminated, the chances of the earlier states that follow it.
    rows: Vec<Row>,
    /// The chance of leaving each state then.
    leaving: Vec<f64>,
    /// The earlier states that led to each state then, with the chance.
    reached: Vec<Row>,
    /// Whether any number came near the limits of a double.
    vanished: bool,
}

/// States in ascending order, with the chances of moving to them.
pub(super) type Row = Vec<(usize, f64)>;

/// Adds a chance of moving to a state.
pub(super) fn add(row: &mut Row, to: usize, chance: f64) {
    match row.binary_search_by_key(&to, |(to, _)| *to) {
        Ok(index) => row[index].1 += chance,
        Err(index) => row.insert(index, (to, chance)),
    }
}

impl Gth {
    /// Eliminates a chain with these moves and chances of leaving it; moves from a state to itself are ignored.
    pub(super) fn new(moves: Vec<Row>, exits: Vec<f64>) -> Self {
        Self::eliminate(moves, exits, is_dense, f64::INFINITY).0
    }

    /// The same within about `time` nanoseconds, which are reduced by those used; `None` if that is too little.
    pub(super) fn within(moves: Vec<Row>, exits: Vec<f64>, time: &mut f64) -> Option<Self> {
        let eliminated;
        (eliminated, *time) = Self::eliminate(moves, exits, is_dense, *time);
        (*time > 0.0).then_some(eliminated)
    }

    /// The same, with a dense matrix as soon as `is_dense` holds for the remaining states and moves. Returns the time left; gives
    /// up when there is none.
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    fn eliminate(
        mut moves: Vec<Row>,
        mut exits: Vec<f64>,
        is_dense: impl Fn(usize, usize) -> bool,
        mut time: f64,
    ) -> (Self, f64) {
        let states = moves.len();
        let mut above = vec![Vec::new(); states];
        for (from, row) in moves.iter().enumerate() {
            for (to, _) in row.iter().filter(|(to, _)| from < *to) {
                above[*to].push(from);
            }
        }
        let (mut leaving, mut reached) = (vec![0.0; states], vec![Vec::new(); states]);
        let mut vanished = false;
        let mut number: usize = moves.iter().map(Vec::len).sum();
        for state in (0..states).rev() {
            if is_dense(state + 1, number) {
                time -= OF_SQUARES * (state as f64).powi(3) / 3.0;
            }
            if time <= 0.0 {
                break;
            }
            if is_dense(state + 1, number) {
                let mut left =
                    Dense { exits: &mut exits, leaving: &mut leaving, reached: &mut reached, vanished };
                left.eliminate(&mut moves[..=state]);
                vanished = left.vanished;
                break;
            }
            let mut row = std::mem::take(&mut moves[state]);
            number -= row.len();
            row.retain(|(to, _)| *to < state);
            leaving[state] = row.iter().map(|(_, chance)| chance).sum::<f64>() + exits[state];
            vanished |= leaving[state] < LEAST;
            for (_, chance) in &mut row {
                *chance /= leaving[state];
            }
            let exit = exits[state] / leaving[state];
            for from in std::mem::take(&mut above[state]) {
                // All later states are removed from its row already.
                let mut before = std::mem::take(&mut moves[from]);
                let Some((_, there)) = before.pop() else { continue };
                time -= OF_LISTS * (before.len() + row.len()) as f64;
                let mut after = Row::with_capacity(before.len() + row.len());
                let mut old = before.iter().copied().peekable();
                for (to, chance) in &row {
                    let on = there * chance;
                    vanished |= on < LEAST;
                    while let Some(earlier) = old.next_if(|(known, _)| known < to) {
                        after.push(earlier);
                    }
                    if let Some((_, known)) = old.next_if(|(known, _)| known == to) {
                        after.push((*to, known + on));
                    } else {
                        after.push((*to, on));
                        if from < *to {
                            above[*to].push(from);
                        }
                    }
                }
                after.extend(old);
                number = number + after.len() - before.len() - 1;
                moves[from] = after;
                let out = there * exit;
                vanished |= out < LEAST && exit > 0.0;
                exits[from] += out;
                reached[state].push((from, there));
            }
            moves[state] = row;
        }
        (Self { rows: moves, leaving, reached, vanished }, time)
    }

    /// The chance of leaving the only state, if the chain has just one.
    pub(super) const fn leaving_alone(&self) -> Option<f64> {
        if let [leaving] = self.leaving.as_slice() { Some(*leaving) } else { None }
    }

    /// A bound on the error of a solution, in roundings, if those of the chances and gains are at most `of_input`; infinite if
    /// a number came near the limits of a double.
    #[expect(clippy::cast_precision_loss, reason = "a bound on small numbers")]
    pub(super) fn roundings(&self, of_input: f64) -> f64 {
        if self.vanished {
            return f64::INFINITY;
        }
        // To eliminate a state: the sum of its row, a quotient, a product and a sum, which affect all the states before it;
        // and as many to compute its own value from theirs.
        let of_state = |(before, row): (usize, &Row)| {
            let step = row.len() as f64 + 3.0;
            2.0 * before as f64 * step + step + 2.0
        };
        let own: f64 = self.rows.iter().enumerate().map(of_state).sum();
        own + 2.0 * self.rows.len() as f64 * of_input
    }

    /// Replaces each of the gains with its solution; returns for each whether no number came near the limits of a double.
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

/// The approximate time to process one chance, in nanoseconds, in lists and in a dense matrix.
const OF_LISTS: f64 = 3.0;
const OF_SQUARES: f64 = 0.7;

/// Estimates the nanoseconds it takes to eliminate a chain in which each state leads to these others; `None` if the estimate
/// takes more than `steps`, which are reduced by those used.
#[expect(clippy::cast_precision_loss, reason = "a rough figure")]
pub(super) fn time_to_eliminate(moves: &[Vec<usize>], steps: &mut usize) -> Option<f64> {
    let states = moves.len();
    let words = states.div_ceil(64);
    // For each state, the set of states it leads to.
    let mut rows = vec![0u64; if states > MOST_FORESEEN { return None } else { states * words }];
    for (from, row) in moves.iter().enumerate() {
        row.iter().filter(|to| **to != from).for_each(|to| rows[from * words + to / 64] |= 1 << (to % 64));
    }
    let count = |row: &[u64]| row.iter().map(|word| word.count_ones() as usize).sum::<usize>();
    let mut lengths: Vec<usize> = rows.chunks_exact(words).map(count).collect();
    let mut number: usize = lengths.iter().sum();
    let (mut time, mut is_square) = (0.0, false);
    for state in (0..states).rev() {
        is_square |= is_dense(state + 1, number);
        let (above, row) = rows.split_at_mut(state * words);
        let row = &mut row[..=state / 64];
        row[state / 64] &= (1 << (state % 64)) - 1;
        number -= lengths[state];
        let length = count(row);
        let mut reached = 0;
        for (from, of_row) in above.chunks_exact_mut(words).enumerate() {
            if of_row[state / 64] >> (state % 64) & 1 == 0 {
                continue;
            }
            time += if is_square {
                OF_SQUARES * state as f64
            } else {
                OF_LISTS * (lengths[from] + length) as f64
            };
            of_row.iter_mut().zip(row.iter()).for_each(|(word, other)| *word |= other);
            of_row[from / 64] &= !(1 << (from % 64));
            of_row[state / 64] &= !(1 << (state % 64));
            let after = count(&of_row[..row.len()]);
            number = number + after - lengths[from];
            lengths[from] = after;
            reached += row.len();
        }
        *steps = steps.checked_sub(reached + state)?;
    }
    Some(time)
}

/// The most states of a chain whose time is estimated.
const MOST_FORESEEN: usize = 20_000;

/// Whether a dense matrix suits this number of states and moves.
const fn is_dense(states: usize, moves: usize) -> bool {
    const FEWEST: usize = 32;
    // A dense matrix of doubles, and the lists made from it, take a few hundred megabytes.
    const MOST: usize = 4_000;
    states >= FEWEST && states <= MOST && moves >= states * states / 8
}

/// The rest of a chain in which most states lead to most others.
struct Dense<'a> {
    exits: &'a mut [f64],
    leaving: &'a mut [f64],
    reached: &'a mut [Row],
    vanished: bool,
}

impl Dense<'_> {
    /// Eliminates the states from the last to the first, in the same steps as with lists.
    fn eliminate(&mut self, moves: &mut [Row]) {
        let states = moves.len();
        let mut square = vec![0.0; states * states];
        for (row, moves) in square.chunks_exact_mut(states).zip(moves.iter()) {
            for (to, chance) in moves {
                row[*to] = *chance;
            }
        }
        for state in (0..states).rev() {
            let (above, row) = square.split_at_mut(state * states);
            let row = &mut row[..state];
            let leaving = row.iter().sum::<f64>() + self.exits[state];
            self.leaving[state] = leaving;
            self.vanished |= leaving < LEAST;
            for chance in row.iter_mut() {
                *chance /= leaving;
            }
            let exit = self.exits[state] / leaving;
            for (from, moves) in above.chunks_exact_mut(states).enumerate() {
                let there = moves[state];
                if there == 0.0 {
                    continue;
                }
                let mut vanished = false;
                for (sum, chance) in moves.iter_mut().zip(row.iter()) {
                    let on = there * chance;
                    vanished |= on < LEAST && *chance > 0.0;
                    *sum += on;
                }
                let out = there * exit;
                self.vanished |= vanished || (out < LEAST && exit > 0.0);
                self.exits[from] += out;
                self.reached[state].push((from, there));
            }
        }
        for (state, (row, moves)) in square.chunks_exact(states).zip(moves).enumerate() {
            moves.clear();
            let earlier = row[..state].iter().copied().enumerate();
            moves.extend(earlier.filter(|(_, chance)| *chance != 0.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_exits_are_accurate_within_the_bound() {
        // Two states back and forth, left with p from the first and with 2p from the second: from the first, the chain
        // leaves by it with 1 / (1 + 2·(1 − p)); as p goes to 0, one time in three.
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
    fn underflow_is_detected() {
        let p = 1e-200;
        let chain = Gth::new(vec![vec![(1, p)], vec![(0, p)]], vec![1.0, 1.0]);
        assert!(chain.roundings(1.0).is_infinite());
        let quiet = Gth::new(vec![vec![(1, p)], Vec::new()], vec![1.0, 1.0]);
        assert!(quiet.roundings(1.0).is_finite());
        assert_eq!(quiet.solve(&mut [vec![0.0, 1e-200], vec![0.0, 1.0]]), [false, true]);
    }

    #[test]
    fn dense_elimination_agrees_with_lists() {
        // From every state to every other one, with different chances, and out.
        const STATES: usize = 60;
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let chance = |from: usize, to: usize| (1 + (7 * from + 3 * to) % 11) as f64 / (20.0 * STATES as f64);
        let row =
            |from| (0..STATES).filter(|to| *to != from).map(|to| (to, chance(from, to))).collect::<Row>();
        let moves: Vec<Row> = (0..STATES).map(row).collect();
        let exits: Vec<f64> =
            moves.iter().map(|row| 1.0 - row.iter().map(|(_, chance)| chance).sum::<f64>()).collect();
        let gains =
            || [(0..STATES).map(|state| if state % 3 == 0 { 1.0 } else { 0.0 }).collect::<Vec<f64>>()];
        let solved = |is_dense: fn(usize, usize) -> bool| {
            let chain = Gth::eliminate(moves.clone(), exits.clone(), is_dense, f64::INFINITY).0;
            let [mut gain] = gains();
            let whole = chain.solve(std::slice::from_mut(&mut gain));
            (whole, chain.roundings(1.0), gain)
        };
        let (whole, roundings, lists) = solved(|_, _| false);
        for is_dense in [|_, _| true, |states, _| states < STATES / 2] {
            let (as_whole, as_many, square) = solved(is_dense);
            assert_eq!((as_whole, as_many.to_bits()), (whole.clone(), roundings.to_bits()));
            // Only the order of terms differs in some sums.
            assert!(
                lists.iter().zip(&square).all(|(one, other)| (one - other).abs() < 1e-14 * one),
                "{square:?}"
            );
        }
        assert!(is_dense(STATES, moves.iter().map(Vec::len).sum()));
        // The chain is left with certainty.
        let mut out = [exits];
        Gth::new(moves, out[0].clone()).solve(&mut out);
        assert!(out[0].iter().all(|sure| (sure - 1.0).abs() < 1e-12), "{out:?}");
    }
}
