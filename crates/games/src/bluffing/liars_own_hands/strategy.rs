//! The card: what best play opens with each hand, and when it challenges.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::bids::{Action, Bids, Hand, Known, Subject};
use super::matches::{solve_all, states};
use super::notation::written;
use super::round::Raises;
use super::settings::Settings;
use super::solved::SolvedRound;
use super::table::Table;
use crate::bluffing::strategy::table as table_of;
use crate::kit::series::MatchState;
use crate::kit::{Reply, RoundStrategy, Strategy, StrategyTable, StrategyTables, TableUnit, WholeStrategy};
use tali_core::exact::{Enclosure, Objective, Player, Unsolved};

/// The strategy of all rounds that two seats can come to, and the card of the first.
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
    let rounds = rounds.collect::<Result<_, _>>()?;
    let first = table.solved_round(&start)?;
    let short = ShortCard::new(table, &start, &first)?;
    let mut tables = vec![
        openings("Best play: what to bid first with each hand", &first),
        StrategyTable { is_short: true, ..openings("Shorter card: what to bid first", &short.round) },
    ];
    tables.extend(short.replies());
    let tali = start.pair().map(|seat| start.counters.of(seat));
    let situation = format!("a round of {} tali against {}, the starter first", tali[0], tali[1]);
    Ok(Strategy::Tables(Box::new(StrategyTables {
        of: Some((situation, "The starter wins the round", Ok(first.value.clone()))),
        tables,
        costs: vec![
            ("What the shorter card costs the starter, in rounds won", Ok(short.costs[0].clone())),
            ("What it costs the other seat, in rounds won", Ok(short.costs[1].clone())),
        ],
        explained: "A bid of 2x4 says that two 4s lie on the table. Best play mixes: bid at random, as often as the card says. On the shorter card every raise is by one: what it \
                    does not challenge it raises, and what it does not list it challenges.",
        whole: WholeStrategy::Rounds(rounds),
    })))
}

/// The strategy of one round, as other programs read it.
fn of_round(settings: &Settings, state: &MatchState, solved: &SolvedRound) -> RoundStrategy {
    let tali = &state.counters;
    let (mut opening, mut replies) = (Vec::new(), Vec::new());
    for player in Player::BOTH {
        for (set, known) in solved.round.known[player.index()].iter().enumerate() {
            let Some(chances) = solved.chances(player, set) else { continue };
            let actions = known.actions(settings, tali).into_iter().zip(&chances);
            let actions = actions.filter(|(_, chance)| !chance.is_zero());
            let actions = actions.map(|(action, chance)| (action.to_string(), to_f64(chance))).collect();
            match known {
                Known::Hand(hand) => opening.push((hand.to_string(), actions)),
                Known::Bids { subject, bids, own } => {
                    replies.push(Reply { bids: written(*subject, *bids), count: (*own).into(), actions });
                }
            }
        }
    }
    opening.reverse();
    RoundStrategy {
        tali: [tali.of(0).into(), tali.of(1).into()],
        starter: state.starter + 1,
        value: Ok(solved.value.clone()),
        exploitability: Player::BOTH.map(|player| Ok(exploitability(solved, player))),
        opening,
        replies,
    }
}

fn to_f64(chance: &BigRational) -> f64 {
    chance.to_f64().unwrap_or(0.0)
}

/// What a player's strategy falls short of the value at most.
fn exploitability(solved: &SolvedRound, player: Player) -> Enclosure {
    let round = &solved.round;
    let others = &round.weights[player.other().index()];
    let wins = round.each(solved.best(player).best_response(&round.game, others, Objective::Most));
    // Of the value not more is known than its bounds.
    match player {
        Player::First => cost(&solved.value, &Enclosure::exact(wins)),
        Player::Second => cost(&Enclosure::exact(wins), &solved.value),
    }
}

/// How much more one number is than another that is known to be no greater.
fn cost(more: &Enclosure, less: &Enclosure) -> Enclosure {
    let (low, high) = (more.low() - less.high(), more.high() - less.low());
    Enclosure::between(low.max(BigRational::zero()), high.max(BigRational::zero()))
}

/// What is opened with each hand: only the bids that are ever made.
fn openings(title: &str, solved: &SolvedRound) -> StrategyTable {
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
    table_of(title, TableUnit::Percent, ["hand", "bid"], bids, cells)
}

/// The round in which every raise is by exactly one.
struct ShortCard {
    round: SolvedRound,
    /// What it costs either player to raise by one and no more, if the other may raise as it likes.
    costs: [Enclosure; 2],
}

impl ShortCard {
    fn new(table: &Table, state: &MatchState, full: &SolvedRound) -> Result<Self, Unsolved> {
        let solved = |raises| SolvedRound::new(table.round(state, raises));
        let starter = solved([Raises::ByOne, Raises::Any])?.value;
        let other = solved([Raises::Any, Raises::ByOne])?.value;
        let costs = [cost(&full.value, &starter), cost(&other, &full.value)];
        Ok(Self { round: solved([Raises::ByOne; 2])?, costs })
    }

    /// How often to challenge, by what was bid and how much the own hand adds: one table for each player.
    fn replies(&self) -> impl Iterator<Item = StrategyTable> {
        let tables = [
            (Player::Second, "Shorter card, who replies: how often to challenge"),
            (Player::First, "Shorter card, the starter: how often to challenge"),
        ];
        let tables = tables.into_iter().map(|(player, title)| self.challenges(player, title));
        tables.filter(|table| !table.row_names.is_empty())
    }

    fn challenges(&self, player: Player, title: &str) -> StrategyTable {
        let mut owns: BTreeSet<u8> = BTreeSet::new();
        // How often each own part challenges.
        let mut rows: Vec<(Subject, Bids, BTreeMap<u8, f64>)> = Vec::new();
        for node in self.round.round.nodes.iter().filter(|node| node.mover == player) {
            let mut row = BTreeMap::new();
            for ((own, _), set) in node.arrive[player.index()].iter().zip(&node.sets) {
                if let Some(chances) = self.round.chances(player, *set as usize) {
                    row.insert(*own, to_f64(&chances[0]));
                }
            }
            owns.extend(row.keys());
            // What is always challenged is not listed.
            if row.values().any(|chance| *chance < 1.0) {
                rows.push((node.subject, node.bids, row));
            }
        }
        rows.sort_by_key(|(subject, bids, _)| (*subject, bids.levels().collect::<Vec<u8>>()));
        let is_duel = rows.iter().any(|(subject, ..)| *subject == Subject::Sum);
        let own = if is_duel { "your face" } else { "how many of the face you have" };
        let cells = rows.iter().map(|(subject, bids, row)| {
            (written(*subject, *bids), owns.iter().map(|own| row.get(own).copied()).collect())
        });
        let table = table_of(title, TableUnit::Percent, ["bids so far", own], &owns, cells);
        StrategyTable { is_short: true, ..table }
    }
}
