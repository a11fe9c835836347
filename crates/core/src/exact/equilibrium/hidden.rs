//! Best play where seats hide something from each other: stage by stage, each solved once.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::certificate::{BestAnswer, Gain, best_answer, chances};
use super::cfr::learn;
use super::doubles::SolvedInDoubles;
use super::game::{Player, SequenceGame};
use super::solve::ZeroSum;
use super::tree::{NOTHING, Of, SeatSets, Set, Tree, Ungrown};
use crate::exact::Enclosure;
use crate::exact::signed::Signed;
use crate::process::Hides;

/// A stage of up to so many sequences of both seats is solved in rationals, if its numbers are short.
const MOST_EXACT: usize = 250_000;

/// One of up to so many by the simplex method, larger ones step by step.
const MOST_SIMPLEX: usize = 250_000;

/// Step by step is good enough within this part of all that can be gained.
const GOOD: f64 = 1e-4;

/// Doubles hold whole numbers of so many bits.
const MOST_BITS: u64 = 52;

/// Whatever flows less than this flows not at all.
const NOTHING_FLOWS: f64 = 1e-12;

/// Probabilities that are found in doubles are so many parts.
const PARTS: f64 = 1_099_511_627_776.0;

/// Why no equilibrium is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoEquilibrium<S> {
    /// It is for more than two seats.
    #[error("where seats hide something, best play is solved for two of them, not for {0}")]
    Seats(usize),
    /// It can go in more ways than were allowed.
    #[error(
        "where seats hide something, best play is looked for among {0} ways in which a game can go, and here are more"
    )]
    TooLarge(usize),
    /// A stage can begin anew after somebody has chosen.
    #[error(
        "a stage of the game can come back to its beginning after somebody has chosen, and nobody knows how often"
    )]
    ComesBack(S),
    /// What one seat gains is not what the other loses.
    #[error("what one seat gains here is not what the other loses")]
    NotConstant(S),
    /// A seat would have to know what it does not.
    #[error("seat {} is asked something else in two positions that look alike to it", seat + 1)]
    Unknown {
        /// The seat, from 0.
        seat: usize,
        /// The two states.
        states: Box<[S; 2]>,
    },
    /// A linear program was given up.
    #[error("the linear program of this game was given up")]
    Unsolved,
}

impl<S: Clone> NoEquilibrium<S> {
    /// Why a stage was not grown that begins in a state, of up to so many nodes in all.
    fn of(ungrown: Ungrown<S>, root: &S, most: usize) -> Self {
        match ungrown {
            Ungrown::TooLarge => Self::TooLarge(most),
            Ungrown::ComesBack => Self::ComesBack(root.clone()),
            Ungrown::Unknown { seat, states } => Self::Unknown { seat, states: Box::new(states) },
        }
    }
}

/// Whoever is told of each choice: the state, the seat, and the stage and number of what it has seen.
pub type OnKnowledge<'a, S> = dyn Fn(&S, usize, (usize, u32)) -> Result<(), NoEquilibrium<S>> + Sync + 'a;

/// How large a game with hidden things is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiddenSize {
    /// How many stages it has, each solved by itself.
    pub stages: usize,
    /// In how many ways it can go, step by step, in all stages together.
    pub places: usize,
    /// How many different things seats can know where they choose.
    pub known: usize,
    /// How many things they can do there.
    pub actions: usize,
    /// The squares of how many there are in each stage, added up, and the places of those that are solved step by step.
    squares: u64,
    stepped: usize,
}

/// How often each sequence is taken where its seat comes to its set; nothing where it never does by its own play.
#[derive(Clone, Debug)]
enum Behaviour {
    Exact(Vec<BigRational>),
    /// As parts of [`PARTS`], which add up to 1 exactly.
    Parts(Vec<f64>),
}

impl Behaviour {
    fn chance(&self, sequence: usize) -> BigRational {
        match self {
            Self::Exact(chances) => chances[sequence].clone(),
            Self::Parts(parts) => BigRational::from_float(parts[sequence]).unwrap_or_else(Zero::zero),
        }
    }
}

/// A game from some state on until nothing hidden matters any more.
struct Stage<P: Hides> {
    root: P::State,
    tree: Tree<P>,
    /// The stages that can follow.
    next: Vec<u32>,
    behaviour: [Behaviour; 2],
    /// What the first seat gains from here on, by best play of both.
    value: Enclosure,
    /// What both gain together.
    total: i64,
}

/// Best play of a process in which seats hide something: an equilibrium, stage by stage.
///
/// Where nothing that is hidden matters any more play is a game by itself. Such stages are solved from the last to the first, each as a
/// linear program in sequence form: small ones in rationals, larger ones in doubles, and the largest step by step. Whatever
/// found the strategies, their value lies between what either seat is sure of, as best responses on the tree of all ways to
/// play tell. Gains are counted in halves of a win, or as the process counts those of coins.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::HiddenPlay;
/// use tali_odds::process::{Distribution, Hides, Process, Seats, Step, Turn};
///
/// /// Each seat shows one finger or two, and neither sees what the other shows; the first wins if both show as many.
/// struct Morra;
///
/// impl Process for Morra {
///     type State = [Option<u8>; 2];
///     type Move = u8;
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
/// impl Hides for Morra {
///     /// What a seat itself shows.
///     type Sight = Option<u8>;
///
///     fn sight(&self, seat: usize, from: &Self::State, made: u8, _: &Step<Self::State>) -> Option<u8> {
///         (seat == usize::from(from[0].is_some())).then_some(made)
///     }
///     fn open(&self, _: &Self::State) -> Option<Self::State> {
///         None
///     }
///     fn question(&self, shown: &Self::State) -> u64 {
///         shown[0].is_some().into()
///     }
/// }
///
/// let solved = HiddenPlay::new(Morra, 100, &|_| ())?;
/// assert_eq!(solved.value().as_exact().unwrap().to_string(), "1");
/// assert_eq!(solved.chances(0, 0, 0).unwrap()[0].to_string(), "1/2");
/// # Ok::<(), tali_odds::exact::NoEquilibrium<[Option<u8>; 2]>>(())
/// ```
pub struct HiddenPlay<P: Hides> {
    process: P,
    stages: Vec<Stage<P>>,
    stage_of: FxHashMap<P::State, u32>,
}

impl<P: Hides> std::fmt::Debug for HiddenPlay<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HiddenPlay").field("stages", &self.stages.len()).finish_non_exhaustive()
    }
}

/// Stages that are grown and not solved.
struct Grown<P: Hides> {
    stages: Vec<(P::State, Tree<P>, Vec<u32>)>,
    stage_of: FxHashMap<P::State, u32>,
    /// Before each stage all that can follow it, in groups that need not wait for each other.
    order: Vec<Vec<u32>>,
    /// What both of two seats gain from each stage on together, however they play.
    totals: Vec<i64>,
}

impl HiddenSize {
    /// That of a process of any number of seats, if all of its stages have no more than so many places.
    ///
    /// # Errors
    ///
    /// [`NoEquilibrium`], if it is larger, or a seat would have to know what it does not.
    pub fn of<P: Hides>(process: &P, most: usize) -> Result<Self, NoEquilibrium<P::State>> {
        Self::observed(process, most, &|_, _, _| Ok(()))
    }

    /// The same; whoever observes it is told of each choice: the state, the seat, and the stage and number of what it has seen.
    ///
    /// # Errors
    ///
    /// As of [`HiddenSize::of`], and what the observer says.
    pub fn observed<P: Hides>(
        process: &P,
        most: usize,
        observe: &OnKnowledge<'_, P::State>,
    ) -> Result<Self, NoEquilibrium<P::State>> {
        let mut size = Self::default();
        Grown::new(process, most, observe, &mut |tree| size.add(tree))?;
        Ok(size)
    }

    /// How many seconds it takes to solve it, roughly, on a usual machine.
    pub fn seconds_to_solve(&self) -> f64 {
        const OF_PLACE: f64 = 1.5e-6;
        const OF_SQUARE: f64 = 1e-9;
        const OF_STEPPED: f64 = 2e-5;
        let of = |number: usize| number.to_f64().unwrap_or(f64::MAX);
        let solved = OF_SQUARE * self.squares.to_f64().unwrap_or(f64::MAX);
        OF_PLACE * of(self.places) + solved + OF_STEPPED * of(self.stepped)
    }

    fn add<P: Hides>(&mut self, tree: &Tree<P>) {
        let actions: usize = tree.seats.iter().map(|seat| seat.sequences.len()).sum();
        self.stages += 1;
        self.places += tree.nodes.len();
        self.known += tree.seats.iter().map(|seat| seat.sets.len()).sum::<usize>();
        self.actions += actions;
        let number = u64::try_from(actions).unwrap_or(u64::MAX);
        if actions > MOST_SIMPLEX {
            self.stepped += tree.nodes.len();
        } else {
            self.squares = self.squares.saturating_add(number.saturating_mul(number));
        }
    }
}

impl<P: Hides> Grown<P> {
    /// All stages from the first on, of up to so many nodes together; a tree that is grown is told of, and kept.
    fn new(
        process: &P,
        most: usize,
        observe: &OnKnowledge<'_, P::State>,
        told: &mut dyn FnMut(&Tree<P>),
    ) -> Result<Self, NoEquilibrium<P::State>> {
        let start = process.start();
        let mut grown = Self {
            stages: Vec::new(),
            stage_of: std::iter::once((start.clone(), 0)).collect(),
            order: Vec::new(),
            totals: Vec::new(),
        };
        let (mut roots, mut nodes) = (vec![start], 0);
        while grown.stages.len() < roots.len() {
            let first = grown.stages.len();
            let one = |(place, root): (usize, &P::State)| {
                let mut wrong = None;
                let tree = Tree::grow(process, root, most - nodes, &mut |state, seat, history| {
                    if wrong.is_none() {
                        wrong = observe(state, seat, (first + place, history)).err();
                    }
                });
                let tree = tree.map_err(|ungrown| NoEquilibrium::of(ungrown, root, most))?;
                wrong.map_or(Ok(tree), Err)
            };
            let trees: Vec<Result<Tree<P>, _>> = roots[first..].par_iter().enumerate().map(one).collect();
            for tree in trees {
                let tree = tree?;
                nodes += tree.nodes.len();
                if nodes > most {
                    return Err(NoEquilibrium::TooLarge(most));
                }
                told(&tree);
                let mut next = Vec::with_capacity(tree.next.len());
                for state in &tree.next {
                    let number = super::lists::narrow(roots.len());
                    let stage = *grown.stage_of.entry(state.clone()).or_insert(number);
                    if stage == number {
                        roots.push(state.clone());
                    }
                    next.push(stage);
                }
                let root = roots[grown.stages.len()].clone();
                grown.stages.push((root, tree, next));
            }
        }
        grown.put_in_order()?;
        grown.totals = vec![0; grown.stages.len()];
        if process.seats() == 2 {
            for stage in grown.order.iter().flatten() {
                let (root, tree, next) = &grown.stages[*stage as usize];
                let total = total(tree, |stage| grown.totals[next[stage as usize] as usize]);
                grown.totals[*stage as usize] =
                    total.ok_or_else(|| NoEquilibrium::NotConstant(root.clone()))?;
            }
        }
        Ok(grown)
    }

    /// Finds which stages come before which, if none comes back.
    fn put_in_order(&mut self) -> Result<(), NoEquilibrium<P::State>> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.stages.len()];
        let mut waits: Vec<usize> = Vec::with_capacity(self.stages.len());
        for (stage, (.., next)) in (0u32..).zip(&self.stages) {
            next.iter().for_each(|next| before[*next as usize].push(stage));
            waits.push(next.len());
        }
        let mut ready: Vec<u32> =
            (0u32..).zip(&waits).filter(|(_, waits)| **waits == 0).map(|(stage, _)| stage).collect();
        let mut ordered = 0;
        while !ready.is_empty() {
            ordered += ready.len();
            let mut following = Vec::new();
            for stage in &ready {
                for from in &before[*stage as usize] {
                    waits[*from as usize] -= 1;
                    following.extend((waits[*from as usize] == 0).then_some(*from));
                }
            }
            self.order.push(std::mem::replace(&mut ready, following));
        }
        if ordered < self.stages.len() {
            let around = waits.iter().position(|waits| *waits > 0).unwrap_or(0);
            return Err(NoEquilibrium::ComesBack(self.stages[around].0.clone()));
        }
        Ok(())
    }
}

impl<P: Hides> HiddenPlay<P> {
    /// Best play of a process of one seat or two, of which all stages have no more than so many places together; `progress` is
    /// told what part of them is solved.
    ///
    /// # Errors
    ///
    /// [`NoEquilibrium`], with the reason.
    pub fn new(
        process: P,
        most: usize,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Self, NoEquilibrium<P::State>> {
        if process.seats() > 2 {
            return Err(NoEquilibrium::Seats(process.seats()));
        }
        let Grown { stages, stage_of, order, totals } =
            Grown::new(&process, most, &|_, _, _| Ok(()), &mut |_| ())?;
        let mut play = Self { process, stages: Vec::with_capacity(stages.len()), stage_of };
        for ((root, tree, next), total) in stages.into_iter().zip(totals) {
            let behaviour = [Behaviour::Parts(Vec::new()), Behaviour::Parts(Vec::new())];
            play.stages.push(Stage { root, tree, next, behaviour, value: Enclosure::zero(), total });
        }
        let exactly = chances::<BigRational, _>(play.process.distributions());
        let bounded = chances::<Signed, _>(play.process.distributions());
        let all = play.stages.len();
        let part = |stages: usize| stages.to_f64().unwrap_or(0.0) / all.to_f64().unwrap_or(1.0);
        let mut done = 0;
        for group in order {
            let found: Vec<Solved> = group
                .par_iter()
                .map(|stage| {
                    let on_the_way = |within: f64| progress(part(done) + within * part(1));
                    play.solve(&play.stages[*stage as usize], (&exactly, &bounded), &on_the_way)
                })
                .collect::<Result<_, _>>()?;
            done += group.len();
            for (stage, Solved { behaviour, value }) in group.into_iter().zip(found) {
                let stage = &mut play.stages[stage as usize];
                (stage.behaviour, stage.value) = (behaviour, value);
            }
            progress(part(done));
        }
        Ok(play)
    }

    /// What the first seat gains, as the process counts it: halves of a win, or parts of a coin.
    pub fn value(&self) -> &Enclosure {
        &self.stages[0].value
    }

    /// What is played.
    pub const fn process(&self) -> &P {
        &self.process
    }

    /// How large it is.
    pub fn size(&self) -> HiddenSize {
        let mut size = HiddenSize::default();
        self.stages.iter().for_each(|stage| size.add(&stage.tree));
        size
    }

    /// The states in which stages begin, the first of all first.
    pub fn roots(&self) -> impl Iterator<Item = &P::State> {
        self.stages.iter().map(|stage| &stage.root)
    }

    /// Where a stage begins.
    pub(super) fn root(&self, stage: u32) -> &P::State {
        &self.stages[stage as usize].root
    }

    /// How many stages there are.
    pub const fn stages(&self) -> usize {
        self.stages.len()
    }

    /// The number of the stage that begins in a state.
    pub(super) fn stage(&self, state: &P::State) -> Option<u32> {
        self.stage_of.get(state).copied()
    }

    /// What of a stage leads to which other: the number of a stage that follows.
    pub(super) fn seats_of(&self, stage: u32) -> &[SeatSets<P>] {
        &self.stages[stage as usize].tree.seats
    }

    /// How many things a seat can know in a stage where it chooses; each has a number.
    pub fn known(&self, stage: usize, seat: usize) -> usize {
        self.stages[stage].tree.seats.get(seat).map_or(0, |of_seat| of_seat.sets.len())
    }

    /// What a seat has seen since a stage began, in order, where it knows what has this number.
    pub fn seen(&self, stage: usize, seat: usize) -> Vec<Vec<&P::Sight>> {
        let Some(of_seat) = self.stages[stage].tree.seats.get(seat) else { return Vec::new() };
        let last = of_seat.last_seen();
        let trace = |mut history: u32| {
            let mut seen = Vec::new();
            while let Some((before, sight)) = last.get(&history) {
                seen.push(*sight);
                history = *before;
            }
            seen.reverse();
            seen
        };
        of_seat.sets.iter().map(|set| trace(set.history)).collect()
    }

    /// What a seat can do where it knows what has this number.
    pub fn actions(&self, stage: usize, seat: usize, known: usize) -> &[P::Move] {
        let of_seat = &self.stages[stage].tree.seats[seat];
        let set = &of_seat.sets[known];
        &of_seat.sequences[set.first as usize..(set.first + set.actions) as usize]
    }

    /// Some state in which a seat knows what has this number.
    pub fn example(&self, stage: usize, seat: usize, known: usize) -> &P::State {
        &self.stages[stage].tree.seats[seat].states[known]
    }

    /// How likely a seat takes each of its actions where it knows what has this number; `None` where it never comes by its own
    /// play.
    pub fn chances(&self, stage: usize, seat: usize, known: usize) -> Option<Vec<BigRational>> {
        let Stage { tree, behaviour, .. } = &self.stages[stage];
        let set = &tree.seats[seat].sets[known];
        let sequences = set.first as usize..(set.first + set.actions) as usize;
        let chances: Vec<BigRational> = sequences.map(|sequence| behaviour[seat].chance(sequence)).collect();
        chances.iter().any(|chance| !chance.is_zero()).then_some(chances)
    }

    /// What a seat gains from a stage on with each of its actions, if it plays its best from there on and the other as best play
    /// does: for each thing that it can know, nothing where the other never lets it come.
    pub fn worths(&self, stage: usize, seat: usize) -> Vec<Option<Vec<Enclosure>>> {
        let of = &self.stages[stage];
        let is_exact =
            matches!(of.behaviour, [Behaviour::Exact(_), Behaviour::Exact(_)]) && self.follows_exactly(of);
        if is_exact {
            let chances = chances::<BigRational, _>(self.process.distributions());
            worths(&of.tree, seat, &self.answer(of, &of.behaviour, seat, &chances))
        } else {
            let chances = chances::<Signed, _>(self.process.distributions());
            worths(&of.tree, seat, &self.answer(of, &of.behaviour, seat, &chances))
        }
    }

    /// Whether all that follows a stage is known exactly.
    fn follows_exactly(&self, stage: &Stage<P>) -> bool {
        stage.next.iter().all(|next| self.stages[*next as usize].value.as_exact().is_some())
    }

    /// The best of a seat against what the other plays.
    fn answer<G: Gain>(
        &self,
        stage: &Stage<P>,
        behaviour: &[Behaviour; 2],
        seat: usize,
        chances: &[Vec<G>],
    ) -> BestAnswer<G> {
        let played = |who: usize, sequence: usize| match &behaviour[who] {
            Behaviour::Exact(chances) => G::of(&Enclosure::exact(chances[sequence].clone())),
            Behaviour::Parts(parts) => G::of_double(parts[sequence]),
        };
        best_answer(&stage.tree, seat, chances, &played, &|of: &Of| self.gained(stage, seat, of))
    }

    /// What a seat gains at a node that ends a stage, and from there on.
    fn gained<G: Gain>(&self, stage: &Stage<P>, seat: usize, of: &Of) -> G {
        let whole = |gained: i64| BigRational::from_integer(gained.into());
        G::of(&match of {
            Of::End(gained) | Of::Back(gained) => Enclosure::exact(whole(gained[seat])),
            Of::Next(next, gained) => {
                let next = &self.stages[stage.next[*next as usize] as usize];
                let gained = whole(gained[seat]);
                if seat == 0 {
                    Enclosure::between(next.value.low() + &gained, next.value.high() + &gained)
                } else {
                    let all = gained + whole(next.total);
                    Enclosure::between(&all - next.value.high(), &all - next.value.low())
                }
            }
            Of::Chance(_) | Of::Choose(..) => Enclosure::zero(),
        })
    }

    /// The strategies of a stage of which all that follow are solved, its value, and what both seats gain together.
    fn solve(
        &self,
        of: &Stage<P>,
        (exactly, bounded): (&[Vec<BigRational>], &[Vec<Signed>]),
        progress: &dyn Fn(f64),
    ) -> Result<Solved, NoEquilibrium<P::State>> {
        if let Some(behaviour) = self.solved_exactly(of, exactly) {
            let value = self.value_between(of, &behaviour, exactly);
            if value.as_exact().is_some() {
                return Ok(Solved { behaviour, value });
            }
        }
        let behaviour = self.solved_in_doubles(of, progress)?;
        let value = self.value_between(of, &behaviour, bounded);
        Ok(Solved { behaviour, value })
    }

    /// What the first seat is sure of, and what the second lets it have at most.
    fn value_between<G: Gain>(
        &self,
        of: &Stage<P>,
        behaviour: &[Behaviour; 2],
        chances: &[Vec<G>],
    ) -> Enclosure {
        let most = |seat: usize| {
            let BestAnswer { value, back, .. } = self.answer(of, behaviour, seat, chances);
            value.over_rest(&back).enclosure()
        };
        if of.tree.seats.len() < 2 {
            // Nobody is in its way.
            let played = self.average(of, behaviour, chances);
            return Enclosure::between(
                played.low().clone().min(most(0).high().clone()),
                most(0).high().clone(),
            );
        }
        let (first, second) = rayon::join(|| most(0), || most(1));
        let sure = BigRational::from_integer(of.total.into()) - second.high();
        let high = first.high().clone().max(sure.clone());
        Enclosure::between(sure, high)
    }

    /// What the only seat gains by what it plays.
    fn average<G: Gain>(&self, of: &Stage<P>, behaviour: &[Behaviour; 2], chances: &[Vec<G>]) -> Enclosure {
        let (mut sum, mut back) = (G::nothing(), G::nothing());
        self.each_end(of, chances, behaviour, &mut |end, reached: &G, _| {
            sum = sum.plus(&reached.times(&self.gained(of, 0, end)));
            if let Of::Back(_) = end {
                back = back.plus(reached);
            }
        });
        sum.over_rest(&back).enclosure()
    }

    /// Goes to all nodes that end a stage: how likely each is by chance and by strategies, where these are given, and the last
    /// sequences of both seats.
    fn each_end<G: Gain>(
        &self,
        of: &Stage<P>,
        chances: &[Vec<G>],
        behaviour: &[Behaviour],
        tell: &mut dyn FnMut(&Of, &G, [u32; 2]),
    ) {
        let nodes = &of.tree.nodes;
        let mut reached = vec![G::of(&Enclosure::one())];
        reached.resize(nodes.len(), G::nothing());
        let mut last = vec![[NOTHING; 2]; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            let (here, before) = (reached[index].clone(), last[index]);
            let children = node.first as usize..(node.first + node.len) as usize;
            last[children.clone()].fill(before);
            match node.of {
                Of::Chance(distribution) => {
                    for (child, chance) in children.zip(&chances[distribution as usize]) {
                        reached[child] = here.times(chance);
                    }
                }
                Of::Choose(seat, set) => {
                    let seat = usize::from(seat);
                    let first = of.tree.seats[seat].sets[set as usize].first;
                    for (sequence, child) in (first..).zip(children) {
                        let played = behaviour
                            .get(seat)
                            .map(|played| G::of(&Enclosure::exact(played.chance(sequence as usize))));
                        reached[child] = played.map_or_else(|| here.clone(), |played| here.times(&played));
                        last[child][seat] = sequence;
                    }
                }
                _ => tell(&node.of, &here, before),
            }
        }
    }

    /// What is paid to the first seat where its sequences meet those of the second, times how likely chance lets them.
    fn payments<G: Gain>(&self, of: &Stage<P>, chances: &[Vec<G>]) -> Vec<((u32, u32), G)> {
        let mut paid: FxHashMap<(u32, u32), G> = FxHashMap::default();
        self.each_end(of, chances, &[], &mut |end, reached: &G, [one, other]| {
            if !matches!(end, Of::Back(_)) {
                // Before anything is done there is one sequence, the first of all.
                let meeting =
                    paid.entry((one.wrapping_add(1), other.wrapping_add(1))).or_insert_with(G::nothing);
                *meeting = meeting.plus(&reached.times(&self.gained(of, 0, end)));
            }
        });
        let mut paid: Vec<((u32, u32), G)> =
            paid.into_iter().filter(|(_, paid)| !paid.is_nothing()).collect();
        paid.sort_unstable_by_key(|(meeting, _)| *meeting);
        paid
    }

    /// The sequence form of a stage, without payments.
    fn form(of: &Stage<P>) -> SequenceGame {
        let mut game = SequenceGame::default();
        for player in Player::BOTH {
            game.add_set(player, &[], 1);
            for set in of.tree.seats.get(player.index()).map_or(&[][..], |of_seat| &of_seat.sets) {
                game.add_set(player, &[set.parent.wrapping_add(1)], set.actions as usize);
            }
        }
        game
    }

    /// An equilibrium in rationals, where a stage is small and its numbers are short.
    fn solved_exactly(&self, of: &Stage<P>, chances: &[Vec<BigRational>]) -> Option<[Behaviour; 2]> {
        if sequences(&of.tree) > MOST_EXACT || !self.follows_exactly(of) {
            return None;
        }
        let paid = self.payments(of, chances);
        let common = paid.iter().fold(BigInt::one(), |common, (_, paid)| common.lcm(paid.denom()));
        let whole = |paid: &BigRational| paid.numer() * (&common / paid.denom());
        let most = paid.iter().map(|(_, paid)| whole(paid).bits()).max().unwrap_or(0);
        if most > MOST_BITS {
            return None;
        }
        // Whole numbers as parts of a power of two, which doubles hold as they are: doubles find their way best among
        // numbers about 1.
        let part = 0.5f64.powi(i32::try_from(most).unwrap_or(0));
        let mut game = Self::form(of);
        for ((one, other), paid) in &paid {
            game.pay(*one, *other, whole(paid).to_f64()? * part);
        }
        let game = Arc::new(game);
        let weights = [vec![BigUint::one()], vec![BigUint::one()]];
        let solved = ZeroSum::new(Arc::clone(&game), weights).solve().ok()?;
        solved.value().as_exact()?;
        Some(Player::BOTH.map(|player| {
            let plan = solved.plan(player);
            let sequences = 1..super::lists::narrow(game.sequences(player));
            Behaviour::Exact(sequences.map(|sequence| plan.probability(&game, sequence)).collect())
        }))
    }

    /// An equilibrium as near as doubles come.
    fn solved_in_doubles(
        &self,
        of: &Stage<P>,
        progress: &dyn Fn(f64),
    ) -> Result<[Behaviour; 2], NoEquilibrium<P::State>> {
        let chances = chances::<f64, _>(self.process.distributions());
        let flows = if sequences(&of.tree) <= MOST_SIMPLEX {
            let mut game = Self::form(of);
            for ((one, other), paid) in self.payments(of, &chances) {
                game.pay(one, other, paid);
            }
            SolvedInDoubles::new(game, [vec![1.0], vec![1.0]])
                .map(|solved| Player::BOTH.map(|player| solved.flows(player).split_off(1)))
                .ok()
        } else {
            None
        };
        let flows = flows.unwrap_or_else(|| self.learnt(of, &chances, progress));
        Ok([0, 1].map(|seat| {
            let sets = of.tree.seats.get(seat).map_or(&[][..], |of_seat| &of_seat.sets);
            Behaviour::Parts(in_parts(sets, &flows[seat]))
        }))
    }

    /// What the first stage is worth by what is learnt step by step, however small it is.
    #[cfg(test)]
    pub(super) fn value_learnt(&self) -> Enclosure {
        let of = &self.stages[0];
        let flows = self.learnt(of, &chances(self.process.distributions()), &|_| ());
        let behaviour =
            [0, 1].map(|seat| Behaviour::Parts(in_parts(&of.tree.seats[seat].sets, &flows[seat])));
        self.value_between::<Signed>(of, &behaviour, &chances(self.process.distributions()))
    }

    /// The same, step by step.
    fn learnt(&self, of: &Stage<P>, chances: &[Vec<f64>], progress: &dyn Fn(f64)) -> [Vec<f64>; 2] {
        let gains = |end: &Of| self.gained::<f64>(of, 0, end);
        let ends = of.tree.nodes.iter().filter(|node| node.len == 0).map(|node| gains(&node.of));
        let [low, high] =
            ends.fold([f64::MAX, f64::MIN], |[low, high], gain| [low.min(gain), high.max(gain)]);
        let total = of.total.to_f64().unwrap_or(0.0);
        learn(&of.tree, chances, &gains, |played, part| {
            progress(part);
            let behaviour = played.each_ref().map(|parts| Behaviour::Parts(parts.clone()));
            let (one, other) = rayon::join(
                || self.answer::<f64>(of, &behaviour, 0, chances),
                || self.answer::<f64>(of, &behaviour, 1, chances),
            );
            one.value + other.value - total * (1.0 - one.back) <= GOOD * (high - low)
        })
    }
}

/// A stage that is solved: the strategies of both, and what the first seat gains.
struct Solved {
    behaviour: [Behaviour; 2],
    value: Enclosure,
}

/// What two seats gain in a stage and from there on together; `None` where that depends on how they play.
fn total<P: Hides>(tree: &Tree<P>, after: impl Fn(u32) -> i64) -> Option<i64> {
    let mut all = None;
    for node in &tree.nodes {
        let total = match node.of {
            Of::End([one, other]) => one + other,
            Of::Next(next, [one, other]) => one + other + after(next),
            // What is gained before a new beginning is gained again and again.
            Of::Back([one, other]) if one + other != 0 => return None,
            Of::Back(_) | Of::Chance(_) | Of::Choose(..) => continue,
        };
        if *all.get_or_insert(total) != total {
            return None;
        }
    }
    all.or(Some(0))
}

/// How many sequences all seats have.
fn sequences<P: Hides>(tree: &Tree<P>) -> usize {
    tree.seats.iter().map(|seat| seat.sequences.len()).sum()
}

/// Flows, or parts of what comes to each set, as whole parts that add up to one exactly; nothing where nothing flows.
fn in_parts(sets: &[Set], flows: &[f64]) -> Vec<f64> {
    let mut parts = vec![0.0; flows.len()];
    for set in sets {
        let of_set = set.first as usize..(set.first + set.actions) as usize;
        let all: f64 = flows[of_set.clone()].iter().map(|flow| flow.max(0.0)).sum();
        if all <= NOTHING_FLOWS {
            continue;
        }
        let parts = &mut parts[of_set.clone()];
        for (part, flow) in parts.iter_mut().zip(&flows[of_set]) {
            *part = (flow.max(0.0) / all * PARTS).round();
        }
        let missing = PARTS - parts.iter().sum::<f64>();
        if let Some(most) = parts.iter_mut().max_by(|one, other| one.total_cmp(other)) {
            *most += missing;
        }
        parts.iter_mut().for_each(|part| *part /= PARTS);
    }
    parts
}

/// What a seat gains with each thing that it can do, by what it knows.
fn worths<P: Hides, G: Gain>(
    tree: &Tree<P>,
    seat: usize,
    answer: &BestAnswer<G>,
) -> Vec<Option<Vec<Enclosure>>> {
    let of_seat = &tree.seats[seat];
    let of_set = |(set, reach): (&Set, &G)| {
        let sequences = &answer.sequences[set.first as usize..(set.first + set.actions) as usize];
        (!reach.is_nothing()).then(|| sequences.iter().map(|worth| worth.over(reach).enclosure()).collect())
    };
    of_seat.sets.iter().zip(&answer.reach).map(of_set).collect()
}
