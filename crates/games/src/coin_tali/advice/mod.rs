//! Advice at a position, with the values of all options; and the card of best play.

mod options;
mod why;

use self::options::Options;
use super::builder::Builder;
use super::form::form;
use super::notation::{Reading, Written};
use super::payoffs::{Gains, Payoffs, Rationals};
use super::round::{CoinGame, Position, Seating, small};
use super::scores::{self, Faces, Score, scoring, shown};
use super::solution::{MOST_WORK_EXACTLY, is_soon_exact};
use super::solver::MOST_WORK;
use super::turns::{OnTable, TurnLog};
use crate::kit::{Advice, AdviceError, Advised, CastAdvice, PositionError, PositionForm, Situation};
use tali_core::figures::Figure;
use tali_core::process::Seats;

/// Answers questions about positions at a table.
pub(super) struct Adviser<'g> {
    game: &'g CoinGame,
    alike: bool,
}

impl<'g> Adviser<'g> {
    pub(super) fn new(game: &'g CoinGame) -> Self {
        Self { game, alike: game.seats.iter().all(|seat| seat.bones.is_alike()) }
    }

    /// Calls a function with the parser for positions.
    fn reading<T>(&self, does: impl FnOnce(&Reading<'_>) -> T) -> T {
        let possible = |seat: usize, faces: &Faces| can_show(&self.game.seats[seat].bones, faces);
        does(&Reading { settings: &self.game.settings, ordered: !self.alike, possible: &possible })
    }

    /// Reads a position, or returns the first one.
    fn read(&self, text: Option<&str>) -> Result<Written, PositionError> {
        let first = format!("1/{}", self.game.settings.seats);
        self.reading(|reading| reading.read(text.unwrap_or(&first)))
    }

    /// The parts of a position for an input form.
    pub(super) fn form(&self, text: Option<&str>) -> PositionForm {
        self.reading(|reading| form(reading, text))
    }

    /// The advice at a position, in rationals if that is fast.
    pub(super) fn advise(&self, text: Option<&str>) -> Result<Advice, AdviceError> {
        let written = self.read(text)?;
        let exact = is_soon_exact(self.game);
        let exact = exact.then(|| self.answer::<Rationals>(&written, MOST_WORK_EXACTLY).ok()).flatten();
        exact.map_or_else(|| self.answer::<Gains>(&written, MOST_WORK), Ok)
    }

    fn answer<V: Payoffs>(&self, written: &Written, most_work: u64) -> Result<Advice, AdviceError> {
        let game = self.game;
        let mut of: Options<'_, V> = Options::new(self, written.seats, most_work);
        // If the position has fewer seats than the table, the first ones play.
        let order: Vec<usize> = if written.won {
            CoinGame::from(written.seats, written.seat).collect()
        } else {
            (0..written.seats).collect()
        };
        let seating = game.seating(&order);
        let position = self.position(written, seating);
        let options = if written.won {
            Some(of.antes(written, seating)?)
        } else if let Some(faces) = written.roll {
            let bones = &game.seats[position.at_table()].bones;
            let (open, power) = (written.left, written.power);
            let on_table = OnTable { faces, open, power, added: 0, log: TurnLog::default() };
            let powers = &game.plain_turns(&position).powers;
            let turns = Builder::new(&game.settings, bones, powers).from(on_table);
            Some(of.of_turn(&position, &turns, None)?)
        } else if !position.asked.is_empty() || game.may_call(&position) {
            Some(of.of_turn(&position, game.turns(&position), game.chosen(&position).as_deref())?)
        } else {
            None
        };
        let (value, advised) = if let Some(options) = options {
            let best = options.iter().find(|option| option.best).map(|option| option.value.clone());
            (best, Advised::Options(options))
        } else {
            let next = |cast: &str| format!("{} roll={cast}", written.text(&game.settings));
            let casts = of.casts(&position)?.into_iter();
            let casts = casts.map(|cast| CastAdvice { next: Some(next(&cast.cast)), ..cast });
            (None, Advised::Casts(casts.collect()))
        };
        let value = value.map_or_else(|| of.value(position).map(Figure::from), Ok)?;
        Ok(Advice::new(written.text(&game.settings), written.seat + 1, value, advised))
    }

    fn position(&self, written: &Written, seating: Seating) -> Position {
        let (seat, seats) = (written.seat, written.seats);
        let joined: Seats = written.joined.iter().copied().collect();
        let mut position = CoinGame::first(seating, written.pot, written.game, written.ante);
        position.mover = small(seat);
        position.best = written.best;
        let thrown: Vec<usize> = if let Some(caller) = written.joined.first() {
            position.caller = Some(small(*caller));
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
        self.game.tidy(position).0
    }

    /// The card: the first position of the first seat, and positions of each later seat by the best cast so far.
    pub(super) fn cards(&self) -> Result<Vec<Situation>, AdviceError> {
        let exact = is_soon_exact(self.game);
        let exact = exact.then(|| self.cards_in::<Rationals>(3 * MOST_WORK_EXACTLY).ok()).flatten();
        exact.map_or_else(|| self.cards_in::<Gains>(MOST_WORK), Ok)
    }

    fn cards_in<V: Payoffs>(&self, most_work: u64) -> Result<Vec<Situation>, AdviceError> {
        let seats = self.game.settings.seats;
        let mut of: Options<'_, V> = Options::new(self, seats, most_work);
        let seating = self.game.seating(&(0..seats).collect::<Vec<_>>());
        let mut situations = Vec::new();
        for seat in 0..seats {
            let scores = scoring().into_iter().map(|faces| Score::new(&faces, 0)).filter(|_| seat > 0);
            for best in [Score::NONE].into_iter().chain(scores) {
                let at = format!("{}/{seats}", seat + 1);
                let tied = usize::from(!best.is_none());
                let written = Written { best, tied, ..self.read(Some(&at))? };
                let casts = of.casts(&self.position(&written, seating))?;
                let best = (seat > 0).then(|| {
                    let faces = shown(best).filter(|_| !best.is_none());
                    faces.map_or_else(|| "-".to_owned(), |(faces, _)| scores::written(faces))
                });
                let position = best.iter().fold(at.clone(), |seat, best| format!("{seat} best={best}"));
                situations.push(Situation { position, seat: at, best, casts });
            }
        }
        Ok(situations)
    }
}

/// Whether bones can show these faces, in any order if they are equal.
fn can_show(bones: &tali_core::tali::TaliSet, faces: &Faces) -> bool {
    bones.tali().iter().zip(faces).all(|(talus, face)| *talus.weight(*face) != num_bigint::BigUint::ZERO)
}
