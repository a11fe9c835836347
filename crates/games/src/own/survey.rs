//! All that can come about in a game, looked at before anything is solved: how many positions it has, whether something goes wrong
//! at any of them, and whether it can go on without end.

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

/// So many places in play are looked at whenever a game is set up.
pub(super) const AT_ONCE: usize = 10_000;

/// And so many operations are done for that, or twenty for each place that is asked for.
const MOST_STEPS: usize = 3_000_000;

/// So many games are played at random besides, where there are more, of up to so many throws and choices, and with up to so
/// many operations in all.
const GAMES: u64 = 60;
const LONGEST: usize = 400;
const MOST_PLAYED: usize = 1_000_000;

/// What is known of a game file at a table before it is solved.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an answer to another question")]
pub struct Survey {
    /// How many positions there are at the beginning of a turn, or where it begins again; at least, if not all were looked at.
    pub positions: usize,
    /// How many throws and choices there are in them, as they differ.
    pub places: usize,
    /// How many outcomes and options these have together.
    pub moves: usize,
    /// How many operations it takes to find out where all of them lead.
    pub steps: usize,
    /// How many nanoseconds it takes, roughly, to solve the chain of all of them; `None` where that is not known.
    pub time_to_solve: Option<f64>,
    /// Whether all were looked at.
    pub is_complete: bool,
    /// Whether anybody chooses.
    pub has_choices: bool,
    /// Whether who chooses wants coins, and not the win.
    pub is_for_coins: bool,
    /// Whether play can come back to where it was.
    pub comes_back: bool,
    /// Whether anything is hidden.
    pub hides: bool,
    /// How large the game then is, if that was counted.
    pub hidden: Option<HiddenSize>,
    /// Why best play is not known where something is hidden, if it is not.
    pub no_equilibrium: Option<String>,
    /// Whether no seat's turn depends on what others do, so that each is a chain of its own.
    pub is_independent: bool,
    /// Whether the turn treats all seats alike, so that best play is solved as whoever has the turn sees it.
    pub seats_are_alike: bool,
    /// Where play can no longer come to an end, if it can come to that.
    pub endless: Option<Endless>,
    /// What is hardly meant.
    pub warnings: Vec<Warning>,
}

/// Something in a file that can be played, but is hardly meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line of the file.
    pub line: usize,
    /// What it is.
    pub told: String,
}

/// Up to so many operations are done where so many places are asked for.
const fn most_steps(most: usize) -> usize {
    let for_places = most.saturating_mul(20);
    if for_places > MOST_STEPS { for_places } else { MOST_STEPS }
}

/// A position from which the game cannot end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// As it is typed.
    pub position: String,
    /// The line of the file at which play goes on.
    pub line: usize,
    /// Whether every game comes to such a position.
    pub is_certain: bool,
}

impl Endless {
    /// In a sentence.
    pub fn told(&self) -> String {
        let Self { position, line, is_certain } = self;
        let games = if *is_certain { "The game never ends" } else { "Some games never end" };
        format!("{games}: from {position} there is no way to an end; line {line} is where play goes on.")
    }
}

/// Looks at up to so many places in play; if it is asked for, foresees how long it takes to solve them.
///
/// # Errors
///
/// [`Problem`], if something goes wrong at one of them: what, and what leads there.
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
    let endless = terminating.iter().position(|ends| !ends).map(|place| {
        let spot = looked.spots[place];
        let at = game.slots(&spot).map_or(0, |(_, at)| at);
        Endless {
            position: looked.position(game, place),
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
        places: looked.spots.len(),
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

/// What each policy of the file does where a seat has seen the same, by the policy, the seat, and the stage and number of what it has
/// seen; with a place where it does so.
type Doings = FxHashMap<(usize, usize, (usize, u32)), (usize, Spot)>;

/// What seats can know, counted among some times as many ways to play; and why no best play is known, if that is so.
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
                    Problem::new(
                        &policy.span,
                        title,
                        "it does what it does by what its seat knows, and by nothing else",
                    )
                }
                None => unknown,
            })
        }
        Err(NoEquilibrium::TooLarge(_)) => Ok((None, None)),
        Err(why) => Ok((None, Some(game.why_unsolved(&why)))),
    }
}

/// In so many ways a game can go at most where they are counted.
const MOST_WAYS: usize = 20_000_000;

#[derive(Default)]
struct Looked {
    numbers: FxHashMap<Spot, usize>,
    spots: Vec<Spot>,
    /// From where each was first reached, and by what.
    before: Vec<Option<(usize, Made)>>,
    /// Where each leads; nowhere at the end of the game.
    moves: Vec<Vec<Option<usize>>>,
    positions: FxHashSet<u128>,
    has_choices: bool,
    steps: usize,
}

impl Looked {
    /// Looks at all places, if they are not too many; whether it did.
    fn all(&mut self, game: &OwnGame, most: usize) -> Result<bool, Problem> {
        let mut slots = game.machine.first();
        let begun = game.machine.begin(&mut slots, &mut super::machine::Effects::default(), &mut |slots| {
            self.positions.insert(game.position(slots));
        });
        if let Err(trouble) = &begun {
            return Err(told(game, trouble, "at the very beginning"));
        }
        let start = game.spot(&slots, &begun);
        self.number(start, None);
        let mut place = 0;
        while let Some(spot) = self.spots.get(place).copied() {
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
                    let way = notation::after(game, &self.position(game, place), &spot, made);
                    return Err(told(game, trouble, &way));
                }
                self.steps += effects.steps;
                let over = matches!(reached, Ok(Reached::Over(_)));
                let next = game.spot(&slots, &reached);
                leads.push(if over { None } else { Some(self.number(next, Some((place, made)))) });
            }
            self.moves.push(leads);
            place += 1;
        }
        Ok(true)
    }

    /// Where each place leads, in the order in which a chain numbers them.
    fn in_order(&self) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.spots.len()).collect();
        order.sort_unstable_by_key(|place| self.spots[*place]);
        let mut numbers = vec![0; order.len()];
        order.iter().enumerate().for_each(|(number, place)| numbers[*place] = number);
        let lead = |place: &usize| self.moves[*place].iter().flatten().map(|to| numbers[*to]).collect();
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

    /// That never more is taken out of a pot than lies in it: the least that can lie there at each place is found by going on
    /// from places at which less was found.
    #[expect(clippy::cast_precision_loss, reason = "coins are few")]
    fn pot_is_enough(&self, game: &OwnGame) -> Result<(), Problem> {
        let code = &game.machine.program.code;
        let takes = |op: &Op| matches!(op, Op::Pay { from: Holder::Pot, .. });
        if code.pot.is_some() || !code.ops.iter().any(takes) {
            return Ok(());
        }
        let too_much = |way: String| {
            let at = code.ops.iter().position(takes).and_then(|op| code.spans.get(op)).cloned();
            let title = "more is taken out of the pot than can lie in it";
            Problem::new(&at.unwrap_or(0..0), title, "an amount is up to what the pot holds")
                .helped(format!("it comes about like this: {way}"))
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
        while let Some(place) = open.pop_front() {
            for (made, next) in possible(game, &self.spots[place]).0.iter().zip(&self.moves[place]) {
                let step = game.next(&self.spots[place], *made);
                let way = || notation::after(game, &self.position(game, place), &self.spots[place], *made);
                let pot = pot_after(least[place], &step.transfers).ok_or_else(|| too_much(way()))?;
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

    /// A place as a position that can be typed.
    fn position(&self, game: &OwnGame, place: usize) -> String {
        let mut way = Vec::new();
        let mut at = place;
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

    /// From which places an end can be reached, and whether play can come back to any.
    fn ends(&self) -> (Vec<bool>, bool) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.spots.len()];
        let mut leads_to: Vec<usize> = vec![0; self.spots.len()];
        let mut ends = vec![false; self.spots.len()];
        let mut open = Vec::new();
        for (place, leads) in self.moves.iter().enumerate() {
            for lead in leads {
                match lead {
                    Some(next) => {
                        before[*next].push(place);
                        leads_to[place] += 1;
                    }
                    None if !ends[place] => {
                        ends[place] = true;
                        open.push(place);
                    }
                    None => {}
                }
            }
        }
        while let Some(place) = open.pop() {
            for from in &before[place] {
                if !ends[*from] {
                    ends[*from] = true;
                    open.push(*from);
                }
            }
        }
        // Who leads nowhere any more is taken away, one after the other; what is left goes round.
        let mut away: Vec<usize> = (0..leads_to.len()).filter(|place| leads_to[*place] == 0).collect();
        let mut left = leads_to.len();
        while let Some(place) = away.pop() {
            left -= 1;
            for from in &before[place] {
                leads_to[*from] -= 1;
                if leads_to[*from] == 0 {
                    away.push(*from);
                }
            }
        }
        (ends, left > 0)
    }
}

/// What lies in the pot after these transfers; `None` if more is taken out than lies there.
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

/// What can be thrown or chosen at a place, and whether it is chosen.
fn possible(game: &OwnGame, spot: &Spot) -> (Vec<Made>, bool) {
    match game.turn(spot) {
        Turn::Chance(law) => {
            (game.distributions()[law].outcomes().iter().map(|(made, _)| *made).collect(), false)
        }
        Turn::Choose { .. } => {
            let mut actions = Vec::new();
            game.actions(spot, &mut actions);
            (actions, true)
        }
        Turn::End(_) => (Vec::new(), false),
    }
}

/// Plays some games at random, to find what goes wrong further on.
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
                return Err(told(game, trouble, &notation::after(game, &position, &spot, made)));
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

/// What goes wrong, and how it comes about.
fn told(game: &OwnGame, trouble: &Trouble, way: &str) -> Problem {
    let spans = &game.machine.program.code.spans;
    let at = spans.get(trouble.op).cloned().unwrap_or(0..0);
    Problem::new(&at, trouble.fault.0.to_string(), "when this is done")
        .helped(format!("it comes about like this: {way}"))
}
