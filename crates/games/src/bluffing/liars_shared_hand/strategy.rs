//! The card: best play's calls with each hand, throws and challenges.

use super::best::{BestPlay, Turn};
use super::calls::Rank;
use super::cup::Hand;
use super::table::Table;
use super::turns::Given;
use crate::bluffing::strategy::table as table_of;
use crate::bluffing::table::GIVEN_UP;
use crate::kit::{
    AdviceError, Entry, Listing, Row, Strategy, StrategyTable, StrategyTables, TableUnit, ValueUnit,
};
use tali_core::figures::Figure;

/// The largest number of turns in the output: all those of a match of ten counters each with equal bones.
const MOST_TURNS: usize = 90_000;

/// The strategy at all scores of a match, and the card of the first.
pub(super) fn strategy(table: &Table) -> Result<Strategy, AdviceError> {
    let best = table.best().map_err(|_| GIVEN_UP)?;
    let [own, other] = table.first_score();
    let opening = best.turn([own, other], None).ok_or(GIVEN_UP)?;
    let card = Card { table, best, score: [own, other] };
    let counters =
        |number: u8| if number == 1 { "1 counter".to_owned() } else { format!("{number} counters") };
    let situation = format!("a match of {} against {}", counters(own), counters(other));
    let turns = turns(table, best);
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: Some((situation, "The starter wins the match", ValueUnit::Wins, opening.value().into())),
        tables: vec![card.opening(opening), card.first_challenge(opening), card.throws(), card.values()],
        lists: vec![Listing::of("states", turns.len(), move |index| Row::from(&turns[index]))],
        explained: vec![
            "Best play is mixed: call and challenge at random, as often as the first two tables say. The other two cover \
             every hand and call, even those that best play never combines."
                .to_owned(),
        ],
        lists_explained: "",
        is_mixed: true,
    })))
}

struct Card<'a> {
    table: &'a Table,
    best: &'a BestPlay,
    score: [u8; 2],
}

impl Card<'_> {
    /// The first calls with each hand, limited to calls that occur.
    fn opening(&self, opening: &Turn) -> StrategyTable {
        let hands: Vec<Hand> = self.table.turns.cup.hands().iter().rev().copied().collect();
        let chance = |hand: Hand, call: Rank| -> f64 {
            let made = opening.distribution.iter().filter(|((_, of, made), _)| *of == hand && *made == call);
            made.map(|(_, chance)| chance).sum()
        };
        let calls: Vec<Rank> =
            self.calls().filter(|call| hands.iter().any(|hand| chance(*hand, *call) > 0.0)).collect();
        let cells = hands.iter().map(|hand| {
            let all: f64 = calls.iter().map(|call| chance(*hand, *call)).sum();
            (hand, calls.iter().map(|call| (all > 0.0).then(|| chance(*hand, *call) / all)).collect())
        });
        let title = "What to call first with each hand";
        table_of(title, TableUnit::Percent, ["hand", "call"], &calls, cells)
    }

    /// How often the first call is challenged, by the announced throws.
    fn first_challenge(&self, opening: &Turn) -> StrategyTable {
        let lowest = self.table.lowest(None);
        let calls: Vec<Rank> = self.calls().collect();
        let cells = opening.replies.iter().map(|(announced, _)| {
            (
                announced,
                calls.iter().map(|call| Some(opening.challenges(*announced, lowest, *call))).collect(),
            )
        });
        let title = "How often to challenge the first call";
        table_of(title, TableUnit::Percent, ["bones thrown", "call"], &calls, cells)
    }

    /// The number of bones to throw again with an accepted hand, by its call.
    fn throws(&self) -> StrategyTable {
        let bones = |turn: &Turn| {
            let thrown = turn
                .distribution
                .iter()
                .map(|((announced, ..), chance)| f64::from(announced.first()) * chance);
            thrown.sum()
        };
        self.by_hand_and_call("How many bones to throw again", TableUnit::Bones, &bones)
    }

    /// The values of accepted hands, by their calls.
    fn values(&self) -> StrategyTable {
        self.by_hand_and_call("Value of the hand: wins the match", TableUnit::Percent, &|turn| {
            turn.prospect.value()
        })
    }

    fn by_hand_and_call(&self, title: &str, unit: TableUnit, number: &dyn Fn(&Turn) -> f64) -> StrategyTable {
        let calls: Vec<Rank> = self.calls().filter(|call| *call < Rank::VENUS).collect();
        // The seat that accepted it now has the cup, and the other's counters of the first score.
        let [own, other] = self.score;
        let cell = |hand: Hand, call: Rank| self.best.turn([other, own], Some((hand, call))).map(number);
        let hands = self.table.turns.cup.hands().iter().rev();
        let cells = hands.map(|hand| (hand, calls.iter().map(|call| cell(*hand, *call)).collect()));
        table_of(title, unit, ["hand", "its call"], &calls, cells)
    }

    fn calls(&self) -> impl Iterator<Item = Rank> {
        self.table.turns.may_call(None)
    }
}

/// The strategy turn by turn, for other programs: at all scores, or only at the first if there are too many.
fn turns(table: &Table, best: &BestPlay) -> Vec<TurnStrategy> {
    let most = table.first_score();
    let hands = table.turns.cup.hands();
    let given: Vec<Given> = std::iter::once(None)
        .chain(
            table
                .turns
                .may_call(None)
                .filter(|call| *call < Rank::VENUS)
                .flat_map(|call| hands.iter().map(move |hand| Some((*hand, call)))),
        )
        .collect();
    let all = usize::from(most[0]) * usize::from(most[1]) * 2 * given.len();
    let least = if all <= MOST_TURNS { [1, 1] } else { most };
    let mut turns = Vec::new();
    for one in (least[0]..=most[0]).rev() {
        for other in (least[1]..=most[1]).rev() {
            for (mover, score) in [(1, [one, other]), (2, [other, one])] {
                for given in &given {
                    if let Some(turn) = best.turn(score, *given) {
                        turns.push(written(table, [one, other], mover, *given, turn));
                    }
                }
            }
        }
    }
    turns
}

fn written(table: &Table, counters: [u8; 2], mover: u8, given: Given, turn: &Turn) -> TurnStrategy {
    let distribution = turn.distribution.iter().map(|((announced, hand, call), chance)| HiddenOutcome {
        throws: Label::of(announced),
        hand: Label::of(hand),
        call: Label::of(call),
        p: *chance,
    });
    let calls: Vec<Rank> = table.turns.may_call(given).collect();
    let challenge = turn.replies.iter().flat_map(|(announced, chances)| {
        let challenged = calls.iter().zip(chances).filter(|(_, chance)| **chance > 0.0);
        challenged.map(|(call, chance)| (Label::of(announced), Label::of(call), *chance))
    });
    TurnStrategy {
        counters,
        mover,
        given: given.map(|(hand, call)| [Label::of(&hand), Label::of(&call)]),
        value: turn.value().into(),
        distribution: distribution.collect(),
        challenge: challenge.collect(),
    }
}

/// The strategies of a turn: the thrower's distribution, and the replies.
struct TurnStrategy {
    /// The counters of both seats.
    counters: [u8; 2],
    /// The thrower, from 1.
    mover: u8,
    /// The hand that it accepted, and its call; `None` at the opening.
    given: Option<[Label; 2]>,
    /// The value of the turn to the thrower.
    value: Figure,
    /// The results of the thrower's turn.
    distribution: Vec<HiddenOutcome>,
    /// The probability that each call is challenged, after each announcement.
    challenge: Vec<(Label, Label, f64)>,
}

/// A result of a turn, with its probability.
struct HiddenOutcome {
    throws: Label,
    hand: Label,
    call: Label,
    p: f64,
}

impl From<&TurnStrategy> for Row {
    fn from(turn: &TurnStrategy) -> Self {
        let calls = turn.distribution.iter().map(|outcome| {
            let HiddenOutcome { throws, hand, call, p } = outcome;
            Self::from([
                ("throws", throws.entry()),
                ("hand", hand.entry()),
                ("call", call.entry()),
                ("p", Entry::Chance(*p)),
            ])
        });
        let challenge = turn.challenge.iter().map(|(throws, call, chance)| {
            Self::from([("throws", throws.entry()), ("call", call.entry()), ("p", Entry::Chance(*chance))])
        });
        let mut row = vec![
            ("counters", Entry::Counts(turn.counters.map(i64::from).into())),
            ("mover", Entry::Count(turn.mover.into())),
        ];
        row.extend(
            turn.given.iter().flat_map(|[hand, call]| [("hand", hand.entry()), ("call", call.entry())]),
        );
        row.push(("value", turn.value.clone().into()));
        row.push(("calls", Entry::Rows(calls.collect())));
        row.push(("challenge", Entry::Rows(challenge.collect())));
        Self(row)
    }
}

/// A short inline text: a strategy can contain nine million, in 75 MB instead of 500.
#[derive(Clone, Copy)]
struct Label([u8; Self::LONGEST]);

impl Label {
    const LONGEST: usize = 8;

    /// Formats a value, truncated to the available space.
    fn of(what: &impl std::fmt::Display) -> Self {
        let mut label = [0; Self::LONGEST];
        for (slot, byte) in label.iter_mut().zip(what.to_string().bytes()) {
            *slot = byte;
        }
        Self(label)
    }

    fn entry(self) -> Entry {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(Self::LONGEST);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default().into()
    }
}
