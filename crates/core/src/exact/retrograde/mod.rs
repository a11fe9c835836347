//! Retrograde analysis: best play of games with chance, choices and cycles, computed backwards from their ends.
//!
//! For one seat, or for two in a zero-sum game, the value v of a position is
//!
//! - v(s) = Σ P(s, t)·v(t) if chance moves,
//! - v(s) = max v(t) if the first seat decides, and v(s) = min v(t) if the second does,
//! - the first seat's share of the win at the end; if nobody wins, ½ with two seats and 0 with one. An endless game has the
//!   same value if it counts as a draw. Otherwise it counts for nobody: it is lost for a seat that alone makes all further
//!   decisions, or that alone can prevent the end against any play of the other; any other endless game counts 0 in the lower
//!   value and 1 in the upper one. If these do not meet, the result is both, and each seat plays for what it can guarantee.
//!
//! Positions that lead to one another form a component. Components are solved after those that they lead to, each by sweeps
//! that improve a lower and an upper bound of every position until these meet. Everything is rounded outwards, so the value
//! is always between them. If a seat could wait forever, they meet only with the help of the end components, the sets that
//! it need not leave. L. S. Shapley, "Stochastic games", *PNAS* 39 (1953); without chance K. Thompson, "Retrograde analysis
//! of certain endgames", *ICCA Journal* 9 (1986).
//!
//! A game without cycles has components of one position each, and is solved by backward induction, for any number of seats
//! that each maximise their own share. For coins instead of the win, values are the coins still to be gained, the sums of the
//! moves' gains ([`gains`]); this is solved only without cycles.

mod alternating;
mod end_components;
mod gains;
mod grids;
mod positions;
mod sweeps;

use std::hash::Hash;
use std::sync::Arc;

use num_traits::ToPrimitive;

use super::{Enclosure, Interval};
use crate::process::{MAX_SEATS, Policy, Process, To};

pub use alternating::{Alternating, WON, solve_alternating};
pub use grids::{Cells, Endless, GridMove, GridValues, Grids, ThrowDistribution, certify, solve_grids};
pub use positions::{Enumerated, Mover, NumberedMove, Positions, Seen};
use sweeps::{Swept, of_other};

/// Bounds farther apart than this do not meet.
const OPEN: f64 = 1e-9;

/// The reason why best play is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BestPlayError {
    /// The game has more moves between its positions than allowed.
    #[error("the game has about {} moves or more; best play is solved for up to {}", in_words(*.moves), in_words(*.most))]
    TooLarge {
        /// The approximate number of moves; a lower limit if not all positions were found.
        moves: usize,
        /// The number of moves allowed.
        most: usize,
    },
    /// The game has no seats, or too many.
    #[error("a game is for 1 to {MAX_SEATS} seats, not for {0}")]
    Seats(usize),
    /// A game for more than two seats has cycles.
    #[error("best play of a game that can return to a position is known for one or two seats, not for {0}")]
    ComesBack(usize),
    /// A game for coins has cycles.
    #[error("play for the most coins is solved only for games that cannot return to a position")]
    CoinsComeBack,
}

/// A rounded number of moves.
fn in_words(moves: usize) -> String {
    const MILLION: usize = 1_000_000;
    match moves / MILLION {
        0 => moves.to_string(),
        millions => format!("{millions} million"),
    }
}

/// The value of every position under best play, and the move chosen there.
pub struct Values {
    seats: usize,
    width: usize,
    bounds: Vec<[f64; 2]>,
    choices: Vec<u16>,
    /// Whether values are gains, not shares of the win.
    for_gains: bool,
    /// Bounds on the first seat's value of an endless game.
    never: [f64; 2],
    /// Whether more sweeps could narrow the bounds.
    is_cut_short: bool,
}

impl Values {
    /// Solves a game by its positions.
    ///
    /// # Errors
    ///
    /// [`BestPlayError::ComesBack`] for more than two seats, and [`BestPlayError::CoinsComeBack`].
    pub fn of(positions: &impl Positions) -> Result<Self, BestPlayError> {
        let mut swept = Swept::new(positions);
        if !swept.solve() {
            let for_coins = positions.is_for_gains();
            let comes_back = BestPlayError::ComesBack(positions.seats());
            return Err(if for_coins { BestPlayError::CoinsComeBack } else { comes_back });
        }
        Ok(Self::found(positions, swept))
    }

    fn found<P: Positions>(positions: &P, swept: Swept<'_, P>) -> Self {
        let Swept { bounds, choices, width, is_cut_short, .. } = swept;
        let (seats, for_gains, never) = (positions.seats(), positions.is_for_gains(), positions.never());
        Self { seats, width, bounds, choices, for_gains, never, is_cut_short }
    }

    /// The values as bytes for a cache; `None` in games for coins.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let bytes = || postcard::to_allocvec(&(&self.bounds, &self.choices, self.is_cut_short)).ok();
        if self.for_gains { None } else { bytes() }
    }

    /// Restores cached values of a game; `None` if they are wrong: each must follow from the others.
    pub fn from_bytes(positions: &impl Positions, bytes: &[u8]) -> Option<Self> {
        Some(Self::found(positions, Swept::stored(positions, postcard::from_bytes(bytes).ok()?)?))
    }

    /// A seat's expected share of the win from a position. Two or more seats share a game that nobody wins, and two share an
    /// endless game if it is a draw. In games for coins, the seat's expected gain.
    pub fn share(&self, Seen { to, turned }: Seen, seat: usize) -> Enclosure {
        let seat = (seat + self.seats - usize::from(turned)) % self.seats;
        let half = || Enclosure::exact(num_rational::BigRational::new(1.into(), 2.into()));
        let within = |bounds: [f64; 2]| {
            let is_other = seat == 1 && self.width == 1;
            let [low, high] = if is_other { of_other(bounds) } else { bounds };
            Interval { low, high }.enclosure().unwrap_or_else(Enclosure::probability)
        };
        match to {
            To::State(position) => {
                let number = if self.width == 1 { 0 } else { seat };
                let [low, high] = self.bounds[position as usize * self.width + number];
                if self.for_gains {
                    return Interval { low, high }.enclosure().unwrap_or_else(Enclosure::zero);
                }
                within([low, high])
            }
            To::End(_) | To::Never if self.for_gains => Enclosure::zero(),
            To::Never => within(self.never),
            To::End(winners) if self.seats > 2 && winners.is_empty() => {
                Enclosure::exact(num_rational::BigRational::new(1.into(), self.seats.into()))
            }
            To::End(winners) if self.seats == 2 && winners.alone().is_none() => half(),
            To::End(winners) if winners.has(seat) => {
                Enclosure::exact(num_rational::BigRational::new(1.into(), winners.number().into()))
            }
            To::End(_) => Enclosure::zero(),
        }
    }

    /// The index of the move of the seat that decides at a position: the first of the best ones, and in cycles one that makes
    /// progress.
    pub fn choice(&self, position: usize) -> usize {
        self.choices[position].into()
    }

    /// The largest distance between the bounds of a position.
    pub fn widest(&self) -> f64 {
        self.bounds.iter().map(|[low, high]| high - low).fold(0.0, f64::max)
    }
}

/// Best play of a process without hidden information.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::BestPlay;
/// use tali_odds::process::{Distribution, Process, Seats, Step, Turn};
///
/// /// Pig to five points with a coin: heads adds a point to this turn, tails loses the points of the turn.
/// struct Pig([Distribution<u32>; 1]);
///
/// impl Process for Pig {
///     /// The points of both seats, whose turn it is, the points of the turn, and whether the coin is tossed next.
///     type State = ([u32; 2], usize, u32, bool);
///     type Move = u32;
///     type Information = Self::State;
///     type Event = ();
///
///     fn seats(&self) -> usize {
///         2
///     }
///     fn start(&self) -> Self::State {
///         ([0, 0], 0, 0, true)
///     }
///     fn distributions(&self) -> &[Distribution<u32>] {
///         &self.0
///     }
///     fn turn(&self, state: &Self::State) -> Turn<Self::State> {
///         match *state {
///             (points, ..) if points[0] >= 5 => Turn::End(Seats::one(0)),
///             (points, ..) if points[1] >= 5 => Turn::End(Seats::one(1)),
///             (.., true) => Turn::Chance(0),
///             (_, seat, ..) => Turn::Choose { seat, information: *state },
///         }
///     }
///     fn actions(&self, &(points, seat, brought, _): &Self::State, actions: &mut Vec<u32>) {
///         // Toss again while that can gain anything, or bank the points of the turn.
///         actions.extend((points[seat] + brought < 5).then_some(0));
///         actions.push(1);
///     }
///     fn next(&self, &(mut points, seat, brought, throws): &Self::State, made: u32) -> Step<Self::State> {
///         match (throws, made) {
///             (true, 0) => Step::to((points, 1 - seat, 0, true)),
///             (true, _) => Step::to((points, seat, brought + 1, false)),
///             (false, 0) => Step::to((points, seat, brought, true)).taking(0),
///             (false, _) => {
///                 points[seat] += brought;
///                 Step::to((points, 1 - seat, 0, true)).taking(0)
///             }
///         }
///     }
/// }
///
/// let coin = Distribution::new([(0, 1u32.into()), (1, 1u32.into())]).unwrap();
/// let best = BestPlay::new(&Pig([coin]), 10_000)?;
/// let share = best.share(0);
/// assert!(share.to_f64() > 0.5 && share.high() - share.low() < "1/1000000000000".parse().unwrap());
/// # Ok::<(), tali_odds::exact::BestPlayError>(())
/// ```
#[derive(Clone)]
pub struct BestPlay<S> {
    positions: Arc<Enumerated<S>>,
    values: Arc<Values>,
}

impl<S: Clone + Eq + Hash + Send + Sync> BestPlay<S> {
    /// Solves a game by listing its positions.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`] if there are more than `most_moves` moves between them, or if the game has cycles and is for coins or
    /// for more than two seats.
    pub fn new<P>(process: &P, most_moves: usize) -> Result<Self, BestPlayError>
    where
        P: Process<State = S, Information = S>,
    {
        Self::from_all(process, &[process.start()], most_moves)
    }

    /// The same from several positions; the first is the start.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], as for [`BestPlay::new`].
    pub fn from_all<P>(process: &P, starts: &[S], most_moves: usize) -> Result<Self, BestPlayError>
    where
        P: Process<State = S, Information = S>,
    {
        let positions = Enumerated::from_all(process, starts, most_moves)?;
        let values = Values::of(&positions)?;
        Ok(Self::of(positions, values))
    }

    /// Combines positions with their values.
    pub fn of(positions: Enumerated<S>, values: Values) -> Self {
        Self { positions: Arc::new(positions), values: Arc::new(values) }
    }

    /// A seat's expected share of the win from the start, as for [`Values::share`].
    pub fn share(&self, seat: usize) -> Enclosure {
        self.values.share(self.positions.start(), seat)
    }

    /// The same from a position; `None` if it is never reached.
    pub fn share_at(&self, state: &S, seat: usize) -> Option<Enclosure> {
        Some(self.values.share(self.positions.find(state)?, seat))
    }

    /// Whether a position has no single value, as it depends on the value of an endless game
    /// ([`Process::draws_without_end`]).
    pub fn is_open(&self, state: &S) -> bool {
        let is_wide = |to| {
            let share = self.values.share(to, 0);
            (share.high() - share.low()).to_f64().is_some_and(|wide| wide > OPEN)
        };
        let Values { never, is_cut_short, .. } = *self.values;
        !is_cut_short && never[0] < never[1] && self.positions.find(state).is_some_and(is_wide)
    }

    /// The index of the action taken at a position; `None` if nobody decides there, or if it is never reached.
    pub fn choice(&self, state: &S) -> Option<usize> {
        let To::State(position) = self.positions.find(state)?.to else { return None };
        let (mover, _) = self.positions.moves(position as usize, &mut Vec::new());
        (mover != Mover::Chance).then(|| self.values.choice(position as usize))
    }

    /// All positions and the moves between them.
    pub fn positions(&self) -> &Enumerated<S> {
        &self.positions
    }

    /// The values of all positions.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The policy of best play.
    pub fn policy(&self) -> Policy<S>
    where
        S: 'static,
    {
        let best = self.clone();
        let most = self.values.choices.iter().max().map_or(1, |most| usize::from(*most) + 1);
        Policy::pure(most, move |state: &S, _| best.choice(state).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests;
