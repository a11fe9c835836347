//! The sequence form of a process, built from what its seats know.

use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use rustc_hash::FxHashMap;

use super::game::{Player, SequenceGame};
use super::solve::{Equilibrium, Unsolved, ZeroSum};
use crate::exact::Enclosure;
use crate::process::{Account, Amount, Process, Seats, Transfer, Turn};

/// Numbers up to this are whole in floating point, with all their sums.
const MOST: u64 = 1 << 40;

/// Why a process has no such form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSequenceForm {
    /// It is not a game of two seats.
    #[error("equilibria are known of games for two seats, not for {0}")]
    Seats(usize),
    /// It can go on in more ways than were allowed, or for ever.
    #[error("there are too many ways in which the game can go")]
    TooLarge,
    /// Chances multiplied along a game, or what is paid, cannot be written as whole numbers of some trillions.
    #[error("the chances or payments of the game are too long to be added up exactly")]
    TooFine,
    /// The linear program was given up.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
}

/// A finite process of two seats in sequence form, with an information set for all that a seat can know: what the process
/// says of it and, as nobody forgets what he did, its own last action.
///
/// The first seat is paid its share of the win, a win that both share counting half to each, as one that nobody has; or, where
/// coins are played for, the coins that it takes less those that it pays.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::InformationSets;
/// use tali_odds::process::{Distribution, Process, Seats, Step, Turn};
///
/// /// Each seat shows one finger or two; the first wins if both show as many.
/// struct Morra;
///
/// impl Process for Morra {
///     type State = [Option<u8>; 2];
///     type Move = u8;
///     /// Whose turn it is: the second does not know what the first shows.
///     type Information = usize;
///     type Event = ();
///
///     fn seats(&self) -> usize {
///         2
///     }
///     fn start(&self) -> Self::State {
///         [None, None]
///     }
///     fn distributions(&self) -> &[Distribution<u8>] {
///         &[]
///     }
///     fn turn(&self, shown: &Self::State) -> Turn<usize> {
///         match shown {
///             [Some(one), Some(two)] => Turn::End(Seats::one(usize::from(one != two))),
///             [first, _] => {
///                 let seat = usize::from(first.is_some());
///                 Turn::Choose { seat, information: seat }
///             }
///         }
///     }
///     fn actions(&self, _: &Self::State, actions: &mut Vec<u8>) {
///         actions.extend([1, 2]);
///     }
///     fn next(&self, shown: &Self::State, fingers: u8) -> Step<Self::State> {
///         Step::to(if shown[0].is_none() { [Some(fingers), None] } else { [shown[0], Some(fingers)] })
///     }
/// }
///
/// let solved = InformationSets::new(&Morra, 100)?.solve()?;
/// assert_eq!(solved.value().as_exact().unwrap().to_string(), "1/2");
/// assert_eq!(solved.probabilities(0, &0).unwrap()[0].to_string(), "1/2");
/// # Ok::<(), tali_odds::exact::NoSequenceForm>(())
/// ```
pub struct InformationSets<I> {
    game: Arc<SequenceGame>,
    /// What is known in each set of either seat; nothing in the first, before anything is done.
    known: [Vec<Option<I>>; 2],
    /// How much of what is added up is worth one win, or one coin.
    scale: BigUint,
}

/// A way through a process: how likely, what was done last, and what has been paid by the first seat and into the pot.
#[derive(Clone)]
struct Path<S> {
    state: S,
    chance: (u64, u64),
    sequences: [u32; 2],
    pot: i64,
    gained: i64,
}

/// A payment where two sequences meet, with how likely chance lets it come to that.
struct Leaf {
    sequences: [u32; 2],
    chance: (u64, u64),
    /// In halves.
    payment: i64,
}

impl<I: Clone + Eq + std::hash::Hash> InformationSets<I> {
    /// The form of a process, if it has no more than so many ways to go on.
    ///
    /// # Errors
    ///
    /// [`NoSequenceForm`], if it is larger, for another number of seats, or has chances that are too long.
    pub fn new<P: Process<Information = I>>(process: &P, most_steps: usize) -> Result<Self, NoSequenceForm> {
        if process.seats() != 2 {
            return Err(NoSequenceForm::Seats(process.seats()));
        }
        let mut game = SequenceGame::default();
        // Before anything is done.
        for player in Player::BOTH {
            game.add_set(player, &[], 1);
        }
        let mut known = [vec![None], vec![None]];
        let mut sets: FxHashMap<(usize, u32, I), u32> = FxHashMap::default();
        let ante = whole(process.ante().unwrap_or(0))?;
        let start =
            Path { state: process.start(), chance: (1, 1), sequences: [0; 2], pot: 2 * ante, gained: -ante };
        let (mut open, mut leaves, mut steps, mut actions) = (vec![start], Vec::new(), 0, Vec::new());
        while let Some(path) = open.pop() {
            steps += 1;
            if steps > most_steps || process.never_ends(&path.state) {
                return Err(NoSequenceForm::TooLarge);
            }
            match process.turn(&path.state) {
                Turn::End(winners) => {
                    let payment = path.payment(winners, process.ante().is_some());
                    leaves.push(Leaf { sequences: path.sequences, chance: path.chance, payment });
                }
                Turn::Chance(distribution) => {
                    let distribution = &process.distributions()[distribution];
                    let total = distribution.total().to_u64().ok_or(NoSequenceForm::TooFine)?;
                    for (outcome, weight) in distribution.outcomes() {
                        let weight = weight.to_u64().ok_or(NoSequenceForm::TooFine)?;
                        open.push(path.after(process, *outcome)?.with_chance(weight, total)?);
                    }
                }
                Turn::Choose { seat, information } => {
                    actions.clear();
                    process.actions(&path.state, &mut actions);
                    let (player, last) = (Player::BOTH[seat], path.sequences[seat]);
                    let key = (seat, last, information);
                    let set = sets.get(&key).copied().unwrap_or_else(|| {
                        let set = game.add_set(player, &[last], actions.len());
                        known[seat].push(Some(key.2.clone()));
                        sets.insert(key, set);
                        set
                    });
                    for (action, made) in actions.iter().enumerate() {
                        let mut after = path.after(process, *made)?;
                        after.sequences[seat] = game.sequence(player, set, action);
                        open.push(after);
                    }
                }
            }
        }
        let common = leaves
            .iter()
            .try_fold(1u64, |common, leaf| Some(common.lcm(&leaf.chance.1)).filter(|common| *common <= MOST));
        let common = common.ok_or(NoSequenceForm::TooFine)?;
        for Leaf { sequences: [one, two], chance: (part, of), payment } in leaves {
            let weight =
                i64::try_from(part * (common / of)).ok().and_then(|chance| chance.checked_mul(payment));
            let weight =
                weight.filter(|weight| weight.unsigned_abs() <= MOST).ok_or(NoSequenceForm::TooFine)?;
            if let Some(weight) = weight.to_f64().filter(|weight| *weight != 0.0) {
                game.pay(one, two, weight);
            }
        }
        Ok(Self { game: Arc::new(game), known, scale: BigUint::from(common) * 2u32 })
    }

    /// Best play of both.
    ///
    /// # Errors
    ///
    /// [`NoSequenceForm::Unsolved`], if the linear program is given up.
    pub fn solve(self) -> Result<SolvedInformation<I>, NoSequenceForm> {
        let weights = [vec![BigUint::one()], vec![BigUint::one()]];
        let solved = ZeroSum::new(Arc::clone(&self.game), weights).solve()?;
        Ok(SolvedInformation { form: self, solved })
    }
}

impl<S> Path<S> {
    /// What the first seat is paid at the end, in halves of a win or of a coin.
    fn payment(&self, winners: Seats, coins: bool) -> i64 {
        let shared = match (winners.has(0), winners.has(1)) {
            (true, false) => 2,
            (false, true) => 0,
            // Of a pot that nobody takes neither has anything.
            (false, false) if coins => 0,
            _ => 1,
        };
        if coins { 2 * self.gained + shared * self.pot } else { shared }
    }

    fn after<P: Process<State = S>>(&self, process: &P, made: P::Move) -> Result<Self, NoSequenceForm> {
        let step = process.next(&self.state, made);
        let (mut pot, mut gained) = (self.pot, self.gained);
        for Transfer { from, to, amount } in step.transfers {
            let Amount::Coins(coins) = amount else { return Err(NoSequenceForm::TooFine) };
            let coins = whole(coins)?;
            let of = |account: Account, who: Account| if account == who { coins } else { 0 };
            pot += of(to, Account::Pot) - of(from, Account::Pot);
            gained += of(to, Account::Seat(0)) - of(from, Account::Seat(0));
        }
        Ok(Self { state: step.to, chance: self.chance, sequences: self.sequences, pot, gained })
    }

    fn with_chance(self, weight: u64, total: u64) -> Result<Self, NoSequenceForm> {
        let (part, of) = (self.chance.0.checked_mul(weight), self.chance.1.checked_mul(total));
        let (part, of) = part.zip(of).ok_or(NoSequenceForm::TooFine)?;
        let divisor = part.gcd(&of);
        Ok(Self { chance: (part / divisor, of / divisor), ..self })
    }
}

fn whole(coins: u64) -> Result<i64, NoSequenceForm> {
    i64::try_from(coins).ok().filter(|coins| coins.unsigned_abs() <= MOST).ok_or(NoSequenceForm::TooFine)
}

/// A process of two seats with best play of both.
pub struct SolvedInformation<I> {
    form: InformationSets<I>,
    solved: Equilibrium,
}

impl<I: Clone + Eq + std::hash::Hash> SolvedInformation<I> {
    /// What the first seat can be sure of: its share of the win, or coins.
    pub fn value(&self) -> Enclosure {
        let scale = BigRational::from_integer(self.form.scale.clone().into());
        self.solved.value().scaled(&scale.recip())
    }

    /// How likely a seat takes each of its actions where it knows this: in the first of its sets with this information that
    /// best play comes to. `None` of what it never comes to know.
    pub fn probabilities(&self, seat: usize, information: &I) -> Option<Vec<BigRational>> {
        let (player, game) = (Player::BOTH[seat], &self.form.game);
        let plan = self.solved.plan(player);
        let sets = self.form.known[seat].iter().enumerate();
        let mut alike = sets.filter(|(_, known)| known.as_ref() == Some(information)).map(|(set, _)| set);
        let comes_to = |set: &usize| plan.inflow(game, *set) != 0.into();
        let set = alike.clone().find(comes_to).or_else(|| alike.next())?;
        let sequences = game.actions(player, set);
        Some(
            sequences
                .map(|sequence| plan.probability(game, u32::try_from(sequence).unwrap_or(u32::MAX)))
                .collect(),
        )
    }
}
