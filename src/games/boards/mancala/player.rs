//! Matches and rounds, simulated.

use super::board::Board;
use super::layout::{Beginning, Layout};
use super::notation::Standing;
use super::policies::{Mind, Policy, Trees};
use super::round::{Played, Round, Sown};
use super::score::{End, Score};
use super::settings::Settings;
use super::statistics::{
    CAPTURE_SHARE, ENDLESS, FIRST_MOVER, FIRST_TURN_MEAN, LAPS_MEAN, LEFT_MEAN, MARGIN_MEAN,
    ROUND_MARGIN_MEAN, ROUNDS_MEAN, TURNED,
};
use crate::monte_carlo::{Generator, Moments, Pairs, Player, Tally};
use crate::process::Seats;

/// How every round begins, with all that is known of it before the first match.
pub(super) enum Opening {
    /// From a position, in which each seat owns its side: one round.
    Position(Round),
    /// On a board seen by the first mover.
    Fixed(Board),
    /// Laid out by each seat as it likes: with any of these.
    Laid([Vec<Layout>; 2]),
}

impl Opening {
    /// What a table plays, if best play lays out one of the fairest layouts.
    pub(super) fn new(
        settings: &Settings,
        from: Option<Round>,
        of_seat: impl Fn(usize) -> Vec<Layout>,
    ) -> Self {
        match (from, settings.beginning) {
            (Some(round), _) => Self::Position(round),
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
    /// Of every match the sowings that took and the laps, by how many sowings there were.
    captures: Pairs,
    laps: Pairs,
    endless: Moments,
    left: Moments,
    margin: Moments,
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
    ) -> Option<Round> {
        let board = match &self.opening {
            Opening::Position(round) => return Some(*round),
            Opening::Fixed(board) => *board,
            Opening::Laid(of_seat) => generator.one_of(&of_seat[layer])?.board(),
        };
        let other = 1 - layer;
        let turns =
            self.settings.turning && minds[other].turns(board).unwrap_or_else(|| generator.below(2) == 0);
        counts.turned.add(f64::from(u8::from(turns)));
        let seat = if turns { layer } else { other };
        Some(Round::from(&Standing { board, seat, kept: [0, 0] }))
    }

    /// Plays a round: what both took, and how they sowed.
    fn round(
        &self,
        layer: usize,
        minds: &mut [Mind<'_>; 2],
        generator: &mut Generator,
        counts: &mut Counts,
    ) -> Option<([u32; 2], Sown)> {
        let begun = self.begin(layer, minds, generator, counts)?;
        let first = begun.standing().seat;
        let choose = |round: &Round| generator.one_of(&minds[round.seat].choices(round.position)).copied();
        let Played { end, sown, first_turn } = begun.play(self.settings, choose)?;
        let result = end.result();
        counts.first_turn.add(f64::from(first_turn));
        counts.endless.add(f64::from(u8::from(end.is_endless())));
        counts.left.add(f64::from(end.left()));
        let [own, others] = [result[first], result[1 - first]].map(f64::from);
        counts.round_margin.add(own - others);
        counts.margin.add(f64::from(result[0]) - f64::from(result[1]));
        let outcomes = [own > others, own.total_cmp(&others).is_eq(), own < others];
        for (counted, outcome) in counts.first_mover.iter_mut().zip(outcomes) {
            counted.add(f64::from(u8::from(outcome)));
        }
        Some((result, sown))
    }

    /// Plays a match: who wins it after how many sowings, unless it never ends.
    fn game(
        &self,
        minds: &mut [Mind<'_>; 2],
        generator: &mut Generator,
        counts: &mut Counts,
    ) -> Option<(Seats, u64)> {
        // From a position one round is played.
        let target = match self.opening {
            Opening::Position(_) => 0,
            Opening::Fixed(_) | Opening::Laid(_) => self.settings.target,
        };
        let (mut score, mut sown) = (Score::default(), Sown::default());
        let end = loop {
            let (result, of_round) = self.round(score.layer, minds, generator, counts)?;
            sown += of_round;
            if let Some(end) = score.count(result, target) {
                break end;
            }
        };
        counts.sown(sown);
        counts.rounds.add(f64::from(score.rounds));
        match end {
            End::Over(winners) => Some((winners, sown.sowings)),
            End::Endless => None,
        }
    }
}

impl Counts {
    #[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
    fn sown(&mut self, sown: Sown) {
        let [sowings, captures, laps] = [sown.sowings, sown.captures, sown.laps].map(|number| number as f64);
        self.captures.add(captures, sowings);
        self.laps.add(laps, sowings);
    }
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
            (&ENDLESS, counts.endless),
            (&LEFT_MEAN, counts.left),
        ] {
            tally.count(of, &[counted]);
        }
        tally.count_ratio(&CAPTURE_SHARE, &counts.captures);
        tally.count_ratio(&LAPS_MEAN, &counts.laps);
    }
}
