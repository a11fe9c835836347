//! Games, simulated.

use super::game::{Running, number_of};
use super::policies::{Mind, Policy};
use super::position::{Moves, Over};
use super::settings::Settings;
use super::statistics::{End, Event, figures};
use super::tree::Tree;
use crate::monte_carlo::{Counting, Generator, Player, Tally};
use crate::process::{Counter, Seats};

/// Without a quiet limit a game of so many plies is taken for one that never ends; with one there is none.
const LONGEST: u64 = 100_000;

/// Plays games.
pub(super) struct GamePlayer<'s> {
    settings: &'s Settings,
    policies: [Policy; 2],
    from: Running,
    batch: u64,
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
        event: &mut Event,
    ) -> Option<(Over, u64)> {
        let settings = self.settings;
        let mut game = self.from.clone();
        let longest = if settings.quiet == 0 { LONGEST } else { u64::MAX };
        for plies in 0..longest {
            if let Some(over) = game.over(settings) {
                event.end = Some(End::of(&game, over));
                return Some((over, plies));
            }
            let seat = game.position.mover();
            let placing = game.position.is_placing();
            let moves = (!placing && game.is_free()).then(|| game.position.moves(seat, settings));
            if !placing {
                event.choices += 1;
                let number = moves.as_ref().map(Moves::number);
                event.moves += number.unwrap_or_else(|| number_of(&game.plies(settings)));
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
        let figures = figures();
        let mut counting = Counting::new(figures.iter().map(Counter::counted).collect());
        for _ in 0..games {
            let mut event = Event::default();
            match self.game(&mut minds, generator, &mut event) {
                Some((over, plies)) => {
                    tally.won(over.winner.map_or(Seats::NONE, |winner| Seats::one(winner.into())), plies);
                    tally.count_length(plies);
                }
                None => tally.never_ended(),
            }
            counting.add(figures.iter().flat_map(|counter| counter.added(&event)));
            counting.end(event.end.is_some());
        }
        counting.tell(tally);
    }
}
