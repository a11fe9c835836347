//! A round of two seats from the view of one: the probability to win it with each action.

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::bids::{Bids, Known, Subject};
use super::matches::{best_value, solve_all, taken};
use super::odds::Odds;
use super::policies::Policy;
use super::round::Round;
use super::settings::{Loss, Tali};
use super::solved::SolvedRound;
use super::table::{Table, part_of, side};
use crate::bluffing::series::MatchState;
use tali_core::exact::{Enclosure, Missing, Number, Player, Unsolved};
use tali_core::process::Play;

/// A round of two seats, from the view of one.
pub(super) struct TwoLeft {
    pub side: Player,
    other: usize,
    round: Arc<Round>,
    /// The solved round, if either seat plays best.
    pub solved: Option<Arc<SolvedRound>>,
    /// What the seat wins of the match after winning the round, and after losing it.
    after: [Number; 2],
}

impl TwoLeft {
    pub(super) fn new(table: &Table, state: &MatchState, seat: usize) -> Result<Self, Unsolved> {
        let (other, side) = (state.counters.next(seat), side(state, seat));
        let is_best = [seat, other].iter().any(|seat| *table.policy(*seat) == Policy::Best);
        let solved = if is_best {
            // The later rounds together take as long as this one: solve them in parallel.
            solve_all(table, state, |_| ());
            let solved = table.solved_round(state)?;
            rayon::join(|| solved.best(Player::First), || solved.best(Player::Second));
            Some(solved)
        } else {
            None
        };
        let after = [other, seat].map(|loser| match state.after(Some(loser), loser) {
            Play::Over(winners) => Ok(Enclosure::certain(winners.has(seat))),
            // A round that costs nothing is repeated an unknown number of times.
            Play::On(_) if table.settings.loss == Loss::Bidder => Err(Missing::TooLong),
            Play::On(next) => later(table, &next, seat, other).map_err(|_| Missing::TooLong),
        });
        let round = match &solved {
            Some(solved) => Arc::clone(&solved.round),
            None => Arc::new(table.round(state)),
        };
        Ok(Self { side, other, round, solved, after })
    }

    /// What the seat wins of the match, given its probability to win the round.
    pub(super) fn value(&self, wins: &BigRational) -> Number {
        let [won, lost] = self.after.each_ref().map(|after| after.as_ref().map_err(|why| *why));
        let (won, lost) = (won?, lost?);
        let at = |won: &BigRational, lost: &BigRational| lost + wins * (won - lost);
        let ends = [at(won.low(), lost.low()), at(won.high(), lost.high())];
        let [one, other] = ends;
        Ok(if one <= other { Enclosure::between(one, other) } else { Enclosure::between(other, one) })
    }

    /// The outlook of the seat after these bids, or at the opening.
    pub(super) fn outlook(&self, table: &Table, tali: &Tali, bids: Option<(Subject, Bids)>) -> Outlook {
        let (round, other) = (&self.round, self.side.other());
        let odds = table.odds(tali, self.other);
        let behaviour = |known: &Known| self.behaviour(table, &odds, known);
        let mut plan = round.plan(other, behaviour);
        let arrived = round.arrived(&plan, bids);
        let is_reached = !arrived.is_zero();
        if !is_reached {
            // Assume that it made these bids with any hand.
            plan = round.plan(other, |known| {
                let actions = known.actions(&table.settings, tali);
                let made =
                    known.next_of(bids).and_then(|made| actions.iter().position(|action| *action == made));
                made.map_or_else(
                    || behaviour(known),
                    |made| (0..actions.len()).map(|action| certainly(action == made)).collect(),
                )
            });
        }
        let all = if is_reached { arrived } else { round.arrived(&plan, bids) };
        Outlook { is_reached, all, won: plan.answers(&round.game) }
    }

    /// The probabilities of the other seat's actions with this knowledge.
    fn behaviour(&self, table: &Table, odds: &Odds, known: &Known) -> Vec<BigRational> {
        match (&self.solved, table.policy(self.other)) {
            (Some(solved), Policy::Best) => solved.behaviour(&table.settings, odds, self.side.other(), known),
            (_, policy) => policy.behaviour(&table.settings, odds, known),
        }
    }

    /// The probability to win the round with each action, if the seat plays best afterwards.
    pub(super) fn wins(&self, outlook: &Outlook, known: &Known) -> Vec<BigRational> {
        let Some(set) = self.round.sets[self.side.index()].get(known) else { return Vec::new() };
        let sequences = self.round.game.actions(self.side, *set as usize);
        let starter_wins =
            sequences.map(|sequence| BigRational::new(outlook.won[sequence].clone(), outlook.all.clone()));
        starter_wins.map(|starter_wins| part_of(self.side, starter_wins)).collect()
    }
}

/// The outlook of a seat at a position.
pub(super) struct Outlook {
    /// Whether the other seat ever comes here; if not, it is assumed to have any hand.
    pub is_reached: bool,
    /// The weight of the other's hands that come here.
    all: BigInt,
    /// The part of it that the starter wins after each sequence of the seat, if the seat plays best afterwards.
    won: Vec<BigInt>,
}

fn certainly(is: bool) -> BigRational {
    if is { BigRational::one() } else { BigRational::zero() }
}

/// What a seat wins from a state on, if it plays best against the other's policy.
fn later(table: &Table, state: &MatchState, seat: usize, other: usize) -> Result<Enclosure, Unsolved> {
    match table.policy(other) {
        Policy::Best => {
            solve_all(table, state, |_| ());
            best_value(table, state, seat)
        }
        policy => taken(table, state, seat, policy).map(Enclosure::exact),
    }
}
