//! Circus Maximus: seven laps of twelve casts; the highest total wins.

use crate::kit::card::{FOUR_TALI, RulesCard, many, times};
use crate::kit::rules::Rule;
use crate::kit::{Dynamics, Game, Playable, Players, Rules, Simulated, Solvable, ThrowUse, Workload};
use tali_core::exact::{Progress, Solution, Wanted, solve_totals, totals_progress};
use tali_core::monte_carlo::{Player, TotalsPlayer};
use tali_core::process::{
    ChainError, Distribution, MarkovChain, Measure, Over, Role, Statistic, Throw, Totals,
};
use tali_core::tali::{Cast, CastTable, Face, TaliSet};

const LAPS: Rule<u32> = Rule::whole("laps", "7", 1..=30, "The race is _ laps long.");

const CASTS_PER_LAP: Rule<u32> =
    Rule::whole("casts_per_lap", "12", 1..=30, "Every charioteer has _ casts in a lap.");

const FAVOUR: Rule<u64> = Rule::whole("favour", "500", 0..=100_000, "Nobody can win with a total below _.");

pub(crate) static GAME: Game = Game {
    number: 7,
    name: "circus-maximus",
    title: "Circus Maximus",
    summary: "A race of seven laps of twelve casts each; all pips add up, and the crowd must be pleased",
    players: Players::of(2, 4, 4),
    keys: &[LAPS.key, CASTS_PER_LAP.key, FAVOUR.key],
    reading: &[
        "Of the charioteers who have the crowd's favour, the one with the highest total wins; equal totals share the win.",
        "The leader after a lap is the charioteer who alone has the highest total, with or without the crowd's favour. \
         If several share the highest total, the previous leader keeps the lead if among them; otherwise nobody leads.",
    ],
    card: &card,
    source: "M. J. Speakman, game 7",
    throw_use: &|_| ThrowUse::Cast(&|_, cast| format!("{} forward", cast.sum())),
    set_up: &|table| {
        let rules = &table.rules;
        let game = Totals {
            throws: table.bones.iter().map(throw).collect(),
            laps: rules.get(&LAPS),
            throws_per_lap: rules.get(&CASTS_PER_LAP),
            favour: rules.get(&FAVOUR),
            miss: &MISS,
        };
        Ok(Box::new(CircusMaximus(game)))
    },
    ..Game::BLANK
};

fn card(rules: &Rules) -> RulesCard {
    let [laps, casts] = [rules.get(&LAPS), rules.get(&CASTS_PER_LAP)];
    let favour = match rules.get(&FAVOUR) {
        0 => String::new(),
        favour => format!(
            "A charioteer with fewer than {favour} points has not pleased the crowd, and cannot win. It can happen that \
             nobody wins."
        ),
    };
    RulesCard::new(
        [
            FOUR_TALI.to_owned(),
            format!(
                "Every player is a charioteer. The race is {} of {} for each; all start at 0.",
                many(laps, "lap", "laps"),
                many(casts, "cast", "casts")
            ),
        ],
        [
            "Take turns. Cast all four tali, add up the four sides, and add that sum to your total on the score sheet.".to_owned(),
            format!(
                "When everybody has cast {}, a lap is over. The player with the highest total leads.",
                times(casts.into())
            ),
        ],
        [
            format!(
                "After {} each, the highest total wins. Equal totals share the win.",
                many(laps * casts, "cast", "casts")
            ),
            favour,
        ],
    )
    .noted_by("lap", laps)
}

/// The throw of a set of bones; equal sets share one distribution.
fn throw(set: &TaliSet) -> Throw {
    if set.is_alike() {
        let faces = Face::ALL.map(|face| (face.value(), set.tali()[0].weight(face).clone()));
        let of = Distribution::new(faces).unwrap_or_else(|| Distribution::certain(0));
        return Throw { of, pieces: u32::try_from(set.len()).unwrap_or(0) };
    }
    Throw { of: Distribution::of_casts(&CastTable::new(set), Cast::sum), pieces: 1 }
}

static MISS: Statistic = Statistic::new("miss", "Misses the favour", Over::Seats, Measure::Probability)
    .with_role(Role::Misses {
        rule: "favour",
        idle: |favour, seldom| {
            format!(
                "The {favour} points of favour change nothing: with these bones a charioteer misses them \
                 {seldom}."
            )
        },
    });

/// Convolves the sums of the 84 casts: a chain of them would have far too many states.
struct CircusMaximus(Totals);

impl Solvable for CircusMaximus {
    fn solve_to(&self, wanted: Wanted) -> Solution {
        solve_totals(&self.0, wanted.detail)
    }

    fn chain(&self, _most_moves: usize) -> Result<MarkovChain, ChainError> {
        Err(ChainError::TooLarge)
    }

    fn dynamics(&self) -> Dynamics {
        Dynamics::unknown(self.0.throws.len(), None)
    }

    fn progress(&self) -> Vec<Progress> {
        totals_progress(&self.0)
    }
}

impl Simulated for CircusMaximus {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(TotalsPlayer::new(&self.0))
    }
}

impl Workload for CircusMaximus {
    fn is_soon_solved(&self) -> bool {
        false
    }

    fn effort(&self) -> f64 {
        // The distribution of the total widens with the number of throws, so convolving takes quadratic time.
        let throws = f64::from(self.0.laps) * f64::from(self.0.throws_per_lap);
        let mut kinds: Vec<&Throw> = Vec::new();
        for throw in &self.0.throws {
            if !kinds.contains(&throw) {
                kinds.push(throw);
            }
        }
        kinds.iter().map(|_| throws * throws * 1e-3).sum()
    }

    fn cost(&self, _length: f64) -> f64 {
        // Each lap is drawn at once.
        f64::from(self.0.laps) * 4.0
    }
}

impl Playable for CircusMaximus {
    fn workload(&self) -> &dyn Workload {
        self
    }
}
