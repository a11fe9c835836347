//! What is best at a position.

use num_rational::BigRational;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::between::is_vague;
use super::{Figure, Setting, record};
use crate::games::{Advice, Advised, CastAdvice, Fact, FactValue, OptionValue, PositionForm, Row, ValueUnit};
use crate::process::Statistic;

/// The best options at a position, with the values of all options.
#[derive(Clone, Debug)]
pub struct AdviceAnswer {
    /// The table.
    pub setting: Setting,
    /// The advice.
    pub advice: Advice,
    /// Whether to give reasons.
    pub explained: bool,
    /// The unit of the values.
    pub unit: ValueUnit,
    /// The number of options beyond the requested ones, which were left out.
    pub options_left_out: usize,
    /// How to enter the position part by part, if that is possible.
    pub form: Option<PositionForm>,
}

impl AdviceAnswer {
    /// The advice at a table, with reasons if `explained`.
    pub const fn new(setting: Setting, advice: Advice, unit: ValueUnit, explained: bool) -> Self {
        Self { setting, advice, explained, unit, options_left_out: 0, form: None }
    }

    /// Whether two well-known values are indistinguishable. Bounds less than one in a billion apart count as equal, because mixed
    /// best play is computed in doubles.
    pub fn are_as_good(one: &OptionValue, other: &OptionValue) -> bool {
        match (&one.value, &other.value) {
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

    /// Keeps at most `most` options: the advised ones first, then those of the greatest value.
    pub fn shorten(&mut self, most: usize) {
        // Whole values are in order, and for a gift in mancala the lowest is best; searched options begin with the deepest.
        let is_in_order = self.unit.is_whole() || self.unit == ValueUnit::SearchedShare;
        if let Advised::Options(options) = &mut self.advice.advised {
            if !is_in_order {
                let value = |option: &OptionValue| option.value.approximate().unwrap_or(f64::NEG_INFINITY);
                options.sort_by(|one, other| {
                    other.best.cmp(&one.best).then(value(other).total_cmp(&value(one)))
                });
            }
            self.options_left_out = options.len().saturating_sub(most);
            options.truncate(most);
        }
    }

    /// The options, if the question was about them.
    pub fn options(&self) -> Option<&[OptionValue]> {
        if let Advised::Options(options) = &self.advice.advised { Some(options) } else { None }
    }

    /// The best option with each cast, if that was the question.
    pub fn casts(&self) -> Option<&[CastAdvice]> {
        if let Advised::Casts(casts) = &self.advice.advised { Some(casts) } else { None }
    }

    /// Whether the choice, or its probabilities, are known.
    fn knows_what_is_done(&self) -> bool {
        self.best().is_some() || !self.unit.is_whole()
    }

    /// The best option, unless there is none.
    pub fn best(&self) -> Option<&OptionValue> {
        self.options()?.iter().find(|option| option.best)
    }

    /// Whether a throw is still to be made, so that each throw has its own options.
    pub fn is_before_throw(&self) -> bool {
        let none = self.options().is_none_or(<[_]>::is_empty);
        self.advice.throws.len() > 1 || none && !self.advice.throws.is_empty()
    }
}

record!(AdviceAnswer, answer =>
    ..answer.setting,
    "position": answer.advice.position,
    "turn": answer.advice.seat,
    "value": answer.advice.value,
    "unit": answer.unit.name(),
    "board"?: answer.advice.board,
    "options"?: answer.options().map(|options| options.iter()
        .map(|option| OptionRecord { option, known: answer.knows_what_is_done(), explained: answer.explained }).collect::<Vec<_>>()),
    "throws"?: Some(answer.advice.throws.iter().map(Row::from).collect::<Vec<_>>()).filter(|throws| !throws.is_empty()),
    "options_left_out"?: Some(answer.options_left_out).filter(|left_out| *left_out > 0),
    "casts"?: answer.casts(),
    "best"?: answer.best().map(|best| &best.option),
    "reached"?: answer.advice.reached,
    "form"?: answer.form,
    "figures"?: Some(Lists(&answer.advice.figures)).filter(|figures| !figures.0.is_empty()),
    "bones"?: answer.setting.bones_if_used(),
);

/// How to enter a position part by part.
#[derive(Clone, Debug)]
pub struct PositionFormAnswer {
    /// The table.
    pub setting: Setting,
    /// The parts.
    pub form: PositionForm,
}

record!(PositionFormAnswer, answer =>
    ..answer.setting,
    "position": answer.form.text(),
    "complete": answer.form.is_complete(),
    "form": answer.form,
    "bones"?: answer.setting.bones_if_used(),
);

/// An option, with its probability if known, and its reason if wanted.
struct OptionRecord<'a> {
    option: &'a OptionValue,
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
    "steps"?: option.steps,
    "why"?: (*explained && !option.why.is_empty()).then_some(&option.why),
);

/// Figures by name.
struct ByStatistic<'a>(&'a [(&'static Statistic, Figure)]);

impl ByStatistic<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|(of, figure)| map.serialize_entry(of.name, figure))
    }
}

/// Figures and lists of figures by name.
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

/// Facts by name.
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
