//! What is known of two policies that are fixed: the chain of the positions of either seat, swept.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "positions and moves are few"
)]

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::notation::GameState;
use super::numbering::Numbering;
use super::policies::{Policy, chosen};
use super::position::Move;
use super::process::{Event, figures};
use super::settings::{OFF, Settings};
use super::solved::Solved;
use crate::exact::{
    ChainRows, Enclosure, Grids, Missing, Number, Solution, Spread, StatisticNumbers, Visits, quotient,
    standard_deviation,
};

/// The positions of either seat, before a throw, with what policies do there.
pub(super) struct Decided<'t> {
    pub numbering: &'t Numbering,
    pub policies: [Policy; 2],
    pub best: Option<&'t Solved>,
}

/// What can come of a throw.
pub(super) struct Outcome {
    pub chance: f64,
    /// What is done; nothing where nothing can be, or the turn is lost.
    pub made: Option<Move>,
    /// Whether there was a choice.
    pub choice: bool,
}

impl Decided<'_> {
    fn settings(&self) -> &Settings {
        self.numbering.settings()
    }

    /// What can come of the throw that is due.
    fn outcomes(&self, state: &GameState, mut take: impl FnMut(Outcome)) {
        let settings = self.settings();
        let seat = usize::from(state.seat);
        let law = settings.law(seat);
        if law.lost > 0.0 {
            take(Outcome { chance: law.lost, made: None, choice: false });
        }
        let mut moves = Vec::with_capacity(8);
        for (squares, chance) in &law.throws {
            moves.clear();
            moves.extend(state.position.moves(*squares, settings));
            let choice_of = |index: usize| Outcome {
                chance: *chance,
                made: moves.get(index).copied(),
                choice: moves.len() > 1,
            };
            // Where a value cannot be read nothing is known; that was seen before.
            match chosen(self.policies[seat], self.best, state, &moves, settings) {
                Ok(None) if moves.len() > 1 => {
                    let part = chance / moves.len() as f64;
                    (0..moves.len()).for_each(|index| take(Outcome { chance: part, ..choice_of(index) }));
                }
                index => take(choice_of(index.ok().flatten().unwrap_or(0))),
            }
        }
    }

    /// The states in an order in which all moves but captures lead on, and the place of each.
    fn order(&self) -> (Vec<GameState>, Vec<u32>) {
        let positions = self.numbering.positions();
        let mut keyed: Vec<(u32, u32)> = (0..positions)
            .filter_map(|number| {
                let position = self.numbering.position(number)?;
                let squares = |side: usize| {
                    (1..OFF).filter(|square| position.has(side, *square)).map(u32::from).sum::<u32>()
                };
                let far = [0, 1].map(|side| squares(side) + u32::from(OFF) * u32::from(position.off[side]));
                Some((far[0] + far[1], number as u32))
            })
            .collect();
        keyed.sort_unstable();
        let mut places = vec![0; 2 * positions];
        let mut states = Vec::with_capacity(2 * positions);
        for (_, number) in keyed {
            let position = self.numbering.position(number as usize).unwrap_or_default();
            for seat in 0..2 {
                places[seat * positions + number as usize] = states.len() as u32;
                states.push(GameState { position, seat: seat as u8, thrown: None });
            }
        }
        (states, places)
    }

    /// Where a state stands; nothing of one that is over.
    fn place(&self, state: &GameState, places: &[u32]) -> Option<u32> {
        let goes_on = state.winner(self.settings()).is_none();
        goes_on.then(|| {
            places[usize::from(state.seat) * self.numbering.positions()
                + self.numbering.number(&state.position)]
        })
    }

    /// How often each state comes about from one on, before its throw.
    pub(super) fn visits(&self, start: &GameState) -> Result<(Vec<GameState>, Visits), Missing> {
        let (states, places) = self.order();
        let mut chain = ChainRows::new();
        let mut moves = Vec::new();
        for state in &states {
            moves.clear();
            self.outcomes(state, |outcome| {
                let next = state.then(outcome.made);
                moves.extend(self.place(&next, &places).map(|place| (place, outcome.chance)));
            });
            chain.row(moves.iter().copied());
        }
        let start = self.place(start, &places).ok_or(Missing::Impossible)?;
        let visits = Visits::new(&chain, start as usize)?;
        Ok((states, visits))
    }

    /// Who wins from a state on.
    pub(super) fn shares(&self, start: &GameState) -> Result<Vec<Enclosure>, Missing> {
        let (states, visits) = self.visits(start)?;
        let shares = visits.sums(2, 1.0, |place, sums| self.add_wins(&states[place], sums));
        shares.into_iter().map(|share| share.map(Enclosure::at_most_one)).collect()
    }

    /// Adds how likely each seat wins by the next throw.
    fn add_wins(&self, state: &GameState, sums: &mut [f64]) {
        self.outcomes(state, |Outcome { chance, made, .. }| {
            if let Some(winner) = state.then(made).winner(self.settings()) {
                sums[winner] += chance;
            }
        });
    }

    /// Who wins from a state on, how long it takes, and the figures.
    pub(super) fn solution(&self, start: &GameState) -> Result<Solution, Missing> {
        let (states, visits) = self.visits(start)?;
        let figures = figures();
        let sums: usize =
            figures.iter().map(|counter| counter.numbers + usize::from(counter.per.is_some())).sum();
        let mut numbers = visits.sums(2 + sums, 1.0, |place, sums| {
            let state = &states[place];
            self.add_wins(state, sums);
            self.outcomes(state, |Outcome { chance, made, choice }| {
                let event = Event::of_turn(state.seat.into(), made, choice);
                let added = figures.iter().flat_map(|counter| counter.added(&event));
                sums[2..].iter_mut().zip(added).for_each(|(sum, added)| *sum += chance * f64::from(added));
            });
        });
        let mut rest = numbers.split_off(2).into_iter();
        let statistics = figures.iter().map(|counter| {
            let numbers: Vec<Number> = rest.by_ref().take(counter.numbers).collect();
            let whole = counter.per.and_then(|_| rest.next());
            let divided = |part: Number| match &whole {
                Some(Ok(whole)) => quotient(&part?, whole),
                Some(Err(why)) => Err(*why),
                None => part,
            };
            StatisticNumbers::several(counter.of, numbers.into_iter().map(divided).collect())
        });
        let statistics = statistics.collect();
        let shares =
            numbers.into_iter().map(|share| share.map(Enclosure::at_most_one)).collect::<Result<_, _>>()?;
        let (nobody, never) = (Enclosure::zero(), Enclosure::zero());
        Ok(Solution { shares, nobody, never, length: self.length(&visits), pot: None, statistics })
    }

    /// The length in throws: of turns, each of which takes as many throws as it is thrown until one counts.
    fn length(&self, visits: &Visits) -> Spread {
        let settings = self.settings();
        let blank = if settings.rethrows { settings.throws[0].probability(&0) } else { BigRational::zero() };
        let counts = BigRational::one() - &blank;
        // G throws to a turn, of T: E[L] = E[T]·E[G] and E[L²] = E[T]·Var G + E[T²]·E[G]².
        let of_turn = counts.recip();
        let by_blanks = &blank / (&counts * &counts);
        let both = visits.length().and_then(|turns| Ok((turns, visits.squared_length()?)));
        both.map_or_else(Spread::missing, |(turns, square)| {
            let mean = turns.scaled(&of_turn);
            let square = square.scaled(&(&of_turn * &of_turn)).plus(&turns.scaled(&by_blanks));
            Spread {
                sd: Ok(standard_deviation(&mean, &square)),
                mean: Ok(mean),
                ..Spread::missing(Missing::TooLong)
            }
        })
    }
}
