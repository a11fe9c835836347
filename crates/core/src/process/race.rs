//! Races: each seat has its own way to go, and the first at its end wins.

use std::collections::BTreeMap;

use super::game::{Play, Process, Step, Turn};
use super::{Distribution, MAX_SEATS, Statistic};

/// One seat's way, on which it never comes back to a place that it has left.
///
/// A throw moves the seat on or leaves it where it is; how likely it is to be left there depends on nothing but how
/// often it has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    places: Vec<Distribution<Option<u32>>>,
}

impl Way {
    /// The way on which one starts at `start`, throws what `thrown` says at each place, and is led on by `step`, to
    /// `None` at the end.
    pub fn new<'a, P: Copy + Ord, E: Ord + 'a>(
        start: P,
        thrown: impl Fn(P) -> &'a Distribution<E>,
        step: impl Fn(P, &E) -> Option<P>,
    ) -> Self {
        let mut numbers = BTreeMap::from([(start, 0)]);
        let mut reached = vec![start];
        let mut places = Vec::new();
        while let Some(place) = reached.get(places.len()).copied() {
            let distribution = thrown(place);
            let mut to = |effect: &E| -> Option<u32> {
                let to = step(place, effect)?;
                let next = u32::try_from(reached.len()).ok()?;
                Some(*numbers.entry(to).or_insert_with(|| {
                    reached.push(to);
                    next
                }))
            };
            places.push(distribution.relabelled(&mut to));
        }
        Self { places }
    }

    /// At each place, the start first, where a throw leads; `None` is the end.
    pub fn places(&self) -> &[Distribution<Option<u32>>] {
        &self.places
    }
}

/// A race of several seats, which throw in turn, seat 1 first.
#[derive(Clone, Debug)]
pub struct Race {
    /// How likely each scenario is: something is drawn before the race that decides the ways.
    pub scenarios: Distribution<usize>,
    /// On each scenario the way of each seat.
    pub ways: Vec<Vec<Way>>,
    /// What every seat pays into the pot before the race; `None` where no coins are played for.
    pub stake: Option<u64>,
    /// What the mean number of throws that one seat needs is called.
    pub mean: &'static Statistic,
}

impl Race {
    /// A race on the one scenario there is.
    pub fn new(ways: Vec<Way>, stake: Option<u64>, mean: &'static Statistic) -> Self {
        Self { scenarios: Distribution::certain(0), ways: vec![ways], stake, mean }
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.ways.first().map_or(0, Vec::len)
    }
}

/// A race, throw by throw.
pub struct RaceProcess<'a> {
    pub(crate) race: &'a Race,
    distributions: Vec<Distribution<RaceMove>>,
    /// On each scenario where the distributions of each seat's places begin.
    first: Vec<Vec<usize>>,
}

/// What a throw does in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RaceMove {
    /// This scenario is drawn.
    Scenario(usize),
    /// The seat is done.
    Done,
    /// The seat comes to this place.
    Place(u16),
}

/// Where a race stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunningRace {
    /// The scenario, if there are several and it is drawn already.
    pub scenario: Option<usize>,
    /// The place of each seat on its way, the start being 0.
    pub places: [u16; MAX_SEATS],
    /// Whose throw it is.
    pub turn: usize,
}

impl<'a> RaceProcess<'a> {
    /// This race; `None` if a way has more places than can be numbered.
    pub fn new(race: &'a Race) -> Option<Self> {
        let mut distributions = vec![race.scenarios.map(|scenario| RaceMove::Scenario(*scenario))];
        let mut first = Vec::with_capacity(race.ways.len());
        for ways in &race.ways {
            let mut of_course = Vec::with_capacity(ways.len());
            for way in ways {
                of_course.push(distributions.len());
                u16::try_from(way.places.len()).ok()?;
                distributions.extend(
                    way.places.iter().map(|distribution| distribution.relabelled(|place| reached(*place))),
                );
            }
            first.push(of_course);
        }
        Some(Self { race, distributions, first })
    }
}

fn reached(place: Option<u32>) -> RaceMove {
    place.map_or(RaceMove::Done, |place| RaceMove::Place(u16::try_from(place).unwrap_or(u16::MAX)))
}

impl Process for RaceProcess<'_> {
    type State = Play<RunningRace>;
    type Move = RaceMove;
    type Information = ();
    type Event = ();

    fn seats(&self) -> usize {
        self.race.seats()
    }

    fn start(&self) -> Self::State {
        let scenario = (self.race.ways.len() == 1).then_some(0);
        Play::On(RunningRace { scenario, places: [0; MAX_SEATS], turn: 0 })
    }

    fn distributions(&self) -> &[Distribution<RaceMove>] {
        &self.distributions
    }

    fn turn(&self, state: &Self::State) -> Turn<()> {
        state.turn(|at| match at.scenario {
            Some(scenario) => self.first[scenario][at.turn] + usize::from(at.places[at.turn]),
            None => 0,
        })
    }

    fn next(&self, state: &Self::State, made: RaceMove) -> Step<Self::State> {
        let Play::On(at) = *state else { return Step::to(*state) };
        let turn = (at.turn + 1) % self.seats();
        match made {
            RaceMove::Scenario(scenario) => {
                Step::to(Play::On(RunningRace { scenario: Some(scenario), ..at })).taking(0)
            }
            RaceMove::Done => Step::to(Play::won_by(at.turn)),
            RaceMove::Place(place) => {
                let mut places = at.places;
                places[at.turn] = place;
                let idle = place == at.places[at.turn];
                Step::to(Play::On(RunningRace { places, turn, ..at })).idle_if(idle)
            }
        }
    }

    fn ante(&self) -> Option<u64> {
        self.race.stake
    }

    fn estimated_states(&self) -> f64 {
        let joint = |ways: &Vec<Way>| ways.iter().map(|way| as_double(way.places.len())).product::<f64>();
        self.race.ways.iter().map(joint).sum::<f64>() * as_double(self.seats())
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rough number")]
const fn as_double(number: usize) -> f64 {
    number as f64
}
