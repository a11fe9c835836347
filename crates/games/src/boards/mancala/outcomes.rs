//! What comes of a round between two policies, computed over all positions that they can reach.
//!
//! With both policies given, a round is a Markov chain: its states are positions with how many turns running have taken
//! nothing. A capture leads to fewer pebbles and starts that count anew, and every other turn adds to it, so nothing comes
//! again: what is still to come is summed up backward, first over pebbles, then over the count.

use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::play::{After, Position};
use super::policies::{Agent, Trees};
use super::round::{LONGEST_QUIET, Round};
use super::settings::Settings;
use super::statistics::{End, Event};
use crate::kit::PolicyKind;
use tali_core::exact::{Enclosure, Missing, Number};

/// So many states at most are told apart.
const MOST_STATES: usize = 200_000;

/// What comes of rounds from some position.
pub(super) struct Outcomes {
    /// How likely seat 1 ends so many pebbles ahead of seat 2.
    margins: Vec<(i32, Enclosure)>,
    /// The mean number of sowings, of those that take, of laps, of pebbles that nobody gets; and how likely the round ends
    /// as nothing is taken any more.
    pub sowings: Number,
    pub captures: Number,
    pub laps: Number,
    pub left: Number,
    pub endless: Number,
    /// What the first mover takes in its first turn.
    pub first_turn: Number,
    /// What both seats have at the end, where everything is certain.
    pub captured: Option<[u32; 2]>,
}

/// A state without the count: the position, who decides, and whether the turn has taken something.
type Key = (Position, usize, bool);

/// What can come next of a state: equally likely, so many times.
struct State {
    key: Key,
    /// With where each leads, unless the round ends there, and how many pebbles the seat takes.
    next: Vec<(After, Round, Option<usize>)>,
}

/// What is still to come.
struct Future {
    /// How likely seat 1 gains so many pebbles more than seat 2, from losing all of them on.
    margins: Vec<f64>,
    /// The sums of sowings, of those that take, of laps, of pebbles that nobody gets, and of ends without an end.
    sums: [f64; 5],
}

impl Future {
    /// Nothing yet; margins are at most so large.
    fn nothing(most: usize) -> Self {
        Self { margins: vec![0.0; 2 * most + 1], sums: [0.0; 5] }
    }
}

impl Outcomes {
    /// What comes of a round that goes on like this, if it can be told from few states.
    pub(super) fn of(round: &Round, policies: [PolicyKind; 2], settings: &Settings) -> Option<Self> {
        if let Some(certain) = Self::without_a_choice(round, policies, settings) {
            return Some(certain);
        }
        let states = reachable(round, policies, settings)?;
        Some(Self::sum_up(round, &states))
    }

    /// What comes of a round in which nobody ever has two things to choose from.
    fn without_a_choice(round: &Round, policies: [PolicyKind; 2], settings: &Settings) -> Option<Self> {
        let trees = Trees::new(settings);
        let mut agents = policies.map(|policy| Agent::new(policy, settings, &trees));
        let choose = |now: &Round| match agents[now.seat].choices(now.position).as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        let mut event = Event::default();
        round.play(settings, choose, &mut event)?;
        Some(Self::certain(&event, event.end?))
    }

    fn certain(event: &Event, end: End) -> Self {
        let whole = |number: u32| Ok(Enclosure::exact(BigRational::from_integer(number.into())));
        Self {
            margins: vec![(end.margin(), Enclosure::one())],
            sowings: whole(event.sowings),
            captures: whole(event.captures),
            laps: whole(event.laps),
            left: whole(end.left),
            endless: whole(end.is_endless.into()),
            first_turn: whole(event.first_turn),
            captured: Some(end.captured),
        }
    }

    /// What comes of a round that seat 1 ends so many pebbles ahead, as both play their best: who is ahead brings it home within
    /// a few turns each time, long before the round ends as nothing was taken (see
    /// [`Tree::soonest`](super::solver::Tree::soonest)).
    pub(super) fn of_best_play(margin: i32) -> Self {
        let unknown = || Err(Missing::TooLong);
        Self {
            margins: vec![(margin, Enclosure::one())],
            sowings: unknown(),
            captures: unknown(),
            laps: unknown(),
            left: unknown(),
            endless: Ok(Enclosure::zero()),
            first_turn: unknown(),
            captured: None,
        }
    }

    fn sum_up(round: &Round, states: &[State]) -> Self {
        let pebbles = round.position.board.pebbles();
        // Each number is a sum of products of numbers that are not negative: with every step its relative error grows by
        // less than the roundings of adding up six parts and of a division.
        let steps = f64::from((pebbles + 1) * (3 * u32::from(LONGEST_QUIET) + 8));
        let relative = steps * 9.0 * f64::EPSILON;
        let middle = pebbles as usize;
        let future = futures(states, middle).swap_remove(0);
        let enclosed = |number: f64| {
            if number <= 0.0 {
                return Enclosure::zero();
            }
            let bound =
                |factor: f64| BigRational::from_float(number * factor).unwrap_or_else(BigRational::zero);
            Enclosure::between(bound(1.0 - relative), bound(1.0 + relative))
        };
        let before = round.captured[0].cast_signed() - round.captured[1].cast_signed();
        let margin = |index: usize| i32::try_from(index).unwrap_or(0) - pebbles.cast_signed() + before;
        let possible = future.margins.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
        let mut margins: Vec<(i32, Enclosure)> =
            possible.map(|(index, chance)| (margin(index), enclosed(*chance).at_most_one())).collect();
        if let [(_, only)] = margins.as_mut_slice() {
            *only = Enclosure::one();
        }
        let [sowings, captures, laps, left, endless] = future.sums.map(enclosed);
        Self {
            margins,
            sowings: Ok(sowings),
            captures: Ok(captures),
            laps: Ok(laps),
            left: Ok(left),
            endless: Ok(endless.at_most_one()),
            first_turn: Err(Missing::TooLong),
            captured: None,
        }
    }

    /// How likely seat 1 ends ahead, seat 2, and neither.
    pub(super) fn shares(&self) -> ([Enclosure; 2], Enclosure) {
        let of = |wanted: fn(i32) -> bool| {
            let chances =
                self.margins.iter().filter(|(margin, _)| wanted(*margin)).map(|(_, chance)| chance.clone());
            // Whatever is the only thing possible is certain, whatever the roundings.
            if self.margins.iter().all(|(margin, _)| wanted(*margin)) {
                return Enclosure::one();
            }
            let sum: Enclosure = chances.sum();
            sum.at_most_one()
        };
        ([of(|margin| margin > 0), of(|margin| margin < 0)], of(|margin| margin == 0))
    }

    /// By how many pebbles seat 1 is ahead of seat 2 on average.
    pub(super) fn margin_mean(&self) -> Enclosure {
        let whole = |margin: &i32| BigRational::from_integer((*margin).into());
        let mean: Enclosure = self.margins.iter().map(|(margin, chance)| chance.scaled(&whole(margin))).sum();
        // A margin below 0 exchanges the bounds of its chance.
        let [low, high] = [mean.low().min(mean.high()), mean.low().max(mean.high())];
        Enclosure::between(low.clone(), high.clone())
    }

    /// By how many pebbles seat 1 always ends ahead of seat 2, if by so many.
    pub(super) fn margin(&self) -> Option<i32> {
        if let [(margin, _)] = self.margins.as_slice() { Some(*margin) } else { None }
    }
}

/// All states that can be reached, the first before all others, unless they are too many.
fn reachable(round: &Round, policies: [PolicyKind; 2], settings: &Settings) -> Option<Vec<State>> {
    let trees = Trees::new(settings);
    let mut agents = policies.map(|policy| Agent::new(policy, settings, &trees));
    let key = |round: &Round| (round.position, round.seat, round.took);
    let mut indices: FxHashMap<Key, usize> = FxHashMap::default();
    indices.insert(key(round), 0);
    let mut waiting = vec![Round { quiet: 0, ..*round }];
    let mut states: Vec<State> = Vec::new();
    while let Some(now) = waiting.get(states.len()).copied() {
        let choices = agents[now.seat].choices(now.position);
        let mut next = Vec::with_capacity(choices.len());
        for action in choices {
            let (then, after) = now.after(action, settings);
            let then = Round { quiet: 0, captured: [0, 0], ..then };
            let index = (!then.position.is_over()).then(|| {
                let new = indices.len();
                *indices.entry(key(&then)).or_insert_with(|| {
                    waiting.push(then);
                    new
                })
            });
            next.push((after, then, index));
        }
        states.push(State { key: key(&now), next });
        if indices.len() > MOST_STATES {
            return None;
        }
    }
    Some(states)
}

/// What is still to come in each state, if the last turn took something.
fn futures(states: &[State], middle: usize) -> Vec<Future> {
    let mut fresh: Vec<Future> = states.iter().map(|_| Future::nothing(middle)).collect();
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_by_key(|index| {
        let (position, _, took) = states[*index].key;
        // Who has taken in this turn begins the count anew, and a gift comes before what is done with it.
        (position.board.pebbles(), took, position.gives)
    });
    let pebbles = |index: usize| states[index].key.0.board.pebbles();
    // Where a state stands in its layer.
    let mut indices = vec![0; states.len()];
    for layer in order.chunk_by(|one, other| pebbles(*one) == pebbles(*other)) {
        let (quiet, took) = layer.split_at(layer.partition_point(|index| !states[*index].key.2));
        for (index, state) in quiet.iter().enumerate() {
            indices[*state] = index;
        }
        // With the count at its last nothing more is to come.
        let mut later: Vec<Future> = Vec::new();
        for _ in 0..LONGEST_QUIET {
            let mut now: Vec<Future> = Vec::with_capacity(quiet.len());
            for index in quiet {
                let future = step(&states[*index], middle, |after, next| match after {
                    After { takes: 1.., .. } => Some(&fresh[next]),
                    After { turn_over: true, .. } => later.get(indices[next]),
                    After { .. } => now.get(indices[next]),
                });
                now.push(future);
            }
            later = now;
        }
        for (index, future) in quiet.iter().zip(later) {
            fresh[*index] = future;
        }
        for index in took {
            fresh[*index] = step(&states[*index], middle, |_, next| Some(&fresh[next]));
        }
    }
    fresh
}

/// What is still to come in a state, given what is to come in those that follow; where nothing is, the round has ended as
/// nothing was taken for so long.
fn step<'f>(state: &State, middle: usize, future: impl Fn(&After, usize) -> Option<&'f Future>) -> Future {
    let mut sum = Future::nothing(middle);
    #[expect(clippy::cast_precision_loss, reason = "there are few actions")]
    let number = state.next.len() as f64;
    let (_, seat, _) = state.key;
    for (after, then, next) in &state.next {
        let taken = i32::try_from(after.takes).unwrap_or(0);
        let gain = if seat == 0 { taken } else { -taken };
        let own = [
            f64::from(u8::from(after.laps > 0)),
            f64::from(u8::from(after.takes > 0)),
            f64::from(after.laps),
        ];
        sum.sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        let at = |margin: i32| middle.saturating_add_signed(margin as isize);
        match next.map(|next| future(after, next)) {
            Some(Some(future)) => {
                let possible = future.margins.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
                for (index, chance) in possible {
                    sum.margins[index.saturating_add_signed(gain as isize)] += chance;
                }
                sum.sums.iter_mut().zip(future.sums).for_each(|(sum, to_come)| *sum += to_come);
            }
            Some(None) => {
                sum.margins[at(gain)] += 1.0;
                sum.sums[3] += f64::from(then.position.board.pebbles());
                sum.sums[4] += 1.0;
            }
            None => {
                let last = then.result();
                let margin = last[0].cast_signed() - last[1].cast_signed();
                sum.margins[at(gain + margin)] += 1.0;
            }
        }
    }
    // What is possible stays so, however unlikely.
    let part = |sum: &mut f64| *sum = if *sum > 0.0 { (*sum / number).max(f64::MIN_POSITIVE) } else { 0.0 };
    sum.margins.iter_mut().chain(&mut sum.sums).for_each(part);
    sum
}
