use num_bigint::BigUint;
use num_traits::ToPrimitive;
use proptest::prelude::*;

use super::*;
use crate::delegate;
use crate::exact::solve;
use crate::process::{Distribution, Policy, Seats, Step, Turn, WithPolicies};

/// A position of a small game.
#[derive(Clone, Debug)]
enum Node {
    /// Chance moves to these positions, with weights.
    Chance(Vec<(usize, u32)>),
    /// A seat chooses between these positions.
    Choose(usize, Vec<usize>),
    End(Seats),
}

/// A game listed position by position.
#[derive(Clone, Debug)]
struct Listed {
    seats: usize,
    /// Whether an endless game is a draw.
    draws: bool,
    nodes: Vec<Node>,
    distributions: Vec<Distribution<usize>>,
}

impl Listed {
    fn new(seats: usize, nodes: Vec<Node>) -> Self {
        let distribution = |node: &Node| match node {
            Node::Chance(to) => {
                Distribution::new(to.iter().map(|(to, weight)| (*to, BigUint::from(*weight))))
            }
            _ => None,
        };
        let distributions =
            nodes.iter().map(|node| distribution(node).unwrap_or_else(|| Distribution::certain(0)));
        Self { seats, draws: true, distributions: distributions.collect(), nodes }
    }

    fn best(&self) -> BestPlay<usize> {
        BestPlay::new(self, 1_000).unwrap()
    }
}

impl Process for Listed {
    type State = usize;
    type Move = usize;
    type Information = usize;
    type Event = ();

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> usize {
        0
    }

    fn distributions(&self) -> &[Distribution<usize>] {
        &self.distributions
    }

    fn draws_without_end(&self) -> bool {
        self.draws
    }

    fn turn(&self, at: &usize) -> Turn<usize> {
        match &self.nodes[*at] {
            Node::Chance(_) => Turn::Chance(*at),
            Node::Choose(seat, _) => Turn::Choose { seat: *seat, information: *at },
            Node::End(winners) => Turn::End(*winners),
        }
    }

    fn actions(&self, at: &usize, actions: &mut Vec<usize>) {
        if let Node::Choose(_, to) = &self.nodes[*at] {
            actions.extend(to);
        }
    }

    fn next(&self, _: &usize, to: usize) -> Step<usize> {
        Step::to(to)
    }
}

fn won(seat: usize) -> Node {
    Node::End(Seats::one(seat))
}

#[track_caller]
fn is(share: &Enclosure, wanted: f64) {
    let wide = share.high() - share.low();
    assert!(wide <= num_rational::BigRational::new(1.into(), 1_000_000_000_000_i64.into()), "{share:?}");
    assert!((share.to_f64() - wanted).abs() < 1e-12, "{} where {wanted} is right", share.to_f64());
}

/// The first seat's value with fixed choices, solved as a chain: if nobody wins, it is half a win with two seats and nothing
/// with one; an endless game is worth `never`.
fn decided(game: &Listed, choices: &[usize], never: f64) -> f64 {
    let choices = choices.to_vec();
    let policy = Policy::pure(4, move |at: &usize, _| choices[*at]);
    let solution = solve(&WithPolicies::new(game, vec![policy]).unwrap()).unwrap();
    let shared = if game.seats == 2 { 0.5 } else { 0.0 };
    solution.shares[0].to_f64() + shared * solution.nobody.to_f64() + never * solution.never.to_f64()
}

/// All stationary strategies of a seat, with its choice by position; 0 where it does not choose.
fn strategies(game: &Listed, seat: usize) -> Vec<Vec<usize>> {
    let options = |at: usize| match &game.nodes[at] {
        Node::Choose(who, to) if *who == seat => to.len(),
        _ => 1,
    };
    (0..game.nodes.len()).fold(vec![Vec::new()], |before, at| {
        let with = |one: Vec<usize>| (0..options(at)).map(move |choice| [&one[..], &[choice]].concat());
        before.into_iter().flat_map(with).collect::<Vec<_>>()
    })
}

fn both(one: &[usize], two: &[usize]) -> Vec<usize> {
    one.iter().zip(two).map(|(one, two)| one.max(two)).copied().collect()
}

/// Whether a seat could prevent every end from some position, against any play of the other.
fn can_prevent_the_end(game: &Listed, seat: usize) -> bool {
    strategies(game, seat).iter().any(|strategy| {
        let mut ends: Vec<bool> = game.nodes.iter().map(|node| matches!(node, Node::End(_))).collect();
        for _ in 0..game.nodes.len() {
            for (at, node) in game.nodes.iter().enumerate() {
                ends[at] |= match node {
                    Node::Chance(to) => to.iter().any(|(to, _)| ends[*to]),
                    Node::Choose(who, to) if *who == seat => ends[to[strategy[at]]],
                    Node::Choose(_, to) => to.iter().any(|to| ends[*to]),
                    Node::End(_) => true,
                };
            }
        }
        ends.contains(&false)
    })
}

/// The value by trying all stationary strategies of both: the most that the first can guarantee, and the least to which the
/// second can limit it. Games of this kind have optimal stationary strategies (D. Gillette, "Stochastic games with zero stop
/// probabilities", 1957; T. M. Liggett and S. A. Lippman, *SIAM Review* 11, 1969).
fn exhaustive_value(game: &Listed, never: f64) -> [f64; 2] {
    let [first, second] = [0, 1].map(|seat| strategies(game, seat));
    let value = |one: &Vec<usize>, two: &Vec<usize>| decided(game, &both(one, two), never);
    let sure = first.iter().map(|one| second.iter().map(|two| value(one, two)).fold(1.0, f64::min));
    let held = second.iter().map(|two| first.iter().map(|one| value(one, two)).fold(0.0, f64::max));
    [sure.fold(0.0, f64::max), held.fold(1.0, f64::min)]
}

#[test]
fn staying_for_ever_is_worth_the_best_exit() {
    // The single seat can throw once, with a chance of one in three to win, or wait forever.
    let waits = Listed::new(
        1,
        vec![Node::Choose(0, vec![0, 1]), Node::Chance(vec![(2, 1), (3, 2)]), won(0), Node::End(Seats::NONE)],
    );
    is(&waits.best().share(0), 1.0 / 3.0);
    assert_eq!(waits.best().choice(&0), Some(1));
    // An exit gives the first seat 0.3 if it leaves, 0.9 if the second does: both stay, and nobody wins.
    let both_stay = Listed::new(
        2,
        vec![
            Node::Choose(1, vec![2, 1]),
            Node::Choose(0, vec![3, 0]),
            Node::Chance(vec![(4, 9), (5, 1)]),
            Node::Chance(vec![(4, 3), (5, 7)]),
            won(0),
            won(1),
        ],
    );
    let best = both_stay.best();
    is(&best.share(0), 0.5);
    assert_eq!([0, 1].map(|at| best.choice(&at)), [Some(1), Some(1)]);
    // If its exit is worth 0.6, the first seat leaves at once.
    let mut leaves = both_stay.nodes;
    leaves[3] = Node::Chance(vec![(4, 6), (5, 4)]);
    let leaves = Listed::new(2, leaves).best();
    is(&leaves.share(0), 0.6);
    is(&leaves.share(1), 0.4);
    assert_eq!(leaves.choice(&1), Some(0));
}

#[test]
fn values_that_depend_on_endless_games_are_open() {
    // Each seat waits, or throws and wins with a chance of one in three, else the other wins.
    let nodes = |throw_again: bool| {
        let turn = |seat: usize| {
            let wait = if throw_again { 2 * seat } else { 2 - 2 * seat };
            [Node::Choose(seat, vec![wait, 2 * seat + 1]), Node::Chance(vec![(4 + seat, 1), (5 - seat, 2)])]
        };
        [turn(0), turn(1)].concat().into_iter().chain([won(0), won(1)]).collect::<Vec<_>>()
    };
    let open = Listed { draws: false, ..Listed::new(2, nodes(false)) }.best();
    let [low, high] = [open.share(0).low().to_f64().unwrap(), open.share(0).high().to_f64().unwrap()];
    assert!((low - 1.0 / 3.0).abs() < 1e-12 && (high - 2.0 / 3.0).abs() < 1e-12, "{low} {high}");
    assert!(open.is_open(&0));
    assert_eq!([0, 2].map(|at| open.choice(&at)), [Some(1); 2]);
    // If an endless game is a draw, waiting is best.
    is(&Listed::new(2, nodes(false)).best().share(0), 0.5);
    // A seat that alone could go on gains nothing by it.
    let alone = Listed { draws: false, ..Listed::new(2, nodes(true)) }.best();
    is(&alone.share(0), 1.0 / 3.0);
    assert!(!alone.is_open(&0));
    assert_eq!(alone.choice(&0), Some(1));
    // A game made endless by chance counts for nobody.
    let stuck = [Node::Chance(vec![(1, 1), (2, 3)]), Node::Chance(vec![(1, 1)]), won(0)];
    let stuck = Listed { draws: false, ..Listed::new(2, stuck.into()) }.best();
    let [low, high] = [stuck.share(0).low().to_f64().unwrap(), stuck.share(0).high().to_f64().unwrap()];
    assert!((low - 0.75).abs() < 1e-12 && (high - 1.0).abs() < 1e-12, "{low} {high}");
}

#[test]
fn cached_values_are_verified() {
    // Both seats throw, with a chance of one in three to win, or wait.
    let race = |weight: u32| {
        let turn = |seat: usize, other: usize| {
            [
                Node::Choose(seat, vec![other, 2 * seat + 1]),
                Node::Chance(vec![(other, weight), (4 + seat, 1)]),
            ]
        };
        Listed::new(2, [turn(0, 2), turn(1, 0)].concat().into_iter().chain([won(0), won(1)]).collect())
    };
    let positions = |weight: u32| Enumerated::new(&race(weight), 100).unwrap();
    let known = race(2).best();
    let bytes = known.values().to_bytes().unwrap();
    let stored = Values::from_bytes(&positions(2), &bytes).unwrap();
    let same = BestPlay::of(positions(2), stored);
    is(&same.share(0), 0.6);
    assert_eq!([0, 2].map(|at| same.choice(&at)), [0, 2].map(|at| known.choice(&at)));
    // Rejects values of another game, truncated bytes, and a wrong value.
    assert!(Values::from_bytes(&positions(3), &bytes).is_none());
    assert!(Values::from_bytes(&positions(2), &bytes[..bytes.len() - 1]).is_none());
    let (mut bounds, choices, is_cut_short): (Vec<[f64; 2]>, Vec<u16>, bool) =
        postcard::from_bytes(&bytes).unwrap();
    assert!(!is_cut_short);
    let known_bounds = bounds.clone();
    bounds[0] = [0.7, 0.7];
    let stored_with = |bounds: &Vec<[f64; 2]>, choices: &Vec<u16>| {
        let bytes = postcard::to_allocvec(&(bounds, choices, is_cut_short)).unwrap();
        Values::from_bytes(&positions(2), &bytes).is_some()
    };
    assert!(!stored_with(&bounds, &choices));
    bounds[0] = known_bounds[0];
    assert!(stored_with(&bounds, &choices));
    // Rejects a choice that does not exist. Waiting is as good as throwing, so it would be no wrong choice.
    let mut others = choices.clone();
    others.fill(2);
    assert!(!stored_with(&bounds, &others));
    // For a seat that can wait forever, a win satisfies the equations, but is wrong.
    let waits =
        Listed::new(1, vec![Node::Choose(0, vec![1, 2]), Node::Chance(vec![(0, 1)]), Node::End(Seats::NONE)]);
    let waiting = Enumerated::new(&waits, 100).unwrap();
    let wins = postcard::to_allocvec(&(vec![[1.0; 2]; 2], vec![0u16; 2], false)).unwrap();
    assert!(Values::from_bytes(&waiting, &wins).is_none());
    let loses = postcard::to_allocvec(&(vec![[0.0; 2]; 2], vec![0u16; 2], false)).unwrap();
    assert!(Values::from_bytes(&waiting, &loses).is_some());
}

#[test]
fn each_of_three_seats_maximises_its_own_share() {
    // The third seat chooses between a throw for the first two and a share of a third.
    let nodes = vec![
        Node::Choose(2, vec![1, 2]),
        Node::Chance(vec![(3, 1), (4, 3)]),
        Node::End(Seats::first(3)),
        won(0),
        won(1),
    ];
    let best = Listed::new(3, nodes.clone()).best();
    (0..3).for_each(|seat| is(&best.share(seat), 1.0 / 3.0));
    let mut comes_back = nodes;
    comes_back[1] = Node::Chance(vec![(0, 1), (4, 3)]);
    let error = BestPlay::new(&Listed::new(3, comes_back), 1_000).err();
    assert_eq!(error, Some(BestPlayError::ComesBack(3)));
}

/// A game with symmetric seats: a move to node n + k, where n is the number of nodes, is one to node k with the seats swapped.
#[derive(Clone, Debug)]
struct Mirrored {
    game: Listed,
    keeps_both: bool,
}

impl Process for Mirrored {
    /// A node, and the seat that is its first seat.
    type State = (usize, usize);
    type Move = usize;
    type Information = (usize, usize);
    type Event = ();

    delegate! { self => self.game;
        seats() -> usize,
        distributions() -> &[Distribution<usize>],
        draws_without_end() -> bool,
    }

    fn start(&self) -> (usize, usize) {
        (0, 0)
    }

    fn turn(&self, state: &(usize, usize)) -> Turn<(usize, usize)> {
        match self.game.turn(&state.0) {
            Turn::Chance(throw_distribution) => Turn::Chance(throw_distribution),
            Turn::Choose { seat, .. } => Turn::Choose { seat: (seat + state.1) % 2, information: *state },
            Turn::End(winners) => Turn::End(winners.iter().map(|seat| (seat + state.1) % 2).collect()),
        }
    }

    fn actions(&self, state: &(usize, usize), actions: &mut Vec<usize>) {
        self.game.actions(&state.0, actions);
    }

    fn next(&self, state: &(usize, usize), to: usize) -> Step<(usize, usize)> {
        let all = self.game.nodes.len();
        Step::to((to % all, (state.1 + to / all) % 2))
    }

    fn turning(&self) -> Option<crate::process::Turning<(usize, usize)>> {
        let turning: crate::process::Turning<_> = Arc::new(|state: &(usize, usize)| ((state.0, 0), state.1));
        Some(turning).filter(|_| !self.keeps_both)
    }
}

fn a_node(nodes: usize) -> impl Strategy<Value = Node> {
    let to = 0..nodes + 3;
    prop_oneof![
        prop::collection::vec((to.clone(), 1..4u32), 1..4).prop_map(Node::Chance),
        (0..2usize, prop::collection::vec(to.clone(), 1..4)).prop_map(|(seat, to)| Node::Choose(seat, to)),
        (0..2usize, prop::collection::vec(to, 2..4)).prop_map(|(seat, to)| Node::Choose(seat, to)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn values_match_exhaustive_search(seats in 1..3usize, mut nodes in prop::collection::vec(a_node(5), 5)) {
        if seats == 1 {
            for node in &mut nodes {
                if let Node::Choose(seat, _) = node {
                    *seat = 0;
                }
            }
        }
        nodes.extend([won(0), won(seats - 1), Node::End(Seats::NONE)]);
        let game = Listed::new(seats, nodes);
        let never = if seats == 2 { 0.5 } else { 0.0 };
        let [sure, held] = exhaustive_value(&game, never);
        prop_assert!((sure - held).abs() < 1e-12, "{sure} {held}");
        let best = game.best();
        let share = best.share(0);
        let wide = (share.high() - share.low()).to_f64().unwrap();
        prop_assert!(wide < 1e-11, "{wide}: {share:?} where {sure} is right");
        prop_assert!((share.to_f64() - sure).abs() < 1e-10, "{} where {sure} is right", share.to_f64());
        // The chosen moves achieve the value.
        let choices: Vec<usize> = (0..game.nodes.len()).map(|at| best.choice(&at).unwrap_or(0)).collect();
        prop_assert!((decided(&game, &choices, never) - sure).abs() < 1e-9, "{choices:?}");
    }

    #[test]
    fn endless_games_count_for_nobody(mut nodes in prop::collection::vec(a_node(5), 5)) {
        nodes.extend([won(0), won(1), Node::End(Seats::NONE)]);
        let game = Listed { draws: false, ..Listed::new(2, nodes) };
        // What the first seat can guarantee if it loses endless games, and to what the second can limit it if it wins them.
        let [[least, _], [_, most]] = [0.0, 1.0].map(|never| exhaustive_value(&game, never));
        let best = game.best();
        let share = best.share(0);
        let [low, high] = [share.low(), share.high()].map(|bound| bound.to_f64().unwrap());
        prop_assert!(least < low + 1e-10 && high < most + 1e-10, "{low} to {high}, within {least} to {most}");
        if [0, 1].iter().any(|seat| can_prevent_the_end(&game, *seat)) {
            return Ok(());
        }
        prop_assert!(low < least + 1e-10 && most < high + 1e-10, "{low} to {high} where {least} to {most} is right");
        prop_assert_eq!(best.is_open(&0), most - least > 1e-6);
        // The chosen moves of each seat guarantee its bound against all strategies.
        let choices: Vec<usize> = (0..game.nodes.len()).map(|at| best.choice(&at).unwrap_or(0)).collect();
        let own = |seat: usize| -> Vec<usize> {
            let is_own = |at: &usize| matches!(game.nodes[*at], Node::Choose(who, _) if who == seat);
            (0..game.nodes.len()).map(|at| if is_own(&at) { choices[at] } else { 0 }).collect()
        };
        for two in strategies(&game, 1) {
            let utility = decided(&game, &both(&own(0), &two), 0.0);
            prop_assert!(utility > low - 1e-9, "{choices:?} against {two:?}: {utility} where {low} is sure");
        }
        for one in strategies(&game, 0) {
            let utility = decided(&game, &both(&one, &own(1)), 1.0);
            prop_assert!(utility < high + 1e-9, "{choices:?} against {one:?}: {utility} where {high} is the most");
        }
    }

    #[test]
    fn symmetric_seats_share_positions(
        mut nodes in prop::collection::vec(a_node(5), 5),
        crosses in prop::collection::vec(any::<bool>(), 5),
        draws in any::<bool>(),
    ) {
        let all = nodes.len() + 3;
        for (node, crosses) in nodes.iter_mut().zip(crosses) {
            match node {
                Node::Chance(to) if crosses => to.iter_mut().step_by(2).for_each(|(to, _)| *to += all),
                Node::Choose(_, to) if crosses => to.iter_mut().step_by(2).for_each(|to| *to += all),
                _ => {}
            }
        }
        nodes.extend([won(0), won(1), Node::End(Seats::NONE)]);
        let once = Mirrored { game: Listed { draws, ..Listed::new(2, nodes) }, keeps_both: false };
        let twice = Mirrored { keeps_both: true, ..once.clone() };
        let [once, twice] = [once, twice].map(|game| BestPlay::new(&game, 1_000).unwrap());
        prop_assert!(once.positions().states().iter().all(|(_, first)| *first == 0));
        for state in twice.positions().states() {
            let [one, other] = [&once, &twice].map(|best| best.share_at(state, 0));
            // Some positions may be reached only from one side.
            let (Some(one), Some(other)) = (one, other) else { continue };
            let is_close = |one: &num_rational::BigRational, other: &num_rational::BigRational| {
                (one - other).to_f64().unwrap().abs() < 1e-10
            };
            prop_assert!(is_close(one.low(), other.low()) && is_close(one.high(), other.high()),
                "{state:?}: {one:?} where {other:?} is right");
            let second = once.share_at(state, 1).unwrap();
            prop_assert!(is_close(&(one.low() + second.high()), &num_rational::BigRational::from_integer(1.into())));
        }
    }
}

/// A game for coins: moves lead only to later positions. A move between two positions gains the first seat `gained`, and the
/// second the rest of the difference between their `pots`.
#[derive(Clone, Debug)]
struct ForCoins {
    listed: Listed,
    gained: Vec<Vec<i64>>,
    pots: Vec<i64>,
}

impl ForCoins {
    fn gains_of(&self, at: usize, to: usize) -> Vec<i128> {
        let first = self.gained[at][to];
        let second = self.pots[at] - self.pots[to] - first;
        [first, second].into_iter().take(self.listed.seats).map(i128::from).collect()
    }

    /// The first seat's gain from the start with fixed choices.
    fn decided(&self, choices: &[usize]) -> f64 {
        let mut gains = vec![0.0; self.listed.nodes.len()];
        for _ in 0..self.listed.nodes.len() {
            let utility = |at: usize, to: usize| self.gained[at][to].to_f64().unwrap() + gains[to];
            let next = self.listed.nodes.iter().enumerate().map(|(at, node)| match node {
                Node::Chance(to) => {
                    let all: f64 = to.iter().map(|(_, weight)| f64::from(*weight)).sum();
                    to.iter().map(|(to, weight)| f64::from(*weight) / all * utility(at, *to)).sum()
                }
                Node::Choose(_, to) => utility(at, to[choices[at]]),
                Node::End(_) => 0.0,
            });
            gains = next.collect();
        }
        gains[0]
    }
}

impl Process for ForCoins {
    type State = usize;
    type Move = usize;
    type Information = usize;
    type Event = ();

    delegate! { self => self.listed;
        seats() -> usize,
        start() -> usize,
        distributions() -> &[Distribution<usize>],
        turn(at: &usize) -> Turn<usize>,
        actions(at: &usize, actions: &mut Vec<usize>) -> (),
    }

    fn next(&self, at: &usize, to: usize) -> Step<usize> {
        Step { gains: self.gains_of(*at, to), ..self.listed.next(at, to) }
    }

    fn is_for_coins(&self) -> bool {
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn most_coins_match_exhaustive_search(
        seats in 1..3usize,
        choices in prop::collection::vec((0..2usize, prop::collection::vec(prop::sample::select(vec![1, 3, 5, 6]), 1..4)), 3),
        chances in prop::collection::vec(prop::collection::vec((0..7usize, 1..4u32), 1..4), 3),
        gained in prop::collection::vec(prop::collection::vec(-5..6i64, 7), 7),
        pots in prop::collection::vec(0..9i64, 6),
    ) {
        let mut nodes = Vec::new();
        for (at, ((seat, to), chance)) in (0..).step_by(2).zip(choices.into_iter().zip(chances)) {
            let to = to.into_iter().map(|to| to.max(at + 1)).collect();
            let chance = chance.into_iter().map(|(to, weight)| (to.max(at + 2), weight)).collect();
            nodes.extend([Node::Choose(seat.min(seats - 1), to), Node::Chance(chance)]);
        }
        nodes.push(Node::End(Seats::NONE));
        let listed = Listed::new(seats, nodes);
        let game = ForCoins { listed, gained, pots: [pots, vec![0]].concat() };
        let options = |seat: usize, at: usize| match &game.listed.nodes[at] {
            Node::Choose(who, to) if *who == seat => to.len(),
            _ => 1,
        };
        let all = |seat: usize| {
            (0..7).fold(vec![Vec::new()], |before, at| {
                let with = |one: Vec<usize>| (0..options(seat, at)).map(move |choice| [&one[..], &[choice]].concat());
                before.into_iter().flat_map(with).collect::<Vec<_>>()
            })
        };
        let both = |one: &Vec<usize>, two: &Vec<usize>| {
            let choices: Vec<usize> = one.iter().zip(two).map(|(one, two)| *one.max(two)).collect();
            game.decided(&choices)
        };
        let second = all(1);
        let sure = |one: &Vec<usize>| second.iter().map(|two| both(one, two)).fold(f64::INFINITY, f64::min);
        let most = all(0).iter().map(sure).fold(f64::NEG_INFINITY, f64::max);
        let best = BestPlay::new(&game, 1_000).unwrap();
        let total = num_rational::BigRational::from_integer(game.pots[0].into());
        let shares = (0..seats).map(|seat| best.share(seat)).collect::<Vec<_>>();
        prop_assert!((shares[0].to_f64() - most).abs() < 1e-9, "{} where {most} is right", shares[0].to_f64());
        let wide = (shares[0].high() - shares[0].low()).to_f64().unwrap();
        prop_assert!(wide < 1e-10, "{wide}");
        if seats == 2 {
            let sum = shares[0].plus(&shares[1]);
            prop_assert!(*sum.low() <= total && total <= *sum.high());
        }
        let choices: Vec<usize> = (0..7).map(|at| best.choice(&at).unwrap_or(0)).collect();
        prop_assert!((game.decided(&choices) - most).abs() < 1e-9, "{choices:?}");
    }
}

#[test]
fn most_coins_are_rejected_with_cycles() {
    let nodes = vec![Node::Choose(0, vec![1, 2]), Node::Chance(vec![(0, 1)]), Node::End(Seats::NONE)];
    let game = |seats, pots: Vec<i64>| ForCoins {
        listed: Listed::new(seats, nodes.clone()),
        gained: vec![vec![1; 3]; 3],
        pots,
    };
    for (seats, pots) in [(1, vec![0; 3]), (2, vec![0; 3])] {
        assert_eq!(BestPlay::new(&game(seats, pots), 100).err(), Some(BestPlayError::CoinsComeBack));
    }
}

#[test]
fn too_many_moves_are_foreseen_early() {
    // A tree with eight branches everywhere; the last ones return to the first positions.
    const POSITIONS: usize = 300_000;
    let branches = |at: usize| (8 * at + 1..=8 * at + 8).map(|to| to % POSITIONS).collect();
    let game = Listed::new(1, (0..POSITIONS).map(|at| Node::Choose(0, branches(at))).collect());
    let Err(BestPlayError::TooLarge { moves, most: 600_000 }) = BestPlay::new(&game, 600_000).map(|_| ())
    else {
        panic!("2.4 million moves are more than 600,000")
    };
    assert!(moves > 1_200_000 && moves <= 8 * POSITIONS, "{moves}");
}
