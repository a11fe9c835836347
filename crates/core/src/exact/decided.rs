//! Games of two seats whose moves are decided, too large to be told state by state: who wins, how long they take and what they
//! tell, from how often each state is visited.

use num_rational::BigRational;
use num_traits::One;
use rayon::prelude::*;

use super::{
    ChainRows, Enclosure, Missing, Number, Solution, Spread, StatisticNumbers, Visits, quotient,
    standard_deviation,
};
use crate::process::Counter;

/// A game of two seats whose moves are decided: a chain of turns, each of which begins with a throw.
pub trait Decided: Sync {
    /// Who is to throw, and where all stands.
    type State: Sync;
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

    /// How often each state comes about from one on; a game that never ends is over where that is sure.
    ///
    /// # Errors
    ///
    /// [`Missing`], if the game is over or lasts too long.
    fn visits(&self, start: &Self::State) -> Result<Visits, Missing> {
        Visits::new(&Turns::new(self, &[]).chain, self.place(start).ok_or(Missing::Impossible)? as usize)
    }

    /// Who wins from a state on.
    ///
    /// # Errors
    ///
    /// [`Missing`], if the game is over or lasts too long.
    fn shares(&self, start: &Self::State) -> Result<Vec<Enclosure>, Missing> {
        self.solution_of(start, &[]).map(|solution| solution.shares)
    }

    /// Who wins from a state on, how long it takes, and the figures.
    ///
    /// # Errors
    ///
    /// [`Missing`], if the game is over or lasts too long.
    fn solution(&self, start: &Self::State) -> Result<Solution, Missing> {
        self.solution_of(start, &self.figures())
    }

    /// The same with these figures alone.
    ///
    /// # Errors
    ///
    /// [`Missing`], if the game is over or lasts too long.
    fn solution_of(
        &self,
        start: &Self::State,
        figures: &[Counter<Self::Event>],
    ) -> Result<Solution, Missing> {
        let place = self.place(start).ok_or(Missing::Impossible)? as usize;
        let turns = Turns::new(self, figures);
        if turns.endless[place] {
            return Ok(never_surely_ending(vec![Enclosure::zero(); 2], Enclosure::one(), figures));
        }
        let visits = Visits::new(&turns.chain, place)?;
        let mut numbers = visits.sums(turns.sums, 1.0, |state, sums| sums.copy_from_slice(turns.adds(state)));
        let rest = numbers.split_off(CHANCES);
        let never = chances(numbers.split_off(2))?.swap_remove(0);
        if never.as_exact().is_none() {
            return Ok(never_surely_ending(chances(numbers)?, never, figures));
        }
        let mut rest = rest.into_iter();
        let statistics = figures.iter().map(|counter| {
            let numbers: Vec<Number> = rest.by_ref().take(counter.numbers).collect();
            let whole = counter.per.and_then(|_| rest.next());
            let divided = |part: Number| match &whole {
                Some(whole) => quotient(part, whole),
                None => part,
            };
            StatisticNumbers::several(counter.of, numbers.into_iter().map(divided).collect())
        });
        let statistics = statistics.collect();
        let nobody = Enclosure::zero();
        let length = in_throws(&visits, &self.blank());
        Ok(Solution {
            shares: chances(numbers)?,
            nobody,
            never,
            length,
            pot: None,
            statistics,
            scores: Vec::new(),
        })
    }
}

/// Both shares, and how likely the game never ends: what a turn adds to them stands before what it adds to figures.
const CHANCES: usize = 3;

/// So many states are looked at together.
const TOGETHER: usize = 4_096;

/// What all turns come to.
struct Turns {
    /// The moves between states from which the game can end.
    chain: ChainRows,
    /// From which states it never does.
    endless: Vec<bool>,
    /// So many sums there are, and what the turn of each state adds to them on average.
    sums: usize,
    adds: Vec<f64>,
}

impl Turns {
    fn new<G: Decided + ?Sized>(game: &G, figures: &[Counter<G::Event>]) -> Self {
        let sums = CHANCES
            + figures
                .iter()
                .map(|counter| counter.numbers + usize::from(counter.per.is_some()))
                .sum::<usize>();
        let parts: Vec<(ChainRows, Vec<f64>)> = game
            .states()
            .par_chunks(TOGETHER)
            .map(|states| {
                let (mut chain, mut adds) = (ChainRows::new(), vec![0.0; states.len() * sums]);
                let mut moves: Vec<(u32, f64)> = Vec::new();
                for (state, adds) in states.iter().zip(adds.chunks_exact_mut(sums)) {
                    moves.clear();
                    game.turn(state, &mut |chance, next, event| {
                        moves.extend(game.place(&next).map(|place| (place, chance)));
                        game.winner(&next).into_iter().for_each(|winner| adds[winner] += chance);
                        let added = figures.iter().flat_map(|counter| counter.added(&event));
                        adds[CHANCES..]
                            .iter_mut()
                            .zip(added)
                            .for_each(|(sum, added)| *sum += chance * f64::from(added));
                    });
                    // What several throws lead to stands there once.
                    moves.sort_by_key(|(place, _)| *place);
                    moves.dedup_by(|next, kept| {
                        let is_same = next.0 == kept.0;
                        kept.1 += if is_same { next.1 } else { 0.0 };
                        is_same
                    });
                    chain.row(moves.iter().copied());
                }
                (chain, adds)
            })
            .collect();
        let mut chain = ChainRows::with_room_for(parts.iter().map(|(part, _)| part));
        let mut adds = Vec::with_capacity(game.states().len() * sums);
        for (part, added) in parts {
            chain.append(&part);
            adds.extend(added);
        }
        Self { endless: vec![false; chain.states()], chain, sums, adds }.without_endless()
    }

    /// The same with the game over where it never ends.
    fn without_endless(mut self) -> Self {
        let mut ends: Vec<bool> =
            self.adds.chunks_exact(self.sums).map(|adds| adds[0] + adds[1] > 0.0).collect();
        // As few moves lead back, few sweeps find all that can end.
        let mut found = true;
        while std::mem::take(&mut found) {
            for state in (0..ends.len()).rev() {
                if !ends[state] && self.chain.moves(state).any(|(to, _)| ends[to as usize]) {
                    (ends[state], found) = (true, true);
                }
            }
        }
        if ends.iter().all(|ends| *ends) {
            return self;
        }
        let mut chain = ChainRows::new();
        for (state, ends_here) in ends.iter().enumerate() {
            let (ending, endless): (Vec<_>, Vec<_>) =
                self.chain.moves(state).partition(|(to, _)| ends[*to as usize]);
            self.adds[state * self.sums + 2] = endless.into_iter().map(|(_, chance)| chance).sum();
            chain.row(ending.into_iter().filter(|_| *ends_here));
        }
        Self { chain, endless: ends.into_iter().map(|ends| !ends).collect(), ..self }
    }

    fn adds(&self, state: usize) -> &[f64] {
        &self.adds[state * self.sums..(state + 1) * self.sums]
    }
}

/// Of a game that need not end the length has no mean. Figures are not summed up: there are none, if it never ends.
fn never_surely_ending<E>(shares: Vec<Enclosure>, never: Enclosure, figures: &[Counter<E>]) -> Solution {
    let why = if never == Enclosure::one() { Missing::Impossible } else { Missing::TooLong };
    let missing =
        |counter: &Counter<E>| StatisticNumbers::several(counter.of, vec![Err(why); counter.numbers]);
    Solution {
        shares,
        never,
        nobody: Enclosure::zero(),
        length: Spread::missing(Missing::Endless),
        statistics: figures.iter().map(missing).collect(),
        ..Solution::unknown(2, false)
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
