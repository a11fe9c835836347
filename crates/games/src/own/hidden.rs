//! What each seat sees of a game file, and where nothing that is hidden matters any more.

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

/// So many places are looked at to find out whether anything hidden is read from one on.
const MOST_LOOKED_AT: usize = 500_000;

/// What one seat sees of a throw or a choice, and of all that follows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sight {
    /// The operation at which something is thrown or chosen.
    pub at: u32,
    /// What, where the seat sees it.
    pub made: Option<Made>,
    /// The slots that it sees change or shown, with what they hold.
    pub shown: Box<[(u32, i64)]>,
    /// The coins that change hands.
    paid: Box<[Transfer]>,
}

impl OwnGame {
    /// Whether only who does it sees what is thrown or chosen at an operation.
    fn is_hidden(&self, at: u32) -> bool {
        self.machine.program.code.hidden.get(at as usize).copied().unwrap_or(false)
    }

    /// Whether nobody misses what is forgotten at a place: nothing that follows reads it.
    fn is_open(&self, spot: Spot) -> bool {
        let known =
            |spot: &Spot| self.opened.lock().unwrap_or_else(PoisonError::into_inner).get(spot).copied();
        if let Some(known) = known(&spot) {
            return known;
        }
        // From where each place was first reached.
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
        // Whatever leads there is not open either.
        opened.insert(at, false);
        while at != spot {
            at = before[&at];
            opened.insert(at, false);
        }
        false
    }

    /// All places that can follow one at once; `None` if what is forgotten is read on the way.
    fn goes_on_at(&self, spot: &Spot) -> Option<Vec<Spot>> {
        let (mut slots, at) = self.slots(spot)?;
        let made = match self.turn(spot) {
            Turn::Chance(law) => {
                let outcomes = self.distributions().get(law)?.outcomes();
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
        // What was chosen among the dice that lie is known until they are thrown.
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
        // What it knows of hidden variables, the last that it saw of each.
        let mut held: BTreeMap<u32, i64> = BTreeMap::new();
        let mut thrown: Vec<(String, String)> = Vec::new();
        let code = &self.machine.program.code;
        for sight in seen {
            let is_hidden =
                |slot: u32| self.machine.variable_of(slot as usize).is_some_and(|told| told.hidden);
            let is_noted = sight.shown.iter().any(|(slot, _)| is_hidden(*slot));
            let is_told = |(slot, _): &&(u32, i64)| tells > Tells::Little || is_hidden(*slot);
            held.extend(sight.shown.iter().filter(is_told).copied());
            for (slot, lies) in
                sight.shown.iter().filter(|(slot, _)| code.hidden_throws.contains(&(*slot as usize)))
            {
                let name = code.named_throws.iter().find(|(_, named)| *named == *slot as usize);
                let name = name.map_or("dice", |(name, _)| name.as_str());
                thrown.push((format!("shown_{name}"), self.lying(*lies)));
            }
            if sight.at as usize == self.machine.pause() {
                continue;
            }
            if tells == Tells::All {
                knowledge.after.extend(self.told_of(sight));
            }
            let Some(made) = sight.made else { continue };
            let name = self.throw_name(sight.at).filter(|_| self.is_hidden(sight.at));
            match (made, name) {
                (Made::Thrown(number), Some(name)) => {
                    let lies = self.lying(i64::from(number) + 1);
                    thrown.retain(|(known, _)| *known != name);
                    thrown.push((name, lies));
                }
                (Made::Nothing, _) => {}
                _ if tells == Tells::All => {}
                _ if is_noted && self.is_hidden(sight.at) && tells < Tells::Secrets => {}
                (made, _) => knowledge.after.push(self.called_at(&[], sight.at as usize, made)),
            }
        }
        for told in &code.told {
            knowledge.own.extend(notation::seen_parts(self, told, seat, &root, &held));
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
    /// All that is seen of a step, one thing after the other: what was done, what was set or shown, and what was paid.
    fn told_of(&self, sight: &Sight) -> Vec<String> {
        let done =
            sight.made.map_or_else(|| "?".to_owned(), |made| self.called_at(&[], sight.at as usize, made));
        let set = sight.shown.iter().filter_map(|(slot, held)| {
            match *slot as usize {
                MOVER => return Some(format!("turn={held}")),
                LEAVING => return Some(format!("out={}", notation::seats_told(self.seats(), *held))),
                _ => {}
            }
            let told = self.machine.variable_of(*slot as usize)?;
            let place = *slot as usize - told.list.base;
            let whose =
                told.owner(*slot as usize).map_or_else(String::new, |owner| format!("{}.", owner + 1));
            let index = to_number(place % told.list.len) + told.list.first;
            let index = if told.is_list { format!("[{index}]") } else { String::new() };
            let held = if told.dice.is_some() { self.lying(*held) } else { held.to_string() };
            Some(format!("{whose}{}{index}={held}", told.list.name))
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

    /// What lies in a slot, as it is typed.
    fn lying(&self, held: i64) -> String {
        let number = usize::try_from(held - 1).ok();
        let lying = number.and_then(|number| self.machine.program.throws.thrown.get(number));
        lying.map_or_else(String::new, super::throws::Thrown::typed)
    }

    /// The name of what is thrown at an operation.
    fn throw_name(&self, at: u32) -> Option<String> {
        let code = &self.machine.program.code;
        let slot = match code.ops.get(at as usize)? {
            Op::Roll { site, .. } => code.sites[*site].name?,
            Op::Rethrow { name } => (*name)?,
            _ => return None,
        };
        code.named_throws.iter().find(|(_, named)| *named == slot).map(|(name, _)| name.clone())
    }

    /// That a seat would have to know what it does not, with the place where it is asked.
    pub(super) fn unknown(&self, seat: usize, states: &[Spot; 2]) -> Problem {
        let code = &self.machine.program.code;
        let found = states.each_ref().map(|spot| self.slots(spot));
        let differs = |slot: usize| match &found {
            [Some((one, _)), Some((other, _))] => one.get(slot) != other.get(slot),
            _ => false,
        };
        let hidden = code.told.iter().filter(|told| told.hidden).find_map(|told| {
            let mut slots = told.slots(code.seats);
            let slot = slots.find(|slot| differs(*slot) && told.owner(*slot) != Some(seat))?;
            let whose = told.owner(slot).map_or_else(String::new, |owner| format!(" of seat {}", owner + 1));
            Some(format!("`{}`{whose}", told.list.name))
        });
        let what = hidden.unwrap_or_else(|| "what was thrown or chosen in secret".to_owned());
        let me = to_number(seat + 1);
        // What somebody else does in secret shows more of where it comes from than what the seat is asked.
        let is_own = |spot: &&Spot| self.me(spot) == me;
        let asked = states.iter().find(|spot| !is_own(spot)).unwrap_or(&states[1]);
        let at = code.spans.get(asked.at as usize).cloned().unwrap_or(0..0);
        Problem::new(
            &at,
            format!("seat {} does not know {what}", seat + 1),
            "this hangs on it: whether it is thrown or asked here, or what can be chosen",
        )
        .helped("`reveal` it before, or let it decide what comes of the answer, and not what is asked")
    }
}
