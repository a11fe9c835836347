//! Sets of positions that a seat need never leave: end components.
//!
//! Where a seat can stay for ever, both "it gets the most there is" and "it gets nothing" agree with the equations of the
//! values, so that sweeps alone never bring upper and lower values together. As staying for ever wins nothing, a set is
//! worth no more to who can stay there than the best way out of it. E. Kelmendi, J. Krämer, J. Křetínský, M. Weininger,
//! "Value iteration for simple stochastic games: stopping criterion and learning algorithm", CAV 2018; for one seat
//! S. Haddad and B. Monmege, "Interval iteration algorithm for MDPs and IMDPs", *Theoretical Computer Science* 735 (2018).

use std::collections::BTreeMap;
use std::ops::Range;

use super::positions::{Mover, NumberedMove, Positions};
use crate::exact::strong_components::strong_components;
use crate::process::To;

/// Which bounds are looked after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Upper values, of sets that the first seat need not leave.
    Upper,
    /// Lower values, of sets that the second need not leave.
    Lower,
}

impl Direction {
    /// The seat that may stay.
    const fn stays(self) -> usize {
        match self {
            Self::Upper => 0,
            Self::Lower => 1,
        }
    }
}

/// A set of positions that one seat need not leave, if the other plays in a certain way.
pub(super) struct EndComponent {
    /// The positions.
    pub positions: Vec<usize>,
    /// Where the seat can go from there.
    pub ways_out: Vec<To>,
    /// Whose set it is.
    pub direction: Direction,
}

/// The largest sets within a layer that one seat need not leave. The other seat is held to the move that it likes best by
/// what it may hope for; what follows of the bounds holds whatever it is held to, as it could play so.
pub(super) fn end_components<P: Positions>(
    positions: &P,
    layer: &Range<usize>,
    direction: Direction,
    worth: impl Fn(To) -> [f64; 2],
) -> Vec<EndComponent> {
    let possible = possible(positions, layer, direction, worth);
    let inside = |to: To| match to {
        To::State(to) if layer.contains(&(to as usize)) => Some(to as usize - layer.start),
        _ => None,
    };
    // Which set each position is in, as far as is known; first all are in one.
    let mut sets: Vec<Option<usize>> = vec![Some(0); possible.len()];
    let stays_in = |sets: &[Option<usize>], at: usize, made: &NumberedMove| {
        inside(made.to).filter(|to| sets[at].is_some() && sets[*to] == sets[at])
    };
    loop {
        let kept = largest_stay(sets.iter().map(Option::is_some).collect(), |at| {
            let (may_choose, moves) = &possible[at];
            let sets = &sets;
            (*may_choose, moves.iter().map(move |made| stays_in(sets, at, made)))
        });
        let left = |made: &NumberedMove, at: usize| stays_in(&sets, at, made).filter(|to| kept[*to]);
        let successor = |at: usize, branch: usize| {
            let made = possible[at].1.get(branch)?;
            Some(if kept[at] { left(made, at).unwrap_or(at) } else { at })
        };
        let mut finer = vec![None; possible.len()];
        for (set, members) in strong_components(possible.len(), successor).iter().enumerate() {
            members.iter().filter(|at| kept[**at]).for_each(|at| finer[*at] = Some(set));
        }
        let same = (0..possible.len()).all(|at| finer[at].is_some() == sets[at].is_some())
            && number_of(&finer) == number_of(&sets);
        sets = finer;
        if same {
            break;
        }
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    (0..possible.len()).for_each(|at| {
        if let Some(set) = sets[at] {
            members.entry(set).or_default().push(at);
        }
    });
    let leads_out = |at: usize| {
        let moves = if possible[at].0 { possible[at].1.as_slice() } else { &[] };
        moves
            .iter()
            .filter(|made| stays_in(&sets, at, made).is_none())
            .map(|made| made.to)
            .collect::<Vec<To>>()
    };
    let component = |members: Vec<usize>| EndComponent {
        ways_out: members.iter().flat_map(|at| leads_out(*at)).collect(),
        positions: members.into_iter().map(|at| at + layer.start).collect(),
        direction,
    };
    members.into_values().map(component).collect()
}

/// At each position whether the seat may choose there, and what is possible: of the other seat's moves only the one that it likes
/// best.
fn possible<P: Positions>(
    positions: &P,
    layer: &Range<usize>,
    direction: Direction,
    worth: impl Fn(To) -> [f64; 2],
) -> Vec<(bool, Vec<NumberedMove>)> {
    let mut buffer = Vec::new();
    let at = |position| {
        let (mover, moves) = positions.moves(position, &mut buffer);
        match mover {
            Mover::Seat(seat) if seat == direction.stays() => (true, moves.to_vec()),
            Mover::Seat(_) => {
                let hope = |made: &&NumberedMove| match direction {
                    Direction::Upper => worth(made.to)[0],
                    Direction::Lower => -worth(made.to)[1],
                };
                let liked = moves.iter().min_by(|one, other| hope(one).total_cmp(&hope(other)));
                (false, liked.copied().into_iter().collect())
            }
            Mover::Chance => (false, moves.to_vec()),
        }
    };
    layer.clone().map(at).collect()
}

/// Of some places the largest set in which one can stay: from where chance moves all leads to the set, from where somebody
/// chooses one move at least. `moves` says of a place whether somebody chooses, and where each move leads, nothing being out
/// of the set.
pub(super) fn largest_stay<M: Iterator<Item = Option<usize>>>(
    mut stays: Vec<bool>,
    moves: impl Fn(usize) -> (bool, M),
) -> Vec<bool> {
    // How many moves of each place stay, which places lead to it, and which of them need one move alone.
    let (mut ways, mut chooses) = (vec![0u32; stays.len()], vec![false; stays.len()]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); stays.len()];
    let mut gone = Vec::new();
    for at in (0..stays.len()).filter(|at| stays[*at]) {
        let (may_choose, to) = moves(at);
        let mut all = true;
        for to in to {
            if let Some(to) = to.filter(|to| stays[*to]) {
                ways[at] += 1;
                before[to].push(at);
            } else {
                all = false;
            }
        }
        chooses[at] = may_choose;
        if !(if may_choose { ways[at] > 0 } else { all }) {
            gone.push(at);
        }
    }
    for at in &gone {
        stays[*at] = false;
    }
    while let Some(at) = gone.pop() {
        for from in std::mem::take(&mut before[at]) {
            ways[from] -= 1;
            if stays[from] && (!chooses[from] || ways[from] == 0) {
                stays[from] = false;
                gone.push(from);
            }
        }
    }
    stays
}

/// How many different sets there are.
fn number_of(sets: &[Option<usize>]) -> usize {
    let mut all: Vec<usize> = sets.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all.len()
}
