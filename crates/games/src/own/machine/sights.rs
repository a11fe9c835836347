//! Who sees what, if anything is hidden.

use super::{Effects, Machine, Sees, Shown};
use crate::own::evaluate::Worked;
use crate::own::program::{Code, Declared, FIRST_FREE, FORGOTTEN, Is, LEAVING, ME, MOVER, Op, Show};

/// The slots that can hold something hidden: those of the file, and those set from them on the way.
pub(super) fn hidden_slots(code: &Code) -> Vec<bool> {
    let mut hidden = vec![false; code.slots];
    if !code.hides {
        return hidden;
    }
    let mut hide = |slots: std::ops::Range<usize>| hidden[slots].fill(true);
    code.declared
        .iter()
        .filter(|declared| declared.hidden)
        .for_each(|declared| hide(declared.slots(code.seats)));
    code.hidden_throws.iter().for_each(|slot| hide(*slot..slot + 1));
    for (op, is_hidden) in code.ops.iter().zip(&code.hidden) {
        match op {
            Op::Lay { to, .. } => hide(*to..to + 1),
            Op::Set { to, .. } if to.list.base >= code.of_turn.end => hide(to.list.base..to.list.base + 1),
            op if *is_hidden => op.chosen().into_iter().for_each(|(slot, _)| hide(slot..slot + 1)),
            _ => {}
        }
    }
    hidden
}

impl Machine {
    /// The variable that a slot belongs to.
    pub(in crate::own) fn variable_of(&self, slot: usize) -> Option<&Declared> {
        let code = self.code();
        let is_variable = (FIRST_FREE..code.of_turn.end).contains(&slot);
        code.declared.iter().filter(|_| is_variable).rev().find(|declared| declared.list.base <= slot)
    }

    /// Who sees what a slot holds if it is set now. In a game for one, hidden values are hidden from the only player.
    fn sees(&self, slot: usize, slots: &[i64]) -> Sees {
        match self.variable_of(slot) {
            Some(declared) if declared.hidden && self.code().seats == 1 => Sees::Nobody,
            Some(declared) if declared.hidden => {
                let owner = declared.owner(slot).or_else(|| usize::try_from(slots[ME] - 1).ok());
                owner.map_or(Sees::Nobody, Sees::One)
            }
            Some(_) => Sees::All,
            None if [LEAVING, MOVER].contains(&slot) => Sees::All,
            None => Sees::Nobody,
        }
    }

    /// Records who sees what a slot holds now.
    pub(super) fn show(&self, slot: usize, slots: &[i64], effects: &mut Effects) {
        if !self.code().hides {
            return;
        }
        let to = self.sees(slot, slots);
        if to != Sees::Nobody {
            effects.shown.push(Shown { slot, held: slots[slot], to });
        }
    }

    /// The slot that says whether everybody knows what another holds, if that can be hidden.
    pub(in crate::own) fn known_slot(&self, slot: usize) -> Option<usize> {
        self.code().known_to_all.iter().find(|(hidden, _)| *hidden == slot).map(|(_, known)| *known)
    }

    /// Sets whether everybody knows what a slot holds.
    pub(super) fn know(&self, slot: usize, slots: &mut [i64], is_known: bool) {
        if let Some(known) = self.known_slot(slot) {
            slots[known] = i64::from(is_known);
        }
    }

    /// Shows everybody what was hidden.
    pub(super) fn reveal(&self, shown: &[Show], slots: &mut [i64], effects: &mut Effects) -> Worked<()> {
        let code = self.code();
        let mut all = Vec::new();
        for shown in shown {
            match shown {
                Show::Variable(address) if address.index.is_some() => {
                    all.push(self.program.tables.slot(address, slots)?);
                }
                Show::Variable(address) => {
                    let first = self.program.tables.slot(address, slots)?;
                    all.extend(first..first + address.list.len);
                }
                Show::Throw(slot) => all.push(*slot),
                Show::All => {
                    let hidden = code.declared.iter().filter(|declared| declared.hidden);
                    all.extend(hidden.flat_map(|declared| declared.slots(code.seats)));
                    all.extend(&code.hidden_throws);
                }
            }
        }
        // Forgotten values, and throws that were never made, cannot be seen.
        let rests = |slot: &usize| {
            slots[*slot] != FORGOTTEN && (slots[*slot] > 0 || code.ranges[*slot].is != Is::Throw)
        };
        let shown = all.iter().filter(|slot| rests(slot));
        effects.shown.extend(shown.map(|slot| Shown { slot: *slot, held: slots[*slot], to: Sees::All }));
        for slot in all {
            self.know(slot, slots, true);
        }
        Ok(())
    }
}
