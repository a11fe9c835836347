//! Builds the trees of turns.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use num_traits::One;

use super::scores::{Faces, Score, four_alike, is_venus, sorted};
use super::settings::{Effect, Fees, Power, REROLL_BONES, REROLL_NAMES, Settings};
use super::tree::{Node, Turns};
use super::turns::{
    ALL_BONES, Action, Bones, Choosable, Ending, OnTable, Payment, TurnLog, chosen, faces_of,
};
use tali_core::tali::{Face, TaliSet, USUAL_TALI};

/// Builds the trees for one kind of seat.
pub(super) struct Builder<'a> {
    settings: &'a Settings,
    bones: &'a TaliSet,
    powers: &'a [Power],
    turns: Turns,
    on_table: HashMap<OnTable, usize>,
    thrown: HashMap<(OnTable, Bones), Option<usize>>,
    state: HashMap<Ending, usize>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(settings: &'a Settings, bones: &'a TaliSet, powers: &'a [Power]) -> Self {
        Self {
            settings,
            bones,
            powers,
            turns: Turns::of(powers),
            on_table: HashMap::new(),
            thrown: HashMap::new(),
            state: HashMap::new(),
        }
    }

    /// Builds a whole turn; with `may_call`, it begins with the choice to call Jove.
    pub(super) fn whole(mut self, may_call: bool) -> Turns {
        let before = OnTable {
            faces: [Face::One; USUAL_TALI],
            open: self.settings.variants.rerolls,
            power: !self.powers.is_empty(),
            added: 0,
            log: TurnLog::default(),
        };
        let throw = self.throw(&before, ALL_BONES);
        if may_call && let Some(throw) = throw {
            let call = self.turns.leaf(Ending::Call);
            let option = |action, pays, to| Choosable { action, pays, to };
            let options = [option(Action::Throw, 0, throw), option(Action::Call, self.settings.ante, call)];
            self.turns.choose(None, options.into());
        }
        self.turns
    }

    /// Builds the rest of a turn from this cast on.
    pub(super) fn from(mut self, on_table: OnTable) -> Turns {
        let node = self.decide(on_table.clone());
        if !matches!(self.turns.nodes()[node], Node::Choose(_)) {
            // There is only one option.
            self.turns.choose(Some(on_table), vec![Choosable { action: Action::Stand, pays: 0, to: node }]);
        }
        self.turns
    }

    /// Adds a throw of these bones; `None` if they cannot be thrown.
    fn throw(&mut self, on_table: &OnTable, bones: Bones) -> Option<usize> {
        // The old faces of thrown bones do not matter.
        let mut key = on_table.clone();
        for bone in chosen(bones) {
            key.faces[bone] = Face::One;
        }
        if self.bones.is_alike() {
            // Only the faces held matter, not the bones that show them.
            let held: Vec<Face> = chosen(!bones & ALL_BONES).map(|bone| on_table.faces[bone]).collect();
            for (bone, face) in key.faces.iter_mut().enumerate() {
                *face = held.get(bone).copied().unwrap_or(Face::One);
            }
        }
        let key =
            (key, if self.bones.is_alike() { bones.count_ones().try_into().unwrap_or(0) } else { bones });
        if let Some(known) = self.thrown.get(&key) {
            return *known;
        }
        let mut outcomes: BTreeMap<Faces, (BigUint, Faces)> = BTreeMap::new();
        for (faces, weight) in self.outcomes(&on_table.faces, bones) {
            let shown = if self.bones.is_alike() { sorted(faces) } else { faces };
            let entry = outcomes.entry(shown).or_insert_with(|| (BigUint::ZERO, faces));
            entry.0 += weight;
        }
        let land =
            |(faces, (weight, as_thrown))| (faces, (self.land(on_table, faces, &as_thrown, bones), weight));
        let landed = outcomes.into_iter().map(land).collect();
        let node = self.turns.chance(&landed);
        self.thrown.insert(key, node);
        node
    }

    /// All results of throwing these bones again, with their weights.
    fn outcomes(&self, faces: &Faces, bones: Bones) -> Vec<(Faces, BigUint)> {
        let mut outcomes = vec![(*faces, BigUint::one())];
        for bone in chosen(bones) {
            let talus = &self.bones.tali()[bone];
            let more = outcomes.iter().flat_map(|(faces, weight)| {
                Face::ALL.into_iter().map(move |face| {
                    let mut faces = *faces;
                    faces[bone] = face;
                    (faces, weight * talus.weight(face))
                })
            });
            outcomes = more.filter(|(_, weight)| *weight != BigUint::ZERO).collect();
        }
        outcomes
    }

    /// Adds the situation after a throw.
    fn land(&mut self, before: &OnTable, faces: Faces, as_thrown: &Faces, bones: Bones) -> usize {
        let mut on_table = OnTable { faces, ..before.clone() };
        on_table.log.throws += 1;
        if is_venus(&faces) || self.settings.fees == Fees::Last {
            return self.decide(on_table);
        }
        let charge = if four_alike(&faces).is_some() {
            charge(self.settings, &faces)
        } else {
            let ones = chosen(bones).filter(|bone| as_thrown[*bone] == Face::One).count();
            Payment::Pay(self.settings.dog * i64::try_from(ones).unwrap_or(0))
        };
        self.charged(on_table, Some(charge), Self::decide)
    }

    /// Adds a charge, and the choice to avoid it with a power.
    fn charged(
        &mut self,
        on_table: OnTable,
        charge: Option<Payment>,
        then: impl Fn(&mut Self, OnTable) -> usize,
    ) -> usize {
        let mut options = Vec::new();
        if let Some(Payment::Pay(coins)) = charge {
            for (number, cost) in self.sparing(&on_table, coins) {
                let mut spared = on_table.clone();
                spared.power = false;
                spared.log.powers += 1;
                spared.log = spared.log.paying(cost);
                let action = Action::Power(number, 0);
                options.push(Choosable { action, pays: cost, to: then(self, spared) });
            }
        }
        let mut paid = on_table.clone();
        paid.log = paid.log.with(charge);
        let paid = then(self, paid);
        if options.is_empty() {
            return paid;
        }
        let pays = if let Some(Payment::Pay(coins)) = charge { coins } else { 0 };
        options.insert(0, Choosable { action: Action::Pay, pays, to: paid });
        options.sort_by_key(|option| Self::order(&on_table, option));
        self.turns.choose(Some(on_table), options)
    }

    /// The powers that avoid a charge, with their costs.
    fn sparing(&self, on_table: &OnTable, coins: i64) -> Vec<(usize, i64)> {
        if !on_table.power || coins == 0 {
            return Vec::new();
        }
        let kind = match four_alike(&on_table.faces) {
            Some(Face::One) => 1,
            Some(_) => 2,
            None => 0,
        };
        let sparing = |(number, power): (usize, &Power)| match power.effect {
            Effect::Immune(from) if from[kind] => Some((number, power.cost)),
            _ => None,
        };
        self.powers.iter().enumerate().filter_map(sparing).collect()
    }

    /// Adds the decision of the seat with this cast.
    fn decide(&mut self, on_table: OnTable) -> usize {
        let on_table = if self.bones.is_alike() {
            OnTable { faces: sorted(on_table.faces), ..on_table }
        } else {
            on_table
        };
        if is_venus(&on_table.faces) {
            return self.stand(Ending::Venus(on_table.log));
        }
        if let Some(known) = self.on_table.get(&on_table) {
            return *known;
        }
        let mut options = vec![Choosable { action: Action::Stand, pays: 0, to: self.state(&on_table) }];
        for variant in 0..REROLL_NAMES.len() {
            if on_table.open[variant] {
                self.reroll(&on_table, variant, &mut options);
            }
        }
        if on_table.power {
            for number in 0..self.powers.len() {
                self.power(&on_table, number, &mut options);
            }
        }
        options.sort_by_key(|option| Self::order(&on_table, option));
        let node = match options.as_slice() {
            [alone] => alone.to,
            _ => self.turns.choose(Some(on_table.clone()), options),
        };
        self.on_table.insert(on_table, node);
        node
    }

    /// The order of equal options.
    fn order(on_table: &OnTable, option: &Choosable) -> (i64, usize, u32, Bones) {
        let (kind, bones) = match option.action {
            Action::Reroll(variant, bones) => (1 + variant, bones),
            Action::Power(number, bones) => (4 + number, bones),
            _ => (0, 0),
        };
        let number =
            faces_of(&on_table.faces, bones).iter().fold(0, |number, face| number * 10 + face.value());
        // Lower bone numbers come first: the sets have equal sizes, and are compared bone by bone.
        (option.pays, kind, number, !bones.reverse_bits())
    }

    /// Adds the end of the turn, where the seat pays its charges or avoids them with a power.
    fn state(&mut self, on_table: &OnTable) -> usize {
        let score = Score::new(&on_table.faces, on_table.added);
        let charge = (self.settings.fees == Fees::Last).then(|| charge(self.settings, &on_table.faces));
        self.charged(on_table.clone(), charge, |builder, on_table| {
            builder.stand(Ending::Stand(score, on_table.log))
        })
    }

    fn stand(&mut self, ending: Ending) -> usize {
        if let Some(known) = self.state.get(&ending) {
            return *known;
        }
        let node = self.turns.leaf(ending.clone());
        self.state.insert(ending, node);
        node
    }

    fn reroll(&mut self, on_table: &OnTable, variant: usize, options: &mut Vec<Choosable>) {
        let price = self.settings.prices[variant];
        let mut after = on_table.clone();
        after.open[variant] = false;
        if !self.settings.each {
            after.open = [false; 3];
        }
        after.log.bought[variant] += 1;
        after.log = after.log.paying(price);
        for bones in self.sets_of(on_table, REROLL_BONES[variant]) {
            if let Some(to) = self.throw(&after, bones) {
                options.push(Choosable { action: Action::Reroll(variant, bones), pays: price, to });
            }
        }
    }

    fn power(&mut self, on_table: &OnTable, number: usize, options: &mut Vec<Choosable>) {
        let Power { cost, effect, .. } = self.powers[number];
        let mut after = OnTable { power: false, ..on_table.clone() };
        after.log.powers += 1;
        after.log = after.log.paying(cost);
        let option = |bones, to| Choosable { action: Action::Power(number, bones), pays: cost, to };
        match effect {
            Effect::Reroll(bones) => {
                for bones in self.sets_of(on_table, bones) {
                    options.extend(self.throw(&after, bones).map(|to| option(bones, to)));
                }
            }
            Effect::Turn(bones) => {
                for bones in self.sets_of(on_table, bones) {
                    let mut turned = after.clone();
                    for bone in chosen(bones) {
                        turned.faces[bone] = turned.faces[bone].opposite();
                    }
                    options.push(option(bones, self.decide(turned)));
                }
            }
            Effect::Add(added) => {
                if !Score::new(&on_table.faces, 0).is_none() {
                    options.push(option(0, self.decide(OnTable { added, ..after })));
                }
            }
            // It is used when a charge is due.
            Effect::Immune(_) => {}
        }
    }

    /// All different sets of this many bones; for equal bones, only the faces count.
    fn sets_of(&self, on_table: &OnTable, number: u32) -> Vec<Bones> {
        let mut sets: Vec<Bones> = (1..=ALL_BONES).filter(|bones| bones.count_ones() == number).collect();
        // Lower bone numbers come first.
        sets.sort_by_key(|bones| !bones.reverse_bits());
        if self.bones.is_alike() {
            let mut seen = Vec::new();
            sets.retain(|bones| {
                let faces = faces_of(&on_table.faces, *bones);
                let new = !seen.contains(&faces);
                seen.push(faces);
                new
            });
        }
        sets
    }
}

/// The full charge of a cast other than Venus.
pub(super) fn charge(settings: &Settings, faces: &Faces) -> Payment {
    match four_alike(faces) {
        Some(Face::One) => Payment::Pay(settings.gold),
        Some(Face::Three | Face::Four) => Payment::Pay(settings.silver),
        Some(Face::Six) => Payment::Eagle,
        None => {
            let ones = faces.iter().filter(|face| **face == Face::One).count();
            Payment::Pay(settings.dog * i64::try_from(ones).unwrap_or(0))
        }
    }
}
