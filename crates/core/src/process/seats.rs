//! Sets of seats.

/// A set of seats at a table: bit i stands for seat i, from 0.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::process::Seats;
///
/// let winners = Seats::one(0).with(2);
/// assert_eq!(winners.number(), 2);
/// assert_eq!([0, 1, 2].map(|seat| winners.share(seat)), [0.5, 0.0, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seats(u16);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// The set of one seat.
    pub const fn one(seat: usize) -> Self {
        Self(1 << seat)
    }

    /// The first `seats` seats.
    pub fn first(seats: usize) -> Self {
        (0..seats).collect()
    }

    /// The set with one more seat.
    pub const fn with(self, seat: usize) -> Self {
        Self(self.0 | 1 << seat)
    }

    /// The set without a seat.
    pub const fn without(self, seat: usize) -> Self {
        Self(self.0 & !(1 << seat))
    }

    /// The number of seats in the set.
    pub const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains the seat.
    pub const fn has(self, seat: usize) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// The only seat, if there is exactly one.
    pub const fn alone(self) -> Option<usize> {
        if self.number() == 1 { Some(self.0.trailing_zeros() as usize) } else { None }
    }

    /// The first seat of the set after another seat.
    pub fn after(self, seat: usize) -> Option<usize> {
        self.iter().find(|other| *other > seat)
    }

    /// A seat's share of something that the set divides equally.
    pub fn share(self, seat: usize) -> f64 {
        if self.has(seat) { 1.0 / f64::from(self.number()) } else { 0.0 }
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (seat < u16::BITS).then_some(seat as usize)
        })
    }
}

impl FromIterator<usize> for Seats {
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}
