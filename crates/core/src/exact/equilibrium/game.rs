//! Games of two seats in sequence form.

use smallvec::SmallVec;

use super::lists::narrow;

/// Linked sets or sequences, each with a probability or a payment. Two fit without an allocation: this saves a seventh of the
/// time for small games and their programs, which are built by the tens of thousands.
type Links = SmallVec<[(u32, f64); 2]>;

/// One of the two seats: the first maximises the payment, the second minimises it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The seat that is paid.
    First,
    /// The seat that pays.
    Second,
}

impl Player {
    /// Both seats.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The index of the seat, 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other seat.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A finite zero-sum game of two seats in sequence form, without irrelevant memories.
///
/// An information set is what a seat knows. It is reached by chance, with a weight, or by any of several earlier choices of
/// the seat, its *parents*, after which the game is the same. Each action of a set is a *sequence*. A strategy is a flow:
/// the inflow of each set is divided among its sequences, and each sequence passes all of its flow on to every set that it
/// leads to, or the part that chance lets through. Where a sequence of one seat meets one of the other, the game can end:
/// the product of both flows and a payment is added to the value.
///
/// Sets come after their parents. Source: D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of
/// equilibria for extensive two-person games", *Games and Economic Behavior* 14 (1996).
///
/// ```
/// # use tali_core as tali_odds;
/// use std::sync::Arc;
///
/// use num_rational::BigRational;
/// use tali_odds::exact::{Plan, Player, SequenceGame, ZeroSum};
///
/// // The first seat sees a fair coin and may bet; the other calls the bet or gives in.
/// let mut game = SequenceGame::default();
/// let heads = game.add_set(Player::First, &[], 2);
/// let tails = game.add_set(Player::First, &[], 2);
/// let asked = game.add_set(Player::Second, &[], 2);
/// let [bet_heads, bet_tails] = [heads, tails].map(|set| game.sequence(Player::First, set, 0));
/// let [check_heads, check_tails] = [heads, tails].map(|set| game.sequence(Player::First, set, 1));
/// let [call, give_in] = [0, 1].map(|action| game.sequence(Player::Second, asked, action));
/// for (one, two, payment) in [
///     (bet_heads, call, 2.0), (bet_tails, call, -2.0), (bet_heads, give_in, 1.0), (bet_tails, give_in, 1.0),
///     (check_heads, call, 1.0), (check_heads, give_in, 1.0), (check_tails, call, -1.0), (check_tails, give_in, -1.0),
/// ] {
///     game.pay(one, two, payment);
/// }
/// let weights = [vec![1u32.into(), 1u32.into()], vec![1u32.into()]];
/// let game = Arc::new(game);
/// let solved = ZeroSum::new(Arc::clone(&game), weights).solve()?;
/// // It bets on all heads and a third of the tails; the other calls two bets out of three. Each side has a weight of 1.
/// assert_eq!(solved.value().as_exact(), Some(&BigRational::new(2.into(), 3.into())));
/// assert_eq!(solved.plan(Player::First).probability(&game, bet_tails).to_string(), "1/3");
/// assert_eq!(solved.plan(Player::Second).probability(&game, call).to_string(), "2/3");
/// # Ok::<(), tali_odds::exact::Unsolved>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SequenceGame {
    seats: [Sets; 2],
    /// For each sequence of either seat, the sequences of the other that it meets, and the payments there.
    met: [Vec<Links>; 2],
}

/// The information sets of one seat.
#[derive(Clone, Debug, Default)]
struct Sets {
    all: Vec<Set>,
    /// The set of each sequence.
    owners: Vec<u32>,
    /// The sets that each sequence leads to, with their probabilities.
    children: Vec<Links>,
}

#[derive(Clone, Debug)]
struct Set {
    parents: Links,
    first: u32,
    actions: u32,
}

impl SequenceGame {
    /// Adds an information set with at least one action, to which these sequences lead, and returns its number.
    pub fn add_set(&mut self, player: Player, parents: &[u32], actions: usize) -> u32 {
        self.add_set_by_chance(player, parents.iter().map(|parent| (*parent, 1.0)), actions)
    }

    /// The same, if each sequence leads there with some probability, as something is thrown after it.
    pub fn add_set_by_chance(
        &mut self,
        player: Player,
        parents: impl IntoIterator<Item = (u32, f64)>,
        actions: usize,
    ) -> u32 {
        let parents: Links = parents.into_iter().collect();
        let sets = &mut self.seats[player.index()];
        let (number, first) = (narrow(sets.all.len()), narrow(sets.owners.len()));
        let actions = actions.max(1);
        sets.owners.resize(sets.owners.len() + actions, number);
        sets.children.resize_with(sets.owners.len(), Links::new);
        self.met[player.index()].resize_with(sets.owners.len(), Links::new);
        for (parent, chance) in &parents {
            sets.children[*parent as usize].push((number, *chance));
        }
        sets.all.push(Set { parents, first, actions: narrow(actions) });
        number
    }

    /// Adds a payment to the first seat where these sequences of the two seats meet.
    pub fn pay(&mut self, first: u32, second: u32, payment: f64) {
        self.met[0][first as usize].push((second, payment));
        self.met[1][second as usize].push((first, payment));
    }

    /// The sequence of an action of a set.
    pub fn sequence(&self, player: Player, set: u32, action: usize) -> u32 {
        self.seats[player.index()].all[set as usize].first + narrow(action)
    }

    /// The number of sets of a seat.
    pub fn sets(&self, player: Player) -> usize {
        self.seats[player.index()].all.len()
    }

    /// The number of sequences of a seat.
    pub fn sequences(&self, player: Player) -> usize {
        self.seats[player.index()].owners.len()
    }

    /// The sequences of a set.
    pub fn actions(&self, player: Player, set: usize) -> std::ops::Range<usize> {
        let set = &self.seats[player.index()].all[set];
        set.first as usize..(set.first + set.actions) as usize
    }

    /// The set of a sequence.
    pub fn owner(&self, player: Player, sequence: usize) -> usize {
        self.seats[player.index()].owners[sequence] as usize
    }

    /// The sequences that lead to a set, with their probabilities.
    pub fn parents(&self, player: Player, set: usize) -> &[(u32, f64)] {
        &self.seats[player.index()].all[set].parents
    }

    /// The sets that a sequence leads to, with their probabilities.
    pub fn children(&self, player: Player, sequence: usize) -> &[(u32, f64)] {
        &self.seats[player.index()].children[sequence]
    }

    /// The sequences of the other seat that a sequence meets, each with its payment.
    pub fn met(&self, player: Player, sequence: usize) -> &[(u32, f64)] {
        &self.met[player.index()][sequence]
    }
}
