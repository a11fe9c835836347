//! The game tree of a stage with hidden information, and the information sets of each seat.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::lists::narrow;
use crate::process::{Hides, Seats, Turn};

/// The status of play in a stage.
pub(super) enum Arrival<S, I> {
    /// The game is over.
    Over(Seats),
    /// The stage starts again.
    Back,
    /// Another stage begins in this state.
    Next(S),
    /// The stage goes on.
    On(Turn<I>),
}

/// The status of play in a state that follows the root of a stage. A return to the root counts even if the root hides something.
pub(super) fn arrival<P: Hides>(
    process: &P,
    root: &P::State,
    state: &P::State,
) -> Arrival<P::State, P::Information> {
    match process.turn(state) {
        Turn::End(winners) => Arrival::Over(winners),
        _ if state == root => Arrival::Back,
        turn => match process.open(state) {
            Some(open) if open == *root => Arrival::Back,
            Some(open) => Arrival::Next(open),
            None => Arrival::On(turn),
        },
    }
}

/// The parent of sets that no sequence of the seat precedes.
pub(super) const NOTHING: u32 = u32::MAX;

/// One number for each seat.
type OfSeats = SmallVec<[u32; 4]>;

/// The reason why a tree was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ungrown<S> {
    /// It has more nodes than allowed, or too many histories.
    TooLarge,
    /// Play can return to an earlier state.
    ComesBack,
    /// The game goes on differently in two states that a seat cannot distinguish.
    Unknown {
        /// The seat, from 0.
        seat: usize,
        /// The two states.
        states: [S; 2],
    },
}

/// A node of the tree. Its children have consecutive indices, greater than its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub of: Of,
    pub first: u32,
    pub len: u32,
}

impl Node {
    pub(super) const fn children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

/// The kind of a node. Gains are those of the first two seats up to the node, in coins or by the win.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    /// Something is thrown, by one of the distributions of the process.
    Chance(u32),
    /// A seat chooses, in one of its sets.
    Choose(u8, u32),
    /// The game is over, with these gains.
    End([i64; 2]),
    /// Hidden information does not matter any more, and this stage follows.
    Next(u32, [i64; 2]),
    /// The stage starts again.
    Back([i64; 2]),
}

/// An information set: all that a seat knows when it chooses.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// The number of the history of the seat.
    pub history: u32,
    /// The first of its sequences, one for each action.
    pub first: u32,
    pub actions: u32,
    /// The last sequence of the seat before, or [`NOTHING`].
    pub parent: u32,
}

impl Set {
    pub(super) const fn sequences(&self) -> Range<usize> {
        self.first as usize..(self.first + self.actions) as usize
    }
}

/// The information sets and sequences of one seat in a tree.
pub(super) struct SeatSets<P: Hides> {
    /// The number of each history, by the one before and what was seen since; the empty history is 0.
    seen: FxHashMap<(u32, P::Sight), u32>,
    /// The set of each history after which the seat chooses.
    set_of: FxHashMap<u32, u32>,
    pub sets: Vec<Set>,
    /// The move of each sequence.
    pub sequences: Vec<P::Move>,
    /// An example state for each set.
    pub states: Vec<P::State>,
}

impl<P: Hides> SeatSets<P> {
    fn new() -> Self {
        Self {
            seen: FxHashMap::default(),
            set_of: FxHashMap::default(),
            sets: Vec::new(),
            sequences: Vec::new(),
            states: Vec::new(),
        }
    }

    /// The number of a history extended by a sight, if it is possible.
    pub(super) fn after(&self, history: u32, sight: P::Sight) -> Option<u32> {
        self.seen.get(&(history, sight)).copied()
    }

    /// The set in which the seat chooses after this history.
    pub(super) fn set(&self, history: u32) -> Option<usize> {
        self.set_of.get(&history).map(|set| *set as usize)
    }

    /// For each history, the history before and what was seen last.
    pub(super) fn last_seen(&self) -> FxHashMap<u32, (u32, &P::Sight)> {
        self.seen.iter().map(|((before, sight), history)| (*history, (*before, sight))).collect()
    }
}

/// The tree from one state to the end of the game or the beginnings of other stages.
pub(super) struct Tree<P: Hides> {
    pub nodes: Vec<Node>,
    pub seats: Vec<SeatSets<P>>,
    /// The states in which other stages begin.
    pub next: Vec<P::State>,
}

/// A node that is not expanded yet.
struct Open<S> {
    node: u32,
    state: S,
    histories: OfSeats,
    /// The last sequence of each seat.
    last: OfSeats,
    has_chosen: bool,
    gained: [i64; 2],
    /// The number of steps from the root.
    depth: usize,
}

/// A callback for each choice while a tree is built: the state, the seat, and the number of its history.
pub(super) type OnChoice<'a, S> = &'a mut dyn FnMut(&S, usize, u32);

struct Grower<'a, P: Hides> {
    process: &'a P,
    root: &'a P::State,
    tree: Tree<P>,
    nexts: FxHashMap<P::State, u32>,
    /// For each seat and history the next question, with a state in which it is asked.
    asked: Vec<FxHashMap<u32, (u64, P::State)>>,
    open: Vec<Open<P::State>>,
    /// The states on the path to the current node.
    way: Vec<P::State>,
    most: usize,
    /// The number of histories of all seats.
    seen: usize,
}

/// The allowed nodes per history; histories take most of the memory.
const NODES_FOR_EACH_SIGHT: usize = 5;

/// The number of histories allowed in addition.
const LEAST_SIGHTS: usize = 100_000;

impl<P: Hides> Tree<P> {
    /// Builds the tree from a state, with at most about `most` nodes.
    pub(super) fn grow(
        process: &P,
        root: &P::State,
        most: usize,
        on_choice: OnChoice<'_, P::State>,
    ) -> Result<Self, Ungrown<P::State>> {
        let seats = process.seats();
        let tree = Self {
            nodes: Vec::new(),
            seats: (0..seats).map(|_| SeatSets::new()).collect(),
            next: Vec::new(),
        };
        let asked = vec![FxHashMap::default(); seats];
        let mut grower = Grower {
            process,
            root,
            tree,
            nexts: FxHashMap::default(),
            asked,
            open: Vec::new(),
            way: Vec::new(),
            most,
            seen: 0,
        };
        grower.tree.nodes.push(Node { of: Of::Back([0; 2]), first: 0, len: 0 });
        let none: OfSeats = (0..seats).map(|_| 0).collect();
        let last = (0..seats).map(|_| NOTHING).collect();
        let state = root.clone();
        grower.open.push(Open {
            node: 0,
            state,
            histories: none,
            last,
            has_chosen: false,
            gained: [0; 2],
            depth: 0,
        });
        while let Some(open) = grower.open.pop() {
            grower.look_at(&open, on_choice)?;
        }
        Ok(grower.tree)
    }
}

impl<P: Hides> Grower<'_, P> {
    fn look_at(
        &mut self,
        open: &Open<P::State>,
        on_choice: OnChoice<'_, P::State>,
    ) -> Result<(), Ungrown<P::State>> {
        let process = self.process;
        let node = open.node as usize;
        let arrival = if node == 0 {
            Arrival::On(process.turn(&open.state))
        } else {
            arrival(process, self.root, &open.state)
        };
        let turn = match arrival {
            Arrival::Over(winners) | Arrival::On(Turn::End(winners)) => {
                self.tree.nodes[node].of = Of::End(self.at_the_end(open.gained, winners));
                return Ok(());
            }
            Arrival::Back if open.has_chosen => return Err(Ungrown::ComesBack),
            Arrival::Back => {
                self.tree.nodes[node].of = Of::Back(open.gained);
                return Ok(());
            }
            Arrival::Next(next) => {
                // All seats see the next question: it must not reveal what is hidden.
                self.check_question(open)?;
                let number = narrow(self.tree.next.len());
                let stage = *self.nexts.entry(next.clone()).or_insert(number);
                if stage == number {
                    self.tree.next.push(next);
                }
                self.tree.nodes[node].of = Of::Next(stage, open.gained);
                return Ok(());
            }
            Arrival::On(turn) => turn,
        };
        let mut made = Vec::new();
        let chooses = match turn {
            Turn::Chance(distribution) => {
                self.tree.nodes[node].of = Of::Chance(narrow(distribution));
                let outcomes = process.distributions()[distribution].outcomes();
                made.extend(outcomes.iter().map(|(outcome, _)| *outcome));
                None
            }
            Turn::Choose { seat, .. } => {
                process.actions(&open.state, &mut made);
                Some(seat)
            }
            Turn::End(_) => None,
        };
        if let [alone] = made[..]
            && chooses.is_none()
            && process.next(&open.state, alone).to == open.state
        {
            // The game never ends, and nobody wins.
            self.tree.nodes[node].of = Of::End(self.at_the_end(open.gained, Seats::NONE));
            return Ok(());
        }
        // A return to an earlier state could repeat forever.
        self.way.truncate(open.depth);
        if self.way.contains(&open.state) {
            return Err(Ungrown::ComesBack);
        }
        self.way.push(open.state.clone());
        self.check_question(open)?;
        let mut first_sequence = 0;
        if let Some(seat) = chooses {
            let set = self.set(open, seat, &made)?;
            on_choice(&open.state, seat, open.histories[seat]);
            first_sequence = self.tree.seats[seat].sets[set as usize].first;
            self.tree.nodes[node].of = Of::Choose(u8::try_from(seat).unwrap_or(0), set);
        }
        let first = self.tree.nodes.len();
        if first + made.len() > self.most || self.seen > self.most / NODES_FOR_EACH_SIGHT + LEAST_SIGHTS {
            return Err(Ungrown::TooLarge);
        }
        (self.tree.nodes[node].first, self.tree.nodes[node].len) = (narrow(first), narrow(made.len()));
        self.tree.nodes.resize(first + made.len(), Node { of: Of::End([0; 2]), first: 0, len: 0 });
        // In reverse, since the last node pushed is expanded first.
        for (index, made) in made.iter().enumerate().rev() {
            let step = process.next(&open.state, *made);
            let histories = (0..self.tree.seats.len()).map(|seat| {
                let sight = process.sight(seat, &open.state, *made, &step);
                let seen = &mut self.tree.seats[seat].seen;
                let number = narrow(seen.len() + 1);
                let history = *seen.entry((open.histories[seat], sight)).or_insert(number);
                self.seen += usize::from(history == number);
                history
            });
            let histories = histories.collect();
            let (mut last, mut gained) = (open.last.clone(), open.gained);
            if let Some(seat) = chooses {
                last[seat] = first_sequence + narrow(index);
            }
            for (gained, more) in gained.iter_mut().zip(&step.gains) {
                *gained += i64::try_from(*more).unwrap_or(0);
            }
            let node = narrow(first + index);
            let has_chosen = open.has_chosen || chooses.is_some();
            let depth = open.depth + 1;
            self.open.push(Open { node, state: step.to, histories, last, has_chosen, gained, depth });
        }
        Ok(())
    }

    /// The gains at the end: in games for the win, 2 for a win, and 1 for a shared win or if nobody of several seats wins.
    fn at_the_end(&self, gained: [i64; 2], winners: Seats) -> [i64; 2] {
        if self.process.is_for_coins() {
            return gained;
        }
        let several = i64::from(self.process.seats() > 1);
        [0, 1].map(|seat| match (winners.has(seat), winners.number()) {
            (true, 1) => 2,
            (true, _) => 1,
            (false, 0) => several,
            (false, _) => 0,
        })
    }

    /// Checks that a seat is asked the same question after the same history.
    fn check_question(&mut self, open: &Open<P::State>) -> Result<(), Ungrown<P::State>> {
        let question = self.process.question(&open.state);
        for (seat, asked) in self.asked.iter_mut().enumerate() {
            let known = asked.entry(open.histories[seat]);
            let (known, state) = known.or_insert_with(|| (question, open.state.clone()));
            if *known != question {
                return Err(Ungrown::Unknown { seat, states: [state.clone(), open.state.clone()] });
            }
        }
        Ok(())
    }

    /// The set in which a seat chooses among these actions, which must be the same after the same history.
    fn set(
        &mut self,
        open: &Open<P::State>,
        seat: usize,
        actions: &[P::Move],
    ) -> Result<u32, Ungrown<P::State>> {
        let of_seat = &mut self.tree.seats[seat];
        let number = narrow(of_seat.sets.len());
        let set = *of_seat.set_of.entry(open.histories[seat]).or_insert(number);
        if set == number {
            let (history, first) = (open.histories[seat], narrow(of_seat.sequences.len()));
            let parent = open.last[seat];
            of_seat.sets.push(Set { history, first, actions: narrow(actions.len()), parent });
            of_seat.sequences.extend_from_slice(actions);
            of_seat.states.push(open.state.clone());
            return Ok(set);
        }
        let known = &of_seat.sets[set as usize];
        if of_seat.sequences[known.sequences()] == *actions {
            return Ok(set);
        }
        let (_, state) = &self.asked[seat][&open.histories[seat]];
        Err(Ungrown::Unknown { seat, states: [state.clone(), open.state.clone()] })
    }
}
