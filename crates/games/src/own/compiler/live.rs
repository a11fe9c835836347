//! Liveness: what still matters at each operation, so that positions omit the rest.
//!
//! A fact is a slot that is still read, the value of an expression of a throw, all that a throw shows, or the order of a list.
//! The facts alive before each operation are found backwards, as in compilers (A. V. Aho, M. S. Lam, R. Sethi,
//! J. D. Ullman, *Compilers*, 2nd edition 2007, section 9.2.5).

use super::order::{Unordered, unordered};
use super::walk::{children, loop_of, own_slots, values_of};
use crate::own::program::{Address, Atom, Code, LAST, List, ListValue, Op, PATTERN, PolicyStep, Show, Value};
use crate::own::syntax::Assign;

/// The facts that are alive before each operation.
#[derive(Debug, Default)]
pub(in crate::own) struct Live {
    words: usize,
    bits: Vec<u64>,
    slots: usize,
    atoms: usize,
    unordered: Vec<Unordered>,
    /// For each operation, the slots whose values no longer matter in this turn.
    over: Vec<Vec<usize>>,
}

impl Live {
    fn row(&self, op: usize) -> &[u64] {
        &self.bits[op * self.words..(op + 1) * self.words]
    }

    pub(super) fn has(&self, op: usize, fact: usize) -> bool {
        self.row(op)[fact / 64] >> (fact % 64) & 1 == 1
    }

    /// Whether the contents of a slot are still read.
    pub(in crate::own) fn reads(&self, op: usize, slot: usize, atoms: &[Atom]) -> bool {
        let of_throw =
            || (0..self.atoms).any(|atom| atoms[atom].slot == slot && self.has(op, self.slots + atom));
        self.has(op, slot) || self.has(op, self.whole(slot)) || of_throw()
    }

    /// The fact of all that the throw in a slot shows; the orders of lists come after those of all slots.
    const fn whole(&self, slot: usize) -> usize {
        self.slots + self.atoms + slot
    }

    /// The slots of a turn whose values no longer matter before an operation.
    pub(in crate::own) fn over(&self, op: usize) -> &[usize] {
        &self.over[op]
    }

    /// Whether the order of an unordered list still matters in this turn.
    pub(in crate::own) fn reads_order(&self, op: usize, base: usize) -> bool {
        let at = self.unordered.iter().position(|list| list.base == base);
        at.is_none_or(|at| {
            let indices = &self.unordered[at].gone_over_by;
            self.has(op, self.whole(self.slots) + at) || indices.iter().any(|(slot, _)| self.has(op, *slot))
        })
    }

    /// The entry that a choice looks up in an unordered list whose order does not matter: equal entries are then interchangeable.
    pub(in crate::own) fn chosen_of_unordered(&self, op: usize, slot: usize) -> Option<&Address> {
        let mut indices = self.unordered.iter().flat_map(|list| &list.gone_over_by);
        let (_, address) = indices.find(|(position, _)| *position == slot)?;
        Some(address).filter(|address| !self.reads_order(op, address.list.base))
    }
}

/// Finds the facts that an operation reads and ends.
struct Facts<'c> {
    code: &'c Code,
    unordered: &'c [Unordered],
}

impl Facts<'_> {
    fn whole(&self, slot: usize) -> usize {
        self.code.slots + self.code.atoms.len() + slot
    }

    /// The fact that the order of an unordered list is read: by any index except one that loops over the whole list.
    fn order(&self, address: &Address) -> Option<usize> {
        let position = self.unordered.iter().position(|list| list.base == address.list.base)?;
        let is_any = match &address.index {
            None => true,
            Some(Value::Slot(slot)) => {
                self.unordered[position].gone_over_by.iter().any(|(other, _)| other == slot)
            }
            Some(_) => false,
        };
        (!is_any).then_some(self.whole(self.code.slots) + position)
    }

    /// Passes on the facts that a value reads.
    fn of(&self, value: &Value, add: &mut dyn FnMut(usize)) {
        // A formula's own slot is not read from outside.
        let own = match value {
            Value::Over { each, .. } => Some(each.slot),
            Value::Let { slot, .. } => Some(*slot),
            _ => None,
        };
        if let Value::At(address) | Value::Any { list: ListValue::Of(address), .. } = value {
            self.order(address).into_iter().for_each(&mut *add);
        }
        match value {
            Value::Atom(atom) => add(self.code.slots + atom),
            Value::Thrown(slot, _) => add(self.whole(*slot)),
            Value::Asked(slot, _, number) => {
                add(self.whole(*slot));
                self.of(number, add);
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

    /// The facts that an operation reads, except slots that it sets first.
    fn read_by(&self, at: usize) -> Vec<usize> {
        let mut read = Vec::new();
        let op = &self.code.ops[at];
        values_of(op, &mut |value| self.of(value, &mut |fact| read.push(fact)));
        for policy in &self.code.policies {
            let steps = policy.lines.iter().filter(|step| step.at == at);
            steps.flat_map(PolicyStep::values).for_each(|value| self.of(value, &mut |fact| read.push(fact)));
        }
        if let Some(each) = loop_of(op) {
            read.retain(|fact| *fact != each.slot);
        }
        if let Op::Keep { slot, .. } = op {
            let own: Vec<usize> = self.of_throw(*slot).collect();
            read.retain(|fact| !own.contains(fact));
        }
        match op {
            Op::Set { to, .. } => read.extend(self.order(to)),
            Op::Each { counter, .. } => read.push(*counter),
            Op::RerollAny { .. } | Op::Keep { .. } => read.push(self.whole(LAST)),
            Op::Lay { from, .. } => read.push(self.whole(*from)),
            Op::PutAside { to, how, from } => {
                read.push(self.whole(*from));
                read.extend((*how != Assign::Set).then(|| self.whole(*to)));
            }
            Op::RerollAll => read.push(LAST),
            Op::Rethrow { .. } => read.push(PATTERN),
            Op::EndBy { saved } => read.push(*saved),
            Op::Reveal(shown) => shown.iter().for_each(|shown| self.shown(shown, &mut read)),
            _ => {}
        }
        // Figures are read at the end of the game.
        let may_end = match op {
            Op::Win(_) | Op::Draw => true,
            Op::End | Op::Pass(_) | Op::First(_) => self.code.ops.iter().any(|op| matches!(op, Op::Out(_))),
            _ => false,
        };
        for figure in self.code.figures.iter().filter(|_| may_end) {
            figure.values().for_each(|value| self.of(value, &mut |fact| read.push(fact)));
        }
        read
    }

    /// Adds the facts that `reveal` reads.
    fn shown(&self, shown: &Show, read: &mut Vec<usize>) {
        match shown {
            Show::Variable(address) => {
                let List { base, len, .. } = *address.list;
                let seats = if address.seat.is_some() { self.code.seats } else { 1 };
                read.extend(base..base + len * seats);
            }
            Show::Throw(slot) => read.push(self.whole(*slot)),
            Show::All => {
                let hidden = self.code.declared.iter().filter(|declared| declared.hidden);
                read.extend(hidden.flat_map(|declared| declared.slots(self.code.seats)));
                read.extend(self.code.hidden_throws.iter().map(|slot| self.whole(*slot)));
            }
        }
    }

    /// All facts about the throw in a slot.
    fn of_throw(&self, slot: usize) -> impl Iterator<Item = usize> {
        let atoms = self.code.atoms.iter().enumerate().filter(move |(_, atom)| atom.slot == slot);
        atoms.map(|(index, _)| self.code.slots + index).chain([slot, self.whole(slot)])
    }

    /// The facts that an operation always overwrites, so that their former values no longer matter.
    fn ended_by(&self, op: &Op) -> Vec<usize> {
        match op {
            Op::Set { to, .. } if to.seat.is_none() && to.index.is_none() => vec![to.list.base],
            Op::PutAside { to: slot, how: Assign::Set, .. }
            | Op::Lay { to: slot, .. }
            | Op::Keep { slot, .. } => self.of_throw(*slot).collect(),
            Op::Begin { counter } => vec![*counter],
            Op::By { saved, .. } => vec![*saved],
            Op::Roll { site, .. } => {
                let name = self.code.sites[*site].name;
                self.of_throw(LAST).chain(name.into_iter().flat_map(|name| self.of_throw(name))).collect()
            }
            Op::RerollAll | Op::RerollAny { .. } => vec![PATTERN],
            _ => Vec::new(),
        }
    }

    /// The operations that can follow an operation.
    fn after(&self, at: usize) -> Vec<usize> {
        match &self.code.ops[at] {
            Op::Unless { to, .. }
            | Op::Chance { otherwise: to, .. }
            | Op::Each { exit: to, .. }
            | Op::Keep { after: to, .. } => vec![at + 1, *to],
            Op::Jump(to) => vec![*to],
            Op::Choose { options, after } => options.iter().map(|option| option.to).chain([*after]).collect(),
            Op::ChooseEach { body, after, .. } => vec![*body, *after],
            Op::Again | Op::Pass(_) | Op::First(_) | Op::Win(_) | Op::Draw | Op::End => Vec::new(),
            _ => vec![at + 1],
        }
    }
}

/// Finds what is alive before each operation.
pub(super) fn live(code: &Code) -> Live {
    let unordered = unordered(code);
    let facts = Facts { code, unordered: &unordered };
    let orders = facts.whole(code.slots);
    let all = orders + unordered.len();
    let words = all.div_ceil(64);
    let bits = vec![0; words * code.ops.len()];
    let (slots, atoms) = (code.slots, code.atoms.len());
    let mut live = Live { words, bits, slots, atoms, unordered: Vec::new(), over: Vec::new() };
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
                // `again` forgets throws and restarts loops.
                code.of_turn
                    .clone()
                    .flat_map(|slot| facts.of_throw(slot))
                    .chain(orders..all)
                    .filter(|fact| live.has(code.turn, *fact))
                    .for_each(|fact| row[fact / 64] |= 1 << (fact % 64));
            }
            ended[at].iter().for_each(|fact| row[fact / 64] &= !(1 << (fact % 64)));
            read[at].iter().for_each(|fact| row[fact / 64] |= 1 << (fact % 64));
            if row != live.row(at) {
                live.bits[at * words..(at + 1) * words].copy_from_slice(&row);
                changed = true;
            }
        }
    }
    let of_turn = || (code.of_turn.start..code.slots).chain([LAST]);
    let over = |op: usize| of_turn().filter(|slot| !live.reads(op, *slot, &code.atoms)).collect();
    let over = (0..code.ops.len()).map(over).collect();
    Live { unordered, over, ..live }
}
