//! What is best at a position, and what all else is worth.

mod cards;
mod why;

use num_rational::BigRational;
use num_traits::One;

use crate::coin_tali::builder::Builder;
use crate::coin_tali::notation::{Reading, Written};
use crate::coin_tali::payoffs::{Gains, Payoffs, Rationals, SLACK};
use crate::coin_tali::policies::Policy;
use crate::coin_tali::purses::Purse;
use crate::coin_tali::round::{CoinGame, Position, Seat, Seating, lowered, number, raised};
use crate::coin_tali::scores::{Faces, casts as casts_of, is_venus, written};
use crate::coin_tali::settings::Fees;
use crate::coin_tali::solution::{MOST_WORK_EXACTLY, is_soon_exact};
use crate::coin_tali::solver::{MOST_REMEMBERED, MOST_WORK, Solver, TooManyPositions, best};
use crate::coin_tali::tree::{Node, Turns};
use crate::coin_tali::turns::{Action, OnTable, TurnLog, in_words};
use crate::kit::{Advice, AdviceError, Advised, CastAdvice, OptionValue, PositionError};
use tali_core::exact::Enclosure;
use tali_core::process::Seats;

/// What is asked: a position of a table.
pub(super) struct Adviser {
    game: CoinGame,
    alike: bool,
}

impl Adviser {
    pub(super) fn new(table: &CoinGame) -> Self {
        Self::of(table, table.seats.clone())
    }

    /// The same table where all play their best.
    pub(super) fn of_best(table: &CoinGame) -> Self {
        Self::of(
            table,
            table.seats.iter().map(|seat| Seat { policy: Policy::Best, ..seat.clone() }).collect(),
        )
    }

    fn of(table: &CoinGame, seats: Vec<Seat>) -> Self {
        let alike = seats.iter().all(|seat| seat.bones.is_alike());
        let mut game = CoinGame::new(table.settings.clone(), seats);
        game.progress.clone_from(&table.progress);
        Self { game, alike }
    }

    /// Reads a position; without one it is the first.
    fn read(&self, text: Option<&str>) -> Result<Written, PositionError> {
        let game = &self.game;
        let possible = |seat: usize, faces: &Faces| can_show(&game.seats[seat].bones, faces);
        let reading = Reading { settings: &game.settings, ordered: !self.alike, possible: &possible };
        let first = format!("1/{}", game.settings.seats);
        reading.read(text.unwrap_or(&first))
    }

    /// The advice at a position.
    pub(super) fn advise(&mut self, text: Option<&str>) -> Result<Advice, AdviceError> {
        let written = self.read(text)?;
        // Of fewer seats than there are at the table, the first play.
        let order: Vec<usize> = if written.won {
            CoinGame::from(written.seats, written.seat).collect()
        } else {
            (0..written.seats).collect()
        };
        let seating = self.game.seating(&order);
        let exact = is_soon_exact(&self.game);
        let exact =
            exact.then(|| self.answer::<Rationals>(&written, seating, MOST_WORK_EXACTLY).ok()).flatten();
        exact.map_or_else(|| self.answer::<Gains>(&written, seating, MOST_WORK), Ok)
    }

    fn answer<V: Payoffs>(
        &self,
        written: &Written,
        seating: Seating,
        most_work: u64,
    ) -> Result<Advice, AdviceError> {
        let game = &self.game;
        let mut solver: Solver<'_, V> = Solver::new(game, MOST_REMEMBERED).working(most_work).telling();
        let text = written.text(&game.settings);
        let parts = game.settings.parts(written.seats);
        let advised = if written.won {
            Advised::Options(self.antes(&mut solver, written, seating, parts)?)
        } else {
            let position = self.position(written, seating);
            match written.roll {
                Some(faces) => {
                    Advised::Options(self.options(&mut solver, &position, faces, written, parts)?)
                }
                None if self.decides_first(&position) => {
                    Advised::Options(self.before(&mut solver, &position, parts)?)
                }
                None => Advised::Casts(self.casts(&mut solver, &position, parts)?),
            }
        };
        let value = match &advised {
            Advised::Options(options) => {
                options.iter().find(|option| option.best).map(|option| option.value.clone())
            }
            Advised::Casts(_) => None,
        };
        let value = if let Some(value) = value {
            value
        } else {
            let index = solver.solve(self.position(written, seating))?;
            let mover = usize::from(solver.positions()[index].mover);
            Ok(in_coppers(solver.value(index), mover, solver.error(0), parts))
        };
        let (seat, figures) = (written.seat + 1, Vec::new());
        Ok(Advice { figures, ..Advice::new(text, seat, value, advised) })
    }

    /// Whether there is a choice before the throw.
    fn decides_first(&self, position: &Position) -> bool {
        !position.asked.is_empty() || self.game.may_call(position)
    }

    fn position(&self, written: &Written, seating: Seating) -> Position {
        let game = &self.game;
        let (seat, seats) = (written.seat, written.seats);
        let joined: Seats = written.joined.iter().copied().collect();
        let mut position = CoinGame::first(seating, written.pot, written.game, written.ante);
        position.mover = u8::try_from(seat).unwrap_or(0);
        position.best = written.best;
        let thrown: Vec<usize> = if let Some(caller) = written.joined.first() {
            position.caller = u8::try_from(*caller).ok();
            if written.roll.is_some() {
                let before =
                    written.joined.iter().copied().take_while(|other| *other != seat).collect::<Vec<_>>();
                position.waiting = before.iter().fold(joined, |waiting, other| waiting.without(*other));
                before
            } else {
                position.waiting = joined;
                position.asked = CoinGame::from(seats, *caller)
                    .skip_while(|other| *other != seat)
                    .take_while(|other| *other != *caller)
                    .collect();
                Vec::new()
            }
        } else {
            position.waiting = (seat..seats).collect();
            (0..seat).collect()
        };
        position.holders = thrown.into_iter().take(written.tied).collect();
        position.ante = written.ante;
        game.tidy(position).0
    }

    /// The next round, with the ante that the winner sets.
    fn antes<V: Payoffs>(
        &self,
        solver: &mut Solver<'_, V>,
        written: &Written,
        seating: Seating,
        parts: i64,
    ) -> Result<Vec<OptionValue>, TooManyPositions> {
        let mut options: Vec<OptionValue> = Vec::new();
        for (name, ante) in
            [("keep", written.ante), ("down", lowered(written.ante)), ("up", raised(written.ante))]
        {
            let pot = ante * number(written.seats);
            let first = CoinGame::first(seating, pot, written.game, ante);
            let index = solver.solve(self.game.tidy(first).0)?;
            let gain = in_coppers(solver.value(index), 0, solver.error(0), parts);
            let ante = BigRational::from_integer(ante.into());
            let value = Enclosure::between(gain.low() - &ante, gain.high() - &ante);
            options.push(OptionValue::sure(name.to_owned(), value, false, String::new()));
        }
        mark_best(&mut options);
        Ok(options)
    }

    /// What can be done before the throw.
    fn before<V: Payoffs>(
        &self,
        solver: &mut Solver<'_, V>,
        position: &Position,
        parts: i64,
    ) -> Result<Vec<OptionValue>, TooManyPositions> {
        let turns = self.game.turns(position);
        let workings = solver.turn(position, turns, self.game.chosen(position).as_deref())?;
        let Some(choice) = turns.choices.last() else { return Ok(Vec::new()) };
        let mover = usize::from(position.mover);
        let why = |option| self.why(turns, position, option);
        Ok(self.listed(turns, &workings.values, choice.node, (mover, solver.error(0), parts), why))
    }

    /// What can be done with what lies.
    fn options<V: Payoffs>(
        &self,
        solver: &mut Solver<'_, V>,
        position: &Position,
        faces: Faces,
        written: &Written,
        parts: i64,
    ) -> Result<Vec<OptionValue>, TooManyPositions> {
        let game = &self.game;
        let powers = &game.plain_turns(position).powers;
        let bones = &game.seats[game.at_table(position)].bones;
        let on_table =
            OnTable { faces, open: written.left, power: written.power, added: 0, log: TurnLog::default() };
        let turns = Builder::new(&game.settings, bones, powers).from(on_table);
        let workings = solver.turn(position, &turns, None)?;
        let mover = usize::from(position.mover);
        let why = |option: usize| self.why(&turns, position, option);
        Ok(self.listed(&turns, &workings.values, turns.root(), (mover, solver.error(0), parts), why))
    }

    /// The options at a node, with their values.
    fn listed<V: Payoffs>(
        &self,
        turns: &Turns,
        values: &[V],
        node: usize,
        (mover, error, parts): (usize, f64, i64),
        why: impl Fn(usize) -> String,
    ) -> Vec<OptionValue> {
        let Node::Choose { choice, options } = &turns.nodes()[node] else { return Vec::new() };
        let choice = &turns.choices[*choice];
        let taken = best(options, values, mover);
        let option = |(index, to): (usize, &usize)| {
            let option =
                in_words(choice.options[index].action, choice.on_table.as_ref(), &turns.powers, self.alike);
            let value = in_coppers(&values[*to], mover, error, parts);
            OptionValue::sure(option, value, index == taken, why(index))
        };
        options.iter().enumerate().map(option).collect()
    }

    /// What is best for each cast that can be thrown.
    fn casts<V: Payoffs>(
        &self,
        solver: &mut Solver<'_, V>,
        position: &Position,
        parts: i64,
    ) -> Result<Vec<CastAdvice>, TooManyPositions> {
        let game = &self.game;
        // The card shows what is thrown, a call aside.
        let turns = game.plain_turns(position);
        let workings = solver.turn(position, turns, None)?;
        let mover = usize::from(position.mover);
        let bones = &game.seats[game.at_table(position)].bones;
        let mut casts = Vec::new();
        for faces in casts_of(bones.is_alike()) {
            if is_venus(&faces) {
                continue;
            }
            let Some(node) = turns.landing(turns.root(), &faces) else { continue };
            let (to, action, on_table) = match &turns.nodes()[node] {
                Node::Choose { choice, options } => {
                    let taken = best(options, &workings.values, mover);
                    let choice = &turns.choices[*choice];
                    (options[taken], choice.options[taken].action, choice.on_table.as_ref())
                }
                _ => (node, Action::Stand, None),
            };
            let option = in_words(action, on_table, &turns.powers, self.alike);
            let value = in_coppers(&workings.values[to], mover, solver.error(0), parts);
            // What was charged for the throw is gone.
            let gone = self.charged(turns, node, &faces, position, parts);
            let value = Enclosure::between(value.low() - &gone, value.high() - &gone);
            let is_idle = action == Action::Stand;
            casts.push(CastAdvice { cast: written(faces), option, is_idle, value: Ok(value) });
        }
        Ok(casts)
    }

    /// What a throw brought in as soon as it lay, in coppers.
    fn charged(
        &self,
        turns: &Turns,
        node: usize,
        faces: &Faces,
        position: &Position,
        parts: i64,
    ) -> BigRational {
        let settings = &self.game.settings;
        let due_first = match &turns.nodes()[node] {
            Node::Choose { choice, .. } => turns.is_charge(*choice),
            _ => false,
        };
        if settings.fees == Fees::Last || due_first {
            return BigRational::from_integer(0.into());
        }
        let log = Builder::new(settings, &self.game.seats[0].bones, &[]).first_charge(faces);
        let settled = self.game.settle(&log, position, Purse::ENDLESS);
        let share = if parts > 1 { settled.game - position.game } else { 0 };
        let whole = BigRational::from_integer((settled.taken - settled.paid).into());
        whole + BigRational::new(share.into(), parts.into())
    }
}

/// Whether bones can show these faces, in some order if they are alike.
fn can_show(bones: &tali_core::tali::TaliSet, faces: &Faces) -> bool {
    bones.tali().iter().zip(faces).all(|(talus, face)| *talus.weight(*face) != num_bigint::BigUint::ZERO)
}

/// A value in coppers, of which so many parts make one.
fn in_coppers<V: Payoffs>(value: &V, seat: usize, error: f64, parts: i64) -> Enclosure {
    let part = BigRational::new(One::one(), parts.into());
    let value = value.at(seat, error).unwrap_or_else(Enclosure::zero);
    Enclosure::between(value.low() * &part, value.high() * &part)
}

/// Marks the first of the options than which none is better.
fn mark_best(options: &mut [OptionValue]) {
    let slack = BigRational::from_float(SLACK).unwrap_or_else(One::one);
    let mut taken = 0;
    for option in 1..options.len() {
        let (Ok(one), Ok(other)) = (&options[option].value, &options[taken].value) else { continue };
        let exact = one.as_exact().is_some() && other.as_exact().is_some();
        let better = if exact { one.low() > other.low() } else { *one.low() > other.high() + &slack };
        if better {
            taken = option;
        }
    }
    if let Some(option) = options.get_mut(taken) {
        option.best = true;
    }
}
