//! Verdicts for a host, ruled only if the whole interval agrees.

use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::{BalanceAnswer, SeatFigure};
use crate::analysis::between::{self, Ends};
use crate::analysis::estimate::Compared;
use crate::analysis::{Figure, NamedFigures, record};
use crate::process::{Role, Swing};

/// A threshold missed less often than this never matters.
const NEGLIGIBLE: f64 = 1e-6;

/// The part of casts without effect from which a game is slow.
const SLOW: f64 = 0.9;

/// The subject of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum About {
    /// The game may never end.
    End,
    /// Whether it fits into the available time.
    Length,
    /// Whether a seat loses more of its stakes than is tolerated.
    Coins,
    /// Whether a seat wins more often than another.
    Chances,
    /// Many games have no winner.
    Nobody,
    /// A seat often runs out of money before the evening is over.
    Ruin,
    /// The seat that wins most often loses money.
    Purse,
    /// A rule that never matters.
    IdleRule,
    /// Most casts change nothing.
    DeadCasts,
    /// How often a solitaire is won.
    Success,
}

impl About {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Length => "length",
            Self::Coins => "coins",
            Self::Chances => "chances",
            Self::Nobody => "nobody",
            Self::Ruin => "ruin",
            Self::Purse => "purse",
            Self::IdleRule => "idle_rule",
            Self::DeadCasts => "dead_casts",
            Self::Success => "success",
        }
    }
}

/// The ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The whole interval is within the bound.
    Inside,
    /// The whole interval is beyond it.
    Outside,
    /// The bound is within the interval; the number is of further games that would settle it, if games can.
    Undecided(Option<u64>),
    /// There is no bound.
    Stated,
}

impl Ruling {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::Undecided(_) => "undecided",
            Self::Stated => "stated",
        }
    }

    /// Rules on a number in a range.
    fn on((low, high): &Ends, bound: &BigRational, figure: &Figure) -> Self {
        /// Intervals from fewer games are too often too narrow.
        const FEWEST: u64 = 30;
        let few = matches!(figure, Figure::Simulated(estimate) if estimate.games < FEWEST);
        if high <= bound && !few {
            return Self::Inside;
        }
        if low > bound && !few {
            return Self::Outside;
        }
        let Figure::Simulated(estimate) = figure else { return Self::Undecided(None) };
        // The width of an interval falls with the square root of the number of games.
        let distance = (bound.to_f64().unwrap_or(0.0) - estimate.value.abs()).abs();
        let half = (estimate.high - estimate.low) / 2.0;
        let games = estimate.games.to_f64().unwrap_or(f64::INFINITY);
        let needed = games * ((half / distance).powi(2) - 1.0).max(0.1);
        Self::Undecided(needed.ceil().to_u64())
    }
}

/// A verdict on one aspect of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The subject.
    pub about: About,
    /// The ruling.
    pub ruling: Ruling,
    /// The figure behind it.
    pub figure: Figure,
    /// The bound it was compared with.
    pub bound: Option<BigRational>,
    /// The seat it concerns, from 1.
    pub seat: Option<usize>,
    /// The credible interval of the figure, if weights of bones were estimated from throws.
    pub credible: Option<[f64; 2]>,
}

impl Verdict {
    fn new(about: About, ruling: Ruling, figure: &Figure, bound: Option<BigRational>) -> Self {
        Self { about, ruling, figure: figure.clone(), bound, seat: None, credible: None }
    }

    /// Adds the credible interval of the figure, for counted bones.
    fn over(self, ends: Option<&Ends>) -> Self {
        let double = |end: &BigRational| end.to_f64();
        Self { credible: ends.and_then(|(low, high)| Some([double(low)?, double(high)?])), ..self }
    }

    /// The sort key, the worst first: problems, undecided matters, what is fine.
    fn rank(&self) -> (u8, About) {
        let rank = match (self.ruling, self.about) {
            (Ruling::Outside, _) if self.is_note() => 2,
            (Ruling::Outside, _) => 0,
            (Ruling::Undecided(_), _) => 1,
            (Ruling::Stated, _) => 3,
            (Ruling::Inside, _) => 4,
        };
        (rank, self.about)
    }

    /// The severity: 0 fine, 1 worth knowing, 2 undecided, 3 a problem.
    pub fn severity(&self) -> u8 {
        match self.ruling {
            Ruling::Inside => 0,
            _ if self.is_note() => 1,
            Ruling::Undecided(_) => 2,
            Ruling::Outside | Ruling::Stated => 3,
        }
    }

    /// Whether it is worse than the previous verdict on the same subject: more severe, or a problem that has grown.
    fn is_worse_than(&self, before: Option<&Self>) -> bool {
        let size = |verdict: &Self| between::ends(&between::absolute(&verdict.figure));
        match before {
            None => self.severity() > 0,
            // Simulated figures differ a little each time.
            Some(before) if self.is_problem() && before.is_problem() => {
                size(self).zip(size(before)).is_none_or(|((least, _), (_, most))| least > most)
            }
            Some(before) => self.severity() > before.severity(),
        }
    }

    /// The figure divided by its bound; infinity if that is unknown.
    pub fn excess(&self) -> f64 {
        let bound = self.bound.as_ref().and_then(ToPrimitive::to_f64);
        let excess = self.figure.approximate().zip(bound).map(|(figure, bound)| figure.abs() / bound);
        excess.filter(|excess| excess.is_finite()).unwrap_or(f64::INFINITY)
    }

    /// Whether the figure behind it is indistinguishable from 0.
    pub fn rests_on_nothing(&self) -> bool {
        between::is_nothing(&self.figure)
    }

    /// Whether it is worth knowing, but needs no remedy.
    pub const fn is_note(&self) -> bool {
        match self.ruling {
            Ruling::Stated => true,
            Ruling::Outside => matches!(self.about, About::IdleRule | About::DeadCasts | About::Purse),
            Ruling::Inside | Ruling::Undecided(_) => false,
        }
    }

    /// Whether it is a problem that a host would fix.
    pub fn is_problem(&self) -> bool {
        self.rank().0 == 0
    }
}

record!(Verdict, verdict =>
    "about": verdict.about.name(),
    "ruling": verdict.ruling.name(),
    "figure": verdict.figure,
    "bound"?: verdict.bound.as_ref().map(BigRational::to_f64),
    "low"?: verdict.credible.map(|[low, _]| low),
    "high"?: verdict.credible.map(|[_, high]| high),
    "seat"?: verdict.seat,
    "more_games"?: if let Ruling::Undecided(games) = verdict.ruling { Some(games) } else { None },
);

/// All verdicts, the worst first.
pub(super) fn verdicts(answer: &BalanceAnswer) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = Vec::new();
    let endless = end(answer);
    let ends = endless.is_none();
    verdicts.extend(endless);
    if ends {
        let all = [length, coins, ruin, purse, idle_rule, dead_casts, nobody];
        verdicts.extend(all.iter().filter_map(|verdict| verdict(answer)));
    }
    let can_win = |share: &Compared| between::ends(&share.solved).is_none_or(|(_, high)| high.is_positive());
    if answer.seats.iter().any(|seat| can_win(&seat.share)) {
        verdicts.extend(chances(answer));
    }
    verdicts.extend(success(answer));
    verdicts.sort_by_key(Verdict::rank);
    verdicts
}

impl BalanceAnswer {
    /// Whether rotating who begins solves a problem: if the seats differ only in their order, and coins stay among them.
    pub fn is_evened_by_turns(&self, verdict: &Verdict) -> bool {
        let is_even = match verdict.about {
            About::Chances => true,
            About::Coins => {
                let nets: Option<Vec<Figure>> =
                    self.seats.iter().map(|seat| seat.solved(SeatFigure::NET).cloned()).collect();
                let sum = nets.and_then(|nets| nets.into_iter().reduce(|sum, net| between::sum(&sum, &net)));
                match &sum {
                    Some(Figure::Numerical(bounds)) if between::is_vague(bounds) => false,
                    Some(sum @ (Figure::Exact(_) | Figure::Numerical(_))) => between::is_nothing(sum),
                    _ => false,
                }
            }
            _ => false,
        };
        verdict.ruling == Ruling::Outside && is_even && self.setting.has_seats_alike()
    }

    /// Whether any verdict is worse than with the rules before, or some seat is surely ruined more often than any was, or a lone
    /// player surely wins less often.
    pub fn is_worse_than(&self, before: &Self) -> bool {
        let of_before = |about: About| before.verdicts.iter().find(|verdict| verdict.about == about);
        // A possibly endless game has few other verdicts to compare with.
        let is_shown =
            |verdict: &&Verdict| of_before(About::End).is_none() || of_before(verdict.about).is_some();
        let worse = |verdict: &Verdict| verdict.is_worse_than(of_before(verdict.about));
        let alone = |answer: &Self| match answer.seats.as_slice() {
            [seat] => between::ends(&seat.share.solved),
            _ => None,
        };
        let is_harder = alone(self).zip(alone(before)).is_some_and(|((_, most), (least, _))| most < least);
        self.verdicts.iter().filter(is_shown).any(worse)
            || is_harder
            || self.most_ruined(|(low, _)| low) > before.most_ruined(|(_, high)| high)
    }

    /// An end of the greatest chance of ruin among the seats.
    fn most_ruined(&self, end: fn(Ends) -> BigRational) -> BigRational {
        let ruined = self.seats.iter().filter_map(|seat| between::ends(seat.solved(SeatFigure::RUINED)?));
        ruined.map(end).max().unwrap_or_else(BigRational::zero)
    }
}

fn end(answer: &BalanceAnswer) -> Option<Verdict> {
    let never = &answer.wins.never.solved;
    // If games were only simulated, it is unknown whether they may be endless, unless one was.
    let possible = match never {
        Figure::Simulated(estimate) => estimate.value > 0.0,
        never => between::ends(never).is_some_and(|(_, high)| high.is_positive()),
    };
    possible.then(|| Verdict::new(About::End, Ruling::Outside, never, Some(BigRational::zero())))
}

/// Nineteen of twenty games should end in time; if that is unknown, the mean game. Several games average out, so they should
/// fit on average.
fn length(answer: &BalanceAnswer) -> Option<Verdict> {
    let bound = &answer.question.minutes;
    let p95 = answer.minutes.quantiles.iter().find(|quantile| quantile.percent == 95);
    let figure = p95.map(|quantile| &quantile.number).filter(|figure| figure.is_number());
    let figure = figure.filter(|_| answer.question.times == 1);
    if let Some(figure) = figure {
        let ruling = Ruling::on(&between::ends(figure)?, bound, figure);
        return Some(Verdict::new(About::Length, ruling, figure, Some(bound.clone())));
    }
    let all = answer.minutes_of_all();
    let possible = between::possible(&all)?;
    let ruling = Ruling::on(&possible, bound, &all.solved);
    let verdict = Verdict::new(About::Length, ruling, &all.solved, Some(bound.clone()));
    Some(verdict.over(all.posterior.is_some().then_some(&possible)))
}

fn chances(answer: &BalanceAnswer) -> Option<Verdict> {
    let bound = &answer.question.tolerance;
    let ends = between::difference(answer.seats.iter().map(|seat| &seat.share))?;
    let figure = between::complement(&answer.balance);
    let best = answer.seats.iter().filter_map(|seat| Some((seat.share.solved.rational()?, seat.seat)));
    // Of tied seats, the first is named.
    let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, seat)| seat);
    // Without a clear difference nobody is best.
    let best = best.filter(|_| !between::is_nothing(&figure));
    let ruling = Ruling::on(&ends, bound, &figure);
    let counted = answer.seats.iter().any(|seat| seat.share.posterior.is_some());
    let verdict =
        Verdict { seat: best, ..Verdict::new(About::Chances, ruling, &figure, Some(bound.clone())) };
    Some(verdict.over(counted.then_some(&ends)))
}

/// The seat that loses, or gains, the largest part of its stakes.
fn coins(answer: &BalanceAnswer) -> Option<Verdict> {
    let bound = &answer.question.tolerance;
    let risks = answer.seats.iter().filter_map(|seat| {
        let risk = seat.solved(SeatFigure::ELEMENT_OF_RISK)?;
        Some((risk.rational()?.abs(), seat))
    });
    let (_, seat) = risks.reduce(|worst, next| if next.0 > worst.0 { next } else { worst })?;
    let (net, figure) = (seat.get(SeatFigure::NET)?, seat.solved(SeatFigure::ELEMENT_OF_RISK)?);
    // For counted bones, use the credible interval of the net, as a part of the payments.
    let (low, high) = match net.credible() {
        Some(credible) => {
            let paid = &answer.pot.as_ref()?.seats.get(seat.seat - 1)?.paid.solved;
            let paid = between::staked(paid, &answer.staked_besides).rational()?;
            let part = |end: f64| Some(BigRational::from_f64(end)? / &paid);
            (part(credible.low)?, part(credible.high)?)
        }
        None => between::ends(figure)?,
    };
    let largest = low.abs().max(high.abs());
    let least =
        if low.is_negative() && high.is_positive() { BigRational::zero() } else { low.abs().min(high.abs()) };
    let ruling = Ruling::on(&(least, largest), bound, figure);
    let verdict = Verdict::new(About::Coins, ruling, figure, Some(bound.clone()));
    let verdict = Verdict { seat: Some(seat.seat), ..verdict };
    Some(verdict.over(net.posterior.is_some().then_some(&(low, high))))
}

/// A verdict on an event that should be rare: a problem above 1/2, worth a note above 1/20.
fn seldom(about: About, chance: &Figure) -> Option<Verdict> {
    let (low, _) = between::ends(chance)?;
    let part = |parts: i64| BigRational::new(1.into(), parts.into());
    let (mostly, often) = (part(2), part(20));
    let ruling = if low > mostly { Ruling::Outside } else { Ruling::Stated };
    let bound = (ruling == Ruling::Outside).then_some(mostly);
    (low > often).then(|| Verdict::new(about, ruling, chance, bound))
}

/// Games that end without a winner.
fn nobody(answer: &BalanceAnswer) -> Option<Verdict> {
    if answer.seats.len() > 1 { seldom(About::Nobody, &answer.nobody) } else { None }
}

/// The seat that runs out of coins most often.
fn ruin(answer: &BalanceAnswer) -> Option<Verdict> {
    let ruined = answer.seats.iter().filter_map(|seat| {
        let ruined = seat.solved(SeatFigure::RUINED)?;
        Some((ruined.rational()?, ruined, seat.seat))
    });
    let ends: Vec<Ends> = ruined.clone().filter_map(|(_, ruined, _)| between::ends(ruined)).collect();
    let (_, ruined, seat) = ruined.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
    // Indistinguishable seats are not named.
    let (least, _) = between::ends(ruined)?;
    let alike = ends.iter().all(|(_, most)| *most >= least);
    seldom(About::Ruin, ruined).map(|verdict| Verdict { seat: (!alike).then_some(seat), ..verdict })
}

/// A seat that wins more often than any other and still loses money; for counted bones, over the whole credible interval.
fn purse(answer: &BalanceAnswer) -> Option<Verdict> {
    let share = |index: usize| between::possible(&answer.seats[index].share);
    let indices = 0..answer.seats.len();
    let more = |index: usize| {
        let others = indices.clone().filter(|other| *other != index);
        let (least, _) = share(index)?;
        Some(others.into_iter().all(|other| share(other).is_some_and(|(_, most)| most < least)))
    };
    let best = indices.clone().find(|index| more(*index) == Some(true))?;
    let net = answer.seats[best].get(SeatFigure::NET)?;
    let surely = between::possible(net).is_some_and(|(_, high)| high.is_negative());
    let verdict = || Verdict::new(About::Purse, Ruling::Outside, &net.solved, Some(BigRational::zero()));
    (answer.seats.len() > 1 && surely).then(|| Verdict { seat: Some(best + 1), ..verdict() })
}

/// A threshold that everybody passes.
fn idle_rule(answer: &BalanceAnswer) -> Option<Verdict> {
    let misses = |named: &&NamedFigures| matches!(named.of.role, Role::Misses { .. });
    let missed = answer.wins.figures.iter().find(misses)?;
    let chances = missed.figures.iter().map(|chance| &chance.solved);
    let most = chances.reduce(|most, next| if next.rational() > most.rational() { next } else { most })?;
    let (_, high) = between::ends(most)?;
    let bound = BigRational::from_f64(NEGLIGIBLE)?;
    (high < bound && high.is_positive())
        .then(|| Verdict::new(About::IdleRule, Ruling::Outside, most, Some(bound)))
}

fn dead_casts(answer: &BalanceAnswer) -> Option<Verdict> {
    let figure = answer.swings.of(Swing::DeadCasts);
    let (low, _) = between::ends(figure)?;
    let bound = BigRational::from_f64(SLOW)?;
    (low > bound).then(|| Verdict::new(About::DeadCasts, Ruling::Outside, figure, Some(bound)))
}

/// How often a lone player wins, if that is not certain.
fn success(answer: &BalanceAnswer) -> Option<Verdict> {
    let [seat] = answer.seats.as_slice() else { return None };
    let certain = between::ends(&seat.share.solved)?.0 >= BigRational::from_integer(1.into());
    let possible = between::possible(&seat.share).filter(|_| seat.share.posterior.is_some());
    let verdict = Verdict::new(About::Success, Ruling::Stated, &seat.share.solved, None);
    (!certain).then(|| verdict.over(possible.as_ref()))
}
