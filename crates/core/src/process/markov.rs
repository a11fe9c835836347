//! Games of chance whose states are few enough to be numbered.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::strong_components::strong_components;
use super::{Counted, Counter, Distribution, MAX_SEATS, Process, Score, Scored, Seats, Step, Transfer, Turn};

/// An absorbing Markov chain: every state that a game of chance can reach, with the moves from it.
///
/// States in which the game stays forever are left out; moves to them lead to [`To::Never`]. The moves among them are
/// stored if they move coins or count something: [`MarkovChain::endless`].
///
/// [`MarkovChain::reweighted`] reuses the states for other weights of the same throws.
#[derive(Clone, Debug)]
pub struct MarkovChain {
    structure: Arc<Structure>,
    chances: Vec<Fraction>,
    /// The distributions of throws, over the indices of moves.
    distributions: Vec<Distribution<usize>>,
    /// Endless play, if it moves coins or counts something.
    cycles: Option<Cycles>,
}

/// The part of a chain that does not depend on probabilities.
#[derive(Clone, Debug)]
struct Structure {
    seats: usize,
    ante: Option<u64>,
    transfers: Vec<Vec<Transfer>>,
    counted: Vec<Counted>,
    scored: Vec<Scored>,
    counts: Vec<Vec<u32>>,
    /// The index of each state's distribution.
    thrown: Vec<u32>,
    /// The index of each state's first edge, and the number of edges.
    rows: Vec<usize>,
    edges: Vec<Edge>,
    start: To,
    /// The merged moves, computed on first use.
    merged: OnceLock<Merged>,
}

/// The moves of a chain, merged where they lead from one state to the same target with the same casts and coins.
#[derive(Clone, Debug)]
pub(crate) struct Merged {
    rows: Vec<usize>,
    moves: Vec<Move>,
    /// The indices of the chances in each sum.
    pub(crate) sums: Vec<Vec<u32>>,
}

/// A merged move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) to: To,
    /// Its probability: the index of a sum of chances.
    pub(crate) chance: u32,
    pub(crate) casts: u32,
    /// Its coins: an index of [`MarkovChain::transfers`].
    pub(crate) coins: u32,
}

impl Merged {
    fn new(structure: &Structure) -> Self {
        let mut merged = Self { rows: vec![0], moves: Vec::new(), sums: Vec::new() };
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut of_state: BTreeMap<(To, u32, u32), Vec<u32>> = BTreeMap::new();
        for row in structure.rows.windows(2) {
            for edge in &structure.edges[row[0]..row[1]] {
                of_state.entry((edge.to, edge.casts, edge.transfers)).or_default().push(edge.chance);
            }
            for ((to, casts, coins), parts) in std::mem::take(&mut of_state) {
                let sums = &mut merged.sums;
                let chance = *known.entry(parts).or_insert_with_key(|parts| {
                    sums.push(parts.clone());
                    u32::try_from(sums.len() - 1).unwrap_or(u32::MAX)
                });
                merged.moves.push(Move { to, chance, casts, coins });
            }
            merged.rows.push(merged.moves.len());
        }
        merged
    }

    /// The moves from a state.
    pub(crate) fn moves(&self, state: usize) -> &[Move] {
        &self.moves[self.rows[state]..self.rows[state + 1]]
    }

    /// All moves.
    pub(crate) fn all(&self) -> &[Move] {
        &self.moves
    }
}

/// The sets of states that a game never leaves, as a chain of their own, in which a move back to the first state of a set
/// leads to the end; and the numbers of these first states.
#[derive(Clone, Debug)]
struct Cycles {
    chain: Box<MarkovChain>,
    starts: Vec<usize>,
}

/// A weight and its total.
pub type Fraction = (BigUint, BigUint);

/// A move between numbered states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its probability: an index of [`MarkovChain::chances`].
    pub chance: u32,
    /// Where it leads.
    pub to: To,
    /// How many casts it takes.
    pub casts: u32,
    /// Whether it changes nothing but whose turn it is.
    pub idle: bool,
    /// The coins that change hands: an index of [`MarkovChain::transfers`].
    pub transfers: u32,
    /// What it adds to the figures: an index of [`MarkovChain::counts`].
    pub counts: u32,
}

/// Where a move between numbered states leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum To {
    /// To another state.
    State(u32),
    /// To the end, won by these seats.
    End(Seats),
    /// To endless play.
    Never,
}

/// Why a game has no chain of numbered states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// There are more moves between its states than were allowed.
    #[error("there are too many moves between the states of the game")]
    TooLarge,
    /// The game has no seats, or more than [`MAX_SEATS`].
    #[error("a game is for 1 to {MAX_SEATS} seats, not for {0}")]
    Seats(usize),
    /// A seat has a choice, and no policy says what it does.
    #[error("a seat has a choice; fix its policy first")]
    Choice,
}

/// The most forced states that are skipped in a row.
const MOST_PASSED: usize = 16;

/// The most states that are sorted; sorting more takes longer than it saves.
const MOST_SORTED: usize = 1 << 16;

impl MarkovChain {
    /// Numbers the states.
    ///
    /// # Errors
    ///
    /// [`ChainError`], if there are more than `most_moves` moves between them, or a seat has to choose.
    pub fn new<P: Process>(process: &P, most_moves: usize) -> Result<Self, ChainError> {
        Self::with_states(process, most_moves).map(|(chain, _)| chain)
    }

    /// Numbers the states, and returns them in the order of their numbers.
    ///
    /// # Errors
    ///
    /// [`ChainError`], as [`MarkovChain::new`].
    pub fn with_states<P: Process>(
        process: &P,
        most_moves: usize,
    ) -> Result<(Self, Vec<P::State>), ChainError> {
        if !(1..=MAX_SEATS).contains(&process.seats()) {
            return Err(ChainError::Seats(process.seats()));
        }
        let mut numbering = Numbering::new(process);
        let start = numbering.number(process.start())?;
        let mut index = 0;
        while let Some(state) = numbering.states.get(index).cloned() {
            numbering.row(&state, most_moves)?;
            index += 1;
        }
        let Numbering { states, structure, chances, distributions, known, .. } = numbering;
        // In the largest chains this map takes as much memory as the rest, which is about to be copied.
        drop(known);
        let structure = Arc::new(Structure { start, ..structure });
        let mut chain = Self { structure, chances, distributions, cycles: None };
        let passing = chain.passing_states();
        let mut stored: Vec<usize> = (0..states.len()).filter(|state| passing[*state]).collect();
        // Sorting keeps neighbouring states close together, so elimination stays narrow.
        if states.len() <= MOST_SORTED {
            stored.sort_unstable_by(|one, other| states[*one].cmp(&states[*other]));
        } else if stored.len() == states.len() {
            return Ok((chain, states));
        }
        let stored_states = stored.iter().map(|state| states[*state].clone()).collect();
        Ok((chain.renumbered(&stored), stored_states))
    }

    /// The chain of these states in this order; moves to others lead to [`To::Never`].
    fn renumbered(&self, order: &[usize]) -> Self {
        let mut numbers = vec![To::Never; self.states()];
        for (state, number) in order.iter().zip(0u32..) {
            numbers[*state] = To::State(number);
        }
        let to = |to: To| if let To::State(state) = to { numbers[state as usize] } else { to };
        let whole = &*self.structure;
        let mut stored = Structure {
            transfers: whole.transfers.clone(),
            counted: whole.counted.clone(),
            scored: whole.scored.clone(),
            counts: whole.counts.clone(),
            thrown: order.iter().map(|state| whole.thrown[*state]).collect(),
            rows: vec![0],
            edges: Vec::with_capacity(whole.edges.len()),
            start: to(whole.start),
            merged: OnceLock::new(),
            ..*whole
        };
        for state in order {
            stored.edges.extend(self.moves(*state).iter().map(|edge| Edge { to: to(edge.to), ..*edge }));
            stored.rows.push(stored.edges.len());
        }
        Self { structure: Arc::new(stored), ..self.clone() }
    }

    /// The total gain of the moves from the start to the end, if it is the same on all paths.
    pub(crate) fn sum_of_all_ways(&self, gain: impl Fn(&Edge) -> i128) -> Option<i128> {
        let To::State(start) = self.start() else { return None };
        // Finds the gain still to come from each state along one path to the end, then checks every move against it.
        let mut before: Vec<Vec<(usize, i128)>> = vec![Vec::new(); self.states()];
        let (mut to_come, mut waiting) = (vec![None; self.states()], Vec::new());
        for at in 0..self.states() {
            for edge in self.moves(at) {
                match edge.to {
                    To::State(to) => before[to as usize].push((at, gain(edge))),
                    To::End(_) | To::Never => waiting.push((at, gain(edge))),
                }
            }
        }
        while let Some((at, sum)) = waiting.pop() {
            if to_come[at].is_none() {
                to_come[at] = Some(sum);
                waiting.extend(before[at].iter().map(|(from, gain)| (*from, gain + sum)));
            }
        }
        let after = |edge: &Edge| match edge.to {
            To::State(to) => to_come[to as usize].map(|sum| gain(edge) + sum),
            To::End(_) | To::Never => Some(gain(edge)),
        };
        let holds = |at: usize| self.moves(at).iter().all(|edge| after(edge) == to_come[at]);
        if (0..self.states()).all(holds) { to_come[start as usize] } else { None }
    }

    /// The same states and moves with other weights of the throws. `None` unless each distribution has as many outcomes as
    /// before; they must be in the same order.
    pub fn reweighted<M: Ord>(&self, distributions: &[Distribution<M>]) -> Option<Self> {
        let sizes = |all: &mut dyn Iterator<Item = usize>| all.collect::<Vec<_>>();
        let known = sizes(&mut self.distributions.iter().map(|known| known.outcomes().len()));
        let given = sizes(&mut distributions.iter().map(|given| given.outcomes().len()));
        if known != given {
            return None;
        }
        let (chances, distributions) = weights(distributions);
        let cycles = self.cycles.as_ref().map(|Cycles { chain, starts }| {
            let (chances, distributions) = (chances.clone(), distributions.clone());
            Cycles {
                chain: Box::new(Self { chances, distributions, ..(**chain).clone() }),
                starts: starts.clone(),
            }
        });
        Some(Self { structure: Arc::clone(&self.structure), chances, distributions, cycles })
    }

    /// The same game up to the first addition to a sum of its figures. The first seat wins then; if the game ends earlier, nobody
    /// does. Counts in endless play are ignored.
    pub(crate) fn until_counted(&self, sum: usize) -> Self {
        let old = &*self.structure;
        let first: Seats = std::iter::once(0).collect();
        let moved = |edge: &Edge| {
            let is_counted = old.counts[edge.counts as usize].get(sum).is_some_and(|count| *count > 0);
            match edge.to {
                _ if is_counted => Edge { to: To::End(first), ..*edge },
                To::End(_) => Edge { to: To::End(Seats::NONE), ..*edge },
                To::State(_) | To::Never => *edge,
            }
        };
        let structure = Structure {
            ante: None,
            counted: Vec::new(),
            scored: Vec::new(),
            edges: old.edges.iter().map(moved).collect(),
            merged: OnceLock::new(),
            ..old.clone()
        };
        Self { structure: Arc::new(structure), cycles: None, ..self.clone() }
    }

    /// The merged moves.
    pub(crate) fn merged(&self) -> &Merged {
        self.structure.merged.get_or_init(|| Merged::new(&self.structure))
    }

    /// For each state, whether an end can be reached from it.
    fn can_terminate(&self) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        let mut terminating = vec![false; self.states()];
        let mut waiting = Vec::new();
        for (from, number) in (0..self.states()).zip(0u32..) {
            for edge in self.moves(from) {
                match edge.to {
                    To::State(to) => before[to as usize].push(number),
                    To::End(_) if !terminating[from] => {
                        terminating[from] = true;
                        waiting.push(from);
                    }
                    To::End(_) | To::Never => {}
                }
            }
        }
        while let Some(state) = waiting.pop() {
            for from in std::mem::take(&mut before[state]) {
                let from = from as usize;
                if !terminating[from] {
                    terminating[from] = true;
                    waiting.push(from);
                }
            }
        }
        terminating
    }

    /// For each state, whether the game leaves it sooner or later: an end can be reached from it, or it is on the way to endless
    /// play and coins or counts are on that way. Stores what is repeated in the others.
    fn passing_states(&mut self) -> Vec<bool> {
        let mut passing = self.can_terminate();
        if passing.iter().all(|passing| *passing) {
            return passing;
        }
        // States from which no end can be reached lead only to such states.
        let successor = |state: usize, branch: usize| match self.moves(state).get(branch)?.to {
            To::State(to) if !passing[state] => Some(to as usize),
            _ => None,
        };
        let components = strong_components(self.states(), successor);
        let mut component_of = vec![0; self.states()];
        for (number, component) in components.iter().enumerate() {
            for state in component {
                component_of[*state] = number;
            }
        }
        let endless = |state: &usize| !passing[*state];
        // By component: whether nothing is moved or counted from there on.
        let mut quiet = vec![true; components.len()];
        let (mut passed, mut for_ever): (Vec<usize>, Vec<&[usize]>) = (Vec::new(), Vec::new());
        for (number, component) in components.iter().enumerate().filter(|(_, states)| endless(&states[0])) {
            let moves = || component.iter().flat_map(|state| self.moves(*state));
            let leads_to =
                |edge: &Edge| if let To::State(to) = edge.to { component_of[to as usize] } else { number };
            let does_something = |edge: &&Edge| edge.transfers > 0 || edge.counts > 0;
            quiet[number] = moves().all(|edge| !does_something(&edge) && quiet[leads_to(edge)]);
            if moves().any(|edge| leads_to(edge) != number) {
                passed.extend(component.iter().copied().filter(|_| !quiet[number]));
            } else if !quiet[number] {
                for_ever.push(component);
            }
        }
        self.cycles = self.cycles_among(&for_ever);
        for state in passed {
            passing[state] = true;
        }
        passing
    }

    /// The endless play among these sets of states, which are never left.
    fn cycles_among(&self, sets: &[&[usize]]) -> Option<Cycles> {
        if sets.is_empty() {
            return None;
        }
        let starts = sets.iter().scan(0, |next, set| Some(std::mem::replace(next, *next + set.len())));
        let starts: Vec<usize> = starts.collect();
        let mut chain = Box::new(self.renumbered(&sets.concat()));
        for edge in &mut Arc::make_mut(&mut chain.structure).edges {
            if let To::State(state) = edge.to
                && starts.binary_search(&(state as usize)).is_ok()
            {
                edge.to = To::End(Seats::NONE);
            }
        }
        Some(Cycles { chain, starts })
    }

    /// Endless play, if it moves coins or counts something: its states as a chain, and the numbers of the first state of each
    /// set of states that lead to one another. The chain ends where a set returns to its first state.
    pub fn cycles(&self) -> Option<(&Self, &[usize])> {
        self.cycles.as_ref().map(|cycles| (&*cycles.chain, cycles.starts.as_slice()))
    }

    /// For each move of endless play, the coins that change hands, and what the move adds to the sums of all figures.
    pub fn endless(&self) -> impl Iterator<Item = (&[Transfer], &[u32])> {
        let edges = self.cycles.iter().flat_map(|cycles| &cycles.chain.structure.edges);
        edges.map(|edge| {
            (
                self.transfers()[edge.transfers as usize].as_slice(),
                self.counts()[edge.counts as usize].as_slice(),
            )
        })
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.structure.rows.len() - 1
    }

    /// The number of moves between states.
    pub fn size(&self) -> usize {
        self.structure.edges.len()
    }

    /// The probabilities of all outcomes, distribution by distribution.
    pub fn chances(&self) -> &[Fraction] {
        &self.chances
    }

    /// The moves from a state, in the order of the outcomes of its throw.
    pub fn moves(&self, state: usize) -> &[Edge] {
        &self.structure.edges[self.structure.rows[state]..self.structure.rows[state + 1]]
    }

    /// The distinct lists of transfers of moves; the first is empty.
    pub fn transfers(&self) -> &[Vec<Transfer>] {
        &self.structure.transfers
    }

    /// The figures that are counted.
    pub fn counted(&self) -> &[Counted] {
        &self.structure.counted
    }

    /// The figures that are read when the game ends.
    pub fn scored(&self) -> &[Scored] {
        &self.structure.scored
    }

    /// The index of the distribution that is thrown in a state.
    pub fn thrown(&self, state: usize) -> usize {
        self.structure.thrown[state] as usize
    }

    /// The distinct lists of what a move adds to the sums of all figures; the first is empty, and adds nothing. After the sums,
    /// a list has an entry for each of [`MarkovChain::scored`]: the number of the value that is read, from 1, or 0 for none.
    pub fn counts(&self) -> &[Vec<u32>] {
        &self.structure.counts
    }

    /// Whether every end has exactly one winner.
    pub fn is_never_shared(&self) -> bool {
        let is_alone = |to: To| if let To::End(winners) = to { winners.number() == 1 } else { true };
        self.structure.edges.iter().all(|edge| is_alone(edge.to)) && is_alone(self.structure.start)
    }

    /// Whether the game may never end.
    pub fn may_never_end(&self) -> bool {
        self.structure.start == To::Never || self.structure.edges.iter().any(|edge| edge.to == To::Never)
    }
}

/// A chain whose states are being numbered.
struct Numbering<'a, P: Process> {
    process: &'a P,
    known: FxHashMap<P::State, To>,
    states: Vec<P::State>,
    known_transfers: FxHashMap<Vec<Transfer>, u32>,
    counters: Vec<Counter<P::Event>>,
    scores: Vec<Score<P::Event>>,
    known_counts: FxHashMap<Vec<u32>, u32>,
    /// The index of each distribution's first chance.
    first_chance: Vec<u32>,
    structure: Structure,
    chances: Vec<Fraction>,
    distributions: Vec<Distribution<usize>>,
}

/// The probabilities of all outcomes, distribution by distribution, and the distributions over indices.
fn weights<M: Ord>(of: &[Distribution<M>]) -> (Vec<Fraction>, Vec<Distribution<usize>>) {
    let fraction =
        |distribution: &Distribution<M>, weight: &BigUint| (weight.clone(), distribution.total().clone());
    let chances = of.iter().flat_map(|distribution| {
        distribution.outcomes().iter().map(move |(_, weight)| fraction(distribution, weight))
    });
    (chances.collect(), of.iter().map(Distribution::indices).collect())
}

impl<'a, P: Process> Numbering<'a, P> {
    fn new(process: &'a P) -> Self {
        let (chances, distributions) = weights(process.distributions());
        let first_chance = distributions.iter().scan(0, |next, distribution| {
            let outcomes = u32::try_from(distribution.outcomes().len()).unwrap_or(u32::MAX);
            Some(std::mem::replace(next, *next + outcomes))
        });
        let first_chance = first_chance.collect();
        let (counters, scores) = (process.figures(), process.scores());
        let structure = Structure {
            seats: process.seats(),
            ante: process.ante(),
            transfers: vec![Vec::new()],
            counted: counters.iter().map(Counter::counted).collect(),
            scored: scores.iter().map(|score| Scored { of: score.of, values: Vec::new() }).collect(),
            counts: vec![Vec::new()],
            thrown: Vec::new(),
            rows: vec![0],
            edges: Vec::new(),
            start: To::Never,
            merged: OnceLock::new(),
        };
        Self {
            process,
            known: FxHashMap::default(),
            states: Vec::new(),
            known_transfers: FxHashMap::default(),
            counters,
            scores,
            known_counts: FxHashMap::default(),
            first_chance,
            structure,
            chances,
            distributions,
        }
    }

    /// The state after a forced step without casts, coins or counts: a choice that a policy has already made needs no state of
    /// its own.
    fn passed_through(&self, state: &P::State) -> Option<P::State> {
        let mut passed: Option<P::State> = None;
        for _ in 0..MOST_PASSED {
            let state = passed.as_ref().unwrap_or(state);
            let Turn::Chance(distribution) = self.process.turn(state) else { return passed };
            let [(only, _)] = self.process.distributions()[distribution].outcomes() else { return passed };
            let step = self.process.next(state, *only);
            if step.casts > 0 || !step.transfers.is_empty() || step.event.is_some() {
                return passed;
            }
            passed = Some(step.to);
        }
        // It may be a cycle.
        None
    }

    /// Returns the number of a state, a new one if it was not seen before.
    fn number(&mut self, state: P::State) -> Result<To, ChainError> {
        if let Some(known) = self.known.get(&state) {
            return Ok(*known);
        }
        if let Some(passed) = self.passed_through(&state) {
            let to = self.number(passed)?;
            self.known.insert(state, to);
            return Ok(to);
        }
        let to = match self.process.turn(&state) {
            Turn::End(winners) => To::End(winners),
            Turn::Choose { .. } => return Err(ChainError::Choice),
            Turn::Chance(distribution) => {
                self.states.push(state.clone());
                self.structure.thrown.push(u32::try_from(distribution).unwrap_or(u32::MAX));
                To::State(u32::try_from(self.states.len() - 1).map_err(|_| ChainError::TooLarge)?)
            }
        };
        self.known.insert(state, to);
        Ok(to)
    }

    /// Adds the moves from a state.
    fn row(&mut self, state: &P::State, most_moves: usize) -> Result<(), ChainError> {
        let process = self.process;
        let distribution = self.structure.thrown[self.structure.rows.len() - 1] as usize;
        let outcomes = process.distributions()[distribution].outcomes();
        if self.structure.edges.len() + outcomes.len() > most_moves {
            return Err(ChainError::TooLarge);
        }
        for ((outcome, _), chance) in outcomes.iter().zip(self.first_chance[distribution]..) {
            let Step { to, casts, idle, transfers, event, .. } = process.next(state, *outcome);
            let to = self.number(to)?;
            let added =
                event.iter().flat_map(|event| self.counters.iter().flat_map(|counter| counter.added(event)));
            let mut added: Vec<u32> = added.collect();
            if let Some(event) = &event {
                let scores = self.scores.iter().zip(&mut self.structure.scored);
                added.extend(scores.map(|(score, scored)| match (score.read)(event, score.index) {
                    Some(value) => scored.index_of(value),
                    None => 0,
                }));
            }
            let transfers = index_of(transfers, &mut self.structure.transfers, &mut self.known_transfers);
            let counts = index_of(added, &mut self.structure.counts, &mut self.known_counts);
            self.structure.edges.push(Edge { chance, to, casts, idle, transfers, counts });
        }
        self.structure.rows.push(self.structure.edges.len());
        Ok(())
    }
}

/// Returns the index of a list, a new one if it was not seen before.
fn index_of<T: Clone + Eq + Hash>(
    list: Vec<T>,
    lists: &mut Vec<Vec<T>>,
    known: &mut FxHashMap<Vec<T>, u32>,
) -> u32 {
    // Most moves cost nothing and count nothing.
    if list.is_empty() {
        return 0;
    }
    if let Some(known) = known.get(&list) {
        return *known;
    }
    let next = u32::try_from(lists.len()).unwrap_or(u32::MAX);
    lists.push(list.clone());
    known.insert(list, next);
    next
}

/// A chain is itself a process, with numbered states.
impl Process for MarkovChain {
    type State = To;
    type Move = usize;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.structure.seats
    }

    fn start(&self) -> To {
        self.structure.start
    }

    fn distributions(&self) -> &[Distribution<usize>] {
        &self.distributions
    }

    fn turn(&self, state: &To) -> Turn<()> {
        match state {
            To::State(state) => Turn::Chance(self.thrown(*state as usize)),
            To::End(winners) => Turn::End(*winners),
            To::Never => Turn::End(Seats::NONE),
        }
    }

    fn next(&self, state: &To, made: usize) -> Step<To> {
        let To::State(number) = state else { return Step::to(*state) };
        let edge = &self.moves(*number as usize)[made];
        let transfers = self.transfers()[edge.transfers as usize].clone();
        Step { transfers, ..Step::to(edge.to).taking(edge.casts).idle_if(edge.idle) }
    }

    fn ante(&self) -> Option<u64> {
        self.structure.ante
    }
}
