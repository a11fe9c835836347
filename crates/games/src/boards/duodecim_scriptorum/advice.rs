//! The best results of a throw, figures of all throws, and the board.

use num_rational::BigRational;
use num_traits::One;

use super::few::{enclosed, number};
use super::notation::text;
use super::policies::{Chooser, ValuedResult, Way as Chooses};
use super::process::{Duodecim, Made};
use super::results::{Results, Way, ways};
use super::settings::{HOME, LAST, SHARED, Settings};
use crate::boards::race::{Choices, HAND, OFF, Picture, Position, Side, Spaces, State, searched, steps};
use crate::kit::{BoardView, Content, Fact, FactValue, OptionValue, Steps, ValueUnit};
use tali_core::exact::{Enclosure, Missing, Number};
use tali_core::process::{Measure, Over, Statistic};
use tali_core::search::{Lines, count_lines_by};

static FORFEIT: Statistic =
    Statistic::new("forfeit", "A throw is forfeited", Over::Game, Measure::Probability);
static CHOICE: Statistic =
    Statistic::new("choice", "A throw leaves a choice", Over::Game, Measure::Probability);
static HIT: Statistic = Statistic::new("hit", "A throw can capture", Over::Game, Measure::Probability);
static TURNS_MEAN: Statistic = Statistic::new(
    "turns_mean",
    "Different results of a throw, 0 if it is forfeited",
    Over::Game,
    Measure::Plain,
);
static PIPS: Statistic =
    Statistic::new("pips", "Pips to go, of the player to move and of the other", Over::Seats, Measure::Plain);

/// The most lines to count.
const MOST_LINES: u64 = 2_000_000_000;

/// The chooser at a position, which uses the solution if that is of use.
pub(super) fn chooser<'g>(game: &'g Duodecim, state: &State, policy: Chooses) -> Chooser<'g> {
    Chooser::new(game, !policy.searches() && number(&state.position).is_some())
}

/// The value of every result of a throw, the chosen one first.
pub(super) fn choices(game: &Duodecim, state: &State, policy: Chooses) -> Option<Choices<Made>> {
    let (throw, from, readings) = (game.thrown(state)?, &state.position, game.settings.readings);
    let chooser = chooser(game, state, policy);
    let mut results = Results::default();
    let found = results.in_order(from, throw, readings);
    let ways = ways(from, throw, readings);
    let valued = chooser.valued(policy, from, found);
    let (value, depth) = expected(&valued).unwrap_or_else(|| {
        // The turn is forfeited: the position stays as it is, and the other seat throws.
        let stays = chooser.valued(policy, from, std::slice::from_ref(from));
        expected(&stays).unwrap_or((Err(Missing::Impossible), None))
    });
    let option = |name: String, value: Number, ahead: Option<u32>, result: &Position, best: bool| {
        let facts = [
            ("takes", "Takes", result.other.count(HAND) - from.other.count(HAND)),
            ("off", "Off", result.own.count(OFF) - from.own.count(OFF)),
        ];
        let fact =
            |(name, title, count): (_, _, u8)| Fact::new(name, Some(title), FactValue::Count(count.into()));
        OptionValue {
            facts: facts.map(fact).into(),
            next: Some(text(&state.after(result), &game.settings)),
            steps: Some(Steps::new()),
            probability: Some(BigRational::one()),
            ..OptionValue::of(name, ValueUnit::SearchedShare.looked(value, ahead.or(depth)), best)
        }
    };
    let spaces = spaces();
    let of_result = |(index, valued): (usize, &ValuedResult)| OptionValue {
        probability: Some(valued.chance.clone()),
        steps: Some(steps(&spaces, ways.get(&valued.result).iter().flat_map(|way| way.moves()))),
        ..option(
            ways.get(&valued.result).map_or_else(String::new, |way| way.text(from)),
            Ok(searched(enclosed(valued.bounds), valued.depth)),
            valued.depth,
            &valued.result,
            index == 0,
        )
    };
    let mut options: Vec<OptionValue> = valued.iter().enumerate().map(of_result).collect();
    let mut remark = None;
    if options.is_empty() {
        options.push(option("forfeit".to_owned(), value.clone(), None, from, true));
        remark = Some("This throw cannot be used by the rules, so the turn is forfeited.".to_owned());
    } else if valued[0].result.own.is_gone() {
        remark = Some(format!("{} wins the game.", options[0].option));
    }
    let number = u32::try_from(valued.len()).unwrap_or(u32::MAX);
    let best = valued.first().map(|first| Made::Result(first.result, number));
    Some(Choices { value, depth, options, best, remark })
}

/// The expected value of these results with the policy, and the depth of the search; `None` if there are no results.
fn expected(valued: &[ValuedResult]) -> Option<(Number, Option<u32>)> {
    if let Some(chosen) = valued.iter().find(|one| one.chance.is_one()) {
        return Some((Ok(searched(enclosed(chosen.bounds), chosen.depth)), chosen.depth));
    }
    let depth = valued.iter().map(|one| one.depth).max()?;
    let part = |one: &ValuedResult| enclosed(one.bounds).scaled(&one.chance);
    let sum = valued.iter().fold(Enclosure::zero(), |sum, one| sum.plus(&part(one)));
    Some((Ok(searched(sum, depth)), depth))
}

/// How to play a result of the throw that was made.
pub(super) fn way(game: &Duodecim, state: &State, result: &Position) -> Option<Way> {
    ways(&state.position, game.thrown(state)?, game.settings.readings).get(result).copied()
}

/// The exact figures of a throw in a position, whatever the policies.
pub(super) fn of_throws(settings: &Settings, from: &Position) -> Vec<(&'static Statistic, Vec<Number>)> {
    let mut results = Results::default();
    let mut sums = [const { BigRational::ZERO }; 4];
    for (throw, chance) in settings.chances() {
        let found = results.of(from, throw, settings.readings);
        let captures = found.iter().any(|result| result.other != from.other);
        let counts =
            [usize::from(found.is_empty()), usize::from(found.len() > 1), usize::from(captures), found.len()];
        sums.iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += &chance * BigRational::from_integer(count.into()));
    }
    let exactly = |sum: BigRational| -> Number { Ok(Enclosure::exact(sum)) };
    let figures = [&FORFEIT, &CHOICE, &HIT, &TURNS_MEAN].into_iter().zip(sums);
    let mut figures: Vec<_> = figures.map(|(of, sum)| (of, vec![exactly(sum)])).collect();
    let pips = [from.own, from.other].map(|side| exactly(BigRational::from_integer(side.pips().into())));
    figures.push((&PIPS, pips.into()));
    figures
}

/// The numbers of lines of `depth` turns, with the throw for the first turn if it is made.
pub(super) fn lines(settings: &Settings, state: &State, depth: u32) -> Vec<Lines> {
    let throws = |state: &State| match state.thrown.map(usize::from) {
        Some(throw) => &settings.throws[throw..=throw],
        None => &settings.throws,
    };
    let is_on = |state: &State| state.winner().is_none();
    let next = |state: &State| {
        let (mut results, mut states) = (Results::default(), Vec::new());
        for throw in throws(state).iter().filter(|_| is_on(state)) {
            let found = results.of(&state.position, throw, settings.readings);
            let stays = found.is_empty().then_some(&state.position);
            states.extend(found.iter().chain(stays).map(|result| state.after(result)));
        }
        states
    };
    let count = |state: &State| {
        let mut results = Results::default();
        let each = throws(state).iter().filter(|_| is_on(state)).map(|throw| {
            let found = results.of(&state.position, throw, settings.readings);
            Lines {
                lines: found.len().max(1) as u64,
                wins: found.iter().filter(|won| won.own.is_gone()).count() as u64,
            }
        });
        each.sum()
    };
    count_lines_by(state, depth, MOST_LINES, &next, &count)
}

/// The number of columns of the board.
const COLUMNS: u8 = 12;

/// The spaces: the outer rows are walked from 7 to 30, around the middle one.
fn spaces() -> Spaces {
    const TURN: u8 = HOME + COLUMNS;
    let own = |space| Some((false, space));
    let rows = (HOME + 1..=TURN).map(own).chain((1..=HOME).map(own));
    let rows = rows.chain((1..=HOME).rev().map(|space| Some((true, space))));
    rows.chain((TURN + 1..=LAST).rev().map(own)).collect()
}

/// The board as the player to move sees it, with dark pieces.
pub(super) fn picture(settings: &Settings, state: &State, way: Option<Way>) -> BoardView {
    let pieces = |side: Side| {
        format!("{} in hand, {} off, {} pips to go", side.count(HAND), side.count(OFF), side.pips())
    };
    let thrown = state.thrown.map(|throw| settings.throws[usize::from(throw)].text());
    let thrown = thrown.map_or_else(String::new, |throw| format!("; has thrown {throw}"));
    let Position { own, other } = state.position;
    let picture = Picture {
        columns: COLUMNS,
        spaces: &spaces(),
        shared: SHARED,
        safe: 0,
        name: &|is_other, space| if is_other { format!("({space})") } else { space.to_string() },
        pieces: Content::Pieces,
        texts: [
            format!("The other side (w, home in brackets): {}", pieces(other)),
            format!("The player to move (b): {}{thrown}", pieces(own)),
        ],
    };
    picture.of(&state.position, &way.iter().flat_map(Way::moves).collect::<Vec<_>>())
}
