//! Games as processes of chance and choice.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::{Counter, Distribution, Score, Seats};

/// A game: states, whose turn it is in each, and where every outcome of chance and every action leads.
///
/// States are computed as they are asked for and can be as many as a formula can number. Two states are the same if
/// they are equal, never because they look alike in print.
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
    /// All that matters for what is still to come.
    type State: Clone + Ord + Hash + Debug + Send + Sync;

    /// What can be thrown, and what can be chosen.
    type Move: Copy + Ord + Debug + Send + Sync;

    /// What a seat that chooses knows: its information set. `()` where nobody chooses; the state where nothing is hidden.
    type Information: Clone + Ord + Hash + Debug + Send + Sync;

    /// What happens with a step that a figure counts, such as a capture. `()` where none is counted.
    type Event: Clone + Debug + Send + Sync;

    /// The number of seats, from 1 to [`MAX_SEATS`](super::MAX_SEATS).
    fn seats(&self) -> usize;

    /// Before the first throw.
    fn start(&self) -> Self::State;

    /// Everything that is ever thrown.
    fn distributions(&self) -> &[Distribution<Self::Move>];

    /// Who or what moves in a state.
    fn turn(&self, state: &Self::State) -> Turn<Self::Information>;

    /// Adds what the seat can do that chooses in a state, at least one thing: as many and in the same order wherever it
    /// knows the same. Nothing where nobody chooses.
    fn actions(&self, _state: &Self::State, _actions: &mut Vec<Self::Move>) {}

    /// Where a move leads, and what happens with it.
    fn next(&self, state: &Self::State, made: Self::Move) -> Step<Self::State, Self::Event>;

    /// Makes a move where the game stands, for whoever needs no state but the next; what happens with it. The same as
    /// [`Process::next`], which it is unless a game copies no more than it has to.
    fn advance(&self, state: &mut Self::State, made: Self::Move) -> Step<(), Self::Event> {
        let Step { to, casts, idle, transfers, gains, event } = self.next(state, made);
        *state = to;
        Step { to: (), casts, idle, transfers, gains, event }
    }

    /// What has happened before the first move that a figure counts: where play begins at the end of a game, how it ended.
    fn begun(&self) -> Option<Self::Event> {
        None
    }

    /// The figures that count what happens.
    fn figures(&self) -> Vec<Counter<Self::Event>> {
        Vec::new()
    }

    /// The figures that are read when the game ends.
    fn scores(&self) -> Vec<Score<Self::Event>> {
        Vec::new()
    }

    /// What every seat pays into the pot before the first throw; `None` where no coins are played for.
    fn ante(&self) -> Option<u64> {
        None
    }

    /// How the game goes on if a seat leaves the table, as it cannot pay: before the first move, or instead of one that
    /// costs it coins. `None` where it cannot go on, which ends the evening.
    fn without(&self, _state: &Self::State, _seat: usize) -> Option<Self::State> {
        None
    }

    /// Whether coins go to the bank and come from it alone, so that who is left alone on an evening plays on.
    fn is_against_bank(&self) -> bool {
        false
    }

    /// Whether it can be seen at once that the game will never end from here: among those who are left at the table, say.
    fn never_ends(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether a game without end counts as a draw for two seats that play their best; else no seat can count on it, and what
    /// hangs on it has a lower and an upper value.
    fn draws_without_end(&self) -> bool {
        true
    }

    /// How a state is seen by who has the turn, where seats are alike; `None` where they are not, or that is not known.
    fn turning(&self) -> Option<Turning<Self::State>> {
        None
    }

    /// How many states there are, roughly and rather too many; 0 where nothing is known.
    fn estimated_states(&self) -> f64 {
        0.0
    }

    /// Whether seats that choose want as many coins as they can get, be it by losing.
    fn is_for_coins(&self) -> bool {
        false
    }
}

/// A state with the seats turned so that who has the turn is the first, and by how many seats to the right they were turned:
/// what seat s was is now seat s − turned, counted round the table. Options stay in their order.
pub type Turning<S> = Arc<dyn Fn(&S) -> (S, usize) + Send + Sync>;

/// The methods of a trait that are asked of something within.
#[doc(hidden)]
#[macro_export]
macro_rules! delegate {
    ($self:ident => $within:expr; $($name:ident($($argument:ident: $type:ty),*) -> $answer:ty,)+) => {
        $(fn $name(&$self, $($argument: $type),*) -> $answer {
            $within.$name($($argument),*)
        })+
    };
}

/// A process that is another one in all but its start.
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

/// Whoever borrows a game can ask it as well.
impl<P: Process> Process for &P {
    forward_process! { self => **self }

    fn start(&self) -> P::State {
        (**self).start()
    }
}

/// Whoever shares a game can ask it as well.
impl<P: Process + Send> Process for Arc<P> {
    forward_process! { self => **self }

    fn start(&self) -> P::State {
        (**self).start()
    }
}

/// A game that is played from another state than its first.
#[derive(Clone, Debug)]
pub struct StartingAt<P: Process> {
    /// The game.
    pub process: P,
    /// Where it begins.
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
    /// Chance, by the one of [`Process::distributions`] at this index, which there must be.
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
    /// The state.
    pub to: S,
    /// How many casts it took.
    pub casts: u32,
    /// Whether it changed nothing but whose turn it is.
    pub idle: bool,
    /// The coins that change hands.
    pub transfers: Vec<Transfer>,
    /// What each seat gains with it, the pot at the end among it, where coins are what the game is played for; else nothing.
    pub gains: Vec<i128>,
    /// What happened that a figure counts.
    pub event: Option<E>,
}

impl<S, E> Step<S, E> {
    /// One cast that leads to a state and moves no coins.
    pub const fn to(to: S) -> Self {
        Self { to, casts: 1, idle: false, transfers: Vec::new(), gains: Vec::new(), event: None }
    }

    /// The same, taking so many casts.
    pub fn taking(self, casts: u32) -> Self {
        Self { casts, ..self }
    }

    /// The same, having changed nothing if that is so.
    pub fn idle_if(self, idle: bool) -> Self {
        Self { idle, ..self }
    }

    /// The same, with something that a figure counts.
    pub fn with(self, event: E) -> Self {
        Self { event: Some(event), ..self }
    }

    /// The same, with coins that a seat pays into the pot.
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

/// Who can have coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// A seat, from 0.
    Seat(usize),
    /// The pot, which falls to the winners.
    Pot,
    /// Somebody outside the game.
    Bank,
}

/// How many coins leave an account with some transfers, and how many come into it; nothing where that depends on the pot.
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
    /// So many coins.
    Coins(u64),
    /// This share of what is in the pot, coins being cut.
    Share {
        /// So many parts
        numerator: u32,
        /// of so many.
        denominator: u32,
    },
}

/// A game that goes on from some state, or is over: what most processes have for states.
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

    /// Whose turn it is: chance's by this distribution, unless it is over.
    pub fn turn<I>(&self, distribution: impl FnOnce(&S) -> usize) -> Turn<I> {
        match self {
            Self::On(state) => Turn::Chance(distribution(state)),
            Self::Over(winners) => Turn::End(*winners),
        }
    }
}
