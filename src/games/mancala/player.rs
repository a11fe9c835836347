//! Matches and rounds, played by chance.

use super::board::Board;
use super::layout::{Beginning, Layout};
use super::notation::Standing;
use super::policies::{Mind, Policy, Trees};
use super::round::Round;
use super::settings::Settings;
use super::statistics::{
    CAPTURE_SHARE, ENDLESS, FIRST_MOVER, FIRST_TURN_MEAN, LAPS_MEAN, LEFT_MEAN, MARGIN_MEAN,
    ROUND_MARGIN_MEAN, ROUNDS_MEAN, TURNED,
};
use crate::monte_carlo::{Generator, Moments, Player, Tally};
use crate::process::Seats;

/// A match of so many rounds is taken for one that never ends.
pub(super) const LONGEST_MATCH: u32 = 1_000;

/// How every round begins, with all that is known of it before the first match.
pub(super) enum Opening {
    /// From a position, in which each seat owns its side: one round.
    Position(Standing),
    /// On a board seen by who moves first.
    Fixed(Board),
    /// Laid out by each seat as it likes: with any of these.
    Laid([Vec<Layout>; 2]),
}

impl Opening {
    /// What a table plays, if best play lays out one of the fairest layouts.
    pub(super) fn new(
        settings: &Settings,
        from: Option<Standing>,
        of_seat: impl Fn(usize) -> Vec<Layout>,
    ) -> Self {
        match (from, settings.beginning) {
            (Some(standing), _) => Self::Position(standing),
            (None, Beginning::Fixed(board)) => Self::Fixed(board),
            (None, Beginning::Any) => Self::Laid([of_seat(0), of_seat(1)]),
        }
    }
}

/// Plays matches.
pub(super) struct MatchPlayer<'s> {
    settings: &'s Settings,
    policies: [Policy; 2],
    opening: Opening,
    batch: u64,
}

/// What is counted of rounds.
#[derive(Default)]
struct Counts {
    rounds: Moments,
    first_mover: [Moments; 3],
    round_margin: Moments,
    turned: Moments,
    first_turn: Moments,
    captures: Moments,
    laps: Moments,
    endless: Moments,
    left: Moments,
    margin: Moments,
}

/// A round that was played.
struct Played {
    /// The pebbles of both.
    result: [u32; 2],
    sowings: u64,
}

impl<'s> MatchPlayer<'s> {
    pub(super) const fn new(
        settings: &'s Settings,
        policies: [Policy; 2],
        opening: Opening,
        batch: u64,
    ) -> Self {
        Self { settings, policies, opening, batch }
    }

    /// The round with the seat that lays it out: from a board, or after the other has turned that or not.
    fn begin(
        &self,
        layer: usize,
        minds: &mut [Mind<'_>; 2],
        generator: &mut Generator,
        counts: &mut Counts,
    ) -> Round {
        let board = match &self.opening {
            Opening::Position(standing) => return Round::from(standing),
            Opening::Fixed(board) => *board,
            Opening::Laid(of_seat) => any(&of_seat[layer], generator).board(),
        };
        let other = 1 - layer;
        let turns =
            self.settings.turning && minds[other].turns(board).unwrap_or_else(|| generator.below(2) == 0);
        counts.turned.add(f64::from(u8::from(turns)));
        let seat = if turns { layer } else { other };
        Round::from(&Standing { board, seat, kept: [0, 0] })
    }

    fn round(
        &self,
        layer: usize,
        minds: &mut [Mind<'_>; 2],
        generator: &mut Generator,
        counts: &mut Counts,
    ) -> Played {
        let mut round = self.begin(layer, minds, generator, counts);
        let first = round.standing().seat;
        let begun_with = round.kept;
        let (mut sowings, mut first_turn) = (0, None);
        while !round.is_over() {
            let actions = minds[round.seat].choices(round.position);
            let action = *any(&actions, generator);
            let (next, after) = round.after(action, self.settings);
            if after.laps > 0 {
                sowings += 1;
                counts.laps.add(f64::from(after.laps));
                counts.captures.add(f64::from(u8::from(after.takes > 0)));
            }
            round = next;
            if after.turn_over && first_turn.is_none() && !round.is_over() {
                first_turn = Some(round.kept[first] - begun_with[first]);
            }
        }
        let result = round.result();
        counts.first_turn.add(f64::from(first_turn.unwrap_or(result[first] - begun_with[first])));
        counts.endless.add(f64::from(u8::from(round.is_endless())));
        counts.left.add(f64::from(round.left()));
        let [own, others] = [result[first], result[1 - first]].map(f64::from);
        counts.round_margin.add(own - others);
        counts.margin.add(f64::from(result[0]) - f64::from(result[1]));
        let outcomes = [own > others, own.total_cmp(&others).is_eq(), own < others];
        for (counted, outcome) in counts.first_mover.iter_mut().zip(outcomes) {
            counted.add(f64::from(u8::from(outcome)));
        }
        Played { result, sowings }
    }

    /// Plays a match: who wins it after how many sowings, unless it never ends.
    fn game(
        &self,
        minds: &mut [Mind<'_>; 2],
        generator: &mut Generator,
        counts: &mut Counts,
    ) -> Option<(Seats, u64)> {
        let single = self.settings.target == 0 || matches!(self.opening, Opening::Position(_));
        let (mut scores, mut layer, mut sowings) = ([0; 2], 0, 0);
        for rounds in 1..=LONGEST_MATCH {
            let played = self.round(layer, minds, generator, counts);
            sowings += played.sowings;
            let [one, two] = played.result;
            let winner = usize::from(two > one);
            scores[winner] += one.abs_diff(two);
            if single || scores[winner] >= self.settings.target {
                counts.rounds.add(f64::from(rounds));
                let winners = if one == two { Seats::NONE } else { Seats::one(winner) };
                return Some((winners, sowings));
            }
            // The loser lays out; after a drawn round the other does.
            layer = if one == two { 1 - layer } else { 1 - winner };
        }
        None
    }
}

fn any<'a, T>(all: &'a [T], generator: &mut Generator) -> &'a T {
    let place = if all.len() > 1 { generator.below(all.len() as u64) } else { 0 };
    &all[usize::try_from(place).unwrap_or(0)]
}

impl Player for MatchPlayer<'_> {
    fn seats(&self) -> usize {
        2
    }

    fn batch(&self) -> u64 {
        self.batch
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let trees = Trees::new(self.settings);
        let mut minds = self.policies.map(|policy| Mind::new(policy, self.settings, &trees));
        let mut counts = Counts::default();
        for _ in 0..games {
            match self.game(&mut minds, generator, &mut counts) {
                Some((winners, sowings)) => {
                    tally.won(winners, sowings);
                    tally.count_length(sowings);
                }
                None => tally.never_ended(),
            }
        }
        let from_position = matches!(self.opening, Opening::Position(_));
        if from_position {
            tally.count(&MARGIN_MEAN, &[counts.margin]);
        } else {
            tally.count(&ROUNDS_MEAN, &[counts.rounds]);
            tally.count(&TURNED, &[counts.turned]);
        }
        for (of, counted) in FIRST_MOVER.iter().zip(counts.first_mover) {
            tally.count(of, &[counted]);
        }
        for (of, counted) in [
            (&ROUND_MARGIN_MEAN, counts.round_margin),
            (&FIRST_TURN_MEAN, counts.first_turn),
            (&CAPTURE_SHARE, counts.captures),
            (&LAPS_MEAN, counts.laps),
            (&ENDLESS, counts.endless),
            (&LEFT_MEAN, counts.left),
        ] {
            tally.count(of, &[counted]);
        }
    }
}
