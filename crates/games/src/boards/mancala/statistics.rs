//! The figures of rounds and matches.

use std::cmp::Ordering;

use tali_core::process::{Adds, Counter, Measure, Over, Statistic};

const fn of_game(name: &'static str, title: &'static str, unit: Measure) -> Statistic {
    Statistic::new(name, title, Over::Game, unit)
}

pub(super) static ROUNDS_MEAN: Statistic =
    of_game("rounds_mean", "Rounds in a match, which is stopped after 1,000", Measure::Plain);
pub(super) static FIRST_MOVER: [Statistic; 3] = [
    of_game("first_mover.won", "Rounds that the first player wins", Measure::Probability),
    of_game("first_mover.drawn", "Rounds that nobody wins", Measure::Probability),
    of_game("first_mover.lost", "Rounds that the first player loses", Measure::Probability),
];
pub(super) static ROUND_MARGIN_MEAN: Statistic = of_game(
    "round_margin_mean",
    "Pebbles by which the first player is ahead at the end of a round",
    Measure::Difference,
);
pub(super) static MARGIN_MEAN: Statistic =
    of_game("margin_mean", "Pebbles by which seat 1 is ahead of seat 2", Measure::Difference);
pub(super) static TURNED: Statistic =
    of_game("turned", "Rounds for which the board is turned", Measure::Probability);
pub(super) static FIRST_TURN_MEAN: Statistic =
    of_game("first_turn_mean", "Pebbles that the first player takes in its first turn", Measure::Plain);
pub(super) static CAPTURE_SHARE: Statistic =
    of_game("capture_share", "Sowings that take", Measure::Probability);
pub(super) static LAPS_MEAN: Statistic = of_game("laps_mean", "Laps of a sowing", Measure::Plain);
pub(super) static ENDLESS: Statistic =
    of_game("endless", "Rounds that end because nothing is taken for 100 turns", Measure::Probability);
pub(super) static LEFT_MEAN: Statistic =
    of_game("left_mean", "Pebbles of a round that nobody gets", Measure::Plain);

pub(super) static CAPTURED: Statistic =
    Statistic::new("captured", "Pebbles taken", Over::Seats, Measure::Plain);

/// What figures count of a choice, or of a whole round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Event {
    /// The number of sowings, how many of them took something, and their laps.
    pub sowings: u32,
    pub captures: u32,
    pub laps: u32,
    /// Pebbles that the first player took in its first turn.
    pub first_turn: u32,
    /// Whether the board was turned.
    pub turned: bool,
    /// How the round ended, if it did.
    pub end: Option<End>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// What both seats have.
    pub captured: [u32; 2],
    /// Pebbles that nobody has.
    pub left: u32,
    /// The first player, from 0.
    pub first: usize,
    /// Whether nothing was taken for too long.
    pub is_endless: bool,
}

impl End {
    /// The pebbles by which seat 1 is ahead of seat 2.
    pub(super) const fn margin(&self) -> i32 {
        self.captured[0].cast_signed() - self.captured[1].cast_signed()
    }
}

impl Event {
    /// 1 in every round that ends.
    fn rounds(&self) -> u32 {
        self.end.map_or(0, |_| 1)
    }

    fn captured_by(&self, seat: usize) -> u32 {
        self.end.map_or(0, |end| end.captured[seat])
    }

    /// The pebbles of the first player at the end, or of the other.
    fn captured_by_first(&self, is_first: bool) -> u32 {
        self.end.map_or(0, |end| end.captured[if is_first { end.first } else { 1 - end.first }])
    }

    fn first_mover_is(&self, ahead: Ordering) -> u32 {
        let [own, others] = [true, false].map(|is_first| self.captured_by_first(is_first));
        u32::from(self.end.is_some() && own.cmp(&others) == ahead)
    }
}

/// The figures of matches, or of one round from a position, and how they are counted.
pub(super) fn figures(is_from_position: bool) -> Vec<Counter<Event>> {
    let rounds: Adds<Event> = Event::rounds;
    let mut figures = vec![
        Counter::new(&ROUNDS_MEAN, 1, |event: &Event, _| event.rounds()),
        Counter::given(&FIRST_MOVER[0], |event, _| event.first_mover_is(Ordering::Greater), rounds),
        Counter::given(&FIRST_MOVER[1], |event, _| event.first_mover_is(Ordering::Equal), rounds),
        Counter::given(&FIRST_MOVER[2], |event, _| event.first_mover_is(Ordering::Less), rounds),
        Counter::given(&ROUND_MARGIN_MEAN, |event, _| event.captured_by_first(true), rounds)
            .less(|event| event.captured_by_first(false)),
        Counter::given(&MARGIN_MEAN, |event, _| event.captured_by(0), rounds)
            .less(|event| event.captured_by(1)),
        Counter::new(&CAPTURED, 2, Event::captured_by),
        Counter::given(&TURNED, |event, _| event.turned.into(), rounds),
        Counter::given(&FIRST_TURN_MEAN, |event, _| event.first_turn, rounds),
        Counter::ratio(&CAPTURE_SHARE, |event, _| event.captures, |event| event.sowings),
        Counter::ratio(&LAPS_MEAN, |event, _| event.laps, |event| event.sowings),
        Counter::given(&ENDLESS, |event, _| event.end.map_or(0, |end| end.is_endless.into()), rounds),
        Counter::given(&LEFT_MEAN, |event, _| event.end.map_or(0, |end| end.left), rounds),
    ];
    figures.retain(|figure| match figure.of {
        of if *of == MARGIN_MEAN || *of == CAPTURED => is_from_position,
        of if *of == ROUNDS_MEAN || *of == TURNED => !is_from_position,
        _ => true,
    });
    figures
}
