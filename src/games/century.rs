//! Century: a patience of gathering a hundred men in twenty days.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::rules::Rule;
use super::telling::{Telling, tell_walk};
use super::{Game, Playable, Players, Reads, Rules};
use crate::exact::{
    Deadline, Detail, Enclosure, Missing, Number, Solution, Special, Spread, play_to_deadline,
    standard_deviation,
};
use crate::monte_carlo::{Player, WalkPlayer};
use crate::process::{Ending, Law, Step, Walk};
use crate::tali::{Cast, CastTable, Face, Kind};

const CASTS: Rule<u64> = Rule::whole("casts", "20", 1..=1000, "the days, one cast each");

const TARGET: Rule<i32> = Rule::whole("target", "100", 1..=10_000, "how many centurions make a century");

const HOUNDS: Rule<u32> = Rule::whole("hounds", "4", 0..=10_000, "the men that 1111 costs");

const LIONS: Rule<u32> = Rule::whole("lions", "3", 0..=10_000, "the men that 3333 costs");

const RAIDERS: Rule<u32> = Rule::whole("raiders", "4", 0..=10_000, "the men that 4444 costs");

const GAUL: Rule<u32> = Rule::whole("gaul", "6", 0..=10_000, "the men that 6666 costs");

const COHORT: Rule<u32> = Rule::whole(
    "cohort",
    "5",
    1..=100,
    "how many won centuries make a cohort, when a lost one takes one away",
);

pub(super) static GAME: Game = Game {
    number: 5,
    name: "century",
    title: "Century",
    summary: "A patience: gather 100 centurions in 20 casts, against hounds, lions, raiders, Gauls and Venus",
    players: Players::of(1, 1, 1),
    coins: false,
    faces: true,
    keys: &[CASTS.key, TARGET.key, HOUNDS.key, LIONS.key, RAIDERS.key, GAUL.key, COHORT.key],
    reading: &[
        "A Senio adds its sum; 1111, 3333, 4444 and 6666 take men, never below none; Venus takes all; a void does nothing.",
        "Won with the first cast that reaches the target, lost after the last.",
        "For a cohort, a win adds one and a loss removes one, never below none; every century played counts.",
    ],
    source: "M. J. Speakman, game 5",
    reads: Reads::Cast(|rules, cast| match effect(rules, cast) {
        Effect::Gain(men) => format!("gain {men}"),
        Effect::Lose(men) => format!("lose {men}"),
        Effect::LoseAll => "lose all".to_owned(),
        Effect::Nothing => String::new(),
    }),
    set_up: |table| {
        let rules = &table.rules;
        let gain = |cast: &Cast| effect(rules, cast).gain();
        Ok(Box::new(Century {
            law: [Law::of_casts(&CastTable::new(&table.bones[0]), gain)],
            days: rules.get(&CASTS),
            target: rules.get(&TARGET),
            cohort: rules.get(&COHORT),
        }))
    },
};

/// What a cast does to the centurions.
enum Effect {
    Gain(u32),
    Lose(u32),
    LoseAll,
    Nothing,
}

fn effect(rules: &Rules, cast: &Cast) -> Effect {
    match cast.kind() {
        Some(Kind::Senio) => Effect::Gain(cast.sum()),
        Some(Kind::Canis) => Effect::Lose(rules.get(&HOUNDS)),
        Some(Kind::Vultures) if cast.count(Face::Three) > 0 => Effect::Lose(rules.get(&LIONS)),
        Some(Kind::Vultures) if cast.count(Face::Four) > 0 => Effect::Lose(rules.get(&RAIDERS)),
        Some(Kind::Vultures) => Effect::Lose(rules.get(&GAUL)),
        Some(Kind::Venus) => Effect::LoseAll,
        Some(Kind::Void) | None => Effect::Nothing,
    }
}

impl Effect {
    /// How many centurions are won, of which there are never fewer than none.
    fn gain(&self) -> i32 {
        match self {
            Self::Gain(men) => men.cast_signed(),
            Self::Lose(men) => -men.cast_signed(),
            Self::LoseAll => ALL_MEN,
            Self::Nothing => 0,
        }
    }
}

/// More men than can ever be there.
const ALL_MEN: i32 = -1_000_000;

/// In which the state is the number of centurions, and the effect how many are won.
struct Century {
    law: [Law<i32>; 1],
    days: u64,
    target: i32,
    cohort: u32,
}

impl Walk for Century {
    type State = i32;
    type Effect = i32;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> i32 {
        0
    }

    fn laws(&self) -> &[Law<i32>] {
        &self.law
    }

    fn thrown(&self, _: i32) -> usize {
        0
    }

    #[inline]
    fn step(&self, men: i32, gain: i32) -> Step<i32> {
        let men = (men + gain).max(0);
        if men >= self.target { Step::End(Ending::Won(0), men.unsigned_abs()) } else { Step::To(men) }
    }

    fn deadline(&self) -> Option<u64> {
        Some(self.days)
    }

    fn score(&self, men: i32) -> u32 {
        men.unsigned_abs()
    }
}

impl Playable for Century {
    fn solve_to(&self, detail: Detail) -> Solution {
        let course = play_to_deadline(self, self.days, detail);
        let quantiles = course.lengths.quantiles(|place| course.within(place));
        let Deadline { wins, lost, score, score_if_lost, lengths, moments: [mean, square], .. } = course;
        let won = wins.iter().fold(Enclosure::zero(), |sum, win| sum.plus(win)).at_most_one();
        let sd = Ok(standard_deviation(&mean, &square));
        let length = Spread { quantiles, mean: Ok(mean), sd, pmf: Some(lengths) };
        let specials = vec![
            Special::several("winning_day", wins.into_iter().map(Ok).collect()),
            Special::one("end_mean", Ok(score)),
            Special::one("end_mean_if_lost", score_if_lost.ok_or(Missing::Impossible)),
            Special::one("cohort_games", cohort_games(&won, &lost, self.cohort)),
        ];
        Solution { shares: vec![won], nobody: lost, never: Enclosure::zero(), length, pot: None, specials }
    }

    fn telling(&self) -> Telling<'_> {
        tell_walk(self)
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(WalkPlayer::new(self, std::collections::HashSet::new()))
    }
}

/// The mean number of centuries until so many wins are held: T(k), the mean number from k to k + 1 wins,
/// is 1/p from none and (1 + q·T(k − 1))/p from more.
fn cohort_games(won: &Enclosure, lost: &Enclosure, cohort: u32) -> Number {
    // Powers of long fractions would take long; short ones around them do not.
    const LONGEST: u64 = 1 << 16;
    let bits = won.low().denom().bits() * u64::from(cohort);
    let (won, lost) = if bits > LONGEST { (&won.shortened(), &lost.shortened()) } else { (won, lost) };
    let from = |p: &BigRational, q: &BigRational| -> Option<BigRational> {
        if p.is_zero() {
            return None;
        }
        let (mut sum, mut step) = (BigRational::zero(), BigRational::zero());
        for held in 0..cohort {
            let back = if held == 0 { BigRational::zero() } else { q * &step };
            step = (BigRational::one() + back) / p;
            sum += &step;
        }
        Some(sum)
    };
    // More wins and fewer losses are sooner done.
    match (from(won.high(), lost.low()), from(won.low(), lost.high())) {
        (Some(low), Some(high)) => Ok(Enclosure::between(low, high)),
        _ => Err(Missing::Endless),
    }
}
