//! Alpha-beta search with bounds.
//!
//! D. Knuth and R. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975), with a table of
//! positions that were looked at before and cutoffs from what it says of those that a move leads to (A. Plaat, J. Schaeffer,
//! W. Pijls, A. de Bruin, "Exploiting graph properties of game trees", AAAI 1996). Instead of a value it carries the bounds
//! between which a value is known to lie, as the B* search of H. Berliner does: a horizon of which only bounds are known
//! gives bounds that hold at any depth.

use super::table::{Entry, Table};
use super::{Bounds, Next, PerfectInformation, later, sooner};

/// As deep as anybody looks for a proof.
const DEEPEST: u32 = 200;

/// What a game says of positions beyond which nobody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// What they are taken to be worth. What is found of a position holds for the depth to which was looked.
    Opinion,
    /// Between what bounds their true values lie. What is found of a position is true, however deep was looked.
    Bounds,
}

/// A search that remembers what it found.
pub struct AlphaBeta<'g, G: PerfectInformation> {
    game: &'g G,
    horizon: Horizon,
    table: Table,
    /// How many more positions may be looked at.
    left: u64,
}

/// What a move leads to, what is known of its worth, and how soon it is looked at.
struct Candidate<P> {
    next: Next<P>,
    worth: Bounds,
    order: (bool, i32, i32),
}

impl<'g, G: PerfectInformation> AlphaBeta<'g, G> {
    /// A search that remembers 2 to the power of `bits` positions.
    pub const fn new(game: &'g G, horizon: Horizon, bits: u32) -> Self {
        Self { game, horizon, table: Table::new(bits), left: u64::MAX }
    }

    /// Allows so many positions to be looked at from now on, after which only bounds are found.
    pub const fn allow(&mut self, positions: u64) {
        self.left = positions;
    }

    /// What a position is worth at a depth, to who decides.
    pub fn value(&mut self, position: &G::Position, depth: u32) -> Bounds {
        let window = wide(self.game.range(position));
        self.deepening(depth, |search, depth| search.search(position, depth, window))
    }

    /// The true bounds of what a position is worth, found by looking ever deeper until they settle what is asked of a
    /// window; those found so far, if nobody may look further.
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

    /// What a move is worth at a depth, or by proof.
    pub fn option(&mut self, position: &G::Position, next: &Next<G::Position>, depth: Option<u32>) -> Bounds {
        let window = wide(self.game.range(position));
        match depth {
            None => self.proof_after(next, window),
            Some(depth) => self.deepening(depth, |search, depth| {
                search.after(next, depth.saturating_sub(next.cost), window)
            }),
        }
    }

    /// The moves that are worth most at a depth, or by proof, in the order in which the game has them, with what they are
    /// worth.
    pub fn best(&mut self, position: &G::Position, depth: Option<u32>) -> (Vec<G::Move>, Bounds) {
        self.best_among(position, depth, |_| true)
    }

    /// The same of those that are allowed: what is forbidden at the root alone, such as a repetition, is left out there.
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

    /// The best of several moves, looked at in this order, which then is from the best to the worst.
    fn best_of(
        &mut self,
        position: &G::Position,
        moves: &[(G::Move, Next<G::Position>)],
        order: &mut [usize],
        worth: impl Fn(&mut Self, &Next<G::Position>, Bounds) -> Bounds,
    ) -> (Vec<G::Move>, Bounds) {
        let range = wide(self.game.range(position));
        let mut best = Bounds { low: range.low, high: range.low };
        let mut found = vec![range; moves.len()];
        for place in order.iter() {
            // Whatever is worth less need not be known.
            let window = Bounds { low: best.low - 1, high: range.high };
            found[*place] = worth(self, &moves[*place].1, window);
            if found[*place].low > best.low {
                best = found[*place];
            }
        }
        order.sort_by_key(|place| std::cmp::Reverse((found[*place].low, found[*place].high)));
        let likes = |worth: &Bounds| worth.high >= best.low;
        let liked = moves.iter().zip(&found).filter(|(_, worth)| likes(worth));
        (liked.map(|((made, _), _)| *made).collect(), best)
    }

    /// Looks less deep first, where what is found tells in which order to look.
    fn deepening<T>(&mut self, depth: u32, look: impl FnMut(&mut Self, u32) -> T) -> T {
        let mut look = look;
        if self.horizon == Horizon::Opinion {
            (1..depth).for_each(|depth| drop(look(self, depth)));
        }
        look(self, depth)
    }

    /// What a move is worth if so deep is looked after it.
    fn after(&mut self, next: &Next<G::Position>, depth: u32, window: Bounds) -> Bounds {
        let forced = self.game.forced();
        next.worth(self.search(&next.position, depth, next.window(window, forced)), forced)
    }

    fn proof_after(&mut self, next: &Next<G::Position>, window: Bounds) -> Bounds {
        let forced = self.game.forced();
        next.worth(self.proof(&next.position, next.window(window, forced)), forced)
    }

    /// Bounds of what a position is worth at a depth, which settle what is asked of the window.
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
        // Bounds from a narrow window may not settle a wider one: they are looked for again, where that says more.
        let exhausted = self.horizon == Horizon::Bounds && entry.is_some_and(as_deep);
        if so_far.settles(window) || exhausted {
            return so_far;
        }
        self.left -= 1;
        let found = self.look_further(position, depth, window, so_far);
        self.table.keep(key, found, depth);
        found
    }

    /// What is remembered of a position, if it holds at this depth.
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
        let mut low = candidates.iter().map(|candidate| candidate.worth.low).fold(so_far.low, i32::max);
        if low >= window.high {
            return Bounds { low, ..so_far };
        }
        window.low = window.low.max(low);
        let mut high = range.low;
        for Candidate { next, worth: known, .. } in &candidates {
            let worth = if known.high <= low || known.settles(window) {
                *known
            } else if next.cost > depth {
                // Only bounds can be taken beyond the horizon; what is remembered is better than nothing.
                known.and(next.worth(self.game.horizon(&next.position), forced))
            } else {
                known.and(self.after(next, depth - next.cost, window))
            };
            low = low.max(worth.low);
            high = high.max(worth.high);
            window.low = window.low.max(low);
            if low >= window.high {
                return Bounds { low, ..so_far };
            }
        }
        Bounds { low, high: high.max(low) }.and(so_far)
    }

    /// What can be done, with what is known of its worth without looking further, the most promising first.
    fn candidates(&self, position: &G::Position, depth: u32) -> Vec<Candidate<G::Position>> {
        let (forced, range) = (self.game.forced(), self.game.range(position));
        // Of positions at the horizon nothing is remembered.
        let remembers = self.horizon != Horizon::Opinion || depth > 1;
        let candidate = |(_, next): (G::Move, Next<G::Position>)| {
            let all = self.game.range(&next.position);
            let entry = remembers.then(|| self.table.get(self.game.key(&next.position))).flatten();
            let left = depth.checked_sub(next.cost).or((self.horizon == Horizon::Bounds).then_some(0));
            let held = entry.zip(left).and_then(|(entry, left)| self.holds(entry, left));
            let known = remembers.then(|| self.game.known(&next.position)).flatten();
            let worth = next.worth(known.or(held).map_or(all, |bounds| all.and(bounds)), forced);
            let hint = next.worth(known.or(entry.map(|entry| entry.bounds)).unwrap_or(all), forced);
            Candidate { order: self.order(&next, worth, hint, range), next, worth }
        };
        let mut candidates: Vec<Candidate<G::Position>> =
            self.game.moves(position).into_iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
        candidates
    }

    /// In which order candidates are looked at: by what they gain at once and are known to be worth; else first those that
    /// were good when less deep was looked, then those that were not looked at, then those that were not good enough.
    fn order(
        &self,
        next: &Next<G::Position>,
        worth: Bounds,
        hint: Bounds,
        range: Bounds,
    ) -> (bool, i32, i32) {
        match self.horizon {
            Horizon::Bounds => (false, next.promise + worth.low, 0),
            Horizon::Opinion if hint.low > range.low => (true, hint.low, next.promise),
            Horizon::Opinion => (false, hint.high, next.promise),
        }
    }
}

/// A window that nothing falls out of.
const fn wide(range: Bounds) -> Bounds {
    Bounds { low: range.low - 1, high: range.high + 1 }
}
