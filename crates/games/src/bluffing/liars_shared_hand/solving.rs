//! Solves best play: a linear program for each turn, from the last rounds back to the first.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::best::{AtScore, BestPlay, SHARPENED_AGAINST, Score, Turn};
use super::calls::Rank;
use super::cup::Hand;
use super::prospects::{Prospect, Scene};
use super::shape::TurnGame;
use super::stored::{Played, Strategies};
use super::turns::{Called, Given, Replies};
use tali_core::exact::{OnProgress, Player, SequenceGame, SolvedInDoubles, Unsolved};

/// First throws whose values differ by less than this count as equally good; the computed bounds include the cost.
const EQUAL: f64 = 1e-11;

/// Replies may give the thrower this much more than the value of a turn, so that rounding never excludes all replies; the
/// computed bounds include the cost.
const SLACK: f64 = 2e-14;

/// The progress of solving, with its listener.
struct Progress<'a> {
    hears: Option<&'a OnProgress>,
    done: AtomicU32,
    all: u32,
}

impl Progress<'_> {
    /// Records that `turns` are solved at this many scores.
    fn add(&self, scores: usize, turns: u32) {
        let more = u32::try_from(scores).unwrap_or(1) * turns;
        let done = self.done.fetch_add(more, Relaxed) + more;
        if let Some(hears) = self.hears {
            hears(f64::from(done.min(self.all)) / f64::from(self.all));
        }
    }
}

/// The relative work for the turns after a call: the number of pairs of higher calls.
fn turns_after_call(call: Rank) -> u32 {
    let calls = u32::from(Rank::VENUS.0 - call.0);
    calls * calls
}

/// The relative work for all turns at a score.
fn all_turns() -> u32 {
    (0..Rank::VENUS.0).map(|call| turns_after_call(Rank(call))).sum()
}

impl BestPlay {
    /// The rough time on one processor for all matches with at most these counters, in milliseconds.
    pub(super) fn work(&self, [one, other]: Score) -> f64 {
        // Measured: the microseconds for each call at each node, over all linear programs.
        const MICROSECONDS: f64 = 1.1;
        let calls = f64::from(Rank::VENUS.0);
        let at_score = self.shapes.nodes() * calls * calls / 2.0 * MICROSECONDS / 1000.0;
        f64::from(one) * f64::from(other) * at_score
    }

    /// Solves all matches with at most these counters, and reports progress.
    pub(super) fn solve(self, most: Score, progress: Option<&OnProgress>) -> Result<Self, Unsolved> {
        self.complete(most, &Strategies::default(), progress)
    }

    /// The turns after a call, one for each hand, or the opening.
    fn turns_after(&self, call: Option<Rank>) -> impl Iterator<Item = Given> {
        let hands = call.map(|call| self.turns.cup.hands().iter().map(move |hand| Some((*hand, call))));
        let opening = call.is_none().then_some(None);
        opening.into_iter().chain(hands.into_iter().flatten())
    }

    /// Solves like [`BestPlay::solve`], but at scores with known strategies only computes the values of these, if they are valid.
    pub(super) fn complete(
        mut self,
        most: Score,
        strategies: &Strategies,
        progress: Option<&OnProgress>,
    ) -> Result<Self, Unsolved> {
        let scores = u32::from(most[0]) * u32::from(most[1]);
        let progress = Progress { hears: progress, done: AtomicU32::new(0), all: scores * all_turns() };
        for sum in 2..=most[0] + most[1] {
            let scores = (1..sum).map(|one| [one, sum - one]);
            let scores = scores.filter(|[one, other]| *one <= most[0] && *other <= most[1]);
            // Each score is solved together with the reverse one, where the other seat throws.
            let mut pairs: Vec<Score> = scores.map(|[one, other]| [one.max(other), one.min(other)]).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let solved = pairs.par_iter().map(|pair| self.backward(*pair, strategies, &progress));
            let solved: Vec<Vec<(Score, AtScore)>> = solved.collect::<Result<_, _>>()?;
            self.scores.extend(solved.into_iter().flatten());
        }
        Ok(self)
    }

    /// Solves the turns at a score, for both throwers, from the highest call back to the opening.
    fn backward(
        &self,
        pair: Score,
        strategies: &Strategies,
        progress: &Progress<'_>,
    ) -> Result<Vec<(Score, AtScore)>, Unsolved> {
        let hands = self.turns.cup.hands();
        let mut scores = vec![pair, [pair[1], pair[0]]];
        scores.dedup();
        let mut given: Vec<Vec<Option<Turn>>> =
            vec![vec![None; hands.len() * usize::from(Rank::VENUS.0)]; scores.len()];
        let turns_after = |given: &[Vec<Option<Turn>>], call: Option<Rank>| {
            let of_score = |(index, score): (usize, &Score)| {
                let others = &given[scores.len() - 1 - index];
                let accepted = |hand: Hand, call: Rank| {
                    let turn = self.index(hand, call).and_then(|index| others[index].as_ref());
                    turn.map_or(Prospect::sure(false), |turn| turn.prospect.of_other())
                };
                let challenged = self.after_challenge(*score);
                let scene = Scene { cup: &self.turns.cup, challenged, accepted: &accepted };
                self.turns_at(*score, strategies, &scene, call)
            };
            scores.iter().enumerate().map(of_score).collect::<Result<Vec<Vec<Turn>>, Unsolved>>()
        };
        let mut calls: Vec<Rank> = self.turns.may_call(None).filter(|call| *call < Rank::VENUS).collect();
        while let Some(call) = calls.pop() {
            let found = turns_after(&given, Some(call))?;
            for (given, found) in given.iter_mut().zip(found) {
                for (hand, turn) in hands.iter().zip(found) {
                    if let Some(index) = self.index(*hand, call) {
                        given[index] = Some(turn);
                    }
                }
            }
            progress.add(scores.len(), turns_after_call(call));
        }
        let openings = turns_after(&given, None)?.into_iter().flatten();
        let at = openings.zip(given).map(|(opening, given)| AtScore { opening, given });
        Ok(scores.iter().copied().zip(at).collect())
    }

    /// Solves the turns after a call, one for each hand, or the opening.
    fn turns_at(
        &self,
        score: Score,
        strategies: &Strategies,
        scene: &Scene<'_>,
        call: Option<Rank>,
    ) -> Result<Vec<Turn>, Unsolved> {
        let given: Vec<Given> = self.turns_after(call).collect();
        let played = if strategies.holds(score) {
            let played = given.iter().map(|given| strategies.played(self, score, *given));
            played.collect::<Option<_>>().ok_or(Unsolved)?
        } else {
            self.sharpest(scene, call, &given)?
        };
        let turns = given.into_par_iter().zip(played);
        Ok(turns
            .map(|(given, (distribution, replies))| self.assessed(scene, given, distribution, replies))
            .collect())
    }

    /// The best strategies in the turns after a call that gain most against the opponent used for sharpening.
    fn sharpest(
        &self,
        scene: &Scene<'_>,
        call: Option<Rank>,
        given: &[Given],
    ) -> Result<Vec<Played>, Unsolved> {
        let solved = self.looked_at(scene, call, given)?;
        let turns: Vec<Sharpest> =
            given.par_iter().map(|given| self.sharpest_of(scene, *given, &solved)).collect();
        let replies = solved.par_iter().map(|(shape, solved)| {
            let turns = turns.iter().enumerate().filter(|(_, turn)| turn.shapes.contains(shape));
            solved.replies(scene, turns.collect())
        });
        let mut of_turns: Vec<Replies> = vec![Vec::new(); given.len()];
        for (turn, replies) in replies.collect::<Vec<_>>().into_iter().flatten() {
            of_turns[turn].extend(replies);
        }
        for replies in &mut of_turns {
            replies.sort_by_key(|(announced, _)| *announced);
        }
        Ok(turns.into_iter().map(|turn| turn.distribution).zip(of_turns).collect())
    }

    /// Solves the possible first throws in the turns after a call; many hands share the same throws.
    pub(super) fn looked_at(
        &self,
        scene: &Scene<'_>,
        call: Option<Rank>,
        given: &[Given],
    ) -> Result<FxHashMap<usize, SolvedTurn<'_>>, Unsolved> {
        let shapes: BTreeSet<usize> =
            given.iter().flat_map(|given| self.shapes.indices(&self.turns, *given)).collect();
        shapes.into_par_iter().map(|shape| Ok((shape, self.solved(scene, shape, call)?))).collect()
    }

    /// Solves a turn whose first throw is given by its shape.
    fn solved(
        &self,
        scene: &Scene<'_>,
        shape: usize,
        call: Option<Rank>,
    ) -> Result<SolvedTurn<'_>, Unsolved> {
        let calls = self.turns.may_call(call.map(|call| (Hand::CUP, call))).collect();
        let pays = |hand: Hand, call: Rank| scene.payment(hand, call, Prospect::value);
        let (turn, game) = TurnGame::new(&self.shapes.all[shape], calls, &pays);
        SolvedTurn::new(turn, game)
    }

    /// The best strategy to throw and call in one turn that gains most against the opponent.
    fn sharpest_of(
        &self,
        scene: &Scene<'_>,
        given: Given,
        solved: &FxHashMap<usize, SolvedTurn<'_>>,
    ) -> Sharpest {
        let shapes = self.shapes.indices(&self.turns, given);
        let solved: Vec<&SolvedTurn<'_>> = shapes.iter().map(|shape| &solved[shape]).collect();
        let value = solved.iter().map(|solved| solved.value()).fold(0.0, f64::max);
        let (mut distribution, mut most) = (Vec::new(), f64::NEG_INFINITY);
        for solved in solved.iter().filter(|solved| solved.value() >= value - EQUAL) {
            let (_, found, gain) = self.sharpest_flows(scene, given, solved);
            if gain > most {
                (distribution, most) = (found, gain);
            }
        }
        let opponent = self.turns.distribution(&SHARPENED_AGAINST, given);
        Sharpest { shapes, value, distribution, opponent }
    }

    /// The best strategy to throw and call that gains most against the opponent: its flows, its distribution and its gain.
    pub(super) fn sharpest_flows(
        &self,
        scene: &Scene<'_>,
        given: Given,
        solved: &SolvedTurn<'_>,
    ) -> (Vec<f64>, Vec<(Called, f64)>, f64) {
        let turn = &solved.turn;
        let from = given.map(|(hand, _)| hand);
        let mut gains = vec![0.0; solved.solved.game().sequences(Player::First)];
        for (index, node) in turn.shape.nodes.iter().enumerate().filter(|(_, node)| node.may_call) {
            for (number, call) in turn.calls.iter().enumerate() {
                let announced = turn.shape.announced[node.announced];
                let challenges = self.turns.challenges(&SHARPENED_AGAINST, from, announced, *call);
                gains[turn.call(index, number)] =
                    scene.payment(node.on_table.hand, *call, |of| of.against_random[0]).mean(challenges);
            }
        }
        let flows = solved.sharpest(&gains);
        let (distribution, gain) = turn.realised(&flows, &gains);
        (flows, distribution, gain)
    }
}

/// A turn with its sharpest strategy.
struct Sharpest {
    /// The possible first throws.
    shapes: Vec<usize>,
    value: f64,
    /// The best strategy to throw and call that gains most against the opponent used for sharpening.
    distribution: Vec<(Called, f64)>,
    /// The distribution of that opponent's throws and calls.
    opponent: Vec<(Called, f64)>,
}

/// A solved turn with a given first throw.
pub(super) struct SolvedTurn<'a> {
    pub turn: TurnGame<'a>,
    solved: SolvedInDoubles,
}

impl<'a> SolvedTurn<'a> {
    fn new(turn: TurnGame<'a>, game: SequenceGame) -> Result<Self, Unsolved> {
        let weights = [vec![1.0], vec![1.0; game.sets(Player::Second)]];
        Ok(Self { turn, solved: SolvedInDoubles::new(game, weights)? })
    }

    /// Its value to the thrower.
    pub(super) const fn value(&self) -> f64 {
        self.solved.value()
    }

    /// The flows of the thrower's best strategy that gains most.
    fn sharpest(&self, gains: &[f64]) -> Vec<f64> {
        // If the solver fails, use any other optimal strategy.
        self.solved.sharpest(gains).unwrap_or_else(|_| self.solved.flows(Player::First))
    }

    /// Among the replies that give the thrower no more than the value of the turn, finds those that gain most against the
    /// opponent used for sharpening, for each of these turns; returned with the turns' numbers.
    ///
    /// After a bad first throw, the replies may give more than that throw's value, up to the turn's. Throws of all four bones are
    /// independent of the hand: such turns only differ in their bounds, and are solved together.
    fn replies(&self, scene: &Scene<'_>, turns: Vec<(usize, &Sharpest)>) -> Vec<(usize, Replies)> {
        let asked = turns.into_iter().map(|(number, turn)| {
            (self.gains(scene, &turn.opponent), turn.value.max(self.value()) + SLACK, number)
        });
        let mut asked: Vec<(Vec<f64>, f64, usize)> = asked.collect();
        asked.sort_by(|one, other| {
            let gains = one.0.iter().zip(&other.0).map(|(one, other)| one.total_cmp(other));
            gains.fold(Ordering::Equal, Ordering::then).then(one.1.total_cmp(&other.1))
        });
        let mut replies = Vec::with_capacity(asked.len());
        for alike in asked.chunk_by(|one, other| one.0 == other.0) {
            let bounds: Vec<f64> = alike.iter().map(|(_, bound, _)| *bound).collect();
            let found = self.solved.sharpest_within(&bounds, &alike[0].0);
            replies.extend(alike.iter().zip(found).map(|((.., turn), found)| {
                let flows = found.unwrap_or_else(|_| self.solved.flows(Player::Second));
                (*turn, self.turn.replies_of(&flows))
            }));
        }
        replies
    }

    /// The gain of each reply against an opponent with this distribution.
    fn gains(&self, scene: &Scene<'_>, opponent: &[(Called, f64)]) -> Vec<f64> {
        let turn = &self.turn;
        let mut gains = vec![0.0; self.solved.game().sequences(Player::Second)];
        for ((announced, hand, call), chance) in opponent {
            let announced = turn.shape.announced.iter().position(|known| known == announced);
            let Some(announced) = announced else { continue };
            // Both lists contain consecutive ranks.
            let number = usize::from(call.0.saturating_sub(turn.calls[0].0));
            let paid = scene.payment(*hand, *call, |of| of.against_random[1]);
            for (reply, is_challenged) in TurnGame::replies(*call).iter().enumerate() {
                let paid = if *is_challenged { paid.challenged } else { paid.accepted };
                gains[turn.reply(announced, number, reply)] += chance * paid;
            }
        }
        gains
    }
}
