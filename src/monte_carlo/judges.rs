//! Those who know every seat's chance to win, where it was not solved for at every position.

use super::swings::{Judge, as_doubles};
use crate::process::{RaceUnfolding, RunningRace, RunningTotals, TotalsUnfolding, Unfolding};

/// Chances that were found before, position by position.
pub struct ListedChances {
    seats: usize,
    chances: Vec<f64>,
}

impl ListedChances {
    /// For each seat its chance at every position.
    #[must_use]
    pub fn new(of_seats: &[Vec<f64>]) -> Self {
        let positions = of_seats.first().map_or(0, Vec::len);
        let at = |position: usize| of_seats.iter().map(move |chances| chances[position]);
        Self { seats: of_seats.len(), chances: (0..positions).flat_map(at).collect() }
    }
}

impl Judge<u32> for ListedChances {
    fn chances(&self, position: u32, chances: &mut [f64]) {
        let first = position as usize * self.seats;
        chances.copy_from_slice(&self.chances[first..first + self.seats]);
    }
}

/// Knows a race from how likely every seat is still on its way after so many throws of its own.
///
/// Seat i wins with `Σ_k (Sᵢ(k − 1) − Sᵢ(k)) · Π_j Sⱼ(k) · Π_l Sₗ(k − 1)`, j being the seats that throw before it
/// and l those that throw after it.
pub struct RaceJudge {
    courses: Vec<(usize, f64)>,
    /// On each course for each seat and place the chance to be on the way after 0, 1, … throws.
    open: Vec<Vec<Vec<Vec<f64>>>>,
}

impl RaceJudge {
    /// A judge of this race; `None` if seats can be on their way for very long.
    #[must_use]
    pub fn new(race: &RaceUnfolding) -> Option<Self> {
        const REMAINDER: f64 = 1e-13;
        const MOST: usize = 2_000_000;
        let chances = as_doubles(race.chances());
        let mut open = Vec::with_capacity(race.courses());
        for course in 0..race.courses() {
            let mut of_seats = Vec::with_capacity(race.seats());
            for places in race.ways(u32::try_from(course).ok()) {
                let mut after = vec![vec![1.0f64]; places.len()];
                let mut throws = 0;
                while after.iter().any(|open| open[throws] > REMAINDER) {
                    throws += 1;
                    if throws * places.len() > MOST {
                        return None;
                    }
                    let next = |steps: &Vec<(Option<u16>, u32)>| -> f64 {
                        let on = steps.iter().filter_map(|(to, chance)| Some((usize::from((*to)?), *chance)));
                        on.map(|(to, chance)| chances[chance as usize] * after[to][throws - 1]).sum()
                    };
                    let now: Vec<f64> = places.iter().map(next).collect();
                    after.iter_mut().zip(now).for_each(|(open, now)| open.push(now));
                }
                of_seats.push(after);
            }
            open.push(of_seats);
        }
        let courses = race.drawn().iter().map(|(course, chance)| (*course, chances[*chance as usize]));
        Some(Self { courses: courses.collect(), open })
    }
}

impl RaceJudge {
    /// How many factors are multiplied for one throw, at most: of its outcomes, seats, and throws to come.
    #[must_use]
    pub fn work(&self, race: &RaceUnfolding) -> f64 {
        let seats = self.open.iter().flatten();
        let throws = seats.flatten().map(Vec::len).max().unwrap_or(1);
        let outcomes = (0..race.courses()).flat_map(|course| race.ways(u32::try_from(course).ok()));
        let outcomes = outcomes.flatten().map(Vec::len).max().unwrap_or(1) + 1;
        f64::from(u32::try_from(throws * outcomes * race.seats()).unwrap_or(u32::MAX))
    }
}

impl Judge<RunningRace> for RaceJudge {
    fn chances(&self, at: RunningRace, chances: &mut [f64]) {
        chances.fill(0.0);
        let Some(course) = at.course.or((self.courses.len() == 1).then_some(0)) else {
            let mut part = vec![0.0; chances.len()];
            for (course, weight) in &self.courses {
                let mut drawn = at;
                drawn.course = u32::try_from(*course).ok();
                self.chances(drawn, &mut part);
                for (sum, chance) in chances.iter_mut().zip(&part) {
                    *sum += weight * chance;
                }
            }
            return;
        };
        let seats = chances.len();
        let course = &self.open[course as usize];
        let open = |seat: usize, throws: usize| -> f64 {
            course[seat][usize::from(at.places[seat])].get(throws).copied().unwrap_or(0.0)
        };
        let turn = usize::from(at.turn);
        let mut throws = 1;
        loop {
            // Everybody is on the way after the throws before.
            let mut everybody = (0..seats).map(|seat| open(seat, throws - 1)).product::<f64>();
            if everybody <= 0.0 {
                break;
            }
            for place in 0..seats {
                let seat = (turn + place) % seats;
                let (before, after) = (open(seat, throws - 1), open(seat, throws));
                chances[seat] += everybody / before * (before - after);
                everybody *= after / before;
            }
            throws += 1;
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

/// Knows a game of totals from what every seat can still add.
pub struct TotalsJudge {
    favour: u64,
    /// For each seat by the number of its throws that are left.
    rests: Vec<Vec<Rest>>,
}

impl TotalsJudge {
    /// A judge of this game.
    #[must_use]
    pub fn new(game: &TotalsUnfolding) -> Self {
        let chances = as_doubles(game.chances());
        let throws = game.throws() as usize / game.seats();
        let rests = game.laws().iter().map(|law| {
            let least = law.first().map_or(0, |(pips, _)| *pips);
            let most = law.last().map_or(0, |(pips, _)| *pips);
            let mut sums = vec![1.0];
            let mut rests = vec![Rest::new(0, &sums)];
            for throw in 1..=throws as u64 {
                let mut next = vec![0.0; sums.len() + (most - least) as usize];
                for (pips, chance) in law {
                    let shift = (pips - least) as usize;
                    for (sum, before) in next[shift..].iter_mut().zip(&sums) {
                        *sum += before * chances[*chance as usize];
                    }
                }
                rests.push(Rest::new(u64::from(least) * throw, &next));
                sums = next;
            }
            rests
        });
        Self { favour: game.favour(), rests: rests.collect() }
    }
}

impl Judge<RunningTotals> for TotalsJudge {
    fn chances(&self, at: RunningTotals, chances: &mut [f64]) {
        let seats = chances.len();
        let rest = |seat: usize| -> (&Rest, u64) {
            let thrown = (at.thrown as usize + seats - 1 - seat) / seats;
            (&self.rests[seat][self.rests[seat].len() - 1 - thrown], at.totals[seat].into())
        };
        chances.fill(0.0);
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
            2 => sum_up(totals, [one, two], chances),
            3 => sum_up(totals, [one, two, three], chances),
            _ => sum_up(totals, [one, two, three, four], chances),
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
