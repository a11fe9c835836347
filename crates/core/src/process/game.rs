//! Games as processes of chance and choice.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::{Counter, Distribution, Score, Seats};

/// A game: states, whose turn it is in each, and where every outcome of chance and every action leads.
///
/// States are computed on demand, so there can be any number of them. Two states are the same if they are equal, never
/// because they print alike.
///
/// ```
/// # use tali_core as tali_odds;
/// use num_bigint::BigUint;
/// use tali_odds::exact::solve;
/// use tali_odds::process::{Distribution, Process, Seats, Step, Turn};
///
/// /// Two players toss a coin in turn; the first head wins.
/// struct Coin([Distribution<bool>; 1]);
///
/// impl Process for Coin {
///     /// Whose toss it is, and whether the last one was a head.
///     type State = (usize, bool);
///     type Move = bool;
///     type Information = ();
///     type Event = ();
///
///     fn seats(&self) -> usize {
///         2
///     }
///     fn start(&self) -> (usize, bool) {
///         (0, false)
///     }
///     fn distributions(&self) -> &[Distribution<bool>] {
///         &self.0
///     }
///     fn turn(&self, &(seat, head): &(usize, bool)) -> Turn<()> {
///         if head { Turn::End(Seats::one(seat)) } else { Turn::Chance(0) }
///     }
///     fn next(&self, &(seat, _): &(usize, bool), head: bool) -> Step<(usize, bool)> {
///         Step::to(if head { (seat, true) } else { (1 - seat, false) })
///     }
/// }
///
/// let fair = Distribution::new([(true, BigUint::from(1u32)), (false, BigUint::from(1u32))]).unwrap();
/// let solution = solve(&Coin([fair])).unwrap();
/// assert_eq!(solution.shares[0].as_exact().unwrap().to_string(), "2/3");
/// assert_eq!(solution.length.mean.unwrap().as_exact().unwrap().to_string(), "2");
/// ```
pub trait Process: Sync {
    /// Everything that matters for the rest of the game.
    type State: Clone + Ord + Hash + Debug + Send + Sync;

    /// An outcome of a throw, or an action.
    type Move: Copy + Ord + Debug + Send + Sync;

    /// What a seat that chooses knows: its information set. `()` where nobody chooses; the state where nothing is hidden.
    type Information: Clone + Ord + Hash + Debug + Send + Sync;

    /// Something that happens in a step and that a figure counts, such as a capture. `()` where nothing is counted.
    type Event: Clone + Debug + Send + Sync;

    /// The number of seats, from 1 to [`MAX_SEATS`](super::MAX_SEATS).
    fn seats(&self) -> usize;

    /// The state before the first throw.
    fn start(&self) -> Self::State;

    /// The distributions of all throws.
    fn distributions(&self) -> &[Distribution<Self::Move>];

    /// Who or what moves in a state.
    fn turn(&self, state: &Self::State) -> Turn<Self::Information>;

    /// Appends the actions of the seat that chooses in a state: at least one, as many and in the same order wherever the seat
    /// knows the same. Appends nothing where nobody chooses.
    fn actions(&self, _state: &Self::State, _actions: &mut Vec<Self::Move>) {}

    /// Where a move leads, and what happens with it.
    fn next(&self, state: &Self::State, made: Self::Move) -> Step<Self::State, Self::Event>;

    /// Makes a move in place and returns what happens with it. The result is that of [`Process::next`], which the default
    /// calls; a game can override it to copy less.
    fn advance(&self, state: &mut Self::State, made: Self::Move) -> Step<(), Self::Event> {
        let Step { to, casts, idle, transfers, gains, event } = self.next(state, made);
        *state = to;
        Step { to: (), casts, idle, transfers, gains, event }
    }

    /// An event before the first move that a figure counts: if play starts at the end of a game, how the game ended.
    fn begun(&self) -> Option<Self::Event> {
        None
    }

    /// The figures that count events.
    fn figures(&self) -> Vec<Counter<Self::Event>> {
        Vec::new()
    }

    /// The figures that are read when the game ends.
    fn scores(&self) -> Vec<Score<Self::Event>> {
        Vec::new()
    }

    /// What every seat pays into the pot before the first throw; `None` if the game is not for coins.
    fn ante(&self) -> Option<u64> {
        None
    }

    /// The state after a seat that cannot pay leaves the table: before the first move, or instead of one that costs it coins.
    /// `None` where the game cannot go on, which ends the evening.
    fn without(&self, _state: &Self::State, _seat: usize) -> Option<Self::State> {
        None
    }

    /// Whether seats pay only the bank and get coins only from it, so that the last seat of an evening plays on.
    fn is_against_bank(&self) -> bool {
        false
    }

    /// Whether the game obviously never ends from here, for example among the seats left at the table.
    fn never_ends(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether an endless game counts as a draw for two seats that play their best. Otherwise no seat can count on it, and
    /// values that depend on it have a lower and an upper bound.
    fn draws_without_end(&self) -> bool {
        true
    }

    /// How to rotate a state to the view of the seat to move, where seats are interchangeable; `None` if not, or not known.
    fn turning(&self) -> Option<Turning<Self::State>> {
        None
    }

    /// A rough estimate of the number of states, rather too high; 0 if unknown.
    fn estimated_states(&self) -> f64 {
        0.0
    }

    /// Whether seats that choose maximize their coins, even by losing.
    fn is_for_coins(&self) -> bool {
        false
    }
}

/// Returns a state with the seats rotated so that the seat to move is first, and by how many seats to the right they were
/// rotated: seat s becomes seat s − rotation, modulo the number of seats. Options stay in their order.
pub type Turning<S> = Arc<dyn Fn(&S) -> (S, usize) + Send + Sync>;

/// Forwards methods of a trait to an inner value.
#[doc(hidden)]
#[macro_export]
macro_rules! delegate {
    ($self:ident => $within:expr; $($name:ident($($argument:ident: $type:ty),*) -> $answer:ty,)+) => {
        $(fn $name(&$self, $($argument: $type),*) -> $answer {
            $within.$name($($argument),*)
        })+
    };
}

/// Forwards everything but the start to an inner process.
macro_rules! forward_process {
    ($self:ident => $within:expr) => {
        type State = P::State;
        type Move = P::Move;
        type Information = P::Information;
        type Event = P::Event;

        $crate::delegate! { $self => $within;
            seats() -> usize,
            distributions() -> &[Distribution<P::Move>],
            turn(state: &P::State) -> Turn<P::Information>,
            actions(state: &P::State, actions: &mut Vec<P::Move>) -> (),
            next(state: &P::State, made: P::Move) -> Step<P::State, P::Event>,
            advance(state: &mut P::State, made: P::Move) -> Step<(), P::Event>,
            begun() -> Option<P::Event>,
            figures() -> Vec<Counter<P::Event>>,
            scores() -> Vec<Score<P::Event>>,
            ante() -> Option<u64>,
            without(state: &P::State, seat: usize) -> Option<P::State>,
            is_against_bank() -> bool,
            never_ends(state: &P::State) -> bool,
            draws_without_end() -> bool,
            turning() -> Option<Turning<P::State>>,
            estimated_states() -> f64,
            is_for_coins() -> bool,
        }
    };
}

/// Forwards to the borrowed game.
impl<P: Process> Process for &P {
    forward_process! { self => **self }

    fn start(&self) -> P::State {
        (**self).start()
    }
}

/// Forwards to the shared game.
impl<P: Process + Send> Process for Arc<P> {
    forward_process! { self => **self }

    fn start(&self) -> P::State {
        (**self).start()
    }
}

/// A game that starts from a given state.
#[derive(Clone, Debug)]
pub struct StartingAt<P: Process> {
    /// The game.
    pub process: P,
    /// The state in which it starts.
    pub start: P::State,
}

impl<P: Process> Process for StartingAt<P> {
    forward_process! { self => self.process }

    fn start(&self) -> P::State {
        self.start.clone()
    }
}

/// Who or what moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn<I> {
    /// Chance, by the distribution at this index of [`Process::distributions`], which must exist.
    Chance(usize),
    /// A seat.
    Choose {
        /// The seat, from 0.
        seat: usize,
        /// What it knows; [`Process::actions`] says what it can do.
        information: I,
    },
    /// Nobody: the game is over, and these seats share the win and the pot in equal parts.
    End(Seats),
}

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<S, E = ()> {
    /// The next state.
    pub to: S,
    /// How many casts it took.
    pub casts: u32,
    /// Whether it changed nothing but whose turn it is.
    pub idle: bool,
    /// The coins that change hands.
    pub transfers: Vec<Transfer>,
    /// What each seat gains with it, including the pot at the end, if the game is played for coins; else empty.
    pub gains: Vec<i128>,
    /// The event that figures count, if any.
    pub event: Option<E>,
}

impl<S, E> Step<S, E> {
    /// One cast that leads to a state and moves no coins.
    pub const fn to(to: S) -> Self {
        Self { to, casts: 1, idle: false, transfers: Vec::new(), gains: Vec::new(), event: None }
    }

    /// Sets the number of casts.
    pub fn taking(self, casts: u32) -> Self {
        Self { casts, ..self }
    }

    /// Sets whether the step changed nothing.
    pub fn idle_if(self, idle: bool) -> Self {
        Self { idle, ..self }
    }

    /// Adds an event that a figure counts.
    pub fn with(self, event: E) -> Self {
        Self { event: Some(event), ..self }
    }

    /// Adds coins that a seat pays into the pot.
    pub fn paying(mut self, seat: usize, amount: Amount) -> Self {
        if amount != Amount::Coins(0) {
            self.transfers.push(Transfer { from: Account::Seat(seat), to: Account::Pot, amount });
        }
        self
    }
}

/// Coins that change hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transfer {
    /// Who pays.
    pub from: Account,
    /// Who gets it.
    pub to: Account,
    /// How much.
    pub amount: Amount,
}

/// A holder of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// A seat, from 0.
    Seat(usize),
    /// The pot, which goes to the winners.
    Pot,
    /// The bank, outside the game.
    Bank,
}

/// The numbers of coins that transfers take out of an account and bring into it; `None` if that depends on the pot.
pub(crate) fn moved(transfers: &[Transfer], account: Account) -> Option<[u64; 2]> {
    transfers.iter().try_fold([0; 2], |[out, into], transfer| {
        let ends = [transfer.from, transfer.to].map(|end| end == account);
        match (ends, transfer.amount) {
            ([false, false], _) => Some([out, into]),
            ([pays, takes], Amount::Coins(coins)) => {
                Some([out + coins * u64::from(pays), into + coins * u64::from(takes)])
            }
            (_, Amount::Share { .. }) => None,
        }
    })
}

/// How much is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// A number of coins.
    Coins(u64),
    /// A share of the pot; coins may be divided.
    Share {
        /// The numerator of the share.
        numerator: u32,
        /// The denominator of the share.
        denominator: u32,
    },
}

/// A game that goes on from some state, or is over: the state of most processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play<S> {
    /// It goes on.
    On(S),
    /// It is over, won by these seats.
    Over(Seats),
}

impl<S> Play<S> {
    /// Over, won by one seat.
    pub const fn won_by(seat: usize) -> Self {
        Self::Over(Seats::one(seat))
    }

    /// The turn: chance with this distribution, unless the game is over.
    pub fn turn<I>(&self, distribution: impl FnOnce(&S) -> usize) -> Turn<I> {
        match self {
            Self::On(state) => Turn::Chance(distribution(state)),
            Self::Over(winners) => Turn::End(*winners),
        }
    }
}
