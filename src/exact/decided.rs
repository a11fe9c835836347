//! Games of two seats whose moves are decided, too large to be told state by state: who wins, how long they take and what they
//! tell, from how often each state is visited.

use num_rational::BigRational;
use num_traits::One;

use super::{
    ChainRows, Enclosure, Missing, Number, Solution, Spread, StatisticNumbers, Visits, quotient,
    standard_deviation,
};
use crate::process::Counter;

/// A game of two seats whose moves are decided: a chain of turns, each of which begins with a throw.
pub trait Decided {
    /// Who is to throw, and where all stands.
    type State;
    /// What happens in a turn.
    type Event;

    /// The states before a throw, in an order in which few turns lead back.
    fn states(&self) -> &[Self::State];

    /// Where a state stands among them; nothing of one that is over.
    fn place(&self, state: &Self::State) -> Option<u32>;

    /// Which seat has won.
    fn winner(&self, state: &Self::State) -> Option<usize>;

    /// What can come of the turn that begins: how likely it is, what it leads to, and what happens.
    fn turn(&self, state: &Self::State, take: &mut dyn FnMut(f64, Self::State, Self::Event));

    /// What the game has to tell.
    fn figures(&self) -> Vec<Counter<Self::Event>>;

    /// How likely a throw does not count and is made again.
    fn blank(&self) -> BigRational;

    /// How often each state comes about from one on.
    ///
    /// # Errors
    ///
    /// [`Missing`], if the game is over or lasts too long.
    fn visits(&self, start: &Self::State) -> Result<Visits, Missing> {
        let mut chain = ChainRows::new();
        let mut moves = Vec::new();
        for state in self.states() {
            moves.clear();
            self.turn(state, &mut |chance, next, _| {
                moves.extend(self.place(&next).map(|place| (place, chance)));
            });
            chain.row(moves.iter().copied());
        }
        Visits::new(&chain, self.place(start).ok_or(Missing::Impossible)? as usize)
    }

    /// Who wins from a state on.
    ///
    /// # Errors
    ///
    /// [`Missing`], if the game is over or lasts too long.
    fn shares(&self, start: &Self::State) -> Result<Vec<Enclosure>, Missing> {
        let sums = self.visits(start)?.sums(2, 1.0, |place, sums| {
            self.turn(&self.states()[place], &mut |chance, next, _| {
                self.winner(&next).into_iter().for_each(|winner| sums[winner] += chance);
            });
        });
        chances(sums)
    }

    /// Who wins from a state on, how long it takes, and the figures.
    ///
    /// # Errors
    ///
    /// [`Missing`], if the game is over or lasts too long.
    fn solution(&self, start: &Self::State) -> Result<Solution, Missing> {
        let visits = self.visits(start)?;
        let figures = self.figures();
        let sums: usize =
            figures.iter().map(|counter| counter.numbers + usize::from(counter.per.is_some())).sum();
        let mut numbers = visits.sums(2 + sums, 1.0, |place, sums| {
            self.turn(&self.states()[place], &mut |chance, next, event| {
                self.winner(&next).into_iter().for_each(|winner| sums[winner] += chance);
                let added = figures.iter().flat_map(|counter| counter.added(&event));
                sums[2..].iter_mut().zip(added).for_each(|(sum, added)| *sum += chance * f64::from(added));
            });
        });
        let mut rest = numbers.split_off(2).into_iter();
        let statistics = figures.iter().map(|counter| {
            let numbers: Vec<Number> = rest.by_ref().take(counter.numbers).collect();
            let whole = counter.per.and_then(|_| rest.next());
            let divided = |part: Number| match &whole {
                Some(Ok(whole)) => quotient(&part?, whole),
                Some(Err(why)) => Err(*why),
                None => part,
            };
            StatisticNumbers::several(counter.of, numbers.into_iter().map(divided).collect())
        });
        let statistics = statistics.collect();
        let (nobody, never) = (Enclosure::zero(), Enclosure::zero());
        let length = in_throws(&visits, &self.blank());
        Ok(Solution { shares: chances(numbers)?, nobody, never, length, pot: None, statistics })
    }
}

fn chances(sums: Vec<Number>) -> Result<Vec<Enclosure>, Missing> {
    sums.into_iter().map(|share| share.map(Enclosure::at_most_one)).collect()
}

/// The length in throws: of turns, each of which takes as many throws as it is thrown until one counts.
fn in_throws(visits: &Visits, blank: &BigRational) -> Spread {
    let counts = BigRational::one() - blank;
    // G throws to a turn, of T: E[L] = E[T]·E[G] and E[L²] = E[T]·Var G + E[T²]·E[G]².
    let of_turn = counts.recip();
    let by_blanks = blank / (&counts * &counts);
    let both = visits.length().and_then(|turns| Ok((turns, visits.squared_length()?)));
    both.map_or_else(Spread::missing, |(turns, square)| {
        let mean = turns.scaled(&of_turn);
        let square = square.scaled(&(&of_turn * &of_turn)).plus(&turns.scaled(&by_blanks));
        Spread {
            sd: Ok(standard_deviation(&mean, &square)),
            mean: Ok(mean),
            ..Spread::missing(Missing::TooLong)
        }
    })
}
