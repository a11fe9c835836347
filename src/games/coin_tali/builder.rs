//! The trees of what can happen in a turn.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::One;

use super::characters::{Effect, Power};
use super::scores::{Faces, Score, four_alike, is_venus, sorted};
use super::settings::{Fees, REROLL_BONES, REROLL_NAMES, Settings};
use super::turns::{
    ALL_BONES, Action, Bones, Course, Ending, Lying, Payment, Turns, Usable, chosen, faces_of,
};
use crate::process::{Distribution, Node};
use crate::tali::{Face, TaliSet, USUAL_TALI};

/// Makes the trees of one kind of seat.
pub(super) struct Builder<'a> {
    settings: &'a Settings,
    bones: &'a TaliSet,
    powers: &'a [Usable],
    turns: Turns,
    lying: HashMap<Lying, usize>,
    thrown: HashMap<(Lying, Bones), Option<usize>>,
    standing: HashMap<Ending, usize>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(settings: &'a Settings, bones: &'a TaliSet, powers: &'a [Usable]) -> Self {
        Self {
            settings,
            bones,
            powers,
            turns: Turns { powers: powers.to_vec(), ..Turns::default() },
            lying: HashMap::new(),
            thrown: HashMap::new(),
            standing: HashMap::new(),
        }
    }

    /// A whole turn; with the choice to call Jove before it, where that is open.
    pub(super) fn whole(mut self, may_call: bool) -> Turns {
        let before = Lying {
            faces: [Face::One; USUAL_TALI],
            open: self.settings.variants.rerolls,
            power: !self.powers.is_empty(),
            added: 0,
            course: Course::default(),
        };
        let throw = self.throw(&before, ALL_BONES);
        if may_call && let Some(throw) = throw {
            let call = self.turns.leaf(Ending::Call);
            let options =
                vec![((Action::Throw, 0, 0.0), throw), ((Action::Call, self.settings.ante, 0.0), call)];
            self.turns.choose(None, options);
        }
        self.turns.complete()
    }

    /// The rest of a turn in which this lies.
    pub(super) fn from(mut self, lying: Lying) -> Turns {
        let node = self.decide(lying.clone());
        if !matches!(self.turns.tree.nodes()[node], Node::Choose { .. }) {
            // There is but one thing to do.
            self.turns.choose(Some(lying), vec![((Action::Stand, 0, 0.0), node)]);
        }
        self.turns
    }

    /// What the first throw of a turn is charged at once.
    pub(super) fn first_charge(&self, faces: &Faces) -> Course {
        Course::default().with(Some(self.charge(faces)))
    }

    /// The bones are thrown from what lies; `None` where they cannot be.
    fn throw(&mut self, lying: &Lying, bones: Bones) -> Option<usize> {
        // What is thrown again lies no longer.
        let mut key = lying.clone();
        for bone in chosen(bones) {
            key.faces[bone] = Face::One;
        }
        if self.bones.is_alike() {
            // Which of the bones are kept is all the same.
            let kept: Vec<Face> = chosen(!bones & ALL_BONES).map(|bone| lying.faces[bone]).collect();
            for (bone, face) in key.faces.iter_mut().enumerate() {
                *face = kept.get(bone).copied().unwrap_or(Face::One);
            }
        }
        let key =
            (key, if self.bones.is_alike() { bones.count_ones().try_into().unwrap_or(0) } else { bones });
        if let Some(known) = self.thrown.get(&key) {
            return *known;
        }
        let mut outcomes: HashMap<Faces, (BigUint, Faces)> = HashMap::new();
        for (faces, weight) in self.outcomes(&lying.faces, bones) {
            let shown = if self.bones.is_alike() { sorted(faces) } else { faces };
            let entry = outcomes.entry(shown).or_insert_with(|| (BigUint::ZERO, faces));
            entry.0 += weight;
        }
        let mut by_node = Vec::new();
        let mut shown: Vec<_> = outcomes.into_iter().collect();
        shown.sort_by_key(|(faces, _)| *faces);
        let law = Distribution::new(shown.iter().map(|(faces, (weight, _))| (*faces, weight.clone())));
        let mut landings = Vec::new();
        for (faces, (weight, as_thrown)) in shown {
            let node = self.land(lying, faces, &as_thrown, bones);
            landings.push((faces, node));
            by_node.push((node, weight));
        }
        let node = self.turns.tree.chance(by_node);
        if let (Some(node), Some(law)) = (node, law) {
            for ((faces, to), chance) in landings.into_iter().zip(law.chances()) {
                self.turns.landing.insert((node, faces), (to, chance));
            }
        }
        self.thrown.insert(key, node);
        node
    }

    /// All that can lie after these bones are thrown again, with their weights.
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

    /// What has been thrown comes to lie.
    fn land(&mut self, before: &Lying, faces: Faces, as_thrown: &Faces, bones: Bones) -> usize {
        let mut lying = Lying { faces, ..before.clone() };
        lying.course.throws += 1;
        if is_venus(&faces) || self.settings.fees == Fees::Last {
            return self.decide(lying);
        }
        let charge = if four_alike(&faces).is_some() {
            self.charge(&faces)
        } else {
            let ones = chosen(bones).filter(|bone| as_thrown[*bone] == Face::One).count();
            Payment::Pay(self.settings.dog * i64::try_from(ones).unwrap_or(0))
        };
        self.charged(lying, Some(charge), Self::decide)
    }

    /// What a cast is charged in full.
    fn charge(&self, faces: &Faces) -> Payment {
        match four_alike(faces) {
            Some(Face::One) => Payment::Pay(self.settings.gold),
            Some(Face::Three | Face::Four) => Payment::Pay(self.settings.silver),
            Some(Face::Six) => Payment::Eagle,
            None => {
                let ones = faces.iter().filter(|face| **face == Face::One).count();
                Payment::Pay(self.settings.dog * i64::try_from(ones).unwrap_or(0))
            }
        }
    }

    /// A charge falls due: it is paid, or a power spares it.
    fn charged(
        &mut self,
        lying: Lying,
        charge: Option<Payment>,
        then: impl Fn(&mut Self, Lying) -> usize,
    ) -> usize {
        let mut options = Vec::new();
        if let Some(Payment::Pay(coins)) = charge {
            for (number, cost) in self.sparing(&lying, coins) {
                let mut spared = lying.clone();
                spared.power = false;
                spared.course.powers += 1;
                spared.course = spared.course.paying(cost);
                options.push(((Action::Power(number, 0), cost, 0.0), then(self, spared)));
            }
        }
        let mut paid = lying.clone();
        paid.course = paid.course.with(charge);
        let paid = then(self, paid);
        if options.is_empty() {
            return paid;
        }
        let pays = if let Some(Payment::Pay(coins)) = charge { coins } else { 0 };
        options.insert(0, ((Action::Pay, pays, 0.0), paid));
        options.sort_by_key(|((action, pays, _), _)| Self::order(&lying, *action, *pays));
        self.turns.choose(Some(lying), options)
    }

    /// The powers that spare the seat a charge, with their costs.
    fn sparing(&self, lying: &Lying, coins: i64) -> Vec<(usize, i64)> {
        if !lying.power || coins == 0 {
            return Vec::new();
        }
        let kind = match four_alike(&lying.faces) {
            Some(Face::One) => 1,
            Some(_) => 2,
            None => 0,
        };
        let sparing = |(number, usable): (usize, &Usable)| match usable.power.effect {
            Effect::Immune(from) if from[kind] => Some((number, usable.power.cost)),
            _ => None,
        };
        self.powers.iter().enumerate().filter_map(sparing).collect()
    }

    /// What the seat can do with what lies.
    fn decide(&mut self, lying: Lying) -> usize {
        let lying = if self.bones.is_alike() { Lying { faces: sorted(lying.faces), ..lying } } else { lying };
        if is_venus(&lying.faces) {
            return self.stand(Ending::Venus(lying.course));
        }
        if let Some(known) = self.lying.get(&lying) {
            return *known;
        }
        let mut options = vec![((Action::Stand, 0, 0.0), self.standing(&lying))];
        for variant in 0..REROLL_NAMES.len() {
            if lying.open[variant] {
                self.reroll(&lying, variant, &mut options);
            }
        }
        if lying.power {
            for number in 0..self.powers.len() {
                self.power(&lying, number, &mut options);
            }
        }
        options.sort_by_key(|((action, pays, _), _)| Self::order(&lying, *action, *pays));
        let node = match options.as_slice() {
            [(_, alone)] => *alone,
            _ => self.turns.choose(Some(lying.clone()), options),
        };
        self.lying.insert(lying, node);
        node
    }

    /// By what options are ordered that are equal.
    fn order(lying: &Lying, action: Action, pays: i64) -> (i64, usize, u32, Bones) {
        let (kind, bones) = match action {
            Action::Reroll(variant, bones) => (1 + variant, bones),
            Action::Power(number, bones) => (4 + number, bones),
            _ => (0, 0),
        };
        let number = faces_of(&lying.faces, bones).iter().fold(0, |number, face| number * 10 + face.value());
        // The lower bone numbers first: the sets are of one size, and compared bone by bone.
        (pays, kind, number, !bones.reverse_bits())
    }

    /// The seat stands, and pays what it owes or has a power spare it.
    fn standing(&mut self, lying: &Lying) -> usize {
        let score = Score::new(&lying.faces, lying.added);
        let charge = (self.settings.fees == Fees::Last).then(|| self.charge(&lying.faces));
        self.charged(lying.clone(), charge, |builder, lying| {
            builder.stand(Ending::Stand(score, lying.course))
        })
    }

    fn stand(&mut self, ending: Ending) -> usize {
        if let Some(known) = self.standing.get(&ending) {
            return *known;
        }
        let node = self.turns.leaf(ending.clone());
        self.standing.insert(ending, node);
        node
    }

    fn reroll(&mut self, lying: &Lying, variant: usize, options: &mut Vec<((Action, i64, f64), usize)>) {
        let price = self.settings.prices[variant];
        let mut after = lying.clone();
        after.open[variant] = false;
        if !self.settings.each {
            after.open = [false; 3];
        }
        after.course.bought[variant] += 1;
        after.course = after.course.paying(price);
        for bones in self.sets_of(lying, REROLL_BONES[variant]) {
            if let Some(node) = self.throw(&after, bones) {
                let venus = self.chance_of_venus(lying, bones);
                options.push(((Action::Reroll(variant, bones), price, venus), node));
            }
        }
    }

    fn power(&mut self, lying: &Lying, number: usize, options: &mut Vec<((Action, i64, f64), usize)>) {
        let Power { cost, effect, .. } = self.powers[number].power;
        let mut after = Lying { power: false, ..lying.clone() };
        after.course.powers += 1;
        after.course = after.course.paying(cost);
        match effect {
            Effect::Reroll(bones) => {
                for bones in self.sets_of(lying, bones) {
                    if let Some(node) = self.throw(&after, bones) {
                        options.push(((Action::Power(number, bones), cost, 0.0), node));
                    }
                }
            }
            Effect::Turn(bones) => {
                for bones in self.sets_of(lying, bones) {
                    let mut turned = after.clone();
                    for bone in chosen(bones) {
                        turned.faces[bone] = turned.faces[bone].opposite();
                    }
                    let node = self.decide(turned);
                    options.push(((Action::Power(number, bones), cost, 0.0), node));
                }
            }
            Effect::Add(added) => {
                if !Score::new(&lying.faces, 0).is_none() {
                    let node = self.decide(Lying { added, ..after });
                    options.push(((Action::Power(number, 0), cost, 0.0), node));
                }
            }
            // The first is used when a charge falls due, the second stands for the powers of others.
            Effect::Immune(_) | Effect::Rent => {}
        }
    }

    /// The sets of so many bones that differ: by their faces alone, where bones are alike.
    fn sets_of(&self, lying: &Lying, number: u32) -> Vec<Bones> {
        let mut sets: Vec<Bones> = (1..=ALL_BONES).filter(|bones| bones.count_ones() == number).collect();
        // The lower bones first.
        sets.sort_by_key(|bones| !bones.reverse_bits());
        if self.bones.is_alike() {
            let mut seen = Vec::new();
            sets.retain(|bones| {
                let faces = faces_of(&lying.faces, *bones);
                let new = !seen.contains(&faces);
                seen.push(faces);
                new
            });
        }
        sets
    }

    /// The probability that a Venus lies after these bones are thrown again, as a double.
    fn chance_of_venus(&self, lying: &Lying, bones: Bones) -> f64 {
        let outcomes = self.outcomes(&lying.faces, bones);
        let law = Distribution::new(outcomes.into_iter().map(|(faces, weight)| (is_venus(&faces), weight)));
        let law = law.map(|law| (law.outcomes().to_vec(), law.chances()));
        law.map_or(0.0, |(outcomes, chances)| {
            outcomes.iter().zip(chances).filter(|((venus, _), _)| *venus).map(|(_, chance)| chance).sum()
        })
    }
}
