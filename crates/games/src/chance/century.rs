//! Century: a solitaire of gathering a hundred men in twenty days.

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::kit::Dynamics;
use crate::kit::card::{FOUR_TALI, RulesCard, many};
use crate::kit::rules::Rule;
use crate::kit::{Game, Playable, Players, Rules, Simulated, Solvable, ThrowUse, Workload};
use tali_core::exact::{Enclosure, Missing, Number, Solution, StatisticNumbers, Wanted, solve_deadline};
use tali_core::monte_carlo::{DeadlinePlayer, Player};
use tali_core::process::{
    ChainError, Distribution, Drawing, MarkovChain, Measure, Over, Statistic, WithDeadline,
};
use tali_core::tali::{Cast, CastTable, Face, Kind};

const CASTS: Rule<u32> = Rule::whole("casts", "20", 1..=1000, "the days, one cast each");

const TARGET: Rule<i32> = Rule::whole("target", "100", 1..=10_000, "how many centurions make a century");

const HOUNDS: Rule<u32> = Rule::whole("hounds", "4", 0..=10_000, "the men that 1111 costs");

const LIONS: Rule<u32> = Rule::whole("lions", "3", 0..=10_000, "the men that 3333 costs");

const RAIDERS: Rule<u32> = Rule::whole("raiders", "4", 0..=10_000, "the men that 4444 costs");

const GAUL: Rule<u32> = Rule::whole("gaul", "6", 0..=10_000, "the men that 6666 costs");

const COHORT: Rule<u32> =
    Rule::whole("cohort", "5", 1..=100, "how many more centuries must be won than lost to make a cohort");

pub(crate) static GAME: Game = Game {
    number: 5,
    name: "century",
    file: include_str!("../../../../examples/games/century.game"),
    title: "Century",
    summary: "A solitaire: gather 100 centurions in 20 casts, against hounds, lions, raiders, Gauls and Venus",
    players: Players::of(1, 1, 1),
    keys: &[CASTS.key, TARGET.key, HOUNDS.key, LIONS.key, RAIDERS.key, GAUL.key, COHORT.key],
    reading: &[
        "A Senio adds its sum; 1111, 3333, 4444 and 6666 cost you men, but never more than you have; Venus takes all; a void does nothing.",
        "Won with the first cast that reaches the target, lost after the last.",
        "For a cohort, a win adds one and a loss removes one, but never below zero; every century played counts.",
    ],
    card: &card,
    source: "M. J. Speakman, game 5",
    throw_use: &|_| {
        ThrowUse::Cast(|rules, cast| match effect(rules, cast) {
            Effect::Gain(men) => format!("gain {men}"),
            Effect::Lose(men) => format!("lose {men}"),
            Effect::LoseAll => "lose all".to_owned(),
            Effect::Nothing => String::new(),
        })
    },
    set_up: &|table| {
        let rules = &table.rules;
        let gain = |cast: &Cast| effect(rules, cast).gain();
        let game = WithDeadline {
            gain: Distribution::of_casts(&CastTable::new(&table.bones[0]), gain),
            target: rules.get(&TARGET),
            throws: rules.get(&CASTS),
            won_with: &WINNING_DAY,
            points: &END_MEAN,
            points_if_lost: &END_MEAN_IF_LOST,
        };
        let places = f64::from(game.throws) * f64::from(game.target);
        Ok(Box::new(Century { game, cohort: rules.get(&COHORT), places }))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let target = many(rules.get(&TARGET), "man", "men");
    let [hounds, lions, raiders, gaul] = [&HOUNDS, &LIONS, &RAIDERS, &GAUL].map(|cost| rules.get(cost));
    RulesCard::new(
        [
            FOUR_TALI.to_owned(),
            format!("You play alone, and raise a troop of {target}. Start with none, and keep count on paper."),
        ],
        [
            "Each day cast all four tali once. A Senio (any cast with a 6, except 6431 and 6666) brings you as many men as its sum."
                .to_owned(),
            format!(
                "You lose men, but never more than you have: {hounds} to the hounds (1111), {lions} to lions (3333), {raiders} to \
                 raiders (4444), {gaul} to the Gauls (6666). Venus (6431) takes them all. Any other cast changes nothing."
            ),
        ],
        [
            format!(
                "You win as soon as you have {target} or more, and lose if you have fewer after {}.",
                many(rules.get(&CASTS), "cast", "casts")
            ),
            format!(
                "A longer game: play on and count. A century won adds one, a century lost takes one away, never below none; with \
                 {} you have a cohort.",
                rules.get(&COHORT)
            ),
        ],
    )
    .noted_by("day", rules.get(&CASTS))
}

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

static WINNING_DAY: Statistic =
    Statistic::new("winning_day", "Won with this cast", Over::Casts, Measure::Probability).drawn(Drawing {
        title: "The winning day",
        label: "won with this cast",
        sum: Some("won by this cast"),
        along: "casts",
    });

static END_MEAN: Statistic =
    Statistic::new("end_mean", "Mean centurions in the end", Over::Game, Measure::Plain);

static END_MEAN_IF_LOST: Statistic =
    Statistic::new("end_mean_if_lost", "Mean centurions of a lost century", Over::Game, Measure::Plain);

static COHORT_GAMES: Statistic =
    Statistic::new("cohort_games", "Mean centuries until a cohort", Over::Game, Measure::Plain);

struct Century {
    game: WithDeadline,
    cohort: u32,
    /// How many men there can be after how many casts.
    places: f64,
}

impl Solvable for Century {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        let mut solution = solve_deadline(&self.game, wanted.detail);
        let cohort = cohort_games(&solution.shares[0], &solution.nobody, self.cohort);
        solution.statistics.push(StatisticNumbers::one(&COHORT_GAMES, cohort));
        solution
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        MarkovChain::new(&self.game, most_moves)
    }

    fn dynamics(&self) -> Dynamics<'_> {
        Dynamics::new(&self.game, |_| None)
    }
}

impl Simulated for Century {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(DeadlinePlayer::new(&self.game))
    }
}

impl Playable for Century {
    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for Century {
    fn effort(&self) -> f64 {
        // What was measured: 1,000 casts towards 10,000 men take some 700 ms.
        (self.places * 7e-5).max(1.0)
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
