//! Retrograde analysis: best play of games with chance, choices and ways back, from their ends backwards.
//!
//! With one seat, or two of which one wins what the other loses, the value v of a position is
//!
//! - v(s) = Σ P(s, t)·v(t) where chance moves,
//! - v(s) = max v(t) where the first seat decides, and v(s) = min v(t) where the second does,
//! - the share of the first seat in the win at the end; with two seats a game that nobody wins is worth ½ to both, with one
//!   seat nothing. One that never ends is worth as much where it is a draw. Else it counts for nobody: it is lost to a seat
//!   that alone decides any more, or that alone can keep it from its end whatever the other does; any other is worth 0 in the
//!   lower value and 1 in the upper one. Where these do not meet, both are what is known, and each seat plays for what it can
//!   count on.
//!
//! Positions that lead to one another form a component; components are solved in the order in which they are left last,
//! each by sweeps that carry a lower and an upper value of every position until these meet. All is rounded outwards, so that
//! the value lies between them whatever happens. Where a seat could wait for ever they meet only if the sets are known that
//! it need not leave. L. S. Shapley, "Stochastic games", *PNAS* 39 (1953); without chance K. Thompson, "Retrograde analysis
//! of certain endgames", *ICCA Journal* 9 (1986).
//!
//! A game that cannot come back has components of one position each, and is solved by one look at each of them: backward
//! induction, for any number of seats, of which each wants the most for itself. Where coins are wanted and not the win, values
//! are what is still to be gained, and add up what moves gain ([`gains`]); then no other game is solved.

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
pub use grids::{Cells, Endless, GridMove, GridValues, Grids, ThrowLaw, certify, solve_grids};
pub use positions::{Enumerated, Mover, NumberedMove, Positions, Seen};
use sweeps::{Swept, of_other};

/// Bounds that are farther apart do not meet.
const OPEN: f64 = 1e-9;

/// Why best play is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BestPlayError {
    /// There are more moves between its positions than it is looked for among.
    #[error("the game has some {} moves or more; best play is looked for among up to {}", in_words(*.moves), in_words(*.most))]
    TooLarge {
        /// How many there are, roughly; more, where not all positions were found.
        moves: usize,
        /// How many there may be.
        most: usize,
    },
    /// It is a game for nobody, or for more than there can be at a table.
    #[error("a game is for 1 to {MAX_SEATS} seats, not for {0}")]
    Seats(usize),
    /// More than two seats can come back to where they were.
    #[error(
        "best play of a game that can come back to a position is known for one or two seats, not for {0}"
    )]
    ComesBack(usize),
    /// Coins are wanted of a game that can come back to where it was.
    #[error("what brings most coins is known only in games that cannot come back to a position")]
    CoinsComeBack,
}

/// A number of moves, roughly.
fn in_words(moves: usize) -> String {
    const MILLION: usize = 1_000_000;
    match moves / MILLION {
        0 => moves.to_string(),
        millions => format!("{millions} million"),
    }
}

/// What every position is worth under best play, and what a seat does there.
pub struct Values {
    seats: usize,
    width: usize,
    bounds: Vec<[f64; 2]>,
    choices: Vec<u16>,
    /// Whether values are what is gained, and not shares of the win.
    for_gains: bool,
    /// What a game without end is worth to the first seat.
    never: [f64; 2],
    /// Whether bounds lie farther apart than they have to.
    is_cut_short: bool,
}

impl Values {
    /// Solves a game by its positions.
    ///
    /// # Errors
    ///
    /// [`BestPlayError::ComesBack`], for more than two seats, and [`BestPlayError::CoinsComeBack`].
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

    /// As bytes, to be kept; nothing where what is gained is wanted.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let bytes = || postcard::to_allocvec(&(&self.bounds, &self.choices, self.is_cut_short)).ok();
        if self.for_gains { None } else { bytes() }
    }

    /// The values of a game of which somebody kept them; `None` where they cannot be: each must follow from the others.
    pub fn from_bytes(positions: &impl Positions, bytes: &[u8]) -> Option<Self> {
        Some(Self::found(positions, Swept::kept(positions, postcard::from_bytes(bytes).ok()?)?))
    }

    /// What a seat can expect where the game stands so: its share of the win. Of two seats what nobody wins is
    /// shared, and what never ends, where that is a draw.
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

    /// The index of the move that the seat makes which decides at a position: the first of those that are best, and among
    /// positions that lead back to each other one that gets on.
    pub fn choice(&self, position: usize) -> usize {
        self.choices[position].into()
    }

    /// How far the bounds of any position lie apart.
    pub fn widest(&self) -> f64 {
        self.bounds.iter().map(|[low, high]| high - low).fold(0.0, f64::max)
    }
}

/// Best play of a process in which nothing is hidden.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::BestPlay;
/// use tali_odds::process::{Distribution, Process, Seats, Step, Turn};
///
/// /// Pig to five points with a coin: a head is a point more in this turn, a tail loses what the turn has brought.
/// struct Pig([Distribution<u32>; 1]);
///
/// impl Process for Pig {
///     /// The points of both, whose turn it is, what the turn has brought, and whether the coin is thrown.
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
///         // Throw on while that can gain anything, or keep what the turn has brought.
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
    /// Solves a game whose positions can be listed.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], if there are more than so many moves between them, or it can come back to a position and is for
    /// more than two seats.
    pub fn new<P>(process: &P, most_moves: usize) -> Result<Self, BestPlayError>
    where
        P: Process<State = S, Information = S>,
    {
        Self::from_all(process, &[process.start()], most_moves)
    }

    /// The same from any of some positions, of which the first is the start.
    ///
    /// # Errors
    ///
    /// [`BestPlayError`], as of [`BestPlay::new`].
    pub fn from_all<P>(process: &P, starts: &[S], most_moves: usize) -> Result<Self, BestPlayError>
    where
        P: Process<State = S, Information = S>,
    {
        let positions = Enumerated::from_all(process, starts, most_moves)?;
        let values = Values::of(&positions)?;
        Ok(Self::of(positions, values))
    }

    /// What is known of the values of some positions.
    pub fn of(positions: Enumerated<S>, values: Values) -> Self {
        Self { positions: Arc::new(positions), values: Arc::new(values) }
    }

    /// What a seat can expect from the start: its share of the win. Of two seats what nobody wins is
    /// shared.
    pub fn share(&self, seat: usize) -> Enclosure {
        self.values.share(self.positions.start(), seat)
    }

    /// The same from a position; `None` of one that is never reached.
    pub fn share_at(&self, state: &S, seat: usize) -> Option<Enclosure> {
        Some(self.values.share(self.positions.find(state)?, seat))
    }

    /// Whether a position has no value of its own, as that hangs on what a game without end counts
    /// ([`Process::draws_without_end`]).
    pub fn is_open(&self, state: &S) -> bool {
        let is_wide = |to| {
            let share = self.values.share(to, 0);
            (share.high() - share.low()).to_f64().is_some_and(|wide| wide > OPEN)
        };
        let Values { never, is_cut_short, .. } = *self.values;
        !is_cut_short && never[0] < never[1] && self.positions.find(state).is_some_and(is_wide)
    }

    /// The index of the action that is taken at a position; `None` where nobody decides, or that is never reached.
    pub fn choice(&self, state: &S) -> Option<usize> {
        let To::State(position) = self.positions.find(state)?.to else { return None };
        let (mover, _) = self.positions.moves(position as usize, &mut Vec::new());
        (mover != Mover::Chance).then(|| self.values.choice(position as usize))
    }

    /// All positions and the moves between them.
    pub fn positions(&self) -> &Enumerated<S> {
        &self.positions
    }

    /// What every position is worth.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The policy of a seat that plays its best.
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
