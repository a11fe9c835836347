//! What still matters where: so that throws which nothing can tell apart are one, and positions hold nothing that is over.
//!
//! A fact is a slot that is still read, what an expression makes of a throw, or all that a throw shows. Which of them are alive
//! before each operation is found backwards, as compilers do (A. V. Aho, M. S. Lam, R. Sethi, J. D. Ullman, *Compilers*, 2nd
//! edition 2007, section 9.2.5).

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::{Compiler, Program};
use crate::own::evaluate::Worked;
use crate::own::number::Num;
use crate::own::problem::Problem;
use crate::own::program::{
    Atom, Code, Domain, FIRST_FREE, Holder, LAST, ListValue, Loop, ME, OUT, Op, PATTERN, Pattern, PolicyDoes,
    Reading, Target, Value, Whom,
};
use crate::own::throws::{Outcomes, Readings, Thrown, Throws};
use tali_core::process::Distribution;

/// Operations up to which what is alive is found.
const MOST_OPS: usize = 50_000;

/// For each operation the facts that are alive before it.
#[derive(Debug, Default)]
pub(in crate::own) struct Live {
    words: usize,
    bits: Vec<u64>,
    slots: usize,
    atoms: usize,
}

impl Live {
    fn row(&self, op: usize) -> &[u64] {
        &self.bits[op * self.words..(op + 1) * self.words]
    }

    fn has(&self, op: usize, fact: usize) -> bool {
        self.row(op)[fact / 64] >> (fact % 64) & 1 == 1
    }

    /// Whether what a slot holds is still read.
    pub(in crate::own) fn reads(&self, op: usize, slot: usize, atoms: &[Atom]) -> bool {
        let of_throw =
            || (0..self.atoms).any(|atom| atoms[atom].slot == slot && self.has(op, self.slots + atom));
        self.has(op, slot) || self.has(op, self.slots + self.atoms + slot) || of_throw()
    }
}

/// All facts that one operation reads and ends.
struct Facts<'c> {
    code: &'c Code,
}

impl Facts<'_> {
    fn whole(&self, slot: usize) -> usize {
        self.code.slots + self.code.atoms.len() + slot
    }

    /// What a value reads.
    fn of(&self, value: &Value, add: &mut dyn FnMut(usize)) {
        // What a formula sets itself it reads of nobody else.
        let own = match value {
            Value::Over { each, .. } => Some(each.slot),
            Value::Let { slot, .. } => Some(*slot),
            _ => None,
        };
        match value {
            Value::Atom(atom) => add(self.code.slots + atom),
            Value::Thrown(slot, _) => add(self.whole(*slot)),
            Value::Count(slot, face) => {
                add(self.whole(*slot));
                self.of(face, add);
            }
            _ => {
                own_slots(value, &mut |slot| add(slot));
                children(value, &mut |child| {
                    self.of(child, &mut |fact| {
                        if own != Some(fact) {
                            add(fact);
                        }
                    });
                });
            }
        }
    }

    /// What an operation reads; the slots that it sets itself before it reads them are left out.
    fn read_by(&self, at: usize) -> Vec<usize> {
        let mut read = Vec::new();
        let op = &self.code.ops[at];
        values_of(op, &mut |value| self.of(value, &mut |fact| read.push(fact)));
        if let Some(each) = loop_of(op) {
            read.retain(|fact| *fact != each.slot);
        }
        match op {
            Op::Each { counter, .. } => read.push(*counter),
            Op::RerollAny { .. } => read.push(self.whole(LAST)),
            Op::RerollAll => read.push(LAST),
            Op::Rethrow { .. } => read.push(PATTERN),
            Op::EndBy { saved } => read.push(*saved),
            _ => {}
        }
        // What is read at the end of the game.
        let may_end = match op {
            Op::Win(_) | Op::Draw => true,
            Op::End | Op::Pass(_) | Op::First(_) => self.code.ops.iter().any(|op| matches!(op, Op::Out(_))),
            _ => false,
        };
        for figure in self.code.figures.iter().filter(|_| may_end) {
            for value in figure.condition.iter().chain([&figure.value]) {
                self.of(value, &mut |fact| read.push(fact));
            }
        }
        for policy in &self.code.policies {
            for step in policy.lines.iter().filter(|step| step.at == at) {
                let best = if let PolicyDoes::Best { value, .. } = &step.does { Some(value) } else { None };
                for value in step.condition.iter().chain(best) {
                    self.of(value, &mut |fact| read.push(fact));
                }
            }
        }
        read
    }

    /// What is set by an operation whatever happens, so that what stood there before matters no more.
    fn ended_by(&self, op: &Op) -> Vec<usize> {
        let throw = |slot: usize| {
            let atoms = self.code.atoms.iter().enumerate().filter(move |(_, atom)| atom.slot == slot);
            atoms.map(|(index, _)| self.code.slots + index).chain([slot, self.whole(slot)])
        };
        match op {
            Op::Set { target: Target::Slot(slot), .. } => vec![*slot],
            Op::Begin { counter } => vec![*counter],
            Op::By { saved, .. } => vec![*saved],
            Op::Roll { site, .. } => {
                let name = self.code.sites[*site].name;
                throw(LAST).chain(name.into_iter().flat_map(throw)).collect()
            }
            Op::RerollAll | Op::RerollAny { .. } => vec![PATTERN],
            _ => Vec::new(),
        }
    }

    /// Where an operation leads.
    fn after(&self, at: usize) -> Vec<usize> {
        match &self.code.ops[at] {
            Op::Unless { to, .. } | Op::Each { exit: to, .. } => vec![at + 1, *to],
            Op::Jump(to) => vec![*to],
            Op::Choose { options, after } => options.iter().map(|option| option.to).chain([*after]).collect(),
            Op::ChooseEach { body, after, .. } => vec![*body, *after],
            Op::Again | Op::Pass(_) | Op::First(_) | Op::Win(_) | Op::Draw | Op::End => Vec::new(),
            _ => vec![at + 1],
        }
    }
}

fn live(code: &Code) -> Live {
    let facts = Facts { code };
    let all = 2 * code.slots + code.atoms.len();
    let words = all.div_ceil(64);
    let mut live =
        Live { words, bits: vec![0; words * code.ops.len()], slots: code.slots, atoms: code.atoms.len() };
    let read: Vec<Vec<usize>> = (0..code.ops.len()).map(|at| facts.read_by(at)).collect();
    let ended: Vec<Vec<usize>> = code.ops.iter().map(|op| facts.ended_by(op)).collect();
    let after: Vec<Vec<usize>> = (0..code.ops.len()).map(|at| facts.after(at)).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for at in (0..code.ops.len()).rev() {
            let mut row = vec![0u64; words];
            for next in &after[at] {
                row.iter_mut().zip(live.row(*next)).for_each(|(word, next)| *word |= next);
            }
            if let Some(each) = loop_of(&code.ops[at]) {
                row[each.slot / 64] &= !(1 << (each.slot % 64));
            }
            if matches!(code.ops[at], Op::Again) {
                // Throws are forgotten, and loops begin anew.
                code.of_turn
                    .clone()
                    .filter(|slot| live.has(code.turn, *slot))
                    .for_each(|slot| row[slot / 64] |= 1 << (slot % 64));
            }
            ended[at].iter().for_each(|fact| row[fact / 64] &= !(1 << (fact % 64)));
            read[at].iter().for_each(|fact| row[fact / 64] |= 1 << (fact % 64));
            if row != live.row(at) {
                live.bits[at * words..(at + 1) * words].copy_from_slice(&row);
                changed = true;
            }
        }
    }
    live
}

/// Finds what depends on throws alone, what of throws matters, and all that can be thrown.
pub(super) fn finish(compiler: Compiler<'_>) -> Result<Program, Vec<Problem>> {
    let Compiler { mut code, mut throws, mut tables, .. } = compiler;
    let too_large =
        |code: &Code, op: usize, title: &str, label: &str| vec![Problem::new(&code.spans[op], title, label)];
    if code.ops.len() > MOST_OPS {
        let title = format!("a turn of {} steps with its loops written out", code.ops.len());
        return Err(too_large(&code, 0, &title, "a turn has up to 50,000 steps"));
    }
    let (mut ops, mut policies) = (std::mem::take(&mut code.ops), std::mem::take(&mut code.policies));
    let mut atoms = std::mem::take(&mut code.atoms);
    for op in &mut ops {
        values_of_mut(op, &mut |value| make_atoms(value, &mut atoms));
    }
    for step in policies.iter_mut().flat_map(|policy| &mut policy.lines) {
        if let Some(condition) = &mut step.condition {
            make_atoms(condition, &mut atoms);
        }
        if let PolicyDoes::Best { value, .. } = &mut step.does {
            make_atoms(value, &mut atoms);
        }
    }
    for figure in &mut code.figures {
        make_atoms(&mut figure.value, &mut atoms);
        if let Some(condition) = &mut figure.condition {
            make_atoms(condition, &mut atoms);
        }
    }
    (code.ops, code.policies, code.atoms) = (ops, policies, atoms);
    let live = live(&code);
    throws.tells_dice_apart = code.ops.iter().any(|op| matches!(op, Op::RerollAny { .. } | Op::RerollAll));
    let mut laws = Laws {
        throws,
        live: &live,
        code: &code,
        found: Vec::new(),
        stands_for: Vec::new(),
        scratch: vec![0; code.slots],
    };
    let mut site_laws: Vec<Vec<usize>> = vec![Vec::new(); code.sites.len()];
    for (at, op) in code.ops.iter().enumerate() {
        let Op::Roll { site, .. } = op else { continue };
        let slots: Vec<usize> = code.sites[*site].name.into_iter().chain([LAST]).collect();
        let mut lists: Vec<&Vec<u16>> = Vec::new();
        let mut list_of = Vec::with_capacity(code.seats);
        for dice in &code.sites[*site].dice {
            let known = lists.iter().position(|list| *list == dice);
            list_of.push(known.unwrap_or(lists.len()));
            if known.is_none() {
                lists.push(dice);
            }
        }
        let read = laws.readings(at + 1, &slots);
        let outcomes: Option<Vec<Outcomes>> =
            lists.iter().map(|dice| laws.throws.outcomes(dice, &[], &read)).collect();
        let outcomes = outcomes.ok_or_else(|| {
            let most = lists.iter().map(|dice| dice.len()).max().unwrap_or(0);
            let title = format!("a throw of {most} dice has more than 100,000 outcomes that are told apart");
            let label = "throw fewer, or read no more of them than `sum`, `high`, `low` and `count(F)`";
            too_large(&code, at, &title, label)
        })?;
        let added = laws.add(at + 1, &slots, outcomes);
        site_laws[*site] = list_of.into_iter().map(|list| added[list]).collect();
    }
    let again = laws.patterns().map_err(|op| {
        let title = "more than 5,000 ways to throw dice again, or 300,000 outcomes of them";
        too_large(&code, op, title, "throw fewer dice, or fewer of them again")
    })?;
    let Laws { throws, found: laws, stands_for, .. } = laws;
    for (site, laws) in site_laws.into_iter().enumerate() {
        code.sites[site].laws = laws;
    }
    tables.thrown.clone_from(&throws.thrown);
    let mut slots = vec![0; code.slots];
    let values = code.atoms.iter().map(|atom| (atom.slot, of_all(&tables, atom, &mut slots)));
    tables.atoms = values.collect();
    let Again { patterns, numbers, laws: pattern_laws, chosen } = again;
    Ok(Program {
        code,
        tables,
        throws,
        patterns,
        pattern_numbers: numbers,
        pattern_laws,
        rerolls: chosen,
        laws,
        stands_for,
        live,
        settled: Vec::new(),
    })
}

/// What an expression is worth for every throw.
fn of_all(tables: &super::Tables, atom: &Atom, slots: &mut [i64]) -> Vec<Worked<Num>> {
    let numbers = 1..=super::to_number(tables.thrown.len());
    numbers
        .map(|number| {
            slots[atom.slot] = number;
            tables.value(&atom.value, slots)
        })
        .collect()
}

/// What can be thrown, as laws.
struct Laws<'c> {
    throws: Throws,
    live: &'c Live,
    code: &'c Code,
    found: Vec<Distribution<u32>>,
    stands_for: Vec<FxHashMap<u32, u32>>,
    scratch: Vec<i64>,
}

/// What is thrown again.
#[derive(Default)]
struct Again {
    patterns: Vec<Pattern>,
    numbers: FxHashMap<Pattern, usize>,
    laws: FxHashMap<(usize, usize), usize>,
    chosen: FxHashMap<(usize, u32), Vec<u32>>,
}

/// What is read of a throw: all that it shows, or what expressions make of it.
type Signature<'t> = (Option<&'t Thrown>, Vec<Option<Num>>);

/// So many patterns are told apart, and so many ways to choose dice looked at.
const MOST_PATTERNS: usize = 5_000;
const MOST_REROLLED: usize = 300_000;

impl<'c> Laws<'c> {
    /// The laws of throws whose outcomes are put into slots, before an operation: outcomes that nothing can tell apart are one.
    fn add(&mut self, before: usize, slots: &[usize], throws: Vec<Outcomes>) -> Vec<usize> {
        let classes = self.classes(before, slots, &throws);
        let law = |outcomes: Outcomes| {
            let mut first: FxHashMap<usize, u32> = FxHashMap::default();
            let mut stands_for = FxHashMap::default();
            let weights: Vec<_> = outcomes
                .into_iter()
                .map(|(thrown, weight)| {
                    let number = self.throws.number(&thrown);
                    let stands = *first.entry(classes[&number]).or_insert(number);
                    stands_for.insert(number, stands);
                    (stands, weight)
                })
                .collect();
            // Each die can show something.
            self.found.push(Distribution::new(weights).unwrap_or_else(|| Distribution::certain(0)));
            self.stands_for.push(stands_for);
            self.found.len() - 1
        };
        throws.into_iter().map(law).collect()
    }

    /// Whether all of a throw in these slots matters before an operation; else what expressions make of it.
    fn read(&self, before: usize, slots: &[usize]) -> (bool, Vec<&'c Atom>) {
        let (code, live) = (self.code, self.live);
        let is_whole = slots.iter().any(|slot| live.has(before, code.slots + code.atoms.len() + slot));
        let is_read = |(index, atom): &(usize, &Atom)| {
            !is_whole && slots.contains(&atom.slot) && live.has(before, code.slots + index)
        };
        (is_whole, code.atoms.iter().enumerate().filter(is_read).map(|(_, atom)| atom).collect())
    }

    /// What of a throw in these slots has to be told apart.
    fn readings(&self, before: usize, slots: &[usize]) -> Readings {
        let (is_whole, read) = self.read(before, slots);
        let mut all = Readings { is_whole: is_whole || self.throws.tells_dice_apart, ..Readings::default() };
        for atom in read {
            visit(&atom.value, &mut |value| match value {
                Value::Thrown(_, Reading::Sum) => all.sum = true,
                Value::Thrown(_, Reading::High) => all.high = true,
                Value::Thrown(_, Reading::Low) => all.low = true,
                Value::Thrown(_, Reading::Distinct) => all.faces = true,
                Value::Thrown(..) => all.is_whole = true,
                Value::Count(_, face) => match **face {
                    Value::Const(Num::Whole(face)) => all.counted.push(face),
                    _ => all.is_whole = true,
                },
                _ => {}
            });
        }
        all
    }

    /// Which outcomes nothing can tell apart. In games of chance those that are new are numbered by what is read of them, so that
    /// the games of a seed hang on what a throw does and not on its faces; where somebody chooses they are listed by their faces.
    fn classes(&mut self, before: usize, slots: &[usize], throws: &[Outcomes]) -> FxHashMap<u32, usize> {
        let code = self.code;
        let (is_whole, read) = self.read(before, slots);
        let all: BTreeSet<&Thrown> = throws.iter().flatten().map(|(thrown, _)| thrown).collect();
        let mut classes: BTreeMap<Signature, Vec<&Thrown>> = BTreeMap::new();
        for thrown in &all {
            let tables =
                super::Tables { seats: code.seats, thrown: vec![(*thrown).clone()], atoms: Vec::new() };
            let values = read.iter().map(|atom| {
                self.scratch[atom.slot] = 1;
                tables.value(&atom.value, &mut self.scratch).ok()
            });
            classes.entry((is_whole.then_some(*thrown), values.collect())).or_default().push(thrown);
        }
        if code.ops.iter().any(Op::is_choice) {
            for thrown in &all {
                self.throws.number(thrown);
            }
        }
        let mut class_of = FxHashMap::default();
        for (class, alike) in classes.into_values().enumerate() {
            for thrown in alike {
                class_of.insert(self.throws.number(thrown), class);
            }
        }
        class_of
    }

    /// All ways to throw dice again, and what comes of each.
    fn patterns(&mut self) -> Result<Again, usize> {
        let mut again = Again::default();
        let code = self.code;
        let rerolls = code.ops.iter().enumerate().filter_map(|(at, op)| match op {
            Op::RerollAny { least, most } => Some((at, Some((*least, *most)))),
            Op::RerollAll => Some((at, None)),
            _ => None,
        });
        let rerolls: Vec<_> = rerolls.collect();
        if rerolls.is_empty() {
            return Ok(again);
        }
        let mut seen: Vec<u32> =
            self.found.iter().flat_map(|law| law.outcomes().iter().map(|(thrown, _)| *thrown)).collect();
        seen.sort_unstable();
        seen.dedup();
        let (mut next, mut outcomes) = (0, 0);
        let whole = Readings { is_whole: true, ..Readings::default() };
        while let Some(number) = seen.get(next).copied() {
            next += 1;
            let thrown = self.throws.thrown[number as usize].clone();
            for (at, range) in &rerolls {
                let patterns = match range {
                    Some(range) => patterns_of(&thrown, *range),
                    None => vec![Pattern { again: thrown.dice(), kept: Vec::new() }],
                };
                let mut chosen = Vec::with_capacity(patterns.len());
                for pattern in patterns {
                    let pattern_number = *again.numbers.entry(pattern.clone()).or_insert_with(|| {
                        again.patterns.push(pattern.clone());
                        again.patterns.len() - 1
                    });
                    if again.patterns.len() > MOST_PATTERNS {
                        return Err(*at);
                    }
                    chosen.extend(u32::try_from(pattern_number + 1));
                    // The throw itself follows the choice.
                    let Op::Rethrow { name } = code.ops[at + 1] else { continue };
                    if again.laws.contains_key(&(at + 1, pattern_number)) {
                        continue;
                    }
                    let slots: Vec<usize> = name.into_iter().chain([LAST]).collect();
                    let shown = self.throws.outcomes(&pattern.again, &pattern.kept, &whole).ok_or(*at)?;
                    let law = self.add(at + 2, &slots, vec![shown])[0];
                    again.laws.insert((at + 1, pattern_number), law);
                    outcomes += self.found[law].outcomes().len();
                    if outcomes > MOST_REROLLED {
                        return Err(*at);
                    }
                    for (outcome, _) in self.found[law].outcomes() {
                        if !seen.contains(outcome) {
                            seen.push(*outcome);
                        }
                    }
                }
                again.chosen.insert((*at, number), chosen);
            }
        }
        Ok(again)
    }
}

/// All different sets of so many of these dice, to be thrown again: fewer dice first, then those that show less.
fn patterns_of(thrown: &Thrown, (least, most): (i64, i64)) -> Vec<Pattern> {
    let most = usize::try_from(most).unwrap_or(0);
    // Those that are thrown again, and those that are kept.
    let mut splits: Vec<[Vec<(u16, i64)>; 2]> = vec![[Vec::new(), Vec::new()]];
    let mut left = thrown.0.as_slice();
    while let Some(die) = left.first() {
        let number = left.iter().take_while(|other| *other == die).count();
        let more = |[again, kept]: &[Vec<(u16, i64)>; 2]| {
            let (again, kept) = (again.clone(), kept.clone());
            let room = most.saturating_sub(again.len()).min(number);
            (0..=room).map(move |more| {
                let (mut again, mut kept) = (again.clone(), kept.clone());
                again.extend(std::iter::repeat_n(*die, more));
                kept.extend(std::iter::repeat_n(*die, number - more));
                [again, kept]
            })
        };
        splits = splits.iter().flat_map(more).collect();
        left = &left[number..];
    }
    splits.sort_by_cached_key(|[again, _]| (again.len(), Thrown(again.clone()).faces(), again.clone()));
    let is_allowed = |[again, _]: &[Vec<_>; 2]| !again.is_empty() && super::to_number(again.len()) >= least;
    let pattern = |[again, kept]: [Vec<(u16, i64)>; 2]| Pattern {
        again: again.into_iter().map(|(die, _)| die).collect(),
        kept,
    };
    splits.into_iter().filter(is_allowed).map(pattern).collect()
}

/// Replaces the largest parts that depend on one throw alone by what they are worth for each.
fn make_atoms(value: &mut Value, atoms: &mut Vec<Atom>) {
    if let Some(slot) = depends_on_throw(value) {
        let known = atoms
            .iter()
            .position(|atom| atom.slot == slot && format!("{:?}", atom.value) == format!("{value:?}"));
        let atom = known.unwrap_or_else(|| {
            atoms.push(Atom { slot, value: value.clone() });
            atoms.len() - 1
        });
        *value = Value::Atom(atom);
        return;
    }
    children_mut(value, &mut |child| make_atoms(child, atoms));
}

/// The throw on which a value depends, if on that alone.
pub(super) fn depends_on_throw(value: &Value) -> Option<usize> {
    fn look(value: &Value, throw: &mut Option<usize>, alone: &mut bool, bound: &mut Vec<usize>) {
        match value {
            Value::Thrown(slot, _) | Value::Count(slot, _) => {
                *alone &= throw.is_none_or(|known| known == *slot);
                *throw = Some(*slot);
            }
            Value::Over { each, .. } => {
                *alone &= matches!(each.domain, Domain::Numbers(..));
                bound.push(each.slot);
            }
            Value::Let { slot, .. } => bound.push(*slot),
            Value::Slot(slot) => *alone &= bound.contains(slot),
            Value::Item { .. }
            | Value::Of { .. }
            | Value::OfSeat(..)
            | Value::Neighbour(_)
            | Value::Atom(_)
            | Value::Pot
            | Value::Any { list: ListValue::Table(_) | ListValue::Seat(..), .. } => *alone = false,
            _ => {}
        }
        children(value, &mut |child| look(child, throw, alone, bound));
    }
    let (mut throw, mut alone, mut bound) = (None, true, Vec::new());
    look(value, &mut throw, &mut alone, &mut bound);
    throw.filter(|_| alone)
}

/// Hands a value on, and all its parts.
pub(in crate::own) fn visit(value: &Value, tell: &mut dyn FnMut(&Value)) {
    tell(value);
    children(value, &mut |child| visit(child, tell));
}

/// Whether a value reads any throw.
pub(in crate::own) fn reads_throws(value: &Value) -> bool {
    let mut found = matches!(value, Value::Thrown(..) | Value::Count(..) | Value::Atom(_));
    children(value, &mut |child| found |= reads_throws(child));
    found
}

/// Tells every slot that a value reads, those of throws too.
pub(in crate::own) fn each_slot(value: &Value, tell: &mut dyn FnMut(usize)) {
    own_slots(value, tell);
    children(value, &mut |child| each_slot(child, tell));
}

/// The slots that a value reads itself, besides those of its parts.
fn own_slots(value: &Value, tell: &mut dyn FnMut(usize)) {
    match value {
        Value::Slot(slot) | Value::Thrown(slot, _) | Value::Count(slot, _) => tell(*slot),
        Value::Item { list, .. } | Value::Any { list: ListValue::Table(list), .. } => {
            (list.base..list.base + list.len).for_each(&mut *tell);
        }
        Value::Of { list, .. } | Value::Any { list: ListValue::Seat(list, _), .. } => tell(list.base),
        Value::Neighbour(_) => [ME, OUT].into_iter().for_each(&mut *tell),
        Value::Over { each, .. } if matches!(each.domain, Domain::Seats { .. }) => {
            [ME, OUT].into_iter().for_each(&mut *tell);
        }
        _ => {}
    }
}

/// What hands the parts of values and operations on, to be read or to be changed.
macro_rules! parts {
    ($children:ident, $in_loop:ident, $values_of:ident, $iter:ident, $($mutable:tt)?) => {
        fn $children<'v>(value: &'v $($mutable)? Value, tell: &mut dyn FnMut(&'v $($mutable)? Value)) {
            match value {
                Value::Item { index: inside, .. }
                | Value::OfSeat(_, inside)
                | Value::Listed(_, inside)
                | Value::Mapped(_, inside)
                | Value::Unary(_, inside)
                | Value::Count(_, inside) => tell(inside),
                Value::Of { seat, index, .. } => {
                    tell(seat);
                    if let Some(index) = index {
                        tell(index);
                    }
                }
                Value::Binary(_, one, other) => {
                    tell(one);
                    tell(other);
                }
                Value::Over { each, body, .. } => {
                    $in_loop(each, tell);
                    tell(body);
                }
                Value::Any { list, value, .. } => {
                    if let ListValue::Seat(_, seat) = list {
                        tell(seat);
                    }
                    tell(value);
                }
                Value::Let { value, body, .. } => {
                    tell(value);
                    tell(body);
                }
                Value::Const(_)
                | Value::Slot(_)
                | Value::Thrown(..)
                | Value::Atom(_)
                | Value::Neighbour(_)
                | Value::Pot => {}
            }
        }

        fn $in_loop<'v>(each: &'v $($mutable)? Loop, tell: &mut dyn FnMut(&'v $($mutable)? Value)) {
            if let Domain::Numbers(low, high) = &$($mutable)? each.domain {
                tell(low);
                tell(high);
            }
            if let Some(condition) = &$($mutable)? each.condition {
                tell(condition);
            }
        }

        pub(in crate::own) fn $values_of<'v>(op: &'v $($mutable)? Op, tell: &mut dyn FnMut(&'v $($mutable)? Value)) {
            match op {
                Op::Set { target, value } => {
                    match target {
                        Target::Slot(_) => {}
                        Target::Item { index, .. } => tell(index),
                        Target::Of { seat, index, .. } => {
                            tell(seat);
                            if let Some(index) = index {
                                tell(index);
                            }
                        }
                    }
                    tell(value);
                }
                Op::Unless { condition: value, .. }
                | Op::By { seat: value, .. }
                | Op::Pass(Some(value))
                | Op::First(value) => tell(value),
                Op::Each { each, .. } | Op::ChooseEach { each, .. } => $in_loop(each, tell),
                Op::Choose { options, .. } => {
                    for option in options {
                        if let Some(condition) = &$($mutable)? option.condition {
                            tell(condition);
                        }
                    }
                }
                Op::Pay { from, to, amount } => {
                    for holder in [from, to] {
                        if let Holder::Seat(seat) = holder {
                            tell(seat);
                        }
                    }
                    tell(amount);
                }
                Op::Roll { owners, .. } => owners.$iter().for_each(tell),
                Op::Out(Whom::One(seat)) | Op::Win(Whom::One(seat)) => tell(seat),
                Op::Out(Whom::Each(each)) | Op::Win(Whom::Each(each)) => $in_loop(each, tell),
                _ => {}
            }
        }
    };
}

parts!(children, in_loop, values_of, iter,);
parts!(children_mut, in_loop_mut, values_of_mut, iter_mut, mut);

/// The loop of an operation, which sets its slot before anything of it is read.
fn loop_of(op: &Op) -> Option<&Loop> {
    match op {
        Op::Each { each, .. }
        | Op::ChooseEach { each, .. }
        | Op::Out(Whom::Each(each))
        | Op::Win(Whom::Each(each)) => Some(each),
        _ => None,
    }
}

const _: () = assert!(FIRST_FREE > PATTERN);
