//! What is best at a position, what each throw brings, and how many lines of play there are.

use num_rational::BigRational;
use num_traits::One;
use rayon::prelude::*;

use super::few::{enclosed, number};
use super::notation::Typed;
use super::policies::{Chooser, Policy, Worth};
use super::position::{HAND, HOME, LAST, OFF, Position, SHARED, Side};
use super::results::{Results, Way, ways};
use super::settings::{Settings, Throw};
use super::table::Table;
use crate::kit::{
    Advice, AdviceError, Advised, BoardView, Fact, FactValue, Lies, OptionValue, Square, ThrowPlay,
    ThrowValue, Thrown,
};
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
    "Different results of a throw, none if it is forfeited, on average",
    Over::Game,
    Measure::Plain,
);
static PIPS: Statistic =
    Statistic::new("pips", "Pips to go, of the player to move and of the other", Over::Seats, Measure::Plain);

/// So many lines are counted at most, and up to what depth if nobody says otherwise.
const MOST_LINES: u64 = 2_000_000_000;

pub(super) fn advise(table: &Table, typed: &Typed) -> Result<Advice, AdviceError> {
    let (settings, from) = (table.settings(), &typed.position);
    let text = typed.text(settings);
    if let Some(winner) = from.winner() {
        let value = Ok(Enclosure::certain(winner == 0));
        let who = ["the player to move", "the other player"][winner];
        return Ok(Advice {
            remark: Some(format!("The game is over: {who} has won.")),
            board: Some(picture(settings, typed, None)),
            ..Advice::new(text, 1, value, Advised::Options(Vec::new()))
        });
    }
    let policy = table.policies[0];
    // What is solved is asked for where it is of use.
    let chooser = table.chooser(!policy.searches() && number(from).is_some())?;
    let (advice, best) = match typed.thrown {
        Some(throw) => with_throw(&chooser, policy, from, throw, text),
        None => (without_throw(&chooser, policy, from, text), None),
    };
    Ok(Advice { figures: figures(settings, from), board: Some(picture(settings, typed, best)), ..advice })
}

/// What every result of a throw is worth, what is chosen first, and how that is played.
fn with_throw(
    chooser: &Chooser,
    policy: Policy,
    from: &Position,
    throw: usize,
    text: String,
) -> (Advice, Option<Way>) {
    let Settings { throws, readings, .. } = &chooser.race.settings;
    let mut results = Results::default();
    let found = results.in_order(from, &throws[throw], *readings);
    let ways = ways(from, &throws[throw], *readings);
    let worths = chooser.worths(policy, from, found);
    let (value, depth) = expected(&worths).unwrap_or_else(|| forfeited(chooser, policy, from));
    let option = |(index, worth): (usize, &Worth)| {
        let facts = [
            ("takes", Some("Takes"), worth.result.other.count(HAND) - from.other.count(HAND)),
            ("off", Some("Off"), worth.result.own.count(OFF) - from.own.count(OFF)),
        ];
        let name = ways.get(&worth.result).map_or_else(String::new, |way| way.text(from));
        OptionValue {
            facts: facts
                .map(|(name, title, count)| Fact::new(name, title, FactValue::Count(count.into())))
                .into(),
            next: Some(worth.result.flipped().to_string()),
            depth: worth.depth,
            probability: Some(worth.chance.clone()),
            ..OptionValue::of(name, Ok(known(worth.bounds, worth.depth)), index == 0)
        }
    };
    let mut options: Vec<OptionValue> = worths.iter().enumerate().map(option).collect();
    let mut remark = None;
    if options.is_empty() {
        let facts = ["takes", "off"].map(|name| Fact::new(name, None, FactValue::Count(0))).into();
        options.push(OptionValue {
            next: Some(from.flipped().to_string()),
            probability: Some(BigRational::one()),
            facts,
            ..OptionValue::of("forfeit".to_owned(), value.clone(), true)
        });
        remark = Some("This throw cannot be used as the rules ask, and the turn is forfeited.".to_owned());
    } else if worths.first().is_some_and(|worth| worth.result.own.is_gone()) {
        remark = Some(format!("{} wins the game.", options[0].option));
    }
    let best = worths.first().and_then(|worth| ways.get(&worth.result).copied());
    (Advice { depth, remark, ..Advice::new(text, 1, value, Advised::Options(options)) }, best)
}

/// What each throw brings.
fn without_throw(chooser: &Chooser, policy: Policy, from: &Position, text: String) -> Advice {
    let settings = &chooser.race.settings;
    let of_throw = |(throw, probability): (&Throw, BigRational)| {
        let mut results = Results::default();
        let worths = chooser.worths(policy, from, results.in_order(from, throw, settings.readings));
        let (value, depth) = expected(&worths).unwrap_or_else(|| forfeited(chooser, policy, from));
        let option = worths.iter().find(|worth| worth.chance.is_one()).map(|worth| {
            let ways = ways(from, throw, settings.readings);
            let name = ways.get(&worth.result).map_or_else(String::new, |way| way.text(from));
            [name, worth.result.flipped().to_string()]
        });
        let lost = || ["forfeit".to_owned(), from.flipped().to_string()];
        let option = if worths.is_empty() { Some(lost()) } else { option };
        let play = Some(ThrowPlay { turns: worths.len() as u64, option });
        ThrowValue { throw: Thrown::Dice(throw.text()), probability, value, depth, gain: None, play }
    };
    let throws: Vec<ThrowValue> =
        settings.chances().collect::<Vec<_>>().into_par_iter().map(of_throw).collect();
    let depth = throws.iter().filter_map(|throw| throw.depth).max();
    let mean =
        |sum: Number, throw: &ThrowValue| Ok(sum?.plus(&throw.value.clone()?.scaled(&throw.probability)));
    let value = throws.iter().fold(Ok(Enclosure::zero()), mean);
    // What is solved is known better than a mean of what follows.
    let value = match chooser.solves(from).and_then(|solved| solved.bounds(from)) {
        Some(bounds) if depth.is_none() && policy == Policy::Best => Ok(enclosed(bounds)),
        _ => value.map(|value| as_double(&value, depth)),
    };
    Advice { depth, throws, ..Advice::new(text, 1, value, Advised::Options(Vec::new())) }
}

/// A searched value is no better known than a double.
fn as_double(value: &Enclosure, depth: Option<u32>) -> Enclosure {
    match (depth, BigRational::from_float(value.to_f64())) {
        (Some(_), Some(value)) => Enclosure::exact(value),
        _ => value.clone(),
    }
}

/// What is known of a value.
fn known(bounds: [f64; 2], depth: Option<u32>) -> Enclosure {
    match depth {
        Some(_) => Enclosure::exact(BigRational::from_float(bounds[0]).unwrap_or_default()),
        None => enclosed(bounds),
    }
}

/// What whoever plays so can expect of these results, and how far was looked; nothing, if there is none.
fn expected(worths: &[Worth]) -> Option<(Number, Option<u32>)> {
    if let Some(chosen) = worths.iter().find(|worth| worth.chance.is_one()) {
        return Some((Ok(known(chosen.bounds, chosen.depth)), chosen.depth));
    }
    let depth = worths.iter().map(|worth| worth.depth).max()?;
    let part = |worth: &Worth| enclosed(worth.bounds).scaled(&worth.chance);
    let sum = worths.iter().fold(Enclosure::zero(), |sum, worth| sum.plus(&part(worth)));
    Some((Ok(as_double(&sum, depth)), depth))
}

/// What a turn is worth that is forfeited: the position as it is, the other to throw.
fn forfeited(chooser: &Chooser, policy: Policy, from: &Position) -> (Number, Option<u32>) {
    expected(&chooser.worths(policy, from, std::slice::from_ref(from)))
        .unwrap_or((Err(Missing::Impossible), None))
}

/// What can be said of a throw at a position, whoever plays: exactly.
fn figures(settings: &Settings, from: &Position) -> Vec<(&'static Statistic, Vec<Number>)> {
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

/// How many lines of so many turns there are; with what has been thrown for the first of them.
pub(super) fn lines(settings: &Settings, typed: &Typed, depth: u32) -> Vec<Lines> {
    let throws = |typed: &Typed| match typed.thrown {
        Some(throw) => &settings.throws[throw..=throw],
        None => &settings.throws,
    };
    let is_on = |typed: &Typed| typed.position.winner().is_none();
    let next = |typed: &Typed| {
        let (mut results, mut positions) = (Results::default(), Vec::new());
        for throw in throws(typed).iter().filter(|_| is_on(typed)) {
            let found = results.of(&typed.position, throw, settings.readings);
            let stays = found.is_empty().then_some(&typed.position);
            let all = found.iter().chain(stays);
            positions.extend(all.map(|result| Typed { position: result.flipped(), thrown: None }));
        }
        positions
    };
    let count = |typed: &Typed| {
        let mut results = Results::default();
        let each = throws(typed).iter().filter(|_| is_on(typed)).map(|throw| {
            let found = results.of(&typed.position, throw, settings.readings);
            Lines {
                lines: found.len().max(1) as u64,
                wins: found.iter().filter(|won| won.own.is_gone()).count() as u64,
            }
        });
        each.sum()
    };
    count_lines_by(typed, depth, MOST_LINES, &next, &count)
}

/// The board as the player to move sees it, whose pieces are dark: the outer rows are walked from 7 to 30, round the middle one.
pub(super) fn picture(settings: &Settings, typed: &Typed, way: Option<Way>) -> BoardView {
    const COLUMNS: u8 = 12;
    let Position { own, other } = typed.position;
    let moves: Vec<(u8, u8)> = way.iter().flat_map(Way::moves).collect();
    let square = |side: Option<Side>, space: u8| {
        let lies = |side: Side, letter| match side.count(space) {
            0 => Lies::Nothing,
            count => Lies::Pieces(letter, count),
        };
        let is_own = side.is_none();
        let reached = is_own && moves.iter().any(|(_, to)| *to == space);
        Square {
            name: if is_own { space.to_string() } else { format!("({space})") },
            lies: match side {
                Some(other) => lies(other, 'w'),
                None if own.count(space) > 0 || SHARED >> space & 1 == 0 => lies(own, 'b'),
                None => lies(other, 'w'),
            },
            marked: is_own && moves.iter().any(|(from, _)| *from == space),
            reached,
            taken: reached && SHARED >> space & 1 == 1 && other.count(space) == 1,
        }
    };
    let turn = HOME + COLUMNS;
    let squares = (HOME + 1..=turn).map(|space| square(None, space));
    let squares = squares.chain((1..=HOME).map(|space| square(None, space)));
    let squares = squares.chain((1..=HOME).rev().map(|space| square(Some(other), space)));
    let squares = squares.chain((turn + 1..=LAST).rev().map(|space| square(None, space)));
    let place = |space: u8| {
        usize::from(match space {
            space if space <= HOME => COLUMNS + space - 1,
            space if space <= turn => space - HOME - 1,
            space => 2 * COLUMNS + LAST - space,
        })
    };
    let on_board = moves.iter().filter(|(from, to)| *from != HAND && *to != OFF);
    let told = |side: Side| {
        format!("{} in hand, {} off, {} pips to go", side.count(HAND), side.count(OFF), side.pips())
    };
    let thrown = typed
        .thrown
        .map_or_else(String::new, |throw| format!("; has thrown {}", settings.throws[throw].text()));
    BoardView {
        columns: COLUMNS.into(),
        squares: squares.collect(),
        arrows: on_board.map(|(from, to)| (place(*from), place(*to))).collect(),
        above: format!("The other player (w, its home in brackets): {}", told(other)),
        below: format!("The player to move (b): {}{thrown}", told(own)),
    }
}
