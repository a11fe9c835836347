//! Mendax Tali with a hand for each player: bids on how many tali show a face, and challenges.

mod advice;
mod bids;
mod card;
mod form;
mod matches;
mod notation;
mod odds;
mod player;
mod policies;
mod process;
mod round;
mod settings;
mod solved;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod two_left;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use self::matches::{Match, best_share};
use self::player::MatchPlayer;
use self::policies::{POLICIES, Policy};
use self::process::Bidding;
use self::settings::{DUEL, LOSS, Loss, Settings, TALI, WILD_HOUNDS};
use self::table::Table;
use crate::bluffing::table::{GIVEN_UP, LiarsGame, LiarsTable};
use crate::kit::notation::Cursor;
use crate::kit::rules::{Play, PolicyInfo};
use crate::kit::{Advice, AdviceError, Game, LengthUnit, Players, PositionForm, Strategy, ThrowUse};
use tali_core::exact::{Enclosure, Missing, Number, OnProgress, Solution, Wanted, solve_chain};
use tali_core::monte_carlo::Player;
use tali_core::process::{ChainError, MAX_SEATS, MarkovChain, Process};
use tali_core::tali::Face;

pub(crate) static GAME: Game = Game {
    number: 6,
    name: "mendax-single",
    title: "Mendax Tali, a hand each",
    summary: "Everybody hides a hand; bid how many tali on the table show a face, or challenge; the last with tali wins",
    players: Players::of(2, MAX_SEATS, 2),
    counted_in: &|_| LengthUnit::Rounds,
    keys: &[TALI.key, LOSS.key, DUEL.key, WILD_HOUNDS.key],
    reading: &[
        "Every seat throws its tali in secret. The starter bids a face and how many of all the tali show it; each seat \
         in turn raises the number or challenges. No bid exceeds the number of tali.",
        "If at least as many as bid show the face, the challenger loses the round; otherwise the bidder does. \
         The loser gives up a talus and starts the next round; if it is out, the seat after it starts. The last seat with tali wins.",
        "When two seats are left with one talus each, bids are on the sum of both, from 2 to 12.",
        "Where the bidder alone can lose, as the source literally says, a wrong challenge costs nothing. Then no seat can \
         be forced to lose a talus: a seat that bids one of a face it holds and challenges every bid never loses any. Best \
         play never ends.",
        "Best play is known for two seats. It is one of many unbeatable strategies. With more seats, no best play is known.",
    ],
    out_of_play: &|rules| {
        if rules.get(&LOSS) == Loss::Bidder { Vec::new() } else { vec!["Where the bidder alone"] }
    },
    card: &card::card,
    source: "M. J. Speakman, game 6",
    policies: &POLICIES,
    notation: "HAND v COUNTS[: BIDS][ @SEAT]: your own faces; how many tali each other seat has, in the order in which they \
               act after you; all bids of the round, first to last; and your seat (default 1): 63 v 3: 1x6 3x6",
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
        Ok(Box::new(LiarsTable(Table::new(settings, table.bones.clone(), policies))))
    },
    ..Game::BLANK
};

impl Table {
    fn of_two(&self) -> bool {
        self.settings.seats == 2
    }

    /// The match of more seats bid by bid, if they have simple policies and few tali.
    fn small_chain(&self) -> Option<MarkovChain> {
        const MOST_STATES: f64 = 50_000.0;
        const MOST_MOVES: usize = 400_000;
        let bidding = Bidding::new(self);
        let is_small = !self.policies.contains(&Policy::Best) && bidding.estimated_states() <= MOST_STATES;
        is_small.then(|| MarkovChain::new(&bidding.decided()?, MOST_MOVES).ok()).flatten()
    }

    /// Solves more than two seats: completely if the match is small, else as far as possible without simulation.
    fn of_many(&self, wanted: Wanted) -> Solution {
        let statistics = matches::first_round(None).collect();
        if let Some(chain) = self.small_chain() {
            return Solution { statistics, ..solve_chain(&chain, wanted) };
        }
        let mut solution = Solution { statistics, ..Solution::unknown(self.settings.seats, false) };
        if self.settings.loss == Loss::Either {
            solution.never = Enclosure::zero();
        }
        solution.nobody = Enclosure::zero();
        solution
    }
}

impl LiarsGame for Table {
    const POLICIES: &'static [PolicyInfo] = &POLICIES;
    const MOVES: &'static str = "bids and challenges";

    fn seats(&self) -> usize {
        self.settings.seats
    }

    fn plays_best(&self, seat: usize) -> bool {
        self.policies[seat] == Policy::Best
    }

    fn nothing_is_best(&self) -> Option<AdviceError> {
        (self.settings.loss == Loss::Bidder).then_some(AdviceError::NotKnown(
            "with loss=\"bidder\" there is no card: bid one of a face you hold and challenge every bid, and you never lose \
             a talus (`--play safe`); a game of two such players never ends",
        ))
    }

    fn tell(&mut self, progress: OnProgress) {
        self.progress = Some(progress);
    }

    fn is_known(&self) -> bool {
        self.of_two()
    }

    fn solution(&self, wanted: Wanted) -> Solution {
        if self.of_two() { matches::solve(self, wanted) } else { self.of_many(wanted) }
    }

    fn chain(&self, most_moves: usize) -> Result<MarkovChain, ChainError> {
        if !self.of_two() {
            let chain = self.small_chain().filter(|chain| chain.size() <= most_moves);
            return chain.ok_or(ChainError::TooLarge);
        }
        let of_match = Match::new(self, [self.policy(0), self.policy(1)]);
        MarkovChain::new(&of_match.map_err(|_| ChainError::TooLarge)?.series, most_moves)
    }

    /// One cast for the throw, one for each bid and one for the challenge.
    fn casts_a_round(&self) -> BigRational {
        let bids = if self.of_two() { matches::first_bids(self) } else { None };
        bids.unwrap_or_else(|| BigRational::from_integer(self.settings.seats.into()))
            + BigRational::from_integer(2.into())
    }

    fn value(&self) -> Number {
        Ok(matches::solve(self, Wanted::WITHOUT_COINS).shares[0].clone())
    }

    fn best_shares(&self, policy: &Play) -> [Number; 2] {
        let policy = Policy::of(policy);
        let share =
            |seat| best_share(self, seat, &policy).map(Enclosure::exact).map_err(|_| Missing::TooLong);
        rayon::join(|| share(0), || share(1)).into()
    }

    fn player(&self) -> Box<dyn Player + '_> {
        Box::new(MatchPlayer::new(self))
    }

    fn advise(&self, position: Option<&str>) -> Result<Advice, AdviceError> {
        advice::advise(self, position)
    }

    fn form(&self, position: Option<&str>) -> Option<PositionForm> {
        Some(form::form(self, position))
    }

    fn card(&self) -> Result<Strategy, AdviceError> {
        strategy::strategy(self).map_err(|_| GIVEN_UP)
    }

    fn cost(&self) -> [f64; 2] {
        // Measured: a round of two seats takes about 200 ns, and rounds of more seats proportionally longer.
        let round = 20.0 * self.settings.seats.to_f64().unwrap_or(1.0);
        let tali = f64::from(self.settings.tali.all());
        [round, if self.settings.loss == Loss::Either { tali } else { 10.0 * tali }]
    }

    fn effort(&self) -> f64 {
        if self.of_two() && self.policies.contains(&Policy::Best) { 4_000.0 } else { 200.0 }
    }
}
