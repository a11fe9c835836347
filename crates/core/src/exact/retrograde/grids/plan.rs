//! All grids and moves of a layer, so that sweeps need not query the game.

#![expect(
    clippy::cast_possible_truncation,
    reason = "grids have at most 16 rows and columns, and few kinds of moves"
)]

use std::ops::Range;

use super::{GridMove, Grids, ThrowDistribution};

/// The grids of a layer.
pub(super) struct Plan<'g> {
    /// The distribution of each seat's throws.
    pub distributions: [&'g ThrowDistribution; 2],
    /// For each stage a range of the pairs.
    pub stages: Vec<Range<usize>>,
    pub pairs: Vec<Pair>,
    pub outer: Vec<OuterMove>,
    pub inner: Vec<InnerMoves>,
    /// The row maps of moves that change rows.
    pub rows: Vec<&'g [(u8, u8)]>,
}

/// A grid and its mirror image.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The number of each grid's first position.
    pub first: [u32; 2],
    pub rows: u8,
    pub columns: u8,
    /// Whether both grids are the same.
    pub is_its_mirror: bool,
    /// The indices at which the moves out of each grid begin, and at which those of the second end.
    pub outer: [u32; 3],
    /// The indices of the moves within each grid.
    pub inner: [u16; 2],
}

impl Pair {
    pub(super) fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// The numbers of a position of the first grid and of its mirror image.
    pub(super) fn numbers(&self, row: usize, column: usize) -> [usize; 2] {
        let [rows, columns] = [self.rows, self.columns].map(usize::from);
        let [one, other] = self.first.map(|first| first as usize);
        [one + row * columns + column, other + column * rows + row]
    }

    /// The positions of both grids, or of one if they are the same.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let cells = self.cells();
        let grids = if self.is_its_mirror { 1 } else { 2 };
        self.first.into_iter().take(grids).map(move |first| first as usize..first as usize + cells)
    }
}

/// A move out of a grid.
#[derive(Clone, Copy)]
pub(super) struct OuterMove {
    /// The number of the first position of the target grid, as seen by the seat that moves next.
    pub to: u32,
    /// The number of columns of the target grid.
    pub columns: u8,
    /// The index of a [`Plan::rows`], or [`ALL_ROWS`].
    pub rows: u8,
    /// The index of the throw.
    pub throw: u8,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The other seat is to move.
    Other,
    /// The same seat throws again.
    Again,
    /// The move wins.
    Wins,
}

pub(super) const ALL_ROWS: u8 = u8::MAX;

/// The moves within a grid, by target row.
pub(super) type InnerMoves = Vec<Vec<InnerMove>>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct InnerMove {
    pub from: u8,
    /// The index of the throw.
    pub throw: u8,
    pub again: bool,
}

impl<'g> Plan<'g> {
    pub(super) fn new<G: Grids>(game: &'g G, layer: usize) -> Self {
        let distributions = game.distributions();
        let distributions = [&distributions[0], &distributions[distributions.len() - 1]];
        let (stages, pairs, outer, inner, rows) = Default::default();
        let mut plan = Self { distributions, stages, pairs, outer, inner, rows };
        for stage in game.stages(layer) {
            let start = plan.pairs.len();
            for grid in stage {
                plan.add(game, grid);
            }
            plan.stages.push(start..plan.pairs.len());
        }
        plan
    }

    /// Adds a grid with its mirror image; if both seats throw the same, only one of the two possible pairs is added.
    fn add<G: Grids>(&mut self, game: &'g G, grid: G::Grid) {
        let grids = [grid, game.mirror(grid)];
        let cells = grids.map(|grid| game.cells(grid));
        let alike = game.distributions().len() == 1;
        if alike && cells[0].first > cells[1].first {
            return;
        }
        let first =
            |seat: usize, first: usize| short(if alike { first } else { seat * game.positions() + first });
        let begin = short(self.outer.len());
        let mut pair = Pair {
            first: [0, 1].map(|seat| first(seat, cells[seat].first)),
            rows: cells[0].rows as u8,
            columns: cells[0].columns as u8,
            is_its_mirror: alike && cells[0].first == cells[1].first,
            outer: [begin; 3],
            inner: [0; 2],
        };
        let mut moves = Vec::new();
        for seat in 0..2 {
            let mut within = vec![Vec::new(); cells[seat].rows];
            for (throw, (squares, _)) in (0..).zip(&self.distributions[seat].throws) {
                moves.clear();
                game.moves(grids[seat], *squares, &mut moves);
                for made in &moves {
                    self.add_move(game, made, (grids[seat], seat, throw), first, &mut within);
                }
            }
            pair.outer[seat + 1] = short(self.outer.len());
            pair.inner[seat] = index_of(&mut self.inner, within, PartialEq::eq) as u16;
        }
        self.pairs.push(pair);
    }

    fn add_move<G: Grids>(
        &mut self,
        game: &'g G,
        made: &GridMove<'g, G::Grid>,
        (grid, seat, throw): (G::Grid, usize, u8),
        first: impl Fn(usize, usize) -> u32,
        within: &mut InnerMoves,
    ) {
        let GridMove { to, rows, again } = *made;
        if let (Some(rows), true) = (rows, to == Some(grid)) {
            for (from, there) in rows {
                within[usize::from(*there)].push(InnerMove { from: *from, throw, again });
            }
            return;
        }
        let rows = rows.map_or(ALL_ROWS, |rows| {
            index_of(&mut self.rows, rows, |one, other| std::ptr::eq(*one, *other)) as u8
        });
        let (to, columns, kind) = match to {
            None => (0, 0, Kind::Wins),
            Some(to) => {
                let (to, seat, kind) =
                    if again { (to, seat, Kind::Again) } else { (game.mirror(to), 1 - seat, Kind::Other) };
                let cells = game.cells(to);
                (first(seat, cells.first), cells.columns as u8, kind)
            }
        };
        self.outer.push(OuterMove { to, columns, rows, throw, kind });
    }

    /// The number of positions.
    pub(super) fn positions(&self) -> usize {
        self.pairs.iter().flat_map(Pair::ranges).map(|range| range.len()).sum()
    }
}

/// The index of an item in a list; appends it if it is missing.
fn index_of<T>(list: &mut Vec<T>, item: T, same: impl Fn(&T, &T) -> bool) -> usize {
    list.iter().position(|other| same(other, &item)).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

/// Narrows a position number; there are fewer than 2³².
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
