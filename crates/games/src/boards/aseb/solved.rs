//! The solution: the value of every position.

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

/// The most positions for which best play is solved: those of five pieces.
pub(super) const MOST_POSITIONS: usize = 41_243_781;

/// Games with at most this many positions, those of three pieces, are solved as a whole, which takes a second.
pub(super) const SOON_SOLVED: usize = 512_349;

/// Games with at most this many positions, those of two pieces, are solved again rather than cached.
const AT_ONCE: usize = 20_314;

/// Values this close to the greatest are as good.
pub(super) const AS_GOOD: f64 = 1e-9;

const TOO_MANY: AdviceError = AdviceError::NotKnown(
    "best play is solved while each seat has up to 5 pieces left, which have 41,243,781 positions; 6 and 7 have 172,676,489 and 500,929,993. \
     `win --play careful` plays the other policies",
);

const ENDLESS: AdviceError = AdviceError::NotKnown(
    "by these rules both seats together could play on forever, so best play is undefined; `win --play careful` plays the other \
     policies",
);

/// The value of every position.
#[derive(Debug)]
pub(super) struct Solved {
    pub numbering: Arc<Numbering>,
    pub table: Arc<ValueTable>,
}

impl Solved {
    /// Solves all that can follow once these numbers of pieces are off, unless that, or the whole game, is cached; caches the
    /// result.
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
            // Progress is reported at once if it takes long.
            progress.iter().filter(|_| to_come > SOON_SOLVED).for_each(|progress| progress(0.0));
            let solved = solve_grids(numbering.as_ref(), progress.as_ref()).map_err(|_| ENDLESS)?;
            Ok::<_, AdviceError>((solved.values, solved.bound))
        };
        let takes_long = to_come > AT_ONCE;
        let table = table_of(&numbering, &solving.rules).stored_or(store.as_deref(), takes_long, solve)?;
        Ok(Arc::new(Self { numbering, table }))
    }

    /// The solution of all positions, if it is cached: loaded as a whole, or read as far as needed.
    pub(super) fn cached(settings: &Settings, solving: &Solving<Arc<Self>>, whole: bool) -> Option<Self> {
        let numbering = Numbering::new(settings.clone(), [0; 2]);
        let files = solving.resources.store.as_deref()?.open(&table_of(&numbering, &solving.rules).name());
        // A damaged file counts as none.
        files.into_iter().find_map(|file| Self::open(settings, &solving.rules, file, whole).ok())
    }

    /// The solution of all positions in a file: loaded as a whole, or read as far as needed.
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

    /// The value of a position to the player to move, who sits in `seat`.
    pub(super) fn value(&self, position: &Position, seat: usize) -> Result<f64, TableError> {
        if let Some(side) = position.winner() {
            Ok(if side == 0 { 1.0 } else { 0.0 })
        } else {
            let tables = self.numbering.distributions().len();
            let table = if tables == 1 { 0 } else { seat * self.numbering.positions() };
            self.table.value(table + self.numbering.number(position))
        }
    }

    /// The value of a state to a seat, before the throw.
    pub(super) fn to_seat(&self, state: &State, seat: usize) -> Result<f64, TableError> {
        let own = self.value(&state.position, state.seat.into())?;
        Ok(if usize::from(state.seat) == seat { own } else { 1.0 - own })
    }

    /// The value of a move to the seat that makes it.
    pub(super) fn of_move(&self, state: &State, made: Move) -> Result<f64, TableError> {
        self.to_seat(&made.after(state), state.seat.into())
    }

    /// The value of a throw to the seat that makes it: that of its best move, or of a pass.
    pub(super) fn of_throw(&self, state: &State, squares: u8) -> Result<f64, TableError> {
        let moves = self.numbering.settings().moves(&state.position, squares);
        let values = moves.map(|made| self.of_move(state, made)).collect::<Result<Vec<f64>, _>>()?;
        match values.into_iter().reduce(f64::max) {
            Some(value) => Ok(value),
            None => self.to_seat(&passed(state), state.seat.into()),
        }
    }

    /// The value of a throw, with its bounds: a certain win, if it wins.
    pub(super) fn enclosed_throw(&self, state: &State, squares: u8, value: f64) -> Enclosure {
        let wins = |made: Move| made.after(state).winner().is_some();
        if self.numbering.settings().moves(&state.position, squares).any(wins) {
            Enclosure::one()
        } else {
            self.enclosed(value)
        }
    }

    /// A value with its greatest error. One that is 0 or 1 as an `f64` need not be so.
    pub(super) fn enclosed(&self, value: f64) -> Enclosure {
        // Differences from 1 are rounded once more.
        Enclosure::chance(value, self.table.bound() + f64::EPSILON)
    }
}

/// Describes the values in a table.
fn table_of(numbering: &Numbering, rules: &Rules) -> TableOf {
    let settings = numbering.settings();
    let throws = |seat: usize| {
        let mut throws = serde_json::Map::new();
        for (squares, _) in &settings.distribution(seat).throws {
            throws.insert(squares.to_string(), settings.chance(seat, *squares).to_string().into());
        }
        let lost = if settings.rethrows { BigRational::zero() } else { settings.chance(seat, 0) };
        throws.insert("lost".to_owned(), lost.to_string().into());
        serde_json::Value::Object(throws)
    };
    TableOf {
        game: super::settings::NAME,
        rules: serde_json::to_value(rules).unwrap_or_default(),
        distributions: (0..settings.distributions.len()).map(throws).collect(),
        positions: numbering.positions() as u64,
        tables: settings.distributions.len() as u64,
    }
}
