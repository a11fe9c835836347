//! What is best at a position, and the card that says it for every situation.

use num_rational::BigRational;
use num_traits::Signed;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::between::is_vague;
use super::{Figure, Setting, record};
use crate::exact::{Enclosure, Number};
use crate::games::{
    Advice, Advised, BoardView, CastAdvice, Fact, FirstMoves, HiddenLaw, Label, LayoutCatalogue,
    LayoutSummary, OptionValue, Reply, RoundStrategy, Strategy, StrategyTable, TurnStrategy, Worth,
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
    pub worth: Worth,
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
    /// What comes of it at once, each under its name.
    pub facts: Vec<(&'static str, Fact)>,
    /// The position that follows, as it is typed, where nothing is thrown or hidden first.
    pub next: Option<String>,
}

impl OptionAdvice {
    /// Whether nothing that is known tells it apart from another by what it is worth, both being known well.
    pub fn is_as_good(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Figure::Exact(one), Figure::Exact(other))
            | (Figure::Searched { value: one, .. }, Figure::Searched { value: other, .. }) => one == other,
            (Figure::Numerical(one), Figure::Numerical(other)) => {
                let overlap = one.low() <= other.high() && other.low() <= one.high();
                overlap && !is_vague(one) && !is_vague(other)
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
    /// What it is worth.
    pub value: Figure,
}

fn card_lines(casts: Vec<CastAdvice>) -> Vec<CardLine> {
    let line = |CastAdvice { cast, option, value }| CardLine { cast, option, value: value.into() };
    casts.into_iter().map(line).collect()
}

/// What something is worth to whoever looks so far ahead: an opinion, unless an end is forced.
fn as_far_as_seen(value: BigRational, depth: u32, worth: Worth) -> Figure {
    let forced = worth == Worth::Stones && value.abs() >= BigRational::from_integer(Worth::FORCED.into());
    if forced { Figure::Exact(value) } else { Figure::Searched { value, depth } }
}

impl AdviceAnswer {
    /// What was advised at a table; why, if it is wanted.
    pub fn new(setting: Setting, advice: Advice, worth: Worth, explained: bool) -> Self {
        let figures = |numbers: Vec<(&'static Statistic, Number)>| {
            numbers.into_iter().map(|(of, number)| (of, Figure::from(number))).collect::<Vec<_>>()
        };
        // What is worth so much to whoever looks so far ahead is an opinion.
        let looked = |number: Number, depth: Option<u32>| match (Figure::from(number), depth) {
            (Figure::Exact(value), Some(depth)) => as_far_as_seen(value, depth, worth),
            (figure, _) => figure,
        };
        let depth = advice.depth;
        let option = |advised: OptionValue| OptionAdvice {
            option: advised.option,
            value: looked(advised.value, depth),
            best: advised.best,
            why: advised.why,
            probability: advised.probability.map(Figure::Exact),
            figures: figures(advised.figures),
            facts: advised.facts,
            next: advised.next,
        };
        let lines = match advice.advised {
            Advised::Options(options) => AdviceLines::Options(options.into_iter().map(option).collect()),
            Advised::Casts(casts) => AdviceLines::Casts(card_lines(casts)),
        };
        let Advice { position, seat, value, reached, board, remark, .. } = advice;
        let value = looked(value, depth);
        let figures = advice.figures.into_iter().map(|(of, numbers)| {
            let ahead = |place: u32| match of.over {
                Over::Depths => Some(place),
                Over::Game => depth,
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
        }
    }

    /// The same with so many options at most: what is advised first, then those that are worth most.
    pub fn shorten(&mut self, most: usize) {
        // Whole values are in order, and at a gift in mancala the lowest is best.
        let is_in_order = self.worth.is_whole();
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
}

record!(AdviceAnswer, answer =>
    ..answer.setting,
    "position": answer.position,
    "turn": answer.seat,
    "value": answer.value,
    "options"?: answer.options().map(|options| options.iter()
        .map(|option| OptionRecord { option, known: answer.knows_what_is_done(), explained: answer.explained }).collect::<Vec<_>>()),
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
struct Facts<'a>(&'a [(&'static str, Fact)]);

impl Facts<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|(name, fact)| match fact {
            Fact::Word(word) => map.serialize_entry(name, word),
            Fact::Count(count) => map.serialize_entry(name, count),
            Fact::Cells(cells) => map.serialize_entry(name, cells),
        })
    }
}

record!(CardLine, line =>
    "cast": line.cast,
    "option": line.option,
    "value": line.value,
);

/// What best play does in one situation.
#[derive(Clone, Debug)]
pub struct Card {
    /// The situation, as a position is written.
    pub position: String,
    /// What is done with each cast.
    pub casts: Vec<CardLine>,
}

/// The card: what best play does in every situation that matters.
#[derive(Clone, Debug)]
pub struct StrategyAnswer {
    /// The table.
    pub setting: Setting,
    /// The situations.
    pub cards: Vec<Card>,
    /// What each seat loses if it plays from the card, and all others their best.
    pub card_cost: Vec<Figure>,
    /// Of which situation the tables are.
    pub situation: String,
    /// What that is worth, with what it is called.
    pub value: Option<(&'static str, Figure)>,
    /// How likely each thing is done, where best play mixes.
    pub tables: Vec<StrategyTable>,
    /// What it costs to play by a simpler card, with what that is called.
    pub costs: Vec<(&'static str, Figure)>,
    /// How the card is read.
    pub explained: &'static str,
    /// The whole strategy, round by round.
    pub rounds: Vec<RoundStrategy>,
    /// The same where it is told turn by turn.
    pub turns: Vec<TurnStrategy>,
    /// What every layout is worth, where seats lay out the pieces.
    pub catalogue: Option<LayoutCatalogue>,
    /// What every first move is worth, where that is searched.
    pub first_moves: Option<FirstMoves>,
}

impl StrategyAnswer {
    /// The card of a table.
    pub fn new(setting: Setting, strategy: Strategy) -> Self {
        let card = |(position, casts)| Card { position, casts: card_lines(casts) };
        Self {
            setting,
            cards: strategy.cards.into_iter().map(card).collect(),
            card_cost: strategy.card_cost.into_iter().map(Figure::from).collect(),
            situation: strategy.situation,
            value: strategy.value.map(|(what, value)| (what, value.into())),
            tables: strategy.tables,
            costs: strategy.costs.into_iter().map(|(what, cost)| (what, cost.into())).collect(),
            explained: strategy.explained,
            rounds: strategy.rounds,
            turns: strategy.turns,
            catalogue: strategy.catalogue,
            first_moves: strategy.first_moves,
        }
    }

    /// Whether best play ever does anything but stand.
    pub fn has_choices(&self) -> bool {
        let cards = self.cards.iter().flat_map(|card| &card.casts);
        !self.tables.is_empty() || cards.into_iter().any(|line| line.option != "stand")
    }

    /// Whether best play does now this and now that.
    pub const fn is_mixed(&self) -> bool {
        !self.rounds.is_empty() || !self.turns.is_empty()
    }

    /// The situations of each seat that decides, from the first on, neighbours with the same advice together.
    pub fn columns(&self) -> Vec<(String, Vec<CardColumn<'_>>)> {
        let mut seats: Vec<(String, Vec<CardColumn<'_>>)> = Vec::new();
        for card in &self.cards {
            let (seat, best) = card.position.split_once(" best=").unwrap_or((&card.position, ""));
            if seats.last().is_none_or(|(last, _)| last != seat) {
                seats.push((seat.to_owned(), Vec::new()));
            }
            let Some((_, columns)) = seats.last_mut() else { continue };
            let advice = |card: &Card| card.casts.iter().map(|line| line.option.clone()).collect::<Vec<_>>();
            match columns.last_mut().filter(|column| advice(column.card) == advice(card)) {
                Some(column) => column.best.push(best),
                None => columns.push(CardColumn { best: vec![best], card }),
            }
        }
        seats
    }
}

/// Situations of one seat in which the same is advised.
#[derive(Clone, Debug)]
pub struct CardColumn<'a> {
    /// The best casts so far; empty for the first seat, `-` where nobody has scored.
    pub best: Vec<&'a str>,
    /// What is advised.
    pub card: &'a Card,
}

record!(Card, card =>
    "position": card.position,
    "casts": card.casts,
);

struct CardFigures<'a>(&'a [Figure]);

record!(CardFigures<'_>, Self(card_cost) =>
    "card_cost": card_cost,
);

record!(StrategyAnswer, answer =>
    ..answer.setting,
    "cards"?: Some(&answer.cards).filter(|cards| !cards.is_empty()),
    "rounds"?: Some(answer.rounds.iter().map(RoundRecord).collect::<Vec<_>>()).filter(|rounds| !rounds.is_empty()),
    "states"?: Some(answer.turns.iter().map(TurnRecord).collect::<Vec<_>>()).filter(|turns| !turns.is_empty()),
    "short_card"?: answer.short_card(),
    ..?answer.catalogue.as_ref().map(CatalogueRecord),
    "first_moves"?: answer.first_moves.as_ref().map(FirstMoves::records),
    "figures"?: Some(CardFigures(&answer.card_cost)).filter(|figures| !figures.0.is_empty()),
    "bones"?: answer.setting.bones_if_used(),
);

impl StrategyAnswer {
    /// The card on which every raise is by one, and what it costs.
    fn short_card(&self) -> Option<ShortCard<'_>> {
        (!self.costs.is_empty()).then_some(ShortCard(self))
    }
}

struct ShortCard<'a>(&'a StrategyAnswer);

record!(ShortCard<'_>, Self(answer) =>
    "costs": answer.costs.iter().map(|(_, cost)| cost).collect::<Vec<_>>(),
    "tables": answer.tables.iter().map(TableRecord).collect::<Vec<_>>(),
);

struct TableRecord<'a>(&'a StrategyTable);

record!(TableRecord<'_>, Self(table) =>
    "title": table.title,
    "rows": table.row_names,
    "columns": table.column_names,
    "probabilities": table.cells,
);

struct RoundRecord<'a>(&'a RoundStrategy);

record!(RoundRecord<'_>, Self(round) =>
    "tali": round.tali,
    "starter": round.starter,
    "value": Figure::from(round.value.clone()),
    "exploitability": round.exploitability.clone().map(Figure::from),
    "opening": round.opening.iter().map(OpeningRecord).collect::<Vec<_>>(),
    "replies": round.replies.iter().map(ReplyRecord).collect::<Vec<_>>(),
);

struct OpeningRecord<'a>(&'a (String, Vec<(String, f64)>));

record!(OpeningRecord<'_>, Self((hand, bids)) =>
    "hand": hand,
    "bids": Probabilities(bids),
);

struct ReplyRecord<'a>(&'a Reply);

record!(ReplyRecord<'_>, Self(reply) =>
    "bids": reply.bids,
    "count": reply.count,
    "actions": Probabilities(&reply.actions),
);

struct TurnRecord<'a>(&'a TurnStrategy);

record!(TurnRecord<'_>, Self(turn) =>
    "counters": turn.counters,
    "mover": turn.mover,
    "hand": turn.given.as_ref().map(|[hand, _]| hand.as_str()),
    "call": turn.given.as_ref().map(|[_, call]| call.as_str()),
    "value": turn.figure(),
    "law": turn.law.iter().map(LawRecord).collect::<Vec<_>>(),
    "challenge": turn.challenge.iter().map(ChallengeRecord).collect::<Vec<_>>(),
);

impl TurnStrategy {
    /// What the turn is worth to who throws.
    pub(crate) fn figure(&self) -> Figure {
        let number = |bound: f64| num_rational::BigRational::from_float(bound).unwrap_or_default();
        let [low, high] = self.value.map(number);
        Figure::from(Ok(Enclosure::between(low, high)))
    }
}

struct LawRecord<'a>(&'a HiddenLaw);

record!(LawRecord<'_>, Self(law) =>
    "throws": law.throws.as_str(),
    "hand": law.hand.as_str(),
    "call": law.call.as_str(),
    "p": law.p,
);

struct ChallengeRecord<'a>(&'a (Label, Label, f64));

record!(ChallengeRecord<'_>, Self((throws, call, chance)) =>
    "throws": throws.as_str(),
    "call": call.as_str(),
    "p": chance,
);

impl FirstMoves {
    /// A value as a figure.
    pub(crate) fn figure(&self, value: i32) -> Figure {
        as_far_as_seen(BigRational::from_integer(value.into()), self.depth, Worth::Stones)
    }

    fn records(&self) -> Vec<FirstMove<'_>> {
        self.values.iter().map(|(name, value)| FirstMove { name, value: self.figure(*value) }).collect()
    }
}

struct FirstMove<'a> {
    name: &'a str,
    value: Figure,
}

record!(FirstMove<'_>, Self { name, value } =>
    "move": name,
    "value": value,
);

/// What every layout is worth.
struct CatalogueRecord<'a>(&'a LayoutCatalogue);

record!(CatalogueRecord<'_>, Self(catalogue) =>
    ..catalogue.all,
    "four_or_more": catalogue.four_or_more,
);

record!(LayoutSummary, summary =>
    "layouts": summary.layouts,
    "won": count(summary.won),
    "drawn": count(summary.drawn),
    "lost": count(summary.lost),
    "all_taken": count(summary.all_taken),
    "value_mean": Figure::Exact(summary.value_mean.clone()),
    "values": summary.values,
    "fair": summary.fair,
);

/// A number of layouts, which was computed.
fn count(layouts: usize) -> Figure {
    Figure::Exact(num_rational::BigRational::from_integer(layouts.into()))
}

/// A probability for each of several names.
struct Probabilities<'a>(&'a [(String, f64)]);

impl Serialize for Probabilities<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, chance)| (name, chance)))
    }
}
