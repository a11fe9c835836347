//! Board games, simulated.

use crate::monte_carlo::{Counting, Generator, Player, Tally};
use crate::process::{Counter, Seats};

/// A board game as two seats play it out.
pub(super) trait Playout: Sync {
    /// A game that is on, or over.
    type Game;

    /// What happens with a ply, or with several, that figures count.
    type Event: Ending + 'static;

    /// A seat that chooses, with what it remembers.
    type Agent<'p>
    where
        Self: 'p;

    /// A game of so many plies is taken for one that never ends.
    fn longest(&self) -> u64 {
        u64::MAX
    }

    /// How many games are played before anybody asks whether to go on.
    fn batch(&self) -> u64;

    fn figures(&self) -> Vec<Counter<Self::Event>>;

    fn agents(&self) -> [Self::Agent<'_>; 2];

    /// Where games begin, with what has happened by then.
    fn start(&self) -> (Self::Game, Self::Event);

    /// Who has won, if the game is over: seats, or nobody as it will never end.
    fn over(&self, game: &Self::Game, event: &mut Self::Event) -> Option<Option<Seats>>;

    /// Lets the seat whose turn it is choose and make a ply, or several after one another: by how much the game is longer
    /// then. What happens is added to the event. `None` where nothing can be done.
    fn ply(
        &self,
        game: &mut Self::Game,
        agents: &mut [Self::Agent<'_>; 2],
        generator: &mut Generator,
        event: &mut Self::Event,
    ) -> Option<u64>;
}

/// What happens in a game, or in a round of it.
pub(super) trait Ending: Default {
    /// Whether that has ended, so that what happens next is counted by itself.
    fn has_ended(&self) -> bool;
}

/// Plays games.
pub(super) struct GamePlayer<P>(pub P);

impl<P: Playout> GamePlayer<P> {
    /// Plays a game: as [`Playout::over`] with the length, or `None` if it did not come to an end.
    fn game(
        &self,
        agents: &mut [P::Agent<'_>; 2],
        generator: &mut Generator,
        mut count: impl FnMut(P::Event),
    ) -> Option<Option<(Seats, u64)>> {
        let (mut game, mut event) = self.0.start();
        let mut length = 0;
        for _ in 0..self.0.longest() {
            let over = self.0.over(&game, &mut event);
            if event.has_ended() {
                count(std::mem::take(&mut event));
            }
            if let Some(winners) = over {
                return Some(winners.map(|winners| (winners, length)));
            }
            length += self.0.ply(&mut game, agents, generator, &mut event)?;
        }
        None
    }
}

impl<P: Playout> Player for GamePlayer<P> {
    fn seats(&self) -> usize {
        2
    }

    fn batch(&self) -> u64 {
        self.0.batch()
    }

    fn play(&self, games: u64, generator: &mut Generator, tally: &mut Tally) {
        let mut agents = self.0.agents();
        let figures = self.0.figures();
        let mut counting = Counting::new(figures.iter().map(Counter::counted).collect());
        for _ in 0..games {
            let over = self.game(&mut agents, generator, |event| {
                counting.add(figures.iter().flat_map(|counter| counter.added(&event)));
            });
            match over.flatten() {
                Some((winners, length)) => {
                    tally.won(winners, length);
                    tally.count_length(length);
                }
                None => tally.never_ended(),
            }
            counting.end(over.is_some());
        }
        counting.tell(tally);
    }
}
