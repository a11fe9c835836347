//! Solves games with known values.

use num_rational::BigRational;

use super::{HiddenPlay, HiddenSize, NoEquilibrium};
use crate::process::{Distribution, Hides, Process, Seats, Step, Turn};

/// Poker with one card for each of two seats: Kuhn poker with one betting round, Leduc poker with two and a common card
/// between them.
struct Poker {
    dealt: [Distribution<Move>; 3],
    /// The size of a bet in each round.
    bets: &'static [i64],
    raises: u8,
    suits: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Move {
    Card(u8),
    Fold,
    Call,
    Raise,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Hand {
    /// The cards of the seats, and the common card.
    cards: [Option<u8>; 3],
    paid: [i64; 2],
    round: u8,
    raises: u8,
    mover: u8,
    acted: bool,
    folded: Option<u8>,
}

impl Poker {
    fn new(suits: u8, bets: &'static [i64], raises: u8) -> Self {
        let cards =
            |_| Distribution::new((0..3 * suits).map(|card| (Move::Card(card), 1u32.into()))).unwrap();
        Self { dealt: [0, 1, 2].map(cards), bets, raises, suits }
    }

    fn is_over(&self, hand: &Hand) -> bool {
        hand.folded.is_some() || usize::from(hand.round) == self.bets.len()
    }

    fn winner(&self, hand: &Hand) -> Option<u8> {
        if let Some(folded) = hand.folded {
            return Some(1 - folded);
        }
        let rank = |card: Option<u8>| card.map(|card| card / self.suits);
        let utility = |seat: usize| (rank(hand.cards[seat]) == rank(hand.cards[2]), rank(hand.cards[seat]));
        match utility(0).cmp(&utility(1)) {
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(0),
        }
    }
}

impl Process for Poker {
    type State = Hand;
    type Move = Move;
    type Information = Hand;
    type Event = ();

    fn seats(&self) -> usize {
        2
    }
    fn start(&self) -> Hand {
        Hand { paid: [1, 1], ..Hand::default() }
    }
    fn distributions(&self) -> &[Distribution<Move>] {
        &self.dealt
    }
    fn is_for_coins(&self) -> bool {
        true
    }
    fn turn(&self, hand: &Hand) -> Turn<Hand> {
        if self.is_over(hand) {
            return Turn::End(Seats::NONE);
        }
        match hand.cards[..=self.bets.len()].iter().position(Option::is_none) {
            Some(card) => Turn::Chance(card),
            None => Turn::Choose { seat: hand.mover.into(), information: *hand },
        }
    }
    fn actions(&self, hand: &Hand, actions: &mut Vec<Move>) {
        let owes = hand.paid[0] != hand.paid[1];
        actions.extend(owes.then_some(Move::Fold));
        actions.push(Move::Call);
        actions.extend((hand.raises < self.raises).then_some(Move::Raise));
    }
    fn next(&self, hand: &Hand, made: Move) -> Step<Hand> {
        let mut next = *hand;
        let mover = usize::from(hand.mover);
        match made {
            Move::Card(card) => {
                let due = hand.cards.iter().position(Option::is_none).unwrap();
                // If the same card comes twice, all are dealt again.
                if hand.cards.contains(&Some(card)) {
                    return Step::to(self.start());
                }
                next.cards[due] = Some(card);
            }
            Move::Fold => next.folded = Some(hand.mover),
            Move::Call | Move::Raise => {
                next.paid[mover] = hand.paid[1 - mover];
                if made == Move::Raise {
                    next.paid[mover] += self.bets[usize::from(hand.round)];
                    next.raises += 1;
                }
                let ends = made == Move::Call && (hand.acted || hand.paid[0] != hand.paid[1]);
                next.mover = 1 - hand.mover;
                next.acted = true;
                if ends {
                    (next.round, next.mover, next.acted, next.raises) = (hand.round + 1, 0, false, 0);
                }
            }
        }
        let mut step = Step::to(next);
        if self.is_over(&next) {
            let gain = match self.winner(&next) {
                Some(0) => next.paid[1],
                Some(_) => -next.paid[0],
                None => 0,
            };
            step.gains = vec![gain.into(), (-gain).into()];
        }
        step
    }
}

impl Hides for Poker {
    /// The action, and the common card once it is revealed.
    type Sight = (Option<Move>, Option<u8>);

    fn sight(&self, seat: usize, hand: &Hand, made: Move, step: &Step<Hand>) -> Self::Sight {
        let due = hand.cards.iter().position(Option::is_none);
        match made {
            Move::Card(_) => ((due == Some(seat)).then_some(made), None),
            _ if hand.round == 0 && step.to.round == 1 => (Some(made), step.to.cards[2]),
            _ => (Some(made), None),
        }
    }
    fn open(&self, _: &Hand) -> Option<Hand> {
        None
    }
    fn question(&self, hand: &Hand) -> u64 {
        u64::from(hand.mover) + 2 * hand.cards.iter().flatten().count() as u64
    }
}

#[test]
fn kuhn_poker_has_the_published_value() {
    let play = HiddenPlay::new(Poker::new(1, &[1], 1), 1_000, &|_| ()).unwrap();
    assert_eq!(play.value().as_exact(), Some(&BigRational::new((-1).into(), 18.into())));
    assert_eq!(play.size().known, 12);
    assert_eq!(play.size().actions, 24);
    // With the middle card the second seat calls a bet one time in three.
    let middle = (0..play.known(0, 1)).find_map(|known| {
        let seen = play.seen(0, 1).swap_remove(known);
        (seen.contains(&&(Some(Move::Card(1)), None)) && seen[seen.len() - 1].0 == Some(Move::Raise))
            .then(|| play.chances(0, 1, known))
    });
    assert_eq!(middle.unwrap().unwrap()[1].to_string(), "1/3");
}

/// The value is taken from the documentation of `OpenSpiel`, rounded as there.
#[test]
fn leduc_poker_has_the_published_value() {
    let play = HiddenPlay::new(Poker::new(2, &[2, 4], 2), 100_000, &|_| ()).unwrap();
    let value = play.value();
    assert!((value.to_f64() + 0.085_606_4).abs() < 5e-7, "{value:?}");
    assert!(value.high() - value.low() < BigRational::new(1.into(), 1_000_000_000.into()), "{value:?}");
}

/// Regret minimisation comes within a ten-thousandth of the range of gains, thirteen coins to either side.
#[test]
fn learnt_strategies_are_near_and_bounded() {
    let play = HiddenPlay::new(Poker::new(2, &[2, 4], 2), 100_000, &|_| ()).unwrap();
    let (value, learnt) = (play.value(), play.value_learnt());
    assert!(learnt.low() <= value.high() && value.low() <= learnt.high(), "{value:?} {learnt:?}");
    let width = learnt.high() - learnt.low();
    assert!(width < BigRational::new(3.into(), 1_000.into()), "{width}");
}

#[test]
fn too_large_games_are_rejected() {
    assert_eq!(
        HiddenPlay::new(Poker::new(1, &[1], 1), 50, &|_| ()).unwrap_err(),
        NoEquilibrium::TooLarge(50)
    );
    assert!(HiddenSize::of(&Poker::new(1, &[1], 1), 1_000).is_ok());
}
