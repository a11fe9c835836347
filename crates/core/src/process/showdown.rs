//! Games in which every seat throws one hand and the best takes the pot.

use super::game::{Amount, Play, Process, Step, Turn};
use super::{Distribution, Fee, Measure, Over, Seats, Statistic};

/// Whether the best of the first hands tie.
pub static FIRST_ROUND_TIE: Statistic =
    Statistic::new("first_round_tie", "The first hands tie", Over::Game, Measure::Probability);

/// What a cast is worth as a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    /// No hand: the seat casts again.
    Again,
    /// A hand.
    Of {
        /// Its value, the highest wins; `None` for a hand that cannot win.
        value: Option<i32>,
        /// Whether its caster pays for it.
        pays: bool,
    },
}

/// Who takes a pot when the best hands tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The tied seats cast again, until one is left.
    Recast,
    /// The tied seats share it.
    Split,
}

/// The coins that are played for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// What every seat pays before the first cast.
    pub ante: u64,
    /// What a hand that pays costs.
    pub fee: Fee,
}

/// Every seat casts one hand in seat order, and the best takes the pot. Where no hand can win, all who
/// are still in cast again.
#[derive(Clone, Debug)]
pub struct Showdown {
    /// What each seat's casts are worth.
    pub hands: Vec<Distribution<Hand>>,
    /// What happens when the best hands tie.
    pub tie: Tie,
    /// The coins; `None` where none are played for.
    pub stakes: Option<Stakes>,
}

/// Where a showdown stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunningShowdown {
    /// Those who are at the table.
    present: Seats,
    /// Those who are still in.
    contenders: Seats,
    /// Whose cast it is.
    seat: usize,
    /// Those who hold the best hand that can win, and its value.
    best: Seats,
    value: Option<i32>,
}

impl RunningShowdown {
    fn begin(present: Seats, contenders: Seats) -> Self {
        let seat = contenders.iter().next().unwrap_or(0);
        Self { present, contenders, seat, best: Seats::NONE, value: None }
    }
}

/// The lowest and the highest value of what is thrown as a hand, `None` being below all values; nothing where no hand is
/// possible.
pub(crate) fn range(hands: &Distribution<Hand>) -> Option<[Option<i32>; 2]> {
    // Hands rise by their value.
    let mut values = hands.outcomes().iter().filter_map(|(hand, _)| match hand {
        Hand::Of { value, .. } => Some(*value),
        Hand::Again => None,
    });
    let lowest = values.next()?;
    Some([lowest, values.next_back().unwrap_or(lowest)])
}

/// Whether one of these seats can ever have the best hand alone: its highest beats the lowest of every other.
///
/// Where none can, two of them always have one and the same hand, which nobody's best one beats.
pub(super) fn one_can_be_best(hands: &[Distribution<Hand>], seats: Seats) -> bool {
    let ranges: Option<Vec<[Option<i32>; 2]>> = seats.iter().map(|seat| range(&hands[seat])).collect();
    ranges.is_some_and(|ranges| {
        ranges.iter().enumerate().any(|(seat, [_, highest])| {
            let mut others = ranges.iter().enumerate().filter(|(other, _)| *other != seat);
            highest.is_some() && others.all(|(_, [lowest, _])| lowest < highest)
        })
    })
}

/// The same hands without casts that are none, where any hand is possible.
pub(super) fn settled(hands: &[Distribution<Hand>]) -> Vec<Distribution<Hand>> {
    let settled = |distribution: &Distribution<Hand>| {
        let hands = distribution.outcomes().iter().filter(|(hand, _)| *hand != Hand::Again).cloned();
        Distribution::new(hands).unwrap_or_else(|| distribution.clone())
    };
    hands.iter().map(settled).collect()
}

impl Showdown {
    /// Whether these seats can never settle it among them.
    pub fn is_never_settled(&self, seats: Seats) -> bool {
        match self.tie {
            Tie::Recast => !one_can_be_best(&self.hands, seats),
            Tie::Split => {
                let possible: Option<Vec<_>> = seats.iter().map(|seat| range(&self.hands[seat])).collect();
                possible.is_none_or(|ranges| ranges.iter().all(|[_, highest]| highest.is_none()))
            }
        }
    }

    /// The same without casts that are no hand, which change neither who wins nor what is paid.
    pub fn without_recasts(&self) -> Self {
        Self { hands: settled(&self.hands), ..self.clone() }
    }

    /// The next seat's cast, or what the showdown comes to when all hands are there.
    fn goes_on(&self, at: RunningShowdown) -> Play<RunningShowdown> {
        if let Some(seat) = at.contenders.after(at.seat) {
            return Play::On(RunningShowdown { seat, ..at });
        }
        match at.best.number() {
            // Nobody is left who could pay: what lies there falls to who is at the table.
            0 if at.contenders.is_empty() => Play::On(RunningShowdown::begin(at.present, at.present)),
            0 if at.contenders.number() == 1 => Play::Over(at.contenders),
            0 => Play::On(RunningShowdown::begin(at.present, at.contenders)),
            1 => Play::Over(at.best),
            _ if self.tie == Tie::Split => Play::Over(at.best),
            _ => Play::On(RunningShowdown::begin(at.present, at.best)),
        }
    }
}

/// The best hand and who holds it, after one more has been shown.
pub(crate) fn better(
    (best, holders): (Option<i32>, Seats),
    shown: Option<i32>,
    seat: usize,
) -> (Option<i32>, Seats) {
    match shown.cmp(&best) {
        std::cmp::Ordering::Greater => (shown, Seats::one(seat)),
        std::cmp::Ordering::Equal if shown.is_some() => (best, holders.with(seat)),
        _ => (best, holders),
    }
}

/// How many different values hands can have.
#[expect(clippy::cast_precision_loss, reason = "a rough number")]
pub(super) fn values(hands: &[Distribution<Hand>]) -> f64 {
    hands.iter().map(|distribution| distribution.outcomes().len()).max().unwrap_or(0) as f64
}

impl Process for Showdown {
    type State = Play<RunningShowdown>;
    type Move = Hand;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.hands.len()
    }

    fn start(&self) -> Self::State {
        let everybody = Seats::first(self.hands.len());
        Play::On(RunningShowdown::begin(everybody, everybody))
    }

    fn distributions(&self) -> &[Distribution<Hand>] {
        &self.hands
    }

    fn turn(&self, state: &Self::State) -> Turn<()> {
        state.turn(|at| at.seat)
    }

    fn next(&self, state: &Self::State, hand: Hand) -> Step<Self::State> {
        let (Play::On(at), Hand::Of { value, pays }) = (*state, hand) else {
            return Step::to(*state).idle_if(true);
        };
        let (value, best) = better((at.value, at.best), value, at.seat);
        let step = Step::to(self.goes_on(RunningShowdown { best, value, ..at }));
        match &self.stakes {
            Some(stakes) if pays => step.paying(
                at.seat,
                match stakes.fee {
                    Fee::Coins(coins) => Amount::Coins(coins),
                    Fee::Share(..) => Amount::Fee,
                },
            ),
            _ => step,
        }
    }

    fn ante(&self) -> Option<u64> {
        self.stakes.as_ref().map(|stakes| stakes.ante)
    }

    fn fee(&self) -> Option<&Fee> {
        self.stakes.as_ref().map(|stakes| &stakes.fee).filter(|fee| matches!(fee, Fee::Share(..)))
    }

    fn without(&self, state: &Self::State, seat: usize) -> Option<Self::State> {
        let Play::On(at) = *state else { return None };
        let (present, contenders) = (at.present.without(seat), at.contenders.without(seat));
        let at = RunningShowdown { present, contenders, best: at.best.without(seat), ..at };
        // Before the first cast, those who are left begin.
        Some(if at.value.is_none() && at.seat == seat && !contenders.iter().any(|other| other < seat) {
            Play::On(RunningShowdown::begin(
                present,
                if contenders.is_empty() { present } else { contenders },
            ))
        } else if at.seat == seat {
            self.goes_on(at)
        } else {
            Play::On(at)
        })
    }

    fn never_ends(&self, state: &Self::State) -> bool {
        matches!(state, Play::On(at) if at.contenders.number() > 1 && self.is_never_settled(at.contenders))
    }

    fn estimated_states(&self) -> f64 {
        // Every seat is out, in without the best hand, or holds it.
        values(&self.hands) * self.hands.iter().fold(1.0, |ways, _| ways * 3.0)
    }
}
