//! Games of many showdowns, of which most must be won.

use super::game::{Play, Process, Step, Turn};
use super::showdown::{better, one_can_be_best, range, settled, values};
use super::{Distribution, Hand, MAX_SEATS, Measure, Over, Seats, Statistic};

/// Each seat's chance to win a round.
pub static ROUND_WIN: Statistic =
    Statistic::new("round_win", "Wins a round", Over::Seats, Measure::Probability);

/// The chance that nobody does.
pub static ROUND_NOBODY: Statistic =
    Statistic::new("round_nobody", "Nobody wins a round", Over::Game, Measure::Probability);

/// Who takes the pot when several seats have won the most rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// They share it.
    Split,
    /// They play further rounds until one of them wins one alone.
    SuddenDeath,
}

/// So many rounds, in each of which every seat casts one hand and a sole best hand wins the round.
/// Most rounds won takes the pot.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// What each seat's casts are worth.
    pub hands: Vec<Distribution<Hand>>,
    /// How many rounds are played.
    pub rounds: u32,
    /// What happens when several have won the most.
    pub tie_break: TieBreak,
    /// What every seat pays before the first cast.
    pub ante: u64,
}

impl Rounds {
    /// Whether one of these seats can ever win a round alone.
    pub fn can_be_won_among(&self, seats: Seats) -> bool {
        one_can_be_best(&self.hands, seats)
    }

    /// The same without casts that are no hand, which change neither who wins nor what is paid.
    pub fn without_recasts(&self) -> Self {
        Self { hands: settled(&self.hands), ..self.clone() }
    }
}

/// Where rounds of showdowns stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunningRounds {
    /// Those who are at the table.
    present: Seats,
    /// The rounds that each seat has won.
    won: [u8; MAX_SEATS],
    /// The rounds that are over.
    over: u8,
    /// Those who play the present one.
    contenders: Seats,
    /// Whose cast it is.
    seat: usize,
    /// Who is alone with the best hand so far, if anyone is, and its value.
    best: Option<usize>,
    value: Option<i32>,
}

impl RunningRounds {
    /// The next round.
    fn begin(self, contenders: Seats) -> Self {
        let seat = contenders.iter().next().unwrap_or(0);
        Self { contenders, seat, best: None, value: None, ..self }
    }
}

impl Rounds {
    /// What the rounds come to when one more is over.
    fn settled(&self, mut at: RunningRounds) -> Play<RunningRounds> {
        if u32::from(at.over) == self.rounds {
            // Sudden death goes on until one wins a round alone.
            return at.best.map_or(Play::On(at.begin(at.contenders)), Play::won_by);
        }
        if let Some(winner) = at.best {
            at.won[winner] += 1;
        }
        at.over += 1;
        if u32::from(at.over) < self.rounds {
            return Play::On(at.begin(at.contenders));
        }
        let most = at.present.iter().map(|seat| at.won[seat]).max().unwrap_or(0);
        let top: Seats = at.present.iter().filter(|seat| at.won[*seat] == most).collect();
        if top.number() == 1 || self.tie_break == TieBreak::Split {
            return Play::Over(top);
        }
        // What was won does not matter any more.
        at.won = [0; MAX_SEATS];
        Play::On(at.begin(top))
    }
}

impl Process for Rounds {
    type State = Play<RunningRounds>;
    type Move = Hand;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.hands.len()
    }

    fn start(&self) -> Self::State {
        let present = Seats::first(self.hands.len());
        let (won, contenders) = ([0; MAX_SEATS], Seats::NONE);
        let before = RunningRounds { present, won, over: 0, contenders, seat: 0, best: None, value: None };
        Play::On(before.begin(present))
    }

    fn distributions(&self) -> &[Distribution<Hand>] {
        &self.hands
    }

    fn turn(&self, state: &Self::State) -> Turn<()> {
        state.turn(|at| at.seat)
    }

    fn next(&self, state: &Self::State, hand: Hand) -> Step<Self::State> {
        let (Play::On(at), Hand::Of { value, .. }) = (*state, hand) else {
            return Step::to(*state).idle_if(true);
        };
        // Of several who share the best hand it matters only that they are several.
        let holders = at.best.map_or(Seats::first(MAX_SEATS), Seats::one);
        let (value, holders) = better((at.value, holders), value, at.seat);
        let shown = RunningRounds { best: holders.alone(), value, ..at };
        Step::to(match at.contenders.after(at.seat) {
            Some(seat) => Play::On(RunningRounds { seat, ..shown }),
            None => self.settled(shown),
        })
    }

    fn ante(&self) -> Option<u64> {
        Some(self.ante)
    }

    fn without(&self, state: &Self::State, seat: usize) -> Option<Self::State> {
        // Only the ante is paid, so that nobody leaves later.
        let Play::On(at) = *state else { return None };
        let present = at.present.without(seat);
        Some(Play::On(RunningRounds { present, ..at }.begin(present)))
    }

    fn never_ends(&self, state: &Self::State) -> bool {
        let Play::On(at) = state else { return false };
        let sudden_death = u32::from(at.over) == self.rounds;
        at.contenders.iter().any(|seat| range(&self.hands[seat]).is_none())
            || (sudden_death && !self.can_be_won_among(at.contenders))
    }

    fn estimated_states(&self) -> f64 {
        // Rounds won by each seat and by nobody, times who holds the best hand when.
        let seats = u32::try_from(self.hands.len()).unwrap_or(u32::MAX);
        let won: f64 =
            (1..=seats).map(f64::from).map(|seat| (f64::from(self.rounds) + seat) / seat).product();
        let seats = f64::from(seats);
        won * seats * seats / 2.0 * values(&self.hands)
    }
}
