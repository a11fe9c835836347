//! Rounds of showdowns, hand by hand.

use super::showdown::{after, better, everybody};
use super::{Chances, Fraction, Move, Next, Purse, Thrown, Unfolding, Winners, as_double, values};
use crate::process::{Hand, Level, MAX_SEATS, Rounds};

/// Rounds; a position is what each seat has won, and how the present round stands.
pub struct RoundsUnfolding<'a> {
    game: &'a Rounds,
    chances: Vec<Fraction>,
    hands: Vec<Vec<(Hand, u32)>>,
}

/// Where rounds of showdowns stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunningRounds {
    /// The rounds that each seat has won.
    won: [u8; MAX_SEATS],
    /// The rounds that are over.
    over: u8,
    /// Those who play the present one.
    contenders: Winners,
    /// Whose cast it is.
    seat: u8,
    /// Who is alone with the best hand so far, if anyone is, and its value.
    best: Option<u8>,
    value: Option<i32>,
}

impl<'a> RoundsUnfolding<'a> {
    /// These rounds.
    #[must_use]
    pub fn new(game: &'a Rounds) -> Self {
        let mut chances = Chances::default();
        let hands = game.hands.iter().map(|law| chances.of(law)).collect();
        Self { game, chances: chances.0, hands }
    }

    fn begin(won: [u8; MAX_SEATS], over: u8, contenders: Winners) -> RunningRounds {
        let seat = u8::try_from(contenders.0.trailing_zeros()).unwrap_or(0);
        RunningRounds { won, over, contenders, seat, best: None, value: None }
    }

    /// What the rounds come to when one more is over.
    fn settled(&self, shown: RunningRounds) -> Next<RunningRounds> {
        let RunningRounds { mut won, over, contenders, best, .. } = shown;
        if u32::from(over) == self.game.rounds {
            // Sudden death goes on until one wins a round alone.
            return match best {
                Some(winner) => Next::End(Winners::one(winner.into())),
                None => Next::To(Self::begin(won, over, contenders)),
            };
        }
        if let Some(winner) = best {
            won[usize::from(winner)] += 1;
        }
        let over = over + 1;
        if u32::from(over) < self.game.rounds {
            return Next::To(Self::begin(won, over, contenders));
        }
        let most = won.iter().max().copied().unwrap_or(0);
        let seats = (0..self.hands.len()).filter(|seat| won[*seat] == most);
        let top = Winners(seats.fold(0, |top, seat| top | 1 << seat));
        if top.number() == 1 || self.game.level == Level::Split {
            return Next::End(top);
        }
        // What was won does not matter any more.
        Next::To(Self::begin([0; MAX_SEATS], over, top))
    }
}

impl Unfolding for RoundsUnfolding<'_> {
    type Position = RunningRounds;

    fn seats(&self) -> usize {
        self.hands.len()
    }

    fn start(&self) -> RunningRounds {
        Self::begin([0; MAX_SEATS], 0, everybody(self.hands.len()))
    }

    fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    fn moves(&self, at: RunningRounds, found: &mut Vec<Move<RunningRounds>>) {
        found.clear();
        for (hand, chance) in &self.hands[usize::from(at.seat)] {
            let Hand::Of { value, .. } = hand else {
                found.push(Move { chance: *chance, next: Next::To(at), throw: Thrown::Dead, payment: None });
                continue;
            };
            // Of several who share the best hand it matters only that they are several.
            let holders = at.best.map_or(Winners(u16::MAX), |seat| Winners::one(seat.into()));
            let (value, holders) = better((at.value, holders), *value, at.seat.into());
            let best = holders.alone().and_then(|seat| u8::try_from(seat).ok());
            let shown = RunningRounds { best, value, ..at };
            let next = match after(at.contenders, at.seat) {
                Some(seat) => Next::To(RunningRounds { seat, ..shown }),
                None => self.settled(shown),
            };
            found.push(Move { chance: *chance, next, throw: Thrown::Live, payment: None });
        }
    }

    fn most_positions(&self) -> f64 {
        // Rounds won by each seat and by nobody, times who holds the best hand when.
        let seats = as_double(self.hands.len());
        let won = (1..=self.hands.len()).fold(1.0, |ways, seat| {
            let seat = as_double(seat);
            ways * (f64::from(self.game.rounds) + seat) / seat
        });
        won * seats * seats / 2.0 * values(&self.hands)
    }

    fn purse(&self) -> Purse {
        Purse::Paid(self.game.ante)
    }
}
