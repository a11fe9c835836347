//! The options at a position, and their values in coppers.

use num_rational::BigRational;
use num_traits::Zero;

use super::Adviser;
use crate::coin_tali::builder::charge;
use crate::coin_tali::notation::Written;
use crate::coin_tali::payoffs::Payoffs;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::{CoinGame, Position, Renaming, Seating, lowered, number, raised};
use crate::coin_tali::scores::{Faces, casts, is_venus, written};
use crate::coin_tali::settings::Fees;
use crate::coin_tali::solver::{MOST_REMEMBERED, Solver, TooManyPositions, best};
use crate::coin_tali::tree::{Node, Turns};
use crate::coin_tali::turns::{Action, Choice, Choosable, TurnLog, in_words};
use crate::kit::{CastAdvice, OptionValue};
use tali_core::exact::Enclosure;

/// The options of positions, with the solver.
pub(super) struct Options<'a, V> {
    adviser: &'a Adviser<'a>,
    game: &'a CoinGame,
    solver: Solver<'a, V>,
    /// The number of units of gain in a copper.
    parts: i64,
}

impl<'a, V: Payoffs> Options<'a, V> {
    /// Creates the options for rounds of this many seats.
    pub(super) fn new(adviser: &'a Adviser<'a>, seats: usize, most_work: u64) -> Self {
        let game = adviser.game;
        let solver = Solver::new(game, MOST_REMEMBERED).working(most_work).with_progress();
        Self { adviser, game, solver, parts: game.settings.parts(seats) }
    }

    /// The gain of a seat, in coppers.
    fn coppers(&self, value: &V, seat: usize) -> Enclosure {
        self.solver.expected(value, 0, seat, self.parts).unwrap_or_else(|_| Enclosure::zero())
    }

    /// The gain of the mover of a position.
    pub(super) fn value(&mut self, position: Position) -> Result<Enclosure, TooManyPositions> {
        let index = self.solver.solve(position)?;
        Ok(self.coppers(self.solver.value(index), usize::from(position.mover)))
    }

    /// The antes that the winner can set for the next round.
    pub(super) fn antes(
        &mut self,
        written: &Written,
        seating: Seating,
    ) -> Result<Vec<OptionValue>, TooManyPositions> {
        let antes = [("keep", written.ante), ("down", lowered(written.ante)), ("up", raised(written.ante))];
        let mut values = Vec::new();
        for (_, ante) in antes {
            let first = CoinGame::first(seating, ante * number(written.seats), written.game, ante);
            let index = self.solver.solve(self.game.tidy(first).0)?;
            let mut payoffs = vec![0; self.game.settings.seats];
            payoffs[0] = -ante * self.parts;
            let follows = Some((self.solver.value(index), Renaming::NONE));
            values.push(V::of_leaf(&payoffs, payoffs.len(), follows));
        }
        let taken = best(0, values.iter().enumerate());
        let option = |((index, (name, _)), value): ((usize, (&str, i64)), &V)| {
            OptionValue::sure(name.to_owned(), self.coppers(value, 0), index == taken, String::new())
        };
        Ok(antes.into_iter().enumerate().zip(&values).map(option).collect())
    }

    /// The first options of a turn that continues with best play, or with the given choices.
    pub(super) fn of_turn(
        &mut self,
        position: &Position,
        turns: &Turns,
        policy: Option<&[u8]>,
    ) -> Result<Vec<OptionValue>, TooManyPositions> {
        let values = self.solver.turn(position, turns, policy)?.values;
        let Node::Choose(choice) = &turns.nodes()[turns.root()] else { return Ok(Vec::new()) };
        let Choice { on_table, options } = &turns.choices[*choice];
        let mover = usize::from(position.mover);
        let taken = best(mover, options.iter().map(|option| &values[option.to]).enumerate());
        let option = |(index, chosen): (usize, &Choosable)| {
            let option = in_words(chosen.action, on_table.as_ref(), &turns.powers, self.adviser.alike);
            let why = self.adviser.why(turns, position, on_table.as_ref(), chosen);
            OptionValue::sure(option, self.coppers(&values[chosen.to], mover), index == taken, why)
        };
        Ok(options.iter().enumerate().map(option).collect())
    }

    /// The best option for each possible cast, without calls.
    pub(super) fn casts(&mut self, position: &Position) -> Result<Vec<CastAdvice>, TooManyPositions> {
        let turns = self.game.plain_turns(position);
        let values = self.solver.turn(position, turns, None)?.values;
        let mover = usize::from(position.mover);
        let cast = |faces: Faces| {
            let node = turns.landing(turns.root(), &faces)?;
            let (to, action, on_table) = match &turns.nodes()[node] {
                Node::Choose(choice) => {
                    let Choice { on_table, options } = &turns.choices[*choice];
                    let taken = best(mover, options.iter().map(|option| &values[option.to]).enumerate());
                    (options[taken].to, options[taken].action, on_table.as_ref())
                }
                _ => (node, Action::Stand, None),
            };
            let option = in_words(action, on_table, &turns.powers, self.adviser.alike);
            // The charge for the throw is already paid.
            let gone = Enclosure::exact(-self.charged(turns, node, &faces, position));
            let value = self.coppers(&values[to], mover).plus(&gone);
            let is_idle = action == Action::Stand;
            Some(CastAdvice { cast: written(faces), option, is_idle, value: value.into(), next: None })
        };
        let alike = self.game.seats[position.at_table()].bones.is_alike();
        Ok(casts(alike).into_iter().filter(|faces| !is_venus(faces)).filter_map(cast).collect())
    }

    /// The immediate gain from a throw's charge, in coppers.
    fn charged(&self, turns: &Turns, node: usize, faces: &Faces, position: &Position) -> BigRational {
        let settings = &self.game.settings;
        let due_first = match &turns.nodes()[node] {
            Node::Choose(choice) => turns.is_charge(*choice),
            _ => false,
        };
        if settings.fees == Fees::Last || due_first {
            return BigRational::zero();
        }
        let log = TurnLog::default().with(Some(charge(settings, faces)));
        let settled = self.game.settle(&log, position, Purse::ENDLESS);
        let share = if self.parts > 1 { settled.game - position.game } else { 0 };
        let whole = BigRational::from_integer((settled.taken - settled.paid).into());
        whole + BigRational::new(share.into(), self.parts.into())
    }
}
