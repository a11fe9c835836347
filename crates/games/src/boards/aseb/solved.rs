//! The solution: what every position is worth.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;

use super::notation::GameState;
use super::numbering::Numbering;
use super::position::{Move, Position};
use super::process::Race;
use super::settings::Settings;
use crate::kit::{AdviceError, ReadAt, Rules, SolutionStore, TableError, TableOf, ValueTable};
use tali_core::exact::{Enclosure, Grids, OnProgress, solve_grids};

/// Best play is solved for so many positions at most: those of five pieces.
pub(super) const MOST_POSITIONS: usize = 41_243_781;

/// So few are solved again rather than kept: those of two pieces.
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
    /// The solution of all that can follow, from where that or the whole is kept, or else solved now; kept then.
    pub(super) fn new(
        race: &Race,
        rules: &Rules,
        store: Option<&dyn SolutionStore>,
        progress: Option<&OnProgress>,
    ) -> Result<Arc<Self>, AdviceError> {
        let settings = &race.settings;
        if race.positions() > MOST_POSITIONS {
            return Err(TOO_MANY);
        }
        if race.off() != [0; 2]
            && let Some(whole) = store.and_then(|store| Self::whole(settings, rules, store))
        {
            return Ok(Arc::new(whole));
        }
        let numbering = Arc::new(Numbering::new(settings.clone(), race.off()));
        let solve = || {
            let solved = solve_grids(numbering.as_ref(), progress).map_err(|_| ENDLESS)?;
            Ok::<_, AdviceError>((solved.values, solved.bound))
        };
        let table = table_of(&numbering, rules).kept_or(store, race.positions() > AT_ONCE, solve)?;
        Ok(Arc::new(Self { numbering, table }))
    }

    /// The solution where it is kept, of which no more is read than is asked for.
    pub(super) fn kept(settings: &Settings, rules: &Rules, store: &dyn SolutionStore) -> Option<Self> {
        let numbering = Arc::new(Numbering::new(settings.clone(), [0; 2]));
        let table = table_of(&numbering, rules).kept(store)?;
        Some(Self { numbering, table: Arc::new(table) })
    }

    /// The solution where it is kept, all of it, unless that is damaged.
    fn whole(settings: &Settings, rules: &Rules, store: &dyn SolutionStore) -> Option<Self> {
        let name = table_of(&Numbering::new(settings.clone(), [0; 2]), rules).name();
        store.open(&name).into_iter().find_map(|file| Self::open(settings, rules, file, true).ok())
    }

    /// The solution in a file, all of it if it is wanted whole.
    pub(super) fn open(
        settings: &Settings,
        rules: &Rules,
        file: Box<dyn ReadAt>,
        whole: bool,
    ) -> Result<Self, TableError> {
        let numbering = Arc::new(Numbering::new(settings.clone(), [0; 2]));
        let table = ValueTable::open(file, table_of(&numbering, rules))?;
        let table = if whole { table.loaded()? } else { table };
        Ok(Self { numbering, table: Arc::new(table) })
    }

    /// What a position is worth to the player to move, who sits in a seat.
    pub(super) fn value(&self, position: &Position, seat: usize) -> Result<f64, TableError> {
        if let Some(side) = position.winner(self.numbering.settings()) {
            Ok(if side == 0 { 1.0 } else { 0.0 })
        } else {
            let tables = self.numbering.laws().len();
            let table = if tables == 1 { 0 } else { seat * self.numbering.positions() };
            self.table.value(table + self.numbering.number(position))
        }
    }

    /// What a state is worth to a seat, before the throw.
    pub(super) fn to_seat(&self, state: &GameState, seat: usize) -> Result<f64, TableError> {
        let own = self.value(&state.position, state.seat.into())?;
        Ok(if usize::from(state.seat) == seat { own } else { 1.0 - own })
    }

    /// What a move is worth to whoever makes it.
    pub(super) fn of_move(&self, state: &GameState, made: Move) -> Result<f64, TableError> {
        self.to_seat(&state.made(made), state.seat.into())
    }

    /// What a throw is worth to whoever makes it: its best move, or a pass.
    pub(super) fn of_throw(&self, state: &GameState, squares: u8) -> Result<f64, TableError> {
        let settings = self.numbering.settings();
        let mut best = None;
        for made in state.position.moves(squares, settings) {
            let value = self.of_move(state, made)?;
            best = Some(best.map_or(value, |best: f64| best.max(value)));
        }
        best.map_or_else(|| self.to_seat(&state.passed(), state.seat.into()), Ok)
    }

    /// The index of the best of these moves, the foremost piece first.
    pub(super) fn best(&self, state: &GameState, moves: &[Move]) -> Result<usize, TableError> {
        let values = moves.iter().map(|made| self.of_move(state, *made)).collect::<Result<Vec<f64>, _>>()?;
        let greatest = values.iter().copied().fold(0.0, f64::max);
        Ok(values.iter().position(|value| *value >= greatest - AS_GOOD).unwrap_or(0))
    }

    /// What a move is worth, with its bounds: a win for certain, if it wins.
    pub(super) fn enclosed_move(&self, state: &GameState, made: Move, value: f64) -> Enclosure {
        let wins = state.made(made).winner(self.numbering.settings()).is_some();
        if wins { Enclosure::one() } else { self.enclosed(value) }
    }

    /// What a throw is worth, with its bounds.
    pub(super) fn enclosed_throw(&self, state: &GameState, squares: u8, value: f64) -> Enclosure {
        let settings = self.numbering.settings();
        let wins = |made: Move| state.made(made).winner(settings).is_some();
        if state.position.moves(squares, settings).any(wins) {
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
    let law = |seat: usize| {
        let mut law = serde_json::Map::new();
        for (squares, _) in &settings.law(seat).throws {
            law.insert(squares.to_string(), settings.chance(seat, *squares).to_string().into());
        }
        let lost = if settings.rethrows { BigRational::zero() } else { settings.chance(seat, 0) };
        law.insert("lost".to_owned(), lost.to_string().into());
        serde_json::Value::Object(law)
    };
    TableOf {
        game: super::settings::NAME,
        rules: serde_json::to_value(rules).unwrap_or_default(),
        laws: (0..settings.laws.len()).map(law).collect(),
        positions: numbering.positions() as u64,
        tables: settings.laws.len() as u64,
    }
}
