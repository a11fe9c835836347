//! Showdowns, hand by hand.

use super::{Chances, Fraction, Move, Next, Purse, Thrown, Unfolding, Winners, as_double, values};
use crate::process::{Fee, Hand, Payment, Showdown, Tie};

/// A showdown; a position is who is still in, whose cast it is, and who holds the best hand so far.
pub struct ShowdownUnfolding<'a> {
    game: &'a Showdown,
    chances: Vec<Fraction>,
    hands: Vec<Vec<(Hand, u32)>>,
}

/// Where a showdown stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunningShowdown {
    /// Those who are still in.
    contenders: Winners,
    /// Whose cast it is.
    seat: u8,
    /// Those who hold the best hand that can win, and its value.
    best: Winners,
    value: Option<i32>,
}

impl<'a> ShowdownUnfolding<'a> {
    /// This showdown.
    #[must_use]
    pub fn new(game: &'a Showdown) -> Self {
        let mut chances = Chances::default();
        let hands = game.hands.iter().map(|law| chances.of(law)).collect();
        Self { game, chances: chances.0, hands }
    }

    fn begin(contenders: Winners) -> RunningShowdown {
        let seat = u8::try_from(contenders.0.trailing_zeros()).unwrap_or(0);
        RunningShowdown { contenders, seat, best: Winners::NOBODY, value: None }
    }

    /// What a showdown comes to when all hands are there.
    fn settled(&self, shown: RunningShowdown) -> Next<RunningShowdown> {
        match shown.best.number() {
            0 => Next::To(Self::begin(shown.contenders)),
            1 => Next::End(shown.best),
            _ if self.game.tie == Tie::Split => Next::End(shown.best),
            _ => Next::To(Self::begin(shown.best)),
        }
    }
}

/// The next of these seats after one of them.
pub(super) fn after(contenders: Winners, seat: u8) -> Option<u8> {
    let later = u32::from(contenders.0) >> (seat + 1) << (seat + 1);
    (later != 0).then(|| u8::try_from(later.trailing_zeros()).unwrap_or(0))
}

impl Unfolding for ShowdownUnfolding<'_> {
    type Position = RunningShowdown;

    fn seats(&self) -> usize {
        self.hands.len()
    }

    fn start(&self) -> RunningShowdown {
        Self::begin(everybody(self.hands.len()))
    }

    fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    fn moves(&self, at: RunningShowdown, found: &mut Vec<Move<RunningShowdown>>) {
        found.clear();
        let seat = usize::from(at.seat);
        for (hand, chance) in &self.hands[seat] {
            let Hand::Of { value, pays } = hand else {
                let (next, throw) = (Next::To(at), Thrown::Dead);
                found.push(Move { chance: *chance, next, throw, payment: None });
                continue;
            };
            let (value, best) = better((at.value, at.best), *value, seat);
            let shown = RunningShowdown { best, value, ..at };
            let next = match after(at.contenders, at.seat) {
                Some(seat) => Next::To(RunningShowdown { seat, ..shown }),
                None => self.settled(shown),
            };
            let payment = match &self.game.stakes {
                Some(stakes) if *pays => match stakes.fee {
                    Fee::Coins(coins) if coins > 0 => Some(Payment { seat, coins }),
                    _ => None,
                },
                _ => None,
            };
            found.push(Move { chance: *chance, next, throw: Thrown::Live, payment });
        }
    }

    fn most_positions(&self) -> f64 {
        // Every seat is out, in without the best hand, or holds it.
        values(&self.hands) * 3f64.powf(as_double(self.hands.len()))
    }

    fn purse(&self) -> Purse {
        match &self.game.stakes {
            None => Purse::None,
            Some(stakes) => match stakes.fee {
                Fee::Coins(_) => Purse::Paid(stakes.ante),
                Fee::Share(..) => Purse::OfPot(stakes.ante),
            },
        }
    }
}

/// All of so many seats.
pub(super) fn everybody(seats: usize) -> Winners {
    Winners(u16::try_from((1u32 << seats) - 1).unwrap_or(u16::MAX))
}

/// The best hand and who holds it, after one more has been shown.
pub(super) fn better(
    (best, holders): (Option<i32>, Winners),
    shown: Option<i32>,
    seat: usize,
) -> (Option<i32>, Winners) {
    let one = Winners::one(seat);
    match shown.cmp(&best) {
        std::cmp::Ordering::Greater => (shown, one),
        std::cmp::Ordering::Equal if shown.is_some() => (best, Winners(holders.0 | one.0)),
        _ => (best, holders),
    }
}
