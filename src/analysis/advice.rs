//! What is best at a position.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::between::is_vague;
use super::{Figure, Setting, record};
use crate::exact::Number;
use crate::games::{
    Advice, Advised, BoardView, CastAdvice, Fact, FactValue, OptionValue, ThrowPlay, ThrowValue, Thrown,
    ValueUnit,
};
use crate::process::{Over, Statistic};

/// What is best at a position, and what all else is worth.
#[derive(Clone, Debug)]
pub struct AdviceAnswer {
    /// The table.
    pub setting: Setting,
    /// The position, spelled out.
    pub position: String,
    /// The seat that decides, from 1.
    pub seat: usize,
    /// What it can expect with best play.
    pub value: Figure,
    /// What can be done, or what to do with each cast that can be thrown.
    pub lines: AdviceLines,
    /// Whether it is said why.
    pub explained: bool,
    /// In what values are counted.
    pub worth: ValueUnit,
    /// What there is to be said of the position besides.
    pub figures: Vec<(&'static Statistic, Vec<Figure>)>,
    /// Whether the other seats come here if they play as is said; nothing where nothing is hidden.
    pub reached: Option<bool>,
    /// What lies on the board, where there is one.
    pub board: Option<BoardView>,
    /// What is to be said of the position in words.
    pub remark: Option<String>,
    /// How many options are not among `lines`, as nobody asked for so many.
    pub options_left_out: usize,
    /// What each throw is worth, where one is due before anything is done.
    pub throws: Vec<ThrowWorth>,
}

/// What a throw is worth.
#[derive(Clone, Debug)]
pub struct ThrowWorth {
    /// What is thrown.
    pub throw: Thrown,
    /// How likely it is.
    pub probability: Figure,
    /// What the seat can expect with it.
    pub value: Figure,
    /// By how much that is more than before, where it is told.
    pub gain: Option<Figure>,
    /// What is done with it, where that is told beside it.
    pub play: Option<ThrowPlay>,
}

impl From<ThrowValue> for ThrowWorth {
    fn from(worth: ThrowValue) -> Self {
        Self {
            throw: worth.throw,
            probability: Figure::Exact(worth.probability),
            value: looked(worth.value, worth.depth, ValueUnit::WinShare),
            gain: worth.gain.map(Figure::from),
            play: worth.play,
        }
    }
}

record!(ThrowWorth, worth =>
    "throw": ThrownRecord(&worth.throw),
    "probability": worth.probability,
    "turns"?: worth.play.as_ref().map(|play| play.turns),
    "option"?: worth.option().map(|[option, _]| option),
    "next"?: worth.option().map(|[_, next]| next),
    "value": worth.value,
    "gain"?: worth.gain,
);

impl ThrowWorth {
    /// What is done with it, and the position that follows, where that is told.
    pub fn option(&self) -> Option<&[String; 2]> {
        self.play.as_ref()?.option.as_ref()
    }
}

/// Squares as a number.
struct ThrownRecord<'a>(&'a Thrown);

impl Serialize for ThrownRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Thrown::Squares(squares) => squares.serialize(serializer),
            Thrown::Dice(faces) => faces.serialize(serializer),
        }
    }
}

/// What is advised.
#[derive(Clone, Debug)]
pub enum AdviceLines {
    /// What can be done now.
    Options(Vec<OptionAdvice>),
    /// What is best with each cast.
    Casts(Vec<CardLine>),
}

/// Something that can be done.
#[derive(Clone, Debug)]
pub struct OptionAdvice {
    /// What is done.
    pub option: String,
    /// What it is worth.
    pub value: Figure,
    /// Whether it is what best play does.
    pub best: bool,
    /// Why one does it.
    pub why: String,
    /// How likely the strategy that is shown does it, where it may do several things.
    pub probability: Option<Figure>,
    /// What there is to be said of it besides.
    pub figures: Vec<(&'static Statistic, Figure)>,
    /// What comes of it at once.
    pub facts: Vec<Fact>,
    /// The position that follows, as it is typed, where nothing is hidden first.
    pub next: Option<String>,
    /// With what throw it can be done, where one is due.
    pub throw: Option<u8>,
}

impl OptionAdvice {
    /// Whether nothing that is known tells it apart from another by what it is worth, both being known well. Bounds that are less
    /// than one in a billion apart tell nothing: best play that mixes options is found in doubles.
    pub fn is_as_good(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Figure::Exact(one), Figure::Exact(other))
            | (Figure::Searched { value: one, .. }, Figure::Searched { value: other, .. }) => one == other,
            (Figure::Numerical(one), Figure::Numerical(other)) => {
                let nothing = BigRational::new(1.into(), 1_000_000_000.into());
                let meet = one.low() - other.high() <= nothing && other.low() - one.high() <= nothing;
                meet && !is_vague(one) && !is_vague(other)
            }
            _ => false,
        }
    }
}

/// What is best with a cast.
#[derive(Clone, Debug)]
pub struct CardLine {
    /// The cast.
    pub cast: String,
    /// What is done with it.
    pub option: String,
    /// Whether that is nothing: it is left as it lies.
    pub is_idle: bool,
    /// What it is worth.
    pub value: Figure,
}

pub(super) fn card_lines(casts: Vec<CastAdvice>) -> Vec<CardLine> {
    let line =
        |CastAdvice { cast, option, is_idle, value }| CardLine { cast, option, is_idle, value: value.into() };
    casts.into_iter().map(line).collect()
}

/// What something is worth to whoever looks so far ahead: an opinion, unless an end is forced.
pub(super) fn as_far_as_seen(value: BigRational, depth: u32, worth: ValueUnit) -> Figure {
    let forced = match worth {
        ValueUnit::Stones => value.abs() >= BigRational::from_integer(ValueUnit::FORCED.into()),
        ValueUnit::SearchedShare => value.is_zero() || value.is_one(),
        _ => false,
    };
    if forced { Figure::Exact(value) } else { Figure::Searched { value, depth } }
}

/// What is worth so much to whoever looks so far ahead is an opinion.
fn looked(number: Number, depth: Option<u32>, worth: ValueUnit) -> Figure {
    match (Figure::from(number), depth) {
        (Figure::Exact(value), Some(depth)) => as_far_as_seen(value, depth, worth),
        (figure, _) => figure,
    }
}

impl AdviceAnswer {
    /// What was advised at a table; why, if it is wanted.
    pub fn new(setting: Setting, advice: Advice, worth: ValueUnit, explained: bool) -> Self {
        let figures = |numbers: Vec<(&'static Statistic, Number)>| {
            numbers.into_iter().map(|(of, number)| (of, Figure::from(number))).collect::<Vec<_>>()
        };
        let looked = |number: Number, depth: Option<u32>| looked(number, depth, worth);
        let depth = advice.depth;
        let option = |advised: OptionValue| OptionAdvice {
            option: advised.option,
            value: looked(advised.value, advised.depth.or(depth)),
            best: advised.best,
            why: advised.why,
            probability: advised.probability.map(Figure::Exact),
            figures: figures(advised.figures),
            facts: advised.facts,
            next: advised.next,
            throw: advised.throw,
        };
        let lines = match advice.advised {
            Advised::Options(options) => AdviceLines::Options(options.into_iter().map(option).collect()),
            Advised::Casts(casts) => AdviceLines::Casts(card_lines(casts)),
        };
        let Advice { position, seat, value, reached, board, remark, .. } = advice;
        let throws = advice.throws.into_iter().map(ThrowWorth::from).collect();
        let value = looked(value, depth);
        let figures = advice.figures.into_iter().map(|(of, numbers)| {
            let ahead = |place: u32| match of.over {
                Over::Depths => Some(place),
                Over::Game if worth.is_whole() => depth,
                _ => None,
            };
            (of, (1..).zip(numbers).map(|(place, number)| looked(number, ahead(place))).collect())
        });
        let figures = figures.collect();
        Self {
            setting,
            position,
            seat,
            value,
            lines,
            explained,
            worth,
            figures,
            reached,
            board,
            remark,
            options_left_out: 0,
            throws,
        }
    }

    /// The same with so many options at most: what is advised first, then those that are worth most.
    pub fn shorten(&mut self, most: usize) {
        // Whole values are in order, and at a gift in mancala the lowest is best; what was looked at farther stands first.
        let is_in_order = self.worth.is_whole() || self.worth == ValueUnit::SearchedShare;
        if let AdviceLines::Options(options) = &mut self.lines {
            if !is_in_order {
                let worth = |option: &OptionAdvice| option.value.approximate().unwrap_or(f64::NEG_INFINITY);
                options.sort_by(|one, other| {
                    other.best.cmp(&one.best).then(worth(other).total_cmp(&worth(one)))
                });
            }
            self.options_left_out = options.len().saturating_sub(most);
            options.truncate(most);
        }
    }

    /// What can be done, if that is what was asked.
    pub fn options(&self) -> Option<&[OptionAdvice]> {
        if let AdviceLines::Options(options) = &self.lines { Some(options) } else { None }
    }

    /// What is best with each cast, if that is what was asked.
    pub fn casts(&self) -> Option<&[CardLine]> {
        if let AdviceLines::Casts(casts) = &self.lines { Some(casts) } else { None }
    }

    /// Whether it is known what is done, or how often.
    fn knows_what_is_done(&self) -> bool {
        self.best().is_some() || !self.worth.is_whole()
    }

    /// What best play does, where there is one thing that it does.
    pub fn best(&self) -> Option<&OptionAdvice> {
        self.options()?.iter().find(|option| option.best)
    }

    /// Whether one of several throws is still to be made, each of which has options of its own.
    pub fn is_before_throw(&self) -> bool {
        let none = self.options().is_none_or(<[_]>::is_empty);
        self.throws.len() > 1 || none && !self.throws.is_empty()
    }
}

record!(AdviceAnswer, answer =>
    ..answer.setting,
    "position": answer.position,
    "turn": answer.seat,
    "value": answer.value,
    "options"?: answer.options().map(|options| options.iter()
        .map(|option| OptionRecord { option, known: answer.knows_what_is_done(), explained: answer.explained }).collect::<Vec<_>>()),
    "throws"?: Some(&answer.throws).filter(|throws| !throws.is_empty()),
    "options_left_out"?: Some(answer.options_left_out).filter(|left_out| *left_out > 0),
    "casts"?: answer.casts(),
    "best"?: answer.best().map(|best| &best.option),
    "reached"?: answer.reached,
    "figures"?: Some(Lists(&answer.figures)).filter(|figures| !figures.0.is_empty()),
    "bones"?: answer.setting.bones_if_used(),
);

/// An option, with its probability if that is known, and why, if that is wanted.
struct OptionRecord<'a> {
    option: &'a OptionAdvice,
    known: bool,
    explained: bool,
}

record!(OptionRecord<'_>, Self { option, known, explained } =>
    "option": option.option,
    "do": option.option,
    "probability"?: known.then(|| option.certainty()),
    "value": option.value,
    "throw"?: option.throw,
    ..ByStatistic(&option.figures),
    ..Facts(&option.facts),
    "next"?: option.next,
    "why"?: (*explained && !option.why.is_empty()).then_some(&option.why),
);

impl OptionAdvice {
    /// How likely it is done.
    pub fn certainty(&self) -> f64 {
        let sure = if self.best { 1.0 } else { 0.0 };
        self.probability.as_ref().map_or(sure, |chance| chance.approximate().unwrap_or(0.0).clamp(0.0, 1.0))
    }
}

/// Figures, each under the name that it has.
struct ByStatistic<'a>(&'a [(&'static Statistic, Figure)]);

impl ByStatistic<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|(of, figure)| map.serialize_entry(of.name, figure))
    }
}

impl Serialize for ByStatistic<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.entries(&mut map)?;
        map.end()
    }
}

/// Figures and lists of them, each under the name that it has.
struct Lists<'a>(&'a [(&'static Statistic, Vec<Figure>)]);

impl Serialize for Lists<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (of, figures) in self.0 {
            match figures.as_slice() {
                [one] if !of.is_list() => map.serialize_entry(of.name, one)?,
                all => map.serialize_entry(of.name, all)?,
            }
        }
        map.end()
    }
}

/// What is so, each under its name.
struct Facts<'a>(&'a [Fact]);

impl Facts<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|fact| match &fact.value {
            FactValue::Word(word) => map.serialize_entry(fact.name, word),
            FactValue::Count(count) => map.serialize_entry(fact.name, count),
            FactValue::Truth(truth) => map.serialize_entry(fact.name, truth),
            FactValue::Cells(cells) => map.serialize_entry(fact.name, cells),
        })
    }
}

record!(CardLine, line =>
    "cast": line.cast,
    "option": line.option,
    "value": line.value,
);
