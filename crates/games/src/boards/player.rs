//! Board games, simulated.

use tali_core::monte_carlo::{Counting, Generator, Player, Tally};
use tali_core::process::{Counter, Seats};

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

    /// How the game is over, if it is.
    fn over(&self, game: &Self::Game, event: &mut Self::Event) -> Option<Over>;

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

/// How a game is over.
pub(super) enum Over {
    /// These seats have won it, or nobody.
    Won(Seats),
    /// It would never end: it was stopped, and counts as far as it was played.
    Stopped,
}

/// What happens in a game, or in a round of it.
pub(super) trait Ending: Default {
    /// Whether that has ended, so that what happens next is counted by itself.
    fn has_ended(&self) -> bool;
}

/// Plays games.
pub(super) struct GamePlayer<P>(pub P);

impl<P: Playout> GamePlayer<P> {
    /// Plays a game: how it is over, and how long it was; `None` if it did not come to an end.
    fn game(
        &self,
        agents: &mut [P::Agent<'_>; 2],
        generator: &mut Generator,
        mut count: impl FnMut(P::Event),
    ) -> Option<(Over, u64)> {
        let (mut game, mut event) = self.0.start();
        let mut length = 0;
        for _ in 0..self.0.longest() {
            let over = self.0.over(&game, &mut event);
            if event.has_ended() {
                count(std::mem::take(&mut event));
            }
            if let Some(over) = over {
                return Some((over, length));
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
        let mut counting = Counting::new(figures.iter().map(Counter::counted).collect(), []);
        for _ in 0..games {
            let over = self.game(&mut agents, generator, |event| {
                counting.add(figures.iter().flat_map(|counter| counter.added(&event)));
            });
            match &over {
                Some((Over::Won(winners), length)) => {
                    tally.won(*winners, *length);
                }
                Some((Over::Stopped, _)) => tally.never_ended(),
                None => tally.given_up += 1,
            }
            counting.end(over.is_some());
        }
        counting.tell(tally);
    }
}
