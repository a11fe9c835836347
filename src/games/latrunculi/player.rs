//! Games, played by chance.

use super::game::Running;
use super::notation::Standing;
use super::policies::{Mind, Policy};
use super::position::{Ending, Over};
use super::settings::Settings;
use super::statistics::{BRANCHING, CAPTURES, CAPTURES_MEAN, ENDED, OUTNUMBERED};
use super::tree::Tree;
use crate::monte_carlo::{Generator, Moments, Player, Tally};
use crate::process::Seats;

/// A game of so many plies is taken for one that never ends: only without a quiet limit can there be any.
const LONGEST: u64 = 100_000;

/// Plays games.
pub(super) struct GamePlayer<'s> {
    settings: &'s Settings,
    policies: [Policy; 2],
    from: Standing,
    batch: u64,
}

/// What is counted of games.
#[derive(Default)]
struct Counts {
    ended: [Moments; 4],
    captures_mean: Moments,
    captures: [Moments; 2],
    branching: Moments,
    outnumbered: Moments,
}

impl<'s> GamePlayer<'s> {
    pub(super) const fn new(
        settings: &'s Settings,
        policies: [Policy; 2],
        from: Standing,
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
        let mut game = Running::from(&self.from);
        for plies in 0..LONGEST {
            if let Some(over) = game.over(settings) {
                counts.end(&game, over);
                return Some((over, plies));
            }
            let seat = game.position.mover();
            let placing = game.position.is_placing();
            let moves = (!placing && game.is_free()).then(|| game.position.moves(seat, settings));
            let ply = match &moves {
                // All moves are allowed: one of them is drawn without listing them.
                Some(moves) if minds[seat].policy() == Policy::Random => {
                    counts.branching.add(f64::from(moves.number()));
                    let place = generator.below(moves.number().into());
                    moves.nth(&settings.board, u32::try_from(place).unwrap_or(0))?
                }
                _ => {
                    if !placing {
                        let number = moves.as_ref().map_or_else(
                            || u32::try_from(game.plies(settings).len()).unwrap_or(u32::MAX),
                            super::position::Moves::number,
                        );
                        counts.branching.add(f64::from(number));
                    }
                    let choices = minds[seat].choices(&game);
                    let place = if choices.len() > 1 { generator.below(choices.len() as u64) } else { 0 };
                    *choices.get(usize::try_from(place).unwrap_or(0))?
                }
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
        tally.count(&BRANCHING, &[counts.branching]);
        tally.count(&OUTNUMBERED, &[counts.outnumbered]);
    }
}
