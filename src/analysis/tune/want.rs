//! Wants: a figure of a game and its target.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde::{Serialize, Serializer};

use super::TuneError;
use super::between;
use crate::analysis::estimate::Compared;
use crate::analysis::written::as_double;
use crate::analysis::{Absence, Figure, PotAnswer, SpreadFigures, WinAnswer};
use crate::exact::{Missing, Spread};
use crate::games::{Play, Playable};
use crate::messages::{abridged, did_you_mean};
use crate::process::Swing;
use crate::tali::parse_weight;

/// The available figures, for error messages and the nearest spelling.
const METRICS: [&str; 12] = [
    "win:seat1",
    "advantage:seat1",
    "gap",
    "nobody",
    "never",
    "length:mean",
    "length:p95",
    "net:seat1",
    "risk",
    "pot:mean",
    "figure:NAME",
    "skill:POLICY",
];

/// A figure of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Metric {
    /// The share of the wins of a seat, from 1.
    Win(usize),
    /// A seat's share of the wins above the mean share.
    Advantage(usize),
    /// The largest difference between the shares of two seats.
    Gap,
    /// The probability that nobody wins.
    Nobody,
    /// The probability that the game never ends.
    Never,
    /// The length: its mean, or a quantile in percent.
    Length(Option<u8>),
    /// The mean coins that a seat gains.
    Net(usize),
    /// The largest part of its stakes that a seat gains or loses.
    Risk,
    /// The coins in the pot: their mean, or a quantile in percent.
    Pot(Option<u8>),
    /// A figure of this game by its name, and its index in a list, from 1.
    Named(String, usize),
    /// The extra gain of best play over this policy against seats that all follow it.
    Skill(String),
}

/// The relation between a figure and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Relation {
    /// As close as possible.
    #[serde(rename = "=")]
    Equal,
    /// At most the target.
    #[serde(rename = "<=")]
    AtMost,
    /// At least the target.
    #[serde(rename = ">=")]
    AtLeast,
}

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A probability.
    #[serde(rename = "probability")]
    Chance,
    /// Casts.
    Casts,
    /// Minutes.
    Minutes,
    /// Coins.
    Coins,
    /// Coins gained or lost.
    #[serde(rename = "coins")]
    Gain,
    /// The figure's own unit.
    #[serde(untagged)]
    Plain,
}

/// A want: `win:seat1=0.5`, `length:p95<=60min`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Want {
    /// The figure.
    #[serde(rename = "figure", serialize_with = "name_of")]
    pub metric: Metric,
    /// Its relation to the target.
    pub relation: Relation,
    /// The target.
    #[serde(rename = "value", serialize_with = "as_double")]
    pub target: BigRational,
    /// The unit of the target.
    pub unit: Unit,
}

impl Want {
    /// Parses a want for a game with that many seats.
    ///
    /// # Errors
    ///
    /// [`TuneError::Want`], with the allowed forms.
    ///
    /// ```
    /// use tali_odds::analysis::{Metric, Unit, Want};
    ///
    /// let want = Want::parse("length:p95<=1h", 2)?;
    /// assert_eq!((want.metric, want.unit), (Metric::Length(Some(95)), Unit::Minutes));
    /// assert_eq!(want.target.to_string(), "60");
    /// assert!(Want::parse("wins:seat1=0.5", 2).unwrap_err().to_string().contains("did you mean `win:seat1`"));
    /// # Ok::<(), tali_odds::analysis::TuneError>(())
    /// ```
    pub fn parse(text: &str, seats: usize) -> Result<Self, TuneError> {
        let wrong = |problem: String| TuneError::Want(abridged(text), problem);
        let index = text.find(['=', '<', '>']).ok_or_else(|| {
            wrong("give a figure, = or <= or >=, and a number, such as win:seat1=0.5".to_owned())
        })?;
        let (metric, rest) = text.split_at(index);
        let (relation, number) = match rest {
            _ if rest.starts_with("<=") => (Relation::AtMost, &rest[2..]),
            _ if rest.starts_with(">=") => (Relation::AtLeast, &rest[2..]),
            _ if rest.starts_with('<') => (Relation::AtMost, &rest[1..]),
            _ if rest.starts_with('>') => (Relation::AtLeast, &rest[1..]),
            _ if rest.starts_with("=>") || rest.starts_with("=<") => {
                return Err(wrong("write <= for at most, and >= for at least".to_owned()));
            }
            _ => (Relation::Equal, &rest[1..]),
        };
        let metric = Metric::parse(metric.trim(), seats).map_err(&wrong)?;
        let (target, unit) = metric.target(number.trim()).map_err(&wrong)?;
        Ok(Self { metric, relation, target, unit })
    }

    /// Whether a figure surely meets the want; for an equality, exactly.
    pub fn holds(&self, figure: &Figure) -> bool {
        between::ends(figure).is_some_and(|(low, high)| match self.relation {
            Relation::Equal => low == self.target && high == self.target,
            Relation::AtMost => high <= self.target,
            Relation::AtLeast => low >= self.target,
        })
    }

    /// Whether a figure meets the want with room to spare: a fifth of the bound, or for a least probability, a fifth of
    /// the range above the bound. An equality has no room.
    pub fn holds_with_room(&self, figure: &Figure) -> bool {
        let fifth = |of: BigRational| of.abs() / BigRational::from_integer(5.into());
        between::ends(figure).is_some_and(|(low, high)| match self.relation {
            Relation::Equal => false,
            Relation::AtMost => high <= &self.target - fifth(self.target.clone()),
            Relation::AtLeast if self.unit == Unit::Chance => {
                low >= &self.target + fifth(BigRational::one() - &self.target)
            }
            Relation::AtLeast => low >= &self.target + fifth(self.target.clone()),
        })
    }

    /// Whether it is a bound, and not an exact target.
    pub fn is_bound(&self) -> bool {
        self.relation != Relation::Equal
    }

    /// Whether it is a bound that a figure does not surely meet.
    pub fn is_broken(&self, figure: &Figure) -> bool {
        self.is_bound() && !self.holds(figure)
    }

    /// The unit of distances when several figures are compared: 1 for probabilities, the target for the others.
    pub(super) fn scale(&self) -> BigRational {
        if self.unit == Unit::Chance || self.target.is_zero() {
            BigRational::one()
        } else {
            self.target.abs()
        }
    }

    /// The distance of a figure from the target.
    pub(super) fn distance(&self, figure: &Figure) -> Option<BigRational> {
        figure.rational().map(|value| (value - &self.target).abs())
    }
}

impl Metric {
    fn parse(text: &str, seats: usize) -> Result<Self, String> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let seat = || -> Result<usize, String> {
            let digits = rest.and_then(|rest| rest.strip_prefix("seat"));
            let seat = digits.and_then(|digits| digits.parse().ok());
            seat.filter(|seat| (1..=seats).contains(seat)).ok_or_else(|| {
                format!("`{}` names no seat; use {name}:seat1 to {name}:seat{seats}", abridged(text))
            })
        };
        let spread = || -> Result<Option<u8>, String> {
            let levels = Spread::PERCENT.map(|percent| format!("p{percent}"));
            let Some(level) = rest.filter(|level| *level != "mean") else { return Ok(None) };
            let index = levels.iter().position(|known| known == level);
            index.map(|index| Some(Spread::PERCENT[index])).ok_or_else(|| {
                format!("`{}` is unknown; {name} has mean, {}", abridged(level), levels.join(", "))
            })
        };
        match (name, rest) {
            ("win", _) => Ok(Self::Win(seat()?)),
            ("advantage", _) => Ok(Self::Advantage(seat()?)),
            ("net", _) => Ok(Self::Net(seat()?)),
            ("length", _) => Ok(Self::Length(spread()?)),
            ("pot", _) => Ok(Self::Pot(spread()?)),
            ("gap", None) => Ok(Self::Gap),
            ("risk", None) => Ok(Self::Risk),
            ("nobody", None) => Ok(Self::Nobody),
            ("never", None) => Ok(Self::Never),
            ("skill", Some(policy)) => Ok(Self::Skill(policy.to_owned())),
            ("figure", Some(figure)) => {
                let (figure, at) = figure.split_once(':').map_or((figure, "1"), |(figure, at)| (figure, at));
                let at: Option<usize> = at.trim_start_matches("seat").parse().ok();
                let at = at.filter(|at| *at > 0).ok_or_else(|| {
                    format!(
                        "`{}`: an index in a list is a number from 1, as in figure:qualify:1",
                        abridged(text)
                    )
                })?;
                Ok(Self::Named(figure.to_owned(), at))
            }
            _ => {
                let hint = did_you_mean(text, METRICS);
                Err(format!("`{}` is not a figure; choose from {}{hint}", abridged(text), METRICS.join(", ")))
            }
        }
    }

    /// Whether it is a figure on swings.
    pub(super) fn is_swing(&self) -> bool {
        matches!(self, Self::Named(name, _) if Swing::named(name).is_some())
    }

    fn target(&self, text: &str) -> Result<(BigRational, Unit), String> {
        let end = text.find(|c: char| c.is_alphabetic() || c == '%').unwrap_or(text.len());
        // An exponent is part of the number.
        let end = if text[end..].starts_with(['e', 'E']) { text.len() } else { end };
        let (digits, unit) = text.split_at(end);
        let (digits, unit) = (digits.trim(), unit.trim());
        let negative = digits.starts_with(['-', '−']);
        let number = parse_weight(digits.trim_start_matches(['-', '−', '+']))
            .map_err(|_| format!("`{}` is not a number", abridged(text)))?;
        let number = if negative { -number } else { number };
        let hundred = || BigRational::from_integer(100.into());
        match (self, unit) {
            (Self::Length(_), "" | "casts") => Ok((number, Unit::Casts)),
            (Self::Length(_), "min" | "minutes" | "m") => Ok((number, Unit::Minutes)),
            (Self::Length(_), "h" | "hours" | "hour") => {
                Ok((number * BigRational::from_integer(60.into()), Unit::Minutes))
            }
            (Self::Length(_), _) => Err(format!("`{}` is not a unit; use casts, min or h", abridged(unit))),
            (Self::Net(_) | Self::Skill(_), "" | "coins") => Ok((number, Unit::Gain)),
            (Self::Pot(_), "" | "coins") => Ok((number, Unit::Coins)),
            (Self::Named(..), "") => Ok((number, Unit::Plain)),
            (Self::Named(..) | Self::Skill(_), "%") => Ok((number / hundred(), Unit::Chance)),
            (Self::Skill(_), _) => Err(format!(
                "`{}` is not a unit; skill is in coins, or a share of the matches in %",
                abridged(unit)
            )),
            (Self::Net(_) | Self::Pot(_), _) => {
                Err(format!("`{}` is not a unit; this figure is in coins", abridged(unit)))
            }
            // Only an advantage can be negative.
            _ if negative && !matches!(self, Self::Advantage(_)) => {
                Err(format!("`{}` is not a probability, such as 0.5, 1/2 or 50%", abridged(text)))
            }
            (_, "") if number.abs() <= BigRational::one() => Ok((number, Unit::Chance)),
            (_, "%") if number.abs() <= hundred() => Ok((number / hundred(), Unit::Chance)),
            _ => Err(format!("`{}` is not a probability, such as 0.5, 1/2 or 50%", abridged(text))),
        }
    }

    /// The name, as it is typed.
    pub fn name(&self) -> String {
        let level = |percent: &Option<u8>| percent.map_or("mean".to_owned(), |percent| format!("p{percent}"));
        match self {
            Self::Win(seat) => format!("win:seat{seat}"),
            Self::Advantage(seat) => format!("advantage:seat{seat}"),
            Self::Gap => "gap".to_owned(),
            Self::Nobody => "nobody".to_owned(),
            Self::Never => "never".to_owned(),
            Self::Length(percent) => format!("length:{}", level(percent)),
            Self::Net(seat) => format!("net:seat{seat}"),
            Self::Risk => "risk".to_owned(),
            Self::Pot(percent) => format!("pot:{}", level(percent)),
            Self::Named(name, 1) => format!("figure:{name}"),
            Self::Named(name, at) => format!("figure:{name}:{at}"),
            Self::Skill(policy) => format!("skill:{policy}"),
        }
    }

    /// The figure of a solved game.
    pub(super) fn of(
        &self,
        wins: &WinAnswer,
        pot: Option<&PotAnswer>,
        table: &dyn Playable,
    ) -> Result<Figure, TuneError> {
        let shares =
            || wins.seats.iter().map(|seat| between::best_known(&seat.share)).collect::<Vec<Compared>>();
        let coins = || pot.ok_or(TuneError::NoCoins(wins.setting.game.name));
        let spread = |spread: &SpreadFigures, percent: &Option<u8>| match percent {
            None => spread.mean.solved.clone(),
            Some(level) => {
                let found = spread.quantiles.iter().find(|quantile| quantile.percent == *level);
                found
                    .map_or(Figure::None(Absence::Game(Missing::TooLong)), |quantile| quantile.number.clone())
            }
        };
        Ok(match self {
            Self::Win(seat) => shares().swap_remove(seat - 1).solved,
            Self::Advantage(seat) => between::advantage(&shares(), seat - 1),
            Self::Gap => between::complement(&between::balance(&shares())),
            Self::Nobody => wins.nobody.solved.clone(),
            Self::Never => wins.never.solved.clone(),
            Self::Length(percent) => spread(&wins.length, percent),
            Self::Net(seat) => coins()?.seats[seat - 1].net.solved.clone(),
            Self::Pot(percent) => spread(&coins()?.pot, percent),
            Self::Risk => {
                let risks = coins()?.seats.iter();
                let risks = risks.map(|seat| {
                    let staked = between::staked(&seat.paid.solved, &table.purses().staked_besides());
                    between::absolute(&between::part_of(&seat.net.solved, Some(&staked)))
                });
                let worse = |worst: Figure, next: Figure| {
                    if next.rational() > worst.rational() { next } else { worst }
                };
                risks.reduce(worse).unwrap_or(Figure::Exact(BigRational::zero()))
            }
            Self::Skill(policy) => {
                let game = wins.setting.game;
                let decisions = table.decisions().ok_or(TuneError::NoDecisions(game.name))?;
                // Best play comes first.
                let simpler = game.policies.get(1..).unwrap_or_default();
                let Some(info) = simpler.iter().find(|info| info.name == policy) else {
                    let known = || simpler.iter().map(|info| info.name);
                    let (all, hint) = (known().collect::<Vec<_>>().join(", "), did_you_mean(policy, known()));
                    return Err(TuneError::NoPolicy(abridged(policy), game.name, all, hint));
                };
                let gain = decisions.skill_against(&Play::usual(info));
                gain.map_err(TuneError::NotKnown)?.into()
            }
            Self::Named(name, at) => {
                let no_index = |indices: usize| TuneError::NoIndex(name.clone(), indices);
                if let Some(named) = wins.figures.iter().find(|named| named.of.name == name) {
                    let figure = named.figures.get(at - 1).ok_or_else(|| no_index(named.figures.len()))?;
                    figure.solved.clone()
                } else if let Some(score) = wins.scores.iter().find(|score| score.of.name == name) {
                    if *at == 1 { score.spread.mean.solved.clone() } else { return Err(no_index(1)) }
                } else if let Some(swing) = Swing::named(name) {
                    let swings = table.dynamics().swings;
                    let numbers = swings.figures.all(swing);
                    numbers.get(at - 1).ok_or_else(|| no_index(numbers.len()))?.clone().into()
                } else {
                    let counted = wins.figures.iter().map(|named| named.of.name);
                    let read = wins.scores.iter().map(|score| score.of.name);
                    let own = || counted.clone().chain(read.clone()).chain(Swing::ALL.map(Swing::name));
                    let (known, hint) = (own().collect::<Vec<_>>().join(", "), did_you_mean(name, own()));
                    return Err(TuneError::NoFigure(abridged(name), wins.setting.game.name, known, hint));
                }
            }
        })
    }
}

fn name_of<S: Serializer>(metric: &Metric, serializer: S) -> Result<S::Ok, S::Error> {
    metric.name().serialize(serializer)
}
