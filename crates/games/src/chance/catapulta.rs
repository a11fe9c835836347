//! Catapulta: tali thrown at a stake in two rings.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

use crate::kit::Dynamics;
use crate::kit::card::{RulesCard, listed_if_different};
use crate::kit::rules::{OfSeats, RingChances, Rings, Rule};
use crate::kit::throws::{of_talus, sum_of};
use crate::kit::{Game, Playable, Players, Rules, Simulated, Solvable, ThrowUse, Workload};
use tali_core::delegate;
use tali_core::exact::{Enclosure, Solution, StatisticNumbers, Wanted};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, Distribution, MarkovChain, Measure, Over, Race, Statistic, Way};
use tali_core::tali::TaliSet;

const TARGET: Rule<u32> =
    Rule::whole("target", "200", 1..=1000, "the points with which a seat wins, at the end of its turn");

const RINGS: Rule<Rings> =
    Rule::new("rings", "[5, 10, 20]", "what the outer ring, the inner ring and the stake are worth");

const SKILL: Rule<OfSeats<RingChances>> = Rule::new(
    "skill",
    "[\"3/10\", \"2/10\", \"1/10\"]",
    "how likely each talus lands in the outer ring, in the inner ring and at the stake, else it \
     misses",
);

pub(crate) static GAME: Game = Game {
    number: 12,
    name: "catapulta",
    file: include_str!("../../../../examples/games/catapulta.game"),
    title: "Catapulta",
    summary: "Toss four tali at a stake in two rings; face times ring scores, and the first with 200 points wins",
    players: Players::of(2, 4, 2),
    keys: &[TARGET.key, RINGS.key, SKILL.key],
    reading: &[
        "A turn is four tosses, each of which scores its face times the value of where it lies.",
        "The first seat with the target or more at the end of its turn wins at once.",
    ],
    card: &card,
    source: "M. J. Speakman, game 12",
    throw_use: &|_| {
        ThrowUse::Faces(|rules, face| {
            let points = rules.get(&RINGS).0.map(|ring| (face.value() * ring).to_string());
            format!("{} points by ring", points.join(", "))
        })
    },
    set_up: &|table| {
        let rules = &table.rules;
        let (rings, target) = (rules.get(&RINGS), rules.get(&TARGET));
        let skills = rules.get(&SKILL).0;
        let turns = table.bones.iter().zip(&skills).map(|(set, skill)| turn(set, rings, skill));
        let turns: Vec<Distribution<u32>> = turns.collect();
        // A place is the points that a seat has.
        let scored = |points: u32, scored: &u32| Some(points + scored).filter(|points| *points < target);
        let ways = turns.iter().map(|turn| Way::new(0, |_| turn, scored)).collect();
        Ok(Box::new(Catapulta { race: Race::new(ways, None, &OWN_TURNS_MEAN), turns }))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let Rings([outer, inner, stake]) = rules.get(&RINGS);
    let skills: Vec<String> = rules
        .get(&SKILL)
        .0
        .iter()
        .map(|RingChances(chances)| chances.each_ref().map(BigRational::to_string).join("/"))
        .collect();
    RulesCard::new(
        [
            "You need four knucklebones (tali), whose sides count 1, 3, 4 and 6. Stand a stake in the ground, draw a ring round it \
             and a wider one round that, and mark a line to toss from."
                .to_owned(),
            format!(
                "The odds given here suppose that a talus lands in the outer ring, in the inner ring or at the stake with chances of \
                 {}, and misses otherwise.",
                listed_if_different(&skills)
            ),
        ],
        [format!(
            "Take turns. Toss four tali at the stake. Each scores the side it shows times {outer} in the outer ring, {inner} in the \
             inner ring, {stake} at the stake, and nothing outside. Add the points to your total."
        )],
        [format!("The first with {} points or more at the end of a turn wins at once.", rules.get(&TARGET))],
    )
    .noted_by("turn", 20)
}

/// The points of one turn: the sum of four tosses.
fn turn(set: &TaliSet, Rings(rings): Rings, RingChances(skill): &RingChances) -> Distribution<u32> {
    let common = skill.iter().fold(num_bigint::BigInt::one(), |common, chance| common.lcm(chance.denom()));
    let weight = |chance: &BigRational| (chance.numer() * (&common / chance.denom())).magnitude().clone();
    let hits: BigUint = skill.iter().map(weight).sum();
    let misses = common.magnitude() - &hits;
    let places = rings.into_iter().zip(skill.iter().map(weight)).chain([(0, misses)]);
    let place = Distribution::new(places).unwrap_or_else(|| Distribution::certain(0));
    let toss = |talus| of_talus(talus).and(&place, |face, ring| face * ring);
    sum_of(set.tali().iter().map(toss))
}

static OWN_TURNS_MEAN: Statistic =
    Statistic::new("own_turns_mean", "Mean turns one seat needs", Over::Seats, Measure::Plain);

static TURN_MEAN: Statistic =
    Statistic::new("turn_mean", "Mean points of a turn", Over::Seats, Measure::Plain);

/// A race of turns, with what each seat's turn can score.
struct Catapulta {
    race: Race,
    turns: Vec<Distribution<u32>>,
}

impl Solvable for Catapulta {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        let mut solution = self.race.solve_to(wanted);
        let mean = |distribution: &Distribution<u32>| {
            let sum: BigUint = distribution.outcomes().iter().map(|(points, weight)| weight * points).sum();
            Ok(Enclosure::exact(BigRational::new(sum.into(), distribution.total().clone().into())))
        };
        let means = self.turns.iter().map(mean).collect();
        solution.statistics.push(StatisticNumbers::several(&TURN_MEAN, means));
        solution
    }

    delegate! { self => self.race;
        chain(most_moves: usize) -> Result<MarkovChain, ChainError>,
        dynamics() -> Dynamics<'_>,
    }
}

impl Simulated for Catapulta {
    delegate! { self => self.race;
        player() -> Box<dyn Player + '_>,
    }
}

impl Playable for Catapulta {
    delegate! { self => self.race;
        workload() -> &dyn Workload,
    }
}
