//! Sets of positions that a seat need never leave: end components.
//!
//! Where a seat can stay for ever, both "it gets the most there is" and "it gets nothing" agree with the equations of the
//! values, so that sweeps alone never bring upper and lower values together. As staying for ever wins nothing, a set is
//! worth no more to who can stay there than the best way out of it. E. Kelmendi, J. Krämer, J. Křetínský, M. Weininger,
//! "Value iteration for simple stochastic games: stopping criterion and learning algorithm", CAV 2018; for one seat
//! S. Haddad and B. Monmege, "Interval iteration algorithm for MDPs and IMDPs", *Theoretical Computer Science* 735 (2018).

use std::collections::BTreeMap;
use std::ops::Range;

use super::positions::{Mover, NumberedMove, Positions, Seen};
use crate::process::To;
use crate::process::strong_components;

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
    /// The positions, as that seat sees them.
    pub positions: Vec<Seen>,
    /// Where the seat can go from there.
    pub ways_out: Vec<Seen>,
    /// Whose set it is.
    pub direction: Direction,
}

/// A layer as one that watches sees it from one seat all the time: each position twice, where moves turn the table.
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

    /// How many places there are.
    fn len(&self) -> usize {
        self.layer.len() * self.sides
    }

    fn seen(&self, place: usize) -> Seen {
        let number = u32::try_from(self.layer.start + place / self.sides);
        let turned = u8::try_from(place % self.sides).unwrap_or(0);
        Seen { to: number.map_or(To::Never, To::State), turned }
    }

    /// The place, if it is one of these.
    fn place(&self, seen: Seen) -> Option<usize> {
        match seen.to {
            To::State(to) if self.layer.contains(&(to as usize)) => {
                Some((to as usize - self.layer.start) * self.sides + usize::from(seen.turned))
            }
            _ => None,
        }
    }

    /// Who moves at a place, and where that leads.
    fn moves(&self, place: usize) -> (Mover, Vec<Seen>) {
        let mut buffer = Vec::new();
        let (mover, moves) = self.positions.moves(self.layer.start + place / self.sides, &mut buffer);
        let turned = place % self.sides;
        let mover = match mover {
            Mover::Seat(seat) => Mover::Seat((seat + turned) % self.positions.seats()),
            Mover::Chance => Mover::Chance,
        };
        let sides = u8::try_from(self.sides).unwrap_or(1);
        let turned = u8::try_from(turned).unwrap_or(0);
        let seen = |made: &NumberedMove| Seen { turned: (made.to.turned + turned) % sides, ..made.to };
        (mover, moves.iter().map(seen).collect())
    }

    /// Of some places the largest set in which those who may choose can keep the game, whatever all others do.
    fn stay(&self, places: Vec<bool>, may_choose: impl Fn(Mover) -> bool) -> Vec<bool> {
        largest_stay(places, |at| {
            let (mover, moves) = self.moves(at);
            (may_choose(mover), moves.into_iter().map(|to| self.place(to)))
        })
    }

    fn kept_by(&self, may_choose: impl Fn(Mover) -> bool) -> Vec<bool> {
        self.stay(vec![true; self.len()], may_choose)
    }
}

/// The sets within a layer that one seat need not leave.
pub(super) struct EndComponents<'p, P> {
    watched: Watched<'p, P>,
    /// Of whom there can be any, and the places where.
    possible: Vec<(Direction, Vec<bool>)>,
    /// Whether a game without end is no draw.
    is_open: bool,
}

impl<'p, P: Positions> EndComponents<'p, P> {
    pub(super) fn new(positions: &'p P, layer: &'p Range<usize>) -> Self {
        let watched = Watched::new(positions, layer);
        let [low, high] = positions.never();
        let is_open = low < high;
        // Where each position is seen from both sides, those of the one are those of the other.
        let directions: &[Direction] =
            if watched.sides > 1 { &[Direction::Upper] } else { &[Direction::Upper, Direction::Lower] };
        let kept: Vec<Vec<bool>> = if is_open {
            [0, 1].map(|seat| watched.kept_by(|mover| mover == Mover::Seat(seat))).into()
        } else {
            Vec::new()
        };
        // If it is no draw, the other seat decides only where it is for this seat alone to end the game.
        let may_be_in = |direction: Direction, at: usize| {
            let (own, other) = (direction.stays(), 1 - direction.stays());
            !is_open || watched.moves(at).0 != Mover::Seat(other) || kept[own][at] && !kept[other][at]
        };
        let possible = directions.iter().map(|direction| {
            let all = (0..watched.len()).map(|at| may_be_in(*direction, at)).collect();
            (*direction, watched.stay(all, |mover| mover != Mover::Chance))
        });
        let possible = possible.filter(|(_, places)| places.contains(&true)).collect();
        Self { watched, possible, is_open }
    }

    /// The largest ones, by what positions are worth so far. The other seat is held to the move that it likes best by what it may
    /// hope for; what follows of the bounds holds whatever it is held to, as it could play so.
    pub(super) fn find(&self, worth: impl Fn(Seen) -> [f64; 2]) -> Vec<EndComponent> {
        let of = |(direction, places): &(Direction, Vec<bool>)| {
            end_components(&self.watched, *direction, places, &worth)
        };
        // Who cannot leave is not to blame if the game never ends.
        let all = self.possible.iter().flat_map(of);
        all.filter(|found| !self.is_open || !found.ways_out.is_empty()).collect()
    }
}

fn end_components<P: Positions>(
    watched: &Watched<'_, P>,
    direction: Direction,
    places: &[bool],
    worth: impl Fn(Seen) -> [f64; 2],
) -> Vec<EndComponent> {
    let possible = possible(watched, direction, worth);
    // Which set each place is in, as far as is known; first all are in one.
    let mut sets: Vec<Option<usize>> = places.iter().map(|place| place.then_some(0)).collect();
    let stays_in = |sets: &[Option<usize>], at: usize, to: &Seen| {
        watched.place(*to).filter(|to| sets[at].is_some() && sets[*to] == sets[at])
    };
    loop {
        let kept = largest_stay(sets.iter().map(Option::is_some).collect(), |at| {
            let (may_choose, moves) = &possible[at];
            let sets = &sets;
            (*may_choose, moves.iter().map(move |to| stays_in(sets, at, to)))
        });
        let left = |to: &Seen, at: usize| stays_in(&sets, at, to).filter(|to| kept[*to]);
        let successor = |at: usize, branch: usize| {
            let to = possible[at].1.get(branch)?;
            Some(if kept[at] { left(to, at).unwrap_or(at) } else { at })
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
        moves.iter().filter(|to| stays_in(&sets, at, to).is_none()).copied().collect::<Vec<Seen>>()
    };
    let component = |members: Vec<usize>| EndComponent {
        ways_out: members.iter().flat_map(|at| leads_out(*at)).collect(),
        positions: members.into_iter().map(|at| watched.seen(at)).collect(),
        direction,
    };
    members.into_values().map(component).collect()
}

/// At each place whether the seat may choose there, and what is possible: of the other seat's moves only the one that it likes
/// best.
fn possible<P: Positions>(
    watched: &Watched<'_, P>,
    direction: Direction,
    worth: impl Fn(Seen) -> [f64; 2],
) -> Vec<(bool, Vec<Seen>)> {
    let at = |place| {
        let (mover, moves) = watched.moves(place);
        match mover {
            Mover::Seat(seat) if seat == direction.stays() => (true, moves),
            Mover::Seat(_) => {
                let hope = |to: &Seen| match direction {
                    Direction::Upper => worth(*to)[0],
                    Direction::Lower => -worth(*to)[1],
                };
                let liked = moves.iter().min_by(|one, other| hope(one).total_cmp(&hope(other)));
                (false, liked.copied().into_iter().collect())
            }
            Mover::Chance => (false, moves),
        }
    };
    (0..watched.len()).map(at).collect()
}

/// Of some places the largest set in which one can stay: from where chance moves all leads to the set, from where somebody
/// chooses one move at least. `moves` says of a place whether somebody chooses, and where each move leads, nothing being out
/// of the set.
fn largest_stay<M: Iterator<Item = Option<usize>>>(
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
