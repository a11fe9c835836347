//! Best play of games with hidden information, stage by stage; each stage is solved once.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::certificate::{BestAnswer, Gain, best_answer, chances};
use super::growth::{Grown, HiddenSize, NoEquilibrium};
use super::tree::{Of, SeatSets, Set, Tree};
use crate::exact::Enclosure;
use crate::exact::signed::Signed;
use crate::process::Hides;

/// The probability of each sequence given that its set is reached; 0 if the seat's own play never reaches the set.
#[derive(Clone, Debug)]
pub(super) enum Behaviour {
    Exact(Vec<BigRational>),
    /// Doubles that add up to 1 exactly in each set.
    Parts(Vec<f64>),
}

impl Behaviour {
    pub(super) fn chance(&self, sequence: usize) -> BigRational {
        match self {
            Self::Exact(chances) => chances[sequence].clone(),
            Self::Parts(parts) => BigRational::from_float(parts[sequence]).unwrap_or_else(Zero::zero),
        }
    }
}

/// A stage: the game from a state on until no hidden information matters any more.
pub(super) struct Stage<P: Hides> {
    pub root: P::State,
    pub tree: Tree<P>,
    /// The stages that can follow.
    pub next: Vec<u32>,
    pub behaviour: [Behaviour; 2],
    /// The first seat's gain from here on, under best play of both.
    pub value: Enclosure,
    /// The sum of both seats' gains.
    pub total: i64,
}

/// Best play of a process with hidden information: an equilibrium, stage by stage.
///
/// Once no hidden information matters any more, the rest is a game of its own. Such stages are solved from the last to the
/// first, each as a linear program in sequence form: small ones in rationals, larger ones in doubles, and the largest by
/// regret minimisation. In every case, the value is enclosed by what either seat's strategy guarantees, as computed by best
/// responses on the game tree. Gains are counted in halves of a win, or in the process's unit for coins.
///
/// ```
/// # use tali_core as tali_odds;
/// use tali_odds::exact::HiddenPlay;
/// use tali_odds::process::{Distribution, Hides, Process, Seats, Step, Turn};
///
/// /// Each seat shows one finger or two, and neither sees the other's; the first wins if both show the same number.
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
///     /// The fingers that the seat itself shows.
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

impl<P: Hides> HiddenPlay<P> {
    /// Solves a process of one or two seats whose stages have at most `most` tree nodes in all; `progress` is called with the
    /// fraction of the stages that is solved.
    ///
    /// # Errors
    ///
    /// [`NoEquilibrium`] with the reason.
    pub fn new(
        process: P,
        most: usize,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Self, NoEquilibrium<P::State>> {
        if process.seats() > 2 {
            return Err(NoEquilibrium::Seats(process.seats()));
        }
        let Grown { stages, stage_of, order, totals } = Grown::new(&process, most, &|_, _, _| Ok(()))?;
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
            let found: Vec<_> = group
                .par_iter()
                .map(|stage| {
                    let on_the_way = |within: f64| progress(part(done) + within * part(1));
                    play.solve(&play.stages[*stage as usize], (&exactly, &bounded), &on_the_way)
                })
                .collect();
            done += group.len();
            for (stage, found) in group.into_iter().zip(found) {
                let stage = &mut play.stages[stage as usize];
                (stage.behaviour, stage.value) = (found.behaviour, found.value);
            }
            progress(part(done));
        }
        Ok(play)
    }

    /// The first seat's gain, in halves of a win or in the process's unit for coins.
    pub fn value(&self) -> &Enclosure {
        &self.stages[0].value
    }

    /// The process that is played.
    pub const fn process(&self) -> &P {
        &self.process
    }

    /// The size of the game.
    pub fn size(&self) -> HiddenSize {
        let mut size = HiddenSize::default();
        self.stages.iter().for_each(|stage| size.add(&stage.tree));
        size
    }

    /// The states in which stages begin; the first is the start of the game.
    pub fn roots(&self) -> impl Iterator<Item = &P::State> {
        self.stages.iter().map(|stage| &stage.root)
    }

    /// The state in which a stage begins.
    pub(super) fn root(&self, stage: u32) -> &P::State {
        &self.stages[stage as usize].root
    }

    #[cfg(test)]
    pub(super) fn first_stage(&self) -> &Stage<P> {
        &self.stages[0]
    }

    /// The number of stages.
    pub const fn stages(&self) -> usize {
        self.stages.len()
    }

    /// The number of the stage that begins in a state.
    pub(super) fn stage(&self, state: &P::State) -> Option<u32> {
        self.stage_of.get(state).copied()
    }

    /// The information sets and sequences of each seat in a stage.
    pub(super) fn seats_of(&self, stage: u32) -> &[SeatSets<P>] {
        &self.stages[stage as usize].tree.seats
    }

    /// The number of a seat's information sets in a stage; they are numbered from 0.
    pub fn known(&self, stage: usize, seat: usize) -> usize {
        self.stages[stage].tree.seats.get(seat).map_or(0, |of_seat| of_seat.sets.len())
    }

    /// For each information set of a seat in a stage, what the seat has seen since the stage began, in order.
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

    /// The actions of a seat in the information set with this number.
    pub fn actions(&self, stage: usize, seat: usize, known: usize) -> &[P::Move] {
        let of_seat = &self.stages[stage].tree.seats[seat];
        let set = &of_seat.sets[known];
        &of_seat.sequences[set.sequences()]
    }

    /// An example state from the information set with this number.
    pub fn example(&self, stage: usize, seat: usize, known: usize) -> &P::State {
        &self.stages[stage].tree.seats[seat].states[known]
    }

    /// The probability of each of a seat's actions in the information set with this number; `None` if the seat's own play never
    /// reaches it.
    pub fn chances(&self, stage: usize, seat: usize, known: usize) -> Option<Vec<BigRational>> {
        let Stage { tree, behaviour, .. } = &self.stages[stage];
        let set = &tree.seats[seat].sets[known];
        let chances: Vec<BigRational> =
            set.sequences().map(|sequence| behaviour[seat].chance(sequence)).collect();
        chances.iter().any(|chance| !chance.is_zero()).then_some(chances)
    }

    /// A seat's gain from a stage on with each action of each information set, if it plays its best from there on against the
    /// other's equilibrium strategy; `None` for information sets that the other's play never allows.
    pub fn values(&self, stage: usize, seat: usize) -> Vec<Option<Vec<Enclosure>>> {
        let of = &self.stages[stage];
        let is_exact =
            matches!(of.behaviour, [Behaviour::Exact(_), Behaviour::Exact(_)]) && self.follows_exactly(of);
        if is_exact {
            let chances = chances::<BigRational, _>(self.process.distributions());
            values(&of.tree, seat, &self.answer(of, &of.behaviour, seat, &chances))
        } else {
            let chances = chances::<Signed, _>(self.process.distributions());
            values(&of.tree, seat, &self.answer(of, &of.behaviour, seat, &chances))
        }
    }

    /// Whether the values of all stages that follow are exact.
    pub(super) fn follows_exactly(&self, stage: &Stage<P>) -> bool {
        stage.next.iter().all(|next| self.stages[*next as usize].value.as_exact().is_some())
    }

    /// The best response of a seat to the other's strategy.
    pub(super) fn answer<G: Gain>(
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

    /// A seat's gain up to a node that ends a stage, and from there on.
    pub(super) fn gained<G: Gain>(&self, stage: &Stage<P>, seat: usize, of: &Of) -> G {
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
}

/// A seat's gain with each action, by information sets.
fn values<P: Hides, G: Gain>(
    tree: &Tree<P>,
    seat: usize,
    answer: &BestAnswer<G>,
) -> Vec<Option<Vec<Enclosure>>> {
    let of_seat = &tree.seats[seat];
    let of_set = |(set, reach): (&Set, &G)| {
        let sequences = &answer.sequences[set.sequences()];
        (!reach.is_nothing())
            .then(|| sequences.iter().map(|utility| utility.over(reach).enclosure()).collect())
    };
    of_seat.sets.iter().zip(&answer.reach).map(of_set).collect()
}
