//! Swings of a game: the changes of every seat's chance to win with every throw.
//!
//! Let p(i) be the chance of seat i at a position; a win shared by k seats counts 1/k for each. Any quantity that
//! adds up along a game is an expected value on the chain of its positions. As P(seat i wins | position) is
//! p(i), quantities of the winner are weighted with p. Chances within [`SLACK`] of each other count as equal; if the
//! bounds of two chances do not decide whether they are, a figure that depends on it is unknown.
//!
//! A throw that nearly always shows the same changes a chance by too little for a difference of two chances
//! in floating point. As p is the mean chance after the next throw, p′ − p = Σ P(other)·(p′ − p(other)).

use super::chain::part;
use super::components::{Eliminated, Sparse};
use super::linear::Elimination as _;
use super::number::{Missing, Number};
use super::scalar::Scalar;
use super::signed::Signed;
use super::{Enclosure, Interval};
use crate::process::{
    Account, Amount, BySwing, DECIDED, Edge, MarkovChain, Process, SLACK, Swing, To, Transfer, moved,
};

/// The relative width up to which a difference is precise enough.
const CLOSE: f64 = 1e-10;

/// The swings of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Swings {
    /// The figures for each swing.
    pub figures: BySwing<Number>,
    /// For each seat the sum of the variances of its chance over all throws, which is the variance of its share of the
    /// win.
    pub variance: Vec<Number>,
    /// For each seat the standard deviation of the coins taken minus the coins paid, if the game is played for coins.
    pub net_sd: Option<Vec<Number>>,
}

impl Swings {
    /// Whether the figures took too long to solve, so that simulated games could give more.
    pub fn is_too_long(&self) -> bool {
        *self.figures.one(Swing::DeadCasts) == Err(Missing::TooLong)
    }

    /// Missing figures for this number of seats.
    pub fn missing(seats: usize, why: Missing, coins: bool) -> Self {
        Self {
            figures: BySwing::new(seats, |_, _| Err(why)),
            variance: vec![Err(why); seats],
            net_sd: coins.then(|| vec![Err(why); seats]),
        }
    }
}

/// Every seat's chance to win at every position, in floating point.
pub fn chances_to_win(game: &MarkovChain) -> Vec<Vec<f64>> {
    let chances = intervals(game);
    let middles = |share: Vec<Interval>| share.into_iter().map(Interval::middle).collect();
    let shares: Vec<Vec<f64>> = shares(game, &chances).into_iter().map(middles).collect();
    Eliminated::from(chain(game, &chances, |_, _| true)).solve_nearly(shares).0
}

/// Solves for the swings of a game.
pub fn solve_swings(game: &MarkovChain) -> Swings {
    let coins = game.ante().is_some();
    match game.start() {
        To::State(start) => Solver::new(game, start as usize).swings(),
        To::Never => without_swings(game),
        // The game is over before the first throw.
        To::End(_) => Swings::missing(game.seats(), Missing::Impossible, coins),
    }
}

/// Whether a seat's coins go up or down forever if the game never ends.
fn has_endless_net(game: &MarkovChain, seat: usize) -> bool {
    let moves =
        |transfers: &[Transfer]| moved(transfers, Account::Seat(seat)).is_none_or(|[out, into]| out != into);
    game.endless().any(|(transfers, _)| moves(transfers))
}

/// The swings of a game that never ends, with any throws.
fn without_swings(game: &MarkovChain) -> Swings {
    let nothing = || Ok(Enclosure::zero());
    let figure = |swing: Swing, _| match swing {
        Swing::DeadCasts | Swing::Decisiveness => Err(Missing::Unbalanced),
        Swing::Drama | Swing::ComebackFromQuarter | Swing::ComebackFromTenth => Err(Missing::Impossible),
        Swing::LeadChanges | Swing::Drawishness | Swing::Suspense | Swing::Surprise => nothing(),
    };
    let seats = game.seats();
    let net_sd = |seat: usize| if has_endless_net(game, seat) { Err(Missing::Endless) } else { nothing() };
    Swings {
        figures: BySwing::new(seats, figure),
        variance: vec![nothing(); seats],
        net_sd: game.ante().map(|_| (0..seats).map(net_sd).collect()),
    }
}

fn intervals(game: &MarkovChain) -> Vec<Interval> {
    game.chances().iter().map(|(weight, total)| Interval::ratio(weight, total)).collect()
}

/// For each position the expected value of the next move.
fn gains(
    game: &MarkovChain,
    chances: &[Interval],
    value: impl Fn(usize, &Edge) -> Interval,
) -> Vec<Interval> {
    let gain = |at: usize| {
        let moves = game.moves(at).iter();
        moves.map(|edge| chances[edge.chance as usize].times(value(at, edge))).sum()
    };
    (0..game.states()).map(gain).collect()
}

/// For each seat and position, the expected share of a win by the next move.
fn shares(game: &MarkovChain, chances: &[Interval]) -> Vec<Vec<Interval>> {
    (0..game.seats()).map(|seat| gains(game, chances, |_, edge| part(edge.to, seat))).collect()
}

/// The chain of the moves between positions for which `keep` holds; all other moves leave it.
fn chain(game: &MarkovChain, chances: &[Interval], keep: impl Fn(usize, usize) -> bool) -> Sparse {
    let mut chain = Sparse::new();
    for at in 0..game.states() {
        let stored = |edge: &Edge| match edge.to {
            To::State(to) if keep(at, to as usize) => Some((to as usize, chances[edge.chance as usize])),
            _ => None,
        };
        let moves = game.moves(at);
        let left = moves.iter().filter(|edge| stored(edge).is_none());
        let exit = left.map(|edge| chances[edge.chance as usize]).sum();
        chain.row(moves.iter().filter_map(stored), exit);
    }
    chain
}

/// Whether a number exceeds another by more than [`SLACK`]; `None` if the bounds do not decide it.
fn is_larger(number: Interval, than: Interval) -> Option<bool> {
    let difference = Signed::from(number).minus(than.into());
    (difference.low > SLACK || difference.high <= SLACK).then_some(difference.low > SLACK)
}

/// The same for an exact level.
fn is_above(number: Interval, level: f64) -> Result<bool, Missing> {
    is_larger(number, Interval { low: level, high: level }).ok_or(Missing::Undecided)
}

fn root(square: Interval) -> Interval {
    if square.is_zero() {
        return Interval::ZERO;
    }
    Interval { low: square.low.sqrt().next_down().max(0.0), high: square.high.sqrt().next_up() }
}

fn ratio(part: Interval, whole: Interval) -> Number {
    if whole.is_zero() { Err(Missing::Impossible) } else { part.over(whole).number() }
}

struct Solver<'a> {
    game: &'a MarkovChain,
    start: usize,
    chances: Vec<Interval>,
    all: Eliminated,
    /// Each seat's chance to win at every position.
    wins: Vec<Vec<Interval>>,
}

impl<'a> Solver<'a> {
    fn new(game: &'a MarkovChain, start: usize) -> Self {
        let chances = intervals(game);
        let all = Eliminated::from(chain(game, &chances, |_, _| true));
        let won = shares(game, &chances);
        // The complements too, so that chances near 1 are as precise as those near 0.
        let lost = (0..game.seats()).map(|seat| {
            gains(game, &chances, |_, edge| match edge.to {
                To::State(_) => Interval::ZERO,
                end => part::<Interval>(end, seat).complement(),
            })
        });
        let lost = all.solve(&lost.collect::<Vec<_>>());
        let chance = |(won, lost): (Interval, Interval)| {
            won.at_most_one().intersection(&lost.at_most_one().complement())
        };
        let wins = all.solve(&won).into_iter().zip(lost);
        let wins = wins.map(|(won, lost)| won.into_iter().zip(lost).map(chance).collect()).collect();
        Self { game, start, chances, all, wins }
    }

    fn gain(&self, value: impl Fn(usize, &Edge) -> Interval) -> Vec<Interval> {
        gains(self.game, &self.chances, value)
    }

    /// The expected values for each of the gains.
    fn solve<const N: usize>(&self, gains: [Vec<Interval>; N]) -> [Vec<Interval>; N] {
        let mut solved = self.all.solve(&gains).into_iter();
        gains.map(|_| solved.next().unwrap_or_default())
    }

    /// The values at all positions.
    fn at_each(&self, value: impl Fn(usize) -> Interval) -> Vec<Interval> {
        (0..self.game.states()).map(value).collect()
    }

    fn swings(&self) -> Swings {
        let seats = self.game.seats();
        let one_if = |holds: bool| if holds { Interval::ONE } else { Interval::ZERO };
        let casts = |edge: &Edge| Interval::whole(edge.casts.into());
        let mut wanted = vec![
            self.gain(|_, edge| casts(edge)),
            self.gain(|_, edge| if edge.idle { casts(edge) } else { Interval::ZERO }),
            self.gain(|_, edge| one_if(matches!(edge.to, To::End(winners) if winners.number() != 1))),
            self.at_each(|at| (0..seats).map(|seat| self.wins[seat][at].times(self.behind(at, seat))).sum()),
            self.at_each(|at| {
                let wins = |seat: usize| match self.behind(at, seat) {
                    behind if behind.is_zero() => Interval::ZERO,
                    // It may not be behind at all.
                    Interval { low: 0.0, .. } => Interval { low: 0.0, ..self.wins[seat][at] },
                    _ => self.wins[seat][at],
                };
                (0..seats).map(wins).sum()
            }),
        ];
        let first = wanted.len();
        for seat in 0..seats {
            let squares = self.gain(|at, edge| {
                let change = self.change(at, edge, seat);
                change.times(change)
            });
            wanted.push(squares.iter().copied().map(root).collect());
            wanted.push(self.gain(|at, edge| self.change(at, edge, seat)));
            wanted.push(squares);
        }
        let solved: Vec<Interval> = self.all.solve(&wanted).iter().map(|values| values[self.start]).collect();
        let of_seat = |which: usize, seat: usize| solved[first + 3 * seat + which].number();
        let [throws, dead, drawn, short, behind] = std::array::from_fn(|index| solved[index]);
        let of_several = |number: Number| if seats > 1 { number } else { Err(Missing::Impossible) };
        let may_never_end = self.game.may_never_end();
        let figure = |swing: Swing, seat: usize| match swing {
            // Fractions of all casts, which are infinitely many.
            Swing::DeadCasts | Swing::Decisiveness if may_never_end => Err(Missing::Unbalanced),
            Swing::DeadCasts => ratio(dead, throws),
            Swing::LeadChanges => of_several(self.lead_changes()),
            Swing::Drama => of_several(ratio(short, behind)),
            Swing::Decisiveness => self.decided().and_then(|decided| ratio(decided, throws)),
            Swing::Drawishness => of_several(drawn.number()),
            Swing::Suspense => of_seat(0, seat),
            Swing::Surprise => of_seat(1, seat),
            comeback => self.comebacks(comeback.comeback_from().unwrap_or(0.0)),
        };
        let figure = |swing: Swing, seat: usize| {
            let number = figure(swing, seat);
            if swing.is_part() { number.map(Enclosure::at_most_one) } else { number }
        };
        Swings {
            figures: BySwing::new(seats, figure),
            variance: (0..seats).map(|seat| of_seat(2, seat)).collect(),
            net_sd: self.net_sd(),
        }
    }

    /// A seat's chance to win after a move.
    fn after(&self, edge: &Edge, seat: usize) -> Interval {
        match edge.to {
            To::State(to) => self.wins[seat][to as usize],
            end => part(end, seat),
        }
    }

    /// |p′ − p| for a seat.
    fn change(&self, at: usize, edge: &Edge, seat: usize) -> Interval {
        // The position and thus the chance stay the same.
        if matches!(edge.to, To::State(to) if to as usize == at) {
            return Interval::ZERO;
        }
        let (before, after) = (self.wins[seat][at], self.after(edge, seat));
        if before == after && before.low.to_bits() == before.high.to_bits() {
            return Interval::ZERO;
        }
        let plain = Signed::from(after).minus(before.into()).magnitude();
        if plain.relative_width() < CLOSE {
            return plain;
        }
        let others = self.game.moves(at).iter().filter(|other| other.to != edge.to);
        let changes = others.map(|other| {
            let chance = Signed::from(self.chances[other.chance as usize]);
            chance.times(Signed::from(after).minus(self.after(other, seat).into()))
        });
        let zero = Signed::from(Interval::ZERO);
        plain.intersection(&changes.fold(zero, Signed::plus).magnitude())
    }

    /// The difference between the best chance of any other seat and the seat's own, or 0 if it is not behind.
    fn behind(&self, at: usize, seat: usize) -> Interval {
        let own = self.wins[seat][at];
        let others =
            || (0..self.game.seats()).filter(|other| *other != seat).map(|other| self.wins[other][at]);
        let shorter: Vec<Option<bool>> = others().map(|other| is_larger(other, own)).collect();
        if shorter.iter().all(|shorter| *shorter == Some(false)) {
            return Interval::ZERO;
        }
        let best = others().fold(Interval::ZERO, |best, other| Interval {
            low: best.low.max(other.low),
            high: best.high.max(other.high),
        });
        let short = Signed::from(best).minus(own.into());
        let low = if shorter.contains(&Some(true)) { short.low.max(0.0) } else { 0.0 };
        Interval { low, high: short.high.max(0.0) }
    }

    /// The seat with the best chance, if there is only one.
    fn leader(&self, at: usize) -> Result<Option<usize>, Missing> {
        let seats = 0..self.game.seats();
        let middle = |seat: &usize| self.wins[*seat][at].middle();
        let Some(best) = seats.clone().max_by(|one, other| middle(one).total_cmp(&middle(other))) else {
            return Ok(None);
        };
        let ahead = |other: usize| is_larger(self.wins[best][at], self.wins[other][at]);
        let ahead: Vec<Option<bool>> = seats.filter(|other| *other != best).map(ahead).collect();
        // If another seat is as good, there is no leader, even if other comparisons are undecided.
        match (ahead.contains(&Some(false)), ahead.contains(&None)) {
            (true, _) => Ok(None),
            (false, true) => Err(Missing::Undecided),
            (false, false) => Ok(Some(best)),
        }
    }

    /// The mean number of casts made while the game is decided and stays so to the end.
    fn decided(&self) -> Result<Interval, Missing> {
        let holder = |at: usize| {
            for seat in 0..self.game.seats() {
                if is_above(self.wins[seat][at], DECIDED)? {
                    return Ok(Some(seat));
                }
            }
            Ok(None)
        };
        let holders = (0..self.game.states()).map(holder).collect::<Result<Vec<Option<usize>>, Missing>>()?;
        let same = |at: usize, to: usize| holders[at].is_some() && holders[at] == holders[to];
        let won = self.gain(|at, edge| match edge.to {
            To::End(winners) if holders[at].is_some() && winners.alone() == holders[at] => Interval::ONE,
            _ => Interval::ZERO,
        });
        let stays =
            Eliminated::from(chain(self.game, &self.chances, same)).solve(&[won]).pop().unwrap_or_default();
        let decided = self.gain(|at, edge| {
            let stays = match edge.to {
                To::State(to) if same(at, to as usize) => stays[to as usize].at_most_one(),
                To::End(winners) if holders[at].is_some() && winners.alone() == holders[at] => Interval::ONE,
                _ => Interval::ZERO,
            };
            stays.times(Interval::whole(edge.casts.into()))
        });
        let [decided] = self.solve([decided]);
        Ok(decided[self.start])
    }

    /// P(the winner was once at or below that chance | somebody wins).
    fn comebacks(&self, level: f64) -> Number {
        let at_or_below = |wins: &Vec<Interval>| -> Result<Vec<bool>, Missing> {
            wins.iter().map(|chance| Ok(!is_above(*chance, level)?)).collect()
        };
        let low = self.wins.iter().map(at_or_below).collect::<Result<Vec<_>, _>>()?;
        let low = |at: usize, seat: usize| low[seat][at];
        let won = (0..self.game.seats()).any(|seat| !self.wins[seat][self.start].is_zero());
        if won && (0..self.game.seats()).all(|seat| low(self.start, seat)) {
            return ratio(Interval::ONE, Interval::ONE);
        }
        let mut came_back = Interval::ZERO;
        for seat in 0..self.game.seats() {
            if low(self.start, seat) {
                came_back = came_back.plus(self.wins[seat][self.start]);
                continue;
            }
            let above = chain(self.game, &self.chances, |at, to| !low(at, seat) && !low(to, seat));
            let gain = self.gain(|at, edge| match edge.to {
                _ if low(at, seat) => Interval::ZERO,
                To::State(to) if low(to as usize, seat) => self.wins[seat][to as usize],
                To::End(winners) if winners.share(seat) <= level + SLACK => part(edge.to, seat),
                _ => Interval::ZERO,
            });
            let solved = Eliminated::from(above).solve(&[gain]);
            came_back = came_back.plus(solved[0][self.start]);
        }
        ratio(came_back, (0..self.game.seats()).map(|seat| self.wins[seat][self.start]).sum())
    }

    /// The mean number of lead changes. If no seat leads alone, the last leader is remembered.
    fn lead_changes(&self) -> Number {
        let seats = self.game.seats();
        let leaders = (0..self.game.states()).map(|at| self.leader(at)).collect::<Result<Vec<_>, _>>()?;
        // States are positions with the seat that led last, from 1; 0 if none has led yet.
        let mut numbers = std::collections::HashMap::new();
        let mut states: Vec<(usize, usize)> = Vec::new();
        let mut number_of = |states: &mut Vec<(usize, usize)>, at: usize, last: usize| {
            let last = leaders[at].map_or(last, |leader| leader + 1);
            let next = states.len();
            *numbers.entry(at * (seats + 1) + last).or_insert_with(|| {
                states.push((at, last));
                next
            })
        };
        number_of(&mut states, self.start, 0);
        let (mut chain, mut gain) = (Sparse::new(), Vec::new());
        let mut index = 0;
        while let Some(&(at, last)) = states.get(index) {
            let (mut moves, mut exit, mut changes) = (Vec::new(), Interval::ZERO, Interval::ZERO);
            for edge in self.game.moves(at) {
                let chance = self.chances[edge.chance as usize];
                let leader = match edge.to {
                    To::State(to) => {
                        let to = to as usize;
                        let number = number_of(&mut states, to, last);
                        moves.push((number, chance));
                        leaders[to]
                    }
                    To::End(winners) => {
                        exit = exit.plus(chance);
                        winners.alone()
                    }
                    To::Never => None,
                };
                if last > 0 && leader.is_some_and(|leader| leader + 1 != last) {
                    changes = changes.plus(chance);
                }
            }
            chain.row(moves, exit);
            gain.push(changes);
            index += 1;
        }
        Eliminated::from(chain).solve(&[gain])[0][0].number()
    }

    /// Whether the net of a seat is the same in every game: its payments on the way add up to the same, and so does what it
    /// takes in the end, either nothing or a fixed share of a pot of fixed size.
    fn is_sure(&self, seat: usize, stakes: u64) -> bool {
        if self.sum_of_all_ways(Account::Seat(seat)).is_none() {
            return false;
        }
        let edges = (0..self.game.states()).flat_map(|at| self.game.moves(at));
        let ends = edges.filter(|edge| !matches!(edge.to, To::State(_)));
        let mut shares: Vec<Interval> = ends.map(|edge| part(edge.to, seat)).collect();
        shares.dedup();
        match shares[..] {
            [only] if only.is_zero() => true,
            [_] => self.sum_of_all_ways(Account::Pot).is_some(),
            _ => self.sum_of_all_ways(Account::Pot) == Some(-i128::from(stakes)),
        }
    }

    /// The gain of a purse or the pot from start to end, if it is the same on all paths.
    fn sum_of_all_ways(&self, account: Account) -> Option<i128> {
        let gained = |transfers: &Vec<Transfer>| {
            let [out, into] = moved(transfers, account)?;
            Some(i128::from(into) - i128::from(out))
        };
        let gained = self.game.transfers().iter().map(gained).collect::<Option<Vec<i128>>>()?;
        self.game.sum_of_all_ways(|edge| gained[edge.transfers as usize])
    }

    /// For each seat the root of `E[(s·(B + X) − (C + Y))²]` minus the square of the mean: s is its share of the win, B and C
    /// are the antes of all seats and its own, X and Y the later payments of all seats and its own.
    fn net_sd(&self) -> Option<Vec<Number>> {
        let seats = self.game.seats();
        let stake = self.game.ante()?;
        let stakes = seats as u64 * stake;
        // For each set of transfers: the coins that each seat pays into the pot.
        let mut paid = vec![vec![0u64; seats]; self.game.transfers().len()];
        let mut all_into_pot = true;
        for (paid, transfers) in paid.iter_mut().zip(self.game.transfers()) {
            for transfer in transfers {
                match (transfer.from, transfer.to, transfer.amount) {
                    (Account::Seat(seat), Account::Pot, Amount::Coins(coins)) => paid[seat] += coins,
                    _ => all_into_pot = false,
                }
            }
        }
        let paid_by = |edge: &Edge, seat: usize| paid[edge.transfers as usize][seat];
        let coins = |edge: &Edge| paid[edge.transfers as usize].iter().sum::<u64>();
        let free = (0..self.game.states()).all(|at| self.game.moves(at).iter().all(|edge| coins(edge) == 0));
        let seat_sd = |seat: usize| {
            if has_endless_net(self.game, seat) {
                return Err(Missing::Endless);
            }
            if self.is_sure(seat, stakes) {
                return Ok(Enclosure::zero());
            }
            if !all_into_pot {
                return Err(Missing::TooLong);
            }
            let share = |edge: &Edge| part::<Interval>(edge.to, seat);
            let square = |edge: &Edge| share(edge).times(share(edge));
            let own = |edge: &Edge| Interval::whole(paid_by(edge, seat));
            let all = |edge: &Edge| Interval::whole(coins(edge));
            let after = |values: &[Interval], edge: &Edge, end: Interval| match edge.to {
                To::State(to) => values[to as usize],
                _ => end,
            };
            let s1 = &self.wins[seat];
            let [s2] = self.solve([self.gain(|_, edge| square(edge))]);
            // E[s²X], E[sX], E[sY], E[Y], then E[s²X²], E[sXY], E[Y²]; without payments after the antes, X and Y are 0.
            let paying = |value: &dyn Fn(&Edge) -> Interval| {
                if free { self.at_each(|_| Interval::ZERO) } else { self.gain(|_, edge| value(edge)) }
            };
            let (zero, two) = (Interval::ZERO, Interval::whole(2));
            let [s2x, s1x, s1y, y] = self.solve([
                paying(&|edge| all(edge).times(after(&s2, edge, square(edge)))),
                paying(&|edge| all(edge).times(after(s1, edge, share(edge)))),
                paying(&|edge| own(edge).times(after(s1, edge, share(edge)))),
                paying(&own),
            ]);
            let [s2xx, s1xy, yy] = self.solve([
                paying(&|edge| {
                    let paid = all(edge);
                    let later = two.times(after(&s2x, edge, zero));
                    paid.times(later.plus(paid.times(after(&s2, edge, square(edge)))))
                }),
                paying(&|edge| {
                    let (paid, own) = (all(edge), own(edge));
                    let here = paid.times(own).times(after(s1, edge, share(edge)));
                    here.plus(paid.times(after(&s1y, edge, zero))).plus(own.times(after(&s1x, edge, zero)))
                }),
                paying(&|edge| own(edge).times(own(edge).plus(two.times(after(&y, edge, zero))))),
            ]);
            let at = |values: &[Interval]| Signed::from(values[self.start]);
            let (stakes, stake) = (Interval::whole(stakes), Interval::whole(stake));
            let (b, c, two) = (Signed::from(stakes), Signed::from(stake), Signed::from(Interval::whole(2)));
            let [s2, s1, s2x, s1x, s1y, y] = [&s2, s1, &s2x, &s1x, &s1y, &y].map(|values| at(values));
            let [s2xx, s1xy, yy] = [&s2xx, &s1xy, &yy].map(|values| at(values));
            let taken = b.times(b).times(s2).plus(two.times(b).times(s2x)).plus(s2xx);
            let mixed = b.times(c).times(s1).plus(b.times(s1y)).plus(c.times(s1x)).plus(s1xy);
            let paid = c.times(c).plus(two.times(c).times(y)).plus(yy);
            let mean = b.times(s1).plus(s1x).minus(c).minus(y);
            let variance = taken.minus(two.times(mixed)).plus(paid).minus(mean.times(mean));
            let variance = Interval { low: variance.low.max(0.0), high: variance.high.max(0.0) };
            root(variance).number()
        };
        Some((0..seats).map(seat_sd).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Distribution, Seats, Step, Turn};
    use num_bigint::BigUint;
    use num_traits::{Pow, ToPrimitive};

    /// Two seats throw in turn; the first to have made the given number of steps wins.
    struct Race([Distribution<u64>; 1], u64);

    impl Process for Race {
        /// The steps of both seats, and whose turn it is.
        type State = ([u64; 2], usize);
        type Move = u64;
        type Information = ();
        type Event = ();

        fn seats(&self) -> usize {
            2
        }
        fn start(&self) -> Self::State {
            ([0; 2], 0)
        }
        fn distributions(&self) -> &[Distribution<u64>] {
            &self.0
        }
        fn turn(&self, (made, _): &Self::State) -> Turn<()> {
            let done = made.iter().position(|made| *made == self.1);
            done.map_or(Turn::Chance(0), |seat| Turn::End(Seats::one(seat)))
        }
        fn next(&self, &(mut made, seat): &Self::State, step: u64) -> Step<Self::State> {
            made[seat] += step;
            Step::to((made, 1 - seat)).idle_if(step == 0)
        }
    }

    /// A race of two seats over `steps` steps; each throw makes one with probability 10^−`exponent`.
    fn race(steps: u64, exponent: u32) -> MarkovChain {
        let all: BigUint = Pow::pow(BigUint::from(10u32), exponent);
        let distribution = Distribution::new([(0u64, &all - 1u32), (1, BigUint::from(1u32))]).unwrap();
        MarkovChain::new(&Race([distribution], steps), 1_000).unwrap()
    }

    /// Asserts that the number is known to ten digits.
    #[track_caller]
    fn assert_is(number: &Number, wanted: f64) {
        assert_is_within(number, wanted, 1e-10);
    }

    #[track_caller]
    fn assert_is_within(number: &Number, wanted: f64, width: f64) {
        let number = number.as_ref().unwrap();
        let [low, high] = [number.low(), number.high()].map(|end| end.to_f64().unwrap());
        assert!(low <= wanted * (1.0 + 1e-15) && high >= wanted * (1.0 - 1e-15), "{low}..{high}: {wanted}");
        assert!(high - low <= width * wanted, "{low}..{high}: {wanted}");
    }

    /// With probability p of the one step, the seat to throw wins with 1/(2 − p). There are (1 − p)/p idle throws on
    /// average, and each moves p/(2 − p) from one seat to the other.
    #[test]
    fn swings_of_a_one_step_race_match_the_formulas() {
        for exponent in [1, 3, 8, 10, 16, 40, 100, 140, 280] {
            let swings = solve_swings(&race(1, exponent));
            let of = |swing: Swing| swings.figures.one(swing);
            let p = 0.1_f64.powi(i32::try_from(exponent).unwrap());
            assert_is(of(Swing::DeadCasts), 1.0 - p);
            assert_is(of(Swing::Surprise), 2.0 * (1.0 - p) / (2.0 - p));
            if exponent <= 140 {
                assert_is(of(Swing::Suspense), ((1.0 - p) / p).sqrt() / (2.0 - p));
            }
            if p / (2.0 - p) > SLACK {
                assert_is(of(Swing::LeadChanges), (1.0 - p) / p);
                // A difference of two chances is as precise as the chances.
                assert_is_within(of(Swing::Drama), p / (2.0 - p), 1e-13 / p + 1e-10);
            } else {
                assert_is(of(Swing::LeadChanges), 0.0);
                assert_eq!(*of(Swing::Drama), Err(Missing::Impossible));
            }
        }
    }

    /// Half of the races to three fair steps reach 1–1 and three eighths reach 2–2; the next step then changes the lead
    /// with probability 1/2: (1/2 + 3/8)/2.
    #[test]
    fn lead_changes_with_rare_steps_match_fair_coins() {
        for exponent in [10, 16, 50, 100] {
            assert_is(solve_swings(&race(3, exponent)).figures.one(Swing::LeadChanges), 7.0 / 16.0);
        }
    }

    #[test]
    fn undecidable_swings_are_missing() {
        // Out of the range of doubles, the leader is unknown.
        let swings = solve_swings(&race(2, 320));
        for swing in [Swing::LeadChanges, Swing::Surprise, Swing::Decisiveness] {
            let number = swings.figures.one(swing);
            assert!(
                number.is_err() || number.as_ref().is_ok_and(|number| number.as_exact().is_none()),
                "{swing:?}"
            );
        }
        assert_eq!(*swings.figures.one(Swing::LeadChanges), Err(Missing::Undecided));
    }
}
