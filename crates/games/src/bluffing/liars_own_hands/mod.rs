//! Mendax Tali with a hand for everybody: bids on how many of a face lie on the table, and challenges.

mod advice;
mod bids;
mod card;
mod matches;
mod notation;
mod odds;
mod player;
mod policies;
mod process;
mod round;
mod settings;
mod skill;
mod solved;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod two_left;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use self::matches::Match;
use self::player::MatchPlayer;
use self::policies::{POLICIES, Policy};
use self::process::Bidding;
use self::settings::{DUEL, LOSS, Loss, Settings, TALI, WILD_HOUNDS};
use self::table::Table;
use crate::bluffing::skill::TwoSeats;
use crate::kit::notation::Cursor;
use crate::kit::skill::remarks_on_best;
use crate::kit::{
    Advice, AdviceError, Decisions, Dynamics, Game, LengthUnit, Play, Playable, Players, Simulated, Skill,
    Solvable, Strategy, ThrowUse, ValueUnit, Workload,
};
use tali_core::exact::{Enclosure, Number, OnProgress, Solution, Wanted, solve_chain};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MAX_SEATS, MarkovChain, Process};
use tali_core::tali::Face;

pub(crate) static GAME: Game = Game {
    number: 6,
    name: "mendax-single",
    title: "Mendax Tali, a hand each",
    summary: "Everybody hides a hand; bid how many of a face lie on the table, or challenge; the last with tali wins",
    players: Players::of(2, MAX_SEATS, 2),
    counted_in: &|_| LengthUnit::Rounds,
    keys: &[TALI.key, LOSS.key, DUEL.key, WILD_HOUNDS.key],
    reading: &[
        "Every seat throws its tali unseen. The starter bids a face and how many of all tali show it; in turn each seat raises \
         the number or challenges. Nobody bids more than there are tali.",
        "If at least as many show the face, the challenger has lost the round, else the bidder; the loser loses its last \
         talus and starts the next round, or the seat after it if it is out. The last seat with tali wins.",
        "When two seats are left with one talus each, bids are on the sum of both, from 2 to 12.",
        "Where the bidder alone can lose, as the source has it to the letter, a wrong challenge costs \
         nothing. Then nobody can be forced to lose a \
         talus: who bids one of a face it holds, and challenges whatever it hears, never loses any. Best play never ends.",
        "Best play is known for two seats, and is one of many strategies that nobody can beat. With more seats nobody claims \
         to know it.",
    ],
    out_of_play: &|rules| {
        if rules.get(&LOSS) == Loss::Bidder { Vec::new() } else { vec!["Where the bidder alone"] }
    },
    card: &card::card,
    source: "M. J. Speakman, game 6",
    policies: &POLICIES,
    notation: "HAND v COUNTS[: BIDS][ @SEAT]: the own faces, how many tali the others have in the order in which they act after \
               the own seat, all bids of the round from the first to the last, and which seat one is (usually 1): \
               63 v 3: 1x6 3x6",
    players_in: &|position| {
        let (_, counts) = position.split_once(" v ")?;
        Some(Cursor::new(counts).until(&[':', '@']).words().count() + 1)
    },
    throw_use: &|_| {
        ThrowUse::Faces(&|rules, face| {
            let wild = rules.get(&WILD_HOUNDS) && face == Face::One;
            if wild { "counts as any face".to_owned() } else { format!("counts for bids on {face}s") }
        })
    },
    set_up: &|table| {
        let settings = Settings::new(&table.rules);
        let policies = table.rules.play().iter().map(Policy::of).collect();
        Ok(Box::new(MendaxSingle(Arc::new(Table::new(settings, table.bones.clone(), policies)))))
    },
    ..Game::BLANK
};

struct MendaxSingle(Arc<Table>);

impl MendaxSingle {
    fn of_two(&self) -> bool {
        self.0.settings.seats == 2
    }

    /// The match of more seats bid by bid, if they play by simple policies and have few tali.
    fn small_chain(&self) -> Option<MarkovChain> {
        const MOST_STATES: f64 = 50_000.0;
        const MOST_MOVES: usize = 400_000;
        let decided = Bidding::decided(&self.0)?;
        let is_small = decided.estimated_states() <= MOST_STATES;
        is_small.then(|| MarkovChain::new(&decided, MOST_MOVES).ok()).flatten()
    }

    /// What is known of more than two seats: all, if there is little to know, else what can be told without playing.
    fn of_many(&self, wanted: Wanted) -> Solution {
        let table = &self.0;
        let statistics = matches::first_round(None).collect();
        if let Some(chain) = self.small_chain() {
            return Solution { statistics, ..solve_chain(&chain, wanted) };
        }
        let mut solution = Solution { statistics, ..Solution::unknown(table.settings.seats, false) };
        if table.settings.loss == Loss::Either {
            solution.never = Enclosure::zero();
        }
        solution.nobody = Enclosure::zero();
        solution
    }
}

impl Decisions for MendaxSingle {
    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        advice::advise(&self.0, position)
    }

    fn strategy(&self) -> Result<Strategy, AdviceError> {
        if !self.of_two() {
            return Err(AdviceError::TWO_SEATS);
        }
        if self.0.settings.loss == Loss::Bidder {
            return Err(AdviceError::NotKnown(
                "with loss=\"bidder\" there is no card: bid one of a face you hold, challenge whatever you hear, and you \
                 never lose a talus (`--play safe`); a game of two who do so never ends",
            ));
        }
        if self.0.policies.iter().any(|policy| *policy != Policy::Best) {
            return Err(AdviceError::CARD_OF_BEST);
        }
        strategy::strategy(&self.0).map_err(|_| GIVEN_UP)
    }

    fn skill_against(&self, play: &Play) -> Result<Number, AdviceError> {
        Ok(self.0.mean_against(play))
    }

    fn skill(&self, solved: &(dyn Fn() + Sync)) -> Result<Skill, AdviceError> {
        Ok(self.0.skill(solved))
    }

    fn skill_tables(&self) -> u64 {
        self.0.skill_tables()
    }

    fn worth(&self) -> ValueUnit {
        ValueUnit::WinShare
    }
}

/// What a linear program comes to that leads nowhere.
const GIVEN_UP: AdviceError =
    AdviceError::NotKnown("a linear program was given up, and the strategy is not known");

impl Solvable for MendaxSingle {
    fn tell(&mut self, progress: OnProgress) {
        if let Some(table) = Arc::get_mut(&mut self.0) {
            table.progress = Some(progress);
        }
    }

    fn solve_to(&self, wanted: Wanted) -> Solution {
        if self.of_two() { matches::solve(&self.0, wanted) } else { self.of_many(wanted) }
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        if !self.of_two() {
            let chain = self.small_chain().filter(|chain| chain.size() <= most_moves);
            return chain.ok_or(ChainError::TooLarge);
        }
        let of_match = Match::new(&self.0, [self.0.policy(0), self.0.policy(1)]);
        MarkovChain::new(&of_match.map_err(|_| ChainError::TooLarge)?.series, most_moves)
    }

    fn dynamics(&self) -> Dynamics {
        const MOST_MOVES: usize = 400_000;
        Dynamics::new(self.chain(MOST_MOVES), self.0.settings.seats, None)
    }
}

impl Simulated for MendaxSingle {
    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(MatchPlayer::new(&self.0))
    }
}

impl Playable for MendaxSingle {
    fn moves(&self) -> &'static str {
        "bids and challenges"
    }

    fn remarks(&self) -> Vec<String> {
        let unknown = self.0.settings.loss == Loss::Either && self.0.policies.contains(&Policy::Best);
        remarks_on_best(self.0.settings.seats, unknown)
    }

    fn decisions(&self) -> Option<&dyn Decisions> {
        Some(self)
    }

    /// A round takes as long as a cast for the throw, one for each bid and one for the challenge.
    fn casts_in_unit(&self) -> BigRational {
        let seats = BigRational::from_integer(self.0.settings.seats.into());
        let bids = if self.of_two() { matches::first_bids(&self.0).unwrap_or(seats) } else { seats };
        bids + BigRational::from_integer(2.into())
    }

    fn workload(&self) -> &dyn Workload {
        self
    }
}

impl Workload for MendaxSingle {
    fn cost(&self, length: f64) -> f64 {
        // What was measured: a round of two seats takes some 200 ns, and one of more as much longer.
        length * 20.0 * self.0.settings.seats.to_f64().unwrap_or(1.0)
    }

    fn cost_of_any(&self) -> f64 {
        let tali = f64::from(self.0.settings.tali.all());
        match self.0.settings.loss {
            Loss::Either => self.cost(tali),
            Loss::Bidder => self.cost(10.0 * tali),
        }
    }

    fn effort(&self) -> f64 {
        let best = self.0.policies.contains(&Policy::Best);
        if self.of_two() && best { 4_000.0 } else { 200.0 }
    }
}
