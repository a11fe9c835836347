//! End components: sets of positions that a seat need never leave.
//!
//! Where a seat can stay forever, both the highest and the lowest values solve the equations, so sweeps alone never make
//! upper and lower values meet. As staying forever wins nothing, the value of a set to a seat that can stay there is at
//! most that of its best exit. E. Kelmendi, J. Krämer, J. Křetínský, M. Weininger,
//! "Value iteration for simple stochastic games: stopping criterion and learning algorithm", CAV 2018; for one seat
//! S. Haddad and B. Monmege, "Interval iteration algorithm for MDPs and IMDPs", *Theoretical Computer Science* 735 (2018).

use std::collections::BTreeMap;
use std::ops::Range;

use super::positions::{Mover, NumberedMove, Positions, Seen};
use crate::process::To;
use crate::process::strong_components;

/// The bounds that a set corrects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Upper values of sets that the first seat need not leave.
    Upper,
    /// Lower values of sets that the second seat need not leave.
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

/// A set of positions that one seat need not leave if the other plays certain moves.
pub(super) struct EndComponent {
    /// The positions of the set.
    pub positions: Vec<Seen>,
    /// The targets of the seat's moves out of the set.
    pub ways_out: Vec<Seen>,
    /// The bounds to correct, and thereby the seat that may stay.
    pub direction: Direction,
}

/// A layer seen from one fixed seat: each position occurs twice if moves turn the table.
struct Watched<'p, P> {
    positions: &'p P,
    layer: &'p Range<usize>,
    sides: usize,
}

impl<'p, P: Positions> Watched<'p, P> {
    fn new(positions: &'p P, layer: &'p Range<usize>) -> Self {
        let mut buffer = Vec::new();
        let turns = |made: &NumberedMove| made.to.turned > 0;
        let is_turned =
            layer.clone().any(|position| positions.moves(position, &mut buffer).1.iter().any(turns));
        Self { positions, layer, sides: if is_turned { 2 } else { 1 } }
    }

    /// The number of positions as seen from all sides; they are indexed from 0.
    fn len(&self) -> usize {
        self.layer.len() * self.sides
    }

    fn seen(&self, index: usize) -> Seen {
        let number = u32::try_from(self.layer.start + index / self.sides);
        let turned = u8::try_from(index % self.sides).unwrap_or(0);
        Seen { to: number.map_or(To::Never, To::State), turned }
    }

    /// The index of a position, if it is in the layer.
    fn index(&self, seen: Seen) -> Option<usize> {
        match seen.to {
            To::State(to) if self.layer.contains(&(to as usize)) => {
                Some((to as usize - self.layer.start) * self.sides + usize::from(seen.turned))
            }
            _ => None,
        }
    }

    /// The mover at an index, and the targets of the moves.
    fn moves(&self, index: usize) -> (Mover, Vec<Seen>) {
        let mut buffer = Vec::new();
        let (mover, moves) = self.positions.moves(self.layer.start + index / self.sides, &mut buffer);
        let turned = index % self.sides;
        let mover = match mover {
            Mover::Seat(seat) => Mover::Seat((seat + turned) % self.positions.seats()),
            Mover::Chance => Mover::Chance,
        };
        let sides = u8::try_from(self.sides).unwrap_or(1);
        let turned = u8::try_from(turned).unwrap_or(0);
        let seen = |made: &NumberedMove| Seen { turned: (made.to.turned + turned) % sides, ..made.to };
        (mover, moves.iter().map(seen).collect())
    }

    /// The largest subset in which the movers that `may_choose` can keep the game, against any play of the others.
    fn stay(&self, indices: Vec<bool>, may_choose: impl Fn(Mover) -> bool) -> Vec<bool> {
        largest_stay(indices, |at| {
            let (mover, moves) = self.moves(at);
            (may_choose(mover), moves.into_iter().map(|to| self.index(to)))
        })
    }

    fn held_by(&self, may_choose: impl Fn(Mover) -> bool) -> Vec<bool> {
        self.stay(vec![true; self.len()], may_choose)
    }
}

/// The sets within a layer that one of the seats need not leave.
pub(super) struct EndComponents<'p, P> {
    watched: Watched<'p, P>,
    /// The directions that can have such sets, with the indices that they may contain.
    possible: Vec<(Direction, Vec<bool>)>,
    /// Whether an endless game is not a draw.
    is_open: bool,
}

impl<'p, P: Positions> EndComponents<'p, P> {
    pub(super) fn new(positions: &'p P, layer: &'p Range<usize>) -> Self {
        let watched = Watched::new(positions, layer);
        let [low, high] = positions.never();
        let is_open = low < high;
        // If each position is seen from both sides, the sets of one seat mirror those of the other.
        let directions: &[Direction] =
            if watched.sides > 1 { &[Direction::Upper] } else { &[Direction::Upper, Direction::Lower] };
        let stored: Vec<Vec<bool>> = if is_open {
            [0, 1].map(|seat| watched.held_by(|mover| mover == Mover::Seat(seat))).into()
        } else {
            Vec::new()
        };
        // If it is not a draw, the other seat's positions count only where this seat alone can prevent the end.
        let may_be_in = |direction: Direction, at: usize| {
            let (own, other) = (direction.stays(), 1 - direction.stays());
            !is_open || watched.moves(at).0 != Mover::Seat(other) || stored[own][at] && !stored[other][at]
        };
        let possible = directions.iter().map(|direction| {
            let all = (0..watched.len()).map(|at| may_be_in(*direction, at)).collect();
            (*direction, watched.stay(all, |mover| mover != Mover::Chance))
        });
        let possible = possible.filter(|(_, indices)| indices.contains(&true)).collect();
        Self { watched, possible, is_open }
    }

    /// The largest sets by the current bounds. The other seat is assumed to play the move with the best optimistic bound; the
    /// corrected bounds are valid for any assumed move, as the seat could play it.
    pub(super) fn find(&self, value: impl Fn(Seen) -> [f64; 2]) -> Vec<EndComponent> {
        let of = |(direction, indices): &(Direction, Vec<bool>)| {
            end_components(&self.watched, *direction, indices, &value)
        };
        // A seat that cannot leave is not responsible for an endless game.
        let all = self.possible.iter().flat_map(of);
        all.filter(|found| !self.is_open || !found.ways_out.is_empty()).collect()
    }
}

fn end_components<P: Positions>(
    watched: &Watched<'_, P>,
    direction: Direction,
    indices: &[bool],
    value: impl Fn(Seen) -> [f64; 2],
) -> Vec<EndComponent> {
    let possible = possible(watched, direction, value);
    // The set of each index so far; at first all are in one.
    let mut sets: Vec<Option<usize>> = indices.iter().map(|index| index.then_some(0)).collect();
    let stays_in = |sets: &[Option<usize>], at: usize, to: &Seen| {
        watched.index(*to).filter(|to| sets[at].is_some() && sets[*to] == sets[at])
    };
    loop {
        let stored = largest_stay(sets.iter().map(Option::is_some).collect(), |at| {
            let (may_choose, moves) = &possible[at];
            let sets = &sets;
            (*may_choose, moves.iter().map(move |to| stays_in(sets, at, to)))
        });
        let left = |to: &Seen, at: usize| stays_in(&sets, at, to).filter(|to| stored[*to]);
        let successor = |at: usize, branch: usize| {
            let to = possible[at].1.get(branch)?;
            Some(if stored[at] { left(to, at).unwrap_or(at) } else { at })
        };
        let mut finer = vec![None; possible.len()];
        for (set, members) in strong_components(possible.len(), successor).iter().enumerate() {
            members.iter().filter(|at| stored[**at]).for_each(|at| finer[*at] = Some(set));
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
        moves.iter().filter(|to| stays_in(&sets, at, to).is_none()).copied().collect::<Vec<Seen>>()
    };
    let component = |members: Vec<usize>| EndComponent {
        ways_out: members.iter().flat_map(|at| leads_out(*at)).collect(),
        positions: members.into_iter().map(|at| watched.seen(at)).collect(),
        direction,
    };
    members.into_values().map(component).collect()
}

/// For each index whether the seat may choose there, and the possible moves: for the other seat only its assumed move.
fn possible<P: Positions>(
    watched: &Watched<'_, P>,
    direction: Direction,
    value: impl Fn(Seen) -> [f64; 2],
) -> Vec<(bool, Vec<Seen>)> {
    let at = |index| {
        let (mover, moves) = watched.moves(index);
        match mover {
            Mover::Seat(seat) if seat == direction.stays() => (true, moves),
            Mover::Seat(_) => {
                let hope = |to: &Seen| match direction {
                    Direction::Upper => value(*to)[0],
                    Direction::Lower => -value(*to)[1],
                };
                let liked = moves.iter().min_by(|one, other| hope(one).total_cmp(&hope(other)));
                (false, liked.copied().into_iter().collect())
            }
            Mover::Chance => (false, moves),
        }
    };
    (0..watched.len()).map(at).collect()
}

/// The largest subset in which play can stay: where a seat may choose, at least one move leads into the subset, elsewhere all
/// moves do. `moves` returns for an index whether a seat may choose, and the target of each move; `None` is outside.
fn largest_stay<M: Iterator<Item = Option<usize>>>(
    mut stays: Vec<bool>,
    moves: impl Fn(usize) -> (bool, M),
) -> Vec<bool> {
    // For each index, the number of moves that stay, whether one is enough, and the indices that lead to it.
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

/// The number of different sets.
fn number_of(sets: &[Option<usize>]) -> usize {
    let mut all: Vec<usize> = sets.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all.len()
}
