//! Value functions: every seat's chance to win at any state, where it is not solved for at each of them.

use crate::process::{Play, Process, RaceProcess, RunningRace, RunningTotals, Seats, To, TotalsProcess};

/// Every seat's chance to win at a state of a game.
pub trait ValueFunction<S>: Sync {
    /// Fills in the chances, one for each seat.
    fn values(&self, state: &S, values: &mut [f64]);
}

fn fill_shares(winners: Seats, values: &mut [f64]) {
    values.iter_mut().enumerate().for_each(|(seat, value)| *value = winners.share(seat));
}

/// Chances that were found before, state by state.
pub struct ListedValues {
    seats: usize,
    values: Vec<f64>,
}

impl ListedValues {
    /// For each seat its chance at every state.
    pub fn new(of_seats: &[Vec<f64>]) -> Self {
        let states = of_seats.first().map_or(0, Vec::len);
        let at = |state: usize| of_seats.iter().map(move |values| values[state]);
        Self { seats: of_seats.len(), values: (0..states).flat_map(at).collect() }
    }
}

impl ValueFunction<To> for ListedValues {
    fn values(&self, state: &To, values: &mut [f64]) {
        match state {
            To::State(state) => {
                let first = *state as usize * self.seats;
                values.copy_from_slice(&self.values[first..first + self.seats]);
            }
            To::End(winners) => fill_shares(*winners, values),
            To::Never => values.fill(0.0),
        }
    }
}

/// The values of a race, from how likely every seat is still on its way after so many throws of its own.
///
/// Seat i wins with `Σ_k (Sᵢ(k − 1) − Sᵢ(k)) · Π_j Sⱼ(k) · Π_l Sₗ(k − 1)`, j being the seats that throw before it
/// and l those that throw after it.
pub struct RaceValues {
    scenarios: Vec<(usize, f64)>,
    /// On each course for each seat and place the chance to be on the way after 0, 1, … throws.
    open: Vec<Vec<Vec<Vec<f64>>>>,
    /// The most that a throw can lead to.
    outcomes: usize,
}

impl RaceValues {
    /// The values of this race; `None` if seats can be on their way for very long.
    pub fn new(race: &RaceProcess<'_>) -> Option<Self> {
        const REMAINDER: f64 = 1e-13;
        const MOST: usize = 2_000_000;
        let race = race.race;
        let mut outcomes = 1;
        let mut open = Vec::with_capacity(race.ways.len());
        for ways in &race.ways {
            let mut of_seats = Vec::with_capacity(ways.len());
            for way in ways {
                let steps = way.places().iter().map(|distribution| {
                    let on = distribution.outcomes().iter().zip(distribution.chances());
                    on.filter_map(|((to, _), chance)| Some(((*to)? as usize, chance))).collect()
                });
                let steps: Vec<Vec<(usize, f64)>> = steps.collect();
                outcomes = steps.iter().map(|steps| steps.len() + 1).fold(outcomes, usize::max);
                let mut after = vec![vec![1.0f64]; steps.len()];
                let mut throws = 0;
                while after.iter().any(|open| open[throws] > REMAINDER) {
                    throws += 1;
                    if throws * steps.len() > MOST {
                        return None;
                    }
                    let next = |steps: &Vec<(usize, f64)>| -> f64 {
                        steps.iter().map(|(to, chance)| chance * after[*to][throws - 1]).sum()
                    };
                    let now: Vec<f64> = steps.iter().map(next).collect();
                    after.iter_mut().zip(now).for_each(|(open, now)| open.push(now));
                }
                of_seats.push(after);
            }
            open.push(of_seats);
        }
        let scenarios = race.scenarios.outcomes().iter().zip(race.scenarios.chances());
        let scenarios = scenarios.map(|((scenario, _), chance)| (*scenario, chance)).collect();
        Some(Self { scenarios, open, outcomes })
    }

    /// How many factors are multiplied for one throw, at most: of its outcomes, seats, and throws to come.
    pub fn work(&self) -> f64 {
        let seats = self.open.first().map_or(0, Vec::len);
        let throws = self.open.iter().flatten().flatten().map(Vec::len).max().unwrap_or(1);
        f64::from(u32::try_from(throws * (self.outcomes + 1) * seats).unwrap_or(u32::MAX))
    }

    fn at(&self, at: &RunningRace, values: &mut [f64]) {
        values.fill(0.0);
        let Some(scenario) = at.scenario else {
            let mut part = vec![0.0; values.len()];
            for (scenario, weight) in &self.scenarios {
                self.at(&RunningRace { scenario: Some(*scenario), ..*at }, &mut part);
                for (sum, value) in values.iter_mut().zip(&part) {
                    *sum += weight * value;
                }
            }
            return;
        };
        let seats = values.len();
        let scenario = &self.open[scenario];
        let open = |seat: usize, throws: usize| -> f64 {
            scenario[seat][usize::from(at.places[seat])].get(throws).copied().unwrap_or(0.0)
        };
        let mut throws = 1;
        loop {
            // Everybody is on the way after the throws before.
            let mut everybody = (0..seats).map(|seat| open(seat, throws - 1)).product::<f64>();
            if everybody <= 0.0 {
                break;
            }
            for place in 0..seats {
                let seat = (at.turn + place) % seats;
                let (before, after) = (open(seat, throws - 1), open(seat, throws));
                values[seat] += everybody / before * (before - after);
                everybody *= after / before;
            }
            throws += 1;
        }
    }
}

impl ValueFunction<Play<RunningRace>> for RaceValues {
    fn values(&self, state: &Play<RunningRace>, values: &mut [f64]) {
        match state {
            Play::On(at) => self.at(at, values),
            Play::Over(winners) => fill_shares(*winners, values),
        }
    }
}

/// What a seat can still add with so many throws: the smallest sum that is likely at all, the chance of each from there
/// on, and the chance of less than each.
struct Rest {
    least: u64,
    chances: Vec<f64>,
    below: Vec<f64>,
}

impl Rest {
    fn new(least: u64, chances: &[f64]) -> Self {
        const NOTHING: f64 = 1e-15;
        let first = chances.iter().position(|chance| *chance > NOTHING).unwrap_or(0);
        let last = chances.iter().rposition(|chance| *chance > NOTHING).unwrap_or(0);
        let mut below = vec![0.0];
        for chance in &chances[first..=last] {
            below.push(below[below.len() - 1] + chance);
        }
        Self { least: least + first as u64, chances: chances[first..=last].to_vec(), below }
    }

    /// The smallest and the largest total of who has that many already.
    fn ends(&self, has: u64) -> [u64; 2] {
        [has + self.least, has + self.least + self.chances.len() as u64 - 1]
    }

    /// The chances of less than each of the totals from `first` to `last` + 1.
    fn below(&self, has: u64, [first, last]: [u64; 2], found: &mut Vec<f64>) {
        found.clear();
        let least = has + self.least;
        let number = |places: u64| usize::try_from(places).unwrap_or(usize::MAX);
        let length = number(last + 2 - first);
        found.resize(number(least.saturating_sub(first)).min(length), 0.0);
        let start = number(first.saturating_sub(least)).min(self.below.len());
        found.extend(self.below[start..].iter().take(length - found.len()));
        let whole = self.below[self.below.len() - 1];
        found.resize(length, whole);
    }
}

/// The values of a game of totals, from what every seat can still add.
pub struct TotalsValues {
    favour: u64,
    /// For each seat by the number of its throws that are left.
    rests: Vec<Vec<Rest>>,
}

impl TotalsValues {
    /// The values of this game.
    pub fn new(game: &TotalsProcess<'_>) -> Self {
        let throws = game.throws as usize / game.seats();
        let rests = game.distributions().iter().map(|distribution| {
            let least = distribution.outcomes().first().map_or(0, |(pips, _)| *pips);
            let most = distribution.outcomes().last().map_or(0, |(pips, _)| *pips);
            let chances = distribution.chances();
            let mut sums = vec![1.0];
            let mut rests = vec![Rest::new(0, &sums)];
            for throw in 1..=throws as u64 {
                let mut next = vec![0.0; sums.len() + (most - least) as usize];
                for ((pips, _), chance) in distribution.outcomes().iter().zip(&chances) {
                    let shift = (pips - least) as usize;
                    for (sum, before) in next[shift..].iter_mut().zip(&sums) {
                        *sum += before * chance;
                    }
                }
                rests.push(Rest::new(u64::from(least) * throw, &next));
                sums = next;
            }
            rests
        });
        Self { favour: game.game.favour, rests: rests.collect() }
    }

    fn at(&self, at: &RunningTotals, values: &mut [f64]) {
        let seats = values.len();
        let rest = |seat: usize| -> (&Rest, u64) {
            let thrown = (at.thrown as usize + seats - 1 - seat) / seats;
            (&self.rests[seat][self.rests[seat].len() - 1 - thrown], at.totals[seat].into())
        };
        values.fill(0.0);
        // Below the best of the smallest totals nobody wins.
        let ends = |seat: usize| rest(seat).0.ends(rest(seat).1);
        let least = (0..seats).map(|seat| ends(seat)[0]).max().unwrap_or(0).max(self.favour);
        let most = (0..seats).map(|seat| ends(seat)[1]).max().unwrap_or(0);
        if most < least {
            return;
        }
        let mut below: [Vec<f64>; RunningTotals::SEATS] = std::array::from_fn(|_| Vec::new());
        for (seat, below) in below.iter_mut().enumerate().take(seats) {
            rest(seat).0.below(rest(seat).1, [least, most], below);
        }
        let totals = usize::try_from(most - least).unwrap_or(0) + 1;
        let [one, two, three, four] = &below;
        match seats {
            2 => sum_up(totals, [one, two], values),
            3 => sum_up(totals, [one, two, three], values),
            _ => sum_up(totals, [one, two, three, four], values),
        }
    }
}

impl ValueFunction<Play<RunningTotals>> for TotalsValues {
    fn values(&self, state: &Play<RunningTotals>, values: &mut [f64]) {
        match state {
            Play::On(at) => self.at(at, values),
            Play::Over(winners) => fill_shares(*winners, values),
        }
    }
}

/// Adds up over the totals, for each seat, P(it has this one) · ∫₀¹ Π (Pⱼ(< total) + y·Pⱼ(= total)) dy, by Simpson's
/// rule, which is exact for three others.
fn sum_up<const N: usize>(totals: usize, below: [&Vec<f64>; N], shares: &mut [f64]) {
    for total in 0..totals {
        let less: [f64; N] = std::array::from_fn(|seat| below[seat][total]);
        let within: [f64; N] = std::array::from_fn(|seat| below[seat][total + 1]);
        for (seat, share) in shares.iter_mut().enumerate().take(N) {
            let (mut low, mut middle, mut high) = (1.0, 1.0, 1.0);
            for other in 0..N {
                if other != seat {
                    low *= less[other];
                    middle *= 0.5 * (less[other] + within[other]);
                    high *= within[other];
                }
            }
            *share += (within[seat] - less[seat]) * (low + 4.0 * middle + high) / 6.0;
        }
    }
}
