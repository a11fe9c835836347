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

/// Adds the chance of going to a state.
pub(super) fn add(row: &mut Row, to: usize, chance: f64) {
    match row.binary_search_by_key(&to, |(to, _)| *to) {
        Ok(index) => row[index].1 += chance,
        Err(index) => row.insert(index, (to, chance)),
    }
}

impl Gth {
    /// Eliminates a chain with these moves and chances to leave it; chances to stay where one is do not count.
    pub(super) fn new(moves: Vec<Row>, exits: Vec<f64>) -> Self {
        Self::eliminate(moves, exits, is_dense, f64::INFINITY).0
    }

    /// The same, if it takes no more than so many nanoseconds, roughly; those that it took are taken away.
    pub(super) fn within(moves: Vec<Row>, exits: Vec<f64>, time: &mut f64) -> Option<Self> {
        let eliminated;
        (eliminated, *time) = Self::eliminate(moves, exits, is_dense, *time);
        (*time > 0.0).then_some(eliminated)
    }

    /// The same, laid out in a square as soon as that is better for what is left: so many states with so many moves. It is given
    /// up when there is no time left; how much there is.
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
                // All later states are out of its row already.
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

    /// The chance of leaving the only state, of a chain of one.
    pub(super) const fn leaving_alone(&self) -> Option<f64> {
        if let [leaving] = self.leaving.as_slice() { Some(*leaving) } else { None }
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

/// So many nanoseconds it takes, roughly, to move one chance on, in lists and in a square.
const OF_LISTS: f64 = 3.0;
const OF_SQUARES: f64 = 0.7;

/// How many nanoseconds it takes, roughly, to eliminate a chain in which each state leads to these others; `None` where that
/// is not found within so many steps, of which those are taken away that it took.
#[expect(clippy::cast_precision_loss, reason = "a rough figure")]
pub(super) fn time_to_eliminate(moves: &[Vec<usize>], steps: &mut usize) -> Option<f64> {
    let states = moves.len();
    let words = states.div_ceil(64);
    // Sets of states, one for each state: to which it leads.
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

/// Chains of so many states at most are foreseen.
const MOST_FORESEEN: usize = 20_000;

/// Whether so many moves between so many states are better laid out in a square.
const fn is_dense(states: usize, moves: usize) -> bool {
    const FEWEST: usize = 32;
    // A square of doubles, and the lists that are made of it, take some hundreds of megabytes.
    const MOST: usize = 4_000;
    states >= FEWEST && states <= MOST && moves >= states * states / 8
}

/// What is left of a chain, where most states are moved to from most others.
struct Dense<'a> {
    exits: &'a mut [f64],
    leaving: &'a mut [f64],
    reached: &'a mut [Row],
    vanished: bool,
}

impl Dense<'_> {
    /// Takes the states out from the last to the first, in the same steps as those that are not dense.
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

    #[test]
    fn a_square_says_what_lists_say() {
        // From every state to every other one, more or less likely, and out.
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
            // Only the order differs in which some sums are taken.
            assert!(
                lists.iter().zip(&square).all(|(one, other)| (one - other).abs() < 1e-14 * one),
                "{square:?}"
            );
        }
        assert!(is_dense(STATES, moves.iter().map(Vec::len).sum()));
        // What is gained by leaving is sure.
        let mut out = [exits];
        Gth::new(moves, out[0].clone()).solve(&mut out);
        assert!(out[0].iter().all(|sure| (sure - 1.0).abs() < 1e-12), "{out:?}");
    }
}
