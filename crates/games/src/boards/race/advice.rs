//! Advice in a race, throw by throw.

use rayon::prelude::*;

use super::{Race, State};
use crate::boards::game::Playing;
use crate::kit::{Advice, AdviceError, Advised, OptionValue, ThrowPlay, ThrowValue, ValueUnit};
use tali_core::exact::{Enclosure, Number, minus};
use tali_core::figures::Figure;

/// The options after a throw.
pub(in crate::boards) struct Choices<M> {
    /// The value of the throw to the seat, with its policy.
    pub value: Number,
    /// The depth of the search, in choices, if the value is an opinion.
    pub depth: Option<u32>,
    /// All options, the best first; the result of the turn, if there are none.
    pub options: Vec<OptionValue>,
    /// The best move, if there is one.
    pub best: Option<M>,
    /// A remark on the throw.
    pub remark: Option<String>,
}

/// How a race has ended.
pub(in crate::boards) fn over(state: &State) -> Option<String> {
    let who = ["the player to move", "the other player"][state.position.winner()?];
    Some(format!("The game is over: {who} has won."))
}

/// Advice on the position from which a race is played.
pub(in crate::boards) fn advise<R: Race>(race: &R, playing: &[Playing<R>; 2]) -> Result<Advice, AdviceError> {
    let state = race.start();
    let seat = usize::from(state.seat);
    let figures =
        || race.said(&state).into_iter().map(|(of, all)| (of, all.into_iter().map(Figure::from).collect()));
    let advice = |value: Figure, options: Vec<OptionValue>, best: Option<R::Move>| Advice {
        board: Some(race.picture(&state, &best.into_iter().collect::<Vec<_>>())),
        remark: race.comment(&state),
        ..Advice::new(race.text(&state), seat + 1, value, Advised::Options(options))
    };
    if let Some(winner) = state.winner() {
        return Ok(advice(Enclosure::certain(winner == seat).into(), Vec::new(), None));
    }
    let playing = playing[seat];
    if state.thrown.is_some() {
        let Choices { value, depth, options, best, remark } = race.choices(&state, playing)?;
        let value = R::VALUES.looked(value, depth);
        return Ok(Advice { figures: figures().collect(), remark, ..advice(value, options, best) });
    }
    let before = race.before(&state, playing)?;
    let of_throw = |(thrown, throw, probability): (u8, _, _)| {
        let after = State { thrown: Some(thrown), ..state };
        let next = race.text(&after);
        let choices = race.choices(&after, playing)?;
        let gain = before.clone().filter(|_| R::LISTS).map(|before| minus(choices.value.clone(), Ok(before)));
        let play = (!R::LISTS).then(|| done(&choices));
        let Choices { value, depth, options, .. } = choices;
        let part = value.clone().map(|value| value.scaled(&probability));
        let value = ValueUnit::WinShare.looked(value, depth);
        let (probability, gain) = (Figure::Exact(probability), gain.map(Figure::from));
        Ok(((ThrowValue { throw, next, probability, value, gain, play }, options), (part, depth)))
    };
    let throws = race.throws(seat);
    // Listed options are looked up; others are searched, each for a while.
    let throws: Vec<(_, (Number, Option<u32>))> = if R::LISTS {
        throws.into_iter().map(of_throw).collect::<Result<_, AdviceError>>()?
    } else {
        throws.into_par_iter().map(of_throw).collect::<Result<_, AdviceError>>()?
    };
    let (throws, parts): (Vec<(ThrowValue, Vec<OptionValue>)>, Vec<_>) = throws.into_iter().unzip();
    let (throws, options): (Vec<_>, Vec<_>) = throws.into_iter().unzip();
    let depth = parts.iter().filter_map(|(_, depth)| *depth).max();
    let sum = |sum: Enclosure, (part, _): (Number, _)| Ok(sum.plus(&part?));
    let value = match before {
        Some(value) => Ok(value),
        None => parts.into_iter().try_fold(Enclosure::zero(), sum).map(|value| searched(value, depth)),
    };
    let value = R::VALUES.looked(value, depth);
    let listed = options.into_iter().flatten().filter(|_| R::LISTS).collect();
    Ok(Advice { figures: figures().collect(), throws, ..advice(value, listed, None) })
}

/// What is done with a throw; nothing certain, if that is random.
fn done<M>(choices: &Choices<M>) -> ThrowPlay {
    let is_done = |option: &&OptionValue| option.probability.as_ref().is_some_and(num_traits::One::is_one);
    let option = choices.options.iter().find(is_done);
    let option = option.map(|option| [option.option.clone(), option.next.clone().unwrap_or_default()]);
    let turns = if choices.best.is_some() { choices.options.len() as u64 } else { 0 };
    ThrowPlay { turns, option }
}

/// A searched value is known no better than an `f64`.
pub(in crate::boards) fn searched(value: Enclosure, depth: Option<u32>) -> Enclosure {
    match (depth, num_rational::BigRational::from_float(value.to_f64())) {
        (Some(_), Some(double)) => Enclosure::exact(double),
        _ => value,
    }
}
