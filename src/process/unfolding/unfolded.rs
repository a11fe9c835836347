//! Games whose positions are few enough to be numbered.

use rustc_hash::FxHashMap;

use super::{Fraction, Move, Next, Purse, Thrown, Unfolding, Winners};
use crate::process::Payment;

/// Every position that a game can pass through, with what each throw can make of it.
///
/// Positions from which no end can be reached are left out; a move to one of them is one to
/// [`To::Never`].
#[derive(Clone, Debug)]
pub struct Unfolded {
    seats: usize,
    chances: Vec<Fraction>,
    purse: Purse,
    payments: Vec<Payment>,
    /// Where the moves of each position begin, and where all end.
    rows: Vec<usize>,
    edges: Vec<Edge>,
    start: Option<u32>,
}

/// A move between numbered positions.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// How likely: the place of a [`Unfolded::chances`].
    pub chance: u32,
    /// Where it leads.
    pub to: To,
    /// How much of a throw it is.
    pub throw: Thrown,
    /// The place of its payment, from 1; 0 for none.
    payment: u16,
}

/// Where a move between numbered positions leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To another position.
    Position(u32),
    /// To the end.
    End(Winners),
    /// Where the game goes on for ever.
    Never,
}

impl Unfolded {
    /// Numbers the positions; `None` if there are more than so many moves between them.
    pub fn new<U: Unfolding>(game: &U, most_moves: usize) -> Option<Self> {
        let mut numbers: FxHashMap<U::Position, u32> = FxHashMap::from_iter([(game.start(), 0)]);
        let mut positions = vec![game.start()];
        let mut unfolded = Self {
            seats: game.seats(),
            chances: game.chances().to_vec(),
            purse: game.purse(),
            payments: Vec::new(),
            rows: vec![0],
            edges: Vec::new(),
            start: Some(0),
        };
        let mut places: FxHashMap<Payment, u16> = FxHashMap::default();
        let mut found: Vec<Move<U::Position>> = Vec::new();
        let mut place = 0;
        while place < positions.len() {
            game.moves(positions[place], &mut found);
            if unfolded.edges.len() + found.len() > most_moves {
                return None;
            }
            for step in &found {
                let to = match step.next {
                    Next::End(winners) => To::End(winners),
                    Next::To(position) => {
                        let number = u32::try_from(positions.len()).ok()?;
                        To::Position(*numbers.entry(position).or_insert_with(|| {
                            positions.push(position);
                            number
                        }))
                    }
                };
                let payment = match step.payment {
                    None => 0,
                    Some(payment) => {
                        let next = u16::try_from(unfolded.payments.len() + 1).ok()?;
                        *places.entry(payment).or_insert_with(|| {
                            unfolded.payments.push(payment);
                            next
                        })
                    }
                };
                unfolded.edges.push(Edge { chance: step.chance, to, throw: step.throw, payment });
            }
            unfolded.rows.push(unfolded.edges.len());
            place += 1;
        }
        Some(unfolded.hopeful())
    }

    /// Without the positions from which no end can be reached.
    fn hopeful(self) -> Self {
        let positions = self.positions();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); positions];
        let mut hopeful = vec![false; positions];
        let mut waiting = Vec::new();
        for (from, number) in (0..positions).zip(0u32..) {
            for edge in self.moves(from) {
                match edge.to {
                    To::Position(to) => before[to as usize].push(number),
                    To::End(_) if !hopeful[from] => {
                        hopeful[from] = true;
                        waiting.push(from);
                    }
                    To::End(_) | To::Never => {}
                }
            }
        }
        while let Some(position) = waiting.pop() {
            for from in std::mem::take(&mut before[position]) {
                let from = from as usize;
                if !hopeful[from] {
                    hopeful[from] = true;
                    waiting.push(from);
                }
            }
        }
        if hopeful.iter().all(|hopeful| *hopeful) {
            return self;
        }
        let mut number = 0;
        let numbers = hopeful.iter().map(|hopeful| {
            number += u32::from(*hopeful);
            hopeful.then(|| number - 1)
        });
        let numbers: Vec<Option<u32>> = numbers.collect();
        let mut kept = Self { rows: vec![0], edges: Vec::new(), start: numbers[0], ..self.clone() };
        for position in (0..positions).filter(|position| hopeful[*position]) {
            kept.edges.extend(self.moves(position).iter().map(|edge| match edge.to {
                To::Position(to) => {
                    Edge { to: numbers[to as usize].map_or(To::Never, To::Position), ..*edge }
                }
                To::End(_) | To::Never => *edge,
            }));
            kept.rows.push(kept.edges.len());
        }
        kept
    }

    /// The number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// Where the game begins; `None` if it can never end.
    #[must_use]
    pub const fn start(&self) -> Option<u32> {
        self.start
    }

    /// How many positions there are.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.rows.len() - 1
    }

    /// Every chance that a move can have.
    #[must_use]
    pub fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    /// The coins that are played for.
    #[must_use]
    pub const fn purse(&self) -> Purse {
        self.purse
    }

    /// The moves from a position.
    #[must_use]
    pub fn moves(&self, position: usize) -> &[Edge] {
        &self.edges[self.rows[position]..self.rows[position + 1]]
    }

    /// What a move costs whom.
    #[must_use]
    pub fn payment(&self, edge: &Edge) -> Option<Payment> {
        usize::from(edge.payment).checked_sub(1).and_then(|place| self.payments.get(place)).copied()
    }

    /// How many moves there are.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.edges.len()
    }
}

/// Numbered positions can be passed through as well as any.
impl Unfolding for Unfolded {
    type Position = u32;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> u32 {
        self.start.unwrap_or(0)
    }

    fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    fn moves(&self, position: u32, found: &mut Vec<Move<u32>>) {
        found.clear();
        found.extend(Self::moves(self, position as usize).iter().map(|edge| Move {
            chance: edge.chance,
            next: match edge.to {
                To::Position(to) => Next::To(to),
                To::End(winners) => Next::End(winners),
                To::Never => Next::End(Winners::NOBODY),
            },
            throw: edge.throw,
            payment: self.payment(edge),
        }));
    }

    fn purse(&self) -> Purse {
        self.purse
    }
}
