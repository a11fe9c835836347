//! Sets of seats.

/// Some of the seats at a table: bit i stands for seat i, from 0.
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

    /// One seat alone.
    pub const fn one(seat: usize) -> Self {
        Self(1 << seat)
    }

    /// The first so many seats.
    pub fn first(seats: usize) -> Self {
        (0..seats).collect()
    }

    /// The same and one more.
    pub const fn with(self, seat: usize) -> Self {
        Self(self.0 | 1 << seat)
    }

    /// The same without one.
    pub const fn without(self, seat: usize) -> Self {
        Self(self.0 & !(1 << seat))
    }

    /// How many there are.
    pub const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the seat is one of them.
    pub const fn has(self, seat: usize) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// The only seat, if there is but one.
    pub const fn alone(self) -> Option<usize> {
        if self.number() == 1 { Some(self.0.trailing_zeros() as usize) } else { None }
    }

    /// The first of them that comes after a seat.
    pub fn after(self, seat: usize) -> Option<usize> {
        self.iter().find(|other| *other > seat)
    }

    /// What a seat has of something that they share in equal parts.
    pub fn share(self, seat: usize) -> f64 {
        if self.has(seat) { 1.0 / f64::from(self.number()) } else { 0.0 }
    }

    /// They in rising order.
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
