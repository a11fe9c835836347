//! Alpha-beta search with bounds.
//!
//! D. Knuth and R. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975), with a transposition
//! table, and cutoffs from its entries for the positions that moves lead to (A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin,
//! "Exploiting graph properties of game trees", AAAI 1996). The search carries bounds instead of a value, as the B* search
//! of H. Berliner does: if only bounds are known at the horizon, the resulting bounds hold at any depth.

use super::table::{Entry, Table};
use super::{Bounds, Next, PerfectInformation, later, sooner};

/// The deepest search for a proof.
const DEEPEST: u32 = 200;

/// What a game says of positions at the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Their estimated values. The result of a position holds for the depth of the search.
    Opinion,
    /// Bounds on their true values. The result of a position is true at any depth.
    Bounds,
}

/// A search with a transposition table.
pub struct AlphaBeta<'g, G: PerfectInformation> {
    game: &'g G,
    horizon: Horizon,
    table: Table,
    /// How many more positions may be searched.
    left: u64,
}

/// A move, what is known of its value, and its search order.
struct Candidate<P> {
    next: Next<P>,
    utility: Bounds,
    order: (bool, i32, i32),
}

impl<'g, G: PerfectInformation> AlphaBeta<'g, G> {
    /// A search that stores 2 to the power of `bits` positions.
    pub const fn new(game: &'g G, horizon: Horizon, bits: u32) -> Self {
        Self { game, horizon, table: Table::new(bits), left: u64::MAX }
    }

    /// Limits the number of positions searched from now on. Once it is used up, only bounds are found.
    pub const fn allow(&mut self, positions: u64) {
        self.left = positions;
    }

    /// The value of a position at a depth, for the seat that decides.
    pub fn value(&mut self, position: &G::Position, depth: u32) -> Bounds {
        let window = wide(self.game.range(position));
        self.deepening(depth, |search, depth| search.search(position, depth, window))
    }

    /// True bounds on the value of a position. Searches deeper and deeper until they settle the window or no more positions
    /// may be searched.
    pub fn proof(&mut self, position: &G::Position, window: Bounds) -> Bounds {
        let mut known = self.game.range(position);
        for depth in 0..DEEPEST {
            if known.settles(window) || self.left == 0 {
                break;
            }
            known = known.and(self.search(position, depth, window));
        }
        known
    }

    /// The value of a move at a depth, or by proof.
    pub fn option(&mut self, position: &G::Position, next: &Next<G::Position>, depth: Option<u32>) -> Bounds {
        let window = wide(self.game.range(position));
        match depth {
            None => self.proof_after(next, window),
            Some(depth) => self.deepening(depth, |search, depth| {
                search.after(next, depth.saturating_sub(next.cost), window)
            }),
        }
    }

    /// The best moves at a depth, or by proof, in the order of the game, with their value.
    pub fn best(&mut self, position: &G::Position, depth: Option<u32>) -> (Vec<G::Move>, Bounds) {
        self.best_among(position, depth, |_| true)
    }

    /// The best of the allowed moves: those forbidden at the root only, such as repetitions, are left out there.
    pub fn best_among(
        &mut self,
        position: &G::Position,
        depth: Option<u32>,
        allows: impl Fn(&G::Move) -> bool,
    ) -> (Vec<G::Move>, Bounds) {
        let moves: Vec<_> = self.game.moves(position).into_iter().filter(|(made, _)| allows(made)).collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let Some(depth) = depth else {
            return self.best_of(position, &moves, &mut order, |search, next, window| {
                search.proof_after(next, window)
            });
        };
        self.deepening(depth, |search, depth| {
            search.best_of(position, &moves, &mut order, |search, next, window| {
                search.after(next, depth.saturating_sub(next.cost), window)
            })
        })
    }

    /// The best of several moves, searched in this order; sorts the order from best to worst.
    fn best_of(
        &mut self,
        position: &G::Position,
        moves: &[(G::Move, Next<G::Position>)],
        order: &mut [usize],
        utility: impl Fn(&mut Self, &Next<G::Position>, Bounds) -> Bounds,
    ) -> (Vec<G::Move>, Bounds) {
        let range = wide(self.game.range(position));
        let mut best = Bounds { low: range.low, high: range.low };
        let mut found = vec![range; moves.len()];
        for index in order.iter() {
            // Lower values need not be known exactly.
            let window = Bounds { low: best.low - 1, high: range.high };
            found[*index] = utility(self, &moves[*index].1, window);
            if found[*index].low > best.low {
                best = found[*index];
            }
        }
        order.sort_by_key(|index| std::cmp::Reverse((found[*index].low, found[*index].high)));
        let likes = |utility: &Bounds| utility.high >= best.low;
        let liked = moves.iter().zip(&found).filter(|(_, utility)| likes(utility));
        (liked.map(|((made, _), _)| *made).collect(), best)
    }

    /// Searches shallower depths first if their results improve the order.
    fn deepening<T>(&mut self, depth: u32, look: impl FnMut(&mut Self, u32) -> T) -> T {
        let mut look = look;
        if self.horizon == Horizon::Opinion {
            (1..depth).for_each(|depth| drop(look(self, depth)));
        }
        look(self, depth)
    }

    /// The value of a move, by a search of this depth after it.
    fn after(&mut self, next: &Next<G::Position>, depth: u32, window: Bounds) -> Bounds {
        let forced = self.game.forced();
        next.utility(self.search(&next.position, depth, next.window(window, forced)), forced)
    }

    fn proof_after(&mut self, next: &Next<G::Position>, window: Bounds) -> Bounds {
        let forced = self.game.forced();
        next.utility(self.proof(&next.position, next.window(window, forced)), forced)
    }

    /// Bounds on the value of a position at a depth that settle the window.
    fn search(&mut self, position: &G::Position, depth: u32, window: Bounds) -> Bounds {
        if let Some(known) = self.game.known(position) {
            return known;
        }
        let range = self.game.range(position);
        if self.left == 0 || range.settles(window) {
            return range;
        }
        if depth == 0 && self.horizon == Horizon::Opinion {
            return self.game.horizon(position);
        }
        let key = self.game.key(position);
        let entry = self.table.get(key);
        let before = entry.and_then(|entry| self.holds(entry, depth));
        let so_far = before.map_or(range, |bounds| range.and(bounds));
        let as_deep = |entry: Entry| entry.depth.is_some_and(|looked| looked >= depth);
        // Bounds from a narrow window may not settle a wider one: the position is searched again if that can say more.
        let exhausted = self.horizon == Horizon::Bounds && entry.is_some_and(as_deep);
        if so_far.settles(window) || exhausted {
            return so_far;
        }
        self.left -= 1;
        let found = self.look_further(position, depth, window, so_far);
        self.table.keep(key, found, depth);
        found
    }

    /// The stored bounds of a position, if they hold at this depth.
    fn holds(&self, entry: Entry, depth: u32) -> Option<Bounds> {
        (self.horizon == Horizon::Bounds || entry.depth == Some(depth)).then_some(entry.bounds)
    }

    fn look_further(
        &mut self,
        position: &G::Position,
        depth: u32,
        mut window: Bounds,
        so_far: Bounds,
    ) -> Bounds {
        let (forced, range) = (self.game.forced(), self.game.range(position));
        if depth == 1
            && self.horizon == Horizon::Opinion
            && let Some(best) = self.game.nearest(position, sooner(window.high, forced))
        {
            let best = later(best, forced);
            let high = if best >= window.high { range.high } else { best };
            return Bounds { low: best, high }.and(so_far);
        }
        let candidates = self.candidates(position, depth);
        let mut low = candidates.iter().map(|candidate| candidate.utility.low).fold(so_far.low, i32::max);
        if low >= window.high {
            return Bounds { low, ..so_far };
        }
        window.low = window.low.max(low);
        let mut high = range.low;
        for Candidate { next, utility: known, .. } in &candidates {
            let utility = if known.high <= low || known.settles(window) {
                *known
            } else if next.cost > depth {
                // Beyond the horizon only bounds can be used; stored ones are better than nothing.
                known.and(next.utility(self.game.horizon(&next.position), forced))
            } else {
                known.and(self.after(next, depth - next.cost, window))
            };
            low = low.max(utility.low);
            high = high.max(utility.high);
            window.low = window.low.max(low);
            if low >= window.high {
                return Bounds { low, ..so_far };
            }
        }
        Bounds { low, high: high.max(low) }.and(so_far)
    }

    /// The moves with what is known of their values without search, the most promising first.
    fn candidates(&self, position: &G::Position, depth: u32) -> Vec<Candidate<G::Position>> {
        let (forced, range) = (self.game.forced(), self.game.range(position));
        // Positions at the horizon are not stored.
        let remembers = self.horizon != Horizon::Opinion || depth > 1;
        let candidate = |(_, next): (G::Move, Next<G::Position>)| {
            let all = self.game.range(&next.position);
            let entry = remembers.then(|| self.table.get(self.game.key(&next.position))).flatten();
            let left = depth.checked_sub(next.cost).or((self.horizon == Horizon::Bounds).then_some(0));
            let held = entry.zip(left).and_then(|(entry, left)| self.holds(entry, left));
            let known = remembers.then(|| self.game.known(&next.position)).flatten();
            let utility = next.utility(known.or(held).map_or(all, |bounds| all.and(bounds)), forced);
            let hint = next.utility(known.or(entry.map(|entry| entry.bounds)).unwrap_or(all), forced);
            Candidate { order: self.order(&next, utility, hint, range), next, utility }
        };
        let mut candidates: Vec<Candidate<G::Position>> =
            self.game.moves(position).into_iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
        candidates
    }

    /// The search order of a candidate. With bounds, it follows promise and known value. Otherwise, moves that were good in a
    /// shallower search come first, then those not searched, then those that were not good enough.
    fn order(
        &self,
        next: &Next<G::Position>,
        utility: Bounds,
        hint: Bounds,
        range: Bounds,
    ) -> (bool, i32, i32) {
        match self.horizon {
            Horizon::Bounds => (false, next.promise + utility.low, 0),
            Horizon::Opinion if hint.low > range.low => (true, hint.low, next.promise),
            Horizon::Opinion => (false, hint.high, next.promise),
        }
    }
}

/// A window that contains the whole range.
const fn wide(range: Bounds) -> Bounds {
    Bounds { low: range.low - 1, high: range.high + 1 }
}
