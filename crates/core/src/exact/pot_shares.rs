//! Expected coins in games that pay shares of the pot, where each payment depends on all earlier ones.
//!
//! A move turns a pot P into m·P + c, and transfers α·P + β coins of a kind. The expected future coins of that kind are linear
//! in the pot as well, a(s)·P + b(s), with
//!
//! - a(s) = Σ p·(α + m·a(t)),
//! - b(s) = Σ p·(β + c·a(t) + b(t)),
//!
//! Both are solved by elimination in rationals, one strongly connected component at a time. With the matrix M of the factors
//! p·m, the first has a finite solution if and only if I − M is an M-matrix, that is, (I − M)·x = 1 has a positive solution:
//! A. Berman, R. J. Plemmons, *Nonnegative Matrices in the Mathematical Sciences* (1994), theorem 6.2.3.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::Enclosure;
use super::number::{Missing, Number};
use super::solution::{Account, Pot, Spread};
use crate::process::{self, Amount, Edge, MarkovChain, Process, Seats, To, Transfer, strong_components};

/// The most moves of a chain that is solved, and the most states of a component.
const MOST_MOVES: usize = 20_000;
const MOST_TOGETHER: usize = 400;

/// The effect of a move on the pot and the purses: in each pair, a factor of the current pot and a number of coins.
struct Effect {
    pot: [BigRational; 2],
    paid: Vec<[BigRational; 2]>,
    taken: Vec<[BigRational; 2]>,
}

impl Effect {
    fn of(transfers: &[Transfer], seats: usize) -> Self {
        let nothing = || [BigRational::zero(), BigRational::zero()];
        let mut effect = Self {
            pot: [BigRational::one(), BigRational::zero()],
            paid: vec![nothing(); seats],
            taken: vec![nothing(); seats],
        };
        for transfer in transfers {
            let amount: [BigRational; 2] = match transfer.amount {
                Amount::Coins(coins) => [BigRational::zero(), BigRational::from_integer(coins.into())],
                Amount::Share { numerator, denominator } => {
                    let share = BigRational::new(numerator.into(), denominator.into());
                    effect.pot.each_ref().map(|part| part * &share)
                }
            };
            let add =
                |to: &mut [BigRational; 2]| to.iter_mut().zip(&amount).for_each(|(to, part)| *to += part);
            match transfer.from {
                process::Account::Seat(seat) => add(&mut effect.paid[seat]),
                process::Account::Pot => {
                    effect.pot.iter_mut().zip(&amount).for_each(|(pot, part)| *pot -= part);
                }
                process::Account::Bank => {}
            }
            match transfer.to {
                process::Account::Seat(seat) => add(&mut effect.taken[seat]),
                process::Account::Pot => add(&mut effect.pot),
                process::Account::Bank => {}
            }
        }
        effect
    }

    /// The coins of a kind that it transfers. Kind 0 is the pot when it is taken; then come each seat's payments and takings.
    fn moved(&self, kind: usize) -> [BigRational; 2] {
        let seats = self.paid.len();
        match kind {
            0 => [BigRational::zero(), BigRational::zero()],
            kind if kind <= seats => self.paid[kind - 1].clone(),
            kind => self.taken[kind - 1 - seats].clone(),
        }
    }
}

/// The fraction of the final pot that counts for a kind.
fn at_end(winners: Seats, kind: usize, seats: usize) -> BigRational {
    match kind {
        0 if winners.is_empty() => BigRational::zero(),
        0 => BigRational::one(),
        kind if kind <= seats => BigRational::zero(),
        kind if winners.has(kind - 1 - seats) => BigRational::new(1.into(), winners.number().into()),
        _ => BigRational::zero(),
    }
}

/// The coins of a chain that pays shares of the pot; `shares` are the seats' shares of the wins.
pub(super) fn pot(chain: &MarkovChain, ante: u64, shares: &[Enclosure]) -> Pot {
    let seats = chain.seats();
    let To::State(start) = chain.start() else { return Pot::missing(seats, Missing::TooLong) };
    if chain.size() > MOST_MOVES {
        return Pot::missing(seats, Missing::TooLong);
    }
    let effects: Vec<Effect> =
        chain.transfers().iter().map(|transfers| Effect::of(transfers, seats)).collect();
    let chances: Vec<BigRational> = chain
        .chances()
        .iter()
        .map(|(weight, total)| BigRational::new(weight.clone().into(), total.clone().into()))
        .collect();
    let kinds = 1 + 2 * seats;
    // First the factors of the pot, a(s), and then the coins, b(s).
    let factors = solved(
        chain,
        |edge| &chances[edge.chance as usize] * &effects[edge.transfers as usize].pot[0],
        |edge| {
            let (chance, effect) = (&chances[edge.chance as usize], &effects[edge.transfers as usize]);
            let gain = |kind: usize| match edge.to {
                To::End(winners) => {
                    Some(chance * (&effect.moved(kind)[0] + &effect.pot[0] * at_end(winners, kind, seats)))
                }
                To::State(_) | To::Never => Some(chance * &effect.moved(kind)[0]),
            };
            (0..kinds).map(gain).collect()
        },
    );
    let besides = factors.and_then(|factors| {
        let besides = solved(
            chain,
            |edge| chances[edge.chance as usize].clone(),
            |edge| {
                let (chance, effect) = (&chances[edge.chance as usize], &effects[edge.transfers as usize]);
                let gain = |kind: usize| {
                    let later = match edge.to {
                        To::State(to) => times(&effect.pot[1], factors[to as usize][kind].as_ref())?,
                        To::End(winners) => &effect.pot[1] * at_end(winners, kind, seats),
                        To::Never => BigRational::zero(),
                    };
                    Some(chance * (&effect.moved(kind)[1] + later))
                };
                (0..kinds).map(gain).collect()
            },
        )?;
        Some((factors, besides))
    });
    let Some((factors, besides)) = besides else { return Pot::missing(seats, Missing::TooLong) };
    let first = BigRational::from_integer((ante * seats as u64).into());
    let taken: Enclosure = shares.iter().cloned().sum();
    let utility = |kind: usize| -> Number {
        let of_pot = times(&first, factors[start as usize][kind].as_ref()).ok_or(Missing::Diverges)?;
        let besides = besides[start as usize][kind].as_ref().ok_or(Missing::Diverges)?;
        Ok(Enclosure::exact(of_pot + besides))
    };
    let ante = Enclosure::exact(BigRational::from_integer(ante.into()));
    let account =
        |seat: usize| Account::new(utility(1 + seat).map(|paid| paid.plus(&ante)), utility(1 + seats + seat));
    let mean = utility(0).and_then(|coins| coins.over(&taken).ok_or(Missing::Impossible));
    let why = if mean == Err(Missing::Diverges) { Missing::Diverges } else { Missing::TooLong };
    let coins = Spread { mean, sd: Err(why), ..Spread::missing(Missing::TooLong) };
    Pot { coins, accounts: (0..seats).map(account).collect() }
}

/// The product with a number that can be infinite (`None`); 0 times infinity is 0.
fn times(number: &BigRational, value: Option<&BigRational>) -> Option<BigRational> {
    if number.is_zero() { Some(BigRational::zero()) } else { value.map(|value| number * value) }
}

/// The solutions of X(s) = Σ w·X(t) + g over the moves from s, for several gains; gains and solutions that are `None` are
/// infinite. `None` as a whole if it would take too long.
fn solved(
    chain: &MarkovChain,
    weight: impl Fn(&Edge) -> BigRational,
    gain: impl Fn(&Edge) -> Vec<Option<BigRational>>,
) -> Option<Vec<Vec<Option<BigRational>>>> {
    let mut rows: Vec<BTreeMap<usize, BigRational>> = vec![BTreeMap::new(); chain.states()];
    let mut values: Vec<Vec<Option<BigRational>>> = Vec::with_capacity(chain.states());
    for (state, row) in rows.iter_mut().enumerate() {
        let mut gained: Vec<Option<BigRational>> = Vec::new();
        for edge in chain.moves(state) {
            let gains = gain(edge);
            gained.resize(gains.len(), Some(BigRational::zero()));
            gained.iter_mut().zip(gains).for_each(|(sum, gain)| add(sum, gain));
            let weight = weight(edge);
            if let (To::State(to), false) = (edge.to, weight.is_zero()) {
                *row.entry(to as usize).or_insert_with(BigRational::zero) += weight;
            }
        }
        values.push(gained);
    }
    let to: Vec<Vec<usize>> = rows.iter().map(|row| row.keys().copied().collect()).collect();
    // Each component after those it leads to.
    for states in strong_components(rows.len(), |state, branch| to[state].get(branch).copied()) {
        if states.len() > MOST_TOGETHER {
            return None;
        }
        let mut inside: Vec<BTreeMap<usize, BigRational>> = vec![BTreeMap::new(); states.len()];
        for (state, inside) in states.iter().zip(&mut inside) {
            for (to, weight) in std::mem::take(&mut rows[*state]) {
                if let Some(local) = states.iter().position(|state| *state == to) {
                    inside.insert(local, weight);
                } else {
                    let later = values[to].clone();
                    let of_state = values[*state].iter_mut().zip(&later);
                    of_state.for_each(|(sum, later)| add(sum, times(&weight, later.as_ref())));
                }
            }
        }
        if inside.iter().all(BTreeMap::is_empty) {
            continue;
        }
        // A gain that is infinite for one state of the component is infinite for all of them.
        let kinds = 0..values[states[0]].len();
        let is_infinite = |kind: usize| states.iter().any(|state| values[*state][kind].is_none());
        let infinite: Vec<bool> = kinds.clone().map(is_infinite).collect();
        let known = |state: &usize| {
            let gains = values[*state].iter().map(|gain| gain.clone().unwrap_or_default());
            gains.chain([BigRational::one()]).collect::<Vec<_>>()
        };
        let gains: Vec<Vec<BigRational>> = states.iter().map(known).collect();
        let gains_nothing = |kind: &usize| gains.iter().all(|gain| gain[*kind].is_zero());
        let nothing: Vec<bool> = kinds.clone().map(|kind| gains_nothing(&kind)).collect();
        let found = eliminated(inside, gains);
        for (local, state) in states.iter().enumerate() {
            for kind in kinds.clone() {
                values[*state][kind] = match &found {
                    _ if infinite[kind] => None,
                    Some(found) => Some(found[local][kind].clone()),
                    None => nothing[kind].then(BigRational::zero),
                };
            }
        }
    }
    Some(values)
}

/// Adds to a sum, which can be infinite.
fn add(sum: &mut Option<BigRational>, part: Option<BigRational>) {
    *sum = sum.take().zip(part).map(|(sum, part)| sum + part);
}

/// The solutions x of x = M·x + g, for several g, the last being 1 everywhere; `None` if there is no finite solution.
fn eliminated(
    mut rows: Vec<BTreeMap<usize, BigRational>>,
    mut gains: Vec<Vec<BigRational>>,
) -> Option<Vec<Vec<BigRational>>> {
    // Eliminates the states from the last to the first.
    for state in (0..rows.len()).rev() {
        let stays = rows[state].remove(&state).unwrap_or_else(BigRational::zero);
        let leaves = BigRational::one() - stays;
        if !leaves.is_positive() {
            return None;
        }
        rows[state].values_mut().for_each(|chance| *chance /= &leaves);
        gains[state].iter_mut().for_each(|gain| *gain /= &leaves);
        let (before, at) = rows.split_at_mut(state);
        for (from, row) in before.iter_mut().enumerate() {
            let Some(chance) = row.remove(&state) else { continue };
            for (to, further) in &at[0] {
                *row.entry(*to).or_insert_with(BigRational::zero) += &chance * further;
            }
            let (gains_before, gains_at) = gains.split_at_mut(state);
            gains_before[from]
                .iter_mut()
                .zip(&gains_at[0])
                .for_each(|(gain, later)| *gain += &chance * later);
        }
    }
    // Each remaining row leads only to earlier states.
    for state in 0..rows.len() {
        for (to, chance) in std::mem::take(&mut rows[state]) {
            let later = gains[to].clone();
            gains[state].iter_mut().zip(later).for_each(|(gain, later)| *gain += &chance * later);
        }
    }
    gains.iter().all(|of_state| of_state.last().is_some_and(Signed::is_positive)).then_some(gains)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::solve;
    use crate::process::{Distribution, Step, Turn};

    /// Two seats toss a coin in turn: heads takes the pot, tails pays in half of what is in the pot.
    struct Doubling([Distribution<bool>; 1]);

    impl Process for Doubling {
        type State = (usize, bool);
        type Move = bool;
        type Information = ();
        type Event = ();

        fn seats(&self) -> usize {
            2
        }
        fn start(&self) -> (usize, bool) {
            (0, false)
        }
        fn distributions(&self) -> &[Distribution<bool>] {
            &self.0
        }
        fn turn(&self, &(seat, head): &(usize, bool)) -> Turn<()> {
            if head { Turn::End(Seats::one(seat)) } else { Turn::Chance(0) }
        }
        fn next(&self, &(seat, _): &(usize, bool), head: bool) -> Step<(usize, bool)> {
            let to = if head { (seat, true) } else { (1 - seat, false) };
            Step::to(to).paying(
                seat,
                if head { Amount::Coins(0) } else { Amount::Share { numerator: 1, denominator: 2 } },
            )
        }
        fn ante(&self) -> Option<u64> {
            Some(1)
        }
    }

    #[test]
    fn a_pot_that_grows_by_half_matches_the_geometric_series() {
        let coin = Distribution::new([(true, 1u32.into()), (false, 1u32.into())]).unwrap();
        let pot = solve(&Doubling([coin])).unwrap().pot.unwrap();
        // 2·Σ (1/2)·(3/4)^k = 4; seat 1 takes every other term, 2·(1/2)/(1 − 9/16) = 16/7.
        assert_eq!(pot.coins.mean.unwrap().as_exact().unwrap().to_string(), "4");
        assert_eq!(pot.accounts[0].taken.as_ref().unwrap().as_exact().unwrap().to_string(), "16/7");
        // It pays 1, and half of the pot at each tails of its own: 2·(1/2)·(1/2)/(1 − 9/16) = 8/7.
        assert_eq!(pot.accounts[0].paid.as_ref().unwrap().as_exact().unwrap().to_string(), "15/7");
    }

    #[test]
    fn a_pot_without_mean_diverges() {
        let coin = Distribution::new([(true, 1u32.into()), (false, 3u32.into())]).unwrap();
        let pot = solve(&Doubling([coin])).unwrap().pot.unwrap();
        assert_eq!(pot.coins.mean, Err(Missing::Diverges));
    }
}
