//! Everything that can happen in a game, visited before it is solved: how many positions it has, whether something goes wrong at
//! any of them, and whether it can go on without end.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::evaluate::to_number;
use super::independent::is_independent;
use super::machine::{Made, Reached, Trouble};
use super::notation;
use super::problem::{self, Problem};
use super::process::OwnGame;
use super::program::{Holder, Op};
use super::spot::Spot;
use super::symmetry::is_symmetric;
use crate::kit::Hiding;
use tali_core::exact::{HiddenSize, NoEquilibrium, time_to_solve};
use tali_core::monte_carlo::Generator;
use tali_core::process::{Account, Amount, Process, Transfer, Turn};

/// The spots to visit whenever a game is set up.
pub(super) const AT_ONCE: usize = 10_000;

/// The most operations to run for that, unless twenty for each requested spot are more.
const MOST_STEPS: usize = 3_000_000;

/// If there are more spots, this many games are played at random, each with at most this many throws and choices, and with at
/// most this many operations in all.
const GAMES: u64 = 60;
const LONGEST: usize = 400;
const MOST_PLAYED: usize = 1_000_000;

/// What is known about a game file at a table before it is solved.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an answer to another question")]
pub struct Survey {
    /// The number of positions at the beginning of a turn, or where it begins again; a lower bound if the survey is not complete.
    pub positions: usize,
    /// The number of different throws and choices in them.
    pub nodes: usize,
    /// The number of outcomes and options that these have together.
    pub moves: usize,
    /// The number of operations that it takes to find where all of them lead.
    pub steps: usize,
    /// A rough estimate of the nanoseconds it takes to solve the chain of all of them; `None` if it is not known.
    pub time_to_solve: Option<f64>,
    /// Whether all were visited.
    pub is_complete: bool,
    /// Whether any seat chooses.
    pub has_choices: bool,
    /// Whether seats that choose play for coins, and not for the win.
    pub is_for_coins: bool,
    /// Whether play can return to an earlier state.
    pub comes_back: bool,
    /// Whether anything is hidden.
    pub hides: bool,
    /// The size of the game with hidden information, if it was counted.
    pub hidden: Option<HiddenSize>,
    /// Why best play with hidden information is not known, if it is not.
    pub no_equilibrium: Option<String>,
    /// Whether no seat's turn depends on the others, so that each is a chain of its own.
    pub is_independent: bool,
    /// Whether the turn treats all seats alike, so that best play is solved as the player to move sees it.
    pub seats_are_alike: bool,
    /// Where play can no longer end, if it can get there.
    pub endless: Option<Endless>,
    /// What the author can hardly have meant.
    pub warnings: Vec<Warning>,
}

/// Something in a file that can be played, but can hardly be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line of the file.
    pub line: usize,
    /// What is odd about it.
    pub text: String,
}

/// The most operations to run for a survey of `most` spots.
const fn most_steps(most: usize) -> usize {
    let for_indices = most.saturating_mul(20);
    if for_indices > MOST_STEPS { for_indices } else { MOST_STEPS }
}

/// A position from which the game cannot end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// As it is typed.
    pub position: String,
    /// The line of the file at which play goes on.
    pub line: usize,
    /// Whether every game reaches such a position.
    pub is_certain: bool,
}

impl Endless {
    /// Returns a sentence about it.
    pub fn message(&self) -> String {
        let Self { position, line, is_certain } = self;
        let games = if *is_certain { "The game never ends" } else { "Some games never end" };
        format!("{games}: from {position} no end can be reached; play goes on at line {line}.")
    }
}

/// Surveys up to `most` spots; if `foresees`, also estimates how long it takes to solve them.
///
/// # Errors
///
/// [`Problem`], if something goes wrong at one of them: what, and how play gets there.
pub(super) fn survey(game: &OwnGame, text: &str, most: usize, foresees: bool) -> Result<Survey, Problem> {
    let mut looked = Looked::default();
    let is_complete = looked.all(game, most)?;
    if is_complete {
        looked.pot_is_enough(game)?;
    } else {
        play_some(game)?;
    }
    let (hidden, no_equilibrium) =
        if game.machine.program.code.hides && looked.has_choices { known(game, most)? } else { (None, None) };
    let (terminating, comes_back) = if is_complete { looked.ends() } else { (Vec::new(), true) };
    let endless = terminating.iter().position(|ends| !ends).map(|index| {
        let spot = looked.spots[index];
        let at = game.slots(&spot).map_or(0, |(_, at)| at);
        Endless {
            position: looked.position(game, index),
            line: game
                .machine
                .program
                .code
                .spans
                .get(at)
                .map_or(0, |span| problem::line_of(text, span.start)),
            is_certain: !terminating.first().copied().unwrap_or(true),
        }
    });
    Ok(Survey {
        positions: looked.positions.len(),
        nodes: looked.spots.len(),
        moves: looked.moves.iter().map(Vec::len).sum(),
        steps: looked.steps,
        time_to_solve: if is_complete && foresees { time_to_solve(&looked.in_order()) } else { None },
        is_complete,
        has_choices: looked.has_choices,
        is_for_coins: game.is_for_coins(),
        comes_back,
        hides: game.machine.program.code.hides,
        hidden,
        no_equilibrium,
        is_independent: is_independent(&game.machine.program.code),
        seats_are_alike: is_symmetric(&game.machine.program.code),
        endless,
        warnings: Vec::new(),
    })
}

/// What each policy of the file does where a seat has seen the same: by the policy, the seat, and the stage and number of what it
/// has seen; with a spot where it does so.
type Doings = FxHashMap<(usize, usize, (usize, u32)), (usize, Spot)>;

/// Counts what seats can know, in at most a multiple of `most` ways to play; also returns why best play is not known, if it is
/// not.
///
/// # Errors
///
/// [`Problem`], if a seat, or a policy of the file, would have to know what it does not.
fn known(game: &OwnGame, most: usize) -> Result<(Option<HiddenSize>, Option<String>), Problem> {
    let policies = &game.machine.program.code.policies;
    let does: Mutex<Doings> = Mutex::default();
    let cheats = Mutex::new(None);
    let observe = |spot: &Spot, seat: usize, seen: (usize, u32)| {
        for policy in 0..policies.len() {
            let chosen = game.chosen(policy, spot);
            let mut does = does.lock().unwrap_or_else(PoisonError::into_inner);
            let (known, other) = *does.entry((policy, seat, seen)).or_insert((chosen, *spot));
            if known != chosen {
                *cheats.lock().unwrap_or_else(PoisonError::into_inner) = Some(policy);
                return Err(NoEquilibrium::Unknown { seat, states: Box::new([other, *spot]) });
            }
        }
        Ok(())
    };
    match HiddenSize::observed(
        game,
        most.saturating_mul(if most > AT_ONCE { 20 } else { 4 }).min(MOST_WAYS),
        &observe,
    ) {
        Ok(size) if game.seats() > 2 => {
            Ok((Some(size), Some(game.why_unsolved(&NoEquilibrium::Seats(game.seats())))))
        }
        Ok(size) => Ok((Some(size), None)),
        Err(NoEquilibrium::Unknown { seat, states }) => {
            let unknown = game.unknown(seat, &states);
            Err(match *cheats.lock().unwrap_or_else(PoisonError::into_inner) {
                Some(policy) => {
                    let policy = &policies[policy];
                    let title = format!("the policy \"{}\": {}", policy.name, unknown.title);
                    Problem::new(&policy.span, title, "a policy can only use what its seat knows")
                }
                None => unknown,
            })
        }
        Err(NoEquilibrium::TooLarge(_)) => Ok((None, None)),
        Err(why) => Ok((None, Some(game.why_unsolved(&why)))),
    }
}

/// The most ways to play that are counted.
const MOST_WAYS: usize = 20_000_000;

#[derive(Default)]
struct Looked {
    numbers: FxHashMap<Spot, usize>,
    spots: Vec<Spot>,
    /// From where each spot was first reached, and by which move.
    before: Vec<Option<(usize, Made)>>,
    /// Where each leads; nowhere at the end of the game.
    moves: Vec<Vec<Option<usize>>>,
    positions: FxHashSet<u128>,
    has_choices: bool,
    steps: usize,
}

impl Looked {
    /// Visits all spots unless there are too many; returns whether it did.
    fn all(&mut self, game: &OwnGame, most: usize) -> Result<bool, Problem> {
        let mut slots = game.machine.first();
        let begun = game.machine.begin(&mut slots, &mut super::machine::Effects::default(), &mut |slots| {
            self.positions.insert(game.position(slots));
        });
        if let Err(trouble) = &begun {
            return Err(problem_of(game, trouble, "at the very beginning"));
        }
        let start = game.spot(&slots, &begun);
        self.number(start, None);
        let mut index = 0;
        while let Some(spot) = self.spots.get(index).copied() {
            if self.spots.len() > most || self.steps > most_steps(most) {
                return Ok(false);
            }
            let (made, chooses) = possible(game, &spot);
            self.has_choices |= chooses;
            let mut leads = Vec::with_capacity(made.len());
            for made in made {
                let (reached, slots, effects) = game.made(&spot, made, &mut |slots| {
                    self.positions.insert(game.position(slots));
                });
                if let Err(trouble) = &reached {
                    let way = notation::after(game, &self.position(game, index), &spot, made);
                    return Err(problem_of(game, trouble, &way));
                }
                self.steps += effects.steps;
                let over = matches!(reached, Ok(Reached::Over(_)));
                let next = game.spot(&slots, &reached);
                leads.push(if over { None } else { Some(self.number(next, Some((index, made)))) });
            }
            self.moves.push(leads);
            index += 1;
        }
        Ok(true)
    }

    /// Where each spot leads, in the order in which a chain numbers them.
    fn in_order(&self) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.spots.len()).collect();
        order.sort_unstable_by_key(|index| self.spots[*index]);
        let mut numbers = vec![0; order.len()];
        order.iter().enumerate().for_each(|(number, index)| numbers[*index] = number);
        let lead = |index: &usize| self.moves[*index].iter().flatten().map(|to| numbers[*to]).collect();
        order.iter().map(lead).collect()
    }

    fn number(&mut self, spot: Spot, before: Option<(usize, Made)>) -> usize {
        let next = self.spots.len();
        let number = *self.numbers.entry(spot).or_insert(next);
        if number == next {
            self.spots.push(spot);
            self.before.push(before);
        }
        number
    }

    /// Checks that no more is taken out of a pot than it contains: the least that it can contain at each spot is found by going
    /// on from spots at which less was found.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn pot_is_enough(&self, game: &OwnGame) -> Result<(), Problem> {
        let code = &game.machine.program.code;
        let takes = |op: &Op| matches!(op, Op::Pay { from: Holder::Pot, .. });
        if code.pot.is_some() || !code.ops.iter().any(takes) {
            return Ok(());
        }
        let too_much = |way: String| {
            let at = code.ops.iter().position(takes).and_then(|op| code.spans.get(op)).cloned();
            let title = "more is taken out of the pot than it can contain";
            Problem::new(&at.unwrap_or(0..0), title, "take at most what the pot contains")
                .helped(format!("for example: {way}"))
        };
        let mut first = game.ante().unwrap_or(0) as f64 * to_number(code.seats) as f64;
        let start = game.start();
        if start != self.spots[0] {
            first = pot_after(first, &game.next(&start, Made::Again(0)).transfers)
                .ok_or_else(|| too_much(notation::first(game)))?;
        }
        let mut least = vec![f64::INFINITY; self.spots.len()];
        least[0] = first;
        let mut open = VecDeque::from([0]);
        while let Some(index) = open.pop_front() {
            for (made, next) in possible(game, &self.spots[index]).0.iter().zip(&self.moves[index]) {
                let step = game.next(&self.spots[index], *made);
                let way = || notation::after(game, &self.position(game, index), &self.spots[index], *made);
                let pot = pot_after(least[index], &step.transfers).ok_or_else(|| too_much(way()))?;
                if let Some(next) = next
                    && pot < least[*next] - 1e-9
                {
                    least[*next] = pot;
                    open.push_back(*next);
                }
            }
        }
        Ok(())
    }

    /// A spot as a position that can be typed.
    fn position(&self, game: &OwnGame, index: usize) -> String {
        let mut way = Vec::new();
        let mut at = index;
        while let Some((before, made)) = self.before.get(at).copied().flatten() {
            way.push((self.spots[before], made));
            at = before;
        }
        let mut position = notation::first(game);
        for (spot, made) in way.into_iter().rev() {
            position = notation::after(game, &position, &spot, made);
        }
        position
    }

    /// From which spots an end can be reached, and whether play can return to any.
    fn ends(&self) -> (Vec<bool>, bool) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.spots.len()];
        let mut leads_to: Vec<usize> = vec![0; self.spots.len()];
        let mut ends = vec![false; self.spots.len()];
        let mut open = Vec::new();
        for (index, leads) in self.moves.iter().enumerate() {
            for lead in leads {
                match lead {
                    Some(next) => {
                        before[*next].push(index);
                        leads_to[index] += 1;
                    }
                    None if !ends[index] => {
                        ends[index] = true;
                        open.push(index);
                    }
                    None => {}
                }
            }
        }
        while let Some(index) = open.pop() {
            for from in &before[index] {
                if !ends[*from] {
                    ends[*from] = true;
                    open.push(*from);
                }
            }
        }
        // Spots that lead nowhere are removed, one after the other; what remains is a loop.
        let mut away: Vec<usize> = (0..leads_to.len()).filter(|index| leads_to[*index] == 0).collect();
        let mut left = leads_to.len();
        while let Some(index) = away.pop() {
            left -= 1;
            for from in &before[index] {
                leads_to[*from] -= 1;
                if leads_to[*from] == 0 {
                    away.push(*from);
                }
            }
        }
        (ends, left > 0)
    }
}

/// The coins in the pot after these transfers; `None` if more is taken out than it contains.
#[expect(clippy::cast_precision_loss, reason = "coins are few")]
fn pot_after(mut pot: f64, transfers: &[Transfer]) -> Option<f64> {
    for transfer in transfers {
        let amount = match transfer.amount {
            Amount::Coins(coins) => coins as f64,
            Amount::Share { numerator, denominator } => pot * f64::from(numerator) / f64::from(denominator),
        };
        pot += if transfer.to == Account::Pot { amount } else { 0.0 };
        pot -= if transfer.from == Account::Pot { amount } else { 0.0 };
        if pot < -1e-9 {
            return None;
        }
    }
    Some(pot)
}

/// What can be thrown or chosen at a spot, and whether it is chosen.
fn possible(game: &OwnGame, spot: &Spot) -> (Vec<Made>, bool) {
    match game.turn(spot) {
        Turn::Chance(distribution) => {
            (game.distributions()[distribution].outcomes().iter().map(|(made, _)| *made).collect(), false)
        }
        Turn::Choose { .. } => {
            let mut actions = Vec::new();
            game.actions(spot, &mut actions);
            (actions, true)
        }
        Turn::End(_) => (Vec::new(), false),
    }
}

/// Plays some games at random, to find problems further on.
fn play_some(game: &OwnGame) -> Result<(), Problem> {
    let mut chance = Generator::new(1, 0);
    let mut below = |number: usize| usize::try_from(chance.below(number as u64)).unwrap_or(0);
    let mut steps = 0;
    for _ in 0..GAMES {
        let (mut spot, mut position) = (game.start(), notation::first(game));
        for _ in 0..LONGEST {
            if steps > MOST_PLAYED {
                return Ok(());
            }
            let (all, _) = possible(game, &spot);
            if all.is_empty() {
                break;
            }
            let made = all[below(all.len())];
            let mut entered = None;
            let (reached, slots, effects) =
                game.made(&spot, made, &mut |slots| entered = Some(notation::position(game, slots)));
            steps += effects.steps;
            if let Err(trouble) = &reached {
                return Err(problem_of(game, trouble, &notation::after(game, &position, &spot, made)));
            }
            if matches!(reached, Ok(Reached::Over(_))) {
                break;
            }
            position = match entered {
                Some(entered) => entered,
                None => notation::after(game, &position, &spot, made),
            };
            spot = game.spot(&slots, &reached);
        }
    }
    Ok(())
}

/// The problem of a trouble, and how it happens.
fn problem_of(game: &OwnGame, trouble: &Trouble, way: &str) -> Problem {
    let spans = &game.machine.program.code.spans;
    let at = spans.get(trouble.op).cloned().unwrap_or(0..0);
    Problem::new(&at, trouble.fault.0.to_string(), "when this runs").helped(format!("for example: {way}"))
}
