use num_bigint::BigUint;
use num_traits::ToPrimitive;
use proptest::prelude::*;

use super::*;
use crate::delegate;
use crate::exact::solve;
use crate::process::{Distribution, Policy, Seats, Step, Turn, WithPolicies};

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
    /// Whether a game without end is a draw.
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

/// What the first seat can expect with certain choices, worked out state by state: a game that nobody wins is worth half a
/// win to both of two, and nothing to one alone; one that never ends is worth so much.
fn decided(game: &Listed, choices: &[usize], never: f64) -> f64 {
    let choices = choices.to_vec();
    let policy = Policy::pure(4, move |at: &usize, _| choices[*at]);
    let solution = solve(&WithPolicies::new(game, vec![policy]).unwrap()).unwrap();
    let shared = if game.seats == 2 { 0.5 } else { 0.0 };
    solution.shares[0].to_f64() + shared * solution.nobody.to_f64() + never * solution.never.to_f64()
}

/// Everything that a seat can always do, by the position; 0 where it does not choose.
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

/// Whether a seat could keep some position from every end, whatever the other does.
fn can_keep_it_up(game: &Listed, seat: usize) -> bool {
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

/// The value by trying everything that both can always do: the most that the first can be sure of, and the least that the
/// second can hold it to. Games of this kind have such strategies (D. Gillette, "Stochastic games with zero stop
/// probabilities", 1957; T. M. Liggett and S. A. Lippman, *SIAM Review* 11, 1969).
fn by_trying_everything(game: &Listed, never: f64) -> [f64; 2] {
    let [first, second] = [0, 1].map(|seat| strategies(game, seat));
    let value = |one: &Vec<usize>, two: &Vec<usize>| decided(game, &both(one, two), never);
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
fn what_hangs_on_a_game_without_end_has_two_values() {
    // Each waits, or throws for a win of one in three that else is the other's.
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
    // As a draw it is worth waiting for.
    is(&Listed::new(2, nodes(false)).best().share(0), 0.5);
    // Who could go on alone has nothing of it.
    let alone = Listed { draws: false, ..Listed::new(2, nodes(true)) }.best();
    is(&alone.share(0), 1.0 / 3.0);
    assert!(!alone.is_open(&0));
    assert_eq!(alone.choice(&0), Some(1));
    // What chance makes endless is nobody's.
    let stuck = [Node::Chance(vec![(1, 1), (2, 3)]), Node::Chance(vec![(1, 1)]), won(0)];
    let stuck = Listed { draws: false, ..Listed::new(2, stuck.into()) }.best();
    let [low, high] = [stuck.share(0).low().to_f64().unwrap(), stuck.share(0).high().to_f64().unwrap()];
    assert!((low - 0.75).abs() < 1e-12 && (high - 1.0).abs() < 1e-12, "{low} {high}");
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
    let (mut bounds, choices, is_cut_short): (Vec<[f64; 2]>, Vec<u16>, bool) =
        postcard::from_bytes(&bytes).unwrap();
    assert!(!is_cut_short);
    let known_bounds = bounds.clone();
    bounds[0] = [0.7, 0.7];
    let kept_with = |bounds: &Vec<[f64; 2]>, choices: &Vec<u16>| {
        let bytes = postcard::to_allocvec(&(bounds, choices, is_cut_short)).unwrap();
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
    let wins = postcard::to_allocvec(&(vec![[1.0; 2]; 2], vec![0u16; 2], false)).unwrap();
    assert!(Values::from_bytes(&waiting, &wins).is_none());
    let loses = postcard::to_allocvec(&(vec![[0.0; 2]; 2], vec![0u16; 2], false)).unwrap();
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

/// A game whose seats are alike: a move to a node beyond the last is one to the node so far beyond, with the seats changed.
#[derive(Clone, Debug)]
struct Mirrored {
    game: Listed,
    keeps_both: bool,
}

impl Process for Mirrored {
    /// A node, and who is the first seat of it.
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
            Turn::Chance(law) => Turn::Chance(law),
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
        let never = if seats == 2 { 0.5 } else { 0.0 };
        let [sure, held] = by_trying_everything(&game, never);
        prop_assert!((sure - held).abs() < 1e-12, "{sure} {held}");
        let best = game.best();
        let share = best.share(0);
        let wide = (share.high() - share.low()).to_f64().unwrap();
        prop_assert!(wide < 1e-11, "{wide}: {share:?} where {sure} is right");
        prop_assert!((share.to_f64() - sure).abs() < 1e-10, "{} where {sure} is right", share.to_f64());
        // What both are told to do is worth as much.
        let choices: Vec<usize> = (0..game.nodes.len()).map(|at| best.choice(&at).unwrap_or(0)).collect();
        prop_assert!((decided(&game, &choices, never) - sure).abs() < 1e-9, "{choices:?}");
    }

    #[test]
    fn a_game_without_end_counts_for_nobody(mut nodes in prop::collection::vec(a_node(5), 5)) {
        nodes.extend([won(0), won(1), Node::End(Seats::NONE)]);
        let game = Listed { draws: false, ..Listed::new(2, nodes) };
        // What the first can be sure of if it is lost to it, and what the second can hold it to if it is won.
        let [[least, _], [_, most]] = [0.0, 1.0].map(|never| by_trying_everything(&game, never));
        let best = game.best();
        let share = best.share(0);
        let [low, high] = [share.low(), share.high()].map(|bound| bound.to_f64().unwrap());
        prop_assert!(least < low + 1e-10 && high < most + 1e-10, "{low} to {high}, within {least} to {most}");
        if [0, 1].iter().any(|seat| can_keep_it_up(&game, *seat)) {
            return Ok(());
        }
        prop_assert!(low < least + 1e-10 && most < high + 1e-10, "{low} to {high} where {least} to {most} is right");
        prop_assert_eq!(best.is_open(&0), most - least > 1e-6);
        // What each is told to do holds against everything.
        let choices: Vec<usize> = (0..game.nodes.len()).map(|at| best.choice(&at).unwrap_or(0)).collect();
        let own = |seat: usize| -> Vec<usize> {
            let is_own = |at: &usize| matches!(game.nodes[*at], Node::Choose(who, _) if who == seat);
            (0..game.nodes.len()).map(|at| if is_own(&at) { choices[at] } else { 0 }).collect()
        };
        for two in strategies(&game, 1) {
            let worth = decided(&game, &both(&own(0), &two), 0.0);
            prop_assert!(worth > low - 1e-9, "{choices:?} against {two:?}: {worth} where {low} is sure");
        }
        for one in strategies(&game, 0) {
            let worth = decided(&game, &both(&one, &own(1)), 1.0);
            prop_assert!(worth < high + 1e-9, "{choices:?} against {one:?}: {worth} where {high} is the most");
        }
    }

    #[test]
    fn seats_that_are_alike_are_kept_once(
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
            // From the other side there can be positions that nobody comes to.
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

/// A game for coins: whoever decides leads on to chance, and chance further on or to the end. A move from one position to
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

    /// What the first seat gains from the start with certain choices.
    fn decided(&self, choices: &[usize]) -> f64 {
        let mut gains = vec![0.0; self.listed.nodes.len()];
        for _ in 0..self.listed.nodes.len() {
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
    fn most_coins_are_those_of_trying_everything(
        seats in 1..3usize,
        choices in prop::collection::vec((0..2usize, prop::collection::vec(prop::sample::select(vec![1, 3, 5, 6]), 1..4)), 3),
        chances in prop::collection::vec(prop::collection::vec((0..7usize, 1..4u32), 1..4), 3),
        gained in prop::collection::vec(prop::collection::vec(-5..6i64, 7), 7),
        lies in prop::collection::vec(0..9i64, 6),
    ) {
        let mut nodes = Vec::new();
        for (at, ((seat, to), chance)) in (0..).step_by(2).zip(choices.into_iter().zip(chances)) {
            let to = to.into_iter().map(|to| to.max(at + 1)).collect();
            let chance = chance.into_iter().map(|(to, weight)| (to.max(at + 2), weight)).collect();
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
fn most_coins_are_not_known_where_play_comes_back() {
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

#[test]
fn how_many_moves_there_are_is_foreseen_and_not_counted_to_the_end() {
    // A tree of eight branches everywhere, of which the last come back to the first positions.
    const POSITIONS: usize = 300_000;
    let branches = |at: usize| (8 * at + 1..=8 * at + 8).map(|to| to % POSITIONS).collect();
    let game = Listed::new(1, (0..POSITIONS).map(|at| Node::Choose(0, branches(at))).collect());
    let Err(BestPlayError::TooLarge { moves, most: 600_000 }) = BestPlay::new(&game, 600_000).map(|_| ())
    else {
        panic!("2.4 million moves are more than 600,000")
    };
    assert!(moves > 1_200_000 && moves <= 8 * POSITIONS, "{moves}");
}
