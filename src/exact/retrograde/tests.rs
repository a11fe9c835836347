use num_bigint::BigUint;
use num_traits::ToPrimitive;
use proptest::prelude::*;

use super::*;
use crate::exact::solve;
use crate::process::{Distribution, Policy, Seats, Step, Turn, WithPolicies, delegate};

/// What a position of a small game is.
#[derive(Clone, Debug)]
enum Node {
    /// Leads on with these weights.
    Chance(Vec<(usize, u32)>),
    /// A seat chooses where it leads on.
    Choose(usize, Vec<usize>),
    End(Seats),
}

/// A game that is written down position by position.
#[derive(Clone, Debug)]
struct Listed {
    seats: usize,
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
        Self { seats, distributions: distributions.collect(), nodes }
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

/// What the first seat can expect with certain choices, worked out state by state: a game that never ends, or that nobody
/// wins, is worth half a win to both of two, and nothing to one alone.
fn decided(game: &Listed, choices: &[usize]) -> f64 {
    let choices = choices.to_vec();
    let policy = Policy::pure(4, move |at: &usize, _| choices[*at]);
    let solution = solve(&WithPolicies::new(game, vec![policy]).unwrap()).unwrap();
    let shared = if game.seats == 2 { 0.5 } else { 0.0 };
    solution.shares[0].to_f64() + shared * (solution.nobody.to_f64() + solution.never.to_f64())
}

/// The value by trying everything that both can always do: the most that the first can be sure of, and the least that the
/// second can hold it to. Games of this kind have such strategies (D. Gillette, "Stochastic games with zero stop
/// probabilities", 1957; T. M. Liggett and S. A. Lippman, *SIAM Review* 11, 1969).
fn by_trying_everything(game: &Listed) -> [f64; 2] {
    let options = |seat: usize, at: usize| match &game.nodes[at] {
        Node::Choose(who, to) if *who == seat => to.len(),
        _ => 1,
    };
    let all = |seat: usize| {
        (0..game.nodes.len()).fold(vec![Vec::new()], |before, at| {
            let with =
                |one: Vec<usize>| (0..options(seat, at)).map(move |choice| [&one[..], &[choice]].concat());
            before.into_iter().flat_map(with).collect::<Vec<_>>()
        })
    };
    let (first, second) = (all(0), all(1));
    let both = |one: &[usize], two: &[usize]| -> Vec<usize> {
        one.iter().zip(two).map(|(one, two)| one.max(two)).copied().collect()
    };
    let value = |one: &Vec<usize>, two: &Vec<usize>| decided(game, &both(one, two));
    let sure = first.iter().map(|one| second.iter().map(|two| value(one, two)).fold(1.0, f64::min));
    let held = second.iter().map(|two| first.iter().map(|one| value(one, two)).fold(0.0, f64::max));
    [sure.fold(0.0, f64::max), held.fold(1.0, f64::min)]
}

#[test]
fn who_can_stay_for_ever_gets_no_more_than_the_best_way_out() {
    // One seat can throw for a win of one in three as often as it likes to wait, or wait for ever.
    let waits = Listed::new(
        1,
        vec![Node::Choose(0, vec![0, 1]), Node::Chance(vec![(2, 1), (3, 2)]), won(0), Node::End(Seats::NONE)],
    );
    is(&waits.best().share(0), 1.0 / 3.0);
    assert_eq!(waits.best().choice(&0), Some(1));
    // The first would leave for 0.3, the second for 0.9: both stay, and nobody wins.
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
    // If the first has 0.6 out there it leaves at once.
    let mut leaves = both_stay.nodes;
    leaves[3] = Node::Chance(vec![(4, 6), (5, 4)]);
    let leaves = Listed::new(2, leaves).best();
    is(&leaves.share(0), 0.6);
    is(&leaves.share(1), 0.4);
    assert_eq!(leaves.choice(&1), Some(0));
}

#[test]
fn values_that_were_kept_are_taken_where_they_can_be_right() {
    // Both throw for a win of one in three, or wait.
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
    let kept = Values::from_bytes(&positions(2), &bytes).unwrap();
    let same = BestPlay::of(positions(2), kept);
    is(&same.share(0), 0.6);
    assert_eq!([0, 2].map(|at| same.choice(&at)), [0, 2].map(|at| known.choice(&at)));
    // Of another game, cut short, or with a value that is another.
    assert!(Values::from_bytes(&positions(3), &bytes).is_none());
    assert!(Values::from_bytes(&positions(2), &bytes[..bytes.len() - 1]).is_none());
    let (mut bounds, choices): (Vec<[f64; 2]>, Vec<u16>) = postcard::from_bytes(&bytes).unwrap();
    let known_bounds = bounds.clone();
    bounds[0] = [0.7, 0.7];
    let kept_with = |bounds: &Vec<[f64; 2]>, choices: &Vec<u16>| {
        let bytes = postcard::to_allocvec(&(bounds, choices)).unwrap();
        Values::from_bytes(&positions(2), &bytes).is_some()
    };
    assert!(!kept_with(&bounds, &choices));
    bounds[0] = known_bounds[0];
    assert!(kept_with(&bounds, &choices));
    // With a choice that there is not. To wait for the other is as good as to throw, and no wrong choice.
    let mut others = choices.clone();
    others.fill(2);
    assert!(!kept_with(&bounds, &others));
    // Who can wait for ever could as well be said to win: it agrees with itself, and is not right.
    let waits =
        Listed::new(1, vec![Node::Choose(0, vec![1, 2]), Node::Chance(vec![(0, 1)]), Node::End(Seats::NONE)]);
    let waiting = Enumerated::new(&waits, 100).unwrap();
    let wins = postcard::to_allocvec(&(vec![[1.0; 2]; 2], vec![0u16; 2])).unwrap();
    assert!(Values::from_bytes(&waiting, &wins).is_none());
    let loses = postcard::to_allocvec(&(vec![[0.0; 2]; 2], vec![0u16; 2])).unwrap();
    assert!(Values::from_bytes(&waiting, &loses).is_some());
}

#[test]
fn more_than_two_seats_each_want_the_most() {
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
    fn values_are_those_of_trying_everything(seats in 1..3usize, mut nodes in prop::collection::vec(a_node(5), 5)) {
        if seats == 1 {
            for node in &mut nodes {
                if let Node::Choose(seat, _) = node {
                    *seat = 0;
                }
            }
        }
        nodes.extend([won(0), won(seats - 1), Node::End(Seats::NONE)]);
        let game = Listed::new(seats, nodes);
        let [sure, held] = by_trying_everything(&game);
        prop_assert!((sure - held).abs() < 1e-12, "{sure} {held}");
        let best = game.best();
        let share = best.share(0);
        let wide = (share.high() - share.low()).to_f64().unwrap();
        prop_assert!(wide < 1e-11, "{wide}: {share:?} where {sure} is right");
        prop_assert!((share.to_f64() - sure).abs() < 1e-10, "{} where {sure} is right", share.to_f64());
        // What both are told to do is worth as much.
        let choices: Vec<usize> = (0..game.nodes.len()).map(|at| best.choice(&at).unwrap_or(0)).collect();
        prop_assert!((decided(&game, &choices) - sure).abs() < 1e-9, "{choices:?}");
    }
}

/// A game for coins: whoever decides leads on to chance, and chance leads back or ends the game. A move from one position to
/// another gains the first seat so much, and the second what is left of what lies between both.
#[derive(Clone, Debug)]
struct ForCoins {
    listed: Listed,
    gained: Vec<Vec<i64>>,
    lies: Vec<i64>,
}

impl ForCoins {
    fn gains_of(&self, at: usize, to: usize) -> Vec<i128> {
        let first = self.gained[at][to];
        let second = self.lies[at] - self.lies[to] - first;
        [first, second].into_iter().take(self.listed.seats).map(i128::from).collect()
    }

    /// What the first seat gains from the start with certain choices, by going on until next to nothing is left.
    fn decided(&self, choices: &[usize]) -> f64 {
        let mut gains = vec![0.0; self.listed.nodes.len()];
        for _ in 0..400 {
            let worth = |at: usize, to: usize| self.gained[at][to].to_f64().unwrap() + gains[to];
            let next = self.listed.nodes.iter().enumerate().map(|(at, node)| match node {
                Node::Chance(to) => {
                    let all: f64 = to.iter().map(|(_, weight)| f64::from(*weight)).sum();
                    to.iter().map(|(to, weight)| f64::from(*weight) / all * worth(at, *to)).sum()
                }
                Node::Choose(_, to) => worth(at, to[choices[at]]),
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
        next(at: &usize, to: usize) -> Step<usize>,
    }

    fn is_for_coins(&self) -> bool {
        true
    }

    fn gains(&self, at: &usize, to: usize) -> Vec<i128> {
        self.gains_of(*at, to)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn most_coins_are_those_of_trying_everything(
        seats in 1..3usize,
        choices in prop::collection::vec((0..2usize, prop::collection::vec(prop::sample::select(vec![1, 3, 5, 6]), 1..4)), 3),
        chances in prop::collection::vec(prop::collection::vec((0..7usize, 1..4u32), 1..4), 3),
        gained in prop::collection::vec(prop::collection::vec(-5..6i64, 7), 7),
        lies in prop::collection::vec(0..9i64, 6),
    ) {
        let mut nodes = Vec::new();
        for ((seat, to), mut chance) in choices.into_iter().zip(chances) {
            chance.push((6, 2));
            nodes.extend([Node::Choose(seat.min(seats - 1), to), Node::Chance(chance)]);
        }
        nodes.push(Node::End(Seats::NONE));
        let listed = Listed::new(seats, nodes);
        let game = ForCoins { listed, gained, lies: [lies, vec![0]].concat() };
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
        let total = num_rational::BigRational::from_integer(game.lies[0].into());
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
fn most_coins_are_not_known_where_somebody_can_go_on_for_ever() {
    // To wait brings a coin, and may be done for ever.
    let nodes = vec![Node::Choose(0, vec![1, 2]), Node::Chance(vec![(0, 1)]), Node::End(Seats::NONE)];
    let game = |seats, lies: Vec<i64>| ForCoins {
        listed: Listed::new(seats, nodes.clone()),
        gained: vec![vec![1; 3]; 3],
        lies,
    };
    for (seats, lies) in [(1, vec![0; 3]), (2, vec![0; 3])] {
        assert_eq!(BestPlay::new(&game(seats, lies), 100).err(), Some(BestPlayError::CoinsComeBack));
    }
}
