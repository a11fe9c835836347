//! The card that says what is best in every situation.

use num_rational::BigRational;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::advice::{CardLine, ThrowWorth, as_far_as_seen, card_lines};
use super::estimate::Estimator;
use super::{Figure, Setting, record};
use crate::exact::{Enclosure, Missing};
use crate::games::{
    DiceStrategy, FirstMoves, FirstPlacing, HiddenOutcome, HitChance, Label, LayoutCatalogue, LayoutSummary,
    Measured, RaceStrategy, Reply, RoundStrategy, RuleOfThumb, Situation, SquareWorth, Strategy,
    StrategyTables, TurnStrategy, ValueUnit, WholeStrategy,
};

/// What best play does in one situation.
#[derive(Clone, Debug)]
pub struct Card {
    /// The situation, as a position is typed.
    pub position: String,
    /// The seat and how many play: `2/3`.
    pub seat: String,
    /// The best cast so far, `-` where nobody has scored; nothing where nobody has thrown.
    pub best: Option<String>,
    /// What is done with each cast.
    pub casts: Vec<CardLine>,
}

/// The card: what best play does in every situation that matters.
#[derive(Clone, Debug)]
pub struct StrategyAnswer {
    /// The table.
    pub setting: Setting,
    /// The card.
    pub card: StrategyCard,
}

/// What a card says, by whether best play mixes or does one thing with every cast.
#[derive(Clone, Debug)]
pub enum StrategyCard {
    /// One thing with every cast.
    Casts(Vec<Card>),
    /// What rows and columns say.
    Tables(Box<StrategyTables>),
}

impl StrategyAnswer {
    /// The card of a table.
    pub fn new(setting: Setting, strategy: Strategy) -> Self {
        let card = |Situation { position, seat, best, casts }| Card {
            position,
            seat,
            best,
            casts: card_lines(casts),
        };
        let card = match strategy {
            Strategy::Casts(situations) => StrategyCard::Casts(situations.into_iter().map(card).collect()),
            Strategy::Tables(tables) => StrategyCard::Tables(tables),
        };
        Self { setting, card }
    }

    /// The situations in which one thing is done with every cast, if that is how the card is.
    pub fn cards(&self) -> &[Card] {
        if let StrategyCard::Casts(cards) = &self.card { cards } else { &[] }
    }

    /// The tables, if it is made of such.
    pub const fn tables(&self) -> Option<&StrategyTables> {
        if let StrategyCard::Tables(tables) = &self.card { Some(tables) } else { None }
    }

    /// Whether best play ever does anything but leave casts as they lie.
    pub fn has_choices(&self) -> bool {
        let mut lines = self.cards().iter().flat_map(|card| &card.casts);
        self.tables().is_some() || lines.any(|line| !line.is_idle)
    }

    /// The situations of each seat that decides, from the first on, neighbours with the same advice together.
    pub fn columns(&self) -> Vec<(&str, Vec<CardColumn<'_>>)> {
        let mut seats: Vec<(&str, Vec<CardColumn<'_>>)> = Vec::new();
        for card in self.cards() {
            if seats.last().is_none_or(|(last, _)| *last != card.seat) {
                seats.push((&card.seat, Vec::new()));
            }
            let Some((_, columns)) = seats.last_mut() else { continue };
            let best = card.best.as_deref();
            let said = |card: &Card| card.casts.iter().map(|line| line.option.clone()).collect::<Vec<_>>();
            match columns.last_mut().filter(|column| said(column.card) == said(card)) {
                Some(column) => column.best.extend(best),
                None => columns.push(CardColumn { best: best.into_iter().collect(), card }),
            }
        }
        seats
    }
}

/// Situations of one seat in which the same is advised.
#[derive(Clone, Debug)]
pub struct CardColumn<'a> {
    /// The best casts so far, `-` where nobody has scored; none for the first seat.
    pub best: Vec<&'a str>,
    /// What is advised.
    pub card: &'a Card,
}

record!(Card, card =>
    "position": card.position,
    "casts": card.casts,
);

record!(StrategyAnswer, answer =>
    ..answer.setting,
    ..answer.card,
    "bones"?: answer.setting.bones_if_used(),
);

impl StrategyCard {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Casts(cards) => CastsRecord(cards).entries(map),
            Self::Tables(tables) => TablesRecord(tables).entries(map),
        }
    }
}

struct CastsRecord<'a>(&'a [Card]);

record!(CastsRecord<'_>, Self(cards) =>
    "cards"?: (!cards.is_empty()).then_some(cards),
);

/// What stands on the card of a game in which best play is more than a move for each cast.
struct TablesRecord<'a>(&'a StrategyTables);

impl TablesRecord<'_> {
    fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match &self.0.whole {
            WholeStrategy::Rounds(rounds) => {
                map.serialize_entry("rounds", &rounds.iter().map(RoundRecord).collect::<Vec<_>>())
            }
            WholeStrategy::Turns(turns) => {
                map.serialize_entry("states", &turns.iter().map(TurnRecord).collect::<Vec<_>>())
            }
            WholeStrategy::Layouts(catalogue) => CatalogueRecord(catalogue).entries(map),
            WholeStrategy::FirstMoves(moves) => map.serialize_entry("first_moves", &first_moves(moves)),
            WholeStrategy::Race(race) => RaceRecord(race).entries(map),
            WholeStrategy::Dice(dice) => DiceRecord(dice).entries(map),
        }
    }
}

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
    "value": turn_value(turn),
    "law": turn.distribution.iter().map(OutcomeRecord).collect::<Vec<_>>(),
    "challenge": turn.challenge.iter().map(ChallengeRecord).collect::<Vec<_>>(),
);

/// What a turn is worth to who throws.
pub(crate) fn turn_value(turn: &TurnStrategy) -> Figure {
    let number = |bound: f64| BigRational::from_float(bound).unwrap_or_default();
    let [low, high] = turn.value.map(number);
    Figure::from(Ok(Enclosure::between(low, high)))
}

struct OutcomeRecord<'a>(&'a HiddenOutcome);

record!(OutcomeRecord<'_>, Self(outcome) =>
    "throws": outcome.throws.as_str(),
    "hand": outcome.hand.as_str(),
    "call": outcome.call.as_str(),
    "p": outcome.p,
);

struct ChallengeRecord<'a>(&'a (Label, Label, f64));

record!(ChallengeRecord<'_>, Self((throws, call, chance)) =>
    "throws": throws.as_str(),
    "call": call.as_str(),
    "p": chance,
);

/// Each first move with what it is worth.
pub(crate) fn first_moves(moves: &FirstMoves) -> Vec<FirstMove<'_>> {
    let figure =
        |value: i32| as_far_as_seen(BigRational::from_integer(value.into()), moves.depth, ValueUnit::Stones);
    moves.values.iter().map(|(name, value)| FirstMove { name, value: figure(*value) }).collect()
}

/// A first move, and what it is worth.
pub(crate) struct FirstMove<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: Figure,
}

record!(FirstMove<'_>, Self { name, value } =>
    "move": name,
    "value": value,
);

struct RaceRecord<'a>(&'a RaceStrategy);

record!(RaceRecord<'_>, Self(race) =>
    "value": Figure::from(race.value.clone()),
    "throws": race.throws.iter().cloned().map(ThrowWorth::from).collect::<Vec<_>>(),
    "squares": race.squares.iter().map(SquareRecord).collect::<Vec<_>>(),
);

struct DiceRecord<'a>(&'a DiceStrategy);

record!(DiceRecord<'_>, Self(dice) =>
    "hit": dice.hits.iter().map(HitRecord).collect::<Vec<_>>(),
    "opening": dice.opening.iter().map(PlacingRecord).collect::<Vec<_>>(),
    "rules_of_thumb": dice.rules.iter().map(RuleRecord).collect::<Vec<_>>(),
);

struct HitRecord<'a>(&'a HitChance);

record!(HitRecord<'_>, Self(hit) =>
    "distance": hit.distance,
    "in_hand": hit.in_hand,
    "probability": Figure::Exact(hit.probability.clone()),
);

struct PlacingRecord<'a>(&'a FirstPlacing);

record!(PlacingRecord<'_>, Self(placing) =>
    "throw": placing.throw,
    "do": placing.option[0],
    "next": placing.option[1],
    "value": placing_worth(placing)[0],
    "better": placing_worth(placing)[1],
);

/// What a first placing is worth, and by how much more than the worst.
pub(crate) fn placing_worth(placing: &FirstPlacing) -> [Figure; 2] {
    placing.worth.clone().map(|value| Figure::Searched { value, depth: placing.depth })
}

struct RuleRecord<'a>(&'a RuleOfThumb);

record!(RuleRecord<'_>, Self(rule) =>
    "rule": rule.rule,
    "share": Figure::from(&rule.share),
    "holds": Figure::from(&rule.holds),
);

struct SquareRecord<'a>(&'a SquareWorth);

record!(SquareRecord<'_>, Self(worth) =>
    "square": worth.square,
    "to_move": Figure::from(worth.to_move.clone()),
    "to_wait": Figure::from(worth.to_wait.clone()),
);

/// What was solved or counted in games, of something that is a part of a whole.
impl From<&Measured> for Figure {
    fn from(measured: &Measured) -> Self {
        const CONFIDENCE: f64 = 0.95;
        match measured {
            Measured::Solved(number) => number.clone().into(),
            Measured::Played(pairs) => Estimator::new(CONFIDENCE)
                .ratio(pairs, true, None)
                .unwrap_or_else(|| Err(Missing::Impossible).into()),
        }
    }
}

/// What every layout is worth.
struct CatalogueRecord<'a>(&'a LayoutCatalogue);

record!(CatalogueRecord<'_>, Self(catalogue) =>
    ..SummaryRecord(&catalogue.all),
    "four_or_more": SummaryRecord(&catalogue.four_or_more),
);

struct SummaryRecord<'a>(&'a LayoutSummary);

record!(SummaryRecord<'_>, Self(summary) =>
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
    Figure::Exact(BigRational::from_integer(layouts.into()))
}

/// A probability for each of several names.
struct Probabilities<'a>(&'a [(String, f64)]);

impl Serialize for Probabilities<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, chance)| (name, chance)))
    }
}
