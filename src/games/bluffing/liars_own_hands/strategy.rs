//! The card: what best play opens with each hand, and when it challenges.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::bids::{Bids, Known, Subject};
use super::notation::written;
use super::round::{Raises, Round};
use super::solved::SolvedRound;
use super::table::standings;
use super::table::{Standing, Table};
use crate::exact::{Enclosure, Player, Unsolved, Wish, ZeroSum};
use crate::games::kit::{Reply, RoundStrategy, Strategy, StrategyTable, TableUnit};

/// The strategy of all rounds that two seats can come to, and the card of the first.
pub(super) fn strategy(table: &Table) -> Result<Strategy, Unsolved> {
    let start = table.start();
    let mut rounds = Vec::new();
    table.solve_all(&start, |solved| {
        for player in Player::BOTH {
            solved.best(player);
        }
    });
    for standing in standings(&start) {
        rounds.push(of_round(&standing, &*table.solved_round(&standing)?));
    }
    let first = table.solved_round(&start)?;
    let short = ShortCard::new(table, &start, &first)?;
    let mut tables = vec![openings("Best play: what to bid first with each hand", false, &first)];
    tables.push(openings("Shorter card: what to bid first", true, &short.round));
    tables.extend(short.replies());
    let tali = Table::pair(&start).map(|seat| start.0.of(seat));
    Ok(Strategy {
        situation: format!("a round of {} tali against {}, the starter first", tali[0], tali[1]),
        value: Some(("The starter wins the round", Ok(first.value.clone()))),
        tables,
        costs: vec![
            ("What the shorter card costs the starter, in rounds won", Ok(short.costs[0].clone())),
            ("What it costs the other seat, in rounds won", Ok(short.costs[1].clone())),
        ],
        explained: "A bid of 2x4 says that two 4s lie on the table. Best play mixes: bid at random, as often as the card says. On the shorter card every raise is by one: what it \
                    does not challenge it raises, and what it does not list it challenges.",
        rounds,
        ..Strategy::default()
    })
}

/// The strategy of one round, as other programs read it.
fn of_round((tali, starter): &Standing, solved: &SolvedRound) -> RoundStrategy {
    let round = &solved.round;
    let chance = |number: &BigRational| number.to_f64().unwrap_or(0.0);
    let (mut opening, mut replies) = (Vec::new(), Vec::new());
    for player in Player::BOTH {
        let plan = solved.best(player);
        for (set, known) in round.known[player.place()].iter().enumerate() {
            if plan.inflow(&round.game, set).is_zero() {
                continue;
            }
            let actions = round.actions(known);
            let sequences = round.game.actions(player, set);
            let probabilities = sequences.zip(&actions).filter_map(|(sequence, action)| {
                let probability = plan.probability(&round.game, super::round::number(sequence));
                (!probability.is_zero()).then(|| (action.to_string(), chance(&probability)))
            });
            let probabilities: Vec<(String, f64)> = probabilities.collect();
            match known {
                Known::Hand(hand) => opening.push((hand.to_string(), probabilities)),
                Known::Bids { subject, bids, own } => replies.push(Reply {
                    bids: written(*subject, *bids),
                    count: u32::from(*own),
                    actions: probabilities,
                }),
            }
        }
    }
    opening.reverse();
    let exploitability = Player::BOTH.map(|player| exploitability(solved, player));
    RoundStrategy {
        tali: [tali.of(0).into(), tali.of(1).into()],
        starter: starter + 1,
        value: Ok(solved.value.clone()),
        exploitability: exploitability.map(Ok),
        opening,
        replies,
    }
}

/// What a player's strategy falls short of the value at most.
fn exploitability(solved: &SolvedRound, player: Player) -> Enclosure {
    let round = &solved.round;
    let response =
        solved.best(player).best_response(&round.game, &round.weights[player.other().place()], Wish::Most);
    let kept = round.each(response);
    let value = &solved.value;
    // Of the value not more is known than its bounds.
    let [low, high] = match player {
        Player::First => [value.low() - &kept, value.high() - &kept],
        Player::Second => [&kept - value.high(), &kept - value.low()],
    };
    Enclosure::between(low.max(BigRational::zero()), high.max(BigRational::zero()))
}

/// What is opened with each hand: only the bids that are ever made.
fn openings(title: &str, is_short: bool, solved: &SolvedRound) -> StrategyTable {
    let (round, plan) = (&solved.round, solved.best(Player::First));
    let hands: Vec<(usize, String)> = round.known[0]
        .iter()
        .enumerate()
        .filter_map(
            |(set, known)| if let Known::Hand(hand) = known { Some((set, hand.to_string())) } else { None },
        )
        .rev()
        .collect();
    let probability = |set: usize, place: usize| {
        let sequence = round.game.actions(Player::First, set).start + place;
        plan.probability(&round.game, super::round::number(sequence)).to_f64().unwrap_or(0.0)
    };
    let made: Vec<usize> = (0..round.openings.len())
        .filter(|place| hands.iter().any(|(set, _)| probability(*set, *place) > 0.0))
        .collect();
    StrategyTable {
        title: title.to_owned(),
        is_short,
        unit: TableUnit::Percent,
        rows: "hand",
        columns: "bid",
        row_names: hands.iter().map(|(_, hand)| hand.clone()).collect(),
        column_names: made.iter().map(|place| round.openings[*place].to_string()).collect(),
        cells: hands
            .iter()
            .map(|(set, _)| made.iter().map(|place| Some(probability(*set, *place))).collect())
            .collect(),
    }
}

/// After some bids how often each own part challenges.
type Replies = (Subject, Bids, Vec<(u8, f64)>);

/// The round in which every raise is by exactly one.
struct ShortCard {
    round: Arc<SolvedRound>,
    /// What it costs either player to raise by one and no more, if the other may raise as it likes.
    costs: [Enclosure; 2],
}

impl ShortCard {
    fn new(table: &Table, standing: &Standing, full: &SolvedRound) -> Result<Self, Unsolved> {
        let value = |raises| {
            let pair = Table::pair(standing);
            let round = Round::with_raises(&table.settings, &standing.0, pair, &table.bones, raises);
            let solved = ZeroSum::new(Arc::clone(&round.game), round.weights.clone()).solve()?;
            let [low, high] =
                [solved.value().low(), solved.value().high()].map(|bound| round.each(bound.clone()));
            Ok(Enclosure::between(low, high))
        };
        let cost = |more: &Enclosure, less: &Enclosure| {
            let (low, high) = (more.low() - less.high(), more.high() - less.low());
            Enclosure::between(low.max(BigRational::zero()), high.max(BigRational::zero()))
        };
        let starter = value([Raises::ByOne, Raises::Any])?;
        let other = value([Raises::Any, Raises::ByOne])?;
        let costs = [cost(&full.value, &starter), cost(&other, &full.value)];
        let round = SolvedRound::with_raises(
            &table.settings,
            &table.bones,
            &standing.0,
            Table::pair(standing),
            [Raises::ByOne; 2],
        )?;
        Ok(Self { round: Arc::new(round), costs })
    }

    /// How often to challenge, by what was bid and how much the own hand adds: one table for each player.
    fn replies(&self) -> Vec<StrategyTable> {
        [
            (Player::Second, "Shorter card, who replies: how often to challenge"),
            (Player::First, "Shorter card, the starter: how often to challenge"),
        ]
        .into_iter()
        .map(|(player, title)| self.challenges(player, title))
        .filter(|table| !table.row_names.is_empty())
        .collect()
    }

    fn challenges(&self, player: Player, title: &str) -> StrategyTable {
        let round = &self.round.round;
        let plans = Player::BOTH.map(|player| self.round.best(player));
        let mut owns: Vec<u8> = Vec::new();
        let mut rows: Vec<Replies> = Vec::new();
        for node in round.nodes.iter().filter(|node| node.mover == player) {
            let mut row = Vec::new();
            for ((own, _), set) in node.arrive[player.place()].iter().zip(&node.sets) {
                let plan = plans[player.place()];
                if plan.inflow(&round.game, *set as usize).is_zero() {
                    continue;
                }
                let challenge = round.game.sequence(player, *set, 0);
                row.push((*own, plan.probability(&round.game, challenge).to_f64().unwrap_or(0.0)));
                if !owns.contains(own) {
                    owns.push(*own);
                }
            }
            // What is always challenged is not listed.
            if row.iter().any(|(_, chance)| *chance < 1.0) {
                rows.push((node.subject, node.bids, row));
            }
        }
        owns.sort_unstable();
        rows.sort_by_key(|(subject, bids, _)| (*subject, bids.levels().collect::<Vec<u8>>()));
        let is_duel = rows.iter().any(|(subject, ..)| *subject == Subject::Sum);
        StrategyTable {
            title: title.to_owned(),
            is_short: true,
            unit: TableUnit::Percent,
            rows: "bids so far",
            columns: if is_duel { "your face" } else { "how many of the face you have" },
            row_names: rows.iter().map(|(subject, bids, _)| written(*subject, *bids)).collect(),
            column_names: owns.iter().map(ToString::to_string).collect(),
            cells: rows
                .iter()
                .map(|(.., row)| {
                    let of = |own: &u8| row.iter().find(|(other, _)| other == own).map(|(_, chance)| *chance);
                    owns.iter().map(of).collect()
                })
                .collect(),
        }
    }
}
