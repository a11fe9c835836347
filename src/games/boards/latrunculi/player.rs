//! Games, simulated.

use super::game::Running;
use super::policies::{Mind, Policy};
use super::position::{Ending, Moves, Over};
use super::settings::Settings;
use super::statistics::{BRANCHING, CAPTURES, CAPTURES_MEAN, ENDED, OUTNUMBERED};
use super::tree::Tree;
use crate::monte_carlo::{Generator, Moments, Pairs, Player, Tally};
use crate::process::Seats;

/// Without a quiet limit a game of so many plies is taken for one that never ends; with one there is none.
const LONGEST: u64 = 100_000;

/// Plays games.
pub(super) struct GamePlayer<'s> {
    settings: &'s Settings,
    policies: [Policy; 2],
    from: Running,
    batch: u64,
}

/// What is counted of games.
#[derive(Default)]
struct Counts {
    ended: [Moments; 4],
    captures_mean: Moments,
    captures: [Moments; 2],
    /// Of every game how many moves there were to choose from, by how many choices.
    branching: Pairs,
    outnumbered: Moments,
}

impl<'s> GamePlayer<'s> {
    pub(super) const fn new(
        settings: &'s Settings,
        policies: [Policy; 2],
        from: Running,
        batch: u64,
    ) -> Self {
        Self { settings, policies, from, batch }
    }

    /// Plays a game: how it ended, after how many plies.
    fn game(
        &self,
        minds: &mut [Mind<'_>; 2],
        generator: &mut Generator,
        counts: &mut Counts,
    ) -> Option<(Over, u64)> {
        let settings = self.settings;
        let mut game = self.from.clone();
        let (mut positions, mut to_choose_from) = (0u64, 0u64);
        let longest = if settings.quiet == 0 { LONGEST } else { u64::MAX };
        for plies in 0..longest {
            if let Some(over) = game.over(settings) {
                counts.end(&game, over);
                #[expect(clippy::cast_precision_loss, reason = "sums are doubles")]
                counts.branching.add(to_choose_from as f64, positions as f64);
                return Some((over, plies));
            }
            let seat = game.position.mover();
            let placing = game.position.is_placing();
            let moves = (!placing && game.is_free()).then(|| game.position.moves(seat, settings));
            if !placing {
                positions += 1;
                let number = moves.as_ref().map(Moves::number);
                to_choose_from += number.map_or_else(|| game.plies(settings).len() as u64, u64::from);
            }
            let ply = match &moves {
                // All moves are allowed: one of them is drawn without listing them.
                Some(moves) if minds[seat].policy() == Policy::Random => {
                    let place = generator.below(moves.number().into());
                    moves.nth(&settings.board, u32::try_from(place).unwrap_or(0))?
                }
                _ => *generator.one_of(&minds[seat].choices(&game))?,
            };
            game.make(ply, settings);
        }
        None
    }
}

impl Counts {
    fn end(&mut self, game: &Running, over: Over) {
        for (place, counted) in self.ended.iter_mut().enumerate() {
            counted.add(f64::from(u8::from(place == over.ending as usize)));
        }
        let taken = game.position.taken.map(f64::from);
        for (counted, taken) in self.captures.iter_mut().zip(taken) {
            counted.add(taken);
        }
        self.captures_mean.add(taken[0] + taken[1]);
        if let (Ending::Immobilised, Some(winner)) = (over.ending, over.winner) {
            let stones = |seat: u8| game.position.stones_of(usize::from(seat));
            self.outnumbered.add(f64::from(u8::from(stones(winner) < stones(1 - winner))));
        }
    }
}

impl Player for GamePlayer<'_> {
    fn seats(&self) -> usize {
        2
    }

    fn batch(&self) -> u64 {
        self.batch
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let tree = Tree(self.settings);
        let mut minds = self.policies.map(|policy| Mind::new(policy, &tree));
        let mut counts = Counts::default();
        for _ in 0..games {
            match self.game(&mut minds, generator, &mut counts) {
                Some((over, plies)) => {
                    tally.won(over.winner.map_or(Seats::NONE, |winner| Seats::one(winner.into())), plies);
                    tally.count_length(plies);
                }
                None => tally.never_ended(),
            }
        }
        for (of, counted) in ENDED.iter().zip(counts.ended) {
            tally.count(of, &[counted]);
        }
        tally.count(&CAPTURES_MEAN, &[counts.captures_mean]);
        tally.count(&CAPTURES, &counts.captures);
        tally.count_ratio(&BRANCHING, &counts.branching);
        tally.count(&OUTNUMBERED, &[counts.outnumbered]);
    }
}
