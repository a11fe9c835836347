//! The card: how best play opens with each hand, and when it challenges.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::bids::{Action, Bids, Hand, Known, Subject};
use super::matches::{solve_all, states};
use super::notation::written;
use super::settings::Settings;
use super::solved::SolvedRound;
use super::table::Table;
use crate::bluffing::series::MatchState;
use crate::bluffing::strategy::table as table_of;
use crate::kit::{Entry, Listing, Row, Strategy, StrategyTable, StrategyTables, TableUnit, ValueUnit};
use tali_core::exact::{Enclosure, Objective, Player, Unsolved};
use tali_core::figures::Figure;

/// The strategy of all rounds that two seats can reach, and the card of the first.
pub(super) fn strategy(table: &Table) -> Result<Strategy, Unsolved> {
    let start = table.settings.start();
    solve_all(table, &start, |solved| {
        for player in Player::BOTH {
            solved.best(player);
        }
    });
    let rounds = states(&start).into_iter().map(|state| {
        let solved = table.solved_round(&state)?;
        Ok(of_round(&table.settings, &state, &solved))
    });
    let rounds = rounds.collect::<Result<Vec<Row>, _>>()?;
    let first = table.solved_round(&start)?;
    let tables = vec![openings(&first), first_challenge(&first)];
    let tali = start.pair().map(|seat| start.counters.of(seat));
    let situation = format!("a round of {} tali against {}, starter first", tali[0], tali[1]);
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: Some((situation, "The starter wins the round", ValueUnit::Wins, first.value.clone().into())),
        tables,
        lists: vec![Listing::of("rounds", rounds.len(), move |index| rounds[index].clone())],
        explained: vec![
            "A bid of 2x4 says that two 4s are on the table. Best play is mixed: bid and challenge at random, as often as \
             the card says. Challenge first bids that it does not list."
                .to_owned(),
        ],
        lists_explained: "",
        is_mixed: true,
    })))
}

/// The strategy of one round, for other programs.
fn of_round(settings: &Settings, state: &MatchState, solved: &SolvedRound) -> Row {
    let tali = &state.counters;
    let (mut opening, mut replies) = (Vec::new(), Vec::new());
    for player in Player::BOTH {
        for (set, known) in solved.round.known[player.index()].iter().enumerate() {
            let Some(chances) = solved.chances(player, set) else { continue };
            let actions = known.actions(settings, tali).into_iter().zip(&chances);
            let actions = actions.filter(|(_, chance)| !chance.is_zero());
            let actions = actions.map(|(action, chance)| (action.to_string(), to_f64(chance)));
            let actions = Entry::Chances(actions.collect());
            match known {
                Known::Hand(hand) => {
                    opening.push(Row::from([("hand", hand.to_string().into()), ("bids", actions)]));
                }
                Known::Bids { subject, bids, own } => replies.push(Row::from([
                    ("bids", written(*subject, *bids).into()),
                    ("count", Entry::Count((*own).into())),
                    ("actions", actions),
                ])),
            }
        }
    }
    opening.reverse();
    let mut exploitability = Player::BOTH.map(|player| Figure::from(exploitability(solved, player)));
    if state.starter != 0 {
        exploitability.reverse();
    }
    Row::from([
        ("tali", Entry::Counts([0, 1].map(|seat| tali.of(seat).into()).into())),
        ("starter", Entry::Count(if state.starter == 0 { 1 } else { 2 })),
        ("value", Figure::from(solved.value.clone()).into()),
        ("exploitability", Entry::Figures(exploitability.into())),
        ("opening", Entry::Rows(opening)),
        ("replies", Entry::Rows(replies)),
    ])
}

fn to_f64(chance: &BigRational) -> f64 {
    chance.to_f64().unwrap_or(0.0)
}

/// The largest loss of a player's strategy against the value.
fn exploitability(solved: &SolvedRound, player: Player) -> Enclosure {
    let round = &solved.round;
    let others = &round.weights[player.other().index()];
    let wins = round.each(solved.best(player).best_response(&round.game, others, Objective::Most));
    // The value is only known to be within its bounds.
    match player {
        Player::First => cost(&solved.value, &Enclosure::exact(wins)),
        Player::Second => cost(&Enclosure::exact(wins), &solved.value),
    }
}

/// The excess of a number over another one, which is known to be no greater.
fn cost(more: &Enclosure, less: &Enclosure) -> Enclosure {
    let (low, high) = (more.low() - less.high(), more.high() - less.low());
    Enclosure::between(low.max(BigRational::zero()), high.max(BigRational::zero()))
}

/// The table of openings with each hand, limited to bids that occur.
fn openings(solved: &SolvedRound) -> StrategyTable {
    let round = &solved.round;
    let mut hands: Vec<(&Hand, Vec<f64>)> = Vec::new();
    for (set, known) in round.known[0].iter().enumerate().rev() {
        if let Known::Hand(hand) = known {
            let chances = solved.chances(Player::First, set).unwrap_or_default();
            hands.push((hand, chances.iter().map(to_f64).collect()));
        }
    }
    let is_made = |bid: &usize| hands.iter().any(|(_, chances)| chances[*bid] > 0.0);
    let made: Vec<usize> = (0..round.openings.len()).filter(is_made).collect();
    let bids =
        made.iter().map(|bid| round.openings[*bid]).map(|(subject, level)| Action::Bid(subject, level));
    let cells =
        hands.iter().map(|(hand, chances)| (hand, made.iter().map(|bid| Some(chances[*bid])).collect()));
    let title = "Best play: what to bid first with each hand";
    table_of(title, TableUnit::Percent, ["hand", "bid"], bids, cells)
}

/// How often the first bid is challenged, by the own hand's addition; bids that are always challenged are omitted.
fn first_challenge(solved: &SolvedRound) -> StrategyTable {
    let mut owns: BTreeSet<u8> = BTreeSet::new();
    let mut rows: Vec<(Subject, Bids, BTreeMap<u8, f64>)> = Vec::new();
    for node in solved.round.nodes.iter().filter(|node| node.bids.number() == 1) {
        let of = node.arrive[Player::Second.index()].iter().zip(&node.sets);
        let challenges = of.filter_map(|((own, _), set)| {
            Some((*own, to_f64(&solved.chances(Player::Second, *set as usize)?[0])))
        });
        let row: BTreeMap<u8, f64> = challenges.collect();
        owns.extend(row.keys());
        if row.values().any(|chance| *chance < 1.0) {
            rows.push((node.subject, node.bids, row));
        }
    }
    rows.sort_by_key(|(subject, bids, _)| (*subject, *bids));
    let is_duel = rows.iter().any(|(subject, ..)| *subject == Subject::Sum);
    let own = if is_duel { "your face" } else { "how many of the face you have" };
    let cells = rows.iter().map(|(subject, bids, row)| {
        (written(*subject, *bids), owns.iter().map(|own| row.get(own).copied()).collect())
    });
    let title = "Best play: how often to challenge the first bid";
    table_of(title, TableUnit::Percent, ["first bid", own], &owns, cells)
}
