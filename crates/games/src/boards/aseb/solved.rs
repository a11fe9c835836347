//! The solution: what every position is worth.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;

use super::moves::{Move, passed};
use super::numbering::{Numbering, Reach};
use super::settings::Settings;
use crate::boards::game::Resources;
use crate::boards::race::{Position, Solving, State, TableOf, ValueTable};
use crate::kit::{AdviceError, ReadAt, Rules, TableError};
use tali_core::exact::{Enclosure, Grids, solve_grids};

/// Best play is solved for so many positions at most: those of five pieces.
pub(super) const MOST_POSITIONS: usize = 41_243_781;

/// A game of no more positions, those of three pieces, is solved as a whole: that takes a second.
pub(super) const SOON_SOLVED: usize = 512_349;

/// So few are solved again rather than cached: those of two pieces.
const AT_ONCE: usize = 20_314;

/// Values so near to the greatest are as good.
pub(super) const AS_GOOD: f64 = 1e-9;

const TOO_MANY: AdviceError = AdviceError::NotKnown(
    "best play is solved while each seat has up to 5 pieces left, which have 41,243,781 positions; 6 and 7 have 172,676,489 and 500,929,993. \
     `win --play careful` plays the other policies",
);

const ENDLESS: AdviceError = AdviceError::NotKnown(
    "by these rules both seats together could play on without end, so that nobody can say what is best; `win --play careful` plays the other \
     policies",
);

/// What every position is worth.
#[derive(Debug)]
pub(super) struct Solved {
    pub numbering: Arc<Numbering>,
    pub table: Arc<ValueTable>,
}

impl Solved {
    /// The solution of all that can follow once so many pieces are off, from where that or the whole is cached, or else solved
    /// now; cached then.
    pub(super) fn new(
        settings: &Settings,
        off: [u8; 2],
        solving: &Solving<Arc<Self>>,
    ) -> Result<Arc<Self>, AdviceError> {
        let Resources { store, progress } = &solving.resources;
        let to_come = Reach::new(settings.pieces, off).positions();
        if to_come > MOST_POSITIONS {
            return Err(TOO_MANY);
        }
        if off != [0; 2]
            && let Some(whole) = Self::cached(settings, solving, true)
        {
            return Ok(Arc::new(whole));
        }
        let numbering = Arc::new(Numbering::new(settings.clone(), off));
        let solve = || {
            // Whoever waits hears at once that it takes long.
            progress.iter().filter(|_| to_come > SOON_SOLVED).for_each(|progress| progress(0.0));
            let solved = solve_grids(numbering.as_ref(), progress.as_ref()).map_err(|_| ENDLESS)?;
            Ok::<_, AdviceError>((solved.values, solved.bound))
        };
        let takes_long = to_come > AT_ONCE;
        let table = table_of(&numbering, &solving.rules).stored_or(store.as_deref(), takes_long, solve)?;
        Ok(Arc::new(Self { numbering, table }))
    }

    /// The solution of all positions where it is cached: all of it, or no more than is asked for.
    pub(super) fn cached(settings: &Settings, solving: &Solving<Arc<Self>>, whole: bool) -> Option<Self> {
        let numbering = Numbering::new(settings.clone(), [0; 2]);
        let files = solving.resources.store.as_deref()?.open(&table_of(&numbering, &solving.rules).name());
        // A file that is damaged is as good as none.
        files.into_iter().find_map(|file| Self::open(settings, &solving.rules, file, whole).ok())
    }

    /// The solution of all positions in a file: all of it, or no more than is asked for.
    pub(super) fn open(
        settings: &Settings,
        rules: &Rules,
        file: Box<dyn ReadAt>,
        whole: bool,
    ) -> Result<Self, TableError> {
        let numbering = Numbering::new(settings.clone(), [0; 2]);
        let table = ValueTable::open(file, table_of(&numbering, rules))?;
        let table = Arc::new(if whole { table.loaded()? } else { table });
        Ok(Self { numbering: Arc::new(numbering), table })
    }

    /// What a position is worth to the player to move, who sits in a seat.
    pub(super) fn value(&self, position: &Position, seat: usize) -> Result<f64, TableError> {
        if let Some(side) = position.winner() {
            Ok(if side == 0 { 1.0 } else { 0.0 })
        } else {
            let tables = self.numbering.laws().len();
            let table = if tables == 1 { 0 } else { seat * self.numbering.positions() };
            self.table.value(table + self.numbering.number(position))
        }
    }

    /// What a state is worth to a seat, before the throw.
    pub(super) fn to_seat(&self, state: &State, seat: usize) -> Result<f64, TableError> {
        let own = self.value(&state.position, state.seat.into())?;
        Ok(if usize::from(state.seat) == seat { own } else { 1.0 - own })
    }

    /// What a move is worth to whoever makes it.
    pub(super) fn of_move(&self, state: &State, made: Move) -> Result<f64, TableError> {
        self.to_seat(&made.after(state), state.seat.into())
    }

    /// What a throw is worth to whoever makes it: its best move, or a pass.
    pub(super) fn of_throw(&self, state: &State, squares: u8) -> Result<f64, TableError> {
        let moves = self.numbering.settings().moves(&state.position, squares);
        let values = moves.map(|made| self.of_move(state, made)).collect::<Result<Vec<f64>, _>>()?;
        match values.into_iter().reduce(f64::max) {
            Some(value) => Ok(value),
            None => self.to_seat(&passed(state), state.seat.into()),
        }
    }

    /// What a throw is worth, with its bounds: a win for certain, if it wins.
    pub(super) fn enclosed_throw(&self, state: &State, squares: u8, value: f64) -> Enclosure {
        let wins = |made: Move| made.after(state).winner().is_some();
        if self.numbering.settings().moves(&state.position, squares).any(wins) {
            Enclosure::one()
        } else {
            self.enclosed(value)
        }
    }

    /// A value with what it is off by at most. One that is 0 or 1 in doubles need not be so.
    pub(super) fn enclosed(&self, value: f64) -> Enclosure {
        // Differences from 1 are rounded once more.
        Enclosure::chance(value, self.table.bound() + f64::EPSILON)
    }
}

/// Of what values the table is.
fn table_of(numbering: &Numbering, rules: &Rules) -> TableOf {
    let settings = numbering.settings();
    let throws = |seat: usize| {
        let mut throws = serde_json::Map::new();
        for (squares, _) in &settings.law(seat).throws {
            throws.insert(squares.to_string(), settings.chance(seat, *squares).to_string().into());
        }
        let lost = if settings.rethrows { BigRational::zero() } else { settings.chance(seat, 0) };
        throws.insert("lost".to_owned(), lost.to_string().into());
        serde_json::Value::Object(throws)
    };
    TableOf {
        game: super::settings::NAME,
        rules: serde_json::to_value(rules).unwrap_or_default(),
        laws: (0..settings.laws.len()).map(throws).collect(),
        positions: numbering.positions() as u64,
        tables: settings.laws.len() as u64,
    }
}
