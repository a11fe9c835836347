//! The card: what throws, squares and openings are worth, which rules of thumb hold, and what each policy costs.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "moves and squares are few"
)]

use rayon::prelude::*;

use super::advice::throw_value;
use super::chain::Fixed;
use super::notation::GameState;
use super::policies::{Policy, choice, is_exposed, is_safe};
use super::position::Move;
use super::process::MOST_IN_CHAIN;
use super::settings::{OFF, SHARED, Settings};
use super::solved::{AS_GOOD, Solved};
use super::table::Table;
use crate::kit::{
    AdviceError, Measured, Opening, PolicyCost, RaceStrategy, RuleOfThumb, SquareWorth, Strategy,
    StrategyTable, StrategyTables, TableUnit, ThrowValue, WholeStrategy,
};
use tali_core::exact::{Decided, Enclosure, Grids, Missing, Number, minus, quotient};
use tali_core::monte_carlo::{Generator, Pairs, Sampler};

/// So many tenths of a percent there are.
const TENTHS: f64 = 1_000.0;

/// So many games are played where the means are not solved.
const GAMES: u64 = 20_000;

/// Rules that players go by. The last leaves an exposed piece where it is; the one before it moves it.
const RULES: [&str; 7] = [
    "capture when you can",
    "bear off when you can",
    "land on a safe square when you can",
    "enter when you can",
    "move the foremost",
    "move the exposed piece",
    "leave the exposed piece",
];

/// Whether a move follows a rule; `foremost` is the first of them.
fn follows(rule: usize, state: &GameState, made: &Move, is_foremost: bool, settings: &Settings) -> bool {
    match rule {
        0 => made.captures,
        1 => made.to == OFF,
        2 => is_safe(made, settings),
        3 => made.from == 0,
        4 => is_foremost,
        5 => is_exposed(state, made, settings),
        _ => {
            let seat = usize::from(state.seat);
            let exposed =
                |square| state.position.has(0, square) && state.position.is_exposed(square, seat, settings);
            (SHARED..OFF).any(exposed) && !is_exposed(state, made, settings)
        }
    }
}

/// What is added up at every choice: how many there are; of each rule how often it can be followed, how often a best move
/// follows it, and what it costs; of each policy how often its move is among the best, and what it costs.
const SUMS: usize = 1 + 3 * RULES.len() + 2 * Policy::SIMPLE.len();

/// What a choice adds to the sums.
fn at_choice(solved: &Solved, state: &GameState, moves: &[Move]) -> [f64; SUMS] {
    let settings = solved.numbering.settings();
    let values: Vec<f64> = moves.iter().map(|made| solved.of_move(state, *made).unwrap_or(0.0)).collect();
    let greatest = values.iter().copied().fold(0.0, f64::max);
    let is_best = |value: f64| value >= greatest - AS_GOOD;
    let mut sums = [0.0; SUMS];
    sums[0] = 1.0;
    let (of_rules, of_policies) = sums[1..].split_at_mut(3 * RULES.len());
    for (rule, sums) in of_rules.chunks_exact_mut(3).enumerate() {
        let all = moves.iter().zip(&values).enumerate();
        let following = all.filter(|(index, (made, _))| follows(rule, state, made, *index == 0, settings));
        let best = following.map(|(_, (_, value))| *value).reduce(f64::max);
        if let Some(best) = best {
            sums.copy_from_slice(&[1.0, f64::from(u8::from(is_best(best))), greatest - best]);
        }
    }
    for (policy, sums) in Policy::SIMPLE.into_iter().zip(of_policies.chunks_exact_mut(2)) {
        let chosen = if policy == Policy::Random {
            0..values.len()
        } else {
            let index = choice(policy, state, moves, settings);
            index..index + 1
        };
        let all = values[chosen].iter();
        let share = 1.0 / all.len() as f64;
        for value in all {
            sums[0] += share * f64::from(u8::from(is_best(*value)));
            sums[1] += share * (greatest - value);
        }
    }
    sums
}

/// Sums of best play against best play from the first position.
enum Sums {
    Solved(Vec<Number>),
    /// Those of each game that was played.
    Played(Vec<[f64; SUMS]>),
}

impl Sums {
    fn new(solved: &Solved) -> Self {
        let settings = solved.numbering.settings();
        let few = solved.numbering.positions() <= MOST_IN_CHAIN;
        let fixed = few.then(|| Fixed::new(&solved.numbering, [Policy::Best; 2], Some(solved)));
        match fixed.and_then(|fixed| Some((fixed.visits(&GameState::FIRST).ok()?, fixed))) {
            None => Self::played(solved),
            Some((visits, fixed)) => Self::Solved(visits.sums(SUMS, 1.0, |place, sums| {
                let state = &fixed.states()[place];
                for (squares, chance) in &settings.law(state.seat.into()).throws {
                    let moves: Vec<Move> = state.position.moves(*squares, settings).collect();
                    if moves.len() > 1 {
                        let here = at_choice(solved, state, &moves);
                        sums.iter_mut().zip(here).for_each(|(sum, here)| *sum += chance * here);
                    }
                }
            })),
        }
    }

    /// Plays games, the same ones every time.
    fn played(solved: &Solved) -> Self {
        let samplers = solved.numbering.settings().throws.each_ref().map(Sampler::new);
        let game = |number: u64| one_game(solved, &samplers, &mut Generator::new(1, number));
        Self::Played((0..GAMES).into_par_iter().map(game).collect())
    }

    /// How well each simple policy serves.
    fn policies(&self) -> Vec<PolicyCost> {
        let policy = |(place, policy): (usize, Policy)| {
            let at = 1 + 3 * RULES.len() + 2 * place;
            PolicyCost { policy: policy.name(), agreement: self.ratio(at, 0), cost: self.ratio(at + 1, 0) }
        };
        Policy::SIMPLE.into_iter().enumerate().map(policy).collect()
    }

    /// One sum for each of another.
    fn ratio(&self, part: usize, whole: usize) -> Measured {
        match self {
            Self::Solved(sums) => Measured::Solved(quotient(sums[part].clone(), &sums[whole])),
            Self::Played(games) => {
                let mut pairs = Pairs::default();
                for sums in games {
                    pairs.add(sums[part], sums[whole]);
                }
                Measured::Played(pairs)
            }
        }
    }
}

/// What a game of best play adds up.
fn one_game(solved: &Solved, samplers: &[Sampler<u8>; 2], generator: &mut Generator) -> [f64; SUMS] {
    const LONGEST: usize = 100_000;
    let settings = solved.numbering.settings();
    let (mut state, mut sums) = (GameState::FIRST, [0.0; SUMS]);
    for _ in 0..LONGEST {
        if state.winner(settings).is_some() {
            break;
        }
        let squares = samplers[usize::from(state.seat)].draw(generator);
        if squares == 0 && settings.rethrows {
            continue;
        }
        let moves: Vec<Move> = state.position.moves(squares, settings).filter(|_| squares > 0).collect();
        if moves.len() > 1 {
            let here = at_choice(solved, &state, &moves);
            sums.iter_mut().zip(here).for_each(|(sum, here)| *sum += here);
        }
        state = state.then(moves.get(solved.best(&state, &moves).unwrap_or(0)).copied());
    }
    sums
}

/// How well each simple policy serves at the choices of best play.
pub(super) fn policies(solved: &Solved) -> Vec<PolicyCost> {
    Sums::new(solved).policies()
}

pub(super) fn strategy(table: &Table) -> Result<Strategy, AdviceError> {
    let solved = table.solved()?;
    let sums = Sums::new(solved);
    let rule = |(place, rule): (usize, &'static str)| {
        let at = 1 + 3 * place;
        RuleOfThumb {
            rule,
            share: sums.ratio(at, 0),
            holds: sums.ratio(at + 1, at),
            cost: Some(sums.ratio(at + 2, at)),
        }
    };
    let first = GameState::FIRST;
    let value = solved.value(&first.position, 0)?;
    let squares = (1..OFF).map(|square| of_square(solved, square)).collect::<Result<Vec<_>, _>>()?;
    let worths = squares.iter().flat_map(|worth| [&worth.to_move, &worth.to_wait]);
    let largest = worths.filter_map(|worth| worth.as_ref().ok()).map(|worth| TENTHS * worth.to_f64().abs());
    let largest = largest.fold(1.0, f64::max).ceil() as i32;
    let map = |title: &str, of: fn(&SquareWorth) -> &Number| {
        let cell = |square: u8| {
            let worth = squares.iter().find(|worth| worth.square == square).map(of)?;
            worth.as_ref().ok().map(|worth| TENTHS * worth.to_f64())
        };
        // The private squares lie beside those with which they share a corner.
        let private = |column: u8| 2 * SHARED - 1 - column;
        StrategyTable {
            title: title.to_owned(),
            is_short: false,
            unit: TableUnit::Value { low: -largest, high: largest },
            rows: "squares",
            columns: "shared square",
            row_names: vec!["shared, 5 to 16".to_owned(), "private, 4 to 1".to_owned()],
            column_names: (SHARED..OFF).map(|square| square.to_string()).collect(),
            cells: vec![
                (SHARED..OFF).map(cell).collect(),
                (SHARED..OFF)
                    .map(|column| if column < 2 * SHARED - 1 { cell(private(column)) } else { None })
                    .collect(),
            ],
        }
    };
    let tables = vec![
        map("What a piece is worth to the player to move, in tenths of a percent", |worth| &worth.to_move),
        map("What the capture of a piece costs its owner, in tenths of a percent", |worth| &worth.to_wait),
    ];
    let whole = RaceStrategy {
        value: Ok(solved.enclosed(value)),
        throws: throws(solved, &first)?,
        opening: opening(solved)?,
        rules: RULES.into_iter().enumerate().map(rule).collect(),
        policies: sums.policies(),
        squares,
    };
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: Some(("the start".to_owned(), "Wins", Ok(solved.enclosed(value)))),
        tables,
        costs: Vec::new(),
        explained: "A number on a square is a difference of chances to win, with all other pieces waiting; where nothing is captured it is what \
                    it would cost to begin again.",
        whole: WholeStrategy::Race(Box::new(whole)),
    })))
}

/// What each throw is worth.
fn throws(solved: &Solved, state: &GameState) -> Result<Vec<ThrowValue>, AdviceError> {
    let seat = usize::from(state.seat);
    let before = solved.value(&state.position, seat)?;
    let throw = |(squares, _): &(u8, f64)| {
        Ok(throw_value(solved, state, *squares, solved.of_throw(state, *squares)?, before))
    };
    solved.numbering.settings().law(seat).throws.iter().map(throw).collect()
}

/// What a piece on a square is worth to the player to move, and what its owner loses if it is captured.
fn of_square(solved: &Solved, square: u8) -> Result<SquareWorth, AdviceError> {
    let start = GameState::FIRST.position;
    let with = |side: usize| {
        let mut position = start;
        position.on[side] = 1 << square;
        solved.value(&position, 0)
    };
    let (waits, own, other) = (solved.value(&start, 0)?, with(0)?, with(1)?);
    let worth = |value: f64| solved.enclosed(value);
    Ok(SquareWorth {
        square,
        to_move: minus(Ok(worth(own)), Ok(worth(waits))),
        to_wait: minus(Ok(worth(waits)), Ok(worth(other))),
    })
}

/// For each first three throws what is best with the last, best play having gone before.
fn opening(solved: &Solved) -> Result<Vec<Opening>, AdviceError> {
    let settings = solved.numbering.settings();
    let mut lines = vec![(Vec::new(), GameState::FIRST)];
    for _ in 0..2 {
        let mut next = Vec::new();
        for (thrown, state) in lines {
            for (squares, _) in &settings.law(state.seat.into()).throws {
                let moves: Vec<Move> = state.position.moves(*squares, settings).collect();
                let after = state.then(moves.get(solved.best(&state, &moves)?).copied());
                if after.winner(settings).is_none() {
                    next.push(([thrown.as_slice(), &[*squares]].concat(), after));
                }
            }
        }
        lines = next;
    }
    let mut openings = Vec::new();
    for (thrown, state) in lines {
        for (squares, _) in &settings.law(state.seat.into()).throws {
            let moves: Vec<Move> = state.position.moves(*squares, settings).collect();
            let best = solved.best(&state, &moves)?;
            let value = solved.of_throw(&state, *squares)?;
            let mut next: Option<(Move, f64)> = None;
            for (_, made) in moves.iter().enumerate().filter(|(index, _)| *index != best) {
                let value = solved.of_move(&state, *made)?;
                if next.is_none_or(|(_, other)| value > other) {
                    next = Some((*made, value));
                }
            }
            let cost = |(_, other): (Move, f64)| {
                minus(Ok(solved.enclosed(value)), Ok(solved.enclosed(other))).map(Enclosure::at_least_zero)
            };
            openings.push(Opening {
                throws: [thrown.as_slice(), &[*squares]].concat(),
                best: moves.get(best).map_or_else(|| "pass".to_owned(), Move::to_string),
                value: Ok(solved.enclosed(value)),
                next: next.map(|(made, _)| made.to_string()),
                cost: next.map_or(Err(Missing::Impossible), cost),
            });
        }
    }
    Ok(openings)
}
