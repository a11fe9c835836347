//! What a host should know: rulings that are passed only when the whole interval allows it.

use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::{BalanceAnswer, SeatFigure};
use crate::analysis::between::{self, Ends};
use crate::analysis::estimate::Compared;
use crate::analysis::{Figure, NamedFigures, record};
use crate::process::{Role, Swing};

/// A rule that fails nobody so often binds nobody.
const NEVER_MIND: f64 = 1e-6;

/// A game of which so many casts change nothing is slow.
const SLOW: f64 = 0.9;

/// What a verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum About {
    /// The game may never end.
    End,
    /// Whether it fits into the time that there is.
    Length,
    /// Whether a seat loses more of what it stakes than is tolerated.
    Coins,
    /// Whether a seat wins more often than another.
    Chances,
    /// Many games have no winner.
    Nobody,
    /// A seat is often out of money before the evening is over.
    Ruin,
    /// The seat that wins most often loses money.
    Purse,
    /// A rule that binds nobody.
    IdleRule,
    /// Most casts change nothing.
    DeadCasts,
    /// How often a solitaire comes out.
    Success,
}

impl About {
    /// Its name in JSON.
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

/// What is ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The whole interval is within the bound.
    Inside,
    /// The whole interval is beyond it.
    Outside,
    /// The bound is within the interval; so many more games would settle it, where games can.
    Undecided(Option<u64>),
    /// There is no bound.
    Stated,
}

impl Ruling {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::Undecided(_) => "undecided",
            Self::Stated => "stated",
        }
    }

    /// Rules on a number that can be anything between these ends.
    fn on((low, high): &Ends, bound: &BigRational, figure: &Figure) -> Self {
        /// An interval of fewer games is too often narrower than what it says.
        const FEWEST: u64 = 30;
        let few = matches!(figure, Figure::Simulated(estimate) if estimate.games < FEWEST);
        if high <= bound && !few {
            return Self::Inside;
        }
        if low > bound && !few {
            return Self::Outside;
        }
        let Figure::Simulated(estimate) = figure else { return Self::Undecided(None) };
        // The width of an interval falls with the root of the number of games.
        let distance = (bound.to_f64().unwrap_or(0.0) - estimate.value.abs()).abs();
        let half = (estimate.high - estimate.low) / 2.0;
        let games = estimate.games.to_f64().unwrap_or(f64::INFINITY);
        let needed = games * ((half / distance).powi(2) - 1.0).max(0.1);
        Self::Undecided(needed.ceil().to_u64())
    }
}

/// One thing that a host should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What it is about.
    pub about: About,
    /// What is ruled.
    pub ruling: Ruling,
    /// The figure that it rests on.
    pub figure: Figure,
    /// What it was held against.
    pub bound: Option<BigRational>,
    /// Which seat it concerns, from 1.
    pub seat: Option<usize>,
    /// Between which ends the figure lies, where weights of bones were estimated from throws.
    pub credible: Option<[f64; 2]>,
}

impl Verdict {
    fn new(about: About, ruling: Ruling, figure: &Figure, bound: Option<BigRational>) -> Self {
        Self { about, ruling, figure: figure.clone(), bound, seat: None, credible: None }
    }

    /// The same with the ends between which its figure lies, of bones that were counted.
    fn over(self, ends: Option<&Ends>) -> Self {
        let double = |end: &BigRational| end.to_f64();
        Self { credible: ends.and_then(|(low, high)| Some([double(low)?, double(high)?])), ..self }
    }

    /// The worst first: what is wrong, what is not settled, what is as it should be.
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

    /// How bad it is: 0 as it should be, 1 worth knowing, 2 not settled, 3 a problem.
    pub fn severity(&self) -> u8 {
        match self.ruling {
            Ruling::Inside => 0,
            _ if self.is_note() => 1,
            Ruling::Undecided(_) => 2,
            Ruling::Outside | Ruling::Stated => 3,
        }
    }

    /// Whether it is worse than what was said of the same before: more severe, or a problem that has grown.
    fn is_worse_than(&self, before: Option<&Self>) -> bool {
        let size = |verdict: &Self| between::ends(&between::absolute(&verdict.figure));
        match before {
            None => self.severity() > 0,
            // Games that are simulated differ a little each time.
            Some(before) if self.is_problem() && before.is_problem() => {
                size(self).zip(size(before)).is_none_or(|((least, _), (_, most))| least > most)
            }
            Some(before) => self.severity() > before.severity(),
        }
    }

    /// How many times its bound the figure is; infinity where that is not known.
    pub fn excess(&self) -> f64 {
        let bound = self.bound.as_ref().and_then(ToPrimitive::to_f64);
        let excess = self.figure.approximate().zip(bound).map(|(figure, bound)| figure.abs() / bound);
        excess.filter(|excess| excess.is_finite()).unwrap_or(f64::INFINITY)
    }

    /// Whether the figure that it rests on cannot be told from 0.
    pub fn rests_on_nothing(&self) -> bool {
        between::is_nothing(&self.figure)
    }

    /// Whether it is worth knowing, but nothing that a host would fix.
    pub const fn is_note(&self) -> bool {
        match self.ruling {
            Ruling::Stated => true,
            Ruling::Outside => matches!(self.about, About::IdleRule | About::DeadCasts | About::Purse),
            Ruling::Inside | Ruling::Undecided(_) => false,
        }
    }

    /// Whether something is wrong that a host would fix.
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

/// All that is to be said, the worst first.
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
    /// Whether a problem is gone if the players take turns at who begins: of seats that differ in nothing but their order, and
    /// of coins that stay among them.
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

    /// Whether any verdict is worse than that of the same game by other rules, or some seat is surely ruined more often
    /// than the one was that was ruined most, or who plays alone surely wins less often.
    pub fn is_worse_than(&self, before: &Self) -> bool {
        let of_before = |about: About| before.verdicts.iter().find(|verdict| verdict.about == about);
        // Of a game that may never end little else is told.
        let is_told =
            |verdict: &&Verdict| of_before(About::End).is_none() || of_before(verdict.about).is_some();
        let worse = |verdict: &Verdict| verdict.is_worse_than(of_before(verdict.about));
        let alone = |answer: &Self| match answer.seats.as_slice() {
            [seat] => between::ends(&seat.share.solved),
            _ => None,
        };
        let is_harder = alone(self).zip(alone(before)).is_some_and(|((_, most), (least, _))| most < least);
        self.verdicts.iter().filter(is_told).any(worse)
            || is_harder
            || self.most_ruined(|(low, _)| low) > before.most_ruined(|(_, high)| high)
    }

    /// The greatest chance of a seat to be ruined, or the end of it that is asked for.
    fn most_ruined(&self, end: fn(Ends) -> BigRational) -> BigRational {
        let ruined = self.seats.iter().filter_map(|seat| between::ends(seat.solved(SeatFigure::RUINED)?));
        ruined.map(end).max().unwrap_or_else(BigRational::zero)
    }
}

fn end(answer: &BalanceAnswer) -> Option<Verdict> {
    let never = &answer.wins.never.solved;
    // Of games that were only played it is not known whether they can, unless one did.
    let possible = match never {
        Figure::Simulated(estimate) => estimate.value > 0.0,
        never => between::ends(never).is_some_and(|(_, high)| high.is_positive()),
    };
    possible.then(|| Verdict::new(About::End, Ruling::Outside, never, Some(BigRational::zero())))
}

/// Nineteen of twenty games should be over in time; where that is not known, the mean one. Several games together even
/// out, so that they should fit in the mean.
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
    // Of seats that are level, the first is named.
    let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, seat)| seat);
    // Where no difference can be told, nobody is best.
    let best = best.filter(|_| !between::is_nothing(&figure));
    let ruling = Ruling::on(&ends, bound, &figure);
    let counted = answer.seats.iter().any(|seat| seat.share.posterior.is_some());
    let verdict =
        Verdict { seat: best, ..Verdict::new(About::Chances, ruling, &figure, Some(bound.clone())) };
    Some(verdict.over(counted.then_some(&ends)))
}

/// The seat that loses most of what it stakes, or wins.
fn coins(answer: &BalanceAnswer) -> Option<Verdict> {
    let bound = &answer.question.tolerance;
    let risks = answer.seats.iter().filter_map(|seat| {
        let risk = seat.solved(SeatFigure::ELEMENT_OF_RISK)?;
        Some((risk.rational()?.abs(), seat))
    });
    let (_, seat) = risks.reduce(|worst, next| if next.0 > worst.0 { next } else { worst })?;
    let (net, figure) = (seat.get(SeatFigure::NET)?, seat.solved(SeatFigure::ELEMENT_OF_RISK)?);
    // Of bones that were counted the net is known within an interval, as a part of what is paid.
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

/// What should seldom be so: a problem if it mostly is, and worth a note if it often is.
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

/// The seat that is out of coins most often.
fn ruin(answer: &BalanceAnswer) -> Option<Verdict> {
    let ruined = answer.seats.iter().filter_map(|seat| {
        let ruined = seat.solved(SeatFigure::RUINED)?;
        Some((ruined.rational()?, ruined, seat.seat))
    });
    let ends: Vec<Ends> = ruined.clone().filter_map(|(_, ruined, _)| between::ends(ruined)).collect();
    let (_, ruined, seat) = ruined.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
    // Of seats that cannot be told apart none is named.
    let (least, _) = between::ends(ruined)?;
    let alike = ends.iter().all(|(_, most)| *most >= least);
    seldom(About::Ruin, ruined).map(|verdict| Verdict { seat: (!alike).then_some(seat), ..verdict })
}

/// A seat that wins more often than any other, and loses money all the same; with bones that were counted, for all
/// that the counts leave possible.
fn purse(answer: &BalanceAnswer) -> Option<Verdict> {
    let share = |place: usize| between::possible(&answer.seats[place].share);
    let places = 0..answer.seats.len();
    let more = |place: usize| {
        let others = places.clone().filter(|other| *other != place);
        let (least, _) = share(place)?;
        Some(others.into_iter().all(|other| share(other).is_some_and(|(_, most)| most < least)))
    };
    let best = places.clone().find(|place| more(*place) == Some(true))?;
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
    let bound = BigRational::from_f64(NEVER_MIND)?;
    (high < bound && high.is_positive())
        .then(|| Verdict::new(About::IdleRule, Ruling::Outside, most, Some(bound)))
}

fn dead_casts(answer: &BalanceAnswer) -> Option<Verdict> {
    let figure = answer.swings.of(Swing::DeadCasts);
    let (low, _) = between::ends(figure)?;
    let bound = BigRational::from_f64(SLOW)?;
    (low > bound).then(|| Verdict::new(About::DeadCasts, Ruling::Outside, figure, Some(bound)))
}

/// How often one who plays alone wins, where that is not certain.
fn success(answer: &BalanceAnswer) -> Option<Verdict> {
    let [seat] = answer.seats.as_slice() else { return None };
    let certain = between::ends(&seat.share.solved)?.0 >= BigRational::from_integer(1.into());
    let possible = between::possible(&seat.share).filter(|_| seat.share.posterior.is_some());
    let verdict = Verdict::new(About::Success, Ruling::Stated, &seat.share.solved, None);
    (!certain).then(|| verdict.over(possible.as_ref()))
}
