//! A turn, by the number of bones thrown first, as a game of the thrower against the replying seat.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::calls::Rank;
use super::cup::{Hand, OnTable};
use super::turns::{Announced, Called, Given, Replies, Turns};
use tali_core::exact::{Player, SequenceGame};

/// A turn up to the call. The first node is its beginning; each node comes after its parents.
pub(super) struct Shape {
    pub nodes: Vec<Node>,
    /// The possible announcements of throws.
    pub announced: Vec<Announced>,
}

/// A decision of the thrower, with what it has seen.
pub(super) struct Node {
    /// The index of the announcement so far.
    pub announced: usize,
    pub on_table: OnTable,
    /// Whether the thrower may call.
    pub may_call: bool,
    /// The possible throws: the part left on the table, with the resulting nodes and their probabilities.
    pub throws: Vec<(Hand, Vec<(usize, f64)>)>,
    /// The nodes and throws that lead here, with probabilities.
    parents: Vec<(usize, usize, f64)>,
}

impl Shape {
    /// The turn that starts by leaving one of these parts on the table and throwing the other bones.
    pub(super) fn new(turns: &Turns, parts: &[Hand]) -> Self {
        let root = Node {
            announced: usize::MAX,
            on_table: OnTable::all_loose(Hand::CUP),
            may_call: false,
            throws: parts.iter().map(|part| (*part, Vec::new())).collect(),
            parents: Vec::new(),
        };
        let mut shape = Self { nodes: vec![root], announced: Vec::new() };
        let mut level = vec![(0, Announced::default())];
        for throws in (1..=turns.throws).rev() {
            let mut found: FxHashMap<(Announced, OnTable), usize> = FxHashMap::default();
            let mut next = Vec::new();
            for (from, announced) in level {
                for index in 0..shape.nodes[from].throws.len() {
                    let part = shape.nodes[from].throws[index].0;
                    let announced = announced.with(part.thrown());
                    let is_last = throws == 1;
                    for (on_table, chance) in turns.cup.outcomes(part, is_last) {
                        let node = *found.entry((announced, on_table)).or_insert_with(|| {
                            next.push((shape.nodes.len(), announced));
                            let number = shape.add_announced(announced);
                            shape.nodes.push(Node::after(turns, number, &on_table, is_last));
                            shape.nodes.len() - 1
                        });
                        shape.nodes[node].parents.push((from, index, chance));
                        shape.nodes[from].throws[index].1.push((node, chance));
                    }
                }
            }
            level = next;
        }
        shape
    }

    /// The turn without a throw.
    pub(super) fn without_throw(hand: Hand) -> Self {
        let on_table = OnTable::all_loose(hand);
        let node = Node { announced: 0, on_table, may_call: true, throws: Vec::new(), parents: Vec::new() };
        Self { nodes: vec![node], announced: vec![Announced::default()] }
    }

    /// The number of outcomes of all throws.
    fn outcomes(&self) -> usize {
        self.nodes.iter().flat_map(|node| &node.throws).map(|(_, outcomes)| outcomes.len()).sum()
    }

    fn add_announced(&mut self, announced: Announced) -> usize {
        self.announced.iter().position(|known| *known == announced).unwrap_or_else(|| {
            self.announced.push(announced);
            self.announced.len() - 1
        })
    }
}

impl Node {
    fn after(turns: &Turns, announced: usize, on_table: &OnTable, is_last: bool) -> Self {
        let throws = if is_last { Vec::new() } else { turns.cup.throws(on_table) };
        Self {
            announced,
            on_table: *on_table,
            may_call: turns.cup.may_stand(on_table.hand),
            throws: throws.into_iter().map(|(part, _)| (part, Vec::new())).collect(),
            parents: Vec::new(),
        }
    }
}

/// The payments to the thrower if a call on a hand is challenged, and if it is accepted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payment {
    pub challenged: f64,
    pub accepted: f64,
}

impl Payment {
    /// The mean payment at this probability of a challenge.
    pub(super) fn mean(&self, challenges: f64) -> f64 {
        challenges * self.challenged + (1.0 - challenges) * self.accepted
    }
}

/// The indices of calls and replies in the sequence form of a turn, the thrower against the replying seat.
pub(super) struct TurnGame<'a> {
    pub shape: &'a Shape,
    pub calls: Vec<Rank>,
    /// The sequence of the first call at each node.
    called: Vec<usize>,
    /// The sequence of the first reply to each call after each announcement.
    replied: Vec<usize>,
}

impl<'a> TurnGame<'a> {
    /// Builds the game with these calls and payments.
    pub(super) fn new(
        shape: &'a Shape,
        calls: Vec<Rank>,
        pays: &dyn Fn(Hand, Rank) -> Payment,
    ) -> (Self, SequenceGame) {
        let (one, two) = (Player::First, Player::Second);
        let mut game = SequenceGame::default();
        let mut turn = Self { shape, calls, called: Vec::new(), replied: Vec::new() };
        for node in &shape.nodes {
            let parents = node.parents.iter();
            let parents =
                parents.map(|(node, throw, chance)| (game.sequence(one, narrow(*node), *throw), *chance));
            let parents: Vec<(u32, f64)> = parents.collect();
            let calls = if node.may_call { turn.calls.len() } else { 0 };
            let set = game.add_set_by_chance(one, parents, node.throws.len() + calls);
            turn.called.push(game.actions(one, set as usize).start + node.throws.len());
        }
        for _ in &shape.announced {
            for call in &turn.calls {
                let set = game.add_set(two, &[], Self::replies(*call).len());
                turn.replied.push(game.actions(two, set as usize).start);
            }
        }
        for (index, node) in shape.nodes.iter().enumerate().filter(|(_, node)| node.may_call) {
            for (number, call) in turn.calls.iter().enumerate() {
                let paid = pays(node.on_table.hand, *call);
                for (reply, is_challenged) in Self::replies(*call).iter().enumerate() {
                    let replied = turn.reply(node.announced, number, reply);
                    let paid = if *is_challenged { paid.challenged } else { paid.accepted };
                    game.pay(narrow(turn.call(index, number)), narrow(replied), paid);
                }
            }
        }
        (turn, game)
    }

    /// The possible replies to a call: whether it is challenged.
    pub(super) const fn replies(call: Rank) -> &'static [bool] {
        match call {
            Rank::VENUS => &[true],
            Rank::VOID => &[false],
            _ => &[false, true],
        }
    }

    /// The sequence of a call, by its index, at a node.
    pub(super) fn call(&self, node: usize, call: usize) -> usize {
        self.called[node] + call
    }

    /// The sequence of a throw, by its index, at a node.
    pub(super) fn throw(&self, node: usize, throw: usize) -> usize {
        self.called[node] - self.shape.nodes[node].throws.len() + throw
    }

    /// The sequence of a reply to a call after an announcement.
    pub(super) fn reply(&self, announced: usize, call: usize, reply: usize) -> usize {
        self.replied[announced * self.calls.len() + call] + reply
    }

    /// The probabilities that each call is challenged, from the flows of the replying seat's sequences.
    pub(super) fn replies_of(&self, flows: &[f64]) -> Replies {
        let challenged = |announced: usize, number: usize, call: Rank| {
            let can = Self::replies(call);
            let flow = |reply: usize| flows[self.reply(announced, number, reply)];
            let all: f64 = (0..can.len()).map(flow).sum();
            let challenge = can.iter().position(|is_challenged| *is_challenged);
            // They add up to 1, apart from rounding.
            challenge.map_or(0.0, |reply| if all > 0.0 { (flow(reply) / all).min(1.0) } else { 1.0 })
        };
        let of_announced = |(index, announced): (usize, &Announced)| {
            let calls = self.calls.iter().enumerate();
            (*announced, calls.map(|(number, call)| challenged(index, number, *call)).collect())
        };
        self.shape.announced.iter().enumerate().map(of_announced).collect()
    }

    /// The thrower's distribution from the flows of its sequences, and its gain from the gains of its calls.
    pub(super) fn realised(&self, flows: &[f64], gains: &[f64]) -> (Vec<(Called, f64)>, f64) {
        let mut reached = vec![0.0; self.shape.nodes.len()];
        reached[0] = 1.0;
        let (mut distribution, mut gain) = (BTreeMap::new(), 0.0);
        for (index, node) in self.shape.nodes.iter().enumerate() {
            if reached[index] <= 0.0 {
                continue;
            }
            let calls = if node.may_call { self.calls.len() } else { 0 };
            let first = self.called[index] - node.throws.len();
            let all: f64 = flows[first..first + node.throws.len() + calls].iter().sum();
            // A node without flow that is reached by rounding takes the first option.
            let part = |index: usize| {
                if all > 0.0 { flows[first + index] / all } else { f64::from(u8::from(index == 0)) }
            };
            for (throw, (_, outcomes)) in node.throws.iter().enumerate() {
                let thrown = reached[index] * part(throw);
                for (node, chance) in outcomes {
                    reached[*node] += thrown * chance;
                }
            }
            for (number, call) in self.calls.iter().enumerate().take(calls) {
                let called = reached[index] * part(node.throws.len() + number);
                if called > 0.0 {
                    *distribution
                        .entry((self.shape.announced[node.announced], node.on_table.hand, *call))
                        .or_insert(0.0) += called;
                    gain += called * gains[self.call(index, number)];
                }
            }
        }
        (distribution.into_iter().collect(), gain)
    }
}

/// The largest number of outcomes in all turns together, which take a few hundred megabytes; if there are more, no turns are
/// built.
const MOST_OUTCOMES: usize = 4_000_000;

/// The possible turns, by the first throw.
pub(super) struct Shapes {
    /// All turns; empty if there are too many.
    pub all: Vec<Shape>,
    /// For each hand, the indices of its turns: without a throw, and by the number of bones thrown first if that is allowed.
    of_hand: Vec<Vec<usize>>,
    opening: usize,
}

impl Shapes {
    pub(super) fn new(turns: &Turns) -> Self {
        let mut known: FxHashMap<Vec<Hand>, usize> = FxHashMap::default();
        let mut all = Vec::new();
        let mut shape = |all: &mut Vec<Shape>, parts: Vec<Hand>| {
            *known.entry(parts).or_insert_with_key(|parts| {
                all.push(Shape::new(turns, parts));
                all.len() - 1
            })
        };
        let opening = shape(&mut all, vec![Hand::CUP]);
        let mut of_hand = Vec::new();
        let (mut looked_at, mut outcomes) = (0, 0);
        for hand in turns.cup.hands() {
            outcomes += all[looked_at..].iter().map(Shape::outcomes).sum::<usize>();
            looked_at = all.len();
            if outcomes > MOST_OUTCOMES {
                return Self { all: Vec::new(), of_hand: Vec::new(), opening: 0 };
            }
            let throws = turns.cup.throws(&OnTable::all_loose(*hand));
            all.push(Shape::without_throw(*hand));
            let mut shapes = vec![all.len() - 1];
            for thrown in 1..=Hand::CUP.thrown() {
                let parts = throws.iter().map(|(part, _)| *part).filter(|part| part.thrown() == thrown);
                let parts: Vec<Hand> = parts.collect();
                if !parts.is_empty() {
                    shapes.push(shape(&mut all, parts));
                }
            }
            of_hand.push(shapes);
        }
        Self { all, of_hand, opening }
    }

    /// The indices of the shapes of a turn.
    pub(super) fn indices(&self, turns: &Turns, given: Given) -> Vec<usize> {
        match given {
            None => vec![self.opening],
            Some((hand, _)) => {
                let index = turns.cup.number(hand).map(usize::from);
                index.and_then(|index| self.of_hand.get(index)).cloned().unwrap_or_default()
            }
        }
    }

    /// The shapes of a turn.
    pub(super) fn of(&self, turns: &Turns, given: Given) -> Vec<&Shape> {
        self.indices(turns, given).into_iter().map(|shape| &self.all[shape]).collect()
    }

    /// The number of nodes in the turns of all hands; infinite if none were built.
    #[expect(clippy::cast_precision_loss, reason = "there are not so many")]
    pub(super) fn nodes(&self) -> f64 {
        if self.all.is_empty() {
            return f64::INFINITY;
        }
        self.of_hand.iter().flatten().map(|shape| self.all[*shape].nodes.len() as f64).sum()
    }
}

/// Converts an index below 2³².
fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
