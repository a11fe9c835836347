//! Catapulta: tali thrown at a stake in two rings.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

use super::playing::of_talus;
use super::rules::{OfSeats, RingChances, Rings, Rule};
use super::{Game, Playable, Players, Reads, Telling};
use crate::exact::{Detail, Enclosure, Solution, Special};
use crate::monte_carlo::Player;
use crate::process::{Climb, Law, Race};
use crate::tali::TaliSet;

const TARGET: Rule<u32> =
    Rule::whole("target", "200", 1..=1000, "the points with which a seat wins, at the end of its turn");

const RINGS: Rule<Rings> =
    Rule::new("rings", "[5, 10, 20]", "what the outer ring, the inner ring and the stake are worth");

const SKILL: Rule<OfSeats<RingChances>> = Rule::new(
    "skill",
    "[\"3/10\", \"2/10\", \"1/10\"]",
    "how likely each talus lands in the outer ring, in the inner ring and at the stake, else it misses; for all \
     players or as a list of such lists for each seat",
);

pub(super) static GAME: Game = Game {
    number: 12,
    name: "catapulta",
    title: "Catapulta",
    summary: "Toss four tali at a stake in two rings; face times ring scores, and the first with 200 points wins",
    players: Players::of(2, 4, 2),
    coins: false,
    faces: true,
    keys: &[TARGET.key, RINGS.key, SKILL.key],
    reading: &[
        "A turn is four tosses, each of which scores its face times the value of where it lies.",
        "The first seat with the target or more at the end of its turn wins at once.",
    ],
    source: "M. J. Speakman, game 12",
    reads: Reads::Faces(|rules, face| {
        let points = rules.get(&RINGS).0.map(|ring| (face.value() * ring).to_string());
        format!("{} points by ring", points.join(", "))
    }),
    set_up: |table| {
        let rules = &table.rules;
        let (rings, target) = (rules.get(&RINGS), rules.get(&TARGET));
        let skills = rules.get(&SKILL).0;
        let ways = table.bones.iter().zip(&skills);
        let ways = ways.map(|(set, skill)| Turns { law: [turn(set, rings, skill)], target }).collect();
        Ok(Box::new(Catapulta(Race::new(ways, None, "own_turns_mean"))))
    },
};

/// The points of one turn: the sum of four tosses.
fn turn(set: &TaliSet, Rings(rings): Rings, RingChances(skill): &RingChances) -> Law<u32> {
    let common = skill.iter().fold(num_bigint::BigInt::one(), |common, chance| common.lcm(chance.denom()));
    let weight = |chance: &BigRational| (chance.numer() * (&common / chance.denom())).magnitude().clone();
    let hits: BigUint = skill.iter().map(weight).sum();
    let misses = common.magnitude() - &hits;
    let places = rings.into_iter().zip(skill.iter().map(weight)).chain([(0, misses)]);
    let place = Law::new(places).unwrap_or_else(|| Law::certain(0));
    let toss = |talus| of_talus(talus).and(&place, |face, ring| face * ring);
    set.tali().iter().map(toss).fold(Law::certain(0), |sum, toss| sum.and(&toss, |sum, points| sum + points))
}

/// One seat's turns: a place is the points it has.
struct Turns {
    law: [Law<u32>; 1],
    target: u32,
}

impl Climb for Turns {
    type Place = u32;
    type Effect = u32;

    fn start(&self) -> u32 {
        0
    }

    fn laws(&self) -> &[Law<u32>] {
        &self.law
    }

    fn thrown(&self, _: u32) -> usize {
        0
    }

    fn step(&self, points: u32, scored: u32) -> Option<u32> {
        let points = points + scored;
        (points < self.target).then_some(points)
    }
}

struct Catapulta(Race<Turns>);

impl Playable for Catapulta {
    fn solve_to(&self, detail: Detail) -> Solution {
        let mut solution = self.0.solve_to(detail);
        let mean = |turns: &Turns| {
            let law = &turns.law[0];
            let sum: BigUint = law.outcomes().iter().map(|(points, weight)| weight * points).sum();
            Ok(Enclosure::exact(BigRational::new(sum.into(), law.total().clone().into())))
        };
        let means = self.0.ways.iter().flatten().map(mean).collect();
        solution.specials.push(Special::several("turn_mean", means));
        solution
    }

    fn is_soon_solved(&self) -> bool {
        self.0.is_soon_solved()
    }

    fn effort(&self) -> f64 {
        self.0.effort()
    }

    fn telling(&self) -> Telling<'_> {
        self.0.telling()
    }

    fn player(&self) -> Box<dyn Player + '_> {
        self.0.player()
    }
}
