//! Sweeps that move lower and upper values towards each other.
//!
//! Independent layers are solved in parallel.

use std::ops::Range;

use rayon::prelude::*;

use super::end_components::{Direction, EndComponent, EndComponents};
use super::positions::{Mover, NumberedMove, Positions, Seen};
use crate::process::{Seats, To};

/// Bounds this close are not improved any further.
const CLOSE: f64 = 1e-13;

/// A seat changes its choice only for an improvement of more than this.
pub(super) const BETTER: f64 = 1e-12;

/// The absolute error when a product falls below the doubles of full precision.
const TINY: f64 = 1e-290;

/// The positions of a layer are swept one after the other, each with the latest values of others; from this number of
/// positions on, all at once on all cores.
const MANY: usize = 1 << 15;

/// Fewer positions are solved on one core.
const FEW: usize = 256;

/// The most positions visited to solve one layer.
const MOST_LOOKS: u64 = 400_000_000;

/// The number of sweeps of a layer before the first search for end components, which takes as long as a few sweeps; and how
/// often this number is doubled for later searches.
const FIRST_SWEEPS: u64 = 16;
const DOUBLED: u32 = 6;

/// Positions lead mostly to later ones, so sweeps go backwards; one in this number goes forwards.
const TURNED: u64 = 8;

/// The bounds on the value of every position so far, and the choice of the seat that decides there.
pub(super) struct Swept<'p, P> {
    positions: &'p P,
    /// The chances that moves refer to, with a relative error of at most one rounding.
    pub chances: Vec<f64>,
    /// The number of values of each position: one for the first seat in zero-sum games, else one for each seat.
    pub width: usize,
    /// The lower and upper bounds of the values.
    pub bounds: Vec<[f64; 2]>,
    /// The index of the chosen move.
    pub choices: Vec<u16>,
    /// Whether more sweeps could narrow the bounds.
    pub is_cut_short: bool,
}

/// The bounds of a position, and the index of the chosen move.
type Found = ([f64; 2], u16);

/// Layers that were solved one after the other, with the results for their positions.
#[derive(Default)]
struct Solved {
    layers: Vec<Range<usize>>,
    bounds: Vec<[f64; 2]>,
    choices: Vec<u16>,
    is_cut_short: bool,
}

impl<'p, P: Positions> Swept<'p, P> {
    pub(super) fn new(positions: &'p P) -> Self {
        let chances = positions.chances().iter().map(|chance| chance.middle()).collect();
        let is_zero_sum = positions.seats() <= 2 && !positions.is_for_gains();
        let width = if is_zero_sum { 1 } else { positions.seats() };
        let all = positions.layers().last().map_or(0, |last| last.end);
        Self {
            positions,
            chances,
            width,
            bounds: vec![[0.0, 1.0]; all * width],
            choices: vec![0; all],
            is_cut_short: false,
        }
    }

    /// Cached values of a game for the win; `None` if they do not satisfy its equations.
    pub(super) fn stored(
        positions: &'p P,
        (bounds, choices, is_cut_short): (Vec<[f64; 2]>, Vec<u16>, bool),
    ) -> Option<Self> {
        let empty = Self::new(positions);
        let is_as_long = empty.bounds.len() == bounds.len() && empty.choices.len() == choices.len();
        let is_share = |[low, high]: &[f64; 2]| 0.0 <= *low && low <= high && *high <= 1.0;
        if positions.is_for_gains() || !is_as_long || !bounds.iter().all(is_share) {
            return None;
        }
        let stored = Self { bounds, choices, is_cut_short, ..empty };
        let width = stored.width;
        let agrees = |layer: &Range<usize>| {
            let bounds = stored.bounds[layer.start * width..layer.end * width].to_vec();
            let choices = stored.choices[layer.clone()].to_vec();
            Open { bounds, choices, ..Open::new(&stored, layer.clone()) }.agrees()
        };
        positions.layers().par_iter().all(agrees).then_some(stored)
    }

    /// Solves all layers; returns whether all of them could be solved.
    pub(super) fn solve(&mut self) -> bool {
        for level in self.levels() {
            let layer = |index: u32| self.positions.layers()[index as usize].clone();
            let solve = |mut solved: Solved, index: &u32| {
                let layer = layer(*index);
                let mut open = Open::new(self, layer.clone());
                open.solve().then(|| {
                    solved.bounds.append(&mut open.bounds);
                    solved.choices.append(&mut open.choices);
                    solved.layers.push(layer);
                    solved.is_cut_short |= open.is_cut_short;
                    solved
                })
            };
            let size: usize = level.iter().map(|index| layer(*index).len()).sum();
            let solved: Option<Vec<Solved>> = if size < FEW {
                level.iter().try_fold(Solved::default(), solve).map(|solved| vec![solved])
            } else {
                level.par_iter().try_fold(Solved::default, solve).collect()
            };
            let Some(solved) = solved else { return false };
            for Solved { layers, bounds, choices, is_cut_short } in solved {
                self.is_cut_short |= is_cut_short;
                let mut at = 0;
                for layer in layers {
                    let end = at + layer.len();
                    self.choices[layer.clone()].copy_from_slice(&choices[at..end]);
                    let width = self.width;
                    self.bounds[layer.start * width..layer.end * width]
                        .copy_from_slice(&bounds[at * width..end * width]);
                    at = end;
                }
            }
        }
        true
    }

    /// The numbers of the layers, grouped by levels; each layer leads only to itself and to layers of lower levels.
    fn levels(&self) -> Vec<Vec<u32>> {
        let mut level_of = vec![0u32; self.choices.len()];
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let mut buffer = Vec::new();
        for (layer, index) in self.positions.layers().iter().zip(0u32..) {
            let mut level = 0;
            for position in layer.clone() {
                for made in self.positions.moves(position, &mut buffer).1 {
                    if let To::State(to) = made.to.to
                        && (to as usize) < layer.start
                    {
                        level = level.max(level_of[to as usize] + 1);
                    }
                }
            }
            level_of[layer.clone()].fill(level);
            let level = level as usize;
            levels.resize(levels.len().max(level + 1), Vec::new());
            levels[level].push(index);
        }
        levels
    }
}

/// A layer that is being solved, after all that it leads to.
pub(super) struct Open<'s, 'p, P> {
    pub known: &'s Swept<'p, P>,
    pub positions: &'p P,
    pub layer: Range<usize>,
    pub bounds: Vec<[f64; 2]>,
    pub choices: Vec<u16>,
    is_cut_short: bool,
}

impl<'s, 'p, P: Positions> Open<'s, 'p, P> {
    fn new(known: &'s Swept<'p, P>, layer: Range<usize>) -> Self {
        let bounds = vec![[0.0, 1.0]; layer.len() * known.width];
        Self {
            known,
            positions: known.positions,
            bounds,
            choices: vec![0; layer.len()],
            layer,
            is_cut_short: false,
        }
    }

    /// The value at an index after a move.
    pub(super) fn enclosure(&self, Seen { to, turned }: Seen, index: usize) -> [f64; 2] {
        let (seats, width) = (self.positions.seats(), self.known.width);
        let exactly = |value| [value, value];
        let index = if width == 1 { 0 } else { (index + seats - usize::from(turned)) % seats };
        let enclosure = match to {
            To::Never | To::End(_) if self.positions.is_for_gains() => exactly(0.0),
            To::State(position) => {
                let position = position as usize;
                if self.layer.contains(&position) {
                    self.bounds[(position - self.layer.start) * width + index]
                } else {
                    self.known.bounds[position * width + index]
                }
            }
            To::Never => self.positions.never(),
            // If nobody wins, several seats share the win; a single seat loses.
            To::End(winners) if seats == 2 => exactly((1.0 + winners.share(0) - winners.share(1)) / 2.0),
            To::End(winners) => {
                let all = winners.is_empty() && seats > 2;
                let share = if all { Seats::first(seats).share(index) } else { winners.share(index) };
                // 1/2 is exact in doubles, 1/3 is not.
                let is_exact = share == 0.0 || share.recip().log2().fract() == 0.0;
                if is_exact { exactly(share) } else { [share.next_down(), share.next_up()] }
            }
        };
        if width == 1 && turned > 0 { of_other(enclosure) } else { enclosure }
    }

    /// The current choice of the seat that decides at a position.
    fn choice(&self, position: usize) -> u16 {
        let here = position.checked_sub(self.layer.start).and_then(|at| self.choices.get(at));
        *here.unwrap_or(&self.known.choices[position])
    }

    /// Whether the values of the layer satisfy the equations, and every choice is optimal.
    fn agrees(&mut self) -> bool {
        const AGREE: f64 = 1e-9;
        let width = self.known.width;
        let is_close = |one: [f64; 2], other: [f64; 2]| {
            (one[0] - other[0]).abs() <= AGREE && (one[1] - other[1]).abs() <= AGREE
        };
        let follows = |position: usize| {
            let mut buffer = Vec::new();
            let (mover, moves) = self.positions.moves(position, &mut buffer);
            let here = |index: usize| self.bounds[(position - self.layer.start) * width + index];
            let Mover::Seat(seat) = mover else {
                return (0..width).all(|index| is_close(self.mean(position, index, moves), here(index)));
            };
            let Some(chosen) = moves.get(usize::from(self.choice(position))) else { return false };
            // The second of two seats minimises the first seat's value.
            let (own, sign) = if width == 1 { (0, if seat == 1 { -1.0 } else { 1.0 }) } else { (seat, 1.0) };
            let middle = |made: &NumberedMove| sign * self.enclosure(made.to, own).iter().sum::<f64>() / 2.0;
            moves.iter().all(|other| middle(other) <= middle(chosen) + AGREE)
                && (0..width).all(|index| is_close(self.enclosure(chosen.to, index), here(index)))
        };
        if !self.layer.clone().all(follows) {
            return false;
        }
        // Where a seat can stay forever, wrong values satisfy the equations too.
        let pays_to_leave = |rest: &EndComponent| {
            let best = self.best_way_out(rest);
            rest.positions.iter().all(|seen| {
                let enclosure = self.enclosure(*seen, 0);
                match rest.direction {
                    Direction::Upper => enclosure[1] <= best + AGREE,
                    Direction::Lower => enclosure[0] >= best - AGREE,
                }
            })
        };
        let rests = || EndComponents::new(self.positions, &self.layer).find(|seen| self.enclosure(seen, 0));
        width > 1 || self.is_left_at_once() || rests().iter().all(pays_to_leave)
    }

    /// Whether the layer is a single position without a move to itself.
    fn is_left_at_once(&self) -> bool {
        let only = self.layer.start;
        let mut buffer = Vec::new();
        let (_, moves) = self.positions.moves(only, &mut buffer);
        self.layer.len() == 1 && !moves.iter().any(|made| made.to.to == number(only))
    }

    /// Solves the layer; returns whether it could be solved.
    fn solve(&mut self) -> bool {
        if self.is_left_at_once() {
            let only = self.layer.start;
            if self.positions.is_for_gains() {
                self.look_at_gains(only);
            } else {
                self.look_ahead(only);
            }
            return true;
        }
        // Cycles are solved neither for coins nor for more than two seats.
        let is_swept = self.known.width == 1 && !self.positions.is_for_gains();
        if is_swept {
            self.sweep();
        }
        is_swept
    }

    /// Sets the values of a position to which play never returns.
    fn look_ahead(&mut self, position: usize) {
        let mut buffer = Vec::new();
        let (mover, moves) = self.positions.moves(position, &mut buffer);
        let choice = match mover {
            Mover::Seat(seat) if self.known.width > 1 => {
                let middle = |made: &NumberedMove| self.enclosure(made.to, seat).iter().sum::<f64>();
                let better = |best: usize, other: usize| {
                    if middle(&moves[other]) > middle(&moves[best]) + 2.0 * BETTER { other } else { best }
                };
                Some((1..moves.len()).fold(0, better))
            }
            _ => None,
        };
        for index in 0..self.known.width {
            let ([low, high], chosen) = match choice {
                Some(choice) => (self.enclosure(moves[choice].to, index), as_choice(choice)),
                None => self.update(position, index),
            };
            self.bounds[index] = [low, high];
            self.choices[0] = chosen;
        }
    }

    /// The bounds and the choice of a position, from the bounds of those it leads to.
    fn update(&self, position: usize, index: usize) -> Found {
        let mut buffer = Vec::new();
        let (mover, moves) = self.positions.moves(position, &mut buffer);
        let Mover::Seat(seat) = mover else { return (self.mean(position, index, moves), 0) };
        let before = self.choice(position);
        // The second of two seats minimises; with the sign changed, it maximises too.
        let (minimises, guaranteed) = (seat == 1, usize::from(seat == 1));
        let to_seat = |value: f64| if minimises { -value } else { value };
        let mut best = [f64::NEG_INFINITY; 2];
        let mut choice = usize::from(before);
        let sure = |made: usize| to_seat(self.enclosure(moves[made].to, index)[guaranteed]);
        let mut most = sure(choice);
        for (made, to) in moves.iter().enumerate() {
            let enclosure = self.enclosure(to.to, index).map(to_seat);
            best = [best[0].max(enclosure[0]), best[1].max(enclosure[1])];
            if enclosure[guaranteed] > most + BETTER {
                (choice, most) = (made, enclosure[guaranteed]);
            }
        }
        (best.map(to_seat), as_choice(choice))
    }

    /// The mean value after a throw; a throw that changes nothing is repeated.
    #[expect(clippy::cast_precision_loss, reason = "a throw has few outcomes")]
    fn mean(&self, position: usize, index: usize, moves: &[NumberedMove]) -> [f64; 2] {
        let (mut sums, mut whole, mut again) = ([0.0; 2], 0.0, false);
        let here = Seen::as_it_is(number(position));
        for made in moves {
            let chance = self.known.chances[made.chance as usize];
            if made.to == here {
                again = true;
                continue;
            }
            let enclosure = self.enclosure(made.to, index);
            sums = [sums[0] + chance * enclosure[0], sums[1] + chance * enclosure[1]];
            whole += chance;
        }
        if !again {
            whole = 1.0;
        } else if whole == 0.0 {
            return self.enclosure(NEVER, index);
        } else if whole < TINY {
            return [0.0, 1.0];
        }
        // If all values are the same, so is the mean, without roundings.
        let mut all = moves.iter().filter(|made| made.to != here).map(|made| self.enclosure(made.to, index));
        if let Some(first) = all.next()
            && first[0].to_bits() == first[1].to_bits()
            && all.all(|other| other.map(f64::to_bits) == first.map(f64::to_bits))
        {
            return first;
        }
        // Chances, products and sums each err by one rounding, and the quotient by as many again.
        let roundings = 2.0 * (moves.len() as f64 + 4.0) * f64::EPSILON;
        let lost = moves.len() as f64 * TINY;
        let low = ((sums[0] - lost) / whole * (1.0 - roundings)).max(0.0);
        let high = ((sums[1] + lost) / whole * (1.0 + roundings)).min(1.0);
        [low, high]
    }

    /// Sweeps until all bounds meet or stop changing, or until it takes too long.
    fn sweep(&mut self) {
        self.begin();
        let mut left = MOST_LOOKS / self.layer.len() as u64;
        let (mut rests, layer) = (Vec::new(), self.layer.clone());
        let mut all_rests = None;
        for sweeps in (0..).map(|round: u32| FIRST_SWEEPS << round.min(DOUBLED)) {
            let mut creeps = false;
            for sweep in 0..sweeps {
                let (widest, changed) = self.sweep_once(sweep % TURNED != TURNED - 1);
                left = left.saturating_sub(1);
                if widest <= CLOSE {
                    return;
                }
                if left == 0 {
                    self.is_cut_short = true;
                    return;
                }
                creeps = changed.max(self.leave(&rests)) > f64::EPSILON;
                if !creeps {
                    break;
                }
            }
            // A set that a seat can stay in forever is worth its best exit.
            let all_rests = all_rests.get_or_insert_with(|| EndComponents::new(self.positions, &layer));
            rests = all_rests.find(|seen| self.enclosure(seen, 0));
            if !creeps && self.leave(&rests) <= f64::EPSILON {
                return;
            }
        }
    }

    /// Sets all bounds to the smallest and the largest value of an exit from the layer.
    fn begin(&mut self) {
        let mut range = self.enclosure(NEVER, 0);
        let (mut buffer, mut is_turned) = (Vec::new(), false);
        for position in self.layer.clone() {
            for made in self.positions.moves(position, &mut buffer).1 {
                let inside = matches!(made.to.to, To::State(to) if self.layer.contains(&(to as usize)));
                if inside {
                    is_turned |= made.to.turned > 0;
                } else {
                    let enclosure = self.enclosure(made.to, 0);
                    range = [range[0].min(enclosure[0]), range[1].max(enclosure[1])];
                }
            }
        }
        if is_turned {
            let other = of_other(range);
            range = [range[0].min(other[0]), range[1].max(other[1])];
        }
        self.bounds.fill(range);
    }

    /// Makes one sweep; returns the largest width of the bounds after it, and the largest change.
    fn sweep_once(&mut self, backwards: bool) -> (f64, f64) {
        let (mut widest, mut changed) = (0.0_f64, 0.0_f64);
        let mut take = |open: &mut Self, at: usize, ([low, high], choice): Found| {
            let bounds = &mut open.bounds[at];
            changed = changed.max(low - bounds[0]).max(bounds[1] - high);
            *bounds = [bounds[0].max(low), bounds[1].min(high)];
            widest = widest.max(bounds[1] - bounds[0]);
            open.choices[at] = choice;
        };
        let (first, all) = (self.layer.start, self.layer.len());
        if all >= MANY {
            let found: Vec<Found> = self.layer.clone().into_par_iter().map(|at| self.update(at, 0)).collect();
            (0..).zip(found).for_each(|(at, found)| take(self, at, found));
        } else {
            for slot in 0..all {
                let at = if backwards { all - 1 - slot } else { slot };
                let found = self.update(first + at, 0);
                take(self, at, found);
            }
        }
        (widest, changed)
    }

    /// The upper bound on the best exit from a set that the first seat need not leave, or the lower bound if it is the second
    /// seat's.
    fn best_way_out(&self, rest: &EndComponent) -> f64 {
        let upper = rest.direction == Direction::Upper;
        // An endless game counts too; if it is not a draw, the seat that alone prevents the end loses it.
        let never = self.enclosure(NEVER, 0)[usize::from(!upper)];
        let ways = rest.ways_out.iter().map(|way| self.enclosure(*way, 0)[usize::from(upper)]);
        if upper { ways.fold(never, f64::max) } else { ways.fold(never, f64::min) }
    }

    /// Limits the upper values of sets that the first seat need not leave to its best exit, and likewise the lower values of
    /// the second seat's sets; returns the largest change.
    fn leave(&mut self, rests: &[EndComponent]) -> f64 {
        let mut changed = 0.0_f64;
        for rest in rests {
            let upper = rest.direction == Direction::Upper;
            let best = self.best_way_out(rest);
            for Seen { to, turned } in &rest.positions {
                let To::State(position) = to else { continue };
                // From the other side, the upper bound is the lower bound.
                let (at, best) = match (*turned > 0, of_other([best; 2])) {
                    (false, _) => (usize::from(upper), best),
                    (true, [low, high]) => (usize::from(!upper), if upper { low } else { high }),
                };
                let bounds = &mut self.bounds[*position as usize - self.layer.start];
                let within = best.clamp(bounds[0], bounds[1]);
                changed = changed.max((within - bounds[at]).abs());
                bounds[at] = within;
            }
        }
        changed
    }
}

/// An endless game.
const NEVER: Seen = Seen::as_it_is(To::Never);

/// The other seat's value in a game of two, rounded outwards.
pub(super) fn of_other([low, high]: [f64; 2]) -> [f64; 2] {
    let is_exact = |value: f64| (1.0 - (1.0 - value)).to_bits() == value.to_bits();
    let (least, most) = (1.0 - high, 1.0 - low);
    [
        if is_exact(high) { least } else { least.next_down() },
        if is_exact(low) { most } else { most.next_up() },
    ]
}

fn number(position: usize) -> To {
    u32::try_from(position).map_or(To::Never, To::State)
}

pub(super) fn as_choice(choice: usize) -> u16 {
    u16::try_from(choice).unwrap_or(u16::MAX)
}
