//! Plays a game file, from one throw or choice to the next.

mod coins;
mod sights;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};

use super::compiler::Program;
use super::evaluate::{Fault, Worked, to_number};
use super::number::Num;
use super::problem::Span;
use super::program::{
    Address, Case, Code, DONE, FORGOTTEN, Is, LAST, LEAVING, Loop, ME, MOVER, NEXT, OUT, Op, PATTERN, Value,
    Whom,
};
use super::syntax::{Assign, Scope};
use super::throws::Thrown;
use coins::{MOST_PARTS, denominators, has_pot, share_of};
use tali_core::process::{Seats, Transfer};

/// The most options of a choice.
const MOST_OPTIONS: usize = 4_096;

/// Marks where a seat wins or begins again after it was put out.
const PUT_OUT_BEFORE: u8 = 4;

/// The most steps without a throw or a choice.
const MOST_STEPS: usize = 1_000_000;

/// Where play stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// Before an operation at which something is thrown or chosen.
    Stop(usize),
    /// The game is over.
    Over(Seats),
    /// Play loops forever without a throw or a choice.
    Never,
}

/// What goes wrong, and at which operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub op: usize,
    pub fault: Fault,
}

/// What happens on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub throws: u32,
    pub turns: u32,
    pub rounds: u32,
    pub transfers: Vec<Transfer>,
    /// Each note that was reached, with the seat, from 0.
    pub notes: Vec<(usize, usize)>,
    /// The variables that were capped at an end of their range, as indices of declarations.
    pub capped: Vec<usize>,
    /// The value of each figure, if the game is over.
    pub figures: Vec<Option<Num>>,
    /// The number of operations run, which is the cost of the result.
    pub steps: usize,
    /// Whether this only looks where an option leads, to distinguish it from others.
    pub looks_ahead: bool,
    /// What is seen, if anything is hidden.
    pub shown: Vec<Shown>,
}

/// The new contents of a slot, and who sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shown {
    pub slot: usize,
    pub held: i64,
    pub to: Sees,
}

/// Who sees something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sees {
    All,
    /// This seat alone, from 0.
    One(usize),
    Nobody,
}

/// What happens at a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Made {
    /// This is thrown.
    Thrown(u32),
    /// The option at this index.
    Option(u16),
    /// The value chosen in a `choose` over numbers or seats.
    Value(i32),
    /// Dice are rerolled: the number of the pattern from 1, or 0 for none.
    Again(u32),
    /// These dice are kept.
    Held(u32),
    /// An event with a chance happens, or does not.
    Happens(bool),
    /// There is nothing to choose.
    Nothing,
}

impl Made {
    /// What the slot of a choice holds after it.
    pub(super) fn held(self) -> Option<i64> {
        match self {
            Self::Value(value) => Some(value.into()),
            Self::Held(part) => Some(i64::from(part) + 1),
            _ => None,
        }
    }
}

/// A program with what is needed to play it.
#[derive(Debug)]
pub(super) struct Machine {
    pub program: Program,
    /// The number of parts of a coin.
    pub parts: i64,
    /// The slots that can hold something hidden, which is forgotten once it no longer matters.
    forgets: Vec<bool>,
    /// What was seen at each operation, if they are watched: for conditions, 1 if it did not hold, 2 if it held, 3 if both.
    watched: Vec<AtomicU8>,
}

impl Machine {
    /// Starts to record how conditions come out.
    pub(super) fn watch(&mut self) {
        self.watched = self.program.code.ops.iter().map(|_| AtomicU8::new(0)).collect();
    }

    /// Records what was seen at an operation, if operations are watched.
    fn see(&self, op: usize, what: u8) {
        if let Some(seen) = self.watched.get(op) {
            seen.fetch_or(what, Ordering::Relaxed);
        }
    }

    /// Where a seat wins, or begins its turn again, after it was put out in the same turn.
    pub(super) fn put_out_before(&self) -> impl Iterator<Item = &Span> {
        let seen = self.watched.iter().zip(&self.program.code.spans);
        seen.filter(|(seen, _)| seen.load(Ordering::Relaxed) & PUT_OUT_BEFORE > 0).map(|(_, at)| at)
    }

    /// The conditions that always came out the same, and whether they held.
    pub(super) fn come_out_alike(&self) -> Vec<(Span, bool)> {
        let code = &self.program.code;
        let mut indices: BTreeMap<(usize, usize), u8> = BTreeMap::new();
        for at in &code.conditions {
            let seen = self.watched.get(*at).map_or(3, |seen| seen.load(Ordering::Relaxed));
            *indices.entry((code.spans[*at].start, code.spans[*at].end)).or_default() |= seen;
        }
        let alike = indices.into_iter().filter(|(_, seen)| matches!(seen, 1 | 2));
        alike.map(|((start, end), seen)| (start..end, seen == 2)).collect()
    }

    /// Creates a machine for a program.
    ///
    /// # Errors
    ///
    /// [`Trouble`], if a payment reads a pot without a range and is not a share of it.
    pub(super) fn new(program: Program) -> Result<Self, Trouble> {
        let code = &program.code;
        let tables = &program.tables;
        let mut parts = code.ante.parts().1;
        for (at, op) in code.ops.iter().enumerate() {
            let Op::Pay { amount, .. } = op else { continue };
            if !has_pot(amount) {
                parts = num_integer::lcm(parts, denominators(amount, tables)).min(MOST_PARTS);
            } else if share_of(amount).is_none() {
                let problem = "only a share of a pot without a range can be paid or taken: pot times a number from 0 to 1; or give it a range: table: pot from 0 to 400";
                return Err(Trouble { op: at, fault: Fault::new(problem) });
            }
        }
        let forgets = sights::hidden_slots(code);
        Ok(Self { program, parts, forgets, watched: Vec::new() })
    }

    /// Whether a slot can hold something hidden.
    pub(super) fn forgets(&self, slot: usize) -> bool {
        self.forgets.get(slot).copied().unwrap_or(false)
    }

    fn code(&self) -> &Code {
        &self.program.code
    }

    /// The slots before anything has happened.
    pub(super) fn first(&self) -> Vec<i64> {
        let mut slots: Vec<i64> = self.code().ranges.iter().map(|range| range.first).collect();
        slots.resize(self.code().slots, 0);
        slots
    }

    /// The stop at which nothing is thrown or chosen before play goes on, as when coins are paid at the very beginning, or when a
    /// seat has left the table.
    pub(super) fn pause(&self) -> usize {
        self.code().ops.len()
    }

    /// Plays from the beginning to the first stop; calls `entered` whenever a turn begins, or begins again.
    pub(super) fn begin(
        &self,
        slots: &mut [i64],
        effects: &mut Effects,
        entered: &mut dyn FnMut(&[i64]),
    ) -> Result<Reached, Trouble> {
        if let Some(start) = self.code().start {
            slots[ME] = self.alone();
            slots[MOVER] = 0;
            self.run(slots, start, effects, entered)
        } else {
            let is_in = |seat: &i64| slots[OUT] >> seat & 1 == 0;
            slots[MOVER] = (1..=to_number(self.code().seats)).find(is_in).unwrap_or(1);
            self.enter(slots, effects, entered)
        }
    }

    /// Plays from the beginning of the mover's turn to its first stop.
    pub(super) fn enter(
        &self,
        slots: &mut [i64],
        effects: &mut Effects,
        entered: &mut dyn FnMut(&[i64]),
    ) -> Result<Reached, Trouble> {
        self.begin_turn(slots, entered);
        self.run(slots, self.code().turn, effects, entered)
    }

    /// The same for a turn that has begun again, with its variables.
    pub(super) fn enter_with(
        &self,
        slots: &mut [i64],
        noted: &[i64],
        effects: &mut Effects,
    ) -> Result<Reached, Trouble> {
        self.begin_turn(slots, &mut |_| {});
        slots[self.code().of_turn.clone()].copy_from_slice(noted);
        self.run(slots, self.code().turn, effects, &mut |_| {})
    }

    fn begin_turn(&self, slots: &mut [i64], entered: &mut dyn FnMut(&[i64])) {
        slots[ME] = slots[MOVER];
        for slot in [LEAVING, NEXT] {
            slots[slot] = 0;
        }
        self.clear_turn(slots);
        self.sort(slots, |_| true);
        entered(slots);
    }

    /// Who is `me` when nobody has a turn: the only player, or nobody.
    fn alone(&self) -> i64 {
        i64::from(self.code().seats == 1)
    }

    /// Sorts the selected unordered lists, each identified by its first slot.
    fn sort(&self, slots: &mut [i64], is_meant: impl Fn(usize) -> bool) {
        let code = self.code();
        let lists =
            code.declared.iter().filter(|declared| declared.unordered && declared.scope != Scope::Turn);
        for declared in lists.filter(|declared| is_meant(declared.list.base)) {
            slots[declared.slots(code.seats)].chunks_mut(declared.list.len).for_each(<[i64]>::sort_unstable);
        }
    }

    /// Clears the table, including named throws.
    fn clear_throws(&self, slots: &mut [i64]) {
        let code = self.code();
        (slots[LAST], slots[PATTERN]) = (0, 0);
        for slot in (code.of_turn.end..code.slots).filter(|slot| code.ranges[*slot].is == Is::Throw) {
            slots[slot] = 0;
        }
    }

    /// Prepares a turn, or the start, that begins again: the table is cleared, and everybody sees it.
    fn clear_for_again(&self, slots: &mut [i64], effects: &mut Effects) {
        self.clear_throws(slots);
        slots[ME] = slots[MOVER];
        self.show(MOVER, slots, effects);
    }

    /// Clears the throws and variables of a turn.
    fn clear_turn(&self, slots: &mut [i64]) {
        self.clear_throws(slots);
        for slot in self.code().of_turn.clone() {
            slots[slot] = self.code().ranges[slot].first;
            self.know(slot, slots, true);
        }
    }

    /// The most options of any choice, as far as the file shows.
    pub(super) fn most_options(&self) -> usize {
        let most = |(at, op): (usize, &Op)| match op {
            Op::Choose { options, .. } => options.len(),
            Op::ChooseEach { each, .. } => {
                let range = &self.code().ranges[each.slot];
                usize::try_from(range.high - range.low + 1).unwrap_or(MOST_OPTIONS)
            }
            Op::RerollAny { .. } => {
                let of_op = self.program.rerolls.iter().filter(|((choice, _), _)| *choice == at);
                1 + of_op.map(|(_, patterns)| patterns.len()).max().unwrap_or(0)
            }
            Op::Keep { .. } => self.program.parts.iter().map(Vec::len).max().unwrap_or(0),
            _ => 0,
        };
        self.code().ops.iter().enumerate().map(most).max().unwrap_or(0).min(MOST_OPTIONS)
    }

    /// The options before an operation, in order; nobody chooses if there is only one, or none.
    pub(super) fn options(&self, slots: &mut [i64], at: usize) -> Worked<Vec<Made>> {
        let mut options = self.options_up_to(usize::MAX, slots, at, &mut Effects::default())?;
        if options.is_empty() && self.code().hides {
            options.push(Made::Nothing);
        }
        Ok(options)
    }

    /// Up to `most` of them; counts the steps needed to distinguish them.
    fn options_up_to(
        &self,
        most: usize,
        slots: &mut [i64],
        at: usize,
        effects: &mut Effects,
    ) -> Worked<Vec<Made>> {
        let mut options = Vec::new();
        match &self.code().ops[at] {
            Op::Choose { options: all, .. } => {
                for (index, option) in (0u16..).zip(all) {
                    let is_open = self.holds(option.condition.as_ref(), slots)?;
                    options.extend(is_open.then_some(Made::Option(index)));
                }
            }
            Op::ChooseEach { each, .. } => {
                let alike = self.program.live.chosen_of_unordered(at, each.slot);
                // Errors at later values are found when play comes to the choice itself.
                let most = if effects.looks_ahead { most } else { usize::MAX };
                let elements = self.elements(each, alike, most, slots)?;
                options.extend(elements.into_iter().filter_map(|at| i32::try_from(at).ok()).map(Made::Value));
            }
            Op::RerollAny { least, .. } => {
                let thrown = u32::try_from(slots[LAST] - 1).ok();
                let patterns = thrown.and_then(|thrown| self.program.rerolls.get(&(at, thrown)));
                let patterns =
                    patterns.ok_or_else(|| Fault::new("dice are rerolled, but none are on the table"))?;
                if patterns.is_empty() && *least > 0 {
                    return Err(Fault::new(format!(
                        "{least} dice are to be rerolled, but fewer are on the table"
                    )));
                }
                options.extend((*least == 0).then_some(Made::Again(0)));
                options.extend(patterns.iter().copied().map(Made::Again));
            }
            Op::Keep { least, most, slot, condition, .. } => {
                let thrown = usize::try_from(slots[LAST] - 1).ok();
                let parts = thrown.and_then(|thrown| self.program.parts.get(thrown));
                let parts = parts.ok_or_else(|| Fault::new("dice are kept, but none are on the table"))?;
                for part in parts {
                    let size = to_number(self.program.throws.thrown[*part as usize].0.len());
                    slots[*slot] = i64::from(*part) + 1;
                    if (least..=most).contains(&&size) && self.holds(condition.as_ref(), slots)? {
                        options.push(Made::Held(*part));
                    }
                }
            }
            _ => {}
        }
        if options.len() > MOST_OPTIONS {
            return Err(Fault::new(format!(
                "{} options here, but {MOST_OPTIONS} are the most",
                options.len()
            )));
        }
        if self.code().hides {
            // What others know depends on the choice, even if the result does not.
            return Ok(options);
        }
        if options.len() > 1 && matches!(self.code().ops[at], Op::ChooseEach { .. }) && !effects.looks_ahead {
            return Ok(self.different(most, slots, at, options, &mut effects.steps));
        }
        Ok(options)
    }

    /// Whether a seat is asked even if it has nothing to choose: if anything is hidden, the number of its options may be what
    /// others would like to know.
    fn is_asked_anyway(&self, at: usize) -> bool {
        self.code().hides
            && match &self.code().ops[at] {
                Op::Choose { options, .. } => options.iter().any(|option| option.condition.is_some()),
                _ => true,
            }
    }

    /// Of options with the same result only the first, up to `most`.
    fn different(
        &self,
        most: usize,
        slots: &[i64],
        at: usize,
        options: Vec<Made>,
        steps: &mut usize,
    ) -> Vec<Made> {
        let mut seen: Vec<(Result<Reached, Trouble>, Vec<i64>, Effects)> = Vec::new();
        let is_new = |made: &Made| {
            let mut slots = slots.to_vec();
            // Later choices are not compared, or everything that ever follows would be.
            let mut effects = Effects { looks_ahead: true, ..Effects::default() };
            let reached = self.make(&mut slots, at, *made, &mut effects, &mut |_| {});
            if let Ok(Reached::Stop(stop)) = &reached {
                self.forget(&mut slots, *stop);
            }
            *steps += std::mem::take(&mut effects.steps);
            let found = (reached, slots, effects);
            let is_new = !seen.contains(&found);
            if is_new {
                seen.push(found);
            }
            is_new
        };
        options.into_iter().filter(is_new).take(most).collect()
    }

    /// Clears the slots that no longer matter before an operation.
    fn forget(&self, slots: &mut [i64], at: usize) {
        self.program.live.over(at).iter().for_each(|slot| slots[*slot] = 0);
    }

    /// Whether a condition holds; a missing one does.
    pub(super) fn holds(&self, condition: Option<&Value>, slots: &mut [i64]) -> Worked<bool> {
        condition.map_or(Ok(true), |condition| self.program.tables.is_true(condition, slots))
    }

    /// The values of a loop, up to `most`; of those that look up the same number, only the first.
    fn elements(
        &self,
        each: &Loop,
        alike: Option<&Address>,
        most: usize,
        slots: &mut [i64],
    ) -> Worked<Vec<i64>> {
        let tables = &self.program.tables;
        let (mut elements, mut seen) = (Vec::new(), Vec::new());
        tables.go_over(each, slots, |slots| {
            if let Some(address) = alike {
                let there = slots[tables.slot(address, slots)?];
                if seen.contains(&there) {
                    return Ok(true);
                }
                seen.push(there);
            }
            if self.holds(each.condition.as_ref(), slots)? {
                elements.push(slots[each.slot]);
            }
            Ok(elements.len() < most)
        })?;
        Ok(elements)
    }

    /// Does what happens at a stop, and plays on to the next.
    pub(super) fn make(
        &self,
        slots: &mut [i64],
        at: usize,
        made: Made,
        effects: &mut Effects,
        entered: &mut dyn FnMut(&[i64]),
    ) -> Result<Reached, Trouble> {
        if at == self.pause() {
            return match (slots[MOVER], self.code().round) {
                (0, _) => self.begin(slots, effects, entered),
                // The turn of the leaving seat ends.
                (_, round) => self.run(slots, round.unwrap_or(at) - 1, effects, entered),
            };
        }
        let next = match (&self.code().ops[at], made) {
            (Op::Roll { site, .. }, Made::Thrown(thrown)) => {
                rests(slots, thrown, self.code().sites[*site].name);
                effects.throws += u32::from(!self.is_start(at));
                at + 1
            }
            (Op::Rethrow { name }, Made::Thrown(thrown)) => {
                rests(slots, thrown, *name);
                slots[PATTERN] = 0;
                effects.throws += u32::from(!self.is_start(at));
                at + 1
            }
            (
                Op::Choose { after, .. } | Op::ChooseEach { after, .. } | Op::Keep { after, .. },
                Made::Nothing,
            ) => *after,
            (Op::Choose { options, .. }, Made::Option(option)) => options[usize::from(option)].to,
            (Op::ChooseEach { each, body, .. }, Made::Value(value)) => {
                slots[each.slot] = value.into();
                *body
            }
            (Op::Keep { slot, .. }, Made::Held(part)) => {
                slots[*slot] = i64::from(part) + 1;
                at + 1
            }
            (Op::Chance { otherwise, .. }, Made::Happens(false)) => *otherwise,
            (Op::RerollAny { .. }, Made::Again(pattern)) => {
                slots[PATTERN] = pattern.into();
                at + 1
            }
            _ => at + 1,
        };
        self.run(slots, next, effects, entered)
    }

    fn is_start(&self, at: usize) -> bool {
        self.code().start.is_some() && at < self.code().turn
    }

    fn is_round(&self, at: usize) -> bool {
        self.code().round.is_some_and(|round| at >= round)
    }

    /// Stops play, and sorts all lists whose order no longer matters.
    fn stop(&self, slots: &mut [i64], at: usize) -> Reached {
        self.sort(slots, |list| !self.program.live.reads_order(at, list));
        Reached::Stop(at)
    }

    /// Plays on to the next stop.
    fn run(
        &self,
        slots: &mut [i64],
        from: usize,
        effects: &mut Effects,
        entered: &mut dyn FnMut(&[i64]),
    ) -> Result<Reached, Trouble> {
        let code = self.code();
        let mut at = from;
        let (mut turns, mut seen): (usize, Vec<i64>) = (0, Vec::new());
        for _ in 0..MOST_STEPS {
            effects.steps += 1;
            let trouble = |fault: Fault| Trouble { op: at, fault };
            let end = match &code.ops[at] {
                Op::Roll { cases, .. } => {
                    for case in cases {
                        self.case(case, slots).map_err(trouble)?;
                    }
                    return Ok(self.stop(slots, at));
                }
                Op::Chance { chance, otherwise } => {
                    match self.program.tables.value(chance, slots).map_err(trouble)? {
                        Num::Whole(0) => at = *otherwise,
                        Num::Whole(1) => at += 1,
                        part @ Num::Part(..) if Num::Whole(0) < part && part < Num::Whole(1) => {
                            return Ok(self.stop(slots, at));
                        }
                        other => {
                            return Err(trouble(Fault::new(format!(
                                "a chance of {other}, but a chance is from 0 to 1"
                            ))));
                        }
                    }
                    continue;
                }
                Op::Rethrow { .. } if slots[PATTERN] > 0 || code.hidden[at] => {
                    return Ok(self.stop(slots, at));
                }
                op if op.is_choice() && self.is_asked_anyway(at) => return Ok(self.stop(slots, at)),
                Op::Choose { .. } | Op::ChooseEach { .. } | Op::RerollAny { .. } | Op::Keep { .. } => {
                    // A single option is played at once; if there are more, they are listed later.
                    let options = self.options_up_to(2, slots, at, effects).map_err(trouble)?;
                    at = match (options.as_slice(), &code.ops[at]) {
                        (
                            [],
                            Op::Choose { after, .. } | Op::ChooseEach { after, .. } | Op::Keep { after, .. },
                        ) => *after,
                        ([], _) => at + 1,
                        ([Made::Option(option)], Op::Choose { options, .. }) => {
                            options[usize::from(*option)].to
                        }
                        ([Made::Value(value)], Op::ChooseEach { each, body, .. }) => {
                            slots[each.slot] = i64::from(*value);
                            *body
                        }
                        ([Made::Held(part)], Op::Keep { slot, .. }) => {
                            slots[*slot] = i64::from(*part) + 1;
                            at + 1
                        }
                        ([Made::Again(pattern)], _) => {
                            slots[PATTERN] = i64::from(*pattern);
                            at + 1
                        }
                        _ => return Ok(self.stop(slots, at)),
                    };
                    continue;
                }
                _ => self.step(slots, &mut at, effects).map_err(|fault| Trouble { op: at, fault })?,
            };
            match end {
                Ended::No => continue,
                Ended::Over(winners) => {
                    let is_turn = u32::from(!self.is_start(at) && !self.is_round(at));
                    (effects.turns, effects.rounds) = (effects.turns + is_turn, effects.rounds + is_turn);
                    return self.over(winners, slots, at, effects);
                }
                Ended::Again => {
                    self.clear_for_again(slots, effects);
                    if self.is_start(at) {
                        slots.copy_from_slice(&self.first());
                        at = code.start.unwrap_or(0);
                    } else {
                        at = code.turn;
                        entered(slots);
                    }
                }
                Ended::Part => match self.end_part(slots, at, effects) {
                    Part::Over(winners) => return self.over(winners, slots, at, effects),
                    Part::Round(round) => at = round,
                    Part::Turn => {
                        self.begin_turn(slots, entered);
                        self.show(MOVER, slots, effects);
                        at = code.turn;
                    }
                },
            }
            // Turn after turn without a throw or a choice: a state that comes back does so forever.
            turns += 1;
            if turns > 16 {
                if seen == slots {
                    return Ok(Reached::Never);
                }
                if turns.is_power_of_two() {
                    seen = slots.to_vec();
                }
            }
        }
        Err(Trouble { op: at, fault: Fault::new("this runs on and on without a throw or a choice") })
    }

    /// Ends the game, and evaluates the figures.
    fn over(
        &self,
        winners: Seats,
        slots: &mut [i64],
        at: usize,
        effects: &mut Effects,
    ) -> Result<Reached, Trouble> {
        for figure in &self.code().figures {
            if let Some(seat) = figure.seat {
                slots[ME] = to_number(seat);
            }
            let read = self
                .holds(figure.condition.as_ref(), slots)
                .and_then(|holds| holds.then(|| self.program.tables.value(&figure.value, slots)).transpose());
            let fault = |fault: Fault| Fault::new(format!("the figure \"{}\": {}", figure.name, fault.0));
            effects.figures.push(read.map_err(|of| Trouble { op: at, fault: fault(of) })?);
        }
        Ok(Reached::Over(winners))
    }

    /// Runs one operation that is neither a throw nor a choice.
    fn step(&self, slots: &mut [i64], at: &mut usize, effects: &mut Effects) -> Worked<Ended> {
        let tables = &self.program.tables;
        let here = *at;
        *at += 1;
        let done = (|| -> Worked<Ended> {
            match &self.code().ops[here] {
                Op::Set { to, value } => self.set(to, value, slots, effects)?,
                Op::Lay { to, from } => slots[*to] = slots[*from],
                Op::PutAside { to, how, from } => self.put_aside(*to, *how, *from, slots, effects)?,
                Op::Unless { condition, to } => {
                    let holds = tables.is_true(condition, slots)?;
                    self.see(here, 1 << u8::from(holds));
                    if !holds {
                        *at = *to;
                    }
                }
                Op::Jump(to) => *at = *to,
                Op::Begin { counter } => slots[*counter] = 0,
                Op::Each { counter, each, exit } => loop {
                    let Some(element) = tables.element(&each.domain, slots[*counter], slots)? else {
                        *at = *exit;
                        break;
                    };
                    slots[*counter] += 1;
                    slots[each.slot] = element;
                    if self.holds(each.condition.as_ref(), slots)? {
                        break;
                    }
                },
                Op::RerollAll => {
                    let thrown =
                        usize::try_from(slots[LAST] - 1).ok().and_then(|thrown| tables.thrown.get(thrown));
                    let thrown =
                        thrown.ok_or_else(|| Fault::new("dice are rerolled, but none are on the table"))?;
                    let pattern = super::program::Pattern { again: thrown.dice(), held: Vec::new() };
                    let number = self.program.pattern_numbers.get(&pattern).map_or(0, |number| number + 1);
                    slots[PATTERN] = to_number(number);
                }
                Op::By { seat, saved } => {
                    let seat = tables.seat(seat, slots)?;
                    slots[*saved] = slots[ME];
                    slots[ME] = to_number(seat);
                }
                Op::EndBy { saved } => slots[ME] = slots[*saved],
                Op::Pay { from, to, amount } => self.pay((from, to), amount, slots, effects)?,
                // Outside turns a note counts for everybody.
                Op::Note(note) => {
                    let one = usize::try_from(slots[ME] - 1).map(|seat| seat..seat + 1);
                    effects.notes.extend(one.unwrap_or(0..self.program.code.seats).map(|seat| (*note, seat)));
                }
                Op::Again => {
                    if is_leaving(slots, usize::try_from(slots[MOVER]).unwrap_or(0)) {
                        self.see(here, PUT_OUT_BEFORE);
                    }
                    return Ok(Ended::Again);
                }
                Op::Pass(to) => {
                    if let Some(to) = to {
                        slots[NEXT] = self.seat_next(to, slots)?;
                    }
                    return Ok(Ended::Part);
                }
                Op::First(seat) => {
                    slots[NEXT] = self.seat_next(seat, slots)?;
                    return Ok(Ended::Part);
                }
                Op::Out(whom) => {
                    for seat in self.seats(whom, slots)? {
                        slots[LEAVING] |= 1 << seat;
                    }
                    self.show(LEAVING, slots, effects);
                }
                Op::Reveal(shown) => self.reveal(shown, slots, effects)?,
                Op::Win(whom) => {
                    let winners: Seats = self.seats(whom, slots)?.into_iter().map(|seat| seat - 1).collect();
                    if winners.iter().any(|seat| is_leaving(slots, seat + 1)) {
                        self.see(here, PUT_OUT_BEFORE);
                    }
                    if winners.is_empty() {
                        return Err(Fault::new("nobody wins here: no seat fulfils the condition"));
                    }
                    return Ok(Ended::Over(winners));
                }
                Op::Draw => return Ok(Ended::Over(Seats::NONE)),
                Op::End => return Ok(Ended::Part),
                Op::Rethrow { .. }
                | Op::Roll { .. }
                | Op::Chance { .. }
                | Op::Keep { .. }
                | Op::Choose { .. }
                | Op::ChooseEach { .. }
                | Op::RerollAny { .. } => {}
            }
            Ok(Ended::No)
        })();
        // An end or a failure is reported at this operation.
        if !matches!(done, Ok(Ended::No)) {
            *at = here;
        }
        done
    }

    /// The seat that is said to be next.
    fn seat_next(&self, seat: &Value, slots: &mut [i64]) -> Worked<i64> {
        let seat = to_number(self.program.tables.seat(seat, slots)?);
        if (slots[OUT] | slots[LEAVING]) >> seat & 1 == 1 {
            return Err(Fault::new(format!("seat {seat} is out, and cannot be next")));
        }
        Ok(seat)
    }

    fn seats(&self, whom: &Whom, slots: &mut [i64]) -> Worked<Vec<usize>> {
        match whom {
            Whom::One(seat) => Ok(vec![self.program.tables.seat(seat, slots)?]),
            Whom::Each(each) => {
                let elements = self.elements(each, None, usize::MAX, slots)?;
                elements
                    .into_iter()
                    .map(|seat| self.program.tables.seat(&Value::Const(Num::Whole(seat)), slots))
                    .collect()
            }
        }
    }

    fn set(&self, to: &Address, value: &Value, slots: &mut [i64], effects: &mut Effects) -> Worked<()> {
        let found = self.program.tables.value(value, slots)?;
        let slot = self.program.tables.slot(to, slots)?;
        let held = self.within(slot, &to.list.name, found, effects)?;
        slots[slot] = held;
        self.know(slot, slots, false);
        self.show(slot, slots, effects);
        Ok(())
    }

    /// The whole number that a variable stores for a value, capped if it was declared so.
    fn within(&self, slot: usize, name: &str, found: Num, effects: &mut Effects) -> Worked<i64> {
        let (range, declared) = (&self.code().ranges[slot], &self.code().declared);
        let Some(number) = found.whole() else {
            return Err(Fault::new(format!(
                "`{name}` holds whole numbers, but this is {found}: round it with down(…) or up(…)"
            )));
        };
        if (range.low..=range.high).contains(&number) {
            return Ok(number);
        }
        if range.capped {
            // When looking ahead, only the result of an option matters.
            let position = declared.iter().rposition(|declared| declared.list.base <= slot);
            effects.capped.extend(position.filter(|_| !effects.looks_ahead));
            return Ok(number.clamp(range.low, range.high));
        }
        let (low, high) = (range.low, range.high);
        Err(Fault::new(format!("`{name}` is from {low} to {high}, but becomes {number} here")))
    }

    /// Puts the dice of one slot aside, or removes them from those put aside.
    fn put_aside(
        &self,
        to: usize,
        how: Assign,
        from: usize,
        slots: &mut [i64],
        effects: &mut Effects,
    ) -> Worked<()> {
        let throws = &self.program.throws;
        let dice_in = |slot: usize| {
            let thrown = usize::try_from(slots[slot] - 1).ok().and_then(|thrown| throws.thrown.get(thrown));
            thrown.map(|thrown| thrown.0.iter().map(|(_, face)| (0, *face)).collect::<Vec<_>>())
        };
        let declared = self.code().declared.iter().find(|declared| declared.list.base == to);
        let Some((declared, (most, faces))) =
            declared.and_then(|declared| Some((declared, declared.dice.as_ref()?)))
        else {
            return Ok(());
        };
        if how != Assign::Set && slots[to] == FORGOTTEN {
            return Err(Fault::new("the dice put aside have been forgotten"));
        }
        let name = &declared.list.name;
        let moved =
            dice_in(from).ok_or_else(|| Fault::new("dice are put aside, but none are on the table"))?;
        let mut aside = if how == Assign::Set { Vec::new() } else { dice_in(to).unwrap_or_default() };
        for die in moved {
            match aside.iter().position(|known| *known == die) {
                Some(position) if how == Assign::Subtract => drop(aside.remove(position)),
                None if how == Assign::Subtract => {
                    let face = die.1;
                    return Err(Fault::new(format!("a {face} is taken from `{name}`, but there is none")));
                }
                _ if !faces.contains(&die.1) => {
                    let face = die.1;
                    return Err(Fault::new(format!("no die of `{name}` shows {face}")));
                }
                _ => aside.push(die),
            }
        }
        aside.sort_unstable();
        let aside = Thrown(aside);
        let held = throws.known(&aside).filter(|_| aside.0.len() <= *most);
        let held = held.ok_or_else(|| {
            let number = aside.0.len();
            Fault::new(format!("`{name}` holds up to {most} dice, not {number}"))
        })?;
        slots[to] = i64::from(held) + 1;
        self.know(to, slots, false);
        self.show(to, slots, effects);
        Ok(())
    }

    /// The index of a case, from 0.
    pub(super) fn case(&self, case: &Case, slots: &mut [i64]) -> Worked<usize> {
        let tables = &self.program.tables;
        if case.is_seat {
            return Ok(tables.seat(&case.value, slots)? - 1);
        }
        let value = tables.whole(&case.value, slots)?;
        let found = usize::try_from(value - case.least).ok().filter(|found| *found < case.number);
        found.ok_or_else(|| {
            let most = case.least + to_number(case.number) - 1;
            Fault::new(format!("{value} dice, but only {} to {most} can be thrown", case.least))
        })
    }

    /// The end of a turn, of the start, or of what follows a round.
    fn end_part(&self, slots: &mut [i64], at: usize, effects: &mut Effects) -> Part {
        let code = self.code();
        let is_turn = !self.is_start(at) && !self.is_round(at);
        let all: i64 = (1..=code.seats).map(|seat| 1i64 << seat).sum();
        let left_out = slots[LEAVING] & all;
        slots[OUT] |= left_out;
        slots[LEAVING] = 0;
        effects.turns += u32::from(is_turn);
        let remaining = all & !slots[OUT];
        let alone = remaining.count_ones() == 1 && code.seats > 1;
        if left_out != 0 && (alone || remaining == 0) {
            effects.rounds += u32::from(is_turn);
            let winners =
                (1..=code.seats).filter(|seat| remaining >> seat & 1 == 1).map(|seat| seat - 1).collect();
            return Part::Over(winners);
        }
        let said = std::mem::take(&mut slots[NEXT]);
        let is_in = |seat: i64| seat > 0 && remaining >> seat & 1 == 1;
        let lowest = (1..=to_number(code.seats)).find(|seat| is_in(*seat)).unwrap_or(1);
        if !is_turn {
            slots[MOVER] = if is_in(said) { said } else { lowest };
            return Part::Turn;
        }
        let mover = slots[MOVER];
        let next =
            if is_in(said) { said } else { to_number(self.program.tables.neighbour(slots, mover, true)) };
        if self.has_rounds() {
            slots[DONE] |= 1 << mover;
            if remaining & !slots[DONE] == 0 {
                slots[DONE] = 0;
                effects.rounds += 1;
                if let Some(round) = code.round {
                    self.sort(slots, |_| true);
                    slots[ME] = self.alone();
                    slots[MOVER] = 0;
                    self.clear_turn(slots);
                    return Part::Round(round);
                }
            }
        }
        slots[MOVER] = next;
        Part::Turn
    }

    /// Whether positions say who has had a turn in this round.
    pub(super) fn has_rounds(&self) -> bool {
        self.code().round.is_some() || self.code().length == Some(super::syntax::Length::Rounds)
    }
}

/// Whether a seat is out at the end of this turn.
fn is_leaving(slots: &[i64], seat: usize) -> bool {
    slots[LEAVING] >> seat & 1 == 1
}

/// Puts a throw on the table, and under its name.
fn rests(slots: &mut [i64], thrown: u32, name: Option<usize>) {
    slots[LAST] = i64::from(thrown) + 1;
    if let Some(name) = name {
        slots[name] = slots[LAST];
    }
}

/// The result of one operation.
enum Ended {
    No,
    Over(Seats),
    Again,
    /// A turn, the start, or what follows a round.
    Part,
}

/// What follows the end of a part.
enum Part {
    Over(Seats),
    Round(usize),
    Turn,
}
