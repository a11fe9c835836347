//! What each seat sees of a game file, and where hidden information no longer matters.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use rustc_hash::FxHashMap;

use super::evaluate::to_number;
use super::machine::{Made, Reached, Sees};
use super::notation;
use super::problem::Problem;
use super::process::{Notes, OwnGame};
use super::program::{LEAVING, MOVER, Op};
use super::spot::{OVER, Spot};
use crate::kit::{Hiding, Knowledge, Tells};
use tali_core::exact::NoEquilibrium;
use tali_core::process::{Account, Amount, Hides, Process, Step, Transfer, Turn};

/// The most spots to visit to find out whether anything hidden is still read.
const MOST_LOOKED_AT: usize = 500_000;

/// What one seat sees of a throw or a choice, and of all that follows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sight {
    /// The operation of the throw or choice.
    pub at: u32,
    /// Its outcome, if the seat sees it.
    pub made: Option<Made>,
    /// The slots that it sees changed or revealed, with what they hold.
    pub shown: Box<[(u32, i64)]>,
    /// The coins that change hands.
    paid: Box<[Transfer]>,
}

impl OwnGame {
    /// Whether only the acting seat sees what is thrown or chosen at an operation.
    fn is_hidden(&self, at: u32) -> bool {
        self.machine.program.code.hidden.get(at as usize).copied().unwrap_or(false)
    }

    /// Whether nothing that follows a spot reads what was forgotten there.
    fn is_open(&self, spot: Spot) -> bool {
        let known =
            |spot: &Spot| self.opened.lock().unwrap_or_else(PoisonError::into_inner).get(spot).copied();
        if let Some(known) = known(&spot) {
            return known;
        }
        // The spot from which each was first reached.
        let mut before: FxHashMap<Spot, Spot> = FxHashMap::from_iter([(spot, spot)]);
        let mut open = vec![spot];
        let mut missed = None;
        while let Some(spot) = open.pop() {
            let next = self.goes_on_at(&spot).filter(|_| before.len() <= MOST_LOOKED_AT);
            let Some(next) = next.filter(|next| next.iter().all(|next| known(next) != Some(false))) else {
                missed = Some(spot);
                break;
            };
            for next in next.into_iter().filter(|next| known(next).is_none()) {
                before.entry(next).or_insert_with(|| {
                    open.push(next);
                    spot
                });
            }
        }
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut at) = missed else {
            opened.extend(before.into_keys().map(|spot| (spot, true)));
            return true;
        };
        // Spots that lead there are not open either.
        opened.insert(at, false);
        while at != spot {
            at = before[&at];
            opened.insert(at, false);
        }
        false
    }

    /// All spots that can directly follow one; `None` if something forgotten is read on the way.
    fn goes_on_at(&self, spot: &Spot) -> Option<Vec<Spot>> {
        let (mut slots, at) = self.slots(spot)?;
        let made = match self.turn(spot) {
            Turn::Chance(distribution) => {
                let outcomes = self.distributions().get(distribution)?.outcomes();
                outcomes.iter().map(|(made, _)| *made).collect()
            }
            Turn::Choose { .. } if self.machine.program.code.ops.get(at).is_some_and(Op::is_choice) => {
                self.machine.options(&mut slots, at).ok()?
            }
            Turn::Choose { .. } | Turn::End(_) => return None,
        };
        let mut next = Vec::new();
        for made in made {
            let (reached, slots, _) = self.made(spot, made, &mut |_| {});
            match reached {
                Err(_) => return None,
                Ok(Reached::Stop(_)) => next.push(self.spot(&slots, &reached)),
                Ok(Reached::Over(_) | Reached::Never) => {}
            }
        }
        Some(next)
    }
}

impl Hides for OwnGame {
    type Sight = Sight;

    fn sight(&self, seat: usize, from: &Spot, made: Made, step: &Step<Spot, Notes>) -> Sight {
        let is_own = || {
            let is_me = self.me(from) == to_number(seat + 1);
            let is_chosen = !matches!(made, Made::Thrown(_) | Made::Happens(_));
            is_me && (is_chosen || self.seats() > 1)
        };
        let is_seen = !self.is_hidden(from.at) || is_own();
        let shown = step.event.iter().flat_map(|event| &event.shown);
        let shown = shown.filter(|shown| shown.to == Sees::All || shown.to == Sees::One(seat));
        Sight {
            at: from.at,
            made: is_seen.then_some(made),
            shown: shown.map(|shown| (u32::try_from(shown.slot).unwrap_or(u32::MAX), shown.held)).collect(),
            paid: step.transfers.as_slice().into(),
        }
    }

    fn open(&self, spot: &Spot) -> Option<Spot> {
        if spot.at == OVER {
            return None;
        }
        // The chosen dice are known until they are thrown.
        let is_between =
            matches!(self.machine.program.code.ops.get(spot.at as usize), Some(Op::Rethrow { .. }));
        let forgotten = self.forgotten(spot).filter(|_| !(is_between && self.is_hidden(spot.at)))?;
        self.is_open(forgotten).then_some(forgotten)
    }

    fn question(&self, spot: &Spot) -> u64 {
        u64::from(spot.at) | u64::try_from(self.me(spot)).unwrap_or(0) << 32
    }
}

impl Hiding for OwnGame {
    fn knowledge(&self, root: &Spot, seat: usize, seen: &[&Sight], tells: Tells) -> Knowledge {
        let mut knowledge = Knowledge { seat: seat + 1, ..Knowledge::default() };
        let first = self.slots(&self.start()).map(|(slots, _)| slots).unwrap_or_default();
        let root = self.slots(root).map(|(slots, _)| slots).unwrap_or_default();
        knowledge.open = notation::open_parts(self, &root, &first);
        // What the seat knows of hidden variables: the last that it saw of each.
        let mut held: BTreeMap<u32, i64> = BTreeMap::new();
        let mut thrown: Vec<(String, String)> = Vec::new();
        let code = &self.machine.program.code;
        for sight in seen {
            let is_hidden =
                |slot: u32| self.machine.variable_of(slot as usize).is_some_and(|declared| declared.hidden);
            let is_noted = sight.shown.iter().any(|(slot, _)| is_hidden(*slot));
            let is_shown = |(slot, _): &&(u32, i64)| tells > Tells::Little || is_hidden(*slot);
            held.extend(sight.shown.iter().filter(is_shown).copied());
            for (slot, thrown_there) in
                sight.shown.iter().filter(|(slot, _)| code.hidden_throws.contains(&(*slot as usize)))
            {
                let name = code.named_throws.iter().find(|(_, named)| *named == *slot as usize);
                let name = name.map_or("dice", |(name, _)| name.as_str());
                thrown.push((format!("shown_{name}"), self.dice_text(*thrown_there)));
            }
            if sight.at as usize == self.machine.pause() {
                continue;
            }
            if tells == Tells::All {
                knowledge.after.extend(self.shown_of(sight));
            }
            let Some(made) = sight.made else { continue };
            let name = self.throw_name(sight.at).filter(|_| self.is_hidden(sight.at));
            match (made, name) {
                (Made::Thrown(number), Some(name)) => {
                    let dice = self.dice_text(i64::from(number) + 1);
                    thrown.retain(|(known, _)| *known != name);
                    thrown.push((name, dice));
                }
                (Made::Nothing, _) => {}
                _ if tells == Tells::All => {}
                _ if is_noted && self.is_hidden(sight.at) && tells < Tells::Secrets => {}
                (made, _) => knowledge.after.push(self.called_at(&[], sight.at as usize, made)),
            }
        }
        for declared in &code.declared {
            knowledge.own.extend(notation::seen_parts(self, declared, seat, &root, &held));
        }
        knowledge.own.extend(thrown);
        let Knowledge { open, own, .. } = &mut knowledge;
        open.retain(|(name, _)| own.iter().all(|(other, _)| other != name));
        knowledge
    }

    fn why_unsolved(&self, why: &NoEquilibrium<Spot>) -> String {
        match why {
            NoEquilibrium::Unknown { seat, states } => self.unknown(*seat, states).title,
            NoEquilibrium::ComesBack(spot) => {
                format!("{why} (in the stage from {})", notation::root(self, spot))
            }
            other => other.to_string(),
        }
    }
}

impl OwnGame {
    /// Lists all that is seen of a step: what was done, then what was set or shown, then what was paid.
    fn shown_of(&self, sight: &Sight) -> Vec<String> {
        let done =
            sight.made.map_or_else(|| "?".to_owned(), |made| self.called_at(&[], sight.at as usize, made));
        let set = sight.shown.iter().filter_map(|(slot, held)| {
            match *slot as usize {
                MOVER => return Some(format!("turn={held}")),
                LEAVING => return Some(format!("out={}", notation::seats_shown(self.seats(), *held))),
                _ => {}
            }
            let declared = self.machine.variable_of(*slot as usize)?;
            let position = *slot as usize - declared.list.base;
            let whose =
                declared.owner(*slot as usize).map_or_else(String::new, |owner| format!("{}.", owner + 1));
            let index = to_number(position % declared.list.len) + declared.list.first;
            let index = if declared.is_list { format!("[{index}]") } else { String::new() };
            let held = if declared.dice.is_some() { self.dice_text(*held) } else { held.to_string() };
            Some(format!("{whose}{}{index}={held}", declared.list.name))
        });
        let paid = sight.paid.iter().map(|transfer| {
            let who = |account: Account| match account {
                Account::Seat(seat) => (seat + 1).to_string(),
                Account::Pot => "pot".to_owned(),
                Account::Bank => "bank".to_owned(),
            };
            let amount = match transfer.amount {
                Amount::Coins(coins) => coins.to_string(),
                Amount::Share { numerator, denominator } => format!("{numerator}/{denominator}"),
            };
            format!("{}>{}:{amount}", who(transfer.from), who(transfer.to))
        });
        std::iter::once(done).chain(set).chain(paid).collect()
    }

    /// The throw in a slot, as it is typed.
    fn dice_text(&self, held: i64) -> String {
        let number = usize::try_from(held - 1).ok();
        let dice_text = number.and_then(|number| self.machine.program.throws.thrown.get(number));
        dice_text.map_or_else(String::new, super::throws::Thrown::typed)
    }

    /// The name of the throw made at an operation.
    fn throw_name(&self, at: u32) -> Option<String> {
        let code = &self.machine.program.code;
        let slot = match code.ops.get(at as usize)? {
            Op::Roll { site, .. } => code.sites[*site].name?,
            Op::Rethrow { name } => (*name)?,
            _ => return None,
        };
        code.named_throws.iter().find(|(_, named)| *named == slot).map(|(name, _)| name.clone())
    }

    /// The problem that a seat would need to know what it does not, with the place where it is asked.
    pub(super) fn unknown(&self, seat: usize, states: &[Spot; 2]) -> Problem {
        let code = &self.machine.program.code;
        let found = states.each_ref().map(|spot| self.slots(spot));
        let differs = |slot: usize| match &found {
            [Some((one, _)), Some((other, _))] => one.get(slot) != other.get(slot),
            _ => false,
        };
        let hidden = code.declared.iter().filter(|declared| declared.hidden).find_map(|declared| {
            let mut slots = declared.slots(code.seats);
            let slot = slots.find(|slot| differs(*slot) && declared.owner(*slot) != Some(seat))?;
            let whose =
                declared.owner(slot).map_or_else(String::new, |owner| format!(" of seat {}", owner + 1));
            Some(format!("`{}`{whose}", declared.list.name))
        });
        let what = hidden.unwrap_or_else(|| "what was thrown or chosen in secret".to_owned());
        let me = to_number(seat + 1);
        // A secret act of another seat shows the cause better than what this seat is asked.
        let is_own = |spot: &&Spot| self.me(spot) == me;
        let asked = states.iter().find(|spot| !is_own(spot)).unwrap_or(&states[1]);
        let at = code.spans.get(asked.at as usize).cloned().unwrap_or(0..0);
        Problem::new(
            &at,
            format!("seat {} does not know {what}", seat + 1),
            "this depends on it: whether there is a throw or a choice here, or what can be chosen",
        )
        .helped("`reveal` it before, or let it decide the result of the choice, not the options")
    }
}
