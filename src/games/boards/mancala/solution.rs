//! What is known of a table without playing.

use num_rational::BigRational;
use num_traits::Zero;

use super::best;
use super::endgame::FEW;
use super::notation::Standing;
use super::outcomes::Outcomes;
use super::player::Opening;
use super::policies::{Mind, Trees};
use super::round::Round;
use super::score::{End, Score};
use super::statistics::{
    CAPTURE_SHARE, ENDLESS, FIRST_MOVER, FIRST_TURN_MEAN, KEPT, LAPS_MEAN, LEFT, LEFT_MEAN, MARGIN_MEAN,
    ROUND_MARGIN_MEAN, ROUNDS_MEAN, TURNED, tell,
};
use super::table::Table;
use crate::exact::{Enclosure, Missing, Solution, Spread, StatisticNumbers};

impl Table {
    /// What is known of the table without playing.
    pub(super) fn solution(&self) -> &Solution {
        self.solution.get_or_init(|| match self.from {
            Some(from) => self.of_position(&from, from.standing().seat),
            None => self.of_match(),
        })
    }

    fn of_position(&self, round: &Round, first: usize) -> Solution {
        let unknown = || {
            let [won, drawn, lost] = &FIRST_MOVER;
            let statistics = [
                won,
                drawn,
                lost,
                &ROUND_MARGIN_MEAN,
                &MARGIN_MEAN,
                &FIRST_TURN_MEAN,
                &CAPTURE_SHARE,
                &LAPS_MEAN,
                &ENDLESS,
                &LEFT_MEAN,
            ];
            let statistics = statistics.map(|of| StatisticNumbers::one(of, Err(Missing::TooLong)));
            Solution {
                never: Enclosure::zero(),
                statistics: statistics.into(),
                ..Solution::unknown(2, false)
            }
        };
        // Where it takes long to say what each seat does, only few positions are looked at.
        let soon = round.is_at_rest() && (!self.looks_ahead() || self.pebbles() <= FEW);
        let outcomes = soon.then(|| Outcomes::of(round, self.policies, &self.settings)).flatten();
        match outcomes {
            Some(outcomes) => of_round_from(&RoundAtTable { first, turned: false, outcomes }, unknown()),
            None => best::solution(self, &unknown()).unwrap_or_else(unknown),
        }
    }

    fn of_match(&self) -> Solution {
        let single = self.settings.target == 0;
        let statistics = Self::statistics();
        let unknown = Solution {
            nobody: if single { Enclosure::probability() } else { Enclosure::zero() },
            never: if single { Enclosure::zero() } else { Enclosure::probability() },
            statistics,
            ..Solution::unknown(2, false)
        };
        if let Some(best) = best::solution(self, &unknown) {
            return best;
        }
        let rounds = [0, 1].map(|layer| self.rounds(layer));
        let [Some(one), Some(two)] = &rounds else { return unknown };
        if single {
            return of_rounds(&one.iter().collect::<Vec<_>>(), unknown);
        }
        match (one.as_slice(), two.as_slice()) {
            ([one], [two]) => self.of_certain_rounds([one, two], &unknown).unwrap_or(unknown),
            _ => unknown,
        }
    }

    /// What can come of a round that a seat lays out, if that is soon known; all alike.
    fn rounds(&self, layer: usize) -> Option<Vec<RoundAtTable>> {
        const MOST: usize = 24;
        if self.looks_ahead() && self.pebbles() > FEW {
            return None;
        }
        let boards = match self.opening() {
            Opening::Position(_) => return None,
            Opening::Fixed(board) => vec![board],
            Opening::Laid(of_seat) => of_seat[layer].iter().map(|layout| layout.board()).collect(),
        };
        if boards.len() > MOST {
            return None;
        }
        let trees = Trees::new(&self.settings);
        let mut mind = Mind::new(self.policies[1 - layer], &self.settings, &trees);
        let mut rounds = Vec::new();
        for board in boards {
            // Who turns the board or not, both alike, does one as often as the other on all boards.
            let turns = if self.settings.turning { mind.turns(board) } else { Some(false) };
            for turned in turns.map_or_else(|| vec![false, true], |turned| vec![turned]) {
                let first = if turned { layer } else { 1 - layer };
                let round = Round::from(&Standing { board, seat: first, kept: [0, 0] });
                let outcomes = Outcomes::of(&round, self.policies, &self.settings)?;
                rounds.push(RoundAtTable { first, turned, outcomes });
            }
        }
        Some(rounds)
    }

    /// A match of rounds that are all certain, by who lays them out.
    fn of_certain_rounds(&self, rounds: [&RoundAtTable; 2], unknown: &Solution) -> Option<Solution> {
        let certain = [rounds[0].outcomes.certain?, rounds[1].outcomes.certain?];
        let (mut score, mut sowings) = (Score::default(), 0);
        let mut played = Vec::new();
        let end = loop {
            let (result, length) = certain[score.layer];
            sowings += length;
            played.push(rounds[score.layer]);
            if let Some(end) = score.count(result, self.settings.target) {
                break end;
            }
        };
        let whole = |number: u64| BigRational::from_integer(number.into());
        let mut solution = Solution { nobody: Enclosure::zero(), ..unknown.clone() };
        match end {
            End::Over(winners) => {
                // Each round that was played is one of them, all alike.
                solution = of_rounds(&played, solution);
                solution.shares = [0, 1].map(|seat| Enclosure::certain(winners.has(seat))).into();
                solution.nobody = Enclosure::zero();
                solution.never = Enclosure::zero();
                solution.length = Spread::certain(&whole(sowings));
                tell(&mut solution, ROUNDS_MEAN.name, Enclosure::exact(whole(score.rounds.into())));
            }
            End::Endless => {
                solution.shares = vec![Enclosure::zero(); 2];
                solution.never = Enclosure::one();
                solution.length = Spread::missing(Missing::Endless);
                tell(&mut solution, ROUNDS_MEAN.name, Enclosure::exact(whole(score.rounds.into())));
            }
        }
        Some(solution)
    }

    /// What a match has to tell, none of it known.
    fn statistics() -> Vec<StatisticNumbers> {
        let one = |of: &'static _| StatisticNumbers::one(of, Err(Missing::TooLong));
        let [won, drawn, lost] = &FIRST_MOVER;
        vec![
            one(&ROUNDS_MEAN),
            one(won),
            one(drawn),
            one(lost),
            one(&ROUND_MARGIN_MEAN),
            one(&TURNED),
            one(&FIRST_TURN_MEAN),
            one(&CAPTURE_SHARE),
            one(&LAPS_MEAN),
            one(&ENDLESS),
            one(&LEFT_MEAN),
        ]
    }
}

/// A round with the first mover in it.
struct RoundAtTable {
    first: usize,
    turned: bool,
    outcomes: Outcomes,
}

/// What is known of a round from a position, in which it is told what both have at the end, if that is certain.
fn of_round_from(round: &RoundAtTable, unknown: Solution) -> Solution {
    let mut solution = of_rounds(&[round], unknown);
    if let Some((kept, _)) = round.outcomes.certain {
        let kept = kept.map(|pebbles| Ok(Enclosure::exact(BigRational::from_integer(pebbles.into()))));
        solution.statistics.push(StatisticNumbers::several(&KEPT, kept.into()));
        solution.statistics.push(StatisticNumbers::one(&LEFT, Ok(round.outcomes.left.clone())));
    }
    solution
}

/// What is known of a single round that begins in one of several ways, all alike.
fn of_rounds(rounds: &[&RoundAtTable], unknown: Solution) -> Solution {
    let part = BigRational::new(1.into(), rounds.len().max(1).into());
    let mean = |of: &dyn Fn(&RoundAtTable) -> Enclosure| -> Enclosure {
        let sum: Enclosure = rounds.iter().map(|round| of(round)).sum();
        sum.scaled(&part)
    };
    let share = |seat: usize| mean(&|round| round.outcomes.shares().0[seat].clone());
    let of_first = |round: &RoundAtTable, first: bool| {
        let place = if first { round.first } else { 1 - round.first };
        round.outcomes.shares().0[place].clone()
    };
    let margin = |round: &RoundAtTable| {
        let sign = if round.first == 0 { 1 } else { -1 };
        round.outcomes.margin_mean().scaled(&BigRational::from_integer(sign.into()))
    };
    let sowings = mean(&|round| round.outcomes.sowings.clone());
    let per_sowing =
        |of: &dyn Fn(&RoundAtTable) -> Enclosure| mean(of).over(&sowings).ok_or(Missing::Impossible);
    let nobody = mean(&|round| round.outcomes.shares().1);
    let turned = |round: &RoundAtTable| Enclosure::certain(round.turned);
    let statistics = unknown.statistics.into_iter().map(|mut statistic| {
        let known = match statistic.of.name {
            "rounds_mean" => vec![Ok(Enclosure::one())],
            "first_mover.won" => vec![Ok(mean(&|round| of_first(round, true)))],
            "first_mover.drawn" => vec![Ok(nobody.clone())],
            "first_mover.lost" => vec![Ok(mean(&|round| of_first(round, false)))],
            "round_margin_mean" => vec![Ok(mean(&margin))],
            "margin_mean" => vec![Ok(mean(&|round| round.outcomes.margin_mean()))],
            "turned" => vec![Ok(mean(&turned))],
            "capture_share" => vec![per_sowing(&|round| round.outcomes.captures.clone())],
            "laps_mean" => vec![per_sowing(&|round| round.outcomes.laps.clone())],
            "endless" => vec![Ok(mean(&|round| round.outcomes.endless.clone()))],
            "first_turn_mean" => {
                let known: Option<Vec<_>> =
                    rounds.iter().map(|round| round.outcomes.first_turn.clone()).collect();
                let sum = |known: Vec<Enclosure>| known.into_iter().sum::<Enclosure>().scaled(&part);
                vec![known.map(sum).ok_or(Missing::TooLong)]
            }
            "left_mean" => vec![Ok(mean(&|round| round.outcomes.left.clone()))],
            _ => return statistic,
        };
        statistic.numbers = known;
        statistic
    });
    let statistics = statistics.collect();
    let mut length = Spread::missing(Missing::TooLong);
    length.mean = Ok(sowings);
    if let [round] = rounds
        && let Some((_, sowings)) = round.outcomes.certain
    {
        length = Spread::certain(&BigRational::from_integer(sowings.into()));
    }
    Solution {
        shares: vec![share(0), share(1)],
        nobody,
        never: Enclosure::exact(BigRational::zero()),
        length,
        statistics,
        pot: None,
    }
}
