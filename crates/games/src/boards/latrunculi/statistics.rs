//! The figures of a game.

use super::position::{Ending, Over, Position};
use tali_core::process::{self, Counter, Measure, Statistic};

const fn ended(name: &'static str, title: &'static str) -> Statistic {
    Statistic::new(name, title, process::Over::Game, Measure::Probability)
}

/// Why games end, in the order in which it is checked.
static ENDED: [Statistic; 4] = [
    ended("ended.immobilised", "Ends because a dux is immobile"),
    ended("ended.last_stone", "Ends because a player has one stone left or none"),
    ended("ended.stalemate", "Ends because a player cannot move"),
    ended("ended.quiet", "Ends because nothing is taken for too long"),
];

static CAPTURES_MEAN: Statistic =
    Statistic::new("captures_mean", "Stones taken by both", process::Over::Game, Measure::Plain);
static CAPTURES: Statistic = Statistic::new("captures", "Stones taken", process::Over::Seats, Measure::Plain);
static BRANCHING: Statistic =
    Statistic::new("branching", "Moves to choose from", process::Over::Game, Measure::Plain);
static OUTNUMBERED: Statistic = Statistic::new(
    "outnumbered",
    "Share of wins by immobilising with fewer stones",
    process::Over::Game,
    Measure::Probability,
);

/// What figures count of a ply.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Event {
    /// The number of moves to choose from, if a piece was to be moved.
    pub moves: u32,
    /// How the game ended, if it did, and in which position.
    pub end: Option<(Over, Position)>,
}

impl Event {
    fn ends_by(&self, ending: Ending) -> u32 {
        u32::from(self.end.is_some_and(|(over, _)| over.ending == ending))
    }

    fn taken_by(&self, seat: usize) -> u32 {
        self.end.map_or(0, |(_, position)| position.taken[seat].into())
    }

    /// Whether the winner had fewer stones, if the game was won by immobilising.
    fn outnumbered(&self) -> Option<bool> {
        let (over, position) = self.end.filter(|(over, _)| over.ending == Ending::Immobilised)?;
        let winner = usize::from(over.winner?);
        Some(position.stones_of(winner) < position.stones_of(1 - winner))
    }
}

/// The figures, and how they are counted.
pub(super) fn figures() -> Vec<Counter<Event>> {
    vec![
        Counter::new(&ENDED[0], 1, |event, _| event.ends_by(Ending::Immobilised)),
        Counter::new(&ENDED[1], 1, |event, _| event.ends_by(Ending::LastStone)),
        Counter::new(&ENDED[2], 1, |event, _| event.ends_by(Ending::Stalemate)),
        Counter::new(&ENDED[3], 1, |event, _| event.ends_by(Ending::Quiet)),
        Counter::new(&CAPTURES_MEAN, 1, |event: &Event, _| event.taken_by(0) + event.taken_by(1)),
        Counter::new(&CAPTURES, 2, Event::taken_by),
        Counter::ratio(&BRANCHING, |event, _| event.moves, |event| u32::from(event.moves > 0)),
        Counter::given(
            &OUTNUMBERED,
            |event, _| event.outnumbered().map_or(0, u32::from),
            |event| event.outnumbered().map_or(0, |_| 1),
        ),
    ]
}
