//! A table, with what is found out about it once.

use std::sync::OnceLock;

use num_rational::BigRational;

use super::board::{Board, PEBBLES};
use super::catalogue::Catalogue;
use super::endgame::FEW;
use super::layout::{Beginning, Layout};
use super::notation::RoundState;
use super::outcomes::Outcomes;
use super::policies::{Agent, Trees};
use super::round::Round;
use super::score::{End, Score};
use super::settings::{Choice, Settings};
use super::solver;
use super::statistics::{
    CAPTURE_SHARE, CAPTURED, ENDLESS, FIRST_MOVER, FIRST_TURN_MEAN, LAPS_MEAN, LEFT, LEFT_MEAN, MARGIN_MEAN,
    ROUND_MARGIN_MEAN, ROUNDS_MEAN, TURNED, figures,
};
use crate::boards::figures::unknown_figures;
use crate::kit::PolicyKind;
use tali_core::exact::{Enclosure, Missing, Number, OnProgress, Solution, Spread, StatisticNumbers};
use tali_core::process::Statistic;

/// A table.
pub(super) struct Table {
    pub settings: Settings,
    pub policies: [PolicyKind; 2],
    /// From where one round is played, instead of a match.
    pub from: Option<Round>,
    /// Who is told how far the catalogue is.
    pub progress: Option<OnProgress>,
    catalogue: OnceLock<Option<Catalogue>>,
    solution: OnceLock<Solution>,
}

/// A round with the first mover in it, from 0.
struct RoundAtTable {
    first: usize,
    turned: bool,
    outcomes: Outcomes,
}

impl Table {
    pub(super) fn new(settings: Settings, policies: [PolicyKind; 2], from: Option<Round>) -> Self {
        Self {
            settings,
            policies,
            from: from.map(Round::begun_here),
            progress: None,
            catalogue: OnceLock::new(),
            solution: OnceLock::new(),
        }
    }

    /// The same table, at which one round goes on.
    pub(super) fn at_round(&self, round: Round) -> Self {
        Self::new(self.settings.clone(), self.policies, Some(round))
    }

    /// What all layouts are worth, if that is solved.
    pub(super) fn catalogue(&self) -> Option<&Catalogue> {
        let solve = || {
            let solved = solver::is_solved(&self.settings, PEBBLES);
            solved.then(|| Catalogue::new(&self.settings, self.progress.as_ref())).flatten()
        };
        self.catalogue.get_or_init(solve).as_ref()
    }

    /// Whether best play is known of all positions that this table comes to.
    pub(super) fn is_solved(&self) -> bool {
        solver::is_solved(&self.settings, self.pebbles())
    }

    /// How many pebbles rounds begin with.
    fn pebbles(&self) -> u32 {
        match (self.from, self.settings.beginning) {
            (Some(from), _) => from.position.board.pebbles(),
            (None, Beginning::Fixed(board)) => board.pebbles(),
            (None, Beginning::Any) => PEBBLES,
        }
    }

    /// Whether seats lay out the pebbles as they like.
    pub(super) fn lays_out(&self) -> bool {
        self.from.is_none() && self.settings.beginning == Beginning::Any
    }

    /// What a seat lays out, if it may: best play one of the fairest layouts, everybody else anything.
    pub(super) fn layouts(&self, seat: usize) -> Vec<Layout> {
        let catalogue = (self.policies[seat] == PolicyKind::Best).then(|| self.catalogue()).flatten();
        let fair = catalogue.map_or_else(Vec::new, Catalogue::fair);
        if fair.is_empty() { Layout::all().collect() } else { fair }
    }

    /// The boards, seen by the first mover, of which rounds begin with any that a seat lays out.
    fn boards(&self, layer: usize) -> Vec<Board> {
        match self.settings.beginning {
            Beginning::Fixed(board) => vec![board],
            Beginning::Any => self.layouts(layer).into_iter().map(Layout::board).collect(),
        }
    }

    /// How many games are played before anybody asks whether to go on.
    pub(super) fn batch(&self) -> u64 {
        if self.looks_ahead() { 32 } else { 256 }
    }

    /// Whether a seat looks ahead; where nobody has a choice none does.
    fn looks_ahead(&self) -> bool {
        self.settings.choice == Choice::Any && self.policies.iter().any(|policy| policy.looks_ahead())
    }

    /// How many draws take as long as one sowing.
    pub(super) fn cost_of_sowing(&self) -> f64 {
        let of = |policy: &PolicyKind| match policy {
            _ if self.settings.choice == Choice::Forced => 60.0,
            PolicyKind::Best => 30_000.0,
            PolicyKind::Search(depth) => 300.0 * 5f64.powi(i32::try_from(*depth).unwrap_or(9)),
            PolicyKind::Greedy | PolicyKind::First | PolicyKind::Random => 60.0,
        };
        self.policies.iter().map(of).sum::<f64>() / 2.0
    }

    /// What is known of the table without playing.
    pub(super) fn solution(&self) -> &Solution {
        self.solution.get_or_init(|| {
            let solution = match self.from {
                Some(from) => self.of_position(&from),
                None => self.of_match(),
            };
            solution.unwrap_or_else(|| self.unknown())
        })
    }

    /// Nothing is known: a single round ends, and without a target it can be drawn.
    fn unknown(&self) -> Solution {
        let single = self.from.is_some() || self.settings.target == 0;
        let [possible, impossible] = [Enclosure::probability(), Enclosure::zero()];
        let (nobody, never) = if single { (possible, impossible) } else { (impossible, possible) };
        let statistics = unknown_figures(&figures(self.from.is_some()));
        Solution { nobody, never, statistics, ..Solution::unknown(2, false) }
    }

    fn of_position(&self, round: &Round) -> Option<Solution> {
        let round_state = round.round_state();
        // Where it takes long to say what each seat does, only few positions are looked at.
        let soon = round.is_at_rest() && (!self.looks_ahead() || self.pebbles() <= FEW);
        let outcomes = soon.then(|| Outcomes::of(round, self.policies, &self.settings)).flatten();
        let outcomes = outcomes.or_else(|| {
            // Of turns that took nothing before there may not be enough left.
            let known = self.both_play_their_best() && round.is_at_rest();
            let value = known.then(|| self.value(round_state.board)).flatten()?;
            let ahead = round_state.captured[0].cast_signed() - round_state.captured[1].cast_signed();
            Some(Outcomes::of_best_play(ahead + if round_state.seat == 0 { value } else { -value }))
        })?;
        let captured = outcomes.captured;
        let round = RoundAtTable { first: round_state.seat, turned: false, outcomes };
        let mut solution = of_rounds(&[&round], self.unknown());
        if let Some(captured) = captured {
            let numbers = captured.map(|pebbles| Ok(Enclosure::exact(whole(pebbles))));
            solution.statistics.push(StatisticNumbers::several(&CAPTURED, numbers.into()));
            solution.statistics.push(StatisticNumbers::one(&LEFT, round.outcomes.left));
        }
        Some(solution)
    }

    fn of_match(&self) -> Option<Solution> {
        let at_best = self.rounds_at_best();
        let are_best = at_best.is_some();
        let rounds = match at_best {
            Some(rounds) => rounds,
            None => [self.rounds(0)?, self.rounds(1)?],
        };
        if self.settings.target == 0 {
            return Some(of_rounds(&rounds[0].iter().collect::<Vec<_>>(), self.unknown()));
        }
        let margin = |rounds: &[RoundAtTable]| match rounds {
            [round, ..] if are_best => round.outcomes.margin(),
            [round] => round.outcomes.captured.and(round.outcomes.margin()),
            _ => None,
        };
        let margins = [margin(&rounds[0])?, margin(&rounds[1])?];
        Some(self.of_certain_rounds(&rounds, margins, are_best))
    }

    /// Whether both play their best, which is known and matters.
    fn both_play_their_best(&self) -> bool {
        self.policies == [PolicyKind::Best; 2] && self.is_solved() && self.settings.choice == Choice::Any
    }

    /// What a board is worth to the first mover.
    fn value(&self, board: Board) -> Option<i32> {
        solver::values(std::iter::once(board), &self.settings).first()?.exact()
    }

    /// What comes of the rounds that each seat lays out if both play their best, all alike: what the board is worth. Neither can
    /// gain anything over that. Nothing if that is not known, or not the same on all boards.
    fn rounds_at_best(&self) -> Option<[Vec<RoundAtTable>; 2]> {
        if !self.both_play_their_best() {
            return None;
        }
        let boards = self.boards(0);
        let values: Option<Vec<i32>> = boards.into_iter().map(|board| self.value(board)).collect();
        let values = values?;
        let rounds = [0, 1].map(|layer| -> Vec<RoundAtTable> {
            let round = |value: &i32| {
                // The better side is for who has not laid out, if that one may turn the board.
                let turned = self.settings.turning && *value < 0;
                let first = if turned { layer } else { 1 - layer };
                let outcomes = Outcomes::of_best_play(if first == 0 { *value } else { -value });
                RoundAtTable { first, turned, outcomes }
            };
            values.iter().map(round).collect()
        });
        let mut margins = rounds[0].iter().map(|round| round.outcomes.margin());
        let first = margins.next()?;
        margins.all(|margin| margin == first).then_some(rounds)
    }

    /// What can come of a round that a seat lays out, if that is soon known; all alike.
    fn rounds(&self, layer: usize) -> Option<Vec<RoundAtTable>> {
        const MOST: usize = 24;
        if self.looks_ahead() && self.pebbles() > FEW {
            return None;
        }
        let boards = self.boards(layer);
        if boards.len() > MOST {
            return None;
        }
        let trees = Trees::new(&self.settings);
        let mut other = Agent::new(self.policies[1 - layer], &self.settings, &trees);
        let mut rounds = Vec::new();
        for board in boards {
            // Who turns the board or not, both alike, does one as often as the other on all boards.
            let turns = if self.settings.turning { other.turns(board) } else { Some(false) };
            for turned in turns.map_or_else(|| vec![false, true], |turned| vec![turned]) {
                let first = if turned { layer } else { 1 - layer };
                let round = Round::from(&RoundState { board, seat: first, captured: [0, 0] });
                let outcomes = Outcomes::of(&round, self.policies, &self.settings)?;
                rounds.push(RoundAtTable { first, turned, outcomes });
            }
        }
        Some(rounds)
    }

    /// A match of rounds of which it is certain by how much seat 1 ends ahead, by who lays them out.
    fn of_certain_rounds(
        &self,
        rounds: &[Vec<RoundAtTable>; 2],
        margins: [i32; 2],
        are_best: bool,
    ) -> Solution {
        let (mut score, mut played) = (Score::default(), Vec::new());
        let end = loop {
            let layer = score.layer;
            played.extend(&rounds[layer]);
            if let Some(end) = score.count(margins[layer], self.settings.target) {
                break end;
            }
        };
        let unknown = self.unknown();
        let mut solution = match end {
            // To the first mover the rounds that either seat lays out are the same.
            _ if are_best => of_rounds(&rounds[0].iter().collect::<Vec<_>>(), unknown),
            // Each round that was played is one of them, all alike.
            End::Over(_) => of_rounds(&played, unknown),
            End::Endless => unknown,
        };
        let winners = if let End::Over(winners) = end { Some(winners) } else { None };
        let wins = |seat| Enclosure::certain(winners.is_some_and(|winners| winners.has(seat)));
        solution.shares = [0, 1].map(wins).into();
        solution.nobody = Enclosure::zero();
        solution.never = Enclosure::certain(winners.is_none());
        let sowings: Result<Enclosure, Missing> =
            played.iter().map(|round| round.outcomes.sowings.clone()).sum();
        solution.length = match sowings {
            _ if winners.is_none() => Spread::missing(Missing::Endless),
            Ok(sowings) => Spread::certain(sowings.low()),
            Err(why) => Spread::missing(why),
        };
        set(&mut solution, &ROUNDS_MEAN, Ok(Enclosure::exact(whole(score.rounds))));
        solution
    }
}

fn whole(number: u32) -> BigRational {
    BigRational::from_integer(number.into())
}

/// Sets a figure, if it is among those of the game.
fn set(solution: &mut Solution, of: &'static Statistic, number: Number) {
    if let Some(figure) = solution.statistics.iter_mut().find(|figure| figure.of == of) {
        figure.numbers = vec![number];
    }
}

/// What is known of a single round that begins in one of several ways, all alike.
fn of_rounds(rounds: &[&RoundAtTable], unknown: Solution) -> Solution {
    let part = BigRational::new(1.into(), rounds.len().max(1).into());
    let mean = |of: &dyn Fn(&RoundAtTable) -> Number| -> Number {
        let sum: Result<Enclosure, Missing> = rounds.iter().map(|round| of(round)).sum();
        Ok(sum?.scaled(&part))
    };
    let chance = |of: &dyn Fn(&RoundAtTable) -> Enclosure| -> Enclosure {
        let sum: Enclosure = rounds.iter().map(|round| of(round)).sum();
        sum.scaled(&part)
    };
    let share = |seat: usize| chance(&|round| round.outcomes.shares().0[seat].clone());
    let first_wins = chance(&|round| round.outcomes.shares().0[round.first].clone());
    let first_loses = chance(&|round| round.outcomes.shares().0[1 - round.first].clone());
    let nobody = chance(&|round| round.outcomes.shares().1);
    let margin = |round: &RoundAtTable| {
        let mean = round.outcomes.margin_mean();
        if round.first == 0 { mean } else { Enclosure::between(-mean.high(), -mean.low()) }
    };
    let sowings = mean(&|round| round.outcomes.sowings.clone());
    let per_sowing = |of: &dyn Fn(&RoundAtTable) -> Number| {
        mean(of)?.over(sowings.as_ref().map_err(|why| *why)?).ok_or(Missing::Impossible)
    };
    let mut solution = Solution {
        shares: vec![share(0), share(1)],
        nobody: nobody.clone(),
        never: Enclosure::zero(),
        length: match rounds {
            [RoundAtTable { outcomes: Outcomes { captured: Some(_), sowings: Ok(sowings), .. }, .. }] => {
                Spread::certain(sowings.low())
            }
            _ => Spread { mean: sowings.clone(), ..Spread::missing(Missing::TooLong) },
        },
        ..unknown
    };
    for (figure, number) in [
        (&ROUNDS_MEAN, Ok(Enclosure::one())),
        (&FIRST_MOVER[0], Ok(first_wins)),
        (&FIRST_MOVER[1], Ok(nobody)),
        (&FIRST_MOVER[2], Ok(first_loses)),
        (&ROUND_MARGIN_MEAN, Ok(chance(&margin))),
        (&MARGIN_MEAN, Ok(chance(&|round| round.outcomes.margin_mean()))),
        (&TURNED, Ok(chance(&|round| Enclosure::certain(round.turned)))),
        (&FIRST_TURN_MEAN, mean(&|round| round.outcomes.first_turn.clone())),
        (&CAPTURE_SHARE, per_sowing(&|round| round.outcomes.captures.clone())),
        (&LAPS_MEAN, per_sowing(&|round| round.outcomes.laps.clone())),
        (&ENDLESS, mean(&|round| round.outcomes.endless.clone())),
        (&LEFT_MEAN, mean(&|round| round.outcomes.left.clone())),
    ] {
        set(&mut solution, figure, number);
    }
    solution
}
