//! Evenings of two seats with few coins, solved: the coins stay at the table, so that purses, pot, ante and starter form a
//! finite absorbing Markov chain.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::rounds::Rounds;
use super::state::EveningState;
use super::{
    BANK_MEAN, COINS_MEAN, COINS_SD, FIRST_RUIN, ROUNDS_MEAN, ROUNDS_SD, RUIN, UNFINISHED, VENUS_MEAN,
};
use crate::coin_tali::round::CoinGame;
use crate::coin_tali::settings::Settings;
use tali_core::exact::{
    Account, Enclosure, Mass, MassOf, Missing, Number, Pot, Solution, Spread, StatisticNumbers, Wanted,
    deviation, solve_chain_with_sums,
};
use tali_core::process::{Distribution, Fraction, MarkovChain, Play, Process, Seats, Step, Turn};

/// Evenings of so few coins are solved, with so many standings and moves between them at most.
const MOST_COINS: i64 = 52;
const MOST_STANDINGS: usize = 30_000;
const MOST_MOVES: usize = 2_000_000;

/// So many bits at most may the chance of a throw have.
const MOST_BITS: u64 = 64;

/// Solves evenings of two seats with few coins; of others nothing is known but that somebody wins, if they end.
pub(crate) fn solve(game: &CoinGame, chain: Option<&EveningChain>, wanted: Wanted) -> Solution {
    let solved = chain.and_then(|chain| chain.solve(&game.settings, wanted));
    wanted.part_of(solved.unwrap_or_else(|| unsolved(game)))
}

/// Whether there are so few coins that the chain is soon solved.
fn is_soon_solved(game: &CoinGame) -> bool {
    let settings = &game.settings;
    let bits = game.seats.iter().map(|seat| seat.bones.denominator().bits()).max().unwrap_or(0);
    let conserved = !settings.loans && settings.role_play.iter().all(Zero::is_zero);
    // What was measured: 50 coins stand in some 22,000 ways, which take 5 to 20 seconds.
    let few = settings.purses.iter().sum::<i64>() <= MOST_COINS;
    settings.seats == 2 && conserved && few && bits <= MOST_BITS
}

/// Nothing is known but that somebody wins, if it ends.
fn unsolved(game: &CoinGame) -> Solution {
    let seats = game.settings.seats;
    let nothing = || Err(Missing::TooLong);
    let each = || (0..seats).map(|_| nothing()).collect();
    let statistics = Figures {
        rounds: Spread::missing(Missing::TooLong),
        ruin: each(),
        first_ruin: nothing(),
        coins: each(),
        coins_sd: each(),
        venuses: nothing(),
        bank: nothing(),
    };
    let mut statistics = statistics.listed();
    // Beside the number of rounds; of what is solved it is known instead how likely it never ends.
    statistics.insert(2, StatisticNumbers::one(&UNFINISHED, nothing()));
    Solution { nobody: Enclosure::zero(), statistics, ..Solution::unknown(seats, true) }
}

/// What evenings have to tell.
struct Figures {
    rounds: Spread,
    ruin: Vec<Number>,
    first_ruin: Number,
    coins: Vec<Number>,
    coins_sd: Vec<Number>,
    venuses: Number,
    bank: Number,
}

impl Figures {
    fn listed(self) -> Vec<StatisticNumbers> {
        let (one, each) = (StatisticNumbers::one, StatisticNumbers::several);
        vec![
            one(&ROUNDS_MEAN, self.rounds.mean),
            one(&ROUNDS_SD, self.rounds.sd),
            each(&RUIN, self.ruin),
            one(&FIRST_RUIN, self.first_ruin),
            each(&COINS_MEAN, self.coins),
            each(&COINS_SD, self.coins_sd),
            one(&VENUS_MEAN, self.venuses),
            one(&BANK_MEAN, self.bank),
        ]
    }
}

/// What a round adds on average to what is summed up over an evening.
struct Adds {
    venuses: MassOf,
    /// Of each seat, whether it goes out.
    out: Vec<MassOf>,
    /// The number of the round, if a seat goes out in it.
    round_of_ruin: MassOf,
    /// If the evening ends, what each seat has, and the square of that.
    coins: Vec<MassOf>,
    squares: Vec<MassOf>,
}

impl Adds {
    fn nothing(seats: usize) -> Self {
        let each = || vec![MassOf::zero(); seats];
        let [venuses, round_of_ruin] = [MassOf::zero(), MassOf::zero()];
        Self { venuses, out: each(), round_of_ruin, coins: each(), squares: each() }
    }

    /// Counts a round after which an evening stands so, which it did with so many seats before.
    fn count(&mut self, before: Seats, after: &EveningState, over: bool, venus: bool, chance: &MassOf) {
        if venus {
            self.venuses.add(chance);
        }
        for (seat, out) in self.out.iter_mut().enumerate().filter(|(seat, _)| before.has(*seat)) {
            if !after.present.has(seat) {
                out.add(chance);
                self.round_of_ruin.add(&chance.times_whole(after.rounds));
            }
        }
        if over {
            let has = after.purses.coins.iter().map(|coins| u64::try_from(*coins).unwrap_or(0));
            for ((sum, square), coins) in self.coins.iter_mut().zip(&mut self.squares).zip(has) {
                sum.add(&chance.times_whole(coins));
                square.add(&chance.times_whole(coins * coins));
            }
        }
    }

    /// All of it in one row: Venuses, the round of ruin, and then seat by seat.
    fn listed(&self) -> Vec<Fraction> {
        let seats = self.out.iter().chain(&self.coins).chain(&self.squares);
        [&self.venuses, &self.round_of_ruin].into_iter().chain(seats).map(MassOf::fraction).collect()
    }
}

/// An evening as a chain of rounds.
pub(crate) struct EveningChain {
    seats: usize,
    start: EveningState,
    indices: FxHashMap<EveningState, usize>,
    laws: Vec<Distribution<Play<EveningState>>>,
    adds: Vec<Adds>,
}

impl EveningChain {
    /// Goes through all rounds that can be played; `None` if they are too many.
    pub(crate) fn new(game: &CoinGame) -> Option<Self> {
        if !is_soon_solved(game) {
            return None;
        }
        let start = EveningState::new(&game.settings);
        let indices = FxHashMap::from_iter([(start, 0)]);
        let mut chain =
            Self { seats: game.settings.seats, start, indices, laws: Vec::new(), adds: Vec::new() };
        let mut rounds = Rounds::new(game);
        let (mut waiting, mut moves) = (vec![start], 0);
        while let Some(state) = waiting.get(chain.laws.len()) {
            let (law, adds) = round(&mut rounds, *state)?;
            moves += law.outcomes().len();
            for (to, _) in law.outcomes() {
                if let Play::On(next) = to
                    && !chain.indices.contains_key(next)
                {
                    chain.indices.insert(*next, waiting.len());
                    waiting.push(*next);
                }
            }
            if waiting.len() > MOST_STANDINGS || moves > MOST_MOVES {
                return None;
            }
            chain.laws.push(law);
            chain.adds.push(adds);
        }
        Some(chain)
    }

    fn solve(&self, settings: &Settings, wanted: Wanted) -> Option<Solution> {
        let seats = self.seats;
        let (chain, states) = MarkovChain::with_states(self, MOST_MOVES).ok()?;
        let rows: Vec<Vec<Fraction>> = states
            .iter()
            .filter_map(|state| self.index(state))
            .map(|index| self.adds[index].listed())
            .collect();
        let sums = 2 + 3 * seats;
        let gains: Vec<Vec<Fraction>> =
            (0..sums).map(|sum| rows.iter().map(|row| row[sum].clone()).collect()).collect();
        let (mut solution, sums) = solve_chain_with_sums(&chain, wanted, &gains);
        let ends = !chain.may_never_end();
        let finite = |number: &Number| if ends { number.clone() } else { Err(Missing::Endless) };
        let [out, coins, squares] = [0, 1, 2].map(|kind| &sums[2 + kind * seats..][..seats]);
        let coins: Vec<Number> = coins.iter().map(finite).collect();
        let coins_sd =
            coins.iter().zip(squares).map(|(mean, square)| deviation(mean, square.clone())).collect();
        let account = |(brought, coins): (&i64, &Number)| Account::new(Ok(whole(*brought)), coins.clone());
        let accounts = settings.purses.iter().zip(&coins).map(account).collect();
        let figures = Figures {
            rounds: solution.length.clone(),
            first_ruin: if settings.rounds == 0 {
                solution.length.mean.clone()
            } else {
                given(&sums[1], out)
            },
            ruin: out.to_vec(),
            coins,
            coins_sd,
            venuses: finite(&sums[0]),
            bank: Ok(Enclosure::zero()),
        };
        solution.statistics = figures.listed();
        solution.pot = Some(Pot { coins: Spread::missing(Missing::Impossible), accounts });
        Some(solution)
    }

    fn index(&self, state: &Play<EveningState>) -> Option<usize> {
        match state {
            Play::On(state) => self.indices.get(state).copied(),
            Play::Over(_) => None,
        }
    }
}

fn whole(number: i64) -> Enclosure {
    Enclosure::exact(BigRational::from_integer(number.into()))
}

/// The mean of a number that is there in one of several cases, which exclude one another, given that it is there.
fn given(sum: &Number, cases: &[Number]) -> Number {
    let chance: Enclosure = cases.iter().cloned().collect::<Result<Vec<_>, _>>()?.into_iter().sum();
    if chance.high().is_zero() {
        return Err(Missing::Impossible);
    }
    sum.clone()?.over(&chance).ok_or(Missing::OutOfRange)
}

/// What the next round makes of a standing, and what it adds.
fn round(rounds: &mut Rounds<'_>, state: EveningState) -> Option<(Distribution<Play<EveningState>>, Adds)> {
    let settings = &rounds.game().settings;
    let mut adds = Adds::nothing(settings.seats);
    let mut ends: BTreeMap<Play<EveningState>, MassOf> = BTreeMap::new();
    let mut count = |after: EveningState, over: ControlFlow<Seats>, venus: bool, chance: &MassOf| {
        adds.count(state.present, &after, over.is_break(), venus, chance);
        let to = match over {
            ControlFlow::Break(winners) => Play::Over(winners),
            // Without a last round it is of no account how many there were.
            ControlFlow::Continue(()) if after.last == 0 => Play::On(EveningState { rounds: 0, ..after }),
            ControlFlow::Continue(()) => Play::On(after),
        };
        ends.entry(to).or_insert_with(MassOf::zero).add(chance);
    };
    let mut before = state;
    match before.begin(settings) {
        ControlFlow::Break(winners) => count(before, ControlFlow::Break(winners), false, &MassOf::one()),
        ControlFlow::Continue(begun) => {
            for ((end, purses), chance) in rounds.play(&before, &begun) {
                let mut after = EveningState { purses, ..before };
                let over = after.finish(rounds.agent(), &begun, &end, None);
                count(after, over, end.venus, &chance);
            }
        }
    }
    let ends: Vec<_> = ends.into_iter().map(|(to, chance)| (to, chance.fraction())).collect();
    let common = ends
        .iter()
        .fold(num_traits::One::one(), |common: num_bigint::BigUint, (_, (_, total))| common.lcm(total));
    let law =
        Distribution::new(ends.into_iter().map(|(to, (weight, total))| (to, weight * (&common / total))))?;
    Some((law, adds))
}

impl Process for EveningChain {
    type State = Play<EveningState>;
    type Move = Play<EveningState>;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Play<EveningState> {
        Play::On(self.start)
    }

    fn distributions(&self) -> &[Distribution<Play<EveningState>>] {
        &self.laws
    }

    fn turn(&self, state: &Play<EveningState>) -> Turn<()> {
        state.turn(|state| self.indices.get(state).copied().unwrap_or(0))
    }

    fn next(&self, _: &Play<EveningState>, to: Play<EveningState>) -> Step<Play<EveningState>> {
        Step::to(to)
    }
}
