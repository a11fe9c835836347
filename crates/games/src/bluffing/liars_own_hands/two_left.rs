//! A round of two seats, looked at from one of them: how likely it is won with everything that can be done.

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

/// A round of two seats, as one of them sees it.
pub(super) struct TwoLeft {
    pub side: Player,
    other: usize,
    round: Arc<Round>,
    /// The round at best play, if either plays its best.
    pub solved: Option<Arc<SolvedRound>>,
    /// What the seat wins of the match if it wins the round, and if it loses it.
    after: [Number; 2],
}

impl TwoLeft {
    pub(super) fn new(table: &Table, state: &MatchState, seat: usize) -> Result<Self, Unsolved> {
        let (other, side) = (state.counters.next(seat), side(state, seat));
        let is_best = [seat, other].iter().any(|seat| *table.policy(*seat) == Policy::Best);
        let solved = if is_best {
            // This round takes as long as all that can follow: they are solved side by side.
            solve_all(table, state, |_| ());
            let solved = table.solved_round(state)?;
            rayon::join(|| solved.best(Player::First), || solved.best(Player::Second));
            Some(solved)
        } else {
            None
        };
        let after = [other, seat].map(|loser| match state.after(Some(loser), loser) {
            Play::Over(winners) => Ok(Enclosure::certain(winners.has(seat))),
            // A round that costs nothing comes again, and nobody tells how often.
            Play::On(_) if table.settings.loss == Loss::Bidder => Err(Missing::TooLong),
            Play::On(next) => later(table, &next, seat, other).map_err(|_| Missing::TooLong),
        });
        let round = match &solved {
            Some(solved) => Arc::clone(&solved.round),
            None => Arc::new(table.round(state)),
        };
        Ok(Self { side, other, round, solved, after })
    }

    /// What the seat wins of the match if it wins the round so likely.
    pub(super) fn value(&self, wins: &BigRational) -> Number {
        let [won, lost] = self.after.each_ref().map(|after| after.as_ref().map_err(|why| *why));
        let (won, lost) = (won?, lost?);
        let at = |won: &BigRational, lost: &BigRational| lost + wins * (won - lost);
        let ends = [at(won.low(), lost.low()), at(won.high(), lost.high())];
        let [one, other] = ends;
        Ok(if one <= other { Enclosure::between(one, other) } else { Enclosure::between(other, one) })
    }

    /// What the seat can look forward to after bids, at an opening without any.
    pub(super) fn outlook(&self, table: &Table, tali: &Tali, bids: Option<(Subject, Bids)>) -> Outlook {
        let (round, other) = (&self.round, self.side.other());
        let odds = table.odds(tali, self.other);
        let behaviour = |known: &Known| self.behaviour(table, &odds, known);
        let mut plan = round.plan(other, behaviour);
        let arrived = round.arrived(&plan, bids);
        let is_reached = !arrived.is_zero();
        if !is_reached {
            // Whatever it holds, it has made these bids.
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

    /// What the other seat does with what it knows.
    fn behaviour(&self, table: &Table, odds: &Odds, known: &Known) -> Vec<BigRational> {
        match (&self.solved, table.policy(self.other)) {
            (Some(solved), Policy::Best) => solved.behaviour(&table.settings, odds, self.side.other(), known),
            (_, policy) => policy.behaviour(&table.settings, odds, known),
        }
    }

    /// How likely the seat wins the round with each action that it has with what it knows, if it plays its best from there on.
    pub(super) fn wins(&self, outlook: &Outlook, known: &Known) -> Vec<BigRational> {
        let Some(set) = self.round.sets[self.side.index()].get(known) else { return Vec::new() };
        let sequences = self.round.game.actions(self.side, *set as usize);
        let starter_wins =
            sequences.map(|sequence| BigRational::new(outlook.won[sequence].clone(), outlook.all.clone()));
        starter_wins.map(|starter_wins| part_of(self.side, starter_wins)).collect()
    }
}

/// What a seat can look forward to at a position.
pub(super) struct Outlook {
    /// Whether the other seat ever comes there; if not, it is taken to hold anything.
    pub is_reached: bool,
    /// How much of the other's hands comes there.
    all: BigInt,
    /// What of that is won by the starter after each sequence of the seat, if it plays its best from there on.
    won: Vec<BigInt>,
}

fn certainly(is: bool) -> BigRational {
    if is { BigRational::one() } else { BigRational::zero() }
}

/// What a seat wins from a state on, if it plays its best and the other as it plays.
fn later(table: &Table, state: &MatchState, seat: usize, other: usize) -> Result<Enclosure, Unsolved> {
    match table.policy(other) {
        Policy::Best => {
            solve_all(table, state, |_| ());
            best_value(table, state, seat)
        }
        policy => taken(table, state, seat, policy).map(Enclosure::exact),
    }
}
