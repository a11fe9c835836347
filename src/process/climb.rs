//! Races: each seat has its own way to go, and the first at its end wins.

use std::fmt::Debug;

use super::Law;

/// One seat's way, on which it never comes back to a place that it has left.
///
/// A throw moves the seat on or leaves it where it is; how likely it is to be left there depends on
/// nothing but how often it has moved.
pub trait Climb: Sync + Send {
    /// A place on the way.
    type Place: Copy + Ord + Debug + Send;
    /// What of a throw matters.
    type Effect: Copy + Ord + Debug + Send + Sync;

    /// Where the seat starts.
    fn start(&self) -> Self::Place;

    /// Everything that the seat ever throws.
    fn laws(&self) -> &[Law<Self::Effect>];

    /// Which of [`Climb::laws`] is thrown at a place.
    fn thrown(&self, place: Self::Place) -> usize;

    /// Where a throw leads; `None` at the end of the way.
    fn step(&self, place: Self::Place, effect: Self::Effect) -> Option<Self::Place>;
}

/// A race of several seats, which throw in turn, seat 1 first.
#[derive(Clone, Debug)]
pub struct Race<C> {
    /// How likely each course is: something is drawn before the race that decides the ways.
    pub courses: Law<usize>,
    /// On each course the way of each seat.
    pub ways: Vec<Vec<C>>,
    /// What every seat pays into the pot before the race; `None` where no coins are played for.
    pub stake: Option<u64>,
    /// What the mean number of throws that one seat needs is called.
    pub mean_name: &'static str,
}

impl<C: Climb> Race<C> {
    /// A race on the one course there is.
    #[must_use]
    pub fn new(ways: Vec<C>, stake: Option<u64>, mean_name: &'static str) -> Self {
        Self { courses: Law::certain(0), ways: vec![ways], stake, mean_name }
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.ways.first().map_or(0, Vec::len)
    }
}
